"""A shard with a log that is a list, virtual time, and the four requests of classic members in short."""

from __future__ import annotations

import random
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from twisted.internet.defer import Deferred
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.coordinators.deadlines import Deadlines
from klog.broker.coordinators.records import CoordinatorRecord
from klog.broker.groups.classic.group import ClassicGroup
from klog.broker.groups.classic.protocol import ClassicProtocol
from klog.broker.groups.group import GroupEnvironment
from klog.broker.groups.group_settings import GroupSettings
from klog.broker.groups.shard import Shard
from klog.broker.handler import ConnectionInfo, RequestContext
from klog.errors import ErrorCode, KlogError
from klog.metrics import Metrics
from klog.wire.consumer_protocol import ConsumerProtocolSubscription, encode_subscription
from klog.wire.coordinator_records import decode_value, encode_key, encode_value
from klog.wire.group_records import decode_key
from klog.wire.messages.heartbeat import HeartbeatRequest
from klog.wire.messages.join_group import JoinGroupRequest, JoinGroupRequestProtocol
from klog.wire.messages.leave_group import LeaveGroupRequest, MemberIdentity
from klog.wire.messages.sync_group import SyncGroupRequest, SyncGroupRequestAssignment

EPOCH_MS = 1_795_000_000_000
GROUP = "g"


class FakeLog:
    """Keeps batches; every record is coded and read again, as the real log has it.

    :ivar refuse: raised by the next appends.
    :ivar hold: appends are acknowledged when `acknowledge` or `fail` says so.
    """

    def __init__(self) -> None:
        self.batches: list[list[CoordinatorRecord]] = []
        self.refuse: KlogError | None = None
        self.hold = False
        self.waiting: list[Deferred[None]] = []

    #: Offsets are not kept here.
    end = settled = 0

    def append(self, records: Sequence[CoordinatorRecord]) -> Deferred[None] | None:
        """As `CoordinatorLog.append`."""
        if self.refuse is not None:
            raise self.refuse
        self.batches.append([self._coded(record) for record in records])
        if not self.hold:
            return None
        self.waiting.append(Deferred())
        return self.waiting[-1]

    @staticmethod
    def _coded(record: CoordinatorRecord) -> CoordinatorRecord:
        key: Any = decode_key(encode_key(record.key))  # type: ignore[arg-type]
        assert key == record.key
        if record.value is None:
            return record
        value = decode_value(type(key), encode_value(record.value, record.value_version))  # type: ignore[arg-type]
        return CoordinatorRecord(key, value, record.value_version)

    def append_encoded(self, *arguments: Any, **fields: Any) -> Any:
        """Offsets are not kept here."""
        raise NotImplementedError

    def acknowledged(self) -> Deferred[None] | None:
        """As `CoordinatorLog.acknowledged`."""
        if not self.waiting:
            return None
        self.waiting.append(Deferred())
        return self.waiting[-1]

    def acknowledge(self) -> None:
        """All that was appended is safe."""
        waiting, self.waiting = self.waiting, []
        for deferred in waiting:
            deferred.callback(None)

    def fail(self, code: ErrorCode) -> None:
        """None of it will ever be."""
        waiting, self.waiting = self.waiting, []
        for deferred in waiting:
            deferred.errback(KlogError(code))

    @property
    def last(self) -> Any:
        """The value of the last record."""
        return self.batches[-1][-1].value


def subscription(*topics: str) -> bytes:
    """What a consumer tells of itself."""
    return encode_subscription(ConsumerProtocolSubscription(topics=list(topics)), 0)


