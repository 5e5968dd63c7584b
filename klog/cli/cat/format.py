r"""How ``klog cat`` writes records and reads delimiters: kcat's format strings, its JSON envelope, its escapes.

Everything here is bytes in, bytes out, and meant to be what kcat 1.7.1 prints (``format.c``, ``json.c``, ``parse_delim``); the tests
hold it against the real one.

=====  ======================================  =====  ==============================================
``%s``  value                                  ``%S``  its length, -1 for null
``%k``  key                                    ``%K``  its length, -1 for null
``%t``  topic                                  ``%R``  length of the value, int32 big-endian
``%p``  partition                              ``%T``  timestamp in milliseconds
``%o``  offset                                 ``%h``  headers: ``name=value,name=value``
``%%``  a percent sign
=====  ======================================  =====  ==============================================

Escapes in the text between them: ``\n \r \t``, ``\xHH`` and, as in kcat, numbers as C reads them (``\65``, ``\012`` octal). Null values and
keys are empty, or ``NULL`` with ``-Z``; empty ones are treated like null ones, as in kcat.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Sequence
from typing import NamedTuple

from klog.cli.exit_codes import usage


class Shown(NamedTuple):
    """A record as it is printed."""

    topic: str
    partition: int
    offset: int
    timestamp_ms: int
    key: bytes | None
    value: bytes | None
    headers: Sequence[tuple[str, bytes | None]] = ()
    #: "create" or "logappend"; None where the record has no timestamp.
    timestamp_type: str | None = "create"
    #: The broker it came from; -1 where that is not known.
    broker: int = -1


Formatter = Callable[[Shown], bytes]

_NUMBER = re.compile(rb"0[xX][0-9a-fA-F]+|0[0-7]*|[1-9][0-9]*")
_HEX = re.compile(rb"(?:0[xX])?[0-9a-fA-F]+")
_NAMED = {ord("t"): b"\t", ord("n"): b"\n", ord("r"): b"\r"}


def to_bytes(text: str) -> bytes:
    """An argument of the command line as the bytes that were typed."""
    return text.encode("utf-8", "surrogateescape")


def unescape(text: bytes) -> bytes:
    r"""Literal text of a format string.

    >>> unescape(rb"a\tb\x41\101\q")
    b'a\tbAeq'
    """
    out = bytearray()
    position = 0
    while position < len(text):
        one = text[position]
        position += 1
        if one != 0x5C or position == len(text):
            out.append(one)
            continue
        kind = text[position]
        if kind in _NAMED:
            out += _NAMED[kind]
            position += 1
            continue
        base, pattern = 0, _NUMBER
        if kind == ord("x"):
            position += 1
            base, pattern = 16, _HEX
        match = pattern.match(text, position) if text[position : position + 1].isdigit() or base == 16 else None
        if match is None:
            out += text[position : position + 1]
            position += 1
            continue
        digits = match[0]
        if base == 0:
            base = 16 if digits[:2] in (b"0x", b"0X") else 8 if digits[:1] == b"0" else 10
        out.append(int(digits, base) & 0xFF)
        position = match.end()
    return bytes(out)


def parse_delimiter(text: str) -> bytes:
    r"""The bytes of a ``-D`` or ``-K``: ``\n``, ``\t``, ``\xHH`` and everything else as it is.

    :raises CommandFailed: ``\x`` without a number.
    """

    def replaced(match: re.Match[bytes]) -> bytes:
        if match[0] == b"\\n":
            return b"\n"
        if match[0] == b"\\t":
            return b"\t"
        if not match[1]:
            raise usage(f"the delimiter {text} has a \\x without a hexadecimal number behind it")
        return bytes([int(match[1], 16) & 0xFF])

    return re.sub(rb"\\n|\\t|\\x([0-9a-fA-F]*)", replaced, to_bytes(text))


Piece = Callable[[Shown], bytes]
Unpack = Callable[[bytes], bytes]


def _constant(text: bytes) -> Piece:
    return lambda record: text


def _KEY(record: Shown) -> bytes:
    return record.key or b""


def _VALUE(record: Shown) -> bytes:
    return record.value or b""


def _key_or_null(record: Shown) -> bytes:
    return record.key or b"NULL"


def _value_or_null(record: Shown) -> bytes:
    return record.value or b"NULL"


def _headers(record: Shown) -> bytes:
    return b",".join(
        name.encode("utf-8", "surrogateescape") + b"=" + (b"NULL" if value is None else bytes(value)) for name, value in record.headers
    )


def _length(data: bytes | None) -> int:
    return -1 if data is None else len(data)


_PIECES: dict[int, Piece] = {
    ord("o"): lambda record: b"%d" % record.offset,
    ord("p"): lambda record: b"%d" % record.partition,
    ord("t"): lambda record: record.topic.encode(),
    ord("T"): lambda record: b"%d" % record.timestamp_ms,
    ord("S"): lambda record: b"%d" % _length(record.value),
    ord("K"): lambda record: b"%d" % _length(record.key),
    ord("R"): lambda record: struct.pack(">i", _length(record.value)),
    ord("h"): _headers,
    ord("%"): lambda record: b"%",
}


def _joined(pieces: Sequence[Piece]) -> Formatter:
    if len(pieces) == 2 and pieces[0] is _VALUE:
        end = pieces[1](Shown("", 0, 0, 0, None, None))
        return lambda record: (record.value or b"") + end
    return lambda record: b"".join([piece(record) for piece in pieces])


def compile_format(text: str, *, nulls: bool = False, key_unpack: Unpack | None = None, value_unpack: Unpack | None = None) -> Formatter:
    """A function for the format string `text`.

    :param nulls: ``-Z``: empty and null keys and values are printed as NULL.
    :param key_unpack: what ``-s key=…`` makes of a key that is not empty.
    :raises CommandFailed: a token that does not exist, or a percent sign at the end.
    """
    special = {
        ord("k"): _unpacking(_key_or_null if nulls else _KEY, "key", key_unpack),
        ord("s"): _unpacking(_value_or_null if nulls else _VALUE, "value", value_unpack),
    }
    raw = to_bytes(text)
    pieces: list[Piece] = []
    position = 0
    while position < len(raw):
        at = raw.find(b"%", position)
        literal = raw[position : at if at >= 0 else len(raw)]
        if literal:
            pieces.append(_constant(unescape(literal)))
        if at < 0:
            break
        if at + 1 == len(raw):
            raise usage("the format string ends with a single %; write %% for a percent sign")
        token = raw[at + 1]
        piece = special.get(token) or _PIECES.get(token)
        if piece is None:
            known = " ".join(f"%{chr(one)}" for one in sorted({*special, *_PIECES}))
            raise usage(f"there is no format token %{chr(token)}; known are {known}")
        pieces.append(piece)
        position = at + 2
    return _joined(pieces)


def default_format(
    delimiter: bytes,
    key_delimiter: bytes | None,
    *,
    nulls: bool = False,
    key_unpack: Unpack | None = None,
    value_unpack: Unpack | None = None,
) -> Formatter:
    """What is printed without ``-f``: the value and `delimiter`, in front of them the key and `key_delimiter` where there is one."""
    pieces = [_unpacking(_value_or_null if nulls else _VALUE, "value", value_unpack), _constant(delimiter)]
    if key_delimiter is not None:
        pieces[:0] = [_unpacking(_key_or_null if nulls else _KEY, "key", key_unpack), _constant(key_delimiter)]
    return _joined(pieces)


def _unpacking(piece: Piece, field: str, unpack: Unpack | None) -> Piece:
    if unpack is None:
        return piece

    def show(record: Shown) -> bytes:
        data: bytes | None = getattr(record, field)
        return unpack(data) if data else piece(record)

    return show


# -- JSON -------------------------------------------------------------------------------------------------------------------------------

_JSON_SPECIAL = re.compile(rb'["\\\x00-\x1f]')
_JSON_NAMED = {b'"': b'\\"', b"\\": b"\\\\", b"\b": b"\\b", b"\f": b"\\f", b"\n": b"\\n", b"\r": b"\\r", b"\t": b"\\t"}


def json_string(data: bytes) -> bytes:
    """`data` in quotes. Bytes that are no UTF-8 stay as they are, as yajl leaves them for kcat."""
    if _JSON_SPECIAL.search(data) is None:
        return b'"' + data + b'"'
    return b'"' + _JSON_SPECIAL.sub(lambda match: _JSON_NAMED.get(match[0]) or b"\\u%04X" % match[0][0], data) + b'"'


def json_format(delimiter: bytes) -> Formatter:
    """``-J``: kcat's envelope, one object and `delimiter` behind it."""

    def text(data: bytes | None) -> bytes:
        return b"null" if data is None else json_string(data)

    def show(record: Shown) -> bytes:
        pieces = [b'{"topic":', json_string(record.topic.encode()), b',"partition":%d,"offset":%d' % (record.partition, record.offset)]
        if record.timestamp_type is not None:
            pieces.append(b',"tstype":"%s","ts":%d' % (record.timestamp_type.encode(), record.timestamp_ms))
        pieces.append(b',"broker":%d' % record.broker)
        if record.headers:
            inside = b",".join(
                json_string(name.encode("utf-8", "surrogateescape")) + b"," + text(None if value is None else bytes(value))
                for name, value in record.headers
            )
            pieces.append(b',"headers":[' + inside + b"]")
        pieces += [b',"key":', text(record.key), b',"payload":', text(record.value), b"}", delimiter]
        return b"".join(pieces)

    return show


