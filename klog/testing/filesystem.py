"""A file system in memory whose power can be cut.

Every file and directory has a *volatile* state, which the running program sees, and a *durable* one, which it can count on. `crash`
makes a new file system out of what a disk could hold after a power loss:

1. Data is kept in sectors of 512 bytes, which are written whole. Of each sector that was written since the last sync, any version may
   be there: the durable one, the newest, or one between. So writes are dropped, torn at sector borders, and reordered.
2. The length is the durable one or any that the file had since. Where it grew and the data did not come, there are zeros or garbage.
3. Directory entries (creations, removals, renames) since the directory's last sync are each there or not; a rename is atomic. A synced
   file in a directory that was not synced may be gone, as POSIX has it.
4. After a failed sync the kernel takes the pages for clean: what was dirty then may be lost, even when a later sync succeeds, unless
   it is written again.

The state at power loss is drawn from a `random.Random`, so a failure repeats from its seed. Sometimes nothing that was not synced
survives, sometimes all, sometimes a prefix in order; these extremes find most mistakes, and can be asked for by name (`Survival`).

Faults: `fail_next_sync`, `fail_writes`, `fail_reads`, `fail_opens`, `capacity_bytes`. `crash_at` ends the "process" at the n-th operation
that changes something: that operation raises `CrashPoint`, and so does everything after it.

`before_act` is asked before everything that a disk may take its time for, reads included, while nothing is locked: it may wait, so that
others come in between (`klog.testing.interleaving`), or raise what the act shall fail with.

The page cache: `evict` and `drop_caches` make files *cold*, page by page; what is read or written is warm again. A file whose caches were
dropped is not even known (its inode) unless it is open, so opening it to read it, or asking for its times, would wait for the disk as well.
Whoever touches something cold outside of `waiting_allowed` is written down in `cold_touches`: a test that does its thread work inside of it
sees by an empty list that the thread which serves clients never waited.
"""

from __future__ import annotations

import contextlib
import errno
import functools
import os
import random
import threading
import weakref
from collections.abc import Callable, Iterator, Sequence

from klog.regular_file import too_large
from klog.storage.filesystem import Buffer
from klog.testing.power_cuts import DirectoryNode, FileNode, NameChange, apply_write, surviving
from klog.testing.power_cuts import Survival as Survival

#: What `usage` reports where no capacity was set.
UNLIMITED_CAPACITY_BYTES = 1 << 40


class CrashPoint(Exception):
    """The power went at the operation that a test chose. Nothing works on this file system any more; go on with `crash`."""


def _error(number: int, path: str) -> OSError:
    return OSError(number, os.strerror(number), path)


#: Inside `MemoryFileSystem`, ``list`` is a method.
_Changes = list[NameChange]


