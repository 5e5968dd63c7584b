"""Which rules a link carries, against a plain model of who may do what."""

from __future__ import annotations

import dataclasses
import json
import unittest
from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from klog.acls import EVERYBODY, OPERATIONS_OF, WILDCARD, Acl, AclOperation, AclPattern, AclPermission, AclResourceType
from klog.mirror.decisions.acls import MOST_SEEN, RulesByName, acls_of_groups, acls_of_topic, acls_of_writable, acls_to_change, record_bytes
from klog.mirror.decisions.carried import CarriedAcls, plain_of

TOPIC, GROUP = AclResourceType.TOPIC, AclResourceType.GROUP
ALLOW, DENY = AclPermission.ALLOW, AclPermission.DENY
READ, WRITE, ALL, DESCRIBE = AclOperation.READ, AclOperation.WRITE, AclOperation.ALL, AclOperation.DESCRIBE
ANNA, BOB = "User:anna", "User:bob"
EVERYONE = ("*",)

#: What each operation gives, too, where it is allowed (``AclAuthorizer``).
_GIVES = {
    DESCRIBE: {READ, WRITE, AclOperation.DELETE, AclOperation.ALTER},
    AclOperation.DESCRIBE_CONFIGS: {AclOperation.ALTER_CONFIGS},
}


def may(rules: Iterable[Acl], kind: AclResourceType, name: str, who: str, operation: AclOperation) -> bool:
    """The plain model: what Kafka's authorizers say, rule by rule."""
    concerned = [
        one
        for one in rules
        if one.resource_type is kind
        and one.principal in (who, EVERYBODY)
        and (name.startswith(one.name) if one.pattern is AclPattern.PREFIXED else one.name in (name, WILDCARD))
    ]
    if any(one.permission is DENY and one.operation in (operation, ALL) for one in concerned):
        return False
    enough = {operation, ALL, *_GIVES.get(operation, ())}
    return any(one.permission is ALLOW and one.operation in enough for one in concerned)


def topic_rule(name: str, operation: AclOperation = READ, who: str = ANNA, permission: AclPermission = ALLOW, **more: AclPattern) -> Acl:
    """A rule about topics."""
    return Acl(TOPIC, name, who, operation, permission, **more)


class TopicTests(unittest.TestCase):
    """Rules about a mirrored topic."""

    def test_what_is_here_and_what_is_held_back(self) -> None:
        for operation, here, is_held in (
            (READ, [READ], False),
            (DESCRIBE, [DESCRIBE], False),
            (AclOperation.DESCRIBE_CONFIGS, [AclOperation.DESCRIBE_CONFIGS], False),
            (ALL, [READ, AclOperation.DESCRIBE_CONFIGS], True),
            (WRITE, [], True),
            (AclOperation.ALTER_CONFIGS, [], True),
            (AclOperation.CREATE, [], True),
            (AclOperation.ALTER, [], True),
            (AclOperation.DELETE, [], True),
            (AclOperation.UNKNOWN, [], False),
        ):
            with self.subTest(operation):
                rule = topic_rule("t", operation)
                found = acls_of_topic("t", [rule], EVERYONE)
                self.assertEqual(sorted(one.operation for one in found.carried), sorted(here))
                self.assertEqual(found.held, {rule} if is_held else frozenset())

    def test_what_denies_is_never_held_back(self) -> None:
        rules = [topic_rule("t", operation, permission=DENY) for operation in (WRITE, ALL, READ)]
        self.assertEqual(acls_of_topic("t", rules, EVERYONE), CarriedAcls(frozenset(rules)))

    def test_rules_about_more_than_the_topic(self) -> None:
        """They reach no further than the link."""
        wide = [topic_rule("*"), topic_rule("we", who=BOB, pattern=AclPattern.PREFIXED), topic_rule("web.b"), Acl(GROUP, "*", ANNA, READ)]
        found = acls_of_topic("web.a", wide, EVERYONE)
        self.assertEqual(found.carried, {topic_rule("web.a"), topic_rule("web.a", who=BOB)})

    def test_of_whom(self) -> None:
        """What denies comes along whoever it is: without it somebody might do what he may not at the source."""
        rules = [
            topic_rule("t"),
            topic_rule("t", who=BOB),
            topic_rule("t", who=EVERYBODY),
            topic_rule("t", who=BOB, permission=DENY),
        ]
        self.assertEqual(acls_of_topic("t", rules, ["User:a*"]).carried, {rules[0], rules[3]})


