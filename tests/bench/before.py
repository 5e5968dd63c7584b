"""This checkout's broker beside that of another one, an older commit's: what a change costs.

``KLOG_BENCH_BEFORE`` names the other checkout (a work tree with its extensions built). Three brokers are up at once and asked in turns, in
an order that turns round by round: the older one, the older one again (the A/A pair, which tells how much is noise), and this one. Figures
are medians of the rounds; what counts is CPU time per million records. Where a difference comes from, `tests.bench.request_cost` tells.
`measure_clients` does the same with klog's clients, against this checkout's broker; processes that live for a second differ by a third
among themselves, so that the best of the rounds is taken there.
"""

from __future__ import annotations

import os
import pathlib
import socket
import statistics
import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, NamedTuple, Self

from klog.records.implementations import codec
from klog.span import join_parts
from klog.wire.client import ClientConnection
from klog.wire.messages.fetch import FetchPartition, FetchRequest, FetchTopic
from klog.wire.messages.produce import PartitionProduceData, ProduceRequest, TopicProduceData
from tests import peers
from tests.bench import clients, perf_tools
from tests.bench import measure as measure_
from tests.bench.measure import Measured
from tests.bench.perf_tools import Figure
from tests.integration.running import KlogBroker

SIDES = ("before", "before again", "after")
RECORDS = 1_000_000
#: A million records fetched cost the broker less than 0.1 s: so many times in one round,
FETCHES = 10
#: and with klog's Consumer.
CONSUMES = 4
#: Records that go from one client to another one by one.
ROUND_TRIPS = 10_000


class Row(NamedTuple):
    """One kind of work: medians of each side."""

    work: str
    records_per_second: dict[str, float]
    cpu_s_per_million: dict[str, float]


def other_checkout() -> pathlib.Path:
    """Where the older broker is."""
    named = os.environ.get("KLOG_BENCH_BEFORE")
    if not named or not (pathlib.Path(named) / "klog").is_dir():
        peers.missing("before", "KLOG_BENCH_BEFORE must name a checkout of klog to compare with")
    return pathlib.Path(named).resolve()


def _times(times: int, work: Callable[[], Figure]) -> Figure:
    """`work` so many times, as one measurement."""
    figures = [work() for _ in range(times)]
    return Figure(*(statistics.fmean(column) for column in zip(*figures, strict=True)))


def _consume(broker: Measured, topic: str) -> Figure:
    """klog's Consumer, in a process of its own."""
    before = broker.cpu()
    timed = clients.in_process("klog", "consume in bulk", broker.address, topic, RECORDS)
    return Figure(RECORDS / timed.seconds, RECORDS / timed.seconds, (broker.cpu() - before) / RECORDS * 1e6)


def _round_trips(broker: Measured, topic: str) -> Figure:
    """A reader waits at the end of a partition, a record comes, and it is answered; as e2e-latency does it."""
    values = codec.build_batch([(0, None, b"x" * 100, ())])
    written = ProduceRequest(
        acks=1,
        timeout_ms=30_000,
        topic_data=[TopicProduceData(name=topic, partition_data=[PartitionProduceData(index=0, records=values)])],
    )
    with Asking(broker.address) as producer, Asking(broker.address) as consumer:
        before, began = broker.cpu(), time.monotonic()
        for offset in range(ROUND_TRIPS):
            one = FetchPartition(partition=0, fetch_offset=offset, partition_max_bytes=1 << 20)
            consumer.send(
                FetchRequest(max_wait_ms=5000, min_bytes=1, session_epoch=-1, topics=[FetchTopic(topic=topic, partitions=[one])]), 11
            )
            producer.send(written, 9)
            producer.receive()
            answer = consumer.receive()
            if not answer.responses[0].partitions[0].records:
                raise AssertionError(f"nothing came at offset {offset}: {answer}")
        rate = ROUND_TRIPS / (time.monotonic() - began)
        return Figure(rate, rate, (broker.cpu() - before) / ROUND_TRIPS * 1e6)


class Asking:
    """A connection that waits for each answer."""

    def __init__(self, address: str) -> None:
        host, _, port = address.rpartition(":")
        self._socket = socket.create_connection((host, int(port)), 20)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._wire = ClientConnection("bench")

    def send(self, message: Any, version: int) -> None:
        """Ask."""
        self._socket.sendall(join_parts(self._wire.request(message, version)[1]))

    def receive(self) -> Any:
        """The next answer."""
        while True:
            for _, message in self._wire.receive(self._socket.recv(1 << 16)):
                return message

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._socket.close()


