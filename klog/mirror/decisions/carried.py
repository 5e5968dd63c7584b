"""What a link carries beside the data, as it stands in the state topic: what of it is here by the link, and how that goes.

What the link has carried is known from here alone: a setting, a rule or a user that stands here, and not in these records, is the
operator's, and is never taken away. So rules and users are written down before they are made, and again when some were taken away: after a
kill more stands in the record than is here, never less. A topic whose record was lost keeps what was carried into it, as the operator's.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, TypeAlias

from klog.acls import Acl, AclOperation, AclPattern, AclPermission, AclResourceType
from klog.json_fields import BadRecord, fields, number, objects, text, text_fields, texts

#: So many sentences are kept of a kind, and of each so many characters; the rest is counted.
MOST_PROBLEMS, LONGEST_PROBLEM = 20, 500


@dataclasses.dataclass(frozen=True, slots=True)
class CarriedConfigs:
    """Of a topic.

    :ivar configs: the settings that came from the source, as they came last.
    """

    configs: Mapping[str, str]


@dataclasses.dataclass(frozen=True, slots=True)
class CarriedAcls:
    """Of a topic, or of all groups.

    :ivar carried: rules that are here by the link.
    :ivar held: rules that come when the topic takes records of clients.
    """

    carried: frozenset[Acl] = frozenset()
    held: frozenset[Acl] = frozenset()


@dataclasses.dataclass(frozen=True, slots=True)
class CarriedUsers:
    """Users that came from the source.

    :ivar users: by name the mechanisms of which the link has set the password; no more is told of it.
    """

    users: Mapping[str, tuple[str, ...]]


@dataclasses.dataclass(frozen=True, slots=True)
class SyncState:
    """How one kind of what is carried goes.

    :ivar carried: how many settings, rules, users … are here by the link.
    :ivar held: how many rules wait until their topics take records.
    :ivar problems: what was not carried, and why; sentences that show no secret.
    :ivar more: how many more there are of these.
    """

    carried: int = 0
    held: int = 0
    problems: tuple[str, ...] = ()
    more: int = 0

    @classmethod
    def of(cls, carried: int, held: int, problems: list[str]) -> SyncState:
        """With no more sentences than are kept."""
        kept = tuple(one[:LONGEST_PROBLEM] for one in problems[:MOST_PROBLEMS])
        return cls(carried, held, kept, len(problems) - len(kept))


@dataclasses.dataclass(frozen=True, slots=True)
class Synced:
    """How all kinds go that a link carries.

    :ivar kinds: by name (`klog.mirror.sync.kinds`).
    """

    kinds: Mapping[str, SyncState]


Carried: TypeAlias = CarriedConfigs | CarriedAcls | CarriedUsers | Synced

#: Kinds of keys, and how many fields they have: a topic, or none.
FIELDS = {"configs": 1, "acls": 1, "group-acls": 0, "users": 0, "synced": 0}

_TYPES = (AclResourceType.TOPIC, AclResourceType.GROUP)
_PATTERNS = (AclPattern.LITERAL, AclPattern.PREFIXED)
_PERMISSIONS = (AclPermission.ALLOW, AclPermission.DENY)


def plain_of(value: Carried) -> dict[str, Any]:
    """As it stands in the topic."""
    match value:
        case CarriedConfigs():
            return {"configs": dict(value.configs)}
        case CarriedAcls():
            return {"carried": _plain_rules(value.carried), "held": _plain_rules(value.held)}
        case CarriedUsers():
            return {"users": {name: list(mechanisms) for name, mechanisms in value.users.items()}}
        case Synced():
            return {
                "kinds": [
                    {"name": name, "carried": one.carried, "held": one.held, "problems": list(one.problems), "more": one.more}
                    for name, one in value.kinds.items()
                ]
            }


def read_carried(kind: str, found: Mapping[str, Any]) -> Carried:
    """A record's value.

    :raises BadRecord: it is none.
    """
    match kind:
        case "configs":
            return CarriedConfigs(text_fields(found, "configs"))
        case "acls" | "group-acls":
            return CarriedAcls(_rules(found, "carried"), _rules(found, "held"))
        case "users":
            users = fields(found, "users")
            return CarriedUsers({name: texts(users, name) for name in users})
        case _:
            kinds = {
                text(one, "name"): SyncState(number(one, "carried"), number(one, "held"), texts(one, "problems"), number(one, "more"))
                for one in objects(found, "kinds")
            }
            return Synced(kinds)


def _plain_rules(rules: frozenset[Acl]) -> list[dict[str, str]]:
    return [
        {
            "resource_type": one.resource_type.name.lower(),
            "name": one.name,
            "pattern": one.pattern.name.lower(),
            "principal": one.principal,
            "host": one.host,
            "operation": one.operation.name.lower(),
            "permission": one.permission.name.lower(),
        }
        for one in sorted(rules)
    ]


def _rules(found: Mapping[str, Any], name: str) -> frozenset[Acl]:
    return frozenset(
        Acl(
            _member(_TYPES, one, "resource_type"),
            text(one, "name"),
            text(one, "principal"),
            _member(tuple(AclOperation)[2:], one, "operation"),
            _member(_PERMISSIONS, one, "permission"),
            _member(_PATTERNS, one, "pattern"),
            text(one, "host"),
        )
        for one in objects(found, name)
    )


def _member(members: tuple[Any, ...], found: Mapping[str, Any], name: str) -> Any:
    named = text(found, name)
    for member in members:
        if member.name.lower() == named:
            return member
    raise BadRecord(f"{name} cannot be {named!r}")
