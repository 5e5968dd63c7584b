"""How far reports go: whether all writers of a side have told all that they have of a window, and what follows for its counts where one of
them has died, or has begun to count later. Pure; `klog.audit.balance` judges by it.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping

from klog.audit.cells import Presence, Tier, Writer, WriterState
from klog.audit.plans import whole_states
from klog.audit.presence import CLOCKS_MS, Span, Taken, gaps_of, is_throughout, spans_of
from klog.audit.sides import BROKERS, Side, side_of
from klog.audit.told_cells import Told
from klog.audit.windows import UNTIMED, Window

#: A writer that is silent for so many of its intervals is taken for dead.
_PATIENCE = 3
#: What kills a writer holds up the reports of others, too: so much later they may tell of that time.
_OUTAGE_MS = 60_000


def standing(cells: Iterable[Told]) -> int:
    """How many records these have counted that were not cut off again."""
    return sum(one.cell.standing for one in cells)


class ReportCoverage:
    """How far the reports of one cluster's writers go, asked of one topic.

    :param states: of the writers of each side, with when each was written, in ms since 1970.
    :param entries: all cells of the topic.
    :param now_ms: milliseconds since 1970.
    :param presences: of readers in the topic, by the brokers' clocks.
    """

    def __init__(
        self,
        states: Mapping[Side, list[tuple[WriterState, int]]],
        entries: list[Told],
        now_ms: int,
        presences: Iterable[Presence] = (),
    ) -> None:
        self._presences: dict[Side, list[Presence]] = {}
        for one in presences:
            self._presences.setdefault(side_of(one.key.writer), []).append(one)
        self._states = {side: whole_states(states_of_side) for side, states_of_side in states.items()}
        self._entries = entries
        self._now_ms = now_ms
        # Asked for each window, and the same in all.
        self._counting = functools.cache(self._find_counting)
        self._spans = functools.cache(self._find_spans)
        self.begun_ms = functools.cache(self._find_begun_ms)

    def has(self, side: Side) -> bool:
        """Whether a writer of that side has told anything of itself."""
        return side in self._states

    def waits_for(self, sender: Side, receiver: Side, sent: Iterable[Told], received: Iterable[Told], clocks_ms: int = 0) -> bool:
        """Whether a writer that is alive has not reported since others did: it may have counted the same. A receiver that works in rounds
        has only what was sent to report of; else it would be waited for from each round to the next. A sender that does so ends its rounds.

        :param sent, received: cells of both.
        :param clocks_ms: by so much another clock may be ahead that has stamped its report.
        """
        last_ms = {True: _last_by_writer(sent), False: _last_by_writer([*sent, *received])}
        for side in (sender, receiver):
            for state, written_ms in self._states.get(BROKERS if side.tier is Tier.BROKER else side, ()):
                whole_ms = _whole_ms(state, written_ms)
                has_rounds = not state.interval_ms and side is receiver
                own = state.writer.incarnation
                # With its own cells it has told its state, by whichever clock.
                changed_ms = max((at_ms + clocks_ms * (writer != own) for writer, at_ms in last_ms[has_rounds].items()), default=-1)
                if self._is_alive(state, written_ms) and whole_ms < changed_ms:
                    return True
        return False

    def may_be_of_somebody_unheard(self, sender: Side, received: Iterable[Told]) -> bool:
        """Whether what these have counted may be of a writer that nobody has heard of yet: one that has just begun under a name which is
        known, and whose first report is held up. It would have been heard of within the interval of its like, and what holds up reports.
        Who works in rounds says so before the first record is written.

        :param received: the receiver's cells.
        """
        interval_ms = max((state.interval_ms for state, _ in self._states.get(sender, ())), default=0)
        last_ms = max((entry.written_ms for entry in received), default=-1)
        return interval_ms > 0 and self._now_ms < last_ms + interval_ms + _OUTAGE_MS

    def _is_alive(self, state: WriterState, written_ms: int) -> bool:
        """Whether it is to tell more. One that works in rounds comes when it comes."""
        return not state.has_ended and (not state.interval_ms or self._now_ms - written_ms <= _PATIENCE * state.interval_ms)

    def _find_begun_ms(self, side: Side) -> int:
        """Since when readers count that have counted something of this topic, or take it; 0 where nobody says, or since ever."""
        here = self._counting(side)
        taken = self._taken_up_ms(side)
        begun_ms = []
        for state, _ in self._states.get(side, ()):
            incarnation = state.writer.incarnation
            # A copy begins with the first record that there is: of what came before the link took the topic up nothing is skipped.
            if incarnation in taken and state.begun_ms > 0 and side.tier is not Tier.MIRROR:
                begun_ms.append(max(state.begun_ms, taken[incarnation]))
            elif incarnation in taken or incarnation in here:
                begun_ms.append(state.begun_ms)
        return min(begun_ms, default=0)

    def _taken_up_ms(self, side: Side) -> dict[str, int]:
        """When each incarnation has taken the topic up first."""
        found: dict[str, int] = {}
        for one in self._presences.get(side, ()):
            incarnation = one.key.writer.incarnation
            found[incarnation] = min(one.begun_ms, found.get(incarnation, one.begun_ms))
        return found

    def _find_counting(self, side: Side) -> set[str]:
        """Incarnations that have counted something of this topic."""
        return {entry.cell.key.writer.incarnation for entry in self._entries if side_of(entry.cell.key.writer) == side}

    # Who was there (`klog.audit.presence`)

    @property
    def present(self) -> Iterable[Side]:
        """Who has taken the topic up at some time."""
        return self._presences.keys()

    def says_when(self, side: Side) -> bool:
        """Whether it tells when it takes topics up."""
        return side in self._presences

    def _find_spans(self, side: Side) -> list[Span]:
        taken = []
        announced = self._presences.get(side, ())
        silent = self._counting(side) - {one.key.writer.incarnation for one in announced}
        for state, written_ms in self._states.get(side, ()):
            incarnation = state.writer.incarnation
            told = [(one.begun_ms, one.gone_ms) for one in announced if one.key.writer.incarnation == incarnation]
            if incarnation in silent:
                # An older one, which tells nothing of that, and has counted something.
                told.append((state.begun_ms or self._now_ms, -1))
            for begun_ms, gone_ms in told:
                begun_ms = max(begun_ms, state.begun_ms)
                is_alive = self._is_alive(state, written_ms)
                taken.append(Taken(begun_ms, None if gone_ms < 0 else gone_ms, written_ms, state.has_ended, is_alive))
        return spans_of(taken)

    def is_there_throughout(self, side: Side, window: Window, brokers: list[Told]) -> bool:
        """Whether a reader was there before anything could be in this window, and until nothing more of it was told.

        :param brokers: what they have counted in it.
        """
        return is_throughout(self._spans(side), *_reach(window, brokers))

    def has_left(self, side: Side, window: Window, brokers: list[Told]) -> bool:
        """Whether a reader had given the topic up before everything of this window can have come to it."""
        if side not in self._presences:
            return False
        first_ms, last_ms = _reach(window, brokers)
        for gap in gaps_of(self._spans(side)):
            # A copy goes on where it was, and skips nothing, however long it rested.
            is_left_out = gap.end_ms is None or side.tier is not Tier.MIRROR
            if is_left_out and (window == UNTIMED or gap.touches(first_ms, last_ms)):
                return True
        return False

    def is_final(self, side: Side, window: Window, cells: list[Told]) -> bool:
        """Whether all writers of a tier have reported all that they have of a window, in which these cells are."""
        if side.tier is Tier.BROKER and side not in self._states:
            return False
        return not any(self._is_open(state, written_ms, window, cells) for state, written_ms in self._states.get(side, ()))

    def _is_open(self, state: WriterState, written_ms: int, window: Window, cells: list[Told]) -> bool:
        """Whether this writer may have counted something there that it has not told. One that is alive will; one that is dead may have, in
        the time between its last report and its death, which is not much longer than the time between two reports: in the window of that
        time, and, as records are late and clocks wrong, in every one in which others have counted something then."""
        if state.has_ended:
            return False
        if not state.interval_ms and state.writer.tier is Tier.PRODUCER:
            # Where its round has written something, it is waited for; elsewhere it has said all.
            return False
        patience_ms = _PATIENCE * state.interval_ms
        is_alive = self._is_alive(state, written_ms)
        if window != UNTIMED and window.end_ms > state.through_ms and (is_alive or window.start_ms < state.through_ms + patience_ms):
            return True
        if is_alive:
            return False
        edge_ms = written_ms + patience_ms + _OUTAGE_MS
        # In one millisecond the writer may have told, others counted and told, and the writer died.
        since_ms = _whole_ms(state, written_ms) - CLOCKS_MS
        return any(
            entry.written_ms >= since_ms
            and entry.first_written_ms <= edge_ms + self._patience_ms(entry.cell.key.writer)
            # What it has told itself is told.
            and entry.cell.key.writer.incarnation != state.writer.incarnation
            for entry in cells
        )

    def cut_off(self, side: Side, window: Window, cells: list[Told], entries: list[Told]) -> int:
        """How many of the records that these have counted may be others' as well: what brokers and links have counted at the append, and is
        cut off when they die (by a power cut, by a fail-over), comes again to whoever goes on. For as long as what they have not said is
        unknown this is, too."""
        if side.tier not in (Tier.BROKER, Tier.MIRROR):
            return 0
        dead = {
            state.writer.incarnation
            for state, written_ms in self._states.get(side, ())
            if not self._is_alive(state, written_ms) and self._is_open(state, written_ms, window, cells)
        }
        theirs = sum(entry.cell.standing for entry in entries if entry.cell.key.writer.incarnation in dead)
        return min(theirs, standing(entries) - theirs)

    def _patience_ms(self, writer: Writer) -> int:
        """How long after it was counted what a writer counts may be told."""
        intervals = [
            state.interval_ms for state, _ in self._states.get(side_of(writer), ()) if state.writer.incarnation == writer.incarnation
        ]
        return _PATIENCE * max(intervals, default=0)

    def has_begun_after(self, side: Side, window: Window, cells: list[Told]) -> bool:
        """Whether a tier has begun to count after a window had begun; of records without a time, after others had counted some."""
        if side.tier is not Tier.BROKER:
            begun_ms = self.begun_ms(side)
        else:
            begun_ms = min((state.begun_ms for state, _ in self._states.get(side, ())), default=0)
        if window == UNTIMED:
            return any(entry.first_written_ms < begun_ms and side_of(entry.cell.key.writer) != side for entry in cells)
        return window.start_ms < begun_ms


def _whole_ms(state: WriterState, written_ms: int) -> int:
    """Up to when it has told all, by the clock that has stamped its state: a report may take long to be written."""
    return written_ms - max(0, state.time_ms - state.through_ms)


def _reach(window: Window, brokers: list[Told]) -> tuple[int, int]:
    """From when to when records of a window can have come, and been told.

    :param brokers: what they have counted in it.
    """
    first_ms = window.start_ms - max((entry.cell.latencies.most_skewed_ms for entry in brokers), default=0)
    first_ms = min([first_ms, *(entry.first_written_ms for entry in brokers)])
    return first_ms, max([window.end_ms, *(entry.written_ms for entry in brokers)])


def _last_by_writer(entries: Iterable[Told]) -> dict[str, int]:
    """When each incarnation has told last."""
    found: dict[str, int] = {}
    for entry in entries:
        incarnation = entry.cell.key.writer.incarnation
        found[incarnation] = max(entry.written_ms, found.get(incarnation, -1))
    return found
