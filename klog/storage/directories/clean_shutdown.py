"""``.kafka_cleanshutdown``: the marker that a data directory was closed in order.

Written last at shutdown, after all logs are flushed and checkpointed, and removed first at start. From Kafka 3.7 on it holds
``{"version":0,"brokerEpoch":N}``, before that nothing; only its being there counts (`kafka: CleanShutdownFileHandler.java`).
"""

from __future__ import annotations

import contextlib

from klog.storage.atomic_files import replace_whole
from klog.storage.filenames import CLEAN_SHUTDOWN
from klog.storage.filesystem import FileSystem


def was_clean(fs: FileSystem, directory: str) -> bool:
    """Whether the marker is there."""
    return fs.exists(f"{directory}/{CLEAN_SHUTDOWN}")


def format_clean_shutdown(broker_epoch: int = -1) -> bytes:
    """What the marker holds."""
    return f'{{"version":0,"brokerEpoch":{broker_epoch}}}'.encode()


def write_clean_shutdown(fs: FileSystem, directory: str, broker_epoch: int = -1) -> None:
    """Write the marker, durably. Raises OSError."""
    replace_whole(fs, f"{directory}/{CLEAN_SHUTDOWN}", format_clean_shutdown(broker_epoch))


def remove_clean_shutdown(fs: FileSystem, directory: str) -> None:
    """Remove the marker, durably: a crash from here on is a crash. Raises OSError."""
    with contextlib.suppress(FileNotFoundError):
        fs.remove(f"{directory}/{CLEAN_SHUTDOWN}")
    fs.sync_directory(directory)
