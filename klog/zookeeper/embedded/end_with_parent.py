"""Runs a program that ends with its parent, however that ends. Started as a script: ``python -I -S end_with_parent.py PARENT PROGRAM
ARGUMENT...``.

On Linux the kernel does it: this process asks to be killed when its parent dies and then becomes the program, which keeps the request (and
the process id). To the kernel the parent is the thread that started the child, so children are to be started from one that stays: the
reactor's. Elsewhere it stays, between the parent and the program: its standard input is a pipe of which the parent has the other end,
and when that end is closed, by whatever death, the program is killed.

Standard library only, and little of it: it is on the way of every start.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence

PR_SET_PDEATHSIG = 1


def command(program: Sequence[str]) -> list[str]:
    """The command line that runs `program` under guard of the process that calls this."""
    return [sys.executable, "-I", "-S", os.path.abspath(__file__), str(os.getpid()), *program]


def main(arguments: Sequence[str]) -> int:
    """Become the program; its exit code where that cannot be."""
    parent, program = int(arguments[0]), list(arguments[1:])
    # Away from the terminal: Ctrl-C is the parent's, which ends its children in order.
    try:
        os.setsid()
    except OSError:
        pass
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:  # it died before we asked
            return 1
        os.execv(program[0], program)
    return _watch(program)  # pragma: no cover (not on Linux)


def _watch(program: Sequence[str]) -> int:
    """Run the program, and kill it when standard input ends."""
    import subprocess
    import threading

    child = subprocess.Popen(program, stdin=subprocess.DEVNULL)

    def wait_for_parent() -> None:
        while os.read(0, 4096):
            pass
        child.kill()

    threading.Thread(target=wait_for_parent, daemon=True).start()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: child.terminate())
    code = child.wait()
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
