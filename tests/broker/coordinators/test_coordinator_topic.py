"""Making a coordinator's topic, that of groups."""

from __future__ import annotations

from unittest import mock

from twisted.internet.defer import Deferred, maybeDeferred

from klog.broker.coordinators.coordinator_topic import CoordinatorTopic
from klog.broker.groups.group_settings import GroupSettings
from klog.broker.groups.offsets_topic import offsets_topic
from klog.cluster.interfaces import BrokerInfo
from klog.testing.coordination import SlowDisk
from tests.broker.handlers.setting import AdminTestCase

NAME = "__consumer_offsets"


class CoordinatorTopicTests(AdminTestCase):
    """Over a coordination in memory."""

    def setUp(self) -> None:
        super().setUp()
        self.warned: list[str] = []

    def make(self, **settings: int) -> CoordinatorTopic:
        return offsets_topic(self.coordination, GroupSettings(**settings), self.warned.append)  # type: ignore[arg-type]

    def test_as_kafka_makes_it(self) -> None:
        topic = self.make()
        self.assertFalse(topic.exists)
        self.assertTrue(self.successResultOf(topic.make()))
        info = self.coordination.topics()[NAME]
        self.assertEqual((len(info.partitions), info.is_internal, info.partitions[0].replicas), (50, True, (1,)))
        self.assertEqual(dict(info.configs), {"cleanup.policy": "compact", "compression.type": "producer", "segment.bytes": str(100 << 20)})
        self.assertTrue(topic.exists)
        self.assertTrue(self.successResultOf(topic.make()))
        self.assertEqual(self.warned, [])

    def test_as_the_settings_say(self) -> None:
        self.successResultOf(self.make(offsets_topic_partitions=3, offsets_topic_segment_bytes=7_000_000).make())
        info = self.coordination.topics()[NAME]
        self.assertEqual((len(info.partitions), info.configs["segment.bytes"]), (3, "7000000"))

    def test_copies(self) -> None:
        """As many as the setting says where brokers follow each other; with fewer live brokers it is not made, and the reason is told."""
        shared = self.share(None, 2)
        topic = self.make()
        self.assertFalse(self.successResultOf(topic.make()))
        self.assertFalse(self.successResultOf(topic.make()))
        [warned] = self.warned
        self.assertIn("offsets.topic.replication.factor is 3, and 2 broker(s) are alive", warned)
        shared.others.append(BrokerInfo(3, (), "t"))
        self.assertTrue(self.successResultOf(topic.make()))
        self.assertEqual({len(set(replicas)) for replicas in shared.assigned[-1]}, {3})

    def test_made_once_however_many_ask(self) -> None:
        disk = SlowDisk()
        self.set_up(disk=disk)
        topic = self.make()
        asked: list[Deferred[bool]] = [topic.make() for _ in range(3)]
        for one in asked:
            self.assertNoResult(one)
        self.assertEqual(len(disk.waiting), 1)
        disk.finish()
        self.assertEqual([self.successResultOf(one) for one in asked], [True] * 3)

    def test_a_mistake_while_it_is_made(self) -> None:
        """Whoever asks is answered, and the next one has it tried again."""
        topic = self.make()
        with mock.patch.object(self.coordination, "create_topic", side_effect=ZeroDivisionError("a mistake")):
            asked = [maybeDeferred(topic.make) for _ in range(2)]
        self.assertEqual([self.successResultOf(one) for one in asked], [False, False])
        self.assertEqual(len(self.warned), 1)
        self.assertIn("a mistake", self.warned[0])
        self.assertTrue(self.successResultOf(topic.make()))

    def test_it_cannot_be_made(self) -> None:
        topic = self.make()
        for _ in range(2):
            self.store.fail_next_save = OSError("disk full")
            self.assertFalse(self.successResultOf(topic.make()))
        self.assertEqual(len(self.warned), 1)
        self.assertIn("disk full", self.warned[0])
        self.assertTrue(self.successResultOf(topic.make()))
