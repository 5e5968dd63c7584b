"""What a sink tells the audit, driven as Spark drives it, on klog's broker and without a JVM."""

from __future__ import annotations

import pickle
import time
import unittest
from collections.abc import Iterator
from typing import Any
from unittest import mock

import pyarrow as pa
from pyspark.sql.types import BinaryType, StructField, StructType, TimestampType

from klog.audit.balance import Edge
from klog.audit.cells import AUDIT_TOPIC, Cell, CellKey, Tier, Writer
from klog.audit.ledger import Ledger
from klog.audit.record_hash import record_hash
from klog.audit.verdicts import Verdict
from klog.audit.windows import DEFAULT_MS, Window
from klog.errors import ErrorCode, KlogError
from klog.spark import sink_audit, stream_sink
from klog.spark.sink import KlogCommit, KlogWriter
from klog.spark.sink_audit import added_up
from klog.spark.stream_sink import KlogStreamWriter, Place
from klog.testing.embedded import Broker
from tests import peers
from tests.spark.sink_rig import SinkCase, Stop

SCHEMA = StructType([StructField("key", BinaryType()), StructField("value", BinaryType()), StructField("timestamp", TimestampType())])
_US = pa.timestamp("us", tz="UTC")


def setUpModule() -> None:
    peers.spark()


class AuditedCase(SinkCase):
    """Rows of two windows, 150 and 50."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.broker = Broker(properties={"klog.audit.counts": "true", "klog.audit.counts.interval.ms": "100"}).start()
        cls.addClassCleanup(cls.broker.stop)
        cls.broker.messages(AUDIT_TOPIC, at_least=1)

    def setUp(self) -> None:
        super().setUp()
        # Windows that are over.
        self.start_ms = (int(time.time() * 1000) // DEFAULT_MS - 4) * DEFAULT_MS

    def given(self, **more: str) -> Any:
        return self.options(audit=f"job {self.topic}", **more)

    def tables(self, stop_after: int | None = None, first: int = 0, count: int = 200) -> Iterator[pa.RecordBatch]:
        for start in range(first, first + count, 50):
            if stop_after is not None and start >= first + 50 * stop_after:
                raise Stop
            numbers = range(start, start + 50)
            times = [(self.start_ms + (DEFAULT_MS if number % 4 == 3 else number)) * 1000 for number in numbers]
            columns = [
                pa.array([b"k%d" % (number % 5) for number in numbers], pa.binary()),
                pa.array([b"%d" % number for number in numbers], pa.binary()),
                pa.array(times, pa.int64()).cast(_US),
            ]
            yield pa.RecordBatch.from_arrays(columns, ["key", "value", "timestamp"])

    def ledger(self) -> Ledger:
        ledger = Ledger()
        for message in self.broker.messages(AUDIT_TOPIC):
            ledger.add(message.key, message.value, message.timestamp_ms)
        self.assertEqual((ledger.unreadable, ledger.faults, ledger.forged), (0, [], []))
        return ledger

    def cells(self) -> list[Cell]:
        """Of this test's sink."""
        return [cell for cell in self.ledger().cells if cell.key.topic == self.topic and cell.key.writer.tier is Tier.PRODUCER]

    def edges(self) -> list[Edge]:
        found = self.ledger().balance(int(time.time() * 1000), grace_ms=0, settle_ms=0, topics=[self.topic]).edges
        return [edge for edge in found if edge.sender.tier is Tier.PRODUCER]

    def wait_for_the_broker(self) -> None:
        """Until it has told all that is in the topic."""
        wanted = self.rows().total()
        until_s = time.monotonic() + 60
        while True:
            cells = [cell for cell in self.ledger().cells if cell.key.topic == self.topic and cell.key.writer.tier is Tier.BROKER]
            if sum(cell.count for cell in cells) >= wanted or time.monotonic() > until_s:
                self.assertEqual(sum(cell.count for cell in cells), wanted)
                return
            time.sleep(0.05)

    def judged(self) -> list[tuple[str, int, int]]:
        """(verdict, sent, what is too much) of each window, when brokers have told what they have counted."""
        self.wait_for_the_broker()
        until_s = time.monotonic() + 60
        while any(edge.judgment.verdict is Verdict.LATE for edge in self.edges()) and time.monotonic() < until_s:
            time.sleep(0.05)
        self.assertEqual({str(edge.sender) for edge in self.edges()}, {f"producer job {self.topic}"})
        return [(edge.judgment.verdict.value, edge.sent.must, edge.judgment.duplicate) for edge in self.edges()]


