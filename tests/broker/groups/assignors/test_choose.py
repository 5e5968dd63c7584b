"""Assignors by name."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.groups.assignors.choose import assignors, check_name
from klog.errors import ErrorCode, KlogError


class ChooseTests(SynchronousTestCase):
    def test_names_and_order(self) -> None:
        self.assertEqual(list(assignors(["range", "uniform"])), ["range", "uniform"])
        self.assertEqual(list(assignors(["org.apache.kafka.coordinator.group.assignor.RangeAssignor"])), ["range"])

    def test_wrong_names(self) -> None:
        self.assertIn("'sticky'", str(self.assertRaises(ValueError, assignors, ["uniform", "sticky"])))
        self.assertIn("twice", str(self.assertRaises(ValueError, assignors, ["range", "range"])))
        self.assertIn("empty", str(self.assertRaises(ValueError, assignors, [])))

    def test_what_a_member_may_prefer(self) -> None:
        chosen = assignors(["uniform"])
        check_name("uniform", chosen)
        self.assertEqual(self.assertRaises(KlogError, check_name, "range", chosen).code, ErrorCode.UNSUPPORTED_ASSIGNOR)
