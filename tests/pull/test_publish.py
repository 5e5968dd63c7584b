"""Names, what the ledger keeps of a task, renames that may be repeated, and sweeping."""

from __future__ import annotations

import dataclasses
import unittest
from typing import Any

from klog.arrow.ranges import TopicRange
from klog.pull.errors import LedgerDamaged, PullError
from klog.pull.files import Files, make_directories
from klog.pull.ledger import LOG, Ledger, Record
from klog.pull.publish import STAGING, Staging, host_id, publish, range_name, records_of, strangers
from klog.pull.types import StagedFile, TaskResult, TaskSpec
from tests.pull.rig import TARGET, Disk, MemoryFiles, World, run_job, settings_of

SPEC = TaskSpec(4, TopicRange("a", 1, 10, 30), "_klog/staging/j", settings_of())
DAY_MS = 86_400_000


def staged(first: int, last: int, date: str = "", rows: int | None = None, path: str = "_klog/staging/j/x.parquet") -> StagedFile:
    return StagedFile(path, date, last - first + 1 if rows is None else rows, 100, first, last, -1, -1)


def result(*files: StagedFile, **more: Any) -> TaskResult:
    return TaskResult(**{"number": 4, "files": files, "rows": sum(file.rows for file in files), **more})


class NameTests(unittest.TestCase):
    """What a task's files will be called."""

    def names(self, *files: StagedFile, generation: int = 0) -> list[str]:
        return [file.path for file in records_of(SPEC, result(*files), generation)[1]]

    def test_one_file_has_the_name_of_its_range(self) -> None:
        self.assertEqual(self.names(staged(12, 20)), ["topic=a/partition=1/10-30.parquet"])
        self.assertEqual(self.names(staged(12, 20), generation=2), ["topic=a/partition=1/10-30.g2.parquet"])
        self.assertEqual(range_name(0, 5, 0), "0-5.parquet")

    def test_dates_are_folders(self) -> None:
        names = self.names(staged(12, 20, "2024-01-01", 3), staged(13, 19, "2024-01-02", 2))
        self.assertEqual(names, ["topic=a/partition=1/date=2024-01-01/10-30.parquet", "topic=a/partition=1/date=2024-01-02/10-30.parquet"])

    def test_several_files_of_a_date_share_the_range(self) -> None:
        names = self.names(staged(22, 29, "2024-01-01"), staged(10, 14, "2024-01-01"), staged(15, 15, "2024-01-01"))
        self.assertEqual([name.rpartition("/")[2] for name in names], ["10-15.parquet", "15-22.parquet", "22-30.parquet"])

    def test_no_files(self) -> None:
        entry, files = records_of(SPEC, result(skipped_records=3, bad_records=2, lost=((10, 12),)), 1)
        self.assertEqual(files, [])
        self.assertEqual((entry.start, entry.end, entry.rows, entry.skipped, entry.bad, entry.lost), (10, 30, 0, 3, 2, ((10, 12),)))

    def test_results_that_cannot_be(self) -> None:
        for wrong in (
            result(number=5),
            result(staged(12, 20), rows=8),
            result(staged(9, 20)),
            result(staged(12, 30)),
            result(staged(12, 20, rows=0)),
            result(staged(12, 20, rows=50)),
            result(staged(12, 20, path="_klog/staging/other/x.parquet")),
            result(staged(12, 20), staged(20, 22)),
        ):
            with self.subTest(wrong=wrong), self.assertRaises(AssertionError):
                records_of(SPEC, wrong, 0)


def committed() -> tuple[Disk, Files, Ledger, Record]:
    """A version that is committed, its files staged."""
    disk = Disk()
    files = MemoryFiles(disk)
    make_directories(files, "", f"{TARGET}/{LOG}".strip("/"))
    make_directories(files, TARGET, f"{STAGING}/j")
    first = staged(12, 20, path="_klog/staging/j/x.parquet")
    entry, its = records_of(SPEC, result(first), 0)
    files.write_new(f"{TARGET}/{first.path}", b"x" * 100)
    record = Record(0, "j", "", 0, "", {}, {}, (entry,), tuple(its))
    ledger = Ledger(files, TARGET)
    ledger.append(record, f"{TARGET}/{STAGING}/j/record")
    return disk, files, ledger, record


