"""Tests of klog.cluster.zookeeper.controller.broker_requests: against bytes that a controller of Apache Kafka 3.9.2 has sent."""

from __future__ import annotations

import dataclasses

from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.zookeeper.controller.broker_requests import BrokerRequests, endpoint_of, topics_by_id
from klog.cluster.zookeeper.controller.last_sent import LastSent, SentPartition, SentTopic
from klog.cluster.zookeeper.controller.live_brokers import LiveBrokers
from klog.cluster.zookeeper.controller.pending_updates import Kind, Piece
from klog.cluster.zookeeper.controller.settings import FixedVersions
from klog.cluster.zookeeper.view_types import BrokerAt
from klog.model import TopicId
from klog.wire.compiled_codec import encode
from klog.wire.messages.leader_and_isr import LeaderAndIsrRequest
from klog.wire.messages.update_metadata import UpdateMetadataRequest
from klog.wire.schema import Message
from klog.zookeeper.znodes import BrokerRegistration, RegisteredEndpoint
from tests.cluster.zookeeper.controller.worlds import at

F = SentPartition(TopicId(bytes.fromhex("20b5b76d14d9498c929d1f6f35dc9752")), 1, 0, (1, 9), (), (), (1, 9), 0, 1, 0, ())
HOST = "0a 3132372e302e302e31"


def broker(broker_id: int, port: int, rack: str | None = None, listener: str = "PLAINTEXT", protocol: str = "PLAINTEXT") -> BrokerAt:
    """A registered one."""
    endpoint = RegisteredEndpoint(listener, "127.0.0.1", port, protocol)
    return BrokerAt(broker_id, 0x36, 7, BrokerRegistration(broker_id, (endpoint,), rack, klog="1"))


def encoded(message: Message, version: int) -> str:
    """Its body, in hexadecimal."""
    parts = encode(message, version)
    assert all(isinstance(part, bytes | bytearray | memoryview) for part in parts)
    return b"".join(bytes(part) for part in parts).hex()  # type: ignore[arg-type]


def plain(text: str) -> str:
    """Without the spaces that are for people."""
    return text.replace(" ", "")


