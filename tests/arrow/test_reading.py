"""Ranges as record batches: on klog's broker over sockets, and on a partition whose answers are written here."""

from __future__ import annotations

import pickle
import struct
import subprocess
import sys
import threading
import unittest
from typing import Any

from klog.arrow.errors import CorruptRange, DataLoss
from klog.arrow.ranges import TopicRange
from klog.arrow.reading import RangeReader, ReadOptions
from klog.client.blocking import BlockingClient
from klog.client.settings import ClientSettings
from klog.config import ConfigError
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.net.client_errors import BadAnswer, BrokerUnreachable
from klog.records.contract import Codec
from klog.records.crc32c import crc32c
from klog.records.legacy import message_bytes
from klog.records.select import codec
from klog.testing.embedded import Broker
from klog.wire.messages.delete_records import DeleteRecordsPartition, DeleteRecordsRequest, DeleteRecordsTopic
from klog.wire.messages.delete_topics import DeleteTopicsRequest, DeleteTopicState
from klog.wire.messages.fetch import AbortedTransaction
from tests.arrow.scripted_log import TOPIC, ScriptedLog, batch, marker


def rows(reader: RangeReader, *names: str) -> list[Any]:
    """One column, or several as tuples."""
    found: list[Any] = []
    for one in reader:
        one.validate(full=True)
        assert one.schema.equals(reader.options.schema, check_metadata=True)
        columns = [one.column(name).to_pylist() for name in names or ("offset",)]
        found += columns[0] if len(columns) == 1 else zip(*columns, strict=True)
    return found


class OptionTests(unittest.TestCase):
    """`ReadOptions`."""

    def test_pickled(self) -> None:
        options = ReadOptions(columns=("value", "offset"), isolation="read_committed", skip_corrupt=True)
        self.assertEqual(pickle.loads(pickle.dumps(options)), options)
        self.assertEqual(options.schema.names, ["value", "offset"])

    def test_what_cannot_be(self) -> None:
        for name, value in (
            ("fetch_bytes", 0),
            ("max_batch_bytes", 1 << 31),
            ("poll_timeout_ms", -1),
            ("isolation", "dirty"),
            ("columns", ("valeu",)),
            ("columns", ()),
            ("columns", ("key", "key")),
        ):
            with self.assertRaises(ConfigError, msg=name):
                ReadOptions(**{name: value})  # type: ignore[arg-type]


class SurroundingsTests(unittest.TestCase):
    """What comes with it."""

    def test_reading_loads_neither_twisted_nor_pyspark(self) -> None:
        with Broker(topics={"t": 1}) as broker:
            broker.put("t", [b"%d" % number for number in range(100)])
            code = f"""
import sys
from klog.arrow.reading import RangeReader, ReadOptions
from klog.arrow.ranges import TopicRange
from klog.client.settings import ClientSettings
reader = RangeReader(ClientSettings(bootstrap_servers={broker.bootstrap!r}), TopicRange("t", 0, 0, 100), ReadOptions(include_headers=True))
print(sum(batch.num_rows for batch in reader))
print([name for name in sys.modules if name.split(".")[0] in ("twisted", "zope", "pyspark", "py4j", "pandas", "numpy", "OpenSSL")])
"""
            found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split("\n")
        self.assertEqual(found[:2], ["100", "[]"])


