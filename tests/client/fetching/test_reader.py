"""What consumers alone and in groups share: polls, places, commits. See also test_consumer.py."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from twisted.internet.defer import CancelledError, Deferred, fail, succeed
from twisted.trial.unittest import SynchronousTestCase

from klog.client.fetching.consumer_settings import ConsumerSettings
from klog.client.fetching.reader import Reader
from klog.client.fetching.streams import StreamSet
from klog.client.fetching.subscriptions import Position
from klog.client.offsets import Committed
from klog.client.retry import ClientStopped
from klog.client.settings import ClientSettings
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.records.contract import CONTROL, TRANSACTIONAL
from klog.records.implementations import codec
from tests.client.fetching.fetch_world import FetchWorld, T

U = TopicPartition("t", 1)
#: What ends a transaction; only that it is one counts here.
MARKER = b"\0" * 6


class StoringReader(Reader):
    """Commits into a dict."""

    def __init__(self, world: FetchWorld, *, commits: bool = True, **options: Any) -> None:
        settings = ClientSettings(bootstrap_servers="host1:9092")
        super().__init__(world.clock, settings, settings, ConsumerSettings(**options), commits=commits, connect=world.connect)
        self.stored: dict[TopicPartition, Committed] = {}
        self.writes: list[dict[TopicPartition, Committed]] = []
        self.error: KlogError | None = None
        self.hold: Deferred[None] | None = None
        self.asked: Deferred[dict[TopicPartition, Committed]] | None = None

    def write_offsets(self, offsets: dict[TopicPartition, Committed]) -> Deferred[None]:
        """Commit."""
        self.writes.append(offsets)
        if self.error is not None:
            return fail(self.error)
        self.stored.update(offsets)
        return self.hold or succeed(None)

    def read_offsets(self, partitions: Collection[TopicPartition]) -> Deferred[dict[TopicPartition, Committed]]:
        """What was committed."""
        if self.asked is not None:
            return self.asked
        return succeed({tp: self.stored[tp] for tp in partitions if tp in self.stored})


class ReaderTests(SynchronousTestCase):
    """On the fake cluster."""

    def setUp(self) -> None:
        """Two partitions of ten records."""
        self.world = FetchWorld()
        for log in self.world.topic("t", 2):
            log.put([b"%d" % number for number in range(10)])

    def reader(self, **options: Any) -> StoringReader:
        reader = StoringReader(self.world, **{"auto_offset_reset": "earliest", **options})
        self.addCleanup(lambda: self.world.until(reader.stopService()))
        reader.startService()
        reader.add_partitions({T: None})
        return reader

    def test_polls_say_what_is_done_with(self) -> None:
        reader = self.reader()
        (found,) = self.world.until(reader.poll(4))
        self.assertEqual((found.offsets(), reader.handed(), reader.consumed()), ([0, 1, 2, 3], {T: Position(4, 0)}, {}))
        self.world.until(reader.poll(3))
        self.assertEqual((reader.handed(), reader.consumed()), ({T: Position(7, 0)}, {T: Position(4, 0)}))
        self.world.until(reader.poll())
        self.assertEqual(self.world.until(reader.poll(timeout_ms=100)), [])
        self.assertEqual(reader.consumed(), {T: Position(10, 0)})
        with self.assertRaises(ValueError):
            reader.poll(0)

    def test_a_pause_holds_back_what_a_stream_has_taken(self) -> None:
        """It is read again when the partition goes on, and what was handed out counts all the while."""
        reader = self.reader()
        (stream,) = reader.add_streams(StreamSet(reader.buffer, 1, None))
        seen: list[int] = []

        async def loop() -> None:
            async for message in stream:
                seen.append(message.offset)
                if message.offset == 1:
                    # With the rest of the batch taken already.
                    reader.pause([T])

        Deferred.fromCoroutine(loop())
        self.world.advance(1)
        self.assertEqual((seen, reader.handed()), ([0, 1], {T: Position(2, 0)}))
        reader.resume([T])
        self.world.advance(1)
        self.assertEqual((seen, reader.consumed()), (list(range(10)), {T: Position(10, 0)}))

    def test_a_pause_before_what_cannot_be_read(self) -> None:
        """What was given back comes before the error, although that was known already."""
        log = self.world.topic("bad", 1)[0]
        tp = TopicPartition("bad", 0)
        reader = self.reader()
        reader.add_partitions({tp: None})
        (stream,) = reader.add_streams(StreamSet(reader.buffer, 1, ["bad"]))
        log.put([b"%d" % number for number in range(5)])
        self.world.advance(1)
        bad = bytearray(codec.build_batch([(1000, None, b"bad", ())], base_offset=5, partition_leader_epoch=0))
        bad[-1] ^= 0xFF
        log.put_bytes(bytes(bad), 1)
        log.put([b"6", b"7"])
        self.world.advance(2)
        seen: list[int | str] = []

        async def loop() -> None:
            while True:
                try:
                    async for message in stream:
                        seen.append(message.offset)
                        if message.offset == 1:
                            reader.pause([tp])
                            self.world.clock.callLater(1, reader.resume, [tp])
                    return
                except KlogError as error:
                    seen.append(type(error).__name__)
                    reader.seek(tp, 6)

        Deferred.fromCoroutine(loop())
        self.world.advance(6)
        self.assertEqual(seen, [0, 1, 2, 3, 4, "BadRecords", 6, 7])

    def test_a_pause_holds_back_one_partition_of_a_stream(self) -> None:
        """Those of others that were taken with it are handed out."""
        reader = self.reader()
        reader.add_partitions({U: None})
        (stream,) = reader.add_streams(StreamSet(reader.buffer, 1, None))
        seen: list[tuple[int, int]] = []

        async def loop() -> None:
            async for message in stream:
                seen.append((message.partition, message.offset))
                if len(seen) == 1:
                    reader.pause([TopicPartition("t", message.partition)])

        Deferred.fromCoroutine(loop())
        self.world.advance(1)
        first = seen[0][0]
        self.assertEqual(seen, [(first, 0), *((1 - first, offset) for offset in range(10))])
        reader.resume([TopicPartition("t", first)])
        self.world.advance(1)
        self.assertEqual(seen[11:], [(first, offset) for offset in range(1, 10)])

    def test_a_transport_that_has_a_producer_takes_nothing_away(self) -> None:
        class Busy:
            def registerProducer(self, producer: object, streaming: bool) -> None:
                raise RuntimeError("there is one already")

            def unregisterProducer(self) -> None:
                raise AssertionError("it is somebody else's")

        reader = self.reader()
        busy: Any = Busy()
        self.assertRaises(RuntimeError, reader.push_streams, StreamSet(reader.buffer, 1, None), busy, "lines")
        self.assertEqual(len(self.world.until(reader.poll())[0]), 10)

    def test_automatic_commits_write_what_is_done_with(self) -> None:
        reader = self.reader(auto_commit_interval_ms=1000)
        self.world.until(reader.poll(4))
        self.world.advance(3)
        self.assertEqual(reader.writes, [])
        self.world.until(reader.poll(4))
        self.world.advance(3)
        self.assertEqual(reader.writes, [{T: Committed(4, 0)}])
        self.world.until(reader.stopService())
        self.assertEqual(reader.writes[1:], [{T: Committed(8, 0)}])

    def test_pieces_without_records_are_committed_as_read(self) -> None:
        """A transaction's marker is the last that a partition has: no other tool shall see lag."""
        log = self.world.logs[T]
        log.put([MARKER], attributes=TRANSACTIONAL | CONTROL, producer_id=5, producer_epoch=0)
        reader = self.reader(auto_commit_interval_ms=100)
        self.assertEqual(sum(map(len, self.world.until(reader.poll()))), 10)
        self.assertEqual(self.world.until(reader.poll(timeout_ms=300)), [])
        self.assertEqual((reader.buffer.position(T), reader.stored), (11, {T: Committed(11, 0)}))
        log.put([MARKER], attributes=TRANSACTIONAL | CONTROL, producer_id=5, producer_epoch=0)
        log.put([MARKER], attributes=TRANSACTIONAL | CONTROL, producer_id=5, producer_epoch=0)
        self.assertEqual(self.world.until(reader.poll(timeout_ms=300)), [])
        self.assertEqual(reader.stored, {T: Committed(13, 0)})

    def test_a_piece_without_records_where_reading_begins(self) -> None:
        log = self.world.logs[T]
        log.put([MARKER], attributes=TRANSACTIONAL | CONTROL, producer_id=5, producer_epoch=0)
        reader = self.reader(auto_commit_interval_ms=None)
        reader.seek(T, 10)
        self.assertEqual(self.world.until(reader.poll(timeout_ms=300)), [])
        self.world.until(reader.commit())
        self.assertEqual(reader.stored, {T: Committed(11, 0)})

    def test_what_is_at_work_is_not_committed_for_a_piece_without_records_behind_it(self) -> None:
        log = self.world.logs[T]
        log.put([MARKER], attributes=TRANSACTIONAL | CONTROL, producer_id=5, producer_epoch=0)
        reader = self.reader(auto_commit_interval_ms=100)
        (stream,) = reader.add_streams(StreamSet(reader.buffer, 1, ["t"]))
        taken = [self.world.until(Deferred.fromCoroutine(stream.__anext__())) for _ in range(10)]
        self.world.clock.pump([0.1] * 5)
        self.assertEqual((len(taken), reader.stored), (10, {T: Committed(9, 0)}))
        waiting = Deferred.fromCoroutine(stream.__anext__())
        self.world.clock.pump([0.1] * 10)
        self.assertEqual(reader.stored, {T: Committed(11, 0)})
        waiting.addErrback(lambda _: None)
        waiting.cancel()

    def test_a_failing_commit_is_tried_again(self) -> None:
        reader = self.reader(auto_commit_interval_ms=1000)
        reader.error = KlogError(ErrorCode.COORDINATOR_NOT_AVAILABLE)
        self.world.until(reader.poll(4))
        self.world.until(reader.poll(4))
        self.world.advance(3)
        self.assertEqual([set(write) for write in reader.writes], [{T}] * len(reader.writes))
        self.assertGreater(len(reader.writes), 1)
        reader.error = None
        self.world.advance(1.5)
        self.assertEqual(reader.stored, {T: Committed(4, 0)})

    def test_leaving_by_an_exception_commits_only_what_is_done_with(self) -> None:
        for failing in (False, True):
            reader = self.reader()

            async def work(reader: StoringReader = reader, failing: bool = failing) -> None:
                async with reader:
                    await reader.poll(4)
                    await reader.poll(4)
                    if failing:
                        raise RuntimeError("crash")

            done = Deferred.fromCoroutine(work())
            if failing:
                with self.assertRaises(RuntimeError):
                    self.world.until(done)
            else:
                self.world.until(done)
            self.assertEqual(reader.stored, {T: Committed(4 if failing else 8, 0)})

    def test_manual_commits_keep_their_order(self) -> None:
        reader = self.reader(auto_commit_interval_ms=None)
        self.world.until(reader.poll(4))
        reader.hold = Deferred()
        first, second = reader.commit(), reader.commit({T: 2})
        self.assertEqual(len(reader.writes), 1)
        hold, reader.hold = reader.hold, None
        hold.callback(None)
        self.successResultOf(first)
        self.successResultOf(second)
        self.assertEqual(reader.writes, [{T: Committed(4, 0)}, {T: Committed(2)}])
        self.successResultOf(reader.commit())
        self.successResultOf(reader.commit())
        self.assertEqual(len(reader.writes), 3)
        self.assertEqual(self.successResultOf(reader.committed()), {T: 4})

    def test_many_commits_in_line_that_end_at_once(self) -> None:
        reader = self.reader(auto_commit_interval_ms=None)
        reader.hold = Deferred()
        first = reader.commit({T: 1})
        others = [reader.commit({}) for _ in range(2_000)]
        hold, reader.hold = reader.hold, None
        hold.callback(None)
        for one in (first, *others, reader.commit({T: 2})):
            self.successResultOf(one)
        self.assertEqual(reader.stored, {T: Committed(2)})

    def test_a_commit_that_is_cancelled_lets_the_next_one_begin(self) -> None:
        reader = self.reader(auto_commit_interval_ms=None)
        reader.hold = Deferred()
        first, second, third = reader.commit({T: 1}), reader.commit({T: 2}), reader.commit({T: 3})
        second.cancel()
        self.failureResultOf(second, CancelledError)
        reader.hold = None
        first.cancel()
        self.failureResultOf(first, CancelledError)
        self.successResultOf(third)
        self.assertEqual(reader.writes, [{T: Committed(1)}, {T: Committed(3)}])

    def test_rewind_and_seek_forget_what_was_handed_out(self) -> None:
        reader = self.reader()
        self.world.until(reader.poll(4))
        self.world.until(reader.commit())
        self.world.until(reader.poll(4))
        self.world.until(reader.rewind())
        self.assertEqual(reader.handed(), {})
        self.assertEqual(self.world.until(reader.poll(2))[0].offsets(), [4, 5])
        reader.seek(T, 9)
        self.assertEqual((self.world.until(reader.position(T)), self.world.until(reader.poll(2))[0].offsets()), (9, [9]))
        reader.seek_to_beginning()
        self.assertEqual(self.world.until(reader.poll(1))[0].offsets(), [0])
        reader.seek_to_end([T])
        self.assertEqual((self.world.until(reader.position(T)), self.world.until(reader.poll(timeout_ms=50))), (10, []))
        self.assertEqual(self.world.until(reader.seek_to_time([T], 1006)), {T: 6})
        self.assertEqual(self.world.until(reader.seek_to_time(None, 9_000_000)), {T: 10})
        with self.assertRaises(ValueError):
            reader.seek(T, -1)
        with self.assertRaises(KeyError):
            reader.seek(U, 1)

    def test_who_seeks_while_a_place_is_looked_up_has_the_last_word(self) -> None:
        reader = self.reader(auto_commit_interval_ms=None)
        looking = reader.seek_to_time([T], 0)
        reader.seek(T, 7)
        self.assertEqual(self.world.until(looking), {}, "those that were gone to")
        self.assertEqual(self.world.until(reader.position(T)), 7)
        before = reader.seek_to_time([T], 0)
        self.assertEqual(self.world.until(reader.seek_to_time([T], 0)), {T: 0})
        self.assertEqual(self.world.until(before), {})
        reader.asked = Deferred()
        rewinding = reader.rewind([T])
        reader.seek(T, 8)
        reader.asked.callback({T: Committed(3)})
        self.world.until(rewinding)
        self.assertEqual(self.world.until(reader.position(T)), 8)

    def test_what_the_brokers_have(self) -> None:
        reader = self.reader()
        until = self.world.until
        self.assertEqual(until(reader.partitions_for("t")), [T, U])
        with self.assertRaises(KlogError) as caught:
            until(reader.partitions_for("nosuch"))
        self.assertEqual(caught.exception.code, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.world.logs[U].start = 3
        self.assertEqual(until(reader.beginning_offsets([T, U])), {T: 0, U: 3})
        self.assertEqual(until(reader.end_offsets()), {T: 10})
        self.assertEqual(until(reader.end_offsets([T, U])), {T: 10, U: 10})
        self.assertEqual(until(reader.end_offsets([])), {})
        found = until(reader.offsets_for_times({T: 1006, U: 9_000_000}))
        self.assertEqual((found[T].offset, found[T].timestamp_ms, found[U]), (6, 1006, None))
        with self.assertRaises(ValueError):
            reader.offsets_for_times({T: -2})
        # Nothing of it moves anybody.
        self.assertEqual((reader.assignment, until(reader.poll())[0].offsets()[0]), ({T}, 0))

    def test_polling_can_be_cancelled(self) -> None:
        reader = self.reader()
        self.world.until(reader.poll())
        polling = reader.poll(timeout_ms=60_000)
        self.world.advance(0.1)
        polling.cancel()
        self.failureResultOf(polling, CancelledError)
        self.assertEqual(self.world.until(reader.poll(timeout_ms=0)), [])
        polling = reader.poll(timeout_ms=60_000)
        self.world.until(reader.stopService())
        self.failureResultOf(polling, ClientStopped)
        with self.assertRaises(ClientStopped):
            reader.poll()

    def test_streams_and_polls_share(self) -> None:
        reader = self.reader()
        reader.add_partitions({U: 0})
        streams = StreamSet(reader.buffer, 1, None, {U})
        (stream,) = reader.add_streams(streams)
        with self.assertRaises(ValueError) as caught:
            reader.add_streams(StreamSet(reader.buffer, 1, ["t"]))
        self.assertIn("already", str(caught.exception))
        found = self.world.until(reader.poll())
        self.world.advance(0.1)
        found += self.world.until(reader.poll(timeout_ms=100))
        self.assertEqual({message_set.partition for message_set in found}, {0})
        self.assertEqual(self.world.until(stream.next_set(3)).offsets(), [0, 1, 2])
        self.assertEqual((reader.handed()[U], self.world.until(reader.position(U))), (Position(3, 0), 3))
        reader.remove_streams(streams)
        reader.remove_streams(streams)
        self.assertEqual(self.world.until(reader.poll())[0].offsets(), [3, 4, 5, 6, 7, 8, 9])

    def test_what_leaves_is_forgotten(self) -> None:
        reader = self.reader()
        self.world.until(reader.poll(4))
        reader.remove_partitions([T])
        self.assertEqual((reader.handed(), reader.assignment, self.world.until(reader.poll(timeout_ms=20))), ({}, frozenset(), []))
        reader.add_partitions({T: Committed(7, 0)})
        self.assertEqual(self.world.until(reader.poll())[0].offsets(), [7, 8, 9])

    def test_pause_and_resume(self) -> None:
        reader = self.reader()
        self.world.advance(0.1)
        reader.pause([T])
        self.assertEqual(self.world.until(reader.poll(timeout_ms=50)), [])
        reader.resume([T])
        self.assertEqual(len(self.world.until(reader.poll())[0]), 10)
