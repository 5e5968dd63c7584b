"""``.txnindex``: the aborted transactions whose markers stand in a segment.

Entries of 34 bytes, big-endian: version (int16, 0), producer id, first offset, last offset (the marker's), last stable offset when the
marker was written (int64 each) (`kafka: AbortedTxn.java`). Last offsets rise strictly. The file exists only where there is an entry.
"""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct
from typing import NamedTuple

from klog.storage.filesystem import File, ReadableFile
from klog.storage.segments.offset_index import CorruptIndex

ENTRY_BYTES = 34
VERSION = 0
_ENTRY = Struct(">hqqqq")


class AbortedTxn(NamedTuple):
    """A transaction that was aborted: consumers of committed data skip its producer's records from first to last offset."""

    producer_id: int
    first_offset: int
    #: Offset of the abort marker.
    last_offset: int
    last_stable_offset: int


class TxnIndex:
    """The aborted transactions of one segment.

    :param base_offset: the segment's base offset; no transaction in here ended before it.
    """

    def __init__(self, base_offset: int) -> None:
        self.base_offset = base_offset
        self.entries: list[AbortedTxn] = []
        self._written = 0
        self._exact = False

    @classmethod
    def load(cls, file: ReadableFile, base_offset: int) -> TxnIndex:
        """Read and check a whole file.

        :raises CorruptIndex: the length is no multiple of 34, another version, last offsets that do not rise or are before the segment, a
            transaction that begins behind its end, a last stable offset behind the marker.
        """
        size = file.size()
        if size % ENTRY_BYTES:
            raise CorruptIndex(f"{file.path}: {size} bytes are not a multiple of {ENTRY_BYTES}")
        data = file.read_at(0, size)
        if len(data) != size:
            raise CorruptIndex(f"{file.path}: only {len(data)} of {size} bytes could be read")
        index = cls(base_offset)
        last = base_offset - 1
        for number, (version, *fields) in enumerate(_ENTRY.iter_unpack(data)):
            if version != VERSION:
                raise CorruptIndex(f"{file.path}: entry {number} has version {version}, known is {VERSION}")
            txn = AbortedTxn(*fields)
            if (
                txn.last_offset <= last
                or not 0 <= txn.first_offset <= txn.last_offset
                or not 0 <= txn.last_stable_offset <= txn.last_offset + 1
            ):
                raise CorruptIndex(f"{file.path}: entry {number} {tuple(txn)} does not follow on offset {last}")
            last = txn.last_offset
            index.entries.append(txn)
        index._written = len(index.entries)
        index._exact = True
        return index

    def __len__(self) -> int:
        return len(self.entries)

    @property
    def dirty(self) -> bool:
        """Whether `flush` has something to do. An index that never had an entry has not: it needs no file."""
        return self._written != len(self.entries) or (not self._exact and bool(self.entries))

    def append(self, txn: AbortedTxn) -> None:
        """Add a transaction whose abort marker was just written.

        :raises ValueError: its marker is not behind the last one: a mistake in the caller.
        """
        if self.entries and txn.last_offset <= self.entries[-1].last_offset:
            raise ValueError(f"{txn} is not behind {self.entries[-1]}")
        self.entries.append(txn)

    def collect(self, fetch_offset: int, upper_bound: int) -> tuple[list[AbortedTxn], bool]:
        """Transactions that overlap [fetch_offset, upper_bound), and whether later segments cannot have another one."""
        return collect(self.entries, fetch_offset, upper_bound)

    def truncate_to(self, offset: int) -> None:
        """Remove all entries whose marker is at `offset` or later."""
        count = len(self.entries)
        while count and self.entries[count - 1].last_offset >= offset:
            count -= 1
        del self.entries[count:]
        if count < self._written:
            self._written = count
            self._exact = False

    def clear(self) -> None:
        """Remove all entries; the next `flush` writes the file anew."""
        self.entries.clear()
        self._written = 0
        self._exact = False

    def flush(self, file: File) -> int:
        """Write entries that are not in `file` yet, and cut what is no entry any more; no sync. Returns bytes written. Raises OSError."""
        if not self._exact:
            file.truncate(self._written * ENTRY_BYTES)
            self._exact = True
        new = self.entries[self._written :]
        if not new:
            return 0
        self._exact = False
        data = b"".join(_ENTRY.pack(VERSION, *txn) for txn in new)
        written = file.write_at(self._written * ENTRY_BYTES, (data,))
        self._written = len(self.entries)
        self._exact = True
        return written


def collect(entries: Iterable[AbortedTxn], fetch_offset: int, upper_bound: int) -> tuple[list[AbortedTxn], bool]:
    """Transactions of `entries` that overlap [fetch_offset, upper_bound); True as well where the search may end
    (`kafka: TransactionIndex.collectAbortedTxns`)."""
    found: list[AbortedTxn] = []
    for txn in entries:
        if txn.last_offset >= fetch_offset and txn.first_offset < upper_bound:
            found.append(txn)
        if txn.last_stable_offset >= upper_bound:
            return found, True
    return found, False
