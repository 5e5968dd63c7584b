"""A record's hash, and why sums of them: they do not depend on the order.

Two tiers that have counted the same number of records may still have seen others: one altered, or one lost and another doubled. The sum of
all records' hashes modulo 2⁶⁴ tells. (The exclusive or would not: whatever comes twice vanishes from it.) BLAKE2b, cut to 8 bytes, is in
every Python; a record costs about a microsecond. What is hashed is what travels from end to end: timestamp, key, value and headers, without
the audit's own header, and neither partition nor offset, which another cluster may give anew.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from hashlib import blake2b

from klog.audit.numbers import HEADER_NAME

_pack = struct.Struct(">qii").pack
_pack_length = struct.Struct(">i").pack


def record_hash(timestamp_ms: int, key: bytes | None, value: bytes | None, headers: Iterable[tuple[str, bytes | None]] = ()) -> int:
    """The hash of a record, 0 to 2⁶⁴ - 1."""
    digest = blake2b(_pack(timestamp_ms, -1 if key is None else len(key), -1 if value is None else len(value)), digest_size=8)
    if key:
        digest.update(key)
    if value:
        digest.update(value)
    for name, content in headers:
        if name == HEADER_NAME:
            continue
        encoded = name.encode("utf-8", "surrogateescape")
        digest.update(_pack_length(len(encoded)) + encoded + _pack_length(-1 if content is None else len(content)))
        if content:
            digest.update(content)
    return int.from_bytes(digest.digest(), "big")
