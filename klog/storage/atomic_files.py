"""Small files that are read whole and replaced whole: checkpoints, metadata, state.

A replacement is written beside the file as ``.tmp``, synced, renamed over it, and the directory is synced: at any moment, and after
any crash, the name holds the old content or the new one.
"""

from __future__ import annotations

import contextlib
import posixpath
from collections.abc import Callable
from typing import TypeVar

from klog.storage.filesystem import FileSystem

T = TypeVar("T")

TEMPORARY = ".tmp"

#: No small file of ours or Kafka's comes near this; a larger one is somebody's mistake.
MAX_BYTES = 256 << 20


def read_whole(fs: FileSystem, path: str, max_bytes: int = MAX_BYTES) -> bytes:
    """The content of a file. Raises OSError; EFBIG where it has more than `max_bytes`."""
    return fs.read_whole(path, max_bytes)


def read_parsed(fs: FileSystem, path: str, parse: Callable[[str, bytes], T], max_bytes: int = MAX_BYTES) -> T | None:
    """What `parse` makes of a file's path and content; None where there is no file. Raises OSError, and what `parse` raises."""
    try:
        data = read_whole(fs, path, max_bytes)
    except FileNotFoundError:
        return None
    return parse(path, data)


def sync_file(fs: FileSystem, path: str) -> None:
    """Make a file's content durable that nobody has open. Raises OSError."""
    file = fs.open(path, write=True)
    try:
        file.sync()
    finally:
        file.close()


def replace_whole(fs: FileSystem, path: str, data: bytes, *, sync: bool = True, private: bool = False) -> None:
    """Make `data` the content of the file at `path`, or leave it as it was. Raises OSError.

    :param sync: whether it must survive a power loss; without, the old or the new content or none may.
    :param private: whether nobody but the owner may read it, whoever could read the file before.
    """
    temporary = write_temporary(fs, path, data, sync=sync, private=private)
    try:
        fs.rename(temporary, path)
    except OSError:
        with contextlib.suppress(OSError):
            fs.remove(temporary)
        raise
    if sync:
        fs.sync_directory(posixpath.dirname(path) or ".")


def write_temporary(fs: FileSystem, path: str, data: bytes, *, sync: bool = False, private: bool = False) -> str:
    """Write `data` into a temporary file beside `path` (the same name with `TEMPORARY`), for the caller to rename over it; the temporary
    file's path. If writing fails, no temporary file is left. Raises OSError.

    :param sync: whether its content is durable when this returns.
    :param private: see `replace_whole`.
    """
    temporary = path + TEMPORARY
    try:
        file = fs.open(temporary, write=True, create=True, private=private)
        try:
            file.truncate(0)
            file.write_at(0, (data,))
            if sync:
                file.sync()
        finally:
            file.close()
    except OSError:
        with contextlib.suppress(OSError):
            fs.remove(temporary)
        raise
    return temporary
