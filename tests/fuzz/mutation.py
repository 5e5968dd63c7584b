"""Valid bytes made wrong: bits, lengths, counts, varints, ends, texts; and two valid ones grown together.

All is drawn from one `random.Random`, so that a seed gives the same inputs again. Sizes stay below `MOST_BYTES`.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Callable, Sequence

MOST_BYTES = 16 << 10

_BYTES = (0x00, 0x01, 0x02, 0x7F, 0x80, 0x81, 0xFE, 0xFF)
_NUMBERS = (-1, 0, 1, 2, 0x7F, 0x80, 0xFF, 0x7FFF, -0x8000, 0x7FFFFFFF, -0x80000000, 0x7FFFFFF0, 1 << 20, 1 << 24)
_LONGS = (*_NUMBERS, (1 << 63) - 1, -(1 << 63), (1 << 63) - 2, 1 << 32, -2)
#: Lengths and counts as varints, unsigned and zig-zag: too large, too many bits, without an end.
_VARINTS = (
    *(b"\0", b"\1", b"\2", b"\x7f", b"\x80\1", b"\xff\x7f", b"\x80\x80\4", b"\xff\xff\3", b"\x80\x80\x80\1"),
    *(b"\xff\xff\xff\xff\x07", b"\xfe\xff\xff\xff\x0f", b"\xff\xff\xff\xff\x0f", b"\xff\xff\xff\xff\x10", b"\x80\x80\x80\x80\x10"),
    *(b"\x80\x80\x80\x80\x80", b"\xff" * 9 + b"\1", b"\xfe" + b"\xff" * 8 + b"\1", b"\xff" * 10, b"\x80" * 9 + b"\2", b"\xff" * 12),
)
_TEXTS = (
    *(b"[", b"]", b"{", b"}", b'"', b",", b":", b"\\", b"\\u", b"\\ud800", b"\n", b"\r\n", b" ", b"\0", b"=", b"-", b"+", b"."),
    *(b"null", b"true", b"NaN", b"Infinity", b"-Infinity", b"1e999", b"-1", b"0", b"2147483647", b"2147483648", b"9223372036854775807"),
    *(b"9" * 19, b"9" * 25, b"9" * 5000, b"[" * 3000, b'{"a":' * 2000, b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\xff", b"\xc3", "٣".encode()),
    *("\x85".encode(), "\u2028".encode(), b"\x1c", b"\x0b", b"1_0", b" 1", b"0x10", b"1.0", b"version", b"..", b"/"),
)


def _flip(data: bytearray, draw: random.Random) -> None:
    for _ in range(draw.randrange(1, 4)):
        data[draw.randrange(len(data))] ^= 1 << draw.randrange(8)


def _set(data: bytearray, draw: random.Random) -> None:
    data[draw.randrange(len(data))] = draw.choice(_BYTES)


def _cut_end(data: bytearray, draw: random.Random) -> None:
    del data[draw.randrange(len(data)) :]


def _cut_start(data: bytearray, draw: random.Random) -> None:
    del data[: draw.randrange(len(data))]


def _cut_inside(data: bytearray, draw: random.Random) -> None:
    start = draw.randrange(len(data))
    del data[start : start + draw.randrange(1, 17)]


def _insert(data: bytearray, draw: random.Random) -> None:
    at = draw.randrange(len(data) + 1)
    data[at:at] = draw.randbytes(draw.randrange(1, 9))


def _number(data: bytearray, draw: random.Random) -> None:
    width = draw.choice((2, 4, 4, 8))
    if len(data) < width:
        return
    number = draw.choice(_LONGS if width == 8 else (*_NUMBERS, len(data), len(data) - 1, len(data) + 1)) & ((1 << 8 * width) - 1)
    struct.pack_into({2: ">H", 4: ">I", 8: ">Q"}[width], data, draw.randrange(len(data) - width + 1), number)


def _little_number(data: bytearray, draw: random.Random) -> None:
    if len(data) >= 4:
        struct.pack_into("<I", data, draw.randrange(len(data) - 3), draw.choice(_NUMBERS) & 0xFFFFFFFF)


def _varint(data: bytearray, draw: random.Random) -> None:
    varint = draw.choice(_VARINTS)
    at = draw.randrange(len(data))
    data[at : at + (1 if draw.random() < 0.5 else len(varint))] = varint


def _repeat(data: bytearray, draw: random.Random) -> None:
    start = draw.randrange(len(data))
    piece = data[start : start + draw.randrange(1, 65)]
    data[start:start] = piece * draw.choice((1, 1, 2, 3, 8, 64))


def _repeat_often(data: bytearray, draw: random.Random) -> None:
    start = draw.randrange(len(data))
    piece = data[start : start + draw.choice((1, 2, 4, 8, 16, 64))]
    data[start:start] = piece * (draw.randrange(256, MOST_BYTES) // len(piece))


def _text(data: bytearray, draw: random.Random) -> None:
    text = draw.choice(_TEXTS)
    at = draw.randrange(len(data))
    data[at : at + draw.choice((0, 0, 1, len(text)))] = text


def _digits(data: bytearray, draw: random.Random) -> None:
    """Another number in place of one."""
    places = [place for place, byte in enumerate(data) if 0x30 <= byte <= 0x39]
    if places:
        at = end = draw.choice(places)
        while end < len(data) and 0x30 <= data[end] <= 0x39:
            end += 1
        data[at:end] = str(draw.choice(_LONGS)).encode() if draw.random() < 0.7 else draw.choice(_TEXTS)


_ACTS: tuple[Callable[[bytearray, random.Random], None], ...] = (
    *(_flip, _flip, _set, _set, _cut_end, _cut_start, _cut_inside, _insert, _number, _number, _number),
    *(_little_number, _varint, _varint, _varint, _repeat),
)
_TEXT_ACTS = (*_ACTS, _text, _text, _text, _text, _digits, _digits, _digits)


def mutated(seeds: Sequence[bytes], draw: random.Random, *, is_text: bool = False) -> bytes:
    """One of `seeds`, made wrong; now and then as it is, or nothing but chance."""
    way = draw.random()
    if way < 0.02:
        return draw.choice(seeds)
    if way < 0.05:
        return draw.randbytes(int(64 * draw.random() ** 2))
    data = bytearray(draw.choice(seeds))
    if way < 0.12:
        other = draw.choice(seeds)
        data[draw.randrange(len(data) + 1) :] = other[draw.randrange(len(other) + 1) :]
    acts = _TEXT_ACTS if is_text else _ACTS
    for _ in range(draw.choice((1, 1, 1, 2, 2, 3, 4))):
        if not data:
            break
        (_repeat_often if draw.random() < 0.004 else draw.choice(acts))(data, draw)
    return bytes(data[:MOST_BYTES])
