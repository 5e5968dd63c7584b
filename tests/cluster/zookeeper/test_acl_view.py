"""Access control lists as their znodes tell them."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.acls import Acl, AclOperation, AclPattern, AclPermission, AclResourceType, ResourcePattern
from klog.cluster.zookeeper.acl_view import AclView, differences
from klog.zookeeper.acl_znodes import AclZnode, path_of

from .tree import FakeTree

READ, WRITE, ALL = AclOperation.READ, AclOperation.WRITE, AclOperation.ALL
TOPIC = AclResourceType.TOPIC


class AclViewTests(SynchronousTestCase):
    """A view on a tree."""

    def setUp(self) -> None:
        self.tree = FakeTree()
        self.faults: list[str] = []
        self.read = Acl(TOPIC, "t", "User:a", READ)
        self.prefixed = Acl(TOPIC, "t", "User:a", WRITE, pattern=AclPattern.PREFIXED)
        for acl in (self.read, self.prefixed):
            self.write(acl)
        self.view = AclView(self.tree, self.faults.append)
        self.tree.take_changed()

    def write(self, acl: Acl) -> None:
        path = path_of(acl.resource)
        assert path is not None
        self.tree.write(path, AclZnode(()).altered(path, acl.resource, {acl}, ()).encode())

    def test_it_reads_all(self) -> None:
        self.assertEqual(self.view.table, {self.read.resource: {self.read}, self.prefixed.resource: {self.prefixed}})

    def test_it_tells_what_changed(self) -> None:
        """And not what was only written again."""
        write = Acl(TOPIC, "t", "User:a", WRITE)
        self.write(write)
        self.write(self.prefixed)
        self.tree.write("/kafka-acl-changes/acl_changes_0000000000", b"TOPIC:t")
        self.assertEqual(self.view.apply(self.tree.take_changed()), {write.resource: {write}})
        self.tree.delete("/kafka-acl/Topic/t")
        self.assertEqual(self.view.apply(self.tree.take_changed()), {write.resource: frozenset()})
        self.assertEqual(set(self.view.table), {self.prefixed.resource})

    def test_what_cannot_be_read_denies_everybody_everything(self) -> None:
        """Until it can be read, or is gone; and the log says so once."""
        self.tree.write("/kafka-acl/Topic/t", b"{nonsense")
        deny = Acl(TOPIC, "t", "User:*", ALL, AclPermission.DENY)
        self.assertEqual(self.view.apply(self.tree.take_changed()), {self.read.resource: {deny}})
        self.view.apply(["/kafka-acl/Topic/t"])
        (fault,) = self.faults
        self.assertIn("/kafka-acl/Topic/t", fault)
        self.write(self.read)
        self.assertEqual(self.view.apply(self.tree.take_changed()), {self.read.resource: {self.read}})

    def test_differences(self) -> None:
        """Between what two sessions have read."""
        one, two, three = (ResourcePattern(TOPIC, name) for name in ("one", "two", "three"))
        a, b = frozenset({self.read}), frozenset({self.prefixed})
        self.assertEqual(differences({one: a, two: a, three: a}, {one: a, two: b}), {two: b, three: frozenset()})
