"""What a producer has taken and not yet delivered: who waits for it, the bounds on all of it, and its deadlines. No IO; of Twisted nothing
but the Deferreds that wait.

A record's way: `Accumulator.add` finds its topic (unknown ones gather what waits for metadata) and puts it into a batch
(`klog.client.producing.batch_filling`, the chapter below this one), as does `add_bulk` with as many values as there is room for. Batches
are closed in time by the sender, or at once when somebody is in a hurry.

**Bounds.** `held` counts the bytes of everything taken and not settled, with a share for each message's Deferred and for each batch. When
there is no room, `when_full` decides: wait in line (bounded by the same numbers), drop the oldest batch that was never sent, or fail.

**Reentrancy.** Firing a Deferred may call `add` and everything else. So each method has everything in order before it fires, and loops look
again after it.
"""

from __future__ import annotations

import random as random_
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial

from klog.client.producing.batch_filling import BatchFilling
from klog.client.producing.batches import BATCH_OVERHEAD_BYTES, MESSAGE_OVERHEAD_BYTES, Batch, Lane, TopicLanes
from klog.client.producing.entries import Bulk, Countdown, Single, count_down
from klog.client.producing.producer_types import BacklogFull, DeliveryFailed, ProducerSettings
from klog.errors import ErrorCode
from klog.records.appending import record_bound


