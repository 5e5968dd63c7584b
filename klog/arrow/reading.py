"""A range of one partition's offsets, read as Arrow record batches.

`RangeReader` alternates between two things: it takes a fetch answer from the client, and decodes it into a record batch or a few. As soon
as the batch headers of an answer tell where it ends, the request for the next one leaves (`klog.client.blocking.pending_fetch`), and only
then the decoding starts: the broker reads and the kernel receives meanwhile. An answer that was asked for ahead and is not of use (reading
went on elsewhere) is dropped.

Memory. Of one task there are at any time: one fetch answer (`ReadOptions.fetch_bytes`, or one batch of records where that is larger), one
batch of records uncompressed (`max_uncompressed_bytes` at most, and only where records are compressed), and the record batch in the making
(`max_batch_bytes`, or one record where that is larger), besides those that the user of the iterator keeps. What is asked for ahead waits in
the kernel's receive buffer. A single record of any size passes as long as the client's `max_response_bytes` takes the answer. From one task
to the next the process keeps a receive buffer of at most 9 MiB a connection, and what ``klog.records._columns`` keeps of its own.

What is not there. Offsets may be missing within a range (compaction, aborted transactions, markers of transactions), and are stepped over.
Records that are gone are another thing: the log begins later or ends earlier than the range, or the topic was deleted, or deleted and made
again (`TopicRange.topic_id` tells, with brokers since Kafka 3.1). That raises `DataLoss`, or is noted in `lost_ranges` with
`fail_on_data_loss` off. Damaged records raise `CorruptRange`, or are counted in `skipped_records` with `skip_corrupt`.

Everything else that may pass (leaders that move, brokers that start again, lost connections) is met by asking again, for as long as
`poll_timeout_ms` without progress.
"""

from __future__ import annotations

import dataclasses
import random
import time
from collections.abc import Callable, Iterator

import pyarrow as pa

from klog.arrow.batches import record_batch, wanted_by
from klog.arrow.connections import client_for
from klog.arrow.errors import CorruptRange, DataLoss
from klog.arrow.ranges import TopicRange
from klog.arrow.schema import COLUMNS, schema
from klog.client.blocking.client import BlockingClient
from klog.client.blocking.pending_fetch import Fetched, PendingFetch
from klog.client.isolation import IsolationLevel, aborted_batches, isolation_level
from klog.client.retry import Action, what_to_do_about
from klog.client.settings import ClientSettings
from klog.config import ConfigError
from klog.errors import ErrorCode, KlogError
from klog.model import EARLIEST_TIMESTAMP, LATEST_TIMESTAMP, NO_TOPIC_ID, TopicPartition
from klog.records.columns import PlainColumnCursor
from klog.records.contract import RecordsError
from klog.records.implementations import columns as columns_of
from klog.retry_policy import Backoff

#: How long a broker may hold back an answer for which there is nothing yet, and pauses between such answers, in ms.
MAX_WAIT_MS = 500
_PAUSE_MS = (5, 200)
_UNKNOWN = (ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, ErrorCode.UNKNOWN_TOPIC_ID, ErrorCode.INCONSISTENT_TOPIC_ID)
_LARGEST = (1 << 31) - 1


@dataclasses.dataclass(frozen=True, kw_only=True)
class ReadOptions:
    """How a range is read. Can be pickled.

    :raises ConfigError: a value that cannot be.
    """

    #: Of `klog.arrow.schema.COLUMNS`; what is not asked for is not decoded.
    columns: tuple[str, ...] = COLUMNS
    #: Whether there is a column ``headers``, last.
    include_headers: bool = False
    #: "read_uncommitted" or "read_committed".
    isolation: str = "read_uncommitted"
    #: About so many bytes are asked for at once. One batch of records comes, however large it is.
    fetch_bytes: int = 2 << 20
    #: The most bytes of keys, values and headers in one record batch; one record is in it, however large it is.
    max_batch_bytes: int = 8 << 20
    #: The most that one compressed batch of records may hold.
    max_uncompressed_bytes: int = 100 << 20
    #: Whether records that are gone are an error.
    fail_on_data_loss: bool = True
    #: Whether damaged batches of records are left out and counted.
    skip_corrupt: bool = False
    #: How long nothing may come before reading fails.
    poll_timeout_ms: int = 120_000
    #: Where we are: leaders may send us to a replica in this rack (KIP-392).
    client_rack: str = ""
    #: How long to believe in a topic that the brokers do not know (those that have just started do not know any yet).
    gone_after_ms: int = 5_000

    def __post_init__(self) -> None:
        schema(self.columns, self.include_headers)
        isolation_level(self.isolation)
        for name in ("fetch_bytes", "max_batch_bytes", "max_uncompressed_bytes", "poll_timeout_ms", "gone_after_ms"):
            value = getattr(self, name)
            if not 1 <= value <= _LARGEST:
                raise ConfigError(name, str(value), f"allowed is 1 to {_LARGEST}")

    @property
    def schema(self) -> pa.Schema:
        """Of the record batches."""
        return schema(self.columns, self.include_headers)


