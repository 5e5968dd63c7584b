"""How long an appended record takes to a row in ``foreachBatch``: klog's source beside Spark's own Kafka connector.

The job is that of ``spark_kafka bench`` of the peers: one record after the other is appended to a topic, at changing phases of the trigger,
while a stream with the default trigger runs. The connector runs with its defaults, where a fetch that waits at the broker holds back the
batch, and with ``kafka.fetch.max.wait.ms=20``. The sources take turns, as a machine that gets busier would favour the first.

``python -m tests.bench.spark_latency ADDRESS [ROUNDS]`` measures on a broker that runs already.
"""

from __future__ import annotations

import json
import statistics
import sys
from typing import NamedTuple

from tests.bench.measure import BROKERS
from tests.bench.spark_source import bench

TUNED = "kafka.fetch.max.wait.ms=20"
#: The source and its options, by the name that the table has.
SIDES: dict[str, tuple[str, tuple[str, ...]]] = {"klog": ("klog", ()), "kafka": ("kafka", ()), "tuned": ("kafka", (TUNED,))}


class Latency(NamedTuple):
    """Medians of the rounds, in milliseconds."""

    p50_ms: float
    p95_ms: float


def measure_on(address: str, rounds: int = 3, sides: tuple[str, ...] = tuple(SIDES)) -> dict[str, Latency]:
    """By source."""
    found: dict[str, list[dict[str, float]]] = {}
    for number in range(rounds):
        for side in sides:
            source, options = SIDES[side]
            # A topic of its own: the peers' program begins it anew.
            found.setdefault(side, []).append(bench(address, f"latency-{side}-{number}", source, ("latency",), *options)["latency"])
    names = ("p50_ms", "p95_ms")
    return {side: Latency(*(statistics.median(one[name] for one in reports) for name in names)) for side, reports in found.items()}


def measure(rounds: int = 3) -> dict[str, dict[str, Latency]]:
    """By broker and source."""
    found = {}
    for key, start in BROKERS.items():
        with start() as broker:
            found[key] = measure_on(broker.address, rounds)
    return found


if __name__ == "__main__":
    measured = measure_on(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 3)
    print(json.dumps({side: one._asdict() for side, one in measured.items()}))
