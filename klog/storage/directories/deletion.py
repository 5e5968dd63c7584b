"""Partitions taken away, many at a time: renamed in a thread, durably, to be removed later.

A partition that was deleted is out of service at once (`LogDirectory.take_out`); its directory gets its new name in the thread:
``topic-partition.<32 hex digits>-delete``, of which the first sixteen digits are klog's own. By them the next start knows, from the name
alone and so from one rename, that it may finish the removal; what anybody else was deleting stays.

All partitions of one `Deletion` share one sync of the data directory. Deletions and creations run in the same thread, in the order in which
they were asked for, so that a topic may be made again under its name at once.

**Which topic a directory belongs to** stands in its ``partition.metadata``. Where the partition's log is open, the id is known from it;
else the thread reads the file before it renames: what belongs to another topic of the same name stays where it is. Where the file is
missing or damaged, the directory belongs to the topic whose name it has.
"""

from __future__ import annotations

import dataclasses
import errno
from collections.abc import Callable, Sequence

from klog.model import TopicPartition
from klog.storage.directories.partition_metadata import CorruptPartitionMetadata, read_partition_metadata
from klog.storage.disk_work import DiskWork, WorkKind, WorkOwner
from klog.storage.filenames import DirectoryRole, role_directory_name
from klog.storage.filesystem import File, FileSystem, OpenDirectory

#: How the unique part of a name begins that klog has given.
OURS = b"klog-del".hex()
#: In a directory that an older klog was deleting.
DELETION_MARKER = ".klog-deleted"
_RANDOM_BYTES = 8
#: What a rename says where somebody else has done it before.
_DONE_BEFORE = frozenset({errno.ENOENT, errno.ENOTEMPTY, errno.EEXIST})


@dataclasses.dataclass(eq=False, slots=True)
class LeavingPartition:
    """One partition on its way out."""

    topic_partition: TopicPartition
    directory: str
    #: Its directory's next name.
    target: str
    #: When its files may go, milliseconds since 1970.
    due_ms: int
    #: The topic's id, to be compared with the directory's; None where it was.
    topic_id: bytes | None = None
    #: Whether it was made for nothing, by a creation that failed in part or for a topic that was refused, and is tried again.
    is_failed_creation: bool = False
    #: Of litter, set in the thread: another directory was made under its name since.
    is_replaced: bool = False
    #: Why it keeps its name.
    error: OSError | None = None
    #: Found in the thread: the directory is another topic's, or another creation's, and keeps its name.
    is_anothers: bool = False


def target_names(topic_partitions: Sequence[TopicPartition], random_bytes: Callable[[int], bytes]) -> list[str]:
    """Names for deleted partitions' directories. The system is asked once for all that is random in them."""
    digits = random_bytes(_RANDOM_BYTES * len(topic_partitions)).hex()
    width = 2 * _RANDOM_BYTES
    return [
        role_directory_name(one, DirectoryRole.DELETE, OURS + digits[number * width : (number + 1) * width])
        for number, one in enumerate(topic_partitions)
    ]


def is_ours(fs: FileSystem, path: str) -> bool:
    """Whether klog has named the ``-delete`` directory at `path`."""
    unique = path.rpartition(".")[2]
    return unique.startswith(OURS) or fs.exists(f"{path}/{DELETION_MARKER}")


class Deletion(DiskWork[None]):
    """Renames `partitions`.

    :param directory: the data directory, opened.
    :param files: of these partitions, not to be read any more: the thread lets go of them, which closes those that nobody else holds.
    :param done: told of it when all names are durable; `LeavingPartition.error` says which have none.
    :param failed: told why nobody can say what is on the disk.
    """

    kind = WorkKind.CREATE_OR_DELETE

    def __init__(
        self,
        owner: WorkOwner,
        fs: FileSystem,
        directory: OpenDirectory,
        partitions: Sequence[LeavingPartition],
        done: Callable[[Deletion], None],
        failed: Callable[[Deletion, Exception], None],
        files: list[File] | None = None,
    ) -> None:
        super().__init__(owner)
        self._files = files or []
        self.partitions = partitions
        self._fs = fs
        self._directory = directory
        self._done = done
        self._failed = failed

    def run(self) -> None:
        """Rename all, and make that durable. Raises OSError where the directory cannot be synced."""
        self._files.clear()
        for one in self.partitions:
            rename(self._fs, one)
        self._directory.sync()

    def complete(self, result: None) -> None:
        """Their files may go when it is time."""
        self._done(self)

    def fail(self, error: Exception) -> None:
        """The names may be gone or not."""
        self._failed(self, error)


def rename(fs: FileSystem, one: LeavingPartition) -> None:
    """Give `one` its next name, where it has it not yet and is not another topic's. An error is kept."""
    one.error = None
    try:
        one.is_anothers = _is_anothers(fs, one)
        if not one.is_anothers:
            fs.rename(one.directory, one.target)
    except OSError as error:
        if error.errno not in _DONE_BEFORE:
            one.error = error


def _is_anothers(fs: FileSystem, one: LeavingPartition) -> bool:
    """Raises OSError where that cannot be told now."""
    if one.is_replaced:
        return True
    if one.topic_id is None:
        return False
    try:
        found = read_partition_metadata(fs, one.directory)
    except CorruptPartitionMetadata:
        return False
    return found not in (None, one.topic_id)
