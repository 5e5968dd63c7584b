"""Headers of batches, one after the other."""

from __future__ import annotations

import unittest

from klog.records.contract import CorruptRecords
from klog.records.implementations import codec
from klog.storage.segments.batch_headers import SCAN_BYTES, header_entry, walk
from tests.storage.logs import batch


class BatchHeadersTests(unittest.TestCase):
    """`header_entry` and `walk`."""

    def test_an_entry_from_its_header_alone(self) -> None:
        for data in (batch(bytes(50000)), codec.to_old_magic(batch(bytes(50000)), 0), codec.to_old_magic(batch(bytes(50000)), 1)):
            self.assertEqual(header_entry(data[:100], 0), codec.scan(data)[0])
        for bad in (b"", bytes(25), bytes(100), b"\xff" * 100):
            with self.assertRaises(CorruptRecords):
                header_entry(bad, 0)

    def test_from_one_to_the_next(self) -> None:
        """Whatever their sizes; of large ones only the header is read."""
        sizes = [0, 10, SCAN_BYTES * 30, 5, SCAN_BYTES - 40, SCAN_BYTES, 1, 0]
        content = b"".join(batch(bytes(size), base_offset=3 * number) for number, size in enumerate(sizes))
        reads: list[int] = []

        def read(position: int, length: int) -> bytes:
            reads.append(length)
            return content[position : position + length]

        expected = codec.scan(content)
        self.assertEqual(list(walk(codec.scan, read, 0, len(content), "f")), expected)
        self.assertLess(sum(reads), 10 * SCAN_BYTES)
        self.assertEqual(list(walk(codec.scan, read, expected[3].position, len(content), "f")), expected[3:])
        self.assertEqual(list(walk(codec.scan, read, 0, expected[2].position, "f")), expected[:2])

    def test_where_no_batch_stands(self) -> None:
        """What stood before is given."""
        good, large = batch(b"a"), batch(bytes(3 * SCAN_BYTES), base_offset=1)
        for rest, why in (
            (large[:-1], f"f: the batch at {len(good)} of {len(large)} bytes passes the end"),
            (batch(b"b", base_offset=1)[:23] + b"\xff\xff\xff\xf0" + batch(b"b")[27:], "ends with offset -15 before 1"),
            (large[:23] + b"\xff\xff\xff\xf0" + large[27:], "ends with offset -15 before 1"),
        ):
            content = good + rest
            found = []
            with self.assertRaisesRegex(CorruptRecords, why):
                for entry in walk(codec.scan, lambda position, length: content[position : position + length], 0, len(content), "f"):  # noqa: B023
                    found.append(entry)
            self.assertEqual(found, codec.scan(good))
        with self.assertRaises(CorruptRecords):
            list(walk(codec.scan, lambda position, length: b"\xff" * length, 0, 100, "f"))


if __name__ == "__main__":
    unittest.main()
