"""Lives find what was wrong once, when it is put back.

Each of these was a defect that careful reading found and no test: an act in a thread, or a step of long work, rests on what was so before
something else came between. The least of what it took is put back here, and lives that have more of the circumstances must find it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.coordinators import expiration
from klog.broker.groups.offsets import OffsetStore
from klog.broker.groups.unacknowledged_offsets import UnacknowledgedOffsets
from klog.errors import KlogError
from klog.storage.directories.directory import LogDirectory
from klog.storage.disk_work import DiskWork
from klog.storage.log.flush_work import Flush
from klog.storage.log.log import Log
from klog.testing.filesystem import MemoryDirectory
from tests.broker.interleavings.life import Life


def _nothing_particular(life: Life) -> None:
    """As it is drawn."""


class FindsTests(SynchronousTestCase):
    """One defect at a time."""

    def finds(self, sentence: str, prepare: Callable[[Life], None] = _nothing_particular, most: int = 150, *, first: int = 0) -> None:
        """One of some lives says `sentence`, a regular expression for all that follows the seed; what others find does not count."""
        others: list[str] = []
        for seed in range(first, first + most):
            life = Life(seed)
            prepare(life)
            try:
                life.run()
            except AssertionError as error:
                self.flushLoggedErrors()
                found = str(error).partition("\n")[0].removeprefix(f"seed {seed}: ")
                if re.match(sentence, found):
                    return
                others.append(found)
        self.fail(f"none of {most} lives says {sentence!r}; what they say: {others}")

    @staticmethod
    def sync_by_name(directory: MemoryDirectory) -> None:
        """What it is called now, opened for it."""
        fs, path = directory._fs, directory._path
        fs._act("open", path)
        fs._act("sync_directory", path)
        fs._sync_entries(fs._directory(path), path)

    def test_the_flush_of_a_deleted_log_stops_all_writes(self) -> None:
        """It syncs a directory by a name that is gone, and its failure is the whole data directory's."""
        settle = DiskWork.settle

        def tell(work: DiskWork[Any], result: Any = None, error: Exception | None = None) -> None:
            was_closed, work.owner.is_closed = work.owner.is_closed, work.owner.is_closed and not isinstance(work, Flush)
            try:
                settle(work, result, error)
            finally:
                work.owner.is_closed = was_closed

        self.patch(MemoryDirectory, "sync", self.sync_by_name)
        self.patch(DiskWork, "settle", tell)

        def prepare(life: Life) -> None:
            life.with_faults = False

        self.finds(r"the directory takes no writes any more: \[Errno 2\] No such file or directory: '/data/t\d-\d'", prepare, first=10)

    def test_no_descriptor_for_a_sync_stops_all_writes(self) -> None:
        self.patch(MemoryDirectory, "sync", self.sync_by_name)

        def prepare(life: Life) -> None:
            life.with_faults, life.misfortunes = True, ("descriptors",)

        self.finds(r"the directory takes no writes any more: \[Errno 24\] no descriptors: '/data/\S+'", prepare)

    def test_a_mark_over_an_unfinished_flush(self) -> None:
        """The stop gives up a flush that hangs, and says all the same that everything is on the disk."""
        prepare_close = Log.prepare_close

        def forget(log: Log) -> Flush | None:
            log.work.running.clear()
            log._flush = None
            return prepare_close(log)

        def give_up_work(directory: LogDirectory) -> int:
            return 0

        self.patch(Log, "prepare_close", forget)
        self.patch(LogDirectory, "give_up_work", give_up_work)

        def prepare(life: Life) -> None:
            life.with_faults, life.with_groups, life.misfortunes, life.ends = True, False, ("hang",), ("stop",)

        self.finds(r"t\d-\d has gaps: \[", prepare, 300, first=70)

    def test_a_deletion_that_was_decided_before_a_commit(self) -> None:
        """Expiry, and the end of a topic, decide in steps and write at their end."""

        def sweep(name: str, shard: Any, pieces: Iterator[Any], begin: Any, decide: Any, **_: Any) -> Generator[None, None, bool]:
            tombstones = begin()
            for piece in pieces:
                decide(tombstones, piece)
                yield
            try:
                acknowledged = tombstones.write()
            except KlogError:
                return True
            if acknowledged is not None:
                acknowledged.addErrback(lambda failure: None)
            return False

        self.patch(expiration, "sweep", sweep)

        def prepare(life: Life) -> None:
            life.with_faults, life.with_groups, life.group_share, life.minute_share = False, True, 0.8, 0.1

        self.finds(r"OffsetFetch of g\d for t\d-\d: no offset is committed, though \d+ was acknowledged", prepare, first=15)

    def test_an_offset_that_is_not_acknowledged(self) -> None:
        self.patch(UnacknowledgedOffsets, "of", lambda values, name: {})
        self.patch(OffsetStore, "fetch_rests_on", lambda store, **fields: None)
        self.finds(r"OffsetFetch of g\d for t\d-\d: \d+ is shown, and its commit is not acknowledged")
