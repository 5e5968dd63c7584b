"""Runs a program and sees to it that nothing of it outlives whoever started it, however that ends. ``python -I -S keeper.py PROGRAM
ARGUMENT...``

Brokers come as scripts that start a JVM, or an Erlang that starts helpers, each in a session of its own: killing what was started is not
enough. This process adopts whatever becomes an orphan below it (``PR_SET_CHILD_SUBREAPER``), and stays between the suite and the program:

| what happens | what is done |
|---|---|
| SIGTERM, SIGINT | the program is told; what it leaves behind is killed when it has ended |
| standard input ends: the suite closed it, or has died | the program is told, and after `GRACE_S` everything below is killed |
| standard input brings `NOW` | everything is killed at once |
| the program ends | what it leaves behind is killed, and its exit code is ours |

Standard library only, and little of it: it is on the way of every start. Linux only, as the suite is.
"""

from __future__ import annotations

import ctypes
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from types import FrameType

PR_SET_CHILD_SUBREAPER = 36
NOW = b"k"
#: What a program gets for its end in order once the suite is gone.
GRACE_S = 10.0


def command(program: Sequence[str]) -> list[str]:
    """The command line that runs `program` under a keeper; its standard input is the pipe."""
    return [sys.executable, "-I", "-S", os.path.abspath(__file__), *program]


def _children() -> list[int]:
    """Of this process, adopted ones too."""
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                    fields = file.read().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == os.getpid():
                found.append(int(name))
    return found


def _kill_the_rest() -> None:
    """Kill and bury all children until there are none; those of a killed child come to us."""
    deadline = time.monotonic() + GRACE_S
    while time.monotonic() < deadline:
        for pid in _children():
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(0.005)


def main(program: Sequence[str]) -> int:
    """Run the program; its exit code, 128 and the signal's number where a signal ended it."""
    # Away from the terminal: Ctrl-C is the suite's, which ends its children in order.
    os.setsid()
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    woken, waker = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    signal.set_wakeup_fd(waker)
    told: list[int] = []

    def tell(number: int, _frame: FrameType | None) -> None:
        told.append(number)

    signal.signal(signal.SIGTERM, tell)
    signal.signal(signal.SIGINT, tell)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    try:
        child = subprocess.Popen(program, stdin=subprocess.DEVNULL)
    except OSError as error:
        print(f"{program[0]}: {error.strerror}", file=sys.stderr)
        return 127
    watched = [0, woken]
    deadline: float | None = None
    while child.poll() is None:
        left = None if deadline is None else max(0.0, deadline - time.monotonic())
        ready, _, _ = select.select(watched, [], [], left)
        if woken in ready:
            os.read(woken, 4096)
        if told:
            told.clear()
            child.terminate()
        if 0 in ready:
            if os.read(0, 4096):
                child.kill()
            else:
                watched.remove(0)
                child.terminate()
                deadline = time.monotonic() + GRACE_S
        if deadline is not None and time.monotonic() >= deadline:
            child.kill()
    _kill_the_rest()
    return child.returncode if child.returncode >= 0 else 128 - child.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
