"""The batches in front of bytes that are none, for whoever must tell of both: what compares, verifies or mends.

`RecordsCodec.scan` gives all whole batches or, where bytes among them are no batch, none: who serves readers wants it so.
"""

from __future__ import annotations

from klog.records.contract import Buffer, CorruptRecords, Entry
from klog.records.implementations import codec


def readable_entries(data: Buffer) -> tuple[list[Entry], str | None]:
    """The whole batches of `data`, up to the first bytes that are no batch.

    :returns: and what is wrong with those; None where nothing is, or only the rest of a batch is missing.
    """
    try:
        return codec.scan(data), None
    except CorruptRecords:
        pass
    found: list[Entry] = []
    position = 0
    while True:
        try:
            entries = codec.scan(data, position, 1)
        except CorruptRecords as error:
            return found, str(error)
        if not entries:
            return found, None
        found += entries
        position = entries[0].position + entries[0].size
