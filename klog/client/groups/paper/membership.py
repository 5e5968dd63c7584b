"""Membership in a group that ZooKeeper keeps: the paper's algorithm, as Kafka's consumers had it from 0.8 to 1.1.

One coroutine walks along (`ZookeeperMembership.walk`), from state to state (`states`). REGISTERING: our consumer id stands among the
members. READING: who is a member, what they want, which partitions there are; from that everybody computes the same (`algorithm`).
RELEASING: what is not ours any more is given up: committed, then deleted from the owners. CLAIMING: what is ours now is written among the
owners. ADOPTING: it is read from where the group has committed; that is looked up only now, when nobody else can commit any more. Whatever
is read of ZooKeeper is watched, and any change leads to REGISTERING again; what stays ours is read on meanwhile.

*Somebody else owns what is ours by our computation.* Then he has not heard of the change yet, is slow, or dead with a session that is not
over. What this attempt has taken is given back, and it is tried again when an owner's znode vanishes or ``rebalance_backoff_ms`` are over.
With the same owners in the way for ``rebalance_max_retries`` times that (and no less than a session; with members of the group, that may
have slow callbacks, ``max_poll_interval_ms``), the member gives up: it leaves, and says who keeps which partition.

*The session.* Without a connection to ZooKeeper nothing is handed out (`ZookeeperOwner.hold`): that costs little, and an administrator may
end sessions. When ZooKeeper has not been heard of for two thirds of the session's timeout, others may soon own what is ours. All reading
stops in the same moment (`ZookeeperOwner.cut_off`), whatever else is under way; before anything is handed out our clock is asked, too
(`SessionKeeper.check`). Nothing is committed any more. Once the same session answers again, its znodes are still there, and are found as
ours; after a new one everything is taken anew.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, Protocol

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from klog.client.groups.commits import PartitionsNotOwned
from klog.client.groups.member_base import LEAVE_MS, MemberBase, StateTable, log
from klog.client.groups.members import NO_GENERATION, CancellableWaits, Identity, Interrupted, MemberSettings, Owner, Places, wait_within
from klog.client.groups.paper.algorithm import Thread, share_of
from klog.client.groups.paper.brokers import addresses
from klog.client.groups.paper.decisions import ObstacleTimer, has_patterns, judge, one_of_each, subscriptions
from klog.client.groups.paper.offsets import Offsets
from klog.client.groups.paper.registries import Conflict, Registries
from klog.client.groups.paper.settings import PaperGroupSettings
from klog.client.groups.paper.states import TRANSITIONS, State
from klog.client.offsets import API_TIMEOUT_MS, Committed
from klog.client.retry import ClientStopped
from klog.client.routing import Routing
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.retry_policy import Trouble
from klog.zookeeper.client import ClientEvent, ZookeeperClient
from klog.zookeeper.consumer_znodes import ids_path
from klog.zookeeper.errors import (
    AuthFailedException,
    ClosingException,
    ConnectionLossException,
    InvalidACLException,
    NoAuthException,
    NotConnectedException,
    OperationTimeoutException,
    SessionExpiredException,
    SessionMovedException,
    ZookeeperError,
)
from klog.zookeeper.protocol import CONNECTED_STATE
from klog.zookeeper.session_keeper import SessionKeeper
from klog.zookeeper.znode_json import BadZnode

#: How many owners are watched at a time while they are in the way.
_WATCHED_OWNERS = 16
#: How often a member at rest looks whether all is as it was, seconds; and how many owners it reads for that in a second, at most. Nobody
#: but us deletes our znodes; but where somebody did, others may read what we read.
_LOOK_S = 10.0
_LOOKS_PER_S = 200
#: Whoever gives up partitions later than this, seconds, tells the others to look again: Kafka's own try for 8 s and are told of nothing.
_LATE_S = 4.0
#: Of partitions in a sentence.
_NAMED = 3


class RebalanceFailed(KlogError):
    """The group's partitions could not be shared; the member has left."""

    def __init__(self, message: str) -> None:
        super().__init__(ErrorCode.INCONSISTENT_GROUP_PROTOCOL, message)


class ZookeeperOwner(Owner, Protocol):
    """Who acts on what a membership decides, where sessions may end at any time."""

    def hold(self) -> None:
        """Hand out nothing until `go_on`, without giving anything up."""

    def go_on(self) -> None:
        """As before."""

    def cut_off(self, places: Places) -> None:
        """Stop reading these in this moment, and forget how far they were read; they are lost. `take_away` follows when it can."""


