"""Addresses of hosts, so that the same one is always written in the same way."""

from __future__ import annotations

import ipaddress


def shortest_address(host: str) -> str:
    """An address in its shortest form, without the wrapping that IPv4 addresses get on IPv6 sockets; what is none stays as it is.

    >>> shortest_address("0:0:0:0:0:0:0:1"), shortest_address("::ffff:10.0.0.1"), shortest_address("10.0.0.1")
    ('::1', '10.0.0.1', '10.0.0.1')
    """
    if ":" not in host:
        return host
    try:
        address = ipaddress.IPv6Address(host)
    except ValueError:
        return host
    return str(address.ipv4_mapped or address)
