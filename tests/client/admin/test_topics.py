"""Administration of topics and partitions."""

from __future__ import annotations

from typing import Any

from klog.client.admin.topics import by_topic, creatable, created, described
from klog.client.admin.types import NewTopic
from klog.config import ConfigError
from klog.errors import ErrorCode, KlogError
from klog.model import EARLIEST_TIMESTAMP, LATEST_TIMESTAMP, MAX_TIMESTAMP, TopicPartition
from klog.wire.messages.alter_partition_reassignments import (
    AlterPartitionReassignmentsRequest,
    AlterPartitionReassignmentsResponse,
    ReassignablePartitionResponse,
    ReassignableTopicResponse,
)
from klog.wire.messages.create_topics import CreatableTopicConfigs, CreatableTopicResult
from klog.wire.messages.elect_leaders import (
    ElectLeadersRequest,
    ElectLeadersResponse,
    PartitionResult,
    ReplicaElectionResult,
)
from klog.wire.messages.list_offsets import (
    ListOffsetsPartitionResponse,
    ListOffsetsRequest,
    ListOffsetsResponse,
    ListOffsetsTopicResponse,
)
from klog.wire.messages.list_partition_reassignments import (
    ListPartitionReassignmentsRequest,
    ListPartitionReassignmentsResponse,
    OngoingPartitionReassignment,
    OngoingTopicReassignment,
)
from klog.wire.messages.metadata import MetadataResponsePartition, MetadataResponseTopic
from tests.client.admin.admin_rig import FakeCase, MemoryCase, Server, code_of

FIRST, SECOND = TopicPartition("orders", 0), TopicPartition("orders", 1)


class MessageTests(FakeCase):
    """Requests and answers alone."""

    def test_new_topics(self) -> None:
        made = creatable(NewTopic("a", 3, 2, {"retention.ms": "1", "cleanup.policy": None}))
        self.assertEqual((made.num_partitions, made.replication_factor, made.assignments), (3, 2, []))
        self.assertEqual([(each.name, each.value) for each in made.configs], [("retention.ms", "1"), ("cleanup.policy", None)])
        chosen = creatable(NewTopic("a", 3, 2, assignments={0: (1, 2), 1: (2, 1)}))
        self.assertEqual((chosen.num_partitions, chosen.replication_factor), (-1, -1))
        self.assertEqual([(each.partition_index, each.broker_ids) for each in chosen.assignments], [(0, [1, 2]), (1, [2, 1])])

    def test_created(self) -> None:
        """Old brokers tell less."""
        configs = [CreatableTopicConfigs(name="a", value="1", config_source=1)]
        fresh = created(CreatableTopicResult(name="t", topic_id=b"\1" * 16, num_partitions=2, replication_factor=1, configs=configs))
        assert not isinstance(fresh, KlogError) and fresh.configs is not None
        self.assertEqual((fresh.partitions, fresh.configs["a"].value), (2, "1"))
        old = created(CreatableTopicResult(name="t"))
        assert not isinstance(old, KlogError)
        self.assertEqual((old.partitions, old.configs), (-1, None))
        hidden = created(CreatableTopicResult(name="t", topic_config_error_code=29, num_partitions=2, replication_factor=1))
        assert not isinstance(hidden, KlogError)
        self.assertIsNone(hidden.configs)

    def test_described(self) -> None:
        rows = [MetadataResponsePartition(partition_index=n, leader_id=1, replica_nodes=[1], isr_nodes=[1]) for n in (1, 0)]
        topic = described(MetadataResponseTopic(name="a", partitions=rows))
        assert not isinstance(topic, KlogError)
        self.assertEqual([each.partition for each in topic.partitions], [0, 1])
        error = described(MetadataResponseTopic(name="a", error_code=29))
        assert isinstance(error, KlogError)
        self.assertEqual(error.code, ErrorCode.TOPIC_AUTHORIZATION_FAILED)

    def test_numbers_by_topic(self) -> None:
        self.assertEqual(by_topic([SECOND, TopicPartition("x", 4), FIRST]), {"orders": [1, 0], "x": [4]})


