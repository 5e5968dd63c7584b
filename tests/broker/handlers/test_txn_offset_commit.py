"""TxnOffsetCommit: offsets of a group that count with their transaction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from twisted.internet.defer import Deferred

from klog.broker.coordinators.shard import ShardState
from klog.broker.transactions.marker_sender import EndMarker
from klog.broker.transactions.verification import TransactionVerifier
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.wire.messages.consumer_group_heartbeat import ConsumerGroupHeartbeatRequest
from klog.wire.messages.create_topics import CreatableTopic, CreateTopicsRequest
from klog.wire.messages.delete_topics import DeleteTopicsRequest
from klog.wire.messages.offset_commit import OffsetCommitRequest, OffsetCommitRequestPartition, OffsetCommitRequestTopic
from klog.wire.messages.txn_offset_commit import TxnOffsetCommitRequestTopic
from tests.broker.transactions.setting import Producer, TransactionTestCase

T0, T1 = TopicPartition("t", 0), TopicPartition("t", 1)
UNSTABLE = ErrorCode.UNSTABLE_OFFSET_COMMIT


class TxnOffsetCommitTests(TransactionTestCase):
    """By both versions."""

    def begin(self, version: int = 2, name: str = "x") -> Producer:
        producer = Producer(self, name, version=version)
        producer.begin()
        return producer

    def commit_plainly(self, group: str, partition: TopicPartition, offset: int) -> None:
        """OffsetCommit, outside of transactions."""
        one = OffsetCommitRequestPartition(partition_index=partition.partition, committed_offset=offset, committed_metadata="")
        topic = OffsetCommitRequestTopic(name=partition.topic, partitions=[one])
        answer = self.ask(OffsetCommitRequest(group_id=group, topics=[topic]), 8)
        self.assertEqual(answer.topics[0].partitions[0].error_code, 0)

    def test_committed_and_aborted(self) -> None:
        for version in (2, 1):
            producer = self.begin(version)
            for commit, offset, expected in ((True, 5, 5), (False, 9, 5)):
                if version == 1:
                    self.assertEqual(producer.add_offsets("g"), ErrorCode.NONE)
                self.assertEqual(producer.commit_offset("g", T0, offset), ErrorCode.NONE)
                self.assertEqual(self.offset("g", T0), UNSTABLE)
                self.assertEqual(producer.end(commit=commit), ErrorCode.NONE)
                self.assertEqual(self.offset("g", T0), expected)

    def test_not_announced(self) -> None:
        """By the first version the group's partition has to be added before."""
        producer = self.begin(1)
        self.assertEqual(producer.commit_offset("g", T0, 5), ErrorCode.TRANSACTION_ABORTABLE)
        answer = self.ask(producer.offsets_request("g", T0, 5), 2)
        self.assertEqual(answer.topics[0].partitions[0].error_code, ErrorCode.INVALID_TXN_STATE)
        self.assertEqual(self.offset("g", T0), -1)

    def test_a_plain_commit_that_comes_later_wins(self) -> None:
        producer = self.begin()
        producer.commit_offset("g", T0, 5)
        self.commit_plainly("g", T0, 7)
        producer.end()
        self.assertEqual(self.offset("g", T0), 7)
        producer.commit_offset("g", T0, 8)
        producer.end()
        self.assertEqual(self.offset("g", T0), 8)

    def test_found_again(self) -> None:
        """What is pending at a stop is pending after it, and ends with its marker."""
        producer = self.begin()
        producer.commit_offset("g", T0, 5)
        self.restart()
        self.assertEqual(self.offset("g", T0), UNSTABLE)
        self.assertEqual(self.offset("g", T0, stable=False), -1)
        producer.end()
        self.assertEqual(self.offset("g", T0), 5)
        self.restart()
        self.assertEqual(self.offset("g", T0), 5)

    def test_a_marker_ends_only_its_epoch(self) -> None:
        """A late one of an earlier epoch leaves the next transaction's offsets alone (Redpanda #3232)."""
        producer = self.begin()
        producer.commit_offset("g", T0, 5)
        producer.end()
        producer.commit_offset("g", T0, 6)
        markers = self.transactions.markers
        for partition in self.known().partitions:
            late = markers.write(EndMarker(producer.producer_id, 0, False, 0, 2), partition)
            self.assertEqual(late, ErrorCode.INVALID_PRODUCER_EPOCH)
        self.assertEqual(self.offset("g", T0), UNSTABLE)
        producer.end()
        self.assertEqual(self.offset("g", T0), 6)

    def test_members(self) -> None:
        """Whoever names a generation or a member must be one (KIP-447)."""
        producer = self.begin()
        self.assertEqual(producer.commit_offset("g", T0, 5, generation_id=3, member_id="m"), ErrorCode.ILLEGAL_GENERATION)
        self.assertEqual(self.known().state.name, "EMPTY", "nothing became part of the transaction")
        self.commit_plainly("g", T1, 1)
        self.assertEqual(producer.commit_offset("g", T0, 5, generation_id=3, member_id="m"), ErrorCode.UNKNOWN_MEMBER_ID)
        self.assertEqual(producer.commit_offset("g", T0, 5), ErrorCode.NONE)

    def test_a_member_whose_epoch_has_risen_meanwhile(self) -> None:
        """Of the consumer protocol: what it had in the epoch that it names it may commit, and nothing else (KIP-848)."""

        def beat(epoch: int, topics: list[str]) -> int:
            request = ConsumerGroupHeartbeatRequest(group_id="g", member_id="m", member_epoch=epoch, subscribed_topic_names=topics)
            request.rebalance_timeout_ms, request.topic_partitions = 60_000, [] if epoch == 0 else None
            answer = self.ask(request, 1)
            self.assertEqual(answer.error_code, ErrorCode.NONE)
            return int(answer.member_epoch)

        epoch = beat(0, ["t"])
        self.broker.advance(5)
        newer = beat(epoch, ["t", "u"])
        self.assertGreater(newer, epoch)
        producer = self.begin()
        said = {"generation_id": epoch, "member_id": "m"}
        self.assertEqual(producer.commit_offset("g", TopicPartition("u", 0), 5, **said), ErrorCode.ILLEGAL_GENERATION)
        self.assertEqual(producer.commit_offset("g", T0, 5, **said), ErrorCode.NONE)

    def test_what_does_not_exist(self) -> None:
        """Every partition that was asked for is in the answer."""
        producer = self.begin()
        request = producer.offsets_request("g", T0, 5)
        request.topics += producer.offsets_request("g", TopicPartition("none", 3), 5).topics
        request.topics += producer.offsets_request("g", TopicPartition("t", 9), 5).topics
        topics = self.ask(request, 5).topics
        unknown = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        self.assertEqual([(one.name, one.partitions[0].error_code) for one in topics], [("t", 0), ("none", unknown), ("t", unknown)])

    def test_a_topic_that_is_deleted_meanwhile(self) -> None:
        """While the transaction's coordinator is asked: another topic of that name is not read from where somebody was in this."""
        asked: list[Callable[[], None]] = []
        ask = TransactionVerifier.ask

        def later(verifier: TransactionVerifier, *given: Any, **options: Any) -> Any:
            waiting: Deferred[Any] = Deferred()
            asked.append(lambda: waiting.callback(ask(verifier, *given, **options)))
            return waiting

        self.patch(TransactionVerifier, "ask", later)
        other = self.broker.connect()
        for is_made_again, topic in ((False, "t"), (True, "u")):
            producer = self.begin(name=topic)
            self.client.send((producer.offsets_request("g", TopicPartition(topic, 0), 7), 5))
            self.broker.run()
            other.ask(DeleteTopicsRequest(topic_names=[topic], timeout_ms=1000), 4)
            if is_made_again:
                topics = [CreatableTopic(name=topic, num_partitions=2, replication_factor=1)]
                other.ask(CreateTopicsRequest(topics=topics, timeout_ms=1000), 5)
            asked.pop()()
            self.broker.run()
            (answer,), self.client.answers = self.client.receive(), []
            self.assertEqual(answer.topics[0].partitions[0].error_code, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.assertEqual(self.offset("g", TopicPartition("u", 0)), -1)

    def test_no_group(self) -> None:
        """Refused before anything becomes part of the transaction; what does not exist is told so all the same."""
        producer = self.begin()
        request = producer.offsets_request("", T0, 5)
        request.topics += producer.offsets_request("", TopicPartition("none", 3), 5).topics
        request.topics.append(TxnOffsetCommitRequestTopic(name="t"))
        topics = self.ask(request, 5).topics
        codes = [(one.name, one.partitions[0].error_code) for one in topics]
        self.assertEqual(codes, [("t", ErrorCode.INVALID_GROUP_ID), ("none", ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)])
        self.assertEqual(self.known().state.name, "EMPTY")

    def test_refused(self) -> None:
        producer = self.begin()
        self.assertEqual(Producer(self, "").commit_offset("g", T0, 1), ErrorCode.INVALID_REQUEST)
        producer.epoch += 1
        self.assertEqual(producer.commit_offset("g", T0, 1), ErrorCode.INVALID_PRODUCER_EPOCH)
        producer.epoch -= 1
        self.transactions.coordinator.shard("x").close()
        self.assertEqual(producer.commit_offset("g", T0, 1), ErrorCode.COORDINATOR_NOT_AVAILABLE)
        groups = self.broker.broker.coordinator
        assert groups is not None
        for shard in groups.shards.values():
            shard.state = ShardState.LOADING
        codes = [self.ask(producer.offsets_request("g", T0, 5), version).topics[0].partitions[0].error_code for version in (0, 1, 2, 5)]
        self.assertEqual(codes, [ErrorCode.COORDINATOR_NOT_AVAILABLE] * 2 + [ErrorCode.COORDINATOR_LOAD_IN_PROGRESS] * 2)

    def test_the_group_stays_while_it_is_pending(self) -> None:
        """And is told of."""
        producer = self.begin()
        producer.commit_offset("g", T0, 5)
        self.assertEqual(self.offset("g", T1), -1)
        producer.end(commit=False)
        self.assertEqual(self.offset("g", T0), -1)
