"""Offsets by time, and offsets that groups wrote down: what consumers, groups, administration and lag ask brokers.

Each function comes twice: one attempt with an answer or an error per partition (``…_once``), and one that tries again, finding leaders and
coordinators anew, until all is answered, an error is final, or the time is over.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine, Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

from twisted.internet.defer import Deferred, DeferredList

from klog.client.isolation import IsolationLevel
from klog.client.retry import Action, trouble_of, what_to_do, what_to_do_about
from klog.client.routing import Routing
from klog.errors import ErrorCode, KlogError, row_of
from klog.model import (
    EARLIEST_LOCAL_TIMESTAMP,
    EARLIEST_PENDING_UPLOAD_TIMESTAMP,
    LATEST_TIERED_TIMESTAMP,
    MAX_TIMESTAMP,
    TopicPartition,
)
from klog.model import Committed as Committed
from klog.model import OffsetAt as OffsetAt
from klog.wire.messages.list_offsets import ListOffsetsPartition, ListOffsetsRequest, ListOffsetsTopic
from klog.wire.messages.offset_commit import OffsetCommitRequest, OffsetCommitRequestPartition, OffsetCommitRequestTopic
from klog.wire.messages.offset_fetch import (
    OffsetFetchRequest,
    OffsetFetchRequestGroup,
    OffsetFetchRequestTopic,
    OffsetFetchRequestTopics,
)

T = TypeVar("T")

#: How long the functions that try again do so.
API_TIMEOUT_MS = 60_000
#: The last versions that name topics: ids could be asked for by name only through another request.
_NAMED_COMMIT = 9
_NAMED_FETCH = 9
_GROUPS_VERSION = 8
#: ListOffsets versions that know the special times.
_SINCE = {MAX_TIMESTAMP: 7, EARLIEST_LOCAL_TIMESTAMP: 8, LATEST_TIERED_TIMESTAMP: 9, EARLIEST_PENDING_UPLOAD_TIMESTAMP: 11}


class GroupMember(NamedTuple):
    """On whose behalf offsets are committed; as it stands, nobody's: a group without members."""

    generation: int = -1
    member_id: str = ""
    group_instance_id: str | None = None


NOBODY = GroupMember()


# By time ----------------------------------------------------------------------------------------------------------------------------


def list_offsets_once(
    routing: Routing, at: Mapping[TopicPartition, int], isolation_level: IsolationLevel = IsolationLevel.READ_UNCOMMITTED
) -> Deferred[dict[TopicPartition, OffsetAt | KlogError]]:
    """For each partition the first record at or after a time (ms), or what `klog.model`'s special timestamps mean; one attempt, an error
    per partition.
    """
    return Deferred.fromCoroutine(_list_offsets_once(routing, at, isolation_level))


async def _list_offsets_once(
    routing: Routing, at: Mapping[TopicPartition, int], isolation: IsolationLevel
) -> dict[TopicPartition, OffsetAt | KlogError]:
    found: dict[TopicPartition, OffsetAt | KlogError] = {}
    await routing.know({tp.topic for tp in at})
    by_node: dict[int, dict[TopicPartition, int]] = {}
    for tp, timestamp_ms in at.items():
        leader = routing.metadata.leader(tp)
        if leader is None:
            found[tp] = without_leader(routing, tp)
        else:
            by_node.setdefault(leader, {})[tp] = timestamp_ms
    asked = [Deferred.fromCoroutine(_list_offsets_of(routing, node, wanted, isolation, found)) for node, wanted in by_node.items()]
    await _all(asked)
    return found


def without_leader(routing: Routing, tp: TopicPartition) -> KlogError:
    """Why nobody can be asked about `tp`; asks for metadata where that may help."""
    topic = routing.metadata.topic(tp.topic)
    code = ErrorCode.LEADER_NOT_AVAILABLE
    if topic is None or topic.error is not ErrorCode.NONE:
        code = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION if topic is None else topic.error
    elif topic.partition(tp.partition) is None:
        code = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
    if what_to_do(code) is Action.REFRESH_METADATA:
        routing.stale(tp.topic)
    return KlogError(code, f"topic {tp.topic}, partition {tp.partition}: {row_of(code).sentence}")


