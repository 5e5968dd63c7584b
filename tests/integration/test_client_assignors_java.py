"""The assignors of Kafka 4.3.1's consumer beside klog's: groups that grow, shrink, change their minds and lie, from seeds.

``java/ClientAssignors.java`` is the judge. Assignments must be equal, not only as good: a group whose leader changes from Java to klog must
not reshuffle.
"""

from __future__ import annotations

import pathlib
import random
import unittest
from collections.abc import Iterable, Mapping
from typing import ClassVar

import pytest

from klog.client.groups.assignors.choose import KNOWN
from klog.client.groups.assignors.contract import Assignment, Member
from klog.client.groups.assignors.sticky import decode_user_data
from klog.model import TopicPartition
from tests import peers
from tests.integration.test_group_parts_java import Judge

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak

SOURCE = pathlib.Path(__file__).with_name("java") / "ClientAssignors.java"


def listing(places: Iterable[TopicPartition]) -> str:
    by_topic: dict[str, list[int]] = {}
    for topic, partition in sorted(places):
        by_topic.setdefault(topic, []).append(partition)
    return ",".join(f"{topic}:{'.'.join(map(str, numbers))}" for topic, numbers in by_topic.items()) or "-"


def answer(assignment: Assignment) -> str:
    rows = [f"{member_id}|{word}" for member_id, places in sorted(assignment.items()) if places for word in listing(places).split(",")]
    return ";".join(rows) or "-"


def question(partitions: Mapping[str, int], members: Mapping[str, Member], racks: Mapping[TopicPartition, frozenset[str]]) -> list[str]:
    words = []
    for member_id, each in members.items():
        data = "-" if each.user_data is None else each.user_data.hex()
        topics = ",".join(each.topics) or "-"
        words.append(
            "|".join([member_id, each.instance_id or "-", each.rack or "-", str(each.generation), topics, listing(each.owned), data])
        )
    sizes = ",".join(f"{topic}:{count}" for topic, count in partitions.items()) or "-"
    held = ",".join(f"{place.topic}:{place.partition}:{'.'.join(sorted(some))}" for place, some in racks.items() if some) or "-"
    return [sizes, held, ";".join(words)]


class ClientAssignorTests(unittest.TestCase):
    judge: ClassVar[Judge]

    @classmethod
    def setUpClass(cls) -> None:
        cls.judge = Judge(SOURCE)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.judge.close()

    def test_assignments_are_javas(self) -> None:
        compared = 0
        for seed in range(max(150, peers.soak_share(4000))):
            compared += self.one_group(seed)
        print(f"{compared} assignments are Java's")

    def one_group(self, seed: int) -> int:
        rng = random.Random(seed)
        name = rng.choice(["range", "roundrobin", "sticky", "sticky", "cooperative-sticky", "cooperative-sticky"])
        assignor = KNOWN[name]
        even, racked = rng.random() < 0.5, rng.random() < 0.4
        partitions = {f"t{rng.randrange(1000)}": rng.choice([1, 1, 2, 3, 5, 8, 24]) for _ in range(rng.randint(1, 8))}
        all_racks = ["r1", "r2", "r3"]
        racks: dict[TopicPartition, frozenset[str]] = {}
        favourite = tuple(rng.sample(sorted(partitions), rng.randint(1, len(partitions))))
        members: dict[str, Member] = {}
        given: dict[str, list[TopicPartition]] = {}
        compared = 0
        for generation in range(1, rng.randint(3, 9)):
            event = rng.random()
            if event < 0.5 or not members:
                for _ in range(rng.randint(1, 6)):
                    wanted = tuple(rng.sample(sorted(partitions), rng.randint(1, len(partitions))))
                    rack = rng.choice(all_racks) if racked and rng.random() < 0.8 else None
                    instance = f"i{rng.randrange(10**9)}" if rng.random() < 0.2 else None
                    members[f"m{rng.randrange(10**6)}"] = Member(wanted, rack=rack, instance_id=instance)
            elif event < 0.7 and len(members) > 1:
                for gone in rng.sample(sorted(members), rng.randint(1, len(members) - 1)):
                    del members[gone]
            elif event < 0.85:
                partitions[rng.choice(sorted(partitions))] += rng.randint(0, 5)
            else:
                changed = rng.choice(sorted(members))
                wanted = tuple(rng.sample(sorted(partitions), rng.randint(1, len(partitions))))
                members[changed] = members[changed]._replace(topics=wanted)
            if even:
                members = {key: member._replace(topics=favourite) for key, member in members.items()}
            if racked:
                for topic, count in partitions.items():
                    for number in range(count):
                        place = TopicPartition(topic, number)
                        racks.setdefault(place, frozenset(rng.sample(all_racks, rng.choice([1, 1, 2, 3]))))
            said = {}
            for member_id, member in members.items():
                mine, at = given.get(member_id), generation - 1 if rng.random() < 0.9 else max(0, generation - 2)
                if rng.random() < 0.05 and given:
                    # Claims what is another's.
                    mine = rng.choice(list(given.values()))
                if mine is None:
                    at = -1
                elif at < generation - 1:
                    # Java would give back, too, what the member does not want any more.
                    mine = [place for place in mine if place.topic in member.topics]
                data = assignor.user_data(mine, at)
                if mine is not None:
                    words = ["user_data", name, listing(mine), at]
                    if name == "sticky" and data is not None:
                        # But for the order of topics, which is a hash map's there.
                        javas = decode_user_data(bytes.fromhex(self.judge.told(*words)))
                        self.assertEqual((sorted(javas.partitions), javas.generation), (sorted(mine), at))
                        ours = decode_user_data(data)
                        self.assertEqual((sorted(ours.partitions), ours.generation), (sorted(mine), at))
                    elif name == "cooperative-sticky" and data is not None:
                        self.assertEqual(data.hex(), self.judge.told(*words))
                owned = tuple(mine or ()) if assignor.cooperative else ()
                said[member_id] = member._replace(owned=owned, user_data=data, generation=at)
            mine_now = assignor.assign(partitions, said, racks if racked else None)
            theirs = self.judge.told("assign", name, *question(partitions, said, racks))
            self.assertEqual(answer(mine_now), theirs, (seed, generation, name, even, racked))
            compared += 1
            given = {member_id: list(places) for member_id, places in mine_now.items()}
        return compared
