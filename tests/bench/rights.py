"""What it costs a broker to ask who comes in and what he may do: SCRAM, an authorizer and 10,000 rules, beside a broker without.

Two measurements. `measure` runs three brokers at once, two of them open (the A/A pair, which tells how much is noise) and one closed
(`tests.bench.closed_broker`), and has Kafka's own load programs write and read, in an order that turns round by round: CPU seconds of the
broker for a million records, medians. `count` runs single requests on a reactor that is turned by hand (`tests.bench.one_request`): how
many instructions the interpreter executes for one does not depend on the machine at all.
"""

from __future__ import annotations

import pathlib
import statistics
import tempfile
from contextlib import ExitStack
from typing import NamedTuple

from tests import peers
from tests.bench import closed_broker, perf_tools
from tests.bench.heartbeats import await_coordinators
from tests.bench.measure import Measured
from tests.bench.perf_tools import Figure
from tests.bench.request_cost import HERE, Side
from tests.integration.raw import Raw
from tests.integration.running import KlogBroker

SIDES = ("open", "open again", "closed")
#: Written for one round, and read.
RECORDS, READ = 600_000, 2_000_000
WORK = {
    "producer-perf-test, 100 B, batch.size 8196": {"batch_size": 8196, "acks": 1},
    "producer-perf-test, 100 B, batch.size 65536": {"batch_size": 65536, "linger_ms": 10, "acks": 1},
}
CONSUME = "consumer-perf-test, a classic group"


class Row(NamedTuple):
    """One kind of work, by side: medians."""

    work: str
    records_per_second: dict[str, float]
    cpu_s_per_million: dict[str, float]


class Steps(NamedTuple):
    """One kind of request, by side: instructions of the interpreter."""

    kind: str
    steps: dict[str, int]


class _Broker(NamedTuple):
    """Topics are made at the one listener, and loads go to the other; where it is open they are the same."""

    administered: Measured
    measured: Measured
    client: tuple[str, ...]


def _start(stack: ExitStack, side: str, folder: pathlib.Path) -> _Broker:
    common = {"group.initial.rebalance.delay.ms": "0"}
    if side != "closed":
        broker = stack.enter_context(KlogBroker(settings=common))
        measured = Measured(side, broker.address, broker.pid, 0)
        return _Broker(measured, measured, ())
    ports = peers.free_port(), peers.free_port()
    broker = stack.enter_context(KlogBroker(port=ports[0], settings={**common, **closed_broker.settings(*ports)}))
    client_arguments = perf_tools.command_config(folder, closed_broker.JAVA)
    with Raw(broker.address) as client:
        closed_broker.furnish(client.ask)
    return _Broker(Measured(side, broker.address, broker.pid, 0), Measured(side, f"127.0.0.1:{ports[1]}", broker.pid, 0), client_arguments)


def _work(broker: _Broker, run: int) -> dict[str, Figure]:
    found = {}
    for number, (work, settings) in enumerate(WORK.items()):
        topic = f"perf-{run}-{number}"
        perf_tools.create_topic(broker.administered, topic)
        found[work] = perf_tools.producer_perf(broker.measured, topic, RECORDS, 100, more=broker.client, **settings)
    found[CONSUME] = perf_tools.consumer_perf(broker.measured, "perf", READ, f"perf-{run}", more=broker.client)
    return found


def measure(runs: int) -> list[Row]:
    """`runs` rounds after a warm-up."""
    found: dict[str, dict[str, list[Figure]]] = {}
    with ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="klog-bench-")))
        brokers = {side: _start(stack, side, folder) for side in SIDES}
        for broker in brokers.values():
            await_coordinators(broker.administered.address)
            perf_tools.create_topic(broker.administered, "perf", 4)
            perf_tools.producer_perf(broker.measured, "perf", READ, 100, more=broker.client, batch_size=65536, linger_ms=10, acks=1)
        for run in range(runs + 1):
            for turn in range(len(SIDES)):
                side = SIDES[(run + turn) % len(SIDES)]
                for work, figure in _work(brokers[side], run).items():
                    if run:
                        found.setdefault(work, {}).setdefault(side, []).append(figure)
    return [
        Row(
            work,
            {side: statistics.median(one.per_second for one in figures) for side, figures in sides.items()},
            {side: statistics.median(one.cpu_per_million for one in figures) for side, figures in sides.items()},
        )
        for work, sides in found.items()
    ]


def count() -> list[Steps]:
    """Of each kind of request the least of some."""
    with ExitStack() as stack:
        sides = {side: stack.enter_context(Side(HERE, *([side] if side == "closed" else []))) for side in SIDES}
        kinds = sides["open"].ask("work")
        return [Steps(kind, {side: each.ask("steps", kind) for side, each in sides.items()}) for kind in kinds]
