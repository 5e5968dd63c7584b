"""The example ``docs/examples/split_access_log.py``: each input once, though its processes are killed again and again."""

from __future__ import annotations

import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import time
import unittest

import pytest

from klog.client.blocking.client import BlockingClient
from klog.model import EARLIEST_TIMESTAMP, LATEST_TIMESTAMP, TopicPartition
from klog.testing.embedded import Broker
from tests.peers import ROOT, soak_share

TWISTD = "from twisted.scripts.twistd import run; run()"
EXAMPLE = ROOT / "docs" / "examples" / "split_access_log.py"


class SplitTests(unittest.TestCase):
    """A broker in this process."""

    @pytest.fixture(autouse=True)
    def _folder(self, tmp_path: pathlib.Path) -> None:
        self.folder = tmp_path

    def setUp(self) -> None:
        self.broker = Broker({"group.initial.rebalance.delay.ms": "0"}, topics={"access": 2, "requests": 2, "rejected": 1}).start()
        self.addCleanup(self.broker.stop)

    def start(self, *arguments: str, **environment: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, *arguments],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.addCleanup(process.stdout.close)  # type: ignore[union-attr]
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def put(self, begin: int, end: int) -> None:
        for number in range(begin, end):
            line = {"uri": f"/page/{number}?q"} if number % 10 else ["no request", number]
            self.broker.put("access", [json.dumps(line).encode()], partition=number % 2)

    def committed(self) -> tuple[list[str], int]:
        """The paths that readers of committed data see, and how many records were rejected."""
        with BlockingClient(self.broker.bootstrap) as client:
            found: dict[str, list[bytes | None]] = {"requests": [], "rejected": []}
            for topic, count in (("requests", 2), ("rejected", 1)):
                for number in range(count):
                    tp = TopicPartition(topic, number)
                    end = client.list_offsets([tp], LATEST_TIMESTAMP, isolation="read_committed")[tp].offset
                    start = client.list_offsets([tp], EARLIEST_TIMESTAMP)[tp].offset
                    found[topic] += [message.key for message in client.read(tp, start, end, isolation="read_committed")]
        return sorted((key or b"").decode() for key in found["requests"]), len(found["rejected"])

    def wait_for(self, count: int, process: subprocess.Popen[str]) -> None:
        end_s = time.monotonic() + 90
        while True:
            requests, rejected = self.committed()
            if len(requests) + rejected >= count:
                return
            self.assertLess(time.monotonic(), end_s, f"{len(requests)} + {rejected} of {count}")
            self.assertIsNone(process.poll(), "it ended")
            time.sleep(0.05)

    def test_killed_again_and_again(self) -> None:
        """By a name of its own, so that nobody waits for what is open."""
        chance = random.Random(7)
        arguments = (str(EXAMPLE), "--kafka", self.broker.bootstrap, "--name", "one")
        count = 0
        for _ in range(max(2, soak_share(20))):
            self.put(count, count + 200)
            count += 200
            process = self.start(*arguments)
            self.wait_for(count - 200 + 1, process)
            time.sleep(chance.random() * 0.05)
            process.kill()
            process.wait()
        process = self.start(*arguments)
        self.wait_for(count, process)
        process.send_signal(signal.SIGTERM)
        said, _ = process.communicate(timeout=60)
        self.assertIn(process.returncode, (0, -signal.SIGTERM), said)
        self.assertNotIn("Traceback", said)
        requests, rejected = self.committed()
        self.assertEqual(requests, sorted(f"/page/{number}" for number in range(count) if number % 10))
        self.assertEqual(rejected, count // 10)

    def test_by_twistd(self) -> None:
        """Settings from the environment; it ends in order."""
        self.put(0, 20)
        process = self.start("-c", TWISTD, "-n", "-y", str(EXAMPLE), SPLIT_KAFKA=self.broker.bootstrap)
        self.wait_for(20, process)
        process.send_signal(signal.SIGTERM)
        said, _ = process.communicate(timeout=60)
        self.assertIn(process.returncode, (0, -signal.SIGTERM), said)
        self.assertNotIn("Traceback", said)

    def test_what_cannot_be(self) -> None:
        """One sentence, and exit code 1."""
        self.put(0, 1)
        # The record is none that can be read, and there can be no such topic.
        process = self.start(str(EXAMPLE), "--kafka", self.broker.bootstrap, "--bad", "no such name")
        said, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 1, said)
        self.assertIn("the work function failed 3 times in a row", said)
