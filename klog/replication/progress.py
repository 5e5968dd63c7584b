"""How far one follower is, as its leader knows it from the follower's fetches (``core: cluster/Replica.scala``).

A fetch from offset N says: everything below N is mine (on stable storage, where the flush rule holds). Its leader keeps, for each follower:

* `end_offset` and `start_offset`, as the newest fetch had them; -1 before the first one of a leadership;
* `last_caught_up_ms`: the latest time at which the follower is known to have had all that the leader had then. A fetch that reaches the
  leader's end is such a time. So is the time of the fetch *before*, where this one reaches what the end was then: a follower that is always
  a little behind, since records come all the time, is in sync all the same (KAFKA-4485)::

      leader's end    100            120            145
      fetches from     90 ─────────▶ 110 ─────────▶ 130
                                     └ 110 ≥ 100: it had at the second what there was at the first

What must not come here: a fetch that was answered with an error (KAFKA-8400) or with a divergence, and the second look at a fetch that
waited.
"""

from __future__ import annotations

#: End or start offset of a follower that has not fetched in this leadership.
UNKNOWN_OFFSET = -1
#: A time before every other, whatever the clock begins with.
NEVER_MS = -(1 << 62)


class FollowerProgress:
    """One follower of one partition. Everything is unknown until it is `reset` and has `fetched`."""

    __slots__ = ("_last_fetch_leader_end", "_last_fetch_ms", "end_offset", "last_caught_up_ms", "start_offset")

    def __init__(self) -> None:
        self.end_offset = UNKNOWN_OFFSET
        self.start_offset = UNKNOWN_OFFSET
        self.last_caught_up_ms = NEVER_MS
        self._last_fetch_ms = NEVER_MS
        #: Where the leader's log ended at that time.
        self._last_fetch_leader_end = 0

    def __repr__(self) -> str:
        return f"FollowerProgress({self.start_offset}..{self.end_offset}, caught up {self.last_caught_up_ms})"

    def fetched(self, offset: int, start_offset: int, leader_end_before_read: int, now_ms: int) -> bool:
        """It has fetched from `offset` on, and was answered without an error.

        :param start_offset: where its own log starts.
        :param leader_end_before_read: the leader's log end before it read for the answer, so that what is appended meanwhile keeps nobody
            from being in sync.
        :param now_ms: when the fetch came.
        :returns: whether its end is another one than before.
        """
        if offset >= leader_end_before_read:
            self.last_caught_up_ms = max(self.last_caught_up_ms, now_ms)
        elif offset >= self._last_fetch_leader_end:
            self.last_caught_up_ms = max(self.last_caught_up_ms, self._last_fetch_ms)
        moved = offset != self.end_offset
        self.end_offset = offset
        self.start_offset = start_offset
        self._last_fetch_ms = now_ms
        self._last_fetch_leader_end = max(leader_end_before_read, self._last_fetch_leader_end)
        return moved

    def fetched_again(self, now_ms: int) -> None:
        """It has fetched as it did last, from the leader's end, which has not moved since: `fetched` says the same, and costs more.

        :param now_ms: when the fetch came.
        """
        if now_ms > self.last_caught_up_ms:
            self.last_caught_up_ms = now_ms
        self._last_fetch_ms = now_ms

    def reset(self, *, is_in_sync: bool, keeps_offsets: bool, leader_end: int, now_ms: int) -> None:
        """A new leadership of ours begins.

        :param is_in_sync: whether it begins in sync; it then has the whole lag time to show itself.
        :param keeps_offsets: whether what it fetched in the leadership before still stands: see `keeps_offsets`.
        :param leader_end: where our log ends now.
        """
        self.last_caught_up_ms = now_ms if is_in_sync else NEVER_MS
        if keeps_offsets:
            self._last_fetch_leader_end = leader_end
            # Who is not in sync does not come back before it has fetched.
            self._last_fetch_ms = now_ms if is_in_sync else NEVER_MS
        else:
            self.end_offset = self.start_offset = UNKNOWN_OFFSET
            self._last_fetch_ms = NEVER_MS
            self._last_fetch_leader_end = UNKNOWN_OFFSET

    def is_caught_up(self, leader_end: int, now_ms: int, lag_ms: int) -> bool:
        """Whether it has everything, or had everything not longer than `lag_ms` ago (``replica.lag.time.max.ms``). Who has everything is
        in sync however long ago its last fetch was (KAFKA-7152)."""
        return self.end_offset == leader_end or now_ms - self.last_caught_up_ms <= lag_ms


def keeps_offsets(old_leader_epoch: int, new_leader_epoch: int) -> bool:
    """Whether followers' offsets stand when a leadership of ours follows another one of ours: where nobody's was in between, so that no
    follower can have cut its log on anybody's word. Kafka keeps them wherever we led before, though a controller that takes over may skip
    a leadership that never reached us."""
    return new_leader_epoch == old_leader_epoch + 1
