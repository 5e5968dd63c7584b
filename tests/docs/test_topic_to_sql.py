"""The example ``docs/examples/topic_to_sql.py``: exactly once, though it is killed again and again.

With ``KLOG_POSTGRES=postgresql://…`` (an empty database, and psycopg2 installed) it is tried on PostgreSQL, too.
"""

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
from typing import Any

import pytest

from klog.testing.embedded import Broker
from tests.peers import ROOT, missing

EXAMPLE = ROOT / "docs" / "examples" / "topic_to_sql.py"
PARTITIONS = 3
#: To be written at each kill, at least.
RECORDS = 30_000


class Case(unittest.TestCase):
    """SQLite, and a broker in this process."""

    @pytest.fixture(autouse=True)
    def _folder(self, tmp_path: pathlib.Path) -> None:
        self.database = str(tmp_path / "orders.sqlite")

    def setUp(self) -> None:
        self.broker = Broker(topics={"orders": PARTITIONS}).start()
        self.addCleanup(self.broker.stop)
        self.random = random.Random(7)

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        where = ["--kafka", self.broker.bootstrap, "--topic", "orders", "--database", self.database]
        process = subprocess.Popen(
            [sys.executable, str(EXAMPLE), *where, *arguments],
            env={**os.environ, "PYTHONPATH": f"{ROOT}:{os.environ.get('PYTHONPATH', '')}"},
            stderr=subprocess.PIPE,
            text=True,
        )
        self.addCleanup(process.stderr.close)  # type: ignore[union-attr]
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def query(self, sql: str) -> list[tuple[object, ...]]:
        with contextlib.closing(self.connect()) as connection:
            cursor = connection.cursor()
            cursor.execute(sql)
            return [tuple(bytes(value) if isinstance(value, memoryview) else value for value in row) for row in cursor.fetchall()]

    def connect(self) -> Any:
        return sqlite3.connect(self.database, timeout=30)

    def count(self) -> int:
        try:
            return int(str(self.query("SELECT count(*) FROM records")[0][0]))
        except Exception as error:
            if "no such table" in str(error) or "does not exist" in str(error):
                return 0
            raise

    def wait_for(self, count: int, process: subprocess.Popen[str]) -> None:
        end_s = time.monotonic() + 120
        while self.count() < count:
            self.assertLess(time.monotonic(), end_s, f"{self.count()} of {count}")
            self.assertIsNone(process.poll(), "it ended")
            time.sleep(0.005)

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

    def kill_in_the_middle(self) -> None:
        """A few times, before all is written; a kill that came later does not count, and there is more to write."""
        each = kills = attempts = 0
        while kills < 4:
            attempts += 1
            self.assertLess(attempts, 20, "kills come too late to prove anything")
            while each * PARTITIONS < self.count() + RECORDS:
                for partition in range(PARTITIONS):
                    self.put(partition, each, each + 5_000)
                each += 5_000
            process = self.start("--batch", "20")
            before = self.count()
            self.wait_for(before + 1000, process)
            # Not where it has just committed, but anywhere.
            time.sleep(self.random.random() * 0.02)
            process.kill()
            process.wait()
            kills += self.count() < each * PARTITIONS
        process = self.start()
        self.wait_for(each * PARTITIONS, process)
        for partition in range(PARTITIONS):
            self.put(partition, each, each + 10)
        self.wait_for((each + 10) * PARTITIONS, process)
        process.send_signal(signal.SIGTERM)
        process.wait(60)
        self.check(each + 10)


class TopicToSqlTests(Case):
    """With SQLite."""

    def test_killed_in_the_middle(self) -> None:
        self.kill_in_the_middle()

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
        process.wait(60)
        self.check(200)

    def test_a_database_that_fails_ends_it(self) -> None:
        pathlib.Path(self.database).write_text("this is no database, and long enough to be looked at as one" * 100)
        process = self.start()
        self.assertEqual(process.wait(60), 1)
        assert process.stderr is not None
        self.assertIn("not a database", process.stderr.read())


class PostgresTests(Case):
    """With PostgreSQL, where there is one."""

    @pytest.fixture(autouse=True)
    def _folder(self) -> None:
        self.database = os.environ.get("KLOG_POSTGRES", "")

    def connect(self) -> Any:
        import psycopg2

        return psycopg2.connect(self.database)

    def test_killed_in_the_middle(self) -> None:
        if not self.database:
            missing("KLOG_POSTGRES", "no database was named")
        self.kill_in_the_middle()
