"""A reactor that runs only while somebody waits: for tests that call and then wait, with real sockets."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from twisted.internet.defer import Deferred
from twisted.internet.selectreactor import SelectReactor
from twisted.python.failure import Failure

from tests.integration.zookeepers import PATIENCE_S


class SteppedReactor:
    """See the module; `reactor` is not Twisted's global one."""

    def __init__(self) -> None:
        self.reactor: Any = SelectReactor()
        self.reactor.startRunning(installSignalHandlers=False)

    def until(self, done: Callable[[], bool], what: str) -> None:
        """Run until it is so."""
        deadline = time.monotonic() + PATIENCE_S
        while not done():
            if time.monotonic() > deadline:
                raise AssertionError(f"{what}: not within {PATIENCE_S} s")
            self.reactor.iterate(0.01)

    def wait(self, deferred: Deferred[Any], what: str) -> Any:
        """Run until it fires; its result."""
        results: list[Any] = []
        deferred.addBoth(results.append)
        self.until(lambda: bool(results), what)
        if isinstance(results[0], Failure):
            results[0].raiseException()
        return results[0]

    def close(self) -> None:
        """No more."""
        self.reactor.fireSystemEvent("shutdown")
        for each in self.reactor.getDelayedCalls():
            each.cancel()
        for each in self.reactor.removeAll():
            each.connectionLost(Failure(ConnectionAbortedError()))
        self.reactor.iterate(0)
