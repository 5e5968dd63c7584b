"""A group by the paper that grows from one member to eight and shrinks to three, on 64 partitions of a real ZooKeeper.

Members join, leave and die at random in between: two minutes in `make soak`, some seconds otherwise. With klog's members alone, and with
Apache Kafka's console consumers of 0.8.2.2 and 1.1.1 among them. After every settling each partition has one owner, which is the one
that Algorithm 1 computes; `OwnersHistory` judges all that was in between. ``KLOG_SEED`` repeats a plan.
"""

from __future__ import annotations

import json
import os
import random
import socket
import time
import unittest
from collections.abc import Sequence
from typing import ClassVar, NamedTuple

import pytest

from tests import peers
from tests.integration.command import piped
from tests.integration.owners_watch import assignment
from tests.integration.paper_group import PaperGroup
from tests.integration.zookeepers import RealZooKeeper

PARTITIONS = 64
KLOG = "klog-zookeeper"
SECONDS = 120.0


class Step(NamedTuple):
    """So many seconds after the one before: a member joins, leaves or is killed."""

    after_s: float
    kind: str
    name: str
    client: str


def make_plan(seed: int, seconds: float, clients: Sequence[str], most: int = 8) -> list[Step]:
    """Random joins and deaths between three and `most` members, who begin as `most` of `clients` in turn: names m0, m1 …"""
    source = random.Random(seed)
    alive = [(f"m{number}", clients[number % len(clients)]) for number in range(most)]
    made = most
    steps: list[Step] = []
    left_s = seconds
    while left_s > 0:
        after_s = source.uniform(0.2, min(8.0, max(1.0, seconds / 4)))
        left_s -= after_s
        kinds = ["join"] * (len(alive) < most) + ["leave", "kill"] * (len(alive) > 3)
        kind = source.choice(kinds)
        if kind == "join":
            member = (f"m{made}", clients[made % len(clients)])
            made += 1
            alive.append(member)
        else:
            member = alive.pop(source.randrange(len(alive)))
        steps.append(Step(after_s, kind, *member))
    return steps


class AlgorithmTests(unittest.TestCase):
    """The judge's own Algorithm 1, on the paper's words."""

    def test_rows(self) -> None:
        found = assignment(["g_b-0", "g_a-0", "g_a-1"], "t", 8)
        self.assertEqual([found["t", number] for number in range(8)], ["g_a-0"] * 3 + ["g_a-1"] * 3 + ["g_b-0"] * 2)
        self.assertEqual(assignment([], "t", 8), {})
        self.assertEqual(list(assignment(["a", "b", "c"], "t", 2).values()), ["a", "b"])

    def test_plans(self) -> None:
        for seed in range(100):
            plan = make_plan(seed, 20, [KLOG, "kafka"])
            self.assertEqual(plan, make_plan(seed, 20, [KLOG, "kafka"]))
            alive = {f"m{number}" for number in range(8)}
            for step in plan:
                self.assertEqual(step.name in alive, step.kind != "join")
                (alive.add if step.kind == "join" else alive.discard)(step.name)
                self.assertLessEqual(3, len(alive))
                self.assertLessEqual(len(alive), 8)


