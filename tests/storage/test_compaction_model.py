"""Compaction against a plain model: whatever is written, compacted and lost with the power, consumers see the newest value of each key.

A script writes segments of batches of all kinds (codecs, idempotent producers, transactions of both ends, keyless records, tombstones),
compacts, lets time pass, and at any operation of the disk the power may go; what a disk could hold then is opened again. After each step
all that was promised is looked for. Scripts come from hypothesis, and repeat.
"""

from __future__ import annotations

import dataclasses
import random
import unittest
from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from klog.records.contract import Codec
from klog.records.implementations import choose_compactor
from klog.storage.cold_read import wait_for
from klog.storage.compaction.log_compaction import dirtiness_of
from klog.testing.filesystem import CrashPoint
from tests import peers
from tests.storage.compacting import SETTINGS, Disk, Writer, committed, entries, present, table

EXAMPLES = 600 if peers.SOAK else 200
KEYS = [None, b"a", b"b", b"c", b"d", b"e"]
ROWS = st.lists(st.tuples(st.sampled_from(KEYS), st.one_of(st.none(), st.binary(max_size=12))), min_size=1, max_size=4)
#: (rows, codec, producer): producer -1 has no id, 0 is idempotent, 1 and 2 write transactions.
BATCH = st.tuples(ROWS, st.sampled_from([Codec.NONE, Codec.NONE, Codec.NONE, Codec.LZ4, Codec.ZSTD]), st.integers(-1, 2))
END = st.tuples(st.just("end"), st.integers(1, 2), st.booleans())
SEGMENT = st.tuples(st.just("segment"), st.lists(st.one_of(BATCH, BATCH, BATCH, END), min_size=1, max_size=5))
COMPACT = st.tuples(st.just("compact"), st.one_of(st.none(), st.none(), st.integers(1, 60)), st.booleans())
TIME = st.tuples(st.just("time"), st.sampled_from([1, 500, 1000, 5000]))
CLEAN_UP = st.tuples(st.just("reopen"), st.booleans())
SCRIPT = st.lists(st.one_of(SEGMENT, SEGMENT, COMPACT, COMPACT, TIME, CLEAN_UP), min_size=2, max_size=12)


