"""The mirror, on the memory ZooKeeper: with persistent watches, and with the one-shot ones of servers before 3.6."""

from __future__ import annotations

import random
from typing import Any

from twisted.internet.defer import Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.testing.reactor import MemoryReactor
from klog.testing.zookeeper import MemoryZooKeeper
from klog.zookeeper.client import EPHEMERAL, Create, Delete, Set, ZookeeperClient
from klog.zookeeper.errors import ClosingException, SessionExpiredException, ZookeeperError
from klog.zookeeper.mirror import MOST_AT_ONCE, TreeMirror

ROOTS = ("/brokers", "/one")


class MirrorCase(SynchronousTestCase):
    """A mirror of two roots."""

    version_36 = True

    def setUp(self) -> None:
        self.reactor = MemoryReactor()
        self.zookeeper = MemoryZooKeeper(self.reactor, version_36=self.version_36)
        self.zookeeper.add_server()
        self.tree = self.zookeeper.tree
        self.client = self.connect()
        self.told: list[set[str]] = []
        self.mirror = self.make()

    def connect(self, **options: Any) -> ZookeeperClient:
        client = ZookeeperClient(self.zookeeper.connect, reactor=self.reactor, random=random.Random(3), **options)
        return self.reactor.until(client.connect())

    def make(self, roots: tuple[str, ...] = ROOTS, **options: Any) -> TreeMirror:
        return TreeMirror(self.client, roots, lambda paths: self.told.append(set(paths)), reactor=self.reactor, **options)

    def start(self) -> None:
        self.reactor.until(self.mirror.start())

    def take(self) -> list[set[str]]:
        self.reactor.advance(0.1)
        told, self.told = self.told, []
        return told

    def wanted(self) -> dict[str, tuple[bytes, int, int, int]]:
        """What the mirror should show."""
        paths = [path for root in self.mirror.roots for path in self.tree.paths(root)]
        return {path: _value(self.tree.get(path), self.tree.stat(path)) for path in paths}

    def shown(self) -> dict[str, tuple[bytes, int, int, int]]:
        """What it shows."""
        return {path: _value(self.mirror.data(path), self.mirror.stat(path)) for path in self.mirror.paths()}

    def check(self) -> None:
        self.assertEqual(self.shown(), self.wanted())
        for path in self.wanted():
            self.assertEqual(sorted(self.mirror.children(path)), self.tree.names(path), path)


def _value(data: bytes | None, stat: Any) -> tuple[bytes, int, int, int]:
    assert data is not None
    return data, stat["czxid"], stat["version"], stat["ephemeralOwner"]


