"""A session for ever: who is told what, when, by which clock."""

from __future__ import annotations

import random
from typing import Any

from twisted.internet.defer import CancelledError
from twisted.logger import LogEvent, formatEvent, globalLogPublisher
from twisted.trial.unittest import SynchronousTestCase

from klog.config import ConfigError
from klog.testing.reactor import MemoryReactor
from klog.testing.zookeeper import MemoryZooKeeper
from klog.testing.zookeeper_acl import ALL, Acl, digest_id
from klog.zookeeper.client import EPHEMERAL, ZookeeperClient
from klog.zookeeper.errors import (
    AuthFailedException,
    ClosingException,
    InvalidStateException,
    NoAuthException,
    NoChroot,
    NotConnectedException,
)
from klog.zookeeper.session_keeper import KeeperState, SessionKeeper


class Follower:
    """Records, with seconds since it was made."""

    def __init__(self, reactor: MemoryReactor) -> None:
        self.reactor = reactor
        self.start_s = reactor.seconds()
        self.told: list[tuple[str, float]] = []
        self.clients: list[ZookeeperClient] = []

    def _tell(self, what: str) -> None:
        self.told.append((what, round(self.reactor.seconds() - self.start_s, 3)))

    @property
    def names(self) -> list[str]:
        return [what for what, _ in self.told]

    def session_began(self, client: ZookeeperClient) -> None:
        assert client.connected
        self.clients.append(client)
        self._tell("began")

    def session_suspended(self) -> None:
        self._tell("suspended")

    def session_resumed(self) -> None:
        assert self.clients[-1].connected
        self._tell("resumed")

    def session_ended(self) -> None:
        self._tell("ended")


