"""Groups that go over from one protocol to the other, and classic members in consumer groups."""

from __future__ import annotations

import dataclasses
from typing import Any
from unittest import mock

from klog.broker.groups.classic.states import ClassicState
from klog.broker.groups.consumer import member as member_module
from klog.broker.groups.consumer.group import ConsumerGroupState
from klog.broker.groups.consumer.member import MemberState
from klog.broker.groups.group import GroupKind
from klog.broker.handler import RequestContext
from klog.errors import ErrorCode, KlogError
from klog.net.rights import AllRights
from klog.wire.consumer_protocol import (
    ConsumerProtocolAssignment,
    ConsumerProtocolSubscription,
    TopicPartition,
    decode_assignment,
    encode_assignment,
    encode_subscription,
)
from klog.wire.group_records import GroupMetadataKey
from klog.wire.messages.sync_group import SyncGroupRequestAssignment
from tests.broker.groups.consumer.rig import GROUP, ConsumerRig, CountedSet, Member

E = ErrorCode


def assignment(*partitions: int, user_data: bytes | None = None) -> bytes:
    """Partitions of topic t, as a leader gives them."""
    return encode_assignment(
        ConsumerProtocolAssignment(assigned_partitions=[TopicPartition(topic="t", partitions=list(partitions))], user_data=user_data), 1
    )


class MigrationRig(ConsumerRig):
    """A classic group of two, to begin with."""

    def classic_pair(self, first: bytes = assignment(0, 1, 2), second: bytes = assignment(3, 4, 5), **said: Any) -> tuple[str, str]:
        """Two classic members, stable; their ids."""
        ids = [self.classic_join(**said).member_id for _ in range(2)]
        answers = [self.classic_join(member_id, **said) for member_id in ids]
        self.clock.advance(3)
        self.clock.advance(3)
        self.assertEqual({self.settled(answer).generation_id for answer in answers}, {1})
        leader = self.classic_group.membership.leader_id
        given = [SyncGroupRequestAssignment(member_id=m, assignment=data) for m, data in zip(ids, (first, second), strict=True)]
        for member_id in ids:
            self.classic_sync(member_id, 1, assignments=given if member_id == leader else [])
        self.assertIs(self.classic_group.state, ClassicState.STABLE)
        return ids[0], ids[1]

    def rejoin(self, member_id: str, *owned: int) -> tuple[int, set[int]]:
        """A classic member joins again; its generation, and what it is given."""
        answer = self.classic_join(member_id, owned={"t": owned})
        self.assertEqual((answer.error_code, answer.protocol_type, answer.protocol_name, answer.leader), (0, "consumer", "range", ""))
        return answer.generation_id, self.classic_assigned(member_id, answer.generation_id).get("t", set())


