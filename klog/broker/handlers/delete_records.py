"""DeleteRecords: move a partition's log start up (KIP-107).

| key | 21 |
|---|---|
| versions | 0 to 2 |
| 2 | flexible |

What is below the offset cannot be read any more at once; whole segments below it go with the next retention. The answer is the log start
offset ("low watermark") from now on. On one node nothing has to be waited for, so the timeout is not needed.

=================================================================== ===========================
no such topic or partition                                          UNKNOWN_TOPIC_OR_PARTITION
an internal topic                                                   INVALID_TOPIC_EXCEPTION
a topic that is compacted and not deleted from                      POLICY_VIOLATION
an offset above the high watermark, or negative; -1 is the          OFFSET_OUT_OF_RANGE
high watermark itself
the disk                                                            KAFKA_STORAGE_ERROR
=================================================================== ===========================

Source: ``ReplicaManager.deleteRecordsOnLocalLog``, ``Partition.deleteRecordsOnLeader``.
"""

from __future__ import annotations

from klog.broker.handler import RequestContext
from klog.broker.replicas.partitions import Partitions
from klog.errors import ErrorCode, KlogError
from klog.wire.messages.delete_records import (
    DeleteRecordsPartitionResult,
    DeleteRecordsRequest,
    DeleteRecordsResponse,
    DeleteRecordsTopicResult,
)

HIGH_WATERMARK = -1
_NO_WATERMARK = -1


class DeleteRecordsHandler:
    """Moves the starts of logs in `partitions`."""

    request_type = DeleteRecordsRequest
    versions = (0, 2)

    def __init__(self, partitions: Partitions) -> None:
        self._partitions = partitions

    def handle(self, context: RequestContext, request: DeleteRecordsRequest) -> DeleteRecordsResponse:
        """One answer for each partition; of one that is named twice the last mention counts."""
        offsets: dict[str, dict[int, int]] = {}
        for topic in request.topics:
            of_topic = offsets.setdefault(topic.name, {})
            for one in topic.partitions:
                of_topic[one.partition_index] = one.offset
        return DeleteRecordsResponse(
            topics=[
                DeleteRecordsTopicResult(name=name, partitions=[self._delete(name, index, offset) for index, offset in of_topic.items()])
                for name, of_topic in offsets.items()
                if of_topic
            ]
        )

    def error_answer(self, version: int, request: DeleteRecordsRequest, code: ErrorCode, sentence: str | None) -> DeleteRecordsResponse:
        """`code` for every partition."""
        return DeleteRecordsResponse(
            topics=[
                DeleteRecordsTopicResult(name=topic.name, partitions=[_result(one.partition_index, code) for one in topic.partitions])
                for topic in request.topics
            ]
        )

    def _delete(self, topic: str, index: int, offset: int) -> DeleteRecordsPartitionResult:
        partition = self._partitions.get(topic, index)
        if partition is None:
            return _result(index, self._partitions.missing(topic, index))
        if partition.is_internal:
            return _result(index, ErrorCode.INVALID_TOPIC_EXCEPTION)
        settings = partition.log.settings
        if settings.cleanup_compact and not settings.cleanup_delete:
            return _result(index, ErrorCode.POLICY_VIOLATION)
        try:
            start = partition.delete_records(partition.log.high_watermark if offset == HIGH_WATERMARK else offset)
        except KlogError as error:
            return _result(index, error.code)
        except OSError:
            return _result(index, ErrorCode.KAFKA_STORAGE_ERROR)
        return DeleteRecordsPartitionResult(partition_index=index, low_watermark=start)


def _result(index: int, code: ErrorCode) -> DeleteRecordsPartitionResult:
    return DeleteRecordsPartitionResult(partition_index=index, low_watermark=_NO_WATERMARK, error_code=code)
