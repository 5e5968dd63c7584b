"""The requests of a transactional producer, and what their answers say of each partition. Pure; no Twisted here.

There are two versions of the protocol. By the first, which every broker since 0.11 speaks, partitions and groups are announced before they
are written to, and ending a transaction does not raise the epoch. By the second (KIP-890, Kafka 4.0) leaders announce by themselves, and
every end raises the epoch, so that nothing that comes late can become part of the next transaction. Which one is meant, the versions of
Produce, TxnOffsetCommit and EndTxn say: up to the `NEWEST_…` of here, or above.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping

from klog.client.requests.group_offsets import NOBODY, GroupMember
from klog.model import Committed, TopicPartition
from klog.net.api_ranges import ApiRanges
from klog.wire.messages.add_partitions_to_txn import AddPartitionsToTxnRequest, AddPartitionsToTxnResponse, AddPartitionsToTxnTopic
from klog.wire.messages.end_txn import EndTxnRequest
from klog.wire.messages.init_producer_id import InitProducerIdRequest
from klog.wire.messages.txn_offset_commit import (
    TxnOffsetCommitRequest,
    TxnOffsetCommitRequestPartition,
    TxnOffsetCommitRequestTopic,
    TxnOffsetCommitResponse,
)

#: The newest of the first version of the protocol.
NEWEST_PRODUCE = 11
NEWEST_END = NEWEST_OFFSET_COMMIT = 4
#: From the next version on brokers speak it among themselves.
NEWEST_ADD_PARTITIONS = 3
#: The first that names what the producer had, so that its epoch is raised (KIP-360, Kafka 2.5).
RAISING_INIT = 3
#: The first that names the member (KIP-447, Kafka 2.5).
MEMBER_OFFSET_COMMIT = 3

#: The feature that says by which version of the protocol the cluster's transactions go.
_FEATURE = "transaction.version"


class TransactionProtocol(enum.IntEnum):
    """A version of the protocol, by the level of ``transaction.version`` that it takes."""

    FIRST = 0
    SECOND = 2


def protocol_of(ranges: ApiRanges) -> TransactionProtocol:
    """What a coordinator and its cluster speak."""
    wanted = ((EndTxnRequest, NEWEST_END), (TxnOffsetCommitRequest, NEWEST_OFFSET_COMMIT))
    if ranges.features.get(_FEATURE, 0) >= TransactionProtocol.SECOND and all(
        ranges.has(request) and ranges.choose(request) > newest for request, newest in wanted
    ):
        return TransactionProtocol.SECOND
    return TransactionProtocol.FIRST


def limits(protocol: TransactionProtocol, newest_of_first: int) -> tuple[int | None, int]:
    """The highest version of a request (None: any) and the lowest that mean `protocol`, for `ApiRanges.choose`."""
    return (newest_of_first, 0) if protocol is TransactionProtocol.FIRST else (None, newest_of_first + 1)


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
