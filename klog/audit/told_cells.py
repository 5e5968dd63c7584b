"""Cells as they stand in the audit's topic, in whatever order its partitions were read: of one key the highest revision, of several of it
the last, and when it was written first. Pure.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from klog.audit.cells import Cell, CellKey


class Told(NamedTuple):
    """A cell as it stands in the topic, and when it was written last and first, as far as compaction has left that."""

    cell: Cell
    written_ms: int
    first_written_ms: int


class ToldCells:
    """One of each key."""

    def __init__(self) -> None:
        self._told: dict[CellKey, Told] = {}

    def __len__(self) -> int:
        return len(self._told)

    def __iter__(self) -> Iterator[Told]:
        return iter(self._told.values())

    def add(self, cell: Cell, written_ms: int) -> None:
        """One that was read.

        :param written_ms: its record's timestamp, which is the broker's.
        """
        first_ms = last_ms = written_ms
        if cell.folded:
            # A sum: what is known by times goes by those of its pieces.
            first_ms, last_ms = min(first_ms, cell.told_ms[0]), min(last_ms, cell.told_ms[1])
        before = self._told.get(cell.key)
        if before is None:
            self._told[cell.key] = Told(cell, last_ms, first_ms)
            return
        # The topic's partitions are not in order among each other, and one that it got later may have the key now.
        newest = before if before.cell.revision > cell.revision else Told(cell, last_ms, first_ms)
        self._told[cell.key] = newest._replace(first_written_ms=min(before.first_written_ms, first_ms))

    def delete(self, key: CellKey) -> None:
        """A tombstone that was read."""
        self._told.pop(key, None)
