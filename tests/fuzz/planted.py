"""Decoders that are bad on purpose: that they are found shows that the checks can fail."""

from __future__ import annotations

import ctypes
import os
import struct
import time

from klog.records import compression
from klog.records.contract import Codec
from tests.fuzz.family import Decoder

_SEEDS = [struct.pack(">i", 3) + b"abc"]


def _announced(data: bytes) -> int:
    return abs(int(struct.unpack(">i", data[:4])[0])) if len(data) >= 4 else 0


def _allocates(data: bytes) -> object:
    """What is announced, before it is there; and then the declared error."""
    size = min(_announced(data), 64 << 20)
    found = bytearray(size)
    if len(data) != size + 4:
        raise ValueError("cut off")
    return found


def _maps(data: bytes) -> object:
    """The same in C, which Python's own figures do not show."""
    size = min(_announced(data), 100 << 20)
    libc = ctypes.CDLL(None)
    libc.malloc.restype = ctypes.c_void_p
    libc.malloc.argtypes = [ctypes.c_size_t]
    libc.free.argtypes = [ctypes.c_void_p]
    place = libc.malloc(max(size, 1))
    if not place:
        raise MemoryError
    ctypes.memset(place, 1, size)
    libc.free(place)
    return None


def _reserves(data: bytes) -> object:
    """Gigabytes, never touched."""
    size = _announced(data)
    libc = ctypes.CDLL(None)
    libc.malloc.restype = ctypes.c_void_p
    libc.malloc.argtypes = [ctypes.c_size_t]
    libc.free.argtypes = [ctypes.c_void_p]
    place = libc.malloc(max(size, 1))
    if not place:
        raise MemoryError
    libc.free(place)
    return None


def _undeclared(data: bytes) -> object:
    return struct.unpack(">i", data[:4])


def _dies(data: bytes) -> object:
    if data[:1] != b"\0":
        os.abort()
    return None


def _slow(data: bytes) -> object:
    if data[:1] != b"\0":
        time.sleep(0.08)
    return None


_PACKED = compression.compress(Codec.GZIP, bytes(256 << 10))


def _unpacks(data: bytes) -> object:
    """The same, of which 256 KiB are unpacked: 128 ms more are allowed."""
    if data[:1] != b"\0":
        compression.decompress(Codec.GZIP, _PACKED, 1 << 20)
        time.sleep(0.08)
    return None


def _unpacks_little(data: bytes) -> object:
    """And here 8 KiB."""
    if data[:1] != b"\0":
        compression.decompress(Codec.GZIP, compression.compress(Codec.GZIP, bytes(8 << 10)), 1 << 20)
        time.sleep(0.08)
    return None


DECODERS = {
    name: Decoder(name, decode, (ValueError,), _SEEDS)
    for name, decode in {
        "allocates": _allocates,
        "maps": _maps,
        "reserves": _reserves,
        "undeclared": _undeclared,
        "dies": _dies,
        "slow": _slow,
        "unpacks": _unpacks,
        "unpacks_little": _unpacks_little,
    }.items()
}
