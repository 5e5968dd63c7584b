"""ConsumerGroupHeartbeat and ConsumerGroupDescribe in virtual time: joining, assigning, leaving, being late, restarts, refusals."""

from __future__ import annotations

import dataclasses
from typing import Any
from unittest import mock

from twisted.internet.defer import Deferred

from klog.broker.groups.assignors.contract import PartitionAssignorError
from klog.broker.groups.consumer import member as member_module
from klog.broker.groups.consumer.group import ConsumerGroupState
from klog.broker.groups.consumer.member import MemberState
from klog.broker.groups.consumer.member_updates import MemberUpdates
from klog.broker.groups.group_settings import GroupSettings
from klog.config import ConfigError
from klog.errors import ErrorCode, KlogError
from klog.wire.consumer_group_records import (
    ConsumerGroupMemberMetadataKey,
    ConsumerGroupMetadataKey,
    ConsumerGroupPartitionMetadataKey,
    ConsumerGroupPartitionMetadataValue,
    ConsumerGroupRegularExpressionKey,
)
from klog.wire.messages.consumer_group_heartbeat import TopicPartitions
from tests.broker.groups.consumer.rig import GROUP, ConsumerRig, CountedSet, Member, topic_id

E = ErrorCode


class Joining(ConsumerRig):
    """Members come, and partitions follow."""

    def test_the_first_member_gets_everything_at_once(self) -> None:
        answer = Member(self, "a").beat()
        self.assertEqual((answer.error_code, answer.member_id, answer.member_epoch, answer.heartbeat_interval_ms), (0, "a", 2, 5000))
        self.assertEqual(
            [(topic.topic_id, topic.partitions) for topic in answer.assignment.topic_partitions], [(topic_id("t"), [*range(6)])]
        )
        self.assertIs(self.group.state, ConsumerGroupState.STABLE)
        self.assertEqual((self.group.group_epoch, self.group.assignment_epoch), (2, 2))
        self.assertEqual(self.group.protocol_type, "consumer")

    def test_all_of_a_heartbeat_is_one_batch(self) -> None:
        self.member("a")
        self.assertEqual(len(self.log.batches), 1)
        names = [type(record.key).__name__.removeprefix("ConsumerGroup").removesuffix("Key") for record in self.log.batches[0]]
        self.assertEqual(
            names, ["MemberMetadata", "Metadata", "TargetAssignmentMember", "TargetAssignmentMetadata", "CurrentMemberAssignment"]
        )

    def test_a_second_member_waits_until_the_first_has_let_go(self) -> None:
        a = self.member("a")
        b = self.member("b")
        self.assertEqual((b.epoch, b.parts()), (3, set()))
        self.assertIs(self.group.state, ConsumerGroupState.RECONCILING)
        a.beat()
        self.assertEqual((a.epoch, a.parts()), (2, {0, 1, 2}))
        b.beat()
        self.assertEqual(b.parts(), set())
        a.beat()
        self.assertEqual(a.epoch, 3)
        b.beat()
        self.assertEqual(b.parts(), {3, 4, 5})
        self.assertIs(self.group.state, ConsumerGroupState.STABLE)
        self.check()

    def test_a_heartbeat_that_changes_nothing_writes_nothing_and_tells_no_assignment(self) -> None:
        a = self.member("a")
        batches = len(self.log.batches)
        for _ in range(3):
            self.assertIsNone(a.beat().assignment)
        self.assertIsNone(self.heartbeat("a", 2).assignment)
        self.assertEqual(len(self.log.batches), batches)

    def test_a_full_heartbeat_is_answered_in_full(self) -> None:
        a = self.member("a")
        batches = len(self.log.batches)
        self.assertIsNotNone(a.beat(subscribed_topic_names=["t"], rebalance_timeout_ms=60_000).assignment)
        self.assertEqual(len(self.log.batches), batches)

    def test_a_topic_that_is_named_again_and_again(self) -> None:
        """Costs as much as the heartbeat is long, not its square: nobody else is served meanwhile."""
        a = self.member("a")
        owned = [TopicPartitions(topic_id=topic_id("t"), partitions=[index]) for index in range(500)]
        CountedSet.copied = 0
        with mock.patch.object(member_module, "frozenset", CountedSet, create=True):
            answer = self.heartbeat("a", a.epoch, topic_partitions=owned)
        self.assertEqual(answer.member_epoch, a.epoch)
        self.assertGreaterEqual(CountedSet.copied, len(owned))
        self.assertLess(CountedSet.copied, 10 * len(owned))

    def test_partitions_named_one_by_one_are_owned_together(self) -> None:
        a = self.member("a")
        b = self.member("b")
        a.beat()
        self.assertEqual((a.epoch, a.parts()), (2, {0, 1, 2}))
        for named, epoch in (((0, 1, 2, 3), 2), ((0, 1, 2), 3)):
            owned = [TopicPartitions(topic_id=topic_id("t"), partitions=[index]) for index in named]
            self.assertEqual(self.heartbeat("a", 2, topic_partitions=owned).member_epoch, epoch)
        b.beat()
        self.assertEqual(b.parts(), {3, 4, 5})

    def test_without_an_id_version_0_is_given_one(self) -> None:
        answer = self.heartbeat("", 0, version=0, subscribed_topic_names=["t"], rebalance_timeout_ms=1000, topic_partitions=[])
        self.assertEqual(len(answer.member_id), 22)
        self.assertIn(answer.member_id, self.group.members)

    def test_a_member_may_join_again_with_epoch_0(self) -> None:
        a = self.member("a")
        a.epoch = 0
        answer = a.beat()
        self.assertEqual((answer.member_epoch, answer.assignment.topic_partitions[0].partitions), (2, [*range(6)]))

    def test_no_more_than_the_most_may_come(self) -> None:
        self.settings = dataclasses.replace(self.settings, consumer_max_size=1)
        self.build()
        a = self.member("a")
        self.assertEqual(self.error(Member(self, "b").beat), E.GROUP_MAX_SIZE_REACHED)
        self.assertEqual(a.beat().error_code, 0)

    def test_a_subscription_may_change(self) -> None:
        self.cluster.make("u", 2)
        a = self.member("a")
        a.beat(subscribed_topic_names=["t", "u"])
        self.assertEqual(a.owned, {"t": set(range(6)), "u": {0, 1}})
        answer = a.beat(subscribed_topic_names=["u"])
        self.assertEqual((answer.member_epoch, a.owned), (3, {"u": {0, 1}}))
        self.assertIs(self.group.members["a"].state, MemberState.UNREVOKED_PARTITIONS)
        self.settle(a)
        self.assertEqual(a.epoch, 4)
        self.check()

    def test_where_nothing_is_subscribed_there_is_nothing(self) -> None:
        a = self.member("a", subscribed_topic_names=[])
        self.assertEqual((a.epoch, a.owned), (1, {}))
        self.assertIs(self.group.state, ConsumerGroupState.STABLE)

    def test_the_assignor_is_what_most_members_want(self) -> None:
        self.cluster.make("u", 3)
        names = ["t", "u"]
        a, b = (self.member(name, subscribed_topic_names=names, server_assignor="range") for name in "ab")
        self.settle(a, b)
        self.assertEqual(a.owned, {"t": {0, 1, 2}, "u": {0, 1}})
        self.assertEqual(self.protocol.describe([GROUP])[0].assignor_name, "range")

    def test_the_answer_waits_for_the_flush(self) -> None:
        self.log.hold = True
        answer = Member(self, "a").beat()
        self.assertIsInstance(answer, Deferred)
        self.assertNoResult(answer)
        self.log.acknowledge()
        self.assertEqual(self.successResultOf(answer).member_epoch, 2)

    def test_a_flush_that_fails_is_told(self) -> None:
        self.log.hold = True
        answer = Member(self, "a").beat()
        self.log.fail(E.NOT_COORDINATOR)
        self.assertIs(self.failureResultOf(answer, KlogError).value.code, E.NOT_COORDINATOR)

    def test_a_log_that_refuses_changes_nothing(self) -> None:
        self.log.refuse = KlogError(E.COORDINATOR_NOT_AVAILABLE)
        self.assertEqual(self.error(Member(self, "a").beat), E.COORDINATOR_NOT_AVAILABLE)
        self.assertEqual(self.shard.groups, {})
        self.log.refuse = None
        a = self.member("a")
        self.log.refuse = KlogError(E.COORDINATOR_NOT_AVAILABLE)
        self.assertEqual(self.error(Member(self, "b").beat), E.COORDINATOR_NOT_AVAILABLE)
        self.assertEqual(list(self.group.members), ["a"])
        self.assertEqual(a.beat().member_epoch, 2)

    def test_an_assignor_that_fails_is_told(self) -> None:
        class Broken:
            name = "uniform"

            def assign(self, spec: Any, topics: Any) -> Any:
                raise PartitionAssignorError("no")

        self.protocol._assignors["uniform"] = Broken()
        error = self.assertRaises(KlogError, Member(self, "a").beat)
        self.assertEqual((error.code, error.message), (E.UNKNOWN_SERVER_ERROR, "Failed to compute a new target assignment for epoch 2: no"))
        self.assertEqual(self.log.batches, [])

    def test_an_assignor_that_there_is_not_ends_the_start(self) -> None:
        self.settings = dataclasses.replace(self.settings, consumer_assignors=("sticky",))
        self.assertRaises(ConfigError, self.build)


