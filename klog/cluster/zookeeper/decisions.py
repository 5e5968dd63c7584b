"""What the controller should do, given the cluster as it is. Pure: a view in, acts out, and nothing to do where all is as it should be.

`decide` is level-triggered: it asks what is wrong now, never what happened. Whatever was missed, done twice, or interrupted by a crash of
the controller is found and finished by asking again. `Changes` only says where to look, so that one partition among ten thousand is one
look-up; with ``everything`` set it looks everywhere.

A partition's state (one copy of each for now):

====================  =======================================  =====================================================
state                 brokers                                  act
====================  =======================================  =====================================================
none                  some replica is live                     made: first live replica leads, alone in sync, epoch 0
none                  no replica is live                       made: leader -1, epoch 0, all replicas in sync (all are empty)
leader L              L is registered as the state says        none
leader L              L is registered anew                     L leads again, epoch + 1
leader L              L is not registered                      leader -1, epoch + 1, in-sync replicas kept
leader -1             no in-sync replica is live               none
leader -1             some in-sync replica is live             first of them leads, epoch + 1
cannot be read        any                                      none
====================  =======================================  =====================================================

A topic's znode without a topic id gets the one that it had; where nobody has seen it with one and it has no states it is new and gets a
new one. One with states had an id once, or comes from a time before ids: brokers that find it in their ``partition.metadata`` write it back
themselves, and only when nobody did for long (`Wanted.patience_over`) is a new one made up.

With a broker in the cluster that is not one of klog's, nothing is done at all: the tree is another's then.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable

from klog.cluster.zookeeper.controller_acts import (
    Act,
    MakePartition,
    MakePartitionsNode,
    RemoveNode,
    RemovePartition,
    RemoveTopic,
    SetState,
    SetTopicZnode,
)
from klog.cluster.zookeeper.view import NOBODY, BrokerAt, Changes, ClusterView, StateAt, Topic
from klog.model import TopicId
from klog.zookeeper import znodes
from klog.zookeeper.znodes import CONFIG_CHANGE_KEPT_MS, PartitionState, Removal

REASSIGNMENT_REFUSED = (
    f"the reassignment asked for in {znodes.REASSIGN_PARTITIONS} is refused and removed: "
    "klog keeps one copy of each partition for now, and it stays on its broker"
)


@dataclasses.dataclass(frozen=True)
class Wanted:
    """What a decision needs besides the view.

    :param controller_epoch: ours, to be written into states.
    :param now_ms: wall clock.
    :param new_topic_id: makes one.
    :param patience_over: topics without id for so long that nobody will give it back any more.
    """

    controller_epoch: int
    now_ms: int
    new_topic_id: Callable[[], TopicId]
    patience_over: frozenset[str] = frozenset()


@dataclasses.dataclass
class Decision:
    """What to do, in this order, what to tell people, and which topics wait for brokers to give them their id back."""

    acts: list[Act] = dataclasses.field(default_factory=list)
    warnings: list[str] = dataclasses.field(default_factory=list)
    without_id: list[str] = dataclasses.field(default_factory=list)


def decide(view: ClusterView, changes: Changes, wanted: Wanted) -> Decision:
    """See the module. Deterministic: topics and partitions come in order."""
    decision = Decision()
    if view.foreign:
        return decision
    if changes.everything:
        deletions: Iterable[str] = view.deletions
        names: Iterable[str] = view.topics
        removals: Iterable[TopicId] = view.removals
        notifications: Iterable[str] = view.notifications
    else:
        deletions = changes.deletions | (view.deletions.keys() & (changes.topics | changes.partitions.keys()))
        names = changes.topics | changes.partitions.keys() | changes.deletions
        removals, notifications = changes.removals, changes.notifications
    for name in sorted(deletions):
        if name in view.deletions:
            _decide_deletion(view, name, wanted, decision)
    for name in sorted(names):
        topic = view.topics.get(name)
        if topic is None or topic.znode is None or name in view.deletions:
            continue
        is_whole = changes.everything or name in changes.topics or name in changes.deletions
        numbers = topic.assignment.keys() if is_whole else changes.partitions[name] & topic.assignment.keys()
        _decide_topic(view, topic, sorted(numbers), wanted, decision)
    for topic_id in sorted(removals):
        removal = view.removals.get(topic_id)
        if removal is not None and not removal.brokers:
            decision.acts.append(RemoveNode(Removal.path(topic_id), removal.version))
    for name in sorted(notifications):
        notification = view.notifications.get(name)
        if notification is not None and wanted.now_ms - notification.created_ms > CONFIG_CHANGE_KEPT_MS:
            decision.acts.append(RemoveNode(f"{znodes.CONFIG_CHANGES}/{name}"))
    if view.reassignment is not None:
        decision.acts.append(RemoveNode(znodes.REASSIGN_PARTITIONS, view.reassignment))
        decision.warnings.append(REASSIGNMENT_REFUSED)
    if view.preferred_election is not None:  # the only replica leads whenever it can: done
        decision.acts.append(RemoveNode(znodes.PREFERRED_ELECTION, view.preferred_election))
    return decision


def _decide_topic(view: ClusterView, topic: Topic, numbers: Iterable[int], wanted: Wanted, decision: Decision) -> None:
    assert topic.znode is not None
    if topic.topic_id is None:
        topic_id = topic.last_id
        if topic_id is None and (not topic.states or topic.name in wanted.patience_over):
            topic_id = wanted.new_topic_id()
        if topic_id is None:
            decision.without_id.append(topic.name)
        else:
            decision.acts.append(SetTopicZnode(topic.name, dataclasses.replace(topic.znode, topic_id=topic_id), topic.version, topic.czxid))
    made: list[MakePartition] = []
    several = 0
    for number in numbers:
        act = decide_partition(view, topic, number, wanted.controller_epoch)
        if isinstance(act, MakePartition):
            made.append(act)
            several += len(topic.assignment[number]) > 1
        elif act is not None:
            decision.acts.append(act)
    if made:
        if not topic.has_partitions_node:
            decision.acts.append(MakePartitionsNode(topic.name))
        decision.acts += made
    if several:
        decision.warnings.append(
            f"{several} partition(s) of topic {topic.name} are assigned to several brokers; "
            "klog keeps one copy of each partition for now, on the first of them that is live"
        )


def decide_partition(view: ClusterView, topic: Topic, number: int, controller_epoch: int) -> MakePartition | SetState | None:
    """The table of the module for one partition; `number` is one of the topic's assignment."""
    replicas = topic.assignment[number]
    at = topic.states.get(number)
    if at is None:
        broker = _first_live(view, replicas)
        if broker is None:
            state = PartitionState(NOBODY, 0, controller_epoch, replicas)
        else:
            state = PartitionState(broker.broker_id, 0, controller_epoch, (broker.broker_id,), leader_broker_epoch=broker.czxid)
        return MakePartition(topic.name, number, state, has_node=number in topic.nodes)
    if at.state is None:
        return None
    leader = at.state.leader
    if leader == NOBODY:
        in_sync = at.state.isr or replicas
        broker = _first_live(view, [each for each in replicas if each in in_sync] + [each for each in in_sync if each not in replicas])
        return None if broker is None else _led_by(broker, topic.name, number, at, controller_epoch)
    broker = view.live(leader)
    if broker is None:
        state = dataclasses.replace(at.state, leader=NOBODY, leader_epoch=at.state.leader_epoch + 1, leader_broker_epoch=-1)
        return SetState(topic.name, number, dataclasses.replace(state, controller_epoch=controller_epoch), at.version)
    if broker.czxid == at.state.leader_broker_epoch:
        return None
    return _led_by(broker, topic.name, number, at, controller_epoch)


