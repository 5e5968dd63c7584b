"""The high watermark of a log that may have replicas: who raises it, what a start makes of it, and what in the log stays below it."""

from __future__ import annotations

import errno
import random
import unittest

from klog.errors import KlogError
from klog.storage.checkpoint_files import read_offsets
from klog.storage.compaction.log_compaction import dirtiness_of
from klog.storage.compaction.plan import Dirtiness
from klog.storage.disk_work import do_now
from klog.storage.log.log import Log, StillRunning
from klog.storage.settings import UNLIMITED, LogSettings
from klog.testing.filesystem import Survival
from tests.storage.logs import NOW_MS, T0, TOPIC_ID, Place, append, at, batch, marker_of, read_all, retain

MARKS = "/data/replication-offset-checkpoint"
EPOCHS = "/data/t-0/leader-epoch-checkpoint"


class ReplicaCase(unittest.TestCase):
    """A log in a directory whose logs have replicas."""

    settings = LogSettings(segment_bytes=200, file_delete_delay_ms=0, retention_ms=UNLIMITED)

    def setUp(self) -> None:
        self.place = Place()
        self.log = self.begin(self.settings)

    def begin(self, settings: LogSettings, leader_epoch: int = 0) -> Log:
        directory = self.place.last = self.place.directory(settings, has_replicas=True)
        directory.load()
        creation = directory.prepare_creation([(T0, TOPIC_ID)], leader_epoch)
        do_now(creation)
        return directory.complete_creation(creation.partitions[0], settings)

    def again(self, settings: LogSettings | None = None, survival: Survival | None = None) -> Log:
        """Opened by the next process; after a power cut where one is drawn from `survival`."""
        self.place.last.release()
        self.place.last.context.files.clear()
        if survival is not None:
            self.place.fs = self.place.fs.crash(random.Random(1), survival)
        directory = self.place.last = self.place.directory(settings or self.settings, has_replicas=True)
        directory.load()
        return directory.logs[T0]

    def fill(self, count: int, log: Log | None = None) -> None:
        """A batch of one record each."""
        for number in range(count):
            (result,) = append(log or self.log, batch(b"%d" % number * 20))
            self.assertEqual(result.code, 0)

    def checkpoint_marks(self) -> bool:
        """Whether the high watermarks were written."""
        checkpoint = self.place.last.prepare_high_watermark_checkpoint()
        if checkpoint is not None:
            do_now(checkpoint)
        return checkpoint is not None


class RaisingTests(ReplicaCase):
    """Who raises it."""

    def test_alone_with_the_end(self) -> None:
        self.assertTrue(self.log.owns_high_watermark)
        self.fill(3)
        self.assertEqual((self.log.high_watermark, self.log.counted_end_offset), (3, 3))

    def test_by_hand_where_others_are_in_sync(self) -> None:
        log = self.log
        self.fill(3)
        log.owns_high_watermark = False
        self.fill(2)
        log.flush()
        log.update_settings(self.settings)
        self.assertEqual((log.high_watermark, log.last_stable_offset, log.end_offset, log.counted_end_offset), (3, 3, 5, 5))
        log.raise_high_watermark(4)
        log.raise_high_watermark(2)
        self.assertEqual(log.high_watermark, 4, "never down")
        log.raise_high_watermark(100)
        self.assertEqual(log.high_watermark, 5, "never above the end")
        self.fill(1)
        log.owns_high_watermark = True
        self.assertEqual(log.high_watermark, 6, "at once")
        self.fill(1)
        self.assertEqual(log.high_watermark, 7)

    def test_with_the_flush_rule(self) -> None:
        settings = LogSettings(flush_messages=100)
        self.log.update_settings(settings)
        log = self.log
        self.fill(3)
        self.assertEqual((log.high_watermark, log.counted_end_offset), (0, 0))
        log.flush()
        self.assertEqual((log.high_watermark, log.counted_end_offset), (3, 3))
        log.owns_high_watermark = False
        self.fill(2)
        log.flush()
        self.assertEqual((log.high_watermark, log.counted_end_offset, log.end_offset), (3, 5, 5))
        self.fill(1)
        log.owns_high_watermark = True
        self.assertEqual(log.high_watermark, 5, "what is flushed")
        log.owns_high_watermark = False
        log.update_settings(LogSettings())
        self.assertEqual((log.high_watermark, log.counted_end_offset), (5, 6), "another rule counts, and still others raise it")
        log.owns_high_watermark = True
        self.assertEqual(log.high_watermark, 6)

    def test_a_follower_waits_for_its_leader(self) -> None:
        log = self.begin_following()
        log.append_as_follower(at(batch(b"a"), 0, 4) + at(batch(b"b"), 1, 4))
        log.flush()
        self.assertEqual((log.high_watermark, log.end_offset), (0, 2))
        log.raise_high_watermark(1)
        self.assertEqual([record.value for record in read_all(log)], [b"a"])

    def begin_following(self) -> Log:
        self.place = Place()
        return self.begin(self.settings, leader_epoch=-1)

    def test_a_follower_knows_no_epoch_before_its_leader_has_sent_one(self) -> None:
        log = self.begin_following()
        self.assertFalse(log.owns_high_watermark)
        self.assertEqual((log.latest_epoch, log.end_offset_for_epoch(0)), (-1, (-1, -1)))
        self.assertEqual(self.place.fs.read(EPOCHS), b"0\n0\n")
        self.assertTrue(self.place.last.close())
        log = self.again()
        self.assertEqual((log.latest_epoch, log.end_offset), (-1, 0), "nor after a stop")
        log.append_as_follower(at(batch(b"a"), 0, 4))
        self.assertEqual(log.latest_epoch, 4)


