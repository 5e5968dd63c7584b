"""klog goes on with data directories that Apache Kafka wrote."""

from __future__ import annotations

import itertools
import re
import shutil

import pytest

from klog.model import topic_id_to_text
from klog.storage.directories.partition_metadata import read_partition_metadata
from klog.storage.filesystem import RealFileSystem
from tests import peers
from tests.integration import disk, test_compaction
from tests.integration.disk import Row
from tests.integration.raw import Sequenced
from tests.integration.running import BrokerFailed, KlogBroker, kafka_broker, run_tool, zookeeper
from tests.integration.takeover import CODECS, CONFIGS, Folder

#: What Kafka writes, with the numbers of partitions.
TOPICS = {"t": 2, "bare": 1, "idempotent": 1, "txn": 2, "short": 1}
#: Kafka's first look at retention comes 30 s after its start: not in the middle of what is compared.
UNTOUCHED = {"log.initial.task.delay.ms": "3600000"}
Facts = dict[bool, dict[str, dict[int, list[Row]]]]


class KlogGoesOnTests(Folder):
    """klog over a directory that Apache Kafka wrote."""

    def test_after_kafka_4_3_1(self) -> None:
        self.go_on("4.3.1", None)

    def test_after_kafka_3_9_2_on_zookeeper_was_killed(self) -> None:
        with zookeeper("3.9.2", self.folder / "zookeeper") as keeper:
            self.go_on("3.9.2", keeper, kill=True)

    @pytest.mark.soak
    def test_after_other_ends(self) -> None:
        if not peers.SOAK:
            self.skipTest("in make soak")
        for name, version, kill in (("a", "3.9.2", False), ("b", "3.9.2", True), ("c", "4.3.1", True)):
            with self.subTest(version=version, kill=kill):
                home, self.folder = self.folder, self.folder / name
                self.go_on(version, None, kill)
                self.folder = home

    def go_on(self, version: str, keeper: str | None, kill: bool = False) -> None:
        """`kill`: Kafka does not end in order, so klog has its segments to recover."""
        home = self.folder / "kafka"
        data = home / "logs"
        if keeper:
            # A lone broker on ZooKeeper that comes back goes on in the same epoch: one life is enough.
            with kafka_broker(version, home, zookeeper=keeper, settings=UNTOUCHED, kill=kill) as address:
                self.first_life(address)
                facts, configs = self.second_life(address)
        else:
            with kafka_broker(version, home, settings=UNTOUCHED) as address:
                self.first_life(address)
            with kafka_broker(version, home, settings=UNTOUCHED, kill=kill) as address:
                with self.assertRaisesRegex(BrokerFailed, f"{data} is in use by another broker"):
                    self.broker(data).start()
                facts, configs = self.second_life(address)
        self.assertEqual(configs["t"], CONFIGS)
        self.assertGreater(len(facts[False]["txn"][0]), len(facts[True]["txn"][0]), "some were aborted")
        without_short = {committed: {topic: rows for topic, rows in some.items() if topic != "short"} for committed, some in facts.items()}
        shutil.copytree(data / "t-0", data / f"t-0.{'0123456789abcdef' * 2}-stray")
        shutil.copytree(data / "t-1", data / f"t-1.{'fedcba9876543210' * 2}-future")
        foreign = [
            path for path in data.iterdir() if re.search(r"-(stray|future|delete)$", path.name) or path.name == "__cluster_metadata-0"
        ]
        self.assertEqual(len(foreign), 3 if keeper else 4, [path.name for path in foreign])
        contents = {path.name: disk.snapshot_tree(path) for path in foreign}
        ids = {topic: read_partition_metadata(RealFileSystem(), str(data / f"{topic}-0")) for topic in TOPICS}
        before = {topic: disk.all_entries(data, topic) for topic in TOPICS}
        self.copy_as_follower(data, {topic: count for topic, count in TOPICS.items() if topic != "short"})
        with self.broker(
            data, log_retention_check_interval_ms="100", log_initial_task_delay_ms="100", log_segment_delete_delay_ms="0"
        ) as broker:
            address = broker.address
            found = disk.topic_names(address)
            self.assertEqual(set(found) - {"__consumer_offsets", "__transaction_state"}, set(TOPICS))
            self.assertEqual("was not closed in order" in broker.output(), kill)
            unknown = [*disk.lines(broker.output(), "unknown configurations")]
            if keeper:
                self.assertEqual({topic: disk.topic_configs(address, topic) for topic in TOPICS}, {topic: {} for topic in TOPICS})
                self.assertEqual(len(unknown), 1, broker.output())
                self.assertEqual(self.facts(address), facts)
                # Set them, and retention acts.
                disk.set_topic_config(address, "short", "retention.ms", "1000")
            else:
                self.assertEqual({topic: disk.topic_configs(address, topic) for topic in TOPICS}, configs)
                self.assertEqual(unknown, [])
                self.assertEqual(self.facts(address, but="short"), without_short)
            disk.wait_for("retention", lambda: disk.ends(address, "short", 1, earliest=True) == {0: 100})
            topics = [topic for topic in TOPICS if topic != "short"]
            self.assertEqual(
                {topic: self.topic_id(address, topic) for topic in topics}, {topic: topic_id_to_text(ids[topic]) for topic in topics}
            )
            self.sequenced.say(address, 0)
            # Goes on: epochs and producer ids above the highest seen, offsets without a gap.
            for topic in topics:
                ends = disk.ends(address, topic, 1)
                offsets = disk.produce(address, topic, 0, self.values("klog", 10), **{"enable.idempotence": True})
                self.assertEqual(offsets, list(range(ends[0], ends[0] + 10)))
            broker.stop()
            highest_epoch = max(entry.partition_leader_epoch for some in before.values() for each in some.values() for entry in each)
            highest_producer = max(entry.producer_id for some in before.values() for each in some.values() for entry in each)
            if not keeper:
                self.assertGreater(highest_epoch, 0)
            self.assertGreaterEqual(highest_producer, 0)
            for topic in topics:
                new = disk.all_entries(data, topic)[0][len(before[topic][0]) :]
                self.assertTrue(new)
                for entry in new:
                    self.assertGreater(entry.partition_leader_epoch, highest_epoch)
                    self.assertGreater(entry.producer_id, highest_producer)
            self.after_more(broker, without_short)
        # A copy for a move into the directory in which the partition is already helps nobody.
        self.assertEqual([path.name for path in foreign if not path.exists()], [f"t-1.{'fedcba9876543210' * 2}-future"])
        for path in foreign:
            self.assertTrue(not path.exists() or disk.snapshot_tree(path) == contents[path.name], path)
        dump = disk.dump_log("4.3.1", disk.segment_files(data, "t", ".log") + disk.segment_files(data, "txn", ".log"), "--deep-iteration")
        self.assertEqual(dump.complaints, [])

    def first_life(self, address: str) -> None:
        disk.create_topic(address, "t", 2, CONFIGS)
        for topic in ("bare", "idempotent", "gone"):
            disk.create_topic(address, topic, 1)
        disk.create_topic(address, "txn", 2)
        disk.create_topic(address, "short", 1, {"retention.ms": "1000", "cleanup.policy": "delete"})
        self.in_every_codec(address, "t", 2)
        self.transactions(address)

    def second_life(self, address: str) -> tuple[Facts, dict[str, dict[str, str]]]:
        """All records and configurations as Kafka serves them."""
        self.in_every_codec(address, "t", 2)
        for topic in ("bare", "idempotent", "gone", "short"):
            disk.produce(address, topic, 0, self.values(topic, 100), **{"enable.idempotence": topic == "idempotent"})
        self.sequenced = Sequenced(address, "idempotent")
        self.sequenced.say(address)
        self.open_transaction(address)
        disk.set_topic_config(address, "bare", "retention.bytes", "123456789")
        facts = self.facts(address)
        disk.wait_for("Kafka takes the change over", lambda: "retention.bytes" in disk.topic_configs(address, "bare"))
        configs = {topic: disk.topic_configs(address, topic) for topic in TOPICS}
        self.delete_topic(address, "gone")
        return facts, configs

    def after_more(self, broker: KlogBroker, facts: Facts) -> None:
        """What Kafka wrote comes out after an orderly stop and after a kill, too; transactions are kept in mind."""
        broker.start()
        for kill in (False, True):
            self.sequenced.say(broker.address)
            now = self.facts(broker.address, but="short")
            for committed, topics in facts.items():
                for topic, partitions in topics.items():
                    for partition, rows in partitions.items():
                        self.assertEqual(now[committed][topic][partition][: len(rows)], rows, (topic, committed, partition, kill))
            # Behind the open transaction nothing is stable.
            self.assertEqual(now[True]["txn"][1], facts[True]["txn"][1])
            if not kill:
                broker.kill()
                broker.start()

    def transactions(self, address: str) -> None:
        """Commit and abort in turn, through one producer, into both partitions."""
        from confluent_kafka import Producer

        producer = Producer({**disk.QUIET, "bootstrap.servers": address, "transactional.id": "one", "compression.codec": "lz4"})
        producer.init_transactions(60)
        for number in range(6):
            producer.begin_transaction()
            for index, value in enumerate(self.values(f"transaction {number}", 40)):
                producer.produce("txn", value, b"key", index % 2)
                if index % 15 == 14:
                    producer.flush(60)
            producer.flush(60)
            (producer.abort_transaction if number % 2 else producer.commit_transaction)(60)
        disk.produce(address, "txn", 0, self.values("plain", 5))

    def open_transaction(self, address: str) -> None:
        """One that nobody ends, in partition 1, and records without a transaction behind it."""
        from confluent_kafka import Producer

        self.unfinished = Producer({**disk.QUIET, "bootstrap.servers": address, "transactional.id": "two"})
        self.unfinished.init_transactions(60)
        self.unfinished.begin_transaction()
        for value in self.values("unfinished", 7):
            self.unfinished.produce("txn", value, b"key", 1)
        self.unfinished.flush(60)
        disk.produce(address, "txn", 1, self.values("behind", 9))
        self.assertLess(disk.ends(address, "txn", 2, committed=True)[1], disk.ends(address, "txn", 2)[1])

    def facts(self, address: str, but: str = "") -> Facts:
        """Records of all topics, all of them (False) and as read committed (True)."""
        shapes = {topic: count for topic, count in TOPICS.items() if topic != but}
        return {committed: disk.read_topics(address, shapes, committed=committed) for committed in (False, True)}

    def delete_topic(self, address: str, topic: str) -> None:
        from confluent_kafka.admin import AdminClient

        admin = AdminClient({"bootstrap.servers": address})
        admin.delete_topics([topic])[topic].result(20)
        data = self.folder / "kafka" / "logs"
        disk.wait_for("the directory's new name", lambda: [*data.glob(f"{topic}-0.*-delete")])

    def topic_id(self, address: str, topic: str) -> str:
        from confluent_kafka import TopicCollection
        from confluent_kafka.admin import AdminClient

        admin = AdminClient({"bootstrap.servers": address})
        described = admin.describe_topics(TopicCollection([topic]))[topic].result(20)
        # librdkafka prints an id in the other base64 alphabet.
        return str(described.topic_id).replace("+", "-").replace("/", "_")


