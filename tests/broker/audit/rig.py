"""A broker that counts, and what it has told."""

from __future__ import annotations

from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.audit.cells import AUDIT_TOPIC, Cell, Tier
from klog.audit.ledger import Ledger
from klog.records.implementations import codec
from klog.testing.broker import MemoryBroker
from tests.broker.lifecycle.test_service import make_topic, produce

WINDOW_MS = 60_000
PROPERTIES = {"klog.audit.counts": "true", "klog.audit.counts.window.ms": str(WINDOW_MS), "klog.audit.counts.interval.ms": "1000"}


class AuditCase(SynchronousTestCase):
    """With a broker in memory."""

    properties: dict[str, str] = {}

    def setUp(self) -> None:
        self.broker = MemoryBroker({**PROPERTIES, **self.properties}).start()
        self.addCleanup(self.stop)
        self.client = self.broker.connect(client_id="web")
        # A multiple of a window, so that tests can say where a record lies in it.
        self.start_ms = self.broker.now_ms() // WINDOW_MS * WINDOW_MS

    def stop(self) -> None:
        if self.broker.is_ready:
            self.broker.stop()

    def batch(self, *times_ms: int, **fields: Any) -> bytes:
        """A record for each of these, in milliseconds since `start_ms`."""
        return codec.build_batch([(self.start_ms + time_ms, None, b"v", ()) for time_ms in times_ms], **fields)

    def send(self, topic: str, records: bytes, client: Any = None) -> Any:
        """Produce; the answer for the one partition."""
        return (client or self.client).ask(*produce(topic, records)).responses[0].partition_responses[0]

    def make(self, topic: str, **configs: str) -> None:
        make_topic(self.client, topic, **configs)

    def ledger(self, seconds: float = 1.5) -> Ledger:
        """What stands in the audit topic after a while."""
        self.broker.advance(seconds)
        ledger = Ledger()
        for message in self.broker.messages(AUDIT_TOPIC):
            ledger.add(message.key, message.value, message.timestamp_ms)
        self.assertEqual(ledger.unreadable, 0, ledger.faults)
        return ledger

    def cells(self, seconds: float = 1.5) -> list[Cell]:
        """The broker's, in order."""
        found = [cell for cell in self.ledger(seconds).cells if cell.key.writer.tier is Tier.BROKER and cell.key.topic != AUDIT_TOPIC]
        return sorted(found, key=lambda cell: (cell.key.topic, cell.key.window, cell.key.writer.application))

    def counts(self, seconds: float = 1.5) -> list[tuple[str, int, str, int]]:
        """(topic, start of the window since `start_ms`, client id, records)."""
        return [
            (cell.key.topic, cell.key.window.start_ms - self.start_ms, cell.key.writer.application, cell.count)
            for cell in self.cells(seconds)
        ]
