"""A log that leads, follows, is cut and begun anew in any order, beside a plain list of its batches."""

from __future__ import annotations

import errno
import random
from collections.abc import Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.records.contract import TRANSACTIONAL
from klog.records.implementations import codec
from klog.storage.checkpoint_files import EpochEntry
from klog.storage.cold_read import wait_for
from klog.storage.disk_work import do_now
from klog.storage.log.log import Log
from klog.storage.settings import LogSettings
from tests.storage.logs import T0, FailingAct, Place, append, at, batch, marker_of


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
                if rng.random() < 0.3:
                    self.refuse(place, offset, rng.randint(0, 4))
                    self.check(log, model, (seed, "a cut that was refused", place.warnings))
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

    def refuse(self, place: Place, offset: int, number: int) -> None:
        """The disk has no room for write `number`, of which a truncation has five at least."""
        truncation = place.last.prepare_truncation(T0, offset)
        if truncation is not None:
            place.fs.before_act = FailingAct(lambda name, _: name == "write", number, errno.ENOSPC)
            self.assertRaises(OSError, do_now, truncation)
            place.fs.before_act = None

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
