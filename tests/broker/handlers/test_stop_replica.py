"""StopReplica as it comes over the wire, in every version."""

from __future__ import annotations

from typing import Any

from klog.broker.handlers.stop_replica import StopReplicaHandler
from klog.errors import ErrorCode
from klog.wire.messages.stop_replica import (
    StopReplicaPartitionState,
    StopReplicaPartitionV0,
    StopReplicaRequest,
    StopReplicaTopicState,
    StopReplicaTopicV1,
)
from tests.broker.replicas.controlled_rig import EPOCH, ControlledCase


def stop_request(version: int, *, delete: bool = True, leader_epoch: int = -2, **more: Any) -> StopReplicaRequest:
    """t-0 is stopped."""
    given: dict[str, Any] = {"controller_id": 2, "controller_epoch": 1, "broker_epoch": EPOCH, **more}
    if version >= 3:
        state = StopReplicaPartitionState(partition_index=0, leader_epoch=leader_epoch, delete_partition=delete)
        return StopReplicaRequest(topic_states=[StopReplicaTopicState(topic_name="t", partition_states=[state])], **given)
    given["delete_partitions"] = delete
    if version == 0:
        return StopReplicaRequest(ungrouped_partitions=[StopReplicaPartitionV0(topic_name="t", partition_index=0)], **given)
    return StopReplicaRequest(topics=[StopReplicaTopicV1(name="t", partition_indexes=[0])], **given)


class StopReplicaTests(ControlledCase):
    """The handler over real replicas."""

    def answer(self, version: int, request: StopReplicaRequest, handler: Any = None) -> tuple[int, list[tuple[str, int, int]]]:
        answer = self.successResultOf(self.ask(handler or self.stopping, version, request))
        return answer.error_code, [(one.topic_name, one.partition_index, one.error_code) for one in answer.partition_errors]

    def test_every_version(self) -> None:
        for version in range(5):
            for delete in (False, True):
                with self.subTest(version=version, delete=delete):
                    self.lead(leader_epoch=2 * version + delete)
                    self.assertEqual(self.answer(version, stop_request(version, delete=delete)), (0, [("t", 0, 0)]))
                    self.assertEqual(self.fs.exists("/data/t-0"), not delete)
                    self.assertIsNone(self.partitions.get("t", 0))

    def test_refused(self) -> None:
        self.lead(leader_epoch=4)
        code = ErrorCode.FENCED_LEADER_EPOCH
        self.assertEqual(self.answer(4, stop_request(4, leader_epoch=3)), (0, [("t", 0, code)]))
        code = ErrorCode.STALE_BROKER_EPOCH
        self.assertEqual(self.answer(4, stop_request(4, broker_epoch=EPOCH - 1)), (code, [("t", 0, code)]))
        code = ErrorCode.CLUSTER_AUTHORIZATION_FAILED
        alone = StopReplicaHandler(None, self.between, is_announced=False)
        self.assertEqual(self.answer(4, stop_request(4), alone), (code, [("t", 0, code)]))
        self.listener_name = "CLIENTS"
        self.assertEqual(self.answer(4, stop_request(4)), (code, [("t", 0, code)]))
        self.assertEqual(self.partition().leader_epoch, 4)

    def test_a_disk_that_refuses(self) -> None:
        """The controller keeps the topic until it is gone."""
        self.lead()
        self.fs.fail_next_sync()
        self.assertEqual(self.answer(4, stop_request(4)), (0, [("t", 0, ErrorCode.KAFKA_STORAGE_ERROR)]))
