"""The options of klog's clients: one table.

A row says everything about an option: its name, what may stand there, what stands there where nothing is said, and what it does. From it
follow

* the defaults of the settings' classes, whose fields say ``= default("linger_ms")``, and their checks (`check`);
* what a mistyped name was probably meant to be (`unknown_option`);
* the names that Java's client and librdkafka have for it, with the range that these allow (`klog.spark.client_names`,
  `klog.cli.rdkafka_names`);
* the tables in ``docs/clients.md``.

A new option is a row here and a field of its class; who forgets one of the two is told by the tests, as are types that differ. What
depends on two options at once is checked by the class. Nothing of Twisted here.
"""

from __future__ import annotations

import enum
import os
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from klog.config import ConfigError, nearest_name

_INT = 2**31 - 1


class Room(enum.Enum):
    """Whose option it is."""

    ALL = "all"
    SECURITY = "security"
    PRODUCER = "producer"
    CONSUMER = "consumer"
    GROUP = "group"
    #: Of groups by the paper's algorithm, which ZooKeeper keeps.
    PAPER = "zookeeper"


class Kind(enum.Enum):
    """What may stand there."""

    WHOLE = "a whole number"
    TRUTH = "True or False"
    TEXT = "a text"
    FILE = "a path"
    CHOICE = "one of some texts"
    #: The class that has it knows.
    OWN = "see its meaning"


class Foreign(NamedTuple):
    """What another client calls an option, and which whole numbers it allows there."""

    name: str
    lowest: int = 0
    highest: int = _INT


class Option(NamedTuple):
    """One row.

    :ivar optional: whether None may stand there.
    :ivar java: what Java's clients call it.
    :ivar rdkafka: what librdkafka calls it, the name to be told to users first.
    """

    name: str
    room: Room
    kind: Kind
    default: Any
    sentence: str
    lowest: int = 0
    highest: int = _INT
    choices: tuple[str, ...] = ()
    optional: bool = False
    secret: bool = False
    java: Foreign | None = None
    rdkafka: tuple[Foreign, ...] = ()

    @property
    def unit(self) -> str:
        """``ms``, ``bytes``, or nothing."""
        return next((unit for unit in ("ms", "bytes") if self.name.endswith(f"_{unit}")), "")

    def check(self, value: Any) -> None:
        """Whether `value` may stand there.

        :raises ConfigError: it has another type, or is outside of what is allowed; a secret is not shown.
        """
        if value is None and self.optional:
            return
        match self.kind:
            case Kind.WHOLE:
                if isinstance(value, bool) or not isinstance(value, int):
                    raise self._wrong(repr(value), "a whole number is needed")
                if not self.lowest <= value <= self.highest:
                    raise self._wrong(str(value), f"allowed is {self.lowest} to {self.highest}")
            case Kind.TRUTH:
                if not isinstance(value, bool):
                    raise self._wrong(repr(value), "True or False is needed")
            case Kind.TEXT:
                if not isinstance(value, str):
                    raise self._wrong(repr(value), "a text is needed")
            case Kind.FILE:
                if not isinstance(value, (str, os.PathLike)):
                    raise self._wrong(repr(value), "the path of a file is needed")
            case Kind.CHOICE:
                if value not in self.choices:
                    nearest = nearest_name(value, self.choices) if isinstance(value, str) else None
                    meant = f"; did you mean {nearest}?" if nearest else ""
                    raise self._wrong(repr(value), f"allowed are {_listed(self.choices)}{meant}")
            case Kind.OWN:
                pass

    def _wrong(self, shown: str, sentence: str) -> ConfigError:
        return ConfigError(self.name, None if self.secret else shown, sentence)

    def allowed(self) -> str:
        """What may stand there, for people."""
        match self.kind:
            case Kind.WHOLE:
                words = f"{self.lowest:,} to {self.highest:,}"
            case Kind.TRUTH:
                words = "`True`, `False`"
            case Kind.CHOICE:
                words = ", ".join(f'`"{choice}"`' for choice in self.choices)
            case Kind.OWN:
                return "see there"
            case _:
                words = self.kind.value
        return f"{words}, `None`" if self.optional else words


