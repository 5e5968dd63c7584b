"""A data directory as DescribeLogDirs asks for it: path, logs, copies on their way here, room on the disk."""

from __future__ import annotations

from collections.abc import Sequence

from klog.broker.replicas.moves import ComingLog, LogMoves
from klog.storage.directories.directory import LogDirectory


class DescribedDirectory:
    """A data directory with what DescribeLogDirs asks for."""

    def __init__(self, directory: LogDirectory, moves: LogMoves | None = None) -> None:
        self._directory = directory
        self._moves = moves
        self.path = directory.path
        self.logs = directory.logs

    @property
    def offline(self) -> OSError | None:
        """Why it takes no writes."""
        return self._directory.offline

    def coming(self) -> Sequence[ComingLog]:
        """Copies on their way here."""
        return () if self._moves is None else self._moves.coming_to(self._directory)

    def usage(self) -> tuple[int, int]:
        """Bytes of its file system, and those that are free."""
        return self._directory.fs.usage(self.path)
