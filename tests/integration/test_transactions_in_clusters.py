"""Transactions over three klog brokers as processes, some of which are killed all the time; and together with Apache Kafka 3.9.2.

* klog's `TransactionalProcessor` copies a topic within transactions, and so does Java's ``transactional-message-copier`` of four versions,
  which is killed itself as well: the output is the input, each number once, for a reader of committed data.
* In a cluster of two brokers of Kafka and one of klog a transaction is decided by the one kind of coordinator, which is killed before the
  markers can be written, and finished by the other.
"""

from __future__ import annotations

import contextlib
import random
import signal
import subprocess
import threading
import time
import unittest
from collections.abc import Iterator
from typing import Any, ClassVar

import pytest
from twisted.internet import reactor as global_reactor
from twisted.internet.defer import Deferred
from twisted.internet.task import deferLater
from twisted.internet.threads import deferToThread
from twisted.trial.unittest import TestCase

from klog.broker.coordinators.runtime import partition_of
from klog.client.admin.admin import Admin
from klog.client.admin.types import NewTopic
from klog.client.producing.producer import Producer
from klog.errors import KlogError
from tests import peers
from tests.integration import disk
from tests.integration.cluster_brokers import ClusterBrokers
from tests.integration.mixed_cluster import KAFKAS, KLOG, MixedCluster, wait_until
from tests.integration.running import run_tool
from tests.integration.test_transactions import TIMES, read_committed, start_copiers, stop_copiers
from tests.integration.zookeepers import RealZooKeeper

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak

reactor: Any = global_reactor

VERSION = "3.9.2"
STATE_TOPIC = "__transaction_state"
STATE_PARTITIONS = 6
SETTINGS = {
    "transaction.state.log.num.partitions": str(STATE_PARTITIONS),
    "offsets.topic.num.partitions": "6",
    "default.replication.factor": "3",
    "min.insync.replicas": "2",
    "replica.lag.time.max.ms": "5000",
    "auto.create.topics.enable": "false",
}
#: Of one round, and of the lines that a copier copies.
RECORDS = 300
COPIED = 3_000
#: How often a copier is killed.
COPIER_KILLS = 4


async def make_topics(address: str, **sizes: int) -> None:
    """Topics of so many partitions, with three copies, as soon as there are three brokers."""
    admin = Admin(reactor, address)
    try:
        for _ in range(300):
            outcome = await admin.create_topics([NewTopic(name, size, 3) for name, size in sizes.items()])
            if not outcome.errors:
                return
            await deferLater(reactor, 0.2, lambda: None)
        outcome.check()
    finally:
        await admin.stopService()


class KillTests(TestCase):
    """``kill -9`` of one broker after the other, while two processors of a group copy."""

    timeout = 900

    keeper: ClassVar[RealZooKeeper]

    @classmethod
    def setUpClass(cls) -> None:
        cls.keeper = RealZooKeeper.of_class(cls)

    def test_each_once(self) -> Deferred[None]:
        """The output is the input, each record once; nothing stays open."""
        return Deferred.fromCoroutine(self._live())

    async def _live(self) -> None:
        seed = peers.seed()
        chance = random.Random(seed)
        kills = peers.soak_share(30)
        cluster = ClusterBrokers(self.keeper.connect + "/transactions", settings=SETTINGS)
        await deferToThread(cluster.start_all)
        try:
            await make_topics(cluster.bootstrap, **{"in": 4, "out": 3})
            source = Producer(reactor, cluster.bootstrap, delivery_timeout_ms=300_000, **TIMES)
            copiers = start_copiers(cluster.bootstrap)
            for number in range(kills + 1):
                values: list[bytes | None] = [b"%d" % (RECORDS * number + index) for index in range(RECORDS)]
                sending = source.send_many("in", values)
                await deferLater(reactor, 0.2 + chance.random(), lambda: None)
                if number < kills:
                    victim = chance.choice(sorted(cluster.brokers))
                    await deferToThread(cluster.kill, victim)
                    await deferLater(reactor, chance.choice([0.1, 1.0, 5.0]), lambda: None)
                    await deferToThread(cluster.start, victim)
                await sending
            count = RECORDS * (kills + 1)
            values = await read_committed(cluster.bootstrap, "out", 3, count)
            await stop_copiers(copiers)
            await source.stopService()
            self.assertEqual(sorted(int(value or b"") for value in values), list(range(count)), f"KLOG_SEED={seed}")
            await self._nothing_is_open(cluster.bootstrap)
        except BaseException:
            print(cluster.output()[-8000:])
            raise
        finally:
            await deferToThread(cluster.__exit__, None, None, None)

    async def _nothing_is_open(self, address: str) -> None:
        admin = Admin(reactor, address)
        open_ones: list[Any] = []
        for _ in range(450):
            with contextlib.suppress(KlogError):
                listed = await admin.list_transactions()
                open_ones = [one for one in listed if one.state not in ("Empty", "CompleteCommit", "CompleteAbort")]
                if listed and not open_ones:
                    break
            await deferLater(reactor, 0.2, lambda: None)
        await admin.stopService()
        self.assertEqual(open_ones, [])


