"""Errors of reading: what they say, and that they travel between processes."""

from __future__ import annotations

import pickle
import unittest

from klog.arrow.errors import CorruptRange, DataLoss
from klog.errors import ErrorCode, KlogError


class ErrorTests(unittest.TestCase):
    """Both."""

    def test_data_loss(self) -> None:
        error = DataLoss("orders", 3, 10, 40, "the log begins at offset 40 now")
        self.assertIsInstance(error, KlogError)
        self.assertIs(error.code, ErrorCode.OFFSET_OUT_OF_RANGE)
        for word in ("topic orders, partition 3", "from 10 to before 40", "begins at offset 40 now", "failOnDataLoss"):
            self.assertIn(word, str(error))
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual((again.topic, again.partition, again.start, again.end, again.why), ("orders", 3, 10, 40, error.why))
        self.assertEqual(str(again), str(error))

    def test_corrupt(self) -> None:
        error = CorruptRange("orders", 3, 10, "the checksum is wrong")
        self.assertIs(error.code, ErrorCode.CORRUPT_MESSAGE)
        self.assertIn("topic orders, partition 3, offset 10: the records cannot be read: the checksum is wrong", str(error))
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual((again.topic, again.partition, again.offset, again.why), ("orders", 3, 10, error.why))
        self.assertEqual(str(again), str(error))
