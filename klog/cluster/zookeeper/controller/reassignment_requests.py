"""Moves that somebody asks for: AlterPartitionReassignments (KIP-455), and ``/admin/reassign_partitions``, as older tools do. Pure.

The newest word counts, whichever way it came: it replaces a move that is under way. For one partition of a request, the first that fits
(``KafkaController.processApiPartitionReassignment``, ``validateReplicas``):

================================================================= ==================================================================
there is no such partition, or its topic is to be deleted         UNKNOWN_TOPIC_OR_PARTITION
it is to be given up, and does not move                           NO_REASSIGNMENT_IN_PROGRESS
no brokers, one of them twice, or a number below 0                INVALID_REPLICA_ASSIGNMENT
a broker that has no replica of it does not live, or shuts down   INVALID_REPLICA_ASSIGNMENT; by the znode it is waited for
as many copies as before are asked for, and it would have others  INVALID_REPLICATION_FACTOR (KIP-860)
who is in sync would all be dropped by it                         INVALID_REPLICA_ASSIGNMENT: records would be lost. (Kafka's
                                                                  controllers on ZooKeeper leave such a partition without a leader;
                                                                  those of KRaft refuse, too)
it is so already, or on its way                                   NONE; nothing is done
else                                                              NONE; it begins
================================================================= ==================================================================

In the znode a partition stays until it is where it was to go, and is taken out then, or when it cannot be
(``maybeRemoveFromZkReassignment``); one that is asked for by a request is taken out at once.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence

from klog.cluster.replica_assignment import ReplicaAssignment
from klog.cluster.zookeeper.controller.acts import Act, SetMovesAsked, SetState, SetTopicZnode
from klog.cluster.zookeeper.controller.live_brokers import LiveBrokers
from klog.cluster.zookeeper.controller.reassignment import begun
from klog.cluster.zookeeper.view import ClusterView
from klog.cluster.zookeeper.view_types import Topic
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.zookeeper.znodes import REASSIGN_PARTITIONS

#: Brokers that a partition may have. Precedent: none in Kafka; no cluster has more brokers.
MOST_REPLICAS = 1000


@dataclasses.dataclass(frozen=True)
class Begin:
    """A partition that begins to move.

    :ivar state: under its new leader epoch; None where it has none yet.
    """

    at: TopicPartition
    assignment: ReplicaAssignment
    state: SetState | None


def judge(
    view: ClusterView,
    brokers: LiveBrokers,
    controller_epoch: int,
    at: TopicPartition,
    target: Sequence[int] | None,
    *,
    allows_other_count: bool = True,
    may_be_away: bool = False,
) -> Begin | KlogError | None:
    """The table of the module; None where nothing is to be done.

    :param controller_epoch: ours.
    :param target: brokers, the preferred leader first; None: the move is given up.
    :param allows_other_count: whether the number of copies may change.
    :param may_be_away: whether brokers that do not live are waited for.
    """
    topic = view.topics.get(at.topic)
    assignment = ReplicaAssignment(()) if topic is None else topic.replica_assignment(at.partition)
    if topic is None or not assignment.replicas or at.topic in view.deletions:
        return KlogError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, "The partition does not exist.")
    kept = assignment.kept()
    if target is None:
        if not kept.is_moving:
            return KlogError(ErrorCode.NO_REASSIGNMENT_IN_PROGRESS)
        target = kept.origin
    else:
        fault = _fault(target) or ("" if may_be_away else _away(target, kept, brokers))
        if fault:
            return KlogError(ErrorCode.INVALID_REPLICA_ASSIGNMENT, fault)
        if not allows_other_count and len(target) != len(kept.origin):
            return KlogError(
                ErrorCode.INVALID_REPLICATION_FACTOR,
                f"{at.topic}-{at.partition} has {len(kept.origin)} replica(s), and would have {len(target)}",
            )
    wanted = assignment.moved_to(target)
    if wanted == assignment:
        return None
    newest = topic.newest(at.partition)
    if newest is None:
        return Begin(at, wanted, None)
    if newest.state is None:
        return KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, f"the state of {at.topic}-{at.partition} cannot be read")
    written_zxid = newest.mzxid
    state = begun(wanted, newest.state, lambda broker_id: brokers.standing(broker_id, at, written_zxid), controller_epoch)
    if state is None:
        sentence = f"the replicas of {at.topic}-{at.partition} that are in sync would all be dropped, and records with them"
        return KlogError(ErrorCode.INVALID_REPLICA_ASSIGNMENT, sentence)
    return Begin(at, wanted, SetState(at.topic, at.partition, state, newest.version))


def _fault(target: Sequence[int]) -> str:
    if not target:
        return "Empty replica list specified in partition reassignment."
    if len(set(target)) < len(target):
        return f"Duplicate replica ids in partition reassignment replica list: {_listed(target)}"
    if min(target) < 0:
        return f"Invalid broker id in replica list: {_listed(target)}"
    return f"{len(target)} replicas are too many" if len(target) > MOST_REPLICAS else ""


def _away(target: Sequence[int], kept: ReplicaAssignment, brokers: LiveBrokers) -> str:
    away = [each for each in target if each not in kept.origin and (each not in brokers.lives or each in brokers.leaving)]
    if not away:
        return ""
    return f"Replica assignment has brokers that are not alive: {_listed(away)}; those that are: {_listed(sorted(brokers.lives))}"


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


def begin_acts(view: ClusterView, begins: Iterable[Begin]) -> list[Act]:
    """What has to be written: of each topic the znode, and the states, next to each other, so that they come in one multi."""
    by_topic: dict[str, list[Begin]] = {}
    for begin in begins:
        by_topic.setdefault(begin.at.topic, []).append(begin)
    acts: list[Act] = []
    for name, some in sorted(by_topic.items()):
        acts.append(topic_act(view.topics[name], {begin.at.partition: begin.assignment for begin in some}))
        acts += [begin.state for begin in some if begin.state is not None]
    return acts


def topic_act(topic: Topic, assignments: Mapping[int, ReplicaAssignment]) -> SetTopicZnode:
    """A topic's znode with these of its partitions."""
    znode = topic.znode
    assert znode is not None
    replicas, adding, removing = dict(znode.assignment), dict(znode.adding_replicas), dict(znode.removing_replicas)
    for number, assignment in assignments.items():
        replicas[number] = assignment.replicas
        for marks, marked in ((adding, assignment.adding), (removing, assignment.removing)):
            marks.pop(number, None)
            if marked:
                marks[number] = marked
    written = dataclasses.replace(znode, assignment=replicas, adding_replicas=adding, removing_replicas=removing)
    return SetTopicZnode(topic.name, written, topic.version, topic.czxid)