class Model:
    """One run."""

    def __init__(self, case: unittest.TestCase, seed: int, small_map: bool, python: bool) -> None:
        self.case = case
        self.random = random.Random(seed)
        self.writer = Writer()
        # One group of segments, or several.
        self.disk = Disk(settings=dataclasses.replace(SETTINGS, segment_bytes=self.random.choice([700, 1 << 20])))
        rooms = choose_compactor({"KLOG_NO_EXTENSIONS": "1"} if python else {})
        self.options: dict[str, Any] = {"rooms": rooms, "read_bytes": self.random.choice([100, 1000, 1 << 20])}
        if small_map:
            self.options["map_bytes"] = rooms.key_offsets.ENTRY_BYTES * 4
        self.small_map = small_map
        self.crashes = 0
        self.disk.segment(0, b"", 1)
        self.disk.fs.remove("/data/t-0/00000000000000000001.log")
        self.disk.open()
        #: Everything below was compacted by one round after the other, each of them whole.
        self.compacted_to = 0
        #: Tombstone's offset -> when the first compaction began that may have met it.
        self.met: dict[int, int] = {}
        self.known: dict[int, tuple[int, int]] = {}

    def segment(self, specs: list[Any]) -> None:
        writer, disk = self.writer, self.disk
        base = writer.end
        data = b""
        for spec in specs:
            if spec[0] == "end":
                data += writer.marker(10 + spec[1], spec[2])
                continue
            rows, kind, producer = spec
            data += writer.batch(rows, kind=kind, producer_id=-1 if producer < 0 else 10 + producer, transactional=producer > 0)
        disk.segment(base, data, writer.end)
        self.reopen(base)

    def reopen(self, recovery_point: int) -> None:
        log = self.disk.open(recovery_point)
        self.case.assertEqual(log.end_offset, self.writer.end)
        self.check()

    def compact(self, crash_after: int | None, lose_checkpoint: bool) -> None:
        disk = self.disk
        assert disk.log is not None
        before = disk.checkpoint
        producers = [entry._replace(batches=entry.batches[-1:]) for entry in disk.log.active_producers()]
        for row in self.writer.rows:
            if row.value is None and row.offset < disk.log.last_stable_offset:
                self.met.setdefault(row.offset, disk.clock.ms)
        if crash_after is not None:
            disk.fs.crash_at = disk.fs.operations + crash_after
        try:
            work = disk.compact(**self.options)
        except CrashPoint:
            self.crashes += 1
            disk.fs = disk.fs.crash(random.Random(self.random.random()))
            disk.checkpoint = None if lose_checkpoint else before
            if lose_checkpoint:
                self.compacted_to = 0
            self.reopen(self.random.choice([0, self.writer.end]))
            assert disk.log is not None
            self.same_producers(producers)
            return
        disk.fs.crash_at = None
        if work is None:
            return
        if self.small_map:
            # Only what one map held is sure to be free of what is outdated.
            self.compacted_to = 0
        else:
            self.compacted_to = work.end_offset
        self.check()
        self.same_producers(producers)

    def same_producers(self, before: list[Any]) -> None:
        """Sequences and open transactions survive, also where state is rebuilt from the log alone."""
        fs, log = self.disk.fs, self.disk.log
        assert log is not None
        for text in fs.list("/data/t-0"):
            if text.endswith(".snapshot"):
                fs.remove(f"/data/t-0/{text}")
        log = self.disk.open(self.random.choice([0, self.writer.end]))
        after = {entry.producer_id: entry for entry in log.active_producers()}
        for entry in before:
            if not entry.batches:
                continue  # of a producer that has left nothing but a marker nothing stays behind the marker's horizon, as in Kafka
            found = after.get(entry.producer_id)
            self.case.assertIsNotNone(found, f"producer {entry.producer_id} is forgotten")
            assert found is not None
            self.case.assertEqual(
                (found.epoch, found.last_sequence, found.last_offset, found.txn_first_offset >= 0),
                (entry.epoch, entry.last_sequence, entry.last_offset, entry.txn_first_offset >= 0),
            )
        self.check()

    def check(self) -> None:
        """All that holds at any time."""
        case, log, writer = self.case, self.disk.log, self.writer
        assert log is not None
        written = {row.offset: row for row in writer.rows}
        ends = [segment.next_offset() for segment in log._segments]
        case.assertEqual(ends[:-1], log._segments.bases()[1:], "no gap before a segment")
        found = present(log)
        offsets = [record.offset for record in found]
        case.assertEqual(offsets, sorted(set(offsets)), "order is kept")
        for record in found:
            row = written[record.offset]
            case.assertEqual((record.timestamp_ms, record.key, record.value), (row.timestamp_ms, row.key, row.value))
        stable = log.last_stable_offset
        first_open = min((rows[0].offset for rows in writer.open.values()), default=writer.end)
        case.assertEqual(stable, first_open)
        good = [row for row in writer.rows if row.offset < stable and (not row.transactional or row.committed)]
        seen = committed(log)
        case.assertEqual(table(seen), table(good), "the newest value of each key")
        case.assertTrue({record.offset for record in seen} <= {row.offset for row in good}, "nothing of an aborted transaction")
        newest: dict[bytes, int] = {row.key: row.offset for row in good if row.key is not None}
        here = set(offsets)
        for offset in newest.values():
            if written[offset].value is not None:
                case.assertIn(offset, here)
            elif offset not in here:
                case.assertGreaterEqual(self.disk.clock.ms - self.met.get(offset, 1 << 62), 1000, f"tombstone {offset} went too early")
        # What was compacted in whole rounds holds nothing that is outdated.
        newest_below: dict[bytes, int] = {row.key: row.offset for row in good if row.key is not None and row.offset < self.compacted_to}
        for offset in offsets:
            if offset < self.compacted_to:
                row = written[offset]
                case.assertIsNotNone(row.key, "a record without a key")
                case.assertFalse(row.transactional and row.committed is False, "a record of an aborted transaction")
                assert row.key is not None
                case.assertEqual(newest_below[row.key], offset, "an outdated record")
        case.assertTrue(here >= {row.offset for row in writer.rows if row.offset >= max(stable, self.compacted_to)}, "too much went")
        # Reading from any offset, by time, and old formats.
        for offset in {self.random.randint(log.start_offset, log.end_offset) for _ in range(3)}:
            first = [record.offset for _, records in entries(log, offset) for record in records]
            control = set(writer.markers)
            case.assertEqual([at for at in first if at not in control], [at for at in offsets if at >= offset], f"from {offset}")
        target = self.random.choice([row.timestamp_ms for row in writer.rows] or [0])
        answer = wait_for(partial(log.offset_for_timestamp, target, log.end_offset))
        all_records = [record for _, records in entries(log) for record in records]
        expected = next(((record.timestamp_ms, record.offset) for record in all_records if record.timestamp_ms >= target), None)
        case.assertEqual(None if answer is None else answer[:2], expected)

    def run(self, script: list[Any]) -> None:
        for name, *rest in script:
            if name == "segment":
                self.segment(rest[0])
            elif name == "compact":
                self.compact(*rest)
            elif name == "time":
                self.disk.clock.ms += rest[0]
                assert self.disk.log is not None
                self.disk.log.remove_deleted(self.disk.clock.ms)
            else:
                self.reopen(0 if rest[0] else self.writer.end)
        # In the end all that can be compacted is.
        self.options.pop("map_bytes", None)
        self.small_map = False
        self.compact(None, False)
        assert self.disk.log is not None
        dirt = dirtiness_of(self.disk.log, self.disk.checkpoint)
        assert dirt is not None
        self.case.assertEqual(dirt.first_dirty, max(dirt.first_uncleanable, dirt.first_dirty))
        self.reopen(0)
        stale = [text for text in self.disk.names() if text.endswith((".cleaned", ".swap"))]
        self.case.assertEqual(stale, [])


