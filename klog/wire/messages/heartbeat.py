"""Heartbeat (key 12): a member of a classic group says that it is alive, and hears whether the group rebalances.

Versions 0 to 4: 1 adds the throttle time; 3 static members (KIP-345); 4 is flexible.
"""

from __future__ import annotations

from klog.wire.schema import Message, int16, int32, string


class HeartbeatRequest(Message, key=12, versions="0-4", flexible="4+"):
    """What the client asks."""

    group_id: str = string("0+")
    generation_id: int = int32("0+")
    member_id: str = string("0+")
    group_instance_id: str | None = string("3+", nullable="3+", default=None)


class HeartbeatResponse(Message, answers=HeartbeatRequest):
    """What the broker answers."""

    throttle_time_ms: int = int32("1+", ignorable=True)
    error_code: int = int16("0+")
