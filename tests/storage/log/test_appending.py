"""Appends and their errors, producers, rolls, disks that refuse."""

from __future__ import annotations

import errno

from klog.errors import ErrorCode, KlogError
from klog.records.contract import CONTROL, LOG_APPEND_TIME, TRANSACTIONAL, Codec
from klog.records.implementations import codec
from klog.storage.log.log import AppendEntry, Log
from klog.storage.settings import LogSettings
from tests.storage.logs import NOW_MS, FailingAct, LogCase, Place, append, at, batch, read_all, values


class AppendTests(LogCase):
    """Offsets, bytes and errors."""

    def test_offsets_are_assigned_and_payloads_left_alone(self) -> None:
        log = self.place.log()
        log.assign_leader_epoch(7)
        made = [batch(b"a", b"b"), batch(b"c", compression=Codec.LZ4), batch(b"d", b"e", b"f")]
        self.assertEqual(self.good(log, *made), [0, 2, 3])
        stored = self.place.fs.read("/data/t-0/00000000000000000000.log")
        self.assertEqual(len(stored), sum(map(len, made)))
        for entry, data in zip(codec.scan(stored), made, strict=True):
            self.assertEqual(stored[entry.position + 16 : entry.position + entry.size], data[16:])
            self.assertEqual(entry.partition_leader_epoch, 7)
            codec.check_crc(stored, entry.position)
        self.assertEqual(values(read_all(log)), list(enumerate([b"a", b"b", b"c", b"d", b"e", b"f"])))
        self.assertEqual((log.end_offset, log.high_watermark, log.last_stable_offset, log.size_bytes), (6, 6, 6, len(stored)))

    def test_one_write_for_one_call(self) -> None:
        log = self.place.log()
        operations: list[str] = []
        self.place.fs.on_operation = lambda name, path: operations.append(name)
        self.good(log, *[batch(b"x")] * 50)
        self.assertEqual(operations, ["write"])

    def test_errors_stand_beside_successes(self) -> None:
        log = self.place.log(LogSettings(max_message_bytes=200))
        broken = bytearray(batch(b"z"))
        broken[-1] ^= 1
        results = append(log, batch(b"a"), bytes(broken), batch(bytes(300)), b"", batch(b"b"), batch(b"c", base_offset=4))
        self.assertEqual(
            [(result.code, result.base_offset, result.log_start_offset) for result in results],
            [
                (ErrorCode.NONE, 0, 0),
                (ErrorCode.CORRUPT_MESSAGE, -1, -1),
                (ErrorCode.MESSAGE_TOO_LARGE, -1, -1),
                # No batch at all is refused before anybody looks at the log.
                (ErrorCode.INVALID_RECORD, -1, -1),
                (ErrorCode.NONE, 1, 0),
                (ErrorCode.INVALID_RECORD, -1, 0),
            ],
        )
        self.assertEqual(values(read_all(log)), [(0, b"a"), (1, b"b")])

    def test_larger_than_a_segment(self) -> None:
        log = self.place.log(LogSettings(segment_bytes=150))
        results = append(log, batch(b"a"), batch(bytes(200)), batch(b"b"))
        self.assertEqual([result.code for result in results], [0, ErrorCode.RECORD_LIST_TOO_LARGE, 0])

    def test_log_append_time(self) -> None:
        log = self.place.log(LogSettings(log_append_time=True))
        (result,) = append(log, batch(b"a", b"b", timestamp_ms=5))
        self.assertEqual(result.log_append_time_ms, NOW_MS)
        stored = self.place.fs.read("/data/t-0/00000000000000000000.log")
        codec.check_batch(stored)
        self.assertTrue(codec.read_header(stored).attributes & LOG_APPEND_TIME)
        self.assertEqual([record.timestamp_ms for record in read_all(log)], [NOW_MS, NOW_MS])
        self.assertEqual(log.offset_for_timestamp(NOW_MS, 2), (NOW_MS, 0, 0))

    def test_recompressed(self) -> None:
        log = self.place.log(LogSettings(compression_type="gzip"))
        self.good(log, batch(b"a" * 500, b"b"), batch(b"c", compression=Codec.GZIP))
        stored = self.place.fs.read("/data/t-0/00000000000000000000.log")
        self.assertEqual([entry.attributes & 7 for entry in codec.scan(stored)], [Codec.GZIP] * 2)
        self.assertEqual([value for _, value in values(read_all(log))], [b"a" * 500, b"b", b"c"])

    def test_message_sets(self) -> None:
        log = self.place.log()
        self.good(log, batch(b"first"))
        (result,) = append(log, codec.to_old_magic(batch(b"a", b"b"), 1), version=2)
        self.assertEqual((result.code, result.base_offset, result.last_offset), (0, 1, 2))
        (result,) = append(log, b"", version=2)
        self.assertEqual((result.code, result.base_offset), (0, -1))
        self.assertEqual(values(read_all(log)), [(0, b"first"), (1, b"a"), (2, b"b")])

    def test_transactions_are_never_stored(self) -> None:
        log = self.place.log()
        (result,) = append(log, batch(b"a", attributes=TRANSACTIONAL, producer_id=1, producer_epoch=0, base_sequence=0))
        self.assertEqual(result.code, ErrorCode.INVALID_TXN_STATE)
        (result,) = append(log, batch(b"a", attributes=TRANSACTIONAL | CONTROL, producer_id=1, producer_epoch=0))
        self.assertEqual(result.code, ErrorCode.INVALID_RECORD)
        self.assertEqual(log.end_offset, 0)

    def test_internal_batches(self) -> None:
        log = self.place.log()
        marker = batch(b"\0\0\0\0\0\0", key=b"\0\0\0\1", attributes=TRANSACTIONAL | CONTROL, producer_id=1, producer_epoch=0)
        (result,) = log.append([AppendEntry(marker, 9, internal=True)])
        self.assertEqual((result.code, log.end_offset), (0, 1))


