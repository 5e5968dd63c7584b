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
from tests.bench.measure import Measured
from tests.bench.perf_tools import Figure
from tests.bench.request_cost import HERE, Side
from tests.bench.written_and_read import Loaded, one_round, prepare
from tests.integration.raw import Raw
from tests.integration.running import KlogBroker

SIDES = ("open", "open again", "closed")


class Row(NamedTuple):
    """One kind of work, by side: medians."""

    work: str
    records_per_second: dict[str, float]
    cpu_s_per_million: dict[str, float]


class Steps(NamedTuple):
    """One kind of request, by side: instructions of the interpreter."""

    kind: str
    steps: dict[str, int]


def _start(stack: ExitStack, side: str, folder: pathlib.Path) -> Loaded:
    common = {"group.initial.rebalance.delay.ms": "0"}
    if side != "closed":
        broker = stack.enter_context(KlogBroker(settings=common))
        measured = Measured(side, broker.address, broker.pid, 0)
        return Loaded(measured, measured, ())
    ports = peers.free_port(), peers.free_port()
    broker = stack.enter_context(KlogBroker(port=ports[0], settings={**common, **closed_broker.settings(*ports)}))
    client_arguments = perf_tools.command_config(folder, closed_broker.JAVA)
    with Raw(broker.address) as client:
        closed_broker.furnish(client.ask)
    return Loaded(Measured(side, broker.address, broker.pid, 0), Measured(side, f"127.0.0.1:{ports[1]}", broker.pid, 0), client_arguments)


def measure(runs: int) -> list[Row]:
    """`runs` rounds after a warm-up."""
    found: dict[str, dict[str, list[Figure]]] = {}
    with ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="klog-bench-")))
        brokers = {side: _start(stack, side, folder) for side in SIDES}
        for broker in brokers.values():
            prepare(broker)
        for run in range(runs + 1):
            for turn in range(len(SIDES)):
                side = SIDES[(run + turn) % len(SIDES)]
                for work, figure in one_round(brokers[side], run).items():
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
