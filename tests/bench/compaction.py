"""Compaction: how fast one gibibyte of 100-byte records is compacted, and what producers notice of it.

A topic is filled while it is not compacted (``cleanup.policy=delete``); then the policy is changed and the clock runs until the broker has
written down how far it got. The rate is taken with the broker held to one core. What producers notice is taken with one that sends 100
bytes to another topic and waits for the answer, again and again: first with nothing else going on, then during the compaction.
"""

from __future__ import annotations

import random
import shutil
import time
from typing import NamedTuple

from klog.records.implementations import codec
from klog.wire.messages.produce import PartitionProduceData, ProduceRequest, TopicProduceData
from tests.bench.measure import cpu_seconds
from tests.integration import disk
from tests.integration.raw import Raw
from tests.integration.running import KlogBroker

KEYS = 1_000_000
PER_BATCH = 150
VALUE_BYTES = 80
SETTINGS = {"log.cleaner.backoff.ms": "100", "log.cleaner.min.cleanable.ratio": "0.01", "log.cleaner.dedupe.buffer.size": str(128 << 20)}
#: Answers that are waited for at a time while the topic is filled.
AT_ONCE = 20


class Compacted(NamedTuple):
    """One run."""

    megabytes: float
    seconds: float
    cpu_seconds: float
    kept_share: float
    #: Of one producer, in milliseconds; 0 where none was measured.
    quiet_p99_ms: float
    busy_p99_ms: float
    quiet_p50_ms: float
    busy_p50_ms: float
    samples: int

    @property
    def rate(self) -> float:
        """Megabytes a second."""
        return self.megabytes / self.seconds


def request(topic: str, batch: bytes) -> ProduceRequest:
    """One batch, acks=1."""
    data = PartitionProduceData(index=0, records=memoryview(batch))
    return ProduceRequest(acks=1, timeout_ms=10_000, topic_data=[TopicProduceData(name=topic, partition_data=[data])])


def fill(address: str, topic: str, size_bytes: int) -> None:
    """Batches of records with keys drawn from `KEYS`."""
    chance = random.Random(1)
    sent = waiting = 0
    value = b"v" * VALUE_BYTES
    with Raw(address) as client:

        def answered(left: int) -> None:
            nonlocal waiting
            while waiting > left:
                data = client.socket.recv(1 << 16)
                assert data, "the broker closed the connection"
                for _, answer in client.client.receive(data):
                    assert answer.responses[0].partition_responses[0].error_code == 0, answer
                    waiting -= 1

        while sent < size_bytes:
            now_ms = int(time.time() * 1000)
            batch = codec.build_batch([(now_ms, b"key-%08d" % chance.randrange(KEYS), value, ()) for _ in range(PER_BATCH)])
            client.send(request(topic, batch), 9)
            waiting += 1
            sent += len(batch)
            answered(AT_ONCE)
        answered(0)


class Probe:
    """One producer that waits for each answer."""

    def __init__(self, address: str, topic: str) -> None:
        self.client = Raw(address)
        self.request = request(topic, codec.build_batch([(int(time.time() * 1000), b"k", b"v" * 84, ())]))

    def until(self, over: object, least_s: float = 0.0) -> list[float]:
        """Times in milliseconds, until `over()` and for so long at least."""
        times = []
        begun = checked = time.perf_counter()
        while True:
            before = time.perf_counter()
            self.client.ask(self.request, 9)
            after = time.perf_counter()
            times.append((after - before) * 1000)
            if after - checked > 0.1:
                checked = after
                if after - begun >= least_s and over():  # type: ignore[operator]
                    return times


def quantile(times: list[float], share: float) -> float:
    """Of sorted or unsorted `times`; 0 without any."""
    return sorted(times)[min(int(len(times) * share), len(times) - 1)] if times else 0.0


def measure(size_bytes: int = 1 << 30, *, with_producer: bool, segment_bytes: int = 128 << 20) -> Compacted:
    """One run on a fresh broker."""
    taskset = shutil.which("taskset")
    prefix = [taskset, "-c", "1"] if taskset and not with_producer else []
    with KlogBroker(settings=SETTINGS, prefix=prefix) as broker:
        configs = {"segment.bytes": str(segment_bytes), "cleanup.policy": "delete", "file.delete.delay.ms": "1000"}
        disk.create_topic(broker.address, "big", 1, configs)
        disk.create_topic(broker.address, "probe", 1)
        fill(broker.address, "big", size_bytes)
        folder = broker.data / "big-0"
        # The active segment stays as it is, and what is not flushed is not touched.
        sealed = sorted(folder.glob("*.log"))[:-1]
        before_bytes = sum(path.stat().st_size for path in sealed)
        end = int(sorted(folder.glob("*.log"))[-1].stem)
        time.sleep(2)
        probe = Probe(broker.address, "probe")
        probe.until(lambda: True, 1.0)
        quiet = probe.until(lambda: True, 8.0) if with_producer else []
        checkpoint = broker.data / "cleaner-offset-checkpoint"

        def over() -> bool:
            return checkpoint.exists() and f"big 0 {end}\n" in checkpoint.read_text()

        cpu = cpu_seconds(broker.pid)
        disk.set_topic_config(broker.address, "big", "cleanup.policy", "compact")
        begun = time.monotonic()
        busy = []
        if with_producer:
            busy = probe.until(over)
        else:
            while not over():
                time.sleep(0.02)
        seconds = time.monotonic() - begun
        cpu = cpu_seconds(broker.pid) - cpu
        kept = sum(path.stat().st_size for path in folder.glob("*.log") if int(path.stem) < end)
        probe.client.close()
    return Compacted(
        before_bytes / 1e6,
        seconds,
        cpu,
        kept / before_bytes,
        quantile(quiet, 0.99),
        quantile(busy, 0.99),
        quantile(quiet, 0.5),
        quantile(busy, 0.5),
        len(busy),
    )
