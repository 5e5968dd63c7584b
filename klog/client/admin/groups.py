"""Administration of groups and of the offsets they have committed.

Groups come in two kinds, classic and consumer (KIP-848), each with its own way to be described. Which kind a group is, its coordinator
knows: consumer groups are asked for first where the broker has them, and what is none of these is asked for as a classic one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from klog.client.admin.calls import Call
from klog.client.admin.topics import all_done, by_topic, partition_name
from klog.client.admin.types import GroupDescription, GroupListing, MemberDescription, Outcomes, item_error
from klog.client.offsets import Committed
from klog.client.requests.group_offsets import (
    NAMED_COMMIT,
    NAMED_FETCH,
    OLDEST_FETCH,
    SEVERAL_GROUPS,
    STABLE_FETCH,
    FetchedTopic,
    commit_codes,
    commit_request,
    offset_fetch_request,
    read_committed_offsets,
)
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.wire.consumer_protocol import PROTOCOL_TYPE, decode_assignment, decode_subscription
from klog.wire.messages import consumer_group_describe as consumer
from klog.wire.messages import describe_groups as classic
from klog.wire.messages.delete_groups import DeleteGroupsRequest
from klog.wire.messages.leave_group import LeaveGroupRequest, MemberIdentity
from klog.wire.messages.list_groups import ListGroupsRequest, ListGroupsResponse
from klog.wire.messages.offset_delete import OffsetDeleteRequest, OffsetDeleteRequestPartition, OffsetDeleteRequestTopic
from klog.wire.messages.offset_fetch import OffsetFetchRequest, OffsetFetchResponse
from klog.wire.primitives import WireError
from klog.wire.schema import Message

#: Kinds of groups, as ListGroups names them.
CLASSIC, CONSUMER = "classic", "consumer"
#: Versions from which ListGroups filters by state, and by type.
_STATES, _TYPES = 4, 5
#: The version from which LeaveGroup takes several members.
_SEVERAL_MEMBERS = 3
#: What OffsetCommit says of a commit from outside to a group that has members.
_HAS_MEMBERS = frozenset(
    {
        ErrorCode.UNKNOWN_MEMBER_ID,
        ErrorCode.REBALANCE_IN_PROGRESS,
        ErrorCode.ILLEGAL_GENERATION,
        ErrorCode.STALE_MEMBER_EPOCH,
    }
)
_MEMBER_TYPES = {0: CLASSIC, 1: CONSUMER}

#: Offsets by partition.
Offsets = dict[TopicPartition, Committed]


def group_name(group_id: str) -> str:
    """Names a group in an error's sentence."""
    return f"group {group_id}"


# Listing and describing --------------------------------------------------------------------------------------------------------------


async def list_groups(call: Call, states: Iterable[str] = (), types: Iterable[str] = ()) -> list[GroupListing]:
    """ListGroups, at every broker. What an old broker cannot filter is filtered here, by what it tells."""
    wanted_states, wanted_types = list(states), list(types)

    async def ask(node_id: int, _: list[int]) -> Mapping[int, list[GroupListing] | KlogError]:
        version = await call.choose(node_id, ListGroupsRequest)
        request = ListGroupsRequest(
            states_filter=wanted_states if version >= _STATES else [], types_filter=wanted_types if version >= _TYPES else []
        )
        answer = await call.ask(node_id, request, version=version)
        return {node_id: listed(answer, node_id)}

    per_node = await call.every_node(await call.nodes(), ask)
    lower_states, lower_types = {state.lower() for state in wanted_states}, {kind.lower() for kind in wanted_types}
    # While a coordinator moves, two brokers may name a group.
    found = {group.group_id: group for groups in per_node.check().values() for group in groups}
    return [
        group
        for _, group in sorted(found.items())
        if (not lower_states or group.state.lower() in lower_states) and (not lower_types or group.group_type.lower() in lower_types)
    ]


def listed(answer: ListGroupsResponse, node_id: int) -> list[GroupListing] | KlogError:
    """One broker's answer."""
    if answer.error_code:
        return item_error(answer.error_code, f"the groups of broker {node_id}")
    return [GroupListing(one.group_id, one.protocol_type, one.group_state, one.group_type, node_id) for one in answer.groups]


