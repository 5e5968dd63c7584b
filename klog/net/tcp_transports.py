"""TCP for the broker and for clients: large frames are received into their own buffers, and what is written leaves at once.

Twisted's transport reads 64 KiB into a new `bytes` and hands that over; a frame of many reads is then copied once more into its
buffer. `BrokerServer` asks its protocol first whether a large frame is pending and lets the kernel write straight into it; and it reads 96
KiB, and after a read that was filled 256, so that frames of 16 or 64 KiB come whole, several at a time. All else is Twisted's; protocols
that do not know of it, and TLS, are read the usual way.

A client's end, `BrokerClient`, does the same; `ClientReactor` is a reactor whose ``connectTCP`` makes such.

Twisted writes only when the reactor comes round again: two calls of ``epoll_ctl``, a turn of the loop and a ``send``. Nearly always the
socket takes an answer at once, so `BrokerServer.write` tries that first and leaves to Twisted what did not fit. How much waits then it
tells its caller (`waiting_bytes`), and, where asked, when nothing does any more (`tell_when_flushed`).
"""

from __future__ import annotations

import errno
import fcntl
import struct
import termios
from collections.abc import Callable, Iterable
from typing import Any, Protocol, cast, runtime_checkable

from twisted.internet import abstract, main, tcp
from twisted.internet.interfaces import IReactorPluggableNameResolver, IReactorTCP, IReactorTime
from twisted.internet.posixbase import PosixReactorBase
from zope.interface import implementer

#: Most bytes of one read into a frame; larger ones are slower (caches) and keep others waiting.
READ_BYTES = 256 << 10
#: The same where the one before brought less than this: five batches of 16 KiB, which Kafka's producer has under way, come in one.
SMALL_READ_BYTES = 96 << 10
#: Pieces that are given to the socket as they are; a system takes 1,024 at least (IOV_MAX), and none needs so many.
MOST_PIECES = 64
#: Connections that are accepted in one turn of the reactor.
MOST_ACCEPTS = 16

_TRY_AGAIN = frozenset({errno.EAGAIN, errno.EWOULDBLOCK, errno.EINTR})


@runtime_checkable
class ReceivesInto(Protocol):
    """A protocol with a buffer of its own."""

    def writable(self) -> memoryview | None:
        """Where the next bytes belong, or None when they should come to ``dataReceived``."""

    def wrote(self, count: int) -> None:
        """`count` bytes lie at the beginning of what `writable` gave."""


class TellsFlushed(abstract.FileDescriptor):
    """A transport of Twisted's that says how much waits in it, and when nothing does any more."""

    _tell_flushed: Callable[[], None] | None = None

    def is_flushed(self) -> bool:
        """Whether nothing waits in this transport: what was written lies in the socket."""
        return not self._tempDataLen and self.offset == len(self.dataBuffer)

    def waiting_bytes(self) -> int:
        """What was written and does not lie in the socket yet."""
        return int(self._tempDataLen) + len(self.dataBuffer) - int(self.offset)

    def tell_when_flushed(self, tell: Callable[[], None]) -> None:
        """Call `tell`, once, when something was written and nothing waits any more."""
        self._tell_flushed = tell

    def doWrite(self) -> Any:
        """As Twisted's."""
        result = super().doWrite()  # type: ignore[no-untyped-call]
        tell = self._tell_flushed
        if tell is not None and not self.waiting_bytes():
            self._tell_flushed = None
            tell()
        return result

    def connectionLost(self, reason: Any) -> None:
        """As Twisted's."""
        self._tell_flushed = None
        super().connectionLost(reason)  # type: ignore[no-untyped-call]


