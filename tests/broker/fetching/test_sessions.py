"""Fetch sessions: the table, what is listed, eviction; and a whole life against a plain model."""

from __future__ import annotations

import dataclasses
import random

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.fetching.sessions import EVICTION_MS, FetchContext, FetchedPartition, FetchKind, FetchSessions, next_epoch
from klog.errors import ErrorCode
from klog.wire.messages.fetch import FetchPartition, FetchRequest, FetchTopic, ForgottenTopic

IDS = {bytes([n] * 16): f"t{n}" for n in range(1, 4)}
BY_NAME = {name: topic_id for topic_id, name in IDS.items()}


@dataclasses.dataclass
class Read:
    """One partition's answer, as far as sessions care."""

    wanted: FetchedPartition
    high_watermark: int = 0
    start_offset: int = 0
    size: int = 0
    code: int = 0
    diverging: tuple[int, int] | None = None
    preferred_read_replica: int = -1


def request(session_id: int, epoch: int, *wanted: tuple[str, int, int], forget: tuple[tuple[str, int], ...] = ()) -> FetchRequest:
    """Names partitions by name and by id."""
    return FetchRequest(
        session_id=session_id,
        session_epoch=epoch,
        topics=[
            FetchTopic(
                topic=name,
                topic_id=BY_NAME.get(name, bytes(16)),
                partitions=[FetchPartition(partition=index, fetch_offset=offset, partition_max_bytes=10)],
            )
            for name, index, offset in wanted
        ],
        forgotten_topics_data=[ForgottenTopic(topic=name, topic_id=BY_NAME[name], partitions=[index]) for name, index in forget],
    )


def wanted_of(context: FetchContext) -> list[tuple[str | None, int, int]]:
    """(topic, partition, offset)s to read."""
    return [(one.topic, one.index, one.fetch_offset) for one in context.wanted]


