"""Ranges as record batches, on a partition whose answers are written here: gaps, transactions, what is gone, what is damaged."""

from __future__ import annotations

import struct
import unittest
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from klog.arrow.errors import CorruptRange, DataLoss
from klog.errors import ErrorCode, KlogError
from klog.net.client.errors import BadAnswer, BrokerUnreachable
from klog.records.columns import TimestampOverflow
from klog.records.contract import Codec
from klog.records.crc32c import crc32c
from klog.records.implementations import codec
from klog.records.legacy import message_bytes
from klog.wire.messages.fetch import AbortedTransaction, FetchableTopicResponse, FetchRequest, FetchResponse, PartitionData
from klog.wire.messages.metadata import MetadataRequest
from tests.arrow.scripted_log import TOPIC, ScriptedLog, batch, marker, rows


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

    def test_a_broker_whose_quota_is_used_up(self) -> None:
        """Its answers have no partition in them (KIP-219)."""
        self.fill(20)
        self.log.per_answer = 1
        answer, count = self.log.cluster.handlers[FetchRequest], 0

        def every_other(server: Any, request: Any) -> Any:
            nonlocal count
            count += 1
            return FetchResponse(throttle_time_ms=800, responses=[]) if count % 2 else answer(server, request)

        self.log.cluster.handlers[FetchRequest] = every_other
        self.assertEqual(rows(self.log.reader(0, 20)), list(range(20)))

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

    def test_a_leader_that_does_not_know_the_topic_yet(self) -> None:
        """The others do, under the same id: it is not gone."""
        self.fill(20)
        topic_id = TOPIC.encode().ljust(16, b"\1")

        def act(request: Any) -> None:
            self.log.errors = [ErrorCode.UNKNOWN_TOPIC_ID] if self.log.clock.seconds() < 30 else []

        self.log.on_fetch = act
        self.assertEqual(rows(self.log.reader(0, 20, topic_id=topic_id)), list(range(20)))
        self.assertGreater(self.log.clock.seconds(), 30)
        self.log.on_fetch = lambda request: setattr(self.log, "errors", [ErrorCode.UNKNOWN_TOPIC_ID])
        with self.assertRaises(KlogError) as caught:
            rows(self.log.reader(0, 20, topic_id=topic_id))
        self.assertNotIsInstance(caught.exception, DataLoss)
        self.assertIn("nothing came at offset 0", str(caught.exception))
        self.assertGreater(self.log.clock.seconds(), 149)

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
            self.assertIn("skipCorrupt", str(error))
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
                log.cluster.handlers[FetchRequest] = _answering(joined, good)
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
        log.cluster.handlers[FetchRequest] = _answering(b"\xff" * 100, [])
        with self.assertRaises(CorruptRange):
            rows(log.reader(0, 10))
        log.cluster.handlers[FetchRequest] = _answering(bytes(5), [])
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
        self.assertIn("maxUncompressedBytes", str(caught.exception))
        reader = self.log.reader(0, 2, max_uncompressed_bytes=10_000, skip_corrupt=True)
        self.assertEqual(rows(reader), [1])

    # What may pass.

    def test_the_first_answer_is_asked_for_at_once(self) -> None:
        """A kept client knows who leads: no question but for the records."""
        self.fill(20)
        for _ in range(3):
            self.assertEqual(rows(self.log.reader(0, 20)), list(range(20)))
        self.assertEqual(self.log.cluster.count(MetadataRequest), 1)
        self.assertEqual(self.log.fetches, [0, 10] * 3)

    def test_a_time_that_microseconds_cannot_tell(self) -> None:
        """As in Spark's own source, an error; where nobody asks for the column, none."""
        self.log.batches = [codec.build_batch([(1 << 60, None, b"v", ())])]
        with self.assertRaises(CorruptRange) as caught:
            rows(self.log.reader(0, 1))
        self.assertIsInstance(caught.exception.__cause__, TimestampOverflow)
        self.assertEqual(rows(self.log.reader(0, 1, columns=("value",)), "value"), [b"v"])

    def test_old_magics(self) -> None:
        old = [message_bytes(0, 0, -1, b"k", b"zero"), message_bytes(1, 1, 7_000, None, b"one"), message_bytes(1, 2, 8_000, None, None, 8)]
        self.log.cluster.handlers[FetchRequest] = _answering(b"".join(old), [], end=3)
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
        servers = {address for address, message in self.log.cluster.asked if isinstance(message, FetchRequest)}
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


