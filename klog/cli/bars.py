"""Several progress bars under one another on standard error: a line for the whole and one for each part, redrawn a few times a second.

`klog.cli.progress.Progress` is for one thing that is counted; this one is told how far everything is. It draws over what it drew before, so
whatever else is printed meanwhile has to `clear` first.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Sequence
from typing import IO, NamedTuple

from klog.cli.formatting import bar_text, safe, terminal_width, write_all
from klog.cli.progress import INTERVAL_S

#: Parts that are shown; those that are done first make room.
MOST_PARTS = 16
_LABEL = 24
_BAR = 40


class Part(NamedTuple):
    """How far one thing is; where `total` is 0 there is a label and no bar."""

    label: str
    done: int
    total: int
    #: Behind the bar.
    facts: str = ""

    @property
    def share(self) -> float:
        """From 0 to 1; what has nothing to do is done."""
        return min(1.0, self.done / self.total) if self.total else 1.0

    def text(self, width: int) -> str:
        """The line."""
        label = safe(self.label)
        label = label if len(label) <= _LABEL else "…" + label[1 - _LABEL :]
        if not self.total:
            return label[: max(1, width - 1)]
        facts = f" {self.share:>4.0%}{' ' if self.facts else ''}{self.facts}"
        room = min(_BAR, width - 2 - _LABEL - len(facts))
        bar = bar_text(self.share, room) if room >= 8 else ""
        return f"{label:<{_LABEL}} {bar}{facts}"[: max(1, width - 1)]


class Bars:
    """See above.

    :param enabled: False draws nothing, ever.
    :param height: lines of the terminal; asked for where not given.
    """

    def __init__(
        self,
        stream: IO[str],
        *,
        enabled: bool,
        clock: Callable[[], float] = time.monotonic,
        height: Callable[[], int] = lambda: shutil.get_terminal_size((80, 24)).lines,
    ) -> None:
        self._stream = stream
        self._clock = clock
        self._height = height
        self.enabled = enabled
        self._drawn_at = float("-inf")
        self._lines = 0

    def show(self, whole: Part, parts: Sequence[Part] = (), *, now: bool = False) -> None:
        """How far everything is.

        :param now: also where something was drawn a moment ago.
        """
        if not self.enabled:
            return
        at = self._clock()
        if not now and at - self._drawn_at < INTERVAL_S:
            return
        self._drawn_at = at
        width = terminal_width(self._stream)
        room = max(0, min(MOST_PARTS, self._height() - 3))
        lines = [whole.text(width)]
        if len(parts) > 1:
            shown = list(parts)
            while len(shown) > room and any(part.share >= 1 for part in shown):
                shown.remove(next(part for part in shown if part.share >= 1))
            lines += [part.text(width) for part in shown[:room]]
            hidden = len(parts) - min(len(shown), room)
            if hidden:
                lines.append(f"… and {hidden} more"[: max(1, width - 1)])
        up = f"\x1b[{self._lines - 1}A" if self._lines > 1 else ""
        text = "\x1b[K\n".join(lines)
        write_all(self._stream, f"\r{up}{text}\x1b[K\x1b[J")
        self._stream.flush()
        self._lines = len(lines)

    def clear(self) -> None:
        """Take the lines away, before something else is printed and at the end."""
        if self._lines:
            up = f"\x1b[{self._lines - 1}A" if self._lines > 1 else ""
            write_all(self._stream, f"\r{up}\x1b[J")
            self._stream.flush()
            self._lines = 0
