"""A consumer group as a value: states, who has what, commits and fetches, tombstones."""

from __future__ import annotations

import dataclasses
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from klog.broker.groups.consumer.group import ConsumerGroup, ConsumerGroupState
from klog.broker.groups.consumer.member import ClassicMetadata, ConsumerMember, MemberState
from klog.broker.groups.group import GroupKind
from klog.broker.groups.subscriptions import ResolvedRegex
from klog.errors import ErrorCode
from klog.model import NO_TOPIC_ID, TopicId
from tests.broker.groups.consumer.rig import GROUP, ConsumerRig, state_of, topic_id
from tests.broker.groups.consumer.test_member import MEMBERS

T = TopicId(b"t" * 16)
E = ErrorCode
CLASSIC = ClassicMetadata(1000, (("range", b""), ("sticky", b"")))


class GroupRig(ConsumerRig):
    """A group by itself."""

    def setUp(self) -> None:
        super().setUp()
        self.g = ConsumerGroup(GROUP, self.shard, lambda *_: None)

    def add(self, member_id: str, **said: Any) -> ConsumerMember:
        """A member."""
        member = ConsumerMember(member_id, **said)
        self.g.update_member(member)
        return member


class States(GroupRig):
    """Empty, Assigning, Reconciling, Stable."""

    def test_the_states(self) -> None:
        g = self.g
        self.assertEqual((g.state, g.state_name, g.is_empty, g.kind), (ConsumerGroupState.EMPTY, "Empty", True, GroupKind.CONSUMER))
        member = self.add("a", member_epoch=1)
        self.assertIs(g.state, ConsumerGroupState.STABLE)
        g.set_epoch(2, 0)
        self.assertIs(g.state, ConsumerGroupState.ASSIGNING)
        g.set_assignment_epoch(2, 5)
        self.assertIs(g.state, ConsumerGroupState.RECONCILING)
        g.update_member(dataclasses.replace(member, member_epoch=2))
        self.assertIs(g.state, ConsumerGroupState.STABLE)
        g.remove_member("a")
        g.remove_member("a")
        self.assertIs(g.state, ConsumerGroupState.EMPTY)


