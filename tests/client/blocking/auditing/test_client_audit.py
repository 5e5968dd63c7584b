"""What a client without a reactor counts: with klog's broker, which counts the same, and on a cluster of dicts that misbehaves."""

from __future__ import annotations

import random
import time
import unittest
from typing import Any

from twisted.internet.task import Clock

from klog.audit.cells import AUDIT_TOPIC, Tier
from klog.audit.ledger import Ledger
from klog.audit.verdicts import Verdict
from klog.client.auditing.audit import Audit
from klog.client.blocking.client import BlockingClient
from klog.config import ConfigError
from klog.errors import ErrorCode, KlogError
from klog.forks import in_child
from klog.model import TopicPartition
from klog.records.implementations import codec
from klog.testing.embedded import Broker
from tests.client.blocking.auditing.rig import told_ledger
from tests.client.fake_cluster import BlockingFake
from tests.client.producing.produce_world import ProducingCluster

TP = TopicPartition("t", 0)
_WINDOW_MS = 1_000


def batch(*stamps_ms: int) -> bytes:
    """One batch of records with these timestamps."""
    return codec.build_batch([(stamp_ms, None, b"%d" % number, ()) for number, stamp_ms in enumerate(stamps_ms)])


class BrokerTests(unittest.TestCase):
    """With klog's broker, which counts as well."""

    broker: Broker

    @classmethod
    def setUpClass(cls) -> None:
        counting = {"counts": "true", "counts.window.ms": str(_WINDOW_MS), "counts.interval.ms": "100"}
        cls.broker = Broker(properties={f"klog.audit.{name}": value for name, value in counting.items()}).start()
        cls.broker.create_topics({"t": 1, "part": 1})
        # The broker's first report makes the audit's topic, and a client's finds it.
        cls.broker.messages(AUDIT_TOPIC, at_least=1)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.broker.stop()

    def client(self, **audit: Any) -> BlockingClient:
        client = BlockingClient(self.broker.bootstrap, client_id="worker", audit=Audit(window_ms=_WINDOW_MS, interval_ms=100, **audit))
        self.addCleanup(client.close)
        return client

    def ledger(self) -> Ledger:
        ledger = Ledger()
        for message in self.broker.messages(AUDIT_TOPIC):
            ledger.add(message.key, message.value, message.timestamp_ms)
        self.assertEqual((ledger.unreadable, ledger.faults, ledger.forged), (0, [], []))
        return ledger

    def judged(self, topic: str) -> dict[tuple[str, int], Verdict]:
        """By receiver and count, as far as is told."""
        edges = self.ledger().balance(int(time.time() * 1000), grace_ms=0, settle_ms=0, topics=[topic]).edges
        return {(str(edge.receiver), edge.sent.must): edge.judgment.verdict for edge in edges}

    def until_judged(self, topic: str, wanted: dict[tuple[str, int], Verdict]) -> None:
        until_s = time.monotonic() + 60
        while self.judged(topic) != wanted and time.monotonic() < until_s:
            time.sleep(0.05)
        self.assertEqual(self.judged(topic), wanted)

    def test_all_count_the_same(self) -> None:
        # Windows that begin after everybody has begun to count: these are judged whole.
        start_ms = (int(time.time() * 1000) // _WINDOW_MS + 1) * _WINDOW_MS
        with self.client(name="reader", hashes=True) as client:
            client.produce(TP, batch(*range(start_ms, start_ms + 5)))
            # Over the border, and not in order: the header names its first and its largest time alone.
            client.produce(TP, batch(start_ms + 1_001, start_ms + 999, start_ms + 1_002), acks=1)
            self.assertEqual(len(list(client.read(TP, 0, 8))), 8)
        complete = {(name, count): Verdict.COMPLETE for name in ("broker worker", "consumer reader") for count in (6, 2)}
        self.until_judged("t", complete)
        hashed = {cell.key.writer.tier: cell.hashed for cell in self.ledger().cells if cell.key.topic == "t" and cell.hashed == 6}
        self.assertEqual(hashed, {Tier.PRODUCER: 6, Tier.CONSUMER: 6})

    def test_counted_is_what_was_given(self) -> None:
        tp = TopicPartition("part", 0)
        now_ms = int(time.time() * 1000)
        with self.client(name="part") as client:
            client.produce(tp, batch(*[now_ms] * 10))
            # Left in the middle, the rest out of order, and a part of it again.
            for message in client.read(tp, 6, 10):
                if message.offset == 7:
                    break
            list(client.read(tp, 0, 6))
            list(client.read(tp, 4, 7))
        cells = [cell for cell in self.ledger().cells if cell.key.writer.name == "part"]
        self.assertEqual([(cell.key.writer.tier, cell.count, cell.repeated) for cell in cells], [(Tier.CONSUMER, 11, 3)])

    def test_iterations_that_stand_somewhere_count_as_far_as_they_are(self) -> None:
        tps = [TopicPartition("merged", 0), TopicPartition("merged", 1)]
        self.broker.create_topics({"merged": 2})
        now_ms = int(time.time() * 1000)
        with self.client() as client:
            for tp in tps:
                client.produce(tp, batch(*[now_ms] * 10))
        client = self.client(name="merge")
        one, two = (client.read(tp, 0, 10) for tp in tps)
        for _ in range(5):
            next(one)
        # Later than its interval, another iteration tells.
        time.sleep(0.15)
        for _ in range(3):
            next(two)
        self.assertEqual(self.merged(), [5])
        next(one)
        client.close()
        self.assertEqual(self.merged(), [9])
        # What is given behind the end counts nowhere.
        next(one)
        one.close()
        two.close()
        client.close()
        self.assertEqual(self.merged(), [9])

    def merged(self) -> list[int]:
        return [cell.count for cell in self.ledger().cells if cell.key.writer.name == "merge"]

    def test_what_it_writes_itself_for_the_audit_is_not_counted(self) -> None:
        audit = TopicPartition(AUDIT_TOPIC, 0)
        with self.client(name="looks") as client:
            self.assertGreater(len(list(client.read(audit, 0))), 0)
        self.assertNotIn("looks", {cell.key.writer.name for cell in self.ledger().cells})


class CountingTests(unittest.TestCase):
    """On a cluster of dicts, in virtual time."""

    def setUp(self) -> None:
        self.clock = Clock()
        self.cluster = ProducingCluster(self.clock)
        self.cluster.topics["t"] = [(1, 1), (2, 1)]
        self.cluster.topics[AUDIT_TOPIC] = [(1, 1), (2, 1)]

    def now_ms(self) -> int:
        return 1_700_000_000_000 + int(self.clock.seconds() * 1000)

    def make(self, **audit: Any) -> BlockingClient:
        return BlockingClient(
            "host1,host2",
            client_id="worker",
            audit=Audit(window_ms=60_000, interval_ms=1_000, **audit),
            random=random.Random(3),
            clock=self.clock.seconds,
            sleep=self.clock.advance,
            now_ms=self.now_ms,
            connect=lambda host, port: BlockingFake(self.cluster, host, port),  # type: ignore[arg-type, return-value]
        )

    def ledger(self) -> Ledger:
        return told_ledger(self, self.cluster)

    def sums(self) -> tuple[int, int, int]:
        """What was told: tried, acknowledged, failed."""
        cells = self.ledger().cells
        return sum(cell.attempt for cell in cells), sum(cell.count for cell in cells), sum(cell.failure for cell in cells)

    def ended(self) -> list[bool]:
        return [state.has_ended for state, _ in self.ledger()._states.values()]

    def test_it_is_told_from_time_to_time_and_at_the_end(self) -> None:
        client = self.make()
        client.produce(TP, batch(self.now_ms()))
        self.assertEqual(self.ledger().cells, [])
        self.clock.advance(1.1)
        client.produce(TP, batch(self.now_ms(), self.now_ms()))
        self.assertEqual((self.sums(), self.ended()), ((1, 1, 0), [False]))
        client.close()
        self.assertEqual((self.sums(), self.ended()), ((3, 3, 0), [True]))

    def test_what_failed_and_what_nobody_acknowledges(self) -> None:
        # The first batch says that it is there.
        self.cluster.faults.extend([None, ErrorCode.INVALID_RECORD, None])
        client = self.make()
        with self.assertRaises(KlogError):
            client.produce(TP, batch(self.now_ms()))
        client.produce(TP, batch(self.now_ms()), acks=0)
        client.close()
        self.assertEqual(self.sums(), (2, 0, 1))

    def test_the_brokers_time_where_the_topic_has_that(self) -> None:
        self.cluster.append_time_ms = self.now_ms() + 600_000
        client = self.make(hashes=True)
        client.produce(TP, batch(self.now_ms(), self.now_ms() + 61_000))
        self.cluster.append_time_ms = -1
        client.close()
        [cell] = self.ledger().cells
        self.assertEqual((cell.count, cell.hashed, cell.start_ms <= self.now_ms() + 600_000 < cell.end_ms), (2, 2, True))

    def test_bytes_that_are_no_batch_count_as_nothing(self) -> None:
        self.cluster.faults.extend([None, ErrorCode.CORRUPT_MESSAGE])
        client = self.make()
        with self.assertRaises(KlogError):
            client.produce(TP, batch(self.now_ms())[:-1], timeout_ms=100)
        client.close()
        self.assertEqual((self.sums(), self.ended()), ((0, 0, 0), [True]))

    def test_it_is_known_before_its_first_batch_is_written(self) -> None:
        client = self.make()
        client.produce(TP, batch(self.now_ms()))
        client.produce(TP, batch(self.now_ms()))
        names = [topic.name for request in self.cluster.produced for topic in request.topic_data]
        self.assertEqual((names, self.ended(), self.sums()), ([AUDIT_TOPIC, "t", "t"], [False], (0, 0, 0)))
        client.close()
        # Who only reads has nothing to say before.
        self.setUp()
        with self.make() as client:
            list(client.read(TP, 0, 0))
            self.assertEqual(self.cluster.produced, [])

    def test_without_the_topic_it_works_all_the_same(self) -> None:
        del self.cluster.topics[AUDIT_TOPIC]
        client = self.make()
        with self.assertLogs("klog", "WARNING") as logged:
            for _ in range(3):
                client.produce(TP, batch(self.now_ms()))
                self.clock.advance(1.1)
        # The same sentence is not told twice.
        self.assertEqual(len(logged.output), 1)
        self.assertNotIn(AUDIT_TOPIC, self.cluster.topics)
        self.cluster.topics[AUDIT_TOPIC] = [(1, 1), (2, 1)]
        client.close()
        self.assertEqual(self.sums(), (3, 3, 0))

    def test_who_is_interrupted_or_forked_tells_nothing_more(self) -> None:
        with self.assertRaises(KeyboardInterrupt), self.make() as client:
            client.produce(TP, batch(self.now_ms()))
            raise KeyboardInterrupt
        child = self.make()
        child.produce(TP, batch(self.now_ms()))
        in_child()
        child.close()
        self.assertEqual((self.ended(), self.sums()), ([False, False], (0, 0, 0)))
        with self.assertRaises(ZeroDivisionError), self.make() as client:
            client.produce(TP, batch(self.now_ms()))
            raise ZeroDivisionError
        self.assertEqual(sorted(self.ended()), [False, False, True])

    def test_records_are_not_numbered_here(self) -> None:
        with self.assertRaisesRegex(ConfigError, "BlockingProducer"):
            self.make(numbers=True)
