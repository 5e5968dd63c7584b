"""Tests of DescribeLogDirs."""

from __future__ import annotations

import dataclasses
from typing import Any

from twisted.internet.task import Clock

from klog.broker.handlers import describe_log_dirs
from klog.broker.handlers.describe_log_dirs import DescribeLogDirsHandler
from klog.broker.long_answers import LongAnswers
from klog.broker.replicas.moves import ComingLog
from klog.broker.steps import Steps
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.wire.messages.describe_log_dirs import DescribableLogDirTopic, DescribeLogDirsRequest, DescribeLogDirsTopic
from tests.broker.handlers.setting import AdminTestCase


@dataclasses.dataclass
class FakeLog:
    size_bytes: int
    end_offset: int = 10
    high_watermark: int = 10


@dataclasses.dataclass
class FakeDirectory:
    logs: dict[TopicPartition, FakeLog]
    path: str = "/data"
    offline: OSError | None = None
    copies: list[ComingLog] = dataclasses.field(default_factory=list)

    def coming(self) -> list[ComingLog]:
        return self.copies

    def usage(self) -> tuple[int, int]:
        return 1000, 400


class DescribeLogDirsTests(AdminTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.directory = FakeDirectory(
            {TopicPartition("a", 1): FakeLog(11), TopicPartition("a", 0): FakeLog(10, 10, 7), TopicPartition("b", 0): FakeLog(20)}
        )

    def describe(self, topics: dict[str, list[int]] | None, version: int = 5) -> Any:
        wanted = None if topics is None else [DescribableLogDirTopic(topic=topic, partitions=numbers) for topic, numbers in topics.items()]
        answer = self.ask(DescribeLogDirsHandler([self.directory]), version, DescribeLogDirsRequest(topics=wanted))
        self.assertEqual(answer.error_code, 0)
        return answer.results[0]

    @staticmethod
    def sizes(result: Any) -> dict[str, list[tuple[int, int]]]:
        return {topic.name: [(one.partition_index, one.partition_size) for one in topic.partitions] for topic in result.topics}

    def test_everything(self) -> None:
        result = self.describe(None)
        self.assertEqual((result.error_code, result.log_dir, result.total_bytes, result.usable_bytes), (0, "/data", 1000, 400))
        self.assertEqual(self.sizes(result), {"a": [(0, 10), (1, 11)], "b": [(0, 20)]})
        self.assertEqual({(one.offset_lag, one.is_future_key) for topic in result.topics for one in topic.partitions}, {(0, False)})

    def test_copies_on_their_way_here(self) -> None:
        self.directory.copies = [ComingLog(TopicPartition("b", 0), 7, 3), ComingLog(TopicPartition("c", 4), 8, 0)]
        told = {
            topic.name: [(one.partition_index, one.partition_size, one.offset_lag, one.is_future_key) for one in topic.partitions]
            for topic in self.describe({"b": [0], "c": [4]}).topics
        }
        self.assertEqual(told, {"b": [(0, 20, 0, False), (0, 7, 3, True)], "c": [(4, 8, 0, True)]})
        self.assertEqual([topic.name for topic in self.describe({"a": [0]}).topics], ["a"])

    def test_thousands_of_partitions(self) -> None:
        """Are told of in steps; one that goes meanwhile is left out."""
        self.directory.logs = {TopicPartition(topic, number): FakeLog(number) for topic in "ba" for number in reversed(range(1500))}
        clock = Clock()
        handler = DescribeLogDirsHandler([self.directory], LongAnswers(Steps(clock, lambda: 0.0).run))
        waiting: Any = handler.handle(self.context(5), DescribeLogDirsRequest(topics=None))
        self.assertNoResult(waiting)
        del self.directory.logs[TopicPartition("b", 7)]
        clock.pump([0.0] * 100)
        sizes = self.sizes(self.successResultOf(waiting).results[0])
        everything = [(number, number) for number in range(1500)]
        self.assertEqual(sizes, {"a": everything, "b": [one for one in everything if one[0] != 7]})

    def test_nothing_is_made_for_each_partition_but_its_answer(self) -> None:
        """There may be ten thousand of them, in one turn of the reactor."""
        self.directory.logs = {TopicPartition(topic, number): FakeLog(1) for topic in ("a", "b") for number in range(50)}
        made: list[str] = []

        def topic(name: str) -> DescribeLogDirsTopic:
            made.append(name)
            return DescribeLogDirsTopic(name=name)

        self.patch(describe_log_dirs, "DescribeLogDirsTopic", topic)
        self.assertEqual({name: len(sizes) for name, sizes in self.sizes(self.describe(None)).items()}, {"a": 50, "b": 50})
        self.assertEqual(made, ["a", "b"])

    def test_what_is_asked_for(self) -> None:
        self.assertEqual(self.sizes(self.describe({"a": [1, 7, 1], "none": [0], "b": []})), {"a": [(1, 11)]})
        self.assertEqual(self.sizes(self.describe({})), {})

    def test_a_directory_that_cannot_be_used(self) -> None:
        self.directory.offline = OSError(5, "Input/output error")
        result = self.describe(None)
        self.assertEqual((result.error_code, result.log_dir, result.topics), (ErrorCode.KAFKA_STORAGE_ERROR, "/data", []))
        self.assertEqual((result.total_bytes, result.usable_bytes), (-1, -1))
