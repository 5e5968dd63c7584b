"""What a client believes of the cluster: where the brokers are, which topics there are, who leads each partition.

Beliefs come from Metadata answers, whole or for a few topics, and may come from brokers that are behind. Two rules keep them straight,
as in Kafka (KIP-320): a partition's leader epoch never goes back as long as the topic's id is the same, and an answer without brokers
says nothing. A topic that an answer calls unknown or leaderless keeps the partitions it had, beside the error: whoever was about to ask
its leader may still try, and the number of partitions that keys are spread over does not flicker.

Everything that is asked per record or per request is one or two look-ups in a dict, whatever the number of topics.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType

from klog.errors import ErrorCode, row_of
from klog.model import NO_TOPIC_ID, TopicPartition
from klog.wire.messages.metadata import MetadataResponse, MetadataResponsePartition, MetadataResponseTopic


@dataclasses.dataclass(frozen=True, slots=True)
class Node:
    """Where a broker is reached."""

    node_id: int
    host: str
    port: int
    rack: str | None = None

    @property
    def address(self) -> str:
        """``host:port``, IPv6 in brackets."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


@dataclasses.dataclass(frozen=True, slots=True)
class PartitionMetadata:
    """Who leads a partition and who holds it; `leader` is -1 where nobody leads, `leader_epoch` where the broker does not say."""

    partition: int
    leader: int
    leader_epoch: int
    replicas: tuple[int, ...]
    isr: tuple[int, ...]
    error: ErrorCode = ErrorCode.NONE
    offline: tuple[int, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class TopicMetadata:
    """One topic. `partitions` are in order; with an `error` they are what was last known, perhaps nothing."""

    name: str
    topic_id: bytes
    error: ErrorCode
    partitions: tuple[PartitionMetadata, ...]
    is_internal: bool = False

    def partition(self, number: int) -> PartitionMetadata | None:
        """One of them; None where there is no such partition."""
        partitions = self.partitions
        if 0 <= number < len(partitions):
            found = partitions[number]
            if found.partition == number:
                return found
        # Only where an answer leaves numbers out.
        return next((partition for partition in partitions if partition.partition == number), None)


class ClusterMetadata:
    """The beliefs. Nothing is asked here: `apply` what was answered.

    ::

        metadata = ClusterMetadata()
        metadata.apply(response, now_ms)
        metadata.leader(TopicPartition("orders", 0))    # a node id, or None
        metadata.node(1)                                # Node(node_id=1, host="kafka-1", port=9092, rack=None)
    """

    def __init__(self) -> None:
        self.cluster_id: str | None = None
        self.controller_id = -1
        #: When the last answer came; None before the first.
        self.updated_ms: int | None = None
        #: Rises with every change.
        self.version = 0
        self._nodes: dict[int, Node] = {}
        self._topics: dict[str, TopicMetadata] = {}
        self._names: dict[bytes, str] = {}

    @property
    def nodes(self) -> Mapping[int, Node]:
        """All known brokers by their id."""
        return MappingProxyType(self._nodes)

    @property
    def topics(self) -> Mapping[str, TopicMetadata]:
        """All known topics by name, those with errors included."""
        return MappingProxyType(self._topics)

    def node(self, node_id: int) -> Node | None:
        """Where broker `node_id` is; None where nobody said."""
        return self._nodes.get(node_id)

    def topic(self, name: str) -> TopicMetadata | None:
        """What is known of a topic; None where it was never answered."""
        return self._topics.get(name)

    def topic_name(self, topic_id: bytes) -> str | None:
        """The name that belongs to an id."""
        return self._names.get(topic_id)

    def partition(self, tp: TopicPartition) -> PartitionMetadata | None:
        """What is known of one partition."""
        topic = self._topics.get(tp[0])
        return None if topic is None else topic.partition(tp[1])

    def leader(self, tp: TopicPartition) -> int | None:
        """The node that leads `tp`; None where nobody does or nobody knows."""
        name, number = tp
        topic = self._topics.get(name)
        if topic is None:
            return None
        partitions = topic.partitions
        # Asked for each batch, three times: what `partition` does first is done here.
        partition = partitions[number] if 0 <= number < len(partitions) else None
        if partition is None or partition.partition != number:
            partition = topic.partition(number)
        if partition is None:
            return None
        leader = partition.leader
        return None if leader < 0 else leader

    def leader_epoch(self, tp: TopicPartition) -> int:
        """The epoch of the leader that `leader` names; -1 where unknown."""
        partition = self.partition(tp)
        return -1 if partition is None else partition.leader_epoch

    def learn(self, node: Node) -> None:
        """A broker's address from elsewhere (FindCoordinator)."""
        if node.node_id >= 0 and node.host and node.node_id not in self._nodes:
            self._nodes[node.node_id] = node
            self.version += 1

    def led_by(self, tp: TopicPartition, leader: int, leader_epoch: int, node: Node | None) -> bool:
        """Who leads a partition, as a broker said that does not (KIP-951); whether that is news.

        :param node: where the leader is; None where the broker did not say.
        """
        topic, known = self._topics.get(tp[0]), self.partition(tp)
        is_somewhere = leader >= 0 and (node is not None or leader in self._nodes)
        if topic is None or known is None or not is_somewhere or leader_epoch <= known.leader_epoch:
            return False
        if node is not None:
            self._nodes = {**self._nodes, leader: node}
        after = dataclasses.replace(known, leader=leader, leader_epoch=leader_epoch, error=ErrorCode.NONE)
        partitions = tuple(after if partition is known else partition for partition in topic.partitions)
        self._topics[tp[0]] = dataclasses.replace(topic, partitions=partitions)
        self.version += 1
        return True

    def forget_nodes(self) -> None:
        """Forget all brokers, so that the bootstrap servers are asked next."""
        self._nodes = {}
        self.controller_id = -1
        self.version += 1

    def forget(self, names: Iterable[str]) -> None:
        """Drop topics that nobody is interested in any more."""
        for name in names:
            topic = self._topics.pop(name, None)
            if topic is not None and self._names.get(topic.topic_id) == name:
                del self._names[topic.topic_id]

    def apply(self, response: MetadataResponse, now_ms: int, *, asked: Collection[str] | None = (), keep: Collection[str] = ()) -> bool:
        """Take an answer in; whether anything changed by it.

        :param asked: the topics that were asked for; None where it was for all, and those that are not answered are gone then
            (but for those in `keep`, which stand as unknown).
        :param now_ms: when it came.
        """
        if not response.brokers:
            # A broker that is just starting knows nobody yet; its answer says nothing about topics either.
            return False
        changed = self._take_nodes(response)
        seen = set()
        for answered in response.topics:
            if answered.name is None:
                continue
            seen.add(answered.name)
            if self._take_topic(answered.name, answered):
                changed = True
        if asked is None:
            gone = self._topics.keys() - seen
            self.forget(gone)
            unanswered: Iterable[str] = [name for name in keep if name not in seen]
            changed = changed or bool(gone)
        else:
            unanswered = [name for name in asked if name not in seen]
        for name in unanswered:
            if self._take_topic(name, _UNKNOWN):
                changed = True
        self.updated_ms = now_ms
        if changed:
            self.version += 1
        return changed

    def _take_nodes(self, response: MetadataResponse) -> bool:
        nodes = {broker.node_id: Node(broker.node_id, broker.host, broker.port, broker.rack) for broker in response.brokers}
        cluster_id = response.cluster_id if response.cluster_id is not None else self.cluster_id
        before = (self._nodes, self.controller_id, self.cluster_id)
        self._nodes, self.controller_id, self.cluster_id = nodes, response.controller_id, cluster_id
        return before != (nodes, response.controller_id, cluster_id)

    def _take_topic(self, name: str, answered: MetadataResponseTopic) -> bool:
        before = self._topics.get(name)
        error = row_of(answered.error_code).code
        topic_id = bytes(answered.topic_id)
        if error is not ErrorCode.NONE and not answered.partitions and before is not None:
            after = dataclasses.replace(before, error=error)
        else:
            if topic_id == NO_TOPIC_ID and error is not ErrorCode.NONE and before is not None:
                topic_id = before.topic_id
            same = before if before is not None and (before.topic_id == topic_id or NO_TOPIC_ID in (before.topic_id, topic_id)) else None
            partitions = tuple(
                sorted((_partition(same, answer) for answer in answered.partitions), key=lambda partition: partition.partition)
            )
            after = TopicMetadata(name, topic_id, error, partitions, answered.is_internal)
        if after == before:
            return False
        if before is not None and before.topic_id != after.topic_id and self._names.get(before.topic_id) == name:
            del self._names[before.topic_id]
        if after.topic_id != NO_TOPIC_ID:
            self._names[after.topic_id] = name
        self._topics[name] = after
        return True


_UNKNOWN = MetadataResponseTopic(error_code=ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)


def _partition(same: TopicMetadata | None, answer: MetadataResponsePartition) -> PartitionMetadata:
    """What to believe of a partition; an answer with an older epoch than the one known is from a broker that is behind."""
    if same is not None:
        known = same.partition(answer.partition_index)
        if known is not None and -1 < answer.leader_epoch < known.leader_epoch:
            return known
    return PartitionMetadata(
        answer.partition_index,
        answer.leader_id,
        answer.leader_epoch,
        tuple(answer.replica_nodes),
        tuple(answer.isr_nodes),
        row_of(answer.error_code).code,
        tuple(answer.offline_replicas),
    )
