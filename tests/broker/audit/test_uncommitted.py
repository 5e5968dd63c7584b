"""What a leader had appended and nobody had copied is cut off when another leads: it was counted, and nobody will ever read it."""

from __future__ import annotations

import types
import unittest
from collections.abc import Callable
from typing import Any
from unittest import mock

from twisted.trial.unittest import SynchronousTestCase

from klog.audit.balance import Edge
from klog.audit.cells import AUDIT_TOPIC, Tier
from klog.audit.counting import CellBook, writer_of_brokers
from klog.audit.ledger import Ledger
from klog.broker.audit.last_report import FILE_NAME
from klog.broker.audit.uncommitted import Uncommitted
from klog.broker.replicas.partition import Partition
from klog.client.admin.admin import Admin
from klog.client.auditing.audit import Audit
from klog.client.groups.group import ConsumerGroup
from klog.client.producing.producer import Producer
from klog.errors import ErrorCode
from klog.model import NO_TOPIC_ID, TopicPartition
from klog.storage.log.values import AppendResult
from klog.testing.cluster import ZOOKEEPER, MemoryCluster
from tests.broker.audit.rig import PROPERTIES, WINDOW_MS

PATIENT = {"replica.lag.time.max.ms": "3600000", "default.replication.factor": "3", "offsets.topic.replication.factor": "3"}
CLIENT: dict[str, Any] = {"request_timeout_ms": 3_000, "connect_timeout_ms": 1_000, "reconnect_backoff_max_ms": 1_000}


class FakeLog:
    """Epochs by offset."""

    def __init__(self) -> None:
        self.high_watermark = 0
        self.epochs: dict[int, int] = {}

    def leader_epoch_for_offset(self, offset: int) -> int:
        return self.epochs.get(offset, -1)


class FakePartition:
    def __init__(self) -> None:
        self.log = FakeLog()
        self.leader_epoch = 1
        self.ended = ErrorCode.NONE
        self.topic_partition = TopicPartition("t", 0)
        self.topic_id = NO_TOPIC_ID