class ModelTests(unittest.TestCase):
    """See the head of the file."""

    crashes = 0

    @pytest.mark.soak
    @settings(deadline=None, max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
    @given(SCRIPT, st.integers(0, 1 << 32), st.booleans(), st.integers(0, 4))
    def test_scripts(self, script: list[Any], seed: int, small_map: bool, python: int) -> None:
        model = Model(self, seed, small_map, python == 0)
        try:
            model.run(script)
        finally:
            ModelTests.crashes += model.crashes

    def test_crashes_everywhere(self) -> None:
        """The power goes at each operation of one compaction in turn (every second one), each time with several outcomes."""
        rows = [(KEYS[n % 6], b"%d" % n if n % 5 else None) for n in range(24)]
        script: list[Any] = []
        for part in range(4):
            some = rows[part * 6 : part * 6 + 6]
            script.append(("segment", [(some[:2], Codec.NONE, -1), (some[2:4], Codec.LZ4, 1 + part % 2), (some[4:], Codec.NONE, 0)]))
            script.append(("segment", [("end", 1 + part % 2, bool(part % 3)), (some[:1], Codec.NONE, -1)]))
        crashes = 0
        for operation in range(1, 120, 2):
            for seed in range(4 if peers.SOAK else 2):
                with self.subTest(operation=operation, seed=seed):
                    model = Model(self, seed, False, False)
                    model.run([*script, ("compact", operation, bool(seed % 2)), ("compact", None, False), ("time", 5000)])
                    crashes += model.crashes
        self.assertGreater(crashes, 30)
