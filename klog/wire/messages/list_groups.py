"""ListGroups (key 16): the groups that a broker coordinates.

Versions 0 to 5: 1 adds the throttle time; 3 is flexible; 4 filters by state and answers it (KIP-518); 5 filters by type and answers it
(KIP-848).
"""

from __future__ import annotations

from klog.wire.schema import Kind, Message, Struct, array, int16, int32, string


class ListGroupsRequest(Message, key=16, versions="0-5", flexible="3+"):
    """What the client asks."""

    states_filter: list[str] = array(Kind.STRING, "4+")
    types_filter: list[str] = array(Kind.STRING, "5+")


class ListedGroup(Struct):
    """One group."""

    group_id: str = string("0+")
    protocol_type: str = string("0+")
    group_state: str = string("4+", ignorable=True)
    group_type: str = string("5+", ignorable=True)


class ListGroupsResponse(Message, answers=ListGroupsRequest):
    """What the broker answers."""

    throttle_time_ms: int = int32("1+", ignorable=True)
    error_code: int = int16("0+")
    groups: list[ListedGroup] = array(ListedGroup, "0+")
