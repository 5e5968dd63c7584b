"""The batches in front of bytes that are none."""

from __future__ import annotations

import unittest

from klog.records.contract import CorruptRecords
from klog.records.implementations import codec
from klog.records.readable_entries import readable_entries


def batch(offset: int) -> bytes:
    return bytes(codec.build_batch([(1, None, b"v", ())], base_offset=offset))


class ReadableEntriesTests(unittest.TestCase):
    """What is readable, and why no more is."""

    def test_whole_batches(self) -> None:
        data = batch(3) + batch(4) + batch(5)[:-1]
        self.assertEqual(readable_entries(data), (codec.scan(data), None))
        self.assertEqual([entry.base_offset for entry in codec.scan(data)], [3, 4])
        self.assertEqual(readable_entries(b""), ([], None))

    def test_what_stands_before_damage_is_kept_with_its_place(self) -> None:
        one = batch(3)
        data = one + batch(4) + bytes(8) + (1).to_bytes(4, "big") + bytes(60)
        with self.assertRaises(CorruptRecords) as caught:
            codec.scan(data)
        entries, why = readable_entries(data)
        self.assertEqual([(entry.base_offset, entry.position) for entry in entries], [(3, 0), (4, len(one))])
        self.assertEqual(why, str(caught.exception))


if __name__ == "__main__":
    unittest.main()
