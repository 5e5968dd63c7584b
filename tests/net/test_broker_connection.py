"""A client's connection on virtual time: connecting, waiting, time limits, coming back, hostile brokers, and that every Deferred fires."""

from __future__ import annotations

import itertools
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.internet.defer import CancelledError, Deferred
from twisted.logger import LogEvent, formatEvent, globalLogPublisher
from twisted.python.failure import Failure
from twisted.trial.unittest import SynchronousTestCase

from klog.errors import ErrorCode, KlogError
from klog.net.broker_connection import BrokerConnection, ConnectionSettings, State, backoff_s
from klog.net.client.errors import AuthenticationFailed, BadAnswer, BrokerUnreachable, ConnectionClosed, RequestTimedOut
from klog.net.security import Security
from klog.testing.reactor import MemoryReactor
from klog.wire.messages.api_versions import ApiVersionsRequest
from klog.wire.messages.fetch import FetchRequest
from klog.wire.messages.heartbeat import HeartbeatRequest
from klog.wire.messages.join_group import JoinGroupRequest
from klog.wire.messages.metadata import MetadataRequest, MetadataResponse
from klog.wire.messages.produce import ProduceRequest
from klog.wire.messages.sasl_authenticate import SaslAuthenticateRequest, SaslAuthenticateResponse
from klog.wire.messages.sasl_handshake import SaslHandshakeRequest
from tests.net.scripted_broker import HANG_UP, ScriptedBroker, api_versions

ASK = MetadataRequest(topics=[])
PLAIN = Security(security_protocol="SASL_PLAINTEXT", sasl_mechanism="PLAIN", sasl_username="u", sasl_password="p")


class Fixture(SynchronousTestCase):
    """A broker at broker.example:9092, and a connection to it."""

    def setUp(self) -> None:
        self.reactor = MemoryReactor()
        self.reactor.hosts["broker.example"] = ["192.0.2.7"]
        self.broker = ScriptedBroker()
        self.listener = self.reactor.listen("192.0.2.7", 9092, self.broker)
        self.answers = self.broker.script.answers
        self.lines: list[str] = []
        globalLogPublisher.addObserver(self.observe)
        self.addCleanup(globalLogPublisher.removeObserver, self.observe)

    def observe(self, event: LogEvent) -> None:
        if event.get("log_namespace", "").startswith("klog"):
            self.lines.append(formatEvent(event))
        self.assertNotIn("log_failure", event)

    def connect(self, security: Security | None = None, **more: Any) -> BrokerConnection:
        given: dict[str, Any] = {} if security is None else {"security": security}
        return BrokerConnection(self.reactor, "broker.example", 9092, settings=ConnectionSettings(**more), random=random.Random(1), **given)

    def fails(self, deferred: Deferred[Any], kind: type[BaseException]) -> Any:
        """The error it fails with, now or later."""
        try:
            self.reactor.until(deferred)
        except kind as error:
            return error
        self.fail("no failure")

    def ended(self, connection: BrokerConnection) -> None:
        """Closing leaves nothing behind."""
        self.reactor.until(connection.close())
        self.reactor.run()
        self.assertEqual(self.broker.live, [])
        self.assertEqual(self.reactor.getDelayedCalls(), [])


