"""Numbers of records that a producer sends: they go on with 0 after 2147483647 (``DefaultRecordBatch``)."""

from __future__ import annotations

MAX_SEQUENCE = 2**31 - 1


def increment_sequence(sequence: int, count: int) -> int:
    """`sequence` + `count`, going on with 0 after 2147483647 (``DefaultRecordBatch.incrementSequence``)."""
    return sequence + count if sequence <= MAX_SEQUENCE - count else count - (MAX_SEQUENCE - sequence) - 1


def decrement_sequence(sequence: int, count: int) -> int:
    """The opposite of `increment_sequence`."""
    return sequence - count if sequence >= count else MAX_SEQUENCE - (count - sequence) + 1


def is_behind(sequence: int, last: int) -> bool:
    """Whether `sequence` was given out when `last` was; they wrap after 2147483647."""
    return (last - sequence) % (MAX_SEQUENCE + 1) <= MAX_SEQUENCE // 2
