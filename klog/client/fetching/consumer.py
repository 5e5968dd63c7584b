"""`Consumer`: reads partitions that the user names, alone; groups share theirs with `klog.client.groups.group.ConsumerGroup`.

With a ``group_id`` it keeps its place at the broker, as a group without members does (generation -1): it begins where it was, and commits
by itself. Without one it begins by ``auto_offset_reset`` and keeps nothing.
"""

from __future__ import annotations

import random as random_
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Unpack

from twisted.internet.defer import Deferred, fail, succeed
from twisted.internet.interfaces import IConsumer
from twisted.logger import Logger

from klog.client.auditing.audit import Audit, checked_audit
from klog.client.fetching.buffer import check_offsets
from klog.client.fetching.consumer_settings import ConsumerOptions, split_consumer_options
from klog.client.fetching.push_producer import Format, MessagePusher
from klog.client.fetching.reader import Reader
from klog.client.fetching.streams import MessageStream, StreamSet
from klog.client.fetching.subscriptions import Position
from klog.client.offsets import Committed, commit_offsets, fetch_committed, without_leader
from klog.client.retry import Action, ClientStopped, what_to_do, what_to_do_about
from klog.client.routing import Connect
from klog.client.service import Where, known_settings
from klog.concurrency_limit import ConcurrencyLimit
from klog.config import ConfigError
from klog.errors import ErrorCode, KlogError
from klog.model import EARLIEST_TIMESTAMP, TopicPartition

_log = Logger()

#: What may be read: topics by name, or partitions, perhaps each with the offset to begin at.
Source = str | TopicPartition | Iterable[str | TopicPartition] | Mapping[TopicPartition, int | None]


