"""Tests of partitions that move between data directories while they are served."""

from __future__ import annotations

import contextlib
import errno
import os
import random
from collections.abc import Sequence

import pytest
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.replicas.moves import Move
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.storage.checkpoint_files import EpochEntry
from klog.storage.directories.future_folder import FutureFolder
from klog.storage.filenames import MOVING_MARK
from klog.storage.log.flush_work import Flush
from klog.testing.broker import MemoryBroker
from klog.testing.filesystem import MemoryFileSystem, Survival
from klog.wire.messages.alter_partition_reassignments import (
    AlterPartitionReassignmentsRequest,
    ReassignablePartition,
    ReassignableTopic,
)
from klog.wire.messages.alter_replica_log_dirs import AlterReplicaLogDir, AlterReplicaLogDirsRequest, AlterReplicaLogDirTopic
from klog.wire.messages.describe_log_dirs import DescribeLogDirsRequest
from klog.wire.messages.list_partition_reassignments import ListPartitionReassignmentsRequest
from tests import peers

T0 = TopicPartition("t", 0)
#: Two records fill a segment.
SMALL = {"internal.segment.bytes": "200", "file.delete.delay.ms": "0"}


class Ended(BaseException):
    """The process has ended: whoever catches this does nothing any more."""


class MovesCase(SynchronousTestCase):
    """Two data directories; ``t-0`` lies in the first."""

    CONFIGS = SMALL

    def setUp(self) -> None:
        self.dead: dict[str, int] = {}
        self.memory = self.broker()
        self.memory.start()
        self.addCleanup(lambda: self.memory.stop() if self.memory.is_ready else None)
        self.successResultOf(self.memory.broker.coordination.create_topic("t", [[1]], self.CONFIGS))
        self.assertEqual(self.homes(), {"/one": ["t-0"], "/two": []})
        self.count = 0

    def broker(self, file_system: MemoryFileSystem | None = None, **properties: str) -> MemoryBroker:
        memory = MemoryBroker({"log.dirs": "/one,/two", **properties}, file_system=file_system)
        memory.file_system.before_act = self.before_act
        return memory

    def before_act(self, name: str, path: str) -> None:
        for prefix, number in self.dead.items():
            if path.startswith(prefix):
                raise OSError(number, os.strerror(number), path)

    def homes(self) -> dict[str, list[str]]:
        assert self.memory.broker.directories is not None
        return {one.path: sorted(str(name) for name in one.logs) for one in self.memory.broker.directories}

    def put(self, count: int = 1) -> None:
        """More records, numbered."""
        for _ in range(count):
            self.memory.put("t", [b"%06d" % self.count + b"x" * 60])
            self.count += 1

    def assert_all(self) -> None:
        """Every record once, in order."""
        self.assertEqual(self.found(), list(range(self.count)))

    def found(self) -> list[int]:
        """The numbers of all records, in order."""
        return [int(one.value[:6]) for one in self.memory.messages("t", 0)]

    def alter(self, path: str = "/two", topic: str = "t", index: int = 0) -> int:
        wanted = AlterReplicaLogDir(path=path, topics=[AlterReplicaLogDirTopic(name=topic, partitions=[index])])
        answer = self.memory.connect().ask(AlterReplicaLogDirsRequest(dirs=[wanted]), 2)
        code: int = answer.results[0].partitions[0].error_code
        return code

    def described(self) -> dict[str, list[tuple[str, bool]]]:
        answer = self.memory.connect().ask(DescribeLogDirsRequest(topics=None), 4)
        return {
            one.log_dir: [(f"{topic.name}-{each.partition_index}", each.is_future_key) for topic in one.topics for each in topic.partitions]
            for one in answer.results
        }

    @property
    def move(self) -> Move | None:
        assert self.memory.broker.moves is not None
        return self.memory.broker.moves.moves.get(T0)

    def until_moved(self, most_s: float = 60.0) -> None:
        passed = 0.0
        while self.move is not None and passed < most_s:
            self.memory.run_threads()
            self.memory.advance(0.05)
            passed += 0.05
        self.assertIsNone(self.move)

    def step(self) -> None:
        """What waits for a thread now is done, and not what follows from it."""
        held = list(self.memory._held)
        self.memory._held.clear()
        for function, deferred in held:
            self.memory._run(function).chainDeferred(deferred)

    def files(self, path: str) -> list[str]:
        """Folders of partitions that do not wait for their removal."""
        return [name for name in self.memory.file_system.list(path) if name.startswith("t-") and not name.endswith("-delete")]

    def restart(self, crash: bool = False) -> None:
        if crash:
            self.memory = self.memory.crash(random.Random(3))
            self.memory.file_system.before_act = self.before_act
        else:
            self.memory.stop()
            self.memory = self.broker(self.memory.file_system)
        self.memory.start()


