"""A file that takes up some room in a data directory, so that there is some when the disk is full (``klog.reserve.bytes``).

Retention is what makes room on a full disk, and needs a little itself: a new segment in the place of the last old one, indexes and
checkpoints of what stays. So when the disk is as good as full the file goes, and until retention (or a person) has made more room than the
file takes, nothing that clients send is appended: else it would take at once what was given up for retention. Then the file is made again.

=========== ================================ ==========================================
the file    usable bytes of the volume       what is done
=========== ================================ ==========================================
is there    less than half of its size       it is removed; appends are refused
is there    more                             nothing
is not      less than twice its size         nothing; appends are refused
is not      more                             it is made; appends are taken
=========== ================================ ==========================================

It is a regular file, ``klog.reserve``, which Kafka does not mind.
"""

from __future__ import annotations

import enum
from contextlib import suppress

from klog.storage.disk_work import DiskWork, WorkKind, WorkOwner
from klog.storage.filenames import RESERVE
from klog.storage.filesystem import FileSystem

_PIECE_BYTES = 1 << 20


class Room:
    """Whether there is room for what clients send to one data directory."""

    __slots__ = ("is_low",)

    def __init__(self) -> None:
        self.is_low = False


class Step(enum.Enum):
    """What is done about the file."""

    NOTHING = enum.auto()
    REMOVE = enum.auto()
    MAKE = enum.auto()


def next_step(is_there: bool, usable_bytes: int, size: int) -> Step:
    """The table above.

    :param size: of the file, in bytes; 0 where none is wanted.
    """
    if is_there:
        return Step.REMOVE if usable_bytes < size // 2 or not size else Step.NOTHING
    return Step.MAKE if size and usable_bytes >= 2 * size else Step.NOTHING


class ReserveCheck(DiskWork[bool]):
    """Looks at the volume and does what is to be done; then `room` says what is so.

    :param path: of the data directory.
    :param size: of the file; 0 where none is wanted.
    """

    kind = WorkKind.REMOVE
    is_cleanup = True

    def __init__(self, owner: WorkOwner, fs: FileSystem, path: str, size: int, room: Room) -> None:
        super().__init__(owner)
        self._fs = fs
        self._directory = path
        self._path = f"{path}/{RESERVE}"
        self._size = size
        self._room = room

    def run(self) -> bool:
        """Whether there is room. Raises OSError."""
        fs = self._fs
        is_there = fs.exists(self._path) and fs.size(self._path) == self._size
        if not is_there:
            self._remove()
        step = next_step(is_there, fs.usage(self._directory)[1], self._size)
        if step is Step.REMOVE:
            self._remove()
            is_there = False
        elif step is Step.MAKE:
            self._make()
            is_there = True
        return is_there or not self._size

    def complete(self, has_room: bool) -> None:
        """`room` goes by it."""
        self._room.is_low = not has_room

    def _remove(self) -> None:
        with suppress(FileNotFoundError):
            self._fs.remove(self._path)
            self._fs.sync_directory(self._directory)

    def _make(self) -> None:
        file = self._fs.open(self._path, write=True, create=True)
        try:
            # No hole: what was never written takes up no room.
            for position in range(0, self._size, _PIECE_BYTES):
                file.write_at(position, (bytes(min(_PIECE_BYTES, self._size - position)),))
            file.sync()
        except OSError:
            self._remove()
            raise
        finally:
            file.close()
