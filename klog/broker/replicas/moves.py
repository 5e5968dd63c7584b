"""Partitions that move from one data directory to another while they are served (AlterReplicaLogDirs, KIP-113).

What lies on the disk meanwhile is told in `klog.storage.directories.future_folder`. A move goes through these states:

===========  ==================================================================  ==============================================
state        what is done                                                        who serves
===========  ==================================================================  ==============================================
COPYING      a thread copies batches, below the throttle                         the old log
OPENING      the copy has all but the last of it: checkpoints get to know it,    the old log
             and a thread gives it its final name and opens it
CATCHING UP  what has come since is appended to the new log, and in the same     the old log; the new one from then on
             turn it takes the place of the old one
FLUSHING     the new log is flushed up to what the old one had                   the new log
REMOVING     the old folder is renamed, to be removed; then the mark goes        the new log
===========  ==================================================================  ==============================================

The old folder stays until the new one is on the disk. Nothing gives the move up but the end of the replica, of the broker, or of a disk;
the next start finds which folder has more, and goes on with a copy that is on its way (where a controller says who leads, as soon as it has
spoken of the partition).

What role the replica has, and whether it changes meanwhile, is nothing to its move: what is appended to the new log was judged before, by
the leader that took it, and goes in as it stands (`Log.append_as_follower`). Only where a follower's log is *cut* on its leader's word, the
copy may hold records that the log has lost: whatever was done until the old log stops serving is looked through again
(`FutureFolder.open`), and begun anew where the two differ.

While a partition moves it is not compacted: the copy would have what the log has no more. Retention goes on.
"""

from __future__ import annotations

import dataclasses
import enum
import errno
from collections.abc import Callable, Generator, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar

from twisted.internet.defer import Deferred, inlineCallbacks
from twisted.internet.interfaces import IReactorTime
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.broker.disk.threads import RunInThread, do_in_thread
from klog.broker.replicas.partition import Partition
from klog.broker.replicas.partitions import Partitions
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.records.contract import RecordsError
from klog.storage.byte_rate import ByteRate
from klog.storage.directories.directory import LogDirectory
from klog.storage.directories.future_folder import FutureFolder, SourceSegment
from klog.storage.directory_health import is_refusal
from klog.storage.disk_work import DiskWork, WorkKind, WorkOwner
from klog.storage.filenames import MAX_NAME_LENGTH, directory_name
from klog.storage.log.log import Log

T = TypeVar("T")

#: What a thread copies at a time.
PIECE_BYTES = 1 << 20
#: The copy is opened when no more than this is missing.
NEARLY_ALL_BYTES = 1 << 20
#: What is appended to the new log in one turn of the reactor, at most; where more has come the rest goes with the next.
TURN_BYTES = 4 << 20
#: How long is waited for what another part of the broker is doing with the log, and between two looks at a copy that cannot catch up.
PAUSE_S = 0.1
#: How long after an error of the disk, or of the records, that may pass it is tried again.
RETRY_S = 30.0
#: What the name of a folder has besides the topic's: the partition, an id and the role.
_FUTURE_TAIL = len(".") + 32 + len("-future")
#: How a replica has ended that is none any more.
_GONE = frozenset({ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, ErrorCode.KAFKA_STORAGE_ERROR})


class MoveState(enum.Enum):
    """See the module."""

    COPYING = "copying"
    OPENING = "opening"
    CATCHING_UP = "catching up"
    FLUSHING = "flushing"
    REMOVING = "removing"


class _GivenUp(Exception):
    """The move ends here, and another part of the broker has said why."""


class _Cut(Exception):
    """The log's end was cut off meanwhile: what was copied of it may not be there any more."""


@dataclasses.dataclass(eq=False)
class Move:
    """One partition on its way."""

    partition: Partition
    source: LogDirectory
    target: LogDirectory
    folder: FutureFolder
    state: MoveState = MoveState.COPYING
    is_cancelled: bool = False
    #: How often the log had been cut when `folder` was begun or looked through.
    truncations: int = 0

    @property
    def lag(self) -> int:
        """How many offsets the copy has less than the log."""
        log = self.partition.log
        return max(0, log.end_offset - max(self.folder.next_offset or log.start_offset, log.start_offset))


