"""One of three brokers dies that have thousands of partitions with three copies each: ``python -m tests.integration.wide_failover``.

Each broker is a `tests.integration.watched_broker`, so that the turns of its reactor are known. First somebody dies who is not the
controller, and comes back; then the controller. What is told of each phase: how long it took, the longest turn of each broker's reactor
and the processor time of the longest, and what its CPU was in all.

========  =============================================================================================================
made      topics of a hundred partitions, until all replicas are in sync
idle      nothing is asked for a while
killed    SIGKILL, until a record was acknowledged (by all in-sync replicas) in each partition that the victim had led
returned  it is started again, until it is in sync everywhere
========  =============================================================================================================
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import json
import pathlib
import shutil
import tempfile
import time
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Self

from kazoo.client import KazooClient
from kazoo.exceptions import NoNodeError

from klog.wire.messages.metadata import MetadataRequest
from tests import peers
from tests.bench.measure import cpu_seconds, memory_mb
from tests.integration import disk
from tests.integration.raw import Raw
from tests.integration.reactor_stalls import Watched
from tests.integration.zookeepers import RealZooKeeper

BROKERS = (1, 2, 3)
SESSION_S = 6.0
#: Partitions of a topic, and topics that are asked for at once.
WIDTH = 100
TOPICS_AT_ONCE = 5
#: No phase takes longer, on a machine that may be busy.
PATIENCE_S = 600.0
#: What is asked for: beyond the session, and of each turn.
MOST_BEYOND_S = 5.0
MOST_TURN_MS = 50.0
KILLED = "killed"
SETTINGS: Mapping[str, str] = {
    "default.replication.factor": "3",
    "min.insync.replicas": "2",
    "zookeeper.session.timeout.ms": str(int(1000 * SESSION_S)),
    "auto.leader.rebalance.enable": "false",
}


@dataclasses.dataclass(frozen=True)
class Phase:
    """What was seen in one.

    :ivar turns: by broker, what `tests.integration.watched_broker` read.
    :ivar cpu_s: by broker.
    """

    name: str
    seconds: float
    turns: Mapping[int, dict[str, Any]]
    cpu_s: Mapping[int, float]

    @property
    def is_fail_over(self) -> bool:
        """Whether somebody was killed in it."""
        return self.name.startswith(KILLED)

    @property
    def longest_ms(self) -> float:
        """Of all reactors' turns, the one that computed longest: a busy machine makes any turn long by the clock on the wall."""
        return max((turn["cpu_ms"] for found in self.turns.values() for turn in found["longest"]), default=0.0)

    def __str__(self) -> str:
        told = [f"{self.name}: {self.seconds:.2f} s"]
        for number, found in sorted(self.turns.items()):
            longest = found["longest"]
            wall_ms = max((turn["wall_ms"] for turn in longest), default=0.0)
            cpu_ms = max((turn["cpu_ms"] for turn in longest), default=0.0)
            collected_ms = max(found["collections_ms"], default=0.0)
            longest_ms = f"longest {wall_ms:.0f} ms, by CPU {cpu_ms:.0f} ms, of which the collector at most {collected_ms:.0f}"
            told.append(f"broker {number} CPU {self.cpu_s[number]:.2f} s, {found['turns']:,} turns, {longest_ms}")
        return "; ".join(told)

    def stacks(self, least_ms: float) -> str:
        """What was seen in the turns that computed so long."""
        lines = []
        for number, found in sorted(self.turns.items()):
            for turn in found["longest"]:
                if turn["cpu_ms"] >= least_ms:
                    lines.append(f"  broker {number}: {turn['wall_ms']:.0f} ms, CPU {turn['cpu_ms']:.0f} ms, {turn['work'] or ''}")
                    for seen in turn["seen"]:
                        ours = [line for line in seen["stack"] if "/site-packages/" not in line]
                        lines.append(f"    {seen['times']} x " + " < ".join(ours))
        return "\n".join(lines)