class Interval(ConsumerRig):
    """``group.consumer.assignment.interval.ms``."""

    settings = GroupSettings()

    def test_targets_are_not_computed_more_often(self) -> None:
        a = self.member("a")
        b = self.member("b")
        self.assertEqual((b.epoch, self.group.group_epoch, self.group.assignment_epoch), (2, 3, 2))
        self.assertIs(self.group.state, ConsumerGroupState.ASSIGNING)
        a.beat()
        self.assertEqual(self.group.assignment_epoch, 2)
        self.clock.advance(1)
        a.beat()
        self.assertEqual((self.group.assignment_epoch, a.parts()), (3, {0, 1, 2}))
        self.settle(a, b)
        self.assertEqual(b.parts(), {3, 4, 5})

    def test_a_group_may_have_its_own(self) -> None:
        self.cluster.configs[GROUP] = {"consumer.assignment.interval.ms": "0", "consumer.heartbeat.interval.ms": "7000"}
        self.member("a")
        self.assertEqual(self.member("b").epoch, 3)
        self.assertEqual(self.heartbeat("a", 2).heartbeat_interval_ms, 7000)


class Epochs(ConsumerRig):
    """Who says that it is in which epoch."""

    def setUp(self) -> None:
        super().setUp()
        self.a = self.member("a")

    def test_an_epoch_above_the_members_is_fenced(self) -> None:
        self.assertEqual(self.error(self.heartbeat, "a", 3), E.FENCED_MEMBER_EPOCH)

    def test_an_older_epoch_is_fenced(self) -> None:
        self.a.beat(subscribed_topic_names=["t", "u"])
        self.a.beat(subscribed_topic_names=["t"])
        self.assertEqual(self.a.epoch, 4)
        self.assertEqual(self.error(self.heartbeat, "a", 2, topic_partitions=[]), E.FENCED_MEMBER_EPOCH)

    def test_the_epoch_before_is_taken_from_one_that_has_no_more_than_it_may(self) -> None:
        self.a.beat(subscribed_topic_names=["t", "u"])
        self.assertEqual(self.a.epoch, 3)
        self.a.epoch = 2
        self.assertEqual(self.a.beat().member_epoch, 3)
        self.assertEqual(self.error(self.heartbeat, "a", 2), E.FENCED_MEMBER_EPOCH)
        self.a.epoch, self.a.owned = 2, {"t": {7}}
        self.assertEqual(self.error(self.a.beat), E.FENCED_MEMBER_EPOCH)
        self.a.owned = {"x": {0}}
        self.assertEqual(self.error(self.a.beat), E.FENCED_MEMBER_EPOCH)

    def test_nobody_is_known_who_has_not_joined(self) -> None:
        self.assertEqual(self.error(self.heartbeat, "x", 1), E.UNKNOWN_MEMBER_ID)
        self.assertEqual(self.error(self.heartbeat, "x", 1, group_id="other"), E.GROUP_ID_NOT_FOUND)
        self.assertEqual(self.error(self.heartbeat, "x", -1), E.UNKNOWN_MEMBER_ID)
        self.assertEqual(self.error(self.heartbeat, "x", -1, group_id="other"), E.GROUP_ID_NOT_FOUND)


