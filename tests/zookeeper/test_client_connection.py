"""The client's connection: sessions that live on, that end, and what callers are told; against a ZooKeeper in memory."""

from __future__ import annotations

import random
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.config import ConfigError
from klog.net.security import Security
from klog.testing.reactor import MemoryReactor
from klog.testing.zookeeper import MemoryZooKeeper
from klog.zookeeper.client import EPHEMERAL, ClientEvent, ZookeeperClient
from klog.zookeeper.errors import (
    AuthFailedException,
    ClosingException,
    ConnectionLossException,
    ConnectionTimeoutException,
    InvalidStateException,
    NoAuthException,
    NotConnectedException,
    SessionExpiredException,
)
from klog.zookeeper.protocol import CREATOR_ALL_ACL


class ClientCase(SynchronousTestCase):
    """With a server, and clients of it."""

    version_36 = True

    def setUp(self) -> None:
        self.reactor = MemoryReactor()
        self.zookeeper = MemoryZooKeeper(self.reactor, version_36=self.version_36)
        self.events: list[ClientEvent] = []

    def make(self, servers: str = "", timeout_ms: int = 6000, **options: Any) -> ZookeeperClient:
        """A client that is not connected."""
        options.setdefault("random", random.Random(1))
        return ZookeeperClient(servers or self.zookeeper.connect, timeout_ms, reactor=self.reactor, **options)

    def connect(self, servers: str = "", **options: Any) -> ZookeeperClient:
        """A connected one, whose session events are noted."""
        client = self.make(servers, **options)
        client.set_session_callback(lambda _, event: self.events.append(event))
        self.assertIs(self.reactor.until(client.connect()), client)
        return client

    def states(self) -> list[str]:
        """Of the session events so far."""
        return [event.state_name for event in self.events]


class ConnectTests(ClientCase):
    """`connect`."""

    def test_connected(self) -> None:
        client = self.make()
        self.assertEqual((client.connected, client.state, client.session_id, client.server), (False, 999, 0, ""))
        self.reactor.until(client.connect())
        self.assertEqual((client.connected, client.state, client.session_timeout), (True, 3, 6000))
        self.assertEqual(client.session_id, client.client_id[0])
        self.assertEqual(len(client.client_id[1]), 16)
        self.assertEqual(client.server, "192.0.2.7:2181")
        self.assertNotIn(repr(client.client_id[1]), repr(client))
        self.assertEqual(self.zookeeper.session_ids, [client.session_id])

    def test_nobody_there(self) -> None:
        self.zookeeper.stop()
        client = self.make()
        with self.assertRaises(ConnectionTimeoutException) as caught:
            self.reactor.until(client.connect(timeout=2))
        self.assertEqual(
            str(caught.exception), "no connection to ZooKeeper 192.0.2.7:2181 within 2 s: 192.0.2.7:2181 refused the connection"
        )
        self.zookeeper.start()
        self.reactor.until(client.connect())
        self.assertTrue(client.connected)

    def test_comes_up_meanwhile(self) -> None:
        self.zookeeper.stop()
        connecting = self.make().connect(timeout=30)
        self.reactor.advance(10)
        self.zookeeper.start()
        self.assertTrue(self.reactor.until(connecting).connected)

    def test_cancelled(self) -> None:
        self.zookeeper.freeze()
        client = self.make()
        connecting = client.connect()
        self.reactor.advance(0.1)
        connecting.cancel()
        self.failureResultOf(connecting)
        self.zookeeper.thaw()
        self.reactor.advance(0.1)
        self.assertEqual(self.zookeeper.connections(), 0)

    def test_twice(self) -> None:
        client = self.connect()
        self.failureResultOf(client.connect(), InvalidStateException)
        self.failureResultOf(self.make().connect("a:x"), ConfigError)

    def test_other_servers(self) -> None:
        client = self.make("192.0.2.99:1")
        self.reactor.until(client.connect(self.zookeeper.connect))
        self.assertEqual(client.server, "192.0.2.7:2181")

    def test_bad_settings(self) -> None:
        for options in ({"timeout_ms": 0}, {"timeout_ms": 2**31}, {"servers": ""}, {"tls": Security(security_protocol="nonsense")}):
            with self.assertRaises(ConfigError):
                ZookeeperClient(
                    options.get("servers", "a:1"),  # type: ignore[arg-type]
                    options.get("timeout_ms", 1000),  # type: ignore[arg-type]
                    reactor=self.reactor,
                    tls=options.get("tls"),  # type: ignore[arg-type]
                )

    def test_server_that_is_none(self) -> None:
        from twisted.internet.protocol import Factory, Protocol

        class Web(Protocol):
            def dataReceived(self, data: bytes) -> None:
                assert self.transport is not None
                self.transport.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")

        self.reactor.listen("192.0.2.8", 80, Factory.forProtocol(Web))
        with self.assertRaisesRegex(ConnectionTimeoutException, "sent what is not ZooKeeper's protocol"):
            self.reactor.until(self.make("192.0.2.8:80").connect(timeout=3))

    def test_certificate_cannot_be_read(self) -> None:
        client = self.make(tls=Security(security_protocol="SSL", ssl_ca_file="/no/such.pem"))
        with self.assertRaisesRegex(AuthFailedException, "ssl_ca_file /no/such.pem"):
            self.reactor.until(client.connect())

    def test_not_connected_yet(self) -> None:
        client = self.make()
        self.failureResultOf(client.get("/"), NotConnectedException)
        self.failureResultOf(client.add_auth("digest", "a:b"), NotConnectedException)
        self.assertEqual(self.successResultOf(client.close()), None)
        self.failureResultOf(client.connect(), ClosingException)


