"""WriteTxnMarkers to other brokers."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.transactions.marker_sender import EndMarker
from klog.broker.transactions.remote_markers import MOST_PARTITIONS, MarkerBatching, MarkerQuestion, MarkerQueues
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.wire.messages.write_txn_markers import (
    WritableTxnMarkerPartitionResult,
    WritableTxnMarkerResult,
    WritableTxnMarkerTopicResult,
    WriteTxnMarkersResponse,
)
from tests.broker.rig import over_the_wire
from tests.broker.transactions.peers import FakePeers

A, B = EndMarker(7, 3, True, 5, 2), EndMarker(8, 0, False, 6, 0)
T0, T1, U0 = TopicPartition("t", 0), TopicPartition("t", 1), TopicPartition("u", 0)


def result(producer_id: int, **codes: dict[int, int]) -> WritableTxnMarkerResult:
    """Of one producer: by topic the code of each partition."""
    topics = [
        WritableTxnMarkerTopicResult(
            name=name,
            partitions=[WritableTxnMarkerPartitionResult(partition_index=index, error_code=code) for index, code in found.items()],
        )
        for name, found in codes.items()
    ]
    return WritableTxnMarkerResult(producer_id=producer_id, topics=topics)


class MarkerBatchingTests(SynchronousTestCase):
    """Questions to a request, and back."""

    def test_request(self) -> None:
        """Markers of many transactions; parts of one are joined."""
        questions = [MarkerQuestion(A, [T1, U0]), MarkerQuestion(B, [T0]), MarkerQuestion(A, [T0, T1])]
        made, count = MarkerBatching().make(questions)
        self.assertEqual(count, 3)
        for version in (0, 1, 2):
            request = over_the_wire(made, version)
            self.assertEqual(
                [
                    (
                        one.producer_id,
                        one.producer_epoch,
                        one.transaction_result,
                        one.coordinator_epoch,
                        one.transaction_version,
                        {topic.name: topic.partition_indexes for topic in one.topics},
                    )
                    for one in request.markers
                ],
                [
                    (7, 3, True, 5, 2 if version == 2 else 0, {"t": [0, 1], "u": [0]}),
                    (8, 0, False, 6, 0, {"t": [0]}),
                ],
            )

    def test_two_transactions_of_one_producer(self) -> None:
        """The answer could not say which is meant."""
        questions = [MarkerQuestion(A, [T1]), MarkerQuestion(B, [T0]), MarkerQuestion(A._replace(epoch=4), [T0]), MarkerQuestion(B, [T1])]
        made, count = MarkerBatching().make(questions)
        self.assertEqual((len(made.markers), count), (2, 2))

    def test_most(self) -> None:
        """A request ends before it grows too large; one transaction alone goes as it is."""
        many = [TopicPartition("t", index) for index in range(MOST_PARTITIONS + 1)]
        self.assertEqual(MarkerBatching().make([MarkerQuestion(A, many), MarkerQuestion(B, [T0])])[1], 1)
        self.assertEqual(MarkerBatching().make([MarkerQuestion(B, [T0]), MarkerQuestion(A, many)])[1], 1)

    def test_answer(self) -> None:
        """Each question has all that is known of its producer; what is left out is left out."""
        response = WriteTxnMarkersResponse(markers=[result(7, t={0: 0, 1: 6}, u={0: 47}), result(9, t={0: 0})])
        codes = MarkerBatching().read(response, [MarkerQuestion(A, [T0, T1, U0]), MarkerQuestion(B, [T0])])
        known = {T0: ErrorCode.NONE, T1: ErrorCode.NOT_LEADER_OR_FOLLOWER, U0: ErrorCode.INVALID_PRODUCER_EPOCH}
        self.assertEqual(codes, [known, {}])


class MarkerQueuesTests(SynchronousTestCase):
    """To brokers."""

    def test_there_and_back(self) -> None:
        peers = FakePeers()
        queues = MarkerQueues(peers)
        first, second = queues.write(2, A, [T0]), queues.write(2, B, [T1])
        self.assertEqual(len(queues), 2)
        peers.answer(WriteTxnMarkersResponse(markers=[result(7, t={0: 0})]))
        self.assertEqual(self.successResultOf(first), {T0: ErrorCode.NONE})
        for code in (ErrorCode.REQUEST_TIMED_OUT,):
            peers.fail(code)
        self.assertEqual(self.successResultOf(second), {T1: ErrorCode.NETWORK_EXCEPTION})
        queues.close()
        self.assertEqual(self.successResultOf(queues.write(2, A, [T0])), {T0: ErrorCode.NETWORK_EXCEPTION})
