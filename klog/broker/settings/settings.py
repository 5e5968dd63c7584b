"""The broker's settings: Kafka's names, what klog makes of each, and where a value came from.

Four sources, the first one that has a value wins (``DynamicBrokerConfig``): what was set for this broker while it runs, what was set for
all brokers, the file and the command line, Kafka's default. Settings that are synonyms (``log.retention.ms``, ``.minutes``, ``.hours``)
override each other within a source in that order, and across sources as one.

What klog does with a name at start:

====================================================================== =========================================
honoured (a sentence in `SENTENCES`)                                   checked and used
klog's own (`KLOG_SETTINGS`)                                           checked and used
known to Kafka 4.3.1 or 3.9.2 (``known_settings``), without effect     a warning
would change durability or security, and klog cannot do it (`_refuse`) an error
unknown                                                                a warning with the nearest known name
====================================================================== =========================================
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from klog.broker.settings.kafka_settings import TABLE
from klog.config import (
    LONG_MAX,
    ConfigError,
    Dynamic,
    Importance,
    Kind,
    Setting,
    Value,
    index_settings,
    unknown_name_sentence,
)
from klog.errors import ErrorCode, KlogError
from klog.replication.inter_broker_versions import RequestVersions

NOT_USED = "A setting of Apache Kafka that klog knows and does not use."

#: What klog honours, and what it does, one sentence each.
SENTENCES: dict[str, str] = {
    "advertised.listeners": "The addresses that clients are told; where empty, each client is told the address it came by.",
    "auto.create.topics.enable": "Whether a topic that a client names and nobody made is made on the spot.",
    "auto.leader.rebalance.enable": "Whether the controller has first replicas lead again, where too many partitions are led elsewhere.",
    "broker.id": "The broker's number; -1 takes the one in the data directory, or in a new one 1, or with ZooKeeper a generated one.",
    "broker.id.generation.enable": "With ZooKeeper, whether a broker that has no number yet gets one above reserved.broker.max.id.",
    "broker.rack": "The rack that clients are told, and over which copies are spread.",
    "compression.gzip.level": "The level for gzip where the broker compresses.",
    "compression.lz4.level": "The level for lz4 where the broker compresses.",
    "compression.type": "How topics are compressed on disk; producer keeps what came.",
    "compression.zstd.level": "The level for zstd where the broker compresses.",
    "controlled.shutdown.enable": "Whether a stop has others lead what this broker leads before it ends, among several brokers.",
    "controlled.shutdown.max.retries": "How often the controller is asked to have others lead.",
    "controlled.shutdown.retry.backoff.ms": "How long is waited before it is asked again.",
    "connection.failed.authentication.delay.ms": "How long a client waits until it is told that it failed to show who it is.",
    "connections.max.reauth.ms": "How long a SASL session lasts until the client must show again who it is (KIP-368); 0 for ever.",
    "connections.max.idle.ms": "A connection on which nothing happens for so long is closed.",
    "control.plane.listener.name": "The listener of the controller's requests; inter.broker.listener.name's where not set.",
    "controller.listener.names": "Listeners for Kafka's controllers, which klog does not open.",
    "controller.socket.timeout.ms": "How long the controller waits for a broker's answer before it says the same again.",
    "default.replication.factor": "Copies of topics that do not say; a broker alone can only keep 1.",
    "delete.topic.enable": "Whether topics may be deleted.",
    "fetch.max.bytes": "The most bytes of records in one answer to Fetch.",
    "group.consumer.assignment.interval.ms": "The least time between two assignments of a consumer group's partitions.",
    "group.consumer.assignors": "The assignors that members may choose from, uniform and range; the first is the default.",
    "group.consumer.heartbeat.interval.ms": "How often members of consumer groups are told to send heartbeats.",
    "group.consumer.max.assignment.interval.ms": "The longest assignment interval that a group may have of its own.",
    "group.consumer.max.heartbeat.interval.ms": "The longest heartbeat interval that a group may have of its own.",
    "group.consumer.max.session.timeout.ms": "The longest session timeout that a group may have of its own.",
    "group.consumer.max.size": "The most members of a consumer group.",
    "group.consumer.migration.policy": "Whether working groups may go over to the consumer protocol (upgrade), back, both or neither.",
    "group.consumer.min.assignment.interval.ms": "The shortest assignment interval that a group may have of its own.",
    "group.consumer.min.heartbeat.interval.ms": "The shortest heartbeat interval that a group may have of its own.",
    "group.consumer.min.session.timeout.ms": "The shortest session timeout that a group may have of its own.",
    "group.consumer.regex.refresh.interval.ms": "How often regular expressions are matched anew where no topic was made.",
    "group.consumer.session.timeout.ms": "How long a member of a consumer group may be silent.",
    "group.coordinator.rebalance.protocols": (
        "The group protocols that are spoken: classic, consumer; where it is not set and inter.broker.protocol.version is, classic alone."
    ),
    "group.initial.rebalance.delay.ms": "How long the first members of a classic group wait for others before the first rebalance.",
    "group.max.session.timeout.ms": "The longest session timeout that a member of a classic group may ask for.",
    "group.max.size": "The most members of a classic group.",
    "group.min.session.timeout.ms": "The shortest session timeout that a member of a classic group may ask for.",
    "inter.broker.listener.name": "The listener of brokers among themselves; all of them must have one of this name.",
    "leader.imbalance.check.interval.seconds": "How often the controller looks whether first replicas should lead again.",
    "leader.imbalance.per.broker.percentage": "The share of a broker's partitions that others may lead before they are brought back.",
    "listener.security.protocol.map": "Which protocol each listener name stands for.",
    "inter.broker.protocol.version": "What brokers speak among themselves: a release from 2.8 to 3.9, at most that of the oldest of them.",
    "listeners": "Where the broker listens: name://host:port, separated by commas.",
    "log.cleaner.backoff.ms": "How long compaction waits before it looks for work again, when there was none.",
    "log.cleaner.dedupe.buffer.size": "The most memory for the keys of all logs that are compacted at once; less where less will do.",
    "log.cleaner.delete.retention.ms": "How long compaction keeps the mark of a deleted key.",
    "log.cleaner.enable": "Whether logs are compacted at all.",
    "log.cleaner.io.buffer.load.factor": "How full the memory for keys may become.",
    "log.cleaner.io.buffer.size": "A quarter of what compaction reads at once.",
    "log.cleaner.io.max.bytes.per.second": "The most bytes that compaction, in all its threads, reads and writes in a second.",
    "log.cleaner.max.compaction.lag.ms": "The longest that a record may stay uncompacted.",
    "log.cleaner.min.cleanable.ratio": "The share of a log that must be uncompacted before compaction is worth it.",
    "log.cleaner.min.compaction.lag.ms": "How long a record stays uncompacted at least.",
    "log.cleaner.threads": "How many logs are compacted at once, 16 at most; 0 stops compaction.",
    "log.cleanup.policy": "What happens to old segments of topics that do not say: delete, compact, both or nothing.",
    "log.dir": "The data directory, or several, where log.dirs is not set.",
    "log.dirs": "The data directories, comma separated; a new partition goes into the one that holds fewest.",
    "log.flush.interval.messages": "Messages after which a partition is flushed; setting it exposes messages only after their flush.",
    "log.flush.interval.ms": "The longest that a message waits for its flush; setting it exposes messages only after their flush.",
    "log.flush.offset.checkpoint.interval.ms": "How often the recovery points are written down.",
    "log.flush.scheduler.interval.ms": "The default of log.flush.interval.ms.",
    "log.flush.start.offset.checkpoint.interval.ms": "How often the logs' start offsets are written down.",
    "log.index.interval.bytes": "Bytes of records between two entries of the offset index.",
    "log.index.size.max.bytes": "The largest index; a segment whose index is full is rolled.",
    "log.initial.task.delay.ms": "How long after the start the first retention check comes.",
    "log.message.downconversion.enable": "Whether old consumers get records in the old formats.",
    "log.message.timestamp.after.max.ms": "How far in the future a record's timestamp may be.",
    "log.message.timestamp.before.max.ms": "How far in the past a record's timestamp may be.",
    "log.message.timestamp.difference.max.ms": "How far a record's timestamp may be from now, where the two newer settings do not say.",
    "log.message.timestamp.type": "Whether records keep their producer's time or get the broker's.",
    "log.preallocate": "Whether a segment's file is log.segment.bytes long from its first batch on, until it is rolled or closed.",
    "log.retention.bytes": "Bytes that a partition keeps at least before old segments go; -1 keeps all.",
    "log.retention.check.interval.ms": "How often old segments are looked for.",
    "log.retention.hours": "Hours that records are kept, where neither minutes nor ms are set.",
    "log.retention.minutes": "Minutes that records are kept, where ms is not set.",
    "log.retention.ms": "Milliseconds that records are kept; -1 keeps them for ever.",
    "log.roll.hours": "Hours after which a segment is rolled, where ms is not set.",
    "log.roll.jitter.hours": "Hours by which rolling is spread at random, where ms is not set.",
    "log.roll.jitter.ms": "Milliseconds by which rolling is spread at random.",
    "log.roll.ms": "Milliseconds after which a segment is rolled even when it is not full.",
    "log.segment.bytes": "The size at which a segment is rolled.",
    "log.segment.delete.delay.ms": "How long a deleted segment's files stay before they go from the disk.",
    "max.connections": "The most connections at a time.",
    "max.connections.per.ip": "The most connections from one address at a time.",
    "max.incremental.fetch.session.cache.slots": "The most fetch sessions that are remembered.",
    "max.request.partition.size.limit": "The most partitions in one answer to DescribeTopicPartitions.",
    "message.max.bytes": "The largest record batch.",
    "min.insync.replicas": "Replicas that must be in sync before acks=all is taken; a broker alone has one.",
    "node.id": "The same as broker.id.",
    "num.partitions": "Partitions of topics that do not say.",
    "num.replica.fetchers": "Connections by which a broker copies from each leader.",
    "offset.metadata.max.bytes": "The longest note that a client may leave with a committed offset.",
    "offsets.commit.timeout.ms": "How long the answer to a commit may wait for its flush, where one is asked for.",
    "offsets.retention.check.interval.ms": "How often committed offsets are looked at for their retention.",
    "offsets.retention.minutes": "Minutes that committed offsets are kept without members, or after the commit where there never were any.",
    "offsets.topic.compression.codec": "How __consumer_offsets is compressed: 0 none, 1 gzip, 2 snappy, 3 lz4, 4 zstd.",
    "offsets.topic.num.partitions": "Partitions of __consumer_offsets when it is made.",
    "offsets.topic.replication.factor": "Copies of __consumer_offsets; it is not made with fewer live brokers. A broker alone keeps one.",
    "offsets.topic.segment.bytes": "The size at which segments of __consumer_offsets are rolled, given to the topic when it is made.",
    "process.roles": "Kafka's roles; klog is broker and controller in one. Where it is set, zookeeper.connect has no effect, as in Kafka.",
    "producer.id.expiration.ms": "How long an idempotent producer may be silent before it is forgotten.",
    "queued.max.request.bytes": "Bytes that clients may make the broker hold: requests received, answers not taken; -1: 256 MiB.",
    "replication.quota.window.num": "Over so many windows the rate of throttled copying is taken.",
    "replication.quota.window.size.seconds": "How long each of these windows is.",
    "replica.fetch.backoff.ms": "How long a follower waits after an error before it asks its leader again.",
    "replica.fetch.max.bytes": "The most bytes of one partition that a follower asks for at once; a larger batch comes whole.",
    "replica.fetch.min.bytes": "How many bytes a leader waits for before it answers a follower.",
    "replica.fetch.response.max.bytes": "The most bytes that a follower asks for at once.",
    "replica.fetch.wait.max.ms": "How long a leader lets a follower wait for new records.",
    "replica.high.watermark.checkpoint.interval.ms": "How often high watermarks are written down, among several brokers.",
    "replica.lag.time.max.ms": "How long a follower may be behind its leader before it counts as out of sync.",
    "replica.selector.class": "Whether consumers read from the replica in their rack: Kafka's RackAwareReplicaSelector, or rack-aware.",
    "replica.socket.timeout.ms": "How long a follower waits for its leader's answer.",
    "reserved.broker.max.id": "The largest number that a person may give a broker where others are generated.",
    "sasl.enabled.mechanisms": "The SASL mechanisms of a listener, of PLAIN, SCRAM-SHA-256 and SCRAM-SHA-512.",
    "sasl.jaas.config": "PLAIN's users and passwords, and with which of them brokers come to each other, as a line of JAAS.",
    "sasl.mechanism.inter.broker.protocol": "The mechanism by which brokers show each other who they are.",
    "security.inter.broker.protocol": "The protocol of brokers among themselves, where inter.broker.listener.name is not set.",
    "socket.listen.backlog.size": "Connections that may wait to be accepted.",
    "socket.request.max.bytes": "The largest request; and the largest batch that a follower copies.",
    "ssl.cipher.suites": "The cipher suites, by Java's names or OpenSSL's.",
    "ssl.client.auth": "Whether clients must show a certificate; klog can only do none.",
    "ssl.enabled.protocols": "The versions of TLS: TLSv1.2, TLSv1.3.",
    "ssl.endpoint.identification.algorithm": "https checks that another broker's certificate is for its host; an empty text does not.",
    "ssl.key.password": "The password of the private key.",
    "ssl.keystore.certificate.chain": "The certificate chain as PEM text.",
    "ssl.keystore.key": "The private key as PEM text.",
    "ssl.keystore.location": "A file with private key and certificate chain, in PEM or PKCS12.",
    "ssl.keystore.password": "The password of a PKCS12 file.",
    "ssl.keystore.type": "PEM, or PKCS12 (also under the name JKS, as Java does it).",
    "ssl.truststore.certificates": "The authorities of other brokers' certificates as PEM text.",
    "ssl.truststore.location": "A file with the authorities of other brokers' certificates, in PEM or PKCS12; the system's where not set.",
    "ssl.truststore.password": "The password of a PKCS12 file.",
    "ssl.truststore.type": "PEM, or PKCS12 (also under the name JKS, as Java does it).",
    "transaction.abort.timed.out.transaction.cleanup.interval.ms": "How often what is open too long is looked for.",
    "transaction.max.timeout.ms": "The longest that a producer may have a transaction open.",
    "transaction.partition.verification.enable": "Whether the coordinator is asked about what clients announced, before it is stored.",
    "transaction.remove.expired.transaction.cleanup.interval.ms": "How often unused ids are looked for.",
    "transaction.state.log.min.isr": "min.insync.replicas of __transaction_state when it is made; a broker alone needs one.",
    "transaction.state.log.num.partitions": "Partitions of __transaction_state when it is made.",
    "transaction.state.log.replication.factor": "Copies of __transaction_state. A broker alone keeps one.",
    "transaction.state.log.segment.bytes": "The size at which segments of __transaction_state are rolled, given when it is made.",
    "transactional.id.expiration.ms": "How long a transactional id that nobody uses is remembered.",
    "unclean.leader.election.enable": "Whether a replica that missed records may lead where no other is left; nothing to a broker alone.",
    "zookeeper.connect": "The ZooKeeper that several brokers share: host:port,host:port/chroot. Without it a broker is alone.",
    "zookeeper.connection.timeout.ms": "The longest that one attempt to reach ZooKeeper takes; the session timeout where it is not set.",
    "zookeeper.session.timeout.ms": "After so much silence ZooKeeper takes the broker for dead, and others lead.",
    "zookeeper.ssl.client.enable": "Whether ZooKeeper is spoken to over TLS.",
    "zookeeper.ssl.endpoint.identification.algorithm": "HTTPS checks that ZooKeeper's certificate is for the host; an empty text does not.",
    "zookeeper.ssl.keystore.location": "A PEM file with the private key and certificate chain that ZooKeeper is shown.",
    "zookeeper.ssl.keystore.password": "The password of the private key there.",
    "zookeeper.ssl.keystore.type": "PEM; klog reads no other form here.",
    "zookeeper.ssl.truststore.location": "A PEM file with the authorities that sign ZooKeeper's certificate; the system's where not set.",
    "zookeeper.ssl.truststore.type": "PEM; klog reads no other form here.",
}

#: klog's own names.
KLOG_SETTINGS: tuple[Setting, ...] = (
    # Kafka's own, which are quotas there and in no list of settings.
    Setting(
        "replica.alter.log.dirs.io.max.bytes.per.second",
        Kind.LONG,
        str(LONG_MAX),
        "bytes",
        minimum=0,
        sentence="How much may be copied in a second, in all, of partitions that move between data directories; 0 is no limit.",
        dynamic=Dynamic.PER_BROKER,
        internal=True,
    ),
    Setting(
        "leader.replication.throttled.rate",
        Kind.LONG,
        str(LONG_MAX),
        "bytes",
        minimum=0,
        sentence="How much followers that are not in sync are given in a second, in all, of replicas in the topics' "
        "leader.replication.throttled.replicas.",
        dynamic=Dynamic.CLUSTER_WIDE,
        internal=True,
    ),
    Setting(
        "follower.replication.throttled.rate",
        Kind.LONG,
        str(LONG_MAX),
        "bytes",
        minimum=0,
        sentence="How much is copied from leaders in a second, in all, of replicas in the topics' "
        "follower.replication.throttled.replicas, until they are in sync.",
        dynamic=Dynamic.CLUSTER_WIDE,
        internal=True,
    ),
    Setting(
        "klog.cluster.id",
        Kind.STRING,
        sentence="The cluster id of a new data directory, 22 characters of URL-safe base64; made up where it is not set. "
        "With ZooKeeper the id is kept there, and this is only compared.",
    ),
    Setting(
        "klog.flush.max.wait.ms",
        Kind.LONG,
        "50",
        "ms",
        minimum=0,
        sentence="The longest that an answer waits for its flush where flush.messages is set and flush.ms is not.",
    ),
    Setting(
        "klog.max.in.flight.requests",
        Kind.INT,
        "100",
        minimum=1,
        sentence="Requests of one connection that may be waiting for their answers; no more are read until some have left.",
    ),
    Setting(
        "klog.max.open.files",
        Kind.INT,
        "-1",
        minimum=16,
        extra=-1,
        sentence="Segment files that may be open at a time; -1 takes half of what the system allows.",
    ),
    Setting(
        "klog.max.uncompressed.bytes",
        Kind.LONG,
        str(100 << 20),
        "bytes",
        minimum=1,
        sentence="The largest that a compressed batch may grow to; one that grows larger is refused.",
    ),
    Setting(
        "klog.reserve.bytes",
        Kind.LONG,
        "0",
        "bytes",
        minimum=0,
        maximum=1 << 40,
        sentence="How large a file in each data directory keeps room for retention: it goes when the disk is full, and nothing is appended "
        "until there is room for it again; 0 keeps none.",
    ),
    Setting(
        "klog.authentication.timeout.ms",
        Kind.LONG,
        "10000",
        "ms",
        minimum=1,
        sentence="A client of a listener with SASL must have shown who it is after so long.",
    ),
    Setting(
        "klog.request.timeout.ms",
        Kind.LONG,
        "30000",
        "ms",
        minimum=1,
        sentence="A request that has begun to arrive must be complete after so long (a large one gets more time as it grows).",
    ),
    Setting(
        "klog.shutdown.timeout.ms",
        Kind.LONG,
        "10000",
        "ms",
        minimum=0,
        sentence="How long a stop may take: among several brokers three fifths of it at most for others to lead, four fifths of what is "
        "left for answers under way to leave, the rest (2 s at least) for the last flush. "
        "Logs that are not flushed by then are recovered by the next start.",
    ),
    Setting(
        "klog.slow.turn.ms",
        Kind.LONG,
        "250",
        "ms",
        minimum=1,
        extra=-1,
        sentence="A line in the log says so where the broker served nobody for so long; -1 never says it.",
    ),
    Setting(
        "klog.unclean.start",
        Kind.STRING,
        "lead",
        choices=("lead", "refuse"),
        sentence="Whether a replica whose machine stopped, so that acknowledged records may be missing that were not flushed, leads as one "
        "in sync, as Kafka's do, or refuses until another replica or an unclean election decides. Under the flush rule it leads.",
        dynamic=Dynamic.CLUSTER_WIDE,
    ),
    Setting(
        "klog.write.stall.timeout.ms",
        Kind.LONG,
        "30000",
        "ms",
        minimum=1,
        sentence="A client that takes nothing of its answers for so long is disconnected.",
    ),
    Setting(
        "klog.zookeeper.digest",
        Kind.PASSWORD,
        sentence="user:password by which the broker makes itself known to ZooKeeper (its digest scheme).",
    ),
)

#: The oldest that klog's brokers can be set to speak among themselves: before it topics had no ids in the controller's requests.
_OLDEST_SPOKEN = RequestVersions.of("2.8")
#: What ``replica.selector.class`` may say: Kafka's class, and klog's name for it.
_RACK_AWARE = ("org.apache.kafka.common.replica.RackAwareReplicaSelector", "rack-aware")
_ONE_NODE = "a broker without zookeeper.connect is alone and keeps one copy, so this cannot be honoured; leave it out or set it to 1"
_NO_POLICIES = "klog has no policies yet; leave it out if everybody who can connect may do everything"

#: Synonyms among broker settings, the strongest first, with the milliseconds of one unit.
FAMILIES: tuple[tuple[tuple[str, int], ...], ...] = (
    (("log.roll.ms", 1), ("log.roll.hours", 3_600_000)),
    (("log.roll.jitter.ms", 1), ("log.roll.jitter.hours", 3_600_000)),
    (("log.retention.ms", 1), ("log.retention.minutes", 60_000), ("log.retention.hours", 3_600_000)),
    (("log.flush.interval.ms", 1), ("log.flush.scheduler.interval.ms", 1)),
)
_FAMILY_OF: dict[str, tuple[tuple[str, int], ...]] = {
    name: family for family in FAMILIES for name, _ in family if name != "log.flush.scheduler.interval.ms"
}

#: Kafka takes these only per listener while it runs.
_SECURITY = frozenset(
    f"ssl.{name}"
    for name in (
        "keystore.type",
        "keystore.location",
        "keystore.password",
        "key.password",
        "keystore.key",
        "keystore.certificate.chain",
        "truststore.type",
        "truststore.location",
        "truststore.password",
        "truststore.certificates",
    )
)
_CLUSTER_WIDE_LISTENER = frozenset({"max.connections", "max.connection.creation.rate", "num.network.threads"})
_LISTENER_PREFIX = re.compile(r"listener\.name\.([^.]*)\.(.*)", re.DOTALL)

#: Settings of Kafka's authorizers and helpers, which its own table does not name.
_ALSO_KNOWN = frozenset({"super.users", "allow.everyone.if.no.acl.found"})


class ConfigSource(enum.IntEnum):
    """Where a value came from, as DescribeConfigs numbers it (``DescribeConfigsResponse.ConfigSource``)."""

    TOPIC_CONFIG = 1
    DYNAMIC_BROKER_CONFIG = 2
    DYNAMIC_DEFAULT_BROKER_CONFIG = 3
    STATIC_BROKER_CONFIG = 4
    DEFAULT_CONFIG = 5
    DYNAMIC_BROKER_LOGGER_CONFIG = 6
    CLIENT_METRICS_CONFIG = 7
    GROUP_CONFIG = 8


class Synonym(NamedTuple):
    """One of the places that a setting's value could come from."""

    name: str
    #: None where it is sensitive.
    value: str | None
    source: ConfigSource


