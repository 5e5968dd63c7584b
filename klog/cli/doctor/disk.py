"""What ``klog doctor`` looks at on this machine: open files, the data directory, and the room on its disk. Reads only."""

from __future__ import annotations

import os
import resource
import stat
import struct
import sys
from collections.abc import Iterator

from klog.cli.doctor.checks import Finding, Status, fine, problem, warning
from klog.cli.formatting import time_text
from klog.cli.log.files import partition_directories
from klog.cli.output import bytes_text
from klog.storage import filenames
from klog.storage.directories.meta_properties import BadMetaProperties, read_meta_properties
from klog.storage.directories.recovery_losses import CorruptLosses, read_losses
from klog.storage.filesystem import RealFileSystem

#: Connections and partitions of a small broker need more than the usual 1024.
FEW_FILES = 4096
#: Below these shares of the volume a log should not grow.
LITTLE_ROOM = 0.10
NO_ROOM = 0.02
_NETWORK = frozenset({"nfs", "nfs4", "cifs", "smb3", "smbfs", "fuse.sshfs", "9p", "afs", "ceph"})
_GONE_AT_RESTART = frozenset({"tmpfs", "ramfs"})
#: ``struct flock`` of Linux on 64-bit machines.
_FLOCK = struct.Struct("hhqqi4x")