class RandomTests(unittest.TestCase):
    """Any log, any range, any sizes, any trouble that passes: what comes is what the log holds."""

    CODECS = st.sampled_from([Codec.NONE, Codec.NONE, Codec.GZIP, Codec.LZ4])

    @settings(max_examples=150, deadline=None)
    @given(st.data())
    def test_any_log(self, data: st.DataObject) -> None:
        log = ScriptedLog()
        draw = data.draw
        everything: dict[int, tuple[bytes, int]] = {}
        committed: dict[int, bytes] = {}
        at = draw(st.integers(0, 3))
        log.log_start = at
        opened: dict[int, int] = {}
        for _ in range(draw(st.integers(0, 12))):
            at += draw(st.integers(0, 2))
            producer = draw(st.sampled_from([-1, 1, 2]))
            if producer in opened and draw(st.booleans()):
                commit = draw(st.booleans())
                first = opened.pop(producer)
                theirs = {offset: value for offset, (value, who) in everything.items() if who == producer and offset >= first}
                if commit:
                    committed |= theirs
                else:
                    log.aborted.append(AbortedTransaction(producer_id=producer, first_offset=first))
                log.batches.append(marker(at, producer, commit=commit))
                at += 1
                continue
            deltas = sorted(draw(st.sets(st.integers(0, 6), min_size=1, max_size=4)))
            values = [b"%d" % (at + delta) for delta in deltas]
            log.batches.append(batch(at, *values, producer_id=producer, deltas=deltas, codec=draw(self.CODECS)))
            everything |= {at + delta: (value, producer) for delta, value in zip(deltas, values, strict=True)}
            if producer < 0:
                committed |= {at + delta: value for delta, value in zip(deltas, values, strict=True)}
            else:
                opened.setdefault(producer, at)
            at += deltas[-1] + 1
        for producer in opened:
            log.batches.append(marker(at, producer, commit=False))
            log.aborted.append(AbortedTransaction(producer_id=producer, first_offset=opened[producer]))
            at += 1
        log.per_answer = draw(st.integers(1, 4))
        passing = [None, None, ErrorCode.NOT_LEADER_OR_FOLLOWER, ErrorCode.OFFSET_NOT_AVAILABLE, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION]
        log.errors = draw(st.lists(st.sampled_from(passing), max_size=6))
        start = draw(st.integers(log.log_start, max(log.log_start, at)))
        end = draw(st.integers(start, max(start, log.high_watermark)))
        is_committed = draw(st.booleans())
        reader = log.reader(
            start,
            end,
            isolation="read_committed" if is_committed else "read_uncommitted",
            max_batch_bytes=draw(st.sampled_from([1, 100, 1 << 20])),
        )
        found = rows(reader, "offset", "value")
        expected = committed if is_committed else {offset: value for offset, (value, _) in everything.items()}
        self.assertEqual(found, [(offset, expected[offset]) for offset in sorted(expected) if start <= offset < end])
        self.assertEqual((reader.position, reader.lost_ranges), (end, []))


def _answering(data: bytes, good: list[bytes], end: int = 15) -> Any:
    """A broker that sends `data` for the first offsets, and the last of `good` behind it."""

    def answer(server: Any, request: Any) -> FetchResponse:
        offset = request.topics[0].partitions[0].fetch_offset
        view: Any = memoryview(data if offset < 10 or not good else good[-1] if offset < 15 else b"")
        one = PartitionData(partition_index=0, high_watermark=end, log_start_offset=0, records=view)
        return FetchResponse(responses=[FetchableTopicResponse(topic=TOPIC, partitions=[one])])

    return answer
