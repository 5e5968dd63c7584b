"""What is shown of a cluster, and the steps from one picture to the next."""

from __future__ import annotations

import dataclasses

from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.interfaces import PartitionInfo, TopicInfo
from klog.cluster.zookeeper.configs import ConfigView
from klog.cluster.zookeeper.picture import Picture, Source, StepKind, TopicIds, steps, without_leader
from klog.cluster.zookeeper.view import ClusterView
from klog.zookeeper.znodes import ConfigZnode, PartitionState, TombstoneZnode, TopicZnode

from .tree import FakeTree, state, topic_id


class SourceTests(SynchronousTestCase):
    """From views to a topic."""

    def setUp(self) -> None:
        """Broker 1 is us, broker 2 somebody else; topic t has a partition on each."""
        self.tree = FakeTree()
        self.tree.broker(1)
        self.tree.broker(2)
        self.tree.topic("t", {0: (1,), 1: (2,)}, topic_id(1))
        self.tree.state("t", 0, state(1, 3))
        self.tree.state("t", 1, state(2, 4))
        self.ids = TopicIds()
        self.views()

    def views(self) -> None:
        """New ones."""
        self.view = ClusterView(self.tree)
        self.configs = ConfigView(self.tree)
        for topic in self.view.topics.values():
            self.ids.note(topic)

    def source(self) -> Source:
        """What is so now."""
        return Source(self.view, self.configs, self.ids, 1)

    def shown(self, name: str = "t", before: TopicInfo | None = None) -> TopicInfo | None:
        """The topic."""
        return self.source().topic(name, before)

    def test_a_topic(self) -> None:
        """With its epochs, configurations and id, and nobody leading."""
        self.tree.write(ConfigZnode.path("topics", "t"), ConfigZnode({"a": "b"}).encode())
        self.views()
        self.assertEqual(
            self.shown(), TopicInfo("t", topic_id(1), (PartitionInfo(-1, 3, (1,), (1,)), PartitionInfo(-1, 4, (2,), (2,))), {"a": "b"})
        )
        self.assertEqual((list(self.source().names()), self.shown("none")), (["t"], None))

    def test_without_us(self) -> None:
        """Nobody is in our place; others stay."""
        led = TopicInfo("t", topic_id(1), (PartitionInfo(1, 3, (1,), (1,)), PartitionInfo(2, 4, (2,), (2,))), {})
        masked, ours = without_leader(led, 1)
        self.assertEqual(([each.leader for each in masked.partitions], ours), ([-1, 2], [0]))
        self.assertEqual(without_leader(masked, 1), (masked, []))

    def test_a_topic_that_lies_on_our_disk_is_shown_at_once(self) -> None:
        """However much of it has states, also none: it is no stray, and its deletion has to find it."""
        self.tree.topic("new", {0: (1,), 1: (2,)}, topic_id(2))
        self.views()
        self.assertIsNone(self.shown("new"))
        self.ids.on_disk["new"] = topic_id(3)
        self.assertIsNone(self.shown("new"), "that was another one")
        self.ids.on_disk["new"] = topic_id(2)
        before = self.shown("new")
        assert before is not None
        self.assertEqual([each.leader for each in before.partitions], [-1, -1])
        self.tree.state("new", 0, state(1, 0))
        self.views()
        after = self.shown("new", before)
        assert after is not None
        self.assertEqual([len(each.in_sync_replicas) for each in after.partitions], [1, 0])

    def test_a_topic_is_shown_when_all_of_it_is_there(self) -> None:
        """An id and every state; what is added to it as well."""
        self.tree.topic("new", {0: (1,), 1: (2,)}, topic_id(2))
        self.tree.state("new", 0, state(1, 0))
        self.tree.topic("nameless", {0: (1,)})
        self.tree.state("nameless", 0, state(1, 0))
        self.views()
        self.assertEqual((self.shown("new"), self.shown("nameless")), (None, None))
        before = self.shown()
        self.tree.topic("t", {0: (1,), 1: (2,), 2: (1,)}, topic_id(1))
        self.tree.state("new", 1, state(2, 0))
        self.views()
        self.assertEqual(self.shown("t", before), before)
        made = self.shown("new")
        assert made is not None
        self.assertEqual(len(made.partitions), 2)
        self.tree.state("t", 2, state(1, 0))
        self.views()
        after = self.shown("t", before)
        assert after is not None
        self.assertEqual(after.partitions[2], PartitionInfo(-1, 0, (1,), (1,)))

    def test_somebodys_mistakes_change_nothing(self) -> None:
        """A znode that cannot be read, one without its id, one with fewer partitions, a state that cannot be read."""
        before = self.shown()
        assert before is not None
        for data in (b"{", TopicZnode(None, {0: (1,), 1: (2,)}).encode(), TopicZnode(topic_id(1), {0: (1,)}).encode()):
            self.tree.write(TopicZnode.path("t"), data)
            self.view.apply(self.tree.take_changed())
            self.assertEqual(self.shown("t", before), before, data)
        self.tree.write(PartitionState.path("t", 0), b"[]")
        self.view.apply(self.tree.take_changed())
        after = self.shown("t", before)
        assert after is not None
        self.assertEqual(after.partitions[0], dataclasses.replace(before.partitions[0], leader=-1))

    def test_a_topic_that_is_being_deleted(self) -> None:
        """Is not shown, and is no stray; another one of its name is."""
        before = self.shown()
        assert before is not None
        self.assertFalse(self.source().is_deleted(before))
        self.tree.write("/admin/delete_topics/t")
        self.views()
        self.assertEqual((self.shown("t", before), self.shown()), (None, None))
        self.assertTrue(self.source().is_deleted(before))
        self.assertFalse(self.source().is_deleted(dataclasses.replace(before, topic_id=topic_id(8))))

    def test_ids_from_the_disk(self) -> None:
        """Count where the topic has states and was not deleted; not for one that was made anew."""
        self.ids = TopicIds()
        self.ids.found["t"] = topic_id(1)
        self.tree.write(TopicZnode.path("t"), TopicZnode(None, {0: (1,), 1: (2,)}).encode())
        self.views()
        shown = self.shown()
        assert shown is not None
        self.assertEqual(shown.topic_id, topic_id(1))
        self.tree.write(TombstoneZnode.path(topic_id(1)), TombstoneZnode("t", (1,)).encode())
        self.views()
        self.assertIsNone(self.shown())
        self.assertTrue(self.source().is_deleted(TopicInfo("t", topic_id(1), (), {})))
        self.tree.delete(TombstoneZnode.path(topic_id(1)))
        self.tree.delete("/brokers/topics/t")
        self.tree.topic("t", {0: (1,)})
        self.views()
        self.assertIsNone(self.shown())

    def test_a_topic_made_again_is_another(self) -> None:
        """Whatever was shown under the name."""
        before = self.shown()
        self.tree.delete("/brokers/topics/t")
        self.tree.topic("t", {0: (2,)}, topic_id(9))
        self.tree.state("t", 0, state(2, 0))
        self.views()
        after = self.shown("t", before)
        assert before is not None and after is not None
        self.assertEqual((after.topic_id, len(after.partitions)), (topic_id(9), 1))
        self.source().forget("t")
        self.assertEqual(self.ids.seen, {})


