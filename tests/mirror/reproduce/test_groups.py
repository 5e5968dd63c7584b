"""`klog.mirror.reproduce.groups`; tests/mirror/reproduce/test_job.py has the whole way."""

from __future__ import annotations

import unittest
from unittest import mock

from klog.client.blocking.groups import GroupOffsets
from klog.errors import ErrorCode, KlogError
from klog.mirror.reproduce.groups import GroupTranslation, groups_of, translated
from klog.mirror.reproduce.mirror_maker_formats import Checkpoint
from klog.mirror.reproduce.offset_map import OffsetMap, Pair
from klog.model import TopicPartition
from tests.mirror.verify.rig import TwoBrokers, batches

TP = TopicPartition("t", 0)


class TranslatedTests(unittest.TestCase):
    """Pure."""

    def test_only_what_is_known_is_translated(self) -> None:
        known = OffsetMap(Pair(10, 110))
        for offset, downstream in ((9, None), (10, 110), (11, 111), (12, None), (-1, None)):
            expected = [] if downstream is None else [Checkpoint("g", TopicPartition("a.t", 0), offset, downstream, "m")]
            self.assertEqual(translated("g", {TP: (offset, "m")}, {TP: known}, lambda topic: f"a.{topic}"), expected)
        self.assertEqual(translated("g", {TopicPartition("other", 0): (1, "")}, {TP: known}, str), [])


class GroupTests(TwoBrokers):
    """Over two brokers."""

    def test_groups_by_name(self) -> None:
        topic = self.topic(batches(1))
        for group in ("one", "two", "other"):
            GroupOffsets(self.client_a, group).commit({TopicPartition(topic, 0): 1})
        self.assertEqual(groups_of(self.client_a, lambda name: name != "other" and len(name) == 3), ["one", "two"])

    def test_a_group_in_which_somebody_is_active_is_left_alone(self) -> None:
        translation = GroupTranslation(self.client_a, self.client_b, lambda name: True, commit=True)
        refused = KlogError(ErrorCode.UNKNOWN_MEMBER_ID, "it has members")
        checkpoint = Checkpoint("busy", TopicPartition(self.topic(batches(1)), 0), 1, 1)
        with mock.patch.object(GroupOffsets, "commit", side_effect=refused):
            self.assertEqual(translation.commit([checkpoint]), ["busy"])
        self.assertEqual(translation.commit([checkpoint]), [])
        with (
            mock.patch.object(GroupOffsets, "commit", side_effect=KlogError(ErrorCode.GROUP_AUTHORIZATION_FAILED, "no")),
            self.assertRaises(KlogError),
        ):
            translation.commit([checkpoint])


if __name__ == "__main__":
    unittest.main()