class BrokerTests(unittest.TestCase):
    """On klog's broker, over a socket."""

    broker: Broker

    @classmethod
    def setUpClass(cls) -> None:
        cls.broker = Broker().start()
        cls.addClassCleanup(cls.broker.stop)

    def setUp(self) -> None:
        self.client = BlockingClient(self.broker.bootstrap)
        self.addCleanup(self.client.close)
        self.topic = self.id().rpartition(".")[2]
        self.broker.create_topic(self.topic)
        self.tp = TopicPartition(self.topic, 0)

    def reader(self, start: int, end: int, *, topic_id: bytes = bytes(16), **options: Any) -> RangeReader:
        return RangeReader(self.client, TopicRange(self.topic, 0, start, end, topic_id), ReadOptions(**options))

    def fill(self, count: int, per_batch: int = 10, compression: Codec = Codec.NONE) -> None:
        for first in range(0, count, per_batch):
            records = [
                (1_000_000 + number, b"k%d" % number if number % 3 else None, b"v%d" % number, ())
                for number in range(first, min(count, first + per_batch))
            ]
            self.client.produce(self.tp, codec.build_batch(records, codec=compression))

    def test_all_columns(self) -> None:
        headers = [("a", b"1"), ("a", None), ("", b"")]
        records = [(5, b"key", b"value", headers), (6, None, None, []), (7, b"", b"", [("ü", b"\xff")])]
        self.client.produce(self.tp, codec.build_batch([(ms, key, value, [tuple(h) for h in more]) for ms, key, value, more in records]))  # type: ignore[misc]
        (found,) = list(self.reader(0, 3, include_headers=True))
        self.assertEqual(found.column("key").to_pylist(), [b"key", None, b""])
        self.assertEqual(found.column("value").to_pylist(), [b"value", None, b""])
        self.assertEqual(found.column("topic").to_pylist(), [self.topic] * 3)
        self.assertEqual(found.column("partition").to_pylist(), [0] * 3)
        self.assertEqual(found.column("offset").to_pylist(), [0, 1, 2])
        self.assertEqual([moment.timestamp() for moment in found.column("timestamp").to_pylist()], [0.005, 0.006, 0.007])
        self.assertEqual(found.column("timestampType").to_pylist(), [0] * 3)
        self.assertEqual(
            found.column("headers").to_pylist(),
            [
                [{"key": "a", "value": b"1"}, {"key": "a", "value": None}, {"key": "", "value": b""}],
                None,
                [{"key": "ü", "value": b"\xff"}],
            ],
        )

    def test_any_sizes(self) -> None:
        self.fill(500)
        expected = [(number, b"v%d" % number) for number in range(500)]
        for fetch_bytes, max_batch_bytes in ((1, 1), (300, 1), (1, 1 << 20), (1_000, 400), (1 << 20, 1_000), (1 << 20, 1 << 20)):
            for start, end in ((0, 500), (7, 493), (10, 20), (19, 21), (499, 500)):
                reader = self.reader(start, end, fetch_bytes=fetch_bytes, max_batch_bytes=max_batch_bytes)
                self.assertEqual(rows(reader, "offset", "value"), expected[start:end])
                self.assertEqual((reader.rows, reader.position), (end - start, end))
        self.assertEqual(rows(self.reader(5, 5)), [])

    def test_compressed(self) -> None:
        for number, compression in enumerate((Codec.GZIP, Codec.SNAPPY, Codec.LZ4, Codec.ZSTD)):
            self.fill(100, 50, compression)
            reader = self.reader(number * 100, number * 100 + 100, max_batch_bytes=1_000)
            self.assertEqual(rows(reader, "value"), [b"v%d" % one for one in range(100)])

    def test_few_columns(self) -> None:
        self.fill(30)
        reader = self.reader(0, 30, columns=("partition", "topic"))
        self.assertEqual(rows(reader, "partition", "topic"), [(0, self.topic)] * 30)
        self.assertEqual(rows(self.reader(3, 9, columns=("offset",))), [3, 4, 5, 6, 7, 8])

    def test_the_next_request_leaves_before_decoding(self) -> None:
        self.fill(100)
        reader = self.reader(0, 100, fetch_bytes=400)
        batches = iter(reader)
        next(batches)
        ahead = reader._ahead
        assert ahead is not None
        self.assertEqual(ahead.offset, reader.position)
        self.assertIsNotNone(ahead._sent)
        # Left early: the next to use the connection gets its own answer.
        batches.close()  # type: ignore[attr-defined]
        self.assertIsNone(reader._ahead)
        self.assertEqual(rows(self.reader(40, 45)), [40, 41, 42, 43, 44])

    def test_two_readers_on_one_connection(self) -> None:
        self.fill(200)
        both = [iter(self.reader(start, start + 100, fetch_bytes=400)) for start in (0, 100)]
        found: list[list[int]] = [[], []]
        for _ in range(200):
            for number, batches in enumerate(both):
                one = next(batches, None)
                if one is not None:
                    found[number] += one.column("offset").to_pylist()
        self.assertEqual(found, [list(range(100)), list(range(100, 200))])

    def test_records_deleted_before(self) -> None:
        self.fill(100)
        self.delete_records(50)
        with self.assertRaises(DataLoss) as caught:
            rows(self.reader(10, 80))
        error = caught.exception
        self.assertEqual((error.topic, error.partition, error.start, error.end), (self.topic, 0, 10, 50))
        self.assertIn("the log begins at offset 50 now", str(error))
        self.assertIn("failOnDataLoss", str(error))
        reader = self.reader(10, 80, fail_on_data_loss=False)
        self.assertEqual(rows(reader), list(range(50, 80)))
        self.assertEqual(reader.lost_ranges, [(10, 50)])
        reader = self.reader(10, 20, fail_on_data_loss=False)
        self.assertEqual(rows(reader), [])
        self.assertEqual(reader.lost_ranges, [(10, 20)])

    def test_records_deleted_amid_reading(self) -> None:
        self.fill(1_000)
        reader = self.reader(0, 900, fetch_bytes=400, fail_on_data_loss=False)
        found = self.read_and_delete(reader, 700)
        ((lost, until),) = reader.lost_ranges
        self.assertEqual((found, until), ([*range(lost), *range(700, 900)], 700))
        reader = self.reader(700, 1_000, fetch_bytes=400)
        found = []
        with self.assertRaises(DataLoss) as caught:
            self.read_and_delete(reader, 950, found)
        self.assertEqual((caught.exception.start, caught.exception.end), (found[-1] + 1, 950))

    def read_and_delete(self, reader: RangeReader, offset: int, found: list[int] | None = None) -> list[int]:
        """Delete up to `offset` when the first record batch is there."""
        found = [] if found is None else found
        for number, one in enumerate(reader):
            found += one.column("offset").to_pylist()
            if not number:
                self.delete_records(offset)
        return found

    def delete_records(self, offset: int) -> None:
        topics = [DeleteRecordsTopic(name=self.topic, partitions=[DeleteRecordsPartition(partition_index=0, offset=offset)])]
        answer = self.client.ask_any(DeleteRecordsRequest(topics=topics, timeout_ms=10_000))
        self.assertEqual(answer.topics[0].partitions[0].error_code, 0)

    def delete_topic(self) -> None:
        request = DeleteTopicsRequest(topics=[DeleteTopicState(name=self.topic)], topic_names=[self.topic], timeout_ms=10_000)
        self.assertEqual(self.client.ask_any(request).responses[0].error_code, 0)

    def topic_id(self) -> bytes:
        self.client.refresh([self.topic])
        topic = self.client.metadata.topic(self.topic)
        assert topic is not None
        self.assertNotEqual(topic.topic_id, bytes(16))
        return topic.topic_id

    def test_a_topic_deleted_and_made_again(self) -> None:
        self.fill(100)
        first = self.topic_id()
        self.assertEqual(len(rows(self.reader(0, 100, topic_id=first, fetch_bytes=400))), 100)
        self.delete_topic()
        self.broker.create_topic(self.topic)
        self.fill(100)
        with self.assertRaises(DataLoss) as caught:
            rows(self.reader(0, 100, topic_id=first, gone_after_ms=100))
        self.assertIn("deleted and made again", str(caught.exception))
        reader = self.reader(0, 100, topic_id=first, gone_after_ms=100, fail_on_data_loss=False)
        self.assertEqual(rows(reader), [])
        self.assertEqual(reader.lost_ranges, [(0, 100)])
        self.assertEqual(len(rows(self.reader(0, 100, topic_id=self.topic_id()))), 100)
        self.assertEqual(len(rows(self.reader(0, 100))), 100)

    def test_a_topic_made_again_amid_reading(self) -> None:
        self.fill(1_000)
        reader = self.reader(0, 1_000, topic_id=self.topic_id(), fetch_bytes=400, gone_after_ms=100)
        found: list[int] = []
        with self.assertRaises(DataLoss) as caught:
            for number, one in enumerate(reader):
                found += one.column("offset").to_pylist()
                if not number:
                    self.delete_topic()
                    self.broker.create_topic(self.topic)
                    self.fill(1_000)
        self.assertEqual(found, list(range(caught.exception.start)))
        self.assertLess(caught.exception.start, 1_000)

    def test_a_topic_that_is_gone(self) -> None:
        self.fill(10)
        topic_id = self.topic_id()
        self.delete_topic()
        with self.assertRaises(DataLoss) as caught:
            rows(self.reader(0, 10, topic_id=topic_id, gone_after_ms=100))
        self.assertIn("does not exist any more", str(caught.exception))
        wrong = RangeReader(self.client, TopicRange("nowhere", 3, 0, 10), ReadOptions(gone_after_ms=100))
        with self.assertRaises(DataLoss) as caught:
            rows(wrong)
        self.assertIn("topic nowhere, partition 3", str(caught.exception))

    def test_an_end_that_is_not_reached(self) -> None:
        self.fill(10)
        with self.assertRaises(DataLoss) as caught:
            rows(self.reader(0, 30, poll_timeout_ms=50))
        self.assertEqual((caught.exception.start, caught.exception.end), (10, 30))
        reader = self.reader(0, 30, poll_timeout_ms=50, fail_on_data_loss=False)
        self.assertEqual(rows(reader), list(range(10)))
        self.assertEqual(reader.lost_ranges, [(10, 30)])
        with self.assertRaises(DataLoss) as caught:
            rows(self.reader(20, 30))
        self.assertIn("the log ends at offset 10", str(caught.exception))

    def test_an_end_that_comes_later(self) -> None:
        self.fill(10)
        found: list[int] = []
        for one in self.reader(0, 20):
            found += one.column("offset").to_pylist()
            if len(found) == 10:
                self.fill(10)
        self.assertEqual(found, list(range(20)))

    def test_a_large_record(self) -> None:
        self.broker.create_topic("large", configs={"max.message.bytes": 30 << 20})
        tp = TopicPartition("large", 0)
        values = [b"a", b"b" * (20 << 20), b"c"]
        for value in values:
            self.client.produce(tp, codec.build_batch([(1, None, value, ())]))
        reader = RangeReader(self.client, TopicRange("large", 0, 0, 3), ReadOptions(fetch_bytes=1_000, max_batch_bytes=1_000))
        self.assertEqual(rows(reader, "value"), values)


