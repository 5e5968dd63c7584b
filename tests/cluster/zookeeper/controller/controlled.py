"""A cluster in which a controller tells brokers what to do: controllers as they are, on a tree in memory, and brokers that do no more than
obey, and check what they hear.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, cast

from twisted.internet.defer import Deferred, fail
from twisted.internet.task import Clock

from klog.cluster.zookeeper.controller.controller import Controller
from klog.cluster.zookeeper.controller.settings import FixedSettings
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.wire.compiled_codec import decode, encode
from klog.wire.messages.leader_and_isr import (
    LeaderAndIsrPartitionError,
    LeaderAndIsrPartitionState,
    LeaderAndIsrRequest,
    LeaderAndIsrResponse,
    LeaderAndIsrTopicError,
)
from klog.wire.messages.stop_replica import StopReplicaPartitionError, StopReplicaRequest, StopReplicaResponse
from klog.wire.messages.update_metadata import UpdateMetadataPartitionState, UpdateMetadataRequest, UpdateMetadataResponse
from klog.wire.schema import Message
from klog.zookeeper.znodes import CONFIG_CHANGES, DELETE_TOPICS, KAFKA_PATHS, KLOG_PATHS
from tests.cluster.zookeeper.fake_client import FakeClient, FakeMirror
from tests.cluster.zookeeper.tree import FakeTree


class Life:
    """One process of a broker: obeys as ``ReplicaManager`` and ``ZkMetadataCache`` do.

    :ivar heard: names of the requests that it has obeyed.
    :ivar roles: what it was told last to lead or follow.
    :ivar metadata: what it was told of partitions.
    :ivar live: brokers that it knows.
    :ivar delay_s: how long it takes to answer.
    :ivar broken: partitions whose directory is out of service.
    """

    def __init__(self, world: ControlledWorld, broker_id: int, epoch: int) -> None:
        self.world = world
        self.broker_id = broker_id
        self.epoch = epoch
        self.is_dead = False
        self.is_silent = False
        self.delay_s = 0.0
        self.heard: list[str] = []
        self.controller_epoch = 0
        self.leader_epochs: dict[TopicPartition, int] = {}
        self.roles: dict[TopicPartition, LeaderAndIsrPartitionState] = {}
        self.new: set[TopicPartition] = set()
        self.metadata: dict[TopicPartition, UpdateMetadataPartitionState] = {}
        self.topic_ids: dict[str, bytes] = {}
        self.live: set[int] = set()
        self.controller_id = -1
        self.broken: set[TopicPartition] = set()
        self.stopped: set[TopicPartition] = set()
        self.deleted: set[TopicPartition] = set()

    def fail(self, what: str) -> None:
        """A rule is broken."""
        raise AssertionError(f"broker {self.broker_id}: {what}")

    def obey(self, request: Any) -> Message:
        """Do it, and answer."""
        self.heard.append(type(request).__name__.removesuffix("Request"))
        code = ErrorCode.NONE
        if request.broker_epoch < self.epoch:
            code = ErrorCode.STALE_BROKER_EPOCH
        elif request.controller_epoch < self.controller_epoch:
            code = ErrorCode.STALE_CONTROLLER_EPOCH
        else:
            self.controller_epoch = request.controller_epoch
        match request:
            case UpdateMetadataRequest():
                if not code:
                    self._update_metadata(request)
                return UpdateMetadataResponse(error_code=code)
            case LeaderAndIsrRequest():
                return LeaderAndIsrResponse(error_code=code) if code else self._leader_and_isr(request)
            case StopReplicaRequest():
                return StopReplicaResponse(error_code=code) if code else self._stop_replica(request)
        raise AssertionError(f"what is {request}?")

    def _update_metadata(self, request: UpdateMetadataRequest) -> None:
        self.live = {each.id for each in request.live_brokers}
        self.controller_id = request.controller_id
        for topic in request.topic_states:
            if self.topic_ids.get(topic.topic_name) != topic.topic_id:
                self.topic_ids[topic.topic_name] = topic.topic_id
                self.metadata = {at: each for at, each in self.metadata.items() if at.topic != topic.topic_name}
            for each in topic.partition_states:
                at = TopicPartition(topic.topic_name, each.partition_index)
                if each.leader == -2:
                    self.metadata.pop(at, None)
                else:
                    self.metadata[at] = each

    def _leader_and_isr(self, request: LeaderAndIsrRequest) -> Message:
        answer = LeaderAndIsrResponse()
        for topic in request.topic_states:
            if topic.topic_id == bytes(16):
                self.fail(f"a role in {topic.topic_name}, which has no id")
            answered = LeaderAndIsrTopicError(topic_id=topic.topic_id)
            answer.topics.append(answered)
            for each in topic.partition_states:
                at = TopicPartition(topic.topic_name, each.partition_index)
                answered.partition_errors.append(
                    LeaderAndIsrPartitionError(partition_index=at.partition, error_code=self._become(at, each))
                )
        return answer

    def _become(self, at: TopicPartition, told: LeaderAndIsrPartitionState) -> int:
        if at in self.broken:
            return ErrorCode.KAFKA_STORAGE_ERROR
        if self.broker_id not in told.replicas:
            return ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        if told.leader != -1 and told.leader not in self.live:
            self.fail(f"{at} is led by {told.leader}, of whom it has not heard: {self.live}")
        if told.leader_epoch <= self.leader_epochs.get(at, -1):
            return ErrorCode.STALE_CONTROLLER_EPOCH
        if told.is_new:
            self.new.add(at)
        self.leader_epochs[at] = told.leader_epoch
        self.roles[at] = told
        self.stopped.discard(at)
        return ErrorCode.NONE

    def _stop_replica(self, request: StopReplicaRequest) -> Message:
        answer = StopReplicaResponse()
        for topic in request.topic_states:
            for each in topic.partition_states:
                at = TopicPartition(topic.topic_name, each.partition_index)
                code = ErrorCode.NONE
                if at in self.broken:
                    code = ErrorCode.KAFKA_STORAGE_ERROR
                elif 0 <= each.leader_epoch < self.leader_epochs.get(at, -1):
                    code = ErrorCode.FENCED_LEADER_EPOCH
                else:
                    self.roles.pop(at, None)
                    self.stopped.add(at)
                    if each.delete_partition:
                        self.leader_epochs.pop(at, None)
                        self.deleted.add(at)
                answer.partition_errors.append(
                    StopReplicaPartitionError(topic_name=at.topic, partition_index=at.partition, error_code=code)
                )
        return answer


class Wire:
    """A controller's connection to a broker.

    :ivar loses_answers: whether what has arrived is obeyed, and the connection is lost then.
    """

    def __init__(self, world: ControlledWorld, broker_id: int) -> None:
        self._world = world
        self._broker_id = broker_id
        self._under_way: list[Deferred[Message]] = []
        self.loses_answers = False

    def send(self, message: Message, version: int) -> Deferred[Message]:
        """Through the bytes, to whichever process is there."""
        life = self._world.lives.get(self._broker_id)
        if life is None or life.is_dead:
            return fail(ConnectionRefusedError("nobody is there"))
        if self._under_way and not self._under_way[-1].called:
            raise AssertionError("a request before the last one was answered")
        request, _ = decode(type(message), version, memoryview(b"".join(bytes(cast(Any, part)) for part in encode(message, version))))
        answer: Deferred[Message] = Deferred()
        self._under_way.append(answer)
        self._world.clock.callLater(life.delay_s, self._arrive, life, request, answer)
        return answer

    def _arrive(self, life: Life, request: Message, answer: Deferred[Message]) -> None:
        if life.is_dead:
            if not answer.called:
                answer.errback(ConnectionResetError("it is gone"))
            return
        if not life.is_silent and not answer.called:
            obeyed = self._world.mangle(life.obey(request))
            if self.loses_answers:
                answer.errback(ConnectionResetError("lost with the answer"))
            else:
                answer.callback(obeyed)

    def lose(self) -> None:
        """The connection is gone; what has not arrived never does."""
        if self._under_way and not self._under_way[-1].called:
            self._under_way[-1].errback(ConnectionResetError("lost"))

    def close(self) -> None:
        """No more."""
        self._under_way.clear()


class Node:
    """A broker's controller with its own mirror and session."""

    def __init__(self, world: ControlledWorld, broker_id: int, settings: FixedSettings) -> None:
        self.client = FakeClient(world.tree, 1000 + broker_id)
        self.mirror = FakeMirror(world.tree)
        self.mirror.view.load()
        self.view = self.mirror.view
        self.warnings: list[str] = []
        self.wires: dict[int, Wire] = {}

        def connect(to: int, host: str, port: int) -> Wire:
            assert (host, port) == ("192.0.2.1", 9092 + to)
            wire = self.wires[to] = Wire(world, to)
            return wire

        self.controller = Controller(
            world.clock,
            cast(Any, self.client),
            self.view,
            self.mirror,
            broker_id,
            now_ms=lambda: 1_000_000 + int(world.clock.seconds() * 1000),
            warn=self.warnings.append,
            random_bytes=lambda count: bytes([world.count()]) * count,
            settings=settings,
            connect=connect,
        )
        self.mirror.changed = self.controller.view_changed

    def writes(self) -> list[Any]:
        """The multis since the last time."""
        found = [each for each in self.client.asked if isinstance(each, list)]
        self.client.asked.clear()
        return found