class Upgrade(MigrationRig):
    """A member of the consumer protocol joins a classic group."""

    def test_everybody_keeps_what_he_has_and_is_asked_to_join_again(self) -> None:
        x, y = self.classic_pair()
        n = self.member("n")
        group = self.group
        self.assertIs(group.kind, GroupKind.CONSUMER)
        self.assertEqual((n.epoch, n.parts(), group.group_epoch, group.classic_members), (2, set(), 2, 2))
        self.assertEqual(group.members[x].assigned, {next(iter(group.target["n"])): dict.fromkeys((0, 1, 2), 1)})
        self.check()
        for member_id in (x, y):
            self.assertEqual(self.classic_beat(member_id, 1), E.REBALANCE_IN_PROGRESS)
        self.assertEqual(self.rejoin(x, 0, 1, 2), (1, {0, 1}))
        self.assertEqual(self.classic_beat(x, 1), E.REBALANCE_IN_PROGRESS)
        self.assertEqual(self.rejoin(x, 0, 1), (2, {0, 1}))
        self.assertEqual(self.classic_beat(x, 2), 0)
        self.rejoin(y, 3, 4, 5)
        self.rejoin(y, 3, 4)
        n.beat()
        self.assertEqual(n.parts(), {2, 5})
        self.assertIs(group.state, ConsumerGroupState.STABLE)
        self.check()

    def test_a_topic_that_is_named_again_and_again(self) -> None:
        """By who joins: costs as much as it says, not its square, and means what it would in one piece."""
        x, _ = self.classic_pair()
        self.member("n")
        self.assertEqual(self.rejoin(x, 0, 1, 2), (1, {0, 1}))
        had = [TopicPartition(topic="t", partitions=[index]) for index in range(500)]
        for named, generation in ((had, 1), (had[:2], 2)):
            metadata = encode_subscription(ConsumerProtocolSubscription(topics=["t"], owned_partitions=named), 1)
            CountedSet.copied = 0
            with mock.patch.object(member_module, "frozenset", CountedSet, create=True):
                answer = self.classic_join(x, protocols={"range": metadata})
            self.assertEqual((answer.error_code, answer.generation_id), (0, generation))
            self.assertGreaterEqual(CountedSet.copied, len(named))
            self.assertLess(CountedSet.copied, 10 * len(had))

    def test_eager_members_give_everything_back_first(self) -> None:
        x, y = self.classic_pair()
        n = self.member("n")
        self.assertEqual(self.rejoin(x), (2, {0, 1}))
        self.rejoin(y)
        n.beat()
        self.assertEqual(n.parts(), {2, 5})
        self.check()

    def test_who_waits_for_a_rebalance_is_sent_back(self) -> None:
        x, _ = self.classic_pair()
        waiting = self.classic_join(x)
        self.assertNoResult(waiting)
        self.member("n")
        self.assertEqual(self.successResultOf(waiting).error_code, E.REBALANCE_IN_PROGRESS)
        self.assertEqual(self.classic_beat(x, 1), E.REBALANCE_IN_PROGRESS)
        self.check()

    def test_a_group_in_its_first_rebalance_goes_over_too(self) -> None:
        x = self.classic_join().member_id
        waiting = self.classic_join(x)
        n = self.member("n")
        self.assertEqual(self.successResultOf(waiting).error_code, E.REBALANCE_IN_PROGRESS)
        generation, parts = self.rejoin(x)
        self.assertEqual((generation, parts), (1, {0, 1, 2}))
        n.beat()
        self.assertEqual(n.parts(), {3, 4, 5})
        self.check()

    def test_what_its_rebalance_was_about_is_not_forgotten(self) -> None:
        """A partition was to find a new owner. Who comes wants nothing that exists, so nothing else raises the epoch."""
        n = self.member("n")
        x = self.classic_join(topics=["t"]).member_id
        n.leave()
        other = self.member("n2", subscribed_topic_names=None, subscribed_topic_regex="nothing.*")
        for _ in range(3):
            self.rejoin(x)
        other.beat()
        self.assertEqual({partition for _, partition in self.group.owners()}, set(range(6)))
        self.assertIs(self.group.state, ConsumerGroupState.STABLE)
        self.check()

    def test_an_empty_one_is_replaced(self) -> None:
        x = self.classic_join().member_id
        self.assertIs(self.classic_group.state, ClassicState.EMPTY)
        n = self.member("n")
        self.assertEqual((n.parts(), list(self.group.members)), (set(range(6)), ["n"]))
        self.assertEqual(self.log.batches[-1][0].key, GroupMetadataKey(group=GROUP))
        self.check()
        self.assertEqual(self.classic_join(x).error_code, 0)

    def test_only_a_member_that_joins_does_it(self) -> None:
        self.classic_pair()
        self.assertEqual(self.error(self.heartbeat, "n", 1), E.GROUP_ID_NOT_FOUND)
        self.assertEqual(self.error(self.heartbeat, "n", -1), E.GROUP_ID_NOT_FOUND)

    def test_the_policy_may_forbid_it(self) -> None:
        for policy in ("disabled", "downgrade", "nonsense"):
            self.settings = dataclasses.replace(self.settings, consumer_migration_policy=policy)
            self.log.batches.clear()
            self.build()
            self.classic_pair()
            error = self.assertRaises(KlogError, Member(self, "n").beat)
            self.assertEqual(error.code, E.GROUP_ID_NOT_FOUND)
            self.assertIn("online upgrade is disabled", error.message)

    def test_it_may_be_too_large(self) -> None:
        self.settings = dataclasses.replace(self.settings, consumer_max_size=1)
        self.build()
        self.classic_pair()
        self.assertEqual(self.error(Member(self, "n").beat), E.GROUP_ID_NOT_FOUND)

    def test_other_protocols_cannot(self) -> None:
        self.classic_pair(first=b"\xff", second=b"")
        error = self.assertRaises(KlogError, Member(self, "n").beat)
        self.assertEqual((error.code, "malformed" in error.message), (E.GROUP_ID_NOT_FOUND, True))

    def test_custom_assignors_cannot(self) -> None:
        self.classic_pair(first=assignment(0, user_data=b"x"))
        error = self.assertRaises(KlogError, Member(self, "n").beat)
        self.assertEqual((error.code, "custom assignor" in error.message), (E.GROUP_ID_NOT_FOUND, True))

    def test_a_leader_that_gave_a_partition_twice_is_not_followed(self) -> None:
        self.classic_pair(first=assignment(0, 1), second=assignment(1, 2))
        self.assertEqual(self.error(Member(self, "n").beat), E.UNKNOWN_SERVER_ERROR)
        self.assertIs(self.classic_group.state, ClassicState.STABLE)

    def test_where_the_log_refuses_it_stays_what_it_is(self) -> None:
        x, _ = self.classic_pair()
        self.log.refuse = KlogError(E.COORDINATOR_NOT_AVAILABLE)
        self.assertEqual(self.error(Member(self, "n").beat), E.COORDINATOR_NOT_AVAILABLE)
        self.assertEqual(self.classic_beat(x, 1), 0)

    def test_sessions_of_classic_members_go_on(self) -> None:
        x, _ = self.classic_pair()
        n = self.member("n")
        for _ in range(3):
            self.clock.advance(4)
            self.classic_beat(x, 1)
            n.beat()
        self.assertEqual(sorted(self.group.members), sorted([x, "n"]))

    def test_a_static_classic_member_comes_back_with_the_new_protocol(self) -> None:
        x = self.classic_join(instance_id="i")
        self.clock.advance(3)
        x_id = self.settled(x).member_id
        self.classic_sync(x_id, 1, "i", assignments=[SyncGroupRequestAssignment(member_id=x_id, assignment=assignment(*range(6)))])
        n = self.member("n", instance_id="i")
        self.assertEqual((n.parts(), n.epoch, list(self.group.members)), (set(range(6)), 1, ["n"]))
        self.assertEqual((self.group.classic_members, self.group.static_members), (0, {"i": "n"}))
        self.assertEqual(self.error(self.classic_beat, x_id, 1, "i"), E.FENCED_INSTANCE_ID)
        self.check()


