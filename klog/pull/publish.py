"""From the staging folder to where readers look: names, renames that may be repeated, and sweeping.

A file's final name follows from what it holds: ``topic=<t>/partition=<p>/[date=<d>/]<start>-<end>.parquet``. Since ranges never overlap,
neither do names; files of a topic's later generation have ``.g<n>`` before the ending. Publishing a version moves each file that is still
where it was staged; one that is not must be at its final name already, because another job moved it, or this one before it was stopped.
So publishing may be stopped anywhere, repeated, and done by several jobs at once. Only when all names are durable is the version marked
as published.

A staging folder belongs to one job, which holds a lock on the file ``lock`` in it for as long as it lives. Sweeping removes folders of
dead jobs only: on the machine that made it, one whose lock is free; made on another machine, where its lock may not be seen, one in which
nothing was touched for `PullSettings.staging_age_ms`. A job may die between its commit and its publishing: so it is looked up *after* a
folder's owner is known to be dead whether the newest version still needs it.
"""

from __future__ import annotations

import contextlib
import json
import platform
from collections.abc import Callable, Iterable

from klog.pull.errors import LedgerDamaged, PullError
from klog.pull.files import Files, Lock, make_directories
from klog.pull.ledger import FileRecord, Ledger, RangeRecord, Record
from klog.pull.types import StagedFile, TaskResult, TaskSpec

STAGING = "_klog/staging"
_LOCK = "lock"
_MAX_LOCK_BYTES = 4096


def range_name(start: int, end: int, generation: int) -> str:
    """The name of a file that holds the offsets from `start` up to but without `end`."""
    return f"{start}-{end}.parquet" if not generation else f"{start}-{end}.g{generation}.parquet"


def records_of(spec: TaskSpec, result: TaskResult, generation: int) -> tuple[RangeRecord, list[FileRecord]]:
    """What the ledger keeps of a task.

    :raises AssertionError: the result is not one of the spec.
    """
    where = spec.range
    if result.number != spec.number:
        raise AssertionError(f"{spec}: the answer is that of task {result.number}")
    if result.rows != sum(file.rows for file in result.files):
        raise AssertionError(f"{spec}: {result.rows} rows, and {sum(file.rows for file in result.files)} in its files")
    if result.windows and result.rows != sum(window[2] for window in result.windows):
        raise AssertionError(f"{spec}: {result.rows} rows, and {result.windows} in windows")
    by_date: dict[str, list[StagedFile]] = {}
    for file in result.files:
        if not file.path.startswith(f"{spec.staging}/"):
            raise AssertionError(f"{spec}: {file.path} was not staged in {spec.staging}")
        if not where.start <= file.first_offset <= file.last_offset < where.end or not 0 < file.rows <= where.end - where.start:
            raise AssertionError(f"{spec}: {file.path} holds {file.rows} rows, offsets {file.first_offset} to {file.last_offset}")
        by_date.setdefault(file.date, []).append(file)
    files: list[FileRecord] = []
    for date, staged in by_date.items():
        staged.sort(key=lambda file: file.first_offset)
        # Several files of one date share the range between them.
        borders = [where.start, *(file.first_offset for file in staged[1:]), where.end]
        for at, file in enumerate(staged):
            start, end = borders[at], borders[at + 1]
            if file.last_offset >= end:
                raise AssertionError(f"{spec}: files of {date} overlap at offset {end}")
            folder = f"topic={where.topic}/partition={where.partition}" + (f"/date={date}" if date else "")
            files.append(
                FileRecord(
                    staged=file.path,
                    path=f"{folder}/{range_name(start, end, generation)}",
                    topic=where.topic,
                    generation=generation,
                    partition=where.partition,
                    start=start,
                    end=end,
                    date=date,
                    rows=file.rows,
                    size_bytes=file.size_bytes,
                    first_offset=file.first_offset,
                    last_offset=file.last_offset,
                    min_timestamp_ms=file.min_timestamp_ms,
                    max_timestamp_ms=file.max_timestamp_ms,
                )
            )
    entry = RangeRecord(
        where.topic,
        generation,
        where.partition,
        where.start,
        where.end,
        rows=result.rows,
        skipped=result.skipped_records,
        bad=result.bad_records,
        windows=result.windows,
        lost=result.lost,
    )
    return entry, files


