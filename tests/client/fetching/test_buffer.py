"""The users' side of a fetcher, without a network."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from twisted.internet.defer import CancelledError, Deferred, succeed
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from klog.client.fetching.buffer import FetchBuffer
from klog.client.fetching.record_views import FetchedRecords
from klog.client.fetching.subscriptions import NoPosition, OffsetReset
from klog.client.retry import ClientStopped
from klog.errors import ErrorCode, KlogError
from klog.model import EARLIEST_TIMESTAMP, TopicPartition
from klog.records.implementations import codec

A, B = TopicPartition("a", 0), TopicPartition("b", 0)


class Buffer(FetchBuffer):
    """One that is filled by hand."""

    def __init__(self, policy: OffsetReset = OffsetReset.LATEST) -> None:
        self.clock = Clock()
        self.known: list[set[str]] = []
        super().__init__(cast(Any, self), policy, 1 << 20, self._count)
        self.routing = cast(Any, self)
        self.scheduled = 0

    @property
    def reactor(self) -> Clock:
        """As a routing."""
        return self.clock

    def know(self, topics: Any) -> Deferred[None]:
        """As a routing."""
        self.known.append(set(topics))
        return succeed(None)

    def _count(self) -> None:
        self.scheduled += 1

    def put(self, tp: TopicPartition, values: list[bytes]) -> None:
        """As a fetch would."""
        state = self.states[tp]
        rows: Any = [(0, None, value, ()) for value in values]
        data = codec.build_batch(rows, base_offset=state.fetch_offset)
        chunk = FetchedRecords(tp, data, state.fetch_offset, address="b:1")
        state.fetch_offset += len(values)
        self.store(state, chunk)
        self.fire()


class FetchBufferTests(SynchronousTestCase):
    """Taking, waiting, moving."""

    def test_waiting_for_some(self) -> None:
        buffer = Buffer()
        buffer.assign({A: 0, B: 0})
        self.assertEqual(buffer.known, [{"a", "b"}])
        for_a, for_any, wanted = buffer.wait([A]), buffer.wait(), set[TopicPartition]()
        for_set = buffer.wait(wanted)
        buffer.put(B, [b"x"])
        self.assertEqual((for_a.called, for_any.called, for_set.called), (False, True, False))
        wanted.add(B)
        buffer.put(B, [b"y"])
        self.assertTrue(for_set.called, "a set may change while somebody waits")
        self.assertEqual([s.values() for s in buffer.take(5, [B])], [[b"x"], [b"y"]])
        self.assertEqual(buffer.take(5, [B]), [])
        self.assertFalse(for_a.called)
        buffer.stop()
        self.failureResultOf(for_a, ClientStopped)

    def test_whoever_is_told_may_cancel_the_others(self) -> None:
        def three(wait: Callable[[], Deferred[Any]]) -> list[Deferred[Any]]:
            first, second, third = (wait() for _ in range(3))
            first.addBoth(lambda _: second.cancel())
            return [second, third]

        def told(waiting: list[Deferred[Any]]) -> None:
            second, third = waiting
            self.failureResultOf(second, CancelledError)
            self.assertTrue(third.called)
            third.addErrback(lambda failure: failure.trap(ClientStopped))

        buffer = Buffer()
        buffer.assign({A: 0, B: EARLIEST_TIMESTAMP})
        waiting = three(buffer.wait)
        buffer.put(A, [b"x"])
        told(waiting)
        waiting = three(lambda: buffer.positioned(B))
        buffer.seek(B, 5)
        told(waiting)
        buffer.take(5)
        buffer.hold()
        waiting = three(buffer.until_go_on)
        buffer.go_on()
        told(waiting)
        buffer.hold()
        buffer.seek(B, EARLIEST_TIMESTAMP)
        all_of_them = [three(buffer.wait), three(buffer.until_go_on), three(lambda: buffer.positioned(B))]
        buffer.stop()
        for waiting in all_of_them:
            told(waiting)

    def test_bytes_bound_what_is_taken(self) -> None:
        buffer = Buffer()
        buffer.assign({A: 0})
        buffer.put(A, [bytes(1000)] * 10)
        self.assertEqual([len(s) for s in buffer.take(max_bytes=3000)], [3])
        self.assertEqual(buffer.position(A), 3)
        self.assertEqual([len(s) for s in buffer.take()], [7])
        self.assertEqual(buffer.held_bytes, 0)

    def test_nothing_is_handed_out_on_hold(self) -> None:
        buffer = Buffer()
        buffer.assign({A: 0})
        changes = buffer.changes
        buffer.hold()
        self.assertGreater(buffer.changes, changes)
        waiting = buffer.wait()
        buffer.put(A, [b"1"])
        self.assertNoResult(waiting)
        self.assertEqual(buffer.take(), [])
        held_up, dropped = buffer.until_go_on(), buffer.until_go_on()
        dropped.addErrback(lambda _: None)
        dropped.cancel()
        self.assertNoResult(held_up)
        buffer.go_on()
        self.successResultOf(held_up)
        self.successResultOf(waiting)
        self.successResultOf(buffer.until_go_on())
        self.assertEqual([message_set.values() for message_set in buffer.take()], [[b"1"]])
        buffer.hold()
        held_up = buffer.until_go_on()
        buffer.stop()
        self.failureResultOf(held_up, ClientStopped)
        self.failureResultOf(buffer.until_go_on(), ClientStopped)

    def test_whoever_must_be_asked_first_may_take_everything_away(self) -> None:
        buffer = Buffer()
        buffer.assign({A: 0})
        buffer.put(A, [b"1"])
        buffer.before_hand_out = lambda: buffer.unassign([A])
        self.assertEqual(buffer.take(), [])

    def test_trouble_is_told_once(self) -> None:
        buffer = Buffer()
        buffer.assign({A: 0})
        waiting = buffer.wait()
        buffer.complain(KlogError(ErrorCode.CLUSTER_AUTHORIZATION_FAILED))
        buffer.clock.pump([0, 0, 0])
        self.assertTrue(waiting.called)
        self.assertRaises(KlogError, buffer.take)
        self.assertEqual(buffer.take(), [])

    def test_positions_are_told(self) -> None:
        buffer = Buffer(OffsetReset.ERROR)
        buffer.assign({A: -2, B: None})
        position = buffer.positioned(A)
        self.assertNoResult(position)
        buffer.seek(A, 7)
        self.assertEqual((self.successResultOf(position), buffer.position(A)), (7, 7))
        self.failureResultOf(buffer.positioned(B), NoPosition)
        self.assertIsInstance(buffer.error_of(B), NoPosition)
        self.assertIsNone(buffer.error_of(A))
        buffer.seek(A, -1)
        position = buffer.positioned(A)
        buffer.unassign([A, TopicPartition("c", 0)])
        self.failureResultOf(position, ClientStopped)

    def test_assigning_again_moves(self) -> None:
        buffer = Buffer()
        buffer.assign({A: 0})
        buffer.put(A, [b"x", b"y"])
        (taken,) = buffer.take(1)
        changes = buffer.changes
        buffer.assign({A: 9})
        self.assertEqual((buffer.position(A), buffer.held_bytes, buffer.take()), (9, 0, []))
        self.assertGreater(buffer.changes, changes)
        self.assertFalse(buffer.is_current(taken))
        buffer.unassign([A])
        self.assertFalse(buffer.is_current(taken))
        self.assertEqual(buffer.assignment, frozenset())
