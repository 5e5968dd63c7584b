"""Administration of transactions: what is open, what hangs, and ends by hand."""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import Deferred

from klog.client.admin.admin import Admin
from klog.client.admin.types import FencedProducer, OpenTransaction
from klog.client.producing.producer import Producer
from klog.client.requests.transactions import TransactionProtocol
from klog.client.transactions.errors import ProducerFenced
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.testing.broker import MemoryBroker
from klog.wire.messages.describe_transactions import (
    DescribeTransactionsRequest,
    DescribeTransactionsResponse,
    TopicData,
    TransactionState,
)
from klog.wire.messages.init_producer_id import InitProducerIdRequest, InitProducerIdResponse
from klog.wire.messages.list_transactions import ListTransactionsRequest, ListTransactionsResponse
from klog.wire.messages.list_transactions import TransactionState as Listed
from klog.wire.messages.write_txn_markers import (
    WritableTxnMarkerPartitionResult,
    WritableTxnMarkerResult,
    WritableTxnMarkerTopicResult,
    WriteTxnMarkersRequest,
    WriteTxnMarkersResponse,
)
from tests.client.admin.admin_rig import FakeCase, MemoryCase, Server, code_of
from tests.committed_values import committed_values

T0, T1 = TopicPartition("t", 0), TopicPartition("t", 1)


