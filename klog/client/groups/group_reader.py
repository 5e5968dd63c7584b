"""Reading together with the other members of a group, which share the partitions: what every kind of group has.

Reading is `klog.client.fetching.reader`'s; who owns what is a membership's (in the rooms `classic`, `consumer`
and `paper`). Here both meet:

- *taking away*: reading stops at once. The user's ``on_revoked`` is called and waited for. Where commits are automatic, the user is given a
  moment to come back from the records that it still works on (`_COME_BACK_S`); then what it has come back from is committed. Only then the
  membership goes on. What is lost is lost already: nothing is committed, and ``on_lost`` is called.
- *handing over*: committed offsets are read, and from there, or by ``auto_offset_reset``, reading begins, after ``on_assigned`` is done;
  ``seek`` and ``pause`` work in it. Where it fails, where to begin is not known, and the group fails: nothing is handed out or committed.

Heartbeats go out meanwhile, whatever user code waits for; code that blocks the reactor is named by a `Watchdog`.

Records that the user works on while their partition goes to others are worked on by those, too. Who writes results together with the
group's offsets must not write these: `taken_unfinished` says of which partitions that is so, until `rewind`.

A consumer that takes nothing must not keep others from doing it. The time of ``max_poll_interval_ms`` runs while nobody waits for records
(in ``poll`` or a stream) and nothing was handed out; whoever waits is alive, however long nothing comes. When it is over the member leaves
the group, what it owned is lost, and it joins again as soon as records are asked for.
"""

from __future__ import annotations

import random as random_
import re
from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from typing import Any

from twisted.internet.defer import CancelledError, Deferred
from twisted.internet.defer import TimeoutError as DeferredTimeout
from twisted.internet.interfaces import IConsumer
from twisted.logger import Logger

from klog.client.fetching.consumer_settings import ConsumerSettings
from klog.client.fetching.push_producer import Format, MessagePusher
from klog.client.fetching.reader import Reader
from klog.client.fetching.record_views import MessageSet
from klog.client.fetching.streams import MessageStream, StreamSet
from klog.client.fetching.subscriptions import Position
from klog.client.groups.callbacks import Callback, CallbackFailed, Watchdog, name_of_caller
from klog.client.groups.commits import PartitionsNotOwned
from klog.client.groups.members import Identity, MemberSettings, Membership, Places
from klog.client.groups.settings import Topics
from klog.client.offsets import Committed
from klog.client.retry import ClientStopped, trouble_of
from klog.client.routing import Connect
from klog.client.service import Where
from klog.client.settings import ClientSettings
from klog.config import ConfigError
from klog.errors import KlogError
from klog.model import TopicPartition

_log = Logger()

#: The groups in whose callbacks we are: what is waited for in one waits for itself if it waits for the group.
_calling: ContextVar[tuple[GroupReader, ...]] = ContextVar("klog.client.groups.group_reader.calling", default=())
#: How long a revocation waits for the user to come back from records, where commits are automatic, seconds.
_COME_BACK_S = 5.0
_COME_BACK_STEP_MS = 20
#: How long a stop waits for the last commit, seconds.
_LAST_COMMIT_S = 10.0
#: How often it is looked whether the user takes records, at most, seconds.
_LOOK_S = 1.0


