"""One task: what is in its files, how they are cut, what is left when it fails. The reader is a list of batches here;
tests/integration/test_pull_logs.py reads from a broker."""

from __future__ import annotations

import os
import pathlib
import tempfile
import unittest
from collections.abc import Iterable, Iterator
from typing import Any
from unittest import mock

import pyarrow as pa
import pyarrow.parquet as pq

from klog.arrow.ranges import TopicRange
from klog.arrow.schema import schema as arrow_schema
from klog.client.settings import ClientSettings
from klog.pull import task
from klog.pull.decoding import FILE_COLUMNS
from klog.pull.settings import PullSettings
from klog.pull.task import read_options, run_task
from klog.pull.types import NO_DATE, TaskProgress, TaskResult, TaskSpec

DAY_MS = 86_400_000


class FakeReader:
    """What `RangeReader` looks like from here."""

    def __init__(self, batches: Iterable[Any], error: Exception | None = None) -> None:
        self.batches, self.error = list(batches), error
        self.bytes = 12_345
        self.skipped_records = 3
        self.lost_ranges = [(5, 7)]

    def __iter__(self) -> Iterator[Any]:
        yield from self.batches
        if self.error is not None:
            raise self.error


def batch(first: int, values: list[bytes | None], timestamps_ms: list[int] | None = None, headers: list[Any] | None = None) -> Any:
    """Records at `first` and behind it."""
    rows = len(values)
    times = [1_700_000_000_000 + first + place for place in range(rows)] if timestamps_ms is None else timestamps_ms
    schema = arrow_schema(FILE_COLUMNS, headers is not None)
    columns = [
        pa.array([b"k%d" % (first + place) if place % 2 else None for place in range(rows)], pa.binary()),
        pa.array(values, pa.binary()),
        pa.array(range(first, first + rows), pa.int64()),
        pa.array([one * 1000 for one in times], pa.int64()).cast(pa.timestamp("us", tz="UTC")),
        pa.array([0] * rows, pa.int32()),
    ]
    if headers is not None:
        columns.append(pa.array(headers, schema.field("headers").type))
    return pa.record_batch(columns, schema=schema)


