"""Disks below a running broker that fail when a test says so.

`PreloadedDisk`
    by a small library in front of the C library (``failing_disk.c``, LD_PRELOAD), which fails what is asked of one directory. Needs Linux
    and a C compiler.
`MountedDisk`
    an ext4 of its own in a file, which the kernel shuts down (`Trouble.UNPLUGGED`) or somebody fills (`Trouble.FULL`). Needs the right to
    mount, and a loop device.

The first one can fail in every way, for anybody. In the second one the kernel says what a broken disk says.
"""

from __future__ import annotations

import enum
import fcntl
import os
import pathlib
import struct
import subprocess
import sys
from collections.abc import Callable
from typing import Protocol

from tests import peers
from tests.integration.volumes import fill, mount

SOURCE = pathlib.Path(__file__).with_suffix(".c")
#: Of the file in `MountedDisk`, where nothing else is said.
SIZE_MB = 48
#: As in ``failing_disk.c``.
SYNC_S = 2.0
#: ``EXT4_IOC_SHUTDOWN`` and its argument "do not even write the journal".
_SHUTDOWN, _NOT_EVEN_THE_JOURNAL = 0x8004587D, struct.pack("I", 2)


class Trouble(enum.IntEnum):
    """What is wrong; the numbers are those of ``failing_disk.c``."""

    NONE = 0
    #: EIO for what is read of files.
    READ = 1
    #: EIO for what is written to files.
    WRITE = 2
    #: EIO at fsync and fdatasync.
    SYNC = 3
    #: ENOSPC for what would need room.
    FULL = 4
    #: EIO for everything.
    UNPLUGGED = 5
    #: fsync and fdatasync take `SYNC_S`, and end with EIO.
    SLOW_SYNC = 6
    #: fsync and fdatasync do not end until the disk is well again.
    HUNG_SYNC = 7


class FailingDisk(Protocol):
    """Where a directory lies."""

    @property
    def directory(self) -> pathlib.Path:
        """On the disk that fails."""

    def prefix(self) -> list[str]:
        """What the broker's command begins with."""

    def fail(self, trouble: Trouble) -> None:
        """From now on."""

    def heal(self) -> None:
        """All is well again; the broker may be running where `Trouble.FULL` was the matter, and may not otherwise."""

    def close(self) -> None:
        """Leave nothing behind but files."""


class PreloadedDisk:
    """By a library in front of the C library.

    :param folder: of the test.
    """

    def __init__(self, folder: pathlib.Path) -> None:
        if sys.platform != "linux":
            peers.missing("ld-preload", "the calls that are failed are Linux's")
        compiler = peers.program("cc")
        self.directory = folder / "failing"
        self._mode = folder / "mode"
        self._library = folder / "failing_disk.so"
        self._mode.write_bytes(struct.pack("i", Trouble.NONE))
        command = [
            compiler,
            "-std=gnu11",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-shared",
            "-fPIC",
            "-O2",
            "-o",
            str(self._library),
            str(SOURCE),
            "-ldl",
        ]
        subprocess.run(command, check=True)

    def prefix(self) -> list[str]:
        """What the broker's command begins with."""
        return [
            "env",
            f"LD_PRELOAD={self._library}",
            f"KLOG_FAILING_DIRECTORY={self.directory}",
            f"KLOG_FAILING_MODE={self._mode}",
        ]

    def fail(self, trouble: Trouble) -> None:
        """From now on."""
        # In place: the broker has mapped the file.
        with open(self._mode, "r+b") as file:
            file.write(struct.pack("i", trouble))

    def heal(self) -> None:
        """All is well again."""
        self.fail(Trouble.NONE)

    def close(self) -> None:
        """Nothing is left."""


class MountedDisk:
    """An ext4 in a file.

    :param folder: of the test; it is there already.
    """

    def __init__(self, folder: pathlib.Path, size_mb: int = SIZE_MB) -> None:
        self._image, self._mounted = folder / "image", folder / "mounted"
        self.directory = self._mounted / "data"
        self._mounted.mkdir()
        with open(self._image, "wb") as file:
            file.truncate(size_mb << 20)
        subprocess.run([peers.program("mkfs.ext4"), "-q", "-F", str(self._image)], check=True, stdin=subprocess.DEVNULL)
        self._ballast = self._mounted / "ballast"
        self._trouble = Trouble.NONE
        self._mount()

    def _mount(self, options: str = "loop") -> None:
        self._unmount: Callable[[], object] | None = mount("ext4", options, str(self._image), self._mounted)

    def prefix(self) -> list[str]:
        """Nothing special."""
        return []

    def fail(self, trouble: Trouble) -> None:
        """From now on: `Trouble.UNPLUGGED` or `Trouble.FULL`."""
        self._trouble = trouble
        if trouble is Trouble.FULL:
            fill(self._ballast)
            return
        assert trouble is Trouble.UNPLUGGED, trouble
        fd = os.open(self._mounted, os.O_RDONLY)
        try:
            fcntl.ioctl(fd, _SHUTDOWN, _NOT_EVEN_THE_JOURNAL)
        finally:
            os.close(fd)

    def heal(self) -> None:
        """Plugged in again: the kernel replays the journal, and what was in memory only is lost."""
        if self._trouble is Trouble.FULL:
            self._ballast.unlink()
        elif self._trouble is Trouble.UNPLUGGED:
            self.close()
            self._mount()
        self._trouble = Trouble.NONE

    def make_read_only(self) -> None:
        """Until `make_writable`; no broker may be running."""
        self.close()
        self._mount("loop,ro")

    def make_writable(self) -> None:
        """Again."""
        self.close()
        self._mount()

    def close(self) -> None:
        """Unmounted, whoever has a file open there."""
        if self._unmount is not None:
            self._unmount()
            self._unmount = None
