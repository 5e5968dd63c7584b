"""`ZooKeeperCoordination` on a ZooKeeper in memory: the suites, and everything that others may do to it."""

from __future__ import annotations

import json

from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.interfaces import Endpoint
from klog.cluster.metadata_cache import CacheChanges, MetadataCache
from klog.cluster.zookeeper.controller.change_slices import MOST_PARTITIONS
from klog.cluster.zookeeper.coordination import ZooKeeperCoordination
from klog.errors import ErrorCode, KlogError
from klog.model import TopicId, topic_id_to_text
from klog.testing.coordination import Recorder
from klog.testing.coordination_suite import check_cluster, check_coordination
from klog.wire.messages.update_metadata import UpdateMetadataRequest
from klog.zookeeper.znodes import ConfigZnode, PartitionState, TombstoneZnode, TopicZnode

from .brokers_case import BrokersCase
from .memory_brokers import SESSION_TIMEOUT_MS, MemoryBrokers


class SuiteTests(SynchronousTestCase):
    """What every coordination does."""

    def test_alone(self) -> None:
        """One broker."""
        brokers: MemoryBrokers

        def make() -> ZooKeeperCoordination:
            nonlocal brokers
            brokers = MemoryBrokers(1)
            return brokers.coordinations[0]

        check_coordination(make, lambda: brokers.reactor.advance(1))

    def test_three_brokers(self) -> None:
        """On a ZooKeeper with persistent watches."""
        check_cluster(MemoryBrokers)

    def test_three_brokers_on_an_old_zookeeper(self) -> None:
        """On one without."""
        check_cluster(lambda: MemoryBrokers(version_36=False))

    def test_three_brokers_on_servers_that_are_behind(self) -> None:
        """As followers may be."""
        check_cluster(lambda: MemoryBrokers(lag_s=0.3))
        check_cluster(lambda: MemoryBrokers(lag_s=0.3, version_36=False))


class ToolTests(BrokersCase):
    """What Kafka's tools write."""

    def test_topics_by_old_tools(self) -> None:
        """A topic without an id is made and gets one; partitions are added, and its id is given back."""
        self.put("/config/topics/t", '{"version":1,"config":{"retention.ms":"5"}}')
        self.put("/brokers/topics/t", '{"version":1,"partitions":{"0":[1],"1":[1]}}')
        topic = self.one.topics()["t"]
        self.assertEqual((len(topic.partitions), dict(topic.configs), topic.partitions[0].leader), (2, {"retention.ms": "5"}, 1))
        self.assertEqual(self.json("/brokers/topics/t")["topic_id"], topic_id_to_text(topic.topic_id))
        self.put("/brokers/topics/t", '{"version":2,"partitions":{"0":[1],"1":[1],"2":[1]},"adding_replicas":{},"removing_replicas":{}}')
        grown = self.one.topics()["t"]
        self.assertEqual((grown.topic_id, len(grown.partitions)), (topic.topic_id, 3))
        self.assertEqual(self.json("/brokers/topics/t")["topic_id"], topic_id_to_text(topic.topic_id))
        self.assertEqual(self.recorder.heard, [("created", "t"), ("partitions", "t", 2)])
        self.put("/admin/delete_topics/t", b"")
        self.assertEqual((dict(self.one.topics()), self.recorder.heard[-1]), ({}, ("deleted", "t")))
        for path in ("brokers/topics/t", "config/topics/t", "admin/delete_topics/t", f"klog/removals/{topic_id_to_text(topic.topic_id)}"):
            self.assertNotIn(f"/klog/{path}", self.tree)

    def test_a_wide_topic_is_never_shown_in_part(self) -> None:
        """It is decided and told of in pieces; who saw a part of it would spread keys over that part."""
        wide = 2 * MOST_PARTITIONS + 100
        shown: list[int] = []
        apply = MetadataCache.apply

        def noted(cache: MetadataCache, request: UpdateMetadataRequest, version: int) -> CacheChanges:
            changes = apply(cache, request, version)
            shown.extend(len(topic.partitions) for topic in cache.topics.values())
            return changes

        self.patch(MetadataCache, "apply", noted)
        self.until(self.one.create_topic("t", [[1]] * wide, {}))
        self.assertEqual(set(shown), {wide})
        self.assertEqual({each.leader for each in self.one.topics()["t"].partitions}, {1})

    def test_configurations_by_tools_of_all_versions(self) -> None:
        """Whatever the notification looks like; a broken one harms nobody."""
        self.until(self.one.create_topic("t", [[1]], {}))
        for number, notification in enumerate(
            ('"t"', '{"version":1,"entity_type":"topics","entity_name":"t"}', '{"version":2,"entity_path":"topics/t"}', "{", "[7]")
        ):
            self.put("/config/topics/t", ConfigZnode({"segment.bytes": str(number)}).encode())
            self.put(f"/config/changes/config_change_{number:010}", notification)
            self.assertEqual(dict(self.one.topics()["t"].configs), {"segment.bytes": str(number)})
        self.put("/config/brokers/<default>", ConfigZnode({"x": "1"}).encode())
        self.assertEqual(self.recorder.heard[-1], ("broker", {"x": "1"}))
        self.reactor.advance(16 * 60)
        self.assertEqual(self.tree.names("/klog/config/changes"), [])

    def test_nonsense(self) -> None:
        """Wrong JSON is told of, once, and changes nothing that was known."""
        self.until(self.one.create_topic("t", [[1]], {"a": "b"}))
        before = self.one.topics()["t"]
        self.recorder.heard.clear()
        for path in ("/brokers/topics/t", "/config/topics/t", "/brokers/topics/new", "/admin/reassign_partitions"):
            self.put(path, "{nonsense")
        self.put("/brokers/topics/a b", '{"version":1,"partitions":{"0":[1]}}')
        self.assertEqual((dict(self.one.topics()), self.recorder.heard), ({"t": before}, []))
        self.assertTrue(any("/brokers/topics/t" in each for each in self.brokers.warnings))
        self.assertEqual(len(self.brokers.warnings), len(set(self.brokers.warnings)))
        self.zookeeper.expire(self.brokers.session_id(0))
        self.brokers.settle()
        after = self.one.topics()["t"]
        self.assertEqual((after.topic_id, dict(after.configs)), (before.topic_id, {"a": "b"}))
        self.put("/brokers/topics/t", '{"version":1,"partitions":{"0":[1]}}')
        self.brokers.settle()
        after = self.one.topics()["t"]
        self.assertEqual((after.topic_id, after.partitions[0].leader), (before.topic_id, 1))
        self.until(self.one.delete_topic("t"))

    def test_a_topic_that_vanishes_is_not_deleted(self) -> None:
        """Nobody leads it, and its logs stay; a new one of the name replaces it."""
        self.until(self.one.create_topic("t", [[1]], {}))
        self.recorder.heard.clear()
        for path in ("/partitions/0/state", "/partitions/0", "/partitions", ""):
            self.tree.remove(f"/klog/brokers/topics/t{path}")
        self.reactor.advance(1)
        self.assertEqual((self.recorder.heard, dict(self.one.topics())), ([("leaders", "t", (0,))], {}))
        self.assertEqual(self.recorder.leaders["t", 0].leader, -1)
        self.assertIn("vanished", self.brokers.warnings[-1])
        self.until(self.one.create_topic("t", [[1]], {}))
        self.assertEqual(self.recorder.heard[1:], [("deleted", "t"), ("created", "t")])

    def test_a_topic_is_restored_by_hand(self) -> None:
        """It is the one from before."""
        made = self.until(self.one.create_topic("t", [[1]], {}))
        data = self.tree.get("/klog/brokers/topics/t")
        for path in ("/partitions/0/state", "/partitions/0", "/partitions", ""):
            self.tree.remove(f"/klog/brokers/topics/t{path}")
        self.reactor.advance(1)
        self.put("/brokers/topics/t", data)
        self.reactor.advance(1)
        self.assertEqual(self.one.topics()["t"].topic_id, made.topic_id)
        self.assertNotIn(("deleted", "t"), self.recorder.heard)
        self.assertEqual(self.recorder.leaders["t", 0].leader, 1)


