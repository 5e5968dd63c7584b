"""What snapshots leave out of producers: the batches before the newest one, found again in the log."""

from __future__ import annotations

import random
from unittest import mock

from klog.errors import ErrorCode
from klog.records.contract import TRANSACTIONAL
from klog.records.sequences import MAX_SEQUENCE
from klog.storage.filesystem import File
from klog.storage.log.log import Log
from klog.storage.producers import earlier_batches
from klog.storage.producers.earlier_batches import LEAST_BYTES, MOST_BYTES_READ, SILENT_MS
from klog.storage.producers.state import BATCHES_KEPT, ProducerEntry
from klog.storage.segments.batch_headers import SCAN_BYTES
from klog.storage.settings import LogSettings
from klog.testing.filesystem import MemoryFile
from tests.storage.logs import NOW_MS, LogCase, append, at, batch, checkpoint, marker_of, retain

FIVE = range(BATCHES_KEPT)


def made(producer_id: int, sequence: int, count: int = 1, *, value: bytes = b"v", epoch: int = 0, attributes: int = 0) -> bytes:
    """A batch of a producer."""
    return batch(
        *[value] * count,
        producer_id=producer_id,
        producer_epoch=epoch,
        base_sequence=sequence,
        attributes=attributes,
    )


class _Case(LogCase):
    settings = LogSettings()

    def setUp(self) -> None:
        super().setUp()
        self.log = self.place.log(self.settings)

    def stop_and_start(self, *, clean: bool = True) -> Log:
        """The log of the next life."""
        if clean:
            self.assertTrue(self.place.last.close())
        else:
            checkpoint(self.place.last)
        self.log = self.place.again(self.settings)
        return self.log

    def known(self) -> dict[int, ProducerEntry]:
        """What the log knows of its producers."""
        return dict(self.log._producers.producers)

    def sequences(self, producer_id: int) -> list[int]:
        """First sequences of the batches that are known."""
        return [one.first_sequence for one in self.log._producers.producers[producer_id].batches]


class RepetitionTests(_Case):
    """What was under way when the broker stopped comes again."""

    def test_all_five_after_a_stop_in_order(self) -> None:
        sent = [made(7, 3 * number, 3) for number in range(8)]
        offsets = self.good(self.log, *sent)
        self.stop_and_start()
        answers = append(self.log, *sent[-BATCHES_KEPT:])
        self.assertEqual([(answer.code, answer.base_offset) for answer in answers], [(ErrorCode.NONE, one) for one in offsets[-5:]])
        self.assertEqual(self.log.end_offset, 24)
        (older,) = append(self.log, sent[2])
        self.assertIs(older.code, ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER)
        self.assertEqual(self.good(self.log, made(7, 24)), [24])

    def test_all_five_after_a_second_stop(self) -> None:
        sent = [made(7, number) for number in FIVE]
        self.good(self.log, *sent)
        self.stop_and_start()
        self.stop_and_start()
        self.assertEqual(self.good(self.log, *sent), list(FIVE))

    def test_some_of_them_before_and_some_behind_the_stop(self) -> None:
        sent = [made(7, number) for number in FIVE]
        self.good(self.log, *sent[:3])
        self.stop_and_start()
        self.good(self.log, *sent[3:])
        self.assertEqual(self.good(self.log, *sent), list(FIVE))

    def test_a_follower_that_was_away_and_leads_then(self) -> None:
        sent = [made(7, number) for number in FIVE]
        for number in range(4):
            self.log.append_as_follower(at(sent[number], number))
        self.stop_and_start()
        self.log.append_as_follower(at(sent[4], 4))
        self.assertEqual(self.sequences(7), list(FIVE))

    def test_nothing_is_told_where_nothing_is_wrong(self) -> None:
        self.good(self.log, made(7, 0), made(7, 1))
        self.stop_and_start()
        self.assertEqual(self.place.warnings, [])


