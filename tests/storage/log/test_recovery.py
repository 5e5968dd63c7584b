"""Opening a partition's directory: leftovers, torn tails, and damaged files of each kind."""

from __future__ import annotations

import errno
import random
import unittest
from functools import partial
from unittest import mock

from klog.model import TopicPartition
from klog.records.contract import BATCH_OVERHEAD
from klog.records.implementations import codec
from klog.storage.cold_read import wait_for
from klog.storage.log.log import Log
from klog.storage.settings import LogSettings
from klog.testing.filesystem import CrashPoint, MemoryFile, MemoryFileSystem, Survival
from tests.storage.logs import NOW_MS, T0, Place, append, batch, checkpoint, create, read_all, values

FOLDER = "/data/t-0"


def name(offset: int, suffix: str) -> str:
    return f"{FOLDER}/{offset:020d}.{suffix}"


class FourSegments(unittest.TestCase):
    """A log of four segments of four batches each."""

    def setUp(self) -> None:
        self.place = Place()
        self.size = len(self.made(0))
        self.settings = LogSettings(segment_bytes=4 * self.size, index_interval_bytes=self.size)
        self.log = self.place.log(self.settings)
        for number in range(16):
            append(self.log, self.made(number))

    def made(self, number: int) -> bytes:
        return batch(b"%030d" % number, timestamp_ms=NOW_MS + number, producer_id=6, producer_epoch=0, base_sequence=number)

    def start(self) -> Log:
        """Open the log again."""
        self.log = self.place.again(self.settings)
        return self.log

    def cut(self, base: int, batches: int) -> None:
        """Of the segment nothing but so many batches reached the disk; -1: not even its name."""
        if batches >= 0:
            self.place.fs.write(name(base, "log"), self.place.fs.read(name(base, "log"))[: batches * self.size])
            return
        for path in list(self.place.fs.walk(FOLDER)):
            if f"{base:020d}." in path:
                self.place.fs.remove(path)