class Leaving(ConsumerRig):
    """Members go, or are late."""

    def test_what_one_had_goes_to_the_others(self) -> None:
        a, b = self.member("a"), self.member("b")
        self.settle(a, b)
        answer = a.leave()
        self.assertEqual((answer.member_id, answer.member_epoch, answer.assignment), ("a", -1, None))
        self.settle(b)
        self.assertEqual(b.parts(), set(range(6)))
        self.assertEqual(list(self.group.members), ["b"])
        self.check()

    def test_the_last_one_leaves_an_empty_group(self) -> None:
        self.member("a").leave()
        self.assertIs(self.group.state, ConsumerGroupState.EMPTY)
        self.assertTrue(self.group.is_empty)
        self.check()

    def test_who_says_nothing_is_out_after_its_session(self) -> None:
        a, b = self.member("a"), self.member("b")
        for _ in range(4):
            self.clock.advance(15)
            b.beat()
        self.assertEqual(list(self.group.members), ["b"])
        self.assertEqual(self.error(a.beat), E.UNKNOWN_MEMBER_ID)
        b.beat()
        self.assertEqual(b.parts(), set(range(6)))
        self.check()

    def test_a_group_may_have_its_own_session_timeout(self) -> None:
        self.cluster.configs[GROUP] = {"consumer.session.timeout.ms": "50000"}
        self.member("a")
        self.clock.advance(49)
        self.assertFalse(self.group.is_empty)
        self.clock.advance(2)
        self.assertTrue(self.group.is_empty)

    def test_who_keeps_what_it_must_give_back_is_out_after_the_rebalance_timeout(self) -> None:
        a, b = self.member("a", rebalance_timeout_ms=20_000), self.member("b")
        a.revokes = False
        for _ in range(2):
            a.beat()
            b.beat()
            self.clock.advance(9)
        self.assertIs(self.group.members["a"].state, MemberState.UNREVOKED_PARTITIONS)
        self.clock.advance(9)
        self.assertEqual(list(self.group.members), ["b"])
        b.beat()
        self.assertEqual(b.parts(), set(range(6)))

    def test_who_gives_back_in_time_stays(self) -> None:
        a, b = self.member("a", rebalance_timeout_ms=20_000), self.member("b")
        self.settle(a, b)
        self.clock.advance(30)
        self.assertEqual(list(self.group.members), ["a", "b"])

    def test_where_the_log_refuses_a_late_member_goes_later(self) -> None:
        self.member("a")
        self.log.refuse = KlogError(E.COORDINATOR_NOT_AVAILABLE)
        self.clock.advance(46)
        self.assertFalse(self.group.is_empty)
        self.log.refuse = None
        self.clock.advance(1)
        self.assertTrue(self.group.is_empty)

    def test_where_a_mistake_comes_in_between_a_late_member_goes_later(self) -> None:
        """It would have its partitions for ever otherwise."""
        self.member("a")
        with mock.patch.object(MemberUpdates, "remove", side_effect=ZeroDivisionError("a mistake")):
            self.clock.advance(46)
        self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)
        self.assertFalse(self.group.is_empty)
        self.clock.advance(30)
        self.assertTrue(self.group.is_empty)

    def test_a_late_member_is_gone_even_where_the_flush_fails(self) -> None:
        self.member("a")
        self.log.hold = True
        self.clock.advance(46)
        self.log.fail(E.NOT_COORDINATOR)
        self.assertTrue(self.group.is_empty)

    def test_a_group_that_was_deleted_forgets_its_timers(self) -> None:
        self.member("a").leave()
        group = self.group
        self.shard.write(group.tombstones())
        self.assertEqual(self.shard.groups, {})
        self.assertIsNone(self.replayed())
        self.clock.advance(100)


