"""The measurements of ``klog bench``: each is one coroutine that moves records and fills a `Result`.

*produce*: values in bulk (`send_many`), or one at a time with a Deferred each; latency is from handing over to the acknowledgement.
*consume*: a topic from its beginning, by `poll`. *e2e*: one value at a time at a steady rate, with the clock in it, through the broker
and back in the same process; latency is from handing over to having it.

Values are the same bytes on every run (random, so that codecs have work that is neither too easy nor impossible).
"""

from __future__ import annotations

import dataclasses
import random
import struct
from typing import Any

from twisted.internet.defer import CancelledError, Deferred
from twisted.internet.task import deferLater
from twisted.python.failure import Failure

from klog.cli.admin_session import first_contact
from klog.cli.connection import Connection
from klog.cli.exit_codes import CommandFailed, Exit, usage
from klog.cli.measurements import Latencies, RateSeries, cpu_seconds
from klog.cli.progress import Progress
from klog.client.admin.admin import Admin
from klog.client.admin.types import NewTopic
from klog.client.fetching.consumer import Consumer
from klog.client.producing.producer import Producer
from klog.errors import ErrorCode, KlogError
from klog.model import EARLIEST_TIMESTAMP, LATEST_TIMESTAMP, TopicPartition

#: Values handed over at once, where there is no rate to keep.
BULK = 5_000
#: What may be on its way in bulk, in bulks; enough to keep several requests under way.
BULKS_UNDER_WAY = 8
#: The same for single messages.
MESSAGES_UNDER_WAY = 20_000
#: With a rate, records are handed over so often.
TICK_S = 0.01
#: A consumer that gets nothing for so long has lost its way.
SILENCE_S = 30.0
_STAMP = struct.Struct(">dQ")
#: A topic that was just made may need a moment until it has leaders.
_LEADERS_S = 10.0


@dataclasses.dataclass
class Result:
    """Figures of one run; rates by wall clock, `cpu_s` of this process alone."""

    kind: str
    topic: str
    records: int = 0
    bytes: int = 0
    seconds: float = 0.0
    cpu_s: float = 0.0
    latencies: Latencies = dataclasses.field(default_factory=Latencies)
    rates: RateSeries = dataclasses.field(default_factory=RateSeries)

    def row(self) -> dict[str, Any]:
        """For tables and JSON."""
        elapsed = self.seconds or 1e-9
        return {
            "kind": self.kind,
            "topic": self.topic,
            "records": self.records,
            "bytes": self.bytes,
            "seconds": round(self.seconds, 3),
            "records_per_s": round(self.records / elapsed),
            "bytes_per_s": round(self.bytes / elapsed),
            "cpu_percent": round(100 * self.cpu_s / elapsed),
            **(self.latencies.summary_ms() if self.latencies.count else {}),
        }


def values(count: int, size: int) -> list[bytes]:
    """So many values of `size` bytes each, the same on every run."""
    chance = random.Random(2011)
    letters = bytes(chance.choices(b"abcdefghijklmnopqrstuvwxyz 0123456789", k=max(size, 1) + 997))
    return [letters[start % 997 : start % 997 + size] for start in range(count)]


async def ensure_topic(reactor: Any, connection: Connection, topic: str, partitions: int, replicas: int | None = None) -> None:
    """The topic is there, and every partition has a leader; it is made where it is missing.

    :param replicas: brokers for each partition; None: the broker's default.
    :raises KlogError: it cannot be made, or nobody answers.
    """
    async with Admin(reactor, connection.bootstrap, **connection.client) as admin:
        await first_contact(admin.routing, connection)
        outcomes = await admin.create_topics([NewTopic(topic, partitions, replicas or -1)])
        error = outcomes.errors.get(topic)
        if error is not None and error.code is not ErrorCode.TOPIC_ALREADY_EXISTS:
            raise error
        for _ in range(int(_LEADERS_S * 10)):
            found = (await admin.describe_topics([topic])).done.get(topic)
            if found is not None and found.partitions and all(one.leader >= 0 for one in found.partitions):
                return
            await deferLater(reactor, 0.1, lambda: None)
        raise CommandFailed(f"topic {topic} has partitions without a leader; `klog topic describe {topic}` shows them")


