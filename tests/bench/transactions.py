"""Transactions beside Apache Kafka; both brokers are up at once, and asked in turns.

* ``producer-perf-test`` whose transactions last 10, 100 and 1,000 ms: records a second, and the broker's CPU.
* One transaction after the other by the second version of the protocol, over one connection that waits for each answer: how long EndTxn
  takes that aborts nothing, or commits records in 1 or 50 partitions; and the whole transaction, from the first Produce to the moment in
  which the next one is let in.
* The same requests while 10 and while 10,000 other transactional ids have a transaction open in the same partition.
"""

from __future__ import annotations

import contextlib
import itertools
import statistics
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.records.contract import TRANSACTIONAL
from klog.records.implementations import codec
from klog.wire.messages.end_txn import EndTxnRequest
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from klog.wire.messages.init_producer_id import InitProducerIdRequest
from klog.wire.messages.produce import PartitionProduceData, ProduceRequest, TopicProduceData
from tests.bench import perf_tools
from tests.bench.before import Asking
from tests.bench.measure import BROKERS, Measured
from tests.bench.perf_tools import Figure

SETTINGS = {"transaction.state.log.replication.factor": "1", "transaction.state.log.min.isr": "1", "transaction.max.timeout.ms": "3600000"}
#: How long a transaction of the load program lasts, and how many records it sends in all.
DURATIONS_MS = {10: 1_000_000, 100: 2_000_000, 1000: 3_000_000}
#: Partitions of a transaction whose end is timed.
SIZES = (0, 1, 50)
ROUNDS, WARM_ROUNDS = 2_000, 1_000
FEW, MANY = 10, 10_000
#: What a producer is told while the transaction before is being completed, and what leaders say of a coordinator that is not ready.
_AGAIN = frozenset(
    {
        ErrorCode.CONCURRENT_TRANSACTIONS,
        ErrorCode.COORDINATOR_LOAD_IN_PROGRESS,
        ErrorCode.COORDINATOR_NOT_AVAILABLE,
        ErrorCode.NOT_COORDINATOR,
        ErrorCode.NOT_ENOUGH_REPLICAS,
        # Of a topic that has just been made.
        ErrorCode.NOT_LEADER_OR_FOLLOWER,
        ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
    }
)
_AGAIN_S = 0.0005


class Times(NamedTuple):
    """Milliseconds."""

    p50_ms: float
    p99_ms: float

    @classmethod
    def of(cls, seconds: list[float]) -> Times:
        """Of single measurements."""
        steps = statistics.quantiles(seconds, n=100)
        return cls(steps[49] * 1000, steps[98] * 1000)