class MovesTests(MovesCase):
    """A move from its beginning to its end."""

    def test_moved(self) -> None:
        self.put(11)
        self.assertEqual(self.alter(), 0)
        self.until_moved()
        self.assertEqual(self.homes(), {"/one": [], "/two": ["t-0"]})
        self.assert_all()
        self.put(5)
        self.assert_all()
        self.assertEqual((self.files("/one"), self.files("/two")), ([], ["t-0"]))
        self.assertNotIn(MOVING_MARK, self.memory.file_system.list("/two/t-0"))
        self.assertEqual(self.described(), {"/one": [], "/two": [("t-0", False)]})
        for crash in (False, True):
            self.restart(crash)
            self.assertEqual(self.homes(), {"/one": [], "/two": ["t-0"]})
            self.assert_all()
        # And back.
        self.assertEqual(self.alter("/one"), 0)
        self.until_moved()
        self.assertEqual(self.homes(), {"/one": ["t-0"], "/two": []})
        self.assert_all()

    def test_an_empty_one(self) -> None:
        self.assertEqual(self.alter(), 0)
        self.until_moved()
        self.assertEqual(self.homes(), {"/one": [], "/two": ["t-0"]})
        self.put(3)
        self.assert_all()

    def test_while_records_come_in_each_step(self) -> None:
        """Between any two steps of a thread something is appended."""
        self.put(11)
        self.memory.hold_threads = True
        self.assertEqual(self.alter(), 0)
        steps = 0
        while self.move is not None and steps < 500:
            self.put(1)
            self.step()
            self.put(1)
            self.memory.advance(0.01)
            steps += 1
        self.assertIsNone(self.move)
        self.memory.hold_threads = False
        self.assertEqual(self.homes(), {"/one": [], "/two": ["t-0"]})
        self.put(3)
        self.assert_all()
        self.memory.run_threads()
        self.restart()
        self.assert_all()

    def test_what_is_told_meanwhile(self) -> None:
        self.put(11)
        self.memory.hold_threads = True
        self.alter()
        self.assertEqual(self.described(), {"/one": [("t-0", False)], "/two": [("t-0", True)]})
        self.memory.hold_threads = False
        self.memory.run_threads()
        self.until_moved()

    def test_below_the_throttle(self) -> None:
        self.put(40)
        coordination = self.memory.broker.coordination
        self.successResultOf(coordination.set_broker_configs(1, {"replica.alter.log.dirs.io.max.bytes.per.second": "500"}))
        size = sum(one.size_bytes for one in self.memory.broker.directories.logs())
        begun_s = self.memory.clock.seconds()
        self.alter()
        self.until_moved()
        self.assertGreater(self.memory.clock.seconds() - begun_s, size / 500 * 0.8)
        self.assert_all()

    def test_nothing_to_do(self) -> None:
        self.assertEqual(self.alter("/one"), 0)
        self.assertIsNone(self.move)

    def test_refused(self) -> None:
        self.assertEqual(self.alter("/three"), ErrorCode.LOG_DIR_NOT_FOUND)
        self.assertEqual(self.alter("/two", "t" * 249), ErrorCode.INVALID_TOPIC_EXCEPTION)
        self.dead["/two"] = errno.EIO
        directory = self.memory.broker.directories.all[1]
        directory.context.take_offline("/two", OSError(errno.EIO, "gone"))
        self.memory.advance(0.1)
        self.assertEqual(self.alter(), ErrorCode.KAFKA_STORAGE_ERROR)

    def test_one_that_is_made_later(self) -> None:
        self.assertEqual(self.alter("/one", "u"), ErrorCode.REPLICA_NOT_AVAILABLE)
        self.memory.create_topics({"u": 1})
        self.assertEqual(self.homes(), {"/one": ["t-0", "u-0"], "/two": []})

    def test_given_up_on_the_way(self) -> None:
        """Asked to stay where it is, the copy goes."""
        self.put(11)
        self.memory.hold_threads = True
        self.alter()
        self.step()
        self.assertEqual((self.files("/one"), len(self.files("/two"))), (["t-0"], 1))
        self.assertEqual(self.alter("/one"), 0)
        self.memory.hold_threads = False
        self.memory.run_threads()
        self.memory.advance(40)
        self.assertIsNone(self.move)
        self.assertEqual((self.files("/two"), self.homes()["/one"]), ([], ["t-0"]))
        self.assert_all()

    def test_the_topic_is_deleted_on_the_way(self) -> None:
        for steps in range(8):
            self.memory.hold_threads = True
            self.put(11)
            self.alter()
            for _ in range(steps):
                self.step()
                self.memory.advance(0.01)
            deleted = self.memory.broker.coordination.delete_topic("t")
            self.memory.hold_threads = False
            self.memory.run_threads()
            self.memory.advance(40)
            self.memory.run_threads()
            self.successResultOf(deleted)
            self.assertEqual((self.files("/one"), self.files("/two")), ([], []), steps)
            self.restart()
            self.assertEqual(self.homes(), {"/one": [], "/two": []})
            self.memory.advance(10)
            self.successResultOf(self.memory.broker.coordination.create_topic("t", [[1]], self.CONFIGS))
            if self.homes()["/two"]:
                self.fail("made in the other directory")
            self.count = 0

    def test_a_copy_of_a_partition_that_is_not_there(self) -> None:
        """Klog's or Kafka's: it is left alone, and said; who makes the partition later has nothing of it."""
        self.put(3)
        self.memory.stop()
        file_system, name = self.memory.file_system, f"gone-0.{'ab' * 16}-future"
        file_system.make_directory(f"/two/{name}")
        file_system.write(f"/two/{name}/{0:020d}.log", b"something")
        self.memory = self.broker(file_system)
        self.memory.start()
        self.assertEqual(self.described(), {"/one": [("t-0", False)], "/two": []})
        self.memory.create_topics({"gone": 1})
        self.memory.advance(40)
        self.assertEqual(self.homes(), {"/one": ["t-0"], "/two": ["gone-0"]})
        self.assertEqual(list(self.memory.messages("gone", 0)), [])
        self.assertEqual(file_system.read(f"/two/{name}/{0:020d}.log"), b"something")
        self.assert_all()

    def test_retention_goes_on(self) -> None:
        self.put(20)
        self.memory.hold_threads = True
        self.alter()
        log = self.memory.broker.partitions.get("t", 0).log
        log.truncate_start(10)
        self.memory.hold_threads = False
        log.apply_retention(self.memory.now_ms())
        self.memory.run_threads()
        self.until_moved()
        self.assertEqual(self.homes()["/two"], ["t-0"])
        new = self.memory.broker.partitions.get("t", 0).log
        self.assertEqual((new.start_offset, new.end_offset), (10, 20))
        self.restart(crash=True)
        new = self.memory.broker.partitions.get("t", 0).log
        self.assertEqual((new.start_offset, new.end_offset), (10, 20))

    def test_reassignments_of_brokers(self) -> None:
        """What the tool asks besides."""
        client = self.memory.connect()
        self.assertEqual(client.ask(ListPartitionReassignmentsRequest(topics=None), 0).topics, [])
        for index, replicas, expected in ((0, [1], 0), (0, [2], 39), (0, None, 85), (7, [1], 3)):
            wanted = [ReassignablePartition(partition_index=index, replicas=replicas)]
            answer = client.ask(AlterPartitionReassignmentsRequest(topics=[ReassignableTopic(name="t", partitions=wanted)]), 0)
            self.assertEqual([one.error_code for one in answer.responses[0].partitions], [expected])


