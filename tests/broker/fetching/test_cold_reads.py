"""Reads for which the disk has to be waited for: nobody else waits with them."""

from __future__ import annotations

import errno
import gc
import types
from collections.abc import Callable
from typing import Any
from unittest import mock

from twisted.internet.defer import CancelledError, Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.disk.retention_rounds import apply_retention
from klog.broker.fetching.cold_reads import LONGEST_LOOK_MS, MOST_ASKS, ColdReads
from klog.broker.handlers.list_offsets import ListOffsetsHandler
from klog.errors import ErrorCode, KlogError
from klog.records.implementations import codec
from klog.storage.cold_read import ColdRead
from klog.storage.index_pages import IndexPages
from klog.testing.broker import MemoryBroker
from klog.wire.messages.create_topics import CreatableTopic, CreatableTopicConfig, CreateTopicsRequest
from klog.wire.messages.fetch import FetchPartition, FetchRequest, FetchTopic
from klog.wire.messages.list_offsets import ListOffsetsPartition, ListOffsetsRequest, ListOffsetsTopic
from tests.broker.rig import START_S, DataPathTestCase, SlowThread, batch, partitions_of, records_of, stop_leading, values_of

NOW_MS = START_S * 1000


class ColdTopicTestCase(DataPathTestCase):
    """A topic of many segments, none of it in memory, with a value of 200 bytes in each batch."""

    def fill(self, name: str = "t", partitions: int = 1, batches: int = 30, **configs: str) -> None:
        """Make it."""
        self.create(name, partitions, internal_segment_bytes="1200", **configs)
        for index in range(partitions):
            for number in range(batches):
                self.produce(batch(b"%04d" % number * 50, timestamp_ms=NOW_MS + number), topic=name, index=index)
        self.cool()

    def cool(self) -> None:
        """Nothing is in memory, as after a restart: no page, no inode, no index, no open file."""
        self.fs.drop_caches()
        for directory in self.directories:
            directory.context.files.clear()
            for log in directory.logs.values():
                log._reader._positions.clear()
                log._reader._found.clear()
                directory.context.index_pages = IndexPages()
                for segment in list(log._segments)[:-1]:
                    segment.unload_indexes()
                    segment._max_timestamp = segment._first_timestamp = segment._modified_ms = segment.index_entries = None

    def answer(self, waiting: Any) -> Any:
        """What a request is answered with, all threads run."""
        self.thread.run_all()
        return self.outcome(waiting)

    def check_nobody_waited(self) -> None:
        """For the disk, on the reactor's thread."""
        self.assertEqual(self.fs.cold_touches, [])


