"""The sink under fire: a stream from topic to topic whose driver and JVM, or whose Python worker, are killed at random, on klog's broker.

With ``idempotent`` each record stands in the target once, however often the stream was killed; without, at least once. Twenty rounds in
soak, one in CI (`KLOG_SOAK`). Without Java or pyspark that is skipped by the name ``spark``.

And the sink, without Spark's JVM, on Apache Kafka: what tests/spark/test_stream_sink.py sees of attempts that meet on klog's broker, and
what librdkafka reads of what was written.
"""

from __future__ import annotations

import collections
import json
import multiprocessing
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from collections.abc import Callable, Mapping
from typing import IO, Any

import psutil
import pytest
from confluent_kafka import Consumer
from confluent_kafka import TopicPartition as Place
from pyspark.sql.types import BinaryType, StructField, StructType

from klog.audit.cells import AUDIT_TOPIC, Tier
from klog.audit.ledger import Ledger
from klog.client.blocking.client import BlockingClient
from klog.client.producing.partitioners import partition_of_key
from klog.model import TopicPartition
from klog.spark.sink import KlogWriter
from klog.spark.stream_sink import write_once
from klog.testing.embedded import Broker
from klog.wire.messages.create_topics import CreatableTopic, CreatableTopicConfig, CreateTopicsRequest
from tests import peers
from tests.integration.running import kafka_broker
from tests.spark import sink_rig, test_stream_sink

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak

PARTITIONS = 3
RECORDS = 6_000
#: Small, so that a batch takes many requests.
SINK = {"kafka.batch.size": "1000", "kafka.delivery.timeout.ms": "60000"}
PATIENCE_S = 180.0


class Stream:
    """One run of `tests.integration.spark_sink_job`."""

    def __init__(self, settings: dict[str, Any], log: IO[bytes]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.integration.spark_sink_job", json.dumps(settings)],
            cwd=peers.ROOT,
            stdout=subprocess.PIPE,
            stderr=log,
            start_new_session=True,
        )

    def family(self) -> list[psutil.Process]:
        """The driver, the JVM, and the workers."""
        try:
            driver = psutil.Process(self.process.pid)
            return [driver, *driver.children(recursive=True)]
        except psutil.NoSuchProcess:
            return []

    def kill(self) -> None:
        """Driver and JVM at once; workers are left to find out by themselves."""
        for member in self.family():
            if "pyspark.daemon" not in " ".join(_command(member)):
                _kill(member)
        self.process.wait(60)

    def kill_worker(self, chosen: random.Random) -> bool:
        """A Python worker that was forked for tasks; False where there is none."""
        workers = [member for member in self.family() if "pyspark.daemon" in " ".join(_command(member))]
        # The daemon itself is the parent of the others.
        pids = {worker.pid for worker in workers}
        forked = [worker for worker in workers if worker.ppid() in pids]
        return bool(forked) and _kill(chosen.choice(forked))

    def end(self) -> None:
        """Nothing of it is left."""
        for member in self.family():
            _kill(member)
        self.process.wait(60)
        assert self.process.stdout is not None
        self.process.stdout.close()


