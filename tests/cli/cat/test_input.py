"""Cutting input into records, and reading it."""

from __future__ import annotations

import os
import tempfile
import unittest

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.internet.defer import Deferred

from klog.cli.cat.input import InputReader, KeyAndValue, Splitter, split_key
from klog.cli.exit_codes import CommandFailed


class SplitterTests(unittest.TestCase):
    """`Splitter` against `bytes.split`."""

    @settings(deadline=None, max_examples=200)
    @given(
        st.lists(st.sampled_from([b"a", b"b", b";", b"-", b"\n"]), max_size=40), st.sampled_from([b";", b"-;", b";;", b"a-b"]), st.data()
    )
    def test_cut_anywhere(self, letters: list[bytes], delimiter: bytes, data: st.DataObject) -> None:
        text = b"".join(letters)
        splitter = Splitter(delimiter)
        found: list[bytes] = []
        position = 0
        while position < len(text):
            size = data.draw(st.integers(1, 5))
            found += splitter.feed(text[position : position + size])
            position += size
        found.append(splitter.rest())
        self.assertEqual(found, text.split(delimiter))

    def test_bounds(self) -> None:
        splitter = Splitter(b"\n", max_bytes=10)
        splitter.feed(b"12345678")
        with self.assertRaises(CommandFailed):
            splitter.feed(b"901")
        with self.assertRaises(ValueError):
            Splitter(b"")

    def test_many_pieces_without_a_delimiter_cost_no_copies(self) -> None:
        splitter = Splitter(b"\n")
        for _ in range(10_000):
            splitter.feed(b"x" * 100)
        self.assertEqual(len(splitter.rest()), 1_000_000)


class KeyTests(unittest.TestCase):
    """`split_key`."""

    def test_as_kcat(self) -> None:
        for record, delimiter, fixed, nulls, expected in (
            (b"k:v", b":", None, False, (b"k", b"v")),
            (b"k:v:w", b":", None, False, (b"k", b"v:w")),
            (b"v", b":", None, False, (None, b"v")),
            (b":v", b":", None, False, (b"", b"v")),
            (b"k:", b":", None, False, (b"k", b"")),
            (b":v", b":", None, True, (None, b"v")),
            (b"k:", b":", None, True, (b"k", None)),
            (b"v", None, b"f", False, (b"f", b"v")),
            (b"k:v", b":", b"f", False, (b"k", b"v")),
            (b"v", b":", b"f", False, (b"f", b"v")),
            (b":v", b":", b"f", True, (b"f", b"v")),
            (b"k::v", b"::", None, False, (b"k", b"v")),
        ):
            self.assertEqual(split_key(record, delimiter, fixed, nulls), KeyAndValue(*expected), record)


class FakeReactor:
    """Remembers who waits; `refuse` as epoll does for /dev/null."""

    def __init__(self, refuse: bool = False) -> None:
        self.readers: list[InputReader] = []
        self.refuse = refuse

    def addReader(self, reader: InputReader) -> None:
        if self.refuse:
            raise PermissionError
        self.readers.append(reader)

    def removeReader(self, reader: InputReader) -> None:
        self.readers.remove(reader)


class ReaderTests(unittest.TestCase):
    """`InputReader`."""

    def test_files_are_read_at_once(self) -> None:
        with tempfile.TemporaryFile() as file:
            file.write(b"abc")
            file.seek(0)
            reader = InputReader(FakeReactor(), file.fileno())
            self.assertEqual([self.now(reader.read()), self.now(reader.read())], [b"abc", b""])

    def now(self, waiting: Deferred[bytes]) -> bytes:
        found: list[bytes] = []
        waiting.addCallback(found.append)
        return found[0]

    def test_pipes_are_waited_for(self) -> None:
        receiving, sending = os.pipe()
        self.addCleanup(os.close, receiving)
        reactor = FakeReactor()
        reader = InputReader(reactor, receiving)
        found: list[bytes] = []
        reader.read().addCallback(found.append)
        self.assertEqual((found, reactor.readers), ([], [reader]))
        os.write(sending, b"typed")
        reader.doRead()
        self.assertEqual((found, reactor.readers), ([b"typed"], []))
        waiting = reader.read()
        waiting.addErrback(lambda failure: None)
        waiting.cancel()
        self.assertEqual(reactor.readers, [])
        os.close(sending)
        self.assertEqual(reader.fileno(), receiving)
        reader.read().addCallback(found.append)
        reader.connectionLost(None)
        self.assertEqual(found[-1], b"")

    def test_what_cannot_be_waited_for(self) -> None:
        with open(os.devnull, "rb") as file:
            reader = InputReader(FakeReactor(refuse=True), file.fileno())
            self.assertEqual(self.now(reader.read()), b"")
            self.assertEqual(reader.logPrefix(), "input")
