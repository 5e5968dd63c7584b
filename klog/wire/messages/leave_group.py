"""LeaveGroup (key 13): members leave a classic group.

Versions 0 to 5: 1 adds the throttle time; 3 takes several members, static ones among them (KIP-345); 4 is flexible; 5 gives a reason
(KIP-800).
"""

from __future__ import annotations

from klog.wire.schema import Message, Struct, array, int16, int32, string


class MemberIdentity(Struct):
    """Who leaves; a static member by its instance id alone, too."""

    member_id: str = string("3+")
    group_instance_id: str | None = string("3+", nullable="3+", default=None)
    reason: str | None = string("5+", nullable="5+", default=None, ignorable=True)


class LeaveGroupRequest(Message, key=13, versions="0-5", flexible="4+"):
    """What the client asks."""

    group_id: str = string("0+")
    member_id: str = string("0-2")
    members: list[MemberIdentity] = array(MemberIdentity, "3+")


class MemberResponse(Struct):
    """How it went for one member."""

    member_id: str = string("3+")
    group_instance_id: str | None = string("3+", nullable="3+")
    error_code: int = int16("3+")


class LeaveGroupResponse(Message, answers=LeaveGroupRequest):
    """What the broker answers."""

    throttle_time_ms: int = int32("1+", ignorable=True)
    error_code: int = int16("0+")
    members: list[MemberResponse] = array(MemberResponse, "3+")