class TalkingTests(Fixture):
    """Nothing goes wrong."""

    def test_connects_when_needed(self) -> None:
        connection = self.connect()
        self.assertEqual(self.reactor.connected, 0)
        self.assertIsNone(connection.versions)
        self.assertIs(connection.state, State.IDLE)
        answers = [connection.request(ASK) for _ in range(3)]
        self.assertIs(connection.state, State.CONNECTING)
        for answer in answers:
            self.assertEqual(self.reactor.until(answer), MetadataResponse())
        self.assertEqual((self.reactor.connected, connection.state, connection.in_flight), (1, State.READY, 0))
        assert connection.versions is not None
        self.assertIs(self.reactor.until(connection.ready()), connection.versions)
        self.assertEqual(self.lines, [])
        self.ended(connection)
        self.assertIs(connection.state, State.CLOSED)

    def test_byte_by_byte(self) -> None:
        self.reactor.chunk_bytes = 1
        connection = self.connect(PLAIN)
        self.assertEqual(self.reactor.until(connection.request(ASK)), MetadataResponse())
        self.ended(connection)

    def test_versions(self) -> None:
        self.answers[ApiVersionsRequest] = api_versions({3: (1, 9), 1: None})
        connection = self.connect()
        self.reactor.until(connection.request(ASK))
        self.reactor.until(connection.request(ASK, at_most=5))
        self.reactor.until(connection.request(ASK, version=1))
        self.assertEqual([asked.version for asked in self.broker.script.asked[1:]], [9, 5, 1])
        for wrong in (
            connection.request(ASK, version=0),
            connection.request(ASK, at_most=0),
            connection.request(ASK, at_least=10),
            connection.request(FetchRequest()),
        ):
            self.assertEqual(self.fails(wrong, KlogError).code, ErrorCode.UNSUPPORTED_VERSION)
        # What cannot be written harms nobody else.
        error = self.fails(connection.request(MetadataRequest(allow_auto_topic_creation=False), version=1), KlogError)
        self.assertEqual(error.code, ErrorCode.INVALID_REQUEST)
        self.reactor.until(connection.request(ASK))
        self.assertEqual(self.reactor.connected, 1)
        self.ended(connection)

    def test_versions_are_assumed(self) -> None:
        """No ApiVersions, and ready as soon as there is a connection, also when it is made again."""
        self.reactor.chunk_bytes = 1
        connection = BrokerConnection(
            self.reactor, "broker.example", 9092, client_id="broker-9-fetcher-0", assumed_versions={1: 17, 2: 9}, random=random.Random(1)
        )
        ready = self.reactor.until(connection.ready())
        self.assertEqual((ready.choose(FetchRequest), self.broker.script.asked), (17, []))
        self.reactor.until(connection.request(FetchRequest()))
        self.reactor.until(connection.request(FetchRequest(), version=12))
        self.assertEqual(self.fails(connection.request(FetchRequest(), version=18), KlogError).code, ErrorCode.UNSUPPORTED_VERSION)
        self.assertEqual(self.fails(connection.request(ASK), KlogError).code, ErrorCode.UNSUPPORTED_VERSION)
        self.reactor.cut()
        self.reactor.run()
        self.reactor.until(connection.request(FetchRequest()))
        asked = [(type(asked.message), asked.version, asked.client_id) for asked in self.broker.script.asked]
        self.assertEqual(asked, [(FetchRequest, version, "broker-9-fetcher-0") for version in (17, 12, 17)])
        self.assertEqual(self.reactor.connected, 2)
        self.ended(connection)

    def test_closed_by_whoever_is_told_that_it_is_ready(self) -> None:
        connection = BrokerConnection(self.reactor, "broker.example", 9092, assumed_versions={1: 17})
        connection.ready().addCallback(lambda _: connection.close())
        waiting = connection.request(FetchRequest())
        self.fails(waiting, ConnectionClosed)
        self.ended(connection)

    def test_bounded_in_flight_and_in_order(self) -> None:
        self.answers[HeartbeatRequest] = None
        connection = self.connect(max_in_flight=3)
        waiting = [connection.request(HeartbeatRequest(group_id=str(number))) for number in range(10)]
        self.reactor.advance(1)
        self.assertEqual((connection.in_flight, connection.queued), (3, 7))
        self.assertEqual(self.broker.script.names(), ["Heartbeat"] * 3)
        for deferred in waiting:
            deferred.addErrback(lambda failure: None)
        self.ended(connection)

    def test_no_answer_expected(self) -> None:
        self.answers[ProduceRequest] = None
        connection = self.connect(max_in_flight=1)
        for _ in range(3):
            self.assertIsNone(self.reactor.until(connection.request(ProduceRequest(acks=0), expects_answer=False)))
        self.assertEqual(connection.in_flight, 0)
        self.reactor.until(connection.request(ASK))
        self.assertEqual(self.broker.script.names(), ["Produce"] * 3 + ["Metadata"])
        self.ended(connection)

    def test_an_observer_is_told_of_all_that_happens(self) -> None:
        told: list[tuple[Any, ...]] = []

        class Telling:
            def __getattr__(self, name: str) -> Any:
                return lambda *arguments: told.append((name, *arguments))

        self.answers[HeartbeatRequest] = self.answers[ProduceRequest] = None
        connection = self.connect()
        connection.observer = Telling()
        self.reactor.until(connection.request(ASK))
        self.reactor.until(connection.request(ProduceRequest(acks=0), expects_answer=False))
        self.fails(connection.request(FetchRequest(), version=99), KlogError)
        late = connection.request(HeartbeatRequest(group_id="g"), timeout_ms=2_000)
        self.fails(late, RequestTimedOut)
        names = [name for name, *_ in told]
        self.assertEqual(names, ["connected", "received", "answered", "answered", "unanswered", "unanswered", "disconnected"])
        self.assertGreater(told[1][1], 8)
        _, address, api, size, seconds, throttle_ms = told[2]
        self.assertEqual((address, api, throttle_ms), ("broker.example:9092", "Metadata", 0))
        self.assertGreater(size, 14)
        self.assertGreaterEqual(seconds, 0.0)
        self.assertEqual(told[3][2], "Produce")
        self.assertEqual((told[4][2], told[4][3], told[5][2]), ("Fetch", 0, "Heartbeat"))
        self.assertIn("did not answer Heartbeat within 2 s", told[5][4])
        self.reactor.until(connection.request(ASK))
        self.ended(connection)
        self.assertEqual(told[-1], ("disconnected", "broker.example:9092", "the client was closed"))

    def observed(self, connection: BrokerConnection) -> list[str]:
        """What its observer is told, by name."""
        told: list[str] = []

        class Telling:
            def __getattr__(self, name: str) -> Any:
                return lambda *arguments: told.append(name)

        connection.observer = Telling()
        return told

    def test_what_nobody_wanted_any_more_is_counted_where_it_was_lost(self) -> None:
        self.answers[HeartbeatRequest] = None
        for how in ("late", "cut", "closed"):
            connection = self.connect(max_in_flight=1)
            told = self.observed(connection)
            self.reactor.until(connection.ready())
            sent = connection.request(HeartbeatRequest(group_id="g"), timeout_ms=2_000)
            queued = connection.request(ASK)
            self.reactor.run()
            for deferred in (sent, queued):
                deferred.cancel()
                self.failureResultOf(deferred, CancelledError)
            if how == "late":
                self.reactor.advance(3)
            elif how == "cut":
                self.reactor.cut()
                self.reactor.run()
            self.ended(connection)
            self.assertEqual(told, ["connected", "unanswered", "disconnected"], how)

    def test_whoever_is_told_of_a_connection_may_close_it(self) -> None:
        """Its beginning is told before its end."""
        connection = self.connect()
        told = self.observed(connection)
        closed: list[Deferred[None]] = []
        connection.ready().addCallback(lambda _: closed.append(connection.close()))
        also = connection.ready()
        self.reactor.run()
        self.reactor.until(also)
        self.reactor.until(closed[0])
        self.assertEqual(told, ["connected", "disconnected"])
        self.ended(connection)

    def test_back_pressure(self) -> None:
        """What the transport does not get rid of is not added to."""
        self.reactor.socket_bytes = 10_000
        connection = self.connect(max_in_flight=1000)
        self.reactor.until(connection.ready())
        self.reactor.stall()
        big = HeartbeatRequest(group_id="x" * 30_000)
        waiting = [connection.request(big) for _ in range(100)]
        self.reactor.advance(1)
        self.assertLess(connection.in_flight, 10)
        self.reactor.stall(False)
        for deferred in waiting:
            self.reactor.until(deferred)
        self.assertEqual(self.broker.script.names(), ["Heartbeat"] * 100)
        self.ended(connection)

    def test_asking_out_of_an_answer(self) -> None:
        connection = self.connect(max_in_flight=1)
        seen = []

        def again(_: Any) -> Any:
            seen.append(len(seen))
            return connection.request(ASK).addCallback(again) if len(seen) < 200 else None

        self.reactor.until(connection.request(ASK).addCallback(again))
        self.assertEqual(len(seen), 200)
        self.ended(connection)

    def test_ip_addresses_need_no_resolver(self) -> None:
        connection = BrokerConnection(self.reactor, "192.0.2.7", 9092)
        self.reactor.until(connection.request(ASK))
        self.assertEqual(self.reactor.resolved, [])
        self.ended(connection)


