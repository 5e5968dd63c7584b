"""A broker in memory, and producers that ask it by the wire."""

from __future__ import annotations

from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.coordinators.runtime import partition_of
from klog.broker.transactions.assembly import Transactions
from klog.broker.transactions.transaction import Transaction
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.records.contract import TRANSACTIONAL
from klog.records.implementations import codec
from klog.storage.log.log import Log
from klog.testing.broker import MemoryBroker
from klog.wire.messages.add_offsets_to_txn import AddOffsetsToTxnRequest
from klog.wire.messages.add_partitions_to_txn import AddPartitionsToTxnRequest, AddPartitionsToTxnTopic
from klog.wire.messages.create_topics import CreatableTopic, CreateTopicsRequest
from klog.wire.messages.end_txn import EndTxnRequest
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from klog.wire.messages.init_producer_id import InitProducerIdRequest
from klog.wire.messages.offset_fetch import (
    OffsetFetchRequest,
    OffsetFetchRequestGroup,
    OffsetFetchRequestTopics,
)
from klog.wire.messages.produce import PartitionProduceData, ProduceRequest, TopicProduceData
from klog.wire.messages.txn_offset_commit import (
    TxnOffsetCommitRequest,
    TxnOffsetCommitRequestPartition,
    TxnOffsetCommitRequestTopic,
)

SETTINGS = {
    "transaction.state.log.num.partitions": "3",
    "offsets.topic.num.partitions": "3",
    "auto.create.topics.enable": "false",
    "transaction.max.timeout.ms": "60000",
}


class Producer:
    """A producer that does what the test says; `version` 2 goes by the second version of transactions."""

    def __init__(self, case: TransactionTestCase, transactional_id: str = "x", *, version: int = 2) -> None:
        self._case = case
        self.transactional_id = transactional_id
        self.version = version
        self.producer_id, self.epoch = -1, -1
        self.sequences: dict[TopicPartition, int] = {}

    def begin(self, *, keep: bool = False, timeout_ms: int = 60_000) -> ErrorCode:
        """InitProducerId."""
        request = InitProducerIdRequest(transactional_id=self.transactional_id, transaction_timeout_ms=timeout_ms)
        if keep:
            request.producer_id, request.producer_epoch = self.producer_id, self.epoch
        answer = self._case.ask(request, 5)
        if not answer.error_code:
            self.producer_id, self.epoch, self.sequences = answer.producer_id, answer.producer_epoch, {}
        return ErrorCode(answer.error_code)

    def add(self, *partitions: TopicPartition, version: int = 3) -> list[ErrorCode]:
        """AddPartitionsToTxn."""
        request = AddPartitionsToTxnRequest(
            v3_and_below_transactional_id=self.transactional_id,
            v3_and_below_producer_id=self.producer_id,
            v3_and_below_producer_epoch=self.epoch,
            v3_and_below_topics=[AddPartitionsToTxnTopic(name=topic, partitions=[index]) for topic, index in partitions],
        )
        answer = self._case.ask(request, version)
        return [
            ErrorCode(result.partition_error_code)
            for topic in answer.results_by_topic_v3_and_below
            for result in topic.results_by_partition
        ]

    def data(self, partition: TopicPartition, value: bytes = b"v", *, sequence: int | None = None) -> bytes:
        """The next batch, of one record."""
        known = self.sequences.get(partition, 0)
        if sequence is None:
            sequence, self.sequences[partition] = known, known + 1
        return codec.build_batch(
            [(self._case.broker.now_ms(), b"k", value, ())],
            attributes=TRANSACTIONAL,
            producer_id=self.producer_id,
            producer_epoch=self.epoch,
            base_sequence=sequence,
        )

    def produce_request(self, *batches: tuple[TopicPartition, bytes]) -> ProduceRequest:
        """Produce."""
        return ProduceRequest(
            transactional_id=self.transactional_id,
            acks=-1,
            timeout_ms=30_000,
            topic_data=[
                TopicProduceData(name=topic, partition_data=[PartitionProduceData(index=index, records=data)])
                for (topic, index), data in batches
            ],
        )

    def produce(self, partition: TopicPartition, value: bytes = b"v", *, sequence: int | None = None) -> ErrorCode:
        """One record; by the second version it becomes part of the transaction by itself."""
        request = self.produce_request((partition, self.data(partition, value, sequence=sequence)))
        answer = self._case.ask(request, 12 if self.version == 2 else 11)
        return ErrorCode(answer.responses[0].partition_responses[0].error_code)

    def offsets_request(self, group: str, partition: TopicPartition, offset: int, **member: Any) -> TxnOffsetCommitRequest:
        """TxnOffsetCommit."""
        one = TxnOffsetCommitRequestPartition(partition_index=partition.partition, committed_offset=offset, committed_metadata="")
        return TxnOffsetCommitRequest(
            transactional_id=self.transactional_id,
            group_id=group,
            producer_id=self.producer_id,
            producer_epoch=self.epoch,
            topics=[TxnOffsetCommitRequestTopic(name=partition.topic, partitions=[one])],
            **member,
        )

    def add_offsets(self, group: str, version: int = 3) -> ErrorCode:
        """AddOffsetsToTxn."""
        request = AddOffsetsToTxnRequest(
            transactional_id=self.transactional_id, producer_id=self.producer_id, producer_epoch=self.epoch, group_id=group
        )
        return ErrorCode(self._case.ask(request, version).error_code)

    def commit_offset(self, group: str, partition: TopicPartition, offset: int, **member: Any) -> ErrorCode:
        """TxnOffsetCommit of one partition."""
        answer = self._case.ask(self.offsets_request(group, partition, offset, **member), 5 if self.version == 2 else 4)
        return ErrorCode(answer.topics[0].partitions[0].error_code)

    def end_request(self, *, commit: bool = True) -> EndTxnRequest:
        """EndTxn."""
        return EndTxnRequest(
            transactional_id=self.transactional_id, producer_id=self.producer_id, producer_epoch=self.epoch, committed=commit
        )

    def end(self, *, commit: bool = True) -> ErrorCode:
        """EndTxn, and what follows for this producer."""
        answer = self._case.ask(self.end_request(commit=commit), 5 if self.version == 2 else 4)
        if not answer.error_code and self.version == 2:
            self.producer_id, self.epoch, self.sequences = answer.producer_id, answer.producer_epoch, {}
        return ErrorCode(answer.error_code)


