"""1,000 groups of 10 members that heartbeat: CPU of a bare Twisted server, of klog and of Apache Kafka, measured alike."""

from __future__ import annotations

import contextlib
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import NamedTuple

from klog.wire.messages.describe_groups import DescribeGroupsRequest
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from tests import peers
from tests.bench.measure import BROKERS, Measured, cpu_seconds
from tests.integration.raw import Raw
from tests.integration.running import Process

SECONDS = 30


class Beats(NamedTuple):
    """One measurement."""

    #: CPU seconds of the server in the measured time.
    cpu: float
    #: Heartbeats answered in it.
    answered: int
    p50_ms: float
    p99_ms: float

    @property
    def microseconds(self) -> float:
        """CPU time for one heartbeat."""
        return self.cpu / self.answered * 1e6


@contextlib.contextmanager
def bare() -> Iterator[Measured]:
    """The bare Twisted server."""
    server = Process([sys.executable, "-m", "tests.bench.bare_server"], r"READY (\S+)")
    assert server.match is not None
    try:
        yield Measured("bare Twisted", server.match[1], server.pid, server.ready_seconds)
    finally:
        server.terminate()


def await_coordinators(address: str) -> None:
    """Have ``__consumer_offsets`` made, and wait until every partition of it is served."""
    with Raw(address) as client:
        client.ask(FindCoordinatorRequest(coordinator_keys=["any"]), 4)
        asked = DescribeGroupsRequest(groups=[f"any-{number}" for number in range(1000)])
        deadline = time.monotonic() + 60
        while any(group.error_code in (14, 15, 16) for group in client.ask(asked, 0).groups):
            if time.monotonic() > deadline:
                raise AssertionError("the coordinators did not come up")
            client.ask(FindCoordinatorRequest(coordinator_keys=["any"]), 4)
            time.sleep(0.1)


def beat(server: Measured, *, groups: int = 1000, warm: float = 10, seconds: float = SECONDS, is_bare: bool = False) -> Beats:
    """Run the load on `server`."""
    if not is_bare:
        await_coordinators(server.address)
    command = [sys.executable, "-m", "tests.bench.heartbeat_load", server.address, "--groups", str(groups), "--warm", str(warm)]
    command += ["--seconds", str(seconds), *(["--bare", "--groups-per-second", "1000"] if is_bare else [])]
    load = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=peers.ROOT)
    assert load.stdout is not None
    marks = {}
    figures = None
    try:
        for line in load.stdout:
            word = line.strip()
            if word in ("WINDOW", "DONE"):
                marks[word] = cpu_seconds(server.pid)
            elif word.startswith("{"):
                figures = json.loads(word)
    finally:
        load.kill()
        load.wait()
        load.stdout.close()
    if figures is None or figures["errors"] or figures["answered"] < 0.98 * figures["sent"]:
        raise AssertionError(f"heartbeats failed on {server.name}: {figures}")
    return Beats(marks["DONE"] - marks["WINDOW"], figures["answered"], figures["p50_ms"], figures["p99_ms"])


def measure_all(runs: int) -> dict[str, list[Beats]]:
    """The three servers in turn, `runs` times."""
    found: dict[str, list[Beats]] = {}
    for _ in range(runs):
        with bare() as server:
            found.setdefault("bare Twisted", []).append(beat(server, is_bare=True))
        for key, start in BROKERS.items():
            with start({"group.initial.rebalance.delay.ms": "3000"}) as server:
                found.setdefault(key, []).append(beat(server, warm=10 if key == "klog" else 30))
    return found


def median(found: list[Beats]) -> Beats:
    """The run in the middle by CPU for one heartbeat, or below it."""
    wanted = statistics.median_low([each.microseconds for each in found])
    return next(each for each in found if each.microseconds == wanted)
