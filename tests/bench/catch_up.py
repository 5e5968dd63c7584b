"""A broker that was away fetches what has come meanwhile: how fast, of klog and of Apache Kafka.

A topic of six partitions with three copies on three brokers. The third is stopped in order; then the topic is filled; then it is started
again. The clock runs from when it is ready until all of its replicas are in sync, by what ZooKeeper says of them. What was written is in
the page cache where that has room, so that the brokers are measured rather than the disk. CPU is all three brokers'.

    python -m tests.bench.catch_up klog kafka klog kafka --gigabytes 5
"""

from __future__ import annotations

import argparse
import json
import time

from kazoo.client import KazooClient

from tests.bench import three_brokers
from tests.integration.mixed_cluster import BROKERS
from tests.integration.zookeepers import RealZooKeeper

PARTITIONS = 6
AWAY = 3
#: A replica that is not in sync by then never will be.
MOST_S = 900.0


def one_run(keeper: RealZooKeeper, peer: str, root: str, wanted: argparse.Namespace) -> str:
    """See the module."""
    with three_brokers.brokers(keeper, peer, root, {"min.insync.replicas": "1"}) as cluster:
        cluster.create_topic("away", {number: [BROKERS[(number + step) % 3] for step in range(3)] for number in range(PARTITIONS)})
        cluster.stop(AWAY)
        cluster.wait_in_sync("away", [number for number in BROKERS if number != AWAY])
        three_brokers.fill(cluster, "away", PARTITIONS, wanted.gigabytes)
        client = KazooClient(keeper.connect + root)
        client.start(30)
        others_s, asked_s = three_brokers.cpu_s(cluster), time.monotonic()
        cluster.start(AWAY)
        ready_s = time.monotonic()
        while not all(AWAY in _in_sync(client, number) for number in range(PARTITIONS)):
            assert time.monotonic() < ready_s + MOST_S, "it is not in sync"
            time.sleep(0.05)
        ended_s = time.monotonic()
        used_s = three_brokers.cpu_s(cluster) - others_s
        client.stop()
        client.close()
    took_s, megabytes = ended_s - ready_s, 1000 * wanted.gigabytes
    return (
        f"{wanted.gigabytes:g} GB fetched with {megabytes / took_s:.0f} MB/s, in {took_s:.1f} s from ready to in sync (ready after "
        f"{ready_s - asked_s:.1f} s); CPU {used_s / wanted.gigabytes:.2f} s a GB, its start included"
    )


def _in_sync(client: KazooClient, number: int) -> list[int]:
    found: list[int] = json.loads(client.get(f"/brokers/topics/away/partitions/{number}/state")[0])["isr"]
    return found


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--gigabytes", type=float, default=5.0)


if __name__ == "__main__":
    three_brokers.main(__doc__, one_run, _add_arguments)
