"""The example ``docs/examples/topic_to_sql.py``: exactly once, though it is killed again and again."""

from __future__ import annotations

import contextlib
import os
import pathlib
import random
import signal
import sqlite3
import subprocess
import sys
import time
import unittest

import pytest

from klog.testing.embedded import Broker
from tests.peers import ROOT

EXAMPLE = ROOT / "docs" / "examples" / "topic_to_sql.py"
PARTITIONS = 3
RECORDS = 60_000


class TopicToSqlTests(unittest.TestCase):
    """SQLite, and a broker in this process."""

    @pytest.fixture(autouse=True)
    def _folder(self, tmp_path: pathlib.Path) -> None:
        self.database = tmp_path / "orders.sqlite"

    def setUp(self) -> None:
        self.broker = Broker(topics={"orders": PARTITIONS}).start()
        self.addCleanup(self.broker.stop)
        self.random = random.Random(7)

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        where = ["--kafka", self.broker.bootstrap, "--topic", "orders", "--database", str(self.database)]
        process = subprocess.Popen(
            [sys.executable, str(EXAMPLE), *where, *arguments],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stderr=subprocess.PIPE,
            text=True,
        )
        self.addCleanup(process.stderr.close)  # type: ignore[union-attr]
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def query(self, sql: str) -> list[tuple[object, ...]]:
        with contextlib.closing(sqlite3.connect(self.database, timeout=30)) as connection:
            return list(connection.execute(sql))

    def count(self) -> int:
        try:
            return int(str(self.query("SELECT count(*) FROM records")[0][0]))
        except sqlite3.OperationalError:
            return 0

    def wait_for(self, count: int, process: subprocess.Popen[str]) -> None:
        end_s = time.monotonic() + 60
        while self.count() < count:
            self.assertLess(time.monotonic(), end_s, f"{self.count()} of {count}")
            self.assertIsNone(process.poll(), "it ended")
            time.sleep(0.02)

    def put(self, partition: int, begin: int, end: int) -> None:
        self.broker.put("orders", [b"%d" % number for number in range(begin, end)], partition=partition)

    def check(self, each: int) -> None:
        """Every record is there once, at its place, and the places are behind the last."""
        rows = self.query("SELECT partition_id, at_offset, record_value FROM records ORDER BY partition_id, at_offset")
        expected = [(partition, offset, b"%d" % offset) for partition in range(PARTITIONS) for offset in range(each)]
        self.assertEqual(rows, expected)
        self.assertEqual(
            self.query("SELECT partition_id, next_offset FROM places ORDER BY partition_id"),
            [(partition, each) for partition in range(PARTITIONS)],
        )

    def test_killed_in_the_middle(self) -> None:
        each = RECORDS // PARTITIONS
        for partition in range(PARTITIONS):
            for begin in range(0, each, 5_000):
                self.put(partition, begin, begin + 5_000)
        for kill in range(4):
            process = self.start("--batch", "50")
            before = self.count()
            self.wait_for(before + 1000, process)
            # Not where it has just committed, but anywhere.
            time.sleep(self.random.random() * 0.02)
            process.kill()
            process.wait()
            self.assertLess(self.count(), RECORDS, f"kill {kill + 1} came too late to prove anything")
        process = self.start()
        self.wait_for(RECORDS, process)
        for partition in range(PARTITIONS):
            self.put(partition, each, each + 10)
        self.wait_for(RECORDS + 10 * PARTITIONS, process)
        process.send_signal(signal.SIGTERM)
        process.wait(30)
        self.check(each + 10)

    def test_the_broker_comes_late_and_goes_away(self) -> None:
        for partition in range(PARTITIONS):
            self.put(partition, 0, 100)
        self.broker.stop()
        process = self.start()
        time.sleep(0.5)
        self.assertIsNone(process.poll(), "it waits for the broker")
        self.broker.start()
        self.wait_for(100 * PARTITIONS, process)
        self.broker.crash()
        self.broker.start()
        for partition in range(PARTITIONS):
            self.put(partition, 100, 200)
        self.wait_for(200 * PARTITIONS, process)
        process.send_signal(signal.SIGTERM)
        process.wait(30)
        self.check(200)

    def test_a_database_that_fails_ends_it(self) -> None:
        self.database.write_text("this is no database, and long enough to be looked at as one" * 100)
        process = self.start()
        self.assertEqual(process.wait(30), 1)
        assert process.stderr is not None
        self.assertIn("not a database", process.stderr.read())
