"""One partition that is copied: where it stands, what it waits for, and all that was lost or cut of it; what is written of it into the
state topic. No Twisted.

::

    READY ──asked──> READY ──batches──> appended as they are ──> READY
                          ──parted, out of range──> BUSY (asks the source, cuts the copy) ──> READY
                          ──another error──> WAITING, longer and longer ──> READY
    any ──a loss where --on-loss is stop, a source that makes no sense──> STOPPED, until somebody resumes the link
"""

from __future__ import annotations

import enum
from typing import NamedTuple

from klog.mirror.copies import Copy
from klog.mirror.decisions.answers import Resumption
from klog.mirror.decisions.records import CopyRecord, Range, with_account, with_range
from klog.mirror.decisions.states import CopyState
from klog.mirror.lateness import Lateness


class Phase(enum.Enum):
    """What it waits for; see the module."""

    READY = "ready"
    BUSY = "busy"
    WAITING = "waiting"
    STOPPED = "stopped"


class Account(NamedTuple):
    """What a record of a copy is made of, but for the clock: where it is the same, the record is.

    :ivar caught_up: rises from time to time while a copy of a compacted topic has all that there is.
    """

    changes: int
    position: int
    source_end: int
    caught_up: int


class Copying:
    """See the module.

    :param copy: what is copied into.
    :param topic_id: of the source's topic; `klog.model.NO_TOPIC_ID` where it names none.
    :param before: what was written of it last, by whoever led it then.
    :param resumed: `klog.mirror.decisions.records.LinkDefinition.resumed`.
    :param takes_over: likewise.
    :ivar was_equal: whether all that the copy has was found to be the source's since the link takes it over, by whoever led it; of any
        other link's it is.
    :ivar is_compared: whether its last batch was held against the source's since it was connected to last.
    :ivar doubts: how often what the source has may have become another log.
    :ivar asked: the offset that the source was asked for last; -1 before that.
    :ivar begun_at: where the copy was begun, as far as that was here; 0 else, as a log begins.
    :ivar anew_at: where it was begun anew behind a loss, as the source begins there; 0 where it was not, or is not known to have been.
    :ivar current_leader_epoch: the epoch in which the broker that is asked leads it at the source; -1 where that is not known.
    :ivar unknown_epoch: one that this broker has not heard of for long: a source whose epochs have gone back is told none.
    :ivar was_ahead: whether it had more than the source when the two were compared last, so that nobody knows whether they part.
    :ivar waits: how often it has waited since the source gave it something.
    :ivar changes: rises with each thing that is to be written at once.
    """

    def __init__(self, copy: Copy, topic_id: bytes, before: CopyRecord | None, resumed: int, takes_over: bool = False) -> None:
        self.copy = copy
        self.topic_id = topic_id
        self.resumed = resumed
        self.takes_over = takes_over
        self.is_compared = self.was_ahead = False
        # Who is answered has been compared.
        self.was_equal = not takes_over or (before is not None and before.source_end >= 0)
        self.doubts = 0
        self.key = (copy.topic, copy.partition)
        self.phase = Phase.READY
        self.reason = ""
        self.asked = -1
        self.current_leader_epoch = self.unknown_epoch = -1
        self.begun_at = 0
        self.anew_at = 0
        self.source_end = -1
        self.waits = 0
        self.changes = 0
        self._newest_ms = -1
        #: Where to go on behind a loss; counts while it lies above the copy's end.
        self._jump = 0
        self._lost: tuple[Range, ...] = ()
        self._cut: tuple[Range, ...] = ()
        self._earlier = 0
        self._cuts = 0
        self._lateness = Lateness()
        if before is not None:
            self._lateness = Lateness(before.caught_up_ms, before.late_ms)
            self._lost, self._cut, self._earlier, self._cuts = before.lost, before.cut, before.earlier, before.cuts
            if self._lost and self._lost[-1][1] == copy.start == copy.end:
                self.anew_at = copy.end
            if before.state is CopyState.STOPPED and before.resumed >= resumed:
                self.phase = Phase.STOPPED
                self.reason = before.reason

    def __repr__(self) -> str:
        return f"Copying({self.key[0]}-{self.key[1]}, {self.phase.value}, {self.position})"

    @property
    def position(self) -> int:
        """What is asked for next."""
        return max(self.copy.end, self._jump)

    @property
    def is_behind_a_loss(self) -> bool:
        """Whether it goes on behind what the copy has, and no batch has come yet from there."""
        return self._jump > self.copy.end

    @property
    def is_at_a_start(self) -> bool:
        """Whether it goes on from where the source's log has begun, and no batch has come yet from there: behind a loss, or of an empty
        copy."""
        copy = self.copy
        return self.is_behind_a_loss or (0 < copy.start == copy.end and copy.end in (self.begun_at, self.anew_at))

    @property
    def now(self) -> int | None:
        """Its `position`; None where nothing is asked for now."""
        return self.position if self.phase is Phase.READY and self.copy.is_ours else None

    @property
    def account_now(self) -> Account:
        """What a record that is written now would be made of."""
        return Account(self.changes, self.position, self.source_end, self._lateness.step(self.copy.tombstones_kept_ms))

    def given(self, now_ms: int) -> int:
        """An answer has something for it; for how long it had not caught up, in milliseconds, where that has just become too long for what
        deletes the topic's keys (`klog.mirror.lateness`), else 0."""
        if not self._lateness.given(self.copy.tombstones_kept_ms, now_ms):
            return 0
        self.changes += 1
        return self._lateness.longest_ms

    def unchanged(self, now_ms: int) -> None:
        """The source has answered, and says that there is nothing new of it."""
        self._lateness.answered(self.position, self.source_end, now_ms)

    def appended(self, source_end: int, newest_ms: int, now_ms: int) -> None:
        """An answer was taken.

        :param source_end: where the source ended then.
        :param newest_ms: timestamp of the newest record in it; -1 where nothing was.
        """
        self._lateness.answered(self.position, source_end, now_ms)
        self.source_end = source_end
        self.waits = 0
        if newest_ms >= 0:
            self._newest_ms = newest_ms
        if self.reason:
            self.reason = ""
            self.changes += 1

    def wait(self, reason: str) -> None:
        """It is not asked for, for a while."""
        self.phase = Phase.WAITING
        self.waits += 1
        if reason != self.reason:
            self.reason = reason
            self.changes += 1

    def stop(self, reason: str) -> None:
        """It is not asked for any more."""
        self.phase = Phase.STOPPED
        self.reason = reason
        self.changes += 1

    def account(self, found: Resumption) -> None:
        """What a resumption tells of losses."""
        if found.lost is not None or found.cut is not None:
            self._lost, self._earlier = with_range(self._lost, found.lost, self._earlier)
            self._cut, self._earlier = with_range(self._cut, found.cut, self._earlier)
            self._cuts += found.cut is not None
            self.changes += 1

    def learn(self, known: CopyRecord) -> None:
        """Somebody else's account of this copy, who led it before, and perhaps knew of other losses."""
        found = with_account(self.record(known.broker, known.at_ms), known)
        self._lost, self._cut, self._earlier, self._cuts = found.lost, found.cut, found.earlier, found.cuts
        self._lateness.longest_ms = found.late_ms
        self.changes += 1

    def doubt(self) -> None:
        """What the source has may be another log by now; and what was asked, and is not answered yet, may be about the one before."""
        self.is_compared = False
        self.doubts += 1

    def jump(self, offset: int) -> None:
        """Go on from there, behind what the copy has."""
        self._jump = offset

    def lag_ms(self, now_ms: int) -> int:
        """How old the newest copied record is while something is missing; 0 where nothing is, -1 where it is not known."""
        if self.source_end < 0:
            return -1
        if self.position >= self.source_end:
            return 0
        return -1 if self._newest_ms < 0 else max(0, now_ms - self._newest_ms)

    def record(self, broker_id: int, now_ms: int) -> CopyRecord:
        """What is written of it."""
        if self.phase is Phase.STOPPED:
            state = CopyState.STOPPED
        elif self.reason or self.source_end < 0:
            state = CopyState.WAITING
        else:
            state = CopyState.LEVEL if self.position >= self.source_end else CopyState.COPYING
        return CopyRecord(
            state,
            self.reason,
            broker_id,
            self.position,
            self.source_end,
            self.lag_ms(now_ms),
            self._lost,
            self._cut,
            self._earlier,
            self.resumed,
            now_ms,
            self._cuts,
            self._lateness.caught_up_ms if self.copy.tombstones_kept_ms >= 0 else -1,
            self._lateness.longest_ms,
        )
