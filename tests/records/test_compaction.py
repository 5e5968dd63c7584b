"""klog.records.compaction and klog.records._compact: one suite over both."""

from __future__ import annotations

import random
import struct
import sys
import threading
import time
from collections.abc import Callable, Sequence

from hypothesis import given
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.records import legacy
from klog.records.compaction import GONE, KEEP_EMPTY, PlainBatchFilter, PlainKeyOffsets, horizon_ms
from klog.records.contract import (
    CONTROL,
    HAS_DELETE_HORIZON,
    LOG_APPEND_TIME,
    TRANSACTIONAL,
    Buffer,
    Codec,
    CorruptRecords,
    Entry,
    Header,
    InvalidRecords,
    Record,
)
from klog.records.control import Marker, build_marker
from klog.records.crc32c import crc32c
from klog.records.implementations import Compactor, choose_compactor
from klog.records.python import codec
from tests import peers
from tests.records.cases import properties

T = 1_700_000_000_000
DAY = 86_400_000
LIMIT = 1 << 24


def fast() -> Compactor:
    found = choose_compactor({})
    if found.name != "cython":
        peers.missing("extensions", "klog.records._compact is not built")
    return found


def never(entry: Entry, batch: Buffer) -> int:
    raise AssertionError("nobody has to be asked about an ordinary batch")


def nothing(entry: Entry, batch: Buffer) -> int:
    return 0


def one(
    *records: tuple[bytes | None, bytes | None], base: int = 0, deltas: Sequence[int] | None = None, at: int = T, **fields: int
) -> bytes:
    """A batch of keys and values, a millisecond apart."""
    rows = [(at + index, key, value, ()) for index, (key, value) in enumerate(records)]
    return codec.build_batch(rows, base_offset=base, offset_deltas=deltas, partition_leader_epoch=3, **fields)  # type: ignore[arg-type]


def remade(batch: bytes, **changes: int) -> bytes:
    """`batch` with other header fields and a checksum that fits."""
    places = {
        "attributes": (21, ">h"),
        "last_offset_delta": (23, ">i"),
        "base_timestamp": (27, ">q"),
        "max_timestamp": (35, ">q"),
        "count": (57, ">i"),
    }
    out = bytearray(batch)
    for name, value in changes.items():
        place, form = places[name]
        struct.pack_into(form, out, place, value)
    struct.pack_into(">I", out, 17, crc32c(bytes(out[21:])))
    return bytes(out)


