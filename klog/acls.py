"""Access control lists: who may do what with which resource, from where (KIP-11, KIP-140, KIP-290).

An `Acl` is one rule; an `AclFilter` finds rules, where what is left open matches everything. Rules are kept by the resources that they
are about, each a `ResourcePattern`: one name, all names that begin alike, or ``*`` for all of a type. Numbers are Kafka's, as on the wire
(``AclOperation``, ``ResourceType``, ``PatternType``, ``AclPermissionType``); what a newer program names and nobody knows here is UNKNOWN.

How rules are weighed against each other is the broker's: ``klog.broker.authorization.acl_index``.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, Self


class _Known(enum.IntEnum):
    """Numbers of which newer brokers may know more."""

    @classmethod
    def of(cls, number: int) -> Self:
        """The member of a number off the wire; UNKNOWN where there is none."""
        return cls(number) if number in cls._value2member_map_ else cls(0)


class AclResourceType(_Known):
    """What a rule is about."""

    UNKNOWN = 0
    ANY = 1
    TOPIC = 2
    GROUP = 3
    CLUSTER = 4
    TRANSACTIONAL_ID = 5
    DELEGATION_TOKEN = 6
    USER = 7


class AclPattern(_Known):
    """How a rule's name is meant; MATCH, in filters, is every rule that concerns the name."""

    UNKNOWN = 0
    ANY = 1
    MATCH = 2
    LITERAL = 3
    PREFIXED = 4


class AclOperation(_Known):
    """What is done."""

    UNKNOWN = 0
    ANY = 1
    ALL = 2
    READ = 3
    WRITE = 4
    CREATE = 5
    DELETE = 6
    ALTER = 7
    DESCRIBE = 8
    CLUSTER_ACTION = 9
    DESCRIBE_CONFIGS = 10
    ALTER_CONFIGS = 11
    IDEMPOTENT_WRITE = 12
    CREATE_TOKENS = 13
    DESCRIBE_TOKENS = 14
    TWO_PHASE_COMMIT = 15


class AclPermission(_Known):
    """Whether it is allowed; a denial is stronger."""

    UNKNOWN = 0
    ANY = 1
    DENY = 2
    ALLOW = 3


#: The name of all resources of a type, and behind ``User:`` of all users; also any host.
WILDCARD = "*"
#: The one name of the one cluster.
CLUSTER_NAME = "kafka-cluster"
EVERYBODY = "User:*"

_OPERATION = AclOperation
#: What can be done with a resource of each type (``AclEntry.supportedOperations``).
OPERATIONS_OF: Mapping[AclResourceType, tuple[AclOperation, ...]] = {
    AclResourceType.TOPIC: (
        _OPERATION.READ,
        _OPERATION.WRITE,
        _OPERATION.CREATE,
        _OPERATION.DELETE,
        _OPERATION.ALTER,
        _OPERATION.DESCRIBE,
        _OPERATION.DESCRIBE_CONFIGS,
        _OPERATION.ALTER_CONFIGS,
    ),
    AclResourceType.GROUP: (
        _OPERATION.READ,
        _OPERATION.DELETE,
        _OPERATION.DESCRIBE,
        _OPERATION.DESCRIBE_CONFIGS,
        _OPERATION.ALTER_CONFIGS,
    ),
    AclResourceType.CLUSTER: (
        _OPERATION.CREATE,
        _OPERATION.ALTER,
        _OPERATION.DESCRIBE,
        _OPERATION.CLUSTER_ACTION,
        _OPERATION.DESCRIBE_CONFIGS,
        _OPERATION.ALTER_CONFIGS,
        _OPERATION.IDEMPOTENT_WRITE,
    ),
    AclResourceType.TRANSACTIONAL_ID: (_OPERATION.WRITE, _OPERATION.DESCRIBE, _OPERATION.TWO_PHASE_COMMIT),
    AclResourceType.DELEGATION_TOKEN: (_OPERATION.DESCRIBE,),
    AclResourceType.USER: (_OPERATION.CREATE_TOKENS, _OPERATION.DESCRIBE_TOKENS),
}


def operation_bits(operations: Iterable[AclOperation]) -> int:
    """Operations as one number (KIP-430).

    >>> operation_bits([AclOperation.READ, AclOperation.WRITE])
    24
    """
    return sum(1 << operation for operation in operations)


class ResourcePattern(NamedTuple):
    """What rules are about."""

    resource_type: AclResourceType
    name: str
    pattern: AclPattern = AclPattern.LITERAL


@dataclass(frozen=True, slots=True, order=True)
class Acl:
    """One rule: ``Acl(AclResourceType.TOPIC, "orders", "User:anna", AclOperation.READ)``.

    :ivar name: of the resource; ``*`` for all, ``kafka-cluster`` for the cluster.
    :ivar principal: ``User:name``, or ``User:*`` for everybody.
    :ivar pattern: PREFIXED for all resources whose names begin so.
    :ivar host: an address, ``*`` for all.
    """

    resource_type: AclResourceType
    name: str
    principal: str
    operation: AclOperation
    permission: AclPermission = AclPermission.ALLOW
    pattern: AclPattern = AclPattern.LITERAL
    host: str = WILDCARD

    @property
    def resource(self) -> ResourcePattern:
        """What it is about."""
        return ResourcePattern(self.resource_type, self.name, self.pattern)

    def __str__(self) -> str:
        what = f"{self.resource_type.name.lower()} {self.name}{'*' if self.pattern is AclPattern.PREFIXED else ''}"
        return f"{self.permission.name.lower()} {self.principal} from {self.host} to {self.operation.name.lower()} {what}"


#: Rules by what they are about; nothing is there about which there is no rule.
AclTable = Mapping[ResourcePattern, frozenset[Acl]]
#: Told which rules there are about some resources from now on; the first time about all.
AclListener = Callable[[AclTable], None]


@dataclass(frozen=True, slots=True)
class AclFilter:
    """Which rules: ``AclFilter(principal="User:anna")``; as it stands, all."""

    resource_type: AclResourceType = AclResourceType.ANY
    name: str | None = None
    principal: str | None = None
    operation: AclOperation = AclOperation.ANY
    permission: AclPermission = AclPermission.ANY
    pattern: AclPattern = AclPattern.ANY
    host: str | None = None

    def matches_resource(self, resource: ResourcePattern) -> bool:
        """Whether rules about `resource` can be meant (``ResourcePatternFilter.matches``)."""
        if self.resource_type not in (AclResourceType.ANY, resource.resource_type):
            return False
        if self.pattern not in (AclPattern.ANY, AclPattern.MATCH, resource.pattern):
            return False
        if self.name is None:
            return True
        if self.pattern is not AclPattern.MATCH:
            return self.name == resource.name
        if resource.pattern is AclPattern.PREFIXED:
            return self.name.startswith(resource.name)
        return resource.name in (self.name, WILDCARD)

    def matches(self, acl: Acl) -> bool:
        """Whether `acl` is meant (``AclBindingFilter.matches``)."""
        return (
            self.principal in (None, acl.principal)
            and self.host in (None, acl.host)
            and self.operation in (AclOperation.ANY, acl.operation)
            and self.permission in (AclPermission.ANY, acl.permission)
            and self.matches_resource(acl.resource)
        )

    def find(self, table: AclTable) -> list[Acl]:
        """Those of `table` that are meant, sorted."""
        return sorted(acl for resource, acls in table.items() if self.matches_resource(resource) for acl in acls if self.matches(acl))
