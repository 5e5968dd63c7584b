"""Connect strings, as all of ZooKeeper's clients have them: ``host:port,host:port/chroot``.

The chroot stands once, at the end, and is put before every path. A host without a port gets 2181; IPv6 addresses stand in brackets where
a port follows. ``org.apache.zookeeper.client.ConnectStringParser``. Pure.
"""

from __future__ import annotations

import dataclasses
import re

from klog.config import ConfigError
from klog.zookeeper.errors import BadArgumentsException
from klog.zookeeper.paths import check_path

DEFAULT_PORT = 2181
#: More than any ensemble has.
MAX_HOSTS = 256
_NAME = "zookeeper.connect"
_HOST = re.compile(r"[A-Za-z0-9._-]+")


@dataclasses.dataclass(frozen=True)
class ConnectString:
    """What a connect string says.

    :param hosts: host and port of each server, in the given order.
    :param chroot: ``/some/path``, or empty.
    """

    hosts: tuple[tuple[str, int], ...]
    chroot: str = ""

    def __str__(self) -> str:
        return ",".join(address(host, port) for host, port in self.hosts) + self.chroot


def address(host: str, port: int) -> str:
    """``host:port``, with brackets where they are needed."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def parse(text: str) -> ConnectString:
    """Read a connect string.

    :raises ConfigError: it is none; one sentence.
    """
    servers, slash, path = text.strip().partition("/")
    chroot = _chroot(text, slash + path)
    hosts = [_host(text, part.strip()) for part in servers.split(",")] if servers.strip() else []
    if not hosts:
        raise ConfigError(_NAME, text, "it names no server; host:port,host:port/chroot is expected")
    if len(hosts) > MAX_HOSTS:
        raise ConfigError(_NAME, f"{text[:60]}...", f"it names {len(hosts)} servers, and {MAX_HOSTS} are allowed")
    return ConnectString(tuple(dict.fromkeys(hosts)), chroot)


def _chroot(text: str, path: str) -> str:
    if path in ("", "/"):
        return ""
    if "," in path and ":" in path.split(",", 1)[1]:
        raise ConfigError(_NAME, text, "the chroot stands once, behind the last host")
    try:
        check_path(path)
    except BadArgumentsException as error:
        raise ConfigError(_NAME, text, f"its chroot cannot be: {error}") from None
    return path


def _host(text: str, part: str) -> tuple[str, int]:
    if not part:
        raise ConfigError(_NAME, text, "there is nothing between two commas")
    if part.startswith("["):
        host, bracket, rest = part[1:].partition("]")
        if not bracket or (rest and not rest.startswith(":")):
            raise ConfigError(_NAME, text, f"{part} is no address; [::1]:2181 is how an IPv6 address is written")
        return _checked(text, host, True), _port(text, part, rest[1:] if rest else None)
    if part.count(":") > 1:
        # An IPv6 address without brackets, and therefore without a port.
        return _checked(text, part, True), DEFAULT_PORT
    host, colon, port = part.partition(":")
    return _checked(text, host, False), _port(text, part, port if colon else None)


def _checked(text: str, host: str, is_ipv6: bool) -> str:
    if is_ipv6:
        import ipaddress

        try:
            return str(ipaddress.IPv6Address(host))
        except ValueError:
            raise ConfigError(_NAME, text, f"{host} is no IPv6 address") from None
    if not _HOST.fullmatch(host) or len(host) > 255:
        raise ConfigError(_NAME, text, f"{host!r} is no name of a host" if host else "a host is missing before a port")
    return host


def _port(text: str, part: str, port: str | None) -> int:
    if port is None:
        return DEFAULT_PORT
    if not re.fullmatch(r"[0-9]{1,5}", port, re.ASCII) or not 1 <= int(port) <= 65535:
        raise ConfigError(_NAME, text, f"the port of {part} must be a number from 1 to 65535")
    return int(port)
