"""klog.records.python against klog.records._fast: the same answers and the same errors, whatever the bytes."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.records.contract import Codec, RecordsCodec
from klog.records.legacy import message_bytes
from klog.records.python import codec as plain
from tests.records.cases import ROWS, FastCase, PythonCase, codecs, fast, made_good, outcome, row_lists, rows, with_body

LIMIT = 1 << 20


def everything(codec: RecordsCodec, buffer: bytes) -> list[object]:
    """What `codec` makes of `buffer` in every way it can be looked at."""
    return [
        outcome(lambda: codec.read_header(buffer)),
        outcome(lambda: codec.check_batch(buffer, max_uncompressed_bytes=LIMIT)),
        outcome(lambda: codec.check_crc(buffer)),
        outcome(lambda: codec.scan(buffer)),
        outcome(lambda: list(codec.records(buffer, max_uncompressed_bytes=LIMIT))),
        outcome(lambda: codec.find_timestamp(buffer, 0, 1_700_000_000_003, 1)),
        outcome(lambda: codec.to_magic2(buffer, max_uncompressed_bytes=LIMIT)),
        outcome(lambda: codec.to_old_magic(buffer, 1)),
        outcome(lambda: codec.stamp(buffer, 1, 2, 3, True)),
    ]


class NameTests(PythonCase):
    def test_this_is_python(self) -> None:
        self.assertEqual(self.codec.name, "python")


class FastNameTests(FastCase):
    def test_this_is_cython(self) -> None:
        self.assertEqual(self.codec.name, "cython")


class ParityTests(SynchronousTestCase):
    def setUp(self) -> None:
        self.fast = fast()

    def same(self, buffer: bytes) -> None:
        self.assertEqual(everything(self.fast, buffer), everything(plain, buffer))

    def test_every_changed_byte_with_the_crc_made_good_again(self) -> None:
        for codec in Codec:
            batch = plain.build_batch(ROWS[:3], codec=codec, producer_id=1, producer_epoch=2, base_sequence=3)
            for at in range(len(batch)):
                for change in (1, 2, 4, 8, 16, 32, 64, 128, 255):
                    damaged = bytearray(batch)
                    damaged[at] ^= change
                    self.same(made_good(damaged) if at >= 21 else bytes(damaged))

    def test_every_cut(self) -> None:
        for codec in (Codec.NONE, Codec.LZ4):
            batch = plain.build_batch(ROWS, codec=codec)
            for cut in range(len(batch)):
                self.same(batch[:cut])

    def test_every_changed_byte_of_message_sets(self) -> None:
        batch = plain.build_batch(rows(3), codec=Codec.SNAPPY)
        for magic in (0, 1):
            for message_set in (plain.to_old_magic(batch, magic), message_bytes(magic, 1, 2, b"k", b"v") * 2):
                for at in range(len(message_set)):
                    for change in (1, 4, 8, 128, 255):
                        damaged = bytearray(message_set)
                        damaged[at] ^= change
                        self.same(bytes(damaged))

    @settings(deadline=None, max_examples=300)
    @given(st.binary(max_size=60), st.integers(-1, 4), st.sampled_from([0, 1, -1, (1 << 63) - 3]))
    def test_any_bytes_as_records(self, body: bytes, count: int, base_timestamp: int) -> None:
        self.same(with_body(body, count, base_timestamp=base_timestamp))

    @settings(deadline=None, max_examples=200)
    @given(row_lists, codecs, st.randoms(use_true_random=False))
    def test_some_changed_bytes(self, given_rows: list[object], codec: Codec, dice: random.Random) -> None:
        batch = bytearray(plain.build_batch(given_rows, codec=codec))  # type: ignore[arg-type]
        for _ in range(dice.randrange(1, 4)):
            batch[dice.randrange(61, len(batch))] = dice.choice((0, 1, 2, 3, 127, 128, 129, 255, dice.randrange(256)))
        self.same(made_good(batch))

    @settings(deadline=None, max_examples=200)
    @given(st.binary(max_size=200))
    def test_any_bytes(self, junk: bytes) -> None:
        self.same(junk)
