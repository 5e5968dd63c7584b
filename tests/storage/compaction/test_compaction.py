"""Compaction, the swap of segments and the log that follows both, together: one log in memory. The model has more."""

from __future__ import annotations

import dataclasses
import errno
import unittest

from klog.records import legacy
from klog.records.contract import Codec, CorruptRecords
from klog.records.implementations import codec
from klog.storage.byte_rate import ByteRate
from klog.storage.compaction.compaction import LONGEST_WAIT_S, Compaction, Step, Stopped
from klog.storage.compaction.log_compaction import dirtiness_of, prepare_compaction
from klog.storage.compaction.segment_swap import RENAMED_AT_ONCE
from klog.storage.segments.offset_index import OffsetIndex
from klog.storage.segments.time_index import TimeIndex
from tests.storage.compacting import FOLDER, SETTINGS, T0, Disk, Writer, committed, entries, made_options, present, run, table, turn
from tests.storage.logs import NOW_MS, append, batch


def name(offset: int, suffix: str) -> str:
    return f"{offset:020d}.{suffix}"


class CompactionCase(unittest.TestCase):
    """A directory and somebody who writes segments into it."""

    def setUp(self) -> None:
        self.disk = Disk()
        self.writer = Writer()

    def write(self, *batches: bytes) -> int:
        """A sealed segment with these (made in this call); its base offset."""
        base = codec.scan(batches[0])[0].base_offset if batches else self.writer.end
        self.disk.segment(base, b"".join(batches), self.writer.end)
        return base

    def begin(self, **options: object) -> Compaction:
        assert self.disk.log is not None
        dirt = dirtiness_of(self.disk.log, self.disk.checkpoint)
        assert dirt is not None
        return prepare_compaction(self.disk.log, dirt, made_options(**options))


