"""What `Consumer` and `ConsumerGroup` have in common: reading what is assigned, by polls and by streams, and writing down how far.

How assignments come about, and in whose name offsets are committed, is for the subclasses: they call `add_partitions` and
`remove_partitions`, and override `write_offsets` and `read_offsets`.

Two places are kept for each partition. `handed`: behind the last record that was given to the user. `consumed`: behind the last one that
the user came back from, by polling again or by asking a stream for the next message. Automatic commits write `consumed`, so that records
under work are read again after a crash; ``commit()`` and an orderly stop write `handed`. Leaving ``async with`` by an exception is not
orderly.
"""

from __future__ import annotations

import random as random_
from collections.abc import Callable, Collection, Iterable, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any

from twisted.internet.defer import CancelledError, Deferred, succeed
from twisted.internet.interfaces import IConsumer
from twisted.logger import Logger

from klog.client.auditing.audit import Audit
from klog.client.fetching.consumer_settings import ConsumerSettings
from klog.client.fetching.fetcher import Fetcher
from klog.client.fetching.push_producer import Format, MessagePusher, formatter
from klog.client.fetching.record_views import MessageSet
from klog.client.fetching.streams import TURN_S, MessageStream, StreamSet, after_others
from klog.client.fetching.subscriptions import Position
from klog.client.isolation import isolation_level
from klog.client.offsets import Committed, OffsetAt, list_offsets, without_leader
from klog.client.retry import ClientStopped
from klog.client.routing import Connect
from klog.client.service import ClientService, Where
from klog.client.settings import ClientSettings
from klog.concurrency_limit import ConcurrencyLimit
from klog.errors import KlogError
from klog.model import EARLIEST_TIMESTAMP, LATEST_TIMESTAMP, TopicPartition

if TYPE_CHECKING:
    from klog.client.auditing.reader_audit import ReaderAudit

_log = Logger()

#: How long a stop waits for the last commit.
_LAST_COMMIT_MS = 10_000


