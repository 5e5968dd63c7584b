"""Folding committed offsets, in plain Python and in C."""

from __future__ import annotations

import random
import struct
import unittest
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from klog.records import latest as plain
from klog.records.compression import compress
from klog.records.contract import BATCH_OVERHEAD, CONTROL, TRANSACTIONAL, Codec, InvalidRecords
from klog.records.implementations import codec
from klog.records.latest import Latest

try:
    from klog.records import _latest as fast
except ImportError:
    fast = None  # type: ignore[assignment]

IMPLEMENTATIONS: list[Any] = [plain] if fast is None else [plain, fast]

Record = tuple[bytes | None, bytes | None]


def key(group: str = "g", topic: str = "t", partition: int = 0, kind: int = 1) -> bytes:
    """The key of a committed offset."""
    first, second = group.encode(), topic.encode()
    return struct.pack(">hh", kind, len(first)) + first + struct.pack(">h", len(second)) + second + struct.pack(">i", partition)


def value(offset: int, version: int = 3) -> bytes:
    """A committed offset."""
    return struct.pack(">hqi", version, offset, -1) + struct.pack(">hq", 0, 7)


def rest(topic: str = "t", partition: int = 0) -> bytes:
    """What is behind the group in a key."""
    return key("", topic, partition)[4:]


def batch(*records: Record, base_offset: int = 0, **fields: Any) -> bytes:
    """A batch of `records`."""
    return codec.build_batch([(0, one, two, ()) for one, two in records], base_offset=base_offset, **fields)


def outcome(implementation: Any, data: bytes, kinds: Any = (2,)) -> tuple[Any, ...]:
    """Everything that folding `data` makes."""
    latest = Latest(kinds)
    position = implementation.fold_batches(data, 0, latest)
    return position, latest.offsets, list(latest.others.items()), latest.skipped, latest.broken, latest.count


class LatestTests(unittest.TestCase):
    """The same of both."""

    def both(self, data: bytes) -> tuple[Any, ...]:
        """What comes out, the same everywhere."""
        outcomes = [outcome(one, data) for one in IMPLEMENTATIONS]
        self.assertEqual(outcomes[0], outcomes[-1])
        return outcomes[0]

    def test_the_newest_counts(self) -> None:
        data = batch((key(), value(1)), (key(partition=1), value(2))) + batch((key(), value(3)), (key("h"), value(4)), base_offset=2)
        position, offsets, others, skipped, broken, count = self.both(data)
        self.assertEqual((position, count, others, skipped, broken), (len(data), 4, [], {}, []))
        self.assertEqual(offsets, {b"g": {rest(): value(3), rest(partition=1): value(2)}, b"h": {rest(): value(4)}})

    def test_tombstones_remove(self) -> None:
        data = batch(
            (key(), value(1)), (key("h"), value(1)), (key(), None), (key("x"), None), (key("h", kind=0), None), (key("h"), value(2))
        )
        self.assertEqual(self.both(data)[1], {b"h": {rest(): value(2)}})

    def test_other_records_by_key_newest_last(self) -> None:
        one, two = b"\0\2\0\1a", b"\0\2\0\1b"
        data = batch((one, b"1"), (two, b"2"), (one, b"3"), (b"\0\x0c", b"x"), (b"\0\x0c", b"x"), (two, None), (one, b""))
        _, _, others, skipped, broken, count = self.both(data)
        self.assertEqual((others, skipped, broken, count), ([(two, None), (one, b"")], {12: 2}, [], 0))

    def test_broken_records_are_named(self) -> None:
        records: list[Record] = [
            (None, value(1)),
            (b"\0", value(1)),
            (key()[:-1], value(1)),
            (b"\0\1\xff\xff" + key(), value(1)),
            (b"\0\1", value(1)),
            (b"\0\1\0\1", None),
            (b"\0\1\0\2\xff\xfe\0\1t\0\0\0\0", value(1)),
            (key(), b""),
            (key(), value(1)[:-1]),
            (key(), b"\0\x09" + bytes(30)),
            (key("good"), value(1)),
        ]
        _, offsets, _, _, broken, _ = self.both(batch(*records, base_offset=100))
        self.assertEqual(offsets, {b"good": {rest(): value(1)}})
        self.assertEqual([offset for offset, _ in broken], list(range(100, 110)))

    def test_where_it_stops(self) -> None:
        good = batch((key(), value(1)))
        spoilt = bytearray(good)
        spoilt[-1] ^= 1
        for bad in (
            batch((key(), value(2)), codec=Codec.GZIP),
            batch((key(), value(2)), attributes=TRANSACTIONAL, producer_id=1, producer_epoch=0, base_sequence=0),
            batch((key(), value(2)), attributes=CONTROL),
            bytes(spoilt),
            good[:20],
            b"x" * 100,
        ):
            position, offsets, *_ = self.both(good + bad + good)
            self.assertEqual((position, offsets), (len(good), {b"g": {rest(): value(1)}}))
        for size in range(len(good)):
            self.assertEqual(self.both(good + good[:size])[0], len(good))

    def test_broken_batches_are_named_and_passed_over(self) -> None:
        from klog.records.crc32c import crc32c

        good = batch((key(), value(1)), base_offset=5)
        data = bytearray(batch((key(), value(2)), base_offset=9))
        data[BATCH_OVERHEAD] = 0x7F
        data[17:21] = crc32c(bytes(data[21:])).to_bytes(4, "big")
        position, offsets, _, _, broken, _ = self.both(bytes(data) + good)
        self.assertEqual((position, offsets), (len(data) + len(good), {b"g": {rest(): value(1)}}))
        self.assertEqual([offset for offset, _ in broken], [9])

    def test_decompressed_records(self) -> None:
        whole = batch((key(), value(1)), (key("h"), None), (b"\0\2", b"x"))
        body = whole[BATCH_OVERHEAD:]
        self.assertNotEqual(compress(Codec.GZIP, body), body)
        for implementation in IMPLEMENTATIONS:
            latest = Latest((2,))
            implementation.fold_records(body, 3, 40, latest)
            self.assertEqual((latest.offsets, latest.others, latest.count), ({b"g": {rest(): value(1)}}, {b"\0\2": b"x"}, 2))
            for count in (4, -1):
                with self.assertRaises(InvalidRecords):
                    implementation.fold_records(body, count, 40, latest)

    @given(st.integers(0, 2**32))
    @settings(deadline=None, max_examples=150)
    def test_spoilt_bytes_do_the_same(self, seed: int) -> None:
        rng = random.Random(seed)
        from klog.records.crc32c import crc32c

        data = b""
        for index in range(4):
            names = [key(rng.choice("gh"), "t", rng.randrange(3), rng.choice((0, 1, 2, 9))) for _ in range(rng.randrange(1, 5))]
            one = bytearray(batch(*((name, rng.choice((None, value(rng.randrange(9))))) for name in names), base_offset=index * 10))
            for _ in range(rng.choice((0, 0, 1, 3))):
                one[rng.randrange(BATCH_OVERHEAD, len(one))] = rng.randrange(256)
            if rng.random() < 0.9:
                one[17:21] = crc32c(bytes(one[21:])).to_bytes(4, "big")
            data += bytes(one)
        self.both(data)
