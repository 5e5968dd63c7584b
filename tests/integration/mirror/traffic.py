"""Who writes to clusters that are mirrored, and who reads, whatever becomes of their brokers."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Mapping
from typing import Any, Self

from klog.client.blocking.producer import BlockingProducer
from klog.errors import KlogError

COMMIT_EVERY_S = 0.3

#: Every value is sent once.
_numbers = itertools.count()


def next_number() -> int:
    """What nobody has sent yet."""
    return next(_numbers)


class Writer:
    """Writes into all partitions of topics until it is told to end, whatever becomes of the brokers.

    :param shapes: topics, with their numbers of partitions.
    :param pause_s: between two rounds, each of 20 records to a partition.
    :param options: of the producer.
    """

    def __init__(self, address: str, shapes: Mapping[str, int], *, pause_s: float = 0.01, **options: Any) -> None:
        self._address = address
        self._shapes, self._pause_s, self._options = dict(shapes), pause_s, options
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._ends.is_set():
            try:
                self._write()
            except KlogError:
                # Its broker was killed, or was slow on a machine that does other things; what it had sent last may be there or not.
                time.sleep(0.1)

    def _write(self) -> None:
        options = {"client_id": "writer", "request_timeout_ms": 1_500, "delivery_timeout_ms": 1_500, **self._options}
        with BlockingProducer(self._address, **options) as producer:
            while not self._ends.is_set():
                for topic, count in self._shapes.items():
                    for partition in range(count):
                        for _ in range(20):
                            producer.send(topic, b"%d" % next_number(), partition=partition)
                producer.flush()
                time.sleep(self._pause_s)

    def end(self) -> None:
        """Write no more."""
        self._ends.set()
        self._thread.join(60)


class Reader:
    """A member of the group, librdkafka's, which commits now and then what it has read; it ends without a last commit.

    :ivar values: all that it has read.
    :ivar first: the first offset of each partition that it has read.
    :ivar commits: when it has committed what.
    :ivar tried: what it has committed, or was about to.
    """

    def __init__(self, address: str, topic: str, group: str) -> None:
        self.values: list[bytes] = []
        self.first: dict[int, int] = {}
        self.commits: list[tuple[float, dict[int, int]]] = []
        self.tried: list[dict[int, int]] = []
        self._address, self._topic, self._group = address, topic, group
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> Self:
        self._thread.start()
        return self

    def _run(self) -> None:
        from confluent_kafka import Consumer, KafkaException
        from confluent_kafka import TopicPartition as Place

        consumer = Consumer(
            {
                "bootstrap.servers": self._address,
                "group.id": self._group,
                "enable.auto.commit": False,
                "auto.offset.reset": "earliest",
                "session.timeout.ms": 2_000,
                "heartbeat.interval.ms": 300,
                "fetch.wait.max.ms": 50,
                "reconnect.backoff.ms": 20,
                "reconnect.backoff.max.ms": 200,
                "log_level": 0,
            }
        )
        consumer.subscribe([self._topic])
        ends: dict[int, int] = {}
        due_s = time.monotonic() + COMMIT_EVERY_S
        try:
            while not self._ends.is_set():
                for message in consumer.consume(500, 0.05):
                    if message.error() is None:
                        self.values.append(message.value())
                        self.first.setdefault(message.partition(), message.offset())
                        ends[message.partition()] = message.offset() + 1
                if ends and time.monotonic() >= due_s:
                    due_s = time.monotonic() + COMMIT_EVERY_S
                    self.tried.append(dict(ends))
                    try:
                        consumer.commit(offsets=[Place(self._topic, *one) for one in ends.items()], asynchronous=False)
                    except KafkaException:
                        # Its broker was killed.
                        continue
                    self.commits.append((time.monotonic(), dict(ends)))
        finally:
            consumer.close()

    def end(self) -> None:
        """Read no more."""
        self._ends.set()
        self._thread.join(60)
