"""The crash matrix: the power cut before, within and after every act of a data directory's life, in every way that is named.

`make soak` looks at 50,000 disks and draws its lives from ``KLOG_SEED``; otherwise it is a twenty-fifth, of the same lives each time.
"""

from __future__ import annotations

import unittest
from collections import Counter
from typing import Any
from unittest import mock

import pytest

from klog.storage.directories import deletion, directory
from klog.storage.directories import loading as directory_loading
from klog.storage.directories.checkpoints import DirectoryCheckpoints
from klog.storage.filesystem import FileSystem
from klog.storage.log.recovery import Loader
from klog.storage.log.truncation_work import CutLog, Truncation
from klog.storage.segments.segment import Segment
from klog.testing.filesystem import MemoryDirectory
from tests import peers
from tests.storage.crash_life import Life

#: Disks that are started, all lives together.
POINTS = 50_000
#: Acts of one life's script.
STEPS = 14


@pytest.mark.soak
class CrashMatrixTests(unittest.TestCase):
    """See the head of the file."""

    def test_every_act(self) -> None:
        wanted = max(2000, peers.soak_share(POINTS))
        first = peers.seed() if peers.SOAK else 0
        print(f"KLOG_SEED={first}")
        acts: Counter[str] = Counter()
        points = lives = cut = 0
        while points < wanted or lives < 2:
            life = Life(self, first + lives // 2, flush_rule=lives % 2 == 0)
            life.run(STEPS)
            points += life.points
            cut += life.cut_records
            acts += life.acts
            lives += 1
        print(f"{points} disks of {acts.total()} acts in {lives} lives; {cut} records cut off behind gaps: {dict(acts)}")
        kinds = {
            "create",
            "write",
            "truncate",
            "allocate",
            "sync",
            "rename",
            "remove",
            "make_directory",
            "sync_directory",
            "remove_directory",
        }
        self.assertEqual(acts.keys(), kinds)
        self.assertGreater(cut, 0)


class MistakeTests(unittest.TestCase):
    """Mistakes that klog made, put back: the matrix finds each."""

    def found(self, *patches: Any) -> str:
        """What the first disk that is not as it must be complains of."""
        for number in range(20):
            for patch in patches:
                patch.start()
            try:
                Life(self, number, flush_rule=number % 2 == 0, drawn=0).run(STEPS)
            except AssertionError as error:
                return str(error)
            finally:
                for patch in patches:
                    patch.stop()
        self.fail("the matrix found nothing")

    def test_recovery_keeps_gaps(self) -> None:
        self.assertRegex(self.found(mock.patch.object(Loader, "_may_follow", lambda *_: True)), r"(plain|keyed|passing)-0: a gap$")

    def test_a_stop_overlooks_a_flush(self) -> None:
        def give_up_work(self: directory.LogDirectory) -> int:
            for log in self.logs.values():
                log.work.running.clear()
                log._flush = None
            return 0

        life = Life(self, 0, flush_rule=True)
        life.begin()
        life.stop_while_flushing()
        with (
            mock.patch.object(directory.LogDirectory, "give_up_work", give_up_work),
            self.assertRaisesRegex(AssertionError, r"plain-0: (only the process died|a gap|epochs)$"),
        ):
            life.stop_while_flushing()

    @pytest.mark.soak
    def test_truncations(self) -> None:
        """Without any mistake nothing is found; see below."""
        self.truncate()

    def truncate(self, *patches: Any) -> None:
        for number in range(4 if peers.SOAK else 2):
            life = Life(self, number, flush_rule=number % 2 == 1, drawn=1)
            with life.unseen():
                life.begin()
            for patch in patches:
                patch.start()
            try:
                life.truncate_and_go_on()
            finally:
                for patch in patches:
                    patch.stop()

    def test_a_truncation_forgets_the_checkpoints(self) -> None:
        with self.assertRaisesRegex(AssertionError, r"plain-0"):
            self.truncate(mock.patch.object(DirectoryCheckpoints, "before_truncation", lambda *_: lambda: None))

    def test_a_truncation_is_not_durable(self) -> None:
        def cut_file(segment: Segment, size: int) -> None:
            segment.file(True).truncate(size)
            segment.size = size

        def run(truncation: Truncation) -> CutLog:
            with mock.patch.object(MemoryDirectory, "sync", lambda directory: None):
                return whole(truncation)

        whole = Truncation.run
        with self.assertRaisesRegex(AssertionError, r"plain-0"):
            self.truncate(mock.patch.object(Segment, "cut_file", cut_file))
        with self.assertRaisesRegex(AssertionError, r"plain-0"):
            self.truncate(mock.patch.object(Truncation, "run", run))

    def test_the_mark_of_a_deletion_may_be_lost(self) -> None:
        def rename(fs: FileSystem, one: deletion.LeavingPartition) -> None:
            fs.open(f"{one.directory}/{deletion.DELETION_MARKER}", write=True, create=True).close()
            fs.rename(one.directory, one.target)

        self.assertRegex(
            self.found(
                mock.patch.object(deletion, "rename", rename),
                mock.patch.object(directory_loading, "is_ours", lambda fs, path: fs.exists(f"{path}/{deletion.DELETION_MARKER}")),
            ),
            r"Lists differ: \['passing-0\.[0-9a-f]+-delete'\] != \[\]",
        )
