"""The last report of a broker that leads nothing any more: it stands in a file of the data directory until the broker starts again.

In a cluster a broker that stops has others lead in its place before it stops to serve, the audit's own partitions among them. What it has
counted since its last report it can write nowhere then, nor that it has ended in order; untold, a restart would look like a death. So it
writes that into ``klog.audit``, and the next start tells it first, in the name of the life before.

The file is a JSON object. ``records`` is a list of pairs, key and value of each record; ``uncommitted`` are the batches of which it is not
known yet what became of them (`klog.broker.audit.last_life`): topic, partition, topic id, first offset, leader epoch, and how many records
of it are in the cells of which keys. What is none is put aside by whoever reads it: it is as if the broker had died.
"""

from __future__ import annotations

import contextlib
import errno
import json
from collections.abc import Sequence
from typing import NamedTuple

from klog.broker.audit.uncommitted import UncommittedBatch
from klog.model import TopicId
from klog.storage.atomic_files import read_whole, replace_whole
from klog.storage.filesystem import FileSystem

FILE_NAME = "klog.audit"
#: As much as all cells that a broker has in memory.
MOST_BYTES = 64 << 20

Records = list[tuple[bytes, bytes]]


class Kept(NamedTuple):
    """What stands in the file."""

    records: Records
    #: The cells that they are in are among the records.
    batches: Sequence[UncommittedBatch]


NOTHING = Kept([], ())


class LastReport:
    """See the module. All of it waits for the disk.

    :param path: of the file.
    """

    def __init__(self, fs: FileSystem, path: str) -> None:
        self._fs = fs
        self._path = path

    def keep(self, kept: Kept) -> None:
        """Write it down. Raises OSError; EFBIG where it is more than anybody will read."""
        batches = [
            [
                batch.topic,
                batch.partition,
                batch.topic_id.hex(),
                batch.first_offset,
                batch.epoch,
                {key.decode(): count for key, count in batch.counts.items()},
            ]
            for batch in kept.batches
        ]
        whole = {"records": [[key.decode(), value.decode()] for key, value in kept.records], "uncommitted": batches}
        data = json.dumps(whole, separators=(",", ":")).encode()
        if len(data) > MOST_BYTES:
            raise OSError(errno.EFBIG, f"{len(data)} bytes, of at most {MOST_BYTES}")
        replace_whole(self._fs, self._path, data)

    def read(self) -> Kept:
        """What was kept; nothing where there is no file.

        :raises ValueError: it holds something else. :raises OSError: the disk.
        """
        try:
            data = read_whole(self._fs, self._path, MOST_BYTES)
        except FileNotFoundError:
            return NOTHING
        try:
            whole = json.loads(data)
            # Brokers before had no batches, and a list of pairs.
            pairs, batches = (whole, []) if isinstance(whole, list) else (whole["records"], whole["uncommitted"])
            records = [(key.encode(), value.encode()) for key, value in pairs]
            return Kept(records, [_batch(*fields) for fields in batches])
        except (AttributeError, KeyError, RecursionError, TypeError) as error:
            raise ValueError("no records of cells, and batches that are in them") from error

    def forget(self) -> None:
        """It was told. Raises OSError."""
        with contextlib.suppress(FileNotFoundError):
            self._fs.remove(self._path)


def _batch(topic: str, partition: int, topic_id: str, first_offset: int, epoch: int, counts: dict[str, int]) -> UncommittedBatch:
    """One of the file."""
    numbers = (partition, first_offset, epoch, *counts.values())
    least = min(partition, first_offset, *counts.values())
    if not isinstance(topic, str) or any(type(number) is not int for number in numbers) or least < 0:
        raise ValueError("a batch that is none")
    by_key = {key.encode(): count for key, count in counts.items()}
    return UncommittedBatch(topic, partition, TopicId(bytes.fromhex(topic_id)), first_offset, epoch, by_key)
