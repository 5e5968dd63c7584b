"""Names of deleted partitions, and what becomes of them."""

from __future__ import annotations

import errno
import gc
import os
import random
from unittest import mock

from twisted.trial.unittest import SynchronousTestCase

from klog.model import TopicPartition
from klog.storage.directories import deletion as deletion_module
from klog.storage.directories.deletion import OURS, is_ours, target_names
from klog.storage.disk_work import do_now
from klog.storage.file_cache import FileCache
from klog.storage.settings import LogSettings
from tests.storage.logs import T0, TOPIC_ID, Place, append, batch, create

T1 = TopicPartition("t", 1)


class DeletionTests(SynchronousTestCase):
    """`Deletion`, through the data directory."""

    def setUp(self) -> None:
        self.place = Place()
        self.directory = self.place.directory()
        self.directory.load()
        for name in (T0, T1):
            append(create(self.directory, name, TOPIC_ID, LogSettings()), batch(b"x"))

    def names(self) -> list[str]:
        return [name for name in self.place.fs.list("/data") if name.startswith("t-")]

    def test_whose_it_is_stands_in_the_name(self) -> None:
        name, other = target_names([T0, T1], random.Random(1).randbytes)
        self.assertRegex(name, r"^t-0\.[0-9a-f]{32}-delete$")
        self.assertRegex(other, r"^t-1\.[0-9a-f]{32}-delete$")
        self.assertNotEqual(name[4:36], other[4:36])
        self.assertTrue(is_ours(self.place.fs, f"/data/{name}"))
        self.place.fs.make_directory("/data/t-0." + "0" * 32 + "-delete")
        self.assertFalse(is_ours(self.place.fs, "/data/t-0." + "0" * 32 + "-delete"))
        self.place.fs.write("/data/t-0." + "0" * 32 + "-delete/.klog-deleted", b"")
        self.assertTrue(is_ours(self.place.fs, "/data/t-0." + "0" * 32 + "-delete"), "an older klog's")

    def test_out_of_service_at_once_and_renamed_by_the_thread(self) -> None:
        leaving = self.directory.take_out([T0, T1, TopicPartition("none", 0)])
        self.assertEqual((self.directory.logs, self.names()), ({}, ["t-0", "t-1"]))
        deletion = self.directory.prepare_deletion(leaving)
        synced: list[str] = []
        self.place.fs.on_operation = lambda name, path: synced.append(path) if name.startswith("sync") else None
        do_now(deletion)
        self.assertEqual(synced, ["/data"], "one for all")
        self.assertTrue(all(OURS in name for name in self.names()))

    def test_what_cannot_be_removed_keeps_no_start(self) -> None:
        """It is told, and tried again."""
        for number in (errno.EACCES, errno.EIO, errno.EMFILE):
            with self.subTest(number=number):
                place = Place()
                place.log()
                place.last.delete(T0)
                place.last.close()

                def refuse(act: str, path: str, number: int = number) -> None:
                    if act in ("list", "remove_tree") and path.startswith("/data/t-0."):
                        raise OSError(number, "refused", path)

                place.fs.before_act = refuse
                directory = place.directory()
                report = directory.load()
                place.fs.before_act = None
                self.assertEqual([one.partition(" cannot be removed")[1] for one in report.warnings], [" cannot be removed"])
                removal = directory.prepare_removal(directory.context.now_ms())
                assert removal is not None
                do_now(removal)
                self.assertEqual([name for name in place.fs.list("/data") if name.startswith("t-")], [])

    def test_a_thousand_are_taken_out_together(self) -> None:
        """The system is asked once for what is random in their names, the files are looked for together, and the thread closes them."""
        asked: list[int] = []

        def random_bytes(count: int) -> bytes:
            asked.append(count)
            return os.urandom(count)

        self.directory.close()
        directory = self.place.directory(random_bytes=random_bytes)
        directory.load()
        many = [TopicPartition("many", index) for index in range(1000)]
        for name in many:
            append(create(directory, name, TOPIC_ID, LogSettings()), batch(b"x"))
        append(directory.logs[T0], batch(b"x"))
        asked.clear()
        looked: list[str] = []
        self.patch(FileCache, "forget", lambda cache, path: looked.append(path))
        gc.collect()
        opened = self.place.fs.open_files
        deletion = directory.prepare_deletion(directory.take_out(many))
        gc.collect()
        self.assertEqual((len(asked), looked, self.place.fs.open_files), (1, [], opened))
        self.assertEqual(len({one.target for one in deletion.partitions}), 1000)
        do_now(deletion)
        gc.collect()
        self.assertLess(self.place.fs.open_files, opened)
        self.assertEqual(list(directory.logs), [T0, T1])
        self.assertTrue(directory.close())

    def test_one_of_many_is_taken_out(self) -> None:
        """Its files are forgotten by name: a topic of the same name has others. So are they where all of them are looked through."""
        for others in (0, 50):
            names = [TopicPartition("more", index) for index in range(others)]
            for name in names:
                append(create(self.directory, name, TOPIC_ID, LogSettings()), batch(b"x"))
            log = self.directory.logs[T0]
            path = f"{log.directory}/00000000000000000000.log"
            held = self.directory.context.files.get(path)
            do_now(self.directory.prepare_deletion(self.directory.take_out([T0])))
            append(create(self.directory, T0, TOPIC_ID, LogSettings()), batch(b"y"))
            self.assertIsNot(self.directory.context.files.get(path), held)
        self.assertTrue(self.directory.close())

    def test_what_was_made_for_nothing_is_tried_again(self) -> None:
        """Of a topic that was refused nobody knows later."""
        topic_id = self.directory.logs[T0].topic_id
        self.directory.logs.pop(T0).abandon()
        (one,) = self.directory.take_out([T0], topic_id, is_failed_creation=True)
        with mock.patch.object(deletion_module, "read_partition_metadata", side_effect=OSError(errno.EMFILE, "no descriptors")):
            do_now(self.directory.prepare_deletion([one]))
        self.assertEqual((one.error is None, self.names()), (False, ["t-0", "t-1"]))
        again = self.directory.prepare_discard()
        assert again is not None
        do_now(again)
        self.assertEqual([name for name in self.names() if "delete" not in name], ["t-1"])
        self.assertIsNone(self.directory.prepare_discard())

    def test_who_closes_closes_what_is_there(self) -> None:
        """A topic that is told to be gone while a thread closes its logs: that log is closed in order, and the next start deletes it."""
        self.directory.give_up_work()
        self.assertEqual(self.directory.take_out([T0]), [])
        self.assertFalse(self.directory.logs[T0].is_closed)
        self.assertTrue(self.directory.close())

    def test_made_again_before_it_was_renamed(self) -> None:
        """In the thread, behind the deletion."""
        deletion = self.directory.prepare_deletion(self.directory.take_out([T0, T1]))
        creation = self.directory.prepare_creation([(T0, bytes([7]) * 16), (T1, bytes([7]) * 16)])
        self.assertEqual([one.error for one in creation.partitions], [None] * 2)
        do_now(deletion)
        do_now(creation)
        self.assertEqual([one.error for one in (*deletion.partitions, *creation.partitions)], [None] * 4)
        again, _ = [self.directory.complete_creation(one, LogSettings()) for one in creation.partitions]
        append(again, batch(b"new"))
        self.assertEqual(sum("delete" in name for name in self.names()), 2)
        self.assertTrue(self.directory.close())
        directory = self.place.directory()
        directory.load()
        self.assertEqual({name: log.end_offset for name, log in directory.logs.items()}, {T0: 1, T1: 0})

    def test_made_again_in_front_of_the_deletion(self) -> None:
        """Against the order: what stands there is not written over."""
        deletion = self.directory.prepare_deletion(self.directory.take_out([T0]))
        creation = self.directory.prepare_creation([(T0, bytes([7]) * 16)])
        do_now(creation)
        self.assertIsInstance(creation.partitions[0].error, FileExistsError)
        self.assertTrue(self.place.fs.exists("/data/t-0/00000000000000000000.log"))
        do_now(deletion)

    def test_one_that_keeps_its_name(self) -> None:
        def refuse(name: str, path: str) -> None:
            if name == "rename" and "t-0" in path:
                raise OSError(errno.EACCES, "no")

        leaving = self.directory.take_out([T0, T1])
        self.place.fs.on_operation = refuse
        do_now(self.directory.prepare_deletion(leaving))
        self.assertEqual([one.error is None for one in leaving], [False, True])
        self.assertIn("t-0", self.names())
        self.assertIn("the next start tries again", self.place.warnings[-1])
        self.assertIsNone(self.directory.offline)

    def test_a_data_directory_that_cannot_be_synced(self) -> None:
        leaving = self.directory.take_out([T0])
        self.place.fs.fail_next_sync()
        self.assertRaises(OSError, do_now, self.directory.prepare_deletion(leaving))
        self.assertIsNotNone(self.directory.offline)
