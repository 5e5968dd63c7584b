"""Streams of messages, as in the paper of 2011: iteration that never ends, and waits when there is nothing to read.

Partitions are divided among the streams of a `StreamSet`, and one partition belongs to one stream: the order within a partition is the
order in which one loop sees it. A stream that is not read holds no more than its partitions' shares of the prefetch, and no other stream
waits for it. A partition stays with its stream for as long as it is assigned.

What was handed out is counted here, message by message, so that commits never go beyond it: `handed` is everything that a loop was given,
`consumed` what it came back from (it asked for the next message).
"""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator, Callable, Collection, Iterable
from typing import Any

from twisted.internet.defer import Deferred

from klog.client.fetching.buffer import FetchBuffer
from klog.client.fetching.record_views import Message, MessageSet
from klog.client.fetching.subscriptions import Position
from klog.client.retry import ClientStopped
from klog.model import TopicPartition

#: Records taken from the buffer at a time.
_TAKEN_RECORDS = 2_000
_TAKEN_BYTES = 1 << 20
#: After a loop has run for so long without waiting, everybody else in the process gets a turn.
TURN_S = 0.02


class MessageStream:
    """Messages of some partitions, one after the other, for ever.

    ::

        async for message in stream:
            print(message.topic, message.partition, message.offset, message.value)

    It ends only when its consumer is stopped. A loop that was left by ``break`` is taken up again by the next one. Where work is done in
    bulk, `next_set` gives many at once. What cannot be read on (`BadRecords`, `OffsetOutOfRange` …) is raised in the loop.

    :ivar partitions: what it reads; changes with the consumer's assignment.
    """

    def __init__(self, buffer: FetchBuffer, partitions: set[TopicPartition] | None = None) -> None:
        self.partitions: set[TopicPartition] = set() if partitions is None else partitions
        self._buffer = buffer
        self._reactor = buffer.routing.reactor
        self._sets: deque[MessageSet] = deque()
        self._set: MessageSet | None = None
        self._length = 0
        self._index = 0
        #: How many messages of the current set were counted, where that is done.
        self._counted = 0
        #: From where on in the current set messages are still with the loop; -1 where none is.
        self._out_from = -1
        self._changes = buffer.changes
        self._turn_s = 0.0
        self._handed: dict[TopicPartition, Position] = {}

    def __aiter__(self) -> AsyncIterator[Message]:
        return self._messages()

    async def _messages(self) -> AsyncIterator[Message]:
        """What `__anext__` does, without a coroutine for each message."""
        buffer, seconds = self._buffer, self._reactor.seconds
        while True:
            self._out_from = -1
            try:
                await self._more()
            except StopAsyncIteration:
                return
            message_set, index = self._set, self._index
            assert message_set is not None
            for message in message_set[index:]:
                self._out_from = index
                index += 1
                self._index = index
                yield message
                # Somebody moved the partition, or read on meanwhile; or it is somebody else's turn.
                if self._changes != buffer.changes or self._index != index or seconds() - self._turn_s > TURN_S:
                    break

    async def __anext__(self) -> Message:
        self._out_from = -1
        index = self._index
        if index >= self._length or self._changes != self._buffer.changes or self._reactor.seconds() - self._turn_s > TURN_S:
            await self._more()
            index = self._index
        self._out_from = index
        self._index = index + 1
        assert self._set is not None
        return self._set[index]

    def next_set(self, max_records: int = _TAKEN_RECORDS, max_bytes: int = _TAKEN_BYTES) -> Deferred[MessageSet]:
        """The next messages of one partition, as many as there are now within the limits; waits where there are none.

        :raises ClientStopped: the consumer was stopped.
        """
        return Deferred.fromCoroutine(self._next_set(max_records, max_bytes))

    async def _next_set(self, max_records: int, max_bytes: int) -> MessageSet:
        self._out_from = -1
        if self._index >= self._length or self._changes != self._buffer.changes or self._reactor.seconds() - self._turn_s > TURN_S:
            try:
                await self._more(max_records, max_bytes)
            except StopAsyncIteration:
                raise ClientStopped() from None
        assert self._set is not None
        part = self._set[self._index : self._index + max_records]
        self._out_from = self._index
        self._index += len(part)
        return part

    async def _more(self, max_records: int = _TAKEN_RECORDS, max_bytes: int = _TAKEN_BYTES) -> None:
        """Until there is a message at `_index`.

        :raises StopAsyncIteration: there will never be one.
        """
        buffer = self._buffer
        now_s = self._reactor.seconds()
        if self._turn_s and now_s - self._turn_s > TURN_S:
            await after_others(self._reactor)
        self._turn_s = self._reactor.seconds()
        while True:
            if buffer.before_hand_out is not None:
                buffer.before_hand_out()
            self._drop_moved()
            if buffer.on_hold:
                try:
                    await buffer.until_go_on()
                except ClientStopped:
                    raise StopAsyncIteration from None
                self._turn_s = self._reactor.seconds()
                continue
            if self._index < self._length:
                return
            if self._set is not None:
                self._handed.update(self._place_of_set(self._length))
                self.count_handed()
                self._set = None
                self._length = self._index = 0
            if not self._sets:
                try:
                    self._sets.extend(buffer.take(max_records, self.partitions, max_bytes=max_bytes))
                    if not self._sets:
                        await buffer.wait(self.partitions)
                        self._turn_s = self._reactor.seconds()
                        continue
                except ClientStopped:
                    raise StopAsyncIteration from None
            if buffer.stopped:
                raise StopAsyncIteration
            self._set = self._sets.popleft()
            self._length = len(self._set)
            self._index = self._counted = 0

    def _drop_moved(self) -> None:
        """What was taken of partitions that somebody moved or took away since is not handed out."""
        buffer = self._buffer
        if self._changes == buffer.changes:
            return
        self._changes = buffer.changes
        self._sets = deque(message_set for message_set in self._sets if buffer.is_current(message_set))
        if self._set is not None and not buffer.is_current(self._set):
            self.count_handed()
            self._set = None
            self._length = self._index = 0

    def count_handed(self) -> None:
        """What was handed out since the last call is counted, where somebody counts."""
        count, message_set = self._buffer.on_handed, self._set
        if count is not None and message_set is not None and self._counted < self._index:
            first, self._counted = self._counted, self._index
            count(message_set[first : self._index])

    def _place_of_set(self, index: int) -> dict[TopicPartition, Position]:
        """Where one stands in the current set after `index` messages of it."""
        message_set = self._set
        if message_set is None or index <= 0 or not self._buffer.is_current(message_set):
            return {}
        offset = message_set[index].offset if index < self._length else message_set.next_offset
        return {TopicPartition(message_set.topic, message_set.partition): Position(offset, message_set.leader_epoch)}

    def handed(self) -> dict[TopicPartition, Position]:
        """Where this stream stands in each partition it has handed something out of."""
        return {**self._handed, **self._place_of_set(self._index)}

    def consumed(self) -> dict[TopicPartition, Position]:
        """The same without the message (or set) that its loop is still busy with."""
        if self._out_from < 0 or self._set is None:
            return self.handed()
        return {**self._handed, **self._place_of_set(self._out_from)}

    def unread(self) -> dict[TopicPartition, Position]:
        """For partitions of which something was taken from the buffer and not handed out: where that begins."""
        found: dict[TopicPartition, Position] = {}
        rest = [] if self._set is None or self._index >= self._length else [self._set[self._index :]]
        for message_set in (*rest, *self._sets):
            if self._buffer.is_current(message_set):
                tp = TopicPartition(message_set.topic, message_set.partition)
                found.setdefault(tp, Position(message_set.first_offset, message_set.leader_epoch))
        return found

    def give_back(self, partitions: Collection[TopicPartition]) -> dict[TopicPartition, Position]:
        """Drop what was taken of these partitions and not handed out yet; for each of which there was some, the place of the first record
        dropped."""
        found = {tp: place for tp, place in self.unread().items() if tp in partitions}
        self._sets = deque(one for one in self._sets if (one.topic, one.partition) not in found)
        if self._set is not None and (self._set.topic, self._set.partition) in found:
            # What was handed out of it stays, so that it counts.
            self._set = self._set[: self._index]
            self._length = self._index
        return found

    @property
    def works_on_dropped(self) -> bool:
        """Whether its loop has not come back yet from a message of a partition that was taken away since."""
        return self._out_from >= 0 and self._set is None

    def forget(self, partitions: Iterable[TopicPartition]) -> None:
        """Where it stands in these is nobody's business any more."""
        for tp in partitions:
            self._handed.pop(tp, None)
        self._drop_moved()

    def __repr__(self) -> str:
        return f"<MessageStream of {', '.join(map(str, sorted(self.partitions))) or 'nothing'}>"


