"""What a pull tells."""

from __future__ import annotations

import unittest

from klog.pull.progress import Progress, Stage
from tests.pull.rig import Disk, MemoryFiles, World, run_job


class ProgressTests(unittest.TestCase):
    """Counts by topic."""

    def test_by_topic(self) -> None:
        world = World()
        world.make("b")
        world.make("a")
        world.write("a", 0, 10)
        world.write("b", 0, 3)
        seen: list[Progress] = []
        run_job(world, MemoryFiles(Disk()), on_progress=seen.append)
        topics = list(dict.fromkeys(one.topics for one in seen if one.stage is Stage.READING))
        self.assertEqual(topics[0], (("a", 0, 10), ("b", 0, 3)))
        self.assertEqual(topics[-1], (("a", 10, 10), ("b", 3, 3)))
        self.assertIn((("a", 5, 10), ("b", 0, 3)), topics)

    def test_stages_are_words(self) -> None:
        self.assertEqual([str(stage) for stage in Stage][:2], ["recovering", "planning"])
