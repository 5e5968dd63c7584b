"""Scenes of an audit: books that report when they are told to, and what the ledger makes of it."""

from __future__ import annotations

from klog.audit.balance import Edge
from klog.audit.cells import Cell, Tier, Writer
from klog.audit.counting import CellBook, Report, writer_of_brokers
from klog.audit.ledger import Ledger
from klog.audit.sides import Side
from tests.audit.histories import END_MS, INTERVAL_MS, WINDOW_MS

BROKER = Side(Tier.BROKER, "")


def edges_of(ledger: Ledger, now_ms: int = END_MS, grace_ms: int = WINDOW_MS) -> list[Edge]:
    """All that is told."""
    return ledger.balance(now_ms, grace_ms=grace_ms).edges


class Scene:
    """Books that report when they are told to."""

    def __init__(self, *, begun_ms: int = 0) -> None:
        self.ledger = Ledger()
        self.broker = self.book(writer_of_brokers("c", "b"), begun_ms)

    def book(self, writer: Writer, begun_ms: int = 0, window_ms: int = WINDOW_MS, most_applications: int = 1000) -> CellBook:
        return CellBook(writer, "h", window_ms, begun_ms=begun_ms, interval_ms=INTERVAL_MS, most_applications=most_applications)

    def producer(self, name: str = "p", guid: str = "g", window_ms: int = WINDOW_MS) -> CellBook:
        return self.book(Writer(Tier.PRODUCER, "", "c", name, "", guid), window_ms=window_ms)

    def reader(self, name: str = "readers", tier: Tier = Tier.CONSUMER, begun_ms: int = 0) -> CellBook:
        return self.book(Writer(tier, name, "c", "r", "", f"guid-{name}"), begun_ms)

    def write(self, report: Report, now_ms: int) -> None:
        for key, value in report.records:
            self.ledger.add(key, value, now_ms)

    def sent(self, book: CellBook, at_ms: int, count: int, attempt: int | None = None, topic: str = "t") -> None:
        cell = book.cell(topic, at_ms)
        cell.count += count
        cell.attempt += count if attempt is None else attempt

    def stored(self, at_ms: int, count: int, application: str = "p", topic: str = "t") -> Cell:
        cell = self.broker.cell(topic, at_ms, application, "")
        cell.count += count
        return cell

    def end(self, *books: CellBook, now_ms: int = END_MS) -> None:
        for book in (self.broker, *books):
            self.write(book.report(now_ms, has_ended=True), now_ms)

    def verdicts(self, now_ms: int = END_MS + 2 * WINDOW_MS, grace_ms: int = WINDOW_MS) -> list[tuple[str, str, str, int, int]]:
        return [
            (str(edge.sender), str(edge.receiver), edge.judgment.verdict.value, edge.judgment.missing, edge.judgment.duplicate)
            for edge in edges_of(self.ledger, now_ms, grace_ms)
        ]
