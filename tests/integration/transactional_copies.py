"""Copies of a topic that are made within transactions while brokers come and go, by producers and groups of three clients; and whether
each copy is the original, record by record and once.

======== ==================================================================================================================================
client   how
======== ==================================================================================================================================
confluent librdkafka's, here in a thread: each record to the partition that it came from, and by key to a compacted topic as well; every
         tenth transaction is aborted, and done again
java     Apache Kafka's own (``TransactionalCopy.java``): the same without the compacted topic
klog     `klog.TransactionalProcessor` (`transaction_pipeline`): to any partition
======== ==================================================================================================================================

Each goes on until `end`. A transaction that a client has to give up because of an error, and does again, is counted (`given_up`; klog's
processor does that by itself, and does not tell); an error after which it could not go on is a problem.
"""

from __future__ import annotations

import pathlib
import sys
import threading
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from klog.records.contract import CONTROL
from klog.records.implementations import codec
from tests import peers
from tests.integration import disk
from tests.integration.running import Process

JAVA_PROGRAM = pathlib.Path(__file__).with_name("java") / "TransactionalCopy.java"
#: Keys of the compacted topic, in each partition.
KEYS = 20
#: Of each so many transactions one is aborted.
ABORTED_OF = 10
#: A transaction may wait for a broker that was killed, and for its next life.
TIMEOUT_S = 120.0


class Copy(Protocol):
    """One that is being made.

    :ivar group: whose committed offsets say how far it is.
    :ivar target: where it goes.
    :ivar keeps_partitions: whether each record is in the partition that it came from, in order.
    """

    group: str
    target: str
    keeps_partitions: bool

    @property
    def problems(self) -> list[str]:
        """Why it could not go on."""

    @property
    def given_up(self) -> int:
        """Transactions that were done again, because of an error."""

    def end(self) -> None:
        """Go on no more."""


def start(client: str, address: str, source: str, target: str, newest: str) -> Copy:
    """Begin.

    :param client: ``confluent``, ``klog``, or ``java-VERSION``.
    :param newest: the compacted topic.
    """
    if client == "confluent":
        return ConfluentCopy(address, source, target, newest)
    group = f"copies of {client}"
    if client == "klog":
        program = [sys.executable, "-m", "tests.integration.transaction_pipeline", address, source, target, group, group]
        return ProcessCopy(program, group, target, keeps_partitions=False)
    program = [*peers.kafka_program(client.removeprefix("java-"), JAVA_PROGRAM), address, source, target, group]
    return ProcessCopy(program, group, target, keeps_partitions=True)


class ProcessCopy:
    """One in a process of its own. See `Copy`."""

    def __init__(self, program: list[str], group: str, target: str, *, keeps_partitions: bool) -> None:
        self.group, self.target, self.keeps_partitions = group, target, keeps_partitions
        self._process = Process(program, r"READY", environment={"KAFKA_HEAP_OPTS": peers.jvm("96m")}, timeout=120)
        #: What was found when it was ended; None before.
        self._found: list[str] | None = None

    @property
    def problems(self) -> list[str]:
        """What it said last, where it has ended by itself."""
        if self._found is not None:
            return self._found
        return [] if self._process.process.poll() is None else [self._process.output()[-2000:]]

    @property
    def given_up(self) -> int:
        """As it has told."""
        return self._process.output().count("given up: ")

    def end(self) -> None:
        """kill -9."""
        if self._found is None:
            self._found = self.problems
            self._process.kill()


