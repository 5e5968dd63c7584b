"""What both directions of a takeover have in common."""

from __future__ import annotations

import json
import os
import pathlib
import random
import shutil
import tempfile
import unittest

from klog.model import topic_id_to_text
from klog.storage.filesystem import RealFileSystem
from klog.storage.partition_metadata import read_partition_metadata
from klog.storage.state_file import StateFile
from tests.integration import disk
from tests.integration.running import KlogBroker, run_tool

CODECS = ("none", "gzip", "snappy", "lz4", "zstd")
CONFIGS = {"retention.ms": "987654321", "segment.bytes": str(2 << 20), "index.interval.bytes": "600", "max.message.bytes": "900000"}


class Folder(unittest.TestCase):
    """A folder per test; values by a seeded source."""

    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-takeover-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.random = random.Random(int(os.environ.get("KLOG_SEED", "5")))

    def values(self, name: str, count: int) -> list[bytes]:
        return [b"%s %d " % (name.encode(), number) + self.random.randbytes(self.random.randrange(100)) for number in range(count)]

    def broker(self, data: pathlib.Path, **settings: str) -> KlogBroker:
        """klog on a directory that exists."""
        broker = KlogBroker(self.folder, settings={name.replace("_", "."): value for name, value in settings.items()})
        broker.data = data
        return broker

    def in_every_codec(self, address: str, topic: str, partitions: int) -> None:
        for number, codec in enumerate(CODECS):
            values = {partition: self.values(f"{codec} {partition}", 150) for partition in range(partitions)}
            disk.produce_all(address, topic, values, **{"compression.codec": codec, "enable.idempotence": number % 2 == 0})

    def tell_zookeeper(self, version: str, keeper: str, *data: pathlib.Path) -> None:
        """What a broker on ZooKeeper has to find there to go on with these directories, through ZooKeeper's own shell."""
        fs = RealFileSystem()
        state = StateFile(fs, str(data[0] / "klog.state")).load()
        assert state is not None
        nodes: list[tuple[str, object]] = [("/cluster", ""), ("/cluster/id", {"version": "1", "id": state.cluster_id})]
        nodes += [(path, "") for path in ("/brokers", "/brokers/topics", "/config", "/config/topics")]
        block = {"version": 1, "broker": 1, "block_start": "0", "block_end": str(max(state.next_producer_id - 1, 0))}
        nodes.append(("/latest_producer_id_block", block))
        for name, topic in state.topics.items():
            partitions = {str(number): [1] for number in range(topic.partitions)}
            home = next(one for one in data if (one / f"{name}-0").exists())
            topic_id = read_partition_metadata(fs, str(home / f"{name}-0"))
            self.assertEqual(topic_id, topic.topic_id)
            assert topic_id is not None
            described = {
                "version": 3,
                "topic_id": topic_id_to_text(topic_id),
                "partitions": partitions,
                "adding_replicas": {},
                "removing_replicas": {},
            }
            nodes += [(f"/brokers/topics/{name}", described), (f"/brokers/topics/{name}/partitions", "")]
            nodes.append((f"/config/topics/{name}", {"version": 1, "config": dict(topic.configs)}))
            for number in partitions:
                leader = {"version": 1, "leader": 1, "leader_epoch": state.leader_epoch + 1, "controller_epoch": 0, "isr": [1]}
                nodes += [
                    (f"/brokers/topics/{name}/partitions/{number}", ""),
                    (f"/brokers/topics/{name}/partitions/{number}/state", leader),
                ]
        script = "".join(f"create {path} {json.dumps(content, separators=(',', ':')) if content else ''}\n" for path, content in nodes)
        said = run_tool(version, "java", "org.apache.zookeeper.ZooKeeperMain", "-server", keeper, input_bytes=(script + "quit\n").encode())
        self.assertEqual(said.count("Created "), len(nodes), said[-3000:])