class ProducerTests(LogCase):
    """Idempotence, also within one call and over restarts."""

    def made(self, sequence: int, count: int = 1, epoch: int = 0, producer: int = 4) -> bytes:
        return batch(*[b"%d" % (sequence + n) for n in range(count)], producer_id=producer, producer_epoch=epoch, base_sequence=sequence)

    def test_a_run_in_one_call(self) -> None:
        log = self.place.log()
        results = append(log, self.made(0, 2), self.made(2), self.made(2), self.made(5), self.made(3))
        self.assertEqual(
            [(result.code, result.base_offset, result.duplicate) for result in results],
            [(0, 0, False), (0, 2, False), (0, 2, True), (ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER, -1, False), (0, 3, False)],
        )
        self.assertEqual(len(read_all(log)), 4)

    def test_duplicates_get_the_first_answer(self) -> None:
        log = self.place.log()
        for sequence in range(6):
            self.good(log, batch(b"other"), self.made(sequence))
        for sequence in range(1, 6):
            (result,) = append(log, self.made(sequence))
            self.assertEqual((result.code, result.base_offset, result.duplicate), (0, 2 * sequence + 1, True))
        (result,) = append(log, self.made(0))
        self.assertEqual(result.code, ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER, "only five are remembered")

    def test_epochs(self) -> None:
        log = self.place.log()
        self.good(log, self.made(0, epoch=1))
        self.assertEqual(append(log, self.made(1, epoch=0))[0].code, ErrorCode.INVALID_PRODUCER_EPOCH)
        self.assertEqual(append(log, self.made(1, epoch=2))[0].code, ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER)
        self.good(log, self.made(0, epoch=2))

    def test_over_restarts(self) -> None:
        for clean in (True, False):
            with self.subTest(clean=clean):
                self.place = Place()
                log = self.place.log(LogSettings(segment_bytes=300))
                for sequence in range(8):
                    self.good(log, self.made(sequence))
                if clean:
                    self.place.last.close()
                log = self.place.again()
                (result,) = append(log, self.made(7))
                self.assertEqual((result.duplicate, result.base_offset), (True, 7))
                self.assertEqual(append(log, self.made(9))[0].code, ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER)
                self.good(log, self.made(8))
                self.assertEqual([entry.producer_id for entry in log.active_producers()], [4])

    def test_a_refused_write_is_not_remembered(self) -> None:
        log = self.place.log()
        self.good(log, self.made(0))
        self.place.fs.fail_writes(errno.ENOSPC, 20)
        results = append(log, self.made(1), self.made(1), self.made(2))
        self.assertEqual({result.code for result in results}, {ErrorCode.KAFKA_STORAGE_ERROR})
        self.place.fs.fail_writes(None)
        self.assertEqual(self.good(log, self.made(1), self.made(2)), [1, 2])

    def test_behind_a_refused_write(self) -> None:
        """What was on its way behind a batch that a full disk refused is refused alike, and comes again behind it."""
        for known in (True, False):
            with self.subTest(known=known):
                self.place = Place()
                log = self.place.log()
                if known:
                    self.good(log, self.made(0))
                first = int(known)
                self.place.fs.fail_writes(errno.ENOSPC, 20)
                codes = [append(log, self.made(first))[0].code, append(log, self.made(first + 1))[0].code]
                self.place.fs.fail_writes(None)
                codes.append(append(log, self.made(first + 2))[0].code)
                self.assertEqual(codes, [ErrorCode.KAFKA_STORAGE_ERROR] * 3)
                offsets = self.good(log, self.made(first), self.made(first + 1), self.made(first + 2))
                self.assertEqual(offsets, [first, first + 1, first + 2])
                self.assertEqual(append(log, self.made(first + 5))[0].code, ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER)

    def test_a_refused_write_that_is_not_sent_again(self) -> None:
        log = self.place.log()
        self.good(log, self.made(0))
        self.place.fs.fail_writes(errno.ENOSPC)
        append(log, self.made(1))
        self.place.fs.fail_writes(None)
        codes = [append(log, self.made(2))[0].code for _ in range(2)]
        self.assertEqual(codes, [ErrorCode.KAFKA_STORAGE_ERROR, ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER])
        # Under a new epoch it goes on.
        self.good(log, self.made(0, epoch=1))

    def test_a_refused_write_that_never_comes_again_is_forgotten(self) -> None:
        log = self.place.log()
        self.place.fs.fail_writes(errno.ENOSPC)
        append(log, self.made(0))
        self.place.fs.fail_writes(None)
        self.place.clock.ms += 3_600_000
        log.expire_producers()
        self.good(log, self.made(1))

    def test_expiry(self) -> None:
        log = self.place.log()
        self.good(log, self.made(0))
        self.place.clock.ms += 86_400_000
        log.expire_producers()
        self.assertEqual(log.active_producers(), [])
        self.good(log, self.made(17))


