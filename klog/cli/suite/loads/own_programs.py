"""Load programs of our own (`klog.cli.suite.programs`): their command lines, and what they print at their end."""

from __future__ import annotations

import json
import sys
from typing import Any

from klog.cli.suite.host.processes import Done, StepFailed
from klog.cli.suite.steps.site import KLOG_ROOT

TOPIC = "suite"


def own_program(name: str, *words: object) -> list[object]:
    """The command line of one of our own load programs, which are this klog's whoever the broker is."""
    return [sys.executable, "-m", f"klog.cli.suite.programs.{name}", *words]


def own_environment() -> dict[str, str]:
    """By which they are found, wherever they run."""
    return {"PYTHONPATH": str(KLOG_ROOT)}


def last_line(done: Done, program: str) -> dict[str, Any]:
    """What a program of ours prints at its end.

    :raises StepFailed: it is no JSON.
    """
    try:
        found: dict[str, Any] = json.loads(done.text.strip().splitlines()[-1])
    except (ValueError, IndexError):
        raise StepFailed(f"{program} printed no result: {done.text.strip()[-300:]}") from None
    return found
