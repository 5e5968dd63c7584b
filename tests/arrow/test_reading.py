"""Ranges as record batches, on klog's broker over sockets; on scripted answers in ``test_reading_scripted.py``."""

from __future__ import annotations

import os
import pickle
import random
import subprocess
import sys
import threading
import unittest
from typing import Any

from klog.arrow.errors import DataLoss
from klog.arrow.ranges import TopicRange
from klog.arrow.reading import RangeReader, ReadOptions
from klog.client.blocking.client import BlockingClient
from klog.client.settings import ClientSettings
from klog.config import ConfigError
from klog.errors import KlogError
from klog.model import TopicPartition
from klog.records.contract import Codec
from klog.records.implementations import codec
from klog.testing.embedded import Broker
from klog.wire.messages.delete_records import DeleteRecordsPartition, DeleteRecordsRequest, DeleteRecordsTopic
from klog.wire.messages.delete_topics import DeleteTopicsRequest, DeleteTopicState
from tests.arrow.scripted_log import rows


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
foreign = ("twisted", "pyspark", "py4j", "pandas", "numpy", "OpenSSL")
# The package zope itself is loaded by older zope.interface's .pth, whatever a program does.
print([name for name in sys.modules if name.split(".")[0] in foreign or name.startswith("zope.")])
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


class MemoryTests(unittest.TestCase):
    """What a process holds while it reads records of 50 MiB."""

    #: The answer, what it holds uncompressed, the record batch in the making, the one that the loop still has; and a fifth of one to spare.
    BOUND_MIB = {Codec.NONE: 3 * 50 + 20, Codec.ZSTD: 4 * 50 + 20}
    READ = """
import sys
from klog.arrow.ranges import TopicRange
from klog.arrow.reading import RangeReader, ReadOptions
from klog.client.settings import ClientSettings

def most_mib():
    return int(open("/proc/self/status").read().split("VmHWM:")[1].split()[0]) >> 10

settings = ClientSettings(bootstrap_servers=sys.argv[1])
for _ in RangeReader(settings, TopicRange("small", 0, 0, 100)): pass
before = most_mib()
reader = RangeReader(settings, TopicRange(sys.argv[2], 0, 0, 4))
print([batch.column("value").nbytes >> 20 for batch in reader], most_mib() - before)
"""

    def test_a_record_of_50_mib(self) -> None:
        if not os.path.exists("/proc/self/status"):
            self.skipTest("no /proc here to ask how much memory was used")
        record = random.Random(7).randbytes(50 << 20)
        with Broker(topics={"small": 1}) as broker, BlockingClient(broker.bootstrap) as client:
            broker.put("small", [b"x" * 100] * 100)
            for compression, bound_mib in self.BOUND_MIB.items():
                topic = f"large-{compression.name}"
                broker.create_topic(topic, configs={"max.message.bytes": 60 << 20})
                small, large = (codec.build_batch([(1, None, value, ())], codec=compression) for value in (b"small", record))
                for batch in (small, large, large, small):
                    client.produce(TopicPartition(topic, 0), batch)
                command = [sys.executable, "-c", self.READ, broker.bootstrap, topic]
                output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
                sizes, _, used_mib = output.strip().rpartition(" ")
                self.assertEqual(sizes, "[0, 50, 50, 0]")
                self.assertLess(int(used_mib), bound_mib)
                self.assertGreater(int(used_mib), 50)
