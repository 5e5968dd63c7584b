"""A broker as a process of its own that tells how long its reactor's turns were: ``python -m tests.integration.watched_broker DIRECTORY``.

Settings follow as ``name=value``. It prints READY with its address, then answers each line on standard input with a line of JSON:

``mark``    forget what was measured so far
``read``    the turns since the mark: how many, the longest ones, and what the reactor's thread was seen doing in them

Whatever was seen comes from a signal every few milliseconds; a turn that is over sooner has no stack, and one that waits in the kernel has
the stack with which that ended. The end of standard input stops the broker.
"""

from __future__ import annotations

import collections
import gc
import json
import signal
import sys
import threading
import time
from types import FrameType
from typing import Any

from klog.broker.lifecycle.service import BrokerService
from klog.broker.reactor_probe import Turns
from klog.broker.settings.settings import BrokerSettings

#: How often the reactor's thread is looked at, and from which length on a turn's stacks are worth it.
LOOK_S = 0.003
LONG_S = 0.008
#: Turns that are told of, the longest first, and frames of a stack.
MOST_TURNS = 10
MOST_FRAMES = 14


class Watch:
    """Hears of long turns (`klog.broker.reactor_probe.TurnListener`), looks at what the reactor's thread does, and times the collector."""

    def __init__(self, reactor: Any) -> None:
        self.turns = Turns.of(reactor)
        self.turns.watch(self)
        self.found: list[dict[str, Any]] = []
        self.before = 0
        self.counted = 0
        #: Stacks in the order in which they were seen in the present turn.
        self.stacks: collections.Counter[tuple[str, ...]] = collections.Counter()
        self.looks = False
        self.collecting_s = 0.0
        self.collections_s: list[float] = []
        gc.callbacks.append(self._collected)

    def begin(self) -> None:
        """Look, until the process ends: by a signal, whose handler runs in the reactor's own thread. Another thread's stack changes while
        one reads it, and the interpreter does not bear that."""
        signal.signal(signal.SIGALRM, self._look)
        signal.setitimer(signal.ITIMER_REAL, LOOK_S, LOOK_S)

    def _collected(self, phase: str, info: dict[str, int]) -> None:
        if info["generation"] < 1:
            return
        now_s = time.monotonic()
        if phase == "start":
            self.collecting_s = now_s
        else:
            self.collections_s.append(now_s - self.collecting_s)

    def _look(self, number: int, frame: FrameType | None) -> None:
        # On a busy machine the next signal comes while this one is looked after: one look, not a pile of them.
        if self.looks or frame is None or frame.f_code is Turns.poll.__code__ or self.turns._begun_s is None:
            return
        self.looks = True
        try:
            if time.monotonic() - self.turns._begun_s >= LONG_S / 2:
                self.stacks[_stack(frame)] += 1
        finally:
            self.looks = False

    def long_turn(self, wall_s: float, cpu_s: float, work: str | None) -> None:
        """A turn is over."""
        stacks, self.stacks = self.stacks, collections.Counter()
        self.counted += 1
        if wall_s < LONG_S:
            return
        seen = [{"times": times, "stack": stack} for stack, times in stacks.most_common(3)]
        self.found.append({"wall_ms": wall_s * 1000, "cpu_ms": cpu_s * 1000, "work": work, "seen": seen})
        if len(self.found) > 1000:
            self.found = self.longest()

    def longest(self) -> list[dict[str, Any]]:
        """By the processor time that they took."""
        by_wall = sorted(self.found, key=lambda turn: -turn["wall_ms"])[:MOST_TURNS]
        by_cpu = sorted(self.found, key=lambda turn: -turn["cpu_ms"])[:MOST_TURNS]
        return by_cpu + [turn for turn in by_wall if turn not in by_cpu]

    def mark(self) -> dict[str, Any]:
        """Begin anew."""
        self.found.clear()
        self.collections_s.clear()
        self.counted = 0
        self.before = self.turns.short_turns
        return {}

    def read(self) -> dict[str, Any]:
        """What was found since."""
        return {
            "turns": self.turns.short_turns - self.before + self.counted,
            "over_20_ms": sum(1 for turn in self.found if turn["wall_ms"] > 20),
            "longest": self.longest(),
            "collections_ms": [round(took_s * 1000, 1) for took_s in self.collections_s],
        }


def _stack(frame: FrameType | None) -> tuple[str, ...]:
    lines: list[str] = []
    while frame is not None and len(lines) < MOST_FRAMES:
        code = frame.f_code
        lines.append(f"{code.co_filename.rpartition('/klog/')[2]}:{frame.f_lineno} {code.co_name}")
        frame = frame.f_back
    return tuple(lines)


def main(directory: str, *settings: str) -> None:
    """See the module."""
    from twisted.internet import epollreactor

    epollreactor.install()
    from twisted.internet import reactor as installed
    from twisted.python import log

    log.startLogging(sys.stderr, setStdout=False)  # type: ignore[no-untyped-call]

    reactor: Any = installed
    given = {"log.dirs": directory, "listeners": "PLAINTEXT://127.0.0.1:0", **dict(setting.split("=", 1) for setting in settings)}
    service = BrokerService.real(BrokerSettings(given), reactor, announce=lambda line: print(line, flush=True))
    watch = Watch(reactor)

    def answer(line: str) -> None:
        print(json.dumps(watch.mark() if line == "mark" else watch.read()), flush=True)

    def stop() -> None:
        service.stopService().addBoth(lambda _: reactor.stop())

    def listen() -> None:
        for line in sys.stdin:
            reactor.callFromThread(answer, line.strip())
        reactor.callFromThread(stop)

    service.startService()
    watch.begin()
    threading.Thread(target=listen, daemon=True).start()
    # Without handlers of its own: each signal would wake it.
    reactor.run(installSignalHandlers=False)
    signal.setitimer(signal.ITIMER_REAL, 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
