"""What one broker shows of its cluster where the controller tells it by UpdateMetadata. Pure.

A `CacheSource` puts together what is known from three sides:

=====================  ==========================================================================================================
the controller told    partitions, leaders, ids, and that a topic is being deleted (`klog.cluster.metadata_cache`)
ZooKeeper's tree       configurations; ids, where a controller of an old version does not tell them; that a topic is gone
what is shown          topics that were found at the start, until the controller tells of them
=====================  ==========================================================================================================

The rules:

a. Before the first word of the controller all topics of the tree are shown, with nobody leading: clients get an answer, and ask again.
   Such a topic stays until the controller tells of it, or that it is deleted, or it goes from the tree.
b. From the first word on, a topic comes when the controller tells of it, with the partitions told of from 0 on without a gap. A gap
   below others is filled by what is shown or assigned, with nobody leading; so the numbers stay right, and nothing that was shown is lost.
c. A topic that the controller knows and whose znode has gone is shown no more; a new one of its name has another id.
d. While we may not lead (`klog.cluster.zookeeper.fencing`), nobody is in our place.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from klog.cluster import topic_names
from klog.cluster.interfaces import PartitionInfo, TopicInfo
from klog.cluster.metadata_cache import KnownTopic, MetadataCache
from klog.cluster.zookeeper.configs import ConfigView
from klog.cluster.zookeeper.picture import Source, has_other_leader
from klog.cluster.zookeeper.view import NOBODY
from klog.model import NO_TOPIC_ID, TopicId


@dataclasses.dataclass(frozen=True)
class CacheSource:
    """See the module. A `klog.cluster.zookeeper.changes.TopicSource`.

    :param cache: what the controller told.
    :param tree: what ZooKeeper says; None while there is no session, or it is being read.
    :param configs: as they are known now, or were last.
    :param us: our broker id.
    :param may_lead: whether we may lead now.
    """

    cache: MetadataCache
    tree: Source | None
    configs: ConfigView
    us: int
    may_lead: bool

    def names(self) -> Iterable[str]:
        """Of all topics that might be shown."""
        if self.cache.has_heard or self.tree is None:
            return self.cache.topics
        return {*self.cache.topics, *self.tree.names()}

    def is_deleted(self, topic: TopicInfo) -> bool:
        """Whether the controller told so, or a tombstone of an older klog does."""
        return self.cache.is_deleted(topic.name, topic.topic_id) or (self.tree is not None and self.tree.is_deleted(topic))

    def may_be_stale(self, name: str, shown: TopicInfo | None) -> bool:
        """The configurations of a topic that the controller told of are in ZooKeeper by then, but perhaps not here."""
        known = self.cache.topics.get(name)
        return known is not None and (shown is None or known.topic_id not in (NO_TOPIC_ID, shown.topic_id))

    def forget(self, name: str) -> None:
        """The topic of this name is shown no more."""
        if self.tree is not None:
            self.tree.forget(name)

    def topic(self, name: str, shown: TopicInfo | None) -> TopicInfo | None:
        """The topic as it should be shown, where `shown` is what is shown of this name; None: not at all."""
        known = self.cache.topics.get(name)
        if known is None:
            return self._untold(name, shown)
        topic_id = self._id_of(name, known, shown)
        if topic_id is None:
            return None
        if shown is not None and shown.topic_id != topic_id:
            shown = None
        partitions = self._partitions(name, known, shown)
        if not partitions:
            return None
        return TopicInfo(
            name=name,
            topic_id=topic_id,
            partitions=shown.partitions if shown is not None and shown.partitions == partitions else partitions,
            configs=self._configs(name, shown),
            is_internal=topic_names.is_internal(name),
            configs_known=name not in self.configs.unknown_topics,
        )

    def _untold(self, name: str, shown: TopicInfo | None) -> TopicInfo | None:
        """A topic that the controller has not told of."""
        if shown is not None and self.is_deleted(shown):
            return None
        if self.tree is None:
            return shown
        if shown is None and self.cache.has_heard:
            return None
        return self.tree.topic(name, shown)

    def _id_of(self, name: str, known: KnownTopic, shown: TopicInfo | None) -> TopicId | None:
        if known.topic_id != NO_TOPIC_ID:
            return known.topic_id
        at = None if self.tree is None else self.tree.view.topics.get(name)
        found = None if at is None or self.tree is None else self.tree.ids.of(at, self.tree.view)
        return shown.topic_id if found is None and shown is not None else found

    def _assignment(self, name: str) -> Mapping[int, tuple[int, ...]]:
        at = None if self.tree is None else self.tree.view.topics.get(name)
        return {} if at is None else at.assignment

    def _partitions(self, name: str, known: KnownTopic, shown: TopicInfo | None) -> tuple[PartitionInfo, ...]:
        told, count = known.partitions, len(known.partitions)
        before = () if shown is None else shown.partitions
        if count >= len(before) and all(number in told for number in range(count)):
            return tuple([self._masked(told[number]) for number in range(count)])
        assignment, last = self._assignment(name), max(told)
        partitions: list[PartitionInfo] = []
        while (number := len(partitions)) <= last or number < len(before):
            info = told.get(number)
            if info is None and number < len(before):
                info = _without_leader(before[number])
            elif info is None and number in assignment:
                info = PartitionInfo(NOBODY, 0, assignment[number], ())
            if info is None:
                break
            partitions.append(self._masked(info))
        return tuple(partitions)

    def _masked(self, info: PartitionInfo) -> PartitionInfo:
        return info if self.may_lead or info.leader != self.us else _without_leader(info)

    def _configs(self, name: str, shown: TopicInfo | None) -> Mapping[str, str]:
        configs = self.configs.topic(name)
        return shown.configs if shown is not None and shown.configs == configs else MappingProxyType(dict(configs))

    def with_leaders(self, shown: TopicInfo, numbers: Iterable[int]) -> tuple[TopicInfo, list[int]]:
        """`shown` with these partitions as they are now, and those among them whose leader or epoch is another. A topic that the controller
        has not told of, or of which it knows another one by now, stays as it is, but that nobody is in our place while we may not lead."""
        known = self.cache.topics.get(shown.name)
        if known is not None and known.topic_id not in (NO_TOPIC_ID, shown.topic_id):
            known = None
        partitions = list(shown.partitions)
        others = []
        for number in sorted(numbers):
            if number < len(partitions):
                before = partitions[number]
                told = before if known is None else known.partitions.get(number, before)
                after = self._masked(told)
                if after != before:
                    partitions[number] = after
                    if has_other_leader(before, after):
                        others.append(number)
        after_all = tuple(partitions)
        return (shown if after_all == shown.partitions else dataclasses.replace(shown, partitions=after_all)), others


def _without_leader(info: PartitionInfo) -> PartitionInfo:
    return info if info.leader == NOBODY else dataclasses.replace(info, leader=NOBODY)
