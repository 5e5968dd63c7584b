"""A cluster of dicts that takes records by Kafka's rules for sequence numbers, and misbehaves on demand."""

from __future__ import annotations

import dataclasses
import random
from collections import deque
from collections.abc import Callable
from typing import Any, TypeVar

from twisted.internet.defer import Deferred
from twisted.internet.task import Clock

from klog.client.producing.producer import Producer
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.net.client.errors import BrokerUnreachable
from klog.records.contract import Record
from klog.records.implementations import codec
from klog.span import join_parts
from klog.wire.messages.init_producer_id import InitProducerIdRequest, InitProducerIdResponse
from klog.wire.messages.produce import (
    BatchIndexAndErrorMessage,
    PartitionProduceData,
    PartitionProduceResponse,
    ProduceRequest,
    ProduceResponse,
    TopicProduceResponse,
)
from tests.client.fake_cluster import FakeCluster

T = TypeVar("T")

#: What happens to a batch: an error code (not written), or one of the words.
#: "lost": written, and the connection breaks before the answer; "cut": the connection breaks before it is written; "silent": written, never
#: answered; "left out": written, and the answer is without it.
Fault = ErrorCode | str


@dataclasses.dataclass
class Log:
    """One partition: its records, and what it knows of producers (epoch, next sequence, the last five batches)."""

    records: list[Record] = dataclasses.field(default_factory=list)
    producers: dict[int, tuple[int, int, list[tuple[int, int, int]]]] = dataclasses.field(default_factory=dict)

    def values(self) -> list[bytes | None]:
        return [record.value for record in self.records]

    def has(self, data: bytes) -> bool:
        """Whether a batch is written already, as far as one remembers."""
        header = codec.read_header(data)
        epoch, _, recent = self.producers.get(header.producer_id, (-1, 0, []))
        return epoch == header.producer_epoch and (header.base_sequence, header.record_count) in {batch[:2] for batch in recent}

    def append(self, data: bytes) -> tuple[ErrorCode, int]:
        """The code and the base offset."""
        header = codec.read_header(data)
        assert header.size == len(data)
        codec.check_batch(data)
        base = len(self.records)
        if header.producer_id >= 0:
            epoch, expected, recent = self.producers.get(header.producer_id, (header.producer_epoch, header.base_sequence, []))
            if header.producer_epoch < epoch:
                return ErrorCode.INVALID_PRODUCER_EPOCH, -1
            if header.producer_epoch > epoch:
                epoch, expected, recent = header.producer_epoch, 0, []
            for sequence, count, offset in recent:
                if (sequence, count) == (header.base_sequence, header.record_count):
                    return ErrorCode.NONE, offset
            if header.base_sequence != expected:
                return ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER, -1
            recent = [*recent, (header.base_sequence, header.record_count, base)][-5:]
            self.producers[header.producer_id] = epoch, (expected + header.record_count) & 0x7FFFFFFF, recent
        self.records += [record._replace(offset=base + number) for number, record in enumerate(codec.records(data))]
        return ErrorCode.NONE, base