class WideCluster:
    """Three watched brokers and what they have.

    :param root: where in ZooKeeper they are.
    """

    def __init__(self, zookeeper: RealZooKeeper, root: str) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-wide-"))
        self._connect = zookeeper.connect + root
        self._ports = {number: peers.free_port() for number in BROKERS}
        self.brokers: dict[int, Watched] = {}
        self.topics: list[str] = []
        self._count = 0
        self._keeper = KazooClient(self._connect)

    @property
    def bootstrap(self) -> str:
        """host:port of all, with commas."""
        return ",".join(f"127.0.0.1:{port}" for port in self._ports.values())

    def start(self, number: int) -> None:
        """Start one; returns when it is ready."""
        own = {
            **SETTINGS,
            "broker.id": str(number),
            "zookeeper.connect": self._connect,
            "listeners": f"PLAINTEXT://127.0.0.1:{self._ports[number]}",
        }
        self.brokers[number] = Watched(self.folder / str(number), [f"{name}={value}" for name, value in own.items()])

    def kill(self, number: int) -> None:
        """kill -9."""
        self.brokers.pop(number).kill()

    def controller(self) -> int:
        """Its number; -1 while there is none."""
        try:
            return int(json.loads(self._keeper.get("/controller")[0])["brokerid"])
        except NoNodeError:
            return -1

    def mark(self) -> dict[int, float]:
        """Measure from now on; the CPU so far."""
        for broker in self.brokers.values():
            broker.tell("mark")
        return {number: cpu_seconds(broker.process.pid) for number, broker in self.brokers.items()}

    def phase(self, name: str, seconds: float, before: Mapping[int, float]) -> Phase:
        """What was seen since `mark`."""
        turns = {number: broker.tell("read") for number, broker in self.brokers.items()}
        cpu_s = {number: cpu_seconds(broker.process.pid) - before.get(number, 0.0) for number, broker in self.brokers.items()}
        return Phase(name, seconds, turns, cpu_s)

    def memory_mb(self) -> dict[int, float]:
        """Resident, by broker."""
        return {number: memory_mb(broker.process.pid) for number, broker in self.brokers.items()}

    def create(self, partitions: int) -> None:
        """So many, in topics of `WIDTH`; returns when all are in sync."""
        from confluent_kafka.admin import AdminClient
        from confluent_kafka.cimpl import NewTopic

        admin = AdminClient({"bootstrap.servers": self.bootstrap, **disk.QUIET})
        disk.wait_for_controller(admin, 20)
        shapes = {f"wide-{start // WIDTH:03d}": min(WIDTH, partitions - start) for start in range(0, partitions, WIDTH)}
        names = list(shapes)
        for start in range(0, len(names), TOPICS_AT_ONCE):
            wanted = [NewTopic(name, shapes[name], 3) for name in names[start : start + TOPICS_AT_ONCE]]
            for made in admin.create_topics(wanted, request_timeout=120).values():
                made.result(180)
        self.topics, self._count = names, partitions
        self.wait_in_sync()

    def partitions(self, number: int) -> dict[tuple[str, int], tuple[int, int]]:
        """Leader, and how many are in sync, of each partition, as a broker tells its clients."""
        with Raw(f"127.0.0.1:{self._ports[number]}") as client:
            told = client.ask(MetadataRequest(topics=None), 4)
        return {
            (topic.name, one.partition_index): (one.leader_id, len(one.isr_nodes))
            for topic in told.topics
            if topic.name in self.topics
            for one in topic.partitions
        }

    def wait_in_sync(self) -> None:
        """Until all brokers tell that all replicas are in sync. Asked seldom, as the question is work."""
        until = time.monotonic() + PATIENCE_S
        for number in self.brokers:
            while not self._is_in_sync(number):
                assert time.monotonic() < until, f"not all replicas are in sync within {PATIENCE_S} s, as broker {number} tells it"
                time.sleep(0.5)

    def _is_in_sync(self, number: int) -> bool:
        found = self.partitions(number)
        return len(found) == self._count and all(leader >= 0 and in_sync == len(BROKERS) for leader, in_sync in found.values())

    def __enter__(self) -> Self:
        try:
            self._keeper.start(60)
            with ThreadPoolExecutor(len(BROKERS)) as pool:
                list(pool.map(self.start, BROKERS))
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        try:
            if kind is None:
                with contextlib.ExitStack() as stack:
                    for number in list(self.brokers):
                        stack.push(self.brokers.pop(number).__exit__)
        finally:
            self._end()

    def _end(self) -> None:
        for number in list(self.brokers):
            self.kill(number)
        self._keeper.stop()
        self._keeper.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class Probe:
    """A producer with acks=all that knows all partitions."""

    def __init__(self, bootstrap: str) -> None:
        from confluent_kafka import Producer

        settings: dict[str, Any] = dict(disk.QUIET)
        self._producer: Any = Producer(
            settings
            | {
                "bootstrap.servers": bootstrap,
                "acks": "all",
                "linger.ms": 5,
                "message.timeout.ms": int(1000 * PATIENCE_S),
                "request.timeout.ms": 10_000,
                "reconnect.backoff.ms": 20,
                "reconnect.backoff.max.ms": 200,
                "retry.backoff.ms": 50,
                "retry.backoff.max.ms": 200,
                "topic.metadata.refresh.fast.interval.ms": 100,
            }
        )

    def serve(self, partitions: Iterable[tuple[str, int]]) -> float:
        """Have a record acknowledged in each of these; the seconds that took."""
        failed: list[str] = []

        def told(error: Any, _: Any) -> None:
            if error is not None:
                failed.append(str(error))

        began_s = time.monotonic()
        for topic, number in partitions:
            self._producer.produce(topic, b"x" * 100, partition=number, on_delivery=told)
        left = self._producer.flush(PATIENCE_S)
        assert not failed and not left, (failed[:3], left)
        return time.monotonic() - began_s


