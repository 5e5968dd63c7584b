"""The coordinator: partitions of group ids, shards, their life."""

from __future__ import annotations

from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.coordinators.runtime import partition_of
from klog.broker.coordinators.shard import ShardState
from klog.errors import ErrorCode, KlogError
from klog.testing.broker import MemoryBroker
from klog.wire.messages.create_partitions import CreatePartitionsRequest, CreatePartitionsTopic
from klog.wire.messages.create_topics import CreatableTopic, CreateTopicsRequest
from klog.wire.messages.delete_topics import DeleteTopicsRequest
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from tests.broker.groups.offsets_rig import OffsetsBroker


class PartitionTests(SynchronousTestCase):
    """As Java has it."""

    def test_partition(self) -> None:
        self.assertEqual(partition_of("polygenelubricants", 50), 0)
        self.assertEqual(partition_of("a", 50), 47)
        # Where Kafka 3.9.2 and 4.3.1 write them; their hashes are below 0.
        for group_id, partition in (("static", 38), ("partly", 28), ("modern", 1), ("only-pending", 42)):
            self.assertEqual(partition_of(group_id, 50), partition)
        self.assertEqual({partition_of(f"group-{number}", 50) for number in range(1000)}, set(range(50)))


class CoordinatorTests(SynchronousTestCase):
    """Within a whole broker."""

    def setUp(self) -> None:
        self.memory = MemoryBroker({"offsets.topic.num.partitions": "3"}).start()
        self.client = self.memory.connect()

    @property
    def coordinator(self) -> Any:
        return self.memory.broker.coordinator

    def refusal(self, group: str = "g") -> ErrorCode:
        return self.assertRaises(KlogError, self.coordinator.shard, group).code

    def find(self) -> None:
        self.client.ask(FindCoordinatorRequest(key="g"), 3)

    def test_shards_come_with_the_topic(self) -> None:
        self.assertEqual(self.refusal(), ErrorCode.NOT_COORDINATOR)
        self.find()
        self.assertEqual([shard.state for shard in self.coordinator.shards.values()], [ShardState.ACTIVE] * 3)
        self.assertEqual(self.coordinator.shard("a").partition, 97 % 3)
        self.assertEqual(self.assertRaises(KlogError, self.coordinator.group, "g").code, ErrorCode.GROUP_ID_NOT_FOUND)
        self.memory.stop()
        self.memory.start()
        self.assertEqual(len(self.coordinator.shards), 3)

    def test_gauges(self) -> None:
        broker = OffsetsBroker()
        broker.commit("g")
        metrics = broker.memory.broker.metrics
        found = {
            name: next(one.value for one in metrics if one.name == name)
            for name in ("groups.count", "groups.offsets.groups.count", "groups.loading.count")
        }
        self.assertEqual(found, {"groups.count": 0, "groups.offsets.groups.count": 1, "groups.loading.count": 0})

    def test_more_partitions_do_not_move_groups(self) -> None:
        self.find()
        before = self.coordinator.shard("a").partition
        topics = [CreatePartitionsTopic(name="__consumer_offsets", count=50, assignments=None)]
        self.client.ask(CreatePartitionsRequest(topics=topics, timeout_ms=1000), 3)
        self.assertEqual(self.coordinator.shard("a").partition, before)
        self.memory.stop()
        self.memory.start()
        self.assertEqual(len(self.coordinator.shards), 50)

    def test_the_topic_is_deleted(self) -> None:
        self.find()
        shard = self.coordinator.shard("g")
        self.client.ask(DeleteTopicsRequest(topic_names=["__consumer_offsets"], timeout_ms=1000), 4)
        self.assertEqual((self.refusal(), shard.state), (ErrorCode.NOT_COORDINATOR, ShardState.FAILED))
        self.find()
        self.assertIs(self.coordinator.shard("g").state, ShardState.ACTIVE)

    def test_made_by_an_administrator(self) -> None:
        topics = [CreatableTopic(name="__consumer_offsets", num_partitions=5, replication_factor=1)]
        self.client.ask(CreateTopicsRequest(topics=topics), 5)
        self.assertEqual(len(self.coordinator.shards), 5)

    def test_close(self) -> None:
        self.find()
        coordinator = self.coordinator
        coordinator.close()
        self.assertEqual(self.refusal(), ErrorCode.NOT_COORDINATOR)
        self.memory.stop()
        self.assertEqual(self.memory.clock.getDelayedCalls(), [])

    def test_a_partition_that_cannot_be_served(self) -> None:
        self.find()
        partitions = self.memory.broker.partitions
        assert partitions is not None
        del partitions._by_name["__consumer_offsets", 1]
        coordinator = self.coordinator
        coordinator._close_shards()
        coordinator.open()
        self.assertEqual((sorted(coordinator.shards), self.refusal("a")), ([0, 2], ErrorCode.NOT_COORDINATOR))


class OffsetsOfTopicsTests(SynchronousTestCase):
    """What happens to committed offsets without anybody's asking."""

    def test_offsets_of_a_deleted_topic_go(self) -> None:
        broker = OffsetsBroker()
        broker.commit("g", 1, 5)
        broker.commit("h", 1, 5)
        broker.ask(DeleteTopicsRequest(topic_names=["t"], timeout_ms=1000), 4)
        self.assertEqual((broker.offsets("g"), broker.offsets("h")), ({}, {}))
        broker.restart()
        self.assertEqual(broker.offsets("g"), {})

    def test_offsets_expire(self) -> None:
        broker = OffsetsBroker({"offsets.retention.minutes": "10", "offsets.retention.check.interval.ms": "60000"})
        broker.commit("g", 1, 5)
        broker.memory.advance(540, 60)
        self.assertEqual(broker.offsets(), {("t", 1): 5})
        broker.memory.advance(120, 60)
        self.assertEqual(broker.offsets(), {})
