"""Transactions in a log: what may begin one, what ends it, and what readers of committed data see meanwhile."""

from __future__ import annotations

import errno
import random

from klog.errors import ErrorCode
from klog.records.contract import TRANSACTIONAL
from klog.storage.cold_read import wait_for
from klog.storage.log.log import AppendEntry, Log
from klog.storage.log.reading import MOST_TXN_INDEXES
from klog.storage.log.values import AppendResult
from klog.storage.producers.transaction_guard import UNVERIFIED, TransactionGuard
from klog.storage.segments.txn_index import AbortedTxn
from klog.storage.settings import LogSettings
from klog.testing.filesystem import MemoryFileSystem, Survival
from tests.storage.logs import LogCase, Place, batch, checkpoint, marker_of

SMALL = LogSettings(segment_bytes=400)
#: Last stable offset, end, aborted transactions, and of each producer id, epoch, sequence and where its transaction began.
Told = tuple[int, int, list[AbortedTxn], list[tuple[int, int, int, int]]]


def data(producer: int, sequence: int, epoch: int = 0, size: int = 1) -> bytes:
    """One record."""
    return batch(b"x" * size, attributes=TRANSACTIONAL, producer_id=producer, producer_epoch=epoch, base_sequence=sequence)


class TransactionCase(LogCase):
    """A log in which producers write in transactions."""

    def setUp(self) -> None:
        super().setUp()
        self.log = self.place.log()

    def write(
        self, producer: int, sequence: int, epoch: int = 0, *, guard: TransactionGuard | None = None, internal: bool = False
    ) -> AppendResult:
        """Append a batch of one record."""
        return self.log.append([AppendEntry(data(producer, sequence, epoch), 11, internal=internal, guard=guard)])[0]

    def ask(self, producer: int, sequence: int, epoch: int = 0, bumps: bool = False) -> TransactionGuard | None:
        """Begin a verification."""
        return self.log.begin_verification(producer, epoch, sequence, knows_epoch_bumps=bumps)

    def begin(self, producer: int, sequence: int = 0, epoch: int = 0, bumps: bool = False) -> AppendResult:
        """Append the first batch of a transaction, verified."""
        guard = self.ask(producer, sequence, epoch, bumps)
        assert guard is not None
        result = self.write(producer, sequence, epoch, guard=guard)
        assert not result.code, result
        return result

    def end(self, producer: int, epoch: int = 0, *, commit: bool = True, coordinator_epoch: int = 0, version: int = 0) -> AppendResult:
        """Append a marker."""
        marker = marker_of(producer, commit=commit, epoch=epoch, coordinator_epoch=coordinator_epoch)
        return self.log.append([AppendEntry(marker, 11, internal=True, transaction_version=version)])[0]