class RollingTests(_Case):
    """A snapshot at each roll."""

    settings = LogSettings(segment_bytes=2 * len(made(7, 0)), index_interval_bytes=1)

    def test_in_segments_before(self) -> None:
        for clean in (True, False):
            with self.subTest(clean=clean):
                self.setUp()
                sent = [made(7, number) for number in range(9)]
                self.good(self.log, *sent)
                self.assertGreater(len(self.log._segments), 3)
                before = self.known()
                self.stop_and_start(clean=clean)
                self.assertEqual(self.known(), before)
                if clean:
                    loaded = [one.base_offset for one in self.log._segments if one.offset_index_at_hand is not None]
                    self.assertEqual(loaded, [8], "no index stays in memory for this")

    def test_after_a_cut(self) -> None:
        self.good(self.log, *(made(7, number) for number in range(9)))
        self.log.truncate_to(7)
        self.assertEqual(self.sequences(7), [2, 3, 4, 5, 6])

    def test_what_retention_took_is_not_known(self) -> None:
        self.good(self.log, *(made(7, number) for number in range(9)))
        self.log.truncate_start(7)
        self.assertEqual(retain(self.log, NOW_MS), 3)
        self.stop_and_start()
        self.assertEqual(self.sequences(7), [6, 7, 8])


class WhichTests(_Case):
    """Not every batch of a producer before its newest one counts."""

    def test_of_the_same_epoch(self) -> None:
        self.good(self.log, made(7, 0), made(7, 1), made(7, 0, epoch=1), made(7, 1, epoch=1))
        self.stop_and_start()
        self.assertEqual(self.sequences(7), [0, 1])
        self.assertEqual(self.good(self.log, made(7, 0, epoch=1)), [2])

    def test_a_marker_is_none(self) -> None:
        self.log.append_as_follower(at(made(7, 0, attributes=TRANSACTIONAL), 0))
        self.log.append_as_follower(at(marker_of(7, commit=True), 1))
        self.log.append_as_follower(at(made(7, 1, attributes=TRANSACTIONAL), 2))
        self.log.append_as_follower(at(marker_of(7, commit=True), 3))
        before = self.known()
        self.stop_and_start()
        self.assertEqual(self.known(), before)
        self.assertEqual(self.sequences(7), [0, 1])

    def test_behind_a_marker_with_a_higher_epoch_there_is_none(self) -> None:
        self.log.append_as_follower(at(made(7, 0, attributes=TRANSACTIONAL), 0))
        self.log.append_as_follower(at(marker_of(7, commit=True, epoch=1), 1))
        self.stop_and_start()
        self.assertEqual(self.sequences(7), [])

    def test_over_the_largest_sequence(self) -> None:
        self.good(self.log, made(7, MAX_SEQUENCE - 1), made(7, MAX_SEQUENCE, 3), made(7, 2))
        self.stop_and_start()
        self.assertEqual(self.sequences(7), [MAX_SEQUENCE - 1, MAX_SEQUENCE, 2])

    def test_random_lives(self) -> None:
        for seed in range(20):
            chance = random.Random(seed)
            self.settings = LogSettings(
                segment_bytes=chance.choice([500, 2000, 1 << 20]), index_interval_bytes=chance.choice([1, 300, 4096])
            )
            self.setUp()
            nexts = dict.fromkeys(range(chance.randint(1, 5)), (0, 0))
            for _ in range(chance.randint(1, 80)):
                producer = chance.choice(list(nexts))
                epoch, sequence = nexts[producer]
                if chance.random() < 0.05:
                    epoch, sequence = epoch + 1, 0
                count = chance.randint(1, 3)
                self.good(self.log, made(producer, sequence, count, epoch=epoch))
                nexts[producer] = epoch, sequence + count
                if chance.random() < 0.1:
                    before = self.known()
                    self.stop_and_start(clean=chance.random() < 0.7)
                    self.assertEqual(self.known(), before, f"seed {seed}")
            cut = chance.randint(0, self.log.end_offset)
            self.log.truncate_to(cut)
            for entry in self.known().values():
                # Nobody can say of a producer whose epoch began anew behind the cut what came before it was known.
                self.assertEqual(sorted(entry.batches, key=lambda one: one.last_offset), list(entry.batches))
                self.assertTrue(all(one.last_offset < self.log.end_offset for one in entry.batches))
            self.assertEqual([one for one in self.place.warnings if "producers" in one], [])


