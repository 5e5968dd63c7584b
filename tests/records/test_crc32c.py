"""klog.records.crc32c"""

from __future__ import annotations

import os

from twisted.trial.unittest import SynchronousTestCase

from klog.records import crc32c


class Crc32cTests(SynchronousTestCase):
    def test_known_values(self) -> None:
        # RFC 3720, B.4, and the usual check value.
        self.assertEqual(crc32c.crc32c(b"123456789"), 0xE3069283)
        self.assertEqual(crc32c.crc32c(bytes(32)), 0x8A9136AA)
        self.assertEqual(crc32c.crc32c(b"\xff" * 32), 0x62A8AB43)
        self.assertEqual(crc32c.crc32c(b""), 0)

    def test_any_buffer_and_any_length(self) -> None:
        for size in (0, 1, crc32c.PIECE_BYTES - 1, crc32c.PIECE_BYTES, crc32c.PIECE_BYTES + 1, 3 * crc32c.PIECE_BYTES + 7):
            data = os.urandom(size)
            whole = crc32c.crc32c(data)
            self.assertEqual(crc32c.crc32c(bytearray(data)), whole)
            self.assertEqual(crc32c.crc32c(memoryview(b"x" + data)[1:]), whole)
            self.assertEqual(crc32c.crc32c(data[size // 3 :], crc32c.crc32c(data[: size // 3])), whole)

    def test_the_fallback_computes_the_same(self) -> None:
        fallback = crc32c.crcmod_extend()
        data = os.urandom(1000)
        self.assertEqual(fallback(fallback(0, data[:10]), data[10:]), crc32c.crc32c(data))
        self.assertIn(crc32c.implementation, ("google-crc32c", "crcmod"))
