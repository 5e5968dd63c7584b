"""How one broker connects to another: what it shows, and what it asks, on the listener that brokers use among themselves.

A broker is a client there, and has no options of clients; its TLS is made of the listener's ``ssl.*`` (`klog.net.inter_broker_tls`)::

    client = InterBrokerClient.of(listeners, listeners.inter_broker, lambda: settings_now, read_file)
    connection = client.connect(reactor, host, port, client_id="9", assumed_versions=versions.by_api_key())
"""

from __future__ import annotations

import dataclasses
import random as random_module
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from klog.net.broker_connection import BrokerConnection
from klog.net.connection_settings import ConnectionSettings
from klog.net.listeners import Listeners, SecurityProtocol
from klog.net.security import Security

if TYPE_CHECKING:
    from klog.net.client.tls import TlsClient
    from klog.net.ssl_settings import ReadFile


@dataclasses.dataclass(frozen=True)
class SaslLogin:
    """With which name and password brokers come to each other."""

    mechanism: str
    username: str
    password: str = dataclasses.field(repr=False)


@dataclasses.dataclass(frozen=True)
class InterBrokerClient:
    """How brokers are connected to on one listener."""

    #: Its name, the same at all brokers.
    listener: str
    protocol: SecurityProtocol
    #: Makes TLS for an attempt, of host and address; None without TLS.
    make_tls: Callable[[str, str], TlsClient] | None
    #: None where the listener asks for none.
    login: SaslLogin | None = None

    @classmethod
    def of(
        cls,
        listeners: Listeners,
        listener: str,
        values: Callable[[], Mapping[str, str]],
        read_file: ReadFile,
        login: SaslLogin | None = None,
    ) -> InterBrokerClient:
        """From the settings.

        :param listener: `Listeners.inter_broker` or `Listeners.control_plane`.
        :param values: settings as texts, as they are now; those that are not set are left out. Asked for each attempt to connect.
        :raises ConfigError: TLS cannot be made of them; it names the setting.
        """
        protocol = listeners.protocol_of(listener)
        if not protocol.uses_tls:
            return cls(listener, protocol, None, login)
        # Not with the module: it loads OpenSSL, and brokers without TLS do not.
        from klog.net.inter_broker_tls import InterBrokerTls
        from klog.net.tls import client_context

        client_context(values(), listener, read_file)
        return cls(listener, protocol, lambda host, address: InterBrokerTls(values(), listener, host, address, read_file), login)

    def connect(
        self,
        reactor: Any,
        host: str,
        port: int,
        *,
        client_id: str,
        assumed_versions: Mapping[int, int] | None = None,
        settings: ConnectionSettings = ConnectionSettings(),  # noqa: B008 (frozen)
        random: random_module.Random | None = None,
    ) -> BrokerConnection:
        """A connection to another broker; see there for the parameters."""
        return BrokerConnection(
            reactor,
            host,
            port,
            security=self._security(),
            client_id=client_id,
            settings=settings,
            random=random,
            assumed_versions=assumed_versions,
            make_tls=self.make_tls,
        )

    def _security(self) -> Security:
        login = self.login
        if login is None:
            return Security(security_protocol=self.protocol.value)
        return Security(
            security_protocol=self.protocol.value,
            sasl_mechanism=login.mechanism,
            sasl_username=login.username,
            sasl_password=login.password,
        )
