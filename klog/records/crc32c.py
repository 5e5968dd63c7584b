"""CRC-32C (Castagnoli), the checksum of v2 batches: chosen here, once, for all of klog.

``google-crc32c`` uses the processor's own instruction; where it has no compiled part, ``crcmod`` does it in C from a table. Both want
`bytes`, so other buffers are copied, in pieces that stay in the processor's cache.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from klog.records.contract import Buffer

#: Size of the pieces in which long buffers are copied.
PIECE_BYTES = 64 << 10


def _choose() -> tuple[str, Callable[[int, bytes], int]]:
    """Name and function (checksum so far, bytes) -> checksum of the fastest implementation that is here."""
    try:
        from google_crc32c import cext

        return "google-crc32c", cast("Callable[[int, bytes], int]", vars(cext)["extend"])
    except ImportError:
        return "crcmod", crcmod_extend()


def crcmod_extend() -> Callable[[int, bytes], int]:
    """The function of `crcmod`: (checksum so far, bytes) -> checksum."""
    import crcmod.predefined

    function = crcmod.predefined.mkPredefinedCrcFun("crc-32c")
    return lambda value, data: cast("int", function(data, value))


#: What was chosen ("google-crc32c" or "crcmod"), and its function for `bytes`.
implementation, extend = _choose()


def crc32c(buffer: Buffer, value: int = 0) -> int:
    """The CRC-32C of `buffer`, going on from `value`, the checksum of what came before it."""
    if isinstance(buffer, bytes):
        return extend(value, buffer)
    view = memoryview(buffer)
    for start in range(0, len(view), PIECE_BYTES):
        value = extend(value, bytes(view[start : start + PIECE_BYTES]))
    return value
