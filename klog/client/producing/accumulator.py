"""What a producer has taken and not yet delivered: batches per partition, who waits for them, the bounds on all of it. No IO; of Twisted
nothing but the Deferreds that wait.

A record's way: `Accumulator.add` finds its topic (unknown ones gather what waits for metadata), the partitioner a `Lane` (one partition),
and the lane's open `Batch` takes its bytes. The batch is closed when the next record does not fit, when it has lingered, or when somebody
is in a hurry; then it waits in ``lane.ready`` for the sender. `complete` and `fail` settle it and fire what waits.

**Bounds.** `held` counts the bytes of everything taken and not settled, with a share for each message's Deferred and for each batch. When
there is no room, `when_full` decides: wait in line (bounded by the same numbers), drop the oldest batch that was never sent, or fail.

**Speed.** Nothing is kept per record but its Deferred and its timestamp, in two lists; a bulk has one `Part` per batch. `Producer.send`
does the common case itself: see there what it relies on. What a batch counts for in the backlog is reckoned when it is settled.

**Reentrancy.** Firing a Deferred may call `add` and everything else. So each method has everything in order before it fires, and loops look
again after it.
"""

from __future__ import annotations

import random as random_
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from itertools import islice

from klog.client.producing.batches import BATCH_OVERHEAD_BYTES, MESSAGE_OVERHEAD_BYTES, Batch, Lane, Part, Singles, TopicLanes, halve
from klog.client.producing.delivery import deliver
from klog.client.producing.entries import Bulk, Countdown, Headers, Single, count_down
from klog.client.producing.partitioners import make_partitioner, next_partition
from klog.client.producing.producer_types import BacklogFull, DeliveryFailed, PlacedRange, ProducerSettings, RecordPlace
from klog.errors import ErrorCode
from klog.records.appending import NumberedHeader, record_bound

#: Batches do not shrink below this when a topic's limit is met.
SMALLEST_BATCH_BYTES = 1_000


