"""Rules and filters."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.acls import (
    OPERATIONS_OF,
    Acl,
    AclFilter,
    AclOperation,
    AclPattern,
    AclPermission,
    AclResourceType,
    ResourcePattern,
    operation_bits,
)

TOPIC, GROUP = AclResourceType.TOPIC, AclResourceType.GROUP
READ, WRITE = AclOperation.READ, AclOperation.WRITE


def acl(name: str, pattern: AclPattern = AclPattern.LITERAL, *, kind: AclResourceType = TOPIC, who: str = "User:a") -> Acl:
    return Acl(kind, name, who, READ, pattern=pattern)


class FilterTests(SynchronousTestCase):
    """What is found (``ResourcePatternFilter.matches``, ``AccessControlEntryFilter.matches``)."""

    def found(self, which: AclFilter) -> list[str]:
        all_acls = [
            acl("orders"),
            acl("*"),
            acl("ord", AclPattern.PREFIXED),
            acl("orders", AclPattern.PREFIXED),
            acl("x", AclPattern.PREFIXED),
            acl("orders", kind=GROUP),
        ]
        table = {each.resource: frozenset({each}) for each in all_acls}
        return sorted(f"{each.resource_type.name} {each.pattern.name} {each.name}" for each in which.find(table))

    def test_resources(self) -> None:
        both = ["TOPIC LITERAL orders", "TOPIC PREFIXED orders"]
        self.assertEqual(len(self.found(AclFilter())), 6)
        self.assertEqual(self.found(AclFilter(TOPIC, "orders")), both)
        self.assertEqual(self.found(AclFilter(TOPIC, "orders", pattern=AclPattern.LITERAL)), both[:1])
        self.assertEqual(self.found(AclFilter(GROUP)), ["GROUP LITERAL orders"])
        self.assertEqual(self.found(AclFilter(TOPIC, pattern=AclPattern.PREFIXED)), ["TOPIC PREFIXED ord", *both[1:], "TOPIC PREFIXED x"])
        match = AclFilter(TOPIC, "orders", pattern=AclPattern.MATCH)
        self.assertEqual(self.found(match), ["TOPIC LITERAL *", both[0], "TOPIC PREFIXED ord", both[1]])
        self.assertEqual(self.found(AclFilter(TOPIC, pattern=AclPattern.MATCH)), self.found(AclFilter(TOPIC)))

    def test_entries(self) -> None:
        one = Acl(TOPIC, "t", "User:a", WRITE, AclPermission.DENY, host="1.2.3.4")
        for which, expected in (
            (AclFilter(principal="User:a"), True),
            (AclFilter(principal="User:b"), False),
            (AclFilter(operation=WRITE), True),
            (AclFilter(operation=AclOperation.ALL), False),
            (AclFilter(permission=AclPermission.ALLOW), False),
            (AclFilter(host="1.2.3.4"), True),
            (AclFilter(host="*"), False),
        ):
            self.assertEqual(which.matches(one), expected, which)

    def test_words(self) -> None:
        self.assertEqual(str(acl("ord", AclPattern.PREFIXED)), "allow User:a from * to read topic ord*")
        self.assertEqual(acl("t").resource, ResourcePattern(TOPIC, "t"))
        self.assertEqual(AclOperation.of(99), AclOperation.UNKNOWN)

    def test_operations_as_bits(self) -> None:
        """As Kafka tells them where everybody may do everything."""
        found = {kind.name: operation_bits(operations) for kind, operations in OPERATIONS_OF.items()}
        self.assertEqual((found["TOPIC"], found["GROUP"], found["CLUSTER"]), (3576, 3400, 8096))
