"""A cluster of Apache Kafka becomes one of klog's, broker by broker and under load, and one of Kafka's again: the same data directories,
numbers and ports, producers with acks=all and groups of four clients throughout. It is what docs/migrating/apache-kafka.md says.

A step::

    klog doctor --migration says that the broker may be stopped ── SIGTERM ── the other kind starts on its directory ── all copies in sync
                                                                                  └─ in some steps: kill -9, and once more

One round there and back, with a kill and two of the four groups, is in every CI; five with a million records and a kill in every step are
in `make soak`.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import subprocess
import threading
import time
import unittest
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Self

import pytest

from tests import peers
from tests.integration import command, disk
from tests.integration.acknowledged_writer import AcknowledgedWriter
from tests.integration.group_members import Member, reading_problems
from tests.integration.mixed_cluster import BROKERS, MixedCluster
from tests.integration.zookeepers import RealZooKeeper

pytestmark = pytest.mark.soak

VERSION = "3.9.2"
TOPIC = "moving"
#: Written by klog's own client.
OTHER = "moving-too"
OFFSETS_TOPIC = "__consumer_offsets"
OFFSETS_PARTITIONS = 6
ASSIGNMENT: Mapping[int, list[int]] = {0: [1, 2, 3], 1: [2, 3, 1], 2: [3, 1, 2]}
CLIENTS = ("confluent", "klog", "aiokafka", f"java-{VERSION}") if peers.SOAK else ("confluent", "klog")
ROUNDS = int(os.environ.get("KLOG_MIGRATION_ROUNDS", "5" if peers.SOAK else "1"))
#: Records a second.
RATE = 2_500 if peers.SOAK else 500
#: What `make soak` wants to have moved.
RECORDS = 1_000_000 if peers.SOAK and ROUNDS >= 5 else 0


class KlogWriter:
    """``klog cat -P`` with acks=all, which is given a line every few milliseconds from `with` on until its end."""

    def __init__(self, bootstrap: str, topic: str) -> None:
        program = [*command.KLOG, "cat", "-b", bootstrap, "-P", "-t", topic, "-X", "acks=all", "-X", "delivery.timeout.ms=120000"]
        self._process = subprocess.Popen(
            program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=command.environment()
        )
        self.sent = 0
        self._is_ending = threading.Event()
        self._thread = threading.Thread(target=self._feed, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_ending.set()
        self._thread.join(30)
        said, _ = self._process.communicate(timeout=130)
        assert self._process.returncode == 0, said.decode()

    def _feed(self) -> None:
        assert self._process.stdin is not None
        while not self._is_ending.wait(0.02):
            lines = "".join(f"{number}\n" for number in range(self.sent, self.sent + 4))
            self._process.stdin.write(lines.encode())
            self._process.stdin.flush()
            self.sent += 4


class MigrationTests(unittest.TestCase):
    """See the module."""

    keeper: ClassVar[RealZooKeeper]

    @classmethod
    def setUpClass(cls) -> None:
        peers.kafka(VERSION)
        cls.keeper = RealZooKeeper.of_class(cls)

    def test_there_and_back(self) -> None:
        cluster = self.enterContext(MixedCluster(f"{self.keeper.connect}/migration", VERSION, klogs=()))
        cluster.create_topic(TOPIC, ASSIGNMENT)
        cluster.create_topic(OTHER, ASSIGNMENT)
        self.make_offsets_topic(cluster)
        with contextlib.ExitStack() as stack:
            members = [
                stack.enter_context(Member(client, cluster.bootstrap, f"group of {client}", [TOPIC, OTHER], settings=_patience(client)))
                for client in CLIENTS
            ]
            with (
                AcknowledgedWriter(cluster.bootstrap, TOPIC, len(ASSIGNMENT), rate=RATE) as writer,
                KlogWriter(cluster.bootstrap, OTHER) as other,
            ):
                for member in members:
                    member.wait_assigned(2 * len(ASSIGNMENT), timeout=60)
                kills = itertools.cycle([True]) if peers.SOAK else itertools.cycle([False, True, False, False, False, False])
                for number in range(ROUNDS):
                    print(f"round {number + 1}: to klog")
                    self.go_over(cluster, writer, members, kills, to_klog=True)
                    print(f"round {number + 1}: back to Apache Kafka")
                    self.go_over(cluster, writer, members, kills, to_klog=False)
                if len(writer.acknowledged) < RECORDS:
                    writer.wait_for_more(RECORDS - len(writer.acknowledged), seconds=600)
            ends = self.ends(cluster)
            for member in members:
                member.wait("all is read", lambda each: {place: last + 1 for place, last in _last_read(each).items()} == ends, 120)
        self.judge(cluster, writer, other, members, ends)

    # A step

    def go_over(
        self, cluster: MixedCluster, writer: AcknowledgedWriter, members: list[Member], kills: Iterator[bool], *, to_klog: bool
    ) -> None:
        """All brokers, one after the other, the controller last."""
        for number in sorted(BROKERS, key=lambda each: each == cluster.controller()):
            self.assertNotEqual(cluster.is_klog(number), to_klog)
            self.ask_doctor(cluster, number)
            began_s = time.monotonic()
            cluster.stop(number)
            cluster.turn(number)
            cluster.start(number)
            killed = next(kills)
            if killed:
                # In the middle of it: it is just about to fetch what it lacks.
                cluster.kill(number)
                cluster.wait_in_sync(TOPIC, [each for each in BROKERS if each != number])
                cluster.start(number)
            for topic in (TOPIC, OTHER, OFFSETS_TOPIC):
                cluster.wait_in_sync(topic)
            in_sync_s = time.monotonic()
            for topic in (TOPIC, OTHER, OFFSETS_TOPIC):
                cluster.elect_preferred(topic)
            for member in members:
                member.wait_read(member.count + 100, timeout=60)
            print(
                f"    broker {number} is {'klog' if to_klog else f'Kafka {VERSION}'}{', killed once' if killed else ''}: in sync after "
                f"{in_sync_s - began_s:.1f} s, longest gap between acknowledgements {writer.longest_gap_s(began_s):.3f} s, "
                f"{len(writer.acknowledged)} records"
            )

    def ask_doctor(self, cluster: MixedCluster, number: int) -> None:
        """The guide's first sentence of every step."""
        said = command.piped("doctor", "--migration", "-b", cluster.bootstrap, "--timeout", "20", timeout=90)
        text = said.text
        self.assertEqual(said.code, 0, text + said.remarks)
        self.assertRegex(" ".join(text.split()), rf"broker {number} \([^)]*\) may be stopped now")

    def make_offsets_topic(self, cluster: MixedCluster) -> None:
        """So that it has its copies before anything moves."""
        from confluent_kafka import Consumer

        consumer = Consumer({"bootstrap.servers": cluster.bootstrap, "group.id": "first", **disk.QUIET})
        consumer.subscribe([TOPIC])
        disk.wait_for("there is a topic for offsets", lambda: consumer.poll(1) is None and OFFSETS_TOPIC in cluster.metadata().topics)
        consumer.close()
        cluster.wait_in_sync(OFFSETS_TOPIC)

    # Afterwards

    def ends(self, cluster: MixedCluster) -> dict[tuple[str, int], int]:
        """Of all partitions that have anything to read."""
        found = {(topic, number): end for topic in (TOPIC, OTHER) for number, end in disk.ends(cluster.bootstrap, topic, 3).items()}
        return {place: end for place, end in found.items() if end}

    def judge(
        self,
        cluster: MixedCluster,
        writer: AcknowledgedWriter,
        other: KlogWriter,
        members: list[Member],
        ends: Mapping[tuple[str, int], int],
    ) -> None:
        """Nothing is lost, doubled or out of order, for producers and groups; all copies are equal. Ends the cluster."""
        shapes = {TOPIC: len(ASSIGNMENT), OTHER: len(ASSIGNMENT)}
        rows = disk.read_topics(cluster.bootstrap, shapes)
        self.assertEqual(writer.failed, {})
        self.assertEqual(writer.complaints(rows[TOPIC]), [])
        self.assertEqual(sorted(int(row.value or b"-1") for some in rows[OTHER].values() for row in some), list(range(other.sent)))
        for member in members:
            self.assertEqual(self.committed(cluster, f"group of {member.client}", list(ends)), ends, member.client)
            self.assertEqual(reading_problems([member], ends), [], member.client)
        offsets_ends = disk.ends(cluster.bootstrap, OFFSETS_TOPIC, OFFSETS_PARTITIONS)
        for topic in (TOPIC, OTHER, OFFSETS_TOPIC):
            cluster.wait_in_sync(topic)
        cluster.stop_all()
        for topic in shapes:
            self.assertEqual(cluster.differences(topic, {partition: end for (name, partition), end in ends.items() if name == topic}), [])
        self.assertEqual(cluster.differences(OFFSETS_TOPIC, offsets_ends), [])
        files = [path for topic in (TOPIC, OTHER, OFFSETS_TOPIC) for path in cluster.segments(topic, ".log")]
        self.assertEqual(disk.dump_log(VERSION, files, "--deep-iteration").complaints, [])
        print(f"{len(writer.acknowledged)} + {other.sent} records, {len(members)} groups: nothing lost, doubled or out of order")

    def committed(self, cluster: MixedCluster, group: str, places: list[tuple[str, int]]) -> dict[tuple[str, int], int]:
        """Of a group, as its coordinator tells it."""
        from confluent_kafka import Consumer, TopicPartition

        asker = Consumer({"bootstrap.servers": cluster.bootstrap, "group.id": group, **disk.QUIET})
        try:
            told: list[Any] = asker.committed([TopicPartition(topic, partition) for topic, partition in places], 30)
        finally:
            asker.close()
        return {(one.topic, one.partition): one.offset for one in told if one.offset >= 0}


def _patience(client: str) -> dict[str, Any]:
    """Nobody is thrown out of its group because this machine is busy."""
    return {"session_timeout_ms" if client in ("klog", "aiokafka") else "session.timeout.ms": 30_000}


def _last_read(member: Member) -> dict[tuple[str, int], int]:
    return {place: spans[-1][1] for place, spans in member.read.items()}
