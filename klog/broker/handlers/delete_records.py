"""DeleteRecords: move a partition's log start up (KIP-107).

| key | 21 |
|---|---|
| versions | 0 to 2 |
| 2 | flexible |

What is below the offset cannot be read any more at once; whole segments below it go with the next retention. Followers take the new start
of the log from the leader's answers, and tell their own with the fetch after that. The answer comes when the *low watermark*, the least log
start of all live replicas, has reached the offset, and names it: from then on no replica that may become leader has what was deleted.

=================================================================== ===========================
a topic that the client may not delete from                         TOPIC_AUTHORIZATION_FAILED
no such topic or partition                                          UNKNOWN_TOPIC_OR_PARTITION
an internal topic                                                   INVALID_TOPIC_EXCEPTION
a topic that is compacted and not deleted from                      POLICY_VIOLATION
an offset above the high watermark, or negative; -1 is the          OFFSET_OUT_OF_RANGE
high watermark itself
the disk                                                            KAFKA_STORAGE_ERROR
a live replica that has not followed within ``timeout_ms``; the     REQUEST_TIMED_OUT, with the low watermark as it was
leader itself, and what follows it later, has deleted
the leadership ends meanwhile                                       NOT_LEADER_OR_FOLLOWER
=================================================================== ===========================

Source: ``ReplicaManager.deleteRecordsOnLocalLog``, ``Partition.deleteRecordsOnLeader``, ``DelayedDeleteRecords``.
"""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import Deferred

from klog.acls import AclOperation, AclResourceType
from klog.broker.handler import RequestContext
from klog.broker.purgatory import DelayedAnswer, Purgatory
from klog.broker.replicas.partition import Partition
from klog.broker.replicas.partitions import Partitions
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.wire.messages.delete_records import (
    DeleteRecordsPartitionResult,
    DeleteRecordsRequest,
    DeleteRecordsResponse,
    DeleteRecordsTopicResult,
)

HIGH_WATERMARK = -1
_NO_WATERMARK = -1
#: A partition, the offset that all its replicas must start from, and the answer that is to be filled in.
_Pending = tuple[Partition, int, DeleteRecordsPartitionResult]


class DeleteRecordsHandler:
    """Moves the starts of logs in `partitions`."""

    request_type = DeleteRecordsRequest
    versions = (0, 2)

    def __init__(self, partitions: Partitions) -> None:
        self._partitions = partitions

    def handle(self, context: RequestContext, request: DeleteRecordsRequest) -> DeleteRecordsResponse | Deferred[Any]:
        """One answer for each partition; of one that is named twice the last mention counts. A Deferred where other replicas have to
        follow."""
        offsets: dict[str, dict[int, int]] = {}
        for topic in request.topics:
            of_topic = offsets.setdefault(topic.name, {})
            for one in topic.partitions:
                of_topic[one.partition_index] = one.offset
        pending: list[_Pending] = []
        response = DeleteRecordsResponse()
        for name, of_topic in offsets.items():
            if not of_topic:
                continue
            if context.may(AclOperation.DELETE, AclResourceType.TOPIC, name):
                results = [self._delete(name, index, offset, pending) for index, offset in of_topic.items()]
            else:
                results = [_result(index, ErrorCode.TOPIC_AUTHORIZATION_FAILED) for index in of_topic]
            response.topics.append(DeleteRecordsTopicResult(name=name, partitions=results))
        if not pending:
            return response
        operation = DelayedDeleteRecords(response, pending, self._partitions.produces)
        self._partitions.produces.watch(operation, operation.keys, request.timeout_ms)
        return operation.deferred

    def error_answer(self, version: int, request: DeleteRecordsRequest, code: ErrorCode, sentence: str | None) -> DeleteRecordsResponse:
        """`code` for every partition."""
        return DeleteRecordsResponse(
            topics=[
                DeleteRecordsTopicResult(name=topic.name, partitions=[_result(one.partition_index, code) for one in topic.partitions])
                for topic in request.topics
            ]
        )

    def _delete(self, topic: str, index: int, offset: int, pending: list[_Pending]) -> DeleteRecordsPartitionResult:
        """Delete here; what has to wait for others goes to `pending`."""
        partition = self._partitions.get(topic, index)
        if partition is None:
            return _result(index, self._partitions.missing(topic, index))
        if partition.is_internal:
            return _result(index, ErrorCode.INVALID_TOPIC_EXCEPTION)
        settings = partition.log.settings
        if settings.mirror_link or (settings.cleanup_compact and not settings.cleanup_delete):
            return _result(index, ErrorCode.POLICY_VIOLATION)
        if offset == HIGH_WATERMARK:
            offset = partition.high_watermark
        try:
            partition.delete_records(offset)
        except KlogError as error:
            return _result(index, error.code)
        except OSError:
            return _result(index, ErrorCode.KAFKA_STORAGE_ERROR)
        answer = DeleteRecordsPartitionResult(partition_index=index, low_watermark=partition.low_watermark)
        if answer.low_watermark < offset:
            pending.append((partition, offset, answer))
        return answer


class DelayedDeleteRecords(DelayedAnswer[DeleteRecordsResponse]):
    """An answer that waits until all live replicas have deleted what the leader has.

    :param response: what will be answered; watermarks and errors are filled in here.
    :param pending: what it waits for.
    """

    __slots__ = ("_pending",)

    def __init__(self, response: DeleteRecordsResponse, pending: list[_Pending], purgatory: Purgatory) -> None:
        super().__init__(response, purgatory)
        self._pending = pending

    @property
    def keys(self) -> list[TopicPartition]:
        """What it waits for."""
        return [partition.topic_partition for partition, _, _ in self._pending]

    def ready(self, key: TopicPartition) -> bool:
        """Whether nothing is pending any more: deleted everywhere, or not led here any more."""
        still = []
        for item in self._pending:
            partition, offset, answer = item
            if partition.ended:
                answer.error_code = partition.ended
                answer.low_watermark = _NO_WATERMARK
            elif (low_watermark := partition.low_watermark) >= offset:
                answer.low_watermark = low_watermark
            else:
                still.append(item)
        self._pending = still
        return not still

    def expire(self) -> None:
        """Answer with REQUEST_TIMED_OUT for what is still pending; a replica that follows later deletes it all the same."""
        for _, _, answer in self._pending:
            answer.error_code = ErrorCode.REQUEST_TIMED_OUT
        self.deferred.callback(self._response)


def _result(index: int, code: ErrorCode) -> DeleteRecordsPartitionResult:
    return DeleteRecordsPartitionResult(partition_index=index, low_watermark=_NO_WATERMARK, error_code=code)
