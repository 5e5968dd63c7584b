"""What both directions of a takeover have in common."""

from __future__ import annotations

import itertools
import json
import os
import pathlib
import random
import shutil
import tempfile
import unittest
from collections.abc import Iterable, Sequence

from klog.model import TopicPartition, topic_id_to_text
from klog.records.contract import CONTROL, TRANSACTIONAL, Entry
from klog.records.implementations import codec
from klog.storage.cold_read import wait_for as wait_for_disk
from klog.storage.directories.directory import LogDirectory
from klog.storage.directories.partition_metadata import read_partition_metadata
from klog.storage.directories.state_file import StateFile
from klog.storage.directories.topic_ids import new_topic_id
from klog.storage.disk_work import do_now
from klog.storage.filesystem import RealFileSystem
from klog.storage.segments.txn_index import AbortedTxn, TxnIndex
from klog.storage.settings import LogSettings
from tests.integration import disk
from tests.integration.running import KlogBroker, run_tool

CODECS = ("none", "gzip", "snappy", "lz4", "zstd")
CONFIGS = {"retention.ms": "987654321", "segment.bytes": str(2 << 20), "index.interval.bytes": "600", "max.message.bytes": "900000"}


def path_of(name: TopicPartition) -> str:
    """Its directory."""
    return f"{name.topic}-{name.partition}"


def hidden(entries: Sequence[Entry], aborted: Iterable[AbortedTxn]) -> list[int]:
    """Base offsets of the batches that *read committed* does not show, by the aborted transactions of a log."""
    spans = [(txn.producer_id, txn.first_offset, txn.last_offset) for txn in aborted]
    return [
        entry.base_offset
        for entry in entries
        if entry.attributes & TRANSACTIONAL
        and not entry.attributes & CONTROL
        and any(entry.producer_id == producer_id and first <= entry.base_offset <= last for producer_id, first, last in spans)
    ]


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
        for number, kind in enumerate(CODECS):
            values = {partition: self.values(f"{kind} {partition}", 150) for partition in range(partitions)}
            disk.produce_all(address, topic, values, **{"compression.codec": kind, "enable.idempotence": number % 2 == 0})

    def copy_as_follower(self, data: pathlib.Path, topics: dict[str, int]) -> None:
        """What Kafka wrote, appended to empty logs as a follower does, piece by piece as answers come: the same batches, of which
        ``dump-log`` has nothing to say, with the same epochs, producers and aborted transactions."""
        copy = self.folder / "copy"
        fs = RealFileSystem()
        settings = LogSettings(segment_bytes=1 << 20, index_interval_bytes=300, retention_ms=-1)
        directory = LogDirectory(fs, str(copy), lambda: 1, settings, 1, settings_for=lambda topic: settings)
        directory.load()
        expected: dict[str, list[bytes]] = {}
        try:
            creation = directory.prepare_creation(
                [(TopicPartition(topic, n), new_topic_id(self.random.randbytes)) for topic, count in topics.items() for n in range(count)]
            )
            do_now(creation)
            for made in creation.partitions:
                log, name = directory.complete_creation(made, settings), made.topic_partition
                batches: list[bytes] = []
                aborted: list[AbortedTxn] = []
                for path in disk.segment_files(data, name.topic, ".log"):
                    if path.parent.name != path_of(name):
                        continue
                    content, entries = path.read_bytes(), disk.valid_entries(path)[0]
                    batches += [content[entry.position : entry.position + entry.size] for entry in entries]
                    if path.with_suffix(".txnindex").exists():
                        aborted += TxnIndex.load(fs.open(str(path.with_suffix(".txnindex"))), int(path.stem)).entries
                expected[path_of(name)] = batches
                sent, position = b"".join(batches), 0
                if batches and (first := codec.scan(batches[0])[0].base_offset):
                    log.truncate_fully_and_start_at(first)
                while position < len(sent):
                    # Answers are cut off somewhere.
                    piece = sent[position : position + self.random.randrange(100, 200_000)]
                    if len(piece) >= 12 and (size := 12 + int.from_bytes(piece[8:12], "big")) > len(piece):
                        piece = sent[position : position + size]
                    position += log.append_as_follower(piece).size_bytes
                log.raise_high_watermark(log.end_offset)
                everything = wait_for_disk(lambda log=log: log.aborted_transactions(0, 1 << 62))  # type: ignore[misc]
                entries = [entry for batch in batches for entry in codec.scan(batch)]
                self.assertEqual(hidden(entries, everything), hidden(entries, aborted), name)
                if all(later.base_offset == earlier.last_offset + 1 for earlier, later in itertools.pairwise(entries)):
                    # Kafka notes where its own high watermark stood. Of what compaction has taken a copy knows nothing.
                    self.assertEqual([txn[:3] for txn in everything], [txn[:3] for txn in aborted], name)
                wanted = {entry.partition_leader_epoch for entry in entries}
                self.assertEqual({entry.epoch for entry in log._epochs.entries} - {0}, wanted - {0})
        finally:
            self.assertTrue(directory.close())
            directory.release()
        for name_of, batches in expected.items():
            files = sorted((copy / name_of).glob("*.log"))
            self.assertEqual(b"".join(path.read_bytes() for path in files), b"".join(batches), name_of)
        files = [path for topic in topics for path in disk.segment_files(copy, topic, ".log", ".index", ".timeindex", ".snapshot")]
        dump = disk.dump_log("4.3.1", files, "--deep-iteration", "--index-sanity-check")
        # Where compaction has left gaps, the judge counts them.
        gaps = sum(line.count(" is followed by ") for line in dump.complaints)
        self.assertEqual([line for line in dump.complaints if " is followed by " not in line], [])
        skipped = 0
        for batches in expected.values():
            records = [record.offset for batch in batches for record in codec.records(batch)]
            skipped += sum(later != earlier + 1 for earlier, later in itertools.pairwise(records))
        self.assertLessEqual(gaps, skipped)

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
