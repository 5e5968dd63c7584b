"""A log is cut, a follower's on its leader's word, a copy's on its source's: in a thread, behind whatever else is done on the disk."""

from __future__ import annotations

from collections.abc import Callable

from twisted.internet.defer import Deferred

from klog.broker.disk.threads import RunInThread, do_in_thread
from klog.broker.replicas.partition import Partition
from klog.storage.directories.directory import LogDirectory
from klog.storage.log.base import StillRunning


class LogTruncator:
    """Truncates logs.

    :param directory_of: the data directory of a partition.
    """

    def __init__(self, run_in_thread: RunInThread, directory_of: Callable[[Partition], LogDirectory]) -> None:
        self._run_in_thread = run_in_thread
        self._directory_of = directory_of

    def truncate(self, partition: Partition, offset: int, is_wanted: Callable[[], bool], *, anew: bool = False) -> Deferred[bool]:
        """Have the log end at `offset`, or behind the last batch below it; fires with whether it was done, which it is not where it was
        not wanted any more before it could begin.

        :param is_wanted: whether whoever has asked still wants it, as the leader that said so is followed still; looked at again after
            whatever was waited for.
        :param anew: nothing of it stays, and it begins at `offset`.
        :raises OSError, KlogError: (from the Deferred) the disk refuses.
        """
        return Deferred.fromCoroutine(self._truncate(partition, offset, is_wanted, anew))

    async def _truncate(self, partition: Partition, offset: int, is_wanted: Callable[[], bool], anew: bool) -> bool:
        while is_wanted():
            try:
                work = self._directory_of(partition).prepare_truncation(partition.topic_partition, offset, fully=anew)
            except StillRunning:
                idle: Deferred[None] = Deferred()
                partition.log.work.when_idle(lambda idle=idle: idle.callback(None))  # type: ignore[misc]
                await idle
                continue
            partition.truncation_began()
            if work is not None:
                await do_in_thread(self._run_in_thread, work)
            partition.truncated()
            return True
        return False
