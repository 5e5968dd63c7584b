"""DescribeAcls (key 29): who may do what (KIP-140).

Versions 0 to 3: 1 adds patterns of names (KIP-290); 2 is flexible; 3 knows users as resources (KIP-373).
"""

from __future__ import annotations

from klog.wire.schema import Message, Struct, array, int8, int16, int32, string


class DescribeAclsRequest(Message, key=29, versions="0-3", flexible="2+"):
    """What the client asks; 1 is any type, operation or permission, null any name, principal or host."""

    resource_type_filter: int = int8("0+")
    resource_name_filter: str | None = string("0+", nullable="0+")
    pattern_type_filter: int = int8("1+", default=3)
    principal_filter: str | None = string("0+", nullable="0+")
    host_filter: str | None = string("0+", nullable="0+")
    operation: int = int8("0+")
    permission_type: int = int8("0+")


class AclDescription(Struct):
    """One rule of a resource."""

    principal: str = string("0+")
    host: str = string("0+")
    operation: int = int8("0+")
    permission_type: int = int8("0+")


class DescribeAclsResource(Struct):
    """One resource, or all whose names begin alike (pattern type 4)."""

    resource_type: int = int8("0+")
    resource_name: str = string("0+")
    pattern_type: int = int8("1+", default=3)
    acls: list[AclDescription] = array(AclDescription, "0+")


class DescribeAclsResponse(Message, answers=DescribeAclsRequest):
    """What the broker answers."""

    throttle_time_ms: int = int32("0+")
    error_code: int = int16("0+")
    error_message: str | None = string("0+", nullable="0+")
    resources: list[DescribeAclsResource] = array(DescribeAclsResource, "0+")
