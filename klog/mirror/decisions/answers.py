"""What a copy does with what its source answers: tables.

For one partition of an answer to Fetch, the first row that fits (`what_follows`):

==================================================  ============  ==================================================================
answer                                              act           why
==================================================  ============  ==================================================================
the copy ends elsewhere than when it was asked for  DROP          it was asked in another state of things
NONE with a diverging epoch                         PARTED        the source has lost what we have behind it (an unclean election)
NONE                                                APPEND        batches as they are
OFFSET_OUT_OF_RANGE                                 ASK_OFFSETS   where the source's log starts and ends: `after_out_of_range`
UNKNOWN_TOPIC_ID, INCONSISTENT_TOPIC_ID,            LOOK_AGAIN    the topic may be gone, or made again: `same_topic`; or the one that
UNKNOWN_TOPIC_OR_PARTITION                                        was asked does not know of it yet
who was asked does not lead it, or not in that      LOOK_AGAIN    the metadata say who does
epoch
CORRUPT_MESSAGE, and any other                      WAIT          this partition alone pauses, and its error is shown
==================================================  ============  ==================================================================

What follows OFFSET_OUT_OF_RANGE, with the source's log start and end (`after_out_of_range`; "loses": what ``--on-loss`` says):

======================================  ========  ===========  ====================================================================
source                                  copy      loses        step
======================================  ========  ===========  ====================================================================
starts above our end                    new       any          BEGIN_AT its start: nothing was copied yet, so nothing is lost
starts above our end                    had data  alarm        JUMP to its start, and keep what we have; [our end, its start) is lost
starts above our end                    had data  follow       START_ANEW at its start: the copy is what the source is
starts above our end                    had data  stop         STOP
ends below our end                      empty     any          BEGIN_AT its start: there is nothing in the copy that could differ. So it is
                                                               where the copy began at a start that a power cut has taken back since
                                                               (one with followers stops: `klog.mirror.resuming`)
ends below our end                      had data  stop         STOP
ends below our end                      had data  alarm,       CUT to its end, where leader epochs have shown that it is the same log;
                                                  follow       without them STOP: nobody can say what else differs
has our end                             any       any          ASK_EPOCH: it never had the leader epoch of our last batch (a broker of
                                                               Kafka's answers so; ``Partition.readRecords``); where epochs were asked
                                                               about already GO_ON
======================================  ========  ===========  ====================================================================

Where the logs part by epochs is `klog.replication.truncation.where_to_cut`; whether the copy may be cut there is `may_cut`.
"""

from __future__ import annotations

import enum
from typing import NamedTuple

from klog.errors import ErrorCode, row_of
from klog.model import NO_TOPIC_ID


class OnLoss(enum.Enum):
    """``--on-loss``: what follows where the source has no longer what was to be copied."""

    #: Tell it, keep what we have, and go on.
    ALARM = "alarm"
    #: Tell it, and copy this partition no more until somebody has looked.
    STOP = "stop"
    #: Tell it, and become what the source is.
    FOLLOW = "follow"


class Act(enum.Enum):
    """What is done with one partition of an answer."""

    APPEND = "append"
    PARTED = "parted"
    ASK_OFFSETS = "ask for offsets"
    LOOK_AGAIN = "look again"
    WAIT = "wait"
    DROP = "drop"


#: After which the metadata are asked for again.
_ELSEWHERE = frozenset(
    {
        ErrorCode.UNKNOWN_TOPIC_ID,
        ErrorCode.INCONSISTENT_TOPIC_ID,
        ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
        ErrorCode.NOT_LEADER_OR_FOLLOWER,
        ErrorCode.LEADER_NOT_AVAILABLE,
        ErrorCode.REPLICA_NOT_AVAILABLE,
        ErrorCode.FENCED_LEADER_EPOCH,
        ErrorCode.UNKNOWN_LEADER_EPOCH,
    }
)