class UncommittedTests(unittest.TestCase):
    """One batch after the other."""

    start_ms = 1_700_000_040_000

    def setUp(self) -> None:
        self.book = CellBook(writer_of_brokers("c", "g"), "h", WINDOW_MS, begun_ms=0, interval_ms=1000)
        self.uncommitted = Uncommitted(self.book, most=1_000)
        self.partition = FakePartition()
        self.client = types.SimpleNamespace(topic="t", application="web", principal="")

    def append(self, offset: int, count: int = 1, records: dict[int, int] | None = None) -> None:
        self.book.cell("t", self.start_ms, "web", "").count += count
        result = AppendResult(base_offset=offset, last_offset=offset + count - 1)
        self.partition.log.epochs |= dict.fromkeys(range(offset, offset + count), self.partition.leader_epoch)
        self.uncommitted.note(self.partition, self.client, result, records or {self.start_ms: count})

    def settled(self) -> tuple[int, int, int]:
        """(count, uncommitted, cut) as the next report has them."""
        self.uncommitted.settle()
        cell = self.book.cell("t", self.start_ms, "web", "")
        self.book.report(self.start_ms)
        return cell.count, cell.uncommitted, cell.cut

    def test_committed(self) -> None:
        self.append(0, 5)
        self.append(5, 5)
        self.assertEqual(self.settled(), (10, 10, 0))
        self.partition.log.high_watermark = 5
        self.assertEqual(self.settled(), (10, 5, 0))
        self.partition.log.high_watermark = 10
        self.assertEqual(self.settled(), (10, 0, 0))
        self.assertEqual((len(self.uncommitted), self.uncommitted._tails), (0, {}))

    def test_cut_off(self) -> None:
        self.append(0, 5)
        self.append(5, 5)
        # Another has led since from offset 5 on.
        self.partition.log.epochs |= dict.fromkeys(range(5, 7), 2)
        self.partition.ended = ErrorCode.NOT_LEADER_OR_FOLLOWER
        self.partition.log.high_watermark = 5
        self.assertEqual(self.settled(), (10, 5, 0))
        self.partition.log.high_watermark = 7
        self.assertEqual(self.settled(), (10, 0, 5))
        self.assertEqual(self.settled(), (10, 0, 5))

    def test_cut_off_and_leading_again(self) -> None:
        self.append(0, 8)
        self.partition.leader_epoch = 3
        self.append(0, 2)
        self.partition.log.high_watermark = 2
        self.assertEqual(self.settled(), (10, 0, 8))

    def test_over_a_border_of_windows(self) -> None:
        before = self.book.cell("t", self.start_ms - WINDOW_MS, "web", "")
        before.count += 3
        self.append(0, 2, {self.start_ms - WINDOW_MS: 3, self.start_ms: 2})
        self.assertEqual(self.settled(), (2, 2, 0))
        self.assertEqual(before.uncommitted, 3)
        self.partition.log.epochs[0] = 2
        self.partition.log.high_watermark = 1
        self.assertEqual(self.settled(), (2, 0, 2))
        self.assertEqual((before.uncommitted, before.cut), (0, 3))

    def test_a_partition_that_is_gone_tells_nothing_any_more(self) -> None:
        """A topic that was deleted, a partition that moved to others: what was not committed may be there or not."""
        self.append(0, 5)
        self.append(5, 3)
        self.partition.log.high_watermark = 5
        self.partition.ended = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        self.assertEqual(self.settled(), (8, 3, 0))
        self.assertEqual((len(self.uncommitted), self.uncommitted._tails), (0, {}))
        # It stays so, beside what comes in other partitions.
        other = self.partition = FakePartition()
        self.append(0, 4)
        self.assertEqual(self.settled(), (12, 7, 0))
        other.log.high_watermark = 4
        self.assertEqual(self.settled(), (12, 3, 0))
        # And nobody waits for it: the cell may be forgotten.
        self.book.sweep(self.start_ms + 100 * WINDOW_MS)
        self.assertEqual(len(self.book), 0)

    def test_what_a_leader_has_deleted_was_committed(self) -> None:
        self.append(0, 5)
        self.partition.log.epochs.clear()
        self.partition.log.high_watermark = 100
        self.assertEqual(self.settled(), (5, 0, 0))

    def test_what_was_deleted_since_others_lead_may_have_been_theirs(self) -> None:
        self.append(0, 5)
        self.partition.leader_epoch = 2
        self.partition.log.epochs.clear()
        self.partition.log.high_watermark = 100
        self.assertEqual(self.settled(), (5, 5, 0))
        self.assertEqual(self.settled(), (5, 5, 0))

    def test_its_cell_is_not_forgotten(self) -> None:
        self.append(0, 5)
        self.assertEqual(self.settled(), (5, 5, 0))
        self.book.sweep(self.start_ms + 100 * WINDOW_MS)
        self.partition.log.high_watermark = 5
        self.assertEqual(self.settled(), (5, 0, 0))
        self.book.sweep(self.start_ms + 100 * WINDOW_MS)
        self.assertEqual(len(self.book), 0)

    def test_what_nobody_knows_yet_by_the_keys_of_its_cells(self) -> None:
        self.append(0, 2, {self.start_ms - WINDOW_MS: 3, self.start_ms: 1, self.start_ms + 5: 1})
        self.append(2, 4)
        self.settled()
        first, second = self.uncommitted.unknown(10)
        self.assertEqual((first.topic, first.partition, first.first_offset, first.epoch), ("t", 0, 0, 1))
        self.assertEqual((sorted(first.counts.values()), list(second.counts.values())), ([2, 3], [4]))
        self.assertEqual({key for one in (first, second) for key in one.counts}, {key for key, _ in self.book.report(1).records[:-1]})
        # So many, each with all its cells, or not at all.
        self.assertEqual([len(self.uncommitted.unknown(most)) for most in (0, 2, 3, 4)], [0, 0, 1, 2])

    def test_a_batch_of_many_windows_is_as_much_as_many(self) -> None:
        for number in range(20):
            self.append(number, 1, {self.start_ms + window * WINDOW_MS: 1 for window in range(100)})
        self.assertEqual(len(self.uncommitted), 1_000)
        self.partition.log.high_watermark = 20
        self.settled()
        self.assertEqual((len(self.uncommitted), self.uncommitted._tails), (0, {}))

    def test_bounded(self) -> None:
        for number in range(3_000):
            self.append(number)
        self.assertEqual(len(self.uncommitted), 1_000)
        self.partition.log.high_watermark = 3_000
        self.append(3_000)
        self.assertEqual(self.settled(), (3_001, 1, 0))
        # Those that are committed are forgotten before anybody reports.
        for number in range(3_001, 6_000):
            self.partition.log.high_watermark = number
            self.append(number)
        self.assertLess(len(self.uncommitted), 300)