class BrokerTests(MemoryCase):
    """On klog."""

    def setUp(self) -> None:
        # Where batches are not verified they can open a transaction that no coordinator knows of.
        self.broker = MemoryBroker({"transaction.partition.verification.enable": "false"}).start()
        self.reactor = self.broker.reactor
        self.admin = Admin(self.reactor, self.broker.bootstrap)
        self.addCleanup(self.end)
        self.broker.create_topics({"t": 2, "u": 1})

    def make(self, name: str) -> Producer:
        producer = Producer(self.reactor, self.broker.bootstrap, transactional_id=name)
        self.addCleanup(lambda: self.until(producer.stopService()))
        return producer

    def open(self, name: str, tp: TopicPartition, *, hangs: bool) -> Producer:
        """A transaction with a record; one that hangs, its producer has not announced."""
        producer = self.make(name)
        self.until(producer.transaction().begin())
        if hangs:
            transactions: Any = producer._transactions
            # By the second version leaders announce by themselves.
            transactions._coordination.protocol = TransactionProtocol.FIRST
            transactions.admits = lambda tp: True
        self.until(producer.send(tp.topic, b"open", partition=tp.partition))
        return producer

    def hanging(self, *arguments: Any, **options: Any) -> list[OpenTransaction]:
        found = self.until(self.admin.find_hanging_transactions(*arguments, **{"older_than_ms": 60_000} | options)).check()
        return [one for each in found.values() for one in each]

    def test_found_and_aborted(self) -> None:
        """What no coordinator knows, and it alone; when it is aborted, readers go on."""
        self.broker.put("t", [b"before"])
        self.open("hangs", T0, hangs=True)
        self.broker.put("t", [b"behind"])
        self.broker.advance(50)
        self.open("young", T1, hangs=True)
        self.open("known", TopicPartition("u", 0), hangs=False)
        self.broker.advance(20)
        (found,) = self.hanging()
        self.assertEqual((found.partition, found.producer_epoch, found.coordinator_epoch, found.start_offset), (T0, 0, -1, 1))
        self.assertEqual({one.partition for one in self.hanging(older_than_ms=10_000)}, {T0, T1})
        for arguments, wanted in (((["u"],), set()), (((), [T1]), {T1}), ((["t"],), {T0, T1})):
            self.assertEqual({one.partition for one in self.hanging(*arguments, older_than_ms=0)}, wanted)
        self.assertEqual(committed_values(self.broker, T0), [b"before"])
        self.until(self.admin.abort_transaction(found))
        self.assertEqual(committed_values(self.broker, T0), [b"before", b"behind"])
        self.assertEqual(self.hanging(), [])

    def test_where(self) -> None:
        """What cannot be looked at is said."""
        found = self.until(self.admin.find_hanging_transactions(["no"], [TopicPartition("t", 7)]))
        self.assertEqual(code_of(found, TopicPartition("t", 7)), ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.assertEqual(code_of(found, TopicPartition("no", 0)), ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.assertEqual(self.refused(self.admin.find_hanging_transactions(broker_id=9)).code, ErrorCode.BROKER_ID_NOT_REGISTERED)
        self.assertEqual(self.hanging(broker_id=1), [])

    def test_open(self) -> None:
        self.open("known", T1, hangs=False)
        found = self.until(self.admin.find_open_transactions([T0, T1])).check()
        self.assertEqual([len(found[tp]) for tp in (T0, T1)], [0, 1])

    def test_fenced(self) -> None:
        """What is open is aborted, and its producer can do nothing more; of an id that nobody had there is one now."""
        producer = self.open("x", T0, hangs=False)
        fenced = self.until(self.admin.fence_producers(["x", "new"])).check()
        self.assertEqual(fenced["new"].producer_epoch, 0)
        self.assertGreater(fenced["x"].producer_epoch, 0)
        self.assertEqual(self.until(self.admin.find_open_transactions([T0])).check()[T0], ())

        async def go_on() -> None:
            async with producer.transaction():
                pass

        assert producer._transactions is not None
        with self.assertRaises(ProducerFenced):
            self.until(Deferred.fromCoroutine(self.commit_it(producer)))
        with self.assertRaises(ProducerFenced):
            self.until(Deferred.fromCoroutine(go_on()))

    async def commit_it(self, producer: Producer) -> None:
        await producer._transactions.commit()  # type: ignore[union-attr]


class AnswerTests(FakeCase):
    """On brokers of dicts."""

    def test_transactions(self) -> None:
        def listing(server: Server, request: ListTransactionsRequest) -> ListTransactionsResponse:
            unknown = [each for each in request.state_filters if each != "Ongoing"]
            names = {"host1": ["z"], "host2": ["a"], "host3": []}[server[0]]
            rows = [Listed(transactional_id=name, producer_id=1, transaction_state="Ongoing") for name in names]
            return ListTransactionsResponse(transaction_states=rows, unknown_state_filters=unknown)

        self.answer(ListTransactionsRequest, listing)
        found = self.until(self.admin.list_transactions(states=["Ongoing"]))
        self.assertEqual([(each.transactional_id, each.coordinator) for each in found], [("a", 2), ("z", 1)])
        error = self.refused(self.admin.list_transactions(states=["Odd"]))
        self.assertEqual((error.code, "Odd" in str(error)), (ErrorCode.INVALID_REQUEST, True))

        def describing(server: Server, request: DescribeTransactionsRequest) -> DescribeTransactionsResponse:
            rows = [
                TransactionState(
                    transactional_id=each, error_code=105 if each == "no" else 0, transaction_state="Ongoing", transaction_start_time_ms=-1,
                    topics=[TopicData(topic="a", partitions=[1, 0])],
                )
                for each in request.transactional_ids
            ]  # fmt: skip
            return DescribeTransactionsResponse(transaction_states=rows)

        self.answer(DescribeTransactionsRequest, describing)
        self.cluster.groups = {"z": 3}
        described = self.until(self.admin.describe_transactions(["z", "no"]))
        self.assertEqual((described["z"].coordinator, described["z"].started_ms), (3, None))
        self.assertEqual(described["z"].partitions, (TopicPartition("a", 0), TopicPartition("a", 1)))
        self.assertEqual(code_of(described, "no"), ErrorCode.TRANSACTIONAL_ID_NOT_FOUND)

    def test_fencing_waits(self) -> None:
        """What is open is just being aborted: then it is asked again; what is refused is said."""
        codes = [51, 51]

        def how(server: Server, request: InitProducerIdRequest) -> InitProducerIdResponse:
            self.assertEqual((request.producer_id, request.producer_epoch), (-1, -1))
            if request.transactional_id == "no":
                return InitProducerIdResponse(error_code=53)
            return InitProducerIdResponse(error_code=codes.pop()) if codes else InitProducerIdResponse(producer_id=5, producer_epoch=2)

        self.answer(InitProducerIdRequest, how)
        self.cluster.groups = {"x": 3, "no": 1}
        found = self.until(self.admin.fence_producers(["x", "no"]))
        self.assertEqual(found["x"], FencedProducer(5, 2))
        self.assertEqual(code_of(found, "no"), ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED)

    def test_aborting(self) -> None:
        """At the leader; a producer that has no marker yet has coordinator epoch 0."""
        code = 0

        def how(server: Server, request: WriteTxnMarkersRequest) -> WriteTxnMarkersResponse:
            (marker,) = request.markers
            self.assertEqual((server[0], marker.producer_id, marker.producer_epoch, marker.transaction_result), ("host2", 5, 1, False))
            self.assertEqual((marker.coordinator_epoch, marker.transaction_version), (0, 0))
            rows = [WritableTxnMarkerPartitionResult(partition_index=1, error_code=code)]
            topics = [WritableTxnMarkerTopicResult(name="a", partitions=rows)]
            return WriteTxnMarkersResponse(markers=[WritableTxnMarkerResult(producer_id=5, topics=topics)])

        self.answer(WriteTxnMarkersRequest, how)
        hanging = OpenTransaction(TopicPartition("a", 1), 5, 1, -1, 3, 8)
        self.until(self.admin.abort_transaction(hanging))
        for code in (47, 52, 31):
            self.assertEqual(self.refused(self.admin.abort_transaction(hanging)).code, code)
