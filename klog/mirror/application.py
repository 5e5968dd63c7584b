"""What a broker runs of mirrors: nothing but a look now and then, until there is a state topic.

What copies is loaded with the first mirror (`klog.mirror.engine`): most brokers have none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from twisted.internet.defer import Deferred, succeed
from twisted.internet.interfaces import IDelayedCall

from klog.mirror.decisions.names import STATE_TOPIC

if TYPE_CHECKING:
    from klog.mirror.copies import Host
    from klog.mirror.engine import Engine


class MirrorApplication:
    """What a broker runs of mirrors: nothing, until there is a state topic.

    :param host: the broker.
    """

    _EVERY_S = 1.0

    def __init__(self, host: Host) -> None:
        self._host = host
        self._engine: Engine | None = None
        self._call: IDelayedCall | None = None
        self._has_told = False

    @property
    def engine(self) -> Engine | None:
        """What runs; None while there are no mirrors."""
        return self._engine

    def start(self) -> None:
        """Look for the state topic from now on."""
        self._call = self._host.reactor.callLater(0, self._look)

    def _look(self) -> None:
        exists = self._host.topic(STATE_TOPIC) is not None
        if exists and self._engine is None:
            bootstrap = self._host.own_bootstrap()
            if bootstrap is not None:
                from klog.mirror.engine import Engine

                self._engine = Engine(self._host, bootstrap)
            elif not self._has_told:
                self._has_told = True
                self._host.warn(
                    f"there is a topic {STATE_TOPIC}, and no mirror runs here: the broker reaches its own cluster by a listener with the "
                    "protocol PLAINTEXT only, and has none"
                )
        elif not exists and self._engine is not None:
            engine, self._engine = self._engine, None
            engine.stop()
        self._call = self._host.reactor.callLater(self._EVERY_S, self._look)

    def stop(self) -> Deferred[None]:
        """Copy nothing any more; fires when all connections are closed."""
        if self._call is not None and self._call.active():
            self._call.cancel()
        engine, self._engine = self._engine, None
        return succeed(None) if engine is None else engine.stop()
