"""Records for old clients: what Fetch 0 to 3 reads is converted to the formats 0 and 1, in slices, so that nobody else waits for it.

One request is one job:

=========================================== ========================= ==========================================================
step                                        runs                      bounded by
=========================================== ========================= ==========================================================
read a piece of a span                      on the reactor, in a      `PIECE_BYTES`, or one batch
                                            thread where it is cold
decompress, compress                        in a thread from          a batch
                                            `INLINE_BYTES` on
convert some records                        on the reactor            `klog.records.legacy.STEP_RECORDS`
                                                                      and `STEP_BYTES`
=========================================== ========================= ==========================================================

The reactor turns whenever `SLICE_S` are used up; one job has a slice in each turn, and they take turns: here and not in `Steps`, for a job
waits for threads in between, waits for memory before it begins, and goes with its connection. `MOST_OPEN` are at work at a time, the others
wait and hold nothing. What a job holds, records and the answer as far as it is made, is counted in the `MemoryBudget`. While
that is over its limit no job begins but one in `OVERDUE_S`, and those at work end after the batch that they are at: an answer may hold less
than was asked for, and the client comes back for the rest.

How much one answer holds: each partition gives its first batch whole, then further ones up to its limit or the span's size, whichever is
larger, and all of them together no more than the request's limit in excess of their spans.

A thread has `LONGEST_LOOK_MS` for what it is given: then the disk is taken for one that hangs, and whatever else the job would ask a thread
for is refused, with the partition that it is for. While `MOST_OPEN` threads hang no other is asked.

Between two slices a log may go: a span keeps its file, so what was read stays true; whether its partition is still served is looked at
again at the end. A job whose Deferred is cancelled, because the connection went, ends at once.

Source: ``LazyDownConversionRecords`` and ``RecordsUtil`` of Kafka 3.9.2.
"""

from __future__ import annotations

import errno
from collections import deque
from collections.abc import Generator, Iterable, Sequence
from typing import Any

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.python.failure import Failure

from klog.broker.fetching.cold_reads import LONGEST_LOOK_MS, MOST_ASKS
from klog.broker.fetching.fetch_reader import PartitionRead
from klog.broker.replicas.partition import Partition
from klog.broker.steps import SLICE_S
from klog.errors import ErrorCode, KlogError
from klog.in_thread import InThread
from klog.memory_budget import Holding, MemoryBudget
from klog.net.read_ahead import is_cached
from klog.records.batch import step
from klog.records.contract import Buffer, CorruptRecords, RecordsCodec, RecordsError, UnsupportedCodec
from klog.records.legacy import LongCall, conversion
from klog.span import FileSpan
from klog.storage.cold_read import ColdRead, without_stack
from klog.storage.log.values import LogRead

#: What is read at a time.
PIECE_BYTES = 256 << 10
#: Converted records are put together to pieces of this size, each of which is gone once it is sent.
ANSWER_PIECE_BYTES = 128 << 10
#: Less than this is decompressed and compressed on the reactor.
INLINE_BYTES = 64 << 10
#: Jobs at work.
MOST_OPEN = 4
#: How often one begins while there is no memory for it.
OVERDUE_S = 1.0

#: The records of each partition as a message set in pieces, by the ``id`` of its `PartitionRead`.
Converted = dict[int, list[bytes]]
_Work = Generator[LongCall | None, Any, None]


class _Job:
    """The conversion of what one Fetch request has found."""

    __slots__ = ("deferred", "held", "holding", "is_calling", "is_late", "is_over", "left", "made", "pieces", "reads", "version", "work")

    def __init__(self, reads: Sequence[PartitionRead], version: int, max_bytes: int, memory: MemoryBudget) -> None:
        self.reads = reads
        self.version = version
        #: What may still be given in excess of the spans.
        self.left = max_bytes
        self.pieces: Converted = {}
        self.made = 0
        #: Read, and in the middle of being converted.
        self.held = 0
        self.holding = Holding(memory)
        self.work: _Work | None = None
        self.deferred: Deferred[Converted] | None = None
        self.is_over = False
        #: Whether a thread does something for it; and whether one took too long.
        self.is_calling = False
        self.is_late = False

    def count(self, held: int) -> None:
        """`held` bytes are held besides what is made."""
        self.held = held
        self.holding.change_to(self.made + held)


