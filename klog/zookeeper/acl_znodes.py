"""Kafka's znodes of access control lists: where the rules about a resource lie, and how they are written (``ZkData.scala``).

====================================================== ==========================================================================
``/kafka-acl/Topic/orders``                            the rules about one name; that of all names is ``*``
``/kafka-acl-extended/prefixed/Topic/ord``             those about all names that begin so
``/kafka-acl-changes/acl_changes_0000000007``          "TOPIC:orders": somebody changed the former
``/kafka-acl-extended-changes/acl_changes_0000000007`` the same of the latter, as JSON
====================================================== ==========================================================================

A value is ``{"version":1,"acls":[{"principal":"User:a","permissionType":"Allow","operation":"Read","host":"*"}, ...]}``. Names stand in
paths as they are, so that one with a slash has no place. Where the last rule goes its znode goes with it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from klog.acls import Acl, AclOperation, AclPattern, AclPermission, AclResourceType, ResourcePattern
from klog.zookeeper.znode_json import BadZnode, decode_object, encode_json

LITERAL = "/kafka-acl"
EXTENDED = "/kafka-acl-extended"
PREFIXED = f"{EXTENDED}/prefixed"
LITERAL_CHANGES = "/kafka-acl-changes"
PREFIXED_CHANGES = "/kafka-acl-extended-changes"
CHANGE_PREFIX = "acl_changes_"

#: Names of types in paths.
TYPE_NAMES: Mapping[AclResourceType, str] = {
    AclResourceType.TOPIC: "Topic",
    AclResourceType.GROUP: "Group",
    AclResourceType.CLUSTER: "Cluster",
    AclResourceType.TRANSACTIONAL_ID: "TransactionalId",
    AclResourceType.DELEGATION_TOKEN: "DelegationToken",
    AclResourceType.USER: "User",
}
_TYPES = {name: kind for kind, name in TYPE_NAMES.items()}
#: What an authorizer makes sure of at start.
PATHS = (
    *(f"{root}/{name}" for root in (LITERAL, PREFIXED) for name in TYPE_NAMES.values()),
    LITERAL_CHANGES,
    PREFIXED_CHANGES,
)
_OPERATIONS = {"".join(word.capitalize() for word in one.name.split("_")): one for one in AclOperation if one > AclOperation.ANY}
_OPERATION_NAMES = {one: name for name, one in _OPERATIONS.items()}
_PERMISSION_NAMES = {AclPermission.ALLOW: "Allow", AclPermission.DENY: "Deny"}
#: As they are read, in any case (``SecurityUtils.operation``): by hand people write READ and deny.
_READ_OPERATIONS = {name.upper(): one for name, one in _OPERATIONS.items()}
_READ_PERMISSIONS = {name.upper(): one for one, name in _PERMISSION_NAMES.items()}


def path_of(resource: ResourcePattern) -> str | None:
    """Where the rules about `resource` lie; None where its name cannot be part of a path."""
    name = resource.name
    if not name or name in (".", "..") or any(character in name for character in "/\0") or not all(map(_is_allowed, name)):
        return None
    root = PREFIXED if resource.pattern is AclPattern.PREFIXED else LITERAL
    return f"{root}/{TYPE_NAMES[resource.resource_type]}/{name}"


def _is_allowed(character: str) -> bool:
    """Whether ZooKeeper takes it in a path."""
    return not (character <= "\x1f" or "\x7f" <= character <= "\x9f" or "\ud800" <= character <= "\uf8ff" or character >= "\ufff0")


def resource_at(path: str) -> ResourcePattern | None:
    """What the rules at `path` are about; None where none lie."""
    for root, pattern in ((PREFIXED, AclPattern.PREFIXED), (LITERAL, AclPattern.LITERAL)):
        if path.startswith(root + "/"):
            kind, _, name = path[len(root) + 1 :].partition("/")
            if kind in _TYPES and name and "/" not in name:
                return ResourcePattern(_TYPES[kind], name, pattern)
            return None
    return None


@dataclasses.dataclass(frozen=True)
class AclZnode:
    """The rules about one resource.

    :ivar entries: as they are written; what others wrote stays so.
    """

    entries: Sequence[Mapping[str, Any]]

    def acls(self, path: str, resource: ResourcePattern) -> frozenset[Acl]:
        """The rules.

        :param path: for errors.
        :raises BadZnode: one of them cannot be read.
        """
        return frozenset(_acl(path, resource, entry) for entry in self.entries)

    def altered(self, path: str, resource: ResourcePattern, added: Collection[Acl], removed: Collection[Acl]) -> AclZnode:
        """With `added` and without `removed`.

        :raises BadZnode: as `acls`.
        """
        kept = [(entry, _acl(path, resource, entry)) for entry in self.entries]
        there = {acl for _, acl in kept}
        entries = [entry for entry, acl in kept if acl not in removed]
        entries += [_entry(acl) for acl in sorted(added) if acl not in there and acl not in removed]
        return AclZnode(entries)

    def encode(self) -> bytes:
        """Version 1."""
        return encode_json({"version": 1, "acls": list(self.entries)})

    @classmethod
    def decode(cls, path: str, data: bytes | None) -> AclZnode:
        """Version 1. One without a value, which Kafka takes for no rules, no program makes: with the last rule its znode goes, too.

        :raises BadZnode: it is something else.
        """
        fields = decode_object(path, data)
        if fields.number("version") != 1:
            raise fields.bad("version", "1")
        entries = fields.values.get("acls")
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            raise fields.bad("acls", "a list of objects")
        return cls(entries)


def _acl(path: str, resource: ResourcePattern, entry: Mapping[str, Any]) -> Acl:
    texts = [entry.get(name) for name in ("principal", "permissionType", "operation", "host")]
    if not all(isinstance(text, str) for text in texts):
        raise BadZnode(path, "a rule has no principal, permissionType, operation or host")
    principal, permission, operation, host = map(str, texts)
    if permission.upper() not in _READ_PERMISSIONS:
        raise BadZnode(path, f"a rule has the permissionType {permission[:80]!r}")
    return Acl(
        resource.resource_type,
        resource.name,
        principal,
        # One that only newer brokers know is none that anybody asks for here.
        _READ_OPERATIONS.get(operation.upper(), AclOperation.UNKNOWN),
        _READ_PERMISSIONS[permission.upper()],
        resource.pattern,
        host,
    )


def _entry(acl: Acl) -> dict[str, str]:
    return {
        "principal": acl.principal,
        "permissionType": _PERMISSION_NAMES[acl.permission],
        "operation": _OPERATION_NAMES[acl.operation],
        "host": acl.host,
    }


def change_of(resource: ResourcePattern) -> tuple[str, bytes]:
    """The notification that the rules about `resource` are others: the path of a sequential node, and its value."""
    if resource.pattern is AclPattern.PREFIXED:
        value = {"version": 1, "resourceType": resource.resource_type.name, "name": resource.name, "patternType": resource.pattern.name}
        return f"{PREFIXED_CHANGES}/{CHANGE_PREFIX}", encode_json(value)
    return f"{LITERAL_CHANGES}/{CHANGE_PREFIX}", f"{resource.resource_type.name}:{resource.name}".encode()
