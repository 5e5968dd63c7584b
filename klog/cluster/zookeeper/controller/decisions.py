"""What the controller should do, given the cluster as it is. Pure: a view in, acts out, and nothing to do where all is as it should be.

`decide` is level-triggered: it asks what is wrong now, never what happened. Whatever was missed, done twice, or interrupted by a crash of
the controller is found and finished by asking again. `Changes` only says where to look, so that one partition among ten thousand is one
look-up; with ``everything`` set it looks everywhere.

=================================  =====================================================================================================
what is found                      act
=================================  =====================================================================================================
a partition                        another state, or its first one, where `klog.cluster.zookeeper.controller.leader_election` says so
a topic without a topic id         the id that it had; where nobody has seen it with one and it has no states it is new and gets a new
                                   one. One with states had an id once, or comes from a time before ids: brokers that find it in their
                                   ``partition.metadata`` write it back themselves, and only when nobody did for long
                                   (`Wanted.patience_over`) is a new one made up
a topic that is to be deleted      its replicas are asked (`klog.cluster.zookeeper.controller.deletion`); when all are gone, its znodes go
a request for preferred leaders    those partitions are looked at with `Wanted.preferred`; then the request goes
a partition that moves             what comes next (`klog.cluster.zookeeper.controller.reassignment`)
a request to move replicas         begun, and what is over taken out of it (`klog.cluster.zookeeper.controller.reassignment_requests`)
old notifications, tombstones      removed
=================================  =====================================================================================================

With a broker in the cluster that is not one of klog's, nothing is done at all: the tree is another's then.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable

from klog.cluster.replica_assignment import ReplicaAssignment
from klog.cluster.zookeeper.controller.acts import (
    Act,
    MakePartition,
    MakePartitionsNode,
    RemoveNode,
    RemovePartition,
    RemoveTopic,
    SetState,
    SetTopicZnode,
)
from klog.cluster.zookeeper.controller.change_slices import slices
from klog.cluster.zookeeper.controller.deletion import Deletions, Replica, to_ask
from klog.cluster.zookeeper.controller.leader_election import Standing, first_state, next_state
from klog.cluster.zookeeper.controller.live_brokers import LiveBrokers
from klog.cluster.zookeeper.controller.reassignment import Step, next_step, removed_now, shown_assignment
from klog.cluster.zookeeper.controller.reassignment_requests import begin_acts, judge_znode, taken_out, topic_act
from klog.cluster.zookeeper.controller.replica_removals import ReplicaRemovals
from klog.cluster.zookeeper.view import Changes, ClusterView, MovesAsked, Topic
from klog.model import TopicId, TopicPartition
from klog.zookeeper import znodes
from klog.zookeeper.znodes import CONFIG_CHANGE_KEPT_MS, TombstoneZnode

REASSIGNMENT_UNREADABLE = f"what is asked for in {znodes.REASSIGN_PARTITIONS} cannot be read, and is removed"
#: Partitions that begin to move in one turn.
MOST_BEGINNING = 240
#: Nodes of partitions that are removed, and replicas that are asked to go, in one turn.
MOST_DELETED = 240
_NONE: frozenset[TopicPartition] = frozenset()


@dataclasses.dataclass(frozen=True)
class Wanted:
    """What a decision needs besides the view.

    :param controller_epoch: ours, to be written into states.
    :param now_ms: wall clock.
    :param new_topic_id: makes one.
    :param brokers: as they were taken in.
    :param deletions: how far deletions are.
    :param allows_unclean: whether a topic's replicas that are not in sync may lead where nobody else can.
    :param patience_over: topics without id for so long that nobody will give it back any more.
    :param preferred: partitions whose first replica is asked to lead.
    :param unclean: partitions of which any live replica is asked to lead where no in-sync one is left.
    :param removals: how far replicas are that leave their partition.
    :param is_told: whether brokers know a partition's replicas under its leader epoch (`Propagation.is_told`).
    """

    controller_epoch: int
    now_ms: int
    new_topic_id: Callable[[], TopicId]
    brokers: LiveBrokers
    deletions: Deletions
    allows_unclean: Callable[[str], bool] = lambda topic: False
    patience_over: frozenset[str] = frozenset()
    preferred: frozenset[TopicPartition] = _NONE
    unclean: frozenset[TopicPartition] = _NONE
    removals: ReplicaRemovals = dataclasses.field(default_factory=ReplicaRemovals)
    is_told: Callable[[Topic, int], bool] = lambda topic, number: True


@dataclasses.dataclass
class Decision:
    """What to do, in this order, and what to tell people.

    :ivar without_id: topics that wait for brokers to give them their id back.
    :ivar asks: replicas that are to be deleted, by topic.
    :ivar leaving: brokers that are to be asked, by partition, to delete their replica, with the leader epoch.
    :ivar begun: partitions of which a request's move begins.
    :ivar has_more_moves: whether more of the moves that are asked for can begin as soon as this is done.
    :ivar unfinished: topics whose deletion goes on as soon as this is done.
    :ivar made_nodes: topics that get their ``partitions`` node.
    """

    acts: list[Act] = dataclasses.field(default_factory=list)
    warnings: list[str] = dataclasses.field(default_factory=list)
    without_id: list[str] = dataclasses.field(default_factory=list)
    asks: dict[str, list[Replica]] = dataclasses.field(default_factory=dict)
    leaving: dict[TopicPartition, tuple[int, tuple[int, ...]]] = dataclasses.field(default_factory=dict)
    begun: list[TopicPartition] = dataclasses.field(default_factory=list)
    has_more_moves: bool = False
    unfinished: list[str] = dataclasses.field(default_factory=list)
    made_nodes: set[str] = dataclasses.field(default_factory=set)


def decide(view: ClusterView, changes: Changes, wanted: Wanted) -> Decision:
    """See the module. Deterministic: topics and partitions come in order."""
    decision = Decision()
    if not view.foreign:
        for part in slices(view, changes):
            decide_slice(view, part, wanted, decision)
    return decision


def decide_slice(view: ClusterView, part: Changes, wanted: Wanted, decision: Decision) -> None:
    """One slice of `decide`'s work (`klog.cluster.zookeeper.controller.change_slices`); appends to `decision`."""
    for name in sorted(part.deletions):
        if name in view.deletions:
            _decide_deletion(view, name, wanted, decision)
    for name, numbers in sorted(part.partitions.items()):
        topic = view.topics.get(name)
        if topic is None or topic.znode is None or name in view.deletions:
            continue
        if topic.topic_id is None and (name in part.topics or name in part.deletions):
            _decide_id(topic, wanted, decision)
        _decide_partitions(topic, sorted(numbers & topic.assignment.keys()), wanted, decision)
    for topic_id in sorted(part.tombstones):
        tombstone = view.tombstones.get(topic_id)
        if tombstone is not None and not tombstone.brokers:
            decision.acts.append(RemoveNode(TombstoneZnode.path(topic_id), tombstone.version))
    for name in sorted(part.notifications):
        notification = view.notifications.get(name)
        if notification is not None and wanted.now_ms - notification.created_ms > CONFIG_CHANGE_KEPT_MS:
            decision.acts.append(RemoveNode(f"{znodes.CONFIG_CHANGES}/{name}"))
    decision.acts += [RemoveNode(f"{znodes.ISR_CHANGES}/{name}") for name in sorted(part.isr_changes & view.isr_changes.keys())]
    decision.acts += [RemoveNode(f"{znodes.LOG_DIR_EVENTS}/{name}") for name in sorted(part.log_dir_events & view.log_dir_events.keys())]
    if part.reassignment and view.reassignment is not None:
        _decide_moves_asked(view, view.reassignment, wanted, decision)
    if part.preferred_election and view.preferred_election is not None:
        decision.acts.append(RemoveNode(znodes.PREFERRED_ELECTION, view.preferred_election.version))


