"""Where klog answers otherwise than Apache Kafka, with the reason: the machine-readable list, and its page in the documentation.

Every row covers differences of the script by patterns; what no row covers fails the test, and so does a row that covers nothing. The
page, ``docs/differences.md``, is made of this file: ``python -m tests.integration.behaviour --write``.
"""

from __future__ import annotations

import fnmatch
import pathlib
from collections.abc import Iterable
from typing import NamedTuple

from tests import peers
from tests.integration import spark_reads
from tests.integration.behaviour.compare import Difference

PAGE = peers.ROOT / "docs" / "differences.md"


class Listed(NamedTuple):
    """Differences that stay. All but the reason are patterns (``fnmatch``) over the difference's text."""

    reason: str
    steps: str
    path: str
    kafka: str = "*"
    klog: str = "*"

    def covers(self, difference: Difference) -> bool:
        """Whether this row is about it."""
        pairs = ((self.steps, difference.step), (self.path, difference.path), (self.kafka, difference.kafka), (self.klog, difference.klog))
        return all(pattern == text or fnmatch.fnmatchcase(text, pattern) for pattern, text in pairs)


SAYS_WHY = "klog says in a sentence what is wrong where Kafka sends the bare code"
INTERNAL = "who may not write to an internal topic is told before the coordinator is asked, and nothing becomes part of the transaction"
NO_MARKERS = "a marker for no partitions is answered like others; Kafka leaves it out"
MARKER = "a marker with an epoch or by a version that cannot be is INVALID_PRODUCER_EPOCH or INVALID_REQUEST; in Kafka an exception escapes"
LOG_START = "klog says where the log begins also to who is fenced"
STRICTER = "klog refuses what is inside a batch and not what its header says; Kafka checks less and stores it"
NOT_UNKNOWN = "klog calls records that cannot be read INVALID_RECORD; in Kafka an exception escapes and becomes UNKNOWN_SERVER_ERROR"
CODEC = "a codec number that does not exist is UNSUPPORTED_COMPRESSION_TYPE; in Kafka an exception escapes"
WHICH_RECORD = "klog also names the record at fault"
SILENCE = "Kafka never answers this one (its handler fails before it can); klog refuses it"
WHOLE = "klog sends whole batches only; Kafka fills up the asked size with a part of one, which the client drops"
NEGATIVE_SIZE = "a negative size of the whole answer: both refuse the first partition, Kafka goes on to the second"
ORDER = "the order in which partitions that cannot be fetched are listed; nothing depends on it"
NO_TIME = "no record there has a time, so klog finds none; Kafka names the first offset, with time -1"
OLD_VERSIONS = "klog also speaks the versions that Kafka 4.0 dropped, for clients of the 0.8 to 2.0 years"
FEWER_APIS = "APIs that klog does not have (docs/not_implemented.md) are not announced"
FEATURES = "features are levels of a KRaft cluster's own records; of them klog announces transaction.version, which clients go by"
ELR = "a fresh Kafka 4.3 sets min.insync.replicas for the cluster (eligible leader replicas, KIP-966); klog sets 1, as Kafka did before"
CLIENT_ID = "a client id with a length below -1 closes the connection: the header is not what it says"
TAGS = "tagged fields of a header must rise, as KIP-482 says; Kafka skips them in any order"
AT_ONCE = "klog makes the topic before it answers; Kafka answers at once and the client asks again"
BAD_NAME = "a name that no topic can have is INVALID_TOPIC_EXCEPTION; in Kafka an exception escapes"
ZERO_ID = "asking for the topic of the zero id is INVALID_REQUEST; in Kafka an exception escapes"
TOO_MANY = "too many partitions in one request: POLICY_VIOLATION, as CreateTopics says it; Kafka calls it an unknown error"
OPERATION = "an operation that does not exist is INVALID_REQUEST; in Kafka an exception escapes"
UNKNOWN_SETTING = "Kafka takes settings of a broker that it does not know, for plug-ins; klog has none and refuses the typing error"
OLD_CONFIGS = "settings that Kafka 4.0 dropped: still taken from clients, and old clients' tools set them"
TWICE_IN_LIST = "a word twice in a list is refused"
NOT_A_NUMBER = "NaN is no share"
JUDGE = "what the judge was started with"
OWN_SETTINGS = "klog's own settings"
NEWER_DEFAULTS = "klog has the settings and defaults of Kafka 4.3.1, also where 3.9.2 has others"
IS_DEFAULT = "Kafka 3.9.2 says false of every setting in version 0 of the answer; klog says which ones are defaults"
NO_PARTITIONS = "a topic without partitions is left out of the answer, in version 0 as in the others"
NEWER_RESOURCES = "klog describes the resources that Kafka 4.3.1 has, in every version"
IN_ZOOKEEPER = "version 0 is of the time of offsets in ZooKeeper: Kafka 3.9.2 without one refuses it, klog keeps them where all others are"
ONCE = "each partition is answered as often as it was asked, as Kafka 4.3.1 does it in later versions; 3.9.2 answers once"
PROTOCOL_TWICE = "a member's protocol named twice counts once; in Kafka an exception escapes and the group never gets on"

