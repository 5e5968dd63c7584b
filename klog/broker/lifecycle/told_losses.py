"""At a start: what recovery cut off logs is said in the log, and kept beside them for `klog doctor`."""

from __future__ import annotations

from collections.abc import Callable

from klog.storage.directories.directory import LogDirectory
from klog.storage.directories.recovery_losses import losses_of, write_losses
from klog.storage.filenames import RECOVERY_LOSSES


def tell_losses(directory: LogDirectory, now_ms: int, warn: Callable[[str], None]) -> None:
    """What recovery cut off which logs: said now, and kept for `klog doctor`."""
    losses = losses_of(directory.logs, now_ms)
    if losses is None:
        return
    warn(f"recovery: {losses}; `klog doctor --log-dir {directory.path}` tells it again")
    try:
        write_losses(directory.fs, directory.path, losses)
    except OSError as error:
        warn(f"{directory.path}/{RECOVERY_LOSSES}: what recovery cut is told in this log only and not kept: {error}")
