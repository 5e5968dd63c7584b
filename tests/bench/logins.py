"""How many logins by SCRAM a broker takes in a second, and how long its reactor is away meanwhile.

The broker has an authorizer and 10,000 rules (`tests.bench.closed_broker`) and tells how long its reactor's turns were
(`tests.integration.watched_broker`); the load is a program of its own (`tests.bench.login_load`).
"""

from __future__ import annotations

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
from typing import NamedTuple

from tests import peers
from tests.bench import closed_broker
from tests.bench.measure import cpu_seconds
from tests.integration.raw import Raw
from tests.integration.reactor_stalls import Watched

PER_SECOND, SECONDS = 1000, 20


class Logins(NamedTuple):
    """One measurement: what the load saw, and the broker's reactor."""

    per_second: float
    p50_ms: float
    p99_ms: float
    #: Of the broker, for one login.
    cpu_us: float
    turns: int
    #: The longest turn by the wall's clock, and the one that computed longest; 0 below some milliseconds.
    longest_ms: float
    longest_cpu_ms: float
    over_20_ms: int
    #: What was seen in the longest turns.
    seen: list[object]


def measure(per_second: float = PER_SECOND, seconds: float = SECONDS) -> Logins:
    """One run."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-bench-"))
    ports = peers.free_port(), peers.free_port()
    settings = [f"{name}={value}" for name, value in closed_broker.settings(*ports).items()]
    command = [sys.executable, "-m", "tests.bench.login_load", f"127.0.0.1:{ports[1]}"]
    command += ["--per-second", str(per_second), "--seconds", str(seconds)]
    marks: dict[str, float] = {}
    try:
        with Watched(folder, settings) as broker:
            with Raw(f"127.0.0.1:{ports[0]}") as client:
                closed_broker.furnish(client.ask)
            with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=peers.ROOT) as load:
                assert load.stdout is not None
                for line in load.stdout:
                    word = line.strip()
                    if word == "WINDOW":
                        broker.tell("mark")
                    if word in ("WINDOW", "DONE"):
                        marks[word] = cpu_seconds(broker.process.pid)
                    else:
                        said = json.loads(word)
            if load.returncode:
                raise AssertionError("the load has failed; what it said stands above")
            turns = broker.tell("read")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    longest = turns["longest"]
    return Logins(
        said["per_second"],
        said["p50_ms"],
        said["p99_ms"],
        (marks["DONE"] - marks["WINDOW"]) / said["logins"] * 1e6,
        turns["turns"],
        max((turn["wall_ms"] for turn in longest), default=0.0),
        max((turn["cpu_ms"] for turn in longest), default=0.0),
        turns["over_20_ms"],
        longest[:3],
    )
