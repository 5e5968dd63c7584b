"""LeaderAndIsr as it comes over the wire, in every version."""

from __future__ import annotations

from typing import Any

from klog.broker.handlers.leader_and_isr import LeaderAndIsrHandler
from klog.errors import ErrorCode
from klog.wire.messages.leader_and_isr import LeaderAndIsrPartitionState, LeaderAndIsrRequest, LeaderAndIsrTopicState
from tests.broker.replicas.controlled_rig import EPOCH, ControlledCase


class LeaderAndIsrTests(ControlledCase):
    """The handler over real replicas."""

    def request(self, version: int, leader: int = 1, leader_epoch: int = 0, **more: Any) -> LeaderAndIsrRequest:
        states = [
            LeaderAndIsrPartitionState(
                topic_name="t" if version < 2 else "",
                partition_index=index,
                controller_epoch=1,
                leader=leader,
                leader_epoch=leader_epoch,
                isr=[1, 2, 3],
                partition_epoch=0,
                replicas=[1, 2, 3],
                is_new=True,
            )
            for index in (0, 1)
        ]
        given: dict[str, Any] = {"controller_id": 2, "controller_epoch": 1, "broker_epoch": EPOCH, **more}
        if version < 2:
            return LeaderAndIsrRequest(ungrouped_partition_states=states, **given)
        topic_id = self.topic_id("t") if version >= 5 else bytes(16)
        return LeaderAndIsrRequest(
            topic_states=[LeaderAndIsrTopicState(topic_name="t", topic_id=topic_id, partition_states=states)], **given
        )

    def answer(self, version: int, request: LeaderAndIsrRequest, handler: Any = None) -> tuple[int, list[tuple[int, int]]]:
        answer = self.successResultOf(self.ask(handler or self.leading, version, request))
        errors = answer.partition_errors if version < 5 else [one for topic in answer.topics for one in topic.partition_errors]
        if version >= 5:
            self.assertEqual({topic.topic_id for topic in answer.topics}, {self.topic_id("t")})
        else:
            self.assertEqual({one.topic_name for one in errors}, {"t"})
        return answer.error_code, [(one.partition_index, one.error_code) for one in errors]

    def test_every_version(self) -> None:
        for version in range(8):
            with self.subTest(version=version):
                self.assertEqual(self.answer(version, self.request(version, leader_epoch=version)), (0, [(0, 0), (1, 0)]))
                self.assertEqual(self.partition("t", 1).leader_epoch, version)

    def test_refused(self) -> None:
        """For another life of ours, of a controller that was replaced, and while the broker stops."""
        self.answer(7, self.request(7, controller_epoch=5))
        for code, more in (
            (ErrorCode.STALE_BROKER_EPOCH, {"broker_epoch": EPOCH - 1, "controller_epoch": 5}),
            (ErrorCode.STALE_CONTROLLER_EPOCH, {"controller_epoch": 4}),
        ):
            self.assertEqual(self.answer(7, self.request(7, leader_epoch=9, **more)), (code, [(0, code), (1, code)]))
        self.partitions.close()
        code = ErrorCode.BROKER_NOT_AVAILABLE
        self.assertEqual(self.answer(7, self.request(7, leader_epoch=9, controller_epoch=5)), (code, [(0, code), (1, code)]))
        self.assertEqual(self.partition("t", 1).leader_epoch, 0)

    def test_who_may_not(self) -> None:
        """From elsewhere than the brokers' listener, and where there is no controller."""
        code = ErrorCode.CLUSTER_AUTHORIZATION_FAILED
        alone = LeaderAndIsrHandler(None, self.between, is_announced=False)
        self.assertEqual(self.answer(7, self.request(7), alone), (code, [(0, code), (1, code)]))
        self.listener_name = "CLIENTS"
        self.assertEqual(self.answer(7, self.request(7)), (code, [(0, code), (1, code)]))
        self.assertIsNone(self.partitions.get("t", 0))
