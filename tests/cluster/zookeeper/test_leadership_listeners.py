"""Who is told whether we may lead."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.zookeeper.leadership_listeners import LeadershipListeners
from klog.testing.coordination import LeadershipRecorder


class LeadershipListenersTests(SynchronousTestCase):
    def setUp(self) -> None:
        self.leading = LeadershipListeners()
        self.recorder = LeadershipRecorder()

    def test_the_life_of_two_registrations(self) -> None:
        """Each change is told once; a late request of the first one's time is recognised."""
        leading, heard = self.leading, self.recorder.heard
        leading.subscribe(self.recorder)
        leading.end()
        self.assertEqual((heard, leading.broker_epoch, leading.least_broker_epoch), (["suspended"], -1, -1))
        leading.registered(17)
        leading.resume()
        leading.resume()
        leading.suspend()
        leading.suspend()
        leading.resume()
        self.assertEqual((heard[1:], leading.least_broker_epoch), (["resumed", "suspended", "resumed"], 17))
        leading.end()
        leading.end()
        self.assertEqual((heard[4:], leading.broker_epoch, leading.least_broker_epoch), (["suspended", "ended"], 17, 18))
        leading.registered(23)
        self.assertEqual((heard[6:], leading.broker_epoch, leading.least_broker_epoch), ([], 23, 23))
        leading.resume()
        self.assertEqual(heard[6:], ["resumed"])

    def test_who_comes_later(self) -> None:
        """Hears at once where leading is not allowed, and nothing where it is."""
        self.leading.registered(1)
        self.leading.resume()
        self.leading.subscribe(self.recorder)
        self.assertEqual(self.recorder.heard, [])

    def test_a_listener_that_fails(self) -> None:
        """Keeps nobody else from hearing."""
        broken = LeadershipRecorder()
        broken.fail_with = ValueError("broken")
        self.leading.subscribe(broken)
        self.leading.subscribe(self.recorder)
        self.leading.resume()
        self.assertEqual(self.recorder.heard, ["suspended", "resumed"])
        self.assertEqual(len(self.flushLoggedErrors(ValueError)), 2)
