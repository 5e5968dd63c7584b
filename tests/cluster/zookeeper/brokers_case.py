"""A test case with coordinations of several brokers on a ZooKeeper in memory."""

from __future__ import annotations

import json
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.zookeeper.coordination import ZooKeeperCoordination
from klog.testing.coordination import Recorder

from .memory_brokers import MemoryBrokers


class BrokersCase(SynchronousTestCase):
    """`count` brokers, the first of which is `one` and has a `recorder`."""

    count = 1
    keeps_acls = False

    def setUp(self) -> None:
        self.brokers = MemoryBrokers(self.count, keeps_acls=self.keeps_acls)
        self.reactor = self.brokers.reactor
        self.zookeeper = self.brokers.zookeeper
        self.tree = self.zookeeper.tree
        self.one = self.brokers.coordinations[0]
        self.recorder = Recorder()
        self.one.subscribe(self.recorder)

    def until(self, deferred: Any) -> Any:
        return self.reactor.until(deferred)

    def refused(self, deferred: Any, seconds: float = 40) -> Exception:
        """What it fails with."""
        failed: list[Any] = []
        deferred.addCallbacks(lambda result: self.fail(f"done: {result!r}"), failed.append)
        self.reactor.advance(seconds)
        self.assertEqual(len(failed), 1, "it neither succeeds nor fails")
        error = failed[0].value
        assert isinstance(error, Exception)
        return error

    def put(self, path: str, data: bytes | str) -> None:
        """Write as an old tool does."""
        self.tree.put("/klog" + path, data.encode() if isinstance(data, str) else data)
        self.reactor.advance(1)

    def json(self, path: str) -> Any:
        return json.loads(self.tree.get("/klog" + path))

    def stop(self, coordination: ZooKeeperCoordination) -> None:
        self.until(coordination.stop())
