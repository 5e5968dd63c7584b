"""The books are balanced: from all cells of the audit topic to a verdict on every topic, window and pair of tiers. Pure.

1. `Ledger.add` takes the records of the topic one by one. Of one key the highest revision counts; what is no cell is counted as unreadable;
   a piece that a sum has (`klog.audit.folding`) counts for nothing.
2. Windows that overlap become one (`klog.audit.windows.merged`): those of brokers, and of whoever is compared with them.
3. Who is compared with whom: what a client id's producers have counted, with what brokers have counted of this client id; what brokers have
   counted of all clients, with each group, link and sink. A client id that has no producers' cells is counted by the brokers alone, and
   nothing is judged of it.
4. `klog.audit.verdicts.judge` says what that means.

Brokers hash nothing: a reader's sum of hashes is compared with that of the producers, where all that the brokers have counted is theirs.

What reports leave open widens what is taken for possible:

========================================================== ====================================================================
a writer died, and the window reaches into the time that   of senders: more may have been sent; of receivers: nobody knows how
nobody has heard of (`_is_open`)                           much arrived, and what a broker or a link has counted may have been
                                                           cut off and have come again
receivers have begun to count inside or after the window   what is missing there is not told as missing
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
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from klog.audit.cells import (
    AUDIT_TOPIC,
    OTHER,
    BadCell,
    Cell,
    CellKey,
    NumberCell,
    NumberKey,
    Tier,
    Writer,
    WriterState,
    decode_cell,
    decode_key,
    decode_number_cell,
    decode_state,
)
from klog.audit.folding import Counted
from klog.audit.latencies import Latencies
from klog.audit.plans import whole_states
from klog.audit.verdicts import Arrived, Judgment, Sent, judge
from klog.audit.windows import UNTIMED, Window, merged

#: A writer that is silent for so many of its intervals is taken for dead.
_PATIENCE = 3
#: What kills a writer holds up the reports of others, too: so much later they may tell of that time.
_OUTAGE_MS = 60_000
#: By so much the clocks differ that stamp the records of the audit topic, which has partitions led by several brokers.
_CLOCKS_MS = 10_000
#: A clock that is off by more is wrong. By less a state may be late that took long to be written.
_WRONG_CLOCK_MS = 180_000
#: Shown of what is unreadable.
_MOST_TOLD = 20


class Side(NamedTuple):
    """One of the two that are compared."""

    tier: Tier
    #: The client id of producers, or of those that brokers have counted (empty: of all); the name of the group, link or sink.
    name: str

    def __str__(self) -> str:
        return f"{self.tier.value} {self.name}" if self.name else self.tier.value


#: All of them together.
_BROKERS = Side(Tier.BROKER, "")


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


class _Entry(NamedTuple):
    cell: Cell
    #: When it was last written, and first, as far as compaction has left that.
    written_ms: int
    first_written_ms: int


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
        self._cells: dict[CellKey, _Entry] = {}
        self._states: dict[Writer, tuple[WriterState, int]] = {}
        #: By how much a writer's clock is behind the brokers': the least that was seen, as states may be written late.
        self._behind_ms: dict[Writer, int] = {}
        self.numbers: dict[NumberKey, NumberCell] = {}
        self.unreadable = 0
        self.faults: list[str] = []

    def __len__(self) -> int:
        return len(self._cells)

    @property
    def forged(self) -> list[Forged]:
        """Batches for the audit topic that brokers have refused, by who wrote them."""
        counts: dict[tuple[str, str], int] = {}
        for key, (cell, _, _) in self._cells.items():
            if key.topic == AUDIT_TOPIC and key.writer.tier is Tier.BROKER and cell.failure:
                who = (key.writer.application, key.writer.principal)
                counts[who] = counts.get(who, 0) + cell.failure
        return [Forged(*who, count) for who, count in sorted(counts.items())]

    @property
    def cells(self) -> list[Cell]:
        """All that count."""
        return [entry.cell for _, entry in self._counting()]

    def add(self, key: bytes | None, value: bytes | None, written_ms: int) -> None:
        """A record of the audit topic.

        :param written_ms: its timestamp, which is the broker's.
        """
        try:
            about = decode_key(key)
            if value is None:
                # Somebody has deleted it on purpose.
                if isinstance(about, CellKey):
                    self._cells.pop(about, None)
                elif isinstance(about, NumberKey):
                    self.numbers.pop(about, None)
                else:
                    self._states.pop(about, None)
                    self._behind_ms.pop(about, None)
            elif isinstance(about, NumberKey):
                numbers = decode_number_cell(about, value)
                if about not in self.numbers or self.numbers[about].revision <= numbers.revision:
                    self.numbers[about] = numbers
            elif isinstance(about, CellKey):
                cell = decode_cell(about, value)
                if cell.folded:
                    # What is known by times goes by those of its pieces.
                    first_ms, last_ms = cell.told_ms
                    self._note(about, _Entry(cell, min(written_ms, last_ms), min(written_ms, first_ms)))
                else:
                    self._note(about, _Entry(cell, written_ms, written_ms))
            else:
                state = decode_state(about, value)
                behind_ms = written_ms - state.time_ms
                self._behind_ms[about] = min(behind_ms, self._behind_ms.get(about, behind_ms))
                known = self._states.get(about)
                if known is None or (known[0].revision, known[0].time_ms) <= (state.revision, state.time_ms):
                    self._states[about] = state, written_ms
        except BadCell as fault:
            self.unreadable += 1
            if len(self.faults) < _MOST_TOLD:
                self.faults.append(str(fault))

    def _note(self, key: CellKey, entry: _Entry) -> None:
        before = self._cells.get(key)
        first_ms = entry.first_written_ms if before is None else min(before.first_written_ms, entry.first_written_ms)
        # The topic's partitions are not in order among each other.
        newest = entry if before is None or before.cell.revision <= entry.cell.revision else before
        self._cells[key] = newest._replace(first_written_ms=first_ms)

    def _counting(self) -> Iterator[tuple[CellKey, _Entry]]:
        """All but pieces that are in sums."""
        counted = Counted(entry.cell for entry in self._cells.values())
        return ((key, entry) for key, entry in self._cells.items() if not counted.has(entry.cell))

    def balance(self, now_ms: int, *, grace_ms: int, settle_ms: int = 30_000, topics: Iterable[str] | None = None) -> Balance:
        """Judge everything.

        :param grace_ms: how long after its end a window may be incomplete.
        :param settle_ms: how long after a report others may still report the same.
        :param topics: those that are wanted; None: all.
        """
        wanted = None if topics is None else set(topics)
        places: dict[_Place, list[_Entry]] = {}
        spilled: dict[str, list[_Entry]] = {}
        for key, entry in self._counting():
            if key.topic == OTHER and key.writer.is_rest:
                spilled.setdefault(key.writer.datacenter, []).append(entry)
            elif key.topic != AUDIT_TOPIC and (wanted is None or key.topic in wanted):
                places.setdefault((key.writer.datacenter, key.topic), []).append(entry)
        found = Balance([], [])
        states = {writer: (self._put_right(state), written_ms) for writer, (state, written_ms) in self._states.items()}
        for (datacenter, topic), entries in sorted(places.items()):
            rest = spilled.get(datacenter, [])
            _Topic(datacenter, topic, entries, rest, states, now_ms, grace_ms, settle_ms).judge(found)
        return found

    def _put_right(self, state: WriterState) -> WriterState:
        """A reader's state by the brokers' clock."""
        behind_ms = self._behind_ms[state.writer]
        if state.writer.tier in (Tier.PRODUCER, Tier.BROKER) or abs(behind_ms) < _WRONG_CLOCK_MS:
            return state
        return dataclasses.replace(
            state,
            # Who has counted from the first record on says 0.
            begun_ms=state.begun_ms + behind_ms if state.begun_ms > 0 else state.begun_ms,
            time_ms=state.time_ms + behind_ms,
            through_ms=state.through_ms + behind_ms,
        )


class _Topic:
    """One topic of one cluster."""

    def __init__(
        self,
        datacenter: str,
        topic: str,
        entries: list[_Entry],
        rest: list[_Entry],
        states: dict[Writer, tuple[WriterState, int]],
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
                told.setdefault(_side(writer), []).append(state)
        self._states = {side: whole_states(states_of_side) for side, states_of_side in told.items()}

    def judge(self, found: Balance) -> None:
        timed: list[_Entry] = []
        untimed: list[_Entry] = []
        # What may belong to any window.
        rest: list[_Entry] = []
        for entry in self._entries:
            key = entry.cell.key
            (timed if key.window != UNTIMED else rest if key.writer.is_rest else untimed).append(entry)
        spilled: dict[Side, int] = {}
        for entry in (*rest, *self._rest):
            side = _side(entry.cell.key.writer)
            spilled[side] = spilled.get(side, 0) + max(entry.cell.count, entry.cell.attempt)
        windows: dict[Side, set[Window]] = {_side(entry.cell.key.writer): set() for entry in self._entries}
        for entry in timed:
            windows[_side(entry.cell.key.writer)].add(entry.cell.key.window)
        of_brokers = windows.pop(_BROKERS, set())
        shared = _split(of_brokers, timed)
        told: list[tuple[bool, Window, bool, str, Edge]] = []
        for side in windows:
            # What others say of their windows is nothing to it: one as long as a day would hold all others open.
            by_window = shared if windows[side] <= of_brokers else _split(of_brokers | windows[side], timed)
            is_producer = side.tier is Tier.PRODUCER
            first_ms = _first_ms(self._entries, side)
            begun_ms = 0 if is_producer else self._begun_ms(side)
            for window, cells in (*by_window.items(), *([(UNTIMED, untimed)] if untimed else [])):
                # It may have lost all that came first.
                is_whole = 0 < begun_ms <= window.start_ms
                if window == UNTIMED or window.end_ms > first_ms or is_whole:
                    edges = Balance([], [])
                    brokers = [entry for entry in cells if entry.cell.key.writer.tier is Tier.BROKER]
                    (self._judge_producer if is_producer else self._judge_reader)(edges, window, side, cells, brokers, spilled)
                    told += [(window == UNTIMED, window, not is_producer, str(side), edge) for edge in edges.edges]
        found.edges += [edge for *_, edge in sorted(told, key=lambda one: one[:4])]
        producers = {side for side in windows if side.tier is Tier.PRODUCER}
        for window, cells in (*shared.items(), (UNTIMED, untimed)):
            self._tell_unaudited(found, window, producers, [entry for entry in cells if entry.cell.key.writer.tier is Tier.BROKER])
        self._tell_unaudited(found, UNTIMED, set(), [entry for entry in rest if entry.cell.key.writer.tier is Tier.BROKER])

    def _judge_producer(
        self, found: Balance, window: Window, side: Side, cells: list[_Entry], brokers: list[_Entry], spilled: dict[Side, int]
    ) -> None:
        ours = [entry for entry in cells if _side(entry.cell.key.writer) == side]
        theirs = [entry for entry in brokers if entry.cell.key.writer.application == side.name]
        if not ours and not theirs:
            return
        others = [entry for entry in brokers if entry.cell.key.writer.is_rest]
        must = _sum(ours)
        may = sum(entry.cell.attempt for entry in ours)
        is_final = self._is_final(side, window, cells) and not spilled.get(side)
        sent = Sent(must, may, is_final, _hash(ours))
        cut = max(sum(entry.cell.uncommitted for entry in theirs), self._cut_off(_BROKERS, window, cells, theirs))
        least = _sum(theirs) - cut
        slack = _sum(others) + cut + spilled.get(_BROKERS, 0)
        arrived = self._arrived(_BROKERS, window, cells, least, slack, sent, _hash(theirs))
        self._tell(found, window, side, Side(Tier.BROKER, side.name), sent, arrived, [*ours, *theirs], theirs)

    def _judge_reader(
        self, found: Balance, window: Window, side: Side, cells: list[_Entry], brokers: list[_Entry], spilled: dict[Side, int]
    ) -> None:
        ours = [entry for entry in cells if _side(entry.cell.key.writer) == side]
        if (not ours and not brokers) or _BROKERS not in self._states:
            return
        count = _sum(brokers)
        uncommitted = sum(entry.cell.uncommitted for entry in brokers)
        is_final = (
            self._is_final(_BROKERS, window, cells) and not self._has_begun_after(_BROKERS, window, cells) and not spilled.get(_BROKERS)
        )
        # Whether that is there, and had to be read, nobody says.
        sent = Sent(count - uncommitted, count, is_final and not uncommitted, _hash(brokers) or _producers_hash(cells, count))
        repeats = sum(entry.cell.repeated for entry in ours)
        slack = spilled.get(side, 0)
        least = _sum(ours) - repeats - self._cut_off(side, window, cells, ours)
        arrived = self._arrived(side, window, cells, least, slack, sent, None if repeats else _hash(ours))
        transactional = sum(entry.cell.transactional for entry in brokers)
        if transactional and arrived.most is not None and arrived.most < count:
            # What was aborted is not read, and brokers count what is appended.
            sent = Sent(max(0, count - uncommitted - transactional), count, False)
        self._tell(found, window, _BROKERS, side, sent, arrived._replace(repeats=repeats), [*ours, *brokers], ours)

    def _arrived(
        self, side: Side, window: Window, cells: list[_Entry], least: int, slack: int, sent: Sent, hash_sum: int | None
    ) -> Arrived:
        if not self._is_final(side, window, cells):
            return Arrived(least, None, hash=hash_sum)
        most = least + slack
        if self._has_begun_after(side, window, cells):
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
        entries: list[_Entry],
        received: list[_Entry],
    ) -> None:
        changed_ms = max(entry.written_ms for entry in entries)
        theirs = set(map(id, received))
        sent_ms = max((entry.written_ms for entry in entries if id(entry) not in theirs), default=-1)
        settled = self._now_ms >= changed_ms + self._settle_ms and not self._waits_for(sender, receiver, changed_ms, sent_ms)
        is_over = self._now_ms >= window.end_ms
        grace_is_over = settled and self._now_ms >= window.end_ms + self._grace_ms
        judgment = judge(sent, arrived, is_over=is_over, grace_is_over=grace_is_over)
        latencies = Latencies()
        for entry in received:
            latencies.merge(entry.cell.latencies)
        found.edges.append(Edge(self._datacenter, self._topic, window, sender, receiver, sent, arrived, judgment, latencies))

    def _tell_unaudited(self, found: Balance, window: Window, producers: set[Side], brokers: list[_Entry]) -> None:
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

    # How far reports go

    def _waits_for(self, sender: Side, receiver: Side, changed_ms: int, sent_ms: int) -> bool:
        """Whether a writer that is alive has not reported since: it may have counted the same. A receiver that works in rounds has only
        what was sent to report of; else it would be waited for from each round to the next. A sender that does so ends its rounds."""
        for side in (sender, receiver):
            for state, written_ms in self._states.get(_BROKERS if side.tier is Tier.BROKER else side, ()):
                whole_ms = written_ms - max(0, state.time_ms - state.through_ms)
                has_rounds = not state.interval_ms and side is receiver
                if self._is_alive(state, written_ms) and whole_ms < (sent_ms if has_rounds else changed_ms):
                    return True
        return False

    def _is_alive(self, state: WriterState, written_ms: int) -> bool:
        """Whether it is to tell more. One that works in rounds comes when it comes."""
        return not state.has_ended and (not state.interval_ms or self._now_ms - written_ms <= _PATIENCE * state.interval_ms)

    def _begun_ms(self, side: Side) -> int:
        """Since when readers count that have counted something of this topic; 0 where nobody says."""
        here = {entry.cell.key.writer.incarnation for entry in self._entries if _side(entry.cell.key.writer) == side}
        return min((state.begun_ms for state, _ in self._states.get(side, ()) if state.writer.incarnation in here), default=0)

    def _is_final(self, side: Side, window: Window, cells: list[_Entry]) -> bool:
        """Whether all writers of a tier have reported all that they have of a window, in which these cells are."""
        if side.tier is Tier.BROKER and side not in self._states:
            return False
        return not any(self._is_open(state, written_ms, window, cells) for state, written_ms in self._states.get(side, ()))

    def _is_open(self, state: WriterState, written_ms: int, window: Window, cells: list[_Entry]) -> bool:
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
        since_ms = written_ms - _CLOCKS_MS
        return any(
            entry.written_ms >= since_ms
            and entry.first_written_ms <= edge_ms + self._patience_ms(entry.cell.key.writer)
            # What it has told itself is told.
            and entry.cell.key.writer.incarnation != state.writer.incarnation
            for entry in cells
        )

    def _cut_off(self, side: Side, window: Window, cells: list[_Entry], entries: list[_Entry]) -> int:
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
        return min(theirs, _sum(entries) - theirs)

    def _patience_ms(self, writer: Writer) -> int:
        """How long after it was counted what a writer counts may be told."""
        intervals = [
            state.interval_ms for state, _ in self._states.get(_side(writer), ()) if state.writer.incarnation == writer.incarnation
        ]
        return _PATIENCE * max(intervals, default=0)

    def _has_begun_after(self, side: Side, window: Window, cells: list[_Entry]) -> bool:
        """Whether a tier has begun to count after a window had begun; of records without a time, after others had counted some."""
        if side.tier is not Tier.BROKER:
            begun_ms = self._begun_ms(side)
        else:
            begun_ms = min((state.begun_ms for state, _ in self._states.get(side, ())), default=0)
        if window == UNTIMED:
            return any(entry.first_written_ms < begun_ms and _side(entry.cell.key.writer) != side for entry in cells)
        return window.start_ms < begun_ms


def _side(writer: Writer) -> Side:
    match writer.tier:
        case Tier.PRODUCER:
            return Side(Tier.PRODUCER, writer.application)
        case Tier.BROKER:
            return _BROKERS
    return Side(writer.tier, writer.name)


def _split(windows: set[Window], entries: list[_Entry]) -> dict[Window, list[_Entry]]:
    """Entries by the windows that they lie in, those of which that overlap made one; what lies in none is left out."""
    by_window: dict[Window, list[_Entry]] = {window: [] for window in merged(windows)}
    real = list(by_window)
    starts = [window.start_ms for window in real]
    for entry in entries:
        window = entry.cell.key.window
        index = bisect.bisect_right(starts, window.start_ms) - 1
        if index >= 0 and window.end_ms <= real[index].end_ms:
            by_window[real[index]].append(entry)
    return by_window


def _first_ms(entries: list[_Entry], side: Side) -> int:
    """Where the first window of a tier begins."""
    return min(
        (entry.cell.key.window.start_ms for entry in entries if _side(entry.cell.key.writer) == side and entry.cell.key.window != UNTIMED),
        default=-1,
    )


def _sum(entries: list[_Entry]) -> int:
    return sum(entry.cell.standing for entry in entries)


def _hash(entries: list[_Entry]) -> int | None:
    """The sum of all records' hashes; None where some have none, or there are none."""
    total = 0
    for entry in entries:
        whole = entry.cell.whole_hash
        if whole is None:
            return None
        total += whole
    return total & ((1 << 64) - 1) if any(entry.cell.hashed for entry in entries) else None


def _producers_hash(cells: list[_Entry], count: int) -> int | None:
    """What the producers have hashed of a window, where that is all that the brokers have counted; else None."""
    producers = [entry for entry in cells if entry.cell.key.writer.tier is Tier.PRODUCER]
    if _sum(producers) != count or sum(entry.cell.attempt for entry in producers) != count:
        return None
    return _hash(producers)
