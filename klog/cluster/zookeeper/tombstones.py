"""What follows the deletion of a topic, and the ids that topics lost: small writes that nobody waits for.

**Tombstones** (``/klog/removals/<topic id>``) name the brokers that may have logs of a deleted topic. This broker takes itself out of one
as soon as its listeners have dropped the topic, or when it never had it. Those that were there before anybody listened are `at_start`, and
wait for `done`.

**Topic ids.** A topic whose znode has no id although we know it gets it back: an older tool has written the node again without it.

Both are done whenever the picture has settled, each at most once at a time; whatever fails is tried again with the next change, since the
node will have changed then, or the session.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from typing import Any

from twisted.internet.defer import Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.cluster.zookeeper.changes import Announcer
from klog.cluster.zookeeper.picture import TopicIds
from klog.cluster.zookeeper.session import ZooKeeperSession
from klog.model import TopicId
from klog.zookeeper.errors import ZookeeperError
from klog.zookeeper.znodes import TombstoneZnode, TopicZnode

#: After an error, when to try again, in seconds.
RETRY_S = 1.0


class Tombstones:
    """See the module.

    :param current: the session that may be used just now.
    :ivar at_start: names by topic id of topics that were deleted before anybody listened.
    """

    log = Logger()

    def __init__(
        self,
        reactor: Any,
        announcer: Announcer,
        ids: TopicIds,
        current: Callable[[], ZooKeeperSession | None],
        us: Callable[[], int],
    ) -> None:
        self.at_start: dict[TopicId, str] = {}
        self._reactor = reactor
        self._announcer = announcer
        self._ids = ids
        self._current = current
        self._us = us
        #: Tombstones with our id, and topics that may lack their id: to be worked on.
        self._ours: set[TopicId] = set()
        self._topics: set[str] = set()
        #: What is being written.
        self._under_way: set[Any] = set()
        self._is_retrying = False

    def look_at_everything(self, session: ZooKeeperSession) -> None:
        """A new session."""
        self._ours.clear()
        self._topics.clear()
        self.look_at(session, session.view.tombstones, session.view.topics)

    def look_at(self, session: ZooKeeperSession, tombstones: Iterable[TopicId], topics: Iterable[str]) -> None:
        """These tombstones and topics came, changed or went."""
        us = self._us()
        for name in topics:
            topic = session.view.topics.get(name)
            if topic is not None and topic.topic_id is None:
                self._topics.add(name)
            else:
                self._topics.discard(name)
        for topic_id in tombstones:
            tombstone = session.view.tombstones.get(topic_id)
            if tombstone is None or us not in tombstone.brokers:
                self._ours.discard(topic_id)
                self._announcer.gone.discard(topic_id)
                continue
            self._ours.add(topic_id)
            if not self._announcer.listeners:
                self.at_start[topic_id] = tombstone.topic

    def done(self, topic_id: TopicId) -> None:
        """No log of it is left here."""
        self.at_start.pop(topic_id, None)
        self.work()

    def work(self) -> None:
        """Do what can be done."""
        session = self._current()
        if session is None:
            return
        for topic_id in sorted(self._ours - self._under_way):
            if topic_id not in self.at_start and topic_id not in session.view.topic_of and self._is_dropped(topic_id):
                self._begin(topic_id, self._take_out(session, topic_id))
        for name in sorted(self._topics - self._under_way):
            topic = session.view.topics.get(name)
            if topic is not None and topic.znode is not None:
                found = self._ids.of(topic, session.view)
                if found is not None:  # a topic to be deleted too: its tombstone needs the id
                    znode = dataclasses.replace(topic.znode, topic_id=found)
                    self._begin(name, session.client.set(TopicZnode.path(name), znode.encode(), topic.version))

    def _is_dropped(self, topic_id: TopicId) -> bool:
        announcer = self._announcer
        if topic_id in announcer.kept:
            return False
        return topic_id in announcer.gone or (announcer.may_forget(topic_id) and announcer.is_idle)

    def _take_out(self, session: ZooKeeperSession, topic_id: TopicId) -> Deferred[Any]:
        tombstone = session.view.tombstones[topic_id]
        path = TombstoneZnode.path(topic_id)
        others = tuple(sorted(tombstone.brokers - {self._us()}))
        if others:
            return session.client.set(path, TombstoneZnode(tombstone.topic, others).encode(), tombstone.version)
        return session.client.delete(path, tombstone.version)

    def _begin(self, key: Any, writing: Deferred[Any]) -> None:
        self._under_way.add(key)

        def failed(failure: Failure) -> None:
            if not isinstance(failure.value, ZookeeperError):
                self.log.failure("a mistake after the deletion of a topic", failure=failure)
            if not self._is_retrying:
                self._is_retrying = True
                self._reactor.callLater(RETRY_S, self._retry)

        def ended(result: Any) -> Any:
            self._under_way.discard(key)
            return result

        writing.addBoth(ended).addErrback(failed)

    def _retry(self) -> None:
        self._is_retrying = False
        self.work()
