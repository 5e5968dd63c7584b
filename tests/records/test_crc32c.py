"""klog.records.crc32c"""

from __future__ import annotations

import os

from twisted.trial.unittest import SynchronousTestCase

from klog.records import crc32c
from tests.records import cases


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

    def test_the_one_without_the_interpreter_computes_the_same(self) -> None:
        cases.fast()
        from klog.records._compact import crc32c_both

        # Short, three stretches of 128 and of 1,024 bytes, and what is left behind them.
        data = os.urandom(20_000)
        for size in [*range(40), *range(380, 400), *range(3060, 3100), 6144, 6143, 6145, 3072 + 384 + 9, len(data)]:
            for start in (0, 3):
                piece = data[start : start + size]
                self.assertEqual(crc32c_both(piece), (crc32c.crc32c(piece),) * 2, size)
