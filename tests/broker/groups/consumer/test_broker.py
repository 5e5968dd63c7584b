"""A consumer group in a whole broker in memory: over the wire, through stops, with committed offsets and changing topics."""

from __future__ import annotations

from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.errors import ErrorCode
from klog.testing.broker import MemoryBroker, MemoryClient
from klog.wire.messages.api_versions import ApiVersionsRequest
from klog.wire.messages.consumer_group_describe import ConsumerGroupDescribeRequest
from klog.wire.messages.consumer_group_heartbeat import ConsumerGroupHeartbeatRequest, TopicPartitions
from klog.wire.messages.create_partitions import CreatePartitionsRequest, CreatePartitionsTopic
from klog.wire.messages.create_topics import CreatableTopic, CreateTopicsRequest
from klog.wire.messages.delete_groups import DeleteGroupsRequest
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from klog.wire.messages.list_groups import ListGroupsRequest
from klog.wire.messages.offset_commit import OffsetCommitRequest, OffsetCommitRequestPartition, OffsetCommitRequestTopic

E = ErrorCode


class Whole(SynchronousTestCase):
    """One broker, one client that speaks for all members."""

    def setUp(self) -> None:
        self.broker = MemoryBroker({"offsets.topic.num.partitions": "3", "group.consumer.assignment.interval.ms": "0"}).start()
        self.client: MemoryClient = self.broker.connect()
        self.client.ask(CreateTopicsRequest(topics=[CreatableTopic(name="t", num_partitions=4, replication_factor=1)]), 7)
        self.find()

    def find(self) -> None:
        """There is a coordinator."""
        for _ in range(10):
            answer = self.client.ask(FindCoordinatorRequest(coordinator_keys=["g"]), 6).coordinators[0]
            if answer.error_code == 0:
                return
            self.broker.advance(0.1)
        self.fail("no coordinator")

    def beat(self, member_id: str, epoch: int, **said: Any) -> Any:
        """ConsumerGroupHeartbeat."""
        return self.client.ask(ConsumerGroupHeartbeatRequest(group_id="g", member_id=member_id, member_epoch=epoch, **said), 1)

    def join(self, member_id: str, **said: Any) -> Any:
        """Its first one."""
        fields: dict[str, Any] = {"subscribed_topic_names": ["t"], "rebalance_timeout_ms": 10_000, "topic_partitions": []}
        return self.beat(member_id, 0, **(fields | said))

    @staticmethod
    def parts(answer: Any) -> list[int]:
        """The partitions of an assignment."""
        return sorted(number for topic in answer.assignment.topic_partitions for number in topic.partitions)

    def commit(self, member_id: str, epoch: int, partition: int = 0) -> int:
        """OffsetCommit; the code."""
        topic = OffsetCommitRequestTopic(
            name="t", partitions=[OffsetCommitRequestPartition(partition_index=partition, committed_offset=0, committed_metadata="")]
        )
        request = OffsetCommitRequest(group_id="g", member_id=member_id, generation_id_or_member_epoch=epoch, topics=[topic])
        code: int = self.client.ask(request, 9).topics[0].partitions[0].error_code
        return code

    def test_a_groups_life(self) -> None:
        first = self.join("a")
        self.assertEqual((first.error_code, self.parts(first)), (0, [0, 1, 2, 3]))
        topic_id = first.assignment.topic_partitions[0].topic_id
        second = self.join("b")
        self.assertEqual(self.parts(second), [])
        told = self.beat("a", first.member_epoch)
        self.assertEqual(self.parts(told), [0, 1])
        self.assertEqual(self.commit("a", told.member_epoch, 2), 0)
        owned = [TopicPartitions(topic_id=topic_id, partitions=[0, 1])]
        self.assertEqual(self.beat("a", told.member_epoch, topic_partitions=owned).member_epoch, second.member_epoch)
        self.assertEqual(self.parts(self.beat("b", second.member_epoch)), [2, 3])
        group = self.client.ask(ConsumerGroupDescribeRequest(group_ids=["g"]), 1).groups[0]
        self.assertEqual((group.group_state, [member.member_type for member in group.members]), ("Stable", [1, 1]))
        listed = self.client.ask(ListGroupsRequest(types_filter=["consumer"]), 5).groups
        self.assertEqual([(one.group_id, one.group_state, one.group_type) for one in listed], [("g", "Stable", "consumer")])

    def test_a_new_partition_is_assigned(self) -> None:
        epoch = self.join("a").member_epoch
        self.client.ask(CreatePartitionsRequest(topics=[CreatePartitionsTopic(name="t", count=5, assignments=None)], timeout_ms=1000), 3)
        self.assertEqual(self.parts(self.beat("a", epoch)), [0, 1, 2, 3, 4])

    def test_a_topic_that_an_expression_finds_is_assigned(self) -> None:
        epoch = self.join("a", subscribed_topic_names=None, subscribed_topic_regex="u.*").member_epoch
        self.client.ask(CreateTopicsRequest(topics=[CreatableTopic(name="uu", num_partitions=2, replication_factor=1)]), 7)
        self.broker.advance(10.1)
        for _ in range(2):
            answer = self.beat("a", epoch)
        self.assertEqual(self.parts(answer), [0, 1])

    def test_commits_are_checked(self) -> None:
        epoch = self.join("a").member_epoch
        self.assertEqual(self.commit("a", epoch), 0)
        self.assertEqual(self.commit("a", epoch + 1), E.STALE_MEMBER_EPOCH)
        self.assertEqual(self.commit("x", epoch), E.UNKNOWN_MEMBER_ID)
        self.assertEqual(self.commit("", -1), E.UNKNOWN_MEMBER_ID)

    def test_a_group_outlives_stops_and_crashes(self) -> None:
        epoch = self.join("a").member_epoch
        for crash in (False, True):
            if crash:
                # What was acknowledged is flushed by then.
                self.broker.advance(1)
                self.broker.stop()
                self.broker = self.broker.crash().start()
            else:
                self.broker.stop()
                self.broker.start()
            self.client = self.broker.connect()
            self.find()
            answer = self.beat("a", epoch)
            self.assertEqual((answer.error_code, answer.member_epoch, answer.assignment), (0, epoch, None))

    def test_deleting(self) -> None:
        self.join("a")
        self.assertEqual(self.client.ask(DeleteGroupsRequest(groups_names=["g"]), 2).results[0].error_code, E.NON_EMPTY_GROUP)
        self.beat("a", -1)
        self.assertEqual(self.client.ask(DeleteGroupsRequest(groups_names=["g"]), 2).results[0].error_code, 0)
        group = self.client.ask(ConsumerGroupDescribeRequest(group_ids=["g"]), 1).groups[0]
        self.assertEqual((group.error_code, group.error_message), (E.GROUP_ID_NOT_FOUND, "Group g not found."))

    def test_errors_have_sentences(self) -> None:
        answer = self.beat("a", 3)
        self.assertEqual((answer.error_code, answer.error_message), (E.GROUP_ID_NOT_FOUND, "Consumer group g not found."))
        answer = self.join("a", subscribed_topic_names=None, subscribed_topic_regex="(")
        self.assertEqual(answer.error_code, E.INVALID_REGULAR_EXPRESSION)

    def test_the_apis_are_announced(self) -> None:
        keys = {api.api_key: (api.min_version, api.max_version) for api in self.client.ask(ApiVersionsRequest(), 2).api_keys}
        self.assertEqual((keys[68], keys[69]), ((0, 1), (0, 1)))
