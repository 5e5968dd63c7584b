"""Who is at the other end: `Identification` by itself, on a clock, and with real handshakes of TLS. Whole connections with SASL stand in
tests/broker/handlers/test_sasl_authenticate.py."""

from __future__ import annotations

import gc
import struct
import weakref
from collections.abc import Callable, Sequence
from typing import Any, cast

from OpenSSL import SSL
from OpenSSL.crypto import X509
from twisted.internet.error import ConnectionLost
from twisted.internet.task import Clock
from twisted.logger import Logger
from twisted.trial.unittest import SynchronousTestCase

from klog.errors import ErrorCode
from klog.net import tls
from klog.net.authentication import MAX_FRAME_BYTES, AuthenticationRefused, FailedLogin, SaslMechanism, SaslPolicy
from klog.net.connection_info import ConnectionInfo
from klog.net.connections import Connections, Limits
from klog.net.identification import Identification
from klog.net.listener_policy import ListenerPolicy
from klog.net.principal import ANONYMOUS, Principal
from klog.net.sasl import PlainServer
from klog.net.server_factory import BrokerFactory
from klog.net.server_protocol import BrokerProtocol
from klog.span import Part
from klog.testing.network import MemoryNetwork, ScriptedClient
from klog.wire.framing import FrameReader, refuse_request, refuse_unknown
from tests.net.test_tls import Connected, Recorder, certificate

ALICE = Principal("User", "alice")
RIGHT, WRONG = b"\0alice\0secret", b"\0alice\0wrong"
FAILED = "authentication with PLAIN failed: the client 'alice' is not known or gave a wrong password"
TOO_LATE = "did not show within 10000 ms who it is, as this listener asks"
OVER = "its session is over, and it has not shown again who it is"


class RecordingConnection:
    """Notes what is asked of it."""

    def __init__(self) -> None:
        self.info = ConnectionInfo("INSIDE", "192.0.2.9", 9092, "192.0.2.1", 40000)
        self.is_lost = False
        self.in_flight = 0
        self.did: list[str] = []
        self.sent = b""

    def take(self) -> list[str]:
        """What it was asked since the last time."""
        did, self.did = self.did, []
        return did

    def send(self, parts: Sequence[Part]) -> None:
        self.sent += b"".join(part for part in parts if isinstance(part, bytes))

    def tell(self, what: str, reason: str) -> None:
        self.did.append(f"{what}: {reason}")

    def forget_again(self) -> None:
        self.did.append("forget again")

    def read_no_more(self) -> None:
        self.did.append("read no more")

    def close_when_answered(self) -> None:
        self.did.append("close when answered")

    def too_slow(self, sentence: str) -> None:
        self.did.append(f"too slow: {sentence}")

    def abort(self) -> None:
        self.did.append("abort")


class Handshake:
    """OpenSSL's connection, as far as it is asked."""

    def get_verified_chain(self) -> None:
        """As where nobody's certificate is verified."""


def plain(lifetime_ms: int = 0, failure_delay_ms: int = 100) -> SaslPolicy:
    """Of a listener that knows Alice alone."""
    server = SaslMechanism(lambda: PlainServer(lambda name, password: (name, password) == ("alice", "secret")), lifetime_ms)
    return SaslPolicy({"PLAIN": server}, failure_delay_ms)


class Alone(SynchronousTestCase):
    """One without a connection."""

    def setUp(self) -> None:
        self.clock = Clock()
        self.connections = Connections(self.clock, Limits(max_frame_bytes=1 << 20))
        self.failed: list[FailedLogin] = []

    def make(
        self,
        *,
        sasl: bool = False,
        tls: bool = False,
        lifetime_ms: int = 0,
        failure_delay_ms: int = 100,
        name_of_subject: Callable[[str], str] = str,
    ) -> Identification:
        policy = ListenerPolicy("INSIDE", plain(lifetime_ms, failure_delay_ms) if sasl else None, name_of_subject, self.failed.append)
        self.connection = RecordingConnection()
        self.frames = FrameReader(1 << 20)
        made = Identification(self.connection, policy, self.connections, self.frames, Handshake() if tls else None)
        made.begin()
        return made

    def log_in(self, made: Identification, token: bytes = RIGHT) -> None:
        """With SaslHandshake 1 and SaslAuthenticate."""
        session = made.session
        assert session is not None
        self.assertEqual(session.handshake("PLAIN", 1), ErrorCode.NONE)
        session.authenticate(token)

    def fail_to_log_in(self, made: Identification) -> None:
        """With a wrong password."""
        self.assertRaises(AuthenticationRefused, self.log_in, made, WRONG)

    def timers(self) -> int:
        return len(self.clock.getDelayedCalls())

    def take_failed(self) -> list[tuple[str | None, str | None, str]]:
        """Mechanisms, claimed names and reasons of the logins that have failed since the last time."""
        failed, self.failed[:] = list(self.failed), []
        self.assertLessEqual({(one.listener, one.host) for one in failed}, {("INSIDE", "192.0.2.1")})
        return [(one.mechanism, one.claimed, one.reason) for one in failed]


