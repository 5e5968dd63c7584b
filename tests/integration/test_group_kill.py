"""``kill -9`` of the broker in the middle of rebalances and of commits: groups go on, and no acknowledged offset is lost.

Through all kills there live: members of a classic group and of a KIP-848 group (confluent-kafka and klog, in processes of their own) that
read what a producer writes; threads that commit for many groups as fast as they can; and, in each round, a group by hand that is exactly
where the round wants it when the broker dies: waiting for its members to join, waiting for its leader's assignment, or committing.
"""

from __future__ import annotations

import contextlib
import random
import threading
import time
import unittest
from collections.abc import Mapping

import pytest

from klog.errors import ErrorCode
from tests import peers
from tests.integration import disk
from tests.integration.group_brokers import AnyBroker, broker
from tests.integration.group_case import KIP_848
from tests.integration.group_members import Member, Place, committed, ownership_problems, reading_problems
from tests.integration.group_raw import RawGroup, RawMember, commit_request, join_all
from tests.integration.numbered_load import Load, to_one_topic
from tests.integration.raw import ConnectionClosed

ROUNDS = 50
#: Where the group by hand is when the broker dies.
PHASES = ("joining", "assigning", "committing")
#: Who lives through it in the classic group, and who under KIP-848.
CLIENTS: tuple[dict[str, dict[str, str]], ...] = ({"confluent": {}, "klog": {}}, {"confluent": KIP_848, "klog-848": {}})
GROUPS = 40
IN_FLIGHT = 20
PARTITIONS = 8


class Committer(threading.Thread):
    """Rising offsets for its groups, many requests in flight; remembers what was acknowledged, over all lives of the broker."""

    def __init__(self, address: str, index: int, seed: int) -> None:
        super().__init__(daemon=True)
        self.address = address
        self.groups = [f"committed-{index}-{number}" for number in range(GROUPS)]
        self.random = random.Random(seed)
        self.sent = 0
        self.acknowledged: dict[tuple[str, Place], int] = {}
        self.refused: list[int] = []
        self.ending = threading.Event()

    def run(self) -> None:
        while not self.ending.is_set():
            # While the broker is away.
            with contextlib.suppress(OSError, ConnectionClosed), RawGroup(self.address) as client:
                self.commit(client)
            time.sleep(0.02)

    def commit(self, client: RawGroup) -> None:
        asked: list[tuple[str, dict[Place, int]]] = []
        while not self.ending.is_set() or asked:
            while len(asked) < IN_FLIGHT and not self.ending.is_set():
                self.sent += 1
                group = self.random.choice(self.groups)
                places: list[Place] = [("t", number) for number in self.random.sample(range(PARTITIONS), self.random.randint(1, 3))]
                offsets = dict.fromkeys(places, self.sent)
                client.send(commit_request(group, offsets, metadata=self.random.choice(["", "some metadata", None])), 8)
                asked.append((group, offsets))
            for answer in client.answers():
                group, offsets = asked.pop(0)
                for topic in answer.topics:
                    for each in topic.partitions:
                        if each.error_code == 0:
                            place = (topic.name, each.partition_index)
                            self.acknowledged[group, place] = max(offsets[place], self.acknowledged.get((group, place), 0))
                        elif each.error_code not in (
                            ErrorCode.COORDINATOR_LOAD_IN_PROGRESS,
                            ErrorCode.COORDINATOR_NOT_AVAILABLE,
                            ErrorCode.NOT_COORDINATOR,
                        ):
                            self.refused.append(each.error_code)

    def lost(self, client: RawGroup) -> list[str]:
        """Places where the broker has less than it acknowledged, or what was never sent."""
        problems = []
        known = dict(self.acknowledged)
        for group in self.groups:
            found = client.offsets(group)
            for (owner, place), offset in known.items():
                if owner == group and not offset <= found.get(place, -1) <= self.sent:
                    problems.append(f"{group} {place}: {found.get(place)} where {offset} was acknowledged (and {self.sent} sent)")
        return problems


