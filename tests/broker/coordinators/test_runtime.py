"""All shards of a coordinator: they come and go with their partitions. With groups see ``tests/broker/groups/test_coordinator.py``."""

from __future__ import annotations

import dataclasses

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.coordinators.runtime import CoordinatorRuntime, partition_of
from klog.broker.coordinators.shard import ShardState
from klog.broker.replicas.partition import Partition
from klog.cluster.interfaces import PartitionInfo, TopicInfo
from klog.errors import ErrorCode, KlogError
from tests.broker.coordinators.counters import RETENTION_S, TOPIC, CounterCoordinator
from tests.broker.groups.offsets_rig import make_environment
from tests.broker.rig import DataPathTestCase, go_on_leading, stop_leading

#: A name for each of 3 partitions.
NAMES = {partition_of(name, 3): name for name in "abc"}


class PartitionOfTests(SynchronousTestCase):
    """As Java has it."""

    def test_partition(self) -> None:
        self.assertEqual(partition_of("polygenelubricants", 50), 0)
        self.assertEqual(partition_of("a", 50), 47)
        # Where Kafka 3.9.2 and 4.3.1 write them; their hashes are below 0.
        for group_id, partition in (("static", 38), ("partly", 28), ("modern", 1), ("only-pending", 42)):
            self.assertEqual(partition_of(group_id, 50), partition)
        self.assertEqual({partition_of(f"group-{number}", 50) for number in range(1000)}, set(range(50)))
        self.assertEqual(partition_of("a" * 300, 50), partition_of("a" * 300, 50))