class MirrorTests(MirrorCase):
    """On 3.6 and later."""

    def test_reads_everything(self) -> None:
        for path in ("/brokers/ids/1", "/brokers/topics/t/partitions/0/state", "/one", "/other"):
            self.tree.put(path, path.encode())
        self.start()
        self.check()
        self.assertEqual(self.mirror.children("/brokers/ids"), {"1"})
        self.assertEqual(self.mirror.paths("/brokers/ids"), ["/brokers/ids", "/brokers/ids/1"])
        self.assertEqual(len(self.mirror), 9)
        self.assertIsNone(self.mirror.data("/other"))
        self.assertIsNone(self.mirror.stat("/other"))
        self.assertEqual(self.mirror.children("/other"), frozenset())
        self.assertEqual(self.take(), [])

    def test_follows(self) -> None:
        self.tree.put("/brokers/ids/1", b"x")
        self.start()
        self.tree.set("/brokers/ids/1", b"y")
        self.assertEqual(self.take(), [{"/brokers/ids/1"}])
        self.tree.put("/brokers/topics/t/partitions")
        self.assertEqual(set().union(*self.take()), {"/brokers/topics", "/brokers/topics/t", "/brokers/topics/t/partitions"})
        self.tree.create("/brokers/ids/2", flags=EPHEMERAL, session_id=5)
        self.assertEqual(self.take(), [{"/brokers/ids/2"}])
        self.tree.close_session(5)
        self.assertEqual(self.take(), [{"/brokers/ids/2"}])
        self.tree.remove("/brokers/topics")
        self.assertEqual(set().union(*self.take()), {"/brokers/topics", "/brokers/topics/t", "/brokers/topics/t/partitions"})
        self.check()

    def test_a_root_that_is_not_there_yet(self) -> None:
        self.start()
        self.assertEqual(self.mirror.paths(), [])
        self.tree.put("/one", b"1")
        self.assertEqual(self.take(), [{"/one"}])
        self.tree.set("/one", b"2")
        self.assertEqual(self.take(), [{"/one"}])
        self.tree.remove("/one")
        self.assertEqual(self.take(), [{"/one"}])
        self.tree.put("/one/two", b"1")
        self.assertEqual(set().union(*self.take()), {"/one", "/one/two"})
        self.check()

    def test_made_again(self) -> None:
        self.tree.put("/brokers/t/x", b"1")
        self.start()
        before = self.mirror.stat("/brokers/t")
        self.tree.remove("/brokers/t")
        self.tree.put("/brokers/t/x", b"1")
        self.assertEqual(set().union(*self.take()), {"/brokers/t", "/brokers/t/x"})
        self.assertNotEqual(self.mirror.stat("/brokers/t"), before)
        self.check()

    def test_many_changes_are_few_passes(self) -> None:
        self.tree.put("/brokers")
        self.start()
        other = self.connect()
        passes = self.mirror.passes
        for number in range(500):
            other.create(f"/brokers/{number}").addErrback(self.fail)
        self.take()
        self.check()
        self.assertLessEqual(self.mirror.passes - passes, 6)
        for number in range(500):
            other.set(f"/brokers/{number}", b"x").addErrback(self.fail)
        self.take()
        self.check()

    def test_many_changes_at_once_take_several_turns(self) -> None:
        """A broker dies that has led thousands of partitions: whoever is asked something meanwhile is answered between the slices."""
        count = 450
        for number in range(count):
            self.tree.put(f"/brokers/{number:03d}/state", b"x")
        self.start()
        other = self.connect()
        other.multi([Set(f"/brokers/{number:03d}/state", b"y", -1) for number in range(count)]).addErrback(self.fail)
        told = self.take()
        self.assertEqual(set().union(*told), {f"/brokers/{number:03d}/state" for number in range(count)})
        self.assertLessEqual(max(map(len, told)), MOST_AT_ONCE)
        self.check()
        gone = [Delete(f"/brokers/{number:03d}{below}") for number in range(count) for below in ("/state", "")]
        other.multi(gone).addErrback(self.fail)
        self.assertEqual(len(set().union(*self.take())), 2 * count)
        self.check()

    def test_slices_go_root_by_root(self) -> None:
        """A topic and its configs are made at once: nobody sees it without them, where many others change in the same pass."""
        for path in ("/brokers/topics", "/config/topics"):
            self.tree.put(path)
        self.mirror.stop()
        seen: list[tuple[bool, bool]] = []

        def changed(_: frozenset[str]) -> None:
            seen.append((mirror.data("/brokers/topics/a") is not None, mirror.data("/config/topics/a") is not None))

        mirror = TreeMirror(self.client, ("/config/topics", "/brokers/topics", "/brokers/ids"), changed, reactor=self.reactor)
        self.reactor.until(mirror.start())
        states = [Create(f"/brokers/topics/b{number}", b"x") for number in range(2 * MOST_AT_ONCE)]
        self.connect().multi(
            [Create("/config/topics/a", b"x"), Create("/brokers/topics/a", b"x"), Create("/brokers/ids", b""), *states]
        ).addErrback(self.fail)
        self.reactor.advance(0.1)
        self.assertEqual(set(mirror.paths("/brokers/ids")), {"/brokers/ids"})
        self.assertGreater(len(seen), 2)
        self.assertEqual(seen[-1], (True, True))
        self.assertNotIn((True, False), seen)

    def test_a_mirror_that_is_stopped_between_two_slices(self) -> None:
        for number in range(3 * MOST_AT_ONCE):
            self.tree.put(f"/brokers/{number:03d}", b"x")
        self.start()
        other = self.connect()
        other.multi([Set(f"/brokers/{number:03d}", b"y", -1) for number in range(3 * MOST_AT_ONCE)]).addErrback(self.fail)
        told: list[set[str]] = []

        def changed(paths: frozenset[str]) -> None:
            told.append(set(paths))
            self.mirror.stop()

        self.mirror._changed = changed
        self.reactor.advance(0.1)
        self.assertEqual(len(told), 1)
        self.assertEqual(self.flushLoggedErrors(), [])

    def test_sync(self) -> None:
        self.start()
        other = self.connect()
        self.reactor.delay_s = 0.05
        for number in range(20):
            self.reactor.until(other.multi([Create("/one"), Create("/one/x")] if number == 0 else [Set("/one/x", b"%d" % number)]))
            self.reactor.until(self.mirror.sync())
            self.check()
        self.reactor.until(self.mirror.sync())

    def test_several_syncs_under_way(self) -> None:
        self.start()
        self.tree.put("/one")
        first, second = self.mirror.sync(), self.mirror.sync()
        self.reactor.until(first)
        self.check()
        self.reactor.until(second)

    def test_a_lost_connection(self) -> None:
        self.tree.put("/brokers/a/b")
        self.start()
        for _ in range(3):
            self.reactor.cut()
            self.tree.put("/brokers/a/b", b"new")
            self.tree.remove("/brokers/gone")
            self.tree.put("/brokers/made/x")
            self.reactor.advance(3)
            self.check()
            self.tree.remove("/brokers/made")
        self.take()
        self.check()

    def test_changes_behind_a_gap_are_told(self) -> None:
        self.tree.put("/brokers/a")
        self.tree.put("/brokers/b")
        self.start()
        self.zookeeper.stop()
        self.tree.set("/brokers/a", b"1")
        self.tree.delete("/brokers/b")
        self.tree.create("/brokers/c")
        self.reactor.advance(1)
        self.assertEqual(self.told, [])
        self.zookeeper.start()
        self.reactor.advance(3)
        told = set().union(*self.told)
        self.assertLessEqual({"/brokers/a", "/brokers/b", "/brokers/c"}, told)
        self.check()

    def test_start_without_a_connection(self) -> None:
        self.zookeeper.stop()
        self.reactor.advance(0.1)
        started = self.mirror.start()
        synced = self.mirror.sync()
        self.reactor.advance(1)
        self.assertNoResult(started)
        self.tree.put("/one")
        self.zookeeper.start()
        self.reactor.until(started)
        self.reactor.until(synced)
        self.check()

    def test_the_session_ends(self) -> None:
        self.start()
        self.zookeeper.expire_all()
        self.reactor.advance(3)
        self.failureResultOf(self.mirror.sync(), SessionExpiredException)
        self.failureResultOf(self.mirror.start(), SessionExpiredException)
        self.assertEqual(self.told, [])
        self.assertIsInstance(self.mirror.failure, SessionExpiredException)

    def test_stop(self) -> None:
        self.tree.put("/one")
        self.start()
        waiting: Deferred[None] = self.mirror.sync()
        self.tree.set("/one", b"x")
        self.mirror.stop()
        self.mirror.stop()
        self.reactor.advance(1)
        self.failureResultOf(waiting, ClosingException)
        self.failureResultOf(self.mirror.sync(), ClosingException)
        self.assertEqual((self.told, self.mirror.data("/one")), ([], b""))

    def test_stop_before_it_has_begun(self) -> None:
        started = self.mirror.start()
        self.mirror.stop()
        self.failureResultOf(started, ClosingException)
        again = self.make()
        started = again.start()
        self.reactor.tick(0)
        again.stop()
        self.failureResultOf(started, ClosingException)
        self.reactor.advance(1)

    def test_too_large(self) -> None:
        for number in range(20):
            self.tree.put(f"/one/{number}")
        self.mirror = self.make(max_nodes=10)
        started = self.mirror.start()
        self.reactor.advance(1)
        failure = self.failureResultOf(started, ZookeeperError)
        self.assertIn("more than 10 nodes below /brokers, /one", str(failure.value))

    def test_a_listener_that_fails_is_called_again(self) -> None:
        calls: list[frozenset[str]] = []

        def changed(paths: frozenset[str]) -> None:
            calls.append(paths)
            raise RuntimeError("a listener's mistake")

        self.mirror = TreeMirror(self.client, ROOTS, changed, reactor=self.reactor)
        self.start()
        for number in range(2):
            self.tree.put("/one", b"%d" % number)
            self.reactor.advance(0.1)
        self.assertEqual(len(calls), 2)
        self.assertEqual(len(self.flushLoggedErrors(RuntimeError)), 2)
        self.check()

    def test_roots(self) -> None:
        self.assertEqual(self.make(("/a/b", "/a", "/ab", "/a")).roots, ("/a", "/ab"))
        self.tree.put("/a/b", b"1")
        self.mirror = self.make(("/",))
        self.start()
        self.tree.put("/a/c", b"1")
        self.take()
        self.assertEqual(self.mirror.paths("/a"), ["/a", "/a/b", "/a/c"])
        self.assertIn("/zookeeper/quota", self.mirror.paths())
        self.assertIn("a", self.mirror.children("/"))

    def test_below_a_chroot(self) -> None:
        self.tree.put("/app/one/x", b"1")
        self.client = ZookeeperClient(self.zookeeper.connect + "/app", reactor=self.reactor)
        self.reactor.until(self.client.connect())
        self.mirror = self.make()
        self.start()
        self.tree.put("/app/one/y", b"2")
        self.tree.put("/one/z", b"2")
        self.take()
        self.assertEqual(self.mirror.paths(), ["/one", "/one/x", "/one/y"])

    def test_random_changes_and_misfortunes(self) -> None:
        """At rest the mirror shows the tree, and so does whoever only hears of changes."""
        for seed in range(40):
            with self.subTest(seed=seed):
                self._random_changes(random.Random(seed))

    def _random_changes(self, dice: random.Random) -> None:
        self.setUp()
        self.zookeeper.add_server(lag_s=dice.choice([0.0, 0.2, 1.0]))
        self.client = self.connect()
        heard: dict[str, Any] = {}

        def changed(paths: frozenset[str]) -> None:
            for path in paths:
                if self.mirror.data(path) is None:
                    heard.pop(path, None)
                else:
                    heard[path] = _value(self.mirror.data(path), self.mirror.stat(path))

        self.mirror = TreeMirror(self.client, ROOTS, changed, reactor=self.reactor)
        started = self.mirror.start()
        started.addCallback(lambda _: heard.update(self.shown()))
        self.reactor.delay_s = dice.choice([0, 0.01, 0.3])
        for _ in range(100):
            what = dice.random()
            if what < 0.5:
                self._random_change(dice)
            elif what < 0.55:
                self.reactor.cut()
            elif what < 0.58:
                port = dice.choice(self.zookeeper.ports)
                dice.choice([self.zookeeper.stop, self.zookeeper.freeze])(port)
            elif what < 0.68:
                self.zookeeper.thaw()
                self.zookeeper.start()
            else:
                self.reactor.advance(dice.choice([0, 0.01, 0.1, 0.5, 2]))
            if self.client.session_id not in self.zookeeper.session_ids:
                break
        self.zookeeper.thaw()
        self.zookeeper.start()
        self.reactor.advance(15)
        if self.client.session_id not in self.zookeeper.session_ids:
            started.addErrback(lambda why: why.trap(SessionExpiredException) and None)
            return
        self.reactor.until(started)
        self.reactor.until(self.mirror.sync())
        self.check()
        self.assertEqual(heard, self.shown())

    def _random_change(self, dice: random.Random) -> None:
        path = "/".join([dice.choice(ROOTS), *dice.choices("abc", k=dice.randrange(3))])
        match dice.randrange(5):
            case 0:
                self.tree.remove(path)
            case 1:
                if path in self.tree and not self.tree.names(path):
                    self.tree.transact(lambda: (self.tree.delete(path), self.tree.create(path, b"again")))
            case 2:
                if path not in self.tree and path.rpartition("/")[0] in self.tree and path.count("/") > 1:
                    parent = self.tree.stat(path.rpartition("/")[0])
                    if not parent["ephemeralOwner"]:
                        self.tree.create(path, b"e", flags=EPHEMERAL, session_id=77)
            case 3:
                self.tree.close_session(77)
            case _:
                parents = [path[:end] for end in range(1, len(path)) if path[end] == "/"]
                if all(parent not in self.tree or not self.tree.stat(parent)["ephemeralOwner"] for parent in parents):
                    self.tree.put(path, b"%d" % dice.randrange(1000))


class OneShotMirrorTests(MirrorTests):
    """On servers before 3.6."""

    version_36 = False

    def test_many_changes_are_few_passes(self) -> None:
        self.tree.put("/brokers")
        self.start()
        other = self.connect()
        for number in range(500):
            other.create(f"/brokers/{number}").addErrback(self.fail)
        self.take()
        self.check()
        self.reactor.until(other.multi([Delete(f"/brokers/{number}") for number in range(500)]))
        self.take()
        self.check()

    def test_only_one_watch_of_a_kind_is_out(self) -> None:
        self.tree.put("/brokers/a/b")
        self.start()
        for number in range(5):
            self.tree.set("/brokers/a/b", b"%d" % number)
            self.tree.put(f"/brokers/a/x{number}")
            self.reactor.cut()
            self.reactor.advance(3)
        self.check()
        # Data and children of each node; the root that is not there, on its data alone.
        self.assertEqual(self.tree.watches, 2 * len(self.mirror) + 1)
