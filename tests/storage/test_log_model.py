"""The log against a plain list: whatever is appended, read, deleted, restarted or refused by the disk, both hold the same records."""

from __future__ import annotations

import errno
import unittest

from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from klog.errors import ErrorCode, KlogError
from klog.records.contract import Codec
from klog.records.implementations import codec
from klog.storage.cold_read import wait_for
from klog.storage.log.log import Log
from klog.storage.settings import LogSettings
from tests.storage.logs import NOW_MS, Place, append, batch, checkpoint, read_all, retain, values

BATCHES = st.lists(
    st.tuples(
        st.lists(st.binary(max_size=120), min_size=1, max_size=5),
        st.integers(0, 5000),
        st.sampled_from([Codec.NONE, Codec.NONE, Codec.LZ4, Codec.GZIP]),
    ),
    min_size=1,
    max_size=4,
)


class LogMachine(RuleBasedStateMachine):
    """One log and what it should hold."""

    @initialize(
        segment_bytes=st.integers(700, 3000),
        index_interval=st.integers(1, 400),
        index_bytes=st.sampled_from([24, 60, 10 << 20]),
        flush_rule=st.booleans(),
        segment_ms=st.sampled_from([1000, 10**9]),
    )
    def begin(self, segment_bytes: int, index_interval: int, index_bytes: int, flush_rule: bool, segment_ms: int) -> None:
        self.settings = LogSettings(
            segment_bytes=segment_bytes,
            index_interval_bytes=index_interval,
            segment_index_bytes=index_bytes,
            segment_ms=segment_ms,
            flush_messages=1 if flush_rule else None,
            retention_bytes=4000,
            file_delete_delay_ms=5,
        )
        self.place = Place()
        self.log: Log = self.place.log(self.settings)
        #: offset -> (value, timestamp)
        self.records: dict[int, tuple[bytes, int]] = {}
        self.start = self.end = self.shown = 0
        self.sequence = 0

    def _note(self, base: int, texts: list[bytes], timestamp_ms: int) -> None:
        assert base == self.end
        for text in texts:
            self.records[self.end] = (text, timestamp_ms)
            self.end += 1
        if not self.settings.flush_rule:
            self.shown = self.end

    @rule(batches=BATCHES, idempotent=st.booleans())
    def append(self, batches: list[tuple[list[bytes], int, Codec]], idempotent: bool) -> None:
        made = []
        for texts, later_ms, compression in batches:
            fields = {}
            if idempotent:
                fields = {"producer_id": 9, "producer_epoch": 1, "base_sequence": self.sequence}
                self.sequence += len(texts)
            made.append(batch(*texts, timestamp_ms=NOW_MS + later_ms, compression=compression, **fields))
        results = append(self.log, *made)
        for result, (texts, later_ms, _) in zip(results, batches, strict=True):
            assert result.code == ErrorCode.NONE, result
            assert not result.duplicate
            self._note(result.base_offset, texts, NOW_MS + later_ms)
        if idempotent:
            (again,) = append(self.log, made[-1])
            assert again.duplicate and again.base_offset == results[-1].base_offset, again

    @rule(batches=BATCHES, partial=st.integers(0, 100))
    def refused_by_the_disk(self, batches: list[tuple[list[bytes], int, Codec]], partial: int) -> None:
        self.place.fs.fail_writes(errno.ENOSPC, partial)
        texts = batches[0][0]
        results = append(self.log, batch(*texts, producer_id=9, producer_epoch=1, base_sequence=self.sequence))
        self.place.fs.fail_writes(None)
        assert [result.code for result in results] == [ErrorCode.KAFKA_STORAGE_ERROR], results
        assert self.log.end_offset == self.end
        assert self.place.last.offline is None

    @rule()
    def flush(self) -> None:
        self.log.flush()
        self.shown = self.end

    @rule(data=st.data())
    def delete_records(self, data: st.DataObject) -> None:
        offset = data.draw(st.integers(0, self.shown))
        self.start = max(self.start, offset)
        assert self.log.truncate_start(offset) == self.start
        retain(self.log, self.place.clock.ms)
        # It may have waited for a flush of what is rolled.
        self.shown = max(self.shown, self.log.recovery_point)
        self.start = self.log.start_offset
        assert self.start >= offset
        self.place.clock.ms += 10
        self.log.remove_deleted(self.place.clock.ms)

    @rule(clean=st.booleans())
    def restart(self, clean: bool) -> None:
        if clean:
            assert self.place.last.close(), self.place.warnings
            assert sum("deleted" in path for path in self.place.fs.walk("/data")) <= 100
        else:
            checkpoint(self.place.last)
        self.log = self.place.again(self.settings)
        self.shown = self.end
        assert self.place.report.clean is clean
        assert self.place.report.truncated_bytes == 0
        assert self.log.start_offset == self.start

    @rule(data=st.data(), max_bytes=st.integers(0, 3000), minimum=st.booleans())
    def read(self, data: st.DataObject, max_bytes: int, minimum: bool) -> None:
        offset = data.draw(st.integers(max(self.start - 2, 0), self.end + 2))
        bound = data.draw(st.sampled_from([self.shown, self.end]))
        if not self.start <= offset <= self.end:
            try:
                self.log.read(offset, max_bytes, upper_bound=bound)
            except KlogError as error:
                assert error.code == ErrorCode.OFFSET_OUT_OF_RANGE
                return
            raise AssertionError("an offset out of range was read")
        got = self.log.read(offset, max_bytes, upper_bound=bound, minimum_one_batch=minimum)
        if got.span is None:
            assert offset >= bound or not minimum
            return
        entries = codec.scan(got.span.read())
        assert sum(entry.size for entry in entries) == got.size, "whole batches"
        assert entries[0].base_offset == got.first_offset <= offset <= entries[0].last_offset
        assert got.size <= max_bytes or (minimum and len(entries) == 1)
        assert entries[-1].last_offset < bound
        assert got.next_offset == entries[-1].last_offset + 1
        for record in codec.records(got.span.read()):
            if record.offset >= self.start:
                assert (record.value, record.timestamp_ms) == self.records[record.offset]

    @rule(later_ms=st.integers(-1, 5001))
    def find_by_time(self, later_ms: int) -> None:
        target = NOW_MS + later_ms
        expected = next(((self.records[o][1], o) for o in range(self.start, self.shown) if self.records[o][1] >= target), None)
        found = wait_for(lambda: self.log.offset_for_timestamp(target, self.shown))
        assert (found[:2] if found else None) == expected, (found, expected)
        if found is not None:
            assert found[2] == self.log.leader_epoch_for_offset(found[1])

    @precondition(lambda self: self.end > self.start)
    @rule()
    def find_largest_time(self) -> None:
        found = wait_for(self.log.offset_of_max_timestamp)
        first_base = self.log.first_segment_base
        held = {offset: record for offset, record in self.records.items() if offset >= first_base}
        top = max(timestamp for _, timestamp in held.values())
        assert found is not None and found[0] == top
        assert found[1] == min(offset for offset, (_, timestamp) in held.items() if timestamp == top)

    @invariant()
    def offsets_are_in_order(self) -> None:
        if not hasattr(self, "log"):
            return
        log = self.log
        assert (log.end_offset, log.high_watermark, log.start_offset) == (self.end, self.shown, self.start)
        assert log.start_offset <= log.last_stable_offset <= log.high_watermark <= log.end_offset
        assert log.recovery_point <= log.end_offset

    def teardown(self) -> None:
        if not hasattr(self, "log"):
            return
        held = values(read_all(self.log, upper_bound=self.end, max_bytes=500))
        assert held == [(offset, self.records[offset][0]) for offset in range(self.start, self.end)]
        assert self.place.last.close(), self.place.warnings
        assert self.place.fs.open_files == 0, "all files are closed"


LogMachine.TestCase.settings = hypothesis_settings(deadline=None, max_examples=60, stateful_step_count=25)


class LogModelTests(LogMachine.TestCase, unittest.TestCase):  # type: ignore[misc, valid-type]
    """The machine as a test."""
