"""Transactions on real sockets: Java's, librdkafka's and klog's producers, on klog; klog's producer on Apache Kafka; kills in between.

Java's judges take part in the soak: `TransactionalMessageCopier` copies a topic exactly once, ``kafka-transactions`` lists what there is.
"""

from __future__ import annotations

import json
import pathlib
import random
import re
import tempfile
import unittest
from typing import Any, ClassVar

import pytest
from twisted.internet import reactor as global_reactor
from twisted.internet.defer import Deferred
from twisted.internet.task import deferLater
from twisted.internet.threads import deferToThread
from twisted.trial.unittest import TestCase

from klog.client.admin.admin import Admin
from klog.client.admin.types import NewTopic
from klog.client.fetching.consumer import Consumer
from klog.client.processing.transactional_processor import TransactionalProcessor
from klog.client.producing.producer import Producer
from klog.client.requests.transactions import TransactionProtocol
from klog.client.transactions.errors import ProducerFenced
from klog.model import TopicPartition
from klog.records.implementations import codec
from klog.wire.coordinator_records import encode_key, encode_value
from klog.wire.transaction_records import PartitionsSchema, TransactionLogKey, TransactionLogValue
from tests import peers
from tests.integration.command import piped
from tests.integration.one_broker import OneBroker
from tests.integration.running import KlogBroker, run_tool

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak

reactor: Any = global_reactor

#: So that a broker that was killed is noticed soon.
TIMES: dict[str, Any] = {"request_timeout_ms": 3_000, "connect_timeout_ms": 1_000, "reconnect_backoff_max_ms": 300}
SETTINGS = {
    "transaction.state.log.num.partitions": "3",
    "offsets.topic.num.partitions": "3",
    "group.initial.rebalance.delay.ms": "0",
}
#: So that transactions can be made to hang.
LAX = {**SETTINGS, "transaction.partition.verification.enable": "false"}


async def make_topics(address: str, **sizes: int) -> None:
    """Topics of so many partitions."""
    admin = Admin(reactor, address)
    try:
        (await admin.create_topics([NewTopic(name, size, 1) for name, size in sizes.items()])).check()
    finally:
        await admin.stopService()


async def read_committed(address: str, topic: str, partitions: int, count: int) -> list[bytes | None]:
    """What readers of committed data see, up to the end that there is when `count` records have come."""
    consumer = Consumer(reactor, address, auto_offset_reset="earliest", isolation_level="read_committed")
    found: list[bytes | None] = []
    try:
        await consumer.assign([TopicPartition(topic, partition) for partition in range(partitions)])
        while len(found) < count:
            sets = await consumer.poll(timeout_ms=60_000)
            if not sets:
                break
            found += [value for each in sets for value in each.values()]
        for each in await consumer.poll(timeout_ms=300):
            found += each.values()
    finally:
        await consumer.stopService()
    return found


