"""Proof of the audit at Spark's source and sink: records are lost, doubled, altered and put elsewhere, and that is told.

Without a broker, and without a JVM.
"""

from __future__ import annotations

import contextlib
import time
import unittest
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any
from unittest import mock

import pytest

from klog.arrow.ranges import TopicRange
from klog.audit.cells import Tier, Writer
from klog.audit.counting import CellBook
from klog.audit.record_hash import record_hash
from klog.model import TopicPartition
from klog.records.implementations import codec
from klog.spark import sink_audit, source_audit
from klog.spark.options import parse
from tests import peers
from tests.audit.histories import WINDOW_MS
from tests.audit.spoiled_batches import COLUMNS, batches, strays
from tests.audit.tier_faults import (
    BY_COUNTS,
    COMPLETE,
    ELSEWHERE,
    HASHED_TOTAL,
    SPOILED,
    TOPIC,
    TOTAL,
    Books,
    Fault,
    Told,
    chosen,
    slices,
    time_ms,
)

WINDOW = f"{WINDOW_MS}ms"


def setUpModule() -> None:
    peers.spark()


class _Cells:
    """Stands for `klog.client.blocking.auditing.cell_batches.CellBatches`: what is told goes into the books."""

    def __init__(self, books: Books) -> None:
        self._books = books

    def send(self, _topic: str, value: bytes | None, *, key: bytes | None = None) -> None:
        self._books.tell([(key, value)])

    def flush(self) -> None:
        pass


@contextlib.contextmanager
def telling(books: Books) -> Iterator[None]:
    """Source and sink tell these books."""
    with contextlib.ExitStack() as stack:
        for module in (source_audit, sink_audit):
            stack.enter_context(mock.patch.object(module, "CellBatches", lambda *_: _Cells(books)))
            stack.enter_context(mock.patch.object(module, "datacenter_of", lambda _: "c"))
            stack.enter_context(mock.patch.object(module, "wall_clock_ms", lambda: books.now_ms))
        stack.enter_context(mock.patch.object(source_audit, "client_for", mock.Mock()))
        stack.enter_context(mock.patch.object(sink_audit, "BlockingClient", mock.MagicMock()))
        yield


@pytest.mark.soak
class SourceTests(unittest.TestCase):
    """Between the log and the rows that Spark has."""

    def told(self, fault: Fault | None) -> dict[str, Told]:
        books = Books(int(time.time() * 1000))
        books.stored(TOPIC, range(TOTAL))
        given = {"kafka.bootstrap.servers": "nowhere:1", "subscribe": TOPIC, "audit": "lake", "audit.window": WINDOW}
        options = parse({**given, "columns": ",".join(COLUMNS)}, "batch")
        parts = source_audit.planned_parts(options, 2 if fault is Fault.STRAYED else 1, books.now_ms)

        def read(topic: str, found: Iterable[Any], number: int) -> int:
            reader = source_audit.counted(options, TopicRange(topic, 0, 0, TOTAL), found, parts[number])  # type: ignore[arg-type]
            return sum(batch.num_rows for batch in reader)

        with telling(books):
            rows = read(TOPIC, batches(fault), 0)
            self.assertEqual(rows, TOTAL + {Fault.LOST: -SPOILED, Fault.STRAYED: -SPOILED, Fault.DOUBLED: SPOILED}.get(fault, 0))
            if fault is Fault.STRAYED:
                read(ELSEWHERE, [strays()], 1)
        return books.judged(Tier.SINK)

    def told_by_hashes(self, fault: Fault | None) -> Told:
        """As `told`, where Spark wants the values alone, and the producer hashes, too."""
        books = Books(int(time.time() * 1000))
        books.sent(TOPIC, HASHED_TOTAL)
        books.stored(TOPIC, range(HASHED_TOTAL), total=HASHED_TOTAL)
        given = {"kafka.bootstrap.servers": "nowhere:1", "subscribe": TOPIC, "audit": "lake", "audit.window": WINDOW}
        options = parse({**given, "audit.hashes": "true", "columns": "value"}, "batch")
        read = source_audit.reading_of(options)
        found = (batch.select(read.schema.names) for batch in batches(fault, HASHED_TOTAL, has_headers=True))
        [part] = source_audit.planned_parts(options, 1, books.now_ms)
        with telling(books):
            for batch in source_audit.counted(options, TopicRange(TOPIC, 0, 0, HASHED_TOTAL), found, part):  # type: ignore[arg-type]
                self.assertEqual(batch.schema.names, ["value"])
        return books.judged(Tier.SINK)[TOPIC]

    def test_what_was_altered_shows_where_both_ends_hash(self) -> None:
        self.assertEqual(self.told_by_hashes(None), COMPLETE)
        self.assertEqual(self.told_by_hashes(Fault.ALTERED), ("changed", 0, 0))

    def test_nothing(self) -> None:
        self.assertEqual(self.told(None), {TOPIC: COMPLETE})

    def test_each_fault(self) -> None:
        for fault, (here, elsewhere) in BY_COUNTS.items():
            with self.subTest(fault.value):
                self.assertEqual(self.told(fault), {TOPIC: here, **({} if elsewhere is None else {ELSEWHERE: elsewhere})})


