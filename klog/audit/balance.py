"""The books are balanced: from all cells of the audit topic to a verdict on every topic, window and pair of tiers. Pure.

1. `Ledger.add` takes the records of the topic one by one. Of one key the highest revision counts; what is no cell is counted as unreadable;
   a piece that a sum has (`klog.audit.folding`) counts for nothing.
2. Windows that overlap become one (`klog.audit.windows.merged`): those of brokers, and of whoever is compared with them.
3. Who is compared with whom: what a client id's producers have counted, with what brokers have counted of this client id; what brokers have
   counted of all clients, with each group, link and sink. A client id that has no producers' cells is counted by the brokers alone, and
   nothing is judged of it.
4. `klog.audit.verdicts.judge` says what that means.

Brokers hash nothing: a reader's sum of hashes is compared with that of the producers, where all that the brokers have counted is theirs.

Who is compared in which windows: who has counted something of the topic, from its first window on, but for the time in which it has given
the topic up; who has counted nothing of it, in windows through which it was there (`klog.audit.presence`).

What reports leave open widens what is taken for possible:

========================================================== ====================================================================
a writer died, and the window reaches into the time that   of senders: more may have been sent; of receivers: nobody knows how
nobody has heard of (`klog.audit.report_coverage`)         much arrived, and what a broker or a link has counted may have been
                                                           cut off and have come again
receivers have begun to count inside or after the window,  what is missing there is not told as missing
or have given the topic up before all of it was told
senders have begun so                                      what is too much there is not told as duplicate
brokers have counted what may be cut off yet               it may be there or not
no broker counts                                           nobody knows what arrived, and readers are compared with nothing
cells of the rest: too many client ids, windows or topics  what brokers have in them may belong to any client id, window or topic,
                                                           what others have to any window or topic
========================================================== ====================================================================

Times of a reader's state are its own clock's, and windows are those of others' clocks: where it is wrong by minutes, which the time
shows at which the brokers have written its states, they are put right. (A producer's are those of the clock that its records have.)

Times of windows are the records' own; whether the grace is over goes by when cells were last written, too, so that a record that comes a
day late makes its window late and not wrong until all have counted it.
"""

from __future__ import annotations

import bisect
import dataclasses
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from klog.audit.cell_records import decode_cell, decode_key, decode_number_cell, decode_presence, decode_state
from klog.audit.cells import (
    AUDIT_TOPIC,
    OTHER,
    Cell,
    CellKey,
    NumberCell,
    NumberKey,
    Presence,
    PresenceKey,
    Tier,
    Writer,
    WriterState,
)
from klog.audit.folding import Counted
from klog.audit.latencies import Latencies
from klog.audit.presence import CLOCKS_MS
from klog.audit.report_coverage import ReportCoverage, standing
from klog.audit.sides import BROKERS, Side, side_of
from klog.audit.told_cells import Told, ToldCells
from klog.audit.verdicts import Arrived, Judgment, Sent, judge
from klog.audit.windows import UNTIMED, Window, merged
from klog.json_fields import BadRecord

#: A clock that is off by more is wrong. By less a state may be late that took long to be written.
_WRONG_CLOCK_MS = 180_000
#: A state that was written so long after it was made is not believed to be of that time.
_MOST_DELAY_MS = 60_000
#: How long after a report others may still report the same, where nobody says.
SETTLE_MS = 30_000
#: Shown of what is unreadable.
_MOST_TOLD = 20


@dataclasses.dataclass(frozen=True, slots=True)
class Edge:
    """A window of a topic between two tiers, judged."""

    datacenter: str
    topic: str
    window: Window
    sender: Side
    receiver: Side
    sent: Sent
    arrived: Arrived
    judgment: Judgment
    #: Of the receiver's records.
    latencies: Latencies
    #: Who has begun to count when the window had begun already: what came before nobody knows.
    begun_late: tuple[Side, ...] = ()
    #: Whether the receiver has given the topic up, on purpose, before all of it was told.
    has_left: bool = False


@dataclasses.dataclass(frozen=True, slots=True)
class Unaudited:
    """What brokers have counted of a client id that counts nothing itself."""

    datacenter: str
    topic: str
    window: Window
    application: str
    principal: str
    count: int
    latencies: Latencies


class Forged(NamedTuple):
    """Who has tried to speak for others in the audit topic, and with how many batches."""

    application: str
    principal: str
    batches: int


@dataclasses.dataclass(slots=True)
class Balance:
    """What the ledger comes to."""

    edges: list[Edge]
    unaudited: list[Unaudited]


