"""DescribeGroups (key 15): the state and the members of classic groups.

Versions 0 to 6: 1 adds the throttle time; 3 may answer what the client is allowed to do (KIP-430); 4 static members (KIP-345); 5 is
flexible; 6 answers an unknown group with an error instead of a dead one (KIP-1043).
"""

from __future__ import annotations

from klog.wire.schema import Kind, Message, Struct, array, boolean, bytestring, int16, int32, string


class DescribeGroupsRequest(Message, key=15, versions="0-6", flexible="5+"):
    """What the client asks."""

    groups: list[str] = array(Kind.STRING, "0+")
    include_authorized_operations: bool = boolean("3+")


class DescribedGroupMember(Struct):
    """One member, with what it told and what it was given."""

    member_id: str = string("0+")
    group_instance_id: str | None = string("4+", nullable="4+", default=None, ignorable=True)
    client_id: str = string("0+")
    client_host: str = string("0+")
    member_metadata: bytes = bytestring("0+")
    member_assignment: bytes = bytestring("0+")


class DescribedGroup(Struct):
    """One group."""

    error_code: int = int16("0+")
    error_message: str | None = string("6+", nullable="6+", default=None)
    group_id: str = string("0+")
    group_state: str = string("0+")
    protocol_type: str = string("0+")
    protocol_data: str = string("0+")
    members: list[DescribedGroupMember] = array(DescribedGroupMember, "0+")
    authorized_operations: int = int32("3+", default=-2147483648)


class DescribeGroupsResponse(Message, answers=DescribeGroupsRequest):
    """What the broker answers."""

    throttle_time_ms: int = int32("1+", ignorable=True)
    groups: list[DescribedGroup] = array(DescribedGroup, "0+")
