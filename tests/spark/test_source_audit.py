"""What a source tells the audit, driven as Spark drives it, on klog's broker and without a JVM."""

from __future__ import annotations

import pickle
import time
import unittest
from collections.abc import Callable
from typing import Any, ClassVar
from unittest import mock

from klog.audit.balance import Edge
from klog.audit.cells import AUDIT_TOPIC, Tier, WriterState
from klog.audit.ledger import Ledger
from klog.audit.plans import whole_states
from klog.audit.verdicts import Verdict
from klog.audit.windows import DEFAULT_MS
from klog.client.blocking.client import BlockingClient
from klog.model import TopicPartition
from klog.records.implementations import codec
from klog.spark import source_audit
from klog.spark.options import parse
from klog.testing.embedded import Broker
from tests import peers

Json = dict[str, Any]


def setUpModule() -> None:
    peers.spark()


class AuditedCase(unittest.TestCase):
    """A topic of two partitions, with records in two windows."""

    broker: ClassVar[Broker]

    @classmethod
    def setUpClass(cls) -> None:
        cls.broker = Broker(properties={"klog.audit.counts": "true", "klog.audit.counts.interval.ms": "100"}).start()
        cls.addClassCleanup(cls.broker.stop)
        cls.broker.messages(AUDIT_TOPIC, at_least=1)

    def setUp(self) -> None:
        from klog.arrow.connections import forget

        self.addCleanup(forget)
        self.topic = self.id().rpartition(".")[2].removeprefix("test_")
        self.broker.create_topic(self.topic, 2)
        # Windows that are over.
        self.start_ms = (int(time.time() * 1000) // DEFAULT_MS - 4) * DEFAULT_MS
        self.put(0, [0] * 6 + [DEFAULT_MS] * 2)
        self.put(1, [DEFAULT_MS - 1, DEFAULT_MS, 5])
        # A sink that has told of all that was sent is waited for until it tells again.
        self.until(lambda: sum(cell.count for cell in self.ledger().cells if cell.key.topic == self.topic) == 11)

    def until(self, is_so: Callable[[], bool]) -> None:
        until_s = time.monotonic() + 60
        while not is_so() and time.monotonic() < until_s:
            time.sleep(0.05)
        self.assertTrue(is_so())

    def put(self, partition: int, times_ms: list[int]) -> None:
        records = [(self.start_ms + at_ms, None, b"%d" % number, ()) for number, at_ms in enumerate(times_ms)]
        with BlockingClient(self.broker.bootstrap, client_id="web") as client:
            client.produce(TopicPartition(self.topic, partition), codec.build_batch(records))

    def options(self, kind: Any, **more: str) -> Any:
        given = {"kafka.bootstrap.servers": self.broker.bootstrap, "subscribe": self.topic, "startingOffsets": "earliest"}
        return parse({**given, "audit": f"lake {self.topic}", **more}, kind)

    def run_task(self, reader: Any, task: Any) -> list[Json]:
        """By what went through pickle."""
        there, wanted = pickle.loads(pickle.dumps((reader, task)))
        return [row for batch in there.read(wanted) for row in batch.to_pylist()]

    def ledger(self) -> Ledger:
        ledger = Ledger()
        for message in self.broker.messages(AUDIT_TOPIC):
            ledger.add(message.key, message.value, message.timestamp_ms)
        self.assertEqual((ledger.unreadable, ledger.faults, ledger.forged), (0, [], []))
        return ledger

    def counted(self) -> dict[int, int]:
        """Of this test's sink, by the window's number."""
        found: dict[int, int] = {}
        for cell in self.ledger().cells:
            if cell.key.writer.name == f"lake {self.topic}":
                number = (cell.start_ms - self.start_ms) // DEFAULT_MS
                found[number] = found.get(number, 0) + cell.count
        return found

    def state(self) -> WriterState | None:
        """Of the driver, or of all tasks of a plan together."""
        told = [one for one in self.ledger()._states.values() if one[0].writer.name == f"lake {self.topic}"]
        states = [state for state, _ in whole_states(told)]
        self.assertLessEqual(len(states), 1)
        return states[0] if states else None

    def edges(self) -> list[Edge]:
        """As far as is told."""
        found = self.ledger().balance(int(time.time() * 1000), grace_ms=0, settle_ms=0, topics=[self.topic]).edges
        return [edge for edge in found if edge.receiver.tier is Tier.SINK]

    def presences(self) -> list[tuple[str, int]]:
        """Topics that this sink takes, and since when."""
        found = self.ledger()._presences.items()
        return sorted((key.topic, one.begun_ms) for key, (one, _) in found if key.writer.name == f"lake {self.topic}")

    def judged(self) -> list[tuple[str, int, int, int]]:
        """(verdict, sent, missing, duplicate) of each window, when all have told what they have counted."""
        self.until(lambda: all(edge.judgment.verdict is not Verdict.LATE for edge in self.edges()))
        return [(edge.judgment.verdict.value, edge.sent.must, edge.judgment.missing, edge.judgment.duplicate) for edge in self.edges()]


class BatchTests(AuditedCase):
    def reader(self, **more: str) -> Any:
        from klog.spark.batch import KlogReader

        return KlogReader(self.options("batch", **more))

    def test_a_task_that_is_run_again_counts_once(self) -> None:
        reader = self.reader(maxRecordsPerPartition="3")
        tasks = reader.partitions()
        self.assertGreater(len(tasks), 3)
        for task in [*tasks, *tasks[:2]]:
            self.run_task(reader, task)
        self.assertEqual(self.counted(), {0: 8, 1: 3})
        # The broker began to count behind these windows, so that they are no proof; but nothing is missing or double.
        self.assertEqual([one[1:] for one in self.judged()], [(8, 0, 0), (3, 0, 0)])

    def test_what_a_limit_has_left_is_late_until_a_read_runs_through(self) -> None:
        reader = self.reader()
        first, second = reader.partitions()
        self.assertEqual(first.value.partition, 0)
        self.run_task(reader, first)
        # Who leaves in the middle has not read it.
        self.assertGreater(next(reader.read(second)).num_rows, 0)
        self.assertEqual(self.counted(), {0: 6, 1: 2})
        found = [(edge.judgment.verdict, edge.arrived.least, edge.judgment.missing) for edge in self.edges()]
        self.assertEqual(found, [(Verdict.LATE, 6, 0), (Verdict.LATE, 2, 0)])
        # Another one, of which the second task is the last.
        first, second = reader.partitions()
        self.run_task(reader, second)
        self.assertEqual([edge.judgment.verdict for edge in self.edges()], [Verdict.LATE] * 2)
        self.run_task(reader, first)
        self.assertEqual([one[1:] for one in self.judged()], [(8, 0, 0), (3, 0, 0)])

    def test_of_a_plan_that_is_only_looked_at_nobody_says_anything(self) -> None:
        reader = self.reader()
        reader.partitions()
        self.assertEqual((self.counted(), self.state()), ({}, None))
        for task in reader.partitions():
            self.run_task(reader, task)
        before = self.state()
        reader.partitions()
        self.assertEqual(self.state(), before)

    def test_what_did_not_come_is_missing_when_all_was_read(self) -> None:
        reader = self.reader(maxRecordsPerPartition="4")
        for task in reader.partitions():
            # Of the first partition a range is skipped, though its task says that it has read it.
            wanted = task.value
            if (wanted.partition, wanted.start) == (0, 0):
                task.value = wanted._replace(end=2)
            self.run_task(reader, task)
        self.assertEqual(self.judged(), [("missing", 8, 2, 0), ("unknown", 3, 0, 0)])

    def test_columns_are_those_that_were_asked_for(self) -> None:
        reader = self.reader(columns="value,headers")
        rows = [row for task in reader.partitions() for row in self.run_task(reader, task)]
        self.assertEqual({tuple(row) for row in rows}, {("value", "headers")})
        self.assertEqual(self.counted(), {0: 8, 1: 3})

    def test_up_to_when_all_is_told(self) -> None:
        now_ms = int(time.time() * 1000)
        self.run_all(self.reader())
        state = self.state()
        assert state is not None
        self.assertEqual((state.begun_ms, state.interval_ms, state.has_ended), (0, 0, False))
        self.assertGreaterEqual(state.through_ms, now_ms)
        # What is written to the topic from then on is to be read by the next plan.
        self.assertEqual(self.presences(), [(self.topic, state.through_ms)])
        # What ends elsewhere is no whole.
        self.run_all(self.reader(endingOffsets=f'{{"{self.topic}":{{"0":1,"1":1}}}}'))
        state = self.state()
        assert state is not None
        self.assertEqual(state.through_ms, 0)

    def run_all(self, reader: Any) -> None:
        for task in reader.partitions():
            self.run_task(reader, task)

    def test_windows_are_as_long_as_it_is_said(self) -> None:
        reader = self.reader(**{"audit.window": "1s"})
        self.run_all(reader)
        windows = {cell.end_ms - cell.start_ms for cell in self.ledger().cells if cell.key.writer.name == f"lake {self.topic}"}
        self.assertEqual((windows, sum(self.counted().values())), ({1_000}, 11))

    def test_without_a_name_nothing_is_told(self) -> None:
        reader = self.reader(audit="")
        for task in reader.partitions():
            self.run_task(reader, task)
        self.assertEqual((self.counted(), self.state()), ({}, None))


class StreamTests(AuditedCase):
    now = 0.0

    def reader(self, **more: str) -> Any:
        from klog.spark.stream import KlogStreamReader

        made = KlogStreamReader(self.options("stream", **more), clock=lambda: self.now, sleep=lambda seconds: None)
        self.addCleanup(made.stop)
        return made

    def run_batch(self, reader: Any, start: Json, end: Json) -> None:
        for task in reader.partitions(start, end):
            self.run_task(reader, task)

    def test_a_batch_counts_when_it_is_finished(self) -> None:
        reader = self.reader(maxOffsetsPerTrigger="6")
        limit = reader.getDefaultReadLimit()
        start = reader.initialOffset()
        end = reader.latestOffset(start, limit)
        self.run_batch(reader, start, end)
        state = self.state()
        assert state is not None
        self.assertEqual(state.through_ms, 0)
        self.assertEqual([topic for topic, _ in self.presences()], [self.topic])
        # The driver was killed before its commit: the same batch again.
        again = self.reader(maxOffsetsPerTrigger="6")
        self.run_batch(again, start, end)
        before_ms = int(time.time() * 1000)
        start, end = end, again.latestOffset(end, limit)
        self.run_batch(again, start, end)
        self.assertEqual(sum(self.counted().values()), 11)
        state = self.state()
        assert state is not None
        self.assertEqual(state.through_ms, 0)
        # Now Spark asks for more, and there is nothing.
        self.assertEqual(again.latestOffset(end, limit), end)
        state = self.state()
        assert state is not None
        self.assertGreater(state.through_ms, before_ms - 2_000)
        self.assertEqual(self.counted(), {0: 8, 1: 3})

        def idle() -> bool:
            # An idle stream tells again from time to time.
            self.now += 10
            self.assertEqual(again.latestOffset(end, limit), end)
            return all(edge.judgment.verdict is not Verdict.LATE for edge in self.edges())

        self.until(idle)
        self.assertEqual([one[1:] for one in self.judged()], [(8, 0, 0), (3, 0, 0)])

    def test_a_stream_that_runs_for_long_leaves_few_cells(self) -> None:
        with mock.patch.object(source_audit, "is_time", lambda tasks, _: tasks > 0):
            reader = self.reader(maxOffsetsPerTrigger="2")
            limit = reader.getDefaultReadLimit()
            start, most = reader.initialOffset(), 0
            while True:
                end = reader.latestOffset(start, limit)
                if end == start:
                    break
                self.run_batch(reader, start, end)
                # A batch may be run again, as long as it is not finished.
                self.run_batch(reader, start, end)
                reader.commit(end)
                start = end
                most = max(most, len(self.told()))
        self.assertEqual(self.counted(), {0: 8, 1: 3})
        # A sum for each window, and what came since.
        self.assertEqual(len(self.told()), 2)
        self.assertLessEqual(most, 4)
        # A query that begins anew with smaller batches reads nothing that was not read.
        again = self.reader(maxOffsetsPerTrigger="3")
        start = again.initialOffset()
        self.run_batch(again, start, again.latestOffset(start, limit))
        self.assertEqual(self.counted(), {0: 8, 1: 3})

    def told(self) -> list[bytes]:
        """Keys of this sink's cells that were not deleted."""
        found: dict[bytes, bytes | None] = {}
        for message in self.broker.messages(AUDIT_TOPIC):
            if f"lake {self.topic}".encode() in message.key and b'"bucket_start"' in message.key:
                if b'"presence"' in message.key:
                    continue
                found[message.key] = message.value
        return [key for key, value in found.items() if value is not None]

    def test_what_a_run_has_not_reached_is_not_told(self) -> None:
        reader = self.reader()
        limit = reader.getDefaultReadLimit()
        reader.prepareForTriggerAvailableNow()
        pinned_ms = int(time.time() * 1000)
        self.put(0, [7])
        start = reader.initialOffset()
        end = reader.latestOffset(start, limit)
        self.run_batch(reader, start, end)
        self.assertEqual(reader.latestOffset(end, limit), end)
        state = self.state()
        assert state is not None
        self.assertTrue(0 < state.through_ms <= pinned_ms)
        self.assertEqual(self.counted(), {0: 8, 1: 3})


class RefusedTests(unittest.TestCase):
    def test_without_the_audits_topic_it_reads_all_the_same(self) -> None:
        from klog.arrow.connections import forget
        from klog.spark.batch import KlogReader

        self.addCleanup(forget)
        with Broker() as broker:
            broker.create_topic("t", 1)
            broker.put("t", [b"1", b"2"])
            options = parse({"kafka.bootstrap.servers": broker.bootstrap, "subscribe": "t", "audit": "lake"}, "batch")
            reader = KlogReader(options)
            with self.assertLogs("klog", "WARNING") as logged:
                rows = [row for task in reader.partitions() for batch in reader.read(task) for row in batch.to_pylist()]
            self.assertEqual(len(rows), 2)
            self.assertTrue(any("missing in the audit" in line for line in logged.output), logged.output)
