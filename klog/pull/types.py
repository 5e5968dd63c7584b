"""What the driver of a pull gives to its workers, and what it gets back: plain values that go through pickle.

A job cuts what is new into *ranges*; for each there is one `TaskSpec`. A worker (``klog.pull.task.run_task``) reads the range and writes
Parquet into the job's staging folder: one file, or one for each date, under names that no other attempt ever uses (`staging_path`).
Nothing of that is visible to readers. It answers with a `TaskResult`. Only when all ranges have theirs does the driver write one ledger
record, which names the files and the end offsets, and only then do files go to their final names.

A worker may die at any moment and its task be given to another; whatever it left in the staging folder is swept later. So a worker never
touches anything but files that it made itself, and depends on nothing but its spec.

Files hold the columns of `klog.arrow.schema` without ``topic`` and ``partition``, which are in the path: readers take both from
``topic=<t>/partition=<p>/`` (and ``date=``, where asked for), and some refuse a column that is in both.
"""

from __future__ import annotations

import dataclasses
import posixpath
import uuid
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from klog.arrow.ranges import TopicRange
    from klog.arrow.window_counts import CountedWindow
    from klog.pull.settings import PullSettings


#: The name that Hive, Spark, Delta and DuckDB have for a null in a path: records without a timestamp, or with one in no year 1 to 9999.
NO_DATE = "__HIVE_DEFAULT_PARTITION__"


@dataclasses.dataclass(frozen=True)
class TaskSpec:
    """One range to be read: all that a worker knows."""

    #: Number within the job, from 0.
    number: int
    #: What to read; `TopicRange.topic_id` is the id that the topic must still have.
    range: TopicRange
    #: Where files go until they are published: a folder below `PullSettings.target`, relative to it, which is there already.
    staging: str
    settings: PullSettings

    def staging_path(self, date: str = "") -> str:
        """A new path for a file of this attempt, relative to `PullSettings.target`; never the same twice."""
        middle = f"-{date}" if date else ""
        return posixpath.join(self.staging, f"{self.number}{middle}-{uuid.uuid4().hex}.parquet")

    def __str__(self) -> str:
        return f"topic {self.range.topic}, partition {self.range.partition}, offsets {self.range.start} to {self.range.end}"


@dataclasses.dataclass(frozen=True)
class StagedFile:
    """A finished file in the staging folder, synced by the worker, that holds at least one record."""

    #: Relative to `PullSettings.target`.
    path: str
    #: ``YYYY-MM-DD`` of all its records' timestamps, in UTC, or `NO_DATE`; empty where files are not parted by date.
    date: str
    rows: int
    size_bytes: int
    #: Of its first and last record.
    first_offset: int
    last_offset: int
    #: Lowest and highest timestamp, milliseconds since 1970; -1 where no record has one.
    min_timestamp_ms: int
    max_timestamp_ms: int


@dataclasses.dataclass(frozen=True)
class TaskResult:
    """What came of a `TaskSpec`. `files` is empty where the range held no records (compaction, aborted transactions).

    There may be several files of one date; from first to last offset they do not overlap then. Those of different dates may.
    """

    number: int
    files: tuple[StagedFile, ...]
    #: Records in all files.
    rows: int
    #: Bytes of records as they came from the broker.
    fetched_bytes: int = 0
    #: Records that were damaged and left out; only with `PullSettings.skip_corrupt`.
    skipped_records: int = 0
    #: Records that did not decode and were made null or left out; only with another `PullSettings.on_bad` than ``fail``.
    bad_records: int = 0
    #: ``(from, to)`` offsets that the broker no longer had; only without `PullSettings.fail_on_data_loss`.
    lost: tuple[tuple[int, int], ...] = ()
    #: Rows by window, (start, end in ms, rows, hashes); only with `PullSettings.audit`.
    windows: tuple[CountedWindow, ...] = ()
    #: How long it took in the worker, in seconds.
    seconds: float = 0.0


class TaskProgress(NamedTuple):
    """Sent by a worker now and then, at most a few times a second: how far this attempt is."""

    number: int
    rows: int
    fetched_bytes: int
    #: The next offset to be read.
    offset: int


#: Tells the driver how a task goes; must not raise.
Report = Callable[[TaskProgress], None]

#: ``klog.pull.task.run_task(spec, report=None) -> TaskResult``. Raises an error whose text is one sentence.
Work = Callable[[TaskSpec, Report | None], TaskResult]
