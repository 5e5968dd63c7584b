"""Answers to Produce that wait until what was appended may be acknowledged: flushed, or with all replicas that are in sync.

What a partition that is waited for may come to: it is acknowledged; nobody knows, as too few are in sync by then; its flush or its
data directory has failed; its leadership has ended, or it was deleted; the request's time is over. The last is no refusal: the records
stand in the log.
"""

from __future__ import annotations

from collections.abc import Callable

from klog.broker.purgatory import DelayedAnswer, Purgatory
from klog.broker.replicas.acknowledgement import outcome_of_wait
from klog.broker.replicas.partition import Partition
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.wire.messages.produce import PartitionProduceResponse, ProduceResponse

#: From this version on clients know KAFKA_STORAGE_ERROR.
_STORAGE_ERROR_VERSION = 4
TOO_FEW = "fewer replicas are in sync than the topic's min.insync.replicas"

#: A partition's answer that waits: partition, the offset that must be acknowledged, its failed flushes at the time, answer.
Pending = tuple[Partition, int, int, PartitionProduceResponse]


def known_code(code: int, version: int) -> int:
    """`code` as a client knows it that speaks this version of Produce: before 4 there was no KAFKA_STORAGE_ERROR."""
    if code == ErrorCode.KAFKA_STORAGE_ERROR and version < _STORAGE_ERROR_VERSION:
        return ErrorCode.NOT_LEADER_OR_FOLLOWER
    return code


class DelayedProduce(DelayedAnswer[ProduceResponse]):
    """An answer to Produce that waits until what was appended may be acknowledged: flushed, or with all replicas that are in sync.

    :param response: what will be answered; the errors are filled in here.
    :param pending: what it waits for.
    :param tell_leaders: says who leads, with what is answered where the leadership has ended.
    """

    __slots__ = ("_acks", "_pending", "_tell_leaders", "_version")

    def __init__(
        self,
        response: ProduceResponse,
        pending: list[Pending],
        purgatory: Purgatory,
        version: int,
        acks: int,
        tell_leaders: Callable[[ProduceResponse], None] = lambda response: None,
    ) -> None:
        super().__init__(response, purgatory)
        self._tell_leaders = tell_leaders
        self._acks = acks
        self._pending = pending
        self._version = version

    @property
    def keys(self) -> list[TopicPartition]:
        """What it waits for."""
        return [partition.topic_partition for partition, _, _, _ in self._pending]

    def ready(self, key: TopicPartition) -> bool:
        """Whether nothing is pending any more; what became of it stands in the answer (see above)."""
        still = []
        acks = self._acks
        for item in self._pending:
            partition, needed, failures, answer = item
            code = outcome_of_wait(partition, acks, needed, failures)
            if code is None:
                still.append(item)
            elif code:
                self._refuse(partition, answer, code)
        self._pending = still
        return not still

    def _refuse(self, partition: Partition, answer: PartitionProduceResponse, code: ErrorCode) -> None:
        """Fill in why it is not acknowledged, as the client knows it."""
        answer.error_code = known_code(code, self._version)
        if code is ErrorCode.NOT_LEADER_OR_FOLLOWER:
            self._tell_leaders(self._response)
        elif code is ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND:
            answer.error_message = TOO_FEW
        elif code is ErrorCode.KAFKA_STORAGE_ERROR:
            answer.error_message = f"{partition.topic_partition} could not be written to its disk"

    def expire(self) -> None:
        """Answer with REQUEST_TIMED_OUT for what is still pending; it is in the log all the same."""
        for _, _, _, answer in self._pending:
            answer.error_code = ErrorCode.REQUEST_TIMED_OUT
            answer.error_message = (
                "the records were appended and not acknowledged in time: by the disk, or by the replicas that are in sync"
            )
        self.deferred.callback(self._response)
