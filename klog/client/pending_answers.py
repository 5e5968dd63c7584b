"""Deferreds that were given out and have not fired: whoever shares connections with others has only these to fail when it stops, since the
connections stay."""

from __future__ import annotations

from typing import Any, TypeVar

from twisted.internet.defer import CancelledError, Deferred
from twisted.python.failure import Failure

from klog.client.retry import ClientStopped

T = TypeVar("T")


class PendingAnswers:
    """Those of one client.

    ::

        answer = pending.keep(connection.request(message))    # fails with ClientStopped by `stop`
    """

    def __init__(self) -> None:
        #: In order, so that a run can be repeated.
        self._open: dict[Deferred[Any], None] = {}
        self._why: ClientStopped | None = None

    def __len__(self) -> int:
        return len(self._open)

    def keep(self, deferred: Deferred[T]) -> Deferred[T]:
        """The same one; known here until it fires."""
        if not deferred.called:
            self._open[deferred] = None
            deferred.addBoth(self._fired, deferred)
        return deferred

    def _fired(self, result: Any, deferred: Deferred[Any]) -> Any:
        self._open.pop(deferred, None)
        if self._why is not None and isinstance(result, Failure) and isinstance(result.value, CancelledError):
            return Failure(self._why)  # type: ignore[no-untyped-call]
        return result

    def stop(self, why: ClientStopped) -> None:
        """Whoever waits is told `why`; what is still kept afterwards fires as it would."""
        self._why = why
        for deferred in list(self._open):
            if deferred in self._open:
                deferred.cancel()
