"""The command ``klog`` on Apache Kafka 4.3.1, and its files: whatever Kafka leaves, ``klog log verify`` finds nothing wrong with it."""

from __future__ import annotations

import json
import pathlib
import shutil
import tempfile
import time
import unittest
from collections.abc import Callable
from typing import Any, ClassVar

import pytest
from confluent_kafka import Producer
from confluent_kafka.admin import AdminClient, NewTopic

from tests import peers
from tests.integration import disk
from tests.integration.command import Ended, piped
from tests.integration.group_brokers import QUICK, KafkaBroker

VERSION = "4.3.1"
CODECS = ("none", "gzip", "snappy", "lz4", "zstd")
#: Dense indexes, and index files that are full soon, so that there are segments and entries to verify.
CONFIGS = {"segment.bytes": str(1 << 20), "index.interval.bytes": "64", "segment.index.bytes": "160"}


#: So that rights can be given and taken, without keeping anybody from anything.
RIGHTS = {"authorizer.class.name": "org.apache.kafka.metadata.authorizer.StandardAuthorizer", "super.users": "User:ANONYMOUS"}


class Administration(unittest.TestCase):
    """What the command asks of a broker that has all of it."""

    broker: ClassVar[KafkaBroker]

    def klog(self, *arguments: str, data: bytes = b"") -> Ended:
        return piped(*arguments, data=data, bootstrap=self.broker.address)

    def fine(self, *arguments: str, data: bytes = b"") -> Ended:
        ended = self.klog(*arguments, data=data)
        self.assertEqual(ended.code, 0, (arguments, ended.remarks, ended.text[-2000:]))
        return ended

    def json(self, *arguments: str, data: bytes = b"") -> Any:
        return json.loads(self.fine(*arguments, "-o", "json", data=data).text)

    def soon(self, name: str, good: Callable[[list[Any]], bool], *arguments: str) -> list[Any]:
        """The rows of an answer, as soon as they are as they shall be: a change reaches the brokers a little after its answer."""
        until = time.monotonic() + 60
        while not good(rows := self.json(*arguments)[name]):
            self.assertLess(time.monotonic(), until, f"{arguments}: {rows}")
        found: list[Any] = rows
        return found

    def administer(self, topic: str) -> None:
        """Rights, users, settings, leaders and moves of a topic with one partition that broker 1 holds; the rest of it in the soak."""
        self.fine("acl", "create", "--allow", "anna", "--operation", "read", "-t", topic)
        (rule,) = self.soon("acls", bool, "acl", "list", "--principal", "anna")
        self.assertEqual((rule["operation"], rule["name"], rule["pattern"]), ("read", topic, "literal"))
        (gone,) = self.json("acl", "delete", "-t", topic, "--execute")["acls"]
        self.assertEqual((gone["operation"], gone["deleted"]), ("read", True))
        self.fine("user", "set-password", "anna", "--mechanism", "SCRAM-SHA-512", data=b"secret\n")
        self.soon("users", lambda rows: [row["mechanism"] for row in rows] == ["SCRAM-SHA-512"], "user", "list")
        self.change("broker", "1", "log.cleaner.threads", "2")
        self.fine("cluster", "elect", topic)
        self.fine("cluster", "reassign", f"{topic}=1", "--execute")
        if peers.SOAK:
            self.administer_more(topic)

    def administer_more(self, topic: str) -> None:
        """What is asked of brokers in much the same way, and how it is refused."""
        self.soon("acls", lambda rows: not rows, "acl", "list", "-t", topic)
        self.assertEqual(self.klog("acl", "delete", "-t", topic, "--execute").code, 4)
        self.fine("user", "delete", "anna", "--yes")
        self.soon("users", lambda rows: not rows, "user", "list")
        self.assertEqual(self.klog("user", "delete", "anna", "--yes").code, 4)
        self.change("topic", topic, "retention.ms", "86400000")
        self.change("broker", "all", "log.cleaner.backoff.ms", "20000")
        self.fine("config", "alter", "topic", topic, "-d", "retention.ms")
        self.assertEqual(self.klog("config", "alter", "topic", topic, "-c", "nix=1").code, 1)
        self.soon("moves", lambda rows: not rows, "cluster", "reassign")
        (planned,) = self.json("cluster", "reassign", f"{topic}:0=1")["partitions"]
        self.assertEqual((planned["before"], planned["after"], planned["executed"]), ([1], [1], False))
        refused = self.klog("cluster", "reassign", f"{topic}:0=7", "--execute")
        self.assertEqual(refused.code, 4, refused.remarks)
        self.assertIn("no broker 7", refused.remarks)

    def change(self, kind: str, name: str, setting: str, value: str) -> None:
        """Change a setting, and see it changed."""
        self.fine("config", "alter", kind, name, "-c", f"{setting}={value}")
        expected = (setting, value)
        self.soon("settings", lambda rows: expected in [(row["setting"], row["value"]) for row in rows], "config", "describe", kind, name)


