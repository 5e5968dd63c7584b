"""What a real broker answers to who asks everything."""

from __future__ import annotations

import contextlib
import time
import unittest
from collections.abc import Iterator
from typing import Any

from klog.cli.doctor.cluster_facts import ask_cluster
from klog.errors import ErrorCode, KlogError
from klog.net.api_ranges import ApiRanges
from klog.net.blocking_connection import BlockingConnection
from klog.testing.embedded import Broker
from klog.wire.messages.describe_configs import DescribeConfigsRequest, DescribeConfigsResponse, DescribeConfigsResult
from klog.wire.messages.incremental_alter_configs import AlterableConfig, AlterConfigsResource, IncrementalAlterConfigsRequest
from klog.wire.messages.metadata import (
    MetadataRequest,
    MetadataResponse,
    MetadataResponseBroker,
    MetadataResponsePartition,
    MetadataResponseTopic,
)


def told(controller: int, **topics: list[tuple[int, ...]]) -> MetadataResponse:
    """What a broker says of brokers 1 to 3 and, by topic, of who is in sync; all of them have copies of all."""
    return MetadataResponse(
        controller_id=controller,
        brokers=[MetadataResponseBroker(node_id=number, host="host", port=number) for number in (1, 2, 3)],
        topics=[
            MetadataResponseTopic(
                name=name,
                partitions=[
                    MetadataResponsePartition(partition_index=index, leader_id=one[0], replica_nodes=[1, 2, 3], isr_nodes=list(one))
                    for index, one in enumerate(in_sync)
                ],
            )
            for name, in_sync in topics.items()
        ],
    )


class FakeConnections:
    """Brokers that say this in Metadata, by their ports, and nothing else; no others can be reached."""

    def __init__(self, answers: dict[int, MetadataResponse]) -> None:
        self.answers = answers

    def __call__(self, host: str, port: int) -> Any:
        return FakeConnection(self.answers.get(port))


class FakeConnection(contextlib.nullcontext[Any]):
    """One of them."""

    def __init__(self, answer: MetadataResponse | None) -> None:
        self.answer = answer
        super().__init__(self)

    def connect(self) -> ApiRanges:
        if self.answer is None:
            raise KlogError(ErrorCode.NETWORK_EXCEPTION, "nobody is there")
        return ApiRanges("host", {})

    def request(self, request: Any) -> Any:
        self.connect()
        if isinstance(request, MetadataRequest):
            return self.answer
        if isinstance(request, DescribeConfigsRequest) and request.resources[0].resource_type == 4:
            return DescribeConfigsResponse(results=[DescribeConfigsResult()])
        raise KlogError(ErrorCode.UNSUPPORTED_VERSION, "not that")


