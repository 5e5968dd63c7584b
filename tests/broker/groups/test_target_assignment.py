"""From a group to its target assignment and the records of what changes."""

from __future__ import annotations

from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.groups.assignors.contract import Assignment, GroupSpec, Topics
from klog.broker.groups.assignors.uniform import UniformAssignor
from klog.broker.groups.consumer import records as consumer_records
from klog.broker.groups.consumer.member import ConsumerMember
from klog.broker.groups.subscriptions import ResolvedRegex
from klog.broker.groups.target_assignment import TargetInput, compute_target
from klog.cluster.interfaces import PartitionInfo, TopicInfo
from klog.model import TopicId

T, U = TopicId(b"t" * 16), TopicId(b"u" * 16)
PARTITION = PartitionInfo(0, 0, (0,), (0,))
TOPICS = {"t": TopicInfo("t", T, (PARTITION,) * 4, {}), "u": TopicInfo("u", U, (PARTITION,) * 2, {})}


class Spy:
    """An assignor that notes what it is asked."""

    name = "spy"

    def __init__(self, answer: Assignment) -> None:
        self.answer = answer
        self.asked: list[tuple[GroupSpec, Topics]] = []

    def assign(self, spec: GroupSpec, topics: Topics) -> Assignment:
        """As `Assignor.assign`."""
        self.asked.append((spec, topics))
        return self.answer


def member(name: str, *topics: str, **said: Any) -> ConsumerMember:
    """A member."""
    return ConsumerMember(name, subscribed_names=frozenset(topics), **said)


def asked(updated: ConsumerMember, *others: ConsumerMember, **said: Any) -> TargetInput:
    """A group of `others` to which `updated` comes."""
    fields: dict[str, Any] = {"replaced_id": None, "target": {}, "resolved": {}, "homogeneous": True, "topics": TOPICS}
    return TargetInput("g", 7, {other.member_id: other for other in others}, updated, **(fields | said))


class Targets(SynchronousTestCase):
    """`compute_target`."""

    def test_all_members_and_the_topics_they_want_are_shown(self) -> None:
        spy = Spy({})
        given = asked(
            member("b", rack_id="r", subscribed_regex="x"),
            member("a", "t", "missing", instance_id="i"),
            member("b", "u"),
            target={"a": {T: {1}}, "b": {T: {2}}},
            resolved={"x": ResolvedRegex(frozenset({"t", "gone"}))},
            homogeneous=False,
        )
        compute_target(given, spy, 5)
        ((spec, topics),) = spy.asked
        self.assertEqual(topics, {T: 4})
        self.assertFalse(spec.homogeneous)
        a, b = spec.members["a"], spec.members["b"]
        self.assertEqual((a.subscribed_topic_ids, a.assigned, a.instance_id, a.rack_id), ({T}, {T: {1}}, "i", None))
        self.assertEqual((b.subscribed_topic_ids, b.assigned, b.instance_id, b.rack_id), ({T}, {T: {2}}, None, "r"))

    def test_a_static_member_takes_the_place_of_the_one_before(self) -> None:
        spy = Spy({"new": {T: {3}}})
        given = asked(member("new", "t"), member("old", "t"), replaced_id="old", target={"old": {T: {3}}})
        _, records = compute_target(given, spy, 5)
        self.assertEqual({name: spec.assigned for name, spec in spy.asked[0][0].members.items()}, {"new": {T: {3}}})
        self.assertEqual(records[0], consumer_records.target("g", "new", {T: {3}}))

    def test_only_what_changes_is_written_and_the_epoch_last(self) -> None:
        answer: Assignment = {"a": {T: {0, 1}}, "b": {T: {2}}, "c": {}}
        given = asked(member("c", "t"), member("a", "t"), member("b", "t"), target={"a": {T: frozenset({0, 1})}, "b": {T: frozenset({3})}})
        targets, records = compute_target(given, Spy(answer), 5)
        self.assertEqual(targets, answer)
        self.assertEqual(
            records,
            [
                consumer_records.target("g", "b", {T: {2}}),
                consumer_records.target("g", "c", {}),
                consumer_records.target_epoch("g", 7, 5),
            ],
        )

    def test_with_a_real_assignor(self) -> None:
        targets, _ = compute_target(asked(member("b", "t"), member("a", "t"), target={"a": {T: {0, 1, 2, 3}}}), UniformAssignor(), 5)
        self.assertEqual({name: len(target[T]) for name, target in targets.items()}, {"a": 2, "b": 2})
        self.assertEqual(set(targets["a"][T]) | set(targets["b"][T]), {0, 1, 2, 3})