def what_follows(code: int, is_diverging: bool, asked_offset: int, now_offset: int | None) -> Act:
    """The act; the first table of the module.

    :param code: of the partition.
    :param is_diverging: whether the answer names a diverging epoch.
    :param asked_offset: what was asked for.
    :param now_offset: what would be asked for now; None where the partition is not copied any more.
    """
    if now_offset != asked_offset:
        return Act.DROP
    if code == ErrorCode.NONE:
        return Act.PARTED if is_diverging else Act.APPEND
    if code == ErrorCode.OFFSET_OUT_OF_RANGE:
        return Act.ASK_OFFSETS
    return Act.LOOK_AGAIN if row_of(code).code in _ELSEWHERE else Act.WAIT


class Step(enum.Enum):
    """What follows an offset that the source does not have."""

    #: Have the empty copy begin at the offset.
    BEGIN_AT = "begin at"
    #: Go on from the offset, behind what there is.
    JUMP = "jump"
    #: Drop everything, and begin anew at the offset.
    START_ANEW = "start anew"
    #: Cut the copy to the offset.
    CUT = "cut"
    ASK_EPOCH = "ask about the epoch"
    GO_ON = "go on"
    STOP = "stop"


class Resumption(NamedTuple):
    """A step, and all that is told of it.

    :ivar offset: to go on from; of STOP our end.
    :ivar lost: offsets [first, last) that the source has no more and that were never copied.
    :ivar cut: offsets [first, last) of the copy that the source does not have any more.
    :ivar sentence: what is told; empty where nothing is out of the ordinary.
    """

    step: Step
    offset: int
    lost: tuple[int, int] | None = None
    cut: tuple[int, int] | None = None
    sentence: str = ""


def after_out_of_range(
    start: int,
    end: int,
    source_start: int,
    source_end: int,
    on_loss: OnLoss,
    *,
    knows_epochs: bool,
    has_asked_epochs: bool = False,
    begun_at: int = 0,
) -> Resumption:
    """How copying goes on; the second table of the module.

    :param start: where our log starts.
    :param end: where the copy goes on: our log's end, or behind a loss that was told.
    :param source_start: where the source's log starts.
    :param source_end: where it ends for consumers.
    :param knows_epochs: whether the source was asked with the leader epoch of our last batch (Fetch ≥ 12).
    :param has_asked_epochs: whether ASK_EPOCH was done already.
    :param begun_at: where the copy began: while it is empty and ends there nothing was copied. One that its own retention has emptied ends
        further up.
    """
    if source_start > end:
        if start == end == begun_at:
            return Resumption(Step.BEGIN_AT, source_start)
        sentence = f"offsets {end} to {source_start - 1} went at the source before they were copied"
        lost = (end, source_start)
        if on_loss is OnLoss.STOP:
            return Resumption(Step.STOP, end, lost, sentence=f"{sentence}; --on-loss is stop")
        step = Step.JUMP if on_loss is OnLoss.ALARM else Step.START_ANEW
        return Resumption(step, source_start, lost, sentence=sentence)
    if source_end < end:
        if start == end:
            sentence = f"the source ends at {source_end}, below {end}, where the empty copy ends; it begins at the source's start"
            return Resumption(Step.BEGIN_AT, source_start, sentence=sentence)
        if not knows_epochs:
            sentence = f"the source ends at {source_end}, below the copy's end {end}, and is too old to say where the logs part"
            return Resumption(Step.STOP, end, sentence=sentence)
        return may_cut(source_end, end, on_loss)
    if knows_epochs and not has_asked_epochs:
        return Resumption(Step.ASK_EPOCH, end)
    return Resumption(Step.GO_ON, end)


def after_looking(start: int, source_start: int, on_loss: OnLoss, *, has_followers: bool) -> Resumption:
    """What follows where the source's log begins below `start`, where the empty copy was begun as the source did then: it has what it had
    deleted again, perhaps with other records.

    :param has_followers: whether there are copies of the copy. One that is empty, too, has no leader epoch to notice by that it begins
        elsewhere: these stay as they are, and what they lack is a loss.
    """
    sentence = f"the source starts at {source_start} by now, below {start}, where the empty copy"
    if not has_followers:
        return Resumption(Step.BEGIN_AT, source_start, sentence=f"{sentence} was begun; it begins there, too")
    sentence += f" and its followers do: delete the copy to have it made anew; offsets {source_start} to {start - 1} are not copied"
    lost = (source_start, start)
    if on_loss is OnLoss.STOP:
        return Resumption(Step.STOP, start, lost, sentence=f"{sentence}; --on-loss is stop")
    return Resumption(Step.JUMP, start, lost, sentence=sentence)


