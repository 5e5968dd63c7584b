"""The played network: it must not be kinder than the real one (the same senders run on real sockets in tests/integration)."""

from __future__ import annotations

from typing import Any

from twisted.internet.error import ConnectionAborted, ConnectionDone
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


class File:
    """Ten bytes."""

    def read_at(self, position: int, length: int) -> bytes:
        return b"0123456789"[position : position + length]


class NetworkTests(SynchronousTestCase):
    """What goes to and fro."""

    def setUp(self) -> None:
        self.network = MemoryNetwork()
        self.protocol = Noting()
        self.client = self.network.connect(self.protocol, socket_bytes=100)
        self.transport = self.client.transport

    def test_chunks(self) -> None:
        self.client.send(b"abcdef", 4)
        self.client.send(b"gh")
        self.network.run()
        self.assertEqual(self.protocol.heard, [b"abcd", b"ef", b"gh"])

    def test_paused_protocols_hear_nothing(self) -> None:
        self.transport.pauseProducing()
        self.client.send(b"abc")
        self.network.run()
        self.assertEqual(self.protocol.heard, [])
        self.transport.resumeProducing()
        self.network.run()
        self.assertEqual(self.protocol.heard, [b"abc"])

    def test_a_stalled_reader_fills_the_socket_and_then_the_transport(self) -> None:
        self.client.stalled = True
        self.transport.write(bytes(1000))
        self.network.run()
        self.assertEqual((len(self.transport.kernel), self.transport.room, self.client.received), (100, 0, b""))
        self.client.take(30)
        self.network.run()
        self.assertEqual((len(self.client.received), len(self.transport.kernel)), (30, 100))
        self.client.stalled = False
        self.network.run()
        self.assertEqual(len(self.client.received), 1000)

    def test_only_exact_bytes_may_be_written(self) -> None:
        self.assertRaises(TypeError, self.transport.write, memoryview(b"abc"))
        self.assertRaises(TypeError, self.transport.write, bytearray(b"abc"))

    def test_a_pull_producer_is_asked_at_once_and_when_the_buffer_is_empty(self) -> None:
        producer = Producer()
        self.transport.write(b"head")
        self.transport.registerProducer(producer, False)
        self.assertEqual(producer.asked, ["resume"], "while the head still waits: the trap")
        self.network.run()
        self.assertEqual(producer.asked, ["resume", "resume"])

    def test_a_push_producer_is_paused_and_resumed(self) -> None:
        producer = Producer()
        self.transport.registerProducer(producer, True)
        self.transport.write(bytes(100_000))
        self.assertEqual(producer.asked, ["pause"])
        self.network.run()
        self.assertEqual(producer.asked, ["pause", "resume"])

    def test_sendfile_overtakes_what_waits_in_the_transport(self) -> None:
        self.transport.write(b"head")
        number = self.network.register_file(File())
        self.assertEqual(self.network.sendfile(self.transport.fileno(), number, 2, 3), 3)
        self.network.run()
        self.assertEqual(self.client.received, b"234head")
        self.assertEqual(self.network.sendfile(self.transport.fileno(), number, 10, 3), 0)
        self.client.stalled = True
        self.transport.kernel += bytes(100)
        self.assertRaises(BlockingIOError, self.network.sendfile, self.transport.fileno(), number, 0, 3)

    def test_closing(self) -> None:
        self.transport.write(b"last")
        self.transport.loseConnection()
        self.assertIsNone(self.protocol.reason)
        self.network.run()
        self.assertTrue(self.protocol.reason.check(ConnectionDone))
        self.assertTrue(self.client.disconnected)
        self.client.take()
        self.assertEqual(self.client.received, b"last")
        self.assertEqual(self.transport.fileno(), -1)

    def test_aborting(self) -> None:
        self.client.stalled = True
        self.transport.write(bytes(1000))
        self.client.send(b"unheard")
        self.transport.abortConnection()
        self.assertIsNone(self.protocol.reason)
        self.network.run()
        self.assertTrue(self.protocol.reason.check(ConnectionAborted))
        self.assertTrue(self.client.aborted)
        self.assertEqual(self.protocol.heard, [])

    def test_the_peer_hangs_up_after_what_it_sent(self) -> None:
        self.client.send(b"abc")
        self.client.hang_up()
        self.network.run()
        self.assertEqual(self.protocol.heard, [b"abc"])
        self.assertTrue(self.protocol.reason.check(ConnectionDone))

    def test_a_full_socket_whose_peer_hangs_up_wakes_nobody(self) -> None:
        """Until what came before that was read: then writing to it fails."""
        self.client.stalled = True
        self.transport.pauseProducing()
        self.transport.write(bytes(300))
        self.network.run()
        self.client.send(b"abc")
        self.client.hang_up()
        self.network.run(100)
        self.assertIsNone(self.protocol.reason)
        self.transport.resumeProducing()
        self.network.run(100)
        self.assertEqual(self.protocol.heard, [b"abc"])
        self.assertIsNotNone(self.protocol.reason)

    def test_spinning_is_found(self) -> None:
        self.transport.registerProducer(Spinning(self.transport), False)
        self.transport.startWriting()
        self.assertRaises(AssertionError, self.network.run, 100)

    def test_time(self) -> None:
        called: list[float] = []
        self.network.clock.callLater(5, lambda: called.append(self.network.clock.seconds()))
        self.network.advance(4, step=1)
        self.assertEqual(called, [])
        self.network.advance(4, step=1)
        self.assertEqual(called, [5.0])


class Spinning(Producer):
    """Asks to be asked again, for ever."""

    def __init__(self, transport: Any) -> None:
        super().__init__()
        self.transport = transport

    def resumeProducing(self) -> None:
        self.transport.startWriting()
