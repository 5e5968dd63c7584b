"""What was made for nothing, and what becomes of it; with creations and deletions, see ``test_creation`` and ``test_deletion``."""

from __future__ import annotations

import errno
import unittest

from klog.storage.directories.deletion import is_ours
from klog.storage.directories.failed_creations import FailedCreations
from klog.testing.filesystem import MemoryFileSystem
from tests.storage.logs import NOW_MS, T0

HERE = "/data/t-0"


class FailedCreationsTests(unittest.TestCase):
    """Of one name."""

    def setUp(self) -> None:
        self.fs = MemoryFileSystem()
        self.fs.make_directory(HERE)
        self.litter = FailedCreations(self.fs, "/data", lambda: NOW_MS, bytes)

    def broken(self, act: str, path: str) -> None:
        if act == "rename":
            raise OSError(errno.EIO, "broken", path)

    def test_what_can_be_renamed_is_none(self) -> None:
        one = self.litter.leave(T0, HERE)
        self.assertEqual((one.error, one.due_ms, self.fs.list("/data")), (None, NOW_MS, [one.target.rpartition("/")[2]]))
        self.assertTrue(is_ours(self.fs, one.target))
        self.fs.make_directory(HERE)
        self.litter.made_anew(HERE)
        self.assertFalse(one.is_replaced)

    def test_it_is_handed_over_once(self) -> None:
        self.fs.before_act = self.broken
        one = self.litter.leave(T0, HERE)
        self.assertIsNotNone(one.error)
        self.assertEqual(self.litter.hand_over([HERE]), [], "the other thread's half says nothing here")
        for hand_over in (lambda: self.litter.hand_over(["/data/t-1", HERE]), self.litter.hand_over_all):
            self.litter.keep(one)
            self.assertEqual((hand_over(), hand_over()), ([one], []))

    def test_whoever_is_made_under_its_name_is_left_alone(self) -> None:
        self.fs.before_act = self.broken
        one = self.litter.leave(T0, HERE)
        self.litter.keep(one)
        self.fs.before_act = None
        self.litter.made_anew(HERE)
        self.litter.rename_all(None)
        self.assertEqual((one.is_anothers, self.fs.list("/data")), (True, ["t-0"]))

    def test_at_the_stop_it_goes_durably_or_is_told(self) -> None:
        directory = self.fs.open_directory("/data")
        acts: list[str] = []
        self.fs.on_operation = lambda name, path: acts.append(name)
        self.litter.rename_all(directory)
        self.assertEqual(acts, [], "nothing to do")
        self.fs.before_act = self.broken
        self.litter.keep(self.litter.leave(T0, HERE))
        with self.assertRaises(OSError):
            self.litter.rename_all(directory)
        self.fs.before_act = None
        del acts[:]
        self.litter.rename_all(directory)
        self.assertEqual((acts, self.fs.exists(HERE)), (["rename", "sync_directory"], False))


if __name__ == "__main__":
    unittest.main()
