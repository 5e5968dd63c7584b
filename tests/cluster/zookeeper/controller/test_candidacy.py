"""Tests of klog.cluster.zookeeper.controller.candidacy."""

from __future__ import annotations

from typing import Any, cast

from twisted.internet.defer import ensureDeferred
from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.zookeeper.controller.candidacy import Won, contend
from klog.zookeeper.errors import ConnectionLossException
from klog.zookeeper.requests import Set
from klog.zookeeper.znode_json import BadZnode
from klog.zookeeper.znodes import Controller
from tests.cluster.zookeeper.fake_client import FakeClient
from tests.cluster.zookeeper.tree import FakeTree, do


class ElectionTests(SynchronousTestCase):
    """`contend`."""

    def setUp(self) -> None:
        self.tree = FakeTree()
        self.one, self.two = FakeClient(self.tree, 11), FakeClient(self.tree, 22)

    def contend(self, client: FakeClient, broker_id: int) -> Any:
        return ensureDeferred(contend(cast(Any, client), broker_id, 5))

    def test_first(self) -> None:
        self.assertEqual(self.successResultOf(self.contend(self.one, 1)), Won(1, 1))
        self.assertEqual(self.tree.data("/controller_epoch"), b"1")
        node = self.tree.nodes["/controller"]
        self.assertEqual((node.data, node.stat["ephemeralOwner"]), (Controller(1, 5).encode(), 11))

    def test_second_loses(self) -> None:
        self.contend(self.one, 1)
        self.assertIsNone(self.successResultOf(self.contend(self.two, 2)))
        self.assertEqual(self.tree.data("/controller_epoch"), b"1")
        self.tree.delete("/controller")
        self.assertEqual(self.successResultOf(self.contend(self.two, 2)), Won(2, 2))

    def test_again_finds_our_own(self) -> None:
        self.contend(self.one, 1)
        self.assertEqual(self.successResultOf(self.contend(self.one, 1)), Won(1, 1))

    def test_lost_answer(self) -> None:
        multi = self.one.multi

        def lossy(operations: Any) -> Any:
            multi(operations)
            raise ConnectionLossException(operation="multi")

        self.one.multi = lossy  # type: ignore[method-assign]
        self.failureResultOf(self.contend(self.one, 1), ConnectionLossException)
        self.assertEqual(self.successResultOf(self.contend(self.one, 1)), Won(1, 1))

    def test_somebody_is_faster(self) -> None:
        self.tree.write("/controller_epoch", b"7")
        self.one.before = [lambda: None, lambda: None, lambda: self.contend(self.two, 2)]
        self.assertIsNone(self.successResultOf(self.contend(self.one, 1)))
        self.assertEqual(self.tree.data("/controller_epoch"), b"8")

    def test_epoch_changes_between_the_reads(self) -> None:
        self.tree.write("/controller_epoch", b"7")
        self.one.before = [lambda: None, lambda: do(self.tree, [Set("/controller_epoch", b"8", 0)])]
        self.assertIsNone(self.successResultOf(self.contend(self.one, 1)))
        self.assertNotIn("/controller", self.tree.nodes)

    def test_what_our_last_session_left_is_deleted(self) -> None:
        self.contend(self.one, 1)
        self.assertEqual(self.successResultOf(self.contend(self.two, 1)), Won(2, 2))
        self.assertEqual(self.tree.nodes["/controller"].stat["ephemeralOwner"], 22)

    def test_unreadable(self) -> None:
        self.tree.write("/controller", b"?", owner=9)
        self.assertIsNone(self.successResultOf(self.contend(self.one, 1)))
        self.tree.delete("/controller")
        self.tree.write("/controller_epoch", b"many")
        self.failureResultOf(self.contend(self.one, 1), BadZnode)
        self.tree.write("/controller_epoch", b"2147483647")
        self.failureResultOf(self.contend(self.one, 1), BadZnode)