class FirstTimeTests(Alone):
    """How long somebody has from the connection on."""

    def test_a_handshake_that_does_not_end(self) -> None:
        self.make(tls=True)
        self.clock.advance(9.9)
        self.assertEqual(self.connection.take(), [])
        self.clock.advance(0.2)
        self.assertEqual(self.connection.take(), ["too slow: did not end the handshake of TLS within 10000 ms"])
        self.assertEqual(self.take_failed(), [], "nobody has claimed to be anybody")

    def test_one_that_does(self) -> None:
        made = self.make(tls=True)
        self.clock.advance(9.9)
        made.handshake_completed(None)
        self.assertEqual((self.timers(), self.connection.take()), (0, []))

    def test_somebody_who_does_not_log_in(self) -> None:
        self.make(sasl=True)
        self.clock.advance(9.9)
        self.assertEqual(self.connection.take(), [])
        self.clock.advance(0.2)
        self.assertEqual(self.connection.take(), [f"too slow: {TOO_LATE}"])
        self.assertEqual(self.take_failed(), [(None, None, TOO_LATE)])

    def test_a_handshake_is_no_login(self) -> None:
        """With both it is the login that must come in time, and the handshake gives no more of it."""
        made = self.make(sasl=True, tls=True)
        self.clock.advance(5)
        made.handshake_completed(None)
        assert made.session is not None
        made.session.handshake("PLAIN", 1)
        self.clock.advance(5.1)
        self.assertEqual(self.connection.take(), [f"too slow: {TOO_LATE}"])
        self.assertEqual(self.take_failed(), [("PLAIN", None, TOO_LATE)])

    def test_somebody_who_does(self) -> None:
        made = self.make(sasl=True)
        self.clock.advance(9.9)
        self.log_in(made)
        self.assertEqual((self.timers(), self.connection.take(), self.take_failed()), (0, [], []))
        self.assertEqual(self.connection.info.principal, ALICE)

    def test_a_connection_that_is_gone(self) -> None:
        for has_sasl, has_tls in ((False, True), (True, False), (True, True)):
            made = self.make(sasl=has_sasl, tls=has_tls)
            self.assertEqual(self.timers(), 1)
            made.end()
            made.end()
            self.assertEqual((self.timers(), self.connection.take()), (0, []), (has_sasl, has_tls))


class SessionTimeTests(Alone):
    """How long a login lasts."""

    def test_who_waits_for_nothing(self) -> None:
        """Nothing happens, but that the next request is looked at."""
        made = self.make(sasl=True, lifetime_ms=60_000)
        self.log_in(made)
        self.clock.advance(59.9)
        self.assertEqual(self.connection.take(), [])
        self.clock.advance(0.2)
        self.assertEqual((self.connection.take(), self.timers()), (["forget again"], 0))

    def test_who_waits_for_an_answer(self) -> None:
        made = self.make(sasl=True, lifetime_ms=60_000)
        self.log_in(made)
        self.connection.in_flight = 1
        self.clock.advance(60.1)
        self.assertEqual(self.connection.take(), ["forget again", f"aborted: {OVER}", "abort"])
        self.assertEqual(self.take_failed(), [])

    def test_who_logs_in_again(self) -> None:
        """It lasts from then on; what came of the login before counts no more."""
        made = self.make(sasl=True, lifetime_ms=60_000)
        self.connection.in_flight = 1
        for _ in range(3):
            self.log_in(made)
            self.assertEqual(self.timers(), 1)
            self.clock.advance(50)
        self.assertEqual(self.connection.take(), [])
        self.clock.advance(10.1)
        self.assertEqual(self.connection.take()[-1:], ["abort"])

    def test_a_connection_that_is_gone(self) -> None:
        made = self.make(sasl=True, lifetime_ms=60_000)
        self.log_in(made)
        made.end()
        self.assertEqual(self.timers(), 0)


