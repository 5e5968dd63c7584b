"""Reading the partitions of a coordinator's topic, at start and when the leadership of one comes to this broker.

Partitions are read one after the other, small ones first; those that hold nothing are ready at once. A chunk of a file is read in a thread
and taken in steps on the reactor's thread; the rest of the broker, what belongs to partitions that are ready included, is served between
the steps. What is read is collected by the shard's `Replay`, and its newest records are applied when the partition has been read. Records
of kinds that the shard does not know (newer brokers' records) are counted and left in the log.

A file for which the disk gives nothing for `LATE_S` keeps only its own partition: the next one is begun meanwhile, and it goes on when
the disk does. Clients of it are told that it is being loaded, for as long as that takes. No more than `MOST_LATE` threads are left so.

Nothing that stands in the log keeps a partition from being served: a batch that is broken, or a record that makes no sense, is named in the
broker's log and passed over.
"""

from __future__ import annotations

import heapq
from collections.abc import Generator, Iterator
from functools import partial
from typing import Any, TypeVar

from twisted.internet.defer import Deferred, inlineCallbacks
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.broker.coordinators.environment import CoordinatorEnvironment
from klog.broker.coordinators.shard import CoordinatorShard, ShardState
from klog.broker.fetching.cold_reads import LONGEST_LOOK_MS, ColdReads
from klog.broker.steps import Steps
from klog.errors import KlogError
from klog.records.contract import BATCH_OVERHEAD, CorruptRecords, Entry, RecordsError
from klog.records.implementations import codec, fold
from klog.storage.log.log import Log
from klog.wire.coordinator_records import UnknownKind, decode_value
from klog.wire.primitives import WireError

T = TypeVar("T")

#: Read at a time, in bytes; a single batch may be larger.
CHUNK_BYTES = 256 << 10
#: The same without the extension, which is ten times slower.
PLAIN_CHUNK_BYTES = 32 << 10
#: How long a read may take, in seconds, before the next partition is begun; and how many such partitions there may be.
LATE_S = LONGEST_LOOK_MS / 1000
MOST_LATE = 2
#: Broken records that are named one by one; of the rest only the number is told.
MOST_NAMED = 20


class Loader:
    """Loads shards on the clock of `environment`.

    :param topic: whose partitions they are.
    :param max_uncompressed_bytes: the largest that a compressed batch may grow to.
    """

    _log = Logger()

    def __init__(self, environment: CoordinatorEnvironment, topic: str, *, max_uncompressed_bytes: int = 100 << 20) -> None:
        self._environment = environment
        self.topic = topic
        self._steps = Steps(environment.clock, environment.pause)
        self.reads = ColdReads(lambda disk: environment.in_thread, 1 + MOST_LATE)
        #: Reads that have taken too long and are not done.
        self.late = 0
        self._max_uncompressed_bytes = max_uncompressed_bytes
        #: Shards that wait: size, number, shard, log.
        self._waiting: list[tuple[int, int, CoordinatorShard[Any], Log]] = []
        self._busy = False
        self._closed = False

    def load(self, shard: CoordinatorShard[Any], log: Log) -> None:
        """Let `shard` be read from `log`; it is active when that is done, which may be at once."""
        if log.start_offset == log.end_offset:
            shard.activate()
            return
        heapq.heappush(self._waiting, (log.size_bytes, shard.partition, shard, log))

    def forget(self, shard: CoordinatorShard[Any]) -> None:
        """It is closed: do not begin to read it. One that is being read is left at the next step, as its state says."""
        if any(waiting[2] is shard for waiting in self._waiting):
            self._waiting = [waiting for waiting in self._waiting if waiting[2] is not shard]
            heapq.heapify(self._waiting)

    def begin(self) -> None:
        """Read what `load` was told of. The first steps are taken at once."""
        if not self._busy and not self._closed and self._waiting:
            self._busy = True
            self._load_all().addErrback(
                lambda failure: self._log.failure("a mistake of klog's own when {topic} was read", failure, topic=self.topic)
            )

    @inlineCallbacks
    def _load_all(self) -> Generator[Deferred[Any], Any, None]:
        try:
            while self._waiting and not self._closed:
                _, _, shard, log = heapq.heappop(self._waiting)
                one = _Reading(self, shard, log)
                one.run().addErrback(self._failed, shard).addBoth(one.let_pass)
                yield one.passed
        finally:
            self._busy = False

    def _failed(self, failure: Failure, shard: CoordinatorShard[Any]) -> None:
        self._log.failure("{topic}-{partition} could not be loaded", failure, topic=self.topic, partition=shard.partition)
        shard.state = ShardState.FAILED

    def run_steps(self, work: Iterator[Any]) -> Deferred[None]:
        """Let other long work be done in steps."""
        return self._steps.run(work)

    def close(self) -> None:
        """Read no more; shards that are not ready stay so."""
        self._closed = True
        self._waiting.clear()
        self._steps.close()


