"""A cluster of dicts with a transaction coordinator and groups, by the rules of either version of the protocol; it misbehaves on demand.

Requests to coordinators get lost before or after they took effect, and some take effect late, when their producer has long gone on: what a
network does to a connection that breaks.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from twisted.internet.task import Clock

from klog.client.producing.producer import Producer
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.net.client.errors import BrokerUnreachable
from klog.records.contract import TRANSACTIONAL
from klog.records.implementations import codec
from klog.span import join_parts
from klog.wire.messages.add_offsets_to_txn import AddOffsetsToTxnRequest, AddOffsetsToTxnResponse
from klog.wire.messages.add_partitions_to_txn import (
    AddPartitionsToTxnPartitionResult,
    AddPartitionsToTxnRequest,
    AddPartitionsToTxnResponse,
    AddPartitionsToTxnTopicResult,
)
from klog.wire.messages.end_txn import EndTxnRequest, EndTxnResponse
from klog.wire.messages.init_producer_id import InitProducerIdRequest, InitProducerIdResponse
from klog.wire.messages.produce import PartitionProduceData, PartitionProduceResponse
from klog.wire.messages.txn_offset_commit import (
    TxnOffsetCommitRequest,
    TxnOffsetCommitResponse,
    TxnOffsetCommitResponsePartition,
    TxnOffsetCommitResponseTopic,
)
from tests.client.producing.produce_world import Fault, ProducingCluster, World

#: What happens to a request to a coordinator: an error code; "lost": done, not answered; "cut": not done; "late": done some time later.
CoordinatorFault = ErrorCode | str


class Known:
    """One transactional id at its coordinator."""

    def __init__(self, producer_id: int) -> None:
        self.producer_id, self.epoch, self.last_epoch = producer_id, -1, -1
        #: "empty", "ongoing", "committed", "aborted".
        self.state = "empty"
        self.partitions: set[TopicPartition] = set()
        self.groups: set[str] = set()
        #: Written and not decided.
        self.values: list[tuple[TopicPartition, bytes]] = []
        self.offsets: dict[tuple[str, TopicPartition], int] = {}


class TransactionCluster(ProducingCluster):
    """Brokers that keep transactions.

    :ivar visible: what readers of committed data see of each partition, in the order in which it was decided.
    :ivar committed: offsets of groups.
    """

    def __init__(self, clock: Clock, nodes: int = 2) -> None:
        super().__init__(clock, nodes)
        self.known: dict[str, Known] = {}
        self.visible: dict[TopicPartition, list[bytes]] = {}
        self.committed: dict[tuple[str, TopicPartition], int] = {}
        #: Asked for each request to a coordinator.
        self.coordinator_fault: Callable[[Any], CoordinatorFault | None] = lambda request: None
        self.random = random.Random(1)
        #: Whether it goes by the second version of the protocol (KIP-890).
        self.is_second = False
        #: Of whom groups take offsets: any, where None.
        self.members: set[tuple[str, int]] | None = None
        for request, decide in (
            (InitProducerIdRequest, self._initialise),
            (AddPartitionsToTxnRequest, self._add),
            (AddOffsetsToTxnRequest, self._add_offsets),
            (EndTxnRequest, self._end),
            (TxnOffsetCommitRequest, self._commit_offsets),
        ):
            self.handlers[request] = self._faulty(decide)

    def _faulty(self, decide: Callable[[Any, ErrorCode], Any]) -> Callable[[tuple[str, int], Any], Any]:
        def handle(server: tuple[str, int], request: Any) -> Any:
            fault = self.coordinator_fault(request)
            broken = BrokerUnreachable(f"{server[0]}:{server[1]}", "closed the connection")
            if isinstance(fault, ErrorCode):
                return decide(request, fault)
            if fault == "late":
                self.clock.callLater(self.random.random(), decide, request, ErrorCode.NONE)
                raise broken
            if fault == "cut":
                raise broken
            answer = decide(request, ErrorCode.NONE)
            if fault == "lost":
                raise broken
            return answer

        return handle

    def speak_second(self) -> None:
        """By the second version of the protocol from now on."""
        self.is_second = True
        self.ranges.features["transaction.version"] = 2

    def _initialise(self, request: InitProducerIdRequest, code: ErrorCode) -> InitProducerIdResponse:
        refused = InitProducerIdResponse(error_code=code, producer_id=-1, producer_epoch=-1)
        if code:
            return refused
        self.next_id += 1
        known = self.known.setdefault(str(request.transactional_id), Known(self.next_id))
        had = None if request.producer_id < 0 else (request.producer_id, request.producer_epoch)
        if had is not None and had not in ((known.producer_id, known.epoch), (known.producer_id, known.last_epoch)):
            refused.error_code = ErrorCode.PRODUCER_FENCED
            return refused
        if known.state == "ongoing":
            known.epoch, known.last_epoch = known.epoch + 1, -1
            self._decide(known, commit=False)
            refused.error_code = ErrorCode.CONCURRENT_TRANSACTIONS
            return refused
        if had is None or had[1] == known.epoch:
            known.last_epoch = -1 if had is None else known.epoch
            known.epoch += 1
            known.state = "empty"
        return InitProducerIdResponse(producer_id=known.producer_id, producer_epoch=known.epoch)

    def _who(self, transactional_id: str, producer_id: int, epoch: int) -> tuple[Known, ErrorCode]:
        known = self.known[transactional_id]
        if producer_id != known.producer_id:
            return known, ErrorCode.INVALID_PRODUCER_ID_MAPPING
        return known, ErrorCode.NONE if epoch == known.epoch else ErrorCode.PRODUCER_FENCED

    def _begin(self, known: Known) -> None:
        if known.state != "ongoing":
            known.state = "ongoing"
            known.partitions, known.groups, known.values, known.offsets = set(), set(), [], {}

    def _add(self, request: AddPartitionsToTxnRequest, code: ErrorCode) -> AddPartitionsToTxnResponse:
        known, refused = self._who(
            request.v3_and_below_transactional_id, request.v3_and_below_producer_id, request.v3_and_below_producer_epoch
        )
        code = code or refused
        wanted = [TopicPartition(topic.name, index) for topic in request.v3_and_below_topics for index in topic.partitions]
        if not code:
            self._begin(known)
            known.partitions.update(wanted)
        results = [AddPartitionsToTxnPartitionResult(partition_index=tp.partition, partition_error_code=code) for tp in wanted]
        return AddPartitionsToTxnResponse(
            results_by_topic_v3_and_below=[
                AddPartitionsToTxnTopicResult(name=tp.topic, results_by_partition=[one]) for tp, one in zip(wanted, results, strict=True)
            ]
        )

    def _add_offsets(self, request: AddOffsetsToTxnRequest, code: ErrorCode) -> AddOffsetsToTxnResponse:
        known, refused = self._who(request.transactional_id, request.producer_id, request.producer_epoch)
        code = code or refused
        if not code:
            self._begin(known)
            known.groups.add(request.group_id)
        return AddOffsetsToTxnResponse(error_code=code)

    def _commit_offsets(self, request: TxnOffsetCommitRequest, code: ErrorCode) -> TxnOffsetCommitResponse:
        known, refused = self._who(request.transactional_id, request.producer_id, request.producer_epoch)
        code = code or refused
        if not code and self.is_second:
            self._begin(known)
            known.groups.add(request.group_id)
        if not code and (known.state != "ongoing" or request.group_id not in known.groups):
            code = ErrorCode.TRANSACTION_ABORTABLE
        if not code and self.members is not None and (request.member_id, request.generation_id) not in self.members:
            code = ErrorCode.ILLEGAL_GENERATION
        topics = []
        for topic in request.topics:
            for one in topic.partitions:
                if not code:
                    known.offsets[request.group_id, TopicPartition(topic.name, one.partition_index)] = one.committed_offset
            results = [TxnOffsetCommitResponsePartition(partition_index=one.partition_index, error_code=code) for one in topic.partitions]
            topics.append(TxnOffsetCommitResponseTopic(name=topic.name, partitions=results))
        return TxnOffsetCommitResponse(topics=topics)

    def _end_second(self, request: EndTxnRequest, code: ErrorCode) -> EndTxnResponse:
        """``TransactionCoordinator.endTransaction``: the table of the second version."""
        known = self.known[request.transactional_id]
        wanted = "committed" if request.committed else "aborted"
        is_retry = known.epoch == request.producer_epoch + 1
        if code:
            return EndTxnResponse(error_code=code)
        if request.producer_id != known.producer_id:
            return EndTxnResponse(error_code=ErrorCode.INVALID_PRODUCER_ID_MAPPING)
        if known.state in ("ongoing", "empty") and is_retry:
            code = ErrorCode.PRODUCER_FENCED
        elif is_retry:
            code = ErrorCode.NONE if known.state == wanted else ErrorCode.INVALID_TXN_STATE
        elif request.producer_epoch != known.epoch:
            code = ErrorCode.PRODUCER_FENCED
        elif known.state != "ongoing" and request.committed:
            code = ErrorCode.INVALID_TXN_STATE
        else:
            # An abort of nothing raises the epoch, too.
            if known.state != "ongoing":
                self._begin(known)
            self._decide(known, commit=request.committed)
            known.last_epoch, known.epoch = known.epoch, known.epoch + 1
        return EndTxnResponse(error_code=code, producer_id=known.producer_id, producer_epoch=known.epoch)

    def _end(self, request: EndTxnRequest, code: ErrorCode) -> EndTxnResponse:
        if self.is_second:
            return self._end_second(request, code)
        known, refused = self._who(request.transactional_id, request.producer_id, request.producer_epoch)
        code = code or refused
        wanted = "committed" if request.committed else "aborted"
        if not code and known.state == "ongoing":
            self._decide(known, commit=request.committed)
        elif not code and known.state != wanted:
            code = ErrorCode.INVALID_TXN_STATE
        return EndTxnResponse(error_code=code)

    def _decide(self, known: Known, *, commit: bool) -> None:
        if commit:
            for tp, value in known.values:
                self.visible.setdefault(tp, []).append(value)
            self.committed.update(known.offsets)
        known.state = "committed" if commit else "aborted"

    def _one(self, node: int, topic: str, data: PartitionProduceData, fault: Fault | None) -> PartitionProduceResponse:
        records = data.records
        batch = join_parts(records) if isinstance(records, list) else bytes(records)  # type: ignore[arg-type]
        header = codec.read_header(batch)
        tp = TopicPartition(topic, data.index)
        assert header.attributes & TRANSACTIONAL
        known = next(one for one in self.known.values() if one.producer_id == header.producer_id)
        if not isinstance(fault, ErrorCode) and fault != "cut" and not self.log(*tp).has(batch):
            if header.producer_epoch != known.epoch:
                fault = ErrorCode.INVALID_PRODUCER_EPOCH
            elif self.is_second:
                self._begin(known)
                known.partitions.add(tp)
            elif known.state != "ongoing" or tp not in known.partitions:
                fault = ErrorCode.TRANSACTION_ABORTABLE
        log = self.log(*tp)
        before = len(log.records)
        answer = super()._one(node, topic, data, fault)
        known.values += [(tp, record.value) for record in log.records[before:] if record.value is not None]
        return answer


class TransactionWorld(World):
    """A clock, a cluster and a producer with transactions."""

    cluster: TransactionCluster

    def __init__(self, *, partitions: int = 2, nodes: int = 2, seed: int = 7, **options: Any) -> None:
        super().__init__(partitions=partitions, nodes=nodes, seed=seed)
        self.cluster = TransactionCluster(self.clock, nodes)
        self.cluster.topics["t"] = [(1 + number % nodes, 1) for number in range(partitions)]
        self.cluster.groups["g"] = self.cluster.groups["x"] = 1
        self.producer = self.make(**{"transactional_id": "x"} | options)

    def another(self, **options: Any) -> Producer:
        """One more producer of the same id."""
        return self.make(**{"transactional_id": "x"} | options)
