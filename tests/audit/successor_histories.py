"""Made-up histories of producers that follow each other, and run beside each other, under one name: they announce themselves or, as older
ones, do not, their first reports are held up, they end in order or die, their records are late; some records are in the log twice. The
books are looked at again and again meanwhile.

Lived with the real `CellBook`, through bytes, into a `Ledger`.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator

from hypothesis import strategies as st

from klog.audit.cells import Tier, Writer
from klog.audit.counting import CellBook, Report, writer_of_brokers
from klog.audit.ledger import Ledger
from klog.audit.windows import Window, window_of
from tests.audit.histories import END_MS, INTERVAL_MS, T0, WINDOW_MS

#: How long a history is, how often somebody reports, how long reports are held up at most, and how often the books are looked at.
SECONDS, STEP_S, MOST_HELD_S, LOOK_S = 400, INTERVAL_MS // 1000, 60, 5


@dataclasses.dataclass(frozen=True)
class Sent:
    """A record that is sent so many seconds after its producer has begun, whose time is by `late_s` earlier, and which is there
    `copies` times."""

    after_s: int
    late_s: int
    copies: int


@dataclasses.dataclass(frozen=True)
class Producer:
    """Begins at a second, and ends `lasts_s` later: in order, or it dies.

    :ivar announces: says that it is there before its first record is written.
    :ivar held_s: so long is its first report held up, and all that come meanwhile; other than what announces it.
    """

    second: int
    lasts_s: int
    dies: bool
    announces: bool
    held_s: int
    records: tuple[Sent, ...]

    @property
    def end_s(self) -> int:
        """When it has ended."""
        return self.second + self.lasts_s

    @property
    def is_known(self) -> bool:
        """Whether something of it is heard before it ends: of who dies without a word nobody can know."""
        return not self.dies or self.announces or self.lasts_s > STEP_S + self.held_s


@st.composite
def histories(draw: st.DrawFn) -> list[Producer]:
    """Two to four of them; the first is there from the beginning."""
    record = st.builds(Sent, st.integers(0, 120), st.sampled_from([0, 0, 100, 3_600, 86_400]), st.sampled_from([1, 1, 1, 2]))
    records = st.lists(record, min_size=1, max_size=5).map(tuple)
    producers = st.builds(
        Producer,
        st.integers(1, 200),
        st.integers(1, 150),
        st.sampled_from([False, False, True]),
        st.booleans(),
        st.sampled_from([0, 0, 1, 25, MOST_HELD_S]),
        records,
    )
    first = draw(st.builds(Producer, st.just(0), st.integers(1, 150), st.just(False), st.booleans(), st.just(0), records))
    others = draw(st.lists(producers.filter(lambda one: one.is_known), min_size=1, max_size=3))
    return [first, *others]


def live(history: list[Producer]) -> Iterator[tuple[int, Ledger, Counter[Window]]]:
    """Each time that somebody looks: when, the books as they stand, and how many records are there too much, by window."""
    ledger = Ledger()
    broker = CellBook(writer_of_brokers("c", "b"), "h", WINDOW_MS, begun_ms=0, interval_ms=INTERVAL_MS)
    books = {
        number: CellBook(
            Writer(Tier.PRODUCER, "", "c", "p", "", f"g{number}"),
            "h",
            WINDOW_MS,
            begun_ms=T0 + one.second * 1000,
            interval_ms=INTERVAL_MS,
        )
        for number, one in enumerate(history)
    }
    held: dict[int, list[tuple[int, Report]]] = {}
    doubled: Counter[Window] = Counter()

    def write(report: Report, second: int) -> None:
        for key, value in report.records:
            ledger.add(key, value, T0 + second * 1000)

    def tell(number: int, second: int, *, has_ended: bool = False) -> None:
        report = books[number].report(T0 + second * 1000, has_ended=has_ended)
        one = history[number]
        held.setdefault(max(second, one.second + STEP_S + one.held_s), []).append((number, report))

    for second in range(SECONDS):
        for number, one in enumerate(history):
            if second == one.second and one.announces:
                write(books[number].report(T0 + second * 1000, T0 + second * 1000 - 1), second)
            if not one.second <= second <= one.end_s:
                continue
            for record in one.records:
                if record.after_s == second - one.second and second < one.end_s:
                    stamp_ms = T0 + (second - record.late_s) * 1000
                    cell = books[number].cell("t", stamp_ms)
                    cell.attempt += 1
                    cell.count += 1
                    broker.cell("t", stamp_ms, "p", "").count += record.copies
                    doubled[window_of(stamp_ms, WINDOW_MS)] += record.copies - 1
            if second == one.end_s and one.dies:
                # What hangs is not written any more.
                held = {at_s: [report for report in reports if report[0] != number] for at_s, reports in held.items()}
            elif second == one.end_s:
                tell(number, second, has_ended=True)
            elif second > one.second and (second - one.second) % STEP_S == 0 and second < one.end_s:
                tell(number, second)
        if second % STEP_S == 0:
            write(broker.report(T0 + second * 1000), second)
        for _, report in held.pop(second, []):
            write(report, second)
        if second % LOOK_S == 0:
            yield T0 + second * 1000, ledger, doubled
    write(broker.report(END_MS), (END_MS - T0) // 1000)
    yield END_MS + WINDOW_MS, ledger, doubled
