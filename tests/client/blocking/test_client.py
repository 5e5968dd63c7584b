"""The client without a reactor: against klog's own broker in a thread, against a cluster of dicts, and in a process without Twisted."""

from __future__ import annotations

import random
import unittest
from typing import Any

from twisted.internet.task import Clock

from klog.client.blocking.client import BlockingClient
from klog.client.retry import ClientStopped, NobodyAnswers
from klog.config import ConfigError
from klog.errors import ErrorCode, KlogError
from klog.model import EARLIEST_TIMESTAMP, LATEST_TIMESTAMP, MAX_TIMESTAMP, TopicPartition
from klog.net.api_ranges import ApiRanges
from klog.net.client.errors import AuthenticationFailed, BrokerUnreachable
from klog.records.implementations import codec
from klog.testing.embedded import Broker
from klog.wire.messages.fetch import FetchRequest
from klog.wire.messages.list_offsets import (
    ListOffsetsPartitionResponse,
    ListOffsetsRequest,
    ListOffsetsResponse,
    ListOffsetsTopicResponse,
)
from klog.wire.messages.metadata import MetadataRequest
from klog.wire.messages.produce import PartitionProduceResponse, ProduceRequest, ProduceResponse, TopicProduceResponse
from tests.client.fake_cluster import BlockingFake, FakeCluster

TP = TopicPartition("t", 0)


def batch(*values: bytes, producer_id: int = -1, epoch: int = -1, sequence: int = -1) -> bytes:
    """One batch of records."""
    records = [(1_000 + number, None, value, ()) for number, value in enumerate(values)]
    return codec.build_batch(records, producer_id=producer_id, producer_epoch=epoch, base_sequence=sequence)


