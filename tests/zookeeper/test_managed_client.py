"""A client that lives on when its session has expired."""

from __future__ import annotations

import random
from typing import Any

from klog.zookeeper.client import EPHEMERAL, SEQUENCE, Create, Delete, Set
from klog.zookeeper.errors import (
    BadVersionException,
    ClosingException,
    ConnectionLossException,
    ConnectionTimeoutException,
    NodeExistsException,
    NoNodeException,
    NotConnectedException,
)
from klog.zookeeper.managed_client import ManagedClient
from klog.zookeeper.protocol import CONNECTED_STATE, CREATOR_ALL_ACL, SESSION_EVENT
from klog.zookeeper.watches import ClientEvent
from tests.zookeeper.test_client_connection import ClientCase


class ManagedTests(ClientCase):
    """`ManagedClient`."""

    def setUp(self) -> None:
        super().setUp()
        self.managed = self.make_managed()

    def make_managed(self, **options: Any) -> ManagedClient:
        client = ManagedClient(self.zookeeper.connect, 6000, reactor=self.reactor, random=random.Random(1), **options)
        self.assertIs(self.do(client.connect()), client)
        return client

    def do(self, deferred: Any) -> Any:
        return self.reactor.until(deferred)

    def test_operations(self) -> None:
        client = self.managed
        self.assertEqual(self.do(client.create("/a", b"1")), "/a")
        self.assertEqual(self.do(client.get("/a"))[0], b"1")
        self.assertEqual(self.do(client.set("/a", b"2", 0))["version"], 1)
        self.assertEqual(self.do(client.get_children("/a")), [])
        self.assertEqual(self.do(client.sync()), "/")
        self.assertEqual(len(self.do(client.get_many(["/a", "/b"]))), 2)
        self.assertEqual(self.do(client.children_of_many(["/a"])), [[]])
        self.assertEqual(len(self.do(client.get_acl("/a"))[0]), 1)
        self.do(client.delete("/a"))
        self.assertIsNone(self.do(client.exists("/a")))
        self.assertEqual((client.connected, client.state, client.session_timeout), (True, 3, 6000))
        with self.assertRaises(NoNodeException):
            self.do(client.get("/a"))

    def test_expiry(self) -> None:
        client = self.managed
        session_id = client.client_id[0]
        self.do(client.create("/e", b"1", flags=EPHEMERAL))
        self.do(client.set("/e", b"2"))
        self.do(client.create("/gone", flags=EPHEMERAL))
        self.do(client.delete("/gone"))
        self.do(client.create("/s-", flags=EPHEMERAL | SEQUENCE))
        self.do(client.multi([Create("/m", b"1", None, EPHEMERAL), Create("/m2", b"", None, EPHEMERAL), Set("/m", b"2"), Delete("/m2")]))
        value, changed = client.get_and_watch("/e")
        self.do(value)
        new_session = client.subscribe_new_session()
        seen: list[Any] = []
        changed.addCallback(
            lambda event: seen.append((event, sorted(path for path in self.zookeeper.tree.paths() if path in ("/e", "/m"))))
        )
        self.zookeeper.expire_all()
        self.assertEqual(self.do(client.get("/e"))[0], b"2")
        self.assertTrue(self.do(new_session))
        self.assertNotEqual(client.client_id[0], session_id)
        paths = self.zookeeper.tree.paths()
        self.assertEqual([path in paths for path in ("/e", "/m", "/gone", "/m2", "/s-0000000002")], [True, True, False, False, False])
        self.assertEqual(self.zookeeper.tree.get("/m"), b"2")
        # The watches are told when all is there again, the real event is none (the node went with the session).
        self.assertEqual(len(seen), 1)
        if seen[0][0].type == SESSION_EVENT:
            self.assertEqual(seen, [(ClientEvent(SESSION_EVENT, CONNECTED_STATE, "/e"), ["/e", "/m"])])

    def test_watch_waits_for_the_next_session(self) -> None:
        client = self.managed
        self.do(client.create("/a"))
        watches = [client.get_and_watch("/a"), client.get_children_and_watch("/a"), client.exists_and_watch("/b")]
        for value, _ in watches:
            self.do(value)
        self.zookeeper.expire_all()
        self.reactor.network.run()
        self.zookeeper.stop()
        self.reactor.advance(5)
        for _, watch in watches:
            self.assertNoResult(watch)
        self.zookeeper.start()
        self.assertEqual(
            [self.do(watch) for _, watch in watches], [ClientEvent(SESSION_EVENT, CONNECTED_STATE, path) for path in ("/a", "/a", "/b")]
        )

    def test_node_of_the_session_before(self) -> None:
        """Left behind, it is made again, never adopted."""
        client = self.managed
        self.do(client.create("/e", b"1", flags=EPHEMERAL))
        old = client.client_id[0]
        # Our session is over for us, and its node is there still.
        client.session_ended()
        self.assertEqual(self.zookeeper.tree.ephemerals(old), ["/e"])
        fresh = self.connect()
        client.session_began(fresh)
        self.reactor.advance(0.1)
        self.assertEqual(self.zookeeper.tree.ephemerals(fresh.session_id), ["/e"])

    def test_a_node_that_cannot_be_made_again_keeps_no_other_away(self) -> None:
        client = self.managed
        self.do(client.create("/closed"))
        self.do(client.create("/closed/e", flags=EPHEMERAL))
        self.do(client.create("/e", flags=EPHEMERAL))
        other = self.connect()
        self.do(other.add_auth("digest", "a:b"))
        self.do(other.set_acl("/closed", [CREATOR_ALL_ACL]))
        new_session = client.subscribe_new_session()
        self.zookeeper.expire(client.client_id[0])
        self.assertTrue(self.do(new_session))
        self.assertEqual(self.zookeeper.tree.ephemerals(client.client_id[0]), ["/e"])
        self.flushLoggedErrors()

    def test_node_of_somebody_else(self) -> None:
        client = self.managed
        self.do(client.create("/e", b"1", flags=EPHEMERAL))
        other = self.connect()
        self.zookeeper.on_request = lambda session, request: None
        gone, went = other.exists_and_watch("/e")
        self.do(gone)
        went.addCallback(lambda _: other.create("/e", b"theirs", flags=EPHEMERAL))
        self.zookeeper.expire(client.client_id[0])
        self.do(client.get("/"))
        self.assertIn(self.zookeeper.tree.get("/e"), (b"theirs", b"1"))

    def test_lost_answers(self) -> None:
        client, lose = self.managed, self.zookeeper.lose_next_reply
        lose()
        self.assertEqual(self.do(client.create("/e", flags=EPHEMERAL)), "/e")
        self.do(client.create("/a", b"0"))
        lose()
        self.assertEqual(self.do(client.set("/a", b"1", 0))["version"], 1)
        self.do(client.set("/a", b"other", 1))
        lose()
        with self.assertRaises(BadVersionException):
            self.do(client.set("/a", b"1", 1))
        lose()
        self.assertIsNone(self.do(client.delete("/a")))
        lose()
        with self.assertRaises(ConnectionLossException):
            self.do(client.create("/s-", flags=SEQUENCE))
        lose()
        with self.assertRaises(ConnectionLossException):
            self.do(client.multi([Create("/x")]))
        lose()
        with self.assertRaises(NodeExistsException):
            self.do(client.create("/p"))

    def test_waits_for_the_connection(self) -> None:
        client = self.managed
        self.zookeeper.stop()
        self.reactor.advance(1)
        asked = client.get("/")
        self.reactor.advance(3)
        self.assertNoResult(asked)
        self.zookeeper.start()
        self.do(asked)
        self.zookeeper.stop()
        self.reactor.advance(1)
        with self.assertRaises(NotConnectedException):
            self.do(client.get("/"))

    def test_credentials_go_on(self) -> None:
        client = self.managed
        self.assertIs(self.do(client.add_auth("digest", "a:b")), client)
        self.do(client.create("/mine", acls=[CREATOR_ALL_ACL]))
        self.zookeeper.expire_all()
        self.reactor.advance(3)
        self.assertEqual(self.do(client.get("/mine"))[0], b"")
        self.do(client.set_acl("/mine", [CREATOR_ALL_ACL]))

    def test_close(self) -> None:
        client = self.managed
        value, changed = client.get_and_watch("/")
        self.do(value)
        self.do(client.close())
        self.assertEqual(self.do(changed).state_name, "not-connected")
        self.failureResultOf(client.get("/"), ClosingException)
        self.assertEqual(self.zookeeper.session_ids, [])
        self.assertEqual((client.connected, client.state, client.client_id[0]), (False, 999, 0))

    def test_connect_too_late(self) -> None:
        self.zookeeper.stop()
        client = ManagedClient(self.zookeeper.connect, 6000, 3000, reactor=self.reactor)
        with self.assertRaisesRegex(ConnectionTimeoutException, "within 3 s: .* refused the connection"):
            self.do(client.connect())
        self.zookeeper.start()
        self.reactor.advance(30)
        self.assertFalse(client.connected)

    def test_session_events_and_persistent_watches(self) -> None:
        client = self.managed
        states: list[str] = []
        client.set_session_callback(lambda _, event: states.append(event.state_name))
        seen: list[ClientEvent] = []
        self.do(client.add_watch("/", seen.append))
        self.do(client.create("/a"))
        self.assertEqual(seen, [ClientEvent(1, 3, "/a")])
        self.reactor.cut()
        self.reactor.advance(1)
        self.assertEqual(states, ["connecting", "connected"])
