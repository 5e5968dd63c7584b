"""Each version of Apache Kafka that there is, and klog itself, is the source of a mirror: all codecs, transactions of both ends, a topic
that was compacted. What the destination has on its disk is what the source has, batch by batch, and Kafka's own tool reads it. A group
that is moved over in mid-stream, in order or by a failover, misses nothing, and repeats what it committed since its offsets were copied.
"""

from __future__ import annotations

import contextlib
import json
import pathlib
import tempfile
import time
import unittest
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from klog.client.blocking.client import BlockingClient
from klog.client.blocking.groups import GroupOffsets
from klog.client.blocking.producer import BlockingProducer
from klog.model import EARLIEST_TIMESTAMP, TopicPartition
from klog.records.contract import CONTROL, Codec
from tests import peers
from tests.integration.command import piped
from tests.integration.disk import all_entries, create_topic, dump_log, segment_files
from tests.integration.group_brokers import QUICK
from tests.integration.mirror.copies import fill, fill_compacted, verify
from tests.integration.mirror.traffic import Reader, Writer
from tests.integration.running import KlogBroker, kafka_broker, zookeeper

#: Of Apache Kafka, from the first that has batches as they are today; and klog.
VERSIONS = ("0.11.0.3", "1.1.1", "2.8.2", "3.9.2", "4.3.1", "klog")
#: Without KRaft; and without zstd, of which Kafka knows since 2.1.
ON_ZOOKEEPER, WITHOUT_ZSTD = ("0.11.0.3", "1.1.1", "2.8.2"), ("0.11.0.3", "1.1.1")
#: Compaction looks for work often.
OF_BOTH = {**QUICK, "log.cleaner.backoff.ms": "500"}
SETTINGS = {
    **OF_BOTH,
    "transaction.state.log.replication.factor": "1",
    "transaction.state.log.min.isr": "1",
    "log.segment.bytes": "1048576",
}
#: Two cleaners never leave the same: what the source's has left is copied, and stays so.
OF_DESTINATION = {**QUICK, "log.cleaner.enable": "false"}
TRANSACTIONS = 8
COMPACTED = "web.compacted"
#: How often offsets are copied, and how much later that may be on a machine that does other things.
SYNC_S, SLACK_S = 5.0, 10.0


def codecs(version: str) -> list[Codec]:
    """Those that a version knows."""
    return [kind for kind in Codec if kind is not Codec.ZSTD or version not in WITHOUT_ZSTD]


@contextlib.contextmanager
def source(version: str) -> Iterator[tuple[str, pathlib.Path]]:
    """Apache Kafka of a version, or klog; its address and its data directory."""
    with contextlib.ExitStack() as stack:
        if version == "klog":
            broker = stack.enter_context(KlogBroker(settings=OF_BOTH))
            yield broker.address, broker.data
            return
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="klog-test-", ignore_cleanup_errors=True)))
        at = stack.enter_context(zookeeper("3.9.2", folder / "zookeeper")) if version in ON_ZOOKEEPER else None
        yield stack.enter_context(kafka_broker(version, folder / "kafka", zookeeper=at, settings=SETTINGS, kill=True)), folder / "kafka"


def stored(data: pathlib.Path, topic: str) -> dict[str, bytes]:
    """The bytes of each partition's segments, one behind the other; nothing where there are none yet."""
    found: dict[str, bytes] = {}
    home = next((path.parent for path in data.rglob(f"{topic}-0") if path.is_dir()), None)
    for path in [] if home is None else segment_files(home, topic, ".log"):
        found[path.parent.name] = found.get(path.parent.name, b"") + path.read_bytes()
    return found


