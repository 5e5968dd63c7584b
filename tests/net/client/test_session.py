"""The client's conversation, without a connection: every answer a broker can give, whole and byte by byte."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.errors import ErrorCode
from klog.net.client import session as client_session
from klog.net.client.errors import AuthenticationFailed, BadAnswer, BrokerUnreachable
from klog.net.client.session import GREETING_BYTES, MAX_TOKENS, ClientSession, Phase
from klog.net.sasl import SaslError, ScramServer, scram_credential
from klog.net.security import PLAINTEXT, Security
from klog.span import Part, join_parts
from klog.wire.messages.api_versions import ApiVersion, ApiVersionsRequest, ApiVersionsResponse
from klog.wire.messages.leader_and_isr import LeaderAndIsrRequest, LeaderAndIsrResponse
from klog.wire.messages.metadata import MetadataRequest, MetadataResponse, MetadataResponseTopic
from klog.wire.messages.sasl_authenticate import SaslAuthenticateRequest, SaslAuthenticateResponse
from klog.wire.messages.sasl_handshake import SaslHandshakeRequest, SaslHandshakeResponse
from klog.wire.server import ServerConnection, encode_answer
from tests.net.scripted_broker import Script, api_versions

PLAIN = Security(security_protocol="SASL_PLAINTEXT", sasl_mechanism="PLAIN", sasl_username="u", sasl_password="p")
SCRAM = Security(security_protocol="SASL_PLAINTEXT", sasl_mechanism="SCRAM-SHA-256", sasl_username="u", sasl_password="p")


class Talk:
    """A session and a script, joined."""

    def __init__(self, security: Security = PLAINTEXT, script: Script | None = None, chunk_bytes: int | None = None, **more: Any) -> None:
        self.session = ClientSession(security, "me", "b:1", **more)
        self.script = script or Script()
        self.server = ServerConnection()
        self.chunk_bytes = chunk_bytes
        self.answers: list[tuple[int, Any]] = []

    def start(self) -> Talk:
        self.say(self.session.start())
        return self

    def say(self, parts: list[Part]) -> None:
        """What the client says, and all that follows from it."""
        for request in self.server.receive(join_parts(parts)):
            for piece in self.script.answer(request)[0]:
                self.hear(piece)

    def hear(self, data: bytes) -> None:
        """What the broker says."""
        size = self.chunk_bytes or max(1, len(data))
        for start in range(0, len(data), size):
            parts, answers = self.session.receive(data[start : start + size])
            self.answers += answers
            self.say(parts)


def scram_script(lifetime_ms: int = 0, password: str = "p") -> Script:
    """A broker that knows user u."""
    ends: list[ScramServer] = []

    def handshake(asked: Any) -> SaslHandshakeResponse:
        ends.append(ScramServer("SCRAM-SHA-256", {"u": scram_credential("SCRAM-SHA-256", password, b"salt")}.get))
        return SaslHandshakeResponse(mechanisms=["SCRAM-SHA-256"])

    def authenticate(asked: Any) -> SaslAuthenticateResponse:
        token = ends[-1].next(bytes(asked.message.auth_bytes))
        return SaslAuthenticateResponse(auth_bytes=token, session_lifetime_ms=lifetime_ms if ends[-1].username else 0)

    return Script({SaslHandshakeRequest: handshake, SaslAuthenticateRequest: authenticate})


class GreetingTests(SynchronousTestCase):
    """From nothing to ready."""

    def test_plaintext(self) -> None:
        for chunk_bytes in (None, 1, 3):
            talk = Talk(chunk_bytes=chunk_bytes).start()
            self.assertTrue(talk.session.ready)
            asked = talk.script.asked[0]
            self.assertEqual((asked.version, asked.client_id, asked.message.client_software_name), (4, "me", "klog"))
            self.assertRegex(asked.message.client_software_version, r"^[a-zA-Z0-9]([a-zA-Z0-9.-]*[a-zA-Z0-9])?$")
            self.assertTrue(talk.session.versions.has(MetadataRequest))

    def test_older_brokers(self) -> None:
        def older(highest: int | None) -> Callable[[Any], Any]:
            def answer(asked: Any) -> Any:
                if asked.version <= (highest or 0):
                    return api_versions({18: (0, highest or 0), 3: (0, 8)})
                rows = [ApiVersion(api_key=18, min_version=0, max_version=highest)] if highest is not None else []
                refusal = ApiVersionsResponse(error_code=ErrorCode.UNSUPPORTED_VERSION, api_keys=rows)
                return join_parts(encode_answer(refusal, 0, asked.correlation_id))

            return answer

        for highest, versions in ((3, [4, 3]), (2, [4, 2]), (0, [4, 0]), (None, [4, 0])):
            talk = Talk(script=Script({ApiVersionsRequest: older(highest)})).start()
            self.assertTrue(talk.session.ready, highest)
            self.assertEqual([asked.version for asked in talk.script.asked], versions)
            self.assertEqual(talk.session.versions.choose(MetadataRequest), 8)

    def test_a_broker_that_refuses_every_version(self) -> None:
        talk = Talk(script=Script({ApiVersionsRequest: ApiVersionsResponse(error_code=ErrorCode.CLUSTER_AUTHORIZATION_FAILED)})).start()
        self.assertIsInstance(talk.session.failure, BadAnswer)
        self.assertIn("refused ApiVersions: CLUSTER_AUTHORIZATION_FAILED", str(talk.session.failure))

    def test_versions_are_assumed(self) -> None:
        """Brokers among themselves say nothing before their first request."""
        session = ClientSession(PLAINTEXT, "9", "b:1", assumed_versions={4: 7, 3: 5})
        self.assertEqual(session.start(), [])
        self.assertTrue(session.ready)
        self.assertEqual((session.versions.choose(LeaderAndIsrRequest), session.versions.choose(MetadataRequest)), (7, 5))
        self.assertEqual(session.versions.check(MetadataRequest, 2), 2)
        self.assertFalse(session.versions.has(ApiVersionsRequest))
        talk = Talk(assumed_versions={4: 7})
        talk.session.start()
        number, parts = talk.session.request(LeaderAndIsrRequest(controller_id=9), 7)
        talk.say(parts)
        self.assertEqual(talk.answers, [(number, LeaderAndIsrResponse())])
        self.assertEqual([(asked.message.controller_id, asked.version) for asked in talk.script.asked], [(9, 7)])
        self.assertIn("lost", str(talk.session.lost("was lost")))
        self.assertNotIn("TLS", str(talk.session.lost("was lost")))

    def test_versions_are_assumed_and_nobody_answers(self) -> None:
        talk = Talk(assumed_versions={4: 7})
        talk.session.start()
        talk.session.request(LeaderAndIsrRequest(), 7)
        self.assertIn("hung up with 1 request unanswered; does the port speak TLS", str(talk.session.lost("hung up")))

    def test_versions_are_assumed_with_a_password(self) -> None:
        """ApiVersions 0 is asked for SASL's sake, as Kafka's brokers do."""
        for chunk_bytes in (None, 1):
            talk = Talk(SCRAM, scram_script(lifetime_ms=10_000), chunk_bytes, assumed_versions={4: 7}).start()
            self.assertTrue(talk.session.ready)
            self.assertEqual(talk.script.asked[0].version, 0)
            names = ["SaslHandshake", "SaslAuthenticate", "SaslAuthenticate"]
            self.assertEqual(talk.script.names(), names)
            self.assertEqual(talk.session.versions.ranges, {4: (0, 7)})
            talk.say(talk.session.reauthenticate())
            self.assertTrue(talk.session.ready)
            self.assertEqual(talk.script.names(), names * 2)

    def test_plain(self) -> None:
        talk = Talk(PLAIN).start()
        self.assertTrue(talk.session.ready)
        self.assertEqual(talk.script.names(), ["SaslHandshake", "SaslAuthenticate"])
        self.assertEqual([asked.message.mechanism for asked in talk.script.asked[1:2]], ["PLAIN"])
        self.assertEqual(bytes(talk.script.asked[2].message.auth_bytes), b"\0u\0p")
        self.assertIsNone(talk.session.reauthenticate_after_ms)

    def test_scram_and_again(self) -> None:
        for chunk_bytes in (None, 1):
            talk = Talk(SCRAM, scram_script(lifetime_ms=10_000), chunk_bytes).start()
            self.assertTrue(talk.session.ready)
            self.assertEqual(talk.session.reauthenticate_after_ms, 8_500)
            correlation_id, parts = talk.session.request(MetadataRequest(topics=[]), 9)
            again = talk.session.reauthenticate()
            self.assertFalse(talk.session.ready)
            # What was asked before is answered in between.
            talk.say(parts)
            self.assertEqual(talk.answers, [(correlation_id, MetadataResponse())])
            talk.say(again)
            self.assertTrue(talk.session.ready)
            self.assertEqual(
                talk.script.names(), ["SaslHandshake", *["SaslAuthenticate"] * 2, "Metadata", "SaslHandshake", *["SaslAuthenticate"] * 2]
            )


class RefusalTests(SynchronousTestCase):
    """Broker and client do not accept each other."""

    def refused(self, security: Security, words: str, **answers: Any) -> None:
        names = {"versions": ApiVersionsRequest, "handshake": SaslHandshakeRequest, "token": SaslAuthenticateRequest}
        talk = Talk(security, Script({names[name]: answer for name, answer in answers.items()})).start()
        self.assertFalse(talk.session.ready)
        self.assertIs(talk.session.phase, Phase.FAILED)
        self.assertIsInstance(talk.session.failure, AuthenticationFailed)
        self.assertIn("broker b:1", str(talk.session.failure))
        self.assertIn(words, str(talk.session.failure))
        self.assertNotIn("SCRAM-SHA-256 u", str(talk.session.failure))

    def test_no_sasl_there(self) -> None:
        self.refused(PLAIN, "has no SaslHandshake", versions=api_versions({17: None}))
        self.refused(PLAIN, "has no SaslHandshake version 1", versions=api_versions({17: (0, 0)}))
        self.refused(PLAIN, "has no SaslAuthenticate", versions=api_versions({36: None}))

    def test_handshake(self) -> None:
        answer = SaslHandshakeResponse(error_code=ErrorCode.UNSUPPORTED_SASL_MECHANISM, mechanisms=["GSSAPI", "SCRAM-SHA-512"])
        self.refused(PLAIN, "does not offer the SASL mechanism PLAIN; it has GSSAPI, SCRAM-SHA-512", handshake=answer)
        self.refused(PLAIN, "does this listener ask", handshake=SaslHandshakeResponse(error_code=ErrorCode.ILLEGAL_SASL_STATE))

    def test_wrong_password(self) -> None:
        answer = SaslAuthenticateResponse(error_code=ErrorCode.SASL_AUTHENTICATION_FAILED, error_message="Invalid username or password")
        self.refused(PLAIN, "refused user 'u' with PLAIN: Invalid username or password", token=answer)
        self.refused(PLAIN, "SASL_AUTHENTICATION_FAILED", token=SaslAuthenticateResponse(error_code=58))
        self.refused(PLAIN, "PLAIN has none", token=SaslAuthenticateResponse(auth_bytes=b"more"))

    def test_scram_liars(self) -> None:
        self.refused(SCRAM, "no SCRAM message", token=SaslAuthenticateResponse())
        talk = Talk(SCRAM, scram_script(password="other"))
        self.assertRaises(SaslError, talk.start)

    def test_a_fake_broker(self) -> None:
        """It says that all is well, and does not know the password: nothing is asked of it, and no password told to it."""
        elsewhere = base64.b64encode(bytes(range(32)))
        for last, words in (
            (b"", "no SCRAM message"),
            (b"v=" + elsewhere, "not the broker it claims to be"),
            (b"v=" + base64.b64encode(bytes(32)), "not the broker it claims to be"),
            (b"e=other-error", "refused the credentials: other-error"),
            (b"r=cs,s=c2FsdA==,i=4096", "missing"),
        ):
            nonces: list[bytes] = []

            def authenticate(asked: Any) -> SaslAuthenticateResponse:
                said = bytes(asked.message.auth_bytes)
                if not nonces:  # noqa: B023
                    nonces.append(said.partition(b"r=")[2])  # noqa: B023
                    return SaslAuthenticateResponse(auth_bytes=b"r=%sme,s=c2FsdA==,i=4096" % nonces[0])  # noqa: B023
                return SaslAuthenticateResponse(auth_bytes=last)  # noqa: B023

            self.refused(SCRAM, words, token=authenticate)
        # It has a weaker mechanism, in which passwords travel, and none of ours.
        weaker = SaslHandshakeResponse(error_code=ErrorCode.UNSUPPORTED_SASL_MECHANISM, mechanisms=["PLAIN"])
        talk = Talk(SCRAM, Script({SaslHandshakeRequest: weaker})).start()
        self.assertIn("does not offer the SASL mechanism SCRAM-SHA-256; it has PLAIN", str(talk.session.failure))
        self.assertEqual(talk.script.names(), ["SaslHandshake"])

    def test_endless_tokens(self) -> None:
        session = ClientSession(PLAIN, "me", "b:1")

        class Endless:
            mechanism, done = "PLAIN", False

            def first(self) -> bytes:
                return b""

            def next(self, challenge: bytes) -> bytes:
                return b"again"

        self.patch(client_session, "sasl_client", lambda security: Endless())
        talk = Talk(PLAIN)
        talk.session = session
        talk.start()
        self.assertIn(f"more than {MAX_TOKENS} SASL messages", str(session.failure))
        self.assertEqual(talk.script.names().count("SaslAuthenticate"), MAX_TOKENS)


class HostileTests(SynchronousTestCase):
    """Bytes that cannot be."""

    def ready(self, **more: Any) -> Talk:
        talk = Talk(**more).start()
        assert talk.session.ready
        return talk

    def test_table(self) -> None:
        for data, words in (
            (b"\xff\xff\xff\xff", "announces -1 bytes"),
            (b"\x00\x00\x00\x00", "announces 0 bytes"),
            (b"\x80\x00\x00\x00", "announces -2147483648 bytes"),
            (b"\x7f\xff\xff\xff", "max_response_bytes allows 104857600"),
            (b"HTTP/1.1 400 Bad Request\r\n", "it answers in HTTP"),
            (b"\x15\x03\x03\x00\x02\x02\x46", "it answers in TLS"),
            (b"\x00\x00\x00\x02ab", "shorter than its header"),
            (b"\x00\x00\x00\x04\x00\x00\x00\x00", "nothing was asked"),
        ):
            talk = self.ready()
            talk.hear(data)
            self.assertIsInstance(talk.session.failure, BadAnswer, data)
            self.assertIn(words, str(talk.session.failure))
            self.assertIn("broker b:1 sent what cannot be read", str(talk.session.failure))
            self.assertEqual(talk.session.receive(b"more"), ([], []))
            self.assertIsNone(talk.session.writable())
            self.assertIs(talk.session.lost("x"), talk.session.failure)

    def test_an_answer_before_a_mistake_counts(self) -> None:
        talk = self.ready()
        correlation_id, parts = talk.session.request(MetadataRequest(topics=[]), 9)
        talk.session.request(MetadataRequest(topics=[]), 9)
        good = talk.script.answer(talk.server.receive(join_parts(parts))[0])[0][0]
        talk.hear(good + good)
        self.assertEqual(talk.answers, [(correlation_id, MetadataResponse())])
        self.assertIn(f"answered request {correlation_id} where {correlation_id + 1} was due", str(talk.session.failure))

    def test_answers_are_small_before_it_is_ready(self) -> None:
        session = ClientSession(PLAINTEXT, None, "b:1")
        session.start()
        session.receive((GREETING_BYTES + 1).to_bytes(4, "big"))
        self.assertIn("announces 1048577 bytes", str(session.failure))
        talk = self.ready()
        talk.session.request(MetadataRequest(topics=[]), 9)
        talk.session.receive((GREETING_BYTES + 1).to_bytes(4, "big"))
        self.assertIsNone(talk.session.failure)

    def test_large_answers_are_received_in_place(self) -> None:
        talk = self.ready()
        correlation_id, _ = talk.session.request(MetadataRequest(topics=[]), 8)
        topics = [MetadataResponseTopic(name=f"t{number}") for number in range(20_000)]
        whole = join_parts(encode_answer(MetadataResponse(topics=topics), 8, correlation_id))
        session = talk.session
        self.assertEqual(session.receive(whole[:1000]), ([], []))
        position, answers = 1000, []
        while position < len(whole):
            view = session.writable()
            if view is None:
                answers += session.receive(whole[position:])[1]
                break
            count = min(len(view), len(whole) - position)
            view[:count] = whole[position : position + count]
            position += count
            answers += session.wrote(count)[1]
        self.assertEqual([(number, len(message.topics)) for number, message in answers], [(correlation_id, 20_000)])

    @given(st.binary(max_size=40), st.integers(1, 7))
    @settings(deadline=None, max_examples=300)
    def test_anything_while_greeting(self, data: bytes, size: int) -> None:
        for security in (PLAINTEXT, SCRAM):
            session = ClientSession(security, "me", "b:1")
            session.start()
            for start in range(0, len(data), size):
                session.receive(data[start : start + size])
            self.assertFalse(session.ready and security is SCRAM)

    def test_how_it_ended(self) -> None:
        session = ClientSession(PLAINTEXT, "me", "b:1")
        session.start()
        error = session.lost("closed the connection")
        self.assertIsInstance(error, BrokerUnreachable)
        self.assertIn("broker b:1 closed the connection before it answered ApiVersions; does the port speak TLS", str(error))
        talk = Talk(PLAIN, Script({SaslAuthenticateRequest: None})).start()
        self.assertIn("while authenticating user 'u'", str(talk.session.lost("closed the connection")))
        talk = self.ready()
        self.assertTrue(str(talk.session.lost("closed the connection")).endswith("closed the connection"))
        talk.session.request(MetadataRequest(topics=[]), 9)
        self.assertIn("with 1 request unanswered", str(talk.session.lost("closed the connection")))
        talk.session.request(MetadataRequest(topics=[]), 9)
        self.assertIn("with 2 requests unanswered", str(talk.session.lost("closed the connection")))
