"""Proof of the audit at `klog pull`: records are lost, doubled, altered and put elsewhere between log and files."""

from __future__ import annotations

import pathlib
import tempfile
import unittest
from collections.abc import Iterable, Iterator
from typing import Any

import pyarrow.parquet as pq
import pytest

from klog.arrow.ranges import TopicRange
from klog.arrow.window_counts import window_cells
from klog.audit.cell_records import state_record
from klog.audit.cells import Tier, Writer, WriterState
from klog.client.settings import ClientSettings
from klog.pull.settings import PullSettings
from klog.pull.task import run_task
from klog.pull.types import TaskResult, TaskSpec
from tests.audit.histories import END_MS, WINDOW_MS
from tests.audit.spoiled_batches import batches, strays
from tests.audit.tier_faults import BY_COUNTS, COMPLETE, ELSEWHERE, HASHED_TOTAL, SPOILED, TOPIC, TOTAL, Books, Fault, Told, chosen

LAKE = Writer(Tier.SINK, "lake", "c", "loader", "", "g")


class _Reader:
    """What `RangeReader` looks like to a task."""

    bytes = skipped_records = 0
    lost_ranges: tuple[tuple[int, int], ...] = ()

    def __init__(self, found: Iterable[Any]) -> None:
        self._found = found

    def __iter__(self) -> Iterator[Any]:
        return iter(self._found)


@pytest.mark.soak
class ProofTests(unittest.TestCase):
    """By the worker's own function, into real files."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="klog-test-")
        self.addCleanup(folder.cleanup)
        self.target = pathlib.Path(folder.name)
        (self.target / "staging").mkdir()

    def load(self, books: Books, topic: str, found: Iterable[Any], *, hashes: bool = False) -> TaskResult:
        client = ClientSettings(bootstrap_servers="nowhere:1")
        settings = PullSettings(
            client=client, target=str(self.target), topics=(topic,), audit="lake", audit_window_ms=WINDOW_MS, audit_hashes=hashes
        )
        spec = TaskSpec(0, TopicRange(topic, 0, 0, TOTAL), "staging", settings)
        result = run_task(spec, open_reader=lambda _: _Reader(found))
        books.tell(window_cells(LAKE._replace(guid=f"g/{topic}"), [(topic, window) for window in result.windows], END_MS, "h"))
        return result

    def told(self, fault: Fault | None) -> dict[str, tuple[str, int, int]]:
        books = Books(END_MS)
        books.stored(TOPIC, range(TOTAL))
        result = self.load(books, TOPIC, batches(fault))
        rows = sum(pq.ParquetFile(self.target / file.path).metadata.num_rows for file in result.files)
        self.assertEqual(rows, TOTAL + {Fault.LOST: -SPOILED, Fault.STRAYED: -SPOILED, Fault.DOUBLED: SPOILED}.get(fault, 0))
        if fault is Fault.STRAYED:
            self.load(books, ELSEWHERE, [strays()])
        books.tell([state_record(WriterState(LAKE, 0, END_MS, END_MS, 0, revision=1), "h")])
        return books.judged(Tier.SINK)

    def told_by_hashes(self, fault: Fault | None, *, others: int = 0) -> Told:
        """As `told`; the producer hashes, too.

        :param others: one of so many records stands in the log as another's.
        """
        books = Books(END_MS)
        books.sent(TOPIC, HASHED_TOTAL)
        theirs = range(0, HASHED_TOTAL, others) if others else range(0)
        books.stored(TOPIC, set(range(HASHED_TOTAL)).difference(theirs), total=HASHED_TOTAL)
        books.stored(TOPIC, theirs, "kcat", total=HASHED_TOTAL)
        result = self.load(books, TOPIC, batches(fault, HASHED_TOTAL, has_headers=True), hashes=True)
        # The headers were read to be hashed, and are not wanted.
        [file] = result.files
        self.assertNotIn("headers", pq.read_schema(self.target / file.path).names)
        books.tell([state_record(WriterState(LAKE, 0, END_MS, END_MS, 0, revision=1), "h")])
        return books.judged(Tier.SINK)[TOPIC]

    def test_what_was_altered_shows_where_both_ends_hash(self) -> None:
        self.assertEqual(self.told_by_hashes(None), COMPLETE)
        self.assertEqual(self.told_by_hashes(Fault.ALTERED), ("changed", 0, 0))
        self.assertEqual(self.told_by_hashes(Fault.LOST), ("missing", SPOILED, 0))
        # What brokers have counted is not all his, so that nobody knows the hash of all.
        self.assertEqual(self.told_by_hashes(Fault.ALTERED, others=2), COMPLETE)

    def test_nothing(self) -> None:
        self.assertEqual(len(chosen()), SPOILED)
        self.assertEqual(self.told(None), {TOPIC: COMPLETE})

    def test_each_fault(self) -> None:
        for fault, (here, elsewhere) in BY_COUNTS.items():
            with self.subTest(fault.value):
                self.assertEqual(self.told(fault), {TOPIC: here, **({} if elsewhere is None else {ELSEWHERE: elsewhere})})