class TimeTests(Fixture):
    """Every wait has a limit."""

    def test_nobody_there(self) -> None:
        self.reactor.refuse()
        connection = self.connect(request_timeout_ms=5_000)
        began = self.reactor.seconds()
        error = self.fails(connection.request(ASK), RequestTimedOut)
        self.assertAlmostEqual(self.reactor.seconds() - began, 5, 2)
        self.assertEqual(
            str(error), "REQUEST_TIMED_OUT: broker broker.example:9092 could not be asked Metadata within 5 s; it refused the connection"
        )
        # Nobody waits any more: no further attempt.
        self.assertIs(connection.state, State.IDLE)
        self.assertEqual(self.reactor.getDelayedCalls(), [])
        self.assertEqual(self.lines, ["broker broker.example:9092 refused the connection; trying again while it is needed"])
        self.ended(connection)

    def test_impatient(self) -> None:
        self.reactor.refuse()
        connection = self.connect()
        began = self.reactor.seconds()
        self.fails(connection.request(ASK, patient=False), BrokerUnreachable)
        self.fails(connection.ready(), BrokerUnreachable)
        self.assertLess(self.reactor.seconds() - began, 1)
        self.ended(connection)

    def test_no_answer_to_connecting(self) -> None:
        self.reactor.ignore()
        connection = self.connect(connect_timeout_ms=3_000)
        began = self.reactor.seconds()
        self.assertIn("did not answer within 3 s", str(self.fails(connection.ready(), BrokerUnreachable)))
        self.assertAlmostEqual(self.reactor.seconds() - began, 3, 2)
        self.ended(connection)

    def test_unknown_name(self) -> None:
        self.reactor.hosts.clear()
        connection = self.connect()
        self.assertIn("the name does not resolve", str(self.fails(connection.ready(), BrokerUnreachable)))
        self.ended(connection)

    def test_a_broker_that_says_nothing(self) -> None:
        self.answers[ApiVersionsRequest] = None
        connection = self.connect(connect_timeout_ms=3_000, request_timeout_ms=4_000)
        error = self.fails(connection.ready(), BrokerUnreachable)
        self.assertIn("accepted the connection, but the answer to ApiVersions did not come within 3 s", str(error))
        self.fails(connection.request(ASK), RequestTimedOut)
        self.ended(connection)

    def test_no_answer_to_a_request(self) -> None:
        self.answers[HeartbeatRequest] = None
        connection = self.connect(max_in_flight=2)
        lost = []
        connection.on_lost = lost.append
        slow = connection.request(HeartbeatRequest(group_id="g"), timeout_ms=1_000)
        behind = connection.request(ASK)
        queued = connection.request(ASK)
        # Answers come in order: the second has one, and must wait for the first.
        self.answers[MetadataRequest] = None
        self.reactor.advance(0.5)
        self.assertEqual(connection.in_flight, 2)
        self.answers[MetadataRequest] = MetadataResponse()
        self.assertIn("did not answer Heartbeat within 1 s", str(self.fails(slow, RequestTimedOut)))
        self.assertIn("so the connection was given up", str(self.fails(behind, BrokerUnreachable)))
        self.assertEqual(len(lost), 1)
        # What was not sent is sent on the next one.
        self.assertEqual(self.reactor.until(queued), MetadataResponse())
        self.assertEqual(self.reactor.connected, 2)
        self.ended(connection)

    def test_waiting_behind_others(self) -> None:
        self.answers[HeartbeatRequest] = None
        connection = self.connect(max_in_flight=1)
        slow = connection.request(HeartbeatRequest(group_id="g"), timeout_ms=10_000)
        self.reactor.until(connection.ready())
        error = self.fails(connection.request(ASK, timeout_ms=1_000), RequestTimedOut)
        self.assertIn("was not asked Metadata within 1 s: earlier requests are unanswered", str(error))
        self.assertIs(connection.state, State.READY)
        self.fails(slow, RequestTimedOut)
        self.ended(connection)

    def test_cancelled(self) -> None:
        self.answers[HeartbeatRequest] = None
        connection = self.connect(max_in_flight=1)
        sent = connection.request(HeartbeatRequest(group_id="g"), timeout_ms=2_000)
        self.reactor.until(connection.ready())
        queued = connection.request(ASK)
        self.reactor.run()
        for deferred in (queued, sent):
            deferred.cancel()
            self.failureResultOf(deferred, CancelledError)
        # The broker owes an answer still; that it does not come is noticed.
        self.assertEqual(connection.in_flight, 1)
        self.reactor.advance(3)
        self.assertEqual(connection.in_flight, 0)
        self.reactor.until(connection.request(ASK))
        self.assertEqual(self.broker.script.names(), ["Heartbeat", "Metadata"])
        self.ended(connection)

    def test_whoever_is_told_may_cancel_the_others(self) -> None:
        for is_there in (True, False):
            if not is_there:
                self.listener.stopListening()
            connection = self.connect()
            first, second, third = (connection.ready() for _ in range(3))
            first.addBoth(lambda _, second=second: second.cancel())
            self.reactor.advance(2)
            self.failureResultOf(second, CancelledError)
            self.assertTrue(third.called)
            third.addErrback(lambda failure: failure.trap(KlogError))
            self.ended(connection)

    def test_a_cancelled_wait_ends_the_attempts(self) -> None:
        self.reactor.refuse()
        connection = self.connect()
        waiting, wanted = connection.request(ASK), connection.ready()
        self.fails(wanted, BrokerUnreachable)
        self.assertIs(connection.state, State.BACKING_OFF)
        waiting.cancel()
        self.failureResultOf(waiting, CancelledError)
        self.assertIs(connection.state, State.IDLE)
        wanted = connection.ready()
        wanted.cancel()
        self.failureResultOf(wanted, CancelledError)
        self.ended(connection)