class RefusalTests(Alone):
    """Who is refused is closed, and not at once."""

    def test_a_wrong_password(self) -> None:
        for delay_ms in (100, 2500):
            made = self.make(sasl=True, failure_delay_ms=delay_ms)
            self.clock.advance(5)
            self.fail_to_log_in(made)
            self.assertEqual(self.connection.take(), [f"closed: {FAILED}", "read no more"])
            self.assertEqual(self.take_failed(), [("PLAIN", "alice", FAILED)])
            self.clock.advance(delay_ms / 1000 - 0.01)
            self.assertEqual(self.connection.take(), [])
            self.clock.advance(0.02)
            self.assertEqual((self.connection.take(), self.timers()), (["close when answered"], 0))
            self.assertEqual(self.connection.info.principal, ANONYMOUS)

    def test_a_request_that_does_not_belong_there(self) -> None:
        made = self.make(sasl=True)
        made.refuse_request(3)
        told, after = self.connection.take()
        self.assertIn("closed: the client asks for API 3 and has not shown who it is; it needs security.protocol=SASL_PLAINTEXT", told)
        self.assertEqual(after, "read no more")
        self.assertEqual(self.take_failed(), [(None, None, told.removeprefix("closed: "))])
        self.clock.advance(0.11)
        self.assertEqual(self.connection.take(), ["close when answered"])

    def test_one_after_the_end_of_the_session(self) -> None:
        made = self.make(sasl=True, lifetime_ms=60_000)
        self.log_in(made)
        self.clock.advance(61)
        self.connection.take()
        made.refuse_request(3)
        self.assertEqual(self.connection.take(), [f"closed: {OVER}", "read no more"])
        self.assertEqual(self.take_failed(), [("PLAIN", "alice", OVER)])

    def refused_amid(self, *, lifetime_ms: int, failure_delay_ms: int = 100) -> Identification:
        """Somebody who waits for an answer, has been there for 5 s, and asks for a mechanism that there is not."""
        made = self.make(sasl=True, lifetime_ms=lifetime_ms, failure_delay_ms=failure_delay_ms)
        self.log_in(made)
        self.connection.in_flight = 1
        self.clock.advance(5)
        assert made.session is not None
        made.session.handshake("NONE", 1)
        self.assertEqual(self.connection.take(), ["closed: it wants the SASL mechanism 'NONE'; the listener has PLAIN", "read no more"])
        return made

    def test_what_came_before_waits_on_but_not_beyond_its_session(self) -> None:
        self.refused_amid(lifetime_ms=60_000)
        self.clock.advance(0.11)
        self.assertEqual((self.connection.take(), self.timers()), (["close when answered"], 1))
        self.clock.advance(54.8)
        self.assertEqual(self.connection.take(), [])
        self.clock.advance(0.2)
        self.assertEqual(self.connection.take(), ["forget again", f"aborted: {OVER}", "abort"])

    def test_where_all_is_answered_nothing_more_is_to_be_done(self) -> None:
        for lost in (False, True):
            self.refused_amid(lifetime_ms=60_000)
            self.connection.in_flight, self.connection.is_lost = int(lost), lost
            self.clock.advance(0.11)
            self.assertEqual((self.connection.take(), self.timers()), (["close when answered"], 0))

    def test_a_session_that_ends_meanwhile(self) -> None:
        """What is due just then still has a moment to leave."""
        for delay_ms, rest_s in ((0, 0.1), (100, 0.1), (2000, 2.0)):
            self.refused_amid(lifetime_ms=5050, failure_delay_ms=delay_ms)
            self.clock.advance(max(delay_ms / 1000, 0.0501))
            self.connection.take()
            before_s = rest_s - 0.06
            self.clock.advance(before_s)
            self.assertEqual(self.connection.take(), [], delay_ms)
            self.clock.advance(0.07)
            self.assertEqual(self.connection.take(), ["forget again", f"aborted: {OVER}", "abort"], delay_ms)

    def test_a_connection_that_is_gone(self) -> None:
        for gone_s in (0.0, 0.11):
            made = self.refused_amid(lifetime_ms=60_000)
            self.clock.advance(gone_s)
            self.assertEqual(self.timers(), 1)
            made.end()
            self.assertEqual(self.timers(), 0)


