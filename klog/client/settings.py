"""What every client is told: where the brokers are, how to prove who one is, and how long to wait.

Users write these as keyword arguments (`ClientOptions`), flat and in Kafka's words with underscores: ``security_protocol="SASL_SSL",
sasl_username="anna"``. Inside they are one frozen `ClientSettings`. `split_options` goes from one to the other and is the one place where
a mistyped name is noticed. No Twisted here: the blocking client reads the same.
"""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Iterable, Mapping
from typing import Any, TypedDict

from klog.client.options import Room, check, check_given, default, names_of, unknown_option
from klog.config import ConfigError
from klog.net.security import Security

DEFAULT_PORT = 9092


class ClientOptions(TypedDict, total=False):
    """Keyword arguments that all of klog's clients take; milliseconds and bytes are whole numbers.

    Producer, Consumer and ConsumerGroup extend it::

        class ProducerOptions(ClientOptions, total=False):
            acks: int | str
    """

    client_id: str
    security_protocol: str
    ssl_ca_file: str | None
    ssl_truststore_file: str | None
    ssl_truststore_password: str | None
    ssl_certificate_file: str | None
    ssl_key_file: str | None
    ssl_key_password: str | None
    ssl_keystore_file: str | None
    ssl_keystore_password: str | None
    ssl_crl_file: str | None
    ssl_check_hostname: bool
    sasl_mechanism: str | None
    sasl_username: str | None
    sasl_password: str | None
    request_timeout_ms: int
    connect_timeout_ms: int
    reconnect_backoff_ms: int
    reconnect_backoff_max_ms: int
    retry_backoff_ms: int
    retry_backoff_max_ms: int
    metadata_max_age_ms: int
    max_response_bytes: int
    max_in_flight: int
    allow_auto_create_topics: bool | None


@dataclasses.dataclass(frozen=True, kw_only=True)
class ClientSettings:
    """What a client knows of the world before it asks; what the options mean stands in `klog.client.options`.

    ::

        settings = ClientSettings(bootstrap_servers="kafka-1:9092,kafka-2:9092", client_id="shop")
        settings.servers        # (("kafka-1", 9092), ("kafka-2", 9092))

    :raises ConfigError: a value that cannot be; one sentence.
    """

    #: ``host:port`` of some brokers, separated by commas; the others are learned from them.
    bootstrap_servers: str
    client_id: str = default("client_id")
    security: Security = dataclasses.field(default_factory=Security)
    request_timeout_ms: int = default("request_timeout_ms")
    connect_timeout_ms: int = default("connect_timeout_ms")
    reconnect_backoff_ms: int = default("reconnect_backoff_ms")
    reconnect_backoff_max_ms: int = default("reconnect_backoff_max_ms")
    retry_backoff_ms: int = default("retry_backoff_ms")
    retry_backoff_max_ms: int = default("retry_backoff_max_ms")
    metadata_max_age_ms: int = default("metadata_max_age_ms")
    max_response_bytes: int = default("max_response_bytes")
    max_in_flight: int = default("max_in_flight")
    allow_auto_create_topics: bool | None = default("allow_auto_create_topics")

    def __post_init__(self) -> None:
        self.check_servers()
        check(Room.ALL, self)
        if self.reconnect_backoff_max_ms < self.reconnect_backoff_ms:
            raise ConfigError("reconnect_backoff_max_ms", str(self.reconnect_backoff_max_ms), "it is below reconnect_backoff_ms")
        if self.retry_backoff_max_ms < self.retry_backoff_ms:
            raise ConfigError("retry_backoff_max_ms", str(self.retry_backoff_max_ms), "it is below retry_backoff_ms")
        if len(self.client_id.encode()) > 249:
            raise ConfigError("client_id", repr(self.client_id), "a text of at most 249 bytes is needed")
        self.security.check()

    def check_servers(self) -> None:
        """Whether the bootstrap servers can be.

        :raises ConfigError: they cannot.
        """
        parse_bootstrap(self.bootstrap_servers)

    @property
    def servers(self) -> tuple[tuple[str, int], ...]:
        """The bootstrap servers as (host, port)."""
        return tuple(parse_bootstrap(self.bootstrap_servers))


