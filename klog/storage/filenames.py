"""Names on disk: the files of a partition's directory, and the directories of a data directory.

A file is named after an offset, zero-padded to 20 digits so that names sort like numbers, with a suffix for its kind::

    00000000000000000042.log         batches from offset 42 on
    00000000000000000042.index       offset -> position
    00000000000000000042.timeindex   timestamp -> offset
    00000000000000000042.txnindex    aborted transactions, only where there are some
    00000000000000000042.snapshot    producers' state up to, and without, offset 42

and one more suffix for its stage of life: ``.deleted`` waits for its removal, ``.cleaned`` is compaction's unfinished output,
``.swap`` is finished output that replaces the originals at the next start.

A directory is named ``topic-partition`` and in other roles (Kafka's ``LogFileUtils``, ``UnifiedLog``):
``topic-partition.<32 hex digits>-delete``, ``-future`` or ``-stray``. Names are at most 255 characters; the topic gives way.
"""

from __future__ import annotations

import enum
import re
from functools import lru_cache
from typing import NamedTuple

from klog.model import TopicPartition

LOG = ".log"
OFFSET_INDEX = ".index"
TIME_INDEX = ".timeindex"
TXN_INDEX = ".txnindex"
SNAPSHOT = ".snapshot"

DELETED = ".deleted"
CLEANED = ".cleaned"
SWAP = ".swap"

#: The kinds of one segment's files, without the snapshot.
SEGMENT_SUFFIXES = (LOG, OFFSET_INDEX, TIME_INDEX, TXN_INDEX)

LEADER_EPOCH_CHECKPOINT = "leader-epoch-checkpoint"
PARTITION_METADATA = "partition.metadata"

LOCK = ".lock"
META_PROPERTIES = "meta.properties"
CLEAN_SHUTDOWN = ".kafka_cleanshutdown"
RECOVERY_POINT_CHECKPOINT = "recovery-point-offset-checkpoint"
LOG_START_CHECKPOINT = "log-start-offset-checkpoint"
HIGH_WATERMARK_CHECKPOINT = "replication-offset-checkpoint"
CLEANER_CHECKPOINT = "cleaner-offset-checkpoint"
STATE_FILE = "klog.state"
RECOVERY_LOSSES = "klog.recovery"
RESERVE = "klog.reserve"
BOOT_RECORD = "klog.boot"
#: In a data directory: a sync has failed, and what is in memory may not be on the disk (`klog.storage.log.flush_work`).
UNSYNCED_MARK = "klog.unsynced"
#: In a partition's folder: klog copies it here from another data directory, or has just done so (`klog.storage.directories.future_folder`).
MOVING_MARK = "klog.moving"

#: The controller's own log in a directory that a KRaft node wrote; neither served nor removed.
CLUSTER_METADATA_DIRECTORY = "__cluster_metadata-0"

MAX_NAME_LENGTH = 255
MAX_OFFSET = (1 << 63) - 1

_FILE = re.compile(r"([0-9]{20})(\.log|\.index|\.timeindex|\.txnindex|\.snapshot)((?:\.cleaned|\.swap)?(?:\.deleted)?)", re.ASCII)
_DIRECTORY = re.compile(r"(?P<topic>[a-zA-Z0-9._-]+?)-(?P<partition>[0-9]{1,10})", re.ASCII)
_UNIQUE = re.compile(r"[0-9a-f]{32}", re.ASCII)
_ROLE = re.compile(r"(?P<name>.+)\.(?P<unique>[0-9a-f]{32})-(?P<role>delete|future|stray)", re.ASCII)


class DirectoryRole(enum.Enum):
    """What the name of a partition's directory says about it."""

    CURRENT = ""
    DELETE = "delete"
    FUTURE = "future"
    STRAY = "stray"


class FileName(NamedTuple):
    """A parsed file name: offset, kind (`LOG` ...) and stage (`DELETED`, `CLEANED`, `SWAP`, a pair of them, or empty)."""

    offset: int
    suffix: str
    stage: str


class DirectoryName(NamedTuple):
    """A parsed directory name. For other roles than CURRENT the topic may have been cut."""

    topic_partition: TopicPartition
    role: DirectoryRole


def offset_text(offset: int) -> str:
    """The 20 digits of `offset`.

    :raises ValueError: negative or beyond 63 bits.
    """
    if not 0 <= offset <= MAX_OFFSET:
        raise ValueError(f"no file can be named after offset {offset}")
    return f"{offset:020d}"


def file_name(offset: int, suffix: str, stage: str = "") -> str:
    """Name of the file of kind `suffix` for `offset`: ``file_name(42, LOG)`` is ``00000000000000000042.log``."""
    return offset_text(offset) + suffix + stage


def file_path(directory: str, offset: int, suffix: str, stage: str = "") -> str:
    """`file_name` within `directory`."""
    return f"{directory}/{file_name(offset, suffix, stage)}"


@lru_cache(1024)
def parse_file_name(name: str) -> FileName | None:
    """What `name` says, or None when it is no such file. In most of ten thousand partitions the names are the same."""
    match = _FILE.fullmatch(name)
    if match is None:
        return None
    offset = int(match[1])
    if offset > MAX_OFFSET:
        return None
    return FileName(offset, match[2], match[3])


def directory_name(topic_partition: TopicPartition) -> str:
    """``topic-partition``."""
    return f"{topic_partition.topic}-{topic_partition.partition}"


def role_directory_name(topic_partition: TopicPartition, role: DirectoryRole, unique: str) -> str:
    """Name of a partition's directory in another role; the topic is cut where the name would pass 255 characters.

    :param unique: 32 hexadecimal digits that nothing else in the data directory has (``uuid4().hex``).
    :raises ValueError: `unique` has another shape, or `role` is CURRENT.
    """
    if _UNIQUE.fullmatch(unique) is None:
        raise ValueError(f"32 lower-case hexadecimal digits expected, not {unique!r}")
    if role is DirectoryRole.CURRENT:
        raise ValueError("the current directory of a partition has no role in its name")
    tail = f"-{topic_partition.partition}.{unique}-{role.value}"
    return topic_partition.topic[: MAX_NAME_LENGTH - len(tail)] + tail


def parse_directory_name(name: str) -> DirectoryName | None:
    """Which partition a directory belongs to, and in which role; None when its name has none of the forms.

    The topic ends at the last ``-`` in front of the number. A name like ``topic-0.<uuid>-delete`` with anything else than 32
    hexadecimal digits is nobody's.
    """
    role = DirectoryRole.CURRENT
    match = _ROLE.fullmatch(name)
    if match is not None:
        role = DirectoryRole(match["role"])
        name = match["name"]
    elif name.endswith(("-delete", "-future", "-stray")):
        return None
    match = _DIRECTORY.fullmatch(name)
    if match is None or len(match["topic"]) > 249:
        return None
    partition = int(match["partition"])
    if partition > 2**31 - 1 or str(partition) != match["partition"]:
        return None
    return DirectoryName(TopicPartition(match["topic"], partition), role)
