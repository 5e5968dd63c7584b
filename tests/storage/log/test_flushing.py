"""Flushes: what is shown by the flush rule, and what a failed one does."""

from __future__ import annotations

import errno
import random
from contextlib import closing

from klog.errors import ErrorCode
from klog.storage.checkpoint_files import EpochEntry, read_leader_epochs
from klog.storage.filenames import LEADER_EPOCH_CHECKPOINT
from klog.storage.log.flush_work import NotReplaced
from klog.storage.settings import LogSettings
from klog.testing.filesystem import Survival
from tests.storage.logs import FailingAct, LogCase, Place, append, at, batch, checkpoint, read_all, syncs_fail, values

FLUSH_RULE = LogSettings(flush_messages=1)
EPOCHS = "/data/t-0/leader-epoch-checkpoint"


class FlushTests(LogCase):
    """The paper's rule, in three steps."""

    def test_visible_when_flushed(self) -> None:
        log = self.place.log(FLUSH_RULE)
        self.good(log, batch(b"a"))
        self.assertEqual((log.end_offset, log.high_watermark, log.unflushed_messages), (1, 0, 1))
        flush = log.prepare_flush()
        assert flush is not None
        self.assertIsNone(log.prepare_flush(), "one at a time")
        self.assertTrue(log.is_busy)
        self.good(log, batch(b"b"))
        self.assertEqual(log.high_watermark, 0)
        flush.run()
        flush.settle()
        self.assertFalse(log.is_busy)
        self.assertEqual((log.high_watermark, log.recovery_point), (1, 1))
        self.assertEqual(values(read_all(log)), [(0, b"a")])
        log.flush()
        self.assertEqual((log.high_watermark, log.prepare_flush()), (2, None))

    def test_a_failed_flush_takes_the_directory_out_of_service(self) -> None:
        log = self.place.log(FLUSH_RULE)
        self.good(log, batch(b"a"))
        log.flush()
        self.good(log, batch(b"b"))
        self.place.fs.fail_next_sync()
        with self.assertRaises(OSError):
            log.flush()
        assert self.place.last.offline is not None
        self.assertEqual(append(log, batch(b"c"))[0].code, ErrorCode.KAFKA_STORAGE_ERROR)
        self.assertEqual((log.high_watermark, log.prepare_flush()), (1, None))
        self.assertEqual(values(read_all(log)), [(0, b"a")], "reads go on")
        self.assertFalse(self.place.last.close())
        self.assertFalse(any("cleanshutdown" in path for path in self.place.fs.walk("/data")))

    def test_what_a_failed_flush_has_left_is_written_again(self) -> None:
        """The kernel takes pages for clean whose writing has failed. Another process sees them in memory, and its syncs pass them over:
        all that is acknowledged behind them would be gone with the next power cut."""
        for seed in range(60):
            self.place = Place()
            log = self.place.log(FLUSH_RULE)
            self.good(log, batch(b"a"))
            log.flush()
            self.good(log, batch(b"b" * 700), batch(b"c"))
            self.place.fs.fail_next_sync()
            with self.assertRaises(OSError):
                log.flush()
            self.place.last.close()
            log = self.place.again(FLUSH_RULE)
            self.assertEqual(log.high_watermark, 3)
            self.good(log, batch(b"d"))
            log.flush()
            crashed = Place(self.place.fs.crash(random.Random(seed), random.Random(seed).choice(list(Survival))))
            directory = crashed.directory(FLUSH_RULE)
            directory.load()
            found = values(read_all(directory.logs[log.topic_partition]))
            self.assertEqual(found, [(0, b"a"), (1, b"b" * 700), (2, b"c"), (3, b"d")], f"seed {seed}")

    def test_a_recovery_point_after_a_failed_flush_is_true(self) -> None:
        """Without the flush rule, too: below the recovery point nobody looks, and a hole there would be for ever."""
        settings = LogSettings(segment_bytes=1500)
        for seed in range(40):
            self.place = Place()
            log = self.place.log(settings)
            self.good(log, batch(b"a"))
            log.flush()
            self.good(log, *(batch(b"b" * 400) for _ in range(6)))
            self.place.fs.fail_next_sync()
            with self.assertRaises(OSError):
                log.flush()
            self.place.last.close()
            log = self.place.again(settings)
            self.assertNotIn("klog.unsynced", self.place.fs.list("/data"))
            self.good(log, *(batch(b"c" * 400) for _ in range(6)))
            log.flush()
            checkpoint(self.place.last)
            crashed = Place(self.place.fs.crash(random.Random(seed), random.Random(seed).choice(list(Survival))))
            directory = crashed.directory(settings)
            directory.load()
            found = values(read_all(directory.logs[log.topic_partition]))
            self.assertEqual(found, [(0, b"a"), *((n, b"b" * 400) for n in range(1, 7)), *((n, b"c" * 400) for n in range(7, 13))], seed)

    def test_a_recovery_point_after_a_start_that_could_not_sync_is_true(self) -> None:
        """It has cut off half a batch; the next one finds nothing to cut, and what stood before may be in memory only."""
        settings = LogSettings(segment_bytes=1500)
        for seed in range(20):
            self.place = Place()
            log = self.place.log(settings)
            self.good(log, batch(b"a"))
            log.flush()
            self.good(log, *(batch(b"b" * 400) for _ in range(2)))
            with closing(self.place.fs.open("/data/t-0/00000000000000000000.log", write=True)) as file:
                file.write_at(file.size(), [b"half"])
            with syncs_fail(self.place.fs, ".log"), self.assertRaises(KeyError):
                self.place.again(settings)
            log = self.place.again(settings)
            self.good(log, batch(b"c"))
            log.flush()
            checkpoint(self.place.last)
            rng = random.Random(seed)
            self.place.fs = self.place.fs.crash(rng, rng.choice(list(Survival)))
            found = values(read_all(self.place.again(settings)))
            self.assertEqual(found, [(0, b"a"), (1, b"b" * 400), (2, b"b" * 400), (3, b"c")], seed)

    def test_settings_come_and_go(self) -> None:
        log = self.place.log()
        self.good(log, batch(b"a"))
        log.update_settings(FLUSH_RULE)
        self.good(log, batch(b"b"))
        self.assertEqual(log.high_watermark, 1, "what was shown stays shown")
        log.update_settings(LogSettings())
        self.assertEqual(log.high_watermark, 2)

    def test_read_up_to_the_flushed_end_without_a_scan(self) -> None:
        log = self.place.log(FLUSH_RULE)
        self.good(log, batch(b"a"), batch(b"b"))
        log.flush()
        self.good(log, batch(b"c"))
        got = log.read(0, 10**6, upper_bound=log.high_watermark)
        self.assertEqual((got.next_offset, got.more), (2, False))

    def test_rolled_segments_wait_for_a_flush(self) -> None:
        data = batch(b"x" * 30)
        log = self.place.log(LogSettings(segment_bytes=2 * len(data)))
        self.assertIsNone(log.prepare_flush(rolled_only=True))
        self.good(log, *[data] * 5)
        self.assertTrue(log.owes_a_flush)
        flush = log.prepare_flush(rolled_only=True)
        assert flush is not None
        self.assertEqual(flush.target_offset, 4)
        flush.run()
        flush.settle()
        self.assertEqual((log.recovery_point, log.owes_a_flush, log.unflushed_messages), (4, False, 1))

    def test_leader_epochs_that_a_start_has_cut_are_synced_with_their_name(self) -> None:
        """A leadership that wrote nothing was noted; what comes from the leader of now is of an older one."""
        log = self.place.log()
        self.good(log, batch(b"a"))
        log.assign_leader_epoch(7, note=True)
        log.flush()
        self.assertEqual(self.place.fs.read(EPOCHS), b"0\n2\n0 0\n7 1\n")
        self.place.last.close()
        log = self.place.again()
        log.append_as_follower(at(batch(b"b"), 1, epoch=0))
        log.flush()
        for survival in (Survival.NOTHING, Survival.DATA):
            left = self.place.fs.crash(random.Random(1), survival)
            self.assertEqual(left.read(EPOCHS), b"0\n1\n0 0\n", survival)

    def test_a_flush_replaces_no_leader_epochs_before_they_are_synced(self) -> None:
        """The power goes between: those must be there still of which the batches tell nothing any more."""
        log = self.place.log()
        self.good(log, batch(b"a"))
        # As if compaction had left nothing of it.
        log.assign_leader_epoch(3, note=True)
        log._epochs.assign(5, 2)
        log.leader_epoch = 5
        log.append_as_follower(at(batch(b"b"), 2, epoch=5))
        log.flush()
        checkpoint(self.place.last)
        log.append_as_follower(at(batch(b"c"), 3, epoch=9))
        self.assertIsNotNone(log.prepare_flush())
        for survival in (Survival.NOTHING, Survival.NAMES, Survival.DATA):
            with self.subTest(survival=survival):
                again = Place(self.place.fs.crash(random.Random(1), survival), self.place.clock)
                directory = again.directory()
                directory.load()
                epochs = next(iter(directory.logs.values()))._epochs.entries
                self.assertEqual(epochs[:3], [EpochEntry(0, 0), EpochEntry(3, 1), EpochEntry(5, 2)])

    def test_no_room_for_leader_epochs(self) -> None:
        """A full disk refuses their new name: it is no flush, and the next one brings both."""
        log = self.place.log()
        log.assign_leader_epoch(1, note=True)
        self.good(log, batch(b"a"))
        self.place.fs.before_act = FailingAct(lambda name, path: name == "rename", 0, errno.ENOSPC)
        self.assertRaises(NotReplaced, log.flush)
        self.place.fs.before_act = None
        self.assertEqual((log.recovery_point, self.place.last.offline), (0, None))
        log.flush()
        self.assertEqual(log.recovery_point, 1)
        self.assertEqual(read_leader_epochs(self.place.fs, f"{log.directory}/{LEADER_EPOCH_CHECKPOINT}"), log.epoch_entries)

    def test_no_room_for_leader_epochs_at_a_stop(self) -> None:
        """It is no stop in order: the next start looks through what the file does not tell of."""
        log = self.place.log()
        log.assign_leader_epoch(1, note=True)
        self.good(log, batch(b"a"))
        log.flush()
        log.append_as_follower(at(batch(b"b"), 1, epoch=5))
        wanted = log.epoch_entries
        self.place.fs.before_act = FailingAct(lambda name, path: name == "rename" and "leader-epoch" in path, 0, errno.ENOSPC)
        self.assertFalse(self.place.last.close())
        self.place.fs.before_act = None
        directory = self.place.directory()
        directory.load()
        again = next(iter(directory.logs.values()))
        self.assertEqual((again.epoch_entries, again.end_offset), (wanted, 2))

    def test_a_stop_replaces_no_leader_epochs_that_it_does_not_sync(self) -> None:
        """Where a power cut follows, those must be there still of which the batches tell nothing any more."""
        for is_alone in (True, False):
            self.place = Place()
            log = self.place.log()
            self.good(log, batch(b"a"))
            # As if compaction had left nothing of it.
            log.assign_leader_epoch(3, note=True)
            log.assign_leader_epoch(3)
            log.leader_epoch = 5
            log._epochs.assign(5, 2)
            log.append_as_follower(at(batch(b"b"), 2, epoch=5))
            log.flush()
            log.owns_high_watermark = is_alone
            log.assign_leader_epoch(9, note=True)
            self.assertTrue(self.place.last.close())
            in_file = read_leader_epochs(self.place.fs, f"{log.directory}/{LEADER_EPOCH_CHECKPOINT}")
            self.assertIs(9 in [entry.epoch for entry in in_file], is_alone)
            for survival in (Survival.NOTHING, Survival.NAMES, Survival.DATA, Survival.EVERYTHING):
                with self.subTest(is_alone=is_alone, survival=survival):
                    again = Place(self.place.fs.crash(random.Random(1), survival), self.place.clock)
                    directory = again.directory()
                    directory.load()
                    epochs = next(iter(directory.logs.values()))._epochs.entries
                    self.assertEqual(epochs, [EpochEntry(0, 0), EpochEntry(3, 1), EpochEntry(5, 2)])
