"""Fetches that are asked now and answered later."""

from __future__ import annotations

import unittest
from collections.abc import Callable
from typing import Any

from klog.client.blocking.client import BlockingClient
from klog.client.nearest_replica import FIRST_PAUSE_S
from klog.errors import ErrorCode, KlogError
from klog.model import NO_TOPIC_ID, TopicPartition
from klog.net.api_ranges import ApiRanges
from klog.net.client.errors import BadAnswer, BrokerUnreachable
from klog.testing.embedded import Broker
from klog.wire.messages.fetch import FetchRequest, FetchResponse, PartitionData
from klog.wire.messages.metadata import MetadataRequest
from tests.arrow.scripted_log import TOPIC, ScriptedLog, batch

TP = TopicPartition(TOPIC, 0)


class NearestReplicaTests(unittest.TestCase):
    """Broker 1 leads and sends whoever is in rack b to broker 2."""

    def setUp(self) -> None:
        self.log = ScriptedLog()
        self.log.batches = [batch(0, b"a"), batch(1, b"b")]
        #: What broker 2 does: an error that it answers with or that its connection has, or what is done to its answer.
        self.at_replica: Callable[[PartitionData], None] = lambda one: None
        self.asked: list[tuple[str, str]] = []
        self.replica = 2
        self.log.cluster.handlers[FetchRequest] = self.fetch
        self.log.cluster.in_sync = [1, 2]
        self.log.client.know([TOPIC])

    def fetch(self, server: tuple[str, int], request: Any) -> Any:
        self.asked.append((server[0], request.rack_id))
        data = self.log._fetch(("host1", 9092), request)
        one = data.responses[0].partitions[0]
        if server[0] == "host1":
            if request.rack_id == "b":
                one.preferred_read_replica = self.replica
                one.records = memoryview(b"")
        else:
            self.at_replica(one)
        return data

    def read(self, offset: int = 0) -> str:
        """Who gives the records from `offset` on."""
        fetched = self.log.client.begin_fetch(TP, offset, rack="b").result(timeout_ms=5_000)
        self.assertGreater(len(fetched.records), 0)
        return fetched.address.partition(":")[0]

    def test_goes_there_and_stays(self) -> None:
        self.assertEqual([self.read(), self.read(1), self.read()], ["host2"] * 3)
        self.assertEqual(self.asked, [("host1", "b"), ("host2", "b"), ("host2", "b"), ("host2", "b")])

    def test_the_leader_decides_anew_after_a_while(self) -> None:
        self.read()
        self.log.clock.advance(301)
        self.read()
        self.assertEqual([host for host, _ in self.asked], ["host1", "host2"] * 2)

    def trouble(self) -> None:
        """Broker 2 gives nothing: the leader does, and is asked without a rack until the pause is over."""
        self.asked.clear()
        self.assertEqual([self.read(), self.read()], ["host1"] * 2)
        self.assertEqual([one for one in self.asked if one[0] == "host1"][-2:], [("host1", "")] * 2)
        self.log.clock.advance(301)
        self.at_replica = lambda one: None
        self.assertEqual(self.read(), "host2")

    def test_errors_there_are_nobodys(self) -> None:
        for code in (ErrorCode.OFFSET_OUT_OF_RANGE, ErrorCode.NOT_LEADER_OR_FOLLOWER, ErrorCode.TOPIC_AUTHORIZATION_FAILED):

            def refuse(one: PartitionData, code: ErrorCode = code) -> None:
                one.error_code, one.records = code, memoryview(b"")

            self.at_replica = refuse
            self.trouble()

    def test_one_that_is_behind(self) -> None:
        def nothing(one: PartitionData) -> None:
            one.records = memoryview(b"")

        self.at_replica = nothing
        self.trouble()

    def test_one_that_works_again_is_forgiven(self) -> None:
        """A pause is twice as long only where the replica gave nothing in between."""

        def refuse(one: PartitionData) -> None:
            one.error_code, one.records = ErrorCode.OFFSET_OUT_OF_RANGE, memoryview(b"")

        self.assertEqual(self.read(), "host2")
        for _ in range(4):
            self.at_replica = refuse
            self.assertEqual(self.read(), "host1")
            self.at_replica = lambda one: None
            self.log.clock.advance(FIRST_PAUSE_S + 1)
            self.assertEqual(self.read(), "host2")

    def test_one_that_is_dead(self) -> None:
        self.log.cluster.crash(("host2", 9092))
        self.assertEqual([self.read(), self.read()], ["host1"] * 2)

    def test_one_that_names_the_leader(self) -> None:
        """Only the leader may send us elsewhere: two who name each other would be asked for ever."""

        def name(one: PartitionData) -> None:
            one.preferred_read_replica, one.records = 1, memoryview(b"")

        self.at_replica = name
        self.trouble()

    def test_one_that_nobody_knows(self) -> None:
        self.replica = 77
        self.assertEqual(self.read(), "host1")

    def test_a_leader_that_never_stops_naming(self) -> None:
        def name(server: tuple[str, int], request: Any) -> Any:
            data = self.log._fetch(("host1", 9092), request)
            data.responses[0].partitions[0].preferred_read_replica = 77
            return data

        self.log.cluster.handlers[FetchRequest] = name
        self.assertEqual(self.read(), "host1")

    def test_one_whose_quota_is_used_up(self) -> None:
        """Is asked again: what the leader would give comes from another rack."""
        self.assertEqual(self.read(), "host2")
        throttled = [FetchResponse(throttle_time_ms=800, responses=[])]

        def fetch(server: tuple[str, int], request: Any) -> Any:
            if server[0] == "host2" and throttled:
                self.asked.append((server[0], request.rack_id))
                return throttled.pop()
            return self.fetch(server, request)

        self.log.cluster.handlers[FetchRequest] = fetch
        self.asked.clear()
        self.assertEqual([self.read(1), self.read()], ["host2"] * 2)
        self.assertEqual({host for host, _ in self.asked}, {"host2"})


