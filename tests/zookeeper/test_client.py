"""The client's operations against a ZooKeeper in memory, whole and one byte at a time, with a chroot and without."""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import CancelledError

from klog.zookeeper.client import EPHEMERAL, SEQUENCE, Check, ClientEvent, Create, Delete, Set, ZookeeperClient
from klog.zookeeper.errors import (
    BadArgumentsException,
    BadVersionException,
    ConnectionLossException,
    MarshallingErrorException,
    NoAuthException,
    NoChildrenForEphemeralsException,
    NodeExistsException,
    NoNodeException,
    NotConnectedException,
    NotEmptyException,
    NoWatcherException,
    UnimplementedException,
    ZookeeperError,
)
from klog.zookeeper.protocol import CREATOR_ALL_ACL, OPEN_ACL_UNSAFE, READ_ACL_UNSAFE
from tests.zookeeper.test_client_connection import ClientCase


class OperationTests(ClientCase):
    """Each operation."""

    chroot = ""
    chunk_bytes: int | None = None

    def setUp(self) -> None:
        super().setUp()
        if self.chunk_bytes:
            self.reactor.chunk_bytes = self.chunk_bytes
        self.client = self.connect(self.zookeeper.connect + self.chroot)
        if self.chroot:
            self.reactor.until(self.client.make_chroot())

    def do(self, deferred: Any) -> Any:
        return self.reactor.until(deferred)

    def refused(self, deferred: Any, kind: type[ZookeeperError]) -> Any:
        with self.assertRaises(kind) as caught:
            self.reactor.until(deferred)
        return caught.exception

    def test_create_get_set_delete(self) -> None:
        client = self.client
        self.assertEqual(self.do(client.create("/a", b"1")), "/a")
        data, stat = self.do(client.get("/a"))
        self.assertEqual((data, stat["version"], stat["dataLength"], stat["ephemeralOwner"]), (b"1", 0, 1, 0))
        self.assertEqual(self.do(client.set("/a", b"22", 0))["version"], 1)
        self.assertEqual(self.do(client.exists("/a"))["dataLength"], 2)
        self.refused(client.set("/a", b"", 0), BadVersionException)
        self.refused(client.delete("/a", 0), BadVersionException)
        self.do(client.create("/a/b"))
        self.refused(client.delete("/a"), NotEmptyException)
        self.assertEqual(self.do(client.get_children("/a")), ["b"])
        self.assertIsNone(self.do(client.delete("/a/b", 0)))
        self.do(client.delete("/a"))
        self.assertIsNone(self.do(client.exists("/a")))
        error = self.refused(client.get("/a"), NoNodeException)
        self.assertEqual((error.operation, error.path, error.server), ("get", "/a", "192.0.2.7:2181"))
        self.refused(client.create("/x/y"), NoNodeException)

    def test_flags(self) -> None:
        client = self.client
        self.do(client.create("/e", flags=EPHEMERAL))
        self.assertEqual(self.do(client.exists("/e"))["ephemeralOwner"], client.session_id)
        self.refused(client.create("/e"), NodeExistsException)
        self.refused(client.create("/e/f"), NoChildrenForEphemeralsException)
        self.assertEqual(self.do(client.create("/s-", flags=SEQUENCE)), "/s-0000000001")
        self.do(client.create("/d"))
        self.assertEqual(self.do(client.create("/d/", flags=SEQUENCE | EPHEMERAL)), "/d/0000000000")

    def test_acls(self) -> None:
        client = self.client
        self.do(client.create("/a"))
        self.assertEqual(self.do(client.get_acl("/a"))[0], [OPEN_ACL_UNSAFE])
        self.assertEqual(self.do(client.set_acl("/a", [OPEN_ACL_UNSAFE], 0))["aversion"], 1)
        self.refused(client.set_acl("/a", [READ_ACL_UNSAFE], 0), BadVersionException)
        self.do(client.set_acl("/a", [READ_ACL_UNSAFE], 1))
        self.refused(client.set("/a", b""), NoAuthException)
        self.do(client.add_auth("digest", "ann:secret"))
        self.do(client.create("/mine", acls=[CREATOR_ALL_ACL]))
        self.assertEqual(self.do(client.get_acl("/mine"))[0][0]["scheme"], "digest")

    def test_sync(self) -> None:
        self.assertEqual(self.do(self.client.sync()), "/")

    def test_multi(self) -> None:
        client = self.client
        values = self.do(
            client.multi(
                [Create("/a", b"1"), Create("/a/s-", flags=SEQUENCE), Check("/a", 0), Set("/a", b"2", 0), Delete("/a/s-0000000000")]
            )
        )
        self.assertEqual(values[:3], ["/a", "/a/s-0000000000", None])
        self.assertEqual((values[3]["version"], values[4]), (1, None))
        self.assertEqual(self.do(client.multi([])), [])

    def test_multi_fails_as_one(self) -> None:
        client = self.client
        self.do(client.create("/a"))
        for operation, kind in (
            (Check("/a", 3), BadVersionException),
            (Delete("/b"), NoNodeException),
            (Create("/a"), NodeExistsException),
            (Set("/a", b"", 9), BadVersionException),
        ):
            error = self.refused(client.multi([Create("/new"), operation, Create("/newer")]), kind)
            self.assertEqual((error.index, error.path), (1, operation.path))
            self.assertIn(f"multi ({type(operation).__name__.lower()}) of {operation.path}", str(error))
            self.assertIsNone(self.do(client.exists("/new")))

    def test_bad_paths_are_not_sent(self) -> None:
        client = self.client
        for deferred in (
            client.get("a"),
            client.create("/a/"),
            client.exists(""),
            client.multi([Create("/a"), Delete("//")]),
            client.get_many(["/", "x"]),
        ):
            error = self.failureResultOf(deferred, BadArgumentsException).value
            self.assertIn("cannot be a znode's", str(error))
        self.assertEqual(self.failureResultOf(client.multi([Create("/a"), Delete("//")])).value.index, 1)
        self.failureResultOf(client.set("/a", bytes(1 << 20)), MarshallingErrorException)
        self.failureResultOf(client.multi([Set("/a", bytes(1 << 20))]), MarshallingErrorException)
        self.assertTrue(client.connected)

    def test_watches(self) -> None:
        client, other = self.client, self.connect(self.zookeeper.connect + self.chroot)
        there, came = client.exists_and_watch("/a")
        self.assertIsNone(self.do(there))
        self.do(other.create("/a"))
        self.assertEqual(self.do(came), ClientEvent(1, 3, "/a"))
        value, changed = client.get_and_watch("/a")
        children, born = client.get_children_and_watch("/a")
        there, gone = client.exists_and_watch("/a")
        self.do(value), self.do(children), self.do(there)
        self.do(other.create("/a/b"))
        self.assertEqual(self.do(born), ClientEvent(4, 3, "/a"))
        self.assertNoResult(changed)
        self.do(other.delete("/a/b"))
        self.do(other.delete("/a"))
        self.assertEqual((self.do(changed), self.do(gone)), (ClientEvent(2, 3, "/a"), ClientEvent(2, 3, "/a")))
        missing, never = client.get_and_watch("/a")
        self.refused(missing, NoNodeException)
        self.do(other.create("/a"))
        self.assertNoResult(never)

    def test_event_comes_before_the_answer_that_shows_it(self) -> None:
        client, order = self.client, []
        self.do(client.create("/a"))
        value, changed = client.get_and_watch("/a")
        self.do(value)
        changed.addCallback(lambda _: order.append("event"))
        client.set("/a", b"1").addCallback(lambda _: order.append("set"))
        self.do(client.get("/a").addCallback(lambda _: order.append("get")))
        self.assertEqual(order, ["event", "set", "get"])

    def test_watches_that_are_given_up_are_forgotten(self) -> None:
        client = self.client
        watches = client._connection.session.watches
        self.do(client.create("/a"))
        for which in (0, 1):
            for turns in range(6):
                for ask in (client.exists_and_watch, client.get_and_watch, client.get_children_and_watch):
                    asked = ask("/a"), client.exists_and_watch("/none")
                    for _ in range(turns):
                        self.reactor.network.turn()
                    for pair in asked:
                        for each in pair:
                            each.addErrback(lambda failure: failure.trap(CancelledError) and None)
                        pair[which].cancel()
                    self.do(client.sync())
                    if which == 1 or turns == 0:
                        self.assertEqual(len(watches), 0, f"{which} {turns}")
                    for _, changed in asked:
                        changed.cancel()
                    self.assertEqual(len(watches), 0, f"{which} {turns}")
        # What the server still tells of them, nobody hears.
        self.do(client.set("/a", b"1"))
        self.do(client.create("/none"))

    def test_watches_survive_a_reconnection(self) -> None:
        client, other = self.client, self.connect(self.zookeeper.connect + self.chroot)
        for path in ("/a", "/b", "/c"):
            self.do(other.create(path))
        watches = [
            client.get_and_watch("/a"),
            client.get_children_and_watch("/b"),
            client.exists_and_watch("/new"),
            client.get_and_watch("/c"),
        ]
        for value, _ in watches:
            self.do(value)
        self._lose(client)
        self.do(other.set("/a", b"x"))
        self.do(other.create("/b/1"))
        self.do(other.create("/new"))
        self.reactor.accept()
        self.do(client.when_connected())
        self.assertEqual([self.do(watch).type_name for _, watch in watches[:3]], ["changed", "child", "created"])
        self.assertNoResult(watches[3][1])
        self.do(other.set("/c", b"x"))
        self.assertEqual(self.do(watches[3][1]).type_name, "changed")

    def _lose(self, client: ZookeeperClient) -> None:
        """Only this client's connection."""
        self.reactor.refuse()
        client.drop_connection("a test")
        self.reactor.network.run()
        self.assertFalse(client.connected)

    def test_persistent_watch(self) -> None:
        client, other = self.client, self.connect(self.zookeeper.connect + self.chroot)
        below: list[ClientEvent] = []
        exact: list[ClientEvent] = []
        self.do(client.create("/a"))
        self.do(client.add_watch("/", below.append))
        self.do(client.add_watch("/", below.append))
        self.do(client.add_watch("/a", exact.append, recursive=False))
        self.do(other.create("/a/b"))
        self.do(other.set("/a", b"1"))
        self.do(other.set("/a/b", b"1"))
        self.do(client.sync())
        self.assertEqual([(event.type_name, event.path) for event in below], [("created", "/a/b"), ("changed", "/a"), ("changed", "/a/b")])
        self.assertEqual([(event.type_name, event.path) for event in exact], [("child", "/a"), ("changed", "/a")])
        below.clear()
        self._lose(client)
        self.do(other.delete("/a/b"))
        self.reactor.accept()
        self.do(client.when_connected())
        self.assertEqual([event.state_name for event in below], ["connecting", "connected"])
        self.do(other.set("/a", b"2"))
        self.do(client.sync())
        self.assertEqual(below[2:], [ClientEvent(3, 3, "/a")])
        self.do(client.remove_watch("/", below.append))
        self.do(other.set("/a", b"3"))
        self.do(client.sync())
        self.assertEqual(len(below), 3)
        self.refused(client.remove_watch("/", below.append), NoWatcherException)
        self.do(client.remove_watch("/a", exact.append))
        self.assertEqual(self.zookeeper.served["RemoveWatches"], 2)

    def test_persistent_watch_hears_the_end(self) -> None:
        seen: list[ClientEvent] = []
        self.do(self.client.add_watch("/", seen.append))
        self.do(self.client.close())
        self.assertEqual([event.state_name for event in seen], ["not-connected"])

    def test_create_is_ambiguous(self) -> None:
        self.zookeeper.lose_next_reply()
        self.refused(self.client.create("/a"), ConnectionLossException)
        self.refused(self.client.get("/a"), NotConnectedException)
        self.do(self.client.when_connected())
        self.assertIsNotNone(self.do(self.client.exists("/a")))
        self.zookeeper.lose_next_request()
        self.refused(self.client.create("/b"), ConnectionLossException)
        self.do(self.client.when_connected())
        self.assertIsNone(self.do(self.client.exists("/b")))

    def test_many_under_way(self) -> None:
        made = [self.client.create(f"/n{index}", b"%d" % index) for index in range(300)]
        read = [self.client.get(f"/n{index}") for index in range(300)]
        self.do(self.client.sync())
        self.assertEqual([self.successResultOf(one) for one in made], [f"/n{index}" for index in range(300)])
        self.assertEqual([self.successResultOf(one)[0] for one in read], [b"%d" % index for index in range(300)])


class ChrootTests(OperationTests):
    """The same below a chroot."""

    chroot = "/some/app"


class ByteByByteTests(OperationTests):
    """The same, one byte at a time."""

    chunk_bytes = 1


class OldServerTests(ClientCase):
    """Before 3.6."""

    version_36 = False

    def test_add_watch(self) -> None:
        client = self.connect()
        for _ in range(2):
            with self.assertRaises(UnimplementedException):
                self.reactor.until(client.add_watch("/", print))
            self.reactor.until(client.when_connected())
        # Asked once: such a server hangs up.
        self.assertEqual(self.states(), ["connected", "connecting", "connected"])