def taken_out(view: ClusterView, partitions: Iterable[TopicPartition]) -> list[SetMovesAsked]:
    """Take these out of ``/admin/reassign_partitions``; nothing where none of them is in it."""
    asked = view.reassignment
    out = set(partitions)
    if asked is None or not asked.partitions or out.isdisjoint(asked.partitions):
        return []
    left = {at: target for at, target in asked.partitions.items() if at not in out}
    return [SetMovesAsked(left, asked.version)]


@dataclasses.dataclass
class ZnodeVerdict:
    """What is to be done about ``/admin/reassign_partitions``.

    :ivar begins: partitions that begin to move.
    :ivar over: those that are where they were to go, or cannot go there.
    :ivar warnings: about the latter.
    :ivar is_unfinished: whether there is more of it.
    """

    begins: list[Begin] = dataclasses.field(default_factory=list)
    over: list[TopicPartition] = dataclasses.field(default_factory=list)
    warnings: list[str] = dataclasses.field(default_factory=list)
    is_unfinished: bool = False


def judge_znode(view: ClusterView, brokers: LiveBrokers, controller_epoch: int, most: int) -> ZnodeVerdict:
    """Look at everything in it.

    :param most: partitions that begin, at one time.
    """
    verdict = ZnodeVerdict()
    asked = view.reassignment
    if asked is None or asked.partitions is None:
        return verdict
    for at, target in sorted(asked.partitions.items()):
        if len(verdict.begins) >= most:
            verdict.is_unfinished = True
            break
        found = judge(view, brokers, controller_epoch, at, target, may_be_away=True)
        if isinstance(found, KlogError):
            verdict.over.append(at)
            verdict.warnings.append(f"a move that {REASSIGN_PARTITIONS} asks for is not done, {at.topic}-{at.partition}: {found.message}")
        elif isinstance(found, Begin):
            if view.topics[at.topic].topic_id is not None:
                verdict.begins.append(found)
        elif not view.topics[at.topic].replica_assignment(at.partition).kept().is_moving:
            verdict.over.append(at)
    return verdict
