"""Which rules decide, held against the plainest model that there is: all rules gone through for each question."""

from __future__ import annotations

import random
from collections.abc import Iterable

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.acls import Acl, AclOperation, AclPattern, AclPermission, AclResourceType, ResourcePattern
from klog.broker.authorization.acl_index import AclIndex
from klog.net.addresses import shortest_address

TOPIC, GROUP = AclResourceType.TOPIC, AclResourceType.GROUP
O = AclOperation  # noqa: E741
ALLOW, DENY = AclPermission.ALLOW, AclPermission.DENY
#: What implies what, written out.
IMPLIES = {
    (O.READ, O.DESCRIBE),
    (O.WRITE, O.DESCRIBE),
    (O.DELETE, O.DESCRIBE),
    (O.ALTER, O.DESCRIBE),
    (O.ALTER_CONFIGS, O.DESCRIBE_CONFIGS),
}


def concerns(acl: Acl, kind: AclResourceType, name: str) -> bool:
    if acl.resource_type is not kind:
        return False
    return name.startswith(acl.name) if acl.pattern is AclPattern.PREFIXED else acl.name in (name, "*")


def fits(acl: Acl, who: str, host: str) -> bool:
    return acl.principal in (who, "User:*") and acl.host in (host, "*")


def model(acls: Iterable[Acl], who: str, host: str, operation: AclOperation, kind: AclResourceType, name: str) -> tuple[bool, bool]:
    """Whether it is allowed, and whether any rule concerns it."""
    concerned = [acl for acl in acls if concerns(acl, kind, name)]
    mine = [acl for acl in concerned if fits(acl, who, host)]
    if any(acl.permission is DENY and acl.operation in (operation, O.ALL) for acl in mine):
        return False, True
    allowed = any(
        acl.permission is ALLOW and (acl.operation in (operation, O.ALL) or (acl.operation, operation) in IMPLIES) for acl in mine
    )
    return allowed, bool(concerned)


def somewhere(acls: Iterable[Acl], who: str, host: str, operation: AclOperation, kind: AclResourceType) -> bool:
    """Kafka's way (``AclAuthorizer.authorizeByResourceType``), written out: all of ``*`` is denied or allowed, or some rule allows a name
    or a prefix that no rule denies as a whole."""
    mine = [acl for acl in acls if acl.resource_type is kind and fits(acl, who, host) and acl.operation in (operation, O.ALL)]
    denied = {(acl.pattern, acl.name) for acl in mine if acl.permission is DENY}
    if (AclPattern.LITERAL, "*") in denied:
        return False
    for acl in mine:
        if acl.permission is ALLOW:
            if (acl.pattern, acl.name) == (AclPattern.LITERAL, "*"):
                return True
            over = {(acl.pattern, acl.name)} | {(AclPattern.PREFIXED, acl.name[:length]) for length in range(len(acl.name) + 1)}
            if not over & denied:
                return True
    return False


NAMES = ("a", "ab", "abc", "b", "*", "kafka-cluster")
ACLS = st.builds(
    Acl,
    st.sampled_from((TOPIC, GROUP)),
    st.sampled_from(NAMES),
    st.sampled_from(("User:a", "User:b", "User:*")),
    st.sampled_from((O.ALL, O.READ, O.WRITE, O.DELETE, O.ALTER, O.DESCRIBE, O.DESCRIBE_CONFIGS, O.ALTER_CONFIGS)),
    st.sampled_from((ALLOW, DENY)),
    st.sampled_from((AclPattern.LITERAL, AclPattern.PREFIXED)),
    st.sampled_from(("*", "1.2.3.4", "5.6.7.8")),
)


def table_of(acls: Iterable[Acl]) -> dict[ResourcePattern, set[Acl]]:
    table: dict[ResourcePattern, set[Acl]] = {}
    for acl in acls:
        table.setdefault(acl.resource, set()).add(acl)
    return table


