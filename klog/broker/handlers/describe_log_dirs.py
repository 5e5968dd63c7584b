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

from collections.abc import Mapping, Sequence, Set
from typing import Protocol

from twisted.internet.defer import Deferred

from klog.broker.handler import RequestContext
from klog.broker.long_answers import STEP, LongAnswers, Making
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


class DescribedCopy(Protocol):
    """What is told of a copy on its way."""

    @property
    def topic_partition(self) -> TopicPartition: ...
    @property
    def size_bytes(self) -> int: ...
    @property
    def offset_lag(self) -> int: ...


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

    def coming(self) -> Sequence[DescribedCopy]:
        """Copies on their way here from other data directories."""

    def usage(self) -> tuple[int, int]:
        """Bytes of the volume, and those that are free for us. Raises OSError."""


class DescribeLogDirsHandler:
    """Tells of the data directories.

    :param directories: all of them.
    :param answers: has those made that are of thousands of partitions.
    """

    request_type = DescribeLogDirsRequest
    versions = (0, 5)

    def __init__(self, directories: Sequence[DescribedDirectory], answers: LongAnswers | None = None) -> None:
        self._directories = directories
        self._answers = answers or LongAnswers()

    def handle(
        self, context: RequestContext, request: DescribeLogDirsRequest
    ) -> DescribeLogDirsResponse | Deferred[DescribeLogDirsResponse]:
        """Answer one request (``ReplicaManager.describeLogDirs``)."""
        asked = None
        if request.topics is not None:
            asked = {TopicPartition(topic.topic, partition) for topic in request.topics for partition in topic.partitions}
        partitions = len(asked) if asked is not None else sum(len(directory.logs) for directory in self._directories)
        return self._answers.make(self._making(asked), partitions)

    def _making(self, asked: Set[TopicPartition] | None) -> Making[DescribeLogDirsResponse]:
        results = []
        for directory in self._directories:
            results.append((yield from _describe(directory, asked)))
        return DescribeLogDirsResponse(results=results)


def _describe(directory: DescribedDirectory, asked: Set[TopicPartition] | None) -> Making[DescribeLogDirsResult]:
    """One directory. Logs that go meanwhile are left out.

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
    # Not sorted as they are: of ten thousand pairs that would be one long step.
    by_topic: dict[str, list[int]] = {}
    coming: dict[str, list[DescribeLogDirsPartition]] = {}
    for copy in directory.coming():
        topic, index = copy.topic_partition
        if asked is None or copy.topic_partition in asked:
            by_topic.setdefault(topic, [])
            coming.setdefault(topic, []).append(
                DescribeLogDirsPartition(
                    partition_index=index, partition_size=copy.size_bytes, offset_lag=copy.offset_lag, is_future_key=True
                )
            )
    for count, (topic, index) in enumerate(list(logs if asked is None else asked & logs.keys()), 1):
        by_topic.setdefault(topic, []).append(index)
        if count % (10 * STEP) == 0:
            yield
    told = 0
    for topic in sorted(by_topic):
        partitions: list[DescribeLogDirsPartition] = []
        for index in sorted(by_topic[topic]):
            log = logs.get(TopicPartition(topic, index))
            if log is not None:
                partitions.append(
                    DescribeLogDirsPartition(
                        partition_index=index, partition_size=log.size_bytes, offset_lag=max(log.high_watermark - log.end_offset, 0)
                    )
                )
            told += 1
            if told % STEP == 0:
                yield
        partitions += coming.get(topic, ())
        if partitions:
            told_of = DescribeLogDirsTopic(name=topic)
            told_of.partitions = partitions
            result.topics.append(told_of)
    return result
