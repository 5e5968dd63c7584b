"""The mirror on a real ZooKeeper that is killed and started again while others write: nothing is missed."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest
from twisted.internet import task
from twisted.internet.defer import Deferred
from twisted.internet.threads import deferToThread
from twisted.trial.unittest import TestCase

from klog.zookeeper.client import EPHEMERAL, Create, ZookeeperClient
from klog.zookeeper.errors import TRANSIENT, ZookeeperError
from klog.zookeeper.mirror import TreeMirror
from tests import peers
from tests.integration.zookeepers import PATIENCE_S, RealZooKeeper

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak

#: How often the server dies.
DEATHS = peers.soak_share(20)
NODES = 10_000 if peers.SOAK else 2_000


class MirrorTests(TestCase):
    """One server."""

    timeout = 600
    keeper: RealZooKeeper

    @classmethod
    def setUpClass(cls) -> None:
        cls.keeper = RealZooKeeper.of_class(cls)

    def setUp(self) -> None:
        from twisted.internet import reactor

        self.reactor: Any = reactor
        self.told: set[str] = set()

    async def connect(self) -> ZookeeperClient:
        # A connection that a server takes before it is whole is never answered, and given up after two thirds of the session's time.
        client = ZookeeperClient(self.keeper.connect, 20_000, int(PATIENCE_S * 1000), reactor=self.reactor)
        await client.connect()

        def close() -> Deferred[None]:
            return client.close()

        self.addCleanup(close)
        return client

    async def mirrored(self, client: ZookeeperClient, root: str) -> TreeMirror:
        mirror = TreeMirror(client, [root], self.told.update, reactor=self.reactor)
        self.addCleanup(mirror.stop)
        await mirror.start()
        return mirror

    async def test_deaths_of_the_server(self) -> None:
        writer, reader = await self.connect(), await self.connect()
        mirror = await self.mirrored(reader, "/mirrored")
        await writer.create("/mirrored")
        dice = random.Random(6)
        for _ in range(DEATHS):
            dying = deferToThread(self.die)
            while not dying.called:
                await self.write(writer, dice)
            await dying
            answered = 0
            while answered < 100:
                answered += await self.write(writer, dice)
        await writer.when_connected()
        await mirror.sync()
        await self.check(writer, mirror, "/mirrored")
        # Whatever is there was made after the mirror's start, so all of it was told.
        self.assertLessEqual(set(mirror.paths("/mirrored")), self.told)

    def die(self) -> None:
        time.sleep(0.2)
        self.keeper.kill()
        self.keeper.start()

    async def write(self, client: ZookeeperClient, dice: random.Random) -> bool:
        """Some change, or none where there is no connection: whether there was an answer."""
        path = "/mirrored" + "".join(f"/{name}" for name in dice.choices("abcdef", k=dice.randrange(1, 4)))
        try:
            if dice.random() < 0.3:
                await client.delete(path)
            elif await client.exists(path) is not None:
                await client.set(path, b"%d" % dice.randrange(1000))
            else:
                await client.create(path, b"new", flags=EPHEMERAL if dice.random() < 0.1 else 0)
        except TRANSIENT:
            await task.deferLater(self.reactor, 0.02)
            return False
        except ZookeeperError:
            pass
        return True

    async def check(self, client: ZookeeperClient, mirror: TreeMirror, path: str) -> None:
        """What it shows is what is there."""
        data, stat = await client.get(path)
        self.assertEqual(mirror.data(path), data, path)
        shown = mirror.stat(path)
        assert shown is not None
        self.assertEqual(
            (shown["czxid"], shown["version"], shown["ephemeralOwner"]), (stat["czxid"], stat["version"], stat["ephemeralOwner"])
        )
        names = sorted(await client.get_children(path))
        self.assertEqual(sorted(mirror.children(path)), names)
        for name in names:
            await self.check(client, mirror, f"{path}/{name}")

    async def test_many_nodes(self) -> None:
        client = await self.connect()
        await client.create("/many")
        for first in range(0, NODES, 1000):
            await client.multi([Create(f"/many/{number}", b"x" * 100) for number in range(first, first + 1000)])
        before = time.monotonic()
        mirror = await self.mirrored(await self.connect(), "/many")
        took_s = time.monotonic() - before
        self.assertEqual(len(mirror), NODES + 1)
        if peers.SOAK:
            self.assertLess(took_s, 2)
        passes = mirror.passes
        for number in range(0, NODES, 2):
            client.set(f"/many/{number}", b"y").addErrback(self.fail)
        await client.sync()
        await mirror.sync()
        self.assertEqual(len(self.told), NODES // 2)
        self.assertLess(mirror.passes - passes, NODES // 10)
