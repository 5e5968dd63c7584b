"""Waiting until all replicas in sync have what was appended, and have it on their disks where the flush rule holds.

What this broker appends on its own (a coordinator's records, the markers of transactions) is acknowledged as a Produce with acks=-1 is, one
place of one partition for each who waits. Produce itself waits for many partitions in one operation
(`klog.broker.producing.delayed_produce`).
"""

from __future__ import annotations

from typing import Final

from twisted.internet.defer import Deferred

from klog.broker.purgatory import DelayedOperation, Purgatory
from klog.broker.replicas.partition import Partition
from klog.errors import ErrorCode
from klog.model import TopicPartition

#: acks: all replicas that are in sync.
ALL_REPLICAS: Final = -1


def outcome_of_wait(partition: Partition, acks: int, required_offset: int, flush_failures: int) -> ErrorCode | None:
    """What to tell whoever waits for records below `required_offset`; None: to wait on.

    Why the partition has ended; else what `Partition.acknowledgement` says; KAFKA_STORAGE_ERROR where that says nothing yet and a flush has
    failed since.

    :param acks: as in Produce: 1, or -1 for all replicas in sync.
    :param flush_failures: `Partition.flush_failures` when the wait began.
    """
    if partition.ended:
        return partition.ended
    code = partition.acknowledgement(acks, required_offset)
    if code is None and partition.flush_failures != flush_failures:
        return ErrorCode.KAFKA_STORAGE_ERROR
    return code


def when_acknowledged(partition: Partition, required_offset: int, purgatory: Purgatory, timeout_ms: int) -> Deferred[ErrorCode]:
    """Fires when it is known what to tell of records below `required_offset`, which is not known yet.

    :param purgatory: where Produce waits; cancelling takes it out.
    :returns: NONE, or the error that `outcome_of_wait` says; REQUEST_TIMED_OUT after `timeout_ms`: the records are in the log all the
        same. Fails only by klog's own mistake.
    """
    waiting = _Acknowledgement(partition, required_offset, purgatory)
    purgatory.watch(waiting, (partition.topic_partition,), timeout_ms)
    return waiting.deferred


class _Acknowledgement(DelayedOperation):
    """Waits until an offset is acknowledged, or cannot be."""

    __slots__ = ("_failures", "_partition", "_required_offset", "deferred")

    def __init__(self, partition: Partition, required_offset: int, purgatory: Purgatory) -> None:
        super().__init__()
        self._partition = partition
        self._required_offset = required_offset
        self._failures = partition.flush_failures
        self.deferred: Deferred[ErrorCode] = Deferred(lambda _: purgatory.forget(self))

    def _code(self) -> ErrorCode | None:
        return outcome_of_wait(self._partition, ALL_REPLICAS, self._required_offset, self._failures)

    def ready(self, key: TopicPartition) -> bool:
        """Whether it is known what is to be answered."""
        return self._code() is not None

    def complete(self) -> None:
        """Answer: NONE, or why it is not acknowledged."""
        code = self._code()
        assert code is not None
        self.deferred.callback(code)

    def expire(self) -> None:
        """Tell that it took too long."""
        self.deferred.callback(ErrorCode.REQUEST_TIMED_OUT)

    def fail(self, error: Exception) -> None:
        """Tell of a mistake."""
        self.deferred.errback(error)