class LaggingReaderTests(ColdTopicTestCase):
    """Readers of old segments."""

    def test_three_readers_far_behind(self) -> None:
        """Each at another place, by turns, with nothing in memory at any time."""
        self.fill()
        offsets = [0, 9, 17]
        for _ in range(40):
            for number, offset in enumerate(offsets):
                if offset < 30:
                    self.cool()
                    [got] = partitions_of(self.answer(self.fetch(("t", 0, offset), partition_max_bytes=700)))
                    offsets[number] = records_of(got)[-1].offset + 1
        self.assertEqual(offsets, [30, 30, 30])
        self.check_nobody_waited()

    def test_nothing_is_read_for_partitions_that_cannot_get_anything(self) -> None:
        """The answer is full: what stands behind it is asked for again, and keeps nobody waiting now."""
        self.fill("t", 6)
        self.thread.count = 0
        wanted = [("t", index, 0) for index in range(6)]
        answer = partitions_of(self.answer(self.fetch(*wanted, max_bytes=700, partition_max_bytes=350)))
        self.assertEqual([len(values_of(one)) for one in answer], [1, 1, 0, 0, 0, 0])
        self.assertEqual([one.high_watermark for one in answer], [30] * 6)
        self.assertEqual(self.thread.count, 1)
        self.check_nobody_waited()

    def test_list_offsets(self) -> None:
        """By time, by the largest time, and by the times of files."""
        self.fill()
        handler = ListOffsetsHandler(self.partitions)

        def ask(timestamp: int, version: int = 7) -> Any:
            self.cool()
            one = ListOffsetsPartition(partition_index=0, timestamp=timestamp, max_num_offsets=1 if version else 100)
            request = ListOffsetsRequest(topics=[ListOffsetsTopic(name="t", partitions=[one])])
            return self.answer(self.ask(handler, version, request)).topics[0].partitions[0]

        for number in (0, 3, 11, 29):
            self.assertEqual(ask(NOW_MS + number).offset, number)
        self.assertEqual(ask(-3).offset, 29)
        self.assertGreater(len(ask(NOW_MS + 10_000, 0).old_style_offsets), 5)
        self.check_nobody_waited()

    def list_two(self) -> Any:
        """Ask for an offset by time of each of two partitions: cold bytes of 0, and what 1 knows without its files."""
        partitions = [ListOffsetsPartition(partition_index=index, timestamp=at) for index, at in ((0, NOW_MS + 3), (1, -1))]
        request = ListOffsetsRequest(topics=[ListOffsetsTopic(name="t", partitions=partitions)])
        return self.ask(ListOffsetsHandler(self.partitions), 7, request)

    def test_list_offsets_of_a_disk_that_hangs(self) -> None:
        """Partitions that wait for it get an error with which clients ask again, the others their answer; the late read harms nobody."""
        self.fill("t", 2)
        self.thread.slow = True
        self.thread.count = 0
        waiting = self.list_two()
        self.clock.advance(LONGEST_LOOK_MS / 1000 - 0.1)
        self.assertNoResult(waiting)
        self.clock.advance(0.1)
        cold, warm = self.successResultOf(waiting).topics[0].partitions
        self.assertEqual((cold.error_code, cold.offset), (ErrorCode.KAFKA_STORAGE_ERROR, -1))
        self.assertEqual((warm.error_code, warm.offset), (0, 30))
        self.thread.run_all()
        self.assertEqual(len(self.partitions.reads), 0)
        self.assertEqual([one.offset for one in self.answer(self.list_two()).topics[0].partitions], [3, 30])
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_list_offsets_of_a_connection_that_goes(self) -> None:
        """Nothing is kept for it."""
        self.fill("t", 2)
        self.thread.slow = True
        waiting = self.list_two()
        waiting.cancel()
        self.failureResultOf(waiting, CancelledError)
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_retention(self) -> None:
        """By time: the largest timestamp of every segment counts."""
        self.fill(retention_ms="1000")
        self.clock.advance(2)
        result = apply_retention(self.partitions, self.now_ms())
        self.thread.run_all()
        self.outcome(result)
        self.assertLess(self.partition().log.segment_count, 3)
        self.check_nobody_waited()

    def retain(self, seconds: float = 0.0) -> Any:
        """A round of retention, its threads held back until so long has passed."""
        self.thread.slow = True
        result = apply_retention(self.partitions, self.now_ms())
        self.clock.advance(seconds)
        self.thread.run_all()
        self.thread.slow = False
        return self.outcome(result)

    def test_a_mistake_in_one_read_of_retention(self) -> None:
        """In the thread, or behind it: the neighbours that are read with it have their retention, and it is told once."""
        for place in ("_work", "_keep"):
            name = f"t{place}"
            self.fill(name, 3, retention_ms="1000")
            self.clock.advance(2)
            partitions = [self.partition(name, index) for index in range(3)]
            ask = partitions[1].log.apply_retention

            def ask_badly(now_ms: int, ask: Callable[[int], int] = ask, place: str = place) -> int:
                try:
                    return ask(now_ms)
                except ColdRead as cold:
                    setattr(cold, place, lambda *_: 1 // 0)
                    raise

            with mock.patch.object(partitions[1].log, "apply_retention", ask_badly):
                self.retain()
            self.assertEqual([partition.log.segment_count < 3 for partition in partitions], [True, False, True], place)
            self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)

    def test_retention_on_a_disk_that_hangs(self) -> None:
        """A round ends; the next ones have no thread more, and do what they can without."""
        self.fill("old", retention_ms="1000")
        self.clock.advance(2)
        self.thread.slow = True
        self.thread.count = 0
        rounds = []
        for _ in range(3):
            rounds.append(apply_retention(self.partitions, self.now_ms()))
            self.clock.advance(LONGEST_LOOK_MS / 1000 - 0.1)
            self.assertNoResult(rounds[-1])
            self.clock.advance(0.1)
            self.successResultOf(rounds[-1])
        self.assertEqual(self.thread.count, 1)
        # Other files can be written and synced.
        self.thread.slow = False
        self.create("warm", 1, internal_segment_bytes="130", retention_bytes="100")
        for value in (b"a" * 50, b"b" * 50, b"c" * 50):
            self.put(value, topic="warm")
        waiting = apply_retention(self.partitions, self.now_ms())
        self.assertEqual(self.partition("warm").log.start_offset, 2)
        self.thread.run_all()
        self.successResultOf(waiting)
        self.retain()
        self.assertLess(self.partition("old").log.segment_count, 3)
        self.assertEqual((len(self.partitions.reads), self.clock.getDelayedCalls()), (0, []))
        self.check_nobody_waited()


