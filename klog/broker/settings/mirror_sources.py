"""How the sources of mirrors are reached that ask for TLS or passwords: ``klog.mirror.source.LINK.PROPERTY``, read together.

::

    klog.mirror.source.dc1.bootstrap.servers=there-1:9093,there-2:9093
    klog.mirror.source.dc1.security.protocol=SASL_SSL
    klog.mirror.source.dc1.ssl.ca.location=/etc/klog/there-ca.pem
    klog.mirror.source.dc1.sasl.mechanism=SCRAM-SHA-512
    klog.mirror.source.dc1.sasl.username=mirror
    klog.mirror.source.dc1.sasl.password=…

They stand where a broker's other secrets do: in its settings, on every broker that copies. A link is defined by a record of a topic, which
others may read, and write; so it holds no secret, and a broker shows its own to no other addresses than those that stand beside it.

Where the source's brokers keep their users in a ZooKeeper that ours may read, ``zookeeper.connect`` and what is beside it say so: then a
link that carries users (``klog mirror create --users``) has their passwords from there.

The properties have librdkafka's names, as ``klog -X`` takes them. Passwords are shown by no request, as every setting of the kind.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from typing import NamedTuple

from klog.config import ConfigError, Importance, Kind, Setting
from klog.net.security import Security

PREFIX = "klog.mirror.source."
_SERVERS = "bootstrap.servers"
_ZOOKEEPER, _DIGEST, _ZOOKEEPER_CA = "zookeeper.connect", "zookeeper.digest", "zookeeper.ca.location"
#: What may be said of a source, and the field of `Security` that it is.
_PROPERTIES: Mapping[str, tuple[str, Kind, str]] = {
    _SERVERS: ("", Kind.STRING, "The brokers of the link's source that are shown the secrets beside it: host:port, separated by commas."),
    "security.protocol": ("security_protocol", Kind.STRING, "SSL, SASL_PLAINTEXT or SASL_SSL, for the source of a link."),
    "ssl.ca.location": ("ssl_ca_file", Kind.STRING, "PEM file of the authorities that the certificates of a link's source are signed by."),
    "ssl.truststore.location": ("ssl_truststore_file", Kind.STRING, "The same in a PKCS12 file, instead of ssl.ca.location."),
    "ssl.truststore.password": ("ssl_truststore_password", Kind.PASSWORD, "Of that file."),
    "ssl.certificate.location": ("ssl_certificate_file", Kind.STRING, "PEM file of the certificate that a link's source is shown."),
    "ssl.key.location": ("ssl_key_file", Kind.STRING, "PEM file of its private key; where not set it stands in the certificate's file."),
    "ssl.key.password": ("ssl_key_password", Kind.PASSWORD, "Of an encrypted key."),
    "ssl.keystore.location": ("ssl_keystore_file", Kind.STRING, "PKCS12 file of key and certificate, instead of the PEM files."),
    "ssl.keystore.password": ("ssl_keystore_password", Kind.PASSWORD, "Of that file."),
    "ssl.crl.location": (
        "ssl_crl_file",
        Kind.STRING,
        "Lists of revoked certificates, one of every authority above those of a link's source: who stands there is refused.",
    ),
    "ssl.endpoint.identification.algorithm": (
        "ssl_check_hostname",
        Kind.STRING,
        "https: the source's certificate must be for the name that was connected to; none: for any.",
    ),
    "sasl.mechanism": ("sasl_mechanism", Kind.STRING, "PLAIN, SCRAM-SHA-256 or SCRAM-SHA-512, for the source of a link."),
    "sasl.username": ("sasl_username", Kind.STRING, "Who the link is at its source."),
    "sasl.password": ("sasl_password", Kind.PASSWORD, "By which it shows that."),
    _ZOOKEEPER: ("", Kind.STRING, "The ZooKeeper in which the source's brokers keep their users, which a link carries that was told to."),
    _DIGEST: ("", Kind.PASSWORD, "user:password, by which znodes there are read that others may not read."),
    _ZOOKEEPER_CA: ("", Kind.STRING, "PEM file of the authorities that its certificate is signed by; with it TLS is spoken there."),
}
_NAME = re.compile(rf"{re.escape(PREFIX)}(.+)\.({'|'.join(re.escape(name) for name in _PROPERTIES)})", re.DOTALL)
_OPTIONS = {option: name for name, (option, _, _) in _PROPERTIES.items() if option}


@dataclasses.dataclass(frozen=True, slots=True)
class ZooKeeperOfSource:
    """Where the brokers of a source keep their users.

    :ivar connect: as ``zookeeper.connect``.
    :ivar auth: scheme and identity of who we are there.
    :ivar security: how it is spoken to; None without TLS.
    """

    connect: str
    auth: tuple[tuple[str, str], ...] = dataclasses.field(default=(), repr=False)
    security: Security | None = None


class MirrorSource(NamedTuple):
    """How the source of one link is reached.

    :ivar servers: (host, port) of those that are shown it.
    :ivar zookeeper: None where it was not said.
    """

    servers: tuple[tuple[str, int], ...]
    security: Security
    zookeeper: ZooKeeperOfSource | None = None


def declared_of_source(name: str) -> Setting | None:
    """The setting called `name`, where it is one of a link's source; None else."""
    match = _NAME.fullmatch(name)
    return None if match is None else _declared(match[1], match[2])


