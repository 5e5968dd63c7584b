"""FindCoordinator (key 10): which broker coordinates a group or a transactional id.

Versions 0 to 6: 1 adds the kind of key and the throttle time; 3 is flexible; 4 asks for several keys (KIP-699); 5 may answer that a
transaction can be aborted (KIP-890); 6 share groups (KIP-932).
"""

from __future__ import annotations

from klog.wire.schema import Kind, Message, Struct, array, int8, int16, int32, string


class FindCoordinatorRequest(Message, key=10, versions="0-6", flexible="3+"):
    """What the client asks."""

    key: str = string("0-3")
    key_type: int = int8("1+")
    coordinator_keys: list[str] = array(Kind.STRING, "4+")


class Coordinator(Struct):
    """One key's coordinator."""

    key: str = string("4+")
    node_id: int = int32("4+")
    host: str = string("4+")
    port: int = int32("4+")
    error_code: int = int16("4+")
    error_message: str | None = string("4+", nullable="4+", ignorable=True)


class FindCoordinatorResponse(Message, answers=FindCoordinatorRequest):
    """What the broker answers."""

    throttle_time_ms: int = int32("1+", ignorable=True)
    error_code: int = int16("0-3")
    error_message: str | None = string("1-3", nullable="1-3", ignorable=True)
    node_id: int = int32("0-3")
    host: str = string("0-3")
    port: int = int32("0-3")
    coordinators: list[Coordinator] = array(Coordinator, "4+")
