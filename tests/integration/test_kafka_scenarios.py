"""Apache Kafka's own system tests of replication (``tests/kafkatest/tests/core``), as scenarios with klog's brokers: in each of them
everything that was acknowledged is consumed afterwards, and where the producer is idempotent once and in order.

========================================== =============================================================================================
of Kafka                                   here
========================================== =============================================================================================
replication_test                           `ReplicationTests`: {leader, controller, follower} × {clean stop, kill, 5 × clean bounce,
                                           5 × kill} × {plain, TLS} × {idempotent or not} × {none, gzip}
replication_replica_failure_test           `ReplicaFailureTests`: a follower that does not fetch any more leaves the in-sync replicas
reassign_partitions_test, throttling_test  `ReassignmentTests`: 4 brokers, 20 partitions that need all three copies, with and without
                                           bounces, from offset 0 and not, throttled
log_dir_failure_test                       `LogDirectoryTests`: one of two data directories of a leader, of a follower
round_trip_fault_test                      ``test_replica_processes``: frozen, cut off from each other and from ZooKeeper
network_degrade_test                       `NetworkTests`: delays, and cuts of one direction
upgrade_test, downgrade_test               ``test_migration``: from Apache Kafka to klog and back; here `RollingTests`:
                                           ``inter.broker.protocol.version`` raised, and lowered again, broker by broker
fetch_from_follower_test                   ``test_nearest_replica``
transactions_mixed_versions_test           ``test_transactions_in_clusters``
========================================== =============================================================================================

Only in `make soak`: the same faults happen in every CI, each to a role drawn by lot (``test_replica_processes``). ``KLOG_SCENARIOS=20``
does so many of `ReplicationTests`' 48 in each of plain and TLS, drawn by lot; ``KLOG_SEED`` draws them again.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import random
import signal
import threading
import time
import unittest
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

import pytest
from kazoo.client import KazooClient

from tests import peers
from tests.integration import command, disk
from tests.integration.acknowledged_writer import AcknowledgedWriter
from tests.integration.cluster_brokers import ClusterBrokers
from tests.integration.failing_disk import PreloadedDisk, Trouble
from tests.integration.replica_cluster import BROKERS, ROLES, SESSION_S, ReplicaCluster
from tests.integration.zookeepers import RealZooKeeper

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(not peers.SOAK, reason="test_replica_processes has a share of it in every CI; this is for make soak"),
]

MODES = ("clean stop", "kill", "5 x clean bounce", "5 x kill")
BOUNCES = 5
ASSIGNMENT = [[1, 2, 3], [2, 3, 1], [3, 1, 2]]
#: Acknowledged before and after whatever happens.
ENOUGH = 200


class _Case(unittest.TestCase):
    zookeeper: ClassVar[RealZooKeeper]

    @classmethod
    def setUpClass(cls) -> None:
        cls.zookeeper = RealZooKeeper.of_class(cls)

    @staticmethod
    def tell(what: str, writer: AcknowledgedWriter, began_s: float) -> None:
        """How it went."""
        gap_s = writer.longest_gap_s(began_s)
        took_s = time.monotonic() - began_s
        print(f"  {what}: longest gap {gap_s:.2f} s, {len(writer.acknowledged)} records, {took_s:.0f} s", flush=True)

    def judge(
        self, bootstrap: str, topic: str, partitions: int, writer: AcknowledgedWriter, trust: Mapping[str, str] | None = None
    ) -> None:
        """Acknowledged ⊆ consumed; of an idempotent producer each record once and in order."""
        rows = disk.read_topic(bootstrap, topic, partitions, settings=trust)
        self.assertEqual(writer.failed, {})
        complaints = writer.complaints(rows)
        if not writer.is_idempotent:
            complaints = [one for one in complaints if "was acknowledged at" in one]
        self.assertEqual(complaints[:3], [])
        read = {int(row.value or b"-1") for some in rows.values() for row in some}
        self.assertEqual(writer.acknowledged.keys() - read, set())


class ReplicationTests(_Case):
    """See the module."""

    def test_plain(self) -> None:
        self.all_of(tls=False)

    def test_tls(self) -> None:
        self.all_of(tls=True)

    def all_of(self, *, tls: bool) -> None:
        """All combinations, or some."""
        seed = peers.seed()
        chance = random.Random(seed)
        combinations = list(itertools.product(ROLES, MODES, (True, False), ("none", "gzip")))
        chance.shuffle(combinations)
        combinations = combinations[: int(os.environ.get("KLOG_SCENARIOS") or len(combinations))]
        print(f"KLOG_SEED={seed}, {'TLS' if tls else 'plain'}: {len(combinations)} combinations")
        with ReplicaCluster(self.zookeeper, "/scenarios-tls" if tls else "/scenarios", tls=tls) as cluster:
            for number, (role, mode, is_idempotent, codec) in enumerate(combinations):
                began_s = time.monotonic()
                topic = f"scenario-{number}"
                cluster.create_topic(topic, ASSIGNMENT)
                settings: dict[str, Any] = {**cluster.trust, "enable.idempotence": is_idempotent, "compression.type": codec}
                with AcknowledgedWriter(cluster.bootstrap, topic, len(ASSIGNMENT), settings=settings) as writer:
                    writer.wait_for_more(ENOUGH)
                    restart = self.happen(cluster, role, mode, topic)
                    writer.wait_for_more(ENOUGH)
                self.judge(cluster.bootstrap, topic, len(ASSIGNMENT), writer, cluster.trust)
                restart()
                cluster.wait_healed({topic: len(ASSIGNMENT)})
                how = f"{role}, {mode}, {'idempotent' if is_idempotent else 'not idempotent'}, {codec}"
                self.tell(how, writer, began_s)

    def happen(self, cluster: ReplicaCluster, role: str, mode: str, topic: str) -> Callable[[], object]:
        """Do it; what is returned brings back who is away."""
        if mode in ("clean stop", "kill"):
            victim = cluster.brokers.brokers[cluster.in_role(role, topic)]
            (victim.stop if mode == "clean stop" else victim.kill)()
            time.sleep(1.5 * SESSION_S)
            return victim.start
        for _ in range(BOUNCES):
            # Whoever has the role by now.
            cluster.happen("stop" if "clean" in mode else "kill", cluster.in_role(role, topic), 0.0)
            cluster.wait_healed({topic: len(ASSIGNMENT)})
        return lambda: None


class NetworkTests(_Case):
    """Between the brokers, and to ZooKeeper."""

    TOPIC = "network"

    def test_all_of_them(self) -> None:
        with ReplicaCluster(self.zookeeper, "/network") as cluster:
            cluster.create_topic(self.TOPIC, ASSIGNMENT)
            with AcknowledgedWriter(cluster.bootstrap, self.TOPIC, len(ASSIGNMENT)) as writer:
                for name, play in self.plays().items():
                    writer.wait_for_more(ENOUGH)
                    began_s = time.monotonic()
                    play(cluster, writer)
                    for link in cluster.proxies.ports:
                        cluster.proxies.order("behave", link)
                    cluster.wait_healed({self.TOPIC: len(ASSIGNMENT)})
                    writer.wait_for_more(ENOUGH)
                    self.tell(name, writer, began_s)
            self.judge(cluster.bootstrap, self.TOPIC, len(ASSIGNMENT), writer)
            cluster.wait_healed({self.TOPIC: len(ASSIGNMENT)})
            ends = {(self.TOPIC, number): end for number, end in disk.ends(cluster.bootstrap, self.TOPIC, len(ASSIGNMENT)).items()}
            cluster.brokers.stop_all()
            cluster.check_copies(ends)

    def plays(self) -> Mapping[str, Callable[[ReplicaCluster, AcknowledgedWriter], None]]:
        """By name."""
        found: dict[str, Callable[[ReplicaCluster, AcknowledgedWriter], None]] = {}
        for role in ROLES:
            found[f"the {role} hears brokers no more"] = self.one_way("deafen", "brokers", role)
            found[f"the {role} is heard by brokers no more"] = self.one_way("silence", "brokers", role)
            found[f"ZooKeeper hears the {role} no more"] = self.one_way("deafen", "zookeeper", role)
            found[f"the {role} hears ZooKeeper no more"] = self.one_way("silence", "zookeeper", role)
        found["all brokers are far from each other"] = self.far
        return found

    def one_way(self, what: str, link: str, role: str) -> Callable[[ReplicaCluster, AcknowledgedWriter], None]:
        """One direction is dropped for longer than a session."""

        def play(cluster: ReplicaCluster, writer: AcknowledgedWriter) -> None:
            cluster.proxies.order(what, f"{link}-{cluster.in_role(role, self.TOPIC)}")
            time.sleep(2 * SESSION_S)

        return play

    def far(self, cluster: ReplicaCluster, writer: AcknowledgedWriter) -> None:
        """All that brokers say to each other, and to ZooKeeper, takes a while in each direction; a leader is stopped meanwhile."""
        for link in cluster.proxies.ports:
            cluster.proxies.order("slow", link)
        writer.wait_for_more(ENOUGH)
        cluster.happen("stop", cluster.in_role("leader", self.TOPIC), 0.0)
        writer.wait_for_more(ENOUGH)


class ReplicaFailureTests(_Case):
    """A follower that does not fetch any more, and is not dead for ZooKeeper: the leader takes it out of the in-sync replicas."""

    TOPIC = "failure"

    def test_out_and_in_again(self) -> None:
        with ReplicaCluster(self.zookeeper, "/failure", settings={"zookeeper.session.timeout.ms": "60000"}) as cluster:
            cluster.create_topic(self.TOPIC, ASSIGNMENT[:1])
            with AcknowledgedWriter(cluster.bootstrap, self.TOPIC, 1) as writer:
                writer.wait_for_more(ENOUGH)
                victim = cluster.in_role("follower", self.TOPIC)
                before = cluster.state(self.TOPIC, 0)
                began_s = time.monotonic()
                os.kill(cluster.brokers.brokers[victim].pid, signal.SIGSTOP)
                try:
                    disk.wait_for("it is out of sync", lambda: not self.is_in_sync(cluster, victim), 30)
                    out_s = time.monotonic() - began_s
                    writer.wait_for_more(ENOUGH)
                    self.assertEqual(before and before.leader_epoch, (state := cluster.state(self.TOPIC, 0)) and state.leader_epoch)
                finally:
                    os.kill(cluster.brokers.brokers[victim].pid, signal.SIGCONT)
                disk.wait_for("it is in sync again", lambda: self.is_in_sync(cluster, victim), 30)
                writer.wait_for_more(ENOUGH)
            self.judge(cluster.bootstrap, self.TOPIC, 1, writer)
            print(
                f"  out of sync after {out_s:.1f} s, longest gap {writer.longest_gap_s(began_s):.2f} s, {len(writer.acknowledged)} records"
            )

    def is_in_sync(self, cluster: ReplicaCluster, number: int) -> bool:
        """Whether a broker is."""
        state = cluster.state(self.TOPIC, 0)
        return state is not None and number in state.in_sync


class ReassignmentTests(_Case):
    """Four brokers; every partition needs all of its three copies."""

    PARTITIONS = 20

    def test_all_of_them(self) -> None:
        root = "/reassignment"
        settings = {"replica.lag.time.max.ms": "3000", "default.replication.factor": "3", "offsets.topic.replication.factor": "3"}
        keeper = KazooClient(self.zookeeper.connect + root)
        keeper.start(60)
        self.addCleanup(keeper.close)
        self.addCleanup(keeper.stop)
        with ClusterBrokers(self.zookeeper.connect + root, count=4, settings=settings) as cluster:
            for number, (bounces, from_zero, throttle) in enumerate(itertools.product((False, True), (True, False), (None, 1_000_000))):
                self.one(cluster, keeper, f"moved-{number}", bounces=bounces, from_zero=from_zero, throttle=throttle)

    def are_moving(self, keeper: KazooClient, topic: str) -> bool:
        """Whether replicas of `topic` are being added."""
        return bool(json.loads(keeper.get(f"/brokers/topics/{topic}")[0])["adding_replicas"])

    def one(
        self, cluster: ClusterBrokers, keeper: KazooClient, topic: str, *, bounces: bool, from_zero: bool, throttle: int | None
    ) -> None:
        """Each partition to other brokers, in one move."""
        from confluent_kafka import TopicPartition
        from confluent_kafka.admin import AdminClient, NewTopic

        admin = AdminClient({"bootstrap.servers": cluster.bootstrap, **disk.QUIET})
        chance = random.Random(topic)
        before = [chance.sample(range(1, 5), 3) for _ in range(self.PARTITIONS)]
        after = [chance.sample(range(1, 5), 3) for _ in range(self.PARTITIONS)]
        configs = {"min.insync.replicas": "3"}
        admin.create_topics([NewTopic(topic, self.PARTITIONS, replica_assignment=before, config=configs)])[topic].result(60)
        began_s = time.monotonic()
        with AcknowledgedWriter(cluster.bootstrap, topic, self.PARTITIONS, rate=1000) as writer:
            writer.wait_for_more(2000)
            if not from_zero:
                ends = disk.ends(cluster.bootstrap, topic, self.PARTITIONS)
                asked = admin.delete_records([TopicPartition(topic, number, end // 2) for number, end in ends.items()])
                for each in asked.values():
                    each.result(60)
            moves = [f"{topic}:{number}={','.join(map(str, brokers))}" for number, brokers in enumerate(after)]
            options = [] if throttle is None else ["--throttle", str(throttle)]
            moved: list[Any] = []
            tool = threading.Thread(
                target=lambda: moved.append(
                    command.piped("cluster", "reassign", *moves, *options, "--execute", bootstrap=cluster.bootstrap, timeout=300)
                )
            )
            tool.start()
            if bounces:
                # A broker that is away is no place to move to.
                disk.wait_for("the moves have begun", lambda: self.are_moving(keeper, topic) or moved, 60)
            for victim in (1, 2, 3, 4) if bounces else ():
                cluster.brokers[victim].stop()
                cluster.start(victim)
            tool.join(300)
            self.assertEqual(moved[0].code, 0, moved[0].remarks)
            writer.wait_for_more(ENOUGH)
        znode = json.loads(keeper.get(f"/brokers/topics/{topic}")[0])
        self.assertEqual({int(number): brokers for number, brokers in znode["partitions"].items()}, dict(enumerate(after)))
        self.assertEqual((znode["adding_replicas"], znode["removing_replicas"]), ({}, {}))
        rows = disk.read_topic(cluster.bootstrap, topic, self.PARTITIONS)
        starts = disk.ends(cluster.bootstrap, topic, self.PARTITIONS, earliest=True)
        self.assertEqual(writer.failed, {})
        # What was deleted on purpose is not missed.
        early = [one for one, place in writer.acknowledged.items() if place.offset is not None and place.offset < starts[place.partition]]
        for number in early:
            del writer.acknowledged[number]
        self.assertEqual(writer.complaints(rows)[:3], [])
        how = f"{topic}: {'bounces' if bounces else 'no bounces'}, {'from 0' if from_zero else 'from later on'}, throttle {throttle}"
        self.tell(how, writer, began_s)


class LogDirectoryTests(_Case):
    """One of two data directories fails."""

    TOPIC = "directories"

    def test_leader_and_follower(self) -> None:
        cluster = ReplicaCluster(self.zookeeper, "/directories")
        failing: dict[int, PreloadedDisk] = {}
        with contextlib.ExitStack() as closing:
            for number, broker in cluster.brokers.brokers.items():
                broker.folder.mkdir(parents=True, exist_ok=True)
                failing[number] = PreloadedDisk(broker.folder)
                closing.callback(failing[number].close)
                broker.prefix = failing[number].prefix()
                broker.settings["log.dirs"] = f"{broker.data},{failing[number].directory}"
            with cluster:
                for role in ("follower", "leader"):
                    self.one(cluster, failing, role)

    def one(self, cluster: ReplicaCluster, failing: Mapping[int, PreloadedDisk], role: str) -> None:
        """It fails, and its broker is started again with a new disk."""
        topic = f"{self.TOPIC}-{role}"
        # Some of these lie in the directory that fails, some do not.
        assignment = [[1, 2, 3], [2, 3, 1], [3, 1, 2]] * 4
        cluster.create_topic(topic, assignment)
        began_s = time.monotonic()
        with AcknowledgedWriter(cluster.bootstrap, topic, len(assignment)) as writer:
            writer.wait_for_more(ENOUGH)
            number = cluster.in_role(role, topic)
            failing[number].fail(Trouble.UNPLUGGED)
            disk.wait_for(
                "the others go on without it",
                lambda: any(number not in state.in_sync for state in self.states(cluster, topic, len(assignment))),
                60,
                lambda: list(self.states(cluster, topic, len(assignment))),
            )
            writer.wait_for_more(ENOUGH)
            states = list(self.states(cluster, topic, len(assignment)))
            self.assertTrue(any(number in state.in_sync for state in states), "what lies in its other directory it keeps")
            cluster.brokers.brokers[number].kill()
            failing[number].heal()
            cluster.brokers.start(number)
            cluster.wait_healed({topic: len(assignment)})
            writer.wait_for_more(ENOUGH)
        self.judge(cluster.bootstrap, topic, len(assignment), writer)
        self.tell(f"a directory of the {role}", writer, began_s)

    @staticmethod
    def states(cluster: ReplicaCluster, topic: str, count: int) -> Iterator[Any]:
        """Of all partitions."""
        for number in range(count):
            state = cluster.state(topic, number)
            if state is not None:
                yield state


class RollingTests(_Case):
    """``inter.broker.protocol.version`` is set, raised, lowered and taken away, broker by broker, under load."""

    TOPIC = "rolling"
    STEPS: Sequence[str] = ("2.8", "3.4", "3.9", "2.8", "")

    def test_all_of_them(self) -> None:
        with ReplicaCluster(self.zookeeper, "/rolling") as cluster:
            cluster.create_topic(self.TOPIC, ASSIGNMENT)
            with AcknowledgedWriter(cluster.bootstrap, self.TOPIC, len(ASSIGNMENT)) as writer:
                for step in self.STEPS:
                    began_s = time.monotonic()
                    for number in BROKERS:
                        writer.wait_for_more(ENOUGH)
                        settings = cluster.brokers.brokers[number].settings
                        if step:
                            settings["inter.broker.protocol.version"] = step
                        else:
                            settings.pop("inter.broker.protocol.version")
                        cluster.happen("stop", number, 0.0)
                        cluster.wait_healed({self.TOPIC: len(ASSIGNMENT)})
                    self.tell(step or "not set", writer, began_s)
            self.judge(cluster.bootstrap, self.TOPIC, len(ASSIGNMENT), writer)


if __name__ == "__main__":
    unittest.main()
