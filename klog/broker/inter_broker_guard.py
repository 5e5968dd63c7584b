"""Who may say things that only brokers say: the controller's requests, and fetches as a replica.

Kafka asks an authorizer for ClusterAction, and without one everybody may. klog asks more of whoever says that it is a broker: a client that
claims to be a replica could read what is not committed, or have it committed (CVE-2018-1288), and one that claims to be a leader could
change the transactions of others. So

* it must have come by the listener that brokers use among themselves;
* where that listener asks by SASL who comes, it must be who brokers come as (the name with which this one comes to others), or one of
  ``super.users``;
* a replica must be a broker that is registered, and in just the life that it names (Fetch 15 and later; before nobody names one). Who has
  registered a moment ago may not be known here yet, and asks again.

Where clients and brokers share one listener that asks nobody who it is a forged number cannot be told from a true one; the broker says so
at its start, and ``klog doctor`` says it.
"""

from __future__ import annotations

from collections.abc import Collection

from klog.broker.handler import ConnectionInfo
from klog.cluster.interfaces import ICoordination
from klog.net.principal import Principal


class InterBrokerGuard:
    """See the module.

    :param coordination: who knows which brokers are registered.
    :param listener: name of the brokers' listener; None where any may be used.
    :param control_listener: the same for the controller's requests (``control.plane.listener.name``); None: the brokers' one.
    :param brokers: as whom brokers come where a listener has SASL.
    """

    def __init__(
        self,
        coordination: ICoordination,
        listener: str | None,
        control_listener: str | None = None,
        brokers: Collection[Principal] = (),
    ) -> None:
        self._brokers = frozenset(brokers)
        self._coordination = coordination
        self._listener = listener
        self._control_listener = control_listener or listener

    def _is_broker(self, connection: ConnectionInfo) -> bool:
        """Whether who is there comes as a broker does, as far as the listener knows."""
        return connection.sasl is None or connection.principal in self._brokers

    def may_control(self, connection: ConnectionInfo) -> bool:
        """Whether the controller's requests are taken from here."""
        listener = self._control_listener
        return self._coordination.is_controlled and listener in (None, connection.listener) and self._is_broker(connection)

    def may_ask_controller(self, connection: ConnectionInfo) -> bool:
        """Whether what brokers ask of the controller is taken from here: by either listener. Kafka's brokers ask for changes of in-sync
        replicas and for producer ids by the controller's one where there is one, and for their shutdown by the brokers' one."""
        if not self._coordination.is_controlled or not self._is_broker(connection):
            return False
        return self._listener is None or connection.listener in (self._listener, self._control_listener)

    def may_ask_coordinator(self, connection: ConnectionInfo) -> bool:
        """Whether this may be a leader that asks a transaction's coordinator (AddPartitionsToTxn from version 4 on): whoever is taken for
        one could add partitions to the transactions of others. A broker that is alone asks nobody, and lets everybody see what it answers.
        """
        if not self._coordination.is_controlled:
            return True
        return self._listener in (None, connection.listener) and self._is_broker(connection)

    def may_replicate(self, connection: ConnectionInfo, replica_id: int, epoch: int | None) -> bool:
        """Whether this may be the broker `replica_id`, in the life with `epoch` (None: its request has no room for one).

        A cluster without a controller's requests has no replicas but leaders: whoever asks there is told so by the partitions.
        """
        coordination = self._coordination
        if not coordination.is_controlled:
            return True
        if self._listener not in (None, connection.listener) or not self._is_broker(connection):
            return False
        registered = coordination.registered_epoch(replica_id)
        return registered >= 0 and epoch in (None, registered)
