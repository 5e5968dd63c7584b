"""What one log has done on the disk must not harm another, nor the thread that serves clients, nor what a stop says of itself."""

from __future__ import annotations

import errno
import random

from twisted.trial.unittest import SynchronousTestCase

from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.storage.disk_work import do_now
from klog.storage.settings import LogSettings
from klog.testing.broker import MemoryBroker
from tests.storage.logs import T0, TOPIC_ID, FailingAct, Place, append, at, batch, create, read_all, remove_deleted, values

#: Of a topic: two records fill a segment.
SMALL = {"internal.segment.bytes": "200"}


class DeletionTests(SynchronousTestCase):
    """Topics go while their logs are worked on."""

    def broker(self, topics: dict[str, int], **properties: str) -> MemoryBroker:
        memory = MemoryBroker({name.replace("_", "."): value for name, value in properties.items()}).start()
        self.addCleanup(memory.stop)
        for name, partitions in topics.items():
            self.successResultOf(memory.broker.coordination.create_topic(name, [[memory.broker.broker_id]] * partitions, SMALL))
        memory.hold_threads = True
        return memory

    def test_a_topic_deleted_while_its_flush_runs(self) -> None:
        """The flush of a roll finds its directory renamed: that is nobody's trouble."""
        memory = self.broker({"going": 1, "staying": 1})
        for _ in range(4):
            memory.put("going", [b"x" * 100])
        deleted = memory.broker.coordination.delete_topic("going")
        memory.run_threads()
        self.successResultOf(deleted)
        self.assertIsNone(memory.broker.directories.all[0].offline)
        self.assertEqual(memory.put("staying", [b"y"]), 0)

    def test_a_directory_that_cannot_be_opened_is_not_one_that_cannot_be_synced(self) -> None:
        """A process with no descriptor left has a disk all the same; the flush is done when there is one."""
        memory = self.broker({"t": 1})
        for _ in range(4):
            memory.put("t", [b"x" * 100])
        memory.file_system.fail_opens(errno.EMFILE)
        memory.run_threads()
        memory.file_system.fail_opens(None)
        memory.hold_threads = False
        self.assertIsNone(memory.broker.directories.all[0].offline)
        memory.put("t", [b"x" * 100])
        memory.put("t", [b"x" * 100])
        memory.advance(5)
        log = memory.broker.directories.all[0].logs[TopicPartition("t", 0)]
        self.assertGreater(log.recovery_point, 3)

    def test_nothing_is_synced_where_clients_are_served(self) -> None:
        """Neither a deletion of many partitions nor retention waits for the disk there."""
        memory = self.broker(
            {"many": 20, "old": 1},
            log_retention_ms="1000",
            log_retention_check_interval_ms="1000",
            log_initial_task_delay_ms="1000",
            log_segment_delete_delay_ms="0",
        )
        for _ in range(4):
            memory.put("old", [b"x" * 100])
        synced: list[str] = []
        memory.file_system.on_operation = lambda name, path: synced.append(f"{name} {path}") if name.startswith("sync") else None
        deleted = memory.broker.coordination.delete_topic("many")
        memory.advance(3)
        self.assertEqual(synced, [])
        memory.hold_threads = False
        for _ in range(4):
            memory.run_threads()
            memory.advance(3)
        memory.file_system.on_operation = None
        self.successResultOf(deleted)
        self.assertEqual(memory.broker.directories.all[0].logs[TopicPartition("old", 0)].start_offset, 4)
        self.assertEqual([name for name in memory.file_system.list(memory.broker.data_paths[0]) if name.startswith("many-")], [])

    def test_a_power_cut_leaves_nothing_of_what_was_deleted(self) -> None:
        """However little of a deletion reached the disk, the next start finishes it, or finds the partition as it was."""
        left = 0
        for seed in range(200):
            place = Place()
            directory = place.directory()
            directory.load()
            for number in range(3):
                append(create(directory, TopicPartition("t", number), TOPIC_ID, LogSettings()), batch(b"x"))
            directory.delete(T0)
            place.fs = place.fs.crash(random.Random(seed))
            directory = place.directory(LogSettings(file_delete_delay_ms=0))
            directory.load()
            remove_deleted(directory, place.clock.ms + 1)
            left += any("-delete" in name for name in place.fs.list("/data"))
        self.assertEqual(left, 0)


