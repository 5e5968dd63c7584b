"""Brokers that share a ZooKeeper: start, stop, refusals, who leads what."""

from __future__ import annotations

import errno
import json
from collections.abc import Callable
from typing import Any

from twisted.internet.defer import Deferred
from twisted.logger import Logger, formatEvent, globalLogPublisher
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.lifecycle.assembly import StartRefused
from klog.broker.lifecycle.open_listeners import OpenListeners
from klog.broker.lifecycle.zookeeper_start import derived_topic_id, most_fetched_bytes
from klog.broker.settings.settings import BrokerSettings
from klog.client.admin.types import NewTopic
from klog.client.producing.producer import Producer
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition, topic_id_to_text
from klog.storage.directories.meta_properties import KRAFT_VERSION, MetaProperties, read_meta_properties, write_meta_properties
from klog.storage.disk_work import WorkKind
from klog.testing.broker import MemoryBroker
from klog.wire.messages.describe_cluster import DescribeClusterRequest
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from klog.wire.messages.metadata import MetadataRequest
from klog.zookeeper.znodes import BrokerRegistration, RegisteredEndpoint
from tests.broker.cluster_lives.scene import TWO_LISTENERS
from tests.broker.cluster_rig import ClusterRig
from tests.broker.lifecycle.test_service import batch, fetch, make_topic, produce


def unmarked(host: str = "kafka.example") -> bytes:
    """What a broker of Apache Kafka writes about itself."""
    endpoint = RegisteredEndpoint("PLAINTEXT", host, 9092, "PLAINTEXT")
    return BrokerRegistration(7, endpoints=(endpoint,), timestamp_ms=1, klog=None).encode()


class DerivedIdTests(SynchronousTestCase):
    """Ids of topics from before there were ids."""

    def test_the_same_for_all(self) -> None:
        self.assertEqual(derived_topic_id("c", "t"), derived_topic_id("c", "t"))
        made = {derived_topic_id("c", f"t{number}") for number in range(2000)} | {derived_topic_id("d", "t")}
        self.assertEqual(len(made), 2001)
        self.assertFalse([one for one in made if topic_id_to_text(one).startswith("-")])


class MostFetchedTests(SynchronousTestCase):
    """What a follower takes in one answer."""

    def test_whatever_a_leader_may_have(self) -> None:
        """A batch as large as its leader takes comes whole, whatever is asked for; or as much as is asked for."""
        for properties, least in (
            ({}, 100 << 20),
            ({"socket.request.max.bytes": str(300 << 20)}, 300 << 20),
            ({"replica.fetch.response.max.bytes": str(200 << 20)}, 200 << 20),
        ):
            self.assertEqual(most_fetched_bytes(BrokerSettings(properties)), least + (16 << 20))
        self.assertEqual(most_fetched_bytes(BrokerSettings({"replica.fetch.response.max.bytes": str(2**31 - 1)})), 2**31 - 1)