class Accumulator(BatchFilling):
    """See the module.

    :param opened: called with each new batch: it will linger until ``batch.due_ms``.
    :param ready: called with each lane that has a closed batch.
    :param unknown: called with each topic that something waits for, without its partitions being known.
    :ivar fast_below: `Producer.send` may append without asking as long as `held` is below; -1 where it may not.
    """

    def __init__(
        self,
        settings: ProducerSettings,
        random: random_.Random,
        *,
        opened: Callable[[Batch], None],
        ready: Callable[[Lane], None],
        unknown: Callable[[TopicLanes], None],
        now_ms: Callable[[], int],
    ) -> None:
        super().__init__(settings, random, opened=opened, ready=ready)
        #: Those of `topics` that something waits for.
        self._waited_for: dict[TopicLanes, None] = {}
        self.line: deque[Single | Bulk] = deque()
        self.line_bytes = 0
        self.closed = False
        #: Nothing new is taken, what is taken is still delivered.
        self.refusing = False
        #: Called when something was settled.
        self.on_release: Callable[[], None] | None = None
        #: How many wait for everything (`watch`): batches do not linger meanwhile.
        self.flushing = 0
        self._unknown = unknown
        self._now_ms = now_ms
        self._limit = settings.backlog_bytes
        self._most_messages = settings.backlog_messages
        self._largest = settings.max_request_bytes
        # Anything that fits into an open batch, fits into the backlog below this.
        self._fast_below = settings.backlog_bytes - self._batch_bytes - MESSAGE_OVERHEAD_BYTES
        self.fast_below = self._fast_below
        self._admitting = False

    # What waits for metadata

    def known(self, topic: TopicLanes) -> None:
        """Its partitions are known: place what waited."""
        while topic.waiting and topic.count:
            entry = topic.waiting[0]
            topic.waiting.popleft()
            self._release(_size(entry), 1)
            if isinstance(entry, Single):
                self._place(topic, entry)
            elif not self._pack(topic, entry):
                self._back_to_line(topic, entry)
                break
            count_down(entry)
        if not topic.waiting:
            self._waited_for.pop(topic, None)
        self.admit()

    def _back_to_line(self, topic: TopicLanes, bulk: Bulk) -> None:
        """There is no room for the rest of a bulk that waited for its topic: what was sent after it stays behind it, and all of that in
        front of what came to the line later."""
        behind, topic.waiting = topic.waiting, deque()
        for entry in behind:
            self._release(_size(entry), 1)
        self.line.extendleft(reversed([bulk, *behind]))
        self.line_bytes += sum(map(_size, [bulk, *behind]))
        self.fast_below = -1
        self.hurry()

    def fail_waiting(self, topic: TopicLanes, error: Callable[[], DeliveryFailed]) -> None:
        """What waits for a topic's metadata will not get it."""
        gone, topic.waiting = topic.waiting, deque()
        self._waited_for.pop(topic, None)
        for entry in gone:
            self._release(_size(entry), 1)
        for entry in gone:
            entry.fail(error())
            count_down(entry)
        self._released()

    # Taking records

    def add(self, entry: Single) -> None:
        """Take a message; its Deferred tells where there is no room.

        :raises DeliveryFailed: it can never be sent.
        """
        if entry.size - MESSAGE_OVERHEAD_BYTES > self._largest:
            reason = f"a record of {entry.size - MESSAGE_OVERHEAD_BYTES} bytes is larger than max_request_bytes ({self._largest})"
            raise DeliveryFailed(ErrorCode.MESSAGE_TOO_LARGE, entry.topic, -1, reason)
        topic = self.topic(entry.topic)
        if self.line or not self._has_room(entry.size):
            self._no_room(topic, entry)
        else:
            self._take(topic, entry)

    def add_bulk(self, bulk: Bulk) -> None:
        """Take values, as many as there is room for; the others wait, or fail.

        :raises DeliveryFailed: they can never be sent.
        """
        topic = self.topic(bulk.topic)
        if self.line:
            self._to_line(bulk)
        else:
            self._take(topic, bulk)

    def _has_room(self, size: int) -> bool:
        # One record always fits, whatever it costs beside its bytes.
        return not self.held or (self.held + size + BATCH_OVERHEAD_BYTES <= self._limit and self.messages < self._most_messages)

    def _take(self, topic: TopicLanes, entry: Single | Bulk) -> bool:
        """Place it, or let it wait for its topic; whether it waits nowhere any more."""
        # A partition beyond those that are known may have been added: the brokers are asked once more.
        if topic.count and not topic.waiting and (entry.partition is None or entry.partition < topic.count):
            if isinstance(entry, Bulk):
                return self._pack_or_line(topic, entry)
            self._place(topic, entry)
            return True
        self._charge(_size(entry), 1)
        topic.waiting.append(entry)
        self._waited_for[topic] = None
        self._unknown(topic)
        return False

    def _no_room(self, topic: TopicLanes, entry: Single) -> None:
        how = self.settings.when_full
        if how == "block":
            self._to_line(entry)
            return
        if how == "drop_oldest":
            while not self._has_room(entry.size) and self._drop_oldest():
                pass
            if self._has_room(entry.size):
                self._take(topic, entry)
                return
        entry.fail(self._full(entry.topic))

    def _full(self, topic: str) -> BacklogFull:
        return BacklogFull(
            ErrorCode.THROTTLING_QUOTA_EXCEEDED,
            topic,
            -1,
            f"the backlog is full ({self.messages} messages, {self.held} bytes; when_full is {self.settings.when_full})",
        )

    def _to_line(self, entry: Single | Bulk) -> None:
        size = _size(entry)
        if self.line_bytes + size > self._limit or len(self.line) >= self._most_messages:
            entry.fail(self._full(entry.topic))
            return
        self.line.append(entry)
        self.line_bytes += size
        self.fast_below = -1
        self.hurry()

    def admit(self) -> None:
        """There may be room: let in whoever waits in line."""
        if self._admitting:
            return
        self._admitting = True
        try:
            while self.line and not self.closed:
                entry = self.line[0]
                topic = self.topics[entry.topic]
                if isinstance(entry, Bulk) and topic.count and not topic.waiting:
                    if not self._pack(topic, entry):
                        break
                    if self.line and self.line[0] is entry:
                        self._leave_line()
                else:
                    if not self._has_room(_size(entry)):
                        break
                    self._leave_line()
                    if not self._take(topic, entry):
                        continue
                count_down(entry)
        finally:
            self._admitting = False
        if self.line:
            self.hurry()
        elif not self.refusing and not self.closed:
            self.fast_below = self._fast_below

    def _leave_line(self) -> None:
        entry = self.line.popleft()
        self.line_bytes -= _size(entry)

    def _drop_oldest(self) -> bool:
        """Drop what has waited longest and was never sent; whether there was something."""
        for batch in self.incomplete:
            if not batch.attempts:
                self.take_out(batch)
                self.fail(batch, partial(self._dropped, batch))
                return True
        for topic in self._waited_for:
            if topic.waiting:
                entry = topic.waiting.popleft()
                self._release(_size(entry), 1)
                entry.fail(BacklogFull(ErrorCode.THROTTLING_QUOTA_EXCEEDED, topic.name, -1, "it was dropped for newer records"))
                count_down(entry)
                return True
        return False

    @staticmethod
    def _dropped(batch: Batch, number: int) -> DeliveryFailed:
        return BacklogFull(ErrorCode.THROTTLING_QUOTA_EXCEEDED, *batch.lane.tp, "it was dropped for newer records")

    # Bulks

    def _pack_or_line(self, topic: TopicLanes, bulk: Bulk) -> bool:
        """Whether all of it is in batches, or failed."""
        if not self.line and self._pack(topic, bulk):
            return True
        self._to_line(bulk)
        return False

    def _pack(self, topic: TopicLanes, bulk: Bulk) -> bool:
        """Put as many values as there is room for into batches; False where some must wait."""
        values = bulk.values
        partitioner = topic.partitioner
        plain = not bulk.headers and bulk.keys is None and bulk.key is None and (bulk.partition is not None or partitioner.sticky)
        bulk.packing = True
        failure: DeliveryFailed | None = None
        try:
            while bulk.next < len(values):
                if self.closed:
                    failure = self._full(bulk.topic)
                    break
                room = self._limit - self.held - BATCH_OVERHEAD_BYTES
                messages = self._most_messages - self.messages
                value = values[bulk.next]
                if self.held and (room < (len(value) if type(value) is bytes else 0) + 40 or messages <= 0):
                    if self.settings.when_full == "block":
                        return False
                    if self.settings.when_full == "drop_oldest" and self._drop_oldest():
                        continue
                    failure = self._full(bulk.topic)
                    break
                try:
                    if plain:
                        self._pack_some(topic, bulk, room, messages)
                    else:
                        self._pack_one(topic, bulk)
                except DeliveryFailed as error:
                    failure = error
                    break
                bulk.created_ms = self._now_ms()
        finally:
            bulk.packing = False
        if failure is not None:
            bulk.fail(failure)
        else:
            bulk.settle()
        return True

    def _pack_some(self, topic: TopicLanes, bulk: Bulk, room: int, messages: int) -> None:
        """Values without keys for one partition, as many as its batch takes."""
        lane = self._lane_for(topic, None, None, bulk.partition)
        batch = lane.open
        if batch is None:
            batch = self._open(lane, bulk.created_ms)
        values = bulk.values
        start = bulk.next
        if messages < len(values) - start and messages * 8 < batch.limit:
            values = values[: start + messages]
        first = batch.appender.count
        limit = min(batch.limit, batch.size + room)
        fault: TypeError | None = None
        try:
            end = batch.appender.extend(bulk.timestamp_ms, values, start, limit)
        except TypeError as error:
            fault = error
            end = start + batch.appender.count - first
        if end == start:
            self.close(batch, full=limit == batch.limit)
            if fault is not None:
                raise DeliveryFailed(ErrorCode.INVALID_RECORD, *lane.tp, str(fault))
            return
        grown = batch.appender.size - batch.size
        batch.size += grown
        self._charge(grown, end - start)
        if not first and end == start + 1 and grown > self._largest:
            lane.open = None
            self._forget_sticky(batch)
            self._settled(batch)
            bulk.next = end
            reason = f"a record of {grown} bytes is larger than max_request_bytes ({self._largest})"
            bulk.lost(1, DeliveryFailed(ErrorCode.MESSAGE_TOO_LARGE, *lane.tp, reason))
            return
        self._join(batch, bulk, first, end - start, start)
        bulk.next = end
        if fault is not None:
            raise DeliveryFailed(ErrorCode.INVALID_RECORD, *lane.tp, str(fault))
        if end < len(bulk.values):
            self.close(batch, full=limit == batch.limit)

    def _pack_one(self, topic: TopicLanes, bulk: Bulk) -> None:
        """One value with its key."""
        index = bulk.next
        key = bulk.key if bulk.keys is None else bulk.keys[index]
        value = bulk.values[index]
        bulk.next = index + 1
        try:
            size = record_bound(key, value, bulk.headers)
            if size > self._largest:
                reason = f"a record of {size} bytes is larger than max_request_bytes ({self._largest})"
                raise DeliveryFailed(ErrorCode.MESSAGE_TOO_LARGE, bulk.topic, -1, reason)
            batch = self._append(topic, key, value, bulk.headers, bulk.partition, bulk.timestamp_ms, bulk.created_ms)
        except TypeError as error:
            bulk.lost(1, DeliveryFailed(ErrorCode.INVALID_RECORD, bulk.topic, -1, str(error)))
            return
        except DeliveryFailed as error:
            bulk.lost(1, error)
            return
        self._join(batch, bulk, batch.appender.count - 1, 1, index)

    def _released(self) -> None:
        """There may be room again."""
        if self.line:
            self.admit()
        if self.on_release is not None:
            self.on_release()

    # Deadlines

    def expire(self, now_ms: int, reason: Callable[[Batch | TopicLanes], str]) -> float | None:
        """Fail everything that was taken `delivery_timeout_ms` ago; when to look again (milliseconds), None where nothing is left.

        A batch in flight fails, too, and stays in its lane, marked as done, until it is answered.
        """
        timeout_ms = self.settings.delivery_timeout_ms
        edge = now_ms - timeout_ms + 10
        # The line before the batches: nobody who is late is let in.
        place = 0
        while place < len(self.line):
            entry = self.line[place]
            if entry.created_ms > edge:
                if not _is_half_packed(entry):
                    break
                place += 1
                continue
            del self.line[place]
            self.line_bytes -= _size(entry)
            entry.fail(
                BacklogFull(ErrorCode.REQUEST_TIMED_OUT, entry.topic, -1, f"not within {timeout_ms} ms: there was no room in the backlog")
            )
            count_down(entry)
        for topic in list(self._waited_for):
            while topic.waiting and topic.waiting[0].created_ms <= edge:
                entry = topic.waiting.popleft()
                self._release(_size(entry), 1)
                entry.fail(DeliveryFailed(ErrorCode.REQUEST_TIMED_OUT, topic.name, -1, f"not within {timeout_ms} ms: {reason(topic)}"))
                count_down(entry)
        for batch in [batch for batch in self.incomplete if batch.created_ms <= edge]:
            if not batch.done:
                self._give_up(batch, timeout_ms, reason)
        self._released()
        oldest = self.oldest_ms()
        return None if oldest is None else oldest + timeout_ms - 10

    def oldest_ms(self) -> int | None:
        """When the oldest was taken of all that is not settled; None where all is."""
        return min((entry.created_ms for entry in self._oldest()), default=None)

    def _oldest(self) -> Iterable[Batch | Single | Bulk]:
        yield from self.incomplete
        for topic in self._waited_for:
            if topic.waiting:
                yield topic.waiting[0]
        for entry in self.line:
            yield entry
            if not _is_half_packed(entry):
                break

    def _give_up(self, batch: Batch, timeout_ms: int, reason: Callable[[Batch | TopicLanes], str]) -> None:
        lane = batch.lane
        if batch not in lane.flying:
            self.take_out(batch)
            if batch.sequence >= 0:
                lane.sequences.failed()
        why = f"not within {timeout_ms} ms: {reason(batch)}"
        self.fail(batch, lambda _: DeliveryFailed(ErrorCode.REQUEST_TIMED_OUT, *lane.tp, why))

    def abandon(self, error: Callable[[str, int], DeliveryFailed]) -> None:
        """Fail everything; nothing more is taken. `error` is made for topic and partition (-1: none yet)."""
        self.closed = True
        self.fast_below = -1
        while self.incomplete or self.line or self._waited_for:
            self._fail_all(error, in_flight=True)

    def drop_unsent(self, error: Callable[[str, int], DeliveryFailed]) -> None:
        """Fail what is not in flight. Nobody may add anything meanwhile."""
        self._fail_all(error, in_flight=False)

    def _fail_all(self, error: Callable[[str, int], DeliveryFailed], *, in_flight: bool) -> None:
        for batch in list(self.incomplete):
            if not batch.done and (in_flight or batch not in batch.lane.flying):
                self.take_out(batch)
                tp = batch.lane.tp
                self.fail(batch, lambda _, tp=tp: error(*tp))  # type: ignore[misc]
        for topic in list(self._waited_for):
            self.fail_waiting(topic, lambda topic=topic: error(topic.name, -1))  # type: ignore[misc]
        while self.line:
            entry = self.line[0]
            self._leave_line()
            entry.fail(error(entry.topic, -1))
            count_down(entry)

    # Waiting for what is there now

    def watch(self, fire: Callable[[], None]) -> None:
        """Call `fire` once everything that has been taken is settled; nothing lingers meanwhile."""
        self.flushing += 1

        def done() -> None:
            self.flushing -= 1
            fire()

        countdown = Countdown(done)
        for holder in (*self.line, *(entry for topic in self._waited_for for entry in topic.waiting), *self.incomplete):
            if holder.countdowns is None:
                holder.countdowns = []
            holder.countdowns.append(countdown)
            countdown.left += 1
        self.hurry()
        countdown.one_less()


def _size(entry: Single | Bulk) -> int:
    """What an entry counts for while it waits; the values of a bulk are still the caller's."""
    return entry.size if isinstance(entry, Single) else MESSAGE_OVERHEAD_BYTES


def _is_half_packed(entry: Single | Bulk) -> bool:
    """Whether it is as young as its last step, so that those behind it in the line may be older."""
    return isinstance(entry, Bulk) and entry.next > 0