class Bookkeeping(GroupRig):
    """What is counted follows the members."""

    @settings(deadline=None, max_examples=60)
    @given(st.lists(st.tuples(st.sampled_from("abc"), st.none() | MEMBERS), max_size=12))
    def test_in_the_end_only_those_that_are_there_count(self, changes: list[tuple[str, ConsumerMember | None]]) -> None:
        group, last = (ConsumerGroup(GROUP, self.shard, lambda *_: None) for _ in range(2))
        for member_id, member in changes:
            if member is None:
                group.remove_member(member_id)
            else:
                # Who has which partition is the next test's.
                group.update_member(dataclasses.replace(member, member_id=member_id, instance_id=None, assigned={}, pending_revocation={}))
        for member in group.members.values():
            last.update_member(member)
        self.assertEqual(state_of(group), state_of(last))

    def test_the_epoch_of_a_partition_is_that_of_its_member(self) -> None:
        a = self.add("a", member_epoch=3, assigned={T: {0: 1}}, pending_revocation={T: {1: 1}})
        self.assertEqual([self.g.partition_epoch(T, number) for number in range(3)], [3, 3, -1])
        self.g.update_member(dataclasses.replace(a, member_epoch=4, pending_revocation={}))
        self.assertEqual([self.g.partition_epoch(T, number) for number in range(3)], [4, -1, -1])
        self.g.remove_member("a")
        self.assertEqual(self.g.partition_epochs, {})

    def test_a_new_owner_whose_record_comes_first_keeps_it(self) -> None:
        self.add("a", member_epoch=3, assigned={T: {0: 1}})
        self.add("b", member_epoch=4, assigned={T: {0: 4}})
        self.g.remove_member("a")
        self.assertEqual(self.g.partition_epoch(T, 0), 4)

    def test_an_instance_id_belongs_to_the_last_who_came(self) -> None:
        self.add("a", instance_id="i")
        self.add("b", instance_id="i")
        self.g.remove_member("a")
        self.assertEqual((self.g.static_members, self.g.static_member("i")), ({"i": "b"}, self.g.members["b"]))
        self.assertIsNone(self.g.static_member(None))
        self.assertIsNone(self.g.static_member("x"))

    def test_topics_of_expressions_count_as_long_as_they_are_there(self) -> None:
        self.add("a", subscribed_regex="x")
        self.g.set_resolved("x", ResolvedRegex(frozenset({"t", "u"})))
        self.g.set_resolved("x", ResolvedRegex(frozenset({"t"})))
        self.assertEqual((self.g.is_subscribed_to("t"), self.g.is_subscribed_to("u")), (True, False))
        self.assertEqual(self.g.topics_without([self.g.members["a"]], ["x"]), {})
        self.g.set_resolved("x", None)
        self.assertEqual(self.g.subscribed_topics, {})

    def test_the_assignor_is_what_most_want(self) -> None:
        known = ("uniform", "range")
        self.assertEqual(self.g.preferred_assignor(known), "uniform")
        a = self.add("a", server_assignor="range")
        self.assertEqual(self.g.preferred_assignor(known), "range")
        self.add("b", server_assignor="uniform")
        self.assertEqual(self.g.preferred_assignor(known), "uniform")
        self.assertEqual(self.g.preferred_assignor(known, a, dataclasses.replace(a, server_assignor=None)), "uniform")
        self.assertEqual(self.g.preferred_assignor(known, None, ConsumerMember("c", server_assignor="range")), "range")
        self.add("d", server_assignor="gone")
        self.add("e", server_assignor="gone")
        self.assertEqual(self.g.preferred_assignor(known), "uniform")

    def test_waiting_for_partitions(self) -> None:
        self.g.set_target("a", {T: frozenset({0, 1})})
        self.g.set_target("b", {T: frozenset()})
        a = self.add("a", member_epoch=3, state=MemberState.UNRELEASED_PARTITIONS, assigned={T: {0: 3}})
        self.assertFalse(self.g.waits_for_partitions(a))
        b = self.add("b", member_epoch=2, assigned={T: {1: 2}})
        self.assertTrue(self.g.waits_for_partitions(a))
        self.assertFalse(self.g.waits_for_partitions(b))


class ClassicMembers(GroupRig):
    """What classic members can do."""

    def test_protocols(self) -> None:
        self.assertTrue(self.g.supports_classic("consumer", ["x"]))
        self.assertFalse(self.g.supports_classic("consumer", []))
        self.assertFalse(self.g.supports_classic("connect", ["x"]))
        self.add("a", classic=CLASSIC)
        self.add("n")
        self.assertTrue(self.g.supports_classic("consumer", ["x", "sticky"]))
        self.assertFalse(self.g.supports_classic("consumer", ["x"]))

    def test_who_would_be_left(self) -> None:
        self.add("a", classic=CLASSIC)
        self.add("b", classic=CLASSIC)
        self.add("n")
        self.assertTrue(self.g.is_classic_without(["n"]))
        self.assertTrue(self.g.is_classic_without(["n", "a"]))
        self.assertFalse(self.g.is_classic_without(["a"]))


