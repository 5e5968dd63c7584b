"""What the controller's requests do to replicas."""

from __future__ import annotations

import dataclasses
import errno
from typing import Any

from twisted.internet.defer import Deferred, succeed

from klog.broker.coordinators.partition_writer import PartitionWriter
from klog.broker.replicas.partition import Partition, Role
from klog.broker.replicas.replica_control import Refused
from klog.errors import ErrorCode, KlogError
from klog.model import NO_TOPIC_ID, TopicId, TopicPartition
from klog.records.implementations import codec
from klog.replication.control import PartitionStop
from klog.storage.directories.partition_metadata import read_partition_metadata, write_partition_metadata
from klog.storage.log.values import AppendEntry
from klog.zookeeper.errors import SessionExpiredException
from tests.broker.replicas.controlled_rig import EPOCH, ControlledCase
from tests.broker.rig import answers_of, batch, partitions_of


class RolesTests(ControlledCase):
    """LeaderAndIsr."""

    def names(self) -> list[str]:
        return sorted(name for name in self.fs.list("/data") if self.fs.is_directory(f"/data/{name}") and not name.endswith("-delete"))

    def replica(self, topic: str = "t") -> Any:
        found = self.partitions.replica(topic, 0)
        assert found is not None
        return found

    def test_to_lead_and_to_follow(self) -> None:
        """Logs are made with the topic's configurations, which may be newer than what the cluster shows."""
        self.coordination.configs["t"] = {"segment.bytes": "2000000"}
        self.assertEqual(self.say(self.told(1, 0), self.told(2, 0, topic="u")), {("t", 0): ErrorCode.NONE, ("u", 0): ErrorCode.NONE})
        self.assertEqual(self.coordination.syncs, 1)
        self.assertEqual(self.names(), ["t-0", "u-0"])
        self.assertEqual(self.partition("t").log.settings.segment_bytes, 2_000_000)
        self.assertIsNone(self.partitions.get("u", 0))
        self.assertEqual((self.replica("t").role, self.replica("u").role), (Role.LEADS, Role.FOLLOWS))
        self.assertEqual(self.fetchers.following, {"u-0": (2, 0)})
        self.assertEqual(self.partitions.topic_name(self.topic_id("u")), "u")

    def test_there_and_back(self) -> None:
        """Who waits for the leader is answered; what fetches is told to stop."""
        self.show("t")
        self.lead()
        consumer = self.fetch(("t", 0, 0), max_wait_ms=500, version=10)
        self.say(self.told(3, 1))
        self.assertEqual(partitions_of(self.successResultOf(consumer))[0].error_code, ErrorCode.NOT_LEADER_OR_FOLLOWER)
        self.assertEqual(self.fetchers.following, {"t-0": (3, 1)})
        [answer] = self.produce(batch(b"a"))
        self.assertEqual(answers_of(self.outcome(answer))[0].error_code, ErrorCode.NOT_LEADER_OR_FOLLOWER)
        self.say(self.told(1, 2))
        self.assertEqual(self.fetchers.following, {})
        self.assertEqual(self.partition().leader_epoch, 2)

    def test_before_we_are_registered(self) -> None:
        """What names a broker epoch waits until ours is known: it may be meant for an earlier life, whose session has not ended yet."""
        self.coordination.epochs[1] = -1
        old = self.control.leader_and_isr(1, EPOCH, [self.told(1, 7)])
        new = self.control.leader_and_isr(1, EPOCH + 1, [self.told(1, 8)])
        self.assertNoResult(old)
        self.assertIsNone(self.partitions.replica("t", 0))
        self.coordination.epochs[1] = EPOCH + 1
        self.control.leading_resumed()
        self.assertIs(self.failureResultOf(old, Refused).value.code, ErrorCode.STALE_BROKER_EPOCH)
        self.assertEqual(self.successResultOf(new), {("t", 0): ErrorCode.NONE})
        self.assertEqual(self.partition("t").leader_epoch, 8)

    def test_stopped_before_we_are_registered(self) -> None:
        """Who waits is answered."""
        self.coordination.epochs[1] = -1
        waits = self.control.leader_and_isr(1, EPOCH, [self.told(1, 7)])
        self.control.close()
        self.assertIs(self.failureResultOf(waits, Refused).value.code, ErrorCode.BROKER_NOT_AVAILABLE)

    def test_a_recognised_produce_does_not_reach_a_follower(self) -> None:
        """The plan of a request that comes again was made while we led."""
        self.show("t")
        partition = self.lead()
        self.say(self.told(2, 1))
        self.assertTrue(partition.ended)
        self.assertEqual(partition.end_offset, 0)

    def test_a_mistake_in_one_of_them(self) -> None:
        """The others have their roles all the same."""
        become_leader = Partition.become_leader

        def mutated(partition: Partition, *more: Any) -> None:
            if partition.topic_partition.topic == "t":
                raise ValueError("no")
            become_leader(partition, *more)

        self.patch(Partition, "become_leader", mutated)
        outcomes = self.say(self.told(1, 0), self.told(1, 0, topic="u"), self.told(2, 0, topic="v"))
        self.assertEqual(outcomes, {("t", 0): ErrorCode.UNKNOWN_SERVER_ERROR, ("u", 0): ErrorCode.NONE, ("v", 0): ErrorCode.NONE})
        self.assertEqual((self.partition("u").role, self.fetchers.following), (Role.LEADS, {"v-0": (2, 0)}))
        self.assertEqual(len(self.flushLoggedErrors(ValueError)), 1)

    def test_nobody_leads(self) -> None:
        self.say(self.told(-1, 0))
        self.assertEqual((self.replica().role, self.fetchers.following), (Role.FOLLOWS, {}))

    def test_late_and_repeated(self) -> None:
        """Epochs decide, for the whole and for each."""
        self.lead(leader_epoch=4)
        self.assertEqual(self.say(self.told(2, 4)), {("t", 0): ErrorCode.STALE_CONTROLLER_EPOCH})
        self.assertEqual(self.say(self.told(2, 3)), {("t", 0): ErrorCode.STALE_CONTROLLER_EPOCH})
        self.say(controller_epoch=5)
        for controller_epoch, broker_epoch, code in (
            (4, EPOCH, ErrorCode.STALE_CONTROLLER_EPOCH),
            (5, EPOCH - 1, ErrorCode.STALE_BROKER_EPOCH),
        ):
            failure = self.failureResultOf(self.control.leader_and_isr(controller_epoch, broker_epoch, [self.told(2, 9)]), Refused)
            self.assertEqual(failure.value.code, code)
        self.assertEqual(self.partition().leader_epoch, 4)

    def test_one_after_the_other(self) -> None:
        """The second waits for the first one's disk, and then its epoch is the newer one."""
        self.thread.slow = True
        first = self.control.leader_and_isr(1, EPOCH, [self.told(1, 0)])
        second = self.control.leader_and_isr(2, EPOCH, [self.told(2, 1)])
        self.assertNoResult(first)
        self.thread.run_all()
        self.assertEqual(self.successResultOf(first), {("t", 0): ErrorCode.NONE})
        self.assertEqual(self.successResultOf(second), {("t", 0): ErrorCode.NONE})
        self.assertEqual(self.fetchers.following, {"t-0": (2, 1)})

    def test_another_topic_of_the_name(self) -> None:
        self.lead()
        outcomes = self.say(self.told(1, 5, topic_id=bytes(15) + b"x"))
        self.assertEqual(outcomes, {("t", 0): ErrorCode.INCONSISTENT_TOPIC_ID})

    def test_a_log_from_before_topic_ids(self) -> None:
        """It takes the id of the topic, and remembers it."""
        self.say(self.told(1, 0, topic_id=NO_TOPIC_ID))
        self.put(b"a")
        self.assertEqual(self.say(self.told(1, 0)), {("t", 0): ErrorCode.NONE})
        self.assertEqual(read_partition_metadata(self.fs, "/data/t-0"), self.topic_id("t"))
        self.assertIs(self.partitions.get_by_id(self.topic_id("t"), 0), self.partition())

    def test_a_log_that_cannot_be_made(self) -> None:
        self.directories[0].context.take_offline("/data", OSError(5, "no"))
        self.assertEqual(self.say(self.told(1, 0)), {("t", 0): ErrorCode.KAFKA_STORAGE_ERROR})
        self.assertIsNone(self.partitions.get("t", 0))

    def test_what_lies_there_is_taken(self) -> None:
        """A start: everything is new to the process, and the high watermark is the checkpoint's."""
        self.lead(replicas=(1,), isr=(1,))
        self.put(b"a", b"b")
        self.directories[0].close()
        self.directories = [self.directory("/data")]
        self.begin()
        self.say(self.told(2, 0))
        self.assertEqual((self.replica().end_offset, self.replica().high_watermark), (2, 2))

    def test_a_replica_that_may_not_lead(self) -> None:
        self.may_not_lead = "it may have lost what the others have not"
        self.assertEqual(self.say(self.told(1, 0)), {("t", 0): ErrorCode.KAFKA_STORAGE_ERROR})
        self.assertEqual((self.partitions.get("t", 0), self.replica().role), (None, Role.STOPPED))

    def test_a_refusal_whose_answer_was_lost(self) -> None:
        """The controller says the same again, and hears the same: otherwise it takes us for the leader for good."""
        self.may_not_lead = "it may have lost what the others have not"
        for _ in range(2):
            self.assertEqual(self.say(self.told(1, 4)), {("t", 0): ErrorCode.KAFKA_STORAGE_ERROR})
        self.assertEqual(self.say(self.told(2, 2)), {("t", 0): ErrorCode.STALE_CONTROLLER_EPOCH})
        self.may_not_lead = None
        self.assertEqual(self.say(self.told(1, 4)), {("t", 0): ErrorCode.NONE})
        self.assertEqual(self.partition().leader_epoch, 4)


