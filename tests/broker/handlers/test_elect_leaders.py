"""ElectLeaders: asked of the controller that this broker may be."""

from __future__ import annotations

from typing import Any

from klog.broker.handlers.elect_leaders import ElectLeadersHandler
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.wire.compiled_codec import encode
from klog.wire.messages.elect_leaders import ElectLeadersRequest, TopicPartitions
from tests.broker.replicas.controlled_rig import ControlledCase


class ElectLeadersTests(ControlledCase):
    """The handler."""

    def answer(self, version: int, **more: Any) -> Any:
        given: dict[str, Any] = {"topic_partitions": [TopicPartitions(topic="t", partitions=[0, 1])], **more}
        return self.outcome(self.ask(ElectLeadersHandler(self.coordination), version, ElectLeadersRequest(**given)))

    def results(self, answer: Any) -> list[tuple[str, int, int]]:
        return [
            (topic.topic, one.partition_id, one.error_code) for topic in answer.replica_election_results for one in topic.partition_result
        ]

    def test_outcomes(self) -> None:
        """Each partition with its own, in every version; version 0 elects preferred leaders."""
        at = [TopicPartition("t", 0), TopicPartition("t", 1)]
        self.coordination.answer = {at[0]: None, at[1]: KlogError(ErrorCode.ELECTION_NOT_NEEDED)}
        for version in range(3):
            answer = self.answer(version, timeout_ms=7)
            self.assertEqual(self.results(answer), [("t", 0, 0), ("t", 1, ErrorCode.ELECTION_NOT_NEEDED)])
            self.assertEqual(self.coordination.asked[-1], (0, at, 7))
        self.answer(2, election_type=1, topic_partitions=None)
        self.assertEqual(self.coordination.asked[-1][:2], (1, None))

    def test_refused(self) -> None:
        answer = self.answer(2)
        self.assertEqual((answer.error_code, self.results(answer)[0][2]), (ErrorCode.NOT_CONTROLLER, ErrorCode.NOT_CONTROLLER))
        answer = self.answer(2, election_type=7)
        self.assertEqual(answer.error_code, ErrorCode.INVALID_REQUEST)
        self.assertEqual(len(self.coordination.asked), 1)

    def test_refused_in_every_version(self) -> None:
        """Version 0 has no error for the whole, and says it of each partition only."""
        for version in range(3):
            answer = self.answer(version)
            self.assertEqual({code for _, _, code in self.results(answer)}, {ErrorCode.NOT_CONTROLLER})
            self.assertGreater(len(encode(answer, version)), 0)
