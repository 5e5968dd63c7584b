"""A group's registries in ZooKeeper, as one session sees them: members, owners, topics, brokers.

What is read is watched: `Registries` calls ``changed`` with a reason whenever something that was read may be different by now. What was
read of topics and brokers is kept until then, so that a rebalance reads only what has changed. Everything is for one session: a new one
begins with a new `Registries`, and reads everything again.

Writing is in multis of up to `PIECE_OPERATIONS`; each is done as a whole or not at all. After a lost connection nobody knows which: so
what was asked for counts as perhaps done (`Registries.perhaps_ours`), and before anything is taken for ours or deleted it is read, and
looked whose session made it. That a node is deleted which another session made in between cannot happen: ours would have to be gone
first, and nobody else deletes it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from twisted.internet.defer import Deferred, DeferredList
from twisted.python.failure import Failure

from klog.client.groups.paper.algorithm import Thread
from klog.model import TopicPartition
from klog.zookeeper.client import EPHEMERAL, ClientEvent, ZookeeperClient
from klog.zookeeper.consumer_znodes import ConsumerRegistration, encode_owner, ids_path, owner_path, owners_path
from klog.zookeeper.errors import NodeExistsException, NoNodeException, ZookeeperError
from klog.zookeeper.paths import ancestors, check_path, parent
from klog.zookeeper.requests import Create, Delete
from klog.zookeeper.znode_json import BadZnode
from klog.zookeeper.znodes import BROKER_IDS, TOPICS, BrokerRegistration, TopicZnode, broker_id_of

T = TypeVar("T")
Wait = Callable[["Deferred[Any]"], Awaitable[Any]]

#: The most that one multi does, and the bytes of its paths and values: servers take requests of 1 MiB.
PIECE_OPERATIONS = 500
PIECE_BYTES = 256 << 10
#: What one operation costs besides.
_OPERATION_BYTES = 64
#: How many times parents are made that somebody deletes meanwhile.
_TRIES = 3


class Owned(NamedTuple):
    """What an owner's znode says.

    :param thread: its text, as far as it is one.
    :param session: of who made it; 0 where it is not ephemeral.
    """

    thread: str
    session: int


class Conflict(Exception):
    """Somebody else owns what we want.

    :param owners: of some of the partitions; the text of the owners' znodes.
    """

    def __init__(self, owners: Mapping[TopicPartition, str]) -> None:
        super().__init__(owners)
        self.owners = dict(owners)


def pieces(operations: Sequence[T], size: Callable[[T], int]) -> list[list[T]]:
    """`operations` in order, cut into what one multi takes."""
    found: list[list[T]] = []
    used = 0
    for operation in operations:
        cost = size(operation) + _OPERATION_BYTES
        if not found or len(found[-1]) >= PIECE_OPERATIONS or used + cost > PIECE_BYTES:
            found.append([])
            used = 0
        found[-1].append(operation)
        used += cost
    return found


class Parents:
    """Makes nodes that must be there, each once; again where somebody has deleted what is above them."""

    def __init__(self, client: ZookeeperClient, wait: Wait) -> None:
        self._client = client
        self._wait = wait
        self._made: set[str] = set()

    async def make(self, path: str) -> None:
        """`path` and all above it are there. Raises `ZookeeperError`."""
        await self._while_others_delete([path], lambda: self._make(path))

    async def make_all(self, paths: Collection[str]) -> None:
        """The same for many, side by side."""
        await self._while_others_delete(paths, lambda: self._make_all(paths))

    async def _while_others_delete(self, paths: Collection[str], make: Callable[[], Awaitable[None]]) -> None:
        for left in reversed(range(_TRIES)):
            try:
                await make()
            except NoNodeException:
                for path in paths:
                    self.forget(path)
                if not left:
                    raise
            else:
                return

    async def _make(self, path: str) -> None:
        for one in reversed(ancestors(path)):
            if one in self._made or one == "/":
                continue
            try:
                await self._wait(self._client.create(one))
            except NodeExistsException:
                pass
            self._made.add(one)

    async def _make_all(self, paths: Collection[str]) -> None:
        missing = sorted(set(paths) - self._made)
        for above in sorted({parent(path) for path in missing}):
            await self._make(above)
        for first in range(0, len(missing), PIECE_OPERATIONS):
            some = missing[first : first + PIECE_OPERATIONS]
            results: list[tuple[bool, Any]] = await self._wait(
                DeferredList([self._client.create(path) for path in some], consumeErrors=True)
            )
            for path, (worked, failure) in zip(some, results, strict=True):
                if not worked and not isinstance(failure.value, NodeExistsException):
                    failure.raiseException()
                self._made.add(path)

    def forget(self, path: str) -> None:
        """Somebody has deleted it, or one above it."""
        self._made.difference_update(ancestors(path))


class Registries:
    """What one session knows of a group.

    :param changed: called with a reason, for people, when something that was read changes.
    :param wait: wraps what is waited for, so that waiting can be called off.
    :raises KlogError: a group id that cannot be a name in ZooKeeper.
    """

    def __init__(self, client: ZookeeperClient, group_id: str, consumer_id: str, changed: Callable[[str], None], wait: Wait) -> None:
        self.client = client
        self.group_id = group_id
        self.consumer_id = consumer_id
        self.parents = Parents(client, wait)
        #: Partitions whose owner's znode we have asked for and not seen vanish.
        self.perhaps_ours: set[TopicPartition] = set()
        #: As whom we are registered.
        self.registered: ConsumerRegistration | None = None
        self._changed = changed
        self._wait = wait
        self._ids = ids_path(group_id)
        self._owners = owners_path(group_id)
        self._members_watched = False
        self._topics: list[str] | None = None
        self._partitions: dict[str, tuple[int, ...]] = {}
        self._brokers: dict[int, BrokerRegistration] | None = None
        self._vanishing: set[TopicPartition] = set()
        self._closed = False

    def close(self) -> None:
        """The session is over: no change is told any more."""
        self._closed = True

    # Watches

    async def _read_watched(self, asked: tuple[Deferred[T], Deferred[ClientEvent]], then: Callable[[], None], reason: str) -> T:
        """What was read. Once it changes, `then` forgets it, and `reason` is told."""
        value, watch = asked

        def fired(event: ClientEvent) -> None:
            # Events of the session are its keeper's business.
            if not self._closed and event.path:
                then()
                self._changed(reason)

        watch.addCallback(fired)
        watch.addErrback(_unless_zookeeper)
        found: T = await self._wait(value)
        return found

    # Members

    async def register(self, registration: ConsumerRegistration) -> None:
        """Be a member that wants what `registration` says; the others hear of it.

        :raises Conflict: another session is registered as us.
        :raises ZookeeperError: it was not done, or perhaps.
        """
        known = self.registered
        if known is not None and (known.subscription, known.pattern) == (registration.subscription, registration.pattern):
            return
        path = f"{self._ids}/{self.consumer_id}"
        self.registered = None
        await self.parents.make(self._ids)
        stat = await self._wait(self.client.exists(path))
        if stat is not None and stat["ephemeralOwner"] != self.client.session_id:
            raise Conflict({TopicPartition("", -1): self.consumer_id})
        # A node that is set anew tells nobody: the others watch which there are.
        operations: list[Any] = [] if stat is None else [Delete(path, stat["version"])]
        operations.append(Create(path, registration.encode(), None, EPHEMERAL))
        try:
            await self._wait(self.client.multi(operations))
        except NoNodeException:
            self.parents.forget(self._ids)
            raise
        self.registered = registration

    async def register_again(self) -> None:
        """Have the other members look at everything again. Raises as `register`."""
        if self.registered is not None:
            registration, self.registered = self.registered, None
            await self.register(registration)

    async def unregister(self) -> None:
        """Be no member any more. Raises `ZookeeperError`."""
        self.registered = None
        path = f"{self._ids}/{self.consumer_id}"
        stat = await self._wait(self.client.exists(path))
        if stat is not None and stat["ephemeralOwner"] == self.client.session_id:
            try:
                await self._wait(self.client.delete(path, stat["version"]))
            except NoNodeException:
                pass

    async def members(self) -> dict[str, ConsumerRegistration]:
        """All registrations by consumer id; none where somebody has deleted all of the registry.

        :raises BadZnode: one that cannot be read.
        :raises ZookeeperError: ZooKeeper could not be asked.
        """
        try:
            # Watches that have not fired are still there.
            if self._members_watched:
                names = await self._wait(self.client.get_children(self._ids))
            else:
                asked = self.client.get_children_and_watch(self._ids)
                names = await self._read_watched(asked, self._members_changed, "members came or went")
                self._members_watched = True
        except NoNodeException:
            # Somebody has deleted all of it, us too.
            self.parents.forget(self._ids)
            names = []
        paths = [f"{self._ids}/{name}" for name in sorted(names)]
        found: dict[str, ConsumerRegistration] = {}
        for name, path, value in zip(sorted(names), paths, await self._get(paths), strict=True):
            if value is not None:
                found[name] = ConsumerRegistration.decode(path, value[0])
        if self.consumer_id not in found:
            self.registered = None
        return found

    def _members_changed(self) -> None:
        self._members_watched = False

    # Topics

    async def topics(self) -> list[str]:
        """All topics' names. Raises `ZookeeperError`."""
        if self._topics is None:
            asked = self.client.get_children_and_watch(TOPICS)
            try:
                names = await self._read_watched(asked, self._topics_changed, "topics came or went")
                self._topics = sorted(names)
            except NoNodeException:
                await self.parents.make(TOPICS)
                return await self.topics()
        return self._topics

    def _topics_changed(self) -> None:
        self._topics = None

    async def partitions(self, topics: Iterable[str]) -> dict[str, tuple[int, ...]]:
        """The partitions of those of `topics` that exist.

        :raises BadZnode: what ZooKeeper has of one cannot be read.
        :raises ZookeeperError: ZooKeeper could not be asked.
        """
        wanted = [topic for topic in sorted(topics) if may_be_topic(topic)]
        found: dict[str, tuple[int, ...]] = {}
        unknown = [topic for topic in wanted if topic not in self._partitions]
        for first in range(0, len(unknown), PIECE_OPERATIONS):
            some = unknown[first : first + PIECE_OPERATIONS]
            reading = [Deferred.fromCoroutine(self._read_partitions(topic)) for topic in some]
            results: list[tuple[bool, Any]] = await DeferredList(reading, consumeErrors=True)
            for topic, (worked, numbers) in zip(some, results, strict=True):
                if not worked:
                    numbers.raiseException()
                found[topic] = numbers
        return {topic: known for topic in wanted if (known := found.get(topic) or self._partitions.get(topic, ()))}

    async def _read_partitions(self, topic: str) -> tuple[int, ...]:
        path = TopicZnode.path(topic)
        has_changed = False

        def forget() -> None:
            nonlocal has_changed
            has_changed = True
            self._partitions.pop(topic, None)

        reason = f"topic {topic} changed"
        # The watch of `exists` fires also when the topic is made.
        stat = await self._read_watched(self.client.exists_and_watch(path), forget, reason)
        numbers: tuple[int, ...] = ()
        if stat is not None:
            try:
                data, _ = await self._wait(self.client.get(path))
                numbers = tuple(TopicZnode.decode(path, data).assignment)
            except NoNodeException:
                pass
        if not has_changed:
            self._partitions[topic] = numbers
        return numbers

    # Brokers

    async def brokers(self) -> dict[int, BrokerRegistration]:
        """The brokers that are there. What cannot be read of one is not there. Raises `ZookeeperError`."""
        if self._brokers is not None:
            return self._brokers
        has_changed = False

        def forget() -> None:
            nonlocal has_changed
            has_changed = True
            self._brokers = None

        try:
            names = await self._read_watched(self.client.get_children_and_watch(BROKER_IDS), forget, "brokers came or went")
        except NoNodeException:
            await self.parents.make(BROKER_IDS)
            return await self.brokers()
        paths = [f"{BROKER_IDS}/{name}" for name in sorted(names)]
        found: dict[int, BrokerRegistration] = {}
        for path, value in zip(paths, await self._get(paths), strict=True):
            try:
                if value is not None:
                    found[broker_id_of(path)] = BrokerRegistration.decode(path, value[0])
            except BadZnode:
                continue
        if not has_changed:
            self._brokers = found
        return found

    # Owners

    async def owners(self, places: Collection[TopicPartition]) -> dict[TopicPartition, Owned]:
        """Who owns which of `places`; those that nobody owns are left out. Raises `ZookeeperError`."""
        wanted = sorted(places)
        found: dict[TopicPartition, Owned] = {}
        for place, value in zip(wanted, await self._get([self._owner_path(place) for place in wanted]), strict=True):
            if value is not None:
                data, stat = value
                found[place] = Owned(data.decode("utf-8", "replace"), stat["ephemeralOwner"])
        return found

    async def claim(self, threads: Mapping[TopicPartition, Thread]) -> None:
        """These are ours, and of which thread: all, or none.

        :raises Conflict: somebody else has one; what was taken is given back.
        :raises ZookeeperError: some are, perhaps (`perhaps_ours`).
        """
        await self.parents.make_all({owners_path(self.group_id, place.topic) for place in threads})
        places = sorted(threads)
        self.perhaps_ours.update(places)
        todo = pieces(places, lambda place: 2 * len(self._owners) + len(place.topic) + len(self.consumer_id) * 2)
        tries = _TRIES
        while todo:
            operations = [Create(self._owner_path(place), encode_owner(str(threads[place])), None, EPHEMERAL) for place in todo[0]]
            try:
                await self._wait(self.client.multi(operations))
            except NodeExistsException:
                owners = await self.owners(todo[0])
                others = {place: owned.thread for place, owned in owners.items() if owned.session != self.client.session_id}
                tries -= 1
                if not others and tries:
                    # Ours after all, or gone again.
                    todo[0] = [place for place in todo[0] if place not in owners]
                    if not todo[0]:
                        todo.pop(0)
                    continue
                await self.release(places)
                raise Conflict(others) from None
            except NoNodeException:
                tries -= 1
                if not tries:
                    raise
                above = {owners_path(self.group_id, place.topic) for place in todo[0]}
                for path in above:
                    self.parents.forget(path)
                await self.parents.make_all(above)
            else:
                todo.pop(0)

    async def release(self, places: Collection[TopicPartition]) -> None:
        """None of these is ours any more; what is others' stays. Raises `ZookeeperError`."""
        asked = sorted(place for place in places if place in self.perhaps_ours)
        owners = await self.owners(asked)
        ours = [place for place in asked if place in owners and owners[place].session == self.client.session_id]
        for some in pieces(ours, lambda place: len(self._owners) + len(place.topic)):
            try:
                await self._wait(self.client.multi([Delete(self._owner_path(place), -1) for place in some]))
            except NoNodeException:
                # Somebody deletes what is not theirs: one by one, then.
                for place in some:
                    try:
                        await self._wait(self.client.delete(self._owner_path(place)))
                    except NoNodeException:
                        continue
        self.perhaps_ours.difference_update(asked)

    def tell_when_free(self, places: Iterable[TopicPartition], free: Callable[[], None]) -> None:
        """`free` is called when one of these is deleted, or is not there already."""
        for place in places:
            if place in self._vanishing or place.partition < 0:
                continue
            self._vanishing.add(place)
            asked, watch = self.client.exists_and_watch(self._owner_path(place))

            def fired(result: Any, place: TopicPartition = place) -> None:
                gone = isinstance(result, ClientEvent) and bool(result.path)
                if (gone or result is None) and place in self._vanishing:
                    self._vanishing.discard(place)
                    if not self._closed:
                        free()

            asked.addCallback(fired)
            asked.addErrback(_unless_zookeeper)
            watch.addCallback(fired)
            watch.addErrback(_unless_zookeeper)

    def _owner_path(self, place: TopicPartition) -> str:
        return owner_path(self.group_id, place.topic, place.partition)

    # Reading

    async def _get(self, paths: list[str]) -> list[tuple[bytes, Any] | None]:
        """Values and stats; None for what is not there.

        :raises ZookeeperError: by anything else.
        """
        if not paths:
            return []
        found: list[tuple[bytes, Any] | None] = []
        for value in await self._wait(self.client.get_many(paths)):
            if isinstance(value, NoNodeException):
                found.append(None)
            elif isinstance(value, Exception):
                raise value
            else:
                found.append(value)
        return found


def _unless_zookeeper(failure: Failure) -> None:
    """Whoever reads the value is told; the watch needs no words of its own."""
    if not isinstance(failure.value, ZookeeperError):
        failure.raiseException()


def may_be_topic(name: str) -> bool:
    """Whether a name that somebody wrote can be one below ``/brokers/topics``."""
    if not name or "/" in name:
        return False
    try:
        check_path(f"{TOPICS}/{name}")
    except ZookeeperError:
        return False
    return True
