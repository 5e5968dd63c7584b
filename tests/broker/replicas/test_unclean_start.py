"""Whether a replica leads that may have lost something."""

from __future__ import annotations

from klog.broker.replicas.unclean_start import UncleanStartRule
from klog.storage.log.start_kind import StartKind
from tests.broker.replicas.controlled_rig import ControlledCase


class UncleanStartTests(ControlledCase):
    """The setting, and what ends the doubt."""

    def setUp(self) -> None:
        super().setUp()
        self.said: list[str] = []
        self.setting = "lead"
        self.rule = UncleanStartRule(lambda: self.setting, self.said.append)

    def test_the_setting(self) -> None:
        self.say(self.told(2, 0))
        replica = self.partitions.replica("t", 0)
        assert replica is not None
        self.assertIsNone(self.rule(replica, self.told(1, 1)))
        replica.log.start_kind = StartKind.MACHINE_STOPPED
        self.assertIsNone(self.rule(replica, self.told(1, 1)))
        [sentence] = self.said
        self.assertIn("t-0 is led by a replica whose last stop was none in order (machine)", sentence)
        self.setting = "refuse"
        why = self.rule(replica, self.told(1, 1))
        assert why is not None
        self.assertIn("acknowledged records may be missing here", why)
        self.assertIsNone(self.rule(replica, self.told(1, 1, replicas=(1,), isr=(1,))))
        self.assertIsNone(self.rule(replica, self.told(1, 1, is_recovering=True)))

    def test_what_ends_the_doubt(self) -> None:
        """Having led; what a leader says alone does not."""
        self.say(self.told(2, 0))
        replica = self.partitions.replica("t", 0)
        assert replica is not None
        replica.log.start_kind = StartKind.LOST
        replica.leader_says(0, 0)
        self.assertIs(replica.log.start_kind, StartKind.LOST)
        self.say(self.told(1, 1))
        self.assertIs(replica.log.start_kind, StartKind.CLEAN)