class TaskCase(unittest.TestCase):
    """A target in a folder of its own."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.target = pathlib.Path(folder.name)
        (self.target / "staging").mkdir()

    def spec(self, **more: Any) -> TaskSpec:
        settings = PullSettings(client=ClientSettings(bootstrap_servers="h:1"), target=str(self.target), topics=("logs",), **more)
        return TaskSpec(4, TopicRange("logs", 2, 0, 1000), "staging", settings)

    def run_task(self, batches: Iterable[Any], error: Exception | None = None, **more: Any) -> TaskResult:
        return run_task(self.spec(**more), open_reader=lambda spec: FakeReader(batches, error))

    def staged(self) -> list[str]:
        return sorted(os.listdir(self.target / "staging"))

    def read(self, path: str) -> Any:
        return pq.ParquetFile(self.target / path).read()

    def offsets(self, path: str) -> list[int]:
        found: list[int] = self.read(path).column("offset").to_pylist()
        return found


class FileTests(TaskCase):
    """What is in a file, and what is told of it."""

    def test_row_for_row(self) -> None:
        given = [batch(10, [b"a", None, b""]), batch(20, [b"\xff" * 1000])]
        result = self.run_task(given)
        (file,) = result.files
        self.assertEqual(self.read(file.path), pa.Table.from_batches(given))
        self.assertEqual((file.rows, file.first_offset, file.last_offset, file.date), (4, 10, 20, ""))
        self.assertEqual((file.min_timestamp_ms, file.max_timestamp_ms), (1_700_000_000_010, 1_700_000_000_020))
        self.assertEqual(file.size_bytes, (self.target / file.path).stat().st_size)
        self.assertEqual((result.number, result.rows, result.fetched_bytes, result.skipped_records), (4, 4, 12_345, 3))
        self.assertEqual(result.lost, ((5, 7),))
        self.assertEqual(self.staged(), [os.path.basename(file.path)])

    def test_headers(self) -> None:
        given = [batch(0, [b"a", b"b"], headers=[[{"key": "x", "value": b"1"}, {"key": "x", "value": None}], None])]
        (file,) = self.run_task(given, include_headers=True).files
        self.assertEqual(self.read(file.path).column("headers").to_pylist(), given[0].column("headers").to_pylist())

    def test_no_record_no_file(self) -> None:
        for given in ([], [batch(0, [])]):
            result = self.run_task(given)
            self.assertEqual((result.files, result.rows), ((), 0))
        self.assertEqual(self.staged(), [])

    def test_attempts_have_names_of_their_own(self) -> None:
        names = {self.run_task([batch(0, [b"a"])]).files[0].path for _ in range(5)}
        self.assertEqual(len(names), 5)
        self.assertEqual(len(self.staged()), 5)

    def test_row_groups_end_by_rows(self) -> None:
        (file,) = self.run_task([batch(10 * number, [b"x"] * 10) for number in range(10)], row_group_rows=25).files
        groups = pq.ParquetFile(self.target / file.path).metadata
        self.assertEqual([groups.row_group(place).num_rows for place in range(groups.num_row_groups)], [30, 30, 30, 10])

    def test_row_groups_end_by_bytes(self) -> None:
        with mock.patch.object(task, "GROUP_BYTES", 10_000):
            (file,) = self.run_task([batch(number, [b"x" * 3_000]) for number in range(10)]).files
        groups = pq.ParquetFile(self.target / file.path).metadata
        self.assertEqual([groups.row_group(place).num_rows for place in range(groups.num_row_groups)], [4, 4, 2])

    def test_a_record_that_is_larger_than_a_row_group(self) -> None:
        large = os.urandom(1 << 20) * 50
        with mock.patch.object(task, "GROUP_BYTES", 1 << 20):
            (file,) = self.run_task([batch(0, [b"a"]), batch(1, [large]), batch(2, [b"b"])]).files
        self.assertEqual(self.read(file.path).column("value").to_pylist(), [b"a", large, b"b"])

    def test_how_columns_are_kept(self) -> None:
        (file,) = self.run_task([batch(0, [b"same"] * 1000)]).files
        group = pq.ParquetFile(self.target / file.path).metadata.row_group(0)
        columns = {group.column(place).path_in_schema: group.column(place) for place in range(group.num_columns)}
        self.assertEqual({column.compression for column in columns.values()}, {"ZSTD"})
        for name in ("offset", "timestamp"):
            self.assertIn("DELTA_BINARY_PACKED", columns[name].encodings)
            self.assertTrue(columns[name].is_stats_set)
        for name in ("key", "value"):
            self.assertFalse(columns[name].is_stats_set)
            self.assertFalse(columns[name].has_dictionary_page)

    def test_compressions(self) -> None:
        for name, codec in (("snappy", "SNAPPY"), ("lz4", "LZ4"), ("gzip", "GZIP"), ("none", "UNCOMPRESSED")):
            (file,) = self.run_task([batch(0, [b"x" * 1000])], compression=name).files
            self.assertEqual(pq.ParquetFile(self.target / file.path).metadata.row_group(0).column(1).compression, codec)

    def test_records_without_a_timestamp(self) -> None:
        (file,) = self.run_task([batch(0, [b"a", b"b"], [-1, -1])]).files
        self.assertEqual((file.min_timestamp_ms, file.max_timestamp_ms), (-1, -1))
        (file,) = self.run_task([batch(0, [b"a"], [-1]), batch(1, [b"b", b"c", b"d"], [7_000, -1, 5_000])]).files
        self.assertEqual((file.min_timestamp_ms, file.max_timestamp_ms), (5_000, 7_000))

    def test_decoding(self) -> None:
        given = [batch(0, [b"fine", b"\xff"]), batch(2, [b"\xff"])]
        result = self.run_task(given, value_as="string", on_bad="skip")
        self.assertEqual((result.rows, result.bad_records), (1, 2))
        self.assertEqual(self.read(result.files[0].path).column("value").to_pylist(), ["fine"])
        result = self.run_task(given, value_as="string", on_bad="null")
        self.assertEqual(self.read(result.files[0].path).column("value").to_pylist(), ["fine", None, None])


class DateTests(TaskCase):
    """A file for each date."""

    def test_dates(self) -> None:
        given = [batch(0, [b"a", b"b", b"c"], [0, DAY_MS, 5]), batch(3, [b"d", b"e"], [-1, DAY_MS + 1])]
        result = self.run_task(given, by_date=True)
        found = {
            file.date: (self.read(file.path).column("offset").to_pylist(), file.first_offset, file.last_offset) for file in result.files
        }
        self.assertEqual(found, {"1970-01-01": ([0, 2], 0, 2), "1970-01-02": ([1, 4], 1, 4), NO_DATE: ([3], 3, 3)})
        self.assertEqual(result.rows, 5)
        self.assertEqual({file.path for file in result.files}, {f"staging/{name}" for name in self.staged()})

    def test_files_that_are_open_are_bounded(self) -> None:
        days = [0, 1, 2, 0, 3, 1, 4, 0, 0]
        with mock.patch.object(task, "OPEN_FILES", 3):
            result = self.run_task([batch(place, [b"x"], [day * DAY_MS]) for place, day in enumerate(days)], by_date=True)
        by_date: dict[str, list[int]] = {}
        for file in result.files:
            by_date.setdefault(file.date, []).extend(self.offsets(file.path))
        expected = {f"1970-01-0{day + 1}": [place for place, one in enumerate(days) if one == day] for day in range(5)}
        self.assertEqual(by_date, expected, "files of a date follow one another")
        self.assertEqual([file.date for file in result.files].count("1970-01-02"), 2)

    def test_what_is_held_is_bounded(self) -> None:
        largest = 0
        add = task.Writers.add

        def watched(writers: Any, date: str, part: Any) -> None:
            nonlocal largest
            add(writers, date, part)
            largest = max(largest, sum(one.held_bytes for one in writers._open.values()))

        with mock.patch.object(task, "HELD_BYTES", 50_000), mock.patch.object(task.Writers, "add", watched):
            result = self.run_task([batch(place, [b"x" * 5_000], [place % 20 * DAY_MS]) for place in range(200)], by_date=True)
        self.assertLess(largest, 56_000)
        self.assertEqual((len(result.files), result.rows), (20, 200))


class FailureTests(TaskCase):
    """Nothing is left."""

    def test_the_reader_fails(self) -> None:
        for by_date in (False, True):
            with self.assertRaisesRegex(RuntimeError, "broken"):
                self.run_task([batch(0, [b"a", b"b"], [0, DAY_MS])], RuntimeError("broken"), by_date=by_date)
            self.assertEqual(self.staged(), [])

    def test_finished_files_go_too(self) -> None:
        with mock.patch.object(task, "OPEN_FILES", 1), self.assertRaises(RuntimeError):
            self.run_task([batch(0, [b"a", b"b"], [0, DAY_MS])], RuntimeError("broken"), by_date=True)
        self.assertEqual(self.staged(), [])

    def test_the_disk_fails(self) -> None:
        with mock.patch.object(task, "sync", side_effect=OSError(28, "No space left on device")), self.assertRaises(OSError):
            self.run_task([batch(0, [b"a"])])
        self.assertEqual(self.staged(), [])

    def test_a_staging_folder_that_is_not_there(self) -> None:
        os.rmdir(self.target / "staging")
        with self.assertRaises(FileNotFoundError):
            self.run_task([batch(0, [b"a"])])

    def test_a_record_that_does_not_decode(self) -> None:
        with self.assertRaises(Exception) as caught:
            self.run_task([batch(7, [b"a", b"\xff"])], value_as="string")
        self.assertIn("topic logs, partition 2, offset 8", str(caught.exception))
        self.assertEqual(self.staged(), [])


class ReportTests(TaskCase):
    """How far it is."""

    def test_told_a_few_times_a_second(self) -> None:
        told: list[TaskProgress] = []
        now = iter(range(1000))
        run_task(
            self.spec(),
            told.append,
            open_reader=lambda spec: FakeReader([batch(10 * number, [b"x"] * 10) for number in range(30)]),
            clock=lambda: next(now) / 10,
        )
        self.assertEqual(told[-1], TaskProgress(4, 300, 12_345, 1000))
        self.assertTrue(5 < len(told) < 15, told)
        self.assertEqual([one.rows for one in told], [*(one.offset for one in told[:-1]), 300])

    def test_how_ranges_are_read(self) -> None:
        more: dict[str, Any] = {"isolation": "read_committed", "skip_corrupt": True, "fail_on_data_loss": False, "fetch_bytes": 777}
        options = read_options(self.spec(**more).settings)
        self.assertEqual(options.columns, FILE_COLUMNS)
        self.assertEqual({name: getattr(options, name) for name in more}, more)


if __name__ == "__main__":
    unittest.main()
