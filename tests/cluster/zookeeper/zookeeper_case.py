"""A test case with a ZooKeeper in memory and clients."""

from __future__ import annotations

import random
from collections.abc import Coroutine
from typing import Any

from twisted.internet.defer import Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.testing.reactor import MemoryReactor
from klog.testing.zookeeper import MemoryZooKeeper
from klog.zookeeper.client import ZookeeperClient


class ZooKeeperCase(SynchronousTestCase):
    """`zookeeper`, its `tree`, a connected `client`, and `run` for coroutines."""

    def setUp(self) -> None:
        """Start them."""
        self.reactor = MemoryReactor()
        self.zookeeper = MemoryZooKeeper(self.reactor)
        self.tree = self.zookeeper.tree
        self.client = self.connect()

    def connect(self) -> ZookeeperClient:
        """One more client."""
        client = ZookeeperClient(self.zookeeper.connect, 6_000, reactor=self.reactor, random=random.Random(1))
        self.reactor.until(client.connect())
        return client

    def begin(self, coroutine: Coroutine[Any, Any, Any]) -> Deferred[Any]:
        """Run it as far as it goes at once."""
        return Deferred.fromCoroutine(coroutine)

    def run_all(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        """Its result."""
        return self.reactor.until(Deferred.fromCoroutine(coroutine))