class ReturnTests(Fixture):
    """Lost and found."""

    def test_comes_back(self) -> None:
        connection = self.connect(reconnect_backoff_ms=100)
        self.reactor.until(connection.request(ASK))
        self.answers[HeartbeatRequest] = None
        lost: list[KlogError] = []
        connection.on_lost = lost.append
        sent = connection.request(HeartbeatRequest(group_id="g"))
        self.reactor.run()
        self.reactor.cut()
        error = self.fails(sent, BrokerUnreachable)
        self.assertIn("broke the connection with 1 request unanswered", str(error))
        self.assertEqual(lost, [error])
        self.assertIs(connection.last_error, error)
        self.assertIsNone(connection.versions)
        began = self.reactor.seconds()
        self.reactor.until(connection.request(ASK))
        self.assertTrue(0.08 <= self.reactor.seconds() - began <= 0.12)
        self.assertIsNone(connection.last_error)
        self.ended(connection)

    def test_endless_and_ever_slower(self) -> None:
        self.reactor.refuse()
        connection = self.connect(reconnect_backoff_ms=100, reconnect_backoff_max_ms=2_000)
        waiting = connection.request(ASK, timeout_ms=600_000)
        tries: list[float] = []
        real = self.reactor.look_up
        self.reactor.look_up = lambda name: tries.append(self.reactor.seconds()) or real(name)  # type: ignore[func-returns-value, method-assign]
        self.reactor.advance(300)
        pauses = [later - earlier for earlier, later in itertools.pairwise(tries)]
        for pause, ms in zip(pauses, [100, 200, 400, 800, 1600] + [2000] * len(pauses), strict=False):
            self.assertTrue(0.79 * ms <= pause * 1000 <= 1.21 * ms, pauses)
        self.assertGreater(len(set(pauses)), 50)
        # The name is looked up again each time: the broker has moved.
        self.reactor.hosts["broker.example"] = ["192.0.2.8"]
        self.reactor.accept()
        self.reactor.listen("192.0.2.8", 9092, self.broker)
        self.reactor.until(waiting)
        self.assertEqual(len(self.lines), 2)
        self.assertIn("reachable again", self.lines[1])
        self.ended(connection)

    def test_a_broker_that_drops_everybody(self) -> None:
        """Connections that are accepted and dropped are no success."""
        self.answers[MetadataRequest] = HANG_UP
        connection = self.connect(reconnect_backoff_ms=100, reconnect_backoff_max_ms=1_000)
        for _ in range(8):
            error = self.fails(connection.request(ASK), BrokerUnreachable)
            self.assertIn("closed the connection with 1 request unanswered", str(error))
        began = self.reactor.seconds()
        self.fails(connection.request(ASK), BrokerUnreachable)
        self.assertGreater(self.reactor.seconds() - began, 0.7)
        self.answers[MetadataRequest] = MetadataResponse()
        self.reactor.until(connection.request(ASK))
        self.ended(connection)

    def test_idle_connections_may_be_closed(self) -> None:
        connection = self.connect()
        self.reactor.until(connection.request(ASK))
        lost: list[KlogError] = []
        connection.on_lost = lost.append
        self.broker.live[0].transport.loseConnection()
        self.reactor.run()
        self.assertEqual((len(lost), connection.state, self.lines), (1, State.IDLE, []))
        began = self.reactor.seconds()
        self.reactor.until(connection.request(ASK))
        self.assertEqual(self.reactor.seconds(), began)
        self.ended(connection)

    def test_several_connections_tell_once(self) -> None:
        several = [self.connect() for _ in range(5)]
        for connection in several:
            self.reactor.until(connection.request(ASK))
        self.answers[HeartbeatRequest] = None
        waiting = [connection.request(HeartbeatRequest(group_id="g")) for connection in several]
        self.reactor.run()
        self.reactor.cut()
        for deferred in waiting:
            self.fails(deferred, BrokerUnreachable)
        self.assertEqual(len(self.lines), 1)
        self.assertIn("broker broker.example:9092 broke the connection", self.lines[0])
        for connection in several:
            self.reactor.until(connection.request(ASK))
        self.reactor.advance(5)
        self.assertEqual(len(self.lines), 2)
        for connection in several:
            self.reactor.until(connection.close())
        self.assertEqual(self.reactor.getDelayedCalls(), [])

    def test_closing(self) -> None:
        self.answers[HeartbeatRequest] = None
        connection = self.connect(max_in_flight=1)
        sent, queued = connection.request(HeartbeatRequest(group_id="g")), connection.request(ASK)
        self.reactor.until(connection.ready())
        lost: list[KlogError] = []
        connection.on_lost = lost.append
        closed, again = connection.close(), connection.close()
        for deferred in (sent, queued, connection.request(ASK), connection.ready()):
            self.fails(deferred, ConnectionClosed)
        self.reactor.until(closed)
        self.reactor.until(again)
        self.reactor.until(connection.close())
        self.assertEqual((lost, self.lines), ([], []))
        self.ended(connection)

    def test_closing_in_every_state(self) -> None:
        for prepare in (lambda: None, self.reactor.ignore, self.reactor.refuse, lambda: self.answers.update({ApiVersionsRequest: None})):
            self.reactor.accept()
            prepare()
            for seconds in (0, 0.04, 0.1, 1):
                connection = self.connect()
                waiting, wanted = connection.request(ASK), connection.ready()
                failures: list[Failure] = []
                for deferred in (waiting, wanted):
                    deferred.addErrback(failures.append)
                self.reactor.advance(seconds)
                self.ended(connection)
                self.assertTrue(waiting.called and wanted.called)

    def test_a_broker_that_does_not_take_goodbye(self) -> None:
        connection = self.connect()
        self.reactor.until(connection.ready())
        self.reactor.stall()
        connection.request(HeartbeatRequest(group_id="x" * 30_000)).addErrback(lambda failure: None)
        began = self.reactor.seconds()
        self.reactor.until(connection.close())
        self.assertLessEqual(self.reactor.seconds() - began, 6)


