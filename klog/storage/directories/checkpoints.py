"""The checkpoint files of a data directory: what they said at the start, what they shall say now, and in which order that is written.

Four files speak of all logs of a directory: ``recovery-point-offset-checkpoint``, ``log-start-offset-checkpoint`` and
``replication-offset-checkpoint``, which are written together, and ``cleaner-offset-checkpoint``. One that cannot be read is a warning, and
its logs are recovered from their beginning.

The high watermarks are written by themselves, too, and more often (``replica.high.watermark.checkpoint.interval.ms``), where logs have
replicas elsewhere: a start goes on from what stands there, and a replica that knew only an old one would show less than it did. Where none
has moved nothing is written.

* Every checkpoint keeps what it said of a log that cannot be opened (`_Unopened`): the next start may open it.
* A topic made again under its name must not find the offsets of the one before it. So who makes it writes checkpoints without it first
  (`DirectoryCheckpoints.without`); what is gathered from then on, until it is made or has failed (`DirectoryCheckpoints.have_come`), does
  not speak of the one before it either; and what was gathered earlier is not written after that (`CheckpointOrder`). The order holds for
  each file by itself, and counts only contents that were really written: after a newer one that could not be written, an older one may
  still be. The lock for it is held while a thread waits for the disk, so only such threads may take it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from klog.model import TopicPartition
from klog.storage.atomic_files import replace_whole
from klog.storage.checkpoint_files import (
    CorruptCheckpoint,
    RecoveryPoints,
    format_offsets,
    format_recovery_points,
    read_offsets,
    read_recovery_points,
)
from klog.storage.disk_work import DiskWork, WorkKind, WorkOwner, do_now
from klog.storage.filenames import CLEANER_CHECKPOINT, HIGH_WATERMARK_CHECKPOINT, LOG_START_CHECKPOINT, RECOVERY_POINT_CHECKPOINT
from klog.storage.filesystem import FileSystem
from klog.storage.log.log import Log


class _Unopened(NamedTuple):
    """What the checkpoints said of a log that cannot be opened now, and go on saying; None where they said nothing."""

    recovery_point: int | None
    start: int | None
    high_watermark: int | None
    #: Whether somebody else may have kept it since klog last opened it.
    foreign: bool


class CheckpointOrder:
    """The partitions that the checkpoint files name, or will name once what was gathered is written; and in which order that goes.

    No file that was gathered earlier is written over one that was gathered later.
    """

    __slots__ = ("_newest", "_written", "lock", "names")

    def __init__(self, fs: FileSystem) -> None:
        self.names: set[TopicPartition] = set()
        self._newest = 0
        #: By path: which stands there.
        self._written: dict[str, int] = {}
        self.lock = fs.mutex()

    def gathered(self, names: Iterable[TopicPartition]) -> int:
        """Checkpoints with `names` were gathered; their number."""
        self.names.update(names)
        self._newest += 1
        return self._newest

    def is_late(self, number: int, path: str) -> bool:
        """Whether one that was gathered later stands at `path` already. With the lock held."""
        return number < self._written.get(path, 0)

    def stands(self, number: int, path: str) -> None:
        """That of `number` was written at `path`, durably. With the lock held."""
        self._written[path] = number

    def is_newest(self, number: int) -> bool:
        """Whether nothing was gathered since those of `number`."""
        return number == self._newest

    def settled(self, number: int, names: Iterable[TopicPartition]) -> None:
        """Those of `number` are written. Unless others were gathered meanwhile, nobody else is named."""
        if self.is_newest(number):
            self.names = set(names)


class CheckpointFiles:
    """What shall stand in some checkpoint files.

    :param files: paths, and what writes down what shall stand there; called in the thread, where ten thousand lines keep nobody waiting.
    :param partitions: those that are named.
    :param are_all: whether these are all the files of their order; what the others name is not known from them.
    """

    __slots__ = ("_are_all", "_files", "_fs", "_number", "_order", "_partitions")

    def __init__(
        self,
        fs: FileSystem,
        files: list[tuple[str, Callable[[], bytes]]],
        order: CheckpointOrder,
        partitions: Collection[TopicPartition],
        *,
        are_all: bool = True,
    ) -> None:
        self._are_all = are_all
        self._fs = fs
        self._files = files
        self._order = order
        self._partitions = partitions
        self._number = order.gathered(partitions)

    def write(self) -> None:
        """Replace the files, durably, each unless a newer one stands there. Raises OSError."""
        order, number = self._order, self._number
        with order.lock:
            for path, written in self._files:
                if not order.is_late(number, path):
                    replace_whole(self._fs, path, written())
                    order.stands(number, path)

    def have_been_written(self) -> None:
        """`write` has returned; on the directory's thread."""
        if self._are_all:
            self._order.settled(self._number, self._partitions)

    @property
    def is_newest(self) -> bool:
        """Whether no others were gathered since; on the directory's thread."""
        return self._order.is_newest(self._number)


