"""Elections that somebody asks for (ElectLeaders, KIP-460), and those by which leaders come back to their preferred replicas. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from klog.cluster.zookeeper.controller.leader_election import Standing
from klog.cluster.zookeeper.controller.live_brokers import LiveBrokers
from klog.cluster.zookeeper.view import ClusterView
from klog.cluster.zookeeper.view_types import NOBODY
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition

#: Kinds of elections in ElectLeaders.
PREFERRED, UNCLEAN = 0, 1


def all_partitions(view: ClusterView) -> list[TopicPartition]:
    """Of all topics that are not to be deleted, those that have a state."""
    return [
        TopicPartition(name, number)
        for name, topic in sorted(view.topics.items())
        if name not in view.deletions
        for number in sorted(topic.assignment)
        if topic.newest(number) is not None
    ]


def refusal(view: ClusterView, brokers: LiveBrokers, at: TopicPartition, election_type: int) -> KlogError | None:
    """Why a partition's election is not tried; None where it is.

    :param election_type: `PREFERRED` or `UNCLEAN`.
    """
    topic = view.topics.get(at.topic)
    newest = None if topic is None else topic.newest(at.partition)
    replicas = () if topic is None else topic.assignment.get(at.partition, ())
    if newest is None or newest.state is None or not replicas:
        return KlogError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, "The partition does not exist.")
    if at.topic in view.deletions:
        return KlogError(ErrorCode.INVALID_TOPIC_EXCEPTION, "The topic is being deleted")
    leader = newest.state.leader
    is_needed = leader != replicas[0] if election_type == PREFERRED else leader == NOBODY or leader not in brokers.lives
    return None if is_needed else KlogError(ErrorCode.ELECTION_NOT_NEEDED)


def outcome(view: ClusterView, at: TopicPartition, election_type: int) -> KlogError | None:
    """What became of an election that was tried; None where it succeeded."""
    topic = view.topics.get(at.topic)
    newest = None if topic is None else topic.newest(at.partition)
    if topic is None or newest is None or newest.state is None:
        return KlogError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, "The partition does not exist.")
    leader = newest.state.leader
    if election_type == PREFERRED:
        if leader == topic.assignment[at.partition][0]:
            return None
        sentence = f"Failed to elect leader for partition {at.topic}-{at.partition}: its first replica is not live, or not in sync."
        return KlogError(ErrorCode.PREFERRED_LEADER_NOT_AVAILABLE, sentence)
    if leader != NOBODY:
        return None
    sentence = f"Failed to elect leader for partition {at.topic}-{at.partition}: none of its replicas is live."
    return KlogError(ErrorCode.ELIGIBLE_LEADERS_NOT_AVAILABLE, sentence)


def imbalanced(view: ClusterView, brokers: LiveBrokers, percentage: int) -> list[TopicPartition]:
    """Partitions that their first replica should lead again (``KafkaController.checkAndTriggerAutoLeaderRebalance``): of each broker that
    does not lead more than `percentage` per cent of those whose first replica it is, those that it can lead."""
    count: dict[int, int] = {}
    elsewhere: dict[int, list[TopicPartition]] = {}
    for at in all_partitions(view):
        topic = view.topics[at.topic]
        newest = topic.newest(at.partition)
        replicas = topic.assignment[at.partition]
        if newest is None or newest.state is None or not replicas:
            continue
        first = replicas[0]
        count[first] = count.get(first, 0) + 1
        if newest.state.leader != first:
            elsewhere.setdefault(first, []).append(at)
    return [
        at
        for first, missed in sorted(elsewhere.items())
        if 100 * len(missed) > percentage * count[first]
        for at in _able(view, brokers, missed)
    ]


def _able(view: ClusterView, brokers: LiveBrokers, partitions: Iterable[TopicPartition]) -> list[TopicPartition]:
    found = []
    for at in partitions:
        topic = view.topics[at.topic]
        newest = topic.newest(at.partition)
        first = topic.assignment[at.partition][0]
        if newest is None or newest.state is None or first not in newest.state.isr:
            continue
        if brokers.standing(first, at, newest.mzxid) is Standing.FINE:
            found.append(at)
    return found


def by_topic(partitions: Iterable[TopicPartition]) -> Mapping[str, set[int]]:
    """Numbers by topic."""
    found: dict[str, set[int]] = {}
    for at in partitions:
        found.setdefault(at.topic, set()).add(at.partition)
    return found
