"""Folders of steps: gone when they are done, and swept after a suite that was killed."""

from __future__ import annotations

import os
import pathlib
import shutil
import tempfile
import unittest

from klog.cli.suite.steps.scratch_folder import LOCK, PREFIX, Scratch


class ScratchTests(unittest.TestCase):
    """`Scratch`."""

    def setUp(self) -> None:
        self.base = pathlib.Path(tempfile.mkdtemp(prefix="klog-test-"))
        self.addCleanup(shutil.rmtree, self.base, ignore_errors=True)

    def test_a_step_leaves_nothing(self) -> None:
        with Scratch(str(self.base / "made")) as scratch:
            with self.assertRaises(ValueError), scratch.step() as folder:
                (folder / "data").write_bytes(b"x" * 1000)
                raise ValueError
            self.assertEqual([path.name for path in scratch.folder.iterdir()], [LOCK])
            with scratch.step() as one, scratch.step() as other:
                self.assertNotEqual(one, other)
        self.assertEqual(list((self.base / "made").iterdir()), [])

    def test_what_a_killed_suite_left_is_swept_and_nothing_else(self) -> None:
        killed = self.base / f"{PREFIX}killed"
        (killed / "step-1").mkdir(parents=True)
        (killed / LOCK).touch()
        unlocked = self.base / f"{PREFIX}somebody"
        unlocked.mkdir()
        (self.base / "precious").mkdir()
        with Scratch(str(self.base)) as living:
            self.assertEqual(living.swept, [killed])
            with Scratch(str(self.base)) as second:
                self.assertEqual(second.swept, [], "one that lives keeps its lock")
                self.assertTrue(living.folder.exists())
        self.assertEqual(sorted(os.listdir(self.base)), [f"{PREFIX}somebody", "precious"])