async def describe_groups(call: Call, group_ids: Iterable[str]) -> Outcomes[str, GroupDescription]:
    """ConsumerGroupDescribe, and DescribeGroups for those that are none of the new kind."""

    async def ask(node_id: int, groups: list[str]) -> dict[str, GroupDescription | KlogError]:
        found: dict[str, GroupDescription | KlogError] = {}
        if (await call.reach(node_id)).has(consumer.ConsumerGroupDescribeRequest):
            answer = await call.ask(node_id, consumer.ConsumerGroupDescribeRequest(group_ids=groups))
            for group in answer.groups:
                # A group of another kind is "not found" among these.
                if group.error_code not in (ErrorCode.GROUP_ID_NOT_FOUND, ErrorCode.UNSUPPORTED_VERSION):
                    found[group.group_id] = of_consumer_group(group, node_id)
        rest = [group_id for group_id in groups if group_id not in found]
        if rest:
            answer = await call.ask(node_id, classic.DescribeGroupsRequest(groups=rest))
            found.update({group.group_id: of_classic_group(group, node_id) for group in answer.groups})
        return found

    return await call.settle(group_ids, lambda groups: call.by_coordinator(groups, ask), group_name)


def of_consumer_group(group: consumer.DescribedGroup, node_id: int) -> GroupDescription | KlogError:
    """One group of ConsumerGroupDescribe's answer."""
    if group.error_code:
        return item_error(group.error_code, group_name(group.group_id), group.error_message)
    members = [
        MemberDescription(
            member.member_id,
            member.client_id,
            member.client_host,
            member.instance_id,
            member.rack_id,
            tuple(sorted(member.subscribed_topic_names)),
            member.subscribed_topic_regex or None,
            _assigned(member.assignment),
            _assigned(member.target_assignment),
            member.member_epoch,
            _MEMBER_TYPES.get(member.member_type, ""),
        )
        for member in group.members
    ]
    return GroupDescription(
        group.group_id,
        CONSUMER,
        group.group_state,
        PROTOCOL_TYPE,
        group.assignor_name,
        tuple(members),
        node_id,
        group.group_epoch,
        group.assignment_epoch,
    )


def _assigned(assignment: consumer.Assignment) -> tuple[TopicPartition, ...]:
    return tuple(sorted(TopicPartition(topic.topic_name, number) for topic in assignment.topic_partitions for number in topic.partitions))


def of_classic_group(group: classic.DescribedGroup, node_id: int) -> GroupDescription | KlogError:
    """One group of DescribeGroups' answer. Up to version 5 a group that does not exist is answered as a dead one without members."""
    if group.error_code:
        return item_error(group.error_code, group_name(group.group_id), group.error_message)
    if group.group_state == "Dead":
        return item_error(ErrorCode.GROUP_ID_NOT_FOUND, group_name(group.group_id), "there is no such group")
    is_consumers = group.protocol_type in (PROTOCOL_TYPE, "")
    members = [_classic_member(member, is_consumers) for member in group.members]
    return GroupDescription(group.group_id, CLASSIC, group.group_state, group.protocol_type, group.protocol_data, tuple(members), node_id)


def _classic_member(member: classic.DescribedGroupMember, is_consumers: bool) -> MemberDescription:
    """What Connect and others put into these bytes is theirs; what a consumer put there wrongly is left out."""
    topics: tuple[str, ...] = ()
    assignment: tuple[TopicPartition, ...] = ()
    if is_consumers:
        try:
            if member.member_metadata:
                topics = tuple(sorted(decode_subscription(member.member_metadata).topics))
            if member.member_assignment:
                given = decode_assignment(member.member_assignment).assigned_partitions
                assignment = tuple(sorted(TopicPartition(each.topic, number) for each in given for number in each.partitions))
        except WireError:
            pass
    return MemberDescription(
        member.member_id,
        member.client_id,
        member.client_host,
        member.group_instance_id,
        topics=topics,
        assignment=assignment,
        member_type=CLASSIC,
    )


# Deleting ----------------------------------------------------------------------------------------------------------------------------


