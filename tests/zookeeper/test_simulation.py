"""Clients in virtual time, with everything that can happen to connections, servers and sessions; each run is repeatable from its seed.

Which seeds: `tests.seeds`; of one alone it is said what happened.

* Watches: whoever reads, waits for the watch and reads again has seen the last value when all is quiet, whatever was cut in between.
* Watches of `klog.zookeeper.recipes` on a `ManagedClient`: they have told the last value, whatever became of sessions.
* Locks, elections and leases: of all who hold a lock and may act by their own clock, or lead, there is never more than one. Sessions end
  there only as they do by themselves: each holder has a server of its own, and that is cut off for a while. (An expiry by force, behind the
  back of a client without a connection, comes without any warning; only versions and fencing numbers help against that.)
"""

from __future__ import annotations

import functools
import random
from collections.abc import Sequence
from typing import Any

import pytest
from twisted.internet.defer import Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.testing.reactor import MemoryReactor
from klog.testing.zookeeper import MemoryZooKeeper
from klog.zookeeper.client import ZookeeperClient
from klog.zookeeper.errors import NoNodeException, ZookeeperError
from klog.zookeeper.managed_client import ManagedClient
from klog.zookeeper.recipes.election import Election, LeadershipLost
from klog.zookeeper.recipes.lock import Lock, LockError
from klog.zookeeper.recipes.watching import ChildrenWatch, DataWatch
from klog.zookeeper.session_keeper import SessionKeeper
from tests.seeds import Seeds

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak

SEEDS = Seeds(50, in_soak=1_000)
PATHS = ("/a", "/b", "/c", "/d/e")


class World:
    """Servers, and a die.

    :param servers: how many; by chance where 0.
    :param by_force: whether sessions are ended by force too.
    """

    def __init__(self, seed: int, servers: int = 0, *, by_force: bool = True) -> None:
        self.dice = random.Random(seed)
        self.reactor = MemoryReactor()
        self.zookeeper = MemoryZooKeeper(self.reactor)
        for _ in range(servers - 1 if servers else self.dice.randrange(3)):
            self.zookeeper.add_server()
        self.by_force = by_force
        self.reactor.delay_s = self.dice.choice((0.0, 0.001, 0.05))
        self.frozen: set[int] = set()
        self.stopped: set[int] = set()
        self.zookeeper.tree.put("/d")
        self.zookeeper.tree.put("/lock")
        self.said: list[str] = []

    def say(self, what: str) -> None:
        """For whoever looks into a seed."""
        if SEEDS.is_one:
            print(f"{self.reactor.seconds() % 100_000:10.3f} {what}")

    def misfortune(self) -> None:
        """One, or one less."""
        port = self.dice.choice(self.zookeeper.ports)
        match self.dice.randrange(9):
            case 0 if port not in self.frozen and port not in self.stopped:
                self.zookeeper.freeze(port)
                self.frozen.add(port)
                self.say(f"freeze {port}")
            case 1 | 2 if port in self.frozen:
                self.zookeeper.thaw(port)
                self.frozen.discard(port)
                self.say(f"thaw {port}")
            case 3 if port not in self.frozen and port not in self.stopped:
                self.zookeeper.stop(port)
                self.stopped.add(port)
                self.say(f"stop {port}")
            case 4 | 5 if port in self.stopped:
                self.zookeeper.start(port)
                self.stopped.discard(port)
                self.say(f"start {port}")
            case 6:
                self.reactor.cut()
                self.say("cut")
            case 7:
                self.zookeeper.lose_next_reply() if self.dice.random() < 0.5 else self.zookeeper.lose_next_request()
            case 8 if self.by_force and self.zookeeper.session_ids and self.dice.random() < 0.3:
                session_id = self.dice.choice(self.zookeeper.session_ids)
                self.say(f"expire {session_id:#x}")
                self.zookeeper.expire(session_id)

    def heal(self) -> None:
        """All is well."""
        for port in sorted(self.frozen):
            self.zookeeper.thaw(port)
        for port in sorted(self.stopped):
            self.zookeeper.start(port)
        self.frozen.clear()
        self.stopped.clear()


