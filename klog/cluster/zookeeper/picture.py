"""What one broker shows of its cluster, and how it comes from what ZooKeeper says. Pure.

`Source.topic` makes a topic's `TopicInfo` from the views; `steps` are what listeners hear on the way from one to another. The rules:

a. A topic is shown when it has an id and the controller has written the states of all its partitions; until then nobody leads it, and
   nobody would know what to do with it. The same holds for partitions added to it. But one that we had on the disk when we started is shown
   at once, however much of it has states: its logs are no strays, and its deletion must find them.
b. A topic that is shown stays what it is while its znode cannot be read, has lost its id, or has fewer partitions than before: such
   znodes are somebody's mistake, and believing them would delete data.
c. Nobody leads because of what is in the tree: who does is told by the controller (`klog.cluster.zookeeper.cache_source`).
d. A topic whose deletion is asked for is not shown: a broker that starts meanwhile is told to delete its logs, but not of the topic.
e. A topic is the same as long as its id is: another id under the same name is another topic.
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from klog.cluster import topic_names
from klog.cluster.interfaces import PartitionInfo, TopicInfo
from klog.cluster.zookeeper.configs import ConfigView
from klog.cluster.zookeeper.view import NOBODY, ClusterView, Topic
from klog.model import TopicId


class TopicIds:
    """Ids of topics whose znode has none: older tools drop it when they write the node again.

    :ivar seen: by name: the czxid of the topic's znode and the id it had.
    :ivar found: by name: the ids that lie on our disk (``partition.metadata``).
    :ivar on_disk: the same, of topics whose znode has its id too.
    """

    def __init__(self) -> None:
        self.on_disk: dict[str, TopicId] = {}
        self.seen: dict[str, tuple[int, TopicId]] = {}
        self.found: dict[str, TopicId] = {}

    def of(self, topic: Topic, view: ClusterView) -> TopicId | None:
        """The id of a topic; None where it has none that we know.

        What lies on the disk counts only where the topic has states (one without was made just now, and gets a new id) and
        was not deleted under this id.
        """
        if topic.topic_id is not None:
            return topic.topic_id
        czxid, topic_id = self.seen.get(topic.name, (-1, None))
        if topic_id is not None and czxid == topic.czxid:
            return topic_id
        found = self.found.get(topic.name)
        return found if found is not None and topic.states and found not in view.tombstones else None

    def note(self, topic: Topic) -> None:
        """Remember the id that a topic's znode has."""
        if topic.topic_id is not None:
            self.seen[topic.name] = (topic.czxid, topic.topic_id)
            self.found.pop(topic.name, None)

    def forget(self, name: str) -> None:
        """The topic is gone."""
        self.seen.pop(name, None)


@dataclasses.dataclass(frozen=True)
class Source:
    """What ZooKeeper says just now.

    :param us: our broker id.
    """

    view: ClusterView
    configs: ConfigView
    ids: TopicIds
    us: int

    def names(self) -> Iterable[str]:
        """Of all topics."""
        return self.view.topics

    def is_deleted(self, topic: TopicInfo) -> bool:
        """Whether its deletion is asked for, or an old tombstone says so that counts with our copies."""
        at = self.view.topics.get(topic.name)
        if at is not None and topic.name in self.view.deletions and self.ids.of(at, self.view) == topic.topic_id:
            return True
        tombstone = self.view.tombstones.get(topic.topic_id)
        return tombstone is not None and self.us in tombstone.brokers

    def forget(self, name: str) -> None:
        """The topic of this name is gone."""
        self.ids.forget(name)

    def topic(self, name: str, shown: TopicInfo | None) -> TopicInfo | None:
        """The topic as it should be shown, where `shown` is what is shown of this name; None: not at all."""
        topic = self.view.topics.get(name)
        if topic is None or name in self.view.deletions:
            return None
        topic_id = self.ids.of(topic, self.view)
        if topic_id is None:
            return None
        if shown is not None and topic_id != shown.topic_id:
            shown = None
        assignment = topic.assignment
        count = len(assignment)
        before = 0 if shown is None else len(shown.partitions)
        is_on_disk = shown is None and self.ids.on_disk.get(name) == topic_id
        if not is_on_disk and (count < before or any(number not in topic.states for number in range(before, count))):
            count = before
        if shown is None and (count == 0 or count != len(assignment)):
            return None
        old = () if shown is None else shown.partitions
        return TopicInfo(
            name=name,
            topic_id=topic_id,
            partitions=tuple(self.partition(topic, number, old[number] if number < before else None) for number in range(count)),
            configs=self._configs(name, shown),
            is_internal=topic_names.is_internal(name),
            configs_known=name not in self.configs.unknown_topics,
        )

    def _configs(self, name: str, shown: TopicInfo | None) -> Mapping[str, str]:
        configs = self.configs.topic(name)
        return shown.configs if shown is not None and shown.configs == configs else MappingProxyType(dict(configs))

    def partition(self, topic: Topic, number: int, shown: PartitionInfo | None) -> PartitionInfo:
        """One partition, with nobody leading; `shown` itself where nothing changed."""
        at = topic.states.get(number)
        replicas = topic.assignment.get(number, () if shown is None else shown.replicas)
        if at is None or at.state is None:
            epoch = 0 if shown is None else shown.leader_epoch
            info = PartitionInfo(NOBODY, epoch, replicas, () if shown is None else shown.in_sync_replicas)
        else:
            info = PartitionInfo(NOBODY, at.state.leader_epoch, replicas, at.state.isr)
        return shown if shown == info else info


