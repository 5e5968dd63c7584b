"""Offsets by time, and offsets that groups wrote down: what consumers, groups, administration and lag ask brokers.

What is asked and what the answers say is `klog.client.requests`'s. Each function comes twice: one attempt with an answer or an error per
partition (``…_once``), and one that tries again, finding leaders and coordinators anew, until all is answered, an error is final, or the
time is over.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine, Iterable, Mapping
from typing import Any, TypeVar

from twisted.internet.defer import Deferred, DeferredList

from klog.client.isolation import IsolationLevel
from klog.client.requests.errors import left_out, partition_error, worst
from klog.client.requests.group_offsets import (
    NAMED_COMMIT,
    NAMED_FETCH,
    NOBODY,
    OLDEST_COMMIT,
    OLDEST_FETCH,
    GroupMember,
    answer_of_group,
    commit_codes,
    commit_request,
    offset_fetch_request,
    read_committed_offsets,
)
from klog.client.requests.list_offsets import least_version, list_offsets_request, offsets_found
from klog.client.retry import Action, trouble_of, what_to_do, what_to_do_about
from klog.client.routing import Routing
from klog.errors import ErrorCode, KlogError, row_of
from klog.model import Committed as Committed
from klog.model import OffsetAt as OffsetAt
from klog.model import TopicPartition
from klog.wire.messages.list_offsets import ListOffsetsRequest
from klog.wire.messages.offset_commit import OffsetCommitRequest
from klog.wire.messages.offset_fetch import OffsetFetchRequest

T = TypeVar("T")

#: How long the functions that try again do so.
API_TIMEOUT_MS = 60_000


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
    request = list_offsets_request(wanted, isolation, timeout_ms=routing.settings.request_timeout_ms)
    try:
        ranges = await routing.versions(node)
        version = ranges.choose(ListOffsetsRequest, at_least=least_version(wanted.values(), isolation))
        answer = await routing.ask(node, request, version=version)
    except KlogError as error:
        answers: Mapping[TopicPartition, OffsetAt | KlogError] = dict.fromkeys(wanted, error)
    else:
        answers = offsets_found(answer, lambda tp, code: partition_error(code, tp, f"offsets by time from node {node}"))
    for tp in wanted:
        one = answers.get(tp) or left_out(tp, f"node {node}", "ListOffsets")
        if isinstance(one, KlogError) and what_to_do_about(one) is Action.REFRESH_METADATA:
            routing.stale(tp.topic)
        found[tp] = one


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
    retry_policy = routing.retry_policy(timeout_ms)
    while True:
        try:
            error = await attempt()
        except KlogError as raised:
            error = raised
        if error is None:
            return
        pause_ms = retry_policy.pause_after(trouble_of(error))
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
        version = (await routing.versions(node, purpose="group")).choose(OffsetFetchRequest, at_most=NAMED_FETCH, at_least=OLDEST_FETCH)
        request = offset_fetch_request({group: wanted}, version, require_stable=require_stable, member=member)
        answer = await routing.ask_coordinator(group, request, version=version)
        part = answer_of_group(answer, group, version)
        if part is None:
            return KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, f"node {node} left group {group} out of its answer to OffsetFetch")
        code, topics = part
        return _group_error(routing, group, code, "reading its offsets") or read_committed_offsets(topics, found)

    await _again(routing, timeout_ms, attempt)
    return found


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
        version = (await routing.versions(node, purpose="group")).choose(OffsetCommitRequest, at_most=NAMED_COMMIT, at_least=OLDEST_COMMIT)
        answer = await routing.ask_coordinator(group, commit_request(group, left, version, member), version=version)
        codes = commit_codes(answer)
        refused = [_group_error(routing, group, code, f"committing the offset of {tp}") for tp, code in codes.items()]
        for tp, code in codes.items():
            if not code:
                left.pop(tp, None)
        error = worst(error for error in refused if error is not None)
        return left_out(next(iter(left)), f"node {node}", "OffsetCommit") if error is None and left else error

    await _again(routing, timeout_ms, attempt)


def _group_error(routing: Routing, group: str, code: int, doing: str) -> KlogError | None:
    """An error about a group as an exception that names it; forgets a coordinator that is none."""
    if not code:
        return None
    row = row_of(code)
    if what_to_do(code) is Action.FIND_COORDINATOR:
        routing.coordinator_lost(group)
    return KlogError(row.code, f"group {group}: {row.sentence} ({doing})")