@unittest.skipUnless(peers.SOAK, "JVMs for minutes: only in make soak (KLOG_SOAK=1)")
class MessageCopierTests(unittest.TestCase):
    """Java's judge of transactions on three klog brokers, one of which is killed all the time, and so is the judge."""

    keeper: ClassVar[RealZooKeeper]

    @classmethod
    def setUpClass(cls) -> None:
        peers.kafka(VERSION)
        cls.keeper = RealZooKeeper.of_class(cls)

    def test_1_1_1(self) -> None:
        """By requests without a group's member, and without a way to go on behind an error."""
        self.copies_each_once("1.1.1")

    def test_2_8_2(self) -> None:
        """The first one that goes on (KIP-360)."""
        self.copies_each_once("2.8.2")

    def test_3_9_2(self) -> None:
        """By the first version of transactions."""
        self.copies_each_once(VERSION)

    def test_4_3_1(self) -> None:
        """By the second one."""
        self.copies_each_once("4.3.1")

    def copies_each_once(self, version: str) -> None:
        seed = peers.seed()
        print(f"KLOG_SEED={seed}")
        chance = random.Random(seed)
        cluster = self.enterContext(ClusterBrokers(f"{self.keeper.connect}/copier-{version}", settings=SETTINGS))
        server = ("--bootstrap-server", cluster.bootstrap)
        for topic, partitions in (("in", 1), ("out", 3)):
            run_tool(VERSION, "topics", *server, "--create", "--topic", topic, "--partitions", str(partitions), "--replication-factor", "3")
        lines = b"".join(b"%d\n" % number for number in range(COPIED))
        run_tool(VERSION, "console-producer", *server, "--topic", "in", "--request-required-acks", "all", input_bytes=lines)
        over = threading.Event()
        kills: list[int] = []

        def kill_some() -> None:
            while not over.wait(chance.choice([0.5, 2.0, 4.0])):
                victim = chance.choice(sorted(cluster.brokers))
                cluster.kill(victim)
                kills.append(victim)
                time.sleep(chance.choice([0.2, 2.0, 6.0]))
                cluster.start(victim)

        killer = threading.Thread(target=kill_some, daemon=True)
        killer.start()
        try:
            said = self.copy(cluster.bootstrap, version, chance)
        finally:
            over.set()
            killer.join(120)
        print(f"{version}: {len(kills)} kills; {said.count(chr(10))} lines of the copier")
        read = run_tool(
            VERSION, "console-consumer", *server, "--topic", "out", "--from-beginning", "--isolation-level", "read_committed",
            "--timeout-ms", "20000", timeout=300,
        )  # fmt: skip
        values = sorted(int(line) for line in read.split("\n") if line.isdecimal())
        self.assertEqual(values, list(range(COPIED)))
        self.assertRegex(run_tool(VERSION, "transactions", *server, "list"), r"copier\s+\d+\s+\d+\s+CompleteCommit")

    def copy(self, bootstrap: str, version: str, chance: random.Random) -> str:
        """The copier, begun again where it gave up or was killed, until nothing remains."""
        said = ""
        killed = 0
        for number in range(30):
            copier = subprocess.Popen(
                [
                    *peers.kafka(version), "transactional-message-copier", "--broker-list", bootstrap, "--input-topic", "in",
                    "--input-partition", "0", "--output-topic", "out", "--max-messages", "-1", "--transactional-id", "copier",
                    "--transaction-size", "50", "--consumer-group", "copier", "--enable-random-aborts",
                ],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            )  # fmt: skip
            end = threading.Timer(chance.uniform(2, 8) if number < COPIER_KILLS else 300, copier.kill)
            end.start()
            text, _ = copier.communicate()
            end.cancel()
            killed += copier.returncode == -signal.SIGKILL
            said += text
            if '"remaining":0' in text:
                print(f"{version}: the copier was begun {number + 1} times and killed {killed} times")
                return said
        raise AssertionError(f"the copier does not come to the end:\n{said[-3000:]}")


