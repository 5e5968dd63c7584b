"""What the log says of brokers that come and go: once when one is lost, once when it is back.

A program has many connections to one broker, and each of them notices; a broker that flaps is lost ten times a second. So all connections
of a reactor share one `ConnectionLog`. By address it keeps what is so and what was told, tells a change at once where nothing was told of
this address within `QUIET_S`, and otherwise looks again when that time is over: what stands last in the log is so, and no line comes twice
in a second.
"""

from __future__ import annotations

import dataclasses
import weakref
from typing import Any

from twisted.logger import Logger

#: Seconds between two lines of one kind about one address.
QUIET_S = 2.0
#: Addresses that are remembered; a cluster has fewer.
MAX_ADDRESSES = 10_000


@dataclasses.dataclass(slots=True)
class _Broker:
    is_up: bool = True
    told_up: bool = True
    reason: str = ""
    told_at: float = float("-inf")
    #: Weak, as its clock has it as long as it is to come: a timer knows its clock, which goes only when nothing here leads to it.
    timer: weakref.ref[Any] | None = None


class ConnectionLog:
    """One reactor's.

    :param clock: `IReactorTime`.
    """

    _log = Logger()

    def __init__(self, clock: Any) -> None:
        # Not the reactor itself: it is the key that this log hangs on.
        self._clock = weakref.ref(clock)
        self._brokers: dict[str, _Broker] = {}
        self._users = 0

    def join(self) -> None:
        """One connection more that may tell something."""
        self._users += 1

    def leave(self) -> None:
        """One less; after the last nothing is told any more, and no timer is left behind."""
        self._users -= 1
        if self._users <= 0:
            for broker in self._brokers.values():
                timer = None if broker.timer is None else broker.timer()
                broker.timer = None
                if timer is not None:
                    timer.cancel()

    def is_down(self, address: str) -> bool:
        """Whether the broker was lost and has not come back."""
        broker = self._brokers.get(address)
        return broker is not None and not broker.is_up

    def lost(self, address: str, reason: str) -> None:
        """A connection failed or was lost, or could not be made.

        :param reason: the error's sentence; it names the address.
        """
        broker = self._brokers.get(address)
        if broker is None:
            if len(self._brokers) >= MAX_ADDRESSES:
                self._brokers.pop(next(iter(self._brokers)))
            broker = self._brokers[address] = _Broker()
        if broker.is_up:
            broker.is_up, broker.reason = False, reason
            self._tell(address, broker)

    def back(self, address: str) -> None:
        """A connection is ready."""
        broker = self._brokers.get(address)
        if broker is not None and not broker.is_up:
            broker.is_up = True
            self._tell(address, broker)

    def _tell(self, address: str, broker: _Broker) -> None:
        clock = self._clock()
        if broker.timer is not None or clock is None:
            return
        now = clock.seconds()
        if broker.is_up == broker.told_up:
            if broker.is_up and now - broker.told_at >= QUIET_S:
                self._brokers.pop(address, None)
            return
        if now - broker.told_at < QUIET_S:
            broker.timer = weakref.ref(clock.callLater(broker.told_at + QUIET_S - now, self._look_again, address, broker))
            return
        broker.told_up, broker.told_at = broker.is_up, now
        if broker.is_up:
            self._log.info("broker {address} is reachable again", address=address)
        else:
            self._log.warn("{reason}; trying again while it is needed", reason=broker.reason, address=address)

    def _look_again(self, address: str, broker: _Broker) -> None:
        broker.timer = None
        self._tell(address, broker)


_LOGS: weakref.WeakKeyDictionary[Any, ConnectionLog] = weakref.WeakKeyDictionary()


def log_of(clock: Any) -> ConnectionLog:
    """The log that all connections of one reactor share."""
    found = _LOGS.get(clock)
    if found is None:
        found = _LOGS[clock] = ConnectionLog(clock)
    return found
