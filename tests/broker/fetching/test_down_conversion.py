"""Records for old clients: in slices, in turns, counted, and as `to_old_magic` makes them in one go."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.internet.defer import Deferred
from twisted.internet.task import Clock

from klog.broker.fetching import down_conversion as module
from klog.broker.fetching.cold_reads import LONGEST_LOOK_MS
from klog.broker.fetching.down_conversion import MOST_OPEN, DownConverter
from klog.broker.fetching.fetch_reader import FetchParams, FetchReader, Isolation, PartitionRead
from klog.broker.fetching.sessions import FetchedPartition
from klog.errors import ErrorCode
from klog.memory_budget import MemoryBudget
from klog.model import NO_TOPIC_ID
from klog.records.contract import Codec
from klog.records.control import Marker, build_marker
from klog.records.implementations import codec
from klog.storage.log.values import AppendEntry
from tests.broker.rig import DataPathTestCase, batch


class BusyClock(Clock):
    """Every look at it takes a while, so that slices end."""

    busy = 0.0

    def seconds(self) -> float:
        self.rightNow += self.busy
        return float(self.rightNow)

    def turn(self) -> bool:
        """What is due now; whether anything was."""
        due = [call for call in self.calls if call.time <= self.rightNow]
        for call in due:
            self.calls.remove(call)
            call.called = 1
            call.func(*call.args, **call.kw)
        return bool(due)


class DownConversionTests(DataPathTestCase):
    """`DownConverter` over real logs."""

    def setUp(self) -> None:
        super().setUp()
        self.create("t")
        self.memory = MemoryBudget(100 << 20)
        self.busy = BusyClock()
        self.converter = DownConverter(codec, self.busy, self.thread, self.memory)

    def read(self, topic: str = "t", *, max_bytes: int = 1 << 20) -> PartitionRead:
        """Everything, as Fetch reads it."""
        fetched = FetchedPartition(topic, NO_TOPIC_ID, 0, 0, max_bytes)
        params = FetchParams(0, 1, 1 << 30, Isolation.HIGH_WATERMARK)
        [found] = FetchReader(self.partitions).read_all(params, [fetched]).reads
        return found

    def convert(self, *reads: PartitionRead, version: int = 3) -> Any:
        return self.converter.convert(list(reads), version, 50 << 20)

    def finish(self, outcome: Any) -> Any:
        """What comes of it, with as many turns as it takes."""
        turns = 0
        while isinstance(outcome, Deferred) and not outcome.called:
            if not self.busy.turn():
                self.busy.advance(0.1)
            turns += 1
            assert turns < 10_000
        return self.successResultOf(outcome) if isinstance(outcome, Deferred) else outcome

    def expected(self, read: PartitionRead, magic: int = 1) -> bytes:
        assert read.span is not None
        return codec.to_old_magic(read.span.read(), magic)

    def assert_nothing_left(self) -> None:
        self.assertEqual((self.memory.used_bytes, self.converter.count), (0, 0))
        self.assertEqual(self.busy.getDelayedCalls(), [])

    def test_little_is_done_at_once(self) -> None:
        self.put(b"a", b"b")
        read = self.read()
        self.assertEqual(b"".join(self.convert(read)[id(read)]), self.expected(read))
        self.assert_nothing_left()

    def test_in_slices(self) -> None:
        """The reactor turns between them; what is held is counted."""
        for number in range(10):
            self.put(*[b"%d" % number * 50] * 3000)
        read = self.read(max_bytes=10 << 20)
        self.busy.busy = 0.001
        outcome = self.convert(read)
        turns, most = 0, 0
        while not outcome.called:
            self.busy.turn()
            turns += 1
            most = max(most, self.memory.used_bytes)
        self.assertGreater(turns, 20)
        expected = self.expected(read)
        self.assertEqual(b"".join(self.successResultOf(outcome)[id(read)]), expected)
        self.assertGreater(most, len(expected) * 0.8)
        self.assertLess(most, len(expected) + (2 << 20))
        self.assert_nothing_left()

    def test_batches_of_which_nothing_is_given(self) -> None:
        """Markers of transactions take their time, too: the reactor turns between them."""
        marker = memoryview(build_marker(codec, Marker(commit=True, coordinator_epoch=0), producer_id=7, producer_epoch=0, timestamp_ms=0))
        self.partition().append([AppendEntry(marker, 9, internal=True) for _ in range(500)])
        self.put(b"a")
        self.busy.busy = 0.001
        outcome = self.convert(self.read())
        turns = 0
        while self.busy.turn():
            turns += 1
        self.assertGreater(turns, 100)
        [pieces] = self.successResultOf(outcome).values()
        self.assertEqual([record.value for record in codec.records(b"".join(pieces))], [b"a"])
        self.assert_nothing_left()

    def test_in_turns(self) -> None:
        """A small one behind a large one does not wait for it; of many, only a few are begun."""
        self.create("small")
        self.put(b"a", topic="small")
        for number in range(10):
            self.put(*[b"%d" % number * 50] * 3000)
        self.busy.busy = 0.001
        large = self.convert(self.read(max_bytes=10 << 20))
        small = self.convert(self.read("small"))
        for _ in range(4):
            self.busy.turn()
        self.assertTrue(small.called)
        self.assertFalse(large.called)
        others = [self.convert(self.read(max_bytes=10 << 20)) for _ in range(MOST_OPEN + 3)]
        self.assertEqual(len(self.converter._open), MOST_OPEN)
        for one in (large, *others):
            self.finish(one)
        self.assert_nothing_left()

    def test_the_connection_goes(self) -> None:
        """At any moment: nothing is left."""
        for number in range(6):
            self.produce(batch(*[b"%d" % number * 50] * 3000, compression=Codec.GZIP if number % 2 else Codec.NONE))
        self.busy.busy = 0.001
        self.thread.slow = True
        for turns in range(0, 60, 3):
            outcome, other = self.convert(self.read(max_bytes=10 << 20)), self.convert(self.read(max_bytes=10 << 20))
            for _ in range(turns):
                if self.thread.waiting:
                    self.thread.run()
                self.busy.turn()
            for one in (outcome, other):
                one.addErrback(lambda failure: None)
                one.cancel()
            self.thread.run_all()
            self.busy.busy = 0.0
            self.busy.turn()
            self.busy.busy = 0.001
            self.assert_nothing_left()

    def test_the_topic_is_deleted_meanwhile(self) -> None:
        for number in range(6):
            self.put(*[b"%d" % number * 50] * 3000)
        self.busy.busy = 0.001
        read = self.read(max_bytes=10 << 20)
        outcome = self.convert(read)
        self.busy.turn()
        self.delete("t")
        self.assertEqual(self.finish(outcome)[id(read)], [])
        self.assertEqual(read.code, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.assert_nothing_left()

    def test_compressed_batches_are_packed_in_a_thread(self) -> None:
        values = [bytes(range(256)) * 8] * 200
        self.produce(batch(*values, compression=Codec.GZIP))
        self.thread.slow = True
        read = self.read()
        outcome = self.convert(read)
        self.assertIsInstance(outcome, Deferred)
        self.assertGreater(self.memory.used_bytes, 0)
        self.thread.run_all()
        self.assertEqual(b"".join(self.finish(outcome)[id(read)]), self.expected(read))
        self.assert_nothing_left()

    def test_a_disk_that_hangs(self) -> None:
        """Everybody gets an error with which he asks again: who waits for a thread, for all partitions together, and who waits behind him.
        When the disk has come back all is as before."""
        self.create("other")
        for topic in ("t", "other"):
            self.produce(batch(*[bytes(range(256)) * 8] * 200, compression=Codec.GZIP), topic=topic)
        self.thread.slow = True
        self.thread.count = 0
        reads = [[self.read(), self.read("other")] for _ in range(2 * MOST_OPEN + 1)]
        outcomes = [self.convert(*some) for some in reads]
        self.busy.advance(0)
        self.busy.advance(LONGEST_LOOK_MS / 1000 - 0.1)
        self.assertFalse(any(outcome.called for outcome in outcomes))
        self.busy.advance(0.2)
        for some, outcome in zip(reads, outcomes, strict=True):
            self.assertEqual([b"".join(pieces) for pieces in self.successResultOf(outcome).values()], [b"", b""])
            self.assertEqual([read.code for read in some], [ErrorCode.NOT_LEADER_OR_FOLLOWER] * 2)
        self.assertEqual(self.thread.count, MOST_OPEN, "no more threads than may hang")
        self.assert_nothing_left()
        self.thread.run_all()
        self.thread.slow = False
        read = self.read()
        self.assertEqual(b"".join(self.finish(self.convert(read))[id(read)]), self.expected(read))
        self.assert_nothing_left()

    def test_who_goes_while_the_disk_hangs(self) -> None:
        """Leaves his thread behind, and no other is taken in its place."""
        self.produce(batch(*[bytes(range(256)) * 8] * 200, compression=Codec.GZIP))
        self.thread.slow = True
        self.thread.count = 0
        for _ in range(3 * MOST_OPEN):
            outcome = self.convert(self.read())
            outcome.addErrback(lambda failure: None)
            outcome.cancel()
        self.assertEqual(self.thread.count, MOST_OPEN)
        self.busy.advance(LONGEST_LOOK_MS / 1000 + 0.1)
        self.assert_nothing_left()
        self.thread.run_all()
        self.assert_nothing_left()

    def test_without_memory(self) -> None:
        """Nothing is begun while the limit is passed, but one in a while; memory that is given back is used at once."""
        for _ in range(3):
            self.put(*[b"x" * 1000] * 100)
        self.memory.take(200 << 20)
        first, second = self.convert(self.read()), self.convert(self.read())
        self.busy.turn()
        self.assertFalse(first.called or second.called)
        read = self.read()
        third = self.convert(read)
        self.busy.advance(module.OVERDUE_S + 0.1)
        while self.busy.turn():
            pass
        self.assertEqual((first.called, second.called), (True, False))
        self.assertEqual(
            len(list(codec.records(b"".join(*self.successResultOf(first).values())))), 100, "one batch, where there is no room"
        )
        self.memory.give_back(200 << 20)
        self.assertEqual(b"".join(self.finish(third)[id(read)]), self.expected(read))
        self.assertTrue(second.called)
        self.assert_nothing_left()

    def test_damage(self) -> None:
        """An error of the partition, whatever was converted before it."""
        self.put(*[b"a" * 100] * 2000)
        self.put(b"b")
        path = "/data/t-0/00000000000000000000.log"
        read = self.read()
        data = bytearray(self.fs.open(path).read_at(0, 1 << 20))
        second = 12 + int.from_bytes(data[8:12], "big")
        assert read.span is not None
        read.span.file = _Altered(bytes(data[: second + 16]) + b"\x07" + bytes(data[second + 17 :]))
        outcome = self.finish(self.convert(read))
        self.assertEqual((outcome[id(read)], read.code), ([], ErrorCode.CORRUPT_MESSAGE))
        self.assert_nothing_left()

    @settings(deadline=None, max_examples=40)
    @given(
        batches=st.lists(st.tuples(st.sampled_from([Codec.NONE, Codec.GZIP, Codec.SNAPPY, Codec.LZ4]), st.integers(1, 400)), max_size=5),
        piece_bytes=st.integers(40, 4000),
        inline_bytes=st.integers(0, 3000),
        version=st.integers(0, 3),
        busy=st.sampled_from([0.0, 0.0005, 0.005]),
    )
    def test_as_in_one_go(self, batches: list[tuple[Codec, int]], piece_bytes: int, inline_bytes: int, version: int, busy: float) -> None:
        """However it is cut."""
        self.setUp()
        self.patch(module, "PIECE_BYTES", piece_bytes)
        self.patch(module, "INLINE_BYTES", inline_bytes)
        self.patch(module, "ANSWER_PIECE_BYTES", piece_bytes)
        for compression, count in batches:
            self.produce(batch(*[b"%d" % number for number in range(count)], compression=compression))
        read = self.read()
        self.busy.busy = busy
        outcome = self.finish(self.convert(read, version=version) if read.span is not None else {id(read): []})
        self.assertEqual(b"".join(outcome[id(read)]), self.expected(read, 0 if version < 2 else 1) if batches else b"")
        self.assertEqual(self.memory.used_bytes, 0)


class _Altered:
    """A file with other bytes."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    def fileno(self) -> int:
        return -1

    def read_at(self, position: int, length: int) -> bytes:
        return self.data[position : position + length]