@unittest.skipUnless(peers.SOAK, "two brokers of Apache Kafka for a minute: only in make soak (KLOG_SOAK=1)")
class MixedTests(unittest.TestCase):
    """Two brokers of Apache Kafka 3.9.2 and one of klog: either kind finishes what the other had decided."""

    keeper: ClassVar[RealZooKeeper]
    chroots: ClassVar[int] = 0

    @classmethod
    def setUpClass(cls) -> None:
        peers.kafka(VERSION)
        cls.keeper = RealZooKeeper.of_class(cls)

    def cluster(self) -> MixedCluster:
        type(self).chroots += 1
        settings = {"transaction.state.log.num.partitions": str(STATE_PARTITIONS)}
        cluster = self.enterContext(MixedCluster(f"{self.keeper.connect}/transactions{self.chroots}", VERSION, settings=settings))
        cluster.create_topic("all", {0: [1, 2, 3], 1: [2, 3, 1], 2: [3, 1, 2]})
        return cluster

    def describe(self, cluster: MixedCluster, name: str, running: int) -> str:
        """As Kafka's tool tells of the id."""
        server = ("--bootstrap-server", cluster.address(running))
        return run_tool(VERSION, "transactions", *server, "describe", "--transactional-id", name, check=False)

    def coordinated_by(self, cluster: MixedCluster, number: int) -> tuple[str, int]:
        """An id that this broker coordinates, and its partition."""
        from confluent_kafka import Producer as ConfluentProducer

        # Whoever asks first makes the topic.
        first = ConfluentProducer({"bootstrap.servers": cluster.bootstrap, "transactional.id": "first", **disk.QUIET})
        first.init_transactions(60)
        cluster.wait_in_sync(STATE_TOPIC)
        partition = next(index for index, (leader, _) in cluster.partitions(STATE_TOPIC).items() if leader == number)
        return next(name for name in map("id-{}".format, range(1000)) if partition_of(name, STATE_PARTITIONS) == partition), partition

    @contextlib.contextmanager
    def decided(self, cluster: MixedCluster, coordinator: int, away: int) -> Iterator[tuple[str, int]]:
        """A transaction that is committed and cannot be complete: the only copy of one of its partitions is on `away`, which is killed."""
        from confluent_kafka import Producer as ConfluentProducer
        from confluent_kafka.admin import NewTopic as ConfluentTopic

        name, partition = self.coordinated_by(cluster, coordinator)
        alone = ConfluentTopic("alone", 1, replica_assignment=[[away]], config={"min.insync.replicas": "1"})
        # Without a name it would end before the answer.
        admin = cluster.admin()
        admin.create_topics([alone])["alone"].result(60)
        wait_until(lambda: cluster.partitions("alone")[0][0] == away, "it is led")
        producer = ConfluentProducer({"bootstrap.servers": cluster.bootstrap, "transactional.id": name, **disk.QUIET})
        producer.init_transactions(60)
        producer.begin_transaction()
        for index in range(3):
            producer.produce("all", b"%d" % index, partition=index)
        producer.produce("alone", b"3", partition=0)
        self.assertEqual(producer.flush(60), 0)
        cluster.kill(away)
        cluster.wait_in_sync(STATE_TOPIC, [one for one in (*KAFKAS, KLOG) if one != away])
        producer.commit_transaction(60)
        self.assertIn("PrepareCommit", self.describe(cluster, name, coordinator))
        yield name, partition

    def finished(self, cluster: MixedCluster, name: str) -> None:
        """It is complete, and readers see all of it."""
        from confluent_kafka import Consumer, TopicPartition

        wait_until(
            lambda: "CompleteCommit" in self.describe(cluster, name, KLOG), "it is complete", lambda: self.describe(cluster, name, KLOG)
        )
        settings = {"bootstrap.servers": cluster.bootstrap, "group.id": "reader", "auto.offset.reset": "earliest", **disk.QUIET}
        consumer = Consumer({**settings, "isolation.level": "read_committed"})
        consumer.assign([*(TopicPartition("all", index, 0) for index in range(3)), TopicPartition("alone", 0, 0)])
        found: list[bytes] = []
        until = time.monotonic() + 60
        while len(found) < 4 and time.monotonic() < until:
            found += [message.value() for message in consumer.consume(10, 1) if message.error() is None]
        consumer.close()
        self.assertEqual(sorted(found), [b"0", b"1", b"2", b"3"])

    def test_kafka_finishes_what_klog_decided(self) -> None:
        cluster = self.cluster()
        with self.decided(cluster, KLOG, KAFKAS[1]) as (name, partition):
            cluster.kill(KLOG)
            cluster.start(KAFKAS[1])
            cluster.wait_in_sync(STATE_TOPIC, list(KAFKAS))
            self.assertIn(cluster.partitions(STATE_TOPIC)[partition][0], KAFKAS)
            wait_until(lambda: "CompleteCommit" in self.describe(cluster, name, KAFKAS[0]), "Kafka completes it")
            cluster.start(KLOG)
        self.finished(cluster, name)

    def test_klog_finishes_what_kafka_decided(self) -> None:
        cluster = self.cluster()
        with self.decided(cluster, KAFKAS[1], KAFKAS[0]) as (name, partition):
            cluster.kill(KAFKAS[1])
            wait_until(lambda: cluster.partitions(STATE_TOPIC, KLOG)[partition][0] == KLOG, "klog coordinates it")
            cluster.start(KAFKAS[0])
            wait_until(lambda: "CompleteCommit" in self.describe(cluster, name, KLOG), "klog completes it")
            cluster.start(KAFKAS[1])
        self.finished(cluster, name)