# -- -s ---------------------------------------------------------------------------------------------------------------------------------

_PACK_TOKENS = " <>bBhHiIqQcs$"


class Unpackable(Exception):
    """The bytes are not what ``-s`` says; the sentence says what is missing."""


def compile_unpack(what: str, tokens: str) -> Unpack:
    """A function for the pack string of ``-s``: ``i`` is a signed int32, ``s`` the rest as text, and so on.

    :param what: "key" or "value", for errors.
    :raises CommandFailed: a token that does not exist.
    """
    if tokens == "avro":
        raise usage("-s avro: klog has no schema registry client yet; use -s with a pack string, or no -s for the bytes themselves")
    if not tokens:
        raise usage(f"-s: the {what}'s pack string is empty")
    for token in tokens:
        if token not in _PACK_TOKENS:
            raise usage(f"-s: there is no token {token!r} in the {what}'s pack string; known are {_PACK_TOKENS.strip()}")

    def unpack(data: bytes) -> bytes:
        out: list[bytes] = []
        order = ">"
        position = 0
        for token in tokens:
            left = len(data) - position
            if token in "<>":
                order = token
            elif token == " ":
                out.append(b" ")
            elif token == "s":
                out.append(data[position:])
                position = len(data)
            elif token == "$":
                if left:
                    raise Unpackable(f"expected {what} end-of-input, but {left} bytes remaining")
            elif token == "c":
                out.append(data[position : position + 1])
                position += 1
            else:
                layout = struct.Struct(order + token)
                if layout.size > left:
                    raise Unpackable(f"{what} truncated, expected {layout.size} bytes to unpack {token} but only {left} bytes remaining")
                out.append(b"%d" % layout.unpack_from(data, position)[0])
                position += layout.size
        return b"".join(out)

    return unpack
