"""`klog.mirror.verify.partition_reader`, over a broker."""

from __future__ import annotations

import unittest
from typing import Any
from unittest import mock

from klog.client.blocking.pending_fetch import Fetched
from klog.mirror.verify.heads import heads_of
from klog.mirror.verify.partition_reader import Overtaken, PartitionReader, ShrunkLog
from klog.model import TopicPartition
from klog.wire.messages.delete_records import DeleteRecordsPartition, DeleteRecordsRequest, DeleteRecordsTopic
from tests.mirror.verify.rig import TwoBrokers, batch, batches


def trim(topic: str, offset: int) -> DeleteRecordsRequest:
    """Everything before `offset` goes."""
    partition = DeleteRecordsPartition(partition_index=0, offset=offset)
    return DeleteRecordsRequest(topics=[DeleteRecordsTopic(name=topic, partitions=[partition])], timeout_ms=10_000)


class ReaderTests(TwoBrokers):
    """One partition."""

    def reader(self, topic: str, start: int, end: int, **more: Any) -> PartitionReader:
        reader = PartitionReader(self.client_a, TopicPartition(topic, 0), start, end, **more)
        self.addCleanup(reader.close)
        return reader

    def test_everything_comes_in_pieces(self) -> None:
        topic = self.topic(batches(20))
        reader = self.reader(topic, 0, 200, fetch_bytes=1_000)
        heads, answers = [], 0
        while (fetched := reader.take()) is not None:
            answers += 1
            heads += heads_of(fetched.records)
        self.assertEqual([head.base for head in heads], list(range(0, 200, 10)))
        self.assertGreater(answers, 3)
        self.assertTrue(reader.finished)
        self.assertGreater(reader.bytes, 1_000)

    def test_it_begins_and_ends_within_a_batch(self) -> None:
        topic = self.topic(batches(3))
        reader = self.reader(topic, 15, 22)
        heads = []
        while (fetched := reader.take()) is not None:
            heads += heads_of(fetched.records)
        self.assertEqual([head.base for head in heads], [10, 20])

    def test_an_empty_range(self) -> None:
        reader = self.reader(self.topic(), 0, 0)
        self.assertIsNone(reader.take())

    def test_retention_was_faster(self) -> None:
        topic = self.topic(batches(3))
        tp = TopicPartition(topic, 0)
        self.client_a.ask_leader(tp, lambda node, epoch: self.client_a.ask(node, trim(topic, 17)))
        with self.assertRaises(Overtaken) as caught:
            self.reader(topic, 0, 30).take()
        self.assertEqual(caught.exception.start, 17)

    def test_a_log_that_ends_before_what_it_promised(self) -> None:
        topic = self.topic([batch(b"one")])
        with mock.patch.object(self.client_a, "sleep"), self.assertRaisesRegex(ShrunkLog, f"the log of {topic}-0 ends at offset 1"):
            reader = self.reader(topic, 1, 9)
            reader.take()
        with self.assertRaisesRegex(ShrunkLog, "ends at offset 1, and had offset 4 before"):
            self.reader(topic, 5, 9).take()

    def test_nothing_stands_in_front_of_the_end(self) -> None:
        topic = self.topic([batch(b"one")])
        reader = self.reader(topic, 1, 2)
        nothing = Fetched(memoryview(b""), 9, 9, 0, (), "x")
        slept: list[float] = []
        with (
            mock.patch.object(self.client_a, "begin_fetch", return_value=mock.Mock(**{"result.return_value": nothing})),
            mock.patch.object(self.client_a, "sleep", slept.append),
        ):
            self.assertIsNone(reader.take())
        self.assertEqual(len(slept), 2)
        self.assertTrue(reader.finished)

    def test_bytes_that_are_no_batch_are_the_callers(self) -> None:
        topic = self.topic([batch(b"one")])
        reader = self.reader(topic, 0, 1)
        rubbish = Fetched(memoryview(b"\xff" * 100), 9, 9, 0, (), "x")
        with mock.patch.object(self.client_a, "begin_fetch", return_value=mock.Mock(**{"result.return_value": rubbish})):
            self.assertIs(reader.take(), rubbish)
            self.assertIsNone(reader.take())


if __name__ == "__main__":
    unittest.main()
