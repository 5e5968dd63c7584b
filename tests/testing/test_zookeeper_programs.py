"""Random programs: the same twice, in one session or by several connections, and seen to differ where a server does."""

from __future__ import annotations

import random
from typing import Any

from twisted.internet.defer import Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.testing.reactor import MemoryReactor
from klog.testing.zookeeper import MemoryZooKeeper
from klog.testing.zookeeper_programs import Step, random_program, run_program
from klog.testing.zookeeper_tree import DataTree
from klog.zookeeper.client import ZookeeperClient


class ProgramTests(SynchronousTestCase):
    """On memory."""

    def outcome(self, steps: list[Step], version_36: bool = True, lags_s: tuple[float, ...] = ()) -> list[str]:
        reactor = MemoryReactor()
        zookeeper = MemoryZooKeeper(reactor, version_36=version_36)
        zookeeper.tree.put("/program")
        for lag_s in lags_s:
            zookeeper.add_server(lag_s=lag_s)
        dice = random.Random(len(steps))

        def make() -> Deferred[ZookeeperClient]:
            return ZookeeperClient(zookeeper.connect + "/program", reactor=reactor, random=dice).connect()

        return reactor.until(run_program(make, steps))

    def test_the_same_twice(self) -> None:
        for seed in range(5):
            steps = random_program(random.Random(seed))
            outcome = self.outcome(steps)
            self.assertEqual(self.outcome(steps), outcome)
            self.assertGreater(len(outcome), 1.5 * len(steps))

    def test_old_and_new_servers(self) -> None:
        for seed in range(5):
            steps = random_program(random.Random(seed), has_persistent=False)
            self.assertEqual(self.outcome(steps, version_36=False), self.outcome(steps))

    def test_an_ensemble_some_of_which_is_behind(self) -> None:
        for seed in range(8):
            steps = random_program(random.Random(seed), 30)
            self.assertEqual(self.outcome(steps, lags_s=(0.0, 0.3, 1.0)), self.outcome(steps))

    def test_a_difference_shows(self) -> None:
        steps = random_program(random.Random(1))
        outcome = self.outcome(steps)
        create = DataTree._create

        def wrong(tree: DataTree, *arguments: Any) -> Any:
            path, stat = create(tree, *arguments)
            tree._nodes[path].aversion = 1
            return path, stat

        self.patch(DataTree, "_create", wrong)
        self.assertNotEqual(self.outcome(steps), outcome)