class _Window:
    """At most so much under way at a time."""

    def __init__(self, size: int) -> None:
        self._free = size
        self._size = size
        self._waiting: Deferred[None] | None = None
        self.error: BaseException | None = None

    async def enter(self) -> None:
        """Wait for room; raises what went wrong meanwhile."""
        if self.error is not None:
            raise self.error
        self._free -= 1
        while self._free < 0:
            self._waiting = Deferred()
            await self._waiting
            if self.error is not None:
                raise self.error

    def leave(self) -> None:
        """One less."""
        self._free += 1
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            waiting.callback(None)

    def failed(self, failure: Any) -> None:
        """Remember the first error."""
        if self.error is None:
            self.error = failure.value

    async def drain(self) -> None:
        """Wait until nothing is under way."""
        while self._free < self._size and self.error is None:
            self._waiting = Deferred()
            await self._waiting
        if self.error is not None:
            raise self.error


def producer_options(connection: Connection) -> dict[str, Any]:
    """Of ``-X``, for the `Producer`; librdkafka's partitioners are the producer's own here.

    :raises CommandFailed: a transactional id.
    """
    chosen = {**connection.names.client, **connection.names.producer}
    if "transactional_id" in chosen:
        raise usage("-X transactional.id: this measures records one by one, not transactions; leave it out")
    if str(chosen.get("partitioner", "sticky")) not in ("sticky", "random", "round_robin"):
        chosen["partitioner"] = "key"
    return chosen


async def produce(
    reactor: Any, connection: Connection, topic: str, count: int, size: int, rate: float | None, single: bool, progress: Progress
) -> Result:
    """Send `count` values of `size` bytes; `rate` is records a second, None for as fast as it goes.

    :raises KlogError: something was not delivered.
    """
    result = Result("produce", topic)
    step = 1 if single else BULK
    if rate is not None:
        step = max(1, int(rate * TICK_S)) if not single else 1
    block = values(min(count, max(step, 1_000)), size)
    window = _Window(MESSAGES_UNDER_WAY if single else BULKS_UNDER_WAY)
    async with Producer(reactor, connection.bootstrap, **producer_options(connection)) as producer:
        cpu = cpu_seconds()
        started = reactor.seconds()

        def delivered(outcome: Any, handed: float, records: int) -> None:
            now = reactor.seconds()
            result.latencies.add(now - handed)
            result.rates.add(now - started, records)
            result.records += records
            progress.add(records)
            window.leave()

        def failed(failure: Any) -> None:
            window.failed(failure)
            window.leave()

        sent = 0
        while sent < count:
            if rate is not None:
                ahead = sent / rate - (reactor.seconds() - started)
                if ahead > 0:
                    await deferLater(reactor, max(ahead, TICK_S / 10), lambda: None)
            records = min(step, count - sent)
            await window.enter()
            handed = reactor.seconds()
            if single:
                waiting: Deferred[Any] = producer.send(topic, block[sent % len(block)])
            else:
                waiting = producer.send_many(topic, block if records == len(block) else block[:records])
            waiting.addCallback(delivered, handed, records)
            waiting.addErrback(failed)
            sent += records
            if single and sent % 1_000 == 0:
                await deferLater(reactor, 0, lambda: None)  # the reactor has to run, too
        await producer.flush()
        await window.drain()
        result.seconds = reactor.seconds() - started
        result.cpu_s = cpu_seconds() - cpu
    result.bytes = result.records * size
    return result


async def bounds(reactor: Any, connection: Connection, topic: str) -> dict[TopicPartition, tuple[int, int]]:
    """First offset and end of each partition.

    :raises KlogError: no such topic, or nobody answers.
    """
    async with Admin(reactor, connection.bootstrap, **connection.client) as admin:
        await first_contact(admin.routing, connection)
        found = (await admin.describe_topics([topic]))[topic]
        partitions = [TopicPartition(topic, one.partition) for one in found.partitions]
        starts = (await admin.list_offsets(dict.fromkeys(partitions, EARLIEST_TIMESTAMP))).check()
        ends = (await admin.list_offsets(dict.fromkeys(partitions, LATEST_TIMESTAMP))).check()
    return {tp: (starts[tp].offset, ends[tp].offset) for tp in partitions}