#: The one option of `Room.ALL` that those who share connections may differ in.
_NO_MATTER_OF_CONNECTIONS = "allow_auto_create_topics"
_SECURITY_NAMES = names_of(Room.SECURITY)
_PLAIN_NAMES = names_of(Room.ALL)

#: Every name that `ClientOptions` has.
CLIENT_OPTION_NAMES = _SECURITY_NAMES | _PLAIN_NAMES
assert frozenset(typing.get_type_hints(ClientOptions)) == CLIENT_OPTION_NAMES, "ClientOptions and ClientSettings differ"


def split_options(
    bootstrap_servers: str | ClientSettings,
    options: Mapping[str, Any],
    own: Iterable[str] = (),
    kind: type[ClientSettings] = ClientSettings,
) -> tuple[ClientSettings, dict[str, Any]]:
    """The settings that all clients share out of `options`, of `kind`, and the rest.

    :param bootstrap_servers: ``host:port,host:port``; or finished settings, beside which no option of theirs may stand but
        ``allow_auto_create_topics``.
    :param own: names that the caller knows itself, e.g. ``typing.get_type_hints(ProducerOptions)`` (client names in it do no harm).
    :raises ConfigError: a name that nobody knows, with the nearest that somebody does; a value that cannot be.
    """
    own_names = set(own)
    plain: dict[str, Any] = {}
    security: dict[str, Any] = {}
    rest: dict[str, Any] = {}
    for name, value in options.items():
        if name in _PLAIN_NAMES:
            plain[name] = value
        elif name in _SECURITY_NAMES:
            security[name] = value
        elif name in own_names:
            rest[name] = value
        else:
            raise unknown_option(name, own_names | CLIENT_OPTION_NAMES)
    if isinstance(bootstrap_servers, ClientSettings):
        for name in [*security, *plain]:
            if name != _NO_MATTER_OF_CONNECTIONS:
                raise ConfigError(
                    name, None, "ClientSettings or a Client were given, and say this already: a connection has one; give it to them instead"
                )
        return (dataclasses.replace(bootstrap_servers, **plain) if plain else bootstrap_servers), rest
    check_given(security)
    return kind(bootstrap_servers=bootstrap_servers, security=Security(**security), **plain), rest


def parse_bootstrap(text: str) -> list[tuple[str, int]]:
    """``host:port,[::1]:9092,host`` as pairs; the port is 9092 where none is given.

    :raises ConfigError: nothing there, or something that is no address.
    """
    if not isinstance(text, str):
        raise ConfigError("bootstrap_servers", repr(text), "a text like host:9092,host2:9092 is needed")
    found: list[tuple[str, int]] = []
    for item in text.split(","):
        item = item.strip()
        if not item:
            continue
        address = _parse_address(item)
        if address not in found:
            found.append(address)
    if not found:
        raise ConfigError("bootstrap_servers", repr(text), "at least one host:port is needed")
    return found


def _parse_address(item: str) -> tuple[str, int]:
    if "://" in item:
        raise ConfigError("bootstrap_servers", item, f"write host:port without {item.split('://')[0]}:// (that is security_protocol)")
    if item.startswith("["):
        host, bracket, rest = item[1:].partition("]")
        if not bracket or (rest and not rest.startswith(":")):
            raise ConfigError("bootstrap_servers", item, "write an IPv6 address as [address]:port")
        port_text = rest[1:]
    elif item.count(":") > 1:
        raise ConfigError("bootstrap_servers", item, "write an IPv6 address as [address]:port")
    else:
        host, _, port_text = item.partition(":")
    if not host or any(character.isspace() or character in "/@" for character in host):
        raise ConfigError("bootstrap_servers", item, "it has no usable host; write host:port")
    if not port_text:
        if item.endswith(":"):
            raise ConfigError("bootstrap_servers", item, "the port is missing behind the colon")
        return host, DEFAULT_PORT
    if not port_text.isascii() or not port_text.isdigit() or len(port_text) > 5 or not 0 < int(port_text) < 65536:
        raise ConfigError("bootstrap_servers", item, f"the port must be a number from 1 to 65535, not {port_text}")
    return host, int(port_text)
