"""JoinGroup (key 11): a member of a classic group asks to take part in its next generation.

Versions 0 to 9: 1 tells how long a rebalance may take; 2 adds the throttle time; 4 makes a member without an id ask twice (KIP-394); 5 adds
static members (KIP-345); 6 is flexible; 7 answers with the protocol's type; 8 gives a reason (KIP-800); 9 may tell the leader to skip the
assignment (KIP-814).
"""

from __future__ import annotations

from klog.wire.schema import Message, Struct, array, boolean, bytestring, int16, int32, string


class JoinGroupRequestProtocol(Struct):
    """One assignor that the member can do, and what it tells the leader under it; the best first."""

    name: str = string("0+")
    metadata: bytes = bytestring("0+")


class JoinGroupRequest(Message, key=11, versions="0-9", flexible="6+"):
    """What the client asks."""

    group_id: str = string("0+")
    session_timeout_ms: int = int32("0+")
    rebalance_timeout_ms: int = int32("1+", default=-1, ignorable=True)
    member_id: str = string("0+")
    group_instance_id: str | None = string("5+", nullable="5+", default=None)
    protocol_type: str = string("0+")
    protocols: list[JoinGroupRequestProtocol] = array(JoinGroupRequestProtocol, "0+")
    reason: str | None = string("8+", nullable="8+", default=None, ignorable=True)


class JoinGroupResponseMember(Struct):
    """One member and what it told; only the leader is given them."""

    member_id: str = string("0+")
    group_instance_id: str | None = string("5+", nullable="5+", default=None, ignorable=True)
    metadata: bytes = bytestring("0+")


class JoinGroupResponse(Message, answers=JoinGroupRequest):
    """What the broker answers."""

    throttle_time_ms: int = int32("2+", ignorable=True)
    error_code: int = int16("0+")
    generation_id: int = int32("0+", default=-1)
    protocol_type: str | None = string("7+", nullable="7+", default=None, ignorable=True)
    protocol_name: str | None = string("0+", nullable="7+")
    leader: str = string("0+")
    skip_assignment: bool = boolean("9+")
    member_id: str = string("0+")
    members: list[JoinGroupResponseMember] = array(JoinGroupResponseMember, "0+")
