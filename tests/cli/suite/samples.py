"""Made-up loads and plans; made-up results: what brokers whose true speeds are known would have brought, with noise of a known size."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence

from klog.cli.suite.experiments.experiment import Experiment
from klog.cli.suite.histogram import Histogram
from klog.cli.suite.host.site import Site
from klog.cli.suite.loads import open_loop
from klog.cli.suite.loads.load import Load
from klog.cli.suite.loads.measured import Measured
from klog.cli.suite.results.lines import current_versions
from klog.cli.suite.results.outcomes import Head, Outcome, Results, State, Step
from klog.cli.suite.steps.plan import Plan

MACHINE = {
    "cores": 2,
    "cpu": "made-up",
    "memory_gb": 8.0,
    "kernel": "6.1",
    "governor": None,
    "python": "3.11.7",
    "disk": "ext4 on /dev/vda",
}
VERSIONS = {"klog": "klog 0.1.0", "kafka": "Apache Kafka 4.3.1"}
#: Of a made-up load.
SECONDS = {"smoke": 1.0, "quick": 10.0, "paper": 100.0}


def load(name: str, run: Callable[[Site, str], Measured] = lambda site, side: Measured({"produce.rate": 1.0}), **more: object) -> Load:
    """A load of made-up brokers."""
    return Load(name, name, run, SECONDS, **more)  # type: ignore[arg-type]


def plan(loads: Sequence[Load], rounds: int = 2, against: Sequence[str] = ("kafka",)) -> Plan:
    """Of one experiment with these loads."""
    names = [one.name for one in loads]
    experiment = Experiment("made-up", "t", names, "produce", ("rate",), "")
    return Plan([experiment], against, "quick", rounds, 7, {one.name: one for one in loads})


def head(**more: object) -> Head:
    """Of size quick, on a quiet machine."""
    values: dict[str, object] = {"seed": 2011, "size": "quick", "machine": MACHINE, "versions": VERSIONS, "started": "2026-11-24"}
    return Head(**{**values, **more})  # type: ignore[arg-type]


def measured(load: str, side: str, number: int, figures: Mapping[str, float], **more: object) -> Outcome:
    """A step that went well, of the load as it is now."""
    values: dict[str, object] = {"seconds": 10.0, "version": version_of(load), **more}
    return Outcome(Step(load, side, number), State.MEASURED, figures=figures, **values)  # type: ignore[arg-type]


def version_of(load: str) -> int:
    """As it is now; 1 of one that is made up."""
    return current_versions().get(load, 1)


def simulated(
    truths: Mapping[str, Mapping[str, float]],
    *,
    load: str = "2014.one",
    rounds: int = 5,
    noise: float = 0.01,
    drift: float = 0.1,
    seed: int = 1,
) -> Results:
    """Rounds of sides whose true figures are known.

    :param truths: figures by side. :param noise: of each figure alone, a share.
    :param drift: of a round, which all sides of it have in common: a machine that is faster in one hour than in the next.
    """
    chance = random.Random(seed)
    results = Results(head())
    for number in range(1, rounds + 1):
        of_round = 1 + chance.uniform(-drift, drift)
        for side, figures in truths.items():
            own = {}
            for name, value in figures.items():
                # What is faster costs less.
                hour = of_round if name.endswith("rate") else 1 / of_round
                own[name] = value * hour * (1 + chance.gauss(0, noise))
            results.add(measured(load, side, number, own))
    return results


def at_fixed_rate(ours: Sequence[float | None], theirs: Sequence[float | None]) -> Results:
    """klog and Kafka at 50,000 records/s, as the open loop tells it.

    :param ours: latencies in ms, round by round; None in one in which the rate was not kept. :param theirs: likewise, Kafka's.
    """
    results = Results(head())
    for side, latencies_ms in (("klog", ours), ("kafka", theirs)):
        for number, latency_ms in enumerate(latencies_ms, 1):
            kept = 40_000.0 if latency_ms is None else 50_000.0
            histogram = Histogram.of([(latency_ms or 9_000.0) / 1000])
            said = {"rate": "50000", "wanted_per_s": 50_000.0, "kept_per_s": kept, "histogram": histogram.plain()}
            found = Measured()
            open_loop.add_rates(found, json.dumps(said))
            results.add(measured("latency.open", side, number, found.figures, notes=found.notes))
    return results


def measured_apart() -> Results:
    """Three rounds of Kafka, and of klog and RabbitMQ by a later run."""
    results = Results(head())
    for number in (1, 2, 3):
        for side, rate, run in (("kafka", 50.0, 1), ("klog", 80.0, 2), ("rabbitmq", 40.0, 2)):
            results.add(measured("tls", side, number, {"produce.rate": rate}, run=run))
    return results


def full() -> Results:
    """Two loads of three sides, with series and histograms, a step that failed and one that was skipped."""
    results = Results(head(versions={**VERSIONS, "rabbitmq": "RabbitMQ 3.10.8"}))
    for number in (1, 2, 3):
        for side, rate in (("klog", 30_000.0), ("kafka", 11_000.0), ("rabbitmq", 20_000.0)):
            figures = {"produce.rate": rate + number, "produce.warm_rate": rate * 1.2, "produce.cpu": 4e5 / rate, "disk_bytes": 271.0}
            figures |= {"overhead_bytes": 71.0, "consume.rate": rate * 10, "consume.cpu": 1e5 / rate}
            series = {"produce": [(float(mb), rate * (1 + mb / 100)) for mb in range(1, 50)]}
            results.add(measured("paper.batch1", side, number, figures, series=series))
        for side, rate in (("klog", 300_000.0), ("klog-again", 301_000.0), ("kafka", 200_000.0)):
            figures = {"produce.rate": rate + 100 * number, "produce.cpu": 3e5 / rate, "rss_peak_mb": 60.0 if side != "kafka" else 900.0}
            results.add(measured("2014.one", side, number, figures))
        for side in ("klog", "kafka"):
            histogram = Histogram.of([0.001 * (1 + place / 1000) for place in range(1000)])
            results.add(measured("latency.open", side, number, {"at1000.p99_ms": 2.0}, histograms={"at1000": histogram}))
    for load, side, state, why in (
        ("paper.batch1", "activemq", State.SKIPPED, "activemq is not installed: no mvn"),
        ("tls", "kafka", State.FAILED, "Kafka ended with exit code 1 in the middle of the run: boom"),
    ):
        results.add(Outcome(Step(load, side, 1), state, why, version=version_of(load)))
    return results
