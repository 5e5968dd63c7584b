"""Reading for Fetch, and waiting where there is too little.

`FetchReader.read_all` reads every partition of a request in its order. The first one that has anything gives its first batch whole, however
large; after that each gives what fits into its own limit and into what is left of the answer's (KIP-74). A follower gets no more of a
partition than its ``segment.bytes``: Apache Kafka's appends no more at once, and gives up a partition for which it got more, until its
controller names a leader anew.

A fetch is answered at once where the client will not wait, names no partition, or one of these holds; else it waits for them, and for
``max_wait_ms`` at the longest (``DelayedFetch.scala``; "wanted" partitions are those that exist):

* Case A: this broker leads one of the wanted partitions no longer
* Case B: its log is no longer here
* Case C: it was deleted
* Case D: its log cannot be read
* Case E: the client's idea of its leader epoch is not ours
* Case F: there is more in later segments, which one answer cannot span
* Case G: all together have ``min_bytes`` or more; what one contributes is counted up to its own limit
* Case H: the client's log diverges from ours
* Case I: the client is to read elsewhere (`klog.broker.fetching.nearest_replica`)

A to E are errors of one partition; every error of a wanted partition ends the waiting. On waking, only the partition that changed is
looked at; when the fetch is complete, everything is read again.

Partitions that do not exist when the request arrives get their error in the answer, and neither end the waiting nor are waited for.

Where something has to be read for which the disk must be waited for (`klog.storage.cold_read`), the fetch waits for a thread first: once
for all its partitions that seem to fit into the answer, then everything is read again. What moves a fetch that is not answered at once::

    LOOKING   a thread reads           done → read again: enough → ANSWERED, more is missing → LOOKING, too little → PARKED
              its time is up           → ANSWERED, with what is in memory
    PARKED    it is in the purgatory   woken → read again, as above
              ``max_wait_ms`` are over → read again, as above, but never PARKED
    ANSWERED  or given up

Reading takes what it takes, as from Kafka: ``max_wait_ms`` bounds how long is waited for records that are not there. What bounds it is
`LONGEST_LOOK_MS`, for a disk that hangs, and `MOST_LOOKS`: then the partitions that are still missing are answered as if they had nothing,
and the client asks for them again.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Sequence

from twisted.internet.defer import CancelledError, Deferred
from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.python.failure import Failure

from klog.broker.fetching.at_rest import at_rest, not_at_rest
from klog.broker.fetching.cold_reads import LONGEST_LOOK_MS
from klog.broker.fetching.nearest_replica import RackOfConsumer
from klog.broker.fetching.sessions import FetchedPartition
from klog.broker.purgatory import DelayedOperation
from klog.broker.replicas.partition import Partition
from klog.broker.replicas.partitions import Partitions
from klog.errors import ErrorCode, KlogError
from klog.model import NO_TOPIC_ID, TopicPartition
from klog.replication.throttle import ReplicationThrottle
from klog.replication.truncation import EpochEnd, divergence
from klog.span import FileSpan
from klog.storage.cold_read import ColdRead, combined
from klog.storage.segments.txn_index import AbortedTxn

#: Reads any replica up to its end, and is none (``Request.DebuggingConsumerId``).
DEBUGGING_CONSUMER = -2


class Isolation(enum.Enum):
    """Up to where a client may read (``FetchIsolation``)."""

    #: Brokers.
    LOG_END = enum.auto()
    HIGH_WATERMARK = enum.auto()
    #: ``read_committed``.
    LAST_STABLE = enum.auto()


class FetchParams:
    """What holds for all partitions of a request.

    :param replica_id: -1 and below are consumers.
    :param version: of the request.
    :param rack: where the consumer is; None where it is to read here in any case.
    """

    __slots__ = ("followed", "is_throttled", "isolation", "max_bytes", "max_wait_ms", "min_bytes", "rack", "replica_id", "version")

    def __init__(
        self,
        max_wait_ms: int,
        min_bytes: int,
        max_bytes: int,
        isolation: Isolation,
        replica_id: int = -1,
        version: int = 10,
        rack: RackOfConsumer | None = None,
    ) -> None:
        #: What a follower's request says of how far it is, as far as it was read: each with our log's end at the time. None once that was
        #: taken note of: reading again says nothing new.
        self.followed: list[tuple[Partition, FetchedPartition, int]] | None = [] if replica_id >= 0 else None
        #: Whether there is a quota for what a follower is given, as of the last time that everything was read.
        self.is_throttled = False
        self.max_wait_ms = max_wait_ms
        self.min_bytes = min_bytes
        self.max_bytes = max_bytes
        self.isolation = isolation
        self.replica_id = replica_id
        self.version = version
        self.rack = rack

    @property
    def any_replica(self) -> bool:
        """Whether a replica that follows may answer, too (KIP-392; the debugging consumer)."""
        return self.replica_id == DEBUGGING_CONSUMER or (self.replica_id < 0 and self.version >= 11)


class PartitionRead:
    """What was read of one partition. Offsets are -1 with an error."""

    __slots__ = (
        "aborted",
        "code",
        "cold",
        "diverging",
        "first_offset",
        "high_watermark",
        "last_stable_offset",
        "next_offset",
        "partition",
        "preferred_read_replica",
        "size",
        "span",
        "start_offset",
        "wanted",
    )

    def __init__(self, wanted: FetchedPartition, code: int = 0) -> None:
        self.wanted = wanted
        self.code: int = code
        #: The partition it was read from; None where there is none.
        self.partition: Partition | None = None
        self.high_watermark = -1
        self.last_stable_offset = -1
        self.start_offset = -1
        self.span: FileSpan | None = None
        self.size = 0
        #: Where the span ends, -1 without.
        self.next_offset = -1
        #: None unless the client reads only what is committed.
        self.aborted: Sequence[AbortedTxn] | None = None
        #: Epoch and end offset where the client's log departs from ours (KIP-595).
        self.diverging: EpochEnd | None = None
        #: The broker that the client is to read from instead; -1 for none.
        self.preferred_read_replica = -1
        #: What a thread has to read first.
        self.cold: ColdRead | None = None


class Readings:
    """What was read of all partitions, or what a thread has to read first."""

    __slots__ = ("cold", "complete", "reads")

    def __init__(self, reads: list[PartitionRead], complete: bool, cold: ColdRead | None = None) -> None:
        self.reads = reads
        #: Whether there is no reason to wait.
        self.complete = complete
        #: Where this is not None, `reads` are not to be answered with.
        self.cold = cold


#: How often a fetch waits for a thread before it is answered with what there is.
MOST_LOOKS = 4
#: Of so many partitions a thread reads for one fetch at a time.
MOST_COLD_PARTITIONS = 64

#: What one partition contributes that ends the waiting by itself.
_AT_ONCE = 1 << 62


class FetchReader:
    """Reads `partitions` for clients.

    :param throttle: of what followers are given (KIP-73); None: as much as they ask for.
    """

    __slots__ = ("_partitions", "_throttle")

    def __init__(self, partitions: Partitions, throttle: ReplicationThrottle | None = None) -> None:
        self._partitions = partitions
        self._throttle = throttle

    def not_at_rest(
        self, replica_id: int, version: int, wanted: Sequence[FetchedPartition], *, is_first_look: bool
    ) -> Sequence[FetchedPartition]:
        """Those of `wanted` of which there may be something to tell (`klog.broker.fetching.at_rest`)."""
        if replica_id < 0 or version < 10:
            # An older one gets an error for some topics.
            return wanted
        return not_at_rest(wanted, replica_id, self._partitions.led_by_name, is_first_look=is_first_look)

    def read_all(self, params: FetchParams, wanted: Sequence[FetchedPartition], *, without_cold: bool = False) -> Readings:
        """Read all of `wanted`, in order, within the limits of `params`. Where there is none, all that the client wants is `not_at_rest`.

        :param without_cold: what is not in memory is passed over, as if there were nothing.
        """
        reads: list[PartitionRead] = []
        cold: list[ColdRead] = []
        params.is_throttled = params.replica_id >= 0 and self._throttle is not None and self._throttle.is_set
        left = params.max_bytes
        minimum_one = True
        contributed = 0
        size = 0
        for one in wanted:
            read = PartitionRead(one)
            contributed += self._read(read, one, params, left, minimum_one)
            if read.cold is not None:
                # Where nothing is left nothing is read either: what there is goes out, and the client asks for the rest again.
                if not without_cold and (left > 0 or minimum_one):
                    # It will give as much as it may; what is behind it gets the rest.
                    cold.append(read.cold)
                    left -= one.max_bytes
                    minimum_one = False
                    if left <= 0 or len(cold) >= MOST_COLD_PARTITIONS:
                        break
                read.cold = None
            got = read.size
            if got:
                minimum_one = False
                size += got
                left = left - got if left > got else 0
            reads.append(read)
        if cold:
            return Readings([], False, combined(cold))
        complete = params.max_wait_ms <= 0 or size >= params.min_bytes or contributed >= params.min_bytes
        return Readings(reads, complete)

    def contribution(self, params: FetchParams, wanted: FetchedPartition) -> int:
        """What `wanted` would contribute to ``min_bytes`` if it were read now, alone."""
        return self._read(PartitionRead(wanted), wanted, params, wanted.max_bytes, False)

    def _read(self, read: PartitionRead, wanted: FetchedPartition, params: FetchParams, left: int, minimum_one: bool) -> int:
        """Fill in `read`; returns the bytes that it contributes to ``min_bytes``, `_AT_ONCE` where nothing is to be waited for."""
        topic = wanted.topic
        assert topic is not None
        partition = self._partitions.get(topic, wanted.index)
        if partition is None and params.any_replica:
            partition = self._partitions.readable(topic, wanted.index)
        if partition is None:  # Case A, B, C, D
            read.code = self._partitions.missing(topic, wanted.index)
            return _AT_ONCE
        if wanted.topic_id != NO_TOPIC_ID and wanted.topic_id != partition.topic_id:
            read.code = ErrorCode.INCONSISTENT_TOPIC_ID
            return _AT_ONCE
        if wanted.leader_epoch >= 0 and wanted.leader_epoch != partition.leader_epoch:  # Case E
            read.code = partition.check_leader_epoch(wanted.leader_epoch)
            return _AT_ONCE
        if params.replica_id >= 0 and ((led := partition.leadership) is None or params.replica_id not in led.followers):
            # A broker that is no replica of ours (``Partition.followerReplicaOrThrow``).
            read.code = ErrorCode.UNKNOWN_LEADER_EPOCH if wanted.leader_epoch >= 0 else ErrorCode.NOT_LEADER_OR_FOLLOWER
            return _AT_ONCE
        log = partition.log
        if params.version < 10 and log.settings.compression_type == "zstd":
            read.code = ErrorCode.UNSUPPORTED_COMPRESSION_TYPE
            return _AT_ONCE
        offset = wanted.fetch_offset
        start = log.start_offset
        high_watermark = log.high_watermark
        if params.rack is not None:
            nearest = params.rack.replica_of(partition, offset)
            if nearest is not None:  # Case I
                read.preferred_read_replica = nearest
                read.high_watermark = high_watermark
                read.last_stable_offset = log.last_stable_offset
                read.start_offset = start
                return _AT_ONCE
        is_inside = start <= offset <= log.end_offset
        epoch = wanted.last_fetched_epoch
        # In the newest epoch nothing parts, as its end is the log's.
        diverging = None if epoch < 0 or (is_inside and epoch == log.latest_epoch) else divergence(log, epoch, offset, start)  # Case H
        if diverging is None:
            if not is_inside:
                read.code = ErrorCode.OFFSET_OUT_OF_RANGE
                return _AT_ONCE
        elif isinstance(diverging, ErrorCode):
            read.code = diverging
            return _AT_ONCE
        read.partition = partition
        read.high_watermark = high_watermark
        stable = read.last_stable_offset = log.last_stable_offset
        read.start_offset = start
        if diverging is not None:
            read.diverging = diverging
            return _AT_ONCE
        if params.followed is not None:
            params.followed.append((partition, wanted, log.end_offset))
        isolation = params.isolation
        if isolation is Isolation.HIGH_WATERMARK:
            bound = high_watermark
        elif isolation is Isolation.LAST_STABLE:
            bound = stable
            read.aborted = ()
        else:
            bound = log.end_offset
        if offset >= bound:
            # Also above it: a new leader may know less of what is committed than the consumer has read, and finds out soon. Answered at
            # once, the consumer would ask again at once.
            if params.replica_id >= 0:
                wanted.at_rest = at_rest(partition, params.replica_id)
            return 0
        if params.is_throttled and self._is_held_back(partition, params.replica_id):
            return 0
        limit = wanted.max_bytes
        if left < limit:
            limit = left
        if params.replica_id >= 0 and log.settings.segment_bytes < limit:
            # Where the setting was lowered, a segment may be larger.
            limit = log.settings.segment_bytes
        try:
            if limit < 0:
                raise KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, "a negative limit")
            found = log.read(offset, limit, upper_bound=bound, minimum_one_batch=minimum_one)
            span = found.span
            if span is None:
                return min(found.skipped_batch_bytes, wanted.max_bytes)
            if isolation is Isolation.LAST_STABLE:
                read.aborted = log.aborted_transactions(offset, found.next_offset if found.next_offset >= 0 else bound)
        except KlogError as error:  # Case D
            _forget(read, error.code)
            return _AT_ONCE
        except ColdRead as cold:
            read.cold = cold
            return _AT_ONCE
        read.span = span
        read.size = found.size
        read.next_offset = found.next_offset
        if found.to_segment_end:  # Case F
            return _AT_ONCE
        if found.more:
            # Whole batches only; what was cut counts all the same.
            return wanted.max_bytes
        return found.size if found.size < wanted.max_bytes else wanted.max_bytes

    def _is_held_back(self, partition: Partition, replica_id: int) -> bool:
        """Whether a follower that is not in sync gets nothing of it now (``ReplicaManager.shouldLeaderThrottle``)."""
        throttle = self._throttle
        return (
            throttle is not None
            and throttle.is_throttled(*partition.topic_partition)
            and not partition.has_in_sync(replica_id)
            and throttle.wait_s() > 0
        )

    def note_given(self, reads: Sequence[PartitionRead]) -> None:
        """A follower is given these: what is of throttled partitions counts, whether or not it is in sync."""
        throttle = self._throttle
        if throttle is not None and throttle.is_set:
            for read in reads:
                if read.size and throttle.is_throttled(read.wanted.topic or "", read.wanted.index):
                    throttle.record(read.size)


def _size(readings: Readings) -> int:
    """Bytes of records."""
    return sum(read.size for read in readings.reads)


def _forget(read: PartitionRead, code: ErrorCode) -> None:
    read.code = code
    read.high_watermark = read.last_stable_offset = read.start_offset = -1
    read.aborted = None


class FetchState(enum.Enum):
    """See above."""

    LOOKING = enum.auto()
    PARKED = enum.auto()
    ANSWERED = enum.auto()


class DelayedFetch(DelayedOperation):
    """A fetch that waits: for records, or for a thread that reads.

    :param partitions: what it reads.
    :param clock: for its time.
    :param owner: the connection that it came by.
    :param wanted: the partitions that exist, in the request's order; not empty.
    :param answer: called once, with what there is then.
    :param failed: called instead where klog makes a mistake.
    """

    __slots__ = (
        "_answer",
        "_clock",
        "_contributions",
        "_deadline_s",
        "_failed",
        "_look",
        "_look_timer",
        "_looks",
        "_owner",
        "_params",
        "_parked",
        "_partitions",
        "_positions",
        "_reader",
        "_readings",
        "_touched",
        "_wanted",
        "state",
    )

    def __init__(
        self,
        partitions: Partitions,
        reader: FetchReader,
        clock: IReactorTime,
        owner: object,
        params: FetchParams,
        wanted: Sequence[FetchedPartition],
        answer: Callable[[Readings], None],
        failed: Callable[[Exception], None],
    ) -> None:
        super().__init__()
        self._partitions = partitions
        self._reader = reader
        self._clock = clock
        self._owner = owner
        self._params = params
        self._wanted = wanted
        self._answer = answer
        self._failed = failed
        self.state = FetchState.PARKED
        self._deadline_s = clock.seconds() + params.max_wait_ms / 1000
        self._readings: Readings | None = None
        #: What was read when it was parked, where that was nothing; and of which partitions something has changed since. A follower of
        #: thousands of partitions waits for all of them, and is woken by a few.
        self._parked: list[PartitionRead] | None = None
        self._touched: set[TopicPartition] = set()
        #: Where the partitions stand in `_wanted`; made on the first waking: in one turn it may be woken for hundreds of them.
        self._positions: dict[TopicPartition, int] | None = None
        #: By partition, where there are several; made on the first waking.
        self._contributions: dict[TopicPartition, int] | None = None
        #: The reading under way, and how many there were one after the other.
        self._look: Deferred[None] | None = None
        self._looks = 0
        self._look_timer: IDelayedCall | None = None

    @property
    def keys(self) -> list[TopicPartition]:
        """What it waits for."""
        return [one.topic_partition for one in self._wanted]

    def begin(self, readings: Readings, changed: Iterable[TopicPartition] = ()) -> None:
        """Wait for what `readings` lack.

        :param changed: of which partitions something has changed since they were read: by this request.
        """
        if readings.cold is None:
            self._touched.update(changed)
            self._park(readings, self._params.max_wait_ms)
        else:
            self._decide(readings)

    def _park(self, readings: Readings, wait_ms: int) -> None:
        # What is held back by a throttle comes by the passing of time alone.
        has_nothing = not self._params.is_throttled and not any(read.size for read in readings.reads)
        self._parked = readings.reads if has_nothing else None
        self._partitions.fetches.watch(self, self.keys, wait_ms)

    def _read(self) -> Readings:
        """All partitions as they are now; those of which nothing was said since they were found to have nothing, as they were then. What
        changed of them without a word is seen by the next request."""
        parked, self._parked = self._parked, None
        if parked is None:
            return self._read_again()
        if not self._touched:
            return Readings(parked, False)
        wanted, at = self._wanted, self._at()
        readings = self._reader.read_all(self._params, [wanted[place] for place in sorted(at[key] for key in self._touched if key in at)])
        if readings.cold is not None:
            return readings
        fresh = {id(read.wanted): read for read in readings.reads}
        reads = [fresh.pop(id(read.wanted), read) for read in parked]
        # Those behind were at rest.
        return Readings([*reads, *fresh.values()], readings.complete)

    def _read_again(self, *, without_cold: bool = False) -> Readings:
        params = self._params
        wanted = self._reader.not_at_rest(params.replica_id, params.version, self._wanted, is_first_look=False)
        return self._reader.read_all(params, wanted, without_cold=without_cold)

    def _at(self) -> dict[TopicPartition, int]:
        """Where each partition stands in `_wanted`."""
        found = self._positions
        if found is None:
            found = self._positions = {key: place for place, key in enumerate(self.keys)}
        return found

    def cancel(self) -> None:
        """Give the request up: its connection is gone."""
        self._end()

    def _end(self) -> None:
        self.state = FetchState.ANSWERED
        self._partitions.fetches.forget(self)
        self._stop_looking()

    def _stop_looking(self) -> None:
        look, self._look = self._look, None
        timer, self._look_timer = self._look_timer, None
        if look is not None:
            look.cancel()
        if timer is not None and timer.active():
            timer.cancel()

    def _decide(self, readings: Readings, *, is_over: bool = False) -> None:
        """What follows on what was just read.

        :param is_over: whether its time is up, so that it is not parked any more.
        """
        if readings.cold is not None:
            at_hand = None
            if self._looks:
                # All that seemed to fit into the answer was read: what still lacks something stands behind that.
                at_hand = self._read_again(without_cold=True)
            if at_hand is None or (self._looks < MOST_LOOKS and _size(at_hand) < max(self._params.min_bytes, 1)):
                self._look_for(readings.cold)
                return
            readings, is_over = at_hand, True
        left_s = self._deadline_s - self._clock.seconds()
        if readings.complete or is_over or left_s <= 0:
            self._end()
            self._answer(readings)
            return
        self.state = FetchState.PARKED
        self._looks = 0
        self._stop_looking()
        self._contributions = self._readings = None
        self._touched.clear()
        self._park(readings, round(left_s * 1000))

    def _look_for(self, cold: ColdRead) -> None:
        self.state = FetchState.LOOKING
        self._looks += 1
        if self._look_timer is None:
            self._look_timer = self._clock.callLater(max(self._params.max_wait_ms, LONGEST_LOOK_MS) / 1000, self._looked_too_long)
        self._look = self._partitions.reads.read(self._owner, cold)
        self._look.addCallback(self._looked).addErrback(self._broke)

    def _looked(self, _: None) -> None:
        self._look = None
        if self.state is FetchState.LOOKING:
            self._decide(self._read_again())

    def _broke(self, failure: Failure) -> None:
        self._look = None
        if failure.check(CancelledError):  # type: ignore[no-untyped-call]
            return
        error = failure.value
        if isinstance(error, OSError) and self.state is FetchState.LOOKING:
            # No thread could be started.
            self._looked_too_long()
            return
        self.fail(error if isinstance(error, Exception) else RuntimeError(str(error)))

    def _looked_too_long(self) -> None:
        try:
            readings = self._read_again(without_cold=True)
            self._end()
            self._answer(readings)
        except Exception as error:  # noqa: BLE001
            self.fail(error)

    def ready(self, key: TopicPartition) -> bool:
        """Whether one of the cases holds, or a thread has to read, now that something about `key` changed."""
        wanted = self._wanted
        self._touched.add(key)
        if len(wanted) == 1:
            readings = self._reader.read_all(self._params, wanted)
            if readings.complete or readings.cold is not None:
                self._readings = readings
                return True
            return False
        contributions = self._contributions
        if contributions is None and self._params.min_bytes == 1:
            # As followers ask: whoever is parked has nothing, and whichever has something ends it.
            place = self._at().get(key)
            return place is not None and self._reader.contribution(self._params, wanted[place]) > 0
        if contributions is None:
            contributions = self._contributions = {
                TopicPartition(one.topic or "", one.index): self._reader.contribution(self._params, one) for one in wanted
            }
        else:
            for one in wanted:
                if one.index == key.partition and one.topic == key.topic:
                    contributions[key] = self._reader.contribution(self._params, one)
                    break
        return sum(contributions.values()) >= self._params.min_bytes

    def complete(self) -> None:
        """Answer with what there is, when it has been read."""
        readings, self._readings = self._readings, None
        if readings is not None and readings.cold is None:
            # `ready` has just read it, and it is enough.
            self.state = FetchState.ANSWERED
            self._answer(readings)
            return
        self._decide(self._read() if readings is None else readings, is_over=readings is None)

    def expire(self) -> None:
        """The same: ``max_wait_ms`` are over."""
        self._deadline_s = self._clock.seconds()
        self._decide(self._read(), is_over=True)

    def fail(self, error: Exception) -> None:
        """Give the request up."""
        self._end()
        self._failed(error)
