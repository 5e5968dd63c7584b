"""SaslAuthenticate, and what a connection may ask for before it, after it and when its session is over; a whole broker in memory."""

from __future__ import annotations

import struct
from typing import Any

from twisted.logger import Logger, formatEvent

from klog.broker import long_answers
from klog.net.connections import ENDINGS_INTERVAL_S, MOST_ENDINGS_TOLD
from klog.net.sasl import Plain, Scram
from klog.net.server_protocol import BrokerProtocol
from klog.span import join_parts
from klog.testing.broker import MemoryClient
from klog.wire.messages.fetch import FetchPartition, FetchRequest, FetchTopic
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from klog.wire.messages.heartbeat import HeartbeatRequest
from klog.wire.messages.sync_group import SyncGroupRequest, SyncGroupRequestAssignment
from klog.wire.schema import Message
from tests.broker.authorization.test_changes_at_once import produce
from tests.broker.groups.test_heartbeat_fast_path import joining
from tests.broker.security.sasl_rig import ALICE, API_VERSIONS, FAILED, ILLEGAL, METADATA, SaslFixture, handshake, token


class FirstTests(SaslFixture):
    """Before and while a client shows who it is."""

    def test_a_password(self) -> None:
        client = self.connect()
        self.assertEqual(client.ask(*API_VERSIONS).error_code, 0)
        answer = self.come_in(client, Plain("alice", "secret"))
        self.assertEqual((answer.error_code, bytes(answer.auth_bytes), answer.session_lifetime_ms), (0, b"", 0))
        self.assertEqual(client.ask(*METADATA).topics, [])
        self.assertEqual(self.principals(), {"User:alice"})
        self.broker.advance(60)
        self.assertEqual(client.ask(*METADATA).topics, [])

    def test_all_in_one_read(self) -> None:
        client = self.connect()
        client.send(API_VERSIONS, handshake(), ALICE, METADATA, METADATA)
        self.assertEqual([getattr(answer, "error_code", 0) for answer in client.answers], [0] * 5)

    def test_a_wrong_password_is_told_late_and_ends_it(self) -> None:
        for data in (b"\0alice\0wrong", b"\0nobody\0secret", b"\0alice\0", b"\0\0secret"):
            client = self.connect()
            client.send(handshake(), token(data), METADATA)
            self.assertEqual(len(client.answers), 1)
            self.broker.advance(0.09)
            self.assertEqual(len(client.receive()), 1)
            self.broker.advance(0.02)
            (_, answer) = client.receive()
            self.assertEqual(
                (answer.error_code, answer.error_message), (FAILED, "Authentication failed: Invalid username or password"), data
            )
            self.assertTrue(client.scripted.disconnected)

    def test_who_tries_very_often_does_not_fill_the_log(self) -> None:
        """What was passed over is counted."""
        told: list[Any] = []
        self.patch(BrokerProtocol, "_log", Logger(namespace="test", observer=told.append))
        for _ in range(MOST_ENDINGS_TOLD + 30):
            self.connect().send(handshake(), token(b"\0alice\0wrong"))
        self.broker.advance(0.2)
        self.assertEqual(len(told), MOST_ENDINGS_TOLD)
        self.broker.advance(ENDINGS_INTERVAL_S)
        self.connect().send(handshake(), token(b"\0alice\0wrong"))
        self.assertIn("and 30 others before it", formatEvent(told[-1]))

    def test_a_long_request_before_anybody_has_shown_who_he_is(self) -> None:
        """The line says what is missing, and names no setting that has another value; afterwards it is the setting."""
        told: list[Any] = []
        self.patch(BrokerProtocol, "_log", Logger(namespace="test", observer=told.append))
        for is_in, length, said, unsaid in (
            (False, (64 << 10) + 1, "a client that has not shown who it is may send 65536", "socket.request.max.bytes"),
            (True, (100 << 20) + 1, "socket.request.max.bytes allows 104857600", "has not shown"),
        ):
            client = self.connect()
            if is_in:
                self.come_in(client, Plain("alice", "secret"))
            client.scripted.send(struct.pack(">i", length) + bytes(10))
            self.broker.run()
            self.assertTrue(client.scripted.disconnected)
            (line,) = [formatEvent(event) for event in told]
            self.assertIn(said, line)
            self.assertNotIn(unsaid, line)
            told.clear()

    def test_who_acts_for_somebody_else_is_told_so_only_with_the_right_password(self) -> None:
        for data, word in ((b"bob\0alice\0secret", "authorization id"), (b"bob\0alice\0wrong", "Invalid username or password")):
            client = self.connect()
            client.send(handshake(), token(data))
            self.broker.advance(0.2)
            self.assertIn(word, client.receive()[1].error_message)
        self.assertEqual(self.come_in(self.connect(), _acting_for_himself()).error_code, 0)

    def test_what_is_no_message_of_the_mechanism(self) -> None:
        for data in (b"", b"\0", b"\0a\0b\0c", b"\xff\0a\0b"):
            client = self.connect()
            client.send(handshake(), token(data))
            self.broker.advance(0.2)
            answer = client.receive()[1]
            self.assertEqual(answer.error_code, FAILED)
            self.assertIn("due to invalid credentials with SASL mechanism PLAIN", answer.error_message)

    def test_what_comes_before_it_is_shown_ends_the_connection_without_an_answer(self) -> None:
        for before in ((), (API_VERSIONS,), (handshake(),), (API_VERSIONS, handshake())):
            for request in (METADATA, (HeartbeatRequest(group_id="g", member_id="m"), 4), API_VERSIONS if before else METADATA):
                client = self.connect()
                client.send(*before, request)
                self.broker.advance(0.2)
                self.assertEqual(len(client.receive()), len(before))
                self.assertTrue(client.scripted.disconnected)
        client = self.connect()
        client.send(ALICE)
        self.broker.advance(0.2)
        self.assertEqual((client.receive(), client.scripted.disconnected), ([], True))

    def test_a_second_handshake_ends_it(self) -> None:
        """Amid an authentication, whatever it asks for; the one that is under way does not go on."""
        for first, second in ((1, 1), (1, 0), (0, 1)):
            for mechanism in ("PLAIN", "SCRAM-SHA-256", "NONE"):
                client = self.connect()
                self.assertEqual(client.ask(*handshake(version=first)).error_code, 0)
                client.send(handshake(mechanism, version=second), ALICE, METADATA)
                self.broker.advance(0.2)
                self.assertEqual((client.receive(), client.scripted.disconnected), ([], True), (first, second, mechanism))
        self.assertEqual(self.principals(), set())

    def test_the_key_is_looked_at_before_the_body(self) -> None:
        client = self.connect()
        body = b"\x00\x03\x00\x09" + b"\x00\x00\x00\x01" + b"\xff\xff" + b"\xff" * 20
        client.send_bytes(len(body).to_bytes(4, "big") + body)
        self.broker.advance(0.2)
        self.assertTrue(client.scripted.disconnected)

    def test_an_unknown_version_of_api_versions_is_no_greeting(self) -> None:
        client = self.connect()
        head = b"\x00\x12\x00\x63" + b"\x00\x00\x00\x07" + b"\xff\xff\x00"
        client.scripted.send(len(head).to_bytes(4, "big") + head)
        self.broker.run()
        self.assertEqual(bytes(client.scripted.received[4:10]), b"\x00\x00\x00\x07\x00\x23")
        client._read = len(client.scripted.received)
        self.assertEqual(client.ask(*API_VERSIONS).error_code, 0)
        self.assertEqual(self.come_in(client, Plain("alice", "secret")).error_code, 0)

    def test_silence_ends_it(self) -> None:
        client, half = self.connect(), self.connect()
        half.send(API_VERSIONS, handshake())
        self.broker.advance(9.9)
        self.assertFalse(client.scripted.disconnected or half.scripted.disconnected)
        self.broker.advance(0.2)
        self.assertTrue(client.scripted.disconnected and half.scripted.disconnected)

    def test_long_requests_are_taken_only_afterwards(self) -> None:
        stranger = self.connect()
        stranger.send_bytes((65537).to_bytes(4, "big"))
        self.assertTrue(stranger.scripted.disconnected)
        client = self.connect()
        self.come_in(client, Plain("alice", "secret"))
        client.send_bytes((65537).to_bytes(4, "big"))
        self.assertFalse(client.scripted.disconnected)

    def test_tokens_without_headers(self) -> None:
        """SaslHandshake 0, as clients before Kafka 1.0 have it."""
        client = self.connect()
        self.assertEqual(client.ask(*handshake(version=0)).error_code, 0)
        data = Plain("alice", "secret").first()
        client.scripted.send(len(data).to_bytes(4, "big") + data[:3])
        self.broker.run()
        client.scripted.send(data[3:])
        self.broker.run()
        self.assertEqual(bytes(client.scripted.received[-4:]), b"\0\0\0\0")
        client._read = len(client.scripted.received)
        self.assertEqual(client.ask(*METADATA).topics, [])

    def test_a_wrong_token_without_headers(self) -> None:
        client = self.connect()
        client.ask(*handshake(version=0))
        before = len(client.scripted.received)
        client.scripted.send(b"\0\0\0\x09\0alice\0no")
        self.broker.advance(0.09)
        self.assertFalse(client.scripted.disconnected)
        self.broker.advance(0.02)
        self.assertEqual((len(client.scripted.received), client.scripted.disconnected), (before, True))

    def test_more_tokens_than_there_are(self) -> None:
        client = self.connect()
        client.ask(*handshake(version=0))
        data = Plain("alice", "secret").first()
        client.scripted.send((len(data).to_bytes(4, "big") + data) * 2)
        self.broker.advance(0.2)
        self.assertTrue(client.scripted.disconnected)

    def test_a_client_that_goes_while_it_waits_to_be_told(self) -> None:
        client = self.connect()
        client.send(handshake(), token(b"\0alice\0wrong"))
        client.hang_up()
        self.broker.advance(1)
        self.assertEqual(self.principals(), set())

    def test_afterwards_nothing_of_it_belongs_here(self) -> None:
        client = self.connect()
        self.come_in(client, Plain("alice", "secret"))
        self.assertEqual(client.ask(*handshake()).error_code, ILLEGAL)
        self.assertEqual(client.ask(*ALICE).error_code, ILLEGAL)
        self.assertEqual(client.ask(*METADATA).topics, [])


