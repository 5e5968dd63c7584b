"""What is obeyed of the controller's requests, row by row."""

from __future__ import annotations

import dataclasses
import unittest

from klog.errors import ErrorCode
from klog.model import NO_TOPIC_ID
from klog.replication.control import (
    ControlEpochs,
    Known,
    PartitionStop,
    PartitionTold,
    Verdict,
    check_leader_and_isr,
    check_stop_replica,
    stops_of,
    told_of,
)
from klog.wire.messages.leader_and_isr import LeaderAndIsrPartitionState, LeaderAndIsrRequest, LeaderAndIsrTopicState
from klog.wire.messages.stop_replica import (
    StopReplicaPartitionState,
    StopReplicaPartitionV0,
    StopReplicaRequest,
    StopReplicaTopicState,
    StopReplicaTopicV1,
)

ID = bytes(range(16))
OTHER_ID = bytes(range(1, 17))
TOLD = PartitionTold("t", ID, 0, 3, 1, 5, (1, 2), 10, (1, 2, 3))


class ControlEpochsTests(unittest.TestCase):
    """The epochs of whole requests."""

    def setUp(self) -> None:
        self.epochs = ControlEpochs()

    def test_the_highest_controller_epoch_is_remembered(self) -> None:
        self.assertIs(self.epochs.check(3, 50, 50), ErrorCode.NONE)
        self.assertIs(self.epochs.check(3, 50, 50), ErrorCode.NONE)
        self.assertIs(self.epochs.check(2, 50, 50), ErrorCode.STALE_CONTROLLER_EPOCH)
        self.assertIs(self.epochs.check(4, 50, 50), ErrorCode.NONE)
        self.assertIs(self.epochs.check(3, 50, 50), ErrorCode.STALE_CONTROLLER_EPOCH)
        self.assertEqual(self.epochs.controller_epoch, 4)

    def test_an_earlier_life(self) -> None:
        """KAFKA-7235: nothing of such a request counts, not its controller epoch either."""
        self.assertIs(self.epochs.check(9, 49, 50), ErrorCode.STALE_BROKER_EPOCH)
        self.assertEqual(self.epochs.controller_epoch, 0)
        self.assertIs(self.epochs.check(9, 51, 50), ErrorCode.NONE, "the controller may know first")
        self.assertIs(self.epochs.check(9, -1, 50), ErrorCode.NONE, "an old sender")

    def test_the_broker_epoch_is_looked_at_first(self) -> None:
        self.epochs.check(9, -1, 50)
        self.assertIs(self.epochs.check(8, 49, 50), ErrorCode.STALE_BROKER_EPOCH)

    def test_before_we_are_registered(self) -> None:
        self.assertTrue(self.epochs.is_too_early(50, -1))
        self.assertFalse(self.epochs.is_too_early(-1, -1))
        self.assertFalse(self.epochs.is_too_early(50, 40))


