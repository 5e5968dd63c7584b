"""Brokers of Apache Kafka and of klog in one cluster: they copy from each other, lead each other, die and come back, while a producer with
acks=all and idempotence goes on. Nothing that was acknowledged is lost, and the copies are equal to the byte.

All of it only in `make soak`: in every CI a cluster goes over from Kafka to klog and back (`test_migration`), and is mixed meanwhile.
"""

from __future__ import annotations

import json
import pathlib
import random
import tempfile
import threading
import time
import unittest
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import pytest

from klog.broker.coordinators.runtime import partition_of
from klog.wire.messages.init_producer_id import InitProducerIdRequest
from tests import peers
from tests.integration import disk
from tests.integration.acknowledged_writer import AcknowledgedWriter
from tests.integration.mixed_cluster import BROKERS, KAFKAS, KLOG, MixedCluster, wait_until
from tests.integration.raw import Raw
from tests.integration.running import run_tool, tool_lines
from tests.integration.zookeepers import RealZooKeeper

pytestmark = pytest.mark.soak

VERSION = "3.9.2"
TOPIC = "mixed"
#: Each broker is the preferred leader of one.
ASSIGNMENT: Mapping[int, list[int]] = {0: [1, 2, 3], 1: [2, 3, 1], 2: [3, 1, 2]}
PREFERRED: Mapping[int, int] = {partition: replicas[0] for partition, replicas in ASSIGNMENT.items()}
OFFSETS_TOPIC = "__consumer_offsets"
OFFSETS_PARTITIONS = 6
ROUNDS = 12
#: Over 2.8.2: two releases of Apache Kafka beside each other, and beside klog. What all of them speak then.
TWO_RELEASES: Mapping[int, str] = {2: "3.9.2"}
OLDEST_PROTOCOL = "2.8"


class _Case(unittest.TestCase):
    keeper: ClassVar[RealZooKeeper]
    chroots: ClassVar[int] = 0

    @classmethod
    def setUpClass(cls) -> None:
        peers.kafka(VERSION)
        cls.keeper = RealZooKeeper.of_class(cls)

    def cluster(self, version: str = VERSION, **options: Any) -> MixedCluster:
        type(self).chroots += 1
        return self.enterContext(MixedCluster(f"{self.keeper.connect}/mixed{self.chroots}", version, **options))

    def writer(self, cluster: MixedCluster, **options: Any) -> AcknowledgedWriter:
        return AcknowledgedWriter(cluster.bootstrap, TOPIC, len(ASSIGNMENT), **options)

    def elect_preferred(self, cluster: MixedCluster) -> None:
        """With Kafka's tool; all partitions of the topic are led by their first replicas then."""
        run_tool(
            VERSION, "leader-election", "--bootstrap-server", cluster.bootstrap, "--election-type", "preferred", "--all-topic-partitions"
        )
        cluster.wait_led_by(TOPIC, PREFERRED)

    def write_while_brokers_die(self, cluster: MixedCluster, victims: Sequence[int], rounds: int = ROUNDS) -> AcknowledgedWriter:
        """A producer goes on while one of `victims` after the other is killed or stopped and comes back, in an order drawn from a seed."""
        seed = peers.seed()
        print(f"KLOG_SEED={seed}")
        chance = random.Random(seed)
        cluster.create_topic(TOPIC, ASSIGNMENT)
        with self.writer(cluster) as writer:
            for _ in range(rounds):
                writer.wait_for_more(300)
                number, end = chance.choice(victims), chance.choice([cluster.kill, cluster.stop])
                end(number)
                cluster.wait_in_sync(TOPIC, [one for one in ASSIGNMENT[0] if one != number])
                writer.wait_for_more(300)
                cluster.start(number)
                cluster.wait_in_sync(TOPIC)
                if chance.random() < 0.7:
                    self.elect_preferred(cluster)
        return writer

    def judge(self, cluster: MixedCluster, *writers: AcknowledgedWriter) -> None:
        """All that was acknowledged is there, in order, once; all copies are equal and sound. Ends the cluster."""
        ends = disk.ends(cluster.bootstrap, TOPIC, len(ASSIGNMENT))
        rows = disk.read_topics(cluster.bootstrap, {TOPIC: len(ASSIGNMENT)})[TOPIC]
        for writer in writers:
            self.assertEqual(writer.failed, {})
            self.assertEqual(writer.complaints(rows), [])
        self.judge_copies(cluster, TOPIC, ends)

    def verify_replicas(self, cluster: MixedCluster, version: str = VERSION) -> None:
        """Kafka's ``replica-verification`` finds no lag: it fetches from followers and compares with the leader.

        :param version: of the tool, which asks in the newest that it knows.
        """
        which = "--topic-white-list" if version == "2.8.2" else "--topics-include"
        arguments = ("--broker-list", cluster.bootstrap, which, TOPIC, "--report-interval-ms", "1000")
        said: list[str] = []
        with tool_lines(version, "replica-verification", *arguments, seconds=90) as lines:
            for line in lines:
                said.append(line)
                if "max lag is 0 for partition" in line:
                    return
        self.fail("no sentence about a lag of 0:\n" + "".join(said)[-2000:])

    def judge_copies(self, cluster: MixedCluster, topic: str, ends: Mapping[int, int]) -> None:
        """Copies are equal below their high watermarks, and ``dump-log`` finds nothing wrong with them. Ends the cluster."""
        cluster.wait_in_sync(topic)
        cluster.stop_all()
        self.assertEqual(cluster.differences(topic, ends), [])
        # Kafka's followers enter the last offset of all batches of an answer at the place of the first, which its tool takes for damage.
        files = cluster.segments(topic, ".log")
        for number in filter(cluster.is_klog, BROKERS):
            files += disk.segment_files(cluster.data(number), topic, ".index", ".timeindex")
        self.assertEqual(disk.dump_log(VERSION, files, "--deep-iteration").complaints, [])


