"""A program that takes part in the audit, and writes down in a file of its own what it has really sent, heard and read.

``python client.py SPEC``, a `Spec` as JSON; SIGTERM ends it in order. What stands in the file is there when the process is killed
with SIGKILL: each line is written with one call before anything else may happen.

========= ==================================================================================
tried     numbers of records that are sent from now on, and their timestamp
written   numbers that were acknowledged
part      numbers of which so many were, and nobody says which
handed    offsets of a partition that were handed out
========= ==================================================================================
"""

from __future__ import annotations

import contextlib
import enum
import json
import os
import pathlib
import random
import signal
import struct
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Self

#: What, and three numbers: first, count, timestamp (-1 of all but `Fact.TRIED`); of `Fact.PART` first, count, how many; of `Fact.HANDED`
#: partition, first, behind the last.
_LINE = struct.Struct(">cqqq")
#: Records in one go, at most, and seconds between two goes.
_MOST = 20
_PAUSE_S = 0.1
#: Late records are as much too late; no window of a run's own time is one of theirs.
LATE_MS = (2 * 3_600_000, 26 * 3_600_000)


class Kind(enum.StrEnum):
    """What the program is."""

    PRODUCER = "producer"
    BLOCKING = "blocking"
    MEMBER = "member"


class Fact(enum.Enum):
    """See the module."""

    TRIED = b"T"
    WRITTEN = b"W"
    PART = b"P"
    HANDED = b"H"


class Spec(NamedTuple):
    """What the program is to do.

    :ivar run: its number; records of a producer say it.
    :ivar ahead_ms: by so much its clock is ahead.
    :ivar late: how many of a hundred goes are late.
    :ivar options: of the client.
    """

    kind: Kind
    bootstrap: str
    client_id: str
    topic: str
    group: str
    run: int
    journal: str
    ahead_ms: int
    late: int
    window_ms: int
    interval_ms: int
    numbers: bool
    options: dict[str, Any]

    def command(self) -> list[str]:
        """Starts it."""
        return [sys.executable, __file__, json.dumps(self._asdict())]

    @classmethod
    def read(cls, text: str) -> Self:
        """Of `command`."""
        made = cls(**json.loads(text))
        return made._replace(kind=Kind(made.kind))


class Journal:
    """The file."""

    def __init__(self, path: str) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def note(self, fact: Fact, one: int, two: int, three: int = -1) -> None:
        """A line."""
        os.write(self._file, _LINE.pack(fact.value, one, two, three))


