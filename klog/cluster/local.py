"""The cluster of one: `ICoordination` for a broker that needs nobody else.

What it knows is a `ClusterState` in a `StateStore`. **A mutation** is a pure function from state to state. Mutations queue; a *round*
takes all that wait, so that many topics made at once cost one save (up to one that makes partitions of a topic which this round has changed
already: it goes with the next):

1. each is tried on a draft, one after the other; what is refused fails now and changes nothing;
2. the draft is saved (in a thread where one is given: the reactor does not wait for the disk); if that fails, all of the round fail with
   KAFKA_STORAGE_ERROR and nothing has changed;
3. listeners hear which topics and partitions are coming, and may take their time, so that the disk is asked for all of them at once;
4. each is applied to the current state and told to the listeners, in order, and its Deferred fires. If a listener raises, this one
   mutation is undone: the listeners that had heard of it hear the opposite, and the store is corrected in a later round.

1 and 4 go in steps, one for each mutation, so that ten thousand of them hold nobody up; whatever comes meanwhile waits for the next round.

So a change is on disk before the partitions follow and before anybody is answered. A crash between 2 and 4 leaves a topic that is
remembered and not there, or there and remembered as deleted; ``state.initial_state`` finishes both at the next start.

Reads are of the state of the last finished step and never wait.
"""

from __future__ import annotations

import dataclasses
import secrets
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from twisted.internet.defer import Deferred, DeferredList, maybeDeferred, succeed
from twisted.logger import Logger
from twisted.python.failure import Failure
from zope.interface import implementer

from klog.acls import Acl, AclListener, AclTable, ResourcePattern
from klog.cluster import state as states
from klog.cluster import topic_names
from klog.cluster.interfaces import BrokerInfo, Endpoint, ICoordination, ITopicListener, PartitionInfo, TopicInfo
from klog.cluster.layered_maps import LayeredMapping
from klog.cluster.placement import still_missing
from klog.cluster.state import ClusterState, DiskFindings, StateStore, TopicState
from klog.cluster.uncontrolled import Uncontrolled
from klog.errors import ErrorCode, KlogError
from klog.in_thread import InThread
from klog.model import TopicId, TopicPartition

T = TypeVar("T")


def _at_once(function: Callable[[], None]) -> Deferred[None]:
    return maybeDeferred(function)


def _all_steps(work: Iterator[Any]) -> Deferred[None]:
    for _ in work:
        pass
    return succeed(None)


@dataclasses.dataclass(eq=False)
class _Mutation:
    """One change on its way.

    `apply` makes the new state; `announce` tells one listener; `revoke` tells it the opposite; `result` is what the Deferred fires with.
    """

    apply: Callable[[ClusterState], ClusterState]
    announce: Callable[[ITopicListener, TopicInfo | None], Deferred[None] | None]
    revoke: Callable[[ITopicListener, TopicInfo | None], Deferred[None] | None]
    topic: str | None
    deferred: Deferred[Any]
    result: Callable[[TopicInfo | None], Any]
    #: After `apply`: the number of the first partition that it adds to the topic.
    first_new: Callable[[], int] | None = None


def _say_nothing(listener: ITopicListener, topic: TopicInfo | None) -> None:
    pass