class BoundTests(_Case):
    """A start does not take long, whatever stands in a log."""

    def read_bytes(self, *, clean: bool = True) -> int:
        """How much is read of the log for these batches at the next start."""
        read: list[int] = []
        original = earlier_batches.earlier_batches
        read_at = MemoryFile.read_at

        def counting(file: File, position: int, length: int) -> bytes:
            read.append(length)
            return read_at(file, position, length)  # type: ignore[arg-type]

        def looked_for(*arguments: object) -> object:
            with mock.patch.object(MemoryFile, "read_at", counting):
                return original(*arguments)  # type: ignore[arg-type]

        with mock.patch("klog.storage.producers.replay.earlier_batches", looked_for):
            self.stop_and_start(clean=clean)
        return sum(read)

    def test_large_batches_cost_a_look_at_their_headers(self) -> None:
        self.good(self.log, *(made(7, number, value=bytes(900_000)) for number in range(7)))
        self.assertLessEqual(self.read_bytes(), 3 * BATCHES_KEPT * SCAN_BYTES)
        self.assertEqual(self.sequences(7), [2, 3, 4, 5, 6])

    def test_one_producer_alone_costs_a_piece(self) -> None:
        self.good(self.log, *(made(7, number, value=bytes(100)) for number in range(2000)))
        self.assertLessEqual(self.read_bytes(), 7 * SCAN_BYTES)
        self.assertEqual(len(self.sequences(7)), BATCHES_KEPT)

    def test_who_was_silent_for_long_is_not_looked_for(self) -> None:
        self.good(self.log, made(6, 0), made(6, 1))
        self.good(self.log, *(made(7, number, value=bytes(1000)) for number in range(500)))
        self.assertLessEqual(self.read_bytes(), 2 * LEAST_BYTES)
        self.assertEqual((self.sequences(6), len(self.sequences(7))), ([1], BATCHES_KEPT))

    def test_of_a_log_that_nobody_wrote_to_for_long(self) -> None:
        for waited_ms, known in ((SILENT_MS - 1, [0, 1, 2]), (SILENT_MS, [2])):
            self.setUp()
            self.good(self.log, made(7, 0), made(7, 1), made(7, 2))
            self.place.clock.ms += waited_ms
            self.assertEqual(self.read_bytes() > 0, len(known) > 1)
            self.assertEqual(self.sequences(7), known)

    def test_many_producers(self) -> None:
        """All of them want more than may be read: the newest batches have it."""
        for number in range(3):
            self.good(self.log, *(made(producer, number, value=bytes(400)) for producer in range(2000)))
        self.assertLessEqual(self.read_bytes(), MOST_BYTES_READ + (64 << 10))
        known = [self.sequences(producer) for producer in range(2000)]
        self.assertEqual({one[-1] for one in known}, {2})
        self.assertGreater(sum(len(one) > 1 for one in known), 100)

    def test_nothing_is_read_without_producers_that_lack_something(self) -> None:
        self.good(self.log, batch(b"a"), made(7, 0), batch(b"b"))
        self.assertEqual(self.read_bytes(), 0)


class DamageTests(_Case):
    """Files that are not what they should be."""

    settings = LogSettings(index_interval_bytes=1)

    def test_what_cannot_be_read_is_told(self) -> None:
        self.good(self.log, *(made(7, number, value=bytes(20_000)) for number in range(6)))
        path = self.log._segments.active.log_path
        self.assertTrue(self.place.last.close())
        data = bytearray(self.place.fs.read(path))
        size = len(made(7, 0, value=bytes(20_000)))
        # The length of the third batch.
        data[2 * size + 8 : 2 * size + 12] = b"\xff" * 4
        self.place.fs.write(path, bytes(data))
        self.log = self.place.again(self.settings)
        self.assertEqual(self.sequences(7)[-1], 5)
        self.assertEqual(self.log.end_offset, 6)
