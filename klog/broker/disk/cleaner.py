"""Compaction of all logs: which is next, having it done in a thread, and what becomes of those that cannot be.

A round looks at every log with ``cleanup.policy=compact`` and compacts the one with the most to gain, then looks again, until none is due;
the next round begins ``log.cleaner.backoff.ms`` later (`kafka: LogCleaner.java`). Looking goes in slices, and the work in a thread
(``klog.storage.compaction.compaction``), so the reactor is never held for long.

As many logs as ``log.cleaner.threads`` says are compacted at once, each in a thread of its own. They share what one alone would have:

=========================================  ===========================================================================================
``log.cleaner.dedupe.buffer.size``         is divided by the number of threads; all that go on never have more of it together, also
                                           where the numbers change meanwhile: the next one begins when there is a share for it
``log.cleaner.io.max.bytes.per.second``    is one rate for all (`klog.storage.byte_rate`), and what it is now counts within a second
=========================================  ===========================================================================================

A log whose batches are broken is left alone from then on (*uncleanable*) and named in the log file once, until the broker is started again;
one that only could not be read or written now is tried again in the next round. The others go on in either case.

A stop ends the work at the next piece that is read; what it had written so far is removed.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import partial
from typing import Any

from twisted.internet.defer import Deferred, inlineCallbacks, succeed
from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.broker.disk.threads import RunInThread, do_in_thread, of_kind
from klog.broker.fetching.cold_reads import ColdReads
from klog.broker.settings.settings import BrokerSettings
from klog.broker.steps import Slices
from klog.errors import KlogError
from klog.metrics import Metrics
from klog.records.contract import RecordsError
from klog.records.implementations import compactor
from klog.storage.byte_rate import ByteRate
from klog.storage.compaction.compaction import CompactionOptions, Stopped
from klog.storage.compaction.log_compaction import LogCompaction, dirtiness_of, prepare_compaction
from klog.storage.compaction.plan import Dirtiness, filthiest
from klog.storage.directories.directory import LogDirectory
from klog.storage.disk_work import WorkKind
from klog.storage.log.log import Log
from klog.storage.segments.offset_index import CorruptIndex
from klog.storage.settings import LogSettings

#: Logs that are looked at in one go, at most; and how many are passed over between two looks at the clock. Few: what nobody has touched for
#: a while may have to be fetched back by the machine, a third of a millisecond each.
SLICE = 50
PASSED_OVER = 32
#: The least memory for the keys of one log; Kafka's broker refuses less than that.
LEAST_MAP_BYTES = 1 << 20
LEAST_READ_BYTES = 4096
MOST_READ_BYTES = 16 << 20
#: How many times ``log.cleaner.io.buffer.size`` is read at once. Between two pieces the thread has to ask for the interpreter, which it
#: may have to wait for as long as clients keep it busy: few large pieces are much faster then, and disturb nobody more.
BUFFERS = 4
#: Kafka's default for ``log.cleaner.io.max.bytes.per.second`` is the largest number there is.
NO_LIMIT = 1e300

_BROKEN = (RecordsError, CorruptIndex, KlogError)
_Place = tuple[LogDirectory, Log]


class Cleaner:
    """Compacts the logs of `directories`.

    :param run_in_thread: runs a function that waits for the disk.
    :param must_stay: whether a log is not to be compacted now, because it is being copied.
    :param settings: asked anew in each round, for they may change.
    """

    log = Logger()

    def __init__(
        self,
        directories: Sequence[LogDirectory],
        settings: BrokerSettings,
        metrics: Metrics,
        *,
        clock: IReactorTime,
        run_in_thread: RunInThread,
        must_stay: Callable[[Log], bool] = lambda log: False,
    ) -> None:
        self._directories = directories
        self._must_stay = must_stay
        self._settings = settings
        self._clock = clock
        self._run_in_thread = run_in_thread
        self._reads = ColdReads(partial(of_kind, run_in_thread, WorkKind.READ), 1)
        self._call: IDelayedCall | None = None
        #: What is being compacted, and the memory that each was given for its keys.
        self._under_way: dict[Log, int] = {}
        self._works: set[LogCompaction] = set()
        self._rate = ByteRate(clock.seconds)
        self._rate_call: IDelayedCall | None = None
        #: Fires when one of those under way has ended.
        self._ended: Deferred[None] | None = None
        self._stopping = False
        self._busy = False
        self._waiting: list[Deferred[None]] = []
        #: Of one round, which may look many times at all logs before it finds work for a thread.
        self._slices = Slices(clock)
        #: Logs that are not tried any more, and why.
        self.uncleanable: dict[Log, str] = {}
        #: The highest dirty ratio of all logs when they were last looked at.
        self.max_dirty_ratio = 0.0
        self._told: set[str] = set()
        self._runs = metrics.counter("compaction.runs.count", "Compactions of one log that were carried through.")
        self._read = metrics.counter("compaction.read_bytes", "Bytes of batches that compaction read.")
        self._written = metrics.counter("compaction.written_bytes", "Bytes of batches that compaction wrote.")
        metrics.gauge("compaction.uncleanable.count", "Logs that cannot be compacted.", lambda: len(self.uncleanable))
        metrics.gauge("compaction.max_dirty.ratio", "The highest share of a log that is not compacted.", lambda: self.max_dirty_ratio)

    def start(self) -> None:
        """Begin the rounds, where ``log.cleaner.enable`` says so."""
        if self._settings.boolean("log.cleaner.enable"):
            self._schedule()

    def stop(self) -> Deferred[None]:
        """No more rounds; fires when all that is under way has ended."""
        self._stopping = True
        if self._call is not None and self._call.active():
            self._call.cancel()
        for work in self._works:
            work.stop()
        if not self._busy:
            return succeed(None)
        done: Deferred[None] = Deferred()
        self._waiting.append(done)
        return done

    def _schedule(self) -> None:
        if not self._stopping:
            self._call = self._clock.callLater(max(self._settings.integer("log.cleaner.backoff.ms"), 10) / 1000, self._begin)

    def _begin(self) -> None:
        def ended(result: object) -> None:
            if isinstance(result, Failure):
                self.log.failure("a mistake of klog's own in compaction", result)
            self._schedule()

        self.round().addBoth(ended)

    @inlineCallbacks
    def round(self) -> Generator[Deferred[Any], Any, None]:
        """Compact what is due, the filthiest first, until nothing is."""
        if self._busy:
            return
        self._busy = True
        self._slices.begin()
        #: Those that could not be read or written in this round.
        failed: set[Log] = set()
        try:
            while True:
                while not self._stopping and self._share_bytes() is not None:
                    found = yield self._find(failed)
                    if found is None or self._stopping:
                        break
                    self._begin_one(found, failed)
                if not self._under_way:
                    break
                yield self._one_ended()
        except Exception:
            while self._under_way:
                yield self._one_ended()
            raise
        finally:
            self._busy = False
            waiting, self._waiting = self._waiting, []
            for deferred in waiting:
                deferred.callback(None)

    def _begin_one(self, place: _Place, failed: set[Log]) -> None:
        """A compaction of that log is under way until it has ended; where it was not carried through the log goes among `failed`."""
        log = place[1]
        share_bytes = self._share_bytes()
        if log in self._under_way or share_bytes is None:
            # The settings have changed while logs were looked at.
            return
        self._under_way[log] = share_bytes
        self._keep_rate()

        def ended(result: bool | Failure) -> None:
            del self._under_way[log]
            if isinstance(result, Failure):
                self._mistaken(log, result)
            if result is not True:
                failed.add(log)
            waiting, self._ended = self._ended, None
            if waiting is not None:
                waiting.callback(None)

        self._compact(*place, share_bytes).addBoth(ended)

    def _one_ended(self) -> Deferred[None]:
        assert self._ended is None
        self._ended = Deferred()
        return self._ended

    def _share_bytes(self) -> int | None:
        """Memory for the keys of one more log; None where no more may be compacted now."""
        threads = self._settings.integer("log.cleaner.threads")
        if len(self._under_way) >= threads:
            return None
        whole_bytes = max(self._settings.integer("log.cleaner.dedupe.buffer.size"), LEAST_MAP_BYTES * threads)
        share_bytes = whole_bytes // threads
        return share_bytes if sum(self._under_way.values()) + share_bytes <= whole_bytes else None

    def _keep_rate(self) -> None:
        """The rate is what the settings say, for as long as anything is under way."""
        if self._rate_call is not None and self._rate_call.active():
            self._rate_call.cancel()
        rate = self._settings.value("log.cleaner.io.max.bytes.per.second")
        assert isinstance(rate, float | int)
        self._rate.bytes_per_second = rate if 0 < rate < NO_LIMIT else None
        self._rate_call = self._clock.callLater(1, self._keep_rate) if self._under_way else None

    # Choosing

    @inlineCallbacks
    def _find(self, failed: set[Log]) -> Generator[Deferred[Any], Any, _Place | None]:
        """The log that is next."""
        candidates: list[tuple[_Place, Dirtiness, LogSettings]] = []
        places: list[_Place] = []
        for directory in self._directories:
            for number, log in enumerate(list(directory.logs.values()), 1):
                if log.settings.cleanup_compact:
                    places.append((directory, log))
                if number % PASSED_OVER == 0 and self._slices.is_over:
                    yield self._slices.pause()
        alive = {log for _, log in places}
        self.uncleanable = {log: why for log, why in self.uncleanable.items() if log in alive}
        for number, (directory, log) in enumerate(places, 1):
            if log not in self.uncleanable and log not in failed and log not in self._under_way:
                dirt = yield self._asked(directory, log)
                if dirt is not None:
                    candidates.append(((directory, log), dirt, log.settings))
            if number % SLICE == 0 or self._slices.is_over:
                yield self._slices.pause()
                if self._stopping:
                    return None
        self.max_dirty_ratio = max((dirt.ratio for _, dirt, _ in candidates), default=0.0)
        chosen = filthiest(candidates)
        return None if chosen is None else chosen[0]

    def _asked(self, directory: LogDirectory, log: Log) -> Deferred[Dirtiness | None]:
        """What there is to compact, when all that counts has been read."""
        return self._reads.answer(self, lambda: self._dirtiness(directory, log)).addErrback(self._unread, log)

    def _prepared(self, directory: LogDirectory, log: Log, map_bytes: int) -> Deferred[LogCompaction | None]:
        """A compaction of what is dirty, when all that it has to know has been read; None where there is no longer any.

        :raises OSError, KlogError: the log cannot be read.
        """

        def prepare() -> LogCompaction | None:
            # Looked at again: a thread may have read meanwhile.
            now = self._dirtiness(directory, log)
            if now is None or self._stopping:
                return None
            return prepare_compaction(log, now, self.options(map_bytes))

        return self._reads.answer(self, prepare)

    def _unread(self, failure: Failure, log: Log) -> None:
        if failure.check(OSError, KlogError):  # type: ignore[no-untyped-call]
            self._tell(f"{log.topic_partition} cannot be compacted now: {failure.getErrorMessage()}")
        else:
            self._mistaken(log, failure)

    def _mistaken(self, log: Log, failure: Failure) -> None:
        """It is left alone as one that is broken, so that the others are compacted."""
        self.log.failure("a mistake of klog's own while {name} was compacted", failure, name=log.topic_partition)
        self.uncleanable[log] = failure.getErrorMessage()

    def _dirtiness(self, directory: LogDirectory, log: Log) -> Dirtiness | None:
        name = log.topic_partition
        if directory.logs.get(name) is not log or self._must_stay(log):
            return None
        try:
            dirt = dirtiness_of(log, directory.cleaner_offsets.get(name))
        except _BROKEN as error:
            self._give_up(log, error)
            return None
        except OSError as error:
            self._tell(f"{name} cannot be compacted now: {error}")
            return None
        if dirt is not None and dirt.checkpoint_invalid:
            # Forgotten; where it stood before the log's start, retention or DeleteRecords moved that.
            directory.cleaner_offsets[name] = dirt.first_dirty
        return dirt

    # Doing

    def options(self, map_bytes: int) -> CompactionOptions:
        """What the settings allow now.

        :param map_bytes: memory for the keys of this log.
        """
        settings = self._settings
        factor = settings.value("log.cleaner.io.buffer.load.factor")
        assert isinstance(factor, float | int)
        return CompactionOptions(
            compactor,
            self._rate,
            map_bytes=map_bytes,
            load_factor=min(max(factor, 0.05), 1.0),
            read_bytes=min(max(settings.integer("log.cleaner.io.buffer.size") * BUFFERS, LEAST_READ_BYTES), MOST_READ_BYTES),
        )

    @inlineCallbacks
    def _compact(self, directory: LogDirectory, log: Log, map_bytes: int) -> Generator[Deferred[Any], Any, bool]:
        """One compaction; False where it is not to be tried again in this round."""
        name = log.topic_partition
        dirt = yield self._asked(directory, log)
        if dirt is None:
            return False
        try:
            work = yield self._prepared(directory, log, map_bytes)
            if work is None:
                return False
        except _BROKEN as error:
            self._give_up(log, error)
            return False
        except OSError as error:
            self._tell(f"{name} cannot be compacted now: {error}")
            return False
        except Exception:  # noqa: BLE001
            self._mistaken(log, Failure())  # type: ignore[no-untyped-call]
            return False
        self._works.add(work)
        try:
            yield do_in_thread(self._run_in_thread, work)
        except Exception as error:
            work.error = error
        finally:
            self._works.discard(work)
            self._read.value += work.compaction.bytes_read
            self._written.value += work.compaction.bytes_written
        if work.error is not None:
            self._failed(directory, log, work.error)
        if not work.is_done:
            return False
        self._runs.value += 1
        if directory.logs.get(name) is log:
            # What waited for the thread's last turn may have cut it meanwhile.
            directory.cleaner_offsets[name] = min(work.compaction.end_offset, log.end_offset)
        try:
            yield do_in_thread(self._run_in_thread, directory.prepare_cleaner_checkpoint())
        except OSError as error:
            # The next one says more; until then a start would only look at more of the log than it must.
            self._tell(f"{directory.path}: how far logs are compacted cannot be written down: {error}")
        return True

    def _failed(self, directory: LogDirectory, log: Log, error: Exception) -> None:
        if isinstance(error, Stopped) or directory.logs.get(log.topic_partition) is not log:
            return
        if isinstance(error, _BROKEN):
            self._give_up(log, error)
        elif isinstance(error, OSError):
            self._tell(f"{log.topic_partition} cannot be compacted now and will be tried again: {error}")
        else:
            self._mistaken(log, Failure(error))  # type: ignore[no-untyped-call]

    def _give_up(self, log: Log, error: Exception) -> None:
        self.uncleanable[log] = str(error)
        self.log.error(
            "{name} cannot be compacted and is left as it is until the broker is started again: {reason}",
            name=log.topic_partition,
            reason=str(error),
        )

    def _tell(self, sentence: str) -> None:
        """Warn of this, unless that was done before."""
        if sentence not in self._told:
            if len(self._told) >= 1000:
                self._told.clear()
            self._told.add(sentence)
            self.log.warn("{sentence}", sentence=sentence)
