"""Consumers of a group that read records, over a real broker in memory on virtual time, and a judge of what they read.

What is judged as it happens: a partition has one owner at a time, as callbacks tell; and what was committed is not handed out again. At
the end (`check_all_read`): nothing was missed. Records of partition n say ``n/offset``.
"""

from __future__ import annotations

import random
from typing import Any, Literal

from twisted.internet.defer import Deferred
from twisted.internet.task import deferLater

from klog.client.fetching.record_views import Message
from klog.client.groups.group import ConsumerGroup
from klog.client.groups.members import Places
from klog.client.producing.producer import Producer
from klog.errors import KlogError
from klog.model import TopicPartition
from tests.client.groups.member_world import World

#: How a reader reads: polls with commits of its own, polls with automatic ones, or a stream with automatic ones.
Manner = Literal["commits", "automatic", "stream"]


class GroupWorld(World):
    """A broker, topics with records, and a group that reads them."""

    def __init__(self, seed: int = 1, **topics: int) -> None:
        super().__init__(seed, **topics)
        self.ends: dict[TopicPartition, int] = {}
        self.read: dict[TopicPartition, set[int]] = {}
        self.committed: dict[TopicPartition, int] = {}
        self.readers: dict[str, Reading] = {}
        self.producer = Producer(
            self.reactor, self.broker.bootstrap, linger_ms=1, client_id="writer", random=random.Random(self.random.random())
        )

    def write(self, count: int) -> None:
        """So many records to each partition."""
        sending = []
        for topic, partitions in self.sizes.items():
            for number in range(partitions):
                place = TopicPartition(topic, number)
                end = self.ends.get(place, 0)
                values = [b"%d/%d" % (number, offset) for offset in range(end, end + count)]
                sending.append(self.producer.send_many(topic, values, partition=number))
                self.ends[place] = end + count
        for sent in sending:
            self.reactor.until(sent)

    def reader(self, name: str, topics: list[str], manner: Manner = "commits", **options: Any) -> Reading:
        """A new member that reads."""
        self.readers[name] = Reading(self, name, topics, manner, options)
        return self.readers[name]

    def kill(self, name: str) -> None:
        """The reader's process dies."""
        reader = self.readers.pop(name)
        reader.dead = True
        for place in [place for place, owner in self.owners.items() if owner == name]:
            del self.owners[place]
        reader.group.fetcher.stop()
        reader.group.routing.stop()

    def end(self, name: str) -> Deferred[None]:
        """In order."""
        reader = self.readers.pop(name)
        reader.ending = True
        return reader.group.stopService()

    def missing(self) -> dict[TopicPartition, int]:
        """How many records nobody has read, of what somebody wants."""
        wanted = {topic for reader in self.readers.values() for topic in reader.topics}
        ends = {place: end for place, end in self.ends.items() if place.topic in wanted}
        read = {place: len(self.read.get(place, ())) for place in ends}
        return {place: end - read[place] for place, end in ends.items() if read[place] < end}

    def check_all_read(self, seconds: float = 120.0) -> None:
        """Until everything is read."""
        passed = 0.0
        while missing := self.missing():
            assert passed < seconds, (missing, self.owners, {name: reader.group.state for name, reader in self.readers.items()})
            self.advance(0.5)
            passed += 0.5

    def finish(self) -> None:
        """All end in order; nothing is left over."""
        for name in list(self.readers):
            self.reactor.until(self.end(name))
        assert not self.problems, self.problems
        assert not self.owners, self.owners
        self.reactor.until(self.producer.stopService())
        self.broker.stop()


