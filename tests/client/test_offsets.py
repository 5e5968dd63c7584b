"""Offsets by time and of groups: leaders and coordinators that move, errors that name the place."""

from __future__ import annotations

from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.client.isolation import IsolationLevel
from klog.client.offsets import (
    Committed,
    OffsetAt,
    commit_offsets,
    fetch_committed,
    list_offsets,
    list_offsets_once,
)
from klog.client.requests.group_offsets import GroupMember
from klog.errors import ErrorCode, KlogError
from klog.model import EARLIEST_TIMESTAMP, LATEST_TIMESTAMP, MAX_TIMESTAMP, TopicPartition
from klog.net.api_ranges import ApiRanges
from klog.testing.broker import MemoryBroker
from klog.wire.messages.list_offsets import ListOffsetsRequest
from tests.client.fetching.fetch_world import FetchWorld

T, U = TopicPartition("t", 0), TopicPartition("t", 1)


class OffsetsTests(SynchronousTestCase):
    """On the fake cluster."""

    def setUp(self) -> None:
        """A topic of two partitions with ten records in the first."""
        self.world = FetchWorld()
        self.world.topic("t", 2)
        self.world.logs[T].put([b"v"] * 10)
        self.world.groups["g"] = 1
        self.routing = self.world.routing()

    def tearDown(self) -> None:
        """Nothing is left over."""
        self.world.until(self.routing.stop())

    def failed(self, deferred: Any, kind: type[KlogError] = KlogError) -> KlogError:
        with self.assertRaises(kind) as caught:
            self.world.until(deferred, 100)
        return caught.exception

    def test_by_time(self) -> None:
        found = self.world.until(list_offsets(self.routing, {T: LATEST_TIMESTAMP, U: EARLIEST_TIMESTAMP}))
        self.assertEqual({tp: at.offset for tp, at in found.items()}, {T: 10, U: 0})
        self.assertEqual(self.world.until(list_offsets(self.routing, {T: 1004, U: 1004})), {T: OffsetAt(4, 1004), U: OffsetAt(-1)})

    def test_one_request_per_leader(self) -> None:
        self.world.lead(U, 2, 1)
        self.world.until(list_offsets(self.routing, {T: -1, U: -1}, IsolationLevel.READ_COMMITTED))
        asked = [message for _, message in self.world.asked if isinstance(message, ListOffsetsRequest)]
        self.assertEqual([message.isolation_level for message in asked], [1, 1])

    def test_a_leader_that_moved_is_found(self) -> None:
        self.world.until(list_offsets(self.routing, {T: -1}))
        self.world.lead(T, 2, 1)
        self.assertEqual(self.world.until(list_offsets(self.routing, {T: -1}))[T].offset, 10)

    def test_final_errors_and_errors_until_the_end(self) -> None:
        self.world.errors[T] = ErrorCode.TOPIC_AUTHORIZATION_FAILED
        error = self.failed(list_offsets(self.routing, {T: -1, U: -1}))
        self.assertEqual(error.code, ErrorCode.TOPIC_AUTHORIZATION_FAILED)
        self.assertIn("topic t, partition 0", str(error))
        self.world.errors[T] = ErrorCode.LEADER_NOT_AVAILABLE
        before = self.world.clock.seconds()
        self.assertEqual(self.failed(list_offsets(self.routing, {T: -1}, timeout_ms=5_000)).code, ErrorCode.LEADER_NOT_AVAILABLE)
        self.assertLess(self.world.clock.seconds() - before, 6)
        found = self.world.until(list_offsets_once(self.routing, {T: -1, U: -1}))
        self.assertEqual((found[T].code, found[U].offset), (ErrorCode.LEADER_NOT_AVAILABLE, 0))

    def test_topics_and_partitions_that_do_not_exist(self) -> None:
        for tp in (TopicPartition("nope", 0), TopicPartition("t", 9)):
            found = self.world.until(list_offsets_once(self.routing, {tp: -1}))
            self.assertEqual(found[tp].code, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
            self.assertIn(f"topic {tp.topic}, partition {tp.partition}", str(found[tp]))

    def test_special_times_want_new_brokers(self) -> None:
        self.world.ranges = ApiRanges("old:1", {**self.world.ranges.ranges, 2: (0, 6)})
        error = self.failed(list_offsets(self.routing, {T: MAX_TIMESTAMP}))
        self.assertEqual(error.code, ErrorCode.UNSUPPORTED_VERSION)

    def test_what_an_answer_leaves_out(self) -> None:
        self.world.handlers[ListOffsetsRequest] = lambda server, request: ListOffsetsRequest.response_type(topics=[])
        found = self.world.until(list_offsets_once(self.routing, {T: -1}))
        self.assertIn("left t-0 out", str(found[T]))

    def test_commit_and_fetch(self) -> None:
        world = self.world
        world.until(commit_offsets(self.routing, "g", {T: 5, U: Committed(7, 3, "note")}))
        found = world.until(fetch_committed(self.routing, "g", [T, U, TopicPartition("t", 5)]))
        self.assertEqual(found, {T: Committed(5), U: Committed(7, 3, "note")})
        self.assertEqual(world.until(fetch_committed(self.routing, "g")), found)
        self.assertEqual(world.until(fetch_committed(self.routing, "g", [])), {})
        world.until(commit_offsets(self.routing, "g", {}))
        self.assertEqual([(c.generation_id_or_member_epoch, c.member_id) for c in world.commits], [(-1, "")])
        world.until(commit_offsets(self.routing, "g", {T: 6}, member=GroupMember(4, "me", "static")))
        last = world.commits[-1]
        self.assertEqual((last.generation_id_or_member_epoch, last.member_id, last.group_instance_id), (4, "me", "static"))

    def test_the_coordinator_moves(self) -> None:
        self.world.commit_errors = [ErrorCode.NOT_COORDINATOR, ErrorCode.COORDINATOR_LOAD_IN_PROGRESS]
        self.world.until(commit_offsets(self.routing, "g", {T: 5}))
        self.assertEqual(len(self.world.commits), 3)
        self.assertEqual(self.world.offsets["g", T][0], 5)

    def test_refusals_name_the_group(self) -> None:
        self.world.commit_errors = [ErrorCode.ILLEGAL_GENERATION]
        error = self.failed(commit_offsets(self.routing, "g", {T: 5}))
        self.assertEqual(error.code, ErrorCode.ILLEGAL_GENERATION)
        self.assertIn("group g", str(error))


class OnKlogTests(SynchronousTestCase):
    """On the broker itself, in memory."""

    def test_all_of_it(self) -> None:
        broker = MemoryBroker().start()
        broker.create_topics({"t": 2})
        broker.put("t", [b"a", b"b"])
        routing = FetchWorld().routing()
        from klog.client.routing import Routing
        from klog.client.settings import ClientSettings

        routing = Routing(broker.reactor, ClientSettings(bootstrap_servers=broker.bootstrap))
        until = broker.reactor.until
        self.assertEqual(until(list_offsets(routing, {T: -1, U: -2}))[T].offset, 2)
        until(commit_offsets(routing, "g", {T: 1}))
        self.assertEqual(until(fetch_committed(routing, "g", [T, U])), {T: Committed(1)})
        with self.assertRaises(KlogError):
            until(commit_offsets(routing, "g", {T: 1}, member=GroupMember(3, "nobody"), timeout_ms=1000))
        until(routing.stop())
        broker.stop()
