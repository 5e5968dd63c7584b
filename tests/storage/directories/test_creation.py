"""Many new partitions at once: durable, with few waits, and each failing by itself."""

from __future__ import annotations

import errno
import random
import unittest
from unittest import mock

from klog.model import TopicPartition
from klog.storage.directories.creation import Creation
from klog.storage.directories.directory import LogDirectory
from klog.storage.disk_work import do_now
from klog.storage.log.log import Log
from klog.storage.parallel_io import in_threads
from klog.storage.settings import LogSettings
from klog.testing.filesystem import Survival
from tests.storage.logs import T0, TOPIC_ID, Place, append, batch, create, read_all

WANTED = [(TopicPartition(f"t{number}", number % 2), bytes([number + 1]) * 16) for number in range(12)]


class CreationTests(unittest.TestCase):
    """In a directory in memory."""

    def setUp(self) -> None:
        self.place = Place()
        self.directory = self.place.directory()
        self.directory.load()
        self.steps: list[tuple[str, str]] = []

    def creation(self) -> Creation:
        self.place.fs.on_operation = lambda name, path: self.steps.append((name, path))
        return self.directory.prepare_creation(WANTED)

    def test_durable_when_it_returns(self) -> None:
        creation = self.creation()
        creation.run_all = in_threads
        do_now(creation)
        self.assertEqual([made.error for made in creation.partitions], [None] * len(WANTED))
        for seed in range(20):
            disk = self.place.fs.crash(random.Random(seed))
            directory = LogDirectory(disk, "/data", self.place.clock, LogSettings(), 1)
            report = directory.load()
            self.assertEqual((report.failed, set(directory.logs)), ({}, {name for name, _ in WANTED}))
            self.assertEqual(report.topic_ids, {name.topic: topic_id for name, topic_id in WANTED})
            for log in directory.logs.values():
                append(log, batch(b"x"))
                self.assertEqual(len(read_all(log)), 1)

    def test_a_power_cut_on_the_way_leaves_nothing_unreadable(self) -> None:
        rng = random.Random(5)
        found = 0

        def crash(name: str, path: str) -> None:
            nonlocal found
            directory = LogDirectory(self.place.fs.crash(random.Random(rng.random())), "/data", self.place.clock, LogSettings(), 1)
            report = directory.load()
            self.assertEqual(report.failed, {}, f"before {name} of {path}")
            found += len(directory.logs)

        creation = self.creation()
        self.place.fs.on_operation = crash
        do_now(creation)
        self.assertGreater(found, 0)

    def test_waits_for_the_disk(self) -> None:
        """Two for a partition, in two rounds, and one for all."""
        do_now(self.creation())
        syncs = [path for name, path in self.steps if name.startswith("sync")]
        self.assertEqual(len(syncs), 2 * len(WANTED) + 1, syncs)
        self.assertEqual(syncs[-1], "/data")
        self.assertTrue(all(path.endswith("/partition.metadata.tmp") for path in syncs[: len(WANTED)]), syncs)

    def test_nothing_more_at_the_first_flush_than_the_batches(self) -> None:
        creation = self.creation()
        do_now(creation)
        log = self.directory.complete_creation(creation.partitions[0], LogSettings())
        append(log, batch(b"x"))
        self.steps.clear()
        log.flush()
        self.assertEqual([step for step in self.steps if step[0].startswith("sync")], [("sync", "/data/t0-0/00000000000000000000.log")])

    def test_logs_are_made_in_the_thread(self) -> None:
        """So that taking a thousand into service is little work; what was changed meanwhile counts."""
        settings = {name.topic: LogSettings(retention_ms=7) for name, _ in WANTED}
        creation = self.directory.prepare_creation(WANTED, settings=settings)
        do_now(creation)
        with mock.patch.object(Log, "create", side_effect=AssertionError("too late")):
            logs = [self.directory.complete_creation(made, settings[made.topic_partition.topic]) for made in creation.partitions[1:]]
            changed = self.directory.complete_creation(creation.partitions[0], LogSettings(retention_ms=8))
        self.assertEqual({log.settings.retention_ms for log in logs}, {7})
        self.assertEqual(changed.settings.retention_ms, 8)
        self.assertEqual(set(self.directory.logs), {name for name, _ in WANTED})
        for log in logs:
            append(log, batch(b"x"))
            self.assertEqual(len(read_all(log)), 1)

    def test_no_log_of_one_that_could_not_be_made(self) -> None:
        self.place.fs.fail_next_sync(count=2)
        creation = self.directory.prepare_creation(WANTED, settings={name.topic: LogSettings() for name, _ in WANTED})
        do_now(creation)
        self.assertEqual([made.log is None for made in creation.partitions], [True, True] + [False] * 10)

    def test_a_segment_that_the_start_makes_is_durable_with_the_first_flush(self) -> None:
        """A creation that a crash cut short left ``partition.metadata`` alone."""
        name = TopicPartition("t", 0)
        create(self.directory, name, bytes(range(16)), LogSettings())
        for file in self.place.fs.list("/data/t-0"):
            if file != "partition.metadata":
                self.place.fs.remove(f"/data/t-0/{file}")
        self.place.fs.sync_directory("/data/t-0")
        self.directory.release()
        directory = self.place.directory()
        directory.load()
        append(directory.logs[name], batch(b"x"))
        directory.logs[name].flush()
        for seed in range(20):
            disk = LogDirectory(self.place.fs.crash(random.Random(seed)), "/data", self.place.clock, LogSettings(), 1)
            disk.load()
            self.assertEqual(len(read_all(disk.logs[name])), 1, seed)

    def test_one_that_is_there_already(self) -> None:
        self.place.fs.make_directory("/data/t3-1")
        self.place.fs.write("/data/t3-1/precious", b"1")
        creation = self.creation()
        do_now(creation)
        errors = {str(made.topic_partition): made.error for made in creation.partitions if made.error is not None}
        self.assertEqual(list(errors), ["t3-1"])
        self.assertIsInstance(errors["t3-1"], FileExistsError)
        self.assertTrue(self.place.fs.exists("/data/t3-1/precious"))
        with self.assertRaises(FileExistsError):
            self.directory.complete_creation(creation.partitions[3], LogSettings())

    def test_a_disk_that_fails(self) -> None:
        creation = self.creation()
        self.place.fs.fail_next_sync(count=2)
        do_now(creation)
        self.assertEqual([made.error is None for made in creation.partitions], [False, False] + [True] * 10)
        self.assertFalse(self.place.fs.exists("/data/t0-0"))
        self.place.fs.fail_writes(errno.ENOSPC)
        other = self.directory.prepare_creation([(TopicPartition("x", 0), bytes([99]) * 16)])
        do_now(other)
        self.assertEqual(getattr(other.partitions[0].error, "errno", None), errno.ENOSPC)
        self.assertFalse(self.place.fs.exists("/data/x-0"))

    def test_the_last_sync_fails_them_all(self) -> None:
        creation = self.creation()

        def fail(name: str, path: str) -> None:
            if path == "/data" and name.startswith("sync"):
                raise OSError(errno.EIO, "broken")

        self.place.fs.on_operation = fail
        do_now(creation)
        self.assertTrue(all(made.error for made in creation.partitions))
        self.assertFalse([name for name in self.place.fs.list("/data") if name.startswith("t")])

    def test_without_descriptors_nothing_is_left_behind(self) -> None:
        """Removing a directory takes a descriptor itself. What cannot be removed now has no name by which it could be found."""
        name = TopicPartition("t", 0)
        for lacking in ("from the first file on", "for the last sync"):
            with self.subTest(lacking=lacking):
                seen: list[str] = []

                def before_act(act: str, path: str, lacking: str = lacking, seen: list[str] = seen) -> None:
                    if path.startswith("/data/t-0/"):
                        seen.append(act)
                    if act in ("open", "list") and (lacking.startswith("from") or (path == "/data/t-0" and "rename" in seen)):
                        raise OSError(errno.EMFILE, "Too many open files", path)

                self.place.fs.before_act = before_act
                creation = self.directory.prepare_creation([(name, b"1" * 16)])
                do_now(creation)
                self.place.fs.before_act = None
                self.assertEqual(getattr(creation.partitions[0].error, "errno", None), errno.EMFILE)
                self.assertNotIn("t-0", self.place.fs.list("/data"))
                self.assertNotIn("t-0", self.place.fs.crash(random.Random(0), Survival.NOTHING).list("/data"))
                again = self.directory.prepare_creation([(name, b"2" * 16)])
                do_now(again)
                self.directory.complete_creation(again.partitions[0], LogSettings())
                self.directory.delete(name)
                self.place.clock.ms += 60_000
                removal = self.directory.prepare_removal(self.place.clock.ms)
                assert removal is not None
                do_now(removal)
                self.assertEqual([path for path in self.place.fs.list("/data") if path.startswith("t-0")], [])

    def test_what_can_neither_be_removed_nor_renamed(self) -> None:
        """Goes before the next creation of the name, or when the next round removes."""
        name = TopicPartition("t", 0)
        for goes in ("creation", "round", "start"):
            with self.subTest(goes=goes):

                def before_act(act: str, path: str) -> None:
                    if act in ("open", "list", "rename") and "t-0" in path:
                        raise OSError(errno.EIO, "broken", path)

                self.place.fs.before_act = before_act
                creation = self.directory.prepare_creation([(name, b"1" * 16)])
                do_now(creation)
                self.assertIsNotNone(creation.partitions[0].error)
                self.assertIn("t-0", self.place.fs.list("/data"))
                self.place.fs.before_act = None
                if goes == "creation":
                    again = self.directory.prepare_creation([(name, b"2" * 16)])
                    do_now(again)
                    self.directory.complete_creation(again.partitions[0], LogSettings())
                    self.directory.delete(name)
                elif goes == "round":
                    discard = self.directory.prepare_discard()
                    assert discard is not None
                    do_now(discard)
                    self.assertIsNone(self.directory.prepare_discard())
                else:
                    self.assertTrue(self.directory.close())
                    self.directory = self.place.directory()
                    self.assertEqual(self.directory.load().logs, 0)
                self.assertNotIn("t-0", self.place.fs.list("/data"))

    def test_litter_is_that_of_one_creation(self) -> None:
        """What a creation has left is nobody's to take from the topic made again, when it is told of after that one was asked for."""
        for when in ("discard", "stop", "next creation"):
            with self.subTest(when=when):
                place = Place()
                directory = place.directory()
                directory.load()
                failing = directory.prepare_creation([(T0, TOPIC_ID)])

                def broken(act: str, path: str) -> None:
                    if act in ("open", "list", "rename") and path.startswith("/data/t-0"):
                        raise OSError(errno.EIO, "broken", path)

                place.fs.before_act = broken
                failing.run()
                place.fs.before_act = None
                deletion = directory.prepare_deletion(directory.take_out([T0], TOPIC_ID))
                again = directory.prepare_creation([(T0, b"2" * 16)])
                failing.settle(None)
                do_now(deletion)
                if when == "discard":
                    # Asked for before the new one is made, run behind it.
                    discard = directory.prepare_discard()
                    assert discard is not None
                    do_now(again)
                    do_now(discard)
                else:
                    do_now(again)
                log = directory.complete_creation(again.partitions[0], LogSettings())
                append(log, batch(b"acknowledged"))
                if when == "next creation":
                    do_now(directory.prepare_creation([(T0, b"3" * 16)]))
                self.assertTrue(directory.close())
                self.assertIn("t-0", place.fs.list("/data"))

    def test_what_raises_hands_back_what_was_left(self) -> None:
        """Litter that was handed over to a creation whose thread failed for no disk's sake is not forgotten."""
        place = Place()
        directory = place.directory()
        directory.load()

        def broken(act: str, path: str) -> None:
            if act in ("open", "list", "rename") and path.startswith("/data/t-0"):
                raise OSError(errno.EIO, "broken", path)

        place.fs.before_act = broken
        do_now(directory.prepare_creation([(T0, TOPIC_ID)]))
        place.fs.before_act = None
        again = directory.prepare_creation([(T0, TOPIC_ID)])
        with mock.patch("klog.storage.directories.creation.rename", side_effect=ValueError("a mistake")), self.assertRaises(ValueError):
            do_now(again)
        self.assertIsNotNone(again.partitions[0].error)
        discard = directory.prepare_discard()
        assert discard is not None
        do_now(discard)
        self.assertNotIn("t-0", place.fs.list("/data"))

    def test_what_raises_takes_back_what_it_made(self) -> None:
        """And nothing else: what stood there before stays."""
        place = Place()
        directory = place.directory()
        directory.load()
        other = TopicPartition("other", 0)
        place.fs.make_directory("/data/other-0")
        place.fs.write("/data/other-0/precious", b"1")
        settings = {"t": LogSettings(), "other": LogSettings()}
        creation = directory.prepare_creation([(T0, TOPIC_ID), (other, b"2" * 16)], settings=settings)
        with mock.patch.object(Log, "create", side_effect=MemoryError()), self.assertRaises(MemoryError):
            do_now(creation)
        self.assertIsNotNone(creation.partitions[0].error)
        self.assertNotIn("t-0", place.fs.list("/data"))
        self.assertTrue(place.fs.exists("/data/other-0/precious"))
        again = directory.prepare_creation([(T0, b"3" * 16)], settings=settings)
        do_now(again)
        self.assertIsNone(again.partitions[0].error)

    def test_a_name_that_could_not_be_made_durable_stops_writes(self) -> None:
        """Nobody can say what is on the disk then, as when a directory is deleted; and the name does not come back."""
        place = Place()
        directory = place.directory()
        directory.load()
        failed: list[str] = []

        def broken(act: str, path: str) -> None:
            if act == "sync_directory" and path == "/data" and not failed:
                failed.append(path)
                raise OSError(errno.EIO, "broken", path)

        place.fs.before_act = broken
        do_now(directory.prepare_creation([(T0, TOPIC_ID)]))
        self.assertIsNotNone(directory.offline)
        for seed in range(20):
            self.assertEqual(Place(place.fs.crash(random.Random(seed))).directory().load().logs, 0, f"seed {seed}")

    def test_litter_hides_nothing_that_is_refused(self) -> None:
        """While it is discarded, the topic made again under its name is refused, and goes as well."""
        place = Place()
        directory = place.directory()
        directory.load()
        failing = directory.prepare_creation([(T0, TOPIC_ID)])

        def broken(act: str, path: str) -> None:
            if act in ("open", "list", "rename") and path.startswith("/data/t-0"):
                raise OSError(errno.EIO, "broken", path)

        place.fs.before_act = broken
        failing.run()
        place.fs.before_act = None
        deletion = directory.prepare_deletion(directory.take_out([T0], TOPIC_ID))
        again = directory.prepare_creation([(T0, b"2" * 16)])
        failing.settle(None)
        do_now(deletion)
        do_now(again)
        discard = directory.prepare_discard()
        assert discard is not None
        refused = directory.take_out([T0], b"2" * 16, is_failed_creation=True)
        do_now(discard)
        do_now(directory.prepare_deletion(refused))
        self.assertNotIn("t-0", place.fs.list("/data"))
        self.assertTrue(directory.close())