class EndTests(Alone):
    """What is left of a whole connection whose client has logged in, when it is gone."""

    def setUp(self) -> None:
        super().setUp()
        self.network = MemoryNetwork(self.clock)

    def logged_in(self, lifetime_ms: int) -> tuple[weakref.ref[BrokerProtocol], ScriptedClient]:
        """Both ends."""
        made = BrokerFactory(ListenerPolicy("INSIDE", plain(lifetime_ms)), Recorder(), self.connections).buildProtocol(None)
        assert made is not None
        client = self.network.connect(made)
        identification = made._identification
        assert identification is not None
        self.log_in(identification)
        self.assertEqual(made.info.principal, ALICE)
        return weakref.ref(made), client

    def test_no_cycle(self) -> None:
        """Connection, identification and session know each other, and nothing is left for the collector."""
        gc.disable()
        self.addCleanup(gc.enable)
        for lifetime_ms in (0, 60_000):
            seen, client = self.logged_in(lifetime_ms)
            self.assertIsNotNone(seen())
            client.hang_up()
            self.network.run()
            self.assertTrue(client.disconnected)
            # As Twisted's own transports let go of it.
            del client.transport.protocol
            self.assertEqual((seen(), self.timers()), (None, 0), lifetime_ms)


class FrameTests(Alone):
    """What may be sent before anybody has logged in, and tokens that come without headers."""

    def test_short_requests_only(self) -> None:
        made = self.make(sasl=True)
        self.assertEqual((self.frames.max_frame_bytes, self.frames.refuse), (MAX_FRAME_BYTES, refuse_unknown))
        # What was set meanwhile counts.
        self.connections.limits = Limits(max_frame_bytes=2 << 20)
        self.log_in(made)
        self.assertEqual((self.frames.max_frame_bytes, self.frames.refuse), (2 << 20, refuse_request))

    def test_a_limit_that_is_lower(self) -> None:
        frames = FrameReader(5000)
        Identification(RecordingConnection(), ListenerPolicy("INSIDE", SaslPolicy({})), self.connections, frames).begin()
        self.assertEqual(frames.max_frame_bytes, 5000)

    def test_tls_alone_asks_for_nothing(self) -> None:
        made = self.make(tls=True)
        self.assertEqual((self.frames.max_frame_bytes, self.frames.refuse), (1 << 20, refuse_request))
        self.assertIsNone(made.session)
        self.assertIsNone(self.connection.info.sasl)

    def bare(self) -> Identification:
        """Somebody whose tokens come without headers."""
        made = self.make(sasl=True)
        assert made.session is not None and made.session is self.connection.info.sasl
        made.session.handshake("PLAIN", 0)
        self.assertTrue(made.session.travels_bare)
        return made

    def test_a_token_in_pieces(self) -> None:
        made = self.bare()
        for byte in struct.pack(">i", len(RIGHT)) + RIGHT:
            self.assertEqual(self.connection.sent, b"")
            made.received_tokens(bytes([byte]))
        self.assertEqual((self.connection.sent, self.connection.info.principal), (bytes(4), ALICE))
        self.assertEqual(self.connection.take(), [])

    def test_a_wrong_one(self) -> None:
        made = self.bare()
        made.received_tokens(struct.pack(">i", len(WRONG)) + WRONG)
        self.assertEqual((self.connection.sent, self.connection.take()), (b"", [f"closed: {FAILED}", "read no more"]))

    def test_more_than_there_are(self) -> None:
        made = self.bare()
        made.received_tokens((struct.pack(">i", len(RIGHT)) + RIGHT) * 2)
        self.assertEqual(self.connection.take(), ["closed: sent more than its SASL mechanism has", "read no more"])

    def test_what_is_none(self) -> None:
        made = self.bare()
        made.received_tokens(struct.pack(">i", -1))
        told, *after = self.connection.take()
        self.assertIn("closed: a frame announces -1 bytes", told)
        self.assertEqual(after, ["read no more", "close when answered"])