class StopTests(SynchronousTestCase):
    """What the mark of a clean stop says."""

    def test_no_mark_over_an_unfinished_flush(self) -> None:
        """What a thread still syncs when the directory is closed is not on the disk: the next start has to look."""
        place = Place()
        log = place.log()
        append(log, batch(b"a" * 600))
        flush = log.prepare_flush()
        assert flush is not None
        self.assertFalse(place.last.close())
        self.assertFalse(place.fs.exists("/data/.kafka_cleanshutdown"))
        for seed in range(200):
            other = Place(place.fs.crash(random.Random(seed)))
            found = other.directory()
            found.load()
            read_all(found.logs[T0])

    def test_a_removal_that_takes_its_time_is_no_disorder(self) -> None:
        """What is still being removed when the directory is closed has its new name on the disk; the next start goes on."""
        place = Place()
        log = place.log(LogSettings(file_delete_delay_ms=0))
        append(log, batch(b"a"))
        place.last.delete(T0)
        create(place.last, TopicPartition("t", 1), TOPIC_ID, LogSettings())
        removal = place.last.prepare_removal(place.clock.ms)
        assert removal is not None
        self.assertTrue(place.last.close())
        self.assertTrue(place.fs.exists("/data/.kafka_cleanshutdown"))
        again = place.directory()
        again.load()
        self.assertEqual([name for name in place.fs.list("/data") if "delete" in name], [])
        do_now(removal)


class RollTests(SynchronousTestCase):
    """A roll is a write like any other."""

    def test_a_broken_disk_at_a_roll(self) -> None:
        """The directory takes no writes any more, as after any failed write."""
        place = Place()
        log = place.log(LogSettings(segment_bytes=200))
        self.assertEqual(append(log, batch(b"x" * 100))[0].code, ErrorCode.NONE)
        place.fs.fail_writes(errno.EIO)
        self.assertEqual(append(log, batch(b"x" * 100))[0].code, ErrorCode.KAFKA_STORAGE_ERROR)
        self.assertIsNotNone(place.last.offline)

    def test_eio_in_any_act_of_a_roll(self) -> None:
        """Files cut to their length, indexes, the snapshot of producers, the next segment's files; of a leader and of a follower. What was
        there before is read, and is there after the next start."""
        settings = LogSettings(segment_bytes=400, index_interval_bytes=100, segment_index_bytes=400, preallocate=True)
        for leads in (True, False):
            failed: list[str] = []
            while True:
                place = Place()
                log = place.log(settings)
                (result,) = append(log, batch(b"a" * 200, producer_id=7, producer_epoch=0, base_sequence=0))
                self.assertEqual(result.code, ErrorCode.NONE)
                place.fs.before_act = act = FailingAct(lambda name, path: True, len(failed), errno.EIO)
                if leads:
                    code = append(log, batch(b"b" * 200))[0].code
                else:
                    try:
                        log.append_as_follower(at(batch(b"b" * 200), 1))
                    except KlogError as error:
                        code = error.code
                    else:
                        code = ErrorCode.NONE
                place.fs.before_act = None
                if not act.failed:
                    break
                failed.append(act.failed)
                self.assertEqual((code, log.end_offset), (ErrorCode.KAFKA_STORAGE_ERROR, 1), act.failed)
                self.assertEqual(getattr(place.last.offline, "errno", None), errno.EIO, act.failed)
                self.assertEqual(append(log, batch(b"c"))[0].code, ErrorCode.KAFKA_STORAGE_ERROR, act.failed)
                self.assertEqual(values(read_all(log)), [(0, b"a" * 200)], act.failed)
                self.assertEqual(values(read_all(place.again(settings))), [(0, b"a" * 200)], act.failed)
            self.assertGreater(len({one.partition(" ")[0] for one in failed}), 2)
            self.assertTrue(any("00000000000000000001.log" in one for one in failed), failed)
            self.assertTrue(any("snapshot" in one for one in failed), failed)
            self.assertTrue(any("00000000000000000000.timeindex" in one for one in failed), failed)

    def test_a_full_disk_at_a_roll(self) -> None:
        """Is no more than that."""
        place = Place()
        log = place.log(LogSettings(segment_bytes=200))
        append(log, batch(b"x" * 100))
        place.fs.fail_writes(errno.ENOSPC)
        self.assertEqual(append(log, batch(b"x" * 100))[0].code, ErrorCode.KAFKA_STORAGE_ERROR)
        self.assertIsNone(place.last.offline)
        place.fs.fail_writes(None)
        self.assertEqual(append(log, batch(b"x" * 100))[0].code, ErrorCode.NONE)
