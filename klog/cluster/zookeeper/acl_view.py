"""The access control lists as their znodes tell them, brought up to date path by path (`klog.zookeeper.acl_znodes`).

Kafka's brokers read a znode when a notification names it; who mirrors the znodes has read them before that comes, so that notifications
tell nothing new here. klog writes them all the same.

**What cannot be read denies.** Nobody can tell what somebody meant by rules that are no JSON: until they can be read, or are gone,
everybody but super users is denied everything on that resource, and the log says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from klog.acls import EVERYBODY, Acl, AclOperation, AclPermission, AclTable, ResourcePattern
from klog.cluster.zookeeper.view_types import Tree
from klog.zookeeper import acl_znodes
from klog.zookeeper.acl_znodes import AclZnode
from klog.zookeeper.znode_json import BadZnode

#: What a mirror below has to hold.
ROOTS = (acl_znodes.LITERAL, acl_znodes.EXTENDED)


class AclView:
    """See the module.

    :param tree: the mirror, whose `ROOTS` were read already.
    :param on_fault: called with a sentence for each znode that cannot be read.
    :ivar table: the rules; for reading.
    """

    def __init__(self, tree: Tree, on_fault: Callable[[str], None] = lambda sentence: None) -> None:
        self._tree = tree
        self._on_fault = on_fault
        self._faults: dict[str, str] = {}
        self.table: dict[ResourcePattern, frozenset[Acl]] = {}
        for root in (acl_znodes.LITERAL, acl_znodes.PREFIXED):
            for kind in sorted(tree.children(root)):
                self.apply(f"{root}/{kind}/{name}" for name in sorted(tree.children(f"{root}/{kind}")))

    def apply(self, paths: Iterable[str]) -> AclTable:
        """Read what lies at these paths (those elsewhere are passed over) and tell which rules are others."""
        changed: dict[ResourcePattern, frozenset[Acl]] = {}
        for path in sorted(paths):
            resource = acl_znodes.resource_at(path)
            if resource is None:
                continue
            acls = self._read(path, resource)
            if acls == self.table.get(resource, frozenset()):
                continue
            changed[resource] = acls
            if acls:
                self.table[resource] = acls
            else:
                del self.table[resource]
        return changed

    def _read(self, path: str, resource: ResourcePattern) -> frozenset[Acl]:
        if self._tree.stat(path) is None:
            self._faults.pop(path, None)
            return frozenset()
        try:
            acls = AclZnode.decode(path, self._tree.data(path)).acls(path, resource)
        except BadZnode as error:
            if self._faults.get(path) != str(error):
                self._faults[path] = str(error)
                self._on_fault(f"{error}; until they can be read everybody but super users is denied what they are about")
            deny = Acl(resource.resource_type, resource.name, EVERYBODY, AclOperation.ALL, AclPermission.DENY, resource.pattern)
            return frozenset({deny})
        self._faults.pop(path, None)
        return acls


def differences(before: AclTable, after: AclTable) -> AclTable:
    """What is to be told where `after` follows `before`: a new session has read everything again."""
    return {
        resource: after.get(resource, frozenset())
        for resource in before.keys() | after.keys()
        if before.get(resource) != after.get(resource)
    }
