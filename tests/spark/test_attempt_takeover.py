"""klog.spark.attempt_takeover: what is read back, and when it gives up; how attempts meet is in test_stream_sink."""

from __future__ import annotations

import time
import unittest

from klog.errors import KlogError
from klog.model import TopicPartition
from klog.records.implementations import codec
from klog.spark import attempt_takeover
from klog.spark.attempt_takeover import AttemptTakeover, digest
from klog.spark.ledger_topic import Claim
from klog.spark.producing import WriteFailed
from tests.spark.sink_rig import SinkCase


class DigestTests(unittest.TestCase):
    def test_fields_do_not_run_into_each_other(self) -> None:
        different = [
            digest(None, b"a", []),
            digest(b"", b"a", []),
            digest(b"a", None, []),
            digest(b"a", b"", []),
            digest(b"a", b"b", []),
            digest(b"ab", b"", []),
            digest(None, b"a", [(b"h", None)]),
            digest(None, b"a", [(b"h", b"")]),
            digest(None, b"a", [(b"", b"h")]),
            digest(None, b"a", [(b"h", b""), (b"", b"")]),
        ]
        self.assertEqual(len(set(different)), len(different))
        self.assertEqual(digest(b"k", b"v", [(b"h", b"x")]), digest(b"k", b"v", [(b"h", b"x")]))


class ReadBackTests(SinkCase):
    def put(self, producer_id: int, epoch: int, sequence: int, *values: bytes) -> None:
        batch = codec.build_batch(
            [(1, None, value, ()) for value in values], producer_id=producer_id, producer_epoch=epoch, base_sequence=sequence
        )
        self.client.produce(TopicPartition(self.topic, 0), batch)

    def taking_over(self, start: int = 0) -> AttemptTakeover:
        claim = Claim("q", 0, 0, 4711, 6, {self.topic: [start, 0, 0]}, True, "name", None)
        made = AttemptTakeover(
            self.client,
            claim,
            lambda route: TopicPartition(self.topic, 0),
            lambda tp, sequence: None,
            lambda: None,
            now_ms=lambda: time.time_ns() // 1_000_000,
            timeout_ms=5_000,
        )
        made.read_back()
        return made

    def test_only_this_batch_and_this_producer_count(self) -> None:
        self.put(4711, 4, 0, b"an earlier batch")
        self.put(4711, 6, 0, b"a", b"b")
        self.put(1, 6, 0, b"somebody else")
        self.put(4711, 6, 2, b"c")
        found = self.taking_over()
        self.assertEqual((found.read, found.unmatched), (3, 3))
        known = found._partitions[TopicPartition(self.topic, 0)]
        self.assertEqual((known.sequence, known.end), (3, 5))
        # Nothing was read from the others.
        self.assertEqual(found._partitions[TopicPartition(self.topic, 1)].sequence, 0)
        self.assertEqual(self.taking_over(start=3).read, 1)

    def test_a_batch_that_is_cut_by_the_start(self) -> None:
        self.put(4711, 6, 0, b"a", b"b", b"c")
        self.put(4711, 6, 3, b"d")
        # A start lies between batches; whatever begins before it was there before.
        self.assertEqual(self.taking_over(start=1).read, 1)

    def test_a_topic_that_has_lost_its_beginning(self) -> None:
        self.put(4711, 6, 0, b"a")
        self.put(4711, 6, 1, b"b")
        from klog.wire.messages.delete_records import DeleteRecordsPartition, DeleteRecordsRequest, DeleteRecordsTopic

        partition = DeleteRecordsPartition(partition_index=0, offset=1)
        request = DeleteRecordsRequest(topics=[DeleteRecordsTopic(name=self.topic, partitions=[partition])], timeout_ms=5_000)
        self.client.ask_any(request)
        self.assertEqual(self.taking_over().read, 1)

    def test_a_broker_that_never_takes_it(self) -> None:
        found = self.taking_over()
        known = found._partitions[TopicPartition(self.topic, 0)]
        self.put(4711, 30_000, 0, b"from the future")
        known.end = 1
        tries, attempt_takeover._TRIES = attempt_takeover._TRIES, 3
        self.addCleanup(setattr, attempt_takeover, "_TRIES", tries)
        with self.assertRaisesRegex(WriteFailed, f"topic {self.topic}, partition 0: 3 times the broker did not take the record"):
            found._take(TopicPartition(self.topic, 0), known, None, b"x", [], None)

    def test_what_is_refused_for_good_is_told(self) -> None:
        found = self.taking_over()
        known = found._partitions[TopicPartition(self.topic, 0)]
        with self.assertRaises(KlogError) as raised:
            found._take(TopicPartition(self.topic, 0), known, None, b"x" * 2_000_000, [], None)
        self.assertIn(f"topic {self.topic}, partition 0: a record could not be written", raised.exception.message)


if __name__ == "__main__":
    unittest.main()
