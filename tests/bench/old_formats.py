"""What it costs to convert records for clients of Kafka 0.8 to 0.10: ``python -m tests.bench.old_formats [BYTES]`` (100 by default).

No broker and no sockets: `RecordsCodec` in plain Python and in Cython, with as many records without a key as a batch of 8 KiB holds.
Processor time of one record, the least of some rounds, in microseconds:

=============  ===================================================================================================
looked at      what a broker does with a message set first: finds its entries, and sums up each
into a batch   `to_magic2`, which does that again
out of one     `to_old_magic`
=============  ===================================================================================================
"""

from __future__ import annotations

import sys

from klog.records.contract import Codec, RecordsCodec
from klog.records.implementations import codec as chosen
from klog.records.legacy import message_bytes
from klog.records.python import codec as plain
from tests.bench.measure import least_us

BATCH_BYTES = 8 << 10
#: Sets that are converted in a round.
SETS = 50
NOW_MS = 1_700_000_000_000


def measure(codec: RecordsCodec, value: bytes, magic: int, compression: Codec) -> dict[str, float]:
    """The table of the module."""
    count = max(BATCH_BYTES // (len(value) + 34), 1)
    batch = codec.build_batch([(NOW_MS, None, value, ())] * count, codec=compression)
    message_set = codec.to_old_magic(batch, magic) if compression else message_bytes(magic, 0, NOW_MS, None, value) * count

    def looked_at() -> int:
        for _ in range(SETS):
            for entry in codec.scan(message_set):
                codec.check_crc(message_set, entry.position)
        return SETS * count

    def into() -> int:
        for _ in range(SETS):
            codec.to_magic2(message_set)
        return SETS * count

    def out_of() -> int:
        for _ in range(SETS):
            codec.to_old_magic(batch, magic)
        return SETS * count

    return {"looked at": least_us(looked_at), "into a batch": least_us(into), "out of one": least_us(out_of)}


def main() -> None:
    """Command line."""
    value = bytes(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
    print(f"{len(value)} bytes; microseconds of processor time for one record")
    for codec in dict.fromkeys((plain, chosen)):
        for magic in (0, 1):
            for compression in (Codec.NONE, Codec.SNAPPY):
                found = measure(codec, value, magic, compression)
                row = "  ".join(f"{name} {figure:.3f}" for name, figure in found.items())
                print(f"{codec.name:8} magic {magic}, {compression.name.lower():8} {row}")


if __name__ == "__main__":
    main()
