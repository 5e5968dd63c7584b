"""Deleted partitions on their way off the disk, many topics together.

A deletion begins at once where none is under way; those that come while a thread renames gather, and go together with the next: a thousand
topics deleted in one request cost a few waits for the disk, and none of them is the reactor's.
"""

from __future__ import annotations

from collections.abc import Sequence

from twisted.internet.defer import Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.broker.disk.threads import RunInThread, do_in_thread
from klog.errors import ErrorCode, KlogError
from klog.storage.deletion import LeavingPartition
from klog.storage.directory import LogDirectory


class Deletions:
    """Of partitions in `directory`."""

    _log = Logger()

    def __init__(self, directory: LogDirectory, run_in_thread: RunInThread) -> None:
        self._directory = directory
        self._run_in_thread = run_in_thread
        self._gathered: list[tuple[Sequence[LeavingPartition], Deferred[None]]] = []
        self._under_way = 0
        self._when_idle: list[Deferred[None]] = []

    def add(self, leaving: Sequence[LeavingPartition]) -> Deferred[None]:
        """Have these renamed; fires when they are, durably. Fails with KlogError KAFKA_STORAGE_ERROR where one could not be."""
        gone: Deferred[None] = Deferred()
        self._gathered.append((leaving, gone))
        if not self._under_way:
            self.begin()
        return gone

    def begin(self) -> None:
        """Begin with what has gathered, whatever is under way: what is made from now on may have the same names."""
        gathered, self._gathered = self._gathered, []
        if not gathered:
            return
        if self._directory.work.is_closed:
            # The broker has stopped. Nobody is left to be told, and the next start deletes what is remembered as deleted.
            return
        self._under_way += 1
        deletion = self._directory.prepare_deletion([one for leaving, _ in gathered for one in leaving])
        done = do_in_thread(self._run_in_thread, deletion).addBoth(self._ended, gathered)
        done.addErrback(lambda failure: self._log.failure("after a deletion", failure))

    def wait_idle(self) -> Deferred[None] | None:
        """Fires when no deletion is under way any more, the gathered ones included; None where none is."""
        if not self._under_way:
            return None
        idle: Deferred[None] = Deferred()
        self._when_idle.append(idle)
        return idle

    def _ended(self, result: object, gathered: Sequence[tuple[Sequence[LeavingPartition], Deferred[None]]]) -> None:
        self._under_way -= 1
        if not self._under_way:
            self.begin()
        for leaving, gone in gathered:
            failed = next((one for one in leaving if one.error is not None), None)
            if isinstance(result, Failure):
                gone.errback(Failure(_refusal(leaving[0], result.getErrorMessage())))  # type: ignore[no-untyped-call]
            elif failed is not None:
                gone.errback(Failure(_refusal(failed, str(failed.error))))  # type: ignore[no-untyped-call]
            else:
                gone.callback(None)
        if not self._under_way:
            idle, self._when_idle = self._when_idle, []
            for waiting in idle:
                waiting.callback(None)


def _refusal(one: LeavingPartition, why: str) -> KlogError:
    return KlogError(ErrorCode.KAFKA_STORAGE_ERROR, f"{one.topic_partition} could not be deleted: {why}")
