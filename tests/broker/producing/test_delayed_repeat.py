"""klog.broker.producing.delayed_repeat: an answer that is ready, and what becomes of it where something goes wrong."""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import CancelledError

from klog.broker.producing.delayed_repeat import DelayedRepeat
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.span import join_parts
from klog.wire.messages.produce import PartitionProduceResponse, ProduceResponse, TopicProduceResponse
from klog.wire.server import encode_answer
from tests.broker.producing.waiting_answers import WaitingAnswersCase

KEYS = [TopicPartition("t", index) for index in range(3)]


class DelayedRepeatTests(WaitingAnswersCase):
    """Of three partitions, of which the last two are waited for, and the second is acknowledged up to 5."""

    def setUp(self) -> None:
        self.wait_for(KEYS, {KEYS[1]: 5, KEYS[2]: 0})

    def response(self) -> ProduceResponse:
        answers = [PartitionProduceResponse(index=key.partition, base_offset=2) for key in KEYS]
        return ProduceResponse(responses=[TopicProduceResponse(name="t", partition_responses=answers)])

    def make(self, version: int = 9) -> DelayedRepeat:
        """It needs all below 3."""
        self.answer = join_parts(encode_answer(self.response(), version, 77))
        waiting: Any = [(self.partitions[at], 3, 0, at) for at in (1, 2)]
        return DelayedRepeat(self.answer, waiting, self.purgatory, version, -1, self.told.append)

    def ended(self, waiting: DelayedRepeat, *, expired: bool = False) -> ProduceResponse:
        """What is answered, once something went wrong."""
        waiting.expire() if expired else waiting.complete()
        response = self.successResultOf(waiting.deferred)
        assert isinstance(response, ProduceResponse)
        self.assertEqual([one.base_offset for one in response.responses[0].partition_responses], [2] * 3)
        return response

    def codes(self, response: ProduceResponse) -> list[int]:
        return [answer.error_code for answer in response.responses[0].partition_responses]

    def test_acknowledged_one_after_the_other(self) -> None:
        """Then the answer is sent as it is."""
        waiting = self.make()
        self.assertEqual(waiting.keys, KEYS[1:])
        self.assertFalse(waiting.ready(KEYS[1]))
        self.assertEqual(waiting.keys, KEYS[2:])
        self.ends[KEYS[2]] = 3
        self.assertTrue(waiting.ready(KEYS[2]))
        waiting.complete()
        self.assertIs(self.successResultOf(waiting.deferred), self.answer)

    def test_too_few_by_then(self) -> None:
        """In every version."""
        self.partitions[2].acknowledgement = lambda acks, needed: ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND
        for version in range(3, 14):
            waiting = self.make(version)
            self.assertTrue(waiting.ready(KEYS[2]))
            self.assertEqual(self.codes(self.ended(waiting)), [0, 0, ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND])

    def test_one_ended_while_another_waits(self) -> None:
        """It goes on waiting, with the error in its place; what was acknowledged before stays so."""
        self.ends[KEYS[1]] = 0
        self.partitions[2].ended = ErrorCode.NOT_LEADER_OR_FOLLOWER
        waiting = self.make()
        self.assertFalse(waiting.ready(KEYS[2]))
        self.assertEqual((waiting.keys, len(self.told)), (KEYS[1:2], 1))
        self.ends[KEYS[1]] = 3
        self.assertTrue(waiting.ready(KEYS[1]))
        self.assertEqual(self.codes(self.ended(waiting)), [0, 0, ErrorCode.NOT_LEADER_OR_FOLLOWER])

    def test_a_flush_that_failed(self) -> None:
        """Old clients know no such error."""
        for version, code in ((4, ErrorCode.KAFKA_STORAGE_ERROR), (3, ErrorCode.NOT_LEADER_OR_FOLLOWER)):
            waiting = self.make(version)
            self.partitions[2].flush_failures = 1
            self.assertTrue(waiting.ready(KEYS[2]))
            self.assertEqual(self.codes(self.ended(waiting)), [0, 0, code])

    def test_not_in_time(self) -> None:
        """Only what is not acknowledged; also where something went wrong before."""
        waiting = self.make()
        waiting.ready(KEYS[1])
        self.assertEqual(self.codes(self.ended(waiting, expired=True)), [0, 0, ErrorCode.REQUEST_TIMED_OUT])
        self.ends[KEYS[1]] = 0
        self.partitions[2].ended = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        waiting = self.make()
        waiting.ready(KEYS[2])
        expected = [0, ErrorCode.REQUEST_TIMED_OUT, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION]
        self.assertEqual(self.codes(self.ended(waiting, expired=True)), expected)

    def test_given_up_and_gone(self) -> None:
        waiting = self.make()
        waiting.fail(ValueError("the broker stops"))
        self.failureResultOf(waiting.deferred, ValueError)
        waiting = self.make()
        waiting.deferred.cancel()
        self.failureResultOf(waiting.deferred, CancelledError)
        self.assertEqual(self.forgotten, [waiting])
