"""Three klog brokers on a real ZooKeeper keep three copies of every partition, and lose nothing that was acknowledged, whatever happens to
one of them.

What happens is one of stop (SIGTERM), kill (SIGKILL), freeze (SIGSTOP for longer than the session, then SIGCONT), cut (from ZooKeeper, from
the other brokers, from both) and full (its disk); it happens to whoever leads, to the controller, or to a broker that is neither. Meanwhile
numbered records are sent (acks=all, idempotent, ``min.insync.replicas`` 2) and read. Each round ends when all replicas are in sync again.

In the end every record stands once and in order where it was acknowledged, and the files of all copies have the same batches. In
`make soak` each fault happens 20 times to each role, plain and with TLS; otherwise each once to a role drawn by lot, and one with TLS.
``KLOG_SEED`` repeats a plan.
"""

from __future__ import annotations

import itertools
import pathlib
import random
import threading
import time
import unittest
from collections.abc import Mapping

import pytest

from klog.wire.client import ClientConnection
from klog.wire.messages.produce import ProduceRequest
from tests import peers
from tests.integration import disk
from tests.integration.numbered_load import Load, Reader
from tests.integration.raw import Raw, produce_request
from tests.integration.replica_cluster import BROKERS, FAULTS, ROLES, ReplicaCluster
from tests.integration.zookeepers import RealZooKeeper

#: Where everybody leads something; where one leads all; and one where "acknowledged" means on stable storage.
SPREAD, SAME, FLUSHED = "spread", "same", "flushed"
ASSIGNMENTS: Mapping[str, list[list[int]]] = {
    SPREAD: [[1, 2, 3], [2, 3, 1], [3, 1, 2]],
    SAME: [[2, 3, 1], [2, 1, 3]],
    FLUSHED: [[3, 2, 1], [1, 3, 2], [2, 1, 3]],
}
SHAPES = {topic: len(partitions) for topic, partitions in ASSIGNMENTS.items()}
CONFIGS: Mapping[str, dict[str, str]] = {SPREAD: {"segment.bytes": str(1 << 20)}, SAME: {}, FLUSHED: {"flush.messages": "1"}}


class Round:
    """One of a plan: what happens to whom, for how long."""

    def __init__(self, fault: str, role: str, hold_s: float, variant: int) -> None:
        self.fault, self.role, self.hold_s, self.variant = fault, role, hold_s, variant

    def __str__(self) -> str:
        return f"{self.fault} {self.role} {self.hold_s:.1f} s" + (f" variant {self.variant}" if self.fault == "cut" else "")


def make_plan(chance: random.Random, faults: tuple[str, ...], times: int) -> list[Round]:
    """Each fault so many times to each role, in any order; with `times` 0 each fault once."""
    pairs = list(itertools.product(faults, ROLES)) * times or [(fault, chance.choice(ROLES)) for fault in faults]
    chance.shuffle(pairs)
    # A disk that is full for a moment may not have been written to.
    return [Round(fault, role, chance.choice([0.0, 1.0, 2.5]) + (fault == "full"), chance.randrange(3)) for fault, role in pairs]


class FaultTests(unittest.TestCase):
    """See the module."""

    zookeeper: RealZooKeeper

    @classmethod
    def setUpClass(cls) -> None:
        cls.zookeeper = RealZooKeeper.of_class(cls)

    def live(self, plan: list[Round], *, tls: bool, seed: int) -> None:
        """Carry a plan out."""
        said = f"KLOG_SEED={seed}{' TLS' if tls else ''}"
        print(f"{said}: {len(plan)} rounds")
        volumes = any(one.fault == "full" for one in plan)
        with ReplicaCluster(self.zookeeper, "/tls" if tls else "/plain", tls=tls, volumes=volumes) as cluster:
            for topic, assignment in ASSIGNMENTS.items():
                cluster.create_topic(topic, assignment, CONFIGS[topic])
            load = Load(cluster.client(), SHAPES)
            reader = Reader(cluster.client(), load.sent)
            load.start()
            reader.start()
            try:
                load.wait_answered()
                for number, one in enumerate(plan):
                    victim = cluster.in_role(one.role, SAME)
                    load.begin_gaps()
                    began = time.monotonic()
                    cluster.happen(one.fault, victim, one.hold_s, one.variant)
                    undone = time.monotonic()
                    cluster.wait_healed(SHAPES)
                    healed = time.monotonic()
                    load.wait_answered()
                    print(
                        f"  {number} {one} to {victim}: {undone - began:.1f} s, healed after {healed - undone:.1f} s, "
                        f"longest gap {load.longest_gap_s():.2f} s, {sum(load.acknowledged.values())} records",
                        flush=True,
                    )
                    self.assertEqual(load.problems + reader.problems, [], f"{said} after round {number}: {one} to {victim}")
                load.finish()
                reader.finish(load.acknowledged)
                self.assertEqual(load.problems + reader.problems, [], said)
                self.assertEqual(load.sent, load.acknowledged)
                # From the beginning, by somebody who has seen nothing before.
                again = Reader(cluster.client(), load.sent)
                again.start()
                again.finish(load.acknowledged)
                self.assertEqual(again.problems, [], said)
                self.assertEqual(again.read, load.acknowledged)
                cluster.wait_healed(SHAPES)
                cluster.brokers.stop_all()
                cluster.check_copies(load.acknowledged)
            finally:
                load.finish()
                reader.give_up()

    @pytest.mark.soak
    def test_faults(self) -> None:
        seed = peers.seed()
        self.live(make_plan(random.Random(seed), FAULTS, 20 if peers.SOAK else 0), tls=False, seed=seed)

    @pytest.mark.soak
    def test_faults_with_tls(self) -> None:
        seed = peers.seed()
        chance = random.Random(seed)
        faults = FAULTS if peers.SOAK else (chance.choice(FAULTS),)
        self.live(make_plan(chance, faults, 20 if peers.SOAK else 0), tls=True, seed=seed)