class StartTests(ReplicaCase):
    """What a start makes of the checkpoint."""

    def test_from_the_checkpoint(self) -> None:
        self.fill(5)
        self.log.owns_high_watermark = False
        self.fill(3)
        self.assertTrue(self.place.last.close())
        log = self.again()
        self.assertEqual((log.high_watermark, log.end_offset, log.owns_high_watermark), (5, 8, False))
        self.assertEqual(len(read_all(log)), 5)
        log.owns_high_watermark = True
        self.assertEqual(log.high_watermark, 8)

    def test_missing(self) -> None:
        self.fill(5)
        self.place.last.close()
        self.place.fs.remove(MARKS)
        self.assertEqual(self.again().high_watermark, 0)

    def test_within_the_log(self) -> None:
        self.fill(12)
        self.log.truncate_start(6)
        retain(self.log, NOW_MS)
        self.log.owns_high_watermark = False
        self.place.last.close()
        for found, expected in ((2, 6), (8, 8), (1000, 12)):
            with self.subTest(found=found):
                self.place.fs.write(MARKS, f"0\n1\nt 0 {found}\n".encode())
                log = self.again()
                self.assertEqual((log.start_offset, log.high_watermark, log.end_offset), (6, expected, 12))

    def test_leader_epochs_are_others_to_give(self) -> None:
        """After a kill too: here nobody gives himself a new one."""
        self.fill(2)
        self.log.flush()
        log = self.again(survival=Survival.NOTHING)
        self.assertEqual((log.leader_epoch, log.end_offset), (0, 2))
        self.assertEqual([log.end_offset_for_epoch(epoch) for epoch in (0, 1)], [(0, 2), (-1, -1)])

    def test_written_by_itself_where_one_moved(self) -> None:
        self.assertTrue(self.checkpoint_marks())
        self.assertFalse(self.checkpoint_marks())
        self.fill(3)
        self.assertTrue(self.checkpoint_marks())
        self.assertEqual(read_offsets(self.place.fs, MARKS), {T0: 3})
        self.assertFalse(self.checkpoint_marks())
        log = self.again(survival=Survival.NOTHING)
        # What was not flushed went with the power.
        self.assertEqual((log.high_watermark, log.end_offset), (log.end_offset, log.end_offset))

    def test_survives_a_kill_and_a_power_cut(self) -> None:
        self.fill(3)
        self.log.flush()
        do_now(self.place.last.prepare_checkpoint())
        self.log.owns_high_watermark = False
        self.fill(3)
        self.log.flush()
        self.log.raise_high_watermark(5)
        self.assertTrue(self.checkpoint_marks())
        for survival in (None, Survival.NOTHING):
            log = self.again(survival=survival)
            self.assertEqual((log.high_watermark, log.end_offset), (5, 6))

    def test_one_that_could_not_be_written_is_written_again(self) -> None:
        self.fill(3)
        checkpoint = self.place.last.prepare_high_watermark_checkpoint()
        assert checkpoint is not None
        checkpoint.settle(error=OSError(errno.ENOSPC, "no space"))
        self.assertIsNone(self.place.last.offline)
        self.assertTrue(self.checkpoint_marks())

    def test_an_older_one_does_not_count_as_written(self) -> None:
        """Gathered before a checkpoint of everything, and done after it."""
        self.fill(3)
        older = self.place.last.prepare_high_watermark_checkpoint()
        assert older is not None
        self.fill(1)
        do_now(self.place.last.prepare_checkpoint())
        do_now(older)
        self.assertEqual(read_offsets(self.place.fs, MARKS), {T0: 4})
        self.assertTrue(self.checkpoint_marks())

    def test_lower_on_the_disk_before_the_log_is_cut(self) -> None:
        self.fill(6)
        self.assertTrue(self.checkpoint_marks())
        truncation = self.place.last.prepare_truncation(T0, 4)
        assert truncation is not None
        truncation.write_checkpoints()
        self.assertEqual(read_offsets(self.place.fs, MARKS), {T0: 4})
        do_now(truncation)
        self.assertFalse(self.checkpoint_marks() and read_offsets(self.place.fs, MARKS) != {T0: 4})
        (warning,) = [sentence for sentence in self.place.warnings if "high watermark" in sentence]
        self.assertIn("truncated to 4, below its high watermark 6", warning)

    def test_nothing_is_said_where_nobody_saw_it(self) -> None:
        self.log.owns_high_watermark = False
        self.fill(6)
        do_now(self.place.last.prepare_truncation(T0, 4))  # type: ignore[arg-type]
        self.assertEqual((self.log.high_watermark, self.place.warnings), (0, []))


