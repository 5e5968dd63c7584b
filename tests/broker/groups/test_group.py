"""What all groups share."""

from __future__ import annotations

import re

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.groups.group import Group
from tests.broker.groups.offsets_rig import make_environment, make_shard


class GroupTests(SynchronousTestCase):
    """The contract."""

    def test_uuids_are_random_version_4(self) -> None:
        environment = make_environment()
        made = {environment.new_uuid() for _ in range(100)}
        self.assertEqual(len(made), 100)
        for text in made:
            self.assertTrue(re.fullmatch(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", text), text)

    def test_subclasses_must_say_everything(self) -> None:
        group = Group("g", make_shard()[0])
        for ask in (
            lambda: group.protocol_type,
            lambda: group.state_name,
            lambda: group.is_empty,
            lambda: group.check_commit("", None, -1, api_version=8),
            lambda: group.check_fetch(None, -1),
            group.check_offset_delete,
            group.check_delete,
            lambda: group.is_subscribed_to("t"),
            lambda: group.offsets_expire_from_ms(0),
            group.tombstones,
            lambda: group.describe(6),
        ):
            self.assertRaises(NotImplementedError, ask)
        group.loaded()
        group.forget()
