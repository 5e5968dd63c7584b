"""TLS in whole reads and whole writes: two ends joined in memory, Twisted's own layer at the far end."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from OpenSSL import SSL
from twisted.internet.error import ConnectionDone
from twisted.internet.interfaces import IHandshakeListener, IOpenSSLClientConnectionCreator, IOpenSSLServerConnectionCreator
from twisted.internet.protocol import ClientFactory, Protocol
from twisted.protocols.tls import TLSMemoryBIOFactory
from twisted.python.failure import Failure
from twisted.trial.unittest import SynchronousTestCase
from zope.interface import implementer

from klog.net.encrypted_transport import RECORD_BYTES, EncryptedFactory, EncryptedTransport, RecordEnds
from klog.net.tcp_transports import ReceivesInto
from klog.testing.network import MemoryNetwork
from klog.testing.reactor import MemoryReactor
from tests.net.test_tls import certificate

HOST, PORT = "192.0.2.7", 9093


@implementer(IHandshakeListener)
class Noted(Protocol):
    """What came, piece by piece, and how it ended; it may do something with each piece."""

    def __init__(self, at_once: bytes = b"") -> None:
        self.pieces: list[bytes] = []
        self.ended: list[Failure] = []
        self.handshakes = 0
        self.at_once = at_once
        self.then: Any = None

    def connectionMade(self) -> None:
        if self.at_once:
            self.transport.write(self.at_once)  # type: ignore[union-attr]

    def handshakeCompleted(self) -> None:
        self.handshakes += 1

    def dataReceived(self, data: bytes) -> None:
        self.pieces.append(data)
        if self.then is not None:
            self.then(data)

    def connectionLost(self, reason: Failure = Failure(ConnectionDone())) -> None:  # noqa: B008
        self.ended.append(reason)

    @property
    def received(self) -> bytes:
        return b"".join(self.pieces)


class _Makes(ClientFactory):
    noisy = False

    def __init__(self, made: Protocol) -> None:
        self.made = made

    def buildProtocol(self, addr: object) -> Protocol:
        return self.made


@implementer(IOpenSSLServerConnectionCreator, IOpenSSLClientConnectionCreator)
class _Options:
    """As `TLSMemoryBIOFactory` asks for them."""

    def __init__(self, context: SSL.Context) -> None:
        self.context = context

    def serverConnectionForTLS(self, protocol: object) -> SSL.Connection:
        return SSL.Connection(self.context, None)

    clientConnectionForTLS = serverConnectionForTLS


class Fixture(SynchronousTestCase):
    """A server of klog's and a client of either kind."""

    key: Any
    own: Any

    @classmethod
    def setUpClass(cls) -> None:
        cls.key, cls.own = certificate("broker.example")

    def connect(
        self, client_factory: Any = TLSMemoryBIOFactory, *, at_once: tuple[bytes, bytes] = (b"", b""), version: int = SSL.TLS1_3_VERSION
    ) -> None:
        server = SSL.Context(SSL.TLS_METHOD)
        server.use_privatekey(self.key)
        server.use_certificate(self.own)
        client = SSL.Context(SSL.TLS_METHOD)
        client.set_max_proto_version(version)
        self.reactor = MemoryReactor()
        self.server, self.client = Noted(at_once[0]), Noted(at_once[1])
        self.reactor.listen(HOST, PORT, EncryptedFactory(_Options(server), False, _Makes(self.server), self.reactor))
        self.reactor.connectTCP(HOST, PORT, client_factory(_Options(client), True, _Makes(self.client), self.reactor))

    def settle(self) -> None:
        self.reactor.advance(0)


