"""What producers count."""

from __future__ import annotations

from typing import Any
from unittest import mock

from twisted.internet.defer import Deferred, succeed

from klog.audit.cells import Tier
from klog.audit.numbers import compare
from klog.client.producing.producer_types import DeliveryFailed
from tests.client.auditing.rig import WINDOW_MS, AuditedCase


class ProducedTests(AuditedCase):
    def test_singles_and_bulks_balance_with_the_broker(self) -> None:
        producer = self.producer()
        for number in range(10):
            self.until(producer.send("t", b"v", key=b"%d" % number))
        self.until(producer.send_many("t", [b"v"] * 1000))
        self.until(producer.send_many("other", [b"v"] * 5, keys=[b"k"] * 5))
        self.assertEqual(self.verdicts(), {("t", "broker web"): ("complete", 0, 0), ("other", "broker web"): ("complete", 0, 0)})
        cells = [cell for cell in self.ledger().cells if cell.key.writer.tier is Tier.PRODUCER]
        self.assertEqual(
            {cell.key.topic: (cell.attempt, cell.count, cell.failure) for cell in cells}, {"t": (1010, 1010, 0), "other": (5, 5, 0)}
        )
        self.assertEqual(sum(cell.latencies.count for cell in cells), 1015)

    def test_numbers_of_singles_and_bulks(self) -> None:
        """What is sent at once is numbered at once, behind what was sent one by one."""
        producer = self.producer(self.audit(numbers=True), batch_bytes=4_000)
        with mock.patch.object(producer._accumulator, "_pack_one", side_effect=AssertionError("one by one")):
            for round_ in range(3):
                self.until(producer.send("t", b"one", partition=0))
                self.until(producer.send_many("t", [b"v" * 50] * 200 + [None], partition=round_ % 2))
        self.until(producer.send_many("t", [b"v"] * 5, keys=[b"k"] * 5, partition=0))
        self.until(producer.send_many("t", [b"v"] * 5, headers=[("a", b"b")], partition=0))
        [cell] = self.ledger().numbers.values()
        self.assertEqual(
            sorted((partition, list(ranges)) for (_, partition), ranges in cell.delivered.items()), [(0, [(0, 415)]), (1, [(0, 201)])]
        )
        for finding in compare(cell.delivered, cell.tried, self.number_book("t")):
            self.assertEqual((finding.missing, finding.repeats, finding.unknown), ([], [], []))
        self.assertEqual(self.verdicts(), {("t", "broker web"): ("complete", 0, 0)})

    def test_records_of_several_windows_in_one_batch(self) -> None:
        producer = self.producer(linger_ms=100)
        start_ms = self.broker.now_ms() // WINDOW_MS * WINDOW_MS
        deferreds = [producer.send("t", b"v", partition=0, timestamp_ms=start_ms + number * 20_000) for number in range(9)]
        for deferred in deferreds:
            self.until(deferred)
        edges = self.edges()
        self.assertEqual(
            [(edge.window.start_ms - start_ms, edge.sent.must) for edge in edges], [(0, 3), (WINDOW_MS, 3), (2 * WINDOW_MS, 3)]
        )
        self.assertEqual(self.verdicts(), {("t", "broker web"): ("complete", 0, 0)})

    def test_the_brokers_time_where_the_topic_has_that(self) -> None:
        self.until(self.admin_topic("stamped", {"message.timestamp.type": "LogAppendTime"}))
        producer = self.producer()
        self.until(producer.send("stamped", b"v", timestamp_ms=1_700_000_000_000))
        self.until(producer.send_many("stamped", [b"v"] * 3, timestamp_ms=1_700_000_000_000))
        self.assertEqual(self.verdicts(), {("stamped", "broker web"): ("complete", 0, 0)})

    def admin_topic(self, name: str, configs: dict[str, str]) -> object:
        from klog.client.admin.admin import Admin

        admin = Admin(self.reactor, self.broker.bootstrap)
        self.clients.append(admin)
        return admin.create_topic(name, 1, configs=configs)

    def test_failures_are_told_apart(self) -> None:
        producer = self.producer(delivery_timeout_ms=1_000, max_request_bytes=2_000_000)
        self.until(producer.send("t", b"v"))
        self.until(self.assertFails(producer.send("t", b"v" * 1_500_000)))
        self.assertEqual(self.verdicts(), {("t", "broker web"): ("complete", 0, 0)})
        [cell] = [cell for cell in self.ledger().cells if cell.key.writer.tier is Tier.PRODUCER]
        self.assertEqual((cell.attempt, cell.count, cell.failure), (2, 1, 1))

    async def assertFails(self, deferred: object) -> None:
        try:
            await deferred  # type: ignore[misc]
        except DeliveryFailed:
            return
        raise AssertionError("it was delivered")

    def test_without_acknowledgements_the_broker_is_bounded_from_above(self) -> None:
        producer = self.producer(acks=0)
        for _ in range(5):
            producer.send("t", b"v")
        self.until(producer.flush())
        [edge] = self.edges()
        self.assertEqual((edge.sent.must, edge.sent.may, edge.arrived.least, edge.judgment.verdict.value), (0, 5, 5, "complete"))

    def test_hashes(self) -> None:
        producer = self.producer(self.audit(hashes=True))
        for number in range(10):
            self.until(producer.send("t", b"%d" % number, key=b"k", headers=[("h", b"x")]))
        [cell] = [cell for cell in self.ledger().cells if cell.key.writer.tier is Tier.PRODUCER]
        self.assertEqual(cell.hashed, 10)
        self.assertIsNotNone(cell.whole_hash)

    def test_in_transactions(self) -> None:
        producer = self.producer(transactional_id="x")

        async def run() -> None:
            for _ in range(3):
                async with producer.transaction() as transaction:
                    transaction.send("t", b"v")
                    transaction.send("t", b"v")

        self.until(run())
        self.assertEqual(self.verdicts(), {("t", "broker web"): ("complete", 0, 0)})

    def test_a_stop_tells_everything(self) -> None:
        producer = self.producer()
        self.until(producer.send_many("t", [b"v"] * 7))
        self.until(producer.stopService())
        self.assertEqual(self.verdicts(), {("t", "broker web"): ("complete", 0, 0)})

    def test_who_vanishes_leaves_the_window_unknown(self) -> None:
        producer = self.producer()
        self.until(producer.send_many("t", [b"v"] * 7))
        self.broker.advance(1.5)
        self.until(producer.send_many("t", [b"v"] * 7))
        # As if its process had died.
        assert producer._reporter is not None
        producer._reporter._is_over = True
        producer._reporter._call.cancel()
        [edge] = self.edges(3)
        self.assertEqual((edge.judgment.verdict.value, edge.sent.must, edge.arrived.least), ("unknown", 7, 14))

    def test_who_vanishes_before_the_first_report_leaves_nobody_else_doubled(self) -> None:
        """Its name is known from another one that has told all."""
        first = self.producer()
        self.until(first.send_many("t", [b"v"] * 5))
        self.until(first.stopService())
        second = self.producer()
        self.until(second.send_many("t", [b"v"] * 7))
        assert second._reporter is not None
        second._reporter._is_over = True
        second._reporter._call.cancel()
        [edge] = self.edges(3)
        self.assertEqual((edge.judgment.verdict.value, edge.judgment.duplicate, edge.arrived.least), ("unknown", 0, 12))

    def test_a_producer_is_known_before_its_first_record_is_written(self) -> None:
        self.until(self.producer().send("t", b"v"))
        states = [state for state, _ in self.ledger(0)._states.values() if state.writer.tier is Tier.PRODUCER]
        self.assertEqual([(state.has_ended, state.revision) for state in states], [(False, 1)])

    def test_without_the_topic_nothing_is_waited_for(self) -> None:
        from klog.client.admin.admin import Admin

        admin = Admin(self.reactor, self.broker.bootstrap)
        self.clients.append(admin)
        self.until(admin.delete_topics(["__klog_audit"]))
        begun_s = self.reactor.seconds()
        self.until(self.producer().send("t", b"v", key=b"k"))
        self.assertLess(self.reactor.seconds() - begun_s, 0.2)

    def test_no_record_fails_for_what_is_not_heard(self) -> None:
        """A record whose time is short does not wait longer than that until others know of its producer."""

        class Silent:
            def send(self, topic: str, value: bytes | None, key: bytes | None = None) -> Deferred[Any]:
                return Deferred()

            def stopService(self) -> Deferred[None]:
                return succeed(None)

        for timeout_ms in (200, 1_000, 3_000):
            producer = self.producer(delivery_timeout_ms=timeout_ms)
            assert producer._reporter is not None
            producer._reporter._make_sender, producer._reporter._last_s = Silent, 0.1
            begun_s = self.reactor.seconds()
            self.until(producer.send("t", b"v"))
            self.assertLess(self.reactor.seconds() - begun_s, timeout_ms / 3_000, timeout_ms)

    def test_nothing_is_lost_while_the_topic_is_away(self) -> None:
        from klog.client.admin.admin import Admin

        producer = self.producer()
        self.until(producer.send_many("t", [b"v"] * 7))
        admin = Admin(self.reactor, self.broker.bootstrap)
        self.clients.append(admin)
        self.until(admin.delete_topics(["__klog_audit"]))
        self.until(producer.send_many("t", [b"v"] * 3))
        self.assertEqual(self.verdicts(), {("t", "broker web"): ("complete", 0, 0)})


