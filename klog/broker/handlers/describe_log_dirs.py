"""DescribeLogDirs: how much of the disk each partition takes, and how much is left.

| key | 35 |
|---|---|
| versions | 0 to 5 |
| 2 | flexible |
| 3 | an error code for the whole |
| 4 | the volume's size and what is free (KIP-827) |
| 5 | whether the directory takes no new partitions |
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from klog.broker.handler import RequestContext
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.wire.messages.describe_log_dirs import (
    DescribeLogDirsPartition,
    DescribeLogDirsRequest,
    DescribeLogDirsResponse,
    DescribeLogDirsResult,
    DescribeLogDirsTopic,
)


class DescribedLog(Protocol):
    """What is told of a log."""

    @property
    def size_bytes(self) -> int: ...
    @property
    def end_offset(self) -> int: ...
    @property
    def high_watermark(self) -> int: ...


class DescribedDirectory(Protocol):
    """What is told of a data directory."""

    @property
    def path(self) -> str:
        """Absolute."""

    @property
    def offline(self) -> OSError | None:
        """Why it cannot be used; None where it can."""

    @property
    def logs(self) -> Mapping[TopicPartition, DescribedLog]: ...

    def usage(self) -> tuple[int, int]:
        """Bytes of the volume, and those that are free for us. Raises OSError."""


class DescribeLogDirsHandler:
    """Tells of the data directories.

    :param directories: all of them.
    """

    request_type = DescribeLogDirsRequest
    versions = (0, 5)

    def __init__(self, directories: Sequence[DescribedDirectory]) -> None:
        self._directories = directories

    def handle(self, context: RequestContext, request: DescribeLogDirsRequest) -> DescribeLogDirsResponse:
        """Answer one request (``ReplicaManager.describeLogDirs``)."""
        asked = None
        if request.topics is not None:
            asked = {TopicPartition(topic.topic, partition) for topic in request.topics for partition in topic.partitions}
        return DescribeLogDirsResponse(results=[_describe(directory, asked) for directory in self._directories])


def _describe(directory: DescribedDirectory, asked: set[TopicPartition] | None) -> DescribeLogDirsResult:
    """One directory.

    :param asked: the partitions that are asked for; None for all.
    """
    result = DescribeLogDirsResult(log_dir=directory.path)
    try:
        if directory.offline is not None:
            raise directory.offline
        result.total_bytes, result.usable_bytes = directory.usage()
    except OSError:
        result.error_code = ErrorCode.KAFKA_STORAGE_ERROR
        return result
    logs = directory.logs
    topics: dict[str, DescribeLogDirsTopic] = {}
    for partition in sorted(logs if asked is None else asked & logs.keys()):
        log = logs[partition]
        topic = topics.get(partition.topic)
        if topic is None:
            topic = topics[partition.topic] = DescribeLogDirsTopic(name=partition.topic)
        topic.partitions.append(
            DescribeLogDirsPartition(
                partition_index=partition.partition,
                partition_size=log.size_bytes,
                offset_lag=max(log.high_watermark - log.end_offset, 0),
            )
        )
    result.topics = list(topics.values())
    return result
