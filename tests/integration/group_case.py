"""What the tests of groups with real clients have in common: one broker for all tests of a class, and the invariants."""

from __future__ import annotations

import unittest
from collections.abc import Mapping
from typing import ClassVar

from tests.integration.group_brokers import AnyBroker, broker
from tests.integration.group_members import Member, Place, ownership_problems, reading_problems

PARTITIONS = 6
#: Records that are written to each partition at a time.
PART = 40
KIP_848 = {"group.protocol": "consumer"}


def java_assignor(name: str) -> dict[str, str]:
    """By the last part of its class's name."""
    return {"partition.assignment.strategy": f"org.apache.kafka.clients.consumer.{name}Assignor"}


class GroupCase(unittest.TestCase):
    """One broker for all; each test has topics and groups of its own."""

    broker: ClassVar[AnyBroker]

    @classmethod
    def setUpClass(cls) -> None:
        cls.broker = broker().start()

    @classmethod
    def tearDownClass(cls) -> None:
        cls.broker.__exit__(None, None, None)

    @property
    def address(self) -> str:
        return self.broker.address

    def group_type(self, group: str) -> str:
        """``classic`` or ``consumer``."""
        from confluent_kafka.admin import AdminClient

        # A client that nobody holds never answers.
        admin = AdminClient({"bootstrap.servers": self.address, "log_level": 0})
        found = admin.list_consumer_groups().result(60)
        (listed,) = [each for each in found.valid if each.group_id == group]
        return str(listed.type.name).lower()

    def check(self, members: list[Member], ends: Mapping[Place, int]) -> None:
        self.assertEqual(ownership_problems(members, {"kcat": 0.3}), [])
        self.assertEqual(reading_problems(members, ends), [])
