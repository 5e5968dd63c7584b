"""Jute: round trips, and bytes that are none."""

from __future__ import annotations

import struct

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.zookeeper.jute import (
    Frames,
    JuteError,
    Reader,
    pack_boolean,
    pack_buffer,
    pack_int32,
    pack_string,
    pack_strings,
)


class ReaderTests(SynchronousTestCase):
    """`Reader` and the packers."""

    @settings(deadline=None, max_examples=60)
    @given(
        st.integers(-(2**31), 2**31 - 1),
        st.integers(-(2**63), 2**63 - 1),
        st.booleans(),
        st.none() | st.binary(max_size=50),
        st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
        st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=5), max_size=5),
    )
    def test_round_trip(self, a: int, b: int, c: bool, d: bytes | None, e: str, f: list[str]) -> None:
        reader = Reader(pack_int32(a) + struct.pack(">q", b) + pack_boolean(c) + pack_buffer(d) + pack_string(e) + pack_strings(f))
        self.assertEqual(
            (reader.int32(), reader.int64(), reader.boolean(), reader.buffer(), reader.string(), reader.strings()), (a, b, c, d, e, f)
        )
        self.assertEqual(reader.left, 0)

    @settings(deadline=None, max_examples=200)
    @given(st.binary(max_size=40), st.sampled_from(["int32", "int64", "boolean", "buffer", "string", "strings", "count"]))
    def test_any_bytes_give_a_value_or_its_error(self, data: bytes, name: str) -> None:
        reader = Reader(data)
        try:
            getattr(reader, name)()
        except JuteError:
            pass
        self.assertLessEqual(reader.position, len(data))

    def test_lengths_are_signed_and_bounded(self) -> None:
        for length in (-2, 5, 2**31 - 1, -(2**31)):
            with self.assertRaises(JuteError):
                Reader(struct.pack(">i", length) + b"abcd").buffer()
            with self.assertRaises(JuteError):
                Reader(struct.pack(">i", length) + b"abcd").count()
        self.assertIsNone(Reader(b"\xff" * 4).buffer())
        self.assertEqual(Reader(b"\xff" * 4).strings(), [])
        self.assertEqual(Reader(b"\xff" * 4).string(), "")

    def test_not_utf_8(self) -> None:
        with self.assertRaisesRegex(JuteError, "not UTF-8"):
            Reader(b"\0\0\0\1\xff").string()
        with self.assertRaisesRegex(JuteError, "UTF-8"):
            pack_string("\ud800")


class FramesTests(SynchronousTestCase):
    """`Frames`: whole, in pieces, too long."""

    def test_whole_and_byte_by_byte(self) -> None:
        data = pack_buffer(b"one") + pack_buffer(b"") + pack_buffer(b"three")
        for size in (len(data), 1, 3):
            frames = Frames(100)
            found = []
            for start in range(0, len(data), size):
                frames.feed(data[start : start + size])
                while (message := frames.next()) is not None:
                    found.append(message)
            self.assertEqual(found, [b"one", b"", b"three"])
            self.assertEqual(frames.held_bytes, 0)

    def test_bad_lengths(self) -> None:
        for length in (-1, 101):
            frames = Frames(100)
            frames.feed(pack_int32(length))
            with self.assertRaises(JuteError):
                frames.next()

    def test_cut(self) -> None:
        data = pack_buffer(b"0123456789" * 100) + pack_buffer(b"after")
        for size in (len(data), 1, 7, 300):
            frames = Frames(100, 4)
            found = []
            for start in range(0, len(data), size):
                frames.feed(data[start : start + size])
                while (message := frames.next()) is not None:
                    found.append((message, frames.cut_bytes))
                self.assertLess(frames.held_bytes, max(200, size + 8))
            self.assertEqual(found, [(b"0123", 1000), (b"after", 0)])
