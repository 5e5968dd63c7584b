"""Who is at the other end of a connection: what the server protocol knows and handlers may ask."""

from __future__ import annotations

import dataclasses

from klog.net.authentication import SaslSession
from klog.net.principal import ANONYMOUS, Principal
from klog.net.rights import ALL_RIGHTS, Rights


@dataclasses.dataclass(slots=True)
class ConnectionInfo:
    """What handlers may know of the connection that a request came by."""

    #: Name of the listener, e.g. ``PLAINTEXT``.
    listener: str
    #: The address the client reached, which is what Metadata advertises where nothing is configured.
    local_host: str
    local_port: int
    peer_host: str
    peer_port: int
    #: KIP-511; empty until ApiVersions told.
    client_software_name: str = ""
    client_software_version: str = ""
    #: Where the listener asks for SASL: how far its authentication is.
    sasl: SaslSession | None = None
    #: What the principal may do, as the dispatcher has it of the authorizer.
    rights: Rights = dataclasses.field(default=ALL_RIGHTS, init=False)
    _principal: Principal = dataclasses.field(default=ANONYMOUS, init=False)
    #: The dispatcher's: the generation of the guard in which it was last judged what the principal may ask for; None: not yet.
    judged_in: int | None = dataclasses.field(default=None, init=False)

    @property
    def principal(self) -> Principal:
        """On whose behalf everything on this connection is done. Who proves to be somebody else is judged anew."""
        return self._principal

    @principal.setter
    def principal(self, principal: Principal) -> None:
        self._principal = principal
        self.judged_in = None

    def __str__(self) -> str:
        """``host:port``, for the log; IPv6 addresses in brackets."""
        host = f"[{self.peer_host}]" if ":" in self.peer_host else self.peer_host
        return f"{host}:{self.peer_port}"
