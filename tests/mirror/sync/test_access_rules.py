"""Rules of the source come along, and those that were held back come with the end of a mirror."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from unittest import mock

from klog.acls import Acl, AclFilter, AclOperation, AclPattern, AclPermission, AclResourceType
from klog.client.admin.admin import Admin
from klog.errors import ErrorCode, KlogError
from klog.mirror.decisions.states import Event, TopicState
from klog.mirror.sync import access_rules
from klog.mirror.sync.kinds import Kind
from tests.broker.handlers.acl_rig import AUTHORIZED
from tests.mirror.rig import TwoClusters

TOPIC, GROUP = AclResourceType.TOPIC, AclResourceType.GROUP
READ, WRITE = AclOperation.READ, AclOperation.WRITE
ANNA, BOB = "User:anna", "User:bob"


def rule(name: str = "web.a", operation: AclOperation = READ, who: str = ANNA, kind: AclResourceType = TOPIC) -> Acl:
    """One that allows."""
    return Acl(kind, name, who, operation)


class AclClusters(TwoClusters):
    """Both have an authorizer, and the link's clients may do everything."""

    properties = AUTHORIZED
    own_properties = AUTHORIZED

    def give(self, where: Admin, *rules: Acl) -> None:
        """Make rules."""
        self.until(where.create_acls(rules)).check()

    def take(self, where: Admin, *rules: Acl) -> None:
        """Take them away."""
        filters = [
            AclFilter(one.resource_type, one.name, one.principal, one.operation, one.permission, one.pattern, one.host) for one in rules
        ]
        self.until(where.delete_acls(filters)).check()

    @property
    def rules(self) -> set[Acl]:
        """Those that are here."""
        coordination = self.destination.broker.coordination
        assert coordination is not None
        return {acl for acls in coordination.acls().values() for acl in acls}

    def until_rules(self, *rules: Acl) -> None:
        """Let time pass until these are here, and no others."""
        self.run_until(lambda: self.rules == set(rules))


