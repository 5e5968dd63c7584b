"""One group of confluent-kafka, aiokafka, kafka-python, kcat and Java on 64 partitions, joining, leaving and dying at random.

Two minutes in `make soak`, a twentieth otherwise, and then each kind of fault at least once. ``KLOG_SEED`` repeats a plan.
"""

from __future__ import annotations

import collections
import os
import random
import unittest

import pytest

from tests import peers
from tests.integration import disk
from tests.integration.group_brokers import broker
from tests.integration.group_chaos import FAULTS, PARTITIONS, SETTINGS, SLACK_S, TOPIC, Chaos, make_plan
from tests.integration.group_members import committed, ownership_problems, reading_problems

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


class ChaosTests(unittest.TestCase):
    """The plan carried out."""

    @pytest.mark.soak
    def test_mixed_members(self) -> None:
        peers.program("kcat")
        seed = int(os.environ.get("KLOG_SEED") or random.SystemRandom().randrange(1 << 30))
        print(f"KLOG_SEED={seed}")
        with broker() as server:
            disk.create_topic(server.address, TOPIC, PARTITIONS)
            chaos = Chaos(server.address, seed, max(6, peers.soak_share(SECONDS)))
            chaos.run()
            left = committed(server.address, TOPIC)
        members = list(chaos.members.values())
        ends = chaos.writer.ends
        total, read = sum(ends.values()), sum(member.count for member in members)
        faults = collections.Counter(step.kind for step in chaos.plan)
        print(f"seed {seed}: {dict(faults)}, {total} records, {read - total} read again after kills")
        self.assertEqual(ownership_problems(members, SLACK_S), [], f"KLOG_SEED={seed}")
        self.assertEqual(reading_problems(members, ends), [], f"KLOG_SEED={seed}")
        self.assertEqual([event for member in members for event in member.of("wrong")], [])
        self.assertEqual(left, ends, "all that was read is committed")
