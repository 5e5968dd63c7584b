"""A log that is cut from its end, and one that takes what its leader has: what stays, what is refused, and what goes on meanwhile."""

from __future__ import annotations

import errno
import random
from collections.abc import Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.errors import ErrorCode, KlogError
from klog.records.contract import TRANSACTIONAL
from klog.records.control import Marker, build_marker
from klog.records.select import codec
from klog.storage.checkpoints import EpochEntry, read_leader_epochs
from klog.storage.cold_read import wait_for
from klog.storage.disk_work import do_now
from klog.storage.log import Log, StillRunning
from klog.storage.log_compaction import dirtiness_of, prepare_compaction
from klog.storage.settings import LogSettings
from klog.storage.txn_index import AbortedTxn
from tests.storage.compacting import made_options
from tests.storage.logs import NOW_MS, T0, Place, append, batch, read_all, retain, values

SMALL = LogSettings(segment_bytes=400, index_interval_bytes=100, segment_index_bytes=400, retention_ms=-1)


def filled(log: Log, count: int, each: int = 2) -> None:
    for number in range(count):
        append(log, batch(*(b"%d-%d" % (number, n) for n in range(each))))


class TruncateTests(SynchronousTestCase):
    def setUp(self) -> None:
        self.place = Place()

    def log(self, settings: LogSettings = SMALL) -> Log:
        return self.place.log(settings)

    def files(self) -> list[str]:
        return [path for path in self.place.fs.list("/data/t-0") if not path.endswith(".deleted")]

    def test_segments_indexes_and_snapshots_behind_go(self) -> None:
        log = self.log()
        filled(log, 20)
        self.assertGreater(log.segment_count, 4)
        before = values(read_all(log))
        self.assertEqual(log.truncate_to(13), 12)
        self.assertEqual((log.end_offset, log.high_watermark, log.recovery_point), (12, 12, 0))
        log.flush()
        self.assertEqual(log.recovery_point, 12)
        self.assertEqual(values(read_all(log)), before[:12])
        bases = log._segments.bases()
        self.assertTrue(all(int(name[:20]) < 12 for name in self.files() if name[:20].isdigit()), self.files())
        self.assertEqual(sorted(int(name[:20]) for name in self.files() if name.endswith(".log")), bases)
        filled(log, 20)
        self.assertEqual(values(read_all(log))[:12], before[:12])
        self.assertEqual(log.end_offset, 52)
        log.close()
        again = self.place.again(SMALL)
        self.assertEqual(again.end_offset, 52)
        self.assertEqual(values(read_all(again))[:12], before[:12])

    def test_to_the_very_beginning(self) -> None:
        log = self.log()
        filled(log, 6)
        self.assertEqual(log.truncate_to(0), 0)
        self.assertEqual((log.start_offset, log.end_offset, log.size_bytes, log.segment_count), (0, 0, 0, 1))
        filled(log, 1)
        self.assertEqual(values(read_all(log)), [(0, b"0-0"), (1, b"0-1")])

    def test_above_the_end_only_epochs_go(self) -> None:
        log = self.log()
        filled(log, 2)
        log._epochs.assign(5, 4)
        self.assertEqual(log.truncate_to(4), 4)
        self.assertIsNone(log.prepare_truncation(100))
        self.assertEqual(log._epochs.entries, [EpochEntry(0, 0)])
        self.assertEqual(log.end_offset, 4)
        self.assertRaises(ValueError, log.prepare_truncation, -1)

    def test_below_the_first_segment_all_goes(self) -> None:
        log = self.log()
        filled(log, 20)
        log.truncate_start(20)
        retain(log, NOW_MS)
        self.assertGreater(log.first_segment_base, 5)
        self.assertEqual(log.truncate_to(5), 5)
        self.assertEqual((log.start_offset, log.end_offset, log.high_watermark, log.segment_count), (5, 5, 5, 1))
        filled(log, 1)
        self.assertEqual(values(read_all(log)), [(5, b"0-0"), (6, b"0-1")])
        log.close()
        self.assertEqual(values(read_all(self.place.again(SMALL))), [(5, b"0-0"), (6, b"0-1")])

    def test_below_the_start_the_start_comes_down(self) -> None:
        log = self.log()
        filled(log, 4)
        log.truncate_start(3)
        self.assertEqual(log.truncate_to(2), 2)
        self.assertEqual((log.start_offset, log.end_offset), (2, 2))

    def test_a_new_start(self) -> None:
        for offset in (100, 7, 0):
            log = self.log() if offset == 100 else log  # noqa: F821
            filled(log, 9)
            log.truncate_fully_and_start_at(offset)
            self.assertEqual((log.start_offset, log.end_offset, log.high_watermark, log.recovery_point), (offset,) * 4)
            self.assertEqual(log._epochs.entries, [])
            self.assertEqual(len(log._producers), 0)
            filled(log, 1)
            self.assertEqual(values(read_all(log)), [(offset, b"0-0"), (offset + 1, b"0-1")])
        log.close()
        again = self.place.again(SMALL)
        self.assertEqual((again.start_offset, again.end_offset), (0, 2))

    def test_epochs_and_producers_are_those_of_what_stays(self) -> None:
        log = self.log()
        for epoch in range(4):
            log.assign_leader_epoch(epoch)
            append(log, batch(b"a", b"b", producer_id=1, producer_epoch=0, base_sequence=2 * epoch))
            append(log, batch(b"c", producer_id=10 + epoch, producer_epoch=0, base_sequence=0))
        log.truncate_to(7)
        self.assertEqual(log.end_offset, 6)
        self.assertEqual(log._epochs.entries, [EpochEntry(0, 0), EpochEntry(1, 3)])
        self.assertEqual(read_leader_epochs(self.place.fs, "/data/t-0/leader-epoch-checkpoint"), log._epochs.entries)
        self.assertEqual([entry.producer_id for entry in log.active_producers()], [1, 10, 11])
        self.assertEqual(log._producers.producers[1].last_sequence, 3)
        (found,) = append(log, batch(b"a", b"b", producer_id=1, producer_epoch=0, base_sequence=4))
        self.assertEqual((found.code, found.base_offset), (0, 6))

    def test_transactions_that_a_cut_marker_had_ended_are_open_again(self) -> None:
        log = self.log(LogSettings(retention_ms=-1))
        first = batch(b"a", producer_id=1, producer_epoch=0, base_sequence=0, attributes=TRANSACTIONAL)
        log.append_as_follower(at(first, 0))
        log.append_as_follower(at(marker_of(1, commit=False), 1))
        log.append_as_follower(at(batch(b"b", producer_id=1, producer_epoch=0, base_sequence=1, attributes=TRANSACTIONAL), 2))
        log.append_as_follower(at(marker_of(1, commit=False), 3))
        log.raise_high_watermark(4)
        self.assertEqual(log.last_stable_offset, 4)
        self.assertEqual(wait_for(lambda: log.aborted_transactions(0, 4)), [AbortedTxn(1, 0, 1, 2), AbortedTxn(1, 2, 3, 4)])
        log.truncate_to(3)
        self.assertEqual((log.end_offset, log.last_stable_offset), (3, 2))
        self.assertEqual(wait_for(lambda: log.aborted_transactions(0, 4)), [AbortedTxn(1, 0, 1, 2)])
        log.truncate_to(1)
        self.assertEqual((log.end_offset, log.last_stable_offset), (1, 0))
        self.assertEqual(wait_for(lambda: log.aborted_transactions(0, 4)), [])

    def test_nothing_else_begins_while_it_is_under_way(self) -> None:
        log = self.log()
        filled(log, 10)
        truncation = self.place.last.prepare_truncation(T0, 6)
        assert truncation is not None
        self.assertTrue(log.is_being_truncated)
        self.assertEqual((log.end_offset, log.high_watermark), (6, 6))
        (result,) = append(log, batch(b"x"))
        self.assertEqual(result.code, ErrorCode.KAFKA_STORAGE_ERROR)
        self.assertEqual(self.assertRaises(KlogError, log.append_as_follower, at(batch(b"x"), 6)).code, ErrorCode.KAFKA_STORAGE_ERROR)
        self.assertEqual(self.assertRaises(KlogError, log.truncate_start, 1).code, ErrorCode.KAFKA_STORAGE_ERROR)
        self.assertIsNone(log.prepare_flush())
        self.assertEqual(log.apply_retention(NOW_MS), 0)
        self.assertIsNone(dirtiness_of(log, 0))
        self.assertRaises(StillRunning, log.prepare_truncation, 2)
        self.assertEqual(len(read_all(log)), 6)
        do_now(truncation)
        self.assertFalse(log.is_being_truncated)
        filled(log, 1)
        self.assertEqual(log.end_offset, 8)

    def test_it_waits_for_a_flush_and_ends_a_compaction(self) -> None:
        log = self.log(LogSettings(segment_bytes=400, cleanup_compact=True, cleanup_delete=False, min_cleanable_dirty_ratio=0))
        filled(log, 10)
        flush = log.prepare_flush()
        assert flush is not None
        self.assertRaises(StillRunning, log.prepare_truncation, 6)
        told: list[int] = []
        log.work.when_idle(lambda: told.append(1))
        do_now(flush)
        self.assertEqual(told, [1])
        dirt = dirtiness_of(log, 0)
        assert dirt is not None
        compaction = prepare_compaction(log, dirt, made_options())
        self.assertRaises(StillRunning, log.prepare_truncation, 6)
        do_now(compaction)
        self.assertFalse(compaction.is_done)
        self.assertEqual(log.truncate_to(6), 6)
        self.assertEqual(len(read_all(log)), 6)

    def test_a_stop_meanwhile_is_none_in_order(self) -> None:
        log = self.log()
        filled(log, 10)
        truncation = self.place.last.prepare_truncation(T0, 6)
        assert truncation is not None
        self.assertFalse(self.place.last.close())
        do_now(truncation)
        self.assertTrue(log.is_closed)
        self.assertIn(self.place.again(SMALL).end_offset, range(6, 21))

    def test_checkpoints_know_it_before_anything_is_cut(self) -> None:
        log = self.log()
        filled(log, 20)
        log.flush()
        do_now(self.place.last.prepare_checkpoint())
        truncation = self.place.last.prepare_truncation(T0, 6)
        assert truncation is not None
        operations: list[str] = []
        self.place.fs.on_operation = lambda name, path: operations.append(f"{name} {path}")
        do_now(truncation)
        self.place.fs.on_operation = None
        checkpoint = next(n for n, one in enumerate(operations) if "rename" in one and "recovery-point-offset-checkpoint" in one)
        cut = next(n for n, one in enumerate(operations) if "t-0" in one)
        self.assertLess(checkpoint, cut)
        self.assertIn(b"t 0 0\n", self.place.fs.read("/data/recovery-point-offset-checkpoint"))

    def test_a_full_disk_before_the_cut_leaves_the_log_as_it_was(self) -> None:
        log = self.log()
        filled(log, 20)
        truncation = self.place.last.prepare_truncation(T0, 6)
        assert truncation is not None

        def full() -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        truncation.write_checkpoints = full
        self.assertRaises(OSError, do_now, truncation)
        self.assertEqual((log.end_offset, log.high_watermark), (40, 40))
        self.assertIsNone(self.place.last.offline)
        self.assertEqual(log.truncate_to(6), 6)

    def test_a_broken_disk_takes_the_directory_out_of_service(self) -> None:
        log = self.log()
        filled(log, 20)
        truncation = self.place.last.prepare_truncation(T0, 6)
        assert truncation is not None

        def broken(name: str, path: str) -> None:
            if name == "rename" and "t-0" in path:
                raise OSError(errno.EIO, "Input/output error")

        self.place.fs.on_operation = broken
        self.assertRaises(OSError, do_now, truncation)
        self.place.fs.on_operation = None
        self.assertIsNotNone(self.place.last.offline)
        self.assertLessEqual(log.end_offset, 6)

    def test_a_reader_far_down_goes_on(self) -> None:
        log = self.log()
        filled(log, 20)
        got = wait_for(lambda: log.read(0, 10_000, upper_bound=log.high_watermark))
        assert got.span is not None
        before = got.span.read()
        log.truncate_to(14)
        self.assertEqual(got.span.read(), before)
        self.assertEqual(self.assertRaises(KlogError, log.read, 15, 1000, upper_bound=40).code, ErrorCode.OFFSET_OUT_OF_RANGE)


