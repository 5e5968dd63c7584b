"""The played network: it must not be kinder than the real one (the same senders run on real sockets in tests/integration)."""

from __future__ import annotations

from typing import Any

from tests.testing.connection_case import ConnectionCase, Producer


class File:
    """Ten bytes."""

    def read_at(self, position: int, length: int) -> bytes:
        return b"0123456789"[position : position + length]


class NetworkTests(ConnectionCase):
    """What goes to and fro."""

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
