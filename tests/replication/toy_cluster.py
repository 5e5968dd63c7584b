"""What `model.Model` is made of: a toy log with a real cache of leader epochs, what a broker's process knows, the messages under way.

`Habits` are what known bugs are put back with.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable

from klog.errors import ErrorCode
from klog.replication.control import NO_BROKER_EPOCH, ControlEpochs, Known, PartitionTold
from klog.replication.follower import Asked
from klog.replication.in_sync import AlterPartitionAnswer, InSyncReplicas
from klog.replication.progress import FollowerProgress
from klog.replication.truncation import EpochEnd
from klog.storage.log.leader_epochs import LeaderEpochCache
from klog.testing.filesystem import MemoryFileSystem

LAG_MS = 1000
TOPIC_ID = bytes(range(16))

#: One record: the leader epoch it was written in, and a number of its own.
Record = tuple[int, int]


class Broken(AssertionError):
    """An invariant does not hold; its first argument is the invariant's name."""


@dataclasses.dataclass
class Habits:
    """Acts that known bugs were made of; as they are here, they are right."""

    #: KAFKA-7415: a leadership's epoch is noted when it begins.
    notes_epoch_at_once: bool = True
    #: KAFKA-10706: epochs go with the records that are cut.
    cuts_epochs: bool = True
    #: KAFKA-10432: epoch 0 is an epoch, too, after a restart.
    recovers_epoch_zero: bool = True
    #: KIP-101: a new follower does not cut to its high watermark.
    trusts_its_log: bool = True
    #: KAFKA-15510: LastFetchedEpoch is there in every fetch.
    remembers_last_epoch: bool = True
    #: KAFKA-6361: a log that was cut is compared again.
    compares_again: bool = True
    #: KAFKA-7164: a new epoch of the same leader is a new leadership.
    restarts_at_same_leader: bool = True
    #: KAFKA-9491: a log that begins anew has its watermark there.
    watermark_goes_along: bool = True
    #: KAFKA-14704: an answer that tells to cut says nothing else.
    cuts_before_watermark: bool = True
    #: KAFKA-18723: batches of newer leaders than the one that was asked are left alone.
    stops_at_newer_epochs: bool = True
    #: KAFKA-8400: a fetch that was refused moves nothing.
    counts_good_fetches_only: bool = True
    #: KAFKA-13091: the watermark is looked at when the controller has answered.
    looks_after_answer: bool = True
    #: KAFKA-10301: followers' offsets are kept when an assignment changes.
    keeps_followers: bool = True
    #: KIP-320: a leader looks at the epoch that a fetch names.
    fences_fetches: bool = True
    #: KIP-841: the controller takes in who is registered only.
    controller_looks_who_lives: bool = True
    #: KAFKA-14144: the controller answers a repeated request with what it had made of it.
    controller_knows_repetitions: bool = True
    #: Under the flush rule what a follower says it has is flushed.
    fetches_from_flushed_end: bool = True
    #: … and what a leader counts of its own.
    counts_flushed_end: bool = True
    #: A follower's watermark ends where its log does.
    watermark_within_log: bool = True


