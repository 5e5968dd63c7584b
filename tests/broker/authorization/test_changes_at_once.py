"""A right that is taken away is gone at once, for what is recognised, remembered or waits as well; a whole broker in memory."""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import Deferred

from klog.acls import CLUSTER_NAME, Acl, AclOperation, AclPermission, AclResourceType
from klog.broker.handlers.metadata import MetadataHandler
from klog.broker.handlers.produce import ADMIN_CLIENT_ID
from klog.errors import ErrorCode
from klog.wire.messages.fetch import FetchPartition, FetchRequest, FetchTopic
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from klog.wire.messages.heartbeat import HeartbeatRequest
from klog.wire.messages.init_producer_id import InitProducerIdRequest
from klog.wire.messages.metadata import MetadataRequest, MetadataRequestTopic
from klog.wire.messages.produce import PartitionProduceData, ProduceRequest, TopicProduceData
from klog.wire.messages.sync_group import SyncGroupRequest, SyncGroupRequestAssignment
from tests.broker.authorization.closed_broker import ClosedBrokerCase
from tests.broker.groups.test_heartbeat_fast_path import joining
from tests.broker.rig import batch

READ, WRITE, DESCRIBE = AclOperation.READ, AclOperation.WRITE, AclOperation.DESCRIBE
DENIED = ErrorCode.TOPIC_AUTHORIZATION_FAILED


def produce(topic: str) -> tuple[ProduceRequest, int]:
    data = PartitionProduceData(index=0, records=batch(b"value"))
    return ProduceRequest(acks=-1, timeout_ms=1000, topic_data=[TopicProduceData(name=topic, partition_data=[data])]), 9


def fetch(*topics: str, wait_ms: int = 0) -> tuple[FetchRequest, int]:
    partition = FetchPartition(partition=0, fetch_offset=0, partition_max_bytes=1 << 20)
    wanted = [FetchTopic(topic=topic, partitions=[partition]) for topic in topics]
    return FetchRequest(max_wait_ms=wait_ms, min_bytes=1, max_bytes=1 << 20, session_epoch=-1, topics=wanted), 11


