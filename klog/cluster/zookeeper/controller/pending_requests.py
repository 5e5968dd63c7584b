"""Requests of brokers and clients that wait until the controller has time for them.

Everything that writes states does so one after the other: rounds, and what is asked between their slices. AlterPartition requests that wait
are taken all together, so that they share their writes.
"""

from __future__ import annotations

import dataclasses
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Generic, TypeVar

from twisted.internet.defer import Deferred, fail

from klog.errors import ErrorCode, KlogError
from klog.wire.messages.alter_partition import AlterPartitionRequest, AlterPartitionResponse

#: Precedent: none; Kafka's queue of events has no bound. Each broker has two requests under way at most, clients' elections come on top.
MOST_WAITING = 1000


Answer = TypeVar("Answer")


@dataclasses.dataclass(eq=False)
class Waiting(Generic[Answer]):
    """Whoever waits for an answer.

    :ivar deferred: fires with it.
    """

    deferred: Deferred[Answer]

    def fire(self, result: Answer) -> None:
        """Tell whoever waits the result, unless the wait was given up."""
        if not self.deferred.called:
            self.deferred.callback(result)

    def refuse(self, error: KlogError) -> None:
        """Tell whoever waits why it was not done, unless the wait was given up."""
        if not self.deferred.called:
            self.deferred.errback(error)


@dataclasses.dataclass(eq=False)
class PendingRequest(Waiting[Answer]):
    """One thing that is asked for.

    :ivar work: does it; may be called again after an error of ZooKeeper's.
    """

    work: Callable[[], Awaitable[Answer]]


@dataclasses.dataclass(eq=False)
class PendingAlteration(Waiting[AlterPartitionResponse]):
    """An AlterPartition request."""

    request: AlterPartitionRequest
    version: int


class PendingRequests:
    """See the module."""

    def __init__(self) -> None:
        self.alterations: deque[PendingAlteration] = deque()
        self.others: deque[PendingRequest[Any]] = deque()

    def __len__(self) -> int:
        return len(self.alterations) + len(self.others)

    def alter(self, request: AlterPartitionRequest, version: int) -> Deferred[AlterPartitionResponse]:
        """An AlterPartition request; fires with the response."""
        if len(self) >= MOST_WAITING:
            return fail(_too_many())
        deferred: Deferred[AlterPartitionResponse] = Deferred(_cancelled)
        self.alterations.append(PendingAlteration(deferred, request, version))
        return deferred

    def ask(self, work: Callable[[], Awaitable[Answer]]) -> Deferred[Answer]:
        """Anything else; fires with what `work` gives, or fails with the `KlogError` that it raises."""
        if len(self) >= MOST_WAITING:
            return fail(_too_many())
        deferred: Deferred[Answer] = Deferred(_cancelled)
        self.others.append(PendingRequest(deferred, work))
        return deferred

    def take_alterations(self) -> list[PendingAlteration]:
        """All that wait and are still wanted."""
        taken = [each for each in self.alterations if not each.deferred.called]
        self.alterations.clear()
        return taken

    def refuse_all(self) -> None:
        """This broker is not the controller any more: all that waits fails with NOT_CONTROLLER."""
        waiting: list[Waiting[Any]] = [*self.alterations, *self.others]
        self.alterations.clear()
        self.others.clear()
        for each in waiting:
            each.refuse(not_controller())


def _cancelled(deferred: Deferred[Any]) -> None:
    """Whoever asked has gone. What was asked for may still be done: it is not taken out of the line."""


def not_controller() -> KlogError:
    """The error of whoever asks a broker that is not the controller, or not any more."""
    return KlogError(ErrorCode.NOT_CONTROLLER, "this broker is not the controller")


def _too_many() -> KlogError:
    return KlogError(ErrorCode.REQUEST_TIMED_OUT, "too many requests wait for the controller")
