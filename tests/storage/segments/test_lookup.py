"""Look-ups in the files of a segment: the same answers from memory, from the files and from loaded indexes; damage is noticed."""

from __future__ import annotations

import unittest
from unittest import mock

from klog.errors import ErrorCode, KlogError
from klog.records.contract import Codec
from klog.records.implementations import codec
from klog.storage.cold_read import ColdRead, wait_for
from klog.storage.filenames import OFFSET_INDEX, TIME_INDEX
from klog.storage.index_pages import PAGE_BYTES
from klog.storage.log.log import Log
from klog.storage.segments.lookup import (
    DiskSource,
    MemorySource,
    NotInMemory,
    SegmentView,
    cut,
    find,
    find_largest,
    find_timestamp,
)
from klog.storage.segments.offset_index import ENTRY_BYTES, CorruptIndex
from klog.storage.segments.segment import Segment
from klog.storage.settings import LogSettings
from tests.storage.logs import NOW_MS, T0, Place, append, batch, create, read_all

BATCHES = 1500


class SegmentLookupTests(unittest.TestCase):
    """A sealed segment whose index has several pages, and an active one behind it."""

    def setUp(self) -> None:
        self.place = Place()
        size = len(batch(b"x" * 10))
        self.settings = LogSettings(segment_bytes=size * BATCHES, index_interval_bytes=1)
        self.log = self.place.log(self.settings)
        for number in range(BATCHES + 5):
            append(self.log, batch(b"x" * 10, timestamp_ms=NOW_MS + number))
        self.assertEqual(self.log.segment_count, 2)
        self.loaded = SegmentView(self.segment())
        self.open()

    def segment(self) -> Segment:
        return self.log._segments.first

    def open(self) -> Log:
        """Again, with nothing of the sealed segment in memory."""
        self.place.last.close()
        self.log = self.place.again(self.settings)
        self.place.fs.drop_caches()
        self.place.fs.cold_touches.clear()
        self.view = SegmentView(self.segment())
        self.assertIsNone(self.view.index)
        return self.log

    def disk(self) -> DiskSource:
        return DiskSource(self.place.fs, self.place.last.context.codec)

    def memory(self) -> MemorySource:
        return MemorySource(self.place.last.context)

    def path(self, suffix: str) -> str:
        return self.segment().path(suffix)

    def test_the_file_says_what_the_loaded_index_says(self) -> None:
        self.assertGreater(self.place.fs.size(self.path(OFFSET_INDEX)), 2 * PAGE_BYTES)
        size = self.view.size // BATCHES
        for offset in (0, 1, 2, 511, 512, 513, 1023, 1024, 1025, BATCHES - 1, BATCHES):
            with self.subTest(offset=offset):
                entry = find(self.disk(), self.view, offset)
                self.assertEqual(entry, find(self.disk(), self.loaded, offset))
                self.assertEqual(None if entry is None else entry.base_offset, offset if offset < BATCHES else None)
        for start, limit in ((0, 0), (0, size), (0, size + 1), (size, 50 * size - 1), (3 * size, 1025 * size), (0, BATCHES * size - 1)):
            with self.subTest(start=start, limit=limit):
                self.assertEqual(cut(self.disk(), self.view, start, limit), cut(self.disk(), self.loaded, start, limit))
        for number in (0, 1, 600, BATCHES - 1):
            found = find_timestamp(self.disk(), self.view, NOW_MS + number, 0, BATCHES)
            self.assertEqual(found, ((NOW_MS + number, number, 0), True))
            self.assertEqual(found, find_timestamp(self.disk(), self.loaded, NOW_MS + number, 0, BATCHES))
        largest = self.disk().max_timestamp(self.view)
        self.assertEqual(find_largest(self.disk(), self.view, largest), (NOW_MS + BATCHES - 1, BATCHES - 1, 0))

    def test_memory_gives_nothing_that_is_not_there(self) -> None:
        """Nor does it after a thread looked, but for what that handed over; here the file system cannot tell what is in memory."""
        self.place.fs.open_cached = lambda path: None  # type: ignore[method-assign]
        with self.assertRaises(NotInMemory):
            find(self.memory(), self.view, 700)
        source = self.disk()
        with self.place.fs.waiting_allowed():
            entry = find(source, self.view, 700)
        with self.assertRaises(NotInMemory):
            find(self.memory(), self.view, 700)
        source.hand_over(self.place.last.context)
        self.assertEqual(find(self.memory(), self.view, 700), entry)
        self.assertEqual(self.place.fs.cold_touches, [])

    def test_what_a_thread_found_of_a_segment_that_is_gone_is_dropped(self) -> None:
        source = self.disk()
        find(source, self.view, 700)
        self.segment().deleted = True
        source.hand_over(self.place.last.context)
        self.assertEqual(len(self.place.last.context.index_pages), 0)
        self.assertIsNone(self.segment().index_entries)

    def test_compressed_batches_are_for_threads(self) -> None:
        """Where one must be taken apart; where it begins and ends, its header says."""
        for compression in (Codec.NONE, Codec.GZIP):
            with self.subTest(compression=compression):
                place = Place()
                log = place.log()
                stamped = [(NOW_MS + number, b"k", b"x" * 100, ()) for number in range(3)]
                append(log, codec.build_batch(stamped, codec=compression))
                view, memory = SegmentView(log._segments.active), MemorySource(place.last.context)
                found = find(memory, view, 1)
                assert found is not None
                self.assertEqual((found.base_offset, found.last_offset), (0, 2))
                largest = memory.max_timestamp(view)
                expected = ((NOW_MS + 1, 1, 0), True), (NOW_MS + 2, 2, 0)
                disk = DiskSource(place.fs, place.last.context.codec)
                self.assertEqual((find_timestamp(disk, view, NOW_MS + 1, 0, 3), find_largest(disk, view, largest)), expected)
                if compression is Codec.NONE:
                    self.assertEqual((find_timestamp(memory, view, NOW_MS + 1, 0, 3), find_largest(memory, view, largest)), expected)
                    continue
                with self.assertRaises(NotInMemory):
                    find_timestamp(memory, view, NOW_MS + 1, 0, 3)
                with self.assertRaises(NotInMemory):
                    find_largest(memory, view, largest)

    def test_long_walks_are_for_threads(self) -> None:
        """Even where all of it is in memory."""
        for path in self.place.fs.walk("/data"):
            self.place.fs.open(path).read_at(0, 1 << 30)
        find(self.memory(), self.view, 700)
        self.place.fs.write(self.path(OFFSET_INDEX), b"")
        self.place.last.context.files.clear()
        self.segment().index_entries = None
        self.place.last.context.index_pages.forget(self.segment())
        with mock.patch("klog.storage.segments.lookup.MOST_BYTES_AT_ONCE", 50_000), self.assertRaises(NotInMemory):
            find(self.memory(), SegmentView(self.segment()), BATCHES - 1)
        self.assertEqual(find(self.disk(), self.view, BATCHES - 1), find(self.disk(), self.loaded, BATCHES - 1))

    def damage(self, suffix: str, position: int, data: bytes) -> None:
        path = self.path(suffix)
        whole = bytearray(self.place.fs.read(path))
        whole[position : position + len(data)] = data
        self.place.fs.write(path, bytes(whole))
        self.place.last.context.files.clear()

    def test_damaged_entries_are_noticed(self) -> None:
        """Where they are used."""
        place = 600 * ENTRY_BYTES
        offset = int.from_bytes(self.place.fs.read(self.path(OFFSET_INDEX))[place : place + 4], "big")
        good = self.place.fs.read(self.path(OFFSET_INDEX))
        for data in (b"\x7f", b"\xff", b"\0\0\0\0\0\0\0\1", good[place : place + 4] + b"\0\0\0\1", good[place : place + 4] + b"\x7f\0\0\0"):
            with self.subTest(data=data):
                self.damage(OFFSET_INDEX, place, data)
                found = None
                try:
                    found = find(self.disk(), self.view, offset)
                except CorruptIndex:
                    continue
                finally:
                    self.place.fs.write(self.path(OFFSET_INDEX), good)
                self.assertEqual(found, find(self.disk(), self.loaded, offset))

    def test_readers_get_right_answers_from_damaged_indexes(self) -> None:
        """They are made anew, in a thread, with a warning."""
        place = 600 * ENTRY_BYTES
        for suffix, data in ((OFFSET_INDEX, b"\x7f" * 4), (OFFSET_INDEX, None), (TIME_INDEX, None), (OFFSET_INDEX, b"short")):
            with self.subTest(suffix=suffix, data=data):
                self.open()
                if data is None:
                    self.place.fs.remove(self.path(suffix))
                elif data != b"short":
                    self.damage(suffix, place + 4, data)
                else:
                    self.damage(suffix, self.place.fs.size(self.path(suffix)), data)
                self.place.warnings.clear()
                self.place.fs.cold_touches.clear()
                self.assertEqual(len(read_all(self.log, 590, max_bytes=700)), BATCHES + 5 - 590)
                for number in (3, 601, 1200):
                    log = self.log
                    found = wait_for(lambda log=log, number=number: log.offset_for_timestamp(NOW_MS + number, BATCHES))  # type: ignore[misc]
                    self.assertEqual(found, (NOW_MS + number, number, 0))
                self.assertEqual(len([line for line in self.place.warnings if "made anew" in line]), 1, self.place.warnings)

    def cold(self) -> ColdRead:
        """What a reader of the sealed segment has to wait for."""
        with self.assertRaises(ColdRead) as caught:
            self.log.read(700, 100, upper_bound=BATCHES)
        return caught.exception

    def successor(self) -> Log:
        """The topic is deleted, and made anew under its name."""
        self.assertTrue(self.place.last.delete(T0))
        self.log = create(self.place.last, T0, bytes([7]) * 16, self.settings)
        return self.log

    def test_indexes_made_anew_for_a_log_that_is_gone(self) -> None:
        """They are not written into the directory of the topic that has its name now."""
        self.place.fs.remove(self.path(OFFSET_INDEX))
        self.place.last.context.files.clear()
        cold = self.cold()
        cold.run()
        log = self.successor()
        for number in range(BATCHES + 5):
            append(log, batch(b"x" * 10, timestamp_ms=NOW_MS + 2 * number, key=b"other"))
        before = {path: self.place.fs.read(path) for path in self.place.fs.walk("/data/t-0")}
        cold.apply()
        self.assertEqual({path: self.place.fs.read(path) for path in self.place.fs.walk("/data/t-0")}, before)

    def test_files_opened_for_a_log_that_is_gone(self) -> None:
        """They are not kept as the files of the topic that has its name now."""
        self.place.last.context.files.clear()
        cold = self.cold()
        cold.run()
        log = self.successor()
        cold.apply()
        file = self.place.last.context.files.at_hand(log._segments.first.log_path)
        self.assertEqual(None if file is None else file.size(), 0, "the new one, where there is any")

    def test_a_disk_that_cannot_be_read(self) -> None:
        """Is told, and asked again the next time."""
        self.place.fs.fail_reads(5, ".log")
        for _ in range(2):
            with self.assertRaises(KlogError) as caught:
                wait_for(lambda: self.log.read(700, 100, upper_bound=BATCHES))
            self.assertEqual(caught.exception.code, ErrorCode.KAFKA_STORAGE_ERROR)
        self.place.fs.fail_reads(None)
        self.assertEqual(wait_for(lambda: self.log.read(700, 100, upper_bound=BATCHES)).first_offset, 700)

    def test_a_segment_that_vanished(self) -> None:
        """Nobody waits for ever."""
        self.place.last.context.files.clear()
        self.place.fs.remove(self.segment().log_path)
        with self.assertRaises(KlogError):
            wait_for(lambda: self.log.read(700, 100, upper_bound=BATCHES))