_Place = tuple[str, str]


class Ledger:
    """See the module.

    :ivar numbers: what producers have told of the numbers that they gave to records.
    :ivar unreadable: how many records were no cells; :ivar faults: why, of the first of them.
    """

    def __init__(self) -> None:
        self._cells = ToldCells()
        self._states: dict[Writer, tuple[WriterState, int]] = {}
        #: By how much a writer's clock is behind the brokers': the least that was seen, as states may be written late.
        self._behind_ms: dict[Writer, int] = {}
        self._presences: dict[PresenceKey, tuple[Presence, int]] = {}
        self.numbers: dict[NumberKey, NumberCell] = {}
        self.unreadable = 0
        self.faults: list[str] = []

    def __len__(self) -> int:
        return len(self._cells)

    @property
    def forged(self) -> list[Forged]:
        """Batches for the audit topic that brokers have refused, by who wrote them."""
        counts: dict[tuple[str, str], int] = {}
        for cell, _, _ in self._cells:
            key = cell.key
            if key.topic == AUDIT_TOPIC and key.writer.tier is Tier.BROKER and cell.failure:
                who = (key.writer.application, key.writer.principal)
                counts[who] = counts.get(who, 0) + cell.failure
        return [Forged(*who, count) for who, count in sorted(counts.items())]

    @property
    def cells(self) -> list[Cell]:
        """All that count."""
        return [entry.cell for entry in self._counting()]

    def add(self, key: bytes | None, value: bytes | None, written_ms: int) -> None:
        """A record of the audit topic.

        :param written_ms: its timestamp, which is the broker's.
        """
        try:
            about = decode_key(key)
            if value is None:
                # Somebody has deleted it on purpose.
                if isinstance(about, CellKey):
                    self._cells.delete(about)
                elif isinstance(about, NumberKey):
                    self.numbers.pop(about, None)
                elif isinstance(about, PresenceKey):
                    self._presences.pop(about, None)
                else:
                    self._states.pop(about, None)
                    self._behind_ms.pop(about, None)
            elif isinstance(about, NumberKey):
                numbers = decode_number_cell(about, value)
                if about not in self.numbers or self.numbers[about].revision <= numbers.revision:
                    self.numbers[about] = numbers
            elif isinstance(about, CellKey):
                self._cells.add(decode_cell(about, value), written_ms)
            elif isinstance(about, PresenceKey):
                presence = decode_presence(about, value)
                if about not in self._presences or self._presences[about][0].revision <= presence.revision:
                    self._presences[about] = presence, written_ms
            else:
                state = decode_state(about, value)
                behind_ms = written_ms - state.time_ms
                self._behind_ms[about] = min(behind_ms, self._behind_ms.get(about, behind_ms))
                known = self._states.get(about)
                if known is None or (known[0].revision, known[0].time_ms) <= (state.revision, state.time_ms):
                    self._states[about] = state, written_ms
        except BadRecord as fault:
            self.unreadable += 1
            if len(self.faults) < _MOST_TOLD:
                self.faults.append(str(fault))

    def _counting(self) -> Iterator[Told]:
        """All but pieces that are in sums."""
        counted = Counted(entry.cell for entry in self._cells)
        return (entry for entry in self._cells if not counted.has(entry.cell))

    def balance(self, now_ms: int, *, grace_ms: int, settle_ms: int = SETTLE_MS, topics: Iterable[str] | None = None) -> Balance:
        """Judge everything.

        :param grace_ms: how long after its end a window may be incomplete.
        :param settle_ms: how long after a report others may still report the same.
        :param topics: those that are wanted; None: all.
        """
        wanted = None if topics is None else set(topics)
        places: dict[_Place, list[Told]] = {}
        spilled: dict[str, list[Told]] = {}
        for entry in self._counting():
            key = entry.cell.key
            if key.topic == OTHER and key.writer.is_rest:
                spilled.setdefault(key.writer.datacenter, []).append(entry)
            elif key.topic != AUDIT_TOPIC and (wanted is None or key.topic in wanted):
                places.setdefault((key.writer.datacenter, key.topic), []).append(entry)
        found = Balance([], [])
        presences: dict[_Place, list[Presence]] = {}
        for presence, written_ms in self._presences.values():
            place = presence.key.writer.datacenter, presence.key.topic
            if place in places:
                presences.setdefault(place, []).append(self._by_brokers_clock(presence, written_ms))
        states = {writer: (self._put_right(state, written_ms), written_ms) for writer, (state, written_ms) in self._states.items()}
        for (datacenter, topic), entries in sorted(places.items()):
            rest = spilled.get(datacenter, [])
            here = presences.get((datacenter, topic), [])
            _Topic(datacenter, topic, entries, rest, states, here, now_ms, grace_ms, settle_ms).judge(found)
        return found

    def _put_right(self, state: WriterState, written_ms: int) -> WriterState:
        """A state as of when it was written; a reader's by the brokers' clock."""
        behind_ms = self._behind_ms[state.writer]
        # It may have taken seconds to be written, of which it says nothing; a clock that was set back looks the same.
        delay_ms = min(written_ms - state.time_ms - behind_ms, _MOST_DELAY_MS)
        state = dataclasses.replace(state, time_ms=state.time_ms + delay_ms)
        if state.writer.tier in (Tier.PRODUCER, Tier.BROKER) or abs(behind_ms) < _WRONG_CLOCK_MS:
            return state
        return dataclasses.replace(
            state,
            # Who has counted from the first record on says 0.
            begun_ms=state.begun_ms + behind_ms if state.begun_ms > 0 else state.begun_ms,
            time_ms=state.time_ms + behind_ms,
            through_ms=state.through_ms + behind_ms,
        )

    def _by_brokers_clock(self, presence: Presence, written_ms: int) -> Presence:
        """What took long to be written has begun rather later, and ended rather earlier."""
        behind_ms = written_ms - presence.time_ms
        least_ms = min(behind_ms, self._behind_ms.get(presence.key.writer, behind_ms))
        gone_ms = presence.gone_ms if presence.gone_ms < 0 else max(0, presence.gone_ms + least_ms)
        return dataclasses.replace(presence, begun_ms=presence.begun_ms + behind_ms, gone_ms=gone_ms)


