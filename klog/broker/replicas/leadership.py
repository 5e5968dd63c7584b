"""What the leader of a partition with several copies knows of the others, and what follows from it: the high watermark, and who is in sync.

One `Leadership` is one leader epoch of one partition on this broker. What it decides with is pure (`klog.replication`): how far each
follower is (`progress`), who is in sync and how that changes (`in_sync`), and what is committed (`high_watermark`). Here these are held
together, with the clock and the settings of the moment::

    a follower's fetch ──> fetched ──> may it join?  ── yes ──> ask the controller ──> answered ──> in sync
    time               ──> look_for_stragglers       ── yes ──> ask the controller ──> answered ──> in sync without them
    either, an append, a flush ──> next_high_watermark

The controller is asked by whoever was handed in (`ask`), one change of a partition at a time; an answer that comes for an earlier state, or
after `end`, changes nothing.

**A leader that cuts its own log**, as one may that copies a partition of another cluster, must not leave anybody with what it has cut: a
replica in sync could be elected with it, and a follower that is longer would go on behind it. So it is first elected anew, by itself::

    wants to cut ──> lead_anew: the controller writes the next leader epoch, with nobody in sync but us ──> LeaderAndIsr
                 ──> may_be_cut: nobody joins as long as it is found out where ──> it is cut (was_cut)
                 ──> written to in the new leader epoch

All that others have is of older leader epochs, and what they have behind the cut they find out by these (`klog.replication.truncation`).
Whoever dies on the way has cut nothing that anybody counts on, or has cut, and leads alone; what comes after begins from the beginning.

Under the flush rule a replica counts with what is on its disk: ours with the flushed end, a follower with the offset it fetches from, which
is its flushed end. "Committed" is then on stable storage of every replica in sync.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Protocol

from klog.broker.replicas.replication_counts import ReplicationCounts
from klog.errors import ErrorCode
from klog.replication.control import PartitionTold
from klog.replication.high_watermark import (
    enough_replicas,
    is_held_back,
    is_latest_known,
    low_watermark,
    may_append,
    next_high_watermark,
)
from klog.replication.in_sync import AlterPartitionAnswer, InSyncReplicas, Outcome, answered, may_join, out_of_sync
from klog.replication.progress import FollowerProgress, keeps_offsets

#: By a name of this module, for what is asked with each request: that of an enumeration's class takes as long as a call.
_NONE = ErrorCode.NONE
#: So long nobody joins who could have what is about to be cut: while nothing is heard of whoever finds out where, and at the longest.
_ALONE_MS = 10_000
_LONGEST_ALONE_MS = 300_000
#: What the controller has refused is asked for again after this time: another one may have taken over.
_REFUSED_MS = 600_000


class LedLog(Protocol):
    """What is asked of the partition that is led (``klog.broker.replicas.partition.Partition``)."""

    @property
    def own_end(self) -> int:
        """Up to where our own copy counts: the log's end, or its flushed end under the flush rule."""

    @property
    def end_offset(self) -> int:
        """The log's end."""

    @property
    def high_watermark(self) -> int:
        """What is committed, as far as it was found out."""

    @property
    def start_offset(self) -> int:
        """The log's start."""

    @property
    def min_in_sync_replicas(self) -> int:
        """The topic's ``min.insync.replicas`` as it is now."""


@dataclasses.dataclass(frozen=True)
class LeaderEnvironment:
    """What is the same for all partitions that a broker leads.

    :ivar us: our number.
    :ivar now_ms: a clock that never goes back; in milliseconds.
    :ivar is_alive: whether the controller's newest UpdateMetadata has a broker as live.
    :ivar lag_ms: ``replica.lag.time.max.ms``.
    :ivar ask: has the controller asked to change who is in sync to what `Leadership.state` proposes; `Leadership.answered` is called with
        what comes of it, however late.
    :ivar counts: of this broker.
    """

    us: int
    now_ms: Callable[[], int]
    is_alive: Callable[[int], bool]
    lag_ms: int
    ask: Callable[[Leadership], None]
    counts: ReplicationCounts = dataclasses.field(default_factory=ReplicationCounts)


