"""Who may do what, and who has a password, as rows.

Pure functions from the values of administration to dictionaries of a fixed shape, which are JSON as they stand. The names of their fields
are what scripts rely on: they stay. Passwords are in none of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from klog.acls import Acl
    from klog.client.admin.types import ScramCredential


class AclRow(TypedDict):
    """One rule: `principal` is allowed or denied `operation` on what `resource`, `name` and `pattern` say, from `host`."""

    principal: str
    permission: str
    operation: str
    resource: str
    name: str
    pattern: str
    host: str


class UserRow(TypedDict):
    """One password of a user: what it is hashed with, and how often."""

    user: str
    mechanism: str
    iterations: int


def acl_row(acl: Acl) -> AclRow:
    """One rule."""
    return {
        "principal": acl.principal,
        "permission": word(acl.permission.name),
        "operation": word(acl.operation.name),
        "resource": word(acl.resource_type.name),
        "name": acl.name,
        "pattern": word(acl.pattern.name),
        "host": acl.host,
    }


def acl_rows(acls: Iterable[Acl]) -> list[AclRow]:
    """Rules, those of one principal together."""
    return [
        acl_row(acl) for acl in sorted(acls, key=lambda acl: (acl.principal, acl.resource_type, acl.name, acl.pattern, acl.operation, acl))
    ]


def user_rows(users: Mapping[str, Iterable[ScramCredential]]) -> list[UserRow]:
    """Users by name, a row for each password."""
    return [
        {"user": user, "mechanism": one.mechanism.name.replace("_", "-"), "iterations": one.iterations}
        for user, found in sorted(users.items())
        for one in sorted(found, key=lambda one: one.mechanism)
    ]


def word(name: str) -> str:
    """A name of Kafka's enumerations as people write it.

    >>> word("ALTER_CONFIGS")
    'alter-configs'
    """
    return name.lower().replace("_", "-")
