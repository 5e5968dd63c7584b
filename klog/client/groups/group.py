"""`ConsumerGroup`: reads topics together with the other members of a group, which share the partitions.

Reading is `klog.client.fetching.reader`'s; who owns what is a membership's (in the rooms `classic`, `consumer`
and `paper`). Here both meet:

- *taking away*: reading stops at once. The user's ``on_revoked`` is called and waited for. Where commits are automatic, the user is given a
  moment to come back from the records that it still works on (`_COME_BACK_S`); then what it has come back from is committed. Only then the
  membership goes on. What is lost is lost already: nothing is committed, and ``on_lost`` is called.
- *handing over*: committed offsets are read, and from there, or by ``auto_offset_reset``, reading begins, after ``on_assigned`` is done;
  ``seek`` and ``pause`` work in it. Where it fails, where to begin is not known, and the group fails: nothing is handed out or committed.

Heartbeats go out meanwhile, whatever user code waits for; code that blocks the reactor is named by a `Watchdog`.

A consumer that takes nothing must not keep others from doing it. The time of ``max_poll_interval_ms`` runs while nobody waits for records
(in ``poll`` or a stream) and nothing was handed out; whoever waits is alive, however long nothing comes. When it is over the member leaves
the group, what it owned is lost, and it joins again as soon as records are asked for.
"""

from __future__ import annotations

import dataclasses
import random as random_
from collections.abc import Callable, Collection, Iterable, Mapping
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Unpack

from twisted.internet.defer import Deferred, succeed
from twisted.internet.defer import TimeoutError as DeferredTimeout
from twisted.internet.interfaces import IConsumer
from twisted.logger import Logger

from klog.client.fetching.push import Format, MessagePusher
from klog.client.fetching.reader import Reader
from klog.client.fetching.record_views import MessageSet
from klog.client.fetching.streams import MessageStream, StreamSet
from klog.client.fetching.subscriptions import Position
from klog.client.groups.assignors.choose import choose_assignors
from klog.client.groups.callbacks import Callback, CallbackFailed, Watchdog, name_of_caller
from klog.client.groups.classic.membership import ClassicMembership
from klog.client.groups.commits import Commits, NotOurs
from klog.client.groups.consumer.membership import ConsumerMembership
from klog.client.groups.members import Identity, Membership, Places
from klog.client.groups.paper.settings import check_group, check_threads
from klog.client.groups.settings import GroupOptions, Topics, split_group_options, subscription
from klog.client.offsets import Committed, fetch_committed
from klog.client.retry import ClientStopped, trouble_of
from klog.client.routing import Connect
from klog.errors import KlogError
from klog.model import TopicPartition

if TYPE_CHECKING:
    from klog.client.groups.paper.membership import ZookeeperMembership

_log = Logger()

#: The groups in whose callbacks we are: what is waited for in one waits for itself if it waits for the group.
_calling: ContextVar[tuple[ConsumerGroup, ...]] = ContextVar("klog.client.groups.group.calling", default=())
#: How long a revocation waits for the user to come back from records, where commits are automatic, seconds.
_COME_BACK_S = 5.0
_COME_BACK_STEP_MS = 20
#: How long a stop waits for the last commit, seconds.
_LAST_COMMIT_S = 10.0
#: How often it is looked whether the user takes records, at most, seconds.
_LOOK_S = 1.0