async def _list_offsets_of(
    routing: Routing,
    node: int,
    wanted: Mapping[TopicPartition, int],
    isolation: IsolationLevel,
    found: dict[TopicPartition, OffsetAt | KlogError],
) -> None:
    topics: dict[str, ListOffsetsTopic] = {}
    for tp, timestamp_ms in wanted.items():
        partitions = topics.setdefault(tp.topic, ListOffsetsTopic(name=tp.topic, partitions=[])).partitions
        partitions.append(ListOffsetsPartition(partition_index=tp.partition, timestamp=timestamp_ms))
    request = ListOffsetsRequest(
        replica_id=-1,
        isolation_level=int(isolation),
        topics=list(topics.values()),
        timeout_ms=routing.settings.request_timeout_ms,
    )
    try:
        ranges = await routing.versions(node)
        at_least = max(2 if isolation else 1, *(_SINCE.get(timestamp_ms, 1) for timestamp_ms in wanted.values()))
        answer = await routing.ask(node, request, version=ranges.choose(ListOffsetsRequest, at_least=at_least))
    except KlogError as error:
        for tp in wanted:
            found[tp] = error
            if what_to_do_about(error) is Action.REFRESH_METADATA:
                routing.stale(tp.topic)
        return
    for topic in answer.topics:
        for partition in topic.partitions:
            tp = TopicPartition(topic.name, partition.partition_index)
            if tp not in wanted:
                continue
            if partition.error_code:
                found[tp] = partition_error(partition.error_code, tp, f"offsets by time from node {node}")
                if what_to_do(partition.error_code) is Action.REFRESH_METADATA:
                    routing.stale(tp.topic)
            else:
                found[tp] = OffsetAt(partition.offset, partition.timestamp, partition.leader_epoch)
    for tp in wanted:
        if tp not in found:
            found[tp] = KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, f"node {node} left {tp} out of its answer to ListOffsets")


def partition_error(error_code: int, tp: TopicPartition, doing: str) -> KlogError:
    """An error of one partition as an exception that names it."""
    row = row_of(error_code)
    return KlogError(row.code, f"topic {tp.topic}, partition {tp.partition}: {row.sentence} ({doing})")


def list_offsets(
    routing: Routing,
    at: Mapping[TopicPartition, int],
    isolation_level: IsolationLevel = IsolationLevel.READ_UNCOMMITTED,
    *,
    timeout_ms: int = API_TIMEOUT_MS,
) -> Deferred[dict[TopicPartition, OffsetAt]]:
    """Like `list_offsets_once`, again where that may help.

    ::

        ends = await list_offsets(routing, {tp: LATEST_TIMESTAMP})

    :raises KlogError: the first error that is final, or the last one when `timeout_ms` are over.
    """
    return Deferred.fromCoroutine(_list_offsets(routing, dict(at), isolation_level, timeout_ms))


async def _list_offsets(
    routing: Routing, left: dict[TopicPartition, int], isolation: IsolationLevel, timeout_ms: int
) -> dict[TopicPartition, OffsetAt]:
    found: dict[TopicPartition, OffsetAt] = {}

    async def attempt() -> KlogError | None:
        error: KlogError | None = None
        for tp, answer in (await _list_offsets_once(routing, left, isolation)).items():
            if isinstance(answer, OffsetAt):
                found[tp] = answer
                del left[tp]
            elif error is None or what_to_do_about(answer) is Action.FAIL:
                error = answer
        return error

    await _again(routing, timeout_ms, attempt)
    return found


async def _again(routing: Routing, timeout_ms: int, attempt: Callable[[], Coroutine[Any, Any, KlogError | None]]) -> None:
    """Until `attempt` gives None; raises what is final, or what is left at the end of the time."""
    patience = routing.patience(timeout_ms)
    while True:
        try:
            error = await attempt()
        except KlogError as raised:
            error = raised
        if error is None:
            return
        pause_ms = patience.pause_after(trouble_of(error))
        if pause_ms is None:
            raise error
        await routing.wait_ms(pause_ms)


async def _all(deferreds: Collection[Deferred[None]]) -> None:
    """All of them, whatever comes; the first failure is raised at the end."""
    outcomes: Any = await DeferredList(list(deferreds), consumeErrors=True)
    for succeeded, result in outcomes:
        if not succeeded:
            raise result.value


# Of groups --------------------------------------------------------------------------------------------------------------------------


def fetch_committed(
    routing: Routing,
    group: str,
    partitions: Iterable[TopicPartition] | None = None,
    *,
    require_stable: bool = False,
    member: GroupMember = NOBODY,
    timeout_ms: int = API_TIMEOUT_MS,
) -> Deferred[dict[TopicPartition, Committed]]:
    """What `group` has written down, for `partitions` or (None) for all; partitions without are left out.

    :param require_stable: wait for transactions that are about to change it (KIP-447).
    :param member: of a KIP-848 group, checked by the broker where given.
    :raises KlogError: as `list_offsets`.
    """
    wanted = None if partitions is None else list(dict.fromkeys(partitions))
    return Deferred.fromCoroutine(_fetch_committed(routing, group, wanted, require_stable, member, timeout_ms))


