"""klog.storage.compaction.log_compaction: the parts that ``test_compaction`` does not come by."""

from __future__ import annotations

import dataclasses
import errno
import unittest

from klog.storage.compaction.log_compaction import LogCompaction, dirtiness_of, prepare_compaction
from klog.storage.disk_work import do_now
from tests.storage.compacting import SETTINGS, Disk, Writer, made_options, present


class LogCompactionTests(unittest.TestCase):
    """What a log says of itself."""

    def setUp(self) -> None:
        self.disk, writer = Disk(), Writer()
        self.disk.segment(0, writer.batch([(b"a", b"1")], producer_id=4), 1)
        self.disk.segment(1, writer.batch([(b"a", b"2")]), 2)
        self.log = self.disk.open()

    def test_dirtiness(self) -> None:
        dirt = dirtiness_of(self.log, 1)
        assert dirt is not None
        self.assertEqual((dirt.first_dirty, dirt.first_uncleanable, dirt.overdue), (1, 2, False))
        self.log.update_settings(dataclasses.replace(SETTINGS, min_compaction_lag_ms=10**9))
        dirt = dirtiness_of(self.log, None)
        assert dirt is not None
        self.assertEqual(dirt.first_uncleanable, 0)
        self.log.update_settings(dataclasses.replace(SETTINGS, max_compaction_lag_ms=10))
        self.disk.clock.ms += 1000
        dirt = dirtiness_of(self.log, None)
        assert dirt is not None
        self.assertTrue(dirt.overdue)

    def begun(self) -> LogCompaction:
        dirt = dirtiness_of(self.log, None)
        assert dirt is not None
        return prepare_compaction(self.log, dirt, made_options())

    def test_from_the_first_turn_to_the_last(self) -> None:
        work = self.begun()
        self.assertIs(self.log.compaction, work)
        do_now(work)
        self.assertEqual((work.is_done, work.error, self.log.compaction, self.log.work.running), (True, None, None, set()))
        self.assertEqual(len(present(self.log)), 1)

    def test_the_directory_goes_out_of_service(self) -> None:
        """Nothing is renamed in it any more, and what was written goes."""
        work = self.begun()
        self.log._context.take_offline("/data", OSError("broken"))
        do_now(work)
        self.assertEqual((work.is_done, work.error, len(present(self.log))), (False, None, 2))
        self.assertEqual([text for text in self.disk.names() if text.endswith(".cleaned")], [])

    def test_what_was_written_in_vain_and_cannot_be_removed(self) -> None:
        """It is over all the same; the next start finds it."""
        work = self.begun()
        for _ in range(3):
            work.settle(error=OSError("no"))
        self.assertEqual((work.needs_another_run, work.is_done, self.log.compaction, self.log.work.running), (False, False, None, set()))

    def test_a_mistake_on_the_log_s_side(self) -> None:
        """Is told, and the log can be compacted by nobody else meanwhile no longer."""
        work = self.begun()
        work._swap.advance = lambda *args: 1 // 0  # type: ignore[method-assign, assignment]
        do_now(work)
        self.assertIsInstance(work.error, ZeroDivisionError)
        self.assertIsNone(self.log.compaction)

    def test_descriptors_that_are_missing(self) -> None:
        """It cannot begin, and nothing is broken."""
        self.disk.fs.fail_opens(errno.EMFILE)
        self.assertRaises(OSError, self.begun)
        self.disk.fs.fail_opens(None)
        self.assertIsNone(self.log._context.offline)
        self.assertEqual(self.log.work.running, set())
        do_now(self.begun())
