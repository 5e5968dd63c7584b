"""Administration of groups and their offsets."""

from __future__ import annotations

from typing import Any

from klog.client.admin.groups import listed, of_classic_group, of_consumer_group, one_group_found, several_groups_found
from klog.client.offsets import Committed
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.wire.consumer_protocol import (
    ConsumerProtocolAssignment,
    ConsumerProtocolSubscription,
    encode_assignment,
    encode_subscription,
)
from klog.wire.consumer_protocol import TopicPartition as Owned
from klog.wire.messages import consumer_group_describe as consumer
from klog.wire.messages import describe_groups as classic
from klog.wire.messages.consumer_group_heartbeat import ConsumerGroupHeartbeatRequest
from klog.wire.messages.join_group import JoinGroupRequest, JoinGroupRequestProtocol
from klog.wire.messages.leave_group import LeaveGroupRequest
from klog.wire.messages.list_groups import ListedGroup, ListGroupsRequest, ListGroupsResponse
from klog.wire.messages.offset_commit import (
    OffsetCommitRequest,
    OffsetCommitResponse,
    OffsetCommitResponsePartition,
    OffsetCommitResponseTopic,
)
from klog.wire.messages.offset_fetch import (
    OffsetFetchRequest,
    OffsetFetchResponse,
    OffsetFetchResponseGroup,
    OffsetFetchResponsePartition,
    OffsetFetchResponsePartitions,
    OffsetFetchResponseTopic,
    OffsetFetchResponseTopics,
)
from klog.wire.messages.sync_group import SyncGroupRequest, SyncGroupRequestAssignment
from tests.client.admin.admin_rig import FakeCase, MemoryCase, Server, code_of

A = TopicPartition("a", 0)
SUBSCRIBED = encode_subscription(ConsumerProtocolSubscription(topics=["b", "a"]))
ASSIGNED = encode_assignment(ConsumerProtocolAssignment(assigned_partitions=[Owned(topic="a", partitions=[1, 0])]))


class AnswerTests(FakeCase):
    """Answers alone."""

    def test_classic(self) -> None:
        def group(**more: Any) -> classic.DescribedGroup:
            member = classic.DescribedGroupMember(
                member_id="m", client_id="c", client_host="/1", member_metadata=SUBSCRIBED, member_assignment=ASSIGNED
            )
            fields: dict[str, Any] = {"group_id": "g", "group_state": "Stable", "protocol_type": "consumer", "protocol_data": "range"}
            return classic.DescribedGroup(**{**fields, "members": [member], **more})

        found = of_classic_group(group(), 3)
        assert not isinstance(found, KlogError)
        self.assertEqual((found.group_type, found.coordinator, found.assignor), ("classic", 3, "range"))
        self.assertEqual((found.members[0].topics, found.members[0].assignment), (("a", "b"), (A, TopicPartition("a", 1))))
        self.assertIsNone(found.members[0].target)
        connect = of_classic_group(group(protocol_type="connect"), 3)
        assert not isinstance(connect, KlogError)
        self.assertEqual((connect.members[0].topics, connect.members[0].assignment), ((), ()))
        for code, more in (
            (ErrorCode.GROUP_ID_NOT_FOUND, {"group_state": "Dead"}),
            (ErrorCode.GROUP_AUTHORIZATION_FAILED, {"error_code": 30}),
        ):
            error = of_classic_group(group(**more), 3)
            assert isinstance(error, KlogError)
            self.assertEqual(error.code, code)
        odd = group()
        odd.members[0].member_metadata = b"\0\0\xff\xff"
        damaged = of_classic_group(odd, 3)
        assert not isinstance(damaged, KlogError)
        self.assertEqual(damaged.members[0].topics, ())

    def test_consumer(self) -> None:
        owned = consumer.Assignment(topic_partitions=[consumer.TopicPartitions(topic_name="a", partitions=[1, 0])])
        member = consumer.Member(member_id="m", member_epoch=4, subscribed_topic_names=["a"], assignment=owned, member_type=1)
        group = consumer.DescribedGroup(group_id="g", group_state="Stable", group_epoch=5, assignor_name="uniform", members=[member])
        found = of_consumer_group(group, 1)
        assert not isinstance(found, KlogError)
        self.assertEqual(
            (found.group_type, found.epoch, found.members[0].epoch, found.members[0].member_type), ("consumer", 5, 4, "consumer")
        )
        self.assertEqual((found.members[0].assignment, found.members[0].target), ((A, TopicPartition("a", 1)), ()))
        group.error_code = 30
        self.assertIsInstance(of_consumer_group(group, 1), KlogError)

    def test_offsets(self) -> None:
        new = OffsetFetchResponse(
            groups=[
                OffsetFetchResponseGroup(group_id="g", topics=[OffsetFetchResponseTopics(name="a", partitions=[
                    OffsetFetchResponsePartitions(partition_index=0, committed_offset=5, metadata="x", committed_leader_epoch=2),
                    OffsetFetchResponsePartitions(partition_index=1, committed_offset=-1),
                ])]),
                OffsetFetchResponseGroup(group_id="h", error_code=30),
            ]
        )  # fmt: skip
        found = several_groups_found(new)
        self.assertEqual(found["g"], {A: Committed(5, 2, "x")})
        error = found["h"]
        assert isinstance(error, KlogError)
        self.assertIn("group h", str(error))
        row = OffsetFetchResponsePartition(partition_index=0, committed_offset=5, metadata=None, error_code=0)
        old = OffsetFetchResponse(topics=[OffsetFetchResponseTopic(name="a", partitions=[row])])
        self.assertEqual(one_group_found("g", old), {A: Committed(5)})
        row.error_code = 88
        wrong = one_group_found("g", old)
        assert isinstance(wrong, KlogError)
        self.assertEqual(wrong.code, ErrorCode.UNSTABLE_OFFSET_COMMIT)
        self.assertIn("group g", str(wrong))
        old.error_code = 15
        self.assertIsInstance(one_group_found("g", old), KlogError)

    def test_listed(self) -> None:
        self.assertIsInstance(listed(ListGroupsResponse(error_code=31), 1), KlogError)