class AskClusterTests(unittest.TestCase):
    """One broker of klog's."""

    def test_all_of_it(self) -> None:
        with Broker({"klog.slow.turn.ms": "500", "broker.rack": "a"}, topics={"t": 1}) as broker:
            host, _, port = broker.bootstrap.rpartition(":")
            with BlockingConnection(host, int(port)) as connection:
                connection.connect()
                facts = ask_cluster(connection, BlockingConnection)
        [found] = facts.brokers
        self.assertEqual((found.trouble, found.is_klog, found.number, facts.controller), (None, True, found.number, found.number))
        self.assertEqual((found.setting("broker.rack"), found.setting("klog.slow.turn.ms")), ("a", "500"))
        self.assertIn("broker.rack", found.in_file)
        self.assertNotIn("num.partitions", found.in_file)
        self.assertEqual(found.setting("nobody.knows"), "")
        self.assertGreaterEqual(found.versions[1][1], 17)
        self.assertEqual([one.error for one in found.directories or ()], [None])
        self.assertEqual((found.transactional_ids, found.new_groups), ({}, []))
        self.assertEqual([(one.name, one.replicas) for one in facts.partitions], [("t-0", (found.number,))])
        self.assertEqual(facts.topics["t"]["min.insync.replicas"], "1")

    def test_what_topics_have_of_their_own(self) -> None:
        """And of what they have from their broker only what is judged of every topic."""
        with Broker(topics={"t": 1}) as broker:
            host, _, port = broker.bootstrap.rpartition(":")
            with BlockingConnection(host, int(port)) as connection:
                connection.connect()
                change = AlterableConfig(name="segment.ms", config_operation=0, value="12345")
                changed = AlterConfigsResource(resource_type=2, resource_name="t", configs=[change])
                [done] = connection.request(IncrementalAlterConfigsRequest(resources=[changed])).responses
                self.assertEqual(done.error_code, 0, done.error_message)
                facts = ask_cluster(connection, BlockingConnection)
        expected = {"min.insync.replicas": "1", "unclean.leader.election.enable": "false", "remote.storage.enable": "false"}
        self.assertEqual(facts.topics["t"], {**expected, "segment.ms": "12345"})

    def test_groups_by_their_protocol(self) -> None:
        with Broker(topics={"t": 1}) as broker, self.member(broker.bootstrap, "classic"), self.member(broker.bootstrap, "consumer"):
            host, _, port = broker.bootstrap.rpartition(":")
            with BlockingConnection(host, int(port)) as connection:
                connection.connect()
                facts = ask_cluster(connection, BlockingConnection)
        self.assertEqual(facts.brokers[0].new_groups, ["by consumer"])

    @contextlib.contextmanager
    def member(self, address: str, protocol: str) -> Iterator[None]:
        """Of a group, with its partitions."""
        from confluent_kafka import Consumer

        consumer = Consumer({"bootstrap.servers": address, "group.id": f"by {protocol}", "group.protocol": protocol, "log_level": 0})
        try:
            consumer.subscribe(["t"])
            until_s = time.monotonic() + 30
            while not consumer.assignment():
                self.assertLess(time.monotonic(), until_s)
                consumer.poll(0.1)
            yield
        finally:
            consumer.close()

    def test_a_broker_that_is_behind(self) -> None:
        """It was asked first, and has not heard who is in sync: the controller's word counts, and it is named."""
        truth = told(2, t=[(1, 2), (1, 2, 3)], u=[(1,)])
        stale = told(2, t=[(1, 2, 3), (3, 2, 1)])
        answers = {1: stale, 2: truth, 3: told(1, t=[(2, 1), (1, 2, 3)], u=[(1,)])}
        connect = FakeConnections(answers)
        facts = ask_cluster(connect("host", 1), connect)
        self.assertEqual(facts.controller, 2)
        self.assertEqual([(one.name, one.in_sync) for one in facts.partitions], [("t-0", (1, 2)), ("t-1", (1, 2, 3)), ("u-0", (1,))])
        self.assertEqual(
            {one.number: (one.controller, list(one.differing)) for one in facts.brokers}, {1: (2, ["t-0", "u-0"]), 2: (2, []), 3: (1, [])}
        )
        # Where the controller cannot be asked, who was asked first counts.
        del answers[2]
        facts = ask_cluster(connect("host", 1), connect)
        self.assertEqual([one.in_sync for one in facts.partitions], [(1, 2, 3), (3, 2, 1)])
        self.assertEqual([(one.number, one.trouble is None) for one in facts.brokers], [(1, True), (2, False), (3, True)])

    def test_a_broker_that_is_away(self) -> None:
        with Broker() as broker:
            host, _, port = broker.bootstrap.rpartition(":")

            def nobody(_host: str, _port: int) -> BlockingConnection:
                return BlockingConnection("127.0.0.1", 1)

            with BlockingConnection(host, int(port)) as connection:
                connection.connect()
                facts = ask_cluster(connection, nobody)
        [found] = facts.brokers
        self.assertIn("127.0.0.1:1", found.trouble or "")
        self.assertEqual((found.settings, facts.moving), ({}, None))