class ConfigEntry(NamedTuple):
    """What DescribeConfigs tells of one setting."""

    name: str
    #: None where there is none or where it is sensitive.
    value: str | None
    source: ConfigSource
    kind: Kind | None
    is_sensitive: bool
    read_only: bool
    #: In falling precedence; the first one is in force.
    synonyms: tuple[Synonym, ...]
    documentation: str

    @property
    def is_default(self) -> bool:
        """For DescribeConfigs 0, which knows no sources."""
        return self.source is ConfigSource.DEFAULT_CONFIG


def _known() -> Iterator[Setting]:
    for line in TABLE.splitlines():
        columns, _, default = line.partition(" =") if line.endswith(" =") else line.partition(" = ")
        name, kind, allowed, importance, mode, since, internal = columns.split(" ")
        minimum = maximum = extra = None
        choices: tuple[str, ...] = ()
        any_case = False
        if ".." in allowed:
            span, _, also = allowed.partition("|")
            low, _, high = span.partition("..")
            minimum = float(low)
            maximum = float(high) if high else None
            extra = int(also) if also else None
        elif "=" in allowed:
            any_case = allowed.startswith("i")
            choices = tuple(allowed.partition("=")[2].split(","))
        yield Setting(
            name=name,
            kind=Kind[kind.upper()],
            default=default if " =" in line else None,
            minimum=minimum,
            maximum=maximum,
            extra=extra,
            choices=choices,
            any_case=any_case,
            # Only tiered storage has "not empty" besides the controllers' lists, whose default is empty.
            not_empty=allowed == "+" and kind != "list",
            sentence=SENTENCES.get(name, NOT_USED),
            dynamic=Dynamic(mode),
            honoured=name in SENTENCES,
            importance=Importance(importance),
            internal=internal == "internal",
        )
        if since == "old":
            _OLD.add(name)


