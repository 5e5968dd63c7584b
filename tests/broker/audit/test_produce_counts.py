"""What clients have written, as the broker counts it."""

from __future__ import annotations

from klog.audit.windows import UNTIMED
from klog.broker.audit.produce_counts import CountedClient
from klog.errors import ErrorCode
from klog.net.principal import ANONYMOUS, Principal
from klog.records.implementations import codec
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from klog.wire.messages.init_producer_id import InitProducerIdRequest
from tests.broker.audit.rig import WINDOW_MS, AuditCase
from tests.broker.lifecycle.test_service import produce


class ProduceCountsTests(AuditCase):
    def test_by_topic_window_and_client(self) -> None:
        other = self.broker.connect(client_id="phone")
        self.make("t")
        self.make("u")
        # The third and later ones are recognised, and not decoded.
        for _ in range(5):
            self.send("t", self.batch(1, 2))
        self.send("t", self.batch(WINDOW_MS + 7))
        self.send("u", self.batch(3))
        self.send("t", self.batch(4, 5, 6), other)
        self.assertEqual(
            self.counts(),
            [("t", 0, "phone", 3), ("t", 0, "web", 10), ("t", WINDOW_MS, "web", 1), ("u", 0, "web", 1)],
        )
        cell = self.cells()[1]
        # Of one batch for each report.
        self.assertGreaterEqual(cell.latencies.count + cell.latencies.skewed, 1)
        self.assertEqual(cell.key.writer.principal, "")

    def test_many_requests_in_one_read(self) -> None:
        self.make("t")
        self.client.send(*[produce("t", self.batch(1, 2)) for _ in range(50)])
        self.client.answers.clear()
        self.assertEqual(self.counts(), [("t", 0, "web", 100)])

    def test_a_batch_over_a_border_is_walked(self) -> None:
        self.make("t")
        for _ in range(4):
            self.send("t", self.batch(WINDOW_MS - 1, WINDOW_MS - 2, WINDOW_MS, 2 * WINDOW_MS))
        self.assertEqual(self.counts(), [("t", 0, "web", 8), ("t", WINDOW_MS, "web", 4), ("t", 2 * WINDOW_MS, "web", 4)])

    def test_a_later_batch_of_an_earlier_window(self) -> None:
        self.make("t")
        for time_ms in (1, WINDOW_MS, 2, WINDOW_MS + 1, 3):
            self.send("t", self.batch(time_ms))
        self.assertEqual(self.counts(), [("t", 0, "web", 3), ("t", WINDOW_MS, "web", 2)])

    def test_counts_go_on_over_reports(self) -> None:
        self.make("t")
        for _ in range(4):
            self.send("t", self.batch(1))
            self.broker.advance(1.1)
        self.assertEqual(self.counts(), [("t", 0, "web", 4)])

    def test_a_batch_that_is_sent_again_is_not_counted(self) -> None:
        self.make("t")
        known = self.client.ask(InitProducerIdRequest(transactional_id=None, transaction_timeout_ms=0), 4)
        for number in range(3):
            records = self.batch(1, 2, producer_id=known.producer_id, producer_epoch=0, base_sequence=2 * number)
            for _ in range(3):
                self.assertEqual(self.send("t", records).error_code, 0)
        self.assertEqual(self.counts(), [("t", 0, "web", 6)])

    def test_parts_of_transactions(self) -> None:
        """They are counted apart, also of requests that are recognised."""
        self.make("t")
        self.client.ask(FindCoordinatorRequest(key="x", key_type=1), 3)
        known = self.client.ask(InitProducerIdRequest(transactional_id="x", transaction_timeout_ms=1000), 5)
        for number in range(5):
            records = self.batch(1, 2, attributes=0x10, producer_id=known.producer_id, producer_epoch=0, base_sequence=2 * number)
            request = produce("t", records)[0]
            request.transactional_id = "x"
            self.assertEqual(self.client.ask(request, 12).responses[0].partition_responses[0].error_code, 0)
        [cell] = self.cells()
        self.assertEqual((cell.count, cell.transactional), (10, 10))

    def test_what_is_refused_is_not_counted(self) -> None:
        self.make("t")
        self.send("t", self.batch(1))
        spoiled = bytearray(self.batch(1))
        spoiled[-1] ^= 1
        self.assertEqual(self.send("t", bytes(spoiled)).error_code, ErrorCode.CORRUPT_MESSAGE)
        self.assertEqual(self.send("nowhere", self.batch(1)).error_code, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.assertEqual(self.counts(), [("t", 0, "web", 1)])

    def test_the_brokers_time_where_the_topic_has_that(self) -> None:
        self.make("t", message_timestamp_type="LogAppendTime")
        now_ms = self.broker.now_ms()
        self.send("t", self.batch(-WINDOW_MS, 5 * WINDOW_MS))
        [cell] = self.cells()
        self.assertEqual(cell.count, 2)
        self.assertTrue(cell.start_ms <= now_ms < cell.end_ms)

    def test_old_messages_and_records_without_a_time(self) -> None:
        self.make("t")
        records = codec.to_old_magic(codec.build_batch([(1, None, b"x", ())] * 3), 0)
        answer = self.client.ask(produce("t", records)[0], 2)
        self.assertEqual(answer.responses[0].partition_responses[0].error_code, 0)
        self.send("t", codec.build_batch([(0, None, b"x", ()), (self.start_ms, None, b"x", ())]))
        self.assertEqual([(cell.key.window == UNTIMED, cell.count) for cell in self.cells()], [(True, 4), (False, 1)])

    def test_a_batch_with_one_record_of_the_next_century_is_walked(self) -> None:
        self.make("t", message_timestamp_after_max_ms=str(1 << 43))
        century_ms = 100 * 366 * 86_400_000
        for _ in range(4):
            self.send("t", self.batch(1, century_ms))
        self.assertEqual([(cell.key.window == UNTIMED, cell.count) for cell in self.cells()], [(True, 4), (False, 4)])

    def test_next_year_has_its_own_window(self) -> None:
        self.make("t", message_timestamp_after_max_ms=str(1 << 40))
        year_ms = 366 * 86_400_000
        self.send("t", self.batch(year_ms))
        self.assertEqual(self.counts(), [("t", year_ms // WINDOW_MS * WINDOW_MS, "web", 1)])

    def test_acks_0(self) -> None:
        self.make("t")
        self.client.send(produce("t", self.batch(1, 2), acks=0), expects_answer=False)
        self.assertEqual(self.counts(), [("t", 0, "web", 2)])

    def test_a_name_that_no_cell_holds(self) -> None:
        """As JSON it is three times as long as on the wire, and longer than what is read."""
        self.make("t")
        other = self.broker.connect(client_id="é" * 16_000)
        for _ in range(3):
            self.send("t", self.batch(1, 2), other)
        self.send("t", self.batch(3))
        self.assertEqual(self.counts(), [("t", 0, "(other)", 6), ("t", 0, "web", 1)])

    def test_a_client_without_a_name(self) -> None:
        client = CountedClient("t", None, ANONYMOUS)
        self.assertEqual((client.application, client.principal), ("", ""))
        self.assertEqual(CountedClient("t", "a", Principal("User", "anna")).principal, "User:anna")


class WithoutAuditTests(AuditCase):
    properties = {"klog.audit.counts": "false"}

    def test_nothing_is_counted_and_no_topic_made(self) -> None:
        self.make("t")
        self.send("t", self.batch(1))
        self.assertEqual(self.counts(), [])
        self.assertNotIn("__klog_audit", self.broker.broker.coordination.topics())  # type: ignore[union-attr]