class MadeInThreadsTests(ControlledCase):
    """The log of a replica that was never here: a thread makes it, and nobody else waits for the disk."""

    def setUp(self) -> None:
        super().setUp()
        self.waits: list[tuple[str, str]] = []
        self.fs.before_act = self.act
        self.thread.slow = True

    def act(self, name: str, path: str) -> None:
        if name in ("sync", "sync_directory", "wait", "make_directory") and not self.thread.running:
            self.waits.append((name, path))

    def lead_all(self, count: int, **more: Any) -> Any:
        """The controller has us lead so many partitions, at epoch 3."""
        told = [self.told(1, 3, (1,), partition=index, replicas=(1, 2), is_new=True, **more) for index in range(count)]
        return self.control.leader_and_isr(1, EPOCH, told)

    def test_many(self) -> None:
        """One piece of work makes all of them."""
        done = self.lead_all(5)
        self.assertIsNone(self.partitions.get("t", 0))
        self.assertEqual(len(self.thread.waiting), 1)
        self.thread.run_all()
        self.assertEqual(self.successResultOf(done), {("t", index): ErrorCode.NONE for index in range(5)})
        self.assertEqual(([self.partition("t", index).leader_epoch for index in range(5)], self.waits), ([3] * 5, []))

    def test_one_of_them_cannot_be_made(self) -> None:
        """The others are there, and nothing is raised."""
        self.fs.before_act = None
        self.fs.make_directory("/data/t-1")
        done = self.lead_all(3)
        self.thread.run_all()
        storage = ErrorCode.KAFKA_STORAGE_ERROR
        self.assertEqual(self.successResultOf(done), {("t", 0): ErrorCode.NONE, ("t", 1): storage, ("t", 2): ErrorCode.NONE})
        self.assertEqual([one.topic_partition.partition for one in self.partitions.all()], [0, 2])

    def test_the_configuration_changes_meanwhile(self) -> None:
        """The log goes by the new one."""
        self.show("t")
        done = self.lead_all(1)
        self.coordination.configs["t"] = {"retention.ms": "9"}
        self.partitions.topic_configs_changed(self.show("t"))
        self.thread.run_all()
        self.successResultOf(done)
        self.assertEqual(self.partition().log.settings.retention_ms, 9)

    def test_the_one_before_it_is_still_being_made(self) -> None:
        """Its topic is deleted, and made again under its name, while a thread makes the old log: that goes first, and the new one comes."""
        new = TopicId(b"n" * 16)
        self.lead_all(2)
        self.control.stop_replicas(1, EPOCH, [PartitionStop("t", index, -2, True) for index in range(2)])
        done = self.lead_all(2, topic_id=new)
        self.thread.run_all()
        self.successResultOf(done)
        self.assertEqual([self.partition("t", index).topic_id for index in range(2)], [new] * 2)

    def test_the_registration_is_over_before_the_log_is_made(self) -> None:
        """What was said to an earlier life of ours is not taken up in the next one: others may lead by now."""
        done = self.lead_all(1)
        self.control.leading_ended()
        self.coordination.epochs[1] = EPOCH + 5
        self.thread.run_all()
        self.assertIs(self.failureResultOf(done, Refused).value.code, ErrorCode.STALE_BROKER_EPOCH)
        self.control.leading_resumed()
        self.assertIsNone(self.partitions.get("t", 0))

    def test_it_is_over_before_the_log_is_made(self) -> None:
        """The topic is deleted, or the leadership another's, or the broker stops."""
        for end in ("deleted", "led by another", "stopped"):
            with self.subTest(end=end):
                name = end.replace(" ", "-")
                done = self.lead_all(1, topic=name)
                if end == "deleted":
                    self.control.stop_replicas(1, EPOCH, [PartitionStop(name, 0, -2, True)])
                elif end == "led by another":
                    self.control.leader_and_isr(1, EPOCH, [self.told(2, 4, (2,), name, replicas=(1, 2))])
                else:
                    closing = self.partitions.close()
                self.thread.run_all()
                if end == "stopped":
                    self.clock.advance(0)
                    self.successResultOf(closing)
                    self.failureResultOf(done, Refused)
                self.assertIsNone(self.partitions.get(name, 0))
                self.assertEqual((f"{name}-0" in self.fs.list("/data"), self.waits), (end != "deleted", []))

    def test_what_was_not_made_here_is_not_taken_back(self) -> None:
        """A directory stands in the way, of the same topic."""
        self.fs.before_act = None
        self.fs.make_directory("/data/t-0")
        write_partition_metadata(self.fs, "/data/t-0", self.topic_id("t"))
        done = self.lead_all(1)
        self.thread.run_all()
        self.assertEqual(self.successResultOf(done), {("t", 0): ErrorCode.KAFKA_STORAGE_ERROR})
        self.assertIn("t-0", self.fs.list("/data"))


