"""Suites that every implementation of a seam must pass, as functions without a test framework.

`check_filesystem` is run over the real file system and over the one in memory, so that what tests learn on the second holds on the first.
A failed check raises AssertionError with a sentence.
"""

from __future__ import annotations

import errno
import gc
from collections.abc import Callable

from klog.storage.filesystem import FileSystem
from klog.storage.platform import IOV_MAX

#: Makes a file system and names an empty directory in it.
MakeFileSystem = Callable[[], tuple[FileSystem, str]]


def _raises(kind: type[OSError], number: int | None, action: Callable[[], object], what: str) -> None:
    try:
        action()
    except kind as error:
        if number is not None and error.errno != number:
            raise AssertionError(f"{what}: errno {number} expected, not {error.errno}") from error
        return
    raise AssertionError(f"{what}: {kind.__name__} expected")


def _equal(got: object, wanted: object, what: str) -> None:
    if got != wanted:
        raise AssertionError(f"{what}: {wanted!r} expected, not {got!r}")


def check_open(fs: FileSystem, base: str) -> None:
    """Files are made only when asked, and are what they were named."""
    path = f"{base}/file"
    _raises(FileNotFoundError, errno.ENOENT, lambda: fs.open(path), "open a missing file")
    _raises(FileNotFoundError, errno.ENOENT, lambda: fs.open(path, write=True), "open a missing file for writing")
    _raises(FileNotFoundError, errno.ENOENT, lambda: fs.open(f"{base}/none/file", create=True), "make a file in a missing directory")
    file = fs.open(path, create=True)
    _equal(file.path, path, "path")
    _equal(file.size(), 0, "size of a new file")
    _equal(fs.size(path), 0, "size of a new file by path")
    _equal(fs.exists(path), True, "exists")
    _equal(fs.is_directory(path), False, "is a file a directory")
    file.write_at(0, (b"abc",))
    again = fs.open(path, write=True, create=True)
    _equal(again.read_at(0, 10), b"abc", "create keeps what is there")
    _raises(OSError, errno.EISDIR, lambda: fs.open(base), "open a directory")
    _raises(OSError, errno.EISDIR, lambda: fs.open(base, write=True), "open a directory for writing")
    _raises(OSError, errno.ENOTDIR, lambda: fs.list(path), "list a file")


def check_read_and_write(fs: FileSystem, base: str) -> None:
    """Positions, short reads only at the end, gaps of zeros, empty and many buffers."""
    file = fs.open(f"{base}/file", create=True)
    _equal(file.write_at(0, (b"hello", bytearray(b", "), memoryview(b"world"))), 12, "bytes written")
    _equal(file.read_at(0, 100), b"hello, world", "read beyond the end")
    _equal(file.read_at(7, 3), b"wor", "read in the middle")
    _equal(file.read_at(12, 1), b"", "read at the end")
    _equal(file.read_at(100, 1), b"", "read behind the end")
    _equal(file.read_at(3, 0), b"", "read nothing")
    _equal(file.write_at(12, ()), 0, "write no buffers")
    _equal(file.write_at(12, (b"", b"")), 0, "write empty buffers")
    _equal(file.size(), 12, "size after writing nothing")
    _equal(file.write_at(5, (b";",)), 1, "overwrite")
    _equal(file.write_at(14, (b"!",)), 1, "write behind the end")
    _equal(file.read_at(0, 100), b"hello; world\0\0!", "after a gap")
    many = [bytes([index % 251]) * (index % 7) for index in range(IOV_MAX * 2 + 5)]
    joined = b"".join(many)
    _equal(file.write_at(20, many), len(joined), "write more buffers than one call takes")
    _equal(file.read_at(20, len(joined) + 10), joined, "read them back")
    _raises(OSError, errno.EINVAL, lambda: file.read_at(-1, 1), "read at a negative position")
    _raises(OSError, errno.EINVAL, lambda: file.write_at(-1, (b"x",)), "write at a negative position")
    _raises(OSError, None, lambda: fs.open(f"{base}/file").write_at(0, (b"x",)), "write a file that is open for reading")
    _equal(isinstance(file.is_cached(0, 20), bool), True, "is_cached answers")
    _equal(file.is_cached(0, 0), True, "nothing is cached")
    size = file.size()
    cached = file.read_cached(1, 4)
    _equal(cached in (None, file.read_at(1, 4)), True, "read_cached gives the bytes or nothing")
    _equal(file.read_cached(size - 1, 2), None, "read_cached gives all or nothing")