class Leadership:
    """See the module.

    :param log: the partition; its log's end is where this leadership begins.
    :param told: the LeaderAndIsr that made us leader.
    :param changed: called when those who wait may look again: other replicas are in sync, or a follower's log starts elsewhere.
    :param before: the leadership before, where it was ours, too.
    :param is_to_be_cut: whether it was asked for in order to cut the log (`lead_anew`).
    :ivar followers: all replicas but us, by number.
    :ivar state: who is in sync, and who shall be.
    :ivar epoch_start_offset: where our log ended when this leadership began.
    :ivar is_over: whether it has ended: nothing counts any more.
    :ivar has_recovered: whether the controller knows that a leader that was elected without being in sync leads now (KIP-704).
    """

    __slots__ = (
        "_alone_at_most_until_ms",
        "_alone_until_ms",
        "_changed",
        "_environment",
        "_log",
        "_refused_until_ms",
        "epoch_start_offset",
        "followers",
        "has_recovered",
        "is_over",
        "state",
        "told",
    )

    def __init__(
        self,
        log: LedLog,
        told: PartitionTold,
        environment: LeaderEnvironment,
        changed: Callable[[], None],
        before: Leadership | None = None,
        *,
        is_to_be_cut: bool = False,
    ) -> None:
        self._log = log
        self._environment = environment
        self._changed = changed
        self.told = told
        self.is_over = False
        self.has_recovered = not told.is_recovering
        self.epoch_start_offset = log.end_offset
        self.state = InSyncReplicas(told.leader_epoch, told.partition_epoch, told.in_sync_replicas)
        # Who leads without having been in sync may lack what they have.
        keeps = before is not None and keeps_offsets(before.told.leader_epoch, told.leader_epoch) and not told.is_recovering
        known = before.followers if before is not None else {}
        self.followers: dict[int, FollowerProgress] = {}
        now_ms = environment.now_ms()
        self._refused_until_ms = now_ms
        self._alone_until_ms = now_ms + _ALONE_MS if is_to_be_cut else now_ms
        self._alone_at_most_until_ms = now_ms + _LONGEST_ALONE_MS
        for replica in told.replicas:
            if replica != environment.us:
                progress = self.followers[replica] = known.get(replica) or FollowerProgress()
                progress.reset(is_in_sync=replica in told.in_sync_replicas, keeps_offsets=keeps, leader_end=log.end_offset, now_ms=now_ms)

    def __repr__(self) -> str:
        return f"Leadership({self.told.topic}-{self.told.partition}, epoch {self.told.leader_epoch}, {self.state})"

    @property
    def replication_factor(self) -> int:
        """Replicas of the partition, ours among them."""
        return len(self.told.replicas)

    @property
    def now_ms(self) -> int:
        """By the clock of all leaderships."""
        return self._environment.now_ms()

    # What happens

    def fetched(self, replica_id: int, offset: int, start_offset: int, end_before_read: int) -> bool:
        """A follower has asked for `offset`, and was not answered with an error; whether that moves it.

        :param start_offset: where its own log starts.
        :param end_before_read: our log's end before it was read for the answer.
        """
        progress = self.followers.get(replica_id)
        if progress is None or self.is_over:
            return False
        environment = self._environment
        start_before = progress.start_offset
        moved = progress.fetched(offset, start_offset, end_before_read, environment.now_ms())
        state = self.state
        if replica_id not in state.committed and not state.is_changing and not self._stays_alone:
            is_alive = environment.is_alive(replica_id)
            if may_join(
                state,
                replica_id,
                progress,
                high_watermark=self._log.high_watermark,
                epoch_start=self.epoch_start_offset,
                is_alive=is_alive,
            ):
                self._propose(state.joined_by(replica_id))
        if progress.start_offset != start_before:
            # Whoever deleted records waits for that.
            self._changed()
        return moved

    def look_for_stragglers(self) -> None:
        """Ask the controller to take out who has been behind for too long."""
        state = self.state
        gone = out_of_sync(
            state,
            self._environment.us,
            self.followers,
            leader_end=self._log.end_offset,
            now_ms=self._environment.now_ms(),
            lag_ms=self._environment.lag_ms,
        )
        if gone and not self.is_over:
            self._propose(state.left_by(gone))

    def recovered(self) -> None:
        """Tell the controller that we lead, where we were elected without being in sync."""
        if not self.has_recovered and not self.state.is_changing and not self.is_over:
            self._propose(dataclasses.replace(self.state, proposed=self.state.committed))

    def end(self) -> None:
        """We lead no more, or in another epoch."""
        self.is_over = True

    # What is cut

    def lead_anew(self) -> bool:
        """Ask the controller to have us lead alone, in the next leader epoch; whether it is asked, or cannot be just now. Not where it has
        refused that not long ago, as one of Kafka's does."""
        if self.is_over or self._environment.now_ms() < self._refused_until_ms:
            return False
        if self.has_recovered and not self.state.is_changing:
            self._propose(self.state.anew(self._environment.us))
        return True

    @property
    def _stays_alone(self) -> bool:
        return self._environment.now_ms() < self._alone_until_ms

    def stay_alone(self) -> None:
        """It is still being found out where our log is to be cut, which takes long where the source is far away."""
        if self._stays_alone:
            self._alone_until_ms = min(self._environment.now_ms() + _ALONE_MS, self._alone_at_most_until_ms)

    @property
    def may_be_cut(self) -> bool:
        """Whether our log may be cut: nobody but us is in sync, or will be for now, and nothing was written in this leader epoch."""
        return self._stays_alone and self.state.maximal == (self._environment.us,) and self._log.end_offset == self.epoch_start_offset

    def was_cut(self) -> None:
        """Our log ends earlier than it did: whoever has said that he has more has not what comes now."""
        environment, end = self._environment, self._log.end_offset
        self.epoch_start_offset = min(self.epoch_start_offset, end)
        for replica, progress in self.followers.items():
            is_in_sync = replica in self.state.committed
            progress.reset(is_in_sync=is_in_sync, keeps_offsets=False, leader_end=end, now_ms=environment.now_ms())

    def _propose(self, state: InSyncReplicas) -> None:
        self.state = state
        self._environment.ask(self)

    def answered(self, asked: InSyncReplicas, answer: AlterPartitionAnswer) -> bool:
        """What the controller says to what it was asked; whether it is to be asked the same again."""
        if self.is_over:
            return False
        before, counts = len(self.state.committed), self._environment.counts
        outcome, self.state = answered(self.state, asked, answer)
        if outcome is Outcome.AGAIN:
            return True
        if asked.leads_anew and outcome in (Outcome.DONE, Outcome.REFUSED):
            # One that does not know of this has taken it for any other change.
            self._refused_until_ms = self._environment.now_ms() + _REFUSED_MS
        if outcome is Outcome.DONE:
            self.has_recovered = True
            now = len(self.state.committed)
            counts.isr_expands.value += now > before
            counts.isr_shrinks.value += now < before
        elif outcome is not Outcome.STALE:
            counts.isr_refusals.value += 1
        if outcome in (Outcome.DONE, Outcome.REFUSED):
            self._changed()
        return False

    def let_join(self) -> None:
        """Whoever follows may be in sync again."""
        self._alone_until_ms = self._environment.now_ms()

    # What follows

    def next_high_watermark(self) -> int:
        """What is committed as far as is known now; at least what was."""
        environment, log = self._environment, self._log
        high_watermark = log.high_watermark
        if is_held_back(high_watermark, self.state, self.followers):
            return high_watermark
        return next_high_watermark(
            high_watermark,
            self.state,
            self.followers,
            own_end=log.own_end,
            leader_end=log.end_offset,
            min_in_sync=log.min_in_sync_replicas,
            is_alive=environment.is_alive,
            now_ms=environment.now_ms(),
            lag_ms=environment.lag_ms,
        )

    def may_append(self, acks: int) -> ErrorCode:
        """NONE; NOT_ENOUGH_REPLICAS where too few are in sync for `acks`."""
        if len(self.state.committed) == len(self.told.replicas):
            # Nearly always; then no ``min.insync.replicas`` is too high.
            return _NONE
        return may_append(acks, self.state, min_in_sync=self._log.min_in_sync_replicas, replication_factor=self.replication_factor)

    def enough_replicas(self, required_offset: int) -> ErrorCode | None:
        """What becomes of a Produce with acks=-1 that waits for `required_offset`; None: it goes on waiting."""
        if len(self.state.committed) == len(self.told.replicas):
            return _NONE if self._log.high_watermark >= required_offset else None
        return enough_replicas(
            required_offset,
            self._log.high_watermark,
            self.state,
            min_in_sync=self._log.min_in_sync_replicas,
            replication_factor=self.replication_factor,
        )

    def low_watermark(self) -> int:
        """The least log start of all live replicas."""
        return low_watermark(self._log.start_offset, self.followers, self._environment.is_alive)

    @property
    def knows_latest(self) -> bool:
        """Whether clients may be told what is committed (KIP-207)."""
        return is_latest_known(self._log.high_watermark, self.epoch_start_offset)
