"""What klog is to reach: bounds on figures, most of them Kafka's on the same machine."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence


@dataclasses.dataclass(frozen=True)
class Goal:
    """A bound that klog is held to; made by `at_least`, `at_most` and `within`, which say in which direction.

    :param versus: the side that klog's figure is divided by; "" where the figure itself is held to the bound.
    :param at_least: the bound is below; otherwise it is above. :param near: within so much of the bound, on both sides.
    """

    load: str
    figure: str
    versus: str
    bound: float
    at_least: bool
    near: float = 0.0

    def is_met(self, value: float) -> bool:
        """Whether a ratio, or a figure, is as it should be."""
        if self.near:
            return abs(value - self.bound) <= self.near
        return value >= self.bound if self.at_least else value <= self.bound

    @property
    def text(self) -> str:
        """``≥ 1.2``."""
        return f"{self.bound:g} ± {self.near:g}" if self.near else f"{'≥' if self.at_least else '≤'} {self.bound:g}"


def at_least(load: str, figure: str, versus: str, bound: float) -> Goal:
    """So much or more.

    :param versus: see `Goal`.
    """
    return Goal(load, figure, versus, bound, at_least=True)


def at_most(load: str, figure: str, versus: str, bound: float) -> Goal:
    """So much or less.

    :param versus: see `Goal`.
    """
    return Goal(load, figure, versus, bound, at_least=False)


def within(load: str, figure: str, versus: str, bound: float, near: float) -> Goal:
    """So much, give or take `near`.

    :param versus: see `Goal`.
    """
    return Goal(load, figure, versus, bound, at_least=True, near=near)


def against_kafka(load: str, rate: float, cpu: float, phase: str = "produce", kafka: str = "kafka") -> list[Goal]:
    """At least so many times Kafka's rate, for at most so much of its CPU.

    :param kafka: the side that it is, where it is an old one.
    """
    return [at_least(load, f"{phase}.rate", kafka, rate), at_most(load, f"{phase}.cpu", kafka, cpu)]


def none_worse(loads: Sequence[str], phase: str = "produce.") -> list[Goal]:
    """No shape of load is slower than Kafka, or costs more than 0.6 of its CPU."""
    return [goal for load in loads for goal in (at_least(load, f"{phase}rate", "kafka", 1.0), at_most(load, f"{phase}cpu", "kafka", 0.6))]