def check_read_whole(fs: FileSystem, base: str) -> None:
    """Files of all sizes, none that is larger than was asked for."""
    path = f"{base}/file"
    _raises(FileNotFoundError, errno.ENOENT, lambda: fs.read_whole(path, 10), "read a missing file whole")
    _raises(IsADirectoryError, errno.EISDIR, lambda: fs.read_whole(base, 10), "read a directory whole")
    file = fs.open(path, create=True)
    _equal(fs.read_whole(path, 10), b"", "an empty file")
    for size in (1, 4095, 4096, 4097, 8192, 100_000):
        wanted = bytes(index % 251 for index in range(size))
        file.write_at(0, (wanted,))
        _equal(fs.read_whole(path, size), wanted, f"a file of {size} bytes")
        _raises(OSError, errno.EFBIG, lambda: fs.read_whole(path, size - 1), "a file that is too large")  # noqa: B023


def check_truncate_and_sync(fs: FileSystem, base: str) -> None:
    """Cut, extend with zeros, sync, set room aside."""
    file = fs.open(f"{base}/file", create=True)
    file.write_at(0, (b"0123456789",))
    file.truncate(4)
    _equal(file.read_at(0, 10), b"0123", "after cutting")
    file.truncate(6)
    _equal(file.read_at(0, 10), b"0123\0\0", "after extending")
    file.sync()
    fs.sync_directory(base)
    _equal(fs.size(f"{base}/file"), 6, "size by path")
    file.allocate(3)
    _equal(file.size(), 6, "after setting aside less than there is")
    file.allocate(5000)
    _equal((file.size(), file.read_at(0, 6000)), (5000, b"0123".ljust(5000, b"\0")), "after setting room aside")
    file.write_at(4, (b"45",))
    _equal((file.size(), file.read_at(0, 7)), (5000, b"012345\0"), "after writing into the room")
    file.truncate(6)
    _equal(file.read_at(0, 10), b"012345", "after giving the room back")
    _raises(OSError, None, lambda: fs.open(f"{base}/file").allocate(10), "set room aside for a file that is open for reading")
    _raises(OSError, None, lambda: fs.open(f"{base}/file").truncate(0), "cut a file that is open for reading")


def check_close(fs: FileSystem, base: str) -> None:
    """A closed file does nothing; a file lives as long as it is referred to, also when its name is gone."""
    path = f"{base}/file"
    file = fs.open(path, create=True)
    file.write_at(0, (b"abc",))
    other = fs.open(path)
    file.close()
    file.close()
    _raises(OSError, errno.EBADF, lambda: file.read_at(0, 1), "read a closed file")
    _raises(OSError, errno.EBADF, lambda: file.write_at(0, (b"x",)), "write a closed file")
    _raises(OSError, errno.EBADF, file.size, "size of a closed file")
    fs.remove(path)
    _equal(fs.exists(path), False, "a removed file exists")
    _equal(other.read_at(0, 3), b"abc", "read a removed file")
    _equal(other.size(), 3, "size of a removed file")
    del other
    gc.collect()


def check_directories(fs: FileSystem, base: str) -> None:
    """Make, list, remove."""
    fs.make_directory(f"{base}/a/b/c")
    fs.make_directory(f"{base}/a/b/c")
    _equal(fs.is_directory(f"{base}/a/b"), True, "parents are made")
    for name in ("z", "x", "y"):
        fs.open(f"{base}/a/{name}", create=True)
    _equal(fs.list(f"{base}/a"), ["b", "x", "y", "z"], "names are sorted")
    _equal(fs.list(f"{base}/a/b/c"), [], "an empty directory")
    _raises(FileExistsError, errno.EEXIST, lambda: fs.make_directory(f"{base}/a/x"), "make a directory where a file is")
    _raises(FileNotFoundError, errno.ENOENT, lambda: fs.list(f"{base}/none"), "list a missing directory")
    _raises(FileNotFoundError, errno.ENOENT, lambda: fs.sync_directory(f"{base}/none"), "sync a missing directory")
    _raises(FileNotFoundError, errno.ENOENT, lambda: fs.remove(f"{base}/none"), "remove a missing file")
    _raises(FileNotFoundError, errno.ENOENT, lambda: fs.size(f"{base}/none"), "size of a missing file")
    _raises(FileNotFoundError, errno.ENOENT, lambda: fs.modified_ms(f"{base}/none"), "time of a missing file")
    _raises(OSError, errno.ENAMETOOLONG, lambda: fs.open(f"{base}/{'x' * 256}", create=True), "a name that is too long")
    fs.remove_tree(f"{base}/a")
    fs.remove_tree(f"{base}/a")
    _equal(fs.list(base), [], "after removing the tree")


