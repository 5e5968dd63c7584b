"""Load programs of our own (`klog.cli.suite.programs`): their command lines, and what they print at their end."""

from __future__ import annotations

import json
import sys
from typing import Any

from klog.cli.suite.host.processes import Done, StepFailed
from klog.cli.suite.host.site import KLOG_ROOT


def own_program(name: str, *words: object) -> list[object]:
    """The command line of one of our own load programs, which are this klog's whoever the broker is."""
    return [sys.executable, "-m", f"klog.cli.suite.programs.{name}", *words]


def own_environment() -> dict[str, str]:
    """By which they are found, wherever they run."""
    return {"PYTHONPATH": str(KLOG_ROOT)}


def last_line(done: Done, program: str) -> Any:
    """What a program of ours prints at its end: a list or an object of JSON.

    :raises StepFailed: it is neither.
    """
    try:
        found = json.loads(done.text.strip().splitlines()[-1])
    except (ValueError, IndexError):
        found = None
    if not isinstance(found, list | dict):
        raise StepFailed(f"{program} printed no result: {done.text.strip()[-300:]}")
    return found