class FlushRuleTests(MovesCase):
    """Under the flush rule nothing that was shown is hidden, and nothing is shown that is not flushed."""

    CONFIGS = {**SMALL, "flush.messages": "3"}

    def test_moved_under_load(self) -> None:
        self.put(11)
        self.memory.hold_threads = True
        self.alter()
        high = 0
        for _ in range(300):
            self.put(1)
            partition = self.memory.broker.partitions.get("t", 0)
            self.assertGreaterEqual(partition.log.high_watermark, high)
            high = partition.log.high_watermark
            self.step()
            partition = self.memory.broker.partitions.get("t", 0)
            self.assertGreaterEqual(partition.log.high_watermark, high)
            high = partition.log.high_watermark
            self.memory.advance(0.01)
            if self.move is None:
                break
        self.assertIsNone(self.move)
        self.assertEqual(self.homes()["/two"], ["t-0"])
        self.memory.hold_threads = False
        self.memory.run_threads()
        self.put(1)
        self.memory.advance(1)
        self.assert_all()


@pytest.mark.soak
class FaultTests(MovesCase):
    """The disk refuses, once, any act of a move: nothing is lost, and the move is tried again, or gone on with at the next start."""

    def refused(self, prefix: str, point: int, number: int) -> bool:
        """Whether it came so far."""
        self.setUp()
        self.put(9)
        acts = 0

        def before_act(name: str, path: str) -> None:
            nonlocal acts
            if path.startswith(prefix) and name not in ("exists", "is_directory", "usage", "lock", "wait"):
                acts += 1
                if acts == point + 1:
                    raise OSError(number, os.strerror(number), path)

        self.memory.hold_threads = True
        self.memory.file_system.before_act = before_act
        self.alter()
        for step in range(40):
            if step % 4 == 1 and acts <= point:
                # What is refused is not stored.
                with contextlib.suppress(KlogError):
                    self.put(1)
            self.step()
            self.memory.advance(0.01)
        came = acts > point
        self.memory.file_system.before_act = None
        self.memory.hold_threads = False
        self.memory.run_threads()
        for _ in range(20):
            self.memory.advance(4)
        self.flushLoggedErrors(OSError)
        if not self.memory.broker.directories.offline:
            self.assert_all()
            self.assertIsNone(self.move)
            self.assertEqual(self.homes(), {"/one": [], "/two": ["t-0"]}, (prefix, point))
        self.restart()
        self.assert_all()
        self.assertEqual(sum(map(len, self.homes().values())), 1)
        self.memory.stop()
        return came

    def test_any_act_in_either_directory(self) -> None:
        for prefix in ("/two", "/one"):
            point = 0
            while self.refused(prefix, point, (errno.EIO, errno.ENOSPC)[point % 2]):
                point += 1 if peers.SOAK else 3
            self.assertGreater(point, 3, prefix)