@implementer(ICoordination)
class LocalCoordination(Uncontrolled):
    """One broker's own cluster.

    :param store: where the state lies; loaded and saved once here, on the caller's thread.
    :param broker_id: ours.
    :param endpoints: our listeners as clients should reach them.
    :param findings: what the data directory tells.
    :param now_ms: wall clock in milliseconds, at start.
    :param run_blocking: runs a save; at once where None.
    :param run_steps: takes the steps of a round (`klog.broker.steps.Steps.run`); all at once where None.
    :raises OSError: the store cannot be read or written.
    """

    log = Logger()

    def __init__(
        self,
        store: StateStore,
        broker_id: int,
        endpoints: Sequence[Endpoint] = (),
        *,
        rack: str | None = None,
        findings: DiskFindings | None = None,
        now_ms: int = 0,
        run_blocking: InThread[None] | None = None,
        run_steps: Callable[[Iterator[Any]], Deferred[None]] | None = None,
        random_bytes: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self._store = store
        self._broker_id = broker_id
        self._broker = BrokerInfo(broker_id, tuple(endpoints), rack)
        self._run_blocking = run_blocking or _at_once
        self._run_steps = run_steps or _all_steps
        self._random_bytes = random_bytes
        findings = findings or DiskFindings()
        try:
            remembered = store.load()
        except ValueError as error:
            remembered = None
            findings = dataclasses.replace(findings, state_lost=True)
            lost: tuple[str, ...] = (f"what was remembered of topics and configurations cannot be read any more: {error}",)
        else:
            lost = ()
        start = states.initial_state(remembered, findings, now_ms=now_ms, random_bytes=random_bytes)
        #: What the start should say, one line each.
        self.warnings: tuple[str, ...] = lost + start.warnings
        #: Topics found on disk whose deletion was under way: to be removed from the disk before anything is served.
        self.leftovers: tuple[str, ...] = start.remove
        self._failed = {name: found.failed for name, found in findings.topics.items() if found.failed}
        if findings.is_incomplete:
            for name, topic in start.state.topics.items():
                found = findings.topics.get(name)
                missing = frozenset(range(topic.partitions)) - (found.partitions if found is not None else frozenset())
                if missing:
                    self._failed[name] = self._failed.get(name, frozenset()) | missing
        #: Ids whose removal is not finished stay in the store until `leftovers_removed`.
        self._pending_removal = remembered.deleting - start.state.deleting if remembered and start.remove else frozenset()
        self._state = dataclasses.replace(start.state, deleting=self._pending_removal | start.state.deleting)
        store.save(self._state)
        #: Partitions made since the start begin at epoch 0; those that were found have the start's.
        self._found_partitions = {name: len(found.partitions) and max(found.partitions) + 1 for name, found in findings.topics.items()}
        #: Leader epochs that were raised since the start, by topic and partition (`raise_leader_epoch`).
        self._raised: dict[str, dict[int, int]] = {}
        self._topics: Mapping[str, TopicInfo] = {name: self._info(name, topic) for name, topic in self._state.topics.items()}
        self._names = {topic.topic_id: name for name, topic in self._topics.items()}
        #: Names of topics, those to be made among them, by what they are in metrics.
        self._by_form: dict[str, set[str]] = {}
        for name in self._topics:
            self._by_form.setdefault(topic_names.unified(name), set()).add(name)
        self._listeners: list[ITopicListener] = []
        self._acl_listeners: list[AclListener] = []
        self._waiting: deque[_Mutation] = deque()
        #: Whether a round is under way.
        self._saving = False
        self._store_differs = False
        #: Ids of deleted topics whose directories are gone for good: the next save forgets them.
        self._gone: set[TopicId] = set()
        self._id_block = range(0)
        #: Ids up to this one are another cluster's, those of a block that is still being reserved among them.
        self._ids_apart = -1
        self._id_waiters: deque[Deferred[int]] = deque()
        self._is_reserving = False

    # What there is

    def cluster_id(self) -> str:
        """22 characters of URL-safe base64."""
        return self._state.cluster_id

    def broker_id(self) -> int:
        """Ours."""
        return self._broker_id

    def controller_id(self) -> int:
        """Ours: one broker alone is its own controller."""
        return self._broker_id

    def brokers(self) -> Sequence[BrokerInfo]:
        """Us."""
        return (self._broker,)

    def set_endpoints(self, endpoints: Sequence[Endpoint]) -> None:
        """Our listeners as clients should reach them, once their ports are known."""
        self._broker = dataclasses.replace(self._broker, endpoints=tuple(endpoints))

    def topics(self) -> Mapping[str, TopicInfo]:
        """All topics by name."""
        return self._topics

    def topic_by_id(self, topic_id: TopicId) -> TopicInfo | None:
        """The topic with this id."""
        name = self._names.get(topic_id)
        return None if name is None else self._topics[name]

    def broker_configs(self, broker_id: int | None) -> Mapping[str, str]:
        """Dynamic configurations of one broker, or (None) the cluster-wide defaults."""
        return self._state.broker_configs.get(_broker_key(broker_id), {})

    def group_configs(self) -> Mapping[str, Mapping[str, str]]:
        """Dynamic configurations by group id, of those groups that have some."""
        return self._state.group_configs

    def subscribe(self, listener: ITopicListener) -> None:
        """Tell `listener` of every change from now on."""
        self._listeners.append(listener)

    def leftovers_removed(self) -> None:
        """The topics of `leftovers` are gone from the disk for good."""
        self._state = dataclasses.replace(self._state, deleting=self._state.deleting - self._pending_removal)
        self._pending_removal = frozenset()
        self.leftovers = ()

    def partitions_failed(self, failed: Mapping[str, Collection[int]]) -> None:
        """These partitions, by topic, cannot be served any more until the next start: they have no leader from now on. Nobody is told."""
        topics = dict(self._topics)
        for name, partitions in failed.items():
            topic = self._state.topics.get(name)
            if topic is not None:
                self._failed[name] = self._failed.get(name, frozenset()) | frozenset(partitions)
                topics[name] = self._info(name, topic)
        self._topics = topics

    # Changes

    def create_topic(self, name: str, assignment: Sequence[Sequence[int]], configs: Mapping[str, str]) -> Deferred[TopicInfo]:
        """Make a topic; TOPIC_ALREADY_EXISTS where it exists."""
        topic = TopicState(states.new_topic_id(self._random_bytes), len(assignment), dict(configs))

        def apply(state: ClusterState) -> ClusterState:
            if name in state.topics:
                raise KlogError(ErrorCode.TOPIC_ALREADY_EXISTS, f"Topic '{name}' already exists.")
            # Whoever asked has looked; others may have come in between.
            topic_names.check_free(name, self._alike(name, state))
            self._by_form.setdefault(topic_names.unified(name), set()).add(name)
            return states.with_topic(state, name, topic)

        return self._enqueue(
            apply,
            name,
            announce=lambda listener, info: listener.topic_created(_some(info)),
            revoke=lambda listener, info: listener.topic_deleted(_some(info)),
            result=_some,
            first_new=lambda: 0,
        )

    def _alike(self, name: str, state: ClusterState) -> Collection[str]:
        """Those topics of `state` that look like `name` in metrics, without a look at all the others."""
        return [other for other in self._by_form.get(topic_names.unified(name), ()) if other in state.topics]

    def _forget_form(self, name: str | None) -> None:
        """There is no topic of this name, or there is one still."""
        if name is not None and name not in self._topics:
            form = topic_names.unified(name)
            alike = self._by_form.get(form, set())
            alike.discard(name)
            if not alike:
                self._by_form.pop(form, None)

    def delete_topic(self, name: str, topic_id: TopicId | None = None) -> Deferred[None]:
        """Forget a topic; UNKNOWN_TOPIC_OR_PARTITION where there is none, UNKNOWN_TOPIC_ID where it has another id."""

        def apply(state: ClusterState) -> ClusterState:
            existing = _existing(state, name)
            if topic_id is not None and existing.topic_id != topic_id:
                raise KlogError(ErrorCode.UNKNOWN_TOPIC_ID)
            return states.without_topic(state, name)

        return self._enqueue(
            apply,
            name,
            announce=lambda listener, info: listener.topic_deleted(_some(info)),
            revoke=_say_nothing,
            result=lambda info: None,
        )

    def create_partitions(self, name: str, assignment: Sequence[Sequence[int]], first: int | None = None) -> Deferred[TopicInfo]:
        """Add partitions; `assignment` covers only the new ones, of which `first` is the number of the first."""
        before = 0

        def apply(state: ClusterState) -> ClusterState:
            nonlocal before
            topic = _existing(state, name)
            before = topic.partitions
            count = before + len(still_missing(name, assignment, first, before))
            return states.with_topic(state, name, dataclasses.replace(topic, partitions=count))

        return self._enqueue(
            apply,
            name,
            announce=lambda listener, info: listener.partitions_added(_some(info), before),
            revoke=_say_nothing,
            result=_some,
            first_new=lambda: before,
        )

    def set_topic_configs(self, name: str, configs: Mapping[str, str]) -> Deferred[TopicInfo]:
        """Replace a topic's overrides as a whole; they are known from now on."""
        wanted = dict(configs)

        def apply(state: ClusterState) -> ClusterState:
            topic = dataclasses.replace(_existing(state, name), configs=wanted, configs_known=True)
            return states.with_topic(state, name, topic)

        return self._enqueue(
            apply,
            name,
            announce=lambda listener, info: listener.topic_configs_changed(_some(info)),
            revoke=lambda listener, info: listener.topic_configs_changed(self._topics[name]) if name in self._topics else None,
            result=_some,
        )

    def set_broker_configs(self, broker_id: int | None, configs: Mapping[str, str]) -> Deferred[None]:
        """Replace the dynamic configurations of one broker, or (None) of all."""
        key = _broker_key(broker_id)
        wanted = dict(configs)

        def apply(state: ClusterState) -> ClusterState:
            return dataclasses.replace(state, broker_configs={**state.broker_configs, key: wanted})

        def tell(listener: ITopicListener, info: TopicInfo | None) -> None:
            listener.broker_configs_changed(self._effective_broker_configs())

        return self._enqueue(apply, None, announce=tell, revoke=tell, result=lambda info: None)

    def _effective_broker_configs(self) -> Mapping[str, str]:
        return {**self.broker_configs(None), **self.broker_configs(self._broker_id)}

    def set_group_configs(self, group_id: str, configs: Mapping[str, str]) -> Deferred[None]:
        """Replace a group's dynamic configurations; with none it is forgotten. Nobody is told: the coordinator looks when it needs them."""
        wanted = dict(configs)

        def apply(state: ClusterState) -> ClusterState:
            return states.with_group_configs(state, group_id, wanted)

        return self._enqueue(apply, None, announce=_say_nothing, revoke=_say_nothing, result=lambda info: None)

    def user_configs(self) -> Mapping[str, Mapping[str, str]]:
        """What is kept of users, by name."""
        return self._state.user_configs

    def alter_user_configs(self, name: str, wanted: Mapping[str, str], removed: Collection[str]) -> Deferred[None]:
        """Set `wanted` and take away `removed` of what is kept of a user. Nobody is told: it is looked at when it is needed."""
        to_set, to_remove = dict(wanted), frozenset(removed)

        def apply(state: ClusterState) -> ClusterState:
            return states.with_user_configs(state, name, to_set, to_remove)

        return self._enqueue(apply, None, announce=_say_nothing, revoke=_say_nothing, result=lambda info: None)

    def acls(self) -> AclTable:
        """The access control lists."""
        return self._state.acls

    def subscribe_acls(self, listener: AclListener) -> None:
        """Tell `listener` of all of them, and of changes. Where they were lost nothing is told until somebody sets some: nobody knows what
        they denied."""
        self._acl_listeners.append(listener)
        if self._state.acls_known:
            listener(self._state.acls)

    def alter_acls(self, resource: ResourcePattern, added: Collection[Acl], removed: Collection[Acl]) -> Deferred[frozenset[Acl]]:
        """Add and take away rules about `resource`."""
        to_add, to_remove = frozenset(added), frozenset(removed)
        gone: frozenset[Acl] = frozenset()

        def apply(state: ClusterState) -> ClusterState:
            nonlocal gone
            before = state.acls.get(resource, frozenset())
            gone = before & to_remove
            return states.with_acls(state, resource, (before | to_add) - to_remove)

        def applied(info: TopicInfo | None) -> frozenset[Acl]:
            for listener in self._acl_listeners:
                listener({resource: self._state.acls.get(resource, frozenset())})
            return gone

        return self._enqueue(apply, None, announce=_say_nothing, revoke=_say_nothing, result=applied)

    def next_producer_id(self) -> Deferred[int]:
        """An id out of the reserved block; where it is used up, a new one is reserved first."""
        if self._id_block and not self._id_waiters:
            return succeed(self._take_id())
        waiter: Deferred[int] = Deferred()
        self._id_waiters.append(waiter)
        if len(self._id_waiters) == 1:
            self._reserve_ids()
        return waiter

    # For copies of another cluster's partitions

    def raise_leader_epoch(self, topic_partition: TopicPartition, epoch: int) -> None:
        """Show this leader epoch of a partition, where it has a lower one: its log has batches of `epoch` from another cluster, and clients
        would take an older leader's word for nothing. The next start finds the epoch in the log, and begins above it."""
        name, partition = topic_partition
        info = self._topics.get(name)
        if info is None or not 0 <= partition < len(info.partitions) or info.partitions[partition].leader_epoch >= epoch:
            return
        self._raised.setdefault(name, {})[partition] = epoch
        self._show(name, self._state)

    def give_producer_ids_above(self, producer_id: int) -> Deferred[int]:
        """Hand out only ids above this one from now on, since another cluster has given those to producers whose batches are here. Fires
        when it is durable."""
        if states.leaves_ids(producer_id):
            self._ids_apart = max(self._ids_apart, producer_id)
        self._id_block = _above(self._id_block, self._ids_apart)
        if self._state.next_producer_id > producer_id:
            return succeed(producer_id)
        apply = partial(states.above_producer_id, producer_id=producer_id)
        return self._enqueue(apply, None, announce=_say_nothing, revoke=_say_nothing, result=lambda info: producer_id)

    def _take_id(self) -> int:
        first = self._id_block[0]
        self._id_block = self._id_block[1:]
        return first

    def _reserve_ids(self) -> None:
        if self._is_reserving:
            # Whoever got the last id of a block may ask for another one at once: two blocks in one round would be the same one.
            return
        self._is_reserving = True
        # As it is now: what is published must be what was saved.
        apart = self._ids_apart

        def reserve(state: ClusterState) -> ClusterState:
            # What was set apart and could not be saved would otherwise be reserved for nothing, block after block.
            return states.reserve_block(states.above_producer_id(state, apart))

        reserved = self._enqueue(reserve, None, announce=_say_nothing, revoke=_say_nothing, result=lambda info: None)
        reserved.addCallbacks(self._ids_reserved, self._ids_refused)

    def _ids_reserved(self, nothing: None) -> None:
        self._is_reserving = False
        end = self._state.next_producer_id
        self._id_block = _above(range(end - states.PRODUCER_ID_BLOCK, end), self._ids_apart)
        while self._id_waiters and self._id_block:
            self._id_waiters.popleft().callback(self._take_id())
        if self._id_waiters:
            self._reserve_ids()

    def _ids_refused(self, failure: Failure) -> None:
        self._is_reserving = False
        waiters, self._id_waiters = self._id_waiters, deque()
        for waiter in waiters:
            waiter.errback(failure)

    # Rounds

    def _enqueue(
        self,
        apply: Callable[[ClusterState], ClusterState],
        topic: str | None,
        *,
        announce: Callable[[ITopicListener, TopicInfo | None], Deferred[None] | None],
        revoke: Callable[[ITopicListener, TopicInfo | None], Deferred[None] | None],
        result: Callable[[TopicInfo | None], T],
        first_new: Callable[[], int] | None = None,
    ) -> Deferred[T]:
        mutation = _Mutation(apply, announce, revoke, topic, Deferred(), result, first_new)
        self._waiting.append(mutation)
        if not self._saving:
            self._round()
        return mutation.deferred

    def _round(self) -> None:
        """Steps 1 and 2: try what waits, save what passed."""
        if not self._saving and (self._waiting or self._store_differs):
            self._saving = True
            self._run_steps(self._drafting()).addErrback(self._broken)

    def _drafting(self) -> Iterator[None]:
        if self._gone:
            self._state = dataclasses.replace(self._state, deleting=self._state.deleting - self._gone)
            self._gone = set()
        draft = self._state
        passed: list[_Mutation] = []
        refused: list[tuple[_Mutation, Failure]] = []
        coming: list[tuple[TopicInfo, int]] = []
        touched: set[str] = set()
        # What comes between two steps goes with the next round.
        for _ in range(len(self._waiting)):
            mutation = self._waiting[0]
            name = mutation.topic
            if mutation.first_new is not None and name in touched:
                # Who is told that something is coming shall find what was before: the round ends here.
                break
            self._waiting.popleft()
            try:
                draft = mutation.apply(draft)
            except Exception:  # noqa: BLE001
                # Mostly a KlogError; a mistake of klog's own is whose it is alone, too.
                refused.append((mutation, _failure()))
            else:
                passed.append(mutation)
                if name is not None:
                    touched.add(name)
                    if mutation.first_new is not None:
                        coming.append((self._info(name, draft.topics[name]), mutation.first_new()))
            yield
        if passed or self._store_differs:
            was_different, self._store_differs = self._store_differs, False
            draft = states.plain(draft)
            saved = self._run_blocking(lambda: self._store.save(draft))
            saved.addCallbacks(self._saved, self._not_saved, callbackArgs=(passed, coming), errbackArgs=(passed, was_different))
            saved.addErrback(self._broken)
        else:
            self._saving = False
        for mutation, failure in refused:
            mutation.deferred.errback(failure)
            yield
        self._round()

    def _saved(self, nothing: None, passed: Sequence[_Mutation], coming: Sequence[tuple[TopicInfo, int]]) -> Deferred[None]:
        """Step 3."""
        if not coming:
            return self._run_steps(self._publishing(passed))
        waits = [maybeDeferred(listener.topics_coming, coming) for listener in self._listeners]
        for wait in waits:
            # Whoever could not prepare a change does it, or refuses it, when it is told.
            wait.addErrback(lambda failure: self.log.failure("preparing new topics", failure))
        return DeferredList(waits).addCallback(lambda _: self._run_steps(self._publishing(passed)))

    def _publishing(self, passed: Sequence[_Mutation]) -> Iterator[None]:
        """Step 4. New mutations made by listeners and callbacks wait until all of the round are done."""
        done: list[tuple[_Mutation, Any]] = []
        for mutation in passed:
            try:
                done.append((mutation, self._publish(mutation)))
            except Exception:
                self._store_differs = True
                done.append((mutation, _failure()))
            yield
        self._state = states.plain(self._state)
        if isinstance(self._topics, LayeredMapping):
            self._topics = self._topics.plain()
        for mutation, outcome in done:
            if isinstance(outcome, Failure):
                mutation.deferred.errback(outcome)
            else:
                mutation.deferred.callback(outcome)
            yield
        self._saving = False
        self._round()

    def _not_saved(self, failure: Failure, passed: Sequence[_Mutation], was_different: bool) -> None:
        self._saving = False
        # What could not be corrected goes along with the next change; trying for ever would not mend the disk.
        error = KlogError(ErrorCode.KAFKA_STORAGE_ERROR, f"the change could not be saved: {failure.getErrorMessage()}")
        if was_different and not passed:
            self.log.warn("the broker's state could not be saved: {reason}", reason=failure.getErrorMessage())
        for mutation in passed:
            self._forget_form(mutation.topic)
        for mutation in passed:
            mutation.deferred.errback(_failure(error))
        self._round()

    def _broken(self, failure: Failure) -> None:
        self.log.failure("a mutation's callbacks failed", failure)

    def _publish(self, mutation: _Mutation) -> Any:
        """Apply one mutation to what everybody sees, and tell.

        :raises Exception: what a listener raised; all is as before then.
        """
        before = self._state
        after = mutation.apply(before)
        old = self._topics.get(mutation.topic) if mutation.topic is not None else None
        new = self._show(mutation.topic, after)
        told: list[ITopicListener] = []
        leaving: list[Deferred[None]] = []
        subject = new if new is not None else old
        try:
            for listener in self._listeners:
                gone = mutation.announce(listener, subject)
                if gone is not None:
                    leaving.append(gone)
                told.append(listener)
        except Exception:
            self._show(mutation.topic, before)
            for listener in self._listeners if mutation.first_new is not None else told:
                self._revoke(mutation, listener, subject)
            raise
        if mutation.topic is not None and new is None:
            assert old is not None
            self._forget_when(leaving, old)
            self._found_partitions.pop(mutation.topic, None)
            self._raised.pop(mutation.topic, None)
            self._failed.pop(mutation.topic, None)
        return mutation.result(subject)

    def _forget_when(self, leaving: Sequence[Deferred[None]], topic: TopicInfo) -> None:
        """When the directories are gone for good, the next save may forget the deleted topic's id."""

        def gone(outcomes: Sequence[tuple[bool, Any]]) -> None:
            failures = [outcome for is_good, outcome in outcomes if not is_good]
            for failure in failures:
                self._not_gone(failure, topic)
            if not failures:
                self._gone.add(topic.topic_id)

        DeferredList(leaving, consumeErrors=True).addCallback(gone).addErrback(self._broken)

    def _not_gone(self, failure: Failure, topic: TopicInfo) -> None:
        self.log.error(
            "{topic} was deleted, and the next start removes what is left: {reason}", topic=topic.name, reason=str(failure.value)
        )

    def _revoke(self, mutation: _Mutation, listener: ITopicListener, topic: TopicInfo | None) -> None:
        try:
            gone = mutation.revoke(listener, topic)
            if gone is not None and topic is not None:
                gone.addErrback(self._not_gone, topic)
        except KlogError as error:
            # Mostly by what had made the change itself fail, such as a process that may open no more files.
            self.log.error("a change to {topic} could not be taken back: {error}", topic=mutation.topic, error=str(error))
        except Exception:
            self.log.failure("a listener could not take back a change to {topic}", topic=mutation.topic)

    def _show(self, name: str | None, state: ClusterState) -> TopicInfo | None:
        """Make `state` the one that everybody sees, of which only the topic `name` is new."""
        self._state = state
        if name is None:
            return None
        old = self._topics.get(name)
        topics = LayeredMapping.of(self._topics)
        info: TopicInfo | None = None
        if old is not None:
            self._names.pop(old.topic_id, None)
        topic = state.topics.get(name)
        if topic is not None:
            info = self._info(name, topic)
            topics = topics.having(name, info)
            self._names[info.topic_id] = name
        elif old is not None:
            topics = topics.without(name)
        self._topics = topics
        self._forget_form(name)
        return info

    def _info(self, name: str, topic: TopicState) -> TopicInfo:
        found = self._found_partitions.get(name, 0)
        failed = self._failed.get(name, frozenset())
        us = (self._broker_id,)
        # Most partitions, of which there may be thousands, are told of by the same object.
        old = PartitionInfo(self._broker_id, self._state.leader_epoch, us, us)
        new = PartitionInfo(self._broker_id, 0, us, us)
        partitions = [old if partition < found else new for partition in range(topic.partitions)]
        for partition, epoch in self._raised.get(name, {}).items():
            if partition < len(partitions):
                raised = max(epoch, partitions[partition].leader_epoch)
                partitions[partition] = dataclasses.replace(partitions[partition], leader_epoch=raised)
        for partition in failed:
            if partition < len(partitions):
                partitions[partition] = dataclasses.replace(partitions[partition], leader=-1, in_sync_replicas=())
        return TopicInfo(
            name=name,
            topic_id=topic.topic_id,
            partitions=tuple(partitions),
            configs=topic.configs,
            is_internal=topic_names.is_internal(name),
            configs_known=topic.configs_known,
        )


def _failure(error: Exception | None = None) -> Failure:
    """`error`, or the exception at hand."""
    return Failure(error)  # type: ignore[no-untyped-call]


def _above(block: range, producer_id: int) -> range:
    """Those ids of `block` that are above this one."""
    return range(max(block.start, producer_id + 1), max(block.stop, producer_id + 1))


def _broker_key(broker_id: int | None) -> str:
    return "" if broker_id is None else str(broker_id)


def _existing(state: ClusterState, name: str) -> TopicState:
    topic = state.topics.get(name)
    if topic is None:
        raise KlogError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, f"The topic '{name}' does not exist.")
    return topic


def _some(topic: TopicInfo | None) -> TopicInfo:
    assert topic is not None
    return topic
