"""Where committed ends: the high watermark of a leader, who waits for it, and the low watermark (``core: cluster/Partition.scala:
maybeIncrementLeaderHW, checkEnoughReplicasReachOffset, lowWatermarkIfLeader``).

::

    our own log end            ─────────────────────────────┐
    in sync (maximal)          ───────────────────────┐     │
    in sync (maximal)          ────────────────────┐  │     │
    caught up, may join soon   ──────────────────┐ │  │     │       it is waited for, or it would never reach what moves away from it
    behind                     ──────┐           │ │  │     │       it counts for nothing
    high watermark                               ┘                  the least of those that count; it never goes down

Under the flush rule ends are flushed ends, our own as well as those that followers name when they fetch: what is committed is on stable
storage of every replica in sync.

From 3.7 on it stands still while fewer replicas than ``min.insync.replicas`` are *committed* in sync, for acks=1 too (KAFKA-15583); for
topics with fewer replicas than that their number is the limit. Kafka 2.8 lets it go on, and takes the setting as it is: with fewer replicas
nothing is acknowledged with acks=all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from klog.errors import ErrorCode
from klog.replication.in_sync import InSyncReplicas
from klog.replication.progress import FollowerProgress


def effective_min_in_sync(min_in_sync: int, replication_factor: int) -> int:
    """``min.insync.replicas``, where the topic has so many replicas; else their number (``Partition.effectiveMinIsr``)."""
    return min(min_in_sync, replication_factor)


def next_high_watermark(
    high_watermark: int,
    state: InSyncReplicas,
    followers: Mapping[int, FollowerProgress],
    *,
    own_end: int,
    leader_end: int,
    min_in_sync: int,
    is_alive: Callable[[int], bool],
    now_ms: int,
    lag_ms: int,
) -> int:
    """The high watermark from now on; at least `high_watermark`.

    To be asked after every append, flush, fetch of a follower that moved it, change of who is in sync, and LeaderAndIsr.

    :param followers: all replicas but us.
    :param own_end: up to where our own copy counts: the log end, or its flushed end under the flush rule.
    :param leader_end: our log end.
    :param min_in_sync: ``min.insync.replicas``.
    :param is_alive: whether UpdateMetadata has a broker as live.
    :param lag_ms: ``replica.lag.time.max.ms``.
    """
    if len(state.committed) < effective_min_in_sync(min_in_sync, len(followers) + 1):
        return high_watermark
    lowest = own_end
    if lowest <= high_watermark:
        return high_watermark
    maximal = state.maximal
    for replica, progress in followers.items():
        if progress.end_offset < lowest and (
            replica in maximal or (progress.is_caught_up(leader_end, now_ms, lag_ms) and is_alive(replica))
        ):
            lowest = progress.end_offset
            if lowest <= high_watermark:
                return high_watermark
    return lowest


def is_held_back(high_watermark: int, state: InSyncReplicas, followers: Mapping[int, FollowerProgress]) -> bool:
    """Whether the high watermark stays where it is, whatever else there is to know: one in sync has no more. Mostly somebody has not, after
    an append, and when only some have fetched."""
    maximal = state.maximal
    # Asked with each append and each fetch; a generator takes twice as long.
    for replica, progress in followers.items():  # noqa: SIM110
        if progress.end_offset <= high_watermark and replica in maximal:
            return True
    return False


def may_append(acks: int, state: InSyncReplicas, *, min_in_sync: int, replication_factor: int) -> ErrorCode:
    """NONE, or NOT_ENOUGH_REPLICAS for acks=-1 where too few are in sync: nothing is appended then."""
    if acks == -1 and len(state.committed) < effective_min_in_sync(min_in_sync, replication_factor):
        return ErrorCode.NOT_ENOUGH_REPLICAS
    return ErrorCode.NONE


def enough_replicas(
    required_offset: int, high_watermark: int, state: InSyncReplicas, *, min_in_sync: int, replication_factor: int
) -> ErrorCode | None:
    """What becomes of a Produce with acks=-1 that waits: None as long as it waits, NONE where it is committed,
    NOT_ENOUGH_REPLICAS_AFTER_APPEND where it is committed by too few.

    :param required_offset: offset of its last record, and one.
    """
    if high_watermark < required_offset:
        return None
    if len(state.maximal) < effective_min_in_sync(min_in_sync, replication_factor):
        return ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND
    return ErrorCode.NONE


def low_watermark(own_start: int, followers: Mapping[int, FollowerProgress], is_alive: Callable[[int], bool]) -> int:
    """The least log start of all live replicas: what DeleteRecords waits for. A follower that has not told its own counts with -1."""
    return min([own_start, *(progress.start_offset for replica, progress in followers.items() if is_alive(replica))])


def is_latest_known(high_watermark: int, epoch_start: int) -> bool:
    """Whether clients may be told where the log ends: after an election the high watermark may lie below what was committed before, until
    the followers have fetched (KIP-207: OFFSET_NOT_AVAILABLE).

    :param epoch_start: where our log ended when our leadership began.
    """
    return high_watermark >= epoch_start
