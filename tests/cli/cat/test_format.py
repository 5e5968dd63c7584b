"""Format strings, delimiters, JSON: what kcat prints, byte for byte (the real one is asked in the integration tests)."""

from __future__ import annotations

import json
import struct
import unittest

from hypothesis import given, settings
from hypothesis import strategies as st

from klog.cli.cat.format import (
    Shown,
    Unpackable,
    compile_format,
    compile_unpack,
    default_format,
    json_format,
    json_string,
    parse_delimiter,
    to_bytes,
    unescape,
)
from klog.cli.exit_codes import CommandFailed, Exit

RECORD = Shown("orders", 3, 42, 1307865600000, b"key", b"value", [("a", b"1"), ("b", None), ("c", b"")], broker=7)
EMPTY = Shown("orders", 3, 43, -1, None, None, timestamp_type=None)


class FormatTests(unittest.TestCase):
    """``-f``."""

    def test_tokens(self) -> None:
        made = compile_format("%t [%p] %o: %k=%s (%K,%S) %T %h%%\\n")
        self.assertEqual(made(RECORD), b"orders [3] 42: key=value (3,5) 1307865600000 a=1,b=NULL,c=%\n")
        self.assertEqual(made(EMPTY), b"orders [3] 43: = (-1,-1) -1 %\n")
        self.assertEqual(compile_format("%R")(RECORD), struct.pack(">i", 5))
        self.assertEqual(compile_format("%R")(EMPTY), struct.pack(">i", -1))

    def test_nulls(self) -> None:
        made = compile_format("%k:%s", nulls=True)
        self.assertEqual(made(EMPTY), b"NULL:NULL")
        self.assertEqual(made(EMPTY._replace(key=b"", value=b"")), b"NULL:NULL")

    def test_escapes(self) -> None:
        for text, expected in (
            (rb"\n\r\t", b"\n\r\t"),
            (rb"\x41\x0a", b"A\n"),
            (rb"\65", b"A"),
            (rb"\0101", b"A"),
            (rb"\0x41", b"A"),
            (rb"\q\\", b"q\\"),
            (rb"\xzz", b"zz"),
            (b"end\\", b"end\\"),
            (rb"\x1ff", b"\xff"),
        ):
            self.assertEqual(unescape(text), expected, text)

    @settings(deadline=None)
    @given(st.binary())
    def test_any_text_can_be_read(self, text: bytes) -> None:
        self.assertLessEqual(len(unescape(text)), len(text))

    def test_wrong_formats(self) -> None:
        for text, words in (("%z", "%z"), ("a%", "ends with")):
            with self.assertRaises(CommandFailed) as caught:
                compile_format(text)
            self.assertIn(words, caught.exception.sentence)
            self.assertIs(caught.exception.code, Exit.USAGE)

    def test_without_a_format(self) -> None:
        self.assertEqual(default_format(b"\n", None)(RECORD), b"value\n")
        self.assertEqual(default_format(b";", b"->")(RECORD), b"key->value;")
        self.assertEqual(default_format(b"\n", b":", nulls=True)(EMPTY), b"NULL:NULL\n")
        self.assertEqual(default_format(b"\n", None)(EMPTY), b"\n")

    def test_delimiters(self) -> None:
        for text, expected in (("\\n", b"\n"), ("\\t\\n\\n", b"\t\n\n"), ("\\x54!\\x45\\x53T", b"T!EST"), ("ä", "ä".encode()), ("", b"")):
            self.assertEqual(parse_delimiter(text), expected)
        with self.assertRaises(CommandFailed):
            parse_delimiter("\\x")

    def test_typed_bytes_survive(self) -> None:
        self.assertEqual(to_bytes(b"\xff\xfe".decode("utf-8", "surrogateescape")), b"\xff\xfe")


class JsonTests(unittest.TestCase):
    """``-J``."""

    def test_envelope(self) -> None:
        shown = json_format(b"\n")(RECORD)
        self.assertEqual(
            shown,
            b'{"topic":"orders","partition":3,"offset":42,"tstype":"create","ts":1307865600000,"broker":7,'
            b'"headers":["a","1","b",null,"c",""],"key":"key","payload":"value"}\n',
        )
        self.assertEqual(json_format(b"")(EMPTY), b'{"topic":"orders","partition":3,"offset":43,"broker":-1,"key":null,"payload":null}')

    @settings(deadline=None)
    @given(st.text())
    def test_strings_are_json(self, text: str) -> None:
        data = text.encode("utf-8", "surrogatepass")
        try:
            data.decode("utf-8")
        except UnicodeDecodeError:
            return
        self.assertEqual(json.loads(json_string(data)), text)

    def test_control_characters_as_yajl(self) -> None:
        self.assertEqual(json_string(b'\x01\x1f"\\\n\x7f\xff'), b'"\\u0001\\u001F\\"\\\\\\n\x7f\xff"')


class UnpackTests(unittest.TestCase):
    """``-s``."""

    def test_numbers(self) -> None:
        self.assertEqual(compile_unpack("value", "i")(struct.pack(">i", -5)), b"-5")
        self.assertEqual(compile_unpack("value", "<I q")(struct.pack("<Iq", 7, -1)), b"7 -1")
        self.assertEqual(compile_unpack("value", "hHbB")(struct.pack(">hHbB", -2, 3, -4, 5)), b"-23-45")
        self.assertEqual(compile_unpack("value", "cs")(b"xyz"), b"xyz")
        self.assertEqual(compile_unpack("value", "Q$")(struct.pack(">Q", 9)), b"9")

    def test_too_short_and_too_long(self) -> None:
        with self.assertRaises(Unpackable) as caught:
            compile_unpack("key", "i")(b"abc")
        self.assertIn("key truncated, expected 4 bytes to unpack i but only 3 bytes remaining", str(caught.exception))
        with self.assertRaises(Unpackable):
            compile_unpack("key", "b$")(b"ab")

    def test_wrong_tokens(self) -> None:
        for tokens in ("x", "", "avro"):
            with self.assertRaises(CommandFailed):
                compile_unpack("value", tokens)

    def test_in_a_format(self) -> None:
        made = compile_format("%k|%s", key_unpack=compile_unpack("key", "h"))
        self.assertEqual(made(RECORD._replace(key=b"\x00\x07")), b"7|value")
        self.assertEqual(made(EMPTY), b"|")
