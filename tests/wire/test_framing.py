"""Frames out of chunks of any size."""

from __future__ import annotations

import struct

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.memory_budget import MemoryBudget
from klog.wire.framing import DIRECT_BYTES, GROWTH, SMALL_BYTES, SPARE_BYTES, FrameReader, refuse_unknown
from klog.wire.primitives import WireError

LIMIT = 100 << 20


def framed(*bodies: bytes) -> bytes:
    return b"".join(struct.pack(">i", len(body)) + body for body in bodies)


def feed_all(reader: FrameReader, data: bytes, cuts: list[int]) -> list[bytes]:
    """Feed `data` in chunks of the sizes `cuts`, then the rest."""
    found = []
    for size in cuts:
        found += reader.feed(data[:size])
        data = data[size:]
    return [bytes(frame) for frame in found + reader.feed(data)]


class FrameTests(SynchronousTestCase):
    """Whole, in pieces, one byte at a time."""

    @settings(deadline=None)
    @given(st.lists(st.binary(min_size=1, max_size=300), max_size=8), st.lists(st.integers(0, 200), max_size=20))
    def test_any_cuts(self, bodies: list[bytes], cuts: list[int]) -> None:
        memory = MemoryBudget()
        reader = FrameReader(LIMIT, memory)
        self.assertEqual(feed_all(reader, framed(*bodies), cuts), bodies)
        self.assertEqual(memory.used_bytes, 0)
        self.assertTrue(reader.is_between_frames)

    def test_one_byte_at_a_time(self) -> None:
        bodies = [b"a", b"bc" * 40, b"d" * 5000]
        data = framed(*bodies)
        self.assertEqual(feed_all(FrameReader(LIMIT), data, [1] * len(data)), bodies)

    def test_whole_frames_are_views_on_the_chunk(self) -> None:
        data = framed(b"first", b"second") + b"\0\0"
        reader = FrameReader(LIMIT)
        for frame in reader.feed(data):
            self.assertIs(frame.obj, data)
        self.assertFalse(reader.is_between_frames)

    def test_large(self) -> None:
        body = bytes(range(256)) * 20_000
        self.assertEqual(feed_all(FrameReader(LIMIT), framed(body, b"x"), [65536] * 60), [body, b"x"])


class RefusalTests(SynchronousTestCase):
    """Before anything is allocated."""

    def refused(self, data: bytes, limit: int = LIMIT) -> str:
        memory = MemoryBudget()
        frames: list[memoryview] = []
        error = self.assertRaises(WireError, FrameReader(limit, memory).feed, framed(b"good") + data, frames)
        self.assertEqual([bytes(frame) for frame in frames], [b"good"])
        self.assertEqual(memory.used_bytes, 0)
        return str(error)

    def test_lengths(self) -> None:
        for length in (0, -1, -(1 << 31)):
            self.assertIn(f"a frame announces {length} bytes", self.refused(struct.pack(">i", length)))
        self.assertIn("socket.request.max.bytes allows 104857600", self.refused(struct.pack(">i", LIMIT + 1)))
        self.assertIn("a frame announces 2147483647 bytes", self.refused(struct.pack(">i", (1 << 31) - 1)))

    def test_the_longest_is_taken(self) -> None:
        self.assertEqual(len(FrameReader(10).feed(framed(bytes(10)))), 1)

    def test_strangers(self) -> None:
        for limit in (LIMIT, (1 << 31) - 1):
            self.assertIn("a TLS hello", self.refused(bytes.fromhex("16030100a5010000a10303"), limit))
            for request in (b"GET / HTTP/1.1", b"POST /x HTTP/1.1", b"HEAD / ", b"PUT /a", b"DELETE /a", b"OPTIONS *", b"PRI * HTTP/2.0"):
                self.assertIn("an HTTP request", self.refused(request, limit))


