"""What a producer without a reactor counts: with klog's broker, which counts the same, and on a cluster of dicts that misbehaves."""

from __future__ import annotations

import contextlib
import functools
import random
import time
import unittest
from typing import Any, cast
from unittest import mock

from twisted.internet.task import Clock

from klog.audit.balance import Edge
from klog.audit.cells import AUDIT_TOPIC, Cell, NumberCell, Tier, WriterState
from klog.audit.ledger import Ledger
from klog.audit.numbers import HEADER_NAME, NumberBook, compare
from klog.audit.verdicts import Verdict
from klog.client.auditing.audit import Audit
from klog.client.blocking.producer import BlockingProducer
from klog.client.producing.producer_types import DeliveryFailed, ProducerOptions
from klog.config import ConfigError
from klog.errors import ErrorCode
from klog.forks import in_child
from klog.records.contract import Record
from klog.testing.embedded import Broker
from tests.client.blocking.auditing.rig import told_ledger
from tests.client.blocking.interruption import Interruption
from tests.client.fake_cluster import BlockingFake
from tests.client.producing.produce_world import Fault, ProducingCluster
from tests.peers import soak_share

_WINDOW_MS = 60_000


class BrokerTests(unittest.TestCase):
    """With klog's broker, which counts as well."""

    def test_both_count_the_same(self) -> None:
        properties = {
            "klog.audit.counts": "true",
            "klog.audit.counts.window.ms": str(_WINDOW_MS),
            "klog.audit.counts.interval.ms": "100",
        }
        with Broker(properties=properties) as broker:
            broker.create_topics({"t": 2, "other": 1})
            # The broker's first report makes the audit's topic, and a producer's finds it.
            broker.messages(AUDIT_TOPIC, at_least=1)
            audit = Audit(window_ms=_WINDOW_MS, interval_ms=100, numbers=True, hashes=True)
            # Windows that are over: what is alive is waited for in those that are not.
            first_ms = (int(time.time() * 1000) // _WINDOW_MS - 3) * _WINDOW_MS
            with BlockingProducer(broker.bootstrap, client_id="web", audit=audit, compression="lz4") as producer:
                for number in range(500):
                    # In two windows.
                    producer.send("t", b"%d" % number, key=b"k", timestamp_ms=first_ms + number * 200)
                producer.flush()
                producer.send("other", b"x", timestamp_ms=first_ms).result()
            complete = {("t", 300): Verdict.COMPLETE, ("t", 200): Verdict.COMPLETE, ("other", 1): Verdict.COMPLETE}
            until_s = time.monotonic() + 60
            while (judged := self.judged(broker)) != complete and time.monotonic() < until_s:
                time.sleep(0.02)
            self.assertEqual(judged, complete)
            ledger = self.ledger(broker)
            [numbers] = [cell for key, cell in ledger.numbers.items() if key.topic == "t"]
            book = NumberBook("t")
            for message in broker.messages("t"):
                book.note(message.partition, message.offset, dict(message.headers)[HEADER_NAME])
            for finding in compare(numbers.delivered, numbers.tried, book):
                self.assertEqual((finding.missing, finding.repeats, finding.unknown), ([], [], []))
            hashed = sum(cell.hashed for cell in ledger.cells if cell.key.writer.tier is Tier.PRODUCER)
            self.assertEqual(hashed, 501)

    def ledger(self, broker: Broker) -> Ledger:
        ledger = Ledger()
        for message in broker.messages(AUDIT_TOPIC):
            ledger.add(message.key, message.value, message.timestamp_ms)
        self.assertEqual((ledger.unreadable, ledger.faults, ledger.forged), (0, [], []))
        return ledger

    def judged(self, broker: Broker) -> dict[tuple[str, int], Verdict]:
        """By what is told up to now: by topic and count."""
        edges: list[Edge] = self.ledger(broker).balance(int(time.time() * 1000), grace_ms=0, settle_ms=0).edges
        return {(edge.topic, edge.sent.must): edge.judgment.verdict for edge in edges}


class CountingCase(unittest.TestCase):
    """On a cluster of dicts, in virtual time."""

    def setUp(self) -> None:
        self.clock = Clock()
        self.cluster = ProducingCluster(self.clock)
        self.cluster.topics["t"] = [(1, 1), (2, 1)]
        self.cluster.topics[AUDIT_TOPIC] = [(1, 1), (2, 1)]

    def connect(self, host: str, port: int) -> Any:
        return BlockingFake(self.cluster, host, port)

    def now_ms(self) -> int:
        return 1_700_000_000_000 + int(self.clock.seconds() * 1000)

    def make(self, *, numbers: bool = False, hashes: bool = False, **options: Any) -> BlockingProducer:
        return BlockingProducer(
            "host1,host2",
            audit=Audit(window_ms=_WINDOW_MS, interval_ms=1_000, numbers=numbers, hashes=hashes),
            random=random.Random(3),
            clock=self.clock.seconds,
            sleep=self.clock.advance,
            now_ms=self.now_ms,
            connect=self.connect,
            **cast("ProducerOptions", {"client_id": "web", **options}),
        )

    def ledger(self) -> Ledger:
        return told_ledger(self, self.cluster)

    def sums(self) -> tuple[int, int, int]:
        """What was told: tried, acknowledged, failed."""
        cells: list[Cell] = self.ledger().cells
        return sum(cell.attempt for cell in cells), sum(cell.count for cell in cells), sum(cell.failure for cell in cells)

    def states(self) -> list[WriterState]:
        return [state for state, _ in self.ledger()._states.values()]

    def written(self) -> list[Record]:
        return [record for partition in (0, 1) for record in self.cluster.log("t", partition).records]


class CountingTests(CountingCase):
    def test_it_is_told_from_time_to_time_and_at_the_end(self) -> None:
        producer = self.make(linger_ms=10)
        producer.send("t", b"1", partition=0).result()
        self.assertEqual(self.ledger().cells, [])
        self.clock.advance(1.1)
        producer.send("t", b"2", partition=0)
        self.assertEqual(self.sums(), (1, 1, 0))
        [state] = self.states()
        # What is on its way is not in it.
        self.assertEqual((state.has_ended, state.through_ms < self.now_ms()), (False, True))
        producer.send("t", b"3", partition=1).result()
        self.clock.advance(1.1)
        producer.flush()
        self.assertEqual(self.sums(), (3, 3, 0))
        producer.send("t", b"4", partition=1)
        producer.close()
        self.assertEqual(self.sums(), (4, 4, 0))
        [state] = self.states()
        self.assertTrue(state.has_ended)
        [writer] = {cell.key.writer for cell in self.ledger().cells}
        self.assertEqual((writer.tier, writer.application, writer.guid), (Tier.PRODUCER, "web", state.writer.guid))

    def test_it_is_known_before_its_first_record_is_written(self) -> None:
        """Else, where it dies at once, nobody could tell whose that is, and what others of its name have sent would seem to be doubled."""
        producer = self.make(linger_ms=10)
        producer.send("t", b"1", partition=0)
        self.assertEqual(self.cluster.produced, [])
        producer.flush()
        self.assertEqual(self.topics_written(), [AUDIT_TOPIC, "t"])
        [state] = self.states()
        self.assertEqual((self.ledger().cells, state.has_ended, state.through_ms <= self.now_ms()), ([], False, True))
        producer.send("t", b"2", partition=1).result()
        self.assertEqual(self.topics_written(), [AUDIT_TOPIC, "t", "t"])

    def topics_written(self) -> list[str]:
        return [topic.name for request in self.cluster.produced for topic in request.topic_data]

    def test_where_that_cannot_be_said_records_are_written_all_the_same(self) -> None:
        """Nobody answers: what is due later waits as long for that."""
        self.cluster.faults.extend(["silent"] * 3)
        producer = self.make(request_timeout_ms=2_000)
        with self.assertLogs("klog", "WARNING") as logged:
            producer.send("t", b"1", partition=0).result()
        self.assertLess(self.clock.seconds(), 6)
        self.assertEqual((len(logged.output), len(self.written())), (1, 1))
        self.clock.advance(1.1)
        producer.flush()
        self.assertEqual(self.sums(), (1, 1, 0))

    def test_without_the_topic_nothing_is_waited_for(self) -> None:
        del self.cluster.topics[AUDIT_TOPIC]
        self.make().send("t", b"1", partition=0).result()
        self.assertLess(self.clock.seconds(), 0.1)
        self.assertEqual(self.topics_written(), ["t"])

    def test_who_has_sent_nothing_tells_nothing(self) -> None:
        self.make().close()
        self.assertEqual(self.cluster.log(AUDIT_TOPIC, 0).records + self.cluster.log(AUDIT_TOPIC, 1).records, [])

    def test_what_failed_and_what_nobody_acknowledges_is_tried(self) -> None:
        # The first batch says that it is there.
        self.cluster.faults.extend([None, None, ErrorCode.INVALID_RECORD])
        producer = self.make()
        producer.send("t", b"1", partition=0).result()
        with self.assertRaises(DeliveryFailed):
            producer.send("t", b"2", partition=0).result()
        producer.close()
        self.assertEqual(self.sums(), (2, 1, 1))
        self.setUp()
        producer = self.make(acks=0)
        producer.send("t", b"1", partition=0)
        producer.close()
        self.assertEqual(self.sums(), (1, 0, 0))

    def test_the_brokers_time_where_the_topic_has_that(self) -> None:
        self.cluster.append_time_ms = self.now_ms() + 10 * _WINDOW_MS
        producer = self.make(hashes=True)
        producer.send("t", b"1", partition=0)
        producer.flush()
        self.cluster.append_time_ms = -1
        producer.close()
        [cell] = self.ledger().cells
        self.assertLess(self.now_ms() + 8 * _WINDOW_MS, cell.start_ms)
        self.assertEqual((cell.count, cell.hashed), (1, 1))

    def test_an_error_within_the_block(self) -> None:
        with self.assertRaises(ZeroDivisionError), self.make(linger_ms=1_000) as producer:
            producer.send("t", b"1", partition=0)
            raise ZeroDivisionError
        self.assertEqual(self.sums(), (1, 1, 0))
        # Who is interrupted waits for no broker any more: it is a writer that has died.
        self.setUp()
        with self.assertRaises(KeyboardInterrupt), self.make(linger_ms=1_000) as producer:
            producer.send("t", b"1", partition=0).result()
            raise KeyboardInterrupt
        self.assertEqual([state.has_ended for state in self.states()], [False])
        self.assertEqual(self.sums(), (0, 0, 0))

    def test_without_the_topic_records_are_written_all_the_same(self) -> None:
        del self.cluster.topics[AUDIT_TOPIC]
        producer = self.make()
        with self.assertLogs("klog", "WARNING") as logged:
            for number in range(5):
                producer.send("t", b"%d" % number, partition=0).result()
                self.clock.advance(1.1)
        # The same sentence is not told twice.
        self.assertEqual(len(logged.output), 1)
        self.assertIn("go with the next", logged.output[0])
        self.assertNotIn(AUDIT_TOPIC, self.cluster.topics)
        self.cluster.topics[AUDIT_TOPIC] = [(1, 1), (2, 1)]
        producer.close()
        self.assertEqual(self.sums(), (5, 5, 0))

    def test_a_child_tells_nothing(self) -> None:
        producer = self.make()
        producer.send("t", b"1", partition=0).result()
        in_child()
        producer.close()
        self.assertEqual([state.has_ended for state in self.states()], [False])

    def test_what_is_no_audit(self) -> None:
        with self.assertRaisesRegex(ConfigError, r"klog\.Audit"):
            BlockingProducer("host1", audit=cast(Audit, True))

    def test_numbers_of_batches_that_were_halved_and_given_up(self) -> None:
        self.cluster.largest_batch = 400
        producer = self.make(numbers=True, linger_ms=1_000)
        for number in range(40):
            producer.send("t", b"%d" % number, partition=number % 2)
        producer.flush()
        self.cluster.faults.append(ErrorCode.INVALID_RECORD)
        for number in range(2):
            producer.send("t", b"%d" % number, partition=number)
        with contextlib.suppress(DeliveryFailed):
            producer.flush()
        producer.send("t", b"last", partition=0)
        producer.flush()
        self.cluster.largest_batch = 1 << 20
        producer.close()
        [cell] = self.ledger().numbers.values()
        self.assertEqual(self.told_numbers(cell), (42, 1))
        self.assert_balanced(cell)

    def told_numbers(self, cell: NumberCell) -> tuple[int, int]:
        return sum(map(len, cell.delivered.values())), sum(map(len, cell.tried.values()))

    def assert_balanced(self, cell: NumberCell) -> None:
        book = NumberBook("t")
        for partition in (0, 1):
            for record in self.cluster.log("t", partition).records:
                book.note(partition, record.offset, dict(record.headers)[HEADER_NAME])
        for finding in compare(cell.delivered, cell.tried, book):
            self.assertEqual((finding.missing, finding.repeats), ([], []))


class BoundsTests(CountingCase):
    """Whatever happens: what is told as acknowledged is there, and what is there was told as tried."""

    def assert_bounds(self, seed: object) -> None:
        attempt, count, failure = self.sums()
        there = len(self.written())
        self.assertLessEqual(count + failure, attempt, seed)
        self.assertLessEqual(count, there, seed)
        self.assertLessEqual(there, attempt, seed)

    @staticmethod
    def any_fault(rng: random.Random) -> Fault | None:
        faults = ("cut", "lost", "silent", "left out", ErrorCode.NOT_ENOUGH_REPLICAS, ErrorCode.INVALID_RECORD)
        return rng.choice(faults) if rng.random() < 0.15 else None

    def test_lives(self) -> None:
        for seed in range(soak_share(3_000)):
            self.setUp()
            rng = random.Random(seed)
            self.cluster.choose_fault = functools.partial(self.any_fault, rng)
            producer = self.make(
                numbers=rng.random() < 0.3,
                linger_ms=rng.choice([0, 5, 1_000]),
                batch_bytes=rng.choice([200, 100_000]),
                delivery_timeout_ms=5_000,
                request_timeout_ms=1_000,
            )
            for number in range(rng.randrange(1, 60)):
                self.clock.advance(rng.choice([0, 0, 0.1, 1.5]))
                with contextlib.suppress(DeliveryFailed):
                    delivery = producer.send("t", b"%d" % number, partition=rng.randrange(2))
                    if rng.random() < 0.2:
                        delivery.result()
                    elif rng.random() < 0.1:
                        producer.flush()
            with contextlib.suppress(DeliveryFailed):
                producer.flush()
            # The last report is written.
            self.cluster.choose_fault = lambda: None
            with contextlib.suppress(DeliveryFailed):
                producer.close()
            self.assert_bounds(seed)
            [state] = self.states()
            self.assertTrue(state.has_ended, seed)

    def test_interrupted_at_any_line(self) -> None:
        files = ("blocking/producer.py", "auditing/producer_audit.py", "auditing/telling.py", "auditing/sent.py", "audit/counting.py")
        place = 1
        while self.interrupt_at(place, files):
            place += 7
        self.assertGreater(place, 1_000)

    def interrupt_at(self, place: int, files: tuple[str, ...]) -> bool:
        """Raise at the `place`th line that runs in `files`, and look; False where fewer lines run."""
        self.setUp()
        producer = self.make(batch_bytes=120, linger_ms=5)
        interruption = Interruption(place, files)
        for number in range(12):
            self.clock.advance(0.3)
            with contextlib.suppress(KeyboardInterrupt, DeliveryFailed), interruption:
                producer.send("t", b"%03d" % number, partition=number % 2)
                if number % 4 == 3:
                    producer.flush()
        with contextlib.suppress(DeliveryFailed):
            producer.close()
        self.assert_bounds(place)
        return interruption.has_come


class NumberedHeadersTests(CountingCase):
    def test_the_users_headers_come_first(self) -> None:
        with self.make(numbers=True) as producer:
            producer.send("t", b"1", partition=0, headers=[("a", b"b")])
        [record] = self.written()
        self.assertEqual([name for name, _ in record.headers], ["a", HEADER_NAME])

    def test_a_number_that_was_interrupted_is_not_given_twice(self) -> None:
        producer = self.make(numbers=True, linger_ms=1_000)
        producer.send("t", b"1", partition=0)
        with mock.patch.object(producer, "_clock", side_effect=[0.0, KeyboardInterrupt]), contextlib.suppress(KeyboardInterrupt):
            producer.send("t", b"2", partition=0)
        producer.send("t", b"3", partition=0)
        producer.close()
        values = [dict(record.headers)[HEADER_NAME] for record in self.written()]
        self.assertEqual(len(set(values)), len(values))