class Static(ConsumerRig):
    """Members with an instance id."""

    def setUp(self) -> None:
        super().setUp()
        self.a = self.member("a", instance_id="i")

    def test_it_comes_back_under_another_id_with_what_it_had(self) -> None:
        b = self.member("b")
        self.settle(self.a, b)
        epoch = self.group.group_epoch
        had = self.a.parts()
        self.assertEqual(self.a.leave(-2).member_epoch, -2)
        again = Member(self, "a2", instance_id="i")
        again.beat()
        self.assertEqual((again.parts(), again.epoch, self.group.group_epoch), (had, epoch, epoch))
        self.assertEqual(sorted(self.group.members), ["a2", "b"])
        self.assertEqual(self.group.static_members, {"i": "a2"})
        self.check()

    def test_what_it_had_is_kept_for_its_session_only(self) -> None:
        b = self.member("b")
        self.settle(self.a, b)
        self.a.leave(-2)
        for _ in range(4):
            self.clock.advance(14)
            self.settle(b)
        self.assertEqual(b.parts(), set(range(6)))
        self.assertEqual(list(self.group.members), ["b"])

    def test_who_is_away_for_a_moment_owes_nothing(self) -> None:
        """What it had to give back it has given back by leaving: from then on its session counts, not the time for the rebalance."""
        self.a.leave(-1)
        s = self.member("s", instance_id="s", rebalance_timeout_ms=10_000)
        b = self.member("b")
        s.revokes = False
        s.beat()
        self.assertIs(self.group.members["s"].state, MemberState.UNREVOKED_PARTITIONS)
        s.leave(-2)
        self.clock.advance(11)
        self.assertIn("s", self.group.members)
        again = Member(self, "s2", instance_id="s", rebalance_timeout_ms=10_000)
        again.beat()
        self.settle(again, b)
        self.assertEqual((len(again.parts()), len(b.parts())), (3, 3))
        self.check()

    def test_who_is_away_for_a_moment_at_a_restart(self) -> None:
        """The same where another broker reads the group meanwhile."""
        self.a.leave(-1)
        s = self.member("s", instance_id="s", rebalance_timeout_ms=10_000)
        self.member("b")
        s.revokes = False
        s.beat()
        s.leave(-2)
        self.restart()
        self.clock.advance(11)
        self.assertIn("s", self.group.members)
        self.clock.advance(40)
        self.assertNotIn("s", self.group.members)

    def test_it_must_have_left_before(self) -> None:
        for member_id in ("a", "a2"):
            self.assertEqual(self.error(Member(self, member_id, instance_id="i").beat), E.UNRELEASED_INSTANCE_ID)

    def test_who_was_replaced_is_fenced(self) -> None:
        self.a.leave(-2)
        self.member("a2", instance_id="i")
        self.assertEqual(self.error(self.heartbeat, "a", 2, instance_id="i"), E.FENCED_INSTANCE_ID)
        self.assertEqual(self.error(self.heartbeat, "a", -1, instance_id="i"), E.FENCED_INSTANCE_ID)

    def test_an_instance_id_must_be_known(self) -> None:
        self.assertEqual(self.error(self.heartbeat, "a", 2, instance_id="x"), E.UNKNOWN_MEMBER_ID)
        self.assertEqual(self.error(self.heartbeat, "a", -1, instance_id="x"), E.UNKNOWN_MEMBER_ID)

    def test_it_may_leave_for_good(self) -> None:
        self.a.leave(-1)
        self.assertTrue(self.group.is_empty)
        self.assertEqual(self.group.static_members, {})

    def test_it_may_come_back_with_another_subscription(self) -> None:
        self.cluster.make("u", 2)
        self.a.leave(-2)
        again = Member(self, "a2", instance_id="i", subscribed_topic_names=["u"])
        again.beat()
        self.settle(again)
        self.assertEqual(again.owned, {"u": {0, 1}})
        self.check()

    def test_a_full_group_takes_it_back(self) -> None:
        self.settings = dataclasses.replace(self.settings, consumer_max_size=1)
        self.restart()
        # As Kafka: the count does not know that one replaces the other.
        self.a.leave(-2)
        self.assertEqual(self.error(Member(self, "a2", instance_id="i").beat), E.GROUP_MAX_SIZE_REACHED)
        again = Member(self, "a", instance_id="i")
        again.beat()
        self.assertEqual(again.parts(), set(range(6)))


