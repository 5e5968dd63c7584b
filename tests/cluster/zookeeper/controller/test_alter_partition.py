"""Tests of klog.cluster.zookeeper.controller.alter_partition: the tables, row by row."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.zookeeper.controller.acts import SetState
from klog.cluster.zookeeper.controller.alter_partition import Altered, alter_partition
from klog.errors import ErrorCode
from klog.wire.messages.alter_partition import AlteredPartition, AlteredTopic, AlterPartitionRequest, BrokerState
from klog.zookeeper.znodes import PartitionState
from tests.cluster.zookeeper.controller.worlds import ViewWorld, at
from tests.cluster.zookeeper.tree import topic_id

T = topic_id(ord("t"))


class AlterPartitionTests(SynchronousTestCase):
    """Partition t-0 of 1, 2 and 3, led by 1 with epoch 5; 1 and 2 are in sync. Its partition epoch is 2."""

    def setUp(self) -> None:
        self.world = ViewWorld()
        for broker_id in (1, 2, 3):
            self.world.tree.broker(broker_id)
        for _ in range(3):
            self.world.partition("t", 0, (1, 2, 3), 1, (1, 2), 5)

    def ask(
        self,
        in_sync: tuple[int, ...] = (1, 2, 3),
        *,
        broker_id: int = 1,
        epoch: int | None = None,
        leader_epoch: int = 5,
        partition_epoch: int = 2,
        recovery: int = 0,
        version: int = 3,
        partition: int = 0,
        topic: bytes = T,
        name: str = "t",
    ) -> Altered:
        asked = AlteredPartition(
            partition_index=partition, leader_epoch=leader_epoch, partition_epoch=partition_epoch, leader_recovery_state=recovery
        )
        if version >= 3:
            asked.new_isr_with_epochs = [BrokerState(broker_id=each) for each in in_sync]
        else:
            asked.new_isr = list(in_sync)
        known = self.world.brokers.epoch(broker_id)
        request = AlterPartitionRequest(
            broker_id=broker_id,
            broker_epoch=(-1 if known is None else known) if epoch is None else epoch,
            topics=[
                AlteredTopic(topic_name=name if version < 2 else "", topic_id=topic if version >= 2 else bytes(16), partitions=[asked])
            ],
        )
        return alter_partition(self.world.view, self.world.brokers, request, version, 9)

    def code(self, altered: Altered) -> ErrorCode:
        """Of the only partition."""
        self.assertEqual((altered.response.error_code, altered.changes), (0, []))
        return ErrorCode(altered.response.topics[0].partitions[0].error_code)

    def test_written(self) -> None:
        for version in (0, 1, 2, 3):
            altered = self.ask(version=version)
            change = altered.changes[0]
            self.assertEqual(change.at, at("t"))
            self.assertEqual(change.act, SetState("t", 0, PartitionState(1, 5, 9, (1, 2, 3)), 2))
            answered = altered.response.topics[0]
            self.assertEqual((answered.topic_name, answered.topic_id), ("t", bytes(16)) if version < 2 else ("", T))
            change.done()
            answer = answered.partitions[0]
            self.assertEqual(
                (
                    answer.error_code,
                    answer.leader_id,
                    answer.leader_epoch,
                    answer.isr,
                    answer.leader_recovery_state,
                    answer.partition_epoch,
                ),
                (0, 1, 5, [1, 2, 3], 0, 3),
            )
            change.failed(ErrorCode.INVALID_UPDATE_VERSION)
            self.assertEqual(answer.error_code, ErrorCode.INVALID_UPDATE_VERSION)

    def test_broker_of_another_life(self) -> None:
        for altered in (self.ask(epoch=1), self.ask(epoch=10**9), self.ask(epoch=-1), self.ask(broker_id=8)):
            self.assertEqual((altered.response.error_code, altered.response.topics), (ErrorCode.STALE_BROKER_EPOCH, []))

    def test_unknown(self) -> None:
        self.assertIs(self.code(self.ask(topic=topic_id(99))), ErrorCode.UNKNOWN_TOPIC_ID)
        self.assertIs(self.code(self.ask(topic=bytes(16))), ErrorCode.UNKNOWN_TOPIC_ID)
        self.assertIs(self.code(self.ask(partition=7)), ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.assertIs(self.code(self.ask(name="u", version=1)), ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.world.tree.write("/admin/delete_topics/t")
        self.world.look()
        self.assertIs(self.code(self.ask()), ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)

    def test_topic_whose_id_was_dropped_just_now(self) -> None:
        self.world.tree.topic("t", {0: (1, 2, 3)})
        self.world.look()
        self.assertEqual(len(self.ask().changes), 1)

    def test_we_are_behind(self) -> None:
        self.assertIs(self.code(self.ask(partition_epoch=3)), ErrorCode.NOT_CONTROLLER)
        self.assertIs(self.code(self.ask(leader_epoch=6)), ErrorCode.NOT_CONTROLLER)

    def test_no_leader_any_more(self) -> None:
        self.assertIs(self.code(self.ask(leader_epoch=4)), ErrorCode.FENCED_LEADER_EPOCH)
        self.assertIs(self.code(self.ask(broker_id=2)), ErrorCode.FENCED_LEADER_EPOCH)
        self.world.tree.broker(1)
        self.world.look()
        self.assertIs(self.code(self.ask()), ErrorCode.FENCED_LEADER_EPOCH, "what it led in an earlier life")

    def test_so_already(self) -> None:
        for partition_epoch in (0, 1, 2):
            altered = self.ask((1, 2), partition_epoch=partition_epoch)
            self.assertIs(self.code(altered), ErrorCode.NONE)
            answer = altered.response.topics[0].partitions[0]
            self.assertEqual((answer.isr, answer.partition_epoch), ([1, 2], 2))

    def test_behind(self) -> None:
        self.assertIs(self.code(self.ask(partition_epoch=1)), ErrorCode.INVALID_UPDATE_VERSION)

    def test_recovery(self) -> None:
        self.assertIs(self.code(self.ask((1, 2, 3), recovery=1)), ErrorCode.INVALID_REQUEST)
        self.assertIs(self.code(self.ask((1, 2, 3), recovery=5)), ErrorCode.INVALID_REQUEST)
        self.world.tree.state("t", 0, PartitionState(1, 5, 1, (1,), leader_recovery_state=1))
        self.world.look()
        self.assertIs(self.code(self.ask((1,), recovery=1, partition_epoch=3)), ErrorCode.NONE)
        altered = self.ask((1,), recovery=0, partition_epoch=3)
        self.assertEqual(altered.changes[0].act.state, PartitionState(1, 5, 9, (1,)))

    def test_led_anew(self) -> None:
        """A leader that is about to cut its log is elected once more, alone; not where anything of the usual is against it."""
        altered = self.ask((1,), recovery=1)
        self.assertEqual(altered.changes[0].act, SetState("t", 0, PartitionState(1, 6, 9, (1,), 1), 2))
        altered.changes[0].done()
        answer = altered.response.topics[0].partitions[0]
        self.assertEqual((answer.leader_epoch, answer.isr, answer.leader_recovery_state, answer.partition_epoch), (6, [1], 1, 3))
        self.assertIs(self.code(self.ask((2,), recovery=1)), ErrorCode.INVALID_REQUEST, "who asks is not in it")
        self.assertIs(self.code(self.ask((2,), broker_id=2, recovery=1)), ErrorCode.FENCED_LEADER_EPOCH)
        self.assertIs(self.code(self.ask((1,), recovery=1, partition_epoch=1)), ErrorCode.INVALID_UPDATE_VERSION)
        # Asked once more, since the answer got lost.
        self.world.tree.state("t", 0, altered.changes[0].act.state)
        self.world.look()
        self.assertIs(self.code(self.ask((1,), recovery=1)), ErrorCode.FENCED_LEADER_EPOCH)

    def test_ineligible(self) -> None:
        self.world.brokers.leaving.add(3)
        self.assertIs(self.code(self.ask()), ErrorCode.INELIGIBLE_REPLICA)
        self.assertIs(self.code(self.ask(version=1)), ErrorCode.OPERATION_NOT_ATTEMPTED)
        self.world.tree.delete("/brokers/ids/3")
        self.world.look()
        self.assertIs(self.code(self.ask()), ErrorCode.INELIGIBLE_REPLICA)

    def test_ineligible_as_kafka_2_8_asks(self) -> None:
        """It would never ask again after an error (KAFKA-12686): it is told what is so, as of a newer partition epoch."""
        self.world.brokers.leaving.add(3)
        before = self.world.view.topics["t"].newest(0)
        assert before is not None and before.state is not None
        (change,) = self.ask(version=0).changes
        self.assertEqual((change.act.state.isr, change.act.version), (before.state.isr, before.version))
        change.done()
        answer = change.answer
        self.assertEqual((answer.error_code, answer.isr, answer.partition_epoch), (0, list(before.state.isr), before.version + 1))

    def test_nothing_is_written_over_who_must_leave_first(self) -> None:
        """To write the state as it is would make a restart older than the state: who has not all that was committed would be in sync."""
        for gone in (False, True):
            self.setUp()
            if gone:
                self.world.tree.delete("/brokers/ids/2")
            else:
                self.world.tree.broker(2)
            self.world.look()
            for in_sync in ((1, 2, 3), (1, 2, 8)):
                self.assertIs(self.code(self.ask(in_sync, version=0)), ErrorCode.FENCED_LEADER_EPOCH, "LeaderAndIsr is coming")

    def test_kafka_2_8_asks_once_more(self) -> None:
        """Its answer was lost, or ZooKeeper's, and the state is another one by now: it goes on from that. After an error it would not."""
        for version in (0, 1):
            self.setUp()
            self.world.brokers.leaving.add(3)
            if version == 0:
                (change,) = self.ask(version=0).changes
                self.world.tree.state("t", 0, change.act.state)
                self.world.look()
            else:
                self.world.partition("t", 0, (1, 2, 3), 1, (1, 2), 5)
            altered = self.ask(version=version, partition_epoch=2)
            code = self.code(altered)
            if version:
                self.assertIs(code, ErrorCode.INVALID_UPDATE_VERSION)
            else:
                answer = altered.response.topics[0].partitions[0]
                self.assertEqual((code, answer.isr, answer.partition_epoch), (0, [1, 2], 3))

    def test_kafka_2_8_asks_for_who_is_no_replica(self) -> None:
        self.world.tree.broker(4)
        self.world.look()
        (change,) = self.ask((1, 2, 4), version=0).changes
        self.assertEqual(change.act.state.isr, (1, 2))

    def test_what_cannot_be_written_fails_for_kafka_2_8_as_a_whole(self) -> None:
        """Such a request it sends again; a partition with an error it gives up."""
        for code in (ErrorCode.INVALID_UPDATE_VERSION, ErrorCode.UNKNOWN_SERVER_ERROR):
            altered = self.ask(version=0)
            altered.changes[0].failed(code)
            self.assertEqual((altered.response.error_code, altered.response.topics), (ErrorCode.UNKNOWN_SERVER_ERROR, []))
            altered = self.ask(version=1)
            altered.changes[0].failed(code)
            self.assertEqual((altered.response.error_code, altered.response.topics[0].partitions[0].error_code), (0, code))

    def test_registered_anew(self) -> None:
        self.world.tree.broker(3)
        self.world.look()
        self.assertEqual(len(self.ask().changes), 1, "whoever joins was seen by the leader in this life")
        self.world.tree.broker(2)
        self.world.look()
        self.assertIs(self.code(self.ask()), ErrorCode.INELIGIBLE_REPLICA, "whoever was in sync before must leave first")

    def test_nonsense(self) -> None:
        for in_sync in ((), (2, 3), (1, 1), (1, 2, 2)):
            self.assertIs(self.code(self.ask(in_sync)), ErrorCode.INVALID_REQUEST)
        self.world.tree.broker(4)
        self.world.look()
        self.assertIs(self.code(self.ask((1, 2, 4))), ErrorCode.INVALID_REQUEST, "not a replica")

    def test_a_mark_of_before_goes(self) -> None:
        self.world.tree.state("t", 0, PartitionState(1, 5, 1, (1,)))
        self.world.look()
        self.assertEqual(self.ask((1, 2), partition_epoch=3).changes[0].act.state, PartitionState(1, 5, 9, (1, 2)))