class MemoryTests(SynchronousTestCase):
    """Buffers follow what has arrived."""

    def test_of_who_has_not_shown_who_he_is(self) -> None:
        """The limit is not a setting's; strangers are named as everywhere."""
        reader = FrameReader(1 << 16, refuse=refuse_unknown)
        sentence = str(self.assertRaises(WireError, reader.feed, struct.pack(">i", (1 << 16) + 1)))
        self.assertIn("a client that has not shown who it is may send 65536: it needs security.protocol=SASL_PLAINTEXT", sentence)
        for start, word in ((b"\x16\x03\x01\x02", "TLS"), (b"GET ", "HTTP"), (bytes(4), "a frame announces 0 bytes")):
            expected = str(self.assertRaises(WireError, FrameReader(1 << 16).feed, start))
            self.assertIn(word, expected)
            self.assertEqual(str(self.assertRaises(WireError, FrameReader(1 << 16, refuse=refuse_unknown).feed, start)), expected)

    def test_announcing_costs_little(self) -> None:
        memory = MemoryBudget(1 << 20)
        readers = [FrameReader(LIMIT, memory) for _ in range(100)]
        for reader in readers:
            reader.feed(struct.pack(">i", LIMIT) + b"x")
            self.assertEqual(reader.held_bytes, SMALL_BYTES)
        self.assertEqual(memory.used_bytes, 100 * SMALL_BYTES)
        self.assertFalse(memory.is_over)

    @settings(deadline=None, max_examples=40)
    @given(st.integers(1, 3_000_000), st.lists(st.integers(1, 300_000), min_size=1, max_size=30))
    def test_bound(self, length: int, sizes: list[int]) -> None:
        memory = MemoryBudget()
        reader = FrameReader(LIMIT, memory)
        arrived = 0
        data = struct.pack(">i", length)
        for size in sizes:
            size = min(size, length - arrived)
            frames = reader.feed(data + bytes(size))
            data = b""
            arrived += size
            if arrived == length:
                self.assertEqual(len(frames[0]), length)
                break
            self.assertLessEqual(memory.used_bytes, min(length, max(SMALL_BYTES, GROWTH * arrived)))
            self.assertGreaterEqual(memory.used_bytes, arrived)
        reader.discard()
        self.assertEqual(memory.used_bytes, 0)

    def test_one_allocation_where_a_quarter_has_come(self) -> None:
        reader = FrameReader(LIMIT)
        reader.feed(struct.pack(">i", 200_000) + bytes(60_000))
        self.assertEqual(reader.held_bytes, 200_000)

    def test_over(self) -> None:
        memory = MemoryBudget(SMALL_BYTES)
        first, second = FrameReader(LIMIT, memory), FrameReader(LIMIT, memory)
        first.feed(struct.pack(">i", 100_000) + b"x")
        self.assertFalse(memory.is_over)
        second.feed(struct.pack(">i", 100_000) + b"x")
        self.assertTrue(memory.is_over)
        second.discard()
        self.assertFalse(memory.is_over)
        self.assertTrue(second.is_between_frames)
        self.assertFalse(MemoryBudget(None).is_over)


class DirectTests(SynchronousTestCase):
    """Receiving straight into a frame's buffer."""

    def test_not_worth_it(self) -> None:
        reader = FrameReader(LIMIT)
        self.assertIsNone(reader.writable())
        reader.feed(struct.pack(">i", DIRECT_BYTES))
        self.assertIsNotNone(reader.writable())
        reader.feed(b"x")
        self.assertIsNone(reader.writable())

    @settings(deadline=None, max_examples=40)
    @given(st.integers(1, 100_000), st.lists(st.integers(5_000, 200_000), min_size=1, max_size=10), st.booleans())
    def test_mixed(self, first: int, sizes: list[int], mixed: bool) -> None:
        body = bytes(range(251)) * 2000
        data = framed(body)
        reader = FrameReader(LIMIT)
        frames = reader.feed(data[: 4 + first])
        rest = data[4 + first :]
        turn = 0
        while not frames:
            size = sizes[turn % len(sizes)]
            view = reader.writable()
            if view is None or (mixed and turn % 2):
                frames = reader.feed(rest[:size])
                rest = rest[size:]
            else:
                size = min(size, len(view), len(rest))
                self.assertGreater(size, 0)
                view[:size] = rest[:size]
                frames = reader.wrote(size)
                rest = rest[size:]
            turn += 1
        self.assertEqual(bytes(frames[0]), body)
        self.assertEqual((rest, reader.held_bytes), (b"", 0))


class ReuseTests(SynchronousTestCase):
    """Buffers that are given back."""

    def large(self, reader: FrameReader, byte: bytes, size: int = 1 << 20) -> memoryview:
        """One frame, received in two pieces."""
        self.assertEqual(reader.feed(struct.pack(">i", size) + byte), [])
        room = reader.writable()
        assert room is not None
        if len(room) < size - 1:
            # Not the reused one: it grows by what has come.
            (frame,) = reader.feed(byte * (size - 1))
        else:
            self.assertEqual(len(room), size - 1)
            room[:] = byte * (size - 1)
            room.release()
            (frame,) = reader.wrote(size - 1)
        return frame  # type: ignore[no-any-return]

    def test_the_same_memory(self) -> None:
        reader = FrameReader(1 << 30)
        first = self.large(reader, b"a")
        buffer = first.obj
        first.release()
        reader.reuse(buffer)
        self.assertEqual(reader.memory.used_bytes, 0)
        second = self.large(reader, b"b", 900_000)
        self.assertIs(second.obj, buffer)
        self.assertEqual(bytes(second), b"b" * 900_000)
        self.assertEqual(reader.memory.used_bytes, 0)
        third = self.large(reader, b"c")
        self.assertIsNot(third.obj, buffer)
        self.assertEqual(bytes(second[:3]), b"bbb")

    def test_not_while_somebody_looks(self) -> None:
        reader = FrameReader(1 << 30)
        first = self.large(reader, b"a")
        reader.reuse(first.obj)
        second = self.large(reader, b"b")
        self.assertIsNot(second.obj, first.obj)
        self.assertEqual(bytes(first), b"a" * (1 << 20))

    def test_what_is_not_kept(self) -> None:
        reader = FrameReader(1 << 30)
        for buffer in (b"bytes", None, bytearray(SPARE_BYTES + 1)):
            reader.reuse(buffer)
        self.assertIsNone(reader._spare)
        small, large = bytearray(10), bytearray(100)
        reader.reuse(large)
        reader.reuse(small)
        self.assertIs(reader._spare, large)
        # A frame that needs more than the spare one has gets its own, and the spare one stays.
        self.large(reader, b"a")
        self.assertIs(reader._spare, large)
        reader.discard()
        self.assertIsNone(reader._spare)