class CompactionTests(CompactionCase):
    """What is left in the end."""

    def three(self) -> None:
        for number in range(3):
            self.write(self.writer.batch([(b"a", b"%d" % number), (b"k%d" % number, b"x"), (None, b"y")]))
        self.disk.open()

    def test_segments_become_one(self) -> None:
        self.three()
        log = self.disk.log
        assert log is not None
        work = self.disk.compact()
        assert work is not None
        self.assertEqual([record.offset for record in present(log)], [1, 4, 6, 7])
        self.assertEqual((work.step, work.end_offset, work.records_read, work.records_kept), (Step.DONE, 9, 9, 4))
        self.assertEqual((log.start_offset, log.end_offset, log.segment_count), (0, 9, 2))
        self.assertEqual(entries(log)[-1][0].last_offset, 8, "the new segment covers what the old ones covered")
        names = self.disk.names()
        self.assertEqual([text for text in names if text.endswith(".log")], [name(0, "log"), name(9, "log")])
        deleted = [text for text in names if text.endswith(".deleted") and "snapshot" not in text]
        self.assertEqual(len(deleted), 3 * 3)
        self.disk.clock.ms += 11
        log.remove_deleted(self.disk.clock.ms)
        self.assertFalse([text for text in self.disk.names() if text.endswith(".deleted")])
        self.assertIsNone(self.disk.compact(), "nothing more to do")

    def test_groups_by_segment_bytes(self) -> None:
        self.disk.settings = dataclasses.replace(SETTINGS, segment_bytes=250)
        self.three()
        self.disk.compact()
        assert self.disk.log is not None
        self.assertEqual(self.disk.log.segment_count, 3)
        self.assertEqual([record.offset for record in present(self.disk.log)], [1, 4, 6, 7])

    def test_readers_keep_what_they_hold(self) -> None:
        self.three()
        log = self.disk.log
        assert log is not None
        got = log.read(0, 10_000, upper_bound=9)
        assert got.span is not None
        before = got.span.read()
        spans = []

        def between(work: Compaction) -> None:
            spans.append((work.step, [record.offset for record in present(log)]))

        self.disk.compact(between)
        self.disk.clock.ms += 11
        log.remove_deleted(self.disk.clock.ms)
        self.assertEqual(got.span.read(), before)
        self.assertEqual([step for step, _ in spans], [Step.CLEAN, Step.SWAP, Step.DELETE, Step.NAME_LOG, Step.NAME_INDEXES, Step.CLEAN])
        self.assertEqual([offsets for _, offsets in spans[:2]], [[0, 1, 2, 3, 4, 5, 6, 7, 8]] * 2)
        self.assertEqual([offsets for _, offsets in spans[2:]], [[1, 4, 6, 7]] * 4, "in every step the log can be read")

    def test_appends_go_on(self) -> None:
        self.three()
        log = self.disk.log
        assert log is not None

        def between(work: Compaction) -> None:
            (result,) = append(log, batch(b"new", key=b"n"))
            self.assertEqual(result.code, 0)

        self.disk.compact(between)
        self.assertEqual([record.offset for record in present(log)], [1, 4, 6, 7, *range(9, 15)])

    def test_indexes_are_what_recovery_makes(self) -> None:
        self.write(*[self.writer.batch([(b"k%d" % (number % 40), b"v" * 30)]) for number in range(60)])
        self.disk.open()
        self.disk.compact()
        kinds = ("index", "timeindex")
        before = {kind: self.disk.fs.read(f"{FOLDER}/{name(0, kind)}") for kind in kinds}
        self.disk.open(recovery_point=0)
        for kind in kinds:
            self.assertEqual(self.disk.fs.read(f"{FOLDER}/{name(0, kind)}"), before[kind], kind)
        self.assertGreater(len(before["index"]), 100)
        file = self.disk.fs.open(f"{FOLDER}/{name(0, 'timeindex')}")
        self.assertEqual(TimeIndex.load(file, 0).last.timestamp_ms, NOW_MS + 59)
        log = self.disk.log
        assert log is not None
        self.assertEqual(log.offset_for_timestamp(NOW_MS, 60), (NOW_MS + 20, 20, 0))
        self.assertEqual(log.offset_of_max_timestamp(), (NOW_MS + 59, 59, 0))

    def test_the_time_of_the_last_change_stays(self) -> None:
        self.write(self.writer.batch([(b"a", b"1")]))
        self.disk.open()
        before = self.disk.fs.modified_ms(f"{FOLDER}/{name(0, 'log')}")
        self.disk.clock.ms += 1000
        self.disk.compact()
        self.assertEqual(self.disk.fs.modified_ms(f"{FOLDER}/{name(0, 'log')}"), before)

    def test_only_what_is_new_is_mapped_the_next_time(self) -> None:
        self.three()
        self.disk.compact()
        self.write(self.writer.batch([(b"a", None), (b"z", b"1")]))
        log = self.disk.open(recovery_point=9)
        dirt = dirtiness_of(log, self.disk.checkpoint)
        assert dirt is not None
        self.assertEqual((dirt.first_dirty, dirt.first_uncleanable), (9, 11))
        work = self.disk.compact()
        assert work is not None
        self.assertEqual([record.offset for record in present(log)], [1, 4, 7, 9, 10])
        self.assertEqual(table(committed(log)), {b"k0": b"x", b"k1": b"x", b"k2": b"x", b"z": b"1"})

    def test_a_small_map_takes_several_turns(self) -> None:
        keys = [(b"%d" % (number % 12), b"v%d" % number) for number in range(48)]
        for first in range(0, 48, 6):
            self.write(self.writer.batch(keys[first : first + 6]))
        log = self.disk.open()
        limit = made_options().compactor.key_offsets.ENTRY_BYTES * 7
        turns = 0
        while self.disk.compact(map_bytes=limit) is not None:
            turns += 1
            self.assertEqual(table(present(log)), dict(keys))
        self.assertGreater(turns, 3)
        self.assertLess(len(present(log)), 30)

    def test_a_batch_larger_than_what_is_read_at_once(self) -> None:
        big = bytes(range(256)) * 20
        self.write(self.writer.batch([(b"a", big), (b"b", b"1")]), self.writer.batch([(b"b", b"2")]))
        log = self.disk.open()
        self.disk.compact(read_bytes=100)
        self.assertEqual([(record.offset, record.value) for record in present(log)], [(0, big), (2, b"2")])

    def test_an_open_transaction_holds_it_back(self) -> None:
        first = self.writer.batch([(b"a", b"1")])
        self.write(first)
        self.write(self.writer.batch([(b"a", b"2")], producer_id=5, transactional=True))
        log = self.disk.open()
        dirt = dirtiness_of(log, None)
        assert dirt is not None
        self.assertEqual(dirt.first_uncleanable, 1)

    def test_aborted_transactions_and_their_index(self) -> None:
        writer = self.writer
        self.write(writer.batch([(b"a", b"1")]), writer.batch([(b"a", b"2")], producer_id=5, transactional=True))
        self.write(writer.batch([(b"b", b"1")], producer_id=6, transactional=True), writer.marker(5, False))
        self.write(writer.marker(6, True), writer.batch([(b"c", b"1")], producer_id=5, transactional=True), writer.marker(5, True))
        log = self.disk.open()
        self.assertEqual(len(log.aborted_transactions(0, 99)), 1)
        self.disk.compact()
        self.assertEqual(table(committed(log)), {b"a": b"1", b"b": b"1", b"c": b"1"})
        self.assertEqual([record.offset for record in present(log)], [0, 2, 5])
        # The marker stays for now, and so does the transaction in the index.
        self.assertEqual([txn.first_offset for txn in log.aborted_transactions(0, 99)], [1])
        self.write(writer.batch([(b"d", b"1")]))
        log = self.disk.open(recovery_point=7)
        self.disk.compact()
        self.assertEqual(log.aborted_transactions(0, 99), [], "nothing of it is left")
        offsets = [entry.base_offset for entry, _ in entries(log)]
        self.assertIn(3, offsets, "the marker waits for its horizon")
        self.disk.clock.ms += 1000
        self.write(writer.batch([(b"e", b"1")]))
        log = self.disk.open(recovery_point=8)
        self.disk.compact()
        self.assertNotIn(3, [entry.base_offset for entry, _ in entries(log)])
        self.assertEqual(table(committed(log)), dict.fromkeys((b"a", b"b", b"c", b"d", b"e"), b"1"))

    def test_old_formats(self) -> None:
        self.disk.fs.write(f"{FOLDER}/{name(0, 'log')}", b"")
        old = b"".join(legacy.message_bytes(1, n, NOW_MS + n, b"k%d" % (n % 3), b"v%d" % n) for n in range(8))
        self.disk.segment(0, old, 8)
        log = self.disk.open()
        self.disk.compact()
        self.assertEqual([(record.offset, record.value) for record in present(log)], [(5, b"v5"), (6, b"v6"), (7, b"v7")])
        self.assertEqual({entry.magic for entry, _ in entries(log)}, {2})

    def test_batches_without_records_are_read_over(self) -> None:
        """An empty batch stays for its producer's sake: old consumers get nothing of it, by time it is not found."""
        writer = self.writer
        self.write(writer.batch([(b"a", b"1")], producer_id=5, kind=Codec.LZ4), writer.batch([(b"a", b"2")]), writer.batch([(b"b", b"1")]))
        log = self.disk.open()
        self.disk.compact()
        found = entries(log)
        self.assertEqual([(entry.base_offset, entry.record_count) for entry, _ in found], [(0, 0), (1, 1), (2, 1)])
        self.assertEqual(log.offset_for_timestamp(NOW_MS, 3), (NOW_MS + 1, 1, 0))
        got = log.read(0, 10_000, upper_bound=3)
        assert got.span is not None
        data = got.span.read()
        self.assertEqual([entry.base_offset for entry in codec.scan(codec.to_old_magic(data, 1))], [1, 2])
        self.assertEqual(codec.to_old_magic(data[: found[0][0].size], 0), b"")
        (result,) = append(log, codec.build_batch([(NOW_MS, b"x", b"1", ())], producer_id=5, producer_epoch=0, base_sequence=1))
        self.assertEqual(result.code, 0, "the sequence goes on")