class ModelTests(SynchronousTestCase):
    """Any rules, any question."""

    @given(before=st.lists(ACLS, max_size=6), acls=st.lists(ACLS, max_size=8), data=st.data())
    @settings(max_examples=150, deadline=None)
    def test_decisions(self, before: list[Acl], acls: list[Acl], data: st.DataObject) -> None:
        """Whatever the index held before: what is put replaces what was there."""
        index = AclIndex(table_of(before))
        after = table_of(acls)
        for resource in {*table_of(before), *after}:
            # Somebody asks meanwhile, for the index remembers the heads of prefixes.
            index.decide("User:a", "1.2.3.4", O.READ, TOPIC, "abcd")
            index.put(resource, after.get(resource, ()))
        for kind in (TOPIC, GROUP):
            for name in ("a", "ab", "abcd", "c", "*", ""):
                operation = data.draw(st.sampled_from((O.READ, O.WRITE, O.DESCRIBE, O.DESCRIBE_CONFIGS)))
                host = data.draw(st.sampled_from(("1.2.3.4", "9.9.9.9")))
                decision = index.decide("User:a", host, operation, kind, name)
                expected = model(acls, "User:a", host, operation, kind, name)
                self.assertEqual((decision.is_allowed, decision.has_acls), expected)
                if decision.acl is not None:
                    self.assertEqual(decision.acl.permission is ALLOW, decision.is_allowed)

    @given(before=st.lists(ACLS, max_size=4), acls=st.lists(ACLS, max_size=8))
    @settings(max_examples=150, deadline=None)
    def test_somewhere_as_kafka(self, before: list[Acl], acls: list[Acl]) -> None:
        """Whatever the index held before."""
        index, after = AclIndex(table_of(before)), table_of(acls)
        for resource in {*table_of(before), *after}:
            index.put(resource, after.get(resource, ()))
        for kind in (TOPIC, GROUP):
            expected = somewhere(acls, "User:a", "1.2.3.4", O.READ, kind)
            self.assertEqual(index.decide_somewhere("User:a", "1.2.3.4", O.READ, kind).is_allowed, expected)
        for resource in after:
            index.put(resource, ())
        self.assertFalse(any(index._literal.values()) or any(index._whose.values()))
        for prefixes in index._prefixed.values():
            self.assertEqual((prefixes.rules, prefixes._lengths, prefixes.heads or {}), ({}, {}, {}))

    @given(acls=st.lists(ACLS, max_size=8))
    @settings(max_examples=150, deadline=None)
    def test_somewhere(self, acls: list[Acl]) -> None:
        """Allowed on some resource of a type: some name is, of all names that the rules can tell apart. Only what the operation itself is
        allowed by counts."""
        plain = [acl for acl in acls if acl.operation in (O.READ, O.ALL)]
        ends = ("", "~", "\0~", "b~", "bc~")
        names = [name + end for name in ("a", "ab", "abc", "b", "kafka-cluster", "z", "*") for end in ends if name + end != "*"]
        expected = any(model(plain, "User:a", "1.2.3.4", O.READ, TOPIC, name)[0] for name in names)
        decision = AclIndex(table_of(acls)).decide_somewhere("User:a", "1.2.3.4", O.READ, TOPIC)
        if decision.is_allowed:
            # A prefix that is allowed may have all its names in it denied one by one; Kafka does not look for that.
            self.assertTrue(any(acl.permission is ALLOW and fits(acl, "User:a", "1.2.3.4") for acl in plain))
        if expected and not decision.is_allowed:
            # ``*`` as a prefix is no wildcard.
            self.fail("some name is allowed")


