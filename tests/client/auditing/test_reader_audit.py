"""Which topics a reader tells the audit of, and that it tells all that it counted."""

from __future__ import annotations

from klog.audit.cells import AUDIT_TOPIC, Tier
from klog.audit.counting import CellBook
from klog.model import TopicPartition
from tests.client.auditing.rig import AuditedCase


class ReaderAuditTests(AuditedCase):
    """`ReaderAudit`."""

    def setUp(self) -> None:
        super().setUp()
        #: Topics, and whether they are read from then on.
        self.told: list[tuple[str, bool]] = []
        self.patch(CellBook, "take_up", lambda book, topic, now_ms: self.told.append((topic, True)))
        self.patch(CellBook, "give_up", lambda book, topic, now_ms: self.told.append((topic, False)))

    def test_from_when_a_topic_is_read_to_when_it_is_not(self) -> None:
        consumer = self.consumer()
        self.until(consumer.assign([TopicPartition("t", 0), TopicPartition("t", 1)]))
        self.broker.advance(1.5)
        self.assertEqual(self.told, [("t", True)])
        self.until(consumer.assign([TopicPartition("other", 0)]))
        self.broker.advance(1.5)
        self.assertEqual(self.told[1:], [("t", False)], "others have the other half")
        self.until(consumer.assign([TopicPartition("other", 0), TopicPartition("other", 1)]))
        self.broker.advance(1.5)
        self.assertEqual(self.told, [("t", True), ("t", False), ("other", True)])

    def test_the_audit_itself_is_not_told(self) -> None:
        consumer = self.consumer()
        self.until(consumer.assign([TopicPartition(AUDIT_TOPIC, 0)]))
        self.broker.advance(1.5)
        self.assertEqual(self.told, [])

    def test_a_stop_tells_what_streams_have_handed_out(self) -> None:
        self.until(self.producer().send_many("t", [b"v"] * 10, partition=0))
        consumer = self.consumer()
        self.stream_some(consumer, "t", 4)
        self.until(consumer.stopService())
        cells = [cell for cell in self.ledger().cells if cell.key.writer.tier is Tier.CONSUMER]
        self.assertEqual([cell.count for cell in cells], [4])
