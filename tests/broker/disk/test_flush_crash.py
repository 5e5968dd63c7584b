"""The flush rule from end to end under power loss: what was acknowledged, and what a consumer saw, is there after every crash.

Producers and consumers talk to the handlers; flushes end late and out of step. Before operations on the disk the power "goes": another
broker opens what the disk could hold then, and must have every record that was acknowledged with acks 1 or -1, or shown, at its offset.
"""

from __future__ import annotations

import random
from typing import Any

from twisted.internet.defer import Deferred

from klog.model import TopicPartition
from klog.records.implementations import codec
from klog.storage.directories.directory import LogDirectory
from klog.storage.settings import LogSettings
from tests.broker.rig import DataPathTestCase, answers_of, batch, partitions_of, records_of

#: Crash points of one run of the test, at least.
CRASH_POINTS = 400
STEPS = 120


class FlushCrashTests(DataPathTestCase):
    """Many short lives."""

    def begin_life(self, seed: int) -> None:
        """A new broker."""
        super().setUp()
        self.random = random.Random(seed)
        self.thread.slow = True
        #: Records by (partition, offset) that must survive.
        self.owed: dict[tuple[int, int], bytes] = {}
        self.in_check = False
        overrides = self.random.choice([{"flush_messages": "3"}, {"flush_ms": "20"}, {"flush_messages": "1"}])
        self.create("t", 2, internal_segment_bytes="900", **overrides)
        self.fs.on_operation = self.maybe_crash

    def maybe_crash(self, name: str, path: str) -> None:
        """Look at what is left, sometimes."""
        if self.in_check or self.random.random() > 0.25:
            return
        self.in_check = True
        self.crashes += 1
        fs = self.fs.crash(random.Random(self.random.random()))
        directory = LogDirectory(fs, "/data", self.now_ms, LogSettings(), 1)
        report = directory.load()
        self.assertEqual(report.failed, {})
        kept: dict[tuple[int, int], bytes | None] = {}
        for index in (0, 1):
            log = directory.logs[TopicPartition("t", index)]
            offset = log.start_offset
            while offset < log.end_offset:
                read = log.read(offset, 1 << 20, upper_bound=log.high_watermark)
                if read.span is None:
                    # The last segments that were rolled and not flushed may be there by name only.
                    break
                for record in self.codec_records(read.span.read()):
                    kept[index, record.offset] = record.value
                offset = read.next_offset
        for place, value in self.owed.items():
            self.assertEqual(kept.get(place), value, f"before {name} of {path}: {place}")
        directory.release()
        self.in_check = False

    @staticmethod
    def codec_records(data: bytes) -> Any:
        """All records."""
        return codec.records(data)

    def produce_some(self, number: int) -> None:
        """One batch; once it is acknowledged it is owed."""
        index = self.random.randrange(2)
        values = [b"%d-%d-" % (number, n) + b"x" * self.random.randrange(60) for n in range(self.random.randrange(1, 4))]
        acks = self.random.choice([-1, 1, 1, 0])
        [answer] = self.produce(batch(*values), index=index, acks=acks)

        def acknowledged(response: Any) -> None:
            [one] = answers_of(response)
            if one.error_code == 0:
                for n, value in enumerate(values):
                    self.owed[index, one.base_offset + n] = value

        if isinstance(answer, Deferred):
            answer.addCallback(acknowledged)
        elif answer is not None:
            acknowledged(answer)

    def consume_some(self) -> None:
        """Everything that a consumer may see is owed."""
        for index in (0, 1):
            offset = self.random.randrange(self.partition(index=index).log.high_watermark + 1)
            [one] = partitions_of(self.outcome(self.fetch(("t", index, offset), max_wait_ms=0)))
            for record in records_of(one):
                assert record.value is not None
                self.owed[index, record.offset] = record.value

    def test_lives(self) -> None:
        """Until there were enough crash points."""
        self.crashes = 0
        seed = owed = 0
        while self.crashes < CRASH_POINTS or seed < 5:
            self.begin_life(seed)
            seed += 1
            for number in range(STEPS):
                what = self.random.random()
                if what < 0.5:
                    self.produce_some(number)
                elif what < 0.75 and self.thread.waiting:
                    self.thread.run()
                elif what < 0.9:
                    self.consume_some()
                else:
                    self.clock.advance(self.random.choice([0.001, 0.03]))
            self.thread.run_all()
            self.in_check = True
            owed += len(self.owed)
        self.assertGreater(owed, 200)