@pytest.mark.soak
class CrashTests(MovesCase):
    """The power fails at any act of a move, or the process ends there: afterwards every record is there once, and the move goes on."""

    def cut(self, point: int) -> bool:
        """A move that ends at its n-th act on the disk; whether it came so far."""
        self.setUp()
        self.put(9)
        memory = self.memory
        memory.broker.directories.all[0].logs[T0].flush()
        acts = 0
        died = False

        def before_act(name: str, path: str) -> None:
            nonlocal acts, died
            if died or name in ("exists", "size", "read", "list", "is_directory", "open", "modified_ms", "usage", "wait"):
                return
            acts += 1
            if acts > point:
                died = True
                raise Ended

        memory.hold_threads = True
        memory.file_system.before_act = before_act
        try:
            self.alter()
            for number in range(60):
                if self.move is None:
                    break
                if number % 3 == 1:
                    self.put(1)
                held = list(memory._held)
                memory._held.clear()
                for function, deferred in held:
                    result = function()
                    deferred.callback(result)
                memory.advance(0.01)
                if died:
                    break
        except Ended:
            pass
        self.flushLoggedErrors(Ended)
        memory.file_system.before_act = None
        return died

    def go_on(self, file_system: MemoryFileSystem, least: int, where: object) -> None:
        """A start on what is left: `least` records at least, one after the other, and the move ends."""
        self.memory = MemoryBroker({"log.dirs": "/one,/two"}, file_system=file_system)
        self.memory.start()
        found = self.found()
        self.assertEqual(found, list(range(len(found))), where)
        self.assertGreaterEqual(len(found), least, where)
        self.count = len(found)
        self.put(3)
        self.until_moved()
        self.assert_all()
        homes = self.homes()
        self.assertEqual(sorted(homes["/one"] + homes["/two"]), ["t-0"], where)
        self.restart()
        self.assert_all()
        self.memory.stop()

    def test_the_process_ends(self) -> None:
        point = 0
        while self.cut(point):
            self.go_on(self.memory.file_system.crash(random.Random(point), Survival.EVERYTHING), self.count - 1, point)
            point += 1 if peers.SOAK else 4
        self.assertGreater(point, 20)

    def test_the_power_fails(self) -> None:
        """With what was not synced gone, torn, reordered, or there by name only; each way that has a name, and some that are drawn."""
        named = [survival for survival in Survival if survival is not Survival.ANY]
        first = peers.seed() if peers.SOAK else 0
        chance = random.Random(first)
        point = disks = 0
        while self.cut(point):
            left = self.memory.file_system
            ways = [*named, *[Survival.ANY] * 8] if peers.SOAK else [named[point // 5 % len(named)], Survival.ANY]
            for survival in ways:
                self.go_on(left.crash(random.Random(chance.random()), survival), 9, (first, point, survival))
                disks += 1
            point += 1 if peers.SOAK else 5
        print(f"KLOG_SEED={first}: {disks} disks of a move of {point} acts")
        self.assertGreater(point, 20)


class LeaderEpochTests(MovesCase):
    """The disk that is left is slow."""

    def all_but_flushes(self) -> None:
        waiting = list(self.memory._held)
        self.memory._held.clear()
        for function, deferred in waiting:
            if isinstance(getattr(function, "__self__", None), Flush):
                self.memory._held.append((function, deferred))
            else:
                self.memory._run(function).chainDeferred(deferred)
        self.memory.run()

    def test_an_epoch_that_no_flush_has_written(self) -> None:
        """While a segment is synced an epoch begins, in one that is rolled before the next flush."""
        assert self.memory.broker.partitions is not None
        partition = self.memory.broker.partitions.get("t", 0)
        assert partition is not None
        log = partition.log
        first = log.leader_epoch
        self.memory.hold_threads = True
        self.put(3)
        self.assertTrue(log.is_busy)
        log.assign_leader_epoch(first + 1, note=True)
        self.put(4)
        self.assertEqual(log.end_offset_for_epoch(first), (first, 3))
        handed: list[EpochEntry] = []
        finish = FutureFolder.finish

        def recorded(folder: FutureFolder, epochs: Sequence[EpochEntry]) -> int:
            handed.extend(epochs)
            return finish(folder, epochs)

        self.patch(FutureFolder, "finish", recorded)
        self.assertEqual(self.alter(), 0)
        for _ in range(400):
            if self.homes()["/two"]:
                break
            self.all_but_flushes()
            self.memory.advance(0.05)
        self.assertEqual(partition.log.directory, "/two/t-0")
        self.assertEqual(partition.log.end_offset_for_epoch(first), (first, 3))
        self.assertEqual(handed, [EpochEntry(first, 0), EpochEntry(first + 1, 3)])
        self.memory.hold_threads = False
        self.until_moved()