def _decide_id(topic: Topic, wanted: Wanted, decision: Decision) -> None:
    assert topic.znode is not None
    topic_id = topic.last_id
    if topic_id is None and (not topic.states or topic.name in wanted.patience_over):
        topic_id = wanted.new_topic_id()
    if topic_id is None:
        decision.without_id.append(topic.name)
    else:
        decision.acts.append(SetTopicZnode(topic.name, dataclasses.replace(topic.znode, topic_id=topic_id), topic.version, topic.czxid))


def _decide_partitions(topic: Topic, numbers: Iterable[int], wanted: Wanted, decision: Decision) -> None:
    made: list[MakePartition] = []
    states: list[SetState] = []
    assignments: dict[int, ReplicaAssignment] = {}
    for number in numbers:
        act = decide_partition(topic, number, wanted)
        if isinstance(act, MakePartition):
            made.append(act)
        elif act is not None:
            states.append(act)
        elif topic.topic_id is not None:
            step = decide_move(topic, number, wanted)
            if step.state is not None:
                states.append(SetState(topic.name, number, step.state, topic.version_of(number)))
            if step.assignment is not None:
                assignments[number] = step.assignment
            if step.leaving:
                epoch = topic.leader_epoch(number) if step.state is None else step.state.leader_epoch
                decision.leaving[TopicPartition(topic.name, number)] = (epoch, step.leaving)
    if assignments:
        decision.acts.append(topic_act(topic, assignments))
    decision.acts += states
    if made:
        if not topic.has_partitions_node and topic.name not in decision.made_nodes:
            decision.made_nodes.add(topic.name)
            decision.acts.append(MakePartitionsNode(topic.name))
        decision.acts += made


