"""The offset index: bytes, searches, damage."""

from __future__ import annotations

import errno
import random

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.storage.segments.offset_index import CorruptIndex, OffsetIndex, lookup_in_file
from klog.testing.filesystem import MemoryFile, MemoryFileSystem

#: Base 1000: offset 1009 (9 behind the base) at position 4097, offset 1020 at 9000.
GOLDEN = bytes.fromhex("00000009 00001001 00000014 00002328")


def new_file() -> MemoryFile:
    """An empty file."""
    fs = MemoryFileSystem()
    return fs.open("/00000000000000001000.index", create=True)


class OffsetIndexTests(SynchronousTestCase):
    """One index."""

    def setUp(self) -> None:
        self.index = OffsetIndex(1000, 64)
        self.index.append(1009, 4097)
        self.index.append(1020, 9000)
        self.file = new_file()

    def content(self) -> bytes:
        return self.file.read_at(0, 1 << 20)

    def test_golden(self) -> None:
        self.assertEqual(self.index.flush(self.file), 16)
        self.assertEqual(self.content(), GOLDEN)
        loaded = OffsetIndex.load(self.file, 1000)
        self.assertEqual(loaded.entries, [(1009, 4097), (1020, 9000)])
        self.assertEqual((loaded.last_offset, len(loaded), loaded.size_bytes, loaded.dirty), (1020, 2, 16, False))

    def test_lookup(self) -> None:
        self.index.flush(self.file)
        for target, wanted in (
            (1000, (1000, 0)),
            (1008, (1000, 0)),
            (1009, (1009, 4097)),
            (1019, (1009, 4097)),
            (1020, (1020, 9000)),
            (9**9, (1020, 9000)),
        ):
            self.assertEqual(self.index.lookup(target), wanted)
            self.assertEqual(lookup_in_file(self.file, 1000, target), wanted)
        self.assertEqual(OffsetIndex(5).lookup(7), (5, 0))
        self.assertEqual(lookup_in_file(new_file(), 5, 7), (5, 0))

    def test_only_new_entries_are_written(self) -> None:
        fs = MemoryFileSystem()
        file = fs.open("/i", create=True)
        self.index.flush(file)
        operations = fs.operations
        self.assertEqual(self.index.flush(file), 0)
        self.assertEqual(fs.operations, operations)
        self.index.append(1030, 9999)
        self.assertEqual(self.index.flush(file), 8)
        self.assertEqual(file.read_at(0, 99), GOLDEN + bytes.fromhex("0000001e 0000270f"))

    def test_truncate(self) -> None:
        self.index.flush(self.file)
        self.index.truncate_to(1010)
        self.assertEqual(self.index.entries, [(1009, 4097)])
        self.assertTrue(self.index.dirty)
        self.index.append(1011, 5000)
        self.index.flush(self.file)
        self.assertEqual(self.content(), GOLDEN[:8] + bytes.fromhex("0000000b 00001388"))
        self.index.truncate_to(1009)
        self.index.flush(self.file)
        self.assertEqual((self.content(), self.index.last_offset), (b"", 1000))

    def test_what_stood_in_the_file_before_goes(self) -> None:
        self.file.write_at(0, (bytes(4096),))
        self.index.flush(self.file)
        self.assertEqual(self.content(), GOLDEN)
        self.index.clear()
        self.index.flush(self.file)
        self.assertEqual(self.content(), b"")

    def test_a_failed_write_is_made_good(self) -> None:
        fs = MemoryFileSystem()
        file = fs.open("/i", create=True)
        fs.fail_writes(errno.ENOSPC, partial_bytes=5)
        self.assertRaises(OSError, self.index.flush, file)
        self.assertTrue(self.index.dirty)
        fs.fail_writes(None)
        self.index.flush(file)
        self.assertEqual(file.read_at(0, 99), GOLDEN)

    def test_full(self) -> None:
        index = OffsetIndex(0, 23)
        index.append(1, 1)
        self.assertFalse(index.full)
        index.append(2, 2)
        self.assertTrue(index.full)
        self.assertRaises(ValueError, index.append, 3, 3)

    def test_append_rises(self) -> None:
        for offset, position in ((1020, 9001), (1021, 9000), (999, 10000), (1000 + 2**31, 10000), (1021, 2**31)):
            self.assertRaises(ValueError, self.index.append, offset, position)

    def test_several_at_once(self) -> None:
        self.assertEqual(self.index.room, 6)
        self.index.append_all([1021, 1030], [9001, 9900])
        self.assertEqual([tuple(entry) for entry in self.index.entries][2:], [(1021, 9001), (1030, 9900)])
        self.assertEqual(self.index.room, 4)
        for offsets, positions in (
            ([1030, 1031], [9901, 9902]), ([1031], [9900]), ([1031, 1000 + (1 << 31)], [9901, 9902]), ([1031], [1 << 31]),
            (list(range(1031, 1036)), list(range(9901, 9906))),
        ):  # fmt: skip
            self.assertRaises(ValueError, self.index.append_all, offsets, positions)
        self.assertRaises(ValueError, OffsetIndex(1000, 64).append_all, [999], [1])
        self.assertEqual(len(self.index), 4)

    def test_damage(self) -> None:
        for data, sentence in (
            (GOLDEN[:-1], "multiple of 8"),
            (GOLDEN[8:] + GOLDEN[:8], "offsets do not rise"),
            (GOLDEN[:12] + GOLDEN[4:8], "positions do not rise"),
            (GOLDEN + bytes(8), "do not rise"),
            (b"\xff" * 8, "negative"),
        ):
            file = new_file()
            file.write_at(0, (data,))
            error = self.assertRaises(CorruptIndex, OffsetIndex.load, file, 1000)
            self.assertIn(sentence, str(error))
            self.assertIn("00000000000000001000.index", str(error))
        self.index.flush(self.file)
        self.assertRaises(CorruptIndex, OffsetIndex.load, self.file, 1000, log_bytes=9000)
        OffsetIndex.load(self.file, 1000, log_bytes=9001)

    @given(
        st.lists(st.tuples(st.integers(1, 50), st.integers(1, 5000)), max_size=60),
        st.lists(st.integers(-5, 3000), max_size=20),
        st.integers(0, 2**32),
    )
    @settings(deadline=None, max_examples=100)
    def test_against_a_list(self, steps: list[tuple[int, int]], targets: list[int], seed: int) -> None:
        rng = random.Random(seed)
        index, file = OffsetIndex(0), new_file()
        model: list[tuple[int, int]] = []
        offset = position = 0
        for more, further in steps:
            offset, position = offset + more, position + further
            index.append(offset, position)
            model.append((offset, position))
            choice = rng.random()
            if choice < 0.3:
                index.flush(file)
            elif choice < 0.4:
                cut = rng.randrange(offset + 5)
                index.truncate_to(cut)
                model = [entry for entry in model if entry[0] < cut]
                offset, position = model[-1] if model else (0, 0)
            elif choice < 0.5:
                index.flush(file)
                index = OffsetIndex.load(file, 0)
        index.flush(file)
        self.assertEqual(OffsetIndex.load(file, 0).entries, model)
        for target in targets:
            wanted = max((entry for entry in model if entry[0] <= target), default=(0, 0))
            self.assertEqual(index.lookup(target), wanted)
            self.assertEqual(lookup_in_file(file, 0, target), wanted)
