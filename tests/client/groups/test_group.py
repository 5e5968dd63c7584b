"""klog.client.groups.group: what is a broker's group's own; how it reads, `test_group_reader` has."""

from __future__ import annotations

from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.client.groups.classic.membership import ClassicMembership
from klog.client.groups.consumer.membership import ConsumerMembership
from klog.client.groups.group import ConsumerGroup
from klog.config import ConfigError
from klog.model import TopicPartition
from tests.client.groups.group_world import GroupWorld

T0 = TopicPartition("t", 0)


class ConsumerGroupTests(SynchronousTestCase):
    def group(self, world: GroupWorld, topics: Any = "t", **options: Any) -> ConsumerGroup:
        return ConsumerGroup(world.reactor, world.broker.bootstrap, "g", topics, auto_offset_reset="earliest", **options)

    def test_the_protocol_chooses_the_membership(self) -> None:
        world = GroupWorld(t=1)
        self.assertIsInstance(self.group(world).membership, ClassicMembership)
        self.assertIsInstance(self.group(world, group_protocol="consumer").membership, ConsumerMembership)

    def test_a_pattern_is_checked_where_it_is_ours(self) -> None:
        """Of the consumer protocol it is the broker's, which has another syntax."""
        world = GroupWorld(t=1)
        with self.assertRaises(ConfigError):
            self.group(world).subscribe(pattern="(")
        self.group(world, group_protocol="consumer").subscribe(pattern="(")

    def test_commits_are_made_as_the_member_that_the_group_knows(self) -> None:
        for kind in ({}, {"group_protocol": "consumer"}):
            world = GroupWorld(t=1)
            world.write(3)
            group = self.group(world, auto_commit_interval_ms=None, **kind)
            world.reactor.until(group.poll(timeout_ms=10_000))
            self.assertTrue(group.identity.member_id)
            self.assertEqual(group._group_commits.identity, group.identity)
            world.reactor.until(group.commit({T0: 2}))
            self.assertEqual(world.reactor.until(group.committed()), {T0: 2})
            world.reactor.until(group.stopService())

    def test_groups_in_zookeeper_are_another_class(self) -> None:
        with self.assertRaises(ConfigError) as caught:
            self.group(GroupWorld(t=1), zookeeper="zoo:2181")
        self.assertIn("klog.PaperConsumerGroup(reactor, zookeeper, group_id, topics)", str(caught.exception))

    def test_callbacks_of_the_wrong_type(self) -> None:
        for name in ("on_assigned", "on_revoked", "on_lost"):
            with self.assertRaises(ConfigError) as caught:
                self.group(GroupWorld(t=1), **{name: 5})
            self.assertEqual(str(caught.exception), f"Invalid value 5 for configuration {name}: a function is needed")
