"""The requests that a controller sends: UpdateMetadata, LeaderAndIsr, StopReplica, made of what is known when they are sent. Pure.

Their versions are those that the cluster's protocol version says, without asking the broker (`klog.replication`); the forms of versions
before 5, 7 and 3 are not made.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from klog.cluster.zookeeper.controller.last_sent import BEING_DELETED, LastSent, SentPartition
from klog.cluster.zookeeper.controller.live_brokers import LiveBrokers
from klog.cluster.zookeeper.controller.pending_updates import Kind, Piece
from klog.cluster.zookeeper.view_types import BrokerAt
from klog.model import NO_TOPIC_ID, TopicPartition
from klog.wire.messages.leader_and_isr import (
    LeaderAndIsrLiveLeader,
    LeaderAndIsrPartitionState,
    LeaderAndIsrRequest,
    LeaderAndIsrTopicState,
)
from klog.wire.messages.stop_replica import StopReplicaPartitionState, StopReplicaRequest, StopReplicaTopicState
from klog.wire.messages.update_metadata import (
    UpdateMetadataBroker,
    UpdateMetadataEndpoint,
    UpdateMetadataPartitionState,
    UpdateMetadataRequest,
    UpdateMetadataTopicState,
)
from klog.wire.schema import Message

#: Numbers of security protocols in UpdateMetadata (``SecurityProtocol``).
_PROTOCOLS = {"PLAINTEXT": 0, "SSL": 1, "SASL_PLAINTEXT": 2, "SASL_SSL": 3}


class ControlVersions(Protocol):
    """Which version of each request is sent."""

    @property
    def leader_and_isr(self) -> int:
        """5 or more."""

    @property
    def update_metadata(self) -> int:
        """7 or more."""

    @property
    def stop_replica(self) -> int:
        """3 or more."""


def endpoint_of(broker: BrokerAt, listener: str | None) -> tuple[str, int] | None:
    """Host and port under which brokers reach a broker; None where it has no such listener.

    :param listener: its name (``inter.broker.listener.name``); None: the first one with PLAINTEXT.
    """
    if broker.registration is None:
        return None
    for endpoint in broker.registration.endpoints:
        if endpoint.listener == listener or (listener is None and endpoint.security_protocol == "PLAINTEXT"):
            return endpoint.host, endpoint.port
    return None


class BrokerRequests:
    """Makes them.

    :param controller_id: us.
    :param controller_epoch: of our term.
    :param listener: see `endpoint_of`.
    """

    def __init__(
        self,
        controller_id: int,
        controller_epoch: int,
        versions: ControlVersions,
        listener: str | None,
        brokers: LiveBrokers,
        last_sent: LastSent,
    ) -> None:
        self._controller_id = controller_id
        self._controller_epoch = controller_epoch
        self._versions = versions
        self._listener = listener
        self._brokers = brokers
        self._last_sent = last_sent
        #: Those that live, and of which generation that is.
        self._live: list[UpdateMetadataBroker] = []
        self._generation = -1

    def make(self, piece: Piece, broker_epoch: int) -> tuple[Message, int]:
        """A request and its version.

        :param broker_epoch: of whom it is for.
        """
        match piece.kind:
            case Kind.METADATA:
                return self._update_metadata(piece, broker_epoch), self._versions.update_metadata
            case Kind.LEADERSHIP:
                return self._leader_and_isr(piece, broker_epoch), self._versions.leader_and_isr
            case Kind.STOP | Kind.DELETE:
                return self._stop_replica(piece, broker_epoch), self._versions.stop_replica

    # -- UpdateMetadata

    def _update_metadata(self, piece: Piece, broker_epoch: int) -> UpdateMetadataRequest:
        topics: dict[str, UpdateMetadataTopicState] = {}
        partitions = piece.deleted.items() if piece.deleted else ((at, self._last_sent.get(at)) for at in piece.partitions)
        for at, was in partitions:
            if was is None:
                continue
            topic = topics.get(at.topic)
            if topic is None:
                topic = topics[at.topic] = UpdateMetadataTopicState(topic_name=at.topic, topic_id=bytes(was.topic_id))
            topic.partition_states.append(
                UpdateMetadataPartitionState(
                    partition_index=at.partition,
                    controller_epoch=was.controller_epoch,
                    leader=was.leader,
                    leader_epoch=was.leader_epoch,
                    isr=list(was.in_sync),
                    zk_version=was.partition_epoch,
                    replicas=list(was.replicas),
                    offline_replicas=list(was.offline),
                )
            )
        return UpdateMetadataRequest(
            controller_id=self._controller_id,
            controller_epoch=self._controller_epoch,
            broker_epoch=broker_epoch,
            topic_states=list(topics.values()),
            live_brokers=self._live_brokers(),
        )

    def _live_brokers(self) -> list[UpdateMetadataBroker]:
        if self._generation != self._brokers.generation:
            self._generation = self._brokers.generation
            self._live = [_broker(self._brokers.lives[broker_id].at) for broker_id in sorted(self._brokers.lives)]
        return self._live

    # -- LeaderAndIsr

    def _leader_and_isr(self, piece: Piece, broker_epoch: int) -> LeaderAndIsrRequest:
        topics: dict[str, LeaderAndIsrTopicState] = {}
        leaders: dict[int, None] = {}
        for at, is_new in piece.partitions.items():
            now = self._last_sent.get(at)
            if now is None or now.leader == BEING_DELETED:
                continue
            leaders[now.leader] = None
            topic = topics.get(at.topic)
            if topic is None:
                topic = topics[at.topic] = LeaderAndIsrTopicState(topic_name=at.topic, topic_id=bytes(now.topic_id))
            topic.partition_states.append(_leader_and_isr_state(at, now, bool(is_new), self._versions.leader_and_isr))
        return LeaderAndIsrRequest(
            controller_id=self._controller_id,
            controller_epoch=self._controller_epoch,
            broker_epoch=broker_epoch,
            topic_states=list(topics.values()),
            live_leaders=self._live_leaders(leaders),
        )

    def _live_leaders(self, leaders: Iterable[int]) -> list[LeaderAndIsrLiveLeader]:
        found = []
        for broker_id in leaders:
            life = self._brokers.lives.get(broker_id)
            address = None if life is None else endpoint_of(life.at, self._listener)
            if address is not None:
                found.append(LeaderAndIsrLiveLeader(broker_id=broker_id, host_name=address[0], port=address[1]))
        return found

    # -- StopReplica

    def _stop_replica(self, piece: Piece, broker_epoch: int) -> StopReplicaRequest:
        topics: dict[str, StopReplicaTopicState] = {}
        is_deletion = piece.kind is Kind.DELETE
        for at, leader_epoch in piece.partitions.items():
            topic = topics.get(at.topic)
            if topic is None:
                topic = topics[at.topic] = StopReplicaTopicState(topic_name=at.topic)
            topic.partition_states.append(
                StopReplicaPartitionState(
                    partition_index=at.partition,
                    leader_epoch=leader_epoch,
                    delete_partition=is_deletion,
                )
            )
        return StopReplicaRequest(
            controller_id=self._controller_id,
            controller_epoch=self._controller_epoch,
            broker_epoch=broker_epoch,
            topic_states=list(topics.values()),
        )


def topics_by_id(request: LeaderAndIsrRequest) -> dict[bytes, str]:
    """Names of the topics in a request by their ids, by which it is answered."""
    return {topic.topic_id: topic.topic_name for topic in request.topic_states if topic.topic_id != bytes(NO_TOPIC_ID)}


def _leader_and_isr_state(at: TopicPartition, now: SentPartition, is_new: bool, version: int) -> LeaderAndIsrPartitionState:
    return LeaderAndIsrPartitionState(
        partition_index=at.partition,
        controller_epoch=now.controller_epoch,
        leader=now.leader,
        leader_epoch=now.leader_epoch,
        isr=list(now.in_sync),
        partition_epoch=now.partition_epoch,
        replicas=list(now.replicas),
        adding_replicas=list(now.adding),
        removing_replicas=list(now.removing),
        is_new=is_new,
        leader_recovery_state=now.recovery if version >= 6 else 0,
    )


def _broker(at: BrokerAt) -> UpdateMetadataBroker:
    endpoints = () if at.registration is None else at.registration.endpoints
    return UpdateMetadataBroker(
        id=at.broker_id,
        endpoints=[
            UpdateMetadataEndpoint(
                port=each.port, host=each.host, listener=each.listener, security_protocol=_PROTOCOLS.get(each.security_protocol, 0)
            )
            for each in endpoints
        ],
        rack=None if at.registration is None else at.registration.rack,
    )
