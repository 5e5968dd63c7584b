"""A leader and a follower in memory: both with real logs, and the follower's requests go through the leader's handlers, as bytes."""

from __future__ import annotations

import dataclasses
from typing import Any, ClassVar

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from klog.broker.following.fetchers import ReplicaFetchers
from klog.broker.replicas.leadership import LeaderEnvironment
from klog.broker.replicas.partition import Partition
from klog.broker.replicas.partitions import Partitions
from klog.broker.replicas.replica_control import ReplicaControl
from klog.broker.settings.settings import BrokerSettings
from klog.errors import ErrorCode, KlogError
from klog.replication.control import ControlEpochs, PartitionTold
from klog.replication.inter_broker_versions import RequestVersions
from klog.storage.directories.directory import LogDirectory
from klog.storage.settings import LogSettings
from klog.testing.filesystem import MemoryFileSystem
from klog.wire.messages.fetch import FetchRequest
from tests.broker.replicas.controlled_rig import LAG_MS, ControlledCase, ControlledCoordination
from tests.broker.rig import SlowThread, over_the_wire

#: More than any test has by one connection.
MOST_REQUESTS = 1_000


class SecondCoordination(ControlledCoordination):
    """As broker 2 sees the cluster."""

    def broker_id(self) -> int:
        return 2

    def broker_epoch(self) -> int:
        return self.epochs[2]

    def least_broker_epoch(self) -> int:
        return self.epochs[2]


class LinkToLeader:
    """A connection of the follower to the leader.

    :ivar sent: requests, in order.
    :ivar is_lost: whether requests fail.
    """

    def __init__(self, case: ReplicaPairCase, client_id: str) -> None:
        self._case = case
        self.client_id = client_id
        self.sent: list[Any] = []
        self.timeouts_ms: set[int | None] = set()
        self.is_lost = False
        self.closed = False

    def request(self, message: Any, *, version: int | None = None, timeout_ms: int | None = None, patient: bool = True) -> Deferred[Any]:
        assert version is not None
        case = self._case
        self.sent.append(message)
        assert len(self.sent) < MOST_REQUESTS, "a loop without an end"
        self.timeouts_ms.add(timeout_ms)
        answered: Deferred[Any] = Deferred()

        def fail(code: ErrorCode) -> None:
            if not answered.called:
                answered.errback(Failure(KlogError(code)))  # type: ignore[no-untyped-call]

        if self.is_lost:
            case.clock.callLater(0, fail, ErrorCode.NETWORK_EXCEPTION)
            return answered
        handler = case.fetching if isinstance(message, FetchRequest) else case.listing
        result = case.ask(handler, version, over_the_wire(message, version))

        def arrived(answer: Any) -> None:
            case.clock.callLater(0, lambda: None if self.closed or answered.called else answered.callback(case.seen(answer)))

        if isinstance(result, Deferred):
            result.addCallback(arrived)
        else:
            arrived(result)
        return answered

    def close(self) -> Deferred[None]:
        self.closed = True
        done: Deferred[None] = Deferred()
        done.callback(None)
        return done


class ReplicaPairCase(ControlledCase):
    """Broker 1, which leads, and broker 2, which follows.

    :cvar second_properties: settings of broker 2.
    """

    second_properties: ClassVar[dict[str, str]] = {}

    def setUp(self) -> None:
        super().setUp()
        self.links: list[LinkToLeader] = []
        self.seen = lambda answer: answer
        self.is_reachable = True
        self.is_lost_from_the_start = False
        self.second_fs = MemoryFileSystem(self.now_ms)
        self.second_thread = SlowThread(self.second_fs)
        directory = LogDirectory(self.second_fs, "/data", self.now_ms, LogSettings(), 2, has_replicas=True)
        directory.load()
        self.addCleanup(directory.release)
        self.second_coordination = SecondCoordination()
        self.second_coordination.configs = self.coordination.configs
        self.second = Partitions(
            [directory],
            self.second_coordination,
            self.settings_of,
            clock=self.clock,
            run_in_thread=self.second_thread,
        )
        self.second_settings = BrokerSettings({"node.id": "2", **self.second_properties})
        self.copying = ReplicaFetchers(
            self.clock,
            us=2,
            broker_epoch=self.second_coordination.broker_epoch,
            address_of=lambda broker_id: ("h1", 9092) if self.is_reachable else None,
            connect=self.connect,
            versions=RequestVersions.of("3.9"),
            settings=self.second_settings,
            directory_of=self.second.home,
            run_in_thread=self.second_thread,
        )
        self.addCleanup(self.copying.close)
        environment = LeaderEnvironment(2, lambda: round(self.clock.seconds() * 1000), lambda broker_id: True, LAG_MS, self.asking.append)
        self.second_control = ReplicaControl(self.second, self.second_coordination, ControlEpochs(), environment, self.copying)

    def connect(self, host: str, port: int, client_id: str) -> LinkToLeader:
        self.assertEqual(host, "h1")
        link = LinkToLeader(self, client_id)
        link.is_lost = self.is_lost_from_the_start
        self.links.append(link)
        return link

    def both(self, leader_epoch: int = 0, isr: tuple[int, ...] = (1, 2), **more: Any) -> Partition:
        """Broker 1 leads, broker 2 follows; the follower's replica."""
        self.lead(leader_epoch, isr=isr, replicas=(1, 2), **more)
        return self.tell_second(self.told(1, leader_epoch, isr, replicas=(1, 2), **more))

    def tell_second(self, told: PartitionTold) -> Partition:
        """What the controller says to broker 2."""
        outcomes = self.successResultOf(self.second_control.leader_and_isr(1, 50, [told]))
        self.assertEqual(set(outcomes.values()), {ErrorCode.NONE})
        replica = self.second.replica(told.topic, told.partition)
        assert replica is not None
        return replica

    def follow_another(self) -> Partition:
        """Topic u, too, of which there is nothing to say."""
        other = dataclasses.replace(self.told(1, 0, (1, 2), replicas=(1, 2)), topic="u", topic_id=bytes(range(16, 32)))
        self.say(other)
        return self.tell_second(other)

    def run_for(self, seconds: float) -> None:
        """Let time pass."""
        passed = 0.0
        while passed < seconds:
            self.clock.advance(0.01)
            passed += 0.01

    def bytes_of(self, partition: Partition) -> bytes:
        """All of its batches."""
        log = partition.log
        found = b""
        offset = log.start_offset
        while offset < log.end_offset:
            read = log.read(offset, 1 << 20, upper_bound=log.end_offset)
            assert read.span is not None
            found += bytes(read.span.read())
            offset = read.next_offset if read.next_offset >= 0 else log.end_offset
        return found

    def assert_equal_logs(self) -> None:
        """The follower has what the leader has, byte for byte."""
        replica = self.second.replica("t", 0)
        assert replica is not None
        leader = self.partition()
        self.assertEqual((replica.start_offset, replica.end_offset), (leader.start_offset, leader.end_offset))
        self.assertEqual(self.bytes_of(replica), self.bytes_of(leader))
        # A leadership that has written nothing is known to the leader alone.
        self.assertLessEqual(replica.log.latest_epoch, leader.log.latest_epoch)
