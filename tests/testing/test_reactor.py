"""The reactor in memory: it must do to clients what a real network does, no kinder and no crueller."""

from __future__ import annotations

import pathlib
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.internet.defer import Deferred
from twisted.internet.endpoints import HostnameEndpoint, connectProtocol
from twisted.internet.error import (
    CannotListenError,
    ConnectionAborted,
    ConnectionDone,
    ConnectionLost,
    ConnectionRefusedError,
    DNSLookupError,
    TimeoutError,
)
from twisted.internet.protocol import ClientFactory, Factory, Protocol
from twisted.internet.threads import deferToThreadPool
from twisted.trial.unittest import SynchronousTestCase

from klog import Admin
from klog.span import join_parts
from klog.testing.broker import MemoryBroker
from klog.testing.reactor import HOST, MemoryReactor
from klog.testing.virtual_clock import EPOCH_MS
from klog.wire.client import ClientConnection
from klog.wire.messages.metadata import MetadataRequest
from tests.net.test_tls import certificate, key_pem, pem


class Noting(Protocol):
    """Notes what it hears, and when."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.times: list[float] = []
        self.reason: Any = None
        self.reactor: MemoryReactor | None = None

    def dataReceived(self, data: bytes) -> None:
        self.heard.append(data)
        if self.reactor is not None:
            self.times.append(round(self.reactor.seconds() - EPOCH_MS / 1000, 3))

    def connectionLost(self, reason: Any = None) -> None:
        self.reason = reason


class Echo(Protocol):
    """Sends back what it hears."""

    def dataReceived(self, data: bytes) -> None:
        self.transport.write(data)  # type: ignore[union-attr]


class Server(Factory):
    """Remembers its connections."""

    def __init__(self, protocol: Any = Noting) -> None:
        self.protocol = protocol
        self.made: list[Any] = []

    def buildProtocol(self, addr: Any) -> Any:
        made = self.protocol()
        self.made.append(made)
        return made


class ReactorCase(SynchronousTestCase):
    """A reactor with one server."""

    def setUp(self) -> None:
        self.reactor = MemoryReactor()
        self.server = Server()
        self.listener = self.reactor.listen("", 9092, self.server)

    def connect(self, host: str = HOST, port: int = 9092) -> Noting:
        return self.reactor.until(self.connecting(host, port))

    def connecting(self, host: str = HOST, port: int = 9092) -> Deferred[Noting]:
        protocol = Noting()
        protocol.reactor = self.reactor
        return connectProtocol(HostnameEndpoint(self.reactor, host, port, timeout=10), protocol)


class ThreadTests(ReactorCase):
    """Which there are none of."""

    def test_threads_run_at_once(self) -> None:
        pool = self.reactor.getThreadPool()
        self.assertEqual(self.reactor.until(deferToThreadPool(self.reactor, pool, lambda: 3)), 3)
        self.assertRaises(ZeroDivisionError, self.reactor.until, deferToThreadPool(self.reactor, pool, lambda: 1 // 0))


class ConnectionTests(ReactorCase):
    """What goes to and fro, and how it ends."""

    def test_bytes_go_both_ways_and_an_orderly_end_comes_after_them(self) -> None:
        client = self.connect()
        client.transport.write(b"question")  # type: ignore[union-attr]
        self.reactor.run()
        (server,) = self.server.made
        self.assertEqual(server.heard, [b"question"])
        server.transport.write(b"answer")
        server.transport.loseConnection()
        self.reactor.run()
        self.assertEqual(client.heard, [b"answer"])
        self.assertTrue(client.reason.check(ConnectionDone))
        self.assertTrue(server.reason.check(ConnectionDone))
        self.assertEqual(self.reactor.links(), [])
        self.assertEqual(self.reactor.getDelayedCalls(), [])

    def test_addresses(self) -> None:
        client = self.connect()
        (server,) = self.server.made
        self.assertEqual((client.transport.getPeer().host, client.transport.getPeer().port), (HOST, 9092))  # type: ignore[union-attr]
        self.assertEqual(client.transport.getHost(), server.transport.getPeer())  # type: ignore[union-attr]
        self.assertEqual(client.transport.getPeer(), server.transport.getHost())  # type: ignore[union-attr]

    def test_an_aborted_connection_is_a_reset_for_the_other(self) -> None:
        client = self.connect()
        client.transport.abortConnection()  # type: ignore[union-attr]
        self.reactor.run()
        self.assertTrue(client.reason.check(ConnectionAborted))
        self.assertTrue(self.server.made[0].reason.check(ConnectionLost))

    def test_back_pressure(self) -> None:
        self.reactor.socket_bytes = 1000
        client = self.connect()
        (server,) = self.server.made
        server.transport.pauseProducing()
        asked: list[str] = []

        class Producer:
            def resumeProducing(self) -> None:
                asked.append("resume")

            def pauseProducing(self) -> None:
                asked.append("pause")

            def stopProducing(self) -> None:
                asked.append("stop")

        transport: Any = client.transport
        transport.registerProducer(Producer(), True)
        transport.write(bytes(100_000))
        self.reactor.advance(5)
        self.assertEqual(asked, ["pause"])
        self.assertEqual(len(transport.kernel), 1000)
        server.transport.resumeProducing()
        self.reactor.run()
        self.assertEqual(asked, ["pause", "resume"])
        self.assertEqual(sum(map(len, server.heard)), 100_000)

    def test_byte_by_byte(self) -> None:
        self.reactor.chunk_bytes = 1
        client = self.connect()
        client.transport.write(b"abc")  # type: ignore[union-attr]
        self.reactor.run()
        self.assertEqual(self.server.made[0].heard, [b"a", b"b", b"c"])

    def test_delay_is_virtual_and_keeps_the_order(self) -> None:
        self.reactor.delay_s = 0.25
        client = self.connect()
        self.server.made[0].transport.write(b"slow")
        self.reactor.advance(0.125)
        self.reactor.delay_s = 0
        self.server.made[0].transport.write(b"fast")
        self.reactor.advance(10)
        self.assertEqual(client.heard, [b"slow", b"fast"])
        self.assertEqual(client.times, [0.25, 0.25])

    def test_stall_and_go_on(self) -> None:
        client = self.connect()
        self.reactor.stall()
        client.transport.write(b"abc")  # type: ignore[union-attr]
        self.reactor.advance(1000)
        self.assertEqual(self.server.made[0].heard, [])
        self.reactor.stall(False)
        self.reactor.run()
        self.assertEqual(self.server.made[0].heard, [b"abc"])

    def test_cut(self) -> None:
        client = self.connect()
        self.assertEqual(self.reactor.cut(1), 0)
        self.assertEqual(self.reactor.cut(), 1)
        self.reactor.run()
        self.assertTrue(client.reason.check(ConnectionLost))
        self.assertTrue(self.server.made[0].reason.check(ConnectionLost))

    def test_cut_at_a_byte(self) -> None:
        for to in ("client", "server"):
            self.reactor.cut_at(5, to=to)  # type: ignore[arg-type]
            client = self.connect()
            server = self.server.made[-1]
            sender, receiver = (server, client) if to == "client" else (client, server)
            sender.transport.write(b"abc")
            self.reactor.run()
            sender.transport.write(b"defg")
            self.reactor.run()
            self.assertEqual(b"".join(receiver.heard), b"abcde")
            self.assertTrue(client.reason.check(ConnectionLost))
            self.reactor.cut_at(None)
        client = self.connect()
        client.transport.write(b"0123456789")  # type: ignore[union-attr]
        self.reactor.run()
        self.assertIsNone(client.reason)


class AtRandomTests(SynchronousTestCase):
    """Whatever happens, what arrives is the beginning of what was sent, and without a cut it is all of it."""

    @settings(deadline=None, max_examples=60)
    @given(
        seed=st.integers(0, 1 << 30),
        socket_bytes=st.sampled_from([1, 7, 1000, 1 << 16]),
        chunk_bytes=st.sampled_from([None, 1, 3, 500]),
        cut=st.booleans(),
    )
    def test_streams_stay_streams(self, seed: int, socket_bytes: int, chunk_bytes: int | None, cut: bool) -> None:
        chance = random.Random(seed)
        reactor = MemoryReactor()
        reactor.socket_bytes, reactor.chunk_bytes = socket_bytes, chunk_bytes
        server = Server()
        reactor.listen("", 9092, server)
        ends: list[Any] = [reactor.until(connectProtocol(HostnameEndpoint(reactor, HOST, 9092), Noting())), server.made[0]]
        sent = [b"", b""]
        for _ in range(chance.randrange(1, 30)):
            what = chance.randrange(7)
            side = chance.randrange(2)
            if what < 3:
                data = chance.randbytes(chance.randrange(1, 3000))
                ends[side].transport.write(data)
                sent[side] += data
            elif what == 3:
                reactor.delay_s = chance.choice([0.0, 0.01, 1.0])
            elif what == 4:
                reactor.stall(chance.random() < 0.5)
            elif what == 5:
                ends[side].transport.pauseProducing() if chance.random() < 0.5 else ends[side].transport.resumeProducing()
            reactor.advance(chance.choice([0, 0.005, 2]))
        # Windows of a byte would take a second each.
        reactor.delay_s = 0
        if cut:
            reactor.cut()
        else:
            reactor.stall(False)
        for end in ends:
            if end.reason is None:
                end.transport.resumeProducing()
        if not cut:
            ends[0].transport.loseConnection()
        reactor.advance(10)
        for side, heard in ((0, b"".join(ends[1].heard)), (1, b"".join(ends[0].heard))):
            self.assertTrue(sent[side].startswith(heard))
            if not cut and side == 0:
                self.assertEqual(heard, sent[0])
        for end in ends:
            # Who still has something to send when the other closes loses it.
            self.assertTrue(end.reason.check(ConnectionLost) or (not cut and end.reason.check(ConnectionDone)))
        self.assertEqual((reactor.links(), reactor.getDelayedCalls()), ([], []))


class ConnectingTests(ReactorCase):
    """How connections come about, or not."""

    def test_nobody_listens(self) -> None:
        self.assertRaises(ConnectionRefusedError, self.connect, HOST, 1)
        self.listener.stopListening()
        self.assertRaises(ConnectionRefusedError, self.connect)

    def test_refused_for_a_while(self) -> None:
        self.reactor.refuse(9092)
        self.assertRaises(ConnectionRefusedError, self.connect)
        self.reactor.accept(9092)
        self.connect()
        self.reactor.refuse()
        self.assertRaises(ConnectionRefusedError, self.connect)

    def test_no_answer_is_a_timeout(self) -> None:
        self.reactor.ignore()
        self.assertRaises(TimeoutError, self.connect)
        self.assertEqual(self.reactor.now_ms(), EPOCH_MS + 10_000)
        self.reactor.accept()
        self.reactor.connect_delay_s = 3
        self.connect()
        self.assertEqual(self.reactor.now_ms(), EPOCH_MS + 13_000)

    def test_cancelled(self) -> None:
        self.reactor.ignore()
        attempt = self.connecting()
        self.reactor.run()
        attempt.cancel()
        self.failureResultOf(attempt)
        self.reactor.run()
        self.assertEqual((self.server.made, self.reactor.getDelayedCalls()), ([], []))

    def test_names(self) -> None:
        self.assertRaises(DNSLookupError, self.connect, "broker.test")
        self.reactor.hosts["broker.test"] = ["192.0.2.77", HOST]
        self.connect("broker.test")
        self.reactor.hosts["broker.test"] = []
        self.assertRaises(DNSLookupError, self.connect, "broker.test")
        self.assertEqual(self.reactor.resolved, ["broker.test"] * 3)

    def test_a_server_that_has_too_many(self) -> None:
        self.server.protocol = lambda: None
        client = self.connect()
        self.reactor.run()
        self.assertTrue(client.reason.check(ConnectionDone))

    def test_a_port_is_taken_once(self) -> None:
        self.assertRaises(CannotListenError, self.reactor.listen, HOST, 9092, self.server)
        self.assertNotEqual(self.reactor.listen("", 0, self.server).port, 9092)
        self.listener.stopListening()
        self.reactor.listen(HOST, 9092, self.server)

    def test_an_echo(self) -> None:
        self.reactor.listen("127.0.0.1", 7, Server(Echo))
        client = self.connect("localhost", 7)
        client.transport.write(bytes(1 << 20))  # type: ignore[union-attr]
        self.reactor.run()
        self.assertEqual(sum(map(len, client.heard)), 1 << 20)


class HostTests(ReactorCase):
    """What happens between two hosts only."""

    def connect_from(self, host: str) -> tuple[Noting, Noting]:
        """A client on `host`, and its peer."""
        heard: list[Noting] = []

        def build(address: object) -> Noting:
            heard.append(Noting())
            return heard[-1]

        server = Factory()
        server.buildProtocol = build  # type: ignore[method-assign,assignment]
        port = self.reactor.listen("192.0.2.50", 0, server)
        client = Noting()
        factory = ClientFactory()
        factory.buildProtocol = lambda address: client  # type: ignore[method-assign,assignment,return-value]
        self.reactor.connectTCP("192.0.2.50", port.port, factory, bindAddress=(host, 0))
        self.reactor.advance(0.1)
        return client, heard[0]

    def test_nothing_passes_one_way(self) -> None:
        one, server_of_one = self.connect_from("192.0.2.51")
        other, server_of_other = self.connect_from("192.0.2.52")
        self.reactor.block("192.0.2.51", "192.0.2.50")
        for client, server in ((one, server_of_one), (other, server_of_other)):
            client.transport.write(b"to")  # type: ignore[union-attr]
            server.transport.write(b"from")  # type: ignore[union-attr]
        self.reactor.advance(1)
        self.assertEqual((server_of_one.heard, one.heard), ([], [b"from"]))
        self.assertEqual((server_of_other.heard, other.heard), ([b"to"], [b"from"]))
        self.assertRaises(IndexError, self.connect_from, "192.0.2.51")
        self.connect_from("192.0.2.52")
        self.reactor.unblock()
        self.reactor.advance(0.1)
        self.assertEqual(server_of_one.heard, [b"to"])
        self.connect_from("192.0.2.51")

    def test_nobody_can_connect_whose_answer_does_not_come(self) -> None:
        self.reactor.block("192.0.2.50", "192.0.2.51")
        self.assertRaises(IndexError, self.connect_from, "192.0.2.51")
        self.reactor.unblock("192.0.2.50", "192.0.2.51")
        self.reactor.block(None, "192.0.2.50")
        self.assertRaises(IndexError, self.connect_from, "192.0.2.52")

    def test_each_piece_takes_its_time_and_keeps_its_place(self) -> None:
        client, server = self.connect_from("192.0.2.51")
        server.reactor = self.reactor
        times = [3.0, 1.0, 0.0]
        asked: list[tuple[str, str]] = []

        def delay_of(source: str, target: str) -> float:
            asked.append((source, target))
            return times.pop(0)

        self.reactor.delay_of = delay_of
        begun = self.reactor.seconds() - EPOCH_MS / 1000
        for piece in (b"a", b"b", b"c"):
            client.transport.write(piece)  # type: ignore[union-attr]
            self.reactor.run()
        self.reactor.advance(5)
        self.assertEqual((server.heard, asked), ([b"a", b"b", b"c"], [("192.0.2.51", "192.0.2.50")] * 3))
        self.assertEqual([round(time - begun) for time in server.times], [3, 3, 3])
        self.assertIsNotNone(self.reactor.delay_of)


class BrokerTests(SynchronousTestCase):
    """A real broker behind it."""

    def ask(self, broker: MemoryBroker) -> Any:
        host, _, port = broker.bootstrap.rpartition(":")
        protocol = Noting()
        broker.reactor.until(connectProtocol(HostnameEndpoint(broker.reactor, host, int(port)), protocol))
        wire = ClientConnection("test")
        protocol.transport.write(join_parts(wire.request(MetadataRequest(topics=None), 12)[1]))  # type: ignore[union-attr]
        broker.reactor.advance(1)
        if protocol.reason is not None:
            protocol.reason.raiseException()
        ((_, answer),) = wire.receive(b"".join(protocol.heard))
        return protocol, answer

    def test_clients_find_it_where_it_says(self) -> None:
        broker = MemoryBroker().start()
        for chunk in (None, 1):
            broker.reactor.chunk_bytes = chunk
            _, answer = self.ask(broker)
            self.assertEqual(f"{answer.brokers[0].host}:{answer.brokers[0].port}", broker.bootstrap)
        broker.stop()

    def test_stop_and_start_in_place(self) -> None:
        broker = MemoryBroker().start()
        client, _ = self.ask(broker)
        broker.stop()
        self.assertTrue(client.reason.check(ConnectionDone))
        self.assertRaises(ConnectionRefusedError, self.ask, broker)
        broker.start()
        self.ask(broker)
        broker.stop()
        self.assertEqual(broker.reactor.getDelayedCalls(), [])

    def test_power_failure_in_place(self) -> None:
        broker = MemoryBroker().start()
        client, before = self.ask(broker)
        by_hand = broker.connect()
        broker.fail()
        broker.advance(3)
        self.assertTrue(client.reason.check(ConnectionLost))
        self.assertEqual(by_hand.answers, [])
        self.assertEqual(broker.reactor.getDelayedCalls(), [], "what the dead one wanted")
        self.assertRaises(ConnectionRefusedError, self.ask, broker)
        broker.start()
        self.assertEqual(self.ask(broker)[1].cluster_id, before.cluster_id)
        broker.stop()

    def test_tls_in_memory(self) -> None:
        key, own = certificate("broker.test")
        store, ca = pathlib.Path(self.mktemp()).absolute(), pathlib.Path(self.mktemp()).absolute()
        ca.write_text(pem(own))
        properties = {"listeners": "SSL://:9093", "ssl.keystore.type": "PEM", "ssl.keystore.location": str(store)}
        properties["inter.broker.listener.name"] = "SSL"
        broker = MemoryBroker(properties)
        broker.file_system.write(str(store), (key_pem(key) + pem(own)).encode())
        broker.start()
        broker.create_topics({"t": 1})
        broker.reactor.hosts["broker.test"] = [broker.host]
        admin = Admin(broker.reactor, "broker.test:9093", security_protocol="SSL", ssl_ca_file=str(ca))
        for chunk_bytes in (None, 1):
            broker.reactor.chunk_bytes = chunk_bytes
            self.assertEqual([topic.name for topic in broker.reactor.until(admin.list_topics())], ["t"])
            broker.reactor.cut()
            broker.reactor.advance(1)
        broker.reactor.until(admin.stopService())
        broker.stop()
        self.assertEqual(broker.reactor.getDelayedCalls(), [])

    def test_two_brokers_on_one_network(self) -> None:
        one = MemoryBroker().start()
        two = MemoryBroker(clock=one.reactor, host="192.0.2.10").start()
        client, answer = self.ask(one)
        self.assertEqual(self.ask(two)[1].brokers[0].host, "192.0.2.10")
        two.fail()
        one.run()
        self.assertIsNone(client.reason)
        self.assertEqual(self.ask(one)[1].cluster_id, answer.cluster_id)
        one.stop()