def after_others(reactor: Any) -> Deferred[None]:
    """Fires when everybody else had a turn."""
    deferred: Deferred[None] = Deferred()
    call = reactor.callLater(0, lambda: None if deferred.called else deferred.callback(None))
    deferred.addErrback(lambda failure: (call.cancel() if call.active() else None, failure)[1])
    return deferred


class StreamSet:
    """Streams that share the partitions of some topics, or some partitions themselves.

    :param topics: None: whatever is assigned.
    :param choose: the number of the stream that a partition is for; None where that does not matter.
    """

    def __init__(
        self,
        buffer: FetchBuffer,
        count: int,
        topics: Collection[str] | None,
        partitions: Collection[TopicPartition] | None = None,
        *,
        choose: Callable[[TopicPartition], int | None] | None = None,
    ) -> None:
        self._choose = choose
        self.topics = None if topics is None else frozenset(topics)
        self._only = None if partitions is None else frozenset(partitions)
        self.streams = [MessageStream(buffer) for _ in range(count)]
        self._owners: dict[TopicPartition, MessageStream] = {}

    def wants(self, tp: TopicPartition) -> bool:
        """Whether `tp` is for these streams."""
        if self._only is not None:
            return tp in self._only
        return self.topics is None or tp.topic in self.topics

    def overlaps(self, other: StreamSet) -> bool:
        """Whether some partition could be for both."""
        if self._only is not None:
            return any(other.wants(tp) for tp in self._only)
        if other._only is not None:
            return any(self.wants(tp) for tp in other._only)
        return self.topics is None or other.topics is None or bool(self.topics & other.topics)

    def spread(self, assignment: Collection[TopicPartition]) -> set[TopicPartition]:
        """Give each assigned partition to a stream, and take back what is not assigned; all that are given."""
        wanted = {tp for tp in assignment if self.wants(tp)}
        for tp in [tp for tp in self._owners if tp not in wanted]:
            stream = self._owners.pop(tp)
            stream.partitions.discard(tp)
            stream.forget([tp])
        for tp in sorted(wanted):
            if tp not in self._owners:
                number = None if self._choose is None else self._choose(tp)
                if number is None or number >= len(self.streams):
                    stream = min(self.streams, key=lambda stream: len(stream.partitions))
                else:
                    stream = self.streams[number]
                stream.partitions.add(tp)
                self._owners[tp] = stream
        return wanted
