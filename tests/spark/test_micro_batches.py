"""Batches of a stream on klog's broker, without Spark: where they begin and end, and what is said of data that is gone."""

from __future__ import annotations

import json
import pickle
import time
import unittest
from typing import Any
from unittest import mock

from klog.arrow.errors import DataLoss
from klog.client.blocking.client import BlockingClient
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.spark.checkpoint import BadCheckpoint
from klog.spark.errors import OptionError
from klog.spark.micro_batches import MicroBatches
from klog.spark.offsets import Subscription, assigned
from klog.spark.options import parse
from klog.testing.embedded import Broker
from klog.wire.messages.create_partitions import CreatePartitionsRequest, CreatePartitionsTopic
from klog.wire.messages.delete_records import DeleteRecordsPartition, DeleteRecordsRequest, DeleteRecordsTopic
from klog.wire.messages.delete_topics import DeleteTopicsRequest, DeleteTopicState

Json = dict[str, dict[str, int]]


def bare(position: Json) -> Json:
    """Without marks."""
    return {topic: {number: offset for number, offset in inner.items() if not number.startswith("+")} for topic, inner in position.items()}


class Case(unittest.TestCase):
    """A broker for all, topics by the name of the test, a clock that only sleeping moves."""

    broker: Broker

    @classmethod
    def setUpClass(cls) -> None:
        cls.broker = Broker().start()

    @classmethod
    def tearDownClass(cls) -> None:
        cls.broker.stop()

    def setUp(self) -> None:
        self.topic = self.id().rpartition(".")[2].removeprefix("test_")
        self.now = 100.0
        self.told: list[str] = []
        self.client = BlockingClient(self.broker.bootstrap)
        self.addCleanup(self.client.close)

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        time.sleep(0.001)

    def batches(self, **options: Any) -> MicroBatches:
        """A stream's run, with another memory than those before it."""
        self.now += 10
        words = {"subscribe": self.topic, **{name: str(value) for name, value in options.items() if value is not None}}
        if "subscribePattern" in words or "assign" in words:
            del words["subscribe"]
        given = {"kafka.bootstrap.servers": self.broker.bootstrap, "kafka.default.api.timeout.ms": "10000", **words}
        return MicroBatches(parse(given, "stream"), self.client, tell=self.told.append, clock=lambda: self.now, sleep=self.sleep)

    def later(self) -> None:
        """Topics are looked up again."""
        self.now += 5

    def put(self, count: int, partition: int = 0, topic: str | None = None) -> None:
        self.broker.put(topic or self.topic, [b"v%d" % number for number in range(count)], partition=partition)

    def delete(self) -> None:
        answer = self.client.ask_any(DeleteTopicsRequest(topics=[DeleteTopicState(name=self.topic)], timeout_ms=5_000))
        self.assertEqual([one.error_code for one in answer.responses], [0])

    def remove_before(self, offset: int, partition: int = 0) -> None:
        one = DeleteRecordsPartition(partition_index=partition, offset=offset)
        request = DeleteRecordsRequest(topics=[DeleteRecordsTopic(name=self.topic, partitions=[one])], timeout_ms=5_000)
        answer = self.client.ask_leader(TopicPartition(self.topic, partition), lambda node, epoch: self.client.ask(node, request))
        self.assertEqual(answer.topics[0].partitions[0].error_code, 0)

    def ranges(self, batches: MicroBatches, start: Json, end: Json) -> list[tuple[int, int, int]]:
        return [(one.partition, one.start, one.end) for one in batches.ranges(start, end)]