class RollTests(LogCase):
    """When a new segment begins, and what the old one leaves."""

    def test_by_size(self) -> None:
        data = batch(b"x" * 30)
        log = self.place.log(LogSettings(segment_bytes=3 * len(data)))
        self.good(log, *[data] * 10)
        self.assertEqual([name for name in self.files() if name.endswith(".log")], [f"{base:020d}.log" for base in (0, 3, 6, 9)])
        self.assertEqual([name for name in self.files() if name.endswith(".snapshot")], [f"{base:020d}.snapshot" for base in (3, 6, 9)])
        self.assertEqual(log.segment_count, 4)
        self.assertEqual(len(read_all(log)), 10)

    def test_by_time(self) -> None:
        log = self.place.log(LogSettings(segment_ms=100))
        self.good(log, batch(b"a"), batch(b"b", timestamp_ms=NOW_MS + 100), batch(b"c", timestamp_ms=NOW_MS + 101))
        self.assertEqual(log.segment_count, 2)
        self.good(log, batch(b"d", timestamp_ms=NOW_MS + 202))
        self.assertEqual((log.segment_count, len(read_all(log))), (3, 4))

    def test_by_a_full_index(self) -> None:
        log = self.place.log(LogSettings(segment_index_bytes=16, index_interval_bytes=1))
        for _ in range(9):
            self.good(log, batch(b"a"))
        # One entry less than the offset index may hold keeps the time index's last slot free; the first batch has none.
        self.assertGreater(log.segment_count, 1)
        self.assertEqual(len(read_all(log)), 9)

    def test_indexes_are_trimmed_and_complete(self) -> None:
        data = batch(b"x" * 30)
        log = self.place.log(LogSettings(segment_bytes=10 * len(data), index_interval_bytes=2 * len(data)))
        for number in range(11):
            self.good(log, batch(b"x" * 30, timestamp_ms=NOW_MS + number))
        index = self.place.fs.read("/data/t-0/00000000000000000000.index")
        self.assertEqual(len(index), 3 * 8)
        times = self.place.fs.read("/data/t-0/00000000000000000000.timeindex")
        self.assertEqual(int.from_bytes(times[-12:-4], "big"), NOW_MS + 9, "the last entry is written at the roll")