class MisfortuneTests(unittest.TestCase):
    """A broker that comes and goes."""

    def test_cut_and_started_again_amid_reading(self) -> None:
        with Broker(topics={"t": 1}) as broker:
            for first in range(0, 2_000, 10):
                broker.put("t", [b"%d" % number for number in range(first, first + 10)])
            settings = ClientSettings(bootstrap_servers=broker.bootstrap)
            reader = RangeReader(settings, TopicRange("t", 0, 0, 2_000), ReadOptions(fetch_bytes=500))
            found: list[int] = []
            starts: list[threading.Timer] = []
            for number, one in enumerate(reader):
                found += one.column("offset").to_pylist()
                if number % 50 == 10:
                    broker.cut()
                if number == 30:
                    broker.crash()
                    starts.append(threading.Timer(0.3, broker.start))
                    starts[-1].start()
            self.assertEqual(found, list(range(2_000)))
            for start in starts:
                start.join()

    def test_nobody_there(self) -> None:
        with Broker(topics={"t": 1}) as broker:
            broker.put("t", [b"x"])
            settings = ClientSettings(bootstrap_servers=broker.bootstrap)
        reader = RangeReader(settings, TopicRange("t", 0, 0, 1), ReadOptions(poll_timeout_ms=300))
        with self.assertRaises(KlogError) as caught:
            rows(reader)
        self.assertIn("nothing came at offset 0", str(caught.exception))
        self.assertIn("for 300 ms (kafkaConsumer.pollTimeoutMs)", str(caught.exception))
        self.assertIn("refused the connection", str(caught.exception))


