"""`klog.mirror.verify.heads`: what decides whether a batch is the same."""

from __future__ import annotations

import unittest

from klog.mirror.verify.heads import heads_of, readable_heads, what_differs
from klog.records.contract import Codec, CorruptRecords, Header
from klog.records.implementations import codec


def batch(base: int = 0, *values: bytes, epoch: int = 0, timestamp: int = 1_000, **more: int) -> bytes:
    """A batch of `values`."""
    rows = [(timestamp, b"k", value, (Header("h", b"1"),)) for value in values or (b"v",)]
    return codec.build_batch(rows, base_offset=base, partition_leader_epoch=epoch, **more)  # type: ignore[arg-type]


class HeadTests(unittest.TestCase):
    """Of one batch, and of many."""

    def test_places_and_records(self) -> None:
        heads = heads_of(batch(5, b"a", b"b") + batch(9) + batch(10)[:-1])
        self.assertEqual([head[:3] for head in heads], [(5, 7, 2), (9, 10, 1)])
        self.assertEqual([head.damage for head in heads], ["", ""])

    def test_the_leader_epoch_is_compared_where_it_is_asked_for_only(self) -> None:
        here, there = batch(3, epoch=1), batch(3, epoch=7)
        self.assertEqual(heads_of(here), heads_of(there))
        [mine], [theirs] = heads_of(here, with_epochs=True), heads_of(there, with_epochs=True)
        self.assertNotEqual(mine, theirs)
        self.assertEqual(what_differs(mine, theirs), "leader epoch")

    def test_what_differs_is_named(self) -> None:
        [plain] = heads_of(batch(0, b"v"))
        for other, words in (
            (batch(0, b"w"), "content (CRC)"),
            (batch(0, b"vv"), "size, content (CRC)"),
            (batch(0, b"v", producer_id=3, producer_epoch=0, base_sequence=0), "content (CRC), producer id, producer epoch, base sequence"),
            (batch(0, b"v", timestamp=1_001), "content (CRC), base timestamp, largest timestamp"),
        ):
            self.assertEqual(what_differs(plain, heads_of(other)[0]), words)

    def test_each_flipped_bit_of_a_batch_shows(self) -> None:
        whole = batch(0, b"some value", epoch=4)
        [head] = heads_of(whole)
        for at in range(len(whole)):
            if 12 <= at < 16:  # the leader epoch
                continue
            flipped = bytearray(whole)
            flipped[at] ^= 1
            heads, broken = readable_heads(flipped)
            self.assertTrue(broken or not heads or heads[0] != head, f"byte {at}")

    def test_bytes_that_rotted_under_their_header(self) -> None:
        rotten = bytearray(batch(0, b"some value"))
        rotten[-3] ^= 1
        [head] = heads_of(rotten)
        self.assertIn("checksum", head.damage)

    def test_what_stands_before_bytes_that_are_no_batch_is_kept(self) -> None:
        data = batch(0) + batch(1) + b"\x00" * 8 + b"\x00\x00\x00\x01" + bytes(60)
        with self.assertRaises(CorruptRecords):
            heads_of(data)
        heads, broken = readable_heads(data)
        self.assertEqual([head.base for head in heads], [0, 1])
        self.assertTrue(broken)
        self.assertEqual(readable_heads(data[:-72])[1], "")

    def test_old_message_sets(self) -> None:
        one, other = (codec.to_old_magic(batch(4, value), 1) for value in (b"v", b"w"))
        [mine], [theirs] = heads_of(one), heads_of(other)
        self.assertEqual(mine[:3], (4, 5, 1))
        self.assertNotEqual(mine, theirs)
        self.assertEqual(what_differs(mine, theirs), "content (CRC)")
        self.assertEqual(what_differs(mine, heads_of(batch(4))[0]), "the format (magic)")

    def test_compressed_batches_are_not_opened(self) -> None:
        [head] = heads_of(batch(0, b"a" * 100, b"b" * 100, codec=Codec.ZSTD))
        self.assertEqual((head.records, head.damage), (2, ""))


if __name__ == "__main__":
    unittest.main()
