"""klog.client.groups.members"""

from __future__ import annotations

from twisted.internet.defer import Deferred, fail, succeed
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from klog.client.groups.members import CancellableWaits, Identity, Interrupted, fork_deferred, wait_within


class MembersTests(SynchronousTestCase):
    def test_identity(self) -> None:
        self.assertFalse(Identity().is_member)
        self.assertFalse(Identity("given").is_member)
        self.assertTrue(Identity("given", 0).is_member)

    def test_waiting(self) -> None:
        waiting = CancellableWaits()
        slow: Deferred[int] = Deferred()
        self.assertEqual(self.successResultOf(waiting.on(succeed(1))), 1)
        self.failureResultOf(waiting.on(fail(ValueError())), ValueError)
        watched = waiting.on(slow)
        waiting.call_off()
        self.failureResultOf(watched, Interrupted)
        # What comes late, or fails late, troubles nobody.
        slow.errback(ValueError())

    def test_fork(self) -> None:
        source: Deferred[int] = Deferred()
        copies = [fork_deferred(source), fork_deferred(source)]
        source.callback(5)
        self.assertEqual([self.successResultOf(copy) for copy in copies], [5, 5])

    def test_within(self) -> None:
        clock = Clock()
        for deferred, result in ((succeed(1), True), (fail(ValueError()), True)):
            self.assertEqual(self.successResultOf(Deferred.fromCoroutine(wait_within(clock, 5, deferred))), result)
        slow: Deferred[None] = Deferred()
        late = Deferred.fromCoroutine(wait_within(clock, 5, slow))
        clock.advance(5)
        self.assertEqual(self.successResultOf(late), False)
        slow.callback(None)
        self.assertEqual(clock.getDelayedCalls(), [])
