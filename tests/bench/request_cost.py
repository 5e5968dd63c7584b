"""What one request costs this checkout's broker beside that of an older one (``KLOG_BENCH_BEFORE``), free of most noise.

`tests.bench.before` measures whole brokers under load, which takes minutes and a quiet machine. This takes the least of many short rounds
in a process for each side, in turns, and so says within a percent or two where the cost of a request went; how many functions are called
for one, and how many instructions the interpreter executes, does not depend on the machine at all. The older side is there twice: the A/A
pair.
"""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys
from contextlib import ExitStack
from typing import Any, NamedTuple, Self

from tests.bench.before import SIDES, other_checkout

#: Each checkout has its own, as modules change their names.
PROGRAM = pathlib.Path("tests", "bench", "one_request.py")
HERE = pathlib.Path(__file__).parents[2]
#: Each side measures the best of so many rounds of so many requests, and then it is the next one's turn.
ROUNDS, REQUESTS = 10, 40


class Cost(NamedTuple):
    """Of one kind of request, by side: microseconds; functions called, those written in Python and all; the interpreter's instructions."""

    kind: str
    microseconds: dict[str, float]
    calls: dict[str, tuple[int, int]]
    steps: dict[str, int]


class Side:
    """A process that measures.

    :param arguments: of `tests.bench.one_request`.
    """

    def __init__(self, checkout: pathlib.Path, *arguments: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(checkout / PROGRAM), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(checkout), "PYTHONHASHSEED": "0"},
        )

    def ask(self, *words: object) -> Any:
        """The answer to a command."""
        assert self._process.stdin is not None and self._process.stdout is not None
        print(*words, sep="\t", file=self._process.stdin, flush=True)
        line = self._process.stdout.readline()
        if not line:
            raise AssertionError("a side has ended; what it said stands above")
        return json.loads(line)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(20)
        finally:
            self._process.kill()


def measure(runs: int) -> list[Cost]:
    """`runs` times ten turns of each side; the least of all counts."""
    with ExitStack() as stack:
        other = other_checkout()
        sides = {side: stack.enter_context(Side(other if side.startswith("before") else HERE)) for side in SIDES}
        found = []
        for kind in sides["after"].ask("work"):
            calls = {side: tuple(each.ask("calls", kind)) for side, each in sides.items()}
            steps = {side: each.ask("steps", kind) for side, each in sides.items()}
            least = dict.fromkeys(SIDES, float("inf"))
            for _ in range(10 * runs):
                for side, each in sides.items():
                    least[side] = min(least[side], each.ask("time", kind, ROUNDS, REQUESTS))
            found.append(Cost(kind, least, calls, steps))
    return found
