"""A life (see `life`) in which topics come and go, groups of both protocols read, and ZooKeeper itself fails in more ways.

Beside what must hold in every life, in the end all brokers show the same topics, each partition is served by its leader and by nobody else,
each broker has the copies on its disk that it is to have and no others, and coordinates the groups of what it leads; nothing is left of a
topic that was deleted.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Iterator
from typing import Any

from twisted.internet.defer import Deferred

from klog.client.admin.admin import Admin
from klog.client.admin.types import NewTopic
from klog.model import TopicPartition
from klog.testing.reactor import MemoryReactor
from klog.testing.zookeeper import MemoryZooKeeper
from klog.zookeeper.znodes import TOPICS
from tests.broker.cluster_lives.life import CLIENT, Life, Plan

OFFSETS = "__consumer_offsets"


@dataclasses.dataclass
class TopicPlan(Plan):
    """What kind of life; drawn as another.

    :ivar is_old_zookeeper: whether ZooKeeper is older than 3.6, and has one-shot watches only.
    """

    is_old_zookeeper: bool = False

    @classmethod
    def drawn(cls, seed: int, copies: int | None = None) -> TopicPlan:
        """What seed `seed` is."""
        plan = super().drawn(seed, copies)
        assert isinstance(plan, TopicPlan)
        rng = random.Random(seed * 5 + 3)
        plan.is_old_zookeeper = rng.random() < 0.3
        plan.members = 2
        plan.is_one_group = False
        plan.steps = rng.randint(5, 10)
        # What moves, or cannot be made or deleted, may lie on a disk that it does not belong on until a person looks.
        plan.misfortunes |= dict.fromkeys(("move", "full_disk", "broken_disk"), 0)
        plan.misfortunes |= {"create": 3, "delete": 3, "zookeeper_is_away": 1, "lose_reply": 1, "expire_all": 1}
        return plan


class TopicLife(Life):
    """See the module.

    :ivar others: names of topics that somebody asked for, beside the one that is written to.
    """

    plan: TopicPlan

    def __init__(self, plan: TopicPlan) -> None:
        super().__init__(plan)
        self.others: list[str] = []

    def make_zookeeper(self) -> MemoryZooKeeper:
        """An old one, or a new one."""
        return MemoryZooKeeper(MemoryReactor(), version_36=not self.plan.is_old_zookeeper)

    def begin_clients(self) -> None:
        """As in every life, beside two topics that somebody may delete."""
        for name in ("other-0", "other-1"):
            self.others.append(name)
            self.cluster.create_topic(name, 2, self.plan.copies)
        super().begin_clients()

    # What happens

    def act(self, name: str) -> Callable[[Any], None]:
        """What happens under a name."""
        return _MISFORTUNES.get(name) or super().act(name)

    def create(self) -> None:
        """An operator wants another topic."""
        name = f"other-{len(self.others)}"
        self.others.append(name)
        topic = NewTopic(name, self.random.choice([1, 3]), replication_factor=self.plan.copies)
        self._ask(f"create {name}", lambda admin: admin.create_topics([topic], timeout_ms=20_000))

    def delete(self) -> None:
        """An operator deletes one of those that were asked for."""
        if self.others:
            name = self.random.choice(self.others)
            self._ask(f"delete {name}", lambda admin: admin.delete_topics([name], timeout_ms=20_000))

    def _ask(self, what: str, act: Callable[[Admin], Any]) -> None:
        async def ask() -> None:
            async with Admin(self.cluster.client("operator"), self.cluster.bootstrap, random=random.Random(what), **CLIENT) as admin:
                outcome = await act(admin)
            self.cluster.note(f"{what}: {[error.code.name for error in outcome.errors.values()]}")

        self.cluster.note(what)
        Deferred.fromCoroutine(ask()).addErrback(lambda why: self.cluster.note(f"{what}: {why.type.__name__}"))

    def zookeeper_is_away(self) -> None:
        """ZooKeeper does not even take connections."""
        self.cluster.note("zookeeper stops")
        self.cluster.zookeeper.stop()

    def lose_reply(self) -> None:
        """What is written next in ZooKeeper is done, and nobody is told."""
        self.cluster.note("zookeeper loses a reply")
        self.cluster.zookeeper.lose_next_reply()

    def expire_all(self) -> None:
        """ZooKeeper takes everybody for dead."""
        self.cluster.note("all sessions end")
        self.cluster.zookeeper.expire_all()

    # The end

    def end(self) -> None:
        """As in every life, with ZooKeeper there again."""
        self.cluster.zookeeper.start()
        super().end()

    def missing(self) -> list[str]:
        """What everybody still waits for."""
        return [*super().missing(), *self._untrue()]

    def assigned(self, name: TopicPartition) -> tuple[int, ...]:
        """The brokers that are to have it; none where its topic is gone."""
        return super().assigned(name) if name.topic in self.cluster.zookeeper.tree.names(TOPICS) else ()

    def _untrue(self) -> Iterator[str]:
        """What brokers show, serve and keep that they should not, or should and do not."""
        coordinations = {number: broker.broker.coordination for number, broker in self.cluster.brokers.items()}
        shown = {number: dict(coordination.topics()) for number, coordination in coordinations.items() if coordination is not None}
        topics = shown[min(shown)]
        yield from (f"broker {number} shows other topics" for number, others in shown.items() if others != topics)
        leaders = {(name, index): info.leader for name, topic in topics.items() for index, info in enumerate(topic.partitions)}
        for number, broker in self.cluster.brokers.items():
            partitions, coordinator = broker.broker.partitions, broker.broker.coordinator
            assert partitions is not None and coordinator is not None
            served = {tuple(partition.topic_partition) for partition in partitions.all()}
            if served != (led := {name for name, leader in leaders.items() if leader == number}):
                yield f"broker {number} serves {sorted(served ^ led)} and should not, or does not and should"
            names = broker.file_system.list("/data")
            lying = {name for name in names if broker.file_system.is_directory(f"/data/{name}") and not name.endswith("-delete")}
            ours = {f"{name}-{i}" for name, topic in topics.items() for i, info in enumerate(topic.partitions) if number in info.replicas}
            if lying != ours:
                yield f"broker {number} has {sorted(lying ^ ours)} on its disk and should not, or has not and should"
            if set(coordinator.shards) != {index for name, index in led if name == OFFSETS}:
                yield f"broker {number} coordinates {sorted(coordinator.shards)}"


_MISFORTUNES: dict[str, Callable[[TopicLife], None]] = {
    "create": TopicLife.create,
    "delete": TopicLife.delete,
    "zookeeper_is_away": TopicLife.zookeeper_is_away,
    "lose_reply": TopicLife.lose_reply,
    "expire_all": TopicLife.expire_all,
}
