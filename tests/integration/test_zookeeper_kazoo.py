"""Our ZooKeeper client beside kazoo on a real server: each sees what the other does; and what can happen to a session.

Time limits are only those of sessions; on a slow machine everything is waited for.
"""

from __future__ import annotations

import functools
import pathlib
import random
import shutil
import tempfile
import unittest
from collections.abc import Sequence
from typing import Any

import pytest
from kazoo import exceptions
from kazoo.client import KazooClient
from kazoo.security import make_digest_acl
from twisted.internet.defer import Deferred
from twisted.internet.threads import deferToThread
from twisted.trial.unittest import TestCase

from klog.net.security import Security
from klog.zookeeper.client import EPHEMERAL, SEQUENCE, Check, ClientEvent, Create, Delete, Set, ZookeeperClient
from klog.zookeeper.errors import AuthFailedException, BadVersionException, ConnectionLossException, NoAuthException, ZookeeperError
from klog.zookeeper.managed_client import ManagedClient
from klog.zookeeper.protocol import CREATOR_ALL_ACL
from klog.zookeeper.recipes.barrier import Barrier, DoubleBarrier
from klog.zookeeper.recipes.counter import Counter
from klog.zookeeper.recipes.election import Election
from klog.zookeeper.recipes.lock import Lock
from klog.zookeeper.recipes.watching import DataWatch
from klog.zookeeper.retrying import create_ephemeral, sleep
from klog.zookeeper.session_keeper import SessionKeeper
from tests import peers
from tests.integration.test_tls import make_certificate
from tests.integration.zookeepers import PATIENCE_S, RealEnsemble, RealZooKeeper, Tls, expire

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak


class BesideKazooCase(TestCase):
    """One server, and clients of both kinds."""

    timeout = 3 * PATIENCE_S
    keeper: RealZooKeeper

    @classmethod
    def setUpClass(cls) -> None:
        cls.keeper = RealZooKeeper.of_class(cls)

    def setUp(self) -> None:
        from twisted.internet import reactor

        self.reactor: Any = reactor
        self.base = f"/{self._testMethodName}"

    async def ours(self, path: str | None = None, *, timeout_ms: int = 30_000, **options: Any) -> ZookeeperClient:
        """Ours, connected; below a node of the test's own."""
        servers = self.keeper.connect + (self.base if path is None else path)
        client = ZookeeperClient(servers, timeout_ms, int(PATIENCE_S * 1000), reactor=self.reactor, **options)
        self.addCleanup(client.close)
        await client.connect()
        await client.make_chroot()
        return client

    async def kazoo(self, **options: Any) -> KazooClient:
        """Theirs, connected; paths are whole."""
        client = KazooClient(self.keeper.connect, timeout=30, **options)
        self.addCleanup(deferToThread, self._stop, client)
        await deferToThread(client.start, PATIENCE_S)
        return client

    @staticmethod
    def _stop(client: KazooClient) -> None:
        client.stop()
        client.close()

    async def until(self, what: Any) -> None:
        """Wait for ``what()`` to be true."""
        end_s = self.reactor.seconds() + PATIENCE_S
        while not what():
            self.assertLess(self.reactor.seconds(), end_s, "it never came to be")
            await sleep(self.reactor, 0.02)