class Looker:
    """Watches all paths for ever, with one client after the other."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.seen: dict[str, bytes | None] = {}
        self.problems: list[Any] = []
        self.is_over = False
        self.client: ZookeeperClient | None = None
        Deferred.fromCoroutine(self.live()).addErrback(self.problems.append)

    async def live(self) -> None:
        """Sessions."""
        world = self.world
        while not self.is_over:
            self.client = client = ZookeeperClient(
                world.zookeeper.connect, 6000, reactor=world.reactor, random=random.Random(world.dice.random())
            )
            try:
                await client.connect(timeout=1000)
            except ZookeeperError:
                continue
            over: Deferred[None] = Deferred()
            client.set_session_callback(lambda one, _, over=over: one.unrecoverable and not over.called and over.callback(None))
            for path in PATHS:
                Deferred.fromCoroutine(self.look(client, path)).addErrback(self.problems.append)
            await over

    async def look(self, client: ZookeeperClient, path: str) -> None:
        """One path."""
        while not client.unrecoverable:
            try:
                there, came = client.exists_and_watch(path)
                changed = came
                if await there is None:
                    self.seen[path] = None
                else:
                    value, changed = client.get_and_watch(path)
                    try:
                        self.seen[path] = (await value)[0]
                    except NoNodeException:
                        continue
                await changed
            except ZookeeperError:
                if client.unrecoverable:
                    return
                try:
                    await client.when_connected()
                except ZookeeperError:
                    return


class Holder:
    """Wants the lock, holds it for a while, lets it go, and so on."""

    def __init__(self, world: World, name: str, port: int) -> None:
        self.world = world
        self.name = name
        self.lock: Lock | None = None
        self.times = self.expiries = 0
        self.problems: list[Any] = []
        self.keeper = SessionKeeper(
            world.reactor,
            f"{world.zookeeper.host}:{port}",
            self,
            session_timeout_ms=6000,
            random=random.Random(world.dice.random()),
            name=name,
        )
        self.keeper.start().addErrback(self.problems.append)

    @property
    def holds(self) -> bool:
        """By its own clock."""
        return self.lock is not None and self.lock.acquired and self.keeper.may_act

    def session_began(self, client: ZookeeperClient) -> None:
        self.world.say(f"{self.name} began {client.session_id:#x}")
        self.lock = Lock("/lock", client)
        Deferred.fromCoroutine(self.live(self.lock)).addErrback(self.problems.append)

    async def live(self, lock: Lock) -> None:
        """One session."""
        while self.lock is lock:
            try:
                await lock.acquire()
                self.times += 1
                self.world.say(f"{self.name} holds")
                done: Deferred[None] = Deferred()
                self.world.reactor.callLater(self.world.dice.uniform(0.01, 3), done.callback, None)
                await done
                if lock.acquired:
                    await lock.release()
            except (ZookeeperError, LockError) as error:
                self.world.say(f"{self.name}: {error}")
                return

    def session_suspended(self) -> None:
        self.world.say(f"{self.name} suspended")

    def session_resumed(self) -> None:
        self.world.say(f"{self.name} resumed")

    def session_ended(self) -> None:
        self.world.say(f"{self.name} ended")
        self.lock = None
        self.expiries += 1


class Contender(Holder):
    """Stands for election with each of its sessions; leads for a while, and lets the next one lead."""

    leads = False

    @property
    def holds(self) -> bool:
        """As it was told."""
        return self.leads

    def session_began(self, client: ZookeeperClient) -> None:
        self.world.say(f"{self.name} began {client.session_id:#x}")
        Deferred.fromCoroutine(self.stand(client)).addErrback(self.problems.append)

    async def stand(self, client: ZookeeperClient) -> None:
        """One session."""
        election = Election(client, "/leader", self.name)
        while not client.unrecoverable:
            try:
                await election.run(self.lead)
            except (LeadershipLost, ZookeeperError, LockError) as error:
                self.world.say(f"{self.name}: {error}")
                if not client.connected:
                    # Who was cut off stands again when it is not.
                    try:
                        await client.when_connected()
                    except ZookeeperError:
                        return

    def lead(self) -> Deferred[None]:
        self.times += 1
        self.leads = True
        self.world.say(f"{self.name} leads")
        done: Deferred[None] = Deferred(lambda _: None)
        call = self.world.reactor.callLater(self.world.dice.uniform(0.01, 3), done.callback, None)

        def ended(result: Any) -> Any:
            self.leads = False
            if call.active():
                call.cancel()
            return result

        return done.addBoth(ended)


class Told:
    """What watches tell."""

    def __init__(self) -> None:
        self.seen: dict[str, bytes | None] = {}
        self.names: Sequence[str] | None = None

    def data(self, path: str, data: bytes | None, stat: Any) -> None:
        self.seen[path] = data

    def children(self, names: Sequence[str] | None) -> None:
        self.names = names


class SimulationTests(SynchronousTestCase):
    """All seeds."""

    def test_watches(self) -> None:
        changes = 0
        for seed in SEEDS:
            world = World(seed)
            lookers = [Looker(world) for _ in range(3)]
            for step in range(40):
                world.reactor.advance(world.dice.uniform(0, 2))
                if world.dice.random() < 0.4:
                    world.misfortune()
                for _ in range(world.dice.randrange(4)):
                    path = world.dice.choice(PATHS)
                    if world.dice.random() < 0.3 and path in world.zookeeper.tree.paths():
                        world.zookeeper.tree.remove(path)
                    else:
                        world.zookeeper.tree.put(path, b"%d" % step)
                    changes += 1
            world.heal()
            world.reactor.advance(30)
            there = world.zookeeper.tree.paths()
            expected = {path: world.zookeeper.tree.get(path) if path in there else None for path in PATHS}
            for looker in lookers:
                self.assertEqual(looker.problems, [], f"seed {seed}")
                self.assertEqual(looker.seen, expected, f"seed {seed}")
        self.assertGreater(changes, 20 * len(SEEDS))

    def test_locks(self) -> None:
        holders = self.never_two(Holder, "h", "hold the lock")
        self.assertGreaterEqual(sum(holder.expiries for holder in holders), 0 if SEEDS.is_one else len(SEEDS))

    def test_elections(self) -> None:
        self.never_two(Contender, "c", "lead")

    def never_two(self, kind: type[Holder], letter: str, what: str) -> list[Holder]:
        """All of all seeds: never does more than one of a world hold what it wants, and it goes on when all is well again."""
        everybody: list[Holder] = []
        for seed in SEEDS:
            world = World(seed, 4, by_force=False)
            holders = [kind(world, f"{letter}{port}", port) for port in world.zookeeper.ports]
            for _ in range(200):
                world.reactor.advance(world.dice.uniform(0, 0.6))
                if world.dice.random() < 0.1:
                    world.misfortune()
                holding = [holder.name for holder in holders if holder.holds]
                self.assertLessEqual(len(holding), 1, f"seed {seed}: {holding} {what} at {world.reactor.seconds()}")
            world.heal()
            before = sum(holder.times for holder in holders)
            world.reactor.advance(60)
            self.assertGreater(sum(holder.times for holder in holders), before, f"seed {seed}: it goes on")
            for holder in holders:
                self.assertEqual(holder.problems, [], f"seed {seed}")
            everybody += holders
        self.assertGreater(sum(holder.times for holder in everybody), 10 * len(SEEDS))
        return everybody

    def test_watches_that_outlive_sessions(self) -> None:
        for seed in SEEDS:
            world = World(seed)
            client = ManagedClient(world.zookeeper.connect, 6000, 60_000, reactor=world.reactor, random=random.Random(seed))
            world.reactor.until(client.connect())
            told = Told()
            watches = [DataWatch(client, path, functools.partial(told.data, path)) for path in PATHS]
            children = ChildrenWatch(client, "/d", told.children)
            for step in range(40):
                world.reactor.advance(world.dice.uniform(0, 2))
                if world.dice.random() < 0.4:
                    world.misfortune()
                for _ in range(world.dice.randrange(4)):
                    path = world.dice.choice(PATHS)
                    if world.dice.random() < 0.3 and path in world.zookeeper.tree.paths():
                        world.zookeeper.tree.remove(path)
                    else:
                        world.zookeeper.tree.put(path, b"%d" % step)
            world.heal()
            world.reactor.advance(60)
            there = world.zookeeper.tree.paths()
            self.assertEqual(told.seen, {path: world.zookeeper.tree.get(path) if path in there else None for path in PATHS}, f"seed {seed}")
            self.assertEqual(told.names, world.zookeeper.tree.names("/d"), f"seed {seed}")
            for watch in (*watches, children):
                self.assertNoResult(watch.done)
                watch.stop()
