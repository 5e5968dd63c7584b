"""The requests of a transactional producer, and what their answers say of each partition. Pure; no Twisted here.

They keep to the first version of the protocol, which every broker since 0.11 speaks: partitions are announced before they are written to,
and ending a transaction does not raise the epoch. The newest versions that do so stand here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from klog.client.requests.group_offsets import NOBODY, GroupMember
from klog.model import Committed, TopicPartition
from klog.wire.messages.add_partitions_to_txn import AddPartitionsToTxnRequest, AddPartitionsToTxnResponse, AddPartitionsToTxnTopic
from klog.wire.messages.init_producer_id import InitProducerIdRequest
from klog.wire.messages.txn_offset_commit import (
    TxnOffsetCommitRequest,
    TxnOffsetCommitRequestPartition,
    TxnOffsetCommitRequestTopic,
    TxnOffsetCommitResponse,
)

#: From the next version on a leader adds partitions by itself, and EndTxn raises the epoch (KIP-890): the other protocol.
NEWEST_PRODUCE = 11
NEWEST_END = NEWEST_OFFSET_COMMIT = 4
#: From the next version on brokers speak it among themselves.
NEWEST_ADD_PARTITIONS = 3
#: The first that names what the producer had, so that its epoch is raised (KIP-360, Kafka 2.5).
RAISING_INIT = 3
#: The first that names the member (KIP-447, Kafka 2.5).
MEMBER_OFFSET_COMMIT = 3


def initialise_request(transactional_id: str, timeout_ms: int, had: tuple[int, int] | None) -> InitProducerIdRequest:
    """Begins an epoch.

    :param had: producer id and epoch that the producer goes on from; None for one that begins.
    """
    request = InitProducerIdRequest(transactional_id=transactional_id, transaction_timeout_ms=timeout_ms)
    if had is not None:
        request.producer_id, request.producer_epoch = had
    return request


def add_partitions_request(
    transactional_id: str, identity: tuple[int, int], partitions: Iterable[TopicPartition]
) -> AddPartitionsToTxnRequest:
    """Makes `partitions` part of the transaction."""
    topics: dict[str, AddPartitionsToTxnTopic] = {}
    for topic, partition in sorted(partitions):
        topics.setdefault(topic, AddPartitionsToTxnTopic(name=topic, partitions=[])).partitions.append(partition)
    return AddPartitionsToTxnRequest(
        v3_and_below_transactional_id=transactional_id,
        v3_and_below_producer_id=identity[0],
        v3_and_below_producer_epoch=identity[1],
        v3_and_below_topics=list(topics.values()),
    )


def added_codes(answer: AddPartitionsToTxnResponse) -> dict[TopicPartition, int]:
    """The error code of each partition."""
    return {
        TopicPartition(topic.name, one.partition_index): one.partition_error_code
        for topic in answer.results_by_topic_v3_and_below
        for one in topic.results_by_partition
    }


def offset_commit_request(
    transactional_id: str,
    group_id: str,
    identity: tuple[int, int],
    offsets: Mapping[TopicPartition, int | Committed],
    member: GroupMember = NOBODY,
) -> TxnOffsetCommitRequest:
    """Writes `offsets` down for the group when the transaction commits.

    :param member: who has read up to there; the group refuses one of an earlier generation.
    """
    topics: dict[str, TxnOffsetCommitRequestTopic] = {}
    for tp, given in offsets.items():
        entry = given if isinstance(given, Committed) else Committed(given)
        topics.setdefault(tp.topic, TxnOffsetCommitRequestTopic(name=tp.topic, partitions=[])).partitions.append(
            TxnOffsetCommitRequestPartition(
                partition_index=tp.partition,
                committed_offset=entry.offset,
                committed_leader_epoch=entry.leader_epoch,
                committed_metadata=entry.metadata,
            )
        )
    return TxnOffsetCommitRequest(
        transactional_id=transactional_id,
        group_id=group_id,
        producer_id=identity[0],
        producer_epoch=identity[1],
        generation_id=member.generation,
        member_id=member.member_id,
        group_instance_id=member.group_instance_id,
        topics=list(topics.values()),
    )


def offset_commit_codes(answer: TxnOffsetCommitResponse) -> dict[TopicPartition, int]:
    """The error code of each partition."""
    return {TopicPartition(topic.name, one.partition_index): one.error_code for topic in answer.topics for one in topic.partitions}