class GarbageTests(ColdTopicTestCase):
    """What is read in threads holds files open, so that nothing of it may wait for the collector of cyclic garbage."""

    def left_by(self, act: Callable[[], object]) -> list[object]:
        """Errors and frames that are nobody's when `act` was called a few times."""
        act()
        gc.collect()
        # What other tests have left somewhere, in a cache for instance, may be let go of meanwhile: it is held until all is counted.
        before = [one for one in gc.get_objects() if isinstance(one, Exception | types.FrameType)]
        self.addCleanup(before.clear)
        gc.disable()
        self.addCleanup(gc.enable)
        for _ in range(5):
            act()
        gc.set_debug(gc.DEBUG_SAVEALL)
        try:
            gc.collect()
            return [one for one in gc.garbage if isinstance(one, Exception | types.FrameType)]
        finally:
            gc.set_debug(0)
            gc.garbage.clear()
            gc.enable()

    def test_what_is_left_is_seen(self) -> None:
        def leave() -> None:
            error = ValueError("left")
            error.args = (error,)

        self.assertEqual([type(one) for one in self.left_by(leave)], [ValueError] * 5)

    def test_what_was_read(self) -> None:
        self.fill("t", 3, 12)

        def read() -> None:
            self.cool()
            self.answer(self.fetch(("t", 0, 2), ("t", 1, 5), ("t", 2, 7), partition_max_bytes=300))
            self.cool()
            self.answer(self.ask(ListOffsetsHandler(self.partitions), 7, times(NOW_MS + 3)))

        self.assertEqual(self.left_by(read), [])

    def test_what_could_not_be_read(self) -> None:
        self.fill("t", 3, 12)

        def read() -> None:
            self.cool()
            self.fs.fail_opens(errno.EMFILE)
            got = partitions_of(self.answer(self.fetch(("t", 0, 2), ("t", 1, 5), ("t", 2, 7), partition_max_bytes=300)))
            self.assertEqual({one.error_code for one in got}, {ErrorCode.KAFKA_STORAGE_ERROR})
            self.answer(self.ask(ListOffsetsHandler(self.partitions), 7, times(NOW_MS + 3)))
            self.fs.fail_opens(None)

        self.assertEqual(self.left_by(read), [])


def times(timestamp: int) -> ListOffsetsRequest:
    """Of all partitions of t, the first offset at or behind `timestamp`."""
    partitions = [ListOffsetsPartition(partition_index=index, timestamp=timestamp) for index in range(3)]
    return ListOffsetsRequest(topics=[ListOffsetsTopic(name="t", partitions=partitions)])