class ChangeTests(ClosedBrokerCase):
    """Of what one client may do."""

    def setUp(self) -> None:
        super().setUp()
        coordination = self.coordination
        for name in ("t", "u"):
            self.successResultOf(coordination.create_topic(name, [[1]], {}))
        self.client = self.broker.connect()

    def change(self, operation: AclOperation, name: str, *, is_allowed: bool = True) -> None:
        acl = Acl(AclResourceType.TOPIC, name, "User:ANONYMOUS", operation)
        added, removed = ([acl], []) if is_allowed else ([], [acl])
        self.successResultOf(self.coordination.alter_acls(acl.resource, added, removed))

    def produced(self, client: Any = None, topic: str = "t") -> int:
        request, version = produce(topic)
        return int((client or self.client).ask(request, version).responses[0].partition_responses[0].error_code)

    def fetched(self, answer: Any) -> list[tuple[str, int, bool]]:
        return [(topic.topic, one.error_code, bool(len(one.records or b""))) for topic in answer.responses for one in topic.partitions]

    def test_internal_topics(self) -> None:
        """Who may write to all topics, and calls itself what brokers' tools do, does not make up the offsets of groups."""
        self.successResultOf(self.coordination.create_topic("__consumer_offsets", [[1]], {"cleanup.policy": "compact"}))
        self.change(WRITE, "*")
        self.client = self.broker.connect(client_id=ADMIN_CLIENT_ID)
        self.assertEqual([self.produced(topic="__consumer_offsets") for _ in range(3)], [DENIED] * 3)
        acl = Acl(AclResourceType.CLUSTER, CLUSTER_NAME, "User:ANONYMOUS", AclOperation.CLUSTER_ACTION)
        self.successResultOf(self.coordination.alter_acls(acl.resource, [acl], []))
        self.assertNotEqual(self.produced(topic="__consumer_offsets"), DENIED)
        self.assertEqual(self.produced(), 0)

    def test_requests_that_are_recognised(self) -> None:
        self.change(WRITE, "t")
        self.assertEqual([self.produced() for _ in range(4)], [0] * 4)
        self.change(WRITE, "t", is_allowed=False)
        self.assertEqual([self.produced() for _ in range(4)], [DENIED] * 4)
        self.change(WRITE, "t")
        self.assertEqual([self.produced() for _ in range(4)], [0] * 4)

    def test_a_transactional_id(self) -> None:
        """Of a producer whose requests are recognised."""
        right = Acl(AclResourceType.TRANSACTIONAL_ID, "x", "User:ANONYMOUS", WRITE)

        def allow(is_allowed: bool) -> None:
            added, removed = ([right], []) if is_allowed else ([], [right])
            self.successResultOf(self.coordination.alter_acls(right.resource, added, removed))

        self.change(WRITE, "t")
        allow(True)
        self.client.ask(FindCoordinatorRequest(key="x", key_type=1), 3)
        begun = self.client.ask(InitProducerIdRequest(transactional_id="x", transaction_timeout_ms=60_000), 5)
        self.assertEqual(begun.error_code, 0)
        sequence = [0]

        def produced(count: int) -> list[int]:
            codes = []
            for _ in range(count):
                records = batch(
                    b"v", attributes=0x10, producer_id=begun.producer_id, producer_epoch=begun.producer_epoch, base_sequence=sequence[0]
                )
                request, _ = produce("t")
                request.transactional_id, request.topic_data[0].partition_data[0].records = "x", records
                codes.append(self.client.ask(request, 12).responses[0].partition_responses[0].error_code)
                sequence[0] += not codes[-1]
            return codes

        self.assertEqual(produced(4), [0] * 4)
        allow(False)
        self.assertEqual(produced(4), [ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED] * 4)
        allow(True)
        self.assertEqual(produced(4), [0] * 4)
        self.change(WRITE, "t", is_allowed=False)
        self.assertEqual(produced(4), [DENIED] * 4)

    def test_a_fetch_that_waits(self) -> None:
        """The topic that may not be read any more is refused, with nothing of what has come; the other one is answered."""
        for name in ("t", "u"):
            self.change(READ, name)
            self.change(WRITE, name)
        self.client.send(fetch("t", "u", wait_ms=5000))
        self.broker.advance(0.1)
        self.assertEqual(self.client.receive(), [])
        self.change(READ, "t", is_allowed=False)
        other = self.broker.connect()
        self.assertEqual([self.produced(other, name) for name in ("t", "u")], [0, 0])
        self.broker.advance(6)
        (answer,) = self.client.receive()
        found = {topic: (code, has) for topic, code, has in self.fetched(answer)}
        self.assertEqual(found["t"], (DENIED, False))
        self.assertEqual(found["u"][0], 0)

    def test_who_may_read_reads(self) -> None:
        self.change(WRITE, "t")
        self.change(READ, "t")
        self.produced()
        request, version = fetch("t", "u")
        self.assertEqual(self.fetched(self.client.ask(request, version)), [("t", 0, True), ("u", DENIED, False)])

    def test_a_fetch_session(self) -> None:
        """Each request of it is judged; and nobody else reads by its number."""
        self.change(WRITE, "t")
        self.change(READ, "t")
        request, version = fetch("t")
        request.session_epoch = 0
        first = self.client.ask(request, version)
        self.assertNotEqual(first.session_id, 0)

        def go_on(epoch: int) -> Any:
            return self.client.ask(
                FetchRequest(max_wait_ms=0, min_bytes=1, max_bytes=1 << 20, session_id=first.session_id, session_epoch=epoch), version
            )

        self.produced()
        self.assertEqual(self.fetched(go_on(1)), [("t", 0, True)])
        self.change(READ, "t", is_allowed=False)
        self.produced()
        self.assertEqual(self.fetched(go_on(2)), [("t", DENIED, False)])
        self.assertEqual(self.fetched(go_on(3)), [("t", DENIED, False)])

    def test_heartbeats_that_are_answered_without_a_look(self) -> None:
        right = Acl(AclResourceType.GROUP, "g", "User:ANONYMOUS", READ)

        def change(added: list[Acl], removed: list[Acl]) -> None:
            self.successResultOf(self.coordination.alter_acls(right.resource, added, removed))

        def ask(message: Any, version: int) -> Any:
            self.client.send((message, version))
            # A new group waits for its members.
            self.broker.advance(0.1 if self.client.receive() else 4)
            (answer,), self.client.answers = self.client.receive(), []
            return answer

        change([right], [])
        ask(FindCoordinatorRequest(key="g", key_type=0), 3)
        self.broker.advance(1)
        member_id = ask(joining("", b"x"), 3).member_id
        assignments = [SyncGroupRequestAssignment(member_id=member_id, assignment=b"a")]
        ask(SyncGroupRequest(group_id="g", generation_id=1, member_id=member_id, assignments=assignments), 3)
        beat = HeartbeatRequest(group_id="g", generation_id=1, member_id=member_id)
        self.assertEqual([ask(beat, 4).error_code for _ in range(4)], [0] * 4)
        change([], [right])
        self.assertEqual([ask(beat, 4).error_code for _ in range(3)], [ErrorCode.GROUP_AUTHORIZATION_FAILED] * 3)
        change([right], [])
        self.assertEqual([ask(beat, 4).error_code for _ in range(3)], [0] * 3)

    def test_a_topic_that_is_made_on_the_spot(self) -> None:
        """Who may not know of it any more when it is there is told nothing of it."""
        for operation in (DESCRIBE, AclOperation.CREATE):
            self.change(operation, "new")
        answer = Deferred[None]()
        make = MetadataHandler._made
        self.patch(MetadataHandler, "_made", lambda *args: answer.addCallback(lambda _: make(*args)))
        self.client.send((MetadataRequest(topics=[MetadataRequestTopic(name="new")], allow_auto_topic_creation=True), 12))
        self.broker.advance(1)
        self.assertEqual(self.client.receive(), [])
        acl = Acl(AclResourceType.TOPIC, "new", "User:ANONYMOUS", AclOperation.ALL, AclPermission.DENY)
        self.successResultOf(self.coordination.alter_acls(acl.resource, [acl], []))
        self.assertIn("new", self.coordination.topics())
        answer.callback(None)
        self.broker.advance(1)
        (found,) = self.client.receive()
        self.assertEqual([(topic.error_code, topic.partitions, topic.topic_id) for topic in found.topics], [(DENIED, [], bytes(16))])

    def test_lists(self) -> None:
        self.change(DESCRIBE, "u")
        ask = MetadataRequest(topics=None)
        self.assertEqual([topic.name for topic in self.client.ask(ask, 12).topics], ["u"])
        self.change(DESCRIBE, "u", is_allowed=False)
        self.assertEqual(self.client.ask(ask, 12).topics, [])
