"""Apache Kafka goes on with a data directory that klog wrote, and klog with it again."""

from __future__ import annotations

import pathlib

import pytest

from tests import peers
from tests.integration import disk
from tests.integration.disk import Row
from tests.integration.raw import Sequenced
from tests.integration.running import kafka_broker, zookeeper
from tests.integration.takeover import CONFIGS, Folder


class KafkaGoesOnTests(Folder):
    """Apache Kafka 3.9.2 on ZooKeeper over klog's directory."""

    VERSION = "3.9.2"

    def test_kafka_goes_on_and_klog_again(self) -> None:
        self.there_and_back()

    @pytest.mark.soak
    def test_kafka_recovers_what_a_killed_klog_left(self) -> None:
        if not peers.SOAK:
            self.skipTest("in make soak")
        self.there_and_back(kill=True)

    def there_and_back(self, kill: bool = False) -> None:
        data = self.folder / "logs"
        with self.broker(data) as broker:
            disk.create_topic(broker.address, "t", 3, CONFIGS)
            disk.create_topic(broker.address, "bare", 1)
            self.in_every_codec(broker.address, "t", 3)
            broker.restart()
            self.in_every_codec(broker.address, "t", 3)
            disk.produce(broker.address, "bare", 0, self.values("bare", 100))
            sequenced = Sequenced(broker.address, "bare")
            sequenced.say(broker.address)
            if not kill:
                # Written down once a minute and at a stop, as Kafka does it: a kill may bring records back.
                self.delete_records(broker.address, "t", 1, 333)
            before = self.everything(broker.address)
            if kill:
                broker.kill()
            else:
                broker.stop()
        self.assertEqual(before["t"][1][0].offset, 0 if kill else 333)
        epochs = self.epochs(data)
        with zookeeper(self.VERSION, self.folder / "zookeeper") as keeper:
            self.tell_zookeeper(self.VERSION, keeper, data)
            settings = {"log.dirs": str(data)}
            with kafka_broker(self.VERSION, self.folder / "kafka", zookeeper=keeper, settings=settings) as address:
                self.assertEqual(self.everything(address), before)
                self.assertEqual(disk.topic_configs(address, "t"), CONFIGS)
                self.assertEqual(disk.topic_configs(address, "bare"), {})
                # Kafka knows klog's producers by their snapshot.
                sequenced.say(address)
                self.in_every_codec(address, "t", 3)
                # A producer id that klog never gave out, and a duplicate-free continuation.
                disk.produce(address, "bare", 0, self.values("kafka's", 50), **{"enable.idempotence": True})
                middle = self.everything(address)
        for topic, partitions in before.items():
            for partition, rows in partitions.items():
                self.assertEqual(middle[topic][partition][: len(rows)], rows)
                self.assertGreater(len(middle[topic][partition]), len(rows))
        for place, epoch in self.epochs(data).items():
            if place in epochs:
                self.assertGreater(epoch, epochs[place], place)
        # And back.
        with self.broker(data) as broker:
            self.assertEqual(self.everything(broker.address), middle)
            self.assertEqual(disk.topic_configs(broker.address, "t"), CONFIGS)
            sequenced.say(broker.address)
            self.in_every_codec(broker.address, "t", 3)
            broker.stop()
        dump = disk.dump_log("4.3.1", disk.segment_files(data, "t", ".log", ".snapshot"), "--deep-iteration")
        self.assertEqual([line for line in dump.complaints if "is followed by" not in line], [])

    def everything(self, address: str) -> dict[str, dict[int, list[Row]]]:
        return disk.read_topics(address, {"t": 3, "bare": 1})

    def delete_records(self, address: str, topic: str, partition: int, offset: int) -> None:
        from confluent_kafka import TopicPartition
        from confluent_kafka.admin import AdminClient

        place = TopicPartition(topic, partition, offset)
        # A client that nobody holds never answers.
        admin = AdminClient({"bootstrap.servers": address})
        admin.delete_records([place])[place].result(20)

    def epochs(self, data: pathlib.Path) -> dict[tuple[str, int], int]:
        return {
            (topic, partition): max(entry.partition_leader_epoch for entry in entries)
            for topic in ("t", "bare")
            for partition, entries in disk.all_entries(data, topic).items()
        }
