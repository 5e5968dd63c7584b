"""Tests of partitions that move between data directories while something happens to their logs: transactions, cuts, flushes, deletion."""

from __future__ import annotations

import errno
import os

from klog.broker.replicas.moves import MoveState
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.records.implementations import codec
from klog.testing.broker import MemoryBroker
from klog.testing.filesystem import MemoryFileSystem
from klog.wire.messages.alter_replica_log_dirs import AlterReplicaLogDir, AlterReplicaLogDirsRequest, AlterReplicaLogDirTopic
from klog.wire.messages.produce import PartitionProduceData, ProduceRequest, TopicProduceData
from tests.broker.replicas.test_moves import SMALL, T0, MovesCase
from tests.broker.transactions.setting import Producer, TransactionTestCase


class TransactionTests(TransactionTestCase):
    """Transactions begin and end in it, in each step."""

    settings = {"log.dirs": "/one,/two"}

    def home(self, name: TopicPartition) -> str:
        assert self.broker.broker.directories is not None
        [path] = [one.path for one in self.broker.broker.directories if name in one.logs]
        return path

    def begin(self, name: TopicPartition) -> str:
        """A move of this one; where to."""
        to = "/two" if self.home(name) == "/one" else "/one"
        wanted = AlterReplicaLogDir(path=to, topics=[AlterReplicaLogDirTopic(name=name.topic, partitions=[name.partition])])
        answer = self.ask(AlterReplicaLogDirsRequest(dirs=[wanted]), 2)
        self.assertEqual(answer.results[0].partitions[0].error_code, ErrorCode.NONE)
        return to

    def test_moved(self) -> None:
        moves = self.broker.broker.moves
        assert moves is not None
        warnings: list[str] = []
        moves._warn = warnings.append
        producer = Producer(self)
        producer.begin()
        ended = 0
        name = T0
        for name in (T0, TopicPartition("__transaction_state", 0), TopicPartition("__consumer_offsets", 0)):
            self.broker.hold_threads = True
            to = self.begin(name)
            for step in range(60):
                held = list(self.broker._held)
                self.broker._held.clear()
                for function, deferred in held:
                    self.broker._run(function).chainDeferred(deferred)
                self.broker.hold_threads = False
                self.assertEqual(producer.produce(T0), ErrorCode.NONE)
                if step % 2:
                    self.assertEqual(producer.end(commit=step % 3 > 0), ErrorCode.NONE)
                    ended += 1
                self.broker.hold_threads = True
                self.broker.advance(0.02)
            self.broker.hold_threads = False
            self.broker.run_threads()
            self.assertEqual((self.home(name), list(moves.moves)), (to, []))
        self.assertEqual(warnings, [])
        log = self.log(T0)
        self.assertEqual(self.stable(T0), (log.end_offset, 180 + ended))
        before = log.aborted_transactions(0, log.end_offset)
        self.assertEqual(len(before), 30)
        self.restart()
        self.assertEqual(self.log(T0).aborted_transactions(0, log.end_offset), before)
        self.assertEqual(producer.produce(T0), ErrorCode.NONE)

    def test_a_batch_that_is_being_verified(self) -> None:
        """The coordinator was asked, and answers when the partition lies elsewhere."""
        producer = Producer(self, version=1)
        producer.begin()
        producer.add(T0)
        guard = self.log(T0).begin_verification(producer.producer_id, producer.epoch, 0, knows_epoch_bumps=False)
        self.assertIsNotNone(guard)
        to = self.begin(T0)
        self.broker.advance(5)
        self.assertEqual(self.home(T0), to)
        self.assertTrue(self.log(T0)._producers._is_verified(producer.producer_id, guard))

    def test_behind_a_batch_that_the_full_disk_has_refused(self) -> None:
        """The partition lies where there is room when the next one comes, which is on its way; it is not put in front."""
        made = [codec.build_batch([(0, None, b"v", ())], producer_id=9, producer_epoch=0, base_sequence=number) for number in range(2)]

        def send(records: bytes) -> int:
            data = PartitionProduceData(index=T0.partition, records=records)
            request = ProduceRequest(acks=1, timeout_ms=1_000, topic_data=[TopicProduceData(name=T0.topic, partition_data=[data])])
            return int(self.ask(request, 9).responses[0].partition_responses[0].error_code)

        self.broker.file_system.fail_writes(errno.ENOSPC)
        refused = send(made[0])
        self.broker.file_system.fail_writes(None)
        to = self.begin(T0)
        self.broker.advance(5)
        self.assertEqual(self.home(T0), to)
        self.assertEqual([refused, send(made[1])], [ErrorCode.KAFKA_STORAGE_ERROR] * 2)
        self.assertEqual(([send(records) for records in made], self.log(T0).end_offset), ([ErrorCode.NONE] * 2, 2))