def machine_findings() -> Iterator[Finding]:
    """This process's world: open files, compiled record code."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < FEW_FILES:
        reach = "no limit" if hard == resource.RLIM_INFINITY else str(hard)
        advice = (
            f"`ulimit -n 65536` in the broker's shell, or LimitNOFILE=65536 in its systemd unit (up to {reach} is allowed without root)"
        )
        yield warning("open files", f"a process may open {soft} files; a broker needs some for each partition and connection", advice)
    else:
        yield fine("open files", "no limit" if soft == resource.RLIM_INFINITY else f"a process may open {soft:,} files")
    from klog.records.implementations import codec

    if codec.name == "cython":
        yield fine("record code", "compiled")
    elif os.environ.get("KLOG_NO_EXTENSIONS"):
        yield Finding("record code", Status.NOTE, "plain Python, because KLOG_NO_EXTENSIONS is set")
    else:
        advice = "install a C compiler and Cython, then install klog again; records are many times faster then"
        yield warning("record code", "plain Python: the extensions are not built", advice)


def directory_findings(path: str) -> Iterator[Finding]:
    """The data directory `path`."""
    if not os.path.exists(path):
        parent = os.path.dirname(os.path.abspath(path)) or "/"
        if os.path.isdir(parent) and os.access(parent, os.W_OK | os.X_OK):
            yield Finding("data directory", Status.NOTE, f"there is no {path} yet; a broker would make it")
        else:
            yield problem("data directory", f"there is no {path}, and {parent} may not be written", f"make it: mkdir -p {path}")
        return
    if not os.path.isdir(path):
        yield problem("data directory", f"{path} is a file", "name a directory")
        return
    if not os.access(path, os.R_OK | os.X_OK):
        yield problem(
            "data directory", f"{path} may not be read by this user", f"run this as the broker's user, or chown -R it to {_user()}"
        )
        return
    yield from _rights(path)
    yield from _lock(path)
    yield from _identity(path)
    yield from _recovery(path)
    yield from _volume(path)
    yield from _partitions(path)


def _user() -> str:
    return os.environ.get("USER") or str(os.getuid())


def _rights(path: str) -> Iterator[Finding]:
    if not os.access(path, os.W_OK):
        yield problem(
            "data directory", f"{path} may not be written by this user", f"chown -R {_user()} {path}, if this is the broker's user"
        )
        return
    found = os.stat(path)
    if found.st_mode & stat.S_IWOTH:
        yield warning("data directory", f"everybody may write into {path}", f"chmod o-w {path}")
        return
    foreign = [name for name in os.listdir(path) if os.lstat(os.path.join(path, name)).st_uid != found.st_uid]
    if foreign:
        some = ", ".join(sorted(foreign)[:3])
        advice = f"chown -R {found.st_uid} {path} while the broker is stopped (it was once run as another user)"
        yield problem("data directory", f"{len(foreign)} entries of {path} belong to another user: {some}", advice)
    else:
        yield fine("data directory", f"{path} may be read and written")


def lock_holder(path: str) -> int | None:
    """The process that holds the lock on the file `path`; 0 where nobody does, None where this machine cannot tell.

    Only asks: nothing is locked or created.
    """
    if not sys.platform.startswith("linux") or struct.calcsize("P") != 8:
        return None
    import fcntl

    try:
        fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return 0
    except OSError:
        return None
    try:
        answer = fcntl.fcntl(fd, fcntl.F_GETLK, _FLOCK.pack(fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0))
    except OSError:
        return None
    finally:
        os.close(fd)
    kind, _, _, _, pid = _FLOCK.unpack(answer)
    return 0 if kind == fcntl.F_UNLCK else int(pid)


def _lock(path: str) -> Iterator[Finding]:
    holder = lock_holder(os.path.join(path, filenames.LOCK))
    if holder is None:
        return
    if holder:
        yield Finding("lock", Status.NOTE, f"a broker uses the directory (process {holder}); a second one would be refused")
    elif os.path.exists(os.path.join(path, filenames.CLEAN_SHUTDOWN)):
        yield fine("lock", "no broker uses the directory, and the last one stopped in order")
    elif os.path.exists(os.path.join(path, filenames.META_PROPERTIES)):
        sentence = "no broker uses the directory, and the last one did not stop in order"
        yield Finding("lock", Status.NOTE, sentence, "the next start checks what was not flushed; `klog log verify` looks now")
    else:
        yield fine("lock", "no broker uses the directory")


def _identity(path: str) -> Iterator[Finding]:
    try:
        found = read_meta_properties(RealFileSystem(), path)
    except BadMetaProperties as error:
        yield problem("identity", str(error), "restore meta.properties from a backup; without it a broker does not take the directory")
        return
    except OSError as error:
        yield problem("identity", f"{path}/{filenames.META_PROPERTIES} cannot be read: {error.strerror}", "check its owner and mode")
        return
    if found is not None:
        yield fine("identity", f"cluster {found.cluster_id or '-'}, broker {'-' if found.broker_id is None else found.broker_id}")


def _recovery(path: str) -> Iterator[Finding]:
    """What the last recovery that cut something has cut."""
    try:
        losses = read_losses(RealFileSystem(), path)
    except (CorruptLosses, OSError) as error:
        yield Finding("recovery", Status.NOTE, f"what the last one cut is not known: {error}")
        return
    if losses is not None:
        advice = (
            "only what was flushed survives a power cut, see `flush.messages`; when this has been dealt with, "
            f"remove {os.path.join(path, filenames.RECOVERY_LOSSES)}"
        )
        yield warning("recovery", f"the start at {time_text(losses.at_ms)} UTC found that {losses}", advice)


def filesystem_of(path: str, mounts: str) -> tuple[str, str] | None:
    """(type, mount point) of the file system that holds `path`, by the text of ``/proc/mounts``."""
    best: tuple[str, str] | None = None
    real = os.path.realpath(path)
    for line in mounts.splitlines():
        fields = line.split()
        if len(fields) < 3:
            continue
        point = fields[1].replace("\\040", " ")
        inside = real == point or real.startswith(point.rstrip("/") + "/")
        if inside and (best is None or len(point) >= len(best[1])):
            best = fields[2], point
    return best


def _volume(path: str) -> Iterator[Finding]:
    numbers = os.statvfs(path)
    total, free = numbers.f_blocks * numbers.f_frsize, numbers.f_bavail * numbers.f_frsize
    share = free / total if total else 1.0
    sentence = f"{bytes_text(free)} of {bytes_text(total)} are free ({share:.0%})"
    advice = "shorten retention (`klog topic alter TOPIC -c retention.ms=…`), delete topics, or give the volume more room"
    if share < NO_ROOM:
        yield problem("disk", sentence, advice)
    elif share < LITTLE_ROOM:
        yield warning("disk", sentence, advice)
    else:
        yield fine("disk", sentence)
    if numbers.f_files and numbers.f_favail / numbers.f_files < NO_ROOM:
        yield problem(
            "disk",
            f"only {numbers.f_favail:,} files can still be made on this volume",
            "delete files, or make the file system anew with more inodes",
        )
    try:
        with open("/proc/mounts", encoding="utf-8", errors="replace") as file:
            found = filesystem_of(path, file.read())
    except OSError:
        return
    if found is not None and found[0] in _NETWORK:
        yield warning(
            "file system", f"{path} lies on {found[0]}", "locks and syncs over a network are slow and may not hold; use a local disk"
        )
    elif found is not None and found[0] in _GONE_AT_RESTART:
        yield warning(
            "file system", f"{path} lies on {found[0]}, in memory", "everything in it is gone when the machine restarts; use a disk"
        )


def _partitions(path: str) -> Iterator[Finding]:
    try:
        folders = partition_directories(RealFileSystem(), path)
    except OSError:
        return
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and len(folders) * 3 > soft:
        sentence = f"{len(folders):,} partitions, and a process of this user may open {soft:,} files"
        yield warning("partitions here", sentence, "raise the limit of open files to at least four for each partition")
    else:
        yield fine("partitions here", f"{len(folders):,}")
