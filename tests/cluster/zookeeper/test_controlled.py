"""Several brokers whose controller tells them by requests: whole coordinations, and what stands for the rest of a broker."""

from __future__ import annotations

import json
from typing import Any

from twisted.internet.defer import Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.interfaces import Endpoint, TopicInfo
from klog.cluster.zookeeper.coordination import ZooKeeperCoordination
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition, topic_id_to_text
from klog.replication.control import told_of
from klog.testing.coordination import LeadershipRecorder, Recorder
from klog.wire.messages.alter_partition import AlterPartitionRequest
from klog.wire.messages.controlled_shutdown import ControlledShutdownRequest
from klog.wire.messages.leader_and_isr import LeaderAndIsrPartitionError, LeaderAndIsrRequest, LeaderAndIsrTopicError
from klog.wire.messages.update_metadata import UpdateMetadataRequest
from klog.zookeeper.znodes import BrokerRegistration, PartitionState, RegisteredEndpoint

from .memory_brokers import MemoryBrokers


class ControlledCase(SynchronousTestCase):
    """Three brokers, `one`, `two` and `three`."""

    def setUp(self) -> None:
        self.brokers = MemoryBrokers(3)
        self.reactor = self.brokers.reactor
        self.tree = self.brokers.zookeeper.tree
        self.one, self.two, self.three = self.brokers.coordinations

    def until(self, deferred: Any) -> Any:
        return self.reactor.until(deferred)

    def refused(self, deferred: Any, code: ErrorCode, seconds: float = 40) -> str:
        """The sentence with which it fails."""
        failed: list[Any] = []
        deferred.addCallbacks(lambda result: self.fail(f"done: {result!r}"), failed.append)
        self.reactor.advance(seconds)
        [failure] = failed
        assert isinstance(failure.value, KlogError)
        self.assertIs(failure.value.code, code)
        return failure.value.message

    def state(self, topic: str, partition: int = 0) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.tree.get("/klog" + PartitionState.path(topic, partition)))
        return found

    def leads(self, *broker_ids: int) -> list[list[tuple[str, int]]]:
        """What each leads and may serve."""
        return [[(name, number) for _, name, number in self.brokers.told[each].led()] for each in broker_ids]

    def crash(self, index: int) -> None:
        self.brokers.crash(index)
        self.brokers.settle()


