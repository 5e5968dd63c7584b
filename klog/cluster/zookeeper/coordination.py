"""`ICoordination` on ZooKeeper: several brokers that share one cluster.

::

    coordination = ZooKeeperCoordination(reactor, ZooKeeperSettings("zk:2181/klog"), now_ms=..., random=..., warn=...)
    await coordination.open(broker_id, cluster_id)      # a session, an identity, everything read; topics() can be called from here on
    coordination.give_back_topic_ids(found)             # what the directory's partition.metadata say
    ...                                                 # delete the logs of `removed_topics`, load the others, subscribe, listen
    coordination.set_endpoints(endpoints)
    await coordination.register()                       # from here on we may lead, and listeners hear what
    ...
    await coordination.resign()                         # we lead nothing any more
    await coordination.stop()                           # the session ends, and with it our registration

**Sessions.** A `SessionKeeper` gives one session after the other (`ZooKeeperSession`: client, mirror, views, and a `Controller`). Each
begins by reading everything; the picture that is shown stays as it was meanwhile, with nobody in our place.

**Leading** is allowed while the `Fence` is open: registered, in a session that our own clock does not doubt, with everything read. When it
closes, all partitions of ours lose their leader in the picture and listeners hear of it, before anything else happens; when it opens, after
a sync, they hear of those that are ours still. A broker without klog's mark in the cluster closes it for everybody (`ClusterView.leader`).

**Tombstones.** When the listeners have dropped a deleted topic, this broker takes itself out of the topic's tombstone; the last broker
removes it. Those that were there before anybody had subscribed are `removed_topics`: their logs may still lie on the disk.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence

from twisted.internet.defer import Deferred
from zope.interface import implementer

from klog.cluster.interfaces import ICoordination, ITopicListener, TopicInfo
from klog.cluster.zookeeper.mutations import Mutations
from klog.cluster.zookeeper.producer_ids import ProducerIds
from klog.cluster.zookeeper.settings import CoordinationRefused, ZooKeeperSettings
from klog.cluster.zookeeper.standing import Standing
from klog.model import TopicId

__all__ = ["CoordinationRefused", "ZooKeeperCoordination", "ZooKeeperSettings"]


@implementer(ICoordination)
class ZooKeeperCoordination(Standing):
    """See the module.

    :param reactor: clock and connections.
    :param now_ms: wall clock in milliseconds.
    :param random: for pauses and the order of servers.
    :param random_bytes: for ids.
    :param warn: takes sentences for people.
    :param version: klog's, for the mark in our registration.
    :raises ConfigError: the settings cannot be.
    """

    @functools.cached_property
    def _mutations(self) -> Mutations:
        return Mutations(self._attempts, self._announcer, self._ids, self._random_bytes)

    @functools.cached_property
    def _producer_ids(self) -> ProducerIds:
        return ProducerIds(self._attempts, self.broker_id)

    # -- Topics and the disk

    def give_back_topic_ids(self, found: Mapping[str, TopicId]) -> None:
        """Ids that lie on our disk by topic: a topic whose znode has none gets its old one back, now and whenever a tool drops it."""
        self._ids.on_disk.update(found)
        self._ids.found.update({name: topic_id for name, topic_id in found.items() if name not in self._ids.seen})
        self._announcer.look_at_everything()

    @property
    def removed_topics(self) -> Mapping[TopicId, str]:
        """Names by id of topics that were deleted while nobody here listened: their logs are to be deleted before anything is served."""
        return self._tombstones.at_start

    def removal_done(self, topic_id: TopicId) -> None:
        """No log of it is left here."""
        self._tombstones.done(topic_id)

    # -- Reading

    def topics(self) -> Mapping[str, TopicInfo]:
        """All topics by name."""
        return self._announcer.picture.topics

    def topic_by_id(self, topic_id: TopicId) -> TopicInfo | None:
        """The topic with this id."""
        return self._announcer.picture.by_id(topic_id)

    def group_configs(self) -> Mapping[str, Mapping[str, str]]:
        """Dynamic configurations by group id, of those groups that have some."""
        return {} if self._configs is None else self._configs.groups

    def subscribe(self, listener: ITopicListener) -> None:
        """Tell `listener` of every change from now on."""
        self._announcer.listeners.append(listener)

    # -- Changing

    def create_topic(self, name: str, assignment: Sequence[Sequence[int]], configs: Mapping[str, str]) -> Deferred[TopicInfo]:
        """Make a topic; done when all its partitions have a leader."""
        return self._mutations.create_topic(name, assignment, configs)

    def delete_topic(self, name: str) -> Deferred[None]:
        """Have the controller delete a topic."""
        return self._mutations.delete_topic(name)

    def create_partitions(self, name: str, assignment: Sequence[Sequence[int]]) -> Deferred[TopicInfo]:
        """Add partitions; done when all of them have a leader."""
        return self._mutations.create_partitions(name, assignment)

    def set_topic_configs(self, name: str, configs: Mapping[str, str]) -> Deferred[TopicInfo]:
        """Replace a topic's overrides."""
        return self._mutations.set_topic_configs(name, configs)

    def set_broker_configs(self, broker_id: int | None, configs: Mapping[str, str]) -> Deferred[None]:
        """Replace the dynamic configurations of one broker, or (None) of all."""
        return self._mutations.set_broker_configs(broker_id, configs, self._own_broker_configs)

    def set_group_configs(self, group_id: str, configs: Mapping[str, str]) -> Deferred[None]:
        """Replace a group's; with none it is forgotten."""
        return self._mutations.set_group_configs(group_id, configs)

    def next_producer_id(self) -> Deferred[int]:
        """An id out of our block; where it is used up, a new one is taken first."""
        return self._producer_ids.next()