async def delete_groups(call: Call, group_ids: Iterable[str]) -> Outcomes[str, None]:
    """DeleteGroups, at the coordinators."""

    async def ask(node_id: int, groups: list[str]) -> dict[str, KlogError | None]:
        answer = await call.ask(node_id, DeleteGroupsRequest(groups_names=groups))
        return {one.group_id: item_error(one.error_code, group_name(one.group_id)) if one.error_code else None for one in answer.results}

    refusals = (ErrorCode.GROUP_ID_NOT_FOUND,)
    return await call.settle(group_ids, lambda groups: call.by_coordinator(groups, ask), group_name, refusals=refusals, happened=all_done)


async def remove_members(
    call: Call, group_id: str, members: Iterable[str] | None, instances: Iterable[str], reason: str
) -> Outcomes[str, None]:
    """LeaveGroup on behalf of members, static ones by their instance ids (KIP-345, 571); all there are where none are named."""
    wanted = {member: MemberIdentity(member_id=member, reason=reason or None) for member in members or ()}
    wanted |= {each: MemberIdentity(member_id="", group_instance_id=each, reason=reason or None) for each in instances}
    if not wanted:
        group = (await describe_groups(call, [group_id]))[group_id]
        for member in group.members:
            key = member.instance_id or member.member_id
            member_id = "" if member.instance_id else member.member_id
            wanted[key] = MemberIdentity(member_id=member_id, group_instance_id=member.instance_id, reason=reason or None)

    may_be_done = False

    async def ask(node_id: int, _: list[str]) -> dict[str, dict[str, KlogError | None] | KlogError]:
        nonlocal may_be_done
        version = await call.choose(node_id, LeaveGroupRequest, at_least=_SEVERAL_MEMBERS)
        try:
            answer = await call.ask(node_id, LeaveGroupRequest(group_id=group_id, members=list(wanted.values())), version=version)
        except KlogError as error:
            may_be_done = may_be_done or call.is_unanswered(error)
            raise
        if answer.error_code:
            return {group_id: item_error(answer.error_code, group_name(group_id))}
        found: dict[str, KlogError | None] = {
            name: item_error(
                ErrorCode.UNKNOWN_SERVER_ERROR, f"member {name} of group {group_id}", "the broker's answer does not mention it"
            )
            for name in wanted
        }
        for one in answer.members:
            name = one.group_instance_id or one.member_id
            if name not in wanted:
                continue
            # That the group does not know them any more is what was wanted.
            is_gone = not one.error_code or (may_be_done and one.error_code == ErrorCode.UNKNOWN_MEMBER_ID)
            found[name] = None if is_gone else item_error(one.error_code, f"member {name} of group {group_id}")
        return {group_id: found}

    if not wanted:
        return Outcomes()
    answers = await call.settle([group_id], lambda groups: call.by_coordinator(groups, ask), group_name)
    return Outcomes.of(answers[group_id])


# Offsets -----------------------------------------------------------------------------------------------------------------------------


async def list_offsets(
    call: Call, groups: Iterable[str] | Mapping[str, Iterable[TopicPartition] | None], require_stable: bool
) -> Outcomes[str, Offsets]:
    """OffsetFetch: all groups of a coordinator in one request (KIP-709), or one request each where brokers are older than Kafka 3.0."""
    if isinstance(groups, Mapping):
        wanted = {
            group: None if partitions is None else [TopicPartition(*one) for one in partitions] for group, partitions in groups.items()
        }
    else:
        wanted = dict.fromkeys(groups)

    async def ask(node_id: int, group_ids: list[str]) -> Mapping[str, Offsets | KlogError]:
        return await fetch_offsets(call, node_id, {group: wanted[group] for group in group_ids}, require_stable)

    return await call.settle(wanted, lambda group_ids: call.by_coordinator(group_ids, ask), group_name)


