"""What all clients get."""

from __future__ import annotations

import unittest

from klog.cli.suite.programs.clients.client_settings import PARTITIONS, SETTINGS_TOLD, VALUE_BYTES


class SettingsTests(unittest.TestCase):
    """`SETTINGS_TOLD`."""

    def test_what_is_told_is_what_they_get(self) -> None:
        for told in (f"values of {VALUE_BYTES} bytes", f"{PARTITIONS} partitions", "linger 5 ms", "batches of 64 KiB"):
            self.assertIn(told, SETTINGS_TOLD)