def _acting_for_himself() -> Plain:
    end = Plain("alice", "secret")
    end._message = b"alice" + end._message
    return end


class SessionTests(SaslFixture):
    """KIP-368: sessions end, and are begun anew on the same connection."""

    more = {"connections.max.reauth.ms": "60000", "listener.name.sasl_plaintext.scram-sha-256.connections.max.reauth.ms": "30000"}

    def come_in_for_a_while(self) -> MemoryClient:
        client = self.connect()
        self.assertEqual(self.come_in(client, Plain("alice", "secret")).session_lifetime_ms, 60000)
        return client

    def test_again(self) -> None:
        client = self.come_in_for_a_while()
        self.assertEqual(client.ask(*handshake()).error_code, ILLEGAL, "a second must go by")
        for _ in range(5):
            self.broker.advance(50)
            self.assertEqual(client.ask(*METADATA).topics, [])
            self.assertEqual(self.come_in(client, Plain("alice", "secret")).session_lifetime_ms, 60000)
        self.assertEqual(client.ask(*METADATA).topics, [])

    def test_who_asks_for_nothing_may_come_late(self) -> None:
        client = self.come_in_for_a_while()
        self.broker.advance(120)
        self.assertFalse(client.scripted.disconnected)
        self.assertEqual(self.come_in(client, Plain("alice", "secret")).error_code, 0)
        self.assertEqual(client.ask(*METADATA).topics, [])

    def test_a_request_after_its_end_is_not_answered(self) -> None:
        for requests in ((METADATA,), (ALICE,), (API_VERSIONS,), (handshake(), METADATA)):
            client = self.come_in_for_a_while()
            self.broker.advance(61)
            client.send(*requests)
            self.broker.advance(1)
            self.assertEqual((len(client.receive()), client.scripted.disconnected), (len(requests) - 1, True))

    def test_what_waits_for_its_answer_does_not_outlive_it(self) -> None:
        self.broker.create_topics({"t": 1})
        client = self.come_in_for_a_while()
        self.broker.advance(59)
        wanted = FetchTopic(topic="t", partitions=[FetchPartition(partition=0, fetch_offset=0, partition_max_bytes=1000)])
        client.send((FetchRequest(max_wait_ms=30000, min_bytes=1, topics=[wanted]), 11))
        self.assertEqual(client.answers, [])
        self.broker.advance(2)
        self.broker.put("t", [b"secret"])
        self.broker.advance(31)
        self.assertEqual((client.receive(), client.scripted.disconnected), ([], True))

    def test_nobody_becomes_somebody_else(self) -> None:
        client = self.come_in_for_a_while()
        self.broker.advance(2)
        client.send(handshake(), token(Plain("bob", "other").first()))
        self.broker.advance(1)
        answer = client.receive()[-1]
        self.assertEqual(answer.error_code, FAILED)
        self.assertIn("Cannot change principals", answer.error_message)
        self.assertTrue(client.scripted.disconnected)

    def test_nor_comes_by_another_mechanism(self) -> None:
        client = self.come_in_for_a_while()
        self.broker.advance(2)
        self.assertEqual(client.ask(*handshake("SCRAM-SHA-256")).error_code, 0)
        client.send(token(Scram("SCRAM-SHA-256", "alice", "secret").first()))
        self.broker.advance(1)
        self.assertIn("not supported for reauthentication", client.receive()[-1].error_message)
        self.assertTrue(client.scripted.disconnected)

    def connection(self) -> BrokerProtocol:
        """The one there is, at the broker's end."""
        connections = self.broker.broker.open_listeners.connections
        assert connections is not None
        (member,) = connections.members
        assert isinstance(member, BrokerProtocol)
        return member

    def ends(self, client: MemoryClient, request: tuple[Message, int]) -> None:
        """It is not answered any more, nor is the connection kept."""
        client.send(request)
        self.broker.advance(1)
        self.assertEqual((client.receive(), client.scripted.disconnected), ([], True))

    def answer_to(self, client: MemoryClient, message: Message, version: int) -> Any:
        """The only one; it may take its time."""
        client.send((message, version))
        # A new group waits for its members.
        self.broker.advance(0.1 if client.receive() else 4)
        (answer,), client.answers = client.receive(), []
        return answer

    def join(self, client: MemoryClient) -> HeartbeatRequest:
        """Have the client be a group of its own; its heartbeat, which was not sent yet."""
        self.answer_to(client, FindCoordinatorRequest(key="g", key_type=0), 3)
        self.broker.advance(1)
        member_id = self.answer_to(client, joining("", b"x"), 3).member_id
        assignments = [SyncGroupRequestAssignment(member_id=member_id, assignment=b"a")]
        self.answer_to(client, SyncGroupRequest(group_id="g", generation_id=1, member_id=member_id, assignments=assignments), 3)
        return HeartbeatRequest(group_id="g", generation_id=1, member_id=member_id)

    def test_repeated_heartbeats_end_with_it(self) -> None:
        """Though they are answered by their bytes."""
        client = self.come_in_for_a_while()
        beat = self.join(client)
        for _ in range(10):
            self.broker.advance(5)
            self.assertEqual(self.answer_to(client, beat, 4).error_code, 0)
        self.assertIsNotNone(self.connection()._again)
        self.broker.advance(5)
        self.ends(client, (beat, 4))

    def test_a_heartbeat_in_front_of_a_handshake_does_not_come_again(self) -> None:
        """Not by its bytes either: until the client has shown again who it is, nothing else is taken."""
        client = self.come_in_for_a_while()
        beat = self.join(client)
        self.broker.advance(5)
        client.send((beat, 4), handshake())
        self.assertEqual([answer.error_code for answer in client.receive()], [0, 0])
        client.answers = []
        self.ends(client, (beat, 4))

    def test_repeated_produce_requests_end_with_it(self) -> None:
        """Though they are recognised; nothing of the last one is in the log."""
        self.broker.create_topics({"t": 1})
        client = self.come_in_for_a_while()
        for offset in range(4):
            (topic,) = client.ask(*produce("t")).responses
            self.assertEqual((topic.partition_responses[0].error_code, topic.partition_responses[0].base_offset), (0, offset))
        self.assertEqual(len(self.connection()._server.repeats), 1)
        self.broker.advance(60)
        self.ends(client, produce("t"))
        (topic,) = self.admin().ask(*produce("t")).responses
        self.assertEqual(topic.partition_responses[0].base_offset, 4)

    def test_what_stands_in_one_read_behind_a_failure_is_not_taken(self) -> None:
        """Though the first of that read came while the session was open."""
        wrong = token(Plain("alice", "wrong").first())
        for requests, answered in (((handshake(), wrong, METADATA), 2), ((handshake("NONE"), METADATA), 1), ((handshake(), METADATA), 1)):
            client = self.come_in_for_a_while()
            self.broker.advance(5)
            client.send(*requests)
            self.broker.advance(1)
            self.assertEqual((len(client.receive()), client.scripted.disconnected), (answered, True))

    def test_a_failure_does_not_lengthen_the_session(self) -> None:
        """What waited before it is cut off at the session's end all the same."""
        self.broker.create_topics({"t": 1})
        client = self.come_in_for_a_while()
        self.broker.advance(5)
        wanted = FetchTopic(topic="t", partitions=[FetchPartition(partition=0, fetch_offset=0, partition_max_bytes=1000)])
        client.send((FetchRequest(max_wait_ms=300000, min_bytes=1, topics=[wanted]), 11), handshake("NONE"))
        self.broker.advance(56)
        self.assertTrue(client.scripted.disconnected)
        self.broker.put("t", [b"secret"])
        self.broker.advance(1)
        self.assertEqual((client.receive(), client.scripted.disconnected), ([], True))

    def test_the_end_behind_requests_that_wait_for_an_answer_made_in_steps(self) -> None:
        """All that is due leaves, and the connection is closed, though a handshake among them ends what is taken."""
        self.broker.create_topics({"t": long_answers.STEP})
        client = self.come_in_for_a_while()
        self.broker.advance(5)
        self.patch(long_answers, "MOST_AT_ONCE", 0)
        self.patch(self.broker.broker.steps, "_pause", lambda: 0.5)
        requests = b"".join(join_parts(client._wire.request(*request)[1]) for request in (METADATA, handshake(), ALICE))
        client.send_bytes(requests + b"\xff\xff\xff\xff")
        self.assertEqual((client.receive(), client.scripted.disconnected), ([], False))
        self.broker.advance(1)
        told, shaken = client.receive()
        self.assertEqual(([topic.name for topic in told.topics], shaken.error_code), (["t"], 0))
        self.assertTrue(client.scripted.disconnected)