class _Topic:
    """One topic of one cluster."""

    def __init__(
        self,
        datacenter: str,
        topic: str,
        entries: list[Told],
        rest: list[Told],
        states: dict[Writer, tuple[WriterState, int]],
        presences: list[Presence],
        now_ms: int,
        grace_ms: int,
        settle_ms: int,
    ) -> None:
        self._datacenter = datacenter
        self._topic = topic
        self._entries = entries
        #: What may belong to any topic.
        self._rest = rest
        self._now_ms = now_ms
        self._grace_ms = grace_ms
        self._settle_ms = settle_ms
        told: dict[Side, list[tuple[WriterState, int]]] = {}
        for writer, state in states.items():
            if writer.datacenter == datacenter:
                told.setdefault(side_of(writer), []).append(state)
        self._coverage = ReportCoverage(told, entries, now_ms, presences)

    def judge(self, found: Balance) -> None:
        timed: list[Told] = []
        untimed: list[Told] = []
        # What may belong to any window.
        rest: list[Told] = []
        for entry in self._entries:
            key = entry.cell.key
            (timed if key.window != UNTIMED else rest if key.writer.is_rest else untimed).append(entry)
        spilled: dict[Side, int] = {}
        for entry in (*rest, *self._rest):
            side = side_of(entry.cell.key.writer)
            spilled[side] = spilled.get(side, 0) + max(entry.cell.count, entry.cell.attempt)
        windows: dict[Side, set[Window]] = {side_of(entry.cell.key.writer): set() for entry in self._entries}
        counting = set(windows)
        windows |= {side: set() for side in self._coverage.present if side not in counting}
        for entry in timed:
            windows[side_of(entry.cell.key.writer)].add(entry.cell.key.window)
        of_brokers = windows.pop(BROKERS, set())
        shared = _split(of_brokers, timed)
        told: list[tuple[bool, Window, bool, str, Edge]] = []
        for side in windows:
            # What others say of their windows is nothing to it: one as long as a day would hold all others open.
            by_window = shared if windows[side] <= of_brokers else _split(of_brokers | windows[side], timed)
            is_producer = side.tier is Tier.PRODUCER
            first_ms = _first_ms(self._entries, side) if side in counting else None
            for window, cells in (*by_window.items(), *([(UNTIMED, untimed)] if untimed else [])):
                brokers = [entry for entry in cells if entry.cell.key.writer.tier is Tier.BROKER]
                if self._is_expected(side, window, first_ms, cells, brokers):
                    edges = Balance([], [])
                    (self._judge_producer if is_producer else self._judge_reader)(edges, window, side, cells, brokers, spilled)
                    told += [(window == UNTIMED, window, not is_producer, str(side), edge) for edge in edges.edges]
        found.edges += [edge for *_, edge in sorted(told, key=lambda one: one[:4])]
        producers = {side for side in windows if side.tier is Tier.PRODUCER}
        for window, cells in (*shared.items(), (UNTIMED, untimed)):
            self._tell_unaudited(found, window, producers, [entry for entry in cells if entry.cell.key.writer.tier is Tier.BROKER])
        self._tell_unaudited(found, UNTIMED, set(), [entry for entry in rest if entry.cell.key.writer.tier is Tier.BROKER])

    def _is_expected(self, side: Side, window: Window, first_ms: int | None, cells: list[Told], brokers: list[Told]) -> bool:
        """Whether a tier is compared in a window.

        :param first_ms: where the first window begins in which it has counted something; None: it has counted nothing at all.
        """
        coverage = self._coverage
        if first_ms is None:
            return window != UNTIMED and coverage.is_there_throughout(side, window, brokers)
        if side.tier is not Tier.PRODUCER and coverage.has_left(side, window, brokers):
            return any(side_of(entry.cell.key.writer) == side for entry in cells)
        if window == UNTIMED or window.end_ms > first_ms:
            return True
        # It may have lost all that came first.
        if coverage.says_when(side):
            return coverage.is_there_throughout(side, window, brokers)
        return side.tier is not Tier.PRODUCER and 0 < coverage.begun_ms(side) <= window.start_ms

    def _judge_producer(
        self, found: Balance, window: Window, side: Side, cells: list[Told], brokers: list[Told], spilled: dict[Side, int]
    ) -> None:
        ours = [entry for entry in cells if side_of(entry.cell.key.writer) == side]
        theirs = [entry for entry in brokers if entry.cell.key.writer.application == side.name]
        if not ours and not theirs:
            return
        others = [entry for entry in brokers if entry.cell.key.writer.is_rest]
        must = standing(ours)
        may = sum(entry.cell.attempt for entry in ours)
        is_final = self._coverage.is_final(side, window, cells) and not spilled.get(side)
        sent = Sent(must, may, is_final, _hash(ours))
        cut = max(sum(entry.cell.uncommitted for entry in theirs), self._coverage.cut_off(BROKERS, window, cells, theirs))
        least = standing(theirs) - cut
        slack = standing(others) + cut + spilled.get(BROKERS, 0)
        arrived = self._arrived(BROKERS, window, cells, least, slack, sent, _hash(theirs))
        self._tell(found, window, side, Side(Tier.BROKER, side.name), sent, arrived, [*ours, *theirs], theirs)

    def _judge_reader(
        self, found: Balance, window: Window, side: Side, cells: list[Told], brokers: list[Told], spilled: dict[Side, int]
    ) -> None:
        ours = [entry for entry in cells if side_of(entry.cell.key.writer) == side]
        if (not ours and not brokers) or not self._coverage.has(BROKERS):
            return
        count = standing(brokers)
        uncommitted = sum(entry.cell.uncommitted for entry in brokers)
        is_final = (
            self._coverage.is_final(BROKERS, window, cells)
            and not self._coverage.has_begun_after(BROKERS, window, cells)
            and not spilled.get(BROKERS)
        )
        # Whether that is there, and had to be read, nobody says.
        sent = Sent(count - uncommitted, count, is_final and not uncommitted, _hash(brokers) or _producers_hash(cells, brokers))
        repeats = sum(entry.cell.repeated for entry in ours)
        slack = spilled.get(side, 0)
        least = standing(ours) - repeats - self._coverage.cut_off(side, window, cells, ours)
        arrived = self._arrived(side, window, cells, least, slack, sent, None if repeats else _hash(ours))
        has_left = self._coverage.has_left(side, window, brokers)
        if has_left and arrived.most is not None and least < sent.must:
            # What came then was nobody's to read.
            arrived = arrived._replace(most=max(arrived.most, sent.may))
        transactional = sum(entry.cell.transactional for entry in brokers)
        if transactional and arrived.most is not None and arrived.most < count:
            # What was aborted is not read, and brokers count what is appended.
            sent = Sent(max(0, count - uncommitted - transactional), count, False)
        self._tell(found, window, BROKERS, side, sent, arrived._replace(repeats=repeats), [*ours, *brokers], ours, has_left)

    def _arrived(self, side: Side, window: Window, cells: list[Told], least: int, slack: int, sent: Sent, hash_sum: int | None) -> Arrived:
        if not self._coverage.is_final(side, window, cells):
            return Arrived(least, None, hash=hash_sum)
        most = least + slack
        if self._coverage.has_begun_after(side, window, cells):
            # It may have come before anybody counted.
            most = max(most, sent.may)
            if least >= sent.must:
                most = least + slack
        return Arrived(least, most, hash=hash_sum)

    def _tell(
        self,
        found: Balance,
        window: Window,
        sender: Side,
        receiver: Side,
        sent: Sent,
        arrived: Arrived,
        entries: list[Told],
        received: list[Told],
        has_left: bool = False,
    ) -> None:
        changed_ms = max(entry.written_ms for entry in entries)
        theirs = set(map(id, received))
        sent_cells = [entry for entry in entries if id(entry) not in theirs]
        # Who does not wait for others' reports waits no longer for what clocks have made of them.
        clocks_ms = min(CLOCKS_MS, self._settle_ms)
        is_awaited = self._coverage.waits_for(sender, receiver, sent_cells, received, clocks_ms)
        settled = self._now_ms >= changed_ms + self._settle_ms and not is_awaited
        is_over = self._now_ms >= window.end_ms
        grace_is_over = settled and self._now_ms >= window.end_ms + self._grace_ms
        judgment = judge(sent, arrived, is_over=is_over, grace_is_over=grace_is_over)
        latencies = Latencies()
        for entry in received:
            latencies.merge(entry.cell.latencies)
        begun_late = tuple(
            side for side in (sender, receiver) if side.tier is not Tier.PRODUCER and self._coverage.has_begun_after(side, window, entries)
        )
        found.edges.append(
            Edge(self._datacenter, self._topic, window, sender, receiver, sent, arrived, judgment, latencies, begun_late, has_left)
        )

    def _tell_unaudited(self, found: Balance, window: Window, producers: set[Side], brokers: list[Told]) -> None:
        audited = {side.name for side in producers}
        sums: dict[tuple[str, str], tuple[int, Latencies]] = {}
        for entry in brokers:
            writer = entry.cell.key.writer
            if writer.application not in audited:
                count, latencies = sums.get((writer.application, writer.principal), (0, Latencies()))
                latencies.merge(entry.cell.latencies)
                sums[writer.application, writer.principal] = count + entry.cell.standing, latencies
        for (application, principal), (count, latencies) in sorted(sums.items()):
            found.unaudited.append(Unaudited(self._datacenter, self._topic, window, application, principal, count, latencies))


