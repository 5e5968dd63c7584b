"""Java's hash of keys, by which Kafka's own producer spreads them over partitions (``Utils.murmur2``); ``_append.pyx`` has it in C.

It is MurmurHash 2 in 32 bits with a seed of Kafka's choice. The same key must land on the same partition whoever writes it.
"""

from __future__ import annotations

import struct

_SEED = 0x9747B28C
_M = 0x5BD1E995
_MASK = 0xFFFFFFFF


def murmur2(data: bytes) -> int:
    """The hash of `data` without its sign bit (``Utils.toPositive``): 0 to 2**31 - 1. A key's partition is this modulo their number."""
    length = len(data)
    whole = length & ~3
    h = _SEED ^ length
    for (k,) in struct.iter_unpack("<I", data[:whole]):
        k = k * _M & _MASK
        h = h * _M & _MASK ^ (k ^ k >> 24) * _M & _MASK
    if whole != length:
        h = (h ^ int.from_bytes(data[whole:], "little")) * _M & _MASK
    h = (h ^ h >> 13) * _M & _MASK
    return (h ^ h >> 15) & 0x7FFFFFFF
