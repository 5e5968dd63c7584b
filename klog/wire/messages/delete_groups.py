"""DeleteGroups (key 42): forget groups that have no members, with their offsets.

Versions 0 to 2: 1 is the same as 0; 2 is flexible.
"""

from __future__ import annotations

from klog.wire.schema import Kind, Message, Struct, array, int16, int32, string


class DeleteGroupsRequest(Message, key=42, versions="0-2", flexible="2+"):
    """What the client asks."""

    groups_names: list[str] = array(Kind.STRING, "0+")


class DeletableGroupResult(Struct):
    """How it went for one group."""

    group_id: str = string("0+")
    error_code: int = int16("0+")


class DeleteGroupsResponse(Message, answers=DeleteGroupsRequest):
    """What the broker answers."""

    throttle_time_ms: int = int32("0+")
    results: list[DeletableGroupResult] = array(DeletableGroupResult, "0+")
