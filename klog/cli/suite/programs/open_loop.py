"""Latency at fixed rates, in an open loop:
``python -m klog.cli.suite.programs.open_loop [--copy BOOTSTRAP] BOOTSTRAP TOPIC SIZE SECONDS RATE ...``.

Each record has an *intended* time, the start and its number divided by the rate, whatever became of the records before it. It is sent when
that time has come, or as soon as this program gets round to it, and its latency is from the intended time until a consumer in this process
has it. A broker that stops for a second is so charged with all records that should have gone in that second, not with the one that waited
(coordinated omission). Records are for one partition; klog's own clients send and read, whoever the broker is, so that the clients' part is
the same everywhere.

A rate is a number, or a share of what this broker and this client can do (``10%``); for those as much as goes through is sent for some
seconds first (``max``), each record with its time, which is looked at as it is at a rate: else the client would do more then than it can do
afterwards. With ``--copy`` the consumer reads from another cluster, which has to copy the topic under its own name, so that
the way through the mirror is in each latency. Prints one line of JSON for each rate: how many went through, the rate kept, a histogram.
"""

from __future__ import annotations

import json
import re
import struct
import sys
from collections.abc import Callable, Sequence
from typing import Any

from twisted.internet.defer import Deferred
from twisted.internet.task import deferLater
from twisted.python.failure import Failure

from klog.cli.suite.histogram import Histogram
from klog.cli.suite.programs.run_program import run_program
from klog.client.fetching.consumer import Consumer
from klog.client.fetching.record_views import MessageSet
from klog.client.producing.producer import Producer
from klog.model import LATEST_TIMESTAMP, TopicPartition

_STAMP = struct.Struct(">dQ")
#: Between two looks at what is due.
TICK_S = 0.001
#: As fast as it goes: so many values at a time, so many times under way.
BULK, BULKS = 200, 8
#: What was sent has to come within this time, or it is taken for lost.
PATIENCE_S = 30.0


def due(elapsed_s: float, rate: float, sent: int, total: int) -> int:
    """How many records are to be sent now, for all whose intended time has come to be sent."""
    return min(total, int(elapsed_s * rate) + 1) - sent


def parse_rate(text: str, largest: float | None) -> float:
    """Records a second.

    :param largest: what goes through, where that is known. :raises ValueError: no rate.
    """
    share = re.fullmatch(r"(\d+(?:\.\d+)?)%", text)
    if share is None:
        rate = float(text)
    elif largest is None:
        raise ValueError(f"{text} of what? say max first")
    else:
        rate = float(share[1]) / 100 * largest
    if not rate > 0:
        raise ValueError(f"no rate: {text}")
    return rate


