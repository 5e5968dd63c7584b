"""Names of sides."""

from __future__ import annotations

import os
import sys
import unittest

from klog.cli.suite.sides.klog_broker import KlogBrokers
from klog.cli.suite.sides.names import QUEUES, UnknownSide, side_named, speaks_kafka


class NamesTests(unittest.TestCase):
    """`side_named`."""

    def test_each_has_its_name(self) -> None:
        for name in ("klog", "klog-again", "klog-slowed", "klog@/some/checkout", "kafka", "kafka@3.9.2", "kafka@0.8.2.2", *QUEUES):
            self.assertEqual(side_named(name).name, name)

    def test_a_python_or_a_checkout(self) -> None:
        """Which of the two a path is, the file system says."""
        relative = os.path.relpath(sys.executable)
        for path, python in ((sys.executable, sys.executable), (relative, sys.executable), ("/some/checkout", None), ("~/none", None)):
            side = side_named(f"klog@{path}")
            assert isinstance(side, KlogBrokers)
            self.assertEqual(side.python, python)

    def test_unknown_ones(self) -> None:
        for name in ("", "kafak", "klog@", "kafka@new", "rabbitmq@3", "klog-faster"):
            with self.subTest(name=name), self.assertRaises(UnknownSide) as caught:
                side_named(name)
            self.assertIn("there are klog", str(caught.exception))

    def test_who_speaks_kafka(self) -> None:
        self.assertTrue(all(map(speaks_kafka, ("klog", "klog@x", "klog-again", "klog-slowed", "kafka", "kafka@3.9.2"))))
        self.assertFalse(any(map(speaks_kafka, QUEUES)))