class NumberedTests(AuditedCase):
    def test_every_record_has_its_number(self) -> None:
        producer = self.producer(self.audit(numbers=True))
        for number in range(20):
            self.until(producer.send("t", b"v", key=b"%d" % number, headers=[("own", b"x")]))
        self.until(producer.send_many("t", [b"v"] * 50))
        self.until(producer.send_many("t", [b"v"] * 50, key=b"k"))
        book = self.number_book("t")
        self.assertEqual((book.repeated, book.strayed, book.unnumbered), (0, 0, 0))
        self.assertEqual(sum(len(ranges) for ranges in book.seen.values()), 120)
        ledger = self.ledger()
        [cell] = ledger.numbers.values()
        self.assertEqual(
            {lane: list(ranges) for lane, ranges in cell.delivered.items()}, {lane: list(ranges) for lane, ranges in book.seen.items()}
        )
        self.assertEqual(compare(cell.delivered, cell.tried, book), [])
        self.assertEqual(self.verdicts(), {("t", "broker web"): ("complete", 0, 0)})
        self.assertEqual(self.broker.messages("t")[0].headers[0], ("own", b"x"))

    def test_the_short_way_gives_numbers_too(self) -> None:
        """Message by message, an open batch takes the next one at once, whether it is numbered or not."""
        producer = self.producer(self.audit(numbers=True), linger_ms=50, batch_bytes=4_000)
        self.until(producer.send("t", b"the topic is known"))
        with mock.patch.object(producer, "_send", wraps=producer._send) as long_way:
            deferreds = [producer.send("t", b"v" * 50, headers=[("own", b"x")] * (number % 2)) for number in range(400)]
        self.assertLess(long_way.call_count, 40)
        for deferred in deferreds:
            self.until(deferred)
        book = self.number_book("t")
        self.assertEqual((book.repeated, book.strayed, book.unnumbered), (0, 0, 0))
        [cell] = self.ledger().numbers.values()
        self.assertEqual(sum(len(ranges) for ranges in cell.delivered.values()), 401)
        self.assertTrue(all(len(list(ranges)) == 1 for ranges in cell.delivered.values()), "without a gap")
        self.assertEqual(compare(cell.delivered, cell.tried, book), [])

    def test_batches_that_are_split_keep_their_numbers(self) -> None:
        from klog.client.admin.admin import Admin

        admin = Admin(self.reactor, self.broker.bootstrap)
        self.clients.append(admin)
        self.until(admin.create_topic("small", 1, configs={"max.message.bytes": "2000"}))
        producer = self.producer(self.audit(numbers=True), linger_ms=50)
        self.until(producer.send_many("small", [b"v" * 100] * 100))
        ledger = self.ledger()
        [cell] = ledger.numbers.values()
        self.assertEqual([list(ranges) for ranges in cell.delivered.values()], [[(0, 100)]])
        self.assertEqual(compare(cell.delivered, cell.tried, self.number_book("small")), [])
