"""Counting into cells, in bounded memory, and what is to be written of them.

A `CellBook` is one writer's. Whoever counts asks it, each time, for the cell of a topic and a time; mostly that is the one that was asked
for last, which a few comparisons find. Whoever changes a cell that it has kept says so (`changed`). So what has changed is known without a
look at all cells.

`report` encodes what has changed. What could not be written is said again: `Report.failed`. Counts are cumulative, so it does not matter
what came of a report whose answer was lost.

**Bounds.** Cells that are written and whose window is long over are forgotten; when their like comes again, it gets a new cell, whose guid
has another number behind a slash, so that both count. Where there are too many cells all the same (a million client ids, times all over
the years), those that are written are forgotten first; what still finds no room goes into one cell per topic and window, or per topic,
whose application is `OTHER`, or, of whoever counts for itself only, whose guid says so (`Writer.is_rest`). Nothing is left out of the sums.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from klog.audit.cell_records import cell_record, presence_record, state_record
from klog.audit.cells import OTHER, REST_SUFFIX, Cell, CellKey, Presence, PresenceKey, Tier, Writer, WriterState
from klog.audit.windows import UNTIMED, Window, window_of

#: Cells of one writer, and client ids in one topic and window, that have their own.
MOST_CELLS = 10_000
MOST_APPLICATIONS = 1_000
#: A client id or principal of more characters has no cell of its own: nobody could read that (`klog.audit.cell_records.MOST_BYTES`).
MOST_NAME = 1_000
#: A cell is kept for so many windows behind its own.
_KEPT_WINDOWS = 2

_Name = tuple[str, Window, str, str]


class Report(NamedTuple):
    """Records for the audit topic."""

    records: list[tuple[bytes, bytes]]
    #: Says that they were not written.
    failed: Callable[[], None]


class CellBook:
    """See the module.

    :param writer: who counts; a broker's cells get application and principal of whoever sent.
    :param host: the machine's name.
    :param window_ms: how long windows are.
    """

    def __init__(
        self,
        writer: Writer,
        host: str,
        window_ms: int,
        *,
        begun_ms: int,
        interval_ms: int,
        most_cells: int = MOST_CELLS,
        most_applications: int = MOST_APPLICATIONS,
    ) -> None:
        self.writer = writer
        self.host = host
        self.window_ms = window_ms
        self._begun_ms = begun_ms
        self._interval_ms = interval_ms
        self._most_cells = most_cells
        self._most_applications = most_applications
        self._cells: dict[_Name, Cell] = {}
        self._applications: dict[tuple[str, Window], int] = {}
        self._dirty: list[Cell] = []
        #: In which the writer itself has counted last: mostly the next batch lies in the same window.
        self._newest: Cell | None = None
        self._generation = 0
        self._reports = 0
        #: Of topics that are read now; of all that ever were; and those of which something is to be told.
        self._present: dict[str, Presence] = {}
        self._presences: dict[PresenceKey, Presence] = {}
        self._untold: list[Presence] = []
        #: Records that went into cells of `OTHER`.
        self.overflowed = 0

    def __len__(self) -> int:
        return len(self._cells)

    def __iter__(self) -> Iterator[Cell]:
        return iter(self._cells.values())

    def cell(self, topic: str, timestamp_ms: int, application: str | None = None, principal: str | None = None) -> Cell:
        """The cell to count a record in, marked as changed.

        :param application, principal: where they are not the writer's own.
        """
        is_own = application is None and principal is None
        if is_own:
            newest = self._newest
            if newest is not None and newest.start_ms <= timestamp_ms < newest.end_ms and newest.is_dirty and newest.key.topic == topic:
                return newest
        writer = self.writer
        name = (
            topic,
            window_of(timestamp_ms, self.window_ms),
            writer.application if application is None else application,
            writer.principal if principal is None else principal,
        )
        cell = self._cells.get(name)
        if cell is None:
            cell = self._make(name)
        if not cell.is_dirty:
            # In this order: who is interrupted in between tells it twice, and not never.
            self._dirty.append(cell)
            cell.is_dirty = True
        if is_own:
            self._newest = cell
        return cell

    def _make(self, name: _Name) -> Cell:
        topic, window, application, principal = name
        if len(self._cells) >= self._most_cells:
            self._forget(lambda cell: True)
        if len(self._cells) >= self._most_cells:
            # Neither its window nor its client is told apart any more.
            return self._other(topic, UNTIMED)
        place = (topic, window)
        count = self._applications.get(place, 0)
        if application == OTHER or max(len(application), len(principal)) > MOST_NAME or count >= self._most_applications:
            # Somebody may call himself so, too.
            return self._other(topic, window)
        self._applications[place] = count + 1
        return self._add(name)

    def _other(self, topic: str, window: Window) -> Cell:
        if len(self._cells) >= 2 * self._most_cells:
            topic, window = OTHER, UNTIMED
        name = (topic, window, OTHER, "")
        return self._cells.get(name) or self._add(name)

    def _add(self, name: _Name) -> Cell:
        topic, window, application, principal = name
        guid = f"{self.writer.guid}/{self._generation}" if self._generation else self.writer.guid
        if application == OTHER and self.writer.tier is not Tier.BROKER:
            # It may speak in no other name.
            writer = self.writer._replace(guid=guid + REST_SUFFIX)
        else:
            writer = self.writer._replace(application=application, principal=principal, guid=guid)
        cell = self._cells[name] = Cell(CellKey(writer, topic, window))
        return cell

    def changed(self, cell: Cell) -> None:
        """A cell that is known has changed."""
        if not cell.is_dirty:
            self._dirty.append(cell)
            cell.is_dirty = True

    # What is read

    @property
    def topics(self) -> Iterable[str]:
        """Those that were taken up, and not given up again."""
        return self._present.keys()

    def take_up(self, topic: str, now_ms: int) -> None:
        """From now on all that is written to this topic is to be counted here, or by others of the same tier. Saying it again is fine."""
        if topic not in self._present and len(self._presences) < self._most_cells:
            key = PresenceKey(self.writer, topic, window_of(now_ms, self.window_ms))
            before = self._presences.get(key)
            # Twice within a window: that one is not judged by it, and the next ones are the same.
            self._present[topic] = self._tell_presence(Presence(key, now_ms if before is None else before.begun_ms))

    def give_up(self, topic: str, now_ms: int) -> None:
        """From now on nothing of this topic is to be counted here, on purpose."""
        presence = self._present.pop(topic, None)
        if presence is not None:
            # Another one: a report may be under way that tells of the first.
            self._tell_presence(Presence(presence.key, presence.begun_ms, max(0, now_ms)))

    def _tell_presence(self, presence: Presence) -> Presence:
        before = self._presences.get(presence.key)
        presence.revision = 1 if before is None else before.revision + 1
        self._presences[presence.key] = presence
        self._untold.append(presence)
        return presence

    # What is to be written

    def report(self, now_ms: int, through_ms: int | None = None, *, has_ended: bool = False) -> Report:
        """All that has changed, and behind it the writer's state.

        :param now_ms: by the writer's clock.
        :param through_ms: up to when all that was counted is in here; now, where nothing is under way.
        :param has_ended: nothing more will be said.
        """
        changed, self._dirty = self._dirty, []
        records: list[tuple[bytes, bytes]] = []
        for cell in changed:
            cell.is_dirty = False
            cell.revision += 1
            records.append(cell_record(cell, now_ms, self.host))
        untold, self._untold = self._untold, []
        records += [presence_record(one, now_ms, self.host) for one in untold]
        through_ms = now_ms if through_ms is None else through_ms
        self._reports += 1
        state = WriterState(self.writer, self._begun_ms, now_ms, through_ms, self._interval_ms, has_ended, self._reports)
        records.append(state_record(state, self.host))

        def failed() -> None:
            self._untold[:0] = untold
            for cell in changed:
                if not cell.is_dirty:
                    cell.is_dirty = True
                    self._dirty.append(cell)

        return Report(records, failed)

    def tell_all_again(self) -> None:
        """The next report has all cells: it is not known how far the last one came."""
        for cell in self._cells.values():
            cell.is_dirty = True
        self._dirty = list(self._cells.values())
        self._untold = list(self._presences.values())

    def sweep(self, now_ms: int) -> None:
        """Forget what is written and long over. Only where no report is under way."""
        edge_ms = now_ms - _KEPT_WINDOWS * self.window_ms
        self._forget(lambda cell: cell.key.window != UNTIMED and cell.key.window.end_ms <= edge_ms)

    def _forget(self, may_go: Callable[[Cell], bool]) -> None:
        # What may yet be taken back must be told in the same cell.
        gone = [name for name, cell in self._cells.items() if not cell.is_dirty and not cell.is_awaited and may_go(cell)]
        for name in gone:
            del self._cells[name]
        if gone:
            self._generation += 1
            places: dict[tuple[str, Window], int] = {}
            for topic, window, application, _ in self._cells:
                if application != OTHER:
                    places[topic, window] = places.get((topic, window), 0) + 1
            self._applications = places


def writer_of_brokers(datacenter: str, incarnation: str) -> Writer:
    """The writer of a broker's cells; each gets the client's name."""
    return Writer(Tier.BROKER, "", datacenter, "", "", incarnation)


def chunks(records: Iterable[tuple[bytes, bytes]], most_bytes: int) -> Iterable[list[tuple[bytes, bytes]]]:
    """`records` in pieces of at most `most_bytes`, each of one record at least."""
    piece: list[tuple[bytes, bytes]] = []
    size = 0
    for key, value in records:
        grown = len(key) + len(value) + 30
        if piece and size + grown > most_bytes:
            yield piece
            piece, size = [], 0
        piece.append((key, value))
        size += grown
    if piece:
        yield piece