class StepTests(SynchronousTestCase):
    """What listeners hear."""

    def test_steps(self) -> None:
        """Of a topic that comes, grows, changes, and goes."""
        first, second = PartitionInfo(1, 0, (1,), (1,)), PartitionInfo(2, 0, (2,), (2,))
        one = TopicInfo("t", topic_id(1), (first,), {})
        two = dataclasses.replace(one, partitions=(dataclasses.replace(first, leader=-1), second), configs={"a": "b"})
        other = dataclasses.replace(one, topic_id=topic_id(2))

        def kinds(before: TopicInfo | None, after: TopicInfo | None) -> list[object]:
            return [(step.kind, step.topic, step.first_new, step.partitions) for step in steps(before, after)]

        self.assertEqual(kinds(None, one), [(StepKind.CREATED, one, 0, ())])
        self.assertEqual(kinds(one, None), [(StepKind.DELETED, one, 0, ())])
        self.assertEqual(kinds(one, one) + kinds(None, None), [])
        self.assertEqual(kinds(one, two), [(StepKind.GROWN, two, 1, ()), (StepKind.LEADERS, two, 0, (0,)), (StepKind.CONFIGS, two, 0, ())])
        self.assertEqual(kinds(one, other), [(StepKind.DELETED, one, 0, ()), (StepKind.CREATED, other, 0, ())])

    def test_a_picture_that_was_handed_out_stays(self) -> None:
        """Within one turn it is the same mapping, afterwards another."""
        picture = Picture()
        picture.begin()
        picture.put(TopicInfo("t", topic_id(1), (), {}))
        seen = picture.topics
        picture.put(TopicInfo("u", topic_id(2), (), {}))
        self.assertEqual(set(seen), {"t", "u"})
        picture.begin()
        picture.drop("t")
        picture.drop("none")
        picture.put(TopicInfo("u", topic_id(3), (), {}))
        self.assertEqual((set(seen), set(picture.topics)), ({"t", "u"}, {"u"}))
        self.assertEqual([picture.by_id(topic_id(number)) is not None for number in (1, 2, 3)], [False, False, True])
