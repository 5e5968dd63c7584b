"""Groups as rows: how far they are behind, who reads for them, and what a reset would do.

Pure functions from the values of administration (`GroupDescription`, `Lag`, `ResetPlan`) to dictionaries of a fixed shape, which are JSON
as they stand. The names of their fields are what scripts rely on: they stay. None is "nobody knows", never zero.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, TypedDict

from klog.model import TopicPartition

if TYPE_CHECKING:
    from klog.client.admin.reset import ResetPlan
    from klog.client.admin.types import GroupDescription, GroupListing, Lag, MemberDescription


class TotalLag(TypedDict):
    """All partitions of a group together: the sum of records, the largest of seconds; None where nothing is known."""

    partitions: int
    records_behind: int | None
    seconds_behind: float | None


class GroupFacts(TypedDict):
    """A group in a list of groups."""

    group: str
    state: str | None
    type: str | None
    protocol: str
    #: Of a group that ZooKeeper keeps there is none.
    coordinator: int | None


class PartitionPlace(TypedDict):
    """A topic's partition by its two names."""

    topic: str
    partition: int


class MemberRow(TypedDict):
    """One member and what it reads."""

    member_id: str
    client_id: str
    client_host: str
    instance_id: str | None
    assignment: list[PartitionPlace]


class PartitionLag(TypedDict):
    """One partition that a group has committed or reads."""

    topic: str
    partition: int
    committed: int | None
    end: int | None
    records_behind: int | None
    seconds_behind: float | None
    timestamp_ms: int | None
    client_id: str | None
    client_host: str | None
    member_id: str | None
    error: str | None


class GroupReport(TypedDict):
    """One group with its members and partitions."""

    group: str
    state: str
    type: str
    protocol: str
    assignor: str
    coordinator: int | None
    epoch: int | None
    partitions: list[PartitionLag]
    records_behind: int | None
    seconds_behind: float | None
    members: list[MemberRow]


class ResetRow(TypedDict):
    """One partition of a plan to move a group."""

    topic: str
    partition: int
    before: int | None
    after: int
    start: int
    end: int
    note: str | None
    executed: bool


def total_lag(lags: Mapping[TopicPartition, Lag]) -> TotalLag:
    """All partitions of a group together."""
    records = [lag.records_behind for lag in lags.values() if lag.records_behind is not None]
    behind = [lag.seconds_behind for lag in lags.values() if lag.seconds_behind is not None]
    return {
        "partitions": len(lags),
        "records_behind": sum(records) if records else None,
        "seconds_behind": max(behind) if behind else None,
    }


def group_facts(one: GroupListing) -> GroupFacts:
    """A group in a list of groups."""
    return {
        "group": one.group_id,
        "state": one.state or None,
        "type": one.group_type or None,
        "protocol": one.protocol_type,
        "coordinator": one.coordinator if one.coordinator >= 0 else None,
    }


def member_row(member: MemberDescription) -> MemberRow:
    """One member and what it reads."""
    return {
        "member_id": member.member_id,
        "client_id": member.client_id,
        "client_host": member.client_host,
        "instance_id": member.instance_id,
        "assignment": [{"topic": tp.topic, "partition": tp.partition} for tp in member.assignment],
    }


def partition_lags(members: Iterable[MemberDescription], lags: Mapping[TopicPartition, Lag]) -> list[PartitionLag]:
    """What a group has committed and what its members read, by partition."""
    owners = {tp: member for member in members for tp in member.assignment}
    return [partition_lag(tp, lags.get(tp), owners.get(tp)) for tp in sorted({*lags, *owners})]


def partition_lag(tp: TopicPartition, lag: Lag | None, owner: MemberDescription | None) -> PartitionLag:
    """One partition, with its place in the group and its reader."""
    return {
        "topic": tp.topic,
        "partition": tp.partition,
        "committed": lag.committed if lag else None,
        "end": lag.end if lag else None,
        "records_behind": lag.records_behind if lag else None,
        "seconds_behind": lag.seconds_behind if lag else None,
        "timestamp_ms": lag.timestamp_ms if lag else None,
        "client_id": owner.client_id if owner else None,
        "client_host": owner.client_host if owner else None,
        "member_id": owner.member_id if owner else None,
        "error": lag.error.message if lag and lag.error else None,
    }


def group_report(one: GroupDescription, lags: Mapping[TopicPartition, Lag]) -> GroupReport:
    """One group with its members and partitions."""
    total = total_lag(lags)
    return {
        "group": one.group_id,
        "state": one.state,
        "type": one.group_type,
        "protocol": one.protocol_type,
        "assignor": one.assignor,
        "coordinator": one.coordinator if one.coordinator >= 0 else None,
        "epoch": one.epoch if one.epoch >= 0 else None,
        "records_behind": total["records_behind"],
        "seconds_behind": total["seconds_behind"],
        "members": [member_row(member) for member in one.members],
        "partitions": partition_lags(one.members, lags),
    }


def reset_rows(plan: ResetPlan, executed: Collection[TopicPartition] = ()) -> list[ResetRow]:
    """The partitions of a plan.

    :param executed: those that were moved.
    """
    return [
        {
            "topic": row.partition.topic,
            "partition": row.partition.partition,
            "before": row.before,
            "after": row.after,
            "start": row.start,
            "end": row.end,
            "note": row.note or None,
            "executed": row.partition in executed,
        }
        for row in plan.rows
    ]