class _Direct(TellsFlushed, tcp.Connection):
    """What both ends share."""

    _receiver: Any = None
    _read_bytes = _least_bytes = SMALL_READ_BYTES
    _most_bytes = READ_BYTES

    def receive_into(self, receiver: ReceivesInto) -> None:
        """Have what arrives received by `receiver`, which has a ``dataReceived`` too."""
        self._receiver = receiver

    def connectionLost(self, reason: Any) -> None:
        """As Twisted's."""
        # It holds us: no cycle is left for the collector.
        self._receiver = None
        super().connectionLost(reason)

    def doRead(self) -> Any:
        """Read once: into the pending frame where there is one. What Twisted expects: None, or why the connection ended."""
        protocol: Any = self._receiver
        if self.TLS or protocol is None:
            return super().doRead()
        view = protocol.writable()
        try:
            if view is None:
                data = self.socket.recv(self._read_bytes)
                count = len(data)
            else:
                count = self.socket.recv_into(view[:READ_BYTES])
        except OSError as error:
            return None if error.errno in _TRY_AGAIN else main.CONNECTION_LOST
        if not count:
            return main.CONNECTION_DONE
        if view is not None:
            protocol.wrote(count)
            return None
        if count == self._read_bytes:
            self._read_bytes = self._most_bytes
        elif count < self._least_bytes:
            self._read_bytes = self._least_bytes
        protocol.dataReceived(data)
        return None

    @property
    def unread_bytes(self) -> int:
        """What has come and waits in the socket; 0 where nobody can tell."""
        try:
            count: int = struct.unpack("i", fcntl.ioctl(self.fileno(), termios.FIONREAD, b"\0\0\0\0"))[0]
        except (OSError, ValueError):
            return 0
        return count

    def read_at_most(self, count: int | None) -> None:
        """Let no read bring more than `count` bytes, None for as many as are usual; what goes straight into a frame aside."""
        self._least_bytes = self._read_bytes = SMALL_READ_BYTES if count is None else count
        self._most_bytes = READ_BYTES if count is None else count

    def write(self, data: bytes) -> int | None:  # type: ignore[override]
        """Write at once what the socket takes, the rest later; with a pull producer, which only the reactor asks, all later. 0 where all
        is written."""
        if (
            type(data) is bytes
            # What `_may_send_now` asks; to call it with each answer took a sixth of this method's steps more.
            and not self._tempDataLen
            and self.offset == len(self.dataBuffer)
            and self.connected
            and not (self.disconnecting or self._aborting or self.TLS)
            and (self.producer is None or self.streamingProducer)
        ):
            try:
                sent = self.socket.send(data)
            except OSError:
                # Full, or broken, which the reactor finds again and deals with.
                sent = 0
            if sent == len(data):
                return 0
            data = data[sent:]
        super().write(data)  # type: ignore[no-untyped-call]
        return None

    def writeSequence(self, iovec: Iterable[bytes]) -> None:
        """As `write`, of several pieces: they are not joined where the socket takes them at once."""
        pieces = list(iovec)
        if len(pieces) > MOST_PIECES or not self._may_send_now():
            self.write(b"".join(pieces))
            return
        try:
            sent = self.socket.sendmsg(pieces)
        except OSError:
            # As in `write`.
            sent = 0
        for number, piece in enumerate(pieces):
            if sent < len(piece):
                super().write(b"".join([memoryview(piece)[sent:], *pieces[number + 1 :]]))  # type: ignore[no-untyped-call]
                return
            sent -= len(piece)

    def _may_send_now(self) -> bool:
        """Whether the socket may be given something, past Twisted's buffer."""
        return (
            # As `is_flushed` says.
            not self._tempDataLen
            and self.offset == len(self.dataBuffer)
            and self.connected != 0
            and not (self.disconnecting or self._aborting or self.TLS)
            and (self.producer is None or self.streamingProducer)
        )


class BrokerServer(_Direct, tcp.Server):
    """The server's end of one connection."""

    def __init__(self, sock: Any, protocol: Any, *rest: Any) -> None:
        super().__init__(sock, protocol, *rest)
        # Once: asking takes longer than reading.
        if isinstance(protocol, ReceivesInto):
            self._receiver = protocol


class BrokerClient(_Direct, tcp.Client):
    """A client's end; its protocol calls `receive_into` when connected (what Twisted knows as the protocol may be a wrapper of it)."""


class _BrokerConnector(tcp.Connector):
    def _makeTransport(self) -> BrokerClient:
        return BrokerClient(self.host, self.port, self.bindAddress, self, self.reactor)  # type: ignore[no-untyped-call]


@implementer(IReactorTCP, IReactorTime, IReactorPluggableNameResolver)
class ClientReactor:
    """A reactor as its endpoints need it, whose TCP connections are `BrokerClient`.

    :param reactor: one of Twisted's own, with file descriptors; others are used as they are (`client_reactor`).
    """

    def __init__(self, reactor: Any) -> None:
        self._reactor = reactor

    def __getattr__(self, name: str) -> Any:
        return getattr(self._reactor, name)

    def connectTCP(self, host: str, port: int, factory: Any, timeout: float = 30, bindAddress: Any = None) -> Any:
        """As `IReactorTCP.connectTCP`."""
        connector = _BrokerConnector(host, port, factory, timeout, bindAddress, self._reactor)
        connector.connect()
        return connector


def client_reactor(reactor: Any) -> Any:
    """`reactor`, or a `ClientReactor` around it where it has real sockets."""
    return ClientReactor(reactor) if isinstance(reactor, PosixReactorBase) else reactor


class BrokerPort(tcp.Port):
    """A listening port whose connections are `BrokerServer`."""

    transport = cast(Any, BrokerServer)

    def doRead(self) -> None:
        """Accept some of those that wait: Twisted takes more at a time the more there are, and everybody else would wait for that."""
        self.numberAccepts = min(self.numberAccepts, MOST_ACCEPTS)
        super().doRead()  # type: ignore[no-untyped-call]
