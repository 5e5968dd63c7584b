"""The measurements of ``klog bench`` in virtual time: everything that is sent is counted."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.cli.bench import runs
from klog.cli.bench.runs import bounds, consume, end_to_end, ensure_topic, produce, producer_options, values
from klog.errors import ErrorCode, KlogError
from klog.testing.broker import MemoryBroker
from tests.cli.rig import Captured, connection_to


class RunTests(SynchronousTestCase):
    """Produce, consume, end to end."""

    def setUp(self) -> None:
        self.broker = MemoryBroker().start()
        self.addCleanup(self.broker.stop)
        self.reactor = self.broker.reactor
        self.connection = connection_to(self.broker)
        self.progress = Captured().progress(None, "records")
        self.reactor.until(ensure_topic(self.reactor, self.connection, "b", 3))

    def test_topics_are_made_once(self) -> None:
        self.reactor.until(ensure_topic(self.reactor, self.connection, "b", 9))
        self.assertEqual(len(self.reactor.until(bounds(self.reactor, self.connection, "b"))), 3)
        with self.assertRaises(KlogError):
            self.reactor.until(bounds(self.reactor, self.connection, "nix"))
        with self.assertRaises(KlogError):
            self.reactor.until(ensure_topic(self.reactor, self.connection, "bad topic", 1))
        self.reactor.until(ensure_topic(self.reactor, self.connection, "one", 1, 1))
        with self.assertRaises(KlogError) as caught:
            self.reactor.until(ensure_topic(self.reactor, self.connection, "three", 1, 3))
        self.assertIs(caught.exception.code, ErrorCode.INVALID_REPLICATION_FACTOR)

    def test_bulk_single_and_with_a_rate(self) -> None:
        total = 0
        for single, rate in ((False, None), (True, None), (False, 5_000.0), (True, 500.0)):
            result = self.reactor.until(produce(self.reactor, self.connection, "b", 1_000, 50, rate, single, self.progress))
            total += 1_000
            self.assertEqual((result.records, result.bytes), (1_000, 50_000))
            row = result.row()
            self.assertIn("p99_ms", row)
            if rate is not None:
                self.assertLess(abs(result.seconds - 1_000 / rate), 0.2)
        places = self.reactor.until(bounds(self.reactor, self.connection, "b"))
        self.assertEqual(sum(end - start for start, end in places.values()), total)
        result = self.reactor.until(consume(self.reactor, self.connection, "b", places, None, self.progress))
        self.assertEqual((result.records, result.bytes), (total, total * 50))
        self.assertNotIn("p99_ms", result.row())
        result = self.reactor.until(consume(self.reactor, self.connection, "b", places, 10, self.progress))
        self.assertGreaterEqual(result.records, 10)

    def test_end_to_end(self) -> None:
        result, over_time = self.reactor.until(end_to_end(self.reactor, self.connection, "b", 200, 64, 100.0, self.progress))
        self.assertEqual((result.records, result.bytes, result.latencies.count), (200, 12_800, 200))
        self.assertEqual(len(over_time), 200)
        self.assertGreaterEqual(min(latency for _, latency in over_time), 0)

    def test_what_cannot_be_sent_ends_it(self) -> None:
        with self.assertRaises(KlogError):
            self.reactor.until(produce(self.reactor, self.connection, "bad topic", 10, 5, None, False, self.progress))

    def test_values_and_options(self) -> None:
        self.assertEqual(values(3, 10), values(3, 10))
        self.assertEqual({len(value) for value in values(2_000, 100)}, {100})
        self.assertEqual(values(1, 0), [b""])
        named = connection_to(self.broker, ("partitioner", "consistent_random"))
        self.assertEqual(producer_options(named)["partitioner"], "key")
        self.assertEqual(runs.BULK, 5_000)
