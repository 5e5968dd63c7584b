"""The controller of a cluster on ZooKeeper: every broker runs one of these, and the one that was elected acts.

One `Controller` lives as long as one ZooKeeper session, beside the view of that session. Its states:

======== ==================================================================================================
IDLE     not started, suspended or stopped; nothing is asked, nothing is written
WAITING  somebody else is the controller; wakes up when ``/controller`` changes
ACTIVE   we are: rounds run until nothing is left to do, and again whenever the view changes
======== ==================================================================================================

**A round**: sync the mirror (a follower of the ensemble may be behind, and a decision on old news costs a round), `decide` on what changed
since the last one, pack the acts into multis, send them one after the other. The view sees our own writes come back as changes, which the
next round looks at; a round that decides nothing ends it. Whatever fails is decided again from a fresh view: with a version that does not
fit somebody was faster; with a ``/controller_epoch`` that does not fit we are the controller no more.

What the servers refuse again and again for its own sake (an ACL, say) must not hold up the rest: its topic or node is set aside for a while
and told of once.

By our own clock (`suspend`) we stop at once; what was sent then may still be done, and is as right as its version checks say.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Any, Protocol

from twisted.internet.defer import Deferred, ensureDeferred
from twisted.internet.interfaces import IDelayedCall
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.cluster.state import new_topic_id
from klog.cluster.zookeeper.controller_acts import Act, Batch, RemoveTopic, SetTopicZnode, batches, subject
from klog.cluster.zookeeper.decisions import Decision, Wanted, decide
from klog.cluster.zookeeper.election import Term, contend
from klog.cluster.zookeeper.view import Changes, ClusterView
from klog.zookeeper.client import ZookeeperClient
from klog.zookeeper.errors import (
    BadVersionException,
    NoNodeException,
    SessionExpiredException,
    ZookeeperError,
)
from klog.zookeeper.znode_json import BadZnode

#: How often old notifications are purged and topics without id looked at, in seconds.
LOOK_AROUND_S = 20.0
#: Between attempts after an error: first and longest pause, in seconds.
FIRST_PAUSE_S = 0.05
LONGEST_PAUSE_S = 2.0
#: How long brokers have to give a topic its id back, in milliseconds.
ID_PATIENCE_MS = 30_000
#: Refusals in a row after which a subject is set aside, and for how long, in seconds.
MOST_REFUSALS = 5
SET_ASIDE_S = 60.0


class Mirror(Protocol):
    """What is needed of `TreeMirror`."""

    def sync(self) -> Deferred[None]:
        """Fires when everything that was written before is in the view."""


class State(enum.Enum):
    """See the module."""

    IDLE = "idle"
    WAITING = "waiting"
    ACTIVE = "active"


class _OverError(Exception):
    """This round is over: suspended, stopped, or not the controller any more."""


class Controller:
    """See the module.

    :param client: its session has our registration; used for writing, and for reading in elections.
    :param view: kept up to date by others, who call `view_changed`.
    :param broker_id: ours.
    :param now_ms: wall clock in milliseconds.
    :param warn: called with sentences for people.
    :param random_bytes: for topic ids.
    """

    log = Logger()

    def __init__(
        self,
        reactor: Any,
        client: ZookeeperClient,
        view: ClusterView,
        mirror: Mirror,
        broker_id: int,
        *,
        now_ms: Callable[[], int],
        warn: Callable[[str], None],
        random_bytes: Callable[[int], bytes],
    ) -> None:
        self._reactor = reactor
        self._client = client
        self._view = view
        self._mirror = mirror
        self._broker_id = broker_id
        self._now_ms = now_ms
        self._warn = warn
        self._random_bytes = random_bytes
        self._state = State.IDLE
        self._term: Term | None = None
        #: Rises with each start, suspension and stop: what was begun before is not continued.
        self._generation = 0
        self._todo = Changes()
        self._is_running = False
        self._is_awake = False
        self._pause_s = FIRST_PAUSE_S
        self._retry: IDelayedCall | None = None
        self._look_around: IDelayedCall | None = None
        self._warned: set[str] = set()
        #: Since when topics wait for their id, by name and czxid of the topic.
        self._without_id: dict[tuple[str, int], int] = {}
        self._refusals: dict[str, int] = {}
        #: Until when (the reactor's seconds) subjects are set aside.
        self._aside: dict[str, float] = {}

    @property
    def is_active(self) -> bool:
        """Whether we are the controller, as far as we know."""
        return self._state is State.ACTIVE

    @property
    def epoch(self) -> int:
        """Of our term; -1 while we have none."""
        return -1 if self._term is None else self._term.epoch

    @property
    def is_at_rest(self) -> bool:
        """Whether nothing is under way and nothing waits."""
        return not self._is_running and self._retry is None

    def start(self) -> None:
        """Take part. Our registration is there and the view is loaded."""
        self._begin(State.WAITING)

    def suspend(self) -> None:
        """Our session is doubtful: stop now."""
        self._begin(State.IDLE)

    def resume(self) -> None:
        """The same session answers again, and the view is up to date."""
        self._begin(State.WAITING)

    def stop(self) -> None:
        """The session is over, or about to be closed."""
        self._begin(State.IDLE)

    def view_changed(self, changes: Changes) -> None:
        """The view has changed; look at it."""
        if self._state is State.ACTIVE:
            self._todo.merge(changes)
            self._wake()
        elif self._state is State.WAITING and changes.controller:
            self._wake()

    def _begin(self, state: State) -> None:
        self._generation += 1
        self._state, self._term = state, None
        self._todo = Changes(everything=True)
        self._pause_s = FIRST_PAUSE_S
        self._is_awake = False
        for name in ("_retry", "_look_around"):
            call = getattr(self, name)
            setattr(self, name, None)
            if call is not None:
                call.cancel()
        if state is not State.IDLE:
            self._wake()

    def _wake(self) -> None:
        self._is_awake = True
        if not self._is_running and self._retry is None:
            self._is_running = True
            ensureDeferred(self._run()).addErrback(self._never)

    def _never(self, failure: Failure) -> None:
        """An error of ours. It is told, and the next change has another try."""
        self._is_running = False
        self.log.failure("the controller failed", failure)
        if self._state is not State.IDLE:
            self._again_later()

    async def _run(self) -> None:
        try:
            while self._is_awake and self._state is not State.IDLE:
                self._is_awake = False
                generation = self._generation
                try:
                    if self._state is State.WAITING:
                        await self._contend(generation)
                    else:
                        await self._round(generation)
                    self._pause_s = FIRST_PAUSE_S
                except _OverError:
                    continue
                except (ZookeeperError, BadZnode) as error:
                    if generation != self._generation:
                        continue
                    if isinstance(error, BadZnode):
                        self._say(f"no controller can be elected: {error}")
                    if isinstance(error, SessionExpiredException):
                        return  # we are told to stop soon
                    self._todo.everything = True
                    self._again_later()
                    return
        finally:
            self._is_running = False
        if self._is_awake and self._state is not State.IDLE:
            self._wake()

    def _again_later(self) -> None:
        def again() -> None:
            self._retry = None
            self._wake()

        if self._retry is None:
            self._retry = self._reactor.callLater(self._pause_s, again)
            self._pause_s = min(2 * self._pause_s, LONGEST_PAUSE_S)

    def _check(self, generation: int) -> None:
        if generation != self._generation:
            raise _OverError

    def _say(self, sentence: str) -> None:
        """Warn once."""
        if sentence not in self._warned:
            if len(self._warned) > 1000:
                self._warned.clear()
            self._warned.add(sentence)
            self._warn(sentence)

    # Elections.

    async def _contend(self, generation: int) -> None:
        held = self._view.controller
        if held is not None and held.owner != self._client.session_id and held.broker_id != self._broker_id:
            return
        term = await contend(self._client, self._broker_id, self._now_ms())
        self._check(generation)
        if term is None:
            # Whoever it is may be gone before the view ever showed him: look once more when it is up to date.
            await self._mirror.sync()
            self._check(generation)
            self._is_awake = self._is_awake or self._view.controller is None
            return
        self._term, self._state = term, State.ACTIVE
        self._todo = Changes(everything=True)
        self._is_awake = True
        self._refusals.clear()
        self._aside.clear()
        self._look_around = self._reactor.callLater(LOOK_AROUND_S, self._look)
        self.log.info("broker {broker} is the controller, epoch {epoch}", broker=self._broker_id, epoch=term.epoch)

    def _resign(self) -> None:
        self.log.info("broker {broker} is the controller no more", broker=self._broker_id)
        self._begin(State.WAITING)

    def _look(self) -> None:
        """Time itself makes work: notifications grow old, patience ends, what was set aside has another try."""
        self._look_around = self._reactor.callLater(LOOK_AROUND_S, self._look)
        self._todo.notifications.update(self._view.notifications)
        self._todo.topics.update(name for name, _ in self._without_id)
        now_s = self._reactor.seconds()
        for name in [name for name, until_s in self._aside.items() if until_s <= now_s]:
            del self._aside[name]
            self._todo.everything = True
        if self._todo:
            self._wake()

    # MetadataRefresh.

    async def _round(self, generation: int) -> None:
        await self._mirror.sync()
        self._check(generation)
        held = self._view.controller
        if held is None or held.owner != self._client.session_id:
            self._resign()
            return
        changes, self._todo = self._todo, Changes()
        try:
            decision = self._decide(changes)
            acts = [act for act in decision.acts if subject(act) not in self._aside]
            if acts:
                await self._act(acts, generation)
        except BaseException:
            self._todo.merge(changes)
            raise
        for sentence in decision.warnings:
            self._say(sentence)

    def _decide(self, changes: Changes) -> Decision:
        assert self._term is not None
        now_ms = self._now_ms()
        topics = self._view.topics
        self._without_id = {
            (name, czxid): since_ms
            for (name, czxid), since_ms in self._without_id.items()
            if name in topics and topics[name].czxid == czxid and topics[name].topic_id is None
        }
        wanted = Wanted(
            self._term.epoch,
            now_ms,
            lambda: new_topic_id(self._random_bytes),
            frozenset(
                name for (name, _), since_ms in self._without_id.items() if now_ms - since_ms >= ID_PATIENCE_MS and self._all_live(name)
            ),
        )
        decision = decide(self._view, changes, wanted)
        for name in decision.without_id:
            self._without_id.setdefault((name, topics[name].czxid), now_ms)
        return decision

    def _all_live(self, name: str) -> bool:
        """Whether everybody is there who might know a topic's id."""
        replicas = {broker_id for each in self._view.topics[name].assignment.values() for broker_id in each}
        return all(self._view.live(broker_id) is not None for broker_id in replicas)

    async def _act(self, acts: list[Act], generation: int) -> None:
        assert self._term is not None
        version = self._term.version
        for index, act in enumerate(acts):
            if isinstance(act, RemoveTopic):
                acts[index] = await self._with_config(act)
                self._check(generation)
        for batch in batches(acts, version):
            try:
                await self._client.multi(batch.operations)
            except ZookeeperError as error:
                self._check(generation)
                if error.index == 0 and isinstance(error, BadVersionException | NoNodeException):
                    self._resign()
                    raise _OverError from None
                self._refused(batch, error)
                raise
            self._check(generation)
            for done in batch.acts:
                if done is not None:
                    self._refusals.pop(subject(done), None)
                if isinstance(done, SetTopicZnode) and done.znode.topic_id is not None:
                    # Somebody may write it again before the view has seen it with its id.
                    self._view.remember_id(done.topic, done.czxid, done.znode.topic_id)

    async def _with_config(self, act: RemoveTopic) -> RemoveTopic:
        found = await self._client.exists(act.config_path)
        return RemoveTopic(**{**vars(act), "has_config": found is not None})

    def _refused(self, batch: Batch, error: ZookeeperError) -> None:
        act = batch.act_of(error.index)
        if act is None:
            return
        name = subject(act)
        self._refusals[name] = self._refusals.get(name, 0) + 1
        if self._refusals[name] >= MOST_REFUSALS:
            del self._refusals[name]
            self._aside[name] = self._reactor.seconds() + SET_ASIDE_S
            self._say(f"the controller leaves {name} as it is for a while, since ZooKeeper refuses to change it: {error}")
