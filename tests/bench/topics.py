"""Many partitions on one node, beside Apache Kafka: starts after an orderly stop and after a kill, memory, open files, CPU without work.

What there is: topics of one partition, with one batch of ten records of 100 bytes in each. "Ready" is from the command's start to the line
that says so, "served" to the first record that is acknowledged. After that nothing is asked of the broker for `IDLE_S`, which is when its
CPU is counted. Two things are klog's alone: what the recovery of an unflushed tail of 1 GiB takes, and the reactor's longest turns while
100 groups of ten members idle on all these partitions for a minute (measured by a `tests.integration.watched_broker`).
"""

from __future__ import annotations

import os
import pathlib
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Protocol

from tests import peers
from tests.bench.heartbeats import beat
from tests.bench.measure import KAFKA, Measured, cpu_seconds, memory_mb
from tests.integration.reactor_stalls import Watched
from tests.integration.running import BrokerFailed, KlogBroker, Process, start_kafka

#: Partitions, where nobody says how many (``--topics``).
COUNT = 1000
RECORDS = 10
RECORD_BYTES = 100
#: How long nothing is asked of a broker (``--idle-seconds``).
IDLE_S = 60.0
#: Topics that one request makes.
AT_ONCE = 500
#: How long Kafka's start may take: with 10,000 topics 60 s were not always enough on two cores that others used, too.
KAFKA_READY_S = 600
TAIL_BYTES = 1 << 30
GROUPS = 100


class Started(NamedTuple):
    """One start."""

    broker: str
    #: What came before it.
    after: str
    ready_s: float
    served_s: float
    rss_mb: float
    #: Before the stop, and once the broker has idled.
    open_before: int
    open_after: int
    #: Of a core, without work.
    idle_percent: float


class Recovered(NamedTuple):
    """One start behind an unflushed tail, and one with as many flushed bytes."""

    tail_s: float
    plain_s: float


class Side(Protocol):
    """A broker that is started again on the same directory."""

    name: str
    pid: int
    address: str
    ready_s: float

    def start(self) -> None:
        """Start, and wait until it says that it is ready."""

    def end(self, *, kill: bool) -> None:
        """In order, or by ``kill -9``."""


class Klog:
    """klog in `folder`."""

    name = "klog"

    def __init__(self, folder: pathlib.Path) -> None:
        self._broker = KlogBroker(folder)
        self.pid, self.address, self.ready_s = 0, "", 0.0

    def start(self) -> None:
        """See `Side`."""
        server = self._broker.start().server
        assert server is not None
        self.pid, self.address, self.ready_s = self._broker.pid, self._broker.address, server.ready_seconds

    def end(self, *, kill: bool) -> None:
        """See `Side`."""
        self._broker.kill() if kill else self._broker.stop()


class Kafka:
    """Apache Kafka in `folder`, with its own heap. Its log is kept: where it does not start again, that says why."""

    name = f"Kafka {KAFKA}"

    def __init__(self, folder: pathlib.Path) -> None:
        self._folder = folder
        self._port = peers.free_port()
        self._server: Process | None = None
        self.pid, self.address, self.ready_s = 0, f"127.0.0.1:{self._port}", 0.0

    def start(self) -> None:
        """See `Side`."""
        server = self._server = start_kafka(KAFKA, self._folder, self._port, quiet=False, heap=None, timeout=KAFKA_READY_S)
        assert server.match is not None
        self.pid, self.ready_s = int(server.match[2]), server.ready_seconds

    def end(self, *, kill: bool) -> None:
        """See `Side`."""
        assert self._server is not None
        if kill:
            os.kill(self.pid, signal.SIGKILL)
            self._server.wait()
        else:
            self._server.terminate(180)


SIDES: dict[str, Callable[[pathlib.Path], Side]] = {"klog": Klog, "kafka": Kafka}


def names(count: int) -> list[str]:
    """The topics."""
    return [f"topic-{number:05d}" for number in range(count)]


