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

from klog.records.contract import Codec
from tests import peers
from tests.integration.command import piped
from tests.integration.running import KlogBroker
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

    def pull(self, broker: KlogBroker, topics: Sequence[str], *more: str) -> dict[str, Any]:
        """What the command says of itself, as JSON."""
        named = [word for topic in topics for word in ("--topic", topic)]
        done = piped("pull", *named, "--to", str(self.target), "-o", "json", *more, bootstrap=broker.address, timeout=600)
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

    def test_ten_million_lines(self) -> None:
        began = time.monotonic()
        first = contents(RECORDS)
        topics = sorted({content.tp.topic for content in first})
        self.assertEqual(len(topics), 16)
        with KlogBroker() as broker:
            create_topics(broker.address, topics)
            produce(broker.address, first, compression=Codec.LZ4)
            made = time.monotonic()
            said = self.pull(broker, topics)
            pulled = time.monotonic()
            self.assertEqual((said["pull"]["version"], said["pull"]["rows"], said["pull"]["files"]), (0, RECORDS, len(first)))
            self.assertEqual([(row["topic"], row["partitions"]) for row in said["topics"]], [(topic, 2) for topic in topics])
            self.assertEqual(sum(row["rows"] for row in said["topics"]), RECORDS)
            self.check(first, 1)

            # The same job again adds nothing.
            before = {path: path.stat().st_mtime_ns for path in self.target.rglob("*.parquet")}
            said = self.pull(broker, topics)
            self.assertEqual((said["pull"]["version"], said["pull"]["rows"], said["topics"]), (None, 0, []))
            self.assertEqual({path: path.stat().st_mtime_ns for path in self.target.rglob("*.parquet")}, before)

            # New records are added, once, and whatever was there is left alone.
            more = [Content(one.tp, one.lines, one.count + 1_000) for one in first]
            for old, new in zip(first, more, strict=True):
                produce(broker.address, [new], first=old.count)
            said = self.pull(broker, topics)
            self.assertEqual((said["pull"]["version"], said["pull"]["rows"]), (1, 1_000 * len(first)))
            self.check(more, 2)
            self.assertEqual({path: path.stat().st_mtime_ns for path in before}, before)
            self.assertEqual(self.pull(broker, topics)["pull"]["rows"], 0)
        if peers.SOAK:
            print(f"{RECORDS:,} records: produced in {made - began:.1f} s, pulled in {pulled - made:.1f} s, the command's start included")


if __name__ == "__main__":
    unittest.main()
