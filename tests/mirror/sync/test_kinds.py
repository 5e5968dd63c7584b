"""The kinds that a link carries beside the data."""

from __future__ import annotations

import unittest

from klog.mirror.decisions.records import LinkDefinition
from klog.mirror.sync.kinds import KINDS, Kind

LEAST = LinkDefinition("dc1", "a:1", ("t",), groups=())


class KindTests(unittest.TestCase):
    """One table."""

    def test_each_once_and_topics_first(self) -> None:
        self.assertEqual([one.kind for one in KINDS], list(Kind))
        self.assertIs(KINDS[0].kind, Kind.TOPICS)

    def test_what_is_wanted(self) -> None:
        """Who may do what is carried by those links only that were told to."""
        wanted = [one.kind for one in KINDS if one.is_wanted(LEAST)]
        self.assertEqual(wanted, [Kind.TOPICS, Kind.CONFIGS])
        wanted = [one.kind for one in KINDS if one.is_wanted(LinkDefinition("dc1", "a:1", ("t",), acls=("*",), users=("*",)))]
        self.assertEqual(wanted, [Kind.TOPICS, Kind.CONFIGS, Kind.ACLS, Kind.USERS, Kind.GROUPS])
