"""SyncGroup (key 14): the leader of a classic group hands in everybody's assignment, and each member fetches its own.

Versions 0 to 5: 1 adds the throttle time; 3 static members (KIP-345); 4 is flexible; 5 names the protocol's type and the protocol
(KIP-559).
"""

from __future__ import annotations

from klog.wire.schema import Message, Struct, array, bytestring, int16, int32, string


class SyncGroupRequestAssignment(Struct):
    """What the leader gives one member."""

    member_id: str = string("0+")
    assignment: bytes = bytestring("0+")


class SyncGroupRequest(Message, key=14, versions="0-5", flexible="4+"):
    """What the client asks."""

    group_id: str = string("0+")
    generation_id: int = int32("0+")
    member_id: str = string("0+")
    group_instance_id: str | None = string("3+", nullable="3+", default=None)
    protocol_type: str | None = string("5+", nullable="5+", default=None, ignorable=True)
    protocol_name: str | None = string("5+", nullable="5+", default=None, ignorable=True)
    assignments: list[SyncGroupRequestAssignment] = array(SyncGroupRequestAssignment, "0+")


class SyncGroupResponse(Message, answers=SyncGroupRequest):
    """What the broker answers."""

    throttle_time_ms: int = int32("1+", ignorable=True)
    error_code: int = int16("0+")
    protocol_type: str | None = string("5+", nullable="5+", default=None, ignorable=True)
    protocol_name: str | None = string("5+", nullable="5+", default=None, ignorable=True)
    assignment: bytes = bytestring("0+")
