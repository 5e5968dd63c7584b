"""The memory ZooKeeper: greetings, misfortunes and what several servers are; what an operation does is in `zookeeper_suite`."""

from __future__ import annotations

import random
from typing import Any

from twisted.internet.protocol import ClientFactory, Protocol
from twisted.trial.unittest import SynchronousTestCase

from klog.testing.reactor import MemoryReactor
from klog.testing.zookeeper import MAX_REQUEST_BYTES, MemoryZooKeeper
from klog.zookeeper.client import EPHEMERAL, ZookeeperClient
from klog.zookeeper.errors import ConnectionLossException, NodeExistsException, NoNodeException, SessionExpiredException
from klog.zookeeper.jute import Frames, Reader
from klog.zookeeper.messages import ConnectRequest, ConnectResponse, decode_reply_header, frame, request_frame
from klog.zookeeper.protocol import PING_XID
from klog.zookeeper.requests import AddWatch, Create, Create2, Exists, GetData, MultiRead, Ping, SetWatches2


class Raw(Protocol):
    """A client that sends what it is told."""

    def __init__(self) -> None:
        self.frames = Frames(1 << 24)
        self.messages: list[bytes] = []
        self.is_lost = False
        self._xid = 0

    def dataReceived(self, data: bytes) -> None:
        self.frames.feed(data)
        while (message := self.frames.next()) is not None:
            self.messages.append(message)

    def connectionLost(self, reason: Any = None) -> None:
        self.is_lost = True

    def say(self, data: bytes) -> None:
        assert self.transport is not None
        self.transport.write(data)

    def ask(self, request: Any, xid: int | None = None) -> None:
        self._xid += 1
        self.say(request_frame(self._xid if xid is None else xid, request))

    def take(self) -> list[tuple[int, int]]:
        """Xid and error of what came."""
        taken, self.messages = self.messages, []
        return [(xid, error) for xid, _, error in map(decode_reply_header, map(Reader, taken))]


class ZooKeeperCase(SynchronousTestCase):
    """A reactor and a ZooKeeper."""

    def setUp(self) -> None:
        self.reactor = MemoryReactor()
        self.zookeeper = MemoryZooKeeper(self.reactor)
        self.tree = self.zookeeper.tree

    def connect(self, servers: str | None = None, **options: Any) -> ZookeeperClient:
        client = ZookeeperClient(servers or self.zookeeper.connect, reactor=self.reactor, random=random.Random(1), **options)
        return self.reactor.until(client.connect())

    def raw(self, port: int = 2181) -> Raw:
        protocol = Raw()
        factory = ClientFactory()
        factory.noisy = False
        factory.buildProtocol = lambda addr: protocol  # type: ignore[assignment, method-assign]
        self.reactor.connectTCP(self.zookeeper.host, port, factory)
        self.reactor.run()
        return protocol

    def greet(self, port: int = 2181, **fields: Any) -> tuple[Raw, ConnectResponse | None]:
        raw = self.raw(port)
        request = ConnectRequest(**{"last_zxid": 0, "timeout_ms": 4000, "session_id": 0, "password": bytes(16), **fields})
        raw.say(frame(request.encode()))
        self.reactor.run()
        answer = ConnectResponse.decode(Reader(raw.messages.pop())) if raw.messages else None
        return raw, answer


