"""``kill -9`` under load at random moments: what was acknowledged is there, in its place, and what a consumer saw stays.

Each record names its producer, a number and a checksum of itself. Producers and consumers live on while the broker dies and comes back
on the same port. After each kill the segments are looked at before the next start: recovery may cut only what is behind the last
whole batch. In some rounds the test adds a torn tail of its own, as processes seldom leave one. What the checkpoints say of high watermarks
holds over all lives: it can be read after each kill, is never above the log, and never falls.

The orders that are held: every acknowledged record is at the offset of its acknowledgement; an offset never names another record; a
producer that is idempotent has each of its records once and in order; the others may repeat records, as their retries do.
"""

from __future__ import annotations

import hashlib
import itertools
import pathlib
import random
import shutil
import tempfile
import threading
import time
import unittest
import zlib
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from klog.storage.checkpoint_files import read_offsets
from klog.storage.filenames import HIGH_WATERMARK_CHECKPOINT, directory_name
from klog.storage.filesystem import RealFileSystem
from klog.wire.messages.create_partitions import CreatePartitionsRequest, CreatePartitionsTopic
from klog.wire.messages.create_topics import CreatableTopic, CreatableTopicConfig, CreateTopicsRequest
from klog.wire.messages.delete_topics import DeleteTopicsRequest
from klog.wire.messages.describe_configs import DescribeConfigsRequest, DescribeConfigsResource
from klog.wire.messages.incremental_alter_configs import AlterableConfig, AlterConfigsResource, IncrementalAlterConfigsRequest
from klog.wire.messages.init_producer_id import InitProducerIdRequest
from klog.wire.messages.list_offsets import ListOffsetsPartition, ListOffsetsRequest, ListOffsetsTopic
from klog.wire.messages.metadata import MetadataRequest
from tests import peers
from tests.integration import disk
from tests.integration.raw import ConnectionClosed, Raw, produce_request
from tests.integration.running import KlogBroker

ROUNDS = 20
TOPIC = "killed"
PARTITIONS = 3
#: acks, idempotence, codec.
PRODUCERS = (("1", False, "none"), ("all", False, "lz4"), ("all", True, "none"), ("all", True, "zstd"))
#: Records a second and producer: enough to have appends under way at every moment, and little enough to check all of them.
RATE = 1500


