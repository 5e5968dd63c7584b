"""The settings of a broker that shares its cluster through ZooKeeper: ``zookeeper.*``, read together.

Kafka's names (``KafkaConfig`` 3.9.2, ``ZkConfigs``). Certificates are PEM files only; Java's key stores are refused with a sentence. Like
Kafka's, the first waiting for ZooKeeper takes as long as it takes: ``zookeeper.connection.timeout.ms`` bounds one attempt.
"""

from __future__ import annotations

from klog.broker.settings.setting_values import SettingValues
from klog.config import ConfigError
from klog.net.listeners import LISTENERS, Listeners
from klog.net.security import Security

_ONLY_PEM = "klog reads PEM files here; convert it (openssl pkcs12 -in store.p12 -out store.pem) and name that file"


def check(settings: SettingValues) -> None:
    """Whether the settings about ZooKeeper can be used together; no file is looked at.

    :raises ConfigError: they cannot.
    """
    from klog.zookeeper.connect_string import parse

    parse(settings.zookeeper or "")
    for name in ("zookeeper.session.timeout.ms", "zookeeper.connection.timeout.ms"):
        value = settings.value(name)
        if value is not None and settings.integer(name) < 1:
            raise ConfigError(name, str(value), "Value must be at least 1")
    security(settings)
    for name in ("klog.zookeeper.digest", "klog.zookeeper.sasl"):
        identity = settings.string(name)
        if identity is not None and ":" not in identity:
            raise ConfigError(name, "(hidden)", "write user:password")
    is_shown = settings.boolean("zookeeper.ssl.client.enable") and bool(settings.string("zookeeper.ssl.keystore.location"))
    if settings.boolean("zookeeper.set.acl") and not auth(settings) and not is_shown:
        sentence = "nobody could own the znodes: set klog.zookeeper.digest or klog.zookeeper.sasl (user:password), the same for all brokers"
        raise ConfigError("zookeeper.set.acl", "true", sentence)
    number = settings.broker_id
    most = settings.integer("reserved.broker.max.id")
    if number is not None and number > most and settings.boolean("broker.id.generation.enable"):
        raise ConfigError(
            "broker.id",
            str(number),
            f"numbers above reserved.broker.max.id ({most}) are generated; take a smaller one, raise that setting, "
            "or set broker.id.generation.enable=false",
        )


def security(settings: SettingValues) -> Security | None:
    """How ZooKeeper is spoken to; None without TLS.

    :raises ConfigError: a form of certificates that klog does not read.
    """
    if not settings.boolean("zookeeper.ssl.client.enable"):
        return None
    for store in ("keystore", "truststore"):
        kind = (settings.string(f"zookeeper.ssl.{store}.type") or "").strip().upper()
        location = settings.string(f"zookeeper.ssl.{store}.location")
        if kind not in ("", "PEM"):
            raise ConfigError(f"zookeeper.ssl.{store}.type", kind, _ONLY_PEM)
        if not kind and location is not None and location.lower().endswith((".jks", ".p12", ".pfx")):
            raise ConfigError(f"zookeeper.ssl.{store}.location", location, _ONLY_PEM)
    own = settings.string("zookeeper.ssl.keystore.location") or None
    found = Security(
        security_protocol="SSL",
        ssl_ca_file=settings.string("zookeeper.ssl.truststore.location") or None,
        ssl_certificate_file=own,
        ssl_key_password=settings.string("zookeeper.ssl.keystore.password") or None,
        ssl_check_hostname=bool((settings.raw("zookeeper.ssl.endpoint.identification.algorithm") or "").strip()),
    )
    if own is None and found.ssl_key_password is not None:
        raise ConfigError("zookeeper.ssl.keystore.password", "(hidden)", "it belongs to zookeeper.ssl.keystore.location, which is not set")
    found.check()
    return found


def auth(settings: SettingValues) -> tuple[tuple[str, str], ...]:
    """Scheme and identity of who the broker says it is."""
    found = [(scheme, settings.string(f"klog.zookeeper.{scheme}")) for scheme in ("digest", "sasl")]
    return tuple((scheme, identity) for scheme, identity in found if identity is not None)


def timeouts_ms(settings: SettingValues) -> tuple[int, int]:
    """Of the session, and of one attempt to connect."""
    session_ms = settings.integer("zookeeper.session.timeout.ms")
    connection = settings.value("zookeeper.connection.timeout.ms")
    return session_ms, session_ms if connection is None else settings.integer("zookeeper.connection.timeout.ms")


def check_listeners(listeners: Listeners, text: str) -> None:
    """Whether other brokers' clients can be told where every listener is.

    :param text: the value of ``listeners``.
    :raises ConfigError: one listens on every interface, and nothing says under which address clients reach it.
    """
    for endpoint in listeners.bound:
        if endpoint.name not in listeners.advertised and endpoint.host in ("", "0.0.0.0", "::"):
            raise ConfigError(
                LISTENERS,
                text,
                f"{endpoint.name} listens on every interface, and with ZooKeeper clients of other brokers must be told one address; "
                f"set advertised.listeners={endpoint.name}://this-host:{endpoint.port or 9092}, or name an address here",
            )
