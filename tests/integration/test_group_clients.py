"""Every client alone in a group: it reads, commits, leaves, and goes on from its commit; nothing missed, nothing repeated.

Each client with each of its ways to assign: eager, cooperative, and by the broker (KIP-848).
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Any

import pytest

from tests import peers
from tests.integration.group_case import KIP_848, PART, PARTITIONS, GroupCase, java_assignor
from tests.integration.group_members import Member, committed, fill, together


@pytest.mark.soak
class JourneyTests(GroupCase):
    """Join, share, take over, come back."""

    def journey(self, client: str, label: str, settings: Mapping[str, Any] | None = None) -> None:
        topic = group = f"journey-{client}-{label}"
        with self.subTest(client=client, settings=settings), contextlib.ExitStack() as stack:
            fill(self.address, topic, PARTITIONS, PART)

            def member(number: int) -> Member:
                return stack.enter_context(Member(client, self.address, group, [topic], settings=settings, name=f"{client}#{number}"))

            one = member(1).wait_assigned(PARTITIONS).wait_read(PARTITIONS * PART)
            two = member(2).wait_assigned(PARTITIONS // 2)
            one.wait_assigned(PARTITIONS // 2)
            self.assertEqual(one.owned | two.owned, {(topic, number) for number in range(PARTITIONS)})
            fill(self.address, topic, PARTITIONS, 2 * PART, PART)
            one.wait_read(PARTITIONS * PART * 3 // 2)
            two.wait_read(PARTITIONS * PART // 2)
            one.leave()
            two.wait_assigned(PARTITIONS)
            fill(self.address, topic, PARTITIONS, 3 * PART, 2 * PART)
            two.wait_read(PARTITIONS * PART * 3 // 2).leave()
            ends = {(topic, number): 3 * PART for number in range(PARTITIONS)}
            self.assertEqual(committed(self.address, group), ends)
            self.assertEqual(
                self.group_type(group), "consumer" if client == "klog-848" or (settings or {}).get("group.protocol") else "classic"
            )
            # It comes back to what was written in between.
            ends = fill(self.address, topic, PARTITIONS, 4 * PART, 3 * PART)
            three = member(3).wait_read(PARTITIONS * PART).leave()
            self.assertEqual(three.read, {place: [(3 * PART, 4 * PART - 1)] for place in ends})
            self.assertEqual(committed(self.address, group), ends)
            members = [one, two, three]
            self.check(members, ends)
            self.assertEqual(sum(each.count for each in members), sum(ends.values()), "nothing was read twice")

    def test_klog(self) -> None:
        together(
            lambda: self.journey("klog", "range"),
            lambda: self.journey("klog", "cooperative", {"assignors": ["cooperative-sticky"]}),
            lambda: self.journey("klog", "sticky", {"assignors": ["sticky", "roundrobin"]}),
            lambda: self.journey("klog-848", "uniform"),
        )

    def test_confluent_kafka(self) -> None:
        for strategy in ("range", "roundrobin", "cooperative-sticky"):
            self.journey("confluent", strategy, {"partition.assignment.strategy": strategy})

    def test_confluent_kafka_under_kip_848(self) -> None:
        self.journey("confluent", "uniform", KIP_848)
        self.journey("confluent", "server-range", {**KIP_848, "group.remote.assignor": "range"})

    def test_aiokafka(self) -> None:
        for strategy in ("range", "roundrobin", "sticky") if peers.SOAK else ("range", "roundrobin"):
            self.journey("aiokafka", strategy, {"assignor": strategy})

    def test_kafka_python(self) -> None:
        for strategy in ("range", "roundrobin", "sticky", "cooperative-sticky") if peers.SOAK else ("range", "cooperative-sticky"):
            self.journey("kafka-python", strategy, {"assignor": strategy})

    def test_kcat(self) -> None:
        for strategy in ("range", "roundrobin", "cooperative-sticky"):
            self.journey("kcat", strategy, {"partition.assignment.strategy": strategy})

    def test_java_1_1_1(self) -> None:
        self.journey("java-1.1.1", "range", java_assignor("Range"))

    def test_java_2_8_2(self) -> None:
        if peers.SOAK:
            self.journey("java-2.8.2", "roundrobin", java_assignor("RoundRobin"))
        self.journey("java-2.8.2", "cooperative", java_assignor("CooperativeSticky"))

    def test_java_4_3_1(self) -> None:
        # Its default: both, so that a group can go over from the one to the other.
        self.journey("java-4.3.1", "default")
        if peers.SOAK:
            self.journey("java-4.3.1", "cooperative", java_assignor("CooperativeSticky"))

    def test_java_under_kip_848(self) -> None:
        if peers.SOAK:
            self.journey("java-3.9.2", "uniform", KIP_848)
        self.journey("java-4.3.1", "uniform", KIP_848)