class Checkpoint(DiskWork[None]):
    """The checkpoint files of one moment.

    :param failed: told why they could not be written.
    :param written: told when they stand.
    """

    __slots__ = ("_failed", "_files", "_written")

    kind = WorkKind.CHECKPOINT

    def __init__(
        self,
        owner: WorkOwner,
        files: CheckpointFiles,
        failed: Callable[[Exception], None],
        written: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(owner)
        self._files = files
        self._failed = failed
        self._written = written

    def run(self) -> None:
        """Replace the files, durably. Raises OSError."""
        self._files.write()

    def complete(self, result: None) -> None:
        """The new files stand in the place of the old ones."""
        self._files.have_been_written()
        if self._written is not None:
            self._written()

    def fail(self, error: Exception) -> None:
        """Nothing was written: the older checkpoints stand."""
        self._failed(error)


class Checkpointed(NamedTuple):
    """What the checkpoints say of a log that is about to be opened."""

    recovery_point: int
    #: Where its last compaction ended; None where somebody else may have compacted it since.
    compacted_to: int | None
    start_offset: int
    #: Where it ended that was closed in order: its recovery point and its high watermark were its end then. None where they do not agree:
    #: one of them is hurt, or somebody else wrote them.
    known_end_offset: int | None
    high_watermark: int


class DirectoryCheckpoints:
    """Those of the data directory at `path`. One thread at a time.

    :param owner: of the work on the disk.
    :param logs: the logs that are open, as they change.
    :param failed: told why checkpoints could not be written.
    :param warn: told a sentence for each file that cannot be read.
    """

    def __init__(
        self,
        fs: FileSystem,
        path: str,
        owner: WorkOwner,
        logs: Mapping[TopicPartition, Log],
        failed: Callable[[Exception], None],
        warn: Callable[[str], None],
    ) -> None:
        self._fs = fs
        self._path = path
        self._owner = owner
        self._logs = logs
        self._failed = failed
        self._warn = warn
        #: Where the last compaction of each log ended; written down by `prepare_cleaner`.
        self.cleaner_offsets: dict[TopicPartition, int] = {}
        #: What was found at the start.
        self._found = RecoveryPoints({}, False, frozenset())
        self._starts: Mapping[TopicPartition, int] = {}
        self._marks: Mapping[TopicPartition, int] = {}
        self._unopened: dict[TopicPartition, _Unopened] = {}
        #: Names under which logs are being made, and how many creations of each are under way.
        self._coming: Counter[TopicPartition] = Counter()
        #: The high watermarks that were written last and by themselves; None where others may stand there.
        self._written_marks: dict[TopicPartition, int] | None = None
        self._order = CheckpointOrder(fs)
        self._cleaner_order = CheckpointOrder(fs)

    # Start

    def read(self) -> None:
        """Read the files."""
        try:
            self._found = read_recovery_points(self._fs, f"{self._path}/{RECOVERY_POINT_CHECKPOINT}")
        except CorruptCheckpoint as error:
            self._warn(f"{error}; klog goes on without it")
        self._starts = self._read(LOG_START_CHECKPOINT)
        self._marks = self._read(HIGH_WATERMARK_CHECKPOINT)
        self.cleaner_offsets = self._read(CLEANER_CHECKPOINT)
        self._order.gathered([*self._found.offsets, *self._found.foreign, *self._starts, *self._marks])
        self._cleaner_order.gathered(self.cleaner_offsets)

    def _read(self, name: str) -> dict[TopicPartition, int]:
        try:
            return read_offsets(self._fs, f"{self._path}/{name}")
        except CorruptCheckpoint as error:
            self._warn(f"{error}; klog goes on without it")
            return {}

    def of(self, name: TopicPartition) -> Checkpointed:
        """What was found of a log."""
        point = self._found.offsets.get(name)
        return Checkpointed(
            point or 0,
            self.cleaner_offsets.get(name, 0) if self._found.is_klogs(name) else None,
            self._believable_start(name),
            point if point is not None and self._marks.get(name) == point else None,
            self._marks.get(name, 0),
        )

    def _believable_start(self, name: TopicPartition) -> int:
        """The checkpointed log start, if it is not behind the high watermark of the same moment: a log would be thrown away for it."""
        start = self._starts.get(name, 0)
        mark = self._marks.get(name, start)
        if start <= mark:
            return start
        self._warn(
            f"{self._path}/{LOG_START_CHECKPOINT}: {name} cannot start at {start}, as its high watermark was {mark}; "
            "its log starts with what is there"
        )
        return 0

    def opened(self, failed: Iterable[TopicPartition]) -> None:
        """All logs are open but those that `failed`. Recovery points that the start itself has raised are written down, and that klog keeps
        the directory now. Raises OSError."""
        found = self._found
        for name in failed:
            self.cannot_be_opened(name)
        points, foreign = _with_unopened({name: log.recovery_point for name, log in self._logs.items()}, self._unopened)
        if not found.by_klog or foreign != found.foreign or any(point > found.offsets.get(name, 0) for name, point in points.items()):
            path = f"{self._path}/{RECOVERY_POINT_CHECKPOINT}"
            named = self._order.names | points.keys() | foreign
            files = CheckpointFiles(self._fs, [(path, lambda: format_recovery_points(points, foreign))], self._order, named)
            do_now(Checkpoint(self._owner, files, self._failed))

    def cannot_be_opened(self, name: TopicPartition) -> None:
        """They go on saying of this log what they said at the start."""
        found = self._found
        self._unopened[name] = _Unopened(found.offsets.get(name), self._starts.get(name), self._marks.get(name), not found.is_klogs(name))

    # Writing

    def prepare(self) -> Checkpoint:
        """What the three files should say now."""
        return Checkpoint(self._owner, self._gather(), self._failed)

    def prepare_high_watermarks(self) -> Checkpoint | None:
        """What ``replication-offset-checkpoint`` should say now; None where it says so already."""
        marks = {name: one.high_watermark for name, one in self._unopened_logs().items() if one.high_watermark is not None}
        for name, log in self._logs.items():
            marks[name] = log.high_watermark
        if marks == self._written_marks:
            return None
        self._written_marks = None
        path = f"{self._path}/{HIGH_WATERMARK_CHECKPOINT}"
        files = CheckpointFiles(self._fs, [(path, lambda: format_offsets(marks))], self._order, marks, are_all=False)

        def written() -> None:
            if files.is_newest:
                self._written_marks = marks

        return Checkpoint(self._owner, files, self._failed, written)

    def prepare_cleaner(self) -> Checkpoint:
        """What ``cleaner-offset-checkpoint`` should say now."""
        return Checkpoint(self._owner, self._gather_cleaner(), self._failed)

    def without(self, wanted: Sequence[TopicPartition]) -> Callable[[], None] | None:
        """What writes the checkpoints anew that name any of `wanted`, which are about to be made; None where none does. To be called in a
        thread; raises OSError then. Until `have_come`, no checkpoint speaks of others under these names."""
        self._coming.update(wanted)
        files = []
        if not self._order.names.isdisjoint(wanted):
            files.append(self._gather())
        if not self._cleaner_order.names.isdisjoint(wanted):
            files.append(self._gather_cleaner())
        return _writing(files) if files else None

    def before_truncation(self, name: TopicPartition, offset: int) -> Callable[[], None]:
        """What writes all checkpoints as they are now that the log of that name is about to end at `offset`. To be called in a thread;
        raises OSError then."""
        if name in self.cleaner_offsets:
            self.cleaner_offsets[name] = min(self.cleaner_offsets[name], offset)
        return _writing([self._gather(), self._gather_cleaner()])

    def have_come(self, wanted: Sequence[TopicPartition]) -> None:
        """Those of `without` are made, or could not be: of these, what was known before is known again, unless it is forgotten."""
        for name in wanted:
            self._coming[name] -= 1
            if self._coming[name] <= 0:
                del self._coming[name]

    def expect(self, name: TopicPartition, recovery_point: int, start_offset: int, high_watermark: int, cleaned_to: int | None) -> None:
        """From now on they speak of a log that is not open here yet, and soon may be."""
        self._unopened[name] = _Unopened(recovery_point, start_offset or None, high_watermark, foreign=False)
        self.cleaner_offsets.pop(name, None)
        if cleaned_to is not None:
            self.cleaner_offsets[name] = cleaned_to

    def has_come(self, name: TopicPartition) -> None:
        """It is open."""
        self._unopened.pop(name, None)

    def _is_of_another(self, name: TopicPartition) -> bool:
        """Whether what is known of `name` is of another log than that which is being made."""
        return name in self._coming and name not in self._logs

    def forget(self, name: TopicPartition) -> None:
        """Of the log of that name, which is gone, they say nothing any more."""
        self._unopened.pop(name, None)
        self.cleaner_offsets.pop(name, None)

    def _unopened_logs(self) -> dict[TopicPartition, _Unopened]:
        return {name: one for name, one in self._unopened.items() if not self._is_of_another(name)}

    def _gather(self) -> CheckpointFiles:
        opened: dict[TopicPartition, int] = {}
        unopened = self._unopened_logs()
        self._written_marks = None
        starts = {name: one.start for name, one in unopened.items() if one.start is not None}
        marks = {name: one.high_watermark for name, one in unopened.items() if one.high_watermark is not None}
        for name, log in self._logs.items():
            opened[name] = log.recovery_point
            marks[name] = log.high_watermark
            start = log.start_offset
            if start and start > log.first_segment_base:
                starts[name] = start
        points, foreign = _with_unopened(opened, unopened)
        return CheckpointFiles(
            self._fs,
            [
                (f"{self._path}/{RECOVERY_POINT_CHECKPOINT}", lambda: format_recovery_points(points, foreign)),
                (f"{self._path}/{LOG_START_CHECKPOINT}", lambda: format_offsets(starts)),
                (f"{self._path}/{HIGH_WATERMARK_CHECKPOINT}", lambda: format_offsets(marks)),
            ],
            self._order,
            points.keys() | unopened.keys() if unopened else points,
        )

    def _gather_cleaner(self) -> CheckpointFiles:
        offsets = {name: offset for name, offset in self.cleaner_offsets.items() if not self._is_of_another(name)}
        path = f"{self._path}/{CLEANER_CHECKPOINT}"
        return CheckpointFiles(self._fs, [(path, lambda: format_offsets(offsets))], self._cleaner_order, offsets)


def _writing(files: Sequence[CheckpointFiles]) -> Callable[[], None]:
    def write() -> None:
        for one in files:
            one.write()

    return write


def _with_unopened(
    points: Mapping[TopicPartition, int], unopened: Mapping[TopicPartition, _Unopened]
) -> tuple[dict[TopicPartition, int], frozenset[TopicPartition]]:
    """The recovery points with those of logs that are not open, and which of these are somebody else's."""
    kept = {name: one.recovery_point for name, one in unopened.items() if one.recovery_point is not None}
    return {**kept, **points}, frozenset(name for name, one in unopened.items() if one.foreign)