async def consume(
    reactor: Any, connection: Connection, topic: str, places: dict[TopicPartition, tuple[int, int]], count: int | None, progress: Progress
) -> Result:
    """Read from the beginning to where the ends were, or `count` records.

    :raises KlogError: a partition cannot be read. :raises CommandFailed: nothing comes.
    """
    result = Result("consume", topic)
    left = {tp for tp, (start, end) in places.items() if end > start}
    async with Consumer(reactor, connection.bootstrap, **connection.names.client, **connection.names.consumer) as consumer:
        await consumer.assign({tp: start for tp, (start, _) in places.items()})
        cpu = cpu_seconds()
        started = last = reactor.seconds()
        while left and (count is None or result.records < count):
            sets = await consumer.poll(timeout_ms=1_000)
            now = reactor.seconds()
            for one in sets:
                got = one.values()
                result.records += len(got)
                result.bytes += sum(len(value) for value in got if value is not None)
                result.rates.add(now - started, len(got))
                progress.add(len(got))
                tp = TopicPartition(one.topic, one.partition)
                if one.next_offset >= places[tp][1]:
                    left.discard(tp)
            if sets:
                last = now
            elif now - last > 1.0:
                # Ends may be markers or compacted away: then there is no record to come to them by.
                for tp in list(left):
                    if await consumer.position(tp) >= places[tp][1]:
                        left.discard(tp)
                if left and now - last > SILENCE_S:
                    raise CommandFailed(f"nothing came from {topic} for {SILENCE_S:g} s", Exit.UNREACHABLE)
        result.seconds = reactor.seconds() - started
        result.cpu_s = cpu_seconds() - cpu
    return result


async def end_to_end(
    reactor: Any, connection: Connection, topic: str, count: int, size: int, rate: float, progress: Progress
) -> tuple[Result, list[tuple[float, float]]]:
    """`count` values at `rate` a second through the broker and back; also (seconds since the start, latency in ms) of each.

    :raises KlogError: something was not delivered. :raises CommandFailed: something did not come back.
    """
    result = Result("e2e", topic)
    filler = values(1, max(0, size - _STAMP.size))[0]
    nonce = random.Random().getrandbits(48) << 16
    over_time: list[tuple[float, float]] = []
    places = await bounds(reactor, connection, topic)
    quick = {"fetch_max_wait_ms": 500, **connection.names.consumer}
    prompt = {"linger_ms": 0, **producer_options(connection)}
    failures: list[BaseException] = []

    def note(failure: Failure) -> None:
        if failure.value is not None and not isinstance(failure.value, CancelledError):
            failures.append(failure.value)

    async with Producer(reactor, connection.bootstrap, **prompt) as producer:
        async with Consumer(reactor, connection.bootstrap, **connection.names.client, **quick) as consumer:
            await consumer.assign({tp: end for tp, (_, end) in places.items()})
            cpu = cpu_seconds()
            started = reactor.seconds()
            every = max(1, count // 2_000)

            def take(sets: Any) -> None:
                now = reactor.seconds()
                for one in sets:
                    for value in one.values():
                        if value is None or len(value) < _STAMP.size:
                            continue
                        handed, mark = _STAMP.unpack_from(value)
                        if mark >> 16 != nonce >> 16:
                            continue  # somebody else's
                        result.records += 1
                        result.bytes += len(value)
                        result.latencies.add(now - handed)
                        result.rates.add(now - started, 1)
                        if result.records % every == 0:
                            over_time.append((handed - started, (now - handed) * 1000))
                        progress.add(1)

            async def send() -> None:
                for number in range(count):
                    ahead = number / rate - (reactor.seconds() - started)
                    if ahead > 0:
                        await deferLater(reactor, ahead, lambda: None)
                    value = _STAMP.pack(reactor.seconds(), nonce | number & 0xFFFF) + filler
                    producer.send(topic, value).addErrback(note)

            sending = Deferred.fromCoroutine(send())
            sending.addErrback(note)
            last = started
            while result.records < count and not failures:
                sets = await consumer.poll(timeout_ms=500)
                if sets:
                    last = reactor.seconds()
                    take(sets)
                elif reactor.seconds() - max(last, started + count / rate) > SILENCE_S:
                    raise CommandFailed(f"{count - result.records:,} of {count:,} records did not come back within {SILENCE_S:g} s")
            sending.cancel()
            if failures:
                raise failures[0]
            result.seconds = reactor.seconds() - started
            result.cpu_s = cpu_seconds() - cpu
    return result, over_time


__all__ = ["KlogError", "Result", "bounds", "consume", "end_to_end", "ensure_topic", "produce", "values"]
