"""OffsetCommit and OffsetFetch: a group's offsets as requests, and what the answers say. Pure; no Twisted here.

Requests name topics, so they keep to the versions that do (`NAMED_COMMIT`, `NAMED_FETCH`): ids could be asked for by name only through
another request.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple, TypeAlias

from klog.client.requests.errors import partition_error, worst
from klog.errors import KlogError
from klog.model import Committed, TopicPartition
from klog.wire.messages.offset_commit import (
    OffsetCommitRequest,
    OffsetCommitRequestPartition,
    OffsetCommitRequestTopic,
    OffsetCommitResponse,
)
from klog.wire.messages.offset_fetch import (
    OffsetFetchRequest,
    OffsetFetchRequestGroup,
    OffsetFetchRequestTopic,
    OffsetFetchRequestTopics,
    OffsetFetchResponse,
    OffsetFetchResponseTopic,
    OffsetFetchResponseTopics,
)

#: The last versions that name topics, and the oldest that keep offsets where everybody finds them and answer for all partitions.
NAMED_COMMIT = 9
NAMED_FETCH = 9
OLDEST_COMMIT = OLDEST_FETCH = 2
#: The first of OffsetFetch that asks for several groups, and the first that waits for open transactions.
SEVERAL_GROUPS = 8
STABLE_FETCH = 7
#: The first of OffsetCommit that knows static members.
_STATIC_COMMIT = 7

#: A topic in the answer to OffsetFetch, of either form.
FetchedTopic: TypeAlias = OffsetFetchResponseTopic | OffsetFetchResponseTopics


class GroupMember(NamedTuple):
    """On whose behalf offsets are committed; as it stands, nobody's: a group without members."""

    generation: int = -1
    member_id: str = ""
    group_instance_id: str | None = None


NOBODY = GroupMember()


def commit_request(
    group: str, offsets: Mapping[TopicPartition, int | Committed], version: int = NAMED_COMMIT, member: GroupMember = NOBODY
) -> OffsetCommitRequest:
    """Writes `offsets` down for `group`: for each partition the next record to read."""
    topics: dict[str, OffsetCommitRequestTopic] = {}
    for tp, given in offsets.items():
        entry = given if isinstance(given, Committed) else Committed(given)
        topics.setdefault(tp.topic, OffsetCommitRequestTopic(name=tp.topic, partitions=[])).partitions.append(
            OffsetCommitRequestPartition(
                partition_index=tp.partition,
                committed_offset=entry.offset,
                committed_leader_epoch=entry.leader_epoch,
                committed_metadata=entry.metadata,
            )
        )
    return OffsetCommitRequest(
        group_id=group,
        generation_id_or_member_epoch=member.generation,
        member_id=member.member_id,
        group_instance_id=member.group_instance_id if version >= _STATIC_COMMIT else None,
        topics=list(topics.values()),
    )


def commit_codes(answer: OffsetCommitResponse) -> dict[TopicPartition, int]:
    """The error code of each partition that the answer mentions; 0: it is written down."""
    return {TopicPartition(topic.name, one.partition_index): one.error_code for topic in answer.topics for one in topic.partitions}


def offset_fetch_request(
    groups: Mapping[str, Collection[TopicPartition] | None], version: int, *, require_stable: bool = False, member: GroupMember = NOBODY
) -> OffsetFetchRequest:
    """Asks for the offsets of `groups`, of which there may be several from version 8 on; None asks for all partitions."""
    entries: list[OffsetFetchRequestGroup] = []
    old: list[OffsetFetchRequestTopic] | None = None
    for group, wanted in groups.items():
        numbers: dict[str, list[int]] | None = None
        if wanted is not None:
            numbers = {}
            for tp in wanted:
                numbers.setdefault(tp.topic, []).append(tp.partition)
        if version >= SEVERAL_GROUPS:
            topics = None
            if numbers is not None:
                topics = [OffsetFetchRequestTopics(name=name, partition_indexes=found) for name, found in numbers.items()]
            entries.append(
                OffsetFetchRequestGroup(
                    group_id=group,
                    member_id=member.member_id or None,
                    member_epoch=member.generation if member.member_id else -1,
                    topics=topics,
                )
            )
        elif numbers is not None:
            old = [OffsetFetchRequestTopic(name=name, partition_indexes=found) for name, found in numbers.items()]
    if version >= SEVERAL_GROUPS:
        return OffsetFetchRequest(groups=entries, require_stable=require_stable)
    assert len(groups) == 1, "one group per request up to version 7"
    return OffsetFetchRequest(group_id=next(iter(groups)), topics=old, require_stable=require_stable and version >= STABLE_FETCH)


def answer_of_group(answer: OffsetFetchResponse, group: str, version: int) -> tuple[int, Iterable[FetchedTopic]] | None:
    """The part of an answer that is about `group`: the group's error code and its topics; None where it is left out."""
    if version < SEVERAL_GROUPS:
        return answer.error_code, answer.topics
    return next(((entry.error_code, entry.topics) for entry in answer.groups if entry.group_id == group), None)


def read_committed_offsets(topics: Iterable[FetchedTopic], found: dict[TopicPartition, Committed]) -> KlogError | None:
    """Put an answer's offsets (any version's) into `found`; the error of a partition, one that is final before one that passes."""
    errors: list[KlogError] = []
    for topic in topics:
        for partition in topic.partitions:
            tp = TopicPartition(topic.name, partition.partition_index)
            if partition.error_code:
                errors.append(partition_error(partition.error_code, tp, "reading committed offsets"))
            elif partition.committed_offset >= 0:
                found[tp] = Committed(partition.committed_offset, partition.committed_leader_epoch, partition.metadata or "")
    return worst(errors)