def marker_of(producer_id: int, *, commit: bool) -> bytes:
    """A control batch that ends a transaction."""
    return build_marker(codec, Marker(commit, 0), producer_id=producer_id, producer_epoch=0, timestamp_ms=NOW_MS)


def at(data: bytes, base_offset: int, epoch: int = 0) -> bytes:
    """The batch as a leader has it."""
    return base_offset.to_bytes(8, "big", signed=True) + data[8:12] + epoch.to_bytes(4, "big", signed=True) + data[16:]


class FollowerTests(SynchronousTestCase):
    def setUp(self) -> None:
        self.place = Place()

    def refusal(self, log: Log, data: bytes) -> KlogError:
        before = log.end_offset, log.size_bytes
        error = self.assertRaises(KlogError, log.append_as_follower, data)
        self.assertEqual((log.end_offset, log.size_bytes), before)
        return error

    def test_batches_stay_what_they_are(self) -> None:
        log = self.place.log(SMALL)
        sent = at(batch(b"a", b"b", timestamp_ms=5), 0, 3) + at(batch(b"c"), 2, 3) + at(batch(b"d"), 10, 7) + at(batch(b"e"), 11, 7)
        found = log.append_as_follower(sent)
        self.assertEqual((found.first_offset, found.end_offset, found.batches, found.size_bytes), (0, 12, 4, len(sent)))
        self.assertEqual(log.high_watermark, 0)
        log.raise_high_watermark(100)
        self.assertEqual(log.high_watermark, 12)
        self.assertEqual(b"".join(self.place.fs.read(segment.log_path) for segment in log._segments), sent)
        self.assertEqual(log._epochs.entries, [EpochEntry(3, 0), EpochEntry(7, 10)])
        self.assertEqual((log.leader_epoch, log.end_offset_for_epoch(3)), (7, (3, 10)))
        self.assertEqual(wait_for(lambda: log.offset_for_timestamp(6, 12)), (NOW_MS, 2, 3))

    def test_an_incomplete_batch_at_the_end_is_left_out(self) -> None:
        log = self.place.log(SMALL)
        data = at(batch(b"a"), 0) + at(batch(b"b"), 1)[:-1]
        self.assertEqual(log.append_as_follower(data).batches, 1)
        self.assertEqual(log.append_as_follower(b"").batches, 0)

    def test_a_newer_leadership_ends_it(self) -> None:
        log = self.place.log(SMALL)
        data = at(batch(b"a"), 0, 1) + at(batch(b"b"), 1, 2) + at(batch(b"c"), 2, 2)
        found = log.append_as_follower(data, most_epoch=1)
        self.assertEqual((found.batches, found.end_offset, found.ended_at_newer_epoch), (1, 1, True))

    def test_what_is_refused(self) -> None:
        log = self.place.log(SMALL)
        log.append_as_follower(at(batch(b"a", b"b"), 0, 4))
        good = at(batch(b"c"), 2, 4)
        hurt = bytearray(at(batch(b"d"), 3, 4))
        hurt[-1] ^= 1
        self.assertEqual(self.refusal(log, good + bytes(hurt)).code, ErrorCode.CORRUPT_MESSAGE)
        self.assertEqual(self.refusal(log, good[:-1]).code, ErrorCode.CORRUPT_MESSAGE)
        self.assertEqual(self.refusal(log, bytes(100)).code, ErrorCode.CORRUPT_MESSAGE)
        self.assertEqual(self.refusal(log, at(batch(b"c"), 1, 4)).code, ErrorCode.OFFSET_OUT_OF_RANGE)
        self.assertEqual(self.refusal(log, good + at(batch(b"d"), 2, 4)).code, ErrorCode.INVALID_RECORD)
        self.assertEqual(self.refusal(log, at(batch(b"c"), 2, 3)).code, ErrorCode.INVALID_RECORD)
        self.assertEqual(self.refusal(log, at(batch(b"c"), -5, 4)).code, ErrorCode.CORRUPT_MESSAGE)
        self.assertEqual(log.append_as_follower(good).end_offset, 3)

    def test_an_empty_log_may_begin_in_the_middle_of_a_batch(self) -> None:
        log = self.place.log(SMALL)
        log.truncate_fully_and_start_at(10)
        data = at(batch(b"a", b"b", b"c"), 8, 2)
        error = self.assertRaises(KlogError, log.append_as_follower, data)
        self.assertTrue(error.may_begin_there)  # type: ignore[attr-defined]
        log.truncate_fully_and_start_at(error.base_offset)  # type: ignore[attr-defined]
        self.assertEqual(log.append_as_follower(data).end_offset, 11)
        self.assertFalse(self.refusal(log, data).may_begin_there)  # type: ignore[attr-defined]

    def test_a_gap_that_no_segment_can_hold(self) -> None:
        log = self.place.log(SMALL)
        log.append_as_follower(at(batch(b"a"), 0))
        far = 5 << 31
        log.append_as_follower(at(batch(b"b"), far))
        log.raise_high_watermark(far + 1)
        self.assertEqual(values(read_all(log)), [(0, b"a"), (far, b"b")])

    def test_batches_larger_than_a_segment(self) -> None:
        log = self.place.log(SMALL)
        data = at(batch(bytes(5000)), 0) + at(batch(b"b"), 1)
        self.assertEqual(log.append_as_follower(data).end_offset, 2)
        self.assertEqual(log.segment_count, 2)

    def test_a_disk_that_refuses(self) -> None:
        log = self.place.log(SMALL)

        def full(name: str, path: str) -> None:
            if name == "write":
                raise OSError(errno.ENOSPC, "No space left on device")

        self.place.fs.on_operation = full
        self.assertEqual(self.refusal(log, at(batch(b"a"), 0)).code, ErrorCode.KAFKA_STORAGE_ERROR)
        self.place.fs.on_operation = None
        self.assertEqual(log.append_as_follower(at(batch(b"a"), 0)).end_offset, 1)