def _led_by(broker: BrokerAt, topic: str, number: int, at: StateAt, controller_epoch: int) -> SetState:
    assert at.state is not None
    state = PartitionState(
        broker.broker_id, at.state.leader_epoch + 1, controller_epoch, (broker.broker_id,), leader_broker_epoch=broker.czxid
    )
    return SetState(topic, number, state, at.version)


def _first_live(view: ClusterView, broker_ids: Iterable[int]) -> BrokerAt | None:
    return next((broker for broker in map(view.live, broker_ids) if broker is not None), None)


def _decide_deletion(view: ClusterView, name: str, wanted: Wanted, decision: Decision) -> None:
    topic = view.topics.get(name)
    if topic is None:
        decision.acts.append(RemoveNode(znodes.DeleteTopic.path(name)))
        return
    topic_id = topic.topic_id or topic.last_id
    if topic_id is None and topic.znode is not None and topic.states and name not in wanted.patience_over:
        decision.without_id.append(name)  # without its id nobody would find its logs
        return
    if topic_id is None and topic.states:
        decision.warnings.append(f"topic {name} is deleted without a topic id: brokers that were away may keep logs of it")
    for number in sorted(topic.nodes | topic.states.keys()):
        decision.acts.append(RemovePartition(name, number, number in topic.states, number in topic.nodes))
    brokers = {broker_id for replicas in topic.assignment.values() for broker_id in replicas}
    for at in topic.states.values():
        if at.state is not None:
            brokers.update((at.state.leader, *at.state.isr))
    brokers.discard(NOBODY)
    tombstone = None if topic_id is None else view.removals.get(topic_id)
    if tombstone is not None:
        brokers |= tombstone.brokers
    decision.acts.append(
        RemoveTopic(
            name,
            topic.version,
            topic_id,
            tuple(sorted(brokers)),
            tombstone_version=None if tombstone is None else tombstone.version,
            has_partitions_node=topic.has_partitions_node,
        )
    )
