"""A stream's offsets as Spark keeps them in a checkpoint: in the form of Spark's own Kafka source, so that a job can move there and back.

That form is ``{"orders":{"0":120,"1":97}}``: for each partition the next offset to read. It cannot tell a topic from another one of the
same name that was made after the first was deleted. So klog adds one entry to each topic, its mark, 63 bits of the topic's id, in a place
where Spark's source does not stumble over it: ``{"orders":{"+0":5870…,"0":120,"1":97}}``. A reader that knows nothing of marks takes
``+0`` for partition 0, and the entry behind it, ``0``, replaces that. Checkpoints without marks (those of Spark's source) are read, and
nothing is compared then.

Spark compares offsets as text, so the same offsets are always written in the same order. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition

_LONG = 2**63 - 1
_INT = 2**31 - 1


class Position(NamedTuple):
    """How far a stream has come."""

    #: For each partition the next offset to read.
    offsets: dict[TopicPartition, int]
    #: For each topic its mark; topics without one are not compared.
    marks: dict[str, int]

    def remade(self, other: Position) -> set[str]:
        """Topics that are not the same in both, though they have the same name."""
        return {topic for topic, mark in self.marks.items() if other.marks.get(topic, mark) != mark}


class BadCheckpoint(KlogError):
    """What a checkpoint holds is no position in topics."""

    def __init__(self, what: str) -> None:
        super().__init__(
            ErrorCode.INVALID_REQUEST,
            f"the checkpoint's offset is not one of klog's or of Spark's Kafka source: {what}. "
            "Was the query's source another one? Give it a checkpointLocation of its own",
        )


def mark_of(topic_id: bytes) -> int | None:
    """The part of a topic's id that is kept; None where the broker gives no ids."""
    if not any(topic_id):
        return None
    return max(1, int.from_bytes(topic_id[:8], "big") >> 1)


def to_json(position: Position) -> dict[str, dict[str, int]]:
    """`position` for Spark."""
    found: dict[str, dict[str, int]] = {}
    for tp in sorted(position.offsets):
        entry = found.get(tp.topic)
        if entry is None:
            mark = position.marks.get(tp.topic)
            entry = found[tp.topic] = {} if mark is None else {f"+{tp.partition}": mark}
        entry[str(tp.partition)] = position.offsets[tp]
    return found


def from_json(value: Any) -> Position:
    """What Spark kept.

    :raises BadCheckpoint: it is something else.
    """
    if not isinstance(value, dict):
        raise BadCheckpoint(_short(value))
    offsets: dict[TopicPartition, int] = {}
    marks: dict[str, int] = {}
    for topic, partitions in value.items():
        if not isinstance(partitions, Mapping):
            raise BadCheckpoint(_short(value))
        for number, offset in partitions.items():
            text = str(number)
            digits = text.removeprefix("+")
            is_number = digits.isascii() and digits.isdigit() and len(digits) <= 10 and int(digits) <= _INT
            if not is_number or isinstance(offset, bool) or not isinstance(offset, int) or not 0 <= offset <= _LONG:
                raise BadCheckpoint(f"topic {topic}, partition {_short(number)}, offset {_short(offset)}")
            if text != digits:
                marks[topic] = offset
            else:
                offsets[TopicPartition(topic, int(digits))] = offset
    return Position(offsets, marks)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 200 else f"{text[:200]} …"
