"""What an answer to Produce waits for in tests: partitions that acknowledge as much as they are told to."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.wire.messages.produce import ProduceResponse


class WaitingAnswersCase(SynchronousTestCase):
    """The base of such tests."""

    def wait_for(self, keys: Sequence[TopicPartition], ends: dict[TopicPartition, int]) -> None:
        """Partitions of these names.

        :param ends: up to where each is acknowledged.
        """
        self.ends = ends
        self.told: list[ProduceResponse] = []
        self.forgotten: list[Any] = []
        self.purgatory: Any = SimpleNamespace(forget=self.forgotten.append)
        self.partitions = [self.partition(key) for key in keys]

    def partition(self, key: TopicPartition) -> Any:
        def acknowledgement(acks: int, needed: int) -> ErrorCode | None:
            return ErrorCode.NONE if self.ends[key] >= needed else None

        return SimpleNamespace(topic_partition=key, ended=ErrorCode.NONE, flush_failures=0, acknowledgement=acknowledgement)
