"""How a program of the suite ends: what went wrong is one sentence on standard error, which the suite tells as why the load failed."""

from __future__ import annotations

import sys

from klog.cli.run_coroutine import Body, run
from klog.errors import KlogError


def run_program(body: Body[None]) -> int:
    """Run a program's coroutine on the reactor; its exit code."""
    try:
        run(body)
    except (KlogError, TimeoutError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0