class CertificateTests(Alone):
    """What follows from a certificate, whoever has verified it."""

    def shown(self, made: Identification, name: str = "ann") -> None:
        made.handshake_completed(X509.from_cryptography(certificate(name)[1]))

    def test_it_is_the_principal(self) -> None:
        made = self.make(tls=True, name_of_subject=lambda subject: subject.removeprefix("CN="))
        self.shown(made)
        self.assertEqual(self.connection.info.principal, Principal("User", "ann"))
        assert made.certificate is not None
        self.assertEqual((made.certificate.subject, self.connection.take()), ("CN=ann", []))

    def test_with_sasl_it_is_kept_alone(self) -> None:
        """The rules are not asked what it says."""
        made = self.make(sasl=True, tls=True, name_of_subject=lambda subject: "")
        self.shown(made)
        assert made.certificate is not None
        self.assertEqual((made.certificate.subject, self.connection.info.principal), ("CN=ann", ANONYMOUS))
        self.log_in(made)
        self.assertEqual((self.connection.info.principal, self.connection.take()), (ALICE, []))

    def test_one_that_counts_no_more(self) -> None:
        made = self.make(tls=True)
        self.shown(made)
        made.distrust("it was revoked")
        self.assertEqual(self.connection.take(), ["aborted: it was revoked", "abort"])
        self.assertEqual(self.take_failed(), [("TLS", "CN=ann", "it was revoked")])


class TlsRefusalTests(Alone):
    """What is no TLS on a TLS port; the bytes themselves never get here."""

    def test_named_in_the_log(self) -> None:
        for reasons, words in (
            ([("SSL routines", "", "http request")], "HTTP"),
            ([("SSL routines", "", "wrong version number")], "not TLS"),
            ([("SSL routines", "", "tlsv1 alert unknown ca")], "handshake failed: tlsv1 alert unknown ca"),
            ([], "handshake failed: Error"),
        ):
            self.make(tls=True).handshake_failed(SSL.Error(reasons))
            (told,) = self.connection.take()
            self.assertTrue(told.startswith("closed: "), told)
            self.assertIn(words, told)
            self.assertEqual(self.take_failed(), [], "nobody has claimed to be anybody")

    def test_a_certificate_that_is_missed_is_a_failed_login(self) -> None:
        self.make(tls=True).handshake_failed(SSL.Error([("SSL routines", "", "peer did not return a certificate")]))
        ((mechanism, claimed, reason),) = self.take_failed()
        self.assertEqual((mechanism, claimed), ("TLS", None))
        self.assertEqual(self.connection.take(), [f"closed: {reason}"])

    def test_other_ends_are_silent(self) -> None:
        for error in (ConnectionLost(), None):
            self.make(tls=True).handshake_failed(error)
            self.assertEqual((self.connection.take(), self.take_failed()), ([], []))