class KazooTests(BesideKazooCase):
    """Data, ACLs, watches, locks."""

    async def test_each_sees_what_the_other_writes(self) -> None:
        ours, theirs = await self.ours(), await self.kazoo()
        await ours.create("/a", b"\0ours\xff")
        await ours.create("/e", b"", flags=EPHEMERAL)
        await ours.multi([Set("/a", b"2"), Create("/s-", b"x", flags=SEQUENCE), Check("/a", 1)])

        def look() -> Any:
            children = sorted(theirs.get_children(self.base))
            return theirs.get(f"{self.base}/a"), theirs.get(f"{self.base}/e")[1], children, theirs.get_acls(f"{self.base}/a")[0]

        (data, stat), ephemeral, children, acls = await deferToThread(look)
        self.assertEqual((data, stat.version), (b"2", 1))
        self.assertEqual(ephemeral.ephemeralOwner, ours.session_id)
        self.assertEqual(children, ["a", "e", "s-0000000002"])
        self.assertEqual((acls[0].perms, acls[0].id.scheme, acls[0].id.id), (31, "world", "anyone"))
        found = await ours.exists("/a")
        assert found is not None
        self.assertEqual(dict(found), stat._asdict(), "the same names, the same numbers")

        def write() -> None:
            theirs.set(f"{self.base}/a", b"theirs")
            theirs.create(f"{self.base}/t", b"\xff\0", ephemeral=True)
            made = theirs.transaction()
            made.create(f"{self.base}/m", b"multi")
            made.delete(f"{self.base}/s-0000000002")
            self.assertEqual(made.commit()[0], f"{self.base}/m")

        await deferToThread(write)
        self.assertEqual((await ours.get("/a"))[0], b"theirs")
        data, stat = await ours.get("/t")
        self.assertEqual((data, stat["ephemeralOwner"]), (b"\xff\0", theirs.client_id[0]))
        self.assertEqual(sorted(await ours.get_children("/")), ["a", "e", "m", "t"])
        with self.assertRaises(BadVersionException):
            await ours.delete("/a", 1)
        many = await ours.get_many(["/a", "/m", "/no"])
        self.assertEqual([one[0] if isinstance(one, tuple) else one.code for one in many], [b"theirs", b"multi", -101])

    async def test_watches_fire_on_both_sides(self) -> None:
        ours, theirs = await self.ours(), await self.kazoo()
        seen: list[Any] = []
        await ours.create("/a")

        def note(event: Any) -> None:
            self.reactor.callFromThread(seen.append, (event.type, event.path))

        def watch() -> None:
            theirs.get(f"{self.base}/a", watch=note)
            theirs.get_children(f"{self.base}/a", watch=note)
            theirs.exists(f"{self.base}/b", watch=note)

        await deferToThread(watch)
        await ours.multi([Set("/a", b"1"), Create("/a/c"), Create("/b")])
        await self.until(lambda: len(seen) == 3)
        self.assertEqual(sorted(seen), [("CHANGED", f"{self.base}/a"), ("CHILD", f"{self.base}/a"), ("CREATED", f"{self.base}/b")])

        everything: list[ClientEvent] = []
        await ours.add_watch("/", everything.append)
        waiting = [ours.get_and_watch("/a/c"), ours.get_children_and_watch("/b"), ours.exists_and_watch("/n")]
        for value, _ in waiting:
            await value

        def act() -> None:
            theirs.set(f"{self.base}/a/c", b"x")
            theirs.create(f"{self.base}/b/x")
            theirs.create(f"{self.base}/n")
            theirs.delete(f"{self.base}/n")

        await deferToThread(act)
        self.assertEqual([(await one).type_name for _, one in waiting], ["changed", "child", "created"])
        await ours.sync()
        # Child events reach it too, for the sake of the one-shot watch.
        told = [(event.type_name, event.path) for event in everything if event.type_name != "child"]
        self.assertEqual(told, [("changed", "/a/c"), ("created", "/b/x"), ("created", "/n"), ("deleted", "/n")])

    async def test_server_restarts_and_no_change_is_missed(self) -> None:
        ours, theirs = await self.ours(timeout_ms=60_000), await self.kazoo()
        count = 300
        for first in range(0, count, 100):
            await ours.multi([Create(f"/n{index}") for index in range(first, first + 100)])
        await ours.create("/e", flags=EPHEMERAL)
        session_id = ours.session_id
        persistent: list[ClientEvent] = []
        await ours.add_watch("/", persistent.append)
        watches = [ours.get_and_watch(f"/n{index}") for index in range(count)]
        children, coming = ours.get_children_and_watch("/"), ours.exists_and_watch("/new")
        for value, _ in [*watches, children, coming]:
            await value

        # In the reactor's own thread: our client comes back only when the change has been made.
        self.keeper.kill()
        self.keeper.start()

        def change() -> None:
            for index in range(0, count, 2):
                theirs.retry(theirs.set, f"{self.base}/n{index}", b"changed")
            theirs.retry(theirs.create, f"{self.base}/new")
            theirs.retry(theirs.delete, f"{self.base}/n1")

        change()
        await ours.when_connected()
        self.assertEqual(ours.session_id, session_id)
        for index in range(0, count, 2):
            self.assertEqual((await watches[index][1]).type_name, "changed")
        self.assertEqual((await watches[1][1]).type_name, "deleted")
        self.assertEqual(((await children[1]).type_name, (await coming[1]).type_name), ("child", "created"))
        await self.until(lambda: [event.state_name for event in persistent if event.path == ""] == ["connecting", "connected"])
        self.assertNoResult(watches[3][1])
        # The others still watch, on the new connection.
        await deferToThread(theirs.set, f"{self.base}/n3", b"later")
        self.assertEqual((await watches[3][1]).type_name, "changed")
        found = await ours.exists("/e")
        assert found is not None
        self.assertEqual(found["ephemeralOwner"], session_id)

    async def test_digest(self) -> None:
        ours, theirs = await self.ours(auth=[("digest", "ann:secret")]), await self.kazoo()
        await ours.create("/mine", b"1", acls=[CREATOR_ALL_ACL])
        with self.assertRaises(exceptions.NoAuthError):
            await deferToThread(theirs.get, f"{self.base}/mine")
        await deferToThread(theirs.add_auth, "digest", "ann:secret")
        self.assertEqual((await deferToThread(theirs.get, f"{self.base}/mine"))[0], b"1")
        acl = [make_digest_acl("bob", "word", all=True)]
        await deferToThread(theirs.create, f"{self.base}/theirs", b"2", acl)
        with self.assertRaises(NoAuthException):
            await ours.get("/theirs")
        await ours.add_auth("digest", "bob:word")
        self.assertEqual((await ours.get("/theirs"))[0], b"2")
        # Both identities are told to the next connection.
        await self.reconnect(ours)
        self.assertEqual([(await ours.get(path))[0] for path in ("/mine", "/theirs")], [b"1", b"2"])

    async def reconnect(self, client: ZookeeperClient) -> None:
        """Lose its connection, and wait for the next."""
        states: list[str] = []
        client.set_connection_watcher(lambda _, event: states.append(event.state_name))
        client.drop_connection("a test")
        await self.until(lambda: states == ["connecting", "connected"])

    async def test_credentials_refused(self) -> None:
        with self.assertRaises(AuthFailedException):
            await self.ours("", auth=[("no-such-scheme", "a:b")])

    async def test_large_values_and_names(self) -> None:
        ours, theirs = await self.ours(), await self.kazoo()
        large = random.Random(1).randbytes(900_000)
        await ours.create("/größe 日本", large)
        self.assertEqual((await deferToThread(theirs.get, f"{self.base}/größe 日本"))[0], large)
        self.assertEqual((await ours.get("/größe 日本"))[0], large)
        small = ZookeeperClient(self.keeper.connect + self.base, 30_000, reactor=self.reactor, max_reply_bytes=10_000)
        self.addCleanup(small.close)
        await small.connect()
        with self.assertRaisesRegex(ZookeeperError, "10000 are allowed"):
            await small.get("/größe 日本")
        await small.create("/after")

    async def test_lock_among_both(self) -> None:
        first, second, theirs = await self.ours(), await self.ours(), await self.kazoo()
        mine, other = Lock("/", first), Lock("/", second)
        await mine.acquire()
        lock = theirs.Lock(self.base, "kazoo", extra_lock_patterns=["-lock-"])
        taken = deferToThread(lock.acquire, timeout=PATIENCE_S)
        await self.until(functools.partial(self.has_children, second, 2))
        waiting = other.acquire()
        await self.until(functools.partial(self.has_children, second, 3))
        self.assertNoResult(taken)
        await mine.release()
        self.assertTrue(await taken)
        self.assertNoResult(waiting)
        await deferToThread(lock.release)
        await waiting
        self.assertTrue(other.acquired)

    async def test_recipes_among_both(self) -> None:
        """The same nodes, the same values."""
        ours, theirs = await self.ours(), await self.kazoo()
        told: list[bytes | None] = []
        watch = DataWatch(ours, "/count", lambda data, stat: told.append(data))
        counter = Counter(ours, "/count")
        their_counter = theirs.Counter(f"{self.base}/count")
        self.assertEqual(await counter.add(2), 2)
        await deferToThread(their_counter.__add__, 3)
        self.assertEqual(await counter.add(5), 10)
        self.assertEqual(await deferToThread(lambda: their_counter.value), 10)
        await self.until(lambda: told and told[-1] == b"10")
        watch.stop()
        await watch.done

        lead: Deferred[str] = Deferred()
        election = Election(ours, "/leader", "ours")
        running = election.run(lambda: lead)
        await self.until(lambda: election.sequence >= 0)
        their_election = theirs.Election(f"{self.base}/leader", "theirs")
        their_election.lock = theirs.Lock(f"{self.base}/leader", "theirs", extra_lock_patterns=["-lock-"])
        led: list[str] = []
        theirs_running = deferToThread(their_election.run, led.append, "led")
        await self.until(functools.partial(self.has_contenders, election, ["ours", "theirs"]))
        self.assertEqual(led, [])
        lead.callback("done")
        self.assertEqual(await running, "done")
        await theirs_running
        self.assertEqual(led, ["led"])

        barrier = Barrier(ours, "/shut")
        await barrier.create()
        waiting = deferToThread(theirs.Barrier(f"{self.base}/shut").wait, PATIENCE_S)
        await barrier.remove()
        self.assertTrue(await waiting)

        double = DoubleBarrier(ours, "/double", 2)
        their_double = theirs.DoubleBarrier(f"{self.base}/double", 2, "theirs")
        entering = double.enter()
        await deferToThread(their_double.enter)
        await entering
        leaving = deferToThread(their_double.leave)
        await double.leave()
        await leaving
        self.assertEqual(await ours.get_children("/double"), [])

    _contenders: Sequence[str] = ()

    def has_contenders(self, election: Election, names: Sequence[str]) -> bool:
        election.contenders().addCallback(lambda found: setattr(self, "_contenders", found))
        return list(self._contenders) == list(names)

    _count = 0

    def has_children(self, client: ZookeeperClient, count: int) -> bool:
        client.get_children("/").addCallback(lambda names: setattr(self, "_count", len(names)))
        return self._count >= count


