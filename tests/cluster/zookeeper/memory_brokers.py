"""Coordinations of several brokers on a ZooKeeper in memory, each with a server of its own, and what may happen to them."""

from __future__ import annotations

import random
from typing import Any

from klog.cluster.interfaces import Endpoint
from klog.cluster.zookeeper.coordination import ZooKeeperCoordination
from klog.cluster.zookeeper.settings import ZooKeeperSettings
from klog.testing.reactor import MemoryReactor
from klog.testing.zookeeper import MemoryZooKeeper
from tests.cluster.zookeeper.stub_broker import StubBroker, StubNetwork

SESSION_TIMEOUT_MS = 6_000


class MemoryBrokers:
    """`klog.testing.coordination_suite.Cluster`.

    :param count: how many brokers are started.
    :param version_36: False: ZooKeeper 3.4.
    :param lag_s: how far behind the servers are, in seconds; the later ones are further behind.
    :param keeps_acls: whether they keep access control lists.
    :ivar ports: of each broker's server.
    :ivar told: what takes the controller's requests, by broker id.
    :ivar warnings: what was said to people.
    """

    def __init__(
        self,
        count: int = 3,
        *,
        seed: int = 1,
        version_36: bool = True,
        chroot: str = "/klog",
        lag_s: float = 0,
        keeps_acls: bool = False,
    ) -> None:
        self.keeps_acls = keeps_acls
        self.reactor = MemoryReactor()
        self.network = StubNetwork(self.reactor)
        self.told: dict[int, StubBroker] = {}
        self.zookeeper = MemoryZooKeeper(self.reactor, version_36=version_36)
        self.chroot = chroot
        self.random = random.Random(seed)
        self.ports = [self.zookeeper.ports[0], *(self._server(number * lag_s) for number in range(1, count))]
        self.warnings: list[str] = []
        self.crashed: set[int] = set()
        self.refusals: list[str] = []
        self.coordinations: list[ZooKeeperCoordination] = [self.start(index + 1) for index in range(count)]
        self.settle()

    def _server(self, lag_s: float) -> int:
        return self.zookeeper.add_server(lag_s=lag_s) if lag_s else self.zookeeper.add_server()

    def make(self, port: int, **settings: Any) -> ZooKeeperCoordination:
        """A coordination that was not opened yet."""
        coordination = ZooKeeperCoordination(
            self.reactor,
            ZooKeeperSettings(
                f"{self.zookeeper.host}:{port}{self.chroot}", session_timeout_ms=SESSION_TIMEOUT_MS, keeps_acls=self.keeps_acls, **settings
            ),
            now_ms=self.reactor.now_ms,
            random=self.random,
            random_bytes=self.random.randbytes,
            warn=self.warnings.append,
            version="0.test",
            connect=self.network.connect_from(self.reactor),
        )
        coordination.on_refused = self.refusals.append
        return coordination

    def start(self, broker_id: int, port: int | None = None, host: str | None = None) -> ZooKeeperCoordination:
        """A registered broker."""
        coordination = self.make(self.ports[broker_id - 1] if port is None else port)
        self.reactor.until(coordination.open(broker_id, None))
        self.register(coordination, host)
        return coordination

    def register(self, coordination: ZooKeeperCoordination, host: str | None = None) -> None:
        """It was opened, and lives from now on."""
        broker_id = coordination.broker_id()
        endpoint = Endpoint("PLAINTEXT", host or f"host{broker_id}", 9092)
        coordination.set_endpoints([endpoint])
        disk = self.told[broker_id].disk if broker_id in self.told else None
        self.told[broker_id] = told = StubBroker(coordination, disk)
        self.network.broker((endpoint.host, endpoint.port), told, lambda: broker_id not in self.crashed)
        self.reactor.until(coordination.register())

    def session_id(self, index: int) -> int:
        """Of a broker."""
        session = self.coordinations[index]._lifecycle._session
        assert session is not None
        return int(session.client.session_id)

    def settle(self) -> None:
        """Time for a new session, too."""
        self.reactor.advance(SESSION_TIMEOUT_MS / 1000 + 4)

    def doubt(self, index: int) -> None:
        """Its server is stopped for a while, shorter than the session's timeout."""
        self.zookeeper.freeze(self.ports[index])
        self.reactor.advance(SESSION_TIMEOUT_MS / 1000 * 0.67 + 0.1)

    def trust(self, index: int) -> None:
        """It goes on."""
        self.zookeeper.thaw(self.ports[index])

    def expire(self, index: int) -> None:
        """ZooKeeper ends the session."""
        self.zookeeper.expire(self.session_id(index))

    def crash(self, index: int) -> None:
        """Its connections are gone, and it never comes back."""
        self.zookeeper.stop(self.ports[index])
        self.crashed.add(index + 1)
