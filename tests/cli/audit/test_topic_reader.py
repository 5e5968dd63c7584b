"""`klog.cli.audit.topic_reader`, over a broker in memory."""

from __future__ import annotations

from klog.cli.audit.topic_reader import TopicReader, make_consumer, read_numbers, unknown
from klog.cli.exit_codes import CommandFailed, Exit
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