class ClassicRig(SynchronousTestCase):
    """One shard with classic groups; the answers of calls are put where they can be seen."""

    settings = GroupSettings()

    def setUp(self) -> None:
        self.clock = Clock()
        self.warnings: list[str] = []
        self.log = FakeLog()
        self.random = random.Random(1)
        self.build()

    def build(self, records: Sequence[CoordinatorRecord] = ()) -> None:
        """A new shard and protocol, loaded from `records`."""
        environment = GroupEnvironment(
            clock=self.clock,
            now_ms=lambda: EPOCH_MS + int(self.clock.seconds() * 1000),
            settings=self.settings,
            coordination=None,
            random=self.random,
            in_thread=lambda function: Deferred(),
            deadlines=Deadlines(self.clock),
            metrics=Metrics(),
            warn=self.warnings.append,
        )
        self.shard = Shard(0, environment, self.log)
        self.coordinator: Any = SimpleNamespace(environment=environment, shard=self._find_shard, consumer=None)
        self.classic = self.coordinator.classic = ClassicProtocol(self.coordinator)
        self.classic.attach(self.shard)
        for record in records:
            self.shard.apply(record.key, record.value)
        self.shard.activate()

    def _find_shard(self, group_id: str) -> Shard:
        self.shard.check_active()
        return self.shard

    def restart(self) -> None:
        """Begin anew with what the log has."""
        self.coordinator.environment.deadlines.close()
        self.shard.close()
        self.build([record for batch in self.log.batches for record in batch])

    @property
    def group(self) -> ClassicGroup:
        """The one group."""
        group = self.shard.groups[GROUP]
        assert isinstance(group, ClassicGroup)
        return group

    def context(self, version: int, client_id: str | None = "c") -> RequestContext:
        """Of a request."""
        return RequestContext(0, version, 1, client_id, ConnectionInfo("PLAINTEXT", "192.0.2.9", 9092, "192.0.2.1", 5))

    # Requests. Each returns the answer, or a Deferred that has none yet.

    @staticmethod
    def settled(result: Any) -> Any:
        """The answer, or the Deferred while it has none."""
        if isinstance(result, Deferred) and result.called and not isinstance(result.result, Deferred):
            return result.result
        return result

    def join(
        self,
        member_id: str = "",
        *,
        version: int = 9,
        instance_id: str | None = None,
        protocols: dict[str, bytes] | None = None,
        session_ms: int = 10_000,
        rebalance_ms: int = 60_000,
        protocol_type: str = "consumer",
        group_id: str = GROUP,
        client_id: str | None = "c",
    ) -> Any:
        """JoinGroup."""
        request = JoinGroupRequest(
            group_id=group_id,
            session_timeout_ms=session_ms,
            rebalance_timeout_ms=rebalance_ms,
            member_id=member_id,
            group_instance_id=instance_id,
            protocol_type=protocol_type,
            protocols=[
                JoinGroupRequestProtocol(name=name, metadata=metadata)
                for name, metadata in (protocols if protocols is not None else {"range": subscription("t")}).items()
            ],
        )
        return self.settled(self.classic.join(self.context(version, client_id), request))

    def sync(
        self, member_id: str, generation: int | None = None, assignments: dict[str, bytes] | None = None, *, version: int = 5, **fields: Any
    ) -> Any:
        """SyncGroup; an error is returned as its code."""
        request = SyncGroupRequest(
            group_id=fields.pop("group_id", GROUP),
            generation_id=self.group.generation if generation is None else generation,
            member_id=member_id,
            assignments=[SyncGroupRequestAssignment(member_id=key, assignment=value) for key, value in (assignments or {}).items()],
            **fields,
        )
        try:
            return self.settled(self.classic.sync(self.context(version), request))
        except KlogError as error:
            return error.code

    def beat(self, member_id: str, generation: int | None = None, instance_id: str | None = None, group_id: str = GROUP) -> int:
        """Heartbeat; the error code."""
        if generation is None:
            generation = self.group.generation
        request = HeartbeatRequest(group_id=group_id, generation_id=generation, member_id=member_id, group_instance_id=instance_id)
        try:
            return self.classic.heartbeat(self.context(4), request).error_code
        except KlogError as error:
            return error.code

    def leave(self, *members: tuple[str, str | None]) -> list[int]:
        """LeaveGroup of member and instance ids; an error code for each."""
        identities = [MemberIdentity(member_id=member_id, group_instance_id=instance_id) for member_id, instance_id in members]
        response: Any = self.classic.leave(self.context(5), LeaveGroupRequest(group_id=GROUP, members=identities))
        return [member.error_code for member in response.members]

    def new_id(self, **fields: Any) -> str:
        """An id from a first JoinGroup."""
        answer = self.join(**fields)
        self.assertEqual(answer.error_code, ErrorCode.MEMBER_ID_REQUIRED)
        member_id: str = answer.member_id
        return member_id

    def form(self, count: int = 2, *, instances: Sequence[str | None] = (), **fields: Any) -> list[str]:
        """A stable group of `count` members; the first leads. Their ids."""
        instances = [*instances, *[None] * (count - len(instances))]
        answers = []
        for instance_id in instances:
            if instance_id is None:
                answers.append(self.join(self.new_id(**fields), **fields))
            else:
                answers.append(self.join(instance_id=instance_id, **fields))
        for _ in range(100):
            if all(answer.called for answer in answers):
                break
            self.clock.advance(1)
        joined = [self.successResultOf(answer) for answer in answers]
        ids = [answer.member_id for answer in joined]
        self.assertEqual({answer.leader for answer in joined}, {ids[0]})
        waiting = [self.sync(member_id) for member_id in ids[1:]]
        answer = self.sync(ids[0], assignments={member_id: b"for " + member_id.encode() for member_id in ids})
        self.assertEqual(answer.assignment, b"for " + ids[0].encode())
        for member_id, deferred in zip(ids[1:], waiting, strict=True):
            self.assertEqual(self.successResultOf(deferred).assignment, b"for " + member_id.encode())
        self.assertEqual(self.group.state.value, "Stable")
        return ids

    def answer(self, result: Any) -> Any:
        """The answer, which must be there."""
        return self.successResultOf(result) if isinstance(result, Deferred) else result

    def waits(self, result: Any) -> None:
        """The answer must not be there."""
        self.assertNoResult(result)