def fill(address: str, count: int) -> None:
    """Make the topics, with a batch in each."""
    from confluent_kafka import Producer
    from confluent_kafka.admin import AdminClient
    from confluent_kafka.cimpl import NewTopic

    topics = names(count)
    admin = AdminClient({"bootstrap.servers": address})
    for start in range(0, count, AT_ONCE):
        for each in admin.create_topics([NewTopic(name, 1, 1) for name in topics[start : start + AT_ONCE]]).values():
            each.result(120)
    producer = Producer({"bootstrap.servers": address, "queue.buffering.max.messages": 1_000_000, "message.timeout.ms": 120_000})
    for name in topics:
        for _ in range(RECORDS):
            producer.produce(name, b"x" * RECORD_BYTES)
        producer.poll(0)
    if producer.flush(120):
        raise AssertionError("not all records were acknowledged")


def _serve(address: str, topic: str) -> None:
    """Return when a record of `topic` is acknowledged."""
    from confluent_kafka import Producer

    failed: list[str] = []
    quick = {
        "linger.ms": 0,
        "log_level": 2,
        "reconnect.backoff.ms": 20,
        "reconnect.backoff.max.ms": 50,
        "retry.backoff.ms": 20,
        "topic.metadata.refresh.fast.interval.ms": 20,
    }
    producer = Producer({"bootstrap.servers": address, **quick})
    producer.produce(topic, b"x", on_delivery=lambda error, _message: failed.append(str(error)) if error else None)
    if producer.flush(120) or failed:
        raise AssertionError(f"{topic} is not served: {failed}")


def _open_files(pid: int) -> int:
    return len(list(pathlib.Path(f"/proc/{pid}/fd").iterdir()))


def starts(side: Side, count: int) -> Iterator[Started]:
    """Fill a new broker, end it in both ways and start it again; ended at the end.

    :raises BrokerFailed: it does not start again.
    """
    side.start()
    fill(side.address, count)
    for after, kill in (("clean stop", False), ("kill -9", True)):
        before = _open_files(side.pid)
        side.end(kill=kill)
        began = time.monotonic()
        side.start()
        _serve(side.address, names(count)[-1])
        served_s = time.monotonic() - began
        time.sleep(2)
        cpu_s = cpu_seconds(side.pid)
        time.sleep(IDLE_S)
        idle = (cpu_seconds(side.pid) - cpu_s) / IDLE_S * 100
        yield Started(side.name, after, side.ready_s, served_s, memory_mb(side.pid), before, _open_files(side.pid), idle)
    side.end(kill=False)


def recovery(size: int = TAIL_BYTES) -> Recovered:
    """Kill a broker behind `size` bytes of one partition that no flush covers, in batches of 64 KiB, and start it again."""
    from tests.bench import perf_tools

    folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-bench-"))
    try:
        side = Klog(folder)
        side.start()
        broker = Measured("klog", side.address, side.pid, side.ready_s)
        perf_tools.create_topic(broker, "tail")
        perf_tools.producer_perf(broker, "tail", size // 1000, 1000, batch_size=65536, linger_ms=10, acks=1)
        side.end(kill=True)
        side.start()
        tail_s = side.ready_s
        side.end(kill=False)
        side.start()
        plain_s = side.ready_s
        side.end(kill=False)
        return Recovered(tail_s, plain_s)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def idle_turns(count: int) -> dict[str, Any]:
    """The turns of a reactor on `count` partitions while `GROUPS` groups of ten members do nothing but heartbeat."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-bench-"))
    try:
        with Watched(folder) as broker:
            fill(broker.address, count)
            served = Measured("klog", broker.address, broker.process.pid, 0)
            beat(served, groups=GROUPS, warm=5, seconds=1)
            broker.tell("mark")
            beats = beat(served, groups=GROUPS, warm=5, seconds=IDLE_S)
            return {**broker.tell("read"), "p99_ms": beats.p99_ms}
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def measure(count: int) -> Iterator[Started | BrokerFailed]:
    """Both brokers, in turn. Where one does not start again, why: what the other one did is worth its minutes all the same."""
    for make in SIDES.values():
        folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-bench-"))
        side = make(folder)
        try:
            yield from starts(side, count)
        except BrokerFailed as failure:
            yield failure
        finally:
            shutil.rmtree(folder, ignore_errors=True)
