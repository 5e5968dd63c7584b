"""The record codec in plain Python: always there, and the reference for the other one."""

from __future__ import annotations

from collections.abc import Iterator

from klog.records import batch, builder, legacy
from klog.records.compression import TRUSTED_LIMIT_BYTES
from klog.records.contract import Buffer, Codec, OldEntries, Record, RecordsCodec


class PythonCodec:
    """`RecordsCodec` in plain Python; the functions are in ``batch``, ``builder`` and ``legacy``."""

    name = "python"

    read_header = staticmethod(batch.read_header)
    check_batch = staticmethod(batch.check_batch)
    ordinary = staticmethod(batch.ordinary)
    ordinary_run = staticmethod(batch.ordinary_run)
    copied_runs = staticmethod(batch.copied_runs)
    check_crc = staticmethod(batch.check_crc)
    scan = staticmethod(batch.scan)
    build_batch = staticmethod(builder.build_batch)
    patch = staticmethod(batch.patch)
    stamp = staticmethod(batch.stamp)

    def records(self, buffer: Buffer, position: int = 0, *, max_uncompressed_bytes: int = 100 << 20) -> Iterator[Record]:
        """See `RecordsCodec.records`."""
        while found := batch.step(buffer, position):
            size, magic = found
            if magic == 2:
                yield from batch.batch_records(buffer, position, max_uncompressed_bytes)
            else:
                yield from legacy.entry_records(buffer, position, size, magic, max_uncompressed_bytes)
            position += size

    def find_timestamp(self, buffer: Buffer, position: int, target_ms: int, minimum_offset: int = 0) -> tuple[int, int] | None:
        """See `RecordsCodec.find_timestamp`."""
        size, magic = batch.whole_entry(buffer, position)
        if magic == 2:
            return batch.find_timestamp(buffer, position, target_ms, minimum_offset)
        return legacy.find_timestamp(legacy.entry_records(buffer, position, size, magic, TRUSTED_LIMIT_BYTES), target_ms, minimum_offset)

    def to_magic2(self, buffer: Buffer, *, codec: Codec | None = None, max_uncompressed_bytes: int = 100 << 20) -> bytes:
        """See `RecordsCodec.to_magic2`."""
        return legacy.to_magic2(self, buffer, codec=codec, max_uncompressed_bytes=max_uncompressed_bytes)

    def old_entries(
        self, entry: Buffer, magic: int, *, attributes: int = 0, minimum_offset: int = 0, in_wrapper: bool = False
    ) -> OldEntries:
        """See `RecordsCodec.old_entries`."""
        return legacy.old_entries(self, entry, magic, attributes=attributes, minimum_offset=minimum_offset, in_wrapper=in_wrapper)

    def to_old_magic(self, buffer: Buffer, magic: int, *, minimum_offset: int = 0) -> bytes:
        """See `RecordsCodec.to_old_magic`."""
        return legacy.to_old_magic(self, buffer, magic, minimum_offset=minimum_offset)


codec: RecordsCodec = PythonCodec()
