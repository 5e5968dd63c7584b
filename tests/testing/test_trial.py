"""The mix-in, as a user has it."""

from __future__ import annotations

import os

from twisted.internet import reactor
from twisted.internet.endpoints import HostnameEndpoint, connectProtocol
from twisted.trial.unittest import TestCase

from klog.testing.trial import BrokerMixin
from tests.testing.test_on_reactor import Asking


class BrokerMixinTests(BrokerMixin, TestCase):
    """Trial itself says whether the reactor is clean afterwards."""

    klog_properties = {"num.partitions": 3}
    klog_topics = {"orders": 2}

    async def test_a_broker_is_there(self) -> None:
        host, _, port = self.klog_broker.bootstrap.rpartition(":")
        client = await connectProtocol(HostnameEndpoint(reactor, host, int(port)), Asking())
        self.addCleanup(client.transport.loseConnection)
        answer = await client.ask()
        self.assertEqual({topic.name: len(topic.partitions) for topic in answer.topics}, {"orders": 2})

    async def test_restart(self) -> None:
        self.klog_broker.put("orders", [b"x"])
        before = self.klog_broker.bootstrap
        await self.restart_klog_broker()
        self.assertEqual(self.klog_broker.bootstrap, before)
        self.assertEqual(self.klog_broker.messages("orders")[0].value, b"x")


class DirectoryTests(BrokerMixin, TestCase):
    """Files on the disk."""

    async def setUp(self) -> None:  # type: ignore[override]
        self.klog_data_directory = self.mktemp()
        made = super().setUp()
        self.assertIsNone(made)

    async def test_files_are_there(self) -> None:
        await self.klog_broker.create_topic("t")
        self.assertIn("t-0", os.listdir(self.klog_data_directory or ""))
