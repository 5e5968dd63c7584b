"""How one broker connects to another: what it shows, and what it asks, on the listener that brokers use among themselves.

A broker is a client there, and has no options of clients': its key store is its client certificate, its trust store says whose brokers it
trusts, each read for every attempt, so that a renewed certificate is used without a restart::

    client = InterBrokerClient.of(listeners, listeners.inter_broker, lambda: settings_now, read_file)
    connection = client.connect(reactor, host, port, client_id="9", assumed_versions=versions.by_api_key())
"""

from __future__ import annotations

import dataclasses
import random as random_module
from collections.abc import Callable, Mapping
from typing import Any

from OpenSSL import SSL

from klog.config import ConfigError
from klog.net.broker_connection import BrokerConnection
from klog.net.certificate_errors import OptionNames
from klog.net.client.errors import AuthenticationFailed
from klog.net.client.tls import TlsClient
from klog.net.connection_settings import ConnectionSettings
from klog.net.listeners import PROTOCOL_MAP, Listeners, SecurityProtocol
from klog.net.security import Security
from klog.net.ssl_settings import CRL_SETTING, ReadFile
from klog.net.tls import checks_host_names, client_context, trust_of

_OPTIONS = OptionNames(
    "ssl.truststore.location", "ssl.keystore.location", PROTOCOL_MAP, "ssl.endpoint.identification.algorithm", CRL_SETTING
)


class InterBrokerTls(TlsClient):
    """TLS for one attempt of a broker to connect to another.

    :param values: the broker's settings as texts; those that are not set are left out.
    :param listener: whose settings count (``listener.name.<name>.ssl.…``).
    :param host: what is connected to.
    :param address: for errors.
    :raises AuthenticationFailed: a setting cannot be used.
    """

    def __init__(self, values: Mapping[str, str], listener: str, host: str, address: str, read_file: ReadFile) -> None:
        self._values = values
        self._listener = listener
        self._read_file = read_file
        security = Security(
            security_protocol="SSL", ssl_ca_file=trust_of(values, listener), ssl_check_hostname=checks_host_names(values, listener)
        )
        super().__init__(security, host, address, read_file, _OPTIONS)

    def _make_context(self) -> SSL.Context:
        try:
            context = client_context(self._values, self._listener, self._read_file)
        except ConfigError as error:
            raise AuthenticationFailed(self._address, f"cannot be talked to: {error}") from None
        context.set_verify(SSL.VERIFY_PEER, self._verified)
        return context


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
