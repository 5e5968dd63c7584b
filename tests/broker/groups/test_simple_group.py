"""Groups that have offsets only."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.coordinators.records import CoordinatorRecord
from klog.broker.groups.group import GroupKind
from klog.broker.groups.simple_group import SimpleGroup
from klog.errors import ErrorCode, KlogError
from klog.wire.group_records import GroupMetadataKey
from tests.broker.groups.offsets_rig import make_shard


class SimpleGroupTests(SynchronousTestCase):
    """An empty classic group."""

    def setUp(self) -> None:
        self.group = SimpleGroup("g", make_shard()[0])

    def test_it_is_an_empty_classic_group(self) -> None:
        group = self.group
        self.assertEqual((group.kind, group.state_name, group.protocol_type, group.is_empty), (GroupKind.CLASSIC, "Empty", None, True))
        described = group.describe(6)
        self.assertEqual((described.group_id, described.group_state, described.members, described.protocol_type), ("g", "Empty", [], ""))
        self.assertFalse(group.is_subscribed_to("t"))
        self.assertEqual(group.offsets_expire_from_ms(7), 7)
        self.assertEqual(group.tombstones(), [CoordinatorRecord(GroupMetadataKey(group="g"), None)])

    def test_members_there_are_none(self) -> None:
        group = self.group
        self.assertIsNone(group.check_commit("", None, -1, api_version=8))
        self.assertIsNone(group.check_commit("somebody", "x", -1, api_version=8))
        refusal = self.assertRaises(KlogError, group.check_commit, "", None, 0, api_version=8)
        self.assertEqual(refusal.code, ErrorCode.UNKNOWN_MEMBER_ID)
        group.check_fetch("x", 3)
        group.check_delete()
        group.check_offset_delete()
        group.loaded()
        group.forget()