class Offsets(GroupRig):
    """Who may commit and fetch."""

    def commit(self, member_id: str, epoch: int, **said: Any) -> Any:
        """The code of the refusal, or what must be asked about partitions."""
        fields: dict[str, Any] = {"api_version": 9, "instance_id": None}
        fields |= said
        instance_id = fields.pop("instance_id")
        return self.g.check_commit(member_id, instance_id, epoch, **fields)

    def test_nobody_in_particular_may_while_it_is_empty(self) -> None:
        self.assertIsNone(self.commit("", -1))
        self.add("a", member_epoch=3)
        self.assertEqual(self.error(self.commit, "", -1), E.UNKNOWN_MEMBER_ID)
        self.assertIsNone(self.commit("", -1, is_transactional=True))
        self.assertEqual(self.error(self.commit, "", -1, is_transactional=True, instance_id="i"), E.UNKNOWN_MEMBER_ID)

    def test_a_member_in_its_epoch_may(self) -> None:
        self.add("a", member_epoch=3)
        self.assertIsNone(self.commit("a", 3))
        self.assertEqual(self.error(self.commit, "a", 4), E.STALE_MEMBER_EPOCH)
        self.assertEqual(self.error(self.commit, "x", 3), E.UNKNOWN_MEMBER_ID)
        self.assertEqual(self.error(self.commit, "a", 3, api_version=8), E.UNSUPPORTED_VERSION)
        self.assertIsNone(self.commit("a", 3, api_version=3, is_transactional=True))

    def test_an_older_epoch_may_for_what_it_had_then(self) -> None:
        for classic, code in ((None, E.STALE_MEMBER_EPOCH), (CLASSIC, E.ILLEGAL_GENERATION)):
            self.g.update_member(
                ConsumerMember("a", member_epoch=5, assigned={T: {0: 3, 1: 5}}, pending_revocation={T: {2: 2}}, classic=classic)
            )
            check = self.commit("a", 4)
            check("t", T, 0)
            check("t", T, 2)
            self.assertEqual(self.error(check, "t", T, 1), code)
            self.assertEqual(self.error(check, "t", T, 3), code)
            self.assertEqual(self.error(self.commit, "a", 6), code)

    def test_an_older_epoch_in_a_transaction(self) -> None:
        """TxnOffsetCommit names no topic ids: what the member had then it may commit all the same."""
        self.add("a", member_epoch=5, assigned={topic_id("t"): {0: 3, 1: 5}})
        check = self.commit("a", 4, api_version=5, is_transactional=True)
        check("t", NO_TOPIC_ID, 0)
        self.assertEqual(self.error(check, "t", NO_TOPIC_ID, 1), E.STALE_MEMBER_EPOCH)
        self.assertEqual(self.error(check, "gone", NO_TOPIC_ID, 0), E.STALE_MEMBER_EPOCH)

    def test_fetching(self) -> None:
        self.add("a", member_epoch=3)
        self.add("c", member_epoch=3, classic=CLASSIC)
        self.g.check_fetch(None, -1)
        self.g.check_fetch("a", 3)
        self.assertEqual(self.error(self.g.check_fetch, "a", 2), E.STALE_MEMBER_EPOCH)
        self.assertEqual(self.error(self.g.check_fetch, "c", 2), E.ILLEGAL_GENERATION)
        self.assertEqual(self.error(self.g.check_fetch, "x", 3), E.UNKNOWN_MEMBER_ID)
        self.assertEqual(self.error(self.g.check_fetch, "", -1), E.UNKNOWN_MEMBER_ID)

    def test_deleting(self) -> None:
        self.g.check_delete()
        self.add("a")
        self.g.check_offset_delete()
        self.assertEqual(self.error(self.g.check_delete), E.NON_EMPTY_GROUP)

    def test_the_rest(self) -> None:
        self.assertEqual(self.g.offsets_expire_from_ms(7), 7)
        self.assertEqual(self.error(self.g.describe, 6), E.GROUP_ID_NOT_FOUND)
        self.assertIn("Empty", repr(self.g))


class Whole(GroupRig):
    """All its records, and all its tombstones."""

    def test_there_and_back(self) -> None:
        self.add("a", member_epoch=2, subscribed_names=frozenset({"t"}), assigned={T: {0: 1}}, instance_id="i")
        self.add("b", member_epoch=2, subscribed_names=frozenset({"t"}), classic=CLASSIC)
        for member_id in "ab":
            self.g.set_target(member_id, {T: frozenset({0})} if member_id == "a" else {})
        self.g.set_epoch(2, 99)
        self.g.set_assignment_epoch(2, 5)
        self.shard.write(self.g.whole())
        self.assertEqual(state_of(self.group), state_of(self.g))
        self.shard.write(self.g.tombstones())
        self.assertEqual(self.shard.groups, {})
        self.shard.write(self.g.tombstones())
        self.assertEqual(self.shard.groups, {})
