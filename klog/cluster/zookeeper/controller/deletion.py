"""Topics that are being deleted, by the answers of their brokers (Kafka's ``TopicDeletionManager``). Pure.

A topic whose deletion is asked for (``/admin/delete_topics/T``) is shown to nobody from then on, and each of its replicas is told to stop
and to delete its log. Only when *every* replica has answered that it did, the topic's znodes go. A replica whose broker is away, or whose
data directory is out of service, suspends the deletion; it goes on when the broker has come back. A replica that answered with an error is
asked again after a while.

Who asks once more for what is done already is answered that it is done, so a new controller simply begins again.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from klog.cluster.zookeeper.controller.live_brokers import LiveBrokers
from klog.cluster.zookeeper.view_types import NOBODY, Topic
from klog.errors import ErrorCode
from klog.model import TopicPartition

#: A partition's number and a broker.
Replica = tuple[int, int]


@dataclasses.dataclass
class TopicDeletion:
    """How far the deletion of one topic is.

    :ivar czxid: the topic's.
    :ivar version: of its znode when `left` was found.
    :ivar left: replicas that have not answered that they are gone.
    :ivar asked: those among them that were asked.
    :ivar failed: those that were asked and have answered with an error.
    """

    czxid: int
    version: int
    left: set[Replica]
    asked: set[Replica] = dataclasses.field(default_factory=set)
    failed: set[Replica] = dataclasses.field(default_factory=set)


class Deletions:
    """See the module.

    :ivar topics: those that are being deleted, by name.
    """

    def __init__(self) -> None:
        self.topics: dict[str, TopicDeletion] = {}

    def look(self, topic: Topic) -> TopicDeletion:
        """How far it is; begun, where nothing is known of it."""
        known = self.topics.get(topic.name)
        if known is None or known.czxid != topic.czxid:
            known = self.topics[topic.name] = TopicDeletion(topic.czxid, topic.version, set(replicas_of(topic)))
        elif known.version != topic.version:
            done = known.asked - known.left
            known.left = set(replicas_of(topic)) - done
            known.version = topic.version
        return known

    def forget(self, name: str) -> None:
        """The topic is gone, or its deletion is not asked for any more."""
        self.topics.pop(name, None)

    def asked(self, name: str, replicas: Iterable[Replica]) -> None:
        """These replicas are being asked to delete."""
        known = self.topics.get(name)
        if known is not None:
            known.asked.update(replicas)

    def answered(self, broker_id: int, at: TopicPartition, code: int) -> bool:
        """A replica has answered; whether it was asked for, and the topic has to be looked at."""
        known = self.topics.get(at.topic)
        replica = (at.partition, broker_id)
        if known is None or replica not in known.asked or replica not in known.left:
            return False
        if code == ErrorCode.NONE:
            known.left.discard(replica)
        else:
            known.failed.add(replica)
        return True

    def broker_went(self, broker_id: int) -> set[str]:
        """A broker is gone, or was registered anew: what it has not answered has to be asked again; of these topics."""
        found = set()
        for name, known in self.topics.items():
            lost = {replica for replica in known.left if replica[1] == broker_id}
            if lost:
                found.add(name)
                known.asked -= lost
                known.failed -= lost
        return found

    def retry(self) -> set[str]:
        """Let those be asked again that answered with an error; returns the topics of which there are some."""
        found = set()
        for name, known in self.topics.items():
            if known.failed:
                found.add(name)
                known.asked -= known.failed
                known.failed.clear()
        return found


def replicas_of(topic: Topic) -> set[Replica]:
    """All that may have a log of it: those that are assigned, and those that some state names."""
    found = {(number, broker_id) for number, replicas in topic.assignment.items() for broker_id in replicas}
    for number in topic.states:
        at = topic.newest(number)
        if at is not None and at.state is not None:
            found.update((number, broker_id) for broker_id in (at.state.leader, *at.state.isr) if broker_id != NOBODY)
    return found


def to_ask(topic: str, deletion: TopicDeletion, brokers: LiveBrokers, most: int) -> tuple[list[Replica], frozenset[int]]:
    """Replicas that can be asked now, and the brokers that the deletion waits for.

    :param most: not more at a time.
    """
    asks: list[Replica] = []
    waits: set[int] = set()
    for replica in sorted(deletion.left - deletion.asked):
        number, broker_id = replica
        if not brokers.is_reachable(broker_id, TopicPartition(topic, number)):
            waits.add(broker_id)
        elif len(asks) < most:
            asks.append(replica)
    return asks, frozenset(waits)
