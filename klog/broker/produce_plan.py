"""What was found out about Produce requests that repeat: where their records go, who is counted with them, what the answers look like.

A `Plan` goes with what a connection's requests for one topic have in common (`klog.wire.produce_repeat.Repeat`), and has a `Place` for
each partition that was asked for. What rests on the client's rights is dropped with the plan, by the dispatcher.
"""

from __future__ import annotations

from collections.abc import Sequence

from klog.broker.audit.produce_counts import CountedClient
from klog.broker.replicas.partition import Partition
from klog.storage.log.values import AppendResult
from klog.wire.messages.produce import PartitionProduceResponse, ProduceResponse, TopicProduceResponse
from klog.wire.produce_repeat import Repeat
from klog.wire.repeated_requests import AnswerPattern
from klog.wire.server import encode_answer

#: Partitions that one plan knows, and answers for several of them; then it begins anew.
REMEMBERED_PLACES = 64
REMEMBERED_PATTERNS = 64


def topic_response(repeat: Repeat, answers: list[PartitionProduceResponse]) -> ProduceResponse:
    """The answer to such a request."""
    return ProduceResponse(responses=[TopicProduceResponse(name=repeat.name, topic_id=repeat.topic_id, partition_responses=answers)])


class Place:
    """One partition that such requests write to."""

    __slots__ = ("_pattern", "_repeat", "_start_offset", "client", "index", "partition", "tally")

    def __init__(self, repeat: Repeat, index: int, partition: Partition, client: CountedClient) -> None:
        self._repeat = repeat
        self.index = index
        self.partition = partition
        self.client = client
        self.tally = client.tally
        self._pattern: AnswerPattern | None = None
        self._start_offset = -1

    def answer(self, correlation_id: int, result: AppendResult) -> bytes:
        """The answer for a batch that was appended, the only one of its request, ready to be sent."""
        if self._pattern is None or self._start_offset != result.log_start_offset:
            self._start_offset = result.log_start_offset
            self._pattern = _pattern(self._repeat, (self.index,), (result.log_start_offset,))
        return self._pattern.fill_one(correlation_id, result.base_offset)


class Plan:
    """See the module.

    :ivar transacts: whether the batches are part of transactions.
    :ivar places: by the partition's index.
    """

    __slots__ = ("_patterns", "_repeat", "acks", "places", "transacts")

    def __init__(self, repeat: Repeat) -> None:
        self._repeat = repeat
        self.acks = repeat.acks
        self.transacts = repeat.transactional_id is not None
        self.places: dict[int, Place] = {}
        #: By the partitions in the request's order, with the starts of their logs.
        self._patterns: dict[tuple[int, ...], tuple[list[int], AnswerPattern]] = {}

    def add(self, place: Place) -> None:
        """One more partition, or another one in its place."""
        if len(self.places) >= REMEMBERED_PLACES:
            self.places.clear()
        self.places[place.index] = place

    def answer(self, correlation_id: int, indexes: tuple[int, ...], results: Sequence[AppendResult]) -> bytes:
        """The answer for batches that were appended, all of one request, ready to be sent."""
        starts = [result.log_start_offset for result in results]
        known = self._patterns.get(indexes)
        if known is None or known[0] != starts:
            if len(self._patterns) >= REMEMBERED_PATTERNS:
                self._patterns.clear()
            known = self._patterns[indexes] = starts, _pattern(self._repeat, indexes, starts)
        return known[1].fill(correlation_id, [result.base_offset for result in results])


def _pattern(repeat: Repeat, indexes: Sequence[int], starts: Sequence[int]) -> AnswerPattern:
    def make(base_offsets: Sequence[int]) -> ProduceResponse:
        answers = [
            PartitionProduceResponse(index=index, base_offset=base_offset, log_append_time_ms=-1, log_start_offset=start)
            for index, base_offset, start in zip(indexes, base_offsets, starts, strict=True)
        ]
        return topic_response(repeat, answers)

    return AnswerPattern(make, len(indexes), repeat.api_version, encode_answer)
