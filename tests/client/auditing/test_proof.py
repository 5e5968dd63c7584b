"""Proof of the proof: records are lost, doubled, altered and sent elsewhere on purpose, and exactly those are told, by number.

This is between a producer, the log, and a consumer; `tests.audit.tier_faults` says where the other tiers are.

``KLOG_SOAK=1``: 10 million records. In CI: 100,000, of which the same share is spoiled.
"""

from __future__ import annotations

import random
from collections.abc import Sequence, Set
from typing import Any
from unittest import mock

import pytest

from klog.audit.numbers import compare
from klog.broker.replicas.partition import Partition
from klog.client.fetching.buffer import FetchBuffer
from klog.client.fetching.record_views import FetchedRecords
from klog.model import TopicPartition
from klog.records.implementations import codec
from klog.storage.log.values import AppendEntry, AppendResult
from tests import peers
from tests.client.auditing.rig import AuditedCase

#: In one round; each has its own broker.
RECORDS = 50_000
SPOILED = 25


class Liar:
    """A broker that acknowledges what it has not written, by the numbers that records have as values.

    :param counts_so: it also counts what it was given, and not what is in the log.
    """

    def __init__(
        self,
        partitions: Any,
        *,
        lost: set[int],
        doubled: set[int],
        altered: set[int],
        strayed: set[int],
        counts_so: bool = False,
    ) -> None:
        self._append = Partition.append
        self._partitions = partitions
        self._counts_so = counts_so
        self.lost, self.doubled, self.altered, self.strayed = lost, doubled, altered, strayed
        self.spoiled = lost | doubled | altered | strayed

    def append(self, partition: Partition, entries: Sequence[AppendEntry]) -> list[AppendResult]:
        if partition.topic_partition.topic != "t":
            return self._append(partition, entries)
        counts = [self._count(entry) for entry in entries]
        for entry in entries:
            self._spoil(partition, entry)
        results = self._append(partition, entries)
        if self._counts_so:
            for count, result in zip(counts, results, strict=True):
                result.last_offset = result.base_offset + count - 1
        return results

    def _count(self, entry: AppendEntry) -> int:
        assert entry.records is not None
        return sum(one.record_count for one in codec.scan(entry.records))

    def _spoil(self, partition: Partition, entry: AppendEntry) -> None:
        assert entry.records is not None
        records = [(one.timestamp_ms, one.key, one.value, one.headers) for one in codec.records(entry.records)]
        if not any(int(value) in self.spoiled for _, _, value, _ in records if value):
            return
        kept = []
        for record in records:
            number = int(record[2] or b"0")
            if number in self.lost:
                continue
            if number in self.strayed:
                elsewhere = self._partitions.get("other", partition.topic_partition.partition)
                [result] = self._append(elsewhere, [AppendEntry(codec.build_batch([record]), 9)])
                assert not result.code
                continue
            if number in self.altered:
                record = (record[0], record[1], b"%d!" % number, record[3])
            kept += [record, record] if number in self.doubled else [record]
        entry.records = codec.build_batch(kept)


