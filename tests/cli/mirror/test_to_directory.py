"""``klog mirror run --to-directory`` and ``klog mirror handover``, in this process, from an embedded broker."""

from __future__ import annotations

import contextlib
import io
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
from typing import ClassVar

from klog.cli.bars import Part
from klog.cli.main import run
from klog.cli.mirror.to_directory import shows
from klog.client.blocking.client import BlockingClient
from klog.directory_mirror.job import Progress
from klog.model import TopicPartition
from klog.testing.embedded import Broker
from tests.mirror.verify.rig import SETTINGS, batches


class CommandTests(unittest.TestCase):
    """The command: each is a process of its own, since a reactor runs once."""

    a: ClassVar[Broker]
    client: ClassVar[BlockingClient]

    @classmethod
    def setUpClass(cls) -> None:
        cls.a = Broker(SETTINGS).start()
        cls.addClassCleanup(cls.a.stop)
        cls.client = BlockingClient(cls.a.bootstrap, allow_auto_create_topics=False)
        cls.addClassCleanup(cls.client.close)
        cls.a.create_topic("web.a", 1, {"segment.bytes": "1048576"})
        for one in batches(3):
            cls.client.produce(TopicPartition("web.a", 0), one)

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="klog-test-")
        self.addCleanup(folder.cleanup)
        self.data = pathlib.Path(folder.name) / "data"

    def command(self, *arguments: str) -> tuple[int, str, str]:
        done = subprocess.run([sys.executable, "-m", "klog", *arguments], capture_output=True, text=True, timeout=120, check=False)
        return done.returncode, done.stdout, done.stderr

    def test_once_and_handed_over(self) -> None:
        into = ("mirror", "run", "--from", self.a.bootstrap, "--to-directory", str(self.data))
        code, text, remarks = self.command(*into, "--once", "--cluster-id", "mine", "--broker-id", "3", "-o", "json")
        self.assertEqual(code, 0, remarks)
        found = json.loads(text)
        self.assertEqual((found["mirror"]["cluster_id"], found["mirror"]["broker_id"]), ("mine", 3))
        [topic] = found["topics"]
        self.assertEqual((topic["topic"], topic["offsets"], topic["records_behind"], topic["lost"]), ("web.a", 30, 0, 0))
        self.assertEqual(found["partitions"][0]["end"], 30)
        self.assertRegex(remarks, r"30 offsets .*is of cluster mine, broker 3\.\n$")
        code, text, remarks = self.command("mirror", "handover", str(self.data), "-o", "json")
        self.assertEqual(code, 0, remarks)
        [row] = json.loads(text)["handover"]
        self.assertEqual((row["cluster_id"], row["broker_id"], row["topics"], row["partitions"]), ("mine", 3, 1, 1))
        # A table, and what does not fit.
        code, text, remarks = self.command(*into, "--once")
        self.assertEqual((code, "web.a" in text), (0, True), remarks)
        code, _, remarks = self.command(*into, "--once", "--cluster-id", "other")
        self.assertEqual((code, "belongs to cluster mine" in remarks), (1, True), remarks)

    def test_no_such_topic(self) -> None:
        into = ("mirror", "run", "--from", self.a.bootstrap, "--to-directory", str(self.data))
        code, _, remarks = self.command(*into, "--once", "--topics", "nowhere")
        self.assertEqual((code, "topic nowhere is not in the source" in remarks), (4, True), remarks)


class OptionTests(unittest.TestCase):
    """What does not fit together is told before anything is done."""

    def command(self, *arguments: str) -> tuple[int, str]:
        err = io.StringIO()
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(err):
            code = run(["mirror", *arguments])
        return code, err.getvalue()

    def test_options_that_do_not_fit(self) -> None:
        source = ("run", "--from", "127.0.0.1:1")
        into = (*source, "--to-directory", "/nowhere/data")
        for arguments, words in (
            (source, "--to, or --to-directory"),
            ((*into, "--to", "x:1"), "--to, or --to-directory"),
            ((*into, "--alias", "x"), "--alias is for --to"),
            ((*into, "--commit-groups"), "--commit-groups is for --to"),
            ((*into, "--audit"), "--audit is for --to"),
            ((*into, "--topics", "!x"), "only takes out"),
            ((*into, "--cluster-id", "a b"), "--cluster-id"),
            ((*source, "--to", "x:1"), "--alias is needed"),
            ((*source, "--to", "x:1", "--alias", "x", "--cluster-id", "y"), "--cluster-id is for --to-directory"),
            ((*source, "--to", "x:1", "--alias", "x", "--on-loss", "follow"), "--on-loss follow is for --to-directory"),
            (("handover", "/nowhere", "--zookeeper", "x:1", "-c", "y"), "--zookeeper, or -c"),
        ):
            code, remarks = self.command(*arguments)
            self.assertEqual((code, words in remarks), (2, True), (arguments, remarks))

    def test_the_bar(self) -> None:
        shown: list[Part] = []
        draw = shows(shown.append, 0.0, lambda: 10.0)
        draw(Progress(5, 10, 1000))
        self.assertEqual((shown[0].done, shown[0].total), (5, 10))
        self.assertIn("1,000 B", shown[0].facts)
        self.assertIn("left", shown[0].facts)
