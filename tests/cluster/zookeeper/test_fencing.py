"""Reasons not to lead."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.zookeeper.fencing import Fence, Reason


class FenceTests(SynchronousTestCase):
    """One reason is enough."""

    def test_all_reasons_must_go(self) -> None:
        """It opens with the last one, and closes with the first."""
        fence = Fence()
        self.assertFalse(fence.is_open)
        self.assertFalse(fence.take_away(Reason.NO_SESSION))
        self.assertEqual(fence.sentence(), Reason.NOT_REGISTERED.value)
        self.assertTrue(fence.take_away(Reason.NOT_REGISTERED, Reason.STALE))
        self.assertEqual((fence.is_open, fence.sentence()), (True, ""))
        self.assertTrue(fence.put(Reason.SUSPENDED))
        self.assertFalse(fence.put(Reason.NO_SESSION))
        self.assertFalse(fence.take_away(Reason.SUSPENDED))
        self.assertTrue(fence.take_away(Reason.NO_SESSION))
