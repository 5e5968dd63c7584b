"""Files that are written beside their names before something is done that cannot be taken back.

What needs room on the disk, or a descriptor, may be refused. So who has to replace files together with other acts, as a truncation has,
writes them first, each under its name with ``.tmp`` behind it; what remains is to rename them. Where anything is refused before that, they
are removed and nothing has happened. A start removes those that are left by a process that ended meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress

from klog.storage.atomic_files import TEMPORARY
from klog.storage.filesystem import File, FileSystem


class PreparedFiles:
    """Some files in `fs`. One thread."""

    __slots__ = ("_fs", "_paths")

    def __init__(self, fs: FileSystem) -> None:
        self._fs = fs
        #: Where they shall be.
        self._paths: set[str] = set()

    @contextmanager
    def file(self, path: str) -> Iterator[File]:
        """An empty file to be filled, which shall be at `path`; durable afterwards, but for its name. Raises OSError."""
        self._paths.add(path)
        with closing(self._fs.open(path + TEMPORARY, write=True, create=True)) as file:
            file.truncate(0)
            yield file
            if file.size():
                file.sync()

    def write(self, path: str, data: bytes) -> None:
        """A file that holds `data` shall be at `path`. Raises OSError."""
        with self.file(path) as file:
            file.write_at(0, (data,))

    def put_in_place(self, path: str) -> None:
        """It is at `path`, in the place of what was there; durable with the next sync of the directory. Raises OSError."""
        self._fs.rename(path + TEMPORARY, path)
        self._paths.remove(path)

    def discard(self) -> None:
        """Those that are not in their place are gone, as far as that can be done."""
        for path in self._paths:
            with suppress(OSError):
                self._fs.remove(path + TEMPORARY)
        self._paths.clear()
