"""`klog.client.auditing.audit`."""

from __future__ import annotations

import unittest
from typing import Any

from klog.client.auditing.audit import Audit, checked_audit
from klog.config import ConfigError


class AuditTests(unittest.TestCase):
    def test_what_cannot_be(self) -> None:
        for options in ({"window_ms": 10}, {"window_ms": True}, {"interval_ms": 1}, {"name": b"x"}):
            with self.assertRaises(ConfigError) as caught:
                Audit(**options)  # type: ignore[arg-type]
            self.assertIn(f"audit.{next(iter(options))}", str(caught.exception))

    def test_what_a_client_may_be_given(self) -> None:
        self.assertIsNone(checked_audit(None))
        self.assertEqual(checked_audit(Audit()), Audit())
        wrong: Any = True
        with self.assertRaises(ConfigError):
            checked_audit(wrong)
