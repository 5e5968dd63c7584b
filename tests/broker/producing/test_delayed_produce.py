"""klog.broker.producing.delayed_produce: what becomes of an answer that waits."""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import CancelledError

from klog.broker.producing.delayed_produce import DelayedProduce
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.wire.messages.produce import PartitionProduceResponse, ProduceResponse, TopicProduceResponse
from tests.broker.producing.waiting_answers import WaitingAnswersCase

KEYS = [TopicPartition("t", index) for index in range(2)]


class DelayedProduceTests(WaitingAnswersCase):
    """Of two partitions, of which the first one is acknowledged up to 5."""

    def setUp(self) -> None:
        self.wait_for(KEYS, {KEYS[0]: 5, KEYS[1]: 0})

    def make(self, version: int = 9) -> DelayedProduce:
        """It needs all below 3."""
        self.answers = [PartitionProduceResponse(index=key.partition, base_offset=2) for key in KEYS]
        response = ProduceResponse(responses=[TopicProduceResponse(name="t", partition_responses=self.answers)])
        pending: Any = [(partition, 3, 0, answer) for partition, answer in zip(self.partitions, self.answers, strict=True)]
        return DelayedProduce(response, pending, self.purgatory, version, -1, self.told.append)

    def codes(self) -> list[int]:
        return [answer.error_code for answer in self.answers]

    def test_acknowledged_one_after_the_other(self) -> None:
        waiting = self.make()
        self.assertEqual(waiting.keys, KEYS)
        self.assertFalse(waiting.ready(KEYS[0]))
        self.assertEqual(waiting.keys, KEYS[1:])
        self.ends[KEYS[1]] = 3
        self.assertTrue(waiting.ready(KEYS[1]))
        waiting.complete()
        self.successResultOf(waiting.deferred)
        self.assertEqual(self.codes(), [0, 0])

    def test_too_few_by_then(self) -> None:
        self.partitions[1].acknowledgement = lambda acks, needed: ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND
        self.assertTrue(self.make().ready(KEYS[1]))
        self.assertEqual(self.codes(), [0, ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND])
        self.assertIn("min.insync.replicas", self.answers[1].error_message or "")

    def test_a_flush_or_a_whole_disk_that_failed(self) -> None:
        """Old clients know no such error, and nobody is told who leads: nobody else does."""
        for version, code in ((4, ErrorCode.KAFKA_STORAGE_ERROR), (3, ErrorCode.NOT_LEADER_OR_FOLLOWER)):
            for failed in ({"flush_failures": 1}, {"flush_failures": 0, "ended": ErrorCode.KAFKA_STORAGE_ERROR}):
                waiting = self.make(version)
                vars(self.partitions[1]).update(failed)
                self.assertTrue(waiting.ready(KEYS[1]))
                self.assertEqual((self.codes(), self.told), ([0, code], []))
            self.partitions[1].ended = ErrorCode.NONE

    def test_led_elsewhere_or_deleted(self) -> None:
        """Who leads by now is told."""
        for code, told in ((ErrorCode.NOT_LEADER_OR_FOLLOWER, 1), (ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, 0)):
            self.told.clear()
            self.partitions[1].ended = code
            self.assertTrue(self.make().ready(KEYS[1]))
            self.assertEqual((self.codes(), len(self.told)), ([0, code], told))

    def test_not_in_time(self) -> None:
        """Only what is not acknowledged."""
        waiting = self.make()
        waiting.ready(KEYS[0])
        waiting.expire()
        self.successResultOf(waiting.deferred)
        self.assertEqual(self.codes(), [0, ErrorCode.REQUEST_TIMED_OUT])
        self.assertEqual(self.answers[1].base_offset, 2)

    def test_given_up_and_gone(self) -> None:
        waiting = self.make()
        waiting.fail(ValueError("the broker stops"))
        self.failureResultOf(waiting.deferred, ValueError)
        waiting = self.make()
        waiting.deferred.cancel()
        self.failureResultOf(waiting.deferred, CancelledError)
        self.assertEqual(self.forgotten, [waiting])
