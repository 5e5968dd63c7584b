"""Which settings a broker has: what klog makes of each of Kafka's names in one sentence, klog's own, and which are synonyms.

The names, kinds, bounds and defaults of Kafka's are the table of `klog.broker.settings.kafka_settings`; what stands in `SENTENCES` is
honoured.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from klog.audit import windows
from klog.broker.settings.kafka_settings import TABLE
from klog.broker.settings.mirror_sources import declared_of_source
from klog.config import (
    LONG_MAX,
    Dynamic,
    Importance,
    Kind,
    Setting,
    index_settings,
)

NOT_USED = "A setting of Apache Kafka that klog knows and does not use."

#: What klog honours, and what it does, one sentence each.
SENTENCES: dict[str, str] = {
    "advertised.listeners": "The addresses that clients are told; where empty, each client is told the address it came by.",
    "authorizer.class.name": "Whether rights are checked: kafka.security.authorizer.AclAuthorizer, or StandardAuthorizer's name.",
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
    "log.segment.bytes": "The size at which a segment is rolled; 14 at least where inter.broker.protocol.version is set.",
    "log.segment.delete.delay.ms": "How long a deleted segment's files stay before they go from the disk.",
    "max.connections": "The most connections at a time. For a broker by a listener without clients the client idle longest is closed.",
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
    "ssl.client.auth": "Whether clients must show a certificate (required), or may (requested); its subject is who they are.",
    "ssl.enabled.protocols": "The versions of TLS: TLSv1.2, TLSv1.3.",
    "ssl.endpoint.identification.algorithm": "https checks that another broker's certificate is for its host; an empty text does not.",
    "ssl.key.password": "The password of the private key.",
    "ssl.keystore.certificate.chain": "The certificate chain as PEM text.",
    "ssl.keystore.key": "The private key as PEM text.",
    "ssl.keystore.location": "A file with private key and certificate chain, in PEM or PKCS12.",
    "ssl.keystore.password": "The password of a PKCS12 file.",
    "ssl.keystore.type": "PEM, or PKCS12 (also under the name JKS, as Java does it).",
    "ssl.principal.mapping.rules": "What clients are called, by the subjects of their certificates.",
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
    "zookeeper.set.acl": "Whether znodes that are made are closed to others than brokers; what passwords are made of, also to readers.",
    "zookeeper.ssl.client.enable": "Whether ZooKeeper is spoken to over TLS.",
    "zookeeper.ssl.endpoint.identification.algorithm": "HTTPS checks that ZooKeeper's certificate is for the host; an empty text does not.",
    "zookeeper.ssl.keystore.location": "A PEM file with the private key and certificate chain that ZooKeeper is shown.",
    "zookeeper.ssl.keystore.password": "The password of the private key there.",
    "zookeeper.ssl.keystore.type": "PEM; klog reads no other form here.",
    "zookeeper.ssl.truststore.location": "A PEM file with the authorities that sign ZooKeeper's certificate; the system's where not set.",
    "zookeeper.ssl.truststore.type": "PEM; klog reads no other form here.",
}

#: Settings of Kafka's authorizers, which stand in no list of its settings either.
AUTHORIZER_SETTINGS: tuple[Setting, ...] = (
    Setting(
        "super.users",
        Kind.STRING,
        "",
        sentence="Who may do everything, brokers among them: User:name;User:other.",
        internal=True,
    ),
    Setting(
        "allow.everyone.if.no.acl.found",
        Kind.BOOL,
        "false",
        sentence="Whether everybody may do what no ACL is about, where there is an authorizer.",
        internal=True,
    ),
)

#: Kafka's quotas of brokers, which stand in no list of its settings (``QuotaConfig``).
COPYING_RATES: tuple[Setting, ...] = (
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
)
#: klog's own, by names that begin with ``klog.``.
KLOG_SETTINGS: tuple[Setting, ...] = (
    Setting(
        "klog.audit.counts",
        Kind.BOOL,
        "false",
        sentence="Whether what each client writes is counted by topic and window, and told in the topic __klog_audit, which is made "
        "then; see [The audit](audit.md).",
    ),
    Setting(
        "klog.audit.counts.interval.ms",
        Kind.LONG,
        "10000",
        "ms",
        minimum=100,
        maximum=3_600_000,
        sentence="How often what was counted is written.",
    ),
    Setting(
        "klog.audit.counts.window.ms",
        Kind.LONG,
        str(windows.DEFAULT_MS),
        "ms",
        minimum=windows.LEAST_MS,
        maximum=windows.MOST_MS,
        sentence="How long the windows are, by the records' own time; producers and consumers should have the same.",
    ),
    Setting(
        "klog.audit.log",
        Kind.STRING,
        sentence="The file in which each denial and each failed login is a line of JSON, besides the broker's log; none if not set.",
    ),
    Setting(
        "klog.audit.log.allowed",
        Kind.BOOL,
        "false",
        sentence="Whether klog.audit.log has what is allowed, too: once for each user, address and resource while connected.",
    ),
    Setting(
        "klog.audit.log.bytes",
        Kind.LONG,
        str(100 << 20),
        "bytes",
        minimum=1,
        sentence="How large klog.audit.log grows before it is moved aside, and a new one begins.",
    ),
    Setting(
        "klog.audit.log.files",
        Kind.INT,
        "10",
        minimum=1,
        sentence="How many files of the audit log there are, the newest among them; the oldest goes.",
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
        sentence="A client of a listener with SASL must have shown who it is after so long, and one of a listener with TLS have ended its "
        "handshake.",
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
        "klog.ssl.crl.location",
        Kind.STRING,
        sentence="A file with lists of revoked certificates (CRLs, PEM or DER), one of each authority above the certificates of clients "
        "and other brokers; with listener.name.<listener>. in front of it for one listener. Who stands there is refused, and cut off "
        "where he is connected.",
    ),
    Setting(
        "klog.ssl.reload.interval.ms",
        Kind.LONG,
        "10000",
        "ms",
        minimum=0,
        sentence="How often key stores, trust stores and lists of revoked certificates are looked at, and taken up where they changed, and "
        "who is connected by a certificate that counts no more is cut off; 0 reads them at the start alone, and when a setting of theirs "
        "changes.",
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
    Setting(
        "klog.zookeeper.sasl",
        Kind.PASSWORD,
        sentence="user:password by which the broker makes itself known to ZooKeeper by SASL (DIGEST-MD5), as Kafka's do by a JAAS file.",
    ),
)

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

#: What Kafka takes per listener, and its name there.
LISTENER_PREFIX = re.compile(r"listener\.name\.([^.]*)\.(.*)", re.DOTALL)


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
BROKER_SETTINGS: Mapping[str, Setting] = index_settings([*_known(), *AUTHORIZER_SETTINGS, *COPYING_RATES, *KLOG_SETTINGS])
#: Those that only Kafka 3.9.2 has.
OLD_SETTINGS: frozenset[str] = frozenset(_OLD)


def declared(name: str) -> Setting | None:
    """The setting called `name`, ``listener.name.<listener>.`` in front of it or not, or of the source of a mirror; None where nobody knows
    it."""
    setting = BROKER_SETTINGS.get(name) or declared_of_source(name)
    if setting is None:
        match = LISTENER_PREFIX.fullmatch(name)
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
    match = LISTENER_PREFIX.fullmatch(name)
    if match:
        return ((name, 1), (match[2], 1))
    return ((name, 1),)
