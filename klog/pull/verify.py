"""Counts again what was pulled: ``klog pull --verify``. Nothing is changed.

1. The ledger: versions follow one another; in each partition ranges follow one another without gap or overlap, over all versions, and end
   where the newest version says.
2. Each file of the ledger is at its final name, is as long as the ledger says, can be read (its pages' checksums are compared), holds as
   many rows, and its offsets are within its range; all files of a range together have its rows, and no offset twice.
3. Files by date hold timestamps of that date only.
4. There is no Parquet file beside them that the ledger does not know.
5. Asked to, the broker: the topic is the same, and each offset that it still has of what was pulled is in a file. Offsets that only
   files have are fine (retention, compaction).

What is wrong is told as sentences, all of it, not the first only. For a Delta table the table says which files there are, and its
transactions how far it goes; ranges are not known, so that 2 is checked for each partition as a whole.
"""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from klog.arrow.ranges import TopicRange
from klog.arrow.reading import RangeReader, ReadOptions
from klog.client.blocking.client import BlockingClient
from klog.pull.dates import date_of_us
from klog.pull.errors import LedgerDamaged
from klog.pull.files import Files, RealFiles
from klog.pull.ledger import FileRecord, Ledger, RangeRecord, Record
from klog.pull.publish import STAGING
from klog.pull.settings import PullSettings
from klog.pull.topic_discovery import BrokerTopicDiscovery

#: So many sentences of one kind are enough.
MAX_PROBLEMS = 100


@dataclasses.dataclass(frozen=True)
class Verified:
    """What was found."""

    versions: int
    files: int
    #: Counted in the files.
    rows: int
    size_bytes: int
    #: (topic, partition) → rows counted.
    by_partition: dict[tuple[str, int], int]
    #: Offsets that the broker was asked for; 0 where it was not.
    broker_rows: int
    #: What is wrong, as sentences. Empty where all is well.
    problems: tuple[str, ...]
    #: What is worth knowing, and not wrong.
    notes: tuple[str, ...]


def verify(
    settings: PullSettings,
    *,
    ask_broker: bool = False,
    on_progress: Callable[[int, int], None] | None = None,
    files: Files | None = None,
) -> Verified:
    """Count again. See the module.

    :param settings: `PullSettings.target` and, to ask the broker, `PullSettings.client`.
    :param on_progress: called with the files read so far and in all.
    :raises PullError: there is nothing to verify. :raises KlogError: the broker.
    """
    settings = dataclasses.replace(settings, target=os.path.abspath(settings.target))
    checker = _Checker(settings, files if files is not None else RealFiles(), on_progress or (lambda done, total: None))
    if settings.format == "delta":
        from klog.pull.delta import contents

        checker.table(*contents(settings))
    else:
        checker.ledger()
    if ask_broker:
        with BlockingClient(settings.client) as client:
            checker.broker(client)
    return checker.result()