class SessionTests(SynchronousTestCase):
    """`FetchSessions` step by step."""

    def setUp(self) -> None:
        self.ms = 1_000_000
        self.sessions = self.make()

    def make(self, slots: int = 3, max_partitions: int = 1000) -> FetchSessions:
        """A small cache."""
        return FetchSessions(lambda: self.ms, random.Random(1), slots, max_partitions=max_partitions)

    def begin(self, asked: FetchRequest, version: int = 12, privileged: bool = False) -> FetchContext:
        """One request."""
        return self.sessions.begin(version, asked, privileged, IDS.get)

    def full(self, *wanted: tuple[str, int, int], version: int = 12, privileged: bool = False) -> int:
        """A new session's id; 0 for none."""
        context = self.begin(request(0, 0, *wanted), version, privileged)
        self.assertIs(context.kind, FetchKind.FULL)
        return self.finish(context)[1]

    def finish(self, context: FetchContext, **fields: int) -> tuple[ErrorCode, int, list[tuple[str | None, int]]]:
        """Answer with the same for all partitions."""
        code, session_id, listed = self.sessions.finish(context, [Read(one, **fields) for one in context.wanted])
        return code, session_id, [(read.wanted.topic, read.wanted.index) for read in listed]

    def test_epochs(self) -> None:
        """1, 2, ... and from the largest to 1; never to 0."""
        self.assertEqual([next_epoch(epoch) for epoch in (-1, 0, 1, 2**31 - 1)], [-1, 1, 2, 1])

    def test_sessionless(self) -> None:
        """Everything is listed, nothing remembered, and the session named is dropped."""
        session_id = self.full(("t1", 0, 0))
        context = self.begin(request(session_id, -1, ("t1", 0, 5)))
        self.assertIs(context.kind, FetchKind.SESSIONLESS)
        self.assertEqual(self.finish(context), (ErrorCode.NONE, 0, [("t1", 0)]))
        self.assertEqual(len(self.sessions), 0)

    def test_full_begins_anew(self) -> None:
        """A full request drops the session that it names."""
        first = self.full(("t1", 0, 0))
        context = self.begin(request(first, 0, ("t1", 0, 0)))
        second = self.finish(context)[1]
        self.assertNotIn(second, (0, first))
        self.assertEqual((len(self.sessions), self.sessions.get(first)), (1, None))

    def test_incremental(self) -> None:
        """What changed is listed; the rest is read and not."""
        session_id = self.full(("t1", 0, 0), ("t2", 0, 7))
        context = self.begin(request(session_id, 1))
        self.assertEqual(wanted_of(context), [("t1", 0, 0), ("t2", 0, 7)])
        self.assertEqual(self.finish(context), (ErrorCode.NONE, session_id, []))
        context = self.begin(request(session_id, 2, ("t1", 0, 3)))
        self.assertEqual(wanted_of(context), [("t1", 0, 3), ("t2", 0, 7)])
        self.assertEqual(self.finish(context, high_watermark=4)[2], [("t1", 0), ("t2", 0)])
        self.assertEqual(self.finish(self.begin(request(session_id, 3)), high_watermark=4)[2], [])
        self.assertEqual(self.finish(self.begin(request(session_id, 4)), high_watermark=4, start_offset=1)[2], [("t1", 0), ("t2", 0)])

    def test_errors_are_listed_each_time_and_once_more(self) -> None:
        """When an error is over, the partition is told of again, even where nothing else changed."""
        session_id = self.full(("t1", 0, 0))
        for epoch in (1, 2):
            self.assertEqual(
                self.finish(self.begin(request(session_id, epoch)), code=3, high_watermark=-1, start_offset=-1)[2], [("t1", 0)]
            )
        self.assertEqual(self.finish(self.begin(request(session_id, 3)))[2], [("t1", 0)])
        self.assertEqual(self.finish(self.begin(request(session_id, 4)))[2], [])

    def test_diverging_is_listed(self) -> None:
        """Always."""
        session_id = self.full(("t1", 0, 0))
        context = self.begin(request(session_id, 1))
        listed = self.sessions.finish(context, [Read(context.wanted[0], diverging=(1, 2))])[2]
        self.assertEqual(len(listed), 1)

    def test_what_was_told_beside_a_diverging_epoch_is_told_again(self) -> None:
        """Who is to cut its log takes no high watermark of that answer."""
        session_id = self.full(("t1", 0, 0))
        context = self.begin(request(session_id, 1))
        self.sessions.finish(context, [Read(context.wanted[0], high_watermark=7, diverging=(1, 2))])
        self.assertEqual(self.finish(self.begin(request(session_id, 2)), high_watermark=7)[2], [("t1", 0)])
        self.assertEqual(self.finish(self.begin(request(session_id, 3)), high_watermark=7)[2], [])

    def test_turns(self) -> None:
        """Who got records goes to the end."""
        session_id = self.full(("t1", 0, 0), ("t1", 1, 0), ("t2", 0, 0))
        context = self.begin(request(session_id, 1))
        reads = [Read(one, size=5 if one.index == 0 and one.topic == "t1" else 0) for one in context.wanted]
        self.sessions.finish(context, reads)
        self.assertEqual(wanted_of(self.begin(request(session_id, 2))), [("t1", 1, 0), ("t2", 0, 0), ("t1", 0, 0)])

    def test_forgotten(self) -> None:
        """Forgotten partitions go; with the last one the session does, and the answer says so."""
        session_id = self.full(("t1", 0, 0), ("t2", 0, 0))
        context = self.begin(request(session_id, 1, forget=(("t1", 0), ("t3", 9))))
        self.assertEqual(wanted_of(context), [("t2", 0, 0)])
        self.finish(context)
        context = self.begin(request(session_id, 2, forget=(("t2", 0),)))
        self.assertEqual(self.finish(context), (ErrorCode.NONE, 0, []))
        self.assertEqual((len(self.sessions), self.sessions.cached_partitions), (0, 0))

    def test_errors(self) -> None:
        """Unknown session, wrong epoch, names where ids are spoken and the reverse."""
        for session_id, epoch, version, code in (
            (99, 1, 12, ErrorCode.FETCH_SESSION_ID_NOT_FOUND),
            (self.full(("t1", 0, 0)), 2, 12, ErrorCode.INVALID_FETCH_SESSION_EPOCH),
            (self.full(("t1", 0, 0)), 1, 13, ErrorCode.FETCH_SESSION_TOPIC_ID_ERROR),
            (self.full(("t1", 0, 0), version=13), 1, 12, ErrorCode.FETCH_SESSION_TOPIC_ID_ERROR),
        ):
            context = self.begin(request(session_id, epoch), version)
            self.assertEqual(self.finish(context), (code, 0, []))

    def test_another_request_came_between(self) -> None:
        """The answer to the earlier one is INVALID_FETCH_SESSION_EPOCH."""
        session_id = self.full(("t1", 0, 0))
        early = self.begin(request(session_id, 1))
        late = self.begin(request(session_id, 2))
        self.assertEqual(self.finish(early), (ErrorCode.INVALID_FETCH_SESSION_EPOCH, session_id, []))
        self.assertEqual(self.finish(late)[0], ErrorCode.NONE)

    def test_ids_that_become_known(self) -> None:
        """A session keeps an unknown id and finds its name later; a name once known stays."""
        unknown = bytes([9] * 16)
        asked = request(0, 0, ("t1", 0, 0))
        asked.topics[0].topic_id = unknown
        context = self.sessions.begin(13, asked, False, IDS.get)
        self.assertEqual(wanted_of(context), [(None, 0, 0)])
        session_id = self.finish(context)[1]
        context = self.sessions.begin(13, request(session_id, 1), False, {unknown: "new"}.get)
        self.assertEqual(wanted_of(context), [("new", 0, 0)])
        context = self.sessions.begin(13, request(session_id, 2), False, IDS.get)
        self.assertEqual(wanted_of(context), [("new", 0, 0)])

    def test_named_twice(self) -> None:
        """The last mention counts, in the first one's place."""
        context = self.begin(request(0, -1, ("t1", 0, 1), ("t2", 0, 2), ("t1", 0, 3)))
        self.assertEqual(wanted_of(context), [("t1", 0, 3), ("t2", 0, 2)])

    def test_the_id_of_no_topic(self) -> None:
        """All zero, it is an id like any that nobody knows: listed with its error, and forgotten by it."""
        session_id = self.full(("none", 0, 0), ("t1", 0, 0), version=13)
        context = self.begin(request(session_id, 1), version=13)
        self.assertEqual(wanted_of(context), [(None, 0, 0), ("t1", 0, 0)])
        self.assertEqual(self.finish(context, code=1)[2], [(None, 0), ("t1", 0)])
        asked = request(session_id, 2)
        asked.forgotten_topics_data = [ForgottenTopic(topic_id=bytes(16), partitions=[0])]
        self.assertEqual(wanted_of(self.begin(asked, version=13)), [("t1", 0, 0)])

    def test_the_id_of_no_topic_is_within_the_bounds(self) -> None:
        """What is listed before it counts like everything else."""
        self.sessions = self.make(max_partitions=10)
        session_id = self.full(("t1", 0, 0), version=13)
        asked = request(session_id, 1, *(("t2", index, 0) for index in range(20)), ("none", 0, 0))
        self.assertEqual(self.begin(asked, version=13).error, ErrorCode.FETCH_SESSION_ID_NOT_FOUND)
        self.assertEqual((len(self.sessions), self.sessions.cached_partitions), (0, 0))

    def test_no_room(self) -> None:
        """Young sessions in use are not dropped for another of their size, old ones only for a larger one."""
        small = [self.full(("t1", 0, 0)) for _ in range(3)]
        self.assertEqual(self.full(("t1", 0, 0), ("t2", 0, 0)), 0)
        self.ms += EVICTION_MS + 1
        for session_id in small:
            self.finish(self.begin(request(session_id, 1)))
        self.assertEqual(self.full(("t1", 0, 0)), 0)
        self.assertGreater(self.full(("t1", 0, 0), ("t2", 0, 0)), 0)
        self.assertEqual((len(self.sessions), self.sessions.evictions), (3, 1))
        self.assertIsNone(self.sessions.get(min(small)))

    def test_stale_sessions_go_first(self) -> None:
        """The least recently used one, if it is unused for long."""
        first, second, third = (self.full(("t1", 0, 0), ("t2", 0, 0)) for _ in range(3))
        self.ms += EVICTION_MS
        self.finish(self.begin(request(first, 1)))
        self.finish(self.begin(request(third, 1)))
        self.assertEqual(self.full(("t1", 0, 0)), 0)
        self.ms += 1
        self.assertGreater(self.full(("t1", 0, 0)), 0)
        self.assertEqual([self.sessions.get(one) is None for one in (first, second, third)], [False, True, False])

    def test_brokers_are_privileged(self) -> None:
        """They drop any consumer's session, and nobody young drops theirs."""
        for _ in range(3):
            self.full(("t1", 0, 0))
        self.assertTrue(all(self.full(("t2", 0, 0), privileged=True) for _ in range(3)))
        self.assertEqual(self.full(("t1", 0, 0), privileged=True), 0)

    def test_bounded_memory(self) -> None:
        """Sessions hold so many partitions together and no more."""
        self.sessions = self.make(10, max_partitions=3)
        session_id = self.full(("t1", 0, 0), ("t2", 0, 0))
        self.assertEqual(self.full(("t1", 0, 0), ("t2", 0, 0)), 0)
        context = self.begin(request(session_id, 1, ("t3", 0, 0), ("t3", 1, 0)))
        self.assertEqual(self.finish(context), (ErrorCode.FETCH_SESSION_ID_NOT_FOUND, 0, []))
        self.assertEqual((len(self.sessions), self.sessions.cached_partitions), (0, 0))


