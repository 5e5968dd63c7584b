"""A broker that counts, clients that count, and what they have told."""

from __future__ import annotations

from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.audit.balance import Edge
from klog.audit.cells import AUDIT_TOPIC
from klog.audit.ledger import Ledger
from klog.audit.numbers import HEADER_NAME, NumberBook
from klog.client.auditing.audit import Audit
from klog.client.fetching.consumer import Consumer
from klog.client.groups.group import ConsumerGroup
from klog.client.producing.producer import Producer
from klog.testing.broker import MemoryBroker

WINDOW_MS = 60_000


class AuditedCase(SynchronousTestCase):
    """With a broker in memory."""

    properties: dict[str, str] = {}

    def setUp(self) -> None:
        counting = {"klog.audit.counts": "true", "klog.audit.counts.window.ms": str(WINDOW_MS), "klog.audit.counts.interval.ms": "1000"}
        self.broker = MemoryBroker({"num.partitions": "2", **counting, **self.properties}).start()
        self.addCleanup(self.stop)
        self.reactor = self.broker.reactor
        self.until = self.reactor.until
        self.broker.create_topics({"t": 2, "other": 2, "trash": 2})
        # The audit topic is there, and a window begins that the broker counts from its beginning.
        self.broker.advance(1.5)
        self.broker.advance((WINDOW_MS - self.broker.now_ms() % WINDOW_MS) / 1000 + 1)
        self.clients: list[Any] = []

    def stop(self) -> None:
        for client in reversed(self.clients):
            self.until(client.stopService())
        if self.broker.is_ready:
            self.broker.stop()

    def audit(self, **options: Any) -> Audit:
        return Audit(window_ms=WINDOW_MS, interval_ms=1000, **options)

    def producer(self, audit: Audit | None = None, **options: Any) -> Producer:
        options.setdefault("client_id", "web")
        made = Producer(self.reactor, self.broker.bootstrap, audit=audit or self.audit(), **options)
        self.clients.append(made)
        return made

    def consumer(self, audit: Audit | None = None, **options: Any) -> Consumer:
        options = {"client_id": "reader", "auto_offset_reset": "earliest", **options}
        made = Consumer(self.reactor, self.broker.bootstrap, audit=audit or self.audit(), **options)
        self.clients.append(made)
        return made

    def group(self, *topics: str, **options: Any) -> ConsumerGroup:
        options = {"client_id": "member", "auto_offset_reset": "earliest", "audit": self.audit(), **options}
        made = ConsumerGroup(self.reactor, self.broker.bootstrap, "billing", list(topics), **options)
        self.clients.append(made)
        return made

    def read_all(self, consumer: Any, count: int) -> list[Any]:
        """Polled until there are `count` records."""

        async def read() -> list[Any]:
            found: list[Any] = []
            while sum(map(len, found)) < count:
                found += await consumer.poll(timeout_ms=500)
            return found

        return self.until(read())

    def stream_some(self, consumer: Any, topic: str, count: int) -> None:
        """A stream's first `count` messages, after which its loop is left."""

        async def some(left: int) -> None:
            async for _ in consumer.stream(topic):
                left -= 1
                if not left:
                    return

        self.until(some(count))

    def ledger(self, seconds: float = 1.5) -> Ledger:
        """What stands in the audit topic after a while."""
        self.broker.advance(seconds)
        ledger = Ledger()
        for message in self.broker.messages(AUDIT_TOPIC):
            ledger.add(message.key, message.value, message.timestamp_ms)
        self.assertEqual(ledger.unreadable, 0, ledger.faults)
        return ledger

    def edges(self, minutes: float = 5) -> list[Edge]:
        """What is judged after that, when all windows are over."""
        ledger = self.ledger(minutes * 60)
        return ledger.balance(self.broker.now_ms(), grace_ms=0, settle_ms=0).edges

    def verdicts(self, minutes: float = 5) -> dict[tuple[str, str], tuple[str, int, int]]:
        """By topic and receiver, all windows together."""
        found: dict[tuple[str, str], tuple[str, int, int]] = {}
        for edge in self.edges(minutes):
            name = (edge.topic, str(edge.receiver))
            verdict, missing, duplicate = found.get(name, ("complete", 0, 0))
            if edge.judgment.verdict.value != "complete":
                verdict = edge.judgment.verdict.value
            found[name] = verdict, missing + edge.judgment.missing, duplicate + edge.judgment.duplicate
        return found

    def number_book(self, topic: str) -> NumberBook:
        """The numbers of all records that are in a topic."""
        book = NumberBook(topic)
        for message in self.broker.messages(topic):
            book.note(message.partition, message.offset, dict(message.headers).get(HEADER_NAME))
        return book
