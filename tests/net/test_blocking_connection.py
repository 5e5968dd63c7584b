"""The blocking connection over a socket that is a script; with real sockets and TLS it is tried in the integration tests."""

from __future__ import annotations

import socket
import subprocess
import sys
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.errors import ErrorCode, KlogError
from klog.forks import in_child
from klog.net import blocking_connection
from klog.net.blocking_connection import BlockingConnection
from klog.net.client.errors import AuthenticationFailed, BadAnswer, BrokerUnreachable, ClientError, ConnectionClosed, RequestTimedOut
from klog.net.connection_settings import ConnectionSettings
from klog.net.security import Security
from klog.wire.messages.api_versions import ApiVersionsRequest
from klog.wire.messages.fetch import FetchableTopicResponse, FetchRequest, FetchResponse, PartitionData
from klog.wire.messages.metadata import MetadataRequest, MetadataResponse, MetadataResponseTopic
from klog.wire.messages.produce import ProduceRequest
from klog.wire.messages.sasl_authenticate import SaslAuthenticateRequest, SaslAuthenticateResponse
from klog.wire.server import ServerConnection
from tests.net.scripted_broker import HANG_UP, Script

ASK = MetadataRequest(topics=[])
PLAIN = Security(security_protocol="SASL_PLAINTEXT", sasl_mechanism="PLAIN", sasl_username="u", sasl_password="p")