class RuntimeTests(DataPathTestCase):
    """Over partitions in memory."""

    def setUp(self) -> None:
        super().setUp()
        environment = self.environment = make_environment(self.clock)
        environment.coordination = self.coordination
        environment.in_thread = self.thread
        environment.now_ms = self.now_ms
        self.coordinator = CounterCoordinator(environment, self.partitions)
        self.coordination.subscribe(self.coordinator)
        self.resigned: dict[int, Partition] = {}
        self.addCleanup(lambda: self.assertEqual(self.clock.getDelayedCalls(), []))

    def refusal(self, name: str = "a") -> ErrorCode:
        return self.assertRaises(KlogError, self.coordinator.shard, name).code

    def make(self) -> TopicInfo:
        return self.create(TOPIC, 3, cleanup_policy="compact")

    def led_by(self, topic: TopicInfo, leader: int, epoch: int, *indexes: int) -> None:
        """Other leaders of these partitions: the cluster shows them, and we take the role."""
        partitions = list(topic.partitions)
        for index in indexes:
            partitions[index] = PartitionInfo(leader, epoch, (1,), (1,))
        topic = dataclasses.replace(topic, partitions=tuple(partitions))
        topics = {**self.coordination.topics(), TOPIC: topic}
        self.patch(self.coordination, "topics", lambda: topics)
        for index in indexes:
            found = self.partitions.get(TOPIC, index)
            if leader == 1:
                go_on_leading(self.partitions, found or self.resigned.pop(index), epoch)
            else:
                self.resigned[index] = self.partition(TOPIC, index)
                stop_leading(self.partitions, self.resigned[index])
        self.coordinator.roles_changed(topic, indexes)

    def test_shards_come_and_go_with_the_topic(self) -> None:
        self.coordinator.open()
        self.assertEqual(self.refusal(), ErrorCode.NOT_COORDINATOR)
        self.create("other")
        self.assertEqual(self.coordinator.shards, {})
        self.make()
        shards = dict(self.coordinator.shards)
        self.assertEqual([shard.state for shard in shards.values()], [ShardState.ACTIVE] * 3)
        self.assertIs(self.coordinator.shard(NAMES[1]), shards[1])
        self.delete("other")
        self.assertEqual(self.coordinator.shards, shards)
        self.delete(TOPIC)
        self.assertEqual((self.refusal(), shards[0].heard), (ErrorCode.NOT_COORDINATOR, ["loaded", "unloaded"]))

    def test_leaderships_that_go_and_come_back(self) -> None:
        topic = self.make()
        name = NAMES[1]
        before = self.coordinator.shard(name)
        before.add(name, "x")
        self.led_by(topic, -1, 1, 1)
        self.assertEqual((self.refusal(name), before.heard), (ErrorCode.NOT_COORDINATOR, ["loaded", "unloaded"]))
        self.assertEqual(self.assertRaises(KlogError, before.add, name, "x").code, ErrorCode.NOT_COORDINATOR)
        self.coordinator.shard(NAMES[0])
        self.thread.slow = True
        self.led_by(topic, 1, 2, 1)
        self.assertEqual((self.refusal(name), self.coordinator.count_loading()), (ErrorCode.COORDINATOR_LOAD_IN_PROGRESS, 1))
        # It goes again while it is being read, and comes back.
        self.led_by(topic, -1, 3, 1)
        self.led_by(topic, 1, 4, 1)
        self.thread.run_all()
        again = self.coordinator.shard(name)
        self.assertEqual((again.counts[name][0], again.heard), (1, ["loaded"]))
        # Where only the epoch rises, the shard stays.
        self.led_by(topic, 1, 5, 1)
        self.assertIs(self.coordinator.shard(name), again)

    def test_more_partitions_are_used_after_the_next_start(self) -> None:
        self.make()
        self.successResultOf(self.coordination.create_partitions(TOPIC, [[1]]))
        self.assertEqual((len(self.coordinator.shards), self.coordinator.partition_count), (3, 3))
        later = CounterCoordinator(self.environment, self.partitions)
        later.open()
        self.assertEqual(len(later.shards), 4)

    def test_expiry(self) -> None:
        self.make()
        for name in NAMES.values():
            self.coordinator.shard(name).add(name, "x")
        self.coordinator.expire()
        self.clock.advance(RETENTION_S)
        self.coordinator.shard(NAMES[2]).add(NAMES[2], "x")
        self.coordinator.expire()
        self.assertEqual([len(shard.counts) for shard in self.coordinator.shards.values()], [0, 0, 1])

    def test_a_mistake_in_one_shard_keeps_no_other_from_expiry(self) -> None:
        self.make()
        for name in NAMES.values():
            self.coordinator.shard(name).add(name, "x")
        self.clock.advance(RETENTION_S)
        self.coordinator.shards[0].counts["broken"] = None  # type: ignore[assignment]
        self.coordinator.shards[0].owners = None  # type: ignore[assignment]
        self.coordinator.expire()
        self.assertEqual(len(self.flushLoggedErrors(AttributeError)), 1)
        self.assertEqual([len(shard.counts) for shard in self.coordinator.shards.values()][1:], [0, 0])

    def test_a_partition_that_is_not_served(self) -> None:
        warned: list[str] = []
        self.environment.warn = warned.append
        self.make()
        self.coordinator._close_shards()
        del self.partitions._by_name[TOPIC, 1]
        self.patch(self.partitions, "missing", lambda topic, index: ErrorCode.KAFKA_STORAGE_ERROR)
        self.coordinator.open()
        self.assertEqual((sorted(self.coordinator.shards), self.refusal(NAMES[1])), ([0, 2], ErrorCode.NOT_COORDINATOR))
        self.assertEqual(warned, [f"{TOPIC}-1 is not served, so the counters that belong to it have no coordinator"])

    def test_close(self) -> None:
        topic = self.make()
        shards = list(self.coordinator.shards.values())
        self.coordinator.close()
        self.assertEqual(self.refusal(), ErrorCode.NOT_COORDINATOR)
        self.assertEqual([shard.state for shard in shards], [ShardState.FAILED] * 3)
        self.led_by(topic, 1, 1, 0)
        self.coordinator.topic_created(topic)
        self.assertEqual(self.coordinator.shards, {})

    def test_what_a_coordinator_must_bring_along(self) -> None:
        runtime: CoordinatorRuntime = CoordinatorRuntime("t", "things", self.environment, self.partitions)  # type: ignore[type-arg]
        self.create("t")
        self.assertRaises(NotImplementedError, runtime.make_shard, 0, self.partition("t"))