class DiskTests(LogCase):
    """Refusals and failures."""

    def test_a_full_disk_refuses_and_recovers(self) -> None:
        log = self.place.log()
        self.good(log, batch(b"a"))
        self.place.fs.capacity_bytes = self.place.fs.used_bytes + 100
        results = append(log, batch(b"b" * 30), batch(b"c" * 30))
        self.assertEqual([result.code for result in results], [ErrorCode.KAFKA_STORAGE_ERROR] * 2)
        self.assertIn("t-0", results[0].message or "")
        self.assertEqual(self.place.fs.size("/data/t-0/00000000000000000000.log"), log.size_bytes)
        self.assertEqual(values(read_all(log)), [(0, b"a")])
        self.assertIsNone(self.place.last.offline)
        self.place.fs.capacity_bytes = 1 << 30
        self.assertEqual(self.good(log, batch(b"d")), [1])

    def test_a_full_disk_at_a_roll(self) -> None:
        data = batch(b"x" * 30)
        log = self.place.log(LogSettings(segment_bytes=2 * len(data)))
        self.place.fs.capacity_bytes = self.place.fs.used_bytes + 2 * len(data)
        results = append(log, data, data, data, data)
        self.assertEqual([result.code for result in results], [0, 0, ErrorCode.KAFKA_STORAGE_ERROR, ErrorCode.KAFKA_STORAGE_ERROR])
        self.assertEqual((log.end_offset, log.segment_count), (2, 1))
        self.place.fs.capacity_bytes = 1 << 30
        self.assertEqual(self.good(log, data), [2])
        self.assertEqual((log.segment_count, len(read_all(log))), (2, 3))

    def test_another_error_is_the_end_of_writing(self) -> None:
        log = self.place.log()
        self.good(log, batch(b"a"))
        self.place.fs.fail_writes(errno.EIO)
        self.assertEqual(append(log, batch(b"b"))[0].code, ErrorCode.KAFKA_STORAGE_ERROR)
        self.place.fs.fail_writes(None)
        self.assertEqual(append(log, batch(b"b"))[0].code, ErrorCode.KAFKA_STORAGE_ERROR)
        self.assertEqual(values(read_all(log)), [(0, b"a")])

    def test_closed(self) -> None:
        log = self.place.log()
        log.close()
        log.close()
        self.assertEqual(append(log, batch(b"a"))[0].code, ErrorCode.KAFKA_STORAGE_ERROR)


class RefusedRollTests(LogCase):
    """A disk, or a process, that has no more for any single act of a roll: nothing is left that a start takes for a segment."""

    def append(self, log: Log, value: bytes, leads: bool) -> bool:
        """Whether it was taken."""
        if leads:
            (result,) = append(log, batch(value))
            return result.code is ErrorCode.NONE
        try:
            log.append_as_follower(at(batch(value), log.end_offset))
        except KlogError as error:
            self.assertEqual(error.code, ErrorCode.KAFKA_STORAGE_ERROR)
            return False
        log.raise_high_watermark(log.end_offset)
        return True

    def check_each(self, leads: bool, clean: bool) -> int:
        """How many acts there are."""
        settings = LogSettings(segment_bytes=400, index_interval_bytes=100, segment_index_bytes=400, retention_ms=-1)
        number = 0
        while True:
            place = Place()
            log = place.log(settings)
            for _ in range(4):
                self.assertTrue(self.append(log, b"a", leads))
            place.fs.before_act = act = FailingAct(lambda name, path: name in ("open", "write"), number, errno.ENOSPC)
            self.append(log, bytes(200), leads)
            place.fs.before_act = None
            if not act.failed:
                return number
            self.assertIsNone(place.last.offline)
            # A small one has room where the large one has none.
            for value in (b"b", b"c", b"d", b"e", bytes(200)):
                self.assertTrue(self.append(log, value, leads))
            there = values(read_all(log))
            log.flush()
            if clean:
                self.assertTrue(place.last.close())
            again = place.again(settings)
            self.assertEqual((again.end_offset, values(read_all(again))), (log.end_offset, there), act.failed)
            self.assertEqual(place.report.dropped_records, 0)
            number += 1

    def test_a_leaders(self) -> None:
        self.assertGreater(self.check_each(leads=True, clean=True), 8)
        self.assertGreater(self.check_each(leads=True, clean=False), 8)

    def test_a_followers(self) -> None:
        self.assertGreater(self.check_each(leads=False, clean=True), 8)
        self.assertGreater(self.check_each(leads=False, clean=False), 8)
