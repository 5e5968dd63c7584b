"""What a real broker answers to who asks everything."""

from __future__ import annotations

import contextlib
import time
import unittest
from collections.abc import Iterator

from klog.cli.doctor.cluster_facts import ask_cluster
from klog.net.blocking_connection import BlockingConnection
from klog.testing.embedded import Broker
from klog.wire.messages.incremental_alter_configs import AlterableConfig, AlterConfigsResource, IncrementalAlterConfigsRequest


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
