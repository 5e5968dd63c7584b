"""A protocol that is connected to a scripted client, over a network in memory."""

from __future__ import annotations

from typing import Any

from twisted.internet.protocol import Protocol
from twisted.trial.unittest import SynchronousTestCase

from klog.testing.network import MemoryNetwork


class Noting(Protocol):
    """Notes what it hears."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.reason: Any = None

    def dataReceived(self, data: bytes) -> None:
        self.heard.append(data)

    def connectionLost(self, reason: Any = None) -> None:
        self.reason = reason


class Producer:
    """Counts what the transport asks."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def resumeProducing(self) -> None:
        self.asked.append("resume")

    def pauseProducing(self) -> None:
        self.asked.append("pause")

    def stopProducing(self) -> None:
        self.asked.append("stop")


class ConnectionCase(SynchronousTestCase):
    """One connection."""

    def setUp(self) -> None:
        self.network = MemoryNetwork()
        self.protocol = Noting()
        self.client = self.network.connect(self.protocol, socket_bytes=100)
        self.transport = self.client.transport
