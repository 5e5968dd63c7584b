"""What a load brings home, and how a phase of it is watched."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Mapping, Sequence

from klog.cli.suite.histogram import Histogram
from klog.cli.suite.sides.broker import Running

#: A broker works on a little after the last record: flushes, checkpoints, what a client left unfetched.
SETTLE_S = {"smoke": 0.1, "quick": 2.0, "paper": 2.0}


@dataclasses.dataclass
class Measured:
    """Filled phase by phase; see `klog.cli.suite.results.outcomes.Outcome`."""

    figures: dict[str, float] = dataclasses.field(default_factory=dict)
    series: dict[str, Sequence[tuple[float, float]]] = dataclasses.field(default_factory=dict)
    histograms: dict[str, Histogram] = dataclasses.field(default_factory=dict)
    notes: list[str] = dataclasses.field(default_factory=list)
    commands: list[str] = dataclasses.field(default_factory=list)

    def add(self, phase: str, figures: Mapping[str, float]) -> None:
        """Figures of a phase; "" where the step has one only."""
        for kind, value in figures.items():
            self.figures[f"{phase}.{kind}" if phase else kind] = value


class PhaseWatch:
    """What brokers use from when this is made, or from `begin_anew` on, until `figures`."""

    def __init__(self, running: Running, size: str) -> None:
        self._running = running
        self._settle_s = SETTLE_S[size]
        self._watched = running.machine.watch(running.pids)
        self._look(0)

    def begin_anew(self, records: int) -> None:
        """What was used until now, for so many records, is in no figure: a warm-up. (Who traces the phase traces all of it.)"""
        self._look(records)

    def _look(self, uncounted: int) -> None:
        self._uncounted = uncounted
        self._cpu_s = self._running.cpu_s()
        self._wire = self._running.machine.wire()
        self._switches = self._running.switches()

    def figures(self, records: int, client_cpu_s: float | None = None, record_bytes: int | None = None) -> dict[str, float]:
        """By kind, for so many records; first waits until the broker is at rest.

        :param records: all of them, also those that `begin_anew` was told of. :param client_cpu_s: what the load programs used, for all of
        them. :param record_bytes: of a record, where all are of one size.
        """
        time.sleep(self._settle_s)
        self._watched(records)
        running, wire = self._running, self._running.machine.wire()
        counted = records - self._uncounted
        found = {
            "cpu": (running.cpu_s() - self._cpu_s) / counted * 1e6,
            "bytes_per_record": (wire.bytes - self._wire.bytes) / counted,
            "packets_per_record": (wire.packets - self._wire.packets) / counted,
            "switches_per_record": (running.switches() - self._switches) / counted,
        }
        if client_cpu_s is not None:
            found["client_cpu"] = client_cpu_s / records * 1e6
        if record_bytes is not None:
            found["cpu_per_gb"] = found["cpu"] * 1e3 / record_bytes
        return found


def rest_figures(running: Running) -> dict[str, float]:
    """Of a broker that nobody has asked for anything yet."""
    return {"rss_idle_mb": running.memory_mb(), "ready_s": running.ready_s}


def memory_figures(running: Running) -> dict[str, float]:
    """Of a broker that has worked."""
    return {"rss_peak_mb": running.memory_mb("VmHWM"), "rss_after_mb": running.memory_mb()}