class ReconnectTests(ClientCase):
    """The same session on another connection."""

    def test_lost_and_found(self) -> None:
        client = self.connect()
        session_id = client.session_id
        asked = client.get("/")
        self.reactor.cut()
        self.reactor.network.run()
        self.failureResultOf(asked, ConnectionLossException)
        self.failureResultOf(client.get("/"), NotConnectedException)
        self.assertEqual(client.server, "")
        self.reactor.until(client.when_connected())
        self.assertEqual(client.session_id, session_id)
        self.assertEqual(self.states(), ["connected", "connecting", "connected"])
        self.assertIs(self.successResultOf(client.when_connected()), client)
        self.reactor.until(client.get("/"))

    def test_frozen_server_is_left_for_another(self) -> None:
        self.zookeeper.add_server()
        client = self.connect()
        session_id, port = client.session_id, int(client.server.rpartition(":")[2])
        self.zookeeper.freeze(port)
        self.reactor.advance(5)
        self.assertTrue(client.connected)
        self.assertNotEqual(client.server, f"192.0.2.7:{port}")
        self.assertEqual(client.session_id, session_id)
        self.assertEqual(self.zookeeper.session_ids, [session_id])

    def test_pings_keep_an_idle_session(self) -> None:
        client = self.connect()
        self.reactor.advance(300)
        self.assertEqual(self.states(), ["connected"])
        self.assertLess(self.reactor.seconds() - client.last_heard_s, 2.1)
        self.assertLess(self.reactor.seconds() - client.lease_s, 2.1)
        self.assertGreater(self.zookeeper.served["Ping"], 90)

    def test_callbacks_that_fail_change_nothing(self) -> None:
        client = self.make()
        client.set_session_callback(lambda _, event: 1 / 0)
        client.set_connection_watcher(lambda _, event: self.events.append(event))
        self.reactor.until(client.connect())
        self.assertEqual(self.states(), ["connected"])
        self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)
        with self.assertRaises(TypeError):
            client.set_session_callback(None)  # type: ignore[arg-type]