class ProducingCluster(FakeCluster):
    """Brokers that take records."""

    def __init__(self, clock: Clock, nodes: int = 2) -> None:
        super().__init__(clock, nodes)
        self.logs: dict[TopicPartition, Log] = {}
        #: For the next batches, in turn; then nothing happens.
        self.faults: deque[Fault | None] = deque()
        #: Asked for each batch where `faults` is empty.
        self.choose_fault: Callable[[], Fault | None] = lambda: None
        self.largest_batch = 1 << 30
        self.throttle_ms = 0
        self.append_time_ms = -1
        self.record_errors: dict[int, str] = {}
        self.next_id = 1000
        self.id_errors: deque[ErrorCode | KlogError] = deque()
        self.produced: list[ProduceRequest] = []
        self.handlers[ProduceRequest] = self._produce
        self.handlers[InitProducerIdRequest] = self._give_id

    def log(self, topic: str, partition: int = 0) -> Log:
        return self.logs.setdefault(TopicPartition(topic, partition), Log())

    def _give_id(self, server: tuple[str, int], request: InitProducerIdRequest) -> InitProducerIdResponse:
        if self.id_errors:
            error = self.id_errors.popleft()
            if isinstance(error, KlogError):
                raise error
            return InitProducerIdResponse(error_code=error, producer_id=-1, producer_epoch=-1)
        self.next_id += 1
        return InitProducerIdResponse(producer_id=self.next_id, producer_epoch=0)

    def _produce(self, server: tuple[str, int], request: ProduceRequest) -> Any:
        self.produced.append(request)
        node = next(number for number, address in self.nodes.items() if address == server)
        lost = silent = False
        responses = []
        for topic in request.topic_data:
            answers = []
            for data in topic.partition_data:
                fault = self.faults.popleft() if self.faults else self.choose_fault()
                answer = self._one(node, topic.name, data, fault)
                lost = lost or fault in ("lost", "cut")
                silent = silent or fault == "silent"
                if fault != "left out":
                    answers.append(answer)
            responses.append(TopicProduceResponse(topic_id=topic.topic_id, partition_responses=answers))
        if lost:
            raise BrokerUnreachable(f"{server[0]}:{server[1]}", "closed the connection")
        if silent:
            raise _Silent
        return ProduceResponse(responses=responses, throttle_time_ms=self.throttle_ms) if request.acks else None

    def _one(self, node: int, topic: str, data: PartitionProduceData, fault: Fault | None) -> PartitionProduceResponse:
        records = data.records
        batch = join_parts(records) if isinstance(records, list) else bytes(records)  # type: ignore[arg-type]
        leader, _ = self.topics[topic][data.index]
        if fault in (ErrorCode.INVALID_RECORD, ErrorCode.MESSAGE_TOO_LARGE) and self.log(topic, data.index).has(batch):
            fault = None  # what was good before is good again
        if isinstance(fault, ErrorCode):
            code, base = fault, -1
        elif leader != node:
            code, base = ErrorCode.NOT_LEADER_OR_FOLLOWER, -1
        elif len(batch) > self.largest_batch:
            code, base = ErrorCode.MESSAGE_TOO_LARGE, -1
        elif fault == "cut":
            code, base = ErrorCode.NETWORK_EXCEPTION, -1
        else:
            code, base = self.log(topic, data.index).append(batch)
        answer = PartitionProduceResponse(index=data.index, error_code=code, base_offset=base, log_append_time_ms=self.append_time_ms)
        if code is ErrorCode.INVALID_RECORD:
            answer.record_errors = [
                BatchIndexAndErrorMessage(batch_index=i, batch_index_error_message=m) for i, m in self.record_errors.items()
            ]
        return answer

    def connect(self, host: str, port: int) -> Any:
        connection = super().connect(host, port)
        answer = connection._answer

        def patient(deferred: Deferred[Any], message: Any) -> None:
            if isinstance(message, ProduceRequest) and not message.acks:
                # Done as soon as it is sent.
                deferred.callback(self._produce(connection.server, message))
                return
            try:
                answer(deferred, message)
            except _Silent:
                connection._waiting.append((deferred, message))

        connection._answer = patient  # type: ignore[method-assign]
        return connection


class _Silent(Exception):
    """No answer."""


class World:
    """A clock, a cluster and a producer."""

    def __init__(self, *, partitions: int = 1, nodes: int = 2, seed: int = 7, **options: Any) -> None:
        self.clock = Clock()
        self.clock.advance(1_800_000_000)
        self.cluster = ProducingCluster(self.clock, nodes)
        self.cluster.topics["t"] = [(1 + number % nodes, 1) for number in range(partitions)]
        self.seed = seed
        self.producer = self.make(**options)

    def make(self, **options: Any) -> Producer:
        servers = ",".join(f"{host}:{port}" for host, port in self.cluster.nodes.values())
        return Producer(self.clock, servers, random=random.Random(self.seed), connect=self.cluster.connect, **options)

    def pass_ms(self, milliseconds: float, step_ms: float = 1) -> None:
        """Let time pass."""
        left = milliseconds
        while left > 0:
            self.clock.advance(min(step_ms, left) / 1000)
            left -= step_ms

    def until(self, deferred: Deferred[T], most_ms: int = 200_000) -> T:
        """The result; time passes until it is there."""
        found: list[Any] = []
        deferred.addBoth(found.append)
        waited = 0.0
        while not found:
            assert waited < most_ms, "it does not fire"
            step = 1 if waited < 2_000 else 50
            self.clock.advance(step / 1000)
            waited += step
        if hasattr(found[0], "raiseException"):
            found[0].raiseException()
        result: T = found[0]
        return result

    def stop(self) -> None:
        self.until(self.producer.stopService())
