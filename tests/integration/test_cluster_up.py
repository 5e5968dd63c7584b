"""``klog cluster up``: three brokers and ZooKeeper at one command; what dies is told, and all end with it."""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from typing import Any

from tests.integration.command import KLOG, environment, piped
from tests.integration.running import Process
from tests.integration.zookeepers import PATIENCE_S, runtime
from tests.zookeeper.embedded.test_end_with_parent import is_alive


class ClusterUpTests(unittest.TestCase):
    """With real processes."""

    def setUp(self) -> None:
        self.runtime = runtime()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-test-")).resolve()
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.arguments = ["cluster", "up", "--base-port", "0", "--zookeeper-port", "0", "--zookeeper-jars", self.runtime.jars.folder]
        self.arguments += ["--dir", str(self.folder / "c"), "--heap-mb", "96", "--set", "offsets.topic.num.partitions=3"]

    def up(self, *more: str) -> Process:
        server = Process([*KLOG, *self.arguments, "-o", "json", *more], r'^\{"ready": .*', environment=environment())
        self.addCleanup(lambda: server.process.poll() is None and server.kill())
        return server

    def events(self, server: Process) -> list[dict[str, Any]]:
        return [json.loads(line)["process"] for line in server.output().splitlines() if line.startswith('{"process"')]

    def pids(self, server: Process) -> dict[str, int]:
        return {one["name"]: one["pid"] for one in self.events(server) if one["state"] == "ready"}

    def wait(self, server: Process) -> int:
        try:
            return server.wait(2 * PATIENCE_S)
        except subprocess.TimeoutExpired:
            logs = {path.name: path.read_text()[-2000:] for path in (self.folder / "c").glob("*.log")}
            raise AssertionError(f"it does not end: {server.output()}\n{logs}") from None

    def all_gone(self, pids: dict[str, int]) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while any(map(is_alive, pids.values())) and time.monotonic() < deadline:
            time.sleep(0.02)
        self.assertEqual([name for name, pid in pids.items() if is_alive(pid)], [])

    def test_a_day_in_its_life(self) -> None:
        server = self.up()
        assert server.match is not None
        ready = json.loads(server.match[0])["ready"]
        bootstrap = ready["bootstrap"]
        pids = self.pids(server)
        self.assertEqual(sorted(pids), ["broker 1", "broker 2", "broker 3", "zookeeper"])
        made = piped("topic", "create", "orders", "-p", "6", bootstrap=bootstrap)
        self.assertEqual(made.code, 0, made.remarks)
        sent = piped("cat", "-P", "-b", bootstrap, "-t", "orders", data=b"".join(b"%d\n" % number for number in range(100)))
        self.assertEqual(sent.code, 0, sent.remarks)
        found = json.loads(piped("cluster", "-o", "json", bootstrap=bootstrap).text)
        self.assertEqual([row["broker"] for row in found["brokers"]], [1, 2, 3])
        self.assertTrue(all(row["leaders"] >= 2 for row in found["brokers"]), found)
        # One dies: it is told, the others go on.
        os.kill(pids["broker 2"], signal.SIGKILL)
        deadline = time.monotonic() + PATIENCE_S
        while "broker 2 ended of signal 9" not in server.output() and time.monotonic() < deadline:
            time.sleep(0.02)
        self.assertIn("broker 2 ended of signal 9", server.output())
        self.assertIsNone(server.process.poll())
        server.process.send_signal(signal.SIGINT)
        self.assertEqual(self.wait(server), 1, server.output())  # for the one that died
        self.assertNotIn("Traceback", server.output())
        self.all_gone(pids)
        states = [(one["name"], one["state"]) for one in self.events(server)]
        self.assertEqual(states[-1], ("zookeeper", "ended"))
        self.assertLess(max(states.index((f"broker {number}", "ended")) for number in (1, 3)), states.index(("zookeeper", "ending")))
        # The same again: everything is still there.
        server = self.up()
        assert server.match is not None
        bootstrap = json.loads(server.match[0])["ready"]["bootstrap"]
        read = piped("cat", "-C", "-b", bootstrap, "-t", "orders", "-o", "beginning", "-e", "-q")
        self.assertEqual(sorted(map(int, read.out.split())), list(range(100)), read.remarks)
        pids = self.pids(server)
        # Killed hard, nothing of it stays.
        server.kill()
        self.all_gone(pids)