class TransportTests(Fixture):
    """One connection."""

    def test_handshakes(self) -> None:
        """TLS 1.2 and 1.3, Twisted's client and klog's: told once at each end; what was written before comes after, in order."""
        for factory in (TLSMemoryBIOFactory, EncryptedFactory):
            for version in (SSL.TLS1_2_VERSION, SSL.TLS1_3_VERSION):
                self.connect(factory, at_once=(b"hello", b"world"), version=version)
                self.settle()
                self.assertEqual((self.server.handshakes, self.client.handshakes), (1, 1))
                self.assertEqual((self.server.received, self.client.received), (b"world", b"hello"))

    def test_all_of_a_read_is_handed_over_at_once(self) -> None:
        """However many records it has."""
        self.connect()
        self.settle()
        data = bytes(range(256)) * 200
        self.assertGreater(len(data), 3 * RECORD_BYTES)
        self.client.transport.write(data)
        self.settle()
        self.assertEqual(self.server.pieces, [data])

    def test_all_of_a_write_is_sent_at_once(self) -> None:
        self.connect()
        self.settle()
        below = self.server.transport.transport
        written: list[int] = []
        write = below.write
        self.patch(below, "write", lambda data: written.append(len(data)) or write(data))
        data = bytes(range(256)) * 800
        self.server.transport.write(data)
        self.assertEqual(len(written), 1)
        self.assertGreater(written[0], len(data))
        self.settle()
        self.assertEqual(self.client.received, data)

    def test_nothing_waits_for_the_next_turn(self) -> None:
        """So that the transport's own words about its buffer are true of this one."""
        self.connect()
        self.settle()
        below = self.server.transport.transport
        self.server.transport.write(b"x")
        self.assertGreater(self.server.transport.waiting_bytes(), 0)
        self.assertFalse(self.server.transport.is_flushed())
        self.patch(below, "write", lambda data: 0)
        self.assertEqual(self.server.transport.write(b"y"), 0)
        self.patch(below, "write", lambda data: None)
        self.assertIsNone(self.server.transport.write(b"z"))

    def test_pieces(self) -> None:
        self.connect()
        self.settle()
        self.server.transport.writeSequence([b"one", b"", b"two"])
        self.server.transport.write(b"")
        self.settle()
        self.assertEqual(self.client.received, b"onetwo")

    def test_a_read_of_the_socket_is_as_large_as_is_good(self) -> None:
        """`klog.net.tcp_transports` takes it for one that knows of large frames, and never gets a buffer."""
        self.connect()
        self.settle()
        wrapper = self.server.transport
        self.assertIsInstance(wrapper, EncryptedTransport)
        self.assertIsInstance(wrapper, ReceivesInto)
        self.assertIsNone(wrapper.writable())

    def test_what_comes_with_the_end(self) -> None:
        """Is handed over before it."""
        self.connect()
        self.settle()
        self.client.transport.write(b"last")
        self.client.transport.loseConnection()
        self.settle()
        self.assertEqual(self.server.received, b"last")
        self.assertEqual([failure.type for failure in self.server.ended], [ConnectionDone])
        self.assertEqual(len(self.client.ended), 1)
        self.server.transport.write(b"too late")

    def test_the_protocol_ends_it(self) -> None:
        """While it is given something: nothing more is handed over, and what it wrote before arrives."""
        self.connect()
        self.settle()

        def bye(data: bytes) -> None:
            self.server.transport.write(b"bye")
            self.server.transport.loseConnection()

        self.server.then = bye
        self.client.transport.write(b"one")
        self.settle()
        self.assertEqual(self.client.received, b"bye")
        self.assertEqual((len(self.server.ended), len(self.client.ended)), (1, 1))

    def test_the_protocol_aborts_it(self) -> None:
        self.connect()
        self.settle()
        self.server.then = lambda data: self.server.transport.abortConnection()
        self.client.transport.write(b"one")
        self.settle()
        self.client.transport.write(b"two")
        self.settle()
        self.assertEqual(self.server.pieces, [b"one"])
        self.assertEqual(len(self.server.ended), 1)

    def test_a_broken_record(self) -> None:
        """What came before it is handed over; then the connection ends with OpenSSL's words."""
        self.connect()
        self.settle()
        below = self.client.transport.transport
        sent: list[bytes] = []
        self.patch(below, "write", sent.append)
        self.client.transport.write(b"good")
        self.settle()
        self.client.transport.write(b"broken")
        self.settle()
        good, broken = b"".join(sent[:-1]), bytearray(sent[-1])
        broken[-1] ^= 1
        self.server.transport.dataReceived(good + broken)
        self.assertEqual(self.server.received, b"good")
        self.settle()
        self.assertEqual(len(self.server.ended), 1)
        self.assertTrue(issubclass(self.server.ended[0].type, SSL.Error))

    def test_a_broken_record_behind_what_is_answered(self) -> None:
        """The answer cannot be written any more; the end says what was wrong all the same."""
        self.connect()
        self.settle()
        sent: list[bytes] = []
        self.patch(self.client.transport.transport, "write", sent.append)
        self.client.transport.write(b"good")
        self.settle()
        self.server.then = lambda data: self.server.transport.write(b"answer")
        self.server.transport.dataReceived(b"".join(sent) + b"\x17\x03\x03\x00\x20" + bytes(32))
        self.assertEqual(self.server.received, b"good")
        self.settle()
        self.assertTrue(issubclass(self.server.ended[0].type, SSL.Error), self.server.ended)

    def test_a_record_longer_than_any_may_be(self) -> None:
        """Its head ends the connection; what follows is not waited for."""
        for version in (SSL.TLS1_2_VERSION, SSL.TLS1_3_VERSION):
            self.connect(version=version)
            self.settle()
            self.server.transport.dataReceived(b"\x17\x03\x03\xff\xff")
            self.settle()
            self.assertEqual(len(self.server.ended), 1)

    def test_what_is_written_when_the_handshake_is_done(self) -> None:
        """Comes behind what was written before it."""
        for version in (SSL.TLS1_2_VERSION, SSL.TLS1_3_VERSION):
            self.connect(EncryptedFactory, at_once=(b"one", b"one"), version=version)
            for end in (self.server, self.client):
                self.patch(end, "handshakeCompleted", lambda end=end: end.transport.write(b"two"))
            self.settle()
            self.assertEqual((self.server.received, self.client.received), (b"onetwo", b"onetwo"))

    def test_no_tls_at_all(self) -> None:
        server = Noted()
        factory = EncryptedFactory(_Options(SSL.Context(SSL.TLS_METHOD)), False, _Makes(server), MemoryReactor())
        client = MemoryNetwork().connect(factory.buildProtocol(None))
        client.send(b"GET / HTTP/1.1\r\n\r\n")
        client.transport._network.run()
        self.server = server
        self.assertEqual((self.server.pieces, self.server.handshakes, len(self.server.ended)), ([], 0, 1))


