"""Which segments have had their time: a pure decision over plain values.

Rules of ``UnifiedLog.deleteOldSegments`` (4.3.1), oldest segment first, each stopping at the first that does not match:

A. *start*: everything in a segment lies below the log's start offset (DeleteRecords); under every cleanup policy;
B. *size*: with ``delete``, while what is left would still hold at least ``retention.bytes``;
C. *time*: with ``delete``, while the segment's largest timestamp (its last change where no record has one) is older than
   ``retention.ms``.

Nothing that is not below the high watermark goes, and the active segment only where it holds something (a new one is rolled first).
While a topic's own settings are not known nothing goes at all, not even by rule A: the answer to "how long" may be "for ever".
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import NamedTuple

from klog.storage.settings import UNLIMITED, LogSettings


class Reason(enum.Enum):
    """Why segments go."""

    NONE = "nothing is due"
    START = "below the log's start offset"
    SIZE = "retention.bytes"
    TIME = "retention.ms"


class SegmentFacts(NamedTuple):
    """What the decision needs to know of one segment, in the order of offsets."""

    base_offset: int
    size: int
    #: Largest record timestamp, or when the file last changed where no record has one.
    largest_timestamp_ms: int


def segments_to_delete(
    segments: Sequence[SegmentFacts], settings: LogSettings, now_ms: int, start_offset: int, high_watermark: int, end_offset: int
) -> tuple[int, Reason]:
    """How many of the oldest segments are due, by the first of rules A, B, C that wants any.

    :param segments: all of the log, by offset; the last one is active.
    :param end_offset: where the active segment ends.
    """
    if not settings.retention_known or not segments:
        return 0, Reason.NONE
    upper = [segment.base_offset for segment in segments[1:]] + [end_offset]
    # Below the high watermark, and not an empty active segment: what may go at all.
    allowed = 0
    for index, segment in enumerate(segments):
        if upper[index] > high_watermark or (index == len(segments) - 1 and segment.size == 0):
            break
        allowed += 1

    count = 0
    while count < min(allowed, len(segments) - 1) and upper[count] <= start_offset:
        count += 1
    if count:
        return count, Reason.START
    if not settings.cleanup_delete:
        return 0, Reason.NONE

    if settings.retention_bytes != UNLIMITED:
        surplus = sum(segment.size for segment in segments) - settings.retention_bytes
        while count < allowed and surplus >= segments[count].size:
            surplus -= segments[count].size
            count += 1
        if count:
            return count, Reason.SIZE

    if settings.retention_ms != UNLIMITED:
        while count < allowed and now_ms - segments[count].largest_timestamp_ms > settings.retention_ms:
            count += 1
        if count:
            return count, Reason.TIME
    return 0, Reason.NONE