class GreetingTests(ZooKeeperCase):
    """Sessions begin, move and are refused."""

    def test_timeouts_are_negotiated(self) -> None:
        for asked, given in ((4000, 4000), (1, 1000), (10**6, 60_000)):
            _, answer = self.greet(timeout_ms=asked)
            assert answer is not None
            self.assertEqual(answer.timeout_ms, given)
        self.assertEqual(len(self.zookeeper.session_ids), 3)

    def test_a_session_moves_and_its_old_connection_ends(self) -> None:
        first, answer = self.greet()
        assert answer is not None
        second, again = self.greet(session_id=answer.session_id, password=answer.password)
        assert again is not None
        self.assertEqual((again.session_id, again.password), (answer.session_id, answer.password))
        self.assertTrue(first.is_lost)
        self.assertFalse(second.is_lost)
        self.assertEqual(self.zookeeper.connections(), 1)

    def test_on_another_server_writes_of_the_old_connection_are_refused(self) -> None:
        port = self.zookeeper.add_server()
        first, answer = self.greet()
        assert answer is not None
        self.greet(port, session_id=answer.session_id, password=answer.password)
        self.assertFalse(first.is_lost)
        first.ask(Create("/a"))
        self.reactor.run()
        self.assertTrue(first.is_lost)
        self.assertEqual(self.tree.paths(), [])

    def test_who_is_refused(self) -> None:
        _, answer = self.greet()
        assert answer is not None
        for session_id, password in ((answer.session_id, bytes(16)), (answer.session_id + 1, answer.password)):
            raw, refusal = self.greet(session_id=session_id, password=password)
            assert refusal is not None
            self.assertEqual((refusal.session_id, refusal.timeout_ms, refusal.password), (0, 0, bytes(16)))
            self.assertTrue(raw.is_lost)
        self.assertEqual(self.zookeeper.session_ids, [answer.session_id])

    def test_who_has_seen_more_is_sent_away(self) -> None:
        raw, answer = self.greet(last_zxid=10)
        self.assertIsNone(answer)
        self.assertTrue(raw.is_lost)

    def test_rubbish(self) -> None:
        for rubbish in (b"\xff\xff\xff\xff", (MAX_REQUEST_BYTES + 1).to_bytes(4, "big"), frame(b"short")):
            raw = self.raw()
            raw.say(rubbish)
            self.reactor.run()
            self.assertTrue(raw.is_lost)
        raw, _ = self.greet()
        raw.say(frame(request_frame(1, Create("/a"))[4:-3]))
        raw.say(frame(b"\0\0\0\x07"))
        self.reactor.run()
        self.assertEqual(raw.take(), [(1, -5)])
        self.assertTrue(raw.is_lost)

    def test_null_is_not_empty(self) -> None:
        raw, _ = self.greet()
        for path, data in (("/null", None), ("/empty", b"")):
            raw.ask(Create(path, data))
            self.reactor.run()
            raw.messages.clear()
            raw.ask(GetData(path))
            self.reactor.run()
            reader = Reader(raw.messages.pop())
            decode_reply_header(reader)
            self.assertEqual(reader.buffer(), data)

    def test_byte_by_byte(self) -> None:
        self.reactor.chunk_bytes = 1
        client = self.connect()
        self.reactor.until(client.create("/a", b"x"))
        self.assertEqual(self.reactor.until(client.get("/a"))[0], b"x")


class OldServerTests(ZooKeeperCase):
    """Before 3.6."""

    def setUp(self) -> None:
        super().setUp()
        self.zookeeper.version_36 = False

    def test_what_is_not_known_costs_the_connection(self) -> None:
        for request in (AddWatch("/a"), Create2("/a"), MultiRead([]), SetWatches2(0)):
            raw, _ = self.greet()
            raw.ask(request)
            raw.ask(Exists("/"))
            self.reactor.run()
            self.assertEqual(raw.take(), [(1, -6)])
            self.assertTrue(raw.is_lost)

    def test_what_nobody_knows(self) -> None:
        self.zookeeper.version_36 = True
        raw, _ = self.greet()
        raw.say(frame((7).to_bytes(4, "big") + (999).to_bytes(4, "big")))
        self.reactor.run()
        self.assertEqual(raw.take(), [(7, -6)])
        self.assertTrue(raw.is_lost)


