"""A broker as far as the controller can tell: it takes its requests, shows what UpdateMetadata says, and remembers what it leads, follows
and has on its disk. And the network by which controllers reach such brokers, without sockets.

::

    network = StubNetwork(reactor)
    coordination = ZooKeeperCoordination(process, ..., connect=network.connect_from(process))
    network.broker(("host1", 9092), StubBroker(coordination, disk), process)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from twisted.internet.defer import Deferred
from twisted.internet.error import ConnectionLost

from klog.cluster.zookeeper.coordination import ZooKeeperCoordination
from klog.errors import ErrorCode
from klog.model import TopicId
from klog.replication.control import (
    ControlEpochs,
    Known,
    PartitionTold,
    Verdict,
    check_leader_and_isr,
    check_stop_replica,
    stops_of,
    told_of,
)
from klog.wire.compiled_codec import decode, encode
from klog.wire.messages.leader_and_isr import (
    LeaderAndIsrPartitionError,
    LeaderAndIsrRequest,
    LeaderAndIsrResponse,
    LeaderAndIsrTopicError,
)
from klog.wire.messages.stop_replica import StopReplicaPartitionError, StopReplicaRequest, StopReplicaResponse
from klog.wire.messages.update_metadata import UpdateMetadataRequest, UpdateMetadataResponse
from klog.wire.schema import Message

#: Copies of partitions on a disk: topic id by topic and number.
Disk = dict[tuple[str, int], TopicId]


class StubBroker:
    """See the module. An `ILeadershipListener` of its coordination.

    :param disk: what lies on its disk; changed.
    :ivar told: what the controller said last of each partition, by topic and number.
    :ivar is_allowed: whether it may lead now.
    :ivar on_role: called when it leads something else than before.
    """

    def __init__(self, coordination: ZooKeeperCoordination, disk: Disk | None = None) -> None:
        self.coordination = coordination
        self.disk: Disk = {} if disk is None else disk
        self.told: dict[tuple[str, int], PartitionTold] = {}
        self.is_allowed = True
        self.on_role: Callable[[], None] = lambda: None
        #: Names of what was taken.
        self.heard: list[str] = []
        self._epochs = ControlEpochs()
        coordination.subscribe_leadership(self)

    def led(self) -> list[tuple[TopicId, str, int]]:
        """What it leads, by its own records, and may serve."""
        if not self.is_allowed:
            return []
        us = self.coordination.broker_id()
        return [(TopicId(told.topic_id), *key) for key, told in sorted(self.told.items()) if told.leader == us]

    # -- What is told by the coordination

    def leading_suspended(self) -> None:
        """Nothing is served."""
        self.is_allowed = False

    def leading_resumed(self) -> None:
        """It is again."""
        self.is_allowed = True
        self.on_role()

    def leading_ended(self) -> None:
        """What was led is forgotten, so that whatever the next controller says of it is new."""
        us = self.coordination.broker_id()
        self.told = {key: told for key, told in self.told.items() if told.leader != us}

    # -- What is told by the controller

    def handle(self, request: Message, version: int) -> Message | None:
        """Its answer; None where it cannot know yet whether it is meant."""
        assert isinstance(request, LeaderAndIsrRequest | UpdateMetadataRequest | StopReplicaRequest)
        if self._epochs.is_too_early(request.broker_epoch, self.coordination.least_broker_epoch()):
            return None
        self.heard.append(type(request).__name__.removesuffix("Request"))
        code = self._epochs.check(request.controller_epoch, request.broker_epoch, self.coordination.least_broker_epoch())
        if isinstance(request, UpdateMetadataRequest):
            return UpdateMetadataResponse(error_code=code or self.coordination.update_metadata(request, version))
        if isinstance(request, LeaderAndIsrRequest):
            return LeaderAndIsrResponse(error_code=code, topics=[] if code else self._lead_and_follow(request, version))
        return StopReplicaResponse(error_code=code, partition_errors=[] if code else self._stop(request, version))

    def _lead_and_follow(self, request: LeaderAndIsrRequest, version: int) -> list[LeaderAndIsrTopicError]:
        us = self.coordination.broker_id()
        errors: dict[bytes, list[LeaderAndIsrPartitionError]] = {}
        for told in told_of(request, version):
            key = told.topic, told.partition
            before = self.told.get(key)
            known = None
            if before is not None or key in self.disk:
                epochs = (-1, -1) if before is None else (before.leader_epoch, before.partition_epoch)
                known = Known(self.disk.get(key, TopicId(told.topic_id)), *epochs)
            verdict = check_leader_and_isr(told, us, known)
            if verdict in (Verdict.BECOME_LEADER, Verdict.BECOME_FOLLOWER):
                self.told[key] = told
                self.disk[key] = TopicId(told.topic_id)
            code = verdict if isinstance(verdict, ErrorCode) else ErrorCode.NONE
            errors.setdefault(told.topic_id, []).append(LeaderAndIsrPartitionError(partition_index=told.partition, error_code=code))
        self.on_role()
        return [LeaderAndIsrTopicError(topic_id=topic_id, partition_errors=each) for topic_id, each in errors.items()]

    def _stop(self, request: StopReplicaRequest, version: int) -> list[StopReplicaPartitionError]:
        errors = []
        for stop in stops_of(request, version):
            key = stop.topic, stop.partition
            before = self.told.get(key)
            code = check_stop_replica(stop.leader_epoch, None if before is None else Known(leader_epoch=before.leader_epoch))
            if not code:
                self.told.pop(key, None)
                if stop.delete:
                    self.disk.pop(key, None)
            errors.append(StopReplicaPartitionError(topic_name=stop.topic, partition_index=stop.partition, error_code=code))
        return errors


def _over_the_wire(message: Message, version: int) -> Message:
    """As whoever reads its bytes sees it."""
    parts = encode(message, version)
    return decode(type(message), version, memoryview(b"".join(bytes(cast(Any, part)) for part in parts)))[0]


class StubNetwork:
    """Brokers by their addresses, and how requests reach them.

    :param delay_s: how long each way takes, in seconds, asked anew for each.
    :param is_lost: whether a request, or its answer, is lost; asked twice for each.
    :param timeout_s: after so long without an answer, a request has failed.
    """

    def __init__(
        self,
        reactor: Any,
        *,
        delay_s: Callable[[], float] = lambda: 0.0,
        is_lost: Callable[[], bool] = lambda: False,
        timeout_s: float = 30.0,
    ) -> None:
        self.reactor = reactor
        self.delay_s = delay_s
        self.is_lost = is_lost
        self.timeout_s = timeout_s
        self.brokers: dict[tuple[str, int], tuple[StubBroker, Callable[[], bool]]] = {}

    def broker(self, address: tuple[str, int], broker: StubBroker, is_reachable: Callable[[], bool] = lambda: True) -> None:
        """It is there from now on."""
        self.brokers[address] = broker, is_reachable

    def connect_from(self, clock: Any, is_reachable: Callable[[], bool] = lambda: True) -> Callable[[int, str, int], StubSender]:
        """A `klog.cluster.zookeeper.controller.broker_queue.Connect` of a process.

        :param clock: the process's: what it waits for never comes when it is dead.
        """
        return lambda broker_id, host, port: StubSender(self, clock, is_reachable, (host, port))


class StubSender:
    """A `klog.cluster.zookeeper.controller.broker_queue.Sender`."""

    def __init__(self, network: StubNetwork, clock: Any, is_reachable: Callable[[], bool], address: tuple[str, int]) -> None:
        self._network = network
        self._clock = clock
        self._is_reachable = is_reachable
        self._address = address
        self._waiting: set[Deferred[Message]] = set()

    def send(self, message: Message, version: int) -> Deferred[Message]:
        """Ask; fails where either is not reachable, or nobody answers in time."""
        answer: Deferred[Message] = Deferred(self._waiting.discard)
        self._waiting.add(answer)
        late = self._clock.callLater(self._network.timeout_s, self._end, answer)
        self._network.reactor.callLater(self._network.delay_s(), self._arrive, answer, message, version)

        def ended(result: object) -> object:
            if late.active():
                late.cancel()
            return result

        return answer.addBoth(ended)  # type: ignore[return-value]

    def close(self) -> None:
        """What is under way fails."""
        for answer in list(self._waiting):
            self._end(answer)

    def _end(self, answer: Deferred[Message]) -> None:
        if answer in self._waiting:
            self._waiting.discard(answer)
            answer.errback(ConnectionLost())

    def _arrive(self, answer: Deferred[Message], message: Message, version: int) -> None:
        network = self._network
        broker, is_reachable = network.brokers.get(self._address, (None, lambda: False))
        if broker is None or not is_reachable() or not self._is_reachable() or network.is_lost():
            self._end(answer)
            return
        said = broker.handle(_over_the_wire(message, version), version)
        if said is None or network.is_lost():
            self._end(answer)
            return
        network.reactor.callLater(network.delay_s(), self._come_back, answer, _over_the_wire(said, version), is_reachable)

    def _come_back(self, answer: Deferred[Message], said: Message, is_reachable: Callable[[], bool]) -> None:
        if answer not in self._waiting:
            return
        if not is_reachable() or not self._is_reachable():
            self._end(answer)
            return
        self._waiting.discard(answer)
        answer.callback(said)
