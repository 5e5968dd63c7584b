"""The coordination over real ZooKeepers goes through the suites of all coordinations: one server, and an ensemble of three, each broker
with a server of its own, where followers may be behind."""

from __future__ import annotations

import random
import time
import unittest

from klog.cluster.interfaces import Endpoint
from klog.cluster.zookeeper.coordination import ZooKeeperCoordination
from klog.cluster.zookeeper.settings import ZooKeeperSettings
from klog.testing import coordination_suite as suite
from klog.zookeeper.errors import ZookeeperError
from tests.cluster.zookeeper.stub_broker import StubBroker, StubNetwork
from tests.integration.stepped_reactor import SteppedReactor
from tests.integration.zookeepers import PATIENCE_S, RealEnsemble, RealZooKeeper, expire

#: Two thirds of it are waited for once.
SESSION_TIMEOUT_MS = 6_000


class _Brokers:
    """`klog.testing.coordination_suite.Cluster` on real servers.

    :param servers: of each broker, by turns.
    """

    def __init__(self, stepped: SteppedReactor, servers: list[RealZooKeeper], chroot: str, count: int = 3) -> None:
        self.stepped = stepped
        self.servers = [servers[index % len(servers)] for index in range(count)]
        self.dice = random.Random(1)
        self.gone: set[int] = set()
        self.coordinations: list[ZooKeeperCoordination] = []
        #: How the controller reaches brokers; only what is between them and ZooKeeper is real here.
        network = StubNetwork(stepped.reactor)
        for index, server in enumerate(self.servers):
            coordination = ZooKeeperCoordination(
                stepped.reactor,
                ZooKeeperSettings(server.connect + chroot, session_timeout_ms=SESSION_TIMEOUT_MS),
                now_ms=lambda: int(time.time() * 1000),
                random=self.dice,
                warn=lambda sentence: None,
                connect=network.connect_from(stepped.reactor),
            )
            self.coordinations.append(coordination)
            stepped.wait(coordination.open(index + 1, None), "opening")
            address = "127.0.0.1", 9000 + index
            coordination.set_endpoints([Endpoint("PLAINTEXT", *address)])
            network.broker(address, StubBroker(coordination), lambda index=index: index not in self.gone)  # type: ignore[misc]
            stepped.wait(coordination.register(), "registering")
        self.settle()

    def alive(self) -> list[ZooKeeperCoordination]:
        return [each for index, each in enumerate(self.coordinations) if index not in self.gone]

    def settle(self) -> None:
        """All that anybody wrote is shown by everybody, and nobody has more to write: three times in a row, as one's answer is another's
        question."""
        rests = 0
        deadline = time.monotonic() + PATIENCE_S
        while rests < 3:
            if time.monotonic() > deadline:
                raise AssertionError("it does not come to rest")
            self.stepped.until(lambda: all(each.is_at_rest for each in self.alive()), "coming to rest")
            try:
                for each in self.alive():
                    self.stepped.wait(each.sync(), "a sync")
            except ZookeeperError:
                rests = 0
                continue
            rests = rests + 1 if all(each.is_at_rest for each in self.alive()) else 0

    def doubt(self, index: int) -> None:
        self.servers[index].freeze()
        self.stepped.until(lambda: not self.coordinations[index]._lifecycle._fence.is_open, "doubt")

    def trust(self, index: int) -> None:
        self.servers[index].thaw()

    def expire(self, index: int) -> None:
        session = self.coordinations[index]._lifecycle._session
        assert session is not None
        expire(self.servers[index].connect, *session.client.client_id)

    def crash(self, index: int) -> None:
        self.gone.add(index)
        self.stepped.wait(self.coordinations[index].stop(), "stopping")

    def close(self) -> None:
        """All end their sessions."""
        for each in self.coordinations:
            self.stepped.wait(each.stop(), "stopping")


class OneServerTests(unittest.TestCase):
    """One broker on one server."""

    def test_the_suite(self) -> None:
        """A chroot for each check."""
        keeper = RealZooKeeper.of_test(self)
        stepped = SteppedReactor()
        self.addCleanup(stepped.close)
        made: list[_Brokers] = []

        def make() -> ZooKeeperCoordination:
            if made:
                made[-1].close()
            made.append(_Brokers(stepped, [keeper], f"/check-{len(made)}", 1))
            return made[-1].coordinations[0]

        suite.check_coordination(make, lambda: made[-1].settle())
        made[-1].close()


class EnsembleTests(unittest.TestCase):
    """Three brokers on three servers."""

    def test_the_suite(self) -> None:
        """The first broker, to whom everything happens, is on a follower."""
        ensemble = RealEnsemble(3)
        self.addCleanup(ensemble.close)
        ensemble.start()
        servers = [*ensemble.followers(), ensemble.leader()]
        stepped = SteppedReactor()
        self.addCleanup(stepped.close)
        made: list[_Brokers] = []

        def make() -> _Brokers:
            if made:
                made[-1].close()
            made.append(_Brokers(stepped, servers, f"/check-{len(made)}"))
            return made[-1]

        suite.check_cluster(make)
        made[-1].close()