class ClassicMembers(MigrationRig):
    """Classic members in a consumer group."""

    def setUp(self) -> None:
        super().setUp()
        self.n = self.member("n")

    def joined(self, *owned: int, **said: Any) -> tuple[str, int]:
        """A classic member that has come: id and generation."""
        member_id = self.classic_join(**said).member_id
        answer = self.classic_join(member_id, owned={"t": owned}, **said)
        return member_id, answer.generation_id

    def test_one_comes(self) -> None:
        first = self.classic_join()
        self.assertEqual((first.error_code, len(first.member_id)), (E.MEMBER_ID_REQUIRED, 22))
        x, generation = self.joined()
        self.assertEqual((generation, self.classic_assigned(x, generation)), (3, {}))
        self.assertEqual(self.classic_beat(x, 3), 0)
        self.settle(self.n)
        self.assertEqual(self.classic_beat(x, 3), E.REBALANCE_IN_PROGRESS)
        self.assertEqual(self.rejoin(x), (3, {3, 4, 5}))
        self.assertEqual(self.classic_beat(x, 3), 0)
        self.check()

    def test_old_versions_are_taken_at_once(self) -> None:
        self.assertEqual(self.classic_join(version=3).error_code, 0)

    def test_its_own_session_timeout_counts(self) -> None:
        x, generation = self.joined()
        self.classic_assigned(x, generation)
        self.clock.advance(9)
        self.classic_beat(x, generation)
        self.clock.advance(9)
        self.assertIn(x, self.group.members)
        self.clock.advance(2)
        self.assertNotIn(x, self.group.members)

    def test_who_does_not_sync_is_out(self) -> None:
        x, generation = self.joined(rebalance_ms=15_000)
        for _ in range(2):
            self.clock.advance(7)
            self.classic_beat(x, generation)
        self.clock.advance(2)
        self.assertNotIn(x, self.group.members)

    def test_who_does_not_join_again_is_out(self) -> None:
        x, generation = self.joined(rebalance_ms=15_000)
        self.classic_assigned(x, generation)
        self.settle(self.n)
        for _ in range(5):
            self.clock.advance(4)
            if x in self.group.members:
                self.assertEqual(self.classic_beat(x, generation), E.REBALANCE_IN_PROGRESS)
        self.assertNotIn(x, self.group.members)

    def test_sync_and_heartbeat_check_who_asks(self) -> None:
        x, generation = self.joined()
        self.assertEqual(self.error(self.classic_beat, "other", generation), E.UNKNOWN_MEMBER_ID)
        self.assertEqual(self.error(self.classic_beat, x, generation + 1), E.ILLEGAL_GENERATION)
        self.assertEqual(self.error(self.classic_beat, "n", self.n.epoch), E.UNKNOWN_MEMBER_ID)
        self.assertEqual(self.error(self.classic_beat, x, generation, "i"), E.UNKNOWN_MEMBER_ID)
        self.assertEqual(self.error(self.classic_sync, x, generation + 1), E.ILLEGAL_GENERATION)
        self.assertEqual(self.error(self.classic_sync, x, generation, protocol_type="connect"), E.INCONSISTENT_GROUP_PROTOCOL)
        self.assertEqual(self.error(self.classic_sync, x, generation, protocol_name="roundrobin"), E.INCONSISTENT_GROUP_PROTOCOL)

    def test_sync_is_refused_once_there_is_a_newer_target(self) -> None:
        x, generation = self.joined()
        self.make_topic("t", 7)
        self.n.beat()
        self.assertEqual(self.error(self.classic_sync, x, generation), E.REBALANCE_IN_PROGRESS)

    def test_the_assignment_is_written_as_the_member_writes(self) -> None:
        self.n.leave()
        self.member("n2")
        metadata = encode_subscription(ConsumerProtocolSubscription(topics=["t"]), 0)
        x, generation = self.joined(protocols={"range": metadata})
        answer = self.classic_sync(x, generation, protocol_type="consumer", protocol_name="range")
        self.assertEqual((answer.protocol_type, answer.protocol_name, answer.assignment[:2]), ("consumer", "range", b"\0\0"))
        self.assertEqual(decode_assignment(answer.assignment).assigned_partitions, [])

    def test_it_must_share_a_protocol_with_the_other_classic_members(self) -> None:
        self.joined()
        metadata = encode_subscription(ConsumerProtocolSubscription(topics=["t"]), 1)
        self.assertEqual(self.error(self.classic_join, protocols={"other": metadata}), E.INCONSISTENT_GROUP_PROTOCOL)
        self.assertEqual(self.error(self.classic_join, protocols={}), E.INCONSISTENT_GROUP_PROTOCOL)

    def test_a_subscription_that_cannot_be_read_is_refused(self) -> None:
        self.assertEqual(self.error(self.classic_join, version=3, protocols={"range": b""}), E.UNKNOWN_SERVER_ERROR)

    def test_the_policy_may_forbid_it(self) -> None:
        self.settings = dataclasses.replace(self.settings, consumer_migration_policy="disabled")
        self.restart()
        self.assertEqual(self.error(self.classic_join), E.INCONSISTENT_GROUP_PROTOCOL)

    def test_the_group_may_be_full(self) -> None:
        self.settings = dataclasses.replace(self.settings, consumer_max_size=1)
        self.restart()
        self.assertEqual(self.error(self.classic_join), E.GROUP_MAX_SIZE_REACHED)

    def test_commits_are_checked_by_generation(self) -> None:
        x, generation = self.joined()
        self.assertIsNone(self.group.check_commit(x, None, generation, api_version=8))
        with self.assertRaises(KlogError) as caught:
            self.group.check_commit(x, None, generation + 1, api_version=8)
        self.assertIs(caught.exception.code, E.ILLEGAL_GENERATION)

    def test_members_of_both_kinds_may_be_removed(self) -> None:
        x, _ = self.joined()
        self.assertEqual(self.classic_join(instance_id="i").error_code, 0)
        codes = self.classic_leave((x, None), ("", "i"), ("unknown", None), ("other", "i"), ("", "unknown"))
        self.assertEqual(codes, [0, 0, E.UNKNOWN_MEMBER_ID, E.FENCED_INSTANCE_ID, E.UNKNOWN_MEMBER_ID])
        self.assertEqual(list(self.group.members), ["n"])
        self.check()

    def test_nobody_leaves_is_nothing(self) -> None:
        batches = len(self.log.batches)
        self.assertEqual(self.classic_leave(("unknown", None)), [E.UNKNOWN_MEMBER_ID])
        self.assertEqual(len(self.log.batches), batches)

    def test_a_static_one_comes_back(self) -> None:
        first = self.classic_join(instance_id="i")
        self.settle(self.n)
        generation, parts = first.generation_id, {3, 4, 5}
        answer = self.classic_join(first.member_id, instance_id="i")
        self.assertEqual(answer.generation_id, generation)
        again = self.classic_join(instance_id="i", owned={"t": parts})
        self.assertNotEqual(again.member_id, first.member_id)
        self.assertEqual(again.generation_id, generation)
        self.assertEqual(self.classic_assigned_static(again.member_id, generation), parts)
        self.assertEqual(self.error(self.classic_beat, first.member_id, generation, "i"), E.FENCED_INSTANCE_ID)
        self.check()

    def classic_assigned_static(self, member_id: str, generation: int) -> set[int]:
        """SyncGroup of the static member i."""
        answer = self.classic_sync(member_id, generation, "i")
        return {number for topic in decode_assignment(answer.assignment).assigned_partitions for number in topic.partitions}

    def test_one_that_becomes_a_consumer_member_is_no_longer_late_by_the_old_rules(self) -> None:
        answer = self.classic_join(instance_id="i", rebalance_ms=10_000)
        again = Member(self, "n2", instance_id="i")
        again.beat()
        self.assertNotIn(answer.member_id, self.group.members)
        for _ in range(3):
            self.clock.advance(10)
            self.settle(self.n, again)
        self.assertEqual(sorted(self.group.members), ["n", "n2"])

    def test_a_restart_keeps_classic_members(self) -> None:
        x, generation = self.joined()
        self.classic_assigned(x, generation)
        self.restart()
        self.assertEqual((self.group.classic_members, self.classic_beat(x, generation)), (1, 0))
        self.clock.advance(11)
        self.assertNotIn(x, self.group.members)