class FollowingTests(AclClusters):
    """While topics are mirrors."""

    def test_come_and_go(self) -> None:
        """Of the topics and groups of the link alone; what an operator has made here stays."""
        self.source.create_topics({"web.a": 1, "orders": 1})
        self.give(self.there, rule(), rule("orders"), rule("web-readers", kind=GROUP), rule("app", kind=GROUP), rule(operation=WRITE))
        self.give(self.there, Acl(AclResourceType.CLUSTER, "kafka-cluster", ANNA, AclOperation.ALTER))
        self.give(self.here, rule("web.a", WRITE, BOB))
        self.link(acls=("*",), groups=("web-*",))
        mine = rule("web.a", WRITE, BOB)
        self.until_rules(rule(), rule("web-readers", kind=GROUP), mine)
        self.run_until(lambda: self.picture().synced[Kind.ACLS.value].held == 1)
        self.assertEqual(self.picture().synced[Kind.ACLS.value].carried, 2)
        self.take(self.there, rule(), rule("web-readers", kind=GROUP))
        self.give(self.there, Acl(TOPIC, "we", BOB, READ, AclPermission.DENY, AclPattern.PREFIXED))
        self.until_rules(mine, Acl(TOPIC, "web.a", BOB, READ, AclPermission.DENY))
        self.take(self.here, mine)
        self.run_for(25)
        self.assertEqual(self.rules, {Acl(TOPIC, "web.a", BOB, READ, AclPermission.DENY)})

    def test_a_rule_that_is_taken_away_here_comes_again(self) -> None:
        self.source.create_topics({"web.a": 1})
        self.give(self.there, rule())
        self.link(acls=("*",))
        self.until_rules(rule())
        self.take(self.here, rule())
        self.until_rules(rule())

    def test_only_where_it_was_asked_for(self) -> None:
        self.source.create_topics({"web.a": 1})
        self.give(self.there, rule(), rule(who=BOB))
        self.link()
        self.until_level("web.a")
        self.run_for(30)
        self.assertEqual(self.rules, set())
        self.link(acls=("User:b*",))
        self.until_rules(rule(who=BOB))

    def test_a_kill_in_between(self) -> None:
        """At each act: nothing that came from the source stays for ever, and nothing of the operator's goes."""
        self.source.create_topics({"web.a": 1})
        self.give(self.here, rule(who="User:operator"))
        self.give(self.there, rule(), rule(who=BOB))
        self.link(acls=("*",))
        for act in ("_create", "_delete"):
            with mock.patch.object(access_rules.AccessRules, act, side_effect=KlogError(ErrorCode.REQUEST_TIMED_OUT, "killed")):
                self.run_for(15)
            self.destination.kill()
            self.destination.start()
            self.run_for(15)
            self.take(self.there, rule())
        self.until_rules(rule(who=BOB), rule(who="User:operator"))
        self.take(self.there, rule(who=BOB))
        self.until_rules(rule(who="User:operator"))

    def test_more_than_is_carried(self) -> None:
        """Half of a topic's rules would be wrong ones: none of them comes, and that is told."""
        self.source.create_topics({"web.a": 1, "web.b": 1})
        self.give(self.there, *(rule(who=f"User:{number}") for number in range(4)), rule("web.b"))
        with mock.patch.object(access_rules, "MOST_OF_TOPIC", 3):
            self.link(acls=("*",))
            self.until_rules(rule("web.b"))
            self.run_until(lambda: self.picture().synced[Kind.ACLS.value].problems)
            [problem] = self.picture().synced[Kind.ACLS.value].problems
        self.assertIn("web.a: there are more rules than are carried", problem)

    def test_what_the_source_takes_back_while_there_are_too_many(self) -> None:
        """Goes here all the same; nothing new comes."""
        self.source.create_topics({"web.a": 1})
        self.give(self.there, rule(), rule(who=BOB))
        self.link(acls=("*",))
        self.until_rules(rule(), rule(who=BOB))
        with mock.patch.object(access_rules, "MOST_OF_TOPIC", 2):
            self.take(self.there, rule())
            self.give(self.there, rule(who="User:1"), rule(who="User:2"))
            self.until_rules(rule(who=BOB))

    def test_records_that_fit_into_no_batch(self) -> None:
        """They are told, and hold up nothing else."""
        self.source.create_topics({"web.a": 1, "web.b": 1})
        self.give(self.there, rule(who="User:" + "a" * 2000), rule("web.b"))
        with mock.patch.object(access_rules, "MOST_BYTES", 1000):
            self.link(acls=("*",))
            self.until_rules(rule("web.b"))

    def refusing(self, *never: Acl) -> Any:
        """Our cluster makes all rules but these."""
        create = access_rules.AccessRules._create

        async def some(itself: access_rules.AccessRules, rules: Iterable[Acl]) -> dict[Acl, KlogError]:
            refused = {one: KlogError(ErrorCode.INVALID_REQUEST, "no") for one in rules if one in never}
            return refused | await create(itself, [one for one in rules if one not in refused])

        return mock.patch.object(access_rules.AccessRules, "_create", some)

    def test_where_what_denies_is_refused_nothing_is_allowed(self) -> None:
        """By it somebody might do what he may not at the source."""
        self.source.create_topics({"web.a": 1, "web.b": 1})
        everybody, not_bob = rule(who="User:*"), Acl(TOPIC, "web.a", BOB, READ, AclPermission.DENY)
        self.give(self.there, everybody, not_bob, rule("web.b"), rule(operation=WRITE))
        with self.refusing(not_bob):
            self.link(acls=("*",))
            self.until_rules(rule("web.b"))
            self.run_for(25)
            self.assertEqual(self.rules, {rule("web.b")})
            # Nor when the topic is promoted.
            self.assertNotIn("web.a", self.picture().acls)
        self.until_rules(everybody, not_bob, rule("web.b"))
        self.run_until(lambda: self.picture().acls["web.a"].held == {rule(operation=WRITE)})

    def test_a_rule_that_was_refused_and_that_an_operator_makes(self) -> None:
        """Is his."""
        self.source.create_topics({"web.a": 1})
        self.give(self.there, rule())
        with self.refusing(rule()):
            self.link(acls=("*",))
            self.until_level("web.a")
            self.run_until(lambda: Kind.ACLS.value in self.picture().synced)
            self.give(self.here, rule())
        self.run_for(25)
        self.take(self.there, rule())
        self.run_for(25)
        self.assertEqual(self.rules, {rule()})


