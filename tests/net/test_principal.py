"""Who asks."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.net.principal import ANONYMOUS, Principal


class PrincipalTests(SynchronousTestCase):
    """Compared by the characters."""

    def test_no_folding(self) -> None:
        self.assertEqual(str(ANONYMOUS), "User:ANONYMOUS")
        self.assertEqual(len({Principal("User", "\u00e9"), Principal("User", "e\u0301"), Principal("User", "\u00c9")}), 3)
