"""What a client waits for that shares its connections."""

from __future__ import annotations

from twisted.internet.defer import CancelledError, Deferred, succeed
from twisted.trial.unittest import SynchronousTestCase

from klog.client.pending_answers import PendingAnswers
from klog.client.retry import ClientStopped


class PendingTests(SynchronousTestCase):
    """Deferreds are kept until they fire, and fail at the stop."""

    def test_what_fires_is_forgotten(self) -> None:
        pending = PendingAnswers()
        deferred: Deferred[int] = Deferred()
        self.assertIs(pending.keep(deferred), deferred)
        self.assertEqual(len(pending), 1)
        deferred.callback(3)
        self.assertEqual((self.successResultOf(deferred), len(pending)), (3, 0))
        self.assertEqual(self.successResultOf(pending.keep(succeed(4))), 4)
        self.assertEqual(len(pending), 0)

    def test_what_waits_at_the_stop_is_told_why(self) -> None:
        pending = PendingAnswers()
        cancelled: list[str] = []
        first: Deferred[int] = pending.keep(Deferred(lambda _: cancelled.append("first")))
        second: Deferred[int] = pending.keep(Deferred())
        # Whoever is told first cancels the other.
        first.addErrback(lambda failure: (second.cancel(), failure)[1])
        pending.stop(ClientStopped("why"))
        self.assertEqual(self.failureResultOf(first, ClientStopped).value.message, "why")
        self.failureResultOf(second, ClientStopped)
        self.assertEqual((cancelled, len(pending)), (["first"], 0))

    def test_a_cancellation_of_the_users_own_stays_one(self) -> None:
        pending = PendingAnswers()
        deferred: Deferred[int] = pending.keep(Deferred())
        deferred.cancel()
        self.failureResultOf(deferred, CancelledError)
        pending.stop(ClientStopped())
        self.assertEqual(len(pending), 0)
