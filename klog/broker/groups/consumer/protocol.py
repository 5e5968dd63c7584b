"""The consumer group protocol (KIP-848): ConsumerGroupHeartbeat and ConsumerGroupDescribe.

A member says with each heartbeat what is new with it, and is told its epoch and, where that is new, its assignment; joining, leaving and
giving partitions back are heartbeats too. What one does to its group is worked out step by step
(`klog.broker.groups.consumer.member_updates`), written as one batch, and applied out of its records (``consumer.replay``); a heartbeat that
changes nothing writes nothing. The answer leaves when the batch counts as acknowledged.

Regular expressions are resolved in a thread, after the heartbeat that brought them, and again when topics have changed; what they match is
written too, so that all members see the same topics.

Members of the classic protocol in such a group, and groups that go over from one protocol to the other, are the business of
`klog.broker.groups.migration`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from twisted.internet.defer import Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.broker.coordinators.shard import ShardState, when_acknowledged
from klog.broker.groups.assignors.choose import assignors
from klog.broker.groups.consumer import records as consumer_records
from klog.broker.groups.consumer.describe import described
from klog.broker.groups.consumer.group import ConsumerGroup
from klog.broker.groups.consumer.heartbeat_checks import (
    check_epoch,
    check_not_replaced,
    check_released,
    check_request,
    check_room,
    known_static,
)
from klog.broker.groups.consumer.member import LEAVE_STATIC_EPOCH, ConsumerMember, MemberState, Partitions, client_host_of, gathered
from klog.broker.groups.consumer.member_updates import Change, MemberUpdates
from klog.broker.groups.consumer.replay import ConsumerReplay
from klog.broker.groups.coordinator import GroupCoordinator
from klog.broker.groups.group_configs import GroupConfigs
from klog.broker.groups.member_timers import Timer
from klog.broker.groups.migration import Migration, new_member_id
from klog.broker.groups.regexes import RegexResolver
from klog.broker.groups.shard import Shard
from klog.broker.groups.topic_image import TopicImage
from klog.broker.handler import RequestContext
from klog.config import ConfigError
from klog.errors import ErrorCode, KlogError
from klog.model import TopicId
from klog.wire.messages.consumer_group_describe import DescribedGroup
from klog.wire.messages.consumer_group_heartbeat import (
    Assignment,
    ConsumerGroupHeartbeatRequest,
    ConsumerGroupHeartbeatResponse,
    TopicPartitions,
)
from klog.wire.messages.heartbeat import HeartbeatRequest, HeartbeatResponse
from klog.wire.messages.join_group import JoinGroupRequest, JoinGroupResponse
from klog.wire.messages.leave_group import LeaveGroupRequest, LeaveGroupResponse
from klog.wire.messages.sync_group import SyncGroupRequest, SyncGroupResponse

#: A member that is late is given up; where the log does not take that, it is tried again after so long,
RETRY_MS = 500
#: and where a mistake of klog's own comes in between, after so long: otherwise it would have its partitions for ever.
MISTAKE_RETRY_MS = 30_000

HeartbeatResult = ConsumerGroupHeartbeatResponse | Deferred[ConsumerGroupHeartbeatResponse]


class ConsumerProtocol:
    """Answers members of consumer groups, of whichever protocol.

    :raises ConfigError: ``group.consumer.assignors`` names what there is not.
    """

    _log = Logger()

    def __init__(self, coordinator: GroupCoordinator) -> None:
        environment = coordinator.environment
        self._coordinator = coordinator
        self._environment = environment
        try:
            self._assignors = assignors(environment.settings.consumer_assignors)
        except ValueError as error:
            raise ConfigError("group.consumer.assignors", ",".join(environment.settings.consumer_assignors), str(error)) from None
        self._configs = GroupConfigs(environment)
        self._image = TopicImage(environment.coordination, environment.now_ms)
        self._resolver = RegexResolver(environment.in_thread)
        self._resolving: set[str] = set()
        self._work = MemberUpdates(environment, self._assignors, self._image, self._resolve, self._resolving)
        self._migration = Migration(environment, self._work, self._image)

    def attach(self, shard: Shard) -> None:
        """Have `shard` keep consumer groups; to be called before it is loaded."""
        ConsumerReplay(shard, self._late)

    def topic_changed(self, name: str) -> None:
        """A topic was created or deleted, or has more partitions: groups look again with their next heartbeat."""
        self._image.changed(name)

    # ConsumerGroupHeartbeat

    def heartbeat(self, context: RequestContext, request: ConsumerGroupHeartbeatRequest) -> HeartbeatResult:
        """Answer one heartbeat.

        :raises KlogError: what the member must be told instead; the answer may also fail with it.
        """
        check_request(request, context.api_version, self._assignors)
        shard = self._coordinator.shard(request.group_id)
        if request.member_epoch < 0:
            return self._leave(shard, request)
        joins = request.member_epoch == 0
        change = Change.asked_for(shard, context)
        group = self._migration.group_for(change, request.group_id, create=joins, late=self._late)
        check_room(group, request.member_id, self._environment.settings.consumer_max_size)
        owned = _owned(request)
        if request.instance_id is None:
            member = self._dynamic(group, request, owned, joins=joins)
        else:
            member = self._static(change, group, request, owned, joins=joins)
        updated = _told(member, context, request)
        subscribed = self._work.subscribe(change, group, member, updated)
        target = self._work.retarget(change, group, member, updated, subscribed)
        told, updated = updated, self._work.reconcile(change, group, updated, target, owned, subscription_changed=subscribed.changed)
        acknowledged = change.commit()
        self._time(shard, request.group_id, updated, was_classic=member.classic is not None, moved=updated is not told)
        response = ConsumerGroupHeartbeatResponse(
            member_id=updated.member_id,
            member_epoch=updated.member_epoch,
            heartbeat_interval_ms=self._configs.heartbeat_interval_ms(request.group_id),
        )
        if joins or _is_full(request) or updated.assigned != member.assigned:
            response.assignment = _assignment(updated)
        return response if acknowledged is None else when_acknowledged(acknowledged, response)

    @staticmethod
    def _dynamic(group: ConsumerGroup, request: ConsumerGroupHeartbeatRequest, owned: Partitions | None, *, joins: bool) -> ConsumerMember:
        member = group.members.get(request.member_id)
        if member is None:
            if not joins:
                return group.member(request.member_id)
            return ConsumerMember(request.member_id or new_member_id(group.shard.environment))
        check_epoch(member, request.member_epoch, owned)
        return member

    def _static(
        self, change: Change, group: ConsumerGroup, request: ConsumerGroupHeartbeatRequest, owned: Partitions | None, *, joins: bool
    ) -> ConsumerMember:
        instance_id = request.instance_id or ""
        if not joins:
            member = known_static(group, instance_id)
            check_not_replaced(member, request.member_id, instance_id)
            check_epoch(member, request.member_epoch, owned)
            return member
        member_id = request.member_id or new_member_id(self._environment)
        present = group.static_member(instance_id)
        if present is None:
            return group.members.get(member_id) or ConsumerMember(member_id)
        if present.classic is None:
            check_released(present, member_id, instance_id)
        return self._work.replace(change, group, present, member_id)

    def _time(self, shard: Shard, group_id: str, member: ConsumerMember, *, was_classic: bool, moved: bool) -> None:
        """Timers of a member that was just heard of."""
        group = shard.groups.get(group_id)
        if not isinstance(group, ConsumerGroup):
            return
        timers = group.timers
        timers.start(Timer.SESSION, member.member_id, self._configs.session_timeout_ms(group_id))
        if was_classic:
            timers.cancel(Timer.JOIN, member.member_id)
            timers.cancel(Timer.SYNC, member.member_id)
        if moved:
            if member.state is MemberState.UNREVOKED_PARTITIONS:
                timers.start(Timer.REBALANCE, member.member_id, member.rebalance_timeout_ms)
            else:
                timers.cancel(Timer.REBALANCE, member.member_id)

    def _leave(self, shard: Shard, request: ConsumerGroupHeartbeatRequest) -> HeartbeatResult:
        group = shard.groups.get(request.group_id)
        if group is None:
            raise KlogError(ErrorCode.GROUP_ID_NOT_FOUND, f"Group {request.group_id} not found.")
        if not isinstance(group, ConsumerGroup):
            raise KlogError(ErrorCode.GROUP_ID_NOT_FOUND, f"Group {request.group_id} is not a consumer group.")
        instance_id = request.instance_id
        if instance_id is None:
            member = group.member(request.member_id)
        else:
            member = known_static(group, instance_id)
            check_not_replaced(member, request.member_id, instance_id)
        if instance_id is not None and request.member_epoch == LEAVE_STATIC_EPOCH:
            change = Change(shard)
            # Its partitions wait for it, as if they had always been there: commits of the one that comes are not older.
            waiting = dataclasses.replace(
                member,
                member_epoch=LEAVE_STATIC_EPOCH,
                pending_revocation={},
                assigned={topic_id: dict.fromkeys(epochs, 0) for topic_id, epochs in member.assigned.items()},
            )
            change.records.append(consumer_records.current(group.group_id, waiting))
        else:
            change = self._migration.without(group, [member.member_id])
        response = ConsumerGroupHeartbeatResponse(member_id=member.member_id, member_epoch=request.member_epoch)
        return when_acknowledged(change.commit(), response)

    # Regular expressions

    def _resolve(self, shard: Shard, group_id: str, patterns: Collection[str], sees: Callable[[str], bool]) -> None:
        """Have a group's regular expressions resolved, and see what follows.

        :param sees: which topics the member may know of whose heartbeat it is (``filterTopicDescribeAuthorizedTopics``).
        """
        version, now_ms = self._image.version, self._environment.now_ms()

        def follow(matched: Mapping[str, frozenset[str]]) -> Deferred[None] | None:
            self._resolving.discard(group_id)
            group = shard.groups.get(group_id)
            if shard.state is not ShardState.ACTIVE or not isinstance(group, ConsumerGroup):
                return None
            seen = {pattern: frozenset(filter(sees, names)) for pattern, names in matched.items()}
            return self._work.resolved(group, seen, version, now_ms).commit()

        def failed(failure: Failure) -> None:
            self._resolving.discard(group_id)
            self._not_written(failure, "what its regular expressions match", group_id)

        self._resolving.add(group_id)
        self._resolver.resolve(patterns, tuple(self._image.topics)).addCallback(follow).addErrback(failed)

    # Members that are late

    def _late(self, group: ConsumerGroup, member_id: str, timer: Timer) -> None:
        """A member did not do in time what it had to: it goes."""
        member = group.members.get(member_id)
        if member is None or group.shard.groups.get(group.group_id) is not group:
            return
        is_away = member.member_epoch == LEAVE_STATIC_EPOCH
        if timer is Timer.REBALANCE and (is_away or member.state is not MemberState.UNREVOKED_PARTITIONS):
            # Whoever is away for a moment has given everything back by that: only its session may end.
            return
        self._log.info(
            "group {group} gives up member {member}: it is late ({timer})", group=group.group_id, member=member_id, timer=timer.value
        )
        try:
            acknowledged = self._migration.without(group, [member_id]).commit()
        except Exception as error:  # noqa: BLE001
            group.timers.start(timer, member_id, RETRY_MS if isinstance(error, KlogError) else MISTAKE_RETRY_MS)
            self._not_written(Failure(), f"that member {member_id} is late", group.group_id)  # type: ignore[no-untyped-call]
            return
        if acknowledged is not None:
            acknowledged.addErrback(self._not_written, f"that member {member_id} is late", group.group_id)

    def _not_written(self, failure: Failure, what: str, group_id: str) -> None:
        if isinstance(failure.value, KlogError):
            error = str(failure.value)
            self._log.warn("group {group}: {what} could not be written: {error}", group=group_id, what=what, error=error)
        else:
            self._log.failure("a mistake of klog's own in group {group}", failure, group=group_id)

    # ConsumerGroupDescribe

    def describe(self, group_ids: Sequence[str]) -> list[DescribedGroup]:
        """What the groups are, each with its own error."""
        return [self._describe(group_id) for group_id in group_ids]

    def _describe(self, group_id: str) -> DescribedGroup:
        if not group_id:
            return DescribedGroup(group_id="", error_code=ErrorCode.INVALID_GROUP_ID)
        try:
            group = self._coordinator.group(group_id)
            if not isinstance(group, ConsumerGroup):
                raise KlogError(ErrorCode.GROUP_ID_NOT_FOUND, f"Group {group_id} is not a consumer group.")
        except KlogError as error:
            sentence = error.message if error.code is ErrorCode.GROUP_ID_NOT_FOUND else None
            return DescribedGroup(group_id=group_id, error_code=error.code, error_message=sentence)
        return described(group, group.preferred_assignor(self._assignors), self._image.name_of)

    # Members of the classic protocol

    def classic_join(self, context: RequestContext, request: JoinGroupRequest) -> JoinGroupResponse | Deferred[JoinGroupResponse]:
        """JoinGroup to a consumer group that has members. Raises KlogError."""
        return self._migration.join(self._group(request.group_id), context, request)

    def classic_sync(self, context: RequestContext, request: SyncGroupRequest) -> SyncGroupResponse | Deferred[SyncGroupResponse]:
        """SyncGroup. Raises KlogError."""
        return self._migration.sync(self._group(request.group_id), request)

    def classic_heartbeat(self, context: RequestContext, request: HeartbeatRequest) -> HeartbeatResponse:
        """Heartbeat. Raises KlogError."""
        return self._migration.heartbeat(self._group(request.group_id), request)

    def classic_leave(self, context: RequestContext, request: LeaveGroupRequest) -> LeaveGroupResponse | Deferred[LeaveGroupResponse]:
        """LeaveGroup. Raises KlogError."""
        return self._migration.leave(self._group(request.group_id), context, request)

    def _group(self, group_id: str) -> ConsumerGroup:
        group: Any = self._coordinator.shard(group_id).groups.get(group_id)
        if not isinstance(group, ConsumerGroup):
            raise KlogError(ErrorCode.UNKNOWN_MEMBER_ID, f"Group {group_id} not found.")
        return group


def _owned(request: ConsumerGroupHeartbeatRequest) -> Partitions | None:
    if request.topic_partitions is None:
        return None
    return gathered((TopicId(topic.topic_id), topic.partitions) for topic in request.topic_partitions)


def _is_full(request: ConsumerGroupHeartbeatRequest) -> bool:
    """Whether everything is in it that a client says when it is not sure what we know."""
    subscribed = request.subscribed_topic_names is not None or request.subscribed_topic_regex is not None
    return request.rebalance_timeout_ms != -1 and subscribed and request.topic_partitions is not None


def _told(member: ConsumerMember, context: RequestContext, request: ConsumerGroupHeartbeatRequest) -> ConsumerMember:
    """The member with what it said; itself where nothing is new."""
    new: dict[str, Any] = {}
    names = request.subscribed_topic_names
    if names is not None and (subscribed := frozenset(names)) != member.subscribed_names:
        new["subscribed_names"] = subscribed
    if request.subscribed_topic_regex is not None and request.subscribed_topic_regex != member.subscribed_regex:
        new["subscribed_regex"] = request.subscribed_topic_regex
    if request.instance_id is not None and request.instance_id != member.instance_id:
        new["instance_id"] = request.instance_id
    if request.rack_id is not None and request.rack_id != member.rack_id:
        new["rack_id"] = request.rack_id
    if request.rebalance_timeout_ms not in (-1, member.rebalance_timeout_ms):
        new["rebalance_timeout_ms"] = request.rebalance_timeout_ms
    if request.server_assignor is not None and request.server_assignor != member.server_assignor:
        new["server_assignor"] = request.server_assignor
    client_id = context.client_id or ""
    if client_id != member.client_id:
        new["client_id"] = client_id
    client_host = client_host_of(context)
    if client_host != member.client_host:
        new["client_host"] = client_host
    if member.classic is not None:
        new["classic"] = None
    return dataclasses.replace(member, **new) if new else member


def _assignment(member: ConsumerMember) -> Assignment:
    return Assignment(
        topic_partitions=[TopicPartitions(topic_id=topic_id, partitions=sorted(epochs)) for topic_id, epochs in member.assigned.items()]
    )
