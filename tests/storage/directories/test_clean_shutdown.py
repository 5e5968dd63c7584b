"""The marker of a clean stop."""

from __future__ import annotations

import random

from twisted.trial.unittest import SynchronousTestCase

from klog.storage.directories.clean_shutdown import remove_clean_shutdown, was_clean, write_clean_shutdown
from klog.testing.filesystem import MemoryFileSystem


class CleanShutdownTests(SynchronousTestCase):
    """Written last, removed first, both durably."""

    def setUp(self) -> None:
        self.fs = MemoryFileSystem()
        self.fs.write("/d/x", b"")

    def test_golden(self) -> None:
        write_clean_shutdown(self.fs, "/d")
        self.assertEqual(self.fs.read("/d/.kafka_cleanshutdown"), b'{"version":0,"brokerEpoch":-1}')

    def test_durable(self) -> None:
        self.assertFalse(was_clean(self.fs, "/d"))
        write_clean_shutdown(self.fs, "/d")
        for seed in range(30):
            self.assertTrue(was_clean(self.fs.crash(random.Random(seed)), "/d"))
        remove_clean_shutdown(self.fs, "/d")
        for seed in range(30):
            self.assertFalse(was_clean(self.fs.crash(random.Random(seed)), "/d"))
        remove_clean_shutdown(self.fs, "/d")

    def test_an_empty_one_counts(self) -> None:
        self.fs.write("/d/.kafka_cleanshutdown", b"")
        self.assertTrue(was_clean(self.fs, "/d"))
