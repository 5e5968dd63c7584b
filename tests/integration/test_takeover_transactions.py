"""Transactions that were not complete in a data directory when it changed hands: Apache Kafka 3.9.2 and 4.3.1 end what klog's producers
have left, and klog what Kafka's have, each by the other's ``__transaction_state``. They were open; or decided, with markers in some of
their partitions or in none, for one partition's files could not be written any more then (``failing_disk.c``).
"""

from __future__ import annotations

import contextlib
import itertools
import os
import pathlib
import shutil
import socket
import struct
import time
import unittest
from collections.abc import Callable
from typing import Any
from unittest import mock

import pytest

from klog.client.blocking.client import BlockingClient
from klog.client.blocking.producer import BlockingProducer
from klog.model import LATEST_TIMESTAMP, TopicPartition
from klog.records.contract import CONTROL
from klog.records.implementations import codec
from tests import peers
from tests.integration import disk
from tests.integration.failing_disk import PreloadedDisk, Trouble
from tests.integration.running import kafka_broker, zookeeper
from tests.integration.takeover import Folder

#: In `make soak` only.
pytestmark = pytest.mark.soak

VERSION = "3.9.2"
TOPIC = TopicPartition("t", 0)
SETTINGS = {
    "transaction.state.log.num.partitions": "3",
    "transaction.state.log.replication.factor": "1",
    "transaction.state.log.min.isr": "1",
    "offsets.topic.num.partitions": "3",
    "offsets.topic.replication.factor": "1",
    "transaction.abort.timed.out.transaction.cleanup.interval.ms": "1000",
}
TIMEOUT_MS = 20_000
#: How long an open transaction may take to be ended after its time.
END_S = 90.0


#: In ``__transaction_state``, behind version, producer id, epoch and timeout.
_STATUS = struct.Struct(">hqhib")
_NAMES = ("Empty", "Ongoing", "PrepareCommit", "PrepareAbort", "CompleteCommit", "CompleteAbort")


class _Case(Folder):
    def committed(self, address: str, where: TopicPartition = TOPIC) -> tuple[list[bytes], bool]:
        """What readers of committed data see, and whether nothing is open."""
        with BlockingClient(address) as client:
            stable = client.list_offsets([where], LATEST_TIMESTAMP, isolation="read_committed")[where].offset
            end = client.list_offsets([where], LATEST_TIMESTAMP)[where].offset
            found = [bytes(message.value or b"") for message in client.read(where, 0, stable, isolation="read_committed")]
            return found, stable == end

    def until_ended(self, address: str, where: TopicPartition = TOPIC) -> list[bytes]:
        """What is seen when nothing is open any more."""
        until = time.monotonic() + END_S
        while not (found := self.committed(address, where))[1]:
            self.assertLess(time.monotonic(), until, "it is never ended")
            time.sleep(1)
        return found[0]


@unittest.skipUnless(peers.SOAK, "a broker of Apache Kafka for a minute: only in make soak (KLOG_SOAK=1)")
class OpenTransactionTests(_Case):
    """By librdkafka's producer, which speaks the first version of the protocol."""

    def begin(self, address: str, name: str) -> Any:
        """A producer that has committed something, and left something open."""
        from confluent_kafka import Producer

        options = {**disk.QUIET, "bootstrap.servers": address, "transactional.id": name, "transaction.timeout.ms": TIMEOUT_MS}
        producer = Producer(options)
        producer.init_transactions(60)
        for value in (b"committed by ", b"open by "):
            producer.begin_transaction()
            producer.produce(TOPIC.topic, value + name.encode(), partition=0)
            self.assertEqual(producer.flush(60), 0)
            if value.startswith(b"committed"):
                producer.commit_transaction(60)
        return producer

    def test_there_and_back(self) -> None:
        """After an orderly stop of klog, and a kill of Kafka."""
        data = pathlib.Path(self.folder / "logs")
        broker = self.broker(data, **{name.replace(".", "_"): value for name, value in SETTINGS.items()})
        with broker:
            disk.create_topic(broker.address, "t", 1)
            left = [self.begin(broker.address, "klog's")]
            self.assertEqual(self.committed(broker.address), ([b"committed by klog's"], False))
            broker.stop()
        with zookeeper(VERSION, self.folder / "zookeeper") as keeper:
            self.tell_zookeeper(VERSION, keeper, data)
            settings = {"log.dirs": str(data), **SETTINGS}
            with kafka_broker(VERSION, self.folder / "kafka", zookeeper=keeper, settings=settings) as address:
                self.assertEqual(self.until_ended(address), [b"committed by klog's"])
                left.append(self.begin(address, "klog's"))
                left.append(self.begin(address, "Kafka's"))
                before = self.committed(address)
                self.assertEqual(before, ([b"committed by klog's"] * 2, False))
        again = self.broker(data, **{name.replace(".", "_"): value for name, value in SETTINGS.items()})
        with again:
            seen = self.until_ended(again.address)
            self.assertEqual(seen, [b"committed by klog's"] * 2 + [b"committed by Kafka's"])
            left.append(self.begin(again.address, "Kafka's"))
            again.stop()
        dump = disk.dump_log("4.3.1", disk.segment_files(data, "t", ".log", ".snapshot"), "--deep-iteration")
        self.assertEqual([line for line in dump.complaints if "is followed by" not in line], [])


