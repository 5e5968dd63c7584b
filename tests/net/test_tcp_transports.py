"""What one read does; real sockets are in tests/integration/test_net_sockets.py."""

from __future__ import annotations

import errno
import socket
from typing import Any

from twisted.internet import main, tcp
from twisted.internet.protocol import Factory, Protocol
from twisted.trial.unittest import SynchronousTestCase

from klog.net.connections import Connections
from klog.net.listener_policy import ListenerPolicy
from klog.net.server_protocol import BrokerProtocol
from klog.net.tcp_transports import MOST_ACCEPTS, MOST_PIECES, READ_BYTES, SMALL_READ_BYTES, BrokerPort, BrokerServer, ReceivesInto
from klog.testing.network import MemoryNetwork
from tests.net.test_server_protocol import Recorder


class PlayedSocket:
    """Gives what it was told; an exception is raised."""

    def __init__(self, *script: bytes | OSError) -> None:
        self.script = list(script)
        self.asked: list[int] = []
        #: How many pieces each `sendmsg` brought.
        self.gathered: list[int] = []
        self.sent = bytearray()

    def setblocking(self, flag: bool) -> None:
        pass

    def fileno(self) -> int:
        return 77

    def send(self, data: memoryview) -> int:
        head = self.script.pop(0)
        if isinstance(head, OSError):
            raise head
        self.sent += data[: len(head)]
        return len(head)

    def sendmsg(self, pieces: list[bytes]) -> int:
        self.gathered.append(len(pieces))
        return self.send(memoryview(b"".join(pieces)))

    def recv(self, size: int) -> bytes:
        self.asked.append(size)
        head = self.script.pop(0)
        if isinstance(head, OSError):
            raise head
        return head

    def recv_into(self, view: memoryview) -> int:
        data = self.recv(len(view))
        view[: len(data)] = data
        return len(data)


class Receiver(Protocol):
    """Has a buffer of its own while `size` says so."""

    def __init__(self) -> None:
        self.size: int | None = None
        self.events: list[Any] = []

    def writable(self) -> memoryview | None:
        if self.size is None:
            return None
        self.buffer = bytearray(self.size)
        return memoryview(self.buffer)

    def wrote(self, count: int) -> None:
        self.events.append(("into", bytes(self.buffer[:count])))

    def dataReceived(self, data: bytes) -> None:
        self.events.append(("data", data))


class Fixture(SynchronousTestCase):
    """A transport on a played socket."""

    def server(self, protocol: Any, *script: bytes | OSError) -> tuple[BrokerServer, PlayedSocket]:
        socket = PlayedSocket(*script)
        reactor = MemoryNetwork().reactor
        server: Any = BrokerServer(socket, protocol, ("192.0.2.1", 5), None, 1, reactor)  # type: ignore[arg-type]
        return server, socket


