"""One partition that is copied, and what is written of it."""

from __future__ import annotations

import unittest
from typing import Any

from klog.mirror.copying import Copying, Phase
from klog.mirror.decisions.answers import Resumption, Step
from klog.mirror.decisions.records import CopyRecord
from klog.mirror.decisions.states import CopyState
from klog.model import NO_TOPIC_ID


class FakeCopy:
    """A copy with an end."""

    topic, partition, link, is_ours = "t", 3, "dc1", True
    start, end = 0, 10
    tombstones_kept_ms = -1


class CopyingTests(unittest.TestCase):
    """Where it stands."""

    def setUp(self) -> None:
        self.copy: Any = FakeCopy()
        self.copying = Copying(self.copy, NO_TOPIC_ID, None, 0)

    def test_states_as_shown(self) -> None:
        self.assertIs(self.copying.record(1, 99).state, CopyState.WAITING, "nobody has said where the source ends")
        self.copying.appended(20, 50, 60)
        record = self.copying.record(1, 99)
        self.assertEqual((record.state, record.lag, record.lag_ms, record.broker), (CopyState.COPYING, 10, 49, 1))
        self.copy.end = 20
        record = self.copying.record(1, 99)
        self.assertEqual((record.state, record.lag, record.lag_ms), (CopyState.LEVEL, 0, 0))
        self.copying.wait("why")
        self.assertEqual((self.copying.record(1, 99).state, self.copying.now), (CopyState.WAITING, None))
        self.copying.stop("why")
        self.assertIs(self.copying.record(1, 99).state, CopyState.STOPPED)

    def test_behind_a_loss(self) -> None:
        """It goes on from there until the copy has something behind it."""
        self.copying.jump(30)
        self.assertEqual((self.copying.position, self.copying.now), (30, 30))
        self.copy.end = 35
        self.assertEqual(self.copying.position, 35)

    def test_losses_are_kept(self) -> None:
        """Whoever leads it next counts on from what was written."""
        self.copying.account(Resumption(Step.JUMP, 30, (10, 30)))
        self.copying.account(Resumption(Step.CUT, 8, cut=(8, 10)))
        changes = self.copying.changes
        self.copying.account(Resumption(Step.GO_ON, 8))
        self.assertEqual(self.copying.changes, changes)
        record = self.copying.record(1, 99)
        following = Copying(self.copy, NO_TOPIC_ID, record, 0)
        following.account(Resumption(Step.JUMP, 60, (50, 60)))
        again = following.record(2, 100)
        self.assertEqual((again.lost, again.cut), (((10, 30), (50, 60)), ((8, 10),)))

    def test_stopped_stays_stopped(self) -> None:
        """Until the link is resumed."""
        before = CopyRecord(CopyState.STOPPED, "why", resumed=3)
        self.assertIs(Copying(self.copy, NO_TOPIC_ID, before, 3).phase, Phase.STOPPED)
        self.assertIs(Copying(self.copy, NO_TOPIC_ID, before, 4).phase, Phase.READY)

    def test_not_ours_any_more(self) -> None:
        self.copy.is_ours = False
        self.assertIsNone(self.copying.now)
