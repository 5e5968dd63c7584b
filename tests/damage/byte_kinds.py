"""Which byte of which file is what, by the formats as they are described in ``klog.storage`` and ``klog.records``."""

from __future__ import annotations

import enum

from klog.records.implementations import codec


class Kind(enum.Enum):
    """What a byte belongs to."""

    BASE_OFFSET = "base offset of a batch, offset of a message"
    LENGTH = "length of a batch or message"
    LEADER_EPOCH = "leader epoch of a batch"
    MAGIC = "magic of a batch or message"
    CHECKSUM = "checksum of a batch or message"
    LAST_DELTA = "last offset delta of a batch, which its checksum covers"
    CHECKED = "what the checksum of a batch or message covers"
    INDEX_OFFSET = "offset in an offset index"
    INDEX_POSITION = "position in an offset index"
    TIME = "timestamp in a time index"
    TIME_OFFSET = "offset in a time index"
    TXN_VERSION = "version in a transaction index"
    TXN_PRODUCER = "producer id in a transaction index"
    TXN_FIRST = "first offset in a transaction index"
    TXN_LAST = "last offset in a transaction index"
    TXN_STABLE = "last stable offset in a transaction index"
    SNAPSHOT = "snapshot of producers"
    EPOCHS = "leader-epoch-checkpoint"
    METADATA = "partition.metadata"
    RECOVERY_POINT = "recovery-point-offset-checkpoint"
    LOG_START = "log-start-offset-checkpoint"
    HIGH_WATERMARK = "replication-offset-checkpoint"
    CLEANER = "cleaner-offset-checkpoint"
    META = "meta.properties"
    STATE = "klog.state"
    CLEAN = ".kafka_cleanshutdown"


_BATCH = (
    (Kind.BASE_OFFSET, 8),
    (Kind.LENGTH, 4),
    (Kind.LEADER_EPOCH, 4),
    (Kind.MAGIC, 1),
    (Kind.CHECKSUM, 4),
    (Kind.CHECKED, 2),
    (Kind.LAST_DELTA, 4),
)
_MESSAGE = ((Kind.BASE_OFFSET, 8), (Kind.LENGTH, 4), (Kind.CHECKSUM, 4), (Kind.MAGIC, 1))
_ENTRIES = {
    ".index": ((Kind.INDEX_OFFSET, 4), (Kind.INDEX_POSITION, 4)),
    ".timeindex": ((Kind.TIME, 8), (Kind.TIME_OFFSET, 4)),
    ".txnindex": ((Kind.TXN_VERSION, 2), (Kind.TXN_PRODUCER, 8), (Kind.TXN_FIRST, 8), (Kind.TXN_LAST, 8), (Kind.TXN_STABLE, 8)),
}
_BY_NAME = {kind.value: kind for kind in Kind}


def kinds_of(path: str, data: bytes) -> list[Kind]:
    """The kind of every byte of a file.

    :raises KeyError: no file that is known.
    """
    name = path.rpartition("/")[2]
    suffix = name[name.rfind(".") :]
    if suffix == ".log":
        found: list[Kind] = []
        for entry in codec.scan(data):
            head = [kind for kind, width in (_BATCH if entry.magic == 2 else _MESSAGE) for _ in range(width)]
            found += head + [Kind.CHECKED] * (entry.size - len(head))
        return found
    if suffix in _ENTRIES:
        entry_kinds = [kind for kind, width in _ENTRIES[suffix] for _ in range(width)]
        return entry_kinds * (len(data) // len(entry_kinds))
    return [Kind.SNAPSHOT if suffix == ".snapshot" else _BY_NAME[name]] * len(data)
