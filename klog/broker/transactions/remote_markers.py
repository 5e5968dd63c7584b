"""Markers for partitions that other brokers lead: WriteTxnMarkers, with the markers of many transactions in each request
(``TransactionMarkerChannelManager``).

One request holds each producer once, as its answer is by producer id: where partitions of one transaction come in parts, the parts are
joined; of two transactions of one producer the second waits for the next request.

What a broker did not answer, as a whole or of a partition, is NETWORK_EXCEPTION: nobody knows whether the marker was written, and it is
sent again, to whoever leads then.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from twisted.internet.defer import Deferred

from klog.broker.transactions.broker_queues import BrokerQueues, Peers
from klog.broker.transactions.marker_sender import Codes, EndMarker
from klog.broker.transactions.transaction import by_topic
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.wire.messages.write_txn_markers import WritableTxnMarker, WritableTxnMarkerTopic, WriteTxnMarkersRequest, WriteTxnMarkersResponse

#: Partitions in one request, unless a single transaction has more: what follows its answer, a record for each transaction that is complete
#: by that, is one piece of work.
MOST_PARTITIONS = 500


class MarkerQuestion(NamedTuple):
    """A marker for some partitions of one broker."""

    marker: EndMarker
    partitions: list[TopicPartition]


class MarkerBatching:
    """WriteTxnMarkers. Implements `klog.broker.transactions.broker_queues.Batching`."""

    at_least = 0

    def make(self, questions: Sequence[MarkerQuestion]) -> tuple[WriteTxnMarkersRequest, int]:
        """A request with as many of the markers as fit, each producer once; and how many questions it takes."""
        asked: dict[int, tuple[EndMarker, set[TopicPartition]]] = {}
        count = partitions = 0
        for marker, wanted in questions:
            partitions += len(wanted)
            known = asked.get(marker.producer_id)
            if count and (partitions > MOST_PARTITIONS or (known is not None and known[0] != marker)):
                break
            asked.setdefault(marker.producer_id, (marker, set()))[1].update(wanted)
            count += 1
        return WriteTxnMarkersRequest(markers=[_encoded(marker, wanted) for marker, wanted in asked.values()]), count

    def read(self, response: Any, questions: Sequence[MarkerQuestion]) -> list[Codes]:
        """Each marker's codes; a partition that the answer leaves out is left out."""
        answer: WriteTxnMarkersResponse = response
        codes: dict[int, dict[TopicPartition, ErrorCode]] = {}
        for marker in answer.markers:
            known = codes.setdefault(marker.producer_id, {})
            for topic in marker.topics:
                for one in topic.partitions:
                    known[TopicPartition(topic.name, one.partition_index)] = ErrorCode(one.error_code)
        return [codes.get(marker.producer_id, {}) for marker, _ in questions]

    def failed(self, question: MarkerQuestion, code: ErrorCode) -> Codes:
        """Nobody knows whether the markers were written: all are sent again."""
        return dict.fromkeys(question.partitions, ErrorCode.NETWORK_EXCEPTION)


def _encoded(marker: EndMarker, partitions: set[TopicPartition]) -> WritableTxnMarker:
    return WritableTxnMarker(
        producer_id=marker.producer_id,
        producer_epoch=marker.epoch,
        transaction_result=marker.commit,
        topics=[WritableTxnMarkerTopic(name=one.topic, partition_indexes=one.partition_ids) for one in by_topic(partitions)],
        coordinator_epoch=marker.coordinator_epoch,
        transaction_version=marker.version,
    )


class MarkerQueues:
    """Has other brokers write markers. Implements `klog.broker.transactions.marker_sender.RemoteMarkers`."""

    def __init__(self, peers: Peers) -> None:
        self._queues: BrokerQueues[MarkerQuestion, Codes] = BrokerQueues(peers, MarkerBatching(), "markers of transactions")

    def __len__(self) -> int:
        """Markers that are on their way."""
        return len(self._queues)

    def write(self, broker_id: int, marker: EndMarker, partitions: list[TopicPartition]) -> Deferred[Codes]:
        """A marker for partitions that the broker leads; what it answers for each. Never fails, unless it is cancelled."""
        return self._queues.ask(broker_id, MarkerQuestion(marker, partitions))

    def close(self) -> None:
        """Send no more."""
        self._queues.close()