class ToyLog:
    """Records by offset, and the real cache of their epochs."""

    def __init__(self, habits: Habits) -> None:
        self._habits = habits
        self.start = 0
        self.end = 0
        self.flushed = 0
        self.high_watermark = 0
        #: What the checkpoint file says.
        self.checkpoint = 0
        self.records: dict[int, Record] = {}
        self.epochs = LeaderEpochCache(MemoryFileSystem(), "/leader-epoch-checkpoint")

    def __repr__(self) -> str:
        words = " ".join(f"{self.records[offset][0]}.{self.records[offset][1]}" for offset in range(self.start, self.end))
        return f"{self.start}..{self.end} mark {self.high_watermark} flushed {self.flushed} [{words}]"

    @property
    def last_epoch(self) -> int:
        latest = self.epochs.latest_epoch
        return -1 if latest is None else latest

    def end_offset_for_epoch(self, epoch: int) -> tuple[int, int]:
        return self.epochs.end_offset_for(epoch, self.end)

    def append(self, record: Record) -> None:
        self.epochs.assign(record[0], self.end)
        self.records[self.end] = record
        self.end += 1

    def cut(self, offset: int) -> None:
        if offset < self.start:
            self.start_anew(offset)
            return
        for gone in range(offset, self.end):
            del self.records[gone]
        self.end = offset
        self.flushed = min(self.flushed, offset)
        self.high_watermark = min(self.high_watermark, offset)
        self.checkpoint = min(self.checkpoint, offset)
        if self._habits.cuts_epochs:
            self.epochs.truncate_from_end(offset)

    def start_anew(self, offset: int) -> None:
        self.records.clear()
        self.start = self.end = self.flushed = offset
        self.epochs.clear()
        if self._habits.watermark_goes_along:
            self.high_watermark = self.checkpoint = offset

    def trim(self, offset: int) -> None:
        for gone in range(self.start, offset):
            del self.records[gone]
        self.start = offset
        self.epochs.truncate_from_start(offset)

    def lose_power(self, rng: random.Random) -> None:
        self.cut(rng.randint(self.flushed, self.end))
        self.flushed = self.end

    def restart(self) -> None:
        self.high_watermark = min(max(self.checkpoint, self.start), self.end)
        if not self._habits.recovers_epoch_zero and self.epochs.latest_epoch == 0:
            self.epochs.clear()


@dataclasses.dataclass(frozen=True)
class Fetch:
    """A follower's request, under way."""

    number: int
    follower: int
    leader: int
    leader_life: int
    asked: Asked
    last_epoch: int
    log_start: int


@dataclasses.dataclass(frozen=True)
class FetchAnswer:
    """A leader's answer, under way; its records are read when it leaves, not when it is made."""

    fetch: Fetch
    code: ErrorCode
    parted: EpochEnd | None = None
    high_watermark: int = -1
    log_start: int = -1
    up_to: int = -1


@dataclasses.dataclass(frozen=True)
class Control:
    """What the controller says to one broker: LeaderAndIsr, StopReplica, or who is live."""

    controller_epoch: int
    broker_epoch: int
    told: PartitionTold | None = None
    stop_epoch: int | None = None
    live: frozenset[int] | None = None


@dataclasses.dataclass(frozen=True)
class AlterPartition:
    """A leader's request, under way."""

    leader: int
    leader_life: int
    broker_epoch: int
    asked: InSyncReplicas
    number: int


@dataclasses.dataclass(frozen=True)
class AlterPartitionDone:
    """The controller's answer to it."""

    request: AlterPartition
    answer: AlterPartitionAnswer


class Broker:
    """One broker: its log, which stays, and what its process knows, which goes."""

    def __init__(self, number: int, habits: Habits, new_control: Callable[[], ControlEpochs]) -> None:
        self.number = number
        self._new_control = new_control
        self.log = ToyLog(habits)
        self.life = 0
        self.is_up = False
        self.is_registered = False
        self.broker_epoch = NO_BROKER_EPOCH
        self.begin()

    def begin(self) -> None:
        """A new process, which knows nothing."""
        self.life += 1
        self.control = self._new_control()
        self.known = Known(TOPIC_ID)
        self.live: frozenset[int] = frozenset()
        self.leads = False
        self.isr = InSyncReplicas(-1, -1, ())
        self.followers: dict[int, FollowerProgress] = {}
        self.epoch_start = 0
        self.asks_controller = False
        #: The newest request to the controller.
        self.alteration = 0
        #: Whom it follows; None where nobody.
        self.leader: int | None = None
        self.fetching_began = 0
        self.offset = 0
        self.names_last_epoch = True
        #: The fetch that each leader has not answered.
        self.under_way: dict[int, Fetch] = {}
        #: The time of each fetch and where the log ended then, for each follower: what `progress` knows, in long.
        self.fetches: dict[int, list[tuple[int, int, int]]] = {}

    def __repr__(self) -> str:
        role = f"leads {self.isr}" if self.leads else f"follows {self.leader} at {self.offset}"
        state = ("up" if self.is_up else "down") + (", registered" if self.is_registered else "")
        return f"{self.number}: {state}, epoch {self.known.leader_epoch}, {role}, {self.log}"


@dataclasses.dataclass
class Tree:
    """What ZooKeeper keeps of the partition."""

    leader: int
    leader_epoch: int
    isr: tuple[int, ...]
    partition_epoch: int = 0
