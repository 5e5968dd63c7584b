"""What of a record is compared, and what is not where somebody says so."""

from __future__ import annotations

import enum
from collections.abc import Collection, Sequence

from klog.records.contract import Record


class Field(enum.StrEnum):
    """The parts of a record that a copy has to keep."""

    TIMESTAMP = "timestamp"
    KEY = "key"
    VALUE = "value"
    HEADERS = "headers"


#: A record without its offset, and without the fields that are not compared.
Content = tuple[object, ...]


#: Compared at once, in C; where two lists part often, comparing all that is left each time would take the square of it.
_STRIDE = 256


def equal_front(a: Sequence[object], at_a: int, b: Sequence[object], at_b: int) -> int:
    """How many items are the same, from `at_a` in `a` and `at_b` in `b` on."""
    most = min(len(a) - at_a, len(b) - at_b)
    count = 0
    while count < most:
        stride = min(_STRIDE, most - count)
        here, there = at_a + count, at_b + count
        if a[here] != b[there]:
            return count
        if a[here : here + stride] != b[there : there + stride]:
            return count + next(index for index in range(stride) if a[here + index] != b[there + index])
        count += stride
    return count


class RecordFields:
    """Takes records apart.

    :param ignored: fields that are not compared.
    """

    def __init__(self, ignored: Collection[Field] = ()) -> None:
        self.compared = tuple(field for field in Field if field not in ignored)
        self._places = tuple(1 + list(Field).index(field) for field in self.compared)
        self._is_whole = len(self.compared) == len(Field)

    def content(self, record: Record) -> Content:
        """What must be the same."""
        return record[1:] if self._is_whole else tuple(record[place] for place in self._places)

    def what_differs(self, one: Record, other: Record) -> str:
        """The names of the fields that are not the same; empty where all are."""
        return ", ".join(name for name, place in zip(self.compared, self._places, strict=True) if one[place] != other[place])