async def fetch_offsets(
    call: Call, node_id: int, groups: Mapping[str, list[TopicPartition] | None], require_stable: bool
) -> Mapping[str, Offsets | KlogError]:
    """The offsets of groups of one coordinator."""
    version = await call.choose(node_id, OffsetFetchRequest, at_most=NAMED_FETCH, at_least=STABLE_FETCH if require_stable else OLDEST_FETCH)
    if version >= SEVERAL_GROUPS:
        return several_groups_found(
            await call.ask(node_id, offset_fetch_request(groups, version, require_stable=require_stable), version=version)
        )
    found: dict[str, Offsets | KlogError] = {}

    async def single(group_id: str, partitions: list[TopicPartition] | None) -> None:
        try:
            answer = await call.ask(
                node_id, offset_fetch_request({group_id: partitions}, version, require_stable=require_stable), version=version
            )
        except KlogError as error:
            found[group_id] = error
        else:
            found[group_id] = one_group_found(group_id, answer)

    await call.together([partial(single, group_id, partitions) for group_id, partitions in groups.items()])
    return found


def several_groups_found(answer: OffsetFetchResponse) -> dict[str, Offsets | KlogError]:
    """The answer of OffsetFetch 8 and 9."""
    return {
        group.group_id: item_error(group.error_code, group_name(group.group_id))
        if group.error_code
        else _offsets(group.group_id, group.topics)
        for group in answer.groups
    }


def one_group_found(group_id: str, answer: OffsetFetchResponse) -> Offsets | KlogError:
    """The answer of OffsetFetch 2 to 7."""
    return item_error(answer.error_code, group_name(group_id)) if answer.error_code else _offsets(group_id, answer.topics)


def _offsets(group_id: str, topics: Iterable[FetchedTopic]) -> Offsets | KlogError:
    """Committed offsets. The first partition with an error makes the group's: half an answer would read as "not committed"."""
    found: Offsets = {}
    error = read_committed_offsets(topics, found)
    return found if error is None else KlogError(error.code, f"{group_name(group_id)}: {error.message}")


async def alter_offsets(call: Call, group_id: str, offsets: Mapping[TopicPartition, int | Committed]) -> Outcomes[TopicPartition, None]:
    """OffsetCommit without a member, which brokers accept while the group has none."""
    wanted = {
        TopicPartition(*partition): offset if isinstance(offset, Committed) else Committed(offset) for partition, offset in offsets.items()
    }

    async def attempt(partitions: list[TopicPartition]) -> dict[TopicPartition, KlogError | None]:
        request = commit_request(group_id, {tp: wanted[tp] for tp in partitions})
        answer = await _ask_coordinator(call, group_id, request, at_most=NAMED_COMMIT)
        return {tp: _commit_error(group_id, tp, code) if code else None for tp, code in commit_codes(answer).items()}

    return await call.settle(wanted, attempt, partition_name)


def _commit_error(group_id: str, tp: TopicPartition, code: int) -> KlogError:
    """A broker says "unknown member" and leaves it to people to guess what that means here."""
    what = f"{group_name(group_id)}, {partition_name(tp)}"
    if code in _HAS_MEMBERS:
        return item_error(
            ErrorCode.NON_EMPTY_GROUP, what, "offsets can be set only while the group has no members; stop its consumers first"
        )
    return item_error(code, what)


async def delete_offsets(call: Call, group_id: str, partitions: Iterable[TopicPartition]) -> Outcomes[TopicPartition, None]:
    """OffsetDelete."""

    async def attempt(partitions: list[TopicPartition]) -> dict[TopicPartition, KlogError | None]:
        topics = [
            OffsetDeleteRequestTopic(name=topic, partitions=[OffsetDeleteRequestPartition(partition_index=number) for number in numbers])
            for topic, numbers in by_topic(partitions).items()
        ]
        answer = await _ask_coordinator(call, group_id, OffsetDeleteRequest(group_id=group_id, topics=topics))
        if answer.error_code:
            raise item_error(answer.error_code, group_name(group_id))
        return {
            TopicPartition(topic.name, one.partition_index): item_error(
                one.error_code, f"group {group_id}, partition {topic.name}-{one.partition_index}"
            )
            if one.error_code
            else None
            for topic in answer.topics
            for one in topic.partitions
        }

    return await call.settle([TopicPartition(*one) for one in partitions], attempt, partition_name)


async def _ask_coordinator(call: Call, group_id: str, message: Message, at_most: int | None = None) -> Any:
    coordinators, errors = await call.coordinators([group_id])
    for error in errors.values():
        raise error
    return await call.ask(next(iter(coordinators)), message, at_most=at_most)
