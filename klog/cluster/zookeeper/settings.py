"""How a broker reaches its ZooKeeper, and the sentence with which it gives up."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from klog.net.security import Security
from klog.zookeeper.errors import AuthFailedException, InvalidACLException, NoAuthException

#: ``zookeeper.session.timeout.ms`` since Kafka 2.5.
SESSION_TIMEOUT_MS = 18_000


@dataclasses.dataclass(frozen=True)
class ZooKeeperSettings:
    """Where it is and how to talk to it.

    :param connect: ``host:port,host:port/chroot``.
    :param session_timeout_ms: what is asked for; the server decides within its limits.
    :param connection_timeout_ms: how long one attempt to get a session may take.
    :param tls: how connections are encrypted; None: they are not.
    :param auth: (scheme, identity) pairs, such as ``("digest", "name:password")``.
    :param kafka_is_welcome: whether brokers without klog's mark are ordinary members of the cluster
        (``inter.broker.protocol.version`` is set).
    :param sets_acls: whether the znodes that are made are closed to others (``zookeeper.set.acl``).
    :param keeps_acls: whether access control lists are read and changed (``authorizer.class.name`` is set).
    """

    connect: str
    session_timeout_ms: int = SESSION_TIMEOUT_MS
    connection_timeout_ms: int = SESSION_TIMEOUT_MS
    tls: Security | None = None
    auth: Sequence[tuple[str, str]] = dataclasses.field(default=(), repr=False)
    kafka_is_welcome: bool = False
    keeps_acls: bool = False
    sets_acls: bool = False


class CoordinationRefused(Exception):
    """The broker cannot take part in this cluster; the sentence says why, and who is in the way."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


#: What ZooKeeper says when it knows us too little; waiting does not mend it.
NOT_ALLOWED = (NoAuthException, AuthFailedException, InvalidACLException)


def refusal_of(error: BaseException) -> str:
    """Why there is no taking part, for people; what they can do where that is known."""
    if isinstance(error, NoAuthException | InvalidACLException):
        return f"{error}; klog.zookeeper.digest or klog.zookeeper.sasl (user:password) says who this broker is"
    return str(error)