class Topics(ConsumerRig):
    """The cluster's topics change."""

    def test_more_partitions_are_assigned(self) -> None:
        a = self.member("a")
        self.make_topic("t", 8)
        a.beat()
        self.assertEqual((a.epoch, a.parts()), (3, set(range(8))))

    def test_a_topic_that_comes_into_being_is_assigned(self) -> None:
        a = self.member("a", subscribed_topic_names=["later"])
        self.assertEqual(a.owned, {})
        self.make_topic("later", 2)
        a.beat()
        self.assertEqual(a.owned, {"later": {0, 1}})

    def test_a_topic_that_goes_is_taken_away(self) -> None:
        self.cluster.make("u", 1)
        a = self.member("a", subscribed_topic_names=["t", "u"])
        self.delete_topic("u")
        self.settle(a)
        self.assertEqual(a.owned, {"t": set(range(6))})
        self.check()

    def test_other_topics_change_nothing(self) -> None:
        a = self.member("a")
        batches = len(self.log.batches)
        self.make_topic("u", 3)
        a.beat()
        self.assertEqual((a.epoch, len(self.log.batches)), (2, batches))

    def test_what_kafka_before_4_1_kept_of_topics_is_taken_back(self) -> None:
        a = self.member("a")
        self.shard.write(
            [
                self.log.batches[0][0]._replace(
                    key=ConsumerGroupPartitionMetadataKey(group_id=GROUP), value=ConsumerGroupPartitionMetadataValue()
                )
            ]
        )
        self.make_topic("t", 7)
        a.beat()
        self.assertIn(ConsumerGroupPartitionMetadataKey(group_id=GROUP), [record.key for record in self.log.batches[-1]])
        self.assertFalse(self.group.has_partition_metadata)


