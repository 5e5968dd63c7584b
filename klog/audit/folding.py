"""Many small cells become one: how a writer whose cells are named by what it did leaves no more of them than others. Pure.

A stream's tasks count each part of it once: a cell is a *piece*, which lies in a *lane* (a partition that is read, a query that writes) and
ends at a place there (an offset, a batch's number), so that a part that is done again says the same in the same cell. Whoever knows that
all before a place is finished *folds* the pieces before it: their sum becomes a cell that says up to where in each lane it has them, and
the pieces are deleted.

* One record makes the change: from then on a piece that the sum has counts for nothing, whether it is still there or not. So whoever dies
  before the pieces are deleted, or is told to fold twice, does no harm; and a part that is done once more, long after, is not counted
  again.
* A sum says when its pieces were written, first and last: what is known of windows by the times of their cells stays as it was.
* Lanes of one topic and window are told in cells of `GROUP` partitions each, as a cell has its bounds.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable

from klog.audit.cells import REST_SUFFIX, Cell, CellKey, Writer
from klog.audit.told_cells import Told

#: A sum has no more partitions.
GROUP = 500
#: Of a sum's guid, behind the slash.
FOLDED = "folded"

_Place = tuple[Writer, str, tuple[int, int]]


@dataclasses.dataclass(slots=True)
class Fold:
    """What is to be written.

    :ivar total: the new sum; None: the old one has all of them.
    :ivar gone: what is to be deleted, when it is acknowledged.
    """

    total: Cell | None
    gone: list[CellKey]


def lane_of(partition: int, topic_id: bytes) -> str:
    """The lane of a partition that is read. A topic that was made again has others.

    :param topic_id: zeros where it is not known.
    """
    return f"{topic_id[:4].hex()}.{partition}" if any(topic_id) else str(partition)


class Counted:
    """Which pieces are in sums.

    :param cells: all of them.
    """

    def __init__(self, cells: Iterable[Cell]) -> None:
        self._ends: dict[_Place, dict[str, int]] = {}
        for cell in cells:
            if cell.folded:
                ends = self._ends.setdefault(_place(cell), {})
                for lane, end in cell.folded.items():
                    ends[lane] = max(end, ends.get(lane, end))

    def has(self, cell: Cell) -> bool:
        """Whether this one is."""
        if cell.piece is None or not self._ends:
            return False
        return cell.piece.end <= self._ends.get(_place(cell), {}).get(cell.piece.lane, -1)


def fold(told: Iterable[Told], finished: Callable[[str, str], int]) -> list[Fold]:
    """Fold what is finished.

    :param told: cells of one writer, the sums among them.
    :param finished: up to which place, by topic and lane; -1: nothing of it is.
    """
    sums: dict[CellKey, Told] = {}
    pieces: dict[CellKey, list[Told]] = {}
    for one in told:
        cell = one.cell
        if cell.folded:
            sums[cell.key] = one
        elif cell.piece is not None and cell.piece.end <= finished(cell.key.topic, cell.piece.lane):
            pieces.setdefault(_key_of_sum(cell), []).append(one)
    counted = Counted(one.cell for one in sums.values())
    found = []
    for key, here in pieces.items():
        new = [one for one in here if not counted.has(one.cell)]
        gone = [one.cell.key for one in here]
        if not new:
            found.append(Fold(None, gone))
        elif key in sums or len(new) > 1:
            found.append(Fold(_sum(key, sums.get(key), new), gone))
    return found


def _sum(key: CellKey, before: Told | None, pieces: list[Told]) -> Cell:
    total = Cell(key)
    total.revision = 1
    written = [one.written_ms for one in pieces]
    firsts = [one.first_written_ms for one in pieces]
    if before is not None:
        total.add(before.cell)
        total.folded = dict(before.cell.folded)
        total.revision = before.cell.revision + 1
        written.append(before.written_ms)
        firsts.append(before.first_written_ms)
    for one in pieces:
        total.add(one.cell)
        piece = one.cell.piece
        assert piece is not None
        total.folded[piece.lane] = max(piece.end, total.folded.get(piece.lane, piece.end))
    total.told_ms = min(firsts), max(written)
    return total


def _place(cell: Cell) -> _Place:
    key = cell.key
    return _writer_of(key.writer), key.topic, key.window


def _key_of_sum(cell: Cell) -> CellKey:
    assert cell.piece is not None
    partition = cell.piece.lane.rpartition(".")[2]
    group = int(partition) // GROUP if partition.isascii() and partition.isdigit() else 0
    return cell.key._replace(writer=_writer_of(cell.key.writer, f"/{FOLDED}.{group}"))


def _writer_of(writer: Writer, name: str = "") -> Writer:
    """Whose pieces and sums belong together: an incarnation, and apart from it what it has of the rest.

    :param name: of its sum, with the slash.
    """
    return writer._replace(guid=f"{writer.incarnation}{name}{REST_SUFFIX if writer.is_rest else ''}")