#: The session will tell how it goes on, or a moment will help.
_PASSING = (
    ConnectionLossException,
    NotConnectedException,
    OperationTimeoutException,
    SessionExpiredException,
    SessionMovedException,
    ClosingException,
)
_REFUSED = (NoAuthException, AuthFailedException, InvalidACLException)


class _NoBrokers(Exception):
    """There is nobody to read from yet."""


class ZookeeperMembership(MemberBase[State]):
    """One member of a group in ZooKeeper.

    :param owner: acts on what is decided here.
    :param find_brokers: whether the brokers are found through ZooKeeper.
    :param make_client: makes clients of ZooKeeper; for tests.
    :ivar threads: what is ours, and of which thread of ours each is.
    """

    states = StateTable(TRANSITIONS, frozenset({State.AWAY, State.SUSPENDED}), State.LEAVING, State.LEFT, State.FAILED)

    def __init__(
        self,
        routing: Routing,
        settings: MemberSettings,
        zookeeper: PaperGroupSettings,
        owner: ZookeeperOwner,
        *,
        find_brokers: bool,
        host_name: str | None = None,
        make_client: Callable[..., ZookeeperClient] = ZookeeperClient,
    ) -> None:
        super().__init__(routing, settings, owner, State.OUTSIDE)
        self.zookeeper = zookeeper
        self.consumer_id = f"{settings.group_id}_" + (
            zookeeper.consumer_id or f"{host_name or socket.gethostname()}-{routing.now_ms()}-{routing.random.getrandbits(32):08x}"
        )
        self.threads: dict[TopicPartition, Thread] = {}
        self.keeper = SessionKeeper(
            routing.reactor,
            zookeeper.zookeeper,
            self,
            session_timeout_ms=zookeeper.zookeeper_session_timeout_ms,
            connect_timeout_ms=zookeeper.zookeeper_connection_timeout_ms,
            random=routing.random,
            tls=zookeeper.zookeeper_tls,
            auth=zookeeper.zookeeper_auth,
            name=self.consumer_id,
            make_client=make_client,
        )
        self._zookeeper_owner = owner
        self._find_brokers = find_brokers
        #: Streams by topic.
        self._counts: dict[str, int] = {}
        self._registries: Registries | None = None
        self._offsets: Offsets | None = None
        #: The session is there, and not doubtful.
        self._answers = False
        #: Something that was read has changed.
        self._reason: str | None = None
        #: The last attempt came to nothing.
        self._again = False
        self._obstacle = ObstacleTimer()
        #: Of whom there are, when last looked.
        self._members: frozenset[str] = frozenset()
        self._withdrawn = False
        #: What is to be given up because the session it was ours in is doubtful or over.
        self._doubtful: Places = frozenset()
        #: How many times everything was lost: a commit that is tried again must not outlive what it is of.
        self._losses = 0
        #: Commits, and what else must not be called off by a mere rebalance.
        self._in_session = CancellableWaits()

    def _allowed_s(self) -> float:
        zookeeper = self.zookeeper
        backoff_ms = zookeeper.rebalance_backoff_ms
        return max(zookeeper.rebalance_max_retries * backoff_ms, zookeeper.zookeeper_session_timeout_ms + backoff_ms) / 1000

    def _allowed_with_s(self, owners: Iterable[str]) -> float:
        """With members of the group more: their callbacks may take as long as ours may, and when they are dead ZooKeeper says so."""
        limit_s = self._allowed_s()
        if all(text.rpartition("-")[0] in self._members for text in owners):
            limit_s = max(limit_s, self.settings.rebalance_timeout_ms / 1000)
        return limit_s

    # What the owner asks for

    @property
    def state_name(self) -> str:
        """For people."""
        return self.state.value

    def start(self) -> None:
        """Take part."""
        if self._running is None and not self.is_over:
            super().start()
            self.keeper.start().addErrback(self._keeper_failed)

    def rejoin(self, reason: str) -> None:
        """Look at everything again."""
        self._changed(reason)

    def use_streams(self, counts: Mapping[str, int]) -> None:
        """Take part with so many threads of each of these topics."""
        self._counts.update(counts)
        self._changed("streams were made")

    def thread_number(self, place: TopicPartition) -> int | None:
        """Which of our threads reads it; None where it is not ours."""
        thread = self.threads.get(place)
        return None if thread is None else thread.number

    def suspend(self, reason: str) -> None:
        """Leave until `resume`; all is lost."""
        if self.is_over or self.state is State.SUSPENDED:
            return
        self._move(State.SUSPENDED)
        self._withdrawn = False
        self._lose()

    def resume(self) -> None:
        """The user is back."""
        if self.state is State.SUSPENDED:
            self._move(State.AWAY)
            self._changed("the consumer takes records again")

    # What the session does

    def session_began(self, client: ZookeeperClient) -> None:
        """A new session: nothing is ours."""
        group_id = self.settings.group_id
        self._registries = Registries(client, group_id, self.consumer_id, self._changed, self._waiting.on)
        self._offsets = Offsets(client, group_id, self._in_session.on, self._registries.parents)
        self._answers = True
        self._obstacle.clear()
        client.set_connection_watcher(self._connection_event)
        self._zookeeper_owner.go_on()
        self._changed("there is a session with ZooKeeper")

    def _connection_event(self, client: ZookeeperClient, event: ClientEvent) -> None:
        if event.connection_state == CONNECTED_STATE:
            self._zookeeper_owner.go_on()
        else:
            self._zookeeper_owner.hold()

    def session_suspended(self) -> None:
        """Others may soon own what is ours."""
        self._answers = False
        if not self.is_over and self.state is not State.SUSPENDED:
            self._move(State.AWAY)
        self._in_session.call_off()
        self._lose()

    def session_resumed(self) -> None:
        """The session goes on: our registrations and owners are still there."""
        self._answers = True
        self._obstacle.clear()
        self._changed("the session with ZooKeeper answers again")

    def session_ended(self) -> None:
        """The session is over, and with it our registrations and owners."""
        if self._registries is not None:
            self._registries.close()
        self._registries = self._offsets = None
        if self._answers:
            self.session_suspended()

    def _lose(self) -> None:
        """What is ours is not, as of now."""
        if self.owned:
            self._zookeeper_owner.cut_off(self.owned)
        self._doubtful = self.owned
        self._losses += 1
        self.dropped = True
        self.become(Identity(self.consumer_id, NO_GENERATION))
        self.call_off()

    def _keeper_failed(self, failure: Failure) -> None:
        """No session, and there never will be one."""
        if self.is_over:
            return
        error = failure.value
        code = ErrorCode.GROUP_AUTHORIZATION_FAILED if isinstance(error, _REFUSED) else ErrorCode.INVALID_CONFIG
        self.fail(KlogError(code, f"group {self.settings.group_id}: {error}"))

    def _changed(self, reason: str) -> None:
        if self._reason is None:
            self._reason = reason
        self.wake_up()

    # The walk

    async def walk(self) -> None:
        """Be a member whenever there is a session, until the end."""
        while not self.is_over:
            try:
                if self.dropped:
                    self.dropped = False
                    self.threads.clear()
                    await self.give_up(self.owned, lost=True)
                    self._doubtful &= self.owned
                elif self.state is State.SUSPENDED and self._answers and not self._withdrawn:
                    await self._withdraw()
                elif self.state is not State.SUSPENDED and self._answers and (self._again or self._reason is not None):
                    await self._rebalance()
                elif self.state is State.STABLE:
                    await self._rest(max(_LOOK_S, len(self.owned) / _LOOKS_PER_S))
                    self._again = self.state is State.STABLE
                else:
                    await self.sleep()
            except Interrupted:
                self._again = True
                self._retrying()
            except ClientStopped:
                return
            except Conflict as conflict:
                await self._blocked(conflict.owners)
            except _NoBrokers:
                # They are watched.
                self._again = False
                self._retrying()
            except BadZnode as error:
                await self._hindered(error.path, f"group {self.settings.group_id}: {error}")
            except _PASSING:
                self._retrying()
                await self.pause()
            except _REFUSED as error:
                self.fail(KlogError(ErrorCode.GROUP_AUTHORIZATION_FAILED, f"group {self.settings.group_id}: {error}"))
            except ZookeeperError as error:
                await self._hindered((error.code, error.path), f"group {self.settings.group_id}: {error}")

    async def _rebalance(self) -> None:
        """From being registered to owning what is ours."""
        registries = self._registries
        assert registries is not None
        self._again, self._reason = True, None
        self._move(State.REGISTERING)
        settings = self.settings
        await registries.register(
            self.zookeeper.registration(settings.topics, settings.pattern, self._counts, timestamp_ms=self.routing.now_ms())
        )
        self._move(State.READING)
        wanted = await self._share(registries)
        self._move(State.RELEASING)
        await self._release(registries, wanted)
        self._move(State.CLAIMING)
        new = await self._claim(registries, wanted)
        self._move(State.ADOPTING)
        self.threads.update({place: wanted[place] for place in new})
        self.owned |= new
        self.rounds += 1
        self.become(Identity(self.consumer_id, self.rounds))
        if new or self.rounds == 1:
            await self._owner.hand_over(new)
        self._move(State.STABLE)
        self._again = False
        self._obstacle.clear()
        self._backoff.reset()

    async def _share(self, registries: Registries) -> dict[TopicPartition, Thread]:
        """What shall be ours."""
        await self._waiting.on(registries.client.sync(ids_path(self.settings.group_id)))
        if self._find_brokers:
            self._meet(addresses(await registries.brokers(), self.routing.settings.security.security_protocol))
        members = await registries.members()
        self._members = frozenset(members)
        if self.consumer_id not in members:
            # Somebody has deleted us.
            raise Interrupted
        wants = subscriptions(self.settings.group_id, members, await registries.topics() if has_patterns(members) else ())
        assignor = self.zookeeper.partition_assignor
        concerned = [wants[self.consumer_id]] if assignor == "range" else list(wants.values())
        partitions = await registries.partitions({topic for subscription in concerned for topic in subscription})
        return share_of(self.consumer_id, assignor, wants, partitions)

    def _meet(self, found: list[str]) -> None:
        """The brokers are there."""
        if not found:
            if not self.routing.settings.bootstrap_servers:
                protocol = self.routing.settings.security.security_protocol
                self.warn(f"ZooKeeper knows no broker with a listener for {protocol}; one is waited for")
                raise _NoBrokers
            return
        servers = ",".join(found)
        if servers != self.routing.settings.bootstrap_servers:
            self.routing.use_servers(servers)

    async def _release(self, registries: Registries, wanted: Mapping[TopicPartition, Thread]) -> None:
        """What is not wanted is not ours any more; nor what was asked for and is not wanted now."""
        places = frozenset(place for place, thread in self.threads.items() if wanted.get(place) != thread)
        began_s = self.routing.reactor.seconds()
        await self.give_up(places, lost=False)
        if self.dropped:
            raise Interrupted
        for place in places:
            self.threads.pop(place, None)
        await registries.release(registries.perhaps_ours - wanted.keys())
        if self.routing.reactor.seconds() - began_s > _LATE_S:
            # Kafka's consumers have stopped trying by now, or soon will, and wait until members come or go.
            await registries.register_again()

    async def _claim(self, registries: Registries, wanted: Mapping[TopicPartition, Thread]) -> Places:
        """All of `wanted` that is not held becomes ours; what that is."""
        verdict = judge(wanted, await registries.owners(wanted), registries.client.session_id, self.threads)
        if verdict.lost:
            self.warn("somebody has deleted our claims from the owners' registry")
            self._zookeeper_owner.cut_off(verdict.lost)
            for place in verdict.lost:
                del self.threads[place]
            await self.give_up(verdict.lost, lost=True)
            raise Interrupted
        if verdict.foreign:
            raise Conflict(verdict.foreign)
        await registries.release(verdict.mistaken)
        new = verdict.free | verdict.mistaken
        if new:
            await registries.claim({place: wanted[place] for place in new})
        registries.perhaps_ours.update(verdict.found)
        return new | verdict.found

    async def _withdraw(self) -> None:
        """Be no member, and own nothing, of a session that goes on."""
        registries = self._registries
        assert registries is not None
        await registries.release(set(registries.perhaps_ours))
        await registries.unregister()
        self._withdrawn = True

    # What is in the way

    def _retrying(self) -> None:
        if self.state not in self.states.interrupting and State.RETRYING in TRANSITIONS[self.state]:
            self._move(State.RETRYING)

    async def _blocked(self, owners: Mapping[TopicPartition, str]) -> None:
        """Others own what we should."""
        group_id, registries = self.settings.group_id, self._registries
        named = ", ".join(f"partition {place.partition} of topic {place.topic} by {owners[place]}" for place in sorted(owners)[:_NAMED])
        more = f" and {len(owners) - _NAMED} others" if len(owners) > _NAMED else ""
        text = f"group {group_id}: {named}{more} is still owned, and not released"
        if TopicPartition("", -1) in owners:
            text = f"group {group_id}: another consumer is registered as {self.consumer_id}"
        if registries is not None:
            registries.tell_when_free(one_of_each(owners, _WATCHED_OWNERS), self.wake_up)
        await self._hindered(tuple(sorted(owners.items())), text, self._allowed_with_s(owners.values()))

    async def _hindered(self, what: Hashable, text: str, limit_s: float | None = None) -> None:
        """Wait a while, or give up if `what` has been in the way for too long."""
        self._retrying()
        now_s = self.routing.reactor.seconds()
        if self.is_over:
            return
        left_s = (self._allowed_s() if limit_s is None else limit_s) - self._obstacle.met(what, now_s)
        if left_s <= 0:
            passed_s, tries = self._obstacle.passed_s(now_s), self._obstacle.tries
            # The session is fine: what was read is committed, and others can take it.
            await self.give_up(self.owned, lost=self.dropped)
            self.fail(RebalanceFailed(f"{text}; given up after {tries} tries in {passed_s:.0f} s"))
        elif self._reason is None:
            await self._rest(min(self.zookeeper.rebalance_backoff_ms / 1000, left_s))

    async def _rest(self, seconds: float) -> None:
        """Until something changes, but not longer."""
        timer = self.routing.reactor.callLater(seconds, self.wake_up)
        await self.sleep()
        if timer.active():
            timer.cancel()

    # The end

    async def _live(self) -> None:
        await super()._live()
        if self.state is State.FAILED:
            await self._close()

    async def _stop(self, leave: bool | None) -> None:
        await super()._stop(leave)
        await self._close()

    async def say_goodbye(self, identity: Identity, leave: bool | None) -> None:
        """The end of the session says it."""

    async def _close(self) -> None:
        await wait_within(self.routing.reactor, LEAVE_MS / 1000, self.keeper.stop())

    def broken(self, failure: Failure) -> None:
        """Not foreseen: a mistake in klog."""
        if self.owned:
            self._zookeeper_owner.cut_off(self.owned)
        super().broken(failure)
        ending = Deferred.fromCoroutine(self.give_up(self.owned, lost=True))
        ending.addCallback(lambda _: self.keeper.stop())
        ending.addErrback(lambda failure: log.failure("group {group}: the end failed", failure, group=self.settings.group_id))

    def beat(self) -> None:
        """The session does that."""

    # Offsets

    async def write_offsets(self, offsets: Mapping[TopicPartition, Committed]) -> None:
        """Commit.

        :raises PartitionsNotOwned: some are not ours.
        :raises KlogError: ZooKeeper was not reached in time, or refuses.
        """
        await self._with_offsets(lambda store: store.write({place: at.offset for place, at in offsets.items()}), frozenset(offsets))

    async def read_offsets(self, places: Places) -> dict[TopicPartition, Committed]:
        """What was committed; partitions without are left out.

        :raises PartitionsNotOwned: the session is doubtful, or over.
        :raises KlogError: ZooKeeper was not reached in time, or refuses; what it has is no offset.
        """
        found = await self._with_offsets(lambda store: store.read(places), frozenset())
        return {place: Committed(offset) for place, offset in found.items()}

    async def _with_offsets(self, act: Callable[[Offsets], Any], places: Places) -> Any:
        group_id, routing = self.settings.group_id, self.routing
        store, losses = self._offsets, self._losses
        retry_policy = routing.retry_policy(API_TIMEOUT_MS)
        while True:
            if store is None or losses != self._losses or not self._answers or self.dropped:
                raise PartitionsNotOwned(group_id, "the session with ZooKeeper is doubtful or over, and with it our partitions")
            if not places <= self.owned - self._doubtful:
                named = ", ".join(map(str, sorted(places - (self.owned - self._doubtful))[:_NAMED]))
                raise PartitionsNotOwned(group_id, f"{named}: not ours, or not any more")
            try:
                return await act(store)
            except Interrupted:
                raise PartitionsNotOwned(group_id, "the session with ZooKeeper is doubtful, and with it our partitions") from None
            except _PASSING as error:
                pause_ms = retry_policy.pause_after(Trouble.PASSING)
                if pause_ms is None:
                    raise KlogError(ErrorCode.REQUEST_TIMED_OUT, f"group {group_id}: {error}") from error
            except _REFUSED as error:
                raise KlogError(ErrorCode.GROUP_AUTHORIZATION_FAILED, f"group {group_id}: {error}") from error
            except ZookeeperError as error:
                raise KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, f"group {group_id}: {error}") from error
            await routing.wait_ms(pause_ms)
