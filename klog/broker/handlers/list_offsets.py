"""ListOffsets: offsets by time, the first and the last among them.

| key | 2 |
|---|---|
| versions | 0 to 11 |
| 0 | a list of segment bases (Kafka up to 3.9) |
| 1 | one offset, with its timestamp |
| 2 | isolation level |
| 4 | leader epochs |
| 7 | the offset of the largest timestamp |
| 8 | the local log's start, which is the log's without tiered storage |
| 9, 11 | tiered storage: there is none, so there is no such offset |

A consumer sees nothing at or above the high watermark, with isolation level 1 the last stable offset; a broker up to the log's end. A
lookup that finds nothing answers no error, offset -1 and timestamp -1. Only the leader answers, but to the debugging consumer (-2).

=========================================================== =====================================
a topic that the client may not describe                    TOPIC_AUTHORIZATION_FAILED, last in the answer
a partition named twice                                     INVALID_REQUEST
a special timestamp that the version does not have          UNSUPPORTED_VERSION
no such topic or partition                                  UNKNOWN_TOPIC_OR_PARTITION
an older, a newer leader epoch                              FENCED_LEADER_EPOCH, UNKNOWN_LEADER_EPOCH
a new leader that cannot say yet what is committed          OFFSET_NOT_AVAILABLE, before 5 LEADER_NOT_AVAILABLE
a client that says it is a broker, and cannot be            NOT_LEADER_OR_FOLLOWER
a disk that does not answer in `LONGEST_LOOK_MS`            KAFKA_STORAGE_ERROR: clients ask again
=========================================================== =====================================

Source: ``ReplicaManager.fetchOffset``, ``Partition.fetchOffsetForTimestamp``, ``UnifiedLog.fetchOffsetByTimestamp``.
"""

from __future__ import annotations

from collections.abc import Callable

from twisted.internet.defer import Deferred

from klog.acls import AclOperation, AclResourceType
from klog.broker.handler import ConnectionInfo, RequestContext
from klog.broker.replicas.partition import Partition
from klog.broker.replicas.partitions import Partitions
from klog.errors import ErrorCode, KlogError
from klog.model import (
    EARLIEST_LOCAL_TIMESTAMP,
    EARLIEST_PENDING_UPLOAD_TIMESTAMP,
    EARLIEST_TIMESTAMP,
    LATEST_TIERED_TIMESTAMP,
    LATEST_TIMESTAMP,
    MAX_TIMESTAMP,
    NO_TIMESTAMP_MS,
)
from klog.storage.cold_read import ColdRead, combined
from klog.storage.log.log import Log
from klog.wire.messages.list_offsets import (
    ListOffsetsPartition,
    ListOffsetsPartitionResponse,
    ListOffsetsRequest,
    ListOffsetsResponse,
    ListOffsetsTopic,
    ListOffsetsTopicResponse,
)

#: Special timestamps and the version from which on they mean something.
SPECIAL_TIMESTAMPS: dict[int, int] = {
    EARLIEST_TIMESTAMP: 1,
    LATEST_TIMESTAMP: 1,
    MAX_TIMESTAMP: 7,
    EARLIEST_LOCAL_TIMESTAMP: 8,
    LATEST_TIERED_TIMESTAMP: 9,
    EARLIEST_PENDING_UPLOAD_TIMESTAMP: 11,
}

_CONSUMER = -1
#: Reads any replica.
_DEBUGGING_CONSUMER = -2

#: Up to where each log was looked into at first.
_Bounds = dict[Log, int]

#: Timestamp, offset and leader epoch; None for nothing found.
Found = tuple[int, int, int] | None


