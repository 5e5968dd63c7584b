"""Batches of a file that nobody vouches for."""

from __future__ import annotations

import unittest

from klog.records.implementations import codec
from klog.storage.segments.checked_batches import CHUNK_BYTES, checked_batches
from tests.storage.logs import T0, Place, batch


class CheckedBatchesTests(unittest.TestCase):
    """The walk itself."""

    def walk(self, data: bytes, base: int = 0) -> tuple[list[int], list[str]]:
        place = Place()
        place.fs.make_directory("/d")
        place.fs.write("/d/x", data)
        why: list[str] = []
        found = []
        for entry, raw in checked_batches(place.directory().context, "/d/x", len(data), base, why.append):
            self.assertEqual(data[entry.position : entry.position + entry.size], raw)
            found.append(entry.base_offset)
        return found, why

    def test_batches_larger_than_a_chunk(self) -> None:
        data = b"".join(
            batch(bytes(size), base_offset=offset) for offset, size in enumerate((10, CHUNK_BYTES * 2, 10, CHUNK_BYTES - 50, 5))
        )
        self.assertEqual(self.walk(data), ([0, 1, 2, 3, 4], []))
        found, why = self.walk(data[:-1])
        self.assertEqual((found, len(why)), ([0, 1, 2, 3], 1))

    def test_many_small_ones(self) -> None:
        data = b"".join(batch(b"x" * 300, base_offset=offset) for offset in range(4000))
        self.assertEqual(self.walk(data), (list(range(4000)), []))

    def test_old_magics(self) -> None:
        data = codec.to_old_magic(batch(b"a", b"b", base_offset=5), 0) + codec.to_old_magic(batch(b"c", base_offset=7), 1)
        self.assertEqual(self.walk(data, 5), ([5, 6, 7], []))

    def test_names(self) -> None:
        self.assertEqual(str(T0), "t-0")
