"""What is remembered of a recovery."""

from __future__ import annotations

import unittest

from klog.model import TopicPartition
from klog.storage.directories.recovery_losses import (
    MAX_BYTES,
    MOST_KEPT,
    CorruptLosses,
    Loss,
    Losses,
    format_losses,
    losses_of,
    parse_losses,
    read_losses,
    write_losses,
)
from klog.storage.log.start_reports import RecoveryReport
from tests.storage.log.test_recovery import FourSegments
from tests.storage.logs import NOW_MS, Place, checkpoint


class Opened:
    """A log, as far as its losses go."""

    def __init__(self, end_offset: int = 5, **report: int) -> None:
        self.end_offset = end_offset
        self.report = RecoveryReport(**report)  # type: ignore[arg-type]


def losses(**logs: Opened) -> Losses | None:
    return losses_of({TopicPartition(topic, 0): log for topic, log in logs.items()}, 17)


class LossesTests(unittest.TestCase):
    """`Losses`."""

    def test_nothing_lost(self) -> None:
        self.assertIsNone(losses())
        self.assertIsNone(losses(a=Opened(recovered=1, scanned_bytes=100, rebuilt_indexes=3)))

    def test_each_kind_of_loss_and_the_worst_first(self) -> None:
        found = losses(
            whole=Opened(),
            torn=Opened(9, truncated_bytes=118),
            gap=Opened(8, gaps=1),
            cut=Opened(7, dropped_offsets=25, dropped_records=12, truncated_bytes=3, gaps=2),
        )
        assert found is not None
        self.assertEqual(
            str(found),
            "cut-0 ends at 7 (25 offsets cut off, with 12 records; 3 torn bytes cut off; 2 gaps kept), "
            "torn-0 ends at 9 (118 torn bytes cut off), gap-0 ends at 8 (1 gap kept)",
        )
        self.assertEqual((found.at_ms, found.count), (17, 3))

    def test_many(self) -> None:
        """A sentence names ten, the file a thousand, with the longest names and numbers there are: it can be read again."""
        logs = {
            TopicPartition(f"{number:05d}".ljust(249, "x"), 2**31 - 1): Opened(2**63 - 1, dropped_offsets=2**63 - 1 - number, gaps=2**40)
            for number in range(MOST_KEPT + 500)
        }
        found = losses_of(logs, NOW_MS)
        assert found is not None
        self.assertTrue(str(found).endswith(f", and {MOST_KEPT + 490} more partitions"))
        self.assertLess(len(str(found)), 5000)
        data = format_losses(found)
        self.assertLess(len(data), MAX_BYTES)
        self.assertEqual(parse_losses("x", data), found)
        self.assertEqual((found.count, len(found.worst), found.worst[0].partition.topic[:5]), (MOST_KEPT + 500, MOST_KEPT, "00000"))

    def test_what_klog_did_not_write(self) -> None:
        good = format_losses(Losses(5, 1, [Loss(TopicPartition("t", 0), 1, 2, 3, 4, 5)]))
        for data in (b"", b"0", b"0\n5\n", b"1\n5 0\n", good[:-4], good + b"x\n", b"\xff" + good, good.replace(b" 2 ", b" two ")):
            with self.subTest(data), self.assertRaisesRegex(CorruptLosses, "/d/klog.recovery"):
                parse_losses("/d/klog.recovery", data)

    def test_the_file(self) -> None:
        place = Place()
        place.fs.make_directory("/d")
        self.assertIsNone(read_losses(place.fs, "/d"))
        for end_offset in (3, 4):
            one = losses(t=Opened(end_offset, gaps=1))
            assert one is not None
            write_losses(place.fs, "/d", one)
            self.assertEqual(read_losses(place.fs, "/d"), one)


class RecoveredTests(FourSegments):
    """Of a log that was really cut."""

    def test_a_segment_that_is_gone(self) -> None:
        checkpoint(self.place.last)
        self.cut(4, -1)
        log = self.start()
        found = losses_of({log.topic_partition: log}, NOW_MS)
        assert found is not None
        self.assertEqual(found.worst, [Loss(log.topic_partition, 4, 12, 8, 0, 0)])