class HostileTests(Fixture):
    """Brokers that do what none does; the connection ends, and the next one serves."""

    def test_table(self) -> None:
        def off_by_one(asked: Any) -> bytes:
            return b"\0\0\0\x05" + (asked.correlation_id + 1).to_bytes(4, "big") + b"\0"

        def unsolicited(asked: Any) -> list[Any]:
            return [MetadataResponse(), b"\0\0\0\x04\0\0\0\x63"]

        for answer, words in (
            (b"\xff\xff\xff\xfe", "announces -2 bytes"),
            (b"\x7f\0\0\0", "max_response_bytes allows 104857600"),
            (b"\0\0\0\x01x", "shorter than its header"),
            (off_by_one, "answered request"),
            ([b"\0\0\x10\0abc", HANG_UP], "closed the connection with 1 request unanswered"),
            (HANG_UP, "closed the connection with 1 request unanswered"),
        ):
            connection = self.connect()
            self.answers[MetadataRequest] = answer
            error = self.fails(connection.request(ASK), (BadAnswer, BrokerUnreachable))  # type: ignore[arg-type]
            self.assertIn("broker broker.example:9092 ", str(error))
            self.assertIn(words, str(error))
            self.answers[MetadataRequest] = MetadataResponse()
            self.assertEqual(self.reactor.until(connection.request(ASK)), MetadataResponse())
            self.ended(connection)
        connection = self.connect()
        self.answers[MetadataRequest] = unsolicited
        self.assertEqual(self.reactor.until(connection.request(ASK)), MetadataResponse())
        self.reactor.run()
        self.assertIn("nothing was asked", str(connection.last_error))
        self.ended(connection)

    def test_hostile_greetings(self) -> None:
        for greeting in (
            b"HTTP/1.1 400 Bad Request\r\n\r\n",
            b"\x15\x03\x03\0\x02\x02\x28",
            b"220 mail.example ESMTP\r\n",
            b"\0" * 100,
            b"\xff" * 9,
        ):
            connection = self.connect()
            self.broker.script.greeting = greeting
            self.fails(connection.ready(), BadAnswer)
            waiting = connection.request(ASK)
            self.reactor.advance(0.01)
            self.broker.script.greeting = b""
            self.assertEqual(self.reactor.until(waiting), MetadataResponse())
            self.ended(connection)

    def test_endless_answers(self) -> None:
        """A frame that is announced large and trickles, and many that nobody asked for: memory follows what arrived."""
        connection = self.connect(request_timeout_ms=2_000)
        self.answers[MetadataRequest] = (100 << 20).to_bytes(4, "big") + bytes(1000)
        waiting = connection.request(ASK)
        self.reactor.run()
        assert connection._protocol is not None
        self.assertLess(connection._protocol.session._connection.frames.held_bytes, 10_000)
        self.fails(waiting, RequestTimedOut)
        self.answers[MetadataRequest] = [MetadataResponse(), b"\0\0\0\x05\0\0\0\0\0" * 100_000]
        self.reactor.until(connection.request(ASK))
        self.reactor.run()
        self.assertEqual(self.broker.live, [])
        self.ended(connection)

    @given(
        st.lists(
            st.tuples(st.sampled_from(["ask", "cut", "refuse", "accept", "silent", "wrong", "wait", "cancel"]), st.integers(0, 9)),
            max_size=40,
        ),
        st.sampled_from([None, {3: 9}]),
    )
    @settings(deadline=None, max_examples=60)
    def test_every_deferred_fires_once(self, steps: list[tuple[str, int]], assumed: dict[int, int] | None) -> None:
        reactor = MemoryReactor()
        broker = ScriptedBroker()
        reactor.listen("192.0.2.7", 9092, broker)
        bounds = ConnectionSettings(request_timeout_ms=3_000, max_in_flight=2)
        connection = BrokerConnection(reactor, "192.0.2.7", 9092, settings=bounds, assumed_versions=assumed)
        fired: list[Any] = []
        asked: list[Deferred[Any]] = []
        for step, number in steps:
            match step:
                case "ask":
                    asked.append(connection.request(ASK, patient=number % 2 == 0).addBoth(fired.append))
                case "cut":
                    reactor.cut()
                case "refuse":
                    reactor.refuse()
                case "accept":
                    reactor.accept()
                    broker.script.answers[MetadataRequest] = MetadataResponse()
                case "silent":
                    broker.script.answers[MetadataRequest] = None
                case "wrong":
                    broker.script.answers[MetadataRequest] = b"\xff" * number
                case "wait":
                    reactor.advance(number / 5)
                case "cancel":
                    if asked:
                        asked[number % len(asked)].cancel()
        reactor.advance(4)
        self.assertEqual(len(fired), len(asked))
        self.assertEqual((connection.in_flight, connection.queued), (0, 0))
        reactor.until(connection.close())
        self.assertEqual(reactor.getDelayedCalls(), [])


