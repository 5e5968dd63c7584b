"""What memberships of all protocols share: a coroutine that sleeps until there is something to do, and an orderly end.

A subclass has its own states, and says in a `StateTable` what may follow each and which of them are the end, which is gone through here.
Suspending is not an end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from twisted.internet.defer import Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.client.groups.members import (
    CancellableWaits,
    Identity,
    Interrupted,
    MemberSettings,
    Owner,
    Places,
    ask_coordinator,
    fork_deferred,
    wait_within,
)
from klog.client.retry import ClientStopped
from klog.client.routing import Routing
from klog.errors import ErrorCode, KlogError
from klog.wire.schema import Message

log = Logger()

#: While leaving: how long the owner may take, seconds, and then the coordinator.
STOP_S = 30.0
LEAVE_MS = 5_000
_MOST_WARNINGS = 1_000

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class StateTable(Generic[S]):
    """The states of a membership: which may follow each, what may come in the middle of anything else, and the end."""

    transitions: Mapping[S, frozenset[S]]
    interrupting: frozenset[S]
    leaving: S
    left: S
    failed: S

    @property
    def ended(self) -> tuple[S, S, S]:
        """The three states after which nothing is done any more."""
        return self.leaving, self.left, self.failed


class MemberBase(Generic[S]):
    """Base of `ClassicMembership`, `ConsumerMembership` and `ZookeeperMembership`."""

    states: StateTable[S]

    def __init__(self, routing: Routing, settings: MemberSettings, owner: Owner, state: S) -> None:
        #: One of `states`.
        self.state = state
        self.routing = routing
        self.settings = settings
        self.identity = Identity(instance_id=settings.instance_id)
        self.owned: Places = frozenset()
        #: Assignments taken over.
        self.rounds = 0
        #: The group has gone on without us: what is owned is lost.
        self.dropped = False
        self.failure: KlogError | None = None
        #: No heartbeats any more. While leaving there are: user code may take longer than a session, and what it works on is still ours.
        self.silent = False
        self._owner = owner
        self._waiting = CancellableWaits()
        self._wake: Deferred[None] | None = None
        self._running: Deferred[None] | None = None
        self._stopping: Deferred[None] | None = None
        self._backoff = routing.backoff()
        self._beat_timer: Any = None
        self._warned: set[str] = set()
        #: What the owner is told to give up, and has not come back from.
        self._giving_up: Places = frozenset()
        self._leaves_when_failed = False

    # States

    @property
    def is_over(self) -> bool:
        """Leaving, left or failed."""
        return self.state in self.states.ended

    def _move(self, state: S) -> None:
        """Go on to a state that may follow this one.

        :raises Interrupted: something else came while this waited.
        """
        if state not in self.states.transitions[self.state]:
            assert self.is_over or self.state in self.states.interrupting, f"from {self.state} to {state}"
            raise Interrupted
        self.state = state

    # For subclasses to say

    def leaving(self) -> None:
        """The end begins: what is not needed for it stops."""

    async def walk(self) -> None:
        """All of a member's life, until it `is_over`."""
        raise NotImplementedError

    def beat(self) -> None:
        """The timer for heartbeats rang."""
        raise NotImplementedError

    async def say_goodbye(self, identity: Identity, leave: bool | None) -> None:
        """Tell the coordinator, or not; see `stop`."""
        raise NotImplementedError

    # Life

    def start(self) -> None:
        """Take part."""
        if self._running is None and not self.is_over:
            self._running = Deferred.fromCoroutine(self._live())
            self._running.addErrback(self.broken)

    def subscribe(self, topics: tuple[str, ...], pattern: str | None) -> None:
        """Want other topics; the group hears of it by ``rejoin``."""
        self.settings = replace(self.settings, topics=topics, pattern=pattern)

    def stop(self, *, leave: bool | None = None) -> Deferred[None]:
        """Give up in order, leave, and end; static members stay known to the group unless `leave` says so. Never fails."""
        if self._stopping is None:
            self._stopping = Deferred.fromCoroutine(self._stop(leave))
            self._stopping.addErrback(self.broken)
        return fork_deferred(self._stopping)

    async def _live(self) -> None:
        await self.walk()
        if self.failure is not None:
            await self.give_up(self.owned, lost=True)
            self._owner.failed(self.failure)
            if self._leaves_when_failed:
                identity = self.identity
                await wait_within(self.routing.reactor, LEAVE_MS / 1000, Deferred.fromCoroutine(self.say_goodbye(identity, None)))

    async def _stop(self, leave: bool | None) -> None:
        lost = self.dropped or not self.identity.is_member
        known = self.state is not self.states.failed
        self.state = self.states.leaving
        self.leaving()
        self.call_off()
        reactor = self.routing.reactor
        if self._running is not None:
            await wait_within(reactor, STOP_S, self._running)
        await wait_within(reactor, STOP_S, Deferred.fromCoroutine(self.give_up(self.owned, lost=lost or self.dropped)))
        self.silent = True
        self._cancel_timers()
        identity = self.identity
        if identity.member_id and known and self.failure is None:
            await wait_within(reactor, LEAVE_MS / 1000, Deferred.fromCoroutine(self.say_goodbye(identity, leave)))
        self.become(Identity(instance_id=self.settings.instance_id))
        self.state = self.states.left

    def _cancel_timers(self) -> None:
        if self._beat_timer is not None and self._beat_timer.active():
            self._beat_timer.cancel()

    def fail(self, error: KlogError, *, leave: bool = False) -> None:
        """Nothing helps any more.

        :param leave: whether the group knows us as somebody alive, and is told that we are not, so that others take over at once.
        """
        if not self.is_over:
            self._leaves_when_failed = leave
            log.error("group {group}: {why}", group=self.settings.group_id, why=str(error))
            self.failure = error
            self.silent = True
            self.state = self.states.failed
            self.call_off()

    def broken(self, failure: Failure) -> None:
        """Not foreseen: a mistake in klog, or in a user's assignor."""
        log.failure("group {group}: the membership broke down", failure, group=self.settings.group_id)
        if not self.is_over:
            error = KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, f"group {self.settings.group_id}: {failure.getErrorMessage()}")
            self.fail(error)
            self._owner.failed(error)

    # Waits

    async def sleep(self) -> None:
        """Until `wake_up`."""
        self._wake = Deferred()
        await self._wake

    def wake_up(self) -> None:
        """There is something to do."""
        wake, self._wake = self._wake, None
        if wake is not None:
            wake.callback(None)

    def call_off(self) -> None:
        """Whatever is waited for from brokers is not wanted any more."""
        self._waiting.call_off()
        self.wake_up()

    async def pause(self) -> None:
        """The next step of the back-off."""
        try:
            await self._waiting.on(self.routing.wait_ms(self._backoff))
        except (Interrupted, ClientStopped):
            return

    # Acts

    async def give_up(self, places: Places, *, lost: bool) -> None:
        """Through the owner; they count as ours until it is done. What it is told of and has not come back from is not said twice."""
        places -= self._giving_up
        if places:
            self._giving_up |= places
            try:
                await self._owner.take_away(places, lost=lost)
            finally:
                self._giving_up -= places
            self.owned -= places

    def warn(self, text: str) -> None:
        """Say something once."""
        if text not in self._warned and len(self._warned) < _MOST_WARNINGS:
            self._warned.add(text)
            log.warn("group {group}: {text}", group=self.settings.group_id, text=text)

    def become(self, identity: Identity) -> None:
        """Somebody else, or in another generation."""
        if identity != self.identity:
            self.identity = identity
            self._owner.new_identity(identity)

    def ask(self, request: Message, timeout_ms: int | None = None) -> Deferred[Any]:
        """Ask the coordinator, over the members' connection."""
        return Deferred.fromCoroutine(
            ask_coordinator(self.routing, self.settings.group_id, request, purpose="member", timeout_ms=timeout_ms)
        )

    def beat_in(self, delay_ms: float) -> None:
        """Set the timer for heartbeats."""
        if self._beat_timer is not None and self._beat_timer.active():
            self._beat_timer.cancel()
        if not self.silent and not self.routing.stopped:
            self._beat_timer = self.routing.reactor.callLater(delay_ms / 1000, self._rung)

    def _rung(self) -> None:
        if not self.silent and not self.routing.stopped:
            self.beat()