class AbandonedTests(CompactionCase):
    """Compactions that come to nothing."""

    def setUp(self) -> None:
        super().setUp()
        for number in range(3):
            self.write(self.writer.batch([(b"a", b"%d" % number), (b"k%d" % number, b"x")]))
        self.log = self.disk.open()
        self.before = {path: self.disk.fs.read(path) for path in self.disk.fs.walk(FOLDER) if not path.endswith("checkpoint")}

    def unchanged(self) -> None:
        after = {path: self.disk.fs.read(path) for path in self.disk.fs.walk(FOLDER) if not path.endswith("checkpoint")}
        self.assertEqual(after, self.before)

    def test_stopped_on_the_way(self) -> None:
        work = self.begin(read_bytes=100)
        work.run()
        self.assertTrue([text for text in self.disk.names() if text.endswith(".cleaned")])
        work.stop()
        self.assertTrue(work.compaction.stopping)
        work.settle(error=Stopped())
        self.assertFalse(turn(work))
        self.unchanged()
        self.assertIsNone(self.log.compaction)
        again = self.begin()
        again.stop()
        self.assertRaises(Stopped, run, again)
        self.unchanged()

    def test_the_log_is_closed_meanwhile(self) -> None:
        work = self.begin()
        work.run()
        self.log.abandon()
        self.assertTrue(work.compaction.stopping)
        work.settle()
        self.assertFalse(turn(work))
        self.assertEqual((work.is_done, work.error, self.log.work.running), (False, None, set()))
        self.unchanged()
        self.assertIsNone(dirtiness_of(self.log, None))

    def test_one_at_a_time_and_no_retention_meanwhile(self) -> None:
        work = self.begin()
        self.assertIsNone(dirtiness_of(self.log, None))
        self.log.truncate_start(4)
        self.assertEqual(self.log.apply_retention(NOW_MS), 0)
        run(work)
        self.assertEqual(self.log.start_offset, 4)
        self.assertEqual([record.offset for record in present(self.log)], [4, 5])

    def test_a_broken_batch(self) -> None:
        path = f"{FOLDER}/{name(2, 'log')}"
        data = bytearray(self.disk.fs.read(path))
        data[-1] ^= 1
        self.disk.fs.write(path, bytes(data))
        work = self.begin()
        self.assertRaises(CorruptRecords, run, work)
        self.before[path] = bytes(data)
        self.unchanged()
        self.disk.fs.write(path, bytes(data[:-5]))
        work = self.begin()
        self.assertRaises(CorruptRecords, run, work)

    def test_a_full_disk(self) -> None:
        self.disk.fs.fail_writes(errno.ENOSPC)
        work = self.begin()
        self.assertRaises(OSError, run, work)
        self.disk.fs.fail_writes(None)
        self.unchanged()
        self.assertIsNone(self.log._context.offline)
        self.assertIsNotNone(self.disk.compact())

    def test_a_directory_that_cannot_be_synced(self) -> None:
        work = self.begin()
        self.assertTrue(turn(work))
        self.disk.fs.fail_next_sync()
        self.assertTrue(turn(work), "what was written in vain has to go")
        self.assertFalse(turn(work))
        self.assertIsInstance(work.error, OSError)
        self.assertIsNotNone(self.log._context.offline)
        self.assertEqual(len(present(self.log)), 6, "it can be read")

    def test_a_rename_that_fails(self) -> None:
        work = self.begin()
        work.run()
        self.disk.fs.remove(f"{FOLDER}/{name(0, 'log')}.cleaned")
        work.settle()
        self.assertIsInstance(work.error, OSError)
        self.assertIsNotNone(self.log._context.offline)
        self.assertIsNone(self.log.compaction)
        self.assertFalse(turn(work))

    def test_other_logs_are_not_compacted(self) -> None:
        for change in ({"cleanup_compact": False}, {"retention_known": False}):
            self.log.update_settings(dataclasses.replace(SETTINGS, **change))
            self.assertIsNone(dirtiness_of(self.log, None))

    def test_the_limit_of_bytes_a_second(self) -> None:
        now = 0.0
        waits: list[float] = []
        rate = ByteRate(lambda: now, 100.0)
        options = dataclasses.replace(made_options(read_bytes=100), rate=rate)
        dirt = dirtiness_of(self.log, None)
        assert dirt is not None
        work = prepare_compaction(self.log, dirt, options)

        def wait(seconds: float) -> bool:
            nonlocal now
            waits.append(seconds)
            self.assertLessEqual(seconds, LONGEST_WAIT_S, "another limit counts soon")
            now += seconds
            return False

        work.compaction._stopping.wait = wait  # type: ignore[method-assign, assignment]
        run(work)
        self.assertAlmostEqual(now, (work.compaction.bytes_read + work.compaction.bytes_written) / 100, delta=2.5)
        self.assertGreater(len(waits), 3)


class ManySegmentsTests(CompactionCase):
    """No step on the log's thread renames more than a few files."""

    def test_renames_are_spread(self) -> None:
        for number in range(RENAMED_AT_ONCE * 2 + 3):
            self.write(self.writer.batch([(b"a", b"%d" % number)]))
        log = self.disk.open()
        work = self.begin()
        most = 0
        again = True
        while again:
            work.run()
            renames = 0

            def count(name: str, path: str) -> None:
                nonlocal renames
                renames += name == "rename"

            self.disk.fs.on_operation = count
            work.settle()
            again = work.needs_another_run
            self.disk.fs.on_operation = None
            most = max(most, renames)
        self.assertLessEqual(most, RENAMED_AT_ONCE * 4)
        self.assertEqual([record.value for record in present(log)], [b"%d" % (RENAMED_AT_ONCE * 2 + 2)])
        self.assertEqual(log.topic_partition, T0)
        index = OffsetIndex.load(self.disk.fs.open(f"{FOLDER}/{name(0, 'index')}"), 0)
        self.assertEqual(len(index), 0)