def check_rename(fs: FileSystem, base: str) -> None:
    """Files replace files, directories move with what they hold."""
    for name in ("a", "b"):
        fs.open(f"{base}/{name}", create=True).write_at(0, (name.encode(),))
    held = fs.open(f"{base}/b")
    fs.rename(f"{base}/a", f"{base}/b")
    _equal(fs.list(base), ["b"], "after replacing")
    _equal(fs.open(f"{base}/b").read_at(0, 9), b"a", "the new content")
    _equal(held.read_at(0, 9), b"b", "the old content for who has it open")
    fs.make_directory(f"{base}/d/e")
    fs.open(f"{base}/d/e/f", create=True)
    fs.rename(f"{base}/d", f"{base}/g")
    _equal(fs.list(f"{base}/g/e"), ["f"], "a directory moves with its files")
    fs.rename(f"{base}/b", f"{base}/g/b")
    _equal(fs.list(base), ["g"], "moved into another directory")
    _raises(FileNotFoundError, errno.ENOENT, lambda: fs.rename(f"{base}/none", f"{base}/x"), "rename a missing file")
    _raises(FileNotFoundError, errno.ENOENT, lambda: fs.rename(f"{base}/g", f"{base}/none/g"), "rename into a missing directory")
    _raises(OSError, errno.EISDIR, lambda: fs.rename(f"{base}/g/b", f"{base}/g/e"), "rename a file over a directory")
    _raises(OSError, errno.ENOTDIR, lambda: fs.rename(f"{base}/g/e", f"{base}/g/b"), "rename a directory over a file")
    fs.make_directory(f"{base}/full/x")
    _raises(OSError, errno.ENOTEMPTY, lambda: fs.rename(f"{base}/g", f"{base}/full"), "rename over a directory that holds something")
    fs.rename(f"{base}/g/b", f"{base}/g/b")
    _equal(fs.exists(f"{base}/g/b"), True, "renamed onto itself")


def check_usage_and_time(fs: FileSystem, base: str) -> None:
    """Numbers that make sense."""
    total, usable = fs.usage(base)
    if not 0 <= usable <= total:
        raise AssertionError(f"usage: {usable} of {total}")
    fs.open(f"{base}/file", create=True).write_at(0, (b"x",))
    if fs.modified_ms(f"{base}/file") < 0:
        raise AssertionError("a file from before 1970")
    fs.set_modified_ms(f"{base}/file", 1_700_000_000_123)
    _equal(fs.modified_ms(f"{base}/file"), 1_700_000_000_123, "a time of change that was set")
    _raises(FileNotFoundError, errno.ENOENT, lambda: fs.set_modified_ms(f"{base}/none", 1), "set the time of a missing file")


def check_lock(fs: FileSystem, base: str) -> None:
    """One holder at a time."""
    path = f"{base}/.lock"
    lock = fs.lock(path)
    _equal(fs.exists(path), True, "the lock's file is made")
    _raises(BlockingIOError, None, lambda: fs.lock(path), "lock what is locked")
    lock.release()
    lock.release()
    second = fs.lock(path)
    _raises(BlockingIOError, None, lambda: fs.lock(path), "lock what is locked again")
    second.release()


#: The parts of `check_filesystem`.
FILE_SYSTEM_CHECKS: tuple[Callable[[FileSystem, str], None], ...] = (
    check_open,
    check_read_and_write,
    check_read_whole,
    check_truncate_and_sync,
    check_close,
    check_directories,
    check_rename,
    check_usage_and_time,
    check_lock,
)


def check_filesystem(make: MakeFileSystem) -> None:
    """Run all checks, each in a fresh directory.

    :raises AssertionError: at the first one that fails.
    """
    for check in FILE_SYSTEM_CHECKS:
        fs, base = make()
        check(fs, base)