class CheckLeaderAndIsrTests(unittest.TestCase):
    """One partition of a LeaderAndIsr."""

    def check(self, known: Known | None, us: int = 1, told: PartitionTold = TOLD) -> Verdict | ErrorCode:
        return check_leader_and_isr(told, us, known)

    def test_a_fresh_process_obeys(self) -> None:
        """The repetition after a restart counts."""
        for known in (None, Known(), Known(ID)):
            self.assertIs(self.check(known), Verdict.BECOME_LEADER)
            self.assertIs(self.check(known, us=3), Verdict.BECOME_FOLLOWER)

    def test_the_first_epoch_is_zero(self) -> None:
        self.assertIs(self.check(Known(), told=dataclasses.replace(TOLD, leader_epoch=0)), Verdict.BECOME_LEADER)

    def test_a_leader_that_there_is_not(self) -> None:
        self.assertIs(self.check(Known(ID, 4, 9), told=dataclasses.replace(TOLD, leader=-1)), Verdict.BECOME_FOLLOWER)

    def test_leader_epochs(self) -> None:
        self.assertIs(self.check(Known(ID, 4, 9)), Verdict.BECOME_LEADER)
        self.assertIs(self.check(Known(ID, 5, 10)), ErrorCode.STALE_CONTROLLER_EPOCH)
        self.assertIs(self.check(Known(ID, 6, 9)), ErrorCode.STALE_CONTROLLER_EPOCH)

    def test_partition_epochs(self) -> None:
        """KAFKA-12686: the answer to AlterPartition was faster."""
        self.assertIs(self.check(Known(ID, 4, 10)), Verdict.BECOME_LEADER)
        for us in (1, 3):
            self.assertIs(self.check(Known(ID, 4, 11), us=us), Verdict.SKIP)

    def test_we_are_no_replica(self) -> None:
        self.assertIs(self.check(None, us=4), ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.assertIs(self.check(None, us=4, told=dataclasses.replace(TOLD, leader=4)), ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.assertIs(self.check(Known(ID, 6), us=4), ErrorCode.STALE_CONTROLLER_EPOCH, "the epoch is looked at first")

    def test_topic_ids(self) -> None:
        self.assertIs(self.check(Known(OTHER_ID)), ErrorCode.INCONSISTENT_TOPIC_ID)
        self.assertIs(self.check(Known(OTHER_ID, 9)), ErrorCode.INCONSISTENT_TOPIC_ID)
        self.assertIs(self.check(Known(NO_TOPIC_ID, 4, 9)), Verdict.BECOME_LEADER)
        self.assertIs(self.check(Known(ID, 4, 9), told=dataclasses.replace(TOLD, topic_id=NO_TOPIC_ID)), Verdict.BECOME_LEADER)

    def test_a_topic_id_at_the_same_epoch(self) -> None:
        """A controller that was upgraded gives ids to what there is, without an election; one that was downgraded takes them away."""
        without = dataclasses.replace(TOLD, topic_id=NO_TOPIC_ID)
        self.assertIs(self.check(Known(NO_TOPIC_ID, 5, 10)), Verdict.TAKE_TOPIC_ID)
        self.assertIs(self.check(Known(ID, 5, 10), us=3, told=without), Verdict.SKIP)
        self.assertIs(self.check(Known(ID, 5, 10), told=without), ErrorCode.STALE_CONTROLLER_EPOCH)
        self.assertIs(self.check(Known(NO_TOPIC_ID, 5, 10), told=without), ErrorCode.STALE_CONTROLLER_EPOCH)

    def test_a_directory_out_of_service(self) -> None:
        self.assertIs(self.check(Known(OTHER_ID, 9, 9, True)), ErrorCode.KAFKA_STORAGE_ERROR)


class CheckStopReplicaTests(unittest.TestCase):
    """One partition of a StopReplica."""

    def test_leader_epochs(self) -> None:
        """KAFKA-9539: a late one does not stop what has come back."""
        known = Known(ID, 5, 10)
        for epoch, code in (
            (4, ErrorCode.FENCED_LEADER_EPOCH),
            (5, ErrorCode.NONE),
            (6, ErrorCode.NONE),
            (-1, ErrorCode.NONE),
            (-2, ErrorCode.NONE),
            (-3, ErrorCode.FENCED_LEADER_EPOCH),
        ):
            self.assertIs(check_stop_replica(epoch, known), code, epoch)

    def test_what_there_is_not(self) -> None:
        self.assertIs(check_stop_replica(4, None), ErrorCode.NONE)

    def test_a_directory_out_of_service(self) -> None:
        self.assertIs(check_stop_replica(-2, Known(ID, 5, 10, True)), ErrorCode.KAFKA_STORAGE_ERROR)


class RequestTests(unittest.TestCase):
    """What requests of every version say."""

    def test_leader_and_isr(self) -> None:
        def state(partition: int, **more: object) -> LeaderAndIsrPartitionState:
            made = LeaderAndIsrPartitionState(
                partition_index=partition, controller_epoch=3, leader=1, leader_epoch=5, isr=[2, 1], partition_epoch=10, replicas=[1, 2, 3]
            )
            for name, value in more.items():
                setattr(made, name, value)
            return made

        request = LeaderAndIsrRequest(
            controller_epoch=3,
            topic_states=[
                LeaderAndIsrTopicState(topic_name="a", topic_id=ID, partition_states=[state(0), state(1, is_new=True)]),
                LeaderAndIsrTopicState(
                    topic_name="b",
                    topic_id=OTHER_ID,
                    partition_states=[state(7, adding_replicas=[3], removing_replicas=[2], leader_recovery_state=1)],
                ),
            ],
            ungrouped_partition_states=[state(0, topic_name="c")],
        )
        told = PartitionTold("a", ID, 0, 3, 1, 5, (2, 1), 10, (1, 2, 3))
        self.assertEqual(
            told_of(request, 7),
            [
                told,
                dataclasses.replace(told, partition=1, is_new=True),
                dataclasses.replace(
                    told, topic="b", topic_id=OTHER_ID, partition=7, adding_replicas=(3,), removing_replicas=(2,), is_recovering=True
                ),
            ],
        )
        for version in (0, 1):
            self.assertEqual(told_of(request, version), [dataclasses.replace(told, topic="c", topic_id=NO_TOPIC_ID)])

    def test_stop_replica(self) -> None:
        request = StopReplicaRequest(
            delete_partitions=True,
            ungrouped_partitions=[StopReplicaPartitionV0(topic_name="c", partition_index=2)],
            topics=[StopReplicaTopicV1(name="a", partition_indexes=[0, 1])],
            topic_states=[
                StopReplicaTopicState(
                    topic_name="b",
                    partition_states=[
                        StopReplicaPartitionState(partition_index=0, leader_epoch=-2, delete_partition=True),
                        StopReplicaPartitionState(partition_index=1, leader_epoch=5),
                    ],
                )
            ],
        )
        self.assertEqual(stops_of(request, 0), [PartitionStop("c", 2, -1, True)])
        for version in (1, 2):
            self.assertEqual(stops_of(request, version), [PartitionStop("a", 0, -1, True), PartitionStop("a", 1, -1, True)])
        for version in (3, 4):
            self.assertEqual(stops_of(request, version), [PartitionStop("b", 0, -2, True), PartitionStop("b", 1, 5, False)])


if __name__ == "__main__":
    unittest.main()
