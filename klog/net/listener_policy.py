"""By what rules clients come in by one listener: what its factory, its connections and `klog.net.identification` go by."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from klog.net.authentication import FailedLogin, SaslPolicy

#: Told of each failed login.
LoginFailed = Callable[[FailedLogin], None]


@dataclasses.dataclass(frozen=True)
class ListenerPolicy:
    """Of one listener.

    :ivar name: the listener's.
    :ivar sasl: how clients show who they are; None: they need not.
    :ivar name_of_subject: from the name in a client's certificate to its principal's; may raise ValueError, which ends the connection.
    :ivar login_failed: told of who has not shown who it is, besides the log.
    :ivar is_for_brokers: whether brokers do not share the listener with clients (see `klog.net.connections.Connections.admit`).
    """

    name: str
    sasl: SaslPolicy | None = None
    name_of_subject: Callable[[str], str] = str
    login_failed: LoginFailed | None = None
    is_for_brokers: bool = False
