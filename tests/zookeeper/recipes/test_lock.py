"""A lock that one holder at a time has."""

from __future__ import annotations

import random
from typing import Any

from twisted.internet.defer import CancelledError

from klog.zookeeper.errors import NoNodeException, SessionExpiredException
from klog.zookeeper.recipes.lock import Lock, LockError
from tests.zookeeper.test_client_connection import ClientCase


class LockTests(ClientCase):
    """`Lock`."""

    def setUp(self) -> None:
        super().setUp()
        self.zookeeper.tree.put("/lock", b"")
        self.client = self.connect()
        self.random = random.Random(1)

    def do(self, deferred: Any) -> Any:
        return self.reactor.until(deferred)

    def lock(self) -> Lock:
        # Of clients that draw the same marks each would find the others' nodes.
        return Lock("/lock", self.connect(random=random.Random(self.random.random())))

    def test_one_after_the_other(self) -> None:
        locks = [self.lock() for _ in range(4)]
        waiting = []
        for lock in locks:
            waiting.append(lock.acquire())
            self.reactor.advance(0.1)
        sequences = []
        for index, lock in enumerate(locks):
            self.assertIs(self.do(waiting[index]), lock)
            self.assertEqual([one.acquired for one in locks], [one is lock for one in locks])
            for later in waiting[index + 1 :]:
                self.assertNoResult(later)
            sequences.append(lock.sequence)
            self.assertTrue(self.do(lock.release()))
        self.assertEqual(sequences, sorted(set(sequences)))
        self.assertEqual([name for name in self.zookeeper.tree.paths() if "lock-" in name], [])

    def test_misuse(self) -> None:
        first, second = self.lock(), self.lock()
        self.failureResultOf(first.release(), LockError)
        self.do(first.acquire())
        self.failureResultOf(first.acquire(), LockError)
        waiting = second.acquire()
        self.failureResultOf(second.acquire(), LockError)
        self.do(first.release())
        self.do(waiting)
        self.assertEqual(first.path, "/lock")

    def test_holder_dies(self) -> None:
        first, second = self.lock(), self.lock()
        self.do(first.acquire())
        waiting = second.acquire()
        self.reactor.advance(1)
        self.zookeeper.expire(first._client.session_id)
        self.do(waiting)
        self.reactor.advance(3)
        self.assertFalse(first.acquired)
        self.assertEqual(first.sequence, -1)
        self.assertTrue(self.do(first.release()), "it went with its session")

    def test_waiting_is_given_up(self) -> None:
        first, second, third = self.lock(), self.lock(), self.lock()
        self.do(first.acquire())
        waiting = second.acquire()
        self.reactor.advance(0.1)
        last = third.acquire()
        self.reactor.advance(0.1)
        waiting.addErrback(lambda failure: None)
        waiting.cancel()
        self.do(first.release())
        self.do(last)
        self.do(third.release())
        self.do(second.acquire())

    def test_waiting_for_one_that_has_just_gone_leaves_no_watch(self) -> None:
        for turns in range(12):
            first, second = self.lock(), self.lock()
            self.do(first.acquire())
            waiting = second.acquire()
            for _ in range(turns):
                self.reactor.network.turn()
            for path in self.candidates():
                if path == first.node:
                    self.zookeeper.tree.remove(path)
            self.do(waiting)
            self.assertEqual(len(second._client._connection.session.watches), 0, f"gone after {turns} turns")
            self.do(second.release())
            self.do(first.release())

    def test_given_up_while_the_node_is_made(self) -> None:
        for lose in (None, self.zookeeper.lose_next_reply, self.zookeeper.lose_next_request):
            for turns in range(6):
                first, second = self.lock(), self.lock()
                if lose is not None:
                    lose()
                waiting = first.acquire()
                for _ in range(turns):
                    self.reactor.network.turn()
                if waiting.called:
                    self.do(first.release())
                    break
                waiting.cancel()
                self.failureResultOf(waiting, CancelledError)
                self.do(second.acquire())
                self.reactor.advance(3)
                self.assertEqual(len(self.candidates()), 1, f"{lose}, given up after {turns} turns")
                self.do(second.release())

    def test_given_up_while_the_node_is_made_and_the_session_ends(self) -> None:
        first = self.lock()
        waiting = first.acquire()
        waiting.cancel()
        self.failureResultOf(waiting, CancelledError)
        self.zookeeper.expire(first._client.session_id)
        self.reactor.advance(10)
        self.assertEqual(self.candidates(), [])

    def test_a_release_that_is_given_up(self) -> None:
        first, second = self.lock(), self.lock()
        self.do(first.acquire())
        self.zookeeper.stop()
        self.reactor.advance(0.1)
        releasing = first.release()
        self.assertNoResult(releasing)
        releasing.cancel()
        self.failureResultOf(releasing, CancelledError)
        self.zookeeper.start()
        self.do(second.acquire())
        self.assertEqual(self.zookeeper.tree.ephemerals(first._client.session_id), [])

    def candidates(self) -> list[str]:
        return [path for path in self.zookeeper.tree.paths() if "lock-" in path]

    def test_lost_answers(self) -> None:
        first, second = self.lock(), self.lock()
        self.zookeeper.lose_next_reply()
        self.do(first.acquire())
        waiting = second.acquire()
        self.reactor.advance(0.1)
        self.reactor.cut()
        self.reactor.advance(1)
        self.assertNoResult(waiting)
        self.zookeeper.lose_next_reply()
        self.assertTrue(self.do(first.release()))
        self.do(waiting)
        self.assertEqual(len([name for name in self.zookeeper.tree.paths() if "lock-" in name]), 1)

    def test_session_ends_while_waiting(self) -> None:
        first, second = self.lock(), self.lock()
        self.do(first.acquire())
        waiting = second.acquire()
        self.reactor.advance(0.1)
        self.zookeeper.expire(second._client.session_id)
        with self.assertRaises(SessionExpiredException):
            self.do(waiting)

    def test_no_such_node(self) -> None:
        with self.assertRaises(NoNodeException):
            self.do(Lock("/no", self.client).acquire())

    def test_node_is_taken_away(self) -> None:
        first, second = self.lock(), self.lock()
        self.do(first.acquire())
        waiting = second.acquire()
        self.reactor.advance(0.1)
        for path in list(self.zookeeper.tree.paths()):
            if path.startswith("/lock/"):
                self.zookeeper.tree.remove(path)
        with self.assertRaisesRegex(LockError, "somebody removed"):
            self.do(waiting)
