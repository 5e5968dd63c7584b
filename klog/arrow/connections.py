"""One client per process and thread for each cluster, kept from one task to the next.

Workers of data-processing frameworks run many short tasks, one after the other in the same process. A connection that is kept saves each of
them the greeting and the question who leads (milliseconds, and tens of them with TLS). A client belongs to the thread and to the process
that made it: after a fork the child begins anew, and only lets go of its copies of the parent's sockets.
"""

from __future__ import annotations

import os
import threading

from klog.client.blocking.client import BlockingClient
from klog.client.settings import ClientSettings

#: Clusters (or settings) of one thread; the one that was not used for longest is closed for a further one.
MOST_CLIENTS = 16


class _Kept(threading.local):
    def __init__(self) -> None:
        self.pid = os.getpid()
        self.clients: dict[ClientSettings, BlockingClient] = {}


_kept = _Kept()


def client_for(settings: ClientSettings) -> BlockingClient:
    """This thread's client with these settings; never to be closed by who gets it."""
    clients = _clients()
    client = clients.pop(settings, None)
    if client is None or client.is_closed:
        while len(clients) >= MOST_CLIENTS:
            clients.pop(next(iter(clients))).close()
        client = BlockingClient(settings)
    clients[settings] = client
    return client


def forget(settings: ClientSettings | None = None) -> None:
    """Close the client with these settings, or all of this thread's where None. The next `client_for` makes a new one."""
    clients = _clients()
    for one in [settings] if settings is not None else list(clients):
        client = clients.pop(one, None)
        if client is not None:
            client.close()


def _clients() -> dict[ClientSettings, BlockingClient]:
    if _kept.pid != os.getpid():
        _kept.pid = os.getpid()
        # Closing them closes our descriptors, not the parent's connections.
        for client in _kept.clients.values():
            client.close()
        _kept.clients = {}
    return _kept.clients
