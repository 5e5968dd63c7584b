"""Streams: never-ending loops that share partitions, and count what they handed out."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from twisted.internet.defer import CancelledError, Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.client.fetching.fetcher import Fetcher
from klog.client.fetching.streams import TURN_S, MessageStream, StreamSet, after_others
from klog.client.fetching.subscriptions import Position
from klog.client.retry import ClientStopped
from klog.model import TopicPartition
from tests.client.fetching.fetch_world import FetchWorld, T

U = TopicPartition("t", 1)


class StreamTests(SynchronousTestCase):
    """On the fake cluster."""

    def setUp(self) -> None:
        """A topic of two partitions, read from the beginning."""
        self.world = FetchWorld()
        self.log, self.other = self.world.topic("t", 2)
        self.fetcher: Fetcher = self.world.fetcher()
        self.fetcher.buffer.assign({T: 0, U: 0})
        self.stream = MessageStream(self.fetcher.buffer, {T, U})

    def tearDown(self) -> None:
        """Stop."""
        self.fetcher.stop()
        self.world.until(self.fetcher.routing.stop())

    def run_(self, coroutine: Coroutine[Any, Any, Any]) -> Deferred[Any]:
        return Deferred.fromCoroutine(coroutine)

    def test_it_waits_and_goes_on(self) -> None:
        seen: list[bytes | None] = []

        async def loop() -> str:
            async for message in self.stream:
                seen.append(message.value)
            return "over"

        done = self.run_(loop())
        self.world.advance(1)
        self.assertEqual(seen, [])
        self.log.put([b"a", b"b"])
        self.other.put([b"x"])
        self.world.advance(1)
        self.assertEqual(sorted(seen, key=str), [b"a", b"b", b"x"])
        self.log.put([b"c"])
        self.world.advance(1)
        self.assertEqual(seen[-1], b"c")
        self.assertNoResult(done)
        self.fetcher.stop()
        self.assertEqual(self.successResultOf(done), "over")

    def test_what_was_handed_out_and_what_was_done_with(self) -> None:
        self.log.put([b"a", b"b", b"c"], epoch=0)
        places = []

        async def loop(count: int) -> None:
            async for _ in self.stream:
                places.append((self.stream.handed(), self.stream.consumed(), self.stream.unread()))
                if len(places) >= count:
                    break

        self.world.until(self.run_(loop(2)))
        self.assertEqual(places[0], ({T: Position(1, 0)}, {}, {T: Position(1, 0)}))
        self.assertEqual(places[1], ({T: Position(2, 0)}, {T: Position(1, 0)}, {T: Position(2, 0)}))
        # Taken up again where it was left.
        self.world.until(self.run_(loop(3)))
        self.assertEqual(places[2], ({T: Position(3, 0)}, {T: Position(2, 0)}, {}))
        waiting = self.run_(loop(4))
        self.world.advance(0.5)
        self.assertEqual((self.stream.consumed(), self.stream.handed()), ({T: Position(3, 0)}, {T: Position(3, 0)}))
        waiting.cancel()
        self.failureResultOf(waiting, CancelledError)
        self.log.put([b"d"])
        self.world.until(self.run_(loop(4)))
        self.assertEqual(self.stream.handed(), {T: Position(4, 0)})

    def test_moving_drops_what_was_taken(self) -> None:
        self.log.put([b"%d" % number for number in range(10)])

        async def read(count: int) -> list[bytes | None]:
            values = []
            async for message in self.stream:
                values.append(message.value)
                if len(values) == count:
                    return values
            return values

        self.assertEqual(self.world.until(self.run_(read(2))), [b"0", b"1"])
        self.fetcher.buffer.seek(T, 7)
        self.stream.forget([T])
        self.assertEqual((self.stream.handed(), self.stream.unread()), ({}, {}))
        self.assertEqual(self.world.until(self.run_(read(2))), [b"7", b"8"])
        self.fetcher.buffer.unassign([T])
        waiting = self.run_(read(1))
        self.world.advance(0.5)
        self.assertNoResult(waiting)
        self.other.put([b"x"])
        self.assertEqual(self.world.until(waiting), [b"x"])

    def test_on_hold(self) -> None:
        seen: list[int] = []

        async def loop() -> None:
            async for message in self.stream:
                seen.append(message.offset)
                if message.offset == 1:
                    # With the rest of the batch taken already.
                    self.fetcher.buffer.hold()

        self.log.put([b"a", b"b", b"c"])
        done = self.run_(loop())
        self.world.advance(1)
        self.assertEqual(seen, [0, 1])
        self.fetcher.buffer.go_on()
        self.world.advance(1)
        self.assertEqual(seen, [0, 1, 2])
        self.fetcher.buffer.hold()
        self.log.put([b"d"])
        self.world.advance(1)
        self.assertEqual(len(seen), 3)
        self.fetcher.stop()
        self.successResultOf(done)

    def test_sets(self) -> None:
        self.log.put([b"%d" % number for number in range(10)])
        first = self.world.until(self.stream.next_set(max_records=4))
        self.assertEqual(first.offsets(), [0, 1, 2, 3])
        self.assertEqual((self.stream.handed(), self.stream.consumed()), ({T: Position(4, 0)}, {}))
        second = self.world.until(self.stream.next_set(max_records=100))
        self.assertEqual((second.offsets(), self.stream.consumed()), ([4, 5, 6, 7, 8, 9], {T: Position(4, 0)}))
        waiting = self.stream.next_set()
        self.fetcher.stop()
        self.failureResultOf(waiting, ClientStopped)

    def test_others_get_their_turn(self) -> None:
        self.log.put([b"v"] * 100)
        turns = 0

        def beat() -> None:
            nonlocal turns
            turns += 1
            if turns < 50:
                self.world.clock.callLater(0, beat)

        async def loop() -> int:
            count = 0
            async for _ in self.stream:
                # Time passes in the loop's body without the reactor's knowing.
                self.world.clock.rightNow += TURN_S * 2
                count += 1
                if count == 20:
                    return turns
            return -1

        self.world.advance(0.5)
        beat()
        during = self.world.until(self.run_(loop()))
        self.assertGreater(during, 5)
        turning = after_others(self.world.clock)
        self.assertNoResult(turning)
        turning.cancel()
        self.failureResultOf(turning, CancelledError)


class StreamSetTests(SynchronousTestCase):
    """Who reads what."""

    def setUp(self) -> None:
        """A fetcher that is not asked."""
        self.world = FetchWorld()
        self.fetcher = self.world.fetcher()

    def tearDown(self) -> None:
        """Stop."""
        self.fetcher.stop()
        self.world.until(self.fetcher.routing.stop())

    def test_partitions_are_divided_and_stay(self) -> None:
        streams = StreamSet(self.fetcher.buffer, 3, ["t"])
        some = {TopicPartition("t", number) for number in range(5)}
        self.assertEqual(streams.spread(some | {TopicPartition("u", 0)}), some)
        before = {tp: stream for stream in streams.streams for tp in stream.partitions}
        self.assertEqual(sorted(len(stream.partitions) for stream in streams.streams), [1, 2, 2])
        streams.spread({TopicPartition("t", number) for number in range(1, 8)})
        after = {tp: stream for stream in streams.streams for tp in stream.partitions}
        self.assertEqual(sorted(len(stream.partitions) for stream in streams.streams), [2, 2, 3])
        for tp in before.keys() & after.keys():
            self.assertIs(before[tp], after[tp])
        self.assertIn("t-1", repr(after[TopicPartition("t", 1)]))

    def test_partitions_may_be_for_certain_streams(self) -> None:
        world = FetchWorld()
        fetcher = world.fetcher()
        numbers = {T: 1, U: 1}
        streams = StreamSet(fetcher.buffer, 2, ["t"], choose=numbers.get)
        more = TopicPartition("t", 2)
        streams.spread([T, U, more])
        # One without a number goes to who has least.
        self.assertEqual([stream.partitions for stream in streams.streams], [{more}, {T, U}])
        fetcher.stop()
        world.until(fetcher.routing.stop())

    def test_overlaps(self) -> None:
        every = StreamSet(self.fetcher.buffer, 1, None)
        of_t, of_u = StreamSet(self.fetcher.buffer, 1, ["t"]), StreamSet(self.fetcher.buffer, 1, ["u", "v"])
        one = StreamSet(self.fetcher.buffer, 1, None, {T})
        self.assertEqual([every.overlaps(other) for other in (of_t, of_u, one)], [True, True, True])
        self.assertEqual([of_t.overlaps(of_u), of_t.overlaps(one), of_u.overlaps(one), one.overlaps(of_t)], [False, True, False, True])