def measure(keeper: RealZooKeeper, partitions: int, idle_s: float) -> Iterable[Phase]:
    """See the module."""
    with WideCluster(keeper, f"/wide-{partitions}") as cluster:
        before = cluster.mark()
        began_s = time.monotonic()
        cluster.create(partitions)
        yield cluster.phase("made", time.monotonic() - began_s, before)
        probe = Probe(cluster.bootstrap)
        before = cluster.mark()
        probe.serve(cluster.partitions(1))
        yield cluster.phase("served", time.monotonic() - began_s, before)
        before = cluster.mark()
        time.sleep(idle_s)
        memory = ", ".join(f"{each:.0f}" for each in cluster.memory_mb().values())
        yield cluster.phase(f"idle ({memory} MiB)", idle_s, before)
        for role in ("a broker", "the controller"):
            controller = cluster.controller()
            victim = controller if role == "the controller" else next(each for each in BROKERS if each != controller)
            other = next(each for each in BROKERS if each != victim)
            led = [at for at, (leader, _) in cluster.partitions(other).items() if leader == victim]
            before = cluster.mark()
            cluster.kill(victim)
            took_s = probe.serve(led)
            yield cluster.phase(f"{KILLED} {role} that led {len(led):,}", took_s, before)
            before = cluster.mark()
            began_s = time.monotonic()
            cluster.start(victim)
            cluster.wait_in_sync()
            yield cluster.phase(f"returned {role}", time.monotonic() - began_s, before)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--partitions", type=int, default=10_000)
    parser.add_argument("--idle-seconds", type=float, default=20.0)
    parser.add_argument("--stacks-above-ms", type=float, default=MOST_TURN_MS)
    wanted = parser.parse_args()
    with RealZooKeeper() as keeper:
        for phase in measure(keeper, wanted.partitions, wanted.idle_seconds):
            print(phase, flush=True)
            if seen := phase.stacks(wanted.stacks_above_ms):
                print(seen, flush=True)


if __name__ == "__main__":
    main()
