"""`klog.cli.audit.topic_reader`, over a broker in memory."""

from __future__ import annotations

from unittest import mock

from twisted.internet.defer import Deferred
from twisted.internet.task import deferLater

from klog.cli.audit.topic_reader import NotReadToTheEnd, TopicReader, make_consumer, read_numbers, unknown
from klog.cli.exit_codes import CommandFailed, Exit
from klog.client.producing.producer import Producer
from klog.testing.broker import MemoryBroker
from tests.client.auditing.rig import AuditedCase


class TopicReaderTests(AuditedCase):
    def test_all_of_it_and_then_what_is_new(self) -> None:
        producer = self.producer(self.audit(numbers=True))
        self.until(producer.send_many("t", [b"v"] * 10))
        self.broker.advance(2)
        consumer = make_consumer(self.reactor, self.broker.bootstrap, {"client_id": "klog-cli"})
        self.clients.append(consumer)
        reader = TopicReader(consumer)
        ledger = self.until(reader.read())
        self.assertEqual(sorted(cell.count for cell in ledger.cells), [10, 10])
        self.until(producer.send_many("t", [b"v"] * 5))
        self.broker.advance(2)
        self.assertEqual(sorted(cell.count for cell in self.until(reader.read()).cells), [15, 15])
        book = self.until(read_numbers(consumer, "t"))
        self.assertEqual((sum(map(len, book.seen.values())), book.unnumbered), (15, 0))
        empty = self.until(read_numbers(consumer, "other"))
        self.assertEqual(empty.seen, {})

    def test_what_cannot_be_read_to_its_end_is_no_proof(self) -> None:
        """A ledger of half the cells may be in balance."""
        producer = self.producer()
        self.until(producer.send_many("t", [b"v"] * 10))
        self.broker.advance(2)
        consumer = make_consumer(self.reactor, self.broker.bootstrap, {"client_id": "klog-cli"})
        self.clients.append(consumer)

        async def nothing(**_: object) -> list[object]:
            await deferLater(self.reactor, 1, lambda: None)
            return []

        with mock.patch.object(consumer, "poll", nothing), self.assertRaises(NotReadToTheEnd) as caught:
            self.until(TopicReader(consumer).read())
        self.assertEqual(caught.exception.code, 2)
        self.assertIn("__klog_audit-0", caught.exception.sentence)

    def test_a_transactions_marker_may_be_the_last(self) -> None:
        writer = Producer(self.reactor, self.broker.bootstrap, client_id="tx", transactional_id="tx")
        self.clients.append(writer)

        async def work() -> None:
            async with writer.transaction() as transaction:
                transaction.send("t", b"v")

        self.until(Deferred.fromCoroutine(work()))
        consumer = make_consumer(self.reactor, self.broker.bootstrap, {"client_id": "klog-cli"})
        self.clients.append(consumer)
        self.assertEqual(self.until(read_numbers(consumer, "t")).unnumbered, 1)

    def test_where_nobody_counts(self) -> None:
        broker = MemoryBroker().start()
        consumer = make_consumer(broker.reactor, broker.bootstrap, {})
        with self.assertRaises(CommandFailed) as caught:
            broker.reactor.until(TopicReader(consumer).read())
        self.assertEqual(caught.exception.code, Exit.NOT_FOUND)
        self.assertIn("klog.audit.counts=true", caught.exception.sentence)
        broker.reactor.until(consumer.stopService())
        broker.stop()

    def test_not_known_is_2(self) -> None:
        self.assertEqual(unknown("x").code, 2)
