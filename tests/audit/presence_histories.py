"""Made-up histories of a group that counts nothing at all of a topic: members take it up, leave in order, give it up and are killed, with
clocks that are wrong; records are late and from the future. And what each of its members was to have, record by record.

Lived with the real `CellBook`, through bytes, into a `Ledger`, of which compaction may have left the last record of each key.
"""

from __future__ import annotations

import dataclasses
import enum

from hypothesis import strategies as st

from klog.audit.cells import Tier, Writer
from klog.audit.counting import CellBook, Report, writer_of_brokers
from klog.audit.ledger import Ledger
from klog.audit.windows import Window, window_of
from tests.audit.histories import END_MS, INTERVAL_MS, T0, WINDOW_MS

#: Of a history, and of a report.
_SECONDS, _STEP_S = 300, INTERVAL_MS // 1000


class End(enum.Enum):
    """How it ends with a member."""

    LIVES = "lives"
    STOPS = "stops in order"
    GIVES_UP = "gives the topic up"
    DIES = "dies"


@dataclasses.dataclass(frozen=True)
class Member:
    """Takes the topic up at a second, by a clock that is ahead by `ahead_ms`, and ends so many seconds later."""

    second: int
    lasts_s: int
    end: End
    ahead_ms: int

    @property
    def end_s(self) -> int:
        """When it has ended."""
        return self.second + self.lasts_s


@dataclasses.dataclass(frozen=True)
class Come:
    """A record that comes at a second, and whose time is by `ahead_s` another."""

    second: int
    ahead_s: int

    @property
    def window(self) -> Window:
        """Where it is counted."""
        return window_of(self.timestamp_ms, WINDOW_MS)

    @property
    def timestamp_ms(self) -> int:
        """Its time."""
        return T0 + (self.second + self.ahead_s) * 1000


@dataclasses.dataclass
class History:
    """What happens."""

    members: list[Member]
    records: list[Come]
    is_compacted: bool


@st.composite
def histories(draw: st.DrawFn) -> History:
    """Up to three members, and records."""
    members = st.builds(
        Member, st.integers(0, 200), st.integers(1, 250), st.sampled_from(End), st.sampled_from([0, 0, 3_000, -3_000, 7_200_000, -120_000])
    )
    records = st.builds(Come, st.integers(0, _SECONDS - 1), st.sampled_from([0, 0, 0, -90, 5, 130]))
    return History(draw(st.lists(members, min_size=1, max_size=3)), draw(st.lists(records, min_size=1, max_size=12)), draw(st.booleans()))


def owed(history: History) -> dict[Window, int]:
    """How many records, by window, came while the group was to have them: somebody had taken the topic up, and not all of those had left
    it in order. Who is killed has not."""
    found: dict[Window, int] = {}
    for record in history.records:
        if any(one.second <= record.second and not _has_left(one, record.second) for one in history.members):
            found[record.window] = found.get(record.window, 0) + 1
    return found


def _has_left(member: Member, second: int) -> bool:
    return member.end in (End.STOPS, End.GIVES_UP) and member.end_s <= second


def certain(history: History) -> dict[Window, int]:
    """The same of windows in which nobody can doubt it: one that lives to the end was there well before they began, and before the first
    record that is in them. Where another was killed nobody knows what that had."""
    if any(member.end is End.DIES for member in history.members):
        return {}
    margin_s = 2 * _STEP_S + 10
    alive = [member.second for member in history.members if member.end is End.LIVES]
    found: dict[Window, int] = {}
    for record in history.records:
        begins_s = (record.window.start_ms - T0) // 1000
        here = [other for other in history.records if other.window == record.window]
        first_s = min([begins_s, *(other.second for other in here)])
        # Whoever looks at a window only knows by how much the times of some in it were ahead.
        if any(second + margin_s <= first_s - 130 * any(other.ahead_s > 0 for other in here) for second in alive):
            found[record.window] = found.get(record.window, 0) + 1
    return {window: sum(one.window == window for one in history.records) for window in found}


def live(history: History) -> Ledger:
    """What stands in the audit topic in the end."""
    written: list[tuple[bytes, bytes, int]] = []
    broker = CellBook(writer_of_brokers("c", "b"), "h", WINDOW_MS, begun_ms=0, interval_ms=INTERVAL_MS)
    books = {
        number: CellBook(
            Writer(Tier.CONSUMER, "g", "c", "r", "", f"guid-{number}"),
            "h",
            WINDOW_MS,
            begun_ms=T0 + member.second * 1000 + member.ahead_ms,
            interval_ms=INTERVAL_MS,
        )
        for number, member in enumerate(history.members)
    }

    def write(report: Report, now_ms: int) -> None:
        written.extend((key, value, now_ms) for key, value in report.records)

    def act(second: int) -> None:
        now_ms = T0 + second * 1000
        for record in history.records:
            if record.second == second:
                cell = broker.cell("t", record.timestamp_ms, "p", "")
                cell.count += 1
                cell.latencies.add(now_ms - record.timestamp_ms)
        if second % _STEP_S == 0:
            write(broker.report(now_ms), now_ms)
        for number, member in enumerate(history.members):
            book, own_ms = books[number], now_ms + member.ahead_ms
            has_gone = second > member.end_s and member.end in (End.STOPS, End.DIES)
            if second < member.second or has_gone:
                continue
            if second == member.second:
                book.take_up("t", own_ms)
                write(book.report(own_ms), now_ms)
            elif second == member.end_s and member.end is End.STOPS:
                write(book.report(own_ms, has_ended=True), now_ms)
            elif second == member.end_s and member.end is End.GIVES_UP:
                book.give_up("t", own_ms)
            elif (second - member.second) % _STEP_S == 0:
                write(book.report(own_ms), now_ms)

    for second in range(_SECONDS + 200):
        act(second)
    for at_ms in (END_MS - WINDOW_MS, END_MS):
        write(broker.report(at_ms), at_ms)
        for number, member in enumerate(history.members):
            if member.end in (End.LIVES, End.GIVES_UP):
                write(books[number].report(at_ms + member.ahead_ms), at_ms)
    if history.is_compacted:
        last = {key: index for index, (key, _, _) in enumerate(written)}
        written = [written[index] for index in sorted(last.values())]
    ledger = Ledger()
    for key, value, at_ms in written:
        ledger.add(key, value, at_ms)
    return ledger