class Accumulator:
    """See the module.

    :param opened: called with each new batch: it will linger until ``batch.due_ms``.
    :param ready: called with each lane that has a closed batch.
    :param unknown: called with each topic that something waits for, without its partitions being known.
    :ivar held: bytes taken and not settled; :ivar messages: how many.
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
        self.settings = settings
        self.topics: dict[str, TopicLanes] = {}
        #: Those of them that something waits for.
        self._waited_for: dict[TopicLanes, None] = {}
        self.incomplete: dict[Batch, None] = {}
        self.held = self.messages = 0
        self.most_held = 0
        self.line: deque[Single | Bulk] = deque()
        self.line_bytes = 0
        self.closed = False
        #: Nothing new is taken, what is taken is still delivered.
        self.refusing = False
        #: Called when something was settled.
        self.on_release: Callable[[], None] | None = None
        #: The header with a number that each record of a partition gets; None where they get none.
        self.header_of: Callable[[Lane], NumberedHeader | None] | None = None
        #: Told of each batch of which it is known what became of it, and whether it is written; and the records' time where brokers set it.
        self.on_settled: Callable[[Batch, bool, int], None] | None = None
        #: Told of batches that failed for good.
        self.on_failed: Callable[[Batch, ErrorCode], None] | None = None
        #: How many wait for everything (`watch`): batches do not linger meanwhile.
        self.flushing = 0
        self._random = random
        self._opened = opened
        self._ready = ready
        self._unknown = unknown
        self._now_ms = now_ms
        self._serial = 0
        #: In the order in which they were opened.
        self.open_batches: dict[Batch, None] = {}
        self._codec = int(settings.codec)
        self._limit = settings.backlog_bytes
        self._most_messages = settings.backlog_messages
        self._largest = settings.max_request_bytes
        self._batch_bytes = min(settings.batch_bytes, settings.max_request_bytes)
        # Anything that fits into an open batch, fits into the backlog below this.
        self._fast_below = settings.backlog_bytes - self._batch_bytes - MESSAGE_OVERHEAD_BYTES
        self.fast_below = self._fast_below
        self._admitting = False

    # Topics

    def topic(self, name: str) -> TopicLanes:
        """The topic; made where it is new, without partitions then.

        :raises DeliveryFailed: INVALID_TOPIC_EXCEPTION; there can be no such topic.
        """
        found = self.topics.get(name)
        if found is None:
            if not isinstance(name, str):
                raise TypeError(f"the name of a topic is str, not {type(name).__name__}")
            if not 0 < len(name) < 250 or not _LEGAL.issuperset(name) or name in (".", ".."):
                reason = f"{name!r} cannot be the name of a topic: 1 to 249 letters, digits, dots, dashes and underscores"
                raise DeliveryFailed(ErrorCode.INVALID_TOPIC_EXCEPTION, name[:249], -1, reason)
            found = self.topics[name] = TopicLanes(name, make_partitioner(self.settings.partitioner, self._random))
        return found

    def lane(self, topic: TopicLanes, partition: int) -> Lane:
        """One partition of a topic that has it."""
        lane = topic.lanes[partition]
        if lane is None:
            lane = topic.lanes[partition] = Lane(topic, partition, self._batch_bytes)
        return lane

    def known(self, topic: TopicLanes) -> None:
        """Its partitions are known: place what waited."""
        while topic.waiting and topic.count:
            entry = topic.waiting[0]
            topic.waiting.popleft()
            self._release(_size(entry), 1)
            if isinstance(entry, Single):
                self._place(topic, entry)
            elif not self._pack_or_line(topic, entry):
                continue
            count_down(entry)
        if not topic.waiting:
            self._waited_for.pop(topic, None)
        self.admit()

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

    # Placing

    def _place(self, topic: TopicLanes, entry: Single) -> None:
        """Into a batch; there is room."""
        try:
            batch = self._append(topic, entry.key, entry.value, entry.headers, entry.partition, entry.timestamp_ms, entry.created_ms)
        except DeliveryFailed as error:
            entry.fail(error)
            return
        if batch.deferreds is None:
            batch.begin_singles()
        assert batch.deferreds is not None and batch.stamps is not None
        batch.deferreds.append(entry.deferred)
        batch.stamps.append(entry.timestamp_ms)
        self._charge(MESSAGE_OVERHEAD_BYTES, 0)
        if entry.countdowns:
            self._hand_on(entry, batch)

    def _append(
        self,
        topic: TopicLanes,
        key: bytes | None,
        value: bytes | None,
        headers: Headers,
        partition: int | None,
        timestamp_ms: int,
        created_ms: int,
    ) -> Batch:
        """A record into the batch that is open where it belongs, or into a new one; its bytes are charged.

        :raises DeliveryFailed: it belongs nowhere, or it is no record.
        """
        lane = self._lane_for(topic, key, value, partition)
        while True:
            batch = lane.open or self._open(lane, created_ms)
            try:
                size = batch.append(timestamp_ms, key, value, headers, batch.limit)
            except (TypeError, ValueError) as error:
                if not batch.appender.count:
                    self.close(batch)
                raise DeliveryFailed(ErrorCode.INVALID_RECORD, *lane.tp, str(error)) from error
            if size >= 0:
                break
            self.close(batch, full=True)
            if partition is None and topic.partitioner.sticky and (key is None or not topic.partitioner.keyed):
                lane = self._sticky_lane(topic)
        grown = size - batch.size
        batch.size = size
        if created_ms < batch.created_ms:
            batch.created_ms = created_ms
        self._charge(grown, 1)
        return batch

    def _lane_for(self, topic: TopicLanes, key: bytes | None, value: bytes | None, partition: int | None) -> Lane:
        partitioner = topic.partitioner
        if partition is None:
            if partitioner.sticky and (key is None or not partitioner.keyed):
                return self._sticky_lane(topic)
            try:
                partition = partitioner.choose(topic, key, value)
            except Exception as error:
                raise DeliveryFailed(ErrorCode.INVALID_REQUEST, topic.name, -1, str(error) or repr(error)) from error
        elif partition >= topic.count:
            reason = f"there is no partition {partition}; the topic has {topic.count}"
            raise DeliveryFailed(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, topic.name, partition, reason)
        return self.lane(topic, partition)

    def _sticky_lane(self, topic: TopicLanes) -> Lane:
        """Where records without a key go now: another partition after each batch's worth of bytes."""
        if topic.sticky_partition < 0 or (topic.sticky_bytes >= self._batch_bytes and topic.sticky_batch is None):
            queues = [0 if (lane := topic.lanes[number]) is None else len(lane.ready) for number in topic.available]
            topic.sticky_partition = next_partition(topic, self._random, queues)
            topic.sticky_bytes = 0
        lane = self.lane(topic, topic.sticky_partition)
        if topic.sticky_batch is None:
            topic.sticky_batch = lane.open
        return lane

    def _open(self, lane: Lane, created_ms: int) -> Batch:
        self._serial += 1
        batch = lane.open = Batch(lane, (self._serial, 0), created_ms, lane.limit)
        header = None if self.header_of is None else self.header_of(lane)
        if header is not None:
            batch.first_number = lane.next_number
            batch.appender.number(header, batch.first_number)
        self.incomplete[batch] = self.open_batches[batch] = None
        self._charge(BATCH_OVERHEAD_BYTES, 0)
        topic = lane.topic
        if topic.sticky_partition == lane.tp.partition and topic.partitioner.sticky:
            topic.sticky_batch = batch
        self._opened(batch)
        return batch

    def close(self, batch: Batch, *, full: bool = False) -> None:
        """No more records: it may be sent. Where it is `full`, its partition has had its turn."""
        lane = batch.lane
        self.open_batches.pop(batch, None)
        if lane.open is not batch:
            return
        lane.leave(batch)
        topic = lane.topic
        if topic.sticky_batch is batch:
            topic.sticky_batch = None
            topic.sticky_bytes += self._batch_bytes if full else batch.size
        if not batch.appender.count:
            self._settled(batch)
            return
        try:
            self._finish(batch)
        except Exception as error:
            # No memory, most likely.
            why = f"the batch cannot be made: {error!r}"
            self.fail(batch, lambda _: DeliveryFailed(ErrorCode.UNKNOWN_SERVER_ERROR, *lane.tp, why))
            return
        lane.ready.append(batch)
        self._ready(lane)

    def _finish(self, batch: Batch) -> None:
        """Make its bytes."""
        level = self.settings.compression_level
        batch.body = batch.appender.close(self._codec, level)
        batch.appender = batch.append = None
        self._release(batch.size - len(batch.body.data), 0)

    def hurry(self) -> None:
        """Close all open batches."""
        for batch in list(self.open_batches):
            self.close(batch)

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

    def _join(self, batch: Batch, bulk: Bulk, first: int, count: int, index: int) -> None:
        """Values of a bulk stand in a batch now."""
        last = batch.runs[-1] if batch.runs else None
        if type(last) is Part and last.bulk is bulk:
            last.count += count
        else:
            batch.runs.append(Part(first, count, bulk, index))
            batch.deferreds = batch.stamps = None
            bulk.open_parts += 1
        if bulk.countdowns:
            self._hand_on(bulk, batch)

    # The end of batches

    def complete(self, batch: Batch, base_offset: int, append_time_ms: int = -1) -> None:
        """It is written from `base_offset` (-1: the broker did not say); `append_time_ms` where the broker sets the records' times."""
        runs = batch.runs
        if self.on_settled is not None:
            self.on_settled(batch, True, append_time_ms)
        self._settled(batch)
        topic, partition = batch.lane.tp
        for run in runs:
            offset = base_offset + run.first if base_offset >= 0 else -1
            if type(run) is Singles:
                deliver(run.deferreds, run.stamps, topic, partition, offset, append_time_ms)
            elif type(run) is Part:
                bulk = run.bulk
                stamp = bulk.timestamp_ms if append_time_ms < 0 else append_time_ms
                bulk.ranges.append((run.index, PlacedRange(RecordPlace(topic, partition, offset, stamp), run.count)))
                bulk.open_parts -= 1
                bulk.settle()
        self._over(batch)

    def fail(self, batch: Batch, error: Callable[[int], DeliveryFailed]) -> None:
        """It was not written, or nobody knows; `error` makes one for the record of a number in the batch."""
        runs = batch.runs
        if self.on_settled is not None:
            self.on_settled(batch, False, -1)
        self._settled(batch)
        if self.on_failed is not None:
            self.on_failed(batch, error(0).code)
        for run in runs:
            if type(run) is Singles:
                for number, deferred in enumerate(run.deferreds, run.first):
                    try:
                        deferred.errback(error(number))
                    except Exception:
                        continue
            elif type(run) is Part:
                run.bulk.open_parts -= 1
                run.bulk.lost(run.count, error(run.first))
        self._over(batch)

    def _settled(self, batch: Batch) -> None:
        """What becomes of the batch is known: it and what it holds are counted no longer."""
        self._release(batch.charged, batch.count)
        batch.done = True
        batch.runs = []
        batch.deferreds = batch.stamps = None
        self.incomplete.pop(batch, None)
        self.open_batches.pop(batch, None)

    def _over(self, batch: Batch) -> None:
        count_down(batch)
        self._released()

    def _released(self) -> None:
        """There may be room again."""
        if self.line:
            self.admit()
        if self.on_release is not None:
            self.on_release()

    def take_out(self, batch: Batch) -> None:
        """Out of its lane."""
        lane = batch.lane
        if lane.open is batch:
            lane.leave(batch)
            self._forget_sticky(batch)
        elif batch in lane.ready:
            lane.ready.remove(batch)

    def _forget_sticky(self, batch: Batch) -> None:
        if batch.lane.topic.sticky_batch is batch:
            batch.lane.topic.sticky_batch = None

    def split(self, batch: Batch) -> list[Batch]:
        """Halves of a batch that was refused as too large, with the same sequence numbers; the lane's batches are smaller from now on."""
        batch.lane.limit = max(SMALLEST_BATCH_BYTES, min(batch.lane.limit, batch.size // 2))
        halves = halve(batch)
        for half in halves:
            self._charge(half.charged, half.count)
            self.incomplete[half] = None
            self._finish(half)
        self._settled(batch)
        return halves

    # Deadlines

    def expire(self, now_ms: int, reason: Callable[[Batch | TopicLanes], str]) -> float | None:
        """Fail everything that was taken `delivery_timeout_ms` ago; when to look again (milliseconds), None where nothing is left.

        A batch in flight fails, too, and stays in its lane, marked as done, until it is answered.
        """
        timeout_ms = self.settings.delivery_timeout_ms
        edge = now_ms - timeout_ms + 10
        # The line before the batches: nobody who is late is let in. A bulk in front that is being packed is as young as its last step, so
        # those behind it may be older.
        place = 0
        while place < min(2, len(self.line)):
            entry = self.line[place]
            if entry.created_ms > edge:
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
        yield from islice(self.line, 2)

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

    def _hand_on(self, entry: Single | Bulk, batch: Batch) -> None:
        """A batch takes over for whom an entry was watched; it should not linger."""
        for countdown in entry.countdowns or ():
            if batch.countdowns is None:
                batch.countdowns = []
            if countdown not in batch.countdowns:
                batch.countdowns.append(countdown)
                countdown.left += 1

    # Accounts

    def _charge(self, size: int, messages: int) -> None:
        self.held += size
        self.messages += messages
        if self.held > self.most_held:
            self.most_held = self.held

    def _release(self, size: int, messages: int) -> None:
        self.held -= size
        self.messages -= messages


_LEGAL = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-")


def _size(entry: Single | Bulk) -> int:
    """What an entry counts for while it waits; the values of a bulk are still the caller's."""
    return entry.size if isinstance(entry, Single) else MESSAGE_OVERHEAD_BYTES