def _listed(words: tuple[str, ...]) -> str:
    return " and ".join(words) if len(words) < 3 else ", ".join(words)


# fmt: off
OPTIONS: tuple[Option, ...] = (
    # Of all clients
    Option("client_id", Room.ALL, Kind.TEXT, "klog", "How this client is called in the brokers' logs, and in its own; at most 249 bytes.",
           java=Foreign("client.id"), rdkafka=(Foreign("client.id"),)),
    Option("request_timeout_ms", Room.ALL, Kind.WHOLE, 30_000,
           "After this an unanswered request has failed, and its connection with it.", 1,
           java=Foreign("request.timeout.ms", 1),
           rdkafka=(Foreign("request.timeout.ms", 1, 900_000), Foreign("socket.timeout.ms", 10, 300_000))),
    Option("connect_timeout_ms", Room.ALL, Kind.WHOLE, 10_000, "How long one attempt to connect may take.", 1,
           java=Foreign("socket.connection.setup.timeout.ms", 1), rdkafka=(Foreign("socket.connection.setup.timeout.ms", 1000),)),
    Option("reconnect_backoff_ms", Room.ALL, Kind.WHOLE, 50,
           "The first pause between attempts to connect; doubled each time, with jitter.",
           java=Foreign("reconnect.backoff.ms"), rdkafka=(Foreign("reconnect.backoff.ms", 1, 3_600_000),)),
    Option("reconnect_backoff_max_ms", Room.ALL, Kind.WHOLE, 1_000, "The longest of these pauses.",
           java=Foreign("reconnect.backoff.max.ms"), rdkafka=(Foreign("reconnect.backoff.max.ms", 1, 3_600_000),)),
    Option("retry_backoff_ms", Room.ALL, Kind.WHOLE, 100,
           "The first pause before a request is tried again; doubled each time, with jitter.",
           java=Foreign("retry.backoff.ms"), rdkafka=(Foreign("retry.backoff.ms", 1, 300_000),)),
    Option("retry_backoff_max_ms", Room.ALL, Kind.WHOLE, 1_000, "The longest of these pauses.",
           java=Foreign("retry.backoff.max.ms"), rdkafka=(Foreign("retry.backoff.max.ms", 1, 300_000),)),
    Option("metadata_max_age_ms", Room.ALL, Kind.WHOLE, 300_000,
           "Metadata older than this is asked for again, without any sign that it changed.", 1,
           java=Foreign("metadata.max.age.ms", 1),
           rdkafka=(Foreign("metadata.max.age.ms", 1, 86_400_000), Foreign("topic.metadata.refresh.interval.ms", 1, 3_600_000))),
    Option("max_response_bytes", Room.ALL, Kind.WHOLE, 100 << 20, "The longest answer that is taken from a broker.", 1024,
           rdkafka=(Foreign("receive.message.max.bytes", 1024),)),
    Option("max_in_flight", Room.ALL, Kind.WHOLE, 5, "Unanswered requests per connection.", 1,
           java=Foreign("max.in.flight.requests.per.connection", 1),
           rdkafka=(Foreign("max.in.flight", 1, 1_000_000), Foreign("max.in.flight.requests.per.connection", 1, 1_000_000))),
    Option("allow_auto_create_topics", Room.ALL, Kind.TRUTH, None,
           "Whether asking for a topic may create it, where the brokers do (`auto.create.topics.enable`). None: producers ask for it, "
           "others "
           "do not (as librdkafka's; Java's consumers do).", optional=True,
           java=Foreign("allow.auto.create.topics"), rdkafka=(Foreign("allow.auto.create.topics"),)),
    # Security, whose class is `klog.net.security.Security`
    Option("security_protocol", Room.SECURITY, Kind.TEXT, "PLAINTEXT", "PLAINTEXT, SSL, SASL_PLAINTEXT or SASL_SSL.",
           java=Foreign("security.protocol"), rdkafka=(Foreign("security.protocol"),)),
    Option("ssl_ca_file", Room.SECURITY, Kind.FILE, None,
           "PEM file of the authorities that brokers' certificates must be signed by; the system's where None.", optional=True,
           rdkafka=(Foreign("ssl.ca.location"),)),
    Option("ssl_truststore_file", Room.SECURITY, Kind.FILE, None, "The same in a PKCS12 file, instead of `ssl_ca_file`.", optional=True,
           java=Foreign("ssl.truststore.location"), rdkafka=(Foreign("ssl.truststore.location"),)),
    Option("ssl_truststore_password", Room.SECURITY, Kind.TEXT, None, "Of that file.", optional=True, secret=True,
           java=Foreign("ssl.truststore.password"), rdkafka=(Foreign("ssl.truststore.password"),)),
    Option("ssl_certificate_file", Room.SECURITY, Kind.FILE, None,
           "PEM file of the client's certificate, followed by its chain.", optional=True,
           rdkafka=(Foreign("ssl.certificate.location"),)),
    Option("ssl_key_file", Room.SECURITY, Kind.FILE, None,
           "PEM file of the client's private key; where None it stands in `ssl_certificate_file`.", optional=True,
           rdkafka=(Foreign("ssl.key.location"),)),
    Option("ssl_key_password", Room.SECURITY, Kind.TEXT, None, "Of an encrypted key.", optional=True, secret=True,
           java=Foreign("ssl.key.password"), rdkafka=(Foreign("ssl.key.password"),)),
    Option("ssl_keystore_file", Room.SECURITY, Kind.FILE, None,
           "PKCS12 file of the client's private key, its certificate and its chain, instead of the PEM files.", optional=True,
           java=Foreign("ssl.keystore.location"), rdkafka=(Foreign("ssl.keystore.location"),)),
    Option("ssl_keystore_password", Room.SECURITY, Kind.TEXT, None, "Of that file.", optional=True, secret=True,
           java=Foreign("ssl.keystore.password"), rdkafka=(Foreign("ssl.keystore.password"),)),
    Option("ssl_crl_file", Room.SECURITY, Kind.FILE, None,
           "Lists of revoked certificates (CRLs), one of every authority above the brokers' certificates (the topmost, too), in PEM, or "
           "one in DER: a broker whose certificate stands there, or cannot be looked up there, is refused.", optional=True,
           rdkafka=(Foreign("ssl.crl.location"),)),
    Option("ssl_check_hostname", Room.SECURITY, Kind.TRUTH, True,
           "Whether the broker's certificate must be for the name (or IP address) that was connected to.",
           java=Foreign("ssl.endpoint.identification.algorithm"), rdkafka=(Foreign("ssl.endpoint.identification.algorithm"),)),
    Option("sasl_mechanism", Room.SECURITY, Kind.TEXT, None, "PLAIN, SCRAM-SHA-256 or SCRAM-SHA-512.", optional=True,
           java=Foreign("sasl.mechanism"), rdkafka=(Foreign("sasl.mechanism"), Foreign("sasl.mechanisms"))),
    Option("sasl_username", Room.SECURITY, Kind.TEXT, None, "Who we are.", optional=True, rdkafka=(Foreign("sasl.username"),)),
    Option("sasl_password", Room.SECURITY, Kind.TEXT, None, "Never logged, and in no repr.", optional=True, secret=True,
           rdkafka=(Foreign("sasl.password"),)),
    # Of producers
    Option("acks", Room.PRODUCER, Kind.OWN, "all", '"all" (every in-sync replica has it), 1 (the leader has it) or 0 (nobody is asked).',
           java=Foreign("acks"), rdkafka=(Foreign("acks"), Foreign("request.required.acks"))),
    Option("enable_idempotence", Room.PRODUCER, Kind.TRUTH, None,
           'Whether retries can neither double nor reorder; None: wherever `acks="all"`.', optional=True,
           java=Foreign("enable.idempotence"), rdkafka=(Foreign("enable.idempotence"),)),
    Option("linger_ms", Room.PRODUCER, Kind.WHOLE, 5, "How long a batch that is not full waits for more.",
           java=Foreign("linger.ms"), rdkafka=(Foreign("linger.ms", 0, 900_000), Foreign("queue.buffering.max.ms", 0, 900_000))),
    Option("batch_bytes", Room.PRODUCER, Kind.WHOLE, 64 << 10,
           "Records in a batch at most, uncompressed; a larger record makes a batch of its own.", 1, 1 << 30,
           java=Foreign("batch.size"), rdkafka=(Foreign("batch.size", 1),)),
    Option("compression", Room.PRODUCER, Kind.CHOICE, "none", "How batches are packed.", choices=("none", "gzip", "snappy", "lz4", "zstd"),
           java=Foreign("compression.type"), rdkafka=(Foreign("compression.codec"), Foreign("compression.type"))),
    Option("compression_level", Room.PRODUCER, Kind.WHOLE, None,
           "The codec's own level (gzip -1 to 9, lz4 1 to 17, zstd -131072 to 22); None for its default.", -131_072, 22, optional=True),
    Option("partitioner", Room.PRODUCER, Kind.OWN, "sticky",
           "`sticky`, `key`, `round_robin`, `random`, or a function of topic, key, value, number of partitions, and those with a leader.",
           rdkafka=(Foreign("partitioner"),)),
    Option("delivery_timeout_ms", Room.PRODUCER, Kind.WHOLE, 120_000,
           "Within so much every record is acknowledged or has failed, whatever happens.", 1,
           java=Foreign("delivery.timeout.ms"), rdkafka=(Foreign("message.timeout.ms", 1), Foreign("delivery.timeout.ms", 1))),
    Option("backlog_bytes", Room.PRODUCER, Kind.WHOLE, 32 << 20,
           "What waits for acknowledgement may hold in memory; each message counts for its Deferred, too.", 1 << 10, 1 << 40,
           java=Foreign("buffer.memory"), rdkafka=(Foreign("queue.buffering.max.kbytes", 1, 2**21),)),
    Option("backlog_messages", Room.PRODUCER, Kind.WHOLE, 1_000_000, "The same as a number of records.", 1, 1 << 40,
           rdkafka=(Foreign("queue.buffering.max.messages", 1),)),
    Option("when_full", Room.PRODUCER, Kind.CHOICE, "block",
           'What happens to a record when the backlog is full: "block" (it waits in line; the line is bounded by the same numbers, beyond '
           'them it fails), "drop_oldest" (the oldest batch that was not sent yet fails instead) or "fail".',
           choices=("block", "drop_oldest", "fail")),
    Option("max_request_bytes", Room.PRODUCER, Kind.WHOLE, 1 << 20,
           "The largest record, and the largest request unless one batch is larger.",
           1 << 10, 1 << 30, java=Foreign("max.request.size", 1024), rdkafka=(Foreign("message.max.bytes", 1024, 1_000_000_000),)),
    Option("unknown_topic_patience_ms", Room.PRODUCER, Kind.WHOLE, 3_000,
           "How long a topic may be unknown to the brokers before sending to it fails (a topic made a moment ago is not known to all at "
           "once); at least 30 s where they are asked to make it."),
    Option("stop_timeout_ms", Room.PRODUCER, Kind.WHOLE, 30_000, "How long stopping waits for what is still on its way."),
    Option("transactional_id", Room.PRODUCER, Kind.TEXT, None,
           "The name under which the producer has transactions; of two producers of one name the older one is fenced.", optional=True,
           java=Foreign("transactional.id"), rdkafka=(Foreign("transactional.id"),)),
    Option("transaction_timeout_ms", Room.PRODUCER, Kind.WHOLE, 60_000,
           "A transaction that is open for longer is aborted by its coordinator, and the producer fenced; at most what the brokers allow "
           "(`transaction.max.timeout.ms`).", 1,
           java=Foreign("transaction.timeout.ms", 1), rdkafka=(Foreign("transaction.timeout.ms", 1000),)),
    # Of consumers
    Option("isolation_level", Room.CONSUMER, Kind.OWN, "read_uncommitted",
           '"read_committed" leaves out records of aborted transactions, and waits for open ones; "read_uncommitted" does not.',
           java=Foreign("isolation.level"), rdkafka=(Foreign("isolation.level"),)),
    Option("auto_offset_reset", Room.CONSUMER, Kind.OWN, "latest",
           'Where to begin without a committed offset, or with one that is gone: "earliest", "latest", or "error".',
           java=Foreign("auto.offset.reset"), rdkafka=(Foreign("auto.offset.reset"),)),
    Option("fetch_min_bytes", Room.CONSUMER, Kind.WHOLE, 1, "Brokers wait for so much before they answer, up to `fetch_max_wait_ms`.",
           java=Foreign("fetch.min.bytes"), rdkafka=(Foreign("fetch.min.bytes", 1, 100_000_000),)),
    Option("fetch_max_wait_ms", Room.CONSUMER, Kind.WHOLE, 500, "How long brokers wait for `fetch_min_bytes`.",
           java=Foreign("fetch.max.wait.ms"), rdkafka=(Foreign("fetch.wait.max.ms", 0, 300_000), Foreign("fetch.max.wait.ms", 0, 300_000))),
    Option("fetch_max_bytes", Room.CONSUMER, Kind.WHOLE, 50 << 20, "The most that one answer brings.", 1,
           java=Foreign("fetch.max.bytes", 1), rdkafka=(Foreign("fetch.max.bytes", 1),)),
    Option("partition_fetch_bytes", Room.CONSUMER, Kind.WHOLE, 1 << 20, "The most that one answer brings of one partition.", 1,
           java=Foreign("max.partition.fetch.bytes", 1),
           rdkafka=(Foreign("fetch.message.max.bytes", 1, 1_000_000_000), Foreign("max.partition.fetch.bytes", 1, 1_000_000_000))),
    Option("prefetch_bytes", Room.CONSUMER, Kind.WHOLE, 64 << 20,
           "What all partitions together may hold, fetched and not yet handed out.", 1024,
           rdkafka=(Foreign("queued.max.messages.kbytes", 1, 2**21),)),
    Option("max_uncompressed_bytes", Room.CONSUMER, Kind.WHOLE, 100 << 20, "The most that one batch may hold, decompressed.", 1024),
    Option("client_rack", Room.CONSUMER, Kind.TEXT, None,
           "Where this consumer is: brokers with a `replica.selector.class` send it to a replica in the same rack (`broker.rack`), and "
           "assignors may prefer replicas there.", optional=True,
           java=Foreign("client.rack"), rdkafka=(Foreign("client.rack"),)),
    Option("auto_commit_interval_ms", Room.CONSUMER, Kind.WHOLE, 5_000,
           "How often the offsets of what was consumed are written down for the group; None: only by `commit()`.", 1, optional=True,
           java=Foreign("auto.commit.interval.ms"), rdkafka=(Foreign("auto.commit.interval.ms", 1, 86_400_000),)),
    # Of groups
    Option("group_protocol", Room.GROUP, Kind.CHOICE, "classic",
           '"classic": members assign partitions (Kafka up to 3.x, and 4.x); "consumer": the broker does (KIP-848, Kafka 4.0 on).',
           choices=("classic", "consumer"), java=Foreign("group.protocol"), rdkafka=(Foreign("group.protocol"),)),
    Option("assignors", Room.GROUP, Kind.OWN, ("range",),
           'Of the classic protocol, the best first: "range", "roundrobin", "sticky", "cooperative-sticky", or objects of your own. '
           'Where all '
           "are cooperative, partitions that stay are read on while the group rebalances.",
           java=Foreign("partition.assignment.strategy"), rdkafka=(Foreign("partition.assignment.strategy"),)),
    Option("server_assignor", Room.GROUP, Kind.TEXT, None,
           "Of the consumer protocol: which of its assignors the broker shall use.", optional=True,
           java=Foreign("group.remote.assignor"), rdkafka=(Foreign("group.remote.assignor"),)),
    Option("group_instance_id", Room.GROUP, Kind.TEXT, None,
           "Makes a static member (KIP-345): one that may be away for up to `session_timeout_ms` and has its partitions back.",
           optional=True,
           java=Foreign("group.instance.id"), rdkafka=(Foreign("group.instance.id"),)),
    Option("session_timeout_ms", Room.GROUP, Kind.WHOLE, 45_000,
           "After so long without a heartbeat the group gives our partitions to others; of the consumer protocol the broker decides.", 1,
           java=Foreign("session.timeout.ms"), rdkafka=(Foreign("session.timeout.ms", 1, 3_600_000),)),
    Option("heartbeat_interval_ms", Room.GROUP, Kind.WHOLE, 3_000,
           "How often the group hears from us; of the consumer protocol the broker decides. Also the longest pause between attempts to "
           "connect: a broker that is back must hear of us before the session is over.", 1,
           java=Foreign("heartbeat.interval.ms"), rdkafka=(Foreign("heartbeat.interval.ms", 1, 3_600_000),)),
    Option("max_poll_interval_ms", Room.GROUP, Kind.WHOLE, 300_000,
           "A consumer that takes no records for so long leaves the group; and so long a rebalance waits for our callbacks.", 1,
           java=Foreign("max.poll.interval.ms"), rdkafka=(Foreign("max.poll.interval.ms", 1, 86_400_000),)),
    # Of groups that ZooKeeper keeps
    Option("zookeeper_session_timeout_ms", Room.PAPER, Kind.WHOLE, 6_000,
           "After so long without us ZooKeeper drops our registration and our partitions; at two thirds of it we stop reading by "
           "ourselves.",
           1),
    Option("zookeeper_connection_timeout_ms", Room.PAPER, Kind.WHOLE, 6_000,
           "How long one attempt to reach ZooKeeper may take; there is no end to attempts.", 1),
    Option("zookeeper_auth", Room.PAPER, Kind.OWN, (), 'Pairs of scheme and identity, such as `("digest", "name:password")`.', secret=True),
    Option("zookeeper_tls", Room.PAPER, Kind.OWN, None,
           'A `klog.net.security.Security` with `security_protocol="SSL"`, where ZooKeeper is reached by TLS.', optional=True),
    Option("rebalance_max_retries", Room.PAPER, Kind.WHOLE, 4,
           "How many times a partition that somebody keeps is waited for, `rebalance_backoff_ms` each and no less than a session in "
           "all.", 1),
    Option("rebalance_backoff_ms", Room.PAPER, Kind.WHOLE, 2_000, "The pause between two attempts to rebalance.", 1),
    Option("partition_assignor", Room.PAPER, Kind.CHOICE, "range",
           '"range" (Algorithm 1), "roundrobin" (as Kafka 0.8.2 to 0.11), or "roundrobin-1.0"; the same for all members.',
           choices=("range", "roundrobin", "roundrobin-1.0")),
    Option("topic_filter", Room.PAPER, Kind.CHOICE, "white_list",
           'What a pattern is: "white_list", topics to read, or "black_list", topics to leave out.', choices=("white_list", "black_list")),
    Option("consumer_id", Room.PAPER, Kind.OWN, None,
           "Behind the group's name, what we are registered as; made of host name, time and chance where None.", optional=True),
)
# fmt: on
_BY_NAME = {option.name: option for option in OPTIONS}
assert len(_BY_NAME) == len(OPTIONS), "an option stands in the table twice"


