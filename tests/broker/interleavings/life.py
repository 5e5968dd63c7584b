"""A broker's life with its threads in virtual time: all that clients may ask for, and all that a disk may do, drawn from a seed.

::

    Life(seed).run()          # raises AssertionError naming the seed and what did not hold

Some connections produce and fetch; some make, change, delete and make again topics; others commit and fetch offsets and are members of
groups. What they do comes between the acts of flushes, rolls, compactions, retention, expiry, saves, removals and checkpoints. The clock
goes from act to act and jumps over retention times now and then; the disk is slow, full, broken, without descriptors, or hangs. The
broker stops in the middle of it, the power goes, and it starts again.

What must hold (`model` says what is owed):

- what was acknowledged is there as long as the broker lives and after an orderly stop; what was acknowledged under the flush rule, or
  shown under it, after a power cut as well; nothing is there that nobody sent, nothing twice, nothing without what stood before it;
- the mark of a clean stop is there only where a power cut loses nothing any more;
- while the disk is well and its topic is left alone, no request is refused;
- a committed offset is shown once its commit is acknowledged, and no earlier (under the flush rule), and goes only by expiry, by deletion,
  or by a newer one; a member that was let in stays one until its session is over;
- topics and configurations that were acknowledged are there after a stop and a power cut, and deleted ones are not;
- a stop ends in time, whatever hangs; each connection's answers come in order, to the last one, unless it is closed;
- nothing fails by a mistake of klog's own.
"""

from __future__ import annotations

import dataclasses
import errno
import functools
import math
import random
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from twisted.logger import formatEvent, globalLogPublisher

from klog.errors import ErrorCode
from klog.records.select import codec
from klog.storage.filenames import CLEAN_SHUTDOWN
from klog.testing.broker import DATA_DIRECTORY, MemoryBroker, MemoryClient
from klog.testing.interleaving import Act
from klog.wire.messages.create_partitions import CreatePartitionsRequest, CreatePartitionsTopic
from klog.wire.messages.create_topics import CreatableTopic, CreatableTopicConfig, CreateTopicsRequest
from klog.wire.messages.delete_groups import DeleteGroupsRequest
from klog.wire.messages.delete_records import DeleteRecordsPartition, DeleteRecordsRequest, DeleteRecordsTopic
from klog.wire.messages.delete_topics import DeleteTopicsRequest, DeleteTopicState
from klog.wire.messages.fetch import FetchPartition, FetchRequest, FetchTopic
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from klog.wire.messages.heartbeat import HeartbeatRequest
from klog.wire.messages.incremental_alter_configs import AlterableConfig, AlterConfigsResource, IncrementalAlterConfigsRequest
from klog.wire.messages.join_group import JoinGroupRequest, JoinGroupRequestProtocol
from klog.wire.messages.leave_group import LeaveGroupRequest, MemberIdentity
from klog.wire.messages.metadata import MetadataRequest
from klog.wire.messages.offset_commit import OffsetCommitRequest, OffsetCommitRequestPartition, OffsetCommitRequestTopic
from klog.wire.messages.offset_fetch import OffsetFetchRequest, OffsetFetchRequestGroup, OffsetFetchRequestTopics
from klog.wire.messages.produce import PartitionProduceData, ProduceRequest, TopicProduceData
from klog.wire.messages.sync_group import SyncGroupRequest, SyncGroupRequestAssignment
from tests.broker.interleavings.model import Commit, Commits, Sent, Topic

E = ErrorCode
TOPICS = ("t0", "t1", "t2")
GROUPS = ("g0", "g1", "g2", "g3", "g4")
#: Those that have members now and then. As in Kafka, the retention of their offsets begins when the last one goes, not with the commit.
JOINED = ("g3", "g4")
KEYS = (b"a", b"b", b"c")
#: How long committed offsets are kept, in seconds: the least that the setting can say.
RETENTION_S = 60.0
SESSION_S = 10.0
#: An answer is looked at so long after it came, at most.
LOOK_S = 3.0
SHUTDOWN_S = 2.0
#: What a stop may take in all: connections, last flushes, and closing.
STOP_S = 10.0
TYPE_TOPIC = 2
#: Answers of a coordinator that is not there yet, or no more.
COORDINATOR_AWAY = frozenset({E.NOT_COORDINATOR, E.COORDINATOR_NOT_AVAILABLE, E.COORDINATOR_LOAD_IN_PROGRESS, E.UNSTABLE_OFFSET_COMMIT})

Judge = Callable[[Any], None]


class Moment(NamedTuple):
    """When something was asked, and in which life of the broker."""

    life: int
    clock_s: float


@dataclasses.dataclass(eq=False)
class Connection:
    """One client and what it waits for, oldest first: what judges the answer, and what is done where none comes."""

    client: MemoryClient
    waiting: deque[tuple[Judge, Callable[[], None]]] = dataclasses.field(default_factory=deque)


@dataclasses.dataclass(eq=False)
class Member:
    """The one member of a group."""

    group: str
    member_id: str
    generation: int
    #: Its session is not over before.
    until_s: float


