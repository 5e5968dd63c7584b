"""What a fetcher knows of each partition it reads: where it stands, what is held of it, and what must happen before more is fetched.

The phases of a partition, and what moves it on::

    RESETTING   the position is to be looked up (beginning, end, by policy)      -> FETCHING when answered
    VALIDATING  the leader changed; is our position still in its log?            -> FETCHING, RESETTING or FAILED
    FETCHING    records are asked for                                            -> any of the others
    FAILED      something only the user can decide; `error` says what            -> RESETTING or FETCHING by seek

`position` is the next offset to hand out, `fetch_offset` the next to ask for; what lies between them is held. Two counters tell what is
outdated: `round` rises whenever `fetch_offset` was moved (answers under way are then of no use), `generation` whenever the user's place was
(records already handed out to a stream, and not yet read there, are then of no use). Pure; no Twisted here.
"""

from __future__ import annotations

import enum
from collections import deque
from typing import NamedTuple

from klog.client.fetching.record_views import FetchedRecords
from klog.client.nearest_replica import NearestReplica
from klog.config import ConfigError
from klog.errors import ErrorCode, KlogError
from klog.model import EARLIEST_TIMESTAMP, LATEST_TIMESTAMP, TopicPartition


class Phase(enum.Enum):
    """See above."""

    RESETTING = "resetting"
    VALIDATING = "validating"
    FETCHING = "fetching"
    FAILED = "failed"


class Position(NamedTuple):
    """A place to read from, and the leader epoch of the record before it where that is known."""

    offset: int
    leader_epoch: int = -1


class OffsetReset(enum.Enum):
    """Where to go where there is no position, or one that does not exist any more."""

    EARLIEST = "earliest"
    LATEST = "latest"
    ERROR = "error"

    @property
    def timestamp(self) -> int | None:
        """ListOffsets' word for it; None for ERROR."""
        return {OffsetReset.EARLIEST: EARLIEST_TIMESTAMP, OffsetReset.LATEST: LATEST_TIMESTAMP}.get(self)


def offset_reset(text: str | OffsetReset) -> OffsetReset:
    """The policy that a user means; "none" is "error", as Kafka calls it.

    :raises ConfigError: by anything else.
    """
    if isinstance(text, OffsetReset):
        return text
    try:
        return OffsetReset("error" if text == "none" else text)
    except ValueError:
        raise ConfigError("auto_offset_reset", repr(text), "allowed are earliest, latest and error") from None


class OffsetOutOfRange(KlogError):
    """The offset to read from is not in the partition, and ``auto_offset_reset`` is "error"."""

    def __init__(self, tp: TopicPartition, offset: int, start: int = -1, end: int = -1) -> None:
        within = f"; it has {start} to {end}" if start >= 0 and end >= 0 else ""
        super().__init__(ErrorCode.OFFSET_OUT_OF_RANGE, f"topic {tp.topic}, partition {tp.partition} has no offset {offset}{within}")
        self.topic_partition = tp
        self.offset = offset


class NoPosition(KlogError):
    """There is nothing committed to begin with, and ``auto_offset_reset`` is "error"."""

    def __init__(self, tp: TopicPartition) -> None:
        super().__init__(
            ErrorCode.OFFSET_OUT_OF_RANGE,
            f"topic {tp.topic}, partition {tp.partition} has no position to begin at: seek, commit, or set auto_offset_reset",
        )
        self.topic_partition = tp


class LogTruncated(KlogError):
    """Records that were read are not in the log of the new leader, and ``auto_offset_reset`` is "error".

    :param diverging: from here on the log is another one; None where the leader cannot tell.
    """

    def __init__(self, tp: TopicPartition, position: Position, diverging: Position | None) -> None:
        where = "the leader cannot tell from where on" if diverging is None else f"it is another log from offset {diverging.offset} on"
        super().__init__(
            ErrorCode.OFFSET_OUT_OF_RANGE,
            f"topic {tp.topic}, partition {tp.partition} was truncated below offset {position.offset} (leader epoch"
            f" {position.leader_epoch}); {where}",
        )
        self.topic_partition = tp
        self.position = position
        self.diverging = diverging


class PartitionState:
    """One partition's; see above."""

    __slots__ = (
        "backoff_failures",
        "chunks",
        "draining",
        "error",
        "error_told",
        "fetch_offset",
        "generation",
        "held_bytes",
        "high_watermark",
        "is_left_out",
        "last_stable_offset",
        "log_start_offset",
        "nearest",
        "not_before_s",
        "paused",
        "phase",
        "position",
        "position_epoch",
        "reset_to",
        "round",
        "source",
        "taken_s",
        "topic_partition",
        "validated_epoch",
        "was_taken",
    )

    def __init__(self, tp: TopicPartition) -> None:
        self.topic_partition = tp
        self.phase = Phase.RESETTING
        self.position = self.fetch_offset = -1
        self.position_epoch = -1
        #: The leader epoch under which the position was last known to be good.
        self.validated_epoch = -1
        self.reset_to: int = LATEST_TIMESTAMP
        self.paused = False
        #: No more is fetched until what is held was handed out.
        self.draining = False
        #: Room is all that it waits for.
        self.is_left_out = False
        self.chunks: deque[FetchedRecords] = deque()
        self.held_bytes = 0
        self.generation = 0
        self.round = 0
        self.error: KlogError | None = None
        self.error_told = False
        self.not_before_s = 0.0
        self.backoff_failures = 0
        #: When something was last taken of it.
        self.taken_s = 0.0
        #: Whether records were handed out since the user's place was set.
        self.was_taken = False
        self.high_watermark = self.last_stable_offset = self.log_start_offset = -1
        #: Where a leader has named a replica to read from.
        self.nearest: NearestReplica | None = None
        #: The broker whose records came last.
        self.source = -1

    @property
    def is_positioned(self) -> bool:
        """Whether `position` is known."""
        return self.position >= 0

    def drop_held(self) -> int:
        """Forget what is held, to be fetched again; how many bytes it was."""
        freed, self.held_bytes = self.held_bytes, 0
        self.chunks.clear()
        self.fetch_offset = self.position
        self.draining = False
        self.round += 1
        return freed

    def go_to(self, position: Position, generation: int) -> int:
        """The user's place is `position` now; bytes freed."""
        freed = self.drop_held()
        self.position = self.fetch_offset = position.offset
        self.position_epoch = position.leader_epoch
        self.validated_epoch = -1
        self.generation = generation
        self.was_taken = False
        self._well(Phase.FETCHING)
        return freed

    def go_back(self, position: Position) -> int:
        """Fetch from `position` again, which lies before what is wrong, if anything is; the user's place stays. Bytes freed."""
        self.position, self.position_epoch = position.offset, position.leader_epoch
        if self.error is not None:
            self._well(Phase.FETCHING)
        return self.drop_held()

    def look_up(self, timestamp: int, generation: int) -> int:
        """The user's place is to be found by `timestamp`; bytes freed."""
        freed = self.drop_held()
        self.position = self.fetch_offset = self.position_epoch = self.validated_epoch = -1
        self.reset_to = timestamp
        self.generation = generation
        self.was_taken = False
        self._well(Phase.RESETTING)
        return freed

    def fail(self, error: KlogError) -> int:
        """Only the user can decide; bytes freed."""
        freed = self.drop_held()
        self.phase = Phase.FAILED
        self.error = error
        self.error_told = False
        return freed

    def _well(self, phase: Phase) -> None:
        self.phase = phase
        self.error = None
        self.error_told = False
        self.not_before_s = 0.0
        self.backoff_failures = 0
