"""Our ZooKeeper client beside kazoo, on one real server that syncs to disk; each in a process of its own, in turns."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys

from tests import peers
from tests.integration.zookeepers import RealZooKeeper

COUNT = 5000
CLIENTS = ("klog", "kazoo")

#: Work -> client -> per_second, cpu_us.
Found = dict[str, dict[str, dict[str, float]]]


def measure(runs: int, count: int = COUNT) -> Found:
    """Medians of `runs`, on one server, after a smaller run of each that does not count."""
    gathered: dict[str, dict[str, list[dict[str, float]]]] = {}
    with RealZooKeeper(durable=True) as keeper:
        for client in CLIENTS:
            _run(client, keeper.connect, count // 5)
        for turn in range(runs):
            for client in CLIENTS if turn % 2 else CLIENTS[::-1]:
                for work, figures in _run(client, keeper.connect, count).items():
                    gathered.setdefault(work, {}).setdefault(client, []).append(figures)
    return {
        work: {client: {name: statistics.median(one[name] for one in each) for name in each[0]} for client, each in sides.items()}
        for work, sides in gathered.items()
    }


def _run(client: str, connect: str, count: int) -> dict[str, dict[str, float]]:
    command = [sys.executable, "-m", "tests.bench.zookeeper_client", client, connect, str(count)]
    done = subprocess.run(command, cwd=peers.ROOT, check=True, capture_output=True, text=True)
    found: dict[str, dict[str, float]] = json.loads(done.stdout)
    return found
