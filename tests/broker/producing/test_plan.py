"""klog.broker.producing.plan: answers are what the encoder would have written, and not more is kept than is worth it."""

from __future__ import annotations

import unittest
import unittest.mock
from typing import Any

from klog.broker.audit.produce_counts import CountedClient
from klog.broker.producing import plan as produce_plan
from klog.broker.producing.plan import Place, Plan, topic_response
from klog.net.principal import ANONYMOUS
from klog.span import join_parts
from klog.storage.log.values import AppendResult
from klog.wire.compiled_codec import encode
from klog.wire.messages.produce import PartitionProduceData, PartitionProduceResponse, ProduceRequest, TopicProduceData
from klog.wire.produce_repeat import Repeat
from klog.wire.repeated_requests import AnswerPattern
from klog.wire.server import encode_answer

PARTITION: Any = object()


def repeat(version: int, transactional_id: str | None = None) -> Repeat:
    data = [PartitionProduceData(index=0, records=b"x")]
    topic = TopicProduceData(name="" if version >= 13 else "t", topic_id=bytes(15) + b"\1", partition_data=data)
    if version < 13:
        topic.topic_id = bytes(16)
    message = ProduceRequest(transactional_id=transactional_id, acks=-1, topic_data=[topic])
    found = Repeat.learn(version, "me", memoryview(bytes(12) + join_parts(encode(message, version))), 12, message)
    assert found is not None
    return found


def result(base_offset: int, log_start_offset: int = 0) -> AppendResult:
    return AppendResult(base_offset=base_offset, log_start_offset=log_start_offset)


class PlanTests(unittest.TestCase):
    """Every version."""

    def expected(self, of: Repeat, correlation_id: int, *answers: tuple[int, AppendResult]) -> bytes:
        responses = [
            PartitionProduceResponse(index=index, base_offset=one.base_offset, log_start_offset=one.log_start_offset)
            for index, one in answers
        ]
        return join_parts(encode_answer(topic_response(of, responses), of.api_version, correlation_id))

    def test_one_partition(self) -> None:
        """Also when its log has begun to start elsewhere."""
        for version in range(3, 14):
            known = repeat(version)
            place = Place(known, 3, PARTITION, CountedClient("t", None, ANONYMOUS))
            results = (result(5), result(6), result(7, 4), result(2**40, 5), result(8, 5))
            for number, one in enumerate((*results, *[one for one in results for _ in range(40)])):
                self.assertEqual(place.answer(number, one), self.expected(known, number, (3, one)))

    def test_several_partitions(self) -> None:
        for version in range(3, 14):
            known = repeat(version)
            plan = Plan(known)
            for number, (indexes, results) in enumerate(
                (((1, 2), (result(5), result(9))), ((2, 1), (result(6), result(10))), ((1, 2), (result(7, 3), result(11))))
            ):
                expected = self.expected(known, number, *zip(indexes, results, strict=True))
                for _ in range(40):
                    self.assertEqual(plan.answer(number, indexes, results), expected)

    def test_a_pattern_is_made_for_what_is_asked_often(self) -> None:
        """It takes as long as many answers: a producer that names other partitions each time must not pay for it."""
        made = []

        def pattern(*asked: Any) -> AnswerPattern:
            made.append(asked)
            return AnswerPattern(*asked)

        with unittest.mock.patch.object(produce_plan, "AnswerPattern", pattern):
            known = repeat(9)
            plan = Plan(known)
            results = (result(5), result(9))
            for index in range(1000):
                expected = self.expected(known, index, (index, results[0]), (0, results[1]))
                self.assertEqual(plan.answer(index, (index, 0), results), expected)
            # A place that is thought of anew each time, and a log whose start moves each time.
            place = Place(known, 3, PARTITION, CountedClient("t", None, ANONYMOUS))
            for start in range(100):
                self.assertEqual(place.answer(start, result(200, start)), self.expected(known, start, (3, result(200, start))))
            self.assertEqual(made, [])
            for number in range(100):
                self.assertEqual(plan.answer(number, (1, 2), results), self.expected(known, number, (1, results[0]), (2, results[1])))
                self.assertEqual(place.answer(number, result(number)), self.expected(known, number, (3, result(number))))
            self.assertEqual(len(made), 2)

    def test_what_is_remembered_is_bounded(self) -> None:
        plan = Plan(repeat(9))
        for index in range(1000):
            plan.add(Place(repeat(9), index, PARTITION, CountedClient("t", None, ANONYMOUS)))
            plan.answer(0, (index, index + 1), (result(1), result(2)))
            self.assertIn(index, plan.places)
            self.assertLessEqual(len(plan.places), produce_plan.REMEMBERED_PLACES)
            self.assertLessEqual(len(plan._answers), produce_plan.REMEMBERED_ANSWERS)

    def test_transactions(self) -> None:
        self.assertEqual([Plan(repeat(9, name)).transacts for name in (None, "x")], [False, True])


if __name__ == "__main__":
    unittest.main()
