"""Many partitions with three copies on three brokers, and nobody asks for anything: CPU and memory of klog and of Apache Kafka.

Topics of a hundred partitions, a batch of ten records of 100 bytes in each partition. When all replicas are in sync the brokers are left
alone for a while; then their CPU is counted for as long as is asked, and their resident memory added up.

    python -m tests.bench.idle_cluster klog kafka klog kafka --partitions 1000 --seconds 60
"""

from __future__ import annotations

import argparse
import time

from tests.bench import three_brokers
from tests.integration import disk
from tests.integration.mixed_cluster import BROKERS, MixedCluster
from tests.integration.zookeepers import RealZooKeeper

#: Partitions of a topic.
WIDTH = 100
RECORDS = 10
RECORD_BYTES = 100
#: After all are in sync: what a cluster does behind that, and a JVM, is not its idling.
SETTLE_S = 20.0


def one_run(keeper: RealZooKeeper, peer: str, root: str, wanted: argparse.Namespace) -> str:
    """See the module."""
    with three_brokers.brokers(keeper, peer, root, {"min.insync.replicas": "1"}) as cluster:
        _fill(cluster, wanted.partitions)
        time.sleep(SETTLE_S)
        before_s, began_s = three_brokers.cpu_s(cluster), time.monotonic()
        time.sleep(wanted.seconds)
        used_s, took_s = three_brokers.cpu_s(cluster) - before_s, time.monotonic() - began_s
        memory_mb = three_brokers.rss_mb(cluster)
    cpu = f"CPU {used_s:.2f} s, {100 * used_s / took_s:.2f} % of a core"
    return f"{wanted.partitions:,} partitions x 3 without work for {took_s:.0f} s: {cpu}; resident {memory_mb:.0f} MiB"


def _fill(cluster: MixedCluster, partitions: int) -> None:
    shapes = {f"idle-{start // WIDTH}": min(WIDTH, partitions - start) for start in range(0, partitions, WIDTH)}
    for name, width in shapes.items():
        # Each broker leads a third, and follows each of the others.
        cluster.create_topic(name, {number: [BROKERS[(number + step) % 3] for step in range(3)] for number in range(width)})
    for name, width in shapes.items():
        disk.produce_all(cluster.bootstrap, name, {number: [b"x" * RECORD_BYTES] * RECORDS for number in range(width)})
    for name in shapes:
        cluster.wait_in_sync(name)


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--partitions", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=60.0)


if __name__ == "__main__":
    three_brokers.main(__doc__, one_run, _add_arguments)
