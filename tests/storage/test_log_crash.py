"""The flush rule under power loss: what was flushed, and so shown or acknowledged, is there after every crash.

A script of appends, flushes in three steps, rolls, checkpoints, retention and orderly restarts runs on the file system in memory. Before
each operation on the disk the power "goes" with some probability: a copy of what a disk could hold then is opened by another broker, and
held against the list of what was appended. The original runs on. Another script has syncs fail and starts the broker again: the kernel
takes what it could not write for written.
"""

from __future__ import annotations

import contextlib
import dataclasses
import random
import unittest
from collections.abc import Iterator, Sequence
from typing import TypeVar

import pytest

from klog.storage.directories.directory import LogDirectory
from klog.storage.disk_work import do_now
from klog.storage.log.flush_work import Flush
from klog.storage.log.log import AppendEntry, Log
from klog.storage.settings import LogSettings
from klog.testing.filesystem import MemoryFileSystem
from tests import peers
from tests.storage.logs import NOW_MS, T0, TOPIC_ID, Clock, Place, batch, checkpoint, read_all, retain

#: Crash points, at least; the crash matrix has many more.
CRASH_POINTS = 2000 if peers.SOAK else 500
SETTINGS = LogSettings(flush_messages=1, segment_bytes=1500, index_interval_bytes=100, segment_index_bytes=400, file_delete_delay_ms=10)


class Script:
    """One run: what is done, and what must hold."""

    def __init__(self, case: unittest.TestCase, seed: int) -> None:
        self.case = case
        self.random = random.Random(seed)
        self.clock = Clock()
        self.place = Place(MemoryFileSystem(self.clock), self.clock)
        self.crashes = 0
        self.recovered_bytes = 0
        #: Value of every record by offset, as appended (also what was not flushed).
        self.appended: dict[int, bytes] = {}
        #: The last batch of the producer: (last offset, batch).
        self.produced: list[tuple[int, bytes]] = []
        self.sequence = 0
        self.log: Log | None = None
        self.in_check = False
        self.probability = 0.35
        self.place.fs.on_operation = self.maybe_crash

    def maybe_crash(self, name: str, path: str) -> None:
        if self.in_check or self.log is None or self.random.random() > self.probability:
            return
        self.in_check = True
        try:
            self.check_crash(self.log, f"before {name} of {path}")
        finally:
            self.in_check = False

    def check_crash(self, log: Log, where: str) -> None:
        """Another broker on what the disk holds now; and a third where the power goes again, within or after that one's recovery."""
        self.crashes += 1
        shown = range(log.start_offset, log.high_watermark)
        fs = self.place.fs.crash(random.Random(self.random.random()))
        again: list[MemoryFileSystem] = []

        def maybe_again(name: str, path: str) -> None:
            if self.random.random() < 0.05:
                again.append(fs.crash(random.Random(self.random.random())))

        fs.on_operation = maybe_again
        directory, found = self.open(fs, shown, where)
        fs.on_operation = None
        kept = [record.offset for record in read_all(found, min(max(found.start_offset, shown.start), found.end_offset))]
        for other in again:
            self.open(other, shown, f"{where}, and again during recovery")
        if self.random.random() < 0.2:
            self.open(fs.crash(random.Random(self.random.random())), kept, f"{where}, and again after recovery")
        self.go_on(found, shown, where)
        directory.release()

    def open(self, fs: MemoryFileSystem, shown: Sequence[int], where: str) -> tuple[LogDirectory, Log]:
        """The log on `fs`, which must hold the offsets that were `shown` and nothing that nobody appended."""
        case = self.case
        warnings: list[str] = []
        directory = LogDirectory(fs, "/data", self.clock, SETTINGS, 1, settings_for=lambda topic: SETTINGS, warn=warnings.append)
        report = directory.load()
        self.recovered_bytes += report.truncated_bytes
        case.assertEqual(report.failed, {}, where)
        case.assertIn(T0, directory.logs, where)
        found = directory.logs[T0]
        case.assertEqual(found.topic_id, TOPIC_ID, where)
        end = self.log.high_watermark if self.log is not None else 0
        case.assertGreaterEqual(found.end_offset, end, f"{where}: shown up to {end}, kept {found.end_offset}; {warnings}")
        begin = shown[0] if shown else end
        if shown:
            case.assertLessEqual(found.start_offset, begin, where)
        case.assertEqual(found.high_watermark, found.end_offset, f"{where}: what recovery keeps it makes durable")
        kept = {record.offset: record.value for record in read_all(found, min(max(begin, found.start_offset), found.end_offset))}
        for offset in shown:
            case.assertEqual(kept.get(offset), self.appended[offset], f"{where}: offset {offset} of {shown}; {warnings}")
        for offset, value in kept.items():
            case.assertEqual(value, self.appended.get(offset), f"{where}: nobody appended this at {offset}")
        return directory, found

    def go_on(self, found: Log, shown: range, where: str) -> None:
        """The recovered log takes records, and knows the producer's last batch."""
        case = self.case
        kept = {record.offset for record in read_all(found, min(max(shown.start, found.start_offset), found.end_offset))}
        # Of what no flush covered any segment may be lost, also one in the middle; nobody was shown it.
        if self.produced and (self.produced[-1][0] in shown or self.produced[-1][0] in kept):
            last_offset, last = self.produced[-1]
            (result,) = found.append([AppendEntry(last, 9)])
            case.assertTrue(result.duplicate, f"{where}: the producer's last batch is there, {result}")
            case.assertEqual(result.last_offset, last_offset)
        end = found.end_offset
        (result,) = found.append([AppendEntry(batch(b"after the crash"), 9)])
        case.assertEqual((result.code, result.base_offset), (0, end), where)

    def run(self, steps: int) -> None:
        rng = self.random
        self.log = self.place.log(SETTINGS)
        flush: Flush | None = None
        for _ in range(steps):
            log = self.log
            action = rng.random()
            if action < 0.5:
                self.append(log)
            elif action < 0.85:
                if flush is None:
                    flush = log.prepare_flush()
                else:
                    flush.run()
                    flush.settle()
                    flush = None
            elif action < 0.90:
                checkpoint(self.place.last)
            elif action < 0.93 and flush is None:
                log.truncate_start(rng.randint(log.start_offset, log.high_watermark))
                retain(log, self.clock.ms)
                checkpoint(self.place.last)
            elif action < 0.95:
                self.clock.ms += 11
                log.remove_deleted(self.clock.ms)
            elif action < 0.97 and flush is None:
                self.restart()
        if flush is not None:
            flush.run()
            flush.settle()

    def append(self, log: Log) -> None:
        rng = self.random
        entries, made = [], []
        for _ in range(rng.randint(1, 4)):
            texts = [bytes(rng.choices(range(256), k=rng.randint(0, 150))) for _ in range(rng.randint(1, 3))]
            if rng.random() < 0.5:
                data = batch(*texts, timestamp_ms=NOW_MS + rng.randint(0, 50), producer_id=7, producer_epoch=0, base_sequence=self.sequence)
                self.sequence += len(texts)
                idempotent = True
            else:
                data, idempotent = batch(*texts, timestamp_ms=NOW_MS + rng.randint(0, 50)), False
            entries.append(AppendEntry(data, 9))
            made.append((data, texts, idempotent))
        # What is being written may be on the disk before the call returns.
        end = log.end_offset
        before = end
        for _, texts, _ in made:
            for text in texts:
                self.appended[end] = text
                end += 1
        for result, (data, texts, idempotent) in zip(log.append(entries), made, strict=True):
            self.case.assertEqual((result.code, result.base_offset), (0, before), result)
            before += len(texts)
            if idempotent:
                self.produced = [(result.last_offset, data)]

    def restart(self) -> None:
        log, self.log = self.log, None
        assert log is not None
        self.case.assertTrue(self.place.last.close(), self.place.warnings)
        self.log = self.place.again(SETTINGS)
        self.case.assertEqual((self.log.end_offset, self.log.start_offset), (log.end_offset, log.start_offset))


