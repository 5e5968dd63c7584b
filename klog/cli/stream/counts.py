"""The counts that ``klog stream count`` shows: what windows hold as far as the stream has come, and a picture of the latest of them.

Batches bring windows that changed, each with its count so far; a later one replaces an earlier one. What is kept is bounded: of more than
`MAX_KEPT` windows and keys the oldest windows are forgotten, which are those that change no more.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterable, Mapping
from typing import Any

from klog.cli.formatting import count_text, time_text
from klog.cli.output import Column, Row, number

#: Windows and keys that are remembered; some hundred bytes each.
MAX_KEPT = 100_000
#: Without the milliseconds, where all windows start at whole seconds.
COLUMNS = (
    Column("window_start_ms", "window", show=lambda value: window_text(value)),
    Column("window_end_ms", wide=True),
    Column("key"),
    number("count"),
)


@dataclasses.dataclass(frozen=True, slots=True)
class Counted:
    """One window of one key."""

    window_start_ms: int
    window_end_ms: int
    key: str | None
    count: int

    @property
    def row(self) -> Row:
        """For `klog.cli.output`."""
        return dataclasses.asdict(self)


def window_text(timestamp_ms: int) -> str:
    """A window's start as UTC; milliseconds only where there are some."""
    return time_text(timestamp_ms).removesuffix(".000")


class Counts:
    """What is known so far."""

    def __init__(self, max_kept: int = MAX_KEPT) -> None:
        self._max_kept = max_kept
        self._windows: dict[tuple[int, int], dict[str | None, int]] = {}
        self._kept = 0
        self.forgotten = 0
        self.batches = 0
        self.events = 0
        self.late = 0
        self.watermark_ms: int | None = None

    def add(self, found: Iterable[Counted]) -> None:
        """A batch's windows."""
        self.batches += 1
        for one in found:
            keys = self._windows.setdefault((one.window_start_ms, one.window_end_ms), {})
            self._kept += one.key not in keys
            keys[one.key] = one.count
        while self._kept > self._max_kept and len(self._windows) > 1:
            oldest = min(self._windows)
            gone = len(self._windows.pop(oldest))
            self._kept -= gone
            self.forgotten += gone

    def note_progress(self, progress: Mapping[str, Any]) -> None:
        """Spark's report of one batch."""
        self.events += int(progress.get("numInputRows") or 0)
        for operator in progress.get("stateOperators") or ():
            self.late += int(operator.get("numRowsDroppedByWatermark") or 0)
        watermark = (progress.get("eventTime") or {}).get("watermark")
        if watermark is not None:
            import datetime

            moment = datetime.datetime.fromisoformat(str(watermark).replace("Z", "+00:00"))
            # Before it has seen an event Spark says 1970.
            self.watermark_ms = int(moment.timestamp() * 1000) or None

    def all(self) -> list[Counted]:
        """Everything, by window, the most frequent key first."""
        return [
            Counted(start, end, key, count)
            for (start, end), keys in sorted(self._windows.items())
            for key, count in sorted(keys.items(), key=lambda item: (-item[1], item[0] or ""))
        ]

    def latest(self, limit: int) -> list[Counted]:
        """The same of the latest windows, the latest first, `limit` rows at most."""
        ordered = (
            Counted(start, end, key, count)
            for (start, end), keys in sorted(self._windows.items(), reverse=True)
            for key, count in sorted(keys.items(), key=lambda item: (-item[1], item[0] or ""))
        )
        return list(itertools.islice(ordered, limit))

    def summary(self) -> str:
        """One line below the picture."""
        parts = [f"{count_text(self.events)} records"]
        if self.batches:
            parts.append(f"{count_text(len(self._windows))} windows")
        if self.watermark_ms is not None:
            parts.append(f"final up to {window_text(self.watermark_ms)}")
        if self.late:
            # Spark counts rows of a count that was begun in the task that read them: several late events of one window and key are one.
            parts.append("late events were left out")
        if self.forgotten:
            parts.append(f"{count_text(self.forgotten)} of the oldest counts are not shown any more")
        return ", ".join(parts)
