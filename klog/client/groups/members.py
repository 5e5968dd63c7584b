"""What a member of a group is to the rest of the client, whichever protocol keeps the group.

A *membership* (`klog.client.groups.classic.membership` for the classic protocol, `klog.client.groups.consumer.membership` for KIP-848,
`klog.client.groups.paper.membership` for groups that ZooKeeper keeps) talks with the coordinator and decides what this member owns. Its
*owner* (`klog.client.groups.group.ConsumerGroup`) does what follows: it stops and starts fetching, commits, and calls the user. The
membership never asks for the next thing before the owner has done the last, and keeps sending heartbeats meanwhile.
"""

from __future__ import annotations

import dataclasses
from typing import Any, NamedTuple, Protocol, TypeVar

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IReactorTime
from twisted.python.failure import Failure

from klog.client.retry import Action, ClientStopped, what_to_do_about
from klog.client.routing import Purpose, Routing
from klog.errors import KlogError
from klog.model import TopicPartition
from klog.wire.schema import Message

_T = TypeVar("_T")
Places = frozenset[TopicPartition]

#: Generations and epochs of who is no member.
NO_GENERATION = -1


class Identity(NamedTuple):
    """Who commits: the member, and the generation (classic) or epoch (KIP-848) it is in."""

    member_id: str = ""
    generation: int = NO_GENERATION
    instance_id: str | None = None

    @property
    def is_member(self) -> bool:
        """Whether the group knows it."""
        return bool(self.member_id) and self.generation >= 0


@dataclasses.dataclass(frozen=True, kw_only=True)
class MemberSettings:
    """How a member takes part in its group; times in milliseconds."""

    group_id: str
    topics: tuple[str, ...] = ()
    #: Instead of `topics`.
    pattern: str | None = None
    instance_id: str | None = None
    rack: str | None = None
    session_timeout_ms: int = 45_000
    heartbeat_interval_ms: int = 3_000
    #: How long others wait for this member in a rebalance.
    rebalance_timeout_ms: int = 300_000
    #: What the broker shall use (KIP-848); its own choice where None.
    server_assignor: str | None = None


class Owner(Protocol):
    """Who acts on what a membership decides. None of these fails."""

    async def take_away(self, places: Places, *, lost: bool) -> None:
        """These are not ours any more: stop reading; unless `lost`, commit what was handed out. The user has been told when it returns."""

    async def hand_over(self, places: Places) -> None:
        """These partitions are ours now: find out where to begin, tell the user, read."""

    def new_identity(self, identity: Identity) -> None:
        """Commit as this one from now on."""

    def failed(self, error: KlogError) -> None:
        """The membership has ended for good: nothing more is owned or will be."""


class Membership(Protocol):
    """One member's standing in its group."""

    @property
    def identity(self) -> Identity:
        """Who we are at the moment."""

    @property
    def owned(self) -> Places:
        """What is ours."""

    @property
    def state_name(self) -> str:
        """For people."""

    def start(self) -> None:
        """Take part."""

    def subscribe(self, topics: tuple[str, ...], pattern: str | None) -> None:
        """Want other topics; the group hears of it by `rejoin`."""

    def rejoin(self, reason: str) -> None:
        """Take part anew, with what the settings and the metadata say now."""

    def suspend(self, reason: str) -> None:
        """Leave until `resume`: the user takes no records, and others could."""

    def resume(self) -> None:
        """The user is back."""

    def fail(self, error: KlogError, *, leave: bool = False) -> None:
        """Give up, tell the owner, and with `leave` the group."""

    def stop(self, *, leave: bool | None = None) -> Deferred[None]:
        """Give everything up in order and leave; static members stay known to the group unless `leave` says so. Never fails."""


class Interrupted(Exception):
    """What was waited for is not wanted any more."""


class CancellableWaits:
    """Waits that can be called off all at once."""

    def __init__(self) -> None:
        #: In order, so that a run can be repeated.
        self._waiting: dict[Deferred[Any], None] = {}
        self.closed = False

    def on(self, deferred: Deferred[_T]) -> Deferred[_T]:
        """What `deferred` gives; its result is dropped when `call_off` comes first.

        :raises Interrupted: by `call_off`.
        """
        mine: Deferred[_T] = Deferred()
        self._waiting[mine] = None

        def fired(result: Any) -> None:
            if mine in self._waiting:
                del self._waiting[mine]
                mine.callback(result)

        deferred.addBoth(fired)
        return mine

    def call_off(self) -> None:
        """Whoever waits is told `Interrupted`."""
        waiting, self._waiting = self._waiting, {}
        for deferred in waiting:
            deferred.errback(Interrupted())


async def ask_coordinator(routing: Routing, group_id: str, message: Message, *, purpose: Purpose, timeout_ms: int | None = None) -> Any:
    """Like `Routing.ask_coordinator`, over the connection for `purpose`: what waits at the broker (JoinGroup) must not delay commits."""
    node_id = await routing.coordinator(group_id)
    try:
        return await routing.ask(node_id, message, timeout_ms=timeout_ms, purpose=purpose)
    except KlogError as error:
        if not isinstance(error, ClientStopped) and what_to_do_about(error) is not Action.FAIL:
            routing.coordinator_lost(group_id)
        raise


def fork_deferred(deferred: Deferred[_T]) -> Deferred[_T]:
    """One more Deferred that fires with the result of `deferred`, which must not fail."""
    copy: Deferred[_T] = Deferred()

    def fired(result: _T) -> _T:
        copy.callback(result)
        return result

    deferred.addCallback(fired)
    return copy


async def wait_within(reactor: IReactorTime, seconds: float, deferred: Deferred[Any]) -> bool:
    """Wait for `deferred`, but not longer than `seconds`; whether it came in time. Its failure counts as having come."""
    over: Deferred[bool] = Deferred()

    def fired(result: Any) -> Any:
        if timer.active():
            timer.cancel()
            over.callback(True)
        return None if isinstance(result, Failure) else result

    timer = reactor.callLater(seconds, over.callback, False)
    deferred.addBoth(fired)
    return await over