class Follower:
    """Records."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def session_began(self, client: ZookeeperClient) -> None:
        self.told.append("began")

    def session_suspended(self) -> None:
        self.told.append("suspended")

    def session_resumed(self) -> None:
        self.told.append("resumed")

    def session_ended(self) -> None:
        self.told.append("ended")


class SessionTests(BesideKazooCase):
    """Expiry, frozen servers, ambiguous answers."""

    async def test_forced_expiry(self) -> None:
        theirs = await self.kazoo()
        await deferToThread(theirs.create, self.base)
        follower = Follower()
        keeper = SessionKeeper(self.reactor, self.keeper.connect + self.base, follower, session_timeout_ms=30_000, random=random.Random(1))
        self.addCleanup(keeper.stop)
        await keeper.start()
        client = keeper.client
        await create_ephemeral(client, "/e")
        _, changed = client.get_and_watch("/")
        await client.sync()
        await deferToThread(expire, self.keeper.connect, *client.client_id)
        await self.until(lambda: follower.told == ["began", "suspended", "ended", "began"])
        self.assertEqual((await changed).state_name, "expired")
        self.assertIsNot(keeper.client, client)
        self.assertIsNone(await deferToThread(theirs.exists, f"{self.base}/e"))
        await create_ephemeral(keeper.client, "/e")
        await keeper.stop()
        self.assertIsNone(await deferToThread(theirs.exists, f"{self.base}/e"), "it goes at once with a session that is closed")
        self.assertEqual(follower.told[4:], ["suspended", "ended"])

    async def test_managed_client_after_expiry(self) -> None:
        await self.ours()
        managed = ManagedClient(self.keeper.connect + self.base, 30_000, int(PATIENCE_S * 1000), reactor=self.reactor)
        self.addCleanup(managed.close)
        await managed.connect()
        await managed.create("/e", b"1", flags=EPHEMERAL)
        _, changed = managed.get_children_and_watch("/")
        await managed.sync()
        again = managed.subscribe_new_session()
        old = managed.client_id
        await deferToThread(expire, self.keeper.connect, *old)
        await again
        event = await changed
        self.assertIn(event.type_name, ("session", "child"))
        data, stat = await managed.get("/e")
        self.assertEqual((data, stat["ephemeralOwner"]), (b"1", managed.client_id[0]))
        self.assertNotEqual(stat["ephemeralOwner"], old[0])

    async def test_frozen_server(self) -> None:
        """The create of a client that gave up waiting is done all the same; it is found to be ours."""
        ours = await self.ours(timeout_ms=1500)
        self.keeper.freeze()
        self.addCleanup(self.keeper.thaw)
        plain, careful = ours.create("/plain", flags=EPHEMERAL), create_ephemeral(ours, "/careful")
        with self.assertRaises(ConnectionLossException):
            await plain
        self.assertNoResult(careful)
        self.keeper.thaw()
        try:
            stat = await careful
        except ZookeeperError:
            # A slow machine: the session is over before the server got to its work.
            self.assertTrue(ours.unrecoverable)
            return
        self.assertEqual(stat["ephemeralOwner"], ours.session_id)
        found = await ours.exists("/plain")
        if found is not None:
            self.assertEqual(found["ephemeralOwner"], ours.session_id)

    async def test_server_is_not_there_yet(self) -> None:
        follower = Follower()
        self.keeper.kill()
        keeper = SessionKeeper(self.reactor, self.keeper.connect, follower, session_timeout_ms=30_000, random=random.Random(1))
        self.addCleanup(keeper.stop)
        starting = keeper.start()
        await sleep(self.reactor, 0.2)
        self.assertNoResult(starting)
        await deferToThread(self.keeper.start)
        await starting
        self.assertEqual(follower.told, ["began"])


class TlsTests(TestCase):
    """A server with TLS that asks for certificates."""

    timeout = 3 * PATIENCE_S

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-test-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        for name in ("one", "stranger"):
            (cls.folder / name).mkdir()
            make_certificate(cls.folder / name)
        own = cls.folder / "one"
        cls.keeper = RealZooKeeper.of_class(cls, tls=Tls(str(own / "server.pem"), str(own / "ca.pem")))

    folder: pathlib.Path
    keeper: RealZooKeeper

    async def connect(self, ca: str, certificate: str | None, host: str = "127.0.0.1") -> ZookeeperClient:
        from twisted.internet import reactor

        security = Security(
            security_protocol="SSL",
            ssl_ca_file=str(self.folder / ca / "ca.pem"),
            ssl_certificate_file=None if certificate is None else str(self.folder / certificate / "server.pem"),
        )
        servers = f"{host}:{self.keeper.tls_connect.rpartition(':')[2]}"
        client = ZookeeperClient(servers, 30_000, int(PATIENCE_S * 1000), reactor=reactor, tls=security)
        self.addCleanup(client.close)
        return await client.connect()

    async def test_certificates(self) -> None:
        client = await self.connect("one", "one")
        await client.create("/tls", b"x" * 100_000)
        self.assertEqual(len((await client.get("/tls"))[0]), 100_000)
        value, changed = client.get_and_watch("/tls")
        await value
        await client.multi([Set("/tls", b""), Delete("/tls")])
        self.assertEqual((await changed).type_name, "changed")
        await client.close()
        for ca, certificate, host, why in (
            ("stranger", "one", "127.0.0.1", "certificate that"),
            ("one", "one", "localhost", "not for localhost"),
        ):
            with self.assertRaisesRegex(AuthFailedException, why):
                await self.connect(ca, certificate, host)

    async def test_without_a_certificate_of_ours(self) -> None:
        from twisted.internet import reactor

        security = Security(security_protocol="SSL", ssl_ca_file=str(self.folder / "one" / "ca.pem"))
        client = ZookeeperClient(self.keeper.tls_connect, 30_000, 3_000, reactor=reactor, tls=security)
        with self.assertRaises(ZookeeperError) as caught:
            await client.connect()
        self.assertIn("certificate", str(caught.exception))
        await client.close()


class EnsembleTests(TestCase):
    """Three servers: the session moves."""

    timeout = 5 * PATIENCE_S

    @classmethod
    def setUpClass(cls) -> None:
        if not peers.SOAK:
            raise unittest.SkipTest("sessions that move are in the soak; the chaos of groups has them in every run")
        cls.ensemble = RealEnsemble.of_class(cls)

    ensemble: RealEnsemble

    async def test_server_by_server(self) -> None:
        from twisted.internet import reactor

        client = ZookeeperClient(self.ensemble.connect, 30_000, int(PATIENCE_S * 1000), reactor=reactor)
        self.addCleanup(client.close)
        await client.connect()
        await client.create("/e", flags=EPHEMERAL)
        session_id = client.session_id
        for round in range(20):
            port = int(client.server.rpartition(":")[2])
            (server,) = [one for one in self.ensemble.servers if one.port == port]
            value, changed = client.get_and_watch("/e")
            await value
            await deferToThread(server.kill)
            while True:
                try:
                    await client.when_connected()
                    await client.set("/e", b"%d" % round)
                    break
                except ConnectionLossException:
                    continue
                except ZookeeperError as error:
                    self.assertFalse(client.unrecoverable, error)
            self.assertEqual((await changed).type_name, "changed")
            self.assertEqual((client.session_id, (await client.get("/e"))[1]["ephemeralOwner"]), (session_id, session_id))
            self.assertNotEqual(client.server, f"127.0.0.1:{port}")
            await deferToThread(server.start)
