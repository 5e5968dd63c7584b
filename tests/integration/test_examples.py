"""The example services on Apache Kafka 4.3.1, one behind the other: an access log into a topic, the topic into a database."""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.request

from tests.integration.group_brokers import QUICK
from tests.integration.running import kafka_broker
from tests.peers import ROOT

SETTINGS = {
    **QUICK,
    "num.partitions": "3",
    "transaction.state.log.replication.factor": "1",
    "transaction.state.log.min.isr": "1",
    "transaction.state.log.num.partitions": "1",
}
REQUESTS = 120


def start(name: str, *arguments: str) -> subprocess.Popen[str]:
    """An example as a process."""
    return subprocess.Popen(
        [sys.executable, str(ROOT / "docs/examples" / name), *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


class ExamplesTests(unittest.TestCase):
    """Nothing is missing and nothing is there twice, though one is killed and somebody aborts a transaction."""

    def test_web_to_topic_to_database(self) -> None:
        with contextlib.ExitStack() as stack:
            folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="klog-test-", ignore_cleanup_errors=True)))
            kafka = stack.enter_context(kafka_broker("4.3.1", folder / "kafka", settings=SETTINGS, kill=True))
            (folder / "index.html").write_text("hello")
            database = folder / "access.sqlite"
            web = self.process(stack, "access_log.py", "--kafka", kafka, "--port", "0", "--root", str(folder))
            url = self.url(web)
            copier = ("topic_to_sql.py", "--kafka", kafka, "--topic", "access", "--database", str(database), "--batch", "10")
            self.get(url, 0, 10)
            first = self.process(stack, *copier)
            self.wait_for(database, 10)
            self.get(url, 10, 60)
            first.kill()
            first.wait()
            self.get(url, 60, REQUESTS)
            self.in_transactions(kafka)
            second = self.process(stack, *copier)
            web.send_signal(signal.SIGTERM)
            self.assertEqual(web.wait(60), 0)
            self.wait_for(database, REQUESTS + 2)
            second.send_signal(signal.SIGTERM)
            self.assertEqual(second.wait(60), 0)
            rows = self.query(database, "SELECT record_value FROM records WHERE record_key = CAST('127.0.0.1' AS BLOB) ORDER BY at_offset")
            expected = [f"/index.html?{number}" for number in range(REQUESTS)]
            self.assertEqual([json.loads(value)["uri"] for (value,) in rows], expected, "one client's requests are in order")
            others = self.query(database, "SELECT record_value FROM records WHERE record_key IS NULL ORDER BY record_value")
            self.assertEqual(others, [(b"committed 0",), (b"committed 1",)])

    def process(self, stack: contextlib.ExitStack, *arguments: str) -> subprocess.Popen[str]:
        made = start(*arguments)
        assert made.stdout is not None
        stack.callback(made.stdout.close)
        stack.callback(made.wait)
        stack.callback(made.kill)
        return made

    def url(self, web: subprocess.Popen[str]) -> str:
        assert web.stdout is not None
        for line in web.stdout:
            if found := re.search(r"http://\S+/$", line.strip()):
                return found[0]
        raise AssertionError("the web server ended")

    def get(self, url: str, begin: int, end: int) -> None:
        for number in range(begin, end):
            with urllib.request.urlopen(f"{url}index.html?{number}", timeout=20) as answer:
                self.assertEqual(answer.read(), b"hello")

    def in_transactions(self, kafka: str) -> None:
        """Two records that count, and two that do not."""
        from confluent_kafka import Producer

        producer = Producer({"bootstrap.servers": kafka, "transactional.id": "t"})
        producer.init_transactions(60)
        for what in ("aborted", "committed"):
            producer.begin_transaction()
            for number in range(2):
                producer.produce("access", f"{what} {number}".encode())
            producer.flush(60)
            if what == "aborted":
                producer.abort_transaction(60)
            else:
                producer.commit_transaction(60)

    def query(self, database: pathlib.Path, sql: str) -> list[tuple[bytes, ...]]:
        with contextlib.closing(sqlite3.connect(database, timeout=30)) as connection:
            return list(connection.execute(sql))

    def wait_for(self, database: pathlib.Path, count: int) -> None:
        end_s = time.monotonic() + 120
        found = 0
        while found < count:
            self.assertLess(time.monotonic(), end_s, f"{found} of {count}")
            time.sleep(0.05)
            with contextlib.suppress(sqlite3.OperationalError):
                found = int(self.query(database, "SELECT count(*) FROM records")[0][0])