names = st.sampled_from(sorted(BY_NAME))
partition = st.tuples(names, st.integers(0, 2))
step = st.fixed_dictionaries(
    {
        "ask": st.lists(st.tuples(names, st.integers(0, 2), st.integers(0, 9)), max_size=4),
        "forget": st.lists(partition, max_size=2),
        "epoch": st.sampled_from(["right", "right", "right", "right", "wrong", "full", "final"]),
        "world": st.dictionaries(partition, st.tuples(st.integers(0, 3), st.integers(0, 1), st.integers(0, 1), st.sampled_from([0, 0, 3]))),
    }
)


class ModelTests(SynchronousTestCase):
    """One client's sessions against the simplest thing that could be one: a dictionary and what was last told."""

    @settings(deadline=None, max_examples=200)
    @given(by_id=st.booleans(), steps=st.lists(step, max_size=12))
    def test_life(self, by_id: bool, steps: list[dict[str, object]]) -> None:
        """Same partitions, same order, same listing, same errors."""
        sessions = FetchSessions(lambda: 0, random.Random(2), 5)
        version = 13 if by_id else 12
        session_id = 0
        epoch = 0
        order: list[tuple[str, int]] = []
        offsets: dict[tuple[str, int], int] = {}
        told: dict[tuple[str, int], tuple[int, int]] = {}
        for one in steps:
            ask, forget, what, world = one["ask"], one["forget"], one["epoch"], one["world"]
            assert isinstance(ask, list) and isinstance(forget, list) and isinstance(world, dict)
            sent_epoch = {"right": epoch, "wrong": epoch + 7, "full": 0, "final": -1}[str(what)]
            context = sessions.begin(version, request(session_id, sent_epoch, *ask, forget=tuple(forget)), False, IDS.get)
            asked = {(name, index): offset for name, index, offset in ask}
            if sent_epoch <= 0:
                expected_order = list(asked)
                expected_offsets = asked
            elif session_id == 0 or sent_epoch != epoch:
                expected = ErrorCode.FETCH_SESSION_ID_NOT_FOUND if session_id == 0 else ErrorCode.INVALID_FETCH_SESSION_EPOCH
                self.assertEqual(sessions.finish(context, [])[:2], (expected, 0))
                continue
            else:
                offsets.update(asked)
                order += [name for name in asked if name not in order]
                for name in forget:
                    offsets.pop(name, None)
                    if name in order:
                        order.remove(name)
                expected_order, expected_offsets = order, offsets
                if not order:
                    expected_order, expected_offsets = list(asked), asked
            self.assertEqual(wanted_of(context), [(name, index, expected_offsets[name, index]) for name, index in expected_order])
            reads = []
            for wanted in context.wanted:
                high, start, size, code = world.get((wanted.topic, wanted.index), (0, 0, 0, 0))
                reads.append(Read(wanted, -1, -1, 0, code) if code else Read(wanted, high, start, size))
            error, answered_id, listed = sessions.finish(context, reads)
            self.assertEqual(error, ErrorCode.NONE)
            got = [(read.wanted.topic, read.wanted.index) for read in listed]
            if sent_epoch == 0:
                self.assertEqual(got, expected_order)
                self.assertGreater(answered_id, 0)
                session_id, epoch = answered_id, 1
                order, offsets = list(asked), dict(asked)
                told = {(str(read.wanted.topic), read.wanted.index): (read.high_watermark, read.start_offset) for read in reads}
            elif sent_epoch == -1 or not order:
                self.assertEqual((answered_id, got), (0, expected_order))
                session_id, epoch = 0, 0
                order, offsets, told = [], {}, {}
            else:
                news = []
                for read in reads:
                    name = (str(read.wanted.topic), read.wanted.index)
                    now = (read.high_watermark, read.start_offset)
                    if read.size or read.code or told.get(name, (-1, -1)) != now:
                        news.append(name)
                    told[name] = (-1, now[1]) if read.code else now
                    if read.size:
                        order.remove(name)
                        order.append(name)
                told = {name: now for name, now in told.items() if name in offsets}
                self.assertEqual((answered_id, got), (session_id, news))
                epoch += 1
