"""The time index: bytes, searches, damage."""

from __future__ import annotations

import errno

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.storage.segments.offset_index import CorruptIndex
from klog.storage.segments.time_index import TimeIndex, last_in_file, lookup_in_file
from klog.testing.filesystem import MemoryFile, MemoryFileSystem

#: Base 1000: time 1700000000000 up to offset 1009, time 1700000000500 up to offset 1020.
GOLDEN = bytes.fromhex("0000018bcfe56800 00000009 0000018bcfe569f4 00000014")


def new_file(data: bytes = b"") -> MemoryFile:
    """A file that holds `data`."""
    fs = MemoryFileSystem()
    fs.write("/00000000000000001000.timeindex", data)
    return fs.open("/00000000000000001000.timeindex", write=True)


class TimeIndexTests(SynchronousTestCase):
    """One index."""

    def setUp(self) -> None:
        self.index = TimeIndex(1000)
        self.index.append(1700000000000, 1009)
        self.index.append(1700000000500, 1020)

    def test_golden(self) -> None:
        file = new_file(b"whatever was there before, longer than both entries")
        self.assertEqual(self.index.flush(file), 24)
        self.assertEqual(file.read_at(0, 99), GOLDEN)
        loaded = TimeIndex.load(file, 1000)
        self.assertEqual(loaded.entries, [(1700000000000, 1009), (1700000000500, 1020)])
        self.assertEqual((loaded.last, len(loaded), loaded.size_bytes, loaded.dirty), ((1700000000500, 1020), 2, 24, False))
        self.assertEqual(last_in_file(file, 1000), loaded.last)
        self.assertEqual(last_in_file(new_file(), 7), (-1, 7))

    def test_the_same_again_is_ignored(self) -> None:
        self.assertFalse(self.index.append(1700000000500, 1025))
        self.assertEqual(len(self.index), 2)
        self.assertFalse(TimeIndex(0).append(-1, 5), "no timestamp, no entry")

    def test_numbers_do_not_fall(self) -> None:
        self.assertRaises(ValueError, self.index.append, 1700000000499, 1030)
        self.assertRaises(ValueError, self.index.append, 1700000000501, 1019)
        self.assertRaises(ValueError, self.index.append, 1700000000501, 1000 + 2**31)
        self.assertTrue(self.index.append(1700000000501, 1020), "a batch may carry two of them")

    def test_lookup(self) -> None:
        file = new_file(GOLDEN)
        for target, wanted in (
            (0, (-1, 1000)),
            (1700000000000, (1700000000000, 1009)),
            (1700000000499, (1700000000000, 1009)),
            (1700000000500, (1700000000500, 1020)),
            (2**62, (1700000000500, 1020)),
        ):
            self.assertEqual(self.index.lookup(target), wanted)
            self.assertEqual(lookup_in_file(file, 1000, target), wanted)

    def test_truncate(self) -> None:
        file = new_file()
        self.index.flush(file)
        self.index.truncate_to(1020)
        self.index.flush(file)
        self.assertEqual(file.read_at(0, 99), GOLDEN[:12])
        self.index.truncate_to(1021)
        self.assertFalse(self.index.dirty)
        self.index.clear()
        self.index.flush(file)
        self.assertEqual(file.size(), 0)

    def test_one_slot_stays_for_the_roll(self) -> None:
        index = TimeIndex(0, 36)
        self.assertEqual((index.room, index.last_timestamp_ms), (2, -1))
        index.append(1, 1)
        self.assertFalse(index.full)
        self.assertEqual((index.room, index.last_timestamp_ms), (1, 1))
        index.append(2, 2)
        self.assertTrue(index.full)
        self.assertRaises(ValueError, index.append, 3, 3)
        self.assertTrue(index.append(3, 3, closing=True))
        self.assertRaises(ValueError, index.append, 4, 4, closing=True)

    def test_a_failed_write_is_made_good(self) -> None:
        fs = MemoryFileSystem()
        file = fs.open("/i", create=True)
        fs.fail_writes(errno.ENOSPC, partial_bytes=5)
        self.assertRaises(OSError, self.index.flush, file)
        fs.fail_writes(None)
        self.index.flush(file)
        self.assertEqual(file.read_at(0, 99), GOLDEN)

    def test_damage(self) -> None:
        for data, sentence in (
            (GOLDEN[:-1], "multiple of 12"),
            (GOLDEN[12:] + GOLDEN[:12], "timestamps do not rise"),
            (GOLDEN + bytes(12), "timestamps do not rise"),
            (GOLDEN[:20] + bytes(4), "offsets fall"),
            (b"\xff" * 12, "negative"),
        ):
            error = self.assertRaises(CorruptIndex, TimeIndex.load, new_file(data), 1000)
            self.assertIn(sentence, str(error))
        self.assertRaises(CorruptIndex, TimeIndex.load, new_file(GOLDEN), 1000, end_offset=1020)
        TimeIndex.load(new_file(GOLDEN), 1000, end_offset=1021)

    @given(st.lists(st.tuples(st.integers(0, 5), st.integers(1, 9)), max_size=40), st.lists(st.integers(0, 250), max_size=20))
    @settings(deadline=None, max_examples=100)
    def test_against_a_list(self, steps: list[tuple[int, int]], targets: list[int]) -> None:
        index, file = TimeIndex(0), new_file()
        model: list[tuple[int, int]] = []
        time = offset = 0
        for later, more in steps:
            time, offset = time + later, offset + more
            if index.append(time, offset):
                model.append((time, offset))
        index.flush(file)
        self.assertEqual(TimeIndex.load(file, 0).entries, model)
        for target in targets:
            wanted = max((entry for entry in model if entry[0] <= target), default=(-1, 0))
            self.assertEqual(index.lookup(target), wanted)
            self.assertEqual(lookup_in_file(file, 0, target), wanted)