class DiskTests(BrokersCase):
    """What lies on the disk at start."""

    def test_ids_are_given_back(self) -> None:
        """A topic whose id a tool dropped while everybody was away."""
        made = self.until(self.one.create_topic("t", [[1]], {}))
        self.stop(self.one)
        self.put("/brokers/topics/t", '{"version":1,"partitions":{"0":[1]}}')
        again = self.brokers.make(self.brokers.ports[0])
        self.until(again.open(1, None))
        self.assertEqual(dict(again.topics()), {})
        again.give_back_topic_ids({"t": made.topic_id, "gone": TopicId(b"g" * 16)})
        self.assertEqual(again.topics()["t"].topic_id, made.topic_id)
        self.assertEqual(again.topics()["t"].partitions[0].leader, -1)
        self.brokers.register(again)
        self.reactor.advance(1)
        self.assertEqual(self.json("/brokers/topics/t")["topic_id"], topic_id_to_text(made.topic_id))
        self.assertEqual(again.topics()["t"].partitions[0].leader, 1)

    def test_topics_deleted_meanwhile(self) -> None:
        """Their tombstones stay until the logs are gone, also when the name is used again."""
        self.stop(self.one)
        path = TombstoneZnode.path(TopicId(b"i" * 16))
        self.put(path, TombstoneZnode("t", (1, 2)).encode())
        self.put(TombstoneZnode.path(TopicId(b"j" * 16)), TombstoneZnode("u", (2,)).encode())
        again = self.brokers.make(self.brokers.ports[0])
        self.until(again.open(1, None))
        self.assertEqual(dict(again.removed_topics), {TopicId(b"i" * 16): "t"})
        again.subscribe(Recorder())
        again.set_endpoints([Endpoint("PLAINTEXT", "host1", 9092)])
        self.until(again.register())
        self.reactor.advance(1)
        self.assertEqual(self.json(path)["brokers"], [1, 2])
        again.removal_done(TopicId(b"i" * 16))
        self.reactor.advance(1)
        self.assertEqual((self.json(path)["brokers"], dict(again.removed_topics)), ([2], {}))


