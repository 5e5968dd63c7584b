"""One task of a pull, in a worker: reads a range of offsets and writes it to Parquet in the staging folder.

The way of the records: `RangeReader` fetches and yields Arrow batches, keys and values are decoded where that is asked for
(``klog.pull.decoding``), batches are parted by date where that is asked for (``klog.pull.dates``), and a `StagedWriter` for each date
gathers them into row groups. No record is a Python object on the way, unless it is decoded from Avro.

What is bounded: a row group ends with `PullSettings.row_group_rows` rows or with `GROUP_BYTES` of data, whichever comes first; all writers
together hold at most `HELD_BYTES` before the fullest has to write; at most `OPEN_FILES` files are open, and for another date the one that
was used longest ago is finished (the date gets a second file, if it comes again). A batch as it comes from the reader is added to that: it
is bounded by the reader's options, and by one record where that is larger.

How the files are written: zstd, and encodings by what the columns hold. Offsets and timestamps grow, so they are kept as differences;
keys and values have no dictionary, which for log lines costs much and saves nothing, and no statistics, which would repeat long values in
the footer.

Every file has a name that no other attempt uses, is synced before it is told of, and is taken away where the task fails.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterator
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from klog.arrow.reading import RangeReader, ReadOptions
from klog.arrow.window_counts import count_windows, counted_windows, hash_windows
from klog.pull.dates import NO_TIMESTAMP_US, part_by_date
from klog.pull.decoding import FILE_COLUMNS, Decoder
from klog.pull.files import sync
from klog.pull.settings import PullSettings
from klog.pull.types import Report, StagedFile, TaskProgress, TaskResult, TaskSpec

#: A row group of so many bytes is written, whatever its rows; Parquet's readers take a group at a time.
GROUP_BYTES = 64 << 20
#: All that the writers of a task hold back.
HELD_BYTES = 128 << 20
#: Files that a task has open, one for each date.
OPEN_FILES = 64
#: How often progress is told.
REPORT_EVERY_S = 0.25

#: Columns whose smallest and largest value help a reader to skip row groups.
_STATISTICS = ["offset", "timestamp", "timestampType"]
_ENCODINGS = {"offset": "DELTA_BINARY_PACKED", "timestamp": "DELTA_BINARY_PACKED"}


def read_options(settings: PullSettings) -> ReadOptions:
    """How a range is read."""
    return ReadOptions(
        columns=FILE_COLUMNS,
        include_headers=settings.include_headers or settings.audit_hashes,
        isolation=settings.isolation,
        fetch_bytes=settings.fetch_bytes,
        max_uncompressed_bytes=settings.max_uncompressed_bytes,
        fail_on_data_loss=settings.fail_on_data_loss,
        skip_corrupt=settings.skip_corrupt,
        poll_timeout_ms=settings.poll_timeout_ms,
    )


def parquet_options(settings: PullSettings) -> dict[str, Any]:
    """What pyarrow's `ParquetWriter` is told."""
    return {
        "compression": settings.compression.upper(),
        "compression_level": settings.compression_level,
        "use_dictionary": False,
        "write_statistics": list(_STATISTICS),
        "column_encoding": dict(_ENCODINGS),
        # For `klog pull --verify`, and for readers that check.
        "write_page_checksum": True,
    }


class StagedWriter:
    """One file that grows by row groups.

    :param path: where; nothing may be there.
    :param name: the same below the target, for `StagedFile.path`.
    """

    def __init__(self, path: str, name: str, date: str, schema: Any, settings: PullSettings) -> None:
        self.path, self.name, self.date = path, name, date
        self.held_bytes = 0
        self.rows = 0
        self._schema = schema
        self._group_rows = settings.row_group_rows
        self._held: list[Any] = []
        self._held_rows = 0
        self._first = self._last = -1
        self._min_us: int | None = None
        self._max_us: int | None = None
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
        self._file = pa.OSFile(path, "wb")
        self._writer = pq.ParquetWriter(self._file, schema, **parquet_options(settings))

    def add(self, batch: Any) -> None:
        """The next records, in the order of their offsets; at least one."""
        offsets = batch.column("offset")
        if not self.rows:
            self._first = offsets[0].as_py()
        self._last = offsets[-1].as_py()
        self._note_times(batch.column("timestamp"))
        self.rows += batch.num_rows
        self._held.append(batch)
        self._held_rows += batch.num_rows
        self.held_bytes += batch.nbytes
        if self._held_rows >= self._group_rows or self.held_bytes >= GROUP_BYTES:
            self.flush()

    def _note_times(self, timestamps: Any) -> None:
        values = timestamps.cast(pa.int64())
        bounds = pc.min_max(values)
        if bounds["min"].as_py() == NO_TIMESTAMP_US or bounds["max"].as_py() == NO_TIMESTAMP_US:
            bounds = pc.min_max(values.filter(pc.not_equal(values, NO_TIMESTAMP_US)))
        lowest, highest = bounds["min"].as_py(), bounds["max"].as_py()
        if lowest is not None:
            self._min_us = lowest if self._min_us is None else min(self._min_us, lowest)
            self._max_us = highest if self._max_us is None else max(self._max_us, highest)

    def flush(self) -> None:
        """What is held becomes a row group."""
        if self._held:
            table = pa.Table.from_batches(self._held, self._schema)
            self._held = []
            self._writer.write_table(table, row_group_size=self._held_rows)
        self._held_rows = self.held_bytes = 0

    def finish(self) -> StagedFile:
        """The file is whole and on disk."""
        self.flush()
        self._writer.close()
        self._file.close()
        sync(self.path)
        return StagedFile(
            path=self.name,
            date=self.date,
            rows=self.rows,
            size_bytes=os.path.getsize(self.path),
            first_offset=self._first,
            last_offset=self._last,
            min_timestamp_ms=-1 if self._min_us is None else self._min_us // 1000,
            max_timestamp_ms=-1 if self._max_us is None else self._max_us // 1000,
        )

    def abandon(self) -> None:
        """The file is gone; nothing is raised."""
        self._held = []
        for close in (self._writer.close, self._file.close):
            with contextlib.suppress(OSError, pa.ArrowException):
                close()
        with contextlib.suppress(OSError):
            os.unlink(self.path)


