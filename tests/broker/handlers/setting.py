"""A broker's surroundings for the tests of administrative handlers: a real coordination over a store in memory, and no network."""

from __future__ import annotations

from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.handler import ConnectionInfo, RequestContext
from klog.broker.settings.settings import BrokerSettings
from klog.cluster.interfaces import Endpoint
from klog.cluster.local import LocalCoordination
from klog.cluster.state import Surroundings
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


class AdminTestCase(SynchronousTestCase):
    """Broker 1 with a listener PLAINTEXT at h:9092 and one called LOCAL without an address of its own."""

    def setUp(self) -> None:
        self.set_up()

    def set_up(self, properties: dict[str, str] | None = None, *, around: Surroundings | None = None, disk: SlowDisk | None = None) -> None:
        """Begin anew."""
        self.settings = BrokerSettings({"node.id": "1", **(properties or {})})
        self.store = MemoryStore()
        self.coordination = LocalCoordination(
            self.store, 1, [Endpoint("PLAINTEXT", "h", 9092), Endpoint("LOCAL", "", 0)], rack="r", around=around, run_blocking=disk
        )
        self.follower = _Follower(self)
        self.coordination.subscribe(self.follower)

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