class MixedClusterTests(_Case):
    """A broker of Kafka is the controller throughout."""

    @unittest.skipUnless(peers.SOAK, "make soak has the time")
    def test_leads_and_follows(self) -> None:
        cluster = self.cluster()
        cluster.create_topic(TOPIC, ASSIGNMENT)
        self.assertEqual({index: leader for index, (leader, _) in cluster.partitions(TOPIC).items()}, PREFERRED)
        with self.writer(cluster) as writer:
            writer.wait_for_more(500)
            cluster.kill(KLOG)
            cluster.wait_in_sync(TOPIC, list(KAFKAS))
            writer.wait_for_more(500)
            cluster.start(KLOG)
            cluster.wait_in_sync(TOPIC)
            # As a follower of both.
            self.assertNotIn(KLOG, [leader for leader, _ in cluster.partitions(TOPIC).values()])
            writer.wait_for_more(500)
            cluster.elect_preferred(TOPIC)
            cluster.wait_led_by(TOPIC, PREFERRED)
            writer.wait_for_more(500)
        self.assertEqual(cluster.controller(), KAFKAS[0])
        self.judge(cluster, writer)

    @unittest.skipUnless(peers.SOAK, "make soak has the time")
    def test_brokers_die_and_come_back(self) -> None:
        """Whoever leads or follows, and however it ends."""
        cluster = self.cluster()
        writer = self.write_while_brokers_die(cluster, [KAFKAS[1], KLOG, KLOG])
        self.assertEqual(cluster.controller(), KAFKAS[0])
        self.verify_replicas(cluster)
        self.judge(cluster, writer)

    @unittest.skipUnless(peers.SOAK, "make soak has the time")
    def test_stop_hands_over(self) -> None:
        """SIGTERM of klog: nobody fails, and nobody waits for its session to end."""
        cluster = self.cluster()
        cluster.create_topic(TOPIC, ASSIGNMENT)
        for _ in range(3):
            with self.writer(cluster) as writer:
                writer.wait_for_more(500)
                cluster.stop(KLOG)
                leaders = [leader for leader, _ in cluster.partitions(TOPIC).values()]
                self.assertNotIn(KLOG, leaders)
                self.assertNotIn(-1, leaders)
                writer.wait_for_more(500)
            self.assertEqual(writer.failed, {})
            # Far below the session's 6 s.
            print(f"longest gap between acknowledgements: {writer.longest_gap_s():.3f} s")
            cluster.start(KLOG)
            cluster.wait_in_sync(TOPIC)
            self.elect_preferred(cluster)
        ends = disk.ends(cluster.bootstrap, TOPIC, len(ASSIGNMENT))
        self.judge_copies(cluster, TOPIC, ends)

    @unittest.skipUnless(peers.SOAK, "make soak has the time")
    def test_small_segments_2_8_2(self) -> None:
        """A follower of Kafka's gives up a partition for which it is sent more at once than a segment takes; so klog keeps to the topic's
        ``segment.bytes``, however small, and when that was lowered."""
        cluster = self.cluster("2.8.2", protocol=OLDEST_PROTOCOL)
        cluster.create_topic(TOPIC, {0: [KLOG, *KAFKAS]}, **{"segment.bytes": "100000"})
        cluster.create_topic("lowered", {0: [KLOG, *KAFKAS]})
        cluster.kill(KAFKAS[1])
        for topic in (TOPIC, "lowered"):
            cluster.wait_in_sync(topic, [KAFKAS[0], KLOG])
            disk.produce(cluster.bootstrap, topic, 0, [b"%d" % number * 100 for number in range(5_000)], **{"batch.size": 10_000})
        disk.set_topic_config(cluster.bootstrap, "lowered", "segment.bytes", "50000")
        cluster.start(KAFKAS[1])
        for topic in (TOPIC, "lowered"):
            cluster.wait_in_sync(topic)
        self.judge_copies(cluster, TOPIC, {0: 5_000})