@pytest.mark.soak
class SinkTests(unittest.TestCase):
    """Between the rows that Spark has written and the log; behind it somebody reads and hashes."""

    def told(self, fault: Fault | None, *, hashes: bool = False, total: int = TOTAL) -> tuple[Told, Told]:
        """What is said of the sink, and of who reads."""
        books = Books(int(time.time() * 1000))
        options = parse(
            {
                "kafka.bootstrap.servers": "nowhere:1",
                "topic": TOPIC,
                "audit": "job",
                "audit.window": WINDOW,
                "audit.hashes": "true" if hashes else "false",
            },
            "sink",
        )
        hit = chosen(total)
        with telling(books):
            task = sink_audit.TaskCounts(options)
        reader = CellBook(Writer(Tier.CONSUMER, "reader", "c", "r", "", "g"), "h", WINDOW_MS, begun_ms=0, interval_ms=10_000)
        for numbers in slices(total, 1_000):
            rows: list[Any] = [(time_ms(number, total), None, b"%d" % number, ()) for number in numbers]
            task.written(TopicPartition(TOPIC, 0), codec.build_batch(rows), -1)
            there = []
            for number, row in zip(numbers, rows, strict=True):
                if number not in hit or fault is None:
                    there.append(row)
                elif fault is Fault.DOUBLED:
                    there += [row, row]
                elif fault is Fault.ALTERED:
                    there.append((row[0], None, b"!", ()))
            for row in there:
                cell = reader.cell(TOPIC, row[0])
                cell.count += 1
                if hashes:
                    cell.add_hash(record_hash(*row), 1)
            for start_ms, count in Counter(row[0] // WINDOW_MS * WINDOW_MS for row in there).items():
                books.broker.cell(TOPIC, start_ms, "job", "").count += count
        with telling(books):
            sink_audit.SinkAudit(options).end_job([task.cells()], "1")
        books.tell(reader.report(books.now_ms).records)
        return books.judged(Tier.PRODUCER)[TOPIC], books.judged(Tier.CONSUMER)[TOPIC]

    def test_nothing(self) -> None:
        self.assertEqual(self.told(None), (COMPLETE, COMPLETE))

    def test_each_fault(self) -> None:
        for fault, (here, _) in BY_COUNTS.items():
            with self.subTest(fault.value):
                # Whatever became of it before the log, the reader has what is there.
                self.assertEqual(self.told(fault), (here, COMPLETE))

    def test_what_was_altered_shows_where_both_ends_hash(self) -> None:
        self.assertEqual(self.told(None, hashes=True, total=10_000), (COMPLETE, COMPLETE))
        self.assertEqual(self.told(Fault.ALTERED, hashes=True, total=10_000), (COMPLETE, ("changed", 0, 0)))
