"""The client's side of fetch sessions against a broker's, which is a dict."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.client.fetching.sessions import Asked, FetchSession
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.wire.messages.fetch import FetchRequest, FetchResponse

PLACES = st.dictionaries(st.tuples(st.sampled_from("abc"), st.integers(0, 2)), st.integers(0, 3), min_size=1)
A, B = TopicPartition("a", 0), TopicPartition("b", 1)


def asked(offset: int = 0, topic: str = "a", size: int = 10) -> Asked:
    return Asked(topic.encode().ljust(16), offset, 3, size)


def filled(session: FetchSession, wanted: dict[TopicPartition, Asked], by_id: bool = True) -> FetchRequest:
    request = FetchRequest()
    session.fill(request, wanted, by_id)
    return request


class Broker:
    """What a broker knows after a request; insists on ids and epochs."""

    def __init__(self) -> None:
        self.session_id = self.epoch = 0
        self.by_id = True
        self.told: dict[tuple[bytes, str, int], tuple[int, int, int]] = {}

    def key(self, topic: Any) -> bytes:
        return topic.topic_id if self.by_id else b""

    def take(self, request: FetchRequest, keeps: bool) -> FetchResponse:
        if request.session_epoch == 0:
            self.told = {}
            self.session_id = self.session_id + 1 if keeps else 0
            self.epoch = 0
        elif request.session_id != self.session_id or not self.session_id:
            return FetchResponse(error_code=ErrorCode.FETCH_SESSION_ID_NOT_FOUND)
        elif request.session_epoch != self.epoch:
            return FetchResponse(error_code=ErrorCode.INVALID_FETCH_SESSION_EPOCH)
        self.epoch += 1
        for gone in request.forgotten_topics_data:
            for number in gone.partitions:
                del self.told[self.key(gone), gone.topic, number]
        for topic in request.topics:
            for p in topic.partitions:
                self.told[self.key(topic), topic.topic, p.partition] = (p.fetch_offset, p.current_leader_epoch, p.partition_max_bytes)
        return FetchResponse(session_id=self.session_id)


class FetchSessionTests(SynchronousTestCase):
    """What requests carry."""

    def test_full_then_only_what_changed(self) -> None:
        session = FetchSession()
        request = filled(session, {A: asked(), B: asked(topic="b")})
        self.assertEqual((request.session_id, request.session_epoch, len(request.topics)), (0, 0, 2))
        self.assertTrue(session.answered(FetchResponse(session_id=7)))
        request = filled(session, {A: asked(5), B: asked(topic="b")})
        self.assertEqual((request.session_id, request.session_epoch), (7, 1))
        self.assertEqual([(t.topic, [p.fetch_offset for p in t.partitions]) for t in request.topics], [("a", [5])])
        session.answered(FetchResponse(session_id=7))
        request = filled(session, {B: asked(topic="b")})
        self.assertEqual((request.session_epoch, request.topics), (2, []))
        self.assertEqual([(t.topic, t.partitions) for t in request.forgotten_topics_data], [("a", [0])])
        self.assertEqual((session.topic_name(asked().topic_id), session.topic_name(bytes(16))), ("a", None))

    def test_a_broker_without_sessions_gets_full_requests(self) -> None:
        session = FetchSession()
        for _ in range(3):
            request = filled(session, {A: asked()})
            self.assertEqual((request.session_id, request.session_epoch, len(request.topics)), (0, 0, 1))
            session.answered(FetchResponse(session_id=0))

    def test_refusals_begin_anew(self) -> None:
        for code, kept in ((ErrorCode.FETCH_SESSION_ID_NOT_FOUND, 0), (ErrorCode.INVALID_FETCH_SESSION_EPOCH, 7)):
            session = FetchSession()
            filled(session, {A: asked()})
            session.answered(FetchResponse(session_id=7))
            filled(session, {A: asked()})
            self.assertFalse(session.answered(FetchResponse(error_code=code)))
            request = filled(session, {A: asked()})
            self.assertEqual((request.session_id, request.session_epoch, len(request.topics)), (kept, 0, 1))

    def test_going_over_to_names_begins_anew(self) -> None:
        session = FetchSession()
        filled(session, {A: asked()})
        session.answered(FetchResponse(session_id=7))
        self.assertEqual(filled(session, {A: asked()}, by_id=False).session_epoch, 0)

    def test_a_topic_with_a_new_id(self) -> None:
        session = FetchSession()
        filled(session, {A: asked()})
        session.answered(FetchResponse(session_id=7))
        request = filled(session, {A: asked(topic="new")})
        self.assertEqual([t.topic_id for t in request.topics], [asked(topic="new").topic_id])
        self.assertEqual([t.topic_id for t in request.forgotten_topics_data], [asked().topic_id])

    def test_epochs_wrap(self) -> None:
        session = FetchSession()
        session.session_id, session.epoch = 7, 0x7FFFFFFF
        session.answered(FetchResponse(session_id=7))
        self.assertEqual(session.epoch, 1)

    @settings(deadline=None, max_examples=200)
    @given(st.lists(st.tuples(
        PLACES, st.sets(st.sampled_from("abc")),
        st.sampled_from(["answered", "answered", "answered", "lost request", "lost answer", "no session", "restart", "names"]),
    ), max_size=20))  # fmt: skip
    def test_the_broker_knows_what_is_wanted(self, steps: list[Any]) -> None:
        session, broker, by_id = FetchSession(), Broker(), True
        for wishes, new, event in steps:
            wanted = {TopicPartition(*tp): asked(offset, tp[0] + "x" * (tp[0] in new)) for tp, offset in wishes.items()}
            if event == "names":
                by_id = not by_id
            if event == "restart":
                broker = Broker()
            if event == "lost request":
                filled(session, wanted, by_id)
                session.failed()
                continue
            request = filled(session, wanted, by_id)
            broker.by_id = by_id
            answer = broker.take(request, event != "no session")
            if event == "lost answer":
                session.failed()
            elif session.answered(answer):
                told = {TopicPartition(name, number): place for (_, name, number), place in broker.told.items()}
                self.assertEqual(told, {tp: (a.offset, a.leader_epoch, a.max_bytes) for tp, a in wanted.items()})
