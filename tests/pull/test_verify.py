"""Counting again: what is whole is said to be, and each kind of damage is found and named."""

from __future__ import annotations

import dataclasses
import os
import pathlib
import shutil
import tempfile
import unittest
from collections.abc import Callable

import pyarrow as pa
import pyarrow.parquet as pq

from klog.client.settings import ClientSettings
from klog.pull.files import RealFiles
from klog.pull.job import pull
from klog.pull.ledger import Ledger, encode
from klog.pull.settings import PullSettings
from klog.pull.verify import Verified, has_twice, sorted_offsets, verify
from klog.testing import Broker
from tests.pull.in_process_runner import InProcessRunner


class VerifyTests(unittest.TestCase):
    """One target, pulled twice, then damaged in a copy."""

    folder: str
    broker: Broker
    settings: PullSettings

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = tempfile.mkdtemp()
        cls.broker = Broker(topics={"a": 2, "b": 1}).start()
        cls.settings = PullSettings(
            client=ClientSettings(bootstrap_servers=cls.broker.bootstrap), target=f"{cls.folder}/whole", topics=("a", "b"), max_records=30
        )
        for _ in range(2):
            cls.broker.put("a", [b"x"] * 50, partition=0)
            cls.broker.put("a", [b"y"] * 7, partition=1)
            cls.broker.put("b", [b"z"] * 9)
            pull(cls.settings, InProcessRunner())

    @classmethod
    def tearDownClass(cls) -> None:
        cls.broker.stop()
        shutil.rmtree(cls.folder)

    def after(self, damage: Callable[[pathlib.Path], object], *, ask_broker: bool = False) -> Verified:
        """What is found once `damage` was done to a copy."""
        with tempfile.TemporaryDirectory() as copy:
            target = pathlib.Path(copy) / "lake"
            shutil.copytree(self.settings.target, target)
            damage(target)
            return verify(dataclasses.replace(self.settings, target=str(target)), ask_broker=ask_broker)

    def assert_wrong(self, sentence: str, damage: Callable[[pathlib.Path], object]) -> None:
        found = self.after(damage)
        self.assertTrue(found.problems, "nothing was found")
        self.assertRegex("\n".join(found.problems), sentence)

    def test_all_is_well(self) -> None:
        seen: list[tuple[int, int]] = []
        found = verify(self.settings, ask_broker=True, on_progress=lambda done, total: seen.append((done, total)))
        self.assertEqual((found.problems, found.notes), ((), ()))
        self.assertEqual((found.versions, found.rows, found.broker_rows, found.files), (2, 132, 132, 8))
        self.assertEqual(found.by_partition, {("a", 0): 100, ("a", 1): 14, ("b", 0): 18})
        self.assertEqual(seen, [(at, 8) for at in range(1, 9)])

    def test_a_file_that_is_gone(self) -> None:
        name = "topic=b/partition=0/0-9.parquet"
        self.assert_wrong(f"{name}: the file is missing", lambda top: (top / name).unlink())

    def test_a_file_that_nobody_knows(self) -> None:
        def damage(top: pathlib.Path) -> None:
            shutil.copy(top / "topic=b/partition=0/0-9.parquet", top / "topic=b/partition=0/copy.parquet")

        self.assert_wrong(r"topic=b/partition=0/copy.parquet: it is in no version of the ledger", damage)

    def test_a_file_that_was_cut(self) -> None:
        def damage(top: pathlib.Path) -> None:
            os.truncate(top / "topic=b/partition=0/0-9.parquet", 500)

        self.assert_wrong(r"0-9.parquet: it has 500 bytes, and the ledger says \d+\n.*it cannot be read", damage)

    def test_a_page_with_a_flipped_bit(self) -> None:
        def damage(top: pathlib.Path) -> None:
            path = top / "topic=a/partition=0/0-25.parquet"
            column = pq.ParquetFile(path).metadata.row_group(0).column(2)
            self.assertEqual(column.path_in_schema, "offset")
            data = bytearray(path.read_bytes())
            data[column.data_page_offset + column.total_compressed_size - 1] ^= 1
            path.write_bytes(data)

        self.assert_wrong(r"0-25.parquet: it cannot be read", damage)

    def rewrite(self, top: pathlib.Path, name: str, change: Callable[[pa.Table], pa.Table]) -> None:
        table = pq.ParquetFile(top / name).read()
        pq.write_table(change(table), top / name)

    def test_offsets_that_are_missing_doubled_or_out_of_range(self) -> None:
        name = "topic=b/partition=0/9-18.parquet"
        cases: list[tuple[str, Callable[[pa.Table], pa.Table]]] = [
            ("it has 8 rows, and the ledger says 9", lambda table: table.slice(0, 8)),
            ("an offset is in it twice", lambda table: pa.concat_tables([table.slice(0, 8), table.slice(0, 1)])),
            ("its offsets are 10 to 18", lambda table: table.set_column(2, "offset", pa.array(range(10, 19), pa.int64()))),
            ("which its name does not allow", lambda table: table.set_column(2, "offset", pa.array(range(10, 19), pa.int64()))),
        ]
        for sentence, change in cases:
            with self.subTest(sentence=sentence):
                self.assert_wrong(sentence, lambda top, change=change: self.rewrite(top, name, change))

    def test_a_ledger_whose_ranges_do_not_meet(self) -> None:
        def damage(top: pathlib.Path) -> None:
            ledger = Ledger(RealFiles(), str(top))
            record = ledger.history()[1]
            ranges = [dataclasses.replace(one, start=one.start + 1) for one in record.ranges]
            pathlib.Path(ledger.path_of(1)).write_bytes(encode(dataclasses.replace(record, ranges=tuple(ranges))))

        self.assert_wrong("topic b, partition 0: version 1 begins at offset 10, and what was pulled before ends at 9", damage)

    def test_a_damaged_record(self) -> None:
        def damage(top: pathlib.Path) -> None:
            path = pathlib.Path(Ledger(RealFiles(), str(top)).path_of(0))
            path.write_bytes(path.read_bytes()[:-30])

        self.assert_wrong("it is not a record of a pull", damage)

    def test_nothing_was_pulled(self) -> None:
        found = self.after(lambda top: shutil.rmtree(top))
        self.assertEqual((found.versions, found.problems), (0, ()))
        self.assertRegex(found.notes[0], "nothing was ever pulled")

    def test_the_broker_has_what_no_file_has(self) -> None:
        def damage(top: pathlib.Path) -> None:
            self.rewrite(top, "topic=b/partition=0/9-18.parquet", lambda table: table.slice(0, 5))

        found = self.after(damage, ask_broker=True)
        self.assertIn(
            "topic b, partition 0: 4 of 9 offsets that the broker has between 9 and 18 are in no file, the first of them 14", found.problems
        )

    def test_a_topic_that_is_not_the_same_is_not_compared(self) -> None:
        with Broker(topics={"a": 2}) as other:
            other.put("a", [b"q"] * 3)
            client = ClientSettings(bootstrap_servers=other.bootstrap)
            found = verify(dataclasses.replace(self.settings, client=client), ask_broker=True)
        self.assertEqual(found.problems, ())
        self.assertEqual([note.split(":")[0] for note in found.notes], ["topic a", "topic b"])


class OffsetTests(unittest.TestCase):
    """Sorting, and finding what is there twice."""

    def test_sorted(self) -> None:
        columns = [pa.array([5, 9]), pa.chunked_array([[1, 2], [7]])]
        self.assertEqual(sorted_offsets(columns).to_pylist(), [1, 2, 5, 7, 9])
        self.assertEqual(sorted_offsets([]).to_pylist(), [])

    def test_twice(self) -> None:
        self.assertFalse(has_twice(pa.array([1, 2, 4])))
        self.assertTrue(has_twice(pa.array([1, 2, 2])))
        self.assertFalse(has_twice(pa.array([1])))
