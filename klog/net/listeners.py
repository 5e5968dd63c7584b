"""Where the broker listens, and what it tells clients to connect to.

Rules of Kafka 3.9.2 and 4.3.1 (``SocketServerConfigs.listenerListToEndPoints``, ``AbstractKafkaConfig.validate``,
``KafkaConfig.validateValues``):

* ``listeners``: ``NAME://host:port``, separated by commas. Names are upper-cased and unique; so are ports (0 aside), but for one
  IPv4 and one IPv6 address on the same port. An empty host is every interface.
* ``listener.security.protocol.map`` says which protocol a name stands for; the protocols stand for themselves where it is not set.
* ``advertised.listeners``: the same form; names must be among ``listeners``, hosts must be such that can be connected to, ports may repeat.
* Brokers reach each other over one listener, which all of them have under the same name: ``inter.broker.listener.name``, one of the
  advertised; or the one that is called as ``security.inter.broker.protocol`` (PLAINTEXT), where klog also takes the first one that
  speaks it. Not both may be set. A broker that is alone needs none.
* ``control.plane.listener.name``: another of the advertised, for the controller's requests alone.
* Listeners named in ``controller.listener.names`` belong to KRaft controllers. klog has none, so they are not opened: files written for
  Kafka work as they are.

Where nothing is advertised, Kafka tells the host's own name; klog tells each client the address that it came by, which is right in
containers and behind port-forwards to the same port, unless the listener names a host (then that name, so that certificates fit).
"""

from __future__ import annotations

import dataclasses
import enum
import errno
import ipaddress
import re
import socket
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from twisted.internet.error import CannotListenError
from twisted.internet.interfaces import IListeningPort, IProtocolFactory

from klog.config import ConfigError
from klog.net.tcp_transports import BrokerPort

LISTENERS = "listeners"
ADVERTISED = "advertised.listeners"
PROTOCOL_MAP = "listener.security.protocol.map"
INTER_BROKER = "inter.broker.listener.name"
INTER_BROKER_PROTOCOL = "security.inter.broker.protocol"
CONTROL_PLANE = "control.plane.listener.name"
CONTROLLERS = "controller.listener.names"

_ENDPOINT = re.compile(r"(.*)://\[?([0-9a-zA-Z\-%._:]*)\]?:(-?[0-9]+)")
_WILDCARDS = frozenset({"", "0.0.0.0", "::"})


class SecurityProtocol(enum.Enum):
    """What is spoken below Kafka's protocol."""

    PLAINTEXT = "PLAINTEXT"
    SSL = "SSL"
    SASL_PLAINTEXT = "SASL_PLAINTEXT"
    SASL_SSL = "SASL_SSL"

    @property
    def uses_tls(self) -> bool:
        """Whether it is encrypted."""
        return self in (SecurityProtocol.SSL, SecurityProtocol.SASL_SSL)

    @property
    def uses_sasl(self) -> bool:
        """Whether clients show by SASL who they are."""
        return self in (SecurityProtocol.SASL_PLAINTEXT, SecurityProtocol.SASL_SSL)


@dataclasses.dataclass(frozen=True, slots=True)
class EndPoint:
    """One listener."""

    name: str
    protocol: SecurityProtocol
    #: Empty for every interface.
    host: str
    #: 0 takes a free one.
    port: int

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.name}://{host}:{self.port}"


def parse_protocol_map(text: str) -> dict[str, SecurityProtocol]:
    """``NAME:PROTOCOL,...`` as a mapping; names upper-cased.

    :raises ConfigError: another form, an unknown protocol, or a name twice.
    """
    result: dict[str, SecurityProtocol] = {}
    for entry in _items(text):
        name, colon, protocol = entry.rpartition(":")
        if not colon or not name.strip():
            raise ConfigError(PROTOCOL_MAP, text, f"{entry!r} is not NAME:PROTOCOL")
        name = name.strip().upper()
        try:
            known = SecurityProtocol(protocol.strip().upper())
        except ValueError:
            names = ", ".join(member.value for member in SecurityProtocol)
            raise ConfigError(PROTOCOL_MAP, text, f"{protocol.strip()!r} is no security protocol; there are {names}") from None
        if result.setdefault(name, known) is not known:
            raise ConfigError(PROTOCOL_MAP, text, f"it gives two protocols for {name}")
    return result


def parse_endpoints(setting: str, text: str, protocols: Mapping[str, SecurityProtocol], *, distinct_ports: bool) -> list[EndPoint]:
    """The listeners of `text`, which is the value of `setting`.

    :raises ConfigError: another form, a name without protocol, or names or ports that repeat.
    """
    result: list[EndPoint] = []
    for entry in _items(text):
        match = _ENDPOINT.fullmatch(entry)
        if match is None:
            raise ConfigError(setting, text, f"{entry!r} is not NAME://host:port (host: a name, an address, IPv6 in brackets, or empty)")
        name = match[1].upper()
        if not name:
            raise ConfigError(setting, text, f"{entry!r} has no listener name in front of ://")
        port = int(match[3])
        if not 0 <= port <= 65535:
            raise ConfigError(setting, text, f"the port {port} of {name} is outside of 0 to 65535")
        protocol = protocols.get(name)
        if protocol is None:
            raise ConfigError(setting, text, f"{PROTOCOL_MAP} has no protocol for the listener {name}")
        result.append(EndPoint(name, protocol, match[2], port))
    if not result:
        raise ConfigError(setting, text, "there must be at least one listener")
    names = [endpoint.name for endpoint in result]
    if len(set(names)) != len(names):
        raise ConfigError(setting, text, "each listener must have a different name")
    if distinct_ports:
        _check_ports(setting, text, result)
    return result