class GroupKillTests(unittest.TestCase):
    """All in one, as it would be."""

    @pytest.mark.soak
    def test_groups_outlive_the_broker(self) -> None:
        seed = peers.seed()
        print(f"KLOG_SEED={seed}")
        self.random = random.Random(seed)
        rounds = max(len(PHASES), peers.soak_share(ROUNDS))
        with broker() as server, contextlib.ExitStack() as stack:
            address = server.address
            disk.create_topic(address, "t", PARTITIONS)
            writers = {topic: to_one_topic(address, topic, 4, rate=300) for topic in ("classic", "modern")}
            living: list[Member] = []
            for topic, kinds in zip(writers, CLIENTS, strict=True):
                disk.create_topic(address, topic, 4)
                for kind, settings in kinds.items():
                    member = Member(kind, address, topic, [topic], settings=settings, name=f"{topic}-{kind}")
                    living.append(stack.enter_context(member))
            for member in living:
                member.wait_assigned(2)
            committers = [Committer(address, index, self.random.randrange(1 << 30)) for index in range(2)]
            for thread in (*writers.values(), *committers):
                thread.start()
            try:
                for number in range(rounds):
                    self.one_round(server, PHASES[number % len(PHASES)], number)
                    with RawGroup(address) as client:
                        client.wait_loaded(*(group for each in committers for group in each.groups))
                        for each in committers:
                            self.assertEqual(each.lost(client), [], f"KLOG_SEED={seed}, round {number}")
            finally:
                for each in committers:
                    each.ending.set()
                for writer in writers.values():
                    writer.end()
            for each in committers:
                each.join()
                self.assertEqual(set(each.refused), set())
            for writer in writers.values():
                writer.finish_well()
            self.go_on(address, writers, living)
        total = sum(len(each.acknowledged) for each in committers), sum(each.sent for each in committers)
        print(f"seed {seed}: {rounds} kills, {total[1]} commits sent, offsets of {total[0]} places")

    def one_round(self, server: AnyBroker, phase: str, number: int) -> None:
        """Bring a group by hand into `phase`, kill the broker, start it, and go on with the group."""
        group = f"by-hand-{number}-{phase}"
        one, two = RawMember(server.address, group), RawMember(server.address, group)
        join_all(one)
        committed_offset = 0
        self.assertEqual(one.commit(7), 0)
        generation = one.generation
        if phase == "joining":
            # One is not told yet; the group waits for it.
            two.send_join()
            self.assertIn(one.heartbeat(), (0, ErrorCode.REBALANCE_IN_PROGRESS))
        elif phase == "assigning":
            two.send_join()
            one.send_join()
            self.assertEqual((one.finish_join(), two.finish_join()), (0, 0))
            self.assertEqual(one.generation, generation + 1)
            (one if not one.members else two).send_sync()
        else:
            stop = time.monotonic() + self.random.uniform(0.05, 0.4)
            while time.monotonic() < stop:
                committed_offset += 1
                self.assertEqual(one.commit(committed_offset, 1), 0)
            one.connection.send(commit_request(group, {("t", 1): committed_offset + 1}, generation=one.generation, member=one.member_id), 8)
        time.sleep(self.random.choice([0, 0, self.random.uniform(0, 0.03)]))
        server.kill()
        server.start()
        for member in (one, two):
            member.close()
            member.connect(server.address)
        one.connection.wait_loaded(group)
        offsets = one.connection.offsets(group)
        self.assertEqual(offsets["t", 0], 7)
        if phase == "committing":
            self.assertIn(offsets["t", 1], (committed_offset, committed_offset + 1))
        # Whether or not the assignment was written down, whoever is in the group is in it still.
        code = one.heartbeat()
        if phase == "assigning" and code == ErrorCode.ILLEGAL_GENERATION:
            one.generation = generation
            code = one.heartbeat()
        self.assertIn(code, (0, ErrorCode.REBALANCE_IN_PROGRESS), phase)
        if phase == "committing":
            self.assertEqual(one.commit(committed_offset + 2, 1), 0)
        if two.member_id and two.heartbeat() == ErrorCode.UNKNOWN_MEMBER_ID:
            two.member_id = ""
        # In this order: the group waits for its old member.
        join_all(two, one)
        self.assertGreater(one.generation, generation)
        self.assertEqual(one.generation, two.generation)
        self.assertEqual((one.heartbeat(), two.heartbeat()), (0, 0))
        for member in (one, two):
            member.close()

    def go_on(self, address: str, writers: Mapping[str, Load], living: list[Member]) -> None:
        """Those who lived through it all read and commit the rest."""
        for topic, writer in writers.items():
            members = [member for member in living if member.name.startswith(topic)]
            disk.wait_for(f"commits of {topic}", lambda topic=topic, writer=writer: committed(address, topic) == writer.sent, 90)
            for member in members:
                member.leave()
            self.assertEqual(reading_problems(members, writer.sent), [])
            self.assertEqual(ownership_problems(members), [])
