"""What a classic group decides, as functions of plain values; `klog.broker.groups.classic.protocol` and ``classic.rebalance`` act on it.

Sources: ``ClassicGroup.selectProtocol``, ``GroupMetadataManager.acceptJoiningMember``, ``classicGroupJoinExistingMember``,
``tryCompleteInitialRebalanceElseSchedule``.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from klog.broker.groups.classic.states import ClassicState
from klog.wire.java_hash import java_hash
from klog.wire.messages.join_group import JoinGroupRequest

#: A reason that a client gives (KIP-800) is written into the log up to so many characters.
MOST_REASON_CHARACTERS = 255
#: Of a client id or an instance id, so many characters go into a member id: with the UUID it must fit into a string of the protocol.
MOST_PREFIX_CHARACTERS = 1_000
#: From this version of JoinGroup on, a member without an id is given one and asks again (KIP-394).
ID_REQUIRED_VERSION = 4


def rebalance_timeout_ms_of(request: JoinGroupRequest, api_version: int) -> int:
    """How long the others wait for this member to join again. Version 0 does not say, and means the session timeout."""
    return request.session_timeout_ms if api_version == 0 else request.rebalance_timeout_ms


def new_member_id(client_id: str, instance_id: str | None, uuid: str) -> str:
    """A member's id: who it is, and what sets it apart."""
    prefix = client_id if instance_id is None else instance_id
    return f"{prefix[:MOST_PREFIX_CHARACTERS]}-{uuid}"


def reason_text(reason: str | None) -> str:
    """A client's reason for joining or leaving, for the log."""
    return reason[:MOST_REASON_CHARACTERS] if reason else "not provided"


def choose_protocol(preferences: Sequence[Sequence[str]]) -> str:
    """The protocol that all members can do and most like best.

    Each member votes for the first of its protocols that all can do. Where votes are equal, Kafka takes the one that comes first in a
    Java HashMap; so does this.

    :param preferences: each member's protocols, the best first; one member at least, and one protocol that all have.
    """
    common = set(preferences[0]).intersection(*preferences[1:])
    votes: dict[str, int] = {}
    for names in preferences:
        choice = next(name for name in names if name in common)
        votes[choice] = votes.get(choice, 0) + 1
    most = max(votes.values())
    return min((name for name, count in votes.items() if count == most), key=lambda name: _bucket(name, len(votes)))


def _bucket(text: str, size: int) -> int:
    """The place of `text` in a Java HashMap of `size` entries."""
    buckets = 16
    while size > buckets * 3 // 4:
        buckets *= 2
    value = java_hash(text) & 0xFFFFFFFF
    return (value ^ value >> 16) & (buckets - 1)


def may_join(state: ClassicState, *, is_member: bool, is_waiting: bool, members: int, waiting: int, most: int) -> bool:
    """Whether the group has room for somebody (``group.max.size``).

    While members are gathered, those that wait are counted: the group may be larger than permitted because the setting was lowered, and
    the last ones to come again are then turned away.

    :param is_member: whether he is a member.
    :param is_waiting: whether he is a member that waits for the answer to a JoinGroup.
    :param members: how many there are.
    :param waiting: how many of them wait.
    """
    match state:
        case ClassicState.EMPTY | ClassicState.DEAD:
            return True
        case ClassicState.PREPARING_REBALANCE:
            return is_waiting or waiting < most
        case _:
            return is_member or members < most


class JoinAct(enum.Enum):
    """What becomes of a member's JoinGroup."""

    #: It waits for the next generation; a rebalance begins where none is under way.
    REBALANCE = "rebalance"
    #: It did not get the answer, or asks again for nothing: the present generation's answer.
    REPEAT = "repeat"
    #: It must forget what it is and begin anew.
    UNKNOWN = "unknown"


def join_act(state: ClassicState, *, is_leader: bool, has_changed: bool) -> JoinAct:
    """What to do when a known member joins again.

    :param has_changed: whether its protocols or their metadata are others than before.
    """
    match state:
        case ClassicState.PREPARING_REBALANCE:
            return JoinAct.REBALANCE
        case ClassicState.COMPLETING_REBALANCE:
            return JoinAct.REBALANCE if has_changed else JoinAct.REPEAT
        case ClassicState.STABLE:
            # A leader joins again when something has changed that it knows of, such as a topic's partitions.
            return JoinAct.REBALANCE if has_changed or is_leader else JoinAct.REPEAT
        case _:
            return JoinAct.UNKNOWN


class InitialDelay(NamedTuple):
    """The first rebalance of a group waits `delay_ms`, and may be prolonged by `remaining_ms` altogether."""

    delay_ms: int
    remaining_ms: int


def first_delay(delay_ms: int, rebalance_timeout_ms: int) -> InitialDelay:
    """How long an empty group waits for more members when the first one comes."""
    return InitialDelay(delay_ms, max(rebalance_timeout_ms - delay_ms, 0))


def next_delay(before: InitialDelay, delay_ms: int, *, has_grown: bool) -> InitialDelay | None:
    """How much longer it waits when that is over; None where it is enough.

    :param has_grown: whether somebody came meanwhile.
    """
    if not has_grown or before.remaining_ms == 0:
        return None
    return InitialDelay(min(delay_ms, before.remaining_ms), max(before.remaining_ms - before.delay_ms, 0))


def differs(asked: str | None, actual: str | None) -> bool:
    """Whether both are known and not the same (SyncGroup's protocol type and name)."""
    return asked is not None and actual is not None and asked != actual


def first_of_each(protocols: Iterable[tuple[str, bytes]]) -> dict[str, bytes]:
    """Protocols by name, in their order; of one that is named twice the first counts."""
    kept: dict[str, bytes] = {}
    for name, metadata in protocols:
        kept.setdefault(name, metadata)
    return kept
