"""``klog mirror run --to-directory`` and what starts on the directory: Apache Kafka 3.9.2 under ZooKeeper, and klog.

The source is klog; in ``make soak`` also Kafka of several versions. The process that copies is killed again and again. Then its directory
has the source's batches byte for byte, Kafka's own tool finds nothing wrong with it, and whoever serves it shows the same records, read
committed too.
"""

from __future__ import annotations

import contextlib
import json
import pathlib
import random
import shutil
import subprocess
import time
import unittest

import pytest

from klog.client.blocking.client import BlockingClient
from klog.client.blocking.groups import GroupOffsets
from klog.client.blocking.producer import BlockingProducer
from klog.model import TopicPartition
from tests import peers
from tests.integration import disk
from tests.integration.command import KLOG, environment, piped
from tests.integration.mirror.copies import fill, fill_compacted, verify
from tests.integration.mirror.test_versions import VERSIONS, codecs, source, stored
from tests.integration.running import kafka_broker, run_tool, zookeeper
from tests.integration.takeover import Folder

VERSION = "3.9.2"
OFFSETS = "__consumer_offsets"
COMPACTED = "web.compacted"
Facts = dict[bool, dict[str, dict[int, list[disk.Row]]]]


class ToDirectoryTests(Folder):
    """See the module."""

    def test_what_was_copied_is_served(self) -> None:
        self.copied_and_served("klog")

    @pytest.mark.soak
    def test_from_kafka(self) -> None:
        if not peers.SOAK:
            self.skipTest("in make soak")
        for version in VERSIONS[:-1]:
            home, self.folder = self.folder, self.folder / version
            self.folder.mkdir()
            with self.subTest(version):
                self.copied_and_served(version)
            self.folder = home

    def copied_and_served(self, version: str) -> None:
        data, second = self.folder / "data", self.folder / "second"
        with source(version) as (address, there):
            kinds = codecs(version)
            for kind in kinds:
                fill(address, f"web.{kind.name.lower()}", 1_000, 2, kind=kind)
            self.transactions(address)
            fill_compacted(address, COMPACTED)
            with BlockingClient(address) as client:
                GroupOffsets(client, "billing").commit({TopicPartition("web.none", 0): 123})
            shapes = {f"web.{kind.name.lower()}": 2 for kind in kinds}
            into = ("mirror", "run", "--from", address, "--to-directory", str(data), "--topics", f"web.*,{OFFSETS}")
            self.killed([*KLOG, *into, "--broker-id", "1"], address)
            facts = self.facts(address, shapes)
            self.assertLess(len(facts[True]["web.none"][0]), len(facts[False]["web.none"][0]), "some were aborted")
            ended = piped(*into, "--once", "-o", "json", timeout=120)
            self.assertEqual(ended.code, 0, ended.remarks)
            document = json.loads(ended.text)
            self.assertEqual({(row["lost"], row["cut"], row["records_behind"]) for row in document["topics"]}, {(0, 0, 0)})
            for topic in shapes:
                self.assertEqual(stored(data, topic), stored(there, topic), topic)
            self.look_at_files(data, shapes)
            shutil.copytree(data, second)
            self.klog_serves(second, address, facts, shapes)
            with zookeeper(VERSION, self.folder / "zookeeper") as keeper:
                handed = piped("mirror", "handover", str(data), "--zookeeper", f"{keeper}/mirrored", "-o", "json")
                self.assertEqual(handed.code, 0, handed.remarks)
                settings = {"log.dirs": str(data), "offsets.topic.replication.factor": "1"}
                with kafka_broker(VERSION, self.folder / "kafka", zookeeper=f"{keeper}/mirrored", settings=settings) as kafka:
                    self.kafka_serves(kafka, address, facts, shapes)
            refused = piped(*into, "--once")
            self.assertEqual((refused.code, "a broker has served" in refused.remarks), (1, True), refused.remarks)

    def transactions(self, address: str) -> None:
        """Some committed, some aborted."""
        with BlockingProducer(address, transactional_id="mirrored", client_id="mirrored") as producer:
            for number in range(6):
                with contextlib.suppress(ZeroDivisionError), producer.transaction():
                    for value in range(50):
                        producer.send("web.none", b"%d-%d" % (number, value), partition=0)
                    if number % 3 == 2:
                        producer.flush()
                        raise ZeroDivisionError

    def killed(self, command: list[str], address: str) -> None:
        """The process that copies is killed, at any time; the source goes on."""
        chance = random.Random(21)
        with BlockingProducer(address, client_id="meanwhile") as producer:
            for life in range(peers.soak_share(40)):
                process = subprocess.Popen(command, env=environment(), stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
                until = time.monotonic() + chance.uniform(0.5, 3)
                while time.monotonic() < until:
                    producer.send("web.gzip", b"%d" % life, partition=life % 2)
                    producer.flush()
                    time.sleep(0.05)
                self.assertIsNone(process.poll(), "it has ended by itself")
                process.kill()
                process.wait()

    def facts(self, address: str, shapes: dict[str, int]) -> Facts:
        """All records, and as read committed; of the compacted topic what each key has at last, whatever a cleaner has taken."""
        found: Facts = {committed: disk.read_topics(address, shapes, committed=committed) for committed in (False, True)}
        newest = {row.key: row for row in disk.read_topic(address, COMPACTED, 1)[0]}
        self.assertEqual(len(newest), 100)
        found[True][COMPACTED] = {0: sorted(row for row in newest.values() if row.value is not None)}
        return found

    def look_at_files(self, data: pathlib.Path, shapes: dict[str, int]) -> None:
        """Kafka's own tool has nothing to say, but of the gaps that compaction leaves."""
        files = [
            path for topic in (*shapes, COMPACTED) for path in disk.segment_files(data, topic, ".log", ".index", ".timeindex", ".snapshot")
        ]
        dump = disk.dump_log(VERSION, files, "--deep-iteration", "--index-sanity-check")
        self.assertEqual([line for line in dump.complaints if not (COMPACTED in line or " is followed by " in line)], [])
        for name in ("replication-offset-checkpoint", "recovery-point-offset-checkpoint", ".kafka_cleanshutdown", "meta.properties"):
            self.assertTrue((data / name).exists(), name)

    def klog_serves(self, data: pathlib.Path, address: str, facts: Facts, shapes: dict[str, int]) -> None:
        """With the topics' configurations, since the records are of 2020."""
        with self.broker(data) as broker:
            self.assertEqual(self.facts(broker.address, shapes), facts)
            self.assertEqual(disk.topic_configs(broker.address, "web.lz4"), disk.topic_configs(address, "web.lz4"))
            broker.stop()
            self.assertEqual([*disk.lines(broker.output(), "not closed in order")], [])

    def kafka_serves(self, kafka: str, address: str, facts: Facts, shapes: dict[str, int]) -> None:
        """The same records, groups' offsets and configurations; and it goes on, behind them."""
        self.assertEqual(self.facts(kafka, shapes), facts)
        compared, document = verify(address, kafka, "--topics", f"web.*,!{COMPACTED}", "--complete")
        self.assertEqual((compared.code, document["findings"]), (0, []), compared.remarks)
        self.assertEqual(disk.topic_configs(kafka, COMPACTED), disk.topic_configs(address, COMPACTED))
        with BlockingClient(kafka) as client:
            committed = GroupOffsets(client, "billing").fetch([TopicPartition("web.none", 0)])
            self.assertEqual(committed[TopicPartition("web.none", 0)].offset, 123)
        end = disk.ends(kafka, "web.lz4", 2)[0]
        self.assertEqual(disk.produce(kafka, "web.lz4", 0, [b"new"], **{"enable.idempotence": True}), [end])
        if peers.SOAK:
            said = run_tool(
                VERSION,
                "console-consumer",
                *("--bootstrap-server", kafka, "--topic", "web.none", "--partition", "0", "--offset", "earliest"),
                *("--isolation-level", "read_committed", "--timeout-ms", "5000"),
                check=False,
            )
            self.assertIn("4-49", said)
            self.assertNotIn("2-49", said)


if __name__ == "__main__":
    unittest.main()