class WaitingFetchTests(ColdTopicTestCase):
    """A fetch that waits for a thread, and what becomes of the log meanwhile."""

    def setUp(self) -> None:
        super().setUp()
        self.fill("t", 4, 12)
        self.thread.slow = True
        self.thread.count = 0

    def test_one_wait_for_many_partitions(self) -> None:
        """Not one after the other; and the answers are in the order of the request."""
        waiting = self.fetch(("t", 3, 1), ("t", 0, 2), ("t", 1, 7), partition_max_bytes=600)
        self.assertEqual(len(self.thread.waiting), 1)
        self.thread.run()
        got = partitions_of(self.successResultOf(waiting))
        self.assertEqual([(one.partition_index, records_of(one)[0].offset) for one in got], [(3, 1), (0, 2), (1, 7)])
        self.assertEqual(self.thread.count, 1)
        self.check_nobody_waited()

    def test_the_limit_of_the_answer(self) -> None:
        """What would not fit any more is not read."""
        waiting = self.fetch(("t", 3, 1), ("t", 0, 2), ("t", 1, 7), partition_max_bytes=300, max_bytes=500)
        got = partitions_of(self.answer(waiting))
        self.assertEqual([len(records_of(one)) for one in got], [1, 0, 0])
        self.assertLessEqual(self.thread.count, 3)
        self.check_nobody_waited()

    def test_warm_partitions_beside_cold_ones(self) -> None:
        """Are waited with, and answered once."""
        self.put(b"new", index=2)
        waiting = self.fetch(("t", 2, 12), ("t", 0, 0), partition_max_bytes=300)
        self.assertNoResult(waiting)
        got = partitions_of(self.answer(waiting))
        self.assertEqual([records_of(one)[0].offset for one in got], [12, 0])

    def test_records_that_come_meanwhile(self) -> None:
        """The log is read as it is then."""
        waiting = self.fetch(("t", 0, 2))
        self.put(b"new")
        self.clock.advance(3)
        self.assertNoResult(waiting)
        [got] = partitions_of(self.answer(waiting))
        self.assertEqual((records_of(got)[0].offset, got.high_watermark), (2, 13))

    def test_too_little_is_waited_for(self) -> None:
        """After reading, for what is left of the time; one answer."""
        log = self.partition().log
        bytes_left = log.size_bytes - 300
        waiting = self.fetch(("t", 0, 11), min_bytes=bytes_left, max_wait_ms=5000)
        self.clock.advance(2)
        self.thread.run_all()
        self.assertNoResult(waiting)
        self.assertEqual(len(self.partitions.fetches), 1)
        self.clock.advance(2.9)
        self.assertNoResult(waiting)
        self.clock.advance(0.1)
        [got] = partitions_of(self.answer(waiting))
        self.assertEqual([record.offset for record in records_of(got)], [11])
        self.assertEqual(len(self.partitions.fetches), 0)

    def test_deleted_meanwhile(self) -> None:
        """As a fetch that comes afterwards."""
        waiting = self.fetch(("t", 0, 2))
        self.thread.slow = False
        self.delete()
        [got] = partitions_of(self.answer(waiting))
        self.assertEqual(got.error_code, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)

    def test_resigned_meanwhile(self) -> None:
        """The same."""
        waiting = self.fetch(("t", 0, 2))
        stop_leading(self.partitions, self.partition())
        [got] = partitions_of(self.answer(waiting))
        self.assertNotEqual(got.error_code, 0)

    def test_the_start_moves_past_it_meanwhile(self) -> None:
        """DeleteRecords, and retention."""
        waiting = self.fetch(("t", 0, 2))
        self.partition().delete_records(10)
        [got] = partitions_of(self.answer(waiting))
        self.assertEqual(got.error_code, ErrorCode.OFFSET_OUT_OF_RANGE)

    def test_the_connection_goes(self) -> None:
        """What a thread finds for it is dropped; what was not begun is not done."""
        one, other = self.fetch(("t", 0, 2)), self.fetch(("t", 1, 2))
        for waiting in (one, other):
            waiting.cancel()
            self.failureResultOf(waiting)
        self.thread.run_all()
        self.assertEqual(len(self.partitions.reads), 0)
        self.assertEqual(len(self.partitions.fetches), 0)

    def test_a_disk_that_hangs(self) -> None:
        """Who waits is answered with what there is, and may ask again; the thread's late answer harms nobody."""
        self.put(b"new", index=2)
        waiting = self.fetch(("t", 2, 12), ("t", 0, 0), max_wait_ms=500)
        self.clock.advance(LONGEST_LOOK_MS / 1000 - 0.1)
        self.assertNoResult(waiting)
        self.clock.advance(0.1)
        got = partitions_of(self.successResultOf(waiting))
        self.assertEqual([len(records_of(one)) for one in got], [1, 0])
        self.assertEqual([one.error_code for one in got], [0, 0])
        self.thread.run_all()
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_a_disk_that_fails(self) -> None:
        """Is told, and leaves nothing behind."""
        waiting = self.fetch(("t", 0, 2))
        self.fs.fail_reads(5, ".log")
        [got] = partitions_of(self.answer(waiting))
        self.assertEqual(got.error_code, ErrorCode.KAFKA_STORAGE_ERROR)
        self.fs.fail_reads(None)
        [got] = partitions_of(self.answer(self.fetch(("t", 0, 2))))
        self.assertEqual(records_of(got)[0].offset, 2)

    def test_the_broker_stops(self) -> None:
        """It is answered when the thread is done, and not parked."""
        waiting = self.fetch(("t", 0, 2), min_bytes=1 << 20, max_wait_ms=60_000)
        self.partitions.stop_waiting()
        [got] = partitions_of(self.answer(waiting))
        self.assertEqual(records_of(got)[0].offset, 2)
        self.assertEqual(len(self.partitions.fetches), 0)

    def test_a_log_that_is_dropped_from_memory_all_the_time(self) -> None:
        """What a thread has found is used, whatever the kernel keeps."""
        waiting = self.fetch(("t", 0, 5), ("t", 1, 5))
        while self.thread.waiting:
            self.thread.run()
            self.fs.drop_caches()
        self.assertEqual([records_of(one)[0].offset for one in partitions_of(self.successResultOf(waiting))], [5, 5])
        self.check_nobody_waited()