def decide_partition(topic: Topic, number: int, wanted: Wanted) -> MakePartition | SetState | None:
    """What one partition needs; `number` is one of the topic's assignment."""
    assignment = topic.replica_assignment(number)
    partition = TopicPartition(topic.name, number)
    at = topic.newest(number)
    brokers = wanted.brokers

    def standing(broker_id: int) -> Standing:
        return brokers.standing(broker_id, partition, 0 if at is None else at.mzxid)

    if at is None:
        state = first_state(assignment.kept().replicas, standing, wanted.controller_epoch)
        return None if state is None else MakePartition(topic.name, number, state, has_node=number in topic.nodes)
    if at.state is None:
        return None
    shown = shown_assignment(assignment, at.state)
    state = next_state(
        shown.replicas,
        at.state,
        standing,
        wanted.controller_epoch,
        allows_unclean=partition in wanted.unclean or wanted.allows_unclean(topic.name),
        wants_preferred=partition in wanted.preferred,
        last_choice=lambda broker_id: partition in wanted.unclean and broker_id in brokers.lives and broker_id not in brokers.leaving,
        # Who is being added has little of it yet, or nothing.
        unclean_order=(*shown.origin, *shown.adding),
    )
    return None if state is None else SetState(topic.name, number, state, at.version)


def decide_move(topic: Topic, number: int, wanted: Wanted) -> Step:
    """What a partition needs next whose replicas come and go, or are others than brokers know; no election comes before."""
    assignment, at = topic.replica_assignment(number), topic.newest(number)
    partition = TopicPartition(topic.name, number)
    brokers, removals = wanted.brokers, wanted.removals
    if at is None or at.state is None:
        return Step()
    written_zxid = at.mzxid

    def is_gone(broker_id: int) -> bool:
        return removals.is_gone(partition, broker_id) or not brokers.is_reachable(broker_id, partition)

    removals.keep(partition, removed_now(assignment, at.state))
    step = next_step(
        assignment,
        at.state,
        lambda broker_id: brokers.standing(broker_id, partition, written_zxid),
        wanted.controller_epoch,
        is_told=wanted.is_told(topic, number),
        is_gone=is_gone,
    )
    unasked = tuple(broker_id for broker_id in step.leaving if not removals.is_asked(partition, broker_id))
    return dataclasses.replace(step, leaving=unasked)


def _decide_moves_asked(view: ClusterView, asked: MovesAsked, wanted: Wanted, decision: Decision) -> None:
    if asked.partitions is None or not asked.partitions:
        decision.acts.append(RemoveNode(znodes.REASSIGN_PARTITIONS, asked.version))
        if asked.partitions is None:
            decision.warnings.append(REASSIGNMENT_UNREADABLE)
        return
    verdict = judge_znode(view, wanted.brokers, wanted.controller_epoch, MOST_BEGINNING)
    decision.acts += begin_acts(view, verdict.begins)
    decision.acts += taken_out(view, verdict.over)
    decision.warnings += verdict.warnings
    decision.begun += [begin.at for begin in verdict.begins]
    decision.has_more_moves = verdict.is_unfinished


def _decide_deletion(view: ClusterView, name: str, wanted: Wanted, decision: Decision) -> None:
    topic = view.topics.get(name)
    if topic is None:
        decision.acts.append(RemoveNode(znodes.DeleteTopic.path(name)))
        return
    deletion = wanted.deletions.look(topic)
    if deletion.left:
        asks, waits = to_ask(name, deletion, wanted.brokers, MOST_DELETED)
        if asks:
            decision.asks[name] = asks
            if len(asks) == MOST_DELETED:
                decision.unfinished.append(name)
        if waits:
            away = ", ".join(map(str, sorted(waits)))
            decision.warnings.append(f"the deletion of topic {name} waits for replicas that are out of service, on broker(s) {away}")
        return
    numbers = sorted(topic.nodes | topic.states.keys())
    for number in numbers[:MOST_DELETED]:
        decision.acts.append(RemovePartition(name, number, number in topic.states, number in topic.nodes))
    if len(numbers) > MOST_DELETED:
        decision.unfinished.append(name)
    else:
        decision.acts.append(RemoveTopic(name, topic.version, has_partitions_node=topic.has_partitions_node))
