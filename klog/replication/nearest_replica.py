"""Which replica a consumer is sent to that says in which rack it is (KIP-392).

====================================== ======================================================================
the consumer names no rack             the leader
no replica is in that rack             the leader: also where nobody has ever heard of the rack
the leader is in that rack             the leader
else                                   of those in it the one with the highest end; of several the one that had
                                       everything last; of several the one with the highest number
====================================== ======================================================================

Only replicas count that are in sync, whose listener the consumer can reach, and which have the offset that it wants, as far as the leader
knows: one that lags would be left by the consumer and found again for ever.

Source: ``ReplicaManager.findPreferredReadReplica``, ``RackAwareReplicaSelector``, ``ReplicaView.comparator``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from klog.replication.progress import FollowerProgress


def nearest_follower(
    rack: str,
    racks: Mapping[int, str | None],
    leader: int,
    followers: Mapping[int, FollowerProgress],
    in_sync: Collection[int],
    fetch_offset: int,
) -> int | None:
    """The follower that serves this consumer best; None where the leader does.

    :param rack: the consumer's; empty where it names none.
    :param racks: of each broker that the consumer can reach.
    :param leader: its number.
    :param followers: what the leader knows of each.
    :param in_sync: numbers of the replicas in sync.
    """
    if not rack or racks.get(leader) == rack:
        return None
    best: tuple[int, int, int] | None = None
    for number, progress in followers.items():
        if racks.get(number) != rack or number not in in_sync or not progress.start_offset <= fetch_offset <= progress.end_offset:
            continue
        rank = progress.end_offset, progress.last_caught_up_ms, number
        if best is None or rank > best:
            best = rank
    return None if best is None else best[2]
