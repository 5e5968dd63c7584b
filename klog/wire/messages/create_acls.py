"""CreateAcls (key 30): allow and deny (KIP-140).

Versions 0 to 3: 1 adds patterns of names (KIP-290); 2 is flexible; 3 knows users as resources (KIP-373).
"""

from __future__ import annotations

from klog.wire.schema import Message, Struct, array, int8, int16, int32, string


class AclCreation(Struct):
    """One rule."""

    resource_type: int = int8("0+")
    resource_name: str = string("0+")
    resource_pattern_type: int = int8("1+", default=3)
    principal: str = string("0+")
    host: str = string("0+")
    operation: int = int8("0+")
    permission_type: int = int8("0+")


class CreateAclsRequest(Message, key=30, versions="0-3", flexible="2+"):
    """What the client asks."""

    creations: list[AclCreation] = array(AclCreation, "0+")


class AclCreationResult(Struct):
    """What became of one rule, in the order of the request."""

    error_code: int = int16("0+")
    error_message: str | None = string("0+", nullable="0+")


class CreateAclsResponse(Message, answers=CreateAclsRequest):
    """What the broker answers."""

    throttle_time_ms: int = int32("0+")
    results: list[AclCreationResult] = array(AclCreationResult, "0+")