@pytest.mark.soak
class VersionTests(unittest.TestCase):
    """One version after the other."""

    def wait_for(self, what: Callable[[], Any], seconds: float = 120) -> Any:
        """Until it is so."""
        deadline = time.monotonic() + seconds
        while not (found := what()):
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.25)
        return found

    def test_equal(self) -> None:
        for version in VERSIONS if peers.SOAK else ("klog",):
            with self.subTest(version), source(version) as (address, data), KlogBroker(settings=OF_DESTINATION) as broker:
                self.mirrored(address, data, broker, codecs(version))
                if peers.SOAK:
                    # From klog it is seen in every run (`test_there_and_back`).
                    self.moved(address, broker, "promote", [])
                    self.moved(address, broker, "failover", ["--yes"])

    def mirrored(self, address: str, data: pathlib.Path, broker: KlogBroker, kinds: list[Codec]) -> None:
        """Fill the source, mirror it, and hold both disks against each other."""
        for kind in kinds:
            fill(address, f"web.{kind.name.lower()}", 2_000, 2, kind=kind)
        with BlockingProducer(address, transactional_id="mirrored", client_id="mirrored") as producer:
            for number in range(TRANSACTIONS):
                with contextlib.suppress(ZeroDivisionError), producer.transaction():
                    for value in range(50):
                        producer.send("web.none", b"%d-%d" % (number, value), partition=0)
                    if number % 4 == 3:
                        producer.flush()
                        raise ZeroDivisionError
        home = next(path.parent for path in data.rglob("web.none-0") if path.is_dir())
        # A commit is answered before its markers are in the log.
        self.wait_for(lambda: sum(bool(entry.attributes & CONTROL) for entry in all_entries(home, "web.none")[0]) == TRANSACTIONS)
        fill_compacted(address, COMPACTED)
        self.wait_for(lambda: was_cleaned(home))
        self.klog("create", "dc1", "--from", address, "--topics", "web.*", at=broker)
        topics = [*(f"web.{kind.name.lower()}" for kind in kinds), COMPACTED]
        for topic in topics:
            there = stored(data, topic)
            self.wait_for(lambda topic=topic, there=there: stored(broker.data, topic) == there)  # type: ignore[misc]
            # Compaction leaves gaps.
            complaints = dump_log("3.9.2", segment_files(broker.data, topic, ".log"), "--deep-iteration").complaints
            self.assertEqual([line for line in complaints if topic != COMPACTED or " is followed by " not in line], [])
        ended, document = verify(address, broker.address, "--topics", "web.*", "--complete")
        self.assertEqual((ended.code, document["findings"]), (0, []), ended.remarks)
        [row] = self.klog("list", at=broker)["mirrors"]
        self.assertEqual((row["state"], row["topics"], row["lost"], row["cut"]), ("active", len(topics), 0, 0))

    def moved(self, address: str, broker: KlogBroker, how: str, more: list[str]) -> None:
        """A group is moved over while it reads, and goes on here."""
        topic, link, group = f"{how}.moved", how, f"readers of {how}"
        create_topic(address, topic, 2)
        self.klog("create", link, "--from", address, "--topics", topic, at=broker)
        writer, reader = Writer(address, {topic: 2}), Reader(address, topic, group).start()
        self.wait_for(lambda: len(reader.commits) > 1 and len(reader.first) == 2 and committed(broker.address, topic, group))
        if how == "promote":
            # In order: who writes and who reads has ended, and nothing that was committed is read again.
            writer.end()
            reader.end()
        self.klog(link, link, *more, at=broker)
        ended_s = time.monotonic()
        writer.end()
        reader.end()
        begins = committed(broker.address, topic, group)
        for number, offset in begins.items():
            self.assertIn(offset, [one.get(number) for one in reader.tried], "it is nowhere where it had committed")
        if how == "promote":
            self.assertEqual(begins, reader.commits[-1][1])
        later_s = [at_s for at_s, one in reader.commits if at_s < ended_s and any(one[number] > begins.get(number, 0) for number in one)]
        self.assertLess(ended_s - min(later_s, default=ended_s), SYNC_S + SLACK_S)
        with BlockingProducer(broker.address, client_id="after") as producer:
            for partition in range(2):
                producer.send(topic, b"ours %d" % partition, partition=partition)
        left = values(broker.address, topic)
        after = Reader(broker.address, topic, group).start()
        self.wait_for(lambda: left <= {*reader.values, *after.values})
        after.end()
        self.assertEqual({number: offset for number, offset in after.first.items() if begins[number] != offset}, {})

    def klog(self, *arguments: str, at: KlogBroker) -> Any:
        """A command of ours; its document."""
        ended = piped("mirror", *arguments, "-b", at.address, "-o", "json", timeout=120)
        self.assertEqual(ended.code, 0, ended.remarks)
        return json.loads(ended.text) if ended.text else {}


def was_cleaned(home: pathlib.Path) -> bool:
    """Whether the compacted topic has lost some of what was written, and no more for a while."""

    def left() -> list[tuple[int, int]]:
        return [(entry.base_offset, entry.record_count) for entry in all_entries(home, COMPACTED)[0]]

    try:
        before = left()
        time.sleep(2)
        return left() == before and sum(count for _, count in before) < before[-1][0]
    except FileNotFoundError:
        # The cleaner has renamed what was listed.
        return False


def committed(address: str, topic: str, group: str) -> dict[int, int]:
    """How far a group has come there; nothing where that is not known of both partitions."""
    places = [TopicPartition(topic, number) for number in range(2)]
    with BlockingClient(address, client_id="group") as client:
        found = {tp.partition: one.offset for tp, one in GroupOffsets(client, group).fetch(places).items()}
    return found if len(found) == len(places) else {}


def values(address: str, topic: str) -> set[bytes]:
    """All that stands there."""
    places = [TopicPartition(topic, number) for number in range(2)]
    with BlockingClient(address, client_id="all") as client:
        starts, ends = client.list_offsets(places, EARLIEST_TIMESTAMP), client.list_offsets(places)
        return {bytes(one.value or b"") for tp in places for one in client.read(tp, starts[tp].offset, ends[tp].offset)}


if __name__ == "__main__":
    unittest.main()
