"""Groups of klog's `ConsumerGroup` and other clients that share in the same way: cooperatively, by the broker (KIP-848), stickily.

klog alone is tried beside all other clients, in `test_group_clients` and `test_group_members`; at random in `test_group_chaos`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Any

import pytest

from tests import peers
from tests.integration.group_case import KIP_848, PART, GroupCase, java_assignor
from tests.integration.group_members import Member, committed, fill, together

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak

COOPERATIVE = {"assignors": ["cooperative-sticky"]}


class MixedGroupTests(GroupCase):
    """klog leaves in order, another one dies."""

    def mixed(self, label: str, *kinds: tuple[str, Mapping[str, Any]]) -> None:
        """They share; the first leaves, the second dies; the others go on with it all."""
        topic = group = f"mixed-{label}"
        partitions = 12
        fill(self.address, topic, partitions, PART)
        with contextlib.ExitStack() as stack:
            members = [
                stack.enter_context(Member(client, self.address, group, [topic], settings=settings, name=f"{number}-{client}"))
                for number, (client, settings) in enumerate(kinds)
            ]
            wanted = {(topic, number) for number in range(partitions)}

            def shared(by: list[Member]) -> bool:
                owned = [member.owned for member in by]
                return all(owned) and set().union(*owned) == wanted and sum(map(len, owned)) == partitions

            members[0].wait("all share", lambda _: shared(members))
            members[0].leave()
            members[2].wait("the first has left", lambda _: shared(members[1:]))
            members[1].kill()
            members[2].wait("the second is missed", lambda _: shared(members[2:]))
            ends = fill(self.address, topic, partitions, 2 * PART, PART)
            members[2].wait("the rest", lambda _: committed(self.address, group) == ends)
            for member in members[2:]:
                member.leave()
            self.check(members, ends)

    def test_mixed_groups(self) -> None:
        klog_848: tuple[str, Mapping[str, Any]] = ("klog-848", {})
        mixtures = [
            lambda: self.mixed(
                "cooperative",
                ("klog", COOPERATIVE),
                ("confluent", {"partition.assignment.strategy": "cooperative-sticky"}),
                ("kafka-python", {"assignor": "cooperative-sticky"}),
                ("klog", COOPERATIVE),
            ),
            lambda: self.mixed("848", klog_848, ("confluent", KIP_848), klog_848, ("java-4.3.1", KIP_848)),
        ]
        if peers.SOAK:
            sticky = {"assignors": ["sticky"]}
            mixtures.append(
                lambda: self.mixed(
                    "sticky",
                    ("klog", sticky),
                    ("java-4.3.1", java_assignor("Sticky")),
                    ("klog", sticky),
                    ("java-2.8.2", java_assignor("Sticky")),
                )
            )
        together(*mixtures)