class BrokerTests(unittest.TestCase):
    """On klog's broker, over a socket."""

    broker: Broker

    @classmethod
    def setUpClass(cls) -> None:
        cls.broker = Broker().start()
        cls.broker.create_topics({"t": 2, "read": 1, "plain": 1})

    @classmethod
    def tearDownClass(cls) -> None:
        cls.broker.stop()

    def setUp(self) -> None:
        self.client = BlockingClient(self.broker.bootstrap, client_id="blocking")
        self.addCleanup(self.client.close)

    def test_a_journey(self) -> None:
        producer_id, epoch = self.client.init_producer_id()
        self.assertGreaterEqual(producer_id, 0)
        first = batch(b"0", b"1", b"2", producer_id=producer_id, epoch=epoch, sequence=0)
        self.assertEqual(self.client.produce(TP, first).base_offset, 0)
        self.assertIn(self.client.produce(TP, first).base_offset, (0, -1))
        second = batch(b"3", producer_id=producer_id, epoch=epoch, sequence=3)
        self.assertEqual(self.client.produce(TP, second, acks=1).base_offset, 3)
        other = TopicPartition("t", 1)
        ends = self.client.list_offsets([TP, other])
        self.assertEqual([ends[TP].offset, ends[other].offset], [4, 0])
        self.assertEqual(self.client.list_offsets({TP: 1_001})[TP].offset, 1)
        self.assertEqual([message.value for message in self.client.read(TP, 0)], [b"0", b"1", b"2", b"3"])
        self.assertEqual([message.offset for message in self.client.read(TP, 1, 3, isolation="read_committed")], [1, 2])
        fetched = self.client.fetch(TP, 2)
        self.assertEqual((fetched.high_watermark, codec.read_header(fetched.records).base_offset), (4, 0))
        with self.assertRaises(KlogError) as caught:
            self.client.fetch(TP, 99)
        self.assertEqual(caught.exception.code, ErrorCode.OFFSET_OUT_OF_RANGE)

    def test_large_reads_in_small_steps(self) -> None:
        tp = TopicPartition("read", 0)
        values = [b"%d" % number * 50 for number in range(500)]
        for start in range(0, 500, 50):
            self.client.produce(tp, batch(*values[start : start + 50]))
        self.assertEqual([message.value for message in self.client.read(tp, 0, fetch_bytes=1_000)], values)
        self.assertEqual([message.value for message in self.client.read(tp, 123, 321, fetch_bytes=10_000)], values[123:321])
        self.assertEqual(list(self.client.read(tp, 5, 5)), [])

    def test_acks_0(self) -> None:
        tp = TopicPartition("plain", 0)
        self.assertEqual(self.client.produce(tp, batch(b"x"), acks=0).base_offset, -1)
        self.client.produce(tp, batch(b"y"))
        self.assertEqual([message.value for message in self.client.read(tp, 0)], [b"x", b"y"])

    def test_what_does_not_exist(self) -> None:
        for tp in (TopicPartition("nowhere", 0), TopicPartition("t", 7)):
            with self.assertRaises(KlogError) as caught:
                self.client.fetch(tp, 0, timeout_ms=300)
            self.assertEqual(caught.exception.code, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
            self.assertIn(tp.topic, str(caught.exception))

    def test_all_topics(self) -> None:
        self.client.refresh()
        self.assertLessEqual({"t", "read", "plain"}, set(self.client.metadata.topics))

    def test_an_end_that_is_not_reached(self) -> None:
        self.client.produce(TopicPartition("t", 1), batch(b"only"))
        with self.assertRaises(KlogError) as caught:
            list(self.client.read(TopicPartition("t", 1), 1, 5, timeout_ms=1))
        self.assertEqual(caught.exception.code, ErrorCode.REQUEST_TIMED_OUT)

    def test_after_closing(self) -> None:
        self.client.know(["t"])
        self.client.close()
        with self.assertRaises(ClientStopped):
            self.client.fetch(TP, 0)


class ClusterTests(unittest.TestCase):
    """On a cluster of dicts, whose leaders move."""

    def setUp(self) -> None:
        self.clock = Clock()
        self.cluster = FakeCluster(self.clock)
        self.cluster.topics["t"] = [(1, 1), (2, 1)]
        self.client = self.make()

    def make(self, **options: Any) -> BlockingClient:
        def connect(host: str, port: int) -> Any:
            return BlockingFake(self.cluster, host, port)

        return BlockingClient(
            "host1,host2,host3", random=random.Random(2), clock=self.clock.seconds, sleep=self.clock.advance, connect=connect, **options
        )

    def produced(self, *codes: ErrorCode | Exception) -> None:
        """Answers to Produce, in turn."""
        left = list(codes)

        def produce(server: tuple[str, int], request: ProduceRequest) -> ProduceResponse:
            code = left.pop(0)
            if isinstance(code, Exception):
                raise code
            right = server == self.cluster.nodes[self.cluster.topics["t"][0][0]]
            one = PartitionProduceResponse(index=0, base_offset=7, error_code=code if right or code else ErrorCode.NOT_LEADER_OR_FOLLOWER)
            return ProduceResponse(responses=[TopicProduceResponse(name="t", partition_responses=[one])])

        self.cluster.handlers[ProduceRequest] = produce

    def test_a_leader_that_moved(self) -> None:
        self.client.know(["t"])
        self.cluster.topics["t"] = [(3, 2), (2, 1)]
        self.produced(ErrorCode.NOT_LEADER_OR_FOLLOWER, ErrorCode.NONE)
        self.assertEqual(self.client.produce(TP, batch(b"x")).base_offset, 7)
        self.assertEqual(
            [address for address, message in self.cluster.asked if isinstance(message, ProduceRequest)], ["host1:9092", "host3:9092"]
        )

    def test_who_knows_that_the_leader_moved_is_not_sent_to_the_old_one(self) -> None:
        self.client.know(["t"])
        self.cluster.topics["t"] = [(3, 2), (2, 1)]
        self.assertEqual(self.client.ask_leader(TP, lambda leader, epoch: (leader, epoch)), (1, 1))
        self.assertEqual(self.client.ask_leader(TP, lambda leader, epoch: (leader, epoch), moved=True), (3, 2))

    def test_what_is_repeated_and_what_is_not(self) -> None:
        lost = BrokerUnreachable("host1:9092", "closed the connection")
        with_id = batch(b"x", producer_id=5, epoch=0, sequence=0)
        self.produced(lost, ErrorCode.NOT_ENOUGH_REPLICAS, ErrorCode.DUPLICATE_SEQUENCE_NUMBER)
        self.assertEqual(self.client.produce(TP, with_id).base_offset, -1)
        self.produced(lost)
        with self.assertRaises(KlogError) as caught:
            self.client.produce(TP, batch(b"x"))
        self.assertIn("is not known", str(caught.exception))
        self.produced(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER)
        with self.assertRaises(KlogError) as caught:
            self.client.produce(TP, with_id)
        self.assertEqual(caught.exception.code, ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER)

    def test_a_broker_that_cannot_be_connected_to_is_no_doubt(self) -> None:
        """Nothing was sent: even a batch without a producer id may be tried again."""
        self.client.know(["t"])
        self.cluster.up.discard(("host1", 9092))
        self.cluster.topics["t"] = [(2, 2), (2, 1)]
        self.produced(ErrorCode.NONE)
        self.assertEqual(self.client.produce(TP, batch(b"x")).base_offset, 7)

    def test_offsets_of_one_partition_may_need_patience(self) -> None:
        codes = {0: [ErrorCode.NONE], 1: [ErrorCode.LEADER_NOT_AVAILABLE, ErrorCode.OFFSET_NOT_AVAILABLE, ErrorCode.NONE]}

        def answer(server: tuple[str, int], request: ListOffsetsRequest) -> ListOffsetsResponse:
            return ListOffsetsResponse(
                topics=[
                    ListOffsetsTopicResponse(
                        name=topic.name,
                        partitions=[
                            ListOffsetsPartitionResponse(
                                partition_index=one.partition_index,
                                offset=40 + one.partition_index,
                                error_code=codes[one.partition_index].pop(0),
                            )
                            for one in topic.partitions
                        ],
                    )
                    for topic in request.topics
                ]
            )

        self.cluster.handlers[ListOffsetsRequest] = answer
        found = self.client.list_offsets([TP, TopicPartition("t", 1)], EARLIEST_TIMESTAMP)
        self.assertEqual([place.offset for place in found.values()], [40, 41])

    def test_an_old_broker_is_not_asked_what_it_would_take_for_something_else(self) -> None:
        """As the Twisted clients: ListOffsets 1 knows no isolation, and 6 takes the special time -3 for a date."""
        asked: list[Any] = []
        self.cluster.handlers[ListOffsetsRequest] = lambda server, request: asked.append(request)
        for newest, timestamp, isolation in ((1, LATEST_TIMESTAMP, "read_committed"), (6, MAX_TIMESTAMP, "read_uncommitted")):
            self.cluster.ranges = ApiRanges("old:1", self.cluster.ranges.ranges | {ListOffsetsRequest.api_key: (1, newest)})
            with self.assertRaises(KlogError) as caught:
                self.client.list_offsets([TP], timestamp, isolation=isolation, timeout_ms=1_000)
            self.assertEqual((caught.exception.code, asked), (ErrorCode.UNSUPPORTED_VERSION, []))

    def test_a_topic_that_may_just_be_coming(self) -> None:
        self.clock.callLater(2, lambda: self.cluster.topics.update(new=[(1, 1), (2, 1)]))
        self.assertEqual(len(self.client.find_topic("new", unknown_ms=5_000).partitions), 2)
        before = self.clock.seconds()
        with self.assertRaises(KlogError) as caught:
            self.client.find_topic("never", unknown_ms=3_000)
        self.assertEqual(caught.exception.code, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.assertLess(self.clock.seconds() - before, 4)
        self.cluster.topics["none"] = []
        with self.assertRaises(KlogError) as caught:
            self.client.find_topic("none", unknown_ms=1_000, timeout_ms=6_000)
        self.assertEqual(caught.exception.code, ErrorCode.LEADER_NOT_AVAILABLE)

    def test_nobody_answers(self) -> None:
        self.cluster.up.clear()
        before = self.clock.seconds()
        with self.assertRaises(NobodyAnswers) as caught:
            self.client.know(["t"], timeout_ms=5_000)
        self.assertIn("refused the connection", str(caught.exception))
        self.assertLess(self.clock.seconds() - before, 6)

    def test_refused_credentials_are_told_at_once(self) -> None:
        for server in self.cluster.up:
            self.cluster.refusals[server] = AuthenticationFailed(server[0], "refused the password")
        with self.assertRaises(AuthenticationFailed):
            self.client.know(["t"])
        self.assertLess(self.clock.seconds(), 1)

    def test_a_cluster_that_moved_is_found_by_its_bootstrap_servers(self) -> None:
        self.client.know(["t"])
        self.cluster.nodes = {1: ("new", 1), 2: ("new", 2), 3: ("new", 3)}
        for server in list(self.cluster.up):
            self.cluster.crash(server)
        self.cluster.up |= {("host2", 9092), *self.cluster.nodes.values()}
        self.produced(ErrorCode.NONE)
        self.assertEqual(self.client.produce(TP, batch(b"x")).base_offset, 7)
        self.assertEqual(self.cluster.count(MetadataRequest), 2)

    def test_options(self) -> None:
        with self.assertRaises(ConfigError):
            BlockingClient("host1", isolation_level="x")  # type: ignore[call-arg]
        self.assertEqual(BlockingClient("host1", client_id="w").settings.client_id, "w")

    def test_errors_of_fetch(self) -> None:
        self.cluster.handlers[FetchRequest] = lambda server, request: (_ for _ in ()).throw(KlogError(ErrorCode.TOPIC_AUTHORIZATION_FAILED))
        with self.assertRaises(KlogError) as caught:
            self.client.fetch(TP, 0)
        self.assertEqual(caught.exception.code, ErrorCode.TOPIC_AUTHORIZATION_FAILED)
        self.assertEqual(LATEST_TIMESTAMP, -1)