_OLD: set[str] = set()
#: Every broker setting that Kafka 4.3.1 or 3.9.2 knows, and klog's own, by name.
BROKER_SETTINGS: Mapping[str, Setting] = index_settings([*_known(), *KLOG_SETTINGS])
#: Those that only Kafka 3.9.2 has.
OLD_SETTINGS: frozenset[str] = frozenset(_OLD)


def declared(name: str) -> Setting | None:
    """The setting called `name`, ``listener.name.<listener>.`` in front of it or not; None where nobody knows it."""
    setting = BROKER_SETTINGS.get(name)
    if setting is None:
        match = _LISTENER_PREFIX.fullmatch(name)
        if match:
            base = match[2]
            setting = BROKER_SETTINGS.get(base)
            # SASL's are listener.name.<listener>.<mechanism>.<setting>.
            if setting is None and "." in base:
                setting = BROKER_SETTINGS.get(base.partition(".")[2])
    return setting


def synonyms_of(name: str) -> tuple[tuple[str, int], ...]:
    """(name, milliseconds of one unit) of all settings that mean the same as `name`, the strongest first
    (``DynamicBrokerConfig.brokerConfigSynonyms``)."""
    family = _FAMILY_OF.get(name)
    if family is not None:
        return family
    match = _LISTENER_PREFIX.fullmatch(name)
    if match:
        return ((name, 1), (match[2], 1))
    return ((name, 1),)