class GroupTests(unittest.TestCase):
    """Rules about groups."""

    def test_by_name(self) -> None:
        rules = [Acl(GROUP, name, ANNA, READ) for name in ("web-1", "app")]
        self.assertEqual(acls_of_groups(rules, ["web-*"], [], EVERYONE).carried, {rules[0]})

    def test_about_many(self) -> None:
        """As it is where the link copies them all; else for those that are known."""
        star, prefixed = Acl(GROUP, "*", ANNA, READ), Acl(GROUP, "web-", BOB, READ, pattern=AclPattern.PREFIXED)
        self.assertEqual(acls_of_groups([star, prefixed], ["*"], ["web-1"], EVERYONE).carried, {star, prefixed})
        found = acls_of_groups([star, prefixed], ["web-*"], ["web-1", "app"], EVERYONE).carried
        self.assertEqual(found, {prefixed, Acl(GROUP, "web-1", ANNA, READ)})
        found = acls_of_groups([star], ["*", "!x"], ["web-1", "x"], EVERYONE).carried
        self.assertEqual(found, {Acl(GROUP, "web-1", ANNA, READ)})

    def test_what_denies_for_many_is_not_lost(self) -> None:
        rules = [Acl(GROUP, "web-1", ANNA, READ), Acl(GROUP, "web", ANNA, READ, DENY, AclPattern.PREFIXED)]
        found = acls_of_groups(rules, ["web-1"], [], EVERYONE).carried
        self.assertFalse(may(found, GROUP, "web-1", ANNA, READ))

    def test_what_denies_for_a_group_that_no_link_copies(self) -> None:
        """A rule about all groups is about it, too."""
        rules = [Acl(GROUP, "*", ANNA, READ), Acl(GROUP, "__app", ANNA, READ, DENY), Acl(GROUP, "__app", BOB, READ)]
        found = acls_of_groups(rules, ["*"], [], EVERYONE).carried
        self.assertEqual(found, set(rules[:2]))
        self.assertEqual(acls_of_groups(rules, ["web-*"], [], EVERYONE).carried, set())

    def test_many_rules_about_many_groups(self) -> None:
        """Their product is not made."""
        rules = [Acl(GROUP, "", f"User:{number}", READ, pattern=AclPattern.PREFIXED) for number in range(MOST_SEEN)]
        found = acls_of_groups(rules, ["web-?"], [f"web-{number}" for number in range(10)], EVERYONE)
        self.assertEqual(len(found.carried), MOST_SEEN + 1)


class RecordTests(unittest.TestCase):
    """How long a record is."""

    @given(st.text(max_size=20), st.text(max_size=20), st.sampled_from(AclOperation), st.sampled_from(AclPattern))
    def test_is_no_longer_than_is_said(self, name: str, who: str, operation: AclOperation, pattern: AclPattern) -> None:
        acls = CarriedAcls(frozenset({Acl(TOPIC, name, who, operation, pattern=pattern)}))
        head = len(json.dumps(plain_of(CarriedAcls()), separators=(",", ":")))
        self.assertLessEqual(len(json.dumps(plain_of(acls), separators=(",", ":"))) - head, record_bytes(acls))


_NAMES = st.sampled_from(["web.a", "web.b", "we", "*", "app"])
_WHO = st.sampled_from([ANNA, BOB, EVERYBODY])


def _rules(kind: AclResourceType) -> st.SearchStrategy[list[Acl]]:
    operations = st.sampled_from([*OPERATIONS_OF[kind], ALL])
    one = st.builds(
        Acl,
        st.just(kind),
        _NAMES,
        _WHO,
        operations,
        st.sampled_from([ALLOW, ALLOW, DENY]),
        st.sampled_from([AclPattern.LITERAL, AclPattern.PREFIXED]),
    )
    return st.lists(one, max_size=8)