class LeadershipTests(ControlledCase):
    def test_who_leads_is_told_by_requests(self) -> None:
        """Those who show the cluster hear of it by UpdateMetadata; states have no key of klog's own."""
        recorder = Recorder()
        self.two.subscribe(recorder)
        made = self.until(self.one.create_topic("t", [[1, 2, 3], [2, 3, 1]], {"a": "b"}))
        self.brokers.settle()
        self.assertEqual([each.leader for each in made.partitions], [1, 2])
        self.assertEqual(made.partitions[0].in_sync_replicas, (1, 2, 3))
        self.assertEqual(self.leads(1, 2, 3), [[("t", 0)], [("t", 1)], []])
        self.assertEqual(sorted(self.brokers.told[3].told), [("t", 0), ("t", 1)])
        self.assertEqual(set(self.state("t")), {"version", "leader", "leader_epoch", "controller_epoch", "isr"})
        self.assertEqual((recorder.heard, recorder.topics["t"]), ([("created", "t")], self.two.topics()["t"]))
        self.assertEqual(dict(self.two.topics()["t"].configs), {"a": "b"})
        self.crash(0)
        self.assertEqual(self.leads(2, 3), [[("t", 0), ("t", 1)], []])
        self.assertEqual(self.two.topics(), self.three.topics())
        after = self.two.topics()["t"].partitions[0]
        self.assertEqual((after.leader, after.in_sync_replicas, after.leader_epoch), (2, (2, 3), 1))
        self.assertEqual(recorder.heard, [("created", "t"), ("leaders", "t", (0, 1))])

    def test_a_doubtful_session(self) -> None:
        """Suspends what is led, at once; the same session resumes it, with nothing asked of the controller."""
        self.until(self.two.create_topic("t", [[1, 2]], {}))
        listener = LeadershipRecorder()
        self.one.subscribe_leadership(listener)
        epoch, leader_epoch = self.one.broker_epoch(), self.state("t")["leader_epoch"]
        self.brokers.doubt(0)
        self.assertEqual((listener.heard, self.leads(1), self.one.topics()["t"].partitions[0].leader), (["suspended"], [[]], -1))
        self.brokers.trust(0)
        self.reactor.advance(2)
        self.assertEqual(
            (listener.heard, self.leads(1), self.one.topics()["t"].partitions[0].leader), (["suspended", "resumed"], [[("t", 0)]], 1)
        )
        self.assertEqual((self.one.broker_epoch(), self.one.least_broker_epoch()), (epoch, epoch))
        self.assertEqual(self.state("t")["leader_epoch"], leader_epoch)

    def test_a_session_that_ended(self) -> None:
        """All that was led is over; a request of the earlier life's time is refused; the next registration leads what it is told."""
        self.until(self.two.create_topic("t", [[1]], {}))
        self.brokers.settle()
        listener = LeadershipRecorder()
        self.one.subscribe_leadership(listener)
        before, ended = self.one.broker_epoch(), []
        listener.leading_ended = lambda: ended.append(self.one.least_broker_epoch())  # type: ignore[method-assign]
        self.brokers.expire(0)
        self.brokers.settle()
        self.assertEqual((listener.heard, ended), (["suspended", "resumed"], [before + 1]))
        self.assertGreater(self.one.broker_epoch(), before)
        self.assertEqual(self.one.registered_epoch(1), self.one.broker_epoch())
        self.assertEqual(self.leads(1), [[("t", 0)]])
        self.assertEqual(self.state("t")["leader_epoch"], self.one.topics()["t"].partitions[0].leader_epoch)
        self.assertGreater(self.state("t")["leader_epoch"], 0)

    def test_what_is_gone(self) -> None:
        """What is not shown is gone only where ZooKeeper does not know it either, or has been asked to delete it."""
        self.until(self.two.create_topic("t", [[1, 2]], {}))
        self.brokers.settle()

        def gone() -> list[bool]:
            return [self.one.is_gone(TopicPartition(name, index)) for name, index in (("t", 0), ("t", 1), ("u", 0))]

        self.assertEqual(gone(), [False, True, True])
        self.patch(self.one._announcer.picture, "topics", {})
        self.assertEqual(gone(), [False, True, True])
        self.until(self.three.stop())
        self.until(self.one.delete_topic("t"))
        self.assertEqual(gone(), [True, True, True])
        self.until(self.one.stop())
        self.assertEqual(gone(), [False, False, False])

    def test_who_comes_before_the_registration(self) -> None:
        coordination = self.brokers.make(self.brokers.ports[0])
        listener = LeadershipRecorder()
        coordination.subscribe_leadership(listener)
        self.assertEqual((listener.heard, coordination.broker_epoch(), coordination.least_broker_epoch()), (["suspended"], -1, -1))

    def test_before_the_controller_has_told(self) -> None:
        """A broker that starts shows what the tree says, with nobody leading, and its own topics stay while it hears of them one by one."""
        made = self.until(self.one.create_topic("t", [[3, 1], [1, 3]], {}))
        self.brokers.settle()
        self.until(self.three.stop())
        again = self.brokers.make(self.brokers.ports[2])
        self.until(again.open(3, None))
        shown = again.topics()["t"]
        self.assertEqual((shown.topic_id, [each.leader for each in shown.partitions]), (made.topic_id, [-1, -1]))
        self.assertEqual([each.broker_id for each in again.brokers()], [1, 2])
        recorder = Recorder()
        again.subscribe(recorder)
        again.update_metadata(UpdateMetadataRequest(controller_id=1), 8)
        self.assertEqual((list(again.topics()), recorder.heard), (["t"], []))