class MemoryFile:
    """A `File` in a `MemoryFileSystem`."""

    def __init__(self, fs: MemoryFileSystem, path: str, node: FileNode, writable: bool) -> None:
        self._fs = fs
        self._path = path
        self._node: FileNode | None = node
        self._writable = writable
        self.doubtful: tuple[int, int] | None = None

    @property
    def path(self) -> str:
        """Where it was opened."""
        return self._path

    def _open_node(self) -> FileNode:
        if self._node is None:
            raise _error(errno.EBADF, self._path)
        return self._node

    def fileno(self) -> int:
        """Always -1."""
        return -1

    def size(self) -> int:
        """Length now, in bytes."""
        return len(self._open_node().data)

    def read_at(self, position: int, length: int) -> bytes:
        """Up to `length` bytes from `position`; fewer only at the end. Raises OSError."""
        node = self._open_node()
        self._fs._act("read", self._path)
        self._fs._check_read(self._path)
        if position < 0 or length < 0:
            raise _error(errno.EINVAL, self._path)
        if not node.is_warm(position, length):
            self._fs._touch(f"{length} bytes at {position} of {self._path}")
            node.make_warm(position, length)
        return bytes(node.data[position : position + length])

    def read_cached(self, position: int, length: int) -> bytes | None:
        """`length` bytes from `position` where they are there and in memory; else None. Raises OSError."""
        node = self._open_node()
        if position < 0 or length < 0:
            raise _error(errno.EINVAL, self._path)
        if position + length > len(node.data) or not node.is_warm(position, length):
            return None
        self._fs._check_read(self._path)
        return bytes(node.data[position : position + length])

    def is_cached(self, position: int, length: int) -> bool:
        """False after `MemoryFileSystem.evict` until these bytes are read."""
        return self._open_node().is_warm(position, length)

    def doubt(self, position: int, length: int) -> None:
        """These bytes could not be read."""
        self.doubtful = position, position + length

    def trust(self) -> None:
        """What was doubtful can be read again."""
        self.doubtful = None

    def write_at(self, position: int, buffers: Sequence[Buffer]) -> int:
        """Write all `buffers` one behind the other from `position`. Raises OSError, perhaps after a part of them."""
        node = self._open_node()
        if not self._writable:
            raise _error(errno.EBADF, self._path)
        self._fs._act("write", self._path)
        return self._fs._write(node, self._path, position, b"".join(buffers))

    def truncate(self, size: int) -> None:
        """Cut to `size` bytes."""
        node = self._open_node()
        if not self._writable:
            raise _error(errno.EINVAL, self._path)
        self._fs._act("truncate", self._path)
        self._fs._truncate(node, self._path, size)

    def allocate(self, size: int) -> None:
        """Make it `size` bytes long where it is shorter. Raises OSError."""
        node = self._open_node()
        if not self._writable:
            raise _error(errno.EBADF, self._path)
        self._fs._act("allocate", self._path)
        self._fs._allocate(node, self._path, size)

    def sync(self) -> None:
        """Make the content durable."""
        node = self._open_node()
        self._fs._act("sync", self._path)
        self._fs._sync(node, self._path)

    def close(self) -> None:
        """A second call does nothing."""
        self._node = None
        self._fs._opened.discard(self)

    def __repr__(self) -> str:
        return f"MemoryFile({self._path!r})"


class MemoryDirectory:
    """An `OpenDirectory` in a `MemoryFileSystem`."""

    def __init__(self, fs: MemoryFileSystem, path: str, directory: DirectoryNode) -> None:
        self._fs = fs
        self._path = path
        self._directory: DirectoryNode | None = directory

    def sync(self) -> None:
        """Make its entries durable."""
        if self._directory is None:
            raise _error(errno.EBADF, self._path)
        self._fs._act("sync_directory", self._path)
        self._fs._sync_entries(self._directory, self._path)

    def close(self) -> None:
        """A second call does nothing."""
        self._directory = None


class MemoryMutex:
    """A lock between the threads that use a `MemoryFileSystem`. Waiting for it is an act like others (``before_act`` of ``wait``), between
    which who holds it must get further."""

    def __init__(self, fs: MemoryFileSystem) -> None:
        self._fs = fs
        self._lock = threading.Lock()

    def __enter__(self) -> None:
        while not self._lock.acquire(blocking=self._fs.before_act is None):
            self._fs._act("wait", "a lock")

    def __exit__(self, *exc_info: object) -> None:
        self._lock.release()


class MemoryLock:
    """A lock on a path of a `MemoryFileSystem`."""

    def __init__(self, locked: set[str], path: str) -> None:
        self._locked = locked
        self._path = path

    def release(self) -> None:
        """Let others in."""
        self._locked.discard(self._path)