class EndTests(ClientCase):
    """Expired, closed, refused."""

    def test_expired(self) -> None:
        client = self.connect()
        _, changed = client.get_and_watch("/")
        self.reactor.advance(0.1)
        self.zookeeper.expire_all()
        self.reactor.advance(3)
        self.assertEqual(self.states(), ["connected", "connecting", "expired"])
        self.assertEqual(self.successResultOf(changed).state_name, "expired")
        self.assertTrue(client.unrecoverable)
        self.assertEqual(client.state, -112)
        self.failureResultOf(client.get("/"), SessionExpiredException)
        self.failureResultOf(client.when_connected(), SessionExpiredException)
        self.failureResultOf(client.connect(), SessionExpiredException)
        self.assertEqual(self.successResultOf(client.close()), None)
        self.reactor.advance(60)
        self.assertEqual(self.zookeeper.connections(), 0)

    def test_expired_while_nobody_answered(self) -> None:
        client = self.connect()
        self.reactor.refuse()
        self.reactor.cut()
        self.reactor.network.run()
        waiting = client.when_connected()
        self.reactor.advance(20)
        self.assertFalse(client.unrecoverable, "only ZooKeeper says so")
        self.reactor.accept()
        self.reactor.advance(3)
        self.failureResultOf(waiting, SessionExpiredException)

    def test_close(self) -> None:
        client = self.connect()
        self.reactor.until(client.create("/e", flags=EPHEMERAL))
        _, changed = client.get_and_watch("/")
        self.reactor.advance(0.1)
        under_way = client.get("/e")
        closing = client.close()
        again = client.close()
        self.failureResultOf(client.get("/e"), ClosingException)
        self.reactor.until(closing)
        self.successResultOf(again)
        self.successResultOf(client.close())
        self.assertEqual(self.successResultOf(under_way)[0], b"")
        self.assertEqual(self.successResultOf(changed).state_name, "not-connected")
        self.assertEqual(self.states(), ["connected", "not-connected"])
        self.assertNotIn("/e", self.zookeeper.tree.paths())
        self.assertEqual((self.zookeeper.session_ids, client.state), ([], 999))
        self.reactor.advance(10)
        self.assertEqual(self.zookeeper.connections(), 0)

    def test_close_without_a_connection(self) -> None:
        client = self.connect()
        self.reactor.until(client.create("/e", flags=EPHEMERAL))
        self.reactor.cut()
        self.reactor.until(client.close())
        self.assertEqual(self.zookeeper.session_ids, [], "it came back to say so")

    def test_close_when_nobody_answers(self) -> None:
        client = self.connect()
        self.zookeeper.freeze()
        started_s = self.reactor.seconds()
        self.reactor.until(client.close())
        self.assertLess(self.reactor.seconds() - started_s, 3)

    def test_many_watches_take_their_time(self) -> None:
        """The server is slow to restore them; it is not left for that."""
        client = self.connect()
        watches = [client.exists_and_watch(f"/{index:0100}") for index in range(3000)]
        self.reactor.until(client.sync())
        self.reactor.cut()
        self.reactor.delay_s = 1.0
        self.reactor.network.run()
        self.reactor.until(client.when_connected())
        self.assertEqual(self.states(), ["connected", "connecting", "connected"])
        self.reactor.delay_s = 0
        self.zookeeper.tree.put(f"/{2999:0100}", b"")
        self.assertEqual(self.reactor.until(watches[2999][1]).type_name, "created")

    def test_close_while_connecting(self) -> None:
        self.zookeeper.freeze()
        client = self.make()
        connecting = client.connect()
        self.reactor.advance(0.1)
        self.reactor.until(client.close())
        self.failureResultOf(connecting, ClosingException)

    def test_credentials_refused(self) -> None:
        client = self.make(auth=[("no-such-scheme", "a:b")])
        with self.assertRaises(AuthFailedException) as caught:
            self.reactor.until(client.connect())
        self.assertNotIn("a:b", str(caught.exception))
        self.assertEqual(client.state, -113)

    def test_chroot_is_made(self) -> None:
        client = self.connect(self.zookeeper.connect + "/x/y")
        self.assertIsNone(self.reactor.until(client.exists("/")))
        self.reactor.until(client.make_chroot())
        self.reactor.until(client.make_chroot())
        self.reactor.until(client.create("/a"))
        self.assertTrue(self.zookeeper.tree.get("/x/y/a") == b"")
        self.assertEqual(client.chroot, "/x/y")

    def test_lease_callback(self) -> None:
        client = self.connect()
        told: list[float] = []
        client.set_lease_callback(lambda: told.append(client.lease_s))
        self.reactor.advance(1)
        self.reactor.until(client.get("/"))
        self.assertEqual(told, [client.lease_s])


class SaslTests(ClientCase):
    """Who we are by SASL's DIGEST-MD5."""

    def setUp(self) -> None:
        super().setUp()
        self.zookeeper.sasl_users["kafka"] = "secret"

    def test_known_on_each_connection(self) -> None:
        """Before watches are restored and anything is asked; the node that is made is ours alone."""
        client = self.connect(auth=[("sasl", "kafka:secret"), ("digest", "other:one")])
        self.reactor.until(client.create("/mine", b"1", [CREATOR_ALL_ACL]))
        acls, _ = self.reactor.until(client.get_acl("/mine"))
        self.assertIn(("sasl", "kafka"), [(acl["scheme"], acl["id"]) for acl in acls])
        value, changed = client.get_and_watch("/mine")
        self.reactor.until(value)
        self.zookeeper.stop()
        self.reactor.advance(1)
        self.zookeeper.start()
        self.reactor.advance(3)
        self.assertTrue(client.connected)
        self.reactor.until(client.set("/mine", b"2"))
        self.reactor.until(changed)
        self.assertEqual(self.zookeeper.served["Sasl"], 4, "two tokens for each connection")
        with self.assertRaises(NoAuthException):
            self.reactor.until(self.connect().get("/mine"))

    def test_refused(self) -> None:
        for identity, word in (("kafka:wrong", "refused our name or password"), ("nobody:secret", "refused our name or password")):
            with self.assertRaises(AuthFailedException) as caught:
                self.reactor.until(self.make(auth=[("sasl", identity)]).connect())
            self.assertIn(word, str(caught.exception))
            self.assertNotIn("wrong", str(caught.exception))
        self.zookeeper.sasl_users.clear()
        with self.assertRaises(AuthFailedException) as caught:
            self.reactor.until(self.make(auth=[("sasl", "kafka:secret")]).connect())
        self.assertIn("does not speak SASL", str(caught.exception))
