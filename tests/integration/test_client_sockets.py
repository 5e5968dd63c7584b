"""Clients' connections over real sockets: large answers go straight into their buffers, names have two addresses, sockets are closed."""

from __future__ import annotations

import os
from typing import Any

from twisted.internet import task
from twisted.internet.defer import Deferred
from twisted.internet.threads import deferToThread
from twisted.trial import unittest

from klog.net.blocking_connection import BlockingConnection
from klog.net.broker_connection import BrokerConnection
from klog.net.client.protocol import ClientProtocol
from klog.wire.messages.fetch import FetchableTopicResponse, FetchRequest, FetchResponse, PartitionData
from klog.wire.messages.metadata import MetadataRequest
from tests.net.scripted_broker import ScriptedBroker

ASK = MetadataRequest(topics=[])
LARGE_BYTES = 64 << 20


def large(_: Any) -> FetchResponse:
    """64 MiB of records, or so the broker says."""
    partition = PartitionData(records=bytes(LARGE_BYTES - 1) + b"\x7f")
    return FetchResponse(responses=[FetchableTopicResponse(topic="t", partitions=[partition])])


class SocketTests(unittest.TestCase):
    """A scripted broker on a real port of this process."""

    timeout = 60

    def setUp(self) -> None:
        from twisted.internet import reactor

        self.reactor: Any = reactor
        self.broker = ScriptedBroker({FetchRequest: large})
        port = self.reactor.listenTCP(0, self.broker, interface="127.0.0.1")
        self.addCleanup(port.stopListening)
        self.port = port.getHost().port

    async def closed(self) -> None:
        """Our ends are closed; so are the broker's, a moment later."""
        while self.broker.live:
            await task.deferLater(self.reactor, 0.01, lambda: None)

    async def test_large_answers(self) -> None:
        calls = [0, 0]
        wrote, received = ClientProtocol.wrote, ClientProtocol.dataReceived

        def count_wrote(protocol: ClientProtocol, count: int) -> None:
            calls[0] += count
            wrote(protocol, count)

        def count_received(protocol: ClientProtocol, data: bytes) -> None:
            calls[1] += len(data)
            received(protocol, data)

        self.patch(ClientProtocol, "wrote", count_wrote)
        self.patch(ClientProtocol, "dataReceived", count_received)
        connection = BrokerConnection(self.reactor, "127.0.0.1", self.port)
        for _ in range(2):
            answer = await connection.request(FetchRequest(), version=4)
            records = answer.responses[0].partitions[0].records
            self.assertEqual((len(records), records[-1]), (LARGE_BYTES, 0x7F))
        # All but the beginning of each was received in place.
        self.assertGreater(calls[0], 2 * LARGE_BYTES - (2 << 20))
        self.assertLess(calls[1], 2 << 20)
        await connection.close()
        await self.closed()

    async def test_large_answers_while_blocking(self) -> None:
        def ask() -> tuple[int, int]:
            with BlockingConnection("127.0.0.1", self.port) as connection:
                records = connection.request(FetchRequest(), version=4).responses[0].partitions[0].records
                return len(records), records[-1]

        self.assertEqual(await deferToThread(ask), (LARGE_BYTES, 0x7F))
        await self.closed()

    async def test_a_name_of_two_kinds(self) -> None:
        """``localhost`` may be ::1 first, where nobody listens."""
        connection = BrokerConnection(self.reactor, "localhost", self.port)
        self.assertEqual((await connection.request(ASK)).brokers, [])
        await connection.close()
        await self.closed()

    async def test_no_descriptor_is_left(self) -> None:
        def open_files() -> int:
            return len(os.listdir("/proc/self/fd"))

        for round_number in range(3):
            for _ in range(20):
                connection = BrokerConnection(self.reactor, "127.0.0.1", self.port)
                await connection.request(ASK)
                asked: Deferred[Any] = connection.request(ASK)
                asked.addErrback(lambda failure: None)
                await connection.close()
                dead = BrokerConnection(self.reactor, "127.0.0.1", 1)
                dead.ready().addErrback(lambda failure: None)
                await dead.close()
            await self.closed()
            if round_number == 0:
                before = open_files()
        self.assertLessEqual(open_files(), before + 2)
