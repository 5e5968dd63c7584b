"""Tests of what a broker remembers, and how it starts from it."""

from __future__ import annotations

import dataclasses
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.acls import Acl, AclOperation, AclResourceType, ResourcePattern
from klog.cluster.state import (
    LAST_PRODUCER_ID,
    MOST_ACLS,
    ClusterState,
    DiskFindings,
    FoundTopic,
    Start,
    TopicState,
    initial_state,
    new_cluster_id,
    new_topic_id,
    plain,
    reserve_block,
    with_acls,
)
from klog.errors import ErrorCode, KlogError
from klog.model import TopicId, topic_id_to_text

ID = TopicId(b"i" * 16)
OTHER = TopicId(b"o" * 16)
NOW_MS = 1_700_000_000_000


def start(remembered: ClusterState | None = None, **findings: object) -> Start:
    return initial_state(remembered, DiskFindings(**findings), now_ms=NOW_MS)  # type: ignore[arg-type]


def remembered(**topics: TopicState) -> ClusterState:
    return ClusterState("c" * 22, next_producer_id=5000, leader_epoch=3, topics=topics)


class IdTests(SynchronousTestCase):
    def test_ids_do_not_begin_with_a_dash(self) -> None:
        draws = iter([b"\xf8" + b"x" * 15, b"\xfb" + b"x" * 15, b"ok" * 8])
        self.assertFalse(topic_id_to_text(new_topic_id(lambda count: next(draws))).startswith("-"))
        draws = iter([b"\xf8" + b"x" * 15, b"ok" * 8])
        self.assertEqual(len(new_cluster_id(lambda count: next(draws))), 22)

    def test_topic_ids_are_random_uuids(self) -> None:
        topic_id = new_topic_id()
        self.assertEqual((topic_id[6] >> 4, topic_id[8] >> 6), (4, 2))
        self.assertNotEqual(topic_id, new_topic_id())


class InitialStateTests(SynchronousTestCase):
    def test_new_directory(self) -> None:
        first = start()
        self.assertEqual((first.state.topics, first.state.next_producer_id, first.state.leader_epoch), ({}, 0, 0))
        self.assertEqual(len(first.state.cluster_id), 22)
        self.assertEqual((first.remove, first.warnings), ((), ()))

    def test_cluster_id_of_the_directory_wins(self) -> None:
        self.assertEqual(start(remembered(), cluster_id="d" * 22).state.cluster_id, "d" * 22)
        self.assertEqual(start(remembered()).state.cluster_id, "c" * 22)

    def test_remembered_and_found(self) -> None:
        topic = TopicState(ID, 2, {"a": "b"})
        begun = start(remembered(t=topic), topics={"t": FoundTopic(ID, frozenset({0, 1}))})
        self.assertEqual(begun.state.topics, {"t": topic})
        self.assertEqual(begun.warnings, ())
        self.assertEqual((begun.state.next_producer_id, begun.state.leader_epoch), (5000, 4))

    def test_creation_that_was_interrupted(self) -> None:
        topic = TopicState(ID, 3, {})
        begun = start(remembered(t=topic, u=TopicState(OTHER, 1, {})), topics={"t": FoundTopic(ID, frozenset({0}))})
        self.assertEqual(begun.state.topics, {"t": topic, "u": TopicState(OTHER, 1, {})})
        self.assertIn("2 of its 3 partitions", begun.warnings[0])
        self.assertIn("u has no partition on disk", begun.warnings[1])

    def test_deletion_that_was_interrupted(self) -> None:
        state = dataclasses.replace(remembered(), deleting=frozenset({ID}))
        begun = start(state, topics={"t": FoundTopic(ID, frozenset({0}))})
        self.assertEqual((begun.remove, begun.state.topics, begun.state.deleting), (("t",), {}, frozenset()))

    def test_a_new_topic_under_a_deleted_ones_name_stays(self) -> None:
        state = dataclasses.replace(remembered(t=TopicState(OTHER, 1, {})), deleting=frozenset({ID}))
        begun = start(state, topics={"t": FoundTopic(OTHER, frozenset({0}))})
        self.assertEqual((begun.remove, list(begun.state.topics)), ((), ["t"]))

    def test_somebody_elses_topic(self) -> None:
        begun = start(remembered(), topics={"t": FoundTopic(ID, frozenset({0, 1}))})
        self.assertEqual(begun.state.topics, {"t": TopicState(ID, 2, {}, configs_known=False)})
        self.assertIn("unknown configurations", begun.warnings[0])
        self.assertIn("t", begun.warnings[0])

    def test_a_topic_without_an_id_gets_one(self) -> None:
        topic = start(topics={"t": FoundTopic(None, frozenset({0}))}, foreign=True).state.topics["t"]
        self.assertNotEqual(topic.topic_id, bytes(16))
        self.assertFalse(topic.configs_known)

    def test_another_topic_under_a_remembered_name(self) -> None:
        begun = start(remembered(t=TopicState(ID, 5, {"a": "b"})), topics={"t": FoundTopic(OTHER, frozenset({0}))})
        self.assertEqual(begun.state.topics["t"], TopicState(OTHER, 1, {}, configs_known=False))

    def test_configurations_from_a_controllers_log(self) -> None:
        found = {"t": FoundTopic(ID, frozenset({0})), "u": FoundTopic(OTHER, frozenset({0}))}
        begun = start(topics=found, topic_configs={"t": {"retention.ms": "1"}}, foreign=True)
        self.assertEqual(begun.state.topics, {"t": TopicState(ID, 1, {"retention.ms": "1"}), "u": TopicState(OTHER, 1, {})})
        later = start(remembered(), topics=found, topic_configs={"t": {"retention.ms": "1"}})
        self.assertEqual([topic.configs_known for topic in later.state.topics.values()], [True, False])

    def test_configurations_of_groups_from_a_controllers_log(self) -> None:
        told = {"g": {"consumer.session.timeout.ms": "50000"}}
        findings = DiskFindings(topic_configs={}, group_configs=told, foreign=True)
        self.assertEqual(initial_state(None, findings, now_ms=0).state.group_configs, told)
        remembered = ClusterState("c", group_configs={"h": {"x": "1"}})
        self.assertEqual(initial_state(remembered, findings, now_ms=0).state.group_configs, {"h": {"x": "1"}})

    def test_ids_and_epochs_go_on_above_the_highest_seen(self) -> None:
        begun = start(remembered(), highest_producer_id=7654, highest_leader_epoch=9)
        self.assertEqual((begun.state.next_producer_id, begun.state.leader_epoch), (8000, 10))
        self.assertEqual(start(highest_producer_id=0).state.next_producer_id, 1000)

    def test_lost_state_leaps(self) -> None:
        self.assertEqual(start(highest_producer_id=17, foreign=True).state.next_producer_id, NOW_MS)
        self.assertEqual(start(remembered(), foreign=True).state.next_producer_id, 5000)
        self.assertEqual(start(highest_producer_id=17, state_lost=True).state.next_producer_id, NOW_MS)

    def test_many_unknown_topics_are_summed_up(self) -> None:
        found = {f"t{number}": FoundTopic(TopicId(bytes([number]) * 16), frozenset({0})) for number in range(1, 13)}
        self.assertIn("and 2 more", start(topics=found).warnings[0])

    def test_ids_end(self) -> None:
        with self.assertRaises(KlogError):
            reserve_block(ClusterState("c" * 22, next_producer_id=LAST_PRODUCER_ID - 10))


