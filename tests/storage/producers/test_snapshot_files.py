"""Which snapshot files there are, and which go."""

from __future__ import annotations

import errno
from unittest import mock

from twisted.trial.unittest import SynchronousTestCase

from klog.storage.producers.snapshot import CorruptSnapshot, SnapshotEntry
from klog.storage.producers.snapshot_files import SnapshotFiles
from klog.testing.filesystem import MemoryFileSystem

ENTRY = SnapshotEntry(
    producer_id=7,
    epoch=1,
    last_sequence=2,
    last_offset=9,
    offset_delta=0,
    timestamp_ms=5,
    coordinator_epoch=-1,
    txn_first_offset=-1,
)


class SnapshotFilesTests(SynchronousTestCase):
    """In a directory that has some, and other files."""

    def setUp(self) -> None:
        self.fs = MemoryFileSystem()
        self.fs.make_directory("/t-0")
        self.snapshots = SnapshotFiles(self.fs, "/t-0")

    def put(self, *offsets: int) -> None:
        for offset in offsets:
            self.fs.write(self.snapshots.path(offset), b"")

    def left(self) -> list[int]:
        return [int(name.partition(".")[0]) for name in self.fs.list("/t-0") if name.endswith(".snapshot")]

    def test_those_that_there_are(self) -> None:
        self.put(20, 3)
        for other in ("00000000000000000001.log", "00000000000000000002.snapshot.deleted", "notes.snapshot"):
            self.fs.write(f"/t-0/{other}", b"")
        self.assertEqual((self.snapshots.offsets, self.snapshots.newest), ((), None), "nobody has looked")
        self.snapshots.look()
        self.assertEqual((self.snapshots.offsets, self.snapshots.newest), ((3, 20), 20))

    def test_what_is_written_is_read(self) -> None:
        self.put(9)
        self.snapshots.look()
        self.snapshots.write(4, [ENTRY])
        self.snapshots.write(4, [ENTRY._replace(epoch=2)])
        self.assertEqual((self.snapshots.offsets, self.snapshots.read(4)), ((4, 9), [ENTRY._replace(epoch=2)]))
        with self.assertRaisesRegex(CorruptSnapshot, "00000000000000000009.snapshot"):
            self.snapshots.read(9)

    def test_what_is_forgotten_has_its_file_until_that_is_removed(self) -> None:
        self.put(0, 10, 20)
        self.snapshots.look()
        self.assertEqual(self.snapshots.forget(lambda offset: offset >= 10), [10, 20])
        self.assertEqual((self.snapshots.offsets, self.left()), ((0,), [0, 10, 20]))
        self.snapshots.remove_files([10, 20])
        self.snapshots.remove_files([20])
        self.assertEqual(self.left(), [0])

    def test_what_cannot_be_removed_is_not_forgotten(self) -> None:
        self.put(0, 10, 20)
        self.snapshots.look()
        remove = self.fs.remove

        def fails(path: str) -> None:
            if path == self.snapshots.path(10):
                raise OSError(errno.EIO, "the disk is bad")
            remove(path)

        with mock.patch.object(self.fs, "remove", fails):
            self.assertRaises(OSError, self.snapshots.remove, self.snapshots.offsets)
        self.assertEqual((self.snapshots.offsets, self.left()), ((10, 20), [10, 20]))
        self.snapshots.remove(self.snapshots.offsets)
        self.assertEqual((self.snapshots.offsets, self.left()), ((), []))

    def test_strays(self) -> None:
        self.put(0, 10, 15, 20, 33, 37)
        self.snapshots.remove_strays([0, 10, 20])
        self.assertEqual(self.left(), [0, 10, 20, 37], "the newest is from a clean stop")
        self.snapshots.remove_strays([0, 10, 20, 40])
        self.assertEqual(self.left(), [0, 10, 20])
        self.snapshots.remove_strays([0, 10], [0, 10, 20])
        self.assertEqual(self.left(), [0, 10, 20], "it lies behind the last base")
        self.snapshots.remove_strays([0, 30], [0, 10, 20])
        self.assertEqual(self.left(), [0])

    def test_after(self) -> None:
        self.put(0, 10, 20, 30)
        self.snapshots.look()
        self.snapshots.remove_after(20)
        self.assertEqual((self.left(), self.snapshots.offsets), ([0, 10, 20], (0, 10, 20)))

    def test_deleted_with_its_segment(self) -> None:
        self.put(0, 10, 20)
        self.snapshots.look()
        self.assertEqual(self.snapshots.mark_deleted(10), self.snapshots.path(10) + ".deleted")
        self.assertIsNone(self.snapshots.mark_deleted(10))
        self.fs.remove(self.snapshots.path(20))
        self.assertIsNone(self.snapshots.mark_deleted(20), "somebody else took it away")
        self.assertEqual((self.snapshots.offsets, self.left()), ((0,), [0]))
