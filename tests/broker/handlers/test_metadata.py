"""Tests of Metadata."""

from __future__ import annotations

from typing import Any

from twisted.internet.task import Clock
from twisted.logger import Logger, formatEvent

from klog.acls import AclOperation, AclResourceType
from klog.broker import cluster_view
from klog.broker.cluster_view import MAX_PARTITIONS_PER_REQUEST
from klog.broker.handlers import metadata
from klog.broker.handlers.metadata import MetadataHandler
from klog.broker.long_answers import LongAnswers
from klog.broker.steps import Steps
from klog.cluster.interfaces import Endpoint
from klog.cluster.state import DiskFindings, FoundTopic
from klog.errors import ErrorCode, KlogError
from klog.model import TopicId
from klog.net.rights import AllRights
from klog.testing.coordination import SlowDisk
from klog.wire.messages.metadata import MetadataRequest, MetadataRequestTopic
from tests.broker.handlers.setting import AdminTestCase

UNASKED = -(2**31)


class OnlyDescribes(AllRights):
    """Who may describe every topic and make none."""

    def may(self, api_key: int, operation: AclOperation, resource_type: AclResourceType, name: str, *, tells: bool = True) -> bool:
        return operation is AclOperation.DESCRIBE


class Counted(str):
    """A name that counts how often it is looked up, or put into a set."""

    looked_up = 0

    def __hash__(self) -> int:
        Counted.looked_up += 1
        return super().__hash__()