class Reading:
    """One member, and the user's code around it.

    :ivar pause_s: what it does with each batch (or message of a stream) takes so long.
    :ivar callback_s: its callbacks take so long.
    """

    def __init__(self, world: GroupWorld, name: str, topics: list[str], manner: Manner, options: dict[str, Any]) -> None:
        self.world = world
        self.name = name
        self.topics = topics
        self.pause_s = 0.0
        self.callback_s = 0.0
        self.dead = self.ending = False
        self.count = 0
        self.troubles: list[str] = []
        self.lost = 0
        self.uncommitted: dict[TopicPartition, int] = {}
        defaults: dict[str, Any] = {
            "auto_offset_reset": "earliest",
            "auto_commit_interval_ms": None if manner == "commits" else 500,
            "session_timeout_ms": 6_000,
            "heartbeat_interval_ms": 1_000,
            "max_poll_interval_ms": 60_000,
            "fetch_max_wait_ms": 100,
            "metadata_max_age_ms": 5_000,
        }
        self.group = ConsumerGroup(
            world.reactor,
            world.broker.bootstrap,
            "g",
            topics,
            client_id=name,
            on_assigned=self.assigned,
            on_revoked=self.revoked,
            on_lost=self.forget,
            random=random.Random(world.random.random()),
            **{**defaults, **options},
        )
        self.manner = manner
        self.work = Deferred.fromCoroutine(self.stream() if manner == "stream" else self.poll())
        self.work.addErrback(lambda failure: world.problems.append(f"{name}: {failure.getTraceback()}"))

    async def assigned(self, places: Places) -> None:
        for place in places:
            owner = self.world.owners.get(place)
            if owner is not None:
                self.world.problems.append(f"{place} is {owner}'s and was given to {self.name}")
            self.world.owners[place] = self.name
        if self.callback_s:
            await deferLater(self.world.reactor, self.callback_s)

    async def revoked(self, places: Places) -> None:
        if self.callback_s:
            await deferLater(self.world.reactor, self.callback_s)
        if self.manner == "commits":
            await self.commit()
        if not self.dead:
            self.gone(places)

    def forget(self, places: Places) -> None:
        self.lost += 1
        self.uncommitted.clear()
        self.gone(places)

    def gone(self, places: Places) -> None:
        for place in places:
            if self.world.owners.get(place) == self.name:
                del self.world.owners[place]

    def take(self, message: Message) -> None:
        """One record was handed out."""
        world = self.world
        place = TopicPartition(message.topic, message.partition)
        if self.dead:
            return
        if world.owners.get(place) != self.name:
            world.problems.append(f"{self.name} was given {place} at {message.offset}, which is {world.owners.get(place)}'s")
        if message.offset < world.committed.get(place, 0):
            world.problems.append(f"{self.name} was given {place} at {message.offset} again, {world.committed[place]} is committed")
        if message.value != b"%d/%d" % (place.partition, message.offset):
            world.problems.append(f"{place} has {message.value!r} at {message.offset}")
        world.read.setdefault(place, set()).add(message.offset)
        self.uncommitted[place] = message.offset + 1
        self.count += 1

    async def commit(self) -> None:
        ends = dict(self.uncommitted)
        self.uncommitted.clear()
        try:
            await self.group.commit(ends)
        except KlogError as error:
            self.troubles.append(str(error))
            return
        for place, end in ends.items():
            self.world.committed[place] = max(end, self.world.committed.get(place, 0))

    async def poll(self) -> None:
        while not self.dead and not self.ending:
            try:
                found = await self.group.poll(50, 200)
            except KlogError as error:
                if self.dead or self.ending:
                    return
                self.troubles.append(str(error))
                await deferLater(self.world.reactor, 0.2)
                continue
            for message_set in found:
                for message in message_set:
                    self.take(message)
            if found and self.pause_s:
                await deferLater(self.world.reactor, self.pause_s)
            if found and self.manner == "commits" and not self.dead and not self.ending:
                await self.commit()

    async def stream(self) -> None:
        async for message in self.group.stream():
            self.take(message)
            if self.dead:
                return
            if self.pause_s:
                await deferLater(self.world.reactor, self.pause_s / 10)