class Writers:
    """The open files of a task, one for each date (or one alone, for the date ``""``)."""

    def __init__(self, spec: TaskSpec, schema: Any) -> None:
        self._spec = spec
        self._schema = schema
        #: In the order of use, the latest at the end.
        self._open: dict[str, StagedWriter] = {}
        self.finished: list[StagedFile] = []

    def add(self, date: str, batch: Any) -> None:
        """Records of one date."""
        writer = self._open.pop(date, None)
        if writer is None:
            while len(self._open) >= OPEN_FILES:
                self._finish(next(iter(self._open)))
            name = self._spec.staging_path(date)
            writer = StagedWriter(os.path.join(self._spec.settings.target, name), name, date, self._schema, self._spec.settings)
        self._open[date] = writer
        writer.add(batch)
        while len(self._open) > 1 and sum(one.held_bytes for one in self._open.values()) > HELD_BYTES:
            max(self._open.values(), key=lambda one: one.held_bytes).flush()

    def _finish(self, date: str) -> None:
        self.finished.append(self._open[date].finish())
        del self._open[date]

    def finish(self) -> tuple[StagedFile, ...]:
        """All files, in the order of date and offset; the names are on disk too."""
        for date in list(self._open):
            self._finish(date)
        if self.finished:
            sync(os.path.join(self._spec.settings.target, self._spec.staging))
        return tuple(sorted(self.finished, key=lambda one: (one.date, one.first_offset)))

    def abandon(self) -> None:
        """No file of this attempt is left."""
        for writer in self._open.values():
            writer.abandon()
        for done in self.finished:
            with contextlib.suppress(OSError):
                os.unlink(os.path.join(self._spec.settings.target, done.path))


def run_task(
    spec: TaskSpec,
    report: Report | None = None,
    *,
    open_reader: Callable[[TaskSpec], Any] | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> TaskResult:
    """Read the range, write the files.

    :param report: told a few times a second how far the task is.
    :param open_reader: what yields the batches; for tests.
    :param clock: seconds, never going back.
    :raises KlogError: the broker cannot be read from, records are lost, damaged or do not decode; one sentence with topic, partition and
        offset.
    :raises OSError: the target cannot be written to.
    """
    began = clock()
    settings = spec.settings
    decoder = Decoder(settings, spec.range.topic, spec.range.partition)
    reader = RangeReader(settings.client, spec.range, read_options(settings)) if open_reader is None else open_reader(spec)
    writers = Writers(spec, decoder.schema)
    rows = 0
    counts: dict[int, int] = {}
    hashes: dict[int, int | None] = {}
    told = began
    try:
        for stored, batch in decoded(reader, decoder):
            if settings.by_date:
                for date, part in part_by_date(batch):
                    writers.add(date, part)
            else:
                writers.add("", batch)
            rows += batch.num_rows
            if settings.audit:
                count_windows(counts, batch.column("timestamp"), settings.audit_window_ms)
            if settings.audit_hashes:
                hash_windows(hashes, counts, stored, settings.audit_window_ms)
            if report is not None and (now := clock()) - told >= REPORT_EVERY_S:
                told = now
                report(TaskProgress(spec.number, rows, reader.bytes, batch.column("offset")[-1].as_py() + 1))
        files = writers.finish()
    except BaseException:
        writers.abandon()
        raise
    if report is not None:
        report(TaskProgress(spec.number, rows, reader.bytes, spec.range.end))
    return TaskResult(
        number=spec.number,
        files=files,
        rows=rows,
        fetched_bytes=reader.bytes,
        skipped_records=reader.skipped_records,
        bad_records=decoder.bad_records,
        lost=tuple((start, end) for start, end in reader.lost_ranges),
        seconds=clock() - began,
        windows=counted_windows(counts, settings.audit_window_ms, hashes),
    )


def decoded(reader: Any, decoder: Decoder) -> Iterator[Any]:
    """The reader's batches, each as it came and with keys and values as they are to be in the file, those without a record left out."""
    names = decoder.schema.names
    for stored in reader:
        # What is hashed has headers, which the file may not have.
        batch = decoder.decode(stored if stored.schema.names == names else stored.select(names))
        if batch.num_rows:
            yield stored, batch
