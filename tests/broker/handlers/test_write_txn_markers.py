"""WriteTxnMarkers."""

from __future__ import annotations

from collections.abc import Iterator

from twisted.internet.defer import Deferred, succeed

from klog.broker.handler import ConnectionInfo, RequestContext
from klog.broker.handlers.write_txn_markers import WriteTxnMarkersHandler
from klog.broker.transactions.marker_sender import EndMarker
from klog.cluster.interfaces import BrokerInfo
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.wire.messages.write_txn_markers import WritableTxnMarker, WritableTxnMarkerTopic, WriteTxnMarkersRequest
from tests.broker.transactions.setting import Producer, TransactionTestCase

T0 = TopicPartition("t", 0)
CONNECTION = ConnectionInfo("PLAINTEXT", "127.0.0.9", 9999, "127.0.0.1", 5)


class Markers:
    """Counts what it is given."""

    def __init__(self) -> None:
        self.written: list[TopicPartition] = []

    def write(self, marker: EndMarker, partition: TopicPartition) -> ErrorCode | Deferred[ErrorCode]:
        self.written.append(partition)
        return ErrorCode.NONE


class WriteTxnMarkersTests(TransactionTestCase):
    """As coordinators and tools send it."""

    def write(self, producer_id: int, epoch: int, version: int, **more: int) -> list[int]:
        """Abort in t-0, t-7 and nobody-0; the codes."""
        topics = [
            WritableTxnMarkerTopic(name="t", partition_indexes=[0, 7]),
            WritableTxnMarkerTopic(name="nobody", partition_indexes=[0]),
        ]
        marker = WritableTxnMarker(producer_id=producer_id, producer_epoch=epoch, topics=topics, **more)  # type: ignore[arg-type]
        (result,) = self.ask(WriteTxnMarkersRequest(markers=[marker]), version).markers
        self.assertEqual(result.producer_id, producer_id)
        return [one.error_code for topic in result.topics for one in topic.partitions]

    def test_a_tool_aborts(self) -> None:
        """With the epoch of the records, by the first rules (``kafka-transactions abort``)."""
        producer = Producer(self)
        producer.begin()
        producer.produce(T0)
        unknown = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        for version in range(2):
            self.assertEqual(self.write(producer.producer_id, producer.epoch, version), [0, unknown, unknown])
        self.assertEqual(self.stable(T0), (3, 3))
        self.assertEqual(self.write(producer.producer_id, producer.epoch, 2, transaction_version=2)[0], 0, "nothing is open")
        producer.produce(T0)

    def test_who_asks_is_told(self) -> None:
        """In the broker's log, where it is no broker: a person may have done it."""
        events: list[str] = []

        class Log:
            def info(self, text: str, **more: object) -> None:
                events.append(text.format(**more))

        handler = WriteTxnMarkersHandler(Markers(), lambda: [BrokerInfo(7, ())], lambda work: succeed(None))
        self.patch(WriteTxnMarkersHandler, "_log", Log())
        request = WriteTxnMarkersRequest(markers=[WritableTxnMarker(producer_id=5, producer_epoch=1, coordinator_epoch=3)])
        for client_id in ("7", "broker-7-txn-marker-sender", "broker-8-txn-marker-sender", "8", None):
            handler.handle(RequestContext(27, 1, 1, client_id, CONNECTION), request)
        self.assertEqual(len(events), 3)
        self.assertIn("ends the transaction of producer 5 (epoch 1, coordinator epoch 3): abort", events[0])

    def test_of_the_second_version(self) -> None:
        producer = Producer(self)
        producer.begin()
        producer.produce(T0)
        self.assertEqual(self.write(producer.producer_id, producer.epoch, 2, transaction_version=2)[0], ErrorCode.INVALID_PRODUCER_EPOCH)
        self.assertEqual(self.stable(T0), (0, 1))

    def test_of_nobody(self) -> None:
        """An unknown producer's is written; what no producer can have is not."""
        self.assertEqual(self.write(77, 3, 2)[0], 0)
        for producer_id, epoch in ((-1, 0), (5, -1)):
            self.assertEqual(set(self.write(producer_id, epoch, 2)), {ErrorCode.INVALID_PRODUCER_EPOCH})
        self.assertEqual(set(self.write(77, 3, 2, transaction_version=-1)), {ErrorCode.INVALID_REQUEST})
        self.assertEqual(self.stable(T0), (1, 1))

    def test_a_broker_that_stops_answers(self) -> None:
        """Its own coordinator has closed by then, and its connections wait for the answers under way."""
        steps = self.broker.broker.steps, self.transactions.coordinator.loader._steps
        for one in steps:
            self.patch(one, "_pause", lambda: 0.01)
        topics = [WritableTxnMarkerTopic(name="nobody", partition_indexes=list(range(60)))]
        marker = WritableTxnMarker(producer_id=7, producer_epoch=1, topics=topics)
        self.client.send((WriteTxnMarkersRequest(markers=[marker]), 1))
        self.broker.advance(0.1)
        self.assertEqual(self.client.answers, [])
        self.broker.broker.stop_coordinating()
        self.broker.advance(1.0)
        self.client.receive()
        (answer,) = self.client.answers
        self.assertEqual(len(answer.markers[0].topics[0].partitions), 60)

    def test_thousands_go_in_steps(self) -> None:
        """A broker that was away gets the markers of all who waited for it: others are served between them."""
        markers, steps, turn = Markers(), list[Iterator[None]](), Deferred[None]()

        def run_steps(work: Iterator[None]) -> Deferred[None]:
            steps.append(work)
            return turn

        handler = WriteTxnMarkersHandler(markers, lambda: [BrokerInfo(7, ())], run_steps)
        topics = [WritableTxnMarkerTopic(name="t", partition_indexes=[0, 1])]
        request = WriteTxnMarkersRequest(
            markers=[WritableTxnMarker(producer_id=one, producer_epoch=1, topics=topics) for one in range(100)]
        )
        answer = handler.handle(RequestContext(27, 1, 1, "7", CONNECTION), request)
        assert isinstance(answer, Deferred)
        (work,) = steps
        for count in range(1, 201):
            self.assertNoResult(answer)
            next(work)
            self.assertEqual(len(markers.written), count)
        self.assertEqual(list(work), [])
        turn.callback(None)
        results = self.successResultOf(answer).markers
        self.assertEqual([one.producer_id for one in results], list(range(100)))
        self.assertEqual(
            {(each.partition_index, each.error_code) for one in results for each in one.topics[0].partitions}, {(0, 0), (1, 0)}
        )
