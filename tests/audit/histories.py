"""Made-up histories: records with their fates, producers that die, brokers and readers that report; and what is true of them.

A history is lived with the real `CellBook`, through bytes, into a `Ledger`, as it would be through the topic. What is true is known by
looking at the records one by one.
"""

from __future__ import annotations

import dataclasses
from collections import Counter

from hypothesis import strategies as st

from klog.audit.cells import Tier, Writer
from klog.audit.counting import CellBook, Report, writer_of_brokers
from klog.audit.ledger import Ledger
from klog.audit.record_hash import record_hash
from klog.audit.windows import Window, window_of

T0 = 1_700_000_400_000
WINDOW_MS = 60_000
INTERVAL_MS = 10_000
WINDOWS = 3
#: When everything has been said, and all graces are over.
END_MS = T0 + 100 * WINDOW_MS


@dataclasses.dataclass(frozen=True)
class Fate:
    """What becomes of a record.

    :ivar acknowledged: what its producer heard.
    :ivar written: how often it is in the log.
    :ivar read: how often the reader counts each of those, and how often of these it knows that it had it already.
    """

    producer: int
    second: int
    acknowledged: bool = True
    written: int = 1
    altered: bool = False
    lost_by_reader: bool = False
    repeated: int = 0


@dataclasses.dataclass
class History:
    """Records in the order of their times, who dies, and when.

    :ivar dies: by number of a producer, the second at which it dies.
    :ivar hashes: whether everybody hashes.
    """

    fates: list[Fate]
    dies: dict[int, int]
    hashes: bool


@st.composite
def histories(draw: st.DrawFn) -> History:
    """Most records arrive; the others do not."""
    good = st.builds(Fate, st.integers(0, 2), st.integers(0, WINDOWS * 60 - 1))
    bad = st.builds(
        Fate,
        st.integers(0, 2),
        st.integers(0, WINDOWS * 60 - 1),
        acknowledged=st.booleans(),
        written=st.sampled_from([0, 1, 1, 2]),
        altered=st.booleans(),
        lost_by_reader=st.booleans(),
        repeated=st.sampled_from([0, 0, 1]),
    )
    fates = draw(st.lists(good | good | bad, max_size=25))
    dies = draw(st.dictionaries(st.integers(0, 2), st.integers(0, WINDOWS * 60), max_size=1))
    return History(sorted(fates, key=lambda fate: fate.second), dies, draw(st.booleans()))


@dataclasses.dataclass
class Truth:
    """Of one window."""

    acknowledged: Counter[int]
    tried: Counter[int]
    written: Counter[int]
    read: int = 0
    repeated: int = 0


def truth(history: History) -> dict[Window, Truth]:
    """What has happened, by window."""
    found: dict[Window, Truth] = {}
    for fate in history.fates:
        if fate.second >= history.dies.get(fate.producer, 1 << 30):
            continue
        window = window_of(T0 + fate.second * 1000, WINDOW_MS)
        here = found.setdefault(window, Truth(Counter(), Counter(), Counter()))
        here.tried[fate.producer] += 1
        here.acknowledged[fate.producer] += fate.acknowledged
        here.written[fate.producer] += fate.written
        if not fate.lost_by_reader:
            here.read += fate.written
            here.repeated += fate.repeated * bool(fate.written)
    return found


def live(history: History) -> Ledger:
    """What stands in the audit topic in the end."""
    ledger = Ledger()
    options = {"begun_ms": 0, "interval_ms": INTERVAL_MS}
    producers = [
        CellBook(Writer(Tier.PRODUCER, "", "c", f"p{number}", "", f"guid-{number}"), "h", WINDOW_MS, **options) for number in range(3)
    ]
    broker = CellBook(writer_of_brokers("c", "b"), "h", WINDOW_MS, **options)
    reader = CellBook(Writer(Tier.CONSUMER, "g", "c", "r", "", "guid-r"), "h", WINDOW_MS, **options)

    def write(report: Report, now_ms: int) -> None:
        for key, value in report.records:
            ledger.add(key, value, now_ms)

    def everybody(second: int) -> None:
        now_ms = T0 + second * 1000
        for number, book in enumerate(producers):
            if second < history.dies.get(number, 1 << 30):
                write(book.report(now_ms), now_ms)
        write(broker.report(now_ms), now_ms)
        write(reader.report(now_ms), now_ms)

    next_report = 0
    for number, fate in enumerate(history.fates):
        while fate.second >= next_report:
            everybody(next_report)
            next_report += INTERVAL_MS // 1000
        if fate.second >= history.dies.get(fate.producer, 1 << 30):
            continue
        timestamp_ms = T0 + fate.second * 1000
        good = record_hash(timestamp_ms, None, b"%d" % number)
        stored = record_hash(timestamp_ms, None, b"altered %d" % number) if fate.altered else good
        cell = producers[fate.producer].cell("t", timestamp_ms)
        cell.attempt += 1
        if fate.acknowledged:
            cell.count += 1
            if history.hashes:
                cell.add_hash(good, 1)
        else:
            cell.failure += 1
        if fate.written:
            cell = broker.cell("t", timestamp_ms, f"p{fate.producer}", "")
            cell.count += fate.written
            if history.hashes:
                cell.add_hash(stored * fate.written, fate.written)
            if not fate.lost_by_reader:
                cell = reader.cell("t", timestamp_ms)
                cell.count += fate.written + fate.repeated
                cell.repeated += fate.repeated
                if history.hashes:
                    cell.add_hash(stored * (fate.written + fate.repeated), fate.written + fate.repeated)
    while next_report <= WINDOWS * 60 + 60:
        everybody(next_report)
        next_report += INTERVAL_MS // 1000
    # Whoever lives says so until today.
    for number, book in enumerate(producers):
        if number not in history.dies:
            write(book.report(END_MS), END_MS)
    write(broker.report(END_MS), END_MS)
    write(reader.report(END_MS), END_MS)
    return ledger