class SaslTests(Fixture):
    """Passwords, and again."""

    def test_refused_is_told_at_once(self) -> None:
        self.answers[SaslAuthenticateRequest] = SaslAuthenticateResponse(error_code=58, error_message="Invalid username or password")
        connection = self.connect(PLAIN)
        began = self.reactor.seconds()
        error = self.fails(connection.request(ASK), AuthenticationFailed)
        self.assertIn("broker broker.example:9092 refused user 'u' with PLAIN: Invalid username or password", str(error))
        self.assertEqual(self.reactor.seconds(), began)
        del self.answers[SaslAuthenticateRequest]
        self.reactor.until(connection.request(ASK))
        self.ended(connection)
        self.assertEqual(len([line for line in self.lines if "refused user" in line]), 1)
        self.assertNotIn("p'", "".join(self.lines))

    def test_authenticates_again_in_time(self) -> None:
        self.answers[SaslAuthenticateRequest] = SaslAuthenticateResponse(session_lifetime_ms=10_000)
        connection = self.connect(PLAIN)
        self.reactor.until(connection.request(ASK))
        self.reactor.advance(8.4)
        self.assertEqual(self.broker.script.names().count("SaslHandshake"), 1)
        # While it is busy with that, requests wait.
        self.reactor.delay_s = 0.05
        self.reactor.advance(0.11)
        self.assertFalse(connection._protocol is not None and connection._protocol.ready)
        waiting = connection.request(ASK)
        self.assertEqual(connection.queued, 1)
        self.reactor.until(waiting)
        self.reactor.delay_s = 0
        self.reactor.advance(80)
        self.assertEqual(self.reactor.connected, 1)
        self.assertEqual(self.broker.script.names().count("SaslHandshake"), 11)
        self.ended(connection)

    def test_refused_when_asked_again(self) -> None:
        self.answers[SaslAuthenticateRequest] = SaslAuthenticateResponse(session_lifetime_ms=10_000)
        connection = self.connect(PLAIN)
        lost: list[KlogError] = []
        connection.on_lost = lost.append
        self.reactor.until(connection.request(ASK))
        self.answers[SaslAuthenticateRequest] = SaslAuthenticateResponse(error_code=58)
        self.reactor.advance(9)
        self.assertEqual([type(error) for error in lost], [AuthenticationFailed])
        self.assertEqual(len(self.lines), 1)
        self.assertIs(connection.state, State.IDLE)
        self.ended(connection)

    def test_silence_when_it_authenticates_again(self) -> None:
        """Has the limit of connecting; what waited meanwhile goes by the next connection."""
        self.answers[SaslAuthenticateRequest] = SaslAuthenticateResponse(session_lifetime_ms=10_000)
        connection = self.connect(PLAIN, connect_timeout_ms=3_000)
        self.reactor.until(connection.request(ASK))
        self.answers[SaslHandshakeRequest] = None
        self.reactor.advance(9)
        self.assertEqual(self.broker.script.names().count("SaslHandshake"), 2)
        waiting = connection.request(ASK)
        del self.answers[SaslHandshakeRequest]
        began = self.reactor.seconds()
        self.assertEqual(self.reactor.until(waiting), MetadataResponse())
        self.assertLess(self.reactor.seconds() - began, 5)
        self.assertEqual(self.reactor.connected, 2)
        self.ended(connection)

    def test_a_request_that_is_held_when_it_authenticates_again(self) -> None:
        """Keeps the time that it was given; only when that is over the connection ends."""
        self.answers[SaslAuthenticateRequest] = SaslAuthenticateResponse(session_lifetime_ms=10_000)
        connection = self.connect(PLAIN, connect_timeout_ms=3_000)
        self.reactor.until(connection.ready())
        self.answers[JoinGroupRequest] = self.answers[SaslHandshakeRequest] = None
        joining = connection.request(JoinGroupRequest(group_id="g"), timeout_ms=300_000)
        self.reactor.advance(299)
        self.assertEqual(self.broker.script.names()[-2:], ["JoinGroup", "SaslHandshake"])
        self.assertNoResult(joining)
        self.assertEqual((connection.state, self.reactor.connected), (State.READY, 1))
        self.assertIn("did not answer JoinGroup within 300 s", str(self.fails(joining, RequestTimedOut)))
        self.reactor.run()
        self.assertIs(connection.state, State.IDLE)
        self.ended(connection)


class BackoffTests(SynchronousTestCase):
    """Arithmetic."""

    def test_bounds(self) -> None:
        values = ConnectionSettings(reconnect_backoff_ms=50, reconnect_backoff_max_ms=1_000)
        for failures, ms in ((1, 50), (2, 100), (3, 200), (6, 1_000), (1_000_000, 1_000)):
            for seed in range(20):
                self.assertTrue(0.8 * ms <= backoff_s(values, failures, random.Random(seed)) * 1000 <= 1.2 * ms)
