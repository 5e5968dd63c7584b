"""The fetcher against a cluster of dicts: leaders that move, answers that are wrong, memory that is bounded."""

from __future__ import annotations

import random
from typing import Any

from twisted.internet.defer import CancelledError, Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.client.fetching.fetcher import Fetcher, copied_part
from klog.client.fetching.record_views import BadRecords
from klog.client.fetching.subscriptions import NoPosition, OffsetOutOfRange, Position
from klog.client.retry import ClientStopped
from klog.errors import ErrorCode, KlogError
from klog.model import EARLIEST_TIMESTAMP, LATEST_TIMESTAMP, TopicPartition
from klog.net.api_ranges import ApiRanges
from klog.net.client.errors import AuthenticationFailed, BadAnswer
from klog.records.contract import TRANSACTIONAL
from klog.wire.messages.fetch import AbortedTransaction, FetchRequest, FetchResponse, PartitionData
from tests.client.fetching.fetch_world import FetchWorld, T

U = TopicPartition("t", 1)


class FetcherTests(SynchronousTestCase):
    """One fetcher, one or two brokers."""

    def setUp(self) -> None:
        """A topic of two partitions, both led by node 1."""
        self.world = FetchWorld()
        self.world.topic("t", 2)
        self.log, self.other = self.world.logs[T], self.world.logs[U]
        self._fetchers: list[Fetcher] = []

    def tearDown(self) -> None:
        """Nothing is left over."""
        for fetcher in self._fetchers:
            fetcher.stop()
            self.world.until(fetcher.routing.stop())
        left = [call for call in self.world.clock.getDelayedCalls() if getattr(call.func, "__module__", "").startswith("klog.")]
        self.assertEqual(left, [])

    def fetcher(self, **options: Any) -> Fetcher:
        fetcher = self.world.fetcher(**options)
        self._fetchers.append(fetcher)
        return fetcher

    def taken(self, fetcher: Fetcher) -> list[bytes | None]:
        return [value for message_set in fetcher.buffer.take() for value in message_set.values()]

    def test_from_offsets_and_ends(self) -> None:
        self.log.put([b"a", b"b", b"c"])
        self.other.put([b"x"])
        fetcher = self.fetcher()
        fetcher.buffer.assign({T: 1, U: LATEST_TIMESTAMP})
        self.assertEqual((fetcher.buffer.position(T), fetcher.buffer.position(U), fetcher.buffer.assignment), (1, -1, {T, U}))
        self.world.until(fetcher.buffer.wait())
        self.assertEqual(self.taken(fetcher), [b"b", b"c"])
        self.world.advance(0.2)
        self.assertEqual((fetcher.buffer.position(T), fetcher.buffer.position(U), fetcher.buffer.high_watermark(T)), (3, 1, 3))
        self.other.put([b"y"])
        self.world.until(fetcher.buffer.wait())
        self.assertEqual(self.taken(fetcher), [b"y"])
        fetcher.buffer.seek(U, EARLIEST_TIMESTAMP)
        self.assertEqual(self.world.read(fetcher, 2), [b"x", b"y"])
        self.assertEqual({tp: place.offset for tp, place in fetcher.buffer.positions().items()}, {T: 3, U: 2})
        with self.assertRaises(ValueError):
            fetcher.buffer.seek(U, -7)
        with self.assertRaises(KeyError):
            fetcher.buffer.seek(TopicPartition("u", 0), 1)

    def test_without_a_position_the_policy_decides(self) -> None:
        self.log.put([b"a"])
        for policy, wanted in (("earliest", 0), ("latest", 1)):
            fetcher = self.fetcher(auto_offset_reset=policy)
            fetcher.buffer.assign({T: None})
            self.assertEqual(self.world.until(fetcher.buffer.positioned(T)), wanted)
        fetcher = self.fetcher(auto_offset_reset="error")
        fetcher.buffer.assign({T: None, U: 0})
        self.other.put([b"x"])
        self.world.until(fetcher.buffer.wait())
        for _ in range(2):
            self.assertRaises(NoPosition, fetcher.buffer.take, 1, [T])
        self.world.advance(0.1)
        self.assertEqual(self.taken(fetcher), [b"x"])
        self.assertRaises(NoPosition, fetcher.buffer.take)
        fetcher.buffer.seek(T, 0)
        self.assertEqual(self.world.read(fetcher, 1), [b"a"])

    def test_taking_in_pieces_and_in_turn(self) -> None:
        self.log.put([b"%d" % i for i in range(10)])
        self.other.put([b"%d" % i for i in range(10, 20)])
        fetcher = self.fetcher()
        fetcher.buffer.assign({T: 0, U: 0})
        self.world.until(fetcher.buffer.wait())
        self.world.advance(0.1)
        self.assertEqual([[s.partition, *s.offsets()] for s in fetcher.buffer.take(3)], [[0, 0, 1, 2]])
        self.assertEqual([[s.partition, *s.offsets()] for s in fetcher.buffer.take(3)], [[1, 0, 1, 2]])
        self.assertEqual([[s.partition, len(s)] for s in fetcher.buffer.take(12)], [[0, 7], [1, 5]])
        self.assertEqual([s.offsets() for s in fetcher.buffer.take(500_000, [U])], [[8, 9]])
        self.assertEqual((fetcher.buffer.take(), fetcher.buffer.held_bytes), ([], 0))

    def test_seeking_drops_what_is_held_and_what_is_under_way(self) -> None:
        self.log.put([b"a", b"b", b"c"])
        fetcher = self.fetcher()
        fetcher.buffer.assign({T: 0})
        self.world.until(fetcher.buffer.wait())
        (held,) = fetcher.buffer.take(1)
        self.assertTrue(fetcher.buffer.is_current(held))
        fetcher.buffer.seek(T, 2)
        self.assertFalse(fetcher.buffer.is_current(held))
        self.assertEqual(fetcher.buffer.held_bytes, 0)
        self.assertEqual(self.world.read(fetcher, 1), [b"c"])
        fetcher.buffer.unassign([T])
        self.log.put([b"d"])
        self.world.advance(1)
        self.assertEqual((fetcher.buffer.take(), fetcher.buffer.assignment, fetcher.buffer.held_bytes), ([], frozenset(), 0))

    def test_pausing(self) -> None:
        self.log.put([b"a"])
        fetcher = self.fetcher()
        fetcher.buffer.assign({T: 0, U: 0})
        self.world.until(fetcher.buffer.wait())
        fetcher.buffer.pause([T])
        self.assertEqual((fetcher.buffer.take(), fetcher.buffer.paused()), ([], {T}))
        waiting = fetcher.buffer.wait()
        self.log.put([b"b"])
        self.world.advance(1)
        self.assertFalse(waiting.called)
        fetcher.buffer.resume([T])
        self.assertTrue(waiting.called)
        self.assertEqual(self.world.read(fetcher, 2), [b"a", b"b"])

    def test_waiting_can_be_cancelled_and_ends_with_the_fetcher(self) -> None:
        fetcher = self.fetcher()
        fetcher.buffer.assign({T: 0})
        waiting = fetcher.buffer.wait([T])
        waiting.cancel()
        self.failureResultOf(waiting, CancelledError)
        waiting, position = fetcher.buffer.wait(), fetcher.buffer.positioned(T)
        self.assertEqual(self.successResultOf(position), 0)
        fetcher.buffer.seek(T, LATEST_TIMESTAMP)
        position = fetcher.buffer.positioned(T)
        fetcher.buffer.positioned(T).addErrback(lambda _: None).cancel()
        fetcher.stop()
        fetcher.stop()
        self.failureResultOf(waiting, ClientStopped)
        self.failureResultOf(position, ClientStopped)
        self.failureResultOf(fetcher.buffer.wait(), ClientStopped)
        self.failureResultOf(fetcher.buffer.positioned(T), ClientStopped)

    # Leaders

    def test_the_leader_moves(self) -> None:
        self.log.put([b"a"])
        fetcher = self.fetcher()
        fetcher.buffer.assign({T: 0})
        self.assertEqual(self.world.read(fetcher, 1), [b"a"])
        self.world.lead(T, 2, 1)
        self.log.put([b"b"], epoch=1)
        self.assertEqual(self.world.read(fetcher, 1), [b"b"])

    def test_the_leader_moves_while_its_connection_is_made(self) -> None:
        """A Fetch that has waited for its broker names only what that one is to be asked for by then: as a follower it may lack what the
        new leader has given, and its answer would send the reader back to where the log begins."""
        self.log.put([b"a"])
        fetcher = self.fetcher()
        fetcher.buffer.assign({T: 0})
        routing, versions, held = fetcher.routing, fetcher.routing.versions, Deferred[None]()

        def late(node: int, **options: Any) -> Deferred[ApiRanges]:
            ranges = versions(node, **options)
            return held.addCallback(lambda _: ranges) if node == 1 and options else ranges

        self.patch(routing, "versions", late)
        self.world.advance(0.5)
        self.world.lead(T, 2, 1)
        routing.stale("t")
        self.assertEqual(self.world.read(fetcher, 1), [b"a"])
        held.callback(None)
        self.world.advance(1)
        asked = [address for address, message in self.world.asked if isinstance(message, FetchRequest) and message.topics]
        self.assertEqual(set(asked), {"host2:9092"})

    def test_the_broker_dies_and_comes_back(self) -> None:
        self.log.put([b"a"])
        fetcher = self.fetcher()
        fetcher.buffer.assign({T: 0})
        self.assertEqual(self.world.read(fetcher, 1), [b"a"])
        server = self.world.nodes[1]
        self.world.crash(server)
        self.world.advance(5)
        self.assertEqual(fetcher.buffer.take(), [])
        self.world.up.add(server)
        self.world.sessions.clear()
        self.log.put([b"b"])
        self.assertEqual(self.world.read(fetcher, 1, 20), [b"b"])

    def test_every_error_that_passes(self) -> None:
        self.log.put([b"a"])
        for code in (
            ErrorCode.NOT_LEADER_OR_FOLLOWER,
            ErrorCode.REPLICA_NOT_AVAILABLE,
            ErrorCode.KAFKA_STORAGE_ERROR,
            ErrorCode.FENCED_LEADER_EPOCH,
            ErrorCode.UNKNOWN_LEADER_EPOCH,
            ErrorCode.OFFSET_NOT_AVAILABLE,
            ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
            ErrorCode.UNKNOWN_TOPIC_ID,
            ErrorCode.INCONSISTENT_TOPIC_ID,
            ErrorCode.UNKNOWN_SERVER_ERROR,
        ):
            fetcher = self.fetcher()
            self.world.errors[T] = code
            fetcher.buffer.assign({T: 0})
            before = len(self.world.fetches)
            self.world.advance(2)
            self.assertEqual(fetcher.buffer.take(), [], code)
            self.assertLess(len(self.world.fetches) - before, 12, "it pauses between attempts")
            del self.world.errors[T]
            self.assertEqual(self.world.read(fetcher, 1, 3), [b"a"], code)
            fetcher.stop()

    def test_errors_that_stay(self) -> None:
        for code in (ErrorCode.TOPIC_AUTHORIZATION_FAILED, ErrorCode.CORRUPT_MESSAGE):
            fetcher = self.fetcher()
            self.world.errors[T] = code
            fetcher.buffer.assign({T: 0})
            with self.assertRaises(KlogError) as caught:
                self.world.read(fetcher, 1)
            self.assertEqual(caught.exception.code, code)
            self.assertIn("topic t, partition 0", str(caught.exception))
            self.assertIn("host1:9092", str(caught.exception))
            self.assertIs(fetcher.buffer.error_of(T), caught.exception)
            del self.world.errors[T]

    def test_topics_that_come_later(self) -> None:
        tp = TopicPartition("late", 0)
        fetcher = self.fetcher()
        fetcher.buffer.assign({tp: 0})
        self.world.advance(2)
        self.world.topic("late", 1)[0].put([b"now"])
        self.assertEqual(self.world.read(fetcher, 1), [b"now"])

    # Positions that are not there

    def test_out_of_range(self) -> None:
        self.log.put([b"%d" % i for i in range(10)])
        self.log.put([b"last"])
        for policy, wanted in (("earliest", [b"%d" % i for i in range(10)]), ("latest", [b"new"])):
            fetcher = self.fetcher(auto_offset_reset=policy)
            fetcher.buffer.assign({T: 1000})
            self.world.advance(1)
            self.log.put([b"new"])
            self.assertEqual(self.world.read(fetcher, len(wanted))[: len(wanted)], wanted)
        fetcher = self.fetcher(auto_offset_reset="error")
        fetcher.buffer.assign({T: 1000})
        with self.assertRaises(OffsetOutOfRange) as caught:
            self.world.read(fetcher, 1)
        self.assertEqual((caught.exception.offset, caught.exception.topic_partition), (1000, T))
        self.assertIn("0 to 13", str(caught.exception))

    def test_retention_overtakes_what_is_held(self) -> None:
        for _ in range(40):
            self.log.put([bytes(1000)])
        fetcher = self.fetcher(auto_offset_reset="earliest", prefetch_bytes=20_000, partition_fetch_bytes=5_000)
        fetcher.buffer.assign({T: 0})
        self.world.advance(1)
        self.log.start = 35
        offsets = []
        for _ in range(300):
            for message_set in fetcher.buffer.take():
                offsets += message_set.offsets()
            self.world.advance(0.01)
        self.assertEqual(offsets, [*range(offsets.index(35)), *range(35, 40)])
        self.assertGreater(offsets.index(35), 5)

    # Wrong answers

    def test_a_wrong_checksum(self) -> None:
        self.log.put([b"good"])
        bad = bytearray(self.log.put([b"bad"]))
        bad[-2] ^= 1
        self.log.batches[-1] = (1, 2, 0, bytes(bad))
        self.log.put([b"beyond"])
        fetcher = self.fetcher()
        fetcher.buffer.assign({T: 0, U: 0})
        self.assertEqual(self.world.read(fetcher, 1), [b"good"])
        with self.assertRaises(BadRecords) as caught:
            fetcher.buffer.take()
        self.assertIn("topic t, partition 0, offset 1: broker host1:9092", str(caught.exception))
        self.other.put([b"others go on"])
        self.world.advance(0.1)
        self.assertEqual(self.taken(fetcher), [b"others go on"])
        for _ in range(2):
            self.assertRaises(BadRecords, fetcher.buffer.take)
        self.assertEqual(fetcher.buffer.position(T), 1)
        fetcher.buffer.seek(T, 2)
        self.assertEqual(self.world.read(fetcher, 1), [b"beyond"])

    def test_records_that_lead_nowhere(self) -> None:
        self.log.put_bytes(bytes(60), 1)
        fetcher = self.fetcher()
        fetcher.buffer.assign({T: 0})
        with self.assertRaises(BadRecords):
            self.world.read(fetcher, 1)
        # Batches from before what was asked for: nothing to read, and no circle.
        old = FetchWorld()
        data = old.topic("t", 1)[0].put([b"old"])

        def change(tp: TopicPartition, answer: PartitionData) -> None:
            answer.records = data

        self.log.batches.clear()
        self.log.put([b"x"] * 5)
        self.world.change = change
        fetcher.buffer.seek(T, 5)
        before = len(self.world.fetches)
        for _ in range(200):
            self.assertEqual(fetcher.buffer.take(), [])
            self.world.advance(0.01)
        self.assertLess(len(self.world.fetches) - before, 20)

    def test_answers_about_what_nobody_asked(self) -> None:
        self.log.put([b"a"])

        def change(response: FetchResponse) -> None:
            for topic in response.responses:
                topic.partitions.append(PartitionData(partition_index=99, records=self.log.batches[0][3]))
            response.responses.append(type(response.responses[0])(topic="", topic_id=b"?" * 16, partitions=[]))

        self.world.keeps_sessions = False
        self.world.change_all = change
        fetcher = self.fetcher()
        fetcher.buffer.assign({T: 0})
        self.assertEqual(self.world.read(fetcher, 1), [b"a"])

    def test_the_broker_forgets_the_session(self) -> None:
        fetcher = self.fetcher()
        fetcher.buffer.assign({T: 0})
        self.world.advance(0.2)
        self.world.sessions.clear()
        self.log.put([b"a"])
        self.assertEqual(self.world.read(fetcher, 1), [b"a"])

    def test_the_broker_refuses_us(self) -> None:
        fetcher = self.fetcher()
        fetcher.buffer.assign({T: 0})
        self.world.advance(0.1)
        for error in (AuthenticationFailed("host1:9092", "refused the password"), BadAnswer("host1:9092", "sent nonsense")):

            def refuse(server: Any, request: Any, error: KlogError = error) -> Any:
                raise error

            real, self.world.handlers[FetchRequest] = self.world.handlers[FetchRequest], refuse
            self.world.until(fetcher.buffer.wait())
            with self.assertRaises(type(error)):
                fetcher.buffer.take()
            self.world.handlers[FetchRequest] = real
        self.log.put([b"a"])
        # The old trouble may be told once more; then it goes on.
        try:
            values = self.world.read(fetcher, 1)
        except KlogError:
            values = self.world.read(fetcher, 1)
        self.assertEqual(values, [b"a"])

    def test_a_broker_that_wants_us_to_slow_down(self) -> None:
        def change(response: FetchResponse) -> None:
            response.throttle_time_ms = 1000

        self.world.change_all = change
        fetcher = self.fetcher()
        fetcher.buffer.assign({T: 0})
        self.world.advance(5)
        self.assertLess(len(self.world.fetches), 8)

    def test_brokers_without_topic_ids(self) -> None:
        self.log.put([b"a"])
        self.world.ranges = ApiRanges("old:1", {**self.world.ranges.ranges, 1: (0, 12)})
        fetcher = self.fetcher()
        fetcher.buffer.assign({T: 0})
        self.assertEqual(self.world.read(fetcher, 1), [b"a"])
        self.log.put([b"b"])
        self.assertEqual(self.world.read(fetcher, 1), [b"b"])

    def test_read_committed(self) -> None:
        self.log.put([b"kept"])
        self.log.put([b"dropped"], attributes=TRANSACTIONAL, producer_id=5, producer_epoch=0, base_sequence=0)
        self.log.put([b"kept too"])

        def change(tp: TopicPartition, answer: PartitionData) -> None:
            answer.aborted_transactions = [AbortedTransaction(producer_id=5, first_offset=1)]

        self.world.change = change
        fetcher = self.fetcher(isolation_level="read_committed")
        fetcher.buffer.assign({T: 0})
        self.assertEqual(self.world.read(fetcher, 2), [b"kept", b"kept too"])
        self.assertEqual((fetcher.buffer.position(T), self.world.fetches[-1].isolation_level), (3, 1))
        fetcher = self.fetcher()
        fetcher.buffer.assign({T: 0})
        self.assertEqual(len(self.world.read(fetcher, 3)), 3)

    # Memory

    def test_unread_partitions_stay_in_their_bounds_and_stop_nobody(self) -> None:
        logs = self.world.topic("many", 8, leader=2)
        for log in logs:
            for _ in range(200):
                log.put([bytes(1000)])
        for _ in range(2000):
            self.log.put([bytes(1000)])
        unread = {TopicPartition("many", number): 0 for number in range(8)}
        fetcher = self.fetcher(prefetch_bytes=300_000, partition_fetch_bytes=10_000)
        fetcher.buffer.assign({**unread, T: 0})
        count = 0
        for _ in range(3000):
            count += sum(len(message_set) for message_set in fetcher.buffer.take(10, [T]))
            self.assertLessEqual(fetcher.buffer.held_bytes, 300_000)
            if count == 2000:
                break
            self.world.advance(0.01)
        self.assertEqual(count, 2000)
        self.assertLessEqual(fetcher.buffer.most_held_bytes, 300_000)
        self.assertGreater(fetcher.buffer.held_bytes, 150_000, "the unread ones hold their shares")
        fetched = len(self.world.fetches)
        self.world.advance(2)
        busy = [request for request in self.world.fetches[fetched:] if len(request.topics) > 1]
        self.assertEqual(busy, [], "and are not asked for")
        self.assertEqual(len(self.world.read(fetcher, 1600)), 1600)

    def test_huge_batches_do_not_starve_who_waits(self) -> None:
        logs = self.world.topic("huge", 4, leader=1)
        for log in logs:
            for _ in range(3):
                log.put([random.Random(1).randbytes(60_000)])
        self.log.put([b"small"])
        fetcher = self.fetcher(prefetch_bytes=100_000, partition_fetch_bytes=10_000)
        fetcher.buffer.assign({TopicPartition("huge", number): 0 for number in range(4)})
        self.world.advance(1)
        self.assertGreaterEqual(fetcher.buffer.held_bytes, 100_000)
        fetcher.buffer.assign({T: 0})
        waiting = fetcher.buffer.wait([T])
        self.world.until(waiting)
        self.assertEqual([s.values() for s in fetcher.buffer.take(9, [T])], [[b"small"]])
        self.assertLess(fetcher.buffer.most_held_bytes, 250_000)
        self.assertEqual(len(self.world.read(fetcher, 12)), 12)

    def test_what_is_kept_of_an_answer(self) -> None:
        frame = bytearray(1000)
        part, cost = copied_part(memoryview(frame)[100:300])
        self.assertEqual((type(part), len(part), cost), (bytes, 200, 200))
        part, cost = copied_part(memoryview(frame)[100:])
        self.assertEqual((type(part), len(part), cost), (memoryview, 900, 1000))
        self.assertEqual(copied_part(b"abc"), (b"abc", 3))

    def test_one_request_at_a_time_for_each_broker(self) -> None:
        self.world.lead(U, 2, 0)
        fetcher = self.fetcher()
        fetcher.buffer.assign({T: 0, U: 0})
        self.world.advance(0.5)
        servers = [address for address, message in self.world.asked if isinstance(message, FetchRequest)]
        self.assertEqual(set(servers), {"host1:9092", "host2:9092"})
        self.assertEqual(len({connection.server for connection in self.world.connections}), 2)
        self.assertEqual(fetcher.buffer.positions(), {T: Position(0), U: Position(0)})
