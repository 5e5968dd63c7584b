"""Two clusters, of which the source counts, and what the audit says of a link between them."""

from __future__ import annotations

import random
from typing import Any

from klog.audit.balance import Edge
from klog.audit.cells import AUDIT_TOPIC, Tier
from klog.audit.ledger import Ledger
from klog.client.producing.producer import Producer
from tests.mirror.rig import TwoClusters

WINDOW_MS = 60_000


class AuditedLinkCase(TwoClusters):
    """Two clusters; the source counts, and a producer writes to it.

    :cvar web_options: the producer's.
    """

    web_options: dict[str, Any] = {}
    properties = {"klog.audit.counts": "true", "klog.audit.counts.window.ms": str(WINDOW_MS), "klog.audit.counts.interval.ms": "1000"}

    def setUp(self) -> None:
        super().setUp()
        self.source.create_topics({"web.a": 1})
        self.web = Producer(self.reactor, self.source.bootstrap, client_id="web", linger_ms=50, random=random.Random(6), **self.web_options)
        self.send()
        # The audit's topic is there, and a window begins that the source counts from its beginning.
        self.run_for(1.5)
        self.next_window()

    def tearDown(self) -> None:
        self.until(self.web.stopService())
        super().tearDown()

    def send(self, count: int = 1) -> None:
        """By a client, as nothing else is counted."""
        self.until(self.web.send_many("web.a", [b"v"] * count))

    def next_window(self) -> int:
        """Its start."""
        now_ms = self.source.now_ms()
        self.run_for((WINDOW_MS - now_ms % WINDOW_MS) / 1000 + 1)
        return self.source.now_ms() // WINDOW_MS * WINDOW_MS

    def ledger(self) -> Ledger:
        ledger = Ledger()
        for message in self.source.messages(AUDIT_TOPIC):
            ledger.add(message.key, message.value, message.timestamp_ms)
        self.assertEqual((ledger.unreadable, ledger.forged), (0, []), ledger.faults)
        return ledger

    def edges(self) -> list[Edge]:
        """Of the mirror, when all windows are over."""
        self.run_for(300)
        found = self.ledger().balance(self.source.now_ms(), grace_ms=0, settle_ms=0).edges
        return [edge for edge in found if edge.receiver.tier is Tier.MIRROR]

    def judged(self) -> list[tuple[str, str, int, int, int]]:
        """(receiver, verdict, sent, missing, duplicate) of each window."""
        return [
            (str(edge.receiver), edge.judgment.verdict.value, edge.sent.must, edge.judgment.missing, edge.judgment.duplicate)
            for edge in self.edges()
        ]
