"""A log of which nothing is in memory: whatever is asked of it, the thread that asks never waits for the disk, and the answers are right.

A random life of appends, rolls, retention, compaction, deleted records and restarts, over files whose caches are dropped again and again.
Work for threads is done where waiting is allowed, and sometimes the log changes before its result is applied.
"""

from __future__ import annotations

import random
import unittest
from collections.abc import Callable
from typing import TypeVar

import pytest

from klog.errors import ErrorCode, KlogError
from klog.records.contract import Entry
from klog.records.implementations import codec, compactor
from klog.storage.byte_rate import ByteRate
from klog.storage.cold_read import ColdRead
from klog.storage.compaction.compaction import CompactionOptions
from klog.storage.compaction.log_compaction import dirtiness_of, prepare_compaction
from klog.storage.index_pages import IndexPages
from klog.storage.log.values import LogRead
from klog.storage.settings import LogSettings
from tests.peers import seed, soak_share
from tests.storage.logs import Place, append, batch

T = TypeVar("T")
#: Asking again ends after so many pieces of work, where the log stands still meanwhile.
MOST_ASKS = 3


class ColdLogModelTests(unittest.TestCase):
    """One log, nothing of it in memory."""

    def life(self, number: int) -> None:
        self.rng = rng = random.Random(number)
        self.place = Place()
        self.settings = LogSettings(
            segment_bytes=rng.choice((400, 3000, 20_000)),
            index_interval_bytes=rng.choice((1, 200, 4096)),
            segment_index_bytes=rng.choice((10 << 20, 400)),
            retention_bytes=rng.choice((-1, 5000)),
            retention_ms=rng.choice((-1, 50)),
            cleanup_compact=rng.random() < 0.3,
            min_compaction_lag_ms=rng.choice((0, 20)),
            max_compaction_lag_ms=rng.choice(((1 << 63) - 1, 30)),
        )
        self.log = self.place.log(self.settings)
        for _ in range(60):
            act = rng.choice(
                (self.fill, self.fill, self.drop, self.drop, self.read, self.read, self.read, self.by_time, self.tidy, self.again)
            )
            act()
            self.assertEqual(self.place.fs.cold_touches, [], f"seed {number}: waited for the disk in {act.__name__}")

    @pytest.mark.soak
    def test_nothing_cold_is_touched(self) -> None:
        first = seed()
        for number in range(first, first + soak_share(3000)):
            self.life(number)

    # Asking

    def ask(self, question: Callable[[], T]) -> T:
        """The answer, with all that has to be read in a thread read there."""
        asked = 0
        while True:
            try:
                return question()
            except ColdRead as cold:
                asked += 1
                with self.place.fs.waiting_allowed():
                    cold.run()
                if self.rng.random() < 0.2:
                    self.meanwhile()
                    asked = 0
                elif asked > MOST_ASKS:
                    raise AssertionError("asking does not end") from cold
                cold.apply()

    def meanwhile(self) -> None:
        """Something happens to the log while a thread reads."""
        if self.rng.random() < 0.7:
            self.fill()
        else:
            self.log.truncate_start(self.rng.randint(self.log.start_offset, self.log.high_watermark))
            with self.place.fs.waiting_allowed():
                self.waiting(lambda: self.log.apply_retention(self.place.clock.ms))
        if self.rng.random() < 0.3:
            self.place.fs.drop_caches()

    def waiting(self, question: Callable[[], T]) -> T:
        with self.place.fs.waiting_allowed():
            while True:
                try:
                    return question()
                except ColdRead as cold:
                    cold.run()
                    cold.apply()

    # Acts

    def fill(self) -> None:
        for _ in range(self.rng.randint(1, 12)):
            values = [b"v" * self.rng.choice((3, 40, 900)) for _ in range(self.rng.randint(1, 3))]
            key = self.rng.choice((b"a", b"b", b"c"))
            self.place.clock.ms += self.rng.randint(0, 5)
            timestamp_ms = -1 if self.rng.random() < 0.05 else self.place.clock.ms - self.rng.randint(0, 30)
            (result,) = append(self.log, batch(*values, key=key, timestamp_ms=timestamp_ms))
            self.assertIn(result.code, (ErrorCode.NONE, ErrorCode.RECORD_LIST_TOO_LARGE), result.message)

    def drop(self) -> None:
        self.place.fs.drop_caches()
        if self.rng.random() < 0.5:
            # As where more files are in use than may be open.
            self.place.last.context.files.clear()
        if self.rng.random() < 0.5:
            self.place.last.context.index_pages = IndexPages(self.rng.choice((1, 3)))

    def again(self) -> None:
        if self.rng.random() < 0.3:
            with self.place.fs.waiting_allowed():
                self.place.last.close()
                self.log = self.place.again(self.settings)
            self.place.fs.drop_caches()

    def tidy(self) -> None:
        log, place = self.log, self.place
        if self.rng.random() < 0.5:
            log.truncate_start(self.rng.randint(log.start_offset, log.high_watermark))
        self.ask(lambda: log.apply_retention(place.clock.ms))
        with place.fs.waiting_allowed():
            log.flush()
        dirt = self.ask(lambda: dirtiness_of(log, None))
        if dirt is None or not dirt.cleanable_bytes:
            return
        options = CompactionOptions(compactor, ByteRate(lambda: 0.0), map_bytes=1 << 20)
        work = self.ask(lambda: prepare_compaction(log, dirt, options))
        while True:
            with place.fs.waiting_allowed():
                result = work.run()
            if self.rng.random() < 0.2:
                place.fs.drop_caches()
            work.settle(result)
            if not work.needs_another_run:
                break

    def read(self) -> None:
        log, rng = self.log, self.rng
        offset = rng.randint(log.start_offset, log.end_offset)
        for _ in range(rng.randint(1, 4)):
            bound = rng.choice((log.high_watermark, rng.randint(offset, max(offset, log.high_watermark))))
            max_bytes = rng.choice((0, 100, 1000, 5000, 10**6))
            minimum_one = rng.random() < 0.7

            def question(offset: int = offset, bound: int = bound, max_bytes: int = max_bytes, one: bool = minimum_one) -> LogRead:
                return log.read(offset, max_bytes, upper_bound=bound, minimum_one_batch=one)

            try:
                got = self.ask(question)
            except KlogError:
                self.assertLess(offset, log.start_offset, "it was there")
                return
            following = self.check(got, offset, max_bytes, bound, minimum_one)
            if following < 0:
                return
            offset = following

    def batches(self) -> list[tuple[Entry, int]]:
        """Every batch that stands in the log's segments, with the base offset of its segment; the files are looked into directly."""
        found = []
        for segment in self.log._segments:
            data = self.place.fs.read(segment.log_path)
            found += [(entry, segment.base_offset) for entry in codec.scan(data)]
        return found

    def check(self, got: LogRead, offset: int, max_bytes: int, bound: int, minimum_one: bool) -> int:
        """What was read is what stands there; the offset to go on from, -1 where nothing was read."""
        expected = [(entry, base) for entry, base in self.batches() if entry.last_offset >= offset and entry.base_offset < bound]
        expected = [(entry, base) for entry, base in expected if entry.last_offset < bound or entry is expected[0][0]]
        if got.span is None:
            fits = [entry for entry, _ in expected[:1] if entry.last_offset < bound and (entry.size <= max_bytes or minimum_one)]
            self.assertEqual(fits, [], "there was something to read")
            return -1
        data = self.place.fs.read(got.span.file.path)[got.span.position : got.span.position + got.span.length]  # type: ignore[attr-defined]
        read = codec.scan(data)
        self.assertEqual(sum(entry.size for entry in read), got.size, "whole batches")
        # Where the offset falls into a gap that compaction left, it stands for the batch behind it.
        self.assertIn(got.first_offset, (read[0].base_offset, offset))
        wanted = [entry for entry, base in expected if base == expected[0][1]][: len(read)]
        self.assertEqual([entry[3:] for entry in read], [entry[3:] for entry in wanted])
        self.assertTrue(got.size <= max_bytes or (minimum_one and len(read) == 1), "more than was asked for")
        if got.next_offset >= 0:
            self.assertGreater(got.next_offset, read[-1].last_offset)
        return got.next_offset

    def by_time(self) -> None:
        log, rng = self.log, self.rng
        kind = rng.randrange(3)
        if kind == 0:
            target = self.place.clock.ms - rng.randint(0, 200)
            bound = log.high_watermark
            found = self.ask(lambda: log.offset_for_timestamp(target, bound))
            start = log.start_offset
            expected = [
                (entry.max_timestamp, entry.last_offset)
                for entry, _ in self.batches()
                if entry.record_count and entry.max_timestamp >= target and entry.last_offset >= start and entry.base_offset < bound
            ]
            if found is None:
                self.assertEqual([pair for pair in expected if pair[1] < bound], [])
            elif found[1] >= start:
                self.assertEqual(found[0], expected[0][0])
                self.assertLessEqual(found[1], expected[0][1])
        elif kind == 1:
            before = max((entry.max_timestamp for entry, _ in self.batches()), default=-1)
            found = self.ask(log.offset_of_max_timestamp)
            largest = [entry.max_timestamp for entry, _ in self.batches()]
            # Compaction leaves empty batches, whose headers still have a timestamp.
            empty = {entry.max_timestamp for entry, _ in self.batches() if not entry.record_count}
            if found is None:
                self.assertTrue(not largest or max(largest) < 0 or max(largest) in empty)
            else:
                # As it was when it was asked for, or has become meanwhile.
                self.assertLessEqual(min(before, max(largest, default=-1)), found[0])
                self.assertLessEqual(found[0], max(before, *largest, -1))
        else:
            offsets = self.ask(lambda: log.legacy_offsets_before(self.place.clock.ms, 5, log.end_offset))
            self.assertEqual(offsets[:1], [log.end_offset] if log._segments.active.size else offsets[:1])