@pytest.mark.soak
class CopiedTests(Folder):
    """What a replica copies of a leader that is Kafka."""

    def test_all_that_kafka_3_9_2_writes(self) -> None:
        """Several leader epochs, gaps of its compaction, control batches and all codecs, into an empty log."""
        if not peers.SOAK:
            self.skipTest("in make soak")
        home = self.folder / "kafka"
        data = home / "logs"
        for life in range(3):
            with kafka_broker("3.9.2", home, settings=test_compaction.KAFKA) as address:
                if not life:
                    disk.create_topic(address, test_compaction.TOPIC, 1, test_compaction.CONFIGS)
                writer = test_compaction.Writer(address, life)
                writer.part = 100 * life
                writer.everything()
                if life:
                    test_compaction.compact(address, data)
                if life == 2:
                    # Of these nothing is compacted any more.
                    for kind in CODECS:
                        writer.plain(150, **{"compression.codec": kind, "batch.num.messages": 30})
        entries = disk.all_entries(data, test_compaction.TOPIC)[0]
        self.assertGreater(len({entry.partition_leader_epoch for entry in entries}), 2)
        self.assertEqual({entry.attributes & 7 for entry in entries}, {0, 1, 2, 3, 4})
        self.assertTrue([entry for entry in entries if entry.attributes & 0x20])
        gaps = sum(later.base_offset != earlier.last_offset + 1 for earlier, later in itertools.pairwise(entries))
        self.assertGreater(gaps, 5)
        self.copy_as_follower(data, {test_compaction.TOPIC: 1})


