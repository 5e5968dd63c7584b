"""The brokers as a controller has taken them in, and how their replicas stand. Pure.

A view shows registrations as they come and go. A controller works on what it has *taken in*: at the beginning of a round it looks which
brokers came, went, or were registered anew, and from then on all of its decisions see them so. What a broker asks in between, in a life
that was not taken in yet, is refused; it asks again.

**When a replica counts as ANEW** (`controller.leader_election`). ZooKeeper numbers all that happens. A broker that is
registered with a number (czxid) above that of a state's last write (mzxid) was not registered, or not without a break, when the state was
written. This needs no memory. One gap is left: a state may be written on the knowledge of a broker's earlier life just after its next
registration. So where a controller sees a registration change, all states up to the newest number that it knows then count as older. (Where
a controller wrote such a state and was replaced just then, its successor cannot know; Kafka has the same gap as long as in-sync replicas
carry no broker epochs, KIP-903.)
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping

from klog.cluster.zookeeper.controller.leader_election import Standing
from klog.cluster.zookeeper.view_types import BrokerAt
from klog.model import TopicPartition


@dataclasses.dataclass(frozen=True)
class Life:
    """One registration of a broker.

    :ivar at: as the view has it.
    :ivar since_zxid: states written up to this number are older.
    """

    at: BrokerAt
    since_zxid: int

    @property
    def epoch(self) -> int:
        """The broker's epoch."""
        return self.at.czxid


@dataclasses.dataclass(frozen=True)
class BrokerNews:
    """What `LiveBrokers.take_in` found.

    :ivar came: new ones, and those that were registered anew.
    :ivar gone: those that are there no more, and those that were registered anew.
    :ivar changed: those whose registration says something else than before.
    """

    came: frozenset[int] = frozenset()
    gone: frozenset[int] = frozenset()
    changed: frozenset[int] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.came or self.gone or self.changed)


class LiveBrokers:
    """See the module.

    :ivar lives: those that are registered, by id.
    :ivar leaving: those among them that shut down in order.
    :ivar offline: partitions whose replica on a broker has lost its data directory, by broker.
    :ivar has_begun: whether any were taken in.
    :ivar generation: rises with everything that brokers are told of brokers.
    """

    def __init__(self) -> None:
        self.lives: dict[int, Life] = {}
        self.leaving: set[int] = set()
        self.offline: dict[int, set[TopicPartition]] = {}
        self.generation = 0
        self.has_begun = False

    def take_in(self, brokers: Mapping[int, BrokerAt], newest_zxid: int) -> BrokerNews:
        """Work on these from now on.

        :param brokers: those that count, by id.
        :param newest_zxid: of all that is known of the tree.
        """
        came, gone, changed = set(), set(), set()
        for broker_id in self.lives.keys() - brokers.keys():
            gone.add(broker_id)
        for broker_id, at in brokers.items():
            before = self.lives.get(broker_id)
            if before is None or before.at.czxid != at.czxid:
                came.add(broker_id)
                if before is not None:
                    gone.add(broker_id)
            elif before.at != at:
                changed.add(broker_id)
                self.lives[broker_id] = dataclasses.replace(before, at=at)
        for broker_id in gone:
            del self.lives[broker_id]
            self.leaving.discard(broker_id)
            self.offline.pop(broker_id, None)
        for broker_id in came:
            at = brokers[broker_id]
            self.lives[broker_id] = Life(at, max(at.czxid, newest_zxid) if self.has_begun else at.czxid)
        self.has_begun = True
        if came or gone or changed:
            self.generation += 1
        return BrokerNews(frozenset(came), frozenset(gone), frozenset(changed))

    def epoch(self, broker_id: int) -> int | None:
        """Of a live broker; None where it is not live."""
        life = self.lives.get(broker_id)
        return None if life is None else life.epoch

    def standing(self, broker_id: int, partition: TopicPartition, written_zxid: int) -> Standing:
        """How a replica stands towards a state.

        :param written_zxid: of the state's last write (mzxid); any number that is below every registration's where there is no state.
        """
        life = self.lives.get(broker_id)
        if life is None or partition in self.offline.get(broker_id, ()):
            return Standing.GONE
        if broker_id in self.leaving:
            return Standing.LEAVING
        return Standing.ANEW if life.since_zxid >= written_zxid else Standing.FINE

    def is_reachable(self, broker_id: int, partition: TopicPartition) -> bool:
        """Whether a replica can be told anything: its broker lives, shutting down or not, and its directory is in service."""
        return broker_id in self.lives and partition not in self.offline.get(broker_id, ())

    def offline_replicas(self, replicas: Iterable[int], partition: TopicPartition) -> tuple[int, ...]:
        """Those of a partition's replicas that brokers and clients are told not to count upon."""
        return tuple(each for each in replicas if each in self.leaving or not self.is_reachable(each, partition))

    def set_offline(self, broker_id: int, broken: Iterable[TopicPartition], sound: Iterable[TopicPartition]) -> set[TopicPartition]:
        """A broker has said of some partitions that their directory is out of service, of others that it is not.

        :return: those of which the opposite was known.
        """
        known = self.offline.setdefault(broker_id, set())
        changed = set(broken) - known
        known |= changed
        mended = known & set(sound)
        known -= mended
        if not known:
            del self.offline[broker_id]
        return changed | mended
