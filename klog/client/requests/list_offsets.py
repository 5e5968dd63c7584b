"""ListOffsets: the request for partitions of one leader, and what its answer says. Pure; no Twisted here.

Old brokers take what they do not know for something else: before version 2 there is no isolation, and a special time that is newer than the
version is a date before 1970. So `least_version` belongs to each request.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from klog.client.isolation import IsolationLevel
from klog.errors import KlogError
from klog.model import (
    EARLIEST_LOCAL_TIMESTAMP,
    EARLIEST_PENDING_UPLOAD_TIMESTAMP,
    LATEST_TIERED_TIMESTAMP,
    MAX_TIMESTAMP,
    OffsetAt,
    TopicPartition,
)
from klog.wire.messages.list_offsets import ListOffsetsPartition, ListOffsetsRequest, ListOffsetsResponse, ListOffsetsTopic

#: The version that first knows a special time; the others are known from 1 on, which is the first that answers with one offset.
_SINCE = {MAX_TIMESTAMP: 7, EARLIEST_LOCAL_TIMESTAMP: 8, LATEST_TIERED_TIMESTAMP: 9, EARLIEST_PENDING_UPLOAD_TIMESTAMP: 11}
_ONE_OFFSET = 1
_ISOLATION = 2


def least_version(timestamps: Iterable[int], isolation: IsolationLevel = IsolationLevel.READ_UNCOMMITTED) -> int:
    """The oldest version that answers what is meant."""
    return max((_ISOLATION if isolation else _ONE_OFFSET, *(_SINCE.get(timestamp, _ONE_OFFSET) for timestamp in timestamps)))


def list_offsets_request(
    at: Mapping[TopicPartition, int],
    isolation: IsolationLevel = IsolationLevel.READ_UNCOMMITTED,
    *,
    timeout_ms: int,
    leader_epoch: Callable[[TopicPartition], int] = lambda tp: -1,
    replica_id: int = -1,
) -> ListOffsetsRequest:
    """For each partition the first record at or after a time (ms), or what a special time of `klog.model` means.

    :param timeout_ms: how long the broker may look.
    :param replica_id: -1 is a consumer.
    :param leader_epoch: of a partition, as the client knows it; a broker with another one refuses. -1: whichever.
    """
    topics: dict[str, ListOffsetsTopic] = {}
    for tp, timestamp in at.items():
        topics.setdefault(tp.topic, ListOffsetsTopic(name=tp.topic, partitions=[])).partitions.append(
            ListOffsetsPartition(partition_index=tp.partition, current_leader_epoch=leader_epoch(tp), timestamp=timestamp)
        )
    return ListOffsetsRequest(replica_id=replica_id, isolation_level=int(isolation), topics=list(topics.values()), timeout_ms=timeout_ms)


def offsets_found(
    answer: ListOffsetsResponse, refused: Callable[[TopicPartition, int], KlogError]
) -> dict[TopicPartition, OffsetAt | KlogError]:
    """What the answer says of each partition that it mentions.

    :param refused: makes the exception of a partition's error code.
    """
    return {
        (tp := TopicPartition(topic.name, one.partition_index)): refused(tp, one.error_code)
        if one.error_code
        else OffsetAt(one.offset, one.timestamp, one.leader_epoch)
        for topic in answer.topics
        for one in topic.partitions
    }
