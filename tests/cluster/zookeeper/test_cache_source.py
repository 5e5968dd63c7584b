"""What is shown of topics that the controller tells of."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.interfaces import PartitionInfo, TopicInfo
from klog.cluster.metadata_cache import MetadataCache
from klog.cluster.zookeeper.cache_source import CacheSource
from klog.cluster.zookeeper.configs import ConfigView
from klog.cluster.zookeeper.picture import Source, TopicIds
from klog.cluster.zookeeper.view import ClusterView
from klog.zookeeper.znodes import ConfigZnode, TombstoneZnode, TopicZnode
from tests.cluster.test_metadata_cache import state, told, topic

from .tree import FakeTree, topic_id
from .tree import state as znode_state

US = 1


class CacheSourceTests(SynchronousTestCase):
    def setUp(self) -> None:
        """Topic t lies in the tree, with two partitions and a configuration."""
        self.tree = FakeTree()
        self.tree.broker(1)
        self.tree.topic("t", {0: (1, 2), 1: (2, 1)}, topic_id(1))
        for number in (0, 1):
            self.tree.state("t", number, znode_state(1, 3))
        self.tree.write(ConfigZnode.path("topics", "t"), ConfigZnode({"a": "b"}).encode())
        self.cache = MetadataCache()
        self.ids = TopicIds()
        self.is_ready = True

    def source(self, *, may_lead: bool = True) -> CacheSource:
        view, configs = ClusterView(self.tree), ConfigView(self.tree)
        for each in view.topics.values():
            self.ids.note(each)
        tree = Source(view, configs, self.ids, US) if self.is_ready else None
        return CacheSource(self.cache, tree, configs, US, may_lead)

    def tell(self, *topics: object, version: int = 8) -> None:
        self.cache.apply(told(*topics), version)  # type: ignore[arg-type]

    def shown(self, name: str = "t", before: TopicInfo | None = None, *, may_lead: bool = True) -> TopicInfo | None:
        return self.source(may_lead=may_lead).topic(name, before)

    def leaders(self, name: str = "t", before: TopicInfo | None = None, *, may_lead: bool = True) -> list[int] | None:
        shown = self.shown(name, before, may_lead=may_lead)
        return None if shown is None else [each.leader for each in shown.partitions]

    def test_before_the_first_word(self) -> None:
        """All topics of the tree, with nobody leading; new ones too."""
        self.assertEqual((sorted(self.source().names()), self.leaders()), (["t"], [-1, -1]))
        shown = self.shown()
        assert shown is not None
        self.assertEqual((dict(shown.configs), shown.topic_id, shown.partitions[0].replicas), ({"a": "b"}, topic_id(1), (1, 2)))
        self.tell()
        self.assertEqual((sorted(self.source().names()), self.leaders()), ([], None), "a word of the controller, and the tree still counts")
        self.assertEqual(self.leaders(before=shown), [-1, -1], "what was shown is gone before anything was told of it")

    def test_what_the_controller_tells(self) -> None:
        before = self.shown()
        self.tell(topic("t", topic_id(1), state(0, 1, epoch=4, offline_replicas=[2]), state(1, 2)))
        shown = self.shown(before=before)
        assert shown is not None
        partitions = (PartitionInfo(1, 4, (1, 2), (1, 2), 14, (2,)), PartitionInfo(2, 0, (1, 2), (1, 2), 10))
        self.assertEqual(shown, TopicInfo("t", topic_id(1), partitions, {"a": "b"}))
        self.assertIs(self.source().topic("t", shown).partitions, shown.partitions)  # type: ignore[union-attr]
        self.assertEqual(self.leaders(may_lead=False), [-1, 2])
        self.assertEqual(self.source().with_leaders(before, [0, 1]), (shown, [0, 1]))  # type: ignore[arg-type]
        masked, others = self.source(may_lead=False).with_leaders(shown, [0, 1, 7])
        self.assertEqual(([each.leader for each in masked.partitions], others), ([-1, 2], [0]))
        self.assertIs(self.source().with_leaders(shown, [0, 1])[0], shown)

    def test_gaps(self) -> None:
        """Are filled by what is shown or assigned; what comes behind one that nobody knows waits."""
        self.tell(topic("t", topic_id(1), state(1, 2)))
        self.assertEqual(self.leaders(), [-1, 2])
        shown = self.shown()
        assert shown is not None
        self.assertEqual(shown.partitions[0], PartitionInfo(-1, 0, (1, 2), ()))
        self.tell(topic("t", topic_id(1), state(3, 2)))
        self.assertEqual(self.leaders(before=shown), [-1, 2])
        self.tell(topic("t", topic_id(1), state(2, 1), state(0, 2)))
        self.assertEqual(self.leaders(before=shown), [2, 2, 1, 2])
        self.tell(topic("t", topic_id(1), state(3, -2)))
        self.assertEqual(self.leaders(before=self.shown()), [2, 2, 1])
        self.tell(topic("u", topic_id(2), state(2**31 - 1, 1)))
        self.assertEqual(self.leaders("u"), None)

    def test_fewer_partitions_than_shown_are_not_believed(self) -> None:
        self.tell(topic("t", topic_id(1), state(0, 1), state(1, 2), state(2, 2)))
        shown = self.shown()
        self.tell(topic("t", topic_id(1), state(2, -2)))
        self.assertEqual(self.leaders(before=shown), [1, 2, -1])

    def test_a_topic_that_is_deleted(self) -> None:
        """By the controller's word, though its znode is still there; also one that it never told of before."""
        for first in ([topic("t", topic_id(1), state(0, 1), state(1, 1))], []):
            self.cache = MetadataCache()
            self.tell(*first)
            shown = self.shown(before=self.shown()) or TopicInfo("t", topic_id(1), (), {})
            self.assertFalse(self.source().is_deleted(shown))
            self.tell(topic("t", topic_id(1), state(0, -2), state(1, -2)))
            self.assertTrue(self.source().is_deleted(shown))
            self.assertIsNone(self.shown(before=shown))
            self.tell(topic("t", topic_id(2), state(0, 1)))
            self.assertEqual((self.leaders(before=shown), self.source().is_deleted(shown)), ([1], False))

    def test_a_tombstone_of_an_older_klog(self) -> None:
        shown = self.shown()
        assert shown is not None
        self.tree.write(TombstoneZnode.path(topic_id(1)), TombstoneZnode("t", (1,)).encode())
        self.assertTrue(self.source().is_deleted(shown))

    def test_a_topic_that_goes_from_the_tree(self) -> None:
        """One that was not told of goes with it; one that was is told to the cache by others."""
        shown = self.shown()
        self.tell()
        self.tree.delete(TopicZnode.path("t"))
        self.assertIsNone(self.shown(before=shown))
        self.is_ready = False
        self.assertEqual(self.leaders(before=shown), [-1, -1], "without a session nobody knows that it is gone")

    def test_ids_where_the_controller_tells_none(self) -> None:
        self.tell(topic("t", bytes(16), state(0, 1)), topic("u", bytes(16), state(0, 1)), version=6)
        shown = self.shown()
        assert shown is not None
        self.assertEqual((shown.topic_id, self.leaders("u")), (topic_id(1), None))
        self.tree.write(TopicZnode.path("t"), TopicZnode(None, {0: (1, 2), 1: (2, 1)}).encode())
        self.assertEqual(self.shown(before=shown), shown)
        self.is_ready = False
        self.assertEqual(self.shown(before=shown), shown)

    def test_what_may_be_stale(self) -> None:
        """A topic that is new, or another one."""
        source = self.source()
        shown = self.shown()
        self.assertFalse(source.may_be_stale("t", None))
        self.tell(topic("t", topic_id(1), state(0, 1)))
        self.assertEqual((source.may_be_stale("t", None), source.may_be_stale("t", shown)), (True, False))
        self.tell(topic("t", topic_id(2), state(0, 1)))
        self.assertTrue(source.may_be_stale("t", shown))