class GroupReader(Reader):
    """A member of a group, whoever keeps it: `klog.client.groups.group.ConsumerGroup`, or the paper's
    (`klog.client.groups.paper.group.PaperConsumerGroup`), which hand their `membership` in as soon as this is made.

    :param member: what the membership is told, too.
    :ivar failure: why nothing will be read any more.
    """

    membership: Membership

    def __init__(
        self,
        reactor: Any,
        bootstrap_servers: Where,
        client: ClientSettings,
        consumer: ConsumerSettings,
        member: MemberSettings,
        *,
        on_assigned: Callback | None,
        on_revoked: Callback | None,
        on_lost: Callback | None,
        hooks: object,
        random: random_.Random | None,
        now_ms: Callable[[], int] | None,
        connect: Connect | None,
    ) -> None:
        for name, callback in (("on_assigned", on_assigned), ("on_revoked", on_revoked), ("on_lost", on_lost)):
            if callback is not None and not callable(callback):
                raise ConfigError(name, repr(callback), "a function is needed")
        super().__init__(
            reactor, bootstrap_servers, client, consumer, commits=True, hooks=hooks, random=random, now_ms=now_ms, connect=connect
        )
        self.group_id = member.group_id
        self._subscription = (member.topics, member.pattern)
        self.on_assigned = on_assigned
        self.on_revoked = on_revoked
        self.on_lost = on_lost
        self.failure: KlogError | None = None
        self._max_poll_interval_ms = member.rebalance_timeout_ms
        self.watchdog = Watchdog(reactor, f"group {member.group_id}")
        #: Paused by the user, not by us.
        self._held_back: set[TopicPartition] = set()
        self._handing_over: set[TopicPartition] = set()
        self._is_stopping = False
        #: Where partitions begin, as long as that is asked for.
        self._asking_places: Deferred[Any] | None = None
        #: What the user was told of, and has not been told since that it goes.
        self._told: set[TopicPartition] = set()
        #: How many of the user's callbacks are not done.
        self._callbacks = 0
        self._look_call: Any = None
        self._alive_s = 0.0
        self._last_handed: Mapping[TopicPartition, Position] = {}
        self._suspended = False
        #: How far the user is done with what it was handed, where that was sent within transactions, and where it went back.
        self._done_to: dict[TopicPartition, int] = {}
        self._taken_unfinished: set[TopicPartition] = set()

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
        names, pattern = self._subscription = self.check_subscription(topics, pattern)
        self.membership.subscribe(names, pattern)
        if self.running:
            self.membership.rejoin("the subscription changed")

    def check_subscription(self, topics: Topics, pattern: str | None) -> tuple[tuple[str, ...], str | None]:
        """Topics or a pattern, as this kind of group has them.

        :raises ConfigError: neither, both, or what cannot be one.
        """
        raise NotImplementedError

    def is_wanted(self, topic: str) -> bool:
        """Whether the group reads a topic, as far as this member's subscription says: others may have its partitions."""
        names, pattern = self._subscription
        return topic in names or (pattern is not None and self.means(pattern, topic)) or super().is_wanted(topic)

    def means(self, pattern: str, topic: str) -> bool:
        """Whether a pattern means a topic; also where only the brokers can say, which have another dialect of regular expressions."""
        try:
            return re.fullmatch(pattern, topic) is not None
        except re.error:
            return True

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

    def is_in_callback(self) -> bool:
        """Whether we are called by one of the group's callbacks, which leaving waits for."""
        return bool(self._callbacks) and self in _calling.get()

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
        left = self.membership.stop()
        if self._asking_places is not None:
            self._asking_places.cancel()
        await left
        self._is_stopping = False
        self.watchdog.stop()
        await self.report_last()

    def ensure_started(self) -> None:
        """Start, unless it runs; the last callbacks may still commit.

        :raises ClientStopped: it was stopped before.
        """
        if not self._is_stopping:
            super().ensure_started()

    # What the membership has done

    async def take_away(self, places: Places, *, lost: bool) -> None:
        """Stop reading these; see the head of this file."""
        told = places & self._told
        self._told -= places
        if told:
            self.routing.meter.rebalanced(self.group_id, "lost" if lost else "revoked", told)
        if lost:
            self._note_unfinished(places)
            self.remove_partitions(places)
            if told:
                await self._call(self.on_lost or self.on_revoked, told)
        else:
            handed = self.handed()
            # Who stops in order is done with what it was handed: a stream cannot tell a loop that was left from one that is at work.
            consumed = handed if self._is_stopping and not self._was_interrupted else self.consumed()
            self.remove_partitions(places)
            self._keep({place: at for place, at in consumed.items() if place in places})
            self._handed.update({place: at for place, at in handed.items() if place in places and consumed.get(place) != at})
            if told:
                await self._call(self.on_revoked, told)
            if self._commits_by_itself:
                await self._wait_for_user(places)
            await self._commit_before_revocation(places)
            self._note_unfinished(places)
        self._forget(places)
        self._held_back -= places

    def _note_unfinished(self, places: Places) -> None:
        """These go; what the user was handed of them and is not done with, it must not finish any more."""
        for place, at in self.behind_handed().items():
            written = self._written.get(place)
            if place in places and at.offset > max(self._done_to.get(place, 0), 0 if written is None else written.offset):
                self._taken_unfinished.add(place)
        for place in places:
            self._done_to.pop(place, None)

    @property
    def taken_unfinished(self) -> frozenset[TopicPartition]:
        """Partitions that were taken away while records of them had been handed out whose offsets were neither committed nor `sent`. Until
        `rewind` results of what was handed out must not be written any more together with the group's offsets: others work on it.
        """
        return frozenset(self._taken_unfinished)

    def sent(self, offsets: Mapping[TopicPartition, int]) -> None:
        """The coordinator has these, to count with a transaction: for each partition the next record to read."""
        self._done_to.update(offsets)

    def rewind(self, partitions: Iterable[TopicPartition] | None = None) -> Deferred[None]:
        """As `Reader.rewind`. Of all partitions, what was handed out so far is nobody's work any more."""
        if partitions is None:
            self._taken_unfinished.clear()
            # Also of those that are just being taken away.
            self._done_to.update({place: at.offset for place, at in self.behind_handed().items()})
        return super().rewind(partitions)

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
        self._told |= places
        failed = await self._call(self.on_assigned, places)
        self._handing_over -= places
        if failed is not None:
            self.remove_partitions(self.buffer.assignment)
            self.membership.fail(CallbackFailed(f"group {self.group_id}", "on_assigned", failed), leave=True)
            return
        self.routing.meter.rebalanced(self.group_id, "assigned", places)
        still = self.buffer.assignment
        self.buffer.resume(place for place in places if place in still and place not in self._held_back)
        self._alive_s = self.reactor.seconds()

    async def _committed_offsets(self, places: Places) -> dict[TopicPartition, Committed] | None:
        """What the group has committed; asked until it is told. None where that is not wanted any more."""
        retry_policy = self.routing.retry_policy()
        while not self._is_stopping:
            try:
                asking = self._asking_places = self.read_offsets(sorted(places))
                try:
                    return await asking
                finally:
                    self._asking_places = None
            except (ClientStopped, PartitionsNotOwned, CancelledError):
                return None
            except KlogError as error:
                pause_ms = retry_policy.pause_after(trouble_of(error))
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
        """The group knows us as this one now."""

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

        :raises ValueError: other streams read a topic already, or a number below one.
        """
        self.check_stream_counts(topics)
        return self.add_streams_of({topic: StreamSet(self.buffer, count, [topic]) for topic, count in topics.items()})

    def check_stream_counts(self, topics: Mapping[str, int]) -> None:
        """Whether there can be so many streams; who asks for them is here.

        :raises ValueError: a number below one.
        """
        self._user_is_here()
        for topic, count in topics.items():
            if count < 1:
                raise ValueError(f"topic {topic} needs at least one stream, not {count}")

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

    # Whether the user takes records

    def _user_is_here(self) -> None:
        self.ensure_started()
        self.watchdog.suspect(name_of_caller())
        self._alive_s = self.reactor.seconds()
        if self._suspended:
            self._suspended = False
            self.membership.resume()

    def _look_later(self) -> None:
        pause_s = min(_LOOK_S, self._max_poll_interval_ms / 5000)
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
        limit_s = self._max_poll_interval_ms / 1000
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
