"""The sixteen sample logs, ten million records in the soak, pulled to Parquet: row for row what was produced; again adds nothing; new
records are added once. Through the command, as a user does it."""

from __future__ import annotations

import json
import pathlib
import tempfile
import time
import unittest
from collections.abc import Sequence
from typing import Any

import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest

from klog.records.contract import Codec
from tests import peers
from tests.integration.command import piped
from tests.integration.running import KlogBroker, kafka_broker
from tests.integration.sample_topics import Content, contents, create_topics, produce

RECORDS = 10_000_000 if peers.SOAK else 160_000


def files_of(target: pathlib.Path, content: Content) -> list[pathlib.Path]:
    """The files of a partition, in the order of their offsets."""
    folder = target / f"topic={content.tp.topic}" / f"partition={content.tp.partition}"
    return sorted(folder.glob("*.parquet"), key=lambda path: int(path.name.partition("-")[0]))


class PullLogsTests(unittest.TestCase):
    """See above."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="klog-pull-")
        self.addCleanup(folder.cleanup)
        self.target = pathlib.Path(folder.name) / "logs"

    def pull(self, address: str, topics: Sequence[str], *more: str) -> dict[str, Any]:
        """What the command says of itself, as JSON."""
        named = [word for topic in topics for word in ("--topic", topic)]
        done = piped("pull", *named, "--to", str(self.target), "-o", "json", *more, bootstrap=address, timeout=600)
        self.assertEqual(done.code, 0, done.remarks)
        said: dict[str, Any] = json.loads(done.text)
        return said

    def check(self, found: Sequence[Content], files_each: int) -> None:
        """Row for row."""
        total = 0
        for content in found:
            files = files_of(self.target, content)
            self.assertEqual(len(files), files_each, content.tp)
            tables = [pq.ParquetFile(path).read() for path in files]
            expected = content.table()
            self.assertEqual(tables[0].schema, expected.schema)
            self.assertTrue(pa.concat_tables(tables).equals(expected), content.tp)
            total += len(expected)
        self.assertEqual(ds.dataset(self.target, format="parquet", partitioning="hive").count_rows(), total)

    @pytest.mark.soak
    def test_ten_million_lines(self) -> None:
        with KlogBroker() as broker:
            self.journey(broker.address, RECORDS)

    @pytest.mark.soak
    @unittest.skipUnless(peers.SOAK, "in the soak only")
    def test_from_apache_kafka(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="klog-test-", ignore_cleanup_errors=True)
        self.addCleanup(folder.cleanup)
        with kafka_broker("4.3.1", pathlib.Path(folder.name) / "kafka", kill=True) as address:
            self.journey(address, 500_000)

    def journey(self, address: str, records: int) -> None:
        """Pull, pull again, add and pull."""
        began = time.monotonic()
        first = contents(records)
        topics = sorted({content.tp.topic for content in first})
        self.assertEqual(len(topics), 16)
        create_topics(address, topics)
        produce(address, first, compression=Codec.LZ4)
        made = time.monotonic()
        said = self.pull(address, topics)
        pulled = time.monotonic()
        self.assertEqual((said["pull"]["version"], said["pull"]["rows"], said["pull"]["files"]), (0, records, len(first)))
        self.assertEqual([(row["topic"], row["partitions"]) for row in said["topics"]], [(topic, 2) for topic in topics])
        self.assertEqual(sum(row["rows"] for row in said["topics"]), records)
        self.check(first, 1)

        # The same job again adds nothing.
        before = {path: path.stat().st_mtime_ns for path in self.target.rglob("*.parquet")}
        said = self.pull(address, topics)
        self.assertEqual((said["pull"]["version"], said["pull"]["rows"], said["topics"]), (None, 0, []))
        self.assertEqual({path: path.stat().st_mtime_ns for path in self.target.rglob("*.parquet")}, before)

        # New records are added, once, and whatever was there is left alone.
        more = [Content(one.tp, one.lines, one.count + 1_000) for one in first]
        for old, new in zip(first, more, strict=True):
            produce(address, [new], first=old.count)
        said = self.pull(address, topics)
        self.assertEqual((said["pull"]["version"], said["pull"]["rows"]), (1, 1_000 * len(first)))
        self.check(more, 2)
        self.assertEqual({path: path.stat().st_mtime_ns for path in before}, before)
        self.assertEqual(self.pull(address, topics)["pull"]["rows"], 0)
        if peers.SOAK:
            print(f"{records:,} records: produced in {made - began:.1f} s, pulled in {pulled - made:.1f} s, the command's start included")


if __name__ == "__main__":
    unittest.main()
