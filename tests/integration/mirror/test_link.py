"""Apache Kafka is the source of a mirror: all codecs, transactions, retention; klog's broker is killed while it copies. What both have on
their disks is the same, batch by batch, and Kafka's own tool reads it.
"""

from __future__ import annotations

import contextlib
import json
import pathlib
import random
import tempfile
import time
import unittest
from collections.abc import Callable
from typing import Any, ClassVar

import pytest

from klog.client.blocking.client import BlockingClient
from klog.client.blocking.groups import GroupOffsets
from klog.client.blocking.producer import BlockingProducer
from klog.model import TopicPartition
from klog.records.contract import CONTROL, Codec
from tests import peers
from tests.integration.command import piped
from tests.integration.disk import all_entries, dump_log, segment_files
from tests.integration.group_brokers import QUICK
from tests.integration.mirror.copies import fill, verify
from tests.integration.running import KlogBroker, kafka_broker

VERSION = "3.9.2"
SETTINGS = {**QUICK, "transaction.state.log.replication.factor": "1", "transaction.state.log.min.isr": "1", "log.segment.bytes": "1048576"}
#: Who comes without a password may do everything.
OF_KAFKA = {"authorizer.class.name": "org.apache.kafka.metadata.authorizer.StandardAuthorizer", "super.users": "User:ANONYMOUS"}
OF_KLOG = {"authorizer.class.name": "kafka.security.authorizer.AclAuthorizer", "super.users": "User:ANONYMOUS"}
CODECS = (Codec.NONE, Codec.GZIP, Codec.SNAPPY, Codec.LZ4, Codec.ZSTD)


def stored(data: pathlib.Path, topic: str) -> dict[str, bytes]:
    """The bytes of each partition's segments, one behind the other."""
    found: dict[str, bytes] = {}
    for path in segment_files(data, topic, ".log"):
        found[path.parent.name] = found.get(path.parent.name, b"") + path.read_bytes()
    return found


