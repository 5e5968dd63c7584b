"""What a disk has lost is told at the start, and remembered."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.lifecycle.assembly import Broker
from klog.model import TopicPartition
from klog.storage.directories.recovery_losses import read_losses
from klog.storage.filenames import CLEAN_SHUTDOWN, RECOVERY_LOSSES
from klog.testing.broker import DATA_DIRECTORY, MemoryBroker
from klog.testing.filesystem import MemoryFileSystem
from tests.broker.lifecycle.test_service import batch, make_topic, produce


class LossesTests(SynchronousTestCase):
    """`tell_losses`."""

    def broker(self, **properties: str) -> MemoryBroker:
        broker = MemoryBroker({name.replace("_", "."): value for name, value in properties.items()}).start()
        self.addCleanup(broker.stop)
        return broker

    def lose_the_end(self, broker: MemoryBroker) -> MemoryFileSystem:
        """It stops, and its next start finds a torn batch at the end of t-0."""
        broker.stop()
        fs, path = broker.file_system, f"{DATA_DIRECTORY}/t-0/{0:020d}.log"
        fs.remove(f"{DATA_DIRECTORY}/{CLEAN_SHUTDOWN}")
        for checkpoint in ("recovery-point-offset-checkpoint", "replication-offset-checkpoint"):
            fs.write(f"{DATA_DIRECTORY}/{checkpoint}", b"0\n0\n")
        fs.write(path, fs.read(path)[:-5])
        return fs

    def test_what_recovery_cut_is_told_and_remembered(self) -> None:
        """By partition, at the start and until a start cuts something again."""
        broker = self.broker()
        client = broker.connect()
        make_topic(client, "t")
        for value in (b"a", b"b"):
            client.ask(*produce("t", batch(value)))
        fs = self.lose_the_end(broker)
        told: list[str] = []
        self.patch(Broker, "warn", lambda _, sentence: told.append(sentence))
        broker.start()
        [sentence] = [one for one in told if "klog doctor" in one]
        self.assertRegex(sentence, r"recovery: t-0 ends at 1 \([0-9]+ torn bytes cut off\)")
        found = read_losses(fs, DATA_DIRECTORY)
        assert found is not None
        self.assertEqual((found.count, found.worst[0].partition, found.worst[0].end_offset), (1, TopicPartition("t", 0), 1))
        self.assertEqual(found.at_ms, broker.broker.environment.now_ms())
        broker.stop()
        broker.start()
        self.assertEqual(read_losses(fs, DATA_DIRECTORY), found)

    def test_losses_that_cannot_be_written_are_told(self) -> None:
        """The broker serves all the same."""
        broker = self.broker()
        client = broker.connect()
        make_topic(client, "t")
        client.ask(*produce("t", batch(b"a")))
        fs = self.lose_the_end(broker)
        fs.make_directory(f"{DATA_DIRECTORY}/{RECOVERY_LOSSES}.tmp")
        told: list[str] = []
        self.patch(Broker, "warn", lambda _, sentence: told.append(sentence))
        broker.start()
        [sentence] = [one for one in told if RECOVERY_LOSSES in one]
        self.assertIn("not kept", sentence)
        self.assertEqual(broker.connect().ask(*produce("t", batch(b"b"))).responses[0].partition_responses[0].error_code, 0)