@unittest.skipUnless(peers.SOAK, "two brokers of Apache Kafka for minutes: only in make soak (KLOG_SOAK=1)")
class MixedControllerTests(_Case):
    """Controllers die, too: at first klog is it, and it comes and goes between the two kinds."""

    def die(self, version: str, protocol: str, **options: Any) -> None:
        cluster = self.cluster(version, protocol=protocol, first=KLOG, **options)
        self.assertEqual(cluster.controller(), KLOG)
        writer = self.write_while_brokers_die(cluster, [*KAFKAS, KLOG])
        self.verify_replicas(cluster, version)
        self.judge(cluster, writer)

    def test_3_9_2(self) -> None:
        self.die("3.9.2", "3.9")

    def test_2_8_2(self) -> None:
        self.die("2.8.2", OLDEST_PROTOCOL)

    def test_2_8_2_and_3_9_2(self) -> None:
        self.die("2.8.2", OLDEST_PROTOCOL, versions=TWO_RELEASES)


@unittest.skipUnless(peers.SOAK, "a broker of Apache Kafka for minutes: only in make soak (KLOG_SOAK=1)")
class MostlyKlogTests(_Case):
    """Brokers 1 and 2 are klog's, 3 is Kafka's: each is controller, leads and follows, and dies."""

    def test_brokers_die_and_come_back(self) -> None:
        cluster = self.cluster(klogs=KAFKAS)
        self.assertEqual((cluster.controller(), [cluster.is_klog(number) for number in BROKERS]), (1, [True, True, False]))
        writer = self.write_while_brokers_die(cluster, BROKERS)
        self.verify_replicas(cluster)
        self.judge(cluster, writer)

    def test_a_controller_of_klogs_at_work(self) -> None:
        """What Kafka's broker, and Kafka's tools, see of it."""
        cluster = self.cluster(klogs=KAFKAS)
        self.assertEqual(cluster.controller(), 1)
        cluster.create_topic(TOPIC, ASSIGNMENT)
        self.assertEqual(json.loads(cluster.znode("/feature")), {"features": {}, "version": 2, "status": 1})
        # Blocks of producer ids come from whoever is controller, and nobody gets one twice.
        ids = [self.producer_id(cluster, number) for number in (*BROKERS, *BROKERS)]
        cluster.stop(1)
        wait_until(lambda: cluster.controller() in (2, 3), "another one is controller")
        cluster.start(1)
        cluster.wait_in_sync(TOPIC)
        ids += [self.producer_id(cluster, number) for number in BROKERS]
        self.assertEqual(len(set(ids)), len(ids), ids)
        # Kafka's broker stops in order: what it leads is led by others before its session ends.
        cluster.elect_preferred(TOPIC)
        cluster.wait_led_by(TOPIC, PREFERRED)
        began_s = time.monotonic()
        cluster.stop(3)
        self.assertLess(time.monotonic() - began_s, 6)
        self.assertNotIn(3, [leader for leader, _ in cluster.partitions(TOPIC).values()])
        cluster.start(3)
        cluster.wait_in_sync(TOPIC)
        # A topic that is deleted goes from all disks and from ZooKeeper.
        server = ("--bootstrap-server", cluster.bootstrap)
        run_tool(VERSION, "topics", *server, "--delete", "--topic", TOPIC)
        wait_until(lambda: cluster.znode(f"/brokers/topics/{TOPIC}", missing="gone") == "gone", "the topic's nodes are gone")
        wait_until(lambda: not cluster.segments(TOPIC, ".log"), "no broker has it any more")
        cluster.create_topic(TOPIC, ASSIGNMENT)
        with self.writer(cluster) as writer:
            writer.wait_for_more(300)
        self.judge(cluster, writer)

    def producer_id(self, cluster: MixedCluster, number: int) -> int:
        """A new one, from this broker."""
        with Raw(cluster.address(number)) as client:
            for _ in range(50):
                answer = client.ask(InitProducerIdRequest(transactional_id=None, transaction_timeout_ms=60_000), 4)
                if not answer.error_code:
                    return int(answer.producer_id)
                time.sleep(0.1)
        self.fail(f"no producer id from broker {number}: {answer}")


