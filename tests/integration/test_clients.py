"""All sixteen sample logs (every eighth line; in `make soak` all) in and out, byte for byte, through every client, with each codec it has.

Each client produces the load once per codec, to topics of its own, and the codec found in the segments is asserted. It then reads its own
topics back; confluent-kafka reads them too, and every client reads what Java wrote.
"""

from __future__ import annotations

import pathlib
import subprocess
import unittest
from typing import ClassVar

import pytest

from klog.records.contract import Codec
from tests import peers
from tests.integration import journey
from tests.integration.clients import Client, Confluent, Java, Kcat, all_clients
from tests.integration.running import KlogBroker, run_tool

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak
BETWEEN = ("java-2.8.2", "java-3.9.2")


def create(address: str, *topics: str, partitions: int = journey.PARTITIONS, configs: dict[str, str] | None = None) -> None:
    """Topics with as many partitions as the load has."""
    from confluent_kafka.admin import AdminClient
    from confluent_kafka.cimpl import NewTopic

    admin = AdminClient({"bootstrap.servers": address})
    made = admin.create_topics([NewTopic(topic, partitions, 1, config=configs or {}) for topic in topics])
    for each in made.values():
        each.result(120)


def shared_clients() -> list[Client]:
    """All of them; of Java's, `make soak` alone has those between the oldest and the newest."""
    return [client for client in all_clients() if peers.SOAK or client.name not in BETWEEN]


class WithBroker(unittest.TestCase):
    """One broker for the tests of a class."""

    broker: ClassVar[KlogBroker]
    # The load has timestamps of 2023; the usual week of retention would take it away.
    settings: ClassVar[dict[str, str]] = {"log.retention.ms": "-1"}

    @classmethod
    def setUpClass(cls) -> None:
        cls.broker = KlogBroker(settings=cls.settings).start()

    @classmethod
    def tearDownClass(cls) -> None:
        cls.broker.__exit__(None, None, None)


class WholeLoadTests(WithBroker):
    """Sixteen logs, every client, every codec."""

    def through(self, client: Client) -> None:
        items = journey.load(every=1 if peers.SOAK else 8)
        address = self.broker.address
        topics = {f"{client.name}-{codec}": codec for codec in client.codecs}
        create(address, *topics)
        if isinstance(client, Java):
            client.produce_all(address, items, {topic: {"compression.type": codec} for topic, codec in topics.items()})
        else:
            for topic, codec in topics.items():
                client.produce(address, topic, items, codec)
        for topic, codec in topics.items():
            self.check_codec(topic, Codec[codec.upper()])
        self.read_back(client, list(topics), client, items)
        if not isinstance(client, Confluent):
            self.read_back(Confluent(), list(topics), client, items)

    def check_codec(self, topic: str, codec: Codec) -> None:
        """Clients send a batch plain where compressing it would make it longer, as they do with small ones, of which there are more on a
        busy machine; nearly all must have the codec that was asked for."""
        found = journey.codecs_on_disk(self.broker.data, topic)
        self.assertLessEqual(set(found), {codec.value, Codec.NONE.value}, topic)
        self.assertGreater(found[codec.value], 0.9 * found.total(), topic)

    def read_back(self, reader: Client, topics: list[str], writer: Client, items: tuple[journey.Item, ...]) -> None:
        if isinstance(reader, Java):
            received = reader.consume_all(self.broker.address, topics, len(items))
        else:
            received = {topic: reader.consume(self.broker.address, topic, len(items)) for topic in topics}
        for topic, found in received.items():
            with self.subTest(reader=reader.name, topic=topic):
                difference = journey.differences(items, found, timestamps=writer.chooses_timestamps, headers=writer.chooses_headers)
                self.assertEqual(difference, "")
                if isinstance(writer, Kcat):
                    self.assertEqual({item.headers for item in found}, {(("from", b"kcat"),)})
                    self.assertTrue(all(item.timestamp_ms and item.timestamp_ms > 0 for item in found))


def _add_tests() -> None:
    for client in all_clients():

        def test(self: WholeLoadTests, client: Client = client) -> None:
            self.through(client)

        if client.name in BETWEEN:
            test = unittest.skipUnless(peers.SOAK, "between 1.1.1 and 4.3.1: make soak")(test)
        setattr(WholeLoadTests, f"test_{client.name.replace('-', '_').replace('.', '_')}", test)


