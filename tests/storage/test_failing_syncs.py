"""Syncs that fail, starts behind them, and the power: what a recovery point vouches for is there, and nothing has a gap.

A script of appends, flushes, cuts of the end, checkpoints and starts runs on the file system in memory, with and without the flush rule and
preallocated segments. Any sync may fail, those of a start among them; the kernel takes what it could not write for written. Now and then
the power "goes": a copy of what a disk could hold then is opened by another broker, while the original runs on.
"""

from __future__ import annotations

import contextlib
import random
import unittest

import pytest

from klog.storage.checkpoint_files import read_offsets
from klog.storage.disk_work import do_now
from klog.storage.log.log import Log
from klog.storage.settings import LogSettings
from klog.testing.filesystem import MemoryFileSystem, Survival
from tests import peers
from tests.storage.logs import T0, Place, append, batch, checkpoint, read_all, values

#: Scripts. By hand: KLOG_SOAK=1.
SCRIPTS = 2000 if peers.SOAK else 40
STEPS = 70
#: How many starts may fail one behind the other; then the disk is whole again.
FAILING_STARTS = 6


class Script:
    """One run."""

    def __init__(self, case: unittest.TestCase, seed: int) -> None:
        self.case = case
        self.random = rng = random.Random(seed)
        self.settings = LogSettings(
            segment_bytes=1500,
            index_interval_bytes=100,
            segment_index_bytes=400,
            retention_ms=-1,
            preallocate=rng.random() < 0.4,
            flush_messages=1 if rng.random() < 0.2 else None,
        )
        self.place = Place()
        self.log: Log = self.place.log(self.settings)
        #: By offset: the values that stand there now, and all that ever did.
        self.now: dict[int, bytes] = {}
        self.ever: dict[int, set[bytes]] = {}
        #: Where a cut that failed was to be: what is behind it may be there or not.
        self.cut: int | None = None
        self.is_failing = False
        self.failures = self.crashes = 0

    def run(self) -> None:
        rng = self.random
        for _ in range(STEPS):
            self.is_failing = rng.random() < 0.35
            self.place.fs.before_act = self.before_act
            with contextlib.suppress(OSError):
                self.act(rng.random())
            self.place.fs.before_act = None
            self.place.fs.mend()
            if rng.random() < 0.3:
                self.look()

    def before_act(self, act: str, path: str) -> None:
        if self.is_failing and act in ("sync", "sync_directory") and self.random.random() < 0.15:
            self.place.fs.fail_next_sync()
            self.failures += 1

    def act(self, number: float) -> None:
        rng, log = self.random, self.log
        if self.place.last.offline is not None or number < 0.08:
            self.start_again()
        elif number < 0.5:
            for _ in range(rng.randint(1, 4)):
                value = bytes(rng.choices(range(256), k=rng.randint(8, 300)))
                (result,) = append(log, batch(value))
                if not result.code:
                    self.now[result.base_offset] = value
                    self.ever.setdefault(result.base_offset, set()).add(value)
        elif number < 0.7:
            log.flush()
        elif number < 0.82:
            checkpoint(self.place.last)
        elif number < 0.92:
            offset = rng.randint(log.start_offset, log.end_offset)
            truncation = self.place.last.prepare_truncation(T0, offset)
            if truncation is not None:
                self.cut = offset
                do_now(truncation)
                self.cut = None
            self.now = {key: value for key, value in self.now.items() if key < offset}
        else:
            self.place.clock.ms += self.settings.file_delete_delay_ms
            log.remove_deleted(self.place.clock.ms)

    def start_again(self) -> None:
        """In order or not; as often as it takes. In memory all is there that was."""
        if self.random.random() < 0.6:
            with contextlib.suppress(OSError):
                self.place.last.close()
        log: Log | None = None
        starts = 0
        while log is None or self.place.last.offline is not None:
            starts += 1
            self.is_failing = self.is_failing and starts < FAILING_STARTS
            # A start whose syncs fail serves nothing, or not this log.
            with contextlib.suppress(OSError, KeyError):
                log = self.place.again(self.settings)
        found = dict(values(read_all(log, upper_bound=log.end_offset)))
        self.case.assertGreaterEqual(len(found), len(self.now) if self.cut is None else min(self.cut, len(self.now)))
        self.case.assertEqual(found, {offset: self.now[offset] for offset in found})
        self.log, self.cut = log, None
        self.now = {offset: value for offset, value in found.items() if value is not None}

    def look(self) -> None:
        """The power goes."""
        self.crashes += 1
        rng, case = self.random, self.case
        fs = self.place.fs.crash(rng, rng.choice([*Survival, *[Survival.ANY] * 4]))
        recovery_point = self.recovery_point(fs)
        place = Place(fs)
        directory = place.directory(self.settings)
        case.assertEqual(directory.load().failed, {})
        log = directory.logs[T0]
        found = dict(values(read_all(log, upper_bound=log.end_offset)))
        case.assertEqual(sorted(found), list(range(log.start_offset, log.end_offset)), place.warnings)
        case.assertGreaterEqual(log.end_offset, recovery_point, place.warnings)
        for offset, value in found.items():
            case.assertIn(value, self.ever[offset])
            if offset < recovery_point:
                case.assertEqual(value, self.now[offset], f"offset {offset}, below {recovery_point}")

    @staticmethod
    def recovery_point(fs: MemoryFileSystem) -> int:
        with contextlib.suppress(FileNotFoundError):
            return dict(read_offsets(fs, "/data/recovery-point-offset-checkpoint")).get(T0, 0)
        return 0


class FailingSyncTests(unittest.TestCase):
    """See the head of the file."""

    @pytest.mark.soak
    def test_scripts(self) -> None:
        failures = crashes = 0
        for seed in range(SCRIPTS):
            with self.subTest(seed=seed):
                script = Script(self, seed)
                script.run()
                failures += script.failures
                crashes += script.crashes
        self.assertGreater(failures, 5 * SCRIPTS)
        self.assertGreater(crashes, 15 * SCRIPTS)
