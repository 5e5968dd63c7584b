"""What only brokers say to each other is not taken from clients: 31, and nothing happens.

Real frames, of every version, that name the right controller, epochs and ids and would do harm: have a leader follow, a copy deleted, all
brokers forgotten, a broker handed over, followers thrown out of sync, producer ids given away. They come

* by the clients' listener of a broker whose brokers have one of their own;
* to a broker without ZooKeeper, which has nobody to hear them from.

The same frames by the brokers' listener are obeyed, as the last test shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.errors import ErrorCode
from klog.testing.broker import MemoryBroker
from klog.wire.messages.allocate_producer_ids import AllocateProducerIdsRequest
from klog.wire.messages.alter_partition import AlteredPartition, AlteredTopic, AlterPartitionRequest, BrokerState
from klog.wire.messages.controlled_shutdown import ControlledShutdownRequest
from klog.wire.messages.leader_and_isr import LeaderAndIsrPartitionState, LeaderAndIsrRequest, LeaderAndIsrTopicState
from klog.wire.messages.stop_replica import (
    StopReplicaPartitionState,
    StopReplicaPartitionV0,
    StopReplicaRequest,
    StopReplicaTopicState,
    StopReplicaTopicV1,
)
from klog.wire.messages.update_metadata import UpdateMetadataPartitionState, UpdateMetadataRequest, UpdateMetadataTopicState
from klog.wire.schema import Message
from tests.broker.cluster_lives.scene import NAME, TOPIC, TWO_LISTENERS, Scene

REFUSED = ErrorCode.CLUSTER_AUTHORIZATION_FAILED
#: Above all that there are.
EPOCH = 1000


class Harm:
    """Requests that would do harm to the leader of a partition.

    :param us: the leader's number, who is the controller, too.
    :param broker_epoch: of its registration.
    """

    def __init__(self, us: int, others: list[int], broker_epoch: int, topic_id: bytes) -> None:
        self.us, self.others, self.broker_epoch, self.topic_id = us, others, broker_epoch, topic_id

    def every(self) -> Iterator[tuple[Message, int]]:
        """All of them, in all versions."""
        makers: list[tuple[int, Callable[[int], Message]]] = [
            (7, self.lead),
            (4, self.stop),
            (8, self.update),
            (3, self.shut_down),
            (3, self.alter),
            (0, self.allocate),
        ]
        for newest, make in makers:
            for version in range(newest + 1):
                yield make(version), version

    def _control(self) -> dict[str, Any]:
        return {"controller_id": self.others[0], "controller_epoch": EPOCH, "broker_epoch": self.broker_epoch}

    def lead(self, version: int) -> Message:
        """Another one leads."""
        state = LeaderAndIsrPartitionState(
            topic_name=TOPIC if version < 2 else "",
            controller_epoch=EPOCH,
            leader=self.others[0],
            leader_epoch=EPOCH,
            isr=self.others,
            replicas=[*self.others, self.us],
        )
        if version < 2:
            return LeaderAndIsrRequest(ungrouped_partition_states=[state], **self._control())
        topic = LeaderAndIsrTopicState(topic_name=TOPIC, topic_id=self.topic_id if version >= 5 else bytes(16), partition_states=[state])
        return LeaderAndIsrRequest(topic_states=[topic], **self._control())

    def stop(self, version: int) -> Message:
        """The copy is deleted."""
        given = self._control()
        if version >= 3:
            one = StopReplicaPartitionState(partition_index=0, leader_epoch=-2, delete_partition=True)
            return StopReplicaRequest(topic_states=[StopReplicaTopicState(topic_name=TOPIC, partition_states=[one])], **given)
        if version:
            return StopReplicaRequest(topics=[StopReplicaTopicV1(name=TOPIC, partition_indexes=[0])], delete_partitions=True, **given)
        old = StopReplicaPartitionV0(topic_name=TOPIC, partition_index=0)
        return StopReplicaRequest(ungrouped_partitions=[old], delete_partitions=True, **given)

    def update(self, version: int) -> Message:
        """No broker lives, and the topic is being deleted."""
        state = UpdateMetadataPartitionState(
            topic_name=TOPIC if version < 5 else "", controller_epoch=EPOCH, leader=-2, leader_epoch=EPOCH, replicas=[self.us]
        )
        if version < 5:
            return UpdateMetadataRequest(ungrouped_partition_states=[state], **self._control())
        topic = UpdateMetadataTopicState(topic_name=TOPIC, topic_id=self.topic_id if version >= 7 else bytes(16), partition_states=[state])
        return UpdateMetadataRequest(topic_states=[topic], **self._control())

    def shut_down(self, version: int) -> Message:
        """The controller hands over what it leads itself."""
        return ControlledShutdownRequest(broker_id=self.us, broker_epoch=self.broker_epoch)

    def alter(self, version: int) -> Message:
        """The leader alone is in sync."""
        us: dict[str, Any] = {"new_isr_with_epochs": [BrokerState(broker_id=self.us)]} if version >= 3 else {"new_isr": [self.us]}
        topic: dict[str, Any] = {"topic_id": self.topic_id} if version >= 2 else {"topic_name": TOPIC}
        return AlterPartitionRequest(
            broker_id=self.us, broker_epoch=self.broker_epoch, topics=[AlteredTopic(partitions=[AlteredPartition(**us)], **topic)]
        )

    def allocate(self, version: int) -> Message:
        """A thousand producer ids are gone."""
        return AllocateProducerIdsRequest(broker_id=self.us, broker_epoch=self.broker_epoch)


class ForgedControlTests(SynchronousTestCase):
    """See the module."""

    def scene(self) -> Scene:
        scene = Scene(min_in_sync=2, properties=TWO_LISTENERS)
        self.addCleanup(scene.end)
        scene.send(b"a")
        scene.cluster.advance(2)
        return scene

    def harm(self, scene: Scene) -> Harm:
        coordination: Any = scene.cluster.brokers[scene.leader].broker.coordination
        return Harm(scene.leader, scene.others, coordination.broker_epoch(), coordination.topics()[TOPIC].topic_id)

    def seen(self, scene: Scene) -> Any:
        """All that might have changed: in ZooKeeper, of replicas and their files, of what is shown of the cluster."""
        tree = scene.cluster.zookeeper.tree
        found: list[Any] = [scene.cluster.state(*NAME), scene.cluster.controller(), tree.get("/latest_producer_id_block")]
        for broker in scene.cluster.brokers.values():
            assert broker.broker.partitions is not None
            replica: Any = broker.broker.partitions.replica(*NAME)
            shown: Any = broker.broker.coordination
            found.append((replica.role, replica.leader_epoch, replica.log.end_offset, broker.file_system.exists(f"/data/{TOPIC}-0")))
            found.append((shown.topics()[TOPIC], [one.broker_id for one in shown.brokers()], shown.controller_id()))
        return found

    def test_by_the_clients_listener(self) -> None:
        scene = self.scene()
        before = self.seen(scene)
        leader = scene.cluster.brokers[scene.leader]
        for message, version in self.harm(scene).every():
            client = leader.connect("CLIENTS")
            self.assertEqual(client.ask(message, version).error_code, REFUSED, f"{message} {version}")
            client.hang_up()
        scene.cluster.advance(5)
        self.assertEqual(self.seen(scene), before)
        self.assertEqual(scene.send(b"b"), 1)

    def test_a_broker_that_is_alone(self) -> None:
        broker = MemoryBroker().start()
        broker.create_topics({TOPIC: 1})
        broker.put(TOPIC, [b"a"])
        assert broker.broker.coordination is not None and broker.broker.partitions is not None
        topic = broker.broker.coordination.topics()[TOPIC]
        for message, version in Harm(1, [2, 3], -1, topic.topic_id).every():
            client = broker.connect()
            self.assertEqual(client.ask(message, version).error_code, REFUSED, f"{message} {version}")
        broker.advance(5)
        partition = broker.broker.partitions.get(TOPIC, 0)
        assert partition is not None
        self.assertEqual((partition.ended, partition.leader_epoch, partition.log.end_offset), (ErrorCode.NONE, 0, 1))
        self.assertEqual(broker.broker.coordination.topics()[TOPIC], topic)
        self.assertEqual(broker.put(TOPIC, [b"b"]), 1)
        broker.stop()

    def test_by_the_brokers_listener(self) -> None:
        """There they are obeyed, as from a controller that is newer."""
        scene = self.scene()
        leader = scene.cluster.brokers[scene.leader]
        harm = self.harm(scene)
        self.assertEqual(leader.connect("INSIDE").ask(harm.lead(7), 7).error_code, 0)
        assert leader.broker.partitions is not None
        self.assertIsNone(leader.broker.partitions.get(*NAME))
        self.assertEqual(leader.connect("INSIDE").ask(harm.update(8), 8).error_code, 0)
        coordination: Any = leader.broker.coordination
        self.assertNotIn(TOPIC, coordination.topics())
        self.assertEqual(leader.connect("INSIDE").ask(harm.stop(4), 4).error_code, 0)
        self.assertFalse(leader.file_system.exists(f"/data/{TOPIC}-0"))
