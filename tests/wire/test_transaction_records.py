"""Records of ``__transaction_state``: what is peculiar about them, as Kafka 4.3.1 and 3.9.2 wrote them."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.wire.coordinator_records import UnknownKind, decode_value, encode_key, encode_value
from klog.wire.primitives import WireError
from klog.wire.transaction_records import TRANSACTION_RECORDS, PartitionsSchema, TransactionLogKey, TransactionLogValue
from tests.wire.strategies import messages


class RecordTests(SynchronousTestCase):
    """Bytes of some."""

    def test_key(self) -> None:
        data = bytes.fromhex("0000 0002 7831")
        self.assertEqual(encode_key(TransactionLogKey(transactional_id="x1")), data)
        self.assertEqual(TRANSACTION_RECORDS.decode_key(data), TransactionLogKey(transactional_id="x1"))
        self.assertRaises(UnknownKind, TRANSACTION_RECORDS.decode_key, bytes.fromhex("0001 0002 7831"))

    def test_a_transaction_that_goes_on(self) -> None:
        """As a broker of 4.3.1 wrote it: the id before the first one is none, and one that equals the present is told."""
        value = TransactionLogValue(
            producer_id=0,
            previous_producer_id=0,
            producer_epoch=0,
            transaction_timeout_ms=60_000,
            transaction_status=1,
            transaction_partitions=[PartitionsSchema(topic="t", partition_ids=[0])],
            transaction_last_update_timestamp_ms=0x19A,
            transaction_start_timestamp_ms=0x199,
            client_transaction_version=2,
        )
        data = bytes.fromhex(
            "0001 0000000000000000 0000 0000ea60 01 02 02 74 02 00000000 00 000000000000019a 0000000000000199"
            " 02 00 08 0000000000000000 02 02 0002"
        )
        self.assertEqual(encode_value(value, 1).hex(" "), data.hex(" "))
        self.assertEqual(decode_value(TransactionLogKey, data), value)

    def test_none_has_been_begun(self) -> None:
        value = TransactionLogValue(
            producer_id=7,
            producer_epoch=1,
            transaction_timeout_ms=1000,
            transaction_partitions=None,
            transaction_last_update_timestamp_ms=2,
            transaction_start_timestamp_ms=-1,
        )
        for version, text in (
            (0, "0000 0000000000000007 0001 000003e8 00 ffffffff 0000000000000002 ffffffffffffffff"),
            (1, "0001 0000000000000007 0001 000003e8 00 00 0000000000000002 ffffffffffffffff 00"),
        ):
            self.assertEqual(encode_value(value, version).hex(" "), bytes.fromhex(text).hex(" "))
            self.assertEqual(decode_value(TransactionLogKey, bytes.fromhex(text)), value)

    @settings(deadline=None, max_examples=200)
    @given(st.data())
    def test_there_and_back(self, data: st.DataObject) -> None:
        version = data.draw(st.integers(0, 1))
        value = data.draw(messages(TransactionLogValue, version))
        written = encode_value(value, version)
        self.assertEqual(int.from_bytes(written[:2]), version)
        self.assertEqual(decode_value(TransactionLogKey, written), value)

    def test_refused(self) -> None:
        for data in ("", "0002 00", "0001 0000"):
            self.assertRaises(WireError, decode_value, TransactionLogKey, bytes.fromhex(data))