class BrokerSettings:
    """All settings of one broker, over the four sources.

    :param properties: names and texts of the file and the command line.
    :raises ConfigError: a value that cannot be read, or one that klog cannot honour and must not ignore.
    """

    def __init__(self, properties: Mapping[str, str] | None = None) -> None:
        self.static: dict[str, str] = dict(properties or {})
        #: Set while running, for this broker and for all.
        self.dynamic_broker: dict[str, str] = {}
        self.dynamic_default: dict[str, str] = {}
        #: One line each, for the log at start.
        self.warnings: list[str] = []
        self._parsed: dict[str, Value] = {}
        self._check_static()

    # Values in force

    def raw(self, name: str) -> str | None:
        """The text in force for exactly `name` (no synonyms), or None."""
        for source in (self.dynamic_broker, self.dynamic_default, self.static):
            if name in source:
                return source[name]
        setting = BROKER_SETTINGS.get(name)
        return setting.default if setting else None

    def value(self, name: str) -> Value:
        """The value in force, read; synonyms count, in the unit of the strongest one.

        :raises KeyError: nobody knows `name`.
        """
        try:
            return self._parsed[name]
        except KeyError:
            pass
        value = self._parsed[name] = self._resolve(name)
        return value

    def _resolve(self, name: str) -> Value:
        family = synonyms_of(name)
        if len(family) == 1 or family[0][0] != name:
            return BROKER_SETTINGS[name].parse(self.raw(name))
        for source in (self.dynamic_broker, self.dynamic_default, self.static):
            for synonym, factor in family:
                if synonym in source:
                    return self._scaled(synonym, source[synonym], factor)
        for synonym, factor in family:
            default = BROKER_SETTINGS[synonym].default
            if default is not None:
                return self._scaled(synonym, default, factor)
        return None

    @staticmethod
    def _scaled(name: str, text: str, factor: int) -> int:
        value = BROKER_SETTINGS[name].parse(text)
        assert isinstance(value, int)
        return value * factor if value >= 0 else -1

    def integer(self, name: str) -> int:
        """The value of a whole number that always has one."""
        value = self.value(name)
        assert isinstance(value, int), name
        return value

    def boolean(self, name: str) -> bool:
        """The value of a yes or no."""
        value = self.value(name)
        assert isinstance(value, bool), name
        return value

    def string(self, name: str) -> str | None:
        """The value of a text, None where there is none."""
        value = self.value(name)
        assert value is None or isinstance(value, str), name
        return value

    def items(self, name: str) -> list[str]:
        """The value of a list; empty where there is none."""
        value = self.value(name)
        assert value is None or isinstance(value, list), name
        return value or []

    @property
    def broker_id(self) -> int | None:
        """``broker.id`` or ``node.id``; None leaves it to the data directory."""
        for name in ("broker.id", "node.id"):
            value = self.integer(name)
            if value >= 0:
                return value
        return None

    @property
    def zookeeper(self) -> str | None:
        """``zookeeper.connect``; None where the broker is alone."""
        if (self.raw("process.roles") or "").strip():
            return None
        return (self.string("zookeeper.connect") or "").strip() or None

    @property
    def data_directories(self) -> list[str]:
        """``log.dirs`` or ``log.dir``; one at least."""
        return self.items("log.dirs") or self.items("log.dir")

    # Changes while running

    @property
    def sends_consumers_to_racks(self) -> bool:
        """Whether consumers are sent to the replica in their rack (``replica.selector.class``)."""
        return bool((self.string("replica.selector.class") or "").strip())

    @property
    def request_versions(self) -> RequestVersions:
        """What this broker sends to others, by ``inter.broker.protocol.version``."""
        return RequestVersions.of(self.raw("inter.broker.protocol.version") or "")

    def set_dynamic(self, broker: Mapping[str, str], default: Mapping[str, str]) -> None:
        """What is in force from now on. Texts that cannot be read are left out, as Kafka does at start; `validate_dynamic` has
        refused them where somebody tried to set them."""
        self.dynamic_broker = self._readable(broker)
        self.dynamic_default = self._readable(default)
        self._parsed.clear()

    @staticmethod
    def _readable(configs: Mapping[str, str]) -> dict[str, str]:
        result: dict[str, str] = {}
        for name, text in configs.items():
            setting = declared(name)
            try:
                if setting is not None:
                    setting.parse(text)
            except ConfigError:
                continue
            result[name] = text
        return result

    def validate_dynamic(self, configs: Mapping[str, str], *, per_broker: bool) -> None:
        """Check dynamic settings as a whole (``DynamicBrokerConfig.validateConfigs``).

        :param per_broker: for one broker; False: for all.
        :raises KlogError: INVALID_REQUEST, as Kafka answers here.
        """
        fixed = [name for name in configs if name in BROKER_SETTINGS and BROKER_SETTINGS[name].dynamic is Dynamic.READ_ONLY]
        if fixed:
            raise _invalid_request(f"Cannot update these configs dynamically: {_braced(fixed)}")
        security = [name for name in configs if name in _SECURITY]
        if security:
            raise _invalid_request(f"These security configs can be dynamically updated only per-listener: {_braced(security)}")
        for name, text in configs.items():
            setting = declared(name)
            try:
                if setting is not None:
                    setting.parse(text)
                _refuse(name, text, self.zookeeper is None)
            except ConfigError as error:
                raise _invalid_request(str(error)) from None
        if not per_broker:
            own = [name for name in configs if self._is_per_broker(name)]
            if own:
                raise _invalid_request(f"Cannot update these configs at default cluster level, broker id must be specified: {_braced(own)}")

    @staticmethod
    def _is_per_broker(name: str) -> bool:
        match = _LISTENER_PREFIX.fullmatch(name)
        if match:
            return match[2] not in _CLUSTER_WIDE_LISTENER
        setting = BROKER_SETTINGS.get(name)
        return setting is not None and setting.dynamic is Dynamic.PER_BROKER

    # What DescribeConfigs shows

    def synonyms(self, name: str, *, sensitive: bool = False) -> tuple[Synonym, ...]:
        """Where the value of `name` could come from, the strongest first; those before the first one of `name` itself are left
        out, as Kafka does (``ConfigHelper.configSynonyms``)."""
        names = [synonym for synonym, _ in synonyms_of(name)]
        found: list[Synonym] = []
        for source, texts in (
            (ConfigSource.DYNAMIC_BROKER_CONFIG, self.dynamic_broker),
            (ConfigSource.DYNAMIC_DEFAULT_BROKER_CONFIG, self.dynamic_default),
            (ConfigSource.STATIC_BROKER_CONFIG, self.static),
        ):
            found.extend(Synonym(synonym, None if sensitive else texts[synonym], source) for synonym in names if synonym in texts)
        for synonym in names:
            setting = BROKER_SETTINGS.get(synonym)
            if setting is not None and setting.default is not None:
                found.append(Synonym(synonym, None if sensitive else setting.default, ConfigSource.DEFAULT_CONFIG))
        while found and found[0].name != name:
            del found[0]
        return tuple(found)

    def describe_broker(self) -> list[ConfigEntry]:
        """Every setting that Kafka 4.3.1 shows, klog's own, and whatever else is set."""
        names = dict.fromkeys(name for name, setting in BROKER_SETTINGS.items() if not setting.internal and name not in OLD_SETTINGS)
        names.update(dict.fromkeys([*self.static, *self.dynamic_default, *self.dynamic_broker]))
        return [self.describe(name) for name in names]

    def describe_cluster_defaults(self) -> list[ConfigEntry]:
        """What was set for all brokers while running."""
        return [self.describe(name, only=ConfigSource.DYNAMIC_DEFAULT_BROKER_CONFIG) for name in self.dynamic_default]

    def describe(self, name: str, *, only: ConfigSource | None = None) -> ConfigEntry:
        """One setting; with `only`, as far as that source knows it."""
        setting = declared(name)
        # What nobody knows may be a password.
        sensitive = setting is None or setting.sensitive
        synonyms = tuple(one for one in self.synonyms(name, sensitive=sensitive) if only is None or one.source is only)
        if sensitive:
            value = None
        elif only is ConfigSource.DYNAMIC_DEFAULT_BROKER_CONFIG:
            value = self.dynamic_default.get(name)
        else:
            text = self.raw(name)
            assert setting is not None
            value = text if text is None or text == setting.default else setting.normal_text(text)
        return ConfigEntry(
            name=name,
            value=value,
            source=synonyms[0].source if synonyms else ConfigSource.DEFAULT_CONFIG,
            kind=setting.kind if setting else None,
            is_sensitive=sensitive,
            read_only=BROKER_SETTINGS[name].dynamic is Dynamic.READ_ONLY if name in BROKER_SETTINGS else True,
            synonyms=synonyms,
            documentation=setting.sentence if setting else "",
        )

    # At start

    def _check_static(self) -> None:
        unused: list[str] = []
        for name, text in self.static.items():
            setting = declared(name)
            if setting is None:
                if name in _ALSO_KNOWN:
                    unused.append(name)
                else:
                    self.warnings.append(unknown_name_sentence(name, BROKER_SETTINGS))
                continue
            setting.parse(text)
            _refuse(name, text, self.zookeeper is None)
            if not setting.honoured:
                unused.append(name)
        if unused:
            self.warnings.append(f"known to Apache Kafka and without effect in klog: {', '.join(sorted(unused))}")
        copies = self.integer("default.replication.factor")
        if copies > 1 and self.zookeeper is None:
            self.warnings.append(
                f"default.replication.factor={copies}: a broker without zookeeper.connect is alone and keeps one copy, so that topics "
                "which do not say how many they want, those made on demand among them, are refused; set it to 1"
            )
        self._check_together()

    def _check_together(self) -> None:
        ids = {self.static[name].strip() for name in ("broker.id", "node.id") if name in self.static} - {"-1"}
        if len(ids) > 1:
            raise ConfigError("node.id", self.static["node.id"], f"broker.id is {self.static['broker.id']}; they must be the same")
        if "broker.id" in self.static and self.integer("broker.id") < -1:
            raise ConfigError("broker.id", self.static["broker.id"], "Value must be at least 0, or -1 for the one in the data directory")
        if self.zookeeper is not None:
            # Most brokers do without.
            from klog.broker.settings.zookeeper import check

            check(self)
        spoken = self.request_versions
        if spoken.leader_and_isr < _OLDEST_SPOKEN.leader_and_isr:
            sentence = (
                f"klog speaks {_OLDEST_SPOKEN.release} to {RequestVersions.newest().release} among brokers; bring all brokers of Apache "
                f"Kafka to {_OLDEST_SPOKEN.release} at least, set it to that for all, and then start klog"
            )
            raise ConfigError("inter.broker.protocol.version", self.raw("inter.broker.protocol.version"), sentence)
        retention = self.integer("log.retention.ms")
        if retention == 0:
            raise ConfigError("log.retention.ms", "0", "Value must be at least 1, or -1 to keep records for ever")
        if "log.dirs" in self.static and not self.items("log.dirs") and "log.dir" not in self.static:
            raise ConfigError("log.dirs", self.static["log.dirs"], "name a directory")