class Consumer(Reader):
    """Reads topics or partitions, as a Twisted service.

    ::

        consumer = Consumer(reactor, "kafka:9092", auto_offset_reset="earliest")
        async for message in consumer.stream("access-log"):
            print(message.partition, message.offset, message.value)

    In bulk, partition by partition, keeping its place for the group "copier"::

        async with Consumer(reactor, "kafka:9092", group_id="copier") as consumer:
            await consumer.assign([TopicPartition("access-log", 0)])
            while True:
                for message_set in await consumer.poll():
                    copy(message_set.values())
                await consumer.commit()

    :param reactor: IReactorTCP, IReactorTime and IReactorPluggableNameResolver.
    :param bootstrap_servers: ``host:port,host:port``, or a `klog.client.service.Client` whose connections are shared.
    :param group_id: whose offsets are read and written; None keeps none.
    :param hooks: a `klog.client.hooks.Hooks`, or several in a list.
    :param audit: count what is handed out, and tell it; None: do not.
    :param options: `klog.client.fetching.consumer_settings.ConsumerOptions`.
    :raises ConfigError: an option that does not exist or cannot be; one sentence.
    """

    def __init__(
        self,
        reactor: Any,
        bootstrap_servers: Where,
        *,
        group_id: str | None = None,
        hooks: object = None,
        audit: Audit | None = None,
        random: random_.Random | None = None,
        now_ms: Callable[[], int] | None = None,
        connect: Connect | None = None,
        **options: Unpack[ConsumerOptions],
    ) -> None:
        client, mine, _ = split_consumer_options(known_settings(bootstrap_servers), options)
        if group_id is not None and (not isinstance(group_id, str) or not group_id):
            raise ConfigError("group_id", repr(group_id), "a name is needed, or None")
        super().__init__(
            reactor,
            bootstrap_servers,
            client,
            mine,
            commits=group_id is not None,
            hooks=hooks,
            random=random,
            now_ms=now_ms,
            connect=connect,
        )
        self.group_id = group_id
        if checked_audit(audit) is not None:
            assert audit is not None
            # Whoever keeps no place, and begins with the first record, has skipped nothing.
            is_whole = group_id is None and mine.auto_offset_reset == "earliest"
            begun_ms = 0 if is_whole else self.routing.now_ms()
            self.count_for(audit, group_id or audit.name or self.settings.client_id, begun_ms, now_ms, connect)
        #: Topics of which all partitions are read, those to come included; and which of them following has met. Those are not looked at
        #: again: what the user lets go of later stays so, and only what comes later is new.
        self._followed: dict[str, set[int]] = {}
        #: What the user has given up and not asked for again; and how often the user has said anew what is read. Both are looked at where
        #: offsets were asked for meanwhile: the last word counts, whatever is answered last.
        self._let_go: set[TopicPartition] = set()
        self._replaced = 0
        #: What was let go, and is asked for again: no new partitions, so they go on where they were.
        self._wanted_again: set[TopicPartition] = set()
        #: One look at a time: what comes while places are asked for is seen by the next one.
        self._looks_in_line = ConcurrencyLimit(ends_cancelled=True)
        self._is_look_due = False
        self._missing: set[str] = set()
        #: Topics of which the user has given up partitions, others of which may be read still.
        self._let_go_in_part: set[str] = set()
        self.routing.on_change.append(self._follow)

    # What is read

    def assign(self, partitions: Iterable[TopicPartition] | Mapping[TopicPartition, int | None]) -> Deferred[None]:
        """Read these partitions, and no others that were named in this way before. A mapping says where: an offset,
        `klog.model.EARLIEST_TIMESTAMP`, `LATEST_TIMESTAMP`, or None. Without, it goes on where the group was, or by ``auto_offset_reset``.

        :raises KlogError: the group's offsets could not be asked for; nothing has changed then.
        :raises ValueError: an offset that cannot be; nothing has changed then.
        """
        self.ensure_started()
        places = dict(partitions) if isinstance(partitions, Mapping) else dict.fromkeys(partitions)
        wanted: dict[TopicPartition, int | None] = {TopicPartition(*tp): place for tp, place in places.items()}
        try:
            check_offsets(wanted)
        except ValueError:
            return fail()
        self._replaced += 1
        return Deferred.fromCoroutine(self._assign_named(wanted, replace=True))

    async def _assign_named(self, wanted: dict[TopicPartition, int | None], *, replace: bool) -> None:
        """What the user names, unless the user says something else while the group's offsets are asked for."""
        self._let_go -= wanted.keys()
        said = self._replaced
        positions = await self._places_of(wanted)
        if said != self._replaced:
            return
        assignment = self.buffer.assignment
        left: Deferred[None] = succeed(None)
        if replace:
            left = self._leave([tp for tp in assignment if tp not in wanted and tp.topic not in self._followed])
        else:
            # Somebody else has begun to read it where it goes on.
            positions = {tp: place for tp, place in positions.items() if wanted[tp] is not None or tp not in assignment}
        self.add_partitions({tp: place for tp, place in positions.items() if tp not in self._let_go})
        await left

    async def _places_of(self, wanted: Mapping[TopicPartition, int | None]) -> dict[TopicPartition, int | Position | Committed | None]:
        """Where to begin: what was named, else what the group has committed."""
        places: dict[TopicPartition, int | Position | Committed | None] = dict(wanted)
        unplaced = [tp for tp, place in wanted.items() if place is None]
        if unplaced and self.group_id is not None:
            # Behind the commits that are under way.
            await self._commit({})
            places.update(await self.read_offsets(unplaced))
        return places

    def is_wanted(self, topic: str) -> bool:
        """Whether it is read, and not in part only any more as the user wants it so; partitions that are new are another matter."""
        if topic in self._let_go_in_part and self.is_whole(topic):
            self._let_go_in_part.discard(topic)
        return topic not in self._let_go_in_part and super().is_wanted(topic)

    def is_whole(self, topic: str) -> bool:
        """Whether all partitions of a topic are read here. Of others nobody knows who reads them."""
        known = self.routing.metadata.topic(topic)
        assignment = self.buffer.assignment
        return known is not None and all(TopicPartition(topic, one.partition) in assignment for one in known.partitions)

    def _leave(self, partitions: list[TopicPartition]) -> Deferred[None]:
        """Read these no more, as of now; fires when what was handed out of them is committed, where commits are automatic."""
        offsets = self._unwritten({tp: place for tp, place in self.handed().items() if tp in partitions})
        self._let_go_in_part |= {tp.topic for tp in partitions}
        self.remove_partitions(partitions)
        if not offsets or not self._commits_by_itself:
            return succeed(None)
        return self._commit(offsets).addErrback(self._commit_failed)

    def unassign(self, partitions: Iterable[TopicPartition] | None = None) -> Deferred[None]:
        """Read these (None: all) no more, as of now. Fires when what was handed out of them is committed, where commits are automatic."""
        self.ensure_started()
        named = self._named(partitions)
        if partitions is None:
            self._followed.clear()
            self._wanted_again.clear()
            self._let_go.clear()
            self._replaced += 1
        else:
            self._let_go.update(named)
        return self._leave([tp for tp in named if tp in self.buffer.assignment])

    def follow(self, topics: Iterable[str]) -> Deferred[None]:
        """Read all partitions of `topics`, those that will be added later included (from their beginning). Fires when they are known;
        topics that do not exist yet are waited for. What is read already goes on; what was given up by `unassign` is read again.

        :raises KlogError: the brokers could not be asked; it is tried again whenever they answer.
        """
        self.ensure_started()
        names = list(topics)
        for name in names:
            if not isinstance(name, str) or not name:
                raise ValueError(f"a topic has a name, not {name!r}")
            met = self._followed.setdefault(name, set())
            self._wanted_again |= {TopicPartition(name, number) for number in met} - self.buffer.assignment
            self._let_go = {tp for tp in self._let_go if tp.topic != name}
        return self.routing.know(names).addCallback(lambda _: self._look_for_partitions(names))

    def _follow(self) -> None:
        """The metadata has changed: look for new partitions."""
        if self._followed and self.running and not self._is_look_due:
            self._is_look_due = True
            self._look_for_partitions(None).addErrback(self._follow_failed)

    def _look_for_partitions(self, topics: Collection[str] | None) -> Deferred[None]:
        """Read what is new of `topics`, or (None) of all that are followed."""

        def look() -> Deferred[None]:
            if topics is None:
                self._is_look_due = False
            return Deferred.fromCoroutine(self._look_at(list(self._followed) if topics is None else topics))

        return self._looks_in_line.run(look)

    async def _look_at(self, topics: Collection[str]) -> None:
        assignment = self.buffer.assignment
        wanted: dict[TopicPartition, int | None] = {}
        met_before: dict[str, set[int]] = {}
        for name in topics:
            topic = self.routing.metadata.topic(name)
            if topic is None or name not in self._followed:
                continue
            if not topic.partitions:
                self._without_partitions(name)
                continue
            self._missing.discard(name)
            met = met_before[name] = self._followed[name]
            # What came into partitions that are new since we look came while we looked.
            place = EARLIEST_TIMESTAMP if met else None
            for partition in topic.partitions:
                tp = TopicPartition(name, partition.partition)
                if tp in assignment:
                    met.add(tp.partition)
                elif tp in self._wanted_again:
                    wanted[tp] = None
                elif tp.partition not in met:
                    wanted[tp] = place
        if not wanted:
            return
        places = await self._places_of(wanted)
        settled = self._let_go | self.buffer.assignment
        # A topic that was given up meanwhile, and is followed anew, is for the next look: where it goes on is another place by now.
        places = {tp: place for tp, place in places.items() if self._followed.get(tp.topic) is met_before[tp.topic]}
        self.add_partitions({tp: place for tp, place in places.items() if tp not in settled})
        self._wanted_again -= places.keys()
        for tp in places:
            met_before[tp.topic].add(tp.partition)

    def _without_partitions(self, name: str) -> None:
        topic = self.routing.metadata.topic(name)
        if topic is not None and topic.error is not ErrorCode.NONE and what_to_do(topic.error) is Action.FAIL:
            raise without_leader(self.routing, TopicPartition(name, 0))
        self.routing.stale(name)
        if name not in self._missing:
            self._missing.add(name)
            _log.warn("{client}: topic {topic} does not exist; waiting for it", client=self.settings.client_id, topic=name)

    def _follow_failed(self, failure: Any) -> None:
        if failure.check(ClientStopped):
            return
        if failure.check(KlogError):
            if what_to_do_about(failure.value) is Action.FAIL:
                self.buffer.complain(failure.value)
            else:
                # Nobody answered in time; the routing has said so. Topics without metadata are asked for again.
                pause = self.routing.wait_ms(self.settings.retry_backoff_max_ms)
                pause.addCallback(lambda _: self.routing.know(self._followed)).addCallback(lambda _: self._follow())
                pause.addErrback(self._follow_failed)
        else:
            _log.failure("following topics failed", failure)

    # Streams

    def stream(self, source: Source | None = None) -> MessageStream:
        """Messages of topics (all their partitions) or of partitions, for ever; what is not read yet is read from now on. Without `source`
        it is everything that is assigned.

        ::

            async for message in consumer.stream(["orders", "payments"]):
                handle(message.value)

        :raises ValueError: another stream reads some of it already.
        """
        self.ensure_started()
        (stream,) = self.add_streams(self._stream_set(source, 1))
        self._begin(source)
        return stream

    def create_message_streams(self, topics: Mapping[str, int]) -> dict[str, list[MessageStream]]:
        """As in the paper: for each topic so many streams, which share its partitions.

        ::

            streams = consumer.create_message_streams({"access-log": 2})
            for stream in streams["access-log"]:
                Deferred.fromCoroutine(work(stream))

        :raises ValueError: other streams read a topic already, or a number below one.
        """
        self.ensure_started()
        for topic, count in topics.items():
            if count < 1:
                raise ValueError(f"topic {topic} needs at least one stream, not {count}")
        made = self.add_streams_of({topic: StreamSet(self.buffer, count, [topic]) for topic, count in topics.items()})
        self._begin(list(topics))
        return made

    def push_to(self, consumer: IConsumer, source: Source | None = None, *, format: Format = "lines") -> MessagePusher:
        """Pour messages into a transport, which decides the speed; `done` of what is answered fires when the transport has gone away.

        ::

            class Tail(Protocol):
                def connectionMade(self):
                    consumer.push_to(self.transport, "access-log")

        :param format: "lines" (each value and a newline), "values", or a function from a `MessageSet` to bytes.
        :raises ValueError: a stream reads some of it already.
        """
        self.ensure_started()
        pusher = self.push_streams(self._stream_set(source, 1), consumer, format)
        self._begin(source)
        return pusher

    def _stream_set(self, source: Source | None, count: int) -> StreamSet:
        topics, partitions = _sorted_out(source)
        return StreamSet(self.buffer, count, topics, None if partitions is None else set(partitions))

    def _begin(self, source: Source | None) -> None:
        """Read what a stream wants."""
        topics, partitions = _sorted_out(source)
        if topics is not None:
            self.follow(topics).addErrback(self._follow_failed)
        elif partitions is not None:
            assignment = self.buffer.assignment
            new = {tp: place for tp, place in partitions.items() if tp not in assignment or place is not None}
            if new:
                Deferred.fromCoroutine(self._assign_named(new, replace=False)).addErrback(self._follow_failed)

    # Commits

    def write_offsets(self, offsets: dict[TopicPartition, Committed]) -> Deferred[None]:
        """Commit, as a group without members."""
        if self.group_id is None:
            return fail(_no_group())
        return commit_offsets(self.routing, self.group_id, offsets)

    def read_offsets(self, partitions: Collection[TopicPartition]) -> Deferred[dict[TopicPartition, Committed]]:
        """What the group has committed."""
        if self.group_id is None:
            return fail(_no_group())
        stable = self.consumer_settings.isolation_level == "read_committed"
        return fetch_committed(self.routing, self.group_id, partitions, require_stable=stable)


def _no_group() -> KlogError:
    return KlogError(ErrorCode.INVALID_GROUP_ID, "this consumer has no group_id, so there are no committed offsets")


def _sorted_out(source: Source | None) -> tuple[list[str] | None, dict[TopicPartition, int | None] | None]:
    """Topics, or partitions with their places, or neither.

    :raises ValueError: both, or something else.
    """
    if source is None:
        return None, None
    if isinstance(source, Mapping):
        check_offsets(source)
        return None, dict(source)
    items = [source] if isinstance(source, str | TopicPartition) else list(source)
    topics = [item for item in items if isinstance(item, str) and item]
    partitions = [item for item in items if isinstance(item, TopicPartition)]
    if not items or len(topics) + len(partitions) != len(items) or (topics and partitions):
        raise ValueError(f"streams read topics or partitions, not {source!r}")
    return (topics, None) if topics else (None, dict.fromkeys(partitions))
