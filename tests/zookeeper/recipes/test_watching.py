"""klog.zookeeper.recipes.watching"""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import CancelledError, Deferred

from klog.zookeeper.errors import ClosingException, ConnectionLossException, SessionExpiredException
from klog.zookeeper.managed_client import ManagedClient
from klog.zookeeper.recipes.watching import ChildrenWatch, DataWatch
from tests.zookeeper.test_client_connection import ClientCase


class WatchingTests(ClientCase):
    def setUp(self) -> None:
        super().setUp()
        self.tree = self.zookeeper.tree
        self.client = self.connect()
        self.told: list[Any] = []

    def wait(self, seconds: float = 1.0) -> list[Any]:
        """What was told meanwhile."""
        self.reactor.advance(seconds)
        told, self.told = self.told, []
        return told

    def managed(self) -> ManagedClient:
        client = ManagedClient(self.zookeeper.connect, 6000, reactor=self.reactor)
        self.reactor.until(client.connect())
        return client

    def data(self, data: bytes | None, stat: Any) -> None:
        self.assertEqual(stat is None, data is None)
        self.told.append(data)

    def test_data(self) -> None:
        watch = DataWatch(self.client, "/a", self.data)
        self.assertEqual(self.wait(), [None])
        for value in (b"1", b"2"):
            self.tree.put("/a", value)
            self.assertEqual(self.wait(), [value])
        self.tree.remove("/a")
        self.assertEqual(self.wait(), [None])
        self.tree.put("/a", b"2")
        self.assertEqual(self.wait(), [b"2"])
        # Deleted and made anew at once.
        self.tree.remove("/a")
        self.tree.put("/a", b"2")
        self.assertEqual(self.wait(), [b"2"])
        watch.stop()
        self.successResultOf(watch.done)
        self.tree.put("/a", b"3")
        self.assertEqual(self.wait(), [])

    def test_children(self) -> None:
        watch = ChildrenWatch(self.client, "/a", lambda names: self.told.append(names))
        self.assertEqual(self.wait(), [None])
        self.tree.put("/a")
        self.assertEqual(self.wait(), [[]])
        self.tree.put("/a/y")
        self.assertEqual(self.wait(), [["y"]])
        self.tree.put("/a/x")
        self.tree.put("/a/x", b"its data is no affair of ours")
        self.assertEqual(self.wait(), [["x", "y"]])
        self.tree.remove("/a/x")
        self.tree.remove("/a/y")
        self.tree.remove("/a")
        self.assertEqual(self.wait()[-1], None)
        watch.done.cancel()
        self.successResultOf(watch.done)
        self.tree.put("/a")
        self.assertEqual(self.wait(), [])

    def test_a_function_that_takes_its_time_is_told_the_newest(self) -> None:
        work: list[Deferred[None]] = []

        def slow(data: bytes | None, stat: Any) -> Deferred[None]:
            self.told.append(data)
            work.append(Deferred())
            return work[-1]

        self.tree.put("/a", b"1")
        watch = DataWatch(self.client, "/a", slow)
        self.assertEqual(self.wait(), [b"1"])
        for value in (b"2", b"3", b"4"):
            self.tree.put("/a", value)
            self.assertEqual(self.wait(), [])
        work[-1].callback(None)
        self.assertEqual(self.wait(), [b"4"])
        # A stop does not disturb it.
        watch.stop()
        self.assertNoResult(watch.done)
        self.assertFalse(work[-1].called)
        work[-1].callback(None)
        self.successResultOf(watch.done)

    def test_the_function_wants_no_more(self) -> None:
        def once(names: Any) -> bool:
            self.told.append(names)
            return False

        watch = ChildrenWatch(self.client, "/", once)
        self.wait()
        self.successResultOf(watch.done)
        self.tree.put("/b")
        self.assertEqual(self.wait(), [])

    def test_the_function_raises(self) -> None:
        async def bad(data: bytes | None, stat: Any) -> None:
            raise KeyError("mine")

        watch = DataWatch(self.client, "/a", bad)
        self.reactor.advance(1)
        self.failureResultOf(watch.done, KeyError)

    def test_an_error_of_zookeepers_that_the_function_raises_ends_it_too(self) -> None:
        def fails(data: bytes | None, stat: Any) -> None:
            raise ConnectionLossException()

        watch = DataWatch(self.client, "/a", fails)
        self.reactor.advance(10)
        self.failureResultOf(watch.done, ConnectionLossException)

    def test_what_happened_while_the_connection_was_lost_is_told(self) -> None:
        self.tree.put("/a", b"1")
        DataWatch(self.client, "/a", self.data)
        self.assertEqual(self.wait(), [b"1"])
        self.reactor.cut()
        self.tree.put("/a", b"2")
        self.assertEqual(self.wait(3.0), [b"2"])
        # And nothing where nothing did.
        self.reactor.cut()
        self.assertEqual(self.wait(3.0), [])
        self.zookeeper.lose_next_reply()
        self.tree.put("/a", b"3")
        self.assertEqual(self.wait(5.0), [b"3"])

    def test_sessions_come_and_go(self) -> None:
        client = self.managed()
        self.tree.put("/a", b"1")
        data = DataWatch(client, "/a", self.data)
        children = ChildrenWatch(client, "/a", lambda names: self.told.append(names))
        self.assertEqual(self.wait(), [b"1", []])
        for number in (2, 3):
            self.zookeeper.expire(client.client_id[0])
            self.tree.put("/a", b"%d" % number)
            self.tree.put(f"/a/{number}")
            self.assertCountEqual(self.wait(20.0), [b"%d" % number, [str(one) for one in range(2, number + 1)]])
        self.reactor.until(client.close())
        self.reactor.advance(10)
        for watch in (data, children):
            self.failureResultOf(watch.done, ClosingException)

    def test_the_watch_of_a_session_ends_with_it(self) -> None:
        watch = DataWatch(self.client, "/a", self.data)
        self.wait()
        self.zookeeper.expire(self.client.session_id)
        self.wait(20.0)
        self.failureResultOf(watch.done, SessionExpiredException)

    def test_stopped_at_every_moment(self) -> None:
        for turns in range(8):
            watch = DataWatch(self.client, "/a", self.data)
            for _ in range(turns):
                self.reactor.network.turn()
            watch.stop()
            self.told.clear()
            self.tree.put("/a", b"%d" % turns)
            self.assertEqual(self.wait(), [])
            self.successResultOf(watch.done)

    def watches(self) -> int:
        return len(self.client._connection.session.watches)

    def test_no_watch_is_left_behind(self) -> None:
        self.tree.put("/a", b"1")
        work: Deferred[None] = Deferred()

        def fails(data: bytes | None, stat: Any) -> None:
            raise KeyError("mine")

        for path in ("/a", "/none"):
            stopped = DataWatch(self.client, path, self.data)
            enough = ChildrenWatch(self.client, path, lambda names: False)
            failed = DataWatch(self.client, path, fails)
            busy = DataWatch(self.client, path, lambda data, stat: work)
            self.reactor.advance(1)
            stopped.stop()
            busy.stop()
            if not work.called:
                work.callback(None)
            self.reactor.advance(1)
            for watch in (stopped, enough, busy):
                self.successResultOf(watch.done)
            self.failureResultOf(failed.done, KeyError)
            self.assertEqual(self.watches(), 0, path)

    def test_no_watch_is_left_behind_at_any_moment(self) -> None:
        for turns in range(8):
            for path in ("/", "/none"):
                watch = DataWatch(self.client, path, self.data)
                for _ in range(turns):
                    self.reactor.network.turn()
                watch.stop()
                self.successResultOf(watch.done)
                self.reactor.advance(1)
                self.assertEqual(self.watches(), 0, f"{path} after {turns} turns")

    def test_no_watch_of_a_managed_client_is_left_behind(self) -> None:
        client = self.managed()
        watch = DataWatch(client, "/a", self.data)
        self.wait()
        watch.stop()
        self.successResultOf(watch.done)
        self.assertEqual(len(client.client._connection.session.watches), 0)
        # Nor is it remembered for the next session.
        self.zookeeper.expire(client.client_id[0])
        self.tree.put("/a", b"2")
        self.assertEqual(self.wait(20.0), [])
        self.assertEqual(client._orphans, [])
        self.reactor.until(client.close())

    def test_what_fails_after_it_was_cancelled_is_logged(self) -> None:
        work: Deferred[None] = Deferred()
        watch = DataWatch(self.client, "/a", lambda data, stat: work)
        self.reactor.advance(1)
        watch.done.cancel()
        self.failureResultOf(watch.done, CancelledError)
        work.errback(KeyError("mine"))
        self.assertEqual(len(self.flushLoggedErrors(KeyError)), 1)