class ColdReadsTests(SynchronousTestCase):
    """`ColdReads`: how many, whose turn it is, and what is dropped."""

    def setUp(self) -> None:
        self.thread = SlowThread()
        self.thread.slow = True
        #: Another disk's, by its name.
        self.others: dict[str, SlowThread] = {}
        self.reads = ColdReads(lambda disk: self.others.get(disk, self.thread), 2)
        self.done: list[str] = []

    def cold(self, name: str, disk: str = "") -> ColdRead:
        return ColdRead(lambda: self.done.append(f"run {name}"), lambda _: self.done.append(f"apply {name}"), disk)

    def begin(self, owner: object, name: str, disk: str = "") -> Deferred[None]:
        deferred = self.reads.read(owner, self.cold(name, disk))
        deferred.addCallbacks(lambda _: self.done.append(f"told {name}"), lambda _: None)
        return deferred

    def test_owners_by_turns(self) -> None:
        """One for each, so many for all."""
        owners = {letter: object() for letter in "abc"}
        for name in ("a1", "a2", "a3", "b1", "c1"):
            self.begin(owners[name[0]], name)
        self.assertEqual((len(self.thread.waiting), len(self.reads)), (2, 5))
        self.thread.run_all()
        ran = [word for word in self.done if word.startswith("run")]
        self.assertEqual(ran, ["run a1", "run b1", "run c1", "run a2", "run a3"])
        self.assertEqual(self.done[:3], ["run a1", "apply a1", "told a1"], "in one turn")
        self.assertEqual((len(self.reads), self.reads.count), (0, 5))

    def test_a_disk_that_hangs(self) -> None:
        """It holds up who asks for something on it, and nobody else; an owner goes from one to the other in its turn."""
        well = self.others["well"] = SlowThread()
        well.slow = True
        for owner in ("a", "b", "c"):
            self.begin(owner, f"{owner}1", "hung")
        self.begin("d", "d1", "well")
        second = self.begin("d", "d2", "hung")
        self.begin("d", "d3", "well")
        self.begin("a", "a2", "well")
        self.begin("e", "e1", "well")
        self.assertEqual((len(self.thread.waiting), len(well.waiting), len(self.reads)), (2, 2, 8))
        well.run_all()
        self.assertEqual([word for word in self.done if word.startswith("run")], ["run d1", "run e1"])
        # What it waits for is on the disk that hangs, until it gives that up.
        second.cancel()
        well.run_all()
        self.assertEqual(self.done[-3:], ["run d3", "apply d3", "told d3"])
        self.thread.run_all()
        well.run_all()
        ran = [word for word in self.done if word.startswith("run")]
        self.assertEqual(ran, ["run d1", "run e1", "run d3", "run a1", "run b1", "run c1", "run a2"])
        self.assertEqual((len(self.reads), self.reads.count), (0, 7))

    def test_who_is_told_may_ask_for_more(self) -> None:
        """It comes behind what that owner asked for before."""
        first = self.begin("a", "a1")
        self.begin("a", "a2")
        first.addCallback(lambda _: self.begin("a", "a3"))
        self.thread.run_all()
        self.assertEqual([word for word in self.done if word.startswith("run")], ["run a1", "run a2", "run a3"])
        self.assertEqual(len(self.reads), 0)

    def test_cancelled(self) -> None:
        """Before it is begun, and while it runs."""
        first, second = self.begin("a", "1"), self.begin("a", "2")
        second.cancel()
        first.cancel()
        self.begin("a", "3")
        self.thread.run_all()
        self.assertEqual(self.done, ["run 1", "run 3", "apply 3", "told 3"])
        self.assertEqual(len(self.reads), 0)

    def test_what_is_cancelled_is_kept_by_nobody(self) -> None:
        """While the disk hangs, whoever goes or gives up takes along what was not begun; others get their turns as before."""
        self.begin("a", "1")
        self.begin("b", "1")
        for number in range(100):
            self.begin(f"c{number}", "2").cancel()
            self.begin("a", "2").cancel()
        self.assertEqual(len(self.reads), 2)
        waiting = self.begin("d", "3")
        gone = self.begin("d", "4")
        gone.cancel()
        waiting.cancel()
        self.assertEqual((len(self.reads), len(self.reads._ready)), (2, 0))
        self.begin("d", "5")
        self.thread.run_all()
        self.assertEqual([word for word in self.done if word.startswith("run")], ["run 1", "run 1", "run 5"])
        self.assertEqual(len(self.reads), 0)

    def test_asking(self) -> None:
        """At once where it can be answered; again where something else is missing."""
        self.assertEqual(self.reads.ask("a", lambda: 3), 3)
        self.assertEqual(self.successResultOf(self.reads.answer("a", lambda: 3)), 3)

        def question() -> int:
            if len(self.done) < 4:
                raise self.cold("x")
            return 5

        answer = self.reads.ask("a", question)
        assert isinstance(answer, Deferred)
        self.thread.run_all()
        self.assertEqual(self.successResultOf(answer), 5)

    def test_asking_ends(self) -> None:
        """Where always something else is missing."""

        def question() -> int:
            raise self.cold("x")

        answer = self.reads.answer("a", question)
        self.thread.run_all()
        self.assertEqual(self.failureResultOf(answer, KlogError).value.code, ErrorCode.KAFKA_STORAGE_ERROR)
        self.assertEqual(self.reads.count, MOST_ASKS)

    def test_errors(self) -> None:
        """Of the question, of the thread, of applying."""

        def refuse() -> int:
            raise KlogError(ErrorCode.OFFSET_OUT_OF_RANGE)

        self.assertRaises(KlogError, self.reads.ask, "a", refuse)
        self.failureResultOf(self.reads.answer("a", refuse), KlogError)

        def fault(_: None = None) -> None:
            raise ValueError("a mistake")

        for cold in (ColdRead(fault, lambda _: None), ColdRead(lambda: None, fault)):
            waiting = self.reads.read("a", cold)
            self.thread.run_all()
            self.failureResultOf(waiting, ValueError)
        self.assertEqual(len(self.reads), 0)