class CoordinatorsTests(ControlledCase):
    """Who goes by what is led."""

    def test_they_hear_of_their_topics(self) -> None:
        self.show("__consumer_offsets")
        self.lead(topic="__consumer_offsets")
        self.lead(topic="t")
        self.say(self.told(2, 1, topic="__consumer_offsets"))
        self.assertEqual(self.listener.heard, [[(0, True)], [(0, False)]])

    def test_a_leadership_of_somebody_else_between(self) -> None:
        """Led at 0, and then at 2: what another leader wrote at 1 must be read."""
        self.show("__consumer_offsets")
        self.lead(topic="__consumer_offsets")
        self.lead(topic="__consumer_offsets", leader_epoch=1)
        self.assertEqual(self.listener.heard, [[(0, True)], [(0, True)]])
        self.lead(topic="__consumer_offsets", leader_epoch=3)
        self.assertEqual(self.listener.heard[2:], [[(0, False)], [(0, True)]])

    def test_between_two_roles_nothing_is_written(self) -> None:
        """A shard hears of its partition's role only when all of the request have theirs."""
        name = "__consumer_offsets"
        partition = self.lead(topic=name, replicas=(1, 2), isr=(1, 2))
        writer = PartitionWriter(partition, codec, self.partitions.produces, self.now_ms)
        waiting = writer.append_encoded([(b"\0\2k", b"v")])
        assert waiting is not None
        partition.become_follower(self.told(2, 1, (1, 2), name, replicas=(1, 2)))
        self.assertIs(self.failureResultOf(waiting, KlogError).value.code, ErrorCode.NOT_COORDINATOR)
        for act in (lambda: writer.append_encoded([(b"\0\2k", b"v")]), writer.acknowledged):
            self.assertIs(self.assertRaises(KlogError, act).code, ErrorCode.NOT_COORDINATOR)
        self.assertEqual(partition.end_offset, 1)


