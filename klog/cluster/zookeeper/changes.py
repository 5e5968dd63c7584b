"""From what ZooKeeper says to what the broker's listeners hear.

**Leaders** that change are shown and told at once, in the call that brought the change: who must stop leading must not wait for anything.

**All else** (topics that come, go and grow, configurations) waits for the next *round*. Rounds come one after the other:

1. all names that wait are taken;
2. where a topic that we have a copy of is gone and nobody has said that it was deleted, or one has come of which the controller told and
   ZooKeeper perhaps not all, ZooKeeper is asked to show everything written so far;
3. what is gone is told, so that its name is free;
4. listeners are told of what is coming, all together, and may take their time;
5. each topic is brought from what is shown to what ZooKeeper says *then*, and the steps are told, in order of the names. One that has
   become another topic meanwhile, or got more partitions, goes with the next round: nothing is made that was not told beforehand.

**A topic that vanished** (gone, without a word that it was deleted, and we have copies of it) was not deleted by a broker: somebody deleted
znodes by hand, or ZooKeeper has lost its data. Its logs are kept: listeners hear that nobody leads it, and it is shown no more.

**A listener that raises** makes an own change fail (`own_creations`, `own_configs`): listeners hear the opposite, the error waits in
`failures`, and whoever began the change undoes it in ZooKeeper. Other people's changes are not ours to undo: the error is logged.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol, TypeAlias

from twisted.internet.defer import Deferred, DeferredList, maybeDeferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.cluster.interfaces import ITopicListener, TopicInfo
from klog.cluster.zookeeper.picture import Picture, Step, StepKind, steps, without_leader
from klog.errors import KlogError
from klog.model import TopicId

#: What a change of ours is known by: the id of a topic that is being made, ("topic", name), ("broker", name as in paths).
OwnChange: TypeAlias = TopicId | tuple[str, str]


class TopicSource(Protocol):
    """What is true just now, as far as this broker is concerned."""

    def names(self) -> Iterable[str]:
        """Of all topics."""

    def topic(self, name: str, shown: TopicInfo | None) -> TopicInfo | None:
        """The topic as it should be shown, where `shown` is what is shown of this name; None: not at all."""

    def with_leaders(self, shown: TopicInfo, numbers: Iterable[int]) -> tuple[TopicInfo, list[int]]:
        """`shown` with these partitions as they are, and those among them whose leader or epoch is another."""

    def is_deleted(self, topic: TopicInfo) -> bool:
        """Whether it is certain that this topic, of which we have copies, was deleted."""

    def may_be_stale(self, name: str, shown: TopicInfo | None) -> bool:
        """Whether ZooKeeper must be asked to show everything written so far before the topic is shown, where `shown` is what is shown of
        this name."""

    def forget(self, name: str) -> None:
        """The topic of this name is gone."""


class Announcer:
    """See the module.

    :param source: what ZooKeeper says just now; None while there is no session, or it is being read.
    :param sync: fires when everything written so far is in the source.
    :param us: our broker id.
    :param settled: called whenever something was shown or told.
    :param warn: takes sentences for people.
    :ivar own_creations: topics that we are making.
    :ivar own_configs: configurations that we are setting, by topic.
    :ivar failures: what a listener said to an own change.
    :ivar gone: topics of which listeners have heard that they were deleted, and took it.
    :ivar kept: those whose logs are not off the disk yet, or could not be deleted: then the next start tries again.
    :ivar is_waiting_for_listeners: whether a round waits for what listeners do beforehand.
    """

    log = Logger()

    def __init__(
        self,
        source: Callable[[], TopicSource | None],
        sync: Callable[[], Deferred[None]],
        us: Callable[[], int],
        *,
        settled: Callable[[], None],
        warn: Callable[[str], None],
    ) -> None:
        self.picture = Picture()
        self.listeners: list[ITopicListener] = []
        self.own_creations: set[TopicId] = set()
        self.own_configs: dict[str, Mapping[str, str]] = {}
        self.failures: dict[OwnChange, Exception] = {}
        self.gone: set[TopicId] = set()
        self.kept: set[TopicId] = set()
        self.is_waiting_for_listeners = False
        self._source = source
        self._sync = sync
        self._us = us
        self._settled = settled
        self._warn = warn
        #: Names for the next round, and those of the one under way.
        self._waiting: set[str] = set()
        self._under_way: set[str] = set()
        self._is_running = False
        #: What listeners were told beforehand and not yet heard of again.
        self._coming: dict[str, TopicInfo] = {}
        #: Copies on our disk of topics that vanished.
        self._strays: dict[str, TopicInfo] = {}
        #: Topics of ours that a listener refused, until they are gone.
        self._refused: set[TopicId] = set()

    # -- What changes

    def look_at(self, topics: Iterable[str], partitions: Mapping[str, Iterable[int]]) -> None:
        """These topics, and these partitions' leaders, may be different now."""
        source = self._source()
        if source is None:
            return
        self.picture.begin()
        self._waiting.update(topics)
        for name in sorted(partitions):
            shown = self.picture.topics.get(name)
            if shown is None:
                self._waiting.add(name)
                continue
            numbers = partitions[name]
            after, others = source.with_leaders(shown, numbers)
            if after is not shown:
                self.picture.put(after)
            if others:
                self._tell(Step(StepKind.LEADERS, after, partitions=tuple(others)))
            if any(number >= len(shown.partitions) for number in numbers):
                self._waiting.add(name)
        self._run()
        self._settled()

    def look_at_everything(self) -> None:
        """All may be different now: a new session, or leaders that come back."""
        source = self._source()
        if source is None:
            return
        names = {*self.picture.topics, *source.names(), *self._coming, *self._strays}
        self.look_at(names, {name: range(len(topic.partitions)) for name, topic in self.picture.topics.items()})

    def fence(self) -> None:
        """We lead nothing any more, from this call on."""
        self.picture.begin()
        us = self._us()
        for name in sorted(self.picture.topics):
            after, ours = without_leader(self.picture.topics[name], us)
            if ours:
                self.picture.put(after)
                self._tell(Step(StepKind.LEADERS, after, partitions=tuple(ours)))

    def broker_configs_changed(self, configs: Mapping[str, str], own: Iterable[OwnChange] = ()) -> None:
        """Tell all; a listener's error becomes the failure of `own`."""
        failed: Exception | None = None
        for listener in self.listeners:
            try:
                listener.broker_configs_changed(configs)
            except Exception as error:
                failed = failed or error
                self._log_failure("a listener did not take the broker's configurations", error)
        if failed is not None:
            self.failures.update(dict.fromkeys(own, failed))

    def is_busy_with(self, name: str) -> bool:
        """Whether something about this topic is still to be told."""
        return name in self._waiting or name in self._under_way

    @property
    def is_idle(self) -> bool:
        """Whether all is told."""
        return not self._waiting and not self._is_running

    def may_forget(self, topic_id: TopicId) -> bool:
        """Whether nobody here holds anything of a topic that was deleted."""
        return (
            self.picture.by_id(topic_id) is None
            and all(topic.topic_id != topic_id for topic in self._coming.values())
            and all(topic.topic_id != topic_id for topic in self._strays.values())
        )

    def stray(self, topic_id: TopicId) -> str | None:
        """The name of a vanished topic with this id, whose logs are here."""
        return next((name for name, topic in self._strays.items() if topic.topic_id == topic_id), None)

    def unrefuse(self, topic_id: TopicId) -> None:
        """A topic that a listener had refused is gone from ZooKeeper."""
        self._refused.discard(topic_id)
        self.own_creations.discard(topic_id)

    # -- Rounds

    def _run(self) -> None:
        if self._waiting and not self._is_running:
            self._is_running = True
            Deferred.fromCoroutine(self._rounds()).addErrback(self._broken)

    def _broken(self, failure: Failure) -> None:
        self.log.failure("a mistake in telling of changes", failure=failure)

    async def _rounds(self) -> None:
        try:
            while self._waiting:
                self._under_way, self._waiting = self._waiting, set()
                if not await self._round(sorted(self._under_way)):
                    # Everything is looked at again once there is something to look at.
                    self._waiting |= self._under_way
                    return
                self._under_way = set()
                if self._waiting:
                    self._settled()
        finally:
            self._under_way = set()
            self._is_running = False
        self._settled()  # only now is it idle, which tombstones wait for

    async def _round(self, names: list[str]) -> bool:
        """Whether it was finished."""
        source = self._source()
        if source is None:
            return False
        if any(self._seems_vanished(name, source) or source.may_be_stale(name, self.picture.topics.get(name)) for name in names):
            try:
                await self._sync()
            except Exception as error:
                self.log.debug("not synced: {error}", error=error)
                return False
            source = self._source()
            if source is None:
                return False
        self.picture.begin()
        for name in names:
            self._take_away(name, source)
        coming = []
        for name in names:
            shown, after = self._shown_and_next(name, source)
            if after is not None and _has_more(after, shown):
                coming.append((after, 0 if shown is None else len(shown.partitions)))
                self._coming[name] = after
        if coming and self.listeners:
            waits = [maybeDeferred(listener.topics_coming, coming) for listener in self.listeners]
            for wait in waits:
                # Whoever could not prepare a change does it, or refuses it, when it is told.
                wait.addErrback(lambda failure: self.log.failure("preparing new topics", failure))
            self.is_waiting_for_listeners = True
            await DeferredList(waits)
            self.is_waiting_for_listeners = False
            source = self._source()
            if source is None:
                return False
        self.picture.begin()
        for name in names:
            self._move(name, source)
        return True

    def _shown_and_next(self, name: str, source: TopicSource) -> tuple[TopicInfo | None, TopicInfo | None]:
        """What is shown under a name, and what should be; the first is None where the second is another topic."""
        shown = self.picture.topics.get(name)
        after = source.topic(name, shown)
        if after is not None and after.topic_id in self._refused:
            after = None
        if after is not None and shown is not None and after.topic_id != shown.topic_id:
            shown = None
        return shown, after

    def _seems_vanished(self, name: str, source: TopicSource) -> bool:
        shown = self.picture.topics.get(name)
        if shown is None or not self._is_held(shown):
            return False
        after = source.topic(name, shown)
        return (after is None or after.topic_id != shown.topic_id) and not source.is_deleted(shown)

    def _is_held(self, topic: TopicInfo) -> bool:
        """Whether we may have a copy."""
        us = self._us()
        return any(us == each.leader or us in each.replicas or us in each.in_sync_replicas for each in topic.partitions)

    def _take_away(self, name: str, source: TopicSource) -> None:
        """Tell what of a name is gone: the topic that is shown, one that was coming, or one that had vanished."""
        coming = self._coming.get(name)
        shown = self.picture.topics.get(name)
        _, after = self._shown_and_next(name, source)
        if coming is not None and all(topic is None or topic.topic_id != coming.topic_id for topic in (shown, after)):
            del self._coming[name]
            self._tell(Step(StepKind.DELETED, coming))
            coming = None
        if shown is not None and (after is None or after.topic_id != shown.topic_id):
            source.forget(name)
            if coming is not None and coming.topic_id == shown.topic_id:
                # More of its partitions; they go with it.
                del self._coming[name]
            if self._is_held(shown) and not source.is_deleted(shown):
                self._let_stray(shown)
            else:
                self._take(Step(StepKind.DELETED, shown), shown)
        stray = self._strays.get(name)
        if stray is not None and (source.is_deleted(stray) if after is None else after.topic_id != stray.topic_id):
            del self._strays[name]
            self._delete(stray)

    def _move(self, name: str, source: TopicSource) -> None:
        """Bring one topic from what is shown to what should be, and tell."""
        self._take_away(name, source)
        coming = self._coming.get(name)
        shown = self.picture.topics.get(name)
        _, after = self._shown_and_next(name, source)
        if after is not None and shown is None:
            # Only one of this id is left.
            shown = self._strays.pop(name, None)
        if after is not None and _has_more(after, shown) and (coming is None or _has_more(after, coming)):
            if shown is not None and name not in self.picture.topics:
                self._strays[name] = shown
            self._waiting.add(name)
            return
        self._coming.pop(name, None)
        if after is not None and shown is not None and after.topic_id == shown.topic_id:
            after = self._with_allowed_configs(shown, after)
        for step in steps(shown, after):
            self._take(step, shown)
            if step.kind is StepKind.CREATED and step.topic.topic_id in self._refused:
                break

    def _take(self, step: Step, shown: TopicInfo | None) -> None:
        """Show and tell one step."""
        match step.kind:
            case StepKind.DELETED:
                self.picture.drop(step.topic.name)
                self._delete(step.topic)
            case StepKind.CREATED:
                self.picture.put(step.topic)
                error = self._tell(step)
                if error is not None and step.topic.topic_id in self.own_creations:
                    self._refuse_creation(step.topic, error)
            case StepKind.CONFIGS:
                self.picture.put(step.topic)
                error = self._tell(step)
                name = step.topic.name
                if error is not None and shown is not None and self.own_configs.get(name) == step.topic.configs:
                    self.failures["topic", name] = error
                    before = dataclasses.replace(step.topic, configs=shown.configs, configs_known=shown.configs_known)
                    self.picture.put(before)
                    self._tell(Step(StepKind.CONFIGS, before))
            case StepKind.GROWN:
                self.picture.put(step.topic)
                error = self._tell(step)
                if error is not None:
                    self.failures["topic", step.topic.name] = error
            case StepKind.LEADERS:
                self.picture.put(step.topic)
                self._tell(step)

    def _delete(self, topic: TopicInfo) -> None:
        error = self._tell(Step(StepKind.DELETED, topic))
        if error is not None:
            self.failures[topic.topic_id] = error
            self.kept.add(topic.topic_id)
        elif self.listeners and self._is_held(topic):
            self.gone.add(topic.topic_id)

    def _refuse_creation(self, topic: TopicInfo, error: Exception) -> None:
        self._refused.add(topic.topic_id)
        self.failures[topic.topic_id] = error
        self.picture.drop(topic.name)
        self._tell(Step(StepKind.DELETED, topic))

    def _with_allowed_configs(self, shown: TopicInfo, after: TopicInfo) -> TopicInfo:
        """While a configuration of ours that a listener refused is being taken back, the old one stays."""
        if ("topic", after.name) in self.failures and self.own_configs.get(after.name) == after.configs:
            return dataclasses.replace(after, configs=shown.configs, configs_known=shown.configs_known)
        return after

    def _let_stray(self, shown: TopicInfo) -> None:
        without, ours = without_leader(shown, self._us())
        self.picture.put(without)
        if ours:
            self._tell(Step(StepKind.LEADERS, without, partitions=tuple(ours)))
        self.picture.drop(shown.name)
        self._strays[shown.name] = without
        self._warn(
            f"topic {shown.name} vanished from ZooKeeper, and no broker has deleted it there: its logs stay on the disk and are not served"
        )

    # -- Telling

    def _tell(self, step: Step) -> Exception | None:
        """All listeners, in the order of subscription; the first error."""
        failed: Exception | None = None
        topic = step.topic
        leaving: list[Deferred[None]] = []
        for listener in self.listeners:
            try:
                match step.kind:
                    case StepKind.CREATED:
                        listener.topic_created(topic)
                    case StepKind.DELETED:
                        gone = listener.topic_deleted(topic)
                        if gone is not None:
                            leaving.append(gone)
                    case StepKind.GROWN:
                        listener.partitions_added(topic, step.first_new)
                    case StepKind.LEADERS:
                        listener.leaders_changed(topic, step.partitions)
                    case StepKind.CONFIGS:
                        listener.topic_configs_changed(topic)
            except Exception as error:
                failed = failed or error
                self._log_failure(f"a listener did not take a change to topic {topic.name} ({step.kind.value})", error)
        if leaving:
            self._keep_until_gone(topic, leaving)
        return failed

    def _keep_until_gone(self, topic: TopicInfo, leaving: list[Deferred[None]]) -> None:
        """Its logs are not off the disk for good before all of `leaving` fired."""
        self.kept.add(topic.topic_id)

        def gone(outcomes: list[tuple[bool, Any]]) -> None:
            failures = [outcome.value for is_good, outcome in outcomes if not is_good]
            for error in failures:
                self._log_failure(f"topic {topic.name} was deleted, and the next start removes what is left", error)
            if not failures:
                self.kept.discard(topic.topic_id)
                self._settled()

        wait = DeferredList(leaving, consumeErrors=True).addCallback(gone)
        wait.addErrback(lambda failure: self.log.failure("after the deletion of a topic", failure))

    def _log_failure(self, what: str, error: Exception) -> None:
        if isinstance(error, KlogError):
            self.log.error("{what}: {error}", what=what, error=str(error))
        else:
            self.log.failure("{what}", what=what)


def _has_more(after: TopicInfo, before: TopicInfo | None) -> bool:
    """Whether there are partitions in `after` that are not in `before`, of the same topic."""
    return before is None or len(after.partitions) > len(before.partitions)