class ListOffsetsHandler:
    """Looks offsets up in `partitions`.

    :param may_replicate: whether who came by this connection may be this broker (`klog.broker.inter_broker_guard`).
    """

    request_type = ListOffsetsRequest
    versions = (0, 11)

    def __init__(
        self,
        partitions: Partitions,
        may_replicate: Callable[[ConnectionInfo, int, int | None], bool] = lambda connection, replica_id, epoch: True,
    ) -> None:
        self._partitions = partitions
        self._may_replicate = may_replicate

    def handle(self, context: RequestContext, request: ListOffsetsRequest) -> ListOffsetsResponse | Deferred[ListOffsetsResponse]:
        """One answer for each partition; a Deferred where a thread has to read something for one of them.

        :raises KlogError: UNKNOWN_SERVER_ERROR for an isolation level that does not exist; NOT_LEADER_OR_FOLLOWER to who says that it is a
            broker and cannot be: it would be told of what is not committed.
        """
        if request.replica_id >= 0 and not self._may_replicate(context.connection, request.replica_id, None):
            raise KlogError(ErrorCode.NOT_LEADER_OR_FOLLOWER, f"this connection is none of broker {request.replica_id}")
        if request.isolation_level not in (0, 1):
            raise KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, f"there is no isolation level {request.isolation_level}")
        bounds: _Bounds = {}
        try:
            return self._answer(context, request, bounds)
        except ColdRead as cold:
            partitions = self._partitions
            return partitions.reads.ask_in_time(
                context.connection,
                lambda: self._answer(context, request, bounds),
                cold,
                partitions.clock,
                lambda: self._answer(context, request, bounds, without_cold=True),
            )

    def _answer(
        self, context: RequestContext, request: ListOffsetsRequest, bounds: _Bounds, *, without_cold: bool = False
    ) -> ListOffsetsResponse:
        """The answer. Raises ColdRead, for all partitions together.

        :param bounds: kept from one asking to the next, so that what a thread has found is what is asked for again.
        :param without_cold: partitions for which something must be read get an error instead.
        """
        version = context.api_version
        denied, allowed = context.sort(AclOperation.DESCRIBE, AclResourceType.TOPIC, request.topics, lambda topic: topic.name)
        seen: set[tuple[str, int]] = set()
        twice: set[tuple[str, int]] = set()
        for topic in allowed:
            for one in topic.partitions:
                name = topic.name, one.partition_index
                (twice if name in seen else seen).add(name)
        done: set[tuple[str, int]] = set()
        cold: list[ColdRead] = []
        topics = []
        for topic in allowed:
            answers = []
            for one in topic.partitions:
                name = topic.name, one.partition_index
                if version and name in twice:
                    if name not in done:
                        done.add(name)
                        answers.append(_error(one.partition_index, ErrorCode.INVALID_REQUEST))
                    continue
                try:
                    answers.append(self._look_up(version, request, topic.name, one, bounds))
                except KlogError as error:
                    answers.append(_error(one.partition_index, error.code))
                except ColdRead as missing:
                    if without_cold:
                        answers.append(_error(one.partition_index, ErrorCode.KAFKA_STORAGE_ERROR))
                    else:
                        cold.append(missing)
            if answers:
                topics.append(ListOffsetsTopicResponse(name=topic.name, partitions=answers))
        if cold:
            raise combined(cold)
        topics += [_refused(topic, ErrorCode.TOPIC_AUTHORIZATION_FAILED) for topic in denied]
        return ListOffsetsResponse(topics=topics)

    def error_answer(self, version: int, request: ListOffsetsRequest, code: ErrorCode, sentence: str | None) -> ListOffsetsResponse:
        """`code` for every partition (``ListOffsetsRequest.getErrorResponse``)."""
        return ListOffsetsResponse(topics=[_refused(topic, code) for topic in request.topics])

    def _look_up(
        self, version: int, request: ListOffsetsRequest, topic: str, one: ListOffsetsPartition, bounds: _Bounds
    ) -> ListOffsetsPartitionResponse:
        """Raises KlogError with the partition's error; ColdRead."""
        timestamp = one.timestamp
        index = one.partition_index
        lowest = SPECIAL_TIMESTAMPS.get(timestamp) if timestamp < 0 else 0
        if version == 0 and timestamp in (EARLIEST_TIMESTAMP, LATEST_TIMESTAMP):
            lowest = 0
        if lowest is None or version < lowest:
            raise KlogError(ErrorCode.UNSUPPORTED_VERSION, f"the timestamp {timestamp} means nothing in ListOffsets {version}")
        partition = self._partitions.get(topic, index)
        if partition is None and request.replica_id == _DEBUGGING_CONSUMER:
            partition = self._partitions.readable(topic, index)
        if partition is None:
            raise KlogError(self._partitions.missing(topic, index))
        code = partition.check_leader_epoch(one.current_leader_epoch)
        if code:
            raise KlogError(code)
        log = partition.log
        if request.replica_id != _CONSUMER:
            # Brokers, and the debugging consumer (-2).
            bound = log.end_offset
        else:
            bound = log.last_stable_offset if request.isolation_level else log.high_watermark
        # It never falls, so what was asked below an earlier one still holds.
        bound = bounds.setdefault(log, bound)
        if version == 0:
            if one.max_num_offsets < 0:
                raise KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, f"{one.max_num_offsets} offsets were asked for")
            return ListOffsetsPartitionResponse(
                partition_index=index, old_style_offsets=log.legacy_offsets_before(timestamp, one.max_num_offsets, bound)
            )
        hides = request.replica_id == _CONSUMER and not partition.knows_latest
        found = None if hides and timestamp == LATEST_TIMESTAMP else _find(partition, timestamp, bound)
        if found is None and hides:
            raise KlogError(ErrorCode.OFFSET_NOT_AVAILABLE if version >= 5 else ErrorCode.LEADER_NOT_AVAILABLE)
        if found is None:
            return ListOffsetsPartitionResponse(partition_index=index)
        found_timestamp, offset, epoch = found
        return ListOffsetsPartitionResponse(
            partition_index=index, timestamp=found_timestamp, offset=offset, leader_epoch=epoch if version >= 4 else -1
        )


def _find(partition: Partition, timestamp: int, bound: int) -> Found:
    """What `timestamp` asks for, below `bound`. Raises KlogError where the log cannot be read; ColdRead."""
    log = partition.log
    if timestamp == LATEST_TIMESTAMP:
        return NO_TIMESTAMP_MS, bound, partition.leader_epoch
    if timestamp in (EARLIEST_TIMESTAMP, EARLIEST_LOCAL_TIMESTAMP):
        return NO_TIMESTAMP_MS, log.start_offset, log.leader_epoch_for_offset(log.start_offset)
    if timestamp in (LATEST_TIERED_TIMESTAMP, EARLIEST_PENDING_UPLOAD_TIMESTAMP):
        return None
    if timestamp == MAX_TIMESTAMP:
        found = log.offset_of_max_timestamp()
        return None if found is None or found[1] >= bound else found
    return log.offset_for_timestamp(timestamp, bound)


def _error(index: int, code: ErrorCode) -> ListOffsetsPartitionResponse:
    return ListOffsetsPartitionResponse(partition_index=index, error_code=code)


def _refused(topic: ListOffsetsTopic, code: ErrorCode) -> ListOffsetsTopicResponse:
    return ListOffsetsTopicResponse(name=topic.name, partitions=[_error(one.partition_index, code) for one in topic.partitions])
