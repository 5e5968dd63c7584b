"""klog.storage.log_compaction: the parts that ``test_compaction`` does not come by."""

from __future__ import annotations

import dataclasses
import unittest

from klog.storage.log_compaction import complete_compaction, dirtiness_of, prepare_compaction
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

    def test_somebody_else_s_compaction(self) -> None:
        dirt = dirtiness_of(self.log, None)
        assert dirt is not None
        work = prepare_compaction(self.log, dirt, made_options())
        self.log.compaction = None
        self.assertFalse(complete_compaction(self.log, work))
        self.assertEqual(len(present(self.log)), 2)
