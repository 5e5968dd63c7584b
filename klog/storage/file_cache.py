"""Open files, bounded: a data directory may have far more segments than a process may have descriptors.

The cache keeps the most recently used `limit` files open. Handing out a `File` keeps it alive by reference: a file that is evicted or
forgotten while somebody still holds it is closed when that holder lets go, and asking for it again meanwhile gives the same object.
One thread at a time.
"""

from __future__ import annotations

import weakref
from collections import OrderedDict
from collections.abc import Set as AbstractSet

from klog.storage.filesystem import File, FileSystem


class FileCache:
    """Least recently used cache of open files by path.

    :param fs: where files are.
    :param limit: how many stay open that nobody else holds; at least 1.
    """

    def __init__(self, fs: FileSystem, limit: int) -> None:
        if limit < 1:
            raise ValueError(f"a file cache holds at least one file, not {limit}")
        self.fs = fs
        self.limit = limit
        self._kept: OrderedDict[tuple[str, bool], File] = OrderedDict()
        self._alive: weakref.WeakValueDictionary[tuple[str, bool], File] = weakref.WeakValueDictionary()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, path: str, write: bool = False, create: bool = False) -> File:
        """The open file at `path`; opened when it is not. A file open for writing serves readers too. Raises OSError."""
        file = self._kept.get((path, True))
        if file is not None:
            self._kept.move_to_end((path, True))
            return file
        for key in ((path, True),) if write or create else ((path, True), (path, False)):
            file = self._kept.get(key)
            if file is not None:
                self._kept.move_to_end(key)
                return file
            file = self._alive.get(key)
            if file is not None:
                return self._keep(key, file)
        key = (path, write or create)
        return self._keep(key, self.fs.open(path, write=key[1], create=create))

    def at_hand(self, path: str) -> File | None:
        """The file at `path`, to be read, where having it does not wait for the disk; None where it may. Raises OSError."""
        kept = self._kept
        for key in ((path, True), (path, False)):
            file = kept.get(key)
            if file is not None:
                kept.move_to_end(key)
                return file
            file = self._alive.get(key)
            if file is not None:
                return self._keep(key, file)
        file = self.fs.open_cached(path)
        return None if file is None else self._keep((path, False), file)

    def adopt(self, path: str, file: File) -> None:
        """Keep `file`, which another thread has opened at `path` to be read, unless there is one."""
        if (path, True) not in self._kept and (path, False) not in self._kept:
            self._keep((path, False), file)

    def _keep(self, key: tuple[str, bool], file: File) -> File:
        self._kept[key] = file
        self._alive[key] = file
        while len(self._kept) > self.limit:
            self._kept.popitem(last=False)
        return file

    def forget(self, path: str) -> None:
        """The path no longer means this file (renamed, removed, replaced): the next `get` opens it anew."""
        for key in ((path, True), (path, False)):
            self._kept.pop(key, None)
            self._alive.pop(key, None)

    def forget_directory(self, path: str) -> None:
        """The same for all files below `path`."""
        prefix = path.rstrip("/") + "/"
        for name in {key[0] for key in (*self._kept, *self._alive.keys()) if key[0].startswith(prefix)}:
            self.forget(name)

    def forget_directories(self, paths: AbstractSet[str]) -> list[File]:
        """The same for all files that lie in one of `paths`, in one look through the cache; the files. Where nobody else reads them, who
        lets go of the list closes them."""
        found = [(key, file) for key, file in self._alive.items() if key[0].rpartition("/")[0] in paths]
        for key, _ in found:
            self._kept.pop(key, None)
            del self._alive[key]
        return [file for _, file in found]

    def clear(self) -> None:
        """Let go of all files."""
        self._kept.clear()
        self._alive.clear()