class GuardTests(TransactionCase):
    """What may begin a transaction (KIP-890)."""

    def test_nobody_begins_one_unverified(self) -> None:
        self.assertEqual(self.write(1, 0).code, ErrorCode.INVALID_TXN_STATE)
        self.assertEqual(self.write(1, 0, guard=TransactionGuard(0, 0, False, 0)).code, ErrorCode.INVALID_TXN_STATE)
        self.assertEqual(self.log.end_offset, 0)
        self.begin(1)
        self.assertIsNone(self.ask(1, 1), "it is open")
        self.assertEqual(self.write(1, 1).code, ErrorCode.NONE)

    def test_verified_then_a_marker(self) -> None:
        """An answer of before the marker opens nothing behind it (KAFKA-14884)."""
        guard = self.ask(1, 0)
        self.end(1, commit=False)
        self.assertEqual(self.write(1, 0, guard=guard).code, ErrorCode.INVALID_TXN_STATE)
        self.assertEqual((self.log.last_stable_offset, self.log.end_offset), (1, 1))

    def test_a_late_batch_of_an_aborted_transaction(self) -> None:
        """It was on its way when the transaction was aborted (KAFKA-14402): nothing may hang."""
        self.begin(1)
        self.end(1, commit=False)
        self.assertEqual(self.write(1, 1).code, ErrorCode.INVALID_TXN_STATE)
        self.assertEqual(self.log.last_stable_offset, self.log.end_offset)

    def test_the_next_transaction_is_asked_for_before_the_marker(self) -> None:
        """By the second version it has the marker's epoch (KAFKA-18575)."""
        self.begin(1, bumps=True)
        guard = self.ask(1, 0, epoch=1, bumps=True)
        self.assertEqual(self.end(1, epoch=1, version=2).code, ErrorCode.NONE)
        self.assertEqual(self.write(1, 0, epoch=1, guard=guard).code, ErrorCode.NONE)

    def test_a_stale_epoch_is_told_as_such(self) -> None:
        """Not as a mistake of the transaction, which would be the client's end (KAFKA-19690)."""
        self.end(1, epoch=3, commit=False)
        self.assertEqual(self.write(1, 0, epoch=2).code, ErrorCode.INVALID_PRODUCER_EPOCH)
        self.assertEqual(self.write(1, 0, epoch=2, internal=True).code, ErrorCode.INVALID_PRODUCER_EPOCH)

    def test_nobody_overtakes_who_is_being_verified(self) -> None:
        """KAFKA-14920; and by the second version an unknown producer begins with 0."""
        self.ask(1, 0)
        guard = self.ask(1, 5)
        self.assertEqual(self.write(1, 5, guard=guard).code, ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER)
        self.assertEqual(self.write(1, 0, guard=guard).code, ErrorCode.NONE)
        guard = self.ask(2, 3, bumps=True)
        self.assertEqual(self.write(2, 3, guard=guard).code, ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER)
        guard = self.ask(3, 3)
        self.assertEqual(self.write(3, 3, guard=guard).code, ErrorCode.NONE, "by the first, sequences go on across partitions' retention")

    def test_switched_off(self) -> None:
        self.assertEqual(self.write(1, 0, guard=UNVERIFIED).code, ErrorCode.NONE)

    def test_a_duplicate_needs_no_verification(self) -> None:
        first = self.begin(1)
        again = self.write(1, 0)
        self.assertEqual((again.duplicate, again.base_offset), (True, first.base_offset))

    def test_coordinators_have_no_sequences(self) -> None:
        guard = self.ask(1, -1)
        self.assertEqual(self.write(1, 0, internal=True).code, ErrorCode.INVALID_TXN_STATE)
        self.assertEqual(self.write(1, 0, internal=True, guard=guard).code, ErrorCode.NONE)
        self.assertEqual(self.write(1, 0, internal=True).code, ErrorCode.NONE)
        self.assertEqual((self.log.last_stable_offset, self.log.end_offset), (0, 2))

    def test_outside_of_the_open_transaction(self) -> None:
        self.begin(1)
        (result,) = self.log.append([AppendEntry(batch(b"x", producer_id=1, producer_epoch=0, base_sequence=1), 11)])
        self.assertEqual(result.code, ErrorCode.INVALID_TXN_STATE)

    def test_a_write_that_fails_leaves_the_verification(self) -> None:
        guard = self.ask(1, 0)
        self.place.fs.fail_writes(errno.ENOSPC, 20)
        self.assertEqual(self.write(1, 0, guard=guard).code, ErrorCode.KAFKA_STORAGE_ERROR)
        self.place.fs.fail_writes(None)
        self.assertEqual(self.write(1, 0, guard=guard).code, ErrorCode.NONE)


