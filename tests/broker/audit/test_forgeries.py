"""Nobody speaks for others in the audit topic."""

from __future__ import annotations

from klog.audit.cell_records import encode_cell, encode_key
from klog.audit.cells import AUDIT_TOPIC, Cell, CellKey, Tier, Writer
from klog.audit.windows import Window
from klog.errors import ErrorCode
from klog.records.implementations import codec
from tests.broker.audit.rig import AuditCase


class ForgeryTests(AuditCase):
    def setUp(self) -> None:
        super().setUp()
        self.ledger()

    def cell(self, application: str, tier: Tier = Tier.PRODUCER, principal: str = "") -> bytes:
        cell = Cell(CellKey(Writer(tier, "", "c", application, principal, "g"), "t", Window(0, 60_000)))
        cell.count = cell.attempt = 1
        records = [(self.broker.now_ms(), encode_key(cell.key), encode_cell(cell, 0, "h"), ())]
        return codec.build_batch(records)

    def test_a_client_speaks_for_itself(self) -> None:
        for _ in range(4):
            self.assertEqual(self.send(AUDIT_TOPIC, self.cell("web")).error_code, 0)
        self.assertIn("web", [cell.key.writer.application for cell in self.ledger().cells])
        self.assertEqual(self.ledger().forged, [])

    def test_and_for_nobody_else(self) -> None:
        for records, sentence in (
            (self.cell("phone"), "it speaks for the client id 'phone'"),
            (self.cell("web", Tier.BROKER), "only brokers count"),
            (self.cell("web", principal="User:eve"), "it speaks for 'User:eve'"),
            (codec.build_batch([(self.broker.now_ms(), b"hello", b"world", ())]), "no cell of the audit: the key is no JSON"),
            (codec.build_batch([(self.broker.now_ms(), None, b"world", ())]), "no cell of the audit: no key"),
        ):
            before = len(self.broker.messages(AUDIT_TOPIC))
            answer = self.send(AUDIT_TOPIC, records)
            self.assertEqual(answer.error_code, ErrorCode.INVALID_RECORD, sentence)
            self.assertIn(sentence, answer.error_message)
            self.assertIn("the client id is 'web'", answer.error_message)
            self.assertEqual(len(self.broker.messages(AUDIT_TOPIC)), before)
        [forged] = self.ledger().forged
        self.assertEqual((forged.application, forged.batches), ("web", 5))
        counts = {reading.name: reading.value for reading in self.broker.broker.metrics}
        self.assertEqual(counts["audit.forged.count"], 5)

    def test_after_many_that_were_fine(self) -> None:
        """Requests that are recognised are looked at, too."""
        for _ in range(5):
            self.assertEqual(self.send(AUDIT_TOPIC, self.cell("web")).error_code, 0)
        self.assertEqual(self.send(AUDIT_TOPIC, self.cell("app")).error_code, ErrorCode.INVALID_RECORD)

    def test_one_among_many(self) -> None:
        good = [(self.broker.now_ms(), record.key, record.value, ()) for record in codec.records(self.cell("web"))]
        bad = [(self.broker.now_ms(), record.key, record.value, ()) for record in codec.records(self.cell("phone"))]
        self.assertEqual(self.send(AUDIT_TOPIC, codec.build_batch(good * 100 + bad)).error_code, ErrorCode.INVALID_RECORD)

    def test_a_batch_that_is_none_is_for_the_log_to_refuse(self) -> None:
        spoiled = bytearray(self.cell("web"))
        spoiled[20] ^= 1
        self.assertEqual(self.send(AUDIT_TOPIC, bytes(spoiled)).error_code, ErrorCode.CORRUPT_MESSAGE)
        self.assertEqual(self.send(AUDIT_TOPIC, b"x" * 61).error_code, ErrorCode.CORRUPT_MESSAGE)