_JUDGED_SETTINGS = (
    "advertised.listeners",
    "controller.listener.names",
    "controller.quorum.voters",
    "listeners",
    "log.dirs",
    "node.id",
    "offsets.topic.replication.factor",
    "process.roles",
    "share.coordinator.state.topic.*",
    "transaction.state.log.*",
)

LISTED: tuple[Listed, ...] = (
    Listed(SAYS_WHY, "Produce v*", "responses/*/error_message", "null", "(text)"),
    Listed(SAYS_WHY, "CreatePartitions v*", "results/*/error_message", "null", "(text)"),
    Listed(SAYS_WHY, "DescribeConfigs v*", "results/*/error_message", '""', "(text)"),
    Listed(SAYS_WHY, "FindCoordinator v*", "coordinators/*/error_message", '""', "(text)"),
    Listed(SAYS_WHY, "IncrementalAlterConfigs v*", "responses/*/error_message", "null", "(text)"),
    Listed(SAYS_WHY, "AlterConfigs v*", "responses/*/error_message", "null", "(text)"),
    Listed(SAYS_WHY, "AlterPartitionReassignments v*: giving up what is not under way", "responses/*/error_message", "null", "(text)"),
    Listed(INTERNAL, "Produce v*: odd batches: an internal topic", "responses/*/error_code", "*", '"INVALID_TOPIC_EXCEPTION"'),
    Listed(INTERNAL, "DescribeTransactions v0: odd batches: *", "transaction_states/*/topics/__consumer_offsets", "*", "(absent)"),
    Listed(NO_MARKERS, "WriteTxnMarkers v*: marked *: of no*", "markers/*", "(absent)"),
    Listed(
        MARKER,
        "WriteTxnMarkers v*: marked *: of the epoch -1",
        "markers/*/error_code",
        '"UNKNOWN_SERVER_ERROR"',
        '"INVALID_PRODUCER_EPOCH"',
    ),
    Listed(MARKER, "WriteTxnMarkers v*: marked *: by version -1", "markers/*/error_code", '"UNKNOWN_SERVER_ERROR"', '"INVALID_REQUEST"'),
    Listed(LOG_START, "Produce v11: marked *: of the epoch before", "responses/*/log_start_offset", "-1", "0"),
    Listed(STRICTER, "Produce v*: inside: deltas *", "responses/*/error_code", '"NONE"', '"INVALID_RECORD"'),
    Listed(STRICTER, "Produce v*: inside: negative delta", "responses/*/error_code", '"NONE"', '"INVALID_RECORD"'),
    Listed(STRICTER, "Produce v*: inside: key length -2", "responses/*/error_code", '"NONE"', '"INVALID_RECORD"'),
    Listed(NOT_UNKNOWN, "Produce v*: inside: *", "responses/*/error_code", '"UNKNOWN_SERVER_ERROR"', '"INVALID_RECORD"'),
    Listed(NOT_UNKNOWN, "Produce v*: a bomb of codec *", "responses/*/error_code", '"UNKNOWN_SERVER_ERROR"', '"INVALID_RECORD"'),
    Listed(CODEC, "Produce v*: inside: codec *", "responses/*/error_code", '"UNKNOWN_SERVER_ERROR"', '"UNSUPPORTED_COMPRESSION_TYPE"'),
    Listed(WHICH_RECORD, "Produce v9: a bomb of codec *", "responses/*/record_errors/*", "(absent)", '{"batch_index": *'),
    Listed(WHICH_RECORD, "Produce v9: inside: *", "responses/*/record_errors/*", "(absent)", '{"batch_index": *'),
    Listed(SILENCE, "Produce v*: null records", "answer", "(no answer)"),
    Listed(SILENCE, "AlterConfigs v1: a topic twice", "answer", "(no answer)"),
    Listed(WHOLE, "Fetch v*: 250 bytes of a partition", "responses/*/records/count"),
    Listed(WHOLE, "Fetch v*: 500 bytes*", "responses/*/records/count"),
    Listed(NEGATIVE_SIZE, "Fetch v*: -1 bytes altogether", "responses/fetch-many-1/*"),
    Listed(ORDER, "Fetch v*: session: *", "responses/order"),
    Listed(ORDER, "DescribeTopicPartitions v0: bad names", "topics/order"),
    Listed(NO_TIME, "ListOffsets v*: special -3", "topics/offsets/partitions/3/*", "0", "-1"),
    Listed(OLD_VERSIONS, "ApiVersions v*", "api_keys/*/min_version"),
    Listed(FEWER_APIS, "ApiVersions v*", "api_keys/*", '{"api_key": *', "(absent)"),
    Listed(FEATURES, "ApiVersions v*", "supported_features/*", "*", "(absent)"),
    Listed(FEATURES, "ApiVersions v*", "finalized_features/*", "*", "(absent)"),
    Listed(ELR, "CreateTopics v*", "topics/*/configs/min.insync.replicas/config_source", "3", "5"),
    Listed(ELR, "DescribeConfigs v*", "results/*/configs/min.insync.replicas*"),
    Listed(ELR, "AlterConfigs v*: the brokers' setting", "responses/4 /error_*"),
    Listed(CLIENT_ID, "Metadata v9: header: client id *", "answer", "*", "(closed)"),
    Listed(TAGS, "Metadata v9: header: tagged field*", "answer", "*", "(closed)"),
    Listed(AT_ONCE, "Metadata v*: made by asking", "topics/*/error_code", '"UNKNOWN_TOPIC_OR_PARTITION"', '"NONE"'),
    Listed(AT_ONCE, "Metadata v*: made by asking", "topics/*/partitions/*", "(absent)"),
    Listed(AT_ONCE, "Metadata v*: made by asking", "topics/*/topic_id", '"none"'),
    Listed(BAD_NAME, "DescribeTopicPartitions v0: bad names", "topics/*/error_code", '"UNKNOWN_SERVER_ERROR"', '"INVALID_TOPIC_EXCEPTION"'),
    Listed(BAD_NAME, "DescribeTopicPartitions v0: bad names", "topics/*/topic_authorized_operations"),
    Listed(ZERO_ID, "Metadata v*: by zero id", "*error_code", '"UNKNOWN_SERVER_ERROR"', '"INVALID_REQUEST"'),
    Listed(TOO_MANY, "CreatePartitions v*: too many", "results/*/error_code", '"UNKNOWN_SERVER_ERROR"', '"POLICY_VIOLATION"'),
    Listed(OPERATION, "IncrementalAlterConfigs v*: operation 9", "responses/*/error_code", '"UNKNOWN_SERVER_ERROR"', '"INVALID_REQUEST"'),
    Listed(UNKNOWN_SETTING, "*AlterConfigs v*: a broker's unknown setting", "responses/4 1/error_code", '"NONE"', '"INVALID_REQUEST"'),
    Listed(OLD_CONFIGS, "IncrementalAlterConfigs v1: value message.*", "responses/*", '"INVALID_CONFIG"', '"NONE"'),
    Listed(OLD_CONFIGS, "IncrementalAlterConfigs v1: value message.*", "responses/*/error_message", "(text)", "null"),
    Listed(TWICE_IN_LIST, "IncrementalAlterConfigs v1: value cleanup.policy=delete,delete", "responses/*/error_code"),
    Listed(NOT_A_NUMBER, "IncrementalAlterConfigs v1: value min.cleanable.dirty.ratio=NaN", "responses/*/error_code"),
    *(Listed(JUDGE, "DescribeConfigs v*", f"results/4 1/configs/{name}/*") for name in _JUDGED_SETTINGS),
    Listed(OWN_SETTINGS, "DescribeConfigs v*", "results/4 1/configs/klog.*", "(absent)"),
    Listed(NEWER_DEFAULTS, "CreateTopics v7: *", "topics/*/configs/message.*"),
    Listed(NEWER_DEFAULTS, "DescribeConfigs v0: *", "results/*/configs/*"),
    Listed(IS_DEFAULT, "DescribeConfigs v0: *", "results/*/configs/*/is_default", "false", "true"),
    Listed(NO_PARTITIONS, "ListOffsets v0: no partitions", "topics/offsets", klog="(absent)"),
    Listed(IN_ZOOKEEPER, "OffsetCommit v0: *", "topics*"),
    Listed(IN_ZOOKEEPER, "OffsetFetch v0: *", "topics*"),
    Listed(IN_ZOOKEEPER, "OffsetFetch v5: commit-0: after OffsetCommit v0", "topics/*", "(absent)"),
    Listed(IN_ZOOKEEPER, "DescribeGroups v5: commit-new-0: after commits v0", "groups/*/group_state", '"Dead"', '"Empty"'),
    Listed(ONCE, "OffsetCommit v1: commit-1: a * twice", "topics*count"),
    Listed(PROTOCOL_TWICE, "JoinGroup v*: join-twice-*: a protocol twice*", "answer", "(waits)"),
    Listed(NEWER_RESOURCES, "DescribeConfigs v0: a group", "results/32 g/error_*"),
)


