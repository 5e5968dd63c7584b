"""klog.spark.producing against a broker in this process."""

from __future__ import annotations

import collections
import itertools
import random
import unittest
from collections.abc import Callable
from typing import Any, ClassVar

import pyarrow as pa
from twisted.internet.task import Clock

from klog.client.blocking.batch_sender import Identity
from klog.client.blocking.client import BlockingClient, Produced
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.net.api_ranges import ApiRanges
from klog.net.client.errors import BrokerUnreachable
from klog.records.contract import Codec
from klog.records.implementations import codec
from klog.records.murmur import murmur2
from klog.spark import producing
from klog.spark.encoding import Table, table_of
from klog.spark.errors import OptionError
from klog.spark.producing import ColumnProducer, ColumnProducerSettings, Fenced, WriteFailed
from klog.spark.sink_columns import SinkColumns
from klog.testing.embedded import Broker
from klog.wire.messages.produce import PartitionProduceResponse, ProduceRequest, ProduceResponse, TopicProduceResponse
from tests.client.fake_cluster import BlockingFake, FakeCluster


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
        producer = self.producer(Identity(*self.client.init_producer_id(), shared=True))
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

    def test_without_an_identity_it_may_be_sent_twice(self) -> None:
        """As by Java's producer, and by klog's on a reactor: at least once."""
        self.broker.create_topic(self.topic, 1)
        producer = self.producer(Identity(), acks=1, batch_bytes=1)
        self.broker.delay_s = 0.2
        self.addCleanup(setattr, self.broker, "delay_s", 0.0)
        # The first batch goes when the second row comes.
        producer.write(table([b"x", b"y"], self.topic))
        self.broker.cut()
        producer.flush()
        self.assertEqual(set(self.values(0)), {b"x", b"y"})

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


class ScriptedTests(unittest.TestCase):
    """Answers that klog's broker gives seldom or never, taken as the Twisted producer takes them."""

    def setUp(self) -> None:
        self.clock = Clock()
        self.cluster = FakeCluster(self.clock)
        self.cluster.topics["t"] = [(1, 1)]
        self.cluster.handlers[ProduceRequest] = self._produce
        self.script: list[ErrorCode | KlogError | None] = []
        #: When each batch came, its topic's id, and its header.
        self.came: list[tuple[float, bytes, Any]] = []
        self.throttle_ms = 0
        self.client = BlockingClient(
            "host1,host2,host3",
            random=random.Random(2),
            clock=self.clock.seconds,
            sleep=self.clock.advance,
            connect=lambda host, port: BlockingFake(self.cluster, host, port),  # type: ignore[arg-type, return-value]
        )
        self.addCleanup(self.client.close)

    def _produce(self, server: tuple[str, int], request: ProduceRequest) -> ProduceResponse:
        (topic,) = request.topic_data
        (one,) = topic.partition_data
        batch: Any = one.records
        data = b"".join(bytes(part) for part in batch) if isinstance(batch, list) else bytes(batch)
        self.came.append((self.clock.seconds(), topic.topic_id, codec.read_header(data)))
        answer = self.script.pop(0) if self.script else ErrorCode.NONE
        if isinstance(answer, KlogError):
            raise answer
        if answer is None:
            return ProduceResponse(responses=[])
        placed = PartitionProduceResponse(index=one.index, base_offset=7, error_code=answer)
        responses = [TopicProduceResponse(name=topic.name, topic_id=topic.topic_id, partition_responses=[placed])]
        return ProduceResponse(responses=responses, throttle_time_ms=self.throttle_ms)

    def producer(self, *identity: int, alone: Callable[[TopicPartition, bytes], Produced] | None = None, **settings: Any) -> ColumnProducer:
        return ColumnProducer(
            self.client,
            ColumnProducerSettings(**settings),
            Identity(*(identity or (5, 3))),
            alone=alone,
            random=random.Random(7),
        )

    def written(self, *script: ErrorCode | KlogError | None, producer: ColumnProducer | None = None) -> list[tuple[int, int, int]]:
        """Epoch, first number and records of what comes while two batches of two rows are written."""
        self.script = list(script)
        producer = producer or self.producer()
        for values in ([b"a", b"b"], [b"c", b"d"]):
            producer.write(table(list(values), "t"))
            producer.flush()
        self.assertEqual((producer.rows, self.script), (4, []))
        return [(header.producer_epoch, header.base_sequence, header.record_count) for _, _, header in self.came]

    def test_numbers_that_a_broker_does_not_continue_begin_anew(self) -> None:
        for code in (ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER, ErrorCode.UNKNOWN_PRODUCER_ID):
            self.came.clear()
            self.assertEqual(self.written(code), [(3, 0, 2), (4, 0, 2), (4, 2, 2)])

    def test_a_repetition_that_is_known_is_written(self) -> None:
        lost = BrokerUnreachable("host1:9092", "closed the connection")
        self.assertEqual(self.written(lost, ErrorCode.DUPLICATE_SEQUENCE_NUMBER), [(3, 0, 2), (3, 0, 2), (3, 2, 2)])

    def test_what_passes_by_the_table_of_errors_is_sent_again(self) -> None:
        for passing in (ErrorCode.BROKER_NOT_AVAILABLE, ErrorCode.REBOOTSTRAP_REQUIRED):
            self.came.clear()
            self.assertEqual(self.written(passing), [(3, 0, 2), (3, 0, 2), (3, 2, 2)])

    def test_a_partition_that_an_answer_leaves_out_is_asked_about_again(self) -> None:
        self.assertEqual(self.written(None), [(3, 0, 2), (3, 0, 2), (3, 2, 2)])

    def test_a_lost_answer_to_a_batch_without_numbers(self) -> None:
        """It is sent again, as by Java's producer: who asks for less than all replicas' acknowledgement gets at least once."""
        lost = BrokerUnreachable("host1:9092", "closed the connection")
        self.assertEqual(self.written(lost, producer=self.producer(-1, -1, acks=1)), [(-1, -1, 2)] * 3)

    def test_a_broker_that_asks_for_a_pause_gets_it(self) -> None:
        self.throttle_ms = 700
        self.written()
        self.assertGreaterEqual(self.came[1][0] - self.came[0][0], 0.7)

    def test_zstd_goes_to_nobody_who_does_not_know_it(self) -> None:
        self.cluster.ranges = ApiRanges("old:1", self.cluster.ranges.ranges | {ProduceRequest.api_key: (0, 6)})
        producer = self.producer(codec=Codec.ZSTD)
        producer.write(table([b"x"], "t"))
        with self.assertRaises(WriteFailed) as raised:
            producer.flush()
        self.assertEqual((raised.exception.code, self.came), (ErrorCode.UNSUPPORTED_VERSION, []))

    def test_topics_go_by_their_ids(self) -> None:
        self.written()
        self.assertEqual({topic_id for _, topic_id, _ in self.came}, {b"t".ljust(16, b"\1")})

    def test_a_single_record_out_of_a_batch_that_was_too_large_goes_its_own_way(self) -> None:
        self.script = [ErrorCode.MESSAGE_TOO_LARGE]
        alone: list[TopicPartition] = []

        def write_alone(tp: TopicPartition, batch: bytes) -> Produced:
            alone.append(tp)
            return Produced(0, -1)

        producer = self.producer(alone=write_alone)
        producer.write(table([b"a", b"b"], "t"))
        producer.flush()
        self.assertEqual((len(alone), len(self.came), producer.rows), (2, 1, 2))


if __name__ == "__main__":
    unittest.main()