class Downgrade(MigrationRig):
    """The last member of the consumer protocol goes."""

    def mixed(self) -> tuple[Member, str, str]:
        """Two classic members and one of the consumer protocol, all settled."""
        x, y = self.classic_pair()
        n = self.member("n")
        self.rejoin(x)
        self.rejoin(y)
        self.settle(n)
        self.assertIs(self.group.state, ConsumerGroupState.STABLE)
        return n, x, y

    def test_the_rest_becomes_a_classic_group_and_rebalances(self) -> None:
        n, x, y = self.mixed()
        n.leave()
        group = self.classic_group
        self.assertEqual(
            (group.state, group.generation, sorted(group.membership.members)), (ClassicState.PREPARING_REBALANCE, 2, sorted([x, y]))
        )
        self.assertEqual(self.classic_beat(x, 2), E.REBALANCE_IN_PROGRESS)
        answers = [self.classic_join(member_id) for member_id in (x, y)]
        self.assertEqual({self.settled(answer).generation_id for answer in answers}, {3})

    def test_members_keep_what_was_meant_for_them(self) -> None:
        n, x, _ = self.mixed()
        n.leave()
        self.restart()
        group = self.classic_group
        self.assertIs(group.state, ClassicState.STABLE)
        self.assertEqual(group.protocol_name, "range")
        self.assertEqual(decode_assignment(group.membership.members[x].assignment).assigned_partitions[0].partitions, [0, 1])
        # The rebalance that was begun is forgotten; another generation has everybody join again, so that what n had finds somebody.
        self.assertEqual(group.generation, 3)
        self.assertEqual(self.error(lambda: self.classic_beat(x, 2)), E.ILLEGAL_GENERATION)
        self.assertEqual(self.classic_beat(x, 3), 0)
        self.clock.advance(11)
        self.assertEqual(self.classic_group.membership.members, {})

    def test_a_late_one_goes_in_the_same_way(self) -> None:
        _, x, y = self.mixed()
        for _ in range(6):
            self.clock.advance(8)
            for member_id in (x, y):
                self.classic_beat(member_id, 2)
        self.assertIs(self.shard.groups[GROUP].kind, GroupKind.CLASSIC)

    def test_the_policy_may_forbid_it(self) -> None:
        n, x, y = self.mixed()
        self.settings = dataclasses.replace(self.settings, consumer_migration_policy="upgrade")
        self.restart()
        n.leave()
        self.assertEqual(sorted(self.group.members), sorted([x, y]))
        # A heartbeat alone moves no target: somebody has to join.
        self.rejoin(x)
        self.rejoin(y)
        self.assertEqual(self.rejoin(x)[1] | self.rejoin(y)[1], set(range(6)))
        self.check()

    def test_the_rest_may_be_too_large(self) -> None:
        n, *_ = self.mixed()
        self.settings = dataclasses.replace(self.settings, max_size=1)
        self.restart()
        n.leave()
        self.assertIs(self.group.kind, GroupKind.CONSUMER)

    def test_where_the_log_refuses_it_stays_what_it_is(self) -> None:
        n, *_ = self.mixed()
        self.log.refuse = KlogError(E.COORDINATOR_NOT_AVAILABLE)
        self.assertEqual(self.error(n.leave), E.COORDINATOR_NOT_AVAILABLE)
        self.log.refuse = None
        self.assertEqual(n.beat().error_code, 0)

    def test_a_static_one_that_comes_back_as_classic_needs_no_rebalance(self) -> None:
        n = self.member("n", instance_id="i")
        self.classic_join(instance_id="j")
        self.settle(n)
        other = self.group.static_members["j"]
        self.classic_join(other, instance_id="j")
        self.assertIs(self.group.state, ConsumerGroupState.STABLE)
        epoch = self.group.group_epoch
        self.heartbeat("n", -2, instance_id="i")
        answer = self.classic_join(instance_id="i")
        group = self.classic_group
        self.assertEqual((answer.error_code, answer.generation_id, group.state), (0, epoch, ClassicState.STABLE))
        self.assertEqual((group.generation, sorted(group.membership.static)), (epoch, ["i", "j"]))
        synced = self.classic_sync(answer.member_id, epoch, "i")
        self.assertEqual(decode_assignment(synced.assignment).assigned_partitions[0].partitions, [0, 1, 2])
        self.restart()
        self.assertEqual(sorted(self.classic_group.membership.members), sorted([other, answer.member_id]))
        self.assertIsNone(self.classic_group.shard.groups.get("n"))

    def test_with_another_subscription_it_does(self) -> None:
        self.cluster.make("u", 1)
        n = self.member("n", instance_id="i")
        self.classic_join(instance_id="j")
        self.settle(n)
        answer = self.classic_join(instance_id="i", topics=["u"])
        self.assertEqual(answer.error_code, 0)
        self.assertIs(self.classic_group.state, ClassicState.PREPARING_REBALANCE)

    def test_an_empty_consumer_group_is_replaced(self) -> None:
        self.member("n").leave()
        x = self.classic_join().member_id
        answer = self.classic_join(x)
        self.clock.advance(3)
        self.assertEqual(self.settled(answer).generation_id, 1)
        self.restart()
        self.assertIs(self.classic_group.kind, GroupKind.CLASSIC)

    def test_from_one_to_the_other_and_back(self) -> None:
        n, x, y = self.mixed()
        n.leave()
        for member_id in (x, y):
            self.classic_join(member_id)
        again = self.member("n2")
        self.rejoin(x)
        self.rejoin(y)
        self.settle(again)
        self.assertIs(self.group.state, ConsumerGroupState.STABLE)
        self.assertTrue(all(member.state is MemberState.STABLE for member in self.group.members.values()))
        self.check()