class TopicTests(MemoryCase):
    """On klog."""

    def test_create_list_describe_delete(self) -> None:
        admin, until = self.admin, self.until
        self.assertEqual(until(admin.create_topic("orders", 2, configs={"retention.ms": "5"})).partitions, 2)
        made = until(admin.create_topics([NewTopic("orders"), NewTopic("x y"), NewTopic("more", assignments={0: [1]})]))
        self.assertEqual((list(made.done), code_of(made, "orders")), (["more"], ErrorCode.TOPIC_ALREADY_EXISTS))
        self.assertIn("topic x y", str(made.errors["x y"]))
        self.assertEqual(self.refused(admin.create_topic("orders")).code, ErrorCode.TOPIC_ALREADY_EXISTS)
        self.assertEqual([(each.name, each.partitions) for each in until(admin.list_topics())], [("more", 1), ("orders", 2)])
        found = until(admin.describe_topics())
        self.assertEqual(list(found.done), ["more", "orders"])
        self.assertEqual([each.leader for each in found["orders"].partitions], [1, 1])
        self.assertEqual(list(until(admin.create_partitions({"orders": 4}, validate_only=True)).done), ["orders"])
        self.assertEqual(list(until(admin.create_partitions({"orders": 3}, assignments={"orders": [[1]]})).done), ["orders"])
        self.assertEqual(len(until(admin.describe_topics(["orders"]))["orders"].partitions), 3)
        until(admin.delete_topic("more"))
        self.assertEqual(self.refused(admin.delete_topic("more")).code, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.commit("g", orders=0)
        self.assertEqual([each.name for each in until(admin.list_topics(internal=True))], ["__consumer_offsets", "orders"])

    def test_offsets_and_records(self) -> None:
        admin, until = self.admin, self.until
        until(admin.create_topic("orders", 2))
        began = self.broker.now_ms()
        for value in (b"a", b"b", b"c"):
            self.broker.put("orders", [value])
            self.broker.advance(1)
        at = {FIRST: EARLIEST_TIMESTAMP, SECOND: LATEST_TIMESTAMP}
        self.assertEqual({each.offset for each in until(admin.list_offsets(at)).check().values()}, {0})
        self.assertEqual(until(admin.list_offsets({FIRST: MAX_TIMESTAMP}))[FIRST].offset, 2)
        self.assertEqual(until(admin.list_offsets({FIRST: began + 900}))[FIRST].offset, 1)
        deleted = until(admin.delete_records({FIRST: 2, SECOND: 7}))
        self.assertEqual((deleted[FIRST], code_of(deleted, SECOND)), (2, ErrorCode.OFFSET_OUT_OF_RANGE))
        wrong = admin.list_offsets(at, isolation_level="sometimes")
        self.failureResultOf(wrong, ConfigError)


class OldBrokerTests(FakeCase):
    """What only newer brokers can."""

    def test_one_special_time_leaves_the_others_alone(self) -> None:
        self.limit(ListOffsets=6)
        first, second = TopicPartition("a", 0), TopicPartition("a", 0)._replace(partition=1)

        def how(server: Server, request: ListOffsetsRequest) -> Any:
            rows = [ListOffsetsPartitionResponse(partition_index=each.partition_index, offset=3) for each in request.topics[0].partitions]
            return ListOffsetsResponse(topics=[ListOffsetsTopicResponse(name="a", partitions=rows)])

        self.answer(ListOffsetsRequest, how)
        self.cluster.topics["a"] = [(1, 1), (1, 1)]
        found = self.until(self.admin.list_offsets({first: MAX_TIMESTAMP, second: LATEST_TIMESTAMP}))
        self.assertEqual((code_of(found, first), found[second].offset), (ErrorCode.UNSUPPORTED_VERSION, 3))


class MoveTests(FakeCase):
    """Leaders and moves, which klog's broker does not have."""

    def test_elections(self) -> None:
        def how(server: Server, request: ElectLeadersRequest) -> ElectLeadersResponse:
            numbers = [0, 1, 2] if request.topic_partitions is None else request.topic_partitions[0].partitions
            codes = {0: 0, 1: ErrorCode.ELECTION_NOT_NEEDED, 2: ErrorCode.PREFERRED_LEADER_NOT_AVAILABLE}
            rows = [PartitionResult(partition_id=number, error_code=codes[number]) for number in numbers]
            return ElectLeadersResponse(replica_election_results=[ReplicaElectionResult(topic="a", partition_result=rows)])

        self.answer(ElectLeadersRequest, how)
        found = self.until(self.admin.elect_leaders())
        self.assertEqual([each.partition for each in found.done], [0, 1])
        self.assertEqual(code_of(found, TopicPartition("a", 2)), ErrorCode.PREFERRED_LEADER_NOT_AVAILABLE)
        self.until(self.admin.elect_leaders([TopicPartition("a", 1)], unclean=True)).check()
        self.assertEqual(self.asked(ElectLeadersRequest)[-1][1].election_type, 1)

        passing = [ErrorCode.NOT_CONTROLLER, ErrorCode.NOT_CONTROLLER]
        self.answer(
            ElectLeadersRequest,
            lambda server, request: ElectLeadersResponse(error_code=passing.pop()) if passing else how(server, request),
        )
        self.assertEqual(len(self.until(self.admin.elect_leaders()).done), 2, "the controller moved: it is asked again")

        self.answer(ElectLeadersRequest, lambda server, request: ElectLeadersResponse(error_code=31))
        self.assertEqual(self.refused(self.admin.elect_leaders()).code, ErrorCode.CLUSTER_AUTHORIZATION_FAILED)

    def test_moves(self) -> None:
        def how(server: Server, request: AlterPartitionReassignmentsRequest) -> AlterPartitionReassignmentsResponse:
            rows = [
                ReassignablePartitionResponse(partition_index=each.partition_index, error_code=0 if each.replicas else 85)
                for each in request.topics[0].partitions
            ]
            return AlterPartitionReassignmentsResponse(responses=[ReassignableTopicResponse(name="a", partitions=rows)])

        self.answer(AlterPartitionReassignmentsRequest, how)
        first, second = TopicPartition("a", 0), TopicPartition("a", 1)
        found = self.until(self.admin.reassign({first: (2, 3), second: None}))
        self.assertEqual((list(found.done), code_of(found, second)), ([first], ErrorCode.NO_REASSIGNMENT_IN_PROGRESS))
        sent = self.asked(AlterPartitionReassignmentsRequest)[0][1].topics[0].partitions
        self.assertEqual([each.replicas for each in sent], [[2, 3], None])
        self.answer(AlterPartitionReassignmentsRequest, lambda server, request: AlterPartitionReassignmentsResponse(error_code=31))
        self.assertEqual(code_of(self.until(self.admin.reassign({first: [1]})), first), ErrorCode.CLUSTER_AUTHORIZATION_FAILED)

    def test_moving_ones(self) -> None:
        row = OngoingPartitionReassignment(partition_index=1, replicas=[1, 2], adding_replicas=[2], removing_replicas=[1])
        answer = ListPartitionReassignmentsResponse(topics=[OngoingTopicReassignment(name="a", partitions=[row])])
        self.answer(ListPartitionReassignmentsRequest, lambda server, request: answer)
        found = self.until(self.admin.list_reassignments([TopicPartition("a", 1)]))
        self.assertEqual(
            {key: (each.replicas, each.adding, each.removing) for key, each in found.items()}, {("a", 1): ((1, 2), (2,), (1,))}
        )
        self.until(self.admin.list_reassignments())
        self.assertIsNone(self.asked(ListPartitionReassignmentsRequest)[-1][1].topics)