class FakeSocket:
    """One connection to a `Script`; waiting takes its time on the fake clock."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.server = ServerConnection()
        self.incoming = bytearray()
        self.timeout: float = 0
        self.is_over = self.is_closed = False

    def setsockopt(self, *arguments: Any) -> None:
        """No delay."""

    def settimeout(self, seconds: float) -> None:
        self.timeout = seconds

    def sendall(self, data: bytes) -> None:
        for request in self.server.receive(data):
            sent, hang_up = self.world.script.answer(request)
            self.incoming += b"".join(sent)
            self.is_over = self.is_over or hang_up

    def recv(self, count: int) -> bytes:
        if not self.incoming and not self.is_over:
            if self.timeout == 0:
                raise BlockingIOError
            self.world.now += self.timeout
            raise TimeoutError
        count = min(count, self.world.chunk_bytes)
        data = bytes(self.incoming[:count])
        del self.incoming[:count]
        return data

    def recv_into(self, view: memoryview) -> int:
        data = self.recv(len(view))
        view[: len(data)] = data
        return len(data)

    def close(self) -> None:
        self.is_closed = True


class World:
    """Sockets, script and clock."""

    def __init__(self) -> None:
        self.now = 100.0
        self.script = Script()
        self.sockets: list[FakeSocket] = []
        self.chunk_bytes = 1 << 30
        self.refusal: BaseException | None = None

    def create_connection(self, address: tuple[str, int], timeout: float) -> FakeSocket:
        if self.refusal is not None:
            raise self.refusal
        self.sockets.append(FakeSocket(self))
        return self.sockets[-1]


class BlockingTests(SynchronousTestCase):
    """`BlockingConnection`."""

    def setUp(self) -> None:
        self.world = World()
        self.answers = self.world.script.answers
        self.patch(blocking_connection.socket, "create_connection", self.world.create_connection)

    def connection(self, **more: Any) -> BlockingConnection:
        return BlockingConnection("broker.example", 9092, clock=lambda: self.world.now, **more)

    def test_no_twisted(self) -> None:
        # Some versions of zope.interface make an empty `zope` at each start of Python.
        code = "import klog.net.blocking_connection, sys; print(sorted({'twisted', 'zope.interface', 'OpenSSL'} & set(sys.modules)))"
        found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        self.assertEqual(found.strip(), "[]")

    def test_asks(self) -> None:
        for chunk_bytes in (1 << 30, 1):
            self.world.chunk_bytes = chunk_bytes
            with self.connection() as connection:
                self.assertIsNone(connection.versions)
                self.assertEqual(connection.request(ASK), MetadataResponse())
                self.assertEqual(connection.request(ASK, at_most=3), MetadataResponse())
                self.assertEqual(connection.request(ASK, version=1), MetadataResponse())
                assert connection.versions is not None
                self.assertIs(connection.connect(), connection.versions)
            self.assertTrue(self.world.sockets[-1].is_closed)
            self.assertRaises(ConnectionClosed, connection.request, ASK)
        self.assertEqual(len(self.world.sockets), 2)

    def test_large_answers(self) -> None:
        topics = [MetadataResponseTopic(name=f"topic-{number}") for number in range(50_000)]
        self.answers[MetadataRequest] = MetadataResponse(topics=topics)
        self.world.chunk_bytes = 10_000
        self.assertEqual(len(self.connection().request(ASK).topics), 50_000)

    def test_no_answer_expected(self) -> None:
        self.answers[ProduceRequest] = None
        connection = self.connection()
        self.assertIsNone(connection.request(ProduceRequest(acks=0), expects_answer=False))
        self.assertEqual(connection.request(ASK), MetadataResponse())

    def test_unsupported_leaves_the_connection(self) -> None:
        connection = self.connection()
        error = self.assertRaises(KlogError, connection.request, ASK, version=99)
        self.assertEqual(error.code, ErrorCode.UNSUPPORTED_VERSION)
        error = self.assertRaises(KlogError, connection.request, MetadataRequest(allow_auto_topic_creation=False), version=1)
        self.assertEqual(error.code, ErrorCode.INVALID_REQUEST)
        connection.request(ASK)
        self.assertEqual(len(self.world.sockets), 1)

    def test_cannot_connect(self) -> None:
        for refusal, words in (
            (ConnectionRefusedError(), "refused the connection"),
            (socket.gaierror(), "the name does not resolve"),
            (OSError(113, "No route to host"), "No route to host"),
            (TimeoutError(), "did not answer within 10 s"),
        ):
            self.world.refusal = refusal
            error = self.assertRaises(BrokerUnreachable, self.connection().connect)
            self.assertIn("broker broker.example:9092 ", str(error))
            self.assertIn(words, str(error))

    def test_time_limits(self) -> None:
        self.answers[MetadataRequest] = None
        connection = self.connection()
        error = self.assertRaises(RequestTimedOut, connection.request, ASK, timeout_ms=2_000)
        self.assertIn("broker broker.example:9092 did not answer Metadata within 2 s", str(error))
        self.assertEqual(self.world.now, 102)
        self.answers[MetadataRequest] = MetadataResponse()
        connection.request(ASK)
        self.assertEqual(len(self.world.sockets), 2)
        self.answers[ApiVersionsRequest] = None
        error = self.assertRaises(BrokerUnreachable, self.connection(settings=ConnectionSettings(connect_timeout_ms=3_000)).request, ASK)
        self.assertIn("did not answer within 3 s", str(error))

    def test_hostile(self) -> None:
        for answer, kind, words in (
            (b"\xff\xff\xff\xfe", BadAnswer, "announces -2 bytes"),
            (b"\0\0\0\x05\x7f\0\0\0\0", BadAnswer, "answered request"),
            ([b"\0\0\x10\0abc", HANG_UP], BrokerUnreachable, "closed the connection with 1 request unanswered"),
            (HANG_UP, BrokerUnreachable, "closed the connection with 1 request unanswered"),
            (b"\0\0\0\x07", RequestTimedOut, "did not answer"),
        ):
            connection = self.connection()
            self.answers[MetadataRequest] = answer
            error = self.assertRaises(ClientError, connection.request, ASK)
            self.assertIsInstance(error, kind)
            self.assertIn(words, str(error))
            self.assertIn("broker.example:9092", str(error))
            self.assertTrue(self.world.sockets[-1].is_closed)
            self.answers[MetadataRequest] = MetadataResponse()
            self.assertEqual(connection.request(ASK), MetadataResponse())

    def test_a_mistake_behind_an_answer(self) -> None:
        connection = self.connection()
        self.answers[MetadataRequest] = [MetadataResponse(), b"\xff\xff\xff\xff"]
        self.assertEqual(connection.request(ASK), MetadataResponse())
        self.answers[MetadataRequest] = MetadataResponse()
        self.assertEqual(connection.request(ASK), MetadataResponse())
        self.assertEqual(len(self.world.sockets), 2)

    def test_idle_connections_may_be_closed(self) -> None:
        connection = self.connection()
        connection.request(ASK)
        self.world.sockets[-1].is_over = True
        connection.request(ASK)
        self.world.sockets[-1].incoming += b"unasked"
        connection.request(ASK)
        self.assertEqual(len(self.world.sockets), 3)

    def test_an_idle_connection_that_was_closed_is_none(self) -> None:
        """Who connects first, so as to know later whether something was sent, is told that nobody is there."""
        connection = self.connection()
        connection.request(ASK)
        self.world.sockets[0].is_over = True
        self.world.refusal = ConnectionRefusedError()
        self.assertRaises(BrokerUnreachable, connection.connect)
        self.world.refusal = None
        connection.connect()
        self.assertEqual(len(self.world.sockets), 2)

    def test_interrupted(self) -> None:
        connection = self.connection()
        connection.request(ASK)
        self.answers[MetadataRequest] = lambda asked: (_ for _ in ()).throw(KeyboardInterrupt)
        self.assertRaises(KeyboardInterrupt, connection.request, ASK)
        self.assertTrue(self.world.sockets[-1].is_closed)

    def test_sasl_and_again(self) -> None:
        self.answers[SaslAuthenticateRequest] = SaslAuthenticateResponse(session_lifetime_ms=10_000)
        connection = self.connection(security=PLAIN)
        for _ in range(30):
            connection.request(ASK)
            self.world.now += 1
        self.assertEqual(self.world.script.names().count("SaslAuthenticate"), 4)
        self.assertEqual(len(self.world.sockets), 1)
        self.answers[SaslAuthenticateRequest] = SaslAuthenticateResponse(error_code=58, error_message="no")
        self.world.now += 10
        self.assertRaises(AuthenticationFailed, connection.request, ASK)
        error = self.assertRaises(AuthenticationFailed, connection.request, ASK)
        self.assertIn("refused user 'u' with PLAIN: no", str(error))

    def test_asked_now_answered_later(self) -> None:
        for chunk_bytes in (1 << 30, 7):
            self.world.chunk_bytes = chunk_bytes
            names = iter("abcdef")
            self.answers[MetadataRequest] = lambda asked, names=names: MetadataResponse(cluster_id=next(names))
            connection = self.connection()
            first, second, third = (connection.begin(ASK) for _ in range(3))
            self.assertEqual(len(self.world.script.asked), 4)
            self.assertEqual(second.result().cluster_id, "b")
            # Between them comes a request that waits.
            self.assertEqual(connection.request(ASK).cluster_id, "d")
            self.assertEqual(third.result().cluster_id, "c")
            self.assertEqual(first.result().cluster_id, "a")
            dropped = connection.begin(ASK)
            dropped.drop()
            self.assertEqual(connection.request(ASK).cluster_id, "f")
            self.assertIsNone(dropped.result())
            self.assertEqual(connection._pending, {})
            self.world.script.asked.clear()
        self.assertEqual(len(self.world.sockets), 2)

    def test_answers_ahead_of_a_broken_connection(self) -> None:
        answers = iter([MetadataResponse(cluster_id="a"), HANG_UP, None])
        self.answers[MetadataRequest] = lambda asked: next(answers)
        connection = self.connection()
        first, second, third = (connection.begin(ASK) for _ in range(3))
        error = self.assertRaises(BrokerUnreachable, third.result)
        self.assertIn("closed the connection with 2 requests unanswered", str(error))
        self.assertEqual(first.result().cluster_id, "a")
        self.assertRaises(BrokerUnreachable, second.result)
        self.answers[MetadataRequest] = MetadataResponse()
        self.assertEqual(connection.request(ASK), MetadataResponse())

    def test_time_for_an_answer_begins_when_it_is_waited_for(self) -> None:
        self.answers[MetadataRequest] = None
        connection = self.connection()
        pending = connection.begin(ASK)
        other = connection.begin(ASK)
        self.world.now += 1_000
        error = self.assertRaises(RequestTimedOut, pending.result, 2_000)
        self.assertIn("did not answer Metadata within 2 s", str(error))
        self.assertEqual(self.world.now, 1_102)
        self.assertRaises(RequestTimedOut, other.result)
        self.assertEqual(self.world.now, 1_102)

    def test_a_mistake_ahead(self) -> None:
        self.answers[MetadataRequest] = [MetadataResponse(), b"\xff\xff\xff\xff"]
        connection = self.connection()
        first, second = connection.begin(ASK), connection.begin(ASK)
        self.assertEqual(first.result(), MetadataResponse())
        self.assertRaises(BadAnswer, second.result)

    def test_closed_with_answers_ahead(self) -> None:
        connection = self.connection()
        pending = connection.begin(ASK)
        connection.close()
        self.assertRaises(ConnectionClosed, pending.result)
        self.assertRaises(ConnectionClosed, connection.begin, ASK)

    def test_a_child_process_has_connections_of_its_own(self) -> None:
        connection = self.connection()
        pending = connection.begin(ASK)
        in_child()
        self.assertTrue(self.world.sockets[0].is_closed)
        with self.assertRaisesRegex(ConnectionClosed, "another process"):
            pending.result()
        self.assertEqual(connection.request(ASK), MetadataResponse())
        self.assertEqual(len(self.world.sockets), 2)

    def test_sasl_again_with_answers_ahead(self) -> None:
        self.answers[SaslAuthenticateRequest] = SaslAuthenticateResponse(session_lifetime_ms=10_000)
        names = iter("abcdef")
        self.answers[MetadataRequest] = lambda asked: MetadataResponse(cluster_id=next(names))
        connection = self.connection(security=PLAIN)
        first = connection.begin(ASK)
        self.world.now += 9
        second = connection.begin(ASK)
        self.assertEqual((second.result().cluster_id, first.result().cluster_id), ("b", "a"))
        self.assertEqual(self.world.script.names().count("SaslAuthenticate"), 2)

    def test_memory_is_reused(self) -> None:
        records = b"r" * 300_000
        answer = FetchResponse(responses=[FetchableTopicResponse(topic="t", partitions=[PartitionData(records=records)])])
        self.answers[FetchRequest] = answer
        self.world.chunk_bytes = 70_000
        connection = self.connection()
        ask = FetchRequest(max_wait_ms=0, min_bytes=0, topics=[])
        buffers = []
        for _ in range(3):
            view = connection.request(ask, version=12).responses[0].partitions[0].records
            self.assertEqual(bytes(view), records)
            buffers.append(view.obj)
            connection.reuse(view)
            self.assertRaises(ValueError, len, view)
        self.assertIs(buffers[1], buffers[0])
        self.assertIs(buffers[2], buffers[0])
