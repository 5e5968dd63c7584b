"""A topic is balanced: from what all have told of it (`klog.audit.ledger`) to a verdict on every window and pair of tiers. Pure.

1. Windows that overlap become one (`klog.audit.windows.merged`): those of brokers, and of whoever is compared with them.
2. Who is compared with whom: what a client id's producers have counted, with what brokers have counted of this client id; what brokers have
   counted of all clients, with each group, link and sink. A client id that has no producers' cells is counted by the brokers alone, and
   nothing is judged of it.
3. `klog.audit.verdicts.judge` says what that means.

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
brokers have told of a client id's records lately          nor is that, yet: a producer may have begun under this name that nobody has
                                                           heard of, as its first report is held up
brokers have counted what may be cut off yet               it may be there or not
no broker counts                                           nobody knows what arrived, and readers are compared with nothing
cells of the rest: too many client ids, windows or topics  what brokers have in them may belong to any client id, window or topic,
                                                           what others have to any window or topic
========================================================== ====================================================================

Times of windows are the records' own; whether the grace is over goes by when cells were last written, too, so that a record that comes a
day late makes its window late and not wrong until all have counted it.
"""

from __future__ import annotations

import bisect
import dataclasses
from collections import Counter

from klog.audit.cells import Presence, Tier, Writer, WriterState
from klog.audit.latencies import Latencies
from klog.audit.presence import CLOCKS_MS
from klog.audit.report_coverage import ReportCoverage, standing
from klog.audit.sides import BROKERS, Side, side_of
from klog.audit.told_cells import Told
from klog.audit.verdicts import Arrived, Judgment, Sent, Verdict, judge
from klog.audit.windows import UNTIMED, Window, merged


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


@dataclasses.dataclass(slots=True)
class Balance:
    """What is said of all topics."""

    edges: list[Edge]
    unaudited: list[Unaudited]


class TopicBalance:
    """One topic of one cluster; see the module.

    :param entries: all cells of the topic that count.
    :param rest: those that may belong to any topic of the cluster.
    :param states: what writers have said of themselves last, by the brokers' clock, and when it was written.
    :param presences: who has said that it takes the topic, by the brokers' clock.
    :param grace_ms: how long after its end a window may be incomplete.
    :param settle_ms: how long after a report others may still report the same.
    """

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
        """Add what is said of the topic."""
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
        is_doubtful = judgment.verdict is Verdict.DUPLICATE and sender.tier is Tier.PRODUCER
        if is_doubtful and self._coverage.may_be_of_somebody_unheard(sender, received):
            judgment = judgment._replace(verdict=Verdict.LATE)
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
