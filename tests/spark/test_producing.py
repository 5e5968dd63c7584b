"""klog.spark.producing against a broker in this process."""

from __future__ import annotations

import collections
import itertools
import random
import unittest
from typing import Any, ClassVar

import pyarrow as pa

from klog.client.blocking.client import BlockingClient
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.records.contract import Codec
from klog.records.murmur import murmur2
from klog.records.select import codec
from klog.spark import producing
from klog.spark.encoding import Table, table_of
from klog.spark.errors import OptionError
from klog.spark.producing import ColumnProducer, ColumnProducerSettings, Fenced, Identity, WriteFailed
from klog.spark.sink_columns import SinkColumns
from klog.testing.embedded import Broker


def table(
    values: list[bytes | None], topic: str, keys: list[bytes | None] | None = None, partitions: list[int | None] | None = None
) -> Table:
    columns: dict[str, pa.Array] = {"value": pa.array(values, pa.binary())}
    if keys is not None:
        columns["key"] = pa.array(keys, pa.binary())
    if partitions is not None:
        columns["partition"] = pa.array(partitions, pa.int32())
    names = list(columns)
    batch = pa.RecordBatch.from_arrays(list(columns.values()), names)
    return table_of(batch, SinkColumns(**{name: names.index(name) for name in names}), topic)


class ProducingCase(unittest.TestCase):
    broker: ClassVar[Broker]

    @classmethod
    def setUpClass(cls) -> None:
        cls.broker = Broker().start()
        cls.addClassCleanup(cls.broker.stop)

    def setUp(self) -> None:
        self.client = BlockingClient(self.broker.bootstrap)
        self.addCleanup(self.client.close)
        self.topic = f"t-{self.id().rsplit('.')[-1]}"[:200]

    def producer(self, identity: Identity | None = None, **settings: Any) -> ColumnProducer:
        if identity is None:
            identity = Identity(*self.client.init_producer_id())
        return ColumnProducer(self.client, ColumnProducerSettings(**settings), identity, random=random.Random(7))

    def batches(self, partition: int) -> list[Any]:
        """Headers of what stands in the partition."""
        tp = TopicPartition(self.topic, partition)
        end = self.client.list_offsets([tp])[tp].offset
        found: list[Any] = []
        while (found[-1].last_offset + 1 if found else 0) < end:
            found += codec.scan(self.client.fetch(tp, found[-1].last_offset + 1 if found else 0).records)
        return found

    def values(self, partition: int) -> list[bytes | None]:
        return [message.value for message in self.broker.messages(self.topic, partition)]


