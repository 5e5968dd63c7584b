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

from klog.config import ConfigError, nearest_name
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
    ssl_certificate_file: str | None
    ssl_key_file: str | None
    ssl_key_password: str | None
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
    """What a client knows of the world before it asks.

    ::

        settings = ClientSettings(bootstrap_servers="kafka-1:9092,kafka-2:9092", client_id="shop")
        settings.servers        # (("kafka-1", 9092), ("kafka-2", 9092))

    :raises ConfigError: a value that cannot be; one sentence.
    """

    #: ``host:port`` of some brokers, separated by commas; the others are learned from them.
    bootstrap_servers: str
    #: How this client is called in the brokers' logs, and in its own.
    client_id: str = "klog"
    security: Security = dataclasses.field(default_factory=Security)
    #: After this an unanswered request has failed, and its connection with it.
    request_timeout_ms: int = 30_000
    connect_timeout_ms: int = 10_000
    #: First and longest pause between attempts to connect; doubled each time, with jitter.
    reconnect_backoff_ms: int = 50
    reconnect_backoff_max_ms: int = 1_000
    #: First and longest pause before a request is tried again.
    retry_backoff_ms: int = 100
    retry_backoff_max_ms: int = 1_000
    #: Metadata older than this is asked for again, without any sign that it changed.
    metadata_max_age_ms: int = 300_000
    #: The longest answer that is taken from a broker.
    max_response_bytes: int = 100 << 20
    #: Unanswered requests per connection.
    max_in_flight: int = 5
    #: Whether asking for a topic may create it, where the brokers do (``auto.create.topics.enable``). None: producers ask for it, others do
    #: not (as librdkafka's; Java's consumers do).
    allow_auto_create_topics: bool | None = None

    def __post_init__(self) -> None:
        self.check_servers()
        for name, lowest in _LOWEST.items():
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int):
                raise ConfigError(name, repr(value), "a whole number is needed")
            if not lowest <= value <= _HIGHEST:
                raise ConfigError(name, str(value), f"allowed is {lowest} to {_HIGHEST}")
        if self.reconnect_backoff_max_ms < self.reconnect_backoff_ms:
            raise ConfigError("reconnect_backoff_max_ms", str(self.reconnect_backoff_max_ms), "it is below reconnect_backoff_ms")
        if self.retry_backoff_max_ms < self.retry_backoff_ms:
            raise ConfigError("retry_backoff_max_ms", str(self.retry_backoff_max_ms), "it is below retry_backoff_ms")
        if not isinstance(self.client_id, str) or len(self.client_id.encode()) > 249:
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


_HIGHEST = 2**31 - 1
_LOWEST = {
    "request_timeout_ms": 1,
    "connect_timeout_ms": 1,
    "reconnect_backoff_ms": 0,
    "reconnect_backoff_max_ms": 0,
    "retry_backoff_ms": 0,
    "retry_backoff_max_ms": 0,
    "metadata_max_age_ms": 1,
    "max_response_bytes": 1024,
    "max_in_flight": 1,
}
_SECURITY_NAMES = frozenset(field.name for field in dataclasses.fields(Security))
_PLAIN_NAMES = frozenset(field.name for field in dataclasses.fields(ClientSettings)) - {"bootstrap_servers", "security"}

#: Every name that `ClientOptions` has.
CLIENT_OPTION_NAMES = _SECURITY_NAMES | _PLAIN_NAMES
assert frozenset(typing.get_type_hints(ClientOptions)) == CLIENT_OPTION_NAMES, "ClientOptions and ClientSettings differ"


def split_options(bootstrap_servers: str, options: Mapping[str, Any], own: Iterable[str] = ()) -> tuple[ClientSettings, dict[str, Any]]:
    """The settings that all clients share out of `options`, and the rest.

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
            raise ConfigError(name, None, _unknown(name, own_names | CLIENT_OPTION_NAMES))
    return ClientSettings(bootstrap_servers=bootstrap_servers, security=Security(**security), **plain), rest


def _unknown(name: str, known: Iterable[str]) -> str:
    nearest = nearest_name(name, sorted(known))
    return "there is no such option" + (f"; did you mean {nearest}?" if nearest else "")


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
