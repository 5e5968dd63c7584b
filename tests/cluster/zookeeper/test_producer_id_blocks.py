"""Tests of klog.cluster.zookeeper.producer_id_blocks."""

from __future__ import annotations

from typing import Any

from klog.cluster.zookeeper.producer_id_blocks import BlockTaker, next_block, take_out, taken_out
from klog.errors import KlogError
from klog.zookeeper.errors import BadVersionException, ConnectionLossException
from klog.zookeeper.requests import Set
from klog.zookeeper.znodes import PRODUCER_ID_BLOCK, ProducerIdBlock

from .zookeeper_case import ZooKeeperCase


class BlockTests(ZooKeeperCase):
    """Nobody gets a block twice."""

    def setUp(self) -> None:
        super().setUp()
        self.reactor.until(self.client.create(PRODUCER_ID_BLOCK))

    def test_blocks_follow_each_other(self) -> None:
        """As Kafka's do, up to the last."""
        self.assertEqual(next_block(1, b""), ProducerIdBlock(1, 0, 999))
        self.assertEqual(next_block(2, ProducerIdBlock(1, 0, 999).encode()), ProducerIdBlock(2, 1000, 1999))
        for data in (b"{", ProducerIdBlock(1, 0, 2**63 - 500).encode(), ProducerIdBlock(1, 0, -5).encode()):
            self.assertRaises(KlogError, next_block, 1, data)

    def test_a_lost_answer(self) -> None:
        """The block that we wrote is ours; one that we did not write is not."""
        taker = BlockTaker(1)
        self.run_all(taker.attempt(self.client))
        taker = BlockTaker(1)
        first = self.begin(taker.attempt(self.client))
        self.zookeeper.lose_next_reply()
        self.reactor.advance(3)
        self.failureResultOf(first, ConnectionLossException)
        self.assertEqual(self.run_all(taker.attempt(self.client)), ProducerIdBlock(1, 1000, 1999))

    def test_somebody_faster(self) -> None:
        """The block after theirs is the next attempt's."""

        def interfere(session_id: int, request: Any) -> None:
            if isinstance(request, Set):
                self.zookeeper.on_request = None
                self.tree.set(PRODUCER_ID_BLOCK, ProducerIdBlock(1, 0, 999).encode())

        self.zookeeper.on_request = interfere
        taker = BlockTaker(2)
        with self.assertRaises(BadVersionException):
            self.run_all(taker.attempt(self.client))
        self.assertEqual(self.run_all(taker.attempt(self.client)), ProducerIdBlock(2, 1000, 1999))

    def test_taken_out(self) -> None:
        """Whatever step gets lost, and whoever is faster: no block is taken any more that has them, and nothing goes back."""
        self.assertEqual(self.run_all(taken_out(self.client)), -1)
        self.assertEqual(self.run_all(BlockTaker(1).attempt(self.client)), ProducerIdBlock(1, 0, 999))
        self.zookeeper.lose_next_reply()
        lost = self.begin(take_out(self.client, 3, 2_500))
        self.reactor.advance(3)
        self.failureResultOf(lost, ConnectionLossException)
        self.assertEqual(self.run_all(take_out(self.client, 3, 2_500)), 2_999)
        self.assertEqual(self.run_all(taken_out(self.client)), 2_999)
        self.assertEqual(self.run_all(BlockTaker(2).attempt(self.client)), ProducerIdBlock(2, 3_000, 3_999))
        self.assertEqual(self.run_all(take_out(self.client, 3, 17)), 999)
        self.assertEqual(self.run_all(taken_out(self.client)), 2_999)

        def interfere(session_id: int, request: Any) -> None:
            if isinstance(request, Set) and request.path == PRODUCER_ID_BLOCK:
                self.zookeeper.on_request = None
                self.tree.set(PRODUCER_ID_BLOCK, ProducerIdBlock(1, 4_000, 4_999).encode())

        self.zookeeper.on_request = interfere
        with self.assertRaises(BadVersionException):
            self.run_all(take_out(self.client, 3, 9_999))
        self.assertEqual(self.run_all(taken_out(self.client)), 2_999)
        self.assertEqual(self.run_all(take_out(self.client, 3, 9_999)), 9_999)
        self.assertEqual(self.run_all(taken_out(self.client)), 9_999)
        self.assertEqual(self.run_all(BlockTaker(2).attempt(self.client)), ProducerIdBlock(2, 10_000, 10_999))
