"""klog.client.producing.accumulator: bounds, policies, bulks and splits, without brokers."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.internet.defer import Deferred

from klog.client.producing.batches import MESSAGE_OVERHEAD_BYTES
from klog.client.producing.entries import Bulk
from klog.client.producing.producer_types import BacklogFull, DeliveryFailed
from klog.errors import ErrorCode
from klog.records.implementations import codec
from klog.span import join_parts
from tests.client.producing.accumulator_rig import AccumulatorCase, metadata


class MetadataTests(AccumulatorCase):
    def test_what_waits_for_metadata(self) -> None:
        self.make(partitions=0)
        sent = [self.send(b"a"), self.send(b"b", key=b"k")]
        many = self.many([b"c", b"d"])
        self.assertEqual(len(self.unknown), 3)
        self.assertGreater(self.accumulator.held, 2 * MESSAGE_OVERHEAD_BYTES)
        topic = self.accumulator.topic("t")
        topic.update(metadata(1))
        self.accumulator.known(topic)
        self.accumulator.hurry()
        self.assertEqual([self.values(batch) for batch in self.ready()], [[b"a", b"b", b"c", b"d"]])
        self.complete(*self.ready())
        self.assertEqual([self.successResultOf(d).offset for d in sent], [100, 101])
        self.assertEqual([(p.place.offset, p.count) for p in self.successResultOf(many)], [(102, 2)])
        self.assert_empty()

    def test_a_topic_that_is_not_there_fails_what_waits(self) -> None:
        self.make(partitions=0)
        sent = [self.send(b"a"), self.many([b"c", b"d"])]
        topic = self.accumulator.topic("t")
        self.accumulator.fail_waiting(topic, lambda: DeliveryFailed(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, "t", -1, "no"))
        self.failed(sent[0])
        self.assertEqual(self.failed(sent[1]).failed_count, 2)
        self.assert_empty()


class BoundTests(AccumulatorCase):
    def fill(self, count: int = 500) -> list[Deferred[Any]]:
        return [self.send(b"%03d" % n + b"x" * 897) for n in range(count)]

    def settle_all(self) -> int:
        """Complete batches until nothing is left; the most that was held."""
        most = 0
        for _ in range(10_000):
            self.accumulator.hurry()
            batches = self.ready()
            if not batches:
                break
            most = max(most, self.accumulator.held)
            self.complete(batches[0])
        return most

    def test_fail(self) -> None:
        self.make(when_full="fail")
        sent = self.fill()
        self.assertLessEqual(self.accumulator.held, 100_000)
        self.settle_all()
        good = [deferred for deferred in sent if hasattr(deferred.result, "offset")]
        self.assertGreater(len(good), 40)
        self.assertEqual(sent[: len(good)], good)
        for deferred in sent[len(good) :]:
            self.assertIsInstance(self.failed(deferred), BacklogFull)
        self.assert_empty()

    def test_block_waits_in_a_line_that_is_bounded(self) -> None:
        self.make(when_full="block")
        sent = self.fill()
        self.assertLessEqual(self.accumulator.held, 100_000)
        self.assertLessEqual(self.accumulator.line_bytes, 100_000)
        self.assertEqual(self.accumulator.fast_below, -1)
        waiting = [deferred for deferred in sent if not deferred.called]
        self.assertGreater(len(waiting), 100)
        self.assertLessEqual(self.settle_all(), 100_000)
        self.assertGreater(self.accumulator.fast_below, 0)
        for deferred in waiting:
            self.successResultOf(deferred)
        for deferred in sent[len(waiting) :]:
            self.failed(deferred)
        self.assert_empty()

    def test_block_keeps_order(self) -> None:
        self.make(when_full="block")
        self.fill(100)
        written: list[Any] = []
        while True:
            self.accumulator.hurry()
            batches = self.ready()
            if not batches:
                break
            written += [value[:3] for value in self.values(batches[0]) if value]
            self.complete(batches[0])
        self.assertEqual(written, [b"%03d" % n for n in range(100)])

    def test_what_waited_behind_a_bulk_does_not_pass_it(self) -> None:
        """For its topic, when only some of the bulk finds room; nor does any of it go behind what came to the line later."""
        self.make(partitions=0, when_full="block")
        many = self.many([b"%03d" % n + b"x" * 897 for n in range(200)])
        last = self.send(b"200")
        topic = self.accumulator.topic("t")
        topic.update(metadata(1))
        self.accumulator.known(topic)
        later = self.send(b"201")
        written: list[bytes] = []
        while not (many.called and last.called and later.called):
            self.accumulator.hurry()
            batch = self.ready()[0]
            written += [value[:3] for value in self.values(batch) if value]
            self.complete(batch)
        self.assertEqual(written, [b"%03d" % n for n in range(202)])
        self.assert_empty()

    def test_drop_oldest(self) -> None:
        self.make(when_full="drop_oldest")
        sent = self.fill(300)
        self.assertLessEqual(self.accumulator.held, 100_000)
        dropped = [deferred for deferred in sent if deferred.called]
        self.assertEqual(dropped, sent[: len(dropped)])
        self.assertGreater(len(dropped), 200)
        for deferred in dropped:
            self.assertIsInstance(self.failed(deferred), BacklogFull)
        self.settle_all()
        for deferred in sent[len(dropped) :]:
            self.successResultOf(deferred)
        self.assert_empty()

    def test_drop_oldest_spares_what_was_sent(self) -> None:
        self.make(when_full="drop_oldest")
        first = self.send(b"x" * 500)
        self.accumulator.hurry()
        batch = self.ready()[0]
        batch.lane.ready.remove(batch)
        batch.attempts = 1
        for deferred in self.fill(300):
            deferred.addErrback(lambda failure: failure.trap(DeliveryFailed) and None)
        self.assertFalse(first.called)
        self.accumulator.complete(batch, 5)
        self.assertEqual(self.successResultOf(first).offset, 5)
        self.accumulator.abandon(lambda topic, partition: DeliveryFailed(ErrorCode.NONE, topic, partition, "end"))
        self.assert_empty()

    def test_number_of_messages(self) -> None:
        for how in ("fail", "block", "drop_oldest"):
            self.make(when_full=how, backlog_messages=10)
            sent = [self.send(b"v") for _ in range(25)]
            self.assertLessEqual(self.accumulator.messages, 10)
            self.assertLessEqual(len(self.accumulator.line), 10)
            self.settle_all()
            for deferred in sent:
                self.assertTrue(deferred.called)
                deferred.addErrback(lambda failure: failure.trap(BacklogFull) and None)
            self.assert_empty()

    def test_ten_thousand_for_an_unknown_topic(self) -> None:
        for how in ("fail", "block", "drop_oldest"):
            self.make(partitions=0, when_full=how)
            for _ in range(10_000):
                self.send(b"x" * 100).addErrback(lambda failure: failure.trap(BacklogFull) and None)
            self.assertLessEqual(self.accumulator.held, 100_000)
            self.assertLessEqual(self.accumulator.line_bytes, 100_000)

    def test_deadlines(self) -> None:
        self.make(when_full="block", delivery_timeout_ms=1_000)
        sent = [self.send(b"x" * 900) for _ in range(90)]
        self.now += 500
        late = self.send(b"x" * 900)
        self.assertEqual(self.accumulator.expire(self.now, lambda _: "slow"), 1_000_990)
        self.now += 500
        self.accumulator.expire(self.now, lambda _: "slow")
        for deferred in sent:
            self.assertIn("1000 ms", str(self.failed(deferred)))
        self.assertFalse(late.called)
        self.now += 500
        self.assertIsNone(self.accumulator.expire(self.now, lambda _: "slow"))
        self.failed(late)
        self.assert_empty()

    def test_who_waits_behind_two_bulks_that_went_back_fails_in_time(self) -> None:
        """Each is as young as its last step."""
        self.make(partitions=0, when_full="block", delivery_timeout_ms=120_000)
        began = self.now
        for topic, values in (("a", [b"x"] * 5000), ("b", [b"y" * 900] * 200)):
            bulk: Deferred[Any] = Deferred()
            self.accumulator.add_bulk(Bulk(topic, values, None, None, (), None, self.now, self.now, bulk))
            bulk.addErrback(lambda failure: None)
        failed: list[int] = []
        self.send(b"single", topic="b").addErrback(lambda failure: failed.append(self.now))
        self.now += 100_000
        for name in ("b", "a"):
            known = self.accumulator.topic(name)
            known.update(metadata(1))
            self.accumulator.known(known)
        while not failed and self.now < began + 400_000:
            self.now += 5_000
            self.accumulator.expire(self.now, lambda holder: "x")
        self.assertLessEqual(failed[0] - began, 125_000)

    def test_who_waits_behind_a_bulk_that_goes_on_fails_in_time(self) -> None:
        self.make(when_full="block", delivery_timeout_ms=1_000)
        many = self.many([b"x" * 100] * 5_000)
        single = self.send(b"behind")
        for _ in range(20):
            self.now += 100
            self.accumulator.hurry()
            self.complete(self.ready()[0])
            self.accumulator.expire(self.now, lambda _: "slow")
        self.assertIn("no room", str(self.failed(single)))
        self.assertGreater(len(self.accumulator.line), 0, "the bulk itself is younger with each step")
        self.accumulator.abandon(lambda topic, partition: DeliveryFailed(ErrorCode.NONE, topic, partition, "end"))
        self.failed(many)
        self.assert_empty()

    def test_room_is_told_when_what_waited_for_a_topic_fails(self) -> None:
        self.make(partitions=0)
        told: list[int] = []
        self.accumulator.on_release = lambda: told.append(self.accumulator.held)
        sent = self.send(b"x")
        self.accumulator.fail_waiting(self.accumulator.topic("t"), lambda: DeliveryFailed(ErrorCode.NONE, "t", -1, "no"))
        self.failed(sent)
        self.assertEqual(told, [0])

    def test_a_backlog_of_one_record(self) -> None:
        for how in ("block", "fail", "drop_oldest"):
            self.make(when_full=how, backlog_bytes=10_000, max_request_bytes=10_000)
            sent = [self.send(b"x" * 9_900), self.many([b"x" * 9_900])]
            for _ in range(2):
                self.accumulator.hurry()
                self.complete(*self.ready())
            self.assertTrue(all(deferred.called for deferred in sent))
            self.assertTrue(any(not isinstance(deferred.result, Exception) for deferred in sent))
            for deferred in sent:
                deferred.addErrback(lambda failure: failure.trap(BacklogFull) and None)
            self.assert_empty()

    def test_abandon_fires_everything(self) -> None:
        self.make(when_full="block")
        sent = [*self.fill(300), self.many([b"x" * 100] * 5_000)]
        self.accumulator.abandon(lambda topic, partition: DeliveryFailed(ErrorCode.NONE, topic, partition, "end"))
        for deferred in sent:
            self.failed(deferred)
        self.assert_empty()


class BulkTests(AccumulatorCase):
    def test_in_order_over_many_batches(self) -> None:
        self.make(partitions=3, when_full="block")
        values: list[bytes | None] = [b"%05d" % n for n in range(40_000)]
        done = self.many(values)
        self.assertLessEqual(self.accumulator.held, 100_000)
        written: list[Any] = []
        while not done.called:
            self.accumulator.hurry()
            batch = self.ready()[0]
            written += self.values(batch)
            self.complete(batch)
            self.assertLessEqual(self.accumulator.held, 100_000)
        self.assertEqual(written, values)
        ranges = self.successResultOf(done)
        self.assertEqual(sum(placed.count for placed in ranges), len(values))
        self.assert_empty()

    def test_fail_tells_what_was_placed(self) -> None:
        self.make(when_full="fail")
        done = self.many([b"x" * 100] * 5_000)
        self.assertFalse(done.called)
        self.accumulator.hurry()
        self.complete(*self.ready())
        error = self.failed(done)
        self.assertIsInstance(error, BacklogFull)
        self.assertEqual(sum(placed.count for placed in error.placed) + error.failed_count, 5_000)
        self.assertGreater(len(error.placed), 10)
        self.assert_empty()

    def test_drop_oldest_drops_its_own_beginning(self) -> None:
        self.make(when_full="drop_oldest")
        done = self.many([b"x" * 100] * 5_000)
        self.accumulator.hurry()
        self.complete(*self.ready())
        error = self.failed(done)
        self.assertEqual(sum(placed.count for placed in error.placed) + error.failed_count, 5_000)
        self.assert_empty()

    def test_with_keys(self) -> None:
        self.make(partitions=4)
        keys: list[bytes | None] = [b"k%d" % (n % 13) if n % 5 else None for n in range(200)]
        done = self.many([b"%d" % n for n in range(200)], keys)
        self.accumulator.hurry()
        seen: dict[Any, set[int]] = {}
        for batch in self.ready():
            for record in codec.records(join_parts(batch.parts())):
                seen.setdefault(record.key, set()).add(batch.lane.tp.partition)
        self.assertTrue(all(len(where) == 1 for key, where in seen.items() if key is not None))
        self.complete(*self.ready())
        self.assertEqual(sum(placed.count for placed in self.successResultOf(done)), 200)
        self.assert_empty()

    def test_bad_values_fail_what_comes_after(self) -> None:
        for values in ([b"a", b"b", "c", b"d"], ["a", b"b", b"c", b"d"]):
            self.make()
            done = self.many(values)
            self.accumulator.hurry()
            self.complete(*self.ready())
            error = self.failed(done)
            self.assertIn("not str", str(error))
            self.assertEqual(error.failed_count, 2 if values[0] == b"a" else 4)
            self.assert_empty()

    def test_a_value_that_is_too_large_fails_alone(self) -> None:
        self.make()
        done = self.many([b"a", b"x" * 20_000, b"b"])
        self.accumulator.hurry()
        self.complete(*self.ready())
        error = self.failed(done)
        self.assertEqual((error.code, error.failed_count), (ErrorCode.MESSAGE_TOO_LARGE, 1))
        self.assertEqual(sum(placed.count for placed in error.placed), 2)
        self.assert_empty()

    def test_one_and_many_share_a_batch(self) -> None:
        self.make()
        first, many, last = self.send(b"1"), self.many([b"2", b"3"]), self.send(b"4")
        self.accumulator.hurry()
        (batch,) = self.ready()
        self.assertEqual(self.values(batch), [b"1", b"2", b"3", b"4"])
        self.complete(batch)
        self.assertEqual((self.successResultOf(first).offset, self.successResultOf(last).offset), (100, 103))
        self.assertEqual([(p.place.offset, p.count) for p in self.successResultOf(many)], [(101, 2)])


class WatchTests(AccumulatorCase):
    def test_it_waits_for_what_was_there_and_not_for_more(self) -> None:
        self.make(when_full="block")
        for _ in range(100):
            self.send(b"x" * 900)
        fired: list[int] = []
        self.accumulator.watch(lambda: fired.append(1))
        self.assertEqual(self.accumulator.flushing, 1)
        settled = 0
        while not fired:
            self.accumulator.hurry()
            batch = self.ready()[0]
            settled += batch.count
            self.complete(batch)
        self.assertGreaterEqual(settled, 100)
        self.assertEqual(self.accumulator.flushing, 0)

    def test_nothing_there(self) -> None:
        self.make()
        fired: list[int] = []
        self.accumulator.watch(lambda: fired.append(1))
        self.assertEqual(fired, [1])

    def test_it_waits_for_a_bulk_that_waited_for_metadata_and_then_in_line(self) -> None:
        self.make(partitions=0, when_full="block")
        many = self.many([b"x" * 100] * 5_000)
        fired: list[int] = []
        self.accumulator.watch(lambda: fired.append(1))
        topic = self.accumulator.topic("t")
        topic.update(metadata(1))
        self.accumulator.known(topic)
        self.assertEqual(len(self.accumulator.line), 1)
        while not many.called:
            self.assertEqual(fired, [])
            self.accumulator.hurry()
            self.complete(self.ready()[0])
        self.assertEqual(fired, [1])
        self.assert_empty()

    def test_it_waits_for_what_left_the_line_for_an_unknown_topic(self) -> None:
        self.make(when_full="block")
        for _ in range(60):
            self.send(b"x" * 900)
        self.send(b"y", topic="u")
        self.assertGreater(len(self.accumulator.line), 0)
        fired: list[int] = []
        self.accumulator.watch(lambda: fired.append(1))
        while self.ready():
            self.complete(self.ready()[0])
            self.accumulator.hurry()
        self.assertEqual(fired, [])
        topic = self.accumulator.topic("u")
        topic.update(metadata(1))
        self.accumulator.known(topic)
        self.accumulator.hurry()
        self.complete(*self.ready())
        self.assertEqual(fired, [1])
        self.assert_empty()

    def test_it_does_not_wait_for_a_bulk_that_finds_the_line_full(self) -> None:
        self.make(partitions=0, when_full="block", backlog_messages=2)
        self.many([b"a", b"b"]).addErrback(lambda failure: None)
        others = [self.send(b"x", topic="u") for _ in range(3)]
        self.assertEqual(len(self.accumulator.line), 2)
        fired: list[int] = []
        self.accumulator.watch(lambda: fired.append(1))
        for name in ("t", "u"):
            topic = self.accumulator.topic(name)
            topic.update(metadata(1))
            self.accumulator.known(topic)
        self.accumulator.hurry()
        while self.ready():
            self.complete(self.ready()[0])
            self.accumulator.hurry()
        for sent in others:
            self.successResultOf(sent)
        self.assertEqual(fired, [1])
        self.assert_empty()

    def test_it_waits_for_halves(self) -> None:
        self.make()
        for _ in range(10):
            self.send(b"x" * 100)
        fired: list[int] = []
        self.accumulator.watch(lambda: fired.append(1))
        (batch,) = self.ready()
        batch.lane.ready.remove(batch)
        halves = self.accumulator.split(batch)
        self.accumulator.complete(halves[0], 0)
        self.assertEqual(fired, [])
        self.accumulator.complete(halves[1], 5)
        self.assertEqual(fired, [1])
        self.assert_empty()


class ModelTests(AccumulatorCase):
    @settings(deadline=None, max_examples=100)
    @given(
        st.lists(st.tuples(st.sampled_from(["send", "many", "hurry", "done", "fail", "split", "late"]), st.integers(0, 400)), max_size=80),
        st.sampled_from(["block", "fail", "drop_oldest"]),
    )
    def test_every_deferred_fires_once_and_the_books_are_right(self, steps: list[tuple[str, int]], how: str) -> None:
        self.make(partitions=2, when_full=how, backlog_bytes=20_000, delivery_timeout_ms=1_000)
        fired: list[int] = []
        made = splits = 0
        for what, number in steps:
            if what == "send":
                made += 1
                self.send(b"x" * number, key=b"k" if number % 3 == 0 else None).addBoth(fired.append)
            elif what == "many":
                made += 1
                self.many([b"y" * (number % 50)] * number).addBoth(fired.append)
            elif what == "hurry":
                self.accumulator.hurry()
            elif what == "late":
                self.now += number
                self.accumulator.expire(self.now, lambda _: "late")
            elif ready := self.ready():
                batch = ready[number % len(ready)]
                if what == "done":
                    self.complete(batch)
                elif what == "fail":
                    batch.lane.ready.remove(batch)
                    self.accumulator.fail(batch, lambda _: DeliveryFailed(ErrorCode.INVALID_RECORD, "t", 0, "no"))
                elif batch.count > 1:
                    batch.lane.ready.remove(batch)
                    batch.lane.put_back(self.accumulator.split(batch))
                    splits += 1
            self.assertLessEqual(self.accumulator.held, 20_000 + 1_100 * splits, "halves cost a little more than the whole")
            self.assertLessEqual(self.accumulator.line_bytes, 20_000)
            self.assertEqual(self.accumulator.held - sum(batch.charged for batch in self.accumulator.incomplete), 0)
        self.accumulator.abandon(lambda topic, partition: DeliveryFailed(ErrorCode.NONE, topic, partition, "end"))
        self.assertEqual(len(fired), made)
        self.assert_empty()