class ConsumerGroup(Reader):
    """A member of a group, as a Twisted service.

    ::

        group = ConsumerGroup(reactor, "kafka:9092", "billing", ["orders"], auto_offset_reset="earliest")
        async for message in group.stream():
            await bill(message.value)

    In bulk, with commits of its own and word of rebalances::

        async def revoked(partitions):
            await database.flush(partitions)
            await group.commit()

        group = ConsumerGroup(
            reactor, "kafka:9092", "billing", ["orders"],
            assignors=["cooperative-sticky"], auto_commit_interval_ms=None, on_revoked=revoked,
        )
        async with group:
            while True:
                for message_set in await group.poll():
                    await database.store(message_set.topic, message_set.partition, message_set.values())
                await group.commit()

    With ``zookeeper="host:2181/chroot"`` the group is kept by ZooKeeper instead of a broker, by the algorithm of the paper of 2011,
    together with consumers of Apache Kafka 0.8 to 1.1; offsets are committed there, too::

        group = ConsumerGroup(reactor, "", "billing", ["orders"], zookeeper="zoo1:2181,zoo2:2181/kafka", auto_offset_reset="smallest")

    :param reactor: IReactorTCP, IReactorTime and IReactorPluggableNameResolver.
    :param bootstrap_servers: ``host:port,host:port``; with ``zookeeper`` it may be empty, and brokers are found there.
    :param topics: names, or a compiled pattern that whole names must match.
    :param pattern: instead of `topics`: a regular expression. Of the classic protocol it is Python's; of the consumer protocol it is the
        broker's (RE2).
    :param on_assigned: called with the partitions that are new, in a frozenset; may return a Deferred or a coroutine, as the others. Where
        it fails, the group does (`klog.client.groups.callbacks.CallbackFailed` from ``poll`` and streams).
    :param on_revoked: called with partitions that are to be given up; they are still ours until what it returns is done.
    :param on_lost: called with partitions that others may have already; `on_revoked` where not given.
    :param options: `klog.client.groups.settings.GroupOptions`.
    :raises ConfigError: an option that does not exist or cannot be; one sentence.
    """

    def __init__(
        self,
        reactor: Any,
        bootstrap_servers: str,
        group_id: str,
        topics: Topics = None,
        *,
        pattern: str | None = None,
        on_assigned: Callback | None = None,
        on_revoked: Callback | None = None,
        on_lost: Callback | None = None,
        random: random_.Random | None = None,
        now_ms: Callable[[], int] | None = None,
        connect: Connect | None = None,
        **options: Unpack[GroupOptions],
    ) -> None:
        client, consumer, settings = split_group_options(bootstrap_servers, options)
        member = settings.member(group_id, topics, pattern)
        super().__init__(reactor, client, consumer, commits=True, random=random, now_ms=now_ms, connect=connect)
        self.group_id = group_id
        self.group_settings = settings
        self.on_assigned = on_assigned
        self.on_revoked = on_revoked
        self.on_lost = on_lost
        #: Why nothing will be read any more.
        self.failure: KlogError | None = None
        self.membership: Membership
        self._in_zookeeper: ZookeeperMembership | None = None
        if settings.zookeeper is not None:
            from klog.client.groups.paper.membership import ZookeeperMembership

            self.membership = self._in_zookeeper = ZookeeperMembership(
                self.routing, member, settings.zookeeper, self, find_brokers=not bootstrap_servers
            )
            self.buffer.before_hand_out = self._in_zookeeper.keeper.check
        elif settings.group_protocol == "consumer":
            self.membership = ConsumerMembership(self.routing, member, self)
        else:
            self.membership = ClassicMembership(self.routing, member, choose_assignors(settings.assignors), self)
        self.watchdog = Watchdog(reactor, f"group {group_id}")
        self._group_commits = Commits(self.routing, group_id, lambda: self.membership.owned)
        #: Paused by the user, not by us.
        self._held_back: set[TopicPartition] = set()
        self._handing_over: set[TopicPartition] = set()
        self._is_stopping = False
        #: How many of the user's callbacks are not done.
        self._callbacks = 0
        self._look_call: Any = None
        self._alive_s = 0.0
        self._last_handed: Mapping[TopicPartition, Position] = {}
        self._suspended = False

    # Standing in the group

    @property
    def assignment(self) -> frozenset[TopicPartition]:
        """The partitions that are ours; those that ``on_revoked`` is just called with included."""
        return self.membership.owned

    @property
    def identity(self) -> Identity:
        """Member id, and generation or epoch, as the group knows us now."""
        return self.membership.identity

    @property
    def state(self) -> str:
        """Where the membership is, for people: "stable", "joining" …"""
        return "suspended" if self._suspended else self.membership.state_name

    def subscribe(self, topics: Topics = None, *, pattern: str | None = None) -> None:
        """Read other topics from now on; the group rebalances.

        :raises ConfigError: neither topics nor a pattern, or both.
        """
        names, pattern = subscription(topics, pattern, classic=self.group_settings.group_protocol == "classic")
        if self._in_zookeeper is not None:
            check_group(self.group_id, pattern)
        membership: Any = self.membership
        membership.settings = dataclasses.replace(membership.settings, topics=names, pattern=pattern)
        if self.running:
            self.membership.rejoin("the subscription changed")

    def rejoin(self, reason: str = "the application asked for it") -> None:
        """Have the group rebalance."""
        self.ensure_started()
        self.membership.rejoin(reason)

    # Life

    def starting(self) -> None:
        """Join."""
        super().starting()
        self._alive_s = self.reactor.seconds()
        self.watchdog.start()
        self.membership.start()
        self._look_later()

    def stopService(self) -> Deferred[None]:
        """As `ClientService.stopService`; within a callback of the group's it fires as soon as the stop has begun, which goes on when the
        callback is done.
        """
        stopped = super().stopService()
        return succeed(None) if self._callbacks and self in _calling.get() else stopped

    def stopping(self) -> Deferred[None] | None:
        """Stop reading, commit, leave."""
        return Deferred.fromCoroutine(self._stop())

    async def _stop(self) -> None:
        self._is_stopping = True
        for call in (self._look_call, self._commit_call):
            if call is not None and call.active():
                call.cancel()
        for pusher in list(self._pushers):
            pusher.stop()
        places = self.consumed() if self._was_interrupted else self.handed()
        self.fetcher.stop()
        self._keep(places)
        await self.membership.stop()
        self._is_stopping = False
        self.watchdog.stop()

    def ensure_started(self) -> None:
        """Start, unless it runs; the last callbacks may still commit.

        :raises ClientStopped: it was stopped before.
        """
        if not self._is_stopping:
            super().ensure_started()

    # What the membership has done

    def hold(self) -> None:
        """Hand out nothing for the moment: whether our session lives is not known."""
        self.buffer.hold()

    def go_on(self) -> None:
        """It does."""
        self.buffer.go_on()

    def cut_off(self, places: Places) -> None:
        """Read these no more, as of now: others may have them. `take_away` follows."""
        self.remove_partitions(places)

    async def take_away(self, places: Places, *, lost: bool) -> None:
        """Stop reading these; see the head of this file."""
        if lost:
            self.remove_partitions(places)
            await self._call(self.on_lost or self.on_revoked, places)
        else:
            handed, consumed = self.handed(), self.consumed()
            self.remove_partitions(places)
            self._keep({place: at for place, at in consumed.items() if place in places})
            self._handed.update({place: at for place, at in handed.items() if place in places and consumed.get(place) != at})
            await self._call(self.on_revoked, places)
            if self._commits_by_itself:
                await self._wait_for_user(places)
            await self._commit_before_revocation(places)
        self._forget(places)
        self._held_back -= places

    def _keep(self, places: Mapping[TopicPartition, Position]) -> None:
        """Where the user stood in partitions that are not read any more, for commits."""
        for place, at in places.items():
            self._handed.pop(place, None)
            self._consumed[place] = at

    async def _wait_for_user(self, places: Places) -> None:
        """Until the user has come back from what it was handed of `places`, or that takes too long."""
        deadline_s = self.reactor.seconds() + _COME_BACK_S
        busy = [stream for streams in self._stream_sets for stream in streams.streams if stream.works_on_dropped]
        while not self._is_stopping and any(place in self._handed for place in places) and self.reactor.seconds() < deadline_s:
            if busy and not any(stream.works_on_dropped for stream in busy):
                # Polls say for themselves when they are done; of streams we know by looking.
                self._keep({place: self._handed[place] for place in places if place in self._handed})
                return
            try:
                await self.routing.wait_ms(_COME_BACK_STEP_MS)
            except ClientStopped:
                return

    async def _commit_before_revocation(self, places: Places) -> None:
        """Commit what is done of `places`, where commits are automatic; at any rate the user's commits that are under way come first."""
        done = {place: at for place, at in self._consumed.items() if place in places}
        committing = self._commit(self._unwritten(done) if self._commits_by_itself else {})
        if self._is_stopping:
            committing.addTimeout(_LAST_COMMIT_S, self.reactor)
        try:
            await committing
        except ClientStopped:
            return
        except (KlogError, DeferredTimeout) as error:
            _log.warn("{client}: offsets were not committed: {reason}", client=self.settings.client_id, reason=str(error))

    async def hand_over(self, places: Places) -> None:
        """Begin to read these; see the head of this file."""
        if places:
            offsets = await self._committed_offsets(places)
            if offsets is None:
                return
            # In order, here as in `_committed_offsets`: what goes over the wire shall not depend on how Python hashes.
            self.add_partitions({place: offsets.get(place) for place in sorted(places)})
            self._handing_over |= places
            self.buffer.pause(places)
        failed = await self._call(self.on_assigned, places)
        self._handing_over -= places
        if failed is not None:
            self.remove_partitions(self.buffer.assignment)
            self.membership.fail(CallbackFailed(f"group {self.group_id}", "on_assigned", failed), leave=True)
            return
        still = self.buffer.assignment
        self.buffer.resume(place for place in places if place in still and place not in self._held_back)
        self._alive_s = self.reactor.seconds()

    async def _committed_offsets(self, places: Places) -> dict[TopicPartition, Committed] | None:
        """What the group has committed; asked until it is told. None where that is not wanted any more."""
        patience = self.routing.patience()
        while not self._is_stopping:
            try:
                return await self.read_offsets(sorted(places))
            except (ClientStopped, NotOurs):
                return None
            except KlogError as error:
                pause_ms = patience.pause_after(trouble_of(error))
                if pause_ms is None:
                    self.membership.fail(error)
                    return None
                _log.warn("{client}: committed offsets are not known: {why}", client=self.settings.client_id, why=str(error))
                await self.routing.wait_ms(pause_ms)
        return None

    async def _call(self, callback: Callback | None, places: Places) -> Exception | None:
        """Call and wait; what went wrong, which has been logged."""
        if callback is None:
            return None
        self._callbacks += 1
        before = _calling.set((*_calling.get(), self))
        try:
            # What the callback begins to wait for inherits the context of here.
            called = self.watchdog.call(callback, places)
        finally:
            _calling.reset(before)
        try:
            await called
        except Exception as error:
            _log.failure("group {group}: a rebalance callback failed", group=self.group_id)
            return error
        finally:
            self._callbacks -= 1
        return None

    def new_identity(self, identity: Identity) -> None:
        """Commit as this one from now on."""
        self._group_commits.identity = identity

    def failed(self, error: KlogError) -> None:
        """Whoever asks for records is told."""
        self.failure = error
        self.buffer.complain(error)

    # Reading

    def poll(self, max_records: int = 500_000, timeout_ms: float = 1_000) -> Deferred[list[MessageSet]]:
        """As `Reader.poll`; nothing comes before the group has given us partitions.

        :raises KlogError: as there; and what ended the membership.
        """
        self._user_is_here()
        if self.failure is not None:
            self.buffer.complain(self.failure)
        polling = super().poll(max_records, timeout_ms)
        self._alive_s = self.reactor.seconds()
        return polling

    def stream(self, topics: str | Iterable[str] | None = None) -> MessageStream:
        """Messages of all partitions that the group gives us, or of those of some topics, for ever.

        ::

            async for message in group.stream():
                handle(message.value)

        :raises ValueError: another stream reads some of it already.
        """
        self._user_is_here()
        (stream,) = self.add_streams(self._topic_streams(topics))
        return stream

    def create_message_streams(self, topics: Mapping[str, int]) -> dict[str, list[MessageStream]]:
        """As in the paper: for each topic so many streams, which share the partitions that the group gives us.

        Of a group in ZooKeeper each stream is a thread of its own, and counts for as much as any other member's.

        :raises ValueError: other streams read a topic already, or a number below one.
        """
        self._user_is_here()
        for topic, count in topics.items():
            if count < 1:
                raise ValueError(f"topic {topic} needs at least one stream, not {count}")
        zookeeper = self._in_zookeeper
        if zookeeper is None:
            return {topic: self.add_streams(StreamSet(self.buffer, count, [topic])) for topic, count in topics.items()}
        check_threads(topics)
        choose = zookeeper.thread_number
        streams = {topic: self.add_streams(StreamSet(self.buffer, count, [topic], choose=choose)) for topic, count in topics.items()}
        zookeeper.use_streams(topics)
        return streams

    def push_to(self, consumer: IConsumer, topics: str | Iterable[str] | None = None, *, format: Format = "lines") -> MessagePusher:
        """Pour messages into a transport, as `Consumer.push_to`.

        :raises ValueError: a stream reads some of it already.
        """
        self._user_is_here()
        return self.push_streams(self._topic_streams(topics), consumer, format)

    def _topic_streams(self, topics: str | Iterable[str] | None) -> StreamSet:
        return StreamSet(self.buffer, 1, [topics] if isinstance(topics, str) else None if topics is None else list(topics))

    def pause(self, partitions: Iterable[TopicPartition]) -> None:
        """Hand out nothing of these until `resume`, or until they are taken away.

        :raises KeyError: one is not assigned.
        """
        places = list(partitions)
        super().pause(places)
        self._held_back.update(places)

    def resume(self, partitions: Iterable[TopicPartition]) -> None:
        """Go on with these.

        :raises KeyError: one is not assigned.
        """
        places = list(partitions)
        self._held_back.difference_update(places)
        super().resume(place for place in places if place not in self._handing_over)

    # Commits

    def write_offsets(self, offsets: dict[TopicPartition, Committed]) -> Deferred[None]:
        """Commit, as the member that we are."""
        if self._in_zookeeper is not None:
            return Deferred.fromCoroutine(self._in_zookeeper.write_offsets(offsets))
        return self._group_commits.commit(offsets)

    def read_offsets(self, partitions: Collection[TopicPartition]) -> Deferred[dict[TopicPartition, Committed]]:
        """What the group has committed; transactions that are about to change it are waited for."""
        if self._in_zookeeper is not None:
            return Deferred.fromCoroutine(self._in_zookeeper.read_offsets(frozenset(partitions)))
        return fetch_committed(self.routing, self.group_id, partitions, require_stable=True)

    # Whether the user takes records

    def _user_is_here(self) -> None:
        self.ensure_started()
        self.watchdog.suspect(name_of_caller())
        self._alive_s = self.reactor.seconds()
        if self._suspended:
            self._suspended = False
            self.membership.resume()

    def _look_later(self) -> None:
        pause_s = min(_LOOK_S, self.group_settings.max_poll_interval_ms / 5000)
        self._look_call = self.reactor.callLater(pause_s, self._look)

    def _look(self) -> None:
        handed = self.handed()
        waits = self.buffer.anybody_waits
        if waits or handed != self._last_handed:
            self._alive_s = self.reactor.seconds()
            if waits and self._suspended:
                self._suspended = False
                self.membership.resume()
        self._last_handed = handed
        if self.failure is not None:
            self.buffer.complain(self.failure)
        limit_s = self.group_settings.max_poll_interval_ms / 1000
        if not self._suspended and self.assignment and self.reactor.seconds() - self._alive_s > limit_s:
            self._suspended = True
            _log.warn(
                "group {group}: no records were taken for {limit} s (max_poll_interval_ms), so this consumer leaves; it joins again when"
                " records are asked for",
                group=self.group_id,
                limit=limit_s,
            )
            self.membership.suspend("consumer poll timeout has expired")
        self._look_later()
