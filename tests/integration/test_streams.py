"""Kafka Streams with ``processing.guarantee=exactly_once_v2`` on klog: words are counted while the application and the broker are killed.

Every count that there was is in the output, so a reader of committed data must see 1, 2, 3, … of each word, each once and in order: a line
that is counted twice, or not at all, or a state that was restored wrongly, shows there. All of it is Apache Kafka's own client at work: its
transactional producer, offsets within transactions, ``requireStable``, changelogs restored by readers of committed data, repartition
topics of which records are deleted.
"""

from __future__ import annotations

import collections
import pathlib
import random
import tempfile
import time
import unittest

import pytest

from klog.client.blocking.client import BlockingClient
from klog.client.blocking.producer import BlockingProducer
from klog.model import LATEST_TIMESTAMP, TopicPartition
from tests import peers
from tests.integration.running import BrokerFailed, KlogBroker, Process, run_tool

#: In `make soak` only.
pytestmark = pytest.mark.soak

SOURCE = pathlib.Path(__file__).with_name("java") / "WordCount.java"
VERSION = "4.3.1"
SETTINGS = {
    "transaction.state.log.num.partitions": "3",
    "offsets.topic.num.partitions": "3",
    "group.initial.rebalance.delay.ms": "0",
}
WORDS = ["apple", "birch", "cedar", "dogwood", "elm"]
LINES = 60
#: How long everything may take to be counted in the end.
END_S = 120.0


@unittest.skipUnless(peers.SOAK, "JVMs for minutes: only in make soak (KLOG_SOAK=1)")
class WordCountTests(unittest.TestCase):
    """Through kills of both."""

    def setUp(self) -> None:
        self.tool = ["env", "KAFKA_MORE=org.apache.kafka:kafka-streams:{version}", *peers.kafka(VERSION), "java", str(SOURCE)]
        folder = tempfile.TemporaryDirectory(prefix="klog-streams-", ignore_cleanup_errors=True)
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.expected: collections.Counter[str] = collections.Counter()

    def start(self, address: str) -> Process:
        """The application, when it runs."""
        return Process([*self.tool, address, self.folder], "READY", timeout=120, is_warm=False)

    def feed(self, producer: BlockingProducer, chance: random.Random) -> None:
        """Lines of words."""
        for _ in range(LINES):
            words = chance.choices(WORDS, k=chance.randint(1, 4))
            self.expected.update(words)
            producer.send("lines", " ".join(words).encode(), partition=chance.randrange(2))
        producer.flush()

    def counts(self, address: str) -> dict[str, list[int]]:
        """What readers of committed data see of each word, in order."""
        found: dict[str, list[int]] = {}
        with BlockingClient(address) as client:
            for partition in range(2):
                tp = TopicPartition("counts", partition)
                end = client.list_offsets([tp], LATEST_TIMESTAMP, isolation="read_committed")[tp].offset
                for message in client.read(tp, 0, end, isolation="read_committed") if end else ():
                    assert message.key is not None and message.value is not None
                    found.setdefault(message.key.decode(), []).append(int(message.value))
        return found

    def test_each_word_once(self) -> None:
        seed = peers.seed()
        chance = random.Random(seed)
        kills = peers.soak_share(10)
        with KlogBroker(settings=SETTINGS) as broker:
            for topic in ("lines", "counts"):
                made = run_tool(VERSION, "topics", "--bootstrap-server", broker.address, "--create", "--topic", topic, "--partitions", "2")
                self.assertIn("Created topic", made)
            application = self.start(broker.address)
            with BlockingProducer(broker.address, delivery_timeout_ms=120_000) as producer:
                for number in range(kills):
                    self.feed(producer, chance)
                    time.sleep(chance.uniform(0.2, 3.0))
                    if number % 2:
                        broker.kill()
                        time.sleep(chance.choice([0.1, 2.0]))
                        broker.start()
                    else:
                        application.kill()
                        application = self.start(broker.address)
                    self.feed(producer, chance)
            total = sum(self.expected.values())
            until = time.monotonic() + END_S
            try:
                while (found := self.counts(broker.address)) != self.wanted() and time.monotonic() < until:
                    if sum(map(len, found.values())) > total:
                        break
                    time.sleep(1)
                self.assertEqual(found, self.wanted(), f"KLOG_SEED={seed}")
            finally:
                try:
                    application.terminate()
                except BrokerFailed:
                    application.kill()
            print(f"{total} words, {kills} kills")

    def wanted(self) -> dict[str, list[int]]:
        """Every count, once and in order."""
        return {word: list(range(1, count + 1)) for word, count in self.expected.items()}
