"""A member's steps towards its target: a table, and groups of members that always converge and never share a partition."""

from __future__ import annotations

import dataclasses
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.groups.consumer.member import ConsumerMember, MemberState, Partitions
from klog.broker.groups.reconciliation import ReconciliationContext, reconcile
from klog.errors import ErrorCode, KlogError
from klog.model import TopicId

T, U = TopicId(b"t" * 16), TopicId(b"u" * 16)
STABLE, UNREVOKED, UNRELEASED, UNKNOWN = MemberState


def had(*partitions: int, since: int = 1, topic: TopicId = T) -> dict[TopicId, dict[int, int]]:
    """Partitions of one topic with the epoch at which they came."""
    return {topic: dict.fromkeys(partitions, since)} if partitions else {}


def wanted(*partitions: int, topic: TopicId = T) -> dict[TopicId, frozenset[int]]:
    """Partitions of one topic."""
    return {topic: frozenset(partitions)} if partitions else {}


def context(**said: Any) -> ReconciliationContext:
    """A context in which nobody has anything."""
    fields: dict[str, Any] = {
        "target_epoch": 2,
        "target": {},
        "partition_epoch": lambda topic_id, partition: -1,
        "subscribed": {T, U},
        "subscription_changed": False,
        "owned": None,
    }
    return ReconciliationContext(**{**fields, **said})


def somebody(state: MemberState = STABLE, epoch: int = 1, **fields: Any) -> ConsumerMember:
    """A member."""
    return ConsumerMember("m", member_epoch=epoch, previous_member_epoch=epoch, state=state, **fields)


class TheTable(SynchronousTestCase):
    """One step from each state."""

    def step(self, member: ConsumerMember, **said: Any) -> ConsumerMember:
        """The member after it."""
        return reconcile(member, context(**said))

    def check(self, member: ConsumerMember, state: MemberState, epoch: int, assigned: Any, pending: Any = None) -> None:
        """What a member is."""
        self.assertEqual((member.state, member.member_epoch), (state, epoch))
        self.assertEqual((member.assigned, member.pending_revocation), (assigned, pending or {}))

    def test_a_stable_member_in_the_targets_epoch_stays_itself(self) -> None:
        member = somebody(epoch=2, assigned=had(0))
        self.assertIs(self.step(member, target=wanted(0)), member)

    def test_a_new_member_is_given_what_nobody_has(self) -> None:
        member = self.step(ConsumerMember("m"), target=wanted(0, 1))
        self.check(member, STABLE, 2, had(0, 1, since=2))
        self.assertEqual(member.previous_member_epoch, 0)

    def test_what_others_have_is_waited_for(self) -> None:
        member = self.step(ConsumerMember("m"), target=wanted(0, 1), partition_epoch=lambda topic_id, number: 1 if number else -1)
        self.check(member, UNRELEASED, 2, had(0, since=2))

    def test_where_all_is_with_others_the_member_is_in_the_new_epoch_all_the_same(self) -> None:
        self.check(self.step(ConsumerMember("m"), target=wanted(0), partition_epoch=lambda *_: 1), UNRELEASED, 2, {})

    def test_what_must_go_keeps_the_epoch(self) -> None:
        member = self.step(somebody(assigned=had(0, 1)), target=wanted(0), owned=wanted(0, 1))
        self.check(member, UNREVOKED, 1, had(0), had(1))

    def test_who_reports_nothing_may_have_it_still(self) -> None:
        self.check(self.step(somebody(assigned=had(0, 1)), target=wanted(0)), UNREVOKED, 1, had(0), had(1))

    def test_what_is_gone_already_need_not_be_revoked(self) -> None:
        member = self.step(somebody(assigned=had(0, 1)), target=wanted(0, 2), owned=wanted(0))
        self.check(member, STABLE, 2, {T: {0: 1, 2: 2}})

    def test_an_unrevoked_member_waits_as_long_as_it_owns(self) -> None:
        member = somebody(UNREVOKED, assigned=had(0), pending_revocation=had(1))
        for owned in (None, wanted(1), wanted(0, 1)):
            self.assertIs(self.step(member, target=wanted(0), owned=owned), member)

    def test_an_unrevoked_member_goes_on_once_it_has_let_go(self) -> None:
        member = somebody(UNREVOKED, assigned=had(0), pending_revocation=had(1))
        self.check(self.step(member, target=wanted(0), owned=wanted(0)), STABLE, 2, had(0))

    def test_an_unrevoked_member_may_keep_what_is_meant_for_it_again(self) -> None:
        member = somebody(UNREVOKED, assigned=had(0), pending_revocation=had(1))
        stepped = self.step(member, target=wanted(0, 1), owned={}, partition_epoch=lambda *_: 1)
        self.check(stepped, STABLE, 2, {T: {0: 1, 1: 2}})

    def test_an_unreleased_member_takes_what_has_become_free(self) -> None:
        member = somebody(UNRELEASED, epoch=2, assigned=had(0))
        self.check(self.step(member, target=wanted(0, 1)), STABLE, 2, {T: {0: 1, 1: 2}})

    def test_an_unreleased_member_follows_a_newer_target(self) -> None:
        member = somebody(UNRELEASED, epoch=2, assigned=had(0))
        self.check(self.step(member, target_epoch=3, target={}, owned=wanted(0)), UNREVOKED, 2, {}, had(0))

    def test_an_unknown_state_must_let_go_of_everything(self) -> None:
        member = somebody(UNKNOWN, assigned=had(0))
        for owned in (None, wanted(0)):
            with self.assertRaises(KlogError) as caught:
                self.step(member, target=wanted(0), owned=owned)
            self.assertIs(caught.exception.code, ErrorCode.FENCED_MEMBER_EPOCH)
        self.check(self.step(member, target=wanted(0), owned={}), STABLE, 2, had(0))

    def test_topics_that_are_not_subscribed_to_any_more_are_not_assigned(self) -> None:
        member = self.step(somebody(assigned=had(0)), target={**wanted(0), **wanted(0, topic=U)}, subscribed={U}, owned={})
        self.check(member, STABLE, 2, had(0, since=2, topic=U))

    def test_a_subscription_that_shrinks_takes_effect_before_the_next_target(self) -> None:
        member = somebody(epoch=2, assigned={**had(0), **had(0, topic=U)})
        stepped = self.step(member, subscription_changed=True, subscribed={U}, owned={**wanted(0), **wanted(0, topic=U)})
        self.check(stepped, UNREVOKED, 2, had(0, topic=U), had(0))
        stepped = self.step(member, subscription_changed=True, subscribed={U}, owned=wanted(0, topic=U))
        self.check(stepped, STABLE, 2, had(0, topic=U))

    def test_more_goes_while_something_is_going(self) -> None:
        member = somebody(UNREVOKED, assigned=had(0), pending_revocation=had(1))
        stepped = self.step(member, subscription_changed=True, subscribed=set())
        self.check(stepped, UNREVOKED, 1, {}, had(0, 1))

    def test_a_subscription_that_changes_nothing_changes_nothing(self) -> None:
        member = somebody(epoch=2, assigned=had(0))
        self.assertIs(self.step(member, subscription_changed=True), member)


