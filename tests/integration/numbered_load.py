"""Numbered records for all partitions of some topics, while brokers and clients die, and who checks what becomes of them.

`Load` sends ``#partition/number`` to every partition, idempotent and with acks=all, so that a record's number must be its offset: whatever
is lost, twice there or out of order shows in the first record behind it. `Reader` reads along meanwhile. What it was once shown must stay:
an offset that is out of range is a record that has gone.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from typing import Any

from tests.integration import disk
from tests.integration.group_members import Place, value_of

#: Of librdkafka: the record stands there, and nobody has said where (newer ones of confluent-kafka say None).
_UNKNOWN_OFFSETS = (-1001, None)


class Load(threading.Thread):
    """Sends until told to stop.

    :param settings: of the client of librdkafka.
    :param shapes: topics with their numbers of partitions.
    """

    def __init__(self, settings: Mapping[str, Any], shapes: Mapping[str, int], *, rate: int = 3000) -> None:
        super().__init__(daemon=True)
        from confluent_kafka import Producer

        self.rate = rate
        self.sent: dict[Place, int] = {(topic, number): 0 for topic, count in shapes.items() for number in range(count)}
        self.acknowledged: dict[Place, int] = dict.fromkeys(self.sent, 0)
        #: When each partition's last answer came, and the longest time between two since `begin_gaps`.
        self._answered_at = dict.fromkeys(self.sent, time.monotonic())
        self._longest_s = dict.fromkeys(self.sent, 0.0)
        self.problems: list[str] = []
        self._ending = threading.Event()
        self.client: Any = Producer(
            {
                **settings,
                "acks": "all",
                "enable.idempotence": True,
                "linger.ms": 5,
                "message.timeout.ms": 600_000,
                "queue.buffering.max.messages": 1_000_000,
                "request.timeout.ms": 10_000,
                "socket.timeout.ms": 10_000,
                "retry.backoff.ms": 20,
                "retry.backoff.max.ms": 100,
                "error_cb": self._error,
            }
        )

    def _error(self, error: Any) -> None:
        if error.fatal():
            self.problems.append(f"the producer has ended: {error.str()}")

    def run(self) -> None:
        number = 0
        places = list(self.sent)
        began = time.monotonic()
        while not self._ending.is_set():
            # Without catching up on what a full queue has kept from being sent.
            while number < (time.monotonic() - began) * self.rate:
                place = places[number % len(places)]
                try:
                    self.client.produce(place[0], value_of(place[1], self.sent[place]), None, place[1], on_delivery=self._told)
                except BufferError:
                    self.client.poll(0.05)
                    continue
                self.sent[place] += 1
                number += 1
            self.client.poll(0.005)
        left = self.client.flush(120)
        if left:
            self.problems.append(f"{left} records were never acknowledged")

    def _told(self, error: Any, message: Any) -> None:
        place = (message.topic(), message.partition())
        expected = self.acknowledged[place]
        if error:
            self.problems.append(f"{place}: record {expected}: {error.str()}")
            return
        self.acknowledged[place] = expected + 1
        offset = message.offset()
        if offset != expected and offset not in _UNKNOWN_OFFSETS:
            self.problems.append(f"{place}: record {expected} was acknowledged at offset {offset}")
        now = time.monotonic()
        gap_s = now - self._answered_at[place]
        self._answered_at[place] = now
        if gap_s > self._longest_s[place]:
            self._longest_s[place] = gap_s

    def begin_gaps(self) -> None:
        """Measure from now on."""
        now = time.monotonic()
        for place in self._longest_s:
            self._answered_at[place] = now
            self._longest_s[place] = 0.0

    def longest_gap_s(self) -> float:
        """Between two answers for one partition."""
        now = time.monotonic()
        return max(max(self._longest_s[place], now - self._answered_at[place]) for place in self._longest_s)

    def wait_answered(self, patience_s: float = 90) -> None:
        """All that has been sent by now is acknowledged when this returns."""
        wanted = dict(self.sent)

        def behind() -> dict[Place, tuple[int, int]]:
            return {place: (self.acknowledged[place], number) for place, number in wanted.items() if self.acknowledged[place] < number}

        disk.wait_for("all is acknowledged", lambda: self.problems or not behind(), patience_s, behind)

    def end(self) -> None:
        """Send no more; what is under way is still waited for."""
        self._ending.set()

    def finish(self) -> None:
        """All is acknowledged when this returns, or in `problems`."""
        self.end()
        self.join()

    def finish_well(self) -> None:
        """All is acknowledged when this returns.

        :raises AssertionError: something went wrong.
        """
        self.finish()
        assert not self.problems, self.problems[:3]


def to_one_topic(address: str, topic: str, partitions: int, *, rate: int) -> Load:
    """To a topic of a broker that may be away for a while."""
    settings = {**disk.QUIET, "bootstrap.servers": address, "reconnect.backoff.ms": 20, "reconnect.backoff.max.ms": 200}
    return Load(settings, {topic: partitions}, rate=rate)


class Reader(threading.Thread):
    """Reads all partitions from their beginning on, until it has been told the ends and has reached them."""

    def __init__(self, settings: Mapping[str, Any], places: Mapping[Place, int]) -> None:
        super().__init__(daemon=True)
        from confluent_kafka import Consumer, TopicPartition

        self.read: dict[Place, int] = dict.fromkeys(places, 0)
        self.problems: list[str] = []
        self._ends: Mapping[Place, int] | None = None
        self._giving_up = threading.Event()
        self.client: Any = Consumer(
            {
                **settings,
                "group.id": "nobody",
                "enable.auto.commit": False,
                "auto.offset.reset": "error",
                "check.crcs": True,
                "fetch.wait.max.ms": 50,
                "fetch.error.backoff.ms": 50,
                "socket.timeout.ms": 10_000,
            }
        )
        self.client.assign([TopicPartition(topic, partition, 0) for topic, partition in places])

    def run(self) -> None:
        try:
            while not self._giving_up.is_set() and len(self.problems) < 20:
                ends = self._ends
                if ends is not None and all(self.read[place] >= end for place, end in ends.items()):
                    return
                for message in self.client.consume(5000, 0.05):
                    self._look(message)
        finally:
            self.client.close()

    def _look(self, message: Any) -> None:
        place = (message.topic(), message.partition())
        error = message.error()
        if error:
            # What a client gets over by itself; anything else means that what was read before is gone.
            if error.name() in ("_AUTO_OFFSET_RESET", "_LOG_TRUNCATION", "OFFSET_OUT_OF_RANGE") or error.fatal():
                self.problems.append(f"{place}: after {self.read.get(place)}: {error.str()}")
            return
        number = self.read[place]
        if message.offset() != number or message.value() != value_of(place[1], number):
            self.problems.append(f"{place}: instead of record {number}: offset {message.offset()}, {message.value()!r}")
        self.read[place] = message.offset() + 1

    def finish(self, ends: Mapping[Place, int], patience_s: float = 120) -> None:
        """Everything up to these ends has been read when this returns, or it is in `problems`."""
        self._ends = ends
        self.join(patience_s)
        if self.is_alive():
            behind = {place: (self.read[place], end) for place, end in ends.items() if self.read[place] < end}
            self.problems.append(f"not read after {patience_s} s: {behind}")
            self.give_up()

    def give_up(self) -> None:
        """Read no more."""
        self._giving_up.set()
        self.join(30)
