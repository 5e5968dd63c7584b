"""Members of a group that a ZooKeeper in memory keeps, on virtual time, with owners that only write down what happens, and a judge of it.

`Paper` is the world: a ZooKeeper with topics and a broker in it (nobody is behind that address), `Member` one member with an owner that may
take its time, as users' callbacks do. What is judged as it happens: of two members neither reads what the other reads; whoever reads owns
the znode; what is committed is where the next one begins. `KafkaLike` is a member by the rules of Kafka 0.8's own.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from twisted.internet.defer import Deferred
from twisted.internet.task import deferLater

from klog.client.groups.commits import CommitFailed
from klog.client.groups.members import Identity, Places
from klog.client.groups.paper.algorithm import Thread, assign, share_of
from klog.client.groups.paper.brokers import FoundBrokers
from klog.client.groups.paper.decisions import subscriptions
from klog.client.groups.paper.membership import ZookeeperMembership
from klog.client.groups.paper.settings import PaperGroupSettings
from klog.client.offsets import Committed
from klog.client.retry import ClientStopped
from klog.client.routing import Routing
from klog.errors import KlogError
from klog.model import TopicPartition
from klog.testing.reactor import MemoryReactor
from klog.testing.zookeeper import MemoryZooKeeper
from klog.zookeeper.client import EPHEMERAL, ZookeeperClient
from klog.zookeeper.consumer_znodes import ConsumerRegistration, Pattern
from klog.zookeeper.errors import (
    ConnectionLossException,
    NodeExistsException,
    NoNodeException,
    NotConnectedException,
    ZookeeperError,
)
from klog.zookeeper.session_keeper import SessionKeeper
from klog.zookeeper.znodes import TOPICS, BrokerRegistration, RegisteredEndpoint, TopicZnode

GROUP = "g"
IDS = f"/consumers/{GROUP}/ids"
OWNERS = f"/consumers/{GROUP}/owners"
OFFSETS = f"/consumers/{GROUP}/offsets"


class Paper:
    """See the module.

    :ivar readers: who reads which partition now, as members told.
    :ivar acknowledged: the highest offset of each whose commit was confirmed.
    """

    def __init__(self, seed: int = 1, *, servers: int = 1, version_36: bool = True, brokers: bool = True, **topics: int) -> None:
        self.random = random.Random(seed)
        self.reactor = MemoryReactor()
        self.zookeeper = MemoryZooKeeper(self.reactor, version_36=version_36, tick_ms=200)
        for _ in range(servers - 1):
            self.zookeeper.add_server(lag_s=0.0)
        self.readers: dict[TopicPartition, Member] = {}
        self.acknowledged: dict[TopicPartition, int] = {}
        self.problems: list[str] = []
        self.members: dict[str, Member] = {}
        self.kafkas: dict[str, KafkaLike] = {}
        self.tree = self.zookeeper.tree
        for path in ("/brokers/ids", TOPICS, "/consumers"):
            self.put(path)
        if brokers:
            self.add_broker()
        for topic, count in topics.items():
            self.topic(topic, count)

    def put(self, path: str, data: bytes = b"") -> None:
        """A persistent node with all above it, or another value of it."""
        self.tree.put(path, data)

    def add_broker(self, broker_id: int = 1) -> None:
        """One that nobody can reach."""
        endpoint = RegisteredEndpoint("PLAINTEXT", "192.0.2.99", 9000 + broker_id)
        self.put(BrokerRegistration.path(broker_id), BrokerRegistration(broker_id, (endpoint,)).encode())

    def topic(self, name: str, count: int) -> None:
        """Make a topic, or give it more partitions."""
        self.put(TopicZnode.path(name), TopicZnode(None, dict.fromkeys(range(count), (1,))).encode())

    def join(self, name: str, topics: Sequence[str] = ("t",), **options: Any) -> Member:
        """A new member of klog."""
        member = self.members[name] = Member(self, name, topics, options)
        member.membership.start()
        return member

    def join_kafka(self, name: str, topics: Mapping[str, int]) -> KafkaLike:
        """A new member of Kafka."""
        self.kafkas[name] = KafkaLike(self, name, topics)
        return self.kafkas[name]

    def leave(self, name: str) -> Deferred[None]:
        """In order."""
        return self.members.pop(name).end()

    def crash(self, name: str) -> None:
        """A process dies."""
        self.members.pop(name).crash()

    def advance(self, seconds: float) -> None:
        """Let time pass; nobody may have done anything wrong."""
        self.reactor.advance(seconds)
        self.check()

    def check(self) -> None:
        """Nothing went wrong until now."""
        assert not self.problems, self.problems

    # What is and what should be

    def owners(self) -> dict[TopicPartition, str]:
        """The registry."""
        found = {}
        for path in self.tree.paths(OWNERS):
            if path == OWNERS:
                continue
            topic, slash, number = path.removeprefix(f"{OWNERS}/").partition("/")
            if slash:
                found[TopicPartition(topic, int(number))] = self.tree.get(path).decode()
        return found

    def expected(self, assignor: str = "range") -> dict[TopicPartition, str]:
        """What the registry should say."""
        topics = self.tree.names(TOPICS)
        registered = {name: ConsumerRegistration.decode(name, self.tree.get(f"{IDS}/{name}")) for name in self.tree.names(IDS)}
        partitions = {name: TopicZnode.decode(name, self.tree.get(f"{TOPICS}/{name}")).assignment for name in topics}
        return {place: str(thread) for place, thread in assign(assignor, subscriptions(GROUP, registered, topics), partitions).items()}

    def is_settled(self, assignor: str = "range") -> bool:
        """Whether everything is as the algorithm says, in the registry and with the members."""
        alive = [*self.members.values()]
        if any(member.membership.state_name != "stable" for member in alive):
            return False
        if not all(kafka.is_at_rest for kafka in self.kafkas.values()):
            return False
        ids = {member.membership.consumer_id for member in alive} | {kafka.consumer_id for kafka in self.kafkas.values()}
        if set(self.tree.names(IDS)) != ids:
            return False
        owners = self.owners()
        if owners != self.expected(assignor):
            return False
        mine = {place: str(thread) for member in alive for place, thread in member.membership.threads.items()}
        read = {place: member.thread(place) for place, member in self.readers.items()}
        by_klog = {place: text for place, text in owners.items() if not any(text.startswith(k.consumer_id) for k in self.kafkas.values())}
        return mine == by_klog == read

    def settle(self, seconds: float = 40.0, assignor: str = "range") -> float:
        """Until it is; how long it took."""
        passed = 0.0
        while not self.is_settled(assignor):
            states = {name: member.membership.state_name for name, member in self.members.items()}
            assert passed < seconds, (states, self.owners(), self.expected(assignor), self.readers)
            self.advance(0.25)
            passed += 0.25
        return passed

    def stop(self) -> None:
        """All end; nothing of them is left in ZooKeeper or in the reactor."""
        for kafka in list(self.kafkas.values()):
            self.reactor.until(kafka.end())
        for name in list(self.members):
            self.reactor.until(self.leave(name))
        self.check()
        assert not self.readers, self.readers
        # Who has no connection leaves its session to expire.
        passed = 0.0
        while self.owners() and passed < 15.0:
            self.advance(0.5)
            passed += 0.5
        assert not self.owners(), self.owners()


class Member:
    """A member of klog, and an owner that writes down.

    :ivar pause_s: how long each callback takes.
    :ivar positions: how far each partition that it reads was read.
    """

    def __init__(self, world: Paper, name: str, topics: Sequence[str], options: dict[str, Any]) -> None:
        self.world = world
        self.name = name
        self.pause_s = 0.0
        self.dead = False
        self.holds = False
        self.error: KlogError | None = None
        self.positions: dict[TopicPartition, int] = {}
        self.told: list[tuple[str, Places]] = []
        self.zombies: set[TopicPartition] = set()
        pattern = options.pop("pattern", None)
        zookeeper = PaperGroupSettings(**{"zookeeper": world.zookeeper.connect, "consumer_id": name, **options})
        settings = zookeeper.member(GROUP, None if pattern else list(topics), pattern)
        self.routing = Routing(
            world.reactor,
            FoundBrokers(bootstrap_servers="", client_id=name),
            random=random.Random(world.random.random()),
            now_ms=world.reactor.now_ms,
        )
        self.membership = ZookeeperMembership(self.routing, settings, zookeeper, self, find_brokers=True)

    def thread(self, place: TopicPartition) -> str:
        return str(self.membership.threads.get(place))

    def count(self, kind: str) -> int:
        return sum(told == kind for told, _ in self.told)

    def _stop_reading(self, places: Places) -> None:
        for place in places:
            if self.world.readers.get(place) is self:
                del self.world.readers[place]
        self.zombies -= places

    # The owner's part

    def hold(self) -> None:
        self.holds = True

    def go_on(self) -> None:
        self.holds = False

    def cut_off(self, places: Places) -> None:
        self.told.append(("cut off", places))
        self._stop_reading(places)
        for place in places:
            self.positions.pop(place, None)

    async def take_away(self, places: Places, *, lost: bool) -> None:
        self.told.append(("lost" if lost else "revoked", places))
        positions = {place: self.positions.pop(place) for place in sorted(places) if place in self.positions}
        self._stop_reading(places)
        if self.pause_s:
            await deferLater(self.world.reactor, self.pause_s)
        if not lost and positions and not self.dead:
            await self.commit(positions)

    async def commit(self, positions: Mapping[TopicPartition, int]) -> None:
        try:
            await self.membership.write_offsets({place: Committed(at) for place, at in positions.items()})
        except (CommitFailed, ClientStopped):
            return
        except KlogError as error:
            self.world.problems.append(f"{self.name} could not commit: {error}")
            return
        for place, at in positions.items():
            self.world.acknowledged[place] = max(at, self.world.acknowledged.get(place, 0))

    async def hand_over(self, places: Places) -> None:
        self.told.append(("assigned", places))
        world = self.world
        try:
            offsets = await self.membership.read_offsets(places)
        except KlogError as error:
            if not isinstance(error, CommitFailed):
                self.membership.fail(error)
            return
        if self.dead:
            return
        for place in sorted(places):
            reader = world.readers.get(place)
            if reader is not None and not reader.holds and place not in reader.zombies:
                world.problems.append(f"{self.name} reads {place} while {reader.name} does")
            at = offsets.get(place, Committed(0)).offset
            if at < world.acknowledged.get(place, 0):
                world.problems.append(f"{self.name} begins {place} at {at}, {world.acknowledged[place]} was committed")
            if world.owners().get(place) != self.thread(place):
                world.problems.append(f"{self.name} reads {place}, which is {world.owners().get(place)}'s")
            world.readers[place] = self
            self.positions[place] = at
        if self.pause_s:
            await deferLater(world.reactor, self.pause_s)

    def new_identity(self, identity: Identity) -> None:
        pass

    def failed(self, error: KlogError) -> None:
        self.error = error

    # What happens to it

    def read(self, count: int) -> None:
        """Some records of each partition."""
        for place in self.positions:
            self.positions[place] += count

    def expire(self) -> None:
        """ZooKeeper ends its session by force."""
        client = self.membership.keeper._client
        if client is not None and client.session_id in self.world.zookeeper.session_ids:
            if any(server.is_frozen for server in self.world.zookeeper._servers.values()):
                # Perhaps ours, which cannot tell us; then only our own clock does.
                self.zombies |= {place for place, reader in self.world.readers.items() if reader is self}
            self.world.zookeeper.expire(client.session_id)

    def end(self) -> Deferred[None]:
        return self.membership.stop().addCallback(lambda _: self.routing.stop())

    def crash(self) -> None:
        """It says nothing any more, to nobody; its session goes on until ZooKeeper ends it."""
        self.dead = True
        keeper = self.membership.keeper
        client = keeper._client or keeper._candidate
        if client is not None:
            connection = client._connection
            connection._say_goodbye = lambda: connection._closed()  # type: ignore[method-assign]
        keeper.stop()
        self._stop_reading(frozenset(self.world.readers))
        self.routing.stop()


class KafkaLike:
    """A member by the rules of ``ZookeeperConsumerConnector``: releases everything, then takes all that is its own, or nothing."""

    def __init__(self, world: Paper, name: str, topics: Mapping[str, int]) -> None:
        self.world = world
        self.consumer_id = f"{GROUP}_{name}"
        self.registration = ConsumerRegistration(topics, Pattern.STATIC, 1)
        self.owned: list[TopicPartition] = []
        self.is_at_rest = False
        self._client: ZookeeperClient | None = None
        self._pending = False
        self._gave_up = False
        self._running = False
        self._ended = False
        self.keeper = SessionKeeper(
            world.reactor,
            world.zookeeper.connect,
            self,
            session_timeout_ms=6000,
            random=random.Random(world.random.random()),
        )
        self.keeper.start().addErrback(lambda _: None)

    def session_began(self, client: ZookeeperClient) -> None:
        self._client = client
        self.owned.clear()
        self._trigger()

    def session_suspended(self) -> None:
        pass

    session_resumed = session_suspended

    def session_ended(self) -> None:
        self._client = None
        self.is_at_rest = False

    def _trigger(self, _: object = None) -> None:
        self.is_at_rest = False
        self._pending = True
        if not self._running and not self._ended:
            self._running = True
            Deferred.fromCoroutine(self._run()).addErrback(lambda failure: self.world.problems.append(failure.getTraceback()))

    def stop_trying(self) -> None:
        """Until members come or go, as Kafka's do after four tries."""
        self._gave_up = True

    async def _run(self) -> None:
        while self._pending and not self._ended:
            self._pending = self._gave_up = False
            for _ in range(4):
                client = self._client
                if client is None or self._ended:
                    break
                try:
                    if await self._rebalance(client):
                        self.is_at_rest = not self._pending
                        break
                except ZookeeperError:
                    pass
                await deferLater(self.world.reactor, 2.0)
            else:
                self._pending = self._pending or (self._client is not None and not self._gave_up)
        self._running = False

    async def _ensure(self, client: ZookeeperClient, path: str, data: bytes = b"", flags: int = 0) -> bool:
        try:
            await client.create(path, data, flags=flags)
        except NodeExistsException:
            return False
        except NoNodeException:
            await self._ensure(client, path.rpartition("/")[0])
            return await self._ensure(client, path, data, flags)
        return True

    async def _release(self, client: ZookeeperClient, places: list[TopicPartition]) -> None:
        """As Kafka's client of ZooKeeper does everything: again until it is answered, without a look at whose it is."""
        while places:
            try:
                await client.delete(f"{OWNERS}/{places[-1].topic}/{places[-1].partition}")
            except NoNodeException:
                pass
            except (ConnectionLossException, NotConnectedException):
                await client.when_connected()
                continue
            places.pop()

    async def _rebalance(self, client: ZookeeperClient) -> bool:
        await self._ensure(client, f"{IDS}/{self.consumer_id}", self.registration.encode(), EPHEMERAL)
        names, changed = client.get_children_and_watch(IDS)
        changed.addCallbacks(lambda event: self._trigger() if event.path else None, lambda _: None)
        ids = await names
        await self._release(client, self.owned)
        members = {name: ConsumerRegistration.decode(name, (await client.get(f"{IDS}/{name}"))[0]) for name in ids}
        topics = await client.get_children(TOPICS)
        partitions = {}
        for topic in self.registration.subscription:
            value, changed = client.get_and_watch(f"{TOPICS}/{topic}")
            changed.addCallbacks(lambda event: self._trigger() if event.path else None, lambda _: None)
            partitions[topic] = TopicZnode.decode(topic, (await value)[0]).assignment
        mine: dict[TopicPartition, Thread] = share_of(self.consumer_id, "range", subscriptions(GROUP, members, topics), partitions)
        made = []
        for place, thread in mine.items():
            path = f"{OWNERS}/{place.topic}/{place.partition}"
            if await self._ensure(client, path, str(thread).encode(), EPHEMERAL) or (await client.get(path))[0] == str(thread).encode():
                made.append(place)
            else:
                await self._release(client, made)
                return False
        self.owned = made
        return True

    def end(self) -> Deferred[None]:
        self._ended = True
        self.world.kafkas = {name: kafka for name, kafka in self.world.kafkas.items() if kafka is not self}
        return self.keeper.stop()