class KafkaTests(Administration):
    """One broker; it is stopped by the last test."""

    folder: ClassVar[pathlib.Path]

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-cli-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        single = {
            "offsets.topic.replication.factor": "1",
            "transaction.state.log.replication.factor": "1",
            "transaction.state.log.min.isr": "1",
            "transaction.state.log.num.partitions": "2",
            "offsets.topic.num.partitions": "2",
        }
        cls.broker = KafkaBroker(VERSION, cls.folder / "broker", settings={**QUICK, **RIGHTS, **single}).start()
        cls.addClassCleanup(cls.broker.stop)
        admin = AdminClient({"bootstrap.servers": cls.broker.address})
        disk.wait_for_controller(admin)
        names = [*(f"t-{codec}" for codec in CODECS), "txn"]
        for future in admin.create_topics([NewTopic(name, 1, 1, config=CONFIGS) for name in names]).values():
            future.result()
        for codec in CODECS:
            cls.fill(f"t-{codec}", 400, {"compression.codec": codec, "enable.idempotence": codec != "none"})
        cls.fill_transactions()

    @classmethod
    def fill(cls, topic: str, count: int, settings: dict[str, Any]) -> None:
        producer = Producer({"bootstrap.servers": cls.broker.address, "batch.num.messages": 7, "linger.ms": 5, **settings})
        for number in range(count):
            producer.produce(topic, b"value %d" % number * 10, key=b"%d" % number)
        assert producer.flush(60) == 0

    @classmethod
    def fill_transactions(cls) -> None:
        producer = Producer({"bootstrap.servers": cls.broker.address, "transactional.id": "cli", "batch.num.messages": 3})
        producer.init_transactions(60)
        for round_ in range(6):
            producer.begin_transaction()
            for number in range(10):
                producer.produce("txn", b"%d of %d" % (number, round_))
            producer.flush(60)
            if round_ % 2:
                producer.abort_transaction(60)
            else:
                producer.commit_transaction(60)

    def test_1_commands(self) -> None:
        names = [topic["topic"] for topic in self.json("topic", "list")["topics"]]
        self.assertIn("t-zstd", names)
        self.fine("topic", "create", "made", "-p", "2", "-c", "retention.ms=1000")
        self.fine("topic", "alter", "made", "-p", "3", "-c", "retention.ms=2000")
        (made,) = self.soon("topics", lambda rows: len(rows[0]["partitions"]) == 3, "topic", "describe", "made")
        self.assertEqual(made["configs"]["retention.ms"], "2000")
        self.assertEqual(self.fine("cat", "-P", "-t", "made", data=b"a\nb\n").out, b"")
        self.assertEqual(sorted(self.fine("cat", "-C", "-e", "-q", "-t", "made").out.split()), [b"a", b"b"])
        self.assertEqual(self.fine("cat", "-G", "g", "-e", "-q", "-o", "beginning", "t-lz4").out.count(b"\n"), 400)
        (group,) = self.json("group", "describe", "g")["groups"]
        self.assertEqual((group["records_behind"], group["seconds_behind"]), (0, 0))
        self.fine("group", "reset", "g", "--to-earliest", "--execute")
        (group,) = self.json("group", "describe", "g")["groups"]
        self.assertEqual(group["records_behind"], 400)
        self.assertGreater(group["seconds_behind"], 0)
        self.fine("group", "delete", "g", "--execute")
        self.assertEqual(self.json("cluster", "--dirs", "--apis")["brokers"][0]["address"], self.broker.address)
        findings = self.json("doctor", "--write")["findings"]
        self.assertIn("clock", [one["check"] for one in findings])
        self.fine("topic", "delete", "made", "--yes")
        (row,) = self.json("bench", "e2e", "-n", "30", "--rate", "300")["results"]
        self.assertEqual(row["records"], 30)

    def test_1_administration(self) -> None:
        self.fine("topic", "create", "kept", "-p", "1", "-r", "1")
        self.administer("kept")
        if peers.SOAK:
            self.change("group", "g", "consumer.session.timeout.ms", "45000")
            self.assertIn({"kind": "group", "name": "g"}, self.json("config", "list", "group")["resources"])
        self.fine("topic", "delete", "kept", "--yes")

    def test_2_only_what_was_committed_is_read(self) -> None:
        read = self.fine("cat", "-C", "-e", "-q", "-t", "txn").out.splitlines()
        self.assertEqual(len(read), 30)
        self.assertEqual({line.split()[-1] for line in read}, {b"0", b"2", b"4"})
        everything = self.fine("cat", "-C", "-e", "-q", "-t", "txn", "-X", "isolation.level=read_uncommitted").out.splitlines()
        self.assertEqual(len(everything), 60)

    def verify(self) -> dict[str, Any]:
        data = next(path for path in (self.folder / "broker").rglob("meta.properties") if (path.parent / "t-none-0").exists()).parent
        ended = self.klog("log", "verify", str(data), "-o", "json")
        found = json.loads(ended.text)
        self.assertEqual([problem for problem in found["problems"] if problem["severity"] == "error"], [])
        self.assertEqual(ended.code, 0, ended.remarks)
        rows = {row["partition"]: row for row in found["partitions"]}
        for codec in CODECS:
            self.assertEqual(rows[f"t-{codec}-0"]["records"], 400, codec)
        self.assertEqual(rows["txn-0"]["records"], 66)
        self.directory = data
        return rows

    def test_3_its_files_while_it_runs(self) -> None:
        self.verify()

    def test_4_its_files(self) -> None:
        self.broker.stop()
        rows = self.verify()
        self.assertGreater(sum(rows[f"t-{codec}-0"]["index_entries"] for codec in CODECS), 20)
        self.assertGreater(rows["t-none-0"]["segments"], 1)
        rows_of = [json.loads(line) for line in piped("log", "dump", "-r", str(self.directory / "txn-0"), "-o", "json").text.splitlines()]
        self.assertEqual(sum(row["type"] == "record" and "control" in row for row in rows_of), 6)
        self.assertEqual(sum(row["type"] == "aborted" for row in rows_of), 3)
        everything = piped("log", "dump", "-r", str(self.directory), "-o", "json", timeout=120)
        self.assertEqual(everything.code, 0, everything.remarks)
        kinds = {(json.loads(line).get("group_record") or {}).get("kind") for line in everything.text.splitlines()}
        self.assertIn("OffsetCommit", kinds)
        broken = self.directory / "t-gzip-0" / sorted(path.name for path in (self.directory / "t-gzip-0").glob("*.log"))[0]
        data = bytearray(broken.read_bytes())
        data[len(data) // 2] ^= 1
        broken.write_bytes(bytes(data))
        self.assertEqual(piped("log", "verify", str(self.directory)).code, 1)


@pytest.mark.soak
@unittest.skipUnless(peers.SOAK, "3.9.2 beside 4.3.1: make soak")
class Kafka3Tests(Administration):
    """Apache Kafka 3.9.2, which cannot list what has settings."""

    def test_administration(self) -> None:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-cli-"))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        type(self).broker = KafkaBroker("3.9.2", folder, settings={**QUICK, **RIGHTS}).start()
        self.addCleanup(self.broker.stop)
        self.fine("topic", "create", "kept", "-p", "1", "-r", "1")
        self.administer("kept")
        refused = self.klog("config", "list", "group")
        self.assertEqual(refused.code, 1)
        self.assertIn("have no list of what has settings", refused.remarks)