#: What klog honours of SASL (``klog.broker.security.sasl_policies``), with a listener and a mechanism in front of it or not.
_SASL = ("sasl.enabled.mechanisms", "sasl.jaas.config", "sasl.mechanism.inter.broker.protocol")


def _refuse(name: str, text: str, is_alone: bool) -> None:
    """Raise for what would change durability or security and klog cannot do.

    :param is_alone: whether there is nobody who could keep a second copy.
    :raises ConfigError: it is such a setting.
    """
    match = _LISTENER_PREFIX.fullmatch(name)
    base = match[2] if match else name
    value = text.strip()
    sentence = None
    if base == "min.insync.replicas" and is_alone and int(value) > 1:
        sentence = _ONE_NODE
    elif base == "ssl.client.auth" and value.lower() != "none":
        sentence = "klog cannot check clients' certificates yet, and would let everybody in; set it to none if that is wanted"
    elif base in ("authorizer.class.name", "create.topic.policy.class.name", "alter.config.policy.class.name") and value:
        sentence = _NO_POLICIES
    elif (base.startswith("sasl.") or ".sasl." in base) and not base.endswith(_SASL):
        sentence = "klog has PLAIN and SCRAM, and nothing of what this is for; leave it out"
    elif base == "remote.log.storage.system.enable" and value.lower() == "true":
        sentence = "klog has no tiered storage: segments that retention removes would be lost; leave it out"
    elif base == "zookeeper.set.acl" and value.lower() == "true":
        sentence = "klog writes znodes that everybody may change; leave it out if nobody else can reach that ZooKeeper"
    elif base == "replica.selector.class" and value not in ("", *_RACK_AWARE):
        sentence = f"klog runs no Java classes, and has {' or '.join(_RACK_AWARE)}; without it everybody reads from leaders"
    elif base == "config.providers" and value:
        sentence = "klog does not read values from elsewhere; write them into the file or leave it out"
    if sentence is not None:
        raise ConfigError(name, text if not _is_secret(base) else "(hidden)", sentence)


def _is_secret(name: str) -> bool:
    setting = BROKER_SETTINGS.get(name)
    return setting is None or setting.sensitive


def _invalid_request(sentence: str) -> KlogError:
    return KlogError(ErrorCode.INVALID_REQUEST, sentence)


def _braced(names: Iterable[str]) -> str:
    return "[" + ", ".join(names) + "]"
