"""Tests of klog.cluster.zookeeper.producer_ids."""

from __future__ import annotations

from typing import Any, cast

from klog.cluster.zookeeper.attempts import Attempts
from klog.cluster.zookeeper.producer_ids import ProducerIds
from klog.cluster.zookeeper.session import ZooKeeperSession
from klog.errors import KlogError
from klog.zookeeper.znodes import PRODUCER_ID_BLOCK

from .zookeeper_case import ZooKeeperCase


class _Session:
    def __init__(self, client: Any) -> None:
        self.client = client
        self.mirror = client


class ProducerIdTests(ZooKeeperCase):
    """Nobody gets an id twice."""

    def setUp(self) -> None:
        super().setUp()
        self.reactor.until(self.client.create(PRODUCER_ID_BLOCK))

    def test_ids(self) -> None:
        """Those who ask at once wait for one block; who gives up does not take one."""
        session = cast(ZooKeeperSession, _Session(self.client))
        ids = ProducerIds(Attempts(self.reactor, lambda: session), lambda: 1)
        asked = [ids.next() for _ in range(1500)]
        given_up = asked[700]
        given_up.addErrback(lambda failure: None)
        given_up.cancel()
        self.reactor.advance(1)
        got = [self.successResultOf(each) for each in asked if each is not given_up]
        self.assertEqual(got, list(range(1499)))
        self.assertEqual(ids.next().result, 1499)
        self.tree.set(PRODUCER_ID_BLOCK, b"nonsense")
        asked = [ids.next() for _ in range(600)]
        self.reactor.advance(1)
        # 500 of them were in the block still.
        for each in asked[500:]:
            self.failureResultOf(each, KlogError)
        self.assertEqual([self.successResultOf(each) for each in asked[:500]], list(range(1500, 2000)))