def may_cut(offset: int, end: int, on_loss: OnLoss) -> Resumption:
    """What follows where the source's log and the copy, which ends at `end`, part at `offset`."""
    if offset >= end:
        return Resumption(Step.GO_ON, end)
    sentence = f"the source has lost offsets {offset} to {end - 1}, which were copied"
    if on_loss is OnLoss.STOP:
        return Resumption(Step.STOP, end, cut=(offset, end), sentence=f"{sentence}; --on-loss is stop")
    return Resumption(Step.CUT, offset, cut=(offset, end), sentence=sentence)


def after_comparing(
    parting: int, start: int, end: int, on_loss: OnLoss, *, takes_over: bool, is_compacted: bool, was_equal: bool = True
) -> Resumption:
    """What follows where batches were held against each other (`klog.mirror.parting`), in a link that takes over, or at a source that
    does not say by leader epochs where logs part.

    :param parting: where they part.
    :param start: from where both have what there is.
    :param end: our log's end.
    :param was_equal: whether all of our log was found to be the source's before. One that a link takes over may have records of its own.
    """
    if takes_over and not was_equal and start >= end:
        sentence = f"the source starts at {start} by now, and the topic here ends at {end}: where they parted is gone"
        return Resumption(Step.STOP, end, sentence=sentence)
    if parting >= end:
        return Resumption(Step.GO_ON, end)
    if parting <= start:
        sentence = f"from offset {start} on nothing is the same here and at the source: it is another log, or where they parted is gone"
        return Resumption(Step.STOP, end, sentence=sentence)
    if is_compacted:
        sentence = (
            "the topic is compacted, and batches that a cleaner has been at do not show where it parts from the source's: delete it here"
        )
        return Resumption(Step.STOP, end, sentence=sentence)
    if not takes_over:
        return may_cut(parting, end, on_loss)
    sentence = f"offsets {parting} to {end - 1} are here alone, written after the source and this topic had parted"
    if on_loss is OnLoss.STOP:
        kept = f"{sentence}; read them while they are there: resuming with --on-loss alarm cuts them"
        return Resumption(Step.STOP, end, cut=(parting, end), sentence=kept)
    return Resumption(Step.CUT, parting, cut=(parting, end), sentence=f"{sentence}, and were cut")


class Identity(enum.Enum):
    """Whether a source is what it was."""

    SAME = "same"
    #: Nobody can say: a broker that does not name ids, or an answer that says nothing.
    UNKNOWN = "unknown"
    GONE = "gone"
    OTHER = "other"


def same_topic(known_id: bytes, seen_id: bytes, exists: bool) -> Identity:
    """Whether a topic at the source is the one that was copied until now.

    :param known_id: the id that it had; `NO_TOPIC_ID` where it was never told one.
    :param seen_id: the id that it has by the metadata.
    :param exists: whether there is a topic of the name.
    """
    if not exists:
        return Identity.GONE
    if NO_TOPIC_ID in (known_id, seen_id):
        return Identity.UNKNOWN
    return Identity.SAME if known_id == seen_id else Identity.OTHER


def same_cluster(known_id: str, seen_id: str | None, own_id: str) -> tuple[Identity, str]:
    """Whether the cluster behind a link's address is the one that it was, and what is wrong where it is not.

    :param known_id: of the source as it was first met; empty before that.
    :param seen_id: as its brokers say; None where they do not.
    :param own_id: our own cluster's.
    """
    if seen_id is None:
        return Identity.UNKNOWN, ""
    if seen_id == own_id:
        return Identity.OTHER, "the address is this cluster's own: a link must lead to another one"
    if known_id and seen_id != known_id:
        return Identity.OTHER, f"behind the address is cluster {seen_id} now; what was copied came from {known_id}"
    return Identity.SAME, ""
