"""WriteTxnMarkers: a transaction's coordinator has its end written into partitions that this broker leads.

| key | 27 |
|---|---|
| versions | 0 to 2 |
| 1 | flexible |
| 2 | the version of the transaction, by whose rules the marker is judged (KIP-890) |

Every partition gets its marker for itself, and its own code; the answer waits until all are acknowledged, and offsets of groups count
(``klog.broker.transactions.marker_writer`` has the codes).

``kafka-transactions abort`` sends it from a client, to end a transaction that nobody ends; it is taken, and written into the broker's log
with the sender's address. (What calls itself a live broker is not: coordinators send markers with every transaction.) Whoever may ask for
it is the guard's to say.

Source: ``KafkaApis.handleWriteTxnMarkersRequest``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from twisted.internet.defer import Deferred
from twisted.logger import Logger

from klog.broker.admin_answers import when_all
from klog.broker.handler import RequestContext
from klog.broker.transactions.marker_sender import EndMarker, LocalMarkers
from klog.cluster.interfaces import BrokerInfo
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.wire.messages.write_txn_markers import (
    WritableTxnMarker,
    WritableTxnMarkerPartitionResult,
    WritableTxnMarkerResult,
    WritableTxnMarkerTopicResult,
    WriteTxnMarkersRequest,
    WriteTxnMarkersResponse,
)

_LARGEST_EPOCH = 2**15 - 1
#: By what coordinators make themselves known: klog's and Kafka's.
_CLIENT_IDS = ("{}", "broker-{}-txn-marker-sender")


class WriteTxnMarkersHandler:
    """Writes through `markers`.

    :param brokers: those that live.
    """

    request_type = WriteTxnMarkersRequest
    versions = (0, 2)
    _log = Logger()

    def __init__(self, markers: LocalMarkers, brokers: Callable[[], Sequence[BrokerInfo]] = tuple) -> None:
        self._markers = markers
        self._brokers = brokers

    def handle(
        self, context: RequestContext, request: WriteTxnMarkersRequest
    ) -> WriteTxnMarkersResponse | Deferred[WriteTxnMarkersResponse]:
        """One code for each partition of each marker."""
        waiting: list[Deferred[None]] = []
        if not any(context.client_id == form.format(one.broker_id) for one in self._brokers() for form in _CLIENT_IDS):
            self._tell(context, request)
        response = WriteTxnMarkersResponse(markers=[self._write(marker, waiting) for marker in request.markers])
        return when_all(waiting, response)

    def error_answer(self, version: int, request: WriteTxnMarkersRequest, code: ErrorCode, sentence: str | None) -> WriteTxnMarkersResponse:
        """`code` for every partition."""
        return WriteTxnMarkersResponse(
            markers=[
                WritableTxnMarkerResult(
                    producer_id=marker.producer_id,
                    topics=[_same(topic.name, topic.partition_indexes, code) for topic in marker.topics],
                )
                for marker in request.markers
            ]
        )

    def _tell(self, context: RequestContext, request: WriteTxnMarkersRequest) -> None:
        for marker in request.markers:
            self._log.info(
                "{peer} ends the transaction of producer {producer} (epoch {epoch}, coordinator epoch {coordinator}): {end}",
                peer=str(context.connection),
                producer=marker.producer_id,
                epoch=marker.producer_epoch,
                coordinator=marker.coordinator_epoch,
                end="commit" if marker.transaction_result else "abort",
            )

    def _write(self, asked: WritableTxnMarker, waiting: list[Deferred[None]]) -> WritableTxnMarkerResult:
        marker = EndMarker(
            asked.producer_id, asked.producer_epoch, asked.transaction_result, asked.coordinator_epoch, asked.transaction_version
        )
        makes_sense = marker.producer_id >= 0 and 0 <= marker.epoch <= _LARGEST_EPOCH
        has_version = asked.transaction_version >= 0
        topics = []
        for topic in asked.topics:
            results = []
            for index in topic.partition_indexes:
                result = WritableTxnMarkerPartitionResult(partition_index=index)
                results.append(result)
                if not makes_sense or not has_version:
                    result.error_code = ErrorCode.INVALID_PRODUCER_EPOCH if has_version else ErrorCode.INVALID_REQUEST
                    continue
                code = self._markers.write(marker, TopicPartition(topic.name, index))
                if isinstance(code, Deferred):
                    waiting.append(code.addCallback(_fill, result))
                else:
                    result.error_code = code
            topics.append(WritableTxnMarkerTopicResult(name=topic.name, partitions=results))
        return WritableTxnMarkerResult(producer_id=asked.producer_id, topics=topics)


def _fill(code: ErrorCode, result: WritableTxnMarkerPartitionResult) -> None:
    result.error_code = code


def _same(name: str, indexes: list[int], code: ErrorCode) -> WritableTxnMarkerTopicResult:
    results = [WritableTxnMarkerPartitionResult(partition_index=index, error_code=code) for index in indexes]
    return WritableTxnMarkerTopicResult(name=name, partitions=results)