class HidesSecrets(AllRights):
    """Topics with a secret in their name may not be described."""

    generation = 1

    def may(self, api_key: int, operation: Any, resource_type: Any, name: str, *, tells: bool = True) -> bool:
        """See `Rights.may`."""
        return "secret" not in name


class RegexesBesideClassicMembers(MigrationRig):
    """A classic member that joins has the expressions of others resolved, by its own rights."""

    def test_what_may_not_be_described_is_not_found(self) -> None:
        plain = self.context

        def context(version: int = 1, client_id: str | None = "c", host: str = "192.0.2.1") -> RequestContext:
            made = plain(version, client_id, host)
            made.connection.rights = HidesSecrets()
            return made

        self.patch(self, "context", context)
        self.cluster.make("orders-eu", 1)
        n = self.member("n", subscribed_topic_names=None, subscribed_topic_regex="orders-.*")
        x = self.classic_join(session_ms=30_000).member_id
        self.assertEqual(self.classic_join(x, session_ms=30_000).error_code, 0)
        self.make_topic("orders-secret", 1)
        self.make_topic("orders-us", 1)
        self.clock.advance(10.001)
        self.classic_join(x, session_ms=30_000)
        self.assertEqual(self.group.resolved_regexes["orders-.*"].topics, {"orders-eu", "orders-us"})
        self.settle(n)
        self.assertNotIn("orders-secret", n.owned)
