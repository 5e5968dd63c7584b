"""klog.client.blocking.coordinators: coroutines that run in one go, and who coordinates."""

from __future__ import annotations

import random
import unittest

from twisted.internet.defer import Deferred
from twisted.internet.task import Clock

from klog.client.blocking.client import BlockingClient
from klog.client.blocking.coordinators import BlockingCoordinators, Done, run
from klog.client.requests.find_coordinator import TRANSACTION
from klog.errors import KlogError
from klog.wire.messages.end_txn import EndTxnRequest
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from tests.client.fake_cluster import BlockingFake
from tests.client.transactions.transaction_world import TransactionCluster


class RunTests(unittest.TestCase):
    def test_what_is_there(self) -> None:
        async def add() -> int:
            return await Done(1) + await Done(2)

        self.assertEqual(run(add()), 3)

    def test_what_it_raises(self) -> None:
        async def fail() -> None:
            raise ZeroDivisionError

        self.assertRaises(ZeroDivisionError, run, fail())

    def test_what_is_not_there(self) -> None:
        async def wait() -> None:
            await Deferred()

        self.assertRaises(AssertionError, run, wait())


class CoordinatorsTests(unittest.TestCase):
    def setUp(self) -> None:
        self.clock = Clock()
        self.cluster = TransactionCluster(self.clock)
        self.cluster.groups["x"] = 1
        client = BlockingClient(
            "host1,host2",
            random=random.Random(1),
            clock=self.clock.seconds,
            sleep=self.clock.advance,
            connect=lambda host, port: BlockingFake(self.cluster, host, port),  # type: ignore[arg-type,return-value]
        )
        self.coordinators = BlockingCoordinators(client)

    def find(self) -> int:
        async def ask() -> int:
            return await self.coordinators.coordinator("x", kind=TRANSACTION)

        return run(ask())

    def test_remembered_until_it_is_none_any_more(self) -> None:
        """By its own answer, or since it cannot be reached."""
        self.assertEqual([self.find(), self.find()], [1, 1])
        self.assertEqual(self.cluster.count(FindCoordinatorRequest), 1)
        self.cluster.groups["x"] = 2
        self.cluster.known.clear()
        self.cluster.coordinator_fault = lambda request: "cut"
        request = EndTxnRequest(transactional_id="x", producer_id=1, producer_epoch=0, committed=True)
        self.assertRaises(KlogError, self.coordinators.ask_coordinator, "x", request, version=4, kind=TRANSACTION)
        self.assertEqual(self.find(), 2)

    def test_time(self) -> None:
        """Pauses are the client's."""
        before = self.clock.seconds()
        run(self.wait())
        self.assertEqual(self.clock.seconds() - before, 0.25)
        policy = self.coordinators.retry_policy(1_000)
        self.assertEqual(policy.left_s, 1)
        self.coordinators.stale("t")

    async def wait(self) -> None:
        await self.coordinators.wait_ms(250)