COMPLETE = [("complete", 150, 0), ("complete", 50, 0)]


class BatchTests(AuditedCase):
    def writer(self, **more: str) -> KlogWriter:
        return KlogWriter(self.given(idempotent="false", **more), SCHEMA)

    def write(self, writer: KlogWriter, *, stop_after: int | None = None, first: int = 0, count: int = 200) -> KlogCommit:
        """In a task, by what went through pickle."""
        there = pickle.loads(pickle.dumps(writer))
        return pickle.loads(pickle.dumps(there.write(self.tables(stop_after, first, count))))

    def test_a_job_counts_when_it_is_committed(self) -> None:
        writer = self.writer()
        commits = [self.write(writer, first=0, count=100), self.write(writer, first=100, count=100)]
        self.assertEqual(self.cells(), [])
        writer = pickle.loads(pickle.dumps(writer))
        writer.commit([*commits, None])
        self.assertEqual(self.judged(), COMPLETE)
        # Once more, since the answer was lost: the same.
        writer.commit(commits)
        self.assertEqual(self.judged(), COMPLETE)

    def test_windows_are_late_while_a_job_writes(self) -> None:
        first = self.writer()
        first.commit([self.write(first)])
        self.assertEqual(self.judged(), COMPLETE)
        second = self.writer()
        commit = self.write(second)
        self.wait_for_the_broker()
        self.assertEqual([edge.judgment.verdict for edge in self.edges()], [Verdict.LATE] * 2)
        second.commit([commit])
        self.assertEqual(self.judged(), [("complete", 300, 0), ("complete", 100, 0)])

    def test_a_task_that_is_run_again_counts_once_and_what_it_left_is_too_much(self) -> None:
        writer = self.writer()
        with self.assertRaises(Stop):
            self.write(writer, stop_after=2)
        left = self.rows().total()
        self.assertGreater(left, 0)
        writer.commit([self.write(writer)])
        found = self.judged()
        self.assertEqual([(verdict, sent) for verdict, sent, _ in found], [("duplicate", 150), ("duplicate", 50)])
        self.assertEqual(sum(more for _, _, more in found), left)

    def test_a_job_that_failed_is_too_much_when_it_has_run_again(self) -> None:
        failed = self.writer()
        failed.abort([self.write(failed), None])
        self.wait_for_the_broker()
        # Nobody has told anything: this name has no producer yet.
        self.assertEqual((self.edges(), self.cells()), ([], []))
        again = self.writer()
        again.commit([self.write(again)])
        self.assertEqual(self.judged(), [("duplicate", 150, 150), ("duplicate", 50, 50)])

    def test_hashes(self) -> None:
        writer = self.writer(audit_hashes="true")
        writer.commit([self.write(writer, first=0, count=100), self.write(writer, first=100, count=100)])
        written = sum(record_hash(one.timestamp_ms, one.key, one.value, one.headers) for one in self.records())
        self.assertEqual(sum(cell.whole_hash or 0 for cell in self.cells()) % (1 << 64), written % (1 << 64))
        self.assertEqual(self.judged(), COMPLETE)

    def test_of_brokers_that_set_the_time_it_counts(self) -> None:
        self.broker.create_topic(f"{self.topic}-2", 1, configs={"message.timestamp.type": "LogAppendTime"})
        writer = self.writer(topic=f"{self.topic}-2")
        begun_ms = int(time.time() * 1000)
        writer.commit([self.write(writer)])
        cells = [cell for cell in self.ledger().cells if cell.key.topic == f"{self.topic}-2" and cell.key.writer.tier is Tier.PRODUCER]
        self.assertEqual(sum(cell.count for cell in cells), 200)
        self.assertTrue(all(cell.end_ms > begun_ms for cell in cells), cells)

    def test_what_nobody_acknowledges_counts_as_tried(self) -> None:
        writer = self.writer(kafka_acks="0")
        writer.commit([self.write(writer)])
        self.assertEqual(sorted((cell.count, cell.attempt) for cell in self.cells()), [(0, 50), (0, 150)])

    def test_windows_are_as_long_as_it_is_said(self) -> None:
        writer = self.writer(audit_window="1s")
        writer.commit([self.write(writer)])
        self.assertEqual({cell.end_ms - cell.start_ms for cell in self.cells()}, {1_000})

    def test_its_client_id_is_its_name(self) -> None:
        self.assertEqual(self.given(idempotent="false").client.client_id, f"job {self.topic}")
        self.assertEqual(self.given(idempotent="false", kafka_client_id="web").client.client_id, "web")

    def test_without_the_audits_topic_it_writes_all_the_same(self) -> None:
        with Broker() as broker:
            broker.create_topic("t", 1)
            with self.assertLogs("klog", "WARNING") as logged:
                writer = self.writer(topic="t", kafka_bootstrap_servers=broker.bootstrap)
                writer.commit([self.write(writer)])
            self.assertEqual(len(broker.messages("t")), 200)
            self.assertTrue(any("the audit were not written" in line for line in logged.output), logged.output)


