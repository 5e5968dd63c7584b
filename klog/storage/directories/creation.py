"""New partitions' directories, many at a time: what is written, and in which order it is made durable.

A partition's directory holds ``partition.metadata`` (durable before it has its name: a torn one would keep the partition from being
served), the first segment's empty files and ``leader-epoch-checkpoint``. The order, for all partitions of a `Creation` together, so that
their waits for the disk share the journal's commits:

1. directories and files are made;
2. every ``partition.metadata`` is synced under its temporary name;
3. and renamed;
4. every directory is synced, and at last the one that holds them all.

**What could not be made** leaves nothing behind under its name, which a start would serve. Its directory is removed; where that fails, as
it does without descriptors, it is renamed as a deleted one is, which takes none. Where even that fails, it is *litter*, to be tried again
(`failed_creations`): before the next creation of its name, among others (`Creation.leftovers`).

Where the last sync fails, nobody can say which names are on the disk: all are taken back, and unless it was a refusal, the data directory
takes no writes any more (`Creation.sync_error`).

``leader-epoch-checkpoint`` is not synced: with nothing but epoch 0 in it, it says no more than the batches do, and a start that finds it
empty, torn or missing makes it again from them.
"""

from __future__ import annotations

import contextlib
import dataclasses
import errno
from collections.abc import Callable, Sequence
from typing import TypeVar

from klog.model import TopicPartition
from klog.storage.atomic_files import TEMPORARY, sync_file, write_temporary
from klog.storage.checkpoint_files import EpochEntry, write_leader_epochs
from klog.storage.directories.deletion import LeavingPartition, rename
from klog.storage.directories.failed_creations import FailedCreations
from klog.storage.directories.partition_metadata import format_partition_metadata
from klog.storage.disk_work import DiskWork, WorkKind, WorkOwner
from klog.storage.filenames import LEADER_EPOCH_CHECKPOINT, LOG, OFFSET_INDEX, PARTITION_METADATA, TIME_INDEX, file_path
from klog.storage.filesystem import FileSystem, OpenDirectory
from klog.storage.log.log import Log
from klog.storage.parallel_io import RunAll, one_by_one
from klog.storage.segments.files import make_empty

T = TypeVar("T")


@dataclasses.dataclass(eq=False, slots=True)
class NewPartition:
    """One partition on its way."""

    topic_partition: TopicPartition
    directory: str
    topic_id: bytes
    #: That begins with it; -1 where it follows.
    leader_epoch: int
    #: Why it could not be made; nothing is left under its name then, save what `leaving` says.
    error: OSError | None = None
    #: Noted in the thread: its directory is this creation's, to be taken back where the rest fails.
    is_begun: bool = False
    #: Its directory, where that could not be made whole and not be removed: renamed, if there is no error in it.
    leaving: LeavingPartition | None = None
    #: Made in the thread as well, where `Creation` was told how.
    log: Log | None = None


def write_first_files(fs: FileSystem, directory: str, leader_epoch: int) -> None:
    """What an empty log consists of, in an existing, empty directory; nothing is synced. Raises OSError."""
    for suffix in (LOG, OFFSET_INDEX, TIME_INDEX):
        make_empty(fs, file_path(directory, 0, suffix))
    epochs = [EpochEntry(leader_epoch, 0)] if leader_epoch >= 0 else []
    write_leader_epochs(fs, f"{directory}/{LEADER_EPOCH_CHECKPOINT}", epochs, sync=False)


