"""A producer with acks=all and idempotence (librdkafka's) that writes all the time while brokers die, and remembers what was acknowledged;
and whether all of that is there afterwards."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Mapping
from types import TracebackType
from typing import Any, NamedTuple, Self

from tests.integration import disk


class Acknowledged(NamedTuple):
    """One record's place; the offset is None where librdkafka knows only that it stands there, since a later one of the same producer was
    acknowledged and the answer for this one was lost."""

    partition: int
    offset: int | None
    at_s: float


class AcknowledgedWriter:
    """Writes numbers to all partitions of a topic, `rate` a second, from `with` on until its end, which waits for what is under way.

    :param settings: more of librdkafka's.
    """

    def __init__(self, address: str, topic: str, partitions: int, *, rate: int = 500, settings: Mapping[str, object] | None = None) -> None:
        self._topic = topic
        self._partitions = partitions
        self._rate = rate
        self._settings: dict[str, object] = {
            "bootstrap.servers": address,
            "acks": "all",
            "enable.idempotence": True,
            "linger.ms": 5,
            "delivery.timeout.ms": 120_000,
            **disk.QUIET,
            **(settings or {}),
        }
        self.is_idempotent = bool(self._settings["enable.idempotence"])
        #: By number.
        self.acknowledged: dict[int, Acknowledged] = {}
        self.failed: dict[int, str] = {}
        self.sent = 0
        self._is_ending = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, _value: BaseException | None, _trace: TracebackType | None) -> None:
        self._is_ending.set()
        self._thread.join(150)
        assert kind is not None or not self._thread.is_alive(), "the producer does not end"

    def wait_for_more(self, count: int, seconds: float = 60) -> None:
        """Until so many more than now are acknowledged.

        :raises AssertionError: they are not in time.
        """
        wanted = len(self.acknowledged) + count
        disk.wait_for(
            f"{wanted} are acknowledged",
            lambda: len(self.acknowledged) >= wanted,
            seconds,
            lambda: f"{len(self.acknowledged)} are; failed: {self.failed}",
        )

    def _run(self) -> None:
        from confluent_kafka import Producer

        producer = Producer(self._settings)
        # What is shorter than a millisecond is no pause to librdkafka.
        at_once = max(1, self._rate // 500)
        while not self._is_ending.is_set():
            until_s = time.monotonic() + at_once / self._rate
            for _ in range(at_once):
                number = self.sent
                try:
                    producer.produce(
                        self._topic,
                        b"%d" % number,
                        partition=number % self._partitions,
                        on_delivery=lambda error, message, number=number: self._delivered(number, error, message),
                    )
                    self.sent += 1
                except BufferError:
                    producer.poll(0.1)
            # It returns as soon as anything was acknowledged.
            producer.poll(max(0.0, until_s - time.monotonic()))
            while (left_s := until_s - time.monotonic()) > 0:
                producer.poll(max(0.001, left_s))
        producer.flush(130)

    def _delivered(self, number: int, error: Any, message: Any) -> None:
        if error is not None:
            self.failed[number] = str(error)
        else:
            self.acknowledged[number] = Acknowledged(message.partition(), message.offset(), time.monotonic())

    def longest_gap_s(self, since_s: float = 0.0) -> float:
        """Between two acknowledgements of one partition; of those since a moment of the monotonic clock."""
        moments: dict[int, list[float]] = {}
        for one in list(self.acknowledged.values()):
            if one.at_s >= since_s:
                moments.setdefault(one.partition, []).append(one.at_s)
        gaps = (later - earlier for some in moments.values() for earlier, later in itertools.pairwise(sorted(some)))
        return max(gaps, default=0.0)

    def complaints(self, read: Mapping[int, list[disk.Row]]) -> list[str]:
        """What is wrong with what was read of all partitions, in words: lost, at another offset, twice, out of order.

        :param read: rows of each partition, in order.
        """
        found: list[str] = []
        places = {(partition, row.offset): int(row.value or b"-1") for partition, rows in read.items() for row in rows}
        present = {(partition, number) for (partition, _), number in places.items()}
        for number, place in self.acknowledged.items():
            if place.offset is None:
                if (place.partition, number) not in present:
                    found.append(f"{number} was acknowledged in partition {place.partition}, and is not there")
                continue
            there = places.get((place.partition, place.offset))
            if there != number:
                found.append(f"{number} was acknowledged at {place.partition}/{place.offset}, where {there} is")
        for partition, rows in read.items():
            numbers = [int(row.value or b"-1") for row in rows]
            if len(set(numbers)) != len(numbers):
                found.append(f"partition {partition} has {len(numbers) - len(set(numbers))} records twice")
            if sorted(set(numbers)) != list(dict.fromkeys(numbers)):
                found.append(f"partition {partition} is out of order")
        return found
