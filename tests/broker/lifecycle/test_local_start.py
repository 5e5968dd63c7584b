"""The start of a broker that is alone: whose its data is, and what was remembered."""

from __future__ import annotations

import subprocess
import sys

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.lifecycle.assembly import StartRefused
from klog.storage.atomic_files import TEMPORARY
from klog.storage.directories.partition_metadata import read_partition_metadata
from klog.testing.broker import DATA_DIRECTORY, MemoryBroker
from klog.wire.messages.delete_topics import DeleteTopicsRequest
from tests.broker.lifecycle.test_service import batch, fetch, make_topic, produce, values_in


class RefusedTests(SynchronousTestCase):
    """The data is somebody else's."""

    def refused(self, broker: MemoryBroker) -> str:
        error = self.assertRaises(StartRefused, broker.start)
        self.assertEqual(broker.announced, [])
        sentence = str(error)
        self.assertNotIn("\n", sentence)
        return sentence

    def test_another_brokers_directory(self) -> None:
        first = MemoryBroker({"broker.id": "3"}).start()
        first.stop()
        self.assertIn("belongs to broker 3, not 4", self.refused(MemoryBroker({"broker.id": "4"}, file_system=first.file_system)))
        again = MemoryBroker(file_system=first.file_system).start()
        self.assertEqual(again.broker.broker_id, 3)
        again.stop()

    def test_another_clusters_directory(self) -> None:
        first = MemoryBroker({"klog.cluster.id": "AAAAAAAAAAAAAAAAAAAAAA"}).start()
        assert first.broker.coordination is not None
        self.assertEqual(first.broker.coordination.cluster_id(), "AAAAAAAAAAAAAAAAAAAAAA")
        first.stop()
        other = MemoryBroker({"klog.cluster.id": "BBBBBBBBBBBBBBBBBBBBBA"}, file_system=first.file_system)
        self.assertIn("belongs to cluster AAAAAAAAAAAAAAAAAAAAAA", self.refused(other))


class RememberedTests(SynchronousTestCase):
    """What was remembered counts; where it is lost the broker goes on."""

    def test_corrupt_state(self) -> None:
        first = MemoryBroker({"log.retention.hours": "1"}).start()
        client = first.connect()
        make_topic(client, "t", retention_ms="1000")
        client.ask(*produce("t", batch(b"a")))
        first.stop()
        path = f"{DATA_DIRECTORY}/klog.state"
        first.file_system.open(path, write=True).write_at(40, [b"XX"])
        first.start()
        self.assertTrue(first.file_system.exists(path + ".damaged"))
        client = first.connect()
        self.assertEqual(values_in(client.ask(*fetch("t"))), [b"a"])
        # Its configurations are unknown: retention does not touch it, and takes what is as old where they are known.
        make_topic(client, "known")
        client.ask(*produce("known", batch(b"b")))
        first.advance(3600 * 2, step=600)
        client = first.connect()
        self.assertEqual((values_in(client.ask(*fetch("t"))), values_in(client.ask(*fetch("known")))), ([b"a"], []))
        first.stop()

    def test_interrupted_deletion_is_finished(self) -> None:
        broker = MemoryBroker().start()
        self.addCleanup(broker.stop)
        client = broker.connect()
        make_topic(client, "t")
        client.ask(DeleteTopicsRequest(topic_names=["t"], timeout_ms=1000), 4)
        after = broker.crash()
        after.start()
        assert after.broker.partitions is not None
        self.assertIsNone(after.broker.partitions.get("t", 0))
        after.stop()

    def test_killed_before_a_new_topics_id_was_written(self) -> None:
        """Its directory is there by then, and what is remembered of it: it is the same topic, with its configurations."""
        broker = MemoryBroker().start()
        self.addCleanup(broker.stop)
        make_topic(broker.connect(), "t", retention_ms="1000")
        before = _topic(broker)
        broker.kill()
        path = f"{DATA_DIRECTORY}/t-0/partition.metadata"
        broker.file_system.rename(path, path + TEMPORARY)
        broker.start()
        self.assertEqual(_topic(broker), before)
        self.assertEqual(read_partition_metadata(broker.file_system, f"{DATA_DIRECTORY}/t-0"), before[0])


def _topic(broker: MemoryBroker) -> tuple[bytes, dict[str, str], bool]:
    """Id and configurations of the topic t, and whether these are known."""
    assert broker.broker.coordination is not None
    topic = broker.broker.coordination.topics()["t"]
    return topic.topic_id, dict(topic.configs), topic.configs_known


class ImportsTests(SynchronousTestCase):
    """What is imported until a broker that is alone serves, which is most of the time of its start."""

    def test_what_it_does_without(self) -> None:
        """Other brokers, TLS, ZooKeeper, mirrors, audit, patterns of topics: each is imported with the first that asks for it."""
        without = [
            "re2",
            "twisted.internet.endpoints",
            "klog.client",
            "klog.broker.audit.assembly",
            "klog.broker.lifecycle.replication_assembly",
            "klog.broker.lifecycle.zookeeper_start",
            "klog.mirror.decisions.records",
            "klog.mirror.engine",
            "klog.net.broker_connection",
            "klog.net.key_stores",
            "klog.net.tls",
            "klog.zookeeper",
        ]
        code = (
            "import sys, klog.server, klog.broker.lifecycle.service, klog.broker.lifecycle.mirror_host, klog.mirror.application\n"
            f"print(sorted(set({without}) & set(sys.modules)))"
        )
        found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        self.assertEqual(found.strip(), "[]")