class NoRulesTests(AclClusters):
    """Where rules cannot be asked for."""

    def test_a_source_that_knows_of_none_for_a_moment(self) -> None:
        """What denies stays; when it says so again, it goes."""
        self.source.create_topics({"web.a": 1})
        not_bob = Acl(TOPIC, "web.a", BOB, READ, AclPermission.DENY)
        self.give(self.there, rule(), not_bob)
        self.link(acls=("*",))
        self.until_rules(rule(), not_bob)
        rules_of = access_rules._rules_of
        looks: list[str] = []

        async def none_at_first(admin: Admin, whose: str) -> list[Acl]:
            found = await rules_of(admin, whose)
            if whose != "the source":
                return found
            looks.append(whose)
            return found if len(looks) == 2 else []

        with mock.patch.object(access_rules, "_rules_of", none_at_first):
            self.run_until(lambda: len(looks) == 2)
            self.run_for(5)
            self.assertEqual(self.rules, {rule(), not_bob})
            self.run_until(lambda: len(looks) == 3)
            self.run_for(5)
            self.assertEqual(self.rules, {rule(), not_bob})
            self.until_rules()

    def problem(self) -> str:
        """What is told."""
        self.run_until(lambda: (state := self.picture().synced.get(Kind.ACLS.value)) is not None and state.problems)
        return self.picture().synced[Kind.ACLS.value].problems[0]

    def test_a_source_that_does_not_tell_them(self) -> None:
        """It is copied on, and what was carried stays."""
        self.source.create_topics({"web.a": 1})
        self.give(self.there, rule())
        self.link(acls=("*",))
        self.until_rules(rule())
        self.source.stop()
        self.source.properties["super.users"] = "User:root"
        self.source.properties["allow.everyone.if.no.acl.found"] = "true"
        # One for the cluster, by which ANONYMOUS may not describe it any more.
        self.source.start()
        assert self.source.broker.coordination is not None
        cluster = Acl(AclResourceType.CLUSTER, "kafka-cluster", "User:root", AclOperation.ALL)
        anonymous = [rule(operation=READ, who="User:ANONYMOUS"), rule(operation=AclOperation.DESCRIBE_CONFIGS, who="User:ANONYMOUS")]
        for one in (cluster, *anonymous):
            self.until(self.source.broker.coordination.alter_acls(one.resource, [one], []))
        self.assertIn("the source does not tell its rules: the right to describe the cluster is missing", self.problem())
        self.run_for(25)
        self.assertEqual(self.rules, {rule()})
        self.assertEqual(self.picture().trouble, "")

    def test_a_destination_without_an_authorizer(self) -> None:
        self.destination.stop()
        del self.destination.properties["authorizer.class.name"]
        del self.destination.properties["super.users"]
        self.destination.start()
        self.source.create_topics({"web.a": 1})
        self.link(acls=("*",))
        self.until_level("web.a")
        self.assertIn("this cluster has no authorizer", self.problem())


class HeldBackTests(AclClusters):
    """What allows to change a topic comes when it may be changed."""

    def setUp(self) -> None:
        super().setUp()
        self.source.create_topics({"web.a": 1, "web.b": 1})
        self.give(self.there, rule(), rule(operation=WRITE), rule("web.b", AclOperation.ALL))
        self.link(acls=("*",))
        self.mirrored = {rule(), rule("web.b"), rule("web.b", AclOperation.DESCRIBE_CONFIGS)}
        self.until_rules(*self.mirrored)

    def test_promoted(self) -> None:
        """Topic by topic; from then on its rules are this cluster's own."""
        self.wish("web.a", Event.PROMOTE)
        self.until_rules(*self.mirrored, rule(operation=WRITE))
        self.run_until(lambda: "web.a" not in self.picture().acls)
        self.take(self.there, rule(), rule(operation=WRITE))
        self.run_for(25)
        self.assertEqual(self.rules, {*self.mirrored, rule(operation=WRITE)})

    def test_failed_over(self) -> None:
        """Without the source."""
        self.source.stop()
        for topic in ("web.a", "web.b"):
            self.wish(topic, Event.FAIL_OVER)
        self.until_rules(*self.mirrored, rule(operation=WRITE), rule("web.b", AclOperation.ALL))
        self.run_until(lambda: self.state("web.b") is TopicState.FAILED_OVER and not {"web.a", "web.b"} & self.picture().acls.keys())

    def test_what_cannot_be_given_is_tried_again(self) -> None:
        """It is told once, and kept, also by the next coordinator."""

        async def refused(_: object, rules: Iterable[Acl]) -> dict[Acl, KlogError]:
            self.tries += 1
            return dict.fromkeys(rules, KlogError(ErrorCode.CLUSTER_AUTHORIZATION_FAILED, "no right"))

        self.tries = 0
        self.source.stop()
        with mock.patch.object(access_rules.AccessRules, "_create", refused):
            self.wish("web.a", Event.FAIL_OVER)
            self.run_until(lambda: self.state("web.a") is TopicState.FAILED_OVER)
            self.run_for(35)
        self.assertEqual(len([one for one in self.warnings if "are not given yet" in one]), 1)
        self.assertEqual(self.picture().acls["web.a"].held, {rule(operation=WRITE)})
        with mock.patch.object(access_rules.AccessRules, "_create", refused):
            # When the wall clock is set back it is tried again as soon.
            self.destination.step_clock(-3600)
            before = self.tries
            self.run_for(35)
            self.assertGreater(self.tries, before)
        self.destination.kill()
        self.destination.start()
        self.until_rules(*self.mirrored, rule(operation=WRITE))