class WriteTests(Fixture):
    """write: at once what fits, the rest in Twisted's buffer, never out of order."""

    def test_reads_grow_with_what_they_bring(self) -> None:
        """A read that was filled is followed by a larger one, a short one by one of the usual size."""
        server, socket = self.server(Receiver(), bytes(SMALL_READ_BYTES), bytes(SMALL_READ_BYTES), b"x", b"y")
        for _ in range(4):
            self.assertIsNone(server.doRead())
        self.assertEqual(socket.asked, [SMALL_READ_BYTES, READ_BYTES, READ_BYTES, SMALL_READ_BYTES])

    def test_what_fits_leaves_at_once(self) -> None:
        server, socket = self.server(Protocol(), b"abc")
        server.write(b"abc")
        self.assertEqual(socket.sent, b"abc")
        self.assertTrue(server.is_flushed())
        self.assertEqual(server.reactor.writers, {})

    def test_reads_in_small_pieces(self) -> None:
        """Where so much is asked for, until it is not."""
        server, socket = self.server(Receiver(), bytes(4096), bytes(4096), b"x", bytes(SMALL_READ_BYTES), b"y")
        server.read_at_most(4096)
        for _ in range(3):
            self.assertIsNone(server.doRead())
        server.read_at_most(None)
        for _ in range(2):
            self.assertIsNone(server.doRead())
        self.assertEqual(socket.asked, [4096, 4096, 4096, SMALL_READ_BYTES, READ_BYTES])

    def test_what_waits_is_told(self) -> None:
        """How much, and when nothing does, once."""
        server, _ = self.server(Protocol(), b"abc", b"..", b".", b"...")
        told: list[int] = []
        self.assertEqual((server.write(b"abc"), server.waiting_bytes()), (0, 0))
        self.assertIsNone(server.write(b"abcdef"))
        self.assertEqual(server.waiting_bytes(), 4)
        server.tell_when_flushed(lambda: told.append(server.waiting_bytes()))
        server.doWrite()
        self.assertEqual((told, server.waiting_bytes()), ([], 3))
        server.doWrite()
        self.assertEqual((told, server.waiting_bytes()), ([0], 0))

    def test_pieces_leave_as_they_are(self) -> None:
        server, socket = self.server(Protocol(), b"......")
        server.writeSequence([b"ab", b"", b"cdef"])
        self.assertEqual((socket.sent, socket.gathered, server.is_flushed()), (b"abcdef", [3], True))

    def test_what_is_left_of_pieces_waits(self) -> None:
        """Wherever the socket has enough: within a piece, between two, at once."""
        for taken in range(6):
            server, socket = self.server(Protocol(), b"." * taken, b"." * (8 - taken))
            server.writeSequence(piece for piece in (b"ab", b"", b"cd", b"ef"))
            self.assertEqual(socket.sent, b"abcdef"[:taken])
            self.assertEqual(server.waiting_bytes(), 6 - taken)
            server.writeSequence([b"g", b"h"])
            self.assertEqual(socket.gathered, [4], "behind what waits")
            server.doWrite()
            self.assertEqual((socket.sent, server.is_flushed()), (b"abcdefgh", True))

    def test_pieces_of_a_full_socket_and_too_many_of_them(self) -> None:
        server, socket = self.server(Protocol(), OSError(errno.EAGAIN, ""), b"..", b"." * (MOST_PIECES + 1))
        server.writeSequence([b"a", b"b"])
        self.assertEqual((socket.sent, server.waiting_bytes()), (b"", 2))
        server.doWrite()
        server.writeSequence([b"c"] * (MOST_PIECES + 1))
        self.assertEqual((socket.sent, socket.gathered), (b"ab" + b"c" * (MOST_PIECES + 1), [2]))

    def test_the_rest_waits_and_nothing_overtakes_it(self) -> None:
        server, socket = self.server(Protocol(), b"..", b"....", OSError(errno.EAGAIN, ""), b".")
        server.write(b"abcd")
        server.write(b"ef")
        self.assertFalse(server.is_flushed())
        self.assertEqual(socket.sent, b"ab")
        server.doWrite()
        self.assertEqual(socket.sent, b"abcdef")
        self.assertTrue(server.is_flushed())
        server.write(b"g")
        self.assertFalse(server.is_flushed())
        server.doWrite()
        self.assertEqual(socket.sent, b"abcdefg")

    def test_the_reactor_finds_a_broken_connection(self) -> None:
        server, _ = self.server(Protocol(), OSError(errno.EPIPE, ""), OSError(errno.EPIPE, ""))
        server.write(b"abc")
        self.assertIn(server, server.reactor.writers)
        self.assertIs(server.doWrite(), main.CONNECTION_LOST)

    def test_when_it_is_all_later(self) -> None:
        server, socket = self.server(Protocol())
        self.assertRaises(TypeError, server.write, memoryview(b"abc"))
        server.registerProducer(Receiver(), True)
        server.streamingProducer = False
        server.write(b"abc")
        self.assertEqual(socket.sent, b"")
        server, socket = self.server(Protocol())
        server.loseConnection()
        server.write(b"abc")
        self.assertEqual(socket.sent, b"")


class ReadTests(Fixture):
    """doRead."""

    def test_ways_of_reading(self) -> None:
        receiver = Receiver()
        server, socket = self.server(receiver, b"one", b"two", b"three")
        server.doRead()
        receiver.size = 10
        server.doRead()
        receiver.size = READ_BYTES * 3
        server.doRead()
        self.assertEqual(receiver.events, [("data", b"one"), ("into", b"two"), ("into", b"three")])
        self.assertEqual(socket.asked, [SMALL_READ_BYTES, 10, READ_BYTES])

    def test_ends(self) -> None:
        receiver = Receiver()
        receiver.size = 10
        server, _ = self.server(receiver, b"", OSError(errno.EAGAIN, ""), OSError(errno.ECONNRESET, ""))
        self.assertIs(server.doRead(), main.CONNECTION_DONE)
        self.assertIsNone(server.doRead())
        self.assertIs(server.doRead(), main.CONNECTION_LOST)
        self.assertEqual(receiver.events, [])

    def test_protocols_that_do_not_know_of_it(self) -> None:
        got: list[bytes] = []
        protocol = Protocol()
        protocol.dataReceived = got.append  # type: ignore[method-assign]
        server, _ = self.server(protocol, b"abc")
        server.doRead()
        self.assertEqual(got, [b"abc"])

    def test_who_knows(self) -> None:
        protocol = BrokerProtocol(ListenerPolicy("A"), Recorder(), Connections(MemoryNetwork().clock))
        self.assertIsInstance(protocol, ReceivesInto)
        self.assertNotIsInstance(Protocol(), ReceivesInto)
        self.assertTrue(issubclass(BrokerPort, tcp.Port))


class Crowd:
    """A listening socket at which any number waits."""

    def __init__(self) -> None:
        self.accepted = 0

    def accept(self) -> tuple[socket.socket, tuple[str, int]]:
        self.accepted += 1
        return socket.socket(), ("127.0.0.1", self.accepted)


class AcceptTests(SynchronousTestCase):
    """`BrokerPort`."""

    def test_a_crowd_comes_in_turn_by_turn(self) -> None:
        factory = Factory()
        factory.buildProtocol = lambda address: None  # type: ignore[method-assign]
        port: Any = BrokerPort(0, factory, reactor=None)
        port.socket = crowd = Crowd()
        port._realPortNumber = 9092
        port.numberAccepts = 100
        port.doRead()
        self.assertEqual(crowd.accepted, MOST_ACCEPTS)
        for _ in range(9):
            port.doRead()
        self.assertEqual(crowd.accepted, 10 * MOST_ACCEPTS)
