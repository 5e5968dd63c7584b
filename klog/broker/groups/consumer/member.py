"""A member of a consumer group: what it said, where it stands, what it has (Kafka's ``ConsumerGroupMember``).

Members never change; a new one replaces the old one when the records that say so are applied. Partitions stand with the epoch at which they
came to the member: a commit that is older than that is from somebody who has slept (``assignment_epochs`` in the log).

A member of the classic protocol in a consumer group is one with `ConsumerMember.classic`: what JoinGroup said beyond the rest.
"""

from __future__ import annotations

import dataclasses
import enum
import functools
from collections.abc import Iterable, Mapping

from klog.broker.handler import RequestContext
from klog.model import TopicId
from klog.wire.consumer_group_records import (
    ConsumerGroupCurrentMemberAssignmentValue,
    ConsumerGroupMemberMetadataValue,
    TopicPartitions,
)

#: Epochs by partition by topic.
Assigned = Mapping[TopicId, Mapping[int, int]]
#: Partitions by topic, as a target assignment has them or a client reports them.
Partitions = Mapping[TopicId, frozenset[int]]


def gathered(named: Iterable[tuple[TopicId, Iterable[int]]]) -> dict[TopicId, frozenset[int]]:
    """Partitions by topic, of what a client has named: a topic may be named once for each of its partitions, and costs no more then."""
    found: dict[TopicId, set[int]] = {}
    for topic_id, partitions in named:
        found.setdefault(topic_id, set()).update(partitions)
    return {topic_id: frozenset(partitions) for topic_id, partitions in found.items()}


#: What ConsumerGroupHeartbeat sends as a member's epoch to leave, or to be back soon under the same instance id.
LEAVE_EPOCH = -1
LEAVE_STATIC_EPOCH = -2


class MemberState(enum.IntEnum):
    """How far a member is on its way to its target; numbers as they stand in the log (``MemberState``)."""

    #: It has what it shall have.
    STABLE = 0
    #: It must give partitions back before it may go on to the next epoch.
    UNREVOKED_PARTITIONS = 1
    #: It is in the newest epoch and waits for partitions that others have still.
    UNRELEASED_PARTITIONS = 2
    #: Written by a newer broker.
    UNKNOWN = 127


_STATES = {int(state): state for state in MemberState}


@dataclasses.dataclass(frozen=True, slots=True)
class ClassicMetadata:
    """What JoinGroup said: protocols with what they tell, the best first."""

    session_timeout_ms: int
    protocols: tuple[tuple[str, bytes], ...]


@dataclasses.dataclass(frozen=True, slots=True)
class ConsumerMember:
    """See the module; defaults are those of somebody of whom only the id is known."""

    member_id: str
    member_epoch: int = 0
    previous_member_epoch: int = -1
    state: MemberState = MemberState.STABLE
    instance_id: str | None = None
    rack_id: str | None = None
    rebalance_timeout_ms: int = -1
    client_id: str = ""
    client_host: str = ""
    subscribed_names: frozenset[str] = frozenset()
    subscribed_regex: str | None = ""
    server_assignor: str | None = None
    assigned: Assigned = dataclasses.field(default_factory=dict)
    pending_revocation: Assigned = dataclasses.field(default_factory=dict)
    classic: ClassicMetadata | None = None

    @property
    def regex(self) -> str | None:
        """The regular expression that it is subscribed to; never empty."""
        return self.subscribed_regex or None

    def is_reconciled_to(self, target_epoch: int) -> bool:
        """Whether nothing is left to do for it in `target_epoch`."""
        return self.state is MemberState.STABLE and self.member_epoch == target_epoch

    def commit_epoch(self, topic_id: bytes, partition: int) -> int | None:
        """The epoch since which it has a partition, given back or not; None where it has not."""
        for owned in (self.assigned, self.pending_revocation):
            epoch = owned.get(TopicId(topic_id), {}).get(partition)
            if epoch is not None:
                return epoch
        return None

    def with_metadata(self, value: ConsumerGroupMemberMetadataValue) -> ConsumerMember:
        """What it is after its metadata record."""
        said = value.classic_member_metadata
        classic = None
        if said is not None:
            classic = ClassicMetadata(
                said.session_timeout_ms, tuple((protocol.name, bytes(protocol.metadata)) for protocol in said.supported_protocols)
            )
        return dataclasses.replace(
            self,
            instance_id=value.instance_id,
            rack_id=value.rack_id,
            rebalance_timeout_ms=value.rebalance_timeout_ms,
            client_id=value.client_id,
            client_host=value.client_host,
            subscribed_names=frozenset(value.subscribed_topic_names),
            subscribed_regex=value.subscribed_topic_regex,
            server_assignor=value.server_assignor,
            classic=classic,
        )

    def with_assignment(self, value: ConsumerGroupCurrentMemberAssignmentValue) -> ConsumerMember:
        """What it is after its current assignment record."""
        return dataclasses.replace(
            self,
            member_epoch=value.member_epoch,
            previous_member_epoch=value.previous_member_epoch,
            state=_STATES.get(value.state, MemberState.UNKNOWN),
            assigned=_assigned(value.assigned_partitions, value.member_epoch),
            pending_revocation=_assigned(value.partitions_pending_revocation, value.member_epoch),
        )


def _assigned(topics: Iterable[TopicPartitions], member_epoch: int) -> Assigned:
    """Where the log has no epochs (Kafka before 4.2 wrote none) the member's own stands for them."""
    result: dict[TopicId, Mapping[int, int]] = {}
    for topic in topics:
        epochs = topic.assignment_epochs
        if epochs is None or len(epochs) != len(topic.partitions):
            epochs = [max(member_epoch, 0)] * len(topic.partitions)
        result[TopicId(topic.topic_id)] = dict(zip(topic.partitions, epochs, strict=True))
    return result


def owns_all(assigned: Assigned, owned: Partitions | None) -> bool:
    """Whether `owned`, as a client reports it, is part of `assigned`; an absent report is not."""
    if owned is None:
        return False
    return all(topic_id in assigned and all(partition in assigned[topic_id] for partition in owned[topic_id]) for topic_id in owned)


def without_epochs(assigned: Assigned) -> dict[TopicId, frozenset[int]]:
    """The partitions alone."""
    return {topic_id: frozenset(epochs) for topic_id, epochs in assigned.items()}


def client_host_of(context: RequestContext) -> str:
    """The peer's address as Java writes it: ``/127.0.0.1``, ``/0:0:0:0:0:0:0:1``."""
    return java_address(context.connection.peer_host)


@functools.lru_cache(maxsize=1024)
def java_address(host: str) -> str:
    """An IP address as ``InetAddress.toString`` writes it."""
    if ":" in host:
        head, double, tail = host.partition("%")[0].partition("::")
        left = head.split(":") if head else []
        right = tail.split(":") if tail else []
        zeros = ["0"] * (8 - len(left) - len(right)) if double else []
        host = ":".join((part.lstrip("0") or "0").lower() for part in left + zeros + right)
    return f"/{host}"