class SessionTests(ZooKeeperCase):
    """How they end."""

    def test_silence(self) -> None:
        raw, answer = self.greet(timeout_ms=4000)
        assert answer is not None
        raw.ask(Create("/e", flags=EPHEMERAL))
        self.reactor.advance(3)
        raw.ask(Ping(), PING_XID)
        self.reactor.advance(3.9)
        self.assertEqual(raw.take(), [(1, 0), (PING_XID, 0)])
        self.assertEqual(self.tree.ephemerals(answer.session_id), ["/e"])
        self.reactor.advance(1)
        self.assertEqual((self.tree.paths(), self.zookeeper.session_ids), ([], []))
        self.assertTrue(raw.is_lost)

    def test_a_client_keeps_its_own_alive(self) -> None:
        client = self.connect(session_timeout=2000)
        self.reactor.until(client.create("/e", flags=EPHEMERAL))
        self.reactor.advance(60)
        self.assertEqual(self.tree.paths(), ["/e"])

    def test_closed(self) -> None:
        client = self.connect()
        self.reactor.until(client.create("/e", flags=EPHEMERAL))
        self.reactor.until(client.close())
        self.assertEqual((self.tree.paths(), self.zookeeper.session_ids, self.zookeeper.connections()), ([], [], 0))

    def test_expired_by_hand(self) -> None:
        client, other = self.connect(), self.connect()
        self.reactor.until(client.create("/e", flags=EPHEMERAL))
        _, gone = other.exists_and_watch("/e")
        self.reactor.run()
        self.zookeeper.expire(client.session_id)
        self.assertEqual(self.reactor.until(gone).type_name, "deleted")
        self.reactor.advance(3)
        self.failureResultOf(client.exists("/"), SessionExpiredException)
        self.assertRaises(KeyError, self.zookeeper.expire, client.session_id)
        self.assertTrue(other.connected)
        self.zookeeper.expire_all()
        self.assertEqual(self.zookeeper.session_ids, [])

    def test_with_no_server_nothing_ends(self) -> None:
        client = self.connect(session_timeout=2000)
        self.reactor.until(client.create("/e", flags=EPHEMERAL))
        self.zookeeper.stop()
        self.reactor.advance(100)
        self.zookeeper.start()
        self.reactor.advance(5)
        self.assertTrue(client.connected)
        self.assertEqual(self.tree.ephemerals(client.session_id), ["/e"])

    def test_one_server_of_two(self) -> None:
        port = self.zookeeper.add_server()
        client = self.connect()
        session_id = client.session_id
        for _ in range(2):
            here = int(client.server.rpartition(":")[2])
            self.zookeeper.stop(here)
            self.reactor.advance(3)
            self.assertTrue(client.connected)
            self.assertNotEqual(client.server, f"{self.zookeeper.host}:{here}")
            self.zookeeper.start(here)
        self.assertEqual((client.session_id, self.zookeeper.connections(port) + self.zookeeper.connections(2181)), (session_id, 1))


