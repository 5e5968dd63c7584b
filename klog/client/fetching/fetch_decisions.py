"""What a fetcher does next: one look at every partition, and what each of them needs. Pure; `klog.client.fetching.fetcher` does it.

For each partition the first line that fits decides:

| it | then |
|---|---|
| has failed | nothing: only the user can bring it back |
| is left alone for a while | look again when that is over |
| has no leader, by metadata that was answered | find out why, or wait longer |
| has no leader, and nobody has answered yet | nothing: the answer wakes us |
| is to be looked up | ListOffsets, one question for all |
| has another leader epoch than its position was checked under | drop what is held, then go on below |
| is to be checked | OffsetForLeaderEpoch, to its leader |
| is paused | nothing |
| must be handed out first, or has used up its share | nothing: taking from it wakes us. If it is being read, its broker waits for less |
| else | Fetch, from its leader, or from the replica that this has named (`klog.client.nearest_replica`) |

A broker that has a request of the kind under way gets no second one; its answer brings us here again.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Container, Iterable, Mapping
from typing import NamedTuple

from klog.client.fetching.subscriptions import PartitionState, Phase
from klog.client.metadata import ClusterMetadata, PartitionMetadata
from klog.model import TopicPartition

#: A partition is being read where something was taken from it within this time.
EAGER_S = 0.5


class RequestsUnderWay(NamedTuple):
    """What was asked and is not answered."""

    #: Whether ListOffsets is.
    resetting: bool
    #: Brokers that are asked for the ends of leader epochs.
    validating: Container[int]
    #: Brokers with a Fetch.
    fetching: Container[int]
    #: Brokers that are left alone, and until when (seconds of the reactor).
    not_before_s: Mapping[int, float]


@dataclasses.dataclass(slots=True)
class FetchSteps:
    """What is to be done, in this order."""

    #: Partitions under another leader epoch, and which.
    moved: list[tuple[PartitionState, int]] = dataclasses.field(default_factory=list)
    #: Partitions that wait for room, and did not before; and those that do not any more.
    left_out: list[PartitionState] = dataclasses.field(default_factory=list)
    let_in: list[PartitionState] = dataclasses.field(default_factory=list)
    resets: list[PartitionState] = dataclasses.field(default_factory=list)
    checks: dict[int, list[PartitionState]] = dataclasses.field(default_factory=dict)
    fetches: dict[int, list[PartitionState]] = dataclasses.field(default_factory=dict)
    #: Brokers that shall not wait long, since somebody reads what is full.
    hurried: set[int] = dataclasses.field(default_factory=set)
    leaderless: list[PartitionState] = dataclasses.field(default_factory=list)
    #: When to look again, whatever happens; None: when something happens.
    look_again_s: float | None = None


def phase_under_epoch(state: PartitionState, leader_epoch: int) -> Phase:
    """What a positioned partition does first under a leader epoch that its position was not checked under."""
    return Phase.VALIDATING if state.position_epoch >= 0 and leader_epoch >= 0 else Phase.FETCHING


def source_of(state: PartitionState, partition: PartitionMetadata, metadata: ClusterMetadata, now_s: float) -> int:
    """The broker that the partition is fetched from: its leader, or the replica that the leader has named."""
    return partition.leader if state.nearest is None else state.nearest.source(partition, metadata, now_s)


def earlier_of(one_s: float | None, other_s: float) -> float:
    """The earlier of two times, the first of which may be none."""
    return other_s if one_s is None or other_s < one_s else one_s


def next_steps(
    states: Iterable[PartitionState],
    metadata: ClusterMetadata,
    now_s: float,
    full_bytes: int,
    under_way: RequestsUnderWay,
    is_awaited: Callable[[TopicPartition], bool],
) -> FetchSteps:
    """See above; nothing is changed.

    :param full_bytes: a partition that holds more has used up its share.
    :param is_awaited: whether somebody waits for records of a partition.
    """
    steps = FetchSteps()
    checks: dict[int, list[PartitionState]] = {}
    fetches: dict[int, list[PartitionState]] = {}
    wake_s: float | None = None
    name, topic = "", metadata.topic("")
    for state in states:
        if state.phase is Phase.FAILED:
            continue
        if state.not_before_s > now_s:
            wake_s = earlier_of(wake_s, state.not_before_s)
            continue
        tp = state.topic_partition
        if tp[0] != name:
            name, topic = tp[0], metadata.topic(tp[0])
        partition = None if topic is None else topic.partition(tp[1])
        if partition is None or partition.leader < 0:
            if topic is not None or metadata.updated_ms is not None:
                steps.leaderless.append(state)
            continue
        if state.phase is Phase.RESETTING:
            steps.resets.append(state)
            continue
        phase: Phase = state.phase
        holds = bool(state.chunks)
        if partition.leader_epoch != state.validated_epoch:
            steps.moved.append((state, partition.leader_epoch))
            phase, holds = phase_under_epoch(state, partition.leader_epoch), False
        if phase is Phase.VALIDATING:
            checks.setdefault(partition.leader, []).append(state)
            continue
        if state.paused:
            continue
        source = source_of(state, partition, metadata, now_s)
        if holds and (state.draining or state.held_bytes > full_bytes):
            if not state.is_left_out:
                steps.left_out.append(state)
            if not state.draining and (now_s - state.taken_s < EAGER_S or is_awaited(tp)):
                steps.hurried.add(source)
        else:
            if state.is_left_out:
                steps.let_in.append(state)
            fetches.setdefault(source, []).append(state)
    if under_way.resetting:
        steps.resets.clear()
    steps.checks = {node: found for node, found in checks.items() if node not in under_way.validating}
    for node, found in fetches.items():
        if node in under_way.fetching:
            continue
        not_before_s = under_way.not_before_s.get(node, 0.0)
        if not_before_s > now_s:
            wake_s = earlier_of(wake_s, not_before_s)
        else:
            steps.fetches[node] = found
    steps.look_again_s = wake_s
    return steps
