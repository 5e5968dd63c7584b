"""A connection in memory with a sender at its head, and files whose pages can be cold."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from twisted.internet.protocol import Protocol
from twisted.trial.unittest import SynchronousTestCase

from klog.net.sendfile import PartSender
from klog.testing.network import MemoryNetwork, ScriptedClient


class PlayedFile:
    """A file in memory that has a descriptor of the played network, and whose pages can be cold."""

    def __init__(self, content: bytes, network: MemoryNetwork | None = None) -> None:
        self.content = content
        self.cold: set[int] = set()
        self.reads: list[tuple[int, int]] = []
        self.doubts: list[tuple[int, int]] = []
        self.fd = -1 if network is None else network.register_file(self)

    def fileno(self) -> int:
        return self.fd

    def doubt(self, position: int, length: int) -> None:
        self.doubts.append((position, length))

    def read_at(self, position: int, length: int) -> bytes:
        self.reads.append((position, length))
        return self.content[position : position + length]

    def is_cached(self, position: int, length: int) -> bool:
        return not any(position // 4096 <= page <= (position + length - 1) // 4096 for page in self.cold)

    def __repr__(self) -> str:
        return "PlayedFile"


class Sending(Protocol):
    """Holds the sender."""

    sender: PartSender
    lost = False

    def __init__(self, make: Callable[[Any], PartSender]) -> None:
        self.make = make

    def connectionMade(self) -> None:
        self.sender = self.make(self.transport)

    def connectionLost(self, reason: Any = None) -> None:
        self.lost = True
        self.sender.stop()


def noise(length: int, seed: int = 1) -> bytes:
    return random.Random(seed).randbytes(length)


class Fixture(SynchronousTestCase):
    """One connection with a sender at its head."""

    def setUp(self) -> None:
        self.network = MemoryNetwork()
        self.aborts: list[str] = []
        self.calls: list[str] = []

    def connect(self, *, sendfile: bool = True, socket_bytes: int = 64 << 10, **options: Any) -> tuple[PartSender, ScriptedClient, Sending]:
        def make(transport: Any) -> PartSender:
            return PartSender(
                transport,
                self.network.clock,
                sendfile=self.network.sendfile if sendfile else None,
                on_abort=self.aborts.append,
                on_full=lambda: self.calls.append("full"),
                on_drained=lambda: self.calls.append("drained"),
                **options,
            )

        protocol = Sending(make)
        client = self.network.connect(protocol, socket_bytes=socket_bytes)
        return protocol.sender, client, protocol

    def file(self, length: int, *, descriptor: bool = True, seed: int = 1) -> PlayedFile:
        return PlayedFile(noise(length, seed), self.network if descriptor else None)
