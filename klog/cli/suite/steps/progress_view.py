"""What a person sees of a run: two bars with the time left on a terminal, and a line for each step that has ended."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from typing import Self

from klog.cli.bars import Bars, Part
from klog.cli.formatting import duration_text
from klog.cli.output import Output
from klog.cli.suite.figures import kind_name_of, kind_of
from klog.cli.suite.results.outcomes import Outcome, State, Step
from klog.cli.suite.steps.plan import Plan
from klog.cli.suite.steps.runner import View

#: The bars move so often; a second's work is not disturbed by that.
MOVE_S = 1.0
#: Of a step's figures, what its line tells.
_TOLD = ("rate", "warm_rate", "cpu", "own_cpu", "p99_ms", "mean_ms", "disk_bytes", "rest_s", "first_ack_s")


class TerminalView(View):
    """See above. Use as a context manager, so that the bars go at the end."""

    def __init__(self, out: Output, plan: Plan) -> None:
        self._out = out
        self._plan = plan
        self._bars: Bars = out.bars()
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._step: tuple[Step, int, int, float, float] | None = None
        self._what = ""
        self._mover = threading.Thread(target=self._move, daemon=True)
        if self._bars.enabled:
            self._mover.start()

    def _move(self) -> None:
        while not self._over.wait(MOVE_S):
            with self._lock:
                self._draw()

    def _draw(self) -> None:
        if self._step is None:
            return
        step, done, total, left_s, began = self._step
        elapsed = time.monotonic() - began
        expected = max(1.0, self._plan.expected_s(step, None))
        left = duration_text(max(0.0, left_s - elapsed))
        whole = Part("all steps", done, total, f"{done}/{total}, about {left} left")
        part = Part(f"{step.load} {step.side}", min(int(elapsed * 10), int(expected * 9.5)), int(expected * 10), self._what)
        self._bars.show(whole, [part, Part(f"round {step.round}", 0, 0)], now=True)

    def begin(self, step: Step, done: int, total: int, left_s: float) -> None:
        """See `View`."""
        with self._lock:
            self._step, self._what = (step, done, total, left_s, time.monotonic()), ""
            self._draw()

    def say(self, what: str) -> None:
        """See `View`."""
        with self._lock:
            self._what = what

    def end(self, outcome: Outcome, done: int, total: int, left_s: float) -> None:
        """See `View`."""
        with self._lock:
            self._step = None
            self._bars.clear()
        self._out.note(f"{done}/{total} {outcome.step.key}: {line_of(outcome)}; about {duration_text(left_s)} left")

    def waiting(self, load: float, who: Sequence[str]) -> None:
        """See `View`."""
        with self._lock:
            self._bars.show(Part("waiting", 0, 1, f"others keep {load:.1f} cores busy ({', '.join(who)})"), now=True)

    def quiet(self) -> None:
        """See `View`."""
        with self._lock:
            self._step = None
            self._bars.clear()

    def remark(self, what: str) -> None:
        """See `View`."""
        self.quiet()
        self._out.note(f"{what}.")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self.quiet()


def line_of(outcome: Outcome) -> str:
    """A step's outcome in some words: its main figures, or why there are none."""
    if outcome.state is not State.MEASURED:
        return f"{outcome.state.value}: {outcome.why}"
    told = [
        f"{name} {kind_of(name).show(value)}"
        for name, value in outcome.figures.items()
        if kind_name_of(name) in _TOLD and not (name.endswith("warm_rate") and len(outcome.figures) > 20)
    ]
    return ", ".join([*told[:5], *outcome.notes, f"{outcome.seconds:.0f} s"])
