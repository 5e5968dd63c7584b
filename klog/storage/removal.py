"""The removal of what was deleted long enough ago: files of segments, directories of partitions.

Until then they lie there under the names of what is deleted (`directories.deletion`, `LogDirectory.prepare_removal`), for readers that
still have them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from klog.storage.context import ignore_warning
from klog.storage.disk_work import DiskWork, WorkKind, WorkOwner
from klog.storage.filesystem import FileSystem


class Removal(DiskWork[list[str]]):
    """Files and directories that nobody needs any more; large files take their time.

    :param warn: told a sentence for each that cannot be removed. The next start removes what is left.
    """

    __slots__ = ("_files", "_fs", "_trees", "_warn")

    kind = WorkKind.REMOVE
    is_cleanup = True

    def __init__(
        self, owner: WorkOwner, fs: FileSystem, files: Sequence[str], trees: Sequence[str], warn: Callable[[str], None] = ignore_warning
    ) -> None:
        super().__init__(owner)
        self._fs = fs
        self._files = files
        self._trees = trees
        self._warn = warn

    def run(self) -> list[str]:
        """Remove them; a sentence for each that cannot be."""
        failed = []
        for remove, paths in ((self._fs.remove, self._files), (self._fs.remove_tree, self._trees)):
            for path in paths:
                try:
                    remove(path)
                except FileNotFoundError:
                    pass
                except OSError as error:
                    failed.append(f"{path} cannot be removed: {error}")
        return failed

    def complete(self, result: list[str]) -> None:
        """What is left is told."""
        for sentence in result:
            self._warn(sentence)

    def fail(self, error: Exception) -> None:
        """The next start tries again."""
        self._warn(f"what was deleted cannot be removed: {error}")
