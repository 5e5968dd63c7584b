"""A broker's reactor hands events to its connections without a context for Twisted's old log.

Twisted's epoll reactor calls each connection that can be read or written within a context that names it in the lines of its old log, seven
calls deep; nothing of klog's writes there, and what goes wrong is told in klog's own lines. Where a message of a few kilobytes is all that
an event brings, that is some percent of all that the broker does. Everything else stays Twisted's: what an event does to a connection
(``_doReadOrWrite``) also where that fails, which disconnects it.

Other reactors are left as they are, and so is one in whose turns somebody else takes part.
"""

from __future__ import annotations

from typing import Any

from twisted.logger import Logger

_log = Logger()


def hand_events_out_directly(reactor: Any) -> None:
    """From now on; where `reactor` is Twisted's of epoll."""
    if type(reactor).__module__ != "twisted.internet.epollreactor" or "doIteration" in vars(reactor):
        return
    selectables, act = reactor._selectables, reactor._doReadOrWrite

    def iterate(timeout: float | None) -> None:
        """As ``EPollReactor.doPoll``."""
        try:
            # Others may have put something in the poller's place (``klog.broker.reactor_probe``).
            found = reactor._poller.poll(-1 if timeout is None else timeout, len(selectables))
        except InterruptedError:
            return
        for fd, event in found:
            selectable = selectables.get(fd)
            # An earlier event may have ended it.
            if selectable is not None:
                try:
                    act(selectable, fd, event)
                except Exception:
                    _log.failure("a mistake in disconnecting {selectable}", selectable=selectable)

    reactor.doIteration = iterate