class FailingScript(Script):
    """Syncs fail now and then, whatever they are for; then the broker is started again, and goes on with what is in memory. In every other
    one segments are preallocated.

    :ivar failures: how often the directory went out of service.
    """

    failures = 0

    def __init__(self, case: unittest.TestCase, seed: int) -> None:
        super().__init__(case, seed)
        self.settings = dataclasses.replace(SETTINGS, preallocate=seed % 2 == 1)
        self.probability = 0.15

    def run(self, steps: int) -> None:
        self.log = self.place.log(self.settings)
        for _ in range(steps):
            if self.random.random() < 0.08:
                self.place.fs.fail_next_sync(count=self.random.choice([1, 1, 2, 3]))
            with contextlib.suppress(OSError):
                self.act(self.log)
            if self.place.last.context.offline is not None:
                self.failures += 1
                self.start_again(in_order=self.random.random() < 0.7)

    def act(self, log: Log) -> None:
        rng = self.random
        action = rng.random()
        if action < 0.5:
            self.append(log)
        elif action < 0.8:
            flush = log.prepare_flush()
            if flush is not None:
                if rng.random() < 0.3:
                    self.append(log)
                do_now(flush)
        elif action < 0.88:
            checkpoint(self.place.last)
        elif action < 0.93:
            log.truncate_start(rng.randint(log.start_offset, log.high_watermark))
            retain(log, self.clock.ms)
            checkpoint(self.place.last)
        elif action < 0.95:
            self.clock.ms += 11
            log.remove_deleted(self.clock.ms)
        else:
            self.start_again(in_order=rng.random() < 0.6)

    def start_again(self, in_order: bool) -> None:
        log, self.log = self.log, None
        assert log is not None
        if in_order:
            self.place.last.close()
        while self.log is None or self.place.last.context.offline is not None:
            # A start whose syncs fail serves nothing, or not this log.
            with contextlib.suppress(OSError, KeyError):
                self.log = self.place.again(self.settings)
        self.case.assertGreaterEqual(self.log.end_offset, log.high_watermark)


AnyScript = TypeVar("AnyScript", bound=Script)


class CrashTests(unittest.TestCase):
    """See the head of the file."""

    def lived(self, kind: type[AnyScript]) -> Iterator[AnyScript]:
        """Scripts from seed 0 on, each run, until there were crashes enough."""
        crashes = seed = 0
        while crashes < CRASH_POINTS:
            script = kind(self, seed)
            with self.subTest(seed=seed):
                script.run(60)
            crashes += script.crashes
            seed += 1
            yield script

    @pytest.mark.soak
    def test_nothing_that_was_flushed_is_lost(self) -> None:
        torn = sum(script.recovered_bytes for script in self.lived(Script))
        self.assertGreater(torn, 0, "some crash tore a tail")

    @pytest.mark.soak
    def test_nothing_is_lost_where_syncs_have_failed_and_the_broker_was_started_again(self) -> None:
        failures = sum(script.failures for script in self.lived(FailingScript))
        self.assertGreater(failures, 0)

    def test_a_check_that_finds_something(self) -> None:
        """With a high watermark that runs ahead of the flush the check must fail: it can see a loss."""
        with self.assertRaises(AssertionError):
            for seed in range(200):
                script = Script(self, seed)
                script.probability = 0
                script.run(10)
                assert script.log is not None
                script.append(script.log)
                script.log.high_watermark = script.log.end_offset
                script.check_crash(script.log, "in the end")
