"""`klog.mirror.verify.partition_comparison`, over two brokers: each misdeed at its exact place, in all three ways."""

from __future__ import annotations

import unittest
from typing import Any
from unittest import mock

from klog.errors import ErrorCode, KlogError
from klog.mirror.verify.findings import Finding, Kind, at_offsets
from klog.mirror.verify.pairs import Pair, find_pairs
from klog.mirror.verify.partition_comparison import Compared, PartitionComparison, Verdict
from klog.mirror.verify.partition_reader import Overtaken, PartitionReader
from klog.mirror.verify.position_file import Place
from klog.mirror.verify.record_fields import Field
from klog.mirror.verify.settings import How
from klog.model import TopicPartition
from tests.mirror.verify.rig import TwoBrokers, batch, batches
from tests.mirror.verify.test_partition_reader import trim


class ComparisonCase(TwoBrokers):
    """One partition."""

    def pair(self, topic: str, **more: Any) -> Pair:
        [pair] = find_pairs(self.client_a, self.client_b, self.settings(topics=(topic,), **more)).pairs
        return pair

    def compare(self, topic: str, place: Place | None = None, *, pair: Pair | None = None, fetch_bytes: int = 700, **more: Any) -> Compared:
        settings = self.settings(topics=(topic,), fetch_bytes=fetch_bytes, **more)
        pair = pair or self.pair(topic, **more)
        return PartitionComparison(self.client_a, self.client_b, pair, place, settings, lambda *_: None).run()


