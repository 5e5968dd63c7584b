"""Who waits, and who is closed, when clients make the broker hold too much memory.

What clients make the broker hold is counted in one `MemoryBudget` (``queued.max.request.bytes``): half-received requests, requests
that wait, answers that are not taken. When the sum is over the limit, somebody has to wait, and it must not be those whose last
bytes would free the memory, nor those who hold nothing::

    RELAXED   everybody reads
    PRESSED   above the limit: who holds more than a fair share (the limit, divided by those who hold anything; `LEAST_SHARE_BYTES` at
              least), or has announced a request that would, stops reading, but for two half-received requests: the one that holds
              most, and the one of which least is missing
    FULL      above one and a half times the limit: besides, everybody reads in pieces of `READ_BYTES_WHEN_FULL`, so that whole small
              requests still flow and the beginnings of large ones cost little

Back to RELAXED at three quarters of the limit. Waiting is not enough in two cases; then of those who hold more than a fair share the
largest are closed:

* above twice the limit, until FULL ends: answers that many clients do not take, for instance. Who is let finish is spared, and so is the
  largest, who would never pass otherwise; what they hold, and the least share of everybody, is not what anybody is closed for.
* where those who are let finish send next to nothing for `TURN_S` while others wait: until RELAXED. Then those are closed of whom nothing
  is to be expected: they were let finish and did not, or they wait and have not even sent what the socket would keep meanwhile. Whoever
  has bytes in his socket waits for us, and his turn comes.

Besides, who does not finish a request within `request_frame_timeout_ms` is closed, reading or not, so that half a request and silence, or
a byte a second, holds memory for so long only. A large request on a slow line gets more time as it grows: `SLOWEST_BYTES_PER_SECOND`.
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Iterable
from typing import NamedTuple, Protocol, TypeVar

from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.logger import Logger

from klog.log_rate_limit import LogRateLimit
from klog.memory_budget import MemoryBudget

#: A half-received request that grows at this rate is never too slow.
SLOWEST_BYTES_PER_SECOND = 16 << 10
#: After so long it is seen whether they did.
TURN_S = 1.0
#: Who finishes, or waits, for less than this is not judged yet.
_LEAST_TIME_S = TURN_S / 2
#: Nobody waits, or is closed, who holds no more than this.
LEAST_SHARE_BYTES = 64 << 10
#: The pieces in which everybody reads while FULL.
READ_BYTES_WHEN_FULL = 4 << 10
#: Looking at all connections takes one part of so many of the time.
_LOOK_SHARE = 20
#: At most one line about closed connections in so many seconds.
_LINE_SECONDS = 10.0


class Pressure(enum.IntEnum):
    """How full the memory is."""

    RELAXED = 0
    PRESSED = 1
    FULL = 2


def next_pressure(now: Pressure, used_bytes: int, limit_bytes: int | None) -> Pressure:
    """The pressure that `used_bytes` mean; going down takes more than going up."""
    if limit_bytes is None:
        return Pressure.RELAXED
    if used_bytes > limit_bytes + limit_bytes // 2:
        return Pressure.FULL
    if used_bytes > limit_bytes:
        return max(now, Pressure.PRESSED)
    if used_bytes > limit_bytes - limit_bytes // 4:
        return min(now, Pressure.PRESSED)
    return Pressure.RELAXED


_One = TypeVar("_One")


def fair_share(limit_bytes: int, holders: int) -> int:
    """What each of `holders` may hold so that all of them keep the limit; not less than `LEAST_SHARE_BYTES`."""
    return max(LEAST_SHARE_BYTES, limit_bytes // max(1, holders))


class Turn(NamedTuple):
    """Of one who may finish."""

    received_at_start_bytes: int
    since_s: float


def is_idle(received_bytes: int, turn: Turn, now_s: float) -> bool:
    """Whether one who may finish did not get on, though it had the time."""
    took_s = now_s - turn.since_s
    return took_s >= _LEAST_TIME_S and received_bytes - turn.received_at_start_bytes < SLOWEST_BYTES_PER_SECOND * min(took_s, TURN_S)


def whom_to_close(held: Iterable[tuple[_One, int]], spared: Iterable[_One], used_bytes: int, aim_bytes: int, share: int) -> list[_One]:
    """Of `held` (who holds how much) those to be closed so that no more than `aim_bytes` of `used_bytes` are left: the largest first, none
    that holds no more than `share`, none that is spared."""
    found: list[_One] = []
    kept = set(spared)
    for holder, count in sorted(held, key=lambda one: one[1], reverse=True):
        if used_bytes <= aim_bytes or count <= share:
            break
        if holder not in kept:
            found.append(holder)
            used_bytes -= count
    return found


class Holder(Protocol):
    """A connection, as seen from here."""

    @property
    def peer_host(self) -> str:
        """Where it came from."""

    @property
    def held_bytes(self) -> int:
        """All that it holds of the memory."""

    @property
    def missing_bytes(self) -> int:
        """What is still to come of its half-received request; 0 where there is none."""

    @property
    def announced_bytes(self) -> int:
        """How long its half-received request will be; 0 where there is none."""

    @property
    def is_held_up(self) -> bool:
        """Whether it is not read for longer than a moment, for reasons other than memory."""

    @property
    def received_bytes(self) -> int:
        """All that ever came."""

    @property
    def unread_bytes(self) -> int:
        """What has come and waits in the socket because it is not read; 0 where nobody can tell."""

    def wait_for_memory(self, wait: bool) -> None:
        """Stop reading, or go on."""

    def read_at_most(self, count: int | None) -> None:
        """Let no read bring more than `count` bytes; None for as many as are usual."""

    def abort(self) -> None:
        """Close at once."""


class MemoryPressure:
    """Looks after `memory`.

    :param members: all connections, as they are at any time.
    """

    _log = Logger()

    def __init__(self, clock: IReactorTime, memory: MemoryBudget, members: Collection[Holder]) -> None:
        self.now = Pressure.RELAXED
        self.memory = memory
        self.clock = clock
        #: How many were closed for what they held.
        self.closed = 0
        self._members = members
        #: Who waits for memory, and since when.
        self._waiting: dict[Holder, float] = {}
        #: Who may finish, whatever is missing.
        self._finishing: dict[Holder, Turn] = {}
        #: Who may not until all others could.
        self._had_turn: set[Holder] = set()
        self._share = 0
        #: What was held when that was last looked at.
        self._balanced_bytes = 0
        #: Who may finish after them; the one that needs least comes last.
        self._next: list[Holder] = []
        #: When that is looked at next, unless the pressure changes.
        self._not_before_s = 0.0
        self._soon: IDelayedCall | None = None
        self._turn_call: IDelayedCall | None = None
        self._closings = LogRateLimit(clock.seconds, _LINE_SECONDS)

    def added(self, member: Holder) -> None:
        """A connection was made."""
        if self.now is Pressure.FULL:
            member.read_at_most(READ_BYTES_WHEN_FULL)

    def removed(self, member: Holder) -> None:
        """A connection is gone, and its memory given back."""
        self._waiting.pop(member, None)
        self._had_turn.discard(member)
        if member in self._finishing:
            self._finish_another(member)
        if self.now is Pressure.RELAXED:
            return
        if self._members:
            self._look_soon()
        else:
            # Nobody is left who could wait or be closed, nor anything to look at.
            before, self.now = self.now, Pressure.RELAXED
            self._relax(before)

    def after_read(self, member: Holder) -> None:
        """`member` has read something. To be called when `now` is not RELAXED or the limit is passed."""
        before = self.now
        used_bytes, limit_bytes = self.memory.used_bytes, self.memory.limit_bytes
        if limit_bytes is not None and (
            next_pressure(before, used_bytes, limit_bytes) is not before
            or used_bytes > self._balanced_bytes + limit_bytes // 16 > limit_bytes
        ):
            self.balance()
        elif before:
            self._look_soon()
            if member in self._finishing and not member.missing_bytes:
                self._finish_another(member)
            self._have_wait(member)

    def balance(self) -> None:
        """Find the pressure, and let wait and let go whom it means."""
        memory = self.memory
        before = self.now
        self.now = next_pressure(before, memory.used_bytes, memory.limit_bytes)
        if self.now is Pressure.RELAXED:
            if before:
                self._relax(before)
            return
        assert memory.limit_bytes is not None
        if before is Pressure.RELAXED:
            memory.listen(self._look_soon)
        held = self._all_held()
        self._share = fair_share(memory.limit_bytes, len(held))
        self._choose_finishing(held)
        self._keep_ceiling(held, memory.limit_bytes)
        self._balanced_bytes = memory.used_bytes
        if not self._is_pressed():
            self._relax(before)
            return
        self._read_pieces(before)
        for member in [member for member, _ in held] if before is Pressure.RELAXED else list(self._waiting):
            self._have_wait(member)
        if self._turn_call is None:
            self._turn_call = self.clock.callLater(TURN_S, self._turn)

    def _is_pressed(self) -> bool:
        return self.now is not Pressure.RELAXED

    def _keep_ceiling(self, held: list[tuple[Holder, int]], limit_bytes: int) -> None:
        """Waiting was not enough: close the largest."""
        memory = self.memory
        if memory.used_bytes <= 2 * limit_bytes:
            return
        largest = max(held, key=lambda one: one[1], default=None)
        spared: set[Holder] = {*self._finishing} if largest is None else {*self._finishing, largest[0]}
        # What nobody is closed for.
        granted = sum(count for member, count in held if member in spared) + LEAST_SHARE_BYTES * len(held)
        if memory.used_bytes > 2 * limit_bytes + granted:
            self._close_some(held, spared, limit_bytes + limit_bytes // 2 + granted)
            self.now = next_pressure(self.now, memory.used_bytes, limit_bytes)

    def _read_pieces(self, before: Pressure) -> None:
        if (before is Pressure.FULL) is not (self.now is Pressure.FULL):
            for member in self._members:
                member.read_at_most(READ_BYTES_WHEN_FULL if self.now is Pressure.FULL else None)

    def _relax(self, before: Pressure) -> None:
        self._read_pieces(before)
        self.memory.unlisten(self._look_soon)
        self._finishing.clear()
        self._had_turn.clear()
        self._next = []
        for call in (self._soon, self._turn_call):
            if call is not None and call.active():
                call.cancel()
        self._soon = self._turn_call = None
        waiting, self._waiting = self._waiting, {}
        for member in waiting:
            member.wait_for_memory(False)

    def _have_wait(self, member: Holder) -> None:
        """Let `member` read, or not."""
        if member not in self._members:
            return
        wait = max(member.held_bytes, member.announced_bytes) > self._share and member not in self._finishing
        if wait is not (member in self._waiting):
            if wait:
                self._waiting[member] = self.clock.seconds()
            else:
                del self._waiting[member]
            member.wait_for_memory(wait)

    def _look_soon(self) -> None:
        """Something has changed; everything is looked at once, when whoever changes it has done so."""
        if self._soon is None:
            self._soon = self.clock.callLater(max(0.0, self._not_before_s - self.clock.seconds()), self._look)

    def _look(self) -> None:
        self._soon = None
        if self.now:
            began_s = self.clock.seconds()
            self.balance()
            ended_s = self.clock.seconds()
            # With thousands of connections it takes milliseconds.
            self._not_before_s = ended_s + _LOOK_SHARE * (ended_s - began_s)

    def _all_held(self) -> list[tuple[Holder, int]]:
        return [(member, count) for member in self._members if (count := member.held_bytes)]

    def _choose_finishing(self, held: list[tuple[Holder, int]]) -> None:
        """One who holds most, for as long as he gets on, and whoever needs least."""
        candidates = [one for one in held if one[0].missing_bytes and not one[0].is_held_up]
        fresh = [one for one in candidates if one[0] not in self._had_turn]
        if candidates and not fresh:
            self._had_turn.clear()
            fresh = candidates
        before, self._finishing = self._finishing, {}
        self._next = []
        if not fresh:
            return
        staying = [one for one in fresh if one[0] in before]
        largest = max(staying or fresh, key=lambda one: one[1])[0]
        chosen = [largest]
        # One stays for a whole turn, or half done requests would pile up.
        last = [member for member, _ in staying if member is not largest]
        self._next = [member for member, _ in fresh if member is not largest and member not in last[:1]]
        self._next.sort(key=lambda member: member.missing_bytes, reverse=True)
        if last:
            chosen.append(last[0])
        elif self._next:
            chosen.append(self._next.pop())
        for member in chosen:
            self._finishing[member] = before.get(member) or self._turn_of(member)
        for member in {*before, *self._finishing}:
            self._have_wait(member)

    def _finish_another(self, member: Holder) -> None:
        """`member` is gone, or has finished: the next one may, without a look at all the others."""
        self._finishing.pop(member, None)
        while self._next:
            following = self._next.pop()
            if following in self._members and following.missing_bytes and not following.is_held_up:
                self._finishing[following] = self._turn_of(following)
                self._have_wait(following)
                return

    def _turn_of(self, member: Holder) -> Turn:
        return Turn(member.received_bytes, self.clock.seconds())

    def _turn(self) -> None:
        """See whether those who may finish got on; where none did, and others wait, memory is made."""
        self._turn_call = None
        limit_bytes = self.memory.limit_bytes
        if not self.now or limit_bytes is None:
            return
        now_s = self.clock.seconds()
        idle = [member for member, turn in self._finishing.items() if is_idle(member.received_bytes, turn, now_s)]
        self._had_turn.update(idle)
        if self._waiting and self._finishing and len(idle) == len(self._finishing):
            self._close_some([one for one in self._all_held() if self._is_hopeless(one[0], now_s)], (), limit_bytes - limit_bytes // 4)
        # Who needs least is found anew.
        before, self._finishing = list(self._finishing), {}
        for member in before[:1]:
            if member not in idle:
                self._finishing[member] = self._turn_of(member)
        for member in before:
            self._have_wait(member)
        self.balance()

    def _is_hopeless(self, member: Holder, now_s: float) -> bool:
        """Whether nothing is to be expected of `member`: it was let finish and did not, or it could have sent what we would read later."""
        if member in self._had_turn:
            return True
        waits_for_us = bool(member.missing_bytes and not member.is_held_up and member.unread_bytes)
        return not waits_for_us and now_s - self._waiting.get(member, now_s) >= _LEAST_TIME_S

    def _close_some(self, held: list[tuple[Holder, int]], spared: Iterable[Holder], aim_bytes: int) -> None:
        used_bytes = self.memory.used_bytes
        closing = whom_to_close(held, spared, used_bytes, aim_bytes, self._share)
        for member in closing:
            count = member.held_bytes
            member.abort()
            self.closed += 1
            if self._closings.begin() is not None:
                self._log.warn(
                    "connection from {host} closed: clients make the broker hold {used} bytes, queued.max.request.bytes allows {limit}, "
                    "and {count} of them are this one's; {closed} closed so far, {more} more now",
                    host=member.peer_host,
                    used=used_bytes,
                    limit=self.memory.limit_bytes,
                    count=count,
                    closed=self.closed,
                    more=len(closing) - 1,
                )