class RecoveryTests(FourSegments):
    """Damaged and opened again."""

    def expected(self, count: int = 16) -> list[tuple[int, bytes | None]]:
        return [(number, b"%030d" % number) for number in range(count)]

    def stop(self, clean: bool) -> None:
        if clean:
            self.assertTrue(self.place.last.close())
        else:
            checkpoint(self.place.last)
        self.place.warnings.clear()

    def start(self) -> Log:
        self.report = super().start().report
        return self.log

    def edit(self, path: str, data: bytes | None) -> None:
        if data is None:
            self.place.fs.remove(path)
        else:
            self.place.fs.write(path, data)

    def both(self) -> tuple[bool, bool]:
        return (True, False)

    # Nothing wrong

    def test_nothing_wrong(self) -> None:
        for clean in self.both():
            with self.subTest(clean=clean):
                self.stop(clean)
                log = self.start()
                self.assertEqual(values(read_all(log)), self.expected())
                self.assertEqual((self.report.recovered, self.report.truncated_bytes, self.report.warnings), (not clean, 0, []))
                self.assertEqual(log.recovery_point, 16)

    def watched_start(self) -> tuple[list[str], list[tuple[int, int]]]:
        """Start; which directories were listed, and what of the active segment was read: positions and lengths."""
        listed: list[str] = []
        reads: list[tuple[int, int]] = []
        list_plain, read_plain = self.place.fs.list, MemoryFile.read_at

        def listing(path: str) -> list[str]:
            listed.append(path)
            return list_plain(path)

        def reading(file: MemoryFile, position: int, length: int) -> bytes:
            if file.path == name(12, "log"):
                reads.append((position, length))
            return read_plain(file, position, length)

        with mock.patch.object(self.place.fs, "list", listing), mock.patch.object(MemoryFile, "read_at", reading):
            self.start()
        return listed, reads

    def test_a_start_lists_the_directory_once(self) -> None:
        for clean in self.both():
            with self.subTest(clean=clean):
                self.stop(clean)
                listed, _ = self.watched_start()
                self.assertEqual(listed.count(FOLDER), 1)

    def test_an_orderly_start_walks_the_end_of_the_active_segment_once(self) -> None:
        self.stop(True)
        _, reads = self.watched_start()
        # The header to which the index leads, the batches from there on, and the first batch.
        walked = [(2 * self.size, BATCH_OVERHEAD), (2 * self.size, 2 * self.size), (0, 4 * self.size)]
        # And for the batches of producers before their newest one.
        self.assertEqual(reads, [*walked, (0, 4 * self.size)])

    def test_an_orderly_start_reads_little(self) -> None:
        self.stop(True)
        read: list[str] = []
        plain = self.place.fs.open

        def watched(path: str, **modes: bool) -> object:
            read.append(path)
            return plain(path, **modes)

        self.place.fs.open = watched  # type: ignore[assignment, method-assign]
        self.start()
        kinds = sorted(path.rpartition("/")[2] for path in read if path.startswith(FOLDER))
        self.assertEqual(
            kinds,
            [
                # The producer's fifth batch stands there.
                f"{8:020d}.log",
                f"{12:020d}.index",
                # Once for the log, and once for what is looked up beside it.
                f"{12:020d}.log",
                f"{12:020d}.log",
                f"{12:020d}.timeindex",
                f"{16:020d}.snapshot",
                "leader-epoch-checkpoint",
                "partition.metadata",
            ],
        )

    def test_unflushed_segments_only_are_walked(self) -> None:
        self.log.flush()
        append(self.log, self.made(16))
        self.stop(False)
        self.assertEqual(self.start().report.scanned_bytes, self.size)

    # 1

    def test_leftovers(self) -> None:
        self.stop(True)
        for leftover in (
            "00000000000000000000.log.deleted",
            "00000000000000000004.index.cleaned",
            "00000000000000000008.log.swap",
            "x.tmp",
        ):
            self.place.fs.write(f"{FOLDER}/{leftover}", b"junk")
        self.assertEqual(values(read_all(self.start())), self.expected())
        self.assertFalse(
            [path for path in self.place.fs.walk(FOLDER) if not path.endswith(("log", "index", "snapshot", "checkpoint", "metadata"))]
        )

    def test_a_finished_replacement(self) -> None:
        """Compaction had written segments 0 to 7 as one, and the power went before it could put it in their place."""
        self.stop(True)
        kept = codec.patch(self.made(1), 1, 0) + self.made(1)[16:] + codec.patch(self.made(6), 6, 0) + self.made(6)[16:]
        self.place.fs.write(name(0, "log.swap"), kept)
        log = self.start()
        self.assertEqual([record.offset for record in read_all(log)], [1, 6, *range(8, 16)])
        self.assertIn("interrupted replacement", " ".join(self.place.warnings))
        self.assertFalse([path for path in self.place.fs.walk(FOLDER) if path.endswith(".swap")])

    def test_a_replacement_cut_short_at_any_point(self) -> None:
        """The same with the old segments partly gone, the new one partly named; and the power may go again while that is mended."""
        kept = codec.patch(self.made(1), 1, 0) + self.made(1)[16:] + codec.patch(self.made(7), 7, 0) + self.made(7)[16:]
        self.log.flush()
        self.stop(False)
        whole = self.place.fs
        expected = [1, 7, *range(8, 16)]
        for gone in range(3):
            for named in (False, True):
                if named and gone < 2:
                    continue  # the log is named last of all
                fs = whole.crash(random.Random(1))
                fs.write(name(0, "log" if named else "log.swap"), kept)
                fs.write(name(0, "index.swap"), b"")
                fs.write(name(0, "timeindex.swap"), b"")
                for base in (0, 4)[:gone]:
                    for kind in ("log", "index", "timeindex"):
                        if fs.exists(name(base, kind)) and not (named and base == 0 and kind == "log"):
                            fs.rename(name(base, kind), name(base, kind) + ".deleted")
                            fs.sync_directory(FOLDER)
                crashed = []
                for operation in range(1, 12):
                    other = fs.crash(random.Random(operation))
                    other.crash_at = operation
                    self.place.fs = other
                    try:
                        self.start()
                    except CrashPoint:
                        crashed.append(other.crash(random.Random(operation)))
                self.assertGreater(len(crashed), 5)
                for left in [fs, *crashed]:
                    self.place.fs = left
                    log = self.start()
                    self.assertEqual([record.offset for record in read_all(log)], expected, (gone, named))
                    self.assertFalse([path for path in left.walk(FOLDER) if path.endswith((".swap", ".deleted"))])

    # 2

    def test_an_index_without_a_segment(self) -> None:
        for clean in self.both():
            self.stop(clean)
            self.place.fs.write(name(99, "index"), b"12345678")
            self.assertEqual(len(read_all(self.start())), 16)
            self.assertFalse(self.place.fs.exists(name(99, "index")))
            self.assertIn("belongs to no segment", " ".join(self.place.warnings))

    def test_an_empty_directory(self) -> None:
        self.stop(True)
        for path in list(self.place.fs.walk(FOLDER)):
            self.place.fs.remove(path)
        log = self.start()
        self.assertEqual((log.start_offset, log.end_offset), (0, 0))
        append(log, self.made(0))

    # 3

    def test_epochs_of_a_file_that_is_behind(self) -> None:
        """It is written with flushes: what has come since is told by the batches, and so is what had been noted and was over by then."""
        self.log.assign_leader_epoch(7, note=True)
        self.log.flush()
        self.assertEqual(self.place.fs.read(f"{FOLDER}/leader-epoch-checkpoint"), b"0\n2\n0 0\n7 16\n")
        self.log.prepare_truncation(16)
        for epoch in (5, 6):
            self.log.leader_epoch = epoch
            append(self.log, self.made(self.log.end_offset))
        self.stop(clean=False)
        log = self.start()
        self.assertEqual([log.end_offset_for_epoch(epoch) for epoch in (0, 5, 6)], [(0, 16), (5, 17), (6, 18)])
        self.assertEqual([log.leader_epoch_for_offset(offset) for offset in (15, 16, 17, 18)], [0, 5, 6, 7])

    def test_epochs_of_which_compaction_has_left_nothing(self) -> None:
        """The file alone knows when they began, and whoever wrote in an earlier epoch, alone, is told by it where to cut."""
        for epoch, numbers in ((3, range(16, 20)), (5, range(20, 22))):
            self.log.assign_leader_epoch(epoch, note=True)
            for number in numbers:
                append(self.log, self.made(number))
        self.log.flush()
        self.stop(clean=False)
        self.cut(16, -1)
        self.place.fs.write("/data/cleaner-offset-checkpoint", b"0\n1\nt 0 20\n")
        # Written from time to time; compaction goes by what is flushed.
        self.place.fs.write("/data/recovery-point-offset-checkpoint", b"0\n1\nt 0 8\n")
        log = self.start()
        self.assertEqual((log.report.dropped_segments, log.end_offset), (0, 22))
        self.assertEqual([log.end_offset_for_epoch(epoch) for epoch in (0, 3, 5)], [(0, 16), (3, 20), (5, 22)])

    def test_damaged_epochs(self) -> None:
        self.log.assign_leader_epoch(5)
        append(self.log, self.made(16))
        self.log.flush()
        good = self.place.fs.read(f"{FOLDER}/leader-epoch-checkpoint")
        for clean in self.both():
            for bad in (b"\xff\xff", b"0\n9\n0 0\n", b"7\n0\n", None, b""):
                with self.subTest(clean=clean, bad=bad):
                    self.stop(clean)
                    self.edit(f"{FOLDER}/leader-epoch-checkpoint", bad)
                    log = self.start()
                    self.assertEqual(self.place.fs.read(f"{FOLDER}/leader-epoch-checkpoint"), good)
                    self.assertEqual([log.leader_epoch_for_offset(offset) for offset in (0, 15, 16)], [0, 0, 5])
                    self.assertIn("leader-epoch-checkpoint", " ".join(self.place.warnings))

    # 4

    def test_a_torn_tail(self) -> None:
        whole = self.place.fs.read(name(12, "log"))
        for cut in range(self.size * 3 + 1, self.size * 4, 7):
            with self.subTest(cut=cut):
                self.stop(False)
                self.place.fs.write(name(12, "log"), whole[:cut])
                log = self.start()
                self.assertEqual(values(read_all(log)), self.expected(15))
                self.assertEqual((self.report.truncated_bytes, log.size_bytes), (cut - 3 * self.size, 15 * self.size))
                self.assertIn("cut off", " ".join(self.place.warnings))
                (result,) = append(log, self.made(15))
                self.assertEqual((result.code, result.base_offset, result.duplicate), (0, 15, False), "it was lost, so it is no duplicate")
                self.place.last.release()

    def test_zeros_and_garbage_behind_the_end(self) -> None:
        whole = self.place.fs.read(name(12, "log"))
        for junk in (bytes(5000), b"\xff" * 100, whole[:50], b"\x00" * 16 + b"\x02" + bytes(60)):
            self.stop(False)
            self.place.fs.write(name(12, "log"), whole + junk)
            self.assertEqual(values(read_all(self.start())), self.expected())
            self.assertEqual((self.report.truncated_bytes, self.place.fs.size(name(12, "log"))), (len(junk), len(whole)))

    def test_a_broken_byte_ends_the_log(self) -> None:
        """Nothing was ever flushed here: what follows the broken batch cannot be trusted."""
        self.place.last.close()
        whole = bytearray(self.place.fs.read(name(4, "log")))
        whole[2 * self.size + 70] ^= 1
        self.place.fs.write(name(4, "log"), bytes(whole))
        self.place.fs.remove("/data/.kafka_cleanshutdown")
        self.place.fs.remove("/data/recovery-point-offset-checkpoint")
        log = self.start()
        self.assertEqual(values(read_all(log)), self.expected(6))
        self.assertEqual((self.report.dropped_segments, log.segment_count), (2, 2))
        self.assertEqual(log.remove_deleted(self.place.clock.ms + 10**6), 6)
        self.assertFalse([path for path in self.place.fs.walk(FOLDER) if "0008." in path or "0012." in path])
        (result,) = append(log, self.made(6))
        self.assertEqual((result.code, result.base_offset), (0, 6))

    def test_a_broken_byte_below_the_recovery_point_is_found_by_readers(self) -> None:
        self.log.flush()
        self.stop(False)
        whole = bytearray(self.place.fs.read(name(4, "log")))
        whole[2 * self.size + 70] ^= 1
        self.place.fs.write(name(4, "log"), bytes(whole))
        self.assertEqual(self.start().end_offset, 16)

    def test_missing_and_damaged_indexes(self) -> None:
        for clean in self.both():
            for suffix in ("index", "timeindex"):
                for base in (4, 12):
                    for bad in (None, b"12345"):
                        with self.subTest(clean=clean, suffix=suffix, base=base, bad=bad):
                            self.log.flush()
                            self.stop(clean)
                            self.edit(name(base, suffix), bad) if self.place.fs.exists(name(base, suffix)) else None
                            log = self.start()
                            self.assertEqual(len(read_all(log, max_bytes=self.size)), 16)
                            self.assertEqual(wait_for(partial(log.offset_for_timestamp, NOW_MS + 13, 16)), (NOW_MS + 13, 13, 0))
                            if clean or base == 4:
                                self.assertIn("made anew", " ".join(self.place.warnings))
                                self.assertEqual(self.report.rebuilt_indexes, 1)
                                self.assertGreater(self.place.fs.size(name(base, suffix)), 5)

    def test_the_end_of_a_clean_log_that_is_damaged_all_the_same(self) -> None:
        self.stop(True)
        whole = self.place.fs.read(name(12, "log"))
        self.place.fs.write(name(12, "log"), whole[: 2 * self.size] + b"\xff" * 100)
        log = self.start()
        self.assertEqual(values(read_all(log)), self.expected(14))

    def test_offsets_that_go_back_are_no_log(self) -> None:
        self.stop(False)
        self.place.fs.write(name(12, "log"), self.place.fs.read(name(12, "log")) + codec.patch(self.made(3), 3, 0) + self.made(3)[16:])
        self.assertEqual(values(read_all(self.start())), self.expected())

    def test_a_start_behind_the_end(self) -> None:
        self.stop(True)
        # Nobody deletes records above the high watermark, so that one was as high.
        for kind in ("log-start", "replication"):
            self.place.fs.write(f"/data/{kind}-offset-checkpoint", b"0\n1\nt 0 40\n")
        log = self.start()
        self.assertEqual((log.start_offset, log.end_offset, log.segment_count), (40, 40, 1))
        self.assertEqual(append(log, self.made(0))[0].base_offset, 40)

    # 5

    def test_damaged_snapshots(self) -> None:
        for clean in self.both():
            with self.subTest(clean=clean):
                self.stop(clean)
                for offset in (4, 8, 12, 16):
                    if self.place.fs.exists(name(offset, "snapshot")) and offset != 8:
                        self.place.fs.write(name(offset, "snapshot"), b"broken")
                log = self.start()
                (result,) = append(log, self.made(15))
                self.assertTrue(result.duplicate)
                if clean:
                    self.assertIn("snapshot", " ".join(self.place.warnings))

    def test_all_snapshots_gone(self) -> None:
        for clean in self.both():
            with self.subTest(clean=clean):
                self.stop(clean)
                for path in list(self.place.fs.walk(FOLDER)):
                    if path.endswith(".snapshot"):
                        self.place.fs.remove(path)
                log = self.start()
                self.assertTrue(append(log, self.made(15))[0].duplicate)
                self.assertEqual(log.report.highest_producer_id, 6)

    def test_the_flush_rule_makes_what_it_keeps_durable(self) -> None:
        settings = LogSettings(flush_messages=1)
        place = Place()
        log = place.log(settings)
        append(log, self.made(0), self.made(1))
        self.assertEqual(log.high_watermark, 0)
        log = place.again(settings)
        self.assertEqual((log.high_watermark, log.recovery_point), (2, 2))


