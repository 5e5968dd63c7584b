"""TLS where one broker connects to another: its key store is its client certificate, its trust store says whose brokers it trusts.

Each is read for every attempt, so that a renewed certificate is used without a restart. Apart from `klog.net.inter_broker`, since it loads
OpenSSL, which brokers without TLS do not.
"""

from __future__ import annotations

from collections.abc import Mapping

from OpenSSL import SSL

from klog.config import ConfigError
from klog.net.certificate_errors import OptionNames
from klog.net.client.errors import AuthenticationFailed
from klog.net.client.tls import TlsClient
from klog.net.listeners import PROTOCOL_MAP
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