class HeaderTests(ComparisonCase):
    """By headers."""

    def test_equal(self) -> None:
        compared = self.compare(self.topic(batches(12)))
        self.assertEqual((compared.verdict, compared.records, compared.differences, compared.remark), (Verdict.EQUAL, 120, 0, ""))
        self.assertEqual((compared.passed, compared.place), (compared.place, compared.passed))

    def test_one_flipped_record_is_named(self) -> None:
        other = batches(12)
        other[7] = batch(*(f"7-{index}".encode() if index != 4 else b"9-9" for index in range(10)), timestamp=1_600_000_000_700)
        compared = self.compare(self.topic(batches(12), other))
        self.assertEqual(compared.findings, (at_offsets(Kind.DIFFERS, 74, 75, 1, "value"),))
        self.assertEqual((compared.verdict, compared.records, compared.differences), (Verdict.DIFFERENT, 110, 1))
        assert compared.place is not None and compared.passed is not None
        self.assertEqual((compared.place[:2], compared.passed[:2]), ((74, 74), (120, 120)))

    def test_one_record_that_is_missing_at_the_end_of_a_batch(self) -> None:
        other = batches(3)
        other[1] = batch(*(f"1-{index}".encode() for index in range(9)), timestamp=1_600_000_000_100)
        compared = self.compare(self.topic(batches(3), other))
        self.assertIs(compared.verdict, Verdict.DIFFERENT)
        self.assertEqual(compared.findings[0].first_a, 19)

    def test_the_same_records_in_other_batches(self) -> None:
        values = [b"1", b"2", b"3"]
        compared = self.compare(
            self.topic([batch(*values)], [batch(one, timestamp=1_600_000_000_000 + at) for at, one in enumerate(values)])
        )
        self.assertEqual([(one.kind, one.first_a, one.next_a) for one in compared.findings], [(Kind.DIFFERS, 0, 3)])
        self.assertIn("the same records in batches that are not", compared.findings[0].detail)

    def test_a_copy_that_is_behind_is_equal_but_where_it_must_be_complete(self) -> None:
        topic = self.topic(batches(5), batches(3))
        compared = self.compare(topic)
        self.assertEqual((compared.verdict, compared.behind, compared.records), (Verdict.EQUAL, 20, 30))
        compared = self.compare(topic, complete=True)
        self.assertEqual(compared.findings, (Finding(Kind.MISSING, 30, 50, 30, 30, 20, "behind the end of B"),))

    def test_what_stands_behind_the_end_of_the_source_is_extra(self) -> None:
        compared = self.compare(self.topic(batches(3), batches(4)))
        self.assertEqual(compared.findings, (at_offsets(Kind.EXTRA, 30, 40, 10, "behind the end of A"),))

    def test_what_only_one_of_them_has_in_front_is_not_compared(self) -> None:
        topic = self.topic(batches(5))
        self.client_b.ask_leader(TopicPartition(topic, 0), lambda node, epoch: self.client_b.ask(node, trim(topic, 15)))
        compared = self.compare(topic)
        self.assertEqual((compared.verdict, compared.not_compared, compared.start, compared.records), (Verdict.EQUAL, 15, 15, 40))

    def test_it_goes_on_at_a_place(self) -> None:
        other = batches(5)
        other[0] = batch(*[b"x"] * 10)
        topic = self.topic(batches(5), other)
        compared = self.compare(topic, Place(20, 20))
        self.assertEqual((compared.verdict, compared.records, compared.start), (Verdict.EQUAL, 30, 20))

    def test_a_log_that_was_cut_since(self) -> None:
        compared = self.compare(self.topic(batches(2)), Place(30, 30))
        self.assertIs(compared.verdict, Verdict.UNKNOWN)
        self.assertIn("it was compared up to offsets 30 and 30, and ends at 20 and 20 now", compared.remark)

    def test_what_has_no_offset_in_common_is_not_called_equal(self) -> None:
        topic = self.topic(batches(3))
        tp = TopicPartition(topic, 0)
        self.client_b.ask_leader(tp, lambda node, epoch: self.client_b.ask(node, trim(topic, 30)))
        compared = self.compare(topic)
        self.assertEqual(
            (compared.verdict, compared.remark), (Verdict.UNKNOWN, "they have no offset in common: A has 0 to 29, and B is empty at 30")
        )
        # Both empty, or a copy that has not begun.
        self.client_a.ask_leader(tp, lambda node, epoch: self.client_a.ask(node, trim(topic, 30)))
        self.assertIs(self.compare(topic).verdict, Verdict.EQUAL)
        compared = self.compare(self.topic(batches(3), []))
        self.assertEqual((compared.verdict, compared.behind), (Verdict.EQUAL, 30))
        # What was compared before is.
        self.assertIs(self.compare(self.topic(batches(3)), Place(30, 30)).verdict, Verdict.EQUAL)

    def test_a_place_that_is_gone_when_it_is_looked_into_is_told_as_a_batch(self) -> None:
        other = batches(3)
        other[1] = batch(*[b"x"] * 10)
        topic = self.topic(batches(3), other)
        with mock.patch.object(PartitionComparison, "_walk_records", side_effect=Overtaken(30)):
            compared = self.compare(topic)
        self.assertEqual([finding[:3] for finding in compared.findings], [(Kind.DIFFERS, 10, 20)])
        self.assertIn("content (CRC)", compared.findings[0].detail)
        self.assertNotIn("same records", compared.findings[0].detail)

    def test_epochs_where_they_are_asked_for(self) -> None:
        # The same records, written by leaders of other epochs.
        topic = self.topic(batches(1))
        epochs = [
            self.client_a.metadata.leader_epoch(TopicPartition(topic, 0)),
            self.client_b.metadata.leader_epoch(TopicPartition(topic, 0)),
        ]
        compared = self.compare(topic, with_epochs=True)
        self.assertEqual(compared.verdict is Verdict.EQUAL, epochs[0] == epochs[1])

    def test_retention_that_takes_what_is_read(self) -> None:
        topic = self.topic(batches(40))
        pair = self.pair(topic)
        take = PartitionReader.take
        calls: list[str] = []

        def trimming(reader: PartitionReader) -> Any:
            calls.append(reader.tp.topic)
            if len(calls) == 3:
                reader.close()
                self.client_a.ask_leader(pair.a, lambda node, epoch: self.client_a.ask(node, trim(topic, 305)))
            return take(reader)

        with mock.patch.object(PartitionReader, "take", trimming):
            compared = self.compare(topic, pair=pair)
        self.assertIs(compared.verdict, Verdict.EQUAL)
        self.assertRegex(compared.remark, r"retention took offsets \d+ to 305 while they were compared")
        self.assertLess(compared.records, 400)

    def test_rubbish_ends_a_partition_with_its_place(self) -> None:
        topic = self.topic(batches(2))
        pair = self.pair(topic)
        take = PartitionReader.take

        def spoilt(reader: PartitionReader) -> Any:
            fetched = take(reader)
            if fetched is not None and reader._client is self.client_b:
                size = 12 + int.from_bytes(fetched.records[8:12], "big")
                return fetched._replace(records=memoryview(bytes(fetched.records[:size]) + b"\xff" * 40), connection=None)
            return fetched

        with mock.patch.object(PartitionReader, "take", spoilt):
            compared = self.compare(topic, pair=pair, fetch_bytes=1 << 20)
        self.assertIs(compared.verdict, Verdict.DIFFERENT)
        self.assertEqual([finding[:3] for finding in compared.findings], [(Kind.DAMAGED, 10, 20)])

    def test_a_compacted_topic_is_compared_by_records_before_anything_is_told(self) -> None:
        topic = self.topic(
            [batch(b"1", key=b"a"), batch(b"2", key=b"b")],
            [batch(b"1", key=b"a"), batch(b"3", key=b"b")],
            configs={"cleanup.policy": "compact"},
        )
        compared = self.compare(topic)
        self.assertEqual(compared.findings, (at_offsets(Kind.DIFFERS, 1, 2, 1, "value"),))
        self.assertIn("compacted", compared.remark)

    def test_a_broker_that_refuses(self) -> None:
        pair = self.pair(self.topic(batches(1)))
        refused = KlogError(ErrorCode.TOPIC_AUTHORIZATION_FAILED, "no")
        with mock.patch.object(PartitionReader, "take", side_effect=refused), self.assertRaises(KlogError):
            self.compare(pair.a.topic, pair=pair)


