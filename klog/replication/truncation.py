"""Where the logs of a leader and of a follower part, found by leader epochs (KIP-101, KIP-279, KIP-320, KIP-595).

Each log knows at which offset each leader epoch began. Within one epoch there was one leader, so two logs that have a record of the same
epoch at the same offset are equal up to it. The end of an epoch in a log is where the next one begins, or the log's end::

    leader    epoch 3: 0..9     epoch 5: 10..19                     ends: 3 → 10, 5 → 20
    follower  epoch 3: 0..11    epoch 4: 12..14                     ends: 3 → 12, 4 → 15

    follower: "my last epoch is 4, I am at 15"      leader: "the newest I have up to 4 is 3, it ends at 10"
    follower: its own end of 3 is 12, so it cuts to min(12, 10, 15) = 10, and is a prefix of the leader's log.

The leader's half is `divergence`: what a fetch with LastFetchedEpoch (Fetch ≥ 12) gets. The follower's half is `where_to_cut`:

===============================================================  ==============================================================
leader's (epoch E, end O)                                        the follower cuts to
===============================================================  ==============================================================
O = -1: it knows nothing of the epoch                            where its fetching began, which is its high watermark
E = -1: it says no epoch (before KIP-279)                        min(O, log end)
the follower has nothing up to E                                 min(O, log end)
the newest that the follower has up to E is E, and ends at O'    min(O', O, log end)
… is E' < E, and ends at O'                                      min(O', log end), and **asks again**: what it has above E' the leader
                                                                 has not, and what the leader has of E' the next answer says (KAFKA-6361)
===============================================================  ==============================================================

Sources: ``core: server/AbstractFetcherThread.scala: getOffsetTruncationState``, ``cluster/Partition.scala: readRecords``, ``storage:
LeaderEpochFileCache.java: endOffsetFor``.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from klog.errors import ErrorCode

#: No epoch, or no offset.
UNDEFINED = -1


class EpochLookup(Protocol):
    """A log that knows its leader epochs; `klog.storage.log.log.Log` is one."""

    def end_offset_for_epoch(self, epoch: int) -> tuple[int, int]:
        """(The largest epoch up to `epoch`, where it ends); an epoch before all known ones is answered with itself and the start of the
        first; (-1, -1) for an epoch above all, for -1, and where no epoch is known."""


class EpochEnd(NamedTuple):
    """A leader epoch, and where it ends in some log."""

    epoch: int
    end_offset: int


class Cut(NamedTuple):
    """Where a follower cuts its log.

    :ivar is_final: whether it is a prefix of the leader's log then; where not, it asks again with the epoch that is its last then.
    """

    offset: int
    is_final: bool


def divergence(log: EpochLookup, last_fetched_epoch: int, fetch_offset: int, log_start: int) -> EpochEnd | ErrorCode | None:
    """What a leader answers to a fetch before it reads anything: None where the fetch goes on from its log, the end of an epoch where it
    does not, or OFFSET_OUT_OF_RANGE.

    :param last_fetched_epoch: of the record before `fetch_offset`, as who asks has it; -1 where it does not say: nothing is looked at.
    :param log_start: where our log starts.
    """
    if last_fetched_epoch < 0:
        return None
    epoch, end_offset = log.end_offset_for_epoch(last_fetched_epoch)
    if epoch == UNDEFINED or end_offset == UNDEFINED:
        return ErrorCode.OFFSET_OUT_OF_RANGE
    if fetch_offset < log_start:
        return ErrorCode.OFFSET_OUT_OF_RANGE
    if epoch < last_fetched_epoch or end_offset < fetch_offset:
        return EpochEnd(epoch, end_offset)
    return None


def where_to_cut(leader: EpochEnd, log: EpochLookup, log_end: int, fetching_began: int) -> Cut:
    """What a follower does with the leader's word; the table of the module.

    :param leader: the end of an epoch in the leader's log.
    :param log: the follower's.
    :param fetching_began: the high watermark of the follower when it began to follow.
    """
    if leader.end_offset == UNDEFINED:
        return Cut(min(fetching_began, log_end), True)
    if leader.epoch == UNDEFINED:
        return Cut(min(leader.end_offset, log_end), True)
    epoch, end_offset = log.end_offset_for_epoch(leader.epoch)
    if end_offset == UNDEFINED:
        return Cut(min(leader.end_offset, log_end), True)
    if epoch != leader.epoch:
        return Cut(min(end_offset, log_end), False)
    return Cut(min(end_offset, leader.end_offset, log_end), True)
