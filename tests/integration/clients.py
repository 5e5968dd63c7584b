"""Other people's clients behind one face: produce a list of items to a topic, read a topic's partitions back as items.

Every client reads by assigned partition from the beginning. What a client cannot say (kcat chooses no timestamps) stands in its row.
"""

from __future__ import annotations

import asyncio
import pathlib
import re
import subprocess
import tempfile
import time
from collections.abc import Sequence

from tests import peers
from tests.integration.journey import PARTITIONS, Item, read_file, write_file

JAVA_JOURNEY = pathlib.Path(__file__).parent / "java" / "Journey.java"


class Client:
    """One client program."""

    name = ""
    codecs: tuple[str, ...] = ("none", "gzip", "snappy", "lz4", "zstd")
    #: Whether it can set timestamps and headers of its own per record.
    chooses_timestamps = True
    chooses_headers = True
    #: Whether a producer of it can be idempotent.
    idempotent = True

    def produce(
        self, address: str, topic: str, items: Sequence[Item], codec: str = "none", acks: str = "all", idempotence: bool = False
    ) -> None:
        """Send all and wait for every acknowledgement."""
        raise NotImplementedError

    def consume(self, address: str, topic: str, count: int) -> list[Item]:
        """Read until `count` records came (or nothing comes for long)."""
        raise NotImplementedError


class Confluent(Client):
    """confluent-kafka: librdkafka of today."""

    name = "confluent-kafka"

    def produce(
        self, address: str, topic: str, items: Sequence[Item], codec: str = "none", acks: str = "all", idempotence: bool = False
    ) -> None:
        from confluent_kafka import Producer

        errors: list[str] = []
        producer = Producer(
            {
                "bootstrap.servers": address,
                "compression.codec": codec,
                "acks": acks,
                "enable.idempotence": idempotence,
                "linger.ms": 20,
                "queue.buffering.max.messages": 1_000_000,
            }
        )
        for item in items:
            producer.produce(
                topic,
                item.value,
                item.key,
                item.partition,
                timestamp=item.timestamp_ms or 0,
                headers=list(item.headers),
                on_delivery=lambda error, _message: errors.append(str(error)) if error else None,
            )
            producer.poll(0)
        left = producer.flush(60)
        assert not left and not errors, (left, errors[:3])

    def consume(self, address: str, topic: str, count: int) -> list[Item]:
        from confluent_kafka import OFFSET_BEGINNING, Consumer, TopicPartition

        consumer = Consumer({"bootstrap.servers": address, "group.id": "none", "enable.auto.commit": False, "check.crcs": True})
        consumer.assign([TopicPartition(topic, partition, OFFSET_BEGINNING) for partition in range(PARTITIONS)])
        items: list[Item] = []
        deadline = time.monotonic() + 60
        while len(items) < count and time.monotonic() < deadline:
            for message in consumer.consume(10_000, 0.2):
                assert not message.error(), message.error()
                headers = tuple((key, value) for key, value in message.headers() or [])
                partition = message.partition()
                assert partition is not None
                items.append(Item(partition, message.timestamp()[1], message.key(), message.value(), headers))
                deadline = time.monotonic() + 60
        consumer.close()
        return items


class AioKafka(Client):
    """aiokafka, in a loop of its own."""

    name = "aiokafka"

    def produce(
        self, address: str, topic: str, items: Sequence[Item], codec: str = "none", acks: str = "all", idempotence: bool = False
    ) -> None:
        from aiokafka import AIOKafkaProducer

        async def run() -> None:
            producer = AIOKafkaProducer(
                bootstrap_servers=address,
                compression_type=None if codec == "none" else codec,
                acks="all" if acks == "all" else int(acks),
                enable_idempotence=idempotence,
                linger_ms=20,
            )
            await producer.start()
            try:
                waiting = []
                for item in items:
                    waiting.append(
                        await producer.send(
                            topic, item.value, item.key, item.partition, timestamp_ms=item.timestamp_ms, headers=list(item.headers)
                        )
                    )
                await producer.flush()
                for each in waiting:
                    await each
            finally:
                await producer.stop()

        asyncio.run(run())

    def consume(self, address: str, topic: str, count: int) -> list[Item]:
        from aiokafka import AIOKafkaConsumer, TopicPartition

        async def run() -> list[Item]:
            consumer = AIOKafkaConsumer(bootstrap_servers=address, enable_auto_commit=False, check_crcs=True)
            await consumer.start()
            items: list[Item] = []
            try:
                partitions = [TopicPartition(topic, partition) for partition in range(PARTITIONS)]
                consumer.assign(partitions)
                await consumer.seek_to_beginning(*partitions)
                deadline = time.monotonic() + 60
                while len(items) < count and time.monotonic() < deadline:
                    for found in (await consumer.getmany(timeout_ms=200)).values():
                        for message in found:
                            items.append(Item(message.partition, message.timestamp, message.key, message.value, tuple(message.headers)))
                            deadline = time.monotonic() + 60
            finally:
                await consumer.stop()
            return items

        return asyncio.run(run())