class Regexes(ConsumerRig):
    """Subscriptions by regular expression."""

    def setUp(self) -> None:
        super().setUp()
        self.cluster.make("orders-eu", 2)
        self.cluster.make("orders-us", 2)
        self.threads_wait = True

    def join(self, member_id: str, pattern: str, **said: Any) -> Member:
        """A member with an expression."""
        return self.member(member_id, subscribed_topic_names=None, subscribed_topic_regex=pattern, **said)

    def test_topics_come_once_it_is_resolved(self) -> None:
        a = self.join("a", "orders-.*")
        self.assertEqual((a.epoch, a.owned), (1, {}))
        a.beat()
        self.assertEqual(len(self.work), 1)
        self.threads()
        self.assertEqual(self.group.resolved_regexes["orders-.*"].topics, {"orders-eu", "orders-us"})
        a.beat()
        self.assertEqual((a.epoch, a.owned), (2, {"orders-eu": {0, 1}, "orders-us": {0, 1}}))
        self.assertTrue(self.group.is_subscribed_to("orders-eu"))
        self.check()

    def test_the_whole_name_must_match(self) -> None:
        a = self.join("a", "orders")
        self.threads()
        a.beat()
        self.assertEqual(a.owned, {})

    def test_a_second_member_with_the_same_one_need_not_wait(self) -> None:
        a = self.join("a", "orders-.*")
        self.threads()
        self.settle(a)
        b = self.join("b", "orders-.*")
        self.assertEqual(self.work, [])
        self.settle(a, b)
        self.assertEqual(sum(len(numbers) for numbers in b.owned.values()), 2)
        self.check()

    def test_a_topic_that_comes_is_found_ten_seconds_after_the_last_look(self) -> None:
        a = self.join("a", "orders-.*")
        self.threads()
        a.beat()
        self.make_topic("orders-asia", 1)
        a.beat()
        self.assertEqual(self.work, [])
        self.clock.advance(10.001)
        a.beat()
        self.assertEqual(len(self.work), 1)
        a.beat()
        self.assertEqual(len(self.work), 1)
        self.threads()
        self.settle(a)
        self.assertIn("orders-asia", a.owned)

    def test_all_is_looked_at_again_after_the_interval(self) -> None:
        a = self.join("a", "orders-.*")
        self.threads()
        for _ in range(20):
            a.beat()
            self.clock.advance(30)
        self.assertEqual(self.work, [])
        self.clock.advance(1)
        a.beat()
        self.assertEqual(len(self.work), 1)
        self.threads()
        self.assertEqual(self.group.group_epoch, 2)

    def test_what_is_no_expression_is_refused(self) -> None:
        self.assertEqual(self.error(self.join, "a", "(a"), E.INVALID_REGULAR_EXPRESSION)
        self.assertEqual(self.shard.groups, {})

    def test_one_that_explodes_elsewhere_is_harmless(self) -> None:
        a = self.join("a", "(a+)+$")
        self.threads()
        a.beat()
        self.assertEqual(a.owned, {})

    def test_names_and_an_expression_may_be_mixed(self) -> None:
        a = self.join("a", "orders-.*", server_assignor="range")
        b = Member(self, "b", subscribed_topic_names=["t"], subscribed_topic_regex="orders-eu")
        b.beat()
        self.threads()
        self.clock.advance(11)
        a.beat()
        b.beat()
        self.threads()
        self.settle(a, b)
        self.assertEqual(b.owned, {"t": set(range(6)), "orders-eu": {1}})
        self.assertEqual(a.owned, {"orders-eu": {0}, "orders-us": {0, 1}})
        self.check()

    def test_an_expression_that_nobody_has_any_more_goes(self) -> None:
        a = self.join("a", "orders-.*")
        self.threads()
        a.beat()
        a.beat(subscribed_topic_regex="", subscribed_topic_names=["t"])
        self.assertIn(
            ConsumerGroupRegularExpressionKey(group_id=GROUP, regular_expression="orders-.*"), [r.key for r in self.log.batches[-1]]
        )
        self.settle(a)
        self.assertEqual((a.owned, self.group.resolved_regexes), ({"t": set(range(6))}, {}))
        self.check()

    def test_with_its_last_member_an_expression_goes(self) -> None:
        self.join("a", "orders-.*")
        self.threads()
        self.heartbeat("a", -1)
        self.assertEqual((self.group.resolved_regexes, self.group.subscribed_topics), ({}, {}))
        self.check()

    def test_a_result_that_nobody_waits_for_is_dropped(self) -> None:
        self.join("a", "orders-.*")
        self.heartbeat("a", -1)
        batches = len(self.log.batches)
        self.threads()
        self.assertEqual(len(self.log.batches), batches)
        self.join("b", "t")
        self.shard.close()
        self.threads()

    def test_where_the_result_cannot_be_written_it_is_looked_for_again(self) -> None:
        a = self.join("a", "orders-.*")
        self.log.refuse = KlogError(E.COORDINATOR_NOT_AVAILABLE)
        self.threads()
        self.log.refuse = None
        a.beat()
        self.threads()
        a.beat()
        self.assertEqual(set(a.owned), {"orders-eu", "orders-us"})

    def test_a_restart_keeps_what_was_found_and_looks_again(self) -> None:
        a = self.join("a", "orders-.*")
        self.threads()
        a.beat()
        self.clock.advance(11)
        self.restart()
        a.beat()
        self.assertEqual((a.epoch, a.owned), (2, {"orders-eu": {0, 1}, "orders-us": {0, 1}}))
        self.assertEqual(len(self.work), 1)


