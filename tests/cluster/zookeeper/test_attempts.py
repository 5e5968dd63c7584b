"""Changes that are tried until they are done, refused or out of time."""

from __future__ import annotations

from typing import Any, cast

from twisted.internet.defer import Deferred, succeed
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.zookeeper.attempts import LIMIT_S, Attempts
from klog.cluster.zookeeper.session import ZooKeeperSession
from klog.errors import ErrorCode, KlogError
from klog.zookeeper.errors import (
    BadVersionException,
    ConnectionLossException,
    InvalidACLException,
    SessionExpiredException,
    ZookeeperError,
)


class _Session:
    """As much of a session as attempts look at."""

    def __init__(self) -> None:
        self.mirror = self
        self.syncs = 0

    def sync(self) -> Deferred[None]:
        self.syncs += 1
        return succeed(None)


class AttemptTests(SynchronousTestCase):
    def setUp(self) -> None:
        self.clock = Clock()
        self.session: _Session | None = _Session()
        self.attempts = Attempts(self.clock, lambda: cast(ZooKeeperSession | None, self.session))

    def attempt(self, *outcomes: object) -> tuple[Deferred[Any], list[object]]:
        """A change whose attempts end so, one after the other; and those that are left."""
        left = list(outcomes)

        async def once(session: ZooKeeperSession) -> object:
            outcome = left.pop(0)
            if isinstance(outcome, Exception):
                raise outcome
            return outcome

        return self.attempts.change("key", "the change", lambda: self.attempts.attempt(once)), left

    def test_errors_of_the_connection(self) -> None:
        """Another attempt, later."""
        done, left = self.attempt(ConnectionLossException(), SessionExpiredException(), "done")
        self.assertNoResult(done)
        self.clock.pump([0.05] * 10)
        self.assertEqual((self.successResultOf(done), left), ("done", []))

    def test_stale_knowledge(self) -> None:
        """A sync before the next attempt."""
        session = self.session
        assert session is not None
        done, _ = self.attempt(BadVersionException(), "done")
        self.clock.advance(1)
        self.assertEqual((self.successResultOf(done), session.syncs), ("done", 1))

    def test_refusals(self) -> None:
        """Of the change itself, and of ZooKeeper."""
        refused, _ = self.attempt(KlogError(ErrorCode.TOPIC_ALREADY_EXISTS, "there"))
        self.assertEqual(self.failureResultOf(refused, KlogError).value.code, ErrorCode.TOPIC_ALREADY_EXISTS)
        refused, _ = self.attempt(InvalidACLException())
        error = self.failureResultOf(refused, KlogError).value
        self.assertEqual(error.code, ErrorCode.UNKNOWN_SERVER_ERROR)
        self.assertIn("the change failed", error.message)
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_without_a_session(self) -> None:
        """It is waited for."""
        session, self.session = self.session, None
        done, _ = self.attempt("done")
        self.clock.advance(LIMIT_S / 2)
        self.assertNoResult(done)
        self.session = session
        self.attempts.session_is_ready()
        self.assertEqual(self.successResultOf(done), "done")

    def test_time(self) -> None:
        """Runs out."""
        self.session = None
        done, _ = self.attempt("done")
        behind, _ = self.attempt("done")
        self.clock.advance(LIMIT_S)
        for each in (done, behind):
            self.assertEqual(self.failureResultOf(each, KlogError).value.code, ErrorCode.REQUEST_TIMED_OUT)
        self.attempts.session_is_ready()
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_order(self) -> None:
        """One after the other with the same key, at once with others."""
        first, _ = self.attempt(ConnectionLossException(), 1)
        second, _ = self.attempt(2)

        async def other() -> int:
            return 3

        self.assertEqual(self.successResultOf(self.attempts.change("other", "another change", other)), 3)
        self.assertNoResult(second)
        self.clock.advance(1)
        self.assertEqual((self.successResultOf(first), self.successResultOf(second)), (1, 2))

    def test_many_in_line_that_end_at_once(self) -> None:
        """However many they are, none begins from within another: Python's stack would be full, and the line stand still for good."""
        first, _ = self.attempt(ConnectionLossException(), "first")
        behind = [self.attempt("done")[0] for _ in range(2000)]
        self.clock.advance(1)
        self.assertEqual(self.successResultOf(first), "first")
        self.assertEqual({self.successResultOf(each) for each in behind}, {"done"})
        self.assertEqual(self.successResultOf(self.attempt("later")[0]), "later")
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_who_is_cancelled(self) -> None:
        """Leaves the line, or ends where he is; the next one goes on in both cases."""
        first, _ = self.attempt(ConnectionLossException(), "first")
        second, left = self.attempt("second")
        third, _ = self.attempt("third")
        for each in (second, first):
            each.cancel()
            self.failureResultOf(each, KlogError)
        self.assertEqual((self.successResultOf(third), left), ("third", ["second"]))
        self.assertTrue(self.attempts.is_idle)

    def test_the_picture(self) -> None:
        """Is looked at whenever it has settled."""
        seen: list[int] = []

        def look() -> str | None:
            if len(seen) > 2:
                raise KlogError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, "gone")
            return "seen" if len(seen) == 2 else None

        async def wait() -> str:
            return await self.attempts.until(look)

        done = self.attempts.change("a", "waiting", wait)
        self.attempts.settled()
        self.assertNoResult(done)
        seen += [1, 2]
        self.attempts.settled()
        self.assertEqual(self.successResultOf(done), "seen")
        seen.clear()
        refused = self.attempts.change("a", "waiting", wait)
        cancelled = self.attempts.change("b", "waiting", wait)
        cancelled.cancel()
        self.failureResultOf(cancelled, KlogError)
        seen += [1, 2, 3]
        self.attempts.settled()
        self.failureResultOf(refused, KlogError)
        self.attempts.settled()

    def test_stopping(self) -> None:
        """What is under way fails, and so does what comes."""
        self.session = None
        before, _ = self.attempt("done")
        self.attempts.stop()
        after, _ = self.attempt("done")
        for each in (before, after):
            self.assertIn("stopping", self.failureResultOf(each, KlogError).value.message)
        self.assertTrue(issubclass(ConnectionLossException, ZookeeperError))
