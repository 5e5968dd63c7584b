"""How a repetition of a batch leaves out what an earlier attempt has written, and keeps that attempt from writing more.

Without transactions three things do it:

1. *Reading back.* All attempts of a batch's task have one producer id and epoch, which stand in each batch of the log. From where the
   partitions ended before the batch's first attempt (`klog.spark.ledger_topic.Claim.starts`), whatever carries them was written by an
   earlier attempt. It is counted by partition and by content (a multiset of digests), and so many equal rows are left out. The order of
   the rows does not matter; that the same rows come to the same task does, and that the same row goes to the same partition, which is why
   rows without a key go where their value says.
2. *Numbers.* The attempts share their sequence numbers too: a broker takes a batch only if its number follows the last one of the
   partition, so that nobody writes who does not know all that is written. Whoever does not is refused; if a newer attempt has claimed the
   batch it ends (`klog.spark.producing.Fenced`), otherwise it reads on and tries again.
3. *Marks.* The first row that is not in the log yet is written alone, with a mark, and read back (`klog.spark.marked_batches`); so it
   counts only if it is there, and from then on an older attempt's next batch is refused. That one's batch cannot be taken for a repetition
   either: it would have to be of one record, and those are always written with a mark and read back.

A partition to which nothing is left to write is complete: whoever wrote it has nothing more to write there either. The next batch of the
task begins with the next epoch, and brokers refuse what older ones still send.
"""

from __future__ import annotations

import collections
import hashlib
import random as random_
import struct
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from klog.client.blocking.client import BlockingClient
from klog.client.producing.sequences import sequence_after
from klog.errors import ErrorCode, KlogError
from klog.model import EARLIEST_TIMESTAMP, LATEST_TIMESTAMP, TopicPartition
from klog.records.contract import LOG_APPEND_TIME, Codec, RecordsError
from klog.records.encode import SKIP, record_of
from klog.records.implementations import codec as records_codec
from klog.spark.ledger_topic import Claim
from klog.spark.marked_batches import CONFLICTS, is_at_offset, marked_batch
from klog.spark.producing import WriteFailed

if TYPE_CHECKING:
    from klog.spark.encoding import Table

FETCH_BYTES = 4 << 20
#: So often an older attempt may come in between before this one gives up.
_TRIES = 50


class _Partition:
    """What is known of one target partition."""

    def __init__(self, start: int) -> None:
        #: Read up to here.
        self.end = start
        #: Rows of earlier attempts that no row of this one stands for yet: by content with and without the timestamp.
        self.exact: collections.Counter[bytes] = collections.Counter()
        self.loose: collections.Counter[bytes] = collections.Counter()
        self.broker_time = False
        #: The number that a broker accepts next, if nothing has come since.
        self.sequence = 0
        #: Whether older attempts are kept out already.
        self.is_ours = False