class RecordTests(ComparisonCase):
    """By records."""

    def test_other_batches_are_the_same(self) -> None:
        values = [str(at).encode() for at in range(30)]
        topic = self.topic([batch(*values)], [batch(one, timestamp=1_600_000_000_000 + at) for at, one in enumerate(values)])
        compared = self.compare(topic, how=How.RECORDS)
        self.assertEqual((compared.verdict, compared.records), (Verdict.EQUAL, 30))

    def test_fields_and_places(self) -> None:
        topic = self.topic([batch(b"1", b"2", b"3")], [batch(b"1", b"x"), batch(b"3", timestamp=1_600_000_000_009)])
        compared = self.compare(topic, how=How.RECORDS)
        self.assertEqual(compared.findings, (at_offsets(Kind.DIFFERS, 1, 2, 1, "value"), at_offsets(Kind.DIFFERS, 2, 3, 1, "timestamp")))
        compared = self.compare(topic, how=How.RECORDS, ignored=frozenset({Field.TIMESTAMP}))
        self.assertEqual(compared.differences, 1)

    def test_what_cannot_be_read_is_unknown(self) -> None:
        topic = self.topic(batches(1))
        with mock.patch("klog.mirror.verify.partition_comparison.FetchedRecords.take", side_effect=_bad(topic)):
            compared = self.compare(topic, how=How.RECORDS)
        self.assertIs(compared.verdict, Verdict.UNKNOWN)
        self.assertIn("records of A cannot be read", compared.remark)


def _bad(topic: str) -> Exception:
    from klog.client.fetching.record_views import BadRecords
    from klog.records.contract import CorruptRecords

    return BadRecords(TopicPartition(topic, 0), 0, "x:1", CorruptRecords("rotten"))


class OrderTests(ComparisonCase):
    """By order."""

    def numbered(self, *, dropped: int = -1, doubled: int = -1, flipped: int = -1) -> list[bytes]:
        """A copy, made anew: 100 records in other batches, one of which has a fate."""
        rows = [batch(str(at).encode(), timestamp=1_600_000_000_000 + at) for at in range(100)]
        if flipped >= 0:
            rows[flipped] = batch(b"flipped", timestamp=1_600_000_000_000 + flipped)
        if doubled >= 0:
            rows.insert(doubled, rows[doubled])
        if dropped >= 0:
            del rows[dropped]
        return rows

    def source(self) -> list[bytes]:
        """What the copy is of: behind a record that retention took, so that offsets differ."""
        return [batch(*(str(at).encode() for at in range(100)))]

    def test_equal(self) -> None:
        compared = self.compare(self.topic(self.source(), self.numbered()), how=How.ORDER)
        self.assertEqual((compared.verdict, compared.records, compared.behind), (Verdict.EQUAL, 100, 0))

    def test_each_misdeed(self) -> None:
        for fate, finding in (
            ({"dropped": 40}, Finding(Kind.MISSING, 40, 41, 40, 40, 1)),
            ({"doubled": 40}, Finding(Kind.EXTRA, 41, 41, 41, 42, 1, "said twice")),
            ({"flipped": 40}, Finding(Kind.DIFFERS, 40, 41, 40, 41, 1)),
        ):
            compared = self.compare(self.topic(self.source(), self.numbered(**fate)), how=How.ORDER)
            self.assertEqual(compared.findings, (finding,))

    def test_a_copy_that_is_behind_goes_on(self) -> None:
        topic = self.topic(self.source(), self.numbered()[:60])
        compared = self.compare(topic, how=How.ORDER)
        self.assertEqual((compared.verdict, compared.records, compared.behind), (Verdict.EQUAL, 60, 40))
        self.append(self.client_b, topic, self.numbered()[60:])
        compared = self.compare(topic, compared.place, how=How.ORDER)
        self.assertEqual((compared.verdict, compared.records, compared.behind, compared.start), (Verdict.EQUAL, 40, 0, 60))


if __name__ == "__main__":
    unittest.main()
