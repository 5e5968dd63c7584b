"""Servers that tests start: what is told of one that does not."""

from __future__ import annotations

import unittest

from tests.integration.running import BrokerFailed, Process


class FailedStartTests(unittest.TestCase):
    """Its output says why, wherever that stands in it."""

    def test_the_complaint_before_thousands_of_lines(self) -> None:
        script = "echo begun; echo 'ERROR the map failed'; seq -f 'stopped log %g' 10000; exit 1"
        with self.assertRaises(BrokerFailed) as caught:
            Process(["sh", "-c", script], "READY")
        told = str(caught.exception)
        self.assertIn("ERROR the map failed\n", told)
        self.assertTrue(told.endswith("stopped log 10000\n"))
        self.assertLess(len(told), 4000)
