"""Tests of klog.cluster.zookeeper.controller.change_slices."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.zookeeper.controller.change_slices import slices
from klog.cluster.zookeeper.view import Changes
from klog.zookeeper.znodes import PreferredElection
from tests.cluster.zookeeper.controller.worlds import ViewWorld, at
from tests.cluster.zookeeper.tree import topic_id


class SliceTests(SynchronousTestCase):
    """What is cut, and what is not."""

    def setUp(self) -> None:
        self.world = ViewWorld()
        for name, count in (("a", 3), ("b", 3), ("c", 10)):
            self.world.tree.topic(name, dict.fromkeys(range(count), (1,)), topic_id(ord(name)))
        self.world.look()

    def cut(self, changes: Changes, most: int = 6) -> list[tuple[set[str], dict[str, set[int]]]]:
        return [(part.topics, part.partitions) for part in slices(self.world.view, changes, most)]

    def test_topics_stay_in_one_piece_where_they_fit(self) -> None:
        found = self.cut(Changes(everything=True))
        self.assertEqual(found[0], ({"a", "b"}, {"a": {0, 1, 2}, "b": {0, 1, 2}}))
        self.assertEqual(found[1], ({"c"}, {"c": set(range(6))}))
        self.assertEqual(found[2], (set(), {"c": set(range(6, 10))}))
        rest = list(slices(self.world.view, Changes(everything=True), 6))[3]
        self.assertTrue(rest.reassignment and rest.preferred_election and not rest.everything)

    def test_only_what_changed(self) -> None:
        self.assertEqual(self.cut(Changes(partitions={"c": {7}})), [(set(), {"c": {7}})])
        self.assertEqual(self.cut(Changes(topics={"a"}, partitions={"c": {7}})), [({"a"}, {"a": {0, 1, 2}, "c": {7}})])
        self.assertEqual(self.cut(Changes(brokers={1}, controller=True)), [])

    def test_what_is_gone_is_named(self) -> None:
        self.world.tree.delete("/brokers/topics/a")
        changes = self.world.look()
        self.assertEqual(self.cut(changes), [({"a"}, {"a": {0, 1, 2}})])

    def test_deletions(self) -> None:
        self.world.tree.write("/admin/delete_topics/c")
        changes = self.world.look()
        part = next(slices(self.world.view, changes))
        self.assertEqual((part.deletions, part.partitions), ({"c"}, {"c": set()}))
        part = next(slices(self.world.view, Changes(partitions={"c": {1}})))
        self.assertEqual((part.deletions, part.partitions), ({"c"}, {"c": set()}), "they wait for brokers, too")
        self.world.tree.delete("/admin/delete_topics/c")
        changes = self.world.look()
        part = next(slices(self.world.view, changes))
        self.assertEqual((part.deletions, part.partitions), ({"c"}, {"c": set(range(10))}), "taken back: look at all of it")

    def test_partitions_whose_preferred_leader_is_asked_for(self) -> None:
        self.world.tree.write("/admin/preferred_replica_election", PreferredElection((at("c", 9), at("none"))).encode())
        changes = self.world.look()
        found = list(slices(self.world.view, changes))
        self.assertEqual((found[0].partitions, found[0].preferred_election), ({"c": {9}, "none": {0}}, False))
        self.assertTrue(found[1].preferred_election, "the request goes last")
