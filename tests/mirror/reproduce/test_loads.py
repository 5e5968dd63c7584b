"""`klog.mirror.reproduce.loads`: what is produced is what was there."""

from __future__ import annotations

import unittest

from klog.mirror.reproduce.loads import Load, loads_of
from klog.records.appending import head
from klog.records.contract import CONTROL, LOG_APPEND_TIME, Codec, CorruptRecords, Header, Record
from klog.records.implementations import codec

ROWS = [(1_000 + at, b"k%d" % at, None if at == 1 else b"v%d" % at, (Header("h", b"1"),)) for at in range(4)]


def batch(base: int = 10, **more: object) -> bytes:
    """Four records."""
    return codec.build_batch(ROWS, base_offset=base, **more)  # type: ignore[arg-type]


def produced(load: Load) -> list[Record]:
    """The records of a load, with their source offsets."""
    whole = head(load.body) + load.body.data
    codec.check_batch(whole)
    return [record._replace(offset=offset) for record, offset in zip(codec.records(whole), load.offsets, strict=True)]


class LoadTests(unittest.TestCase):
    """One batch, and what becomes of it."""

    def test_an_ordinary_batch_is_taken_as_it_is(self) -> None:
        for kind in Codec:
            whole = batch(codec=kind, producer_id=7, producer_epoch=1, base_sequence=3)
            [load] = loads_of(whole, 0)
            self.assertEqual(load.body.data, whole[61:])
            self.assertEqual((load.offsets, load.body.codec), (range(10, 14), kind))
            self.assertEqual(produced(load), list(codec.records(whole)))

    def test_gaps_and_records_before_the_first_make_a_new_batch(self) -> None:
        gaps = batch(offset_deltas=[0, 2, 3, 9], codec=Codec.ZSTD)
        [load] = loads_of(gaps, 0)
        self.assertEqual((load.offsets, load.body.codec), ((10, 12, 13, 19), Codec.ZSTD))
        self.assertEqual(produced(load), list(codec.records(gaps)))
        [load] = loads_of(batch(), 12)
        self.assertEqual(produced(load), list(codec.records(batch()))[2:])
        self.assertEqual(loads_of(batch(), 14), [])

    def test_the_brokers_time_becomes_the_records_own(self) -> None:
        stamped = codec.stamp(batch(), 10, 0, 99_000, True) + batch()[61:]
        self.assertTrue(codec.read_header(stamped).attributes & LOG_APPEND_TIME)
        [load] = loads_of(stamped, 0)
        self.assertEqual([record.timestamp_ms for record in produced(load)], [99_000] * 4)

    def test_markers_and_aborted_batches_are_nobodys_records(self) -> None:
        marker = codec.build_batch(
            [(1, b"\0\0\0\1", b"\0\0\0\0\0\0", ())], base_offset=14, attributes=CONTROL | 0x10, producer_id=1, producer_epoch=0
        )
        data = batch(10) + marker + batch(15)
        self.assertEqual([load.offsets for load in loads_of(data, 0)], [range(10, 14), range(15, 19)])
        self.assertEqual([load.offsets for load in loads_of(data, 0, {0})], [range(15, 19)])

    def test_old_message_sets(self) -> None:
        old = codec.to_old_magic(batch(), 1)
        records = [record for load in loads_of(old, 0) for record in produced(load)]
        self.assertEqual([record[:4] for record in records], [record[:4] for record in codec.records(batch())])

    def test_damaged_bytes_are_refused(self) -> None:
        rotten = bytearray(batch())
        rotten[-2] ^= 1
        with self.assertRaises(CorruptRecords):
            loads_of(rotten, 0)


if __name__ == "__main__":
    unittest.main()
