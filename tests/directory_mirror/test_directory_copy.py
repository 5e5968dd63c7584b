"""One partition of a data directory, as a link sees it."""

from __future__ import annotations

import errno

from twisted.internet.defer import Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.directory_mirror.accounts import LINK
from klog.directory_mirror.directory_copy import DirectoryCopy
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.records.implementations import codec
from klog.storage.directories.directory import LogDirectory
from klog.storage.disk_work import do_now
from klog.storage.settings import LogSettings
from klog.testing.filesystem import MemoryFileSystem
from tests.storage.log.test_copied_batches import batch

TP = TopicPartition("t", 0)
SETTINGS = LogSettings(segment_bytes=400, retention_ms=-1, file_delete_delay_ms=0)


class DirectoryCopyTests(SynchronousTestCase):
    """What it says of its log, and does to it."""

    def setUp(self) -> None:
        self.fs = MemoryFileSystem(lambda: 1)
        self.directory = LogDirectory(self.fs, "/data", lambda: 1, SETTINGS, 1, has_replicas=True)
        self.directory.load()
        creation = self.directory.prepare_creation([(TP, bytes(15) + b"1")], -1, {"t": SETTINGS})
        do_now(creation)
        self.failures: list[Exception] = []
        log = self.directory.complete_creation(creation.partitions[0], SETTINGS)
        self.copy = DirectoryCopy(self.directory, log, LINK, lambda: -1, self.failures.append)

    def done(self, deferred: Deferred[bool]) -> bool:
        return bool(self.successResultOf(deferred))

    def test_as_it_is(self) -> None:
        copy = self.copy
        self.assertEqual((copy.last_epoch, copy.start, copy.end, copy.may_be_cut, copy.is_compacted), (-1, 0, 0, True, False))
        data = batch(0, 2, epoch=3, producer_id=77) + batch(5, 1, epoch=4)
        taken = copy.append(memoryview(data))
        self.assertEqual((taken.batches, taken.newest_ms, copy.end, copy.last_epoch), (2, 1_001, 6, 4))
        self.assertEqual((copy.offsets, copy.size_bytes, copy.highest_producer_id), (6, len(data), 77))
        # Whatever is copied may be read by who serves it next.
        self.assertEqual(copy.log.high_watermark, 6)
        self.assertEqual(copy.end_offset_for_epoch(3), (3, 5))
        found = self.successResultOf(copy.batch_at(5))
        assert found is not None
        self.assertEqual(found, batch(5, 1, epoch=4))

    def test_what_is_there_already_is_left_out(self) -> None:
        one, two = batch(0, 2), batch(2, 1)
        self.copy.append(one)
        self.assertEqual(self.copy.append(one).batches, 0)
        self.assertEqual(self.copy.append(one + two).batches, 1)
        self.assertEqual((self.copy.end, self.copy.offsets), (3, 3))
        error = self.assertRaises(KlogError, self.copy.append, batch(2, 2))
        self.assertEqual(error.code, ErrorCode.OFFSET_OUT_OF_RANGE)

    def test_it_begins_in_the_middle(self) -> None:
        """A source's log may start within a batch, which comes whole."""
        copy = self.copy
        self.assertTrue(self.done(copy.begin_at(5)))
        error = self.assertRaises(KlogError, copy.append, batch(4, 3))
        self.assertEqual(error.code, ErrorCode.OFFSET_OUT_OF_RANGE)
        self.assertTrue(self.done(copy.begin_at(4)))
        copy.append(batch(4, 3))
        self.assertEqual((copy.start, copy.end), (4, 7))

    def test_what_is_hurt_teaches_nothing(self) -> None:
        data = bytearray(batch(0, 1, producer_id=5))
        data[-1] ^= 1
        self.assertEqual(self.assertRaises(KlogError, self.copy.append, bytes(data)).code, ErrorCode.CORRUPT_MESSAGE)
        self.assertEqual((self.copy.highest_producer_id, self.copy.end, self.failures), (-1, 0, []))

    def test_rolled_segments_are_flushed(self) -> None:
        copy = self.copy
        for base in range(0, 60, 2):
            copy.append(batch(base, 2))
        self.assertGreater(copy.log.segment_count, 2)
        self.assertFalse(copy.log.owes_a_flush)
        self.assertGreater(copy.log.recovery_point, 0)

    def test_cut(self) -> None:
        copy = self.copy
        for base in range(0, 20, 2):
            copy.append(batch(base, 2))
        self.assertTrue(self.done(copy.cut(8)))
        self.assertEqual((copy.end, copy.log.high_watermark), (8, 8))
        copy.append(batch(8, 1))
        self.assertEqual(copy.end, 9)

    def test_closed(self) -> None:
        copy = self.copy
        self.directory.close()
        self.assertFalse(copy.is_ours)
        self.assertEqual(self.assertRaises(KlogError, copy.append, batch(0, 1)).code, ErrorCode.NOT_LEADER_OR_FOLLOWER)
        self.assertFalse(self.done(copy.cut(0)))

    def test_a_full_disk(self) -> None:
        self.fs.capacity_bytes = self.fs.used_bytes + 10
        self.assertEqual(self.assertRaises(KlogError, self.copy.append, batch(0, 9)).code, ErrorCode.KAFKA_STORAGE_ERROR)
        self.assertEqual(len(self.failures), 1)
        self.assertEqual(self.copy.end, 0)

    def test_a_disk_that_fails(self) -> None:
        copy = self.copy
        copy.append(batch(0, 2))
        self.fs.fail_writes(errno.EIO)
        self.assertEqual(self.assertRaises(KlogError, copy.append, batch(2, 9)).code, ErrorCode.KAFKA_STORAGE_ERROR)
        self.assertEqual(len(self.failures), 1)
        self.assertTrue(isinstance(self.failureResultOf(copy.cut(1)).value, OSError | KlogError))

    def test_what_is_compacted(self) -> None:
        copy = DirectoryCopy(self.directory, self.copy.log, LINK, lambda: 60_000, self.failures.append)
        self.assertEqual((copy.is_compacted, copy.tombstones_kept_ms), (True, 60_000))

    def test_the_codec_is_the_one_that_logs_have(self) -> None:
        self.assertIs(self.directory.context.codec, codec)