async def _fetch_committed(
    routing: Routing, group: str, wanted: list[TopicPartition] | None, require_stable: bool, member: GroupMember, timeout_ms: int
) -> dict[TopicPartition, Committed]:
    found: dict[TopicPartition, Committed] = {}
    if wanted is not None and not wanted:
        return found

    async def attempt() -> KlogError | None:
        node = await routing.coordinator(group)
        version = (await routing.versions(node, purpose="group")).choose(OffsetFetchRequest, at_most=_NAMED_FETCH, at_least=2)
        request = offset_fetch_request({group: wanted}, version, require_stable=require_stable, member=member)
        answer = await routing.ask_coordinator(group, request, version=version)
        if version >= _GROUPS_VERSION:
            entry = next((entry for entry in answer.groups if entry.group_id == group), None)
            if entry is None:
                return KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, f"node {node} left group {group} out of its answer to OffsetFetch")
            code, topics = entry.error_code, entry.topics
        else:
            code, topics = answer.error_code, answer.topics
        return _group_error(routing, group, code, "reading its offsets") or read_committed_offsets(topics, found)

    await _again(routing, timeout_ms, attempt)
    return found


def offset_fetch_request(
    groups: Mapping[str, Collection[TopicPartition] | None], version: int, *, require_stable: bool = False, member: GroupMember = NOBODY
) -> OffsetFetchRequest:
    """The request for the offsets of `groups`, of which there may be several from version 8 on; None asks for all partitions."""
    entries: list[OffsetFetchRequestGroup] = []
    old: list[OffsetFetchRequestTopic] | None = None
    for group, wanted in groups.items():
        numbers: dict[str, list[int]] | None = None
        if wanted is not None:
            numbers = {}
            for tp in wanted:
                numbers.setdefault(tp.topic, []).append(tp.partition)
        if version >= _GROUPS_VERSION:
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
    if version >= _GROUPS_VERSION:
        return OffsetFetchRequest(groups=entries, require_stable=require_stable)
    assert len(groups) == 1, "one group per request up to version 7"
    return OffsetFetchRequest(group_id=next(iter(groups)), topics=old, require_stable=require_stable and version >= 7)


def read_committed_offsets(topics: Iterable[Any], found: dict[TopicPartition, Committed]) -> KlogError | None:
    """Put an answer's offsets (any version's) into `found`; the first partition's error."""
    error: KlogError | None = None
    for topic in topics:
        for partition in topic.partitions:
            tp = TopicPartition(topic.name, partition.partition_index)
            if partition.error_code:
                error = error or partition_error(partition.error_code, tp, "reading committed offsets")
            elif partition.committed_offset >= 0:
                found[tp] = Committed(partition.committed_offset, partition.committed_leader_epoch, partition.metadata or "")
    return error


def commit_offsets(
    routing: Routing,
    group: str,
    offsets: Mapping[TopicPartition, int | Committed],
    *,
    member: GroupMember = NOBODY,
    timeout_ms: int = API_TIMEOUT_MS,
) -> Deferred[None]:
    """Write `offsets` down for `group`: for each partition the next record to read.

    :param member: who does; as it stands, for groups without members.
    :raises KlogError: refused (ILLEGAL_GENERATION, UNKNOWN_MEMBER_ID, REBALANCE_IN_PROGRESS, OFFSET_METADATA_TOO_LARGE …), or what is left
        when `timeout_ms` are over.
    """
    return Deferred.fromCoroutine(_commit_offsets(routing, group, dict(offsets), member, timeout_ms))


async def _commit_offsets(
    routing: Routing, group: str, left: dict[TopicPartition, int | Committed], member: GroupMember, timeout_ms: int
) -> None:
    if not left:
        return

    async def attempt() -> KlogError | None:
        node = await routing.coordinator(group)
        version = (await routing.versions(node, purpose="group")).choose(OffsetCommitRequest, at_most=_NAMED_COMMIT, at_least=2)
        answer = await routing.ask_coordinator(group, _commit_request(group, left, member, version), version=version)
        error: KlogError | None = None
        answered: set[TopicPartition] = set()
        for topic in answer.topics:
            for partition in topic.partitions:
                tp = TopicPartition(topic.name, partition.partition_index)
                answered.add(tp)
                if partition.error_code:
                    of_group = _group_error(routing, group, partition.error_code, f"committing the offset of {tp}")
                    error = of_group if error is None or what_to_do_about(error) is not Action.FAIL else error
                else:
                    left.pop(tp, None)
        if error is None and left:
            error = KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, f"node {node} left {next(iter(left))} out of its answer to OffsetCommit")
        return error

    await _again(routing, timeout_ms, attempt)


def _commit_request(
    group: str, offsets: Mapping[TopicPartition, int | Committed], member: GroupMember, version: int
) -> OffsetCommitRequest:
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
        group_instance_id=member.group_instance_id if version >= 7 else None,
        topics=list(topics.values()),
    )


def _group_error(routing: Routing, group: str, code: int, doing: str) -> KlogError | None:
    """An error about a group as an exception that names it; forgets a coordinator that is none."""
    if not code:
        return None
    row = row_of(code)
    if what_to_do(code) is Action.FIND_COORDINATOR:
        routing.coordinator_lost(group)
    return KlogError(row.code, f"group {group}: {row.sentence} ({doing})")
