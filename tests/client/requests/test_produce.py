"""Produce and InitProducerId as requests and answers."""

from __future__ import annotations

import unittest

from klog.client.requests.produce import Addressed, Placed, identity_of, identity_request, least_version, produce_request
from klog.client.requests.transactions import TransactionProtocol
from klog.errors import ErrorCode, KlogError
from klog.model import NO_TOPIC_ID, TopicId, TopicPartition
from klog.records.contract import Codec
from klog.wire.messages.init_producer_id import InitProducerIdResponse
from klog.wire.messages.produce import PartitionProduceResponse, ProduceResponse, TopicProduceResponse

T, U, V = TopicPartition("t", 0), TopicPartition("t", 1), TopicPartition("v", 0)
ID, OTHER = TopicId(b"t" * 16), TopicId(b"v" * 16)


class ProduceTests(unittest.TestCase):
    """Batches."""

    def test_by_topic_with_ids_where_all_have_one(self) -> None:
        request, newest = produce_request([Addressed(T, ID, [b"1"]), Addressed(V, OTHER, [b"2"]), Addressed(U, ID, [b"3"])], -1, 700)
        self.assertEqual((request.acks, request.timeout_ms, request.transactional_id, newest), (-1, 700, None, 13))
        found = [(one.name, one.topic_id, [(each.index, each.records) for each in one.partition_data]) for one in request.topic_data]
        self.assertEqual(found, [("t", ID, [(0, [b"1"]), (1, [b"3"])]), ("v", OTHER, [(0, [b"2"])])])
        self.assertEqual(produce_request([Addressed(T, ID, [b"1"]), Addressed(V, NO_TOPIC_ID, [b"2"])], 1, 700)[1], 12)

    def test_versions(self) -> None:
        self.assertEqual({codec: least_version(codec) for codec in Codec}, dict.fromkeys(Codec, 3) | {Codec.ZSTD: 7})

    def test_within_transactions(self) -> None:
        """The version says by which version of the protocol."""
        batches = [Addressed(T, ID, [b"1"])]
        self.assertEqual(produce_request(batches, -1, 700, "x")[1], 11)
        self.assertEqual(produce_request(batches, -1, 700, "x", TransactionProtocol.SECOND)[1], 13)
        self.assertEqual(least_version(Codec.ZSTD, TransactionProtocol.SECOND), 12)

    def test_answers_by_name_and_by_id(self) -> None:
        for topic in (TopicProduceResponse(name="t"), TopicProduceResponse(topic_id=ID)):
            topic.partition_responses = [PartitionProduceResponse(index=1, base_offset=5)]
            placed = Placed(ProduceResponse(responses=[topic]))
            found = placed.of(U, ID)
            assert found is not None
            self.assertEqual(found.base_offset, 5)
            self.assertIsNone(placed.of(T, ID))
            self.assertIsNone(placed.of(TopicPartition("v", 1), OTHER))

    def test_identity(self) -> None:
        self.assertEqual((identity_request().transactional_id, identity_request().transaction_timeout_ms), (None, 2**31 - 1))
        self.assertEqual(identity_of(InitProducerIdResponse(producer_id=7, producer_epoch=2)), (7, 2))
        wrong = (
            (InitProducerIdResponse(error_code=15), ErrorCode.COORDINATOR_NOT_AVAILABLE),
            (InitProducerIdResponse(producer_id=-1, producer_epoch=0), ErrorCode.UNKNOWN_SERVER_ERROR),
        )
        for answer, code in wrong:
            with self.assertRaises(KlogError) as raised:
                identity_of(answer)
            self.assertEqual(raised.exception.code, code)


if __name__ == "__main__":
    unittest.main()