class StartTests(ClusterRig):
    """One or two brokers."""

    def test_a_listener_of_clients_and_brokers(self) -> None:
        """A broker says at its start that nobody can tell a client that claims to be a replica; not where that can be told, nor where there
        are no replicas."""
        told: list[str] = []
        self.patch(OpenListeners, "log", Logger("test", observer=lambda event: told.append(formatEvent(event))))
        self.broker(1).stop()
        self.assertEqual(len([line for line in told if "share the listener PLAINTEXT" in line and "cannot be told" in line]), 1)
        told.clear()
        self.brokers[2] = self.make(2, **{name.replace(".", "_"): value for name, value in TWO_LISTENERS.items()})
        self.addCleanup(self.end, self.brokers[2])
        self.brokers[2].start().until_ready()
        alone = MemoryBroker().start()
        self.addCleanup(alone.stop)
        self.assertEqual([line for line in told if "share the listener" in line], [])

    def test_alone_with_zookeeper(self) -> None:
        broker = self.broker(1)
        self.assertIn("READY listeners=PLAINTEXT://0.0.0.0:9092 data=/data broker.id=1 ", broker.announced[0])
        self.assertTrue(broker.announced[0].endswith(" zookeeper=192.0.2.7:2181"))
        make_topic(broker.connect(), "t", 2)
        self.assertEqual(self.served(broker), ["t-0", "t-1"])
        client = broker.connect()
        client.ask(*produce("t", batch(b"a")))
        broker.stop()
        self.assertEqual(self.zookeeper.tree.names("/brokers/ids"), [])
        self.assertNotIn("klog.state", broker.file_system.list("/data"))
        broker.start().until_ready()
        self.assertEqual(len(broker.messages("t")), 1)
        found = read_meta_properties(broker.file_system, "/data")
        assert found is not None
        self.assertEqual(found.broker_id, 1)
        self.assertIn(str(found.cluster_id), self.zookeeper.tree.get("/cluster/id").decode())

    def test_a_number_is_generated_and_kept(self) -> None:
        broker = self.make(None)
        self.addCleanup(self.end, broker)
        broker.start().until_ready()
        self.assertEqual(broker.broker.broker_id, 1001)
        broker.stop()
        broker.start().until_ready()
        self.assertEqual(broker.broker.broker_id, 1001)
        other = self.make(None, broker_id_generation_enable="false")
        other.host = "192.0.2.151"
        self.assertIn("broker.id is not set", self.refused(other))

    def test_zookeeper_is_late(self) -> None:
        self.zookeeper.stop(2181)
        broker = self.make(1)
        self.addCleanup(self.end, broker)
        broker.start()
        self.reactor.advance(60)
        self.assertEqual((broker.is_ready, broker.ended), (False, []))
        self.zookeeper.start(2181)
        broker.until_ready()

    def test_stop_while_waiting(self) -> None:
        """At once, and nothing of the data directory is harmed."""
        broker = self.broker(1)
        make_topic(broker.connect(), "t")
        broker.connect().ask(*produce("t", batch(b"a")))
        broker.stop()
        before = {name: broker.file_system.list(f"/data/{name}") for name in self.directories(broker)}
        checkpoint = broker.file_system.read("/data/recovery-point-offset-checkpoint")
        self.zookeeper.stop(2181)
        broker.start()
        self.reactor.advance(30)
        seconds = self.reactor.seconds()
        broker.stop()
        self.assertLess(self.reactor.seconds() - seconds, 3)
        self.assertEqual(broker.ended, [])
        self.assertEqual({name: broker.file_system.list(f"/data/{name}") for name in self.directories(broker)}, before)
        self.assertEqual(broker.file_system.read("/data/recovery-point-offset-checkpoint"), checkpoint)
        self.zookeeper.start(2181)
        broker.start().until_ready()
        self.assertEqual(len(broker.messages("t")), 1)

    def reading_its_logs(self) -> MemoryBroker:
        """A broker that has a topic, in a second start that waits for the threads which read its logs."""
        broker = self.broker(1)
        make_topic(broker.connect(), "t")
        broker.stop()
        broker.hold_threads = True
        broker.start()
        self.reactor.advance(1)
        self.assertFalse(broker.is_ready)
        return broker

    def test_stop_while_logs_are_read(self) -> None:
        """What was begun is closed in order."""
        broker = self.reading_its_logs()
        broker.stop()
        broker.hold_threads = False
        self.assertEqual(broker.ended, [])
        broker.start().until_ready()
        self.assertEqual(self.served(broker), ["t-0"])

    def test_settings_that_change_while_logs_are_read(self) -> None:
        """Are in force when the broker is ready, for each log, too."""
        broker = self.reading_its_logs()
        changed = {"version": 1, "config": {"log.retention.ms": "77", "producer.id.expiration.ms": "5000"}}
        self.zookeeper.tree.put("/config/brokers/<default>", json.dumps(changed).encode())
        self.reactor.advance(1)
        self.assertFalse(broker.is_ready)
        broker.hold_threads = False
        broker.run_threads()
        broker.until_ready()
        self.reactor.advance(5)
        self.assertEqual(broker.broker.settings.value("log.retention.ms"), 77)
        self.assertEqual(self.served(broker), ["t-0"])
        assert broker.broker.partitions is not None and broker.broker.directories is not None
        self.assertEqual({one.log.settings.retention_ms for one in broker.broker.partitions.all()}, {77})
        self.assertEqual(
            {(each.defaults.retention_ms, each.producer_expiration_ms) for each in broker.broker.directories.all}, {(77, 5000)}
        )

    def test_stop_while_the_old_session_lives(self) -> None:
        broker = self.broker(1)
        broker.fail()
        broker.start()
        self.reactor.advance(1)
        self.assertFalse(broker.is_ready)
        seconds = self.reactor.seconds()
        broker.stop()
        self.assertLess(self.reactor.seconds() - seconds, 3)
        broker.start().until_ready()


