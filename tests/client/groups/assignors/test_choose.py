"""klog.client.groups.assignors.choose"""

from __future__ import annotations

import unittest

from klog.client.groups.assignors.choose import KNOWN, choose_assignors
from klog.config import ConfigError


class ChooseTests(unittest.TestCase):
    def test_names(self) -> None:
        self.assertEqual([each.name for each in choose_assignors(["range", "roundrobin"])], ["range", "roundrobin"])
        self.assertEqual([each.name for each in choose_assignors("sticky")], ["sticky"])
        # As Python's own names are written, too.
        self.assertEqual(
            [each.name for each in choose_assignors(["round_robin", "cooperative_sticky"])], ["roundrobin", "cooperative-sticky"]
        )
        self.assertEqual(choose_assignors([KNOWN["range"]]), (KNOWN["range"],))

    def test_mistakes(self) -> None:
        for wanted, said in ((["rnage"], "klog has range"), ([], "empty"), (["range", "range"], "twice")):
            with self.assertRaises(ConfigError) as caught:
                choose_assignors(wanted)
            self.assertIn(said, str(caught.exception))

    def test_wrong_types(self) -> None:
        for wanted in (5, None, {"range": 1}.values, [5], [None], [b"range"]):
            with self.assertRaises(ConfigError) as caught:
                choose_assignors(wanted)  # type: ignore[arg-type]
            self.assertIn("names of assignors are needed, or assignors", str(caught.exception))