class KeeperTests(SynchronousTestCase):
    """`SessionKeeper`, sessions of six seconds."""

    def setUp(self) -> None:
        self.reactor = MemoryReactor()
        self.zookeeper = MemoryZooKeeper(self.reactor)
        self.follower = Follower(self.reactor)
        self.logged: list[str] = []
        self.servers = ""
        globalLogPublisher.addObserver(self._log)
        self.addCleanup(globalLogPublisher.removeObserver, self._log)

    def _log(self, event: LogEvent) -> None:
        if event["log_namespace"].startswith("klog.zookeeper.session_keeper"):
            self.logged.append(f"{event['log_level'].name}: {formatEvent(event)}")

    def make(self, chroot: str = "", **options: Any) -> SessionKeeper:
        return SessionKeeper(
            self.reactor,
            (self.servers or self.zookeeper.connect) + chroot,
            self.follower,
            session_timeout_ms=6000,
            random=random.Random(1),
            **options,
        )

    def started(self, **options: Any) -> SessionKeeper:
        keeper = self.make(**options)
        self.reactor.until(keeper.start())
        return keeper

    def test_began(self) -> None:
        keeper = self.make()
        self.assertFalse(keeper.may_act)
        with self.assertRaises(NotConnectedException):
            _ = keeper.client
        self.reactor.until(keeper.start())
        self.assertEqual(self.follower.names, ["began"])
        self.assertIs(keeper.client, self.follower.clients[0])
        self.assertTrue(keeper.may_act)
        self.failureResultOf(keeper.start(), InvalidStateException)
        self.assertEqual(self.logged, [])

    def test_waits_and_says_so_once(self) -> None:
        self.zookeeper.stop()
        keeper = self.make()
        starting = keeper.start()
        self.reactor.advance(100)
        self.assertNoResult(starting)
        self.assertEqual(self.logged, ["warn: waiting for ZooKeeper at 192.0.2.7:2181: 192.0.2.7:2181 refused the connection"])
        self.zookeeper.start()
        self.reactor.until(starting)
        self.assertEqual(self.logged[1:], ["info: ZooKeeper 192.0.2.7:2181 is there (192.0.2.7:2181)"])

    def test_idle_session_is_never_suspended(self) -> None:
        keeper = self.started()
        for _ in range(200):
            self.reactor.advance(0.5)
            self.assertTrue(keeper.may_act)
        self.assertEqual(self.follower.names, ["began"])

    def test_short_loss_is_nothing(self) -> None:
        keeper = self.started()
        self.reactor.cut()
        self.reactor.advance(2)
        self.assertEqual(self.follower.names, ["began"])
        self.assertTrue(keeper.may_act)

    def test_suspended_after_two_thirds_and_resumed(self) -> None:
        keeper = self.started()
        self.zookeeper.freeze()
        self.reactor.advance(3.9)
        self.assertEqual(self.follower.names, ["began"])
        self.reactor.advance(0.2)
        self.assertEqual(self.follower.told[1], ("suspended", 4.0))
        self.assertFalse(keeper.may_act)
        self.assertIs(keeper.state, KeeperState.SUSPENDED)
        self.zookeeper.thaw()
        self.reactor.advance(2)
        self.assertEqual(self.follower.names, ["began", "suspended", "resumed"])
        self.assertTrue(keeper.may_act)
        self.assertEqual(len(self.follower.clients), 1)

    def test_whoever_asks_before_the_timers_ring_is_told_in_time(self) -> None:
        """The process was stopped for a while, and something else than the keeper's timer comes first."""
        keeper = self.started()
        self.assertTrue(keeper.check())
        self.reactor._set_now(self.reactor._now_us + 4_100_000)
        self.assertFalse(keeper.check())
        self.assertEqual(self.follower.names, ["began", "suspended"])
        self.reactor.advance(2)
        self.assertEqual(self.follower.names, ["began", "suspended", "resumed"])
        self.assertTrue(keeper.check())

    def test_always_suspended_before_it_ends_elsewhere(self) -> None:
        """The ephemeral node of a client that is cut off stays until after its follower was told."""
        self.zookeeper.add_server(2182)
        self.servers = "192.0.2.7:2182"
        keeper = self.started()
        other = ZookeeperClient("192.0.2.7:2181", reactor=self.reactor, random=random.Random(2))
        self.reactor.until(other.connect())
        self.reactor.until(keeper.client.create("/e", flags=EPHEMERAL))
        gone: list[float] = []
        there, watch = other.exists_and_watch("/e")
        watch.addCallback(lambda _: gone.append(round(self.reactor.seconds() - self.follower.start_s, 3)))
        self.reactor.until(there)
        self.zookeeper.freeze(2182)
        self.reactor.advance(15)
        self.assertEqual(self.follower.names, ["began", "suspended"])
        self.assertEqual(len(gone), 1)
        self.assertLess(self.follower.told[1][1], gone[0] - 1)
        self.zookeeper.thaw(2182)
        self.reactor.advance(2)
        self.assertEqual(self.follower.names, ["began", "suspended", "ended", "began"])

    def test_expired(self) -> None:
        keeper = self.started()
        first = keeper.client
        self.zookeeper.expire_all()
        self.reactor.advance(2)
        self.assertEqual(self.follower.names, ["began", "suspended", "ended", "began"])
        self.assertIsNot(keeper.client, first)
        self.assertTrue(keeper.may_act)

    def test_expired_again_and_again(self) -> None:
        self.started()
        for _ in range(5):
            self.zookeeper.expire_all()
            self.reactor.advance(3)
        self.assertEqual(self.follower.names, ["began"] + ["suspended", "ended", "began"] * 5)

    def test_process_was_stopped_for_a_while(self) -> None:
        """An answer that lay in a buffer is no news: the follower is told before anything that came with it."""
        keeper = self.started()
        client = keeper.client
        order: list[str] = []
        asked = client.get("/")
        asked.addCallback(lambda _: order.extend(self.follower.names))
        # The session's lease is of long ago when the answer is read.
        client._session._pending[0].sent_s -= 10
        client._session.lease_s -= 10
        self.reactor.until(asked)
        self.assertEqual(self.follower.names, ["began", "suspended"])
        self.assertEqual(order[-1], "suspended")
        self.assertFalse(keeper.may_act)
        self.reactor.advance(3)
        self.assertEqual(self.follower.names, ["began", "suspended", "resumed"])

    def test_check_suspends_at_once(self) -> None:
        """Before any timer: a process that was stopped acts on what lies in its sockets first."""
        keeper = self.started()
        self.assertTrue(keeper.check())
        keeper.client._session.lease_s -= 5
        self.assertFalse(keeper.may_act)
        self.assertEqual(self.follower.names, ["began"])
        self.assertFalse(keeper.check())
        self.assertEqual(self.follower.names, ["began", "suspended"])
        self.assertFalse(keeper.check())
        self.assertEqual(self.follower.names, ["began", "suspended"])

    def test_stop(self) -> None:
        keeper = self.started()
        self.reactor.until(keeper.client.create("/e", flags=EPHEMERAL))
        self.reactor.until(keeper.stop())
        self.assertEqual(self.follower.names, ["began", "suspended", "ended"])
        self.assertEqual(self.zookeeper.session_ids, [])
        self.successResultOf(keeper.stop())
        self.reactor.advance(60)
        self.assertEqual(self.zookeeper.connections(), 0)
        self.assertIs(keeper.state, KeeperState.STOPPED)

    def test_stop_while_suspended(self) -> None:
        keeper = self.started()
        self.zookeeper.freeze()
        self.reactor.advance(5)
        self.reactor.until(keeper.stop())
        self.assertEqual(self.follower.names, ["began", "suspended", "ended"])

    def test_stop_while_waiting(self) -> None:
        for frozen in (True, False):
            if frozen:
                self.zookeeper.freeze()
            else:
                self.zookeeper.stop()
            keeper = self.make()
            starting = keeper.start()
            self.reactor.advance(3)
            self.reactor.until(keeper.stop())
            self.failureResultOf(starting, ClosingException)
        self.assertEqual(self.follower.names, [])
        self.reactor.advance(60)

    def test_stopped_by_the_follower(self) -> None:
        for name in ("session_began", "session_suspended", "session_resumed", "session_ended"):
            self.follower = follower = Follower(self.reactor)
            keeper = self.make()
            tell = getattr(follower, name)
            stopped: list[None] = []

            def stop(*arguments: Any, tell: Any = tell, keeper: Any = keeper, stopped: Any = stopped) -> None:
                tell(*arguments)
                keeper.stop().addCallback(stopped.append)

            setattr(follower, name, stop)
            keeper.start().addErrback(lambda failure: failure.trap(ClosingException))
            self.reactor.advance(1)
            self.zookeeper.freeze()
            self.reactor.advance(5)
            self.zookeeper.thaw()
            self.reactor.advance(2)
            if self.zookeeper.session_ids:
                self.zookeeper.expire_all()
            self.reactor.advance(10)
            self.assertEqual((stopped, self.zookeeper.session_ids), ([None], []), name)
            self.assertEqual((follower.names[-2:], follower.names.count("ended")), (["suspended", "ended"], 1))
            self.assertIs(keeper.state, KeeperState.STOPPED)

    def test_start_cancelled(self) -> None:
        self.zookeeper.stop()
        keeper = self.make()
        starting = keeper.start()
        self.reactor.advance(3)
        starting.cancel()
        self.failureResultOf(starting, CancelledError, ClosingException)
        self.assertIs(keeper.state, KeeperState.STOPPED)

    def test_chroot(self) -> None:
        keeper = self.make("/some/app")
        error = self.failureResultOf(self._settled(keeper.start()), NoChroot).value
        self.assertEqual(str(error), "ZooKeeper has no node /some/app, the chroot of 192.0.2.7:2181/some/app: create it first")
        self.assertEqual(self.zookeeper.session_ids, [])
        self.reactor.until(self.make("/some/app", create_chroot=True).start())
        self.assertIn("/some/app", self.zookeeper.tree.paths())
        self.reactor.until(self.make("/some/app").start())

    def test_a_chroot_of_others(self) -> None:
        self.zookeeper.tree.create("/theirs", b"", (Acl(ALL, "digest", digest_id("them:secret")),))
        error = self.failureResultOf(self._settled(self.make("/theirs").start()), NoAuthException).value
        self.assertIn("ACL", str(error))
        self.assertEqual(self.zookeeper.session_ids, [])
        self.reactor.until(self.make("/theirs", auth=[("digest", "them:secret")]).start())

    def _settled(self, deferred: Any) -> Any:
        self.reactor.advance(1)
        return deferred

    def test_credentials_refused(self) -> None:
        keeper = self.make(auth=[("no-such-scheme", "a:b")])
        self.failureResultOf(self._settled(keeper.start()), AuthFailedException)

    def test_settings_that_cannot_be(self) -> None:
        with self.assertRaises(ConfigError):
            SessionKeeper(self.reactor, "a:x", self.follower, session_timeout_ms=6000, random=random.Random(1))

    def test_connection_lost_while_the_chroot_is_looked_for(self) -> None:
        keeper = self.make("/app", create_chroot=True)
        starting = keeper.start()
        self.zookeeper.lose_next_reply()
        self.reactor.until(starting)
        self.assertEqual(self.follower.names, ["began"])

    def test_follower_that_fails(self) -> None:
        self.follower.session_began = lambda client: 1 / 0  # type: ignore[method-assign, assignment, return-value]
        self.started()
        self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)
