"""This broker's partitions follow what the cluster says."""

from __future__ import annotations

import dataclasses
import errno
from typing import Any
from unittest import mock

from twisted.logger import Logger, formatEvent

from klog.broker.replicas import partitions as partitions_module
from klog.broker.replicas.partition import Partition
from klog.broker.replicas.partitions import Partitions
from klog.cluster.interfaces import PartitionInfo, TopicInfo
from klog.cluster.local import LocalCoordination
from klog.errors import ErrorCode, KlogError
from klog.model import TopicId, TopicPartition
from klog.storage.checkpoint_files import read_offsets
from klog.storage.directories.creation import NewPartition
from klog.storage.directories.directory import LogDirectory
from klog.storage.disk_work import do_now
from klog.storage.log.log import AppendEntry, Log
from klog.storage.settings import LogSettings
from klog.testing.coordination import HeldSteps, MemoryStore, SlowDisk
from tests.broker.rig import DataPathTestCase, answers_of, batch, go_on_leading, key, partitions_of, stop_leading, values_of


class PartitionsTests(DataPathTestCase):
    """`Partitions` over data directories in memory."""

    def names(self) -> list[str]:
        """What lies in the data directory, of topics."""
        return [name for name in self.fs.list("/data") if self.fs.is_directory(f"/data/{name}")]

    def test_created(self) -> None:
        """Logs are made, and found by name and by id."""
        topic = self.create("t", 2)
        self.assertEqual(self.names(), ["t-0", "t-1"])
        self.assertIs(self.partitions.get_by_id(topic.topic_id, 1), self.partition("t", 1))
        self.assertEqual(len(self.partitions), 2)
        self.assertEqual([str(one.topic_partition) for one in self.partitions.all()], ["t-0", "t-1"])
        self.assertIs(self.partition().log, self.directories[0].logs[self.partition().topic_partition])
        self.assertEqual(self.partitions.topic_name(topic.topic_id), "t")
        self.assertIsNone(self.partitions.topic_name(bytes(16)))

    def test_the_log_tells_of_topics(self) -> None:
        told: list[str] = []
        self.patch(Partitions, "_log", Logger("test", observer=lambda event: told.append(formatEvent(event))))
        self.create("t", 2)
        self.successResultOf(self.coordination.create_partitions("t", [[1]]))
        self.successResultOf(self.coordination.delete_topic("t"))
        self.assertEqual(told, ["topic t created: 2 partitions", "topic t has 3 partitions: 1 added", "topic t deleted"])

    def test_added(self) -> None:
        """More of a topic that is there."""
        self.create("t", 1)
        self.successResultOf(self.coordination.create_partitions("t", [[1], [1]]))
        self.assertEqual(self.names(), ["t-0", "t-1", "t-2"])
        self.partition("t", 2)

    def test_load(self) -> None:
        """Another start serves what lies there, makes what is missing, and leaves out what failed."""
        self.create("t", 3)
        self.put(b"a")
        self.directories[0].close()
        self.fs.remove_tree("/data/t-2")
        self.directories = [self.directory("/data")]
        self.partitions = Partitions(self.directories, self.coordination, self.settings_of, clock=self.clock, run_in_thread=self.thread)
        self.partitions.load(failed=[TopicPartition("t", 1)])
        self.assertEqual(self.partition().log.end_offset, 1)
        self.assertEqual(self.partition("t", 2).log.end_offset, 0)
        self.assertEqual(self.partitions.missing("t", 1), ErrorCode.KAFKA_STORAGE_ERROR)

    def test_settings_are_compared_once(self) -> None:
        """Not for each of a topic's partitions, which may be thousands."""
        compared: list[object] = []
        equal = LogSettings.__eq__
        self.patch(LogSettings, "__eq__", lambda one, other: compared.append(one) or equal(one, other))
        self.create("t", 20, retention_ms="1000")
        self.assertEqual(len(compared), 1)
        self.assertEqual({partition.log.settings.retention_ms for partition in self.partitions.all()}, {1000})

    def test_made_together(self) -> None:
        """All topics of a round are made in one go, in the thread, and nothing of them is seen before."""
        self.thread.slow = True
        saves = SlowDisk()
        self.coordination = LocalCoordination(MemoryStore(), 1, run_blocking=saves)
        self.begin()
        first = self.coordination.create_topic("first", [[1]], {})
        under_way = [self.coordination.create_topic(f"t{number}", [[1]] * 2, {}) for number in range(20)]
        saves.finish()
        self.assertEqual((len(self.thread.waiting), len(self.partitions), dict(self.coordination.topics())), (1, 0, {}))
        self.thread.run()
        self.successResultOf(first)
        saves.finish()
        self.assertNoResult(under_way[0])
        self.assertEqual((len(self.thread.waiting), len(self.partitions)), (1, 1))
        closing = self.partitions.close()
        self.assertNoResult(closing)
        self.thread.run()
        self.assertEqual([self.successResultOf(one).name for one in under_way], [f"t{number}" for number in range(20)])
        self.assertEqual((len(self.partitions), len(self.names())), (41, 41))
        self.clock.advance(0)
        self.successResultOf(closing)
        late = self.coordination.create_topic("late", [[1]], {})
        while saves.waiting:
            saves.finish()
        self.assertEqual(self.failureResultOf(late, KlogError).value.code, ErrorCode.KAFKA_STORAGE_ERROR)
        self.assertEqual((len(self.partitions), len(self.names())), (41, 41))

    def test_one_of_those_made_together_fails(self) -> None:
        """The others are there; of a topic that lacks one partition nothing is."""
        saves = SlowDisk()
        self.coordination = LocalCoordination(MemoryStore(), 1, run_blocking=saves)
        self.begin()
        self.coordination.create_topic("first", [[1]], {})
        under_way = [self.coordination.create_topic(name, [[1]] * 3, {}) for name in ("a", "b", "c")]
        saves.finish()
        self.fs.make_directory("/data/b-1")
        saves.finish()
        failure = self.failureResultOf(under_way[1], KlogError)
        self.assertEqual(failure.value.code, ErrorCode.KAFKA_STORAGE_ERROR)
        self.assertEqual([self.successResultOf(under_way[index]).name for index in (0, 2)], ["a", "c"])
        self.assertFalse([name for name in self.names() if name.startswith("b-") and "delete" not in name])
        self.assertEqual(sorted(self.coordination.topics()), ["a", "c", "first"])
        again = self.coordination.create_topic("b", [[1]] * 3, {})
        while saves.waiting:
            saves.finish()
        self.successResultOf(again)
        self.assertEqual(len(self.partitions), 10)

    def test_a_mistake_while_partitions_are_taken_into_service(self) -> None:
        """Those that were refused are neither served nor found by the next start, and can be asked for again."""
        self.create("t", 1)
        taken: list[int] = []
        take = LogDirectory.complete_creation

        def mistaken(directory: LogDirectory, made: NewPartition, settings: LogSettings) -> Log:
            taken.append(made.topic_partition.partition)
            if made.topic_partition.partition == 2:
                raise ZeroDivisionError("a mistake")
            return take(directory, made, settings)

        with mock.patch.object(LogDirectory, "complete_creation", mistaken):
            self.failureResultOf(self.coordination.create_partitions("t", [[1]] * 3), ZeroDivisionError)
        self.assertEqual(taken, [1, 2])
        self.assertEqual((len(self.partitions), len(self.directories[0].logs)), (1, 1))
        self.assertEqual([name for name in self.names() if not name.endswith("-delete")], ["t-0"])
        self.assertEqual(len(self.successResultOf(self.coordination.create_partitions("t", [[1]] * 3)).partitions), 4)
        self.assertEqual(len(self.partitions), 4)

    def test_made_deleted_and_made_again_in_one_round(self) -> None:
        """Each in its order."""
        saves = SlowDisk()
        self.coordination = LocalCoordination(MemoryStore(), 1, run_blocking=saves)
        self.begin()
        self.coordination.create_topic("first", [[1]], {})
        made = self.coordination.create_topic("t", [[1]], {})
        more = self.coordination.create_partitions("t", [[1]])
        gone = self.coordination.delete_topic("t")
        again = self.coordination.create_topic("t", [[1]] * 3, {})
        while saves.waiting:
            saves.finish()
        self.successResultOf(more)
        self.successResultOf(gone)
        self.assertNotEqual(self.successResultOf(made).topic_id, self.successResultOf(again).topic_id)
        self.assertEqual(self.partition("t", 2).topic_id, self.coordination.topics()["t"].topic_id)
        self.assertEqual(len(self.partitions), 4)

    def test_many_partitions_are_taken_out_in_steps(self) -> None:
        """None of them is found any more at once; who waits for one is answered in its step, and whoever makes the topic again waits."""
        self.patch(partitions_module, "DROPPED_AT_ONCE", 2)
        self.steps = HeldSteps()
        self.coordination = LocalCoordination(MemoryStore(), 1)
        self.begin()
        self.create("t", 7)
        self.put(b"a")
        kept = self.partition("t", 6)
        gone = self.coordination.delete_topic("t")
        self.successResultOf(gone)
        self.assertEqual((len(self.partitions), self.steps.taken), (0, 0))
        self.assertEqual((kept.ended, kept.log.is_closed), (ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, False))
        again = self.coordination.create_topic("t", [[1]] * 5, {})
        for left in (5, 3, 1, 0):
            self.assertNoResult(again)
            self.steps.take(1)
            self.assertEqual(len(self.directories[0].logs), left)
        self.assertTrue(kept.log.is_closed)
        self.assertNoResult(again)
        self.steps.take()
        topic = self.successResultOf(again)
        self.assertEqual([self.partition("t", index).topic_id for index in range(5)], [topic.topic_id] * 5)
        self.assertEqual(self.partition().log.end_offset, 0)
        self.assertEqual([name for name in self.names() if not name.endswith("-delete")], [f"t-{index}" for index in range(5)])
        self.assertEqual(len(self.names()), 12)

    def test_the_broker_stops_while_partitions_are_taken_out(self) -> None:
        """Their flushes end with the others, and nothing waits for steps that are not taken any more."""
        self.patch(partitions_module, "DROPPED_AT_ONCE", 2)
        self.steps = HeldSteps()
        self.coordination = LocalCoordination(MemoryStore(), 1)
        self.begin()
        self.create("t", 5, flush_messages="1")
        self.thread.slow = True
        last = self.partition("t", 4)
        last.append([AppendEntry(batch(b"a"), produce_version=9)])
        last.request_flush()
        self.coordination.delete_topic("t")
        self.steps.take(1)
        closing = self.partitions.close()
        self.assertNoResult(closing)
        self.thread.run_all()
        self.successResultOf(closing)
        self.assertEqual(len(self.directories[0].logs), 3)

    def test_a_directory_fails_while_partitions_are_taken_out(self) -> None:
        self.patch(partitions_module, "DROPPED_AT_ONCE", 2)
        self.steps = HeldSteps()
        self.coordination = LocalCoordination(MemoryStore(), 1)
        self.begin()
        self.create("t", 5)
        kept = self.partition("t", 4)
        self.coordination.delete_topic("t")
        self.steps.take(1)
        self.partitions.set_aside(self.directories[0], OSError("gone"))
        self.assertEqual(kept.ended, ErrorCode.KAFKA_STORAGE_ERROR)
        self.steps.take()
        self.assertEqual((self.steps.waiting, len(self.partitions)), ([], 0))

    def test_fewest(self) -> None:
        """A new partition goes where fewest are; a directory out of service gets none."""
        self.directories.append(self.directory("/more"))
        self.coordination = LocalCoordination(MemoryStore(), 1)
        self.begin()
        self.create("a", 1)
        self.create("b", 3)
        self.assertEqual([len(one.logs) for one in self.directories], [2, 2])
        self.directories[0].context.offline = OSError("gone")
        self.create("c", 2)
        self.assertEqual([len(one.logs) for one in self.directories], [2, 4])
        self.directories[1].context.offline = OSError("gone")
        failure = self.failureResultOf(self.coordination.create_topic("d", [[1]], {}), KlogError)
        self.assertEqual(failure.value.code, ErrorCode.KAFKA_STORAGE_ERROR)

    def test_a_creation_that_fails(self) -> None:
        """Leaves nothing behind, and can be done again."""
        self.fs.fail_writes(errno.ENOSPC)
        failure = self.failureResultOf(self.coordination.create_topic("t", [[1], [1]], {}), KlogError)
        self.assertEqual(failure.value.code, ErrorCode.KAFKA_STORAGE_ERROR)
        self.assertEqual((self.names(), len(self.partitions), dict(self.coordination.topics())), ([], 0, {}))
        self.fs.fail_writes(None)
        self.create("t", 2)

    def test_deleted(self) -> None:
        """The logs are renamed, who waits is answered, and a new topic of the name is another one."""
        topic = self.create("t", 1)
        self.put(b"a")
        waiting = self.fetch(("t", 0, 1))
        self.delete()
        [answer] = partitions_of(self.outcome(waiting))
        self.assertEqual(answer.error_code, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.assertEqual(len(self.partitions), 0)
        self.assertIsNone(self.partitions.get_by_id(topic.topic_id, 0))
        [name] = self.names()
        self.assertTrue(name.startswith("t-0.") and name.endswith("-delete"), name)
        self.assertNotEqual(self.create("t", 1).topic_id, topic.topic_id)
        self.assertEqual(self.partition().log.end_offset, 0)

    def test_configs(self) -> None:
        """A topic's settings reach its logs; a broker's the logs of all topics."""
        self.create("t", 2, retention_ms="5")
        self.assertEqual(self.partition().log.settings.retention_ms, 5)
        self.configure("t", retention_ms="7")
        self.assertEqual({one.log.settings.retention_ms for one in self.partitions.all()}, {7})
        self.settings.set_dynamic({}, {"message.max.bytes": "1234"})
        self.partitions.broker_configs_changed({})
        self.assertEqual({one.log.settings.max_message_bytes for one in self.partitions.all()}, {1234})

    def test_leader_epochs(self) -> None:
        """The cluster's, stamped into batches and told to clients."""
        self.create("t", 1)
        self.assertEqual((self.partition().leader_epoch, self.partition().log.leader_epoch), (0, 0))

    def test_logs_of_a_new_topic_are_made_where_its_directories_are(self) -> None:
        """A thousand on the reactor's thread would be one long turn."""
        made: list[bool] = []
        real = Log.create

        def create(*arguments: Any) -> Log:
            made.append(self.thread.running)
            return real(*arguments)

        self.patch(Log, "create", create)
        self.create("t", 3)
        self.assertEqual(made, [True] * 3)
        self.assertEqual(len(self.partitions), 3)

    def test_rolled_segments_are_flushed(self) -> None:
        """Without the flush rule too, in a thread, so that a crash costs little."""
        self.create("t", 1, internal_segment_bytes="150")
        self.thread.slow = True
        self.put(b"a" * 50)
        self.assertEqual(self.thread.count, 0)
        self.put(b"b" * 50)
        self.assertEqual(self.thread.count, 1)
        self.thread.run()
        self.assertEqual(self.partition().log.recovery_point, 1)

    def test_stop_waiting(self) -> None:
        """Every Fetch that waits is answered with what there is, and later ones do not wait."""
        self.create("t", 1)
        first = self.fetch(("t", 0, 0))
        self.partitions.stop_waiting()
        self.assertEqual(values_of(partitions_of(self.outcome(first))[0]), [])
        self.outcome(self.fetch(("t", 0, 0)))

    def test_close(self) -> None:
        """Waits for the flush that runs; answers that wait for another time out."""
        self.create("t", 1, flush_messages="1000")
        self.thread.slow = True
        [first] = self.produce(batch(b"a"))
        [second] = self.produce(batch(b"b"))
        done = self.partitions.close()
        self.assertNoResult(done)
        self.assertEqual([answers_of(self.outcome(one))[0].error_code for one in (first, second)], [ErrorCode.REQUEST_TIMED_OUT] * 2)
        self.thread.run()
        self.successResultOf(done)
        self.assertEqual((self.thread.waiting, self.partition().log.recovery_point), ([], 1))

    def test_flush_under_way_when_deleted(self) -> None:
        """Is nobody's business any more."""
        self.create("t", 1, flush_messages="1000")
        self.thread.slow = True
        [answer] = self.produce(batch(b"a"))
        self.delete()
        self.assertEqual(answers_of(self.outcome(answer))[0].error_code, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.thread.run_all()
        self.assertEqual(self.partitions.produces.waiting_for(key()), 0)


class MadeAgainTests(DataPathTestCase):
    """A topic of the same name is told of beforehand, and does not come after all."""

    def setUp(self) -> None:
        super().setUp()
        self.old = self.create("t", 1)
        self.put(b"kept")
        self.new = dataclasses.replace(self.old, topic_id=TopicId(b"n" * 16))
        self.partitions = Partitions(self.directories, self.coordination, self.settings_of, clock=self.clock, run_in_thread=self.thread)
        self.partitions.load()
        coming = self.partitions.topics_coming([(self.new, 0)])
        if coming is not None:
            self.successResultOf(coming)

    def test_another_of_the_name_that_came_and_went(self) -> None:
        """What is served has nothing to do with it."""
        self.partitions.topic_deleted(self.new)
        self.assertEqual((self.partition().topic_id, self.partition().log.end_offset), (self.old.topic_id, 1))
        self.assertIn("t-0", self.fs.list("/data"))


class UnopenedTests(DataPathTestCase):
    """A log that a start could not open: its directory stays whose it is."""

    def setUp(self) -> None:
        super().setUp()
        self.old = self.create("t", 1)
        self.put(b"kept")
        self.directories[0].close()

        def before_act(act: str, path: str) -> None:
            if (act, path) == ("list", "/data/t-0"):
                raise OSError(errno.EMFILE, "Too many open files", path)

        self.fs.before_act = before_act
        directory = LogDirectory(self.fs, "/data", self.now_ms, LogSettings(), 1)
        report = directory.load()
        self.addCleanup(directory.release)
        self.fs.before_act = None
        self.assertEqual(list(report.failed), [key()])
        self.directories = [directory]
        self.partitions = Partitions(self.directories, self.coordination, self.settings_of, clock=self.clock, run_in_thread=self.thread)
        self.partitions.load(report.failed)

    def test_another_of_the_name_that_came_and_went(self) -> None:
        """Takes nothing along: neither the directory, nor what the checkpoints say of it, nor that it is away."""
        other = dataclasses.replace(self.old, topic_id=TopicId(b"n" * 16))
        coming = self.partitions.topics_coming([(other, 0)])
        if coming is not None:
            self.successResultOf(coming)
        gone = self.partitions.topic_deleted(other)
        if gone is not None:
            self.successResultOf(gone)
        self.assertIn("t-0", self.fs.list("/data"))
        self.assertEqual((self.partitions.get("t", 0), self.partitions.missing("t", 0)), (None, ErrorCode.KAFKA_STORAGE_ERROR))
        do_now(self.directories[0].prepare_checkpoint())
        self.assertEqual(read_offsets(self.fs, "/data/recovery-point-offset-checkpoint"), {key(): 1})
        self.assertFalse(self.directories[0].close(), "a start that could not open it is closed in order")
        self.assertEqual(self.directory("/data").logs[key()].end_offset, 1)

    def test_its_own_topic_takes_it_along(self) -> None:
        gone = self.partitions.topic_deleted(self.old)
        if gone is not None:
            self.successResultOf(gone)
        self.assertNotIn("t-0", self.fs.list("/data"))
        self.assertTrue(self.directories[0].close())


class InThreadsTests(DataPathTestCase):
    """Logs are made in threads, behind what leaves under their names: here nothing is synced, and nobody waits for who syncs."""

    def setUp(self) -> None:
        super().setUp()
        self.waits: list[tuple[str, str]] = []
        self.fs.before_act = self.act

    def act(self, name: str, path: str) -> None:
        if name in ("sync", "sync_directory", "wait", "make_directory") and not self.thread.running:
            self.waits.append((name, path))

    def alone(self) -> SlowDisk:
        saves = SlowDisk()
        self.coordination = LocalCoordination(MemoryStore(), 1, run_blocking=saves)
        self.begin()
        return saves

    def finish(self, saves: SlowDisk) -> None:
        while saves.waiting:
            saves.finish()

    def test_gone_and_made_again_in_one_round(self) -> None:
        saves = self.alone()
        made = self.coordination.create_topic("t", [[1]], {})
        self.finish(saves)
        old = self.successResultOf(made)
        do_now(self.directories[0].prepare_checkpoint())
        self.waits.clear()
        self.coordination.create_topic("first", [[1]], {})
        gone = self.coordination.delete_topic("t")
        again = self.coordination.create_topic("t", [[1]], {})
        self.finish(saves)
        self.successResultOf(gone)
        new = self.successResultOf(again)
        self.assertNotEqual(new.topic_id, old.topic_id)
        self.assertEqual((self.partition().topic_id, self.waits), (new.topic_id, []))

    def test_made_and_grown_in_one_round(self) -> None:
        saves = self.alone()
        self.coordination.create_topic("first", [[1]], {})
        self.coordination.create_topic("t", [[1]], {})
        self.coordination.set_topic_configs("t", {"retention.ms": "9"})
        grown = self.coordination.create_partitions("t", [[1]])
        self.finish(saves)
        self.assertEqual(len(self.successResultOf(grown).partitions), 2)
        self.assertEqual(self.partition("t", 1).log.settings.retention_ms, 9)
        self.assertEqual(self.waits, [])

    def test_of_what_nobody_was_told_beforehand(self) -> None:
        """A broker alone refuses it."""
        topic = TopicInfo("t", TopicId(b"n" * 16), (PartitionInfo(1, 0, (1,), (1,)),), {})
        with self.assertRaises(KlogError) as caught:
            self.partitions.topic_created(topic)
        self.assertEqual((caught.exception.code, self.waits), (ErrorCode.KAFKA_STORAGE_ERROR, []))


class LeadershipTests(DataPathTestCase):
    """A leadership ends for a while and goes on, as `ReplicaControl` has it end and go on while a session is in doubt."""

    def setUp(self) -> None:
        super().setUp()
        self.topic = self.create("t", 3)

    def told(self, leader: int, epoch: int, index: int, partition: Partition, replicas: tuple[int, ...] = (1,)) -> None:
        """Another leader of this partition: the cluster shows it, and we take the role."""
        partitions = list(self.topic.partitions)
        partitions[index] = PartitionInfo(leader, epoch, replicas, replicas)
        self.topic = dataclasses.replace(self.topic, partitions=tuple(partitions))
        topics = {**self.coordination.topics(), "t": self.topic}
        self.patch(self.coordination, "topics", lambda: topics)
        if leader == 1:
            go_on_leading(self.partitions, partition, epoch)
        else:
            stop_leading(self.partitions, partition)

    def served(self) -> list[int]:
        return [one.topic_partition.partition for one in self.partitions.all()]

    def test_gone_and_back(self) -> None:
        partition = self.partition("t", 1)
        self.put(b"a", index=1)
        waiting = self.fetch(("t", 1, 1), max_wait_ms=10_000)
        self.told(-1, 1, 1, partition)
        self.assertEqual(partitions_of(self.successResultOf(waiting))[0].error_code, ErrorCode.NOT_LEADER_OR_FOLLOWER)
        self.assertEqual((self.served(), self.partitions.missing("t", 1)), ([0, 2], ErrorCode.NOT_LEADER_OR_FOLLOWER))
        self.assertIsNone(self.partitions.get_by_id(self.topic.topic_id, 1))
        [answer] = self.produce(batch(b"x"), index=1)
        self.assertEqual(answers_of(answer)[0].error_code, ErrorCode.NOT_LEADER_OR_FOLLOWER)
        self.told(2, 2, 1, partition, replicas=(2,))
        self.told(1, 3, 1, partition)
        self.assertIs(self.partition("t", 1), partition)
        self.assertIs(self.partitions.get_by_id(self.topic.topic_id, 1), partition)
        self.assertEqual((partition.leader_epoch, partition.log.end_offset), (3, 1))
        self.put(b"b", index=1)
        self.assertEqual(partition.log.end_offset_for_epoch(0), (0, 1))

    def test_a_higher_epoch_is_told_to_who_waits(self) -> None:
        waiting = self.fetch(("t", 1, 0), max_wait_ms=10_000, partition_fields={"current_leader_epoch": 0})
        self.told(1, 1, 1, self.partition("t", 1))
        self.assertEqual(partitions_of(self.successResultOf(waiting))[0].error_code, ErrorCode.FENCED_LEADER_EPOCH)

    def test_start_among_others(self) -> None:
        """Only what is ours is made; nothing is served that is not led."""
        partitions = (PartitionInfo(-1, 4, (1,), (1,)), PartitionInfo(2, 4, (2,), (2,)), PartitionInfo(-1, 4, (1, 2), (2,)))
        topic = TopicInfo("u", TopicId(bytes([7] * 16)), (*partitions, PartitionInfo(-1, 0, (1,), ())), {})
        topics = {"u": topic}
        self.patch(self.coordination, "topics", lambda: topics)
        self.partitions = Partitions(self.directories, self.coordination, self.settings_of, clock=self.clock, run_in_thread=self.thread)
        self.partitions.load()
        self.assertEqual((self.served(), [name for name in self.fs.list("/data") if name.startswith("u")]), ([], ["u-0", "u-3"]))
        self.assertEqual(self.partitions.missing("u", 0), ErrorCode.NOT_LEADER_OR_FOLLOWER)

    def test_another_topic_of_the_same_name(self) -> None:
        """What lies there is not served, and not deleted with the new one."""
        self.put(b"old")
        self.directories[0].close()
        directory = self.directory("/data")
        other = TopicId(bytes([7] * 16))
        topic = TopicInfo("t", other, (PartitionInfo(1, 0, (1,), (1,)), PartitionInfo(-1, 0, (1,), ())), {})
        topics = {"t": topic}
        self.patch(self.coordination, "topics", lambda: topics)
        self.partitions = Partitions([directory], self.coordination, self.settings_of, clock=self.clock, run_in_thread=self.thread)
        self.partitions.load()
        self.assertEqual((self.served(), self.partitions.missing("t", 0)), ([], ErrorCode.KAFKA_STORAGE_ERROR))
        self.partitions.topic_deleted(topic)
        self.assertIn("t-0", self.fs.list("/data"))
        self.assertEqual(directory.logs[TopicPartition("t", 0)].end_offset, 1)