class Transactor:
    """One producer that waits for each answer."""

    def __init__(self, asking: Asking, transactional_id: str) -> None:
        self._asking = asking
        self.transactional_id = transactional_id
        self.producer_id, self.epoch = -1, -1

    def _ask(self, request: Any, version: int) -> Any:
        self._asking.send(request, version)
        return self._asking.receive()

    def _until_let(self, request: Any, version: int) -> Any:
        deadline = time.monotonic() + 60
        while True:
            answer = self._ask(request, version)
            code = ErrorCode(answer.error_code)
            if not code:
                return answer
            if code not in _AGAIN or time.monotonic() > deadline:
                raise AssertionError(f"{type(request).__name__}: {code.name}")
            time.sleep(_AGAIN_S)

    def begin(self) -> None:
        """InitProducerId."""
        request = InitProducerIdRequest(transactional_id=self.transactional_id, transaction_timeout_ms=900_000)
        answer = self._until_let(request, 5)
        self.producer_id, self.epoch = answer.producer_id, answer.producer_epoch

    def produce(self, partitions: list[TopicPartition], sequence: int = 0) -> None:
        """A record to each partition, which become part of the transaction by that; as often as it takes."""
        batch = codec.build_batch(
            [(time.time_ns() // 1_000_000, None, b"x" * 100, ())],
            attributes=TRANSACTIONAL,
            producer_id=self.producer_id,
            producer_epoch=self.epoch,
            base_sequence=sequence,
        )
        waiting = set(partitions)
        deadline = time.monotonic() + 60
        while waiting:
            topics: dict[str, list[PartitionProduceData]] = {}
            for topic, index in sorted(waiting):
                topics.setdefault(topic, []).append(PartitionProduceData(index=index, records=batch))
            data = [TopicProduceData(name=topic, partition_data=parts) for topic, parts in topics.items()]
            request = ProduceRequest(transactional_id=self.transactional_id, acks=-1, timeout_ms=30_000, topic_data=data)
            answer = self._ask(request, 12)
            for one in answer.responses:
                for part in one.partition_responses:
                    code = ErrorCode(part.error_code)
                    if code is ErrorCode.NONE:
                        waiting.discard(TopicPartition(one.name, part.index))
                    elif code not in _AGAIN or time.monotonic() > deadline:
                        raise AssertionError(f"Produce to {one.name}-{part.index}: {code.name}")
            if waiting:
                time.sleep(_AGAIN_S)

    def end(self, *, commit: bool = True) -> float:
        """EndTxn; the seconds until its answer. Where the one before is not complete yet, that is waited for, too."""
        began = time.perf_counter()
        request = EndTxnRequest(
            transactional_id=self.transactional_id, producer_id=self.producer_id, producer_epoch=self.epoch, committed=commit
        )
        answer = self._until_let(request, 5)
        self.producer_id, self.epoch = answer.producer_id, answer.producer_epoch
        return time.perf_counter() - began


@contextlib.contextmanager
def both() -> Iterator[dict[str, Measured]]:
    """klog and Kafka, with their coordinators ready."""
    with BROKERS["klog"](SETTINGS) as klog, BROKERS["kafka"](SETTINGS) as kafka:
        sides = {"klog": klog, "kafka": kafka}
        for broker in sides.values():
            with Asking(broker.address) as asking:
                asking.send(FindCoordinatorRequest(coordinator_keys=["first"], key_type=1), 4)
                asking.receive()
                Transactor(asking, "first").begin()
        yield sides


def rates(sides: dict[str, Measured], runs: int) -> dict[str, dict[str, list[Figure]]]:
    """Kafka's load program, by the transactions' duration; a first run warms up."""
    found: dict[str, dict[str, list[Figure]]] = {}
    for run in range(runs + 1):
        for duration_ms, records in DURATIONS_MS.items():
            for key in sorted(sides, reverse=bool(run % 2)):
                topic = f"perf-{run}-{duration_ms}"
                perf_tools.create_topic(sides[key], topic)
                more = ("--transactional-id", topic, "--transaction-duration-ms", str(duration_ms))
                figure = perf_tools.producer_perf(sides[key], topic, records if run else records // 5, 100, more=more)
                if run:
                    found.setdefault(f"transactions of {duration_ms:,} ms", {}).setdefault(key, []).append(figure)
    return found


def ends(broker: Measured, run: int) -> dict[str, Times]:
    """How long ends take, and whole transactions, by the number of partitions."""
    found: dict[str, Times] = {}
    topic = f"ends-{run}"
    perf_tools.create_topic(broker, topic, max(SIZES))
    with Asking(broker.address) as asking:
        for size in SIZES:
            producer = Transactor(asking, f"ends-{run}-{size}")
            producer.begin()
            partitions = [TopicPartition(topic, index) for index in range(size)]
            answered, whole = [], []
            for number in range(WARM_ROUNDS + ROUNDS):
                began = time.perf_counter()
                if partitions:
                    producer.produce(partitions)
                took_s = producer.end(commit=bool(partitions))
                if number >= WARM_ROUNDS:
                    answered.append(took_s)
                    whole.append(time.perf_counter() - began)
            name = f"{size} partitions" if size else "nothing"
            found[f"EndTxn, {name}"] = Times.of(answered)
            if size:
                found[f"the whole, {name}"] = Times.of(whole)
    return found


def with_open_ids(broker: Measured) -> dict[int, dict[str, Times]]:
    """Requests of a producer while others have so many transactions open in the same partition."""
    topic = TopicPartition("open", 0)
    perf_tools.create_topic(broker, topic.topic)
    opened = 0
    found: dict[int, dict[str, Times]] = {}
    with Asking(broker.address) as asking:
        for count in (FEW, MANY):
            for number in range(opened, count):
                other = Transactor(asking, f"open-{number}")
                other.begin()
                other.produce([topic])
            opened = count
            times: dict[str, list[float]] = {}
            names = itertools.count()
            for number in range(WARM_ROUNDS + ROUNDS):
                producer = Transactor(asking, f"measured-{count}-{next(names) % 100}")
                began = time.perf_counter()
                producer.begin()
                begun = time.perf_counter()
                producer.produce([topic])
                produced = time.perf_counter()
                producer.produce([topic], sequence=1)
                again = time.perf_counter()
                ended_s = producer.end()
                if number >= WARM_ROUNDS:
                    took = (begun - began, produced - begun, again - produced, ended_s)
                    kinds = ("InitProducerId", "Produce, the first", "Produce, the second", "EndTxn")
                    for kind, seconds in zip(kinds, took, strict=True):
                        times.setdefault(kind, []).append(seconds)
            found[count] = {kind: Times.of(each) for kind, each in times.items()}
    return found