class Model:
    """What a log must be: its batches."""

    def __init__(self) -> None:
        self.start = 0
        self.batches: list[dict[str, Any]] = []
        #: Leader epochs with their begins.
        self.epochs: list[EpochEntry] = []

    @property
    def end(self) -> int:
        return self.batches[-1]["last"] + 1 if self.batches else self.start

    def add(self, base: int, last: int, epoch: int, data: bytes, **fields: Any) -> None:
        if not self.epochs or self.epochs[-1].epoch < epoch:
            self.epochs.append(EpochEntry(epoch, base))
        self.batches.append({"base": base, "last": last, "epoch": epoch, "data": data, **fields})

    def cut(self, offset: int) -> None:
        if offset >= self.end:
            self.epochs = [entry for entry in self.epochs if entry.start_offset < offset]
            return
        self.batches = [one for one in self.batches if one["last"] < offset]
        if offset < self.start:
            self.start = offset
        self.epochs = [entry for entry in self.epochs if entry.start_offset < self.end]

    def producers(self) -> dict[int, tuple[int, int, int]]:
        """id -> (last sequence, first offset of the open transaction, offset of the last batch)."""
        found: dict[int, tuple[int, int, int]] = {}
        for one in self.batches:
            producer_id = one.get("producer_id", -1)
            if producer_id < 0:
                continue
            sequence, opened, _ = found.get(producer_id, (-1, -1, -1))
            if one.get("marker") is not None:
                found[producer_id] = (sequence, -1, found.get(producer_id, (-1, -1, -1))[2])
            else:
                found[producer_id] = (one["sequence"], one["base"] if opened < 0 and one["attributes"] else opened, one["last"])
        return found

    def aborted(self) -> list[tuple[int, int, int]]:
        opened: dict[int, int] = {}
        found = []
        for one in self.batches:
            producer_id = one.get("producer_id", -1)
            if one.get("marker") is not None:
                first = opened.pop(producer_id, None)
                if first is not None and not one["marker"]:
                    found.append((producer_id, first, one["base"]))
            elif producer_id >= 0 and one["attributes"]:
                opened.setdefault(producer_id, one["base"])
        return found


