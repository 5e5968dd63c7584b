"""How a client secures its connections: Kafka's ``security.protocol``, ``ssl.*`` and ``sasl.*``, as one value.

No Twisted here: the blocking client and the Twisted one read the same `Security`. Files are read when a connection is made, so that a
renewed certificate is used without a restart.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Literal, get_args

from klog.config import ConfigError

SecurityProtocol = Literal["PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL"]
SaslMechanism = Literal["PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512"]

PROTOCOLS: tuple[str, ...] = get_args(SecurityProtocol)
MECHANISMS: tuple[str, ...] = get_args(SaslMechanism)
#: The class that stands for a mechanism in Kafka's ``sasl.jaas.config``; nothing is ever loaded by its name.
LOGIN_MODULES: Mapping[str, str] = {
    "PLAIN": "org.apache.kafka.common.security.plain.PlainLoginModule",
    "SCRAM-SHA-256": "org.apache.kafka.common.security.scram.ScramLoginModule",
    "SCRAM-SHA-512": "org.apache.kafka.common.security.scram.ScramLoginModule",
}


@dataclasses.dataclass(frozen=True, kw_only=True)
class Security:
    """What a client shows and what it asks of brokers.

    ::

        Security(security_protocol="SSL", ssl_ca_file="/etc/ssl/kafka-ca.pem")
        Security(security_protocol="SASL_SSL", sasl_mechanism="SCRAM-SHA-512", sasl_username="alice", sasl_password="secret")

    :param ssl_ca_file: PEM file of the authorities that brokers' certificates must be signed by; the system's where None.
    :param ssl_truststore_file: the same in a PKCS12 file, instead of `ssl_ca_file`.
    :param ssl_truststore_password: of that file.
    :param ssl_certificate_file: PEM file of the client's certificate, followed by its chain.
    :param ssl_key_file: PEM file of the client's private key; where None it stands in `ssl_certificate_file`.
    :param ssl_key_password: of an encrypted key.
    :param ssl_keystore_file: PKCS12 file of the client's private key, its certificate and its chain, instead of the PEM files.
    :param ssl_keystore_password: of that file.
    :param ssl_crl_file: lists of revoked certificates (CRLs), one of every authority above the brokers' certificates; see
        `klog.net.revocation`.
    :param ssl_check_hostname: whether the broker's certificate must be for the name (or IP address) that was connected to.
    """

    security_protocol: str = "PLAINTEXT"
    ssl_ca_file: str | None = None
    ssl_truststore_file: str | None = None
    ssl_truststore_password: str | None = dataclasses.field(default=None, repr=False)
    ssl_certificate_file: str | None = None
    ssl_key_file: str | None = None
    ssl_key_password: str | None = dataclasses.field(default=None, repr=False)
    ssl_keystore_file: str | None = None
    ssl_keystore_password: str | None = dataclasses.field(default=None, repr=False)
    ssl_crl_file: str | None = None
    ssl_check_hostname: bool = True
    sasl_mechanism: str | None = None
    sasl_username: str | None = None
    sasl_password: str | None = dataclasses.field(default=None, repr=False)

    @property
    def uses_tls(self) -> bool:
        """Whether connections are encrypted."""
        return self.security_protocol in ("SSL", "SASL_SSL")

    @property
    def uses_sasl(self) -> bool:
        """Whether the client authenticates by name and password."""
        return self.security_protocol in ("SASL_PLAINTEXT", "SASL_SSL")

    def check(self) -> None:
        """Whether the values fit together; no file is looked at.

        :raises ConfigError: they do not; it names the option and says what to do.
        """
        if self.security_protocol not in PROTOCOLS:
            raise ConfigError("security_protocol", self.security_protocol, f"it must be one of {', '.join(PROTOCOLS)}")
        if not self.uses_tls:
            self._unused(_FILES_AND_PASSWORDS, "SSL or SASL_SSL")
        if not self.uses_sasl:
            self._unused(("sasl_mechanism", "sasl_username", "sasl_password"), "SASL_PLAINTEXT or SASL_SSL")
        else:
            self._check_sasl()
        for store, pem in (("ssl_keystore_file", "ssl_certificate_file"), ("ssl_truststore_file", "ssl_ca_file")):
            if getattr(self, store) is not None and getattr(self, pem) is not None:
                raise ConfigError(store, None, f"{pem} says the same in another format: set one of them")
        for whole, what, parts in (
            ("ssl_certificate_file", "a client certificate", ("ssl_key_file", "ssl_key_password")),
            ("ssl_keystore_file", "a PKCS12 file", ("ssl_keystore_password",)),
            ("ssl_truststore_file", "a PKCS12 file", ("ssl_truststore_password",)),
        ):
            for name in parts:
                if getattr(self, whole) is None and getattr(self, name) is not None:
                    raise ConfigError(name, None, f"it belongs to {what}, and {whole} is not set")

    def _unused(self, names: tuple[str, ...], protocols: str) -> None:
        for name in names:
            if getattr(self, name) is not None:
                raise ConfigError(
                    name, None, f"with security_protocol={self.security_protocol} it would have no effect; {protocols} is meant?"
                )

    def _check_sasl(self) -> None:
        if self.sasl_mechanism is None:
            raise ConfigError("sasl_mechanism", None, f"{self.security_protocol} needs it: one of {', '.join(MECHANISMS)}")
        if self.sasl_mechanism not in MECHANISMS:
            raise ConfigError("sasl_mechanism", self.sasl_mechanism, f"it must be one of {', '.join(MECHANISMS)}")
        for name in ("sasl_username", "sasl_password"):
            value = getattr(self, name)
            if not value:
                raise ConfigError(name, None, f"{self.security_protocol} with {self.sasl_mechanism} needs it")
            if "\0" in value:
                raise ConfigError(name, None, "it must not contain a zero character")


_FILES_AND_PASSWORDS = tuple(
    field.name for field in dataclasses.fields(Security) if field.name.startswith("ssl_") and field.name != "ssl_check_hostname"
)
#: No encryption, no password.
PLAINTEXT = Security()
