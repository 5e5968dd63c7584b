"""The last report of a broker that leads nothing any more: it stands in a file of the data directory until the broker starts again.

In a cluster a broker that stops has others lead in its place before it stops to serve, the audit's own partitions among them. What it has
counted since its last report it can write nowhere then, nor that it has ended in order; untold, a restart would look like a death. So it
writes that into ``klog.audit``, and the next start tells it first, in the name of the life before.

The file is a JSON list of pairs, key and value of each record. What is none is put aside by whoever reads it: it is as if the broker had
died.
"""

from __future__ import annotations

import contextlib
import json

from klog.storage.atomic_files import read_whole, replace_whole
from klog.storage.filesystem import FileSystem

FILE_NAME = "klog.audit"
#: As much as all cells that a broker has in memory.
MOST_BYTES = 64 << 20

Records = list[tuple[bytes, bytes]]


class LastReport:
    """See the module. All of it waits for the disk.

    :param path: of the file.
    """

    def __init__(self, fs: FileSystem, path: str) -> None:
        self._fs = fs
        self._path = path

    def keep(self, records: Records) -> None:
        """Write them down. Raises OSError."""
        data = json.dumps([[key.decode(), value.decode()] for key, value in records], separators=(",", ":")).encode()
        replace_whole(self._fs, self._path, data)

    def read(self) -> Records:
        """What was kept; nothing where there is no file.

        :raises ValueError: it holds something else. :raises OSError: the disk.
        """
        try:
            data = read_whole(self._fs, self._path, MOST_BYTES)
        except FileNotFoundError:
            return []
        try:
            pairs = json.loads(data)
        except RecursionError:
            raise ValueError("brackets within brackets without end") from None
        if not isinstance(pairs, list) or not all(
            isinstance(pair, list) and len(pair) == 2 and all(isinstance(part, str) for part in pair) for pair in pairs
        ):
            raise ValueError("no list of keys and values")
        return [(key.encode(), value.encode()) for key, value in pairs]

    def forget(self) -> None:
        """It was told. Raises OSError."""
        with contextlib.suppress(FileNotFoundError):
            self._fs.remove(self._path)