def publish(files: Files, target: str, ledger: Ledger, record: Record) -> int:
    """Bring all files of the newest version to their final names; how many were not there yet.

    :raises LedgerDamaged: a file is neither where it was staged nor at its final name.
    """
    if ledger.is_published(record.version):
        return 0
    moved = 0
    folders = {file.path.rpartition("/")[0] for file in record.files}
    make_directories(files, target, *folders)
    for file in record.files:
        try:
            files.rename(f"{target}/{file.staged}", f"{target}/{file.path}")
            moved += 1
        except FileNotFoundError:
            if not files.exists(f"{target}/{file.path}") and not ledger.is_published(record.version):
                why = f"it names {file.staged}, which is neither there nor at {file.path}; its offsets {file.start} to {file.end} are lost"
                raise LedgerDamaged(ledger.path_of(record.version), why) from None
    # Also what somebody else moved: he may have been stopped before this.
    for folder in sorted(folders):
        files.sync_directory(f"{target}/{folder}")
    ledger.mark_published(record.version)
    return moved


class Staging:
    """A job's own folder for what is not published yet."""

    def __init__(self, files: Files, target: str, job: str, host: str | None = None) -> None:
        self._files = files
        self._target = target
        self._host = host_id() if host is None else host
        self._job = job
        self._lock: Lock | None = None
        #: Relative to the target.
        self.path = f"{STAGING}/{job}"

    @property
    def folder(self) -> str:
        """Its absolute path, if the target's is one."""
        return f"{self._target}/{self.path}"

    def open(self) -> None:
        """Make the folder, and lock it for as long as the process lives."""
        make_directories(self._files, self._target, self.path)
        self._lock = self._files.make_locked(f"{self.folder}/{_LOCK}", json.dumps({"host": self._host, "job": self._job}).encode())
        self._files.sync_directory(self.folder)

    def sync(self, staged: Iterable[StagedFile]) -> None:
        """Make durable what the workers staged (which synced the files' content), before a record names it.

        :raises PullError: a file is missing, or has another size than its worker said.
        """
        for file in staged:
            path = f"{self._target}/{file.path}"
            if not self._files.exists(path) or self._files.size(path) != file.size_bytes:
                raise PullError(
                    f"{path} is not there with {file.size_bytes} bytes, as the worker said that wrote it: do all workers see the same "
                    f"{self._target}?"
                )
        self._files.sync_directory(self.folder)

    def discard(self) -> None:
        """Remove the folder. What cannot be removed, such as a file that a worker nobody waits for makes just now, is swept later."""
        with contextlib.suppress(OSError):
            self._remove(self.folder)
        self.release()

    def _remove(self, folder: str) -> None:
        """The lock goes last: a folder without one has to wait until it is old."""
        for name in self._files.list(folder):
            if name != _LOCK:
                self._files.remove(f"{folder}/{name}")
        self._files.remove_tree(folder)

    def release(self) -> None:
        """End the lock; the folder stays for whoever sweeps next."""
        lock, self._lock = self._lock, None
        if lock is not None:
            lock.release()

    def sweep(self, age_ms: int, needed: Callable[[], str]) -> int:
        """Remove the folders of dead jobs; how many.

        :param needed: the job whose files are committed and not published yet; empty where there is none.
        """
        swept = 0
        now_ms = self._files.modified_ms(f"{self.folder}/{_LOCK}")
        for name in self._files.list(f"{self._target}/{STAGING}"):
            if name == self._job:
                continue
            with contextlib.suppress(OSError):  # somebody else sweeps it too, or writes into it still
                swept += self._sweep_one(name, now_ms - age_ms, needed)
        return swept

    def _sweep_one(self, name: str, before_ms: int, needed: Callable[[], str]) -> bool:
        folder = f"{self._target}/{STAGING}/{name}"
        lock_path = f"{folder}/{_LOCK}"
        names = self._files.list(folder)
        if _LOCK in names and self._made_here(lock_path):
            lock = self._files.try_lock(lock_path)
            if lock is None:
                return False
            try:
                # It is dead, so whatever it committed can be seen now.
                if needed() == name:
                    return False
                self._remove(folder)
            finally:
                lock.release()
            return True
        # By the file system's clock on both sides: ours may be wrong.
        if max(self._files.modified_ms(path) for path in [folder, *(f"{folder}/{one}" for one in names)]) >= before_ms:
            return False
        if needed() == name:
            return False
        self._remove(folder)
        return True

    def _made_here(self, lock_path: str) -> bool:
        try:
            found = json.loads(self._files.read(lock_path, _MAX_LOCK_BYTES))
        except (ValueError, RecursionError):
            return False
        return isinstance(found, dict) and found.get("host") == self._host


def host_id() -> str:
    """This machine since it was started: locks of others that say the same are seen here."""
    try:
        with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:
            return file.read().strip()
    except OSError:
        return platform.node()


def strangers(files: Files, target: str) -> list[str]:
    """Folders ``topic=…`` in the target."""
    return [name for name in files.list(target) if name.startswith("topic=")]
