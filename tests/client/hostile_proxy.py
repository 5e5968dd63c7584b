"""A proxy that knows where Kafka's frames end, and spoils answers: between klog's clients and a broker in memory.

Requests pass unharmed, so that the broker does what is asked. For each answer `HostileProxy.spoil` says what the client gets in its place:
a list of bytes and `Act`s, or None for the answer itself.
"""

from __future__ import annotations

import enum
from collections import Counter, deque
from collections.abc import Callable
from typing import Any

from twisted.internet import protocol

from klog.testing.broker import MemoryBroker
from klog.testing.reactor import HOST

PORT = 9999
ADDRESS = f"{HOST}:{PORT}"


class Act(enum.Enum):
    """What is no answer."""

    HANG_UP = enum.auto()
    #: 64 KiB every 10 ms until the client hangs up.
    ENDLESS = enum.auto()


#: What becomes of one answer (a whole frame, its length included); its kind is given by API key.
Spoil = Callable[[int, bytes], "list[bytes | Act] | None"]


def _with_id(frame: bytes, change: int) -> bytes:
    number = (int.from_bytes(frame[4:8], "big") + change) & 0x7FFFFFFF
    return frame[:4] + number.to_bytes(4, "big") + frame[8:]


def _body(frame: bytes, filler: bytes) -> bytes:
    """The same length and correlation id, the rest `filler` over and over."""
    rest = len(frame) - 8
    return frame[:8] + (filler * (rest // len(filler) + 1))[:rest]


#: Ways to spoil an answer, and what an error then says of it (any of these).
KINDS: dict[str, tuple[Callable[[bytes], list[bytes | Act]], tuple[str, ...]]] = {
    "negative length": (lambda frame: [b"\xff\xff\xff\xf0" + frame[4:]], ("announces -16 bytes",)),
    "no length": (lambda frame: [bytes(4) + frame], ("announces 0 bytes",)),
    "absurd length": (lambda frame: [b"\x7f\xff\xff\xff" + frame[4:]], ("announces 2147483647 bytes",)),
    "wrong correlation id": (lambda frame: [_with_id(frame, 1)], ("answered request",)),
    "an old correlation id": (lambda frame: [_with_id(frame, -1)], ("answered request",)),
    "twice": (lambda frame: [frame, frame], ("nothing was asked", "answered request")),
    "closed mid-frame": (lambda frame: [frame[: len(frame) * 2 // 3], Act.HANG_UP], ("closed the connection",)),
    "closed": (lambda frame: [Act.HANG_UP], ("closed the connection",)),
    "closed after the length": (lambda frame: [frame[:4], Act.HANG_UP], ("closed the connection",)),
    "a body of ones": (lambda frame: [_body(frame, b"\xff")], ("cannot be read",)),
    "counts beyond all measure": (lambda frame: [_body(frame, b"\x7f\xff\xff\xf7")], ("cannot be read",)),
    "cut short": (lambda frame: [b"\0\0\0\x05" + frame[4:9]], ("cannot be read",)),
    "HTTP": (lambda frame: [b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"], ("answers in HTTP",)),
    "TLS": (lambda frame: [b"\x15\x03\x03\x00\x02\x02\x46"], ("answers in TLS",)),
    "silence": (
        lambda frame: [],
        ("did not answer", "did not come within", "did not take a connection", "could not be asked", "earlier requests are unanswered"),
    ),
    "endless": (lambda frame: [b"\0\x0f\xff\xff" + frame[4:8], Act.ENDLESS], ("cannot be read", "announces", "did not answer")),
    "endless frames": (
        lambda frame: [frame, b"\0\0\0\x08" + frame[4:8] + bytes(4), Act.ENDLESS],
        ("answered", "announces", "cannot be read"),
    ),
}


class _Frames:
    """Bytes in, whole frames out."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        self._buffer += data
        frames = []
        while len(self._buffer) >= 4:
            end = 4 + int.from_bytes(self._buffer[:4], "big")
            if len(self._buffer) < end:
                break
            frames.append(bytes(self._buffer[:end]))
            del self._buffer[:end]
        return frames


class _Upstream(protocol.Protocol):
    """To the broker."""

    def __init__(self, front: _Front) -> None:
        self.front = front

    def connectionMade(self) -> None:
        self.front.upstream = self
        for data in self.front.early:
            self.send(data)

    def send(self, data: bytes) -> None:
        assert self.transport is not None
        self.transport.write(data)

    def dataReceived(self, data: bytes) -> None:
        for frame in self.front.answers.feed(data):
            self.front.answer(frame)

    def connectionLost(self, reason: Any = None) -> None:
        if not self.front.is_lost:
            self.front.transport.loseConnection()


class _Front(protocol.Protocol):
    """To the client."""

    transport: Any

    def __init__(self, proxy: HostileProxy) -> None:
        self.proxy = proxy
        self.upstream: _Upstream | None = None
        self.early: list[bytes] = []
        self.requests, self.answers = _Frames(), _Frames()
        self.keys: deque[int] = deque()
        self.is_lost = self.is_done = False

    def connectionMade(self) -> None:
        factory = protocol.ClientFactory()
        factory.noisy = False
        factory.buildProtocol = lambda address: _Upstream(self)  # type: ignore[method-assign, assignment]
        self.proxy.connections += 1
        self.proxy.broker.reactor.connectTCP(HOST, 9092, factory)

    def dataReceived(self, data: bytes) -> None:
        for frame in self.requests.feed(data):
            key = int.from_bytes(frame[4:6], "big")
            if key == 0 and self.proxy.acks_of(frame) == 0:
                pass
            else:
                self.keys.append(key)
            if self.upstream is None:
                self.early.append(frame)
            else:
                self.upstream.send(frame)

    def answer(self, frame: bytes) -> None:
        key = self.keys.popleft()
        if self.is_lost or self.is_done:
            return
        self.proxy.answered[key] += 1
        spoiled = self.proxy.spoil(key, frame) if self.proxy.spoil is not None else None
        for item in [frame] if spoiled is None else spoiled:
            if isinstance(item, bytes):
                self.transport.write(item)
            elif item is Act.HANG_UP:
                self.is_done = True
                self.transport.loseConnection()
            else:
                self.is_done = True
                self._endless()

    def _endless(self) -> None:
        if not self.is_lost:
            self.transport.write(bytes(64 << 10))
            self.proxy.endless_bytes += 64 << 10
            self.proxy.broker.reactor.callLater(0.01, self._endless)

    def connectionLost(self, reason: Any = None) -> None:
        self.is_lost = True
        if self.upstream is not None and self.upstream.transport is not None:
            self.upstream.transport.loseConnection()


class HostileProxy(protocol.Factory):
    """A broker in memory behind a proxy at `ADDRESS`, which it also says is its own.

    :ivar spoil: what becomes of answers; None leaves them.
    :ivar answered: answers by API key.
    """

    noisy = False

    def __init__(self, properties: dict[str, str] | None = None) -> None:
        self.broker = MemoryBroker({"advertised.listeners": f"PLAINTEXT://{ADDRESS}", **(properties or {})}).start()
        self.reactor = self.broker.reactor
        self.spoil: Spoil | None = None
        self.answered: Counter[int] = Counter()
        self.connections = 0
        self.endless_bytes = 0
        self.reactor.listen(HOST, PORT, self)

    def buildProtocol(self, addr: Any) -> _Front:
        """One client's connection."""
        return _Front(self)

    @staticmethod
    def acks_of(frame: bytes) -> int:
        """Of a Produce request: nobody here sends acks 0."""
        return 1

    def spoil_first(self, kind: str, key: int, count: int | None) -> None:
        """Spoil the first `count` answers of one API; all of them where None."""
        how = KINDS[kind][0]
        left = count

        def spoil(answered: int, frame: bytes) -> list[bytes | Act] | None:
            nonlocal left
            if answered != key or left == 0:
                return None
            left = None if left is None else left - 1
            return how(frame)

        self.spoil = spoil


class ReactorSocket(protocol.Protocol):
    """What blocking code takes for a socket: a connection of a `MemoryReactor`, whose time passes while it waits."""

    transport: Any

    def __init__(self, reactor: Any) -> None:
        self._reactor = reactor
        self._incoming = bytearray()
        self._is_over = False
        self._timeout_s = 0.0

    @classmethod
    def connect(cls, reactor: Any, address: tuple[str, int], timeout_s: float) -> ReactorSocket:
        """As `socket.create_connection`."""
        made = cls(reactor)
        factory = protocol.ClientFactory()
        factory.noisy = False
        factory.buildProtocol = lambda address: made  # type: ignore[method-assign, assignment]
        factory.clientConnectionFailed = lambda connector, reason: made.connectionLost()  # type: ignore[method-assign]
        reactor.connectTCP(*address, factory)
        while made.transport is None and not made._is_over:
            reactor.advance(0.001)
        if made.transport is None:
            raise ConnectionRefusedError
        return made

    def dataReceived(self, data: bytes) -> None:
        """Kept."""
        self._incoming += data
        # A socket holds so much, and the sender waits.
        if len(self._incoming) > 256 << 10:
            self.transport.pauseProducing()

    def connectionLost(self, reason: Any = None) -> None:
        """Noted."""
        self._is_over = True

    def setsockopt(self, *arguments: Any) -> None:
        """Nothing."""

    def settimeout(self, seconds: float) -> None:
        """For what follows."""
        self._timeout_s = seconds

    def sendall(self, data: bytes) -> None:
        """All."""
        if self._is_over:
            raise BrokenPipeError(32, "Broken pipe")
        self.transport.write(data)

    def recv(self, count: int) -> bytes:
        """Some, waiting for it."""
        until = self._reactor.seconds() + self._timeout_s
        self._reactor.run()
        while not self._incoming and not self._is_over:
            if not self._timeout_s:
                raise BlockingIOError
            if self._reactor.seconds() >= until:
                raise TimeoutError
            self._reactor.advance(0.01)
        data = bytes(self._incoming[:count])
        del self._incoming[:count]
        if not self._is_over:
            self.transport.resumeProducing()
        return data

    def recv_into(self, view: memoryview) -> int:
        """The same into a buffer."""
        data = self.recv(len(view))
        view[: len(data)] = data
        return len(data)

    def close(self) -> None:
        """Hang up."""
        if self.transport is not None and not self._is_over:
            self.transport.abortConnection()