class MisfortuneTests(ZooKeeperCase):
    """What a test can do to its clients."""

    def test_a_lost_reply(self) -> None:
        client = self.connect()
        self.zookeeper.lose_next_reply()
        self.failureResultOf(self.advanced(client.create("/a", b"x", flags=EPHEMERAL)), ConnectionLossException)
        self.assertEqual(self.tree.ephemerals(client.session_id), ["/a"])
        self.reactor.until(client.when_connected())
        self.failureResultOf(self.advanced(client.create("/a")), NodeExistsException)

    def test_a_lost_request(self) -> None:
        client = self.connect()
        self.zookeeper.lose_next_request()
        self.failureResultOf(self.advanced(client.multi([Create("/a")])), ConnectionLossException)
        self.assertEqual(self.tree.paths(), [])
        self.reactor.until(client.when_connected())
        self.reactor.until(client.create("/a"))

    def advanced(self, deferred: Any) -> Any:
        self.reactor.run()
        return deferred

    def test_frozen(self) -> None:
        """It connects and takes; later it does everything, and the client has gone meanwhile."""
        client = self.connect(session_timeout=6000)
        self.zookeeper.freeze()
        created = client.create("/a", flags=EPHEMERAL)
        self.reactor.advance(1)
        self.assertNoResult(created)
        self.assertEqual(self.tree.paths(), [])
        self.reactor.advance(20)
        self.failureResultOf(created, ConnectionLossException)
        self.zookeeper.thaw()
        self.reactor.advance(2)
        self.assertEqual(self.tree.ephemerals(client.session_id), ["/a"])
        self.assertTrue(client.connected)
        self.assertEqual(self.zookeeper.connections(), 1)

    def test_a_frozen_server_says_what_it_had_to_say(self) -> None:
        port = self.zookeeper.add_server()
        first, second = self.connect(f"{self.zookeeper.host}:2181"), self.connect(f"{self.zookeeper.host}:{port}")
        _, made = first.exists_and_watch("/a")
        self.reactor.run()
        self.zookeeper.freeze(2181)
        self.reactor.until(second.create("/a"))
        self.reactor.advance(1)
        self.assertNoResult(made)
        self.zookeeper.thaw(2181)
        self.reactor.run()
        self.assertEqual(self.successResultOf(made).path, "/a")

    def test_a_frozen_server_and_another(self) -> None:
        self.zookeeper.add_server()
        client = self.connect(session_timeout=6000)
        here = int(client.server.rpartition(":")[2])
        self.zookeeper.freeze(here)
        lost = client.create("/late")
        self.reactor.advance(6)
        self.failureResultOf(lost, ConnectionLossException)
        self.assertTrue(client.connected)
        self.zookeeper.thaw()
        self.reactor.advance(1)
        # The session lives elsewhere by now.
        self.assertEqual(self.tree.paths(), [])

    def test_a_server_that_is_behind(self) -> None:
        port = self.zookeeper.add_server(lag_s=1.0)
        ahead, behind = self.connect(f"{self.zookeeper.host}:2181"), self.connect(f"{self.zookeeper.host}:{port}")
        exists, made = behind.exists_and_watch("/a")
        self.assertIsNone(self.reactor.until(exists))
        self.reactor.until(ahead.create("/a"))
        self.assertIsNone(self.reactor.until(behind.exists("/a")))
        self.assertNoResult(made)
        # Its own write is done at once, and answered when its server knows of it; reads behind it wait.
        created, seen = behind.create("/b"), behind.exists("/a")
        self.reactor.advance(0.5)
        self.assertEqual(self.tree.paths(), ["/a", "/b"])
        self.assertNoResult(created)
        self.assertNoResult(seen)
        self.reactor.advance(0.6)
        self.assertEqual(self.successResultOf(created), "/b")
        self.assertIsNotNone(self.successResultOf(seen))
        self.assertEqual(self.successResultOf(made).path, "/a")
        self.zookeeper.lag(port, 3)
        self.reactor.until(ahead.create("/c"))
        synced = behind.sync()
        self.reactor.advance(2)
        self.assertNoResult(synced)
        self.reactor.until(synced)
        self.assertIsNotNone(self.reactor.until(behind.exists("/c")))

    def test_who_has_seen_more_than_a_server_goes_on_to_the_next(self) -> None:
        port = self.zookeeper.add_server(lag_s=5.0)
        client = self.connect()
        self.reactor.until(client.create("/a", flags=EPHEMERAL))
        for _ in range(4):
            self.reactor.until(client.set("/a", b"x"))
            self.zookeeper.stop(2181)
            self.reactor.advance(0.01)
            self.zookeeper.start(2181)
            self.reactor.until(client.when_connected())
            self.assertEqual(self.reactor.until(client.get("/a"))[0], b"x")
        self.assertEqual(self.zookeeper.ports, [2181, port])

    def test_refused_while_stopped(self) -> None:
        self.zookeeper.stop()
        client = ZookeeperClient(self.zookeeper.connect, reactor=self.reactor)
        connecting = client.connect(timeout=600)
        self.reactor.advance(30)
        self.assertNoResult(connecting)
        self.zookeeper.start()
        self.reactor.until(connecting)

    def test_counts(self) -> None:
        seen: list[Any] = []
        self.zookeeper.on_request = lambda session_id, request: seen.append(request)
        client = self.connect()
        self.reactor.until(client.get_many(["/", "/x"]))
        self.failureResultOf(self.advanced(client.get("/x")), NoNodeException)
        self.assertEqual((self.zookeeper.served["MultiRead"], self.zookeeper.served["GetData"]), (1, 1))
        self.assertEqual([type(request).__name__ for request in seen], ["MultiRead", "GetData"])

    def test_the_same_again(self) -> None:
        """Two runs, the same bytes."""

        def run() -> list[Any]:
            self.setUp()
            heard: list[Any] = []
            clients = [self.connect() for _ in range(3)]
            for client in clients:
                self.reactor.until(client.add_watch("/", lambda event, client=client: heard.append((client.session_id, event))))
            for number in range(10):
                clients[number % 3].create(f"/{number}", flags=EPHEMERAL).addErrback(heard.append)
            self.reactor.advance(1)
            self.zookeeper.expire(clients[0].session_id)
            self.reactor.advance(1)
            return heard

        self.assertEqual(run(), run())