class Scenes:
    """What klog's producer does, whoever keeps the transactions; and what the command says and does about those that hang."""

    address: ClassVar[str]
    protocol = TransactionProtocol.SECOND

    async def _commit_abort_fence(self) -> None:
        case: Any = self
        await make_topics(self.address, scenes=2)
        old = Producer(reactor, self.address, transactional_id="scenes", **TIMES)
        async with old.transaction() as transaction:
            for number in range(20):
                transaction.send("scenes", b"%d" % number, partition=number % 2)
            await transaction.send_offsets("scenes-group", {TopicPartition("scenes", 0): 5})
        with case.assertRaises(ZeroDivisionError):
            async with old.transaction() as transaction:
                await old.send("scenes", b"aborted", partition=0)
                raise ZeroDivisionError
        new = Producer(reactor, self.address, transactional_id="scenes", **TIMES)
        with case.assertRaises(ProducerFenced):
            async with old.transaction() as transaction:
                await old.send("scenes", b"zombie", partition=0)
                async with new.transaction() as newer:
                    newer.send("scenes", b"20", partition=1)
        for producer in (old, new):
            assert producer._transactions is not None
            case.assertIs(producer._transactions.protocol, self.protocol)
            await producer.stopService()
        values = await read_committed(self.address, "scenes", 2, 21)
        case.assertEqual(sorted(values), sorted(b"%d" % number for number in range(21)))
        reader = Consumer(reactor, self.address, group_id="scenes-group", isolation_level="read_committed")
        case.assertEqual(await reader.committed([TopicPartition("scenes", 0)]), {TopicPartition("scenes", 0): 5})
        await reader.stopService()

    def test_commit_abort_fence(self) -> Deferred[None]:
        """Committed together, aborted together, and an older producer fenced."""
        return Deferred.fromCoroutine(self._commit_abort_fence())

    async def _hang(self, name: str, partition: int) -> None:
        """A transaction that no coordinator knows of: nobody has announced its partition, and the broker does not verify."""
        producer = Producer(reactor, self.address, transactional_id=name, **TIMES)
        await producer.transaction().begin()
        transactions: Any = producer._transactions
        transactions._coordination.protocol = TransactionProtocol.FIRST
        transactions.admits = lambda tp: True
        await producer.send("hanging", b"open", partition=partition)
        await producer.stopService()

    async def _find_and_abort(self) -> None:
        case: Any = self
        await make_topics(self.address, hanging=2)
        for partition in range(2):
            await self._hang(f"hangs-{partition}", partition)
        command = ("transaction", "find-hanging", "hanging", "--older-than", "0s")
        found = await deferToThread(piped, *command, "-o", "json", bootstrap=self.address)
        case.assertEqual((found.code, "klog transaction abort hanging:0 --start-offset 0" in found.remarks), (1, True), found)
        rows = json.loads(found.text)["transactions"]
        case.assertEqual([(row["partition"], row["start_offset"], row["coordinator_epoch"]) for row in rows], [(0, 0, -1), (1, 0, -1)])
        await self._compare(rows)
        aborted = await deferToThread(piped, "transaction", "abort", "hanging:0", "--start-offset", "0", bootstrap=self.address)
        case.assertEqual(aborted.code, 0, aborted)
        await self._abort_the_other()
        found = await deferToThread(piped, *command, bootstrap=self.address)
        case.assertEqual(found.code, 0, found)
        # Readers of committed data go on behind them.
        consumer = Consumer(reactor, self.address, isolation_level="read_committed")
        ends = await consumer.end_offsets([TopicPartition("hanging", partition) for partition in range(2)])
        await consumer.stopService()
        case.assertEqual(set(ends.values()), {2})

    async def _compare(self, rows: list[dict[str, Any]]) -> None:
        """With what Kafka's own tool says; where that runs."""

    async def _abort_the_other(self) -> None:
        case: Any = self
        aborted = await deferToThread(piped, "transaction", "abort", "hanging:1", "--start-offset", "0", bootstrap=self.address)
        case.assertEqual(aborted.code, 0, aborted)

    def test_find_and_abort(self) -> Deferred[None]:
        """Transactions that hang are found and aborted by the command."""
        return Deferred.fromCoroutine(self._find_and_abort())


class ToolsBeside(Scenes):
    """The same beside Kafka's ``kafka-transactions``."""

    async def _compare(self, rows: list[dict[str, Any]]) -> None:
        case: Any = self
        arguments = ("find-hanging", "--topic", "hanging", "--max-transaction-timeout", "0")
        said = await deferToThread(run_tool, "4.3.1", "transactions", "--bootstrap-server", self.address, *arguments)
        theirs = [line.split()[:7] for line in said.splitlines() if line.startswith("hanging")]
        fields = ("topic", "partition", "producer_id", "producer_epoch", "coordinator_epoch", "start_offset", "last_timestamp_ms")
        case.assertEqual(sorted(theirs), sorted([str(row[field]) for field in fields] for row in rows), said)

    async def _abort_the_other(self) -> None:
        arguments = ("abort", "--topic", "hanging", "--partition", "1", "--start-offset", "0")
        await deferToThread(run_tool, "4.3.1", "transactions", "--bootstrap-server", self.address, *arguments)


class KlogTests(Scenes, OneBroker, TestCase):
    """klog keeps them."""

    settings = LAX
    timeout = 120

    def test_librdkafka(self) -> Deferred[None]:
        """confluent-kafka's producer commits and aborts, with a group's offsets."""
        return deferToThread(self._use_librdkafka)

    def _use_librdkafka(self) -> None:
        from confluent_kafka import Consumer as Reader
        from confluent_kafka import KafkaException, Producer
        from confluent_kafka import TopicPartition as Place
        from confluent_kafka.admin import AdminClient, NewTopic

        common = {"bootstrap.servers": self.address}
        admin = AdminClient(common)
        admin.create_topics([NewTopic("librdkafka", 1, 1)])["librdkafka"].result(30)
        reader = Reader({**common, "group.id": "librdkafka", "auto.offset.reset": "earliest", "isolation.level": "read_committed"})
        old, new = (Producer({**common, "transactional.id": "librdkafka"}) for _ in range(2))
        old.init_transactions(60)
        for number, commit in enumerate((True, False, True)):
            old.begin_transaction()
            old.produce("librdkafka", b"%d" % number)
            place = Place("librdkafka", 0, 10 + number)
            old.send_offsets_to_transaction([place], reader.consumer_group_metadata(), 30)
            old.commit_transaction(60) if commit else old.abort_transaction(60)
        new.init_transactions(60)
        old.begin_transaction()
        old.produce("librdkafka", b"zombie")
        self.assertRaises(KafkaException, old.commit_transaction, 60)
        reader.assign([Place("librdkafka", 0, 0)])
        messages = [reader.poll(60) for _ in range(2)]
        self.assertEqual([message.value() for message in messages], [b"0", b"2"])
        self.assertEqual([place.offset for place in reader.committed([Place("librdkafka", 0)], 30)], [12])
        reader.close()