class StreamTests(AuditedCase):
    def batch(self, batch_id: int = 0, *, stop_after: int | None = None, commit: bool = True, **more: str) -> KlogCommit:
        """One batch of one task, planned, run and committed as Spark does it."""
        options = self.given(**more)
        writer = pickle.loads(pickle.dumps(KlogStreamWriter(options, SCHEMA)))
        with mock.patch.object(stream_sink, "place_of_task", lambda _="": Place("q", batch_id, 0)):
            told = pickle.loads(pickle.dumps(writer.write(self.tables(stop_after))))
        if commit:
            KlogStreamWriter(options, SCHEMA).commit([told], batch_id)
        return told

    def test_a_batch_that_is_repeated_counts_once(self) -> None:
        self.batch(idempotent="false")
        self.assertEqual(self.judged(), COMPLETE)
        self.batch(idempotent="false")
        self.assertEqual(self.judged(), [("duplicate", 150, 150), ("duplicate", 50, 50)])
        self.batch(1, idempotent="false")
        self.assertEqual(self.judged(), [("duplicate", 300, 150), ("duplicate", 100, 50)])

    def test_of_an_idempotent_stream_all_attempts_count(self) -> None:
        for stop_after in (1, 3, 2):
            with self.assertRaises(Stop):
                self.batch(stop_after=stop_after)
        self.assertGreater(self.rows().total(), 0)
        self.wait_for_the_broker()
        told = self.batch()
        self.assertGreater(told.left_out, 0)
        self.assertEqual(self.rows().total(), 200)
        self.assertEqual(self.judged(), COMPLETE)

    def test_a_batch_whose_end_was_not_written_down_says_the_same_again(self) -> None:
        with (
            mock.patch.object(stream_sink.LedgerTopic, "finish", side_effect=KlogError(ErrorCode.REQUEST_TIMED_OUT, "slow")),
            self.assertRaises(KlogError),
        ):
            self.batch()
        again = self.batch()
        self.assertEqual((again.rows, again.left_out), (0, 200))
        self.assertEqual(self.judged(), COMPLETE)
        # Now it is done: a repetition knows nothing, and what was told stands.
        again = self.batch()
        self.assertEqual((again.left_out, again.counts), (200, ()))
        self.assertEqual(self.judged(), COMPLETE)

    def test_a_stream_that_runs_for_long_leaves_few_cells(self) -> None:
        with mock.patch.object(sink_audit, "is_time", lambda cells, _: cells > 0):
            for batch_id in range(4):
                self.batch(batch_id)
                # Its commit is repeated, too: nothing is counted twice.
                self.batch(batch_id)
        self.assertEqual(self.judged(), [("complete", 600, 0), ("complete", 200, 0)])
        names = sorted(cell.key.writer.guid.partition("/")[2] for cell in self.cells())
        self.assertEqual(names, ["folded.0", "folded.0", "q.3", "q.3"])


class SumTests(unittest.TestCase):
    def test_tasks_are_added_up_by_topic_and_window(self) -> None:
        writer = Writer(Tier.PRODUCER, "", "", "", "", "")

        def cell(topic: str, start_ms: int, count: int, guid: str = "") -> Cell:
            made = Cell(CellKey(writer._replace(guid=guid), topic, Window(start_ms, start_ms + 10)))
            made.count = made.attempt = count
            made.times(start_ms, start_ms + 1)
            made.latencies.add(5, count)
            return made

        found = added_up([[cell("a", 0, 1), cell("b", 0, 2)], [cell("a", 0, 3), cell("a", 10, 4)], [cell("a", 0, 9, "/(other)")]])
        self.assertEqual(
            [(one.key.topic, one.start_ms, one.count, one.latencies.count) for one in found],
            [("a", 0, 4, 4), ("a", 0, 9, 9), ("a", 10, 4, 4), ("b", 0, 2, 2)],
        )


if __name__ == "__main__":
    unittest.main()