class RefusalTests(ClusterRig):
    """One sentence each."""

    def test_two_brokers_with_one_number(self) -> None:
        self.broker(1)
        second = self.make(1)
        second.host = "192.0.2.160"
        second.properties["advertised.listeners"] = "PLAINTEXT://192.0.2.160:9092"
        second._make()
        sentence = self.refused(second)
        self.assertIn("192.0.2.101:9092", sentence)
        self.assertIn("id 1", sentence)
        # The first is not troubled.
        self.create("t")

    def test_wildcard_listener(self) -> None:
        broker = self.make(1)
        del broker.properties["advertised.listeners"]
        broker._make()
        self.assertIn("advertised.listeners", self.refused(broker))

    def test_another_clusters_directory(self) -> None:
        self.broker(1)
        second = self.make(2)
        second.file_system.make_directory("/data")
        write_meta_properties(second.file_system, "/data", MetaProperties("AAAAAAAAAAAAAAAAAAAAAA", 2))
        self.assertIn("AAAAAAAAAAAAAAAAAAAAAA", self.refused(second))

    def test_another_brokers_directory(self) -> None:
        first = self.broker(1)
        first.stop()
        first.properties["broker.id"] = "2"
        self.assertIn("belongs to broker 1, not 2", self.refused(first))

    def test_the_directory_of_a_broker_alone(self) -> None:
        alone = MemoryBroker().start()
        make_topic(alone.connect(), "t")
        alone.stop()
        broker = self.make(1)
        broker.file_system = alone.file_system
        broker._make()
        sentence = self.refused(broker)
        self.assertIn("1 topic(s) that ZooKeeper does not know, t among them", sentence)
        self.assertEqual(alone.start().messages("t"), [])
        alone.stop()

    def test_the_directory_of_a_kraft_cluster(self) -> None:
        """Also where the cluster's id is the same: its topics are elsewhere."""
        self.broker(1)
        broker = self.make(2)
        cluster_id = self.brokers[1].broker.coordination.cluster_id()  # type: ignore[union-attr]
        broker.file_system.make_directory("/data")
        write_meta_properties(broker.file_system, "/data", MetaProperties(cluster_id, 2, KRAFT_VERSION))
        self.assertIn("/data is the directory of a broker of Apache Kafka in a KRaft cluster", self.refused(broker))

    def test_started_alone_by_mistake(self) -> None:
        """It would make the other brokers' partitions anew, empty."""
        broker = self.broker(1)
        self.create("t")
        broker.stop()
        alone = MemoryBroker({"broker.id": "1"}, file_system=broker.file_system)
        sentence = str(self.assertRaises(StartRefused, alone.start))
        self.assertIn("start it with zookeeper.connect=192.0.2.7:2181", sentence)
        broker.start().until_ready()
        broker.stop()
        path = "/data/meta.properties"
        lines = broker.file_system.read(path).splitlines(keepends=True)
        broker.file_system.write(path, b"".join(line for line in lines if not line.startswith(b"klog.zookeeper")))
        alone = MemoryBroker({"broker.id": "1"}, file_system=broker.file_system).start()
        self.assertEqual(alone.messages("t"), [])
        alone.stop()

    def test_cluster_id_that_was_asked_for(self) -> None:
        self.assertIn("klog.cluster.id is AAAA", self.refused(self.make(1, klog_cluster_id="AAAAAAAAAAAAAAAAAAAAAA")))

    def test_beside_kafka(self) -> None:
        self.broker(1).stop()
        self.zookeeper.tree.put("/brokers/ids/7", unmarked())
        sentence = self.refused(self.make(2))
        self.assertIn("kafka.example", sentence)
        self.assertIn("7", sentence)

    def test_kafka_comes_later(self) -> None:
        """Leadership is given up as long as it is there."""
        broker = self.broker(1)
        self.create("t", 1)
        self.zookeeper.tree.put("/brokers/ids/7", unmarked())
        self.reactor.advance(0.1)
        self.assertEqual(self.served(broker), [])
        self.assertEqual(broker.connect().ask(*produce("t", batch(b"a"))).responses[0].partition_responses[0].error_code, 6)
        self.zookeeper.tree.remove("/brokers/ids/7")
        self.reactor.advance(1)
        self.assertEqual(self.served(broker), ["t-0"])

    def test_the_number_is_taken_while_the_session_is_lost(self) -> None:
        broker = self.broker(1)
        self.zookeeper.freeze(2181)
        self.reactor.advance(20)
        self.zookeeper.tree.remove("/brokers/ids/1")
        endpoint = RegisteredEndpoint("PLAINTEXT", "thief.example", 9092, "PLAINTEXT")
        self.zookeeper.tree.put("/brokers/ids/1", BrokerRegistration(1, endpoints=(endpoint,), timestamp_ms=1, klog="1").encode())
        self.zookeeper.thaw(2181)
        self.until_true(lambda: broker.ended)
        self.assertIn("thief.example", broker.ended[0])