def settings_of_source(link: str) -> list[Setting]:
    """All that there are of one link's source."""
    return [_declared(link, name) for name in _PROPERTIES]


def _declared(link: str, name: str) -> Setting:
    _, kind, sentence = _PROPERTIES[name]
    choices = ("https", "none") if name == "ssl.endpoint.identification.algorithm" else ()
    return Setting(f"{PREFIX}{link}.{name}", kind, sentence=sentence, choices=choices, not_empty=True, importance=Importance.LOW)


def mirror_sources(properties: Mapping[str, str]) -> dict[str, MirrorSource]:
    """By the name of the link.

    :param properties: a broker's, as it was started with.
    :raises ConfigError: they cannot be used together; no file is looked at.
    """
    found: dict[str, dict[str, str]] = {}
    for name, text in properties.items():
        match = _NAME.fullmatch(name)
        if match is not None:
            found.setdefault(match[1], {})[match[2]] = text if _PROPERTIES[match[2]][1] is Kind.PASSWORD else text.strip()
    return {link: _source(f"{PREFIX}{link}.", said) for link, said in found.items()}


def _source(prefix: str, said: Mapping[str, str]) -> MirrorSource:
    if _SERVERS not in said:
        raise ConfigError(f"{prefix}{_SERVERS}", None, "say whose these are: only brokers at these addresses are shown them")
    servers = []
    for text in said[_SERVERS].split(","):
        host, _, port = text.strip().rpartition(":")
        if not host or not (port.isascii() and port.isdigit() and 0 < int(port) < 65536):
            raise ConfigError(f"{prefix}{_SERVERS}", said[_SERVERS], "host:port is expected, separated by commas")
        servers.append((host.strip("[]"), int(port)))
    values = {option: said[name] for option, name in _OPTIONS.items() if name in said}
    checks_host = values.pop("ssl_check_hostname", "https") == "https"
    security = Security(**values, ssl_check_hostname=checks_host)
    try:
        security.check()
    except ConfigError as error:
        # Nothing that may be a secret is repeated: `Security` names them without their values.
        raise ConfigError(prefix + _OPTIONS.get(error.name, error.name), error.value, error.sentence) from None
    return MirrorSource(tuple(servers), security, _zookeeper(prefix, said))


def _zookeeper(prefix: str, said: Mapping[str, str]) -> ZooKeeperOfSource | None:
    if _ZOOKEEPER not in said:
        for name in (_DIGEST, _ZOOKEEPER_CA):
            if name in said:
                raise ConfigError(prefix + name, None, f"it belongs to {prefix}{_ZOOKEEPER}, which is not set")
        return None
    from klog.zookeeper.connect_string import parse

    try:
        parse(said[_ZOOKEEPER])
    except ConfigError as error:
        raise ConfigError(prefix + _ZOOKEEPER, said[_ZOOKEEPER], error.sentence) from None
    digest = said.get(_DIGEST)
    if digest is not None and ":" not in digest:
        raise ConfigError(prefix + _DIGEST, "(hidden)", "write user:password")
    authority = said.get(_ZOOKEEPER_CA)
    security = None if authority is None else Security(security_protocol="SSL", ssl_ca_file=authority)
    return ZooKeeperOfSource(said[_ZOOKEEPER], () if digest is None else (("digest", digest),), security)
