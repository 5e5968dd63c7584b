"""What one reading collects."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.coordinators.replay import Replay
from klog.records.contract import CONTROL, TRANSACTIONAL
from klog.records.implementations import codec
from tests.broker.coordinators.counters import COUNTER_RECORDS

A, B = b"\0\0\0\1a", b"\0\7\0\1b"


class ReplayTests(SynchronousTestCase):
    """`Replay`."""

    def setUp(self) -> None:
        self.replay = Replay(COUNTER_RECORDS)

    def take(self, *records: tuple[bytes | None, bytes | None], **fields: int) -> None:
        data = codec.build_batch([(0, key, value, ()) for key, value in records], **fields)
        self.assertEqual(self.replay.take_batches(data, 0), 0)
        self.replay.take_batch(data, codec.scan(data)[0], 1000)

    def test_the_newest_in_the_order_of_the_newest(self) -> None:
        self.take((A, b"1"), (B, b"1"), (A, None))
        self.take((b"\0\1x", b"1"), (b"\0\1x", b"1"))
        self.assertEqual(list(self.replay.newest.items()), [(B, b"1"), (A, None)])
        self.assertEqual((self.replay.skipped, self.replay.broken), ({1: 2}, []))
        self.assertEqual((self.replay.summary(), self.replay.warnings()), ("2 records", ()))

    def test_keys_that_say_nothing(self) -> None:
        self.take((None, b"1"), (b"\0", b"1"), (A, b"1"))
        self.assertEqual([offset for offset, _ in self.replay.broken], [0, 1])
        self.assertEqual(self.replay.newest, {A: b"1"})

    def test_transactions(self) -> None:
        self.take((A, b"1"), attributes=TRANSACTIONAL, producer_id=1, producer_epoch=0, base_sequence=0)
        self.take((b"\0\0\0\1", b"\0\0\0\0\0\0"), attributes=TRANSACTIONAL | CONTROL, producer_id=1, producer_epoch=0)
        self.assertEqual((self.replay.newest, len(self.replay.broken)), ({}, 1))
