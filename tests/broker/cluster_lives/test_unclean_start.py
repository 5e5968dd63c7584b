"""``klog.unclean.start`` in a whole cluster: the last in sync comes back from a stop that may have cost it what it had acknowledged.

The *last replica standing* (KAFKA-15583, KIP-966): a record is acknowledged by two, one of them falls out of sync, the other loses its
power before anything was flushed. Those who have the record are not in sync any more, and who is in sync has it no more.
"""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.errors import KlogError
from klog.testing.filesystem import Survival
from tests.broker.cluster_lives.scene import NAME, Scene

RECORD = b"acknowledged"


class UncleanStartTests(SynchronousTestCase):
    """Scenes."""

    def last_replica_standing(self, unclean_start: str, *, flush_rule: bool = False) -> Scene:
        """The leader is the last in sync, the other two have the record; whoever dies is the caller's to say."""
        scene = Scene(min_in_sync=2, flush_rule=flush_rule, unclean_start=unclean_start)
        scene.send(RECORD)
        scene.cluster.advance(1)
        scene.fall_out(*scene.others)
        self.assertEqual(scene.in_sync, [scene.leader])
        return scene

    def nobody_leads(self, scene: Scene) -> None:
        """For as long as one likes to wait."""
        scene.cluster.advance(30)
        self.assertEqual((scene.cluster.leader(*NAME), scene.in_sync), (-1, [scene.leader]))
        with self.assertRaises(KlogError):
            scene.send(b"nobody takes it")

    def ends_well(self, scene: Scene, *, kept: bool) -> None:
        """All are in sync again, have the same, and with or without the record."""
        scene.until_in_sync()
        self.assertEqual(RECORD in scene.read(), kept)
        scene.send(b"afterwards")
        ends = {broker.service.broker.partitions.replica(*NAME).log.end_offset for broker in scene.cluster.brokers.values()}
        self.assertEqual(len(ends), 1)
        scene.end()

    def test_lead(self) -> None:
        """As Kafka does: it leads, and the others cut off what it has lost."""
        scene = self.last_replica_standing("lead")
        scene.cluster.power_cut(scene.leader, Survival.NOTHING)
        scene.mend()
        self.assertEqual(scene.until_led(), scene.leader)
        self.ends_well(scene, kept=False)

    def test_refuse_until_an_operator_decides(self) -> None:
        """Nobody leads; then whoever lives, and still has it, does."""
        scene = self.last_replica_standing("refuse")
        scene.cluster.power_cut(scene.leader, Survival.NOTHING)
        scene.mend()
        self.nobody_leads(scene)
        scene.elect_unclean()
        self.assertIn(scene.until_led(), scene.others)
        self.ends_well(scene, kept=True)

    def test_a_killed_process_has_lost_nothing(self) -> None:
        """And leads at once."""
        scene = self.last_replica_standing("refuse")
        scene.cluster.kill(scene.leader)
        scene.mend()
        self.assertEqual(scene.until_led(), scene.leader)
        self.ends_well(scene, kept=True)

    def test_the_flush_rule_has_lost_nothing(self) -> None:
        """It leads at once after a power cut, too."""
        scene = self.last_replica_standing("refuse", flush_rule=True)
        scene.cluster.power_cut(scene.leader, Survival.NOTHING)
        scene.mend()
        self.assertEqual(scene.until_led(), scene.leader)
        self.ends_well(scene, kept=True)

    def test_a_disk_that_is_empty(self) -> None:
        """Is refused with the flush rule, too."""
        scene = self.last_replica_standing("refuse", flush_rule=True)
        scene.cluster.replace_disk(scene.leader)
        scene.mend()
        self.nobody_leads(scene)
        scene.elect_unclean()
        self.assertIn(scene.until_led(), scene.others)
        self.ends_well(scene, kept=True)

    def test_another_in_sync_replica_decides(self) -> None:
        """It gets back from it what it has lost, and may lead again from then on."""
        scene = Scene(min_in_sync=2, unclean_start="refuse")
        scene.send(RECORD)
        scene.cluster.power_cut(scene.leader, Survival.NOTHING)
        self.assertIn(scene.until_led(), scene.others)
        scene.mend()
        scene.until_in_sync()
        scene.cluster.advance(1)
        for number in scene.others:
            scene.cluster.kill(number)
        self.assertEqual(scene.until_led(), scene.leader)
        self.assertIn(RECORD, scene.read())
        scene.mend()
        self.ends_well(scene, kept=True)

    def test_all_lose_their_power(self) -> None:
        """Nobody knows better than another what was acknowledged: an operator decides."""
        scene = Scene(min_in_sync=2, unclean_start="refuse")
        scene.send(RECORD)
        for number in sorted(scene.cluster.brokers):
            scene.cluster.power_cut(number, Survival.NOTHING)
        scene.mend()
        scene.cluster.advance(30)
        self.assertEqual(scene.cluster.leader(*NAME), -1)
        scene.elect_unclean()
        scene.until_led()
        self.ends_well(scene, kept=False)

    def test_the_only_copy(self) -> None:
        """Leads in any case: nobody else could."""
        scene = Scene(unclean_start="refuse")
        cluster = scene.cluster
        cluster.create_topic("alone", assignments={0: [scene.leader]})
        cluster.power_cut(scene.leader, Survival.NOTHING)
        scene.mend()
        cluster.advance(10)
        self.assertEqual(cluster.leader("alone", 0), scene.leader)
        scene.end()
