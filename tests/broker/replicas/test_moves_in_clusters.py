"""Tests of copies that move between the data directories of a broker while another one leads, or comes to lead."""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import Deferred

from klog.broker.replicas.partition import Partition
from klog.client.admin.types import NewTopic
from klog.client.producing.producer import Producer
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.storage.filenames import MOVING_MARK
from klog.testing.broker import MemoryBroker
from klog.wire.messages.alter_replica_log_dirs import AlterReplicaLogDir, AlterReplicaLogDirsRequest, AlterReplicaLogDirTopic
from tests.broker.cluster_rig import ClusterRig

T0 = TopicPartition("t", 0)


class MovesInClustersTests(ClusterRig):
    """Three brokers of two data directories each; ``t-0`` lies on all of them."""

    def setUp(self) -> None:
        super().setUp()
        for number in (1, 2, 3):
            self.broker(number, log_dirs="/one,/two")
        configs = {"min.insync.replicas": "2", "file.delete.delay.ms": "0"}
        topic = NewTopic(T0.topic, 1, replication_factor=3, configs=configs)
        outcome = self.ask(self.brokers[1], lambda admin: admin.create_topics([topic]))
        self.assertEqual(dict(outcome.errors), {})
        self.count = 0
        self.put(5)

    def replica(self, broker: MemoryBroker) -> Partition:
        assert broker.broker.partitions is not None
        found = broker.broker.partitions.replica(*T0)
        assert found is not None
        return found

    def home(self, broker: MemoryBroker) -> str:
        assert broker.broker.partitions is not None
        return broker.broker.partitions.home(self.replica(broker)).path

    @property
    def leader(self) -> MemoryBroker:
        """Who leads it."""
        [found] = [one for one in self.brokers.values() if one.is_ready and one.broker.partitions.get(*T0) is not None]  # type: ignore[union-attr]
        return found

    @property
    def follower(self) -> MemoryBroker:
        """One who does not."""
        return next(one for one in self.brokers.values() if one.is_ready and one is not self.leader)

    def put(self, count: int) -> None:
        """So many records more, numbered."""
        bootstrap = ",".join(broker.bootstrap for broker in self.brokers.values())

        async def run() -> None:
            async with Producer(self.reactor, bootstrap) as producer:
                for number in range(self.count, self.count + count):
                    await producer.send("t", b"%d" % number)

        self.until(Deferred.fromCoroutine(run()))
        self.count += count

    def alter(self, broker: MemoryBroker, path: str) -> int:
        wanted = AlterReplicaLogDir(path=path, topics=[AlterReplicaLogDirTopic(name=T0.topic, partitions=[0])])
        answer = broker.connect().ask(AlterReplicaLogDirsRequest(dirs=[wanted]), 2)
        code: int = answer.results[0].partitions[0].error_code
        return code

    def moves(self, broker: MemoryBroker) -> Any:
        assert broker.broker.moves is not None
        return broker.broker.moves.moves

    def folders(self, broker: MemoryBroker) -> list[str]:
        """Whatever lies there of it, but for what waits for its removal."""
        fs = broker.file_system
        names = [f"{path}/{name}" for path in ("/one", "/two") for name in fs.list(path)]
        return [name for name in names if name.split("/")[2].startswith("t-0") and not name.endswith("-delete")]

    def other(self, broker: MemoryBroker) -> str:
        """The data directory where it does not lie."""
        return "/two" if self.home(broker) == "/one" else "/one"

    def check_moved(self, broker: MemoryBroker, path: str) -> None:
        """It lies there and nowhere else, and goes on being copied."""
        self.until_true(lambda: broker.is_ready and not self.moves(broker) and self.home(broker) == path, 90)
        self.assertEqual(self.folders(broker), [f"{path}/t-0"])
        self.assertNotIn(MOVING_MARK, broker.file_system.list(f"{path}/t-0"))
        self.put(3)
        self.until_true(lambda: all(self.replica(one).end_offset == self.count for one in self.brokers.values()))

    def die_while_it_moves(self, broker: MemoryBroker) -> None:
        """Its process ends when the copy was begun."""
        broker.hold_threads = True
        self.assertEqual(self.alter(broker, self.other(broker)), ErrorCode.NONE)
        function, deferred = broker._held.pop()
        broker._run(function).chainDeferred(deferred)
        self.assertEqual(len(self.folders(broker)), 2)
        broker.kill()
        broker.hold_threads = False

    def test_of_a_follower(self) -> None:
        broker = self.follower
        to = self.other(broker)
        self.assertEqual(self.alter(broker, to), ErrorCode.NONE)
        self.put(3)
        self.check_moved(broker, to)

    def test_its_leader_is_another_one_meanwhile(self) -> None:
        """The broker that leads lets go of it in the middle of the move: another one leads then."""
        broker = self.leader
        to = self.other(broker)
        broker.hold_threads = True
        self.assertEqual(self.alter(broker, to), ErrorCode.NONE)
        self.replica(broker).stop()
        control = broker.broker.replication.control  # type: ignore[union-attr]
        control.leading_suspended()
        broker.hold_threads = False
        broker.run_threads()
        self.reactor.advance(1)
        control.leading_resumed()
        self.until_true(lambda: not self.moves(broker), 60)
        self.assertEqual(self.home(broker), to)

    def test_the_broker_is_started_again_meanwhile(self) -> None:
        broker = self.follower
        to = self.other(broker)
        self.die_while_it_moves(broker)
        self.reactor.advance(1)
        broker.start().until_ready()
        self.put(2)
        self.check_moved(broker, to)

    def test_the_topic_is_deleted_before_the_move_goes_on(self) -> None:
        """Of a broker that was away nothing is left, the copy on its way neither."""
        broker = self.follower
        self.die_while_it_moves(broker)
        self.reactor.advance(10)
        outcome = self.ask(self.leader, lambda admin: admin.delete_topics(["t"]))
        self.assertEqual(dict(outcome.errors), {})
        broker.start().until_ready()
        self.until_true(lambda: not self.folders(broker), 60)
