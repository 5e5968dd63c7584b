"""Reading for Fetch.

`FetchReader.read_all` reads every partition of a request in its order. The first one that has anything gives its first batch whole, however
large; after that each gives what fits into its own limit and into what is left of the answer's (KIP-74). A follower gets no more of a
partition than its ``segment.bytes``: Apache Kafka's appends no more at once, and gives up a partition for which it got more, until its
controller names a leader anew.

Where something has to be read for which the disk must be waited for (`klog.storage.cold_read`), `Readings.cold` is what a thread has to
read first, for all partitions that seem to fit into the answer. When nobody has to wait is told in `klog.broker.fetching.delayed_fetch`,
whose cases are named here.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence

from klog.broker.fetching.at_rest import at_rest, not_at_rest
from klog.broker.fetching.nearest_replica import RackOfConsumer
from klog.broker.fetching.sessions import FetchedPartition
from klog.broker.replicas.partition import Partition
from klog.broker.replicas.partitions import Partitions
from klog.errors import ErrorCode, KlogError
from klog.model import NO_TOPIC_ID
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


def size_of(readings: Readings) -> int:
    """Bytes of records."""
    return sum(read.size for read in readings.reads)


def _forget(read: PartitionRead, code: ErrorCode) -> None:
    read.code = code
    read.high_watermark = read.last_stable_offset = read.start_offset = -1
    read.aborted = None
