"""klog.client.producing.batch_filling: records fill batches, which are closed and settled, without brokers."""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import Deferred

from klog.client.producing.producer_types import DeliveryFailed
from klog.errors import ErrorCode
from tests.client.producing.accumulator_rig import AccumulatorCase, metadata


class BatchTests(AccumulatorCase):
    def test_records_fill_batches_and_are_told_their_places(self) -> None:
        self.make()
        sent = [self.send(b"%03d" % n + b"x" * 97) for n in range(50)]
        self.accumulator.hurry()
        batches = self.ready()
        self.assertGreater(len(batches), 2)
        self.assertTrue(all(batch.size <= 2_000 for batch in batches))
        self.assertEqual([value[:3] for batch in batches for value in self.values(batch) if value], [b"%03d" % n for n in range(50)])
        for batch in batches:
            self.complete(batch)
        places = [self.successResultOf(d) for d in sent]
        count = batches[0].body.record_count if batches[0].body else 0
        self.assertEqual([place.offset for place in places[:count]], list(range(100, 100 + count)))
        self.assertEqual(places[0], ("t", 0, 100, 1_000_000))
        self.assert_empty()

    def test_a_large_record_has_a_batch_of_its_own(self) -> None:
        self.make()
        for size in (10, 5_000, 10):
            self.send(b"x" * size)
        self.accumulator.hurry()
        self.assertEqual([batch.count for batch in self.ready()], [1, 1, 1])
        error = self.assertRaises(DeliveryFailed, self.send, b"x" * 10_000)
        self.assertEqual(error.code, ErrorCode.MESSAGE_TOO_LARGE)

    def test_sticky_moves_on_after_a_batch(self) -> None:
        self.make(partitions=8)
        for _ in range(200):
            self.send(b"x" * 100)
        self.accumulator.hurry()
        partitions = [batch.lane.tp.partition for batch in self.ready()]
        self.assertGreater(len(partitions), 8)
        self.assertGreater(len(set(partitions)), 4)

    def test_sticky_stays_while_batches_are_small(self) -> None:
        self.make(partitions=8)
        for _ in range(10):
            self.send(b"x" * 100)
            self.accumulator.hurry()
        self.assertEqual(len({batch.lane.tp.partition for batch in self.ready()}), 1)
        for _ in range(30):
            self.send(b"x" * 100)
            self.accumulator.hurry()
        self.assertGreater(len({batch.lane.tp.partition for batch in self.ready()}), 1)

    def test_sticky_leaves_a_partition_without_a_leader(self) -> None:
        self.make(partitions=4)
        self.send()
        self.accumulator.hurry()
        first = self.ready()[0].lane.tp.partition
        self.accumulator.topic("t").update(metadata(4, leaderless=(first,)))
        for _ in range(20):
            self.send()
        self.accumulator.hurry()
        self.assertNotEqual(self.ready()[-1].lane.tp.partition, first)

    def test_compression_gives_room_back(self) -> None:
        self.make(compression="gzip")
        self.send(b"x" * 1_900)
        before = self.accumulator.held
        self.accumulator.hurry()
        self.assertLess(self.accumulator.held, before - 1_700)
        self.complete(*self.ready())
        self.assert_empty()

    def test_a_callback_may_send_again(self) -> None:
        self.make()
        again: list[Deferred[Any]] = []
        sent = self.send(b"first")
        sent.addCallback(lambda place: again.append(self.send(b"second")))
        self.accumulator.hurry()
        self.complete(*self.ready())
        self.accumulator.hurry()
        self.complete(*self.ready())
        self.successResultOf(again[0])
        self.assert_empty()

    def test_a_cancelled_deferred_harms_nobody(self) -> None:
        self.make()
        sent = [self.send(), self.send(), self.send()]
        sent[1].cancel()
        self.failureResultOf(sent[1])
        self.accumulator.hurry()
        self.complete(*self.ready())
        self.assertEqual([self.successResultOf(sent[n]).offset for n in (0, 2)], [100, 102])

    def test_a_batch_that_cannot_be_made_fails(self) -> None:
        self.make()
        sent = self.send(b"x")
        (batch,) = self.accumulator.open_batches

        class Broken:
            count = 1

            def close(self, *_: Any) -> Any:
                raise MemoryError("all used up")

        batch.appender = Broken()
        self.accumulator.hurry()
        self.assertIn("all used up", str(self.failed(sent)))
        self.assert_empty()
