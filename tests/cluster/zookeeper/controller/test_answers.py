"""Tests of klog.cluster.zookeeper.controller.answers."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.zookeeper.controller.answers import Heard, heard
from klog.cluster.zookeeper.controller.pending_updates import Kind, Piece
from klog.wire.messages.leader_and_isr import (
    LeaderAndIsrPartitionError,
    LeaderAndIsrRequest,
    LeaderAndIsrResponse,
    LeaderAndIsrTopicError,
    LeaderAndIsrTopicState,
)
from klog.wire.messages.stop_replica import StopReplicaPartitionError, StopReplicaRequest, StopReplicaResponse
from klog.wire.messages.update_metadata import UpdateMetadataRequest, UpdateMetadataResponse
from tests.cluster.zookeeper.controller.worlds import at
from tests.cluster.zookeeper.tree import topic_id

ASKED = LeaderAndIsrRequest(topic_states=[LeaderAndIsrTopicState(topic_name="t", topic_id=topic_id(1))])


def roles(errors: dict[int, int], code: int = 0, asked: tuple[int, ...] = (0, 1, 2), of: int = 1) -> Heard:
    """What is heard of an answer with these errors by partition."""
    answer = LeaderAndIsrResponse(
        error_code=code,
        topics=[
            LeaderAndIsrTopicError(
                topic_id=topic_id(of),
                partition_errors=[LeaderAndIsrPartitionError(partition_index=number, error_code=each) for number, each in errors.items()],
            )
        ],
    )
    return heard(Piece(Kind.LEADERSHIP, {at("t", number): False for number in asked}), ASKED, answer)


def deleted(errors: dict[tuple[str, int], int], code: int = 0) -> Heard:
    """The same of StopReplica for t-0 and t-1."""
    answer = StopReplicaResponse(
        error_code=code,
        partition_errors=[
            StopReplicaPartitionError(topic_name=name, partition_index=number, error_code=each) for (name, number), each in errors.items()
        ],
    )
    return heard(Piece(Kind.DELETE, {at("t"): 0, at("t", 1): 0}), StopReplicaRequest(), answer)


class HeardTests(SynchronousTestCase):
    """Answers, good and bad."""

    def test_roles(self) -> None:
        self.assertEqual(roles({0: 0, 1: 56}), Heard("KAFKA_STORAGE_ERROR for t-1, perhaps more", {at("t", 1)}, {at("t")}))
        self.assertEqual(roles({0: 11}), Heard("STALE_CONTROLLER_EPOCH for t-0, perhaps more"))
        self.assertEqual(roles({0: 0, 1: 56}, code=77), Heard("STALE_BROKER_EPOCH"), "nothing was done")

    def test_what_nobody_asked(self) -> None:
        self.assertEqual(roles({7: 56}), Heard())
        self.assertEqual(roles({0: 56}, of=9), Heard())
        self.assertEqual(roles({0: 12345}).complaint, "an unknown error 12345 for t-0, perhaps more")

    def test_deletions(self) -> None:
        self.assertEqual(deleted({("t", 0): 0, ("t", 1): 0}), Heard(deleted={at("t"): 0, at("t", 1): 0}))
        found = deleted({("t", 0): 56, ("u", 0): 0})
        self.assertEqual(found.deleted, {at("t"): 56, at("t", 1): -1}, "what is not mentioned was not done")
        self.assertEqual(deleted({("t", 0): 0}, code=11).deleted, {at("t"): 11, at("t", 1): 11})

    def test_stops_and_metadata_are_only_noted(self) -> None:
        answer = StopReplicaResponse(partition_errors=[StopReplicaPartitionError(topic_name="t", partition_index=0, error_code=74)])
        self.assertEqual(
            heard(Piece(Kind.STOP, {at("t"): 1}), StopReplicaRequest(), answer), Heard("FENCED_LEADER_EPOCH for t-0, perhaps more")
        )
        self.assertEqual(
            heard(Piece(Kind.METADATA), UpdateMetadataRequest(), UpdateMetadataResponse(error_code=11)).complaint, "STALE_CONTROLLER_EPOCH"
        )
        self.assertEqual(heard(Piece(Kind.METADATA), UpdateMetadataRequest(), UpdateMetadataResponse()), Heard())

    def test_an_answer_to_something_else(self) -> None:
        for kind in Kind:
            found = heard(Piece(kind, {at("t"): 0}), UpdateMetadataRequest(), LeaderAndIsrRequest())
            self.assertEqual(found.complaint, "it is answered with LeaderAndIsrRequest")
            self.assertEqual(found.deleted, {at("t"): -1} if kind is Kind.DELETE else {})