class GapTests(FourSegments):
    """A power cut took a part in the middle."""

    SEGMENTS = (0, 4, 8, 12)

    def stop(self) -> None:
        """The process dies, the checkpoints are as of now, and all of it is on the disk."""
        checkpoint(self.place.last)
        self.place.warnings.clear()
        self.die()

    def die(self) -> None:
        """The same without checkpoints."""
        old, self.place.fs = self.place.fs, MemoryFileSystem(self.place.clock)
        old.before_act = None
        for path in old.walk("/data"):
            self.place.fs.write(path, old.read(path))

    def offsets(self) -> list[int]:
        return [record.offset for record in read_all(self.log)]

    def test_what_follows_a_gap_is_cut(self) -> None:
        """At a batch's end, empty, and gone by name; after each the log is one without a hole, and says what it lost."""
        for base, batches, end in ((4, 3, 7), (4, 1, 5), (4, 0, 4), (8, -1, 8), (0, 0, 0), (4, -1, 4)):
            with self.subTest(base=base, batches=batches):
                self.setUp()
                self.stop()
                self.cut(base, batches)
                log = self.start()
                self.assertEqual((self.offsets(), log.end_offset), (list(range(end)), end))
                kept = [at for at in self.SEGMENTS if at < base or (at == base and batches >= 0)]
                self.assertEqual([segment.base_offset for segment in log._segments], kept)
                following = [at for at in self.SEGMENTS if at > base]
                report = log.report
                self.assertEqual(
                    (report.dropped_segments, report.dropped_records, report.dropped_offsets, report.dropped_bytes),
                    (len(following), 4 * len(following), 16 - end, 4 * len(following) * self.size),
                )
                (sentence,) = [warning for warning in self.place.warnings if "dropped" in warning and FOLDER in warning]
                self.assertIn(
                    f"{end} to {following[0] - 1} are missing" if end + 1 < following[0] else f"offset {end} is missing", sentence
                )
                self.assertIn(f"{4 * len(following)} records", sentence)
                self.assertIn(f"{16 - end} offsets in all are gone", " ".join(self.place.warnings))
                self.assertEqual(
                    (self.place.report.dropped_segments, self.place.report.dropped_records, self.place.report.dropped_offsets),
                    (len(following), 4 * len(following), 16 - end),
                )
                # Producers, epochs and snapshots end where the log ends.
                self.assertEqual([producer.last_sequence for producer in log.active_producers()], [end - 1] if end else [])
                self.assertFalse([p for p in self.place.fs.walk(FOLDER) if p.endswith(".snapshot") and p > name(end, "snapshot")])
                (result,) = append(log, batch(b"new", producer_id=6, producer_epoch=0, base_sequence=end))
                self.assertEqual((result.code, result.base_offset), (0, end))
                self.assertEqual(
                    log.offset_for_timestamp(NOW_MS, log.end_offset), (NOW_MS, 0, 0 if end else 1), "a new epoch for new records"
                )

    def test_what_was_cut_stays_cut(self) -> None:
        """The power goes again after that start, and takes names that were not synced: no old segment may come back among new records."""
        self.stop()
        self.cut(4, 3)
        log = self.start()
        for number in range(7, 12):
            append(log, batch(b"%030d" % -number, timestamp_ms=NOW_MS + number))
        log.flush()
        for seed in range(20):
            self.place.fs = self.place.fs.crash(random.Random(seed))
            log = self.place.again(self.settings)
            self.assertEqual(values(read_all(log)), [(n, b"%030d" % (n if n < 7 else -n)) for n in range(12)])

    def test_what_a_start_was_killed_over_stays_cut(self) -> None:
        """It had renamed the segments that it dropped, which no directory was synced for: they must not come back between new ones."""
        for seed in range(10):
            self.place = Place()
            self.place.directory = partial(self.place.directory, has_replicas=True)  # type: ignore[method-assign]
            self.log = self.place.log(self.settings)
            for number in range(16):
                append(self.log, self.made(number))
                if number == 4:
                    self.log.flush()
            self.cut(4, 1)
            self.stop()

            def killed(act: str, path: str) -> None:
                if act == "sync_directory" and path == FOLDER:
                    raise CrashPoint()

            self.place.fs.before_act = killed
            with self.assertRaises(CrashPoint):
                self.start()
            self.place.fs.before_act = None
            log = self.start()
            self.assertEqual(append(log, batch(*[b"x"] * 10))[0].base_offset, 5)
            log.flush()
            checkpoint(self.place.last)
            self.place.fs = self.place.fs.crash(random.Random(seed), Survival.NOTHING)
            log = self.start()
            self.assertEqual((log.end_offset, log.segment_count), (15, 2), seed)

    def test_gaps_below_the_recovery_point_are_compaction_s(self) -> None:
        self.log.flush()
        self.stop()
        self.cut(4, 3)
        self.start()
        self.assertEqual(self.offsets(), [*range(7), *range(8, 16)])
        self.assertEqual((self.log.report.dropped_segments, self.place.warnings[1:]), (0, []))

    def test_gaps_below_the_start_are_no_gaps(self) -> None:
        """Retention was renaming the oldest segments, and some of the names came back."""
        self.log.truncate_start(12)
        self.stop()
        self.cut(4, -1)
        self.start()
        self.assertEqual((self.log.start_offset, self.offsets()), (12, [12, 13, 14, 15]))

    def test_gaps_up_to_where_a_cleaner_was(self) -> None:
        """Kafka's compaction passes Kafka's recovery point, and writes down how far it came."""
        self.stop()
        self.place.fs.write("/data/cleaner-offset-checkpoint", b"0\n1\nt 0 12\n")
        self.cut(4, 3)
        self.start()
        self.assertEqual(self.offsets(), [*range(7), *range(8, 16)])
        self.cut(8, 3)
        self.start()
        self.assertEqual(self.offsets(), [*range(7), *range(8, 11), *range(12, 16)])

    def test_a_directory_that_somebody_else_wrote(self) -> None:
        """Whose gaps they are nobody can say: they stay, are told, and are never cut by a later start, which cuts those that come anew."""
        for data in (b"0\n1\nt 0 0\n", b"0\n0\n", b"", b"\xff broken", None):
            with self.subTest(data=data):
                self.setUp()
                self.stop()
                if data is None:
                    self.place.fs.remove("/data/recovery-point-offset-checkpoint")
                else:
                    self.place.fs.write("/data/recovery-point-offset-checkpoint", data)
                self.cut(4, 3)
                self.start()
                expected = [*range(7), *range(8, 16)]
                self.assertEqual(self.offsets(), expected)
                self.assertIn("offset 7 is missing", " ".join(self.place.warnings))
                self.assertEqual((self.log.report.gaps, self.place.report.gaps), (1, 1))
                for number in range(16, 24):
                    append(self.log, self.made(number))
                for seed in range(8):
                    self.place.fs = self.place.fs.crash(random.Random(seed))
                    self.start()
                    found = self.offsets()
                    self.assertEqual(found[: len(expected)], expected)
                    self.assertEqual(found[len(expected) :], list(range(16, 16 + len(found) - len(expected))))

    def test_somebody_else_s_log_that_cannot_be_opened_at_first(self) -> None:
        """It stays somebody else's until klog has opened it, however often klog starts and writes checkpoints meanwhile; the logs beside it
        are klog's, and what a crash leaves in them is damage."""
        other = TopicPartition("other", 0)
        for data in (b"0\n1\nt 0 2\n", None):
            with self.subTest(data=data):
                self.setUp()
                create(self.place.last, other, bytes(range(16, 32)), self.settings)
                self.stop()
                if data is None:
                    self.place.fs.remove("/data/recovery-point-offset-checkpoint")
                else:
                    self.place.fs.write("/data/recovery-point-offset-checkpoint", data)
                self.cut(4, 3)
                self.place.fs.before_act = self.refuse
                for _ in range(2):
                    self.assertRaises(KeyError, self.start)
                    self.assertEqual(set(self.place.report.failed), {T0})
                    checkpoint(self.place.last)
                    self.assertFalse(self.place.last.close())
                self.place.fs.before_act = None
                beside = self.place.again(self.settings, other)
                self.log = self.place.last.logs[T0]
                expected = [*range(7), *range(8, 16)]
                self.assertEqual((self.offsets(), self.log.report.gaps), (expected, 1))
                # From here on it is klog's, as the one beside it was all the time.
                for number in range(16, 28):
                    append(self.log, self.made(number))
                    append(beside, self.made(number))
                self.die()
                self.cut(20, 1)
                path = "/data/other-0/00000000000000000004.log"
                self.place.fs.write(path, self.place.fs.read(path)[: self.size])
                self.start()
                self.assertEqual((self.offsets(), self.log.report.gaps), ([*expected, *range(16, 21)], 0))
                self.assertEqual(self.place.last.logs[other].end_offset, 5)

    def test_logs_beside_one_that_is_still_somebody_else_s_are_klog_s(self) -> None:
        other = TopicPartition("other", 0)
        create(self.place.last, other, bytes(range(16, 32)), self.settings)
        self.stop()
        self.place.fs.remove("/data/recovery-point-offset-checkpoint")
        self.place.fs.before_act = self.refuse
        beside = self.place.again(self.settings, other)
        for number in range(12):
            append(beside, self.made(number))
        self.die()
        path = "/data/other-0/00000000000000000004.log"
        self.place.fs.write(path, self.place.fs.read(path)[: self.size])
        self.place.fs.before_act = self.refuse
        beside = self.place.again(self.settings, other)
        self.assertEqual((beside.end_offset, beside.report.gaps), (5, 0))

    @staticmethod
    def refuse(act: str, path: str) -> None:
        """The log cannot be opened."""
        if (act, path) == ("list", FOLDER):
            raise OSError(errno.EMFILE, "Too many open files", path)