@unittest.skipUnless(peers.SOAK, "a JVM: only in make soak (KLOG_SOAK=1)")
class KlogAndToolsTests(ToolsBeside, OneBroker, TestCase):
    """klog keeps them, and both commands are asked."""

    settings = LAX
    timeout = 180


@unittest.skipUnless(peers.SOAK, "a broker of Apache Kafka: only in make soak (KLOG_SOAK=1)")
class KafkaTests(ToolsBeside, OneBroker, TestCase):
    """Apache Kafka keeps them."""

    version = "4.3.1"
    settings = LAX
    timeout = 180


@unittest.skipUnless(peers.SOAK, "a broker of Apache Kafka: only in make soak (KLOG_SOAK=1)")
class OlderKafkaTests(Scenes, OneBroker, TestCase):
    """Kafka 3.9 does, by the first version of the protocol."""

    version = "3.9.2"
    settings = LAX
    protocol = TransactionProtocol.FIRST
    timeout = 120


@unittest.skipUnless(peers.SOAK, "JVMs for a minute: only in make soak (KLOG_SOAK=1)")
class JavaTests(OneBroker, unittest.TestCase):
    """Java's clients and tools on klog."""

    settings = SETTINGS

    def test_message_copier(self) -> None:
        """Old and new producers copy a topic, each record once; the tools tell of them."""
        count = 300
        lines = b"".join(b"%d\n" % number for number in range(count))
        for topic, partitions in (("in", 1), ("out", 2)):
            run_tool(
                "4.3.1", "topics", "--bootstrap-server", self.address, "--create", "--topic", topic, "--partitions", str(partitions)
            )  # fmt: skip
        run_tool("4.3.1", "console-producer", "--bootstrap-server", self.address, "--topic", "in", input_bytes=lines)
        versions = ("1.1.1", "4.3.1")
        for version in versions:
            said = run_tool(
                version, "transactional-message-copier", "--broker-list", self.address, "--input-topic", "in", "--input-partition", "0",
                "--output-topic", "out", "--max-messages", str(count), "--transactional-id", f"copier-{version}",
                "--transaction-size", "50", "--consumer-group", f"copier-{version}",
            )  # fmt: skip
            self.assertIn('"remaining":0', said)
        read = run_tool(
            "4.3.1", "console-consumer", "--bootstrap-server", self.address, "--topic", "out", "--from-beginning", "--isolation-level",
            "read_committed", "--max-messages", str(count * len(versions)), "--timeout-ms", "20000",
        )  # fmt: skip
        values = sorted(int(line) for line in read.split("\n") if line.isdecimal())
        self.assertEqual(values, sorted(list(range(count)) * len(versions)))
        tool = ("4.3.1", "transactions", "--bootstrap-server", self.address)
        listed = run_tool(*tool, "list")
        for version in versions:
            self.assertRegex(listed, rf"copier-{version}\s+\d+\s+\d+\s+CompleteCommit")
        self.assertRegex(run_tool(*tool, "describe", "--transactional-id", "copier-4.3.1"), r"copier-4.3.1\s.*CompleteCommit")
        said = run_tool(
            "4.3.1", "producer-perf-test", "--topic", "out", "--num-records", "5000", "--record-size", "100", "--throughput", "-1",
            "--transactional-id", "perf", "--transaction-duration-ms", "50", "--bootstrap-server", self.address,
        )  # fmt: skip
        self.assertIn("5000 records sent", said)


def copy(message_sets: Any, transaction: Any) -> None:
    """What comes in goes out."""
    for message_set in message_sets:
        transaction.send_many("out", message_set.values())


def start_copiers(address: str) -> list[TransactionalProcessor]:
    """Two processors of a group that copy ``in`` to ``out``, one by a name of its own."""
    options: Any = {"auto_offset_reset": "earliest", "max_records": 50, "delivery_timeout_ms": 15_000, **TIMES}
    copiers = [
        TransactionalProcessor(reactor, address, "copiers", ["in"], copy, transactional_id=name, **options) for name in ("one", None)
    ]
    for copier in copiers:
        copier.startService()
    return copiers


