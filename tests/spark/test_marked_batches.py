"""klog.spark.marked_batches: a record that is known again."""

from __future__ import annotations

import random
import time
import unittest

from klog.model import TopicPartition
from klog.records.contract import Codec
from klog.records.implementations import codec
from klog.spark.marked_batches import is_at_offset, marked_batch
from tests.spark.sink_rig import SinkCase

NOW_MS = int(time.time()) * 1000


def batch(value: bytes = b"v", seed: int = 1, one: Codec = Codec.NONE) -> bytes:
    return marked_batch(b"k", value, [(b"h", None)], NOW_MS, producer_id=4711, epoch=3, sequence=9, random=random.Random(seed), codec=one)


class MarkTests(SinkCase):
    def test_readers_see_nothing_of_a_mark(self) -> None:
        for one in Codec:
            made = batch(one=one)
            self.assertNotEqual(made, batch(seed=2, one=one))
            self.assertEqual(codec.check_batch(made).max_timestamp, NOW_MS)
            (record,) = codec.records(made)
            self.assertEqual((record.timestamp_ms, record.key, record.value), (NOW_MS, b"k", b"v"))
            self.assertEqual([tuple(header) for header in record.headers], [("h", None)])
            header = codec.read_header(made)
            self.assertEqual((header.producer_id, header.producer_epoch, header.base_sequence, header.record_count), (4711, 3, 9, 1))

    def test_what_stands_there(self) -> None:
        tp = TopicPartition(self.topic, 0)
        self.broker.put(self.topic, [b"before"])
        offset = self.client.produce(tp, batch()).base_offset
        self.assertEqual(offset, 1)
        # Another batch with the same numbers: the broker answers with the place of the first one.
        self.assertEqual(self.client.produce(tp, batch(seed=2)).base_offset, offset)
        for mine, where, expected in (
            (batch(), offset, True),
            (batch(seed=2), offset, False),
            (batch(b"w"), offset, False),
            (batch(), 0, False),
            (batch(), -1, False),
        ):
            self.assertIs(is_at_offset(self.client, tp, where, mine, timeout_ms=5_000), expected)

    def test_compressed_anew_by_the_broker(self) -> None:
        self.topic += "-gzip"
        self.broker.create_topic(self.topic, 1, {"compression.type": "gzip"})
        tp = TopicPartition(self.topic, 0)
        offset = self.client.produce(tp, batch()).base_offset
        self.assertTrue(is_at_offset(self.client, tp, offset, batch(), timeout_ms=5_000))
        self.assertFalse(is_at_offset(self.client, tp, offset, batch(b"w"), timeout_ms=5_000))


if __name__ == "__main__":
    unittest.main()