class ModelTests(unittest.TestCase):
    """Against the plain model."""

    @given(_rules(TOPIC))
    def test_a_mirrored_topic(self, rules: list[Acl]) -> None:
        """Who may read there may read here; nobody may do here what he may not there, and nobody may change it, nor touch another one."""
        found = acls_of_topic("web.a", rules, EVERYONE)
        self.assertEqual(found, acls_of_topic("web.a", RulesByName(rules, TOPIC, EVERYONE).about("web.a"), EVERYONE))
        self.assertEqual({one.name for one in found.carried | found.held} - {"web.a"}, set())
        for who in (ANNA, BOB, "User:nobody"):
            for operation in OPERATIONS_OF[TOPIC]:
                there, here = (may(each, TOPIC, "web.a", who, operation) for each in (rules, found.carried))
                self.assertLessEqual(here, there)
                if operation is READ:
                    self.assertEqual(here, there)
                elif operation not in (DESCRIBE, AclOperation.DESCRIBE_CONFIGS):
                    self.assertFalse(here)
                writable = found.carried | set(acls_of_writable(found, found.carried))
                self.assertEqual(may(writable, TOPIC, "web.a", who, operation), there, (who, operation))

    @given(_rules(GROUP), st.sampled_from([("*",), ("web.*",), ("web.*", "!web.b"), ("*", "!we")]))
    def test_copied_groups(self, rules: list[Acl], groups: tuple[str, ...]) -> None:
        """With those that the link copies one may do what one may there; with others nothing."""
        known = ["web.a", "web.b", "web.c", "app", "we"]
        found = acls_of_groups(rules, groups, known, EVERYONE).carried
        copied = {"*": known, "web.*": ["web.a", "web.b", "web.c"]}[groups[0]]
        for name in known:
            is_copied = name in copied and f"!{name}" not in groups
            for who in (ANNA, "User:nobody"):
                for operation in OPERATIONS_OF[GROUP]:
                    there = is_copied and may(rules, GROUP, name, who, operation)
                    self.assertEqual(may(found, GROUP, name, who, operation), there, (name, who, operation))

    @given(st.data())
    def test_a_life(self, data: st.DataObject) -> None:
        """The source's rules come and go, and so do an operator's, who may take away the link's, too: what he made stays his."""
        some = [
            topic_rule("t", operation, who, permission)
            for operation in (READ, WRITE)
            for who in (ANNA, BOB)
            for permission in (ALLOW, DENY)
        ]
        here: set[Acl] = set()
        operators: set[Acl] = set()
        record = CarriedAcls()
        for _ in range(data.draw(st.integers(1, 6))):
            made = data.draw(st.sets(st.sampled_from(some), max_size=3)) - here
            taken = data.draw(st.sets(st.sampled_from(some), max_size=3))
            here = (here - taken) | made
            operators = (operators - taken) | (made - record.carried)
            wanted = acls_of_topic("t", data.draw(st.sets(st.sampled_from(some))), EVERYONE)
            found = acls_to_change(wanted, here, record)
            for gone, new in ((found.delete_allowing, found.create_denying), (found.delete_denying, found.create_allowing)):
                here = (here - set(gone)) | set(new)
            record = found.record
            self.assertEqual(here, wanted.carried | operators)
            operators -= record.carried
            self.assertTrue(acls_to_change(wanted, here, record).is_nothing)
            self.assertLessEqual(record.carried, here)

    def test_in_which_order(self) -> None:
        allow, deny = topic_rule("t"), topic_rule("t", permission=DENY)
        other = dataclasses.replace(allow, principal=BOB), dataclasses.replace(deny, principal=BOB)
        found = acls_to_change(CarriedAcls(frozenset(other)), [allow, deny], CarriedAcls(frozenset({allow, deny})))
        self.assertEqual(found[:4], ([allow], [other[1]], [other[0]], [deny]))