class TopicTests(ControlledCase):
    def test_deletion_needs_no_tombstone(self) -> None:
        """Every replica has deleted its copy before the topic goes."""
        self.until(self.one.create_topic("t", [[1, 2], [2, 3]], {}))
        self.until(self.two.delete_topic("t"))
        self.brokers.settle()
        self.assertEqual([self.brokers.told[each].disk for each in (1, 2, 3)], [{}, {}, {}])
        self.assertEqual(self.tree.names("/klog/klog/removals"), [])
        self.assertEqual([dict(each.topics()) for each in self.brokers.coordinations], [{}, {}, {}])

    def test_deletion_while_a_replica_is_away(self) -> None:
        """Nobody shows the topic any more; the name is taken until the replica is back."""
        self.until(self.one.create_topic("t", [[1, 3], [2, 1]], {}))
        self.brokers.settle()
        self.until(self.three.stop())
        self.brokers.crashed.add(3)
        self.reactor.advance(1)
        self.until(self.one.delete_topic("t"))
        self.brokers.settle()
        self.assertEqual((dict(self.one.topics()), dict(self.two.topics())), ({}, {}))
        self.assertIn("marked for deletion", self.refused(self.two.create_topic("t", [[1]], {}), ErrorCode.TOPIC_ALREADY_EXISTS, 1))
        self.brokers.crashed.clear()
        self.brokers.start(3)
        self.brokers.settle()
        self.assertEqual(self.brokers.told[3].disk, {})
        self.until(self.two.create_topic("t", [[1]], {}))

    def test_partitions_are_not_added_during_a_reassignment(self) -> None:
        self.until(self.one.create_topic("t", [[1]], {}))
        path = "/klog/brokers/topics/t"
        znode = json.loads(self.tree.get(path))
        znode |= {"partitions": {"0": [1, 2]}, "adding_replicas": {"0": [2]}}
        self.tree.put(path, json.dumps(znode).encode())
        self.reactor.advance(0)
        self.refused(self.one.create_partitions("t", [[1]]), ErrorCode.REASSIGNMENT_IN_PROGRESS, 1)

    def test_partitions_whose_answer_is_lost_and_that_move_when_it_is_looked_up(self) -> None:
        """They were added: that they move already is no reason to say that they were not."""
        self.until(self.one.create_topic("t", [[1]], {}))
        path, zookeeper = "/klog/brokers/topics/t", self.brokers.zookeeper
        zookeeper.lose_next_reply()
        grown = self.one.create_partitions("t", [[1]])
        for _ in range(100):
            self.reactor.advance(0.001)
            znode = json.loads(self.tree.get(path))
            if "1" in znode["partitions"]:
                break
        znode["partitions"]["1"], znode["adding_replicas"] = [2, 1], {"1": [2]}
        self.tree.put(path, json.dumps(znode).encode())
        self.assertEqual(len(self.until(grown).partitions), 2)

    def test_a_topic_that_vanishes(self) -> None:
        """Is shown no more, its logs stay, and nobody says that it was deleted."""
        self.until(self.one.create_topic("t", [[1]], {}))
        recorder = Recorder()
        self.one.subscribe(recorder)
        for path in ("/partitions/0/state", "/partitions/0", "/partitions", ""):
            self.tree.remove(f"/klog/brokers/topics/t{path}")
        self.reactor.advance(2)
        self.assertEqual(dict(self.one.topics()), {})
        self.assertEqual(list(self.brokers.told[1].disk), [("t", 0)])
        self.assertNotIn(("deleted", "t"), recorder.heard)


