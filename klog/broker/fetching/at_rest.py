"""Partitions of a follower's session that are at rest: it has all that its leader has, and was told all that there is to tell.

A follower names thousands of partitions once, and asks for all of them with each request of its session. To look at one as if it had just
been named costs some ten microseconds; of nearly all, nothing has happened since the last time. So what was found then is remembered
(`AtRest`), and while all that the answer follows from is as it was, the partition has no part in it:

==============================  ====================================================================================================
the same as it was              or else
==============================  ====================================================================================================
what the follower says          it has more now, or another epoch: what it says anew is looked at (`FetchedPartition.take`)
the log's end, start and high   there are records, or something to tell
watermark
which log, and how often it     the same end may be that of other records; where epochs end changes with either, or with what the
was cut                         follower's progress loses its memory by
leadership, and that it is      a higher epoch, other replicas, or an error
shown as led
who is in sync                  it may have to be proposed, or may count no more
what is known of the follower   what it says is news, and producers may wait for it
==============================  ====================================================================================================

Nothing is announced to this module: it compares with what is there. What a follower is known by goes on all the same: that it has asked
again at this time, and had everything (`FollowerProgress.fetched_again`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

from klog.broker.replicas.leadership import Leadership
from klog.broker.replicas.partition import Partition


class AtRest:
    """What was found of a partition that had nothing for a follower.

    :param partition: it is led, and the follower's offset is its log's end.
    :param replica_id: the follower, which is in sync.
    """

    __slots__ = ("leadership", "log", "partition", "progress", "replica_id", "state", "truncations")

    def __init__(self, partition: Partition, leadership: Leadership, replica_id: int) -> None:
        self.partition = partition
        self.leadership = leadership
        self.replica_id = replica_id
        self.progress = leadership.followers[replica_id]
        self.state = leadership.state
        self.log = partition.log
        self.truncations = partition.log.truncations


def at_rest(partition: Partition, replica_id: int) -> AtRest | None:
    """For what a follower was just found to have all of. None where it is not in sync: each of its fetches may let it join."""
    leadership = partition.leadership
    if leadership is None or replica_id not in leadership.state.committed or replica_id not in leadership.followers:
        return None
    return AtRest(partition, leadership, replica_id)


class Fetched(Protocol):
    """What is asked of `klog.broker.fetching.sessions.FetchedPartition`."""

    at_rest: AtRest | None
    fetch_offset: int
    follower_log_start: int
    high_watermark: int
    log_start_offset: int


AnyFetched = TypeVar("AnyFetched", bound=Fetched)


def not_at_rest(
    wanted: Sequence[AnyFetched], replica_id: int, led: Mapping[tuple[str, int], Partition], *, is_first_look: bool
) -> list[AnyFetched]:
    """Those of `wanted` that have to be looked at, in their order.

    :param led: what this broker leads, and may lead now.
    :param is_first_look: whether this is a new request of the follower, and not the same one after it has waited.
    """
    moving: list[AnyFetched] = []
    now_ms: int | None = None
    for one in wanted:
        rest = one.at_rest
        if rest is not None:
            partition, log, progress = rest.partition, rest.log, rest.progress
            offset = one.fetch_offset
            if (
                log.end_offset == offset
                and log.high_watermark == one.high_watermark
                and log.start_offset == one.log_start_offset
                and progress.end_offset == offset
                and progress.start_offset == one.follower_log_start
                and partition.leadership is rest.leadership
                and rest.leadership.state is rest.state
                and rest.replica_id == replica_id
                and partition.log is log
                and log.truncations == rest.truncations
                and not partition.ended
                and led.get(partition.topic_partition) is partition
            ):
                if is_first_look:
                    if now_ms is None:
                        now_ms = rest.leadership.now_ms
                    progress.fetched_again(now_ms)
                continue
            one.at_rest = None
        moving.append(one)
    return moving