@pytest.mark.soak
class OldKafkaTests(Folder):
    """Directories from before record batches, topic ids, time indexes and leader epochs."""

    def test_after_kafka_0_8_2_2(self) -> None:
        if not peers.SOAK:
            self.skipTest("in make soak")
        version = "0.8.2.2"
        home = self.folder / "kafka"
        sent: list[bytes] = []
        with zookeeper("3.9.2", self.folder / "zookeeper") as keeper, kafka_broker(version, home, zookeeper=keeper) as address:
            for codec in CODECS[:4]:
                values = [b"%s line %d" % (codec.encode(), number) for number in range(500)]
                text = b"".join(value + b"\n" for value in values)
                arguments = ("--broker-list", address, "--topic", "t", "--compression-codec", codec, "--batch-size", "50")
                run_tool(version, "console-producer", *arguments, input_bytes=text)
                sent += values
            said = run_tool(version, "get-offsets", "--broker-list", address, "--topic", "t", "--time", "-1")
            self.assertIn(f"t:0:{len(sent)}", said)
        data = home / "logs"
        self.assertEqual({entry.magic for entry in disk.all_entries(data, "t")[0]}, {0})
        with self.broker(data) as broker:
            rows = disk.read_topic(broker.address, "t", 1)[0]
            self.assertEqual([row.value for row in rows], sent)
            self.assertEqual([row.offset for row in rows], list(range(len(sent))))
            self.assertEqual(disk.produce(broker.address, "t", 0, [b"new"]), [len(sent)])
            broker.kill()
            broker.start()
            self.assertEqual([row.value for row in disk.read_topic(broker.address, "t", 1)[0]], [*sent, b"new"])
            self.assertEqual(len([*disk.lines(broker.output(), "unknown configurations")]), 2)
