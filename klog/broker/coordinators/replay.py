"""What one reading of a partition collects: of each key the newest record.

The loader hands over what it reads, batch by batch, and applies `Replay.newest` to the shard when it is at the end, in the order of these
newest records. So what came and went a thousand times costs one record, and a log is read in the same way before and after compaction.

`Replay` does that for every coordinator. One whose log holds millions of records has a subclass with a faster way (`take_batches`), and so
has one whose records may stand in transactions (groups have both: ``klog.broker.groups.replay``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from klog.records.contract import CONTROL, TRANSACTIONAL, Entry
from klog.records.implementations import codec
from klog.wire.coordinator_records import RecordKinds, kind_of


class Replay:
    """One reading.

    :param kinds: of the records that are kept.
    :ivar newest: the newest value by key, None where that is a tombstone; in the order of these newest records.
    :ivar skipped: how many records of each unknown kind were passed over.
    :ivar broken: (offset, what is wrong with it) of records that make no sense; the loader names and clears them.
    """

    def __init__(self, kinds: RecordKinds) -> None:
        self.kinds = kinds
        self.newest: dict[bytes, bytes | None] = {}
        self.skipped: Mapping[int, int] = {}
        self.broken: list[tuple[int, str]] = []

    def take_batches(self, data: bytes, position: int) -> int:
        """Take whole batches from `position` on, as far as there is a faster way than one by one.

        :returns: where the first stands that was not taken.
        """
        return position

    def take_batch(self, data: bytes, entry: Entry, max_uncompressed_bytes: int) -> None:
        """Take the batch at `entry`, whose checksum is right.

        :param max_uncompressed_bytes: the largest that a compressed batch may grow to.
        :raises RecordsError: its records cannot be read; those before are taken.
        """
        if entry.attributes & CONTROL:
            return
        if entry.attributes & TRANSACTIONAL:
            self.broken.append((entry.base_offset, "the batch is part of a transaction, in which nothing of this topic is written"))
            return
        batch = memoryview(data)[entry.position : entry.position + entry.size]
        for record in codec.records(batch, max_uncompressed_bytes=max_uncompressed_bytes):
            self.take_record(record.offset, record.key, record.value)

    def take_record(self, offset: int, key: bytes | None, value: bytes | None) -> None:
        """Take one record."""
        kind = None if key is None else kind_of(key)
        if key is None or kind is None:
            self.broken.append((offset, "it has no key that says of which kind it is"))
        elif kind not in self.kinds:
            self.skipped = {**self.skipped, kind: self.skipped.get(kind, 0) + 1}
        else:
            self.newest.pop(key, None)
            self.newest[key] = value

    # What is told

    def summary(self) -> str:
        """What was read, for the broker's log: "12 records"."""
        return f"{len(self.newest)} records"

    def warnings(self) -> Sequence[str]:
        """What a person should know of it, in sentences."""
        return ()