class MemoryFileSystem:
    """A `FileSystem` in memory with a volatile and a durable layer.

    Relative paths begin at the root. Operations that change something are counted in `operations`.

    :param now_ms: the clock for modification times; the epoch for ever when not given.
    :param all_durable: whether everything is durable at once. Takes half the memory, and `crash` loses nothing.
    """

    def __init__(self, now_ms: Callable[[], int] = lambda: 0, *, all_durable: bool = False) -> None:
        self.all_durable = all_durable
        self.now_ms = now_ms
        #: Operations that changed something (or synced), so far.
        self.operations = 0
        #: The number of the operation at which the power goes; None for never.
        self.crash_at: int | None = None
        #: Whether the power is gone.
        self.crashed = False
        #: Called before each operation that is counted, with its name and path; may raise.
        self.on_operation: Callable[[str, str], None] | None = None
        #: Called before every operation, with its name and path; may wait, may raise.
        self.before_act: Callable[[str, str], None] | None = None
        #: Bytes that all files may hold together.
        self.capacity_bytes = UNLIMITED_CAPACITY_BYTES
        self.used_bytes = 0
        self._root = DirectoryNode(now_ms())
        self._changes: _Changes = []
        #: What the newest act that changed something was done to, or is.
        self._newest: FileNode | NameChange | None = None
        self._locked: set[str] = set()
        self._opened: weakref.WeakSet[MemoryFile] = weakref.WeakSet()
        self._mutex = threading.RLock()
        self._sync_failures: list[OSError] = []
        self._write_errno: int | None = None
        self._write_partial_bytes = 0
        self._read_errno: int | None = None
        self._read_suffix = ""
        self._open_errno: int | None = None
        #: What was touched although it was cold and waiting was not allowed.
        self.cold_touches: list[str] = []
        self._waiting_allowed = 0

    # -- faults -------------------------------------------------------------------------------------------------------------------

    def fail_next_sync(self, number: int = errno.EIO, count: int = 1) -> None:
        """Let the next `count` syncs of files or directories fail with errno `number`."""
        self._sync_failures.extend(_error(number, "") for _ in range(count))

    def mend(self) -> None:
        """End all faults: nothing fails any more, and there is room."""
        self._sync_failures.clear()
        self.fail_writes(None)
        self.fail_reads(None)
        self.fail_opens(None)
        self.capacity_bytes = UNLIMITED_CAPACITY_BYTES

    def fail_writes(self, number: int | None, partial_bytes: int = 0) -> None:
        """Let all writes fail with errno `number`, each after `partial_bytes` of it were written; None ends it."""
        self._write_errno = number
        self._write_partial_bytes = partial_bytes

    def fail_reads(self, number: int | None, suffix: str = "") -> None:
        """Let all reads of files whose path ends with `suffix` fail with errno `number`; None ends it."""
        self._read_errno = number
        self._read_suffix = suffix

    @contextlib.contextmanager
    def undisturbed(self) -> Iterator[None]:
        """Within it nothing that is done here takes time, and no read fails: for who looks on and has no part in what happens."""
        before, self.before_act = self.before_act, None
        number, self._read_errno = self._read_errno, None
        try:
            yield
        finally:
            self.before_act, self._read_errno = before, number

    def fail_opens(self, number: int | None) -> None:
        """Let every open of a file, and of a directory for its sync, fail with errno `number`; None ends it."""
        self._open_errno = number

    def evict(self, path: str) -> None:
        """Take a file's bytes out of the "page cache"."""
        self._file_node(path).warm = set()

    def drop_caches(self) -> None:
        """Take everything out of it, and forget the inodes of files that are not open."""
        opened = {id(file._node) for file in self._opened}
        for path in self.walk():
            node = self._file_node(path)
            node.warm = set()
            node.known = id(node) in opened

    @contextlib.contextmanager
    def waiting_allowed(self) -> Iterator[None]:
        """Inside, somebody runs in a thread that may wait for the disk."""
        self._waiting_allowed += 1
        try:
            yield
        finally:
            self._waiting_allowed -= 1

    def _touch(self, what: str) -> None:
        if not self._waiting_allowed:
            self.cold_touches.append(what)

    def _know(self, node: FileNode | DirectoryNode, what: str) -> None:
        if isinstance(node, FileNode) and not node.known:
            self._touch(what)
            node.known = True

    @property
    def open_files(self) -> int:
        """Files that are open now."""
        return len(self._opened)

    @property
    def has_unsynced(self) -> bool:
        """Whether a power cut now would leave more than one possible disk."""
        return bool(self._changes) or any(node.pending or node.stuck for node in self._nodes(self._root))

    def _nodes(self, directory: DirectoryNode) -> Iterator[FileNode]:
        for node in directory.entries.values():
            if isinstance(node, DirectoryNode):
                yield from self._nodes(node)
            else:
                yield node

    def crash(self, rng: random.Random, survival: Survival = Survival.ANY) -> MemoryFileSystem:
        """What could be on the disk if the power went now, as a new file system in which all is durable. This one is not changed."""
        with self._mutex:
            overlay: dict[int, dict[str, FileNode | DirectoryNode]] = {}

            def entries_of(directory: DirectoryNode) -> dict[str, FileNode | DirectoryNode]:
                return overlay.setdefault(id(directory), dict(directory.durable))

            for change in surviving(self._changes, self._newest, rng, survival):
                change.apply(entries_of)
            after = MemoryFileSystem(self.now_ms, all_durable=self.all_durable)
            after.capacity_bytes = self.capacity_bytes
            copies: dict[int, FileNode] = {}

            def copy(source: DirectoryNode, target: DirectoryNode) -> None:
                for name, node in overlay.get(id(source), source.durable).items():
                    made: FileNode | DirectoryNode
                    if isinstance(node, DirectoryNode):
                        made = DirectoryNode(node.modified_ms)
                        copy(node, made)
                    elif id(node) in copies:
                        made = copies[id(node)]
                    else:
                        made = copies[id(node)] = after._new_node()
                        made.modified_ms = node.modified_ms
                        made.data += node.after_crash(rng, survival, node is self._newest)
                        if made.durable is not made.data:
                            made.durable += made.data
                        after.used_bytes += len(made.data)
                    target.entries[name] = target.durable[name] = made

            copy(self._root, after._root)
            return after

    def _act(self, name: str, path: str) -> None:
        """An operation is about to begin; nothing is locked."""
        if self.before_act is not None:
            self.before_act(name, path)

    def _count(self, name: str, path: str) -> bool:
        """Count an operation; True where the power goes with it: the caller does it (not a sync) and calls `_die`."""
        self._check_power()
        if self.on_operation is not None:
            self.on_operation(name, path)
        self.operations += 1
        return self.crash_at is not None and self.operations >= self.crash_at

    def _check_power(self) -> None:
        if self.crashed:
            raise CrashPoint(f"the power went at operation {self.operations}")

    def _die(self) -> None:
        self.crashed = True
        self._check_power()

    def _check_read(self, path: str) -> None:
        self._check_power()
        if self._read_errno is not None and path.endswith(self._read_suffix):
            raise _error(self._read_errno, path)

    def _check_open(self, path: str) -> None:
        self._check_power()
        if self._open_errno is not None:
            raise _error(self._open_errno, path)

    # -- what files do ------------------------------------------------------------------------------------------------------------

    def _write(self, node: FileNode, path: str, position: int, data: bytes) -> int:
        with self._mutex:
            if position < 0:
                raise _error(errno.EINVAL, path)
            dies = self._count("write", path)
            failure: int | None = None
            if self._write_errno is not None:
                failure = self._write_errno
                data = data[: self._write_partial_bytes]
            if node.linked:
                free = max(0, self.capacity_bytes - self.used_bytes)
                room = free + max(0, len(node.data) - position) if position <= len(node.data) else free - (position - len(node.data))
                if len(data) > room:
                    failure = errno.ENOSPC if failure is None else failure
                    data = data[: max(0, room)]
            if data:
                before = len(node.data)
                if self.all_durable:
                    apply_write(node.data, position, data)
                else:
                    node.write(position, data)
                    self._newest = node
                node.make_warm(position, len(data))
                node.modified_ms = self.now_ms()
                if node.linked:
                    self.used_bytes += len(node.data) - before
            if dies:
                self._die()
            if failure is not None:
                raise _error(failure, path)
            return len(data)

    def _truncate(self, node: FileNode, path: str, size: int) -> None:
        with self._mutex:
            if size < 0:
                raise _error(errno.EINVAL, path)
            dies = self._count("truncate", path)
            if size != len(node.data):
                if node.linked:
                    self.used_bytes += size - len(node.data)
                if self.all_durable:
                    apply_write(node.data, size, None)
                else:
                    node.truncate(size)
                    self._newest = node
                node.modified_ms = self.now_ms()
            if dies:
                self._die()

    def _allocate(self, node: FileNode, path: str, size: int) -> None:
        """What there is room for, or what a write may take, is set aside before it fails."""
        with self._mutex:
            wanted = size - len(node.data)
            if wanted <= 0:
                return
            dies = self._count("allocate", path)
            failure: int | None = None
            if self._write_errno is not None:
                failure = self._write_errno
                wanted = min(wanted, self._write_partial_bytes)
            if node.linked and wanted > max(0, self.capacity_bytes - self.used_bytes):
                failure = errno.ENOSPC if failure is None else failure
                wanted = max(0, self.capacity_bytes - self.used_bytes)
            if wanted:
                if self.all_durable:
                    apply_write(node.data, len(node.data) + wanted, None)
                else:
                    node.truncate(len(node.data) + wanted)
                    self._newest = node
                if node.linked:
                    self.used_bytes += wanted
            if dies:
                self._die()
            if failure is not None:
                raise _error(failure, path)

    def _sync(self, node: FileNode, path: str) -> None:
        with self._mutex:
            if self._count("sync", path):
                self._die()
            if self._sync_failures:
                node.fail_sync()
                failure = self._sync_failures.pop(0)
                raise _error(failure.errno or errno.EIO, path)
            node.sync()

    # -- paths --------------------------------------------------------------------------------------------------------------------

    def _look_up(self, path: str) -> FileNode | DirectoryNode | None:
        return self._at(_parts(path))

    def _at(self, parts: Sequence[str]) -> FileNode | DirectoryNode | None:
        node: FileNode | DirectoryNode | None = self._root
        for name in parts:
            if not isinstance(node, DirectoryNode):
                return None
            node = node.entries.get(name)
        return node

    def _existing(self, path: str) -> FileNode | DirectoryNode:
        node = self._look_up(path)
        if node is None:
            raise _error(errno.ENOENT, path)
        return node

    def _directory(self, path: str) -> DirectoryNode:
        node = self._existing(path)
        if not isinstance(node, DirectoryNode):
            raise _error(errno.ENOTDIR, path)
        return node

    def _file_node(self, path: str) -> FileNode:
        node = self._existing(path)
        if isinstance(node, DirectoryNode):
            raise _error(errno.EISDIR, path)
        return node

    def _place(self, path: str) -> tuple[DirectoryNode, str]:
        """The directory that holds, or would hold, the last part of `path`, and that part."""
        parts = _parts(path)
        if not parts:
            raise _error(errno.EINVAL, path)
        if len(parts[-1]) > 255:
            raise _error(errno.ENAMETOOLONG, path)
        directory = self._at(parts[:-1])
        if not isinstance(directory, DirectoryNode):
            raise _error(errno.ENOENT if directory is None else errno.ENOTDIR, "/".join(parts[:-1]))
        return directory, parts[-1]

    def _change(self, *steps: tuple[DirectoryNode, str, FileNode | DirectoryNode | None]) -> None:
        change = NameChange(*steps)
        change.apply(lambda directory: directory.entries)
        for directory, _, _ in steps:
            directory.modified_ms = self.now_ms()
        if self.all_durable:
            change.apply(lambda directory: directory.durable)
        else:
            self._changes.append(change)
            self._newest = change

    def _new_node(self) -> FileNode:
        node = FileNode(self.now_ms())
        if self.all_durable:
            node.durable = node.data
        return node

    def _unlink(self, node: FileNode | DirectoryNode | None) -> None:
        if isinstance(node, FileNode):
            node.linked = False
            self.used_bytes -= len(node.data)

    # -- the protocol -------------------------------------------------------------------------------------------------------------

    def open(self, path: str, *, write: bool = False, create: bool = False, private: bool = False) -> MemoryFile:
        """Open a file; `create` makes it when it is not there. Raises OSError.

        :param private: nobody else is here.
        """
        self._act("open", path)
        return self._open(path, write=write, create=create)

    def _open(self, path: str, *, write: bool = False, create: bool = False) -> MemoryFile:
        with self._mutex:
            self._check_open(path)
            if create and self._look_up(path) is None:
                directory, name = self._place(path)
                dies = self._count("create", path)
                self._change((directory, name, self._new_node()))
                if dies:
                    self._die()
            node = self._file_node(path)
            if write or create:
                # Who writes is asked elsewhere not to wait.
                node.known = True
            else:
                self._know(node, f"opening {path}")
            file = MemoryFile(self, path, node, write or create)
            self._opened.add(file)
            return file

    def open_cached(self, path: str) -> MemoryFile | None:
        """The file, to be read, where its inode is in memory; None where it is not. Raises OSError."""
        node = self._file_node(path)
        return self.open(path) if node.known else None

    def read_whole(self, path: str, max_bytes: int) -> bytes:
        """All that stands in a file. Raises OSError; EFBIG where that is more than `max_bytes`."""
        with contextlib.closing(self.open(path)) as file:
            if file.size() > max_bytes:
                raise too_large(path, max_bytes)
            return file.read_at(0, file.size())

    def exists(self, path: str) -> bool:
        """Whether there is a file or directory."""
        self._act("exists", path)
        self._check_power()
        return self._look_up(path) is not None

    def is_directory(self, path: str) -> bool:
        """Whether there is a directory."""
        self._act("is_directory", path)
        self._check_power()
        return isinstance(self._look_up(path), DirectoryNode)

    def size(self, path: str) -> int:
        """Length of a file in bytes."""
        self._act("size", path)
        self._check_power()
        node = self._file_node(path)
        self._know(node, f"the size of {path}")
        return len(node.data)

    def modified_ms(self, path: str) -> int:
        """When the file last changed, milliseconds since 1970."""
        self._act("modified_ms", path)
        self._check_power()
        node = self._existing(path)
        self._know(node, f"the time of {path}")
        return node.modified_ms

    def set_modified_ms(self, path: str, modified_ms: int) -> None:
        """Pretend that the file last changed at `modified_ms`."""
        self._check_power()
        self._existing(path).modified_ms = modified_ms

    def list(self, path: str) -> list[str]:
        """Names in a directory, sorted."""
        self._act("list", path)
        self._check_power()
        return sorted(self._directory(path).entries)

    def make_directory(self, path: str) -> None:
        """Make it and its parents; no error when it is there."""
        self._act("make_directory", path)
        with self._mutex:
            made = ""
            for name in _parts(path):
                parent = self._directory(made)
                made = f"{made}/{name}"
                node = self._look_up(made)
                if isinstance(node, FileNode):
                    raise _error(errno.EEXIST, path)
                if node is None:
                    dies = self._count("make_directory", made)
                    self._change((parent, name, DirectoryNode(self.now_ms())))
                    if dies:
                        self._die()

    def rename(self, old: str, new: str) -> None:
        """Rename a file or directory, replacing a file at `new`."""
        self._act("rename", new)
        with self._mutex:
            self._check_power()
            node = self._existing(old)
            old_directory, old_name = self._place(old)
            new_directory, new_name = self._place(new)
            present = new_directory.entries.get(new_name)
            if present is node:
                return
            if isinstance(node, DirectoryNode) and isinstance(present, FileNode):
                raise _error(errno.ENOTDIR, new)
            if isinstance(present, DirectoryNode):
                if isinstance(node, FileNode):
                    raise _error(errno.EISDIR, new)
                if present.entries:
                    raise _error(errno.ENOTEMPTY, new)
            dies = self._count("rename", new)
            self._unlink(present)
            self._change((old_directory, old_name, None), (new_directory, new_name, node))
            if dies:
                self._die()

    def remove(self, path: str) -> None:
        """Remove a file."""
        self._act("remove", path)
        with self._mutex:
            self._check_power()
            node = self._file_node(path)
            directory, name = self._place(path)
            dies = self._count("remove", path)
            self._unlink(node)
            self._change((directory, name, None))
            if dies:
                self._die()

    def remove_tree(self, path: str) -> None:
        """Remove a directory with all it holds, entry by entry; no error when it is not there."""
        self._act("list", path)
        self._check_power()
        if self._look_up(path) is None:
            return
        for name in sorted(self._directory(path).entries):
            below = f"{path}/{name}"
            if isinstance(self._look_up(below), DirectoryNode):
                self.remove_tree(below)
            else:
                self.remove(below)
        self._act("remove_directory", path)
        with self._mutex:
            if self._directory(path).entries:
                raise _error(errno.ENOTEMPTY, path)
            parent, name = self._place(path)
            dies = self._count("remove_directory", path)
            self._change((parent, name, None))
            if dies:
                self._die()

    def sync_directory(self, path: str) -> None:
        """Make entries of a directory durable (creations, renames, removals)."""
        self.open_directory(path).sync()

    def open_directory(self, path: str) -> MemoryDirectory:
        """Open a directory to sync it. Raises OSError."""
        self._act("open", path)
        with self._mutex:
            self._check_open(path)
            return MemoryDirectory(self, path, self._directory(path))

    def _sync_entries(self, directory: DirectoryNode, path: str) -> None:
        with self._mutex:
            if self._count("sync_directory", path):
                self._die()
            if self._sync_failures:
                failure = self._sync_failures.pop(0)
                raise _error(failure.errno or errno.EIO, path)
            for change in self._take_changes(directory):
                change.apply(lambda touched: touched.durable)

    def _take_changes(self, directory: DirectoryNode) -> _Changes:
        """Changes that touch `directory`, and those before them that touch the same names elsewhere: a rename between two
        directories cannot overtake the creation of what it renames."""
        names: set[tuple[int, str]] = set()
        taken: _Changes = []
        left: _Changes = []
        for change in reversed(self._changes):
            if any(touched is directory for touched, _, _ in change.steps) or not names.isdisjoint(change.keys):
                names |= change.keys
                taken.append(change)
            else:
                left.append(change)
        self._changes = left[::-1]
        return taken[::-1]

    def usage(self, path: str) -> tuple[int, int]:
        """Total and usable bytes."""
        self._act("usage", path)
        self._existing(path)
        return self.capacity_bytes, max(0, self.capacity_bytes - self.used_bytes)

    def mutex(self) -> MemoryMutex:
        """A lock between threads."""
        return MemoryMutex(self)

    def process_ended(self) -> None:
        """The process that used it is gone, and the machine runs on: its locks are released, what it wrote is there."""
        self._locked = set()

    def lock(self, path: str) -> MemoryLock:
        """Lock the file `path` (made when missing). Raises BlockingIOError when another holds it."""
        self._act("lock", path)
        with self._mutex:
            self._open(path, create=True).close()
            key = "/".join(_parts(path))
            if key in self._locked:
                raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN), path)
            self._locked.add(key)
            return MemoryLock(self._locked, key)

    # -- for tests ----------------------------------------------------------------------------------------------------------------

    def read(self, path: str) -> bytes:
        """A whole file."""
        return bytes(self._file_node(path).data)

    def write(self, path: str, data: bytes) -> None:
        """Put a durable file there, with durable parents, without counting operations."""
        with self._mutex:
            parent = self._root
            parts = _parts(path)
            for name in parts[:-1]:
                node = parent.entries.get(name)
                if not isinstance(node, DirectoryNode):
                    node = parent.entries[name] = DirectoryNode(self.now_ms())
                parent.durable[name] = node
                parent = node
            self._unlink(parent.entries.get(parts[-1]))
            made = self._new_node()
            made.data += data
            if not self.all_durable:
                made.durable += data
            self.used_bytes += len(data)
            parent.entries[parts[-1]] = parent.durable[parts[-1]] = made

    def walk(self, path: str = "") -> Iterator[str]:
        """Paths of all files below `path`, sorted within each directory."""
        for name in self.list(path):
            below = f"{path}/{name}"
            if self.is_directory(below):
                yield from self.walk(below)
            else:
                yield below


@functools.lru_cache(maxsize=1 << 14)
def _parts(path: str) -> tuple[str, ...]:
    return tuple(part for part in path.split("/") if part not in ("", "."))