class CutTests(MovesCase):
    """A follower's log is cut on its leader's word, and other records come to stand where some were copied."""

    CONFIGS = {**SMALL, "internal.segment.bytes": "2000"}

    def cut(self, steps: int, offset: int, *, fully: bool = False) -> MoveState | None:
        """A move with a cut after so many steps; the state that the move was in."""
        self.setUp()
        self.put(11)
        self.memory.hold_threads = True
        self.alter()
        for _ in range(steps):
            self.step()
            self.memory.advance(0.04)
        state = None if self.move is None else self.move.state
        partition = self.memory.broker.partitions.get("t", 0)
        assert partition is not None
        while partition.log.work.running:
            self.step()
        log, directory = partition.log, self.memory.broker.partitions.home(partition)
        work = directory.prepare_truncation(T0, offset, fully=fully)
        # The thread that copies is quicker.
        self.step()
        log.assign_leader_epoch(log.leader_epoch + 3)
        self.memory._run(lambda: work.settle(work.run()))
        self.assertEqual(log.end_offset, offset)
        if steps % 2:
            self.step()
        kept = [] if fully else list(range(offset))
        self.count = 100
        # As many as there were: the copy would go on at the end of a batch.
        self.put(8)
        self.memory.hold_threads = False
        self.memory.run_threads()
        self.until_moved()
        self.assertEqual(self.homes(), {"/one": [], "/two": ["t-0"]})
        self.assertEqual(self.found(), [*kept, *range(100, 108)])
        self.restart()
        self.assertEqual(self.found(), [*kept, *range(100, 108)])
        return state

    def test_at_each_step(self) -> None:
        states = {self.cut(steps, 5) for steps in range(13)}
        self.assertLessEqual({MoveState.COPYING, MoveState.OPENING, MoveState.FLUSHING, None}, states)

    def test_all_of_it(self) -> None:
        for steps in range(4):
            self.cut(steps, 50, fully=True)


class StampedTests(MovesCase):
    """A topic that has records stamped with the time of their appending."""

    CONFIGS = {**SMALL, "message.timestamp.type": "LogAppendTime"}

    def test_while_records_come_in_each_step(self) -> None:
        self.put(11)
        self.memory.hold_threads = True
        self.alter()
        stamped: list[int] = []
        for _ in range(60):
            self.put(1)
            self.step()
            self.memory.advance(0.02)
            if self.move is None:
                break
        self.memory.hold_threads = False
        self.memory.run_threads()
        stamped = [one.timestamp_ms for one in self.memory.messages("t", 0)]
        self.assertEqual(self.homes(), {"/one": [], "/two": ["t-0"]})
        self.assert_all()
        self.assertGreater(len(set(stamped)), 3)
        self.restart()
        self.assertEqual([one.timestamp_ms for one in self.memory.messages("t", 0)], stamped)


class FlushedTests(MovesCase):
    """Under the flush rule answers wait for the disk: none of them is told of an error that there was none of."""

    CONFIGS = {**SMALL, "flush.messages": "1"}

    def test_a_flush_is_under_way_in_each_step(self) -> None:
        """Threads are given back one by one, in an order that is drawn by `number`."""
        for number in range(24):
            self.setUp()
            self.memory.hold_threads = True
            client = self.memory.connect()
            self.alter()
            answers = []
            for step in range(80):
                if self.move is not None:
                    data = codec.build_batch([(self.memory.now_ms(), None, b"%06d" % step, ())])
                    topic = TopicProduceData(name="t", partition_data=[PartitionProduceData(index=0, records=data)])
                    client.send((ProduceRequest(acks=1, timeout_ms=60_000, topic_data=[topic]), 9))
                if self.memory._held:
                    index = (number >> step % 4) % len(self.memory._held)
                    function, deferred = self.memory._held[index]
                    del self.memory._held[index]
                    self.memory._run(function).chainDeferred(deferred)
                self.memory.advance(0.05)
            self.memory.hold_threads = False
            self.memory.run_threads()
            self.until_moved()
            self.memory.advance(2)
            answers = [answer.responses[0].partition_responses[0] for answer in client.receive()]
            self.assertGreater(len(answers), 3)
            self.assertEqual({answer.error_code for answer in answers}, {ErrorCode.NONE}, number)
            self.assertEqual([answer.base_offset for answer in answers], list(range(len(answers))))
            self.memory.stop()