@pytest.mark.soak
@unittest.skipUnless(peers.SOAK, "half a minute, for what each full disk may show: make soak")
class FullDiskAndElectionTests(unittest.TestCase):
    """Leaders change while a disk is full: one broker refuses batches, and a leader is deposed before what another broker has taken of the
    same producer is acknowledged. Were it refused with anything upon which a producer raises its epoch, that would be written twice."""

    def test_preferred_leaders_come_back(self) -> None:
        from confluent_kafka import ElectionType
        from confluent_kafka.admin import AdminClient

        zookeeper = RealZooKeeper.of_test(self)
        with ReplicaCluster(zookeeper, "/elections", volumes=True, settings={"auto.leader.rebalance.enable": "false"}) as cluster:
            for topic, assignment in ASSIGNMENTS.items():
                cluster.create_topic(topic, assignment, CONFIGS[topic])
            admin = AdminClient(cluster.client())
            load = Load(cluster.client(), SHAPES)
            load.start()
            try:
                for _ in range(4):
                    # Broker 3 leads what 2 would; broker 1 leads other partitions, and follows these.
                    cluster.happen("stop", 2, 0.0)
                    cluster.wait_healed(SHAPES)
                    load.wait_answered()
                    electing = threading.Timer(1.2, lambda: admin.elect_leaders(ElectionType.PREFERRED, None).result(30))
                    electing.start()
                    cluster.happen("full", 1, 3.0)
                    electing.join()
                    cluster.wait_healed(SHAPES)
                    load.wait_answered()
                    self.assertEqual(load.problems, [])
            finally:
                load.finish()
            self.assertEqual((load.problems, load.sent), ([], load.acknowledged))
            cluster.brokers.stop_all()
            cluster.check_copies(load.acknowledged)


@pytest.mark.soak
@unittest.skipUnless(peers.SOAK, "a batch as large as a request may be, copied twice: make soak")
class LargestBatchTests(unittest.TestCase):
    """Followers copy the largest batch that their leader takes, and need memory for one of it."""

    def test_as_large_as_a_request(self) -> None:
        zookeeper = RealZooKeeper.of_test(self)
        most = 100 << 20
        with ReplicaCluster(zookeeper, "/large", settings={"message.max.bytes": str(most)}) as cluster:
            cluster.create_topic("large", [[1, 2, 3]])
            before = {number: peak_mb(cluster.brokers.brokers[number].pid) for number in BROKERS}
            with Raw(cluster.brokers.brokers[1].address, 120) as client:
                rest = size_of(produce_request("large", bytes(most - 1000))) - (most - 1000)
                request = produce_request("large", bytes(most - rest))
                request.timeout_ms = 120_000
                self.assertEqual(size_of(request), most)
                answer = client.ask(request, 9).responses[0].partition_responses[0]
                self.assertEqual((answer.error_code, answer.base_offset), (0, 0))
                self.assertEqual(client.ask(produce_request("large", b"next"), 9).responses[0].partition_responses[0].base_offset, 1)
            cluster.wait_healed({"large": 1})
            grown = {number: peak_mb(cluster.brokers.brokers[number].pid) - before[number] for number in BROKERS}
            print(f"a batch of {most - rest:,} bytes; peak of memory above what it was: {grown} MB")
            for number in (2, 3):
                self.assertLess(grown[number], 250)
            cluster.brokers.stop_all()
            files = disk.segment_files(cluster.brokers.brokers[1].data, "large", ".log")
            self.assertGreater(sum(path.stat().st_size for path in files), most - 1000)
            cluster.check_copies({("large", 0): 2})


def size_of(request: ProduceRequest) -> int:
    """What its frame announces."""
    _, parts = ClientConnection("raw").request(request, 9)
    return sum(map(len, parts)) - 4


def peak_mb(pid: int) -> float:
    """The most memory that a process has had."""
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


if __name__ == "__main__":
    unittest.main()