def has_other_leader(before: PartitionInfo, after: PartitionInfo) -> bool:
    """Whether a listener has to hear of it."""
    return (before.leader, before.leader_epoch) != (after.leader, after.leader_epoch)


def without_leader(shown: TopicInfo, us: int) -> tuple[TopicInfo, list[int]]:
    """`shown` with nobody in our place, and the partitions that we led."""
    ours = [number for number, partition in enumerate(shown.partitions) if partition.leader == us]
    if not ours:
        return shown, []
    partitions = list(shown.partitions)
    for number in ours:
        partitions[number] = dataclasses.replace(partitions[number], leader=NOBODY)
    return dataclasses.replace(shown, partitions=tuple(partitions)), ours


class StepKind(enum.Enum):
    """What a listener hears; the values are the names of `ITopicListener`'s methods."""

    DELETED = "topic_deleted"
    CREATED = "topic_created"
    GROWN = "partitions_added"
    LEADERS = "leaders_changed"
    CONFIGS = "topic_configs_changed"


@dataclasses.dataclass(frozen=True)
class Step:
    """One call of a listener.

    :param first_new: where it has grown.
    :param partitions: whose leaders changed.
    """

    kind: StepKind
    topic: TopicInfo
    first_new: int = 0
    partitions: tuple[int, ...] = ()


def steps(before: TopicInfo | None, after: TopicInfo | None) -> list[Step]:
    """What listeners hear on the way from `before` to `after`; both have the same name."""
    result: list[Step] = []
    if before is not None and (after is None or after.topic_id != before.topic_id):
        result.append(Step(StepKind.DELETED, before))
        before = None
    if after is None:
        return result
    if before is None:
        return [*result, Step(StepKind.CREATED, after)]
    count = len(before.partitions)
    if len(after.partitions) > count:
        result.append(Step(StepKind.GROWN, after, first_new=count))
    others = tuple(number for number in range(count) if has_other_leader(before.partitions[number], after.partitions[number]))
    if others:
        result.append(Step(StepKind.LEADERS, after, partitions=others))
    if after.configs != before.configs or after.configs_known != before.configs_known:
        result.append(Step(StepKind.CONFIGS, after))
    return result


class Picture:
    """The topics that are shown, by name and by id. A mapping that was handed out never changes within another turn of the reactor."""

    def __init__(self) -> None:
        self.topics: Mapping[str, TopicInfo] = {}
        self._names: dict[TopicId, str] = {}
        self._copy: dict[str, TopicInfo] | None = None

    def by_id(self, topic_id: TopicId) -> TopicInfo | None:
        """The topic with this id."""
        name = self._names.get(topic_id)
        return None if name is None else self.topics[name]

    def begin(self) -> None:
        """From here to the next `begin` the same mapping is changed."""
        self._copy = None

    def put(self, topic: TopicInfo) -> None:
        """Show it."""
        topics = self._writable()
        before = topics.get(topic.name)
        if before is not None and before.topic_id != topic.topic_id:
            self._names.pop(before.topic_id, None)
        topics[topic.name] = topic
        self._names[topic.topic_id] = topic.name

    def drop(self, name: str) -> None:
        """Show it no more."""
        before = self._writable().pop(name, None)
        if before is not None:
            self._names.pop(before.topic_id, None)

    def _writable(self) -> dict[str, TopicInfo]:
        if self._copy is None:
            self._copy = dict(self.topics)
            self.topics = self._copy
        return self._copy
