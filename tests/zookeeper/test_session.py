"""A session without a socket: scripted answers, whole and one byte at a time."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.zookeeper.errors import (
    AuthFailedException,
    ConnectionLossException,
    MarshallingErrorException,
    NoNodeException,
    SessionExpiredException,
    ZookeeperError,
)
from klog.zookeeper.jute import Frames, JuteError, Reader
from klog.zookeeper.messages import ConnectRequest, ConnectResponse, WatcherEvent, decode_request, event_frame, frame, reply_frame
from klog.zookeeper.protocol import Stat
from klog.zookeeper.replies import DataReply, PathReply
from klog.zookeeper.requests import Auth, Exists, GetData, Ping, Set, SetWatches, SetWatches2, Sync
from klog.zookeeper.session import Pending, Session, SessionState
from klog.zookeeper.watches import ClientEvent, WatchKind
from tests.zookeeper.test_messages import STAT

PASSWORD = b"0123456789abcdef"


class Owner:
    """Records."""

    def __init__(self) -> None:
        self.told: list[Any] = []

    def session_connected(self, is_new: bool) -> None:
        self.told.append(("connected", is_new))

    def session_over(self, error: ZookeeperError) -> None:
        self.told.append(("over", type(error)))


def messages_of(data: bytes) -> list[Any]:
    """Requests in `data`."""
    frames = Frames(1 << 20)
    frames.feed(data)
    found = []
    while (message := frames.next()) is not None:
        found.append(decode_request(message))
    return found


class SessionCase(SynchronousTestCase):
    """With a session of six seconds, at second 100."""

    chunk_bytes = 0

    def setUp(self) -> None:
        self.owner = Owner()
        self.now_s = 100.0
        self.session = Session(self.owner, timeout_ms=6000, max_reply_bytes=1000)

    def begin(self, timeout_ms: int = 6000, session_id: int = 77) -> bytes:
        """Connect, and have the server greet; what is sent behind that."""
        self.session.begin("h:1", self.now_s)
        return self.receive(frame(ConnectResponse(timeout_ms, session_id, PASSWORD).encode()))

    def receive(self, data: bytes) -> bytes:
        """Let bytes come, and do what they call for."""
        size = self.chunk_bytes or len(data)
        out = b""
        for start in range(0, len(data), size):
            calls, more = self.session.receive(data[start : start + size], self.now_s)
            out += more
            for function, argument in calls:
                function(argument)
        return out

    def ask(self, request: Any, operation: str = "get", watch: tuple[WatchKind, Any] | None = None) -> list[Any]:
        """Ask; the list will have the answer or the error."""
        answers: list[Any] = []
        path = getattr(request, "path", "")
        self.session.request(Pending(request, operation, path, answers.append, answers.append, watch), self.now_s)
        return answers


class ConversationTests(SessionCase):
    """Whole."""

    def test_greeting(self) -> None:
        sent = self.session.begin("h:1", 100.0)
        self.assertEqual(ConnectRequest.decode(Reader(sent[4:])), ConnectRequest(0, 6000, 0, bytes(16)))
        self.assertIs(self.session.state, SessionState.GREETING)
        self.receive(frame(ConnectResponse(4000, 77, PASSWORD).encode()))
        self.assertEqual((self.session.session_id, self.session.password, self.session.timeout_ms), (77, PASSWORD, 4000))
        self.assertEqual(self.owner.told, [("connected", True)])
        self.assertNotIn("0123", repr(self.session))

    def test_answers_in_order_and_events_between(self) -> None:
        self.begin()
        seen: list[Any] = []
        self.session.watches.add(WatchKind.DATA, "/a", seen.append)
        first, second = self.ask(GetData("/a")), self.ask(GetData("/b"))
        self.receive(reply_frame(1, 11, 0, DataReply(b"1", STAT)) + event_frame(WatcherEvent(3, 3, "/a")) + reply_frame(2, 12, -101))
        self.assertEqual(first, [DataReply(b"1", STAT)])
        self.assertEqual(seen, [ClientEvent(3, 3, "/a")])
        self.assertIsInstance(second[0], NoNodeException)
        self.assertEqual((second[0].path, second[0].server), ("/b", "h:1"))
        self.assertEqual(self.session.last_zxid, 12)

    def test_watch_is_there_with_its_answer(self) -> None:
        self.begin()
        seen: list[Any] = []
        self.ask(GetData("/a", True), "get", (WatchKind.DATA, seen.append))
        missing = self.ask(Exists("/b", True), "exists", (WatchKind.DATA, seen.append))
        failed = self.ask(GetData("/c", True), "get", (WatchKind.DATA, seen.append))
        self.receive(
            reply_frame(1, 5, 0, DataReply(b"", STAT))
            + event_frame(WatcherEvent(2, 3, "/a"))
            + reply_frame(2, 6, -101)
            + reply_frame(3, 6, -101)
        )
        self.assertEqual([event.path for event in seen], ["/a"])
        self.assertIsInstance(missing[0], NoNodeException)
        self.assertIsInstance(failed[0], NoNodeException)
        self.assertTrue(self.session.watches.has(WatchKind.EXIST, "/b"))
        self.assertFalse(self.session.watches.is_watched("/c"))

    def test_events_that_are_none(self) -> None:
        self.begin()
        seen: list[Any] = []
        self.session.watches.add(WatchKind.RECURSIVE, "/", seen.append)
        self.receive(event_frame(WatcherEvent(-1, 3, "")) + event_frame(WatcherEvent(7, 3, "/a")))
        self.assertEqual(seen, [])

    def test_reconnecting_restores_credentials_then_watches(self) -> None:
        self.session = Session(self.owner, timeout_ms=6000, chroot="/x", auth=[("digest", b"a:b")])
        self.assertEqual([request for _, request in messages_of(self.begin())], [Auth("digest", b"a:b")])
        self.assertIs(self.session.state, SessionState.RESTORING)
        self.assertEqual(self.owner.told, [])
        self.receive(reply_frame(-4, 0))
        self.assertEqual(self.owner.told, [("connected", True)])
        seen: list[Any] = []
        self.session.watches.add(WatchKind.DATA, "/a", seen.append)
        self.session.watches.add(WatchKind.RECURSIVE, "/", seen.append)
        self.ask(Sync("/"))
        self.receive(reply_frame(1, 99, 0, PathReply("/x")))
        self.session.lost("gone")
        sent = messages_of(self.begin())
        self.assertEqual(sent, [(-4, Auth("digest", b"a:b")), (-8, SetWatches2(99, ["/x/a"], [], [], [], ["/x"]))])
        # What was missed is told before anything is asked.
        self.receive(reply_frame(-4, 0) + event_frame(WatcherEvent(3, 3, "/x/a")))
        self.assertEqual(len(self.owner.told), 1)
        self.receive(reply_frame(-8, 0))
        self.assertEqual(self.owner.told[1:], [("connected", False)])
        self.assertEqual({event.path for event in seen}, {"/a"})

    def test_same_session_again(self) -> None:
        self.begin()
        self.session.watches.add(WatchKind.CHILD, "/a", lambda event: None)
        self.session.lost("")
        sent = self.session.begin("h:2", 101.0)
        self.assertEqual(ConnectRequest.decode(Reader(sent[4:])), ConnectRequest(0, 6000, 77, PASSWORD))
        out = self.receive(frame(ConnectResponse(6000, 77, PASSWORD).encode()))
        self.assertEqual(messages_of(out), [(-8, SetWatches(0, [], [], ["/a"]))])

    def test_lost_connection_fails_what_was_under_way(self) -> None:
        self.begin()
        answers = self.ask(GetData("/a")), self.ask(Set("/b"), "set")
        for function, argument in self.session.lost("broke the connection"):
            function(argument)
        for one, path in zip(answers, ("/a", "/b"), strict=True):
            self.assertIsInstance(one[0], ConnectionLossException)
            self.assertIn(path, str(one[0]))
            self.assertIn("broke the connection", str(one[0]))
        self.assertIs(self.session.state, SessionState.NOT_CONNECTED)
        # Numbered from the start.
        self.begin()
        self.session.request(Pending(GetData("/a"), "get", "/a", print, print), self.now_s)
        self.assertEqual(self.session._pending[0].xid, 1)

    def test_expired(self) -> None:
        self.begin()
        self.session.lost("")
        self.begin(timeout_ms=0, session_id=0)
        self.assertEqual(self.owner.told[1:], [("over", SessionExpiredException)])
        self.assertTrue(self.session.is_over)

    def test_expired_by_an_answer(self) -> None:
        self.begin()
        first, second = self.ask(GetData("/a")), self.ask(GetData("/b"))
        self.receive(reply_frame(1, 5, -112))
        self.assertIsInstance(first[0], SessionExpiredException)
        self.assertIsInstance(second[0], SessionExpiredException)
        self.assertEqual(second[0].path, "/b")
        self.assertEqual(self.owner.told[1:], [("over", SessionExpiredException)])

    def test_credentials_refused(self) -> None:
        self.session = Session(self.owner, timeout_ms=6000, auth=[("nonsense", b"a:b")])
        self.begin()
        self.receive(reply_frame(-4, 0, -115))
        self.assertEqual(self.owner.told, [("over", AuthFailedException)])
        self.assertNotIn("a:b", str(self.session.error))

    def test_credentials_later(self) -> None:
        self.begin()
        answers: list[Any] = []
        self.session.add_auth(Pending(Auth("digest", b"c:d"), "add_auth", "", answers.append, answers.append), self.now_s)
        self.receive(reply_frame(-4, 0))
        self.assertEqual(answers, [None])
        self.session.lost("")
        self.assertEqual(messages_of(self.begin()), [(-4, Auth("digest", b"c:d"))])

    def test_too_large(self) -> None:
        self.begin()
        with self.assertRaisesRegex(MarshallingErrorException, "jute.maxbuffer"):
            self.ask(Set("/a", b"x" * (1 << 20)), "set")
        with self.assertRaises(MarshallingErrorException):
            self.ask(GetData("/\ud800"))
        large, after = self.ask(GetData("/a")), self.ask(GetData("/b"))
        self.receive(reply_frame(1, 5, 0, DataReply(b"x" * 5000, STAT)) + reply_frame(2, 5, 0, DataReply(b"y", STAT)))
        self.assertIsInstance(large[0], MarshallingErrorException)
        self.assertIn("1000 are allowed", str(large[0]))
        self.assertEqual(after, [DataReply(b"y", STAT)])

    def test_answer_that_cannot_be_read(self) -> None:
        self.begin()
        bad, good = self.ask(GetData("/a")), self.ask(GetData("/b"))
        self.receive(reply_frame(1, 5, 0, PathReply("x")) + reply_frame(2, 5, 0, DataReply(b"y", STAT)))
        self.assertIsInstance(bad[0], MarshallingErrorException)
        self.assertEqual(good, [DataReply(b"y", STAT)])


class ByteByByteTests(ConversationTests):
    """The same, one byte at a time."""

    chunk_bytes = 1


class HostileTests(SessionCase):
    """A server that is none."""

    def test_not_the_protocol(self) -> None:
        for data in (
            b"HTTP/1.1 400 Bad Request\r\n",
            b"\xff\xff\xff\xff",
            frame(b"\0"),
            frame(ConnectResponse(6000, 1, PASSWORD).encode()) + reply_frame(1, 5),
            frame(ConnectResponse(6000, 1, PASSWORD).encode()) + reply_frame(-8, 5),
            frame(ConnectResponse(6000, 1, PASSWORD).encode()) + reply_frame(-4, 5),
            frame(ConnectResponse(6000, 1, PASSWORD).encode()) + reply_frame(-77, 5),
            frame(ConnectResponse(6000, 1, PASSWORD).encode()) + frame(b"short"),
        ):
            session = Session(self.owner, timeout_ms=6000)
            session.begin("h:1", 0.0)
            with self.assertRaises(JuteError):
                session.receive(data, 0.0)

    def test_what_was_understood_counts(self) -> None:
        self.begin()
        answers = self.ask(GetData("/a"))
        with self.assertRaises(JuteError) as caught:
            self.session.receive(reply_frame(1, 5, 0, DataReply(b"1", STAT)) + reply_frame(9, 5), 0.0)
        for function, argument in caught.exception.calls:  # type: ignore[attr-defined]
            function(argument)
        self.assertEqual(answers, [DataReply(b"1", STAT)])

    @settings(deadline=None, max_examples=150)
    @given(st.binary(max_size=100))
    def test_any_bytes(self, data: bytes) -> None:
        session = Session(Owner(), timeout_ms=6000)
        session.begin("h:1", 0.0)
        try:
            session.receive(frame(ConnectResponse(6000, 1, PASSWORD).encode()) + data, 0.0)
        except JuteError:
            pass


class ClockTests(SessionCase):
    """Pings, silence, and the lease."""

    def test_ping_after_a_third_and_silence_after_two(self) -> None:
        self.begin()
        self.assertAlmostEqual(self.session.next_due_s(), 102.0)
        self.assertEqual(self.session.tick(101.9), b"")
        self.assertEqual(messages_of(self.session.tick(102.0) or b""), [(-2, Ping())])
        self.assertEqual(self.session.tick(102.1), b"")
        self.assertEqual(messages_of(self.session.tick(103.99) or b""), [])
        self.assertIsNone(self.session.tick(104.0))

    def test_answers_keep_it(self) -> None:
        self.begin()
        self.session.tick(102.0)
        self.now_s = 103.0
        self.receive(reply_frame(-2, 5))
        self.assertEqual(self.session.tick(103.9), b"")
        self.assertAlmostEqual(self.session.next_due_s(), 104.0)
        self.assertEqual((self.session.heard_s, self.session.lease_s), (103.0, 102.0))
        # Pings do not say up to where we know everything.
        self.assertEqual(self.session.last_zxid, 0)

    def test_lease_is_from_when_the_answered_request_was_sent(self) -> None:
        self.now_s = 100.0
        self.session.begin("h:1", 99.5)
        self.receive(frame(ConnectResponse(6000, 77, PASSWORD).encode()))
        self.assertEqual(self.session.lease_s, 99.5)
        self.now_s = 101.0
        self.ask(GetData("/a"))
        self.now_s = 120.0
        # An old answer, read late; and an event says nothing of when it was sent.
        self.receive(reply_frame(1, 5, -101) + event_frame(WatcherEvent(1, 3, "/a")))
        self.assertEqual((self.session.heard_s, self.session.lease_s), (120.0, 101.0))

    def test_stat_names(self) -> None:
        self.assertEqual(set(Stat.__annotations__), set(STAT))
