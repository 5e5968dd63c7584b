"""Configurations as their znodes tell them."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.zookeeper.configs import ConfigView
from klog.zookeeper.znodes import ConfigZnode

from .tree import FakeTree


class ConfigViewTests(SynchronousTestCase):
    """A view on a tree."""

    def setUp(self) -> None:
        """A few configurations."""
        self.tree = FakeTree()
        self.faults: list[str] = []
        self.write("topics", "t", {"a": "1"})
        self.write("topics", "empty", {})
        self.write("brokers", "<default>", {"x": "all"})
        self.write("brokers", "3", {"x": "three"})
        self.write("groups", "g/h", {"y": "1"})
        self.view = ConfigView(self.tree, None, self.faults.append)
        self.tree.take_changed()

    def write(self, kind: str, entity: str, configs: dict[str, str]) -> None:
        """Set one."""
        self.tree.write(ConfigZnode.path(kind, entity), ConfigZnode(configs).encode())

    def test_it_reads_all(self) -> None:
        """By kind and name."""
        view = self.view
        self.assertEqual((view.topic("t"), view.topic("empty"), view.topic("none")), ({"a": "1"}, {}, {}))
        self.assertEqual((view.broker(None), view.broker(3), view.broker(4)), ({"x": "all"}, {"x": "three"}, {}))
        self.assertEqual(view.groups, {"g/h": {"y": "1"}})

    def test_it_tells_what_changed(self) -> None:
        """And not what was only written again."""
        self.write("topics", "t", {"a": "2"})
        self.write("topics", "new", {"b": "1"})
        self.write("brokers", "3", {"x": "three"})
        self.write("groups", "g/h", {})
        self.tree.delete("/config/brokers/<default>")
        self.tree.write("/config/changes/config_change_0000000000", b"{}")
        changes = self.view.apply(self.tree.take_changed())
        self.assertEqual((changes.topics, changes.brokers, changes.groups), ({"t", "new"}, {"<default>"}, {"g/h"}))
        self.assertEqual((self.view.topic("t"), self.view.broker(None), self.view.groups), ({"a": "2"}, {}, {}))

    def test_what_cannot_be_read_changes_nothing(self) -> None:
        """What was set stays; what was never known is told as unknown, until it can be read or is gone."""
        self.tree.write("/config/topics/t", b"{")
        self.tree.write("/config/topics/u", b"[1]")
        self.tree.write("/config/brokers/3", b"nonsense")
        changes = self.view.apply(self.tree.take_changed())
        self.assertEqual((changes.topics, changes.brokers), ({"u"}, set()))
        self.assertEqual((self.view.topic("t"), self.view.unknown_topics, self.view.broker(3)), ({"a": "1"}, {"u"}, {"x": "three"}))
        self.assertEqual(len(self.faults), 3)
        self.assertIn("/config/topics/t", "".join(self.faults))
        again = ConfigView(self.tree, self.view, self.faults.append)
        self.assertEqual((again.topic("t"), again.unknown_topics), ({"a": "1"}, {"u"}))
        self.write("topics", "u", {})
        self.assertEqual((self.view.apply(self.tree.take_changed()).topics, self.view.unknown_topics), ({"u"}, set()))
        self.tree.write("/config/topics/v", b"7")
        self.view.apply(self.tree.take_changed())
        self.tree.delete("/config/topics/v")
        self.assertEqual((self.view.apply(self.tree.take_changed()).topics, self.view.unknown_topics), ({"v"}, set()))

    def test_a_user_that_cannot_be_read_has_no_password(self) -> None:
        """Neither now nor in the next session; somebody may have meant to take it away."""
        self.write("users", "alice", {"SCRAM-SHA-256": "kept"})
        self.view.apply(self.tree.take_changed())
        self.tree.write("/config/users/alice", b"{")
        before = ConfigView(self.tree, self.view, self.faults.append)
        self.assertEqual(self.view.apply(self.tree.take_changed()).users, {"alice"})
        self.assertEqual((self.view.users, before.users), ({}, {}))
        self.assertIn("nobody comes in", self.faults[-1])
        self.write("users", "alice", {"SCRAM-SHA-256": "new"})
        self.view.apply(self.tree.take_changed())
        self.assertEqual(self.view.users, {"alice": {"SCRAM-SHA-256": "new"}})

    def test_the_next_session_forgets_what_is_gone(self) -> None:
        """What was deleted meanwhile."""
        self.tree.delete("/config/topics/t")
        self.tree.delete("/config/groups/g%2Fh")
        again = ConfigView(self.tree, self.view)
        self.assertEqual((again.topic("t"), again.groups), ({}, {}))
