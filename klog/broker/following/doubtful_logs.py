"""A fetcher's partitions of which an earlier stop may have cost something (`klog.storage.log.start_kind`), until it is there again.

The leader is asked where its logs end (ListOffsets, as a replica): with a partition's first fetch, and again where it refused to say. A log
that the leader has seen to be a beginning of its own, and that reaches as far, under the flush rule on our disk, lacks nothing any more.
Nothing less will do: an answer without records may have had no room for them, and where producers never pause there is none; the leader's
high watermark may lie below what is committed, just after an election.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IReactorTime
from twisted.logger import Logger

from klog.broker.following.followed_partition import FollowedPartition
from klog.broker.following.leader_offsets import LeaderOffsets
from klog.errors import KlogError
from klog.replication.fetch_session import Key
from klog.storage.log.start_kind import StartKind


class DoubtfulLogs:
    """See the module.

    :param offsets: asks the leader.
    :param is_wanted: whether a partition is still followed as it was.
    :param pause_ms: between two questions.
    """

    _log = Logger()

    def __init__(self, clock: IReactorTime, offsets: LeaderOffsets, is_wanted: Callable[[FollowedPartition], bool], pause_ms: int) -> None:
        self._clock = clock
        self._offsets = offsets
        self._is_wanted = is_wanted
        self._pause_ms = pause_ms
        self._in_doubt: dict[Key, FollowedPartition] = {}
        #: Where the leader's log ended when it said so.
        self._ends: dict[Key, int] = {}
        self._is_asking = False
        #: Not asked again before, in the clock's seconds.
        self._ask_at_s = 0.0

    def __len__(self) -> int:
        """How many are in doubt."""
        return len(self._in_doubt)

    def add(self, followed: FollowedPartition) -> None:
        """Ask about a partition that is copied from now on, where something of it may be missing."""
        if followed.partition.log.start_kind.is_doubtful:
            self._in_doubt[followed.key] = followed

    def remove(self, key: Key) -> None:
        """Ask about a partition no more: it is not copied any longer."""
        self._in_doubt.pop(key, None)
        self._ends.pop(key, None)

    def clear(self) -> None:
        """Ask about none any more."""
        self._in_doubt.clear()
        self._ends.clear()

    def ask(self) -> None:
        """A fetch is about to be sent: ask for what the leader has not said yet."""
        asked = [followed for key, followed in self._in_doubt.items() if key not in self._ends]
        if asked and not self._is_asking and self._clock.seconds() >= self._ask_at_s:
            self._is_asking = True
            self._ask_at_s = self._clock.seconds() + self._pause_ms / 1000
            Deferred.fromCoroutine(self._ask(asked)).addErrback(
                lambda failure: self._log.failure("a mistake in asking where a leader's logs end", failure)
            )

    async def _ask(self, asked: Sequence[FollowedPartition]) -> None:
        try:
            ends = await self._offsets.ends([(followed.key, followed.leader_epoch) for followed in asked])
        except KlogError:
            return
        finally:
            self._is_asking = False
        for followed in asked:
            end = ends.get(followed.key)
            if isinstance(end, int) and self._in_doubt.get(followed.key) is followed and self._is_wanted(followed):
                self._ends[followed.key] = end

    def look(self, says_nothing_new_of: Callable[[FollowedPartition], bool]) -> None:
        """An answer has come, and was taken.

        :param says_nothing_new_of: whether the answer leaves out a partition that was asked for as it is: it fits then.
        """
        for key, followed in list(self._in_doubt.items()):
            if says_nothing_new_of(followed):
                followed.fits = True
            end = self._ends.get(key)
            if end is not None and followed.fits and self._is_wanted(followed) and followed.partition.own_end >= end:
                followed.partition.log.start_kind = StartKind.CLEAN
                self.remove(key)