class LinkTests(unittest.TestCase):
    """From Kafka into klog."""

    source: ClassVar[str]
    source_data: ClassVar[pathlib.Path]
    broker: ClassVar[KlogBroker]

    @classmethod
    def setUpClass(cls) -> None:
        with contextlib.ExitStack() as stack:
            cls.source_data = pathlib.Path(
                stack.enter_context(tempfile.TemporaryDirectory(prefix="klog-test-", ignore_cleanup_errors=True))
            )
            cls.source = stack.enter_context(kafka_broker(VERSION, cls.source_data, settings={**SETTINGS, **OF_KAFKA}, kill=True))
            cls.broker = stack.enter_context(KlogBroker(settings={**QUICK, **OF_KLOG}))
            cls.addClassCleanup(stack.pop_all().close)

    def klog(self, *arguments: str) -> Any:
        """A command of ours at the destination; its document."""
        ended = piped("mirror", *arguments, "-b", self.broker.address, "-o", "json", timeout=120)
        self.assertEqual(ended.code, 0, ended.remarks)
        return json.loads(ended.text) if ended.text else None

    def wait_for(self, what: Callable[[], Any], seconds: float = 90) -> Any:
        """Until it is so."""
        deadline = time.monotonic() + seconds
        while not (found := what()):
            self.assertLess(time.monotonic(), deadline, self.broker.output()[-3000:])
            time.sleep(0.25)
        return found

    def rules(self) -> set[tuple[str, str, str]]:
        """Which rules there are at the destination; all are about one user."""
        listed = json.loads(piped("acl", "list", "-o", "json", bootstrap=self.broker.address).text)
        return {(one["resource"], one["name"], one["operation"]) for one in next(iter(listed.values()))}

    def is_level(self, topic: str) -> bool:
        """Whether both disks have as much."""
        there, here = stored(self._kafka_data(topic), topic), stored(self.broker.data, topic)
        return {name: len(data) for name, data in there.items()} == {name: len(data) for name, data in here.items()}

    def _kafka_data(self, topic: str) -> pathlib.Path:
        """The folder in which Kafka has the topic's partitions."""
        return next(path.parent for path in self.source_data.rglob(f"{topic}-0") if path.is_dir())

    def assert_same_on_both_disks(self, topic: str) -> None:
        """Byte for byte; Kafka's tool finds nothing wrong with ours."""
        self.assertEqual(stored(self.broker.data, topic), stored(self._kafka_data(topic), topic))
        dump = dump_log(VERSION, segment_files(self.broker.data, topic, ".log"), "--deep-iteration")
        self.assertEqual(dump.complaints, [])

    def _markers_of_kafka(self, topic: str) -> int:
        """How many transaction markers stand in the first partition of a topic at the source."""
        return sum(bool(entry.attributes & CONTROL) for entry in all_entries(self._kafka_data(topic), topic)[0])

    def test_codecs_and_transactions(self) -> None:
        for kind in CODECS:
            fill(self.source, f"web.{kind.name.lower()}", 3_000, 2, kind=kind)
        with BlockingProducer(self.source, transactional_id="mirrored", client_id="mirrored") as producer:
            for number in range(20):
                with contextlib.suppress(ZeroDivisionError), producer.transaction():
                    for value in range(50):
                        producer.send("web.none", b"%d-%d" % (number, value), partition=0)
                    if number % 4 == 3:
                        producer.flush()
                        raise ZeroDivisionError
        # Kafka answers a commit before its markers are in the log: the last one may come after the answer.
        self.wait_for(lambda: self._markers_of_kafka("web.none") == 20)
        with BlockingClient(self.source, client_id="group") as client:
            GroupOffsets(client, "readers").commit({TopicPartition("web.none", 0): 1234})
        for operation, more in (("read", ("-t", "web.", "--prefixed")), ("write", ("-t", "web.none")), ("read", ("-g", "readers"))):
            made = piped("acl", "create", "--allow", "anna", "--operation", operation, *more, bootstrap=self.source)
            self.assertEqual(made.code, 0, made.remarks)
        made = piped("user", "set-password", "anna", data=b"secret\n", bootstrap=self.source)
        self.assertEqual(made.code, 0, made.remarks)
        self.klog("create", "dc1", "--from", self.source, "--topics", "web.*", "--acls", "User:*", "--users", "*")
        topics = [f"web.{kind.name.lower()}" for kind in CODECS]
        for topic in topics:
            self.wait_for(lambda topic=topic: bool(segment_files(self.broker.data, topic, ".log")) and self.is_level(topic))  # type: ignore[misc]
            self.assert_same_on_both_disks(topic)
        ended, document = verify(self.source, self.broker.address, "--topics", "web.*", "--complete")
        self.assertEqual((ended.code, document["findings"]), (0, []), ended.remarks)
        [row] = self.wait_for(lambda: (rows := self.klog("list")["mirrors"]) and rows[0]["records_behind"] == 0 and rows)
        self.assertEqual((row["state"], row["topics"], row["lost"], row["cut"]), ("active", len(topics), 0, 0))
        with BlockingClient(self.broker.address, client_id="group") as client:
            group = GroupOffsets(client, "readers")
            tp = TopicPartition("web.none", 0)
            self.wait_for(lambda: (found := group.fetch([tp]).get(tp)) is not None and found.offset == 1234)
        # Before the topic takes records nobody may write into it.
        read = {("topic", topic, "read") for topic in topics} | {("group", "readers", "read")}
        self.wait_for(lambda: self.rules() == read)

        def told() -> dict[str, Any]:
            """Each kind is told when it is known; these two."""
            found = {one["kind"]: one for one in self.klog("describe", "dc1")["beside_the_data"]}
            return found if {"rights", "users"} <= found.keys() else {}

        beside = self.wait_for(told)
        self.assertEqual((beside["rights"]["carried"], beside["rights"]["held_back"], beside["rights"]["reason"]), (len(read), 1, ""))
        self.assertIn("user anna has a password of SCRAM-SHA-256 (4096 iterations) at the source", beside["users"]["reason"])
        promoted = self.klog("promote", "dc1", "--topics", "web.none")["promoted"]
        self.wait_for(lambda: self.rules() == read | {("topic", "web.none", "write")})
        self.assertEqual([one["open_transactions"] for one in promoted], [0, 0])
        with BlockingProducer(self.broker.address, client_id="after") as producer:
            place = producer.send("web.none", b"ours", partition=0).result()
        self.assertEqual(place.offset, promoted[0]["end"])

    @pytest.mark.soak
    def test_killed_while_it_copies(self) -> None:
        """However often: what both have is the same in the end."""
        topic = "killed.a"
        self.klog("create", "dc2", "--from", self.source, "--topics", "killed.*")
        chance = random.Random(peers.seed())
        kills = peers.soak_share(40)
        for _ in range(kills):
            fill_more(self.source, topic, 4_000, chance)
            time.sleep(chance.uniform(0.0, 1.5))
            self.broker.kill()
            self.broker.start()
        self.wait_for(lambda: bool(segment_files(self.broker.data, topic, ".log")) and self.is_level(topic))
        self.assert_same_on_both_disks(topic)


def fill_more(address: str, topic: str, records: int, chance: random.Random) -> None:
    """More records, of some codec, into all partitions of a topic that is made where it is not there."""
    kind = chance.choice(["none", "gzip", "snappy", "lz4", "zstd"])
    with BlockingProducer(address, client_id="more", compression=kind) as producer:
        for number in range(records):
            producer.send(topic, b"%d " % number * 10, partition=0)
