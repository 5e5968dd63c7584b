"""The cluster's topics as consumer groups see them: ids, sizes, and one number that rises with every change.

A group remembers the number that it last looked at; with the first heartbeat after a change it compares the fingerprint of its topics with
the one in its record. So a change costs nothing by itself, however many groups there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from klog.broker.groups.metadata_hash import group_hash, topic_hash_of
from klog.cluster.interfaces import ICoordination, TopicInfo
from klog.model import TopicId


class TopicImage:
    """See the module.

    :ivar version: rises with every change, and from one start of the broker to the next: it goes into the log with what regular
        expressions matched. Milliseconds since 1970, at least.
    """

    def __init__(self, coordination: ICoordination, now_ms: Callable[[], int]) -> None:
        self._coordination = coordination
        self._now_ms = now_ms
        self._hashes: dict[str, int] = {}
        self.version = now_ms()

    @property
    def topics(self) -> Mapping[str, TopicInfo]:
        """All topics by name."""
        return self._coordination.topics()

    def name_of(self, topic_id: bytes) -> str | None:
        """The name of a topic that exists."""
        topic = self._coordination.topic_by_id(TopicId(topic_id))
        return None if topic is None else topic.name

    def changed(self, name: str) -> None:
        """A topic was created or deleted, or has more partitions."""
        self._hashes.pop(name, None)
        self.version = max(self.version + 1, self._now_ms())

    def hash_of(self, names: Iterable[str]) -> int:
        """The fingerprint of these topics; those that do not exist do not count."""
        topics = self.topics
        hashes: dict[str, int] = {}
        for name in names:
            known = self._hashes.get(name)
            if known is None:
                topic = topics.get(name)
                if topic is None:
                    continue
                known = self._hashes[name] = topic_hash_of(topic, self._coordination.brokers())
            hashes[name] = known
        return group_hash(hashes)
