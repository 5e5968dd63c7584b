"""Offsets of groups without a reactor: on klog's broker, and on a cluster of dicts whose coordinators move."""

from __future__ import annotations

import random
import unittest
from typing import Any

from twisted.internet.task import Clock

from klog.client.blocking.client import BlockingClient
from klog.client.blocking.groups import GroupOffsets
from klog.client.retry import NobodyAnswers
from klog.errors import ErrorCode, KlogError
from klog.model import Committed, TopicPartition
from klog.testing.embedded import Broker
from klog.wire.messages.offset_commit import (
    OffsetCommitRequest,
    OffsetCommitResponse,
    OffsetCommitResponsePartition,
    OffsetCommitResponseTopic,
)
from klog.wire.messages.offset_fetch import (
    OffsetFetchRequest,
    OffsetFetchResponse,
    OffsetFetchResponsePartition,
    OffsetFetchResponseTopic,
)
from tests.client.fake_cluster import BlockingFake, FakeCluster

TP, OTHER = TopicPartition("t", 0), TopicPartition("t", 1)


class BrokerTests(unittest.TestCase):
    """On klog's broker, over a socket."""

    def test_a_journey(self) -> None:
        with Broker(topics={"t": 2}) as broker, BlockingClient(broker.bootstrap) as client:
            group = GroupOffsets(client, "readers")
            self.assertEqual(group.fetch(), {})
            group.commit({})
            group.commit({TP: 7, OTHER: Committed(9, 0, "by the test")})
            self.assertEqual(group.fetch(), {TP: Committed(7, -1, ""), OTHER: Committed(9, 0, "by the test")})
            self.assertEqual(group.fetch([OTHER]), {OTHER: Committed(9, 0, "by the test")})
            self.assertEqual(group.fetch([]), {})
            group.commit({TP: 8})
            self.assertEqual(GroupOffsets(client, "readers").fetch([TP])[TP].offset, 8)
            self.assertEqual(GroupOffsets(client, "others").fetch([TP]), {})

    def test_a_topic_that_does_not_exist(self) -> None:
        with Broker() as broker, BlockingClient(broker.bootstrap) as client, self.assertRaises(KlogError) as caught:
            GroupOffsets(client, "readers").commit({TP: 1}, timeout_ms=3_000)
        self.assertIs(caught.exception.code, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.assertIn("group readers", str(caught.exception))
        self.assertIn("t-0", str(caught.exception))


class ClusterTests(unittest.TestCase):
    """On a cluster of dicts."""

    def setUp(self) -> None:
        self.clock = Clock()
        self.cluster = FakeCluster(self.clock)
        self.cluster.topics["t"] = [(1, 1), (2, 1)]
        self.cluster.groups["g"] = 2
        self.asked: list[tuple[str, int]] = []
        self.codes: list[ErrorCode] = []
        self.cluster.handlers[OffsetCommitRequest] = self.committed
        self.cluster.handlers[OffsetFetchRequest] = self.fetched

        def connect(host: str, port: int) -> Any:
            return BlockingFake(self.cluster, host, port)

        self.client = BlockingClient(
            "host1,host2,host3", random=random.Random(2), clock=self.clock.seconds, sleep=self.clock.advance, connect=connect
        )
        self.addCleanup(self.client.close)
        self.group = GroupOffsets(self.client, "g", clock=self.clock.seconds, sleep=self.clock.advance, random=random.Random(3))

    def committed(self, server: tuple[str, int], request: OffsetCommitRequest) -> OffsetCommitResponse:
        self.asked.append(server)
        code = self.codes.pop(0) if self.codes else ErrorCode.NONE
        partitions = [
            OffsetCommitResponsePartition(partition_index=one.partition_index, error_code=code if number == 0 else 0)
            for number, one in enumerate(request.topics[0].partitions)
        ]
        return OffsetCommitResponse(topics=[OffsetCommitResponseTopic(name="t", partitions=partitions)])

    def fetched(self, server: tuple[str, int], request: OffsetFetchRequest) -> OffsetFetchResponse:
        self.asked.append(server)
        code = self.codes.pop(0) if self.codes else ErrorCode.NONE
        one = OffsetFetchResponsePartition(partition_index=0, committed_offset=5, committed_leader_epoch=3, metadata=None)
        none = OffsetFetchResponsePartition(partition_index=1, committed_offset=-1, metadata="")
        return OffsetFetchResponse(error_code=code, topics=[OffsetFetchResponseTopic(name="t", partitions=[one, none])])

    def test_the_coordinator_is_asked_and_remembered(self) -> None:
        self.group.commit({TP: 1, OTHER: 2})
        self.assertEqual(self.group.fetch([TP, OTHER]), {TP: Committed(5, 3, "")})
        self.assertEqual(self.asked, [self.cluster.nodes[2]] * 2)
        self.assertEqual(sum(type(message).__name__ == "FindCoordinatorRequest" for _, message in self.cluster.asked), 1)

    def test_a_coordinator_that_moved(self) -> None:
        self.group.commit({TP: 1})
        self.cluster.groups["g"] = 3
        self.codes = [ErrorCode.NOT_COORDINATOR]
        self.group.commit({TP: 1, OTHER: 2})
        self.assertEqual(self.asked, [self.cluster.nodes[2], self.cluster.nodes[2], self.cluster.nodes[3]])
        self.codes = [ErrorCode.COORDINATOR_LOAD_IN_PROGRESS]
        self.assertEqual(self.group.fetch()[TP].offset, 5)

    def test_only_what_was_refused_is_sent_again(self) -> None:
        self.codes = [ErrorCode.COORDINATOR_LOAD_IN_PROGRESS]
        self.group.commit({TP: 1, OTHER: 2})
        sent = [message for _, message in self.cluster.asked if isinstance(message, OffsetCommitRequest)]
        self.assertEqual([[one.partition_index for one in request.topics[0].partitions] for request in sent], [[0, 1], [0]])

    def test_a_coordinator_that_dies(self) -> None:
        self.group.commit({TP: 1})
        self.cluster.groups["g"] = 1
        self.cluster.crash(self.cluster.nodes[2])
        self.group.commit({TP: 2})
        self.assertEqual(self.asked[-1], self.cluster.nodes[1])

    def test_a_final_error_is_not_asked_again(self) -> None:
        self.codes = [ErrorCode.UNKNOWN_MEMBER_ID]
        with self.assertRaises(KlogError) as caught:
            self.group.commit({TP: 1})
        self.assertIs(caught.exception.code, ErrorCode.UNKNOWN_MEMBER_ID)
        self.codes = [ErrorCode.GROUP_AUTHORIZATION_FAILED]
        with self.assertRaises(KlogError) as caught:
            self.group.fetch()
        self.assertIs(caught.exception.code, ErrorCode.GROUP_AUTHORIZATION_FAILED)
        self.assertEqual(len(self.asked), 2)

    def test_no_coordinator_in_time(self) -> None:
        self.cluster.groups["g"] = ErrorCode.COORDINATOR_NOT_AVAILABLE
        with self.assertRaises(KlogError) as caught:
            self.group.commit({TP: 1}, timeout_ms=1_000)
        self.assertIs(caught.exception.code, ErrorCode.COORDINATOR_NOT_AVAILABLE)
        self.assertLess(self.clock.seconds(), 2)

    def test_nobody_answers(self) -> None:
        self.cluster.up.clear()
        with self.assertRaises(NobodyAnswers):
            self.group.fetch(timeout_ms=1_000)
