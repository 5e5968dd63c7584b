"""Feeds a topic at a fixed rate, in an open loop: ``python -m klog.cli.suite.programs.steady_feed BOOTSTRAP TOPIC SIZE RATE SECONDS``.

What is due by the clock is sent at once, as one list of equal values, so that rates can be reached at which a program that makes each
record would be what is measured. Batches are as Kafka's producer makes them where it is told nothing. Where a broker does not keep up,
what is under way is bounded, and the rate that was kept says so: the last line printed is JSON, with how many records and that rate.
"""

from __future__ import annotations

import json
import sys
from collections import deque
from collections.abc import Sequence
from typing import Any

from twisted.internet.defer import Deferred
from twisted.internet.task import deferLater
from twisted.python.failure import Failure

from klog.cli.suite.programs.open_loop import due
from klog.cli.suite.programs.run_program import run_program
from klog.client.producing.producer import Producer

#: Between two looks at what is due.
TICK_S = 0.005
#: So many lists may be under way: two seconds' worth.
MOST_UNDER_WAY = 400
LINGER_MS, BATCH_BYTES = 5, 16 << 10


async def feed(reactor: Any, bootstrap: str, topic: str, size: int, rate: float, seconds: float) -> dict[str, float]:
    """Send ``rate * seconds`` records, and one before them that finds leaders and is in no figure; what is printed.

    :raises KlogError: some were not taken.
    """
    total = max(1, int(rate * seconds))
    value = b"x" * size
    failures: list[BaseException] = []

    def note(failure: Failure) -> None:
        assert failure.value is not None
        failures.append(failure.value)

    async with Producer(reactor, bootstrap, linger_ms=LINGER_MS, batch_bytes=BATCH_BYTES) as producer:
        await producer.send_many(topic, [value])
        waiting: deque[Deferred[Any]] = deque()
        sent = 0
        began = reactor.seconds()
        while sent < total:
            now = due(reactor.seconds() - began, rate, sent, total)
            if now > 0:
                waiting.append(producer.send_many(topic, [value] * now).addErrback(note))
                sent += now
            while waiting and (waiting[0].called or len(waiting) > MOST_UNDER_WAY):
                await waiting.popleft()
            if failures:
                break
            await deferLater(reactor, TICK_S, lambda: None)
        while waiting:
            await waiting.popleft()
        if failures:
            raise failures[0]
        return {"records": sent, "kept_per_s": sent / (reactor.seconds() - began)}


def main(arguments: Sequence[str]) -> int:
    """See above; the exit code."""
    bootstrap, topic, size, rate, seconds = arguments

    async def work(reactor: Any) -> None:
        print(json.dumps(await feed(reactor, bootstrap, topic, int(size), float(rate), float(seconds))), flush=True)

    return run_program(work)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