def _items(text: str) -> list[str]:
    return [item.strip() for item in text.split(",") if item.strip()]


def _check_ports(setting: str, text: str, endpoints: Sequence[EndPoint]) -> None:
    by_port: dict[int, list[EndPoint]] = {}
    for endpoint in endpoints:
        if endpoint.port:
            by_port.setdefault(endpoint.port, []).append(endpoint)
    for port, shared in by_port.items():
        if len(shared) > 1 and sorted(_ip_version(endpoint.host) for endpoint in shared) != [4, 6]:
            sentence = f"port {port} stands there twice; only one IPv4 and one IPv6 address may share a port"
            raise ConfigError(setting, text, sentence)


def _ip_version(host: str) -> int:
    """4 or 6; 0 for names and the empty host."""
    try:
        return ipaddress.ip_address(host.partition("%")[0]).version
    except ValueError:
        return 0


@dataclasses.dataclass(frozen=True)
class Listeners:
    """What the settings about listeners come to."""

    #: Those to open, in the order of the setting.
    bound: tuple[EndPoint, ...]
    #: By listener name; without those that nothing is configured for.
    advertised: Mapping[str, EndPoint]
    #: Name of the listener that brokers use among themselves.
    inter_broker: str
    #: Name of the one for the controller's requests; None where these come by `inter_broker`.
    control_plane: str | None = None
    #: One line each, for the log at start.
    warnings: tuple[str, ...] = ()

    @classmethod
    def parse(
        cls,
        listeners: str,
        *,
        advertised: str | None = None,
        protocol_map: str | None = None,
        inter_broker: str | None = None,
        inter_broker_protocol: str | None = None,
        control_plane: str | None = None,
        controllers: str | None = None,
        is_alone: bool = True,
    ) -> Listeners:
        """Read the texts of the seven settings; None and empty texts stand for "not set".

        :param is_alone: whether there are no other brokers, so that any listener may stand for the brokers' one.
        :raises ConfigError: they break a rule of the module's docstring; it names the setting.
        """
        protocols = {member.value: member for member in SecurityProtocol}
        if protocol_map and protocol_map.strip():
            protocols = parse_protocol_map(protocol_map)
        not_ours = {name.upper() for name in _items(controllers or "")}
        for name in not_ours:
            protocols.setdefault(name, SecurityProtocol.PLAINTEXT)
        every = parse_endpoints(LISTENERS, listeners, protocols, distinct_ports=True)
        bound = tuple(endpoint for endpoint in every if endpoint.name not in not_ours)
        if not bound:
            raise ConfigError(LISTENERS, listeners, f"all of them are in {CONTROLLERS}, which klog does not open: none is left for clients")
        told = cls._advertised(advertised, protocols, not_ours, {endpoint.name for endpoint in every})
        names = [endpoint.name for endpoint in bound if not told or endpoint.name in told]
        usable = [endpoint for endpoint in bound if endpoint.name in names]
        between = _between_brokers(usable, inter_broker, inter_broker_protocol, is_alone)
        control = (control_plane or "").strip().upper()
        if control and control not in names:
            raise ConfigError(CONTROL_PLANE, control_plane, f"it must be one of the advertised listeners: {', '.join(names)}")
        if control and control == between:
            raise ConfigError(
                CONTROL_PLANE, control_plane, f"{between} is the listener of all that brokers say; name another one or leave it out"
            )
        warnings = tuple(
            f"the listener {endpoint.name} speaks TLS on every interface and {ADVERTISED} does not name it: clients are told an address, "
            "which their certificates' check will not like"
            for endpoint in bound
            if endpoint.protocol.uses_tls and endpoint.host in _WILDCARDS and endpoint.name not in told
        )
        return cls(bound, told, between or (names or [bound[0].name])[0], control or None, warnings)

    @staticmethod
    def _advertised(
        text: str | None, protocols: Mapping[str, SecurityProtocol], not_ours: set[str], listening: set[str]
    ) -> dict[str, EndPoint]:
        if text is None or not text.strip():
            return {}
        told = {}
        for endpoint in parse_endpoints(ADVERTISED, text, protocols, distinct_ports=False):
            if endpoint.name in not_ours:
                continue
            if endpoint.name not in listening:
                raise ConfigError(
                    ADVERTISED, text, f"{endpoint.name} is not among the names of {LISTENERS}: {', '.join(sorted(listening))}"
                )
            if endpoint.host in _WILDCARDS:
                raise ConfigError(ADVERTISED, text, f"nobody can connect to {endpoint.host or 'an empty host'}; name a host or an address")
            told[endpoint.name] = endpoint
        if not told:
            raise ConfigError(ADVERTISED, text, "there must be at least one listener for clients")
        return told

    @property
    def tells_brokers_apart(self) -> bool:
        """Whether clients have another listener than brokers have, or one that asks who they are. Else who claims to be a replica cannot be
        told from one: TLS alone hides what is said, and asks clients for nothing."""
        return len(self.bound) > 1 or self.bound[0].protocol in (SecurityProtocol.SASL_PLAINTEXT, SecurityProtocol.SASL_SSL)

    @property
    def without_clients(self) -> frozenset[str]:
        """Names of the listeners by which no clients are meant to come: the one for the controller's requests, and that of brokers where
        clients have another."""
        control = {self.control_plane} if self.control_plane is not None else set()
        brokers = {self.inter_broker, *control}
        return frozenset(brokers if any(endpoint.name not in brokers for endpoint in self.bound) else control)

    def protocol_of(self, listener: str) -> SecurityProtocol:
        """What the listener with this name speaks.

        :raises KeyError: there is none.
        """
        return {endpoint.name: endpoint.protocol for endpoint in self.bound}[listener]

    def address_for(self, listener: str, local_host: str, local_port: int) -> tuple[str, int]:
        """Host and port that a client of `listener`, which reached the broker at `local_host` and `local_port`, is told.

        :param listener: a name of `bound`.
        """
        told = self.advertised.get(listener)
        if told is not None:
            # An advertised port of 0 cannot be meant; tests use it with a listener on port 0.
            return told.host, told.port or local_port
        for endpoint in self.bound:
            if endpoint.name == listener and endpoint.host not in _WILDCARDS and not _ip_version(endpoint.host):
                return endpoint.host, local_port
        return local_host, local_port


