"""Who is told whether this broker may lead, and the broker epoch that goes with it (`klog.cluster.interfaces.ILeadershipListener`).

The fence (`klog.cluster.zookeeper.fencing`) knows *why* we must not lead; here is what follows for those who lead. It is told only where
it is another than before: a fence that closes for a second reason is no news. That a registration is over is told each time, once.
"""

from __future__ import annotations

from collections.abc import Callable

from twisted.logger import Logger

from klog.cluster.interfaces import ILeadershipListener

#: No registration yet.
NO_EPOCH = -1


class LeadershipListeners:
    """See the module.

    :ivar broker_epoch: czxid of our newest registration; -1 before the first.
    """

    log = Logger()

    def __init__(self) -> None:
        self.broker_epoch = NO_EPOCH
        self._listeners: list[ILeadershipListener] = []
        self._is_allowed = False
        self._is_over = False

    @property
    def least_broker_epoch(self) -> int:
        """The smallest epoch that may stand in a request of the controller: after the end of a registration, a larger one."""
        return self.broker_epoch + 1 if self._is_over else self.broker_epoch

    def subscribe(self, listener: ILeadershipListener) -> None:
        """Tell it from now on, and at once where we must not lead."""
        self._listeners.append(listener)
        if not self._is_allowed:
            self._tell_one(listener.leading_suspended)

    def registered(self, broker_epoch: int) -> None:
        """A registration of ours is there; whether we may lead is said apart."""
        self.broker_epoch, self._is_over = broker_epoch, False

    def suspend(self) -> None:
        """We must not lead, from this call on."""
        if self._is_allowed:
            self._is_allowed = False
            self._tell([listener.leading_suspended for listener in self._listeners])

    def resume(self) -> None:
        """We may."""
        if not self._is_allowed:
            self._is_allowed = True
            self._tell([listener.leading_resumed for listener in self._listeners])

    def end(self) -> None:
        """The registration is over, where there was one, and leading is suspended."""
        self.suspend()
        if self.broker_epoch != NO_EPOCH and not self._is_over:
            self._is_over = True
            self._tell([listener.leading_ended for listener in self._listeners])

    def _tell(self, calls: list[Callable[[], None]]) -> None:
        for call in calls:
            self._tell_one(call)

    def _tell_one(self, call: Callable[[], None]) -> None:
        try:
            call()
        except Exception:
            # Whoever comes next must hear of it all the same.
            self.log.failure("a listener did not take whether it may lead")