class WholeBrokerTests(SynchronousTestCase):
    """From the request to the bytes that leave, over files of which nothing is in memory."""

    def test_a_consumer_from_the_beginning(self) -> None:
        """It gets everything, and no turn of the reactor waits for the disk."""
        broker = MemoryBroker({"log.retention.check.interval.ms": "1000"}).start()
        created = CreateTopicsRequest(
            topics=[
                CreatableTopic(
                    name="t", num_partitions=1, replication_factor=1, configs=[CreatableTopicConfig(name="segment.bytes", value="1048576")]
                )
            ],
            timeout_ms=1000,
        )
        client = broker.connect()
        self.assertEqual(client.ask(created, version=5).topics[0].error_code, 0)
        for number in range(60):
            broker.put("t", [b"%04d" % number * 25_000])
        fs = broker.file_system
        offset, times = 0, 0
        while offset < 60:
            fs.drop_caches()
            broker.broker.directories.all[0].context.files.clear()
            wanted = FetchPartition(partition=0, fetch_offset=offset, partition_max_bytes=150_000)
            topics = [FetchTopic(topic="t", partitions=[wanted])]
            answer = client.ask(FetchRequest(max_wait_ms=10, min_bytes=1, max_bytes=1 << 20, topics=topics), version=11)
            [got] = partitions_of(answer)
            offset = codec.scan(got.records)[-1].last_offset + 1
            times += 1
            self.assertEqual(fs.cold_touches, [])
        self.assertGreater(times, 50)
        fs.drop_caches()
        broker.advance(2)
        self.assertEqual(fs.cold_touches, [])
        broker.stop()