class RequestTests(ControlledCase):
    def test_only_the_controller_answers(self) -> None:
        controller_id = self.one.controller_id()
        others = [each for each in self.brokers.coordinations if each.broker_id() != controller_id]
        self.assertEqual(len(others), 2)
        for each in others:
            self.refused(each.alter_partition(AlterPartitionRequest(), 3), ErrorCode.NOT_CONTROLLER, 0)
            self.refused(each.elect_leaders(0, None, 1000), ErrorCode.NOT_CONTROLLER, 0)
            self.assertEqual(each.controller_address(), (f"host{controller_id}", 9092))

    def test_a_failed_data_directory_is_told(self) -> None:
        seen: list[str] = []
        self.brokers.zookeeper.on_request = lambda session_id, request: seen.append(getattr(request, "path", ""))
        self.until(self.two.tell_log_directory_failed())
        self.assertIn("/klog/log_dir_event_notification/log_dir_event_", seen)

    def test_a_deletion_with_a_failed_data_directory(self) -> None:
        """Is answered when nobody shows the topic any more, as where the broker is away; its end waits for the directory."""
        self.until(self.one.create_topic("t", [[1, 3]], {}))
        self.brokers.settle()

        def failed(request: LeaderAndIsrRequest, version: int) -> list[LeaderAndIsrTopicError]:
            errors: dict[bytes, list[LeaderAndIsrPartitionError]] = {}
            for told in told_of(request, version):
                error = LeaderAndIsrPartitionError(partition_index=told.partition, error_code=ErrorCode.KAFKA_STORAGE_ERROR)
                errors.setdefault(told.topic_id, []).append(error)
            return [LeaderAndIsrTopicError(topic_id=topic_id, partition_errors=each) for topic_id, each in errors.items()]

        self.patch(self.brokers.told[3], "_lead_and_follow", failed)
        self.until(self.three.tell_log_directory_failed())
        self.brokers.settle()
        self.assertEqual(self.one.topics()["t"].partitions[0].offline_replicas, (3,))
        began_s = self.reactor.seconds()
        self.until(self.one.delete_topic("t"))
        self.assertNotIn("t", self.one.topics())
        self.assertLess(self.reactor.seconds() - began_s, 10)
        self.assertIn("t", self.tree.names("/klog/admin/delete_topics"))

    def test_a_deletion_while_a_broker_is_about_to_stop(self) -> None:
        """Is answered when the name is free: the broker still does what the controller says."""
        self.until(self.one.create_topic("t", [[1, 3]], {}))
        self.brokers.settle()
        leaving = ControlledShutdownRequest(broker_id=3, broker_epoch=self.three.broker_epoch())
        self.until(self.one.controlled_shutdown(leaving, 3))
        self.reactor.advance(1)
        self.assertEqual(self.one.topics()["t"].partitions[0].offline_replicas, (3,))
        made: list[Deferred[TopicInfo]] = []
        self.until(self.one.delete_topic("t").addCallback(lambda _: made.append(self.one.create_topic("t", [[1, 2]], {}))))
        self.reactor.advance(2)
        self.assertEqual(self.successResultOf(made[0]).partitions[0].replicas, (1, 2))


#: What klog left in ZooKeeper while each partition had one copy: states name the registration of their leader, tombstones the brokers that
#: may have logs of a deleted topic. Partition 1 has no leader, its broker was away; partition 2 was assigned to two brokers by an old tool,
#: and the first of them had its only copy.
OLD_ZNODES = {
    "/cluster/id": '{"version":"1","id":"uYJm-JHyQ_iV7gFkEBwyTA"}',
    "/controller_epoch": "3",
    "/config/topics/t": '{"version":1,"config":{"a":"b"}}',
    "/brokers/topics/t": '{"version":3,"partitions":{"0":[1],"1":[2],"2":[1,2]},"adding_replicas":{},"removing_replicas":{},'
    '"topic_id":"dHRBBHR0QAR0dHR0dHR0dA"}',
    "/brokers/topics/t/partitions/0/state": '{"version":1,"leader":1,"leader_epoch":4,"controller_epoch":3,"isr":[1],'
    '"leader_broker_epoch":77}',
    "/brokers/topics/t/partitions/1/state": '{"version":1,"leader":-1,"leader_epoch":5,"controller_epoch":3,"isr":[2]}',
    "/brokers/topics/t/partitions/2/state": '{"version":1,"leader":1,"leader_epoch":0,"controller_epoch":3,"isr":[1],'
    '"leader_broker_epoch":77}',
    "/klog/removals/Z2dnZ2dnQAdnZ2dnZ2dnZw": '{"version":1,"topic":"gone","brokers":[1,2]}',
}
OLD_REGISTRATION = (
    '{"version":5,"host":"old","port":9092,"jmx_port":-1,"timestamp":"1","endpoints":["PLAINTEXT://old:9092"],'
    '"listener_security_protocol_map":{"PLAINTEXT":"PLAINTEXT"},"features":{},"klog":"0.9"}'
)