class ComingLog(NamedTuple):
    """What DescribeLogDirs tells of a copy."""

    topic_partition: TopicPartition
    size_bytes: int
    #: How many offsets it is behind.
    offset_lag: int


class _Step(DiskWork[Any]):
    """One step of a move, in a thread; what is not done of it the next start finds out."""

    kind = WorkKind.MOVE
    is_cleanup = True

    def __init__(self, owner: WorkOwner, function: Callable[[], Any]) -> None:
        super().__init__(owner)
        self._function = function

    def run(self) -> Any:
        return self._function()


class LogMoves:
    """All moves of a broker.

    :param directories: all data directories.
    :param rate: bytes per second that may be copied in all; asked for each piece. None without a limit.
    :param is_busy: whether somebody reads a partition's log from one end to the other, and must not lose it now.
    :param warn: told a sentence where a move cannot go on.
    """

    _log = Logger()

    def __init__(
        self,
        directories: Sequence[LogDirectory],
        partitions: Partitions,
        *,
        clock: IReactorTime,
        run_in_thread: RunInThread,
        rate: Callable[[], float | None] = lambda: None,
        is_busy: Callable[[TopicPartition], bool] = lambda name: False,
        warn: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        self._directories = directories
        self._partitions = partitions
        self._clock = clock
        self._run_in_thread = run_in_thread
        self._rate = rate
        self._is_busy = is_busy
        self._warn = warn
        self._closing = False
        #: By partition.
        self.moves: dict[TopicPartition, Move] = {}
        self._byte_rate = ByteRate(clock.seconds)
        #: Of what was copied last, by whichever move: the next piece begins when it has come.
        self._turn = 0
        self.copied_bytes = 0
        self.done = 0

    # What is asked

    def alter(self, topic_partition: TopicPartition, path: str) -> ErrorCode:
        """Have a partition moved to the data directory `path` (``ReplicaManager.alterReplicaLogDirs``). NONE as soon as it is begun."""
        if len(directory_name(topic_partition)) + _FUTURE_TAIL > MAX_NAME_LENGTH:
            return ErrorCode.INVALID_TOPIC_EXCEPTION
        target = next((directory for directory in self._directories if directory.path == path), None)
        if target is None:
            return ErrorCode.LOG_DIR_NOT_FOUND
        if target.offline is not None:
            return ErrorCode.KAFKA_STORAGE_ERROR
        partition = self._partitions.hosted(*topic_partition)
        if partition is None:
            if self._partitions.missing(*topic_partition) is ErrorCode.KAFKA_STORAGE_ERROR:
                return ErrorCode.KAFKA_STORAGE_ERROR
            # Where it is made later, it is made there.
            self._partitions.prefer(topic_partition, target)
            return ErrorCode.REPLICA_NOT_AVAILABLE
        move = self.moves.get(topic_partition)
        if move is not None:
            if move.target is target:
                return ErrorCode.NONE
            if move.state is not MoveState.COPYING:
                # In a moment it is there.
                return ErrorCode.REASSIGNMENT_IN_PROGRESS
            self._cancel(move)
        if self._partitions.home(partition) is target:
            return ErrorCode.NONE
        if any(directory.offline is not None for directory in self._directories):
            # A copy may lie there already.
            return ErrorCode.KAFKA_STORAGE_ERROR
        self._begin(partition, target)
        return ErrorCode.NONE

    def resume(self) -> None:
        """Go on with the copies that were found at the start. What belongs to no partition that is served is left alone; where a controller
        says what is served, each waits for its partition."""
        self._partitions.on_hosted = self._resume
        is_controlled = self._partitions.coordination.is_controlled
        for directory in self._directories:
            for name in list(directory.futures):
                partition = self._partitions.hosted(*name)
                if partition is not None:
                    self._resume(partition)
                elif not is_controlled:
                    self._leave_alone(directory, name)

    def _resume(self, partition: Partition) -> None:
        """Go on with a copy of this one, if there is any."""
        name = partition.topic_partition
        for directory in self._directories:
            if name not in directory.futures:
                continue
            if name in self.moves:
                self._leave_alone(directory, name)
            elif self._partitions.home(partition) is directory:
                self._discard(directory, name)
            else:
                self._begin(partition, directory)

    def _leave_alone(self, directory: LogDirectory, name: TopicPartition) -> None:
        self._warn(f"{directory.futures.pop(name)} is a copy of a partition that is not served here, and is left alone")

    def coming_to(self, directory: LogDirectory) -> Sequence[ComingLog]:
        """The copies that are on their way into this data directory."""
        return [
            ComingLog(name, move.folder.size, move.lag)
            for name, move in self.moves.items()
            if move.target is directory and move.state not in (MoveState.FLUSHING, MoveState.REMOVING)
        ]

    def is_moving(self, log: Log) -> bool:
        """Whether this log must stay as it is, but for what is appended and what retention removes."""
        move = self.moves.get(log.topic_partition)
        return move is not None and move.partition.log is log

    def close(self) -> None:
        """Begin nothing any more; what is under way is gone on with at the next start."""
        self._closing = True
        for move in self.moves.values():
            move.is_cancelled = True

    # The course of a move

    def _begin(self, partition: Partition, target: LogDirectory) -> None:
        name = partition.topic_partition
        target.begin_future(name)
        move = self.moves[name] = Move(partition, self._partitions.home(partition), target, self._folder(partition, target))
        move.truncations = partition.log.truncations
        self._run(move).addBoth(self._ended, move)

    def _folder(self, partition: Partition, target: LogDirectory) -> FutureFolder:
        name, log = partition.topic_partition, partition.log
        is_compacted = log.settings.cleanup_compact or name in self._partitions.home(partition).cleaner_offsets
        context = target.context.apart()
        return FutureFolder(context, target.begin_future(name), log.directory, name, log.topic_id, is_compacted=is_compacted)

    def _cancel(self, move: Move) -> None:
        """The copy is not wanted any more."""
        name = move.partition.topic_partition
        move.is_cancelled = True
        self.moves.pop(name, None)
        if not self._closing:
            self._discard(move.target, name)

    def _discard(self, directory: LogDirectory, name: TopicPartition) -> None:
        leaving = directory.end_future(name)
        if leaving:
            do_in_thread(self._run_in_thread, directory.prepare_deletion(leaving)).addErrback(
                lambda failure: self._warn(f"{leaving[0].directory} could not be removed: {failure.getErrorMessage()}")
            )

    def _ended(self, result: object, move: Move) -> None:
        name = move.partition.topic_partition
        if self.moves.get(name) is move and not self._closing:
            del self.moves[name]
            if move.partition.ended is ErrorCode.UNKNOWN_TOPIC_OR_PARTITION:
                self._discard(move.target, name)
        if not isinstance(result, Failure):
            self.done += 1
            self._log.info("{name} has moved from {source} to {target}", name=name, source=move.source.path, target=move.target.path)
        elif not result.check(_GivenUp):  # type: ignore[no-untyped-call]
            self._log.failure("a mistake of klog's own while {name} moved", result, name=name)

    def _check_wanted(self, move: Move) -> None:
        """Raises `_GivenUp` where nobody wants it any more."""
        is_off = move.target.work.is_closed or move.source.work.is_closed
        if move.is_cancelled or self._closing or is_off or move.partition.ended in _GONE:
            raise _GivenUp

    def _go_on(self, move: Move) -> None:
        """Up to CATCHING UP, after whatever was waited for. Raises `_GivenUp`, and `_Cut`."""
        self._check_wanted(move)
        if self._is_cut(move):
            raise _Cut

    @staticmethod
    def _is_cut(move: Move) -> bool:
        log = move.partition.log
        return log.is_being_truncated or log.truncations != move.truncations

    def _in_thread(self, move: Move, function: Callable[[], T]) -> Deferred[T]:
        return do_in_thread(self._run_in_thread, _Step(move.target.work, function))

    def _pause(self, seconds: float) -> Deferred[None]:
        over: Deferred[None] = Deferred()
        self._clock.callLater(seconds, over.callback, None)
        return over

    @inlineCallbacks
    def _run(self, move: Move) -> Generator[Deferred[Any], Any, None]:
        name = move.partition.topic_partition
        while True:
            try:
                new = yield from self._prepare(move)
                break
            except (_Cut, OSError, RecordsError) as error:
                self._check_wanted(move)
                wait_s = PAUSE_S
                # What is read while it is cut makes no sense.
                if not isinstance(error, _Cut) and not self._is_cut(move):
                    wait_s = RETRY_S
                    self._warn(f"{name} cannot be moved to {move.target.path}, which is tried again: {error}")
                if not isinstance(error, _Cut) and not is_refusal(error):
                    # Nobody can say what of the copy is on the disk.
                    self._discard(move.target, name)
            while True:
                yield self._pause(wait_s)
                self._check_wanted(move)
                if not move.partition.log.is_being_truncated:
                    break
            move.folder = self._folder(move.partition, move.target)
            move.truncations = move.partition.log.truncations
        try:
            yield from self._leave(move, new)
        except OSError as error:
            self._check_wanted(move)
            self._warn(f"{name} is in {move.target.path} now, and what is left in {move.source.path} goes with the next start: {error}")

    def _prepare(self, move: Move) -> Generator[Deferred[Any], Any, Log]:
        """Up to CATCHING UP; the new log, which serves. Where it fails the folder is a copy on its way as before."""
        folder, old = move.folder, move.partition.log
        move.state = MoveState.COPYING
        while old.compaction is not None:
            old.compaction.stop()
            yield self._pause(PAUSE_S)
            self._go_on(move)
        yield self._in_thread(move, folder.open)
        yield from self._copy(move)
        move.state = MoveState.OPENING
        new: Log | None = None
        try:
            from_offset: int = yield self._in_thread(move, partial(folder.finish, old.epoch_entries))
            self._go_on(move)
            cleaned_to = move.source.cleaner_offsets.get(old.topic_partition, 0)
            # The power may go as soon as the copy has its name: what is durable of it, and which gaps are compaction's, is known then.
            high_watermark = min(old.high_watermark, from_offset)
            move.target.expect(old.topic_partition, from_offset, old.start_offset, high_watermark, cleaned_to, old.start_kind)
            yield do_in_thread(self._run_in_thread, move.target.prepare_checkpoint())
            self._go_on(move)
            yield do_in_thread(self._run_in_thread, move.target.prepare_cleaner_checkpoint())
            doubts = move.target.prepare_start_record()
            if doubts is not None:
                yield do_in_thread(self._run_in_thread, doubts)
            self._go_on(move)
            new = yield self._in_thread(move, self._opening(move, from_offset, cleaned_to))
            self._go_on(move)
            if new.end_offset != folder.next_offset:
                raise OSError(f"{folder.path} was copied up to {folder.next_offset}, and opened it ends at {new.end_offset}")
            move.state = MoveState.CATCHING_UP
            while not self._catch_up(move, new):
                yield self._pause(0)
                self._go_on(move)
        except Exception:
            if new is not None:
                new.abandon()
            if not move.target.work.is_closed:
                yield self._in_thread(move, folder.demote)
                if move.state is MoveState.CATCHING_UP:
                    # What was appended to it no thread has synced.
                    self._discard(move.target, move.partition.topic_partition)
            raise
        return new

    def _leave(self, move: Move, new: Log) -> Generator[Deferred[Any], Any, None]:
        """From FLUSHING on."""
        move.state = MoveState.FLUSHING
        end_offset, flusher = new.end_offset, move.partition.flusher
        # It may be cut meanwhile.
        while new.recovery_point < min(end_offset, new.end_offset):
            flush = None
            if flusher.is_open:
                flusher.flush_all()
            else:
                flush = new.prepare_flush()
            if flush is not None:
                yield do_in_thread(self._run_in_thread, flush)
            else:
                yield self._pause(PAUSE_S)
            self._check_wanted(move)
        move.state = MoveState.REMOVING
        yield do_in_thread(self._run_in_thread, move.target.prepare_checkpoint())
        self._check_wanted(move)
        leaving = move.source.take_out([move.partition.topic_partition])
        if leaving:
            yield do_in_thread(self._run_in_thread, move.source.prepare_deletion(leaving))
            if leaving[0].error is not None:
                raise leaving[0].error
        self._partitions.settled(move.partition)
        self._check_wanted(move)
        yield self._in_thread(move, move.folder.settle)

    def _copy(self, move: Move) -> Generator[Deferred[Any], Any, None]:
        """COPYING, until next to nothing is missing."""
        log, folder = move.partition.log, move.folder
        while True:
            self._go_on(move)
            rate = self._byte_rate.bytes_per_second = self._rate()
            wait_s = self._byte_rate.left_s(self._turn)
            if wait_s > 0:
                yield self._pause(wait_s)
                continue
            piece = PIECE_BYTES if rate is None else max(1, min(PIECE_BYTES, int(rate)))
            plan = _plan(log)
            try:
                copied: int = yield self._in_thread(move, lambda plan=plan, piece=piece: folder.copy(plan, piece))  # type: ignore[misc]
            except FileNotFoundError:
                # Retention has taken the segment.
                self._go_on(move)
                if not log.is_closed and any(segment.path not in {one.path for one in _plan(log)} for segment in plan):
                    continue
                raise
            self.copied_bytes += copied
            self._turn = self._byte_rate.take(copied)
            self._go_on(move)
            if copied < min(piece, NEARLY_ALL_BYTES) and not self._is_busy(move.partition.topic_partition):
                return
            if not copied:
                yield self._pause(PAUSE_S)

    def _opening(self, move: Move, from_offset: int, cleaned_to: int) -> Callable[[], Log]:
        """The last that a thread does in OPENING."""
        folder, old = move.folder, move.partition.log
        name, settings, start, topic_id = old.topic_partition, old.settings, old.start_offset, old.topic_id
        final = f"{move.target.path}/{directory_name(name)}"

        def run() -> Log:
            folder.promote(final)
            return Log.open(
                folder.context,
                final,
                name,
                topic_id,
                settings,
                clean=False,
                recovery_point=from_offset,
                start_offset=start,
                compacted_to=cleaned_to,
                high_watermark=0,
            )

        return run

    def _catch_up(self, move: Move, new: Log) -> bool:
        """CATCHING UP: whether the new log is the partition's from now on. Raises OSError and RecordsError."""
        old, partition = move.partition.log, move.partition
        name = partition.topic_partition
        if self._is_busy(name) or not _append_rest(old, new, move.folder):
            return False
        new.update_settings(old.settings)
        # What was shown stays shown, also under the flush rule: the old folder still has it on the disk.
        new.raise_high_watermark(old.high_watermark)
        new.owns_high_watermark = old.owns_high_watermark
        new.start_kind = old.start_kind
        new.take_place_of(old)
        new.assign_leader_epoch(old.leader_epoch, note=old.latest_epoch == old.leader_epoch)
        if old.start_offset > new.start_offset:
            new.truncate_start(old.start_offset)
        move.folder.context.rejoin()
        cleaned_to = move.source.cleaner_offsets.get(name)
        # Nothing of the old log is anybody's from here on; its folder stays until the new one is on the disk.
        move.source.give_away(old)
        move.target.take_in(new, cleaned_to)
        self._partitions.moved(partition, move.target)
        partition.continue_with(new, move.target.room)
        return True


def _append_rest(old: Log, new: Log, folder: FutureFolder) -> bool:
    """Append what `old` has and `new` has not; False where that was too much for one turn. Raises OSError and RecordsError."""
    todo = TURN_BYTES
    while batches := folder.following(_plan(old)):
        if todo <= 0:
            return False
        todo -= len(batches)
        try:
            new.append_as_follower(batches)
        except KlogError as error:
            raise OSError(errno.EIO, error.message, new.directory) from error
        folder.passed(batches, new.end_offset)
    if new.end_offset != old.end_offset:
        raise OSError(errno.EIO, f"the log ends at {old.end_offset}, and its copy at {new.end_offset}", new.directory)
    return True


def _plan(log: Log) -> list[SourceSegment]:
    segments = list(log.for_compaction().segments)
    return [SourceSegment(segment.base_offset, segment.size, segment.log_path, segment is not segments[-1]) for segment in segments]