class BoundTests(ReplicaCase):
    """What stays below it."""

    def test_retention(self) -> None:
        log = self.log
        log.owns_high_watermark = False
        self.fill(10)
        log.flush()
        log.update_settings(LogSettings(segment_bytes=200, retention_ms=1, file_delete_delay_ms=0))
        for high_watermark in (0, 1, 4, 10):
            log.raise_high_watermark(high_watermark)
            retain(log, NOW_MS + 10**6)
            self.assertLessEqual(log.start_offset, high_watermark)
            self.assertLessEqual(log.first_segment_base, high_watermark)
        self.assertEqual(log.start_offset, 10)

    def test_delete_records(self) -> None:
        self.log.owns_high_watermark = False
        self.fill(10)
        self.log.raise_high_watermark(4)
        with self.assertRaises(KlogError):
            self.log.truncate_start(5)
        self.assertEqual(self.log.truncate_start(4), 4)

    def test_compaction(self) -> None:
        log = self.log
        log.update_settings(LogSettings(segment_bytes=200, cleanup_delete=False, cleanup_compact=True))
        log.owns_high_watermark = False
        self.fill(10)
        log.flush()
        found = []
        for high_watermark in (0, 3, 7, 10):
            log.raise_high_watermark(high_watermark)
            dirt = dirtiness_of(log, None)
            assert isinstance(dirt, Dirtiness)
            self.assertLessEqual(dirt.first_uncleanable, high_watermark)
            found.append(dirt.first_uncleanable)
        self.assertEqual(found, [0, 2, 6, 8])

    def test_transactions_that_a_marker_above_it_has_ended(self) -> None:
        """They are stable when the marker is below the high watermark, and not before."""
        log = self.log
        log.owns_high_watermark = False
        transactional = batch(b"x", producer_id=7, producer_epoch=0, base_sequence=0, attributes=0x10)
        log.append_as_follower(at(batch(b"a"), 0) + at(transactional, 1) + at(marker_of(7, commit=True), 2) + at(batch(b"b"), 3))
        found = []
        for high_watermark in (0, 1, 2, 3, 4):
            log.raise_high_watermark(high_watermark)
            found.append(log.last_stable_offset)
        self.assertEqual(found, [0, 1, 1, 3, 4])