@unittest.skipUnless(peers.SOAK, "brokers of Apache Kafka for minutes: only in make soak (KLOG_SOAK=1)")
class ListenersTests(_Case):
    """Brokers have a listener of their own with TLS, and the controller's requests another one."""

    def live(self, **options: Any) -> None:
        cluster = self.cluster(tls=True, **options)
        writer = self.write_while_brokers_die(cluster, BROKERS, 5)
        self.judge(cluster, writer)

    def test_mostly_kafka(self) -> None:
        self.live()

    def test_mostly_klog(self) -> None:
        self.live(klogs=KAFKAS)


@unittest.skipUnless(peers.SOAK, "two brokers of Apache Kafka for minutes: only in make soak (KLOG_SOAK=1)")
class MixedGroupTests(_Case):
    """A consumer group goes on while its coordinator is klog, then Kafka, then klog, and dies."""

    def test_3_9_2(self) -> None:
        self.move(self.cluster())

    def test_2_8_2(self) -> None:
        self.move(self.cluster("2.8.2", protocol=OLDEST_PROTOCOL))

    def test_2_8_2_and_3_9_2(self) -> None:
        self.move(self.cluster("2.8.2", protocol=OLDEST_PROTOCOL, versions=TWO_RELEASES))

    def test_mostly_klog(self) -> None:
        """The other way round: the coordinator is Kafka, then klog, then Kafka, and dies."""
        self.move(self.cluster(klogs=KAFKAS))

    def move(self, cluster: MixedCluster) -> None:
        cluster.create_topic(TOPIC, ASSIGNMENT)
        self.read_something(cluster)
        partition = next(index for index, (leader, _) in cluster.partitions(OFFSETS_TOPIC).items() if leader == KLOG)
        group = next(name for name in map("group-{}".format, range(1000)) if partition_of(name, OFFSETS_PARTITIONS) == partition)
        members = [Member(cluster, group) for _ in range(2)]
        with self.writer(cluster) as writer:
            for member in members:
                member.start()
            writer.wait_for_more(500)
            wait_until(lambda: all(member.assigned for member in members), "both have partitions")
            assignments = [len(member.assignments) for member in members]
            for leader in BROKERS:
                self.lead(cluster, partition, [leader, *(one for one in (*KAFKAS, KLOG) if one != leader)])
                self.wait_committed(cluster, group, members)
            for end in (cluster.stop, cluster.kill):
                end(KLOG)
                cluster.wait_in_sync(OFFSETS_TOPIC, list(KAFKAS))
                self.wait_committed(cluster, group, members)
                cluster.start(KLOG)
                cluster.wait_in_sync(OFFSETS_TOPIC)
                self.lead(cluster, partition, [KLOG, *KAFKAS])
                self.wait_committed(cluster, group, members)
        wait_until(lambda: sum(len(member.seen) for member in members) >= len(writer.acknowledged), "all is read")
        for member in members:
            member.end()
        # Nobody was sent away, and nothing was read twice.
        self.assertEqual([len(member.assignments) for member in members], assignments)
        seen = [place for member in members for place in member.seen]
        self.assertEqual(len(seen), len(set(seen)))
        self.assertEqual(set(seen), {(one.partition, one.offset) for one in writer.acknowledged.values()})
        self.judge_copies(cluster, OFFSETS_TOPIC, disk.ends(cluster.bootstrap, OFFSETS_TOPIC, OFFSETS_PARTITIONS))

    def read_something(self, cluster: MixedCluster) -> None:
        """So that there is a topic for offsets."""
        from confluent_kafka import Consumer

        consumer = Consumer({"bootstrap.servers": cluster.bootstrap, "group.id": "first", **disk.QUIET})
        consumer.subscribe([TOPIC])
        wait_until(lambda: consumer.poll(1) is None and OFFSETS_TOPIC in cluster.metadata().topics, "there is a topic for offsets")
        consumer.close()
        cluster.wait_in_sync(OFFSETS_TOPIC)

    def lead(self, cluster: MixedCluster, partition: int, replicas: list[int]) -> None:
        """Have the first of `replicas` lead this partition of the offsets, by Kafka's tools."""
        place = {"topic": OFFSETS_TOPIC, "partition": partition}
        with tempfile.TemporaryDirectory() as folder:
            order, which = pathlib.Path(folder) / "order.json", pathlib.Path(folder) / "which.json"
            order.write_text(json.dumps({"version": 1, "partitions": [{**place, "replicas": replicas}]}))
            which.write_text(json.dumps({"partitions": [place]}))
            server = ["--bootstrap-server", cluster.bootstrap]
            run_tool(VERSION, "reassign-partitions", *server, "--reassignment-json-file", str(order), "--execute")
            run_tool(VERSION, "leader-election", *server, "--election-type", "preferred", "--path-to-json-file", str(which))
        cluster.wait_led_by(OFFSETS_TOPIC, {partition: replicas[0]})

    def wait_committed(self, cluster: MixedCluster, group: str, members: list[Member]) -> None:
        """Until the group has committed what was read by now, or more, as its coordinator tells it."""
        from confluent_kafka import Consumer, TopicPartition

        wanted: dict[int, int] = {}
        for member in members:
            for partition, offset in list(member.seen):
                wanted[partition] = max(wanted.get(partition, 0), offset + 1)
        asker = Consumer({"bootstrap.servers": cluster.bootstrap, "group.id": group, **disk.QUIET})
        places = [TopicPartition(TOPIC, partition) for partition in wanted]
        wait_until(lambda: all(told.offset >= wanted[told.partition] for told in asker.committed(places, 20)), f"{wanted} are committed")
        asker.close()


