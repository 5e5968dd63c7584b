"""klog.client.requests.transactions."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.client.requests import transactions
from klog.client.requests.group_offsets import GroupMember
from klog.model import Committed, TopicPartition
from klog.net.api_ranges import ApiRanges
from klog.span import join_parts
from klog.wire.compiled_codec import decode, encode
from klog.wire.messages.add_partitions_to_txn import (
    AddPartitionsToTxnPartitionResult,
    AddPartitionsToTxnRequest,
    AddPartitionsToTxnResponse,
    AddPartitionsToTxnTopicResult,
)
from klog.wire.messages.end_txn import EndTxnRequest
from klog.wire.messages.init_producer_id import InitProducerIdRequest
from klog.wire.messages.txn_offset_commit import TxnOffsetCommitRequest

T0, T1, U0 = TopicPartition("t", 0), TopicPartition("t", 1), TopicPartition("u", 0)


class RequestTests(SynchronousTestCase):
    def test_initialise(self) -> None:
        """Who had nothing says so in every version."""
        for version in range(6):
            request = transactions.initialise_request("x", 7, None if version < transactions.RAISING_INIT else (5, 6))
            data = memoryview(join_parts(encode(request, version)))
            self.assertEqual(decode(InitProducerIdRequest, version, data)[0], request)

    def test_partitions(self) -> None:
        request = transactions.add_partitions_request("x", (5, 6), [U0, T1, T0])
        found = decode(AddPartitionsToTxnRequest, 3, memoryview(join_parts(encode(request, 3))))[0]
        self.assertEqual([(topic.name, topic.partitions) for topic in found.v3_and_below_topics], [("t", [0, 1]), ("u", [0])])
        self.assertEqual((found.v3_and_below_producer_id, found.v3_and_below_producer_epoch), (5, 6))
        result = AddPartitionsToTxnPartitionResult(partition_index=1, partition_error_code=3)
        answer = AddPartitionsToTxnResponse(
            results_by_topic_v3_and_below=[AddPartitionsToTxnTopicResult(name="t", results_by_partition=[result])]
        )
        self.assertEqual(transactions.added_codes(answer), {T1: 3})

    def test_offsets(self) -> None:
        request = transactions.offset_commit_request("x", "g", (5, 6), {T0: 3, T1: Committed(4, 2, "m")}, GroupMember(8, "who", "i"))
        found = decode(TxnOffsetCommitRequest, 4, memoryview(join_parts(encode(request, 4))))[0]
        (topic,) = found.topics
        places = [
            (one.partition_index, one.committed_offset, one.committed_leader_epoch, one.committed_metadata) for one in topic.partitions
        ]
        self.assertEqual(places, [(0, 3, -1, ""), (1, 4, 2, "m")])
        self.assertEqual((found.generation_id, found.member_id, found.group_instance_id), (8, "who", "i"))

    def test_protocols(self) -> None:
        """By the second version only where the cluster has agreed on it, and the coordinator speaks it."""
        spoken = {EndTxnRequest.api_key: (0, 5), TxnOffsetCommitRequest.api_key: (0, 5)}
        first, second = transactions.TransactionProtocol.FIRST, transactions.TransactionProtocol.SECOND
        for level, lacks, protocol in ((2, None, second), (3, None, second), (1, None, first), (2, EndTxnRequest, first)):
            ranges = ApiRanges("b:1", spoken if lacks is None else {**spoken, lacks.api_key: (0, 4)}, {"transaction.version": level})
            self.assertIs(transactions.protocol_of(ranges), protocol)
        self.assertIs(transactions.protocol_of(ApiRanges("b:1", {}, {"transaction.version": 2})), first)
        self.assertEqual((transactions.limits(first, 4), transactions.limits(second, 4)), ((4, 0), (None, 5)))
