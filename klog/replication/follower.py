"""What a follower does with each answer of its leader: a table (``core: server/AbstractFetcherThread.scala: processFetchRequest``).

For one partition of an answer to Fetch, the first row that fits:

==================================================  ============  ==================================================================
answer                                              act           why
==================================================  ============  ==================================================================
not followed any more, fetch offset or leader       DROP          it was asked in another state of things (KAFKA-13207, KAFKA-18723)
epoch are others than those asked with
NONE with a diverging epoch                         TRUNCATE      nothing else of it counts, above all not its high watermark, which may
                                                                  lie above where the logs part (KAFKA-14704)
NONE                                                APPEND        records as they are, then high watermark, then log start
OFFSET_OUT_OF_RANGE                                 ASK_OFFSETS   where the leader's log ends and starts: `after_out_of_range`
FENCED_LEADER_EPOCH                                 FAIL          the leader is ahead of us: LeaderAndIsr is on its way, and we wait
                                                                  for it. (Had ours risen since, it would have been dropped.)
KAFKA_STORAGE_ERROR and any other                   RETRY_LATER   this partition alone pauses
==================================================  ============  ==================================================================

What follows OFFSET_OUT_OF_RANGE, with the leader's log end and then its log start (`after_out_of_range`):

==================================================  ==============  ================================================================
leader's                                            step            what has happened
==================================================  ==============  ================================================================
log end is below ours                               CUT             an unclean election: to its end
log start is above our end                          START_ANEW      we were away until retention took what we need: nothing stays
otherwise                                           GO_ON           from our end
==================================================  ==============  ================================================================

Errors of that question are judged by `after_refused_question`.
"""

from __future__ import annotations

import enum
from typing import NamedTuple

from klog.errors import ErrorCode


class Asked(NamedTuple):
    """What a partition was fetched with."""

    offset: int
    leader_epoch: int


class Act(enum.Enum):
    """What is done with one partition of an answer."""

    APPEND = "append"
    TRUNCATE = "truncate"
    ASK_OFFSETS = "ask for offsets"
    RETRY_LATER = "retry later"
    #: Nothing more before the next LeaderAndIsr.
    FAIL = "fail"
    DROP = "drop"


def what_follows(code: int, is_diverging: bool, asked: Asked, now: Asked | None) -> Act:
    """The act; the table of the module.

    :param code: of the partition.
    :param is_diverging: whether the answer names a diverging epoch.
    :param asked: what it was fetched with.
    :param now: what it would be fetched with now; None where it is not followed any more.
    """
    if now is None or now != asked:
        return Act.DROP
    if code == ErrorCode.NONE:
        return Act.TRUNCATE if is_diverging else Act.APPEND
    if code == ErrorCode.OFFSET_OUT_OF_RANGE:
        return Act.ASK_OFFSETS
    return Act.FAIL if code == ErrorCode.FENCED_LEADER_EPOCH else Act.RETRY_LATER


def after_refused_question(code: int, leader_epoch_asked: int, leader_epoch_now: int | None) -> Act:
    """What follows an error of ListOffsets or OffsetForLeaderEpoch for one partition.

    :param leader_epoch_now: None where it is not followed any more.
    """
    if leader_epoch_now is None or leader_epoch_now != leader_epoch_asked:
        return Act.DROP
    return Act.FAIL if code == ErrorCode.FENCED_LEADER_EPOCH else Act.RETRY_LATER


class Step(enum.Enum):
    """What follows an offset that was out of range."""

    #: Cut the log to the offset.
    CUT = "cut"
    #: Drop everything, and begin anew at the offset.
    START_ANEW = "start anew"
    #: Fetch from the offset, which is our log end.
    GO_ON = "go on"
    #: Ask where the leader's log starts, too.
    ASK_START = "ask start"


class Resumption(NamedTuple):
    """A step, and the offset to fetch from afterwards."""

    step: Step
    offset: int


def after_out_of_range(log_end: int, leader_end: int, leader_start: int | None) -> Resumption:
    """How fetching goes on.

    :param log_end: ours.
    :param leader_start: None while it was not asked for; it is asked only where the leader's end is not below ours.
    """
    if leader_end < log_end:
        return Resumption(Step.CUT, leader_end)
    if leader_start is None:
        return Resumption(Step.ASK_START, log_end)
    if leader_start > log_end:
        return Resumption(Step.START_ANEW, leader_start)
    return Resumption(Step.GO_ON, log_end)


def follower_high_watermark(high_watermark: int, leader_high_watermark: int, log_end: int) -> int:
    """The high watermark of a follower that has appended an answer: its leader's, as far as its own log goes.

    It does not go down with a new leader that does not know yet how far it was committed; a truncation takes it down.

    :param high_watermark: ours before.
    :param log_end: ours after the append.
    """
    return max(high_watermark, min(leader_high_watermark, log_end))