class _Reading:
    """Reads one partition."""

    def __init__(self, loader: Loader, shard: CoordinatorShard[Any], log: Log) -> None:
        self._loader = loader
        self._environment = loader._environment
        self._shard = shard
        self._log = log
        self._replay = shard.begin_replay()
        self._chunk_bytes = PLAIN_CHUNK_BYTES if fold.name == "python" else CHUNK_BYTES
        self._name = f"{loader.topic}-{shard.partition}"
        self._named = 0
        self._unnamed = 0
        #: Fires when the next one may begin.
        self.passed: Deferred[None] = Deferred()

    def let_pass(self, _: object = None) -> None:
        """Let the next one begin."""
        if not self.passed.called:
            self.passed.callback(None)

    def _from_disk(self, read: Deferred[T]) -> Deferred[T]:
        """`read`, for which nobody else waits too long."""
        if read.called:
            return read
        loader = self._loader

        def late() -> None:
            loader.late += 1
            if not self.passed.called and loader.late <= MOST_LATE:
                self._environment.warn(f"{self._name}: the disk has not answered for {LATE_S:g} s; other partitions are read meanwhile")
                self.let_pass()

        timer = self._environment.clock.callLater(LATE_S, late)

        def ended(result: T | Failure) -> T | Failure:
            if timer.active():
                timer.cancel()
            else:
                loader.late -= 1
            return result

        return read.addBoth(ended)

    @inlineCallbacks
    def run(self) -> Generator[Deferred[Any], Any, None]:
        begun_s = self._environment.clock.seconds()
        log, shard = self._log, self._shard
        offset, end = log.start_offset, log.end_offset
        while offset < end:
            if shard.state is not ShardState.LOADING:
                # The broker stops, the leadership ended, or the topic was deleted.
                return
            data = b""
            try:
                question = partial(log.read, offset, self._chunk_bytes, upper_bound=end)
                read = yield self._from_disk(self._loader.reads.answer(self, question))
                span = read.span
                if span is not None:
                    data = yield self._from_disk(self._environment.in_thread(span.read))
            except (KlogError, OSError) as error:
                if shard.state is not ShardState.LOADING:
                    return
                self._broken(offset, f"cannot be read: {error}")
            if shard.state is not ShardState.LOADING:
                return
            good_until = -1
            if data:
                ends: list[int] = []
                yield self._loader._steps.run(self._take(data, ends))
                good_until = ends[0]
                if good_until < 0:
                    good_until = max(read.next_offset, self._end_of(data))
                else:
                    # A place where no batch stands.
                    offset = max(good_until, offset)
                    good_until = -1
            if good_until <= offset:
                yield from self._salvage(offset, end)
                good_until = log.next_segment(offset)
                if good_until < 0:
                    break
            offset = good_until
        yield self._loader._steps.run(self._apply())
        if shard.state is not ShardState.LOADING:
            return
        self._report(begun_s)
        shard.activate()
        for work in shard.postponed():
            self._loader.run_steps(work)

    def _salvage(self, offset: int, end: int) -> Generator[Deferred[Any], Any, None]:
        """Take what can be found, from `offset` on, in a segment whose batches are not to be found by their headers."""
        try:
            span = yield self._from_disk(self._loader.reads.answer(self, partial(self._log.segment_span, offset)))
            data: bytes = yield self._from_disk(self._environment.in_thread(span.read))
        except (OSError, KlogError):
            return
        yield self._loader._steps.run(self._search(data, offset, end))

    def _search(self, data: bytes, offset: int, end: int) -> Iterator[None]:
        """Take every batch of `data` with offsets in [offset, end) and a good checksum, wherever it begins."""
        position, size = 0, len(data)
        while size - position >= BATCH_OVERHEAD:
            entry = self._batch_at(data, position)
            if entry is None:
                # Only the current format is searched for: its magic stands 16 bytes behind its beginning.
                position = data.find(b"\2", position + 17) - 16
                if position < 0:
                    break
            else:
                if entry.base_offset < end and entry.last_offset >= offset:
                    self._take_closely(data, entry)
                position += entry.size
            yield
        self._name_broken()

    def _batch_at(self, data: bytes, position: int) -> Entry | None:
        try:
            entries = codec.scan(data, position, 1)
            codec.check_crc(data, position)
        except RecordsError:
            return None
        return entries[0] if entries else None

    def _take(self, data: bytes, ends: list[int]) -> Iterator[None]:
        """Take all batches of `data`; into `ends` goes -1, or the offset behind the last one where something else follows."""
        position, size = 0, len(data)
        replay = self._replay
        fault = ""
        while position < size and not fault:
            behind = replay.take_batches(data, position)
            if behind > position:
                position = behind
                yield
                continue
            try:
                entries = codec.scan(data, position, 1)
            except CorruptRecords as error:
                fault = str(error)
                continue
            if not entries:
                fault = f"a batch of more than {size - position} bytes"
                continue
            self._take_closely(data, entries[0])
            position += entries[0].size
            yield
        self._name_broken()
        if not fault:
            ends.append(-1)
            return
        end = max(self._end_of(data[:position]), 0)
        ends.append(end)
        self._broken(end, f"no batch stands here ({fault}), nor until the next that can be found")

    def _end_of(self, data: bytes) -> int:
        entries = codec.scan(data)
        return entries[-1].last_offset + 1 if entries else -1

    def _take_closely(self, data: bytes, entry: Entry) -> None:
        try:
            codec.check_crc(data, entry.position)
            self._replay.take_batch(data, entry, self._loader._max_uncompressed_bytes)
        except RecordsError as error:
            self._broken(entry.base_offset, f"the batch is broken: {error}")

    def _apply(self) -> Iterator[None]:
        """Give the newest records to those who keep them."""
        shard = self._shard
        for raw_key, raw_value in self._replay.newest.items():
            if shard.state is not ShardState.LOADING:
                return
            if raw_value is not None:
                try:
                    key = shard.kinds.decode_key(raw_key)
                    shard.apply(key, decode_value(type(key), raw_value))
                except (WireError, UnknownKind) as error:
                    self._broken(-1, f"the newest record with key {raw_key[:200]!r} cannot be read: {error}")
                except Exception:  # noqa: BLE001
                    self._loader._log.failure("{name}: {key} cannot be applied", name=self._name, key=raw_key[:200])
            yield

    # What is told

    def _name_broken(self) -> None:
        for offset, what in self._replay.broken:
            self._broken(offset, what)
        self._replay.broken.clear()

    def _broken(self, offset: int, what: str) -> None:
        self._named += 1
        if self._named > MOST_NAMED:
            self._unnamed += 1
            return
        where = f" at offset {offset}" if offset >= 0 else ""
        self._environment.warn(f"{self._name}{where}: {what}; passed over")

    def _report(self, begun_s: float) -> None:
        replay = self._replay
        if self._unnamed:
            self._environment.warn(f"{self._name}: {self._unnamed} more records or batches were passed over")
        for warning in replay.warnings():
            self._environment.warn(f"{self._name}: {warning}")
        self._loader._log.info(
            "{name}: {what}{skipped} read in {ms} ms",
            name=self._name,
            what=replay.summary(),
            skipped="".join(f", {count} of kind {kind} left alone" for kind, count in sorted(replay.skipped.items())),
            ms=int((self._environment.clock.seconds() - begun_s) * 1000),
        )
