"""Lines of the audit log: what stands in them, and how many there are."""

from __future__ import annotations

from typing import Any

from twisted.internet.task import Clock
from twisted.logger import Logger, LogLevel, formatEvent
from twisted.trial.unittest import SynchronousTestCase

from klog.acls import Acl, AclOperation, AclPermission, AclResourceType
from klog.broker.authorization.audit_log import INTERVAL_S, MOST_KINDS, MOST_OF_ONE, AuditLog

READ, TOPIC = AclOperation.READ, AclResourceType.TOPIC


class AuditLogTests(SynchronousTestCase):
    """What it writes."""

    def setUp(self) -> None:
        self.clock = Clock()
        self.audit = AuditLog(self.clock.seconds)
        self.events: list[Any] = []
        self.patch(AuditLog, "log", Logger(namespace="audit", observer=self.events.append))

    def lines(self) -> list[str]:
        found = [formatEvent(event) for event in self.events]
        self.events.clear()
        return found

    def deny(self, name: str, who: str = "User:ann", acl: Acl | None = None) -> None:
        self.audit.denied(who, "1.2.3.4", 1, READ, TOPIC, name, acl)

    def test_denied_and_allowed(self) -> None:
        rule = Acl(TOPIC, "o", "User:*", READ, AclPermission.DENY)
        self.deny("orders")
        self.deny("o", acl=rule)
        self.audit.allowed("User:ann", "1.2.3.4", 1, READ, TOPIC, "t", None, "as a super user")
        self.assertEqual([event["log_level"] for event in self.events], [LogLevel.info, LogLevel.info, LogLevel.debug])
        self.assertEqual(
            self.lines(),
            [
                "User:ann is denied READ on Topic:LITERAL:orders from 1.2.3.4 for Fetch: no rule allows it",
                "User:ann is denied READ on Topic:LITERAL:o from 1.2.3.4 for Fetch by rule: deny User:* from * to read topic o",
                "User:ann is allowed READ on Topic:LITERAL:t from 1.2.3.4 for Fetch as a super user",
            ],
        )

    def test_what_is_allowed_where_nobody_reads_it(self) -> None:
        self.audit.tells_allowed = False
        self.audit.allowed("User:ann", "1.2.3.4", 1, READ, TOPIC, "t", None, "as a super user")
        self.deny("t")
        self.assertEqual(len(self.lines()), 1)

    def test_the_same_again_and_again(self) -> None:
        for _ in range(5):
            self.deny("t")
        self.clock.advance(INTERVAL_S)
        self.deny("t")
        first, second = self.lines()
        self.assertNotIn("times before", first)
        self.assertTrue(second.endswith("(and 4 times before)"))

    def test_from_elsewhere(self) -> None:
        """Who tries from a second address is not hidden behind the first."""
        self.deny("t")
        self.audit.denied("User:ann", "6.6.6.6", 1, READ, TOPIC, "t", None)
        self.assertEqual(["from 6.6.6.6" in line for line in self.lines()], [False, True])

    def test_very_many_different_ones(self) -> None:
        for number in range(MOST_OF_ONE + 7):
            self.deny(f"t{number}")
        self.assertEqual(len(self.lines()), MOST_OF_ONE)
        # What somebody else is denied is told all the same.
        self.deny("secrets", who="User:bob")
        self.assertEqual(["User:bob is denied" in line for line in self.lines()], [True])
        self.clock.advance(INTERVAL_S)
        self.deny("again")
        self.assertEqual(self.lines()[0], "User:ann: 7 other requests were denied something")

    def test_very_many_of_many(self) -> None:
        """Their lines are bounded as well."""
        for number in range(MOST_KINDS + 7):
            self.deny("t", who=f"User:{number}")
        self.assertEqual(len(self.lines()), MOST_KINDS)

    def test_long_names_are_not_kept(self) -> None:
        """A thousand of them would be some megabytes."""
        self.deny("x" * 30_000, who="User:" + "y" * 30_000)
        kind: Any
        (kind,) = self.audit._limit.kinds
        self.assertLess(sum(len(each) for each in (kind[0], kind[4])), 1000)

    def test_names_begin_no_line(self) -> None:
        self.deny("t\nUser:root is allowed everything", who="User:a\x1b[31m")
        self.deny("x" * 10_000)
        first, second = self.lines()
        self.assertTrue(first.isprintable())
        self.assertLess(len(second), 500)