class ControlledWorld:
    """See the module.

    :ivar lives: processes of brokers, by id.
    :ivar nodes: their controllers.
    :ivar mangle: what becomes of answers on their way.
    :ivar make_life: a broker's process.
    """

    make_life: Callable[[ControlledWorld, int, int], Life] = Life

    def __init__(self, settings: FixedSettings | None = None) -> None:
        self.tree = FakeTree()
        self.clock = Clock()
        self.settings = settings or FixedSettings()
        self.lives: dict[int, Life] = {}
        self.nodes: dict[int, Node] = {}
        self.mangle: Callable[[Message], Message] = lambda answer: answer
        self._count = 0
        for path in (*KAFKA_PATHS, *KLOG_PATHS, DELETE_TOPICS, CONFIG_CHANGES):
            self.tree.write(path)

    def count(self) -> int:
        """Rises."""
        self._count += 1
        return self._count

    def start(self, broker_id: int, *, is_candidate: bool = True) -> Life:
        """A new process of a broker, with its registration and its controller."""
        self.stop(broker_id)
        life = self.lives[broker_id] = self.make_life(self, broker_id, self.tree.broker(broker_id, owner=1000 + broker_id))
        if is_candidate:
            node = self.nodes[broker_id] = Node(self, broker_id, self.settings)
            node.controller.start()
        return life

    def stop(self, broker_id: int) -> None:
        """Its process and its session end."""
        life = self.lives.pop(broker_id, None)
        if life is not None:
            life.is_dead = True
        node = self.nodes.pop(broker_id, None)
        if node is not None:
            node.controller.stop()
        self.tree.delete(f"/brokers/ids/{broker_id}")
        held = self.tree.nodes.get("/controller")
        if held is not None and held.stat["ephemeralOwner"] == 1000 + broker_id:
            self.tree.delete("/controller")

    def deliver(self) -> None:
        """What changed is seen."""
        for _ in range(3):
            for node in list(self.nodes.values()):
                node.mirror.deliver()
            self.clock.advance(0)

    def advance(self, seconds: float) -> None:
        """Time passes, in small steps."""
        for _ in range(max(1, round(seconds / 0.05))):
            self.clock.advance(0.05)
            self.deliver()

    def settle(self, most_s: float = 60) -> None:
        """Until nothing is under way.

        :raises AssertionError: it never comes to rest.
        """
        for _ in range(int(most_s / 0.05)):
            self.advance(0.05)
            if all(node.controller.is_at_rest for node in self.nodes.values()):
                return
        raise AssertionError("never comes to rest")

    @property
    def active(self) -> Node:
        """Whose controller is the active one."""
        return next(node for node in self.nodes.values() if node.controller.is_active)

    def active_or_none(self) -> Node | None:
        """The same, where there is one."""
        return next((node for node in self.nodes.values() if node.controller.is_active), None)


def settings(**changes: Any) -> FixedSettings:
    """Kafka's defaults, but for these."""
    return dataclasses.replace(FixedSettings(), **changes)