class StopTests(ControlledCase):
    """StopReplica."""

    def stop(self, *stops: PartitionStop) -> Any:
        return self.successResultOf(self.control.stop_replicas(1, EPOCH, stops))

    def test_only_to_stop(self) -> None:
        self.say(self.told(2, 3))
        self.assertEqual(self.stop(PartitionStop("t", 0, 3, False)), {("t", 0): ErrorCode.NONE})
        self.assertEqual(self.fetchers.following, {})
        self.assertTrue(self.fs.exists("/data/t-0"))
        self.say(self.told(1, 4))
        self.assertEqual(self.partition().leader_epoch, 4)

    def test_deleted(self) -> None:
        """Answered when it is durable; a directory of which there is no replica goes, too."""
        self.lead()
        self.thread.slow = True
        stopping = self.control.stop_replicas(1, EPOCH, [PartitionStop("t", 0, -2, True)])
        self.assertNoResult(stopping)
        self.assertIsNone(self.partitions.get("t", 0))
        self.thread.run_all()
        self.assertEqual(self.successResultOf(stopping), {("t", 0): ErrorCode.NONE})
        self.assertFalse(self.fs.exists("/data/t-0"))
        self.assertEqual(self.partitions.known("t", 0), None)
        self.thread.slow = False
        self.assertEqual(self.stop(PartitionStop("t", 0, -2, True)), {("t", 0): ErrorCode.NONE})

    def test_deleted_while_we_were_away(self) -> None:
        """Nobody has told us since our start of a topic that is being deleted, whose log lies here with its id."""
        self.lead(replicas=(1,), isr=(1,))
        self.put(b"a")
        self.directories[0].close()
        self.directories = [self.directory("/data")]
        self.begin()
        self.assertEqual(self.stop(PartitionStop("t", 0, -2, True)), {("t", 0): ErrorCode.NONE})
        self.assertFalse(self.fs.exists("/data/t-0"))

    def test_late(self) -> None:
        """KAFKA-9539: a replica that has come back meanwhile stays."""
        self.say(self.told(2, 3))
        self.assertEqual(self.stop(PartitionStop("t", 0, 2, True)), {("t", 0): ErrorCode.FENCED_LEADER_EPOCH})
        self.assertEqual(self.fetchers.following, {"t-0": (2, 3)})

    def test_deleted_and_made_again(self) -> None:
        """Under another id, and empty."""
        self.lead(replicas=(1,), isr=(1,))
        self.put(b"a")
        self.stop(PartitionStop("t", 0, -2, True))
        self.say(self.told(1, 0, topic_id=bytes(15) + b"x"))
        self.assertEqual((self.partition().end_offset, self.partition().topic_id), (0, bytes(15) + b"x"))
        self.assertIsNone(self.partitions.get_by_id(self.topic_id("t"), 0))