class ScriptedTests(unittest.TestCase):
    """On a partition of batches that are written here."""

    def setUp(self) -> None:
        self.log = ScriptedLog()

    def fill(self, count: int, size: int = 5) -> None:
        self.log.batches += [batch(first, *(b"%d" % n for n in range(first, first + size))) for first in range(0, count, size)]

    # What is not there, and need not be.

    def test_gaps(self) -> None:
        """Compaction: inside batches, between them, at the range's ends."""
        self.log.batches = [batch(10, b"a", b"b", deltas=[3, 6]), batch(40, b"c"), batch(50, b"d", b"e", deltas=[0, 9])]
        self.log.log_start = 5
        for per_answer in (1, 3):
            self.log.per_answer = per_answer
            for start, end, expected in (
                (5, 60, [13, 16, 40, 50, 59]),
                (14, 16, []),
                (17, 40, []),
                (20, 51, [40, 50]),
                (41, 50, []),
                (51, 59, []),
                (13, 14, [13]),
            ):
                reader = self.log.reader(start, end)
                self.assertEqual(rows(reader), expected, (start, end))
                self.assertEqual(reader.position, end)
                self.assertEqual(reader.lost_ranges, [])

    def test_a_batch_that_was_emptied(self) -> None:
        """Compaction keeps a batch's header where its producer's sequence is still of use."""
        emptied = bytearray(batch(10, b"x", b"y"))
        header_bytes = 61
        emptied[57:61] = bytes(4)
        del emptied[header_bytes:]
        emptied[8:12] = struct.pack(">i", header_bytes - 12)
        emptied[17:21] = struct.pack(">I", crc32c(bytes(emptied[21:])))
        self.log.batches = [batch(0, b"a"), bytes(emptied), batch(20, b"b")]
        for per_answer in (1, 2, 3):
            self.log.per_answer = per_answer
            self.assertEqual(rows(self.log.reader(0, 21)), [0, 20])
            self.assertEqual(rows(self.log.reader(1, 12)), [])

    def transactions(self) -> None:
        self.log.batches = [
            batch(0, b"a0", b"a1", producer_id=1),
            batch(2, b"plain"),
            batch(3, b"b0", producer_id=2),
            marker(4, 1, commit=False),
            batch(5, b"a2", producer_id=1),
            marker(6, 2, commit=True),
            marker(7, 1, commit=True),
            batch(8, b"b1", producer_id=2),
            marker(9, 2, commit=False),
        ]
        self.log.aborted = [
            AbortedTransaction(producer_id=1, first_offset=0),
            AbortedTransaction(producer_id=2, first_offset=8),
        ]

    def test_transactions(self) -> None:
        self.transactions()
        for per_answer in (3, 9):
            self.log.per_answer = per_answer
            self.assertEqual(rows(self.log.reader(0, 10)), [0, 1, 2, 3, 5, 8])
            if per_answer == 9:
                self.assertEqual(rows(self.log.reader(0, 10, isolation="read_committed"), "value"), [b"plain", b"b0", b"a2"])
        for start, end, expected in ((6, 8, []), (4, 5, []), (9, 10, []), (3, 5, [3])):
            reader = self.log.reader(start, end)
            self.assertEqual(rows(reader), expected)
            self.assertEqual((reader.position, reader.lost_ranges), (end, []))

    def test_the_end_is_all_markers(self) -> None:
        self.log.batches = [batch(0, b"a", producer_id=1), marker(1, 1, commit=False)]
        self.log.aborted = [AbortedTransaction(producer_id=1, first_offset=0)]
        for per_answer in (1, 2):
            self.log.per_answer = per_answer
            reader = self.log.reader(0, 2, isolation="read_committed")
            self.assertEqual(list(reader), [])
            self.assertEqual((reader.position, reader.rows), (2, 0))

    def test_an_open_transaction(self) -> None:
        self.log.batches = [batch(0, b"a"), batch(1, b"b", producer_id=1)]
        self.log.stable = 1
        with self.assertRaises(KlogError) as caught:
            rows(self.log.reader(0, 2, isolation="read_committed"))
        self.assertNotIsInstance(caught.exception, DataLoss)
        self.assertIn("a transaction that is open since offset 1", str(caught.exception))
        self.assertGreater(self.log.clock.seconds(), 119)
        self.assertEqual(rows(self.log.reader(0, 2)), [0, 1])

    # What is gone.

    def test_retention_amid_reading(self) -> None:
        self.fill(100)

        def act(request: Any) -> None:
            if len(self.log.fetches) == 3:
                self.log.log_start = 70

        self.log.on_fetch = act
        with self.assertRaises(DataLoss) as caught:
            rows(self.log.reader(0, 100))
        self.assertEqual((caught.exception.start, caught.exception.end), (30, 70))
        self.log.log_start = 0
        self.log.fetches.clear()
        reader = self.log.reader(0, 100, fail_on_data_loss=False)
        self.assertEqual(rows(reader), [*range(30), *range(70, 100)])
        self.assertEqual(reader.lost_ranges, [(30, 70)])

    def test_a_log_that_was_truncated(self) -> None:
        self.fill(50)
        with self.assertRaises(DataLoss) as caught:
            rows(self.log.reader(60, 70))
        self.assertIn("the log ends at offset 50", str(caught.exception))
        self.assertLess(self.log.clock.seconds(), 1)

    def test_a_broker_that_is_behind(self) -> None:
        """It says OFFSET_OUT_OF_RANGE of what the other one has."""
        self.fill(10)
        self.log.errors = [ErrorCode.OFFSET_OUT_OF_RANGE] * 3
        self.assertEqual(rows(self.log.reader(0, 10)), list(range(10)))
        self.log.errors = [ErrorCode.OFFSET_OUT_OF_RANGE] * 100_000
        with self.assertRaises(KlogError) as caught:
            rows(self.log.reader(0, 10))
        self.assertNotIsInstance(caught.exception, DataLoss)
        self.assertGreater(self.log.clock.seconds(), 119)

    def test_a_broker_that_has_records_and_sends_none(self) -> None:
        self.fill(10)
        self.log.end = 20
        with self.assertRaises(KlogError) as caught:
            rows(self.log.reader(0, 20))
        self.assertIn("has records up to offset 20, and sends none", str(caught.exception))

    def test_topic_ids(self) -> None:
        self.fill(20)
        topic_id = TOPIC.encode().ljust(16, b"\1")
        asked: list[Any] = []
        self.log.on_fetch = lambda request: asked.append(request.topics[0])
        self.assertEqual(len(rows(self.log.reader(0, 20, topic_id=topic_id))), 20)
        self.assertEqual({topic.topic_id for topic in asked}, {topic_id})
        self.log.errors = [ErrorCode.UNKNOWN_TOPIC_ID]
        self.assertEqual(len(rows(self.log.reader(0, 20, topic_id=topic_id))), 20)
        before = self.log.clock.seconds()
        self.log.errors = [ErrorCode.UNKNOWN_TOPIC_ID] * 1000
        with self.assertRaises(DataLoss) as caught:
            rows(self.log.reader(0, 20, topic_id=b"x" * 16))
        self.assertIn("deleted and made again", str(caught.exception))
        self.assertLess(self.log.clock.seconds() - before, 10)

    def test_a_partition_that_is_not_there(self) -> None:
        with self.assertRaises(DataLoss) as caught:
            rows(self.log.reader(0, 20, partition=7))
        self.assertIn("no such partition", str(caught.exception))

    # What is damaged.

    def damaged(self, index: int, at: int = -1) -> None:
        data = bytearray(self.log.batches[index])
        data[at] ^= 1
        self.log.batches[index] = bytes(data)

    def test_damaged_batches(self) -> None:
        self.fill(30)
        self.damaged(2)
        for per_answer in (1, 2, 3, 6):
            self.log.per_answer = per_answer
            found: list[int] = []
            with self.assertRaises(CorruptRange) as caught:
                for one in self.log.reader(0, 30):
                    found += one.column("offset").to_pylist()
            self.assertEqual(found, list(range(10)))
            error = caught.exception
            self.assertEqual((error.topic, error.partition, error.offset), (TOPIC, 0, 10))
            self.assertIn("topic t, partition 0, offset 10", str(error))
            self.assertIn("sent by broker host1:9092", str(error))
            reader = self.log.reader(0, 30, skip_corrupt=True)
            self.assertEqual(rows(reader), [*range(10), *range(15, 30)])
            self.assertEqual((reader.skipped_records, reader.rows), (5, 25))

    def test_damaged_batches_and_aborted_ones(self) -> None:
        self.transactions()
        self.log.per_answer = 9
        self.damaged(2)
        reader = self.log.reader(0, 10, isolation="read_committed", skip_corrupt=True)
        self.assertEqual(rows(reader, "value"), [b"plain", b"a2"])
        self.assertEqual(reader.skipped_records, 1)
        with self.assertRaises(CorruptRange):
            rows(self.log.reader(0, 10, isolation="read_committed"))

    def test_every_byte_of_a_batch_may_be_damaged(self) -> None:
        """It ends, with what stood in the others, or by saying which offset is damaged."""
        self.fill(15)
        good = list(self.log.batches)
        for at in range(len(good[1])):
            for flip in (0x01, 0x80):
                self.log.batches = list(good)
                data = bytearray(good[1])
                data[at] ^= flip
                # The broker's own words of where batches stand come from its index.
                joined = b"".join([good[0], bytes(data), good[2]])
                self.log.batches = [good[0], good[2]]
                log = ScriptedLog()
                log.cluster.handlers[_fetch_request()] = _answering(joined, good)
                reader = log.reader(0, 15, poll_timeout_ms=1_000)
                try:
                    found = rows(reader)
                    # Only what no checksum covers: the leader's epoch, and the base offset.
                    self.assertTrue(at < 16, at)
                    self.assertLessEqual(set(found), set(range(15)))
                except CorruptRange as error:
                    self.assertEqual(error.offset, 5)
                except KlogError as error:
                    self.assertLess(at, 12, error)
                reader = log.reader(0, 15, skip_corrupt=True, poll_timeout_ms=1_000)
                try:
                    found = rows(reader)
                    self.assertEqual(found[:5], list(range(5)))
                    self.assertLessEqual(set(found), set(range(15)))
                except KlogError as error:
                    self.assertLess(at, 12, error)

    def test_garbage(self) -> None:
        log = ScriptedLog()
        log.cluster.handlers[_fetch_request()] = _answering(b"\xff" * 100, [])
        with self.assertRaises(CorruptRange):
            rows(log.reader(0, 10))
        log.cluster.handlers[_fetch_request()] = _answering(bytes(5), [])
        with self.assertRaises(CorruptRange):
            rows(log.reader(0, 10))
        reader = log.reader(0, 10, skip_corrupt=True)
        self.assertEqual(rows(reader), [])
        self.assertEqual(reader.skipped_records, 10)

    def test_more_than_may_be_uncompressed(self) -> None:
        self.log.batches = [batch(0, b"x" * 100_000, codec=Codec.GZIP), batch(1, b"y")]
        with self.assertRaises(CorruptRange) as caught:
            rows(self.log.reader(0, 2, max_uncompressed_bytes=10_000))
        self.assertEqual(caught.exception.offset, 0)
        reader = self.log.reader(0, 2, max_uncompressed_bytes=10_000, skip_corrupt=True)
        self.assertEqual(rows(reader), [1])

    # What may pass.

    def test_old_magics(self) -> None:
        old = [message_bytes(0, 0, -1, b"k", b"zero"), message_bytes(1, 1, 7_000, None, b"one"), message_bytes(1, 2, 8_000, None, None, 8)]
        self.log.cluster.handlers[_fetch_request()] = _answering(b"".join(old), [], end=3)
        found = rows(self.log.reader(0, 3), "offset", "key", "value", "timestampType")
        self.assertEqual(found, [(0, b"k", b"zero", -1), (1, None, b"one", 0), (2, None, None, 1)])

    def test_leaders_move(self) -> None:
        self.fill(100)

        def act(request: Any) -> None:
            if len(self.log.fetches) in (3, 6):
                node, epoch = self.log.cluster.topics[TOPIC][0]
                self.log.cluster.topics[TOPIC][0] = (node % 3 + 1, epoch + 1)

        self.log.on_fetch = act
        self.assertEqual(rows(self.log.reader(0, 100)), list(range(100)))
        servers = {address for address, message in self.log.cluster.asked if isinstance(message, _fetch_request())}
        self.assertEqual(servers, {"host1:9092", "host2:9092", "host3:9092"})

    def test_what_may_pass(self) -> None:
        self.fill(50)
        self.log.errors = [
            ErrorCode.LEADER_NOT_AVAILABLE,
            None,
            ErrorCode.FENCED_LEADER_EPOCH,
            ErrorCode.UNKNOWN_LEADER_EPOCH,
            ErrorCode.KAFKA_STORAGE_ERROR,
            ErrorCode.OFFSET_NOT_AVAILABLE,
            None,
            BrokerUnreachable("host1:9092", "closed the connection"),
            ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
            BadAnswer("host1:9092", "sent what cannot be read"),
        ]
        self.assertEqual(rows(self.log.reader(0, 50)), list(range(50)))
        self.assertEqual(self.log.errors, [])

    def test_what_does_not_pass(self) -> None:
        self.fill(10)
        self.log.errors = [ErrorCode.NOT_LEADER_OR_FOLLOWER] * 100_000
        with self.assertRaises(KlogError) as caught:
            rows(self.log.reader(0, 10))
        self.assertEqual(caught.exception.code, ErrorCode.NOT_LEADER_OR_FOLLOWER)
        self.assertIn("nothing came at offset 0 (of 0 to 10) for 120000 ms", str(caught.exception))
        self.log.errors = [ErrorCode.TOPIC_AUTHORIZATION_FAILED]
        with self.assertRaises(KlogError) as caught:
            rows(self.log.reader(0, 10))
        self.assertEqual(caught.exception.code, ErrorCode.TOPIC_AUTHORIZATION_FAILED)
        before = self.log.clock.seconds()
        self.log.errors = [BadAnswer("host1:9092", "sent what cannot be read: max_response_bytes allows 5") for _ in range(100)]
        with self.assertRaises(KlogError) as caught:
            rows(self.log.reader(0, 10))
        self.assertIn("max_response_bytes", str(caught.exception))
        self.assertLess(self.log.clock.seconds() - before, 10)

    def test_patience_begins_anew_with_what_comes(self) -> None:
        self.fill(100)
        log = self.log
        log.on_fetch = lambda request: log.clock.advance(1)
        self.assertEqual(rows(log.reader(0, 100, poll_timeout_ms=5_000)), list(range(100)))
        self.assertGreater(log.clock.seconds(), 9)
        # Whoever works on a batch for long is nobody's fault.
        found: list[int] = []
        for one in log.reader(0, 100, poll_timeout_ms=5_000):
            log.clock.advance(100)
            found += one.column("offset").to_pylist()
        self.assertEqual(found, list(range(100)))


def _fetch_request() -> Any:
    from klog.wire.messages.fetch import FetchRequest

    return FetchRequest


def _answering(data: bytes, good: list[bytes], end: int = 15) -> Any:
    """A broker that sends `data` for the first offsets, and the last of `good` behind it."""
    from klog.wire.messages.fetch import FetchableTopicResponse, FetchResponse, PartitionData

    def answer(server: Any, request: Any) -> FetchResponse:
        offset = request.topics[0].partitions[0].fetch_offset
        view: Any = memoryview(data if offset < 10 or not good else good[-1] if offset < 15 else b"")
        one = PartitionData(partition_index=0, high_watermark=end, log_start_offset=0, records=view)
        return FetchResponse(responses=[FetchableTopicResponse(topic=TOPIC, partitions=[one])])

    return answer
