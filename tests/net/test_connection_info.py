"""How a connection is named in the log."""

from __future__ import annotations

import unittest

from klog.net.connection_info import ConnectionInfo
from klog.net.principal import ANONYMOUS, Principal


class ConnectionInfoTests(unittest.TestCase):
    """IPv6 in brackets."""

    def test_text(self) -> None:
        self.assertEqual(str(ConnectionInfo("A", "192.0.2.9", 1, "192.0.2.1", 40000)), "192.0.2.1:40000")
        self.assertEqual(str(ConnectionInfo("A", "::1", 1, "::1", 40000)), "[::1]:40000")


class PrincipalTests(unittest.TestCase):
    """Who asks."""

    def test_text(self) -> None:
        self.assertEqual(str(ANONYMOUS), "User:ANONYMOUS")
        self.assertEqual(ConnectionInfo("A", "", 0, "", 0).principal, ANONYMOUS)
        self.assertNotEqual(Principal("User", "Ann"), Principal("User", "ann"))
