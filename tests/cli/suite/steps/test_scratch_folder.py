"""Folders of steps: gone when they are done, and swept after a suite that was killed, whose brokers may write on for a while."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pathlib
import shutil
import tempfile
import unittest
from unittest import mock

from twisted.trial.unittest import SynchronousTestCase

from klog.cli.suite.host.keeper import GRACE_S
from klog.cli.suite.steps import scratch_folder
from klog.cli.suite.steps.scratch_folder import LOCK, PREFIX, RETRY_S, Scratch, sweep, take_away


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
        (self.base / "precious" / LOCK).touch()
        (self.base / f"{PREFIX}link").symlink_to(self.base / "precious")
        with Scratch(str(self.base)) as living:
            self.assertEqual(living.swept, [killed])
            with Scratch(str(self.base)) as second:
                self.assertEqual(second.swept, [], "one that lives keeps its lock")
                self.assertTrue(living.folder.exists())
        self.assertEqual(sorted(os.listdir(self.base)), [f"{PREFIX}link", f"{PREFIX}somebody", "precious"])
        self.assertEqual(os.listdir(self.base / "precious"), [LOCK])

    def test_a_suite_that_sweeps_between_a_lock_and_its_being_held(self) -> None:
        """Two that begin at once: the folder that one has just made looks like what a killed one has left."""
        held, swept = fcntl.flock, []

        def flock(file: int, how: int) -> None:
            if not swept:
                swept.append(self.base)
                with mock.patch("klog.cli.suite.steps.scratch_folder.fcntl.flock", held):
                    self.assertEqual(len(sweep(self.base)), 1)
            held(file, how)

        with mock.patch("klog.cli.suite.steps.scratch_folder.fcntl.flock", flock), Scratch(str(self.base)) as scratch:
            with scratch.step() as folder:
                self.assertTrue(folder.exists())
            with Scratch(str(self.base)) as other:
                self.assertEqual(other.swept, [])

    def test_a_folder_that_is_named_from_here(self) -> None:
        """Brokers and tools run in folders of their own, and would look for it there."""
        with contextlib.chdir(self.base), Scratch("below") as scratch, scratch.step() as folder:
            self.assertEqual(folder.parent.parent, pathlib.Path.cwd() / "below")


class WritingTests(SynchronousTestCase):
    """`sweep`, `take_away` and the end of a `Scratch`, while a broker writes."""

    def setUp(self) -> None:
        self.base = pathlib.Path(tempfile.mkdtemp(prefix="klog-test-"))
        self.addCleanup(shutil.rmtree, self.base, ignore_errors=True)
        self.now = 100.0
        #: Brokers write until then.
        self.write_until = 0.0
        self.real = shutil.rmtree
        self.patch(scratch_folder.shutil, "rmtree", self.remove)

    def remove(self, path: pathlib.Path, ignore_errors: bool = False) -> None:
        """As ``shutil.rmtree``, and a broker makes its file anew."""
        self.real(path, ignore_errors=ignore_errors)
        if self.now < self.write_until:
            path.mkdir(parents=True)
            (path / "0.log").touch()

    def left(self, name: str) -> pathlib.Path:
        """What a killed suite left."""
        folder = self.base / f"{PREFIX}{name}"
        (folder / "step-1" / "data").mkdir(parents=True)
        (folder / LOCK).touch()
        return folder

    def sweep(self) -> list[pathlib.Path]:
        """On a clock that moves when somebody sleeps."""

        def sleep(seconds: float) -> None:
            self.now += seconds

        return sweep(self.base, lambda: self.now, sleep)

    def test_brokers_that_end_are_waited_for(self) -> None:
        folder = self.left("killed")
        self.write_until = self.now + 3.0
        self.assertEqual(self.sweep(), [folder])
        self.assertAlmostEqual(self.now, 103.0, delta=2 * RETRY_S)
        self.assertFalse(folder.exists())

    def test_what_is_written_to_for_ever_stays_and_is_swept_by_a_later_run(self) -> None:
        """All of it within the time of one."""
        folders = [self.left("killed-1"), self.left("killed-2")]
        self.write_until = self.now + 1_000
        self.assertEqual(self.sweep(), [])
        self.assertAlmostEqual(self.now, 100.0 + GRACE_S, delta=2 * RETRY_S)
        self.assertEqual([(folder / LOCK).exists() for folder in folders], [True, True])
        self.now = self.write_until
        self.assertEqual(self.sweep(), folders)
        self.assertEqual(os.listdir(self.base), [])

    def test_nobody_is_waited_for_where_all_is_gone_at_once(self) -> None:
        self.left("killed")
        self.sweep()
        self.assertEqual(self.now, 100.0)

    def test_the_end_of_a_suite_whose_broker_writes_leaves_the_lock(self) -> None:
        with Scratch(str(self.base)) as scratch:
            (scratch.folder / "step-1").mkdir()
            self.write_until = self.now + 5
        self.assertEqual(sorted(os.listdir(scratch.folder)), [LOCK, "step-1"])
        self.assertEqual(self.sweep(), [scratch.folder], "nobody holds it")

    def test_who_writes_between_the_lock_and_the_folder(self) -> None:
        folder = self.left("killed")
        real = pathlib.Path.unlink

        def unlink(path: pathlib.Path, missing_ok: bool = False) -> None:
            real(path, missing_ok)
            (folder / "late").touch()

        with mock.patch.object(pathlib.Path, "unlink", unlink):
            self.assertFalse(take_away(folder))
        self.assertTrue((folder / LOCK).exists(), "a later run finds it")
        self.assertTrue(take_away(folder))
        self.assertTrue(take_away(folder), "it is gone already")