class CompactorCase(SynchronousTestCase):
    """A suite over one implementation."""

    NAME = ""

    def setUp(self) -> None:
        self.room = choose_compactor({"KLOG_NO_EXTENSIONS": "1"}) if self.NAME == "python" else fast()
        self.assertEqual(self.room.name, self.NAME)

    def map(self, entries: int = 1000) -> PlainKeyOffsets:
        """A map with room for at least so many keys."""
        return self.room.key_offsets(self.room.key_offsets.ENTRY_BYTES * (entries * 10 // 9 + 2))

    def filter(self, offsets: PlainKeyOffsets, judge: Callable[[Entry, Buffer], int] = never, **options: object) -> PlainBatchFilter:
        fields: dict[str, object] = {
            "now_ms": T + DAY,
            "delete_retention_ms": DAY,
            "kept_offsets": [],
            "upper_bound": -1,
            "index_interval_bytes": 4096,
            "max_uncompressed_bytes": LIMIT,
            **options,
        }
        return self.room.batch_filter(offsets, judge, **fields)  # type: ignore[arg-type]

    def compact(
        self,
        *batches: bytes,
        start: int = 0,
        judge: Callable[[Entry, Buffer], int] = never,
        old: bool = True,
        last: bool = False,
        **options: object,
    ) -> bytes:
        """Both passes over `batches`."""
        offsets = self.map()
        buffer = b"".join(batches)
        self.assertEqual(offsets.add_batches(buffer, start, judge, LIMIT), (len(buffer), False))
        self.used = self.filter(offsets, judge, **options)
        done, out = self.used.feed(buffer, keep_old_tombstones=old, last=last)
        self.assertEqual(done, len(buffer))
        self.assertEqual(self.used.size, len(out))
        for entry in codec.scan(out):
            codec.check_crc(out, entry.position)
        return out


def contents(out: Buffer) -> list[tuple[int, bytes | None, bytes | None]]:
    return [(record.offset, record.key, record.value) for record in codec.records(out)]


class _Suite:
    """What holds for both."""

    # The map

    def test_the_newest_offset_of_each_key(self: CompactorCase) -> None:  # type: ignore[misc]
        offsets = self.map()
        batches = one((b"a", b"1"), (b"b", b"1"), (None, b"x"), base=10) + one((b"a", b"2"), (b"", b"3"), base=20)
        self.assertEqual(offsets.add_batches(batches, 0, never, LIMIT), (len(batches), False))
        self.assertEqual([offsets.get(key) for key in (b"a", b"b", b"", b"c")], [20, 11, 21, -1])
        self.assertEqual(len(offsets), 3)
        self.assertEqual(offsets.latest_offset, 21)
        offsets.advance(30)
        offsets.advance(25)
        self.assertEqual(offsets.latest_offset, 30)

    def test_records_below_the_start_are_not_noted(self: CompactorCase) -> None:  # type: ignore[misc]
        offsets = self.map()
        offsets.add_batches(one((b"a", b"1"), (b"b", b"1"), base=10), 11, never, LIMIT)
        self.assertEqual([offsets.get(b"a"), offsets.get(b"b")], [-1, 11])

    def test_a_full_map_says_where_it_stopped(self: CompactorCase) -> None:  # type: ignore[misc]
        offsets = self.map(10)
        first = one(*((b"%d" % n, b"") for n in range(offsets.limit - 1)))
        second = one((b"x", b""), (b"y", b""), base=100)
        self.assertEqual(offsets.add_batches(first + second, 0, never, LIMIT), (len(first), True))
        self.assertEqual(offsets.latest_offset, 100, "the first record of the second batch was noted")
        self.assertEqual(offsets.get(b"y"), -1)
        self.assertRaises(ValueError, offsets.put, b"y", 5)
        offsets.put(b"x", 200)
        self.assertEqual(offsets.get(b"x"), 200)

    def test_no_room_at_all(self: CompactorCase) -> None:  # type: ignore[misc]
        self.assertRaises(ValueError, self.room.key_offsets, 10)

    def test_many_keys_of_all_lengths(self: CompactorCase) -> None:  # type: ignore[misc]
        offsets = self.map(5000)
        chance = random.Random(4)
        expected: dict[bytes, int] = {}
        for offset in range(6000):
            key = chance.randbytes(chance.randrange(1, 40)) if chance.random() < 0.7 else b"k" * chance.randrange(20)
            if len(expected) < offsets.limit or key in expected:
                expected[key] = offset
                offsets.put(key, offset)
        self.assertEqual({key: offsets.get(key) for key in expected}, expected)
        self.assertEqual(len(offsets), len(expected))

    def test_the_hashes_differ_from_run_to_run(self: CompactorCase) -> None:  # type: ignore[misc]
        for seed in (bytes(16), bytes(range(16))):
            offsets = self.room.key_offsets(100_000, 0.5, seed)
            offsets.put(b"a", 1)
            self.assertEqual(offsets.get(b"a"), 1)

    def test_compressed_batches_are_looked_into(self: CompactorCase) -> None:  # type: ignore[misc]
        offsets = self.map()
        for number, kind in enumerate(Codec):
            offsets.add_batches(one((b"k%d" % kind, b"1"), base=number, codec=kind), 0, never, LIMIT)
        self.assertEqual([offsets.get(b"k%d" % kind) for kind in Codec], list(range(len(Codec))))

    def test_aborted_and_control_batches_are_not_noted(self: CompactorCase) -> None:  # type: ignore[misc]
        offsets = self.map()
        asked: list[int] = []

        def judge(entry: Entry, batch: Buffer) -> int:
            asked.append(entry.base_offset)
            self.assertEqual(len(batch), entry.size)
            return GONE if entry.producer_id == 7 else 0

        fields = {"attributes": TRANSACTIONAL, "producer_epoch": 0, "base_sequence": 0}
        batches = one((b"a", b"1"), base=0, producer_id=7, **fields) + one((b"b", b"1"), base=1, producer_id=8, **fields)
        batches += build_marker(codec, Marker(True, 0), producer_id=8, producer_epoch=0, timestamp_ms=T, base_offset=2)
        offsets.add_batches(batches, 0, judge, LIMIT)
        self.assertEqual([offsets.get(b"a"), offsets.get(b"b"), len(offsets)], [-1, 1, 1])
        self.assertEqual(asked, [0, 1, 2])
        self.assertEqual(offsets.latest_offset, 2)

    def test_old_messages_are_noted(self: CompactorCase) -> None:  # type: ignore[misc]
        offsets = self.map()
        plain_ones = legacy.message_bytes(0, 5, -1, b"a", b"1") + legacy.message_bytes(1, 6, T, b"b", b"2")
        offsets.add_batches(plain_ones, 0, never, LIMIT)
        self.assertEqual([offsets.get(b"a"), offsets.get(b"b"), offsets.latest_offset], [5, 6, 6])

    def test_an_incomplete_tail_is_left(self: CompactorCase) -> None:  # type: ignore[misc]
        batch = one((b"a", b"1"))
        self.assertEqual(self.map().add_batches(batch + batch[:50], 0, never, LIMIT), (len(batch), False))
        filter_ = self.filter(self.map())
        self.assertEqual(filter_.feed(batch + batch[:50], keep_old_tombstones=True, last=False), (len(batch), batch))

    def test_broken_batches_are_refused(self: CompactorCase) -> None:  # type: ignore[misc]
        batch = bytearray(one((b"a", b"1")))
        batch[-1] ^= 1
        inside = remade(one((b"a", b"1"), (b"b", b"2")), count=3)
        negative = remade(one((b"a", b"1")), count=-1)
        old = bytearray(legacy.message_bytes(1, 6, T, b"b", b"2"))
        old[-1] ^= 1
        for broken, kind in (
            (bytes(batch), CorruptRecords),
            (b"\0" * 100, CorruptRecords),
            (inside, InvalidRecords),
            (negative, InvalidRecords),
            (bytes(old), CorruptRecords),
        ):
            self.assertRaises(kind, self.map().add_batches, broken, 0, never, LIMIT)
            filter_ = self.filter(self.map())
            self.assertRaises(kind, filter_.feed, broken, keep_old_tombstones=True, last=False)

    # The filter

    def test_what_is_new_stays_untouched(self: CompactorCase) -> None:  # type: ignore[misc]
        batches = [one((b"a", b"1"), (b"b", b"1")), one((b"c", b"1"), base=2, codec=Codec.ZSTD)]
        self.assertEqual(self.compact(*batches), b"".join(batches))
        self.assertEqual((self.used.records_read, self.used.records_kept, self.used.last_offset), (3, 3, 2))

    def test_outdated_and_keyless_records_go(self: CompactorCase) -> None:  # type: ignore[misc]
        for kind in Codec:
            out = self.compact(
                one(
                    (b"a", b"1"),
                    (b"b", b"1"),
                    (None, b"x"),
                    (b"c", b"1"),
                    base=10,
                    codec=kind,
                    producer_id=4,
                    producer_epoch=1,
                    base_sequence=9,
                ),
                one((b"a", b"2"), (b"c", b"2"), base=14),
            )
            self.assertEqual(contents(out), [(11, b"b", b"1"), (14, b"a", b"2"), (15, b"c", b"2")])
            header = codec.read_header(out)
            self.assertEqual(
                header[:1] + header[2:4] + header[5:],
                (10, 3, 2, int(kind), 3, T + 1, T + 1, 4, 1, 9, 1),
                "base offset, epoch, last offset delta, producer fields stay; both timestamps are the record's",
            )

    def test_a_batch_without_records_left_goes(self: CompactorCase) -> None:  # type: ignore[misc]
        newer = one((b"a", b"2"), base=1)
        self.assertEqual(self.compact(one((b"a", b"1")), newer), newer)

    def test_records_behind_the_map_stay(self: CompactorCase) -> None:  # type: ignore[misc]
        offsets = self.map()
        offsets.put(b"a", 5)
        batch = one((b"a", b"old"), (None, b"goes"), base=4) + one((None, b"new"), (b"a", None), base=6)
        out = self.filter(offsets).feed(batch, keep_old_tombstones=False, last=False)[1]
        self.assertEqual([offset for offset, _, _ in contents(out)], [6, 7])

    def test_tombstones_get_a_horizon_and_go_behind_it(self: CompactorCase) -> None:  # type: ignore[misc]
        for kind in (Codec.NONE, Codec.LZ4):
            first = self.compact(one((b"x", b"1"), (b"a", None), (b"b", b"1"), codec=kind), one((b"x", b"2"), base=3), now_ms=T + 50)
            header = codec.read_header(first)
            self.assertEqual(header.attributes, HAS_DELETE_HORIZON | kind)
            self.assertEqual((header.base_timestamp, header.max_timestamp), (T + 50 + DAY, T + 2))
            records = list(codec.records(first))
            self.assertEqual(records[:2], [Record(1, T + 1, b"a", None), Record(2, T + 2, b"b", b"1")], "timestamps are what they were")
            self.assertEqual(self.compact(first, now_ms=T + 49 + DAY), first, "nothing changes before the horizon")
            last = self.compact(first, now_ms=T + 50 + DAY)
            self.assertEqual(contents(last)[0], (2, b"b", b"1"))
            header = codec.read_header(last)
            self.assertEqual((header.attributes, header.base_timestamp), (HAS_DELETE_HORIZON | kind, T + 50 + DAY), "the horizon stays")
            self.assertEqual(next(iter(codec.records(last))).timestamp_ms, T + 2)

    def test_an_outdated_tombstone_goes_at_once(self: CompactorCase) -> None:  # type: ignore[misc]
        newer = one((b"a", b"2"), base=1)
        self.assertEqual(self.compact(one((b"a", None)), newer), newer)

    def test_log_append_time_stays(self: CompactorCase) -> None:  # type: ignore[misc]
        batch = remade(one((b"x", b"1"), (b"a", b"1")), attributes=LOG_APPEND_TIME, max_timestamp=T + 99)
        out = self.compact(batch, one((b"x", b"2"), base=2))
        header = codec.read_header(out)
        self.assertEqual((header.attributes, header.base_timestamp, header.max_timestamp), (LOG_APPEND_TIME, T + 99, T + 99))
        self.assertEqual(next(iter(codec.records(out))), Record(1, T + 99, b"a", b"1"))

    def test_headers_and_odd_records_survive_being_copied(self: CompactorCase) -> None:  # type: ignore[misc]
        rows = [
            (T, b"x", b"1", ()),
            (T - 10**6, b"", b"", (Header("h", None), Header("ü", b"2"), Header("h", b""))),
            (-1, b"k" * 300, b"v" * 70_000, ()),
        ]
        batch = codec.build_batch(rows, offset_deltas=[0, 5, 300])
        out = self.compact(batch, one((b"x", b"2"), base=400))
        expected = [Record(offset, *rows[index]) for index, offset in ((1, 5), (2, 300))]
        self.assertEqual(list(codec.records(out))[:2], expected)
        self.assertEqual(codec.read_header(out).last_offset_delta, 300)

    def test_a_producer_s_last_batch_is_kept_empty(self: CompactorCase) -> None:  # type: ignore[misc]
        fields = {"producer_id": 5, "producer_epoch": 2, "base_sequence": 40}
        batch = one((b"a", b"1"), (b"b", b"1"), base=10, codec=Codec.SNAPPY, **fields)
        newer = one((b"a", b"2"), (b"b", b"2"), base=12)
        out = self.compact(batch, newer, kept_offsets=[3, 11, 90])
        header = codec.read_header(out)
        self.assertEqual(
            header[:4] + header[5:], (10, 61, 3, 2, 0, 1, -1, T + 1, 5, 2, 40, 0), "offsets, sequence and largest timestamp stay; no codec"
        )
        self.assertEqual(self.compact(out, kept_offsets=[11]), out[:61] + newer, "and again")
        self.assertEqual(self.compact(out), newer, "until the producer is forgotten")
        without = one((b"a", b"1"), base=11)
        self.assertEqual(self.compact(without, newer, kept_offsets=[11]), newer, "only a producer's batch")

    def test_the_last_batch_of_the_round_is_kept_empty(self: CompactorCase) -> None:  # type: ignore[misc]
        batches = [one((b"a", b"2"), base=0), one((None, b"1"), base=7)]
        out = self.compact(*batches, upper_bound=8)
        self.assertEqual(codec.scan(out)[1][3:5], (7, 7))
        self.assertEqual(self.compact(*batches, last=True), out)
        self.assertEqual(self.compact(*batches), batches[0])

    def test_transactions_as_the_judge_says(self: CompactorCase) -> None:  # type: ignore[misc]
        fields = {"attributes": TRANSACTIONAL, "producer_id": 7, "producer_epoch": 0, "base_sequence": 0}
        data = one((b"a", b"1"), base=0, **fields)
        packed = one((b"b", b"1"), base=1, codec=Codec.GZIP, **fields)
        marker = build_marker(codec, Marker(False, 0), producer_id=7, producer_epoch=0, timestamp_ms=T, base_offset=2)
        whole = data + packed + marker
        self.assertEqual(self.compact(whole, judge=nothing), whole)
        self.assertEqual(self.compact(whole, judge=lambda entry, batch: 0 if entry.attributes & CONTROL else GONE), marker)
        out = self.compact(whole, judge=lambda entry, batch: 0 if entry.attributes & CONTROL else GONE | KEEP_EMPTY)
        self.assertEqual([(e.base_offset, e.record_count) for e in codec.scan(out)], [(0, 0), (1, 0), (2, 1)])
        # Nothing is left of the transaction: the marker gets a horizon, and goes behind it.
        first = self.compact(marker, judge=lambda entry, batch: GONE, now_ms=T)
        header = codec.read_header(first)
        self.assertEqual((header.attributes, header.base_timestamp), (TRANSACTIONAL | CONTROL | HAS_DELETE_HORIZON, T + DAY))
        self.assertEqual(list(codec.records(first)), list(codec.records(marker)))
        self.assertEqual(self.compact(first, judge=lambda entry, batch: GONE, now_ms=T + DAY - 1), first)
        self.assertEqual(self.compact(first, judge=lambda entry, batch: GONE, now_ms=T + DAY), b"")
        kept = self.compact(first, judge=lambda entry, batch: GONE | KEEP_EMPTY, now_ms=T + DAY)
        self.assertEqual(codec.read_header(kept).record_count, 0)
        self.assertEqual(self.compact(kept, judge=lambda entry, batch: GONE), b"", "an empty marker goes")

    def test_old_messages_become_magic_2(self: CompactorCase) -> None:  # type: ignore[misc]
        inside = b"".join(legacy.message_bytes(1, n, T + n, b"w%d" % n, b"v") for n in range(3))
        from klog.records.compression import compress

        wrapper = legacy.message_bytes(1, 12, T + 2, None, compress(Codec.GZIP, inside, magic=1), Codec.GZIP)
        batches = [
            legacy.message_bytes(0, 5, -1, b"a", b"1"),
            legacy.message_bytes(0, 6, -1, b"b", None),
            legacy.message_bytes(1, 7, T, None, b"no key"),
            wrapper,
            one((b"w1", b"new"), base=13),
        ]
        out = self.compact(*batches)
        self.assertEqual(contents(out), [(5, b"a", b"1"), (6, b"b", None), (10, b"w0", b"v"), (12, b"w2", b"v"), (13, b"w1", b"new")])
        entries = codec.scan(out)
        self.assertEqual([entry.magic for entry in entries], [2] * 4)
        self.assertEqual([entry.attributes for entry in entries], [0, HAS_DELETE_HORIZON, Codec.GZIP, 0])
        self.assertEqual([(entry.base_offset, entry.last_offset) for entry in entries], [(5, 5), (6, 6), (10, 12), (13, 13)])
        self.assertEqual([record.timestamp_ms for record in codec.records(out)][:4], [-1, -1, T, T + 2])
        self.assertEqual([entry[:1] for entry in contents(self.compact(*batches, old=False))], [(5,), (10,), (12,), (13,)])
        last = self.compact(batches[0], batches[2], last=True)
        self.assertEqual(codec.scan(last)[1][2:5], (2, 7, 7))
        self.assertEqual(codec.scan(last)[1].record_count, 0)

    def test_marks_follow_the_segments_rule(self: CompactorCase) -> None:  # type: ignore[misc]
        batches = [one((b"%d" % n, b"v" * 100), base=n, at=T + n % 3) for n in range(20)]
        self.compact(*batches, index_interval_bytes=400)
        size = len(batches[0])
        every = 400 // size + 1
        expected, since, biggest = [], 0, (-1, -1)
        position = 0
        for number, batch in enumerate(batches):
            if T + number % 3 > biggest[0]:
                biggest = (T + number % 3, number)
            if since > 400:
                expected.append((number, position, *biggest))
                since = 0
            since += len(batch)
            position += len(batch)
        self.assertEqual(self.used.take_marks(), expected)
        self.assertTrue(expected and every)
        self.assertEqual(self.used.take_marks(), [])
        self.assertEqual((self.used.first_timestamp, self.used.max_timestamp, self.used.max_timestamp_offset), (T, T + 2, 2))

    def test_offsets_that_fall_are_refused(self: CompactorCase) -> None:  # type: ignore[misc]
        batch = bytearray(one((b"x", b"1"), (b"a", b"1"), (b"b", b"1")))
        place = bytes(batch).index(b"\x02\x02a")  # key length 1, behind offset delta 1
        batch[place] = 6
        fixed = remade(bytes(batch))
        self.assertRaises(InvalidRecords, self.compact, fixed, one((b"x", b"2"), base=9))

    def test_a_decompression_bomb_is_refused(self: CompactorCase) -> None:  # type: ignore[misc]
        bomb = one((b"a", bytes(100_000)), codec=Codec.GZIP)
        self.assertRaises(InvalidRecords, self.map().add_batches, bomb, 0, never, 1000)

    def test_the_horizon_stays_within_63_bits(self: CompactorCase) -> None:  # type: ignore[misc]
        self.assertEqual(horizon_ms(T, (1 << 63) - 1), (1 << 63) - 1)
        out = self.compact(one((b"a", None)), delete_retention_ms=(1 << 63) - 1)
        self.assertEqual(next(iter(codec.records(out))), Record(0, T, b"a", None))

    def test_a_timestamp_far_from_the_horizon(self: CompactorCase) -> None:  # type: ignore[misc]
        """The difference may have more than 64 bits: it wraps, and is read as it was."""
        for at in (-(1 << 63), -(1 << 62), (1 << 63) - 2):
            for packing in (Codec.NONE, Codec.ZSTD):
                out = self.compact(one((b"a", None), (b"b", b"1"), at=at, codec=packing))
                self.assertEqual(list(codec.records(out)), [Record(0, at, b"a", None), Record(1, at + 1, b"b", b"1")])
                again = self.compact(out, one((b"b", b"2"), base=2))
                self.assertEqual(next(iter(codec.records(again))), Record(0, at, b"a", None))


class PythonTests(_Suite, CompactorCase):  # type: ignore[misc]
    NAME = "python"


class CythonTests(_Suite, CompactorCase):  # type: ignore[misc]
    NAME = "cython"

    def test_others_run_meanwhile(self) -> None:
        """No stretch of more than a few milliseconds holds the interpreter while a megabyte is looked at."""
        rows = [(T, b"%09d" % n, b"v" * 80, ()) for n in range(150)]
        batch = codec.build_batch(rows)
        buffer = batch * ((1 << 20) // len(batch))
        offsets = self.map(1000)
        stop = threading.Event()
        turns = 0

        def other() -> None:
            nonlocal turns
            while not stop.is_set():
                turns += 1
                time.sleep(0)

        before = sys.getswitchinterval()
        sys.setswitchinterval(10)  # nobody takes the interpreter from anybody: it must be given
        thread = threading.Thread(target=other)
        try:
            thread.start()
            for _ in range(20):
                offsets.add_batches(buffer, 0, never, LIMIT)
                self.filter(offsets).feed(buffer, keep_old_tombstones=True, last=False)
            seen = turns
        finally:
            stop.set()
            thread.join()
            sys.setswitchinterval(before)
        self.assertGreater(seen, 40, "the other thread ran in each of the stretches")


keys = st.one_of(st.none(), st.sampled_from([b"", b"a", b"b", b"c", b"dd", b"e" * 200]))
record_values = st.one_of(st.none(), st.binary(max_size=20))


@st.composite
def batch_lists(draw: st.DrawFn) -> list[bytes]:
    """Batches with rising offsets of all kinds."""
    base = 0
    batches = []
    for _ in range(draw(st.integers(1, 8))):
        base += draw(st.integers(0, 3))
        rows = draw(st.lists(st.tuples(st.integers(-1, 10**6), keys, record_values, st.just(())), min_size=1, max_size=6))
        if draw(st.integers(0, 9)) == 0:
            for timestamp, key, value, _ in rows:
                magic = draw(st.integers(0, 1))
                batches.append(legacy.message_bytes(magic, base, timestamp if magic else -1, key, value))
                base += 1
            continue
        transactional = draw(st.booleans())
        batch = codec.build_batch(
            rows,
            base_offset=base,
            codec=draw(st.sampled_from([Codec.NONE, Codec.NONE, Codec.GZIP, Codec.ZSTD])),
            attributes=(TRANSACTIONAL if transactional else 0) | (CONTROL if draw(st.integers(0, 9)) == 0 else 0),
            producer_id=draw(st.integers(-1, 2)),
            producer_epoch=0,
            base_sequence=draw(st.integers(0, 100)),
        )
        if draw(st.integers(0, 4)) == 0:
            batch = remade(
                batch, attributes=codec.read_header(batch).attributes | draw(st.sampled_from([LOG_APPEND_TIME, HAS_DELETE_HORIZON]))
            )
        batches.append(batch)
        base += len(rows)
    return batches


class BothAgreeTests(SynchronousTestCase):
    """Plain Python and Cython write the same bytes."""

    @properties(300)
    @given(
        batch_lists(), st.integers(0, 20), st.lists(st.integers(0, 40)), st.integers(0, 3), st.booleans(), st.booleans(), st.integers(1, 9)
    )
    def test_same_bytes(self, batches: list[bytes], start: int, kept: list[int], verdict: int, old: bool, last: bool, entries: int) -> None:
        buffer = b"".join(batches)
        outcomes = []
        for room in (choose_compactor({"KLOG_NO_EXTENSIONS": "1"}), fast()):
            asked: list[Entry] = []

            def judge(entry: Entry, batch: Buffer, asked: list[Entry] = asked) -> int:
                asked.append(entry._replace(position=0))
                return verdict if (entry.base_offset + len(asked)) % 2 else 0

            offsets = room.key_offsets(room.key_offsets.ENTRY_BYTES * (entries + 1), entries / (entries + 1))
            noted = offsets.add_batches(buffer, start, judge, LIMIT)
            found = [offsets.get(key) for key in (b"", b"a", b"b", b"c", b"dd", b"e" * 200)]
            filter_ = room.batch_filter(
                offsets,
                judge,
                now_ms=10**6,
                delete_retention_ms=1000,
                kept_offsets=sorted(kept),
                upper_bound=20,
                index_interval_bytes=100,
                max_uncompressed_bytes=LIMIT,
            )
            out = filter_.feed(buffer, keep_old_tombstones=old, last=last)
            numbers = [
                getattr(filter_, name)
                for name in (
                    "size",
                    "first_timestamp",
                    "max_timestamp",
                    "max_timestamp_offset",
                    "last_offset",
                    "records_read",
                    "records_kept",
                )
            ]
            outcomes.append((offsets.limit, noted, found, offsets.latest_offset, out, numbers, filter_.take_marks(), asked))
        self.assertEqual(outcomes[0], outcomes[1])