class SessionTests(ControlledCase):
    """Whether we may lead."""

    def test_in_doubt(self) -> None:
        """Nothing is acknowledged, and it goes on when the doubt is over."""
        self.show("t")
        partition = self.lead(replicas=(1, 2), isr=(1, 2))
        [waiting] = self.produce(batch(b"a"))
        self.control.leading_suspended()
        self.assertEqual(answers_of(self.outcome(waiting))[0].error_code, ErrorCode.NOT_LEADER_OR_FOLLOWER)
        self.assertIsNone(self.partitions.get("t", 0))
        self.outcome(self.follow(2, 1))
        self.assertEqual(partition.high_watermark, 0)
        self.control.leading_resumed()
        self.assertIs(self.partition(), partition)
        self.outcome(self.follow(2, 1))
        self.assertEqual(partition.high_watermark, 1)

    def test_a_flush_that_ends_in_doubt(self) -> None:
        """All have the record, and ours is on the disk when the doubt is over: it is committed, and nobody has to do anything for that."""
        self.thread.slow = False
        self.coordination.configs["t"] = {"flush.messages": "1000"}
        partition = self.lead(replicas=(1, 2), isr=(1, 2))
        self.thread.slow = True
        self.produce(batch(b"a"))
        self.outcome(self.follow(2, 1))
        self.control.leading_suspended()
        self.thread.run_all()
        self.assertEqual(partition.high_watermark, 0)
        self.control.leading_resumed()
        self.assertEqual(partition.high_watermark, 1)

    def test_a_role_that_comes_meanwhile(self) -> None:
        """It is acted upon later."""
        self.control.leading_suspended()
        self.say(self.told(1, 0), self.told(2, 0, topic="u"))
        self.assertIsNone(self.partitions.get("t", 0))
        self.assertEqual(self.fetchers.following, {"u-0": (2, 0)})
        self.control.leading_resumed()
        self.assertEqual(self.partition().leader_epoch, 0)

    def test_the_registration_is_over(self) -> None:
        """What was led is led no more, until the controller says so of the next registration; its equal epoch counts then."""
        self.lead(leader_epoch=3)
        self.control.leading_ended()
        self.control.leading_resumed()
        self.assertIsNone(self.partitions.get("t", 0))
        self.coordination.epochs[1] = EPOCH + 5
        self.assertEqual(self.say(self.told(1, 3), broker_epoch=EPOCH + 5), {("t", 0): ErrorCode.NONE})
        self.assertEqual(self.partition().leader_epoch, 3)

    def test_the_session_ends_while_configurations_are_waited_for(self) -> None:
        """Nothing is taken, and whoever comes next has its turn; it is no mistake of klog's."""
        waiting: list[Deferred[None]] = []

        def sync() -> Deferred[None]:
            waiting.append(Deferred())
            return waiting[-1]

        self.patch(self.coordination, "sync", sync)
        telling = self.control.leader_and_isr(1, EPOCH, [self.told(1, 0)])
        [one] = waiting
        one.errback(SessionExpiredException(operation="sync"))
        self.assertEqual(self.failureResultOf(telling, Refused).value.code, ErrorCode.STALE_BROKER_EPOCH)
        self.patch(self.coordination, "sync", lambda: succeed(None))
        self.lead()

    def test_settings_that_changed_meanwhile(self) -> None:
        self.lead()
        self.control.leading_suspended()
        self.partitions.topic_configs_changed(dataclasses.replace(self.show("t"), configs={"retention.ms": "9"}))
        self.control.leading_resumed()
        self.assertEqual(self.partition().log.settings.retention_ms, 9)

    def test_deleted_meanwhile(self) -> None:
        self.lead()
        self.control.leading_suspended()
        self.successResultOf(self.control.stop_replicas(1, EPOCH, [PartitionStop("t", 0, -2, True)]))
        self.assertEqual([name for name in self.fs.list("/data") if name.startswith("t-") and "delete" not in name], [])
        self.assertEqual((list(self.partitions.all()), self.directories[0].logs), ([], {}))

    def test_stopped_meanwhile(self) -> None:
        """A flush that runs is waited for; a leadership that comes now is too late."""
        self.coordination.configs["t"] = {"flush.messages": "1"}
        self.lead(replicas=(1,), isr=(1,))
        self.thread.slow = True
        self.produce(batch(b"a"))
        self.control.leading_suspended()
        closing = self.partitions.close()
        self.assertNoResult(closing)
        self.failureResultOf(self.control.leader_and_isr(1, EPOCH, [self.told(1, 2)]), Refused)
        self.assertEqual(list(self.partitions.all()), [])
        self.thread.run_all()
        self.successResultOf(closing)

    def test_a_closing_broker(self) -> None:
        self.partitions.close()
        failure = self.failureResultOf(self.control.leader_and_isr(1, EPOCH, [self.told()]), Refused)
        self.assertEqual(failure.value.code, ErrorCode.BROKER_NOT_AVAILABLE)

    def test_a_directory_fails(self) -> None:
        """What lay there is not known any more, and said to be out of service."""
        partition = self.lead()
        self.partitions.set_aside(self.directories[0], OSError(5, "no"))
        self.control.directory_failed([partition])
        self.assertEqual(self.say(self.told(1, 5)), {("t", 0): ErrorCode.KAFKA_STORAGE_ERROR})
        self.assertEqual(self.partitions.missing("t", 0), ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.show("t")
        self.assertEqual(self.partitions.missing("t", 0), ErrorCode.KAFKA_STORAGE_ERROR)
        self.assertIn(TopicPartition("t", 0), self.partitions._away)

    def test_a_directory_fails_right_before_a_leadership(self) -> None:
        """The directory goes out of service in the next turn (`broker.lifecycle.failed_directories`), behind what is answered now: nothing
        that becomes of the role brings the partition back."""
        partition = self.lead()
        directory = self.directories[0]

        def set_aside() -> None:
            assert directory.offline is not None
            self.partitions.set_aside(directory, directory.offline)
            self.control.directory_failed([partition])

        directory.on_offline = lambda: self.clock.callLater(0, set_aside)
        self.fs.fail_writes(errno.EIO)
        partition.log.append([AppendEntry(codec.build_batch([(0, None, b"x", ())]), 9)])
        self.fs.fail_writes(None)
        self.assertIsNotNone(directory.offline)
        self.say(self.told(1, 1))
        self.clock.advance(0)
        self.assertIsNone(self.partitions.get("t", 0))
        self.assertIsNone(self.partitions.get_by_id(self.topic_id("t"), 0))
        self.assertIs(partition.ended, ErrorCode.KAFKA_STORAGE_ERROR)
        self.assertEqual(self.say(self.told(1, 2)), {("t", 0): ErrorCode.KAFKA_STORAGE_ERROR})
