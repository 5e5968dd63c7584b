"""``klog mirror handover``."""

from __future__ import annotations

import contextlib
import io
import pathlib
import tempfile
import unittest

from twisted.trial.unittest import SynchronousTestCase

from klog.cli.exit_codes import CommandFailed, Exit
from klog.cli.main import run
from klog.cli.mirror.handover import recovered, register_with
from klog.directory_mirror.data_directory import MirrorDirectory
from klog.mirror.decisions.records import TopicRecord
from klog.mirror.decisions.states import TopicState
from klog.testing.filesystem import MemoryFileSystem
from klog.testing.reactor import MemoryReactor
from klog.testing.zookeeper import MemoryZooKeeper
from klog.zookeeper.client import ZookeeperClient
from tests.cli.rig import Captured
from tests.directory_mirror.test_registration import DIRECTORY
from tests.storage.log.test_copied_batches import batch


class RecoveredTests(unittest.TestCase):
    """What a kill has left is recovered."""

    def test_after_a_kill(self) -> None:
        fs = MemoryFileSystem(lambda: 1)
        directory = MirrorDirectory(fs, "/data", lambda: 1, lambda sentence: None)
        directory.open("mine", 2)
        directory.accounts.topics["t"] = TopicRecord(TopicState.ACTIVE)
        directory.save()
        directory.add("t", bytes(range(16)), 1)
        directory.copies[0].append(batch(0, 3, epoch=5, producer_id=9))
        fs.process_ended()
        for _ in range(2):
            handed = recovered(fs, "/data", Captured())
            self.assertEqual((handed.cluster_id, handed.broker_id, handed.next_producer_id), ("mine", 2, 10))
            self.assertEqual(handed.topics["t"].leader_epochs, {0: 5})
        self.assertTrue(fs.exists("/data/.kafka_cleanshutdown"))

    def test_an_open_transaction_is_told(self) -> None:
        """Its producer wrote to the source, and nobody ends it here."""
        fs = MemoryFileSystem(lambda: 1)
        directory = MirrorDirectory(fs, "/data", lambda: 1, lambda sentence: None)
        directory.open("mine", 2)
        directory.accounts.topics["t"] = TopicRecord(TopicState.ACTIVE)
        directory.save()
        directory.add("t", bytes(range(16)), 2)
        for copy in directory.copies:
            copy.append(batch(0, 3, epoch=5))
            copy.append(batch(3, 2, epoch=5, producer_id=9, is_transactional=True))
        self.assertTrue(directory.close())
        out = Captured()
        recovered(fs, "/data", out)
        self.assertRegex(out.err.data.decode(), "t-0: a transaction is open from offset 3 on, and likewise in 1 more partition")

    def test_what_is_no_mirrors(self) -> None:
        fs = MemoryFileSystem(lambda: 1)
        fs.make_directory("/data")
        for path, words in (("/data", "holds no copy"), ("/nowhere", "is no directory")):
            with self.assertRaisesRegex(CommandFailed, words):
                recovered(fs, path, Captured())


class ZooKeeperTests(SynchronousTestCase):
    """Registered, or told why not."""

    def test_registered(self) -> None:
        reactor = MemoryReactor()
        zookeeper = MemoryZooKeeper(reactor)
        for directory, refused in ((DIRECTORY, False), (DIRECTORY._replace(cluster_id="other"), True)):
            client = ZookeeperClient(zookeeper.connect, reactor=reactor)
            try:
                reactor.until(register_with(client, "zk", directory))
                self.assertFalse(refused)
            except CommandFailed as error:
                self.assertTrue(refused)
                self.assertIn("ZooKeeper at zk: another cluster is there", error.sentence)
            reactor.until(client.close())
        self.assertIn("/brokers/topics/web.a", zookeeper.tree.paths())

    def test_nobody_there(self) -> None:
        reactor = MemoryReactor()
        client = ZookeeperClient("192.0.2.99:2181", reactor=reactor)
        error = self.assertRaises(CommandFailed, reactor.until, register_with(client, "zk", DIRECTORY))
        self.assertEqual(error.code, Exit.UNREACHABLE)
        reactor.until(client.close())


class FileTests(unittest.TestCase):
    """The broker's settings."""

    def test_a_file_without_zookeeper(self) -> None:
        with tempfile.TemporaryDirectory(prefix="klog-test-") as folder:
            path = pathlib.Path(folder) / "server.properties"
            path.write_text("log.dirs=/nowhere\n")
            err = io.StringIO()
            with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(err):
                code = run(["mirror", "handover", folder, "-c", str(path)])
            self.assertEqual((code, "no zookeeper.connect" in err.getvalue()), (2, True), err.getvalue())