class RecordTests(SynchronousTestCase):
    """How many records end."""

    @given(st.lists(st.integers(0, RECORD_BYTES + 2048), max_size=5), st.integers(1, 100_000))
    def test_counts(self, lengths: list[int], chunk_bytes: int) -> None:
        """Against a plain list of where they end, in pieces of any size."""
        stream, ends = b"", []
        for length in lengths:
            stream += b"\x17\x03\x03" + length.to_bytes(2, "big") + bytes(length)
            ends.append(len(stream))
        counter = RecordEnds()
        for start in range(0, len(stream), chunk_bytes):
            end = start + chunk_bytes
            self.assertEqual(counter.ended_in(stream[start:end]), sum(start < at <= end for at in ends))

    def test_heads_that_are_cut(self) -> None:
        counter = RecordEnds()
        stream = bytes.fromhex("17 0303 0002 aabb 17 0303 0000 15 0303 0001 cc")
        self.assertEqual([counter.ended_in(bytes([byte])) for byte in stream], [0] * 6 + [1] + [0] * 4 + [1] + [0] * 5 + [1])

    def test_one_that_is_too_long(self) -> None:
        stream = bytes.fromhex("17 0303 0002 aabb 17 0303 4801")
        self.assertEqual([RecordEnds().ended_in(stream), RecordEnds().ended_in(stream[:-1])], [2, 1])
        counter = RecordEnds()
        self.assertEqual([counter.ended_in(bytes([byte])) for byte in stream], [0] * 6 + [1] + [0] * 4 + [1])


class StreamTests(Fixture):
    """Whatever is written arrives, in order."""

    @given(
        st.lists(st.tuples(st.booleans(), st.integers(0, 5 * RECORD_BYTES)), max_size=8),
        st.sampled_from([None, 1000, RECORD_BYTES, RECORD_BYTES + 22, 65_536]),
        st.booleans(),
    )
    def test_streams(self, writes: list[tuple[bool, int]], chunk_bytes: int | None, both: bool) -> None:
        """Of any sizes, both ways, read in pieces of any size, at either kind of far end."""
        self.connect(EncryptedFactory if both else TLSMemoryBIOFactory)
        self.reactor.chunk_bytes = chunk_bytes
        self.settle()
        expected = {True: b"", False: b""}
        for number, (from_server, length) in enumerate(writes):
            data = bytes([number]) * length
            expected[from_server] += data
            (self.server if from_server else self.client).transport.write(data)
            if number % 2:
                self.settle()
        self.settle()
        self.assertEqual(self.client.received, expected[True])
        self.assertEqual(self.server.received, expected[False])
