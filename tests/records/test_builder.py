"""klog.records.builder, and `build_batch` in Cython."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.records import builder
from klog.records.contract import Codec, Header
from tests.records.cases import ROWS, CodecCase, FastCase, PythonCase, Row, codecs, fast, row_lists, rows


class BuilderSuite(CodecCase):
    def test_fields_of_the_header(self) -> None:
        batch = self.codec.build_batch(
            ROWS,
            base_offset=1 << 40,
            codec=Codec.ZSTD,
            compression_level=19,
            attributes=0x30,
            partition_leader_epoch=12,
            producer_id=1 << 50,
            producer_epoch=32767,
            base_sequence=(1 << 31) - 1,
            offset_deltas=[0, 1, 5, 6, 70000],
        )
        header = self.codec.read_header(batch)
        self.assertEqual(header[:4], (1 << 40, len(batch), 12, 2))
        self.assertEqual(header[5:], (0x34, 70000, 1_700_000_000_000, 1_700_000_000_005, 1 << 50, 32767, (1 << 31) - 1, 5))
        self.assertEqual([r.offset - (1 << 40) for r in self.codec.records(batch)], [0, 1, 5, 6, 70000])

    def test_what_no_batch_can_be(self) -> None:
        build = self.codec.build_batch
        self.assertRaises(ValueError, build, [])
        self.assertRaises(ValueError, build, rows(2), offset_deltas=[0])
        self.assertRaises(ValueError, build, rows(2), offset_deltas=[1, 1])
        self.assertRaises(ValueError, build, rows(2), offset_deltas=[-1, 1])
        self.assertRaises(ValueError, build, rows(2), codec=Codec.GZIP, compression_level=10)

    def test_other_buffers_as_keys_and_values(self) -> None:
        as_bytes = self.codec.build_batch([(1, b"key", b"value", ())])
        self.assertEqual(self.codec.build_batch([(1, bytearray(b"key"), memoryview(b"value"), [])]), as_bytes)  # type: ignore[list-item]

    def test_long_fields(self) -> None:
        given_rows: list[Row] = [(1, b"k" * 100_000, b"v" * 3_000_000, [Header("h" * 70_000, b"x" * 70_000)] * 3)] * 2
        batch = self.codec.build_batch(given_rows)
        self.codec.check_batch(batch)
        self.assertEqual([tuple(r[1:4]) for r in self.codec.records(batch)], [row[:3] for row in given_rows])


class PythonBuilderTests(BuilderSuite, PythonCase):
    pass


class FastBuilderTests(BuilderSuite, FastCase):
    pass


del BuilderSuite


class ParityTests(SynchronousTestCase):
    @settings(deadline=None)
    @given(row_lists, codecs, st.integers(0, 0x7F).map(lambda bits: bits & 0x78))
    def test_the_same_bytes(self, given_rows: list[Row], codec: Codec, attributes: int) -> None:
        self.assertEqual(
            fast().build_batch(given_rows, codec=codec, attributes=attributes),
            builder.build_batch(given_rows, codec=codec, attributes=attributes),
        )
