"""``preallocate``: a segment's file is ``segment.bytes`` long while it is written to, and as long as its batches before and after."""

from __future__ import annotations

import dataclasses
import errno
import random
import struct

from klog.errors import ErrorCode
from klog.storage.atomic_files import sync_file
from klog.storage.disk_work import do_now
from klog.storage.log.log import AppendEntry, Log
from klog.storage.settings import LogSettings
from klog.testing.filesystem import MemoryFileSystem, Survival
from tests.storage.logs import T0, LogCase, Place, append, batch, checkpoint, read_all, values

SEGMENT_BYTES = 2000
SETTINGS = LogSettings(preallocate=True, segment_bytes=SEGMENT_BYTES)
LOG_0 = "/data/t-0/00000000000000000000.log"


class PreallocateTests(LogCase):
    """One log, on a disk in memory."""

    def lengths(self, fs: MemoryFileSystem | None = None) -> list[int]:
        """Of the files of batches, by offset."""
        fs = fs or self.place.fs
        return [fs.size(f"/data/t-0/{name}") for name in fs.list("/data/t-0") if name.endswith(".log")]

    def three_segments(self) -> Log:
        """Two that are rolled, and one that is written to."""
        log = self.place.log(SETTINGS)
        while len(log._segments) < 3:
            self.good(log, batch(bytes(300)))
        return log

    def test_a_file_is_long_while_it_is_written_to(self) -> None:
        log = self.place.log(SETTINGS)
        self.assertEqual(self.lengths(), [0], "an empty partition takes no room")
        self.good(log, batch(b"a"))
        self.assertEqual(self.lengths(), [SEGMENT_BYTES])
        self.assertEqual((log.size_bytes, log._segments.active.size), (len(batch(b"a")),) * 2)
        self.assertEqual(values(read_all(log)), [(0, b"a")])
        while len(log._segments) < 3:
            self.good(log, batch(bytes(300)))
        sizes = [segment.size for segment in log._segments]
        self.assertEqual(self.lengths(), [*sizes[:2], SEGMENT_BYTES])
        log.close()
        self.assertEqual(self.lengths(), sizes)

    def test_not_without_the_setting_and_from_the_next_segment_on_with_it(self) -> None:
        log = self.place.log(LogSettings(segment_bytes=SEGMENT_BYTES))
        self.good(log, batch(b"a"))
        self.assertEqual(self.lengths(), [log.size_bytes])
        log.update_settings(SETTINGS)
        self.good(log, batch(b"b"))
        self.assertEqual(self.lengths(), [log.size_bytes])
        while len(log._segments) < 2:
            self.good(log, batch(bytes(300)))
        self.assertEqual(self.lengths()[1], SEGMENT_BYTES)
        log.update_settings(LogSettings(segment_bytes=SEGMENT_BYTES))
        while len(log._segments) < 3:
            self.good(log, batch(bytes(300)))
        self.assertEqual(self.lengths(), [segment.size for segment in log._segments])

    def test_a_follower_does_so_too(self) -> None:
        log = self.place.log(SETTINGS)
        data = batch(b"a")
        log.append_as_follower(data)
        self.assertEqual(self.lengths(), [SEGMENT_BYTES])
        log.raise_high_watermark(1)
        self.assertEqual(values(read_all(log)), [(0, b"a")])

    def test_a_batch_that_is_larger_than_a_segment(self) -> None:
        log = self.place.log(SETTINGS)
        log.append_as_follower(batch(bytes(3000)))
        self.assertEqual(self.lengths(), [log.size_bytes])
        self.assertGreater(log.size_bytes, SEGMENT_BYTES)

    def test_the_close_is_durable(self) -> None:
        log = self.three_segments()
        sizes = [segment.size for segment in log._segments]
        log.flush()
        log.close()
        self.assertEqual(self.lengths(self.place.fs.crash(random.Random(1), Survival.NOTHING)), sizes)

    def test_a_clean_start_sees_what_a_clean_stop_left(self) -> None:
        self.three_segments()
        before = values(read_all(self.place.last.logs[T0]))
        self.place.last.close()
        log = self.place.again(SETTINGS)
        self.assertTrue(self.place.report.clean)
        self.assertEqual(values(read_all(log)), before)
        sizes = self.lengths()
        self.good(log, batch(b"after"))
        self.assertEqual(self.lengths()[:2], sizes[:2])
        self.assertEqual(self.lengths()[2], log._segments.active.size, "a segment that is there already grows as it is written")

    def test_an_unclean_start_cuts_the_zeros_and_calls_nothing_damaged(self) -> None:
        log = self.three_segments()
        before, sizes = values(read_all(log)), [segment.size for segment in log._segments]
        log = self.place.again(SETTINGS)
        self.assertFalse(self.place.report.clean)
        self.assertEqual((self.place.report.truncated_bytes, self.place.report.dropped_segments), (0, 0))
        self.assertEqual([warning for warning in self.place.warnings if "cut off" in warning], [])
        self.assertEqual((values(read_all(log)), self.lengths()), (before, sizes))

    def test_a_torn_batch_in_front_of_the_zeros_is_damage(self) -> None:
        log = self.place.log(SETTINGS)
        self.good(log, batch(b"a"), batch(b"b"))
        end = log.size_bytes
        self.place.fs.open(LOG_0, write=True).write_at(end, (batch(b"c")[:70],))
        log = self.place.again(SETTINGS)
        self.assertEqual(log.end_offset, 2)
        self.assertEqual(self.place.report.truncated_bytes, SEGMENT_BYTES - end)
        self.assertEqual(self.lengths(), [end])

    def test_zeros_of_a_segment_that_was_rolled(self) -> None:
        """The cut of the roll is lost with the power: the next segment is there, and begins where this one ends."""
        log = self.three_segments()
        before, sizes = values(read_all(log)), [segment.size for segment in log._segments]
        for number, name in enumerate(("00000000000000000000", f"{log._segments[1].base_offset:020d}")):
            self.place.fs.open(f"/data/t-0/{name}.log", write=True).truncate(SEGMENT_BYTES + number)
        log = self.place.again(SETTINGS)
        self.assertEqual((self.place.report.truncated_bytes, self.place.report.dropped_segments), (0, 0))
        self.assertEqual((values(read_all(log)), self.lengths()), (before, sizes))

    def rolled_behind_a_flush(self, settings: LogSettings) -> tuple[int, int]:
        """A new log whose first segment is below the recovery point, and rolled since: where that ends, and how long it is."""
        log = self.place.log(settings)
        while log.size_bytes < SEGMENT_BYTES - 600:
            self.good(log, batch(b"a" + bytes(500)))
        log.flush()
        checkpoint(self.place.last)
        end, size = log.end_offset, log.size_bytes
        self.good(log, batch(bytes(700)))
        self.assertEqual(log._segments.bases(), [0, end])
        return end, size

    def test_zeros_below_the_recovery_point(self) -> None:
        """Flushed, then rolled, then the power went: all batches of the segment are below the recovery point, and nobody walks it."""
        end, size = self.rolled_behind_a_flush(SETTINGS)
        # With the name, and without the cut.
        self.place.fs.sync_directory("/data/t-0")
        fs = self.place.fs = self.place.fs.crash(random.Random(1), Survival.NOTHING)
        self.assertEqual(self.lengths(fs)[0], SEGMENT_BYTES)
        log = self.place.again(SETTINGS)
        self.assertEqual(log._segments.bases(), [0, end])
        self.assertEqual((log.end_offset, self.lengths(fs)), (end, [size, 0]))
        self.assertEqual([offset for offset, _ in values(read_all(log))], list(range(end)))
        self.assertEqual(self.lengths(fs.crash(random.Random(1), Survival.NOTHING)), [size, 0], "the cut is durable")

    def test_zeros_below_the_recovery_point_and_an_index_of_another_history(self) -> None:
        """No sync had covered the index: what stands there may be of batches that were cut off."""
        end, size = self.rolled_behind_a_flush(SETTINGS)
        self.place.fs.sync_directory("/data/t-0")
        self.place.fs = self.place.fs.crash(random.Random(1), Survival.NOTHING)
        self.place.fs.write("/data/t-0/00000000000000000000.index", struct.pack(">4i", 1, 100, end + 1, size))
        log = self.place.again(SETTINGS)
        self.assertEqual((log.end_offset, self.lengths()), (end, [size, 0]))
        for offset in range(end):
            self.assertEqual(values(read_all(log, offset))[0][0], offset)

    def test_zeros_below_the_recovery_point_and_batches_above_it(self) -> None:
        """Under the flush rule what is above is made durable at the start. So is the cut below, also where it was the roll that has cut and
        no flush came: the recovery point goes on, and no later start would look there."""
        settings = dataclasses.replace(SETTINGS, flush_messages=1)
        for is_power_cut in (True, False):
            self.place = Place()
            end, size = self.rolled_behind_a_flush(settings)
            if is_power_cut:
                sync_file(self.place.fs, f"/data/t-0/{end:020d}.log")
                self.place.fs.sync_directory("/data/t-0")
                self.place.fs = self.place.fs.crash(random.Random(1), Survival.NOTHING)
                self.assertEqual(self.lengths()[0], SEGMENT_BYTES)
            log = self.place.again(settings)
            self.assertEqual((log.end_offset, log.high_watermark, self.lengths()[0]), (end + 1, end + 1, size))
            checkpoint(self.place.last)
            self.place.fs = self.place.fs.crash(random.Random(1), Survival.NOTHING)
            self.assertEqual(self.lengths()[0], size, "the cut is durable")
            self.assertEqual(len(read_all(self.place.again(settings))), end + 1)

    def test_a_rolled_segment_that_ends_with_zeros_of_its_own(self) -> None:
        log = self.place.log(SETTINGS)
        while len(log._segments) < 2:
            self.good(log, batch(bytes(700)))
        log.flush()
        self.place.last.close()
        self.place.fs.remove("/data/.kafka_cleanshutdown")
        again = self.place.again(SETTINGS)
        self.assertEqual(again.end_offset, log.end_offset)
        self.assertEqual(len(read_all(again)), log.end_offset)

    def test_truncated(self) -> None:
        log = self.three_segments()
        for offset, fully in ((log.end_offset - 1, False), (log._segments[1].base_offset, False), (0, False), (77, True)):
            log = self.place.last.logs[T0]
            truncation = self.place.last.prepare_truncation(T0, offset, fully=fully)
            assert truncation is not None
            do_now(truncation)
            self.assertEqual(self.lengths(), [segment.size for segment in log._segments], "the zeros go with what is cut")
            self.good(log, batch(b"again"))
            self.assertEqual(values(read_all(log))[-1], (offset, b"again"))
        self.assertEqual(self.lengths(), [SEGMENT_BYTES], "a log that begins anew has a new file")

    def test_a_disk_without_room_for_a_whole_segment(self) -> None:
        log = self.place.log(SETTINGS)
        fs = self.place.fs
        fs.capacity_bytes = fs.used_bytes + 1000
        self.good(log, batch(b"a"))
        self.assertEqual(self.lengths(), [log.size_bytes])
        self.assertIn(f"{SEGMENT_BYTES} bytes cannot be set aside", self.place.warnings[-1])
        self.assertIsNone(self.place.last.offline)
        (result,) = log.append([AppendEntry(batch(bytes(1000)), 9)])
        self.assertEqual(result.code, ErrorCode.KAFKA_STORAGE_ERROR)
        self.good(log, batch(b"b"))
        self.assertEqual(values(read_all(log)), [(0, b"a"), (1, b"b")])

    def test_a_disk_that_fails(self) -> None:
        log = self.place.log(SETTINGS)
        self.place.fs.fail_writes(errno.EIO)
        (result,) = append(log, batch(b"a"))
        self.assertEqual(result.code, ErrorCode.KAFKA_STORAGE_ERROR)
        self.assertIsNotNone(self.place.last.offline)

    def test_a_write_that_fails_behind_the_zeros(self) -> None:
        log = self.place.log(SETTINGS)
        self.good(log, batch(b"a"))
        size = log.size_bytes
        self.place.fs.fail_writes(errno.ENOSPC, partial_bytes=30)
        (result,) = append(log, batch(b"b"))
        self.assertEqual(result.code, ErrorCode.KAFKA_STORAGE_ERROR)
        self.assertEqual(self.lengths(), [size], "what was written of it must not stay")
        self.place.fs.fail_writes(None)
        self.good(log, batch(b"c"))
        self.assertEqual(values(read_all(log)), [(0, b"a"), (1, b"c")])
