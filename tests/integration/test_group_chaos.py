"""One group of klog, confluent-kafka, aiokafka, kafka-python, kcat and Java on 64 partitions, joining, leaving and dying at random.

Two minutes in `make soak`, six seconds otherwise, and then each kind of fault at least once. ``KLOG_SEED`` repeats a plan.
In `make soak` also a minute of each of the smaller groups of `OTHERS`.
"""

from __future__ import annotations

import collections
import threading
import unittest
from collections.abc import Mapping
from typing import Any

import pytest

from tests import peers
from tests.integration import disk
from tests.integration.group_brokers import broker
from tests.integration.group_chaos import FAULTS, OTHERS, PARTITIONS, SETTINGS, SLACK_S, TOPIC, Chaos, make_plan
from tests.integration.group_members import Member, committed, ownership_problems, reading_problems

SECONDS = 120


class PlanTests(unittest.TestCase):
    """The plan itself."""

    def test_plans(self) -> None:
        for seed in range(200):
            for duration_s in (6.0, 120.0):
                plan = make_plan(seed, duration_s)
                self.assertEqual(plan, make_plan(seed, duration_s))
                self.assertEqual({step.client for step in plan if step.at_s == 0}, set(SETTINGS))
                self.assertEqual({step.kind for step in plan if step.at_s > 0}, set(FAULTS))
                alive: set[str] = set()
                for step in plan:
                    self.assertEqual(step.name in alive, step.kind != "join")
                    (alive.add if step.kind == "join" else alive.discard)(step.name)
                self.assertGreaterEqual(len(alive), 2)


class InvariantTests(unittest.TestCase):
    """The judges of the reports: made reports, right and wrong."""

    def told(self, name: str, *events: tuple[float, str, list[Any]], died_at: float | None = None) -> Member:
        """A member that never was; partitions and offsets are of topic t."""
        made = Member.__new__(Member)
        fields = {"assigned": "partitions", "revoked": "partitions", "lost": "partitions", "records": "ranges", "committed": "offsets"}
        made.client, made.name, made.died_at = "confluent", name, died_at
        made.events = [{"event": kind, "at": at, fields.get(kind, ""): [["t", *each] for each in some]} for at, kind, some in events]
        made._changed = threading.Condition()
        return made

    def test_ownership(self) -> None:
        one = self.told("one", (1, "assigned", [[0], [1]]), (5, "revoked", [[0], [1]]), (6, "assigned", [[0]]))
        self.assertEqual(ownership_problems([one, self.told("two", (6.1, "assigned", [[1]]))]), [])
        self.assertEqual(len(ownership_problems([one, self.told("two", (4.9, "assigned", [[1]]))])), 1)
        self.assertEqual(len(ownership_problems([one, self.told("two", (7, "assigned", [[0]]))])), 1)
        self.assertEqual(ownership_problems([one, self.told("two", (4.9, "assigned", [[1]]))], {"confluent": 0.2}), [])
        dead = self.told("dead", (1, "assigned", [[0]]), died_at=3.0)
        self.assertEqual(ownership_problems([dead, self.told("two", (3.5, "assigned", [[0]]))]), [])
        self.assertEqual(len(ownership_problems([dead, self.told("two", (2.5, "assigned", [[0]]))])), 1)

    def test_reading(self) -> None:
        one = self.told(
            "one", (1, "assigned", [[0]]), (2, "records", [[0, 0, 9]]), (3, "committed", [[0, 10]]), (4, "records", [[0, 10, 14]])
        )

        def two(first: int, last: int = 29) -> Member:
            return self.told("two", (5, "assigned", [[0]]), (6, "records", [[0, first, last]]))

        for first, wrong in ((10, 0), (12, 0), (15, 0), (16, 1), (9, 1), (0, 1)):
            self.assertEqual(len(reading_problems([one, two(first)], {("t", 0): 30})), wrong, first)
        self.assertEqual(len(reading_problems([one, two(10, 28)], {("t", 0): 30})), 1)
        # kcat commits the one record that it does not print as it ends; each kcat one.
        left = self.told("kcat", (4, "left", []))
        left.client = "kcat"
        for kcats, first, wrong in (([left], 16, 0), ([left], 17, 1), ([], 16, 1)):
            self.assertEqual(len(reading_problems([one, *kcats, two(first)], {("t", 0): 30})), wrong, first)
        more = [self.told(f"first of {place}", (1, "records", [[place, 1, 29]])) for place in (1, 2)]
        self.assertEqual(len(reading_problems([left, *more], {("t", 1): 30, ("t", 2): 30})), 1)
        # Within one time with a partition nobody jumps, forwards or back.
        for first in (12, 16):
            jumping = self.told("jumping", (1, "assigned", [[0]]), (2, "records", [[0, 0, 14]]), (3, "records", [[0, first, 29]]))
            self.assertTrue(reading_problems([jumping], {("t", 0): 30}))


class ChaosTests(unittest.TestCase):
    """The plan carried out."""

    @pytest.mark.soak
    def test_mixed_members(self) -> None:
        peers.program("kcat")
        self.chaos(SETTINGS, max(6, peers.soak_share(SECONDS)), "")

    @pytest.mark.soak
    @unittest.skipUnless(peers.SOAK, "make soak has the time")
    def test_cooperative_sticky_members(self) -> None:
        self.chaos(OTHERS["cooperative-sticky"], SECONDS / 2, "-cooperative")

    @pytest.mark.soak
    @unittest.skipUnless(peers.SOAK, "make soak has the time")
    def test_sticky_members(self) -> None:
        self.chaos(OTHERS["sticky"], SECONDS / 2, "-sticky")

    @pytest.mark.soak
    @unittest.skipUnless(peers.SOAK, "make soak has the time")
    def test_kip_848_members(self) -> None:
        self.chaos(OTHERS["kip-848"], SECONDS / 2, "-848")

    def chaos(self, settings: Mapping[str, Mapping[str, Any]], seconds: float, label: str) -> None:
        topic = TOPIC + label
        seed = peers.seed()
        print(f"KLOG_SEED={seed}")
        with broker() as server:
            disk.create_topic(server.address, topic, PARTITIONS)
            chaos = Chaos(server.address, seed, seconds, settings, topic)
            chaos.run()
            left = committed(server.address, topic)
        members = list(chaos.members.values())
        ends = chaos.load.sent
        total, read = sum(ends.values()), sum(member.count for member in members)
        faults = collections.Counter(step.kind for step in chaos.plan)
        print(f"seed {seed}: {sorted(settings)}, {dict(faults)}, {total} records, {read - total} read again after kills")
        self.assertEqual(ownership_problems(members, SLACK_S), [], f"KLOG_SEED={seed}")
        self.assertEqual(reading_problems(members, ends), [], f"KLOG_SEED={seed}")
        self.assertEqual([event for member in members for event in member.of("wrong")], [])
        self.assertEqual(left, ends, "all that was read is committed")
