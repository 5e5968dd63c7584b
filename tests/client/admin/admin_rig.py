"""What the tests of administration have in common: an `Admin` on klog's broker in memory, and one on a cluster of dicts."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, TypeVar

from twisted.internet.defer import Deferred
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from klog.client.admin.admin import Admin
from klog.client.admin.types import Outcomes
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.net.api_ranges import ApiRanges
from klog.testing.broker import MemoryBroker
from klog.wire.apis import APIS
from klog.wire.schema import Message
from tests.client.fake_cluster import FakeCluster

T = TypeVar("T")

Server = tuple[str, int]


def code_of(outcomes: Outcomes[Any, Any], key: Any) -> ErrorCode:
    """The error of one item."""
    return outcomes.errors[key].code


class MemoryCase(SynchronousTestCase):
    """An `Admin` on klog in memory."""

    def setUp(self) -> None:
        self.broker = MemoryBroker({"group.initial.rebalance.delay.ms": "0"}).start()
        self.reactor = self.broker.reactor
        self.admin = Admin(self.reactor, self.broker.bootstrap)
        self.addCleanup(self.end)

    def end(self) -> None:
        self.until(self.admin.stopService())
        self.broker.stop()

    def until(self, deferred: Deferred[T]) -> T:
        """Its result, however long it takes."""
        result: T = self.reactor.until(deferred)
        return result

    def refused(self, deferred: Deferred[Any]) -> KlogError:
        """Its error."""
        with self.assertRaises(KlogError) as caught:
            self.until(deferred)
        return caught.exception

    def commit(self, group: str, **offsets: int) -> None:
        """Of partition 0 of each topic."""
        wanted = {TopicPartition(topic, 0): offset for topic, offset in offsets.items()}
        self.until(self.admin.alter_group_offsets(group, wanted)).check()


class FakeCase(SynchronousTestCase):
    """An `Admin` on three brokers that are dicts; `answer` says what they say."""

    def setUp(self) -> None:
        self.clock = Clock()
        self.cluster = FakeCluster(self.clock)
        self.cluster.topics = {"a": [(1, 1), (2, 1), (3, 1)]}
        self.admin = Admin(self.clock, "host1,host2,host3", random=random.Random(5), connect=self.cluster.connect)
        self.addCleanup(self.admin.stopService)

    def answer(self, kind: type[Message], how: Callable[[Server, Any], Any]) -> None:
        """All brokers answer these requests so."""
        self.cluster.handlers[kind] = how

    def limit(self, **highest: int) -> None:
        """Brokers that are older: the highest versions of some APIs by name, -1 for none."""
        ranges = {key: (api.announced.lowest, api.announced.highest) for key, api in APIS.items()}
        for name, version in highest.items():
            key = next(key for key, api in APIS.items() if api.name == name)
            ranges[key] = (0, version)
            if version < 0:
                del ranges[key]
        self.cluster.ranges = ApiRanges("fake:1", ranges)

    def asked(self, kind: type[Message]) -> list[tuple[str, Any]]:
        """Requests of a kind so far, with the address."""
        return [(address, message) for address, message in self.cluster.asked if isinstance(message, kind)]

    def until(self, deferred: Deferred[T], limit_s: float = 100) -> T:
        """Its result."""
        for _ in range(int(limit_s / 0.01)):
            if deferred.called:
                return self.successResultOf(deferred)
            self.clock.advance(0.01)
        self.fail(f"not within {limit_s} s")

    def refused(self, deferred: Deferred[Any], limit_s: float = 100) -> KlogError:
        """Its error."""
        deferred.addErrback(lambda failure: failure.value)
        error = self.until(deferred, limit_s)
        assert isinstance(error, KlogError), error
        return error