class ConfluentCopy:
    """One by librdkafka. See `Copy`."""

    keeps_partitions = True

    def __init__(self, address: str, source: str, target: str, newest: str) -> None:
        self.group, self.target = "copies of confluent", target
        self._address, self._source, self._newest = address, source, newest
        self.problems: list[str] = []
        self.given_up = 0
        self._is_ending = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def end(self) -> None:
        """When the transaction under way has ended."""
        self._is_ending.set()
        self._thread.join(TIMEOUT_S)
        if self._thread.is_alive():
            self.problems.append("it does not end")

    def _run(self) -> None:
        from confluent_kafka import Consumer, KafkaException, Producer

        common = {"bootstrap.servers": self._address, **disk.QUIET}
        reading = {"group.id": self.group, "auto.offset.reset": "earliest", "enable.auto.commit": False, "session.timeout.ms": 30_000}
        consumer = Consumer({**common, **reading})
        # Where the group's coordinator is gone from the metadata, librdkafka 2.16 looks for another one only when any other broker's
        # connection changes, which may be never (confluentinc/librdkafka issue 5511; its own timeout does not help, 5456).
        settings = {"transactional.id": self.group, "linger.ms": 5, "connections.max.idle.ms": 10_000}
        producer = Producer({**common, **settings})
        try:
            self._again(lambda: producer.init_transactions(TIMEOUT_S))
            consumer.subscribe([self._source])
            number = 0
            while not self._is_ending.is_set():
                messages = [message for message in consumer.consume(100, 0.5) if message.error() is None]
                if messages:
                    number += 1
                    self._copy(consumer, producer, messages, aborts=number % ABORTED_OF == 0)
        except KafkaException as error:
            self.problems.append(str(error))
        finally:
            consumer.close()

    def _copy(self, consumer: Any, producer: Any, messages: list[Any], *, aborts: bool) -> None:
        """One transaction. Raises KafkaException where nothing more can be done."""
        from confluent_kafka import KafkaException, TopicPartition

        firsts: dict[int, int] = {}
        ends: dict[int, int] = {}
        for message in messages:
            firsts.setdefault(message.partition(), message.offset())
            ends[message.partition()] = message.offset() + 1
        try:
            producer.begin_transaction()
            for message in messages:
                producer.produce(self.target, message.value(), partition=message.partition())
                key = b"%d" % (message.offset() % KEYS)
                producer.produce(self._newest, b"%d" % message.offset(), key, partition=message.partition())
            offsets = [TopicPartition(self._source, partition, end) for partition, end in ends.items()]
            self._again(lambda: producer.send_offsets_to_transaction(offsets, consumer.consumer_group_metadata(), TIMEOUT_S))
            if not aborts:
                self._again(lambda: producer.commit_transaction(TIMEOUT_S))
                return
            # What is sent and not answered librdkafka 2.16 forgets in an abort, and gives its sequence numbers to others: where it was
            # written, the next transaction's batch is out of order, which is fatal, or taken for the same one, and lost.
            producer.flush(TIMEOUT_S)
        except KafkaException as error:
            if not error.args[0].txn_requires_abort():
                raise
            self.given_up += 1
            print(f"    a transaction of librdkafka's is given up: {error}", flush=True)
        self._again(lambda: producer.abort_transaction(TIMEOUT_S))
        # What the group has taken back meanwhile is somebody else's, who begins where we have committed.
        assigned = {place.partition for place in consumer.assignment()}
        for partition, first in firsts.items():
            if partition in assigned:
                consumer.seek(TopicPartition(self._source, partition, first))

    @staticmethod
    def _again(act: Callable[[], object]) -> None:
        """Do it; again, as long as librdkafka says that this may help."""
        from confluent_kafka import KafkaException

        for left in reversed(range(5)):
            try:
                act()
                return
            except KafkaException as error:
                if not (left and error.args[0].retriable()):
                    raise


def differences(copy: Copy, original: Mapping[int, list[disk.Row]], found: Mapping[int, list[disk.Row]]) -> list[str]:
    """In what a copy, as readers of committed data see it, is not the original, in words."""
    if copy.keeps_partitions:
        pairs = [(f"{copy.target}-{index}", rows, found.get(index, [])) for index, rows in original.items()]
        texts = [(name, [row.value for row in rows], [row.value for row in others]) for name, rows, others in pairs]
    else:
        texts = [(copy.target, _sorted(original), _sorted(found))]
    complaints = []
    for name, wanted, there in texts:
        if wanted != there:
            lost, twice = len(set(wanted) - set(there)), len(there) - len(set(there))
            at = next((number for number, (one, other) in enumerate(zip(wanted, there, strict=False)) if one != other), None)
            complaints.append(f"{name}: {len(there)} records of {len(wanted)}, {lost} lost, {twice} twice, the first difference at {at}")
    return complaints


def _sorted(rows: Mapping[int, list[disk.Row]]) -> list[bytes | None]:
    return [*sorted((row.value or b"" for some in rows.values() for row in some), key=int)]


def expected_newest(original: Mapping[int, list[disk.Row]]) -> dict[tuple[int, bytes], bytes]:
    """What the compacted topic must say of each partition's keys."""
    return {(index, b"%d" % (row.offset % KEYS)): b"%d" % row.offset for index, rows in original.items() for row in rows}


def newest_on_disk(data: pathlib.Path, topic: str) -> dict[tuple[int, bytes], bytes]:
    """The newest record of each key in one broker's logs. What was aborted was done again behind it, and so is never the newest."""
    newest: dict[tuple[int, bytes], bytes] = {}
    for path in disk.segment_files(data, topic, ".log"):
        content, partition = path.read_bytes(), int(path.parent.name.rpartition("-")[2])
        for entry in disk.valid_entries(path)[0]:
            if entry.attributes & CONTROL:
                continue
            for record in codec.records(content[entry.position : entry.position + entry.size]):
                newest[partition, bytes(record.key or b"")] = bytes(record.value or b"")
    return newest