class _Walked(dict[ResourcePattern, frozenset[Acl]]):
    """Counts how often all of it was gone through."""

    walks = 0

    def items(self) -> Any:
        self.walks += 1
        return super().items()

    def values(self) -> Any:
        self.walks += 1
        return super().values()

    def __iter__(self) -> Any:
        self.walks += 1
        return super().__iter__()


class ManyAclsTests(SynchronousTestCase):
    """As many as are kept, and one more."""

    def acl(self, number: int, who: str = "User:a") -> Acl:
        return Acl(AclResourceType.TOPIC, f"t{number}", who, AclOperation.READ)

    def test_more_are_refused(self) -> None:
        table = _Walked({acl.resource: frozenset({acl}) for acl in map(self.acl, range(MOST_ACLS))})
        state = dataclasses.replace(remembered(), acls=table)
        first, second, more = self.acl(0), self.acl(0, "User:b"), self.acl(MOST_ACLS)
        for one in (more, second):
            error = self.assertRaises(KlogError, with_acls, state, one.resource, state.acls.get(one.resource, frozenset()) | {one})
            self.assertEqual(error.code, ErrorCode.POLICY_VIOLATION)
            self.assertIn("100000 ACLs", error.message)
        # Another in its place, and room for one.
        self.assertEqual(with_acls(state, first.resource, frozenset({second})).acls[first.resource], {second})
        state = with_acls(state, first.resource, frozenset())
        self.assertNotIn(first.resource, state.acls)
        state = with_acls(state, more.resource, frozenset({more}))
        self.assertEqual((len(state.acls), state.acls[more.resource]), (MOST_ACLS, {more}))
        self.assertRaises(KlogError, with_acls, state, first.resource, frozenset({first}))
        self.assertIs(type(plain(state).acls), dict)

    def test_a_change_does_not_go_through_all_of_them(self) -> None:
        """But for counting them, once."""
        table = _Walked({acl.resource: frozenset({acl}) for acl in map(self.acl, range(1000))})
        state = dataclasses.replace(remembered(), acls=table)
        for number in range(50):
            added = self.acl(1000 + number)
            state = with_acls(state, added.resource, frozenset({added}))
            state = with_acls(state, self.acl(number).resource, frozenset())
        self.assertEqual(table.walks, 1)
        self.assertEqual(set(state.acls), {self.acl(number).resource for number in range(50, 1050)})