class Loop:
    """One producer and one consumer, and the rates one after the other.

    :param copy: where the consumer reads; where the producer writes, if nothing is said.
    """

    def __init__(
        self, reactor: Any, bootstrap: str, topic: str, size: int, print_line: Callable[[str], object], copy: str | None = None
    ) -> None:
        self._reactor = reactor
        self._bootstrap = bootstrap
        self._copy = copy or bootstrap
        self._place = TopicPartition(topic, 0)
        self._filler = b"x" * max(0, size - _STAMP.size)
        self._print = print_line
        self._largest: float | None = None

    async def run(self, seconds: float, rates: Sequence[str]) -> None:
        """All rates.

        :raises TimeoutError: records did not come back. :raises KlogError: they could not be sent or read.
        """
        async with Producer(self._reactor, self._bootstrap, linger_ms=0) as producer:
            async with Consumer(self._reactor, self._copy) as consumer:
                await consumer.assign({self._place: LATEST_TIMESTAMP})
                # The first record finds leaders and makes connections, and is in no figure.
                await producer.send_many(self._place.topic, [self._value(0.0, 0)], partition=0)
                await self._receive(consumer, Histogram(), 1, self._reactor.seconds())
                for text in rates:
                    if text == "max":
                        await self._as_fast_as_it_goes(producer, consumer, seconds)
                    else:
                        await self._at(producer, consumer, text, parse_rate(text, self._largest), seconds)

    def _value(self, intended_s: float, number: int) -> bytes:
        return _STAMP.pack(intended_s, number) + self._filler

    async def _at(self, producer: Producer, consumer: Consumer, name: str, rate: float, seconds: float) -> None:
        total = max(1, int(rate * seconds))
        began = self._reactor.seconds() + TICK_S
        failures: list[BaseException] = []

        def note(failure: Failure) -> None:
            assert failure.value is not None
            failures.append(failure.value)

        async def send() -> None:
            sent = 0
            while sent < total:
                now = due(self._reactor.seconds() - began, rate, sent, total)
                if now > 0:
                    values: list[bytes | None] = [self._value(began + number / rate, number) for number in range(sent, sent + now)]
                    producer.send_many(self._place.topic, values, partition=0).addErrback(note)
                    sent += now
                await deferLater(self._reactor, TICK_S, lambda: None)

        sending = Deferred.fromCoroutine(send())
        sending.addErrback(note)
        histogram = Histogram()
        try:
            await self._receive(consumer, histogram, total, began + seconds, failures)
        finally:
            sending.cancel()
        kept = total / (self._reactor.seconds() - began)
        self._print(json.dumps({"rate": name, "wanted_per_s": rate, "kept_per_s": kept, "records": total, "histogram": histogram.plain()}))

    async def _as_fast_as_it_goes(self, producer: Producer, consumer: Consumer, seconds: float) -> None:
        sent = 0
        failures: list[BaseException] = []
        began = self._reactor.seconds()

        def note(failure: Failure) -> None:
            assert failure.value is not None
            failures.append(failure.value)

        async def send() -> None:
            nonlocal sent
            waiting: list[Any] = []
            while (now := self._reactor.seconds()) - began < seconds:
                block: list[bytes | None] = [self._value(now, number) for number in range(sent, sent + BULK)]
                waiting.append(producer.send_many(self._place.topic, block, partition=0))
                sent += BULK
                if len(waiting) >= BULKS:
                    await waiting.pop(0)
            for one in waiting:
                await one

        sending = Deferred.fromCoroutine(send())
        sending.addErrback(note)
        received, unused = 0, Histogram()
        while not sending.called or received < sent:
            sets = await consumer.poll(timeout_ms=200)
            now = self._reactor.seconds()
            received += _add(unused, sets, now)
            if failures:
                raise failures[0]
            if now - began > seconds + PATIENCE_S:
                raise TimeoutError(f"{sent - received:,} of {sent:,} records did not come back")
        self._largest = received / (self._reactor.seconds() - began)
        self._print(json.dumps({"rate": "max", "kept_per_s": self._largest, "records": received}))

    async def _receive(
        self, consumer: Consumer, histogram: Histogram, total: int, until_s: float, failures: Sequence[BaseException] = ()
    ) -> None:
        """Until `total` records have come."""
        received = 0
        while received < total:
            sets = await consumer.poll(timeout_ms=200)
            now = self._reactor.seconds()
            received += _add(histogram, sets, now)
            if failures:
                raise failures[0]
            if not sets and now > until_s + PATIENCE_S:
                raise TimeoutError(f"{total - received:,} of {total:,} records did not come back within {PATIENCE_S:g} s")


def _add(histogram: Histogram, sets: Sequence[MessageSet], now_s: float) -> int:
    """Count the latencies of what came; how many records that were."""
    count = 0
    for one in sets:
        for value in one.values():
            intended_s, _ = _STAMP.unpack_from(value or b"\0" * _STAMP.size)
            histogram.add(now_s - intended_s)
            count += 1
    return count


def main(arguments: Sequence[str]) -> int:
    """See above; the exit code."""
    copy, words = (arguments[1], arguments[2:]) if arguments[:1] == ["--copy"] else (None, arguments)
    bootstrap, topic, size, seconds, *rates = words

    async def work(reactor: Any) -> None:
        loop = Loop(reactor, bootstrap, topic, int(size), lambda line: print(line, flush=True), copy)
        await loop.run(float(seconds), rates)

    return run_program(work)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
