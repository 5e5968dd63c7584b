"""klog.storage.compaction.segment_swap: the parts that ``test_compaction`` does not come by."""

from __future__ import annotations

import unittest

from klog.storage.compaction.compaction import Step
from klog.storage.compaction.log_compaction import dirtiness_of, prepare_compaction
from klog.storage.producers.state import ProducerStateManager
from tests.storage.compacting import FOLDER, Disk, Writer, made_options, turn


class SegmentSwapTests(unittest.TestCase):
    """Names on the disk, step by step."""

    def test_names(self) -> None:
        disk, writer = Disk(), Writer()
        disk.segment(0, writer.batch([(b"a", b"1")], producer_id=4), 1)
        disk.segment(1, writer.batch([(b"a", b"2")], producer_id=4), 2)
        log = disk.open()
        snapshots = [text for text in disk.names() if text.endswith(".snapshot")]
        self.assertIn(f"{1:020d}.snapshot", snapshots)
        self.assertIsInstance(log._producers, ProducerStateManager)
        dirt = dirtiness_of(log, None)
        assert dirt is not None
        work = prepare_compaction(log, dirt, made_options())
        seen: list[tuple[Step, list[str]]] = []
        again = True
        while again:
            again = turn(work)
            names = [text.removeprefix("0" * 19) for text in disk.names() if text.startswith("0" * 19)]
            seen.append((work.compaction.step, [text for text in names if not text.startswith("2") and "snapshot" not in text]))
        first = [f"0.{kind}" for kind in ("index", "log", "timeindex")]
        second = [f"1.{kind}" for kind in ("index", "log", "timeindex")]
        swaps = [f"{text}.swap" for text in first]
        self.assertEqual(seen[0], (Step.SWAP, sorted([*first, *swaps, *second])))
        gone = [f"{text}.deleted" for text in (*first, *second)]
        self.assertEqual(seen[1], (Step.DELETE, sorted([*gone, *swaps])))
        self.assertEqual(seen[2], (Step.NAME_LOG, sorted([*gone, "0.log", "0.index.swap", "0.timeindex.swap"])))
        self.assertEqual(seen[3], (Step.NAME_INDEXES, sorted([*gone, *first])))
        self.assertEqual([step for step, _ in seen], [Step.SWAP, Step.DELETE, Step.NAME_LOG, Step.NAME_INDEXES, Step.CLEAN, Step.DONE])
        self.assertIn(f"{1:020d}.snapshot.deleted", disk.names())
        self.assertIn(f"{2:020d}.snapshot", disk.names(), "that of a segment that stays")
        self.assertTrue(disk.fs.exists(f"{FOLDER}/{0:020d}.log"))