@pytest.mark.soak
class BrokerProofTests(AuditedCase):
    """Between what producers were told and what is in the log."""

    def test_each_is_told_by_producer_partition_and_number(self) -> None:
        for round_ in range(200 if peers.SOAK else 2):
            if round_:
                self.stop()
                self.setUp()
            self.one_round(random.Random(peers.seed() + round_))

    def one_round(self, rng: random.Random) -> None:
        chosen = rng.sample(range(RECORDS), 3 * SPOILED)
        lost, doubled, strayed = (set(chosen[index::3]) for index in range(3))
        liar = Liar(self.broker.broker.partitions, lost=lost, doubled=doubled, altered=set(), strayed=strayed)
        producer = self.producer(self.audit(numbers=True), enable_idempotence=False)
        with mock.patch.object(Partition, "append", lambda partition, entries: liar.append(partition, entries)):
            self.until(producer.send_many("t", [b"%d" % number for number in range(RECORDS)]))
        # By counts: what is lost and what is doubled hide each other, but for what went elsewhere.
        self.assertEqual(self.verdicts(10)["t", "broker web"], ("missing", SPOILED, 0))
        # By numbers: each.
        ledger = self.ledger()
        [cell] = ledger.numbers.values()
        book = self.number_book("t")
        findings = compare(cell.delivered, cell.tried, book)
        self.assertEqual(sum(len(finding.missing) for finding in findings), 2 * SPOILED)
        self.assertEqual((book.repeated, sum(len(finding.repeats) for finding in findings)), (SPOILED, SPOILED))
        self.assertEqual(sum(len(finding.unknown) for finding in findings), 0)
        # Which they are: a partition's numbers are in the order of its records.
        order: dict[int, list[int]] = {}
        for message in self.broker.messages("t"):
            order.setdefault(message.partition, []).append(int(message.value))
        told_doubled = {
            int(message.value)
            for message in self.broker.messages("t")
            for finding in findings
            if finding.partition == message.partition and any(start <= self.number_of(message) < end for start, end in finding.repeats)
        }
        self.assertEqual(told_doubled, doubled)
        there = {number for numbers in order.values() for number in numbers}
        self.assertEqual(set(range(RECORDS)) - there, lost | strayed)
        # And in the other topic they are told to belong elsewhere.
        elsewhere = self.number_book("other")
        self.assertEqual(elsewhere.strayed, SPOILED)
        self.assertEqual({stray.number.topic for stray in elsewhere.strays}, {"t"})
        missing = {(finding.partition, number) for finding in findings for start, end in finding.missing for number in range(start, end)}
        self.assertLess({(stray.number.partition, stray.number.number) for stray in elsewhere.strays}, missing)

    @staticmethod
    def number_of(message: Any) -> int:
        from klog.audit.numbers import HEADER_NAME, decode_number

        number = decode_number(dict(message.headers)[HEADER_NAME])
        assert number is not None
        return number.number


class CountProofTests(AuditedCase):
    """The same by counts and hashes, one fault at a time."""

    def spoil(self, **faults: set[int]) -> dict[tuple[str, str], tuple[str, int, int]]:
        nothing: dict[str, set[int]] = {"lost": set(), "doubled": set(), "altered": set(), "strayed": set()}
        liar = Liar(self.broker.broker.partitions, **{**nothing, **faults})
        producer = self.producer(self.audit(hashes=True), enable_idempotence=False)
        with mock.patch.object(Partition, "append", lambda partition, entries: liar.append(partition, entries)):
            self.until(producer.send_many("t", [b"%d" % number for number in range(5_000)]))
        consumer = self.consumer(self.audit(hashes=True))
        self.until(consumer.assign([TopicPartition("t", 0), TopicPartition("t", 1)]))
        self.read_all(consumer, len(self.broker.messages("t")))
        return self.verdicts()

    def test_nothing(self) -> None:
        found = self.spoil()
        self.assertEqual((found["t", "broker web"], found["t", "consumer reader"]), (("complete", 0, 0), ("complete", 0, 0)))

    def test_lost(self) -> None:
        found = self.spoil(lost={1, 2, 4_999})
        self.assertEqual((found["t", "broker web"], found["t", "consumer reader"]), (("missing", 3, 0), ("complete", 0, 0)))

    def test_doubled(self) -> None:
        self.assertEqual(self.spoil(doubled={7, 8})["t", "broker web"], ("duplicate", 0, 2))

    def test_altered(self) -> None:
        found = self.spoil(altered={7})
        self.assertEqual((found["t", "broker web"], found["t", "consumer reader"]), (("complete", 0, 0), ("changed", 0, 0)))

    def test_a_loss_that_hides_behind_a_duplicate_is_a_change(self) -> None:
        found = self.spoil(lost={1}, doubled={2})
        self.assertEqual((found["t", "broker web"], found["t", "consumer reader"]), (("complete", 0, 0), ("changed", 0, 0)))


