"""Small file systems of a test's own, which can be filled. Needs the right to mount; skips by name where that is missing."""

from __future__ import annotations

import contextlib
import functools
import pathlib
import subprocess
from collections.abc import Callable

from tests import peers


def mount(kind: str, options: str, source: str, where: pathlib.Path) -> Callable[[], object]:
    """A file system (``mount -t kind -o options source where``); gives what unmounts it, whoever has a file open there."""
    command, unmount = peers.program("mount"), peers.program("umount")
    done = subprocess.run(
        [command, "-t", kind, "-o", options, source, str(where)], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    if done.returncode:
        peers.missing("mount", f"no {kind} can be mounted: {done.stderr.strip()}")
    return functools.partial(subprocess.run, [unmount, "-l", str(where)], check=True)


def mount_memory(where: pathlib.Path, size_mb: int) -> Callable[[], object]:
    """A ``tmpfs`` of this size; gives what unmounts it."""
    return mount("tmpfs", f"size={size_mb}m", "tmpfs", where)


def fill(ballast: pathlib.Path) -> None:
    """Take what is left of the ballast's file system, to the last kilobyte."""
    with open(ballast, "wb", buffering=0) as file:
        for size in (1 << 20, 1 << 16, 1 << 10):
            with contextlib.suppress(OSError):
                while True:
                    file.write(bytes(size))