class AttemptTakeover:
    """One attempt that repeats a batch.

    :param client: asked; not closed here.
    :param lane_of: the partition of a route, as `klog.spark.producing.ColumnProducer` numbers them.
    :param continue_at: told the number from which on this attempt writes to a partition that was taken over.
    :param check: raises `klog.spark.producing.Fenced` where a newer attempt has claimed the batch.
    :param counted: is told of each batch of the task that is in the log, whichever attempt has written it, with the time that the broker
        has set (-1: none), where somebody counts.
    :ivar left_out: rows that earlier attempts had written.
    :ivar read: records of earlier attempts that were found.
    """

    def __init__(
        self,
        client: BlockingClient,
        claim: Claim,
        lane_of: Callable[[int], TopicPartition],
        continue_at: Callable[[TopicPartition, int], None],
        check: Callable[[], None],
        *,
        now_ms: Callable[[], int],
        timeout_ms: int,
        codec: Codec = Codec.NONE,
        random: random_.Random | None = None,
        counted: Callable[[TopicPartition, bytes, int], None] | None = None,
    ) -> None:
        self.left_out = self.read = self.fences = 0
        self._client = client
        self._claim = claim
        self._lane_of = lane_of
        self._continue_at = continue_at
        self._check = check
        self._now_ms = now_ms
        self._timeout_ms = timeout_ms
        self._codec = codec
        self._random = random or random_.SystemRandom()
        self._counted = counted
        self._partitions = {
            TopicPartition(topic, number): _Partition(start)
            for topic, starts in claim.starts.items()
            for number, start in enumerate(starts)
        }

    def read_back(self) -> None:
        """Find what earlier attempts have written.

        :raises KlogError: the partitions cannot be read.
        """
        if not self._partitions:
            return
        earliest = self._client.list_offsets(list(self._partitions), EARLIEST_TIMESTAMP, timeout_ms=self._timeout_ms)
        latest = self._client.list_offsets(list(self._partitions), LATEST_TIMESTAMP, timeout_ms=self._timeout_ms)
        for tp, known in self._partitions.items():
            end = latest[tp].offset
            if end < known.end:
                # The topic was made anew: nothing that was written is left, and all that is there came later.
                known.end = 0
            known.end = max(known.end, earliest[tp].offset)
            self._read(tp, known, end)

    @property
    def unmatched(self) -> int:
        """Records of earlier attempts that no row has stood for: the repetition was not the same."""
        return sum(known.loose.total() for known in self._partitions.values())

    def gate(self, table: Table, routes: bytearray) -> None:
        """Leave out the rows of `table` that are written, and write those by which partitions are taken over."""
        out = memoryview(routes).cast("i")
        for row in range(table.rows.length):
            tp = self._lane_of(out[row])
            known = self._partitions.get(tp)
            if known is None or (known.is_ours and not known.loose):
                continue
            key, value, headers, stamp_us = record_of(table.rows, row)
            stamp_ms = None if stamp_us is None else stamp_us // 1000
            if self._is_written(known, key, value, headers, stamp_ms):
                self.left_out += 1
                out[row] = SKIP
            elif not known.is_ours:
                if not self._take(tp, known, key, value, headers, stamp_ms):
                    self.left_out += 1
                out[row] = SKIP

    # -- what is written

    def _is_written(
        self, known: _Partition, key: bytes | None, value: bytes | None, headers: Sequence[tuple[bytes, bytes | None]], stamp_ms: int | None
    ) -> bool:
        """Whether an earlier attempt wrote such a row; it stands for this one then, and for no other."""
        if not known.loose:
            return False
        loose = digest(key, value, headers)
        if not known.loose[loose]:
            return False
        if stamp_ms is not None and not known.broker_time:
            exact = _stamped(loose, stamp_ms)
            if not known.exact[exact]:
                return False
            _one_less(known.exact, exact)
        _one_less(known.loose, loose)
        return True

    def _read(self, tp: TopicPartition, known: _Partition, end: int) -> None:
        """Take in what was written up to `end`."""
        while known.end < end:
            fetched = self._client.fetch(tp, known.end, FETCH_BYTES, timeout_ms=self._timeout_ms)
            data = fetched.records
            try:
                entries = records_codec.scan(data)
            except RecordsError as error:
                raise _damaged(tp, known.end, error) from None
            if not entries:
                raise WriteFailed(
                    ErrorCode.UNKNOWN_SERVER_ERROR,
                    f"topic {tp.topic}, partition {tp.partition}: nothing came behind offset {known.end} of {end}",
                )
            for entry in entries:
                # A fetch answers with whole batches: the first may have been read before, and the last may lie behind the end.
                if entry.base_offset < known.end:
                    known.end = max(known.end, entry.last_offset + 1)
                    continue
                known.end = entry.last_offset + 1
                claim = self._claim
                if entry.magic != 2 or (entry.producer_id, entry.producer_epoch) != (claim.producer_id, claim.epoch):
                    continue
                batch = bytes(data[entry.position : entry.position + entry.size])
                broker_time = bool(entry.attributes & LOG_APPEND_TIME)
                self._count(tp, known, batch, entry.base_offset, broker_time)
                if self._counted is not None:
                    self._counted(tp, batch, entry.max_timestamp if broker_time else -1)
                known.sequence = sequence_after(entry.base_sequence, entry.record_count)

    def _count(self, tp: TopicPartition, known: _Partition, batch: bytes, offset: int, broker_time: bool) -> None:
        known.broker_time = known.broker_time or broker_time
        try:
            records_codec.check_crc(batch)
            for record in records_codec.records(batch):
                headers = [(header.key.encode("utf-8", "surrogateescape"), header.value) for header in record.headers]
                loose = digest(record.key, record.value, headers)
                known.loose[loose] += 1
                known.exact[_stamped(loose, record.timestamp_ms)] += 1
                self.read += 1
        except RecordsError as error:
            raise _damaged(tp, offset, error) from None

    # -- taking over

    def _take(
        self,
        tp: TopicPartition,
        known: _Partition,
        key: bytes | None,
        value: bytes | None,
        headers: Sequence[tuple[bytes, bytes | None]],
        stamp_ms: int | None,
    ) -> bool:
        """Write one row so that older attempts are kept out; False where one of them wrote it meanwhile."""
        for _ in range(_TRIES):
            mine = marked_batch(
                key,
                value,
                headers,
                self._now_ms() if stamp_ms is None else stamp_ms,
                producer_id=self._claim.producer_id,
                epoch=self._claim.epoch,
                sequence=known.sequence,
                random=self._random,
                codec=self._codec,
            )
            try:
                produced = self._client.produce(tp, mine, -1, timeout_ms=self._timeout_ms)
                if is_at_offset(self._client, tp, produced.base_offset, mine, timeout_ms=self._timeout_ms):
                    known.is_ours = True
                    if self._counted is not None:
                        self._counted(tp, mine, produced.log_append_time_ms)
                    self._continue_at(tp, sequence_after(known.sequence, 1))
                    self.fences += 1
                    return True
            except KlogError as error:
                if error.code not in CONFLICTS:
                    where = f"topic {tp.topic}, partition {tp.partition}"
                    why = error.message.removeprefix(f"{where}: ")
                    raise WriteFailed(error.code, f"{where}: a record could not be written: {why}") from None
            end = self._client.list_offsets([tp], LATEST_TIMESTAMP, timeout_ms=self._timeout_ms)[tp].offset
            self._read(tp, known, end)
            # Somebody else has written. A newer attempt: then this one ends here. An older one: then again, behind it.
            self._check()
            if self._is_written(known, key, value, headers, stamp_ms):
                return False
        raise WriteFailed(
            ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER,
            f"topic {tp.topic}, partition {tp.partition}: {_TRIES} times the broker did not take the record by which this attempt of batch "
            f"{self._claim.batch} takes over from an earlier one",
        )


def digest(key: bytes | None, value: bytes | None, headers: Sequence[tuple[bytes, bytes | None]]) -> bytes:
    """What a record holds, in 16 bytes."""
    state = hashlib.blake2b(digest_size=16)
    for field in (key, value, *(part for header in headers for part in header)):
        state.update(struct.pack("<q", -1 if field is None else len(field)))
        state.update(field or b"")
    return state.digest()


def _stamped(loose: bytes, stamp_ms: int) -> bytes:
    return loose + stamp_ms.to_bytes(8, "big", signed=True)


def _one_less(counter: collections.Counter[bytes], item: bytes) -> None:
    counter[item] -= 1
    if counter[item] <= 0:
        del counter[item]


def _damaged(tp: TopicPartition, offset: int, error: Exception) -> WriteFailed:
    return WriteFailed(
        ErrorCode.CORRUPT_MESSAGE,
        f"topic {tp.topic}, partition {tp.partition}, offset {offset}: what an earlier attempt has written cannot be read back: {error}",
    )
