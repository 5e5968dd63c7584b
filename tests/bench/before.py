"""This checkout's broker beside that of another one, an older commit's: what a change costs.

``KLOG_BENCH_BEFORE`` names the other checkout (a work tree with its extensions built). Three brokers are up at once and asked in turns, in
an order that turns round by round: the older one, the older one again (the A/A pair, which tells how much is noise), and this one. Figures
are medians of the rounds; what counts is CPU time per million records.
"""

from __future__ import annotations

import os
import pathlib
import statistics
from contextlib import ExitStack
from typing import NamedTuple

from tests import peers
from tests.bench import perf_tools
from tests.bench.measure import Measured
from tests.bench.perf_tools import Figure
from tests.integration.running import KlogBroker

SIDES = ("before", "before again", "after")
RECORDS = 1_000_000


class Row(NamedTuple):
    """One kind of work: medians of each side."""

    work: str
    records_per_second: dict[str, float]
    cpu_s_per_million: dict[str, float]


def other_checkout() -> pathlib.Path:
    """Where the older broker is."""
    named = os.environ.get("KLOG_BENCH_BEFORE")
    if not named or not (pathlib.Path(named) / "klog").is_dir():
        peers.missing("before", "KLOG_BENCH_BEFORE must name a checkout of klog to compare with")
    return pathlib.Path(named).resolve()


def _work(broker: Measured, run: int) -> dict[str, Figure]:
    topic = f"before-{run}"
    perf_tools.create_topic(broker, topic)
    return {
        "confluent-kafka produce, 100 B, 16 KiB": perf_tools.confluent_produce(broker, topic, RECORDS, 100),
        "confluent-kafka fetch": perf_tools.confluent_consume(broker, topic, RECORDS),
        "producer-perf-test, 100 B, 8 KiB": perf_tools.producer_perf(broker, f"{topic}-p", RECORDS, 100, batch_size=8196, acks=1),
    }


def measure(runs: int) -> list[Row]:
    """`runs` rounds after a warm-up."""
    found: dict[str, dict[str, list[Figure]]] = {}
    older = ["env", f"PYTHONPATH={other_checkout()}"]
    with ExitStack() as stack:
        brokers: dict[str, Measured] = {}
        for side in SIDES:
            broker = stack.enter_context(KlogBroker(prefix=older if side.startswith("before") else ()))
            assert broker.server is not None
            brokers[side] = Measured(side, broker.address, broker.pid, broker.server.ready_seconds)
        for run in range(runs + 1):
            for turn in range(len(SIDES)):
                side = SIDES[(run + turn) % len(SIDES)]
                perf_tools.create_topic(brokers[side], f"before-{run}-p")
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
