"""What a life is lived in: a broker in memory, a disk that misbehaves, connections, and what is known of all that was asked."""

from __future__ import annotations

import dataclasses
import errno
import math
import random
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from klog.errors import ErrorCode
from klog.testing.broker import MemoryBroker, MemoryClient
from klog.testing.interleaving import Act
from tests.broker.interleavings.model import Commits, Topic

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
#: ``offsets.commit.timeout.ms``, and what is answered then.
FLUSH_TIMEOUT_S = 5.0
_TOO_LATE = frozenset({ErrorCode.COORDINATOR_NOT_AVAILABLE})
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


class World:
    """See the module; `life.Life` is what is lived in it.

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
        self.misfortunes: Sequence[str] = ("slow", "slow", "hang", "descriptors", "full", "sync", "write", "checkpoints")
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
        #: How many partitions these had. What a smaller topic of that name has not replaced since may come back when that is deleted.
        self.remains: dict[str, int] = {}
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
        self.unwell_until_s = self.lacks_until_s = self.slow_until_s = self.no_checkpoints_until_s = -math.inf
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
        if self.clock_s < self.no_checkpoints_until_s and act.name == "open" and "offset-checkpoint" in act.path:
            return OSError(errno.ENOSPC, "no room for a checkpoint", act.path)
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
        elif what == "checkpoints":
            self.unwell_until_s = max(self.unwell_until_s, self.clock_s + self.random.choice((0.05, 3.0)))
            self.no_checkpoints_until_s = self.unwell_until_s
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
        if code in _TOO_LATE and self.slow_until_s > -math.inf and self.clock_s - asked.clock_s >= FLUSH_TIMEOUT_S:
            # A slow disk takes longer for one act than a coordinator waits for its flush.
            self.note(f"{what} waited for a slow disk from {asked.clock_s % 100_000:.4f} on")
            return
        if code and code not in allowed and self.is_well(asked):
            self.wrong(f"{what} was answered {E(code).name}")
