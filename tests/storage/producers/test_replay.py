"""Producers' state from batches that stand in a log; random lives of it are in `test_replica_model` and `test_recovery`."""

from __future__ import annotations

import struct

from twisted.trial.unittest import SynchronousTestCase

from klog.records.contract import CONTROL, TRANSACTIONAL
from klog.records.crc32c import crc32c
from klog.records.implementations import codec
from klog.records.sequences import MAX_SEQUENCE
from klog.storage.producers.replay import ProducerReplay
from klog.storage.producers.state import ProducerStateManager
from klog.storage.segments.txn_index import AbortedTxn
from tests.storage.logs import NOW_MS, T0, Place, at, batch, marker_of


class ReplayTests(SynchronousTestCase):
    def setUp(self) -> None:
        self.place = Place()
        self.log = self.place.log()
        self.warnings: list[str] = []
        self.producers = ProducerStateManager(self.place.fs, "/data/t-0", T0)
        self.replay = ProducerReplay(self.log._context, "/data/t-0", self.producers, self.warnings.append)
        self.segment = self.log._segments.active

    def note(self, data: bytes, base_offset: int) -> None:
        data = at(data, base_offset)
        self.replay.note(codec.scan(data)[0], self.segment, data, note_abort=True)

    def test_sequences_go_on_at_zero(self) -> None:
        self.note(batch(b"a", b"b", b"c", producer_id=5, producer_epoch=0, base_sequence=MAX_SEQUENCE - 1), 0)
        self.assertEqual(self.producers.producers[5].last_sequence, 0)
        self.assertEqual((self.producers.end_offset, self.replay.highest_producer_id), (3, 5))

    def test_a_batch_of_a_coordinator_has_no_sequence(self) -> None:
        self.note(batch(b"a", b"b", b"c", producer_id=5, producer_epoch=0, attributes=TRANSACTIONAL), 0)
        self.assertEqual(self.producers.producers[5].last_sequence, -1)

    def test_an_abort_is_noted_in_the_segment(self) -> None:
        self.note(batch(b"a", producer_id=5, producer_epoch=0, base_sequence=0, attributes=TRANSACTIONAL), 0)
        self.assertEqual(self.producers.first_undecided_offset, 0)
        self.note(marker_of(5, commit=False), 1)
        self.assertIsNone(self.producers.first_undecided_offset)
        self.assertEqual(self.segment.txn_index.entries, [AbortedTxn(5, 0, 1, 2)])

    def test_a_control_batch_that_makes_no_sense_is_a_warning(self) -> None:
        odd = codec.build_batch([(NOW_MS, b"", b"", ())], attributes=CONTROL | TRANSACTIONAL, producer_id=5, producer_epoch=0)
        self.note(odd, 0)
        self.assertEqual(len(self.producers), 0)
        self.assertEqual(self.producers.end_offset, 1)
        self.assertRegex(self.warnings[0], "control batch at offset 0 cannot be read")

    def test_a_control_batch_of_an_unknown_codec_is_a_warning(self) -> None:
        """Else a follower would write it, stop in the middle, and ask for it again for ever."""
        odd = bytearray(at(marker_of(5, commit=True), 0))
        odd[22] |= 7
        odd[17:21] = struct.pack(">I", crc32c(bytes(odd[21:])))
        self.note(bytes(odd), 0)
        self.assertRegex(self.warnings[0], "control batch at offset 0 cannot be read")
        self.assertEqual(self.log.append_as_follower(bytes(odd)).end_offset, 1)

    def test_what_stands_in_segments_from_where_the_state_ends(self) -> None:
        for sequence in range(6):
            self.log.append_as_follower(at(batch(b"a", producer_id=5, producer_epoch=0, base_sequence=sequence), sequence))
        self.producers.end_offset = 2
        self.replay.replay(list(self.log._segments), 5)
        self.assertEqual(self.producers.producers[5].last_sequence, 4)
        self.assertEqual([one.last_sequence for one in self.producers.producers[5].batches], [2, 3, 4])