class GroupTests(MemoryCase):
    """On klog."""

    def ask(self, group: str, message: Any) -> Any:
        return self.until(self.admin.routing.ask_coordinator(group, message))

    def join(self, group: str, instance: str | None = None) -> str:
        """A classic member that has partitions 0 and 1 of topic a."""
        join = JoinGroupRequest(
            group_id=group, session_timeout_ms=30_000, rebalance_timeout_ms=30_000, protocol_type="consumer", group_instance_id=instance,
            protocols=[JoinGroupRequestProtocol(name="range", metadata=SUBSCRIBED)],
        )  # fmt: skip
        joined = self.ask(group, join)
        if joined.error_code == ErrorCode.MEMBER_ID_REQUIRED:
            join.member_id = joined.member_id
            joined = self.ask(group, join)
        given = [SyncGroupRequestAssignment(member_id=joined.member_id, assignment=ASSIGNED)]
        synced = self.ask(
            group,
            SyncGroupRequest(
                group_id=group, generation_id=joined.generation_id, member_id=joined.member_id, group_instance_id=instance,
                protocol_type="consumer", protocol_name="range", assignments=given,
            ),
        )  # fmt: skip
        self.assertEqual(synced.error_code, 0)
        member: str = joined.member_id
        return member

    def test_life_of_groups(self) -> None:
        admin, until = self.admin, self.until
        until(admin.create_topic("a", 2))
        member = self.join("classic")
        self.join("static", "one")
        beat = ConsumerGroupHeartbeatRequest(
            group_id="consumer",
            member_id="AAAAAAAAAAAAAAAAAAAAAA",
            rebalance_timeout_ms=30_000,
            subscribed_topic_names=["a"],
            topic_partitions=[],
        )
        self.assertEqual(self.ask("consumer", beat).error_code, 0)
        self.commit("offsets", a=0)
        rows = [(each.group_id, each.group_type, each.state) for each in until(admin.list_groups())]
        self.assertEqual(
            rows,
            [("classic", "classic", "Stable"), ("consumer", "consumer", rows[1][2]), ("offsets", "classic", "Empty"),
             ("static", "classic", "Stable")],
        )  # fmt: skip
        self.assertEqual([each.group_id for each in until(admin.list_groups(types=["consumer"]))], ["consumer"])
        self.assertEqual([each.group_id for each in until(admin.list_groups(states=["empty"]))], ["offsets"])
        found = until(admin.describe_groups(["classic", "consumer", "nope", "offsets", "static"]))
        self.assertEqual([(each.member_id, len(each.assignment)) for each in found["classic"].members], [(member, 2)])
        self.assertEqual([(each.topics, each.target) for each in found["consumer"].members], [(("a",), (A, TopicPartition("a", 1)))])
        self.assertEqual((found["offsets"].members, code_of(found, "nope")), ((), ErrorCode.GROUP_ID_NOT_FOUND))
        refused = until(admin.alter_group_offsets("classic", {A: 1}))
        self.assertEqual(code_of(refused, A), ErrorCode.NON_EMPTY_GROUP)
        self.assertIn("stop its consumers first", str(refused.errors[A]))
        deleted = until(admin.delete_groups(["classic", "nope", "offsets"]))
        self.assertEqual((list(deleted.done), code_of(deleted, "classic")), (["offsets"], ErrorCode.NON_EMPTY_GROUP))
        removed = until(admin.remove_members("classic", [member, "ghost"], reason="a test"))
        self.assertEqual((list(removed.done), code_of(removed, "ghost")), ([member], ErrorCode.UNKNOWN_MEMBER_ID))
        self.assertEqual(list(until(admin.remove_members("static", instances=["one"])).done), ["one"])
        self.assertEqual(until(admin.remove_members("static")).check(), {})
        self.assertEqual(self.refused(admin.remove_members("nope")).code, ErrorCode.GROUP_ID_NOT_FOUND)

    def test_all_members(self) -> None:
        self.until(self.admin.create_topic("a", 2))
        member = self.join("classic")
        self.assertEqual(list(self.until(self.admin.remove_members("classic")).done), [member])

    def test_offsets(self) -> None:
        admin, until = self.admin, self.until
        until(admin.create_topic("a", 2))
        second = TopicPartition("a", 1)
        until(admin.alter_group_offsets("g", {A: Committed(1, 0, "note"), second: 2})).check()
        found = until(admin.list_group_offsets(["g", "none"], require_stable=True)).check()
        self.assertEqual(found, {"g": {A: Committed(1, 0, "note"), second: Committed(2)}, "none": {}})
        self.assertEqual(list(until(admin.list_group_offsets({"g": [second]}))["g"]), [second])
        gone = until(admin.delete_group_offsets("g", [second, TopicPartition("no", 0)]))
        self.assertEqual((list(gone.done), code_of(gone, TopicPartition("no", 0))), ([second], ErrorCode.UNKNOWN_TOPIC_OR_PARTITION))
        self.assertEqual(code_of(until(admin.delete_group_offsets("none", [A])), A), ErrorCode.GROUP_ID_NOT_FOUND)