class LogProofTests(AuditedCase):
    """Between what brokers have counted and what is in their log."""

    def spoil(self, *, hashes: bool = False, **faults: set[int]) -> dict[tuple[str, str], tuple[str, int, int]]:
        nothing: dict[str, set[int]] = {"lost": set(), "doubled": set(), "altered": set(), "strayed": set()}
        liar = Liar(self.broker.broker.partitions, **{**nothing, **faults}, counts_so=True)
        producer = self.producer(self.audit(numbers=True, hashes=hashes), enable_idempotence=False)
        with mock.patch.object(Partition, "append", lambda partition, entries: liar.append(partition, entries)):
            self.until(producer.send_many("t", [b"%d" % number for number in range(5_000)]))
        consumer = self.consumer(self.audit(hashes=hashes))
        self.until(consumer.assign([TopicPartition(topic, partition) for topic in ("t", "other") for partition in (0, 1)]))
        self.read_all(consumer, len(self.broker.messages("t")) + len(self.broker.messages("other")))
        found = self.verdicts()
        # What they have acknowledged they have counted.
        self.assertEqual(found["t", "broker web"], ("complete", 0, 0))
        return found

    def test_lost(self) -> None:
        self.assertEqual(self.spoil(lost={1, 2, 4_000})["t", "consumer reader"], ("missing", 3, 0))
        # Which they are the numbers say, whoever has lost them.
        [cell] = self.ledger().numbers.values()
        findings = compare(cell.delivered, cell.tried, self.number_book("t"))
        self.assertEqual(sum(len(finding.missing) for finding in findings), 3)

    def test_doubled(self) -> None:
        self.assertEqual(self.spoil(doubled={7, 8})["t", "consumer reader"], ("duplicate", 0, 2))

    def test_altered(self) -> None:
        self.assertEqual(self.spoil(altered={7}, hashes=True)["t", "consumer reader"], ("changed", 0, 0))

    def test_in_another_topic(self) -> None:
        found = self.spoil(strayed={5, 6})
        self.assertEqual(found["t", "consumer reader"], ("missing", 2, 0))
        self.assertEqual(found["other", "consumer reader"], ("duplicate", 0, 2))


class ReaderProofTests(AuditedCase):
    """Between the log and who reads it."""

    def read(
        self, lost: Set[int] = frozenset(), doubled: Set[int] = frozenset(), strayed: Set[int] = frozenset()
    ) -> dict[tuple[str, str], tuple[str, int, int]]:
        self.until(self.producer().send_many("t", [b"%d" % number for number in range(5_000)]))
        consumer = self.consumer()
        self.until(consumer.assign([TopicPartition(topic, partition) for topic in ("t", "other") for partition in (0, 1)]))
        take = FetchBuffer.take

        def spoiled(buffer: FetchBuffer, *arguments: Any, **options: Any) -> list[Any]:
            found: list[Any] = []
            for message_set in take(buffer, *arguments, **options):
                begin = 0
                for index, value in enumerate(message_set.values()):
                    number = int(value or b"0")
                    if number in lost | doubled | strayed:
                        found.append(message_set[begin:index])
                        begin = index if number in doubled else index + 1
                        if number in doubled:
                            found.append(message_set[index : index + 1])
                        elif number in strayed:
                            found.append(Elsewhere(message_set[index : index + 1]))
                found.append(message_set[begin:])
            return [one for one in found if len(one)]

        with mock.patch.object(FetchBuffer, "take", spoiled):
            self.read_all(consumer, 5_000 - len(lost) + len(doubled))
        return self.verdicts()

    def test_nothing(self) -> None:
        self.assertEqual(self.read(), {("t", "broker web"): ("complete", 0, 0), ("t", "consumer reader"): ("complete", 0, 0)})

    def test_lost_and_doubled(self) -> None:
        self.assertEqual(self.read({5, 6, 7, 4_000}, {9, 10})["t", "consumer reader"], ("missing", 4, 2))

    def test_in_another_topic(self) -> None:
        found = self.read(strayed={5, 4_000})
        self.assertEqual((found["t", "consumer reader"], found["other", "consumer reader"]), (("missing", 2, 0), ("duplicate", 0, 2)))

    def test_altered(self) -> None:
        """On its way, with a checksum that fits."""

        def altered(tp: TopicPartition, data: Any, *arguments: Any, **options: Any) -> FetchedRecords:
            made = b""
            for entry in codec.scan(data):
                batch = bytes(memoryview(data)[entry.position : entry.position + entry.size])
                rows = [(one.timestamp_ms, one.key, b"!" if one.value == b"7" else one.value, one.headers) for one in codec.records(batch)]
                made += batch[:8] + codec.build_batch(rows)[8:] if any(row[2] == b"!" for row in rows) else batch
            return FetchedRecords(tp, made, *arguments, **options)

        with mock.patch("klog.client.fetching.fetcher.FetchedRecords", altered):
            found = []
            for hashes in (False, True):
                self.until(self.producer(self.audit(hashes=hashes)).send_many("t", [b"%d" % number for number in range(5_000)]))
                consumer = self.consumer(self.audit(hashes=hashes))
                self.until(consumer.assign([TopicPartition("t", 0), TopicPartition("t", 1)]))
                self.read_all(consumer, 5_000)
                found.append(self.verdicts()["t", "consumer reader"])
                self.stop()
                self.setUp()
        # Counts say nothing of it, hashes do.
        self.assertEqual(found, [("complete", 0, 0), ("changed", 0, 0)])