class NotedEpochTests(ReplicaCase):
    """A leadership is noted when it begins."""

    def test_at_once(self) -> None:
        log = self.log
        self.fill(2)
        log.owns_high_watermark = False
        log.assign_leader_epoch(3, note=True)
        expected = [(0, 2), (0, 2), (0, 2), (3, 2), (-1, -1), (-1, -1)]
        self.assertEqual([log.end_offset_for_epoch(epoch) for epoch in (0, 1, 2, 3, 4, -1)], expected)
        log.assign_leader_epoch(5, note=True)
        self.assertEqual([log.end_offset_for_epoch(epoch) for epoch in (0, 3, 5)], [(0, 2), (0, 2), (5, 2)])
        self.fill(1)
        self.assertEqual([log.end_offset_for_epoch(epoch) for epoch in (0, 3, 5)], [(0, 2), (0, 2), (5, 3)])

    def test_the_disk_is_not_asked(self) -> None:
        """Who begins to lead thousands of partitions at once serves them at once: the file is written with the next flush."""
        log = self.log
        self.fill(2)
        asked: list[str] = []
        self.place.fs.on_operation = lambda name, path: asked.append(f"{name} {path}") if EPOCHS in path else None
        log.assign_leader_epoch(3, note=True)
        log.assign_leader_epoch(5, note=True)
        self.fill(1)
        self.assertEqual(asked, [])
        log.flush()
        self.assertNotEqual(asked, [])
        self.assertEqual(self.place.fs.read(EPOCHS), b"0\n2\n0 0\n5 2\n", "of one without writes nothing is left")

    def test_again_and_lower(self) -> None:
        log = self.log
        self.fill(2)
        log.assign_leader_epoch(3, note=True)
        self.fill(1)
        for epoch in (3, 2):
            log.assign_leader_epoch(epoch, note=True)
            self.assertEqual((log.leader_epoch, log.end_offset_for_epoch(3)), (3, (3, 3)))

    def test_one_that_was_not_noted_may_be(self) -> None:
        self.fill(2)
        self.log.assign_leader_epoch(3)
        self.assertEqual(self.log.latest_epoch, 0)
        self.log.assign_leader_epoch(3, note=True)
        self.assertEqual(self.log.latest_epoch, 3)

    def test_a_follower_answers_for_what_it_has(self) -> None:
        """It led without a write, follows, and was told to forget that."""
        log = self.log
        self.fill(2)
        log.owns_high_watermark = False
        log.assign_leader_epoch(3, note=True)
        self.assertIsNone(self.place.last.prepare_truncation(T0, 2))
        self.assertEqual([log.end_offset_for_epoch(epoch) for epoch in (0, 2, 3)], [(0, 2), (-1, -1), (-1, -1)])

    def test_not_while_the_log_is_cut(self) -> None:
        self.fill(2)
        truncation = self.place.last.prepare_truncation(T0, 1)
        assert truncation is not None
        with self.assertRaises(StillRunning):
            self.log.assign_leader_epoch(3, note=True)
        do_now(truncation)
        self.log.assign_leader_epoch(3, note=True)
        self.assertEqual(self.log.end_offset_for_epoch(0), (0, 1))

    def test_a_full_disk(self) -> None:
        """It is known all the same, and written when there is room."""
        self.fill(2)
        self.place.fs.capacity_bytes = 0
        self.log.assign_leader_epoch(3, note=True)
        self.assertIsNone(self.place.last.offline)
        self.assertEqual(self.log.end_offset_for_epoch(0), (0, 2))
        self.place.fs.capacity_bytes = 1 << 30
        self.fill(1)
        self.log.flush()
        self.assertEqual(self.place.fs.read(EPOCHS), b"0\n2\n0 0\n3 2\n")

    def test_the_next_flush_syncs_it(self) -> None:
        self.fill(2)
        self.log.flush()
        self.log.assign_leader_epoch(3, note=True)
        self.fill(1)
        self.log.flush()
        log = self.again(survival=Survival.NOTHING)
        self.assertEqual((log.end_offset, log.end_offset_for_epoch(0)), (3, (0, 2)))
