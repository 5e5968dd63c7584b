"""A broker on the reactor that trial runs."""

from __future__ import annotations

from typing import Any

from twisted.internet import reactor
from twisted.internet.defer import Deferred
from twisted.internet.endpoints import HostnameEndpoint, connectProtocol
from twisted.internet.error import ConnectionRefusedError
from twisted.internet.protocol import Protocol
from twisted.trial.unittest import TestCase

from klog.span import join_parts
from klog.testing.on_reactor import ReactorBroker
from klog.wire.client import ClientConnection
from klog.wire.messages.metadata import MetadataRequest


class Asking(Protocol):
    """One question at a time."""

    def __init__(self) -> None:
        self.wire = ClientConnection("test")
        self.asked: Deferred[Any] | None = None
        self.lost: Deferred[None] = Deferred()

    def ask(self) -> Deferred[Any]:
        self.asked = Deferred()
        self.transport.write(join_parts(self.wire.request(MetadataRequest(topics=None), 12)[1]))  # type: ignore[union-attr]
        return self.asked

    def dataReceived(self, data: bytes) -> None:
        for _, answer in self.wire.receive(data):
            asked, self.asked = self.asked, None
            asked.callback(answer)  # type: ignore[union-attr]

    def connectionLost(self, reason: Any = None) -> None:
        self.lost.callback(None)


class ReactorBrokerTests(TestCase):
    """No reactor is left dirty: trial looks."""

    timeout = 30

    def setUp(self) -> None:
        self.broker = ReactorBroker(reactor)
        self.broker.start()
        self.addCleanup(lambda: self.broker.stop())

    def connect(self) -> Deferred[Asking]:
        host, _, port = self.broker.bootstrap.rpartition(":")
        return connectProtocol(HostnameEndpoint(reactor, host, int(port)), Asking())

    async def test_it_serves(self) -> None:
        await self.broker.create_topics({"t": 1, "u": 2})
        self.broker.put("t", [b"x"])
        client = await self.connect()
        answer = await client.ask()
        self.assertEqual({topic.name: len(topic.partitions) for topic in answer.topics}, {"t": 1, "u": 2})
        self.assertEqual([one.value for one in self.broker.messages("t")], [b"x"])
        self.assertTrue(self.broker.announced[0].startswith("klog-broker READY"))
        await self.broker.stop()
        await client.lost

    async def test_stop_start_and_crash(self) -> None:
        self.assertRaises(RuntimeError, self.broker.start)
        await self.broker.create_topic("t")
        self.broker.put("t", [b"x"])
        client = await self.connect()
        await client.ask()
        await self.broker.crash()
        await client.lost
        await self.broker.crash()
        await self.assertFailure(self.connect(), ConnectionRefusedError)
        self.assertRaises(RuntimeError, lambda: self.broker.parts)
        self.broker.start()
        self.assertEqual([one.value for one in self.broker.messages("t")], [b"x"])
        await self.broker.stop()
        await self.broker.stop()

    async def test_misfortunes(self) -> None:
        client = await self.connect()
        await client.ask()
        await self.broker.refuse()
        await self.assertFailure(self.connect(), ConnectionRefusedError)
        self.broker.accept()
        other = await self.connect()
        self.broker.delay_s = 0.05
        begun = reactor.seconds()  # type: ignore[attr-defined]
        await other.ask()
        self.assertGreater(reactor.seconds() - begun, 0.045)  # type: ignore[attr-defined]
        self.assertEqual(self.broker.cut(), 2)
        await client.lost
        await other.lost

    def test_addresses(self) -> None:
        self.assertEqual(self.broker.address("PLAINTEXT"), self.broker.bootstrap)
        self.assertRaises(RuntimeError, lambda: ReactorBroker(reactor).bootstrap)
        self.assertEqual(ReactorBroker(reactor, {"auto.create.topics.enable": False}).properties["auto.create.topics.enable"], "false")