async def stop_copiers(copiers: list[TransactionalProcessor]) -> None:
    """None of them has ended by itself."""
    for copier in copiers:
        assert copier.failure is None, copier.failure
        await copier.stopService()


class KillTests(TestCase):
    """``kill -9`` of the broker, while two processors of a group copy."""

    timeout = 600

    def test_each_once(self) -> Deferred[None]:
        """The output is the input, each record once."""
        return Deferred.fromCoroutine(self._live())

    async def _live(self) -> None:
        seed = peers.seed()
        chance = random.Random(seed)
        kills = peers.soak_share(40)
        broker = KlogBroker(settings=SETTINGS)
        await deferToThread(broker.start)
        try:
            await make_topics(broker.address, **{"in": 4, "out": 2})
            count = 400 * (kills + 1)
            source = Producer(reactor, broker.address, delivery_timeout_ms=300_000, **TIMES)
            copiers = start_copiers(broker.address)
            for number in range(kills + 1):
                values: list[bytes | None] = [b"%d" % (400 * number + index) for index in range(400)]
                sending = source.send_many("in", values)
                await deferLater(reactor, 0.2 + chance.random(), lambda: None)
                if number < kills:
                    await deferToThread(broker.kill)
                    await deferToThread(broker.start)
                await sending
            values = await read_committed(broker.address, "out", 2, count)
            await stop_copiers(copiers)
            await source.stopService()
            self.assertEqual(sorted(int(value or b"") for value in values), list(range(count)), f"KLOG_SEED={seed}")
        finally:
            await deferToThread(broker.__exit__, None, None, None)
        self.assertNotIn("Traceback", broker.output())


@unittest.skipUnless(peers.SOAK, "a JVM: only in make soak (KLOG_SOAK=1)")
class DumpTests(unittest.TestCase):
    """What ``klog log dump`` says of `__transaction_state`, beside Kafka's ``dump-log --transaction-log-decoder``."""

    def value(self, version: int, **fields: Any) -> bytes:
        partitions = [PartitionsSchema(topic="t", partition_ids=[0, 2])]
        value = TransactionLogValue(producer_id=7, producer_epoch=3, transaction_timeout_ms=60_000, transaction_partitions=partitions)
        for name, one in fields.items():
            setattr(value, name, one)
        return encode_value(value, version)

    def test_same_rows(self) -> None:
        """Values of both versions, and tombstones."""
        key = encode_key(TransactionLogKey(transactional_id="x"))
        values = [
            self.value(0, transaction_status=1, transaction_last_update_timestamp_ms=5, transaction_start_timestamp_ms=4),
            self.value(0, transaction_partitions=None, transaction_start_timestamp_ms=-1),
            self.value(1, transaction_status=3, client_transaction_version=2, previous_producer_id=6, next_producer_id=9),
            None,
        ]
        data = b"".join(codec.build_batch([(5, key, value, ())], base_offset=at) for at, value in enumerate(values))
        with tempfile.TemporaryDirectory(prefix="klog-test-") as folder:
            path = pathlib.Path(folder) / "__transaction_state-0" / f"{0:020}.log"
            path.parent.mkdir()
            path.write_bytes(data)
            said = run_tool("4.3.1", "dump-log", "--transaction-log-decoder", "--files", str(path))
            ours = [json.loads(line) for line in piped("log", "dump", "-r", "-o", "json", str(path)).text.splitlines()]
        theirs = re.findall(r"^\| offset: .* key: (\{.*\}) payload: (.*)$", said, re.MULTILINE)
        records = [row["transaction_record"] for row in ours if row["type"] == "record"]
        self.assertEqual(len(theirs), len(values), said)
        for (their_key, their_value), record in zip(theirs, records, strict=True):
            self.assertEqual(json.loads(their_key)["data"], {"transactionalId": record["key"]["transactional_id"]})
            if record["value"] is None:
                self.assertEqual(their_value, "<DELETE>")
                continue
            found = json.loads(their_value)
            self.assertEqual(int(found["version"]), record["value"]["version"])
            expected = {_snake(name): value for name, value in found["data"].items() if name != "transactionPartitions"}
            self.assertEqual({name: record["value"][name] for name in expected}, expected)
            partitions = found["data"]["transactionPartitions"]
            again = None if partitions is None else [{"topic": one["topic"], "partition_ids": one["partitionIds"]} for one in partitions]
            self.assertEqual(record["value"]["transaction_partitions"], again)


def _snake(name: str) -> str:
    return re.sub(r"([A-Z])", r"_\1", name).lower()
