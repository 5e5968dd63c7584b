"""Which committed offsets of a source's groups are committed here: a pure decision.

Offsets are the same on both sides, so nothing is translated. What a group has committed for a mirrored partition is committed here where

* nobody is active in the group here: whoever reads here goes by what was read here;
* the copy has all that lies below the offset: a group that moved over must not stand behind the end, where it would be put somewhere else
  (``auto.offset.reset``). What is not copied yet is held back, and comes with a later round;
* it differs from what is committed here. Below the copy's start it is that start: what lies before is nowhere any more;
* it does not lead back from what was read here: a group that moved over, and is away for a moment, goes on where it was. Back it goes only
  where what stands here came from the source, too (``by_us``), and where it lies behind the copy's end, or in what was cut: what was read
  there was of another log, and other records stand there by now.

A group that stands in what was cut, and of which the source knows nothing, has read records that are nowhere any more, and none of those
that took their places: it is put to where the logs part. Both are done once for each cut: then it counts what is read here.

When the copy becomes an ordinary topic nobody fills it up any more with what a group had read behind its end, as where a broker has lost
the copy's tail to a power cut, and the source is gone: it is put to the end (`back_to_the_end`). So it is where a topic that has lost its
tail is taken over: what it is filled up with are other records.

The leader epoch is left out: consumers hold it against our metadata, whose epochs are our own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from klog.model import Committed, TopicPartition


class Extent(NamedTuple):
    """Where a copy starts, and where it ends for consumers."""

    start: int
    end: int


def is_same(one: Committed | None, other: Committed | None) -> bool:
    """Whether two say the same but for the leader epoch."""
    return one is not None and other is not None and (one.offset, one.metadata) == (other.offset, other.metadata)


def offsets_to_commit(
    at_source: Mapping[TopicPartition, Committed],
    here: Mapping[TopicPartition, Committed],
    copies: Mapping[TopicPartition, Extent],
    *,
    is_active_here: bool,
    by_us: Mapping[TopicPartition, Committed] = MappingProxyType({}),
    cut: Mapping[TopicPartition, Sequence[tuple[int, int]]] = MappingProxyType({}),
) -> dict[TopicPartition, Committed]:
    """What is to be committed here for one group.

    :param at_source: what it has committed there.
    :param here: what it has committed here.
    :param copies: partitions that are mirrored; of others nothing is committed.
    :param by_us: what came from the source last, as far as that is known.
    :param cut: offsets [first, last) that were cut off the copies, where something was since the group was looked at last.
    """
    if is_active_here:
        return {}
    found: dict[TopicPartition, Committed] = {}

    def parted_at(tp: TopicPartition) -> int | None:
        """From where on what the group has read here was cut; None where nothing was."""
        known = here.get(tp)
        if known is None:
            return None
        return next((first for first, last in reversed(cut.get(tp, ())) if first < known.offset <= last), None)

    for tp, (start, end) in copies.items():
        if tp not in at_source and (parting := parted_at(tp)) is not None:
            found[tp] = Committed(min(max(parting, start), end), -1, "")
    for tp, committed in at_source.items():
        extent = copies.get(tp)
        if extent is None or committed.offset > extent.end or committed.offset < 0:
            continue
        wanted = Committed(max(committed.offset, extent.start), -1, committed.metadata)
        known = here.get(tp)
        if known is None or (
            not is_same(known, wanted)
            and (wanted.offset >= known.offset or is_same(known, by_us.get(tp)) or known.offset > extent.end or parted_at(tp) is not None)
        ):
            found[tp] = wanted
    return found


def back_to_the_end(here: Mapping[TopicPartition, Committed], copies: Mapping[TopicPartition, Extent]) -> dict[TopicPartition, Committed]:
    """Where a group is put that stands behind the end when a copy becomes an ordinary topic, or one becomes a copy; parameters as
    `offsets_to_commit`."""
    return {
        tp: Committed(extent.end, -1, known.metadata)
        for tp, extent in copies.items()
        if (known := here.get(tp)) is not None and known.offset > extent.end
    }