class MisfortuneTests(BrokersCase):
    """Connections that break at the wrong time."""

    count = 2

    def test_changes_whose_answer_is_lost(self) -> None:
        """Are done once."""
        for lose in (self.zookeeper.lose_next_reply, self.zookeeper.lose_next_request):
            lose()
            made = self.until(self.one.create_topic("t", [[1], [2]], {"a": "b"}))
            self.assertEqual((len(made.partitions), dict(made.configs)), (2, {"a": "b"}))
            lose()
            self.assertEqual(len(self.until(self.one.create_partitions("t", [[1]])).partitions), 3)
            lose()
            self.assertEqual(dict(self.until(self.one.set_topic_configs("t", {"c": "d"})).configs), {"c": "d"})
            lose()
            self.until(self.one.set_broker_configs(None, {"x": "1"}))
            lose()
            first = self.until(self.one.next_producer_id())
            lose()
            self.until(self.one.delete_topic("t"))
            self.assertEqual(dict(self.one.topics()), {})
            self.assertGreaterEqual(first, 0)
        self.brokers.settle()
        self.assertEqual(self.tree.names("/klog/brokers/topics"), [])
        self.assertEqual(self.one.topics(), self.brokers.coordinations[1].topics())

    def test_changes_over_sessions(self) -> None:
        """A change waits for the next session."""
        self.zookeeper.expire_all()
        made = self.one.create_topic("t", [[1]], {})
        self.brokers.settle()
        self.assertEqual(self.successResultOf(made), self.one.topics()["t"])

    def test_nobody_can_lead(self) -> None:
        """The creation fails in time, and the topic is there with all its partitions."""
        error = self.refused(self.one.create_topic("t", [[1], [9]], {}))
        assert isinstance(error, KlogError)
        self.assertEqual(error.code, ErrorCode.REQUEST_TIMED_OUT)
        self.assertEqual([each.leader for each in self.one.topics()["t"].partitions], [1, -1])

    def test_zookeeper_stays_away(self) -> None:
        """Changes fail in time; nothing is led; afterwards everything is as it was."""
        made = self.until(self.one.create_topic("t", [[1], [2]], {}))
        self.zookeeper.stop()
        errors = [self.refused(each) for each in (self.one.create_topic("u", [[1]], {}), self.one.delete_topic("t"))]
        self.assertEqual([error.code for error in errors if isinstance(error, KlogError)], [ErrorCode.REQUEST_TIMED_OUT] * 2)
        self.assertEqual((self.one.may_lead, self.one.topics()["t"].partitions[0].leader), (False, -1))
        self.zookeeper.start()
        self.brokers.settle()
        self.assertTrue(self.one.may_lead)
        after = self.one.topics()["t"]
        self.assertEqual((after.topic_id, [each.leader for each in after.partitions]), (made.topic_id, [1, 2]))
        self.assertEqual(self.one.topics(), self.brokers.coordinations[1].topics())

    def test_a_request_to_delete_that_was_left_over(self) -> None:
        """Does not hit the next topic of the name."""
        self.zookeeper.on_request = None
        self.tree.put("/klog/admin/delete_topics/t")
        made = self.until(self.one.create_topic("t", [[1]], {}))
        self.brokers.settle()
        self.assertEqual(self.one.topics()["t"], made)

    def test_a_listener_that_refuses_only_logs_others_changes(self) -> None:
        """They are not ours to undo."""
        self.recorder.fail_next = KlogError(ErrorCode.KAFKA_STORAGE_ERROR, "full")
        two = self.brokers.coordinations[1]
        self.until(two.create_topic("t", [[1], [2]], {}))
        self.recorder.fail_next = KlogError(ErrorCode.KAFKA_STORAGE_ERROR, "full")
        self.until(two.set_topic_configs("t", {"a": "b"}))
        self.brokers.settle()
        self.assertEqual(self.one.topics(), two.topics())
        self.assertEqual(dict(self.one.topics()["t"].configs), {"a": "b"})

    def test_broker_configs_that_a_listener_refuses(self) -> None:
        """Are taken back."""
        self.until(self.one.set_broker_configs(1, {"x": "1"}))
        self.recorder.fail_next = KlogError(ErrorCode.INVALID_CONFIG, "no")
        error = self.refused(self.one.set_broker_configs(1, {"x": "2"}))
        self.assertIn("no", str(error))
        self.assertEqual(dict(self.one.broker_configs(1)), {"x": "1"})

    def test_states_are_read_and_written_as_kafka_does(self) -> None:
        """Key by key."""
        self.until(self.one.create_topic("t", [[1]], {}))
        state = self.json("/brokers/topics/t/partitions/0/state")
        self.assertEqual(set(state), {"version", "leader", "leader_epoch", "controller_epoch", "isr"})
        self.assertEqual(PartitionState.decode("/", json.dumps(state).encode()).isr, (1,))
        self.assertEqual(TopicZnode.decode("/", self.tree.get("/klog/brokers/topics/t")).assignment, {0: (1,)})
        self.assertLess(SESSION_TIMEOUT_MS, 10_000)
