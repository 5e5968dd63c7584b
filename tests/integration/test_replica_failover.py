"""What clients notice when one of three klog brokers stops in order, or dies.

A producer sends all the time; a classic group and one by KIP-848, each with two members, read. First every broker is stopped in order and
started again, one after the other: no client is told an error, nothing is sent twice or lost, and no group shares its partitions out anew,
though its coordinator moves. Then the leader of a partition is killed: the producer goes on by itself. How long it waited is printed.
"""

from __future__ import annotations

import contextlib
import time
import unittest
from typing import Any, ClassVar

import pytest

from tests import peers
from tests.integration import disk
from tests.integration.group_members import Member, reading_problems, together
from tests.integration.numbered_load import Load
from tests.integration.replica_cluster import BROKERS, SESSION_S, ReplicaCluster
from tests.integration.zookeepers import RealZooKeeper

TOPIC = "load"
SHAPES = {TOPIC: 6}
ASSIGNMENT = [[1, 2, 3], [2, 3, 1], [3, 1, 2], [1, 3, 2], [2, 1, 3], [3, 2, 1]]
#: Longer than anything here takes: whoever is found dead would bring about a rebalance of its own.
SESSION_MS = 45_000


class FailOverTests(unittest.TestCase):
    """See the module."""

    zookeeper: ClassVar[RealZooKeeper]

    @classmethod
    def setUpClass(cls) -> None:
        cls.zookeeper = RealZooKeeper.of_class(cls)

    def shared_out(self, members: list[Member]) -> dict[str, list[dict[str, Any]]]:
        """Whenever a member was given or lost partitions."""
        return {member.name: member.of("assigned", "revoked", "lost") for member in members}

    def members(self, bootstrap: str) -> list[Member]:
        """Of two groups, each with its partitions."""
        classic = {"session.timeout.ms": SESSION_MS, "partition.assignment.strategy": "range"}
        found = [
            Member("klog", bootstrap, "classic", [TOPIC], settings={"assignors": ["range"], "session_timeout_ms": SESSION_MS}),
            Member("confluent", bootstrap, "classic", [TOPIC], settings=classic),
            Member("klog-848", bootstrap, "kip-848", [TOPIC]),
            Member("confluent", bootstrap, "kip-848", [TOPIC], settings={"group.protocol": "consumer"}, name="confluent-848"),
        ]
        for member in found:
            member.wait_assigned(SHAPES[TOPIC] // 2, 90)
        return found

    @pytest.mark.soak
    def test_stops_and_a_death(self) -> None:
        rounds = peers.soak_share(3)
        settings = {"leader.imbalance.check.interval.seconds": "3", "group.consumer.session.timeout.ms": str(SESSION_MS)}
        with contextlib.ExitStack() as stack:
            cluster = stack.enter_context(ReplicaCluster(self.zookeeper, "/failover", settings=settings))
            cluster.create_topic(TOPIC, ASSIGNMENT)
            members = self.members(cluster.bootstrap)
            for member in members:
                stack.callback(lambda member=member: member.process.poll() is None and member.kill())
            load = Load(cluster.client(), SHAPES, rate=600)
            stack.callback(load.finish)
            load.start()
            load.wait_answered()
            cluster.wait_healed({"__consumer_offsets": 6})
            before = self.shared_out(members)
            for _ in range(rounds):
                for number in BROKERS:
                    load.begin_gaps()
                    cluster.happen("stop", number, 0.0)
                    load.wait_answered()
                    role = "the controller" if cluster.controller() == number else "a broker"
                    print(f"  {role} ({number}) stopped: longest gap {1000 * load.longest_gap_s():.0f} ms")
                    cluster.wait_healed({**SHAPES, "__consumer_offsets": 6})
                    self.assertEqual(load.problems, [])
            self.assertEqual(self.shared_out(members), before)
            for _ in range(rounds):
                victim = cluster.in_role("leader", TOPIC)
                load.begin_gaps()
                cluster.brokers.kill(victim)
                began = time.monotonic()
                load.wait_answered()
                went_on = time.monotonic() - began
                print(f"  {victim} killed: all partitions are answered again after {went_on:.2f} s, session {SESSION_S} s")
                cluster.brokers.start(victim)
                cluster.wait_healed({**SHAPES, "__consumer_offsets": 6})
                self.assertEqual(load.problems, [])
            load.finish()
            self.assertEqual(load.problems, [])
            self.assertEqual(load.sent, load.acknowledged)
            for group in (members[:2], members[2:]):
                for place, end in load.sent.items():
                    disk.wait_for(
                        f"{group} reads {place} to {end}",
                        lambda: any(max([0, *(last + 1 for _, last in one.read.get(place, []))]) >= end for one in group),  # noqa: B023
                        90,
                    )
                self.assertEqual(reading_problems(group, load.sent), [])
            if peers.SOAK:
                # On a busy machine a member may be taken for dead while nobody coordinates its group; in virtual time nobody is
                # (tests.broker.groups.test_fail_over).
                self.assertEqual(self.shared_out(members), before, "nor did a death share anything out anew")
            together(*(member.leave for member in members))


if __name__ == "__main__":
    unittest.main()