class Elsewhere:
    """Records that a reader takes for those of another topic."""

    topic = "other"

    def __init__(self, message_set: Any) -> None:
        self._set = message_set

    def __len__(self) -> int:
        return len(self._set)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._set, name)


class Thief:
    """Takes records out of a few batches only, so that the others cost nothing: `count` records in all, one of every n-th batch."""

    def __init__(self, count: int, every: int) -> None:
        self._left = count
        self._every = every
        self._seen = 0
        self._append = Partition.append
        #: Values of those that were taken.
        self.taken: list[bytes | None] = []

    def append(self, partition: Partition, entries: Sequence[AppendEntry]) -> list[AppendResult]:
        for entry in entries if partition.topic_partition.topic == "t" else ():
            self._seen += 1
            if self._left and self._seen % self._every == 0:
                assert entry.records is not None
                records = [(one.timestamp_ms, one.key, one.value, one.headers) for one in codec.records(entry.records)]
                if len(records) > 1:
                    self._left -= 1
                    self.taken.append(records.pop(len(records) // 2)[2])
                    entry.records = codec.build_batch(records)
        return self._append(partition, entries)


@pytest.mark.soak
class SizeProofTests(AuditedCase):
    """At size, by counts: so many are lost between producer and log, and so many others between log and consumer."""

    def test_exactly_those_are_told(self) -> None:
        total, lost, unread = 10_000_000 if peers.SOAK else 200_000, 100, 50
        thief = Thief(lost, every=2)
        producer = self.producer(enable_idempotence=False, batch_bytes=8_000)
        with mock.patch.object(Partition, "append", lambda partition, entries: thief.append(partition, entries)):
            for begin in range(0, total, 50_000):
                self.until(producer.send_many("t", [b"%d" % number for number in range(begin, min(total, begin + 50_000))]))
        self.assertEqual(len(set(thief.taken)), lost)
        consumer = self.consumer()
        self.until(consumer.assign([TopicPartition("t", 0), TopicPartition("t", 1)]))
        take = FetchBuffer.take
        is_cut = False

        def short(buffer: FetchBuffer, *arguments: Any, **options: Any) -> list[Any]:
            nonlocal is_cut
            found: list[Any] = []
            for message_set in take(buffer, *arguments, **options):
                if not is_cut and len(message_set) > 2 * unread:
                    is_cut = True
                    found.append(message_set[:unread])
                    message_set = message_set[2 * unread :]
                found.append(message_set)
            return found

        with mock.patch.object(FetchBuffer, "take", short):
            read = self.count_read(consumer, total - lost - unread)
        self.assertEqual(read, total - lost - unread)
        found = self.verdicts()
        self.assertEqual((found["t", "broker web"], found["t", "consumer reader"]), (("missing", lost, 0), ("missing", unread, 0)))

    def count_read(self, consumer: Any, count: int) -> int:
        async def read() -> int:
            found = 0
            while found < count:
                found += sum(map(len, await consumer.poll(timeout_ms=500)))
            return found

        return self.until(read())
