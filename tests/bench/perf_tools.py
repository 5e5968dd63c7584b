"""Kafka's own load programs and confluent-kafka, pointed at a broker; each answers with rate and broker CPU."""

from __future__ import annotations

import pathlib
import re
import statistics
import time
from collections.abc import Mapping
from typing import NamedTuple

from tests.bench.measure import KAFKA, Measured
from tests.integration.running import run_tool


class Figure(NamedTuple):
    """One measurement: records a second (whole run, and its second half), broker CPU seconds per million records."""

    per_second: float
    warm_per_second: float
    cpu_per_million: float


def create_topic(broker: Measured, topic: str, partitions: int = 1) -> None:
    """A topic, through librdkafka."""
    from confluent_kafka.admin import AdminClient
    from confluent_kafka.cimpl import NewTopic

    admin = AdminClient({"bootstrap.servers": broker.address})
    admin.create_topics([NewTopic(topic, partitions, 1)])[topic].result(20)


def command_config(folder: pathlib.Path, settings: Mapping[str, str]) -> tuple[str, ...]:
    """Arguments that name a file with settings, for what cannot stand on a command line (values with an equals sign in them)."""
    path = folder / "client.properties"
    path.write_text("".join(f"{name}={value}\n" for name, value in settings.items()))
    return "--command-config", str(path)


def producer_perf(
    broker: Measured, topic: str, records: int, record_bytes: int, *, more: tuple[str, ...] = (), **settings: object
) -> Figure:
    """``kafka-producer-perf-test``, with `more` arguments."""
    before = broker.cpu()
    text = run_tool(
        KAFKA,
        "producer-perf-test",
        "--topic",
        topic,
        "--num-records",
        str(records),
        "--record-size",
        str(record_bytes),
        "--throughput",
        "-1",
        "--reporting-interval",
        "1000",
        "--command-property",
        f"bootstrap.servers={broker.address}",
        *(f"{name.replace('_', '.')}={value}" for name, value in settings.items()),
        *more,
        timeout=300,
    )
    time.sleep(0.3)
    used = broker.cpu() - before
    lines = re.findall(r"(\d+) records sent, ([\d.]+) records/sec", text)
    if int(lines[-1][0]) != records:
        raise AssertionError(text)
    rates = [float(rate) for _, rate in lines[:-1]]
    warm = statistics.median(rates[len(rates) // 2 :]) if len(rates) > 3 else float(lines[-1][1])
    return Figure(float(lines[-1][1]), warm, used / records * 1e6)


def confluent_produce(broker: Measured, topic: str, records: int, record_bytes: int, batch_bytes: int = 16384) -> Figure:
    """librdkafka by confluent-kafka's `produce_batch`, as fast as it goes."""
    from confluent_kafka import Producer

    value = bytes(range(32, 127)) * (record_bytes // 95 + 1)
    value = value[:record_bytes]
    producer = Producer(
        {"bootstrap.servers": broker.address, "batch.size": batch_bytes, "linger.ms": 5, "acks": 1, "queue.buffering.max.messages": 500_000}
    )
    producer.produce(topic, b"warm", partition=0)
    producer.flush(20)
    before, started = broker.cpu(), time.monotonic()
    for _ in range(records):
        while True:
            try:
                producer.produce(topic, value, partition=0)
                break
            except BufferError:
                producer.poll(0.01)
        producer.poll(0)
    if producer.flush(120):
        raise AssertionError("not all records were acknowledged")
    seconds = time.monotonic() - started
    return Figure(records / seconds, records / seconds, (broker.cpu() - before) / records * 1e6)


def confluent_consume(broker: Measured, topic: str, records: int) -> Figure:
    """librdkafka by confluent-kafka's `consume`, one assigned partition from its beginning."""
    from confluent_kafka import OFFSET_BEGINNING, Consumer, TopicPartition

    # With its defaults librdkafka stops for a second whenever its queue is full, and that is all one would measure.
    queue = {"queued.min.messages": 1_000_000, "fetch.queue.backoff.ms": 1}
    consumer = Consumer({"bootstrap.servers": broker.address, "group.id": "bench", "enable.auto.commit": False, **queue})
    before, started = broker.cpu(), time.monotonic()
    consumer.assign([TopicPartition(topic, 0, OFFSET_BEGINNING)])
    count = 0
    while count < records:
        found = consumer.consume(50_000, 5)
        if not found:
            raise AssertionError(f"only {count} of {records} records came")
        count += len(found)
    seconds = time.monotonic() - started
    used = broker.cpu() - before
    consumer.close()
    return Figure(count / seconds, count / seconds, used / count * 1e6)


def consumer_perf(broker: Measured, topic: str, records: int, group: str, *, more: tuple[str, ...] = (), **settings: object) -> Figure:
    """``kafka-consumer-perf-test``: a consumer in a group, from joining to leaving it; the rate is that without the time of joining."""
    before = broker.cpu()
    properties = [f"{name.replace('_', '.')}={value}" for name, value in settings.items()]
    text = run_tool(
        KAFKA,
        "consumer-perf-test",
        "--bootstrap-server",
        broker.address,
        "--topic",
        topic,
        "--num-records",
        str(records),
        "--group",
        group,
        "--hide-header",
        *(word for each in properties for word in ("--command-property", each)),
        *more,
        timeout=300,
    )
    time.sleep(0.3)
    used = broker.cpu() - before
    # Start, end, MB, MB/s, records, records/s, milliseconds of joining, of fetching, and MB/s and records/s of fetching.
    row = [line.split(", ") for line in text.splitlines() if line.count(", ") == 9][-1]
    if int(row[4]) < records:
        raise AssertionError(text)
    return Figure(float(row[5]), float(row[9]), used / int(row[4]) * 1e6)


def end_to_end(broker: Measured, topic: str, messages: int = 5000) -> dict[str, float]:
    """``kafka-e2e-latency`` with acks 1 and 100 bytes; milliseconds, and how long the tool took altogether."""
    arguments = ["--bootstrap-server", broker.address, "--topic", topic, "--num-records", str(messages)]
    began = time.monotonic()
    text = run_tool(KAFKA, "e2e-latency", *arguments, "--producer-acks", "1", "--record-size", "100", timeout=180)
    seconds = time.monotonic() - began
    average = re.search(r"Avg latency: ([\d.]+)", text)
    percentiles = re.search(r"50th = ([\d.]+), 99th = ([\d.]+), 99.9th = ([\d.]+)", text)
    if not average or not percentiles:
        raise AssertionError(text[-2000:])
    found = {"mean": float(average[1]), "p50": float(percentiles[1]), "p99": float(percentiles[2]), "p99.9": float(percentiles[3])}
    return found | {"whole run s": seconds}