class BeginningTests(Case):
    """Where a new query begins."""

    def test_earliest(self) -> None:
        self.broker.create_topic(self.topic, 2)
        self.put(5)
        self.put(3, 1)
        batches = self.batches(startingOffsets="earliest")
        start = batches.initial()
        self.assertEqual(bare(start), {self.topic: {"0": 0, "1": 0}})
        end = batches.latest(start)
        self.assertEqual(bare(end), {self.topic: {"0": 5, "1": 3}})
        self.assertEqual(self.ranges(batches, start, end), [(0, 0, 5), (1, 0, 3)])
        self.assertIs(type(batches.ranges(start, end)[0].topic_id), bytes)
        self.assertTrue(any(batches.ranges(start, end)[0].topic_id))
        self.assertEqual(batches.latest(end), end)
        self.assertEqual(self.ranges(batches, end, end), [])

    def test_latest_is_anchored_by_an_empty_batch(self) -> None:
        self.broker.create_topic(self.topic)
        self.put(10)
        batches = self.batches()
        start = batches.initial()
        self.put(5)
        self.assertEqual(batches.initial(), start, "Spark asks twice")
        first = batches.latest(start)
        self.assertEqual(first, start)
        self.assertEqual(self.ranges(batches, start, first), [])
        self.assertEqual(bare(batches.latest(first)), {self.topic: {"0": 15}})
        # A crash during the empty batch: Spark asks for the beginning anew and plans the batch again.
        again = self.batches()
        restarted = again.initial()
        self.assertEqual(bare(restarted), {self.topic: {"0": 15}})
        self.assertEqual(self.ranges(again, restarted, first), [])
        end = again.latest(first)
        self.assertEqual(self.ranges(again, first, end), [(0, 10, 15)])

    def test_a_first_batch_that_is_planned_again(self) -> None:
        self.broker.create_topic(self.topic)
        self.put(10)
        before = self.batches(startingOffsets="earliest")
        end = before.latest(before.initial())
        self.put(3)
        again = self.batches(startingOffsets="earliest")
        self.assertEqual(self.ranges(again, again.initial(), end), [(0, 0, 10)])

    def test_written_offsets_and_times(self) -> None:
        self.broker.create_topic(self.topic, 2)
        self.put(10)
        self.put(10, 1)
        written = self.batches(startingOffsets=json.dumps({self.topic: {"0": 4, "1": -2}}))
        start = written.initial()
        self.assertEqual(bare(start), {self.topic: {"0": 4, "1": 0}})
        self.assertEqual(self.ranges(written, start, written.latest(start)), [(0, 4, 10), (1, 0, 10)])
        moving = self.batches(startingOffsets=json.dumps({self.topic: {"0": 4, "1": -1}}))
        self.assertEqual(moving.latest(moving.initial()), moving.initial(), "anchored")
        timed = self.batches(startingTimestamp="1")
        self.assertEqual(timed.latest(timed.initial()), timed.initial(), "anchored")
        with self.assertRaises(OptionError):
            self.batches(startingOffsets=json.dumps({self.topic: {"0": 4}})).initial()

    def test_a_topic_that_does_not_exist(self) -> None:
        with self.assertRaises(KlogError) as caught:
            self.batches().initial()
        self.assertIs(caught.exception.code, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.assertIn("does not exist", str(caught.exception))

    def test_another_sources_checkpoint(self) -> None:
        self.broker.create_topic(self.topic)
        with self.assertRaises(BadCheckpoint):
            self.batches().latest({"logOffset": 5})


class LimitTests(Case):
    """How far a batch goes."""

    def test_at_most(self) -> None:
        self.broker.create_topic(self.topic, 3)
        for partition in range(3):
            self.put(100 * (partition + 1), partition)
        batches = self.batches(startingOffsets="earliest", maxOffsetsPerTrigger=150)
        position = batches.initial()
        seen = []
        while (end := batches.latest(position)) != position:
            seen.append([bare(end)[self.topic][str(number)] - bare(position)[self.topic][str(number)] for number in range(3)])
            position = end
        self.assertEqual(seen, [[25, 50, 75]] * 4)
        self.assertEqual(bare(batches.latest(batches.initial(), unlimited=True)), {self.topic: {"0": 100, "1": 200, "2": 300}})

    def test_at_least(self) -> None:
        self.broker.create_topic(self.topic)
        batches = self.batches(startingOffsets="earliest", minOffsetsPerTrigger=10, maxTriggerDelay="1m")
        position = batches.latest(batches.initial())
        self.put(9)
        self.assertEqual(bare(batches.latest(position)), {self.topic: {"0": 0}})
        self.put(1)
        position = batches.latest(position)
        self.assertEqual(bare(position), {self.topic: {"0": 10}})
        self.put(1)
        self.now += 59
        self.assertEqual(batches.latest(position), position)
        self.now += 2
        self.assertEqual(bare(batches.latest(position)), {self.topic: {"0": 11}})

    def test_available_now(self) -> None:
        self.broker.create_topic(self.topic)
        self.put(10)
        batches = self.batches(startingOffsets="earliest", maxOffsetsPerTrigger=4, minOffsetsPerTrigger=4, maxTriggerDelay="1h")
        batches.prepare()
        position = batches.initial()
        self.put(10)
        ends = []
        while (end := batches.latest(position)) != position:
            position = end
            ends.append(end[self.topic]["0"])
        self.assertEqual(ends, [4, 8, 10], "the rest is read though it is less than the minimum")
        self.assertEqual(batches.newest, {TopicPartition(self.topic, 0): 10})

    def test_available_now_from_the_end(self) -> None:
        self.broker.create_topic(self.topic)
        self.put(10)
        batches = self.batches()
        batches.prepare()
        self.put(10)
        start = batches.initial()
        self.assertEqual(bare(start), {self.topic: {"0": 10}})
        self.assertEqual(batches.latest(start), start)
        self.assertEqual(batches.latest(start), start)

    def test_an_end_that_a_broker_behind_told_does_not_stop_the_run(self) -> None:
        self.broker.create_topic(self.topic)
        self.put(10)
        batches = self.batches(startingOffsets="earliest")
        batches.prepare()
        self.put(5)
        planned = {self.topic: {"0": 12}}
        self.assertEqual(batches.latest(planned), planned)

    def test_tasks(self) -> None:
        self.broker.create_topic(self.topic)
        self.put(10)
        batches = self.batches(startingOffsets="earliest", maxRecordsPerPartition=4)
        start = batches.initial()
        self.assertEqual(self.ranges(batches, start, batches.latest(start)), [(0, 0, 3), (0, 3, 6), (0, 6, 10)])

    def test_read_committed_is_asked_for(self) -> None:
        self.broker.create_topic(self.topic)
        batches = self.batches(**{"kafka.isolation.level": "read_committed"})
        with mock.patch.object(self.client, "list_offsets", wraps=self.client.list_offsets) as asked:
            batches.latest(batches.latest(batches.initial()))
        self.assertEqual({call.kwargs["isolation"] for call in asked.call_args_list}, {"read_committed"})

    def test_an_idle_stream_asks_little(self) -> None:
        self.broker.create_topic(self.topic, 4)
        batches = self.batches()
        position = batches.latest(batches.initial())
        with (
            mock.patch.object(self.client, "ask", wraps=self.client.ask) as asked,
            mock.patch.object(self.client, "refresh", wraps=self.client.refresh) as refreshed,
        ):
            for _ in range(10):
                self.assertIs(batches.latest(position)[self.topic], position[self.topic])
            self.assertEqual((asked.call_count, refreshed.call_count), (10, 0))
            self.later()
            batches.latest(position)
            self.assertEqual((asked.call_count, refreshed.call_count), (11, 1))


class ChangeTests(Case):
    """Topics come, grow, go and come again."""

    def test_new_partitions_start_at_their_beginning(self) -> None:
        self.broker.create_topic(self.topic)
        self.put(5)
        batches = self.batches(startingOffsets="latest")
        position = batches.latest(batches.initial())
        wanted = CreatePartitionsRequest(topics=[CreatePartitionsTopic(name=self.topic, count=2, assignments=None)], timeout_ms=5_000)
        self.assertEqual(self.client.ask_any(wanted).results[0].error_code, 0)
        self.put(3, 1)
        self.assertEqual(batches.latest(position), position, "not looked up yet")
        self.later()
        end = batches.latest(position)
        self.assertEqual(bare(end), {self.topic: {"0": 5, "1": 3}})
        self.assertEqual(self.ranges(batches, position, end), [(1, 0, 3)])
        self.assertEqual(self.ranges(self.batches(), position, end), [(1, 0, 3)], "after a restart, too")

    def test_new_topics_of_a_pattern(self) -> None:
        first, second = self.topic + "-one", self.topic + "-two"
        self.broker.create_topic(first)
        batches = self.batches(subscribePattern=self.topic + "-.*")
        position = batches.latest(batches.initial())
        self.broker.create_topic(second)
        self.put(4, topic=second)
        self.later()
        end = batches.latest(position)
        self.assertEqual(bare(end), {first: {"0": 0}, second: {"0": 4}})
        self.assertEqual([(one.topic, one.start, one.end) for one in batches.ranges(position, end)], [(second, 0, 4)])

    def test_a_new_partition_that_has_lost_its_beginning(self) -> None:
        self.broker.create_topic(self.topic, 2)
        self.put(9, 1)
        self.remove_before(4, 1)
        position = {self.topic: {"0": 0}}
        batches = self.batches()
        end = batches.latest(position)
        with self.assertRaises(DataLoss) as caught:
            batches.ranges(position, end)
        self.assertIn("begins at offset 4", str(caught.exception))
        batches = self.batches(failOnDataLoss="false")
        self.assertEqual(self.ranges(batches, position, batches.latest(position)), [(1, 4, 9)])
        self.assertIn("begins at offset 4", self.told[0])

    def test_a_topic_that_is_deleted(self) -> None:
        self.broker.create_topic(self.topic)
        self.put(5)
        batches = self.batches(startingOffsets="earliest")
        position = batches.latest(batches.initial())
        self.delete()
        self.later()
        with self.assertRaises(DataLoss) as caught:
            batches.latest(position)
        self.assertIn("is gone", str(caught.exception))
        self.assertIn("failOnDataLoss", str(caught.exception))
        patient = self.batches(failOnDataLoss="false")
        self.assertEqual(patient.latest(position), {})
        self.assertEqual(patient.ranges(position, {}), [])
        self.assertIn("is gone", self.told[0])

    def test_a_topic_that_is_made_again(self) -> None:
        self.broker.create_topic(self.topic)
        self.put(5)
        batches = self.batches(startingOffsets="earliest")
        position = batches.latest(batches.initial())
        self.delete()
        self.broker.create_topic(self.topic)
        self.put(8)
        for run in (batches, self.batches(startingOffsets="earliest")):
            self.later()
            with self.assertRaises(DataLoss) as caught:
                run.latest(position)
            self.assertIn("made again", str(caught.exception))
        patient = self.batches(failOnDataLoss="false")
        end = patient.latest(position)
        self.assertEqual(bare(end), {self.topic: {"0": 8}})
        self.assertEqual(self.ranges(patient, position, end), [(0, 0, 8)], "the new topic from its beginning")
        self.assertEqual(patient.latest(end), end)
        # A batch of the old topic that a crash left unfinished.
        start = {self.topic: {**position[self.topic], "0": 2}}
        with self.assertRaises(DataLoss):
            self.batches().ranges(start, position)
        self.assertEqual(self.ranges(self.batches(failOnDataLoss="false"), start, position), [])

    def test_a_checkpoint_without_marks(self) -> None:
        self.broker.create_topic(self.topic)
        self.put(5)
        position = {self.topic: {"0": 3}}
        batches = self.batches()
        end = batches.latest(position)
        self.assertEqual(self.ranges(batches, position, end), [(0, 3, 5)])
        self.assertEqual(batches.latest({self.topic: {"0": 5}}), {self.topic: {"0": 5}}, "as it was given")

    def test_an_end_that_went_back(self) -> None:
        self.broker.create_topic(self.topic)
        self.put(5)
        position = {self.topic: {"0": 9}}
        with self.assertRaises(DataLoss) as caught:
            self.batches().latest(position)
        self.assertIn("went back from offset 9 to 5. Some data may have been missed", str(caught.exception))
        self.assertEqual(str(pickle.loads(pickle.dumps(caught.exception))), str(caught.exception))
        patient = self.batches(failOnDataLoss="false")
        self.assertEqual(bare(patient.latest(position)), {self.topic: {"0": 5}})
        self.assertEqual(self.ranges(patient, position, {self.topic: {"0": 5}}), [])

    def test_a_broker_that_is_away_for_a_moment(self) -> None:
        self.broker.create_topic(self.topic)
        self.put(5)
        batches = self.batches(startingOffsets="earliest")
        start = batches.initial()
        self.broker.cut()
        self.assertEqual(bare(batches.latest(start)), {self.topic: {"0": 5}})

    def test_topics_without_a_leader_for_a_moment(self) -> None:
        self.broker.create_topic(self.topic)
        self.put(5)
        batches = self.batches(startingOffsets="earliest")
        start = batches.initial()
        self.later()
        error = KlogError(ErrorCode.LEADER_NOT_AVAILABLE, "not yet")
        found = assigned(self.client, Subscription("subscribe", self.topic, (self.topic,)))
        with mock.patch("klog.spark.micro_batches.assigned", side_effect=[error, found]):
            self.assertEqual(bare(batches.latest(start)), {self.topic: {"0": 5}})
        refused = KlogError(ErrorCode.TOPIC_AUTHORIZATION_FAILED, "no")
        self.later()
        with mock.patch("klog.spark.micro_batches.assigned", side_effect=refused) as asked, self.assertRaises(KlogError) as caught:
            batches.latest(start)
        self.assertIs(caught.exception, refused)
        self.assertEqual(asked.call_count, 1)

    def test_some_partitions_only(self) -> None:
        self.broker.create_topic(self.topic, 3)
        self.put(2, 1)
        self.put(4, 2)
        batches = self.batches(assign=json.dumps({self.topic: [1, 2]}), startingOffsets="earliest")
        start = batches.initial()
        self.assertIn("+1", start[self.topic])
        self.assertEqual(self.ranges(batches, start, batches.latest(start)), [(1, 0, 2), (2, 0, 4)])
