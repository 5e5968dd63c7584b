"""Connections of this broker to others, one kind for each purpose, all on the listeners that brokers use among themselves.

======================== ========================================= ====================== ==================================
who asks whom            what                                      client id              versions
======================== ========================================= ====================== ==================================
a broker the controller  AlterPartition, ControlledShutdown        our number             what both speak (ApiVersions)
a coordinator leaders    WriteTxnMarkers                           our number             the same
a leader coordinators    AddPartitionsToTxn                        our number             the same
the controller a broker  LeaderAndIsr, UpdateMetadata, StopReplica our number             of ``inter.broker.protocol.version``
a follower its leader    Fetch, ListOffsets                        ``broker-N-fetcher-M`` the same
======================== ========================================= ====================== ==================================

The controller's requests go by the control plane's listener where there is one (``control.plane.listener.name``).
"""

from __future__ import annotations

import random as random_module
from typing import Any

from twisted.internet.defer import Deferred

from klog.net.broker_connection import BrokerConnection
from klog.net.connection_settings import ConnectionSettings
from klog.net.inter_broker import InterBrokerClient
from klog.net.principal import Principal
from klog.replication.inter_broker_versions import RequestVersions, client_id
from klog.wire.schema import Message


class ControlSender:
    """The controller's way to one broker (`klog.cluster.zookeeper.controller.broker_queue.Sender`)."""

    def __init__(self, connection: BrokerConnection) -> None:
        self._connection = connection

    def send(self, message: Message, version: int) -> Deferred[Any]:
        """Fires with the answer; fails where there is none in time, or none that can be read."""
        return self._connection.request(message, version=version, patient=False)

    def close(self) -> Deferred[None]:
        """Send no more."""
        return self._connection.close()


class BrokerLinks:
    """See the module.

    :param us: our number.
    :param brokers: how brokers are connected to.
    :param control_plane: the same on the listener for the controller's requests; None: the brokers' one.
    :param most_fetched_bytes: the largest answer that a follower takes.
    :param random: draws how long a failed attempt is not repeated; None: each connection its own.
    """

    def __init__(
        self,
        reactor: Any,
        us: int,
        versions: RequestVersions,
        brokers: InterBrokerClient,
        control_plane: InterBrokerClient | None = None,
        *,
        controller_timeout_ms: int = 30_000,
        replica_timeout_ms: int = 30_000,
        most_fetched_bytes: int = 128 << 20,
        random: random_module.Random | None = None,
    ) -> None:
        self.versions = versions
        self._reactor = reactor
        self._us = us
        self._brokers = brokers
        self._control_plane = control_plane or brokers
        self._controller_timeout_ms = controller_timeout_ms
        self._replica_timeout_ms = replica_timeout_ms
        self._most_fetched_bytes = most_fetched_bytes
        self._random = random

    @property
    def listener(self) -> str:
        """Name of the brokers' listener."""
        return self._brokers.listener

    @property
    def principals(self) -> list[Principal]:
        """As whom brokers come to each other, where their listeners ask."""
        logins = [client.login for client in (self._brokers, self._control_plane) if client.login is not None]
        return [Principal("User", login.username) for login in logins]

    @property
    def control_listener(self) -> str:
        """Name of the listener for the controller's requests."""
        return self._control_plane.listener

    def to_peer(self, host: str, port: int) -> BrokerConnection:
        """For what we ask of the controller, and of others about transactions: in the highest versions that both speak."""
        return self._brokers.connect(self._reactor, host, port, client_id=client_id(self._us), random=self._random)

    def to_broker(self, broker_id: int, host: str, port: int) -> ControlSender:
        """For what we say to a broker as its controller."""
        connection = self._control_plane.connect(
            self._reactor,
            host,
            port,
            client_id=client_id(self._us),
            assumed_versions=self.versions.by_api_key(),
            settings=ConnectionSettings(request_timeout_ms=self._controller_timeout_ms, max_in_flight=1),
            random=self._random,
        )
        return ControlSender(connection)

    def to_leader(self, host: str, port: int, fetcher_client_id: str) -> BrokerConnection:
        """For what we ask of a leader as its follower."""
        return self._brokers.connect(
            self._reactor,
            host,
            port,
            client_id=fetcher_client_id,
            assumed_versions=self.versions.by_api_key(),
            settings=ConnectionSettings(
                # No longer than Kafka's: where its first packet was lost, or its answer, the next attempt may come through.
                connect_timeout_ms=min(self._replica_timeout_ms, ConnectionSettings.connect_timeout_ms),
                request_timeout_ms=self._replica_timeout_ms,
                max_response_bytes=self._most_fetched_bytes,
                max_in_flight=1,
            ),
            random=self._random,
        )