class WritingTests(ProducingCase):
    def test_keys_go_where_java_puts_them_and_numbers_follow_each_other(self) -> None:
        self.broker.create_topic(self.topic, 3)
        keys: list[bytes | None] = [b"key-%d" % (number % 40) for number in range(3_000)]
        values: list[bytes | None] = [b"%d" % number for number in range(3_000)]
        producer = self.producer(batch_bytes=2_000)
        producer.write(table(values[:1_000], self.topic, keys[:1_000]))
        producer.write(table(values[1_000:], self.topic, keys[1_000:]))
        producer.flush()
        self.assertEqual(producer.rows, 3_000)
        for partition in range(3):
            expected = [value for key, value in zip(keys, values, strict=True) if murmur2(key or b"") % 3 == partition]
            self.assertEqual(self.values(partition), expected)
            batches = self.batches(partition)
            self.assertGreater(len(batches), 5)
            sequence = 0
            for batch in batches:
                self.assertEqual((batch.producer_id, batch.producer_epoch), (producer.identity.producer_id, producer.identity.epoch))
                self.assertEqual(batch.base_sequence, sequence)
                sequence += batch.record_count

    def test_rows_without_a_key_stay_together_for_a_batch(self) -> None:
        self.broker.create_topic(self.topic, 4)
        values: list[bytes | None] = [b"%05d" % number for number in range(4_000)]
        producer = self.producer(batch_bytes=1_000)
        producer.write(table(values, self.topic))
        producer.flush()
        found = [self.values(partition) for partition in range(4)]
        self.assertEqual(sorted(value or b"" for part in found for value in part), values)
        self.assertTrue(all(found), "with forty batches none of four partitions stays empty")
        # Neighbours: a batch holds what stood in a row in the table.
        for part in found:
            numbers = [int(value or b"") for value in part]
            jumps = sum(1 for one, other in itertools.pairwise(numbers) if other != one + 1)
            self.assertLess(jumps, len(numbers) // 50)

    def test_partitions_that_rows_name(self) -> None:
        self.broker.create_topic(self.topic, 3)
        producer = self.producer()
        producer.write(table([b"a", b"b", b"c"], self.topic, [b"k", b"k", b"k"], [2, 0, 2]))
        producer.flush()
        self.assertEqual([self.values(partition) for partition in range(3)], [[b"b"], [], [b"a", b"c"]])
        with self.assertRaisesRegex(OptionError, "Partition 3 of topic .* with partition count 3 is not present in metadata.*0 to 2"):
            producer.write(table([b"a"], self.topic, None, [3]))
        with self.assertRaisesRegex(OptionError, "Invalid partition: -1. Partition number should always be non-negative or null."):
            producer.write(table([b"a"], self.topic, None, [-1]))

    def test_by_value_the_same_row_goes_the_same_way(self) -> None:
        self.broker.create_topic(self.topic, 3)
        producer = self.producer(Identity(*self.client.init_producer_id(), by_value=True))
        values: list[bytes | None] = [b"%d" % number for number in range(60)] + [None]
        producer.write(table(values, self.topic))
        producer.flush()
        for partition in range(3):
            self.assertEqual(self.values(partition), [value for value in values if murmur2(value or b"") % 3 == partition])

    def test_every_codec_and_no_identity_and_no_acks(self) -> None:
        self.broker.create_topic(self.topic, 1)
        expected = []
        for one in Codec:
            for acks, identity in ((-1, None), (1, Identity()), (0, Identity())):
                producer = self.producer(identity, codec=one, acks=acks)
                expected.append(b"%d %d" % (one, acks) * 50)
                producer.write(table([expected[-1]], self.topic))
                producer.flush()
                self.broker.messages(self.topic, 0, at_least=len(expected))
        self.assertEqual(self.values(0), expected)
        attributes = collections.Counter(batch.attributes & 7 for batch in self.batches(0))
        self.assertEqual(attributes, dict.fromkeys(Codec, 3))

    def test_settings_from_options(self) -> None:
        self.assertEqual(ColumnProducerSettings.of({}), ColumnProducerSettings())
        made = ColumnProducerSettings.of({"acks": 1, "compression": "zstd", "compression_level": 5, "batch_bytes": 7, "linger_ms": 3})
        expected = ColumnProducerSettings(acks=1, codec=Codec.ZSTD, compression_level=5, batch_bytes=7, idempotence=False)
        self.assertEqual(made, expected)
        self.assertFalse(ColumnProducerSettings.of({"enable_idempotence": False}).idempotence)


class TroubleTests(ProducingCase):
    def test_a_batch_that_the_topic_does_not_take_goes_in_halves(self) -> None:
        self.broker.create_topic(self.topic, 1, {"max.message.bytes": "1000"})
        values: list[bytes | None] = [b"%04d" % number * 20 for number in range(100)]
        producer = self.producer()
        producer.write(table(values, self.topic))
        producer.flush()
        self.assertEqual(self.values(0), values)
        self.assertEqual(producer.rows, 100)
        # The numbers go on behind it.
        producer.write(table([b"last"], self.topic))
        producer.flush()
        self.assertEqual(self.values(0)[-1], b"last")

    def test_a_record_that_is_too_large_for_the_topic_or_for_us(self) -> None:
        self.broker.create_topic(self.topic, 1, {"max.message.bytes": "1000"})
        producer = self.producer()
        producer.write(table([b"x" * 2_000], self.topic))
        with self.assertRaisesRegex(WriteFailed, f"topic {self.topic}, partition 0: a batch of 1 records.*max.message.bytes"):
            producer.flush()
        with self.assertRaisesRegex(WriteFailed, "The message is 2000094 bytes when serialized which is larger than 1048576, which is"):
            self.producer().write(table([b"x" * 2_000_000 + b"123456"], self.topic))

    def test_a_topic_that_does_not_exist(self) -> None:
        producing_ms, producing.UNKNOWN_TOPIC_MS = producing.UNKNOWN_TOPIC_MS, 200
        self.addCleanup(setattr, producing, "UNKNOWN_TOPIC_MS", producing_ms)
        with self.assertRaisesRegex(WriteFailed, "Topic missing not present in metadata after [0-9]+ ms: create it"):
            self.producer().write(table([b"x"], "missing"))
        with self.assertRaisesRegex(WriteFailed, "topic a b: .*valid"):
            self.producer().write(table([b"x"], "a b"))

    def test_a_connection_that_breaks_and_a_broker_that_comes_back(self) -> None:
        self.broker.create_topic(self.topic, 2)
        producer = self.producer(batch_bytes=500)
        values: list[bytes | None] = [b"%d" % number for number in range(2_000)]
        for start in range(0, 2_000, 200):
            producer.write(table(values[start : start + 200], self.topic))
            if start == 600:
                self.broker.cut()
            elif start == 1_200:
                self.broker.restart()
        producer.flush()
        found = [value for partition in range(2) for value in self.values(partition)]
        self.assertEqual(sorted(found, key=lambda value: int(value or b"")), values)

    def test_a_broker_that_is_down_is_told_in_time(self) -> None:
        self.broker.create_topic(self.topic, 1)
        producer = self.producer(delivery_timeout_ms=700, max_block_ms=700)
        producer.write(table([b"x"], self.topic))
        self.broker.crash()
        self.addCleanup(self.broker.start)
        with self.assertRaisesRegex(WriteFailed, f"topic {self.topic}, partition 0: a batch of 1 records could not be written: .*refused"):
            producer.flush()
        with self.assertRaisesRegex(KlogError, "no broker reached through"):
            self.producer(Identity(), max_block_ms=300).write(table([b"x"], self.topic))

    def test_without_an_identity_nothing_is_sent_twice(self) -> None:
        self.broker.create_topic(self.topic, 1)
        producer = self.producer(Identity(), acks=1)
        self.broker.delay_s = 0.2
        self.addCleanup(setattr, self.broker, "delay_s", 0.0)
        producer.write(table([b"x"], self.topic))
        lane = producer.lanes[0]
        producer._send([producer._close(lane)])
        self.broker.cut()
        with self.assertRaisesRegex(WriteFailed, "whether the batch was written is not known"):
            producer.flush()

    def test_an_older_epoch_is_fenced(self) -> None:
        self.broker.create_topic(self.topic, 1)
        old = self.producer(Identity(4711, 3))
        old.write(table([b"old"], self.topic))
        old.flush()
        new = self.producer(Identity(4711, 4))
        new.write(table([b"new"], self.topic))
        new.flush()
        old.write(table([b"late"], self.topic))
        with self.assertRaises(Fenced) as raised:
            old.flush()
        self.assertEqual(raised.exception.code, ErrorCode.INVALID_PRODUCER_EPOCH)
        self.assertEqual(self.values(0), [b"old", b"new"])


if __name__ == "__main__":
    unittest.main()