class TransactionTestCase(SynchronousTestCase):
    """A broker with the topics t and u of two partitions."""

    settings: dict[str, str] = {}

    def setUp(self) -> None:
        self.broker = MemoryBroker({**SETTINGS, **self.settings}).start()
        self.addCleanup(self.end_broker)
        self.client = self.broker.connect()
        topics = [CreatableTopic(name=name, num_partitions=2, replication_factor=1) for name in ("t", "u")]
        self.ask(CreateTopicsRequest(topics=topics, timeout_ms=1000), 5)
        self.find(0, "g")
        self.find(1, "x")

    def end_broker(self) -> None:
        self.broker.stop()

    def ask(self, request: Any, version: int) -> Any:
        """The answer to one request."""
        return self.client.ask(request, version)

    def find(self, kind: int, key: str) -> Any:
        """FindCoordinator."""
        return self.ask(FindCoordinatorRequest(key=key, key_type=kind), 3)

    def restart(self) -> None:
        """Stop in order, and start again."""
        self.broker.stop()
        self.broker.start()
        self.client = self.broker.connect()

    @property
    def transactions(self) -> Transactions:
        """The room."""
        found = self.broker.broker.transactions
        assert found is not None
        return found

    def known(self, transactional_id: str = "x") -> Transaction:
        """What the coordinator knows of the id."""
        return self.transactions.coordinator.describe(transactional_id)

    def log(self, partition: TopicPartition) -> Log:
        """A partition's log."""
        partitions = self.broker.broker.partitions
        assert partitions is not None
        found = partitions.get(*partition)
        assert found is not None
        return found.log

    def stable(self, partition: TopicPartition) -> tuple[int, int]:
        """Last stable offset and log end."""
        log = self.log(partition)
        return log.last_stable_offset, log.end_offset

    def offset(self, group: str, partition: TopicPartition, *, stable: bool = True) -> int | ErrorCode:
        """What the group has committed, or why it is not told."""
        topic = OffsetFetchRequestTopics(name=partition.topic, partition_indexes=[partition.partition])
        request = OffsetFetchRequest(groups=[OffsetFetchRequestGroup(group_id=group, topics=[topic])], require_stable=stable)
        found = self.ask(request, 8).groups[0].topics[0].partitions[0]
        return ErrorCode(found.error_code) if found.error_code else int(found.committed_offset)

    def name_of_partition(self, index: int, count: int = 3) -> str:
        """A name whose hash falls on the partition."""
        return next(name for name in map(str, range(1000)) if partition_of(name, count) == index)