class PublishTests(unittest.TestCase):
    """Renames."""

    def test_once_is_enough_and_twice_does_no_harm(self) -> None:
        disk, files, ledger, record = committed()
        self.assertEqual(publish(files, TARGET, ledger, record), 1)
        self.assertTrue(ledger.is_published(0))
        self.assertEqual(publish(files, TARGET, ledger, record), 0)
        files.remove(ledger.path_of(0, "published"))
        self.assertEqual(publish(files, TARGET, ledger, record), 0, "it is there already")
        self.assertIn(f"{TARGET}/topic=a/partition=1/10-30.parquet", disk.tree())

    def test_a_file_that_is_nowhere(self) -> None:
        _, files, ledger, record = committed()
        files.remove(f"{TARGET}/{record.files[0].staged}")
        with self.assertRaisesRegex(LedgerDamaged, "which is neither there nor at topic=a/partition=1/10-30.parquet; its offsets 10 to 30"):
            publish(files, TARGET, ledger, record)

    def test_what_readers_removed_later_is_not_missed(self) -> None:
        _, files, ledger, record = committed()
        publish(files, TARGET, ledger, record)
        files.remove(f"{TARGET}/{record.files[0].path}")
        self.assertEqual(publish(files, TARGET, ledger, record), 0)


class StagingTests(unittest.TestCase):
    """A job's folder, and those of dead ones."""

    def setUp(self) -> None:
        self.disk = Disk()
        self.files = MemoryFiles(self.disk)
        make_directories(self.files, "", f"{TARGET}/{STAGING}".strip("/"))

    def staging(self, job: str, files: MemoryFiles | None = None, host: str = "here") -> Staging:
        made = Staging(files or self.files, TARGET, job, host)
        made.open()
        return made

    def left(self) -> list[str]:
        return self.files.list(f"{TARGET}/{STAGING}")

    def test_live_jobs_are_left_alone_however_old(self) -> None:
        self.staging("other")
        self.disk.now_ms += 100 * DAY_MS
        mine = self.staging("mine")
        self.assertEqual(mine.sweep(0, lambda: ""), 0)
        self.assertEqual(self.left(), ["mine", "other"])

    def test_dead_jobs_of_this_machine_go_at_once(self) -> None:
        died = MemoryFiles(self.disk)
        self.staging("dead", died)
        died.write_new(f"{TARGET}/{STAGING}/dead/0-x.parquet", b"")
        died.die()
        mine = self.staging("mine")
        self.assertEqual(mine.sweep(DAY_MS, lambda: "dead"), 0, "its commit is not published yet")
        self.assertEqual(mine.sweep(DAY_MS, lambda: ""), 1)
        self.assertEqual(self.left(), ["mine"])
        mine.discard()
        self.assertEqual(self.left(), [])

    def test_jobs_of_other_machines_go_when_nothing_was_touched_for_long(self) -> None:
        there = self.staging("there", host="there")
        there.release()  # locks of other machines may look free
        mine = self.staging("mine")
        self.assertEqual(mine.sweep(DAY_MS, lambda: ""), 0)
        self.disk.now_ms += 2 * DAY_MS
        self.files.write_new(f"{TARGET}/{STAGING}/there/1-x.parquet", b"")
        self.assertEqual(self.staging("second").sweep(DAY_MS, lambda: ""), 0, "it is alive")
        self.disk.now_ms += 2 * DAY_MS
        self.assertEqual(self.staging("third").sweep(DAY_MS, lambda: "there"), 0, "its commit is not published yet")
        self.assertEqual(self.staging("fourth").sweep(DAY_MS, lambda: ""), 1)

    def test_a_lock_file_that_says_nothing_is_waited_for(self) -> None:
        make_directories(self.files, TARGET, f"{STAGING}/odd")
        self.files.write_new(f"{TARGET}/{STAGING}/odd/lock", b"\xff")
        self.assertEqual(self.staging("mine").sweep(DAY_MS, lambda: ""), 0)

    def test_files_must_be_there_before_a_record_names_them(self) -> None:
        mine = self.staging("mine")
        good = staged(0, 1, path=f"{STAGING}/mine/0-x.parquet")
        with self.assertRaisesRegex(PullError, "is not there with 100 bytes, .*do all workers see the same /data/lake"):
            mine.sync([good])
        self.files.write_new(f"{TARGET}/{good.path}", b"x" * 99)
        with self.assertRaisesRegex(PullError, "is not there with 100 bytes"):
            mine.sync([good])
        mine.sync([dataclasses.replace(good, size_bytes=99)])

    def test_this_machine_has_a_name(self) -> None:
        self.assertTrue(host_id())
        self.assertEqual(host_id(), host_id())

    def test_strangers(self) -> None:
        self.assertEqual(strangers(self.files, TARGET), [])
        world = World()
        world.make("a")
        world.write("a")
        run_job(world, self.files)
        self.assertEqual(strangers(self.files, TARGET), ["topic=a"])