def read_journal(path: pathlib.Path) -> Iterator[tuple[Fact, int, int, int]]:
    """Its lines. A process that was killed leaves no half of one: each is one write."""
    data = path.read_bytes() if path.exists() else b""
    for what, one, two, three in _LINE.iter_unpack(data[: len(data) // _LINE.size * _LINE.size]):
        yield Fact(what), one, two, three


class Records:
    """What a producer sends next."""

    def __init__(self, spec: Spec) -> None:
        self._spec = spec
        self._rng = random.Random(spec.run)
        self._next = 0

    def now_ms(self) -> int:
        """By its clock."""
        return time.time_ns() // 1_000_000 + self._spec.ahead_ms

    def go(self, journal: Journal) -> tuple[int, list[bytes], int]:
        """(first number, values, timestamp), written down as tried."""
        stamp_ms = self.now_ms()
        if self._rng.randrange(100) < self._spec.late:
            stamp_ms -= self._rng.choice(LATE_MS)
        first, count = self._next, self._rng.randrange(1, _MOST + 1)
        self._next += count
        journal.note(Fact.TRIED, first, count, stamp_ms)
        return first, [b"%s/%d/%d" % (self._spec.client_id.encode(), self._spec.run, first + index) for index in range(count)], stamp_ms


class _Ending:
    """Whether SIGTERM has come."""

    def __init__(self) -> None:
        self.has_come = False
        signal.signal(signal.SIGTERM, self._come)

    def _come(self, *_: object) -> None:
        self.has_come = True


def _produce(spec: Spec, ending: _Ending) -> None:
    from klog import Audit, Producer
    from klog.client.producing.producer_types import DeliveryFailed

    journal, records = Journal(spec.journal), Records(spec)

    async def act(reactor: Any, sleep: Callable[[float], Any]) -> None:
        audit = Audit(window_ms=spec.window_ms, interval_ms=spec.interval_ms, numbers=spec.numbers)
        options = {"client_id": spec.client_id, **spec.options}
        producer = Producer(reactor, spec.bootstrap, audit=audit, now_ms=records.now_ms, **options)
        producer.startService()
        while not ending.has_come:
            first, values, stamp_ms = records.go(journal)

            def told(outcome: Any, first: int = first, count: int = len(values)) -> None:
                error = getattr(outcome, "value", None)
                if isinstance(error, DeliveryFailed):
                    journal.note(Fact.PART, first, count, count - error.failed_count)
                elif error is None:
                    journal.note(Fact.WRITTEN, first, count)
                else:
                    outcome.printTraceback()

            producer.send_many(spec.topic, values, timestamp_ms=stamp_ms).addBoth(told)
            await sleep(_PAUSE_S)
        await producer.stopService()

    _on_reactor(act)


def _produce_blocking(spec: Spec, ending: _Ending) -> None:
    from klog import Audit
    from klog.client.blocking.producer import BlockingProducer
    from klog.client.producing.producer_types import DeliveryFailed
    from klog.errors import KlogError

    journal, records = Journal(spec.journal), Records(spec)
    audit = Audit(window_ms=spec.window_ms, interval_ms=spec.interval_ms, numbers=spec.numbers)
    options = {"client_id": spec.client_id, **spec.options}
    with BlockingProducer(spec.bootstrap, audit=audit, now_ms=records.now_ms, **options) as producer:
        while not ending.has_come:
            _, values, stamp_ms = records.go(journal)
            deliveries = []
            for value in values:
                with contextlib.suppress(KlogError):
                    deliveries.append((int(value.rpartition(b"/")[2]), producer.send(spec.topic, value, timestamp_ms=stamp_ms)))
            for number, delivery in deliveries:
                with contextlib.suppress(DeliveryFailed):
                    delivery.result()
                    journal.note(Fact.WRITTEN, number, 1)
            time.sleep(_PAUSE_S)


def _read(spec: Spec, ending: _Ending) -> None:
    from klog import Audit, ConsumerGroup
    from klog.errors import KlogError

    journal, clock = Journal(spec.journal), Records(spec)

    async def act(reactor: Any, sleep: Callable[[float], Any]) -> None:
        audit = Audit(window_ms=spec.window_ms, interval_ms=spec.interval_ms)
        options = {"client_id": spec.client_id, **spec.options}
        group = ConsumerGroup(reactor, spec.bootstrap, spec.group, [spec.topic], audit=audit, now_ms=clock.now_ms, **options)
        group.startService()
        while not ending.has_come:
            try:
                message_sets = await group.poll(timeout_ms=100)
            except KlogError as error:
                print(f"{spec.client_id}: {error}", file=sys.stderr)
                await sleep(_PAUSE_S)
                continue
            for message_set in message_sets:
                journal.note(Fact.HANDED, message_set.partition, message_set.first_offset, message_set.next_offset)
        await group.stopService()

    _on_reactor(act)


def _on_reactor(act: Callable[[Any, Callable[[float], Any]], Any]) -> None:
    from twisted.internet import reactor
    from twisted.internet.defer import Deferred
    from twisted.internet.task import deferLater

    the_reactor: Any = reactor

    def ended(outcome: Any) -> None:
        if outcome is not None:
            outcome.printTraceback()
        the_reactor.stop()

    def begin() -> None:
        Deferred.fromCoroutine(act(the_reactor, lambda seconds: deferLater(the_reactor, seconds))).addBoth(ended)

    the_reactor.callWhenRunning(begin)
    # SIGTERM is ours.
    the_reactor.run(installSignalHandlers=False)


PROGRAMS = {Kind.PRODUCER: _produce, Kind.BLOCKING: _produce_blocking, Kind.MEMBER: _read}


def main() -> None:
    spec = Spec.read(sys.argv[1])
    # Ctrl-C of a test run is for the test to handle.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    PROGRAMS[spec.kind](spec, _Ending())


if __name__ == "__main__":
    main()