class RuleTests(SynchronousTestCase):
    """What is easily wrong."""

    def test_a_denial_of_reading_denies_no_description(self) -> None:
        index = AclIndex(table_of([Acl(TOPIC, "t", "User:a", O.READ, DENY), Acl(TOPIC, "t", "User:a", O.WRITE)]))
        found = [index.decide("User:a", "h", operation, TOPIC, "t").is_allowed for operation in (O.READ, O.WRITE, O.DESCRIBE)]
        self.assertEqual(found, [False, True, True])

    def test_what_is_neither_a_denial_nor_a_permission_allows_nothing(self) -> None:
        for permission in (AclPermission.UNKNOWN, AclPermission.ANY):
            acl = Acl(TOPIC, "t", "User:a", AclOperation.ALL, permission)
            decision = AclIndex({acl.resource: [acl]}).decide("User:a", "10.0.0.1", AclOperation.READ, TOPIC, "t")
            self.assertEqual(decision, (False, None, True))

    def test_one_of_two_rules_goes(self) -> None:
        """CVE-2024-27309: the other one stays."""
        read, deny = Acl(TOPIC, "t", "User:a", O.READ), Acl(TOPIC, "t", "User:*", O.READ, DENY, host="1.1.1.1")
        index = AclIndex(table_of([read, deny]))
        index.put(read.resource, {deny})
        self.assertEqual(index.decide("User:a", "1.1.1.1", O.READ, TOPIC, "t"), (False, deny, True))
        self.assertEqual(index.decide("User:a", "2.2.2.2", O.READ, TOPIC, "t"), (False, None, True))
        index.put(read.resource, ())
        self.assertEqual(index.decide("User:a", "2.2.2.2", O.READ, TOPIC, "t"), (False, None, False))

    def test_prefixes_that_come_and_go(self) -> None:
        """The shortest of them too, by which the others are found."""
        index = AclIndex()
        kept: dict[ResourcePattern, set[Acl]] = {}
        draw = random.Random(1)
        names = ["o", "or", "orders-", "orders-eu-", "ordinary", "p", "pay-", "payments-eu-west", "x" * 249, ""]
        for _ in range(1000):
            acl = Acl(TOPIC, draw.choice(names), "User:a", O.READ, draw.choice((ALLOW, DENY)), pattern=AclPattern.PREFIXED)
            kept.pop(acl.resource, None)
            if draw.random() < 0.5:
                kept[acl.resource] = {acl}
            index.put(acl.resource, kept.get(acl.resource, ()))
            name = draw.choice(names) + draw.choice(("", "e", "rders-eu-1"))
            decision = index.decide("User:a", "1.2.3.4", O.READ, TOPIC, name)
            expected = model([acl for acls in kept.values() for acl in acls], "User:a", "1.2.3.4", O.READ, TOPIC, name)
            self.assertEqual((decision.is_allowed, decision.has_acls), expected)

    def test_principals_are_compared_by_their_characters(self) -> None:
        index = AclIndex(table_of([Acl(TOPIC, "t", "User:Ann", O.READ)]))
        for who, expected in (("User:Ann", True), ("User:ann", False), ("User:Ann ", False), ("Group:Ann", False), ("User:*", False)):
            self.assertEqual(index.decide(who, "h", O.READ, TOPIC, "t").is_allowed, expected, who)

    def test_addresses(self) -> None:
        """However one of IPv6 is written."""
        index = AclIndex(table_of([Acl(TOPIC, "t", "User:a", O.READ, host="0:0:0:0:0:0:0:1")]))
        self.assertTrue(index.decide("User:a", shortest_address("::1"), O.READ, TOPIC, "t").is_allowed)

    def test_a_resource_with_very_many_rules(self) -> None:
        """A decision looks at those of the principal from the address, however many there are of others."""
        rules = [Acl(TOPIC, "t", "User:*", O.READ, DENY, host=f"10.0.{number >> 8}.{number & 255}") for number in range(5000)]
        index = AclIndex(table_of([*rules, Acl(TOPIC, "t", "User:a", O.READ)]))
        looked_at = [rule for who in ("User:a", "User:*") for rule in index._whose[TOPIC][who].literal["t"].concerning("10.0.0.7")]
        self.assertEqual({(rule.acl.principal, rule.acl.host) for rule in looked_at}, {("User:a", "*"), ("User:*", "10.0.0.7")})
        self.assertEqual(len(looked_at), 2)

    def test_somewhere_where_all_are_denied(self) -> None:
        allow = Acl(TOPIC, "t", "User:a", O.WRITE)
        for deny, expected in (
            (Acl(TOPIC, "*", "User:*", O.WRITE, DENY), False),
            (Acl(TOPIC, "t", "User:a", O.ALL, DENY), False),
            (Acl(TOPIC, "", "User:a", O.WRITE, DENY, AclPattern.PREFIXED), False),
            (Acl(TOPIC, "u", "User:a", O.WRITE, DENY), True),
            (Acl(TOPIC, "t", "User:a", O.READ, DENY), True),
            (Acl(TOPIC, "t", "User:a", O.WRITE, DENY, host="3.3.3.3"), True),
        ):
            index = AclIndex(table_of([allow, deny]))
            self.assertEqual(index.decide_somewhere("User:a", "1.1.1.1", O.WRITE, TOPIC).is_allowed, expected, deny)
