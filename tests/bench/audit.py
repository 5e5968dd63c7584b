"""What counting for the audit costs: a broker for each Produce request, and klog's producer for each record.

`count_broker` runs single requests on a reactor that is turned by hand (`tests.bench.one_request`), with and without counts: how many
instructions the interpreter executes for one does not depend on the machine at all.

`measure_clients` is in CPU time of the client, beside a broker in a process of its own. Processes that live for a second differ by a third
among themselves, so that all sides are producers of one process, which take turns, in an order that turns round by round. One side is there
twice (the A/A pair, which tells how much is noise), and one sends values that are longer by what a number takes: what numbers cost beyond
their bytes. ``python -m tests.bench.audit ADDRESS RUNS`` is that process and prints JSON.
"""

from __future__ import annotations

import gc
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, ExitStack
from typing import Any, NamedTuple

from klog.audit.numbers import HEADER_NAME, encode_number
from klog.cli.run_coroutine import run
from klog.cli.suite.programs.clients.client_settings import BATCH_BYTES, LINGER_MS, PARTITIONS, VALUE_BYTES
from klog.cli.suite.programs.clients.timing import turn
from klog.client.admin.admin import Admin
from klog.client.auditing.audit import Audit
from klog.client.producing.producer import Producer
from klog.records.appending import NumberedHeader, PlainAppender
from tests import peers
from tests.bench.measure import klog
from tests.bench.request_cost import HERE, Side

TOPIC = "audited"
#: Of all kinds of requests those that append.
REQUESTS = ("Produce, 100 B", "Produce, 16 KiB")
BROKERS = ("nobody counts", "nobody again", "counts")
CLIENTS = ("nothing", "nothing again", "counts", "counts and numbers", "longer by a number", "counts and hashes")
#: Records of one turn.
RECORDS = {"send_many": 300_000, "send": 50_000}


class Steps(NamedTuple):
    """One kind of request, by side: instructions of the interpreter."""

    kind: str
    steps: dict[str, int]


class Cost(NamedTuple):
    """One kind of work, by side: CPU seconds of the client for a million records; the least and the median of its turns."""

    work: str
    least: dict[str, float]
    median: dict[str, float]


def number_bytes() -> int:
    """By how much a number makes a record of `TOPIC` longer."""
    sizes = []
    for is_numbered in (False, True):
        appender = PlainAppender()
        if is_numbered:
            appender.number(NumberedHeader(HEADER_NAME, encode_number(bytes(16), TOPIC, 0, 0), 21), 0)
        sizes.append(appender.append(0, None, b"x" * VALUE_BYTES, ()))
    return sizes[1] - sizes[0]


def count_broker() -> list[Steps]:
    """Of each kind of request the least of some."""
    with ExitStack() as stack:
        sides = {side: stack.enter_context(Side(HERE, *(["counted"] if side == "counts" else []))) for side in BROKERS}
        return [Steps(kind, {side: each.ask("steps", kind) for side, each in sides.items()}) for kind in REQUESTS]


def measure_clients(runs: int) -> list[Cost]:
    """Five times `runs` turns of each side, after a warm-up."""
    with klog({"klog.audit.counts": "true"}) as broker:
        command = [sys.executable, "-m", "tests.bench.audit", broker.address, str(runs)]
        environment = {**os.environ, "PYTHONPATH": str(peers.ROOT)}
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=1800, cwd=peers.ROOT, env=environment, check=True)
    found: dict[str, dict[str, list[float]]] = json.loads(done.stdout.splitlines()[-1])
    return [
        Cost(
            work,
            {side: min(seconds) for side, seconds in sides.items()},
            {side: statistics.median(seconds) for side, seconds in sides.items()},
        )
        for work, sides in found.items()
    ]


async def _take_turns(reactor: Any, address: str, runs: int) -> dict[str, dict[str, list[float]]]:
    """By work and side, CPU seconds of each turn for a million records."""
    options: dict[str, Audit] = {
        "counts": Audit(),
        "counts and numbers": Audit(numbers=True),
        "counts and hashes": Audit(hashes=True),
    }
    found: dict[str, dict[str, list[float]]] = {work: {side: [] for side in CLIENTS} for work in RECORDS}
    values = dict.fromkeys(CLIENTS, b"x" * VALUE_BYTES)
    values["longer by a number"] += b"x" * number_bytes()
    works: dict[str, Callable[[Producer, bytes, int], Awaitable[None]]] = {
        "send_many": lambda producer, value, count: _send_many(producer, value, count),
        "send": lambda producer, value, count: _send(reactor, producer, value, count),
    }
    async with AsyncExitStack() as stack:
        admin = await stack.enter_async_context(Admin(reactor, address))
        await admin.create_topic(TOPIC, PARTITIONS)
        producers = {}
        for number, side in enumerate(CLIENTS):
            producer = Producer(
                reactor, address, client_id=f"bench-{number}", linger_ms=LINGER_MS, batch_bytes=BATCH_BYTES, audit=options.get(side)
            )
            producers[side] = await stack.enter_async_context(producer)
        gc.collect()
        gc.freeze()
        for round_ in range(5 * runs + 1):
            for work, send in works.items():
                for place in range(len(CLIENTS)):
                    side = CLIENTS[(round_ + place) % len(CLIENTS)]
                    gc.collect()
                    began = time.process_time()
                    await send(producers[side], values[side], RECORDS[work])
                    took = time.process_time() - began
                    if round_:
                        found[work][side].append(took / RECORDS[work] * 1e6)
    return found


async def _send_many(producer: Producer, value: bytes, count: int) -> None:
    await producer.send_many(TOPIC, [value] * count)


async def _send(reactor: Any, producer: Producer, value: bytes, count: int) -> None:
    delivered = 0

    def count_it(_: object) -> None:
        nonlocal delivered
        delivered += 1

    for sent in range(count):
        producer.send(TOPIC, value).addCallback(count_it)
        if sent % 500 == 0:
            await turn(reactor)
            await producer.room()
    await producer.flush()
    assert delivered == count, delivered


if __name__ == "__main__":
    print(json.dumps(run(lambda reactor: _take_turns(reactor, sys.argv[1], int(sys.argv[2])))))