def _command(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []


def _kill(process: psutil.Process) -> bool:
    try:
        process.send_signal(signal.SIGKILL)
    except psutil.Error:
        return False
    return True


def written(client: BlockingClient, targets: list[TopicPartition]) -> int:
    """So many records stand there."""
    return sum(found.offset for found in client.list_offsets(targets).values())


class SinkUnderFire(unittest.TestCase):
    """See the module."""

    def setUp(self) -> None:
        peers.spark()
        seed = peers.seed()
        self.random = random.Random(seed)
        print(f"KLOG_SEED={seed}", file=sys.stderr)
        scratch = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.log = open(self.folder / "spark.log", "wb")
        self.addCleanup(self.log.close)
        self.kills = collections.Counter[str]()

    def start(self, settings: dict[str, Any]) -> Stream:
        stream = Stream(settings, self.log)
        self.addCleanup(stream.end)
        return stream

    def until(self, what: Callable[[], bool], stream: Stream, sentence: str) -> None:
        """Wait, as long as the stream lives."""
        deadline = time.monotonic() + PATIENCE_S
        while not what():
            self.assertLess(time.monotonic(), deadline, f"{sentence}: not within {PATIENCE_S} s")
            if stream.process.poll() is not None:
                return
            time.sleep(0.01)

    def run_round(
        self, number: int, client: BlockingClient, broker: Broker, *, idempotent: bool, driver_kills: int, worker_kills: int
    ) -> None:
        source, target = f"source-{number}", f"target-{number}"
        broker.create_topics({source: 2, target: PARTITIONS})
        expected = collections.Counter[tuple[bytes | None, bytes]]()
        for partition in range(2):
            for part in range(7):
                key = b"key-%d" % part if part else None
                values = [b"%d-%d-%d" % (partition, part, index // 2) for index in range(RECORDS // 14)]
                broker.put(source, values, key=key, partition=partition)
                expected.update((key, value) for value in values)
        settings = {
            "bootstrap": broker.bootstrap,
            "source": source,
            "target": target,
            "checkpoint": str(self.folder / f"checkpoint-{number}"),
            "sink": {**SINK, "idempotent": str(idempotent).lower(), "audit": f"sink {number}"},
            "from": {"audit": f"source {number}"},
            "limit": RECORDS // 4,
            "shuffle": bool(number % 2),
        }
        targets = [TopicPartition(target, partition) for partition in range(PARTITIONS)]

        # Slow answers, so that whoever kills finds something under way.
        broker.delay_s = 0.004
        while True:
            stream = self.start(settings)
            while worker_kills or driver_kills:
                # Not so near the end that the stream is over before it dies.
                goal = min(written(client, targets) + self.random.randrange(1, 900), RECORDS * 3 // 4)
                self.until(lambda goal=goal: written(client, targets) >= goal, stream, f"round {number}: {goal} records")
                if stream.process.poll() is not None:
                    break
                if worker_kills:
                    killed = stream.kill_worker(self.random)
                    worker_kills -= killed
                    self.kills["worker"] += killed
                    continue
                stream.kill()
                driver_kills -= 1
                self.kills["driver"] += 1
                break
            else:
                broker.delay_s = 0.0
                code = stream.process.wait(PATIENCE_S)
                self.assertEqual(code, 0, self.tail())
                break
            if stream.process.poll() == 0:
                # It was faster than the next kill.
                break
        broker.delay_s = 0.0
        found = collections.Counter((m.key, m.value) for tp in targets for m in client.read(tp, 0))
        if idempotent:
            self.assertEqual(found - expected, collections.Counter(), f"round {number}: repeated")
        self.assertEqual(expected - found, collections.Counter(), f"round {number}: lost")
        self.check_audit(broker, number, found.total(), idempotent=idempotent)

    def check_audit(self, broker: Broker, number: int, written: int, *, idempotent: bool) -> None:
        """What was read was counted once, and so was what was written; brokers have counted what stands there."""

        def counts() -> tuple[int, int, int]:
            ledger = Ledger()
            for message in broker.messages(AUDIT_TOPIC):
                ledger.add(message.key, message.value, message.timestamp_ms)
            sums = collections.Counter[Tier]()
            for cell in ledger.cells:
                if f"{'source' if cell.key.writer.tier is Tier.SINK else 'sink'} {number}" in (
                    cell.key.writer.name,
                    cell.key.writer.application,
                ) and cell.key.topic in (f"source-{number}", f"target-{number}"):
                    sums[cell.key.writer.tier] += cell.count
            return sums[Tier.SINK], sums[Tier.PRODUCER], sums[Tier.BROKER]

        deadline = time.monotonic() + 60
        while counts()[2] < written and time.monotonic() < deadline:
            time.sleep(0.1)
        read, sent, stored = counts()
        total = RECORDS // 14 * 14
        self.assertEqual((read, stored), (total, written), f"round {number}")
        if idempotent:
            self.assertEqual(sent, total, f"round {number}")
        else:
            # A batch whose repetition went on into the next window is told there, too.
            self.assertGreaterEqual(sent, total)
            self.assertLessEqual(sent, written)

    def tail(self) -> str:
        self.log.flush()
        return (self.folder / "spark.log").read_text(errors="replace")[-3000:]

    def fire(self, rounds: int, **how: Any) -> None:
        counting = {"klog.audit.counts": "true", "klog.audit.counts.interval.ms": "200"}
        with Broker(counting) as broker, BlockingClient(broker.bootstrap) as client:
            broker.messages(AUDIT_TOPIC, at_least=1)
            for number in range(rounds):
                started = time.monotonic()
                self.run_round(number, client, broker, **how)
                print(f"round {number}: {time.monotonic() - started:.0f} s", file=sys.stderr)
        print(f"{rounds} rounds, killed: {dict(self.kills)}", file=sys.stderr)
        self.assertGreater(self.kills["worker"], 0)
        self.assertGreater(self.kills["driver"], 0)

    def test_killed_and_repeated_nothing_is_lost_and_nothing_is_there_twice(self) -> None:
        self.fire(peers.soak_share(20), idempotent=True, driver_kills=1 + peers.SOAK, worker_kills=1)

    def test_without_idempotence_nothing_is_lost(self) -> None:
        if not peers.SOAK:
            self.skipTest("only in soak (KLOG_SOAK=1): at least once is what remains where exactly once is seen above")
        self.fire(4, idempotent=False, driver_kills=1, worker_kills=1)


def read_back(address: str, topic: str, partitions: int, count: int) -> list[list[Any]]:
    """All messages of each partition, by librdkafka, CRCs checked."""
    consumer = Consumer({"bootstrap.servers": address, "group.id": "reader", "check.crcs": True, "enable.auto.commit": False})
    found: list[list[Any]] = [[] for _ in range(partitions)]
    try:
        consumer.assign([Place(topic, number, 0) for number in range(partitions)])
        deadline = time.monotonic() + 60
        while sum(map(len, found)) < count:
            assert time.monotonic() < deadline, f"{topic}: {[len(part) for part in found]} of {count} came"
            for message in consumer.consume(1000, 0.2):
                assert not message.error(), message.error()
                found[message.partition()].append(message)
        return found
    finally:
        consumer.close()


class WorkersUnderFire(sink_rig.SinkCase):
    """The same without Spark's JVM, and so many more ends: processes that write one batch, killed at random."""

    def test_killed_workers_leave_each_row_once(self) -> None:
        chosen = random.Random(seed := peers.seed())
        print(f"KLOG_SEED={seed}", file=sys.stderr)
        options = self.options(kafka_batch_size="400")
        context = multiprocessing.get_context("fork")
        targets = [TopicPartition(self.topic, partition) for partition in range(3)]
        kills, rounds = 0, peers.soak_share(60)
        for number in range(rounds):
            rows = test_stream_sink.some_rows(1_500, number)
            place = test_stream_sink.Place("fire", number, 0)
            before, start = self.rows(), written(self.client, targets)
            # Each answer takes so long that all the rows take most of a second.
            self.broker.delay_s = 0.02
            for _ in range(chosen.randrange(1, 4)):
                chosen.shuffle(rows)
                # Where it got to says when it dies, no clock: at least a third of the rows is left to whoever comes next.
                goal = start + chosen.randrange(1_000)
                worker = context.Process(target=_write, args=(options, rows, place))
                worker.start()
                self.addCleanup(worker.kill)
                until_s = time.monotonic() + PATIENCE_S
                while written(self.client, targets) < goal and worker.is_alive():
                    self.assertLess(time.monotonic(), until_s, "the worker writes nothing")
                    time.sleep(0.005)
                worker.kill()
                worker.join()
                kills += worker.exitcode == -signal.SIGKILL
            # No waiting for what may still be under way.
            write_once(options, sink_rig.COLUMNS, sink_rig.tables(rows), place)
            self.broker.delay_s = 0.0
            self.assertEqual(self.rows() - before, collections.Counter(rows), f"round {number}")
        print(f"{kills} workers killed in {rounds} rounds", file=sys.stderr)
        self.assertGreaterEqual(kills, rounds)


def _write(options: Any, rows: list[sink_rig.Row], place: test_stream_sink.Place) -> None:
    write_once(options, sink_rig.COLUMNS, sink_rig.tables(rows), place)
    os._exit(0)


class Kafka:
    """What tests of the sink need of a broker (`klog.testing.embedded.Broker`), of Apache Kafka."""

    def __init__(self, bootstrap: str) -> None:
        self.bootstrap = bootstrap

    def create_topic(self, name: str, partitions: int = 1, configs: Mapping[str, str] | None = None) -> None:
        """Make it, and wait until it is led."""
        given = [CreatableTopicConfig(name=key, value=value) for key, value in (configs or {}).items()]
        topic = CreatableTopic(name=name, num_partitions=partitions, replication_factor=1, assignments=[], configs=given)
        with BlockingClient(self.bootstrap) as client:
            answer = client.ask_any(CreateTopicsRequest(topics=[topic]))
            assert not answer.topics[0].error_code, answer.topics[0].error_message
            client.list_offsets([TopicPartition(name, partition) for partition in range(partitions)])


class OnApacheKafka(test_stream_sink.ZombieTests):
    """Attempts that meet, on Apache Kafka 4.3.1."""

    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        cls.addClassCleanup(folder.cleanup)
        settings = {"group.initial.rebalance.delay.ms": "0", "offsets.topic.num.partitions": "1"}
        running_broker = kafka_broker("4.3.1", pathlib.Path(folder.name) / "kafka", settings=settings, kill=True)
        cls.broker = Kafka(cls.enterClassContext(running_broker))  # type: ignore[assignment]

    def test_repetitions_write_what_is_missing(self) -> None:
        rows = test_stream_sink.some_rows(1_000)
        for attempt in range(3):
            with self.assertRaises(sink_rig.Stop):
                order = test_stream_sink.some_rows(1_000, attempt)
                write_once(self.options(), sink_rig.COLUMNS, sink_rig.tables(order, stop_after=4 + 3 * attempt), test_stream_sink.PLACE)
        self.assertGreater(self.rows().total(), 200)
        write_once(self.options(), sink_rig.COLUMNS, sink_rig.tables(rows), test_stream_sink.PLACE)
        self.assertEqual(self.rows(), collections.Counter(rows))

    def test_librdkafka_reads_what_was_written(self) -> None:
        rows = test_stream_sink.some_rows(500)
        schema = StructType([StructField("key", BinaryType()), StructField("value", BinaryType())])
        for codec in ("none", "gzip", "snappy", "lz4", "zstd"):
            topic = f"codec-{codec}"
            self.broker.create_topic(topic, 3)
            options = self.options(topic=topic, idempotent="false", kafka_compression_type=codec)
            commit = KlogWriter(options, schema).write(sink_rig.tables(rows))
            self.assertEqual(commit.rows, 500)
            found = read_back(self.broker.bootstrap, topic, 3, 500)
            self.assertEqual(collections.Counter((m.key(), m.value()) for part in found for m in part), collections.Counter(rows))
            for partition, part in enumerate(found):
                self.assertTrue(all(partition_of_key(m.key(), 3) == partition for m in part if m.key() is not None))


if __name__ == "__main__":
    unittest.main()