class ClusterTests(ClusterRig):
    """Three brokers."""

    def setUp(self) -> None:
        super().setUp()
        for number in (1, 2, 3):
            self.broker(number)

    def test_topics_spread(self) -> None:
        self.create("t", 6)
        one = self.brokers[1]
        self.assertEqual(sorted(self.leaders("t", one)), [1, 1, 2, 2, 3, 3])
        for number, broker in self.brokers.items():
            mine = [f"t-{index}" for index, leader in enumerate(self.leaders("t", one)) if leader == number]
            self.assertEqual((self.served(broker), self.directories(broker)), (mine, mine))
        # Topics begin at different brokers.
        for number in range(8):
            self.create(f"single-{number}", 1)
        self.assertEqual({self.leaders(f"single-{number}", one)[0] for number in range(8)}, {1, 2, 3})

    def test_metadata_is_the_same_from_each(self) -> None:
        self.create("t", 6)
        answers = [broker.connect().ask(MetadataRequest(topics=None), 12) for broker in self.brokers.values()]
        self.assertEqual(answers[0], answers[1])
        self.assertEqual(answers[0], answers[2])
        self.assertEqual(
            [(one.node_id, one.host, one.port) for one in answers[0].brokers], [(n, f"192.0.2.10{n}", 9092) for n in (1, 2, 3)]
        )
        self.assertIn(answers[0].controller_id, (1, 2, 3))
        described = [broker.connect().ask(DescribeClusterRequest(), 1) for broker in self.brokers.values()]
        self.assertEqual(described[0], described[2])

    def test_more_partitions(self) -> None:
        self.create("t", 2)
        grown = self.ask(self.brokers[3], lambda admin: admin.create_partitions({"t": 5}))
        self.assertEqual(dict(grown.errors), {})
        for broker in self.brokers.values():
            leaders = self.leaders("t", broker)
            self.assertEqual({leaders.count(number) for number in (1, 2, 3)}, {1, 2})
        self.assertEqual(sorted(name for broker in self.brokers.values() for name in self.served(broker)), [f"t-{n}" for n in range(5)])

    def test_more_copies_than_brokers(self) -> None:
        for topic in (NewTopic("t", 1, 4), NewTopic("t", assignments={0: [1, 1]}), NewTopic("t", assignments={0: [1, 9]})):
            outcome = self.ask(self.brokers[1], lambda admin, topic=topic: admin.create_topics([topic]))
            [error] = outcome.errors.values()
            self.assertIn(error.code, (ErrorCode.INVALID_REPLICATION_FACTOR, ErrorCode.INVALID_REPLICA_ASSIGNMENT))
        outcome = self.ask(self.brokers[1], lambda admin: admin.create_topics([NewTopic("t", 1, 3)]))
        self.assertEqual(dict(outcome.errors), {})

    def test_who_is_not_leader_says_so(self) -> None:
        self.create("t", 3)
        index = self.leaders("t", self.brokers[1]).index(2)
        for number, code in ((1, ErrorCode.NOT_LEADER_OR_FOLLOWER), (2, ErrorCode.NONE), (3, ErrorCode.NOT_LEADER_OR_FOLLOWER)):
            request, version = produce("t", batch(b"a"))
            request.topic_data[0].partition_data[0].index = index  # type: ignore[attr-defined]
            answer = self.brokers[number].connect().ask(request, version)
            self.assertEqual(answer.responses[0].partition_responses[0].error_code, code)

    def test_a_broker_goes_and_comes(self) -> None:
        """Its partitions have no leader meanwhile, then it again, at a higher epoch; no message is lost."""
        self.create("t", 3)
        producer = Producer(self.reactor, self.brokers[1].bootstrap)
        for index in range(3):
            self.until(producer.send("t", b"before", partition=index))
        before = self.leaders("t", self.brokers[1])
        gone = self.brokers[2]
        gone.fail()
        self.until_true(lambda: -1 in self.leaders("t", self.brokers[1]))
        self.assertEqual([leader for leader in before if leader != 2], [one for one in self.leaders("t", self.brokers[3]) if one != -1])
        sending = [producer.send("t", b"after", partition=index) for index in range(3)]
        gone.start().until_ready()
        for one in sending:
            self.until(one)
        self.assertEqual(self.leaders("t", self.brokers[1]), before)
        held = [message for broker in self.brokers.values() for message in broker.messages("t")]
        self.assertEqual(sorted(message.value for message in held), [b"after"] * 3 + [b"before"] * 3)
        info = self.brokers[3].broker.coordination.topics()["t"].partitions[before.index(2)]  # type: ignore[union-attr]
        self.assertGreater(info.leader_epoch, 0)
        assert gone.broker.partitions is not None
        partition = gone.broker.partitions.get("t", before.index(2))
        assert partition is not None
        self.assertEqual(partition.leader_epoch, info.leader_epoch)
        self.until(producer.stopService())

    def test_lost_session(self) -> None:
        """It stops leading first, by its own clock; who waits is told; then it leads again."""
        self.create("t", 3)
        broker = self.brokers[2]
        index = self.leaders("t", broker).index(2)
        client = broker.connect()
        request, version = fetch("t", 0, 60_000)
        request.topics[0].partitions[0].partition = index  # type: ignore[attr-defined]
        client.send((request, version))
        self.zookeeper.freeze(2181)
        began = self.reactor.seconds()
        self.until_true(lambda: not self.served(broker))
        self.assertLess(self.reactor.seconds() - began, 6.0)
        [answer] = client.receive()
        self.assertEqual(answer.responses[0].partitions[0].error_code, ErrorCode.NOT_LEADER_OR_FOLLOWER)
        self.assertEqual(self.directories(broker), [f"t-{index}"])
        self.zookeeper.thaw(2181)
        self.until_true(lambda: self.served(broker))
        self.assertEqual(self.leaders("t", self.brokers[1])[index], 2)

    def test_deletion(self) -> None:
        self.create("t", 6)
        self.assertEqual(dict(self.ask(self.brokers[2], lambda admin: admin.delete_topics(["t"])).errors), {})
        self.reactor.advance(1)
        for broker in self.brokers.values():
            self.assertEqual((self.served(broker), self.directories(broker)), ([], []))
        self.assertEqual(self.zookeeper.tree.names("/klog/removals"), [])

    def test_deletion_while_one_is_down(self) -> None:
        """The topic is shown to nobody, and its name is taken, until the broker has come back and dropped its logs."""
        self.create("t", 6)
        self.create("u", 6)
        down = self.brokers[3]
        down.stop()
        self.ask(self.brokers[1], lambda admin: admin.delete_topics(["t", "u"]))
        outcome = self.ask(self.brokers[1], lambda admin: admin.create_topics([NewTopic("u", 6)]))
        self.assertEqual(outcome.errors["u"].code, ErrorCode.TOPIC_ALREADY_EXISTS)
        self.assertNotEqual(self.directories(down), [])
        self.assertEqual(self.zookeeper.tree.names("/admin/delete_topics"), ["t", "u"])
        down.start().until_ready()
        self.until_true(lambda: not self.zookeeper.tree.names("/admin/delete_topics"))
        self.assertEqual(self.directories(down), [])
        self.assertEqual(self.zookeeper.tree.names("/brokers/topics"), [])
        self.create("u", 6)

    def test_what_could_not_be_renamed_is_not_forgotten(self) -> None:
        """A topic whose logs keep their names is to be deleted until they do not, whoever starts meanwhile."""
        self.create("t", 6)
        self.create("u", 6)
        stubborn = self.brokers[3]

        def refuse(name: str, path: str) -> None:
            if name == "rename" and "/t-" in path:
                raise OSError(errno.EACCES, "no", path)

        stubborn.file_system.on_operation = refuse
        self.ask(self.brokers[1], lambda admin: admin.delete_topics(["t", "u"], timeout_ms=2_000))
        self.until_true(lambda: self.zookeeper.tree.names("/admin/delete_topics") == ["t"])
        self.assertEqual({name.rpartition("-")[0] for name in self.directories(stubborn)}, {"t"})
        stubborn.stop()
        stubborn.file_system.on_operation = None
        stubborn.start().until_ready()
        self.until_true(lambda: not self.zookeeper.tree.names("/admin/delete_topics"))
        self.assertEqual(self.directories(stubborn), [])

    def leave_a_tombstone(self, *topics: str) -> MemoryBroker:
        """Broker 3 is stopped; meanwhile `topics` were deleted as klog did while partitions had one copy: the znodes went at once, and a
        tombstone named the brokers that still had logs."""
        down = self.brokers[3]
        down.stop()
        for topic in topics:
            topic_id = json.loads(self.zookeeper.tree.get(f"/brokers/topics/{topic}"))["topic_id"]
            self.zookeeper.tree.remove(f"/brokers/topics/{topic}")
            self.zookeeper.tree.put(f"/klog/removals/{topic_id}", json.dumps({"topic": topic, "brokers": [3]}).encode())
        self.reactor.advance(1)
        return down

    def test_an_old_tombstone(self) -> None:
        """What it names goes at the start, also where there is a new topic of that name; then the tombstone goes."""
        self.create("t", 6)
        self.create("u", 6)
        down = self.leave_a_tombstone("t", "u")
        self.assertNotEqual(self.directories(down), [])
        self.assertEqual(len(self.zookeeper.tree.names("/klog/removals")), 2)
        down.start().until_ready()
        self.reactor.advance(1)
        self.assertEqual(self.directories(down), [])
        self.assertEqual(self.zookeeper.tree.names("/klog/removals"), [])

    def test_an_old_tombstone_outlives_a_refusal(self) -> None:
        """That of a topic whose logs keep their names stays for the start after this one."""
        self.create("t", 6)
        self.create("u", 6)
        down = self.leave_a_tombstone("t", "u")

        def refuse(name: str, path: str) -> None:
            if name == "rename" and "/t-" in path:
                raise OSError(errno.EACCES, "no", path)

        down.file_system.on_operation = refuse
        down.start().until_ready()
        self.reactor.advance(1)
        self.assertEqual({name.rpartition("-")[0] for name in self.directories(down)}, {"t"})
        self.assertEqual(len(self.zookeeper.tree.names("/klog/removals")), 1)
        down.file_system.on_operation = None
        down.stop()
        down.start().until_ready()
        self.reactor.advance(1)
        self.assertEqual((self.directories(down), self.zookeeper.tree.names("/klog/removals")), ([], []))

    def test_a_stop_while_the_start_waits_for_a_disk_that_hangs(self) -> None:
        """It ends, and the directory says nothing of order."""
        self.create("t", 6)
        down = self.leave_a_tombstone("t")
        run_in_thread = down._run_in_thread
        hung: list[tuple[Deferred[Any], Callable[[], Any]]] = []

        def hang(kind: WorkKind, function: Callable[[], Any], disk: str = "") -> Deferred[Any]:
            if kind is not WorkKind.CREATE_OR_DELETE:
                return run_in_thread(kind, function, disk)
            hung.append((Deferred(), function))
            return hung[-1][0]

        self.patch(down, "_run_in_thread", hang)
        down._make()
        down.start()
        self.reactor.advance(10)
        self.assertEqual((len(hung), down.is_ready), (1, False))
        stopped = down.service.stopService()
        self.reactor.advance(10)
        self.successResultOf(stopped)
        self.assertFalse(down.file_system.exists("/data/.kafka_cleanshutdown"))
        for deferred, function in hung:
            deferred.callback(function())

    def test_strays_stay(self) -> None:
        """What ZooKeeper does not know is left alone; a topic of that name cannot be served in its place."""
        self.create("t", 6)
        down = self.brokers[3]
        held = self.directories(down)
        down.stop()
        self.zookeeper.tree.remove("/brokers/topics/t")
        self.reactor.advance(1)
        down.start()
        down.until_ready()
        self.assertEqual((self.served(down), self.directories(down)), ([], held))
        self.create("t", 6, self.brokers[1])
        self.assertEqual(self.served(down), [])
        index = int(held[0].partition("-")[2])
        assert down.broker.partitions is not None
        self.assertEqual(down.broker.partitions.missing("t", index), ErrorCode.NOT_LEADER_OR_FOLLOWER)
        self.assertEqual(self.directories(down), held)

    def test_what_has_moved_meanwhile_is_told(self) -> None:
        """Whoever is away when its copy goes elsewhere has the folder still, and says so."""
        self.create("t", 6)
        down = self.brokers[3]
        [folder, *_] = [one for one in self.directories(down) if one.startswith("t-")]
        where = TopicPartition("t", int(folder.partition("-")[2]))
        self.ask(self.brokers[1], lambda admin: admin.reassign({where: [3, 1]}))
        self.until_true(lambda: folder in self.directories(self.brokers[1]))
        self.until_true(lambda: self.ask(self.brokers[1], lambda admin: admin.list_reassignments()) == {})
        down.stop()
        self.ask(self.brokers[1], lambda admin: admin.reassign({where: [1]}))
        self.until_true(lambda: self.ask(self.brokers[1], lambda admin: admin.list_reassignments()) == {})
        logged: list[Any] = []
        globalLogPublisher.addObserver(logged.append)
        self.addCleanup(globalLogPublisher.removeObserver, logged.append)
        down.start()
        down.until_ready()
        self.assertIn(folder, self.directories(down))
        self.assertNotIn(str(where), self.served(down))
        [told] = [event["sentence"] for event in logged if "have moved to other brokers" in event.get("sentence", "")]
        self.assertIn(str(where), told)

    def test_coordinators_spread(self) -> None:
        """Each broker has the shards of its partitions; everybody finds them; they move when a broker is away."""
        found: dict[str, Any] = {}
        for broker in self.brokers.values():
            client = broker.connect()
            client.send((FindCoordinatorRequest(key_type=0, coordinator_keys=[f"g{number}" for number in range(20)]), 4))
            self.reactor.advance(2)
            [answer] = client.receive()
            places = {one.key: one.node_id for one in answer.coordinators}
            self.assertEqual(places, found or places)
            found = places
        self.assertEqual(set(found.values()), {1, 2, 3})
        for number, broker in self.brokers.items():
            coordinator = broker.broker.coordinator
            assert coordinator is not None
            for key, node in found.items():
                if node == number:
                    coordinator.shard(key)
                else:
                    self.assertEqual(self.assertRaises(KlogError, coordinator.shard, key).code, ErrorCode.NOT_COORDINATOR)
        lost = self.brokers[1]
        [coordinator] = [lost.broker.coordinator]
        assert coordinator is not None
        self.assertTrue(coordinator.shards)
        self.zookeeper.freeze(2181)
        self.until_true(lambda: not coordinator.shards)
        self.zookeeper.thaw(2181)
        self.until_true(lambda: coordinator.shards)
        mine = next(key for key, node in found.items() if node == 1)
        coordinator.shard(mine)

    def test_configurations_reach_all(self) -> None:
        from klog.wire.messages.incremental_alter_configs import AlterableConfig, AlterConfigsResource, IncrementalAlterConfigsRequest

        self.create("t", 6)
        resource = AlterConfigsResource(resource_type=2, resource_name="t", configs=[AlterableConfig(name="retention.ms", value="77")])
        client = self.brokers[1].connect()
        client.send((IncrementalAlterConfigsRequest(resources=[resource]), 1))
        self.reactor.advance(1)
        for broker in self.brokers.values():
            assert broker.broker.partitions is not None
            self.assertEqual({one.log.settings.retention_ms for one in broker.broker.partitions.all()}, {77})

    def test_an_old_tool_drops_the_topics_id(self) -> None:
        """It gets its old one back, also after all brokers were down, and is served on."""
        self.create("t", 3)
        one = self.brokers[1]

        def known() -> list[bytes]:
            return [broker.broker.coordination.topics()["t"].topic_id for broker in self.brokers.values()]  # type: ignore[union-attr]

        before = known()
        written = json.loads(self.zookeeper.tree.get("/brokers/topics/t"))
        del written["topic_id"]
        self.zookeeper.tree.put("/brokers/topics/t", json.dumps({**written, "version": 1}).encode())
        self.reactor.advance(2)
        self.assertEqual((known(), len(self.served(one))), (before, 1))
        self.assertIn("topic_id", json.loads(self.zookeeper.tree.get("/brokers/topics/t")))
        for broker in self.brokers.values():
            broker.stop()
        self.zookeeper.tree.put("/brokers/topics/t", json.dumps({**written, "version": 1}).encode())
        for broker in self.brokers.values():
            broker.start()
        for broker in self.brokers.values():
            broker.until_ready()
        self.until_true(lambda: all(self.served(broker) for broker in self.brokers.values()))
        self.assertEqual(known(), before)

    def test_more_partitions_of_the_offsets_topic(self) -> None:
        """Groups stay where they are, and everybody finds them there."""
        client = self.brokers[1].connect()
        request = FindCoordinatorRequest(key_type=0, coordinator_keys=[f"g{number}" for number in range(12)])
        client.send((request, 4))
        self.reactor.advance(2)
        [answer] = client.receive()
        before = {one.key: one.node_id for one in answer.coordinators}
        self.ask(self.brokers[1], lambda admin: admin.create_partitions({"__consumer_offsets": 9}))
        self.reactor.advance(1)
        for broker in self.brokers.values():
            answer = broker.connect().ask(request, 4)
            self.assertEqual({one.key: one.node_id for one in answer.coordinators}, before)
        for key, node in before.items():
            coordinator = self.brokers[node].broker.coordinator
            assert coordinator is not None
            coordinator.shard(key)

    def test_producer_ids_differ(self) -> None:
        made = set()
        for broker in self.brokers.values():
            for _ in range(3):
                assert broker.broker.coordination is not None
                made.add(self.until(broker.broker.coordination.next_producer_id()))
        self.assertEqual(len(made), 9)

    def test_a_log_that_cannot_be_made(self) -> None:
        """The others are there."""
        for broker in self.brokers.values():
            for index in (0, 1, 2):
                broker.file_system.make_directory(f"/data/t-{index}")
        self.create("t", 6)
        served = sorted(name for broker in self.brokers.values() for name in self.served(broker))
        self.assertEqual(served, ["t-3", "t-4", "t-5"])
        self.assertEqual(self.leaders("t", self.brokers[1])[:3], [-1, -1, -1])
        for broker in self.brokers.values():
            assert broker.broker.partitions is not None
            self.assertIsNone(broker.broker.partitions.get("t", 0))
            self.assertNotIn(TopicPartition("t", 0), broker.broker.directories.all[0].logs)