class PrincipalTests(Connected):
    """Whoever shows a certificate is its subject, from the first request on."""

    def test_a_certificate(self) -> None:
        """With TLS 1.3, and with TLS 1.2, where requests may come with the last of the handshake."""
        for version in (SSL.TLS1_3_VERSION, SSL.TLS1_2_VERSION):
            context = self.client(*certificate("ann", self.authority))
            context.set_max_proto_version(version)
            self.ask("required", context)
            self.assertEqual(self.dispatch.asked.pop(), Principal("User", "CN=ann"))
            self.assertEqual(self.dispatch.asked, [])

    def test_none(self) -> None:
        """Where none is asked for, or none was shown."""
        self.ask("requested", self.client())
        self.ask("none", self.client(*certificate("ann", self.authority)))
        self.assertEqual(self.dispatch.asked, [ANONYMOUS, ANONYMOUS])

    def test_one_that_cannot_be_read(self) -> None:
        """Is nobody's: the connection is closed, and nothing is asked."""

        def broken(shown: object) -> str:
            raise ValueError("so")

        self.patch(tls, "subject_name", broken)
        self.patch(BrokerProtocol, "_log", Logger(namespace="test", observer=lambda event: None))
        client = self.ask("required", self.client(*certificate("ann", self.authority)))
        self.assertEqual(self.dispatch.asked, [])
        self.assertTrue(client.disconnected)
        (failed,) = self.failed
        self.assertEqual((failed.listener, failed.mechanism, failed.claimed), ("INSIDE", "TLS", None))
        self.assertIn("names nobody: so", failed.reason)

    def test_one_without_a_name(self) -> None:
        """It is nobody's, and nobody is not ``User:`` without anything behind it; nor is whom the rules leave no name."""
        self.patch(BrokerProtocol, "_log", Logger(namespace="test", observer=lambda event: None))
        for has_subject, name_of_subject in ((False, str), (True, lambda subject: "")):
            self.name_of_subject = name_of_subject
            client = self.ask("required", self.client(*certificate("ann", self.authority, has_subject=has_subject)))
            self.assertEqual((self.dispatch.asked, client.disconnected), ([], True))
            (failed,) = self.failed
            self.assertEqual((failed.mechanism, failed.claimed), ("TLS", "CN=ann" if has_subject else ""))
            self.assertIn("names nobody: no name is left of it", failed.reason)

    def test_who_is_refused_is_told(self) -> None:
        """A stranger's certificate, and none where one is required; not who turns away himself, or comes without TLS."""
        self.patch(BrokerProtocol, "_log", Logger(namespace="test", observer=lambda event: None))
        for shown, name, word in (
            ((), None, "did not return a certificate"),
            (self.stranger, "CN=stranger", "the client's certificate 'CN=stranger' is signed by itself"),
            (
                certificate("eve", self.stranger),
                "CN=eve",
                "certificate 'CN=eve' is signed by an authority that is not trusted",
            ),
        ):
            try:
                self.ask("required", self.client(*shown))
            except SSL.Error:
                pass
            (failed,) = self.failed
            self.assertEqual((failed.listener, failed.mechanism, failed.claimed), ("INSIDE", "TLS", name))
            self.assertIn(word, failed.reason)
        self.ask("required", self.client(*certificate("ann", self.authority)))
        self.assertEqual(self.failed, [])
        distrustful = self.client()
        distrustful.set_verify(SSL.VERIFY_PEER, lambda *arguments: False)
        self.assertRaises(SSL.Error, self.ask, "none", distrustful)
        self.client_end.send(self.end.bio_read(1 << 16))
        self.network.run()
        self.assertEqual((self.client_end.disconnected, self.failed), (True, []))

    def test_a_connection_that_is_gone_holds_it_no_more(self) -> None:
        """Each knows the other, and no cycle is left for the collector."""
        client = self.ask("required", self.client(*certificate("ann", self.authority)))
        [(connection, _)] = self.dispatch.waiting
        self.assertIsNotNone(connection.certificate)
        seen = weakref.ref(cast(Any, connection._identification))
        gc.disable()
        self.addCleanup(gc.enable)
        client.hang_up()
        self.network.run()
        self.assertEqual((client.disconnected, seen(), connection.certificate), (True, None, None))

    def test_who_comes_without_tls_is_named_in_the_log(self) -> None:
        said: list[str] = []
        self.patch(BrokerProtocol, "_log", Logger(namespace="test", observer=lambda event: said.append(str(event["reason"]))))
        client = self.connect("none", self.client())
        client.send(b"GET / HTTP/1.1\r\n\r\n")
        self.network.run()
        self.assertEqual((client.disconnected, said), (True, ["this is an HTTP request on a TLS port"]))
        self.assertEqual((self.failed, self.network.clock.getDelayedCalls()), ([], []))


class HandshakeTimeTests(Connected):
    """Who has not ended the handshake holds no connection for long; virtual time."""

    def setUp(self) -> None:
        super().setUp()
        self.said: list[str] = []
        self.patch(BrokerProtocol, "_log", Logger(namespace="test", observer=lambda event: self.said.append(str(event["reason"]))))

    def hello(self) -> bytes:
        self.assertRaises(SSL.WantReadError, self.end.do_handshake)
        return self.end.bio_read(1 << 16)

    def test_half_a_handshake_and_silence(self) -> None:
        """Nothing; a byte now and then; half a greeting; all of it, but not what shows who it is."""
        for wanted, share, drops in (("none", 0.0, 0), ("none", 0.0, 9), ("none", 0.5, 0), ("required", 1.0, 0)):
            client = self.connect(wanted, self.client(*certificate("ann", self.authority)))
            hello = self.hello()
            client.send(hello[: int(len(hello) * share)])
            self.network.run()
            for _ in range(9):
                if drops:
                    client.send(hello[:1])
                    hello = hello[1:]
                self.network.advance(1.1)
            self.assertFalse(client.disconnected, (wanted, share, drops))
            self.network.advance(0.2)
            self.assertTrue(client.disconnected, (wanted, share, drops))
            self.assertEqual((self.said, len(self.connections)), (["did not end the handshake of TLS within 10000 ms"], 0))
            self.said.clear()

    def test_who_has_ended_it_has_time(self) -> None:
        for wanted in ("none", "requested", "required"):
            client = self.ask(wanted, self.client(*certificate("ann", self.authority)))
            self.network.advance(60)
            self.assertFalse(client.disconnected, wanted)
        self.assertEqual(self.said, [])

    def test_who_has_gone_leaves_nothing(self) -> None:
        client = self.connect("none", self.client())
        client.hang_up()
        self.network.run()
        self.assertEqual((self.network.clock.getDelayedCalls(), self.said), ([], []))
