"""A run that is staged at once comes to the same as its batches one by one."""

from __future__ import annotations

import dataclasses
import errno
from typing import Any
from unittest import mock

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.errors import ErrorCode
from klog.records.contract import TRANSACTIONAL, Codec
from klog.storage.log.log import Log
from klog.storage.log.values import AppendEntry, AppendResult
from klog.storage.producers.transaction_guard import UNVERIFIED
from klog.storage.settings import LogSettings
from tests.storage.logs import NOW_MS, FailingAct, LogCase, Place, append, batch, marker_of

MOST = 2**31 - 1

#: How a batch is: its producer, whether that is in a transaction, how its sequence goes on, records, and what is uncommon about it.
batches = st.tuples(
    st.sampled_from([None, 4, 5]),
    st.booleans(),
    st.sampled_from(["next"] * 6 + ["again", "gap", "epoch"]),
    st.integers(1, 3),
    st.sampled_from([""] * 8 + ["crc", "early", "late", "lz4", "cut", "large", "offset", "old"]),
)
calls = st.lists(batches, min_size=1, max_size=8).map(lambda all_: ("append", all_))
others = st.sampled_from([("begin", 4), ("begin", 5), ("commit", 4), ("abort", 5), ("fail", 0), ("refuse", 4), ("later", 7)])
topics = st.builds(
    LogSettings,
    segment_bytes=st.sampled_from([1 << 20, 700]),
    segment_ms=st.sampled_from([1 << 40, 5]),
    index_interval_bytes=st.sampled_from([0, 100]),
    segment_index_bytes=st.sampled_from([1 << 20, 36]),
    max_message_bytes=st.just(300),
    message_timestamp_before_max_ms=st.just(1000),
    cleanup_compact=st.sampled_from([False] * 5 + [True]),
    log_append_time=st.sampled_from([False] * 5 + [True]),
    compression_type=st.sampled_from(["producer"] * 5 + ["gzip"]),
)


class Side:
    """A log, and producers that do not care for what they are told."""

    def __init__(self, topic: LogSettings) -> None:
        self.place = Place()
        self.log = self.place.log(topic)
        self.sequences = {4: MOST - 3, 5: 0}
        self.epochs = {4: 0, 5: 0}

    def made(self, described: tuple[Any, ...]) -> AppendEntry:
        producer, transactional, going_on, count, flaw = described
        fields: dict[str, Any] = {}
        if producer is not None:
            if going_on == "epoch":
                self.epochs[producer] += 1
                self.sequences[producer] = 0
            sequence = self.sequences[producer] + (going_on == "gap") - (count if going_on == "again" else 0)
            sequence &= MOST
            self.sequences[producer] = (sequence + count) & MOST
            fields = {"producer_id": producer, "producer_epoch": self.epochs[producer], "base_sequence": sequence}
            if transactional:
                fields["attributes"] = TRANSACTIONAL
        if flaw == "offset":
            fields["base_offset"] = 1
        times = {"early": -2000, "late": 4_000_000}
        value = bytes(400) if flaw == "large" else b"value"
        compression = Codec.LZ4 if flaw == "lz4" else Codec.NONE
        timestamp_ms = self.place.clock() + times.get(flaw, 0)
        made = batch(*[value] * count, timestamp_ms=timestamp_ms, compression=compression, **fields)
        if flaw == "crc":
            made = made[:-1] + b"?"
        elif flaw == "cut":
            made = made[:-1]
        return AppendEntry(memoryview(made), 6 if flaw == "old" else 9)

    def step(self, name: str, argument: Any) -> object:
        log = self.log
        if name == "append":
            return log.append([self.made(each) for each in argument])
        if name == "begin":
            entry = self.made((argument, True, "next", 1, ""))
            entry.guard = UNVERIFIED
            return log.append([entry])
        if name in ("commit", "abort"):
            marker = marker_of(argument, commit=name == "commit", epoch=self.epochs[argument])
            return log.append([AppendEntry(marker, 9, internal=True)])
        if name == "fail":
            self.place.fs.before_act = FailingAct(lambda act, path: act == "write", 0, errno.ENOSPC)
        elif name == "refuse":
            log.note_refused(self.made((argument, False, "next", 1, "")).records, ErrorCode.NOT_ENOUGH_REPLICAS)
        else:
            self.place.clock.ms += argument
        return None

    def state(self) -> object:
        log = self.log
        segments = [
            (each.base_offset, each.size, each.offset_index.entries, each.time_index.entries, each.max_timestamp) for each in log._segments
        ]
        files = {each.log_path: self.place.fs.read(each.log_path) for each in log._segments}
        producers = dict(log._producers.producers)
        return log.end_offset, log.high_watermark, log.last_stable_offset, segments, files, producers, list(producers)


