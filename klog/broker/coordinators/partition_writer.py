"""A partition of a coordinator's topic as a shard writes it: records in, one batch appended, acknowledged now, after the flush, or when
every replica in sync has it: as a Produce with acks=-1 (``CoordinatorPartitionWriter``).

The batch goes through the ordinary `Partition`, so fetchers, flushes, recovery and retention know nothing special. What the log refuses is
told to clients of a coordinator in other words than to producers (``CoordinatorOperationExceptionHelper``): they are told what makes them
try again or look for the coordinator anew.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from twisted.internet.defer import Deferred

from klog.broker.coordinators.records import CoordinatorRecord, Encoded
from klog.broker.purgatory import Purgatory
from klog.broker.replicas.acknowledgement import ALL_REPLICAS, when_acknowledged
from klog.broker.replicas.partition import Partition
from klog.errors import ErrorCode, KlogError
from klog.records.contract import TRANSACTIONAL, Codec, RecordsCodec
from klog.storage.log.values import AppendEntry
from klog.storage.producers.transaction_guard import TransactionGuard
from klog.wire.coordinator_records import encode_all

#: The version of Produce whose checks a coordinator's batch passes.
_PRODUCE_VERSION = 9
_NO_HEADERS = ()

#: What the log says, and what members are told.
_TRANSLATED: dict[int, ErrorCode] = {
    ErrorCode.UNKNOWN_TOPIC_OR_PARTITION: ErrorCode.COORDINATOR_NOT_AVAILABLE,
    ErrorCode.NOT_ENOUGH_REPLICAS: ErrorCode.COORDINATOR_NOT_AVAILABLE,
    ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND: ErrorCode.COORDINATOR_NOT_AVAILABLE,
    ErrorCode.REQUEST_TIMED_OUT: ErrorCode.COORDINATOR_NOT_AVAILABLE,
    ErrorCode.NOT_LEADER_OR_FOLLOWER: ErrorCode.NOT_COORDINATOR,
    ErrorCode.KAFKA_STORAGE_ERROR: ErrorCode.NOT_COORDINATOR,
    ErrorCode.MESSAGE_TOO_LARGE: ErrorCode.UNKNOWN_SERVER_ERROR,
    ErrorCode.RECORD_LIST_TOO_LARGE: ErrorCode.UNKNOWN_SERVER_ERROR,
}


def translated(code: int, message: str | None = None) -> KlogError:
    """What a client of a coordinator is told where the log answered `code`."""
    return KlogError(_TRANSLATED.get(code, ErrorCode(code)), message)


class PartitionWriter:
    """Writes to `partition`. Implements `klog.broker.coordinators.shard.CoordinatorLog`.

    :param produces: where acknowledgements wait.
    :param now_ms: milliseconds since 1970, for the records' timestamps.
    :param batch_codec: how batches are compressed (``offsets.topic.compression.codec``).
    :param timeout_ms: how long an acknowledgement may wait (``offsets.commit.timeout.ms``).
    """

    def __init__(
        self,
        partition: Partition,
        records: RecordsCodec,
        produces: Purgatory,
        now_ms: Callable[[], int],
        *,
        batch_codec: int = 0,
        timeout_ms: int = 5000,
    ) -> None:
        self.partition = partition
        self._build = records.build_batch
        self._produces = produces
        self._now_ms = now_ms
        self._codec = Codec(batch_codec)
        self._timeout_ms = timeout_ms
        # Behind the last record that answers may rest on. What an earlier leadership of this process appended may not be flushed yet.
        self._end = partition.log.end_offset
        if partition.flush_rule and partition.log.high_watermark < self._end:
            partition.request_flush()

    @property
    def end(self) -> int:
        """See `CoordinatorLog.end`."""
        return self._end

    @property
    def settled(self) -> int:
        """See `CoordinatorLog.settled`."""
        return self.partition.log.high_watermark

    def append(self, records: Sequence[CoordinatorRecord]) -> Deferred[None] | None:
        """See `CoordinatorLog.append`."""
        return self.append_encoded(encode_all(records))

    def append_encoded(self, records: Sequence[Encoded]) -> Deferred[None] | None:
        """The same for records that are bytes already."""
        now_ms = self._now_ms()
        batch = self._build([(now_ms, key, value, _NO_HEADERS) for key, value in records], codec=self._codec)
        return self._append(AppendEntry(batch, _PRODUCE_VERSION, internal=True))

    def append_in_transaction(
        self, records: Sequence[Encoded], producer_id: int, epoch: int, guard: TransactionGuard | None
    ) -> Deferred[None] | None:
        """See `CoordinatorLog.append_in_transaction`."""
        now_ms = self._now_ms()
        batch = self._build(
            [(now_ms, key, value, _NO_HEADERS) for key, value in records],
            codec=self._codec,
            attributes=TRANSACTIONAL,
            producer_id=producer_id,
            producer_epoch=epoch,
            base_sequence=0,
        )
        return self._append(AppendEntry(batch, _PRODUCE_VERSION, internal=True, guard=guard))

    def append_marker(self, batch: bytes, version: int) -> Deferred[None] | None:
        """See `CoordinatorLog.append_marker`."""
        return self._append(AppendEntry(batch, _PRODUCE_VERSION, internal=True, transaction_version=version))

    def begin_verification(self, producer_id: int, epoch: int, *, knows_epoch_bumps: bool) -> TransactionGuard | None:
        """See `CoordinatorLog.begin_verification`."""
        return self.partition.log.begin_verification(producer_id, epoch, -1, knows_epoch_bumps=knows_epoch_bumps)

    def _append(self, entry: AppendEntry) -> Deferred[None] | None:
        partition = self.partition
        code = partition.refusal_of(ALL_REPLICAS)
        if code:
            raise translated(code)
        result = partition.append([entry])[0]
        if result.code:
            raise translated(result.code, result.message)
        self._end = result.last_offset + 1
        waiting = self.acknowledged()
        if waiting is not None and partition.flush_rule:
            partition.request_flush()
        return waiting

    def acknowledged(self) -> Deferred[None] | None:
        """See `CoordinatorLog.acknowledged`."""
        partition = self.partition
        if partition.log.high_watermark >= self._end:
            return None
        if partition.ended:
            raise translated(partition.ended)
        if not partition.waits_for(ALL_REPLICAS):
            return None
        waiting = when_acknowledged(partition, self._end, self._produces, self._timeout_ms)
        return waiting.addCallback(self._told)

    def _told(self, code: ErrorCode) -> None:
        if code is ErrorCode.NONE:
            return
        if code is ErrorCode.REQUEST_TIMED_OUT:
            raise translated(code, "the records were appended and not acknowledged in time")
        if self.partition.ended:
            raise KlogError(ErrorCode.NOT_COORDINATOR)
        if code is ErrorCode.KAFKA_STORAGE_ERROR:
            raise translated(code, f"{self.partition.topic_partition} could not be flushed")
        raise translated(code)