class Reader(ClientService):
    """Base of the consumers; see `Consumer`.

    :param settings: checked options.
    :param commits: whether there is a group to commit for.
    """

    def __init__(
        self,
        reactor: Any,
        bootstrap_servers: Where,
        client_settings: ClientSettings,
        settings: ConsumerSettings,
        *,
        commits: bool,
        hooks: object = None,
        random: random_.Random | None = None,
        now_ms: Callable[[], int] | None = None,
        connect: Connect | None = None,
    ) -> None:
        super().__init__(reactor, bootstrap_servers, settings=client_settings, hooks=hooks, random=random, now_ms=now_ms, connect=connect)
        self.consumer_settings = settings
        self.fetcher = Fetcher(self.routing, **settings.fetcher_options())
        self.buffer = self.fetcher.buffer
        self._commits = commits
        self._stream_sets: list[StreamSet] = []
        #: What polls read: None for everything, or what no stream reads.
        self._unstreamed: set[TopicPartition] | None = None
        self._handed: dict[TopicPartition, Position] = {}
        self._consumed: dict[TopicPartition, Position] = {}
        self._written: dict[TopicPartition, Position] = {}
        #: Partitions for which a place is being looked up, and for whom (`_begin_seek`).
        self._seeking: dict[TopicPartition, object] = {}
        self._commits_in_line = ConcurrencyLimit(ends_cancelled=True)
        self._commit_call: Any = None
        self._commit_error = ""
        self._turn_s = 0.0
        self._was_interrupted = False
        self._pushers: list[MessagePusher] = []
        self._audit: ReaderAudit | None = None

    def held_now(self) -> dict[str, int]:
        """What was fetched and not taken, and of how many partitions."""
        return {"fetched_bytes_now": self.buffer.held_bytes, "partitions_now": len(self.buffer.states)}

    # For subclasses

    def write_offsets(self, offsets: dict[TopicPartition, Committed]) -> Deferred[None]:
        """Commit."""
        raise NotImplementedError

    def read_offsets(self, partitions: Collection[TopicPartition]) -> Deferred[dict[TopicPartition, Committed]]:
        """What was committed."""
        raise NotImplementedError

    def add_partitions(self, positions: Mapping[TopicPartition, int | Position | Committed | None]) -> None:
        """Read these from now on, from where it says; None: by ``auto_offset_reset``."""
        for tp in positions:
            self._forget([tp])
        self.buffer.assign({tp: _place(position) for tp, position in positions.items()})
        self._spread()
        if self._audit is not None:
            self._audit.note_topics()

    def remove_partitions(self, partitions: Iterable[TopicPartition]) -> None:
        """Read these no more."""
        gone = list(partitions)
        self.buffer.unassign(gone)
        self._spread()
        self._forget(gone)
        if self._audit is not None:
            self._audit.note_topics()

    def _forget(self, partitions: Iterable[TopicPartition]) -> None:
        """Where we stood in these does not count any more."""
        partitions = list(partitions)
        for tp in partitions:
            self._handed.pop(tp, None)
            self._consumed.pop(tp, None)
            self._written.pop(tp, None)
            self._seeking.pop(tp, None)
        for stream_set in self._stream_sets:
            for stream in stream_set.streams:
                stream.forget(partitions)

    def _spread(self) -> None:
        """Divide what is assigned between streams and polls."""
        assignment = self.buffer.assignment
        streamed: set[TopicPartition] = set()
        for stream_set in self._stream_sets:
            streamed |= stream_set.spread(assignment)
        if self._unstreamed is not None:
            self._unstreamed.clear()
            self._unstreamed.update(assignment - streamed)
        elif self._stream_sets:
            self._unstreamed = set(assignment - streamed)

    # Life

    def count_for(self, audit: Audit, name: str, begun_ms: int, now_ms: Callable[[], int] | None, connect: Connect | None) -> None:
        """Count what is handed out; for subclasses, before they start. The parameters are those of `ReaderAudit`."""
        # Imported here: most consumers do without.
        from klog.client.auditing.reader_audit import ReaderAudit

        self._audit = ReaderAudit(self, audit, name, begun_ms, now_ms, connect)

    def is_wanted(self, topic: str) -> bool:
        """Whether a topic is read by what the user has said, here or by others of the group."""
        return any(tp.topic == topic for tp in self.buffer.assignment)

    def is_whole(self, topic: str) -> bool:
        """Whether all of a topic that is read here is, in whole or together with the others of the group."""
        return True

    def count_streams(self) -> None:
        """What streams have handed out since the last call is counted, where somebody counts."""
        for stream_set in self._stream_sets:
            for stream in stream_set.streams:
                stream.count_handed()

    def report_last(self) -> Deferred[None]:
        """Tell all that was counted, and that it was all. Never fails."""
        return succeed(None) if self._audit is None else self._audit.stop()

    def starting(self) -> None:
        """Begin to commit now and then, and to tell what is counted."""
        self._commit_later()
        if self._audit is not None:
            self._audit.start()

    def stopping(self) -> Deferred[None] | None:
        """Stop reading, commit once more."""
        if self._commit_call is not None and self._commit_call.active():
            self._commit_call.cancel()
        places = self.consumed() if self._was_interrupted else self.handed()
        for pusher in list(self._pushers):
            pusher.stop()
        self.fetcher.stop()
        if not self._commits_by_itself or not (offsets := self._unwritten(places)):
            return None if self._audit is None else self.report_last()
        committed = self._commit(offsets)
        committed.addTimeout(_LAST_COMMIT_MS / 1000, self.reactor)
        committed.addErrback(self._commit_failed)
        return committed if self._audit is None else committed.addCallback(lambda _: self.report_last())

    async def __aexit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        self._was_interrupted = kind is not None
        await super().__aexit__(kind, value, trace)

    # Polls

    def poll(self, max_records: int = 500_000, timeout_ms: float = 1_000) -> Deferred[list[MessageSet]]:
        """What has come: at once where there is something, else whatever comes within `timeout_ms`, perhaps nothing.

        ::

            for message_set in await consumer.poll():
                store(message_set.topic, message_set.partition, message_set.values())

        Partitions that streams read are left out. Calling it says that what the last call gave is done with.

        :raises KlogError: a partition cannot be read on (`BadRecords`, `OffsetOutOfRange`, `LogTruncated`, `NoPosition`, an authorization),
            or the brokers refuse us.
        :raises ClientStopped: the consumer was stopped.
        """
        if max_records < 1:
            raise ValueError(f"max_records must be at least 1, not {max_records}")
        self.ensure_started()
        if self._handed:
            self._consumed.update(self._handed)
            self._handed.clear()
        return Deferred.fromCoroutine(self._poll(max_records, timeout_ms))

    async def _poll(self, max_records: int, timeout_ms: float) -> list[MessageSet]:
        reactor, buffer = self.reactor, self.buffer
        now_s = reactor.seconds()
        deadline_s = now_s + timeout_ms / 1000
        if now_s - self._turn_s > TURN_S:
            # Whoever polls all the time, and always gets something, must not keep the reactor for himself.
            await after_others(reactor)
            self._turn_s = reactor.seconds()
        while True:
            if buffer.stopped:
                raise ClientStopped()
            taken = buffer.take(max_records, self._unstreamed)
            if taken:
                for message_set in taken:
                    if buffer.on_handed is not None:
                        buffer.on_handed(message_set)
                    tp = TopicPartition(message_set.topic, message_set.partition)
                    self._handed[tp] = Position(message_set.next_offset, message_set.leader_epoch)
                return taken
            left_s = deadline_s - reactor.seconds()
            if left_s <= 0:
                return []
            if not await self._wait(left_s):
                return []
            self._turn_s = reactor.seconds()

    async def _wait(self, seconds: float) -> bool:
        """Until there is something to take; False where it took too long."""
        waiting = self.buffer.wait(self._unstreamed)
        if waiting.called:
            await waiting
            return True
        is_late = False

        def late() -> None:
            nonlocal is_late
            is_late = True
            waiting.cancel()

        timer = self.reactor.callLater(seconds, late)
        try:
            await waiting
        except CancelledError:
            if not is_late:
                raise
            return False
        finally:
            if timer.active():
                timer.cancel()
        return True

    # Streams

    def add_streams(self, stream_set: StreamSet) -> list[MessageStream]:
        """Let these streams read.

        :raises ValueError: others read some of it already.
        """
        return self.add_streams_of({"": stream_set})[""]

    def add_streams_of(self, stream_sets: Mapping[str, StreamSet]) -> dict[str, list[MessageStream]]:
        """The same for several sets at once: all of them, or none.

        :raises ValueError: others read some of it already.
        """
        for stream_set in stream_sets.values():
            for other in self._stream_sets:
                if other.overlaps(stream_set):
                    names = ", ".join(sorted((stream_set.topics or set()) & (other.topics or set()))) or "these partitions"
                    raise ValueError(f"{names}: there are streams that read this already")
        self._stream_sets += stream_sets.values()
        self._spread()
        return {name: stream_set.streams for name, stream_set in stream_sets.items()}

    def remove_streams(self, stream_set: StreamSet) -> None:
        """These streams read no more; what they had not handed out yet is read again by others."""
        if stream_set not in self._stream_sets:
            return
        self._stream_sets.remove(stream_set)
        assignment = self.buffer.assignment
        for stream in stream_set.streams:
            for tp, place in stream.handed().items():
                if tp in assignment:
                    self._consumed[tp] = place
            for tp, place in stream.unread().items():
                if tp in assignment:
                    self.buffer.seek(tp, place)
            stream.partitions.clear()
        self._spread()
        if not self._stream_sets:
            self._unstreamed = None

    def push_streams(self, stream_set: StreamSet, consumer: IConsumer, format: Format) -> MessagePusher:
        """Pour the one stream of `stream_set`, not yet added, into `consumer`."""
        formatter(format)
        (stream,) = self.add_streams(stream_set)

        def closed() -> None:
            if pusher in self._pushers:
                self._pushers.remove(pusher)
            if not self.buffer.stopped:
                self.remove_streams(stream_set)

        pusher = MessagePusher(stream, consumer, format, closed)
        self._pushers.append(pusher)
        try:
            pusher.start()
        except BaseException:
            # A transport has one producer at a time.
            closed()
            raise
        return pusher

    # Places

    @property
    def assignment(self) -> frozenset[TopicPartition]:
        """The partitions that are read."""
        return self.buffer.assignment

    def handed(self) -> dict[TopicPartition, Position]:
        """For each partition the place behind the last record that was handed out."""
        return self._past_empty_ranges(self.behind_handed())

    def behind_handed(self) -> dict[TopicPartition, Position]:
        """The same where records were handed out, and right behind them: not past what has no records."""
        found = {**self._consumed, **self._handed}
        for stream_set in self._stream_sets:
            for stream in stream_set.streams:
                found.update(stream.handed())
        return found

    def consumed(self) -> dict[TopicPartition, Position]:
        """The same, without what was handed out last and may still be worked on."""
        found = dict(self._consumed)
        for stream_set in self._stream_sets:
            for stream in stream_set.streams:
                found.update(stream.consumed())
        return self._past_empty_ranges(found)

    def _past_empty_ranges(self, found: dict[TopicPartition, Position]) -> dict[TopicPartition, Position]:
        """Behind what has no records, too, as Java commits it: others would see lag for ever before a marker that ends a partition."""
        for tp, empty in self.buffer.empty_ranges.items():
            place = found.get(tp)
            if empty.is_first if place is None else place.offset == empty.begin:
                found[tp] = empty.end
        return found

    def position(self, tp: TopicPartition) -> Deferred[int]:
        """The offset of the next record that will be handed out; waits until it is known.

        :raises KlogError: it cannot be known.
        :raises KeyError: `tp` is not assigned.
        """
        self.ensure_started()
        for stream_set in self._stream_sets:
            for stream in stream_set.streams:
                place = stream.unread().get(tp)
                if place is not None:
                    return succeed(place.offset)
        return self.buffer.positioned(tp)

    def seek(self, tp: TopicPartition, offset: int) -> None:
        """Go on at `offset`. What was handed out of `tp` and not committed yet is not committed any more.

        :raises KeyError: `tp` is not assigned.
        :raises ValueError: a negative offset.
        """
        self.ensure_started()
        if offset < 0:
            raise ValueError(f"an offset is 0 or more, not {offset}")
        self._move({tp: Position(offset)})

    def seek_to_beginning(self, partitions: Iterable[TopicPartition] | None = None) -> None:
        """Go on at the first record of each (None: all assigned) partition."""
        self.ensure_started()
        self._move(dict.fromkeys(self._named(partitions), EARLIEST_TIMESTAMP))

    def seek_to_end(self, partitions: Iterable[TopicPartition] | None = None) -> None:
        """Go on with what comes from now on."""
        self.ensure_started()
        self._move(dict.fromkeys(self._named(partitions), LATEST_TIMESTAMP))

    def seek_to_time(self, partitions: Iterable[TopicPartition] | None, timestamp_ms: int) -> Deferred[dict[TopicPartition, int]]:
        """Go on at the first record at or after `timestamp_ms`, or with what comes from now on where there is none; the offsets of those
        partitions whose place nobody has set otherwise meanwhile.

        :raises KlogError: the brokers could not be asked, or refused.
        """
        self.ensure_started()
        return Deferred.fromCoroutine(self._seek_to_time(self._named(partitions), timestamp_ms))

    async def _seek_to_time(self, partitions: list[TopicPartition], timestamp_ms: int) -> dict[TopicPartition, int]:
        seeking = self._begin_seek(partitions)
        found = await self._list_offsets(dict.fromkeys(partitions, timestamp_ms))
        late = [tp for tp, at in found.items() if at.offset < 0]
        if late:
            found.update(await self._list_offsets(dict.fromkeys(late, LATEST_TIMESTAMP)))
        places = {tp: at.offset for tp, at in found.items() if self._seeking.get(tp) is seeking}
        self._move({tp: Position(offset) for tp, offset in places.items()})
        return places

    def rewind(self, partitions: Iterable[TopicPartition] | None = None) -> Deferred[None]:
        """Go back to what was committed, or to where ``auto_offset_reset`` says where nothing was: what came since is read again.

        :raises KlogError: the coordinator could not be asked, or there is no group.
        """
        self.ensure_started()
        return Deferred.fromCoroutine(self._rewind(self._named(partitions)))

    async def _rewind(self, partitions: list[TopicPartition]) -> None:
        seeking = self._begin_seek(partitions)
        found = await self.read_offsets(partitions)
        self._move({tp: _place(found.get(tp)) for tp in partitions if self._seeking.get(tp) is seeking})

    def _begin_seek(self, partitions: Iterable[TopicPartition]) -> object:
        """Places are looked up that these shall go to, unless somebody sets theirs meanwhile: then `_seeking` has another one, or none."""
        seeking = object()
        assignment = self.buffer.assignment
        self._seeking.update((tp, seeking) for tp in partitions if tp in assignment)
        return seeking

    def _move(self, places: Mapping[TopicPartition, int | Position | None]) -> None:
        for tp, place in places.items():
            self.buffer.seek(tp, place)
        self._forget(places)

    def pause(self, partitions: Iterable[TopicPartition]) -> None:
        """Hand out nothing of these until `resume`.

        :raises KeyError: one is not assigned.
        """
        self.ensure_started()
        paused = list(partitions)
        self.buffer.pause(paused)
        for stream_set in self._stream_sets:
            for stream in stream_set.streams:
                for tp, place in stream.give_back(paused).items():
                    self.buffer.give_back(tp, place)

    def resume(self, partitions: Iterable[TopicPartition]) -> None:
        """Go on with these.

        :raises KeyError: one is not assigned.
        """
        self.ensure_started()
        self.buffer.resume(partitions)

    def _named(self, partitions: Iterable[TopicPartition] | None) -> list[TopicPartition]:
        return list(self.buffer.assignment if partitions is None else partitions)

    # What the brokers have

    def partitions_for(self, topic: str) -> Deferred[list[TopicPartition]]:
        """All partitions of `topic`, read or not.

        :raises KlogError: there is none of this name, it may not be seen, or the brokers could not be asked.
        """
        self.ensure_started()
        return self.routing.know([topic]).addCallback(lambda _: self._partitions_of(topic))

    def _partitions_of(self, topic: str) -> list[TopicPartition]:
        known = self.routing.metadata.topic(topic)
        if known is None or not known.partitions:
            raise without_leader(self.routing, TopicPartition(topic, 0))
        return sorted(TopicPartition(topic, partition.partition) for partition in known.partitions)

    def beginning_offsets(self, partitions: Iterable[TopicPartition] | None = None) -> Deferred[dict[TopicPartition, int]]:
        """The first offset that there is of each (None: all assigned) partition, read or not.

        :raises KlogError: the brokers could not be asked, or refused.
        """
        return self._bounds(partitions, EARLIEST_TIMESTAMP)

    def end_offsets(self, partitions: Iterable[TopicPartition] | None = None) -> Deferred[dict[TopicPartition, int]]:
        """The offset that the next record of each (None: all assigned) partition gets; of readers of committed records only, the first one
        of a transaction that is still open. Raises like `beginning_offsets`.
        """
        return self._bounds(partitions, LATEST_TIMESTAMP)

    def _bounds(self, partitions: Iterable[TopicPartition] | None, timestamp_ms: int) -> Deferred[dict[TopicPartition, int]]:
        found = self._list_offsets(dict.fromkeys(self._named(partitions), timestamp_ms))
        return found.addCallback(lambda offsets: {tp: at.offset for tp, at in offsets.items()})

    def offsets_for_times(self, times_ms: Mapping[TopicPartition, int]) -> Deferred[dict[TopicPartition, OffsetAt | None]]:
        """For each partition, read or not, the first record at or after a time (ms since 1970); None where no record is that young.

        ::

            found = await consumer.offsets_for_times({tp: 1_700_000_000_000})
            if (at := found[tp]) is not None:
                consumer.seek(tp, at.offset)

        :raises ValueError: a negative time.
        :raises KlogError: the brokers could not be asked, or refused.
        """
        early = [tp for tp, time_ms in times_ms.items() if time_ms < 0]
        if early:
            raise ValueError(f"a time is 0 or more, not {times_ms[early[0]]} ({early[0]})")
        return self._list_offsets(times_ms).addCallback(lambda found: {tp: at if at.offset >= 0 else None for tp, at in found.items()})

    def _list_offsets(self, at: Mapping[TopicPartition, int]) -> Deferred[dict[TopicPartition, OffsetAt]]:
        self.ensure_started()
        return list_offsets(self.routing, at, isolation_level(self.consumer_settings.isolation_level))

    # Commits

    @property
    def _commits_by_itself(self) -> bool:
        return self._commits and self.consumer_settings.auto_commit_interval_ms is not None

    def committed(self, partitions: Iterable[TopicPartition] | None = None) -> Deferred[dict[TopicPartition, int]]:
        """The offsets that were written down; partitions (None: all assigned) without are left out.

        :raises KlogError: the coordinator could not be asked, or there is no group.
        """
        self.ensure_started()
        found = self.read_offsets(self._named(partitions))
        return found.addCallback(lambda offsets: {tp: at.offset for tp, at in offsets.items()})

    def commit(self, offsets: Mapping[TopicPartition, int | Committed] | None = None) -> Deferred[None]:
        """Write down how far was read: `offsets` (for each partition the next to read), or all that was handed out. Commits take effect in
        the order in which they were asked for.

        :raises KlogError: the coordinator could not be asked, or refused, or there is no group.
        """
        self.ensure_started()
        if offsets is not None:
            return self._commit({tp: offset if isinstance(offset, Committed) else Committed(offset) for tp, offset in offsets.items()})
        return self._commit(self._unwritten(self.handed()))

    def _unwritten(self, places: Mapping[TopicPartition, Position]) -> dict[TopicPartition, Committed]:
        return {tp: Committed(*place) for tp, place in places.items() if self._written.get(tp) != place}

    def _commit(self, offsets: dict[TopicPartition, Committed]) -> Deferred[None]:
        if not offsets and self._commits:
            # Behind those that are under way.
            return self._commits_in_line.run(lambda: None)

        def write() -> Deferred[None]:
            return self.write_offsets(offsets).addCallback(self._note_written, offsets)

        return self._commits_in_line.run(write)

    def _note_written(self, _: object, offsets: Mapping[TopicPartition, Committed]) -> None:
        self._commit_error = ""
        for tp, entry in offsets.items():
            self._written[tp] = Position(entry.offset, entry.leader_epoch)

    def _commit_later(self) -> None:
        interval_ms = self.consumer_settings.auto_commit_interval_ms
        if self._commits and interval_ms is not None and self.running:
            self._commit_call = self.reactor.callLater(interval_ms / 1000, self._commit_now)

    def _commit_now(self) -> None:
        offsets = self._unwritten(self.consumed())
        if offsets and self._commits_in_line.is_idle:
            self._commit(offsets).addErrback(self._commit_failed)
        self._commit_later()

    def _commit_failed(self, failure: Any) -> None:
        if failure.check(ClientStopped):
            return
        text = str(failure.value)
        if text != self._commit_error:
            self._commit_error = text
            if failure.check(KlogError, CancelledError):
                _log.warn("{client}: offsets were not committed: {reason}", client=self.settings.client_id, reason=text)
            else:
                _log.failure("{client}: offsets were not committed", failure, client=self.settings.client_id)


def _place(position: int | Position | Committed | None) -> int | Position | None:
    return Position(position.offset, position.leader_epoch) if isinstance(position, Committed) else position