@unittest.skipUnless(peers.SOAK, "two brokers of Apache Kafka for minutes: only in make soak (KLOG_SOAK=1)")
class MovingTests(_Case):
    """Replicas move between brokers of both kinds, whichever is the controller, and while the controller changes."""

    def assigned(self, cluster: MixedCluster) -> dict[int, list[int]]:
        """Brokers by partition, as the topic's znode has them; all of it empty while anything moves."""
        znode = json.loads(cluster.znode(f"/brokers/topics/{TOPIC}"))
        if znode.get("adding_replicas") or znode.get("removing_replicas"):
            return {}
        return {int(number): brokers for number, brokers in znode["partitions"].items()}

    def move(self, cluster: MixedCluster, wanted: Mapping[int, list[int]]) -> None:
        """Ask Kafka's tool for it."""
        with tempfile.TemporaryDirectory() as folder:
            plan = pathlib.Path(folder) / "plan.json"
            rows = [{"topic": TOPIC, "partition": partition, "replicas": replicas} for partition, replicas in wanted.items()]
            plan.write_text(json.dumps({"version": 1, "partitions": rows}))
            where = ("--bootstrap-server", cluster.bootstrap, "--reassignment-json-file", str(plan))
            run_tool(VERSION, "reassign-partitions", *where, "--execute")

    def holders(self, cluster: MixedCluster) -> dict[int, list[int]]:
        """Brokers that have a folder of each partition."""
        return {
            partition: [number for number in (*KAFKAS, KLOG) if (cluster.data(number) / f"{TOPIC}-{partition}").is_dir()]
            for partition in ASSIGNMENT
        }

    def wait_moved(self, cluster: MixedCluster, wanted: Mapping[int, list[int]]) -> None:
        """Until it lies there, and nowhere else."""
        holders = {partition: sorted(replicas) for partition, replicas in wanted.items()}
        wait_until(
            lambda: self.assigned(cluster) == wanted and self.holders(cluster) == holders,
            f"{TOPIC} lies on {wanted}",
            lambda: (cluster.znode(f"/brokers/topics/{TOPIC}"), self.holders(cluster)),
        )

    def test_both_kinds_of_controllers(self) -> None:
        for first in (KLOG, KAFKAS[0]):
            cluster = self.cluster(first=first)
            self.assertEqual(cluster.controller(), first)
            cluster.create_topic(TOPIC, ASSIGNMENT)
            with self.writer(cluster) as writer:
                writer.wait_for_more(300)
                for wanted in (
                    {0: [1], 1: [2], 2: [3]},
                    {0: [3], 1: [3], 2: [1]},
                    {0: [2, 3], 1: [1, 2], 2: [1, 3]},
                    dict(ASSIGNMENT),
                ):
                    self.move(cluster, wanted)
                    self.wait_moved(cluster, wanted)
                    writer.wait_for_more(300)
            self.judge(cluster, writer)

    def test_the_other_kind_goes_on(self) -> None:
        """The controller dies as soon as it has taken a move."""
        for first, away in ((KLOG, 1), (1, 2)):
            cluster = self.cluster(first=first)
            cluster.create_topic(TOPIC, ASSIGNMENT)
            others = [number for number in (1, 2, 3) if number != away]
            start = dict.fromkeys(ASSIGNMENT, others)
            self.move(cluster, start)
            self.wait_moved(cluster, start)
            with self.writer(cluster) as writer:
                writer.wait_for_more(300)
                self.move(cluster, ASSIGNMENT)
                cluster.kill(first)
                others = [number for number in (1, 2, 3) if number != first]
                wait_until(lambda: cluster.controller() in others, "another one is the controller")  # noqa: B023 (used at once)
                cluster.start(first)
                self.wait_moved(cluster, ASSIGNMENT)
                cluster.wait_in_sync(TOPIC)
                writer.wait_for_more(300)
            self.judge(cluster, writer)


