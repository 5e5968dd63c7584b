"""The cluster's topics as groups see them."""

from __future__ import annotations

from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.groups.metadata_hash import group_hash, topic_hash_of
from klog.broker.groups.topic_image import TopicImage
from tests.broker.groups.consumer.rig import FakeCluster, topic_id


class Image(SynchronousTestCase):
    """`TopicImage`."""

    def setUp(self) -> None:
        self.cluster = FakeCluster()
        self.cluster.make("a", 1)
        self.cluster.make("b", 2)
        self.now_ms = 1000
        coordination: Any = self.cluster
        self.image = TopicImage(coordination, lambda: self.now_ms)

    def test_the_version_rises_with_every_change(self) -> None:
        versions = [self.image.version]
        for now_ms in (1000, 1000, 2000, 500):
            self.now_ms = now_ms
            self.image.changed("a")
            versions.append(self.image.version)
        self.assertEqual(versions, [1000, 1001, 1002, 2000, 2001])

    def test_names(self) -> None:
        self.assertEqual(self.image.name_of(topic_id("a")), "a")
        self.assertIsNone(self.image.name_of(topic_id("x")))
        self.assertEqual(set(self.image.topics), {"a", "b"})

    def test_the_hash_is_that_of_the_topics_that_exist(self) -> None:
        def one(name: str) -> int:
            return topic_hash_of(self.cluster.by_name[name], self.cluster.brokers())

        self.assertEqual(self.image.hash_of(["a", "missing", "b"]), group_hash({"a": one("a"), "b": one("b")}))
        self.assertEqual(self.image.hash_of(["missing"]), 0)

    def test_a_change_is_seen_once_it_is_told(self) -> None:
        before = self.image.hash_of(["a"])
        self.cluster.make("a", 3)
        self.assertEqual(self.image.hash_of(["a"]), before)
        self.image.changed("a")
        self.assertNotEqual(self.image.hash_of(["a"]), before)
        del self.cluster.by_name["a"]
        self.image.changed("a")
        self.assertEqual(self.image.hash_of(["a"]), 0)
