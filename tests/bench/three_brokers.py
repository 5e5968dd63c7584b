"""Three brokers of one kind, klog's or Apache Kafka's, on one ZooKeeper: started, filled, and what they use.

What the measurements of clusters have in common (`tests.bench.moves`, `tests.bench.idle_cluster`, `tests.bench.catch_up`): each is told
whom to measure, in which order, and prints one line a run.
"""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from tests.bench.measure import cpu_seconds, memory_mb
from tests.integration import disk
from tests.integration.mixed_cluster import BROKERS, MixedCluster
from tests.integration.zookeepers import RealZooKeeper

#: Of Apache Kafka: the last one that takes a ZooKeeper.
VERSION = "3.9.2"
PEERS = ("klog", "kafka")


@contextlib.contextmanager
def brokers(keeper: RealZooKeeper, peer: str, root: str, settings: Mapping[str, str] | None = None) -> Iterator[MixedCluster]:
    """Three of them, each as its own users start it: Apache Kafka with its own heap, klog in a process of its own from the first module on.

    :param peer: of `PEERS`.
    :param root: a chroot that nobody has used.
    :param settings: over `tests.integration.mixed_cluster.SETTINGS`.
    """
    klogs = BROKERS if peer == "klog" else ()
    with MixedCluster(keeper.connect + root, VERSION, klogs=klogs, settings=settings, heap=None, is_warm=False) as cluster:
        yield cluster


def cpu_s(cluster: MixedCluster) -> float:
    """CPU seconds so far of all that run."""
    return sum(cpu_seconds(cluster.pid(number)) for number in cluster.running)


def rss_mb(cluster: MixedCluster) -> float:
    """Resident memory of all that run."""
    return sum(memory_mb(cluster.pid(number)) for number in cluster.running)


def fill(cluster: MixedCluster, topic: str, partitions: int, gigabytes: float) -> None:
    """Records of 10 KB, spread over the partitions, acknowledged by their leaders."""
    from confluent_kafka import Producer

    producer: Any = Producer(
        {
            "bootstrap.servers": cluster.bootstrap,
            "acks": "1",
            "linger.ms": 50,
            "batch.size": 900_000,
            "queue.buffering.max.kbytes": 400_000,
            **disk.QUIET,
        }
    )
    value = b"x" * 10_000
    for number in range(int(gigabytes * 1e9 / len(value))):
        while True:
            try:
                producer.produce(topic, value, partition=number % partitions)
                break
            except BufferError:
                producer.poll(0.05)
    assert producer.flush(300) == 0


class Run(Protocol):
    """Measures once, and says what it has found in one line."""

    def __call__(self, keeper: RealZooKeeper, peer: str, root: str, wanted: argparse.Namespace, /) -> str: ...


def main(description: str | None, run: Run, add_arguments: Callable[[argparse.ArgumentParser], object]) -> None:
    """The command line of a measurement: whom, in order, and its own options. One run after the other, on a ZooKeeper of its own."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("peers", nargs="+", choices=PEERS)
    add_arguments(parser)
    wanted = parser.parse_args()
    peers: Sequence[str] = wanted.peers
    for number, peer in enumerate(peers):
        with contextlib.closing(RealZooKeeper()) as keeper:
            keeper.start()
            print(f"{peer}: {run(keeper, peer, f'/run-{number}', wanted)}", flush=True)