def record(producer: int, number: int, size: int) -> bytes:
    """A record that tells whether it is whole."""
    body = b"%d %d %s" % (producer, number, hashlib.sha256(b"%d-%d" % (producer, number)).digest() * (1 + size // 32))
    return b"%08x " % zlib.crc32(body) + body


def parse(value: bytes) -> tuple[int, int]:
    """Producer and number.

    :raises AssertionError: it is torn.
    """
    head, _, body = value.partition(b" ")
    assert len(head) == 8 and int(head, 16) == zlib.crc32(body), f"a torn record: {value[:60]!r}"
    producer, number, _ = body.split(b" ", 2)
    return int(producer), int(number)


class ProducerThread(threading.Thread):
    """Sends until told to stop; remembers what was acknowledged."""

    def __init__(self, index: int, address: str, seed: int) -> None:
        super().__init__(daemon=True)
        from confluent_kafka import Producer

        acks, self.idempotent, codec = PRODUCERS[index]
        self.index = index
        self.random = random.Random(seed)
        self.ending = threading.Event()
        #: (partition, offset) -> number
        self.acknowledged: dict[tuple[int, int], int] = {}
        self.failures: list[str] = []
        self.sent = 0
        self.client: Any = Producer(
            {
                **disk.QUIET,
                "bootstrap.servers": address,
                "acks": acks,
                "enable.idempotence": self.idempotent,
                "compression.codec": codec,
                "linger.ms": self.random.choice([0, 2, 10]),
                "reconnect.backoff.ms": 20,
                "reconnect.backoff.max.ms": 100,
                "retry.backoff.ms": 20,
                "message.timeout.ms": 120_000,
            }
        )

    def run(self) -> None:
        while not self.ending.is_set():
            for _ in range(RATE // 50):
                value = record(self.index, self.sent, self.random.choice([0, 0, 100, 100, 1000, 20_000 if self.index % 2 else 0]))
                try:
                    # Partition by number: the order within a partition can be told from the numbers.
                    self.client.produce(TOPIC, value, None, self.sent % PARTITIONS, on_delivery=self.told)
                except BufferError:
                    break
                self.sent += 1
            self.client.poll(0.02)

    def told(self, error: Any, message: Any) -> None:
        producer, number = parse(message.value())
        assert producer == self.index
        if error:
            self.failures.append(str(error))
        else:
            self.acknowledged[message.partition(), message.offset()] = number

    def finish(self) -> None:
        """Everything that was sent is answered when this returns."""
        self.ending.set()
        self.join()
        left = self.client.flush(60)
        assert not left, f"{left} records of producer {self.index} were never answered"


class ConsumerThread(threading.Thread):
    """Reads all partitions from their beginning on, over all lives of the broker."""

    def __init__(self, address: str) -> None:
        super().__init__(daemon=True)
        from confluent_kafka import Consumer, TopicPartition

        self.seen: dict[tuple[int, int], tuple[int, int]] = {}
        self.problems: list[str] = []
        self.ending = threading.Event()
        self.client: Any = Consumer(
            {
                **disk.QUIET,
                "bootstrap.servers": address,
                "group.id": "killed",
                "enable.auto.commit": False,
                "check.crcs": True,
                "auto.offset.reset": "error",
                "fetch.wait.max.ms": 20,
                "reconnect.backoff.ms": 20,
                "reconnect.backoff.max.ms": 100,
            }
        )
        self.client.assign([TopicPartition(TOPIC, number, 0) for number in range(PARTITIONS)])

    def run(self) -> None:
        while not self.ending.is_set():
            for message in self.client.consume(1000, 0.05):
                error = message.error()
                if error:
                    if error.name() not in ("_TRANSPORT", "_ALL_BROKERS_DOWN", "_TIMED_OUT", "_RESOLVE"):
                        self.problems.append(str(error))
                    continue
                place = message.partition(), message.offset()
                try:
                    found = parse(message.value())
                except AssertionError as torn:
                    self.problems.append(f"{place}: {torn}")
                    continue
                if self.seen.setdefault(place, found) != found:
                    self.problems.append(f"{place} was {self.seen[place]} and is {found}")
        self.client.close()


@pytest.mark.soak
class KillTests(unittest.TestCase):
    """One broker of many lives."""

    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-kill-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        seed = peers.seed()
        print(f"KLOG_SEED={seed}")
        self.random = random.Random(seed)
        self.checked = 0
        self.cut_by_recovery = 0
        #: By the names of the partitions' folders: the highest that a checkpoint has named.
        self.watermarks: dict[str, int] = {}

    def test_kill_under_load(self) -> None:
        self.run_rounds({}, {"segment.bytes": str(1 << 20), "index.interval.bytes": "1000"})

    def test_kill_under_load_with_the_flush_rule(self) -> None:
        self.run_rounds({}, {"segment.bytes": str(4 << 20), "flush.messages": "1"}, share=0.5)

    def test_kill_under_load_with_two_data_directories(self) -> None:
        self.run_rounds({}, {"segment.bytes": str(1 << 20), "index.interval.bytes": "1000"}, directories=2)

    def run_rounds(self, settings: dict[str, str], configs: dict[str, str], *, share: float = 1, directories: int = 1) -> None:
        rounds = max(1, int(peers.soak_share(ROUNDS) * share))
        data = [self.folder / f"data{number}" for number in range(directories)]
        broker = KlogBroker(self.folder, settings={"log.flush.offset.checkpoint.interval.ms": "200", **settings})
        broker.data = pathlib.Path(",".join(map(str, data)))
        with broker:
            disk.create_topic(broker.address, TOPIC, PARTITIONS, configs)
            producers = [ProducerThread(index, broker.address, self.random.random().__hash__()) for index in range(len(PRODUCERS))]
            consumers = [ConsumerThread(broker.address) for _ in range(2)]
            for thread in [*producers, *consumers]:
                thread.start()
            for number in range(rounds):
                time.sleep(self.random.uniform(0.3, 1.5))
                broker.kill()
                self.between_lives(data, tear=number % 2 == 1 or rounds == 1)
                broker.start()
                self.after_start(broker.address)
                print(f"round {number}: {sum(len(one.acknowledged) for one in producers)} acknowledged")
            time.sleep(0.5)
            for producer in producers:
                producer.finish()
            ends = disk.ends(broker.address, TOPIC, PARTITIONS)
            last = {(partition, end - 1) for partition, end in ends.items()}
            disk.wait_for("the consumers' way to the end", lambda: all(last <= consumer.seen.keys() for consumer in consumers), 60)
            for consumer in consumers:
                consumer.ending.set()
                consumer.join()
            rows = disk.read_topic(broker.address, TOPIC, PARTITIONS)
            self.judge(producers, consumers, rows)
        # The broker has ended in order: all that is in the logs was shown.
        self.between_lives(data, tear=False)
        self.assertEqual(self.watermarks, {f"{TOPIC}-{partition}": len(some) for partition, some in rows.items()})
        self.assertTrue(all(disk.segment_files(one, TOPIC, ".log") for one in data), "each directory has partitions")
        print(f"{self.checked} acknowledged records over {rounds} kills; recovery cut {self.cut_by_recovery} bytes")

    def between_lives(self, data: list[pathlib.Path], tear: bool) -> None:
        """Remember what of each segment is whole; tear the last one of a partition where asked."""
        if tear:
            path = disk.segment_files(self.random.choice(data), TOPIC, ".log")[-1]
            entries, _ = disk.valid_entries(path)
            content = path.read_bytes()
            again = content[: entries[0].size] if entries else self.random.randbytes(100)
            with open(path, "ab") as file:
                file.write(again[: self.random.randrange(1, len(again))])
        self.whole: dict[pathlib.Path, bytes] = {}
        self.torn = 0
        for one in data:
            ends: dict[str, int] = {}
            for path in disk.segment_files(one, TOPIC, ".log"):
                entries, size = disk.valid_entries(path)
                content = path.read_bytes()
                self.whole[path] = content[:size]
                self.torn += len(content) - size
                ends[path.parent.name] = entries[-1].last_offset + 1 if entries else int(path.stem)
            self.look_at_watermarks(one, ends)

    def look_at_watermarks(self, directory: pathlib.Path, ends: dict[str, int]) -> None:
        """What the checkpoint in `directory` says of its partitions, whose logs end at `ends`."""
        try:
            marks = read_offsets(RealFileSystem(), str(directory / HIGH_WATERMARK_CHECKPOINT))
        except FileNotFoundError:
            # The first life was too short for one; of what it has said once it says nothing less.
            marks = {}
        found = {directory_name(name): offset for name, offset in marks.items() if name.topic == TOPIC}
        self.assertLessEqual(found.keys(), ends.keys(), "of partitions that lie elsewhere")
        for name in ends:
            mark = found.get(name, 0)
            self.assertLessEqual(mark, ends[name], f"the high watermark of {name} is above its log")
            self.assertGreaterEqual(mark, self.watermarks.get(name, 0), f"the high watermark of {name} fell")
            if mark:
                self.watermarks[name] = mark

    def after_start(self, address: str) -> None:
        """All that was whole is there (the load goes on behind it), and shown at least as far as the checkpoints said."""
        for path, content in self.whole.items():
            with open(path, "rb") as file:
                self.assertTrue(file.read(len(content)) == content, f"recovery changed {path}: {len(content)} bytes were whole")
        for partition, end in disk.ends(address, TOPIC, PARTITIONS).items():
            self.assertGreaterEqual(end, self.watermarks.get(f"{TOPIC}-{partition}", 0), f"the high watermark of {partition}")
        self.cut_by_recovery += self.torn

    def judge(self, producers: list[ProducerThread], consumers: list[ConsumerThread], rows: dict[int, list[disk.Row]]) -> None:
        there: dict[tuple[int, int], tuple[int, int]] = {}
        for partition, some in rows.items():
            self.assertEqual([row.offset for row in some], list(range(len(some))), "no gap")
            for row in some:
                assert row.value is not None
                there[partition, row.offset] = parse(row.value)
        for producer in producers:
            self.assertEqual(producer.failures, [])
            for place, number in producer.acknowledged.items():
                self.assertEqual(there.get(place), (producer.index, number), f"acknowledged at {place}")
                self.checked += 1
            if producer.idempotent:
                for partition in range(PARTITIONS):
                    numbers = [number for (at, _), (index, number) in there.items() if at == partition and index == producer.index]
                    self.assertEqual(numbers, list(range(partition, producer.sent, PARTITIONS)), "once and in order")
            else:
                self.assertEqual({number for index, number in there.values() if index == producer.index}, set(range(producer.sent)))
        for consumer in consumers:
            self.assertEqual(consumer.problems, [])
            self.assertEqual(consumer.seen, there, "what was seen once is there for ever")
        self.assertGreater(self.checked, 0)


class Administrator(threading.Thread):
    """Makes, grows, sets and deletes topics and asks for producer ids, one request at a time, until the broker is gone.

    `topics` is what was acknowledged; `uncertain` the name in the request that got no answer.
    """

    def __init__(self, address: str, seed: int, topics: dict[str, MadeTopic], ids: set[int], serial: Iterator[int]) -> None:
        super().__init__(daemon=True)
        self.address = address
        self.random = random.Random(seed)
        self.topics = topics
        self.ids = ids
        self.serial = serial
        self.uncertain: str | None = None
        self.wrong: list[str] = []
        self.answered = 0

    def run(self) -> None:
        try:
            with Raw(self.address) as client:
                while True:
                    self.random.choice([self.make, self.make, self.grow, self.remove, self.set, self.identify, self.write])(client)
                    self.answered += 1
        except (OSError, ConnectionClosed):
            pass

    def ok(self, code: int, what: str) -> None:
        if code:
            self.wrong.append(f"{what}: error {code}")
        self.uncertain = None

    def some(self) -> str | None:
        return self.random.choice(sorted(self.topics)) if self.topics else None

    def make(self, client: Raw) -> None:
        name = self.uncertain = f"made-{next(self.serial)}"
        partitions, retention = self.random.randrange(1, 4), str(self.random.randrange(10**9, 10**10))
        config = CreatableTopicConfig(name="retention.ms", value=retention)
        topic = CreatableTopic(name=name, num_partitions=partitions, replication_factor=1, configs=[config])
        answer = client.ask(CreateTopicsRequest(topics=[topic], timeout_ms=10_000), 7)
        self.topics[name] = MadeTopic(partitions, retention, bytes(answer.topics[0].topic_id))
        self.ok(answer.topics[0].error_code, f"make {name}")

    def grow(self, client: Raw) -> None:
        name = self.uncertain = self.some()
        if name is not None:
            wanted = self.topics[name].partitions + 1
            answer = client.ask(
                CreatePartitionsRequest(topics=[CreatePartitionsTopic(name=name, count=wanted, assignments=None)], timeout_ms=10_000), 1
            )
            self.topics[name] = self.topics[name]._replace(partitions=wanted)
            self.ok(answer.results[0].error_code, f"grow {name}")

    def set(self, client: Raw) -> None:
        name = self.uncertain = self.some()
        if name is not None:
            retention = str(self.random.randrange(10**9, 10**10))
            config = AlterableConfig(name="retention.ms", config_operation=0, value=retention)
            resource = AlterConfigsResource(resource_type=2, resource_name=name, configs=[config])
            answer = client.ask(IncrementalAlterConfigsRequest(resources=[resource]), 1)
            self.topics[name] = self.topics[name]._replace(retention=retention)
            self.ok(answer.responses[0].error_code, f"set {name}")

    def remove(self, client: Raw) -> None:
        name = self.uncertain = self.some()
        if name is not None:
            answer = client.ask(DeleteTopicsRequest(topic_names=[name], timeout_ms=10_000), 4)
            del self.topics[name]
            self.ok(answer.responses[0].error_code, f"remove {name}")

    def write(self, client: Raw) -> None:
        name = self.some()
        if name is not None:
            answer = client.ask(produce_request(name, name.encode()), 9)
            self.topics[name] = self.topics[name]._replace(records=self.topics[name].records + 1)
            self.ok(answer.responses[0].partition_responses[0].error_code, f"write to {name}")

    def identify(self, client: Raw) -> None:
        answer = client.ask(InitProducerIdRequest(transactional_id=None, transaction_timeout_ms=60_000), 4)
        if answer.producer_id in self.ids:
            self.wrong.append(f"producer id {answer.producer_id} was given out twice")
        self.ids.add(answer.producer_id)
        self.ok(answer.error_code, "producer id")


class MadeTopic(NamedTuple):
    """A topic as acknowledged."""

    partitions: int
    retention: str
    topic_id: bytes
    records: int = 0


@pytest.mark.soak
class AdministrationTests(unittest.TestCase):
    """What was answered of topics, configurations and producer ids holds after a kill."""

    def test_kill_while_topics_come_and_go(self) -> None:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-kill-"))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        seed = peers.seed()
        print(f"KLOG_SEED={seed}")
        source = random.Random(seed)
        topics: dict[str, MadeTopic] = {}
        ids: set[int] = set()
        serial = itertools.count()
        answered = 0
        with KlogBroker(folder, settings={"log.segment.delete.delay.ms": "50", "auto.create.topics.enable": "false"}) as broker:
            for _ in range(max(3, peers.soak_share(60))):
                administrator = Administrator(broker.address, source.randrange(1 << 30), topics, ids, serial)
                administrator.start()
                time.sleep(source.uniform(0.05, 0.6))
                broker.kill()
                administrator.join(20)
                self.assertEqual(administrator.wrong, [])
                answered += administrator.answered
                broker.start()
                self.hold(broker, topics, administrator.uncertain)
            names = set(topics)
            broker.restart()
            self.assertEqual(set(disk.topic_names(broker.address)), names)
            broker.stop()
            directories = {
                path.name.rpartition("-")[0] for path in broker.data.iterdir() if path.is_dir() and not path.name.endswith("-delete")
            }
            self.assertEqual(directories, names)
        print(f"{answered} requests answered, {len(ids)} producer ids, {len(names)} topics left")

    def hold(self, broker: KlogBroker, topics: dict[str, MadeTopic], uncertain: str | None) -> None:
        """`topics` is there; the uncertain one is brought up to date with what became of it."""
        with Raw(broker.address) as client:
            found = {
                topic.name: (len(topic.partitions), bytes(topic.topic_id))
                for topic in client.ask(MetadataRequest(topics=None, allow_auto_topic_creation=False), 12).topics
            }
            self.assertEqual(set(found) - {uncertain}, set(topics) - {uncertain})
            if uncertain is not None and uncertain not in found:
                topics.pop(uncertain, None)
            for name, (partitions, topic_id) in found.items():
                resource = DescribeConfigsResource(resource_type=2, resource_name=name, configuration_keys=["retention.ms"])
                (config,) = client.ask(DescribeConfigsRequest(resources=[resource]), 4).results[0].configs
                if name == uncertain:
                    known = topics.get(name)
                    if known is not None:
                        self.assertEqual(topic_id, known.topic_id)
                        self.assertIn(partitions, (known.partitions, known.partitions + 1))
                    topics[name] = MadeTopic(partitions, config.value, topic_id, known.records if known is not None else 0)
                self.assertEqual(
                    (name, partitions, topic_id, config.value),
                    (name, topics[name].partitions, topics[name].topic_id, topics[name].retention),
                )
                place = ListOffsetsPartition(partition_index=0, timestamp=-1)
                asked = ListOffsetsRequest(replica_id=-1, topics=[ListOffsetsTopic(name=name, partitions=[place])])
                end = client.ask(asked, 6).topics[0].partitions[0].offset
                # One record more may have been written whose answer was lost.
                self.assertIn(end, (topics[name].records, topics[name].records + 1), name)
                topics[name] = topics[name]._replace(records=end)
