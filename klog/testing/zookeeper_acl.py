"""Who may do what to a node: ZooKeeper's access control lists, with the schemes that every server has.

``world:anyone``; ``ip:address[/bits]``, which each connection is; ``digest:user:base64(sha1(user:password))``, which a connection is
after it has said ``user:password``; and ``auth:``, which stands for whatever the connection has authenticated as when the list is set.
"""

from __future__ import annotations

import base64
import hashlib
import ipaddress
from collections.abc import Sequence
from typing import NamedTuple


class Acl(NamedTuple):
    """One line of a list.

    :ivar perms: the bits below.
    """

    perms: int
    scheme: str
    id: str


Acls = tuple[Acl, ...]
#: What a connection is: pairs of scheme and id.
Identities = Sequence[tuple[str, str]]

READ, WRITE, CREATE, DELETE, ADMIN = 1, 2, 4, 8, 16
ALL = 31
OPEN: Acls = (Acl(ALL, "world", "anyone"),)
READ_ONLY: Acls = (Acl(READ, "world", "anyone"),)


def digest_id(credentials: str) -> str:
    """``user:password`` as it stands in a list: the password with its user hashed."""
    digest = base64.b64encode(hashlib.sha1(credentials.encode("utf-8")).digest()).decode("ascii")
    return f"{credentials.split(':', 1)[0]}:{digest}"


def is_allowed(acls: Acls, perms: int, identities: Identities) -> bool:
    """Whether one of `identities` may do what needs any of the bits `perms`."""
    if acls is OPEN or not acls:
        return True
    if ("super", "") in identities:
        return True
    for acl in acls:
        if not acl.perms & perms:
            continue
        if (acl.scheme, acl.id) == ("world", "anyone"):
            return True
        if any(scheme == acl.scheme and _matches(scheme, identity, acl.id) for scheme, identity in identities):
            return True
    return False


def fixed(acls: Sequence[Acl] | None, identities: Identities) -> Acls | None:
    """A list as it is kept: no line twice, ``auth`` replaced by what the connection is; None where it is not a list that may be set."""
    kept: list[Acl] = []
    for acl in dict.fromkeys(acls or ()):
        if (acl.scheme, acl.id) == ("world", "anyone"):
            kept.append(acl)
        elif acl.scheme == "auth":
            meant = [Acl(acl.perms, scheme, identity) for scheme, identity in identities if scheme != "ip"]
            if not meant:
                return None
            kept.extend(meant)
        elif _is_valid(acl):
            kept.append(acl)
        else:
            return None
    if not kept:
        return None
    return OPEN if tuple(kept) == OPEN else tuple(kept)


def hidden(acls: Acls) -> Acls:
    """A list as somebody sees it who may not change it: without the hashes of passwords."""
    return tuple(acl._replace(id=acl.id.split(":", 1)[0] + ":x") if acl.scheme == "digest" else acl for acl in acls)


def _is_valid(acl: Acl) -> bool:
    if acl.scheme == "digest":
        return len(acl.id.split(":")) == 2
    return acl.scheme == "ip" and _network(acl.id) is not None


def _matches(scheme: str, identity: str, wanted: str) -> bool:
    if scheme != "ip":
        return identity == wanted
    network, address = _network(wanted), _network(identity)
    return network is not None and address is not None and address.network_address in network


def _network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network | None:
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError:
        return None
