"""Failed creations, called litter here: directories that were made for nothing, and still have a partition's name, by which a start would
serve them.

A creation that fails leaves one where it can neither remove nor rename what it has begun; so does a topic that was refused, where its logs
can be renamed no more. It is renamed, as what is deleted (`deletion`), with the next work that comes to it: the next creation of its name,
the next round of the housekeeping, or the stop.

A piece of litter belongs to the one creation that failed, and to no later creation of the same name. Two threads know of it, each its own
half:

* the data directory's (`keep`, `hand_over`, `hand_over_all`) knows which has to be tried again. What is handed over is that work's to do,
  and comes back where it could not do it, so that what is done about a name is done once, and in order;
* the one in which directories are made and renamed (`leave`, `made_anew`) knows what was on the disk, in the order of that. Who makes a
  directory under the name of litter says so there, and from then on that litter has no directory any more (`LeavingPartition.is_replaced`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from klog.model import TopicPartition
from klog.storage.directories.deletion import LeavingPartition, rename, target_names
from klog.storage.filesystem import FileSystem, OpenDirectory


class FailedCreations:
    """That of one data directory.

    :param path: of the data directory.
    :param now_ms: milliseconds since 1970; asked in any thread.
    :param random_bytes: for the names that litter gets; asked in any thread.
    """

    def __init__(self, fs: FileSystem, path: str, now_ms: Callable[[], int], random_bytes: Callable[[int], bytes]) -> None:
        self._fs = fs
        self._path = path
        self._now_ms = now_ms
        self._random_bytes = random_bytes
        #: To be tried again, by directory.
        self._kept: dict[str, LeavingPartition] = {}
        #: What was left and not replaced; the thread's that makes and renames.
        self._on_disk: dict[str, LeavingPartition] = {}

    # In the data directory's thread

    def keep(self, one: LeavingPartition) -> None:
        """A directory that could not be renamed still has a partition's name."""
        self._kept[one.directory] = one

    def hand_over(self, directories: Iterable[str]) -> list[LeavingPartition]:
        """What lies under these names, for the caller to have renamed."""
        return [one for directory in directories if (one := self._kept.pop(directory, None)) is not None]

    def hand_over_all(self) -> list[LeavingPartition]:
        """The same of all names."""
        kept, self._kept = list(self._kept.values()), {}
        return kept

    def rename_all(self, directory: OpenDirectory | None) -> None:
        """At the stop, when no other work runs. Raises OSError where the next start would take for a partition what is none.

        :param directory: the data directory, opened.
        """
        for one in self._kept.values():
            rename(self._fs, one)
            if one.error is not None:
                raise one.error
        if self._kept and directory is not None:
            directory.sync()

    # In the thread that makes and renames

    def leave(self, topic_partition: TopicPartition, directory: str) -> LeavingPartition:
        """A directory that cannot be removed gets its next name; in what is returned is an error where it does not."""
        (name,) = target_names([topic_partition], self._random_bytes)
        one = LeavingPartition(topic_partition, directory, f"{self._path}/{name}", self._now_ms(), is_failed_creation=True)
        rename(self._fs, one)
        if one.error is not None:
            self._on_disk[directory] = one
        return one

    def made_anew(self, directory: str) -> None:
        """Another has this name now."""
        left = self._on_disk.pop(directory, None)
        if left is not None:
            left.is_replaced = True
