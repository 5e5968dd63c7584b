"""Tests of klog.cluster.zookeeper.producer_ids."""

from __future__ import annotations

from typing import Any, cast

from klog.cluster.zookeeper.attempts import Attempts
from klog.cluster.zookeeper.producer_id_blocks import BlockTaker
from klog.cluster.zookeeper.producer_ids import ProducerIds
from klog.cluster.zookeeper.session import ZooKeeperSession
from klog.errors import KlogError
from klog.zookeeper.requests import Sync
from klog.zookeeper.znodes import COPIED_PRODUCER_IDS, PRODUCER_ID_BLOCK, CopiedProducerIds, ProducerIdBlock

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
        self.assertEqual(self.reactor.until(ids.next()), 1499)
        self.tree.set(PRODUCER_ID_BLOCK, b"nonsense")
        asked = [ids.next() for _ in range(600)]
        self.reactor.advance(1)
        # 500 of them were in the block still.
        for each in asked[500:]:
            self.failureResultOf(each, KlogError)
        self.assertEqual([self.successResultOf(each) for each in asked[:500]], list(range(1500, 2000)))

    def test_ids_that_copies_have(self) -> None:
        """A block in hand is given out as far as it lies behind them; also where they were taken out by another broker, in the middle of a
        turn, or where that one was cut off behind its first step."""
        session = cast(ZooKeeperSession, _Session(self.client))
        one, two = (ProducerIds(Attempts(self.reactor, lambda: session), lambda number=number: number) for number in (1, 2))
        self.assertEqual([self.reactor.until(ids.next()) for ids in (one, two, one)], [0, 1000, 1])
        self.assertEqual(self.reactor.until(one.give_above(700)), 999)
        self.assertEqual(self.reactor.until(two.next()), 1001)
        self.assertEqual(self.reactor.until(one.next()), 2000)
        # Lower ones are so already.
        self.assertEqual(self.reactor.until(two.give_above(5)), 999)
        self.assertEqual([self.reactor.until(ids.next()) for ids in (one, two)], [2001, 1002])
        self.assertEqual(self.reactor.until(two.give_above(123_456)), 123_999)
        self.assertEqual([self.reactor.until(ids.next()) for ids in (two, one)], [124_000, 125_000])
        # The block is moved on, and then whoever did that is gone: what is in hand may still be given out, since nothing was promised.
        self.tree.set(PRODUCER_ID_BLOCK, ProducerIdBlock(2, 126_000, 199_999).encode())
        self.assertEqual(self.reactor.until(one.next()), 125_001)
        self.assertEqual(self.reactor.until(one.give_above(199_000)), 199_999)
        self.assertEqual([self.reactor.until(ids.next()) for ids in (two, one)], [200_000, 201_000])
        # Somebody has set back what is given out next, by far: nobody goes through all blocks of it.
        self.assertEqual(self.reactor.until(one.give_above(10**15)), 10**15 + 999)
        self.tree.set(PRODUCER_ID_BLOCK, b"")
        self.assertEqual(self.reactor.until(two.next()), 10**15 + 1000)

    def test_an_answer_that_comes_late(self) -> None:
        """A block was taken, and before that was heard (its answer was lost, say, and it was looked for after the connection was there
        again) another broker has taken its ids out, and their batches stand in a copy."""
        session = cast(ZooKeeperSession, _Session(self.client))
        one, two = (ProducerIds(Attempts(self.reactor, lambda: session), lambda number=number: number) for number in (1, 2))
        attempt = BlockTaker.attempt

        async def late(taker: BlockTaker, client: Any) -> ProducerIdBlock:
            block = await attempt(taker, client)
            if block.first == 0:
                self.assertEqual(await two.give_above(5), 999)
            return block

        self.patch(BlockTaker, "attempt", late)
        self.assertEqual([self.reactor.until(one.next()) for _ in range(2)], [1000, 1001])

    def test_who_asks_while_others_are_looked_for(self) -> None:
        """An id is given on the word of a look that began after it was asked for."""
        session = cast(ZooKeeperSession, _Session(self.client))
        ids = ProducerIds(Attempts(self.reactor, lambda: session), lambda: 1)
        self.reactor.until(ids.next())
        looks: list[str] = []

        def seen(session_id: int, request: Any) -> None:
            if isinstance(request, Sync):
                looks.append(request.path)
                if len(looks) == 1:
                    late.append(ids.next())

        late: list[Any] = []
        self.zookeeper.on_request = seen
        asked = [ids.next() for _ in range(3)]
        # The first of them began a turn alone, the others share one with whoever came meanwhile.
        self.assertEqual([self.reactor.until(one) for one in asked], [1, 2, 3])
        self.assertEqual([self.successResultOf(one) for one in late], [4])
        self.assertEqual(looks, [COPIED_PRODUCER_IDS] * 2)

    def test_what_cannot_be_read(self) -> None:
        """It is told, and nothing is given out that may be copied."""
        session = cast(ZooKeeperSession, _Session(self.client))
        ids = ProducerIds(Attempts(self.reactor, lambda: session), lambda: 1)
        self.assertEqual(self.reactor.until(ids.give_above(4)), 999)
        self.assertEqual(self.reactor.until(ids.next()), 1000)
        self.tree.set(COPIED_PRODUCER_IDS, b"nonsense")
        for asked in (ids.next(), ids.give_above(9)):
            self.reactor.advance(1)
            self.assertIn(COPIED_PRODUCER_IDS, str(self.failureResultOf(asked, KlogError).value))
        self.tree.set(COPIED_PRODUCER_IDS, CopiedProducerIds(1_005).encode())
        self.assertEqual(self.reactor.until(ids.next()), 1006)
        highest = ids.give_above(2**63 - 900)
        self.reactor.advance(1)
        self.assertIn("leaves none", str(self.failureResultOf(highest, KlogError).value))
