"""Deleted partitions on their way off the disk, many topics together.

A deletion begins at once where none is under way; those that come while a thread renames gather, and go together with the next: a thousand
topics deleted in one request cost a few waits for the disk, and none of them is the reactor's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from twisted.internet.defer import Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.broker.disk.threads import RunInThread, do_in_thread
from klog.errors import ErrorCode, KlogError
from klog.storage.directories.deletion import LeavingPartition
from klog.storage.directories.directory import LogDirectory

#: So many topics hear at once that they are gone.
TOLD_AT_ONCE = 100


class Deletions:
    """Of partitions in `directory`.

    :param run_steps: does work in steps (`klog.broker.steps.Steps.run`); None: all of it is done at once.
    """

    _log = Logger()

    def __init__(
        self,
        directory: LogDirectory,
        run_in_thread: RunInThread,
        run_steps: Callable[[Iterator[Any]], Deferred[None]] | None = None,
    ) -> None:
        self._directory = directory
        self._run_in_thread = run_in_thread
        self._run_steps = run_steps
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
            # The broker stops, or the disk has failed: the next start deletes what is remembered as deleted.
            why = self._directory.offline or OSError("the broker is stopping")
            self._tell(Failure(why), gathered)  # type: ignore[no-untyped-call]
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
        self._tell(result, gathered)
        if not self._under_way:
            idle, self._when_idle = self._when_idle, []
            for waiting in idle:
                waiting.callback(None)

    def _tell(self, result: object, gathered: Sequence[tuple[Sequence[LeavingPartition], Deferred[None]]]) -> None:
        telling = _tell(result, gathered)
        if self._run_steps is None or len(gathered) <= TOLD_AT_ONCE:
            for _ in telling:
                pass
        else:
            self._run_steps(telling)


def _tell(result: object, gathered: Sequence[tuple[Sequence[LeavingPartition], Deferred[None]]]) -> Iterator[None]:
    """Tell each what became of its partitions, one in a step."""
    for leaving, gone in gathered:
        failed = next((one for one in leaving if one.error is not None), None)
        if isinstance(result, Failure):
            gone.errback(Failure(_refusal(leaving[0], result.getErrorMessage())))  # type: ignore[no-untyped-call]
        elif failed is not None:
            gone.errback(Failure(_refusal(failed, str(failed.error))))  # type: ignore[no-untyped-call]
        else:
            gone.callback(None)
        yield


def _refusal(one: LeavingPartition, why: str) -> KlogError:
    return KlogError(ErrorCode.KAFKA_STORAGE_ERROR, f"{one.topic_partition} could not be deleted: {why}")
