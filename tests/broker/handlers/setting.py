"""A broker's surroundings for the tests of administrative handlers: a real coordination over a store in memory, and no network."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from twisted.internet.defer import Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.handler import ConnectionInfo, RequestContext
from klog.broker.settings.settings import BrokerSettings
from klog.cluster.interfaces import BrokerInfo, Endpoint, PartitionInfo, TopicInfo
from klog.cluster.local import LocalCoordination
from klog.cluster.state import DiskFindings
from klog.testing.coordination import MemoryStore, Recorder, SlowDisk


class _Follower(Recorder):
    """Does to the settings what the broker does when they change."""

    def __init__(self, setting: AdminTestCase) -> None:
        super().__init__()
        self._setting = setting

    def broker_configs_changed(self, configs: Any) -> None:
        """Other dynamic configurations of the broker."""
        super().broker_configs_changed(configs)
        it = self._setting.coordination
        self._setting.settings.set_dynamic(it.broker_configs(1), it.broker_configs(None))


class SharedCoordination(LocalCoordination):
    """A coordination whose brokers follow each other, as far as handlers can tell.

    :ivar others: live brokers besides us.
    :ivar assigned: what topics were to be made with, and how many partitions they were to get, in this order.
    """

    is_controlled = True

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.others: list[BrokerInfo] = []
        self.assigned: list[list[list[int]]] = []
        #: What every partition is shown with; None: as it is.
        self.replicas: tuple[int, ...] | None = None

    def brokers(self) -> Sequence[BrokerInfo]:
        return sorted([*super().brokers(), *self.others], key=lambda broker: broker.broker_id)

    def topics(self) -> Mapping[str, TopicInfo]:
        topics = super().topics()
        if self.replicas is None:
            return topics
        shown = PartitionInfo(self.replicas[0], 0, self.replicas, self.replicas)
        return {name: dataclasses.replace(topic, partitions=(shown,) * len(topic.partitions)) for name, topic in topics.items()}

    def create_topic(self, name: str, assignment: Sequence[Sequence[int]], configs: Mapping[str, str]) -> Deferred[TopicInfo]:
        self.assigned.append([list(each) for each in assignment])
        return super().create_topic(name, assignment, configs)

    def create_partitions(self, name: str, assignment: Sequence[Sequence[int]], first: int | None = None) -> Deferred[TopicInfo]:
        self.assigned.append([list(each) for each in assignment])
        return super().create_partitions(name, assignment, first)


class AdminTestCase(SynchronousTestCase):
    """Broker 1 with a listener PLAINTEXT at h:9092 and one called LOCAL without an address of its own."""

    def setUp(self) -> None:
        self.set_up()

    def set_up(
        self, properties: dict[str, str] | None = None, *, findings: DiskFindings | None = None, disk: SlowDisk | None = None
    ) -> None:
        """Begin anew."""
        self.settings = BrokerSettings({"node.id": "1", **(properties or {})})
        self.store = MemoryStore()
        self.coordination = LocalCoordination(
            self.store, 1, [Endpoint("PLAINTEXT", "h", 9092), Endpoint("LOCAL", "", 0)], rack="r", findings=findings, run_blocking=disk
        )
        self.follower = _Follower(self)
        self.coordination.subscribe(self.follower)

    def share(self, properties: dict[str, str] | None = None, *ids: int, rack: str | None = "s") -> SharedCoordination:
        """Begin anew, beside other brokers."""
        self.settings = BrokerSettings({"node.id": "1", "zookeeper.connect": "z:2181", **(properties or {})})
        self.coordination = shared = SharedCoordination(MemoryStore(), 1, [Endpoint("PLAINTEXT", "h", 9092)], rack="r")
        shared.others = [BrokerInfo(broker_id, (Endpoint("PLAINTEXT", f"h{broker_id}", 9092),), rack) for broker_id in ids]
        return shared

    def create(self, name: str, partitions: int = 1, **configs: str) -> Any:
        """Make a topic; underscores in names of configurations stand for dots."""
        overrides = {key.replace("_", "."): value for key, value in configs.items()}
        return self.successResultOf(self.coordination.create_topic(name, [[1]] * partitions, overrides))

    def context(self, version: int, listener: str = "PLAINTEXT") -> RequestContext:
        """Of a request by that listener."""
        return RequestContext(0, version, 1, "test", ConnectionInfo(listener, "127.0.0.9", 9999, "127.0.0.1", 5))

    def ask(self, handler: Any, version: int, request: Any, listener: str = "PLAINTEXT") -> Any:
        """The handler's answer, which must be there at once."""
        result = handler.handle(self.context(version, listener), request)
        return self.successResultOf(result) if hasattr(result, "addCallback") else result
