"""One member of a classic group.

A member is what it told (protocols, timeouts), what it was given (its assignment), and what it waits for: the answer to a JoinGroup
until the others have come, or to a SyncGroup until the leader has spoken. A waiting answer is a Deferred; where the connection it came by
is lost meanwhile, nobody hears it, but the member waits on all the same, as in Kafka: only its session or the rebalance's end decides.
"""

from __future__ import annotations

from collections.abc import Mapping

from twisted.internet.defer import Deferred

from klog.broker.coordinators.deadlines import Deadline
from klog.wire.group_records import MemberMetadata
from klog.wire.messages.describe_groups import DescribedGroupMember
from klog.wire.messages.join_group import JoinGroupResponse, JoinGroupResponseMember
from klog.wire.messages.sync_group import SyncGroupResponse


class ClassicMember:
    """See the module. `ClassicGroup` gives it its session.

    :ivar protocols: metadata by protocol name, the best first.
    :ivar is_new: it has joined and never had an answer; its session may end while it waits.
    :ivar join_answer: what it waits for; set through `klog.broker.groups.classic.membership.Membership.wait_for_join` only, which counts.
    :ivar session: due when the member is given up.
    """

    __slots__ = (
        "assignment", "client_host", "client_id", "instance_id", "is_new", "join_answer", "member_id", "protocol_type", "protocols",
        "rebalance_timeout_ms", "session", "session_timeout_ms", "sync_answer",
    )  # fmt: skip

    def __init__(
        self,
        member_id: str,
        *,
        instance_id: str | None,
        client_id: str,
        client_host: str,
        rebalance_timeout_ms: int,
        session_timeout_ms: int,
        protocol_type: str,
        protocols: Mapping[str, bytes],
        session: Deadline,
        assignment: bytes = b"",
    ) -> None:
        self.member_id = member_id
        self.instance_id = instance_id
        self.client_id = client_id
        self.client_host = client_host
        self.rebalance_timeout_ms = rebalance_timeout_ms
        self.session_timeout_ms = session_timeout_ms
        self.protocol_type = protocol_type
        self.protocols = dict(protocols)
        self.session = session
        self.assignment = assignment
        self.is_new = False
        self.join_answer: Deferred[JoinGroupResponse] | None = None
        self.sync_answer: Deferred[SyncGroupResponse] | None = None

    def __repr__(self) -> str:
        waits = "".join(f", waits for {what}" for what, d in (("join", self.join_answer), ("sync", self.sync_answer)) if d is not None)
        return f"ClassicMember({self.member_id!r}, {self.instance_id!r}, {list(self.protocols)}{waits})"

    @property
    def waits_for_join(self) -> bool:
        """Whether a JoinGroup of it has no answer yet."""
        return self.join_answer is not None

    @property
    def waits_for_sync(self) -> bool:
        """Whether a SyncGroup of it has no answer yet."""
        return self.sync_answer is not None

    @property
    def is_excused(self) -> bool:
        """Whether no heartbeat is expected: it waits for the broker, and not as a new member that may have gone."""
        return not self.is_new and (self.join_answer is not None or self.sync_answer is not None)

    def has_changed(self, protocols: Mapping[str, bytes]) -> bool:
        """Whether `protocols` differ from what it told before, in their order too."""
        return list(protocols.items()) != list(self.protocols.items())

    def renamed(self, member_id: str, session: Deadline) -> ClassicMember:
        """The same static member under another id; it waits for nothing (KIP-345)."""
        return ClassicMember(
            member_id,
            instance_id=self.instance_id,
            client_id=self.client_id,
            client_host=self.client_host,
            rebalance_timeout_ms=self.rebalance_timeout_ms,
            session_timeout_ms=self.session_timeout_ms,
            protocol_type=self.protocol_type,
            protocols=self.protocols,
            session=session,
            assignment=self.assignment,
        )

    def keep_session(self) -> None:
        """The member was heard of: its session begins anew."""
        self.session.start(self.session_timeout_ms)

    # Sync

    def wait_for_sync(self) -> Deferred[SyncGroupResponse]:
        """The member waits for its assignment from now on."""
        answer = self.sync_answer = Deferred()
        return answer

    def answer_sync(self, response: SyncGroupResponse) -> bool:
        """Answer its SyncGroup; False where it waits for none."""
        answer, self.sync_answer = self.sync_answer, None
        if answer is None:
            return False
        answer_if_waiting(answer, response)
        return True

    # As others see it

    def as_joined(self, protocol: str) -> JoinGroupResponseMember:
        """For the leader."""
        return JoinGroupResponseMember(member_id=self.member_id, group_instance_id=self.instance_id, metadata=self.protocols[protocol])

    def as_record(self, protocol: str, assignment: bytes) -> MemberMetadata:
        """For ``__consumer_offsets``."""
        return MemberMetadata(
            member_id=self.member_id,
            group_instance_id=self.instance_id,
            client_id=self.client_id,
            client_host=self.client_host,
            rebalance_timeout=self.rebalance_timeout_ms,
            session_timeout=self.session_timeout_ms,
            subscription=self.protocols[protocol],
            assignment=assignment,
        )

    def as_described(self, protocol: str | None) -> DescribedGroupMember:
        """For DescribeGroups; its metadata under `protocol`."""
        return DescribedGroupMember(
            member_id=self.member_id,
            group_instance_id=self.instance_id,
            client_id=self.client_id,
            client_host=self.client_host,
            member_metadata=self.protocols.get(protocol, b"") if protocol is not None else b"",
            member_assignment=self.assignment,
        )


def answer_if_waiting(
    answer: Deferred[JoinGroupResponse] | Deferred[SyncGroupResponse], response: JoinGroupResponse | SyncGroupResponse
) -> None:
    """Answer, unless the connection went and nobody waits any more (its Deferred was cancelled)."""
    if not answer.called:
        answer.callback(response)  # type: ignore[arg-type]
