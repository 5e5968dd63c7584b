"""Retention over all logs; that nobody waits for the disk, see ``test_cold_reads``."""

from __future__ import annotations

from unittest import mock

from klog.broker.disk.retention_rounds import apply_retention, retention_steps
from klog.broker.steps import Steps
from klog.errors import ErrorCode
from tests.broker.rig import DataPathTestCase, partitions_of


class RetentionTests(DataPathTestCase):
    """Of a few topics."""

    def test_through_all_logs(self) -> None:
        """Readers below the new start are told."""
        self.create("t", 1, internal_segment_bytes="130", retention_bytes="100", file_delete_delay_ms="0")
        for value in (b"a" * 50, b"b" * 50, b"c" * 50):
            self.put(value)
        self.successResultOf(apply_retention(self.partitions, self.now_ms()))
        self.assertEqual((self.partition().log.start_offset, self.partition().log.segment_count), (2, 1))
        [answer] = partitions_of(self.outcome(self.fetch(("t", 0, 0))))
        self.assertEqual(answer.error_code, ErrorCode.OFFSET_OUT_OF_RANGE)

    def test_a_mistake_in_one_log_keeps_no_other_from_retention(self) -> None:
        for name in ("a", "b"):
            self.create(name, 1, internal_segment_bytes="130", retention_bytes="100", file_delete_delay_ms="0")
            for value in (b"a" * 50, b"b" * 50, b"c" * 50):
                self.put(value, topic=name)
        bad, good = (partition.log for partition in self.partitions.all())
        with mock.patch.object(bad, "apply_retention", side_effect=ZeroDivisionError("a mistake")):
            for steps in (None, Steps(self.clock).run):
                self.successResultOf(apply_retention(self.partitions, self.now_ms(), steps))
        self.assertEqual((bad.start_offset, good.start_offset), (0, 2))
        self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 2)

    def test_log_by_log(self) -> None:
        """However many logs there are, a step looks at one; those that left between two steps are passed over."""
        for name in ("a", "b", "c"):
            self.create(name, 1, internal_segment_bytes="130", retention_bytes="100", file_delete_delay_ms="0")
            for value in (b"a" * 50, b"b" * 50, b"c" * 50):
                self.put(value, topic=name)
        logs = [partition.log for partition in self.partitions.all()]
        steps = retention_steps(self.partitions, self.now_ms(), [], self.partitions.all())
        self.assertEqual([log.start_offset for log in logs], [0, 0, 0])
        self.assertGreater(next(steps), 0)
        self.assertEqual([log.start_offset > 0 for log in logs], [True, False, False])
        self.delete("b")
        self.assertGreater(next(steps), 0)
        self.assertEqual([log.start_offset > 0 for log in logs], [True, False, True])
        self.assertEqual(list(steps), [])
