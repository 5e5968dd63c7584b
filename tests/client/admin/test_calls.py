"""Whom administration asks, how often and for how long."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from twisted.internet.defer import Deferred

from klog.client.admin.calls import Call, run_concurrently
from klog.client.admin.lost_answers import UNKNOWN_ATTEMPTS
from klog.client.admin.types import NewTopic
from klog.errors import ErrorCode, KlogError
from klog.model import LATEST_TIMESTAMP, TopicPartition
from klog.net.client.errors import BrokerUnreachable
from klog.wire.messages.alter_partition_reassignments import (
    AlterPartitionReassignmentsRequest,
    AlterPartitionReassignmentsResponse,
    ReassignablePartitionResponse,
    ReassignableTopicResponse,
)
from klog.wire.messages.alter_user_scram_credentials import (
    AlterUserScramCredentialsRequest,
    AlterUserScramCredentialsResponse,
    AlterUserScramCredentialsResult,
)
from klog.wire.messages.create_partitions import CreatePartitionsRequest, CreatePartitionsResponse, CreatePartitionsTopicResult
from klog.wire.messages.create_topics import CreatableTopicResult, CreateTopicsRequest, CreateTopicsResponse
from klog.wire.messages.delete_groups import DeletableGroupResult, DeleteGroupsRequest, DeleteGroupsResponse
from klog.wire.messages.delete_topics import DeletableTopicResult, DeleteTopicsRequest, DeleteTopicsResponse
from klog.wire.messages.describe_configs import (
    DescribeConfigsRequest,
    DescribeConfigsResourceResult,
    DescribeConfigsResponse,
    DescribeConfigsResult,
)
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from klog.wire.messages.leave_group import LeaveGroupRequest, LeaveGroupResponse, MemberResponse
from klog.wire.messages.list_offsets import (
    ListOffsetsPartitionResponse,
    ListOffsetsRequest,
    ListOffsetsResponse,
    ListOffsetsTopicResponse,
)
from klog.wire.messages.metadata import MetadataRequest
from tests.client.admin.admin_rig import FakeCase, Server, code_of


def offsets(request: ListOffsetsRequest, code: int = 0, offset: int = 7) -> ListOffsetsResponse:
    """The same for all that is asked."""
    return ListOffsetsResponse(
        topics=[
            ListOffsetsTopicResponse(
                name=topic.name,
                partitions=[
                    ListOffsetsPartitionResponse(partition_index=one.partition_index, error_code=code, offset=offset)
                    for one in topic.partitions
                ],
            )
            for topic in request.topics
        ]
    )


def created(request: CreateTopicsRequest, code: int = 0) -> CreateTopicsResponse:
    """The same for all that is asked."""
    return CreateTopicsResponse(topics=[CreatableTopicResult(name=topic.name, error_code=code) for topic in request.topics])


class LeaderTests(FakeCase):
    """`Call.by_leader` and `Call.settle`, by ListOffsets."""

    where = [TopicPartition("a", number) for number in range(3)]

    def list_offsets(self, *partitions: TopicPartition, **more: Any) -> Deferred[Any]:
        return self.admin.list_offsets(dict.fromkeys(partitions or self.where, LATEST_TIMESTAMP), **more)

    def test_each_leader_is_asked_once(self) -> None:
        self.answer(ListOffsetsRequest, lambda server, request: offsets(request, offset=int(server[0][-1])))
        found = self.until(self.list_offsets()).check()
        self.assertEqual([found[each].offset for each in self.where], [1, 2, 3])
        self.assertEqual(sorted(address for address, _ in self.asked(ListOffsetsRequest)), ["host1:9092", "host2:9092", "host3:9092"])

    def test_a_leader_moves(self) -> None:
        def how(server: Server, request: ListOffsetsRequest) -> ListOffsetsResponse:
            if server[0] == "host2":
                self.cluster.topics["a"][1] = (3, 2)
                return offsets(request, ErrorCode.NOT_LEADER_OR_FOLLOWER)
            return offsets(request)

        self.answer(ListOffsetsRequest, how)
        self.assertEqual(len(self.until(self.list_offsets()).check()), 3)
        # Only what failed was asked again.
        self.assertEqual(len(self.asked(ListOffsetsRequest)), 4)

    def test_a_dead_leader_costs_its_partitions_only(self) -> None:
        self.answer(ListOffsetsRequest, lambda server, request: offsets(request))
        self.until(self.list_offsets())
        self.cluster.crash(self.cluster.nodes[2])
        found = self.until(self.list_offsets(timeout_ms=3000), 4)
        self.assertEqual(sorted(found.done), [self.where[0], self.where[2]])
        self.assertIn(code_of(found, self.where[1]), (ErrorCode.NETWORK_EXCEPTION, ErrorCode.REQUEST_TIMED_OUT))

    def test_nobody_leads(self) -> None:
        self.cluster.topics["a"][0] = (-1, 1)
        self.answer(ListOffsetsRequest, lambda server, request: offsets(request))
        found = self.until(self.list_offsets(timeout_ms=2000), 4)
        self.assertEqual((len(found.done), code_of(found, self.where[0])), (2, ErrorCode.LEADER_NOT_AVAILABLE))
        self.assertIn("a-0", str(found.errors[self.where[0]]))

    def test_what_nobody_knows(self) -> None:
        """It is asked about for a moment, since a fresh topic takes one, and not until the time is over."""
        nobody, ninth = TopicPartition("nobody", 0), TopicPartition("a", 9)
        found = self.until(self.list_offsets(nobody, ninth), 3)
        self.assertEqual({error.code for error in found.errors.values()}, {ErrorCode.UNKNOWN_TOPIC_OR_PARTITION})
        self.assertIn("there is no such topic", str(found.errors[nobody]))
        self.assertIn("the topic has 3 partitions", str(found.errors[ninth]))
        asked = [message for _, message in self.asked(MetadataRequest) if message.topics]
        self.assertEqual(len(asked), UNKNOWN_ATTEMPTS)

    def test_a_topic_becomes_known(self) -> None:
        self.answer(ListOffsetsRequest, lambda server, request: offsets(request))
        waiting = self.list_offsets(TopicPartition("new", 0))
        self.clock.pump([0.01] * 10)
        self.cluster.topics["new"] = [(2, 0)]
        self.assertEqual(self.until(waiting).check()[TopicPartition("new", 0)].offset, 7)

    def test_an_answer_that_leaves_something_out(self) -> None:
        self.answer(ListOffsetsRequest, lambda server, request: ListOffsetsResponse())
        found = self.until(self.list_offsets(self.where[0]))
        self.assertEqual(code_of(found, self.where[0]), ErrorCode.UNKNOWN_SERVER_ERROR)
        self.assertIn("does not mention it", str(found.errors[self.where[0]]))

    def test_a_lasting_error_is_not_tried_again(self) -> None:
        self.answer(ListOffsetsRequest, lambda server, request: offsets(request, ErrorCode.TOPIC_AUTHORIZATION_FAILED))
        found = self.until(self.list_offsets(), 1)
        self.assertEqual((len(found.errors), len(self.asked(ListOffsetsRequest))), (3, 3))

    def test_silence_ends(self) -> None:
        """A broker that answers nothing: the call ends when its time is over."""
        self.answer(ListOffsetsRequest, lambda server, request: offsets(request))
        self.until(self.list_offsets())
        self.cluster.mute.add(self.cluster.nodes[1])
        found = self.until(self.list_offsets(timeout_ms=1000), 3)
        # Which of the two depends on who was asked who leads.
        self.assertIn(code_of(found, self.where[0]), (ErrorCode.REQUEST_TIMED_OUT, ErrorCode.NETWORK_EXCEPTION))

    def test_nobody_at_all(self) -> None:
        self.cluster.up.clear()
        error = self.refused(self.admin.list_topics(timeout_ms=1000), 3)
        self.assertIn(error.code, (ErrorCode.NETWORK_EXCEPTION, ErrorCode.REQUEST_TIMED_OUT))

    def test_nothing_is_asked_about_nothing(self) -> None:
        self.assertEqual(self.until(self.admin.list_offsets({})).check(), {})
        self.assertEqual(self.cluster.asked, [])

    def test_the_guard(self) -> None:
        """What hangs all the same is cut off, and says what it was."""
        self.cluster.silent = set(self.cluster.nodes.values())
        self.cluster.up.clear()
        error = self.refused(self.admin.broker_versions(timeout_ms=500), 2)
        self.assertIn(error.code, (ErrorCode.NETWORK_EXCEPTION, ErrorCode.REQUEST_TIMED_OUT))

    def test_stopped(self) -> None:
        self.until(self.admin.stopService())
        self.assertEqual(self.refused(self.admin.list_topics()).code, ErrorCode.OPERATION_NOT_ATTEMPTED)


class ControllerTests(FakeCase):
    """Requests for the controller."""

    def test_it_moves(self) -> None:
        def how(server: Server, request: CreateTopicsRequest) -> CreateTopicsResponse:
            if server[0] != "host3":
                self.cluster.controller = 3
                return created(request, ErrorCode.NOT_CONTROLLER)
            return created(request)

        self.answer(CreateTopicsRequest, how)
        self.assertEqual(self.until(self.admin.create_topic("b", 1, 1)).name, "b")
        self.assertEqual([address for address, _ in self.asked(CreateTopicsRequest)], ["host1:9092", "host3:9092"])

    def test_it_dies(self) -> None:
        self.answer(CreateTopicsRequest, lambda server, request: created(request))
        self.until(self.admin.create_topic("b", 1, 1))
        self.cluster.crash(self.cluster.nodes[1])
        del self.cluster.nodes[1]
        self.cluster.controller = 2
        self.assertEqual(self.until(self.admin.create_topic("c", 1, 1)).name, "c")

    def test_a_broken_connection_is_tried_again(self) -> None:
        failures = [BrokerUnreachable("host1:9092", "closed the connection")] * 2

        def how(server: Server, request: CreateTopicsRequest) -> CreateTopicsResponse:
            if failures:
                raise failures.pop()
            return created(request)

        self.answer(CreateTopicsRequest, how)
        self.assertEqual(self.until(self.admin.create_topic("b", 1, 1)).name, "b")


class LostAnswerTests(FakeCase):
    """A change that may have happened is looked up before it is called failed."""

    def setUp(self) -> None:
        super().setUp()
        self.lost = [BrokerUnreachable("host1:9092", "closed the connection")]

    def changing(self, act: Callable[[], None], code: ErrorCode) -> Callable[[], ErrorCode]:
        """What a broker does: the change and no answer, then what it says to a change that is done already."""

        def how() -> ErrorCode:
            if self.lost:
                act()
                raise self.lost.pop()
            return code

        return how

    def make(self, partitions: int, topic: str = "b") -> None:
        self.cluster.topics[topic] = [(1, 0)] * partitions

    def create(self, how: Callable[[], ErrorCode], **options: Any) -> Deferred[Any]:
        self.answer(CreateTopicsRequest, lambda server, request: created(request, how()))
        return self.admin.create_topic("b", 2, **options)

    def test_a_topic_that_was_created(self) -> None:
        made = self.until(self.create(self.changing(lambda: self.make(2), ErrorCode.TOPIC_ALREADY_EXISTS)))
        self.assertEqual((made.name, made.partitions, made.topic_id[:1]), ("b", 2, b"b"))
        self.assertEqual(len(self.asked(CreateTopicsRequest)), 2)

    def test_a_topic_that_was_there_before(self) -> None:
        """Another one than was asked for; one that nobody made though an answer was lost; one whose request never left."""
        exists = ErrorCode.TOPIC_ALREADY_EXISTS
        self.assertEqual(self.refused(self.create(self.changing(lambda: self.make(3), exists))).code, exists)
        self.assertEqual(self.refused(self.create(lambda: exists)).code, exists)
        self.make(2)
        self.until(self.admin.list_topics())
        self.cluster.crash(self.cluster.nodes[1])
        waiting = self.create(lambda: exists)
        self.clock.pump([0.1] * 20)
        self.cluster.up.add(self.cluster.nodes[1])
        self.assertEqual(self.refused(waiting).code, exists)

    def test_settings_are_looked_at_too(self) -> None:
        def described(server: Server, request: DescribeConfigsRequest) -> DescribeConfigsResponse:
            values = [DescribeConfigsResourceResult(name="retention.ms", value="5", config_source=1)]
            result = DescribeConfigsResult(resource_type=2, resource_name="b", configs=values)
            return DescribeConfigsResponse(results=[result])

        self.answer(DescribeConfigsRequest, described)
        for wanted in ("5", "6"):
            self.lost = [BrokerUnreachable("host1:9092", "closed the connection")]
            making = self.create(self.changing(lambda: self.make(2), ErrorCode.TOPIC_ALREADY_EXISTS), configs={"retention.ms": wanted})
            if wanted == "5":
                self.assertEqual(self.until(making).partitions, 2)
            else:
                self.assertEqual(self.refused(making).code, ErrorCode.TOPIC_ALREADY_EXISTS)

    def test_the_broker_that_is_asked_may_learn_of_it_later(self) -> None:
        making = self.create(self.changing(lambda: None, ErrorCode.TOPIC_ALREADY_EXISTS))
        self.clock.pump([0.01] * 30)
        self.make(2)
        self.assertEqual(self.until(making).partitions, 2)

    def test_one_that_cannot_be_looked_up_leaves_the_others_alone(self) -> None:
        """And is not called refused: it may be the one that was made."""
        how = self.changing(lambda: self.make(2), ErrorCode.TOPIC_ALREADY_EXISTS)

        self.answer(CreateTopicsRequest, lambda server, request: created(request, how()))
        found = self.until(self.admin.create_topics([NewTopic("b", 2), NewTopic("gone", 1)]))
        self.assertEqual(list(found.done), ["b"])
        self.assertEqual(code_of(found, "gone"), ErrorCode.NETWORK_EXCEPTION)
        sentence = str(found.errors["gone"])
        for part in ("closed the connection", "TOPIC_ALREADY_EXISTS", "whether we did it could not be looked up", "no such topic"):
            self.assertIn(part, sentence)

    def test_a_topic_that_was_deleted(self) -> None:
        self.make(1)
        how = self.changing(lambda: self.cluster.topics.__delitem__("b"), ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)

        def answer(server: Server, request: DeleteTopicsRequest) -> DeleteTopicsResponse:
            code = how()
            return DeleteTopicsResponse(responses=[DeletableTopicResult(name=name, error_code=code) for name in request.topic_names])

        self.answer(DeleteTopicsRequest, answer)
        self.assertEqual(self.until(self.admin.delete_topics(["b"])).check(), {"b": None})
        found = self.until(self.admin.delete_topics(["b"]))
        self.assertEqual(code_of(found, "b"), ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)

    def test_partitions_that_were_added(self) -> None:
        def answer(server: Server, request: CreatePartitionsRequest) -> CreatePartitionsResponse:
            code = how()
            return CreatePartitionsResponse(results=[CreatePartitionsTopicResult(name=one.name, error_code=code) for one in request.topics])

        self.answer(CreatePartitionsRequest, answer)
        how = self.changing(lambda: self.make(4), ErrorCode.INVALID_PARTITIONS)
        self.assertEqual(self.until(self.admin.create_partitions({"b": 4})).check(), {"b": None})
        self.assertEqual(code_of(self.until(self.admin.create_partitions({"b": 4})), "b"), ErrorCode.INVALID_PARTITIONS)
        self.lost = [BrokerUnreachable("host1:9092", "closed the connection")]
        how = self.changing(lambda: self.make(9), ErrorCode.INVALID_PARTITIONS)
        self.assertEqual(code_of(self.until(self.admin.create_partitions({"b": 4})), "b"), ErrorCode.INVALID_PARTITIONS)

    def test_a_group_that_was_deleted(self) -> None:
        how = self.changing(lambda: None, ErrorCode.GROUP_ID_NOT_FOUND)

        def answer(server: Server, request: DeleteGroupsRequest) -> DeleteGroupsResponse:
            code = how()
            return DeleteGroupsResponse(results=[DeletableGroupResult(group_id=each, error_code=code) for each in request.groups_names])

        self.cluster.groups = {"g": 1}
        self.answer(DeleteGroupsRequest, answer)
        self.assertEqual(self.until(self.admin.delete_groups(["g"])).check(), {"g": None})
        self.assertEqual(code_of(self.until(self.admin.delete_groups(["g"])), "g"), ErrorCode.GROUP_ID_NOT_FOUND)

    def test_a_password_that_was_deleted(self) -> None:
        how = self.changing(lambda: None, ErrorCode.RESOURCE_NOT_FOUND)

        def answer(server: Server, request: AlterUserScramCredentialsRequest) -> AlterUserScramCredentialsResponse:
            code = how()
            rows = [AlterUserScramCredentialsResult(user=each.name, error_code=code) for each in request.deletions]
            return AlterUserScramCredentialsResponse(results=rows)

        self.answer(AlterUserScramCredentialsRequest, answer)
        self.assertIsNone(self.until(self.admin.delete_scram_password("anna")))
        self.assertEqual(self.refused(self.admin.delete_scram_password("anna")).code, ErrorCode.RESOURCE_NOT_FOUND)

    def test_members_that_were_removed(self) -> None:
        how = self.changing(lambda: None, ErrorCode.UNKNOWN_MEMBER_ID)

        def answer(server: Server, request: LeaveGroupRequest) -> LeaveGroupResponse:
            code = how()
            return LeaveGroupResponse(members=[MemberResponse(member_id=one.member_id, error_code=code) for one in request.members])

        self.cluster.groups = {"g": 1}
        self.answer(LeaveGroupRequest, answer)
        self.assertEqual(self.until(self.admin.remove_members("g", ["m"])).check(), {"m": None})
        self.assertEqual(code_of(self.until(self.admin.remove_members("g", ["m"])), "m"), ErrorCode.UNKNOWN_MEMBER_ID)

    def test_members_of_which_the_answer_says_nothing(self) -> None:
        """They may still be there; and those that nobody asked about are none of ours."""
        self.cluster.groups = {"g": 1}
        answer = LeaveGroupResponse(members=[MemberResponse(member_id="m"), MemberResponse(member_id="stranger")])
        self.answer(LeaveGroupRequest, lambda server, request: answer)
        removed = self.until(self.admin.remove_members("g", ["m", "n"]))
        self.assertEqual(list(removed.done), ["m"])
        self.assertEqual(code_of(removed, "n"), ErrorCode.UNKNOWN_SERVER_ERROR)
        self.assertIn("does not mention", str(removed.errors["n"]))

    def test_a_move_that_was_called_off(self) -> None:
        how = self.changing(lambda: None, ErrorCode.NO_REASSIGNMENT_IN_PROGRESS)

        def answer(server: Server, request: AlterPartitionReassignmentsRequest) -> AlterPartitionReassignmentsResponse:
            one = ReassignablePartitionResponse(partition_index=0, error_code=how())
            return AlterPartitionReassignmentsResponse(responses=[ReassignableTopicResponse(name="a", partitions=[one])])

        self.answer(AlterPartitionReassignmentsRequest, answer)
        where = TopicPartition("a", 0)
        self.assertEqual(self.until(self.admin.reassign({where: None})).check(), {where: None})
        self.assertEqual(code_of(self.until(self.admin.reassign({where: None})), where), ErrorCode.NO_REASSIGNMENT_IN_PROGRESS)


class CoordinatorTests(FakeCase):
    """`Call.coordinators` and `Call.by_coordinator`, by DeleteGroups."""

    def setUp(self) -> None:
        super().setUp()
        self.groups = {f"g{number}": number % 3 + 1 for number in range(9)}
        self.cluster.groups = dict(self.groups)
        self.answer(DeleteGroupsRequest, self.delete)

    def delete(self, server: Server, request: DeleteGroupsRequest) -> DeleteGroupsResponse:
        node = int(server[0][-1])
        return DeleteGroupsResponse(
            results=[
                DeletableGroupResult(group_id=each, error_code=0 if self.groups[each] == node else ErrorCode.NOT_COORDINATOR)
                for each in request.groups_names
            ]
        )

    def test_all_keys_in_one_request(self) -> None:
        self.assertEqual(len(self.until(self.admin.delete_groups(self.groups)).check()), 9)
        self.assertEqual((len(self.asked(FindCoordinatorRequest)), len(self.asked(DeleteGroupsRequest))), (1, 3))

    def test_old_brokers_are_asked_for_each(self) -> None:
        self.limit(FindCoordinator=3)
        self.assertEqual(len(self.until(self.admin.delete_groups(self.groups)).check()), 9)
        self.assertEqual((len(self.asked(FindCoordinatorRequest)), len(self.asked(DeleteGroupsRequest))), (9, 3))
        self.assertEqual([message.coordinator_keys for _, message in self.asked(FindCoordinatorRequest)], [[]] * 9)

    def test_one_moves(self) -> None:
        self.cluster.groups["g0"] = 2
        waiting = self.admin.delete_groups(self.groups)
        self.clock.pump([0.01] * 8)
        self.cluster.groups["g0"] = 1
        self.assertEqual(len(self.until(waiting).check()), 9)

    def test_one_has_none(self) -> None:
        self.cluster.groups["g0"] = ErrorCode.COORDINATOR_NOT_AVAILABLE
        self.cluster.groups["g1"] = ErrorCode.GROUP_AUTHORIZATION_FAILED
        found = self.until(self.admin.delete_groups(self.groups, timeout_ms=1000), 3)
        self.assertEqual(len(found.done), 7)
        self.assertEqual(
            (code_of(found, "g0"), code_of(found, "g1")), (ErrorCode.COORDINATOR_NOT_AVAILABLE, ErrorCode.GROUP_AUTHORIZATION_FAILED)
        )
        self.assertIn("group g0", str(found.errors["g0"]))


class SideBySideTests(FakeCase):
    """`run_concurrently`."""

    def test_in_order_and_bounded(self) -> None:
        running: list[int] = []
        most = 0
        waiting: list[Deferred[int]] = []

        async def work(number: int) -> int:
            nonlocal most
            running.append(number)
            most = max(most, len(running))
            deferred: Deferred[int] = Deferred()
            waiting.append(deferred)
            await deferred
            running.remove(number)
            return number * number

        results = Deferred.fromCoroutine(run_concurrently([lambda number=number: work(number) for number in range(20)], 3))  # type: ignore[misc]
        while waiting:
            waiting.pop().callback(0)
        self.assertEqual((self.successResultOf(results), most), ([number * number for number in range(20)], 3))

    def test_a_failure_waits_for_the_others(self) -> None:
        waiting: Deferred[None] = Deferred()

        async def slow() -> None:
            await waiting

        async def broken() -> None:
            raise KlogError(ErrorCode.INVALID_REQUEST)

        results = Deferred.fromCoroutine(run_concurrently([slow, broken], 2))
        self.assertNoResult(results)
        waiting.callback(None)
        self.failureResultOf(results, KlogError)

    def test_times(self) -> None:
        call = Call(self.admin.routing, 10_000)
        self.assertEqual((call.left_ms, call.broker_timeout_ms, call.is_late), (10_000, 9_500, False))
        self.clock.advance(9.5)
        self.assertEqual((call.left_ms, call.broker_timeout_ms), (500, 500))
        self.clock.advance(1)
        self.assertEqual((call.left_ms, call.is_late), (1, True))
        self.assertEqual(Call(self.admin.routing).timeout_ms, 30_000)
