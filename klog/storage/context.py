"""What all logs of one data directory share: its file system, open files and index pages, its clock, codec and limits, and its health."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable

from klog.records.contract import RecordsCodec
from klog.storage.directory_health import DirectoryHealth
from klog.storage.file_cache import FileCache
from klog.storage.filesystem import FileSystem
from klog.storage.index_pages import IndexPages

#: Files that stay open of a log that is being opened apart.
FILES_APART = 16
#: ``producer.id.expiration.ms``.
DEFAULT_EXPIRATION_MS = 86_400_000
#: Half of what the field holds: a broker that goes up by one for each start does not come near.
MAX_LEADER_EPOCH = (1 << 30) - 1


def ignore_warning(text: str) -> None:
    """A `LogContext.warn` for those who do not want to hear."""


@dataclasses.dataclass(slots=True)
class LogContext:
    """What all logs of one data directory share."""

    fs: FileSystem
    now_ms: Callable[[], int]
    files: FileCache
    codec: RecordsCodec
    #: For `segment_jitter_ms`.
    random: random.Random = dataclasses.field(default_factory=random.Random)
    #: Told of everything that a person should know and that stops nothing.
    warn: Callable[[str], None] = ignore_warning
    #: ``producer.id.expiration.ms``, which may change; asked in threads, too.
    expiration_ms_now: Callable[[], int] = lambda: DEFAULT_EXPIRATION_MS
    #: What one batch may decompress to while it is checked.
    max_uncompressed_bytes: int = 100 << 20
    #: No leader epoch was ever higher: one that is, in a batch or a checkpoint, is damage and not gone on from.
    max_leader_epoch: int = MAX_LEADER_EPOCH
    #: Whether a sync had failed when the directory was last used: what is read may not be on the disk, and no sync would tell.
    sync_has_failed: bool = False
    #: Of the directory, shared by all contexts for it.
    health: DirectoryHealth = dataclasses.field(default_factory=DirectoryHealth)
    #: Of segments whose offset index is not in memory.
    index_pages: IndexPages = dataclasses.field(default_factory=IndexPages)
    #: Told once, when `offline` is set.
    went_offline: Callable[[], None] | None = None
    #: The directory's own, of one that was made `apart`.
    directory_context: LogContext | None = None

    @property
    def offline(self) -> OSError | None:
        """The error that took the directory out of service for writing; reads go on."""
        return self.health.failure

    @offline.setter
    def offline(self, error: OSError | None) -> None:
        self.health.failure = error

    def apart(self) -> LogContext:
        """Another one for the same directory, with open files and pages of its own: a log is opened with it in a thread. Once the log is
        nobody's but the directory's, `rejoin` shares those of the directory."""
        return dataclasses.replace(
            self, files=FileCache(self.fs, FILES_APART), index_pages=IndexPages(), went_offline=None, directory_context=self
        )

    def rejoin(self) -> None:
        """On the thread of whoever uses the directory: open files and pages are the directory's from now on."""
        if self.directory_context is not None:
            self.files.clear()
            self.files, self.index_pages = self.directory_context.files, self.directory_context.index_pages

    def take_offline(self, place: str, error: Exception) -> None:
        """The disk did not do at `place` what a disk must do: no more writes to this directory. Not for what `is_refusal` knows, unless a
        sync said so."""
        if self.directory_context is not None:
            self.directory_context.take_offline(place, error)
        elif self.health.fail(place, error, self.warn) and self.went_offline is not None:
            self.went_offline()