def transaction_states(data: pathlib.Path) -> dict[str, str]:
    """Of each transactional id, as its newest record has it."""
    found: dict[str, str] = {}
    for path in disk.segment_files(data, "__transaction_state", ".log"):
        content = path.read_bytes()
        for entry in disk.valid_entries(path)[0]:
            for record in codec.records(content[entry.position : entry.position + entry.size]):
                name = bytes(record.key or b"")[4:].decode()
                found[name] = _NAMES[_STATUS.unpack_from(record.value)[-1]] if record.value is not None else "gone"
    return found


def is_served(address: str) -> bool:
    """Whether somebody listens there."""
    host, _, port = address.rpartition(":")
    with contextlib.suppress(OSError), socket.create_connection((host, int(port)), 5):
        return True
    return False


def markers(data: pathlib.Path) -> list[int]:
    """How many each of the topic's two partitions has."""
    found = disk.all_entries(data, TOPIC.topic)
    return [sum(bool(entry.attributes & CONTROL) for entry in found.get(index, [])) for index in range(2)]


@unittest.skipUnless(peers.SOAK, "a broker of Apache Kafka for a minute: only in make soak (KLOG_SOAK=1)")
class DecidedTransactionTests(_Case):
    """By the first version of the protocol (librdkafka) and the second one (klog's client)."""

    def opened(self, address: str, name: str) -> Callable[[], None]:
        """A transaction is open, with records that are acknowledged; how its producer ends it. The name says how, by which client, and
        where: "half" of it can be marked, or "none"."""
        client, marked, end = name.split()
        indexes = (0, 1) if marked == "half" else (1,)
        value = name.encode()
        if client == "librdkafka":
            from confluent_kafka import Producer

            options = {**disk.QUIET, "bootstrap.servers": address, "transactional.id": name, "transaction.timeout.ms": 600_000}
            theirs = Producer(options)
            theirs.init_transactions(60)
            theirs.begin_transaction()
            for index in indexes:
                theirs.produce(TOPIC.topic, value, partition=index)
            self.assertEqual(theirs.flush(60), 0)
            return lambda: (theirs.commit_transaction if end == "commit" else theirs.abort_transaction)(60)
        ours = BlockingProducer(address, transactional_id=name)
        transaction = ours.transaction()
        transaction.begin()
        for index in indexes:
            transaction.send(TOPIC.topic, value, partition=index)
        ours.flush()

        def ended() -> None:
            (transaction.commit if end == "commit" else transaction.abort)()
            ours.close()

        return ended

    def check(self, address: str, data: pathlib.Path, names: list[str]) -> None:
        """All of them are ended as they were decided, and their producers go on."""
        for index in range(2):
            expected = [name.encode() for name in names if name.endswith("commit") and (index or " half " in name)]
            self.assertEqual(sorted(self.until_ended(address, TopicPartition(TOPIC.topic, index))), sorted(expected))
        ends = {name: "CompleteCommit" if name.endswith("commit") else "CompleteAbort" for name in names}
        disk.wait_for("their ends", lambda: {name: transaction_states(data).get(name) for name in names} == ends, 30)
        for name in names:
            self.opened(address, name)()
        disk.wait_for("their ends", lambda: {name: transaction_states(data).get(name) for name in names} == ends, 30)

    def decided_by_klog(self, data: pathlib.Path) -> list[str]:
        """klog's directory, where it was killed."""
        names = [" ".join(parts) for parts in itertools.product(("librdkafka", "klog"), ("half", "none"), ("commit", "abort"))]
        trouble = PreloadedDisk(self.folder)
        trouble.directory = data / "t-1"
        broker = self.broker(data, **{name.replace(".", "_"): value for name, value in SETTINGS.items()})
        broker.prefix = trouble.prefix()
        broker.is_warm = False
        with broker:
            disk.create_topic(broker.address, TOPIC.topic, 2)
            ends = [self.opened(broker.address, name) for name in names]
            trouble.fail(Trouble.FULL)
            for end in ends:
                end()
            disk.wait_for("markers", lambda: markers(data) == [4, 0], 30)
            broker.kill()
        self.assertEqual(markers(data), [4, 0])
        decided = {name: "PrepareCommit" if name.endswith("commit") else "PrepareAbort" for name in names}
        self.assertEqual(transaction_states(data), decided)
        return names

    def test_klog_itself_goes_on(self) -> None:
        data = self.folder / "logs"
        names = self.decided_by_klog(data)
        with self.broker(data, **{name.replace(".", "_"): value for name, value in SETTINGS.items()}) as broker:
            self.check(broker.address, data, names)

    def test_kafka_3_9_2_goes_on(self) -> None:
        data = self.folder / "logs"
        names = self.decided_by_klog(data)
        with zookeeper(VERSION, self.folder / "zookeeper") as keeper:
            self.tell_zookeeper(VERSION, keeper, data)
            settings = {"log.dirs": str(data), **SETTINGS}
            with kafka_broker(VERSION, self.folder / "kafka", zookeeper=keeper, settings=settings) as address:
                self.check(address, data, names)

    def test_kafka_4_3_1_goes_on(self) -> None:
        """Which has topics of the same names, and gets klog's files for them."""
        data = self.folder / "logs"
        names = self.decided_by_klog(data)
        home = self.folder / "kafka"
        with kafka_broker("4.3.1", home, settings=SETTINGS) as address:
            disk.create_topic(address, TOPIC.topic, 2)
            self.opened(address, "librdkafka half abort")()
        for folder in [*data.glob("t-*"), *data.glob("__transaction_state-*")]:
            target = home / "logs" / folder.name
            for path in target.iterdir():
                if path.name != "partition.metadata":
                    path.unlink()
            for path in folder.glob("*.log"):
                shutil.copy(path, target / path.name)
        for name in (".kafka_cleanshutdown", "recovery-point-offset-checkpoint", "replication-offset-checkpoint"):
            (home / "logs" / name).unlink(missing_ok=True)
        with kafka_broker("4.3.1", home, settings=SETTINGS) as address:
            self.check(address, home / "logs", names)

    def test_klog_goes_on_after_3_9_2(self) -> None:
        self.klog_goes_on(VERSION)

    def test_klog_goes_on_after_4_3_1(self) -> None:
        self.klog_goes_on("4.3.1")

    def klog_goes_on(self, version: str) -> None:
        """Apache Kafka halts at once where it cannot write a marker; what was decided stands in its log."""
        for client in ("librdkafka", "klog"):
            for end in ("commit", "abort"):
                with self.subTest(client, end=end):
                    home = self.folder / f"{client}-{end}"
                    home.mkdir()
                    name = f"{client} half {end}"
                    trouble = PreloadedDisk(home)
                    data = home / "logs"
                    trouble.directory = data / "t-1"
                    environment = dict(item.split("=", 1) for item in trouble.prefix()[1:])
                    with contextlib.ExitStack() as stack:
                        keeper = stack.enter_context(zookeeper(version, home / "zookeeper")) if version == VERSION else None
                        with mock.patch.dict(os.environ, environment):
                            address = stack.enter_context(kafka_broker(version, home, zookeeper=keeper, settings=SETTINGS))
                        disk.create_topic(address, TOPIC.topic, 2)
                        ended = self.opened(address, name)
                        trouble.fail(Trouble.WRITE)
                        ended()
                        disk.wait_for("its halt", lambda address=address: not is_served(address))  # type: ignore[misc]
                    self.assertEqual(transaction_states(data), {name: "PrepareCommit" if end == "commit" else "PrepareAbort"})
                    self.assertEqual(markers(data)[1], 0)
                    print(f"Kafka {version}, {name}: {markers(data)} markers when it halted")
                    with self.broker(data, **{key.replace(".", "_"): value for key, value in SETTINGS.items()}) as broker:
                        self.check(broker.address, data, [name])