class DeletedTests(MovesCase):
    """The topic goes while both folders have its name, and the disk is quicker to delete than to move."""

    def test_at_each_step(self) -> None:
        for steps in range(13):
            self.setUp()
            self.memory.hold_threads = True
            self.put(11)
            self.alter()
            for _ in range(steps):
                self.step()
                self.memory.advance(0.05)
            before = list(self.memory._held)
            deleted = self.memory.broker.coordination.delete_topic("t")
            for _ in range(6):
                for one in [each for each in self.memory._held if each not in before]:
                    self.memory._held.remove(one)
                    self.memory._run(one[0]).chainDeferred(one[1])
            self.successResultOf(deleted)
            self.memory.hold_threads = False
            self.memory.run_threads()
            self.memory.advance(40)
            self.memory.run_threads()
            self.assertEqual((self.files("/one"), self.files("/two")), ([], []), steps)
            self.restart()
            self.assertNotIn("t", self.memory.broker.coordination.topics())
            self.memory.stop()


class HalfMovedTests(MovesCase):
    """The broker dies when both folders have the name, and something is wrong with one of the two data directories at its next start."""

    def die(self, state: MoveState) -> MemoryFileSystem:
        """What is left of a move that has come so far."""
        self.setUp()
        self.memory.hold_threads = True
        self.put(11)
        self.alter()
        while self.move is not None and self.move.state is not state:
            self.step()
            self.memory.advance(0.01)
        self.assertEqual((self.files("/one"), self.files("/two")), (["t-0"], ["t-0"]))
        self.memory.hold_threads = False
        self.memory.kill()
        self.memory.file_system.before_act = self.before_act
        return self.memory.file_system

    def test_one_is_away(self) -> None:
        """It comes back with the start after that."""
        states = (MoveState.FLUSHING, MoveState.REMOVING)
        for away, state in [(path, state) for path in ("/one", "/two") for state in states]:
            file_system = self.die(state)
            self.dead[away] = errno.EIO
            self.memory = self.broker(file_system)
            self.memory.start()
            self.assert_all()
            self.put(2)
            self.dead.clear()
            self.restart()
            self.assert_all()
            here = "/two" if away == "/one" else "/one"
            self.assertEqual(self.homes(), {away: [], here: ["t-0"]})
            self.memory.advance(10)
            self.assertEqual((self.files(away), self.files(here)), ([], ["t-0"]))
            self.restart(crash=True)
            self.assert_all()
            self.memory.stop()

    def test_an_error_at_the_start(self) -> None:
        """Once, wherever: it costs one directory, until the next start."""
        for prefix in ("/one", "/two"):
            points = iter(range(1000))
            while self.started(prefix, next(points)):
                pass
            self.assertGreater(next(points), 20)

    def started(self, prefix: str, point: int) -> bool:
        """Whether the error came."""
        acts = 0
        file_system = self.die(MoveState.FLUSHING)

        def before_act(name: str, path: str) -> None:
            nonlocal acts
            if path.startswith(prefix) and name != "wait":
                acts += 1
                if acts == point + 1:
                    raise OSError(errno.EIO, os.strerror(errno.EIO), path)

        file_system.before_act = before_act
        self.memory = MemoryBroker({"log.dirs": "/one,/two"}, file_system=file_system)
        self.memory.start()
        came, acts = acts > point, 1000
        file_system.before_act = None
        self.restart()
        self.assert_all()
        self.assertEqual(sum(map(len, self.homes().values())), 1)
        self.memory.stop()
        return came


class GapTests(MovesCase):
    """Kafka's compaction has left a gap between two segments."""

    def test_killed_as_soon_as_the_new_one_serves(self) -> None:
        self.put(11)
        self.memory.stop()
        file_system = self.memory.file_system
        for name in file_system.list("/one/t-0"):
            if name.startswith("00000000000000000004."):
                file_system.remove(f"/one/t-0/{name}")
        self.memory = self.broker(file_system)
        self.memory.start()
        left = self.found()
        self.assertNotIn(4, left)
        self.memory.hold_threads = True
        self.alter()
        while self.move is not None and self.move.state is not MoveState.FLUSHING:
            self.step()
            self.memory.advance(0.01)
        self.put(4)
        self.memory.hold_threads = False
        self.memory.kill()
        self.memory = self.broker(file_system)
        self.memory.start()
        self.assertEqual(self.found(), [*left, *range(11, 15)])
        self.assertEqual(self.homes(), {"/one": [], "/two": ["t-0"]})