class Member:
    """One consumer of a group, in a thread; commits what it has read."""

    def __init__(self, cluster: MixedCluster, group: str) -> None:
        self._settings = {
            "bootstrap.servers": cluster.bootstrap,
            "group.id": group,
            "auto.offset.reset": "earliest",
            "enable.auto.commit": False,
            "session.timeout.ms": 30_000,
            **disk.QUIET,
        }
        self.seen: list[tuple[int, int]] = []
        #: Every assignment that it was given.
        self.assignments: list[list[int]] = []
        self._is_ending = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    @property
    def assigned(self) -> list[int]:
        """Partitions of the last assignment."""
        return self.assignments[-1] if self.assignments else []

    def start(self) -> None:
        """Join."""
        self._thread.start()

    def end(self) -> None:
        """Leave."""
        self._is_ending.set()
        self._thread.join(60)

    def _run(self) -> None:
        from confluent_kafka import Consumer, KafkaException

        consumer = Consumer(self._settings)
        consumer.subscribe([TOPIC], on_assign=lambda _, places: self.assignments.append(sorted(one.partition for one in places)))
        while not self._is_ending.is_set():
            messages = [message for message in consumer.consume(500, 0.2) if message.error() is None]
            self.seen += [(message.partition(), message.offset()) for message in messages]
            if messages:
                try:
                    consumer.commit(asynchronous=False)
                except KafkaException:
                    # It is committed with what comes next.
                    time.sleep(0.1)
        consumer.close()
