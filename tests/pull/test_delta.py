"""Pulls into a Delta table: its transactions are the ledger."""

from __future__ import annotations

import dataclasses
import os
import tempfile
import unittest
from typing import Any
from unittest import mock

from klog.client.settings import ClientSettings
from klog.pull import delta as delta_module
from klog.pull.delta import load
from klog.pull.errors import PullError
from klog.pull.files import RealFiles
from klog.pull.job import PullResult, pull
from klog.pull.settings import PullSettings
from klog.pull.task import run_task
from klog.pull.types import Report, TaskResult, TaskSpec
from klog.pull.verify import verify
from klog.testing import Broker
from tests import peers
from tests.pull.in_process_runner import InProcessRunner


def deltalake() -> Any:
    """The module, or a skip by its name."""
    try:
        import deltalake
    except ImportError:
        peers.missing("deltalake", "pip install deltalake")
    return deltalake


class DeltaTests(unittest.TestCase):
    """A real broker, a real table."""

    def setUp(self) -> None:
        self.deltalake = deltalake()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.target = f"{folder.name}/table"
        self.broker = Broker(topics={"a": 2, "b": 1}).start()
        self.addCleanup(self.broker.stop)
        self.settings = PullSettings(
            client=ClientSettings(bootstrap_servers=self.broker.bootstrap),
            target=self.target,
            topics=("a", "b"),
            format="delta",
            max_records=40,
        )
        self.broker.put("a", [b"x"] * 50, partition=0)
        self.broker.put("b", [b"y"] * 5)

    def pull(self, work: Any = run_task, **changes: Any) -> PullResult:
        files = changes.pop("files", None)
        return pull(dataclasses.replace(self.settings, **changes), InProcessRunner(work), files=files)

    def table(self) -> Any:
        return self.deltalake.DeltaTable(self.target)

    def check(self, rows: int) -> None:
        found = verify(self.settings, ask_broker=True)
        self.assertEqual((found.problems, found.rows, found.broker_rows), ((), rows, rows))
        table = self.table().to_pyarrow_table()
        self.assertEqual(table.num_rows, rows)
        keys = list(zip(*(table.column(name).to_pylist() for name in ("topic", "partition", "offset")), strict=True))
        self.assertEqual(len(set(keys)), rows)

    def test_each_record_once(self) -> None:
        self.assertEqual(self.pull().rows, 55)
        self.check(55)
        self.assertEqual(self.pull().version, -1)
        self.broker.put("b", [b"z"] * 2)
        self.assertEqual(self.pull().rows, 2)
        self.check(57)
        self.assertEqual(self.table().transaction_version("klog:a:0"), 50)
        self.assertEqual(self.table().transaction_version("klog:b:0"), 7)
        self.assertEqual(os.listdir(f"{self.target}/_klog/staging"), [])

    def test_by_date(self) -> None:
        self.settings = dataclasses.replace(self.settings, by_date=True)
        self.pull()
        self.check(55)
        self.assertEqual(self.table().metadata().partition_columns, ["topic", "partition", "date"])

    def test_starting_at_the_end(self) -> None:
        self.assertEqual(self.pull(starting="latest").rows, 0)
        self.broker.put("b", [b"z"] * 2)
        self.assertEqual(self.pull(starting="latest").rows, 2)

    def test_a_first_run_that_finds_no_topic_is_the_first_run_all_the_same(self) -> None:
        """With a pattern: what is written to a topic before it is noticed is new as well."""
        late = {"topics": (), "pattern": "late.*", "starting": "latest"}
        self.assertEqual(self.pull(**late).rows, 0)
        self.assertEqual(self.pull(**late).version, -1)
        self.broker.create_topic("late", 1)
        self.broker.put("late", [b"z"] * 3)
        self.assertEqual(self.pull(**late).rows, 3)

    def test_who_comes_second_plans_again(self) -> None:
        inner: list[PullResult] = []

        def slow(spec: TaskSpec, report: Report | None) -> TaskResult:
            if not inner:
                inner.append(self.pull())
                self.broker.put("a", [b"z"], partition=1)
            return run_task(spec, report)

        mine = self.pull(slow)
        self.assertEqual((inner[0].rows, mine.rows, mine.conflicts), (55, 1, 1))
        self.check(56)
        left = [name for _, _, names in os.walk(self.target) for name in names if name.endswith(".parquet")]
        self.assertEqual(len(left), len(self.table().file_uris()), "what was moved for nothing is gone")

    def test_a_pull_of_another_topic_costs_nothing(self) -> None:
        reads: list[str] = []

        def slow(spec: TaskSpec, report: Report | None) -> TaskResult:
            reads.append(spec.range.topic)
            if len(reads) == 1:
                self.pull(topics=("b",))
            return run_task(spec, report)

        self.pull(topics=("a",))
        self.broker.put("a", [b"z"] * 3, partition=1)
        mine = self.pull(slow, topics=("a",))
        self.assertEqual((reads, mine.rows), (["a"], 3))
        self.check(58)

    def test_partitions_that_another_pull_left_are_committed_on_top(self) -> None:
        self.pull()
        self.broker.put("a", [b"z"] * 3, partition=1)
        reads: list[tuple[int, int]] = []

        def slow(spec: TaskSpec, report: Report | None) -> TaskResult:
            reads.append((spec.range.partition, spec.range.start))
            if len(reads) == 1:
                self.broker.put("b", [b"z"] * 2)
                self.pull(topics=("b",))
            return run_task(spec, report)

        self.broker.put("b", [b"z"] * 2)
        mine = self.pull(slow)
        self.assertEqual((mine.rows, mine.conflicts), (3, 1))
        self.check(62)

    def test_a_refusal_that_is_no_conflict_is_told(self) -> None:
        """The table stays where it was: nobody else was quicker, so planning again would not help."""
        self.pull()
        self.broker.put("b", [b"z"] * 2)
        refusal = self.deltalake.exceptions.CommitFailedError("Disk quota exceeded")
        with mock.patch.object(self.deltalake.DeltaTable, "create_write_transaction", side_effect=refusal):
            with self.assertRaisesRegex(PullError, "does not take the commit: Disk quota exceeded"):
                self.pull()
        self.check_is_whole()
        folder = tempfile.mkdtemp(dir=os.path.dirname(self.target))
        broken = self.deltalake.exceptions.DeltaError("Disk quota exceeded")
        with mock.patch.object(self.deltalake.DeltaTable, "create", side_effect=broken):
            with self.assertRaisesRegex(PullError, "cannot be made: Disk quota exceeded"):
                self.pull(target=folder)

    def check_is_whole(self) -> None:
        self.assertEqual(self.pull().rows, 2)
        self.check(57)

    def test_stopped_before_and_after_the_commit(self) -> None:
        """Both sides of the one act that counts; files that were moved and not committed are not in the table."""

        class Stop(Exception):
            pass

        self.pull()
        for number, where in enumerate(("rename", "sync_file")):
            self.broker.put("b", [b"z"] * 3)

            class Stopping(RealFiles):
                pass

            def stop(*args: Any) -> None:
                raise Stop

            setattr(Stopping, where, stop)
            with self.assertRaises(Stop):
                self.pull(files=Stopping())
            done = self.pull()
            self.assertEqual(done.rows, (3, 0)[number], where)
            self.check(58 + 3 * number)

    def test_what_is_refused(self) -> None:
        self.pull()
        with self.assertRaisesRegex(PullError, "was begun with isolation 'another value', and this pull has 'read_committed'"):
            self.pull(isolation="read_committed")
        with self.assertRaisesRegex(PullError, "is a Delta table, and this pull has format 'parquet'"):
            self.pull(format="parquet")
        other = f"{self.target}-other"
        self.pull(format="parquet", target=other)
        with self.assertRaisesRegex(PullError, "was begun with format 'parquet', and this pull has 'delta'"):
            self.pull(target=other)
        import pyarrow as pa

        foreign = f"{self.target}-foreign"
        self.deltalake.write_deltalake(foreign, pa.table({"x": [1]}))
        with self.assertRaisesRegex(PullError, "is a Delta table that klog pull did not begin"):
            self.pull(target=foreign)
        with self.assertRaisesRegex(PullError, "There is no Delta table in "):
            verify(dataclasses.replace(self.settings, target=f"{self.target}-nowhere"))

    def test_a_table_that_lost_a_file(self) -> None:
        self.pull()
        path = next(iter(self.table().file_uris())).removeprefix("file://")
        os.unlink(path)
        self.assertRegex(verify(self.settings).problems[0], "the file is missing")

    def test_a_first_run_from_a_time_that_finds_no_topic(self) -> None:
        """`--from 1h` is another time with each run: what was written in between is not passed over."""
        late = {"topics": (), "pattern": "late.*"}
        self.assertEqual(self.pull(**late, starting_timestamp_ms=1_000).rows, 0)
        self.broker.create_topic("late", 1)
        self.broker.put("late", [b"z"] * 3)
        self.assertEqual(self.pull(**late, starting_timestamp_ms=2**50).rows, 3)


class MissingTests(unittest.TestCase):
    """Without deltalake."""

    def test_it_is_named_with_what_installs_it(self) -> None:
        with mock.patch.dict("sys.modules", {"deltalake": None}):
            with self.assertRaisesRegex(PullError, r"pip install 'klog\[delta\]'"):
                load()
        self.assertTrue(delta_module.__doc__)