class OneByOneTests(SynchronousTestCase):
    """Both ways, with whatever comes."""

    @settings(deadline=None, max_examples=200)
    @given(topics, st.lists(st.one_of(calls, calls, others), max_size=12))
    def test_the_same(self, topic: LogSettings, steps: list[tuple[str, Any]]) -> None:
        at_once, one_by_one = Side(topic), Side(topic)
        for name, argument in steps:
            found = at_once.step(name, argument)
            with mock.patch.object(Log, "_stage_run", lambda log, entries, group: 0):
                wanted = one_by_one.step(name, argument)
            self.assertEqual(found, wanted)
            self.assertEqual(at_once.state(), one_by_one.state())


class RunTests(LogCase):
    """What is taken at once, and what is not."""

    def setUp(self) -> None:
        super().setUp()
        self.taken: list[int] = []
        stage_run = Log._stage_run

        def noted(log: Log, entries: Any, group: Any) -> int:
            self.taken.append(stage_run(log, entries, group))
            return self.taken[-1]

        self.enterContext(mock.patch.object(Log, "_stage_run", noted))
        self.sequence = 0

    def made(self, count: int = 1, **fields: int) -> bytes:
        sequence = fields.pop("base_sequence", self.sequence)
        self.sequence = sequence + count
        return batch(*[b"v"] * count, producer_id=4, producer_epoch=0, base_sequence=sequence, **fields)

    def test_a_producers_batches(self) -> None:
        log = self.place.log()
        results = append(log, self.made(2), self.made(), self.made(3))
        self.assertEqual(self.taken, [3])
        self.assertEqual(
            results,
            [
                AppendResult(base_offset=first, last_offset=last, log_start_offset=0, min_timestamp=NOW_MS, max_timestamp=NOW_MS)
                for first, last in ((0, 1), (2, 2), (3, 5))
            ],
        )

    def test_up_to_what_is_uncommon(self) -> None:
        log = self.place.log()
        append(log, self.made(), self.made(), self.made(base_sequence=7), self.made())
        append(log, batch(b"a"), batch(b"b"), self.made(base_sequence=2), batch(b"c"))
        append(log, self.made(timestamp_ms=NOW_MS * 2), self.made())
        self.assertEqual(self.taken, [2, 2, 0])

    def test_of_an_open_transaction(self) -> None:
        log = self.place.log()
        one = self.made(attributes=TRANSACTIONAL)
        (refused,) = append(log, one)
        self.assertEqual((refused.code, self.taken), (ErrorCode.INVALID_TXN_STATE, [0]))
        log.append([AppendEntry(one, 9, guard=UNVERIFIED)])
        append(log, self.made(attributes=TRANSACTIONAL), self.made(attributes=TRANSACTIONAL), self.made())
        self.assertEqual(self.taken, [0, 0, 2])

    def test_not_into_a_topic_that_changes_batches(self) -> None:
        for changed in ({"cleanup_compact": True}, {"log_append_time": True}, {"compression_type": "gzip"}):
            log = Place().log(dataclasses.replace(LogSettings(), **changed))  # type: ignore[arg-type]
            self.good(log, batch(b"a"))
        self.assertEqual(self.taken, [0, 0, 0])

    def test_a_roll_comes_between(self) -> None:
        log = self.place.log(LogSettings(segment_bytes=250))
        self.good(log, batch(b"a"), batch(b"b"), batch(b"c"), batch(b"d"))
        self.assertEqual(self.taken, [0])
        self.assertEqual(len(log._segments), 2)