class RequestTests(SynchronousTestCase):
    """Each kind."""

    def setUp(self) -> None:
        self.brokers = LiveBrokers()
        self.brokers.take_in({1: broker(1, 0x7207), 2: broker(2, 0x7208), 9: broker(9, 0x720F)}, 0)
        self.last_sent = LastSent()
        self.last_sent.topics["f"] = SentTopic(5, {0: F})
        self.requests = BrokerRequests(1, 1, FixedVersions(), None, self.brokers, self.last_sent)

    def made(self, piece: Piece, broker_epoch: int = 0x36) -> str:
        message, version = self.requests.make(piece, broker_epoch)
        return encoded(message, version)

    def test_leader_and_isr(self) -> None:
        self.assertEqual(
            self.made(Piece(Kind.LEADERSHIP, {at("f"): True})),
            plain(
                "00000001 00 00000001 0000000000000036 00 02 0266 20b5b76d14d9498c929d1f6f35dc9752 02 00000000 00000001 00000001 00000000"
                " 03 00000001 00000009 00000000 03 00000001 00000009 01 01 01 00 00 00"
                f" 02 00000001 {HOST} 00007207 00 00"
            ),
        )

    def test_update_metadata_of_brokers(self) -> None:
        listener = "0a 504c41494e54455854 0000 00 00 00"
        self.assertEqual(
            self.made(Piece(Kind.METADATA)),
            plain(
                "00000001 00 00000001 0000000000000036 01 04"
                f" 00000001 02 00007207 {HOST} {listener} 00000002 02 00007208 {HOST} {listener} 00000009 02 0000720f {HOST} {listener} 00"
            ),
        )

    def test_update_metadata_of_partitions(self) -> None:
        self.last_sent.topics["f"].partitions[1] = F._replace(leader=-1, leader_epoch=3, in_sync=(9,), partition_epoch=4, offline=(1, 9))
        message, version = self.requests.make(Piece(Kind.METADATA, {at("f"): 0, at("f", 1): 0, at("gone"): 0}), 7)
        assert isinstance(message, UpdateMetadataRequest)
        self.assertEqual((version, message.broker_epoch, len(message.topic_states)), (8, 7, 1))
        topic = message.topic_states[0]
        self.assertEqual((topic.topic_name, topic.topic_id), ("f", F.topic_id))
        second = topic.partition_states[1]
        self.assertEqual(
            (second.partition_index, second.leader, second.leader_epoch, second.isr, second.zk_version, second.offline_replicas),
            (1, -1, 3, [9], 4, [1, 9]),
        )

    def test_update_metadata_of_deleted_partitions(self) -> None:
        message, _ = self.requests.make(Piece(Kind.METADATA, deleted={at("old", 3): F.as_deleted()}), 7)
        assert isinstance(message, UpdateMetadataRequest)
        self.assertEqual([(each.topic_name, each.partition_states[0].leader) for each in message.topic_states], [("old", -2)])

    def test_stop_replica(self) -> None:
        self.assertEqual(
            self.made(Piece(Kind.DELETE, {at("f"): -2}), 0x23),
            plain("00000001 00 00000001 0000000000000023 02 0266 02 00000000 fffffffe 01 00 00 00"),
        )
        self.assertEqual(
            self.made(Piece(Kind.STOP, {at("f"): 5}), 0x23),
            plain("00000001 00 00000001 0000000000000023 02 0266 02 00000000 00000005 00 00 00 00"),
        )

    def test_brokers_that_changed(self) -> None:
        self.requests.make(Piece(Kind.METADATA), 7)
        self.brokers.take_in({1: broker(1, 0x7207, "r1")}, 0)
        message, _ = self.requests.make(Piece(Kind.METADATA), 7)
        assert isinstance(message, UpdateMetadataRequest)
        self.assertEqual([(each.id, each.rack) for each in message.live_brokers], [(1, "r1")])

    def test_what_cannot_be_told(self) -> None:
        """A partition that is gone or going is left out; a leader that is gone has no address."""
        self.last_sent.topics["f"].partitions[1] = F._replace(leader=8, replicas=(8, 1))
        self.last_sent.topics["f"].partitions[2] = F.as_deleted()
        message, _ = self.requests.make(Piece(Kind.LEADERSHIP, {at("f", 1): 0, at("f", 2): 0, at("f", 3): 0, at("g"): 0}), 7)
        assert isinstance(message, LeaderAndIsrRequest)
        self.assertEqual([each.partition_index for each in message.topic_states[0].partition_states], [1])
        self.assertEqual(message.live_leaders, [])
        self.assertEqual(topics_by_id(message), {bytes(F.topic_id): "f"})

    def test_older_protocol(self) -> None:
        versions = FixedVersions(leader_and_isr=5, update_metadata=7, stop_replica=3)
        self.last_sent.topics["f"].partitions[0] = F._replace(recovery=1)
        requests = BrokerRequests(1, 1, versions, None, self.brokers, self.last_sent)
        for piece, version in (
            (Piece(Kind.METADATA, {at("f"): 0}), 7),
            (Piece(Kind.LEADERSHIP, {at("f"): 0}), 5),
            (Piece(Kind.STOP, {at("f"): 1}), 3),
        ):
            message, made = requests.make(piece, 7)
            self.assertEqual(made, version)
            encoded(message, version)


class EndpointTests(SynchronousTestCase):
    """Where brokers are reached."""

    def test_by_name_or_the_first_plain_one(self) -> None:
        known = broker(1, 1)
        assert known.registration is not None
        endpoints = (
            RegisteredEndpoint("CLIENTS", "a", 1, "SSL"),
            RegisteredEndpoint("INSIDE", "b", 2, "PLAINTEXT"),
            RegisteredEndpoint("PLAINTEXT", "c", 3, "PLAINTEXT"),
        )
        known = dataclasses.replace(known, registration=dataclasses.replace(known.registration, endpoints=endpoints))
        self.assertEqual(endpoint_of(known, None), ("b", 2))
        self.assertEqual(endpoint_of(known, "CLIENTS"), ("a", 1))
        self.assertIsNone(endpoint_of(known, "NONE"))
        self.assertIsNone(endpoint_of(BrokerAt(1, 1, 1, None), None))
