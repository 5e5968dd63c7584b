"""Records in batches: which partition and batch takes one, when a batch is closed, and what becomes of it and of who waits for it.

A lane's open `Batch` takes the bytes of the records of one partition. It is closed when the next record does not fit, or when somebody
closes it; then it waits in ``lane.ready`` for the sender. `complete` and `fail` settle it and fire what waits.

Nothing is kept per record but its Deferred and its timestamp, in two lists; a bulk has one `Part` per batch. `Producer.send` does the
common case itself: see there what it relies on. What a batch counts for in the backlog is reckoned when it is settled.
"""

from __future__ import annotations

import random as random_
from collections.abc import Callable

from klog.client.producing.batches import BATCH_OVERHEAD_BYTES, MESSAGE_OVERHEAD_BYTES, Batch, Lane, Part, Singles, TopicLanes, halve
from klog.client.producing.delivery import deliver
from klog.client.producing.entries import Bulk, Headers, Single, count_down
from klog.client.producing.partitioners import make_partitioner, next_partition
from klog.client.producing.producer_types import DeliveryFailed, PlacedRange, ProducerSettings, RecordPlace
from klog.errors import ErrorCode
from klog.records.appending import NumberedHeader

#: Batches do not shrink below this when a topic's limit is met.
SMALLEST_BATCH_BYTES = 1_000
_LEGAL = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-")


class BatchFilling:
    """See the module. `klog.client.producing.accumulator` is its other chapter: the two use each other's underscored names.

    :param opened: called with each new batch: it will linger until ``batch.due_ms``.
    :param ready: called with each lane that has a closed batch.
    :ivar held: bytes taken and not settled; :ivar messages: how many.
    """

    def __init__(
        self,
        settings: ProducerSettings,
        random: random_.Random,
        *,
        opened: Callable[[Batch], None],
        ready: Callable[[Lane], None],
    ) -> None:
        self.settings = settings
        self.topics: dict[str, TopicLanes] = {}
        self.incomplete: dict[Batch, None] = {}
        #: In the order in which they were opened.
        self.open_batches: dict[Batch, None] = {}
        self.held = self.messages = 0
        self.most_held = 0
        #: The header with a number that each record of a partition gets; None where they get none.
        self.header_of: Callable[[Lane], NumberedHeader | None] | None = None
        #: Told of each batch of which it is known what became of it, and whether it is written; and the records' time where brokers set it.
        self.on_settled: Callable[[Batch, bool, int], None] | None = None
        #: Told of batches that failed for good.
        self.on_failed: Callable[[Batch, ErrorCode], None] | None = None
        self._random = random
        self._opened = opened
        self._ready = ready
        self._serial = 0
        self._codec = int(settings.codec)
        self._batch_bytes = min(settings.batch_bytes, settings.max_request_bytes)

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

    def _hand_on(self, entry: Single | Bulk, batch: Batch) -> None:
        """A batch takes over for whom an entry was watched; it should not linger."""
        for countdown in entry.countdowns or ():
            if batch.countdowns is None:
                batch.countdowns = []
            if countdown not in batch.countdowns:
                batch.countdowns.append(countdown)
                countdown.left += 1

    # Batches

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
        raise NotImplementedError

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

    # Accounts

    def _charge(self, size: int, messages: int) -> None:
        self.held += size
        self.messages += messages
        if self.held > self.most_held:
            self.most_held = self.held

    def _release(self, size: int, messages: int) -> None:
        self.held -= size
        self.messages -= messages