class MetadataTests(AdminTestCase):
    def metadata(self, version: int, *names: str | None, listener: str = "PLAINTEXT", **more: Any) -> Any:
        topics = None if names == (None,) else [MetadataRequestTopic(name=name) for name in names]
        return self.ask(MetadataHandler(self.coordination, self.settings), version, MetadataRequest(topics=topics, **more), listener)

    def test_the_cluster(self) -> None:
        answer = self.metadata(1)
        broker = answer.brokers[0]
        self.assertEqual((broker.node_id, broker.host, broker.port, broker.rack), (1, "h", 9092, "r"))
        self.assertEqual((answer.controller_id, answer.cluster_id), (1, self.coordination.cluster_id()))
        self.assertEqual(answer.topics, [])

    def test_the_address_that_the_client_reached(self) -> None:
        broker = self.metadata(1, listener="LOCAL").brokers[0]
        self.assertEqual((broker.host, broker.port), ("127.0.0.9", 9999))

    def test_thousands_of_partitions(self) -> None:
        """Are told of in steps, as they were when it was asked; the answer is that which is made at once."""
        self.create("a", 2500)
        self.create("b", 3)
        clock = Clock()
        handler = MetadataHandler(self.coordination, self.settings, LongAnswers(Steps(clock, lambda: 0.0).run))
        expected = self.metadata(12, None)
        waiting: Any = handler.handle(self.context(12), MetadataRequest(topics=None))
        self.assertNoResult(waiting)
        self.create("c")
        clock.pump([0.0] * 100)
        self.assertEqual(self.successResultOf(waiting), expected)
        few = self.ask(handler, 12, MetadataRequest(topics=[MetadataRequestTopic(name="b")]))
        self.assertEqual(len(few.topics[0].partitions), 3)

    def test_all_topics(self) -> None:
        self.create("a")
        self.create("b", 3)
        for version, names in ((0, ()), (1, (None,)), (13, (None,))):
            topics = self.metadata(version, *names).topics
            self.assertEqual([(topic.name, len(topic.partitions)) for topic in topics], [("a", 1), ("b", 3)], version)
        self.assertEqual(self.metadata(1).topics, [], "an empty list asks for none")

    def test_a_topic(self) -> None:
        made = self.create("a", 2)
        topic = self.metadata(13, "a").topics[0]
        self.assertEqual((topic.error_code, topic.topic_id, topic.is_internal), (0, made.topic_id, False))
        partition = topic.partitions[1]
        self.assertEqual((partition.partition_index, partition.leader_id, partition.leader_epoch), (1, 1, 0))
        self.assertEqual((partition.replica_nodes, partition.isr_nodes, partition.offline_replicas), ([1], [1], []))

    def test_partitions_that_are_alike_are_looked_at_once(self) -> None:
        """There may be ten thousand of them, in one turn of the reactor."""
        self.create("a", 50)
        self.create("b", 50)
        looked: list[object] = []

        def view_of(*args: Any) -> Any:
            looked.append(args[0])
            return cluster_view.view_of(*args)

        self.patch(metadata, "view_of", view_of)
        for version in (0, 5, 13):
            looked.clear()
            topics = self.metadata(version, "a", "b").topics
            self.assertEqual([[one.partition_index for one in topic.partitions] for topic in topics], [list(range(50))] * 2)
            self.assertEqual(
                {(one.leader_id, *one.replica_nodes, *one.isr_nodes) for topic in topics for one in topic.partitions}, {(1, 1, 1)}
            )
            self.assertEqual(len(looked), 1)

    def test_names_come_once(self) -> None:
        self.create("a")
        self.assertEqual(len(self.metadata(9, "a", "a").topics), 1)

    def test_by_id(self) -> None:
        made = self.create("a")
        wanted = [MetadataRequestTopic(name=None, topic_id=made.topic_id), MetadataRequestTopic(name=None, topic_id=b"x" * 16)]
        answer = self.ask(MetadataHandler(self.coordination, self.settings), 12, MetadataRequest(topics=wanted))
        self.assertEqual(sorted((topic.error_code, topic.name) for topic in answer.topics if topic.name), [(0, "a")])
        unknown = next(topic for topic in answer.topics if topic.name is None)
        self.assertEqual((unknown.error_code, unknown.topic_id), (ErrorCode.UNKNOWN_TOPIC_ID, b"x" * 16))

    def test_ids_and_null_names_before_version_12(self) -> None:
        handler = MetadataHandler(self.coordination, self.settings)
        for topic in (MetadataRequestTopic(name=None), MetadataRequestTopic(name="a", topic_id=b"x" * 16)):
            request = MetadataRequest(topics=[topic])
            with self.assertRaises(KlogError) as caught:
                handler.handle(self.context(10), request)
            self.assertEqual(caught.exception.code, ErrorCode.INVALID_REQUEST)
            answer = handler.error_answer(10, request, ErrorCode.INVALID_REQUEST, None)
            self.assertEqual((answer.topics[0].name, answer.topics[0].error_code), (topic.name or "", ErrorCode.INVALID_REQUEST))
        with self.assertRaises(KlogError):
            handler.handle(self.context(12), MetadataRequest(topics=[MetadataRequestTopic(name=None)]))

    def test_authorized_operations(self) -> None:
        self.create("a")
        for version, cluster in ((8, 8096), (10, 8096), (11, UNASKED)):
            answer = self.metadata(version, "a", include_cluster_authorized_operations=True, include_topic_authorized_operations=True)
            self.assertEqual(answer.cluster_authorized_operations, cluster)
            self.assertEqual(answer.topics[0].topic_authorized_operations, 3576)
        self.assertEqual(self.metadata(8, "a").topics[0].topic_authorized_operations, UNASKED)

    def test_creation_on_demand(self) -> None:
        self.set_up({"num.partitions": "3"})
        for version in (0, 3, 13):
            name = f"new{version}"
            topic = self.metadata(version, name).topics[0]
            self.assertEqual((topic.error_code, topic.name, len(topic.partitions)), (0, name, 3))
            self.assertEqual(topic.topic_id, self.coordination.topics()[name].topic_id)

    def test_very_many_that_may_not_be_made(self) -> None:
        """Each name is looked up a few times, however many there are: a request may name a hundred thousand."""
        context = self.context(9)
        context.connection.rights = OnlyDescribes()
        names = [Counted(f"t{number}") for number in range(300)]
        Counted.looked_up = 0
        handler = MetadataHandler(self.coordination, self.settings)
        answer: Any = handler.handle(context, MetadataRequest(topics=[MetadataRequestTopic(name=name) for name in names]))
        self.assertEqual({topic.error_code for topic in answer.topics}, {ErrorCode.TOPIC_AUTHORIZATION_FAILED})
        self.assertEqual([topic.name for topic in answer.topics], names)
        self.assertLess(Counted.looked_up, 20 * len(names))

    def test_very_many_that_cannot_be_made(self) -> None:
        """Each is answered; the log has a few lines of them and then how many there were, for clients name what they like."""
        told: list[Any] = []
        self.patch(MetadataHandler, "log", Logger(namespace="test", observer=told.append))
        clock = Clock()
        handler = MetadataHandler(self.coordination, self.settings, seconds=clock.seconds)
        for interval in range(2):
            names = [f"t{interval}-{number}" for number in range(MAX_PARTITIONS_PER_REQUEST + 1)]
            answer: Any = handler.handle(self.context(9), MetadataRequest(topics=[MetadataRequestTopic(name=name) for name in names]))
            self.assertEqual({topic.error_code for topic in answer.topics}, {ErrorCode.UNKNOWN_TOPIC_OR_PARTITION})
            self.assertEqual(len(answer.topics), len(names))
            self.assertTrue(0 < len(told) < 50, len(told))
            lines = [formatEvent(event) for event in told]
            self.assertIn(f"topic {names[0]}, which a client asked for, was not made: ", lines[0])
            self.assertEqual("others before it, of which nothing was told" in lines[0], interval == 1, lines[0])
            told.clear()
            clock.advance(60)

    def test_creation_waits_for_the_disk(self) -> None:
        disk = SlowDisk()
        self.set_up(disk=disk)
        handler = MetadataHandler(self.coordination, self.settings)
        answers = [handler.handle(self.context(9), MetadataRequest(topics=[MetadataRequestTopic(name="a")])) for _ in range(3)]
        while disk.waiting:
            self.assertNoResult(answers[0])
            disk.finish()
        for answer in answers:
            self.assertEqual(self.successResultOf(answer).topics[0].error_code, 0)

    def test_no_creation(self) -> None:
        self.assertEqual(self.metadata(4, "a", allow_auto_topic_creation=False).topics[0].error_code, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.metadata(1, None)
        self.set_up({"auto.create.topics.enable": "false"})
        self.assertEqual(self.metadata(1, "a").topics[0].error_code, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.set_up({"default.replication.factor": "2"})
        self.assertEqual(self.metadata(1, "a").topics[0].error_code, ErrorCode.INVALID_REPLICATION_FACTOR)
        self.assertEqual(self.coordination.topics(), {})

    def test_more_copies_than_can_be_had(self) -> None:
        self.set_up({"default.replication.factor": "3"})
        [topic] = self.metadata(9, "t").topics
        self.assertEqual((topic.name, topic.error_code), ("t", ErrorCode.INVALID_REPLICATION_FACTOR))

    def test_names_that_cannot_be_made(self) -> None:
        self.create("x.y")
        for name, code in (
            ("bad name", ErrorCode.INVALID_TOPIC_EXCEPTION),
            ("", ErrorCode.INVALID_TOPIC_EXCEPTION),
            ("x_y", ErrorCode.UNKNOWN_TOPIC_OR_PARTITION),
            ("__consumer_offsets", ErrorCode.UNKNOWN_TOPIC_OR_PARTITION),
        ):
            topic = self.metadata(9, name).topics[0]
            self.assertEqual((topic.error_code, topic.is_internal), (code, name.startswith("__")), name)
        self.assertEqual(list(self.coordination.topics()), ["x.y"])

    def test_a_request_does_not_make_more_than_a_batch(self) -> None:
        self.set_up({"num.partitions": "5001"})
        self.assertEqual({topic.error_code for topic in self.metadata(9, "a", "b").topics}, {ErrorCode.UNKNOWN_TOPIC_OR_PARTITION})
        self.assertEqual(self.metadata(9, "c").topics[0].error_code, 0)

    def test_a_full_disk(self) -> None:
        self.store.fail_next_save = OSError("full")
        self.assertEqual(self.metadata(9, "a").topics[0].error_code, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.assertEqual(self.metadata(9, "a").topics[0].error_code, 0)

    def test_a_partition_that_cannot_be_served(self) -> None:
        found = {"a": FoundTopic(TopicId(b"i" * 16), frozenset({0, 1}), failed=frozenset({1}))}
        self.set_up(findings=DiskFindings(topics=found))
        good, bad = self.metadata(9, "a").topics[0].partitions
        self.assertEqual((good.error_code, good.leader_id, good.offline_replicas), (0, 1, []))
        self.assertEqual((bad.error_code, bad.leader_id), (ErrorCode.LEADER_NOT_AVAILABLE, -1))
        self.assertEqual((bad.replica_nodes, bad.isr_nodes, bad.offline_replicas), ([1], [], [1]))

    def test_a_listener_that_the_leader_lacks(self) -> None:
        self.create("a")
        self.coordination.set_endpoints([Endpoint("OTHER", "h", 1)])
        for version, code in ((0, 5), (5, 5), (6, 72)):
            answer = self.metadata(version, "a")
            partition = answer.topics[0].partitions[0]
            self.assertEqual((answer.brokers, partition.error_code, partition.leader_id), ([], code, -1), version)
            self.assertEqual(partition.replica_nodes, [] if version == 0 else [1])
            self.assertEqual(partition.offline_replicas, [1])
