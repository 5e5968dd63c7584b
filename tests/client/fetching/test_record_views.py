"""Fetched records with their place, the filter and clear errors."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.client.fetching.record_views import BadRecords, FetchedRecords, Message, MessageSet
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.records.contract import TRANSACTIONAL, Codec
from klog.records.implementations import codec
from klog.wire.messages.fetch import AbortedTransaction

T = TopicPartition("orders", 7)


def batch(base: int = 0, count: int = 3, **fields: int) -> bytes:
    return codec.build_batch([(0, None, b"%d" % (base + i), ()) for i in range(count)], base_offset=base, **fields)  # type: ignore[arg-type]


class FetchedRecordsTests(SynchronousTestCase):
    """Taking from an answer."""

    def test_taking(self) -> None:
        fetched = FetchedRecords(T, batch() + batch(3), 1, address="b:1")
        found = fetched.take(3)
        self.assertIsInstance(found, MessageSet)
        self.assertIsInstance(found[0], Message)
        self.assertEqual((found.topic, found.partition, found.offsets()), ("orders", 7, [1, 2, 3]))
        self.assertEqual((fetched.next_offset, fetched.finished, fetched.leader_epoch), (4, False, -1))
        self.assertEqual((fetched.take(10).values(), fetched.finished), ([b"4", b"5"], True))
        self.assertEqual(FetchedRecords(T, b"", 0, address="", size_bytes=9).size_bytes, 9)

    def test_the_aborted_list(self) -> None:
        first = batch(0, 3, attributes=TRANSACTIONAL, producer_id=5, producer_epoch=0, base_sequence=0)
        fetched = FetchedRecords(T, first + batch(3), 0, address="b:1", aborted=[AbortedTransaction(producer_id=5, first_offset=0)])
        self.assertEqual(fetched.take(10).offsets(), [3, 4, 5])

    def test_bad_records_say_where(self) -> None:
        bad = bytearray(batch(3))
        bad[-1] ^= 1
        fetched = FetchedRecords(T, batch() + bytes(bad), 0, address="broker-1:9092")
        self.assertEqual(fetched.take(10).next_offset, 3)
        error = self.assertRaises(BadRecords, fetched.take, 10)
        self.assertEqual(
            (error.code, error.offset, error.address, error.topic_partition), (ErrorCode.CORRUPT_MESSAGE, 3, "broker-1:9092", T)
        )
        for part in ("orders", "partition 7", "offset 3", "broker-1:9092", "checksum"):
            self.assertIn(part, str(error))
        bomb = codec.build_batch([(0, None, bytes(1 << 16), ())], codec=Codec.GZIP)
        with self.assertRaises(BadRecords) as caught:
            FetchedRecords(T, bomb, 0, address="b:1", max_uncompressed_bytes=1024).take(1)
        self.assertEqual(caught.exception.code, ErrorCode.INVALID_RECORD)
        with self.assertRaises(BadRecords):
            FetchedRecords(T, bytes(100), 0, address="b:1", aborted=[AbortedTransaction(producer_id=5, first_offset=0)])
