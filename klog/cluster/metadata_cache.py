"""What a broker knows of its cluster from the controller's UpdateMetadata requests, as Kafka's ``ZkMetadataCache`` does. Pure.

A request names **all live brokers** and the controller, each time; they replace what was known. Of **partitions** it names those that have
changed, and whoever is new is told of all of them once:

======================  ============================================================================================================
leader                  what follows
======================  ============================================================================================================
a broker's id           it leads
-1                      nobody does
-2                      the partition is being deleted: it is known no more, and the topic neither when it was the last one
======================  ============================================================================================================

What was not told of is unknown: a topic may be known here with gaps among its partitions. Topic ids come with version 7; a topic of another
id is another topic, and nothing that was known under its name holds for it. That a topic is being deleted is remembered, also where nothing
was known of it: `is_deleted` is the controller's word, in contrast to a topic that is merely not known.

What a request may do at all (controller epoch, broker epoch) is decided before (`klog.replication.control`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence

from klog.cluster.interfaces import BrokerInfo, Endpoint, PartitionInfo
from klog.model import NO_TOPIC_ID, TopicId
from klog.wire.messages.update_metadata import UpdateMetadataBroker, UpdateMetadataPartitionState, UpdateMetadataRequest

#: No leader, no controller.
NOBODY = -1
#: In the place of a leader: the partition is being deleted (``LeaderAndIsr.LeaderDuringDelete``).
DURING_DELETE = -2
#: Names of ``SecurityProtocol`` by their numbers: they are the listeners' names where a request does not tell these.
_PROTOCOLS = ("PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL")


@dataclasses.dataclass
class CacheChanges:
    """What is other than before.

    :ivar brokers: whether another broker lives, or one lives elsewhere.
    :ivar controller: whether another one is the controller.
    :ivar topics: names that came or went, whose id is another, or which have other partitions.
    :ivar partitions: numbers by topic, of those that were known and still are.
    """

    brokers: bool = False
    controller: bool = False
    topics: set[str] = dataclasses.field(default_factory=set)
    partitions: dict[str, set[int]] = dataclasses.field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.brokers or self.controller or self.topics or self.partitions)


class KnownTopic:
    """A topic as far as it was told of.

    :ivar topic_id: `NO_TOPIC_ID` where the controller does not tell ids.
    :ivar partitions: by number, perhaps with gaps.
    """

    __slots__ = ("partitions", "topic_id")

    def __init__(self, topic_id: TopicId) -> None:
        self.topic_id = topic_id
        self.partitions: dict[int, PartitionInfo] = {}


class MetadataCache:
    """See the module. Everything public is for reading.

    :ivar has_heard: whether any request was applied.
    :ivar brokers: live brokers, by id.
    :ivar controller_id: -1 while nobody told who it is.
    """

    def __init__(self) -> None:
        self.has_heard = False
        self.brokers: tuple[BrokerInfo, ...] = ()
        self.controller_id = NOBODY
        self._topics: dict[str, KnownTopic] = {}
        #: Ids by name of topics that were told to be deleted and were not made again.
        self._deleted: dict[str, TopicId] = {}

    @property
    def topics(self) -> Mapping[str, KnownTopic]:
        """What was told of, by name."""
        return self._topics

    def broker(self, broker_id: int) -> BrokerInfo | None:
        """A live broker."""
        return next((broker for broker in self.brokers if broker.broker_id == broker_id), None)

    def is_deleted(self, name: str, topic_id: TopicId) -> bool:
        """Whether the controller told that this topic is being deleted, and of no other one of its name since."""
        deleted = self._deleted.get(name)
        return deleted is not None and deleted in (topic_id, NO_TOPIC_ID)

    def forget_deleted(self, name: str) -> None:
        """Forget that a topic of this name was deleted: nobody will ask any more."""
        self._deleted.pop(name, None)

    def apply(self, request: UpdateMetadataRequest, version: int) -> CacheChanges:
        """Take in a request.

        :param version: its version.
        """
        changes = CacheChanges()
        self.has_heard = True
        brokers = tuple(sorted((_broker(each, version) for each in request.live_brokers), key=lambda each: each.broker_id))
        if brokers != self.brokers:
            self.brokers, changes.brokers = brokers, True
        controller_id = max(request.controller_id, NOBODY)
        if controller_id != self.controller_id:
            self.controller_id, changes.controller = controller_id, True
        #: Most partitions of a request are like others of it, and then they are the same object.
        alike: dict[tuple[object, ...], PartitionInfo] = {}
        for name, topic_id, states in _topics(request, version):
            self._apply(name, topic_id, states, changes, alike)
        return changes

    def _apply(
        self,
        name: str,
        topic_id: TopicId,
        states: Iterable[UpdateMetadataPartitionState],
        changes: CacheChanges,
        alike: dict[tuple[object, ...], PartitionInfo],
    ) -> None:
        topic = self._topics.get(name)
        is_another = topic is not None and topic_id != topic.topic_id and NO_TOPIC_ID not in (topic_id, topic.topic_id)
        for state in states:
            number = state.partition_index
            if state.leader == DURING_DELETE:
                if not is_another and self._delete(name, topic_id, topic, number):
                    changes.topics.add(name)
                continue
            if topic is None or is_another:
                topic, is_another = KnownTopic(topic_id), False
                self._topics[name] = topic
                changes.topics.add(name)
            elif topic.topic_id != topic_id:
                topic.topic_id = topic_id
                changes.topics.add(name)
            self._deleted.pop(name, None)
            info = _partition(state, alike)
            before = topic.partitions.get(number)
            if before is None:
                topic.partitions[number] = info
                changes.topics.add(name)
            elif before != info:
                topic.partitions[number] = info
                changes.partitions.setdefault(name, set()).add(number)
        if topic is not None and not topic.partitions:
            del self._topics[name]

    def _delete(self, name: str, topic_id: TopicId, topic: KnownTopic | None, number: int) -> bool:
        """A partition is being deleted. Whether anything is other than before."""
        was_deleted = name in self._deleted
        was_known = topic is not None and topic.partitions.pop(number, None) is not None
        if topic is None or not topic.partitions:
            self._deleted[name] = topic_id
        return was_known or was_deleted != (name in self._deleted)

    def forget(self, name: str, topic_id: TopicId) -> bool:
        """The topic of this name and id is gone, whether or not the controller has told so. Whether it was known."""
        topic = self._topics.get(name)
        if topic is None or topic.topic_id != topic_id:
            return False
        del self._topics[name]
        return True

    def without_leader(self, broker_id: int) -> dict[str, set[int]]:
        """A broker leads nothing until we are told again. Numbers of what it led, by topic."""
        led: dict[str, set[int]] = {}
        for name, topic in self._topics.items():
            numbers = {number for number, info in topic.partitions.items() if info.leader == broker_id}
            for number in numbers:
                topic.partitions[number] = dataclasses.replace(topic.partitions[number], leader=NOBODY)
            if numbers:
                led[name] = numbers
        return led


def _topics(request: UpdateMetadataRequest, version: int) -> Iterator[tuple[str, TopicId, Sequence[UpdateMetadataPartitionState]]]:
    """Names, ids and partitions; before version 5 partitions come one by one, and before 7 without ids."""
    if version >= 5:
        for topic in request.topic_states:
            yield topic.topic_name, TopicId(bytes(topic.topic_id)), topic.partition_states
        return
    by_name: dict[str, list[UpdateMetadataPartitionState]] = {}
    for state in request.ungrouped_partition_states:
        by_name.setdefault(state.topic_name, []).append(state)
    for name, states in by_name.items():
        yield name, NO_TOPIC_ID, states


def _partition(state: UpdateMetadataPartitionState, alike: dict[tuple[object, ...], PartitionInfo]) -> PartitionInfo:
    in_sync, replicas, offline = tuple(state.isr), tuple(state.replicas), tuple(state.offline_replicas)
    key = (state.leader, state.leader_epoch, replicas, in_sync, state.zk_version, offline)
    info = alike.get(key)
    if info is None:
        info = alike[key] = PartitionInfo(max(state.leader, NOBODY), state.leader_epoch, replicas, in_sync, state.zk_version, offline)
    return info


def _broker(told: UpdateMetadataBroker, version: int) -> BrokerInfo:
    if version == 0:
        return BrokerInfo(told.id, (Endpoint(_PROTOCOLS[0], told.v0_host, told.v0_port),))
    endpoints = tuple(Endpoint(each.listener or _protocol(each.security_protocol), each.host, each.port) for each in told.endpoints)
    return BrokerInfo(told.id, endpoints, told.rack)


def _protocol(number: int) -> str:
    return _PROTOCOLS[number] if 0 <= number < len(_PROTOCOLS) else ""