def _split(windows: set[Window], entries: list[Told]) -> dict[Window, list[Told]]:
    """Entries by the windows that they lie in, those of which that overlap made one; what lies in none is left out."""
    by_window: dict[Window, list[Told]] = {window: [] for window in merged(windows)}
    real = list(by_window)
    starts = [window.start_ms for window in real]
    for entry in entries:
        window = entry.cell.key.window
        index = bisect.bisect_right(starts, window.start_ms) - 1
        if index >= 0 and window.end_ms <= real[index].end_ms:
            by_window[real[index]].append(entry)
    return by_window


def _first_ms(entries: list[Told], side: Side) -> int:
    """Where the first window of a tier begins."""
    return min(
        (
            entry.cell.key.window.start_ms
            for entry in entries
            if side_of(entry.cell.key.writer) == side and entry.cell.key.window != UNTIMED
        ),
        default=-1,
    )


def _hash(entries: list[Told]) -> int | None:
    """The sum of all records' hashes; None where some have none, or there are none."""
    total = 0
    for entry in entries:
        whole = entry.cell.whole_hash
        if whole is None:
            return None
        total += whole
    return total & ((1 << 64) - 1) if any(entry.cell.hashed for entry in entries) else None


def _producers_hash(cells: list[Told], brokers: list[Told]) -> int | None:
    """What the producers have hashed of a window, where that is all that the brokers have counted, of each of them; else None."""
    producers = [entry for entry in cells if entry.cell.key.writer.tier is Tier.PRODUCER]
    stored = _by_application(brokers)
    if _by_application(producers) != stored or sum(entry.cell.attempt for entry in producers) != stored.total():
        return None
    return _hash(producers)


def _by_application(entries: list[Told]) -> Counter[str]:
    """Records that were not cut off, by client id."""
    counts: Counter[str] = Counter()
    for entry in entries:
        counts[entry.cell.key.writer.application] += entry.cell.standing
    return counts
