"""The committer with the ledger; jobs as a whole are in test_job.py."""

from __future__ import annotations

import unittest

from klog.pull.committers import LedgerCommitter, make_target
from klog.pull.errors import PullError
from tests.pull.rig import TARGET, Disk, MemoryFiles, World, run_job, settings_of


class CommitterTests(unittest.TestCase):
    """What it makes and refuses."""

    def test_the_target_is_made_with_all_that_is_above_it(self) -> None:
        files = MemoryFiles(Disk())
        make_target(files, TARGET)
        make_target(files, TARGET)
        self.assertEqual(files.list(f"{TARGET}/_klog"), ["log", "staging"])
        self.assertEqual(files.acts.count("sync folder ."), 2, "each name is durable, also where somebody else made it")

    def test_a_delta_table_is_refused(self) -> None:
        files = MemoryFiles(Disk())
        make_target(files, TARGET)
        files.make_directory(f"{TARGET}/_delta_log")
        with self.assertRaisesRegex(PullError, "/data/lake is a Delta table, and this pull has format 'parquet'"):
            LedgerCommitter(settings_of(), files).recover()

    def test_recovering_publishes(self) -> None:
        disk, world = Disk(), World()
        world.make("a")
        world.write("a")
        run_job(world, MemoryFiles(disk))
        committer = LedgerCommitter(settings_of(), MemoryFiles(disk))
        head = committer.recover()
        assert head is not None
        self.assertIs(committer.state_of(head, {}), head)
        self.assertTrue(committer.ledger.is_published(head.version))
