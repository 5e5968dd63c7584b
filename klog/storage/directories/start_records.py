"""``klog.boot``: which boot of the machine a data directory was last used in, and of which of its logs something may be missing since.

::

    0                                       version
    1c3a7f9e-7b0b-4c6e-9d0a-0b5b9b1f6a3d    the boot's id, or - where the system told none
    2                                       how many logs are in doubt
    orders 0 machine                        topic, partition, and why (`start_kind.StartKind`)
    orders 3 lost

It is written by a start, durably and before anything is served, and again as doubts end. Where that could not be done, or the process is
killed before, the next start only doubts more than it must. A directory without the file was written by somebody else, or by a klog that
did not keep it: nothing is known of its boot, nor of doubts. Of a file that does not read as it should nobody knows which logs it named, so
that each log is taken for one of them. Where logs have no replicas elsewhere it is kept for those only of which somebody asks
(``__transaction_state``: `klog.broker.transactions.doubt`).
"""

from __future__ import annotations

import errno
import re
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from klog.model import TopicPartition
from klog.storage.atomic_files import read_parsed, replace_whole
from klog.storage.directories.checkpoints import Checkpointed
from klog.storage.directory_health import is_refusal
from klog.storage.disk_work import DiskWork, WorkKind, WorkOwner, do_now
from klog.storage.filenames import BOOT_RECORD
from klog.storage.filesystem import FileSystem
from klog.storage.log.log import Log
from klog.storage.log.start_kind import StartKind, kind_of_stop

#: A line for each of ten thousand partitions with the longest names is well below it.
MAX_BYTES = 16 << 20

_BOOT_ID = re.compile(r"-|[0-9A-Za-z][0-9A-Za-z_.-]{0,99}", re.ASCII)
_NO_BOOT_ID = "-"


class CorruptStartRecord(Exception):
    """The file does not read as it should."""


class StartRecord(NamedTuple):
    """What the file says."""

    #: None where the system told none.
    boot_id: str | None
    #: Each of a kind that `is_doubtful`.
    doubtful: Mapping[TopicPartition, StartKind]


def format_start_record(record: StartRecord) -> bytes:
    """The content of the file."""
    lines = ["0", record.boot_id or _NO_BOOT_ID, str(len(record.doubtful))]
    lines += [f"{name.topic} {name.partition} {kind.value}" for name, kind in sorted(record.doubtful.items())]
    return "".join(f"{line}\n" for line in lines).encode()


def parse_start_record(path: str, data: bytes) -> StartRecord:
    """The other way round; `path` is for the error.

    :raises CorruptStartRecord: it is not such a file.
    """
    try:
        version, boot_id, count, *lines = data.decode("ascii").splitlines()
        if version != "0" or _BOOT_ID.fullmatch(boot_id) is None or int(count) != len(lines):
            raise CorruptStartRecord(f"{path} does not read as what klog wrote")
        doubtful: dict[TopicPartition, StartKind] = {}
        for line in lines:
            topic, partition, kind = line.split(" ")
            doubtful[TopicPartition(topic, int(partition))] = StartKind(kind)
    except ValueError:
        raise CorruptStartRecord(f"{path} does not read as what klog wrote") from None
    return StartRecord(None if boot_id == _NO_BOOT_ID else boot_id, doubtful)


def read_start_record(fs: FileSystem, directory: str) -> StartRecord | None:
    """That of a data directory; None where there is none. Raises OSError and CorruptStartRecord."""
    path = f"{directory}/{BOOT_RECORD}"
    try:
        return read_parsed(fs, path, parse_start_record, MAX_BYTES)
    except OSError as error:
        if error.errno != errno.EFBIG:
            raise
        raise CorruptStartRecord(f"{path} does not read as what klog wrote: it has more than {MAX_BYTES} bytes") from None


def write_start_record(fs: FileSystem, directory: str, record: StartRecord) -> None:
    """Replace the file, durably. Raises OSError."""
    replace_whole(fs, f"{directory}/{BOOT_RECORD}", format_start_record(record))


class StartRecordWrite(DiskWork[None]):
    """The file of one moment.

    :param written: told when it stands.
    :param failed: told why it could not be written.
    """

    __slots__ = ("_failed", "_fs", "_path", "_record", "_written")

    kind = WorkKind.CHECKPOINT

    def __init__(
        self,
        owner: WorkOwner,
        fs: FileSystem,
        path: str,
        record: StartRecord,
        written: Callable[[StartRecord], None],
        failed: Callable[[Exception], None],
    ) -> None:
        super().__init__(owner)
        self._fs = fs
        self._path = path
        self._record = record
        self._written = written
        self._failed = failed

    def run(self) -> None:
        """Replace the file, durably. Raises OSError."""
        write_start_record(self._fs, self._path, self._record)

    def complete(self, result: None) -> None:
        """The new file stands in the place of the old one."""
        self._written(self._record)

    def fail(self, error: Exception) -> None:
        """What stands there doubts more."""
        self._failed(error)