class RangeReader:
    """The record batches of one range; iterate over it once.

    ::

        reader = RangeReader(ClientSettings(bootstrap_servers="kafka:9092"), TopicRange("orders", 0, 0, 1000), ReadOptions())
        for batch in reader:
            ...
        print(reader.rows, reader.lost_ranges)

    :param source: settings (this process's kept client is used), or a client.
    :param wanted: what to read; `DataLoss` where some of it is gone.
    :param clock: seconds, never going back; :param sleep: waits so many seconds.
    :raises DataLoss: see above; :raises CorruptRange: likewise.
    :raises KlogError: nothing came for `poll_timeout_ms`, or the brokers refuse us.
    """

    def __init__(
        self,
        source: ClientSettings | BlockingClient,
        wanted: TopicRange,
        options: ReadOptions = ReadOptions(),  # noqa: B008 (frozen)
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.range = wanted
        self.options = options
        #: Where reading stands: everything before it was handed out, stepped over or noted below.
        self.position = wanted.start
        #: Records that were handed out.
        self.rows = 0
        #: Bytes of records that were fetched.
        self.bytes = 0
        #: Records in damaged batches that were left out, as far as these tell.
        self.skipped_records = 0
        #: (first, behind the last) offset of what is gone.
        self.lost_ranges: list[tuple[int, int]] = []
        self._client = client_for(source) if isinstance(source, ClientSettings) else source
        self._tp = TopicPartition(wanted.topic, wanted.partition)
        self._level = isolation_level(options.isolation)
        self._schema = options.schema
        self._wanted = wanted_by(self._schema)
        self._clock = clock
        self._sleep = sleep
        self._backoff = Backoff(*_PAUSE_MS, random.Random())
        self._ahead: PendingFetch | None = None
        #: Until when something has to come; None while something does.
        self._give_up_at_s: float | None = None

    def __iter__(self) -> Iterator[pa.RecordBatch]:
        try:
            while self.position < self.range.end:
                before = self.position
                fetched = self._fetch()
                if fetched is not None:
                    yield from self._decode(fetched)
                    if self.position == before:
                        self._nothing_came(fetched)
                if self.position > before:
                    self._give_up_at_s = None
                    self._backoff.reset()
        finally:
            self._drop()

    # -- fetching

    def _left_ms(self) -> int:
        """How long something may still take."""
        now = self._clock()
        if self._give_up_at_s is None:
            self._give_up_at_s = now + self.options.poll_timeout_ms / 1000
        return max(0, int((self._give_up_at_s - now) * 1000))

    def _begin(self, offset: int) -> PendingFetch:
        return self._client.begin_fetch(
            self._tp,
            offset,
            self.options.fetch_bytes,
            self._level,
            max_wait_ms=min(MAX_WAIT_MS, self.options.poll_timeout_ms),
            topic_id=self.range.topic_id,
            rack=self.options.client_rack,
        )

    def _drop(self) -> None:
        ahead, self._ahead = self._ahead, None
        if ahead is not None:
            ahead.drop()

    def _fetch(self) -> Fetched | None:
        """The answer for the present position; None where that has moved instead."""
        left_ms = self._left_ms()
        if self._ahead is not None and self._ahead.offset != self.position:
            self._drop()
        pending, self._ahead = self._ahead or self._begin(self.position), None
        try:
            fetched = pending.result(timeout_ms=left_ms, unknown_ms=self.options.gone_after_ms)
        except KlogError as error:
            if error.code is ErrorCode.OFFSET_OUT_OF_RANGE:
                self._out_of_range(error)
            elif error.code in _UNKNOWN:
                self._unknown(error)
            elif what_to_do_about(error) is Action.FAIL:
                raise
            else:
                raise self._too_late(f"at last: {error}", error.code) from error
            return None
        self.bytes += len(fetched.records)
        return fetched

    # -- decoding

    def _decode(self, fetched: Fetched) -> Iterator[pa.RecordBatch]:
        options, end = self.options, self.range.end
        size = len(fetched.records)
        if not size:
            return
        sketch = columns_of.outline(fetched.records, self.position, end)
        if self.position < sketch.next_offset < end:
            self._ahead = self._begin(sketch.next_offset)
        cursor: PlainColumnCursor | None = columns_of.cursor(
            fetched.records,
            start=self.position,
            end=end,
            wanted=self._wanted,
            skip=self._aborted(fetched, sketch.size or size),
            max_uncompressed_bytes=options.max_uncompressed_bytes,
        )
        while cursor is not None:
            try:
                raw = cursor.take(options.max_batch_bytes)
            except RecordsError as error:
                if not options.skip_corrupt:
                    raise self._corrupt(cursor.next_offset, error, fetched) from error
                self.skipped_records += cursor.skip_batch().records
                raw = None
                if not fetched.aborted:
                    self.position = cursor.next_offset
                    continue
                # Which batches behind it are aborted is not to be trusted.
            self.position = cursor.next_offset
            if raw is None or self.position >= min(end, sketch.next_offset):
                # The answer is not kept while somebody works on its last records.
                cursor = None
                fetched.reuse()
            if raw is not None:
                batch = record_batch(raw, self._tp.topic, self._tp.partition, self._schema)
                self.rows += raw.rows
                del raw
                yield batch
                del batch

    def _aborted(self, fetched: Fetched, size: int) -> frozenset[int]:
        """Positions of the batches that do not count, among those of the first `size` bytes."""
        if not fetched.aborted:
            return frozenset()
        try:
            return aborted_batches(fetched.records[:size], fetched.aborted)
        except RecordsError as error:
            if self.options.skip_corrupt:
                # The cursor meets the same.
                return frozenset()
            raise self._corrupt(self.position, error, fetched) from error

    def _corrupt(self, offset: int, error: RecordsError, fetched: Fetched) -> CorruptRange:
        why = f"{error} (sent by broker {fetched.address})"
        if str(self.options.max_uncompressed_bytes) in str(error):
            why += "; that limit is maxUncompressedBytes"
        return CorruptRange(self._tp.topic, self._tp.partition, offset, why)

    # -- what may be missing

    def _nothing_came(self, fetched: Fetched) -> None:
        """An answer without anything to go on with: perhaps a moment later."""
        if self._left_ms():
            self._sleep(self._backoff.next_ms() / 1000)
            return
        stable = fetched.last_stable_offset
        if fetched.high_watermark <= self.position:
            self._lost(self.range.end, f"the log ends at offset {fetched.high_watermark}")
        elif self._level is IsolationLevel.READ_COMMITTED and 0 <= stable <= self.position:
            raise self._too_late(f"a transaction that is open since offset {stable} holds back what follows it")
        else:
            raise self._too_late(f"broker {fetched.address} has records up to offset {fetched.high_watermark}, and sends none")

    def _out_of_range(self, error: KlogError) -> None:
        earliest = self._client.list_offsets([self._tp], EARLIEST_TIMESTAMP, timeout_ms=max(1, self._left_ms()))[self._tp].offset
        latest = self._client.list_offsets([self._tp], LATEST_TIMESTAMP, timeout_ms=max(1, self._left_ms()))[self._tp].offset
        if self.position < earliest:
            self._lost(min(earliest, self.range.end), f"the log begins at offset {earliest} now (retention, or records were deleted)")
        elif self.position > latest:
            self._lost(self.range.end, f"the log ends at offset {latest}")
        elif not self._left_ms():
            raise self._too_late(f"at last: {error}", error.code) from error
        else:
            # Two brokers of different opinion: one of them is behind.
            self._sleep(self._backoff.next_ms() / 1000)

    def _unknown(self, error: KlogError) -> None:
        """The leader does not know the topic, or none with this id: it is gone where the others do not know it either."""
        try:
            self._client.refresh([self._tp.topic], timeout_ms=max(1, min(self._left_ms(), self.options.gone_after_ms)))
        except KlogError:
            why = None
        else:
            why = self._why_unknown()
        if why is not None:
            self._lost(self.range.end, why)
        elif not self._left_ms():
            raise self._too_late(f"at last: {error}", error.code) from error
        else:
            self._sleep(self._backoff.next_ms() / 1000)

    def _why_unknown(self) -> str | None:
        topic = self._client.metadata.topic(self._tp.topic)
        if topic is None or topic.error is ErrorCode.UNKNOWN_TOPIC_OR_PARTITION:
            return "the topic does not exist any more"
        if self.range.topic_id not in (NO_TOPIC_ID, topic.topic_id):
            return "the topic was deleted and made again: its offsets count other records now"
        if topic.error is ErrorCode.NONE and topic.partition(self._tp.partition) is None:
            return "the topic has no such partition"
        return None

    def _lost(self, end: int, why: str) -> None:
        if self.options.fail_on_data_loss:
            raise DataLoss(self._tp.topic, self._tp.partition, self.position, end, why)
        self.lost_ranges.append((self.position, end))
        self.position = end

    def _too_late(self, why: str, code: ErrorCode = ErrorCode.REQUEST_TIMED_OUT) -> KlogError:
        return KlogError(
            code,
            f"topic {self._tp.topic}, partition {self._tp.partition}: nothing came at offset {self.position} "
            f"(of {self.range.start} to {self.range.end}) for {self.options.poll_timeout_ms} ms (kafkaConsumer.pollTimeoutMs); {why}",
        )
