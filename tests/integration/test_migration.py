"""A cluster of Apache Kafka becomes one of klog's, broker by broker and under load, and one of Kafka's again: the same data directories,
numbers and ports, producers with acks=all, groups of four clients and transactions of three throughout. It is what
docs/migrating/apache-kafka.md says.

A step::

    klog doctor --migration says that the broker may be stopped ── SIGTERM ── the other kind starts on its directory ── all copies in sync
                                                       └─ in some: kill -9 ───┘   └─ in some steps: kill -9, and once more

One round there and back of Kafka 3.9.2, with a kill, two of the four groups and one of the three clients with transactions, is in every CI;
five of 3.9.2 with a million records and five of 2.8.2, with a kill in every step, are in `make soak`.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import subprocess
import threading
import time
import unittest
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Self

import pytest

from tests import peers
from tests.integration import command, disk, transactional_copies
from tests.integration.acknowledged_writer import AcknowledgedWriter
from tests.integration.group_members import Member, reading_problems
from tests.integration.mixed_cluster import BROKERS, MixedCluster
from tests.integration.transactional_copies import Copy
from tests.integration.zookeepers import RealZooKeeper

pytestmark = pytest.mark.soak

TOPIC = "moving"
#: Written by klog's own client, and copied within transactions.
OTHER = "moving-too"
#: Compacted; written within transactions.
NEWEST = "newest"
OFFSETS_TOPIC, STATE_TOPIC = "__consumer_offsets", "__transaction_state"
INTERNAL_PARTITIONS = 6
ASSIGNMENT: Mapping[int, list[int]] = {0: [1, 2, 3], 1: [2, 3, 1], 2: [3, 1, 2]}
ROUNDS = int(os.environ.get("KLOG_MIGRATION_ROUNDS", "5" if peers.SOAK else "1"))
#: Records a second.
RATE = 2_500 if peers.SOAK else 500
#: What `make soak` wants to have moved.
RECORDS = 1_000_000 if peers.SOAK and ROUNDS >= 5 else 0
#: Whose tool looks at the logs.
JUDGE = "3.9.2"
#: Segments that are full soon: what is sealed changes hands, too.
SEGMENTS = {"segment.bytes": "1000000"}
COMPACTED = {"cleanup.policy": "compact", "segment.bytes": "100000", "min.cleanable.dirty.ratio": "0.01"}


class Step(NamedTuple):
    """How a broker is exchanged."""

    #: Who goes is killed, not stopped.
    goes_killed: bool
    #: Who comes is killed once, as soon as it answers.
    comes_killed: bool


STOPPED = Step(False, False)
#: Of `make soak` there are four, so that six steps of a round do not have the same ones each time.
STEPS = (
    (Step(False, True), Step(True, False), Step(True, True), Step(False, True))
    if peers.SOAK
    else (STOPPED, Step(False, True), *(STOPPED,) * 4)
)


def clients(version: str) -> Sequence[str]:
    """Of the groups."""
    return ("confluent", "klog", "aiokafka", f"java-{version}") if peers.SOAK else ("confluent", "klog")


def copying_clients(version: str) -> Sequence[str]:
    """Of the transactions."""
    return ("confluent", "klog", f"java-{version}") if peers.SOAK else ("confluent",)


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
        cls.keeper = RealZooKeeper.of_class(cls)

    def test_3_9_2(self) -> None:
        """There and back."""
        self.there_and_back("3.9.2", "3.9")

    @unittest.skipUnless(peers.SOAK, "make soak has the time")
    def test_2_8_2(self) -> None:
        """There and back: the oldest that klog stands beside."""
        self.there_and_back("2.8.2", "2.8")

    def there_and_back(self, version: str, protocol: str) -> None:
        """All rounds."""
        peers.kafka(version)
        began_s = time.monotonic()
        settings = {"transaction.state.log.num.partitions": str(INTERNAL_PARTITIONS)}
        chroot = f"{self.keeper.connect}/migration-{version}"
        cluster = self.enterContext(MixedCluster(chroot, version, protocol=protocol, klogs=(), settings=settings))
        targets = [f"copied-by-{client}" for client in copying_clients(version)]
        for topic, configs in {TOPIC: SEGMENTS, OTHER: SEGMENTS, NEWEST: COMPACTED, **dict.fromkeys(targets, SEGMENTS)}.items():
            cluster.create_topic(topic, ASSIGNMENT, **configs)
        self.make_offsets_topic(cluster)
        with contextlib.ExitStack() as stack:
            members = [
                stack.enter_context(Member(client, cluster.bootstrap, f"group of {client}", [TOPIC, OTHER], settings=_patience(client)))
                for client in clients(version)
            ]
            copies: list[Copy] = []
            for client, target in zip(copying_clients(version), targets, strict=True):
                copies.append(transactional_copies.start(client, cluster.bootstrap, OTHER, target, NEWEST))
                stack.callback(copies[-1].end)
            with (
                AcknowledgedWriter(cluster.bootstrap, TOPIC, len(ASSIGNMENT), rate=RATE) as writer,
                KlogWriter(cluster.bootstrap, OTHER) as other,
            ):
                for member in members:
                    member.wait_assigned(2 * len(ASSIGNMENT), timeout=60)
                cluster.wait_in_sync(STATE_TOPIC)
                # Who forgets to stop the one does no harm with the other.
                self.assertIn("in use", cluster.start_beside(BROKERS[0]))
                moved = [TOPIC, OTHER, NEWEST, *targets, OFFSETS_TOPIC, STATE_TOPIC]
                steps = itertools.cycle(STEPS)
                for number in range(ROUNDS):
                    for to_klog in (True, False):
                        kind = "klog" if to_klog else f"Kafka {version}"
                        print(f"round {number + 1}: to {kind}, after {time.monotonic() - began_s:.0f} s", flush=True)
                        self.go_over(cluster, writer, members, steps, kind, moved)
                        self.assertEqual([cluster.is_klog(broker) for broker in BROKERS], [to_klog] * 3)
                        self.assertEqual([problem for copy in copies for problem in copy.problems], [])
                        if peers.SOAK and number == 0 and to_klog:
                            self.assertRegex(cluster.start_beside(BROKERS[0]), "(?i)lock|in use")
                if len(writer.acknowledged) < RECORDS:
                    writer.wait_for_more(RECORDS - len(writer.acknowledged), seconds=600)
            ends = self.ends(cluster)
            for member in members:
                member.wait("all is read", lambda each: {place: last + 1 for place, last in _last_read(each).items()} == ends, 120)
            self.end_copies(cluster, copies, {place: end for place, end in ends.items() if place[0] == OTHER})
        self.judge(cluster, writer, other, members, copies, ends)

    # A step

    def go_over(
        self,
        cluster: MixedCluster,
        writer: AcknowledgedWriter,
        members: list[Member],
        steps: Iterator[Step],
        kind: str,
        moved: list[str],
    ) -> None:
        """All brokers, one after the other, the controller last.

        :param kind: what all of them are afterwards, for people.
        """
        for number in sorted(BROKERS, key=lambda each: each == cluster.controller()):
            others = [each for each in BROKERS if each != number]
            self.ask_doctor(cluster, number)
            step = next(steps)
            began_s = time.monotonic()
            if step.goes_killed:
                cluster.kill(number)
                # Kafka would not start while the registration of a klog that was killed is there.
                cluster.wait_in_sync(TOPIC, others)
            else:
                cluster.stop(number)
            cluster.turn(number)
            cluster.start(number)
            if step.comes_killed:
                # In the middle of it: it is just about to fetch what it lacks.
                cluster.kill(number)
                cluster.wait_in_sync(TOPIC, others)
                cluster.start(number)
            for topic in moved:
                cluster.wait_in_sync(topic)
            in_sync_s = time.monotonic()
            for topic in moved:
                cluster.elect_preferred(topic)
            for member in members:
                member.wait_read(member.count + 100, timeout=60)
            how = f"{', killed to end it' if step.goes_killed else ''}{', killed once' if step.comes_killed else ''}"
            print(
                f"    broker {number} is {kind}{how}: in sync after {in_sync_s - began_s:.1f} s, longest gap between acknowledgements "
                f"{writer.longest_gap_s(began_s):.3f} s, {len(writer.acknowledged)} records",
                flush=True,
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

    def end_copies(self, cluster: MixedCluster, copies: list[Copy], ends: Mapping[tuple[str, int], int]) -> None:
        """When all is copied."""
        for copy in copies:
            disk.wait_for(
                f"all is in {copy.target}",
                lambda copy=copy: copy.problems or self.committed(cluster, copy.group, list(ends)) == ends,  # type: ignore[misc]
                180,
                lambda copy=copy: f"{self.committed(cluster, copy.group, list(ends))} of {ends}",  # type: ignore[misc]
            )
            copy.end()
            self.assertEqual(copy.problems, [])

    def judge(
        self,
        cluster: MixedCluster,
        writer: AcknowledgedWriter,
        other: KlogWriter,
        members: list[Member],
        copies: list[Copy],
        ends: Mapping[tuple[str, int], int],
    ) -> None:
        """Nothing is lost, doubled or out of order, for producers and groups; all copies are equal. Ends the cluster."""
        copied = [copy.target for copy in copies]
        # What is compacted has no end that is the same in all copies.
        equal = dict.fromkeys([TOPIC, OTHER, *copied], len(ASSIGNMENT)) | dict.fromkeys([OFFSETS_TOPIC, STATE_TOPIC], INTERNAL_PARTITIONS)
        last = {topic: self.wait_for_nothing_open(cluster, topic, count) for topic, count in {**equal, NEWEST: len(ASSIGNMENT)}.items()}
        rows = disk.read_topics(cluster.bootstrap, {TOPIC: len(ASSIGNMENT), OTHER: len(ASSIGNMENT)})
        self.assertEqual(writer.failed, {})
        self.assertEqual(writer.complaints(rows[TOPIC]), [])
        self.assertEqual(sorted(int(row.value or b"-1") for some in rows[OTHER].values() for row in some), list(range(other.sent)))
        for member in members:
            self.assertEqual(self.committed(cluster, f"group of {member.client}", list(ends)), ends, member.client)
            self.assertEqual(reading_problems([member], ends), [], member.client)
        for copy in copies:
            there = disk.read_topic(cluster.bootstrap, copy.target, len(ASSIGNMENT), committed=True)
            self.assertEqual(transactional_copies.differences(copy, rows[OTHER], there), [])
        for topic in last:
            cluster.wait_in_sync(topic)
        cluster.stop_all()
        for topic in equal:
            self.assertEqual(cluster.differences(topic, {index: end for index, end in last[topic].items() if end}), [])
        expected = transactional_copies.expected_newest(rows[OTHER])
        for number in BROKERS:
            self.assertEqual(transactional_copies.newest_on_disk(cluster.data(number), NEWEST), expected, number)
        files = [path for topic in (*equal, NEWEST) for path in cluster.segments(topic, ".log")]
        complaints = disk.dump_log(JUDGE, files, "--deep-iteration").complaints
        # Where compaction has left gaps, the judge counts them.
        self.assertEqual([line for line in complaints if f"{NEWEST}-" not in line or " is followed by " not in line], [])
        names = {copy.group.removeprefix("copies of "): copy.given_up for copy in copies}
        given_up = ", ".join(f"{count} of {name}" for name, count in names.items() if name != "klog")
        print(
            f"{len(writer.acknowledged)} + {other.sent} records, {len(members)} groups, {len(copies)} copies within transactions (given up "
            f"because of an error and done again: {given_up}): nothing lost, doubled or out of order"
        )

    def wait_for_nothing_open(self, cluster: MixedCluster, topic: str, partitions: int) -> dict[int, int]:
        """Until all transactions have ended in a topic to which nobody writes any more; its ends."""
        found: list[dict[int, int]] = []

        def is_all_stable() -> bool:
            found[:] = [disk.ends(cluster.bootstrap, topic, partitions, committed=which) for which in (True, False)]
            return found[0] == found[1]

        disk.wait_for(f"no transaction is open in {topic}", is_all_stable, 60, lambda: found)
        return found[1]

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
