"""klog.client.producing.entries."""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.client.producing.entries import (
    Bulk,
    Countdown,
    Single,
    check_numbers,
    checked,
    checked_headers,
    count_down,
    delivery_failed,
    refused,
)
from klog.client.producing.producer_types import DeliveryFailed, PlacedRange, RecordPlace
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.wire.messages.produce import BatchIndexAndErrorMessage


def bulk(count: int) -> tuple[Bulk, Deferred[Any]]:
    deferred: Deferred[Any] = Deferred()
    return Bulk("t", [b"v"] * count, None, None, (), None, 5, 5, deferred), deferred


def placed(offset: int, count: int) -> PlacedRange:
    return PlacedRange(RecordPlace("t", 0, offset, 5), count)


class EntryTests(SynchronousTestCase):
    def test_a_bulk_fires_when_all_is_told(self) -> None:
        many, deferred = bulk(5)
        many.next, many.open_parts = 5, 2
        many.ranges.append((3, placed(7, 2)))
        many.open_parts -= 1
        many.settle()
        self.assertNoResult(deferred)
        many.ranges.append((0, placed(4, 3)))
        many.open_parts -= 1
        many.settle()
        self.assertEqual(self.successResultOf(deferred), [placed(4, 3), placed(7, 2)])
        many.settle()

    def test_a_bulk_tells_what_failed_beside_what_was_placed(self) -> None:
        many, deferred = bulk(5)
        many.next, many.open_parts = 3, 1
        many.fail(DeliveryFailed(ErrorCode.INVALID_RECORD, "t", 2, "first"))
        many.ranges.append((0, placed(4, 1)))
        many.open_parts -= 1
        many.lost(2, DeliveryFailed(ErrorCode.REQUEST_TIMED_OUT, "t", 1, "second"))
        error = self.failureResultOf(deferred).value
        self.assertEqual((error.code, error.failed_count, error.placed), (ErrorCode.INVALID_RECORD, 4, (placed(4, 1),)))
        self.assertIn("first (4 records of a bulk)", str(error))

    def test_countdowns(self) -> None:
        fired: list[int] = []
        countdown = Countdown(lambda: fired.append(1))
        countdown.left += 1
        single = Single("t", None, b"v", (), None, 5, 5, 50, Deferred())
        count_down(single)
        single.countdowns = [countdown]
        count_down(single)
        self.assertEqual((fired, single.countdowns), ([], None))
        countdown.one_less()
        self.assertEqual(fired, [1])

    def test_any_error_as_one_of_a_delivery(self) -> None:
        own = DeliveryFailed(ErrorCode.INVALID_RECORD, "t", 2, "own")
        self.assertIs(delivery_failed(own, "x", 0), own)
        self.assertEqual(delivery_failed(KlogError(ErrorCode.INVALID_RECORD, "why"), "t", 0).reason, "why")
        self.assertEqual(delivery_failed(KeyError(), "t", 0).reason, "KeyError()")

    def test_the_error_of_each_record_of_a_batch(self) -> None:
        wrong = [BatchIndexAndErrorMessage(batch_index=1, batch_index_error_message="no key"), BatchIndexAndErrorMessage(batch_index=2)]
        errors = refused(TopicPartition("t", 3), ErrorCode.INVALID_RECORD, "the batch is wrong", wrong)
        self.assertEqual([errors(number).reason for number in (1, 2)], ["no key", "the batch is wrong"])
        self.assertEqual(errors(0).reason, "another record of its batch was refused: the batch is wrong")
        self.assertEqual((errors(0).code, errors(0).topic, errors(0).partition), (ErrorCode.INVALID_RECORD, "t", 3))
        self.assertEqual(refused(TopicPartition("t", 3), 87, "the batch is wrong")(0).reason, "the batch is wrong")

    def test_what_is_given_is_checked(self) -> None:
        self.assertEqual((checked(bytearray(b"x")), checked(memoryview(b"y")), checked(None)), (b"x", b"y", None))
        self.assertEqual(list(checked_headers([("a", bytearray(b"x")), ("b", None)])), [("a", b"x"), ("b", None)])
        self.assertEqual(checked_headers([]), ())
        for wrong in (lambda: checked("x"), lambda: checked_headers([(b"a", b"")])):  # type: ignore[arg-type, list-item]
            self.assertRaises(TypeError, wrong)
        check_numbers(None, 0)
        for partition, timestamp_ms in ((-1, 0), (None, -1), (0, 1 << 63)):
            self.assertRaises(ValueError, check_numbers, partition, timestamp_ms)
