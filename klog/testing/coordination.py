"""Stand-ins around an `ICoordination`: a store in memory, a listener that writes down what it hears, saves that wait."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence

from twisted.internet.defer import Deferred

from klog.cluster.interfaces import TopicInfo
from klog.cluster.state import ClusterState


@dataclasses.dataclass
class MemoryStore:
    """A `StateStore` in memory."""

    state: ClusterState | None = None
    #: Raised by the next save, once.
    fail_next_save: Exception | None = None
    #: Raised by every load.
    fail_load: Exception | None = None
    saves: int = 0

    def load(self) -> ClusterState | None:
        """What was saved last."""
        if self.fail_load is not None:
            raise self.fail_load
        return self.state

    def save(self, state: ClusterState) -> None:
        """Keep it."""
        if self.fail_next_save is not None:
            error, self.fail_next_save = self.fail_next_save, None
            raise error
        self.saves += 1
        self.state = state


class Recorder:
    """An `ITopicListener` that writes down what it hears.

    :ivar heard: tuples: what, topic's name (or the configurations), and for new partitions the first one's number.
    """

    def __init__(self) -> None:
        self.heard: list[tuple[object, ...]] = []
        #: The topics as heard.
        self.topics: dict[str, TopicInfo] = {}
        #: What was told beforehand: (topic's name, number of the first new partition).
        self.coming: list[tuple[str, int]] = []
        #: What `topics_coming` answers.
        self.wait_for: Deferred[None] | None = None
        #: Raised by the next call, once.
        self.fail_next: Exception | None = None

    def _hear(self, *what: object) -> None:
        if self.fail_next is not None:
            error, self.fail_next = self.fail_next, None
            raise error
        self.heard.append(what)

    def topics_coming(self, coming: Sequence[tuple[TopicInfo, int]]) -> Deferred[None] | None:
        """Some are coming; kept in `coming`, and waited for where `wait_for` says so."""
        self.coming += [(topic.name, first_new) for topic, first_new in coming]
        return self.wait_for

    def topic_created(self, topic: TopicInfo) -> None:
        """A new topic."""
        self._hear("created", topic.name)
        self.topics[topic.name] = topic

    def topic_deleted(self, topic: TopicInfo) -> None:
        """A topic less."""
        self._hear("deleted", topic.name)
        self.topics.pop(topic.name, None)

    def partitions_added(self, topic: TopicInfo, first_new: int) -> None:
        """More partitions."""
        self._hear("partitions", topic.name, first_new)
        self.topics[topic.name] = topic

    def topic_configs_changed(self, topic: TopicInfo) -> None:
        """Other overrides."""
        self._hear("configs", topic.name)
        self.topics[topic.name] = topic

    def broker_configs_changed(self, configs: Mapping[str, str]) -> None:
        """Other dynamic configurations of the broker."""
        self._hear("broker", dict(configs))


class SlowDisk:
    """A ``run_blocking`` whose work is done when the test says so."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Callable[[], None], Deferred[None]]] = []

    def __call__(self, function: Callable[[], None]) -> Deferred[None]:
        done: Deferred[None] = Deferred()
        self.waiting.append((function, done))
        return done

    def finish(self) -> None:
        """Do the oldest piece of work."""
        function, done = self.waiting.pop(0)
        try:
            function()
        except Exception:
            done.errback()
        else:
            done.callback(None)