class KafkaPython(Client):
    """kafka-python 3."""

    name = "kafka-python"

    def produce(
        self, address: str, topic: str, items: Sequence[Item], codec: str = "none", acks: str = "all", idempotence: bool = False
    ) -> None:
        from kafka import KafkaProducer

        producer = KafkaProducer(
            bootstrap_servers=address,
            compression_type=None if codec == "none" else codec,
            acks="all" if acks == "all" else int(acks),
            enable_idempotence=idempotence,
            linger_ms=20,
            retries=5,
        )
        waiting = [producer.send(topic, item.value, item.key, list(item.headers), item.partition, item.timestamp_ms) for item in items]
        producer.flush(60)
        for each in waiting:
            each.get(60)
        producer.close()

    def consume(self, address: str, topic: str, count: int) -> list[Item]:
        from kafka import KafkaConsumer, TopicPartition

        consumer = KafkaConsumer(bootstrap_servers=address, enable_auto_commit=False, check_crcs=True, group_id=None)
        partitions = [TopicPartition(topic, partition) for partition in range(PARTITIONS)]
        consumer.assign(partitions)
        consumer.seek_to_beginning(*partitions)
        items: list[Item] = []
        deadline = time.monotonic() + 60
        while len(items) < count and time.monotonic() < deadline:
            for found in consumer.poll(200, 10_000).values():
                for message in found:
                    items.append(Item(message.partition, message.timestamp, message.key, message.value, tuple(message.headers)))
                    deadline = time.monotonic() + 60
        consumer.close()
        return items


class Kcat(Client):
    """kcat as Debian has it, on librdkafka 2.0."""

    name = "kcat"
    chooses_timestamps = False
    chooses_headers = False

    def produce(
        self, address: str, topic: str, items: Sequence[Item], codec: str = "none", acks: str = "all", idempotence: bool = False
    ) -> None:
        kcat = peers.program("kcat")
        for partition in range(PARTITIONS):
            mine = [item for item in items if item.partition == partition]
            if not mine:
                continue
            data = b"".join((item.key or b"") + b"\x01" + (item.value or b"") + b"\n" for item in mine)
            command = [kcat, "-P", "-b", address, "-t", topic, "-p", str(partition), "-K", "\\x01", "-D", "\\n", "-H", "from=kcat"]
            command += [
                "-X",
                f"compression.codec={codec}",
                "-X",
                f"topic.acks={acks}",
                "-X",
                f"enable.idempotence={str(idempotence).lower()}",
            ]
            done = subprocess.run(command, input=data, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120)
            assert done.returncode == 0, done.stdout.decode(errors="replace")

    def consume(self, address: str, topic: str, count: int) -> list[Item]:
        kcat = peers.program("kcat")
        items: list[Item] = []
        for partition in range(PARTITIONS):
            command = [kcat, "-C", "-b", address, "-t", topic, "-p", str(partition), "-o", "beginning", "-e", "-q", "-Z"]
            command += ["-X", "check.crcs=true", "-f", "%T %K %S %k%s%h\\n"]
            done = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, timeout=120)
            assert done.returncode == 0, done.stderr.decode(errors="replace")
            items += self._parse(done.stdout, partition)
        return items

    @staticmethod
    def _parse(data: bytes, partition: int) -> list[Item]:
        items, position = [], 0
        head = re.compile(rb"(-?\d+) (-?\d+) (-?\d+) ")
        while position < len(data):
            match = head.match(data, position)
            assert match, data[position : position + 80]
            timestamp, key_length, value_length = (int(text) for text in match.groups())
            position = match.end()

            def take(length: int) -> bytes | None:
                nonlocal position
                if length < 0:
                    position += len("NULL")
                    return None
                position += length
                return data[position - length : position]

            key, value = take(key_length), take(value_length)
            end = data.index(b"\n", position)
            pairs = [pair.partition(b"=") for pair in data[position:end].split(b",") if pair]
            position = end + 1
            items.append(Item(partition, timestamp, key, value, tuple((name.decode(), text) for name, _, text in pairs)))
        return items


class Java(Client):
    """Apache Kafka's own client of one version, driven by a single-file program."""

    def __init__(self, version: str) -> None:
        self.version = version
        self.name = f"java-{version}"
        if version == "1.1.1":
            self.codecs = ("none", "gzip", "snappy", "lz4")

    def _run(self, *arguments: str) -> None:
        done = subprocess.run(
            [*peers.kafka_program(self.version, JAVA_JOURNEY), *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            timeout=300,
        )
        assert done.returncode == 0, done.stdout.decode(errors="replace")[-3000:]

    def produce(
        self, address: str, topic: str, items: Sequence[Item], codec: str = "none", acks: str = "all", idempotence: bool = False
    ) -> None:
        self.produce_all(address, items, {topic: {"compression.type": codec, "acks": acks, "enable.idempotence": str(idempotence).lower()}})

    def produce_all(self, address: str, items: Sequence[Item], topics: dict[str, dict[str, str]]) -> None:
        """The same items to several topics, each with its own settings, in one Java process."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "items"
            write_file(path, items)
            pairs = []
            for topic, settings in topics.items():
                pairs += [",".join(f"{name}={value}" for name, value in {"linger.ms": "20", **settings}.items()), topic]
            self._run("produce", address, str(path), *pairs)

    def consume(self, address: str, topic: str, count: int) -> list[Item]:
        return self.consume_all(address, [topic], count)[topic]

    def consume_all(self, address: str, topics: Sequence[str], count: int) -> dict[str, list[Item]]:
        """Several topics in one Java process."""
        with tempfile.TemporaryDirectory() as folder:
            files = {topic: pathlib.Path(folder) / topic for topic in topics}
            pairs = [text for topic, path in files.items() for text in (topic, str(path))]
            self._run("consume", address, str(PARTITIONS), str(count), "check.crcs=true", *pairs)
            return {topic: read_file(path) for topic, path in files.items()}


JAVA_VERSIONS = ("1.1.1", "2.8.2", "3.9.2", "4.3.1")


def all_clients() -> list[Client]:
    """Every client that the issue names."""
    return [Kcat(), Confluent(), AioKafka(), KafkaPython(), *(Java(version) for version in JAVA_VERSIONS)]
