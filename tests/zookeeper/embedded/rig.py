"""A machine in memory on which Java can be started: processes that listen, answer four-letter words, print, and end."""

from __future__ import annotations

import signal
from collections.abc import Callable, Sequence
from typing import Any

from twisted.internet.error import ProcessDone, ProcessExitedAlready, ProcessTerminated
from twisted.internet.protocol import Factory, Protocol
from twisted.python.failure import Failure

from klog.testing.reactor import MemoryReactor
from klog.zookeeper.embedded.jars import Jars
from klog.zookeeper.embedded.java import Java

JAVA = Java("/java/bin/java", "test")
JARS = Jars("/jars", "test", "3.9.5", ("/jars/zookeeper-3.9.5.jar", "/jars/b.jar"), ("/jars/log.jar",), ("/jars/netty.jar",))
SRVR = """Zookeeper version: 3.9.5-2f7b, built on 2025-01-01
Latency min/avg/max: 0/0.5/7
Received: 12
Sent: 11
Connections: 2
Outstanding: 3
Zxid: 0x10000000a
Mode: {mode}
Node count: 5
"""


class Answering(Protocol):
    """What a server answers to the words of `words`; others are never answered."""

    words: dict[str, str]

    def dataReceived(self, data: bytes) -> None:
        answer = self.words.get(data.decode())
        assert self.transport is not None
        if answer is not None:
            self.transport.write(answer.encode())
            self.transport.loseConnection()


def answering(words: dict[str, str]) -> Factory:
    """A factory of servers that share `words`, which may change."""
    factory = Factory()
    factory.noisy = False  # type: ignore[attr-defined]

    def build(address: Any) -> Answering:
        protocol = Answering()
        protocol.words = words
        return protocol

    factory.buildProtocol = build  # type: ignore[method-assign, assignment]
    return factory


class FakeProcess:
    """A child."""

    def __init__(self, machine: Machine, protocol: Any, command: Sequence[str], pid: int) -> None:
        self.machine, self.protocol, self.command, self.pid = machine, protocol, list(command), pid
        self.signals: list[int] = []
        self.is_over = False
        #: Whether SIGTERM ends it.
        self.obeys = True

    def signalProcess(self, number: int) -> None:
        if self.is_over:
            raise ProcessExitedAlready
        self.signals.append(number)
        if number == signal.SIGKILL or (number == signal.SIGTERM and self.obeys):
            self.machine.callLater(0.01, self.end, signal=number)

    def prints(self, text: str) -> None:
        self.protocol.childDataReceived(1, text.encode())

    def end(self, code: int = 0, signal: int | None = None) -> None:
        if not self.is_over:
            self.is_over = True
            for listener in self.machine.listeners:
                if getattr(listener, "owner", None) is self:
                    listener.is_open = False
            why = ProcessTerminated(code or None, signal) if code or signal else ProcessDone(None)  # type: ignore[no-untyped-call]
            self.protocol.processEnded(Failure(why))


class Machine(MemoryReactor):
    """See the module. `born` is called with every process that is started."""

    def __init__(self, born: Callable[[FakeProcess], None] = lambda process: None) -> None:
        super().__init__()
        self.born = born
        self.processes: list[FakeProcess] = []
        self.environments: list[dict[str, str]] = []

    def spawnProcess(self, protocol: Any, executable: str, args: Sequence[str], env: Any = None, path: str | None = None) -> FakeProcess:
        process = FakeProcess(self, protocol, args, 1000 + len(self.processes))
        self.processes.append(process)
        self.environments.append(dict(env or {}))
        protocol.makeConnection(process)
        self.callLater(0, self.born, process)
        return process

    def serve(self, process: FakeProcess, port: int, data: str, *, mode: str = "standalone", after_s: float = 0.3) -> dict[str, str]:
        """`process` listens, and serves from its data in `data` after a while; its words."""
        words = {
            "srvr": "This ZooKeeper instance is not currently serving requests\n",
            "conf": f"clientPort={port}\ndataDir={data}/version-2\n",
        }
        listener = self.listen("127.0.0.1", port, answering(words))
        listener.owner = process  # type: ignore[attr-defined]
        self.callLater(after_s, words.__setitem__, "srvr", SRVR.format(mode=mode))
        return words
