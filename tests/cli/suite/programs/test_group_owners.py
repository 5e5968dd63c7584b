"""A group at one moment."""

from __future__ import annotations

import unittest

from klog.cli.suite.programs.group_owners import Picture, picture


class OwnersTests(unittest.TestCase):
    """`picture`."""

    def test_who_has_what(self) -> None:
        found = picture(["g_one", "g_two"], ["g_one-0", "g_one-0", "g_two-0", None])
        self.assertEqual(found, Picture(members=2, owned=3, owners=2, uneven=1))
        self.assertEqual(picture([], []), Picture(0, 0, 0, 0))

    def test_at_rest(self) -> None:
        self.assertTrue(picture(["a", "b"], ["a-0", "b-0", "a-0"]).is_at_rest(3))
        for members, owners, partitions in (
            (["a", "b"], ["a-0", "a-0"], 2),
            (["a", "b"], ["a-0", "b-0", None], 3),
            (["a", "b"], ["a-0", "a-0", "a-0", "b-0"], 4),
            (["a"], ["a-0", "b-0"], 2),
        ):
            self.assertFalse(picture(members, owners).is_at_rest(partitions), (members, owners))