class MarkerTests(TransactionCase):
    """What a marker does."""

    def test_it_moves_the_last_stable_offset(self) -> None:
        self.begin(1)
        self.begin(2)
        self.assertEqual((self.log.last_stable_offset, self.log.high_watermark), (0, 2))
        self.end(1)
        self.assertEqual(self.log.last_stable_offset, 1)
        self.end(2, commit=False)
        self.assertEqual((self.log.last_stable_offset, self.log.high_watermark), (4, 4))
        self.assertEqual(self.log.aborted_transactions(0, 4), [AbortedTxn(2, 1, 3, 4)])

    def test_those_of_old_segments_are_not_kept_in_memory(self) -> None:
        """However many were aborted: as with the other indexes, only those of the newest segments are at hand, and a few that were read."""

        def kept(log: Log) -> int:
            return sum(1 for segment in log._segments if segment._txn_index is not None and segment._txn_index.entries)

        self.place = Place()
        self.log = self.place.log(SMALL)
        for number in range(60):
            self.begin(1, number)
            self.end(1, commit=False)
        self.assertGreater(self.log.segment_count, 12)
        self.assertLess(kept(self.log), 5)
        self.place.last.close()
        again = self.place.again(SMALL)
        self.assertLess(kept(again), 3)
        for drop_caches in (True, False):
            if drop_caches:
                self.place.fs.drop_caches()
            for start in range(0, again.end_offset, 7):
                found = wait_for(lambda start=start: again.aborted_transactions(start, again.end_offset))  # type: ignore[misc]
                self.assertEqual([one.last_offset for one in found], [offset for offset in range(1, 120, 2) if offset >= start])
            self.assertLess(kept(again), 3 + MOST_TXN_INDEXES)
        self.assertGreater(kept(again), MOST_TXN_INDEXES)

    def test_the_high_watermark_waits_for_its_flush(self) -> None:
        self.place = Place()
        self.log = self.place.log(LogSettings(flush_messages=1000))
        self.begin(1)
        self.end(1)
        self.assertEqual((self.log.last_stable_offset, self.log.high_watermark), (0, 0))
        self.log.flush()
        self.assertEqual((self.log.last_stable_offset, self.log.high_watermark), (2, 2))

    def test_first_version(self) -> None:
        """The marker has the epoch of the records; it may come twice, and not from the past."""
        self.begin(1, epoch=3)
        self.assertEqual(self.end(1, epoch=2).code, ErrorCode.INVALID_PRODUCER_EPOCH)
        self.assertEqual(self.end(1, epoch=3, coordinator_epoch=7).code, ErrorCode.NONE)
        self.assertEqual(self.end(1, epoch=3, coordinator_epoch=7).code, ErrorCode.NONE)
        self.assertEqual(self.end(1, epoch=3, coordinator_epoch=6).code, ErrorCode.TRANSACTION_COORDINATOR_FENCED)
        self.begin(1, 1, epoch=3)
        self.assertEqual(self.end(1, epoch=4, commit=False, coordinator_epoch=7).code, ErrorCode.NONE, "a fence")
        self.begin(1, 0, epoch=4)

    def test_second_version(self) -> None:
        """The marker's epoch is above that of the records; a late one does not end the next transaction (KAFKA-19999)."""
        self.begin(1, epoch=3, bumps=True)
        self.assertEqual(self.end(1, epoch=3, version=2).code, ErrorCode.INVALID_PRODUCER_EPOCH)
        self.assertEqual(self.end(1, epoch=4, version=2).code, ErrorCode.NONE)
        self.assertEqual(self.end(1, epoch=4, version=2).code, ErrorCode.NONE, "the answer was lost")
        self.begin(1, 0, epoch=4, bumps=True)
        self.assertEqual(self.end(1, epoch=4, version=2).code, ErrorCode.INVALID_PRODUCER_EPOCH)
        self.assertEqual(self.log.last_stable_offset, 3)

    def test_the_last_epoch(self) -> None:
        """KAFKA-20090: who has come to it all the same is let out."""
        self.begin(1, epoch=32767, bumps=True)
        self.assertEqual(self.end(1, epoch=32767, commit=False, version=2).code, ErrorCode.NONE)
        self.assertEqual(self.log.last_stable_offset, 2)

    def test_of_nobody(self) -> None:
        """It is written, and no transaction is noted."""
        self.assertEqual(self.end(9, epoch=1, commit=False).code, ErrorCode.NONE)
        self.assertEqual((self.log.end_offset, self.log.last_stable_offset, self.log.aborted_transactions(0, 1)), (1, 1, []))

    def test_sequences_behind_it(self) -> None:
        """They go on where the epoch stays, and begin anew where it rises."""
        self.begin(1)
        self.end(1)
        self.assertEqual(self.write(1, 0, guard=self.ask(1, 0)).code, ErrorCode.INVALID_TXN_STATE)
        self.assertEqual(self.write(1, 2, guard=self.ask(1, 2)).code, ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER)
        # Nobody waits for the duplicate that was asked for first.
        self.begin(1, 1)
        self.end(1, epoch=1)
        self.begin(1, 0, epoch=1)
        for sequence in range(1, 8):
            self.write(1, sequence, epoch=1)
        self.end(1, epoch=1)
        # Nor for what is not known any more.
        self.assertEqual(self.write(1, 1, epoch=1, guard=self.ask(1, 1, epoch=1)).code, ErrorCode.INVALID_TXN_STATE)
        self.begin(1, 8, epoch=1)

    def test_a_write_that_fails(self) -> None:
        """Nothing is decided."""
        self.begin(1)
        self.place.fs.fail_writes(errno.ENOSPC, 20)
        self.assertEqual(self.end(1, commit=False).code, ErrorCode.KAFKA_STORAGE_ERROR)
        self.place.fs.fail_writes(None)
        self.assertEqual((self.log.last_stable_offset, self.log.aborted_transactions(0, 1)), (0, []))
        self.assertIsNone(self.ask(1, 1), "it is still open")
        self.end(1, commit=False)
        self.assertEqual(self.log.aborted_transactions(0, 2), [AbortedTxn(1, 0, 1, 2)])

    def test_many_in_one_write(self) -> None:
        for producer in range(1, 6):
            self.begin(producer)
        markers = [AppendEntry(marker_of(producer, commit=producer % 2 == 0), 11, internal=True) for producer in range(1, 6)]
        self.assertEqual([result.base_offset for result in self.log.append(markers)], [5, 6, 7, 8, 9])
        self.assertEqual(self.log.last_stable_offset, 10)
        self.assertEqual([each.last_stable_offset for each in self.log.aborted_transactions(0, 10)], [1, 3, 10])

    def test_they_are_found_again(self) -> None:
        """Whole lives of transactions survive a stop and a crash alike."""
        self.place = Place()
        self.log = self.place.log(LogSettings(segment_bytes=400))
        for number in range(12):
            self.write(number % 4, number // 4, guard=self.ask(number % 4, number // 4))
            if number % 4 != 3:
                self.end(number % 4, commit=number % 3 != 0)
        told = self.seen(self.log)
        self.place.fs = self.place.fs.crash(random.Random(1))
        again = self.place.again(LogSettings(segment_bytes=400))
        self.assertLessEqual(again.end_offset, told[1])
        for _ in range(2):
            told = self.seen(again)
            self.place.last.close()
            again = self.place.again(LogSettings(segment_bytes=400))
            self.assertEqual(self.seen(again), told)

    def test_aborted_transactions_of_a_segment_without_usable_indexes(self) -> None:
        """Somebody has removed the indexes, to have them made anew, or several were hurt together: what was aborted stays aborted."""
        for is_clean in (True, False):
            for hurt in (b"\x00" * 7, None):
                with self.subTest(is_clean=is_clean, hurt=hurt):
                    told = self.hurt("index", hurt, is_clean=is_clean)
                    self.assertEqual(self.seen(self.place.again(SMALL)), told)

    def test_the_power_goes_while_aborted_transactions_are_found_again(self) -> None:
        """Or the process ends: the next start sees from the indexes alone whether it has to find them again."""
        rng, starts = random.Random(1), 0
        for is_clean in (True, False):
            for suffix in ("index", ".txnindex"):
                told = self.hurt(suffix, None if suffix == "index" else b"\x00" * 7, is_clean=is_clean)
                left: list[tuple[str, MemoryFileSystem]] = []

                def look(act: str, path: str, left: list[tuple[str, MemoryFileSystem]] = left) -> None:
                    for survival in (*Survival, Survival.ANY):
                        left.append((f"{survival} before {act} of {path}", self.place.fs.crash(rng, survival)))

                self.place.fs.on_operation = look
                self.assertEqual(self.seen(self.place.again(SMALL)), told)
                look("everything", "")
                self.place.fs.on_operation = None
                for where, fs in left:
                    self.place.fs = fs
                    self.assertEqual(self.seen(self.place.again(SMALL)), told, where)
                starts += len(left)
        self.assertGreater(starts, 500)

    def hurt(self, suffix: str, content: bytes | None, *, is_clean: bool) -> Told:
        """A log of many segments that was stopped; its files whose names end with `suffix` have this content, or are gone. What was told of
        it."""
        self.place = Place()
        self.log = self.place.log(SMALL)
        for number in range(12):
            self.write(number % 4, number // 4, guard=self.ask(number % 4, number // 4))
            if number % 4 != 3:
                self.end(number % 4, commit=number % 3 != 0)
        told = self.seen(self.log)
        self.assertGreater(self.log.segment_count, 4)
        self.assertGreater(len(told[2]), 2)
        self.log.flush()
        checkpoint(self.place.last)
        if is_clean:
            self.place.last.close()
        for path in list(self.place.fs.walk("/data/t-0")):
            if path.endswith(suffix):
                if content is None:
                    self.place.fs.remove(path)
                else:
                    self.place.fs.write(path, content)
        # All of that is on the disk.
        self.place.fs = self.place.fs.crash(random.Random(1), Survival.EVERYTHING)
        return told

    def seen(self, log: Log) -> Told:
        """What readers and producers are told."""
        producers = [(one.producer_id, one.epoch, one.last_sequence, one.txn_first_offset) for one in log.active_producers()]
        aborted = wait_for(lambda: log.aborted_transactions(0, log.end_offset))
        return log.last_stable_offset, log.end_offset, aborted, producers