class UpgradeTests(SynchronousTestCase):
    """A cluster of brokers from before partitions had several copies."""

    def setUp(self) -> None:
        self.brokers = MemoryBrokers(0)
        self.tree = self.brokers.zookeeper.tree
        for path, data in OLD_ZNODES.items():
            self.tree.put("/klog" + path, data.encode())

    def state(self, partition: int) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.tree.get("/klog" + PartitionState.path("t", partition)))
        return found

    def test_brokers_that_were_stopped_and_started_anew(self) -> None:
        """Topics keep their ids and copies and are led under higher epochs; what was deleted meanwhile is deleted here, too; who was only
        assigned follows."""
        brokers, reactor = self.brokers, self.brokers.reactor
        port = brokers.ports[0]
        for broker_id in (1, 2):
            coordination = brokers.make(port)
            reactor.until(coordination.open(broker_id, "uYJm-JHyQ_iV7gFkEBwyTA"))
            [gone] = coordination.removed_topics
            self.assertEqual(coordination.removed_topics[gone], "gone")
            coordination.removal_done(gone)
            brokers.register(coordination)
            brokers.coordinations.append(coordination)
        brokers.settle()
        for each in brokers.coordinations:
            topic = each.topics()["t"]
            self.assertEqual(topic_id_to_text(topic.topic_id), "dHRBBHR0QAR0dHR0dHR0dA")
            self.assertEqual(([info.leader for info in topic.partitions], dict(topic.configs)), ([1, 2, 1], {"a": "b"}))
            self.assertEqual(each.topics(), brokers.coordinations[0].topics())
        for number, old in ((0, 4), (1, 5), (2, 0)):
            state = self.state(number)
            self.assertGreater(state["leader_epoch"], old)
            self.assertEqual(set(state), {"version", "leader", "leader_epoch", "controller_epoch", "isr"})
        self.assertEqual([number for _, _, number in brokers.told[1].led()], [0, 2])
        told = brokers.told[2].told["t", 2]
        self.assertEqual((told.leader, told.replicas, told.in_sync_replicas), (1, (1, 2), (1,)))
        self.assertEqual(self.tree.names("/klog/klog/removals"), [])

    def test_an_old_broker_is_still_there(self) -> None:
        """A new one does not start beside it."""
        self.tree.put("/klog" + BrokerRegistration.path(1), OLD_REGISTRATION.encode())
        for kafka_is_welcome in (False, True):
            coordination = self.brokers.make(self.brokers.ports[0], kafka_is_welcome=kafka_is_welcome)
            refused: list[Any] = []
            coordination.open(2, None).addErrback(lambda failure, refused=refused: refused.append(failure.value))
            self.brokers.reactor.advance(2)
            self.assertIn("broker 1 at old:9092", str(refused[0]))
            self.assertIn("stop all brokers of the cluster, then start them all with the new version", str(refused[0]))

    def test_an_old_broker_comes(self) -> None:
        """Nobody leads beside it."""
        one = self.brokers.start(1)
        self.brokers.settle()
        self.assertTrue(one.may_lead)
        self.tree.put("/klog" + BrokerRegistration.path(2), OLD_REGISTRATION.encode())
        self.brokers.reactor.advance(2)
        self.assertFalse(one.may_lead)
        self.assertIn("a klog 0.9 from before partitions had several copies", self.brokers.warnings[-1])


class ForeignTests(SynchronousTestCase):
    """A broker without klog's mark."""

    def register_kafka(self, brokers: MemoryBrokers) -> None:
        endpoint = RegisteredEndpoint("PLAINTEXT", "kafka", 9092)
        brokers.zookeeper.tree.put("/klog" + BrokerRegistration.path(9), BrokerRegistration(9, (endpoint,)).encode())
        brokers.reactor.advance(2)

    def test_it_is_not_welcome(self) -> None:
        """Nobody leads until it is gone."""
        brokers = MemoryBrokers(1)
        [one] = brokers.coordinations
        brokers.reactor.until(one.create_topic("t", [[1]], {}))
        listener = LeadershipRecorder()
        one.subscribe_leadership(listener)
        self.register_kafka(brokers)
        self.assertEqual((listener.heard, one.may_lead, one.topics()["t"].partitions[0].leader), (["suspended"], False, -1))
        brokers.zookeeper.tree.remove("/klog" + BrokerRegistration.path(9))
        brokers.reactor.advance(2)
        self.assertEqual((listener.heard, one.may_lead, one.topics()["t"].partitions[0].leader), (["suspended", "resumed"], True, 1))

    def test_it_is_welcome(self) -> None:
        """It is a live broker as others are."""
        brokers = MemoryBrokers(1)
        self.register_kafka(brokers)
        coordination = brokers.make(brokers.ports[0], kafka_is_welcome=True)
        brokers.reactor.until(coordination.open(2, None))
        coordination.set_endpoints([Endpoint("PLAINTEXT", "host2", 9092)])
        brokers.reactor.until(coordination.register())
        self.assertEqual(([each.broker_id for each in coordination.brokers()], coordination.may_lead), ([1, 2, 9], True))
        self.assertEqual(coordination.broker_address(9), ("kafka", 9092))
        assert isinstance(coordination, ZooKeeperCoordination)