class GrowthTests(unittest.TestCase):
    """1 → 8 → 3."""

    keeper: ClassVar[RealZooKeeper]

    @classmethod
    def setUpClass(cls) -> None:
        cls.keeper = RealZooKeeper.of_class(cls)

    @pytest.mark.soak
    def test_members_of_klog(self) -> None:
        self.grow("grow", [KLOG], 8 if peers.SOAK else 5, SECONDS if peers.SOAK else 5.0)

    @pytest.mark.soak
    def test_members_of_kafka_among_them(self) -> None:
        clients = [KLOG, "kafka-0.8.2.2", KLOG, "kafka-1.1.1"] if peers.SOAK else [KLOG, "kafka-0.8.2.2"]
        self.grow("mixed", clients, 8 if peers.SOAK else 4, SECONDS if peers.SOAK else 1.0)

    @pytest.mark.soak
    @unittest.skipUnless(peers.SOAK, "make soak has the time")
    def test_on_brokers_of_kafka(self) -> None:
        for version in ("1.1.1", "2.8.2"):
            self.grow(f"on-{version}", [KLOG, "kafka-1.1.1"], 4, 10, kafka=version)

    @pytest.mark.soak
    @unittest.skipUnless(peers.SOAK and os.environ.get("KLOG_REFERENCE"), "the judge itself: KLOG_REFERENCE=1 in make soak")
    def test_members_of_kafka(self) -> None:
        self.grow("kafkas", ["kafka-0.8.2.2", "kafka-1.1.1"], 4, 20)

    def grow(self, name: str, clients: Sequence[str], most: int, seconds: float, *, kafka: str = "") -> None:
        seed = peers.seed()
        print(f"KLOG_SEED={seed}")
        folders = [self.keeper.folder]
        with PaperGroup(
            self.keeper.connect, folders, kafka=kafka, partitions=PARTITIONS, name=name, rate=2000 if peers.SOAK else 500, seed=seed
        ) as group:
            group.join("m0", clients[0])
            print(f"{group.settle('the first one'):6.2f} s until the first one owns all", flush=True)
            group.writer.start()
            for number in range(1, most):
                group.join(f"m{number}", clients[number % len(clients)])
                if peers.SOAK:
                    print(f"{group.settle(f'{number + 1} members'):6.2f} s until {number + 1} members share", flush=True)
            print(f"{group.settle('all of them'):6.2f} s until {most} members share", flush=True)
            for step in make_plan(seed, seconds, clients, most):
                time.sleep(step.after_s)
                print(f"       {step.kind} {step.name} {step.client}", flush=True)
                if step.kind == "join":
                    group.join(step.name, step.client)
                else:
                    (group.leave if step.kind == "leave" else group.kill)(step.name)
            print(f"{group.settle('after the random part'):6.2f} s until {len(group.alive)} members share", flush=True)
            while len(group.alive) > 3:
                group.leave(sorted(group.alive)[0])
                if peers.SOAK:
                    print(f"{group.settle(f'{len(group.alive)} members'):6.2f} s until {len(group.alive)} members share", flush=True)
            print(f"{group.settle('three members'):6.2f} s until 3 members share", flush=True)
            if name == "mixed":
                self.described_by_the_command(group)
            left = group.finish()
            print(f"KLOG_SEED={seed} {name}: {len(group.members)} members, {group.summary()}", flush=True)
            problems = group.problems()
            self.assertFalse(problems, "\n".join([f"KLOG_SEED={seed}", *problems]))
            self.assertEqual(left, group.writer.sent, "all that was read is committed")
            if name == "mixed":
                self.moved_by_the_command(group)

    def described_by_the_command(self, group: PaperGroup) -> None:
        """``klog group --zookeeper`` tells of members of both kinds what stands in ZooKeeper, and moves nobody who reads."""
        listed = json.loads(piped("group", "list", "-z", group.zookeeper, "-o", "json").out)["groups"]
        self.assertEqual([(one["group"], one["state"]) for one in listed], [(group.group, "Stable")])
        described = piped("group", "describe", group.group, "-z", group.zookeeper, "-o", "json")
        self.assertEqual(described.code, 0, described.remarks)
        (found,) = json.loads(described.out)["groups"]
        self.assertEqual({member["member_id"] for member in found["members"]}, set(group.registry.members()))
        self.assertEqual({member["client_host"] for member in found["members"]}, {socket.gethostname()})
        owners = {(row["topic"], row["partition"]): row["member_id"] for row in found["partitions"]}
        self.assertEqual(owners, {place: thread.rpartition("-")[0] for place, thread in group.registry.owners().items()})
        refused = piped("group", "reset", group.group, "--to-earliest", "--execute", "-z", group.zookeeper)
        self.assertEqual(refused.code, 1)
        self.assertIn("has 3 members", refused.remarks)
        self.assertEqual(piped("group", "delete", group.group, "--execute", "-z", group.zookeeper).code, 1)

    def moved_by_the_command(self, group: PaperGroup) -> None:
        """Nobody reads any more."""
        moved = piped("group", "reset", group.group, "--to-earliest", "--execute", "-z", group.zookeeper)
        self.assertEqual(moved.code, 0, moved.remarks)
        offsets = [int(group.keeper.get(f"/consumers/{group.group}/offsets/{group.topic}/{number}")[0]) for number in range(PARTITIONS)]
        self.assertEqual(offsets, [0] * PARTITIONS)
        deleted = piped("group", "delete", group.group, "--execute", "-z", group.zookeeper)
        self.assertEqual(deleted.code, 0, deleted.remarks)
        self.assertIsNone(group.keeper.exists(f"/consumers/{group.group}"))
