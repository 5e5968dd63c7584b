"""WriteTxnMarkers: a transaction's coordinator has its end written into partitions that this broker leads.

| key | 27 |
|---|---|
| versions | 0 to 2 |
| 1 | flexible |
| 2 | the version of the transaction, by whose rules the marker is judged (KIP-890) |

Every partition gets its marker for itself, and its own code; the answer waits until all are acknowledged, and offsets of groups count
(``klog.broker.transactions.marker_writer`` has the codes). A coordinator whose transactions waited for this broker has thousands at once:
they are written in steps, between which others are served.

``kafka-transactions abort`` sends it from a client, to end a transaction that nobody ends; it is taken, and written into the broker's log
with the sender's address. (What calls itself a live broker is not: coordinators send markers with every transaction.) Whoever may ask for
it is the guard's to say.

Source: ``KafkaApis.handleWriteTxnMarkersRequest``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from twisted.internet.defer import Deferred
from twisted.logger import Logger

from klog.broker.admin_answers import when_all
from klog.broker.handler import RequestContext
from klog.broker.transactions.marker_sender import AT_ONCE, EndMarker, LocalMarkers
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
    :param run_steps: does long work in slices.
    """

    request_type = WriteTxnMarkersRequest
    versions = (0, 2)
    _log = Logger()

    def __init__(
        self, markers: LocalMarkers, brokers: Callable[[], Sequence[BrokerInfo]], run_steps: Callable[[Iterator[None]], Deferred[None]]
    ) -> None:
        self._markers = markers
        self._brokers = brokers
        self._run_steps = run_steps

    def handle(
        self, context: RequestContext, request: WriteTxnMarkersRequest
    ) -> WriteTxnMarkersResponse | Deferred[WriteTxnMarkersResponse]:
        """One code for each partition of each marker."""
        if not any(context.client_id == form.format(one.broker_id) for one in self._brokers() for form in _CLIENT_IDS):
            self._tell(context, request)
        waiting: list[Deferred[None]] = []
        response = WriteTxnMarkersResponse()
        work = self._write_all(request, response, waiting)
        if sum(len(topic.partition_indexes) for marker in request.markers for topic in marker.topics) <= AT_ONCE:
            for _ in work:
                pass
            return when_all(waiting, response)
        return self._run_steps(work).addCallback(lambda _: when_all(waiting, response))

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

    def _write_all(
        self, request: WriteTxnMarkersRequest, response: WriteTxnMarkersResponse, waiting: list[Deferred[None]]
    ) -> Iterator[None]:
        """One partition in each step."""
        for asked in request.markers:
            result = WritableTxnMarkerResult(producer_id=asked.producer_id, topics=[])
            response.markers.append(result)
            for topic in asked.topics:
                results: list[WritableTxnMarkerPartitionResult] = []
                result.topics.append(WritableTxnMarkerTopicResult(name=topic.name, partitions=results))
                for index in topic.partition_indexes:
                    results.append(self._write(asked, TopicPartition(topic.name, index), waiting))
                    yield

    def _write(
        self, asked: WritableTxnMarker, partition: TopicPartition, waiting: list[Deferred[None]]
    ) -> WritableTxnMarkerPartitionResult:
        result = WritableTxnMarkerPartitionResult(partition_index=partition.partition)
        if asked.transaction_version < 0:
            result.error_code = ErrorCode.INVALID_REQUEST
        elif asked.producer_id < 0 or not 0 <= asked.producer_epoch <= _LARGEST_EPOCH:
            result.error_code = ErrorCode.INVALID_PRODUCER_EPOCH
        else:
            marker = EndMarker(
                asked.producer_id, asked.producer_epoch, asked.transaction_result, asked.coordinator_epoch, asked.transaction_version
            )
            code = self._markers.write(marker, partition)
            if isinstance(code, Deferred):
                waiting.append(code.addCallback(_fill, result))
            else:
                result.error_code = code
        return result


def _fill(code: ErrorCode, result: WritableTxnMarkerPartitionResult) -> None:
    result.error_code = code


def _same(name: str, indexes: list[int], code: ErrorCode) -> WritableTxnMarkerTopicResult:
    results = [WritableTxnMarkerPartitionResult(partition_index=index, error_code=code) for index in indexes]
    return WritableTxnMarkerTopicResult(name=name, partitions=results)