def option(name: str) -> Option:
    """The row of `name`.

    :raises KeyError: there is none.
    """
    return _BY_NAME[name]


def default(name: str) -> Any:
    """What stands there where nothing is said; of whatever type the field has."""
    return _BY_NAME[name].default


def names_of(*rooms: Room) -> frozenset[str]:
    """The options of `rooms`."""
    return frozenset(row.name for row in OPTIONS if row.room in rooms)


def check(room: Room, values: object) -> None:
    """Whether what an object of settings says of the options of `room` can be, each on its own.

    :param values: has an attribute of each name.
    :raises ConfigError: the first that cannot.
    """
    for row in OPTIONS:
        if row.room is room:
            row.check(getattr(values, row.name))


def check_given(values: Mapping[str, Any]) -> None:
    """The same for those that were given.

    :raises ConfigError: the first that cannot be.
    """
    for name, value in values.items():
        _BY_NAME[name].check(value)


def unknown_option(name: str, known: Iterable[str]) -> ConfigError:
    """What to say of a name that is none of `known`: the nearest of them, or what another client's name is called here."""
    dotted = name.replace("_", ".")
    for row in OPTIONS:
        if row.name in known and (dotted == (row.java and row.java.name) or any(dotted == foreign.name for foreign in row.rdkafka)):
            return ConfigError(name, None, f"there is no such option; here it is called {row.name}")
    nearest = nearest_name(name, sorted(known))
    return ConfigError(name, None, "there is no such option" + (f"; did you mean {nearest}?" if nearest else ""))