class DownConverter:
    """Converts for all connections.

    :param clock: for the slices; None: a job is done at once, as far as it need not wait for a thread.
    :param in_thread: for what is cold and what is compressed; None: that is done here, too.
    :param memory: where all that is held is counted.
    """

    def __init__(
        self,
        codec: RecordsCodec,
        clock: IReactorTime | None = None,
        in_thread: InThread[Any] | None = None,
        memory: MemoryBudget | None = None,
    ) -> None:
        self._codec = codec
        self._clock = clock
        self._in_thread = in_thread
        self._memory = MemoryBudget() if memory is None else memory
        self._waiting: deque[_Job] = deque()
        self._open: set[_Job] = set()
        #: Those of `_open` that need no thread now.
        self._ready: deque[_Job] = deque()
        self._next_turn: IDelayedCall | None = None
        self._overdue: IDelayedCall | None = None
        #: Threads that took too long and are not done; and those that work for jobs that are gone, which keep their place till then.
        self._hanging = 0
        self._left_behind = 0
        #: When the next job may have its first slice at once.
        self._free_at_s = 0.0

    @property
    def count(self) -> int:
        """Jobs that are not done."""
        return len(self._open) + len(self._waiting)

    def convert(self, reads: Sequence[PartitionRead], version: int, max_bytes: int) -> Converted | Deferred[Converted]:
        """The records of `reads`; what cannot be converted becomes an error of its read. At once where it is little and nobody waits.

        :param version: of Fetch, 0 to 3.
        :param max_bytes: of the whole answer.
        """
        job = _Job(reads, version, max_bytes, self._memory)
        job.work = self._work(job)
        clock = self._clock
        if clock is None or (not self.count and self._has_room and not self._memory.is_over and clock.seconds() >= self._free_at_s):
            self._open.add(job)
            began_s = 0.0 if clock is None else clock.seconds()
            self._slice(job)
            if clock is not None and clock.seconds() > began_s:
                # As long as this took, others may have theirs.
                self._free_at_s = 2 * clock.seconds() - began_s
            if job.is_over:
                return job.pieces
        else:
            self._waiting.append(job)
        deferred: Deferred[Converted] = Deferred(lambda _: self._drop(job))
        job.deferred = deferred
        self._begin()
        return deferred

    # -- taking turns

    def _begin(self) -> None:
        """Begin what waits, as far as there is room for it."""
        while self._waiting and self._has_room and not self._memory.is_over:
            self._begin_one()
        clock = self._clock
        if self._waiting and self._memory.is_over:
            self._memory.listen(self._look_soon)
            if self._overdue is None and clock is not None:
                self._overdue = clock.callLater(OVERDUE_S, self._begin_overdue)
        elif not self._waiting:
            self._memory.unlisten(self._look_soon)
            if self._overdue is not None:
                self._overdue.cancel()
                self._overdue = None
        if self._ready:
            self._look_soon()

    @property
    def _has_room(self) -> bool:
        return len(self._open) + self._left_behind < MOST_OPEN

    def _begin_one(self) -> None:
        job = self._waiting.popleft()
        self._open.add(job)
        self._ready.append(job)

    def _begin_overdue(self) -> None:
        self._overdue = None
        if self._waiting and self._has_room:
            self._begin_one()
        self._begin()

    def _look_soon(self) -> None:
        if self._next_turn is None and self._clock is not None:
            self._next_turn = self._clock.callLater(0, self._turn)

    def _turn(self) -> None:
        self._next_turn = None
        if self._ready:
            self._slice(self._ready.popleft())
        self._begin()

    def _slice(self, job: _Job, value: object = None, error: BaseException | None = None) -> None:
        """Work on `job` for a while, beginning with the outcome of what was done in a thread."""
        clock, work = self._clock, job.work
        assert work is not None
        end_s = 0.0 if clock is None else clock.seconds() + SLICE_S
        while not job.is_over:
            try:
                call = work.send(value) if error is None else work.throw(error)
            except StopIteration:
                self._done(job, job.pieces)
                return
            except Exception:  # noqa: BLE001
                self._done(job, Failure())  # type: ignore[no-untyped-call]
                return
            value = error = None
            if call is not None:
                if self._in_thread is not None and call.size_bytes >= INLINE_BYTES:
                    if job.is_late or self._hanging >= MOST_OPEN:
                        error = OSError(errno.ETIMEDOUT, "the disk hangs")
                        continue
                    self._do_in_thread(job, call, self._in_thread)
                    return
                try:
                    value = call.function()
                except (RecordsError, OSError) as problem:
                    error = problem
            elif clock is not None and clock.seconds() >= end_s:
                self._ready.append(job)
                return

    def _do_in_thread(self, job: _Job, call: LongCall, in_thread: InThread[Any]) -> None:
        job.is_calling = True
        timer = None if self._clock is None else self._clock.callLater(LONGEST_LOOK_MS / 1000, self._too_late, job)

        def back(result: Any) -> None:
            if timer is not None and not timer.active():
                self._hanging -= 1
                return
            if timer is not None:
                timer.cancel()
            job.is_calling = False
            if job.is_over:
                self._left_behind -= 1
            elif isinstance(result, Failure):
                self._slice(job, error=result.value)
            else:
                self._slice(job, result)
            self._begin()

        in_thread(call.function).addBoth(back)

    def _too_late(self, job: _Job) -> None:
        """A thread hangs with what it does for `job`."""
        self._hanging += 1
        job.is_calling = False
        if job.is_over:
            self._left_behind -= 1
        else:
            job.is_late = True
            self._slice(job, error=OSError(errno.ETIMEDOUT, "the disk hangs"))
        self._begin()

    def _done(self, job: _Job, outcome: Converted | Failure) -> None:
        self._open.discard(job)
        job.is_over = True
        job.work = None
        if isinstance(outcome, dict):
            for read in job.reads:
                if read.partition is not None and read.partition.ended and not read.code:
                    _fail(read, read.partition.ended)
                    job.pieces[id(read)] = []
        # From now on they are the answer's.
        job.holding.clear()
        deferred = job.deferred
        if deferred is not None:
            deferred.callback(outcome)
        elif isinstance(outcome, Failure):
            outcome.raiseException()

    def _drop(self, job: _Job) -> None:
        """Give the conversion up: its connection is gone."""
        job.is_over = True
        self._open.discard(job)
        self._left_behind += job.is_calling
        for queue in (self._waiting, self._ready):
            if job in queue:
                queue.remove(job)
        job.pieces = {}
        job.work = None
        job.holding.clear()
        self._begin()

    # -- the work

    def _work(self, job: _Job) -> _Work:
        for read in job.reads:
            pieces: list[bytes] = []
            job.pieces[id(read)] = pieces
            if read.code:
                continue
            before = job.made
            try:
                yield from self._partition(job, read, pieces)
                continue
            except UnsupportedCodec:
                if pieces:
                    # The client comes back for what cannot be converted, and gets the error then.
                    continue
                _fail(read, ErrorCode.UNSUPPORTED_COMPRESSION_TYPE)
            except CorruptRecords:
                _fail(read, ErrorCode.CORRUPT_MESSAGE)
            except RecordsError:
                _fail(read, ErrorCode.UNKNOWN_SERVER_ERROR)
            except OSError:
                _fail(read, ErrorCode.NOT_LEADER_OR_FOLLOWER)
            except KlogError as error:
                _fail(read, error.code)
            pieces.clear()
            job.made = before
            job.count(0)

    def _partition(self, job: _Job, read: PartitionRead, pieces: list[bytes]) -> _Work:
        partition, wanted, span = read.partition, read.wanted, read.span
        assert partition is not None
        if not partition.log.settings.message_downconversion_enable:
            raise KlogError(ErrorCode.UNSUPPORTED_VERSION)
        next_offset = read.next_offset
        before = job.made
        while span is not None:
            allowed = max(span.length, min(wanted.max_bytes, job.left))
            yield from self._span(job, span, wanted.fetch_offset, allowed, pieces)
            if pieces or next_offset < 0:
                break
            # Nothing but control batches: an old client would ask for them again and again.
            more = yield from self._read_on(partition, next_offset, wanted.max_bytes, read.high_watermark)
            span, next_offset = more.span, more.next_offset
        if span is not None:
            job.left = max(0, job.left - max(0, job.made - before - span.length))
        if job.version < 3:
            _cut(pieces, max(wanted.max_bytes, 0))

    def _read_on(self, partition: Partition, offset: int, max_bytes: int, upper_bound: int) -> Generator[LongCall, Any, LogRead]:
        for _ in range(MOST_ASKS):
            if partition.ended:
                raise KlogError(partition.ended)
            try:
                return partition.log.read(offset, max_bytes, upper_bound=upper_bound, minimum_one_batch=True)
            except ColdRead as cold:
                missing = without_stack(cold)
            yield LongCall(missing.run, INLINE_BYTES)
            missing.apply()
        raise KlogError(ErrorCode.KAFKA_STORAGE_ERROR)

    def _span(self, job: _Job, span: FileSpan, minimum_offset: int, allowed: int, pieces: list[bytes]) -> _Work:
        """Batch after batch of `span`, until `allowed` bytes are made."""
        magic = 0 if job.version < 2 else 1
        until = job.made + allowed
        position, size = 0, PIECE_BYTES
        answer = bytearray()
        while position < span.length:
            size = min(size, span.length - position)
            data: Buffer = yield LongCall(
                lambda at=position, count=size: span.read_at(at, count),  # type: ignore[misc]
                0 if is_cached(span.file, span.position + position, size) else INLINE_BYTES,
            )
            at = 0
            try:
                while found := step(data, at):
                    yield from self._batch(job, memoryview(data)[at : at + found[0]], found[1], magic, minimum_offset, answer, pieces)
                    at += found[0]
                    # Many may be there of which nothing is given: markers, and what compaction has emptied.
                    yield None
                    if job.made >= until or (job.made > until - allowed and self._memory.is_over):
                        return
            finally:
                _flush(answer, pieces)
                job.count(0)
            if not at and size == span.length - position:
                # Cut short.
                return
            # One that is larger than a piece is read again, whole.
            size = PIECE_BYTES if at or len(data) < 12 else 12 + int.from_bytes(data[8:12], "big")
            position += at

    def _batch(
        self, job: _Job, batch: memoryview, entry_magic: int, magic: int, minimum_offset: int, answer: bytearray, pieces: list[bytes]
    ) -> _Work:
        work = conversion(self._codec, batch, entry_magic, magic, minimum_offset)
        outcome: Any = None
        while True:
            try:
                item = work.send(outcome)
            except StopIteration:
                return
            outcome = None
            if type(item) is bytes:
                answer += item
                job.made += len(item)
                if len(answer) >= ANSWER_PIECE_BYTES:
                    _flush(answer, pieces)
                    yield None
            elif isinstance(item, LongCall):
                job.count(len(batch))
                try:
                    outcome = yield item
                except RecordsError as error:
                    work.throw(error)
            else:
                assert isinstance(item, int)
                job.count(len(batch) + item)
                yield None


def _flush(answer: bytearray, pieces: list[bytes]) -> None:
    if answer:
        pieces.append(bytes(answer))
        answer.clear()


def _cut(pieces: list[bytes], most: int) -> None:
    """Keep the first `most` bytes."""
    for index, piece in enumerate(pieces):
        if len(piece) >= most:
            pieces[index:] = [piece[:most]] if most else []
            return
        most -= len(piece)


def _fail(read: PartitionRead, code: int) -> None:
    read.code = code
    read.high_watermark = read.last_stable_offset = read.start_offset = -1
    read.aborted = None


def old_reads(reads: Iterable[PartitionRead]) -> list[PartitionRead]:
    """Those that need converting, or a look at whether they may be converted."""
    return [read for read in reads if not read.code and read.partition is not None]
