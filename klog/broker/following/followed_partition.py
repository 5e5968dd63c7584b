"""One partition that a fetcher copies, and what it waits for::

    READY ──asked──> READY ──records──> appended as they are ──> READY, or FLUSHING under the flush rule ──flushed──> READY
                          ──diverging──────────────> TRUNCATING ──cut──> READY, or FLUSHING
                          ──out of range──> ASKING ──offsets──> TRUNCATING or READY
                          ──another error──> WAITING ──a while, ``replica.fetch.backoff.ms`` at most──> READY
                          ──our own disk is full──> WAITING, as above
                          ──more than the quota (KIP-73)──> WAITING, until it is not
                          ──fenced, or our own disk fails──> FAILED, until the controller says something new
    READY, TRUNCATING, ASKING ──a mistake of klog's own──> WAITING, ``replica.fetch.backoff.ms``
    any ──remove──> gone: the outcome of what is still under way for it is dropped

Only those that are READY are asked for. Under the flush rule the offset that is asked for says what is on our disk, and the leader
acknowledges on the strength of it: a partition is not asked for between an append and its flush, and nothing is ever fetched twice.
"""

from __future__ import annotations

import enum

from klog.broker.replicas.partition import Partition
from klog.replication.fetch_session import Key
from klog.replication.follower import Asked


class State(enum.Enum):
    """What a partition waits for; see the module."""

    READY = "ready"
    FLUSHING = "flushing"
    TRUNCATING = "truncating"
    ASKING = "asking"
    WAITING = "waiting"
    FAILED = "failed"


class FollowedPartition:
    """One partition of this fetcher."""

    __slots__ = (
        "asked",
        "fetching_began",
        "fits",
        "has_caught_up",
        "is_refused",
        "key",
        "leader_epoch",
        "partition",
        "state",
        "told_start",
        "waits",
    )

    def __init__(self, partition: Partition, leader_epoch: int) -> None:
        self.partition = partition
        self.leader_epoch = leader_epoch
        self.key: Key = (partition.topic_partition.topic, partition.topic_partition.partition)
        self.state = State.READY
        #: What the leader was asked for last.
        self.asked: Asked | None = None
        #: Where our log started then.
        self.told_start = -1
        #: Our high watermark when this began.
        self.fetching_began = partition.log.high_watermark
        #: Whether the leader has seen that our log is the beginning of its own.
        self.fits = False
        #: Whether it had, with the last answer, all that the leader has committed.
        self.has_caught_up = False
        #: How often it has waited since the leader gave us something last.
        self.waits = 0
        #: Whether our disk has no room for it, and that was said.
        self.is_refused = False

    @property
    def now(self) -> Asked | None:
        """What it would be asked for now; None where it is not followed any more."""
        partition = self.partition
        if not partition.is_following(self.leader_epoch) or partition.log.is_being_truncated:
            return None
        asked, end_offset = self.asked, partition.log.end_offset
        if asked is not None and asked.offset == end_offset and asked.leader_epoch == self.leader_epoch:
            # Nearly always when an answer comes.
            return asked
        return Asked(end_offset, self.leader_epoch)