class StartRecords:
    """That of the data directory at `path`. One thread at a time.

    :param owner: of the work on the disk.
    :param logs: the logs that are open, as they change.
    :param boot_id: of the machine's present boot; None where the system does not tell.
    :param failed: told why the file could not be written.
    :param warn: told a sentence where it cannot be read, and where logs are in doubt.
    """

    def __init__(
        self,
        fs: FileSystem,
        path: str,
        owner: WorkOwner,
        logs: Mapping[TopicPartition, Log],
        boot_id: str | None,
        failed: Callable[[Exception], None],
        warn: Callable[[str], None],
    ) -> None:
        self._fs = fs
        self._path = path
        self._owner = owner
        self._logs = logs
        self._boot_id = boot_id
        self._failed = failed
        self._warn = warn
        self._stop = StartKind.CLEAN
        self._found: StartRecord | None = None
        #: Whether somebody else served the directory before, or a klog that kept no record.
        self.is_first = False
        #: Of logs that cannot be opened now: what is known of them stays known.
        self._unopened: dict[TopicPartition, StartKind] = {}
        self._is_writing = False

    def read(self, was_clean: bool) -> None:
        """Read the file, and find out how the last stop was. Raises OSError."""
        try:
            self._found = read_start_record(self._fs, self._path)
            self.is_first = self._found is None
        except CorruptStartRecord as error:
            self._warn(f"{error}; of each log records may be missing")
            was_clean = False
        before = None if self._found is None else self._found.boot_id
        self._stop = kind_of_stop(was_clean=was_clean, boot_id=self._boot_id, boot_id_before=before)

    def kind_of(self, log: Log, checkpointed: Checkpointed) -> StartKind:
        """What there is to know of a log that was opened."""
        if log.end_offset < max(checkpointed.recovery_point, checkpointed.high_watermark):
            return StartKind.LOST
        return self._known(log.topic_partition)

    def _known(self, name: TopicPartition) -> StartKind:
        before = StartKind.CLEAN if self._found is None else self._found.doubtful.get(name, StartKind.CLEAN)
        if before is StartKind.LOST or (before.is_doubtful and not self._stop.is_doubtful):
            return before
        return self._stop

    def opened(self, failed: Collection[TopicPartition], *, tells: bool = True) -> None:
        """All logs are open but those that `failed`: it is written down what is known, and told where `tells`. Raises OSError."""
        self._unopened = {name: kind for name in failed if (kind := self._known(name)).is_doubtful}
        record = self._now()
        if record.doubtful and tells:
            lost = sum(kind is StartKind.LOST for kind in record.doubtful.values())
            self._warn(
                f"{self._path}: of {len(record.doubtful)} logs acknowledged records may be missing: "
                + (f"{lost} end below what was known of them; " if lost else "")
                + "the machine was stopped, or the disk lost something (klog.unclean.start decides whether they may lead)"
            )
        if record != self._found:
            try:
                do_now(self._write(record))
            except OSError as error:
                # On a full disk the older one stays: with it the next start doubts as much.
                if not is_refusal(error):
                    raise

    def keep(self, name: TopicPartition, kind: StartKind) -> None:
        """This log must not be served, or not yet: what is known of it stays known."""
        if kind.is_doubtful:
            self._unopened[name] = kind

    def forget(self, name: TopicPartition) -> None:
        """The log of that name is gone."""
        self._unopened.pop(name, None)

    def prepare(self) -> StartRecordWrite | None:
        """What the file should say now; None where it says so already."""
        record = self._now()
        return None if record == self._found or self._is_writing else self._write(record)

    def _now(self) -> StartRecord:
        doubtful = dict(self._unopened)
        for name, log in self._logs.items():
            if log.start_kind.is_doubtful:
                doubtful[name] = log.start_kind
        return StartRecord(self._boot_id, doubtful)

    def _write(self, record: StartRecord) -> StartRecordWrite:
        self._is_writing = True
        return StartRecordWrite(self._owner, self._fs, self._path, record, self._written, self._not_written)

    def _written(self, record: StartRecord) -> None:
        self._is_writing = False
        self._found = record

    def _not_written(self, error: Exception) -> None:
        self._is_writing = False
        self._failed(error)
