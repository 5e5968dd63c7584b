"""What a member makes of its coordinator's error codes: tables. Nothing is done here.

Both protocols have few things that can follow (`Reaction`); which one does depends on the request and the code alone. What the tables do
not name is tried again where Kafka calls it retriable, and final otherwise.
"""

from __future__ import annotations

import enum

from klog.errors import ErrorCode, row_of


class Reaction(enum.Enum):
    """What follows an answer."""

    GO_ON = "go on"
    #: The same again after a pause; from JoinGroup on where it was SyncGroup.
    AGAIN = "again"
    #: Ask who coordinates, then as above.
    FIND_COORDINATOR = "find the coordinator"
    #: Join again at once, with the member id of the answer (KIP-394).
    TAKE_ID = "take the member id"
    #: Join again, as who we are.
    REJOIN = "rejoin"
    #: The group has gone on without us: all is lost; join again with the same member id.
    LOST = "lost"
    #: The group does not know us: all is lost; join again as a new member.
    UNKNOWN = "unknown"
    #: Tell the user; nothing else helps.
    FAIL = "fail"


class MemberRequest(enum.Enum):
    """What was asked."""

    JOIN = "JoinGroup"
    SYNC = "SyncGroup"
    HEARTBEAT = "Heartbeat"
    CONSUMER_HEARTBEAT = "ConsumerGroupHeartbeat"


_COORDINATOR = {
    ErrorCode.NONE: Reaction.GO_ON,
    ErrorCode.COORDINATOR_NOT_AVAILABLE: Reaction.FIND_COORDINATOR,
    ErrorCode.NOT_COORDINATOR: Reaction.FIND_COORDINATOR,
    ErrorCode.COORDINATOR_LOAD_IN_PROGRESS: Reaction.AGAIN,
    ErrorCode.FENCED_INSTANCE_ID: Reaction.FAIL,
}
#: ``AbstractCoordinator.java`` for the first three, ``AbstractHeartbeatRequestManager.java`` for the last.
_REACTIONS: dict[MemberRequest, dict[ErrorCode, Reaction]] = {
    MemberRequest.JOIN: {
        **_COORDINATOR,
        ErrorCode.MEMBER_ID_REQUIRED: Reaction.TAKE_ID,
        ErrorCode.UNKNOWN_MEMBER_ID: Reaction.UNKNOWN,
        ErrorCode.ILLEGAL_GENERATION: Reaction.LOST,
        # A broker that could not store the group says so.
        ErrorCode.REBALANCE_IN_PROGRESS: Reaction.AGAIN,
    },
    MemberRequest.SYNC: {
        **_COORDINATOR,
        ErrorCode.REBALANCE_IN_PROGRESS: Reaction.REJOIN,
        ErrorCode.UNKNOWN_MEMBER_ID: Reaction.UNKNOWN,
        ErrorCode.ILLEGAL_GENERATION: Reaction.LOST,
    },
    MemberRequest.HEARTBEAT: {
        **_COORDINATOR,
        ErrorCode.REBALANCE_IN_PROGRESS: Reaction.REJOIN,
        ErrorCode.UNKNOWN_MEMBER_ID: Reaction.UNKNOWN,
        ErrorCode.ILLEGAL_GENERATION: Reaction.LOST,
    },
    MemberRequest.CONSUMER_HEARTBEAT: {
        **_COORDINATOR,
        ErrorCode.UNKNOWN_MEMBER_ID: Reaction.LOST,
        ErrorCode.FENCED_MEMBER_EPOCH: Reaction.LOST,
        # Who held the instance id before us has died; the broker keeps it for the session's time.
        ErrorCode.UNRELEASED_INSTANCE_ID: Reaction.AGAIN,
        # Kafka's consumer waits for rights that may be granted yet, too.
        ErrorCode.TOPIC_AUTHORIZATION_FAILED: Reaction.AGAIN,
    },
}


def reaction_to(ask: MemberRequest, error_code: int) -> Reaction:
    """What to do about the answer to `ask`."""
    row = row_of(error_code)
    return _REACTIONS[ask].get(row.code) or (Reaction.AGAIN if row.retriable else Reaction.FAIL)
