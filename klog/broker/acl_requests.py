"""Access control lists as requests about them have them: from the numbers on the wire to rules and filters (``AclApis``).

What a request cannot mean is refused for the one rule or filter that says it; numbers that nobody knows (and 0, UNKNOWN) end the
connection, as Kafka's requests cannot even be made with them.
"""

from __future__ import annotations

from typing import Protocol

from klog.acls import CLUSTER_NAME, Acl, AclFilter, AclOperation, AclPattern, AclPermission, AclResourceType
from klog.broker.handler import CloseConnection
from klog.errors import ErrorCode, KlogError
from klog.wire.messages.create_acls import AclCreation

#: What is said where there is no authorizer.
NO_AUTHORIZER = "No Authorizer is configured."


class FilterFields(Protocol):
    """A filter as DescribeAcls and DeleteAcls have it."""

    resource_type_filter: int
    resource_name_filter: str | None
    pattern_type_filter: int
    principal_filter: str | None
    host_filter: str | None
    operation: int
    permission_type: int


def filter_of(fields: FilterFields) -> AclFilter:
    """What a filter asks for.

    :raises CloseConnection: it has a number that means nothing.
    """
    resource_type, pattern = AclResourceType.of(fields.resource_type_filter), AclPattern.of(fields.pattern_type_filter)
    operation, permission = AclOperation.of(fields.operation), AclPermission.of(fields.permission_type)
    _check_known(resource_type, pattern, operation, permission)
    return AclFilter(
        resource_type, fields.resource_name_filter, fields.principal_filter, operation, permission, pattern, fields.host_filter
    )


def check_numbers(creation: AclCreation) -> None:
    """Raises CloseConnection where a number means nothing."""
    _check_known(
        AclResourceType.of(creation.resource_type),
        AclPattern.of(creation.resource_pattern_type),
        AclOperation.of(creation.operation),
        AclPermission.of(creation.permission_type),
    )


def acl_of(creation: AclCreation) -> Acl:
    """The rule that is to be made.

    :raises KlogError: INVALID_REQUEST: there can be none like that.
    """
    resource_type, pattern = AclResourceType.of(creation.resource_type), AclPattern.of(creation.resource_pattern_type)
    operation, permission = AclOperation.of(creation.operation), AclPermission.of(creation.permission_type)
    name = creation.resource_name
    if resource_type is AclResourceType.CLUSTER and name != CLUSTER_NAME:
        raise _invalid(f"The only valid name for the CLUSTER resource is {CLUSTER_NAME}")
    if not name:
        raise _invalid("Invalid empty resource name")
    if pattern not in (AclPattern.LITERAL, AclPattern.PREFIXED):
        raise _invalid(f"Invalid patternType {pattern.name}")
    if permission not in (AclPermission.DENY, AclPermission.ALLOW):
        raise _invalid(f"Invalid permissionType {permission.name}")
    if resource_type is AclResourceType.ANY:
        raise _invalid("Invalid resourceType ANY")
    if operation is AclOperation.ANY:
        raise _invalid("Invalid operation type ANY")
    kind, colon, who = creation.principal.partition(":")
    if not kind or not colon or not who:
        raise _invalid("The principal is not type:name, such as User:alice")
    if not creation.host:
        raise _invalid("The host is empty; * is any")
    return Acl(resource_type, name, creation.principal, operation, permission, pattern, creation.host)


def _check_known(*numbers: int) -> None:
    if 0 in numbers:
        raise CloseConnection("the client names a type, pattern, operation or permission of an ACL that there is not")


def _invalid(sentence: str) -> KlogError:
    return KlogError(ErrorCode.INVALID_REQUEST, sentence)
