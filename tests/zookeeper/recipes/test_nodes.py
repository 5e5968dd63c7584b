"""klog.zookeeper.recipes.nodes"""

from __future__ import annotations

from twisted.internet.defer import CancelledError

from klog.zookeeper.errors import SessionExpiredException
from klog.zookeeper.recipes.nodes import ensure_path, wait_until_gone, wait_until_there
from tests.zookeeper.test_client_connection import ClientCase


class NodesTests(ClientCase):
    def setUp(self) -> None:
        super().setUp()
        self.tree = self.zookeeper.tree
        self.client = self.connect()

    def test_paths(self) -> None:
        for _ in range(2):
            self.reactor.until(ensure_path(self.client, "/a/b/c"))
        self.zookeeper.lose_next_reply()
        self.reactor.until(ensure_path(self.client, "/a/b/d/e"))
        self.assertEqual(self.tree.names("/a/b"), ["c", "d"])
        self.reactor.until(ensure_path(self.client, "/"))

    def test_waiting(self) -> None:
        there, gone = wait_until_there(self.client, "/x"), wait_until_gone(self.client, "/x")
        self.reactor.until(gone)
        self.assertNoResult(there)
        self.reactor.cut()
        self.reactor.advance(2)
        self.tree.put("/x")
        self.reactor.until(there)
        gone = wait_until_gone(self.client, "/x")
        self.reactor.advance(1)
        self.tree.put("/x", b"changed")
        self.reactor.advance(1)
        self.assertNoResult(gone)
        # It was gone, though it is there again when we look.
        self.tree.remove("/x")
        self.tree.put("/x")
        self.reactor.until(gone)

    def test_given_up(self) -> None:
        waiting = wait_until_there(self.client, "/x")
        self.reactor.advance(1)
        waiting.cancel()
        self.failureResultOf(waiting, CancelledError)
        self.tree.put("/x")
        self.reactor.advance(1)

    def watches(self) -> int:
        return len(self.client._connection.session.watches)

    def test_nobody_waits_for_what_is_so_already(self) -> None:
        self.tree.put("/there")
        for _ in range(3):
            self.reactor.until(wait_until_gone(self.client, "/x"))
            self.reactor.until(wait_until_there(self.client, "/there"))
        self.assertEqual(self.watches(), 0)

    def test_given_up_at_every_moment(self) -> None:
        for turns in range(8):
            waiting = wait_until_there(self.client, "/x")
            for _ in range(turns):
                self.reactor.network.turn()
            waiting.cancel()
            self.failureResultOf(waiting, CancelledError)
            self.reactor.advance(1)
            self.assertEqual(self.watches(), 0, f"after {turns} turns")

    def test_the_session_ends(self) -> None:
        waiting = wait_until_there(self.client, "/x")
        self.reactor.advance(1)
        self.zookeeper.expire(self.client.session_id)
        with self.assertRaises(SessionExpiredException):
            self.reactor.until(waiting)
