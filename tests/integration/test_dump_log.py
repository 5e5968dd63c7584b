"""What klog wrote, judged by Kafka's ``dump-log``: it finds nothing, counts what was sent, and complains once a byte is broken."""

from __future__ import annotations

import os
import pathlib
import random
import shutil
import tempfile
import unittest

from tests.integration import disk
from tests.integration.clients import Java
from tests.integration.journey import PARTITIONS, Item
from tests.integration.running import KlogBroker

VERSION = "4.3.1"
CODECS = ("none", "gzip", "snappy", "lz4", "zstd")
#: Two runs; the sanity check concerns index files only, deep iteration the others.
MODES = (("--deep-iteration", "--index-sanity-check"), ("--verify-index-only",))
#: Small segments (as small as Kafka's bounds allow) and dense indexes, so that there is something to verify.
CONFIGS = {"segment.bytes": str(1 << 20), "index.interval.bytes": "256", "segment.index.bytes": "160"}


class DumpLogTests(unittest.TestCase):
    """One broker through orderly restarts and a kill, all codecs."""

    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-dump-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.random = random.Random(int(os.environ.get("KLOG_SEED", "11")))
        self.sent: dict[str, int] = {}
        self.made = 0

    def values(self, count: int) -> list[bytes]:
        """Half noise, half text, so that segments fill up under every codec."""
        made = []
        for _ in range(count):
            self.made += 1
            made.append(b"%d " % self.made + self.random.randbytes(self.random.randrange(60)) + b"text " * self.random.randrange(20))
        return made

    def fill(self, broker: KlogBroker, count: int) -> None:
        for codec in CODECS:
            for idempotent in (False, True):
                settings = {
                    "compression.codec": codec,
                    "enable.idempotence": idempotent,
                    "batch.num.messages": self.random.choice([1, 10, 30]),
                }
                offsets = disk.produce(broker.address, f"t-{codec}", int(idempotent), self.values(count), **settings)
                self.assertEqual(len(offsets), count)
                self.sent[f"t-{codec}"] = self.sent.get(f"t-{codec}", 0) + count

    def judge(self, data: pathlib.Path, stage: str, *, logs_only: bool = False) -> None:
        """Every file in every mode."""
        for flags in MODES[:1] if logs_only else MODES:
            suffixes = (".log", ".snapshot", ".index", ".timeindex") if flags == MODES[0] else (".index", ".timeindex")
            files = [path for topic in self.sent for path in disk.segment_files(data, topic, *suffixes[: 1 if logs_only else 4])]
            dump = disk.dump_log(VERSION, files, *flags)
            self.assertEqual(dump.complaints, [], f"{stage}: {flags}")
            if flags == MODES[1]:
                continue
            for topic, count in self.sent.items():
                found = sum(records for name, records in dump.records.items() if name.startswith(f"{topic}-"))
                self.assertEqual(found, count, f"{stage}: {topic}")
            if not logs_only:
                self.assertIn("producerId: ", dump.text)
                self.assertGreater(dump.text.count("passed sanity check"), 2 * len(self.sent))

    def test_nothing_to_complain_about(self) -> None:
        with KlogBroker(self.folder) as broker:
            for codec in CODECS:
                disk.create_topic(broker.address, f"t-{codec}", 2, CONFIGS)
            self.fill(broker, 700)
            self.judge(broker.data, "while the broker runs", logs_only=True)
            broker.restart()
            self.fill(broker, 700)
            broker.kill()
            broker.start()
            # What recovery rolled and rebuilt, before and after an orderly stop.
            self.judge(broker.data, "after a kill and a start")
            self.fill(broker, 300)
            broker.kill()
            # A torn tail, as a crash of the machine leaves one.
            for topic in self.sent:
                path = disk.segment_files(broker.data, topic, ".log")[-1]
                with open(path, "ab") as file:
                    file.write(path.read_bytes()[: self.random.randrange(1, 60)])
            broker.start()
            self.fill(broker, 50)
            broker.stop()
            self.judge(broker.data, "at the end")
            for topic in self.sent:
                self.assertGreater(len(disk.segment_files(broker.data, topic, ".log")), 4, f"{topic} was never rolled")
                entries = disk.all_entries(broker.data, topic)
                # librdkafka leaves a batch alone that compression would not make smaller.
                codecs = {entry.attributes & 7 for some in entries.values() for entry in some}
                self.assertEqual(codecs | {0}, {CODECS.index(topic[2:]), 0})
            self.assertGreater(len(disk.segment_files(broker.data, "t-none", ".snapshot")), 1)
        self.break_each_kind()

    def test_what_java_wrote_through_klog(self) -> None:
        """Kafka's own producer chooses other batch sizes and timestamps; records go out of order in time."""
        items = []
        for number in range(2000):
            value = self.values(1)[0]
            when = 1_700_000_000_000 + self.random.randrange(1_000_000)
            items.append(Item(number % PARTITIONS, when, b"k%d" % number, value, (("h", b"%d" % number),)))
        with KlogBroker(self.folder, settings={"log.retention.ms": "-1"}) as broker:
            for codec in CODECS:
                disk.create_topic(broker.address, f"j-{codec}", PARTITIONS, CONFIGS)
                self.sent[f"j-{codec}"] = len(items)
            settings = {f"j-{codec}": {"compression.type": codec, "enable.idempotence": "true", "acks": "all"} for codec in CODECS}
            Java(VERSION).produce_all(broker.address, items, settings)
            broker.stop()
            self.judge(broker.data, "after Java")

    # The judge is awake: it sees one broken byte in each kind of file.

    def break_each_kind(self) -> None:
        data = self.folder / "data"
        kinds = (
            (".log", "--deep-iteration", self.in_records),
            (".index", "--verify-index-only", self.in_last_entry),
            (".timeindex", "--verify-index-only", self.in_last_entry),
            (".index", "--index-sanity-check", self.first_of_last_index_entry),
            (".snapshot", "--deep-iteration", self.in_records),
        )
        for suffix, flag, place in kinds:
            with self.subTest(suffix=suffix, flag=flag):
                file = max(disk.segment_files(data, "t-none", suffix), key=lambda path: path.stat().st_size)
                copy = self.folder / "broken" / file.parent.name
                shutil.copytree(file.parent, copy)
                broken = copy / file.name
                content = bytearray(broken.read_bytes())
                content[place(len(content))] ^= 0x81
                broken.write_bytes(content)
                self.assertNotEqual(disk.dump_log(VERSION, [broken], flag).complaints, [], f"{flag} of a broken {suffix}")
                shutil.rmtree(self.folder / "broken")

    def in_records(self, size: int) -> int:
        return min(70, size - 1)

    def in_last_entry(self, size: int) -> int:
        return size - 1

    def first_of_last_index_entry(self, size: int) -> int:
        return size - 8