class Creation(DiskWork[None]):
    """New partitions of a data directory.

    :param directory: the data directory, opened.
    :param failed_creations: of the data directory.
    :param leftovers: what earlier creations have left under the names of these, handed over by `failed_creations`.
    :param done: told when all are made or have failed.
    :param make_log: the log of a partition whose files are there. A thousand of them are long work, so it is called in the thread; it must
        not touch what others share.
    :param before: done first of all: the checkpoints must not know others under these names. May raise OSError.
    """

    kind = WorkKind.CREATE_OR_DELETE

    def __init__(
        self,
        owner: WorkOwner,
        fs: FileSystem,
        directory: OpenDirectory,
        partitions: Sequence[NewPartition],
        failed_creations: FailedCreations,
        done: Callable[[Creation], None],
        leftovers: Sequence[LeavingPartition] = (),
        make_log: Callable[[NewPartition], Log] | None = None,
        before: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(owner)
        self._make_log = make_log
        self._before = before
        self._fs = fs
        self._directory = directory
        self._failed_creations = failed_creations
        self._done = done
        self.leftovers = leftovers
        self.partitions = partitions
        #: Why nobody can say which names are on the disk.
        self.sync_error: OSError | None = None
        #: What waits for the disk side by side.
        self.run_all: RunAll = one_by_one

    def run(self) -> None:
        """Steps 1 to 4, and the logs. Never raises for the disk's sake: see `NewPartition.error`. Where it raises, no name is left."""
        try:
            self._make()
        except Exception as error:
            for one in self._good():
                one.error = OSError(f"it was not made: {error!r}")
                if one.is_begun:
                    self._discard(one)
            raise

    def _make(self) -> None:
        fs, run_all = self._fs, self.run_all
        if self._before is not None:
            try:
                self._before()
            except OSError as error:
                for one in self._good():
                    one.error = error
        for left in self.leftovers:
            rename(fs, left)
        self._each(self._write)
        self._together(run_all, lambda one: sync_file(fs, f"{one.directory}/{PARTITION_METADATA}{TEMPORARY}"))
        self._each(self._rename)
        self._together(run_all, lambda one: fs.sync_directory(one.directory))
        try:
            self._directory.sync()
        except OSError as error:
            self.sync_error = error
            for one in self._good():
                self._failed(one, error)
            with contextlib.suppress(OSError):
                # What was removed does not come back, as far as this disk can be believed.
                self._directory.sync()
        if self._make_log is not None:
            for one in self._good():
                one.log = self._make_log(one)

    def complete(self, result: None) -> None:
        """What was made may be taken into service."""
        self._done(self)

    def fail(self, error: Exception) -> None:
        """A mistake of klog's own, not the disk's. What was handed over is handed back."""
        for one in self._good():
            # It did not even begin.
            one.error = OSError(f"it was not made: {error!r}")
        self._done(self)

    def _discard(self, one: NewPartition) -> None:
        try:
            self._fs.remove_tree(one.directory)
        except OSError:
            one.leaving = self._failed_creations.leave(one.topic_partition, one.directory)

    def _good(self) -> list[NewPartition]:
        return [one for one in self.partitions if one.error is None]

    def _each(self, act: Callable[[NewPartition], None]) -> None:
        for one in self._good():
            try:
                act(one)
            except OSError as error:
                self._failed(one, error)

    def _together(self, run_all: RunAll, act: Callable[[NewPartition], None]) -> None:
        good = self._good()
        for one, error in zip(good, run_all([_bound(act, one) for one in good]), strict=True):
            if isinstance(error, OSError):
                self._failed(one, error)
            elif error is not None:
                raise error

    def _failed(self, one: NewPartition, error: OSError) -> None:
        one.error = error
        if not isinstance(error, FileExistsError):
            self._discard(one)

    def _write(self, one: NewPartition) -> None:
        if self._fs.exists(one.directory):
            # Looked at here again: what stood there when this was asked for was on its way out.
            raise FileExistsError(errno.EEXIST, f"{one.directory} exists already", one.directory)
        self._fs.make_directory(one.directory)
        one.is_begun = True
        self._failed_creations.made_anew(one.directory)
        write_first_files(self._fs, one.directory, one.leader_epoch)
        write_temporary(self._fs, f"{one.directory}/{PARTITION_METADATA}", format_partition_metadata(one.topic_id))

    def _rename(self, one: NewPartition) -> None:
        path = f"{one.directory}/{PARTITION_METADATA}"
        self._fs.rename(path + TEMPORARY, path)


def _bound(act: Callable[[T], None], argument: T) -> Callable[[], None]:
    return lambda: act(argument)
