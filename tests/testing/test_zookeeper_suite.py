"""The memory ZooKeeper does what every ZooKeeper does; and the suite sees one that does not."""

from __future__ import annotations

import random
from typing import Any

from twisted.internet.defer import Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.testing import zookeeper_suite
from klog.testing.reactor import MemoryReactor
from klog.testing.zookeeper import MemoryZooKeeper
from klog.testing.zookeeper_suite import Subject, check_zookeeper
from klog.testing.zookeeper_watches import WatchTable
from klog.zookeeper.client import ZookeeperClient


class SuiteTests(SynchronousTestCase):
    """In virtual time."""

    def setUp(self) -> None:
        self.reactor = MemoryReactor()

    def suite(self, **options: Any) -> Any:
        zookeeper = MemoryZooKeeper(self.reactor, **options)
        zookeeper.add_server()

        def make(chroot: str = "", **client_options: Any) -> Deferred[ZookeeperClient]:
            client = ZookeeperClient(zookeeper.connect + chroot, reactor=self.reactor, random=random.Random(1), **client_options)
            return client.connect()

        return check_zookeeper(make, has_persistent=zookeeper.version_36)

    def test_the_memory_one(self) -> None:
        self.reactor.until(self.suite())

    def test_an_older_one(self) -> None:
        self.reactor.until(self.suite(version_36=False))

    def test_slow_and_byte_by_byte(self) -> None:
        self.patch(zookeeper_suite, "CHECKS", [check for check in zookeeper_suite.CHECKS if check is not zookeeper_suite.check_sizes])
        self.reactor.delay_s = 0.01
        self.reactor.chunk_bytes = 7
        self.reactor.until(self.suite())

    def test_one_that_forgets_a_watch(self) -> None:
        self.patch(WatchTable, "trigger", lambda *args: {})
        with self.assertRaisesRegex(AssertionError, "has not fired"):
            self.reactor.until(self.suite())

    def test_each_check_has_a_sentence(self) -> None:
        for check in zookeeper_suite.CHECKS:
            self.assertTrue(check.__doc__)
        names = {name for name in vars(zookeeper_suite) if name.startswith("check_")}
        self.assertEqual(names, {check.__name__ for check in zookeeper_suite.CHECKS} | {"check_zookeeper"})
        self.assertEqual(Subject(lambda chroot="", **_: Deferred(), "/x", True).at("/y"), "/x/y")