class Life:
    """See the module.

    :param seed: everything follows from it.
    :param steps: how much happens.
    """

    def __init__(self, seed: int, *, steps: int = 140) -> None:
        self.seed = seed
        self.steps = steps
        self.random = chance = random.Random(seed)
        #: Whether all topics have the flush rule, ``__consumer_offsets`` included.
        self.flush_rule = chance.random() < 0.6
        self.with_faults = chance.random() < 0.5
        self.with_groups = chance.random() < 0.6
        # How often what happens; a test that looks for something in particular has more of it.
        self.misfortunes: Sequence[str] = ("slow", "slow", "hang", "descriptors", "full", "sync", "write")
        self.ends: Sequence[str] = ("stop", "stop", "power")
        self.group_share = 0.45
        self.minute_share = 0.01
        properties = {
            "offsets.topic.num.partitions": chance.choice(("1", "2")),
            "offsets.topic.replication.factor": "1",
            "offsets.retention.minutes": "1",
            "offsets.retention.check.interval.ms": chance.choice(("500", "3000")),
            "group.initial.rebalance.delay.ms": "0",
            "klog.shutdown.timeout.ms": str(int(SHUTDOWN_S * 1000)),
            "log.retention.check.interval.ms": "1500",
            "log.initial.task.delay.ms": "300",
            "log.flush.offset.checkpoint.interval.ms": "2500",
            "log.cleaner.backoff.ms": "900",
            "log.segment.delete.delay.ms": "0",
            "auto.create.topics.enable": "false",
        }
        if self.flush_rule:
            properties["log.flush.interval.messages"] = chance.choice(("1", "1", "5"))
        self.properties = properties
        self.broker = MemoryBroker(properties, seed=seed, interleave=random.Random(chance.getrandbits(64)))
        self.life = 0
        self.events: list[str] = []
        self.mistakes: list[str] = []
        self.topics: dict[str, Topic] = {}
        #: What is being asked about the topics by name: one thing at a time.
        self.busy: set[str] = set()
        #: What may be there or not, since nobody was told.
        self.uncertain: set[str] = set()
        #: A broken disk would not make these, nor write down that they are not there after all: the next start may remember them.
        self.littered: set[str] = set()
        self.commits: dict[tuple[str, str, int], Commits] = {}
        self.members: dict[str, Member] = {}
        self.joining: set[str] = set()
        self.connections: list[Connection] = []
        self.group_connections: list[Connection] = []
        self.number = 0
        #: So many times more, time passes only to the next event.
        self.closely = 0
        # The disk.
        self.is_broken = self.is_hanging = self.is_stopping = False
        self.unwell_until_s = self.lacks_until_s = self.slow_until_s = -math.inf
        self.hangs_in = -1

    # What there is

    @property
    def clock_s(self) -> float:
        """Seconds of the clock."""
        return float(self.broker.clock.seconds())

    def note(self, sentence: str) -> None:
        """For whoever looks for a mistake."""
        self.events.append(f"{self.clock_s % 100_000:10.4f} {sentence}")

    def wrong(self, sentence: str) -> None:
        """Something does not hold."""
        raise AssertionError(sentence)

    def fresh(self, prefix: str) -> bytes:
        """A value that nobody sent before."""
        self.number += 1
        return b"%s-%d-%s" % (prefix.encode(), self.number, b"x" * self.random.choice((0, 30, 100)))

    # The disk

    def time_of(self, act: Act) -> float:
        """How long a worker's act takes."""
        threads = self.broker.interleaving
        assert threads is not None
        if self.hangs_in >= 0 and act.path:
            self.hangs_in -= 1
            if self.hangs_in < 0:
                self.is_hanging = True
                self.note(f"hangs: {act}")
                return math.inf
        seconds = threads.drawn_s(act)
        return seconds * 40 if self.clock_s < self.slow_until_s else seconds

    def fault(self, act: Act) -> OSError | None:
        """What an act fails with."""
        if self.clock_s < self.lacks_until_s and act.name in ("open", "list"):
            return OSError(errno.EMFILE, "no descriptors", act.path)
        return None

    def harm_disk(self) -> None:
        """Something is the matter with it from now on."""
        what = self.random.choice(self.misfortunes)
        if what == "slow":
            self.slow_until_s = self.clock_s + self.random.choice((0.5, 5.0))
        elif what == "hang":
            self.hangs_in = self.random.randrange(30)
        elif what == "descriptors":
            self.unwell_until_s = max(self.unwell_until_s, self.clock_s + self.random.choice((0.01, 0.2)))
            self.lacks_until_s = self.unwell_until_s
        elif what == "full":
            self.unwell_until_s = max(self.unwell_until_s, self.clock_s + 0.1)
            fs = self.broker.file_system
            fs.fail_writes(errno.ENOSPC, self.random.choice((0, 7)))
            self.broker.clock.callLater(0.1, fs.fail_writes, None)
        elif not self.is_broken and self.random.random() < 0.5:
            self.is_broken = True
            self.broker.file_system.fail_next_sync()
        self.note(f"disk: {what}")

    # Connections

    def send(self, message: Any, version: int, judge: Judge, lost: Callable[[], None] = lambda: None, *, group: bool = False) -> bool:
        """Ask; False where nobody can be asked now. Of the connections of groups each has one request under way: its answer does not wait
        for another's."""
        connections = self.group_connections if group else self.connections
        found = [one for one in connections if not one.client.scripted.disconnected and not (group and one.waiting)]
        if not found:
            return False
        connection = self.random.choice(found)
        connection.waiting.append((judge, lost))
        connection.client.send((message, version))
        return True

    def receive(self) -> None:
        """Judge all answers that have come."""
        again = True
        while again:
            again = False
            came: list[tuple[Judge, Any]] = []
            for connection in [*self.connections, *self.group_connections]:
                answers, connection.client.answers = connection.client.receive(), []
                for answer in answers:
                    came.append((connection.waiting.popleft()[0], answer))
                if connection.client.scripted.disconnected:
                    for _, lost in connection.waiting:
                        lost()
                    connection.waiting.clear()
            # Offsets that are shown are judged when it is known what else was acknowledged.
            came.sort(key=lambda one: getattr(one[0], "is_last", False))
            for judge, answer in came:
                judge(answer)
                again = True

    def connect(self) -> None:
        """As many connections as there should be."""
        for connections, most in ((self.connections, 2), (self.group_connections, 4)):
            connections[:] = [one for one in connections if not one.client.scripted.disconnected]
            while len(connections) < most:
                connections.append(Connection(self.broker.connect()))

    @property
    def now(self) -> Moment:
        """When something is asked."""
        return Moment(self.life, self.clock_s)

    def is_well(self, since: Moment) -> bool:
        """Whether the disk did all the while what it should, and nothing that was asked then may be refused."""
        is_well = not (self.is_broken or self.is_hanging or self.is_stopping)
        return is_well and since.life == self.life and since.clock_s > self.unwell_until_s

    def refused(self, asked: Moment, what: str, code: int, allowed: frozenset[ErrorCode] | set[ErrorCode] = frozenset()) -> None:
        """An error was answered to what was asked then; nothing must have been the matter."""
        if code and code not in allowed and self.is_well(asked):
            self.wrong(f"{what} was answered {E(code).name}")

    # Topics

    def create_topic(self) -> None:
        """Where there is none of that name."""
        names = [name for name in TOPICS if name not in self.busy and name not in self.topics]
        if not names:
            return
        chance, name = self.random, self.random.choice(names)
        configs: dict[str, str] = {"file.delete.delay.ms": "0"}
        configs["internal.segment.bytes"] = chance.choice(("500", "900", "100000"))
        rule = self.flush_rule
        if not rule and chance.random() < 0.4:
            configs["flush.messages" if chance.random() < 0.5 else "flush.ms"] = chance.choice(("1", "4"))
            rule = True
        policy = chance.random()
        if policy < 0.3:
            configs["cleanup.policy"] = "compact"
            configs["min.cleanable.dirty.ratio"] = "0.01"
        elif policy < 0.5:
            configs["retention.bytes"] = "1500"
        topic = Topic(name, chance.choice((1, 1, 3)), rule, may_compact=policy < 0.3, may_retain=0.3 <= policy < 0.5, configs=configs)
        self.ask_to_create(topic)

    def ask_to_create(self, topic: Topic) -> None:
        """See `create_topic`."""
        name, asked = topic.name, self.now
        is_certain = name not in self.uncertain
        configs = [CreatableTopicConfig(name=key, value=value) for key, value in topic.configs.items()]
        wanted = CreatableTopic(name=name, num_partitions=topic.partitions, replication_factor=1, configs=configs)

        def judge(answer: Any) -> None:
            self.busy.discard(name)
            code = answer.topics[0].error_code
            self.note(f"{name} created: {E(code).name} {answer.topics[0].error_message or ''}")
            if code == E.NONE:
                topic.is_steady = True
                self.topics[name] = topic
                self.uncertain.discard(name)
                self.littered.discard(name)
            else:
                if is_certain:
                    self.refused(asked, f"creation of {name}", code)
                self.littered.add(name)

        def lost() -> None:
            self.busy.discard(name)
            self.uncertain.add(name)

        if self.send(CreateTopicsRequest(topics=[wanted], timeout_ms=30_000), 7, judge, lost):
            self.busy.add(name)
            self.note(f"create {name} {topic.partitions} {topic.configs}")

    def delete_topic(self) -> None:
        """One that is there, or may be."""
        names = [name for name in TOPICS if name not in self.busy and (name in self.topics or name in self.uncertain)]
        if not names:
            return
        name, asked = self.random.choice(names), self.now
        topic = self.topics.pop(name, None)
        is_certain = topic is not None and name not in self.uncertain

        def judge(answer: Any) -> None:
            self.busy.discard(name)
            code = answer.responses[0].error_code
            self.note(f"{name} deleted: {E(code).name} {answer.responses[0].error_message or ''}")
            if code == E.NONE:
                self.uncertain.discard(name)
            if code != E.NONE and is_certain:
                self.refused(asked, f"deletion of {name}", code)
                self.uncertain.add(name)

        def lost() -> None:
            self.busy.discard(name)
            self.uncertain.add(name)

        if self.send(DeleteTopicsRequest(topics=[DeleteTopicState(name=name)], timeout_ms=30_000), 6, judge, lost):
            self.busy.add(name)
            self.note(f"delete {name}")
            if topic is not None:
                topic.is_steady, topic.is_deleted = False, True
                for commits in self.commits.values():
                    commits.topic_goes(topic)
        elif topic is not None:
            self.topics[name] = topic

    def grow_topic(self) -> None:
        """More partitions."""
        topic = self.steady_topic()
        if topic is None or topic.name in self.busy or topic.partitions > 4:
            return
        name, asked, count = topic.name, self.now, topic.partitions + 1

        def judge(answer: Any) -> None:
            self.busy.discard(name)
            code = answer.results[0].error_code
            self.note(f"{name} has {count} partitions: {E(code).name}")
            if code == E.NONE:
                topic.partitions = count
            else:
                self.refused(asked, f"a partition more of {name}", code, {E.INVALID_PARTITIONS})

        wanted = CreatePartitionsTopic(name=name, count=count, assignments=None)
        if self.send(CreatePartitionsRequest(topics=[wanted], timeout_ms=30_000), 3, judge, lambda: self.busy.discard(name)):
            self.busy.add(name)

    def configure_topic(self) -> None:
        """The flush rule comes or goes, segments get another size, retention begins."""
        topic = self.steady_topic()
        if topic is None or topic.name in self.busy:
            return
        name, asked = topic.name, self.now
        key, value = self.random.choice(
            (
                ("flush.messages", "1"),
                ("flush.messages", None),
                ("flush.ms", "3"),
                ("retention.bytes", "800"),
                ("internal.segment.bytes", "700"),
            )
        )
        before = topic.flush_rule
        configs = {**topic.configs, key: value} if value is not None else {k: v for k, v in topic.configs.items() if k != key}
        if key.startswith("flush"):
            topic.flush_rule = None
        topic.may_retain = topic.may_retain or key == "retention.bytes"

        def judge(answer: Any) -> None:
            self.busy.discard(name)
            code = answer.responses[0].error_code
            self.note(f"{name} {key}={value}: {E(code).name}")
            if code == E.NONE:
                topic.configs = configs
                topic.flush_rule = self.flush_rule or "flush.messages" in configs or "flush.ms" in configs
            else:
                topic.flush_rule = before if code != E.KAFKA_STORAGE_ERROR else None
                self.refused(asked, f"{key} of {name}", code)

        operation = 0 if value is not None else 1
        config = AlterableConfig(name=key, config_operation=operation, value=value)
        resource = AlterConfigsResource(resource_type=TYPE_TOPIC, resource_name=name, configs=[config])

        def lost() -> None:
            self.busy.discard(name)
            topic.configs = {}

        if self.send(IncrementalAlterConfigsRequest(resources=[resource]), 1, judge, lost):
            self.busy.add(name)
        elif key.startswith("flush"):
            topic.flush_rule = before

    def steady_topic(self) -> Topic | None:
        """One that nobody has asked to go."""
        found = [topic for topic in self.topics.values() if topic.is_steady]
        return self.random.choice(found) if found else None

    # Records

    def produce(self) -> None:
        """One batch."""
        topic = self.steady_topic()
        if topic is None:
            return
        chance, asked, rule = self.random, self.now, topic.flush_rule
        partition = chance.randrange(topic.partitions)
        records = [Sent(chance.choice(KEYS), self.fresh(topic.name)) for _ in range(chance.choice((1, 1, 3)))]
        data = codec.build_batch([(self.broker.now_ms(), record.key, record.value, ()) for record in records])
        for record in records:
            topic.of(partition)[record.value] = record

        def judge(answer: Any) -> None:
            result = answer.responses[0].partition_responses[0]
            if result.error_code == E.NONE:
                for number, record in enumerate(records):
                    record.offset = result.base_offset + number
                    record.is_acknowledged = True
                    record.is_owed = record.is_owed or (rule is True and topic.flush_rule is True)
            elif topic.is_steady:
                self.refused(asked, f"Produce to {topic.name}-{partition} ({result.error_message})", result.error_code)
            self.note(f"produced {topic.name}-{partition} {records[0].value[:9]!r}: {E(result.error_code).name} {result.base_offset}")

        request = ProduceRequest(
            transactional_id=None,
            acks=chance.choice((1, -1)),
            timeout_ms=30_000,
            topic_data=[TopicProduceData(name=topic.name, partition_data=[PartitionProduceData(index=partition, records=data)])],
        )
        self.send(request, 9, judge)

    def fetch(self) -> None:
        """What a consumer is shown is owed to it."""
        topic = self.steady_topic()
        if topic is None:
            return
        partition, rule, asked = self.random.randrange(topic.partitions), topic.flush_rule, self.now
        told = [record.offset for record in topic.of(partition).values()]
        offset = self.random.randrange(max([0, *told]) + 1)

        def judge(answer: Any) -> None:
            data = answer.responses[0].partitions[0]
            if data.error_code:
                if topic.is_steady:
                    self.refused(asked, f"Fetch of {topic.name}-{partition}", data.error_code, {E.OFFSET_OUT_OF_RANGE})
                return
            if not topic.is_steady or asked.life != self.life:
                return
            sent = topic.of(partition)
            for found in codec.records(data.records or b""):
                record = sent.get(found.value or b"")
                if record is None:
                    self.wrong(f"{topic.name}-{partition} shows {found.value!r} at {found.offset}, which nobody sent")
                    return
                if record.offset not in (-1, found.offset):
                    self.wrong(f"{topic.name}-{partition} shows {found.value!r} at {found.offset}, and said {record.offset}")
                record.offset, record.is_acknowledged = found.offset, True
                record.is_owed = record.is_owed or (rule is True and topic.flush_rule is True)

        wanted = FetchPartition(partition=partition, fetch_offset=offset, partition_max_bytes=1 << 20)
        request = FetchRequest(
            max_wait_ms=self.random.choice((0, 0, 50)),
            min_bytes=1,
            max_bytes=1 << 20,
            session_epoch=-1,
            topics=[FetchTopic(topic=topic.name, partitions=[wanted])],
        )
        self.send(request, 11, judge)

    def delete_records(self) -> None:
        """Up to somewhere."""
        topic = self.steady_topic()
        if topic is None or topic.may_compact:
            return
        asked, partition = self.now, self.random.randrange(topic.partitions)
        told = [record.offset for record in topic.of(partition).values()]
        offset = self.random.choice((-1, self.random.randrange(max([0, *told]) + 1)))
        topic.deleted_to[partition] = max(topic.deleted_to.get(partition, 0), math.inf if offset == -1 else offset)

        def judge(answer: Any) -> None:
            result = answer.topics[0].partitions[0]
            if topic.is_steady:
                self.refused(
                    asked, f"DeleteRecords of {topic.name}-{partition}", result.error_code, {E.OFFSET_OUT_OF_RANGE, E.POLICY_VIOLATION}
                )

        wanted = DeleteRecordsPartition(partition_index=partition, offset=offset)
        self.send(DeleteRecordsRequest(topics=[DeleteRecordsTopic(name=topic.name, partitions=[wanted])], timeout_ms=30_000), 2, judge)

    def ask_metadata(self) -> None:
        """Topics that nobody touches are there."""
        steady = [(topic, topic.partitions) for topic in self.topics.values() if topic.is_steady and topic.name not in self.busy]

        def judge(answer: Any) -> None:
            there = {topic.name: len(topic.partitions) for topic in answer.topics if not topic.error_code}
            for topic, partitions in steady:
                if topic.is_steady and there.get(topic.name, 0) < partitions:
                    self.wrong(f"{topic.name} has {there.get(topic.name, 0)} partitions instead of {partitions}")

        self.send(MetadataRequest(topics=None), 12, judge)

    # Groups

    def key(self) -> tuple[str, Topic, int] | None:
        """A group, and a partition of a topic."""
        topic = self.steady_topic()
        return None if topic is None else (self.random.choice(GROUPS), topic, self.random.randrange(topic.partitions))

    def commit(self) -> None:
        """An offset, as the group's member where there is one."""
        found = self.key()
        if found is None:
            return
        group, topic, partition = found
        self.number += 1
        commits = self.commits.setdefault((group, topic.name, partition), Commits())
        member, asked = self.members.get(group), self.now
        kept_until_s = self.clock_s + RETENTION_S
        if group in JOINED:
            kept_until_s = -math.inf if member is None else member.until_s
        commit = Commit(self.number, self.clock_s, kept_until_s, topic)
        entry = OffsetCommitRequestPartition(partition_index=partition, committed_offset=commit.value, committed_metadata="")
        request = OffsetCommitRequest(
            group_id=group,
            generation_id_or_member_epoch=-1 if member is None else member.generation,
            member_id="" if member is None else member.member_id,
            topics=[OffsetCommitRequestTopic(name=topic.name, partitions=[entry])],
        )

        def judge(answer: Any) -> None:
            code = answer.topics[0].partitions[0].error_code
            commit.done_s = self.clock_s
            commit.is_acknowledged = code == E.NONE
            if not topic.is_steady:
                commit.topic = None
            # What was appended and not flushed in time may count.
            commit.is_refused = code not in (E.NONE, E.COORDINATOR_NOT_AVAILABLE, E.NOT_COORDINATOR)
            self.note(f"committed {group} {topic.name}-{partition} {commit.value}: {E(code).name}")
            if topic.is_steady:
                is_member = member is not None and self.clock_s < member.until_s
                others = {E.UNKNOWN_MEMBER_ID, E.ILLEGAL_GENERATION, E.GROUP_ID_NOT_FOUND, E.REBALANCE_IN_PROGRESS}
                allowed = {E.REBALANCE_IN_PROGRESS} if is_member and self.members.get(group) is member else others
                self.refused(asked, f"OffsetCommit of {group} for {topic.name}-{partition}", code, allowed)

        def lost() -> None:
            commit.done_s = self.clock_s

        if self.send(request, 9, judge, lost, group=True):
            commits.all.append(commit)

    def fetch_all_offsets(self) -> None:
        """Once more, and look at the answers."""
        for group, name, partition in list(self.commits):
            topic = self.topics.get(name)
            if topic is not None and topic.is_steady and partition < topic.partitions:
                self.fetch_offset((group, topic, partition))
                self.broker.advance(0.02)
                self.look()

    def fetch_offset(self, key: tuple[str, Topic, int] | None = None) -> None:
        """What is committed."""
        found = key or self.key()
        if found is None:
            return
        group, topic, partition = found
        commits = self.commits.setdefault((group, topic.name, partition), Commits())
        asked = self.now

        def judge(answer: Any) -> None:
            if asked.life != self.life:
                return
            [result] = answer.groups
            entry = result.topics[0].partitions[0] if result.topics else None
            code = result.error_code or (entry.error_code if entry is not None else 0)
            if code:
                if topic.is_steady:
                    self.refused(asked, f"OffsetFetch of {group} for {topic.name}-{partition}", code, {E.UNSTABLE_OFFSET_COMMIT})
                return
            assert entry is not None
            self.note(f"offset of {group} {topic.name}-{partition}: {entry.committed_offset}")
            if topic.is_steady:
                sentence = commits.judge(entry.committed_offset, asked.clock_s, self.clock_s, flush_rule=self.flush_rule)
                if sentence is not None:
                    self.wrong(f"OffsetFetch of {group} for {topic.name}-{partition}: {sentence}")
            for commit in commits.all:
                if commit.value == entry.committed_offset and self.flush_rule and topic.is_steady:
                    commit.is_acknowledged = True
                    commit.done_s = min(commit.done_s, self.clock_s)

        judge.is_last = True  # type: ignore[attr-defined]
        wanted = OffsetFetchRequestTopics(name=topic.name, partition_indexes=[partition])
        request = OffsetFetchRequest(
            groups=[OffsetFetchRequestGroup(group_id=group, topics=[wanted])], require_stable=self.random.random() < 0.5
        )
        self.send(request, 9, judge, group=True)

    def join(self) -> None:
        """A member comes to a group that has none."""
        group = self.random.choice(JOINED)
        if group in self.members or group in self.joining:
            return
        asked = self.now
        request = JoinGroupRequest(
            group_id=group,
            session_timeout_ms=int(SESSION_S * 1000),
            rebalance_timeout_ms=int(SESSION_S * 1000),
            member_id="",
            protocol_type="consumer",
            protocols=[JoinGroupRequestProtocol(name="range", metadata=b"")],
        )

        def judge(answer: Any) -> None:
            self.joining.discard(group)
            self.note(f"{group} joined: {E(answer.error_code).name} {answer.generation_id}")
            self.refused(asked, f"JoinGroup of {group}", answer.error_code)
            if not answer.error_code and asked.life == self.life:
                self.members[group] = member = Member(group, answer.member_id, answer.generation_id, self.clock_s - LOOK_S + SESSION_S)
                self.sync(member)

        if self.send(request, 3, judge, lambda: self.joining.discard(group), group=True):
            self.joining.add(group)

    def sync(self, member: Member) -> None:
        """It gets its assignment."""
        request = SyncGroupRequest(
            group_id=member.group,
            generation_id=member.generation,
            member_id=member.member_id,
            assignments=[SyncGroupRequestAssignment(member_id=member.member_id, assignment=b"all")],
        )
        self.send(request, 3, functools.partial(self.judge_member, member, "SyncGroup", self.now), group=True)

    def heartbeat(self) -> None:
        """Of a member, or its leave."""
        if not self.members:
            return
        member = self.random.choice(list(self.members.values()))
        if self.random.random() < 0.2:
            del self.members[member.group]
            request = LeaveGroupRequest(group_id=member.group, members=[MemberIdentity(member_id=member.member_id)])
            self.send(request, 5, lambda answer: None, group=True)
            return
        beat = HeartbeatRequest(group_id=member.group, generation_id=member.generation, member_id=member.member_id)
        self.send(beat, 4, functools.partial(self.judge_member, member, "Heartbeat", self.now), group=True)

    def judge_member(self, member: Member, what: str, asked: Moment, answer: Any) -> None:
        """A member that was let in stays one."""
        code = answer.error_code
        if asked.life != self.life or self.members.get(member.group) is not member:
            return
        if code == E.NONE:
            member.until_s = max(member.until_s, self.clock_s)
        elif self.clock_s < member.until_s:
            self.refused(asked, f"{what} of {member.group}", code, {E.REBALANCE_IN_PROGRESS})
        elif code in (E.UNKNOWN_MEMBER_ID, E.ILLEGAL_GENERATION):
            del self.members[member.group]

    def delete_group(self) -> None:
        """Its offsets go, too."""
        group = self.random.choice(GROUPS)
        for (name, _, _), commits in self.commits.items():
            if name == group:
                commits.removed_s = math.inf
        member = self.members.get(group)

        def over() -> None:
            for (name, _, _), commits in self.commits.items():
                if name == group and commits.removed_s == math.inf:
                    commits.removed_s = self.clock_s

        def judge(answer: Any) -> None:
            code = answer.results[0].error_code
            self.note(f"{group} deleted: {E(code).name}")
            if code == E.NONE and member is not None and self.members.get(group) is member and member.until_s > self.clock_s:
                self.wrong(f"{group} was deleted, though it has a member")
            over()

        if not self.send(DeleteGroupsRequest(groups_names=[group]), 2, judge, over, group=True):
            over()

    # The whole

    def happen(self) -> None:
        """One thing."""
        chance = self.random
        drawn = chance.random()
        if self.with_groups and drawn < self.group_share:
            chance.choice((self.commit, self.commit, self.commit, self.fetch_offset, self.fetch_offset, self.join, self.heartbeat))()
            if chance.random() < 0.02:
                self.delete_group()
        elif drawn < 0.75:
            self.produce()
        elif drawn < 0.82:
            self.fetch()
        elif drawn < 0.88:
            self.create_topic()
        elif drawn < 0.91:
            self.delete_topic()
        elif drawn < 0.97:
            chance.choice((self.configure_topic, self.delete_records, self.grow_topic, self.ask_metadata))()
        elif drawn < 0.98:
            if chance.random() < 0.3:
                chance.choice([*self.connections, *self.group_connections]).client.hang_up()
                self.receive()
                self.connect()
        elif self.with_faults:
            self.harm_disk()

    def pass_time(self) -> None:
        """To the next event mostly, or over some of them."""
        chance, threads = self.random, self.broker.interleaving
        assert threads is not None
        drawn = chance.random()
        self.closely -= 1
        if drawn < 0.2:
            return
        if drawn < 0.75 or self.closely > 0:
            due_s = min((call.getTime() for call in self.broker.clock.getDelayedCalls()), default=self.clock_s)
            seconds = min(max(due_s - self.clock_s, 0.0), 1.0)
        elif drawn < 0.95:
            seconds = chance.random() * 0.02
        elif drawn < 1.0 - self.minute_share or not self.with_groups:
            seconds = chance.random() * 0.5
        else:
            self.note("a minute passes")
            # Of what happens meanwhile only the answers are looked at.
            threads.most_s, usual_s = 0.0, threads.most_s
            for _ in range(int(RETENTION_S / LOOK_S)):
                self.broker.advance(LOOK_S)
                self.look()
            threads.most_s = usual_s
            # What is due now comes act by act.
            self.closely = 60
            seconds = 0.0
        self.broker.advance(seconds)

    def look(self) -> None:
        """What holds at any moment."""
        directory = self.broker.broker.directory if self.broker.is_ready else None
        if directory is not None and directory.offline is not None and not self.is_broken:
            self.wrong(f"the directory takes no writes any more: {directory.offline}")
        self.receive()
        if self.mistakes:
            self.wrong("; ".join(self.mistakes))

    def run(self) -> None:
        """All of it.

        :raises AssertionError: something did not hold; names the seed and what happened.
        """
        globalLogPublisher.addObserver(self._logged)
        try:
            self._run()
        except Exception as error:
            last = "\n".join(self.events[-60:])
            raise AssertionError(f"seed {self.seed}: {error}\n{last}") from error
        finally:
            globalLogPublisher.removeObserver(self._logged)
            self.broker.end_threads()

    def _logged(self, event: Any) -> None:
        failure, level = event.get("log_failure"), event.get("log_level")
        if failure is not None:
            self.mistakes.append(f"{formatEvent(event)}: {failure.value!r}")
        elif level is not None and level.name == "error" and not self.with_faults:
            self.mistakes.append(formatEvent(event) or "an error")
        elif level is not None and level.name in ("warn", "error"):
            self.note(f"{level.name}: {formatEvent(event)}")

    def _run(self) -> None:
        self.start()
        for _ in range(self.random.choice((1, 1, 2))):
            for _ in range(self.steps // 2 + self.random.randrange(self.steps)):
                self.happen()
                self.pass_time()
                self.look()
            self.fetch_all_offsets()
            self.end()
            self.start()
        self.broker.end_threads()

    def start(self) -> None:
        """The broker is there, and its coordinator."""
        self.is_broken = self.is_hanging = self.is_stopping = False
        self.unwell_until_s = self.lacks_until_s = self.slow_until_s = -math.inf
        self.hangs_in = -1
        self.broker.start()
        threads = self.broker.interleaving
        assert threads is not None
        threads.time_of, threads.fault = self.time_of, self.fault
        self.connect()
        found = self.group_connections[0].client.ask(FindCoordinatorRequest(key="g0", key_type=0), 3)
        if found.error_code not in (E.NONE, E.COORDINATOR_NOT_AVAILABLE):
            self.wrong(f"FindCoordinator was answered {E(found.error_code).name}")
        self.broker.advance(5.0)
        self.look()
        self.judge_all(after_power_cut=False)

    def end(self) -> None:
        """A stop, or a power cut."""
        how = self.random.choice(self.ends)
        self.note(f"broker: {how}")
        self.life += 1
        self.members.clear()
        if how == "stop":
            self.stop()
        else:
            self.cut_power(is_clean=False)

    def stop(self) -> None:
        """In order, in the middle of everything; and then the power goes."""
        self.is_stopping = True
        broker, over = self.broker, []
        directory = broker.broker.directory
        assert directory is not None
        broker.service.stopService().addBoth(over.append)
        end_s = self.clock_s + STOP_S
        while not over and self.clock_s < end_s:
            due_s = min((call.getTime() for call in broker.clock.getDelayedCalls()), default=end_s)
            broker.advance(min(max(due_s - self.clock_s, 1e-6), 0.5))
            self.receive()
        waiting = [] if broker.interleaving is None else broker.interleaving.waiting
        if not over:
            self.wrong(f"the broker has not stopped after {STOP_S} s; threads wait for {waiting}")
        self.receive()
        for connection in [*self.connections, *self.group_connections]:
            if connection.waiting and not connection.client.scripted.disconnected:
                self.wrong("a connection outlives the stop, and waits for answers")
        is_clean = broker.file_system.exists(f"{DATA_DIRECTORY}/{CLEAN_SHUTDOWN}")
        self.note(f"stopped, {'clean' if is_clean else 'not clean'}")
        if not is_clean and not (self.is_broken or self.is_hanging or self.slow_until_s > -math.inf or self.unwell_until_s > -math.inf):
            self.wrong("the stop left no mark, though the disk was well")
        if self.mistakes:
            self.wrong("; ".join(self.mistakes))
        self.cut_power(is_clean=is_clean)

    def cut_power(self, *, is_clean: bool) -> None:
        """A look at what another broker makes of what the disk may hold, which goes on with it."""
        self.receive()
        for connection in [*self.connections, *self.group_connections]:
            for _, lost in connection.waiting:
                lost()
            connection.waiting.clear()
        self.connections.clear()
        self.group_connections.clear()
        self.joining.clear()
        for commits in self.commits.values():
            commits.broker_ends(self.clock_s, keeps=is_clean or self.flush_rule)
            if commits.removed_s == math.inf:
                commits.removed_s = self.clock_s
        self.uncertain |= self.busy
        self.busy.clear()
        self.broker = self.broker.crash(self.random)
        self.broker.file_system.fail_writes(None)
        plain = MemoryBroker(self.properties, file_system=self.broker.file_system.crash(random.Random(0)), clock=None, seed=self.seed)
        plain.start()
        self.judge_topics(plain)
        self.judge_records(plain, after_power_cut=not is_clean)
        if not is_clean:
            for topic in self.topics.values():
                for partition in range(topic.partitions):
                    topic.after_power_cut(partition, plain.messages(topic.name, partition))
        plain.stop()

    def judge_topics(self, broker: MemoryBroker) -> None:
        """Those that were acknowledged are there, and no others."""
        coordination = broker.broker.coordination
        assert coordination is not None
        there = coordination.topics()
        self.uncertain |= self.littered
        self.littered.clear()
        for name in TOPICS:
            if name in self.uncertain:
                self.topics.pop(name, None)
                continue
            topic = self.topics.get(name)
            if (topic is None) != (name not in there):
                self.wrong(f"{name} is {'there' if topic is None else 'not there'} after the start")
            if topic is not None and len(there[name].partitions) < topic.partitions:
                self.wrong(f"{name} has {len(there[name].partitions)} partitions after the start instead of {topic.partitions}")
            if topic is not None:
                topic.partitions = len(there[name].partitions)

    def judge_all(self, *, after_power_cut: bool) -> None:
        """Records, in the broker that runs."""
        self.judge_records(self.broker, after_power_cut=after_power_cut)

    def judge_records(self, broker: MemoryBroker, *, after_power_cut: bool) -> None:
        """All that is owed is there."""
        partitions = broker.broker.partitions
        assert partitions is not None
        for topic in self.topics.values():
            if not topic.is_steady:
                continue
            for number in range(topic.partitions):
                partition = partitions.get(topic.name, number)
                if partition is None:
                    self.wrong(f"{topic.name}-{number} is not served after the start")
                    return
                found = broker.messages(topic.name, number)
                for sentence in topic.judge(number, partition.log.start_offset, found, after_power_cut=after_power_cut):
                    self.wrong(sentence)