class Restarts(ConsumerRig):
    """The broker starts again."""

    def test_members_go_on_as_if_nothing_had_been(self) -> None:
        a, b = self.member("a"), self.member("b", instance_id="i")
        self.settle(a, b)
        batches = len(self.log.batches)
        self.restart()
        self.assertIs(self.group.state, ConsumerGroupState.STABLE)
        for member in (a, b):
            self.assertIsNone(member.beat().assignment)
        self.assertEqual(len(self.log.batches), batches)

    def test_in_the_middle_of_it_too(self) -> None:
        a, b = self.member("a"), self.member("b")
        a.beat()
        self.restart()
        self.settle(a, b)
        self.assertEqual((a.parts(), b.parts()), ({0, 1, 2}, {3, 4, 5}))
        self.check()

    def test_sessions_begin_anew(self) -> None:
        self.member("a")
        self.clock.advance(40)
        self.restart()
        self.clock.advance(40)
        self.assertFalse(self.group.is_empty)
        self.clock.advance(6)
        self.assertTrue(self.group.is_empty)

    def test_so_does_the_time_to_give_back(self) -> None:
        a = self.member("a", rebalance_timeout_ms=20_000)
        self.member("b")
        a.revokes = False
        a.beat()
        self.restart()
        self.clock.advance(19)
        self.assertEqual(list(self.group.members), ["a", "b"])
        self.clock.advance(2)
        self.assertEqual(list(self.group.members), ["b"])

    def test_topics_that_have_changed_meanwhile_are_seen(self) -> None:
        a = self.member("a")
        self.cluster.make("t", 7)
        self.restart()
        a.beat()
        self.assertEqual(a.parts(), set(range(7)))

    def test_a_stop_ends_all_timers(self) -> None:
        self.member("a")
        self.shard.close()
        self.clock.advance(100)
        self.assertEqual(self.error(self.heartbeat, "a", 2), E.NOT_COORDINATOR)