def _between_brokers(usable: Sequence[EndPoint], name: str | None, protocol: str | None, is_alone: bool) -> str:
    """The name of the brokers' listener; empty where any may be.

    :param usable: what is opened and advertised.
    """
    names = [endpoint.name for endpoint in usable]
    wanted, spoken = (name or "").strip().upper(), (protocol or "").strip().upper()
    if wanted and spoken:
        raise ConfigError(INTER_BROKER, name, f"{INTER_BROKER_PROTOCOL} is set, too; set one of them")
    if wanted:
        if wanted not in names:
            raise ConfigError(INTER_BROKER, name, f"it must be one of the advertised listeners: {', '.join(names)}")
        return wanted
    spoken = spoken or SecurityProtocol.PLAINTEXT.value
    if spoken in names:
        return spoken
    found = [endpoint.name for endpoint in usable if endpoint.protocol.value == spoken]
    if found:
        return found[0]
    if protocol and protocol.strip():
        raise ConfigError(INTER_BROKER_PROTOCOL, protocol, f"no advertised listener speaks it; there are {', '.join(names)}")
    if not is_alone:
        sentence = "brokers speak PLAINTEXT among themselves where nothing is set, and no advertised listener does; name one of them: "
        raise ConfigError(INTER_BROKER, None, sentence + ", ".join(names))
    return ""


#: ``(host) -> address``: a literal address to bind to. Raises OSError.
Resolve = Callable[[str], str]


def resolve(host: str) -> str:
    """The first address of `host`, IPv4 before IPv6, as Java's ``InetAddress`` prefers them. Raises OSError. Waits for the name service."""
    if _ip_version(host):
        return host
    found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    found.sort(key=lambda entry: entry[0] != socket.AF_INET)
    return str(found[0][4][0])


def listen(reactor: Any, endpoint: EndPoint, factory: IProtocolFactory, *, backlog: int = 50, resolve: Resolve = resolve) -> IListeningPort:
    """Open `endpoint`; the port's ``getHost().port`` is the actual one. An empty host is every interface, IPv6 and IPv4 at once where
    the system has IPv6.

    :param factory: builds protocols; for SSL already wrapped in TLS.
    :raises ConfigError: the address is taken, not ours, or the name is unknown.
    """
    try:
        interfaces = [resolve(endpoint.host)] if endpoint.host else ["::", ""]
    except OSError as error:
        raise ConfigError(LISTENERS, str(endpoint), f"the host {endpoint.host} is not known: {error.strerror or error}") from None
    for last, interface in zip((*[False] * (len(interfaces) - 1), True), interfaces, strict=True):
        port = BrokerPort(endpoint.port, factory, backlog, interface, reactor)
        try:
            port.startListening()
        except CannotListenError as error:
            if last or getattr(error.socketError, "errno", None) in _TAKEN:
                reason = getattr(error.socketError, "strerror", None) or error.socketError
                raise ConfigError(LISTENERS, str(endpoint), f"cannot listen there: {reason}") from None
            continue
        return port
    raise AssertionError("unreachable")


_TAKEN = frozenset({errno.EADDRINUSE, errno.EACCES})
