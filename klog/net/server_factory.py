"""Who may come in by a listener, and the connection of whoever may."""

from __future__ import annotations

from twisted.internet import protocol
from twisted.internet.interfaces import IAddress

from klog.net.addresses import shortest_address
from klog.net.connections import Connections
from klog.net.listener_policy import ListenerPolicy
from klog.net.read_ahead import ReadAhead
from klog.net.server_protocol import BrokerProtocol, Dispatch


class BrokerFactory(protocol.Factory):
    """Builds the connections of one listener; for the parameters see `BrokerProtocol`."""

    noisy = False

    def __init__(self, policy: ListenerPolicy, dispatch: Dispatch, connections: Connections, read_ahead: ReadAhead | None = None) -> None:
        self.policy = policy
        self._dispatch = dispatch
        self._connections = connections
        self._read_ahead = read_ahead

    def buildProtocol(self, addr: IAddress | None) -> BrokerProtocol | None:
        """A connection, or None (which closes it) when there are too many."""
        if not self._connections.admit(shortest_address(getattr(addr, "host", "")), is_for_brokers=self.policy.is_for_brokers):
            return None
        built = BrokerProtocol(self.policy, self._dispatch, self._connections, self._read_ahead)
        built.factory = self
        return built
