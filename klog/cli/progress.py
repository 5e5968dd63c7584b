"""A progress bar for long work: one line on standard error, redrawn a few times a second, gone when the work is done.

Counting has to cost nothing, so that `add` may be called for every chunk: it compares two numbers, and looks at the clock only where enough
has been counted since the last look.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import IO, Self

from klog.cli.formatting import bar_text, bytes_text, count_text, duration_text, terminal_width, time_left, write_all

#: Redrawn at most so often.
INTERVAL_S = 0.1


class Progress:
    """Counts up to `total` (None: nobody knows) of `unit`; ``bytes`` are shown in binary units.

    Use as a context manager, so that the line is cleared::

        with output.progress(size, "bytes") as progress:
            progress.add(4096)
    """

    def __init__(
        self, stream: IO[str], total: int | None, unit: str, *, enabled: bool, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._stream = stream
        self._clock = clock
        self._show = bytes_text if unit == "bytes" else lambda value: f"{count_text(int(value))} {unit}"
        self.enabled = enabled
        self.total = total
        self.done = 0
        self.label = ""
        self._started = clock()
        self._drawn = self._started - INTERVAL_S
        self._step = max(1, (total or 0) // 500)
        self._next = 0
        self._dirty = False

    def add(self, amount: int) -> None:
        """`amount` more is done."""
        self.done += amount
        if self.enabled and self.done >= self._next:
            self._next = self.done + self._step
            self._maybe_draw()

    def _maybe_draw(self) -> None:
        now = self._clock()
        if now - self._drawn >= INTERVAL_S:
            self._drawn = now
            self.draw()

    def text(self, width: int) -> str:
        """The line as it is now."""
        elapsed = max(self._clock() - self._started, 1e-6)
        rate = self.done / elapsed
        if self.total:
            share = min(1.0, self.done / self.total)
            facts = f" {share:>4.0%} {self._show(self.done)}, {self._show(rate)}/s{time_left(self.done, self.total, elapsed)}"
        else:
            share = None
            facts = f" {self._show(self.done)}, {self._show(rate)}/s, {duration_text(elapsed)}"
        label = self.label if len(self.label) <= 30 else "…" + self.label[-29:]
        if label:
            label += " "
        bar = ""
        room = width - 1 - len(facts) - len(label)
        if share is not None and room >= 10:
            bar = bar_text(share, min(room, 40))
        return (label + bar + facts)[: width - 1]

    def draw(self) -> None:
        """Show the line."""
        self._dirty = True
        write_all(self._stream, "\r" + self.text(terminal_width(self._stream)) + "\x1b[K")
        self._stream.flush()

    def clear(self) -> None:
        """Take the line away, before something else is printed and at the end."""
        if self._dirty:
            self._dirty = False
            write_all(self._stream, "\r\x1b[K")
            self._stream.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()