class OldBrokerTests(FakeCase):
    """What brokers do that are older, or fail."""

    def test_filters_are_done_here(self) -> None:
        self.limit(ListGroups=3)
        rows = {"host1": [("a", "consumer")], "host2": [("b", "")], "host3": []}

        def how(server: Server, request: ListGroupsRequest) -> ListGroupsResponse:
            self.assertEqual((request.states_filter, request.types_filter), ([], []))
            return ListGroupsResponse(groups=[ListedGroup(group_id=name, protocol_type=kind) for name, kind in rows[server[0]]])

        self.answer(ListGroupsRequest, how)
        self.assertEqual([(each.group_id, each.coordinator) for each in self.until(self.admin.list_groups())], [("a", 1), ("b", 2)])
        # What is not told is not what was asked for.
        self.assertEqual(self.until(self.admin.list_groups(states=["Stable"])), [])

    def test_one_broker_still_loads(self) -> None:
        codes = [14, 14]

        def how(server: Server, request: ListGroupsRequest) -> ListGroupsResponse:
            return ListGroupsResponse(error_code=codes.pop() if server[0] == "host2" and codes else 0)

        self.answer(ListGroupsRequest, how)
        self.assertEqual(self.until(self.admin.list_groups()), [])
        self.assertEqual(len(self.asked(ListGroupsRequest)), 5)
        codes += [30]
        error = self.refused(self.admin.list_groups())
        self.assertEqual(error.code, ErrorCode.GROUP_AUTHORIZATION_FAILED)
        self.assertIn("broker 2", str(error))

    def test_one_request_for_each_group(self) -> None:
        self.limit(OffsetFetch=7)

        def how(server: Server, request: OffsetFetchRequest) -> OffsetFetchResponse:
            self.assertEqual(request.groups, [])
            row = OffsetFetchResponsePartition(partition_index=0, committed_offset=len(request.group_id), metadata="")
            code = 30 if request.group_id == "no" else 0
            return OffsetFetchResponse(topics=[OffsetFetchResponseTopic(name="a", partitions=[row])], error_code=code)

        self.answer(OffsetFetchRequest, how)
        found = self.until(self.admin.list_group_offsets(["g", "gg", "no"]))
        self.assertEqual(found.done, {"g": {A: Committed(1)}, "gg": {A: Committed(2)}})
        self.assertEqual(code_of(found, "no"), ErrorCode.GROUP_AUTHORIZATION_FAILED)

    def test_no_several_members(self) -> None:
        self.limit(LeaveGroup=2)
        self.answer(LeaveGroupRequest, lambda server, request: self.fail("asked"))
        self.assertEqual(self.refused(self.admin.remove_members("g", ["m"])).code, ErrorCode.UNSUPPORTED_VERSION)

    def test_commit_errors(self) -> None:
        codes = {0: 0, 1: 12, 2: ErrorCode.COORDINATOR_LOAD_IN_PROGRESS}

        def how(server: Server, request: OffsetCommitRequest) -> OffsetCommitResponse:
            rows = [
                OffsetCommitResponsePartition(partition_index=each.partition_index, error_code=codes[each.partition_index])
                for each in request.topics[0].partitions
            ]
            codes[2] = 0
            return OffsetCommitResponse(topics=[OffsetCommitResponseTopic(name="a", partitions=rows)])

        self.answer(OffsetCommitRequest, how)
        found = self.until(self.admin.alter_group_offsets("g", {TopicPartition("a", number): 1 for number in range(3)}))
        self.assertEqual([each.partition for each in found.done], [0, 2])
        self.assertEqual(code_of(found, TopicPartition("a", 1)), ErrorCode.OFFSET_METADATA_TOO_LARGE)
        self.assertIn("group g, partition a-1", str(found.errors[TopicPartition("a", 1)]))
        self.assertEqual([len(message.topics[0].partitions) for _, message in self.asked(OffsetCommitRequest)], [3, 1])
