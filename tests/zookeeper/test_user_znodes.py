"""What is kept of a user, changed by several at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from twisted.internet.defer import Deferred

from klog.zookeeper.requests import Create, Operation
from klog.zookeeper.user_znodes import MOST_TRIES, StillWritten, change_user
from klog.zookeeper.znode_json import BadZnode
from klog.zookeeper.znodes import ConfigZnode
from tests.zookeeper.test_client_connection import ClientCase

PATH = ConfigZnode.path("users", "anna")


class ChangeTests(ClientCase):
    """`change_user`."""

    def setUp(self) -> None:
        super().setUp()
        self.client = self.connect()
        for path in ("/config", "/config/users", "/config/changes"):
            self.reactor.until(self.client.create(path))

    def kept(self) -> dict[str, str]:
        return dict(ConfigZnode.decode(PATH, self.reactor.until(self.client.get(PATH))[0]).configs)

    def test_made_and_changed(self) -> None:
        for name in "ab":
            self.reactor.until(change_user(self.client, "anna", lambda configs, name=name: {**configs, name: "1"}))
        self.assertEqual(self.kept(), {"a": "1", "b": "1"})
        self.assertEqual(len(self.reactor.until(self.client.get_children("/config/changes"))), 2)

    def faster(self, times: int) -> None:
        """Somebody else writes between our looking and our writing, so many times."""
        other, multi = self.connect(), self.client.multi
        left = list(range(times))

        def after_others(operations: Sequence[Operation]) -> Deferred[Any]:
            if not left:
                return multi(operations)
            data = ConfigZnode({"theirs": str(left.pop())}).encode()
            written = other.create(PATH, data) if isinstance(operations[0], Create) else other.set(PATH, data)
            return written.addCallback(lambda _: multi(operations))

        self.patch(self.client, "multi", after_others)

    def test_others_write_between(self) -> None:
        """Nothing of theirs is lost."""
        self.faster(2)
        self.reactor.until(change_user(self.client, "anna", lambda configs: {**configs, "ours": "1"}))
        self.assertEqual(self.kept(), {"theirs": "0", "ours": "1"})

    def test_others_write_all_the_time(self) -> None:
        self.faster(MOST_TRIES)
        with self.assertRaises(StillWritten):
            self.reactor.until(change_user(self.client, "anna", lambda configs: {**configs, "ours": "1"}))
        self.assertNotIn("ours", self.kept())

    def test_what_cannot_be_read_stays(self) -> None:
        self.reactor.until(self.client.create(PATH, b"rubbish"))
        with self.assertRaises(BadZnode):
            self.reactor.until(change_user(self.client, "anna", dict))
        self.assertEqual(self.reactor.until(self.client.get(PATH))[0], b"rubbish")