class ModelTests(SynchronousTestCase):
    """A log that leads and follows in turns, is truncated and started again, beside a list of its batches."""

    @settings(max_examples=600)
    @given(st.integers(0, 1 << 32))
    def test_lives(self, seed: int) -> None:
        rng = random.Random(seed)
        place = Place()
        chosen = LogSettings(
            segment_bytes=rng.choice([300, 700, 5000]),
            index_interval_bytes=rng.choice([0, 100, 4096]),
            segment_index_bytes=400,
            retention_ms=-1,
        )
        log, model, epoch = place.log(chosen), Model(), 0
        sequences: dict[int, int] = {}
        for _ in range(rng.randint(3, 25)):
            act = rng.choice(["lead", "lead", "follow", "follow", "follow", "cut", "cut", "anew", "epoch", "again", "crash", "flush"])
            known = model.producers()
            sequences = {producer_id: state[0] + 1 for producer_id, state in known.items()}
            if act == "epoch":
                epoch += rng.randint(1, 3)
                log.assign_leader_epoch(epoch)
            elif act == "lead":
                epoch = max(epoch, log.leader_epoch)
                producer_id = rng.choice([-1, 1, 2])
                # A transaction of this producer is open: the leader takes transactional batches by transactions, which come later.
                if known.get(producer_id, (0, -1, 0))[1] >= 0:
                    continue
                fields = self.fields(producer_id, sequences, False)
                data = batch(*[b"v"] * rng.randint(1, 3), **fields)
                (result,) = append(log, data)
                self.assertEqual(result.code, 0, result)
                self.note(model, data, result.base_offset, log.leader_epoch, fields)
            elif act == "follow":
                sent, coming = b"", []
                base = log.end_offset
                for _ in range(rng.randint(1, 3)):
                    epoch = max(epoch, log.leader_epoch) + rng.choice([0, 0, 0, 1])
                    base += rng.choice([0, 0, 0, 5])
                    producer_id = rng.choice([-1, 1, 2, 3])
                    marker = None
                    if producer_id > 0 and rng.random() < 0.4:
                        marker = rng.random() < 0.5
                        data = marker_of(producer_id, commit=marker)
                        fields = {"producer_id": producer_id, "marker": marker}
                    else:
                        fields = self.fields(producer_id, sequences, producer_id == 3 or known.get(producer_id, (0, -1, 0))[1] >= 0)
                        data = batch(*[b"f"] * rng.randint(1, 3), **fields)
                        if producer_id >= 0:
                            sequences[producer_id] = fields["base_sequence"] + codec.scan(data)[0].record_count
                    data = at(data, base, epoch)
                    coming.append((data, base, epoch, fields))
                    sent += data
                    base = codec.scan(data)[0].last_offset + 1
                log.append_as_follower(sent)
                for data, base, batch_epoch, fields in coming:
                    self.note(model, data, base, batch_epoch, fields)
                log.raise_high_watermark(log.end_offset)
            elif act == "cut":
                offset = rng.randint(max(0, model.start - 3), model.end + 3)
                if rng.random() < 0.3 and model.epochs:
                    offset = rng.choice(model.epochs).start_offset
                do = place.last.prepare_truncation(T0, offset)
                if do is not None:
                    do_now(do)
                model.cut(offset)
            elif act == "anew":
                if rng.random() < 0.8:
                    continue
                offset = rng.randint(0, model.end + 50)
                do_now(place.last.prepare_truncation(T0, offset, fully=True))  # type: ignore[arg-type]
                model = Model()
                model.start = offset
            elif act == "flush":
                log.flush()
            elif act == "again":
                self.assertTrue(place.last.close())
                log = place.again(chosen)
                epoch = max(epoch, log.leader_epoch)
            else:
                # Only the process died.
                place.last.release()
                do_now(place.last.prepare_checkpoint())
                log = place.again(chosen)
                self.assertEqual(place.report.dropped_segments, 0, place.warnings)
                epoch = max(epoch, log.leader_epoch)
            self.check(log, model, (seed, act, place.warnings))

    def fields(self, producer_id: int, sequences: dict[int, int], transactional: bool) -> dict[str, Any]:
        if producer_id < 0:
            return {}
        return {
            "producer_id": producer_id,
            "producer_epoch": 0,
            "base_sequence": sequences.get(producer_id, 0),
            "attributes": TRANSACTIONAL if transactional else 0,
        }

    def note(self, model: Model, data: bytes, base: int, epoch: int, fields: dict[str, Any]) -> None:
        entry = codec.scan(data)[0]
        last = base + entry.last_offset - entry.base_offset
        sequence = fields.get("base_sequence", 0) + entry.record_count - 1
        model.add(base, last, epoch, data, **{"attributes": 0, "sequence": sequence, **fields})

    def check(self, log: Log, model: Model, where: object) -> None:
        self.assertEqual((log.start_offset, log.end_offset), (model.start, model.end), where)
        self.assertLessEqual(log.high_watermark, log.end_offset, where)
        stored = b"".join(log._context.fs.read(segment.log_path) for segment in log._segments)
        self.assertEqual([entry[3:6] for entry in codec.scan(stored)], [entry[3:6] for entry in self.expected(model)], where)
        self.assertEqual(len(stored), sum(len(one["data"]) for one in model.batches), where)
        epochs = [log.leader_epoch_for_offset(one["base"]) for one in model.batches]
        self.assertEqual(epochs, [one["epoch"] for one in model.batches], where)
        starts = {one["base"] for one in model.batches} | {model.start, model.end}
        self.assertLessEqual({entry.start_offset for entry in log._epochs.entries[1:]}, starts, where)
        found = {entry.producer_id: (entry.last_sequence, entry.txn_first_offset, entry.last_offset) for entry in log.active_producers()}
        # What a marker alone has told of a producer stays as long as its marker does.
        self.assertEqual(found, model.producers(), where)
        aborted = [(txn.producer_id, txn.first_offset, txn.last_offset) for txn in wait_for(lambda: log.aborted_transactions(0, 1 << 62))]
        self.assertEqual(sorted(aborted), sorted(model.aborted()), where)
        for one in model.batches:
            got = wait_for(lambda last=one["last"]: log.read(last, 1, upper_bound=log.end_offset))  # type: ignore[misc]
            assert got.span is not None
            self.assertEqual(got.first_offset, one["base"], where)
        for index in (segment.offset_index for segment in log._segments):
            for entry in index.entries:
                self.assertIn(entry.offset, [one["last"] for one in model.batches], where)

    @staticmethod
    def expected(model: Model) -> Sequence[Any]:
        return [codec.scan(at(one["data"], one["base"], one["epoch"]))[0] for one in model.batches]
