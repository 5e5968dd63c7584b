"""What was found out about Produce requests that repeat: where their records go, who is counted with them, what the answers look like.

A `Plan` goes with what a connection's requests for one topic have in common (`klog.wire.produce_repeat.Repeat`), and has a `Place` for
each partition that was asked for. What rests on the client's rights is dropped with the plan, by the dispatcher.
"""

from __future__ import annotations

from collections.abc import Sequence

from klog.broker.audit.produce_counts import CountedClient
from klog.broker.replicas.partition import Partition
from klog.span import join_parts
from klog.storage.log.values import AppendResult
from klog.wire.messages.produce import PartitionProduceResponse, ProduceResponse, TopicProduceResponse
from klog.wire.produce_repeat import Repeat
from klog.wire.repeated_requests import AnswerPattern
from klog.wire.server import encode_answer

#: Partitions that one plan knows; then it begins anew.
REMEMBERED_PLACES = 64
#: Which several partitions were answered together that it knows; then it begins anew.
REMEMBERED_ANSWERS = 64
#: Answers that are encoded before a pattern is made of them: it takes as long as ten to twenty of them, and a producer that names other
#: partitions with each request would have one made for each.
WORTH_A_PATTERN = 16


def topic_response(repeat: Repeat, answers: list[PartitionProduceResponse]) -> ProduceResponse:
    """The answer to such a request."""
    return ProduceResponse(responses=[TopicProduceResponse(name=repeat.name, topic_id=repeat.topic_id, partition_responses=answers)])


class Place:
    """One partition that such requests write to. It keeps the answers to requests for it alone, which are most, without a look-up.

    :ivar client: whom its batches are counted for; `tally` is what they are counted in.
    """

    __slots__ = ("_answers", "_pattern", "_repeat", "_start_offset", "client", "index", "partition", "tally")

    def __init__(self, repeat: Repeat, index: int, partition: Partition, client: CountedClient) -> None:
        self._repeat = repeat
        self.index = index
        self.partition = partition
        self.client = client
        self.tally = client.tally
        self._answers: _Answers | None = None
        self._pattern: AnswerPattern | None = None
        self._start_offset = -1

    def answer(self, correlation_id: int, result: AppendResult) -> bytes:
        """The answer for a batch that was appended, the only one of its request, ready to be sent."""
        if self._pattern is None or self._start_offset != result.log_start_offset:
            answers = self._answers
            if answers is None or self._start_offset != result.log_start_offset:
                self._start_offset = result.log_start_offset
                answers = self._answers = _Answers(self._repeat, (self.index,), [result.log_start_offset])
            self._pattern = answers.asked()
            if self._pattern is None:
                return answers.encoded(correlation_id, [result.base_offset])
        return self._pattern.fill_one(correlation_id, result.base_offset)


class Plan:
    """See the module.

    :ivar transacts: whether the batches are part of transactions.
    :ivar places: by the partition's index.
    """

    __slots__ = ("_answers", "_repeat", "acks", "places", "transacts")

    def __init__(self, repeat: Repeat) -> None:
        self._repeat = repeat
        self.acks = repeat.acks
        self.transacts = repeat.transactional_id is not None
        self.places: dict[int, Place] = {}
        #: By the partitions in the request's order.
        self._answers: dict[tuple[int, ...], _Answers] = {}

    def add(self, place: Place) -> None:
        """One more partition, or the one that stands for this index now."""
        if len(self.places) >= REMEMBERED_PLACES:
            self.places.clear()
        self.places[place.index] = place

    def answer(self, correlation_id: int, indexes: tuple[int, ...], results: Sequence[AppendResult]) -> bytes:
        """The answer for batches that were appended, all of one request, ready to be sent."""
        starts = [result.log_start_offset for result in results]
        answers = self._answers.get(indexes)
        if answers is None or answers.starts != starts:
            if len(self._answers) >= REMEMBERED_ANSWERS:
                self._answers.clear()
            answers = self._answers[indexes] = _Answers(self._repeat, indexes, starts)
        offsets = [result.base_offset for result in results]
        pattern = answers.asked()
        return answers.encoded(correlation_id, offsets) if pattern is None else pattern.fill(correlation_id, offsets)


class _Answers:
    """Answers for the same partitions, whose logs begin at `starts`: they differ in the correlation id and the base offsets."""

    __slots__ = ("_asked", "_indexes", "_pattern", "_repeat", "starts")

    def __init__(self, repeat: Repeat, indexes: tuple[int, ...], starts: list[int]) -> None:
        self._repeat = repeat
        self._indexes = indexes
        self.starts = starts
        self._asked = 0
        self._pattern: AnswerPattern | None = None

    def asked(self) -> AnswerPattern | None:
        """One more of them is wanted: the pattern to fill in, where they are wanted often enough that it is worth being made."""
        if self._pattern is None:
            self._asked += 1
            if self._asked > WORTH_A_PATTERN:
                self._pattern = AnswerPattern(self._response, len(self._indexes), self._repeat.api_version, encode_answer)
        return self._pattern

    def encoded(self, correlation_id: int, base_offsets: Sequence[int]) -> bytes:
        """One, the usual way."""
        return join_parts(encode_answer(self._response(base_offsets), self._repeat.api_version, correlation_id))

    def _response(self, base_offsets: Sequence[int]) -> ProduceResponse:
        answers = [
            PartitionProduceResponse(index=index, base_offset=base_offset, log_append_time_ms=-1, log_start_offset=start)
            for index, base_offset, start in zip(self._indexes, base_offsets, self.starts, strict=True)
        ]
        return topic_response(self._repeat, answers)