class DeposedLeaderTests(SynchronousTestCase):
    def setUp(self) -> None:
        self.cluster = MemoryCluster(3, properties={**PROPERTIES, **PATIENT}).start()
        self.addCleanup(self.cluster.stop)
        cluster = self.cluster
        cluster.advance(5)
        # Others are controllers, so that they elect at once.
        self.leader = next(number for number in cluster.brokers if number != cluster.controller())
        self.others = [number for number in cluster.brokers if number != self.leader]
        cluster.create_topic("t", configs={"min.insync.replicas": "1"}, assignments={0: [self.leader, *self.others]})
        cluster.create_topic("u", assignments={0: [self.leader, *self.others]})
        now_ms = cluster.brokers[1].now_ms()
        cluster.advance((WINDOW_MS - now_ms % WINDOW_MS) / 1000 + 1)

    def producer(self, name: str = "web", **options: Any) -> Producer:
        audit = Audit(window_ms=WINDOW_MS, interval_ms=1000)
        return Producer(self.cluster.client(name), self.cluster.bootstrap, client_id=name, audit=audit, **{**CLIENT, **options})

    def isolate(self) -> None:
        """The leader reaches clients only."""
        self.cluster.cut(self.leader, others=[*self.others, ZOOKEEPER])

    def until_another_leads(self) -> None:
        for _ in range(600):
            if self.cluster.leader("t", 0) in self.others:
                return
            self.cluster.advance(0.1)
        self.fail("nobody else leads")

    def partition(self) -> Partition:
        """Of the leader."""
        found = self.cluster.brokers[self.leader].broker.partitions.get("t", 0)  # type: ignore[union-attr]
        assert found is not None
        return found

    def deaf_for(self, partition: Partition) -> Callable[..., None]:
        """Followers of one partition say what they have, and nobody listens."""
        hear = Partition.follower_fetched

        def heard(one: Partition, *told: Any) -> None:
            if one is not partition:
                hear(one, *told)

        return heard

    def edges(self) -> dict[str, Edge]:
        """Judged when all is over, by receiver."""
        self.cluster.advance(5 * WINDOW_MS / 1000)
        ledger = Ledger()
        for broker in self.cluster.brokers.values():
            if broker.is_ready:
                for message in broker.messages(AUDIT_TOPIC):
                    ledger.add(message.key, message.value, message.timestamp_ms)
        self.assertEqual(ledger.unreadable, 0, ledger.faults)
        edges = ledger.balance(self.cluster.brokers[1].now_ms(), grace_ms=0, settle_ms=0, topics=["t"]).edges
        return {str(edge.receiver): edge for edge in edges}

    def told(self, edge: Edge) -> tuple[int, int, str, int, int]:
        return edge.sent.must, edge.arrived.least, edge.judgment.verdict.value, edge.judgment.missing, edge.judgment.duplicate

    def test_a_batch_that_is_cut_off_and_sent_again_is_counted_once(self) -> None:
        cluster = self.cluster
        producer = self.producer()
        cluster.until(producer.send_many("t", [b"first"] * 10))
        self.isolate()
        sent = producer.send_many("t", [b"alone"] * 5)
        cluster.advance(2)
        self.assertEqual(self.partition().end_offset, 15)
        self.until_another_leads()
        cluster.until(sent)
        cluster.join()
        cluster.advance(10)
        cluster.until(producer.stopService())
        self.assertEqual(self.told(self.edges()["broker web"]), (15, 15, "complete", 0, 0))

    def test_what_a_leader_alone_had_acknowledged_is_missing_when_it_is_cut_off(self) -> None:
        cluster = self.cluster
        producer = self.producer(acks=1, enable_idempotence=False)
        cluster.until(producer.send_many("t", [b"first"] * 10))
        self.isolate()
        cluster.until(producer.send_many("t", [b"alone"] * 5))
        self.until_another_leads()
        cluster.join()
        cluster.advance(10)
        cluster.until(producer.send_many("t", [b"last"]))
        cluster.until(producer.stopService())
        self.assertEqual(self.told(self.edges()["broker web"]), (16, 11, "missing", 5, 0))

    def test_a_group_has_not_lost_what_was_cut_off(self) -> None:
        cluster = self.cluster
        audit = Audit(window_ms=WINDOW_MS, interval_ms=1000)
        group = ConsumerGroup(
            cluster.client("reader"), cluster.bootstrap, "billing", ["t"], audit=audit, auto_offset_reset="earliest", **CLIENT
        )
        group.startService()
        producer = self.producer()
        cluster.until(producer.send_many("t", [b"first"] * 10))
        self.isolate()
        sent = producer.send_many("t", [b"alone"] * 5)
        self.until_another_leads()
        cluster.until(sent)
        cluster.join()
        cluster.advance(10)

        async def read() -> None:
            count = 0
            while count < 15:
                count += sum(map(len, await group.poll(timeout_ms=500)))

        cluster.until(read())
        cluster.until(producer.stopService())
        cluster.until(group.stopService())
        self.assertEqual(self.told(self.edges()["consumer billing"]), (15, 15, "complete", 0, 0))

    def test_who_dies_with_what_nobody_had_copied_has_told_of_no_duplicate(self) -> None:
        """The last report may have told of it: it is known that it may be gone."""
        cluster = self.cluster
        producer = self.producer()
        cluster.until(producer.send_many("t", [b"first"] * 10))
        # The audit's partitions that it leads are copied, and this one is not.
        partition = self.partition()
        with mock.patch.object(Partition, "follower_fetched", self.deaf_for(partition)):
            sent = producer.send_many("t", [b"alone"] * 5)
            cluster.advance(2.5)
        self.assertEqual(partition.high_watermark, 10)
        cluster.kill(self.leader)
        self.until_another_leads()
        cluster.until(sent)
        cluster.start_broker(self.leader)
        cluster.until_ready()
        cluster.until(producer.stopService())
        must, least, verdict, missing, duplicate = self.told(self.edges()["broker web"])
        self.assertEqual((must, verdict, missing, duplicate), (15, "unknown", 0, 0))
        self.assertLessEqual(least, 15)

    def stop_with_a_tail(self, grace_s: float = 5) -> Producer:
        """The leader stops in order with five records that nobody had copied."""
        cluster = self.cluster
        producer = self.producer()
        cluster.until(producer.send_many("t", [b"first"] * 10))
        with mock.patch.object(Partition, "follower_fetched", self.deaf_for(self.partition())):
            sent = producer.send_many("t", [b"alone"] * 5)
            cluster.advance(0.3)
            cluster.stop_broker(self.leader)
            self.until_another_leads()
            cluster.until(sent)
        cluster.advance(grace_s)
        return producer

    def start_again(self) -> None:
        self.cluster.start_broker(self.leader)
        self.cluster.until_ready()
        self.cluster.advance(5)

    def kept(self) -> bool:
        return FILE_NAME in self.cluster.brokers[self.leader].file_system.list("/data")

    def test_who_stops_in_order_tells_in_its_next_life_what_became_of_it(self) -> None:
        producer = self.stop_with_a_tail()
        self.assertTrue(self.kept())
        self.start_again()
        self.cluster.until(producer.stopService())
        self.assertEqual(self.told(self.edges()["broker web"]), (15, 15, "complete", 0, 0))
        self.assertFalse(self.kept())

    def test_who_only_follows_from_then_on_learns_it_from_its_copy(self) -> None:
        producer = self.stop_with_a_tail()
        self.cluster.until(self.move(*self.others, self.leader))
        self.start_again()
        self.cluster.until(producer.stopService())
        self.assertEqual(self.told(self.edges()["broker web"]), (15, 15, "complete", 0, 0))
        self.assertIn(self.cluster.leader("t", 0), self.others)
        self.assertFalse(self.kept())

    def test_who_is_stopped_before_it_could_tell_tells_it_in_the_life_after_that(self) -> None:
        producer = self.stop_with_a_tail()
        self.cluster.start_broker(self.leader)
        self.cluster.advance(0.2)
        self.cluster.stop_broker(self.leader)
        self.assertTrue(self.kept())
        self.start_again()
        self.cluster.until(producer.stopService())
        self.assertEqual(self.told(self.edges()["broker web"]), (15, 15, "complete", 0, 0))

    def test_who_is_killed_before_it_could_tell_tells_it_in_the_life_after_that(self) -> None:
        producer = self.stop_with_a_tail()
        self.cluster.start_broker(self.leader)
        self.cluster.until_ready()
        # It has heard of nothing yet, and counted nothing.
        self.cluster.kill(self.leader)
        self.assertTrue(self.kept())
        self.start_again()
        self.cluster.until(producer.stopService())
        self.edges()
        self.assertIn((15, 0, 0), self.uncommitted())
        self.assertFalse(self.kept())

    def stop_alone(self, **options: Any) -> Producer:
        """The leader stops in order, and none of the others has its last five records or hears of its stop: they are cut off."""
        cluster = self.cluster
        producer = self.producer(**options)
        cluster.until(producer.send_many("t", [b"first"] * 10))
        cluster.advance(2)
        cluster.cut(self.leader, others=self.others)
        sent = producer.send_many("t", [b"alone"] * 5)
        cluster.advance(0.3)
        self.assertEqual(self.partition().end_offset, 15)
        cluster.stop_broker(self.leader)
        self.until_another_leads()
        cluster.until(sent)
        for _ in range(600):
            if self.leader not in cluster.running:
                break
            cluster.advance(0.1)
        cluster.join()
        self.assertTrue(self.kept())
        return producer

    def test_what_was_cut_off_while_the_broker_was_away_is_taken_back(self) -> None:
        producer = self.stop_alone()
        self.start_again()
        self.cluster.until(producer.stopService())
        self.assertEqual(self.told(self.edges()["broker web"]), (15, 15, "complete", 0, 0))
        self.assertIn((15, 0, 5), self.uncommitted())
        self.assertFalse(self.kept())

    def test_what_a_leader_alone_had_acknowledged_before_its_stop_is_missing(self) -> None:
        producer = self.stop_alone(acks=1, enable_idempotence=False)
        # Somebody writes in its place: else nobody could tell.
        self.cluster.until(producer.send_many("t", [b"last"]))
        self.start_again()
        self.cluster.until(producer.stopService())
        self.assertEqual(self.told(self.edges()["broker web"]), (16, 11, "missing", 5, 0))

    def test_a_partition_that_moved_to_others_meanwhile_stays_unknown_and_is_not_waited_for(self) -> None:
        producer = self.stop_with_a_tail()
        self.cluster.until(producer.stopService())
        self.cluster.until(self.move(*self.others))
        self.cluster.advance(5)
        self.start_again()
        self.assertEqual(self.edges()["broker web"].judgment.verdict.value, "unknown")
        self.assertFalse(self.kept())

    async def move(self, *brokers: int) -> None:
        async with Admin(self.cluster.client("admin"), self.cluster.bootstrap) as admin:
            outcome = await admin.reassign({TopicPartition("t", 0): brokers})
        self.assertEqual(outcome.errors, {})

    def test_a_topic_that_was_deleted_meanwhile_stays_unknown_and_is_not_waited_for(self) -> None:
        producer = self.stop_with_a_tail()
        self.cluster.until(producer.stopService())
        coordination = self.cluster.brokers[self.others[0]].broker.coordination  # type: ignore[union-attr]
        self.cluster.until(coordination.delete_topic("t"))
        self.start_again()
        self.assertEqual(self.edges()["broker web"].judgment.verdict.value, "unknown")
        self.assertFalse(self.kept())

    def test_a_record_of_the_tail_is_told_as_such(self) -> None:
        cluster = self.cluster
        producer = self.producer()
        cluster.until(producer.send_many("t", [b"first"] * 10))
        with mock.patch.object(Partition, "follower_fetched", self.deaf_for(self.partition())):
            sent = producer.send_many("t", [b"alone"] * 5)
            cluster.advance(2.5)
            self.assertEqual(self.uncommitted(), [(15, 5, 0)])
        cluster.until(sent)
        cluster.advance(2.5)
        self.assertEqual(self.uncommitted(), [(15, 0, 0)])
        cluster.until(producer.stopService())

    def uncommitted(self) -> list[tuple[int, int, int]]:
        ledger = Ledger()
        for broker in self.cluster.brokers.values():
            for message in broker.messages(AUDIT_TOPIC) if broker.is_ready else ():
                ledger.add(message.key, message.value, message.timestamp_ms)
        cells = [cell for cell in ledger.cells if cell.key.topic == "t" and cell.key.writer.tier is Tier.BROKER]
        return [(cell.count, cell.uncommitted, cell.cut) for cell in cells]