class ScriptedTests(unittest.TestCase):
    """On a partition whose answers are written here."""

    def setUp(self) -> None:
        self.log = ScriptedLog()
        self.log.batches = [batch(0, b"a"), batch(1, b"b"), batch(2, b"c")]
        self.client = self.log.client

    def test_asked_before_it_is_answered(self) -> None:
        self.client.know([TOPIC])
        fetch = self.client.begin_fetch(TP, 1)
        self.assertEqual((self.log.fetches, fetch.offset, fetch.tp), ([1], 1, TP))
        fetched = fetch.result(timeout_ms=1_000)
        self.assertEqual(bytes(fetched.records), batch(1, b"b") + batch(2, b"c"))
        self.assertEqual((fetched.high_watermark, fetched.address), (3, "host1:9092"))
        self.assertEqual(self.log.fetches, [1])

    def test_without_knowing_who_leads_it_asks_later(self) -> None:
        fetch = self.client.begin_fetch(TP, 0)
        self.assertEqual(self.log.fetches, [])
        self.assertGreater(len(fetch.result(timeout_ms=1_000).records), 0)
        self.assertEqual(self.log.cluster.count(MetadataRequest), 1)

    def test_trouble_on_the_way_is_told_nobody(self) -> None:
        self.client.know([TOPIC])
        for error in (BrokerUnreachable("host1:9092", "closed the connection"), ErrorCode.NOT_LEADER_OR_FOLLOWER):
            self.log.errors = [error]
            fetch = self.client.begin_fetch(TP, 0)
            self.assertGreater(len(fetch.result(timeout_ms=5_000).records), 0)
        self.log.cluster.crash(("host1", 9092))
        fetch = self.client.begin_fetch(TP, 0)
        self.log.cluster.topics[TOPIC][0] = (2, 2)
        self.assertEqual(fetch.result(timeout_ms=5_000).address, "host2:9092")

    def test_final_errors(self) -> None:
        self.client.know([TOPIC])
        fetch = self.client.begin_fetch(TP, 99)
        with self.assertRaises(KlogError) as caught:
            fetch.result(timeout_ms=1_000)
        self.assertIs(caught.exception.code, ErrorCode.OFFSET_OUT_OF_RANGE)
        self.log.errors = [BadAnswer("host1:9092", "sent what cannot be read: max_response_bytes") for _ in range(9)]
        with self.assertRaises(KlogError) as caught:
            self.client.begin_fetch(TP, 0).result(timeout_ms=60_000)
        self.assertIn("topic t, partition 0: ", str(caught.exception))
        self.assertEqual(len(self.log.errors), 6)

    def test_an_answer_for_somebody_else(self) -> None:
        answer = self.log.cluster.handlers[FetchRequest]

        def other(server: Any, request: Any) -> Any:
            found = answer(server, request)
            found.responses[0].partitions[0].partition_index = 1
            return found

        self.log.cluster.handlers[FetchRequest] = other
        with self.assertRaises(KlogError) as caught:
            self.client.fetch(TP, 0)
        self.assertIn("broker host1:9092 answered for partition 1", str(caught.exception))

    def test_a_broker_whose_quota_is_used_up(self) -> None:
        """It answers with nothing at all (KIP-219): it is asked again."""
        answer = self.log.cluster.handlers[FetchRequest]
        throttled = [FetchResponse(throttle_time_ms=800, responses=[]) for _ in range(3)]
        self.log.cluster.handlers[FetchRequest] = lambda server, request: throttled.pop() if throttled else answer(server, request)
        self.assertEqual(bytes(self.client.fetch(TP, 1).records), batch(1, b"b") + batch(2, b"c"))
        self.assertEqual(throttled, [])

    def test_a_quota_that_is_used_up_for_good(self) -> None:
        self.log.cluster.handlers[FetchRequest] = lambda server, request: FetchResponse(throttle_time_ms=800, responses=[])
        before = self.log.clock.seconds()
        with self.assertRaises(KlogError) as caught:
            self.client.fetch(TP, 0, timeout_ms=5_000)
        self.assertIs(caught.exception.code, ErrorCode.THROTTLING_QUOTA_EXCEEDED)
        self.assertAlmostEqual(self.log.clock.seconds() - before, 5, delta=2)

    def test_an_answer_without_any_partition(self) -> None:
        """Where no quota says so, that is a broker's mistake."""
        self.log.cluster.handlers[FetchRequest] = lambda server, request: FetchResponse(responses=[])
        with self.assertRaises(KlogError) as caught:
            self.client.fetch(TP, 0)
        self.assertIn("did not answer for this partition", str(caught.exception))

    def test_how_long_to_believe_in_an_unknown_topic(self) -> None:
        for limit_ms, seconds in ((1_000, 2), (None, 20)):
            before = self.log.clock.seconds()
            self.log.errors = [ErrorCode.UNKNOWN_TOPIC_OR_PARTITION] * 1_000
            with self.assertRaises(KlogError) as caught:
                self.client.begin_fetch(TP, 0).result(timeout_ms=20_000, unknown_ms=limit_ms)
            self.assertIs(caught.exception.code, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
            self.assertLessEqual(self.log.clock.seconds() - before, seconds)
            self.assertGreater(self.log.clock.seconds() - before, seconds / 4)

    def test_a_broker_that_is_silent(self) -> None:
        self.client.know([TOPIC])
        self.log.cluster.mute.add(("host1", 9092))
        fetch = self.client.begin_fetch(TP, 0)
        before = self.log.clock.seconds()
        with self.assertRaises(KlogError):
            fetch.result(timeout_ms=3_000)
        self.assertLess(self.log.clock.seconds() - before, 4)

    def test_names_and_ids(self) -> None:
        self.client.know([TOPIC])
        asked: list[Any] = []
        self.log.on_fetch = asked.append
        for topic_id in (NO_TOPIC_ID, b"i" * 16):
            self.client.begin_fetch(TP, 0, topic_id=topic_id).result(timeout_ms=1_000)
        self.assertEqual([(one.topics[0].topic, one.topics[0].topic_id) for one in asked], [(TOPIC, NO_TOPIC_ID), ("", b"i" * 16)])
        # A broker before Kafka 3.1 is asked by name.
        ranges = self.log.cluster.ranges.ranges | {FetchRequest.api_key: (4, 12)}
        self.log.cluster.ranges = ApiRanges("old:1", ranges)
        self.client.begin_fetch(TP, 0, topic_id=b"i" * 16).result(timeout_ms=1_000)
        self.assertEqual((asked[-1].topics[0].topic, asked[-1].topics[0].topic_id), (TOPIC, NO_TOPIC_ID))

    def test_dropped(self) -> None:
        self.client.know([TOPIC])
        fetch = self.client.begin_fetch(TP, 0)
        fetch.drop()
        fetch.drop()
        self.client.begin_fetch(TP, 0).result(timeout_ms=1_000)
        self.assertEqual(self.log.fetches, [0, 0])


class BrokerTests(unittest.TestCase):
    """On klog's broker."""

    def test_by_id(self) -> None:
        with Broker(topics={TOPIC: 1}) as broker, BlockingClient(broker.bootstrap) as client:
            broker.put(TOPIC, [b"x" * 200_000])
            client.know([TOPIC])
            topic = client.metadata.topic(TOPIC)
            assert topic is not None
            first, second = (client.begin_fetch(TP, 0, topic_id=topic_id) for topic_id in (topic.topic_id, NO_TOPIC_ID))
            self.assertEqual(bytes(second.result(timeout_ms=5_000).records), bytes(first.result(timeout_ms=5_000).records))
            with self.assertRaises(KlogError) as caught:
                client.begin_fetch(TP, 0, topic_id=b"?" * 16).result(timeout_ms=5_000, unknown_ms=100)
            self.assertIs(caught.exception.code, ErrorCode.UNKNOWN_TOPIC_ID)

    def test_memory_is_used_again(self) -> None:
        with Broker(topics={TOPIC: 1}) as broker, BlockingClient(broker.bootstrap) as client:
            broker.put(TOPIC, [b"x" * 500_000])
            buffers = []
            for _ in range(3):
                fetched = client.fetch(TP, 0)
                buffers.append(fetched.records.obj)
                fetched.reuse()
            self.assertIsInstance(buffers[0], bytearray)
            self.assertIs(buffers[1], buffers[0])
            self.assertIs(buffers[2], buffers[0])