_add_tests()


class OthersBatchesTests(WithBroker):
    """Every client reads what one other client wrote in every codec."""

    def test_everybody_reads_javas_batches(self) -> None:
        items = journey.load(every=16)
        java = Java("4.3.1")
        topics = {f"java-{codec}": {"compression.type": codec} for codec in java.codecs}
        create(self.broker.address, *topics)
        java.produce_all(self.broker.address, items, topics)
        for reader in shared_clients():
            readable = [topic for topic, settings in topics.items() if settings["compression.type"] in reader.codecs]
            if isinstance(reader, Java):
                found = reader.consume_all(self.broker.address, readable, len(items))
            else:
                found = {topic: reader.consume(self.broker.address, topic, len(items)) for topic in readable}
            for topic, received in found.items():
                with self.subTest(reader=reader.name, topic=topic):
                    self.assertEqual(journey.differences(items, received), "")


class AcknowledgementTests(WithBroker):
    """acks 0, 1, all; idempotence on and off."""

    CASES = (("0", False), ("1", False), ("all", False), ("all", True))

    def test_every_client_every_acks(self) -> None:
        items = journey.load(every=64)
        for client in shared_clients():
            topics = {
                f"{client.name}-{acks}-{'idempotent' if idempotence else 'plain'}": (acks, idempotence) for acks, idempotence in self.CASES
            }
            create(self.broker.address, *topics)
            if isinstance(client, Java):
                settings = {
                    topic: {"acks": acks, "enable.idempotence": str(idempotence).lower()} for topic, (acks, idempotence) in topics.items()
                }
                client.produce_all(self.broker.address, items, settings)
            else:
                for topic, (acks, idempotence) in topics.items():
                    client.produce(self.broker.address, topic, items, "none", acks, idempotence)
            for topic in topics:
                with self.subTest(topic=topic):
                    received = Confluent().consume(self.broker.address, topic, len(items))
                    difference = journey.differences(items, received, timestamps=client.chooses_timestamps, headers=client.chooses_headers)
                    self.assertEqual(difference, "")


class KcatTests(WithBroker):
    """What the README shows."""

    def test_the_readmes_two_lines(self) -> None:
        kcat = peers.program("kcat")
        numbers = b"".join(b"%d\n" % number for number in range(1, 1001))
        subprocess.run([kcat, "-b", self.broker.address, "-t", "numbers", "-P"], input=numbers, check=True, timeout=60)
        read = subprocess.run(
            [kcat, "-b", self.broker.address, "-t", "numbers", "-C", "-e", "-q"], capture_output=True, check=True, timeout=60
        )
        self.assertEqual(sorted(read.stdout.split()), sorted(numbers.split()))


class TransactionTests(WithBroker):
    """Java's transactional producer: what it aborts lies in the log, and only readers of what is not committed see it."""

    def test_java(self) -> None:
        from confluent_kafka import OFFSET_BEGINNING, Consumer, TopicPartition

        for version in ("1.1.1", "4.3.1"):
            with self.subTest(version=version):
                topic = f"transactions-{version}"
                create(self.broker.address, topic, partitions=1)
                program = str(pathlib.Path(__file__).parent / "java" / "Transactional.java")
                told = run_tool(version, "java", program, self.broker.address, topic)
                self.assertIn("aborted 0\ncommitted 2\n", told)
                for isolation, expected in (("read_committed", [b"committed"]), ("read_uncommitted", [b"aborted", b"committed"])):
                    consumer = Consumer(
                        {
                            "bootstrap.servers": self.broker.address,
                            "group.id": "nobody's",
                            "isolation.level": isolation,
                            "enable.partition.eof": True,
                            "enable.auto.commit": False,
                        }
                    )
                    try:
                        consumer.assign([TopicPartition(topic, 0, OFFSET_BEGINNING)])
                        seen = []
                        # The end of the partition is an event, too, and the last one.
                        while (event := consumer.poll(30)) is not None and event.error() is None:
                            seen.append(event.value())
                    finally:
                        consumer.close()
                    self.assertEqual(seen, expected, isolation)
