"""Answers to Produce that wait, and are ready to be sent for the case that all goes well, as nearly always.

What a request that was recognised (`klog.wire.repeated_requests`) will be told when its batches are acknowledged stands when they are
appended: the answer is filled in then, and only sent later. Where one of its partitions comes to anything else, the answer is taken
apart again, and goes on as `DelayedProduce`.
"""

from __future__ import annotations

from collections.abc import Callable

from klog.broker.producing.delayed_produce import DelayedProduce
from klog.broker.purgatory import Purgatory
from klog.broker.replicas.acknowledgement import outcome_of_wait
from klog.broker.replicas.partition import Partition
from klog.model import TopicPartition
from klog.wire.compiled_codec import decode
from klog.wire.header import response_has_tags
from klog.wire.messages.produce import ProduceResponse

#: A partition that is waited for: the offset that must be acknowledged, its failed flushes at the time, and which answer of all is its.
PendingRepeat = tuple[Partition, int, int, int]


class DelayedRepeat(DelayedProduce):
    """An answer to Produce that is ready to be sent, and waits until what was appended may be acknowledged.

    :param answer: it, with its length and its header.
    """

    __slots__ = ("_answer", "_waiting")

    def __init__(
        self,
        answer: bytes,
        waiting: list[PendingRepeat],
        purgatory: Purgatory,
        version: int,
        acks: int,
        tell_leaders: Callable[[ProduceResponse], None] = lambda response: None,
    ) -> None:
        super().__init__(_NOTHING, [], purgatory, version, acks, tell_leaders)
        #: None once something went wrong.
        self._answer: bytes | None = answer
        self._waiting = waiting

    @property
    def keys(self) -> list[TopicPartition]:
        """What it waits for."""
        return [partition.topic_partition for partition, _, _, _ in self._waiting] or super().keys

    def ready(self, key: TopicPartition) -> bool:
        """Whether nothing is pending any more; the first that went wrong has the answer taken apart."""
        if self._answer is None:
            return super().ready(key)
        acks = self._acks
        still = []
        for item in self._waiting:
            partition, needed, failures, _ = item
            code = outcome_of_wait(partition, acks, needed, failures)
            if code:
                self._take_apart(self._answer)
                return super().ready(key)
            if code is None:
                still.append(item)
        self._waiting = still
        return not still

    def complete(self) -> None:
        """Answer."""
        if self._answer is not None:
            self.deferred.callback(self._answer)
        else:
            super().complete()

    def expire(self) -> None:
        """Answer with REQUEST_TIMED_OUT for what is still pending."""
        if self._answer is not None:
            self._take_apart(self._answer)
        super().expire()

    def _take_apart(self, answer: bytes) -> None:
        """Go on with objects, into which errors can be filled."""
        # Length and correlation id stand in front of the answer, and where it may have tags one byte that says it has none.
        position = 9 if response_has_tags(ProduceResponse, self._version) else 8
        self._response, _ = decode(ProduceResponse, self._version, memoryview(answer), position)
        answers = [one for topic in self._response.responses for one in topic.partition_responses]
        self._pending = [(partition, needed, failures, answers[at]) for partition, needed, failures, at in self._waiting]
        self._answer, self._waiting = None, []


#: Stands for what is not needed before something goes wrong.
_NOTHING = ProduceResponse()