@dataclasses.dataclass
class World:
    """Members with their clients, and a target that changes."""

    members: dict[str, ConsumerMember]
    owned: dict[str, set[int]]
    target: dict[str, frozenset[int]]
    epoch: int = 1

    def partition_epoch(self, topic_id: TopicId, partition: int) -> int:
        """Of whoever has it."""
        for member in self.members.values():
            for has in (member.assigned, member.pending_revocation):
                if partition in has.get(topic_id, {}):
                    return member.member_epoch
        return -1

    def beat(self, name: str, *, lets_go: bool, tells: bool) -> None:
        """One heartbeat, and what the client does then."""
        before = self.members[name]
        owned: Partitions | None = wanted(*self.owned[name]) if tells else None
        after = reconcile(
            before,
            ReconciliationContext(self.epoch, wanted(*self.target[name]), self.partition_epoch, {T}, False, owned),
        )
        assert after.member_epoch >= before.member_epoch
        self.members[name] = after
        allowed = set(after.assigned.get(T, {}))
        # A client begins with what is new at once, and lets go of what it must when it likes.
        self.owned[name] = allowed if lets_go else self.owned[name] | allowed

    def check(self) -> None:
        """Neither the coordinator nor the clients have a partition twice, and no client has what it may not."""
        seen: set[int] = set()
        for name, member in self.members.items():
            has = set(member.assigned.get(T, {})) | set(member.pending_revocation.get(T, {}))
            assert not seen & has
            seen |= has
            assert self.owned[name] <= has, (name, self.owned[name], member)


_NAMES = "abc"
_TARGETS = st.lists(st.sampled_from([*_NAMES, ""]), min_size=6, max_size=6)
_ACTS = st.one_of(st.tuples(st.just("target"), _TARGETS), st.tuples(st.sampled_from(_NAMES), st.booleans(), st.booleans()))


class Groups(SynchronousTestCase):
    """Whatever happens in whatever order."""

    @settings(deadline=None, max_examples=300)
    @given(st.lists(_ACTS, max_size=40))
    def test_no_partition_has_two_owners_and_all_arrive(self, acts: list[Any]) -> None:
        world = World({name: ConsumerMember(name) for name in _NAMES}, {name: set() for name in _NAMES}, dict.fromkeys(_NAMES, frozenset()))
        for act in acts:
            if act[0] == "target":
                world.epoch += 1
                world.target = {name: frozenset(i for i, owner in enumerate(act[1]) if owner == name) for name in _NAMES}
            else:
                world.beat(act[0], lets_go=act[1], tells=act[2])
            world.check()
        for _ in range(4):
            for name in _NAMES:
                world.beat(name, lets_go=True, tells=True)
                world.check()
        for name in _NAMES:
            self.assertTrue(world.members[name].is_reconciled_to(world.epoch), world.members[name])
            self.assertEqual(world.owned[name], world.target[name])
