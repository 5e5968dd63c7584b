"""The removal of what was deleted."""

from __future__ import annotations

import unittest

from klog.storage.disk_work import WorkOwner, do_now
from klog.storage.removal import Removal
from klog.testing.filesystem import MemoryFileSystem


class RemovalTests(unittest.TestCase):
    """Files, directories, and what cannot be removed."""

    def test_what_cannot_be_removed_is_told(self) -> None:
        fs = MemoryFileSystem()
        fs.make_directory("/d/e")
        fs.write("/d/f", b"")
        told: list[str] = []
        do_now(Removal(WorkOwner(), fs, ["/d/f", "/d/gone", "/d/e"], ["/d/nothing"], told.append))
        self.assertEqual((fs.exists("/d/f"), len(told)), (False, 1))
        self.assertIn("/d/e cannot be removed", told[0])
