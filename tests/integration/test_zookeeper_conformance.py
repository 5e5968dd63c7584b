"""Real ZooKeepers go through the suite that the memory one goes through, and random operations have the same outcome in both."""

from __future__ import annotations

import contextlib
import os
import pathlib
import random
import subprocess
import tempfile
import time
import unittest
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from twisted.internet.defer import Deferred
from twisted.internet.threads import blockingCallFromThread, deferToThread
from twisted.trial.unittest import TestCase

from klog.testing.reactor import MemoryReactor
from klog.testing.zookeeper import MemoryZooKeeper
from klog.testing.zookeeper_programs import Step, random_program, run_program
from klog.testing.zookeeper_suite import check_zookeeper
from klog.zookeeper.client import SEQUENCE, ZookeeperClient
from klog.zookeeper.embedded import four_letters
from tests import peers
from tests.integration.zookeepers import PATIENCE_S, RealZooKeeper

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak

#: How many random programs.
PROGRAMS = 400 if peers.SOAK else 12


class ConformanceTests(TestCase):
    """The newest that there is."""

    timeout = 2 * PATIENCE_S if not peers.SOAK else 1200
    #: host:port
    connect: str
    has_persistent = True

    @classmethod
    def setUpClass(cls) -> None:
        cls.connect = RealZooKeeper.of_class(cls).connect

    def setUp(self) -> None:
        from twisted.internet import reactor

        self.reactor: Any = reactor

    def make(self, chroot: str = "", **options: Any) -> Deferred[ZookeeperClient]:
        options = {"session_timeout": 30_000, "connect_timeout": 30_000, **options}
        return ZookeeperClient(self.connect + chroot, reactor=self.reactor, **options).connect()

    async def test_the_suite(self) -> None:
        await check_zookeeper(self.make, has_persistent=self.has_persistent)

    async def test_random_operations(self) -> None:
        """Step by step the same answers, errors, stats and events as from the memory one."""

        # Looking for the smallest program takes longer than a test may.
        phases = tuple(Phase) if peers.SOAK else (Phase.generate,)
        drawn = st.randoms(use_true_random=False), st.integers(5, 60)
        for strategy in drawn:
            # Hypothesis imports what it needs at first use, pytest rewrites that, and Python 3.11 fails where two threads parse at once.
            strategy.validate()

        @settings(deadline=None, max_examples=PROGRAMS, phases=phases, database=None, suppress_health_check=list(HealthCheck))
        @given(*drawn)
        def check(dice: random.Random, length: int) -> None:
            steps = random_program(dice, length, has_persistent=self.has_persistent)
            # Within the test's own time: nobody ends a thread that waits for a reactor that has stopped.
            real = blockingCallFromThread(
                self.reactor, lambda: Deferred.fromCoroutine(self.really(steps)).addTimeout(PATIENCE_S / 2, self.reactor)
            )
            self.assertEqual("\n".join(real), "\n".join(in_memory(steps, self.has_persistent)))

        await deferToThread(check)

    async def really(self, steps: list[Step]) -> list[str]:
        """The program's outcome on the real server."""
        chroot = await self.new_chroot()
        return await run_program(lambda: self.make(chroot), steps)

    async def new_chroot(self) -> str:
        """A node that nobody has used."""
        client = await self.make()
        chroot = await client.create("/program-", flags=SEQUENCE)
        await client.close()
        return chroot


class OldConformanceTests(ConformanceTests):
    """ZooKeeper 3.4.6, as Kafka 0.8.2.2 brought it: no persistent watches, no reading of many at once."""

    version = "0.8.2.2"
    has_persistent = False

    @classmethod
    def setUpClass(cls) -> None:
        stack = contextlib.ExitStack()
        cls.addClassCleanup(stack.close)
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        port = peers.free_port()
        configuration = folder / "zoo.cfg"
        configuration.write_text(f"dataDir={folder}/data\nclientPort={port}\nclientPortAddress=127.0.0.1\ntickTime=3000\nforceSync=no\n")
        command = [*peers.kafka(cls.version), "java", "org.apache.zookeeper.server.quorum.QuorumPeerMain", str(configuration)]
        environment = {**os.environ, "KAFKA_HEAP_OPTS": peers.jvm("256m")}
        server = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
        stack.callback(server.wait)
        stack.callback(server.kill)
        cls.connect = f"127.0.0.1:{port}"
        deadline = time.monotonic() + PATIENCE_S
        while not _serves(port):
            assert server.poll() is None, f"ZooKeeper of Kafka {cls.version} ended with {server.poll()}"
            assert time.monotonic() < deadline, f"ZooKeeper of Kafka {cls.version} does not serve"
            time.sleep(0.05)


@unittest.skipUnless(peers.SOAK, "a long run: make soak")
class MiddleConformanceTests(OldConformanceTests):
    """ZooKeeper 3.8, as Kafka 3.9.2 brought it."""

    version = "3.9.2"
    has_persistent = True


def _serves(port: int) -> bool:
    try:
        return "Mode:" in four_letters.ask("127.0.0.1", port, "srvr", 1.0)
    except OSError:
        return False


def in_memory(steps: list[Step], has_persistent: bool) -> list[str]:
    """The program's outcome on the memory one."""
    reactor = MemoryReactor()
    zookeeper = MemoryZooKeeper(reactor, version_36=has_persistent)
    zookeeper.tree.put("/program")

    def make() -> Deferred[ZookeeperClient]:
        return ZookeeperClient(zookeeper.connect + "/program", reactor=reactor, random=random.Random(1)).connect()

    return reactor.until(run_program(make, steps))