class Requests(ConsumerRig):
    """Requests that make no sense (`consumer.heartbeat_checks` has them all)."""

    def test_they_are_refused_before_anything_is_done(self) -> None:
        self.assertEqual(self.error(self.heartbeat, "", 1), E.INVALID_REQUEST)
        self.assertEqual(self.error(self.heartbeat, "a", 0), E.INVALID_REQUEST)
        self.assertEqual(self.error(Member(self, "a", server_assignor="sticky").beat), E.UNSUPPORTED_ASSIGNOR)
        self.assertEqual(self.log.batches, [])


class Describing(ConsumerRig):
    """ConsumerGroupDescribe."""

    def test_a_group_with_members(self) -> None:
        a = self.member("a", rack_id="r")
        self.member("b", instance_id="i")
        a.beat()
        (group,) = self.protocol.describe([GROUP])
        self.assertEqual((group.error_code, group.group_id, group.group_state), (0, GROUP, "Reconciling"))
        self.assertEqual((group.group_epoch, group.assignment_epoch, group.assignor_name), (3, 3, "uniform"))
        first, second = group.members
        self.assertEqual((first.member_id, first.rack_id, first.client_id, first.client_host), ("a", "r", "c", "/192.0.2.1"))
        self.assertEqual((first.subscribed_topic_names, first.subscribed_topic_regex, first.member_type), (["t"], "", 1))
        self.assertEqual([(topic.topic_name, topic.partitions) for topic in first.assignment.topic_partitions], [("t", [*range(6)])])
        self.assertEqual([(topic.topic_name, topic.partitions) for topic in first.target_assignment.topic_partitions], [("t", [0, 1, 2])])
        self.assertEqual((second.instance_id, second.member_epoch, second.assignment.topic_partitions), ("i", 3, []))

    def test_topics_that_are_gone_are_left_out(self) -> None:
        self.member("a")
        self.delete_topic("t")
        self.assertEqual(self.protocol.describe([GROUP])[0].members[0].assignment.topic_partitions, [])

    def test_errors_are_those_of_each_group(self) -> None:
        self.classic_join()
        codes = [group.error_code for group in self.protocol.describe(["", "other", GROUP])]
        self.assertEqual(codes, [E.INVALID_GROUP_ID, E.GROUP_ID_NOT_FOUND, E.GROUP_ID_NOT_FOUND])


class Bystanders(ConsumerRig):
    """What is written is what is known of a member."""

    def test_a_member_that_moves_is_written_anew(self) -> None:
        a = self.member("a")
        self.heartbeat("a", a.epoch, client_id="other")
        self.assertEqual([type(record.key) for record in self.log.batches[-1]], [ConsumerGroupMemberMetadataKey])
        self.assertEqual(self.group.members["a"].client_id, "other")
        self.assertNotIn(ConsumerGroupMetadataKey, [type(record.key) for record in self.log.batches[-1]])
