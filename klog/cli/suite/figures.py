"""What is measured: the kinds of figures, how each is told, and which way is better.

A step has its figures by name, ``PHASE.KIND`` (``produce.rate``, ``consume.cpu``); the kind is what stands behind the last dot. CPU is that
of the broker's whole process family, user and system, in seconds per million records, which is microseconds for each.
"""

from __future__ import annotations

import dataclasses
import enum


class Better(enum.Enum):
    """Which way a figure is better."""

    HIGHER = "higher"
    LOWER = "lower"
    #: It is told beside the others, and nothing is concluded from it.
    NEITHER = "neither"


@dataclasses.dataclass(frozen=True)
class Kind:
    """How a kind of figure is told.

    :param title: a table's heading, with the unit.
    :param digits: behind the point.
    :param least: what is shorter than this may be told as 0, as by a tool that counts whole milliseconds; 0.0 where a 0 is a 0.
    """

    title: str
    better: Better
    digits: int
    least: float = 0.0

    def show(self, value: float) -> str:
        """``12,345``, ``0.87`` or ``< 1.00``."""
        return f"{value:,.{self.digits}f}" if value or not self.least else f"< {self.least:,.{self.digits}f}"


KINDS = {
    "rate": Kind("records/s", Better.HIGHER, 0),
    "warm_rate": Kind("records/s, warm", Better.HIGHER, 0),
    "cpu": Kind("broker CPU µs a record", Better.LOWER, 3),
    "cpu_per_gb": Kind("broker CPU s per GB", Better.NEITHER, 2),
    "client_cpu": Kind("client CPU µs a record", Better.NEITHER, 3),
    "source_cpu": Kind("source's CPU µs a record", Better.NEITHER, 3),
    "own_cpu": Kind("CPU µs a record", Better.LOWER, 3),
    "mean_ms": Kind("mean ms", Better.LOWER, 2),
    "p50_ms": Kind("p50 ms", Better.LOWER, 2, 1.0),
    "p95_ms": Kind("p95 ms", Better.LOWER, 2, 1.0),
    "p99_ms": Kind("p99 ms", Better.LOWER, 2, 1.0),
    "p999_ms": Kind("p99.9 ms", Better.LOWER, 2, 1.0),
    "max_ms": Kind("longest ms", Better.NEITHER, 1),
    "idle_percent": Kind("CPU at rest, % of a core", Better.LOWER, 2),
    "source_idle_percent": Kind("source's CPU at rest, % of a core", Better.NEITHER, 2),
    "fed": Kind("records/s fed", Better.NEITHER, 0),
    "rss_idle_mb": Kind("RSS idle MB", Better.LOWER, 0),
    "rss_peak_mb": Kind("RSS peak MB", Better.LOWER, 0),
    "rss_after_mb": Kind("RSS after MB", Better.LOWER, 0),
    "ready_s": Kind("ready s", Better.LOWER, 2),
    "first_ack_s": Kind("first message s", Better.LOWER, 2),
    "rest_s": Kind("at rest after s", Better.LOWER, 2),
    "whole_s": Kind("whole command s", Better.LOWER, 2),
    "disk_bytes": Kind("disk B per message", Better.LOWER, 1),
    "overhead_bytes": Kind("overhead B per message", Better.LOWER, 1),
    # 1 is flat: above it somebody was still warming up, below it the length of the log is felt.
    "flatness": Kind("rate of the last fifth / of the second fifth", Better.NEITHER, 2),
    "arrival_s": Kind("all there after s", Better.NEITHER, 2),
    "bytes_per_record": Kind("bytes on the wire per record", Better.NEITHER, 1),
    "packets_per_record": Kind("packets per record", Better.NEITHER, 3),
    "switches_per_record": Kind("context switches per record", Better.NEITHER, 4),
    "other_load": Kind("other load, cores", Better.NEITHER, 2),
    "steal": Kind("steal, cores", Better.NEITHER, 2),
}


#: Phases in which each side is given a load of its own, a share of what it can do: their figures are shown, and not divided.
UNLIKE_PHASES = frozenset({"own10", "own50", "own80", "lag"})


def kind_name_of(name: str) -> str:
    """What stands behind the last dot: ``rate``."""
    return name.rpartition(".")[2]


def kind_of(name: str) -> Kind:
    """Of a figure's name; raises KeyError."""
    return KINDS[kind_name_of(name)]


def phase_of(name: str) -> str:
    """What stands before the kind: ``produce``; "" where the step has one phase only."""
    return name.rpartition(".")[0]