def _work(broker: Measured, run: int) -> dict[str, Figure]:
    topic = f"before-{run}"
    perf_tools.create_topic(broker, topic)
    for kind, partitions in (("p", 1), ("l", 1), ("c", clients.PARTITIONS)):
        perf_tools.create_topic(broker, f"{topic}-{kind}", partitions)
    clients.in_process("klog", clients.PRODUCING[0], broker.address, f"{topic}-c", RECORDS)
    return {
        "confluent-kafka produce, 100 B, 16 KiB": perf_tools.confluent_produce(broker, topic, RECORDS, 100),
        "producer-perf-test, 100 B, 8 KiB": perf_tools.producer_perf(broker, f"{topic}-p", RECORDS, 100, batch_size=8196, acks=1),
        "confluent-kafka fetch": _times(FETCHES, lambda: perf_tools.confluent_consume(broker, topic, RECORDS)),
        "klog's Consumer": _times(CONSUMES, lambda: _consume(broker, f"{topic}-c")),
        "one record, produced and fetched": _round_trips(broker, f"{topic}-l"),
    }


#: Records of one measurement; CPU time is counted to the nanosecond.
CLIENT_RECORDS = {
    "produce in bulk": 3_000_000,
    "a future per message": 300_000,
    "consume in bulk": 4_000_000,
    "consume message by message": 1_000_000,
}


def measure_clients(runs: int) -> list[Row]:
    """Both checkouts' clients against one broker, in turns; `runs` rounds after a warm-up."""
    found: dict[str, dict[str, list[Figure]]] = {}
    older = other_checkout()
    with measure_.klog() as broker:
        perf_tools.create_topic(broker, clients.FILLED, clients.PARTITIONS)
        clients.in_process("klog", clients.PRODUCING[0], broker.address, clients.FILLED, max(CLIENT_RECORDS.values()))
        for run in range(runs + 1):
            for work, count in CLIENT_RECORDS.items():
                for turn in range(len(SIDES)):
                    side = SIDES[(run + turn) % len(SIDES)]
                    topic = f"{work}-{side}-{run}".replace(" ", "-") if work in clients.PRODUCING else clients.FILLED
                    if topic != clients.FILLED:
                        perf_tools.create_topic(broker, topic, clients.PARTITIONS)
                    checkout = older if side.startswith("before") else peers.ROOT
                    timed = clients.in_process("klog", work, broker.address, topic, count, checkout)
                    if run:
                        rate = count / timed.seconds
                        figure = Figure(rate, rate, timed.cpu_seconds / count * 1e6)
                        found.setdefault(work, {}).setdefault(side, []).append(figure)
    return _rows(found, max, min)


def measure(runs: int) -> list[Row]:
    """`runs` rounds after a warm-up."""
    found: dict[str, dict[str, list[Figure]]] = {}
    older = ["env", f"PYTHONPATH={other_checkout()}"]
    with ExitStack() as stack:
        brokers: dict[str, Measured] = {}
        for side in SIDES:
            broker = stack.enter_context(KlogBroker(prefix=older if side.startswith("before") else ()))
            assert broker.server is not None
            brokers[side] = Measured(side, broker.address, broker.pid, broker.server.ready_seconds)
        for run in range(runs + 1):
            for turn in range(len(SIDES)):
                side = SIDES[(run + turn) % len(SIDES)]
                for work, figure in _work(brokers[side], run).items():
                    if run:
                        found.setdefault(work, {}).setdefault(side, []).append(figure)
    return _rows(found)


def _rows(
    found: dict[str, dict[str, list[Figure]]],
    rate: Callable[[list[float]], float] = statistics.median,
    cpu: Callable[[list[float]], float] = statistics.median,
) -> list[Row]:
    """Of the rounds of each side `rate` of the records per second, and `cpu` of the CPU time."""
    return [
        Row(
            work,
            {side: rate([one.per_second for one in figures]) for side, figures in sides.items()},
            {side: cpu([one.cpu_per_million for one in figures]) for side, figures in sides.items()},
        )
        for work, sides in found.items()
    ]
