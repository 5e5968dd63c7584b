"""WriteTxnMarkers."""

from __future__ import annotations

from klog.broker.handler import ConnectionInfo, RequestContext
from klog.broker.handlers.write_txn_markers import WriteTxnMarkersHandler
from klog.cluster.interfaces import BrokerInfo
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.wire.messages.write_txn_markers import WritableTxnMarker, WritableTxnMarkerTopic, WriteTxnMarkersRequest
from tests.broker.transactions.setting import Producer, TransactionTestCase

T0 = TopicPartition("t", 0)


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

        class Markers:
            def write(self, marker: object, partition: object) -> ErrorCode:
                return ErrorCode.NONE

        handler = WriteTxnMarkersHandler(Markers(), lambda: [BrokerInfo(7, ())])
        self.patch(WriteTxnMarkersHandler, "_log", Log())
        request = WriteTxnMarkersRequest(markers=[WritableTxnMarker(producer_id=5, producer_epoch=1, coordinator_epoch=3)])
        connection = ConnectionInfo("PLAINTEXT", "127.0.0.9", 9999, "127.0.0.1", 5)
        for client_id in ("7", "broker-7-txn-marker-sender", "broker-8-txn-marker-sender", "8", None):
            handler.handle(RequestContext(27, 1, 1, client_id, connection), request)
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