def unlisted(differences: Iterable[Difference]) -> list[Difference]:
    """Those that no row covers."""
    return [difference for difference in differences if not any(row.covers(difference) for row in LISTED)]


def unused(differences: Iterable[Difference]) -> list[Listed]:
    """Rows that cover nothing any more."""
    found = list(differences)
    return [row for row in LISTED if not any(row.covers(difference) for difference in found)]


def page() -> str:
    """The documentation's page."""
    lines = [_HEAD]
    for reason in dict.fromkeys(row.reason for row in LISTED):
        title = reason if reason.startswith("klog") else reason[0].upper() + reason[1:]
        lines.append(f"### {title}\n")
        lines.append("| requests | field | Kafka | klog |\n|---|---|---|---|")
        lines += [
            "| " + " | ".join(f"`{text}`".replace("|", "\\|") if text else "" for text in (row.steps, row.path, row.kafka, row.klog)) + " |"
            for row in LISTED
            if row.reason == reason
        ]
        lines.append("")
    return "\n".join(lines).rstrip() + "\n\n" + spark_reads.section()


def write(path: pathlib.Path = PAGE) -> None:
    """Write the page."""
    path.write_text(page(), encoding="utf-8")


_HEAD = """\
# Differences from Apache Kafka

klog's answers are compared with Apache Kafka 4.3.1, and with 3.9.2 in the versions that 4.3.1 dropped, by one script of more than twelve thousand
requests (`tests/integration/behaviour`), field by field. This page is made from the list that the test holds against what it finds
(`tests/integration/behaviour/differences.py`): nothing differs that does not stand here, and nothing stands here that does not differ.

## On purpose

* **Records are checked to the last byte before they are stored.** Beyond Kafka's own checks (checksum, sizes, record count, one batch per
  partition, sequences, timestamps), klog walks the frames of every record, compressed ones too: offset deltas must be 0, 1, 2 ...; keys,
  values and headers must end where they say; nothing may follow the last record; what a batch decompresses to is bounded
  (`klog.max.uncompressed.bytes`). What fails is INVALID_RECORD, with the number of the record at fault from Produce 8 on.
* **A batch behind one that was refused for a while** is refused for the same reason (KAFKA_STORAGE_ERROR of a full disk, NOT_ENOUGH_REPLICAS,
  NOT_LEADER_OR_FOLLOWER), once, until the first one has come again. Kafka says OUT_OF_ORDER_SEQUENCE_NUMBER, upon which librdkafka raises its
  epoch and may write twice what it has under way to other partitions; or takes it, where it knows nothing of the producer.
  So it is where the partition has moved to another data directory since, and behind a batch whose transaction's coordinator could not be asked.
* **What comes again after a restart.** A broker that was stopped and started knows the last five batches of each producer, as one that was not.
  Kafka knows the newest alone then, says OUT_OF_ORDER_SEQUENCE_NUMBER to those before it, and a client whose answers were lost with the broker
  fails, or writes them twice.
* **Sequences of a transaction that has ended** are INVALID_TXN_STATE in the next one, since nobody sends again what an answered end is behind: the
  client aborts, and goes on. librdkafka (2.16) aborts while batches are unanswered, and gives their sequences to the next transaction's records. Where
  a batch has just the sequences of one that was written Kafka takes it for that one come again, says that it is written, and the client commits
  without it; where it has some of them, Kafka says OUT_OF_ORDER_SEQUENCE_NUMBER, which is the producer's end.
* **Exceptions do not escape.** Where Kafka answers UNKNOWN_SERVER_ERROR or not at all because its own code failed on the request, klog has
  an error that says what was wrong.
* **What a request names again** is told again, as Kafka does, but with no more than 1,000 rows in one answer (producers, members, partitions, settings,
  offsets); what is beyond that is INVALID_REQUEST: DescribeProducers, DescribeGroups, ConsumerGroupDescribe, DescribeTransactions, DescribeConfigs, OffsetFetch.
* **Old clients.** klog answers every version from 0 on, and takes the topic settings that Kafka 4.0 dropped.
* **Reading by old clients (Fetch 0 to 3).** Records are converted when they are read, as in Kafka 3.9. Kafka converts as much as fits the
  size of what is stored and may cut the last message; klog converts all that it read. What both send is the same, message by message.
* **Times.** klog answers when the thing is done. Kafka's broker often answers before its own caches follow (topics just made, settings
  just changed), so its clients ask again.
* **Members that wait always hear something.** Kafka drops a waiting JoinGroup or SyncGroup when the same member asks again by another
  connection, and a waiting SyncGroup of a member that leaves; klog answers it (REBALANCE_IN_PROGRESS, UNKNOWN_MEMBER_ID). A rebalance
  ends as soon as the last member that is missed was turned away because the group is full (`group.max.size`); Kafka waits for the
  rebalance timeout. At most 10,000 member ids of a group are out that have not joined yet (KIP-394); the oldest is forgotten then.
* **Regular expressions of consumer groups (KIP-848)** are RE2's in both. klog takes them up to 4,096 bytes and with up to 16 classes like
  `\\pL`, which bounds the time that compiling takes; longer ones are INVALID_REGULAR_EXPRESSION. They are matched again when topics go,
  too.
* **What is not flushed is not told.** Under the flush rule both answer OffsetFetch with what is acknowledged, and one with `require_stable` when the
  newest is. DescribeGroups, ConsumerGroupDescribe and ListGroups tell the newest state in klog, when it is acknowledged; Kafka answers at once,
  with the state of the high watermark (of classic groups with the newest one, acknowledged or not). The member epoch of an OffsetFetch is compared
  with the newest one, so that a member may hear STALE_MEMBER_EPOCH before the heartbeat that made it so is answered.
* **Compaction** keeps one batch without records (61 bytes) at the end of a segment that was made of several and would have lost its last one;
  it never removes a record before the newer one is known to be on the disk; a log with a broken batch is left as it is.
* **Data directories.** One that was in use before and is missing or empty at the start is out of service in klog, for its disk is most likely not mounted; Kafka makes
  it anew, and empty partitions in it. A full disk takes no directory out of service in klog: the producer is told and the next write tried. A read that fails is told to
  who reads. Of the last directory that is left a broker that is alone still has clients read; in a cluster it hands over what it
  leads, and ends with exit code 1. Kafka halts in both cases.
* **Moving between data directories.** Two folders of one partition that a kill leaves in the middle of the move are told apart by klog at the next start; Kafka asks for one of them to be deleted by hand.
* **Followers** ask a leader that has refused them again after 20 ms, then after twice as long each time, up to `replica.fetch.backoff.ms`,
  which Kafka always waits. A fetch that waits at the leader is given up after 50 ms where a partition was added meanwhile; in Kafka the new
  one waits with it. A replica that refused to lead (`klog.unclean.start=refuse`) follows a leader again as soon as klog's controller names
  one; Kafka's controller tells an offline replica nothing, so it follows only after a restart there.
* **Who says that it is a broker** (a Fetch or ListOffsets with a replica id, the controller's requests) must come by the brokers' listener; a replica must be registered, with
  just the epoch that it names, and have a copy; beside an authorizer it must have CLUSTER_ACTION, too. Kafka without an authorizer believes everybody. Listeners that clients and brokers share are told at the start and by `klog doctor`.
* **The clock.** A broker's timers and its lease on ZooKeeper's session go by the time since boot, not by the wall clock, which somebody may set.
* **Moving partitions between brokers** is done in Kafka's phases, by the same znodes, and either kind's controller goes on with what the other
  has begun. What differs: a topic's znode and the states that change with it are written in one transaction of ZooKeeper; a partition has
  moved when those that leave have deleted their logs or cannot be reached (Kafka's controller sends the request, and does not wait); a broker
  that is dropped by a move given up is noted in both `adding_replicas` and `removing_replicas` until it has deleted what it has, and
  ListPartitionReassignments shows it no more; giving up a move that would leave nobody in sync is refused, as with KRaft; a topic that moves
  is deleted at once, where Kafka's controller waits for the move to end; preferred leaders are brought back meanwhile, where Kafka's pauses; an unclean election takes a replica that is being added last, not
  first. A broker that was away when it was to delete a log has it still when it is back, as with Kafka: it is named in the log, and not served.
* **A leader that cuts its own log**, as one that copies another cluster's partition may, is elected anew by klog's controller where it asks in AlterPartition to be
  recovering, alone in sync (KIP-704's state): it gets the next leader epoch. Kafka's controller refuses that (INVALID_REQUEST).
* **Producer ids.** With ZooKeeper klog looks there before it gives out ids of a block in hand, since another broker may have copied some from another cluster; all who ask at
  once share one look. So InitProducerId waits for ZooKeeper, as it does in Kafka for a new block.
* **What is not there**: share groups, delegation tokens, quotas: [not implemented](not_implemented.md).

## Settings and configurations

| klog | Apache Kafka 4.3.1 | why |
|---|---|---|
| listens on 127.0.0.1 unless told otherwise | on all interfaces | a broker without authentication should not be open to a network by accident |
| a broker that is alone and has no configuration file does not keep a new group waiting (`group.initial.rebalance.delay.ms` is 0) | 3 s by default, 0 in the configuration that is shipped | who tries it out waits for nobody |
| advertises the address that each client came by, unless configured | the host's own name | right in containers and behind port-forwards without configuration |
| the topic configurations `message.format.version`, `message.downconversion.enable` and `message.timestamp.difference.max.ms` are taken, and described where they are set | unknown (removed in 4.0) | tools of 2.8 and 3.9 set them |
| a broker alone refuses `min.insync.replicas` above 1, for itself and for topics | accepted; produce with acks=all then fails | one broker keeps one copy |
| authorizers of one's own, policies, and of `sasl.*` what is neither PLAIN nor SCRAM are refused at start | honoured | ignoring them would let everybody in |
| an ACL about an address of IPv6 fits however it is written | only as Java writes it | a denial of `::1` denies |
| rules in ZooKeeper that cannot be read, or an empty znode, deny everything on their resource | no JSON, or nothing, counts as no rule; of other JSON what was known before counts, with an error in the log | nobody knows what they meant |
| beside an authorizer internal topics take records only of who has CLUSTER_ACTION on the cluster, too | of whoever may write to them and calls itself `__admin_client` | who may write to all topics could make up the offsets of groups |
| the audit log tells a denial once in 10 s, and what is allowed once for each user and address while connected | every time | a client cannot fill the disk with it |
| a fetch that waits is judged again when it is answered | when it comes | a right that is taken away is gone |
| somebody whom SCRAM does not know fails at the last message, as with a wrong password | at the first one | names cannot be tried out |
| patterns of `ssl.principal.mapping.rules` are read by Python's regular expressions | by Java's | alike in what such rules use; what Python does not read is refused at start |
| SCRAM compares the channel binding of the last message | does not | RFC 5802 asks for it |
| a connection that has shown nobody takes 64 KiB at most, and must have shown it within `klog.authentication.timeout.ms`, or have ended its handshake of TLS | 512 KiB, and no such limit | strangers hold little, and not for long |
| `listener.name.<listener>.ssl.client.auth`, set while the broker runs, counts for whoever connects from then on; of no listener with TLS it is refused | it is taken, and the listener goes by it when the broker starts again | who closes a listener must not find it open |
| a wrong topic configuration's error names the nearest known one | names only the wrong one | it is nearly always a misspelling |
| DescribeConfigs of a broker also lists `klog.*`, and its documentation is klog's | | klog's own settings |
| brokers among themselves use the listener called as `security.inter.broker.protocol` says (PLAINTEXT), or else the first one that speaks it; a broker alone needs none | only the one called so; a broker alone needs it, too | a file with named listeners, or TLS alone, works without another setting |
| `inter.broker.protocol.version` is 2.8 to 3.9 | any release | before that the controller's requests had no topic ids. All of them are tried among klog's brokers, 2.8 and 3.9 beside Kafka's |
| `replica.selector.class` is Kafka's `RackAwareReplicaSelector`, or `rack-aware` | any class | klog runs no Java |
| SIGTERM ends with exit code 0 | 143 | an orderly end is no failure |

## In the list

Patterns as in a shell: `*` is anything. A request reads "API, version: what was asked"; the same wording stands in the script. Sentences
of errors are compared by presence, not by wording; topic ids, member ids, addresses, directories and times by what they stand for; of
assignments in which chance decides which partitions a member gets, their number.
"""  # noqa: E501
