"""What clients log while brokers die and come back: nothing twice within a second, and no traceback."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

from twisted.logger import LogLevel, formatEvent, globalLogPublisher

#: Seconds within which no line may come again.
AGAIN_S = 1.0


class ChaosLog:
    """Listens to klog's own loggers while it is open.

    :param seconds: the clock by which lines are timed.
    :param rooms: namespaces that are listened to.
    """

    def __init__(self, seconds: Callable[[], float], rooms: tuple[str, ...] = ("klog.client", "klog.net")) -> None:
        self._seconds = seconds
        self._rooms = rooms
        self.lines: list[tuple[float, str]] = []
        self.problems: list[str] = []
        self._last: dict[str, float] = {}

    def __enter__(self) -> Self:
        globalLogPublisher.addObserver(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        globalLogPublisher.removeObserver(self._note)

    def _note(self, event: Any) -> None:
        failure = event.get("log_failure")
        if failure is not None:
            self.problems.append(f"a traceback in the log: {failure.getTraceback()}")
            return
        if not str(event.get("log_namespace", "")).startswith(self._rooms) or event.get("log_level") is LogLevel.debug:
            return
        line, now = formatEvent(event), self._seconds()
        before = self._last.get(line)
        if before is not None and now - before < AGAIN_S:
            self.problems.append(f"logged again after {now - before:.3f} s: {line}")
        self._last[line] = now
        self.lines.append((now, line))