class _Checker:
    def __init__(self, settings: PullSettings, files: Files, on_progress: Callable[[int, int], None]) -> None:
        self._settings = settings
        self._target = settings.target
        self._disk = files
        self._on_progress = on_progress
        self._problems: list[str] = []
        self._notes: list[str] = []
        self._versions = 0
        self._files = self._rows = self._size = self._broker_rows = 0
        self._by_partition: dict[tuple[str, int], int] = {}
        self._head: Record | None = None
        #: Ranges of the topics' present generations, with their offsets' files.
        self._ranges: list[tuple[RangeRecord, list[FileRecord]]] = []

    def wrong(self, sentence: str) -> None:
        if len(self._problems) < MAX_PROBLEMS:
            self._problems.append(sentence)
        elif len(self._problems) == MAX_PROBLEMS:
            self._problems.append("there is more that is wrong")

    def result(self) -> Verified:
        return Verified(
            self._versions,
            self._files,
            self._rows,
            self._size,
            dict(sorted(self._by_partition.items())),
            self._broker_rows,
            tuple(self._problems),
            tuple(self._notes),
        )

    # Files beside a ledger

    def ledger(self) -> None:
        ledger = Ledger(self._disk, self._target)
        try:
            head = ledger.head()
            history = ledger.history()
        except LedgerDamaged as error:
            self.wrong(str(error))
            return
        self._versions = len(history)
        self._head = head
        if head is None:
            self._notes.append(f"nothing was ever pulled into {self._target}")
        elif not ledger.is_published(head.version):
            self._notes.append(f"version {head.version} is committed and not published yet; the next pull does that")
        known: dict[str, FileRecord] = {}
        for record in history:
            for file in record.files:
                if file.path in known:
                    self.wrong(f"{file.path}: it is in two versions of the ledger")
                known[file.path] = file
        self._chains(history)
        by_range = self._by_range(history)
        done = 0
        for one, its_files in by_range:
            tables = []
            for file in its_files:
                tables.append(self._file(file, head, history[-1].version if history else -1))
                done += 1
                self._on_progress(done, len(known))
            self._range(one, its_files, [table for table in tables if table is not None])
        self._strangers(known)
        for job in self._disk.list(f"{self._target}/{STAGING}"):
            self._notes.append(f"{STAGING}/{job}: of a job that runs, or was stopped; a later pull sweeps it")

    def _chains(self, history: Sequence[Record]) -> None:
        ends: dict[tuple[str, int, int], int] = {}
        for record in history:
            for one in record.ranges:
                where = (one.topic, one.generation, one.partition)
                before = ends.get(where, one.start)
                if one.start != before:
                    self.wrong(
                        f"topic {one.topic}, partition {one.partition}: version {record.version} begins at offset {one.start}, "
                        f"and what was pulled before ends at {before}"
                    )
                ends[where] = one.end
        if self._head is None:
            return
        for topic, state in self._head.topics.items():
            for partition, end in state.ends.items():
                found = ends.get((topic, state.generation, partition), end)
                if found != end:
                    self.wrong(
                        f"topic {topic}, partition {partition}: the ledger says that it ends at {end}, and its ranges end at {found}"
                    )

    def _by_range(self, history: Sequence[Record]) -> list[tuple[RangeRecord, list[FileRecord]]]:
        found = []
        for record in history:
            files: dict[tuple[str, int], list[FileRecord]] = {}
            for file in record.files:
                files.setdefault((file.topic, file.partition), []).append(file)
            for one in record.ranges:
                its = [file for file in files.get((one.topic, one.partition), ()) if one.start <= file.start and file.end <= one.end]
                found.append((one, its))
                state = self._head.topics.get(one.topic) if self._head is not None else None
                if state is not None and state.generation == one.generation:
                    self._ranges.append((one, its))
        return found

    def _file(self, file: FileRecord, head: Record | None, newest: int) -> Any:
        """The offsets of a file, sorted; None where it cannot be read."""
        path = f"{self._target}/{file.path}"
        if not self._disk.exists(path) and head is not None and any(one.path == file.path for one in head.files):
            path = f"{self._target}/{file.staged}"  # not published yet
        offsets = self._offsets(path, file.path, file.size_bytes, file.date)
        if offsets is None:
            return None
        if len(offsets) != file.rows:
            self.wrong(f"{file.path}: it has {len(offsets)} rows, and the ledger says {file.rows}")
        elif (offsets[0].as_py(), offsets[-1].as_py()) != (file.first_offset, file.last_offset):
            self.wrong(
                f"{file.path}: its offsets are {offsets[0]} to {offsets[-1]}, and the ledger says {file.first_offset} to {file.last_offset}"
            )
        if len(offsets) and not file.start <= offsets[0].as_py() <= offsets[-1].as_py() < file.end:
            self.wrong(f"{file.path}: it has offsets {offsets[0]} to {offsets[-1]}, which its name does not allow")
        self._count(file.topic, file.partition, len(offsets), file.size_bytes)
        return offsets

    def _count(self, topic: str, partition: int, rows: int, size_bytes: int) -> None:
        self._files += 1
        self._rows += rows
        self._size += size_bytes
        self._by_partition[topic, partition] = self._by_partition.get((topic, partition), 0) + rows

    def _offsets(self, path: str, name: str, size_bytes: int, date: str) -> Any:
        if not self._disk.exists(path):
            self.wrong(f"{name}: the file is missing")
            return None
        size = self._disk.size(path)
        if size != size_bytes:
            self.wrong(f"{name}: it has {size} bytes, and the ledger says {size_bytes}")
        try:
            table = read_columns(path, ["offset", "timestamp"] if date else ["offset"])
        except (OSError, pa.ArrowException) as error:
            self.wrong(f"{name}: it cannot be read: {' '.join(str(error).split())}")
            return None
        if date and table.num_rows:
            bounds = pc.min_max(table.column("timestamp").cast(pa.int64()))
            dates = {date_of_us(bounds["min"].as_py()), date_of_us(bounds["max"].as_py())}
            if dates != {date}:
                self.wrong(f"{name}: it holds records of {' and '.join(sorted(dates))}")
        offsets = sorted_offsets([table.column("offset")])
        if has_twice(offsets):
            self.wrong(f"{name}: an offset is in it twice")
        return offsets

    def _range(self, one: RangeRecord, files: Sequence[FileRecord], tables: Sequence[Any]) -> None:
        where = f"topic {one.topic}, partition {one.partition}, offsets {one.start} to {one.end}"
        claimed = sum(file.rows for file in files)
        if claimed != one.rows:
            self.wrong(f"{where}: the ledger says {one.rows} rows, and {claimed} in its files")
        if len(tables) == len(files) and sum(len(table) for table in tables) != one.rows:
            self.wrong(f"{where}: {sum(len(table) for table in tables)} rows are in its files, and the ledger says {one.rows}")
        if len(tables) > 1 and has_twice(sorted_offsets(tables)):
            self.wrong(f"{where}: an offset is in two files")

    def _strangers(self, known: Iterable[str]) -> None:
        allowed = set(known)
        for path in self._parquet_files("", 0):
            if path not in allowed:
                self.wrong(f"{path}: it is in no version of the ledger, and readers of the folder see it")

    def _parquet_files(self, folder: str, depth: int) -> Iterable[str]:
        for name in self._disk.list(f"{self._target}/{folder}" if folder else self._target):
            path = f"{folder}/{name}" if folder else name
            if name.startswith(("_", ".")):  # readers pass these over
                continue
            if depth < 8 and self._disk.is_directory(f"{self._target}/{path}"):
                yield from self._parquet_files(path, depth + 1)
            elif name.endswith(".parquet"):
                yield path

    # A table

    def table(self, head: Record | None, files: Sequence[FileRecord]) -> None:
        """A Delta table: its files, and how far it goes."""
        self._head = head
        self._versions = head.version + 1 if head is not None else 0
        groups: dict[tuple[str, int, int], list[FileRecord]] = {}
        for file in files:
            groups.setdefault((file.topic, file.generation, file.partition), []).append(file)
        done = 0
        for (topic, generation, partition), its in sorted(groups.items()):
            state = head.topics.get(topic) if head is not None else None
            end = state.ends.get(partition) if state is not None and state.generation == generation else None
            columns = []
            for file in its:
                offsets = self._offsets(f"{self._target}/{file.path}", file.path, file.size_bytes, file.date)
                done += 1
                self._on_progress(done, len(files))
                if offsets is not None:
                    columns.append(offsets)
                    self._count(topic, partition, len(offsets), file.size_bytes)
                    if len(offsets) != file.rows:
                        self.wrong(f"{file.path}: it has {len(offsets)} rows, and the table says {file.rows}")
            together = sorted_offsets(columns)
            where = f"topic {topic}, partition {partition}"
            if has_twice(together):
                self.wrong(f"{where}: an offset is in the table twice")
            if end is not None and len(together) and together[-1].as_py() >= end:
                self.wrong(f"{where}: offset {together[-1]} is in the table, which says that it was pulled up to {end}")
            if end is not None and len(together):
                one = RangeRecord(topic, generation, partition, together[0].as_py(), end, len(together))
                self._ranges.append((one, its))

    # The broker

    def broker(self, client: BlockingClient) -> None:
        """Whether what the broker has is in the files."""
        if self._head is None:
            return
        names = tuple(self._head.topics)
        if not names:
            return
        seen = BrokerTopicDiscovery(client).topics(dataclasses.replace(self._settings, topics=names, pattern=None))
        for topic, state in self._head.topics.items():
            if topic not in seen:
                self._notes.append(f"topic {topic}: the broker does not have it any more")
            elif any(state.topic_id) and any(seen[topic].topic_id) and state.topic_id != seen[topic].topic_id:
                self._notes.append(f"topic {topic}: it was made again since it was pulled; what the broker has now is not compared")
            else:
                for partition, end in state.ends.items():
                    first, last = seen[topic].partitions.get(partition, (0, -1))
                    if last < end:
                        self.wrong(
                            f"topic {topic}, partition {partition}: it was pulled up to offset {end}, and the broker's ends at {last}"
                        )
                    for one, files in self._ranges:
                        if (one.topic, one.partition) == (topic, partition):
                            self._compare(client, one, files, first, min(one.end, last), seen[topic].topic_id)

    def _compare(
        self, client: BlockingClient, one: RangeRecord, files: Sequence[FileRecord], first: int, end: int, topic_id: bytes
    ) -> None:
        start = max(one.start, first)
        if start >= end:
            return
        settings = self._settings
        options = ReadOptions(
            columns=("offset",),
            isolation=settings.isolation,
            fail_on_data_loss=False,
            skip_corrupt=True,
            max_uncompressed_bytes=settings.max_uncompressed_bytes,
            poll_timeout_ms=settings.poll_timeout_ms,
        )
        batches = list(RangeReader(client, TopicRange(one.topic, one.partition, start, end, topic_id), options))
        there = sorted_offsets([batch.column("offset") for batch in batches])
        self._broker_rows += len(there)
        have = []
        for file in files:
            path = f"{self._target}/{file.path}"
            if self._disk.exists(path):
                have.append(read_columns(path, ["offset"]).column("offset"))
        missing = there.filter(pc.invert(pc.is_in(there, value_set=sorted_offsets(have)))) if len(there) else there
        left_out = one.skipped + one.bad + sum(to - since for since, to in one.lost)
        if len(missing) > left_out:
            self.wrong(
                f"topic {one.topic}, partition {one.partition}: {len(missing)} of {len(there)} offsets that the broker has between "
                f"{start} and {end} are in no file, the first of them {missing[0]}"
            )


def read_columns(path: str, columns: list[str]) -> Any:
    """Columns of one Parquet file, its pages' checksums verified. Raises OSError, pyarrow.ArrowException."""
    with pq.ParquetFile(path, page_checksum_verification=True) as file:
        return file.read(columns)


def sorted_offsets(columns: Sequence[Any]) -> Any:
    """All offsets of some columns as one sorted array."""
    chunks = [chunk for column in columns for chunk in (column.chunks if isinstance(column, pa.ChunkedArray) else [column])]
    array = pa.concat_arrays(chunks) if chunks else pa.array([], pa.int64())
    if len(array) > 1 and pc.min(pc.subtract(array[1:], array[:-1])).as_py() < 0:
        array = array.take(pc.array_sort_indices(array))
    return array


def has_twice(offsets: Any) -> bool:
    """Whether a sorted array has a value twice."""
    return len(offsets) > 1 and bool(pc.any(pc.equal(offsets[1:], offsets[:-1])).as_py())
