"""Partitions that move to another broker at full speed, and what producers notice beside it, of klog and of Apache Kafka.

Three brokers on one ZooKeeper. A topic with one copy of each partition lies on broker 1 and moves to broker 3. Before it and beside it a
producer with acks=all sends a steady trickle to a topic with three copies; how long each of its records waits is kept.

    python -m tests.bench.moves klog kafka klog kafka --gigabytes 5
"""

from __future__ import annotations

import argparse
import json
import threading
import time
from typing import Any, NamedTuple

from kazoo.client import KazooClient

from tests.bench import three_brokers
from tests.integration import disk
from tests.integration.command import piped
from tests.integration.mixed_cluster import BROKERS, MixedCluster
from tests.integration.zookeepers import RealZooKeeper

PARTITIONS = 6
#: Records of 1 KB a second, and for how long before the move.
RATE, BEFORE_S = 200, 15.0
#: A move that is not done by then never will be.
MOST_S = 600.0


class Moved(NamedTuple):
    """What one run has given; latencies in milliseconds."""

    megabytes_per_s: float
    p99_before_ms: float
    p99_beside_ms: float
    worst_beside_ms: float


class Trickle(threading.Thread):
    """The producer: one record at a time of each moment's due, with its latency."""

    def __init__(self, bootstrap: str, topic: str) -> None:
        super().__init__(daemon=True)
        from confluent_kafka import Producer

        self._topic = topic
        self._producer: Any = Producer({"bootstrap.servers": bootstrap, "acks": "all", "linger.ms": 0, **disk.QUIET})
        self._ending = threading.Event()
        #: When each was sent, and how long it took, in seconds.
        self.latencies: list[tuple[float, float]] = []

    def run(self) -> None:
        number, began_s = 0, time.monotonic()
        while not self._ending.is_set():
            sent_s = time.monotonic()

            def told(error: Any, message: Any, sent_s: float = sent_s) -> None:
                assert error is None, error
                self.latencies.append((sent_s, time.monotonic() - sent_s))

            self._producer.produce(self._topic, b"x" * 1000, partition=number % len(BROKERS), on_delivery=told)
            number += 1
            while (left_s := began_s + number / RATE - time.monotonic()) > 0:
                self._producer.poll(min(left_s, 0.002))
            self._producer.poll(0)
        self._producer.flush(60)

    def finish(self) -> None:
        """All is answered when this returns."""
        self._ending.set()
        self.join()

    def percentile_ms(self, share: float, from_s: float, to_s: float) -> float:
        """Of those that were sent between two moments."""
        found = sorted(latency for sent_s, latency in self.latencies if from_s <= sent_s < to_s)
        return 1000 * found[min(int(share * len(found)), len(found) - 1)]


def one_run(keeper: RealZooKeeper, peer: str, root: str, wanted: argparse.Namespace) -> str:
    """A cluster, its data, and one move."""
    found = _move(keeper, peer, root, wanted.gigabytes)
    p99 = f"producers' p99 {found.p99_before_ms:.1f} ms before, {found.p99_beside_ms:.1f} ms beside it"
    return f"{found.megabytes_per_s:.0f} MB/s; {p99}, at most {found.worst_beside_ms:.0f} ms"


def _move(keeper: RealZooKeeper, peer: str, root: str, gigabytes: float) -> Moved:
    with three_brokers.brokers(keeper, peer, root, {"min.insync.replicas": "1"}) as cluster:
        cluster.create_topic("trickle", {0: [1, 2, 3], 1: [2, 3, 1], 2: [3, 1, 2]})
        _fill(cluster, gigabytes)
        trickle = Trickle(cluster.bootstrap, "trickle")
        trickle.start()
        time.sleep(5)
        before_s = time.monotonic()
        time.sleep(BEFORE_S)
        client = KazooClient(keeper.connect + root)
        client.start(30)
        began_s = time.monotonic()
        asked = piped("cluster", "reassign", "moved=3", "--execute", "--no-wait", bootstrap=cluster.bootstrap, timeout=60)
        assert asked.code == 0, asked.remarks
        while any(brokers != [3] for brokers in json.loads(client.get("/brokers/topics/moved")[0])["partitions"].values()):
            assert time.monotonic() < began_s + MOST_S, "the move does not end"
            time.sleep(0.05)
        ended_s = time.monotonic()
        client.stop()
        client.close()
        trickle.finish()
    return Moved(
        gigabytes * 1000 / (ended_s - began_s),
        trickle.percentile_ms(0.99, before_s, began_s),
        trickle.percentile_ms(0.99, began_s, ended_s),
        trickle.percentile_ms(1, began_s, ended_s),
    )


def _fill(cluster: MixedCluster, gigabytes: float) -> None:
    from confluent_kafka.admin import NewTopic

    admin = cluster.admin()
    admin.create_topics([NewTopic("moved", PARTITIONS, replica_assignment=[[1]] * PARTITIONS)])["moved"].result(60)
    three_brokers.fill(cluster, "moved", PARTITIONS, gigabytes)


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--gigabytes", type=float, default=5.0)


if __name__ == "__main__":
    three_brokers.main(__doc__, one_run, _add_arguments)
