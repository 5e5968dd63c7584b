"""A partition as a shard writes it."""

from __future__ import annotations

from typing import Any

from klog.broker.coordinators.partition_writer import PartitionWriter, translated
from klog.broker.coordinators.records import CoordinatorRecord
from klog.errors import ErrorCode, KlogError
from klog.records.contract import Codec
from klog.records.implementations import codec
from klog.wire.group_records import GroupMetadataKey, OffsetCommitKey, OffsetCommitValue, decode_key
from tests.broker.rig import DataPathTestCase

NAME = "__consumer_offsets"


class PartitionWriterTests(DataPathTestCase):
    """Over a partition in memory."""

    def make(self, *, batch_codec: int = 0, **configs: str) -> PartitionWriter:
        self.create(NAME, cleanup_policy="compact", **configs)
        return PartitionWriter(self.partition(NAME), codec, self.partitions.produces, self.now_ms, batch_codec=batch_codec, timeout_ms=5000)

    def stored(self) -> list[Any]:
        log = self.partition(NAME).log
        read = log.read(0, 1 << 20, upper_bound=log.end_offset)
        assert read.span is not None
        return list(codec.records(read.span.read()))

    def test_one_batch_acknowledged_at_once(self) -> None:
        log = self.make()
        records = [
            CoordinatorRecord(OffsetCommitKey(group="g", topic="t", partition=1), OffsetCommitValue(offset=5), 3),
            CoordinatorRecord(GroupMetadataKey(group="g"), None),
        ]
        self.assertIsNone(log.append(records))
        first, second = self.stored()
        self.assertEqual(decode_key(first.key), records[0].key)
        self.assertEqual((first.value[:2], second.value, first.timestamp_ms), (b"\0\3", None, self.now_ms()))

    def test_compressed_as_asked(self) -> None:
        log = self.make(batch_codec=1)
        log.append_encoded([(b"\0\2" + b"k" * 100, b"v" * 100)])
        partition_log = self.partition(NAME).log
        data = partition_log.read(0, 1 << 20, upper_bound=1).span.read()  # type: ignore[union-attr]
        self.assertEqual(codec.read_header(data).attributes & 7, Codec.GZIP)

    def test_refusals_are_translated(self) -> None:
        log = self.make(max_message_bytes="100")
        refusal = self.assertRaises(KlogError, log.append_encoded, [(b"\0\2k", b"v" * 200)])
        self.assertEqual(refusal.code, ErrorCode.UNKNOWN_SERVER_ERROR)
        for code, told in (
            (ErrorCode.KAFKA_STORAGE_ERROR, ErrorCode.NOT_COORDINATOR),
            (ErrorCode.NOT_LEADER_OR_FOLLOWER, ErrorCode.NOT_COORDINATOR),
            (ErrorCode.REQUEST_TIMED_OUT, ErrorCode.COORDINATOR_NOT_AVAILABLE),
            (ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, ErrorCode.COORDINATOR_NOT_AVAILABLE),
            (ErrorCode.CORRUPT_MESSAGE, ErrorCode.CORRUPT_MESSAGE),
        ):
            self.assertEqual(translated(code).code, told)

    def test_with_the_flush_rule_it_waits(self) -> None:
        log = self.make(flush_messages="1")
        self.thread.slow = True
        waiting = log.append_encoded([(b"\0\2k", b"v")])
        assert waiting is not None
        self.assertNoResult(waiting)
        self.thread.run_all()
        self.assertIsNone(self.successResultOf(waiting))

    def test_a_flush_that_fails_or_takes_too_long(self) -> None:
        log = self.make(flush_messages="1")
        self.thread.slow = True
        waiting = log.append_encoded([(b"\0\2k", b"v")])
        assert waiting is not None
        self.clock.advance(5)
        self.assertEqual(self.failureResultOf(waiting, KlogError).value.code, ErrorCode.COORDINATOR_NOT_AVAILABLE)
        # What rests on it has to wait all the same.
        waiting = log.acknowledged()
        assert waiting is not None
        self.assertNoResult(waiting)
        self.thread.run_all()
        self.assertIsNone(self.successResultOf(waiting))
        self.assertIsNone(log.acknowledged())
        waiting = log.append_encoded([(b"\0\2k", b"v")])
        assert waiting is not None
        self.fs.fail_next_sync()
        self.thread.run_all()
        self.assertEqual(self.failureResultOf(waiting, KlogError).value.code, ErrorCode.NOT_COORDINATOR)

    def test_the_topic_goes(self) -> None:
        log = self.make(flush_messages="1")
        self.thread.slow = True
        waiting = log.append_encoded([(b"\0\2k", b"v")])
        assert waiting is not None
        self.delete(NAME)
        self.assertEqual(self.failureResultOf(waiting, KlogError).value.code, ErrorCode.NOT_COORDINATOR)
